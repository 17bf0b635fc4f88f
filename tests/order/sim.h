/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A simulated card with clients, around the order of fence/order/.
 *
 * The card executes its ring in order and cannot be preempted.  It has an aperture, of which each
 * job in the ring holds a part.  A picked job that does not fit waits until it does, as in the
 * driver, and a job that exceeds its deadline costs a reset.  Time is simulated: a history with its
 * seed always takes the same course.
 */
#ifndef SIM_H
#define SIM_H

#include "rcp_order.h"

#define SIM_CLIENTS	12u	/* threads, each with a program */
#define SIM_STEPS	8u	/* steps of a program, which repeats */
#define SIM_USERS	6u
#define SIM_PROCESSES	96u	/* that exist at once */
#define SIM_JOBS	512u	/* that exist at once, some of them for the victim alone */
#define SIM_DEPTH	8u	/* jobs of a process that exist at once */
#define SIM_APERTURE	64u	/* units of space */
#define SIM_RING	32u	/* jobs that have room in the ring */
#define SIM_WINDOWS	4u
#define SIM_RESET_NS	(200 * RCP_ORDER_MS)
#define SIM_TIMEOUT_NS	(10 * RCP_ORDER_S)
#define SIM_SHARED_NS	(2 * RCP_ORDER_S)
#define SIM_ENDLESS	(1000 * RCP_ORDER_S)
#define SIM_WINDOW_NS	RCP_ORDER_S

/* What a step does, with its argument and its space. */
enum sim_op {
	SIM_JOB,	/* submit a job that takes so long */
	SIM_FENCED,	/* a job of 40 us that waits for a foreign fence for so long */
	SIM_COPY,	/* a copy job of the driver for the process */
	SIM_MOVE,	/* the same through a window, for which the client waits */
	SIM_WAIT,	/* for all jobs of the process */
	SIM_SLEEP,
	SIM_EXIT,	/* close the file: what is not in the ring is cancelled; begin as a new process */
	SIM_FORK,	/* begin as a new process; the old one stays until its jobs are over */
	SIM_OPS
};

struct sim_step {
	u8 op;
	u8 space;
	u64 ns;
};

struct sim_program {
	u8 user;
	u8 steps;
	u8 copies;	/* processes that run it */
	struct sim_step step[SIM_STEPS];
};

/*
 * A history: the programs, of which the first is the victim's, and when it ends: after a time, and
 * after so many events if they are not 0.
 */
struct sim_history {
	u8 programs;
	struct sim_program program[SIM_CLIENTS];
	u64 ns;
	u32 events;
};

/* What became of the victim. */
struct sim_result {
	u64 done_ns;		/* card time of its jobs */
	u64 late_ns;		/* of it in the second half */
	u64 worst_ns;		/* the longest wait for the begin of a job, or for a window */
	u64 late_worst_ns;	/* in the second half */
	u64 least10_ns;		/* least card time in any ten seconds */
	u64 least30_ns;		/* in any thirty */
	u32 jobs;
	u32 stopped;		/* its jobs that were stopped */
	u32 resets;
	u32 events;
	const char *broken;	/* the invariant that does not hold, or NULL */
};

void sim_run(const struct sim_history *history, u32 check, struct sim_result *result);
const char *sim_broken(const struct rcp_order *order, struct rcp_order_node *const *nodes,
		       u32 count);

bool search_tests(u32 seconds, u64 seed);
void history_tests(void);
void lane_tests(void);
void heap_tests(void);

#endif /* SIM_H */
