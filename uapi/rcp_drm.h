/* SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR MIT) */
/*
 * The part of rcp's userspace ABI that radeon does not have.  The rest is the radeon ABI of
 * radeon_drm.h, which this header includes.
 *
 * A client recognises rcp by DRM_IOCTL_RCP_QUERY: on any other driver named
 * "radeon" the ioctl fails with -EINVAL.
 *
 * How this ABI may grow:
 *  - ioctl numbers, chunk ids, query types and flag bits are never reused and
 *    never change their meaning;
 *  - a struct grows at its end only; a query copies as many bytes as both
 *    sides know, and reports the size of the whole answer;
 *  - members named pad must be zero on input, otherwise the call fails with -EINVAL;
 *    a flag bit that this header does not define also fails with -EINVAL;
 *  - members are of fixed width and naturally aligned, so that 32-bit and
 *    64-bit clients see one layout;
 *  - a new feature gets a bit in &drm_rcp_query_driver.features.
 */
#ifndef RCP_DRM_H
#define RCP_DRM_H

#ifdef __KERNEL__
#include <drm/radeon_drm.h>
#else
#include <radeon_drm.h>	/* libdrm's, where pkg-config --cflags libdrm says */
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * All ioctls of this header:
 *  - a signal interrupts a call that sleeps (EINTR); repeat it with the same
 *    argument;
 *  - after unplug or unbind the DRM core fails every new call with -ENODEV; a
 *    call that sleeps at that moment returns as if its fence had signalled;
 *  - on a dead card CS and CTX_CREATE fail with -EIO, all other calls still work;
 *  - the outputs of a failed call are undefined;
 *  - a struct longer than the driver's is accepted and its tail is ignored, so detect
 *    an addition by its flag or feature bit.
 */
#define DRM_RCP_QUERY		0x40	/* 0x5f is the last driver ioctl number */
#define DRM_RCP_CTX_CREATE	0x41
#define DRM_RCP_CTX_DESTROY	0x42
#define DRM_RCP_CTX_STATE	0x43
#define DRM_RCP_FENCE_QUERY	0x44
#define DRM_RCP_FENCE_WAIT	0x45
#define DRM_RCP_FENCE_EXPORT	0x46
#define DRM_RCP_BO_WAIT		0x47

#define DRM_IOCTL_RCP_QUERY \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_RCP_QUERY, struct drm_rcp_query)
#define DRM_IOCTL_RCP_CTX_CREATE \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_RCP_CTX_CREATE, struct drm_rcp_ctx_create)
#define DRM_IOCTL_RCP_CTX_DESTROY \
	DRM_IOW(DRM_COMMAND_BASE + DRM_RCP_CTX_DESTROY, struct drm_rcp_ctx_destroy)
#define DRM_IOCTL_RCP_CTX_STATE \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_RCP_CTX_STATE, struct drm_rcp_ctx_state)
#define DRM_IOCTL_RCP_FENCE_QUERY \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_RCP_FENCE_QUERY, struct drm_rcp_fence_query)
#define DRM_IOCTL_RCP_FENCE_WAIT \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_RCP_FENCE_WAIT, struct drm_rcp_fence_wait)
#define DRM_IOCTL_RCP_FENCE_EXPORT \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_RCP_FENCE_EXPORT, struct drm_rcp_fence_export)
#define DRM_IOCTL_RCP_BO_WAIT \
	DRM_IOW(DRM_COMMAND_BASE + DRM_RCP_BO_WAIT, struct drm_rcp_bo_wait)

/**
 * enum drm_rcp_query_type - types of &struct drm_rcp_query
 */
enum drm_rcp_query_type {
	/** @RCP_QUERY_DRIVER: &struct drm_rcp_query_driver */
	RCP_QUERY_DRIVER = 1,
	/** @RCP_QUERY_CARD: &struct drm_rcp_query_card */
	RCP_QUERY_CARD = 2,
	/** @RCP_QUERY_LIMITS: &struct drm_rcp_query_limits */
	RCP_QUERY_LIMITS = 3,
	/** @RCP_QUERY_CLOCKS: &struct drm_rcp_query_clocks */
	RCP_QUERY_CLOCKS = 4,
	/** @RCP_QUERY_MEMORY: &struct drm_rcp_query_memory */
	RCP_QUERY_MEMORY = 5,
};

