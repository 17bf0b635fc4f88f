// SPDX-License-Identifier: GPL-2.0
/*
 * Bounce buffers: does the card access the pages that the CPU accesses?
 *
 * A bus may give the card a copy of a mapped page, its bounce buffer, and copy the contents when
 * the driver hands the page from one to the other.  Clients and the card access buffers at any
 * time, without a call that could do so, and would see different contents.  It happens with
 * swiotlb=force, with encrypted memory, and in a paravirtual domain whose pages are not
 * contiguous for devices: there single pages work, and larger pieces do not.
 *
 * So each mapping of pages that the driver has allocated is tested, by the contents of the pages:
 * no flag of the DMA API tells it on every bus.  The pages of a buffer whose mapping fails the
 * test, and of all later ones, come from dma_alloc_coherent(), which never needs bounce buffers.
 * Neither do the rings and all other memory of ring/, which have come from there all along.
 * Imports and exports are mapped pages of another allocator, so they are refused.
 *
 * rcp_bus_init() runs at probe; rcp_tt.c and rcp_prime.c call the other functions.  The copy at
 * the end of probe (rcp_proof.c) tests all of it together.
 */
#include <linux/cc_platform.h>
#include <linux/dma-mapping.h>
#include <linux/highmem.h>
#include <linux/scatterlist.h>
#include <linux/vmalloc.h>

#include "rcp_bo.h"

/* Any value but 0 */
#define RCP_BUS_MARK	0x4d41524bu

/**
 * rcp_bus_gfp() - choose where to allocate pages that will be mapped for the card
 * @rdev: the device
 *
 * Context: any.
 * Return: flags for alloc_pages(), with __GFP_ZERO, which rcp_bus_is_direct() needs.
 */
gfp_t rcp_bus_gfp(const struct rcp_device *rdev)
{
	return (rdev->dma32 ? GFP_USER | __GFP_DMA32 : GFP_HIGHUSER) | __GFP_ZERO;
}

static void rcp_bus_mark(struct scatterlist *sg, u32 value)
{
	u32 *word = kmap_local_page(sg_page(sg));

	WRITE_ONCE(*word, value);
	kunmap_local(word);
}

static u32 rcp_bus_marked(struct scatterlist *sg)
{
	u32 *word = kmap_local_page(sg_page(sg));
	u32 value = READ_ONCE(*word);

	kunmap_local(word);
	return value;
}

/**
 * rcp_bus_is_direct() - test whether the card accesses the mapped pages themselves
 * @dev: the card's device
 * @sgt: the mapped table; its pages were zero when they were mapped, and are in no other use
 *
 * Marks the first page of each entry, and hands the entries back to the CPU, as if the card had
 * written to them.  If an entry has a bounce buffer, its contents overwrite the mark.
 *
 * Context: may sleep.
 * Return: true if no entry has a bounce buffer.  The pages are zero.
 */
bool rcp_bus_is_direct(struct device *dev, struct sg_table *sgt)
{
	struct scatterlist *sg;
	bool direct = true;
	int i;

	for_each_sgtable_sg(sgt, sg, i)
		rcp_bus_mark(sg, RCP_BUS_MARK);
	dma_sync_sgtable_for_cpu(dev, sgt, DMA_FROM_DEVICE);
	for_each_sgtable_sg(sgt, sg, i) {
		direct = direct && rcp_bus_marked(sg) == RCP_BUS_MARK;
		rcp_bus_mark(sg, 0);
	}
	return direct;
}

/**
 * rcp_bus_set_coherent() - take the pages of all further buffers from dma_alloc_coherent()
 * @rdev: the device
 *
 * Logs one line the first time.
 *
 * Context: any.
 */
void rcp_bus_set_coherent(struct rcp_device *rdev)
{
	if (!xchg(&rdev->coherent, true))
		dev_notice(rdev->drm.dev,
			   "the bus has bounce buffers: buffers use coherent memory, and no buffer is shared with another device\n");
}

