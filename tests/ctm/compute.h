/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs that compute, by the calls of ctm.h: against the emulated card in the same process
 * (rig_kernel.c) or against a driver.
 */
#ifndef COMPUTE_H
#define COMPUTE_H

#include <stdbool.h>
#include "ctm.h"
#include "ctm_as.h"
#include "tap.h"

/* The connection, and places in its arenas. */
struct bench {
	AMmanagedDevice dev;
	AMmanagedDeviceInfo info;
	struct ctm_pack pack;
	uint32_t last_id;
	bool unchecked;	/* the next programs break rules that ctm-as checks */
};

void bench_open(struct bench *b);
void bench_begin(struct bench *b, const char *program);
int bench_submit(struct bench *b);

/* Surface @n of 128 KiB: GPU address, and where the CPU reaches it. */
#define SURFACE_BYTES	0x20000u
uint32_t surface(const struct bench *b, unsigned int n);
void *pixels(const struct bench *b, unsigned int n);
float *floats(const struct bench *b);
uint32_t *integers(const struct bench *b);

/* Texture coordinates at (0, 0) and the far corner of a domain of w x h. */
void bench_area(struct bench *b, unsigned int w, unsigned int h, float across, float down);

void compute_arrays(struct bench *b);
void compute_flow(struct bench *b);
void compute_condition(struct bench *b);
void compute_errors(struct bench *b);
void compute_hang(struct bench *b);

/* Waits a moment; the emulated card in the process runs. */
void device_wait(AMmanagedDevice dev);

/* Floats without a pattern, from -2 to 2, of 12 bits. */
float any_float(void);
uint32_t any_bits(void);

#endif
