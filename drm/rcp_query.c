// SPDX-License-Identifier: GPL-2.0
/*
 * DRM_RCP_QUERY: the driver, the card, limits, clocks and memory.
 *
 * Called from the ioctl, without locks.  Only the clocks wake the card.
 */
#include <linux/ktime.h>
#include <linux/pci.h>
#include <linux/uaccess.h>

#include <drm/radeon_drm.h>

/*
 * The structs that userspace gets have no padding: an initialiser need not clear that.  These are
 * the first files of this unit that include the headers.
 */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
#include <rcp_capture.h>
#include <rcp_drm.h>
#pragma GCC diagnostic pop

#include "mem/rcp_bo.h"

/* &drm_rcp_query_driver.major and .minor. */
#define RCP_ABI_MAJOR	1
#define RCP_ABI_MINOR	2

static void rcp_query_driver(struct drm_rcp_query_driver *answer)
{
	answer->major = RCP_ABI_MAJOR;
	answer->minor = RCP_ABI_MINOR;
	answer->features = RCP_FEATURE_VERDICT | RCP_FEATURE_VALIDATE_ONLY |
			   RCP_FEATURE_CONTEXTS | RCP_FEATURE_FENCES | RCP_FEATURE_SYNCS |
			   RCP_FEATURE_SYNCS_TIMELINE | RCP_FEATURE_BO_WAIT |
			   RCP_FEATURE_NO_IMPLICIT | RCP_FEATURE_RELOC_DUMP |
			   (RCP_COMPAT_FENCE_DEADLINE ? RCP_FEATURE_WAIT_DEADLINE : 0);
	answer->max_ib_dw = RCP_IB_MAX_DW;
	answer->max_relocs = RCP_MAX_RELOCS;
	answer->max_chunks = RCP_MAX_CHUNKS;
	answer->verdict_size = sizeof(struct drm_rcp_verdict);
}

static void rcp_query_card(struct rcp_device *rdev, struct drm_rcp_query_card *answer)
{
	const struct rcp_card *card = &rdev->card;

	strscpy(answer->chip_name, card->chip->name, sizeof(answer->chip_name));
	answer->pci_device = card->pdev->device;
	answer->pipes = card->pm4.pipes;
	answer->banks = card->pm4.banks;
	answer->group_bytes = card->pm4.group_bytes;
	answer->backends = card->pm4.backends;
	answer->vram_size = rcp_heap_size(rdev, TTM_PL_VRAM);
	answer->vram_visible = min(answer->vram_size, card->vram.visible);
	answer->gtt_size = rcp_heap_size(rdev, TTM_PL_TT);
	answer->resets = atomic_read(&rdev->sched.resets);
	answer->generation = card->traits->generation;
	answer->engine_khz = READ_ONCE(card->config.real_sclk_khz);
	answer->memory_khz = READ_ONCE(card->config.real_mclk_khz);
}

static void rcp_query_limits(struct rcp_device *rdev, struct drm_rcp_query_limits *answer)
{
	const struct rcp_order *order = &rdev->sched.turns.order;

	answer->max_contexts = RCP_MAX_CONTEXTS;
	answer->max_syncs = RCP_MAX_SYNCS;
	answer->max_queued = RCP_QUEUE_JOBS;
	answer->error_history = RCP_QUEUE_FAILED;
	answer->job_timeout_ms = div_u64(order->timeout_ns, NSEC_PER_MSEC);
	answer->shared_timeout_ms = div_u64(order->shared_ns, NSEC_PER_MSEC);
	answer->ban_hangs = RCP_BAN_HANGS;
	answer->ban_window_ms = RCP_BAN_WINDOW_MS;
	answer->ban_contexts = RCP_BAN_CONTEXTS;
	answer->priorities = 1u << RCP_CTX_PRIORITY_NORMAL;
	answer->max_bo_size = rcp_heap_max_bo_size(rdev, RADEON_GEM_DOMAIN_VRAM);
	/* An export is system pages. */
	answer->max_shared_size = min_t(u64, rcp_heap_max_bo_size(rdev, RADEON_GEM_DOMAIN_GTT),
					(u64)rcp_tt_limit() << PAGE_SHIFT);
}

