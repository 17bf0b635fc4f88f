/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The device as drm/ sees it: the card, the scheduler, the memory managers, and the
 * clients' files.
 *
 * rcp_drv.c brings the device up at probe and takes it down at remove.  Between remove and
 * the last close only memory is left.  Code that touches the card runs between
 * drm_dev_enter() and drm_dev_exit(); code that reads registers or places buffers in VRAM
 * runs between rcp_gate_enter() and rcp_gate_exit().
 *
 * Lock order: mmap lock -> reservations (ww) -> &rcp_windows.lock or &rcp_file.lock ->
 * &rcp_queue.lock -> &rcp_sched.ring_lock -> &rcp_gtt.lock -> &rcp_gart.lock or
 * &rcp_device.tt_lock -> spinlocks; &rcp_gate.lock or &rcp_device.import_lock -> reservations.
 * A direct submission tries &rcp_sched.ring_lock under &rcp_gtt.lock.
 *
 * A hang against a PCI reset: PCI device lock -> &rcp_gate.lock -> &rcp_sched.reset_lock.  Works
 * and the threads of suspend, PCI reset and unplug sleep on reset_lock; clients wait at the gate.
 */
#ifndef RCP_DEVICE_H
#define RCP_DEVICE_H

#include <linux/atomic.h>
#include <linux/ctype.h>
#include <linux/list.h>
#include <linux/llist.h>
#include <linux/mutex.h>
#include <linux/pm.h>
#include <linux/rwsem.h>
#include <linux/spinlock.h>
#include <linux/string.h>
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

struct pci_error_handlers;
struct pci_saved_state;
struct pm4_checker;
struct rcp_bo;
struct rcp_capture_blob;
struct rcp_payer;
struct rcp_submit;
struct rcp_tt;

/* Limits of one submission. */
#define RCP_MAX_CHUNKS		16u
#define RCP_MAX_RELOCS		16384u
#define RCP_MAX_SYNCS		256u

/* Refused submissions that debugfs shows. */
#define RCP_REFUSALS		16u

/**
 * struct rcp_checker - a checker of the pool
 * @pm4: the checker
 * @busy: bit 0: a submission holds it
 */
struct rcp_checker {
	struct pm4_checker *pm4;
	unsigned long busy;
} ____cacheline_aligned_in_smp;

/**
 * struct rcp_checkers - the pool of checkers
 * @all: the checkers
 * @count: number of checkers in @all
 * @wait: woken when a checker comes back
 *
 * A submission holds a checker for one check only, never across a wait.
 */
struct rcp_checkers {
	struct rcp_checker *all;
	unsigned int count;
	wait_queue_head_t wait;
};

/*
 * X(number, name): enum drm_rcp_verdict_stage as debugfs and the trace print it.  Numbers
 * instead of enum names, because user space reads the formats of events and cannot resolve
 * enum names.
 */
#define RCP_STAGES(X) \
	X(0, accepted) \
	X(1, arguments) \
	X(2, stream) \
	X(3, syncs)

/**
 * struct rcp_refusal - a submission that was refused
 * @ns: CLOCK_MONOTONIC of the refusal
 * @pid: the process
 * @comm: its name
 * @verdict: the reason
 */
struct rcp_refusal {
	u64 ns;
	pid_t pid;
	char comm[TASK_COMM_LEN];
	struct drm_rcp_verdict verdict;
};

/* Largest number of dwords of a program, and of programs, in a dump */
#define RCP_DUMP_PROGRAM_DW	4096u
#define RCP_DUMP_PROGRAMS	128u

/**
 * struct rcp_dump_memory - memory for the programs and buffers of a dump while it is taken
 * @words: a part of the card's memory
 * @found: programs that are in the dump
 */
struct rcp_dump_memory {
	u32 words[RCP_DUMP_PROGRAM_DW];
	struct pm4_program_start found[RCP_DUMP_PROGRAMS];
};

