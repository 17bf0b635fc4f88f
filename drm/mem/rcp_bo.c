// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: creation, placement, lifetime.
 *
 * A buffer is a GEM object inside a TTM object.  A client never sees the data that another
 * client left in the memory of a buffer: system pages are zeroed (rcp_tt.c), and VRAM is
 * cleared before a client can access it (rcp_move.c).
 *
 * Called from the ioctls, from the GEM core and, for the last reference, from TTM.  The
 * reservation of a buffer protects its placement.
 */
#include <linux/dma-buf.h>
#include <linux/jiffies.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include <drm/drm_cache.h>
#include <drm/drm_prime.h>

#include <trace/events/gpu_mem.h>

#include "rcp_bo.h"

/*
 * Event gpu_mem_total with pid 0: the memory that the card reaches, summed over all
 * clients.  There is no sum per process, because processes share buffers.
 */
static void rcp_bo_trace_memory(struct rcp_bo *bo, bool reachable)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);
	u64 size = rcp_bo_size(bo);
	u64 total;

	/* Placeholders of reserved VRAM do not count. */
	if (bo->no_clear)
		return;
	if (reachable && !bo->reachable)
		total = atomic64_add_return(size, &rdev->reachable);
	else if (!reachable && bo->reachable)
		total = atomic64_sub_return(size, &rdev->reachable);
	else
		total = atomic64_read(&rdev->reachable);
	bo->reachable = reachable;
	trace_gpu_mem_total(rdev->drm.primary->index, 0, total);
}

/* Detach a buffer that is being freed from the dma-buf that it was imported from. */
static void rcp_bo_drop_import(struct rcp_bo *bo)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);

	/* Not an import, or a failed one, whose attachment the DRM core drops. */
	if (list_empty(&bo->import_node))
		return;
	mutex_lock(&rdev->import_lock);
	list_del(&bo->import_node);
	/* rcp_prime_unplug() may have dropped the attachment already. */
	if (bo->tbo.base.import_attach)
		drm_prime_gem_destroy(&bo->tbo.base, bo->tbo.sg);
	mutex_unlock(&rdev->import_lock);
}

static void rcp_bo_destroy(struct ttm_buffer_object *tbo)
{
	struct rcp_bo *bo = to_rcp_bo(tbo);

	rcp_bo_trace_memory(bo, false);
	atomic64_sub(bo->visible, &rcp_from_ttm(tbo->bdev)->visible_used);
	rcp_bo_drop_import(bo);
	drm_gem_object_release(&tbo->base);
	if (bo->dmabuf)
		dma_buf_put(bo->dmabuf);
	if (bo->dummy_page)
		__free_page(bo->dummy_page);
	dma_fence_put(bo->contents_fence);
	dma_fence_put(bo->prev_contents_fence);
	rcp_payer_put(bo->payer);
	kfree(bo);
}

/**
 * rcp_bo_is_ours() - tell a buffer from a ghost object
 * @tbo: the TTM object
 *
 * TTM makes a ghost object for the old memory of a buffer, until the copy of a move is done.
 *
 * Context: any.
 * Return: true if @tbo is part of a &struct rcp_bo.
 */
bool rcp_bo_is_ours(struct ttm_buffer_object *tbo)
{
	return tbo->destroy == rcp_bo_destroy;
}

/* Bytes of a client's buffer that are in CPU-visible VRAM. */
static u64 rcp_bo_visible(const struct rcp_bo *bo)
{
	const struct ttm_resource *res = bo->tbo.resource;
	u64 start = (u64)res->start << PAGE_SHIFT;
	u64 end = rcp_from_ttm(bo->tbo.bdev)->card.vram.visible;

	if (bo->no_clear || res->mem_type != TTM_PL_VRAM || start >= end)
		return 0;
	return min(rcp_bo_size(bo), end - start);
}

/**
 * rcp_bo_cpu_begins() - note that a CPU mapping of a buffer is about to be made
 * @bo: the buffer, reserved; in any heap
 *
 * From now on its jobs flush the HDP.
 *
 * Context: process.
 */
void rcp_bo_cpu_begins(struct rcp_bo *bo)
{
	if (bo->cpu_mapped || rcp_bo_domain(bo) != RADEON_GEM_DOMAIN_VRAM)
		return;
	bo->cpu_mapped = true;
	rcp_vram_cpu_begins(&rcp_from_ttm(bo->tbo.bdev)->card);
}

