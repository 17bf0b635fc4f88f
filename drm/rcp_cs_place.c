// SPDX-License-Identifier: GPL-2.0
/*
 * Where the buffers of a submission go, if they are not there already.
 *
 * A buffer that the card does not reach has to move: to VRAM if there is room, else it
 * gets an address of the GART for its pages.  One that the card reaches, but in another
 * heap than the submission prefers, moves within the client's budget, in the order of the
 * relocations' priorities, and others may have to leave VRAM for it.  So a client that
 * idles on VRAM gives way, and one that moves buffers back and forth does not use up the bus.
 *
 * No move waits for the buffer's own users: they must be in the ring, so that its order
 * does the rest.  Else the buffer stays where it is this time, and only its job waits.
 *
 * Called by rcp_cs.c with the buffers reserved.
 */
#include <linux/jiffies.h>

#include "rcp_submit.h"

/* ---- budget ---- */

/* What the moves of a client may amount to: bytes in a jiffy (128 MiB/s), and at once. */
#define RCP_BUDGET_RATE		((128ll << 20) / HZ)
#define RCP_BUDGET_BURST	(64ll << 20)

/**
 * rcp_budget_left() - may a client have buffers moved?
 * @file: the client
 *
 * A move may take more than there is, which later ones have to wait for.
 *
 * Context: may sleep.
 */
bool rcp_budget_left(struct rcp_file *file)
{
	u64 now = get_jiffies_64();
	bool left;

	mutex_lock(&file->lock);
	/* A file that never asked has waited since time 0, so it has all of it. */
	file->budget = min_t(s64, RCP_BUDGET_BURST, file->budget +
			     (s64)(now - file->budget_jiffies) * RCP_BUDGET_RATE);
	file->budget_jiffies = now;
	left = file->budget > 0;
	mutex_unlock(&file->lock);
	return left;
}

/**
 * rcp_budget_spend() - buffers were moved for a client
 * @file: the client
 * @bytes: how much
 *
 * Context: may sleep.
 */
void rcp_budget_spend(struct rcp_file *file, u64 bytes)
{
	mutex_lock(&file->lock);
	file->budget -= bytes;
	mutex_unlock(&file->lock);
}

/* ---- places ---- */

static int rcp_cs_validate(struct rcp_submit *sub, struct rcp_bo *bo, u32 domains)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	struct ttm_placement placement;
	int ret;

	rcp_bo_placement(bo, domains, false, &placement);
	ret = rcp_bo_validate(bo, &placement, &ctx);
	rcp_budget_spend(sub->file, ctx.bytes_moved);
	return ret;
}

/*
 * All clients' buffers are cleared in one queue, which has its turn like any client's: a
 * client that has them cleared faster than the card gets to them waits, and others do not.
 */
