/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fault injection: the nth allocation or user copy of a task fails.
 *
 * Needs a kernel with FAULT_INJECTION, FAILSLAB, FAIL_PAGE_ALLOC and
 * FAULT_INJECTION_USERCOPY, and root.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h>

struct faults {
	int fd;			/* /proc/thread-self/fail-nth */
	unsigned int nth;
	bool injected;		/* after faults_disarm() */
};

/* Enables faults in every kind of allocation; false if the kernel cannot inject them */
bool faults_available(void);
/* The scope of faults, see faults.c */
int faults_choose(bool only_driver);
int faults_spare(const char *first, const char *end);
int faults_within(const char *first, const char *end);
int faults_depth(unsigned int frames);
int faults_steady(void);
/* Without a countdown: all allocations below a function of the kernel fail */
int faults_always(const char *function, unsigned int order);
/* For the calling thread, the only one that may use @f */
int faults_open(struct faults *f);
void faults_arm(struct faults *f);
void faults_disarm(struct faults *f);

#endif /* FAULTS_H */
