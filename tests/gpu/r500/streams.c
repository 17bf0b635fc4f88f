// SPDX-License-Identifier: GPL-2.0
/*
 * The vertex fetcher of R5xx: arrays or the packet's data to vectors of the input memory (guide, 6.4.7
 * and VAP_PROG_STREAM_CNTL).  Channels that no element writes are 0.
 */
#include <string.h>

#include "front_int.h"

enum {
	FLOAT_1, FLOAT_2, FLOAT_3, FLOAT_4, BYTE_4, D3DCOLOR, SHORT_2, SHORT_4, VECTOR_3_TTT, VECTOR_3_EET,
	FLOAT_8, FLT16_2, FLT16_4
};

static const uint8_t element_dw[16] = {
	[FLOAT_1] = 1, [FLOAT_2] = 2, [FLOAT_3] = 3, [FLOAT_4] = 4, [BYTE_4] = 1, [D3DCOLOR] = 1, [SHORT_2] = 1,
	[SHORT_4] = 2, [VECTOR_3_TTT] = 1, [VECTOR_3_EET] = 1, [FLOAT_8] = 8, [FLT16_2] = 1, [FLT16_4] = 2,
};

void r500_streams_begin(struct r500_streams *s, struct gpu_mem *mem, const uint32_t *regs,
			const struct gpu_draw_call *call)
{
	uint32_t norms = gpu_reg(regs, R500_VAP_PSC_SGN_NORM_CNTL);

	memset(s, 0, sizeof(*s));
	s->mem = mem;
	s->call = call;
	s->swap = gpu_field(gpu_reg(regs, R500_VAP_CNTL_STATUS), 1, 0);
	if (gpu_field(call->control, 5, 4) == 3)
		s->size_dw = gpu_field(gpu_reg(regs, R500_VAP_VTX_SIZE), 6, 0);
	for (uint32_t n = 0; n < R500_ELEMENTS; n++) {
		uint32_t half = gpu_reg(regs, R500_VAP_PROG_STREAM_CNTL_0 + 4 * (n / 2)) >> n % 2 * 16;
		uint32_t ext = gpu_reg(regs, R500_VAP_PROG_STREAM_CNTL_EXT_0 + 4 * (n / 2)) >> n % 2 * 16;

		s->element[s->elements++] = (struct r500_element) {
			.type = half & 15,
			.skip_dw = half >> 4 & 15,
			.to = half >> 8 & 31,
			.is_signed = half >> 14 & 1,
			.normalize = half >> 15 & 1,
			.swizzle = ext & 0xfff,
			.enabled = ext >> 12 & 15,
			.norm = norms >> 2 * n & 3,
		};
		if (half >> 13 & 1)
			return;
	}
}

static uint32_t swapped(uint32_t dw, uint32_t mode)
{
	switch (mode) {
	case 1:
		return (dw >> 8 & 0x00ff00ff) | (dw & 0x00ff00ff) << 8;
	case 2:
		return __builtin_bswap32(dw);
	case 3:
		return dw >> 16 | dw << 16;
	}
	return dw;
}

/* The dwords of a vertex: of all arrays in turn, or of the packet.  What is not there is 0. */
static uint32_t gather(const struct r500_streams *s, uint32_t index, uint32_t *dw)
{
	const struct gpu_draw_call *call = s->call;
	uint32_t n = 0;

	if (s->size_dw) {
		uint64_t at = (uint64_t)index * s->size_dw;

		for (; n < s->size_dw; n++)
			dw[n] = call->immediate && at + n < call->data_dw ? call->immediate[at + n] : 0;
		return n;
	}
	for (uint32_t a = 0; a < call->arrays && a < GPU_ARRAYS; a++) {
		const struct gpu_array *array = &call->array[a];
		uint64_t addr = array->address + (uint64_t)index * array->stride_dw * 4;

		gpu_mem_read(s->mem, GPU_VERTEX, addr, dw + n, array->count_dw * 4u);
		for (uint32_t end = n + array->count_dw; n < end; n++)
			dw[n] = swapped(dw[n], s->swap);
	}
	return n;
}

