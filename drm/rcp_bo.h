/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buffers: GEM objects that TTM places in VRAM or in system pages.
 */
#ifndef RCP_BO_H
#define RCP_BO_H

#ifdef RCP_HAVE_TTM_BO_H
#include <drm/ttm/ttm_bo.h>
#else
#include <drm/ttm/ttm_bo_api.h>
#include <drm/ttm/ttm_bo_driver.h>
#endif
#include <drm/drm_mm.h>
#include <drm/ttm/ttm_placement.h>
#include <drm/ttm/ttm_tt.h>

#include "rcp_device.h"

/* The address of a buffer that is nowhere the GPU could reach it. */
#define RCP_NO_ADDR	U64_MAX

/* Largest alignment that a client may ask for. */
#define RCP_MAX_ALIGNMENT	0x100000u

/* &rcp_bo.user of a buffer that jobs of more than one queue have used. */
#define RCP_BO_MANY	((const void *)1)

/**
 * struct rcp_bo - a buffer
 * @tbo: TTM's and GEM's side of it
 * @domains: where it was created to be, RADEON_GEM_DOMAIN_*
 * @flags: RADEON_GEM_* flags it was created with
 * @addr: its GPU address or RCP_NO_ADDR.  Written with the reservation held;
 *	whoever reads it without must find the same again with it.
 * @domain: where it is, a RADEON_GEM_DOMAIN_* bit; as @addr
 * @resident: it has memory there; as @addr, but a CPU access in the kernel may give it
 *	pages unnoticed
 * @fdinfo_round: &rcp_device.fdinfo_round when it was last counted
 * @visible: bytes of it in CPU-visible VRAM, as counted; as @addr
 * @tiling: RADEON_TILING_* flags.  Protected by the reservation.
 * @pitch: pitch that belongs to them.  Protected by the reservation.
 * @bumped: jiffies when a submission moved it to the tail of the LRU.  Protected by the
 *	reservation.
 * @user: the one queue whose jobs have used it, NULL for none, or RCP_BO_MANY.  Only
 *	compared: the queue may be gone, and then its jobs are over.  Protected by the
 *	reservation.
 * @moved: the driver's own copies have used it since its last job.  Protected by the
 *	reservation.
 * @written: scratch of a submission that names it more than once: by one of them it is
 *	written.  Protected by the reservation.
 * @explicit: and all of them ask for no implicit sync; as @written
 * @filler: the last copy or clear of its contents, or NULL; a reference.  Protected by the
 *	reservation.
 * @lost: an earlier one failed, so that it has no contents.  Protected by the reservation.
 * @uncleared: it is in VRAM that still has to be cleared, and has no @addr until then.
 *	Protected by the reservation.
 * @keep: its memory holds something that is not to be cleared
 * @reachable: it counts in &rcp_device.reachable.  Protected by the reservation.
 * @place: scratch for placements.  Protected by the reservation.
 * @dmabuf: whose pages and whose reservation these are, of an imported buffer.  TTM may
 *	drop the buffer later than its last user, or than an import that failed, and
 *	takes the reservation to do so.
 * @import_node: entry of &rcp_device.imports
 * @blank: what the CPU sees of it if it went with the card.  Protected by the reservation.
 */
struct rcp_bo {
	struct ttm_buffer_object tbo;
	u32 domains;
	u32 flags;
	u64 addr;
	u32 domain;
	bool resident;
	u64 fdinfo_round;
	u64 visible;
	u32 tiling;
	u32 pitch;
	unsigned long bumped;
	const void *user;
	bool moved;
	bool written;
	bool explicit;
	struct dma_fence *filler;
	bool lost;
	bool uncleared;
	bool keep;
	bool reachable;
	struct ttm_place place[4];
	struct dma_buf *dmabuf;
	struct list_head import_node;
	struct page *blank;
};

/**
 * struct rcp_tt - system pages of a buffer
 * @tt: TTM's side of it
 * @own: the driver's own pages as the bus sees them
 * @sg: @own, or another driver's table, while the pages are mapped for the bus, else NULL
 * @list_pages: how many pages the list of pages takes; they are counted
 * @counted: so are the pages, since they were there first.  TTM may have them in shmem
 *	meanwhile, which takes as much.
 * @evicted: they are to take what leaves VRAM.  Protected by the reservation.
 * @mapped: entry of &rcp_device.mapped_tts.  Protected by &rcp_device.tt_lock.
 * @node: GART addresses, if they have any.  This and what follows is protected by
 *	&rcp_gtt.lock.
 * @lru: entry of &rcp_gtt.lru, while they have
 * @bo: the buffer, or NULL after a move has left the pages behind
 * @leaving: that move's copy, if they have addresses
 */
