// SPDX-License-Identifier: GPL-2.0
/*
 * Counts basic blocks.  The compiler calls this at each of those that are built with
 * -fsanitize-coverage=trace-pc, which are those of pm4/ in build/libpm4-san.a.
 */
#include "work.h"

static u64 blocks;

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
	blocks++;
}

u64 work_done(void)
{
	return blocks;
}
