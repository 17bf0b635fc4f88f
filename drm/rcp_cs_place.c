// SPDX-License-Identifier: GPL-2.0
/*
 * Placement of the buffers of a submission.
 *
 * A buffer that the card does not reach must move: to VRAM if there is free space, else to
 * system pages, which get a GART address later (rcp_bind.c).  A buffer that the card reaches,
 * but in another heap than the submission prefers, moves within the client's budget, in the
 * order of the relocations' priorities, and may evict other buffers from VRAM.  So an idle
 * client loses its VRAM to an active one, and a client that moves buffers back and forth does
 * not saturate the bus.
 *
 * A move does not wait for jobs that use the buffer: it is made only if all of them are in the
 * ring.  The ring executes in order, so the copy runs after them.  Otherwise the buffer stays where
 * it is for this submission, and only the job waits.  The exception is a buffer that is larger than
 * the aperture: the card can only use it in VRAM, so the ioctl waits, without any lock.
 *
 * Called by rcp_cs.c with the buffers reserved.  The budget, and the number of clears that are not
 * finished, belong to the process' account (fence/rcp_account.c).
 */
#include "rcp_submit.h"

/* ---- places ---- */

static int rcp_cs_validate(struct rcp_submit *sub, struct rcp_bo *bo, u32 domains)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	struct ttm_placement placement;
	int ret;

	rcp_bo_placement(bo, domains, false, &placement);
	ret = rcp_bo_validate(bo, &placement, &ctx);
	rcp_account_budget_spend(sub->account, ctx.bytes_moved);
	return ret;
}

static u32 rcp_cs_priority(const struct rcp_submit *sub, const struct rcp_submit_bo *entry)
{
	return sub->relocs[entry - sub->bos].flags & RADEON_RELOC_PRIO_MASK;
}

static void rcp_cs_want(struct rcp_submit *sub, struct rcp_submit_bo *entry)
{
	entry->wanted = true;
	sub->wanted |= 1u << rcp_cs_priority(sub, entry);
}

/*
 * Move a buffer that the card does not reach.  VRAM is the better heap, but the GTT is
 * always allowed, so that TTM evicts nothing here: it evicts only if no heap has room.
 */
static int rcp_cs_fetch(struct rcp_submit *sub, struct rcp_submit_bo *entry)
{
	u32 domains = RADEON_GEM_DOMAIN_GTT;
	int ret;

	if ((entry->domains & RADEON_GEM_DOMAIN_VRAM) && rcp_account_budget_left(sub->account) &&
	    rcp_move_is_ready(entry->bo))
		domains |= RADEON_GEM_DOMAIN_VRAM;
	ret = rcp_cs_validate(sub, entry->bo, domains);
	if (ret)
		return ret;
	if (!(entry->bo->domain & entry->domains))
		rcp_cs_want(sub, entry);
	/* A buffer without contents is not copied to VRAM; clear it there. */
	return entry->bo->uncleared ? rcp_move_clear(entry->bo, sub->account, &sub->busy) : 0;
}

/**
 * rcp_cs_move() - move a buffer to a heap that the card reaches
 * @sub: the submission
 * @entry: the buffer, reserved
 *
 * Sets @entry->wanted if the submission prefers another heap than the one where the buffer
 * is then: rcp_cs_move_wanted() handles that.
 *
 * Context: may sleep.
 * Return: 0 if the card reaches the heap; -EAGAIN if the submission must wait for an
 * earlier clear; -ENOMEM, -ERESTARTSYS.
 */
int rcp_cs_move(struct rcp_submit *sub, struct rcp_submit_bo *entry)
{
	struct rcp_bo *bo = entry->bo;

	/* A move of imported pages would make a copy that the exporter does not see. */
	if (bo->tbo.type == ttm_bo_type_sg || bo->tbo.pin_count)
		return 0;
	/* A buffer without contents moves without a copy. */
	if (bo->uncleared && !(bo->domain & entry->domains))
		return rcp_cs_validate(sub, bo, entry->domains);
	if (bo->uncleared)
		return rcp_move_clear(bo, sub->account, &sub->busy);
	if (bo->domain & entry->domains)
		return 0;
	if (bo->domain == RADEON_GEM_DOMAIN_CPU)
		return rcp_cs_fetch(sub, entry);
	rcp_cs_want(sub, entry);
	return 0;
}

/* Move a buffer to the preferred heap; if there is no room, leave it where it is. */
static int rcp_cs_prefer(struct rcp_submit *sub, struct rcp_submit_bo *entry)
{
	struct rcp_device *rdev = sub->rdev;
	struct rcp_bo *bo = entry->bo;
	struct dma_fence *fence = rcp_move_dependency(bo);
	/* A buffer that is larger than the aperture can only be used in VRAM. */
	bool must = rcp_bo_size(bo) > rcp_heap_size(rdev, TTM_PL_TT);
	int ret;

	if (must && fence) {
		sub->busy = dma_fence_get(fence);
		return -EAGAIN;
	}
	if ((!must && (fence || !rcp_account_budget_left(sub->account))) ||
	    (sub->vram_full && (entry->domains & RADEON_GEM_DOMAIN_VRAM)))
		return 0;
	ret = rcp_cs_validate(sub, bo, entry->domains);
	if (ret != -ENOMEM && ret != -EBUSY)
		return ret;
	/*
	 * The buffer stays where it was.  TTM may have backed off from a thread with an older
	 * ticket, and hides that -EDEADLK: then no more locks may be taken with the ticket.
	 */
	sub->vram_full = true;
	return 0;
}

/**
 * rcp_cs_move_wanted() - move buffers to the heaps that the submission prefers
 * @sub: the submission
 *
 * Moves the buffers with &rcp_submit_bo.wanted set, the highest priority first.
 *
 * Context: may sleep.
 * Return: 0, even if buffers stay where they are; -EAGAIN if the submission must wait for a job;
 * -ERESTARTSYS, or the error of a copy.
 */
int rcp_cs_move_wanted(struct rcp_submit *sub)
{
	struct rcp_submit_bo *entry;
	u32 left, prio;
	int ret;

	for (left = sub->wanted; left; left &= ~(1u << prio)) {
		prio = __fls(left);
		for (entry = sub->bos; entry != sub->bos_end; entry++) {
			if (!entry->wanted || rcp_cs_priority(sub, entry) != prio)
				continue;
			ret = rcp_cs_prefer(sub, entry);
			if (ret)
				return rcp_verdict_refuse(sub, ret, "a buffer cannot be moved");
		}
	}
	return 0;
}
