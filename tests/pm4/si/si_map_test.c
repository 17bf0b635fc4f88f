// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses against a map: each access of each packet, at the first and at the last byte of its
 * mapping and past it, in buffers that may only be read or are not in the relocations.
 */
#include "si_scene.h"
#include "tap.h"

#define VA	0x800000u	/* a buffer of one page, readable and writeable */
#define BYTES	0x1000u
#define RO	0x900000u	/* one that may only be read */
#define WO	0xa00000u	/* one that may only be written */
#define UNLISTED 0xb00000u	/* one that is not in the relocations */
#define HIGH	0x12300000000ull	/* one above 32 bits */
#define LAST	(VA + BYTES)

static const struct pm4_mapping map[] = {
	{ VA, BYTES, 0, PM4_MAP_READ | PM4_MAP_WRITE | 16 }, { RO, BYTES, 1, PM4_MAP_READ },
	{ WO, BYTES, 2, PM4_MAP_WRITE }, { UNLISTED, BYTES, PM4_NO_BUFFER, 22 },
	{ HIGH, BYTES, 3, 22 },
};

static const struct pm4_buffer buffers[4] = {
	{ .size = BYTES }, { .size = BYTES }, { .size = BYTES }, { .size = BYTES },
};

static const struct said *say_of(const u32 *ib, u32 dw, const u32 *ce, u32 ce_dw, bool with_map)
{
	struct pm4_input in = {
		.ib = ib, .ib_dw = dw, .const_ib = ce, .const_dw = ce_dw, .flags = PM4_USE_VM,
		.buffers = buffers, .nbuffers = ARRAY_SIZE(buffers),
	};

	if (with_map) {
		in.map = map;
		in.nmap = ARRAY_SIZE(map);
	}
	return ask(&in);
}

/**
 * struct access - an access of a packet
 * @what: it
 * @ib: a stream with the access
 * @dw: its length
 * @at: dword with the low half of the address
 * @bytes: bytes of the access
 * @unit: alignment of the address
 * @access: enum pm4_access
 * @ce: the stream is the constant engine's stream
 */
struct access {
	const char *what;
	const u32 *ib;
	u32 dw;
	u32 at, bytes, unit, access;
	bool ce;
};

#define R	PM4_READS
#define W	PM4_WRITES
#define RW	PM4_MODIFIES

