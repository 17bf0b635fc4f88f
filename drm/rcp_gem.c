// SPDX-License-Identifier: GPL-2.0
/*
 * The buffer ioctls of radeon's ABI.
 *
 * Arguments are checked first: flags have masks, padding is zero, sizes and
 * alignments have bounds.  What radeon offers and R6xx/R7xx userspace never
 * uses is left out of the ioctl table.
 */
#include <linux/ktime.h>
#include <linux/log2.h>

#include <drm/drm_gem.h>
#include <drm/drm_vma_manager.h>

#include "rcp_bo.h"

#define RCP_GEM_DOMAINS	(RADEON_GEM_DOMAIN_CPU | RADEON_GEM_DOMAIN_GTT | RADEON_GEM_DOMAIN_VRAM)
#define RCP_GEM_FLAGS	(RADEON_GEM_NO_BACKING_STORE | RADEON_GEM_GTT_UC | RADEON_GEM_GTT_WC | \
			 RADEON_GEM_CPU_ACCESS | RADEON_GEM_NO_CPU_ACCESS)
#define RCP_GEM_TILING	(RADEON_TILING_MACRO | RADEON_TILING_MICRO | RADEON_TILING_SWAP_16BIT | \
			 RADEON_TILING_SWAP_32BIT | RADEON_TILING_SURFACE | \
			 RADEON_TILING_MICRO_SQUARE)

/* How long one WAIT_IDLE waits; userspace calls again on -EBUSY. */
#define RCP_WAIT_IDLE_NS	(30 * NSEC_PER_SEC)

/* The buffer behind a handle, with a reference, or NULL. */
static struct rcp_bo *rcp_gem_lookup(struct drm_file *file, u32 handle)
{
	struct drm_gem_object *gem = drm_gem_object_lookup(file, handle);

	return gem ? gem_to_rcp_bo(gem) : NULL;
}

/**
 * rcp_gem_info_ioctl - DRM_RADEON_GEM_INFO: how much memory there is
 * @drm: the device
 * @data: struct drm_radeon_gem_info
 * @file: the client
 *
 * Return: 0.
 */
int rcp_gem_info_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct rcp_device *rdev = to_rcp(drm);
	struct drm_radeon_gem_info *info = data;
	u64 vram = rcp_ttm_size(rdev, TTM_PL_VRAM);

	info->vram_size = vram;
	info->vram_visible = min(vram, rdev->card.vram.visible);
	info->gart_size = rcp_ttm_size(rdev, TTM_PL_TT);
	return 0;
}

/* Is VRAM full, and has the client had its share of what leaves VRAM for others? */
static bool rcp_gem_is_over(struct rcp_file *file, u64 size)
{
	struct rcp_device *rdev = file->rdev;

	return rcp_ttm_usage(rdev, TTM_PL_VRAM) + size > rcp_ttm_size(rdev, TTM_PL_VRAM) &&
	       !rcp_budget_left(file);
}

/* Make a buffer; one that is for VRAM and finds no room there also elsewhere. */
static struct rcp_bo *rcp_gem_create(struct rcp_file *file, struct rcp_bo_args *what)
{
	struct rcp_bo *bo = ERR_PTR(-EBUSY);
	bool vram = what->domains == RADEON_GEM_DOMAIN_VRAM;
	int dead = rcp_sched_error(&file->rdev->sched);

	/* A dead card clears nothing. */
	if (dead && (what->domains & RADEON_GEM_DOMAIN_VRAM))
		return ERR_PTR(dead);
	if (!vram || !rcp_gem_is_over(file, what->size))
		bo = rcp_bo_create(file->rdev, what);
	if (vram && (bo == ERR_PTR(-ENOMEM) || bo == ERR_PTR(-EBUSY))) {
		what->domains |= RADEON_GEM_DOMAIN_GTT;
		bo = rcp_bo_create(file->rdev, what);
	}
	/* The buffer itself is not moved, but put somewhere. */
	if (!IS_ERR(bo) && what->moved > what->size)
		rcp_budget_spend(file, what->moved - what->size);
	return bo;
}

/**
 * rcp_gem_create_ioctl - DRM_RADEON_GEM_CREATE
 * @drm: the device
 * @data: struct drm_radeon_gem_create
 * @file: the client
 *
 * As on radeon, a buffer for VRAM alone that finds no room there is made for both
 * heaps, and says so when it is asked.
 *
 * Return: 0, -EINVAL, -ENOMEM, -EIO if the card is dead, -ENODEV if it is gone,
 * -ERESTARTSYS.
 */