/* Limit of &drm_rcp_query.size; no answer is longer. */
#define RCP_QUERY_MAX_SIZE	4096

/**
 * struct drm_rcp_query - query properties of the driver and the card
 *
 * If @data is 0, the call only stores the size of the answer in @size.  Otherwise it copies
 * min(@size, size of the answer) bytes to @data, fills the rest of @data with zeros, and
 * stores the size of the answer in @size.
 *
 * Errors: -EINVAL for an unknown @type or, with @data, a @size above
 * %RCP_QUERY_MAX_SIZE; -EFAULT for a bad @data.
 */
struct drm_rcp_query {
	/** @type: enum drm_rcp_query_type */
	__u32 type;
	/** @size: in: bytes at @data; out: bytes of the whole answer */
	__u32 size;
	/** @data: user pointer, or 0 */
	__u64 data;
};

/* &drm_rcp_query_driver.features */
#define RCP_FEATURE_VERDICT		(1ull << 0)
#define RCP_FEATURE_VALIDATE_ONLY	(1ull << 1)
#define RCP_FEATURE_CONTEXTS		(1ull << 2)	/* CTX_*, RCP_CHUNK_ID_CONTEXT */
#define RCP_FEATURE_FENCES		(1ull << 3)	/* FENCE_QUERY, _WAIT, _EXPORT */
#define RCP_FEATURE_SYNCS		(1ull << 4)	/* RCP_CHUNK_ID_SYNCS, binary syncobjs */
#define RCP_FEATURE_SYNCS_TIMELINE	(1ull << 5)	/* RCP_SYNC_TIMELINE, points of exports */
#define RCP_FEATURE_BO_WAIT		(1ull << 6)	/* BO_WAIT */
#define RCP_FEATURE_NO_IMPLICIT		(1ull << 7)	/* RCP_CS_ and RCP_RELOC_NO_IMPLICIT_SYNC */
#define RCP_FEATURE_WAIT_DEADLINE	(1ull << 8)	/* RCP_WAIT_DEADLINE works: Linux 6.4 */
#define RCP_FEATURE_RELOC_DUMP		(1ull << 9)	/* RCP_RELOC_DUMP works */

/**
 * struct drm_rcp_query_driver - RCP_QUERY_DRIVER
 */
struct drm_rcp_query_driver {
	/** @major: changes with an incompatible change of this header */
	__u32 major;
	/** @minor: grows with every addition */
	__u32 minor;
	/** @features: RCP_FEATURE_* bits */
	__u64 features;
	/** @max_ib_dw: longest IB chunk of a CS, in dwords */
	__u32 max_ib_dw;
	/** @max_relocs: most entries of a RELOCS chunk */
	__u32 max_relocs;
	/** @max_chunks: most chunks of a CS */
	__u32 max_chunks;
	/** @verdict_size: bytes of the driver's &struct drm_rcp_verdict */
	__u32 verdict_size;
};

/**
 * enum drm_rcp_generation - &drm_rcp_query_card.generation
 */
enum drm_rcp_generation {
	/** @RCP_GENERATION_R500: R5xx */
	RCP_GENERATION_R500 = 5,
	/** @RCP_GENERATION_R600: R6xx and R7xx */
	RCP_GENERATION_R600 = 6,
};

/**
 * struct drm_rcp_query_card - RCP_QUERY_CARD
 *
 * What a generation of chips does not have is 0.
 */