static const struct access accesses[] = {
	{ "indices of 16 bits", DW(PO(INDEX_TYPE, 1), 0, PO(DRAW_INDEX_2, 5), 9, 0, 0, 5, 0), 4, 10, 2, R },
	{ "indices of a size that the stream does not set", DW(PO(DRAW_INDEX_2, 5), 5, 0, 0, 9, 0), 2, 20, 2, R },
	{ "indices of 32 bits", DW(PO(INDEX_TYPE, 1), 1, PO(DRAW_INDEX_2, 5), 5, 0, 0, 9, 0), 4, 20, 2, R },
	{ "indices from INDEX_BASE", DW(PO(INDEX_BASE, 2), 0, 0, PO(INDEX_TYPE, 1), 1,
					PO(DRAW_INDEX_OFFSET_2, 4), 9, 0, 4, 0), 1, 16, 2, R },
	{ "arguments of DRAW_INDIRECT", DW(PO(SET_BASE, 3), 1, 0, 0, PO(DRAW_INDIRECT, 4), 0, 0x51, 0x53, 2),
	  2, 16, 8, R },
	{ "arguments of DISPATCH_INDIRECT", DW(PO(SET_BASE, 3), 1, 0, 0, PO(DISPATCH_INDIRECT, 2), 0, 5),
	  2, 12, 8, R },
	{ "the patch table", DW(PO(SET_BASE, 3), 0, 0, 0, PO(SET_CONTEXT_REG_INDIRECT, 2), 0x200, 0), 2, 4, 8,
	  R },
	{ "ATOMIC of 32 bits", DW(PO(ATOMIC, 8), 8, 0, 0, 1, 0, 0, 0, 0), 2, 4, 4, RW },
	{ "ATOMIC of 64 bits", DW(PO(ATOMIC, 8), 0x28, 0, 0, 1, 0, 0, 0, 0), 2, 8, 8, RW },
	{ "counters of OCCLUSION_QUERY", DW(PO(OCCLUSION_QUERY, 4), 0, 0, VA, 0), 1, 128, 16, R },
	{ "sum of OCCLUSION_QUERY", DW(PO(OCCLUSION_QUERY, 4), VA, 0, 0, 0), 3, 8, 4, RW },
	/* Tahiti has eight render backends, each with a pair of counters. */
	{ "SET_PREDICATION of ZPASS", DW(PO(SET_PREDICATION, 2), 0, 0x10100), 1, 128, 16, R },
	{ "SET_PREDICATION of PRIMCOUNT", DW(PO(SET_PREDICATION, 2), 0, 0x20100), 1, 32, 16, R },
	{ "COND_EXEC", DW(PO(COND_EXEC, 4), 0, 0, 0, 0), 1, 4, 4, R },
	{ "STRMOUT_BUFFER_UPDATE that stores", DW(PO(STRMOUT_BUFFER_UPDATE, 5), 7, 0, 0, 0, 0), 2, 4, 4, W },
	{ "STRMOUT_BUFFER_UPDATE that loads", DW(PO(STRMOUT_BUFFER_UPDATE, 5), 4, 0, 0, 0, 0), 4, 4, 4, R },
	{ "WRITE_DATA", DW(PO(WRITE_DATA, 6), 0x100, 0, 0, 1, 2, 3), 2, 12, 4, W },
	{ "WRITE_DATA to one address", DW(PO(WRITE_DATA, 6), 0x10500, 0, 0, 1, 2, 3), 2, 4, 4, W },
	{ "source of COPY_DW", DW(PO(COPY_DW, 5), 3, 0, 0, VA, 0), 2, 4, 4, R },
	{ "destination of COPY_DW", DW(PO(COPY_DW, 5), 3, VA, 0, 0, 0), 4, 4, 4, W },
	{ "WAIT_REG_MEM", DW(PO(WAIT_REG_MEM, 6), 0x13, 0, 0, 1, 1, 4), 2, 4, 4, R },
	{ "MEM_WRITE of 64 bits", DW(PO(MEM_WRITE, 4), 0, 0, 1, 2), 1, 8, 8, W },
	{ "MEM_WRITE of 32 bits", DW(PO(MEM_WRITE, 4), 0, 0x40000, 1, 2), 1, 4, 4, W },
	{ "source of COPY_DATA", DW(PO(COPY_DATA, 5), 0x102, 0, 0, VA, 0), 2, 4, 4, R },
	{ "source of COPY_DATA of 64 bits", DW(PO(COPY_DATA, 5), 0x10101, 0, 0, VA, 0), 2, 8, 8, R },
	{ "destination of COPY_DATA", DW(PO(COPY_DATA, 5), 0x505, 1, 0, 0, 0), 4, 4, 4, W },
	{ "destination of COPY_DATA of 64 bits", DW(PO(COPY_DATA, 5), 0x10205, 1, 0, 0, 0), 4, 8, 8, W },
	{ "source of CP_DMA", DW(PO(CP_DMA, 5), 0, 0x80000000, VA, 0, 100), 1, 100, 1, R },
	{ "source of CP_DMA that does not go on", DW(PO(CP_DMA, 5), 0, 0x80000000, VA, 0, 0x10000064), 1, 4, 1,
	  R },
	{ "destination of CP_DMA", DW(PO(CP_DMA, 5), 7, 0xc0000000, 0, 0, 100), 3, 100, 1, W },
	{ "destination of CP_DMA that does not go on", DW(PO(CP_DMA, 5), 7, 0xc0000000, 0, 0, 0x20000064), 3,
	  4, 1, W },
	{ "poll of COND_WRITE", DW(PO(COND_WRITE, 8), 0x113, 0, 0, 1, 1, VA, 0, 1), 2, 4, 4, R },
	{ "target of COND_WRITE", DW(PO(COND_WRITE, 8), 0x113, VA, 0, 1, 1, 0, 0, 1), 6, 4, 4, W },
	/* Each of the eight writes 8 of 16 bytes. */
	{ "ZPASS_DONE", DW(PO(EVENT_WRITE, 3), 0x115, 0, 0), 2, 120, 8, W },
	{ "SAMPLE_PIPELINESTAT", DW(PO(EVENT_WRITE, 3), 0x21e, 0, 0), 2, 88, 8, W },
	{ "SAMPLE_STREAMOUTSTATS", DW(PO(EVENT_WRITE, 3), 0x320, 0, 0), 2, 16, 8, W },
	{ "EVENT_WRITE_EOP of 32 bits", DW(PO(EVENT_WRITE_EOP, 5), 0x528, 0, 0x20000000, 1, 0), 2, 4, 4, W },
	{ "EVENT_WRITE_EOP of 64 bits", DW(PO(EVENT_WRITE_EOP, 5), 0x528, 0, 0x40000000, 1, 0), 2, 8, 8, W },
	{ "EVENT_WRITE_EOP of the clock", DW(PO(EVENT_WRITE_EOP, 5), 0x528, 0, 0x60000000, 1, 0), 2, 8, 8, W },
	{ "EVENT_WRITE_EOS", DW(DRAW, PO(EVENT_WRITE_EOS, 4), 0x630, 0, 0x40000000, 1), 5, 4, 4, W },
	{ "CE_WRITE", DW(PO(CE_WRITE, 4), 0, 0, 1, 2), 1, 8, 4, W, true },
	{ "LOAD_CONST_RAM", DW(PO(LOAD_CONST_RAM, 4), 0, 0, 16, 0), 1, 64, 32, R, true },
	{ "DUMP_CONST_RAM", DW(PO(WRITE_CONST_RAM, 3), 0, 1, 2, PO(DUMP_CONST_RAM, 4), 0, 2, 0, 0), 7, 8, 4, W,
	  true },
	/* Programs and targets: the first byte; the address is in units of 256 bytes. */
	{ "program of PS", DW(PO(SET_SH_REG, 3), 8, 0, 0, PO(DRAW_INDEX_AUTO, 2), 3, 2), 2, 1, 256, R },
	{ "program of VS", DW(PO(SET_SH_REG, 2), 0x48, 0, PO(DRAW_INDEX_AUTO, 2), 3, 2), 2, 1, 256, R },
	{ "program of GS", DW(PO(SET_SH_REG, 2), 0x88, 0, PO(SET_CONTEXT_REG, 2), 0x2d5, 0x20,
			      PO(DRAW_INDEX_AUTO, 2), 3, 2), 2, 1, 256, R },
	{ "program of ES", DW(PO(SET_SH_REG, 2), 0xc8, 0, PO(SET_CONTEXT_REG, 2), 0x2d5, 0x8,
			      PO(DRAW_INDEX_AUTO, 2), 3, 2), 2, 1, 256, R },
	{ "program of HS", DW(PO(SET_SH_REG, 2), 0x108, 0, PO(SET_CONTEXT_REG, 2), 0x2d5, 0x4,
			      PO(DRAW_INDEX_AUTO, 2), 3, 2), 2, 1, 256, R },
	{ "program of LS", DW(PO(SET_SH_REG, 2), 0x148, 0, PO(SET_CONTEXT_REG, 2), 0x2d5, 0x1,
			      PO(DRAW_INDEX_AUTO, 2), 3, 2), 2, 1, 256, R },
	{ "program of a dispatch", DW(PO(SET_SH_REG, 3), 0x20c, 0, 0, PO(DISPATCH_DIRECT, 4) | 2, 1, 1, 1, 5),
	  2, 1, 256, R },
	{ "program set by WRITE_DATA", DW(PO(WRITE_DATA, 4), 0, 0xb830 / 4, 0, 0,
					  PO(DISPATCH_DIRECT, 4) | 2, 1, 1, 1, 5), 4, 1, 256, R },
	{ "colour buffer 3", DW(PO(SET_CONTEXT_REG, 3), 0x8e, 0xf000, 0xf000,
				PO(SET_CONTEXT_REG, 6), 0x345, 0, 0, 0, 0, 0x28, PO(DRAW_INDEX_AUTO, 2), 3, 2),
	  6, 1, 256, RW },
	{ "CMASK", DW(PO(SET_CONTEXT_REG, 3), 0x8e, 0xf, 0xf,
		      PO(SET_CONTEXT_REG, 9), 0x318, VA / 256, 0, 0, 0, 0x2028, 0, 0, 0,
		      PO(DRAW_INDEX_AUTO, 2), 3, 2), 13, 1, 256, RW },
	{ "FMASK", DW(PO(SET_CONTEXT_REG, 3), 0x8e, 0xf, 0xf,
		      PO(SET_CONTEXT_REG, 11), 0x318, VA / 256, 0, 0, 0, 0x4028, 0, 0, 0, 0, 0,
		      PO(DRAW_INDEX_AUTO, 2), 3, 2), 15, 1, 256, RW },
	{ "depth that is read", DW(PO(SET_CONTEXT_REG, 6), 0x10, 1, 0, 0, 0, VA / 256,
				   PO(DRAW_INDEX_AUTO, 2), 3, 2), 4, 1, 256, R },
	{ "depth that is written", DW(PO(SET_CONTEXT_REG, 6), 0x10, 1, 0, VA / 256, 0, 0,
				      PO(DRAW_INDEX_AUTO, 2), 3, 2), 6, 1, 256, W },
	{ "stencil that is read", DW(PO(SET_CONTEXT_REG, 7), 0x10, 0, 1, 0, 0, 0, VA / 256,
				     PO(DRAW_INDEX_AUTO, 2), 3, 2), 5, 1, 256, R },
	{ "stencil that is written", DW(PO(SET_CONTEXT_REG, 7), 0x10, 0, 1, 0, VA / 256, 0, 0,
					PO(DRAW_INDEX_AUTO, 2), 3, 2), 7, 1, 256, W },
	{ "HTILE", DW(PO(SET_CONTEXT_REG, 6), 0x10, 0x20000001, 0, VA / 256, 0, VA / 256,
		      PO(SET_CONTEXT_REG, 2), 5, 0, PO(DRAW_INDEX_AUTO, 2), 3, 2), 9, 1, 256, RW },
};