int rcp_gem_create_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_create *args = data;
	struct rcp_bo_args what = {
		.size = args->size,
		.alignment = args->alignment,
		.domains = args->initial_domain,
		.flags = args->flags,
		.type = ttm_bo_type_device,
	};
	struct rcp_file *client = file->driver_priv;
	struct rcp_bo *bo;
	int ret, idx;

	if (!args->size || !args->initial_domain || (args->initial_domain & ~RCP_GEM_DOMAINS) ||
	    (args->flags & ~RCP_GEM_FLAGS) || args->alignment > RCP_MAX_ALIGNMENT ||
	    (args->alignment && !is_power_of_2(args->alignment))) {
		drm_dbg_driver(drm, "CREATE: size 0x%llx alignment 0x%llx domain 0x%x flags 0x%x\n",
			       args->size, args->alignment, args->initial_domain, args->flags);
		return -EINVAL;
	}

	/* As radeon does it, the client is told how large the buffer is. */
	args->size = PAGE_ALIGN(args->size);
	ret = rcp_pm_enter(to_rcp(drm), &idx);
	if (ret)
		return ret;
	bo = rcp_gem_create(client, &what);
	if (IS_ERR(bo)) {
		ret = PTR_ERR(bo);
	} else {
		ret = drm_gem_handle_create(file, &bo->tbo.base, &args->handle);
		/* The handle keeps it from here, if there is one. */
		rcp_bo_put(bo);
	}
	rcp_pm_exit(to_rcp(drm), idx);
	return ret;
}

/**
 * rcp_gem_mmap_ioctl - DRM_RADEON_GEM_MMAP: what to give mmap() as the offset
 * @drm: the device
 * @data: struct drm_radeon_gem_mmap
 * @file: the client
 *
 * Return: 0, -ENOENT, -EINVAL for padding or a buffer of another driver, which
 * is mapped there.
 */
int rcp_gem_mmap_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_mmap *args = data;
	struct rcp_bo *bo;
	int ret = 0;

	if (args->pad)
		return -EINVAL;
	bo = rcp_gem_lookup(file, args->handle);
	if (!bo)
		return -ENOENT;
	if (bo->dmabuf)
		ret = -EINVAL;
	else
		args->addr_ptr = drm_vma_node_offset_addr(&bo->tbo.base.vma_node);
	rcp_bo_put(bo);
	return ret;
}

/* Wait for the users of a buffer; -EBUSY when the time is over. */
static int rcp_gem_wait(struct rcp_bo *bo)
{
	s64 until_ns = ktime_to_ns(ktime_get()) + RCP_WAIT_IDLE_NS;
	int ret = rcp_bo_wait(bo, DMA_RESV_USAGE_READ, until_ns);

	return ret == -ETIME ? -EBUSY : ret;
}

/**
 * rcp_gem_set_domain_ioctl - DRM_RADEON_GEM_SET_DOMAIN
 * @drm: the device
 * @data: struct drm_radeon_gem_set_domain
 * @file: the client
 *
 * For the CPU it waits until the card is done with the buffer; the other domains
 * are what a submission says they are.
 *
 * Return: 0, -EINVAL, -ENOENT, -EBUSY, -ERESTARTSYS.
 */
int rcp_gem_set_domain_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_set_domain *args = data;
	u32 domains = args->read_domains | args->write_domain;
	struct rcp_bo *bo;
	int ret = 0;

	if (domains & ~RCP_GEM_DOMAINS)
		return -EINVAL;
	bo = rcp_gem_lookup(file, args->handle);
	if (!bo)
		return -ENOENT;
	if (domains & RADEON_GEM_DOMAIN_CPU)
		ret = rcp_gem_wait(bo);
	rcp_bo_put(bo);
	return ret;
}

/**
 * rcp_gem_wait_idle_ioctl - DRM_RADEON_GEM_WAIT_IDLE
 * @drm: the device
 * @data: struct drm_radeon_gem_wait_idle
 * @file: the client
 *
 * Return: 0, -EINVAL, -ENOENT, -EBUSY, -ERESTARTSYS.
 */
int rcp_gem_wait_idle_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_wait_idle *args = data;
	struct rcp_bo *bo;
	int ret;

	if (args->pad)
		return -EINVAL;
	bo = rcp_gem_lookup(file, args->handle);
	if (!bo)
		return -ENOENT;
	ret = rcp_gem_wait(bo);
	rcp_bo_put(bo);
	return ret;
}

