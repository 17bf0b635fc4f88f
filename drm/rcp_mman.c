// SPDX-License-Identifier: GPL-2.0
/*
 * Mappings of buffers, and the CPU's faults in them.
 *
 * A fault brings the buffer to where the CPU can reach it and waits for what the card
 * still has to copy or clear there.  If the card failed to, the memory may hold what
 * another client left in it: the fault is a SIGBUS.
 *
 * When the card is gone, system pages stay; in place of VRAM there is a page of the
 * buffer's own, because a client cannot know that its mapping leads to a card that was
 * pulled out.
 */
#include <drm/drm_drv.h>
#include <drm/drm_gem_ttm_helper.h>

#include "rcp_bo.h"

/* Pages that a fault maps: buffers are mostly written from the start to the end. */
#define RCP_FAULT_PAGES		64

/*
 * Wait for what the card still has to copy or clear in a buffer.  On the first attempt all
 * locks are dropped meanwhile, so that the process can change its memory map.  Then the
 * buffer may go, too: a mapping holds no reference that could be taken here.
 */
static vm_fault_t rcp_gem_fault_wait(struct vm_fault *vmf, struct rcp_bo *bo)
{
	struct dma_fence *filler = bo->filler;

	if (!filler || dma_fence_is_signaled(filler))
		return 0;
	if (!fault_flag_allow_retry_first(vmf->flags))
		return dma_fence_wait(filler, true) ? VM_FAULT_NOPAGE : 0;
	if (!(vmf->flags & FAULT_FLAG_RETRY_NOWAIT)) {
		dma_fence_get(filler);
		dma_resv_unlock(bo->tbo.base.resv);
		mmap_read_unlock(vmf->vma->vm_mm);
		dma_fence_wait(filler, true);
		dma_fence_put(filler);
	}
	return VM_FAULT_RETRY;
}

/*
 * Get a buffer's system pages.  Where there is no memory for them, TTM of older kernels
 * would have the fault tried again for ever.
 */
static vm_fault_t rcp_gem_fault_populate(struct rcp_bo *bo)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	int ret;

	if (rcp_bo_domain(bo) == RADEON_GEM_DOMAIN_VRAM)
		return 0;
	ret = rcp_compat_ttm_bo_populate(&bo->tbo, &ctx);
	if (ret == -ERESTARTSYS || ret == -EINTR)
		return VM_FAULT_NOPAGE;
	if (ret)
		return VM_FAULT_SIGBUS;
	WRITE_ONCE(bo->resident, true);
	return 0;
}

/* Bring a buffer out of invisible VRAM. */
static vm_fault_t rcp_gem_fault_place(struct rcp_bo *bo)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);
	struct ttm_operation_ctx ctx = { .interruptible = true };
	struct ttm_resource *res = bo->tbo.resource;
	struct ttm_placement placement;
	int ret;

	if (!res || res->mem_type != TTM_PL_VRAM ||
	    ((u64)res->start << PAGE_SHIFT) + rcp_bo_size(bo) <= rdev->card.vram.visible)
		return 0;
	if (bo->tbo.pin_count)
		return VM_FAULT_SIGBUS;
	rcp_bo_placement(bo, RADEON_GEM_DOMAIN_VRAM, true, &placement);
	ret = rcp_bo_validate(bo, &placement, &ctx);
	if (ret == -ENOMEM) {
		rcp_bo_placement(bo, RADEON_GEM_DOMAIN_GTT, true, &placement);
		ret = rcp_bo_validate(bo, &placement, &ctx);
	}
	if (ret == -EBUSY || ret == -ERESTARTSYS)
		return VM_FAULT_NOPAGE;
	return ret ? VM_FAULT_SIGBUS : 0;
}

static vm_fault_t rcp_gem_fault_locked(struct vm_fault *vmf, struct rcp_bo *bo)
{
	vm_fault_t ret;

	ret = rcp_gem_fault_place(bo);
	if (!ret && rcp_move_clear(bo))
		ret = VM_FAULT_SIGBUS;
	if (!ret)
		ret = rcp_gem_fault_wait(vmf, bo);
	if (!ret && rcp_bo_is_lost(bo))
		ret = VM_FAULT_SIGBUS;
	if (!ret)
		ret = rcp_gem_fault_populate(bo);
	if (ret)
		return ret;
	return ttm_bo_vm_fault_reserved(vmf, vmf->vma->vm_page_prot, RCP_FAULT_PAGES);
}

/* The card is gone, and all that it had to do is over. */
static vm_fault_t rcp_gem_fault_gone(struct vm_fault *vmf, struct rcp_bo *bo)
{
	if (rcp_bo_domain(bo) != RADEON_GEM_DOMAIN_VRAM && bo->tbo.ttm &&
	    ttm_tt_is_populated(bo->tbo.ttm) && !rcp_bo_is_lost(bo))
		return ttm_bo_vm_fault_reserved(vmf, vmf->vma->vm_page_prot,
						RCP_FAULT_PAGES);
	if (!bo->blank)
		bo->blank = alloc_page(GFP_KERNEL_ACCOUNT | __GFP_ZERO);
	if (!bo->blank)
		return VM_FAULT_OOM;
	return vmf_insert_pfn(vmf->vma, vmf->address, page_to_pfn(bo->blank));
}

static vm_fault_t rcp_gem_fault(struct vm_fault *vmf)
{
	struct ttm_buffer_object *tbo = vmf->vma->vm_private_data;
	struct drm_device *drm = tbo->base.dev;
	vm_fault_t ret;
	int idx;

	ret = ttm_bo_vm_reserve(tbo, vmf);
	if (ret)
		return ret;
	if (drm_dev_enter(drm, &idx)) {
		ret = rcp_gem_fault_locked(vmf, to_rcp_bo(tbo));
		drm_dev_exit(idx);
	} else {
		ret = rcp_gem_fault_gone(vmf, to_rcp_bo(tbo));
	}
	/* The reservation has been let go of, if we had to wait for the card. */
	if (ret == VM_FAULT_RETRY && !(vmf->flags & FAULT_FLAG_RETRY_NOWAIT))
		return ret;
	dma_resv_unlock(tbo->base.resv);
	return ret;
}

const struct vm_operations_struct rcp_gem_vm_ops = {
	.fault = rcp_gem_fault,
	.open = ttm_bo_vm_open,
	.close = ttm_bo_vm_close,
	/* No access for debuggers: it would not wait for the card. */
};

/**
 * rcp_gem_mmap() - map a buffer
 * @gem: the buffer
 * @vma: where to
 *
 * Return: 0, -EINVAL for another driver's pages, which that driver maps.
 */
int rcp_gem_mmap(struct drm_gem_object *gem, struct vm_area_struct *vma)
{
	if (gem_to_rcp_bo(gem)->dmabuf)
		return -EINVAL;
	return drm_gem_ttm_mmap(gem, vma);
}