static const struct said *try_at(const struct access *a, u64 addr, bool with_map)
{
	static const u32 filler = 0x80000000;
	u32 ib[32];

	memcpy(ib, a->ib, 4 * a->dw);
	if (a->unit == 256) {
		ib[a->at] |= (u32)(addr >> 8);
	} else {
		ib[a->at] |= (u32)addr;
		ib[a->at + 1] |= (u32)(addr >> 32);
	}
	return a->ce ? say_of(&filler, 1, ib, a->dw, with_map) : say_of(ib, a->dw, NULL, 0, with_map);
}

static void test_access(const struct access *a)
{
	/* Where the last access fits, and where the next one would begin. */
	u32 last = (BYTES - a->bytes) / a->unit * a->unit, past = last + a->unit;
	bool reads = a->access & R, writes = a->access & W, good;
	const struct said *s;

	good = !try_at(a, VA, true)->verdict.code && !try_at(a, VA + last, true)->verdict.code;
	tap_ok(good, "%s: at the first and at the last place: %s", a->what,
	       good ? "accepted" : try_at(a, VA + last, true)->text);
	good = !try_at(a, HIGH & (a->unit == 256 ? 0xffffffffffull : ~0ull), true)->verdict.code ||
	       strstr(a->what, "PREDICATION") || a->unit == 256 || strstr(a->what, "source of CP_DMA") ||
	       strstr(a->what, "sum of OCCLUSION") || strstr(a->what, "target of COND_WRITE");
	tap_ok(good, "%s: above 32 bits", a->what);
	s = try_at(a, VA + past, true);
	tap_ok(s->verdict.code == PM4_CODE_ADDRESS, "%s: one place further: %s", a->what, s->text);
	s = try_at(a, VA - a->unit, true);
	tap_ok(s->verdict.code == PM4_CODE_ADDRESS, "%s: one place before: %s", a->what, s->text);
	s = try_at(a, UNLISTED, true);
	tap_ok(s->verdict.code == PM4_CODE_ADDRESS && strstr(s->text, "not in the relocations"),
	       "%s: %s", a->what, s->text);
	s = try_at(a, RO, true);
	tap_ok(writes ? s->verdict.code == PM4_CODE_ADDRESS && strstr(s->text, "cannot be written") :
			!s->verdict.code, "%s: in a buffer that may only be read: %s", a->what, s->text);
	s = try_at(a, WO, true);
	tap_ok(reads ? s->verdict.code == PM4_CODE_ADDRESS && strstr(s->text, "cannot be read") :
		       !s->verdict.code, "%s: in a buffer that may only be written: %s", a->what, s->text);
	tap_ok(!try_at(a, 0, false)->verdict.code, "%s: without a map nothing is said", a->what);
}