/**
 * rcp_gem_busy_ioctl - DRM_RADEON_GEM_BUSY
 * @drm: the device
 * @data: struct drm_radeon_gem_busy
 * @file: the client
 *
 * Return: 0 if idle, -EBUSY, -ENOENT.
 */
int rcp_gem_busy_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_busy *args = data;
	struct rcp_bo *bo;
	bool busy;

	bo = rcp_gem_lookup(file, args->handle);
	if (!bo)
		return -ENOENT;
	busy = rcp_bo_is_busy(bo);
	args->domain = rcp_bo_domain(bo);
	rcp_bo_put(bo);
	return busy ? -EBUSY : 0;
}

/**
 * rcp_gem_set_tiling_ioctl - DRM_RADEON_GEM_SET_TILING
 * @drm: the device
 * @data: struct drm_radeon_gem_set_tiling
 * @file: the client
 *
 * The flags tell other users of a shared buffer how it is laid out.
 *
 * Return: 0, -EINVAL, -ENOENT, -ERESTARTSYS.
 */
int rcp_gem_set_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_set_tiling *args = data;
	struct rcp_bo *bo;
	int ret;

	if (args->tiling_flags & ~RCP_GEM_TILING)
		return -EINVAL;
	bo = rcp_gem_lookup(file, args->handle);
	if (!bo)
		return -ENOENT;
	ret = dma_resv_lock_interruptible(bo->tbo.base.resv, NULL);
	if (!ret) {
		bo->tiling = args->tiling_flags;
		bo->pitch = args->pitch;
		dma_resv_unlock(bo->tbo.base.resv);
	}
	rcp_bo_put(bo);
	return ret == -EINTR ? -ERESTARTSYS : ret;
}

/**
 * rcp_gem_get_tiling_ioctl - DRM_RADEON_GEM_GET_TILING
 * @drm: the device
 * @data: struct drm_radeon_gem_get_tiling
 * @file: the client
 *
 * Return: 0, -ENOENT, -ERESTARTSYS.
 */
int rcp_gem_get_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_get_tiling *args = data;
	struct rcp_bo *bo;
	int ret;

	bo = rcp_gem_lookup(file, args->handle);
	if (!bo)
		return -ENOENT;
	ret = dma_resv_lock_interruptible(bo->tbo.base.resv, NULL);
	if (!ret) {
		args->tiling_flags = bo->tiling;
		args->pitch = bo->pitch;
		dma_resv_unlock(bo->tbo.base.resv);
	}
	rcp_bo_put(bo);
	return ret == -EINTR ? -ERESTARTSYS : ret;
}

/**
 * rcp_gem_op_ioctl - DRM_RADEON_GEM_OP: the domain a buffer was made for
 * @drm: the device
 * @data: struct drm_radeon_gem_op
 * @file: the client
 *
 * Return: 0, -EINVAL, -ENOENT.
 */
int rcp_gem_op_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_op *args = data;
	struct rcp_bo *bo;
	int ret = 0;

	bo = rcp_gem_lookup(file, args->handle);
	if (!bo)
		return -ENOENT;
	switch (args->op) {
	case RADEON_GEM_OP_GET_INITIAL_DOMAIN:
		args->value = READ_ONCE(bo->domains);
		break;
	case RADEON_GEM_OP_SET_INITIAL_DOMAIN:
		if (!args->value || (args->value & ~(u64)RCP_GEM_DOMAINS))
			ret = -EINVAL;
		else
			WRITE_ONCE(bo->domains, args->value);
		break;
	default:
		ret = -EINVAL;
	}
	rcp_bo_put(bo);
	return ret;
}

/**
 * rcp_gem_va_ioctl - DRM_RADEON_GEM_VA: these chips have no page tables per process
 * @drm: the device
 * @data: struct drm_radeon_gem_va
 * @file: the client
 *
 * Return: -ENOTTY, as radeon on chips without virtual memory.
 */
int rcp_gem_va_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_va *args = data;

	args->operation = RADEON_VA_RESULT_ERROR;
	return -ENOTTY;
}

/**
 * rcp_gem_userptr_ioctl - DRM_RADEON_GEM_USERPTR: not offered
 * @drm: the device
 * @data: struct drm_radeon_gem_userptr
 * @file: the client
 *
 * Userspace probes for it and takes every error but -EACCES for a no.
 *
 * Return: -ENODEV.
 */
int rcp_gem_userptr_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	return -ENODEV;
}
