/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Vertex fetches: VFETCH and SEMFETCH of 16 invocations from a buffer resource.
 *
 * Decoding reads the instruction and the resource once; a cache beside the instruction decodes
 * again when either has changed.
 */
#ifndef GPU_FETCH_H
#define GPU_FETCH_H

#include "format.h"
#include "lanes.h"
#include "mem.h"

/**
 * struct gpu_fetch - a vertex fetch with its resource, decoded
 * @words: instruction (3 dwords) and resource (7 dwords) that it was decoded from
 * @decoded: @words and the rest are valid
 * @live: the resource is a buffer and has a format; otherwise the fetch returns zeros
 * @first: address of element 0, offset included
 * @base: address of the buffer
 * @size: bytes from @base in which an element may start
 * @stride: bytes from one element to the next
 * @reader: format and number types
 * @sel: DST_SEL of the instruction: 0..3, 4 zero, 5 one, 7 leaves the component
 */
struct gpu_fetch {
	uint32_t words[10];
	bool decoded;
	bool live;
	uint64_t first, base, size;
	uint32_t stride;
	struct gpu_reader reader;
	uint8_t sel[4];
};

/**
 * gpu_fetch_decode() - bring a fetch up to date
 * @f: zeroed before its first use
 * @inst: the instruction's three dwords
 * @res: the resource's seven dwords
 *
 * Cheap if nothing has changed.
 */
void gpu_fetch_decode(struct gpu_fetch *f, const uint32_t inst[3], const uint32_t res[7]);

/**
 * gpu_fetch_run() - fetch an element for each invocation
 * @f: decoded
 * @mem: memory
 * @client: GPU_VERTEX, or GPU_CONSTANT for a constant buffer
 * @mask: invocations that fetch; the others keep @out
 * @index: of the element, unsigned; SQ_VTX_BASE_VTX_LOC or the instance's start is already added
 * @out: the destination GPR; components of DST_SEL 7 keep their values
 *
 * The four components of an element that starts past the resource's size are 0 (DST_SEL 5 is 1
 * for it also).  An element that starts inside is read whole, also if it ends outside.
 */
void gpu_fetch_run(const struct gpu_fetch *f, struct gpu_mem *mem, enum gpu_client client,
		   gpu_mask mask, const union gpu_lanes *index, struct gpu_vec *out);

#endif
