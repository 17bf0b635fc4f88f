// SPDX-License-Identifier: GPL-2.0
/*
 * A bus with bounce buffers between a device and memory.
 *
 *	insmod bus.ko slot=0000:00:04.0 how=WORD
 *
 * The slot has no driver.  Until this module is removed, pages that are mapped for the device are
 *	direct	the pages themselves, although the bus may have bounce buffers;
 *	pieces	as in a paravirtual domain: pages themselves if they are mapped one by one; larger
 *		pieces have a bounce buffer, because they are not contiguous for the device;
 *	none	as pieces, but there is no room for a bounce buffer;
 *	lies	other pages, and a sync does not copy, as if the bus needed none.
 *
 * Parameters show the count of bounce buffers: now, and made so far.
 */
#include <linux/device.h>
#include <linux/dma-map-ops.h>
#include <linux/dma-mapping.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <linux/string.h>

static char *slot;
module_param(slot, charp, 0);
static char *how;
module_param(how, charp, 0);
static unsigned int now, made;
module_param(now, uint, 0444);
module_param(made, uint, 0444);

struct bounce {
	struct list_head node;
	void *page;
	void *copy;
	size_t size;
};

static struct device *device;
static const struct dma_map_ops *before;
static LIST_HEAD(bounces);
static DEFINE_SPINLOCK(lock);

/* The bounce buffer at a bus address, or NULL */
static struct bounce *bounce_find(dma_addr_t bus)
{
	struct bounce *b, *found = NULL;

	spin_lock(&lock);
	list_for_each_entry(b, &bounces, node)
		if (virt_to_phys(b->copy) == bus)
			found = b;
	spin_unlock(&lock);
	return found;
}

static void bounce_to_device(struct bounce *b)
{
	memcpy(b->copy, b->page, b->size);
}

static void bounce_to_cpu(struct bounce *b)
{
	if (strcmp(how, "lies"))
		memcpy(b->page, b->copy, b->size);
}

static dma_addr_t bus_map(struct device *dev, phys_addr_t phys, size_t size,
			  enum dma_data_direction dir, unsigned long attrs)
{
	bool pieces = !strcmp(how, "pieces"), none = !strcmp(how, "none");
	struct bounce *b;

	if (strcmp(how, "lies") && !((pieces || none) && size > PAGE_SIZE))
		return phys;
	b = none ? NULL : kzalloc(sizeof(*b), GFP_ATOMIC);
	if (!b)
		return DMA_MAPPING_ERROR;
	b->page = phys_to_virt(phys);
	b->size = size;
	b->copy = (void *)__get_free_pages(GFP_ATOMIC | __GFP_DMA32 | __GFP_NOWARN, get_order(size));
	if (!b->copy) {
		kfree(b);
		return DMA_MAPPING_ERROR;
	}
	bounce_to_device(b);
	spin_lock(&lock);
	list_add(&b->node, &bounces);
	now++;
	made++;
	spin_unlock(&lock);
	return virt_to_phys(b->copy);
}

static void bus_unmap(struct device *dev, dma_addr_t bus, size_t size,
		      enum dma_data_direction dir, unsigned long attrs)
{
	struct bounce *b = bounce_find(bus);

	if (!b)
		return;
	if (!(attrs & DMA_ATTR_SKIP_CPU_SYNC))
		bounce_to_cpu(b);
	spin_lock(&lock);
	list_del(&b->node);
	now--;
	spin_unlock(&lock);
	free_pages((unsigned long)b->copy, get_order(b->size));
	kfree(b);
}

static void bus_unmap_sg(struct device *dev, struct scatterlist *sgl, int n,
			 enum dma_data_direction dir, unsigned long attrs)
{
	struct scatterlist *sg;
	int i;

	for_each_sg(sgl, sg, n, i)
		bus_unmap(dev, sg_dma_address(sg), sg_dma_len(sg), dir, attrs);
}

static int bus_map_sg(struct device *dev, struct scatterlist *sgl, int n,
		      enum dma_data_direction dir, unsigned long attrs)
{
	struct scatterlist *sg;
	int i;

