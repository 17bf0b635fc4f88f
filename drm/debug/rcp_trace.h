/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints: the life of a submission.
 *
 * A submission causes rcp_check if its arguments are right, then rcp_submit or rcp_refuse;
 * rcp_run when its job is written to the ring, rcp_done when the job's fence has signalled.
 * rcp_copy is a move or a clear of a buffer by the driver, rcp_hang the guilty job of a hang.
 * gpu_mem_total follows the same buffers.
 *
 * The format of each value is name=value; a value that has a name is printed by name.  The
 * text of a refusal comes last, because it contains blanks.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM rcp

#if !defined(RCP_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define RCP_TRACE_H

#include <linux/tracepoint.h>

#include "../rcp_device.h"

TRACE_EVENT(rcp_check,
	TP_PROTO(u32 ib_dw, u32 nrelocs, u32 packets, u32 draws, int refused),
	TP_ARGS(ib_dw, nrelocs, packets, draws, refused),
	TP_STRUCT__entry(
		__field(u32, ib_dw)
		__field(u32, nrelocs)
		__field(u32, packets)
		__field(u32, draws)
		__field(bool, refused)
	),
	TP_fast_assign(
		__entry->ib_dw = ib_dw;
		__entry->nrelocs = nrelocs;
		__entry->packets = packets;
		__entry->draws = draws;
		__entry->refused = !!refused;
	),
	TP_printk("ib_dw=%u relocs=%u packets=%u draws=%u result=%s", __entry->ib_dw,
		  __entry->nrelocs, __entry->packets, __entry->draws,
		  __print_symbolic(__entry->refused, { 0, "accepted" }, { 1, "refused" }))
);

/* User space reads the formats of events and cannot resolve enum names by itself. */
TRACE_DEFINE_ENUM(RCP_JOB_IB);
TRACE_DEFINE_ENUM(RCP_JOB_COPY);

/*
 * Events of a job.  client is drm-client-id, 0 for the driver's own jobs; ctx and number
 * are the context and the number in it as the client knows them; seqno is the number on the
 * ring, 0 before rcp_run.  fence names the job as the events of drm_sched and dma_fence do.
 */
/* The job is about to be pushed, to the ring or to the list of its queue. */
TRACE_EVENT(rcp_submit,
	TP_PROTO(const struct rcp_job *job, u32 relocs),
	TP_ARGS(job, relocs),
	TP_STRUCT__entry(
		__field(u64, client)
		__field(u32, ctx)
		__field(u64, number)
		__field(u64, seqno)
		__field(u64, fence_context)
		__field(u64, fence_seqno)
		__field(u32, ib_dw)
		__field(u32, relocs)
		__field(pid_t, pid)
	),
	TP_fast_assign(
		__entry->client = job->queue->client ? job->queue->client->id : 0;
		__entry->ctx = job->queue->id;
		__entry->number = job->number;
		__entry->seqno = job->seqno;
		__entry->fence_context = job->base.s_fence->finished.context;
		__entry->fence_seqno = job->base.s_fence->finished.seqno;
		__entry->ib_dw = job->stream_dw;
		__entry->relocs = relocs;
		__entry->pid = job->pid;
	),
	TP_printk("client=%llu ctx=%u number=%llu seqno=%llu fence=%llu:%llu pid=%d ib_dw=%u relocs=%u",
		  __entry->client, __entry->ctx, __entry->number, __entry->seqno,
		  __entry->fence_context, __entry->fence_seqno, __entry->pid,
		  __entry->ib_dw, __entry->relocs)
);

DECLARE_EVENT_CLASS(rcp_job_step,
	TP_PROTO(const struct rcp_job *job, u32 us),
	TP_ARGS(job, us),
	TP_STRUCT__entry(
		__field(u64, client)
		__field(u32, ctx)
		__field(u64, number)
		__field(u64, seqno)
		__field(int, kind)
		__field(int, error)
		__field(u32, us)
	),
	TP_fast_assign(
		__entry->client = job->queue->client ? job->queue->client->id : 0;
		__entry->ctx = job->queue->id;
		__entry->number = job->number;
		__entry->seqno = job->seqno;
		__entry->kind = job->kind;
		__entry->error = job->base.s_fence->finished.error;
		__entry->us = us;
	),
	TP_printk("client=%llu ctx=%u number=%llu seqno=%llu kind=%s wait_us=%u",
		  __entry->client, __entry->ctx, __entry->number, __entry->seqno,
		  __print_symbolic(__entry->kind, { RCP_JOB_IB, "ib" }, { RCP_JOB_COPY, "copy" }),
		  __entry->us)
);

