// SPDX-License-Identifier: GPL-2.0
/*
 * DRM_RCP_QUERY: what this driver has that radeon has not.
 */
#include <linux/pci.h>
#include <linux/uaccess.h>

#include <drm/drm_drv.h>

#include "rcp_bo.h"

/* &drm_rcp_query_driver.major and .minor. */
#define RCP_ABI_MAJOR	0
#define RCP_ABI_MINOR	1

static void rcp_query_driver(struct drm_rcp_query_driver *answer)
{
	answer->major = RCP_ABI_MAJOR;
	answer->minor = RCP_ABI_MINOR;
	answer->features = RCP_FEATURE_VERDICT | RCP_FEATURE_VALIDATE_ONLY;
	answer->max_ib_dw = RCP_MAX_IB_DW;
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
	answer->vram_size = rcp_ttm_size(rdev, TTM_PL_VRAM);
	answer->vram_visible = min(answer->vram_size, card->vram.visible);
	answer->gtt_size = rcp_ttm_size(rdev, TTM_PL_TT);
	answer->resets = atomic_read(&rdev->sched.resets);
}

/**
 * rcp_query_ioctl - DRM_RCP_QUERY
 * @drm: the device
 * @data: struct drm_rcp_query
 * @file: the client
 *
 * Context: may sleep.
 * Return: 0, -EINVAL for an unknown type or too much room, -EFAULT.
 */
int rcp_query_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_rcp_query *query = data;
	void __user *to = u64_to_user_ptr(query->data);
	union {
		struct drm_rcp_query_driver driver;
		struct drm_rcp_query_card card;
	} answer = {};
	u32 size, room = query->size;

	switch (query->type) {
	case RCP_QUERY_DRIVER:
		rcp_query_driver(&answer.driver);
		size = sizeof(answer.driver);
		break;
	case RCP_QUERY_CARD:
		rcp_query_card(to_rcp(drm), &answer.card);
		size = sizeof(answer.card);
		break;
	default:
		drm_dbg_driver(drm, "QUERY: unknown type %u\n", query->type);
		return -EINVAL;
	}

	query->size = size;
	if (!query->data)
		return 0;
	/* All of it is written, in one go. */
	if (room > RCP_QUERY_MAX_SIZE)
		return -EINVAL;
	if (copy_to_user(to, &answer, min(size, room)))
		return -EFAULT;
	if (room > size && clear_user(to + size, room - size))
		return -EFAULT;
	return 0;
}