struct drm_rcp_query_card {
	/** @chip_name: "RV710" and the like, ends with a NUL */
	char chip_name[16];
	/** @pci_device: PCI device id */
	__u32 pci_device;
	/** @pipes: tile pipes; R5xx: pixel pipes */
	__u32 pipes;
	/** @banks: memory banks */
	__u32 banks;
	/** @group_bytes: pipe interleave in bytes */
	__u32 group_bytes;
	/** @backends: render backends; R5xx: depth pipes */
	__u32 backends;
	/** @pad: zero */
	__u32 pad;
	/** @vram_size: bytes of VRAM that are available for buffers */
	__u64 vram_size;
	/** @vram_visible: bytes of @vram_size that are CPU-visible */
	__u64 vram_visible;
	/** @gtt_size: bytes of the GTT that are available for buffers */
	__u64 gtt_size;
	/** @resets: resets of the card since the driver was bound */
	__u64 resets;
	/** @generation: enum drm_rcp_generation; 0 before &drm_rcp_query_driver.minor 1 */
	__u32 generation;
	/** @pad2: zero */
	__u32 pad2;
	/**
	 * @engine_khz: engine clock of the last bring-up, by the card's PLL; 0: unknown, or before
	 * &drm_rcp_query_driver.minor 2
	 */
	__u32 engine_khz;
	/** @memory_khz: the same for memory; 0 also for integrated chips, which have none */
	__u32 memory_khz;
};

/**
 * struct drm_rcp_query_limits - RCP_QUERY_LIMITS: limits of this file, now
 *
 * No number here is part of the ABI.
 */
struct drm_rcp_query_limits {
	/** @max_contexts: contexts of one file, without the default one */
	__u32 max_contexts;
	/** @max_syncs: entries of an RCP_CHUNK_ID_SYNCS */
	__u32 max_syncs;
	/** @max_queued: incomplete submissions of one context before CS sleeps */
	__u32 max_queued;
	/** @error_history: failed submissions of a context whose errors are kept */
	__u32 error_history;
	/** @job_timeout_ms: a job that occupies the card for longer than this counts as hung */
	__u32 job_timeout_ms;
	/**
	 * @shared_timeout_ms: a job may keep other processes waiting for so long always, for
	 * twice that as long as its process and its user have credit, and for longer if a job
	 * of a quarter of that time has ended in the last minute.  A longer one is stopped.  Not
	 * a hang: it counts for no ban.
	 */
	__u32 shared_timeout_ms;
	/** @ban_hangs: hangs within @ban_window_ms that ban a context */
	__u32 ban_hangs;
	/** @ban_window_ms: see @ban_hangs; 0: no bans */
	__u32 ban_window_ms;
	/** @ban_contexts: banned contexts in ten windows that ban the process; 0: never */
	__u32 ban_contexts;
	/** @priorities: bit n: this file may use enum drm_rcp_ctx_priority n */
	__u32 priorities;
	/** @max_bo_size: bytes */
	__u64 max_bo_size;
	/** @max_shared_size: bytes of the largest buffer that can be exported; 0: not known */
	__u64 max_shared_size;
};

/**
 * struct drm_rcp_query_clocks - RCP_QUERY_CLOCKS: clocks of the card and the CPU, sampled together
 *
 * Errors: -EINVAL on a card without a clock.
 */
struct drm_rcp_query_clocks {
	/** @gpu_ticks: RADEON_INFO_TIMESTAMP at that moment */
	__u64 gpu_ticks;
	/** @gpu_hz: frequency of @gpu_ticks */
	__u64 gpu_hz;
	/** @mono_ns: CLOCK_MONOTONIC just before @gpu_ticks was read */
	__u64 mono_ns;
	/** @raw_ns: CLOCK_MONOTONIC_RAW just before @gpu_ticks was read */
	__u64 raw_ns;
	/** @delta_ns: time that reading all three took */
	__u64 delta_ns;
};

/**
 * struct drm_rcp_query_memory - RCP_QUERY_MEMORY: bytes, of all clients together
 */
struct drm_rcp_query_memory {
	/** @vram_size: VRAM that is available for buffers */
	__u64 vram_size;
	/** @vram_used: VRAM that buffers occupy */
	__u64 vram_used;
	/** @vram_visible_size: the CPU-visible part of @vram_size */
	__u64 vram_visible_size;
	/** @vram_visible_used: CPU-visible VRAM that buffers occupy */
	__u64 vram_visible_used;
	/** @gtt_size: space of the GTT that is available for buffers */
	__u64 gtt_size;
	/** @gtt_used: space of the GTT that buffers occupy */
	__u64 gtt_used;
	/** @system_limit: limit of the system memory of buffers, in the GTT or not; 0: none */
	__u64 system_limit;
	/** @system_used: system memory that buffers occupy */
	__u64 system_used;
};

