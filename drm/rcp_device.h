/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The device as drm/ sees it: the card, the way to it, the memory managers, and
 * the clients' files.
 *
 * Life: rcp_drv.c brings it up at probe and takes it down at remove.  Between
 * remove and the last close only memory is left; what touches the card runs
 * between drm_dev_enter() and drm_dev_exit(), and what reads its registers or places
 * buffers in its VRAM between rcp_pm_enter() and rcp_pm_exit().
 *
 * Lock order: mmap lock -> reservations (ww) -> &rcp_windows.lock or &rcp_gtt.lock ->
 * &rcp_queue.lock -> &rcp_gart.lock or &rcp_device.tt_lock -> spinlocks; &rcp_pm.gate ->
 * reservations.
 */
#ifndef RCP_DEVICE_H
#define RCP_DEVICE_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <linux/xarray.h>

#include <drm/drm_device.h>
#include <drm/drm_file.h>
#include <drm/drm_mm.h>
#include <drm/drm_print.h>
#include <drm/ttm/ttm_device.h>
#include <drm/ttm/ttm_resource.h>

#include <rcp_drm.h>

#include "../fence/rcp_sched.h"
#include "../ring/rcp_card.h"
#include "rcp_pm.h"

struct pm4_checker;
struct rcp_bo;
struct rcp_capture_blob;
struct rcp_submit;
struct rcp_tt;

/* Caps of one submission. */
#define RCP_MAX_CHUNKS		16u
#define RCP_MAX_RELOCS		16384u
#define RCP_MAX_SYNCS		256u
#define RCP_MAX_SYNC_STRIDE	256u

/* Refused submissions that debugfs remembers. */
#define RCP_REFUSALS		16u

/**
 * struct rcp_checkers - checkers for streams that are checked at once
 * @lock: protects @free and @nfree
 * @free: those that nobody uses
 * @nfree: their number
 * @count: all of them
 * @wait: woken when one comes back
 * @all: all of them
 *
 * A checker is held for one check only, never across a wait.
 */
struct rcp_checkers {
	spinlock_t lock;
	struct pm4_checker **free;
	unsigned int nfree;
	unsigned int count;
	wait_queue_head_t wait;
	struct pm4_checker **all;
};

/*
 * X(number, name): enum drm_rcp_verdict_stage as debugfs and the trace print it.  Numbers,
 * since user space reads the formats of events and has no names for enums.
 */
#define RCP_STAGES(X) \
	X(0, accepted) \
	X(1, arguments) \
	X(2, stream) \
	X(3, syncs)

/**
 * struct rcp_refusal - a submission that was refused
 * @ns: CLOCK_MONOTONIC
 * @pid: whose
 * @comm: its name
 * @verdict: why
 */
struct rcp_refusal {
	u64 ns;
	pid_t pid;
	char comm[TASK_COMM_LEN];
	struct drm_rcp_verdict verdict;
};

/**
 * struct rcp_dump - what is known of a hang
 * @text: memory for it; the timeout handler's while @full is false, else the
 *	work item's
 * @used: bytes of it that are written
 * @full: it waits to be handed over
 * @snap: the card at that moment
 * @work: hands it over
 */
struct rcp_dump {
	char *text;
	size_t used;
	bool full;
	struct rcp_snapshot snap;
	struct work_struct work;
};

/**
 * struct rcp_capture - submissions that are shown in debugfs
 * @lock: protects @readers, what is written to each reader's ring, and @refused.
 *	No user memory is accessed under it.
 * @readers: open rcp_capture files
 * @nreaders: their number; each submission reads it without @lock
 * @closed: the device is going away: readers get what is there, then the end
 * @refused: the last refused stream, or NULL; a reference
 */
struct rcp_capture {
	struct mutex lock;
	struct list_head readers;
	unsigned int nreaders;
	bool closed;
	struct rcp_capture_blob *refused;
};

/**
 * struct rcp_counters - what the device has done since it was bound
 * @submitted: accepted submissions
 * @refused: refused ones
 * @bytes_moved: bytes of buffers moved between heaps
 * @bytes_cleared: bytes of VRAM cleared for new buffers
 */
struct rcp_counters {
	atomic64_t submitted;
	atomic64_t refused;
	atomic64_t bytes_moved;
	atomic64_t bytes_cleared;
};