struct rcp_tt {
	struct ttm_tt tt;
	struct sg_table own;
	struct sg_table *sg;
	unsigned long list_pages;
	bool counted;
	bool evicted;
	struct list_head mapped;
	struct drm_mm_node node;
	struct list_head lru;
	struct rcp_bo *bo;
	struct dma_fence *leaving;
};

#define to_rcp_tt(x) container_of(x, struct rcp_tt, tt)

/**
 * struct rcp_gtt_need - what a submission that looks for GART space has found
 * @ticket: by which it holds its reservations
 * @busy: a job to wait for, or NULL; a reference
 * @others: buffers of others have space, too
 * @space: it is space that the submission waits for
 * @waits: the submission counts in &rcp_gtt.waiting
 */
struct rcp_gtt_need {
	struct ww_acquire_ctx *ticket;
	struct dma_fence *busy;
	bool others;
	bool space;
	bool waits;
};

static inline struct rcp_bo *to_rcp_bo(struct ttm_buffer_object *tbo)
{
	return container_of(tbo, struct rcp_bo, tbo);
}

static inline struct rcp_bo *gem_to_rcp_bo(struct drm_gem_object *gem)
{
	return container_of(gem, struct rcp_bo, tbo.base);
}

/* Without the reservation the answer may be old. */
static inline u32 rcp_bo_domain(const struct rcp_bo *bo)
{
	return READ_ONCE(bo->domain);
}

static inline u64 rcp_bo_size(const struct rcp_bo *bo)
{
	return bo->tbo.base.size;
}

/* GPU address of a place in VRAM. */
static inline u64 rcp_vram_addr(const struct rcp_device *rdev, const struct ttm_resource *res)
{
	return rdev->card.vram.addr + ((u64)res->start << PAGE_SHIFT);
}

/* System pages that were never there: they would be zeros. */
static inline bool rcp_tt_is_blank(const struct ttm_tt *tt)
{
	return !ttm_tt_is_populated((struct ttm_tt *)tt) &&
	       !(tt->page_flags & (TTM_TT_FLAG_SWAPPED | TTM_TT_FLAG_EXTERNAL));
}

/* Its GPU address is a multiple of this, wherever it is. */
static inline u32 rcp_bo_align(const struct rcp_bo *bo)
{
	return max(bo->tbo.page_alignment, 1u) << PAGE_SHIFT;
}

/**
 * struct rcp_bo_args - what a new buffer is to be
 * @size: bytes
 * @alignment: bytes, a power of two; 0 is a page
 * @domains: RADEON_GEM_DOMAIN_* bits
 * @flags: RADEON_GEM_* flags
 * @type: TTM's type
 * @sg: the pages of an imported buffer
 * @dmabuf: whose they are; its reservation is held
 * @vram_offset: where in VRAM it has to be, if @fixed
 * @fixed: put it there, leave what is there, and never move it
 * @moved: out: bytes of it and of others that were moved for that
 */
struct rcp_bo_args {
	u64 size;
	u64 alignment;
	u32 domains;
	u32 flags;
	enum ttm_bo_type type;
	struct sg_table *sg;
	struct dma_buf *dmabuf;
	u64 vram_offset;
	bool fixed;
	u64 moved;
};

/* rcp_bo.c */
struct rcp_bo *rcp_bo_create(struct rcp_device *rdev, struct rcp_bo_args *args);
void rcp_bo_put(struct rcp_bo *bo);
bool rcp_bo_is_ours(struct ttm_buffer_object *tbo);
void rcp_bo_moved(struct rcp_bo *bo);
void rcp_bo_placement(struct rcp_bo *bo, u32 domains, bool visible,
		      struct ttm_placement *placement);
void rcp_bo_placement_hidden(struct rcp_bo *bo, struct ttm_placement *placement);
u64 rcp_bo_max_size(struct rcp_device *rdev, u32 domains);
int rcp_bo_validate(struct rcp_bo *bo, struct ttm_placement *placement,
		    struct ttm_operation_ctx *ctx);
void rcp_bo_pin(struct rcp_bo *bo);
void rcp_bo_unpin(struct rcp_bo *bo);
void rcp_bo_set_filler(struct rcp_bo *bo, struct dma_fence *fence);
int rcp_bo_wait_filled(struct rcp_bo *bo);
bool rcp_bo_is_lost(struct rcp_bo *bo);

