/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Faults on order: the nth allocation or user copy of a task fails.
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

/* Lets every kind of allocation fail; false if this kernel cannot do it. */
bool faults_available(void);
/* Whose faults; and where none shall happen: see faults.c */
int faults_choose(bool only_driver);
int faults_spare(const char *first, const char *end);
int faults_within(const char *first, const char *end);
int faults_depth(unsigned int frames);
int faults_steady(void);
/* Without counting: everything that a function of the kernel's asks for fails */
int faults_always(const char *function, unsigned int order);
/* For the calling thread, which alone may use @f. */
int faults_open(struct faults *f);
void faults_arm(struct faults *f);
void faults_disarm(struct faults *f);

#endif /* FAULTS_H */
