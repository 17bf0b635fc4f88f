/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buffers: GEM objects that TTM places in VRAM or in system pages.  The types, and the
 * functions below rcp_bo.c: heaps, GART addresses, copies.
 */
#ifndef RCP_BO_TYPES_H
#define RCP_BO_TYPES_H

#ifdef RCP_HAVE_TTM_BO_H
#include <drm/ttm/ttm_bo.h>
#else
#include <drm/ttm/ttm_bo_api.h>
#include <drm/ttm/ttm_bo_driver.h>
#endif
#include <linux/dma-fence.h>
#include <linux/refcount.h>

#include <drm/drm_mm.h>
#include <drm/ttm/ttm_placement.h>
#include <drm/ttm/ttm_tt.h>

#include "../rcp_device.h"

/* The address of a buffer that the GPU cannot reach. */
#define RCP_NO_ADDR	U64_MAX

/* &rcp_bo.idle_seqno of a buffer that its last job in the ring does not cover. */
#define RCP_NO_SEQNO	U64_MAX

/* &rcp_bo.user of a buffer that jobs of more than one queue have used. */
#define RCP_BO_MANY	((const void *)1)

/* For what clients cause: charged, and without the OOM killer, so that their call fails first. */
#define RCP_GFP_ACCOUNT	(GFP_KERNEL_ACCOUNT | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

/**
 * struct rcp_payer - the memory cgroup that pays for system pages of buffers
 * @ref: a reference for each buffer
 * @rdev: the device
 * @memcg: the group, a reference; NULL if there are no groups
 * @unpaid: pages that were evicted from VRAM and could not be charged, with their lists
 */
struct rcp_payer {
	struct kref ref;
	struct rcp_device *rdev;
	struct mem_cgroup *memcg;
	atomic_long_t unpaid;
};

/**
 * struct rcp_bo - a buffer
 * @tbo: the TTM object, with the GEM object in it
 * @domains: the heaps for which the client made it, RADEON_GEM_DOMAIN_* bits; DRM_RADEON_GEM_OP
 *	can change them at any time
 * @flags: RADEON_GEM_* flags; constant
 * @payer: who pays for its system pages; a reference, NULL for buffers of the driver; constant
 * @addr: GPU address or RCP_NO_ADDR.  In VRAM it is written with the reservation held, outside
 *	of it with &rcp_gtt.lock.  Without the lock the answer may be stale.
 * @seqno: seqno of the last job in the ring that uses the buffer.  Protected by &rcp_gtt.lock.
 * @domain: current heap, a RADEON_GEM_DOMAIN_* bit.  Written with the reservation held; a
 *	reader without the reservation must take it and check the value again.
 * @resident: the buffer has memory there; locking as @domain, but a CPU access in the kernel
 *	may populate the pages without setting it
 * @fdinfo_round: &rcp_device.fdinfo_round of the last round that counted it.  Protected by
 *	&rcp_device.fdinfo_lock.
 * @visible: bytes in CPU-visible VRAM, as counted in &rcp_device.visible_used; locking as
 *	@addr
 * @tiling: RADEON_TILING_* flags.  Written with the reservation held.
 * @pitch: pitch that belongs to @tiling; locking as @tiling
 * @bumped: jiffies when a submission last moved the buffer to the tail of the LRU.
 *	Protected by the reservation.
 * @user: the only queue whose jobs have used the buffer, NULL for none, or RCP_BO_MANY.
 *	Only compared: the queue may have been freed, and then its jobs are over.  Protected
 *	by the reservation.
 * @moved: the driver's own copies have used the buffer since its last job.  Protected by
 *	the reservation.
 * @idle_seqno: the buffer is idle once this seqno has completed, unless it is @shared;
 *	RCP_NO_SEQNO if only its fences tell.  Written with the reservation held.
 * @written: only valid while a submission reserves its buffers: one of its relocations writes
 *	the buffer.  Protected by the reservation.
 * @explicit: only valid as @written: all relocations of the submission ask for no implicit
 *	sync.  Protected by the reservation.
 * @shared: the buffer is imported, or was exported, so other drivers may add fences; set once
 * @contents_fence: fence of the last copy or clear of the contents, or NULL; a reference.
 *	Protected by the reservation.
 * @prev_contents_fence: an earlier one that had not finished when @contents_fence was set, or
 *	NULL; a reference.  Protected by the reservation.
 * @lost: the contents are lost: an earlier copy or clear failed, or the card was given up with
 *	them.  Protected by the reservation.
 * @stale: an earlier copy or clear failed, so the memory may hold data of other clients.
 *	Protected by the reservation.
 * @uncleared: the buffer is in VRAM that is not cleared yet, and has no @addr until
 *	then.  Protected by the reservation.
 * @cleared: bytes from the start of this VRAM that were cleared, or soon will be, 0 unless
 *	@uncleared; locking as @uncleared
 * @no_clear: do not clear the memory: it belongs to a reserved range of VRAM; constant
 * @cpu_mapped: a CPU may access the buffer where it is, in VRAM.  Cleared when the buffer moves,
 *	because its mappings are gone then.  Protected by the reservation.
 * @reachable: the buffer counts in &rcp_device.reachable.  Protected by the reservation.
 * @place: scratch for placements.  Protected by the reservation.
 * @dmabuf: the dma-buf that an imported buffer takes its pages and its reservation from; a
 *	reference, because TTM may free the buffer after its last user has gone, or after a
 *	failed import, and takes the reservation to do so
 * @import_node: entry of &rcp_device.imports
 * @dummy_page: page that CPU mappings show when the contents went with the card.  Protected by
 *	the reservation.
 */