static int rcp_cs_clear(struct rcp_submit *sub, struct rcp_bo *bo)
{
	struct rcp_file *file = sub->file;
	struct dma_fence **last;
	int ret = -EAGAIN;

	if (rcp_move_clear_small(bo))
		return 0;
	mutex_lock(&file->lock);
	last = &file->clears[file->nclears % RCP_FILE_CLEARS];
	if (*last && !dma_fence_is_signaled(*last)) {
		dma_fence_put(sub->need.busy);
		sub->need.busy = dma_fence_get(*last);
	} else {
		ret = rcp_move_clear(bo);
	}
	if (!ret) {
		dma_fence_put(*last);
		*last = dma_fence_get(bo->filler);
		file->nclears++;
	}
	mutex_unlock(&file->lock);
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

/* The card does not reach it.  VRAM is the better place, but nothing is evicted for it here. */
static int rcp_cs_fetch(struct rcp_submit *sub, struct rcp_submit_bo *entry)
{
	u32 domains = RADEON_GEM_DOMAIN_GTT;
	int ret;

	if ((entry->domains & RADEON_GEM_DOMAIN_VRAM) && rcp_budget_left(sub->file) &&
	    rcp_move_is_ready(entry->bo))
		domains |= RADEON_GEM_DOMAIN_VRAM;
	ret = rcp_cs_validate(sub, entry->bo, domains);
	if (ret)
		return ret;
	if (!(entry->bo->domain & entry->domains))
		rcp_cs_want(sub, entry);
	/* Pages that were never there are not copied. */
	return entry->bo->uncleared ? rcp_cs_clear(sub, entry->bo) : 0;
}

/**
 * rcp_cs_move() - a buffer is not where the submission wants it
 * @sub: the submission
 * @entry: the buffer, reserved
 *
 * Context: may sleep.
 * Return: 0 if the card may be given it where it is now, and @entry->wanted says whether
 * it has still to move; -ENOMEM, -ERESTARTSYS.
 */
int rcp_cs_move(struct rcp_submit *sub, struct rcp_submit_bo *entry)
{
	struct rcp_bo *bo = entry->bo;

	/* Moving another driver's pages would make a copy that the exporter does not see. */
	if (bo->tbo.type == ttm_bo_type_sg || bo->tbo.pin_count)
		return 0;
	/* A buffer without contents goes anywhere, and costs nothing until it is used. */
	if (bo->uncleared && !(bo->domain & entry->domains))
		return rcp_cs_validate(sub, bo, entry->domains);
	if (bo->uncleared)
		return rcp_cs_clear(sub, bo);
	if (bo->domain & entry->domains)
		return 0;
	if (bo->domain == RADEON_GEM_DOMAIN_CPU)
		return rcp_cs_fetch(sub, entry);
	rcp_cs_want(sub, entry);
	return 0;
}

/* Move a buffer, or leave it. */
static int rcp_cs_prefer(struct rcp_submit *sub, struct rcp_submit_bo *entry)
{
	struct rcp_device *rdev = sub->rdev;
	struct rcp_bo *bo = entry->bo;
	bool may = rcp_budget_left(sub->file) && rcp_move_is_ready(bo);
	int ret;

	/* The aperture could not take it. */
	may |= rcp_bo_size(bo) > rcp_ttm_size(rdev, TTM_PL_TT);
	if (!may || (sub->vram_full && (entry->domains & RADEON_GEM_DOMAIN_VRAM)))
		return 0;
	ret = rcp_cs_validate(sub, bo, entry->domains);
	if (ret != -ENOMEM && ret != -EBUSY)
		return ret;
	/*
	 * It stays where it was.  TTM may have met a task with an older ticket and hides
	 * that: then no further locks may be asked for.
	 */
	sub->vram_full = true;
	return 0;
}

/**
 * rcp_cs_move_wanted() - move the buffers that are wanted elsewhere
 * @sub: the submission
 *
 * Context: may sleep.
 * Return: 0, whether they moved or not; -ERESTARTSYS, or what a copy says.
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
				return rcp_submit_refuse(sub, ret, "a buffer cannot be moved");
		}
	}
	return 0;
}

/* ---- addresses ---- */

/* Bytes of the aperture that the submission's buffers take if they are packed. */
static u64 rcp_cs_gtt_size(struct rcp_submit *sub)
{
	struct rcp_submit_bo *entry;
	u64 size = 0;

	/* Each counts once, however often it is named. */
	for (entry = sub->bos; entry != sub->bos_end; entry++)
		entry->bo->written = entry->bo->domain != RADEON_GEM_DOMAIN_VRAM;
	for (entry = sub->bos; entry != sub->bos_end; entry++) {
		if (entry->bo->written)
			size += rcp_bo_size(entry->bo);
		entry->bo->written = false;
	}
	return size;
}

static int rcp_cs_bind_each(struct rcp_submit *sub)
{
	struct rcp_submit_bo *entry;
	int ret = 0;

	for (entry = sub->bos; entry != sub->bos_end && !ret; entry++)
		if (entry->bo->addr == RCP_NO_ADDR)
			ret = rcp_gtt_bind(sub->rdev, entry->bo, &sub->need);
	return ret;
}

/* If only the submission's own buffers are in each other's way, they are packed anew. */
static int rcp_cs_bind_locked(struct rcp_submit *sub)
{
	struct rcp_submit_bo *entry;
	int ret;

	ret = rcp_cs_bind_each(sub);
	if (ret != -ENOSPC || sub->need.others)
		return ret;
	for (entry = sub->bos; entry != sub->bos_end; entry++)
		rcp_gtt_drop(sub->rdev, entry->bo, &sub->need);
	return sub->need.busy ? ret : rcp_cs_bind_each(sub);
}

/**
 * rcp_cs_bind() - give all buffers a GPU address
 * @sub: the submission; all are in VRAM or have pages
 *
 * Under one hold of the lock, so that it has all at once or waits for all.
 *
 * Context: may sleep.
 * Return: 0, and the addresses are in @sub->addrs; -EAGAIN if the submission has to let
 * everything go and wait; -ENOMEM if it needs more than the aperture, or what
 * rcp_gart_map() says.
 */
int rcp_cs_bind(struct rcp_submit *sub)
{
	struct rcp_device *rdev = sub->rdev;
	struct rcp_submit_bo *entry;
	u64 *addr = sub->addrs;
	u64 size;
	int ret;

	sub->need.ticket = &sub->ticket;
	mutex_lock(&rdev->gtt.lock);
	ret = rcp_cs_bind_locked(sub);
	mutex_unlock(&rdev->gtt.lock);
	for (entry = sub->bos; entry != sub->bos_end && !ret; entry++) {
		sub->job->writes_vram |= entry->write &&
					 entry->bo->domain == RADEON_GEM_DOMAIN_VRAM;
		*addr++ = entry->bo->addr;
	}
	if (!ret)
		return 0;
	if (ret != -ENOSPC)
		return rcp_submit_refuse(sub, ret, "the card does not map the buffers");
	if (sub->need.busy || sub->need.others) {
		sub->need.space = true;
		return -EAGAIN;
	}
	size = rcp_cs_gtt_size(sub);
	sub->why_actual = size;
	return rcp_submit_refuse(sub, -ENOMEM,
				 "the buffers outside of VRAM need %llu bytes, the aperture has %llu",
				 size, rcp_ttm_size(rdev, TTM_PL_TT));
}