/**
 * struct rcp_dump - the devcoredump of a hang, and the uevents of resets
 * @text: memory for the dump, or NULL.  rcp_dump_hang() owns it while @full is false, @work
 *	while it is true.
 * @used: bytes of @text that are written
 * @memory: memory for rcp_dump_hang(), or NULL
 * @full: the dump waits for @work
 * @snap: the registers at the hang; ownership as @text
 * @work: passes the dump to devcoredump, and sends a uevent after the reset
 * @told: time of the last uevent, in jiffies; 0 if there was none
 * @died: the last one said that the card is dead
 */
struct rcp_dump {
	char *text;
	size_t used;
	struct rcp_dump_memory *memory;
	bool full;
	struct rcp_snapshot snap;
	struct work_struct work;
	unsigned long told;
	bool died;
};

/**
 * struct rcp_capture - submissions that are shown in debugfs
 * @lock: protects @readers, the writes to each reader's ring, and @refused.
 *	No user memory is accessed under it.
 * @readers: open rcp_capture files
 * @nreaders: number of @readers; each submission reads it without @lock
 * @closed: the device is going away: a reader gets the rest of its ring, then the end of file
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
 * struct rcp_counters - counters since the device was bound
 * @submitted: accepted submissions
 * @refused: refused submissions
 * @bytes_moved: bytes of buffers moved between heaps
 * @bytes_cleared: bytes of VRAM cleared for new buffers
 */
struct rcp_counters {
	atomic64_t submitted;
	atomic64_t refused;
	atomic64_t bytes_moved;
	atomic64_t bytes_cleared;
};

/* Windows of the aperture through which system pages are copied, 2 MiB each. */
#define RCP_WINDOWS		4u
#define RCP_WINDOW_PAGES	512u
#define RCP_WINDOW_SIZE		((u64)RCP_WINDOW_PAGES << PAGE_SHIFT)

/**
 * struct rcp_window - a window of the aperture for copies
 * @rtt: the pages that it maps, or NULL
 * @pages: number of GPU pages that it maps
 * @busy: a move has the window, or its last copy is not done.  Set with the lock held.
 * @fence: fence of its last copy, or NULL; a reference.  Protected by @busy.
 * @done: clears @busy when the copy is done
 * @all: all windows
 */
struct rcp_window {
	struct rcp_tt *rtt;
	u32 pages;
	bool busy;
	struct dma_fence *fence;
	struct dma_fence_cb done;
	struct rcp_windows *all;
};

/**
 * struct rcp_windows - all windows
 * @lock: protects the windows.  A thread that holds it waits for no copy.
 * @moves: moves with pieces that have no window
 * @work: gives windows whose copy is done to the moves that are next
 * @all: the windows
 */
struct rcp_windows {
	struct mutex lock;
	struct list_head moves;
	struct work_struct work;
	struct rcp_window all[RCP_WINDOWS];
};

/**
 * struct rcp_gtt - allocator of the aperture
 * @lock: protects the members down to @waiter, and the nodes and holds of &struct rcp_tt
 * @mm: free and used GPU pages
 * @windows: node of &rcp_device.windows
 * @first: first GPU page after @windows; constant
 * @end: page after the last one; constant
 * @hand: where the next search for idle pages begins
 * @waiter: the job that has its turn and waits for space, or NULL
 * @ended: &rcp_binding.ended of bindings whose buffers must be put
 * @end_work: does so
 */
struct rcp_gtt {
	struct mutex lock;
	struct drm_mm mm;
	struct drm_mm_node windows;
	u64 first;
	u64 end;
	u64 hand;
	struct rcp_binding *waiter;
	struct llist_head ended;
	struct work_struct end_work;
};

/**
 * struct rcp_gate - the gate to the card
 * @lock: held for reading by ioctls inside, and while a CPU mapping of VRAM is made; for writing
 *	while the gate is closed
 * @closed: a PCI reset is under way.  Written with @lock held.
 */