/* ---- contexts ---- */

/* &drm_rcp_ctx_create.flags */
#define RCP_CTX_CREATE_BAN_ON_HANG	(1u << 0)	/* the first hang bans the context */

/**
 * enum drm_rcp_ctx_priority - &drm_rcp_ctx_create.priority
 *
 * Each value is a bit of &drm_rcp_query_limits.priorities, so below 32.
 */
enum drm_rcp_ctx_priority {
	/** @RCP_CTX_PRIORITY_NORMAL: the default */
	RCP_CTX_PRIORITY_NORMAL = 0,
};

/**
 * struct drm_rcp_ctx_create - create a context: a queue of jobs with its own timeline
 *
 * Context 0 exists in every file; a CS without RCP_CHUNK_ID_CONTEXT uses it.
 * Contexts belong to the open file description, like GEM handles: dup(), fork()
 * and SCM_RIGHTS share them, another open() has none of them.  The id of a
 * destroyed context is reused only after all other free ids.
 *
 * Errors: -EINVAL (unknown flag or priority, pad), -EACCES (priority not allowed),
 * -ENOSPC (&drm_rcp_query_limits.max_contexts exist, or the process or its user has too
 * many in all its files), -ENOMEM, -ECANCELED (the process is banned), -EIO (the card is
 * dead).
 */
struct drm_rcp_ctx_create {
	/** @flags: RCP_CTX_CREATE_* */
	__u32 flags;
	/** @priority: enum drm_rcp_ctx_priority */
	__u32 priority;
	/** @ctx_id: out, not 0 */
	__u32 ctx_id;
	/** @pad: zero */
	__u32 pad;
};

/**
 * struct drm_rcp_ctx_destroy - destroy a context
 *
 * Does not wait.  The id becomes invalid; waits that have begun continue.  Submitted jobs
 * still run while the file is open, and their exported fences signal.  The context counts
 * for &drm_rcp_query_limits.max_contexts until its last job completes, and a hang of one of
 * its jobs counts for the ban of the process.
 *
 * Errors: -ENOENT, -EINVAL (id 0, pad).
 */
struct drm_rcp_ctx_destroy {
	/** @ctx_id: id */
	__u32 ctx_id;
	/** @pad: zero */
	__u32 pad;
};

/*
 * &drm_rcp_ctx_state.status: sticky bits, reading clears none.  UNKNOWN: jobs lost to a suspend, a
 * PCI reset, a lost copy of the driver or a slow job of the process.
 */
#define RCP_CTX_STATUS_GUILTY		(1u << 0)	/* one of its jobs hung the card */
#define RCP_CTX_STATUS_INNOCENT		(1u << 1)	/* a reset hit its jobs; they ran again */
#define RCP_CTX_STATUS_UNKNOWN		(1u << 2)	/* jobs lost otherwise, see above */
#define RCP_CTX_STATUS_BANNED		(1u << 3)	/* CS fails with -ECANCELED */
#define RCP_CTX_STATUS_VRAM_LOST	(1u << 4)	/* VRAM was lost since its creation */
#define RCP_CTX_STATUS_DEAD		(1u << 5)	/* the card is dead: CS fails with -EIO */
#define RCP_CTX_STATUS_SLOW		(1u << 6)	/* one of its jobs ended with EDQUOT */

