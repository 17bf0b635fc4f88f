/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernel compatibility: wrappers for the interfaces that differ between kernels.  Elsewhere
 * only a few files of drm/ test RCP_HAVE_NAME: for a header, a struct member or a function that
 * exists in some kernels only.
 *
 * Kbuild includes it ahead of every file of the module.  A compile probe decides each
 * difference (scripts/kcompat.d/NAME.c gives RCP_HAVE_NAME), and never a version number,
 * because stable kernels change interfaces within one series.  The wrappers are here, so
 * that the driver itself reads like code for the newest kernel that it supports.
 */
#ifndef RCP_COMPAT_H
#define RCP_COMPAT_H

#include "rcp_kcompat.h"

/* GPU addresses, fence contexts and sizes are kept in longs. */
#ifndef CONFIG_64BIT
#error "rcp needs a 64-bit kernel (CONFIG_64BIT)"
#endif

#ifndef RCP_HAVE_PCI_IRQ_INTX
#define PCI_IRQ_INTX PCI_IRQ_LEGACY
#endif

/* An MSI address has as many bits as any other; older kernels support 32 and 64 bits only. */
#ifdef RCP_HAVE_PCI_MSI_ADDR_MASK
#define rcp_compat_msi_bits(pdev, bits) ((pdev)->msi_addr_mask = DMA_BIT_MASK(bits))
#else
#define rcp_compat_msi_bits(pdev, bits) ((pdev)->no_64bit_msi = true)
#endif

#ifndef RCP_HAVE_TIMER_DELETE
#define timer_delete_sync del_timer_sync
#endif

#ifdef RCP_HAVE_HRTIMER_SETUP
#define rcp_compat_hrtimer_setup(timer, called, clock, mode) \
	hrtimer_setup(timer, called, clock, mode)
#else
#define rcp_compat_hrtimer_setup(timer, called, clock, mode) do {	\
	hrtimer_init(timer, clock, mode);				\
	(timer)->function = (called);					\
} while (0)
#endif

#ifdef RCP_HAVE_PM_GET_IF_ACTIVE_ALWAYS
#define rcp_compat_pm_get_if_active(dev) pm_runtime_get_if_active(dev)
#else
#define rcp_compat_pm_get_if_active(dev) pm_runtime_get_if_active(dev, true)
#endif

/*
 * The scheduler.  Macros, so that files that do not use the scheduler need not include its
 * header.  Each job takes one credit on all kernels.
 */
#if defined(RCP_HAVE_DRM_SCHED_ARGS_RQS)
#define rcp_compat_sched_init(sched, backend, limit, jiffies, wq, who, device)	\
	drm_sched_init(sched, &(const struct drm_sched_init_args){		\
		.ops = (backend), .num_rqs = DRM_SCHED_PRIORITY_COUNT,		\
		.credit_limit = (limit), .timeout = (jiffies), .timeout_wq = (wq), \
		.name = (who), .dev = (device) })
#elif defined(RCP_HAVE_DRM_SCHED_INIT_ARGS)
#define rcp_compat_sched_init(sched, backend, limit, jiffies, wq, who, device)	\
	drm_sched_init(sched, &(const struct drm_sched_init_args){		\
		.ops = (backend), .credit_limit = (limit), .timeout = (jiffies), \
		.timeout_wq = (wq), .name = (who), .dev = (device) })
#elif defined(RCP_HAVE_DRM_SCHED_INIT_RQS)
#define rcp_compat_sched_init(sched, backend, limit, jiffies, wq, who, device)	\
	drm_sched_init(sched, backend, NULL, DRM_SCHED_PRIORITY_COUNT, limit, 0, \
		       jiffies, wq, NULL, who, device)
#else
#define rcp_compat_sched_init(sched, backend, limit, jiffies, wq, who, device)	\
	drm_sched_init(sched, backend, limit, 0, jiffies, wq, NULL, who, device)
#endif

#if defined(RCP_HAVE_DRM_SCHED_JOB_CLIENT)
#define rcp_compat_sched_job_init(job, entity, owner, client) \
	drm_sched_job_init(job, entity, 1, owner, client)
