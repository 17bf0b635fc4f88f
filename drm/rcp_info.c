// SPDX-License-Identifier: GPL-2.0
/*
 * DRM_RADEON_INFO: properties and counters of the card.
 *
 * Every answer is a u32, except for a few counters that are u64.  The answers are radeon's;
 * a request without an answer fails with -EINVAL, which userspace takes as "not supported".
 * tests/kselftest/vm/same-ioctls.list has the differences to radeon, with the reasons.
 *
 * Called from the ioctl, without locks.
 */
#include <linux/pci.h>
#include <linux/uaccess.h>

#include <drm/drm_drv.h>

#include "mem/rcp_bo.h"

/* Answers of 64 bits.  Returns false if the request has no such answer, else *@ret is valid. */
static bool rcp_info_wide(struct rcp_device *rdev, u32 request, u64 *value, int *ret)
{
	switch (request) {
	case RADEON_INFO_TIMESTAMP:
		*ret = rcp_card_clock(&rdev->card, value);
		return true;
	case RADEON_INFO_NUM_BYTES_MOVED:
		*value = atomic64_read(&rdev->count.bytes_moved);
		return true;
	case RADEON_INFO_VRAM_USAGE:
		*value = rcp_heap_usage(rdev, TTM_PL_VRAM);
		return true;
	case RADEON_INFO_GTT_USAGE:
		*value = rcp_heap_usage(rdev, TTM_PL_TT);
		return true;
	default:
		return false;
	}
}

/* Test whether the request has an argument. */
static bool rcp_info_reads(u32 request)
{
	switch (request) {
	case RADEON_INFO_CRTC_FROM_ID:
	case RADEON_INFO_WANT_HYPERZ:
	case RADEON_INFO_WANT_CMASK:
	case RADEON_INFO_RING_WORKING:
	case RADEON_INFO_READ_REG:
		return true;
	default:
		return false;
	}
}

/* Test whether the answer needs register reads, for which the card must be awake. */
static bool rcp_info_touches(u32 request)
{
	return request == RADEON_INFO_TIMESTAMP || request == RADEON_INFO_READ_REG ||
	       request == RADEON_INFO_CURRENT_GPU_TEMP;
}

static int rcp_info_enter(struct rcp_device *rdev, u32 request, int *idx)
{
	if (rcp_info_touches(request))
		return rcp_gate_enter(rdev, idx);
	return drm_dev_enter(&rdev->drm, idx) ? 0 : -ENODEV;
}

static void rcp_info_exit(struct rcp_device *rdev, u32 request, int idx)
{
	if (rcp_info_touches(request))
		rcp_gate_exit(rdev, idx);
	else
		drm_dev_exit(idx);
}

/* Answer 1 for a ring that works, 0 for a ring that the card does not have. */
static int rcp_info_ring(const struct rcp_card *card, u32 *value)
{
	switch (*value) {
	case RADEON_CS_RING_GFX:
	case RADEON_CS_RING_COMPUTE:
	case RADEON_CS_RING_DMA:
		*value = card->traits->rings >> *value & 1;
		return 0;
	default:
		/* Mesa takes any answer for the rings of UVD and VCE as "works". */
		return -EINVAL;
	}
}

/*
 * Answers of 32 bits.  @value is the client's argument on entry.  Long, because it is one switch
 * over the requests.
 */
static int rcp_info_value(struct rcp_file *file, u32 request, u32 *value)
{
	struct rcp_device *rdev = file->rdev;
	struct rcp_card *card = &rdev->card;
	const struct rcp_config *config = &card->config;
	int ret, millidegrees = 0;

	switch (request) {
	case RADEON_INFO_RING_WORKING:
		return rcp_info_ring(card, value);
	case RADEON_INFO_WANT_HYPERZ:
	case RADEON_INFO_WANT_CMASK:
		if (*value > 1)
			return -EINVAL;
		*value = rcp_grant_want(file, request == RADEON_INFO_WANT_CMASK ?
					PM4_OWNS_CMASK : PM4_OWNS_HYPERZ, *value);
		return 0;
	case RADEON_INFO_FASTFB_WORKING:
	case RADEON_INFO_VCE_FW_VERSION:
	case RADEON_INFO_VCE_FB_VERSION:
		/* No generation of this driver has these. */
		*value = 0;
		return 0;
	case RADEON_INFO_READ_REG:
		return rcp_card_status(card, *value, value);
	case RADEON_INFO_DEVICE_ID:
		*value = card->pdev->device;
		return 0;
	case RADEON_INFO_ACCEL_WORKING:
	case RADEON_INFO_ACCEL_WORKING2:
		*value = !READ_ONCE(rdev->sched.dead) && !READ_ONCE(card->lost);
		return 0;
	case RADEON_INFO_CLOCK_CRYSTAL_FREQ:
		*value = config->crystal_khz;
		return 0;
	case RADEON_INFO_FUSION_GART_WORKING:
	case RADEON_INFO_MAX_SE:
	case RADEON_INFO_SI_CP_DMA_COMPUTE:
	case RADEON_INFO_VA_UNMAP_WORKING:
		*value = 1;
		return 0;
	case RADEON_INFO_MAX_SCLK:
		*value = config->sclk_khz;
		return 0;
	case RADEON_INFO_CURRENT_GPU_SCLK:
		*value = READ_ONCE(config->cur_sclk_khz) / 1000;
		return READ_ONCE(card->lost) ? -ENODEV : 0;
	case RADEON_INFO_CURRENT_GPU_MCLK:
		*value = READ_ONCE(config->cur_mclk_khz) / 1000;
		return READ_ONCE(card->lost) ? -ENODEV : 0;
	case RADEON_INFO_CURRENT_GPU_TEMP:
		/* Millidegrees.  Below 0 the answer is a signed value in a u32, as on radeon. */
		ret = rcp_card_temperature(card, &millidegrees);
		*value = millidegrees;
		return ret;
	case RADEON_INFO_GPU_RESET_COUNTER:
		/* Mesa tells robust contexts of a change: count what cost the client something. */
		*value = atomic_read(&file->base.hits) + atomic_read(&rdev->sched.vram_lost);
		return 0;
	default:
		return rcp_card_info(card, request, value);
	}
}

/*
 * DRM_RADEON_INFO.  Context: may sleep.  Return: 0, -EINVAL for a request that has no answer,
 * -EFAULT, -ENODEV, -EIO after a PCI error, -ERESTARTSYS.
 */
int rcp_info_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct rcp_device *rdev = to_rcp(drm);
	struct drm_radeon_info *info = data;
	void __user *to = u64_to_user_ptr(info->value);
	u32 value = 0;
	u64 wide = 0;
	bool is_wide;
	int ret, idx;

	/* Before drm_dev_enter(), because unplug would otherwise wait for a user memory access. */
	if (rcp_info_reads(info->request) && copy_from_user(&value, to, sizeof(value)))
		return -EFAULT;
	ret = rcp_info_enter(rdev, info->request, &idx);
	if (ret)
		return ret;
	is_wide = rcp_info_wide(rdev, info->request, &wide, &ret);
	if (!is_wide)
		ret = rcp_info_value(file->driver_priv, info->request, &value);
	rcp_info_exit(rdev, info->request, idx);

	if (ret) {
		drm_dbg_driver(drm, "INFO 0x%x: no answer (%d)\n", info->request, ret);
		return ret;
	}
	if (is_wide ? copy_to_user(to, &wide, sizeof(wide)) :
		      copy_to_user(to, &value, sizeof(value)))
		return -EFAULT;
	return 0;
}