/* rcp_prime.c */
int rcp_gem_pin(struct drm_gem_object *gem);
void rcp_gem_unpin(struct drm_gem_object *gem);
struct sg_table *rcp_gem_get_sg_table(struct drm_gem_object *gem);
int rcp_gem_vmap(struct drm_gem_object *gem, struct iosys_map *map);
struct dma_buf *rcp_gem_export(struct drm_gem_object *gem, int flags);
struct drm_gem_object *rcp_gem_import(struct drm_device *drm, struct dma_buf *dmabuf);
struct drm_gem_object *rcp_gem_import_sg(struct drm_device *drm,
					 struct dma_buf_attachment *attach,
					 struct sg_table *sg);
void rcp_import_drop(struct rcp_bo *bo);
void rcp_import_unplug(struct rcp_device *rdev);

/* rcp_mman.c */
extern const struct vm_operations_struct rcp_gem_vm_ops;
int rcp_gem_mmap(struct drm_gem_object *gem, struct vm_area_struct *vma);

/* rcp_ttm.c */
int rcp_ttm_init(struct rcp_device *rdev);
void rcp_ttm_unplug(struct rcp_device *rdev);
void rcp_ttm_fini(struct rcp_device *rdev);
int rcp_ttm_evict_vram(struct rcp_device *rdev);
u64 rcp_ttm_usage(struct rcp_device *rdev, u32 mem_type);
u64 rcp_ttm_size(struct rcp_device *rdev, u32 mem_type);

/* rcp_move.c */
int rcp_ttm_move(struct ttm_buffer_object *tbo, bool evict, struct ttm_operation_ctx *ctx,
		 struct ttm_resource *to, struct ttm_place *hop);
bool rcp_move_is_ready(struct rcp_bo *bo);
bool rcp_move_clear_small(struct rcp_bo *bo);
int rcp_move_clear(struct rcp_bo *bo);

/* rcp_window.c */
struct dma_fence *rcp_copy_submit(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
				  const struct rcp_copy *copy);
struct dma_fence *rcp_windows_copy(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
				   struct ttm_operation_ctx *ctx, u64 vram_addr, bool to_vram);
void rcp_windows_forget(struct rcp_device *rdev, struct rcp_tt *rtt);
void rcp_windows_init(struct rcp_device *rdev);
void rcp_windows_fini(struct rcp_device *rdev);

/* rcp_gtt.c */
int rcp_gtt_init(struct rcp_device *rdev);
void rcp_gtt_fini(struct rcp_device *rdev);
u64 rcp_gtt_addr(const struct rcp_device *rdev, const struct rcp_tt *rtt);
int rcp_gtt_bind(struct rcp_device *rdev, struct rcp_bo *bo, struct rcp_gtt_need *need);
u64 rcp_gtt_bind_free(struct rcp_device *rdev, struct rcp_tt *rtt);
void rcp_gtt_drop(struct rcp_device *rdev, struct rcp_bo *bo, struct rcp_gtt_need *need);
void rcp_gtt_unbind(struct rcp_device *rdev, struct rcp_tt *rtt);
void rcp_gtt_leave(struct rcp_device *rdev, struct rcp_tt *rtt, struct dma_fence *fence);
void rcp_gtt_stay(struct rcp_device *rdev, struct rcp_tt *rtt, struct rcp_bo *bo);
void rcp_gtt_used(struct rcp_device *rdev, struct rcp_bo *bo);
int rcp_gtt_wait(struct rcp_device *rdev, struct rcp_gtt_need *need);
void rcp_gtt_wait_end(struct rcp_device *rdev, struct rcp_gtt_need *need);
int rcp_gtt_yield(struct rcp_device *rdev);

/* rcp_tt.c */
struct ttm_tt *rcp_tt_create(struct ttm_buffer_object *tbo, u32 page_flags);
int rcp_tt_populate(struct ttm_device *bdev, struct ttm_tt *tt,
		    struct ttm_operation_ctx *ctx);
void rcp_tt_unpopulate(struct ttm_device *bdev, struct ttm_tt *tt);
unsigned long rcp_tt_limit(void);
bool rcp_tt_has_room(unsigned long pages);
void rcp_tt_unplug(struct rcp_device *rdev);
void rcp_tt_destroy(struct ttm_device *bdev, struct ttm_tt *tt);

/* rcp_wait.c */
bool rcp_bo_is_busy(struct rcp_bo *bo);
int rcp_bo_wait(struct rcp_bo *bo, enum dma_resv_usage usage, s64 timeout_ns);
int rcp_bo_wait_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file);

/* rcp_gem.c */
int rcp_gem_info_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_gem_create_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_gem_mmap_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_gem_set_domain_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_gem_wait_idle_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_gem_busy_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_gem_set_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_gem_get_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_gem_op_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_gem_va_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_gem_userptr_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

#endif /* RCP_BO_H */
