// SPDX-License-Identifier: GPL-2.0
/*
 * Maps a dma-buf for the kernel and unmaps it, as a driver does that scans out a shared buffer
 * with the CPU.
 *
 *	insmod importer.ko fd=FD [word=VALUE]
 *
 * With word=VALUE the first word must have that value.  Loading fails: with ECANCELED after
 * success, else with the error of dma_buf_vmap(), or EPROTO for another word.
 */
#include <linux/dma-buf.h>
#include <linux/iosys-map.h>
#include <linux/module.h>

static int fd = -1;
module_param(fd, int, 0);
static long word = -1;
module_param(word, long, 0);

#ifdef RCP_HAVE_DMA_BUF_VMAP_UNLOCKED
#define map_dmabuf dma_buf_vmap_unlocked
#define unmap_dmabuf dma_buf_vunmap_unlocked
#else
#define map_dmabuf dma_buf_vmap
#define unmap_dmabuf dma_buf_vunmap
#endif

static int __init importer_init(void)
{
	struct dma_buf *dmabuf = dma_buf_get(fd);
	struct iosys_map map;
	u32 first;
	int ret;

	if (IS_ERR(dmabuf))
		return PTR_ERR(dmabuf);
	ret = map_dmabuf(dmabuf, &map);
	if (!ret) {
		first = iosys_map_rd(&map, 0, u32);
		ret = word < 0 || first == word ? -ECANCELED : -EPROTO;
		unmap_dmabuf(dmabuf, &map);
	}
	dma_buf_put(dmabuf);
	return ret;
}
module_init(importer_init);

MODULE_DESCRIPTION("An importer of dma-bufs for tests");
MODULE_LICENSE("GPL");
MODULE_INFO(import_ns, "DMA_BUF");
