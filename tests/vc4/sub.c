// SPDX-License-Identifier: GPL-2.0
/*
 * The base submission and its pieces: see sub.h.
 */
#include "sub.h"

static void put_bytes(u8 *p, u32 bytes, u32 value)
{
	memcpy(p, &value, bytes);
}

void put(struct sub *s, u32 at, u32 bytes, u32 value)
{
	put_bytes(s->list + at, bytes, value);
}

void poke(struct sub *s, u32 at, u32 bytes, u32 value)
{
	put_bytes(s->record + HANDLES + at, bytes, value);
}

void insert(struct sub *s, u32 at, const u8 *bytes, u32 n)
{
	u32 i;

	memmove(s->list + at + n, s->list + at, s->nlist - at);
	memcpy(s->list + at, bytes, n);
	s->nlist += n;
	for (i = 0; i < 256; i++)
		if (s->at[i] >= at)
			s->at[i] += n;
}

void cut(struct sub *s, u32 at, u32 n)
{
	memmove(s->list + at, s->list + at + n, s->nlist - at - n);
	s->nlist -= n;
}

/* ---- instructions ---- */

static u64 set(u64 inst, u32 shift, u64 mask, u64 value)
{
	return (inst & ~(mask << shift)) | (value & mask) << shift;
}

u64 add(u32 op, u32 waddr, u32 a, u32 b)
{
	u64 inst = set(set(NOP, 24, 31, op), 38, 63, waddr);

	return set(set(set(inst, 49, 7, 1), 9, 7, a), 6, 7, b);
}

u64 mul(u64 inst, u32 op, u32 waddr, u32 a, u32 b)
{
	inst = set(set(inst, 29, 7, op), 32, 63, waddr);
	return set(set(set(inst, 46, 7, 1), 3, 7, a), 0, 7, b);
}

u64 mov(u32 waddr, u32 from)
{
	return add(OP_OR, waddr, from, from);
}

u64 ra(u64 inst, u32 addr)
{
	return set(inst, 18, 63, addr);
}

u64 rb(u64 inst, u32 addr)
{
	return set(inst, 12, 63, addr);
}

u64 sig(u64 inst, u32 signal)
{
	return set(inst, 60, 15, signal);
}

u64 small(u64 inst, u32 value)
{
	return sig(rb(inst, value), S_SMALL);
}

u64 cond(u64 inst, u32 add, u32 mul)
{
	return set(set(inst, 49, 7, add), 46, 7, mul);
}

u64 ws(u64 inst)
{
	return inst | 1ull << 44;
}

u64 pack(u64 inst, u32 pm, u32 value)
{
	return set(set(inst, 56, 1, pm), 52, 15, value);
}

u64 unpack(u64 inst, u32 value)
{
	return set(inst, 57, 7, value);
}

u64 li(u32 waddr, u32 value)
{
	return set(set(set(NOP, 60, 15, S_LI), 49, 7, 1), 38, 63, waddr) >> 32 << 32 | value;
}

u64 branch(u32 condition, u32 from, u32 to)
{
	u32 bytes = (to - from - 4) * 8;

	return 15ull << 60 | (u64)condition << 52 | 1ull << 51 | (u64)W_NOP << 38 |
	       (u64)W_NOP << 32 | bytes;
}

void program(struct sub *s, u32 stage, const u64 *code, u32 n)
{
	memcpy(s->code[stage], code, n * sizeof(*code));
	s->ncode[stage] = n;
}

void add_code(struct sub *s, u32 stage, u32 ip, u64 inst)
{
	memmove(&s->code[stage][ip + 1], &s->code[stage][ip], (s->ncode[stage] - ip) * sizeof(u64));
	s->code[stage][ip] = inst;
	s->ncode[stage]++;
}

void drop_code(struct sub *s, u32 stage, u32 ip, u32 n)
{
	memmove(&s->code[stage][ip], &s->code[stage][ip + n],
		(s->ncode[stage] - ip - n) * sizeof(u64));
	s->ncode[stage] -= n;
}

void uniforms(struct sub *s, u32 stage, u32 nhandles, const u32 *handles, u32 n, const u32 *words)
{
	if (nhandles)
		memcpy(s->handles[stage], handles, nhandles * 4);
	if (n)
		memcpy(s->words[stage], words, n * 4);
	s->nhandles[stage] = nhandles;
	s->nwords[stage] = n;
}

/* ---- the base ---- */

static void append(struct sub *s, const u8 *bytes, u32 n)
{
	if (!s->at[bytes[0]])
		s->at[bytes[0]] = s->nlist;
	memcpy(s->list + s->nlist, bytes, n);
	s->nlist += n;
}

