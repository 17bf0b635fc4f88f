// SPDX-License-Identifier: GPL-2.0
/*
 * The buffer ioctls of radeon's ABI.
 *
 * Each ioctl checks its arguments first: flags have masks, padding is zero, sizes and
 * alignments have bounds.  The ioctl table leaves out the calls that radeon offers but
 * no client of these cards uses.
 *
 * Called by the DRM core without locks; the reservation of a buffer protects its tiling.
 */
#include <linux/log2.h>

#include <drm/drm_gem.h>
#include <drm/drm_vma_manager.h>

#include "mem/rcp_bo.h"

#define RCP_GEM_DOMAINS	(RADEON_GEM_DOMAIN_CPU | RADEON_GEM_DOMAIN_GTT | RADEON_GEM_DOMAIN_VRAM)
#define RCP_GEM_FLAGS	(RADEON_GEM_NO_BACKING_STORE | RADEON_GEM_GTT_UC | RADEON_GEM_GTT_WC | \
			 RADEON_GEM_CPU_ACCESS | RADEON_GEM_NO_CPU_ACCESS)
#define RCP_GEM_TILING	(RADEON_TILING_MACRO | RADEON_TILING_MICRO | RADEON_TILING_SWAP_16BIT | \
			 RADEON_TILING_SWAP_32BIT | RADEON_TILING_SURFACE | \
			 RADEON_TILING_MICRO_SQUARE)

/* Largest alignment that a client may ask for. */
#define RCP_MAX_ALIGNMENT	0x100000u

/* Look up the buffer of a handle.  Returns a reference, or NULL. */
static struct rcp_bo *rcp_gem_lookup(struct drm_file *file, u32 handle)
{
	struct drm_gem_object *gem = drm_gem_object_lookup(file, handle);

	return gem ? gem_to_rcp_bo(gem) : NULL;
}

/* DRM_RADEON_GEM_INFO: sizes of VRAM and GTT.  Context: any.  Return: 0. */
int rcp_gem_info_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct rcp_device *rdev = to_rcp(drm);
	struct drm_radeon_gem_info *info = data;
	u64 vram = rcp_heap_size(rdev, TTM_PL_VRAM);

	info->vram_size = vram;
	info->vram_visible = min(vram, rdev->card.vram.visible);
	info->gart_size = rcp_heap_size(rdev, TTM_PL_TT);
	return 0;
}

/* Test whether VRAM has no room for the buffer, and the client no budget for evictions. */
static bool rcp_gem_is_over_budget(struct rcp_device *rdev, struct rcp_account *account, u64 size)
{
	struct ttm_resource_manager *man = ttm_manager_type(&rdev->ttm, TTM_PL_VRAM);

	/* Reserved ranges count as used here, and as part of VRAM. */
	return ttm_resource_manager_usage(man) + size > rdev->card.vram.size &&
	       !rcp_account_budget_left(account);
}

/* Create a buffer.  If it is for VRAM only and VRAM has no room, also allow the GTT. */
static struct rcp_bo *rcp_gem_create(struct rcp_file *file, struct rcp_bo_args *what)
{
	struct rcp_bo *bo = ERR_PTR(-EBUSY);
	bool vram = what->domains == RADEON_GEM_DOMAIN_VRAM;
	int dead = rcp_sched_error(&file->rdev->sched);
	struct rcp_account *account;

	/* A dead card cannot clear VRAM. */
	if (dead && (what->domains & RADEON_GEM_DOMAIN_VRAM))
		return ERR_PTR(dead);
	account = rcp_client_account(&file->base);
	if (!account)
		return ERR_PTR(-ENOMEM);
	if (!vram || !rcp_gem_is_over_budget(file->rdev, account, what->size))
		bo = rcp_bo_create(file->rdev, what);
	if (vram && (bo == ERR_PTR(-ENOMEM) || bo == ERR_PTR(-EBUSY))) {
		what->domains |= RADEON_GEM_DOMAIN_GTT;
		bo = rcp_bo_create(file->rdev, what);
	}
	/* Charge evictions only: TTM also counts the new buffer as moved. */
	if (!IS_ERR(bo) && what->moved > what->size)
		rcp_account_budget_spend(account, what->moved - what->size);
	rcp_account_put(account);
	return bo;
}

/*
 * DRM_RADEON_GEM_CREATE.  As on radeon, a buffer for VRAM only is created for both heaps if VRAM
 * has no room; DRM_RADEON_GEM_OP then reports both.
 * Context: may sleep.  Return: 0, -EINVAL, -ENOMEM, -EIO if the card is dead, -ENODEV if it is
 * gone, -ERESTARTSYS.
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

	/* As on radeon, return the size of the buffer to the client. */
	args->size = PAGE_ALIGN(args->size);
	ret = rcp_gate_enter(to_rcp(drm), &idx);
	if (ret)
		return ret;
	bo = rcp_gem_create(client, &what);
	if (IS_ERR(bo)) {
		ret = PTR_ERR(bo);
	} else {
		ret = drm_gem_handle_create(file, &bo->tbo.base, &args->handle);
		/* From here on the handle, if there is one, holds the reference. */
		rcp_bo_put(bo);
	}
	rcp_gate_exit(to_rcp(drm), idx);
	return ret;
}