/**
 * struct drm_rcp_ctx_state - query how resets affected a context
 *
 * GL_ARB_robustness: GUILTY -> GUILTY_CONTEXT_RESET, else UNKNOWN, SLOW, DEAD or VRAM_LOST ->
 * UNKNOWN_CONTEXT_RESET, else INNOCENT with @lost > 0 -> INNOCENT_CONTEXT_RESET.  An
 * innocent context whose jobs were only replayed need not be told to the application.
 * Vulkan: GUILTY, UNKNOWN, SLOW, DEAD, VRAM_LOST or @lost > 0, or -ENODEV -> DEVICE_LOST.
 *
 * @status, @hangs and @hang_seqno are stored before the first fence of the hang
 * signals; @lost counts each job before its own fence signals.  Later headers may
 * define more bits: treat an unknown bit as UNKNOWN.
 *
 * Also works for a banned context and on a dead card.
 *
 * The process that submits a job answers for its hang, also on a shared file.  Hangs of a
 * context ban it for the process that submitted to it first.  A process is banned with all
 * its files, also with those that it opens later, if its context 0 is banned, if
 * &drm_rcp_query_limits.ban_contexts of its contexts are, after ban_hangs * ban_contexts
 * hangs within ten windows, or if it hung contexts of other processes ban_hangs times in a
 * window.  A ban reaches no other process.  BANNED is the answer for the calling process.
 * Errors: -ENOENT, -ENOMEM.
 */
struct drm_rcp_ctx_state {
	/** @ctx_id: id, 0 is the file's default context */
	__u32 ctx_id;
	/** @status: out: RCP_CTX_STATUS_* */
	__u32 status;
	/** @hangs: out: resets that its jobs caused */
	__u64 hangs;
	/**
	 * @innocent: out: hangs (not jobs) that hit its jobs and that it did not cause; a job of
	 * another client that ended with EDQUOT is none
	 */
	__u64 innocent;
	/** @lost: out: its jobs that did not run, or not to their end */
	__u64 lost;
	/** @hang_seqno: out: its last job that hung the card, 0 if none */
	__u64 hang_seqno;
};

/* ---- fences ---- */

/*
 * Each context numbers its submissions from 1, in 64 bits, in the order in which they
 * were accepted.  They complete in that order, also after a hang.  Number 0 is complete
 * from the beginning, without an error.  A number that is not assigned yet fails with
 * -EINVAL, so no client can wait for work that was not submitted.  (Timeline syncobjs allow
 * such waits.)  A number counts as assigned as soon as
 * &drm_rcp_fence_query.submitted covers it, which may be before its CS has returned.
 *
 * When FENCE_QUERY, FENCE_WAIT, BO_WAIT, a sync_file or a syncobj reports a submission as
 * complete, the CPU sees the writes of the submission through every mapping.
 *
 * @error is the result of a submission, as a positive errno; the status of a sync_file
 * has the same number negative:
 *   0		success (or, in FENCE_QUERY, not complete yet)
 *   ETIME	it hung: it took longer than &drm_rcp_query_limits.job_timeout_ms
 *   EDQUOT	it kept other processes waiting for longer than its process may, see
 *		&drm_rcp_query_limits.shared_timeout_ms; submit less at once, or later
 *   ECANCELED	it did not run to its end: an earlier one of its context ended with ETIME or
 *		EDQUOT, or one of its process with EDQUOT while many others of the process were
 *		queued, the context was banned, a suspend or a PCI reset stopped the card, or a
 *		copy of the driver was lost that may be of its buffers
 *   EIO	the card is dead
 *   ENODEV	the card is gone
 *   ESRCH	the file was closed before its turn came
 *   ENODATA	not known any more: at least &drm_rcp_query_limits.error_history later
 *		submissions of the context failed.  The submission failed, or it succeeded
 *		before a failed submission whose error was dropped.
 * More may be added; each error except ENODATA means that the job did not run to its end.
 */

/* &drm_rcp_fence_wait.flags, &drm_rcp_bo_wait.flags */
#define RCP_WAIT_DEADLINE		(1u << 0)	/* @deadline_ns: hint to other drivers */
/* &drm_rcp_bo_wait.flags only */
#define RCP_BO_WAIT_WRITERS		(1u << 1)	/* only for implicit writers */

/**
 * struct drm_rcp_fence_query - query the progress of a context
 *
 * Never sleeps.  The answers are consistent: @error is final if @seqno <= @completed.
 * Errors: -ENOENT, -EINVAL (flags, pad, @seqno is not assigned).
 */
