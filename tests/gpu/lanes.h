/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Invocations run in groups of 16: four quads of 2x2 pixels, or 16 vertices.  A value of a group is
 * an array by invocation, so that compilers make vector instructions of loops over it.
 *
 * Invocation 4 q + i is pixel i of quad q: 0 is (x, y), 1 (x + 1, y), 2 (x, y + 1), 3 (x + 1, y + 1).
 */
#ifndef GPU_LANES_H
#define GPU_LANES_H

#include <stdint.h>

#define GPU_LANES	16

union gpu_lanes {
	float f[GPU_LANES];
	uint32_t u[GPU_LANES];
	int32_t i[GPU_LANES];
} __attribute__((aligned(64)));

/* A register of four components. */
struct gpu_vec {
	union gpu_lanes c[4];
};

/* One bit an invocation. */
typedef uint32_t gpu_mask;

#define GPU_ALL_LANES	((gpu_mask)0xffff)

/*
 * Loops over lanes are compiled for AVX2 as well where the compiler can choose at load time.  Not
 * under sanitizers: the choice runs before their memory is mapped.
 */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
	!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define GPU_CLONES	__attribute__((target_clones("avx2", "default")))
#else
#define GPU_CLONES
#endif

/* A loop that does not become a call of memset(); clang has no such attribute, and calls it. */
#ifdef __clang__
#define GPU_LOOP
#else
#define GPU_LOOP	__attribute__((optimize("no-tree-loop-distribute-patterns")))
#endif

#endif
