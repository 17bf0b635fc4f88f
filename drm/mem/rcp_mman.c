// SPDX-License-Identifier: GPL-2.0
/*
 * CPU mappings of buffers, and page faults in them.
 *
 * A fault moves a buffer out of invisible VRAM and waits until the card has copied or
 * cleared its contents.  If the card failed to do so, the memory may hold data of another
 * client, so the fault ends with SIGBUS.
 *
 * The process that faults pays for the move, and for evictions, out of its budget of moves, and a
 * fault that must move a buffer waits until the budget is positive.
 *
 * When the card is gone, mappings of system pages stay.  Mappings of VRAM show a zeroed page
 * of the buffer instead of SIGBUS, because a client cannot know that its mapping leads to a
 * card that was pulled out.
 *
 * Called by the memory manager with the mmap lock held; a fault takes the reservation of
 * the buffer.
 */
#include <drm/drm_drv.h>
#include <drm/drm_gem_ttm_helper.h>

#include "rcp_bo.h"

/* A fault maps several pages, because clients mostly write buffers from start to end. */
#define RCP_FAULT_PAGES		64

/* A fault waits in steps of this length, because unbind waits for each of them. */
#define RCP_FAULT_WAIT_JIFFIES	max_t(unsigned long, HZ / 10, 1)

/*
 * Wait for a copy or clear of a buffer, or for its jobs.  On the first attempt all locks are
 * dropped during the wait, so that the process can change its memory map, and submissions of others
 * can reserve the buffer.  The buffer may also be freed then, because a mapping holds no reference
 * that could be taken here; so only the fence is used after the unlock.  On a further attempt the
 * locks stay for a jiffy at most, and the fault is repeated.
 */
static vm_fault_t rcp_gem_fault_wait(struct vm_fault *vmf, struct rcp_bo *bo,
				     struct dma_fence *fence)
{
	if (!fence || dma_fence_is_signaled(fence))
		return 0;
	if (!fault_flag_allow_retry_first(vmf->flags))
		return dma_fence_wait_timeout(fence, true, 1) > 0 ? 0 : VM_FAULT_NOPAGE;
	if (!(vmf->flags & FAULT_FLAG_RETRY_NOWAIT)) {
		dma_fence_get(fence);
		dma_resv_unlock(bo->tbo.base.resv);
		mmap_read_unlock(vmf->vma->vm_mm);
		dma_fence_wait_timeout(fence, true, RCP_FAULT_WAIT_JIFFIES);
		dma_fence_put(fence);
	}
	return VM_FAULT_RETRY;
}

/* Clear a buffer in VRAM.  The fault is repeated if the client has too many clears in flight. */
static vm_fault_t rcp_gem_fault_clear(struct vm_fault *vmf, struct rcp_bo *bo,
				      struct rcp_account *account)
{
	struct dma_fence *busy;
	vm_fault_t fault;
	int ret = rcp_move_clear(bo, account, &busy);

	if (ret != -EAGAIN)
		return ret ? VM_FAULT_SIGBUS : 0;
	fault = rcp_gem_fault_wait(vmf, bo, busy);
	dma_fence_put(busy);
	return fault ?: VM_FAULT_NOPAGE;
}

/* Wait until the client has budget left for moves, without locks if they may be dropped. */
static vm_fault_t rcp_gem_fault_budget(struct vm_fault *vmf, struct rcp_bo *bo,
				       struct rcp_account *account)
{
	unsigned long due = account ? rcp_account_budget_due(account) : 0;

	if (!due)
		return 0;
	if (!fault_flag_allow_retry_first(vmf->flags)) {
		schedule_timeout_killable(1);
		return VM_FAULT_NOPAGE;
	}
	if (!(vmf->flags & FAULT_FLAG_RETRY_NOWAIT)) {
		dma_resv_unlock(bo->tbo.base.resv);
		mmap_read_unlock(vmf->vma->vm_mm);
		schedule_timeout_interruptible(min(due, RCP_FAULT_WAIT_JIFFIES));
	}
	return VM_FAULT_RETRY;
}

