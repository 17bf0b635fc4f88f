// SPDX-License-Identifier: GPL-2.0
/*
 * The one place where the tracepoints of rcp_trace.h become code.
 */
#include "rcp_bo.h"
#include "rcp_device.h"

#ifndef __CHECKER__
#define CREATE_TRACE_POINTS
#include "rcp_trace.h"
#endif
