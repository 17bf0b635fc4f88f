// SPDX-License-Identifier: GPL-2.0
/*
 * The one place where the tracepoints of rcp_trace.h become code.
 *
 * So does gpu_mem:gpu_mem_total where the kernel has it not: its header is there in all
 * kernels, but drivers/gpu/trace/ is built only if a driver of the kernel's own selects
 * CONFIG_TRACE_GPU_MEM.
 */
#include "rcp_bo.h"
#include "rcp_device.h"

#ifndef __CHECKER__
#define CREATE_TRACE_POINTS
#ifndef CONFIG_TRACE_GPU_MEM
#include <trace/events/gpu_mem.h>
#endif
#include "rcp_trace.h"
#endif