struct rcp_bo {
	struct ttm_buffer_object tbo;
	u32 domains;
	u32 flags;
	struct rcp_payer *payer;
	u64 addr;
	u64 seqno;
	u32 domain;
	bool resident;
	u64 fdinfo_round;
	u64 visible;
	u32 tiling;
	u32 pitch;
	unsigned long bumped;
	const void *user;
	bool moved;
	u64 idle_seqno;
	bool written;
	bool explicit;
	bool shared;
	struct dma_fence *contents_fence;
	struct dma_fence *prev_contents_fence;
	bool lost;
	bool stale;
	bool uncleared;
	u64 cleared;
	bool no_clear;
	bool cpu_mapped;
	bool reachable;
	struct ttm_place place[4];
	struct dma_buf *dmabuf;
	struct list_head import_node;
	struct page *dummy_page;
};

/**
 * struct rcp_tt - system pages of a buffer
 * @tt: the TTM object
 * @own: bus addresses of pages that the driver has allocated
 * @coherent: the pages are from dma_alloc_coherent()
 * @sg: @own, or the exporter's table, while the pages are mapped for DMA, else NULL
 * @payer: &rcp_bo.payer, or NULL
 * @unpaid: pages that are part of &rcp_payer.unpaid
 * @evicted: the next populate is for an eviction from VRAM.  Protected by the reservation.
 * @mapped: entry of &rcp_device.mapped_tts.  Protected by &rcp_device.tt_lock.
 * @node: GART space, if the pages are bound.  &rcp_gtt.lock protects this member and those
 *	below.
 * @binder: the binding that has bound the pages, or NULL; only compared, until they are @usable
 * @usable: the TLBs have been flushed since the pages were bound
 * @holds: number of jobs and copies that will use the address and are not in the ring yet
 * @bo: the buffer, or NULL after a move has left the pages to a ghost object
 * @copy: fence of the last copy that uses the address, or NULL; a reference
 */
struct rcp_tt {
	struct ttm_tt tt;
	struct sg_table own;
	bool coherent;
	struct sg_table *sg;
	struct rcp_payer *payer;
	unsigned long unpaid;
	bool evicted;
	struct list_head mapped;
	struct drm_mm_node node;
	const void *binder;
	bool usable;
	unsigned int holds;
	struct rcp_bo *bo;
	struct dma_fence *copy;
};

#define to_rcp_tt(x) container_of(x, struct rcp_tt, tt)

/* The pages are an exporter's.  TTM also counts the pages of the driver itself as external. */
static inline bool rcp_tt_is_import(const struct ttm_tt *tt)
{
	return !(tt->page_flags & TTM_TT_FLAG_EXTERNAL_MAPPABLE);
}

/**
 * struct rcp_submit_bo - a buffer that a submission names
 * @bo: the buffer; a reference
 * @domains: heaps that the submission prefers, RADEON_GEM_DOMAIN_* bits
 * @write: the client or the checker says that the submission writes the buffer
 * @explicit: the client asks for no implicit sync
 * @reserved: this entry holds the reservation, for all entries that name the buffer
 * @wanted: the card reaches the buffer, but in another heap than those in @domains
 * @held: this entry holds the address of the buffer, for its binding.  Only the thread that binds
 *	the buffers uses it, and under &rcp_gtt.lock the scheduler.
 */
struct rcp_submit_bo {
	struct rcp_bo *bo;
	u16 domains;
	bool write;
	bool explicit;
	bool reserved;
	bool wanted;
	bool held;
};

/**
 * struct rcp_binding - GART addresses for the buffers of a job
 * @users: the submission and the job; the last one puts the buffers and frees the memory block of
 *	the submission, which begins with the binding.  Like the members down to @claim only
 *	initialised for a job that waits.
 * @ended: entry of &rcp_gtt.ended
 * @claim: first page of the range that its job claims, 0 if there is none
 * @rdev: the device
 * @bos: the buffers of the submission; references
 * @bos_end: end of @bos
 * @addrs: GPU addresses of @bos
 * @pages: pages of the aperture that the buffers need one after the other, in the order of
 *	rcp_bind_in_order()
 * @align: alignment of the first of these pages, 0 before rcp_bind_init()
 * @patches: patches for the job's stream
 * @npatches: number of @patches
 */
