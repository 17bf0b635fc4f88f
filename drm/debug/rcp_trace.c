// SPDX-License-Identifier: GPL-2.0
/*
 * Instantiates the tracepoints of rcp_trace.h.
 *
 * Also instantiates gpu_mem:gpu_mem_total if the kernel does not: all kernels have its
 * header, but build drivers/gpu/trace/ only if an in-tree driver selects
 * CONFIG_TRACE_GPU_MEM.
 */
#include "../rcp_device.h"

#ifndef __CHECKER__
#define CREATE_TRACE_POINTS
#ifndef CONFIG_TRACE_GPU_MEM
#include <trace/events/gpu_mem.h>
#endif
#include "rcp_trace.h"
#endif
