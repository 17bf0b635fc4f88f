/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buffers: the functions of drm/mem that others call.
 */
#ifndef RCP_BO_H
#define RCP_BO_H

#include "rcp_bo_types.h"

/**
 * struct rcp_bo_args - properties of a new buffer
 * @size: bytes
 * @alignment: bytes, a power of two; 0 is a page
 * @domains: RADEON_GEM_DOMAIN_* bits
 * @flags: RADEON_GEM_* flags
 * @type: type for TTM
 * @sg: bus addresses of the pages of an imported buffer
 * @dmabuf: the exporter's dma-buf of an imported buffer; its reservation is held
 * @vram_offset: offset in VRAM, in bytes, if @fixed
 * @fixed: place the buffer at @vram_offset and do not clear it
 * @moved: out: bytes that were moved, of this buffer and of those that it evicted
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
bool rcp_bo_is_ours(struct ttm_buffer_object *tbo);
void rcp_bo_cpu_begins(struct rcp_bo *bo);
void rcp_bo_moved(struct rcp_bo *bo);
void rcp_bo_placement(struct rcp_bo *bo, u32 domains, bool visible,
		      struct ttm_placement *placement);
void rcp_bo_placement_hidden(struct rcp_bo *bo, struct ttm_placement *placement);
int rcp_bo_validate(struct rcp_bo *bo, struct ttm_placement *placement,
		    struct ttm_operation_ctx *ctx);
void rcp_bo_pin(struct rcp_bo *bo);
void rcp_bo_unpin(struct rcp_bo *bo);
void rcp_bo_free(struct rcp_bo *bo);
void rcp_bo_set_contents_fence(struct rcp_bo *bo, struct dma_fence *fence);

/* Drop a reference.  May sleep. */
static inline void rcp_bo_put(struct rcp_bo *bo)
{
	drm_gem_object_put(&bo->tbo.base);
}

/*
 * Test whether a copy or clear has failed; NULL has not.  One that is given up has its error at
 * once, and signals after the reset.
 */
static inline bool rcp_bo_failed(struct dma_fence *fence)
{
	return fence && READ_ONCE(fence->error) < 0;
}

/*
 * Test whether a buffer's memory may hold data of other clients, and may not be read: the card has
 * failed to copy or clear it.  False while the copy or clear runs.  The buffer is reserved.
 */
static inline bool rcp_bo_is_stale(const struct rcp_bo *bo)
{
	/* Without a last copy or clear there is no earlier one. */
	return bo->stale || (bo->contents_fence && (rcp_bo_failed(bo->contents_fence) ||
						    rcp_bo_failed(bo->prev_contents_fence)));
}

/*
 * Test whether a buffer has lost its contents: a copy or clear failed, or the buffer was in VRAM
 * when the card was given up.  It is reserved, and its copies and clears are over.
 */
static inline bool rcp_bo_is_lost(const struct rcp_bo *bo)
{
	return bo->lost || rcp_bo_is_stale(bo);
}

/* rcp_mman.c */
extern const struct vm_operations_struct rcp_gem_vm_ops;
int rcp_gem_mmap(struct drm_gem_object *gem, struct vm_area_struct *vma);

/* rcp_prime.c */
extern const struct drm_gem_object_funcs rcp_gem_funcs;
struct drm_gem_object *rcp_prime_import(struct drm_device *drm, struct dma_buf *dmabuf);
struct drm_gem_object *rcp_prime_import_sg(struct drm_device *drm,
					   struct dma_buf_attachment *attach,
					   struct sg_table *sg);
void rcp_prime_unplug(struct rcp_device *rdev);

/* rcp_ttm.c */
int rcp_ttm_init(struct rcp_device *rdev);
void rcp_ttm_unplug(struct rcp_device *rdev);
void rcp_ttm_fini(struct rcp_device *rdev);
int rcp_ttm_evict_vram(struct rcp_device *rdev);

/* rcp_move.c */
int rcp_move(struct ttm_buffer_object *tbo, bool evict, struct ttm_operation_ctx *ctx,
	     struct ttm_resource *to, struct ttm_place *hop);
struct dma_fence *rcp_move_dependency(struct rcp_bo *bo);
int rcp_move_clear(struct rcp_bo *bo, struct rcp_account *account, struct dma_fence **busy);

/* Test whether a buffer can be moved without waiting for its jobs.  It is reserved. */
static inline bool rcp_move_is_ready(struct rcp_bo *bo)
{
	return !rcp_move_dependency(bo);
}

/* rcp_bus.c */
int rcp_bus_init(struct rcp_device *rdev);
gfp_t rcp_bus_gfp(const struct rcp_device *rdev);
bool rcp_bus_is_direct(struct device *dev, struct sg_table *sgt);
bool rcp_bus_is_bounced(const struct rcp_device *rdev, struct device *dev, struct sg_table *sgt);
void rcp_bus_set_coherent(struct rcp_device *rdev);

/* rcp_tt.c */
struct ttm_tt *rcp_tt_create(struct ttm_buffer_object *tbo, u32 page_flags);
int rcp_tt_populate(struct ttm_device *bdev, struct ttm_tt *tt,
		    struct ttm_operation_ctx *ctx);
void rcp_tt_unpopulate(struct ttm_device *bdev, struct ttm_tt *tt);
unsigned long rcp_tt_limit(void);
void rcp_tt_unplug(struct rcp_device *rdev);
void rcp_tt_destroy(struct ttm_device *bdev, struct ttm_tt *tt);

#endif /* RCP_BO_H */