/* Targets and programs that no draw uses, and relative addresses without a base. */
static void test_use(void)
{
	const struct {
		const char *what;
		enum pm4_code code;
		const u32 *ib;
		u32 dw;
	} streams[] = {
		{ "a colour buffer outside of the masks", 0,
		  DW(PO(SET_CONTEXT_REG, 3), 0x8e, 0xf, 0xf0, PO(SET_CONTEXT_REG, 6), 0x318, 1, 0, 0, 0, 0x28,
		     PO(DRAW_INDEX_AUTO, 2), 3, 2) },
		{ "a colour buffer without a format", 0,
		  DW(PO(SET_CONTEXT_REG, 3), 0x8e, 0xf, 0xf, PO(SET_CONTEXT_REG, 6), 0x318, 1, 0, 0, 0, 0,
		     PO(DRAW_INDEX_AUTO, 2), 3, 2) },
		{ "a colour buffer, and no draw", 0,
		  DW(PO(SET_CONTEXT_REG, 3), 0x8e, 0xf, 0xf, PO(SET_CONTEXT_REG, 6), 0x318, 1, 0, 0, 0, 0x28) },
		{ "a mask that changes after the buffer", PM4_CODE_ADDRESS,
		  DW(PO(SET_CONTEXT_REG, 6), 0x318, 1, 0, 0, 0, 0x28, PO(DRAW_INDEX_AUTO, 2), 3, 2,
		     PO(SET_CONTEXT_REG, 3), 0x8e, 0xf, 0xf, PO(DRAW_INDEX_AUTO, 2), 3, 2) },
		{ "a buffer that CLEAR_STATE switches off", 0,
		  DW(PO(SET_CONTEXT_REG, 3), 0x8e, 0xf, 0xf, PO(SET_CONTEXT_REG, 6), 0x318, 1, 0, 0, 0, 0x28,
		     PO(CLEAR_STATE, 1), 0, PO(DRAW_INDEX_AUTO, 2), 3, 2) },
		{ "a program of a stage that is off", 0,
		  DW(PO(SET_SH_REG, 2), 0x88, 1, PO(DRAW_INDEX_AUTO, 2), 3, 2) },
		{ "a stage that is switched on later", PM4_CODE_ADDRESS,
		  DW(PO(SET_SH_REG, 2), 0x88, 1, PO(DRAW_INDEX_AUTO, 2), 3, 2, PO(SET_CONTEXT_REG, 2), 0x2d5,
		     0x20, PO(DRAW_INDEX_AUTO, 2), 3, 2) },
		{ "a program at address 0", PM4_CODE_ADDRESS,
		  DW(PO(SET_SH_REG, 3), 8, 0, 0, PO(DRAW_INDEX_AUTO, 2), 3, 2) },
		{ "DRAW_INDIRECT without SET_BASE", PM4_CODE_ADDRESS_UNKNOWN,
		  DW(PO(DRAW_INDIRECT, 4), 0, 0x51, 0x53, 2) },
		{ "DRAW_INDIRECT with SET_BASE of the patch table", PM4_CODE_ADDRESS_UNKNOWN,
		  DW(PO(SET_BASE, 3), 0, VA, 0, PO(DRAW_INDIRECT, 4), 0, 0x51, 0x53, 2) },
		{ "DISPATCH_INDIRECT without SET_BASE", PM4_CODE_ADDRESS_UNKNOWN,
		  DW(PO(DISPATCH_INDIRECT, 2), 0, 1) },
		{ "DRAW_INDEX_OFFSET_2 without INDEX_BASE", PM4_CODE_ADDRESS_UNKNOWN,
		  DW(PO(DRAW_INDEX_OFFSET_2, 4), 3, 0, 3, 0) },
		{ "DRAW_INDEX_INDIRECT without INDEX_BASE", PM4_CODE_ADDRESS_UNKNOWN,
		  DW(PO(SET_BASE, 3), 1, VA, 0, PO(INDEX_BUFFER_SIZE, 1), 3,
		     PO(DRAW_INDEX_INDIRECT, 4), 0, 0x51, 0x53, 0) },
		{ "SET_CONTEXT_REG_INDIRECT without SET_BASE", PM4_CODE_ADDRESS_UNKNOWN,
		  DW(PO(SET_CONTEXT_REG_INDIRECT, 2), 0x200, 0) },
		{ "DRAW_INDEX_INDIRECT of more indices than there are", PM4_CODE_ADDRESS,
		  DW(PO(SET_BASE, 3), 1, VA, 0, PO(INDEX_BASE, 2), VA, 0, PO(INDEX_BUFFER_SIZE, 1), 0x801,
		     PO(INDEX_TYPE, 1), 0, PO(DRAW_INDEX_INDIRECT, 4), 0, 0x51, 0x53, 0) },
		{ "DRAW_INDEX_INDIRECT of all indices", 0,
		  DW(PO(SET_BASE, 3), 1, VA, 0, PO(INDEX_BASE, 2), VA, 0, PO(INDEX_BUFFER_SIZE, 1), 0x800,
		     PO(INDEX_TYPE, 1), 0, PO(DRAW_INDEX_INDIRECT, 4), 0, 0x51, 0x53, 0) },
		{ "arguments past the end by the offset", PM4_CODE_ADDRESS,
		  DW(PO(SET_BASE, 3), 1, VA, 0, PO(DRAW_INDIRECT, 4), BYTES - 12, 0x51, 0x53, 2) },
		{ "an offset that wraps", PM4_CODE_ADDRESS,
		  DW(PO(SET_BASE, 3), 1, VA, 0, PO(DRAW_INDIRECT, 4), 0xfffffffc, 0x51, 0x53, 2) },
		{ "DRAW_INDEX_OFFSET_2 past the end", PM4_CODE_ADDRESS,
		  DW(PO(INDEX_BASE, 2), VA, 0, PO(INDEX_TYPE, 1), 0, PO(DRAW_INDEX_OFFSET_2, 4), 9, 0x7fe, 3, 0) },
		{ "a draw of no indices", 0, DW(PO(DRAW_INDEX_2, 5), 0, 0, 0, 9, 0) },
		{ "indices in VGT_INDEX_TYPE", PM4_CODE_ADDRESS,
		  DW(PO(SET_CONFIG_REG, 2), 0x95c / 4, 1, PO(DRAW_INDEX_2, 5), 9, LAST - 8, 0, 3, 0) },
		{ "CP_DMA of nothing", 0, DW(PO(CP_DMA, 5), 0, 0, 0, 0, 0) },
		{ "EVENT_WRITE_EOP of no data", 0, DW(PO(EVENT_WRITE_EOP, 5), 0x528, 0, 0, 0, 0) },
		{ "SET_PREDICATION off", 0, DW(PO(SET_PREDICATION, 2), 0, 0) },
		{ "an address in a register from memory", PM4_CODE_REGISTER_TARGET,
		  DW(PO(COPY_DATA, 5), 1, VA, 0, 0x28c60 / 4, 0) },
		{ "SET_CONTEXT_REG_INDIRECT of an address", PM4_CODE_REGISTER_TARGET,
		  DW(PO(SET_BASE, 3), 0, VA, 0, PO(SET_CONTEXT_REG_INDIRECT, 2), 0x318, 0) },
		{ "a register without a row beside a tracked one", PM4_CODE_REGISTER_UNKNOWN,
		  DW(PO(SET_CONTEXT_REG, 3), 0x2d4, 0, 0) },
		{ "masks at the end of a long run", PM4_CODE_ADDRESS,
		  DW(PO(SET_CONTEXT_REG, 18), 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf, 0xf,
		     PO(SET_CONTEXT_REG, 6), 0x318, 1, 0, 0, 0, 0x28, PO(DRAW_INDEX_AUTO, 2), 3, 2) },
		{ "the pool of all clients' streams at 1 MiB", PM4_CODE_ADDRESS,
		  DW(PO(CP_DMA, 5), 0x100000, 0, VA, 0, 64) },
		{ "an address of 2^48", PM4_CODE_ADDRESS,
		  DW(PO(WRITE_DATA, 4), 0x100, VA, 0x10000, 1) },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(streams); i++) {
		const struct said *s = say_of(streams[i].ib, streams[i].dw, NULL, 0, true);

		tap_ok(s->verdict.code == streams[i].code, "%s: %s %s", streams[i].what,
		       pm4_code_name(s->verdict.code), s->text);
	}
}