/**
 * rcp_bo_moved() - record the place and the address that a buffer has now
 * @bo: the buffer, reserved
 *
 * VRAM that is not cleared yet has no address.
 *
 * Context: process.
 */
void rcp_bo_moved(struct rcp_bo *bo)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);
	const struct ttm_resource *res = bo->tbo.resource;
	u32 domain = RADEON_GEM_DOMAIN_CPU;
	u64 visible = rcp_bo_visible(bo);
	u64 addr = RCP_NO_ADDR;

	if (res->mem_type == TTM_PL_VRAM)
		domain = RADEON_GEM_DOMAIN_VRAM;
	else if (res->mem_type == TTM_PL_TT)
		domain = RADEON_GEM_DOMAIN_GTT;
	/* Other threads bind and unbind system pages at any time. */
	mutex_lock(&rdev->gtt.lock);
	if (domain != RADEON_GEM_DOMAIN_VRAM && bo->tbo.ttm)
		addr = rcp_gtt_addr(rdev, to_rcp_tt(bo->tbo.ttm));
	else if (domain == RADEON_GEM_DOMAIN_VRAM && !bo->uncleared)
		addr = rcp_vram_addr(rdev, res);
	WRITE_ONCE(bo->domain, domain);
	WRITE_ONCE(bo->addr, addr);
	mutex_unlock(&rdev->gtt.lock);
	WRITE_ONCE(bo->resident, domain != RADEON_GEM_DOMAIN_CPU ||
		   (bo->tbo.ttm && ttm_tt_is_populated(bo->tbo.ttm)));
	bo->moved = true;
	bo->cpu_mapped = false;
	/* A copy may use the buffer.  So may a clear, which comes before its first job there. */
	WRITE_ONCE(bo->idle_seqno, RCP_NO_SEQNO);
	atomic64_add((s64)(visible - bo->visible), &rdev->visible_used);
	bo->visible = visible;
	rcp_bo_trace_memory(bo, domain != RADEON_GEM_DOMAIN_CPU);
}

/*
 * A client whose memory cgroup is full, and owes pages that were evicted from VRAM, gets no
 * further VRAM.  A buffer that is there, or came from there, may be there.
 */
static bool rcp_bo_may_enter_vram(const struct rcp_bo *bo)
{
	const struct ttm_resource *res = bo->tbo.resource;

	return !bo->payer || !atomic_long_read(&bo->payer->unpaid) ||
	       (res && res->mem_type == TTM_PL_VRAM) ||
	       (bo->tbo.ttm && to_rcp_tt(bo->tbo.ttm)->unpaid);
}

/**
 * rcp_bo_placement() - list the places where a buffer may go, best first
 * @bo: the buffer; reserved, or not visible to other threads yet
 * @domains: RADEON_GEM_DOMAIN_* bits
 * @visible: of VRAM, only the CPU-visible part
 * @placement: out; valid while the reservation is held
 *
 * Context: any.
 */
void rcp_bo_placement(struct rcp_bo *bo, u32 domains, bool visible,
		      struct ttm_placement *placement)
{
	const struct rcp_card *card = &rcp_from_ttm(bo->tbo.bdev)->card;
	u32 visible_pages = card->vram.visible >> PAGE_SHIFT;
	bool hidden = card->vram.visible < card->vram.size;
	unsigned int n = 0;

	memset(bo->place, 0, sizeof(bo->place));
	if ((domains & RADEON_GEM_DOMAIN_VRAM) && !rcp_bo_may_enter_vram(bo))
		domains = (domains & ~RADEON_GEM_DOMAIN_VRAM) | RADEON_GEM_DOMAIN_GTT;
	if (bo->flags & RADEON_GEM_CPU_ACCESS)
		visible = true;
	if (domains & RADEON_GEM_DOMAIN_VRAM) {
		/* Prefer invisible VRAM: other buffers need the CPU-visible part. */
		if (hidden && !visible && (bo->flags & RADEON_GEM_NO_CPU_ACCESS)) {
			bo->place[n].fpfn = visible_pages;
			bo->place[n++].mem_type = TTM_PL_VRAM;
		}
		if (hidden && visible)
			bo->place[n].lpfn = visible_pages;
		bo->place[n++].mem_type = TTM_PL_VRAM;
	}
	if (domains & RADEON_GEM_DOMAIN_GTT)
		bo->place[n++].mem_type = TTM_PL_TT;
	if (!n || (domains & RADEON_GEM_DOMAIN_CPU))
		bo->place[n++].mem_type = TTM_PL_SYSTEM;
	rcp_compat_placement_set(placement, bo->place, n);
}