/*
 * Populate a buffer in system memory.  Done here, because TTM of older kernels would repeat
 * the fault endlessly if there is no memory.
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

static bool rcp_gem_is_invisible(const struct rcp_bo *bo)
{
	const struct ttm_resource *res = bo->tbo.resource;

	return res && res->mem_type == TTM_PL_VRAM &&
	       ((u64)res->start << PAGE_SHIFT) + rcp_bo_size(bo) >
	       rcp_from_ttm(bo->tbo.bdev)->card.vram.visible;
}

/* Move a buffer to CPU-visible VRAM, or to the GTT if that is full. */
static int rcp_gem_fault_move(struct rcp_bo *bo, struct rcp_account *account)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	/* TTM also counts a move without contents. */
	u64 free = bo->uncleared ? rcp_bo_size(bo) : 0;
	struct ttm_placement placement;
	int ret;

	rcp_bo_placement(bo, RADEON_GEM_DOMAIN_VRAM, true, &placement);
	ret = rcp_bo_validate(bo, &placement, &ctx);
	if (ret == -ENOMEM) {
		rcp_bo_placement(bo, RADEON_GEM_DOMAIN_GTT, true, &placement);
		ret = rcp_bo_validate(bo, &placement, &ctx);
	}
	if (account && ctx.bytes_moved > free)
		rcp_account_budget_spend(account, ctx.bytes_moved - free);
	return ret;
}

/* Move a buffer out of invisible VRAM, within the client's budget. */
static vm_fault_t rcp_gem_fault_place(struct vm_fault *vmf, struct rcp_bo *bo,
				      struct rcp_account *account)
{
	struct dma_fence *fence;
	vm_fault_t fault;
	int ret;

	if (!rcp_gem_is_invisible(bo))
		return 0;
	if (bo->tbo.pin_count)
		return VM_FAULT_SIGBUS;
	fault = rcp_gem_fault_budget(vmf, bo, account);
	if (fault)
		return fault;
	/* A move would wait for it with the locks held. */
	fence = rcp_move_dependency(bo);
	if (fence)
		return rcp_gem_fault_wait(vmf, bo, fence) ?: VM_FAULT_NOPAGE;
	ret = rcp_gem_fault_move(bo, account);
	if (ret == -EBUSY || ret == -ERESTARTSYS)
		return VM_FAULT_NOPAGE;
	return ret ? VM_FAULT_SIGBUS : 0;
}

/* Wait for the end of a PCI reset, without locks if they may be dropped. */
static vm_fault_t rcp_gem_fault_wait_reset(struct vm_fault *vmf, struct rcp_bo *bo)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);

	if (!fault_flag_allow_retry_first(vmf->flags)) {
		schedule_timeout_killable(1);
		return VM_FAULT_NOPAGE;
	}
	if (!(vmf->flags & FAULT_FLAG_RETRY_NOWAIT)) {
		dma_resv_unlock(bo->tbo.base.resv);
		mmap_read_unlock(vmf->vma->vm_mm);
		if (!down_read_killable(&rdev->gate.lock))
			up_read(&rdev->gate.lock);
	}
	return VM_FAULT_RETRY;
}

/*
 * A PCI reset cannot evict a buffer for which there is no memory; nothing may access it then.
 * rcp_pci_reset_prepare() zaps the mappings that were made before it closed the gate.
 */
static vm_fault_t rcp_gem_fault_vram(struct vm_fault *vmf, struct rcp_bo *bo)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);
	vm_fault_t ret;

	if (!down_read_trylock(&rdev->gate.lock))
		return rcp_gem_fault_wait_reset(vmf, bo);
	rcp_bo_cpu_begins(bo);
	ret = ttm_bo_vm_fault_reserved(vmf, vmf->vma->vm_page_prot, RCP_FAULT_PAGES);
	up_read(&rdev->gate.lock);
	return ret;
}