/* The job is written to the ring; us is the time since it was pushed. */
DEFINE_EVENT(rcp_job_step, rcp_run, TP_PROTO(const struct rcp_job *job, u32 us), TP_ARGS(job, us));

/* The job's fence has signalled; us is the time since it was written to the ring. */
DEFINE_EVENT_PRINT(rcp_job_step, rcp_done,
	TP_PROTO(const struct rcp_job *job, u32 us),
	TP_ARGS(job, us),
	TP_printk("client=%llu ctx=%u number=%llu seqno=%llu kind=%s error=%d run_us=%u",
		  __entry->client, __entry->ctx, __entry->number, __entry->seqno,
		  __print_symbolic(__entry->kind, { RCP_JOB_IB, "ib" }, { RCP_JOB_COPY, "copy" }),
		  __entry->error, __entry->us)
);

/* The job is guilty of a hang; resets is the number of resets before this one. */
TRACE_EVENT(rcp_hang,
	TP_PROTO(const struct rcp_job *job, u32 resets),
	TP_ARGS(job, resets),
	TP_STRUCT__entry(
		__field(u64, client)
		__field(u32, ctx)
		__field(u64, number)
		__field(u64, seqno)
		__field(u32, resets)
		__field(pid_t, pid)
	),
	TP_fast_assign(
		__entry->client = job->queue->client ? job->queue->client->id : 0;
		__entry->ctx = job->queue->id;
		__entry->number = job->number;
		__entry->seqno = job->seqno;
		__entry->resets = resets;
		__entry->pid = job->pid;
	),
	TP_printk("client=%llu ctx=%u number=%llu seqno=%llu pid=%d resets=%u",
		  __entry->client, __entry->ctx, __entry->number, __entry->seqno,
		  __entry->pid, __entry->resets)
);

TRACE_EVENT(rcp_copy,
	TP_PROTO(u64 dst_addr, u64 src_addr, u64 size),
	TP_ARGS(dst_addr, src_addr, size),
	TP_STRUCT__entry(
		__field(u64, dst_addr)
		__field(u64, src_addr)
		__field(u64, size)
	),
	TP_fast_assign(
		__entry->dst_addr = dst_addr;
		__entry->src_addr = src_addr;
		__entry->size = size;
	),
	TP_printk("dst=0x%llx src=0x%llx size=%llu", __entry->dst_addr, __entry->src_addr,
		  __entry->size)
);

/* Names of the verdict's stages and rules: { number, name }, with a last entry as terminator. */
#define RCP_TRACE_NAME(number, name) { number, #name },
#define rcp_trace_stage(stage) \
	__print_symbolic(stage, RCP_STAGES(RCP_TRACE_NAME) { 0xffffffff, "?" })
#define rcp_trace_code(code) \
	__print_symbolic(code, { 0, "-" }, PM4_CODES(RCP_TRACE_NAME) { 0xffffffff, "?" })

TRACE_EVENT(rcp_refuse,
	TP_PROTO(const struct drm_rcp_verdict *verdict),
	TP_ARGS(verdict),
	TP_STRUCT__entry(
		__field(u32, stage)
		__field(u32, code)
		__field(u32, dword)
		__field(u32, error)
		__array(char, text, RCP_VERDICT_TEXT)
	),
	TP_fast_assign(
		__entry->stage = verdict->stage;
		__entry->code = verdict->code;
		__entry->dword = verdict->dword;
		__entry->error = verdict->error;
		memcpy(__entry->text, verdict->text, RCP_VERDICT_TEXT);
	),
	TP_printk("stage=%s code=%s dword=%d error=%u text=%s", rcp_trace_stage(__entry->stage),
		  rcp_trace_code(__entry->code), __entry->dword, __entry->error, __entry->text)
);

#endif /* RCP_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE rcp_trace
#include <trace/define_trace.h>