struct rcp_gate {
	struct rw_semaphore lock;
	bool closed;
};

/* Grants: HiZ and ZMASK RAM, CMASK RAM. */
#define RCP_GRANTS		2u

/**
 * struct rcp_grant - RAM on the chip that one file at a time may use
 * @owner: the file, or NULL
 * @jobs: submissions and jobs that were checked with the grant and are not complete
 */
struct rcp_grant {
	struct rcp_file *owner;
	atomic_t jobs;
};

/**
 * struct rcp_grants - the grants of a card
 * @lock: protects &rcp_grant.owner and &rcp_file.owns.  No other lock is taken under it.
 * @all: the grants
 */
struct rcp_grants {
	spinlock_t lock;
	struct rcp_grant all[RCP_GRANTS];
};

/**
 * struct rcp_device - one card
 * @drm: the DRM device
 * @registered: drm_dev_register() has been called, also if it has failed
 * @card: the hardware
 * @sched: the scheduler
 * @gate: the gate that PCI resets close
 * @runtime_pm: an idle card may be suspended; set at probe
 * @load: the devfreq device, or NULL; set at probe
 * @pci_config: PCI configuration as of probe, to restore after a slot reset, or NULL
 * @gem_funcs: the GEM functions of all buffers
 * @ttm: the TTM device
 * @ttm_up: @ttm was initialised
 * @tt_man: manager of the heap TTM_PL_TT
 * @gtt: the aperture
 * @windows: windows for copies of system pages
 * @dma32: pages must be below 4 GiB, because the bus would need bounce buffers for others
 * @coherent: pages are from dma_alloc_coherent(), because the bus has bounce buffers.  Set once;
 *	read without a lock.
 * @uncached: system memory of buffers may be write-combined or uncached
 * @tt_lock: protects @mapped_tts.  No other lock is taken under it.
 * @mapped_tts: system pages that are mapped for DMA, &rcp_tt.mapped
 * @tt_pages: number of system pages that buffers have
 * @payers: &struct rcp_payer of the clients that have buffers, by rcp_payer_index()
 * @last_payer: the one of @payers that was found last, or NULL.  Protected by the lock of @payers.
 * @reachable: bytes of buffers in VRAM and GTT
 * @import_lock: protects @imports and keeps each entry from being freed.  Reservations nest
 *	inside.
 * @imports: imported buffers, &rcp_bo.import_node
 * @visible_used: bytes of clients' buffers in CPU-visible VRAM
 * @reserved: pinned buffers that occupy the reserved ranges of VRAM
 * @checkers: the pool of checkers
 * @grants: the grants
 * @count: counters
 * @dump: the devcoredump of a hang, and uevents
 * @capture: captured submissions
 * @refusal_lock: protects @refusals and @nrefusals
 * @refusals: the last refused submissions, a ring
 * @nrefusals: number of refused submissions since the device was bound
 * @fdinfo_lock: protects @fdinfo_round and &rcp_bo.fdinfo_round
 * @fdinfo_round: number of the last round that counted a client's memory
 */
struct rcp_device {
	struct drm_device drm;
	bool registered;
	struct rcp_card card;
	struct rcp_sched sched;
	struct rcp_gate gate;
	bool runtime_pm;
	struct rcp_load *load;
	struct pci_saved_state *pci_config;
	const struct drm_gem_object_funcs *gem_funcs;
	struct ttm_device ttm;
	bool ttm_up;
	struct ttm_resource_manager tt_man;
	struct rcp_gtt gtt;
	struct rcp_windows windows;
	bool uncached;
	bool dma32;
	bool coherent;
	struct mutex tt_lock;
	struct list_head mapped_tts;
	atomic_long_t tt_pages;
	struct xarray payers;
	struct rcp_payer *last_payer;
	atomic64_t reachable;
	struct mutex import_lock;
	struct list_head imports;
	atomic64_t visible_used;
	struct rcp_bo *reserved[RCP_RESERVED_MAX];
	struct rcp_checkers checkers;
	struct rcp_grants grants;
	struct rcp_counters count;
	struct rcp_dump dump;
	struct rcp_capture capture;
	spinlock_t refusal_lock;
	struct rcp_refusal refusals[RCP_REFUSALS];
	u64 nrefusals;
	struct mutex fdinfo_lock;
	u64 fdinfo_round;
};