#elif defined(RCP_HAVE_DRM_SCHED_JOB_CREDITS)
#define rcp_compat_sched_job_init(job, entity, owner, client) \
	drm_sched_job_init(job, entity, 1, owner)
#else
#define rcp_compat_sched_job_init(job, entity, owner, client) \
	drm_sched_job_init(job, entity, owner)
#endif

/*
 * Undo the initialisation of an armed job that has no dependencies for the scheduler: only its
 * fence is left to put.  drm_sched_job_cleanup() also searches the empty list, and destroys it.
 */
#ifdef RCP_HAVE_DRM_SCHED_JOB_STATS
#define rcp_compat_sched_job_put(job) drm_sched_job_cleanup(job)
#else
#define rcp_compat_sched_job_put(job) dma_fence_put(&(job)->s_fence->finished)
#endif

/* TTM: older kernels have a second list of placements for evictions; use the same places. */
#ifdef RCP_HAVE_TTM_BUSY_PLACEMENT
#define rcp_compat_placement_set(to, places, count) do {	\
	(to)->placement = (to)->busy_placement = (places);	\
	(to)->num_placement = (to)->num_busy_placement = (count); \
} while (0)
/* Do not evict buffers from the first place; use it only if it has free space. */
#define rcp_compat_placement_spare(to, places, count) do {	\
	(to)->placement = (places);				\
	(to)->num_placement = (count);				\
	(to)->busy_placement = (places) + 1;			\
	(to)->num_busy_placement = (count) - 1;			\
} while (0)
#else
#define rcp_compat_placement_set(to, places, count) do {	\
	(to)->placement = (places);				\
	(to)->num_placement = (count);				\
} while (0)
#define rcp_compat_placement_spare(to, places, count) do {	\
	(places)[0].flags |= TTM_PL_FLAG_DESIRED;		\
	rcp_compat_placement_set(to, places, count);		\
} while (0)
#endif

/* TTM: wait until the last buffer that was closed while busy is freed. */
#ifdef RCP_HAVE_TTM_DELAYED_WORK
#define rcp_compat_ttm_flush(bdev) do {				\
	while (flush_delayed_work(&(bdev)->wq),			\
	       delayed_work_pending(&(bdev)->wq))		\
		msleep(20);					\
} while (0)
#else
#define rcp_compat_ttm_flush(bdev) drain_workqueue((bdev)->wq)
#endif

/* TTM: newer kernels take the allocation options as flags, older ones as bools. */
#ifdef RCP_HAVE_TTM_ALLOC_FLAGS
#define rcp_compat_ttm_device_init(bdev, funcs, dev, mapping, vma, coherent, dma32) \
	ttm_device_init(bdev, funcs, dev, mapping, vma,				\
			((coherent) ? TTM_ALLOCATION_POOL_USE_DMA_ALLOC : 0) |	\
			((dma32) ? TTM_ALLOCATION_POOL_USE_DMA32 : 0))
#else
#define rcp_compat_ttm_device_init ttm_device_init
#endif

/* TTM: allocate the system pages of a buffer before a move. */
#ifdef RCP_HAVE_TTM_BO_POPULATE
#define rcp_compat_ttm_bo_populate(bo, ctx) ttm_bo_populate(bo, ctx)
#else
#define rcp_compat_ttm_bo_populate(bo, ctx) ttm_tt_populate((bo)->bdev, (bo)->ttm, ctx)
#endif

#ifndef RCP_HAVE_TTM_BO_FINI
#define ttm_bo_fini ttm_bo_put
#endif

/* Count pages of a buffer as TTM's pool counts its own: GPUActive in /proc/meminfo. */
#ifdef RCP_HAVE_GPU_PAGES_STAT
#define rcp_compat_show_gpu_pages(page, pages)			\
	mod_node_page_state(page_pgdat(page), NR_GPU_ACTIVE, pages)
#else
#define rcp_compat_show_gpu_pages(page, pages) ((void)(page), (void)(pages))
#endif

