// SPDX-License-Identifier: GPL-2.0
/* Vertex fetches: addresses by instruction and resource, elements by format. */
#include "fetch.h"

#include <string.h>

#define TYPE_BUFFER	3

static void decode(struct gpu_fetch *f, const uint32_t inst[3], const uint32_t res[7])
{
	uint32_t format = inst[1] >> 22, endian = inst[2] >> 16 & 3;
	uint8_t comp[4];
	int i;

	/* USE_CONST_FIELDS: the resource has the format, in the same order of fields. */
	if (inst[1] >> 21 & 1) {
		format = res[2] >> 20;
		endian = res[2] >> 30;
	}
	/* DATA_FORMAT 5:0, NUM_FORMAT 7:6, FORMAT_COMP 8, SRF_MODE 9 */
	memset(comp, format >> 8 & 1, sizeof(comp));
	f->live = gpu_reader_init(&f->reader, format & 63, format >> 6 & 3, comp, false,
				  format >> 9 & 1, endian);
	if (res[6] >> 30 != TYPE_BUFFER)
		f->live = false;
	f->base = (uint64_t)(res[2] & 0xff) << 32 | res[0];
	f->first = f->base + (inst[2] & 0xffff);
	f->size = (uint64_t)res[1] + 1;
	/* CONST_BUF_NO_STRIDE */
	f->stride = inst[2] >> 18 & 1 ? 0 : res[2] >> 8 & 0x7ff;
	for (i = 0; i < 4; i++)
		f->sel[i] = inst[1] >> (9 + 3 * i) & 7;
}

void gpu_fetch_decode(struct gpu_fetch *f, const uint32_t inst[3], const uint32_t res[7])
{
	if (f->decoded && !memcmp(f->words, inst, 3 * sizeof(*inst)) &&
	    !memcmp(f->words + 3, res, 7 * sizeof(*res)))
		return;
	memcpy(f->words, inst, 3 * sizeof(*inst));
	memcpy(f->words + 3, res, 7 * sizeof(*res));
	decode(f, inst, res);
	f->decoded = true;
}

/* The bytes of an element: in the host's memory, or in @copy if two spans hold them. */
static inline const uint8_t *element_at(struct gpu_mem *mem, enum gpu_client client, uint64_t addr,
					uint64_t n, uint8_t *copy)
{
	const struct gpu_span *s = &mem->span[client][0];

	if (addr >= s->first && addr < s->end && n <= s->end - addr) {
		gpu_mem_note(mem, client, false, addr, n);
		return s->host + (addr - s->first);
	}
	gpu_mem_read(mem, client, addr, copy, n);
	return copy;
}

static void fetch_lane(const struct gpu_fetch *f, struct gpu_mem *mem, enum gpu_client client,
		       uint32_t index, uint32_t out[4])
{
	uint64_t addr = f->first + (uint64_t)f->stride * index;
	uint64_t at = addr - f->base, used = f->reader.format->used;
	uint8_t copy[16] = { 0 };

	if (at >= f->size) {
		memset(out, 0, 4 * sizeof(*out));
		return;
	}
	if (used > f->size - at) {
		gpu_mem_read(mem, client, addr, copy, f->size - at);
		gpu_unpack(&f->reader, copy, out);
		return;
	}
	gpu_unpack(&f->reader, element_at(mem, client, addr, used, copy), out);
}

void gpu_fetch_run(const struct gpu_fetch *f, struct gpu_mem *mem, enum gpu_client client,
		   gpu_mask mask, const union gpu_lanes *index, struct gpu_vec *out)
{
	uint32_t element[4] = { 0 };
	/* The destination may be the register of the index. */
	union gpu_lanes at = *index;
	unsigned int lane, i;

	for (lane = 0; lane < GPU_LANES; lane++) {
		if (!(mask >> lane & 1))
			continue;
		if (f->live)
			fetch_lane(f, mem, client, at.u[lane], element);
		for (i = 0; i < 4; i++)
			if (f->sel[i] != 7)
				out->c[i].u[lane] = gpu_select(element, f->sel[i], f->reader.integer);
	}
}