/**
 * struct rcp_file - an open file
 * @base: the client as fence/ sees it; its last reference frees the file
 * @rdev: the device; a reference
 * @queue: queue of context 0; a reference
 * @contexts: queues of the other contexts, by id; a reference each
 * @next_id: where the search for a free id starts
 * @owns: PM4_OWNS_* of the grants that the file has; protected by &rcp_grants.lock
 */
struct rcp_file {
	struct rcp_client base;
	struct rcp_device *rdev;
	struct rcp_queue *queue;
	struct xarray contexts;
	u32 next_id;
	u32 owns;
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

/**
 * struct rcp_word - a name of up to 31 characters as one word
 * @text: the word
 */
struct rcp_word {
	char text[32];
};

/*
 * Turn a name that a client chooses, such as its process' name, into one word: a newline in it
 * would begin a line of its own in a log or a table, and a blank a column.  Returns the word, with
 * an underscore for each blank and each character that cannot be printed; "-" for an empty name.
 */
static inline const char *rcp_word(struct rcp_word *word, const char *name)
{
	char *p;

	strscpy(word->text, name, sizeof(word->text));
	for (p = word->text; *p; p++)
		if (!isascii(*p) || !isgraph(*p))
			*p = '_';
	return word->text[0] ? word->text : "-";
}

/* rcp_gate.c */
int rcp_gate_enter(struct rcp_device *rdev, int *idx);
bool rcp_gate_enter_awake(struct rcp_device *rdev, int *idx);
void rcp_gate_exit(struct rcp_device *rdev, int idx);

/* rcp_pm.c */
int rcp_pm_save(struct rcp_device *rdev);
void rcp_pm_resume(struct rcp_device *rdev);

extern const struct dev_pm_ops rcp_sleep_ops;

void rcp_sleep_init(struct rcp_device *rdev);
void rcp_sleep_fini(struct rcp_device *rdev);
void rcp_sleep_idle(struct rcp_sched *sched);

/* rcp_pci_reset.c */
extern const struct pci_error_handlers rcp_pci_error_handlers;

void rcp_pci_reset_init(struct rcp_device *rdev);
void rcp_pci_reset_fini(struct rcp_device *rdev);

/* Test whether the card stays stopped: after a shutdown, or during remove. */
static inline bool rcp_pm_is_over(const struct rcp_device *rdev)
{
	return READ_ONCE(rdev->sched.dead) == -ENODEV;
}

/*
 * Test whether an eviction drops contents that it cannot save: VRAM is about to be lost, and
 * neither a PCI reset nor the suspend of a dead card can be refused.
 */
static inline bool rcp_pm_gives_up(const struct rcp_device *rdev)
{
	return READ_ONCE(rdev->sched.cancelling) &&
	       (READ_ONCE(rdev->sched.dead) || READ_ONCE(rdev->gate.closed));
}

/* rcp_grant.c */
bool rcp_grant_want(struct rcp_file *file, u32 flag, bool want);
u32 rcp_grants_use(struct rcp_file *file);
void rcp_grants_release(struct rcp_device *rdev, u32 owns);
void rcp_grants_close(struct rcp_file *file);

/*
 * End the use of the grants that rcp_grants_use() returned: the job is complete, or there will be
 * none.  Any context.
 */
static inline void rcp_grants_unuse(struct rcp_device *rdev, u32 owns)
{
	if (unlikely(owns))
		rcp_grants_release(rdev, owns);
}

/* rcp_capture.c */
void rcp_capture_close(struct rcp_capture *capture);
void rcp_capture_fini(struct rcp_capture *capture);
void rcp_capture_stream(struct rcp_submit *sub);
void rcp_capture_submission(struct rcp_submit *sub, const struct drm_rcp_verdict *verdict);
void rcp_capture_debugfs(struct drm_minor *minor);

/* Test whether an rcp_capture file is open.  The answer may be stale. */
static inline bool rcp_capture_on(const struct rcp_capture *capture)
{
	return READ_ONCE(capture->nreaders);
}

/* rcp_checkers.c */
int rcp_checkers_init(struct rcp_device *rdev);
void rcp_checkers_fini(struct rcp_device *rdev);
struct rcp_checker *rcp_checker_get(struct rcp_device *rdev);
void rcp_checker_put(struct rcp_device *rdev, struct rcp_checker *checker);

/* rcp_ctx.c */
int rcp_file_open(struct drm_device *drm, struct drm_file *drm_file);
void rcp_file_close(struct drm_device *drm, struct drm_file *drm_file);
struct rcp_queue *rcp_file_queue(struct rcp_file *file, u32 id);
int rcp_ctx_create_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file);
int rcp_ctx_destroy_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file);
int rcp_ctx_state_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file);

