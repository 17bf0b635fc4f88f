/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints: the life of a submission.
 *
 * rcp_check, then rcp_submit or rcp_refuse; rcp_run when it is written to the
 * ring, rcp_done when its fence has signalled.  rcp_copy is the driver moving or
 * clearing a buffer, rcp_hang a job that is blamed for a hang.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM rcp

#if !defined(RCP_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define RCP_TRACE_H

#include <linux/tracepoint.h>

#include "rcp_device.h"

TRACE_EVENT(rcp_check,
	TP_PROTO(u32 ib_dw, u32 nrelocs, const struct pm4_result *result, int refused),
	TP_ARGS(ib_dw, nrelocs, result, refused),
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
		__entry->packets = result->packets;
		__entry->draws = result->draws;
		__entry->refused = !!refused;
	),
	TP_printk("ib_dw=%u relocs=%u packets=%u draws=%u %s", __entry->ib_dw, __entry->nrelocs,
		  __entry->packets, __entry->draws, __entry->refused ? "refused" : "accepted")
);

DECLARE_EVENT_CLASS(rcp_job,
	TP_PROTO(const struct rcp_job *job, u32 extra),
	TP_ARGS(job, extra),
	TP_STRUCT__entry(
		__field(u64, context)
		__field(u64, number)
		__field(u64, seqno)
		__field(u32, ib_dw)
		__field(u32, extra)
		__field(int, kind)
		__field(pid_t, pid)
	),
	TP_fast_assign(
		__entry->context = job->base.s_fence->finished.context;
		__entry->number = job->base.s_fence->finished.seqno;
		__entry->seqno = job->seqno;
		__entry->ib_dw = job->stream_dw;
		__entry->extra = extra;
		__entry->kind = job->kind;
		__entry->pid = job->pid;
	),
	TP_printk("fence=%llu:%llu seqno=%llu %s pid=%d ib_dw=%u extra=%u", __entry->context,
		  __entry->number, __entry->seqno,
		  __print_symbolic(__entry->kind, { RCP_JOB_IB, "ib" }, { RCP_JOB_COPY, "copy" }),
		  __entry->pid, __entry->ib_dw, __entry->extra)
);

/* extra: relocations */
DEFINE_EVENT(rcp_job, rcp_submit,
	TP_PROTO(const struct rcp_job *job, u32 extra), TP_ARGS(job, extra));
/* extra: microseconds it waited for its turn */
DEFINE_EVENT(rcp_job, rcp_run,
	TP_PROTO(const struct rcp_job *job, u32 extra), TP_ARGS(job, extra));
/* extra: microseconds from the ring to the end */
DEFINE_EVENT(rcp_job, rcp_done,
	TP_PROTO(const struct rcp_job *job, u32 extra), TP_ARGS(job, extra));
/* extra: resets so far */
DEFINE_EVENT(rcp_job, rcp_hang,
	TP_PROTO(const struct rcp_job *job, u32 extra), TP_ARGS(job, extra));

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
	TP_printk("0x%llx <- 0x%llx, %llu bytes", __entry->dst_addr, __entry->src_addr,
		  __entry->size)
);

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
	TP_printk("stage=%u code=%u dword=%d error=%u %s", __entry->stage, __entry->code,
		  __entry->dword, __entry->error, __entry->text)
);

#endif /* RCP_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE rcp_trace
#include <trace/define_trace.h>