/* Give a buffer its place and its contents. */
static vm_fault_t rcp_gem_fault_prepare(struct vm_fault *vmf, struct rcp_bo *bo)
{
	struct rcp_account *account;
	vm_fault_t ret;

	if (!bo->uncleared && !rcp_gem_is_invisible(bo))
		return 0;
	/* Without memory for an account the fault is charged to none. */
	account = rcp_account_open(&rcp_from_ttm(bo->tbo.bdev)->sched.accounts);
	ret = rcp_gem_fault_place(vmf, bo, account);
	if (!ret)
		ret = rcp_gem_fault_clear(vmf, bo, account);
	rcp_account_put(account);
	return ret;
}

static vm_fault_t rcp_gem_fault_locked(struct vm_fault *vmf, struct rcp_bo *bo)
{
	vm_fault_t ret;

	ret = rcp_gem_fault_prepare(vmf, bo);
	if (!ret)
		ret = rcp_gem_fault_wait(vmf, bo, bo->contents_fence);
	if (!ret && rcp_bo_is_lost(bo))
		ret = VM_FAULT_SIGBUS;
	if (!ret)
		ret = rcp_gem_fault_populate(bo);
	if (ret)
		return ret;
	if (rcp_bo_domain(bo) == RADEON_GEM_DOMAIN_VRAM)
		return rcp_gem_fault_vram(vmf, bo);
	return ttm_bo_vm_fault_reserved(vmf, vmf->vma->vm_page_prot, RCP_FAULT_PAGES);
}

/*
 * The card is gone.  Its fences signal soon: until then a copy may not have filled the
 * pages, and whether it fails is not known.
 */
static vm_fault_t rcp_gem_fault_gone(struct vm_fault *vmf, struct rcp_bo *bo)
{
	vm_fault_t ret = rcp_gem_fault_wait(vmf, bo, bo->contents_fence);

	if (ret)
		return ret;
	if (rcp_bo_domain(bo) != RADEON_GEM_DOMAIN_VRAM && bo->tbo.ttm &&
	    ttm_tt_is_populated(bo->tbo.ttm) && !rcp_bo_is_lost(bo))
		return ttm_bo_vm_fault_reserved(vmf, vmf->vma->vm_page_prot,
						RCP_FAULT_PAGES);
	if (!bo->dummy_page)
		bo->dummy_page = alloc_page(GFP_KERNEL_ACCOUNT | __GFP_ZERO);
	if (!bo->dummy_page)
		return VM_FAULT_OOM;
	return vmf_insert_pfn(vmf->vma, vmf->address, page_to_pfn(bo->dummy_page));
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
	/* A wait for the card, here or in TTM, has dropped the reservation. */
	if (ret == VM_FAULT_RETRY && !(vmf->flags & FAULT_FLAG_RETRY_NOWAIT))
		return ret;
	dma_resv_unlock(tbo->base.resv);
	return ret;
}

const struct vm_operations_struct rcp_gem_vm_ops = {
	.fault = rcp_gem_fault,
	.open = ttm_bo_vm_open,
	.close = ttm_bo_vm_close,
	/* No .access for debuggers: TTM's would not wait for copies and clears. */
};

/**
 * rcp_gem_mmap() - map a buffer for a process
 * @gem: the buffer
 * @vma: the area to map it to
 *
 * Context: the mmap lock is held.
 * Return: 0; -EINVAL for an imported buffer, which clients map through its exporter.
 */
int rcp_gem_mmap(struct drm_gem_object *gem, struct vm_area_struct *vma)
{
	if (gem_to_rcp_bo(gem)->dmabuf)
		return -EINVAL;
	return drm_gem_ttm_mmap(gem, vma);
}