#define APPEND(s, ...) \
	append(s, (const u8[]){ __VA_ARGS__ }, sizeof((const u8[]){ __VA_ARGS__ }))

/* Four by four tiles; three vertices of an array, then six indices up to 5. */
static void base_list(struct sub *s)
{
	APPEND(s, 112, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 0);
	APPEND(s, 6);
	APPEND(s, 56, 0x12);
	APPEND(s, 102, 0, 0, 0, 0, 0, 1, 0, 1);
	APPEND(s, 96, 3, 0x70, 0);
	APPEND(s, 101, 0, 0, 0, 0);
	APPEND(s, 98, 0, 0, 0x80, 0x3f);
	APPEND(s, 99, 0, 0, 0x80, 0x3f);
	APPEND(s, 105, 0, 0, 0, 0x45, 0, 0, 0, 0x45);
	APPEND(s, 106, 0, 0, 0, 0x3f, 0, 0, 0, 0x3f);
	APPEND(s, 103, 0, 8, 0, 8);
	APPEND(s, 97, 0, 0, 0, 0);
	APPEND(s, 64, 2, 0, 0, 0);
	APPEND(s, 33, 4, 3, 0, 0, 0, 0, 0, 0, 0);
	APPEND(s, 254, B_INDICES, 0, 0, 0, 0, 0, 0, 0);
	APPEND(s, 32, 0x14, 6, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0);
	APPEND(s, 7);
	APPEND(s, 4);
}

static void base_record(struct sub *s)
{
	static const u32 handles[] = { B_FS, B_VS, B_CS, B_VERTICES, B_VERTICES };
	u32 i;

	memcpy(s->record, handles, sizeof(handles));
	s->nrecord_bytes = HANDLES + 36 + 2 * 8;
	s->nrecords = 1;
	poke(s, 0, 2, 5);	/* single threaded, clipping */
	poke(s, 3, 1, 2);	/* varyings */
	poke(s, 14, 1, 3);
	poke(s, 15, 1, 32);
	poke(s, 26, 1, 1);
	poke(s, 27, 1, 16);
	for (i = 0; i < 2; i++) {
		poke(s, 36 + 8 * i, 4, 16 * i);
		poke(s, 40 + 8 * i, 1, 15);
		poke(s, 41 + 8 * i, 1, 32);
		poke(s, 42 + 8 * i, 1, 16 * i);
		poke(s, 43 + 8 * i, 1, 16 * i);
	}
}

/* A lookup at two varyings; its result, clamped, is the offset of a direct read. */
static void base_fragment(struct sub *s)
{
	static const u32 handles[] = { B_TEXTURE, B_CONSTANTS };
	static const u32 words[] = { P0(0, 0, 1), P1(64, 64, 0), 4092, 0 };

	PROGRAM(s, VC4_FRAGMENT,
		rb(mov(W_R0, B), R_VARYING),			/* 0 */
		rb(mov(W_R1, B), R_VARYING),
		mov(W_TMU0_T, 1),				/* 2 */
		mov(W_TMU0_S, 0),
		sig(NOP, S_TMU0),				/* 4 */
		small(add(OP_MAX, W_R2, 4, B), 0),
		ra(add(OP_MIN, W_R3, 2, A), R_UNIFORM),		/* 6 */
		ra(add(OP_ADD, W_TMU0_S, 3, A), R_UNIFORM),
		sig(NOP, S_TMU0),				/* 8 */
		mov(W_COLOR, 4),
		sig(NOP, S_END),				/* 10 */
		NOP,
		sig(NOP, S_UNLOCK));
	uniforms(s, VC4_FRAGMENT, 2, handles, 4, words);
}

/* Read @rows rows, write @out, the last one times a uniform. */
static void base_vertex(struct sub *s, u32 stage, u32 rows, u32 out)
{
	static const u32 words[] = { 0x3f800000 };
	u64 *c = s->code[stage];
	u32 n = 0, i;

	c[n++] = li(W_SETUP, VPM_READ(rows, 0));
	c[n++] = ws(li(W_SETUP, VPM_WRITE(0)));
	c[n++] = NOP;
	for (i = 0; i < rows; i++)
		c[n++] = ra(mov(i % 4 + W_R0, A), R_VPM);
	for (i = 0; i < out - 1; i++)
		c[n++] = mov(W_VPM, i % 4);
	c[n++] = ra(add(OP_FADD, W_VPM, 0, A), R_UNIFORM);
	c[n++] = sig(NOP, S_END);
	c[n++] = NOP;
	c[n++] = NOP;
	s->ncode[stage] = n;
	uniforms(s, stage, 0, NULL, 1, words);
}