static float fixed(const struct r500_element *e, uint32_t bits, unsigned int width)
{
	uint32_t value = bits & ((1u << width) - 1);
	int32_t number = e->is_signed ? gpu_sext(value, width) : (int32_t)value;
	float most = (float)((1u << (width - e->is_signed)) - 1), result;

	if (!e->normalize)
		return (float)number;
	if (e->is_signed && e->norm == 2)
		return (2.0f * number + 1.0f) / (float)((1u << width) - 1);
	result = number / most;
	return e->is_signed && e->norm == 1 && result < -1.0f ? -1.0f : result;
}

/* Channels of an element, before its swizzle. */
static void convert(const struct r500_element *e, const uint32_t *dw, float out[4])
{
	out[0] = 0.0f;
	out[1] = 0.0f;
	out[2] = 0.0f;
	out[3] = 1.0f;
	switch (e->type) {
	case FLOAT_1 ... FLOAT_4:
		for (int i = 0; i <= e->type; i++)
			out[i] = gpu_float(dw[i]);
		break;
	case FLOAT_8:
		for (int i = 0; i < 4; i++)
			out[i] = gpu_float(dw[i]);
		break;
	case BYTE_4:
	case D3DCOLOR:
		for (int i = 0; i < 4; i++)
			out[e->type == D3DCOLOR && i < 3 ? 2 - i : i] = fixed(e, dw[0] >> 8 * i, 8);
		break;
	case SHORT_2:
	case SHORT_4:
		for (int i = 0; i < (e->type == SHORT_2 ? 2 : 4); i++)
			out[i] = fixed(e, dw[i / 2] >> i % 2 * 16, 16);
		break;
	case VECTOR_3_TTT:
		for (int i = 0; i < 3; i++)
			out[i] = fixed(e, dw[0] >> 10 * i, 10);
		break;
	case VECTOR_3_EET:
		for (int i = 0; i < 3; i++)
			out[i] = fixed(e, dw[0] >> 11 * i, i < 2 ? 11 : 10);
		break;
	case FLT16_2:
	case FLT16_4:
		for (int i = 0; i < (e->type == FLT16_2 ? 2 : 4); i++)
			out[i] = gpu_half_to_float(dw[i / 2] >> i % 2 * 16 & 0xffff);
		break;
	}
}

static void write_vector(const struct r500_element *e, const float value[4], float to[4])
{
	for (int c = 0; c < 4; c++) {
		uint32_t select = e->swizzle >> 3 * c & 7;

		if (e->enabled >> c & 1)
			to[c] = select < 4 ? value[select] : select == 5 ? 1.0f : 0.0f;
	}
}

void r500_fetched(const struct r500_streams *s, uint32_t index, const struct r500_front_trace *trace)
{
	for (uint32_t a = 0; !s->size_dw && a < s->call->arrays && a < GPU_ARRAYS; a++) {
		const struct gpu_array *array = &s->call->array[a];
		const struct gpu_fetched f = {
			.addr = array->address + (uint64_t)index * array->stride_dw * 4, .bytes = array->count_dw * 4u,
		};

		trace->fetched(trace->pvs.ctx, &f);
	}
}

void r500_fetch(const struct r500_streams *s, uint32_t index, float input[][4])
{
	uint32_t dw[R500_VERTEX_DW + 16 * 24], n, at = 0;

	n = gather(s, index, dw);
	memset(dw + n, 0, sizeof(dw) - n * sizeof(*dw));
	for (uint32_t i = 0; i < s->elements; i++) {
		const struct r500_element *e = &s->element[i];
		float value[4];

		convert(e, dw + at, value);
		write_vector(e, value, input[e->to]);
		if (e->type == FLOAT_8) {
			convert(e, dw + at + 4, value);
			write_vector(e, value, input[(e->to + 1) & 31]);
		}
		at += element_dw[e->type] + e->skip_dw;
	}
}