/* rcp_fence_ioctl.c */
int rcp_fence_ioctl_query(struct drm_device *drm, void *data, struct drm_file *drm_file);
int rcp_fence_ioctl_wait(struct drm_device *drm, void *data, struct drm_file *drm_file);
int rcp_fence_ioctl_export(struct drm_device *drm, void *data, struct drm_file *drm_file);

/* rcp_cs.c, rcp_info.c, rcp_query.c */
int rcp_cs_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_info_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int rcp_query_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

/* rcp_proof.c */
int rcp_proof_run(struct rcp_device *rdev);

/* rcp_wait.c */
bool rcp_wait_flags_ok(u32 flags, u32 allowed, u64 deadline_ns);
void rcp_wait_set_deadline(struct dma_fence *fence, u32 flags, u64 deadline_ns);
int rcp_wait_for_fence(struct rcp_device *rdev, struct dma_fence *fence, s64 timeout_ns);
bool rcp_bo_is_busy(struct rcp_bo *bo);
int rcp_bo_wait_idle(struct rcp_bo *bo);
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

/* rcp_debugfs.c */
void rcp_debugfs_init(struct drm_minor *minor);

/* rcp_fdinfo.c */
u64 rcp_fdinfo_client_id(const struct drm_file *drm_file);
void rcp_fdinfo_hung(struct rcp_job *job);
void rcp_fdinfo_show(struct drm_printer *p, struct drm_file *drm_file);
#ifndef RCP_HAVE_DRM_FDINFO
void rcp_fdinfo_show_all(struct seq_file *m, struct file *filp);
#endif

/* rcp_devfreq.c */
void rcp_devfreq_init(struct rcp_device *rdev);
void rcp_devfreq_fini(struct rcp_device *rdev);
void rcp_devfreq_suspend(struct rcp_device *rdev);
void rcp_devfreq_resume(struct rcp_device *rdev);

/* rcp_hwmon.c */
void rcp_hwmon_init(struct rcp_device *rdev);

/* rcp_peek.c */
bool rcp_peek(struct rcp_device *rdev, u64 addr, u32 *words, u32 count);

/* rcp_dump.c */
void rcp_dump_init(struct rcp_device *rdev);
void rcp_dump_fini(struct rcp_device *rdev);
void rcp_dump_hang(struct rcp_sched *sched, struct rcp_job *job);
void rcp_dump_slow(struct rcp_sched *sched, struct rcp_job *job);
void rcp_dump_resume(struct rcp_device *rdev);

#endif /* RCP_DEVICE_H */