struct drm_rcp_fence_query {
	/** @ctx_id: context */
	__u32 ctx_id;
	/** @flags: zero */
	__u32 flags;
	/** @seqno: submission whose @error is queried; 0: none */
	__u64 seqno;
	/** @submitted: out: the last number that was assigned */
	__u64 submitted;
	/** @completed: out: all numbers up to this one are complete; never decreases */
	__u64 completed;
	/** @error: out: result of @seqno, see above */
	__u32 error;
	/** @pad: zero */
	__u32 pad;
};

/**
 * struct drm_rcp_fence_wait - wait until a submission is complete
 *
 * @timeout_ns is an absolute time of CLOCK_MONOTONIC, so an interrupted call can be repeated
 * with the same argument (libdrm does).  With 0, a negative number or a time in the past the
 * call does not sleep; INT64_MAX waits without a limit.
 *
 * Returns 0 as soon as the submission is complete, also if it failed: see @error.
 * CTX_DESTROY does not end the wait.
 * Errors: -ETIME (not complete by then, also without sleeping), -EINTR, -ENOENT,
 * -EINVAL (flags, pad, @deadline_ns without its flag, @seqno is not assigned).
 */
struct drm_rcp_fence_wait {
	/** @ctx_id: context */
	__u32 ctx_id;
	/** @flags: RCP_WAIT_DEADLINE */
	__u32 flags;
	/** @seqno: submission */
	__u64 seqno;
	/** @timeout_ns: absolute timeout, CLOCK_MONOTONIC */
	__s64 timeout_ns;
	/** @deadline_ns: CLOCK_MONOTONIC, with RCP_WAIT_DEADLINE; else zero */
	__u64 deadline_ns;
	/** @error: out: result of the submission, if the call returns 0 */
	__u32 error;
	/** @pad: zero */
	__u32 pad;
};

/* &drm_rcp_fence_export.flags: exactly one */
#define RCP_FENCE_EXPORT_SYNC_FILE	(1u << 0)	/* @fd, close-on-exec */
#define RCP_FENCE_EXPORT_SYNCOBJ	(1u << 1)	/* into @syncobj at @point */

/**
 * struct drm_rcp_fence_export - export the fence of a submission
 *
 * For a complete submission, and for number 0, exports a signalled fence with its error.
 * Errors: -ENOENT (context, syncobj), -EINVAL (flags, @seqno is not assigned, @syncobj
 * or @point with SYNC_FILE), -EMFILE, -ENFILE, -ENOMEM.
 */
struct drm_rcp_fence_export {
	/** @ctx_id: context */
	__u32 ctx_id;
	/** @flags: RCP_FENCE_EXPORT_* */
	__u32 flags;
	/** @seqno: submission */
	__u64 seqno;
	/** @point: of a timeline syncobj; 0: replace its fence, as of a binary one */
	__u64 point;
	/** @syncobj: handle; zero with RCP_FENCE_EXPORT_SYNC_FILE */
	__u32 syncobj;
	/** @fd: out: with RCP_FENCE_EXPORT_SYNC_FILE, else -1; ignored on input */
	__s32 fd;
};

/**
 * struct drm_rcp_bo_wait - wait until a buffer is idle
 *
 * Like DRM_RADEON_GEM_WAIT_IDLE, with a timeout.  Waits for the fences that the buffer has at
 * the time of the call, not for later ones:
 *  - moves by the driver, and implicit writers on any device;
 *  - without RCP_BO_WAIT_WRITERS also implicit readers on any device, and this card's
 *    submissions with NO_IMPLICIT_SYNC.  (DRM_RADEON_GEM_BUSY and _WAIT_IDLE also
 *    count these.)  A client that only reads a buffer with NO_IMPLICIT_SYNC waits for its
 *    writers by FENCE_WAIT.
 * Explicit users and page tables of other devices are never waited for.
 *
 * Returns 0 also if a user of the buffer failed.
 * Errors: -ETIME, -EINTR, -ENOENT, -EINVAL (flags, @deadline_ns without its flag),
 * -ENOMEM.
 */
struct drm_rcp_bo_wait {
	/** @handle: buffer */
	__u32 handle;
	/** @flags: RCP_WAIT_DEADLINE, RCP_BO_WAIT_WRITERS */
	__u32 flags;
	/** @timeout_ns: as in &drm_rcp_fence_wait */
	__s64 timeout_ns;
	/** @deadline_ns: as in &drm_rcp_fence_wait */
	__u64 deadline_ns;
};