/* Read the CPU clocks just before the clock of the card; delta_ns is the time for all reads. */
static int rcp_query_clocks(struct rcp_device *rdev, struct drm_rcp_query_clocks *answer)
{
	int ret, idx;

	ret = rcp_gate_enter(rdev, &idx);
	if (ret)
		return ret;
	answer->mono_ns = ktime_get_ns();
	answer->raw_ns = ktime_get_raw_ns();
	ret = rcp_card_clock(&rdev->card, &answer->gpu_ticks);
	answer->delta_ns = ktime_get_ns() - answer->mono_ns;
	answer->gpu_hz = rdev->card.config.crystal_khz * 1000ull;
	rcp_gate_exit(rdev, idx);
	return ret;
}

static void rcp_query_memory(struct rcp_device *rdev, struct drm_rcp_query_memory *answer)
{
	answer->vram_size = rcp_heap_size(rdev, TTM_PL_VRAM);
	answer->vram_used = rcp_heap_usage(rdev, TTM_PL_VRAM);
	answer->vram_visible_size = min(answer->vram_size, rdev->card.vram.visible);
	answer->vram_visible_used = atomic64_read(&rdev->visible_used);
	answer->gtt_size = rcp_heap_size(rdev, TTM_PL_TT);
	answer->gtt_used = rcp_heap_usage(rdev, TTM_PL_TT);
	answer->system_limit = (u64)rcp_tt_limit() << PAGE_SHIFT;
	answer->system_used = (u64)atomic_long_read(&rdev->tt_pages) << PAGE_SHIFT;
}

/*
 * DRM_RCP_QUERY.  Context: may sleep.  Return: 0, -EINVAL for an unknown type or a size above
 * RCP_QUERY_MAX_SIZE, -EFAULT; for the clocks also -ENODEV, -EIO after a PCI error, -ERESTARTSYS.
 */
int rcp_query_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_rcp_query *query = data;
	void __user *to = u64_to_user_ptr(query->data);
	union {
		struct drm_rcp_query_driver driver;
		struct drm_rcp_query_card card;
		struct drm_rcp_query_limits limits;
		struct drm_rcp_query_clocks clocks;
		struct drm_rcp_query_memory memory;
	} answer;
	u32 size, room = query->size;
	int ret;

	/* An initialiser may clear the first member alone. */
	memset(&answer, 0, sizeof(answer));
	switch (query->type) {
	case RCP_QUERY_DRIVER:
		rcp_query_driver(&answer.driver);
		size = sizeof(answer.driver);
		break;
	case RCP_QUERY_CARD:
		rcp_query_card(to_rcp(drm), &answer.card);
		size = sizeof(answer.card);
		break;
	case RCP_QUERY_LIMITS:
		rcp_query_limits(to_rcp(drm), &answer.limits);
		size = sizeof(answer.limits);
		break;
	case RCP_QUERY_CLOCKS:
		ret = rcp_query_clocks(to_rcp(drm), &answer.clocks);
		if (ret)
			return ret;
		size = sizeof(answer.clocks);
		break;
	case RCP_QUERY_MEMORY:
		rcp_query_memory(to_rcp(drm), &answer.memory);
		size = sizeof(answer.memory);
		break;
	default:
		drm_dbg_driver(drm, "QUERY: unknown type %u\n", query->type);
		return -EINVAL;
	}

	query->size = size;
	if (!query->data)
		return 0;
	/* The whole buffer is written without a break, so its size needs a limit. */
	if (room > RCP_QUERY_MAX_SIZE)
		return -EINVAL;
	if (copy_to_user(to, &answer, min(size, room)))
		return -EFAULT;
	if (room > size && clear_user(to + size, room - size))
		return -EFAULT;
	return 0;
}