/* Pieces of the aperture through which system pages are copied, 2 MiB each. */
#define RCP_WINDOWS		4u
#define RCP_WINDOW_PAGES	512u
#define RCP_WINDOW_SIZE		((u64)RCP_WINDOW_PAGES << PAGE_SHIFT)

/**
 * struct rcp_window - one of them
 * @rtt: the pages that it shows, or NULL
 * @pages: how many
 * @fence: its last copy, or NULL; a reference
 */
struct rcp_window {
	struct rcp_tt *rtt;
	u32 pages;
	struct dma_fence *fence;
};

/**
 * struct rcp_windows - all of them
 * @lock: protects them.  Where it is held only copies are waited for.
 * @next: the one whose turn it is
 * @all: the windows
 */
struct rcp_windows {
	struct mutex lock;
	unsigned int next;
	struct rcp_window all[RCP_WINDOWS];
};

/**
 * struct rcp_gtt - who has which part of the aperture
 * @lock: protects @mm, @lru and the nodes
 * @mm: its pages
 * @windows: those of &rcp_device.windows
 * @lru: &rcp_tt.lru of pages with addresses, the one used longest ago first
 * @waiting: submissions that wait for space
 * @fed: woken when there are none any more
 */
struct rcp_gtt {
	struct mutex lock;
	struct drm_mm mm;
	struct drm_mm_node windows;
	struct list_head lru;
	atomic_t waiting;
	wait_queue_head_t fed;
};

/**
 * struct rcp_device - one card
 * @drm: the DRM device
 * @card: the hardware
 * @sched: the way to it
 * @pm: the gate to it
 * @ttm: memory
 * @ttm_up: @ttm was initialised
 * @tt_man: the heap TTM_PL_TT
 * @gtt: the aperture
 * @windows: how system pages are copied
 * @dma32: pages must be below 4 GiB, or the bus would not reach them without copies
 * @uncached: system memory of buffers may be write-combined or uncached
 * @tt_lock: protects @mapped_tts.  Nothing else is taken under it.
 * @mapped_tts: system pages that are mapped for the bus, &rcp_tt.mapped
 * @tt_pages: how many system pages buffers have, in memory, in shmem or in swap
 * @reachable: bytes of buffers in VRAM and GTT
 * @import_lock: protects @imports, and each from being dropped.  Reservations nest inside.
 * @imports: buffers of other drivers, &rcp_bo.import_node
 * @visible_used: bytes of clients' buffers in the part of VRAM that the CPU reaches
 * @reserved: buffers that keep VRAM's reserved ranges from being given away
 * @checkers: checkers
 * @count: counters
 * @dump: what is known of a hang
 * @capture: captured submissions
 * @refusal_lock: protects @refusals and @nrefusals
 * @refusals: the last refused submissions
 * @nrefusals: how many there were in all
 * @fdinfo_lock: protects @fdinfo_round and &rcp_bo.fdinfo_round
 * @fdinfo_round: how often the memory of a client was counted
 */
struct rcp_device {
	struct drm_device drm;
	struct rcp_card card;
	struct rcp_sched sched;
	struct rcp_pm pm;
	struct ttm_device ttm;
	bool ttm_up;
	struct ttm_resource_manager tt_man;
	struct rcp_gtt gtt;
	struct rcp_windows windows;
	bool uncached;
	bool dma32;
	struct mutex tt_lock;
	struct list_head mapped_tts;
	atomic_long_t tt_pages;
	atomic64_t reachable;
	struct mutex import_lock;
	struct list_head imports;
	atomic64_t visible_used;
	struct rcp_bo *reserved[RCP_RESERVED_MAX];
	struct rcp_checkers checkers;
	struct rcp_counters count;
	struct rcp_dump dump;
	struct rcp_capture capture;
	spinlock_t refusal_lock;
	struct rcp_refusal refusals[RCP_REFUSALS];
	u64 nrefusals;
	struct mutex fdinfo_lock;
	u64 fdinfo_round;
};

/* So many buffers of a client's submissions may wait for the card to clear them. */
#define RCP_FILE_CLEARS		32