/* TTM: charge a heap to the dmem cgroups of the clients that allocate. */
#if defined(RCP_HAVE_DMEM_REGION_INIT)
#include <drm/drm_drv.h>
#include <linux/cgroup_dmem.h>
#define rcp_compat_dmem_region(drm, heap, bytes)				\
	drmm_cgroup_register_region(drm, heap,					\
				    &(const struct dmem_cgroup_init){ .size = (bytes) })
#elif defined(RCP_HAVE_DMEM_REGION_SIZE)
#include <drm/drm_drv.h>
#define rcp_compat_dmem_region drmm_cgroup_register_region
#endif
#ifdef rcp_compat_dmem_region
#define rcp_compat_dmem_charge(man, drm, heap, bytes) ({			\
	struct dmem_cgroup_region *__cg = rcp_compat_dmem_region(drm, heap, bytes); \
	if (!IS_ERR(__cg))						\
		(man)->cg = __cg;					\
	PTR_ERR_OR_ZERO(__cg);						\
})
#else
#define rcp_compat_dmem_charge(man, drm, heap, bytes) 0
#endif

/* fdinfo: kernels without this flag always print the active memory. */
#ifndef RCP_HAVE_GEM_OBJECT_ACTIVE
#define DRM_GEM_OBJECT_ACTIVE 0
#endif

#ifdef RCP_HAVE_DMA_FENCE_SPINLOCK
#define rcp_compat_fence_spinlock(fence) dma_fence_spinlock(fence)
#define rcp_compat_fence_lock(fence, flags) dma_fence_lock_irqsave(fence, flags)
#define rcp_compat_fence_unlock(fence, flags) dma_fence_unlock_irqrestore(fence, flags)
#else
#define rcp_compat_fence_spinlock(fence) ((fence)->lock)
#define rcp_compat_fence_lock(fence, flags) spin_lock_irqsave((fence)->lock, flags)
#define rcp_compat_fence_unlock(fence, flags) spin_unlock_irqrestore((fence)->lock, flags)
#endif

/* Allocate a private signalled fence.  Returns NULL without memory. */
#if defined(RCP_HAVE_DMA_FENCE_STUB_TIME)
#define rcp_compat_fence_stub() dma_fence_allocate_private_stub(ktime_get())
#else
#define rcp_compat_fence_stub() ({						\
	struct dma_fence *__stub = dma_fence_allocate_private_stub();	\
	IS_ERR(__stub) ? NULL : __stub;					\
})
#endif

/* Whether the kernel has deadlines of waits, and a hint of one to the driver of a fence */
#ifdef RCP_HAVE_DMA_FENCE_DEADLINE
#define RCP_COMPAT_FENCE_DEADLINE true
#define rcp_compat_fence_set_deadline dma_fence_set_deadline
#else
#define RCP_COMPAT_FENCE_DEADLINE false
#define rcp_compat_fence_set_deadline(fence, deadline) ((void)(fence), (void)(deadline))
#endif

/*
 * Tell userspace by a uevent WEDGED= that a card was reset and works, or that it is dead and needs
 * another bind, or a reset of its slot before that.
 */
#ifdef RCP_HAVE_DRM_WEDGED_EVENT
#define rcp_compat_wedged(drm, dead)						\
	((void)drm_dev_wedged_event(drm, (dead) ? DRM_WEDGE_RECOVERY_REBIND |	\
				    DRM_WEDGE_RECOVERY_BUS_RESET :		\
				    DRM_WEDGE_RECOVERY_NONE, NULL))
#else
#define rcp_compat_wedged(drm, dead) ((void)(drm), (void)(dead))
#endif

#ifdef RCP_HAVE_GEM_PIN_LOCKED
#define RCP_COMPAT_PIN_LOCKED true
#else
#define RCP_COMPAT_PIN_LOCKED false
#endif

#ifdef RCP_HAVE_DMA_BUF_VMAP_UNLOCKED
#define RCP_COMPAT_VMAP_LOCKED true
#else
#define RCP_COMPAT_VMAP_LOCKED false
#endif

#endif /* RCP_COMPAT_H */