/*
 * DRM_RADEON_GEM_MMAP: the offset for mmap().  Context: any.  Return: 0, -ENOENT, -EINVAL for
 * padding or for an imported buffer, which clients map through its exporter.
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

static int rcp_gem_sync(struct drm_file *file, u32 handle, bool wait)
{
	struct rcp_bo *bo = rcp_gem_lookup(file, handle);
	int ret;

	if (!bo)
		return -ENOENT;
	ret = wait ? rcp_bo_wait_idle(bo) : 0;
	rcp_bo_put(bo);
	return ret;
}

/*
 * DRM_RADEON_GEM_SET_DOMAIN.  For the CPU domain the call waits until the buffer is idle.  The
 * other domains have no effect, because each submission states its own.
 * Context: sleeps.  Return: 0, -EINVAL, -ENOENT, -EBUSY, -ERESTARTSYS, -ENOMEM.
 */
int rcp_gem_set_domain_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_set_domain *args = data;
	u32 domains = args->read_domains | args->write_domain;

	if (domains & ~RCP_GEM_DOMAINS)
		return -EINVAL;
	return rcp_gem_sync(file, args->handle, domains & RADEON_GEM_DOMAIN_CPU);
}

/*
 * DRM_RADEON_GEM_WAIT_IDLE.  Context: sleeps.  Return: 0, -EINVAL, -ENOENT, -EBUSY, -ERESTARTSYS,
 * -ENOMEM.
 */
int rcp_gem_wait_idle_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_wait_idle *args = data;

	return args->pad ? -EINVAL : rcp_gem_sync(file, args->handle, true);
}

/*
 * DRM_RADEON_GEM_BUSY.  Context: may sleep, but does not wait for jobs.  Return: 0 if idle,
 * -EBUSY, -ENOENT.
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

/* Look up a buffer, and reserve it.  Returns a reference, -ENOENT or -ERESTARTSYS. */
static struct rcp_bo *rcp_gem_reserve(struct drm_file *file, u32 handle)
{
	struct rcp_bo *bo = rcp_gem_lookup(file, handle);

	if (!bo)
		return ERR_PTR(-ENOENT);
	if (!dma_resv_lock_interruptible(bo->tbo.base.resv, NULL))
		return bo;
	rcp_bo_put(bo);
	return ERR_PTR(-ERESTARTSYS);
}

/*
 * DRM_RADEON_GEM_SET_TILING.  The flags describe the layout to the checker and to other clients of
 * a shared buffer.
 * Context: may sleep.  Return: 0, -EINVAL, -ENOENT, -ERESTARTSYS.
 */
int rcp_gem_set_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_set_tiling *args = data;
	struct rcp_bo *bo;

	if (args->tiling_flags & ~RCP_GEM_TILING)
		return -EINVAL;
	bo = rcp_gem_reserve(file, args->handle);
	if (IS_ERR(bo))
		return PTR_ERR(bo);
	WRITE_ONCE(bo->tiling, args->tiling_flags);
	WRITE_ONCE(bo->pitch, args->pitch);
	dma_resv_unlock(bo->tbo.base.resv);
	rcp_bo_put(bo);
	return 0;
}

/* DRM_RADEON_GEM_GET_TILING.  Context: may sleep.  Return: 0, -ENOENT, -ERESTARTSYS. */
int rcp_gem_get_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_get_tiling *args = data;
	struct rcp_bo *bo = rcp_gem_reserve(file, args->handle);

	if (IS_ERR(bo))
		return PTR_ERR(bo);
	args->tiling_flags = bo->tiling;
	args->pitch = bo->pitch;
	dma_resv_unlock(bo->tbo.base.resv);
	rcp_bo_put(bo);
	return 0;
}

/*
 * DRM_RADEON_GEM_OP: get or set the initial domain of a buffer.  Context: any.  Return: 0,
 * -EINVAL, -ENOENT.
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

/*
 * DRM_RADEON_GEM_VA: these chips have no page tables per process.  Context: any.  Return: -ENOTTY,
 * as radeon on chips without virtual memory.
 */
int rcp_gem_va_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_radeon_gem_va *args = data;

	args->operation = RADEON_VA_RESULT_ERROR;
	return -ENOTTY;
}

/*
 * DRM_RADEON_GEM_USERPTR: not offered.  Userspace probes for this ioctl, and takes every error
 * except -EACCES as "not supported".
 * Context: any.  Return: -ENODEV.
 */
int rcp_gem_userptr_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	return -ENODEV;
}