	for_each_sg(sgl, sg, n, i) {
		sg_dma_address(sg) = bus_map(dev, sg_phys(sg), sg->length, dir, attrs);
		if (sg_dma_address(sg) == DMA_MAPPING_ERROR) {
			bus_unmap_sg(dev, sgl, i, dir, attrs);
			return -EIO;
		}
		sg_dma_len(sg) = sg->length;
	}
	return n;
}

static void bus_sync_for_cpu(struct device *dev, dma_addr_t bus, size_t size,
			     enum dma_data_direction dir)
{
	struct bounce *b = bounce_find(bus);

	if (b)
		bounce_to_cpu(b);
}

static void bus_sync_for_device(struct device *dev, dma_addr_t bus, size_t size,
				enum dma_data_direction dir)
{
	struct bounce *b = bounce_find(bus);

	if (b)
		bounce_to_device(b);
}

static void bus_sync_sg_for_cpu(struct device *dev, struct scatterlist *sgl, int n,
				enum dma_data_direction dir)
{
	struct scatterlist *sg;
	int i;

	for_each_sg(sgl, sg, n, i)
		bus_sync_for_cpu(dev, sg_dma_address(sg), sg_dma_len(sg), dir);
}

static void bus_sync_sg_for_device(struct device *dev, struct scatterlist *sgl, int n,
				   enum dma_data_direction dir)
{
	struct scatterlist *sg;
	int i;

	for_each_sg(sgl, sg, n, i)
		bus_sync_for_device(dev, sg_dma_address(sg), sg_dma_len(sg), dir);
}

static void *bus_alloc(struct device *dev, size_t size, dma_addr_t *bus, gfp_t gfp,
		       unsigned long attrs)
{
	void *cpu = (void *)__get_free_pages(gfp | __GFP_ZERO, get_order(size));

	if (cpu)
		*bus = virt_to_phys(cpu);
	return cpu;
}

static void bus_free(struct device *dev, size_t size, void *cpu, dma_addr_t bus,
		     unsigned long attrs)
{
	free_pages((unsigned long)cpu, get_order(size));
}

#ifndef RCP_HAVE_DMA_MAP_PHYS
static dma_addr_t bus_map_page(struct device *dev, struct page *page, unsigned long offset,
			       size_t size, enum dma_data_direction dir, unsigned long attrs)
{
	return bus_map(dev, page_to_phys(page) + offset, size, dir, attrs);
}
#endif

static const struct dma_map_ops bus_ops = {
	.alloc = bus_alloc,
	.free = bus_free,
#ifdef RCP_HAVE_DMA_MAP_PHYS
	.map_phys = bus_map,
	.unmap_phys = bus_unmap,
#else
	.map_page = bus_map_page,
	.unmap_page = bus_unmap,
#endif
	.map_sg = bus_map_sg,
	.unmap_sg = bus_unmap_sg,
	.sync_single_for_cpu = bus_sync_for_cpu,
	.sync_single_for_device = bus_sync_for_device,
	.sync_sg_for_cpu = bus_sync_sg_for_cpu,
	.sync_sg_for_device = bus_sync_sg_for_device,
};

static int __init bus_init(void)
{
	device = slot && how ? bus_find_device_by_name(&pci_bus_type, NULL, slot) : NULL;
	if (!device)
		return -ENODEV;
	if (device->driver) {
		put_device(device);
		return -EBUSY;
	}
	before = get_dma_ops(device);
	set_dma_ops(device, &bus_ops);
	if (get_dma_ops(device) == &bus_ops)
		return 0;
	/* This kernel has no such operations. */
	put_device(device);
	return -EOPNOTSUPP;
}
module_init(bus_init);

static void __exit bus_exit(void)
{
	set_dma_ops(device, before);
	put_device(device);
}
module_exit(bus_exit);

MODULE_DESCRIPTION("A bus with bounce buffers");
MODULE_LICENSE("GPL");