struct rcp_binding {
	refcount_t users;
	struct llist_node ended;
	u64 claim;
	struct rcp_device *rdev;
	struct rcp_submit_bo *bos;
	struct rcp_submit_bo *bos_end;
	u64 *addrs;
	u64 pages;
	u64 align;
	const struct pm4_patch *patches;
	u32 npatches;
};

static inline struct rcp_bo *to_rcp_bo(struct ttm_buffer_object *tbo)
{
	return container_of(tbo, struct rcp_bo, tbo);
}

static inline struct rcp_bo *gem_to_rcp_bo(struct drm_gem_object *gem)
{
	return container_of(gem, struct rcp_bo, tbo.base);
}

/* Without the reservation the answer may be stale. */
static inline u32 rcp_bo_domain(const struct rcp_bo *bo)
{
	return READ_ONCE(bo->domain);
}

static inline u64 rcp_bo_size(const struct rcp_bo *bo)
{
	return bo->tbo.base.size;
}

/* Alignment of the GPU address in every heap, in pages. */
static inline u32 rcp_bo_align(const struct rcp_bo *bo)
{
	return max(bo->tbo.page_alignment, 1u);
}

/* GPU address of a resource in VRAM. */
static inline u64 rcp_vram_addr(const struct rcp_device *rdev, const struct ttm_resource *res)
{
	return rdev->card.vram.addr + ((u64)res->start << PAGE_SHIFT);
}

/*
 * GPU address of system pages, RCP_NO_ADDR if the card cannot use them.  Without &rcp_gtt.lock the
 * answer may be stale.
 */
static inline u64 rcp_gtt_addr(const struct rcp_device *rdev, const struct rcp_tt *rtt)
{
	return rtt->usable ? rdev->card.gart.addr + (rtt->node.start << PAGE_SHIFT) : RCP_NO_ADDR;
}

/* rcp_heap.c */
u64 rcp_heap_size(const struct rcp_device *rdev, u32 mem_type);
u64 rcp_heap_usage(struct rcp_device *rdev, u32 mem_type);
u64 rcp_heap_max_bo_size(const struct rcp_device *rdev, u32 domains);

/* rcp_payer.c */
struct rcp_payer *rcp_payer_get(struct rcp_device *rdev);
void rcp_payer_put(struct rcp_payer *payer);
bool rcp_payer_may_owe(const struct rcp_payer *payer);

/* rcp_gtt.c */
int rcp_gtt_init(struct rcp_device *rdev);
void rcp_gtt_fini(struct rcp_device *rdev);
void rcp_gtt_remove_locked(struct rcp_device *rdev, struct rcp_tt *rtt);
bool rcp_gtt_is_busy_locked(struct rcp_device *rdev, struct rcp_tt *rtt);
struct rcp_tt *rcp_gtt_first_locked(struct rcp_gtt *gtt, u64 start, u64 end);
int rcp_gtt_take_locked(struct rcp_device *rdev, struct rcp_tt *rtt, u64 start);
int rcp_gtt_take_any_locked(struct rcp_device *rdev, struct rcp_tt *rtt);
int rcp_gtt_map(struct rcp_device *rdev, struct rcp_tt *rtt);
void rcp_gtt_publish_locked(struct rcp_device *rdev, struct rcp_tt *rtt);
void rcp_gtt_unbind(struct rcp_device *rdev, struct rcp_tt *rtt);
u64 rcp_gtt_copy_begin(struct rcp_device *rdev, struct rcp_tt *rtt, bool bind);
void rcp_gtt_copy_end(struct rcp_device *rdev, struct rcp_tt *rtt, struct dma_fence *fence);
void rcp_gtt_detach(struct rcp_device *rdev, struct rcp_tt *rtt, struct dma_fence *fence);
void rcp_gtt_reattach(struct rcp_device *rdev, struct rcp_tt *rtt, struct rcp_bo *bo);

/* rcp_bind.c */
void rcp_bind_setup(struct rcp_device *rdev);
bool rcp_bind_init(struct rcp_binding *binding);
bool rcp_bind_is_bound_locked(struct rcp_binding *binding);
void rcp_bind_used_locked(struct rcp_binding *binding, u64 seqno);
int rcp_bind_now(struct rcp_binding *binding);
void rcp_bind_give(struct rcp_binding *binding, struct rcp_job *job);
void rcp_bind_put(struct rcp_binding *binding);
void rcp_bind_apply(const struct rcp_binding *binding, struct rcp_job *job);
bool rcp_bind_prepare(struct rcp_job *job);
void rcp_bind_drop(struct rcp_job *job);

/* rcp_copy.c */
struct dma_fence *rcp_copy_submit(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
				  const struct rcp_copy *copy);
struct dma_fence *rcp_windows_copy(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
				   struct ttm_operation_ctx *ctx, u64 vram_addr, bool to_vram);
void rcp_windows_init(struct rcp_device *rdev);
void rcp_windows_unmap(struct rcp_device *rdev, struct rcp_tt *rtt);
void rcp_windows_fini(struct rcp_device *rdev);

#endif /* RCP_BO_TYPES_H */