/**
 * struct rcp_file - an open file
 * @base: its side of the jobs; freed with the last of its queues
 * @rdev: the device; a reference
 * @queue: context 0
 * @contexts: queues of the other contexts, by id; a reference each
 * @next_id: where the search for a free id starts
 * @lock: protects what follows.  Nothing is waited for under it.
 * @clears: what cleared the last buffers of its submissions, or NULL
 * @nclears: how many were cleared
 * @budget: bytes that may be moved for it now; as @clears
 * @budget_jiffies: when that was; as @clears
 */
struct rcp_file {
	struct rcp_client base;
	struct rcp_device *rdev;
	struct rcp_queue *queue;
	struct xarray contexts;
	u32 next_id;
	struct mutex lock;
	struct dma_fence *clears[RCP_FILE_CLEARS];
	unsigned int nclears;
	s64 budget;
	u64 budget_jiffies;
};

static inline struct rcp_device *to_rcp(struct drm_device *drm)
{
	return container_of(drm, struct rcp_device, drm);
}

static inline struct rcp_device *rcp_from_card(struct rcp_card *card)
{
	return container_of(card, struct rcp_device, card);
}

static inline struct rcp_device *rcp_from_sched(struct rcp_sched *sched)
{
	return container_of(sched, struct rcp_device, sched);
}

static inline struct rcp_device *rcp_from_ttm(struct ttm_device *ttm)
{
	return container_of(ttm, struct rcp_device, ttm);
}

/* rcp_capture.c */
void rcp_capture_init(struct rcp_capture *capture);
void rcp_capture_close(struct rcp_capture *capture);
void rcp_capture_fini(struct rcp_capture *capture);
void rcp_capture_debugfs(struct drm_minor *minor);
void rcp_capture_stream(struct rcp_submit *sub);
void rcp_capture_submission(struct rcp_submit *sub, const struct drm_rcp_verdict *verdict);

/* Does a file capture submissions?  The answer may be old. */
static inline bool rcp_capture_on(const struct rcp_capture *capture)
{
	return READ_ONCE(capture->nreaders);
}

/* rcp_checkers.c */
int rcp_checkers_init(struct rcp_device *rdev);
void rcp_checkers_fini(struct rcp_device *rdev);
struct pm4_checker *rcp_checker_get(struct rcp_device *rdev);
void rcp_checker_put(struct rcp_device *rdev, struct pm4_checker *checker);

/* rcp_ctx.c */
int rcp_file_open(struct drm_device *drm, struct drm_file *drm_file);
void rcp_file_close(struct drm_device *drm, struct drm_file *drm_file);
struct rcp_queue *rcp_file_queue(struct rcp_file *file, u32 id);
int rcp_ctx_create_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file);
int rcp_ctx_destroy_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file);
int rcp_ctx_state_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file);

/* rcp_fence.c */
bool rcp_wait_flags_ok(u32 flags, u32 allowed, u64 deadline_ns);
int rcp_fence_wait_until(struct rcp_device *rdev, struct dma_fence *fence, s64 timeout_ns);
int rcp_fence_query_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file);
int rcp_fence_wait_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file);
int rcp_fence_export_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file);

/* rcp_cs_place.c */
bool rcp_budget_left(struct rcp_file *file);
void rcp_budget_spend(struct rcp_file *file, u64 bytes);

/* rcp_cs.c, rcp_info.c, rcp_query.c */
int rcp_cs_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_info_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_query_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

/* rcp_debugfs.c */
void rcp_debugfs_init(struct drm_minor *minor);

/* rcp_fdinfo.c */
u64 rcp_fdinfo_client_id(const struct drm_file *drm_file);
void rcp_fdinfo_hung(struct rcp_job *job);
void rcp_fdinfo_show(struct drm_printer *p, struct drm_file *drm_file);
#ifndef RCP_HAVE_DRM_FDINFO
void rcp_fdinfo_show_all(struct seq_file *m, struct file *filp);
#endif

/* rcp_hwmon.c */
void rcp_hwmon_init(struct rcp_device *rdev);

/* rcp_dump.c */
void rcp_dump_init(struct rcp_device *rdev);
void rcp_dump_fini(struct rcp_device *rdev);
void rcp_dump_hang(struct rcp_sched *sched, struct rcp_job *job);

#endif /* RCP_DEVICE_H */