/*
 * Chunks of DRM_RADEON_CS that radeon does not have.  They may be anywhere
 * in the list, each at most once; one that is longer than its struct is accepted if
 * the rest is zero, one that is shorter is -EINVAL.
 *
 * Additional errors of CS: -ECANCELED (the context or the process is banned) and -EIO (the
 * card is dead).  CS sleeps (-EINTR) while the context has &drm_rcp_query_limits.max_queued
 * incomplete submissions, or the process 4,096.  A CS that fails, is interrupted, or has
 * RCP_VERDICT_VALIDATE_ONLY takes no number and touches no syncobj.  A CS with
 * RCP_VERDICT_VALIDATE_ONLY checks all chunks as usual and stores 0 in @seqno.  To wait and
 * signal without work, submit a stream of one PACKET2 (0x80000000).
 */

#define RCP_CHUNK_ID_VERDICT		0x40	/* struct drm_rcp_cs_verdict */
#define RCP_CHUNK_ID_CONTEXT		0x41	/* struct drm_rcp_cs_context */
#define RCP_CHUNK_ID_SYNCS		0x42	/* struct drm_rcp_cs_syncs */
#define RCP_CHUNK_ID_RELOC_FLAGS	0x43	/* __u32[relocations], neither more nor fewer */

/* &drm_rcp_cs_verdict.flags: check the stream, but do not run it. */
#define RCP_VERDICT_VALIDATE_ONLY	(1u << 0)

/**
 * struct drm_rcp_cs_verdict - payload of an RCP_CHUNK_ID_VERDICT chunk
 *
 * The driver writes the verdict for accepted and for refused submissions, unless the call
 * fails before it reads this chunk.  It writes min(@size, size of the verdict) bytes.  If the
 * write fails, an accepted submission without RCP_VERDICT_VALIDATE_ONLY still runs and the
 * call returns 0.
 */
struct drm_rcp_cs_verdict {
	/** @verdict: user pointer to a &struct drm_rcp_verdict */
	__u64 verdict;
	/** @size: bytes there */
	__u32 size;
	/** @flags: RCP_VERDICT_* bits */
	__u32 flags;
};

/**
 * enum drm_rcp_verdict_stage - stage of CS that accepted or refused a submission
 */
enum drm_rcp_verdict_stage {
	/** @RCP_STAGE_ACCEPTED: the submission is accepted */
	RCP_STAGE_ACCEPTED = 0,
	/** @RCP_STAGE_ARGUMENTS: the chunks, handles or counts were wrong */
	RCP_STAGE_ARGUMENTS = 1,
	/** @RCP_STAGE_STREAM: the checker refused the command stream */
	RCP_STAGE_STREAM = 2,
	/** @RCP_STAGE_SYNCS: a syncobj to wait for has no fence; @actual is its entry's index */
	RCP_STAGE_SYNCS = 3,
};

/* Bytes of &drm_rcp_verdict.text with its NUL. */
#define RCP_VERDICT_TEXT	256

/* No dword, header or buffer: &drm_rcp_verdict.dword, .header and .buffer. */
#define RCP_VERDICT_NONE	0xffffffffu

/**
 * struct drm_rcp_verdict - result of the check of a submission, with the reason
 */
