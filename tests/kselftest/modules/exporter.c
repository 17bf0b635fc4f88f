// SPDX-License-Identifier: GPL-2.0
/*
 * Exports a dma-buf whose pages have a given bus address.  There is no memory behind it, so it
 * may be imported, but not used.
 *
 *	insmod exporter.ko addr=ADDRESS size=BYTES
 *
 * /sys/module/exporter/parameters/fd is the file descriptor of the dma-buf, in the process that
 * has loaded the module.
 */
#include <linux/dma-buf.h>
#include <linux/fcntl.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>

static unsigned long addr;
module_param(addr, ulong, 0);
static unsigned int size = PAGE_SIZE;
module_param(size, uint, 0);
static int fd = -1;
module_param(fd, int, 0444);

static struct sg_table *exporter_map(struct dma_buf_attachment *attach,
				     enum dma_data_direction direction)
{
	struct sg_table *table = kzalloc(sizeof(*table), GFP_KERNEL);

	if (!table || sg_alloc_table(table, 1, GFP_KERNEL)) {
		kfree(table);
		return ERR_PTR(-ENOMEM);
	}
	sg_set_page(table->sgl, ZERO_PAGE(0), size, 0);
	sg_dma_address(table->sgl) = addr;
	sg_dma_len(table->sgl) = size;
	return table;
}

static void exporter_unmap(struct dma_buf_attachment *attach, struct sg_table *table,
			   enum dma_data_direction direction)
{
	sg_free_table(table);
	kfree(table);
}

static void exporter_release(struct dma_buf *dmabuf)
{
}

static const struct dma_buf_ops exporter_ops = {
	.map_dma_buf = exporter_map,
	.unmap_dma_buf = exporter_unmap,
	.release = exporter_release,
};

static int __init exporter_init(void)
{
	struct dma_buf_export_info info = {
		.exp_name = KBUILD_MODNAME,
		.owner = THIS_MODULE,
		.ops = &exporter_ops,
		.size = size,
		.flags = O_RDWR,
		.priv = &fd,
	};
	struct dma_buf *dmabuf = dma_buf_export(&info);

	if (IS_ERR(dmabuf))
		return PTR_ERR(dmabuf);
	fd = dma_buf_fd(dmabuf, O_CLOEXEC);
	if (fd < 0)
		dma_buf_put(dmabuf);
	return fd < 0 ? fd : 0;
}
module_init(exporter_init);

static void __exit exporter_exit(void)
{
}
module_exit(exporter_exit);

MODULE_DESCRIPTION("An exporter of dma-bufs for tests");
MODULE_LICENSE("GPL");
MODULE_INFO(import_ns, "DMA_BUF");