/* The refusal of a draw names the register, and the packet that set it. */
static void test_blame(void)
{
	static const u32 ib[] = {
		PO(SET_CONTEXT_REG, 3), 0x8e, 0xf, 0xf, PO(SET_CONTEXT_REG, 6), 0x318, 0x1234, 0, 0, 0, 0x28,
		PO(DRAW_INDEX_AUTO, 2), 3, 2,
	};
	const struct said *s = say_of(ib, ARRAY_SIZE(ib), NULL, 0, true);

	tap_ok(s->verdict.dword == 6 && s->verdict.draw == 11 &&
	       strstr(s->text, "dword 6: SET_CONTEXT_REG CB_COLOR0_BASE: reads and writes 1 byte at 0x123400: ") &&
	       strstr(s->text, ": nothing is mapped there (draw at dword 11)"), "%s", s->text);
}

/* A buffer of the relocations that is not mapped. */
static void test_no_address(void)
{
	static const u32 ib = 0x80000000;
	struct pm4_input in = {
		.ib = &ib, .ib_dw = 1, .flags = PM4_USE_VM, .buffers = buffers, .nbuffers = 2,
		.no_address = 2,
	};
	const struct said *s = ask(&in);

	tap_ok(s->verdict.code == PM4_CODE_NO_ADDRESS && strstr(s->text, "relocation 1"), "%s", s->text);
	in.no_address = 0;
	tap_ok(!ask(&in)->verdict.code, "all others are mapped");
}

void test_map(void)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(accesses); i++)
		test_access(&accesses[i]);
	test_use();
	test_blame();
	test_no_address();
}
