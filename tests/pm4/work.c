// SPDX-License-Identifier: GPL-2.0
/*
 * Counts basic blocks.  With -fsanitize-coverage=trace-pc the compiler inserts a call of this
 * into each block; only pm4/ in build/libpm4-san.a is built with that.
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