/**
 * rcp_bo_placement_hidden() - list the places for an eviction from CPU-visible VRAM
 * @bo: the buffer, reserved; in VRAM
 * @placement: out; valid while the reservation is held
 *
 * The buffer goes to invisible VRAM if there is room without further evictions, else to
 * system memory.
 *
 * Context: any.
 */
void rcp_bo_placement_hidden(struct rcp_bo *bo, struct ttm_placement *placement)
{
	const struct rcp_card *card = &rcp_from_ttm(bo->tbo.bdev)->card;

	rcp_bo_placement(bo, RADEON_GEM_DOMAIN_CPU, false, placement);
	bo->place[1] = bo->place[0];
	bo->place[0] = (struct ttm_place) {
		.fpfn = card->vram.visible >> PAGE_SHIFT,
		.mem_type = TTM_PL_VRAM,
	};
	rcp_compat_placement_spare(placement, bo->place, 2);
}

/* Drop the caching flags that the card or the architecture does not support. */
static u32 rcp_bo_caching_flags(const struct rcp_device *rdev, u32 flags)
{
	if (!rdev->uncached)
		flags &= ~(RADEON_GEM_GTT_WC | RADEON_GEM_GTT_UC);
	if (!drm_arch_can_wc_memory())
		flags &= ~RADEON_GEM_GTT_WC;
	return flags;
}

/*
 * -EINTR without a signal is a failed eviction: rcp_move() hides the error from TTM,
 * which would log it.
 */
static int rcp_bo_ttm_error(int ret)
{
	if (ret != -EINTR && ret != -ERESTARTSYS)
		return ret;
	return signal_pending(current) ? -ERESTARTSYS : -ENOMEM;
}

/**
 * rcp_bo_pin() - pin a buffer where it is
 * @bo: the buffer, reserved
 *
 * Takes the buffer off the LRU, so that evictions need not skip it.
 *
 * Context: process.
 */
void rcp_bo_pin(struct rcp_bo *bo)
{
	ttm_bo_pin(&bo->tbo);
	ttm_bo_move_to_lru_tail_unlocked(&bo->tbo);
}

/**
 * rcp_bo_unpin() - undo rcp_bo_pin()
 * @bo: the buffer, reserved
 *
 * Context: process.
 */
void rcp_bo_unpin(struct rcp_bo *bo)
{
	ttm_bo_unpin(&bo->tbo);
	ttm_bo_move_to_lru_tail_unlocked(&bo->tbo);
}

/**
 * rcp_bo_create() - create a buffer
 * @rdev: the device
 * @args: its properties; the reservation of @args->dmabuf, if any, is held
 *
 * A buffer of the driver, of type ttm_bo_type_kernel, is pinned.
 *
 * Context: may sleep; between drm_dev_enter() and drm_dev_exit().
 * Return: the buffer, or an ERR_PTR: -EINVAL, -ENOMEM, -EIO if the card is dead,
 * -ERESTARTSYS.
 */
struct rcp_bo *rcp_bo_create(struct rcp_device *rdev, struct rcp_bo_args *args)
{
	struct ttm_operation_ctx ctx = { .interruptible = args->type != ttm_bo_type_kernel };
	u64 size = round_up(args->size, PAGE_SIZE);
	u32 align_pages = max_t(u64, args->alignment, PAGE_SIZE) >> PAGE_SHIFT;
	struct ttm_placement placement;
	struct rcp_bo *bo;
	int ret;

	if (!size || size < args->size)
		return ERR_PTR(-EINVAL);
	if (size > rcp_heap_max_bo_size(rdev, args->domains))
		return ERR_PTR(-ENOMEM);