void unlock(struct sub *s, u32 stage)
{
	s->code[stage][s->ncode[stage] - 1] = sig(NOP, S_UNLOCK);
}

void point_size(struct sub *s)
{
	const u64 one = small(add(OP_OR, W_VPM, B, B), 32);

	poke(s, 0, 2, 7);
	add_code(s, VC4_VERTEX, 14, one);
	add_code(s, VC4_COORDINATE, POINT_IP, one);
}

void base(struct sub *s)
{
	static const u32 sizes[BASE_BUFFERS] = {
		4096, 4096, 4096, 4096, 4096, TEXTURE_BYTES, FRAME_BYTES, 4096, FRAME_BYTES,
		64 * 16384,
	};
	u32 i;

	memset(s, 0, sizeof(*s));
	base_list(s);
	base_record(s);
	base_fragment(s);
	base_vertex(s, VC4_VERTEX, 8, 5);
	base_vertex(s, VC4_COORDINATE, 4, 7);
	memcpy(s->size, sizes, sizeof(sizes));
	for (i = B_FS; i <= B_CS; i++)
		s->kind[i] = 1;
	s->nbuffers = BASE_BUFFERS;
	s->render = (struct vc4_render){ .width = 256, .height = 256, .max_x = 3, .max_y = 3 };
	for (i = 0; i < VC4_SURFACES; i++)
		s->render.surfaces[i].hindex = VC4_NONE;
	s->render.surfaces[VC4_COLOR_WRITE] = (struct vc4_surface){ B_COLOR, 0, 1 << 2 | 1 << 6, 0 };
}

/* A job that only clears and stores. */
void no_list(struct sub *s)
{
	s->nlist = 0;
	s->nrecord_bytes = 0;
	s->nrecords = 0;
	s->no_uniforms = true;
}

/* ---- the file ---- */

static u8 *write32(u8 *p, u32 value)
{
	memcpy(p, &value, 4);
	return p + 4;
}

static u8 *write_padded(u8 *p, const void *data, u32 n)
{
	memcpy(p, data, n);
	memset(p + n, 0, 4);
	return p + ((n + 3) & ~3u);
}

static u8 *write_head(const struct sub *s, u8 *p, u32 uniform_bytes)
{
	const struct vc4_render *r = &s->render;
	u32 i;

	memcpy(p, "V4CS\1\0\0\0BCM2835\0\0\0\0\0\0\0\0\0", 24);
	p = write32(write32(write32(p + 24, s->nlist), s->nrecord_bytes), s->nrecords);
	p = write32(write32(p, uniform_bytes), s->nbuffers);
	p = write32(write32(p, r->width | (u32)r->height << 16),
		    (u32)r->min_x | (u32)r->min_y << 8 | (u32)r->max_x << 16 | (u32)r->max_y << 24);
	for (i = 0; i < VC4_SURFACES; i++)
		p = write32(write32(write32(p, r->surfaces[i].hindex), r->surfaces[i].offset),
			    r->surfaces[i].bits | (u32)r->surfaces[i].flags << 16);
	p = write32(write32(p, r->clear_color[0]), r->clear_color[1]);
	return write32(write32(write32(p, r->clear_z), r->clear_s), r->flags);
}

static u32 code_bytes(const struct sub *s, u32 buffer)
{
	if (!s->kind[buffer] || s->code_bytes[buffer])
		return s->code_bytes[buffer];
	return buffer < VC4_STAGES ? 8 * s->ncode[buffer] : 0;
}

/* Returns the number of bytes written to @out. */
size_t image(const struct sub *s, u8 *out)
{
	u32 i, n = 0;
	u8 *p;

	for (i = 0; i < VC4_STAGES && !s->no_uniforms; i++)
		n += 4 * (s->nhandles[i] + s->nwords[i]);
	p = write_head(s, out, n);
	for (i = 0; i < s->nbuffers; i++)
		p = write32(write32(write32(write32(p, s->size[i]), s->kind[i]), 0),
			    code_bytes(s, i));
	p = write_padded(p, s->list, s->nlist);
	p = write_padded(p, s->record, s->nrecord_bytes);
	for (i = 0; i < VC4_STAGES && !s->no_uniforms; i++) {
		p = write_padded(p, s->handles[i], 4 * s->nhandles[i]);
		p = write_padded(p, s->words[i], 4 * s->nwords[i]);
	}
	for (i = 0; i < s->nbuffers; i++)
		if (s->kind[i] && i < VC4_STAGES)
			p = write_padded(p, s->code[i], code_bytes(s, i));
	memset(p, 0, s->more);
	return p + s->more - out;
}
