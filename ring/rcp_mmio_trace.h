/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoint of all register accesses.
 *
 * scripts/first-light records a bring-up with it: load the module, enable the event, and then
 * bind the device.  While the event is disabled, an access costs one no-op more.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM rcp

#if !defined(RCP_MMIO_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define RCP_MMIO_TRACE_H

#include <linux/tracepoint.h>

TRACE_EVENT(rcp_mmio,
	TP_PROTO(bool write, u32 reg, u32 value),
	TP_ARGS(write, reg, value),
	TP_STRUCT__entry(
		__field(bool, write)
		__field(u32, reg)
		__field(u32, value)
	),
	TP_fast_assign(
		__entry->write = write;
		__entry->reg = reg;
		__entry->value = value;
	),
	TP_printk("op=%s reg=0x%05x value=0x%08x",
		  __print_symbolic(__entry->write, { 0, "read" }, { 1, "write" }),
		  __entry->reg, __entry->value)
);

#endif /* RCP_MMIO_TRACE_H */

/* This part must be outside of the guard. */
#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE rcp_mmio_trace
#include <trace/define_trace.h>