	bo = kzalloc(sizeof(*bo), RCP_GFP_ACCOUNT);
	if (!bo)
		return ERR_PTR(-ENOMEM);
	if (args->type != ttm_bo_type_kernel) {
		bo->payer = rcp_payer_get(rdev);
		if (!bo->payer) {
			kfree(bo);
			return ERR_PTR(-ENOMEM);
		}
	}
	bo->domains = args->domains;
	bo->flags = rcp_bo_caching_flags(rdev, args->flags);
	bo->no_clear = args->fixed;
	bo->addr = RCP_NO_ADDR;
	bo->idle_seqno = RCP_NO_SEQNO;
	bo->bumped = jiffies;
	bo->domain = RADEON_GEM_DOMAIN_CPU;
	INIT_LIST_HEAD(&bo->import_node);
	if (args->dmabuf) {
		get_dma_buf(args->dmabuf);
		bo->dmabuf = args->dmabuf;
		bo->shared = true;
	}
	bo->tbo.bdev = &rdev->ttm;
	bo->tbo.base.funcs = rdev->gem_funcs;
	drm_gem_private_object_init(&rdev->drm, &bo->tbo.base, size);

	rcp_bo_placement(bo, args->domains, false, &placement);
	if (args->fixed) {
		bo->place[0].fpfn = args->vram_offset >> PAGE_SHIFT;
		bo->place[0].lpfn = (args->vram_offset + size) >> PAGE_SHIFT;
	}
	/* On failure TTM drops the object, and rcp_bo_destroy() frees it. */
	ret = ttm_bo_init_reserved(&rdev->ttm, &bo->tbo, args->type, &placement, align_pages,
				   &ctx, args->sg, args->dmabuf ? args->dmabuf->resv : NULL,
				   rcp_bo_destroy);
	args->moved = ctx.bytes_moved;
	if (ret)
		return ERR_PTR(rcp_bo_ttm_error(ret));
	if (args->type == ttm_bo_type_kernel)
		rcp_bo_pin(bo);
	if (!args->dmabuf)
		ttm_bo_unreserve(&bo->tbo);
	return bo;
}

/**
 * rcp_bo_free() - drop a buffer of the driver
 * @bo: the buffer, which rcp_bo_create() has pinned
 *
 * Context: may sleep; the buffer is not reserved.
 */
void rcp_bo_free(struct rcp_bo *bo)
{
	dma_resv_lock(bo->tbo.base.resv, NULL);
	rcp_bo_unpin(bo);
	dma_resv_unlock(bo->tbo.base.resv);
	rcp_bo_put(bo);
}

/**
 * rcp_bo_validate() - move a buffer unless it is in an allowed place
 * @bo: the buffer, reserved
 * @placement: the allowed places
 * @ctx: how to wait; counts the bytes that are moved
 *
 * Context: may sleep; between drm_dev_enter() and drm_dev_exit().
 * Return: 0, -ENOMEM, -EBUSY, -ERESTARTSYS, or the error of the copy.
 */
int rcp_bo_validate(struct rcp_bo *bo, struct ttm_placement *placement,
		    struct ttm_operation_ctx *ctx)
{
	return rcp_bo_ttm_error(ttm_bo_validate(&bo->tbo, placement, ctx));
}

/**
 * rcp_bo_set_contents_fence() - record the job that copies or clears a buffer's contents
 * @bo: the buffer, reserved
 * @fence: the fence of that job; takes a reference
 *
 * If an earlier one fails, even after this call, the contents stay lost: a copy of memory whose
 * clear was given up copies data of other clients.  Jobs of the driver run in order, so at most
 * one earlier job is kept; if two have not finished, this function waits for the first.
 *
 * Context: may sleep.
 */
void rcp_bo_set_contents_fence(struct rcp_bo *bo, struct dma_fence *fence)
{
	if (bo->prev_contents_fence)
		dma_fence_wait(bo->prev_contents_fence, false);
	bo->stale = rcp_bo_is_stale(bo);
	dma_fence_put(bo->prev_contents_fence);
	bo->prev_contents_fence = NULL;
	if (bo->contents_fence && !dma_fence_is_signaled(bo->contents_fence))
		swap(bo->prev_contents_fence, bo->contents_fence);
	dma_fence_put(bo->contents_fence);
	bo->contents_fence = dma_fence_get(fence);
}