/**
 * rcp_bus_is_bounced() - test whether a device may see copies of pages that are in use
 * @rdev: the card's device
 * @dev: the device for which the pages are mapped, of an import or an export
 * @sgt: the mapped table
 *
 * Other users may access the pages, so their contents cannot tell, and the DMA API is asked.
 * Without an IOMMU, a mapping of a coherent device needs copies only for a bounce buffer; a
 * paravirtual domain says so of all mappings.  So does an IOMMU, and has
 * bounce buffers only for parts of pages, so there the answer counts only if the card has met
 * bounce buffers.
 *
 * Context: any.
 * Return: true if the contents may differ until the mapping is synchronised.
 */
bool rcp_bus_is_bounced(const struct rcp_device *rdev, struct device *dev, struct sg_table *sgt)
{
	struct scatterlist *sg;
	int i;

	if (device_iommu_mapped(dev) && !READ_ONCE(rdev->coherent))
		return false;
	for_each_sgtable_dma_sg(sgt, sg, i)
		if (dma_need_sync(dev, sg_dma_address(sg)))
			return true;
	return false;
}

/* Map a page like a buffer's pages.  Returns 0, -ENOMEM, or -EXDEV if it has a bounce buffer. */
static int rcp_bus_try_page(struct rcp_device *rdev)
{
	struct device *dev = rdev->drm.dev;
	struct page *page = alloc_page(rcp_bus_gfp(rdev));
	struct sg_table sgt;
	int ret = -ENOMEM;

	if (!page)
		return -ENOMEM;
	if (sg_alloc_table(&sgt, 1, GFP_KERNEL))
		goto free;
	sg_set_page(sgt.sgl, page, PAGE_SIZE, 0);
	ret = dma_map_sgtable(dev, &sgt, DMA_BIDIRECTIONAL, DMA_ATTR_NO_WARN);
	if (!ret) {
		ret = rcp_bus_is_direct(dev, &sgt) ? 0 : -EXDEV;
		dma_unmap_sgtable(dev, &sgt, DMA_BIDIRECTIONAL, DMA_ATTR_SKIP_CPU_SYNC);
	} else if (ret == -EIO) {
		ret = -EXDEV;
	}
	sg_free_table(&sgt);
free:
	__free_page(page);
	return ret;
}

/* Returns a reason why pages of dma_alloc_coherent() cannot be mapped for clients, or NULL. */
static const char *rcp_bus_lacks_coherent(struct device *dev)
{
	bool remapped;
	dma_addr_t bus;
	void *cpu;

	/* TTM of some kernels maps such pages for clients as if they were encrypted. */
	if (cc_platform_has(CC_ATTR_MEM_ENCRYPT))
		return "memory is encrypted";
	cpu = dma_alloc_coherent(dev, PAGE_SIZE, &bus, GFP_KERNEL | __GFP_NOWARN);
	if (!cpu)
		return "there is no coherent memory";
	remapped = is_vmalloc_addr(cpu);
	dma_free_coherent(dev, PAGE_SIZE, cpu, bus);
	return remapped ? "coherent memory has no pages" : NULL;
}

/**
 * rcp_bus_init() - find out whether the bus has bounce buffers for single pages
 * @rdev: the device; its DMA mask and &rcp_device.dma32 are set
 *
 * Context: probe.
 * Return: 0, -ENOMEM, or -EOPNOTSUPP if no pages can be shared with the card; then the reason
 * has been logged.
 */
int rcp_bus_init(struct rcp_device *rdev)
{
	struct device *dev = rdev->drm.dev;
	int ret = rcp_bus_try_page(rdev);
	const char *reason;

	if (ret != -EXDEV)
		return ret;
	reason = rcp_bus_lacks_coherent(dev);
	if (reason) {
		dev_err(dev, "the bus has bounce buffers, and %s: no memory can be shared with the card\n",
			reason);
		return -EOPNOTSUPP;
	}
	rcp_bus_set_coherent(rdev);
	return 0;
}