struct drm_rcp_verdict {
	/** @stage: enum drm_rcp_verdict_stage */
	__u32 stage;
	/**
	 * @code: stable number of the rule that was broken, 0 outside RCP_STAGE_STREAM.  Its names
	 * are in enum pm4_code in libpm4's pm4.h; pm4_code_name() and `pm4 check` print them
	 */
	__u32 code;
	/** @dword: offset into the IB chunk of the dword that broke the rule */
	__u32 dword;
	/** @header: offset of the header of its packet */
	__u32 header;
	/** @packet: that header's dword, 0 if there is none */
	__u32 packet;
	/** @reg: byte offset of the register, 0 if the rule is not about a register */
	__u32 reg;
	/** @buffer: index into the RELOCS chunk */
	__u32 buffer;
	/** @error: the errno the call returns, as a positive number; 0 when accepted */
	__u32 error;
	/** @expected: the bound or value that the rule requires */
	__u64 expected;
	/** @actual: the value in the stream */
	__u64 actual;
	/** @ib_dw: dwords of the checked stream; it and all counts below are 0 unless accepted */
	__u32 ib_dw;
	/** @packets: packets in the stream, without the NOPs that name a relocation */
	__u32 packets;
	/** @draws: draw packets among them */
	__u32 draws;
	/** @registers: register writes in the stream */
	__u32 registers;
	/** @text: human-readable sentence; empty when accepted */
	char text[RCP_VERDICT_TEXT];
};

/* &drm_rcp_cs_context.flags */
#define RCP_CS_NO_IMPLICIT_SYNC		(1u << 0)	/* RCP_RELOC_NO_IMPLICIT_SYNC on all */

/**
 * struct drm_rcp_cs_context - payload of an RCP_CHUNK_ID_CONTEXT chunk
 *
 * The driver first stores 0 in @seqno; if that fails, the call fails with -EFAULT and has no
 * effect.  It stores the number when the submission cannot fail any more; if that fails, the
 * call still returns 0.  -ENOENT for an unknown context.
 */
struct drm_rcp_cs_context {
	/** @ctx_id: context, 0 is the default */
	__u32 ctx_id;
	/** @flags: RCP_CS_* */
	__u32 flags;
	/** @seqno: out; ignored on input */
	__u64 seqno;
};

/* &drm_rcp_sync.flags */
#define RCP_SYNC_SIGNAL			(1u << 0)	/* signal the syncobj; else wait for it */
#define RCP_SYNC_TIMELINE		(1u << 1)	/* use @point */

/**
 * struct drm_rcp_sync - a syncobj that a submission waits for or signals
 */
struct drm_rcp_sync {
	/** @handle: DRM syncobj */
	__u32 handle;
	/** @flags: RCP_SYNC_* */
	__u32 flags;
	/** @point: not zero with RCP_SYNC_TIMELINE, else zero */
	__u64 point;
};

/**
 * struct drm_rcp_cs_syncs - payload of an RCP_CHUNK_ID_SYNCS chunk
 *
 * A syncobj to wait for must have a fence (at @point) at the time of the call, else the call
 * fails with -EINVAL and the verdict's stage is RCP_STAGE_SYNCS, because the driver never waits
 * for userspace to submit work.  -ENOENT for an unknown handle.
 *
 * The driver looks up all waits before it signals a syncobj.  So a syncobj may be in the list
 * for both: the wait uses its old fence.  A wait does not reset a binary syncobj.  Syncobjs to
 * signal get the fence in the order of the list.  An error of a fence that was waited for does
 * not propagate.
 */
struct drm_rcp_cs_syncs {
	/** @count: entries, at most &drm_rcp_query_limits.max_syncs */
	__u32 count;
	/** @stride: bytes per entry, a multiple of 8 from 16 to 256; the tail must be zero */
	__u32 stride;
	/** @syncs: user pointer to &struct drm_rcp_sync */
	__u64 syncs;
};

/*
 * Flags of an RCP_CHUNK_ID_RELOC_FLAGS, one word for each relocation.  If several relocations
 * name a buffer, NO_IMPLICIT_SYNC applies only if all of them have it, and DUMP if one has it.
 *
 * If the submission hangs the card, the dump of the hang (devcoredump) has the first bytes of the
 * buffers with DUMP: 64 KiB of all of them together, in the order of the relocations.  Buffers that
 * the CPU cannot reach then (invisible VRAM), buffers of other devices, and those after relocation
 * 1023 are left out.  The programs that the stream names are in the dump without a flag.
 */
#define RCP_RELOC_NO_IMPLICIT_SYNC	(1u << 0)	/* no implicit fences, in or out */
#define RCP_RELOC_DUMP			(1u << 1)	/* contents in the dump of a hang */

#if defined(__cplusplus)
}
#endif

#endif /* RCP_DRM_H */
