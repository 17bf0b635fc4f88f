// SPDX-License-Identifier: GPL-2.0
/*
 * Packets of R5xx, as AMD's R5xx guide describes the command processor (sections 4 and 5): type 0
 * writes registers, type 3 draws.  Nothing here comes from pm4/.
 *
 * Programs of the oracle have one thread, so the chip is a static object.
 */
#include "r500.h"

#define RESERVED "a bit or value that no document defines"

static struct r5_chip chip;

/* Registers that clients may write: ranges of byte offsets, both ends included. */
static const u16 client_ranges[][2] = {
	{ 0x1720, 0x1720 }, { 0x1d98, 0x1dac }, { 0x2080, 0x2080 }, { 0x2088, 0x2094 },
	{ 0x20b0, 0x20b4 }, { 0x2134, 0x2184 }, { 0x21dc, 0x2208 }, { 0x2218, 0x22dc },
	{ 0x2500, 0x257c }, { 0x4008, 0x4014 }, { 0x401c, 0x4020 }, { 0x4028, 0x4028 },
	{ 0x4074, 0x4114 }, { 0x4200, 0x421c }, { 0x4230, 0x4258 }, { 0x4260, 0x4268 },
	{ 0x4278, 0x4298 }, { 0x42a0, 0x42c8 }, { 0x4300, 0x4c7c }, { 0x4e00, 0x4e44 },
	{ 0x4e4c, 0x4e54 }, { 0x4e64, 0x4e64 }, { 0x4e80, 0x4ea4 }, { 0x4ef8, 0x4f34 },
	{ 0x4f44, 0x4f44 }, { 0x4f54, 0x4f5c }, { 0x4fd4, 0x4fd4 },
};

static bool client_register(u32 reg)
{
	u32 i;

	for (i = 0; i < sizeof(client_ranges) / sizeof(client_ranges[0]); i++)
		if (reg >= client_ranges[i][0] && reg <= client_ranges[i][1])
			return true;
	return false;
}

/* The lanes that take a write: one bit for each. */
static u32 listening(const struct r5_chip *c, u32 reg)
{
	u32 all = (1u << c->lanes) - 1;

	if (reg == 0x42c8)
		return all;
	if (c->chip == R5_RV530) {
		if (!(c->reg[0][0x42c8 / 4] & 1))
			return 0;
		/* It is in the raster pipe, and the depth blocks are in the Z pipes behind it. */
		if (reg == 0x4be8)
			return all;
		return reg >= 0x4f00 ? c->reg[0][0x4be8 / 4] & all : all;
	}
	return c->reg[0][0x42c8 / 4] & all;
}

/* On-chip RAM of another client. */
static void judge_owner(struct oracle *o, const struct r5_chip *c, u32 reg, u32 value)
{
	bool hyperz = false, cmask = false;

	switch (reg) {
	case 0x4e00:
		cmask = value & 0x600;
		break;
	case 0x4e54:
	case 0x4e64:
		cmask = value;
		break;
	case 0x4f1c:
		hyperz = value & 0x1d;
		break;
	case 0x43a4:
		hyperz = value & 1;
		break;
	case 0x4028:
	case 0x4f30:
	case 0x4f34:
	case 0x4f44:
	case 0x4f54:
		hyperz = value;
		break;
	}
	if (hyperz && !(c->owns & R5_OWNS_HYPERZ))
		oracle_fault(o, "HiZ or ZMASK RAM", reg, "belongs to another client");
	if (cmask && !(c->owns & R5_OWNS_CMASK))
		oracle_fault(o, "CMASK RAM", reg, "belongs to another client");
}

static void judge_value(struct oracle *o, const struct r5_chip *c, u32 reg, u32 value)
{
	if (!client_register(reg))
		oracle_fault(o, "register", reg, "is the driver's");
	if (reg == 0x2138 && value)
		oracle_fault(o, "VAP_VF_MIN_VTX_INDX", value, "may be applied after the maximum");
	if (reg == 0x1720 && value & ~0x70000u)
		oracle_fault(o, "WAIT_UNTIL", value, "waits for what need not come");
	/* Programs name a texture by this, whichever registers hold its address. */
	if (reg >= 0x4400 && reg <= 0x443c && value >> 28 != (reg - 0x4400) / 4)
		oracle_fault(o, "texture", (reg - 0x4400) / 4, "stands for another one");
	if ((reg == 0x4600 && value & ~2u) || (reg == 0x4624 && value & 0x7fffffff))
		oracle_fault(o, "register", reg, RESERVED);
	if (reg == 0x2288 && value >> 28)
		oracle_fault(o, "VAP_PVS_VTX_TIMEOUT_REG", value, "waits for seconds");
	if (reg == 0x4f1c && value & 1 << 17)
		oracle_fault(o, "ZB_BW_CNTL", value, "moves samples to where no document says");
	judge_owner(o, c, reg, value);
}

/* The counter of a query goes to memory, from each pipe that listens. */
static void store_counter(struct oracle *o, const struct r5_chip *c, u32 lanes, u32 addr)
{
	u32 lane;

	for (lane = 0; lane < c->lanes; lane++) {
		if (!(lanes >> lane & 1))
			continue;
		if (!c->known[lane][0x4f58 / 4])
			oracle_fault(o, "ZB_ZPASS_DATA", lane, "counts for another client");
		oracle_touch(o, "query", lane, addr, 4, true);
	}
}

/* An instruction has been written: guide 7.4.4, 7.5.2, 7.8.1. */
static void judge_instruction(struct oracle *o, struct r5_chip *c, const u32 *w, u32 slot)
{
	u32 type = w[0] & 3, rgb = w[5] & 15, alpha = w[4] & 15;
	bool dot = rgb >= 1 && rgb <= 3, scalar = alpha >= 8 && alpha <= 13, result = w[3] >> 31;
	bool rgb_used = w[0] & 0x3b800 || result || alpha == 1;
	bool alpha_used = w[0] & 0x44000 || result || w[4] >> 31 || rgb == 10;

	if (type < 2 && (rgb == 6 || rgb > 12 || alpha == 4))
		oracle_fault(o, "ALU operation", slot, RESERVED);
	if (type < 2 && ((rgb == 10 && !scalar) || (alpha == 1 && !dot)))
		oracle_fault(o, "ALU operation", slot, "has no result to copy");
	if (type < 2 && (w[3] >> 26 & 7) == 7 && rgb != 4 && rgb != 5 && rgb != 7 && rgb != 8 && rgb_used)
		oracle_fault(o, "ALU operation", slot, "needs an output modifier");
	if (type < 2 && (w[4] >> 26 & 7) == 7 && alpha != 2 && alpha != 3 && alpha != 5 && alpha != 6 && alpha_used)
		oracle_fault(o, "ALU operation", slot, "needs an output modifier");
	if ((w[0] >> 3 & 7) > 5 || (w[0] >> 25 & 7) > 5)
		oracle_fault(o, "predicate", slot, RESERVED);
	if (type == 2 && ((w[2] >> 6 & 3) == 3 || (w[2] >> 24 & 3) == 3 || (w[2] >> 26 & 3) == 3))
		oracle_fault(o, "flow control", slot, RESERVED);
	if (type == 2 && (w[1] || w[2] & 0xe0e00008 || w[3] & 0x7e00e0e0 || w[4] || w[5]))
		oracle_fault(o, "flow control", slot, RESERVED);
	if (type == 3 && (w[4] || w[5] || w[1] & 0xf030ffff))
		oracle_fault(o, "texture instruction", slot, RESERVED);
	if (w[0] & 4)
		c->us_held = false;
	if (type == 3 && w[1] & 1u << 25) {
		if (c->us_held)
			oracle_fault(o, "texture semaphore", slot, "is acquired while it is held");
		c->us_held = true;
	}
	if (w[0] & 1u << 8 && c->us_held)
		oracle_fault(o, "texture semaphore", slot, "is held at the end");
}

static void upload(struct oracle *o, struct r5_chip *c, u32 reg, u32 value)
{
	switch (reg) {
	case 0x2200:
		c->vs_dword = 4 * (value & 0x7ff);
		return;
	case 0x4250:
		/* Two uploads that follow each other are one program. */
		if (value >> 16 & 1 || c->us_constant || (value & 0x1ff) * 6 != c->us_index)
			c->us_held = false;
		c->us_constant = value & 1u << 16;
		c->us_index = (value & 0x1ff) * (c->us_constant ? 4 : 6);
		return;
	case 0x4254:
		c->fragment_uploaded = true;
		if (c->us_constant) {
			if (c->us_index++ >= 4 * 256)
				oracle_fault(o, "constant", c->us_index / 4, "does not exist");
			return;
		}
		c->us_index %= R5_PROGRAM_DW;
		c->program[c->us_index] = value;
		c->program_known[c->us_index++] = 1;
		if (c->us_index % 6 == 0)
			judge_instruction(o, c, &c->program[c->us_index - 6], c->us_index / 6 - 1);
		return;
	case 0x2208:
		c->vertex_uploaded = true;
		/* Code and constants come back to their start, what follows them does not. */
		if (c->vs_dword >= 4 * 1544)
			oracle_fault(o, "vector", c->vs_dword / 4, "does not exist");
		if (c->vs_dword >= 4 * 1536)
			c->vs_dword++;
		return;
	}
}

/* Caches whose lines a register places: no document says so of depth. */
static u32 places(u32 reg)
{
	if (reg == 0x4020)
		return 3;
	if (reg == 0x4e00 || (reg >= 0x4e28 && reg <= 0x4e44) || (reg >= 0x4e80 && reg <= 0x4e88))
		return 1;
	return reg == 0x4f10 || reg == 0x4f20 || reg == 0x4f24 ? 2 : 0;
}

/* Guide 10.1: "the cache must be empty before this is changed". */
static void judge_caches(struct oracle *o, struct r5_chip *c, u32 reg, u32 value, u32 lanes)
{
	u32 lane;

	if (places(reg) & c->cached)
		oracle_fault(o, "register", reg, "moves dirty lines of a cache");
	for (lane = 0; lane < c->lanes && (reg == 0x4f1c || reg == 0x4028) && c->cached & 2; lane++)
		if (oracle_r500_block(reg == 0x4f1c ? value : c->reg[lane][0x4f1c / 4],
				      reg == 0x4028 ? value : c->reg[lane][0x4028 / 4]) > c->lines)
			oracle_fault(o, "register", reg, "makes dirty lines of depth larger");
	if (lanes != (1u << c->lanes) - 1)
		return;
	if (reg == 0x4e4c && value & 2 && value & 8)
		c->cached &= ~1u;
	if (reg == 0x4f18 && value & 1 && value & 2)
		c->cached &= ~2u;
}

static void set_register(struct oracle *o, struct r5_chip *c, u32 reg, u32 value)
{
	u32 lane, lanes;

	judge_value(o, c, reg, value);
	lanes = listening(c, reg);
	judge_caches(o, c, reg, value, lanes);
	for (lane = 0; lane < c->lanes; lane++) {
		if (!(lanes >> lane & 1))
			continue;
		c->reg[lane][reg / 4] = value;
		c->known[lane][reg / 4] = 1;
	}
	if (reg == 0x4f5c)
		store_counter(o, c, lanes, value);
	upload(o, c, reg, value);
}

/* Type 0: bits 12:0 the register, bit 15 all dwords to it. */
static void registers(struct oracle *o, struct r5_chip *c, u32 header, const u32 *b, u32 n)
{
	u32 i, reg;

	if (header & 0x6000)
		oracle_fault(o, "type 0", header, RESERVED);
	for (i = 0; i < n; i++) {
		reg = (header & 0x1fff) + (header & 0x8000 ? 0 : i);
		if (reg >= R5_REGS) {
			oracle_fault(o, "register", reg * 4, "does not exist");
			return;
		}
		set_register(o, c, 4 * reg, b[i]);
	}
}

/* 3D_LOAD_VBPNTR: a dword with two sizes and strides in dwords, then two addresses. */
static void arrays(struct oracle *o, struct r5_chip *c, const u32 *b, u32 n)
{
	u32 i, attributes, at;

	c->arrays = b[0] & 0x1f;
	/* The packet may end with the second address of an odd last array, and with nothing else. */
	if (n > 1 + (c->arrays + 1) / 2 * 3)
		oracle_fault(o, "vertex array", n, "has dwords after the last array");
	if (b[0] & ~0x3fu)
		oracle_fault(o, "vertex cache", b[0], "keeps lines of another client");
	for (i = 0; i < c->arrays; i++) {
		at = 1 + i / 2 * 3;
		if (at + 1 + (i & 1) >= n) {
			oracle_fault(o, "vertex array", i, "has no address");
			c->arrays = i;
			return;
		}
		attributes = b[at] >> (i & 1 ? 16 : 0);
		c->array[i].addr = b[at + 1 + (i & 1)];
		c->array[i].size = (attributes & 0x7f) * 4;
		c->array[i].stride = (attributes >> 8 & 0x7f) * 4;
		if (attributes & 0x8080 || c->array[i].addr & 3)
			oracle_fault(o, "vertex array", i, RESERVED);
	}
}

/* Dwords of indices or vertices that follow a draw. */
static void judge_data(struct oracle *o, struct r5_chip *c, u32 op, const u32 *b, u32 n)
{
	u32 walk = b[0] >> 4 & 3, count = b[0] & 1u << 14 ? c->reg[0][0x2088 / 4] : b[0] >> 16;
	u64 need = 0;

	if (b[0] & 1u << 14 && !c->known[0][0x2088 / 4])
		oracle_fault(o, "VAP_ALT_NUM_VERTICES", 0, "is another client's");
	if (walk == 1)
		need = ((u64)count * (b[0] & 1u << 11 ? 4 : 2) + 3) / 4;
	if (walk == 3 && !c->known[0][0x20b4 / 4])
		oracle_fault(o, "VAP_VTX_SIZE", 0, "is another client's");
	if (walk == 3)
		need = (u64)count * (c->reg[0][0x20b4 / 4] & 0x7f);
	if (walk == 3 && !(c->reg[0][0x20b4 / 4] & 0x7f))
		oracle_fault(o, "VAP_VTX_SIZE", 0, "is 0, for which no document gives a meaning");
	if (walk != (op == 0x34 ? 2 : op == 0x35 ? 3 : 1))
		oracle_fault(o, "draw", walk, "does not fit its packet");
	if (op == 0x36 && n == 1 && need) {
		c->lacks_dw = (u32)need;
		return;
	}
	if (need != n - 1)
		oracle_fault(o, "draw", n - 1, "has another number of dwords than it needs");
}

static void draw(struct oracle *o, struct r5_chip *c, u32 op, const u32 *b, u32 n)
{
	u32 lane;

	o->draws++;
	if (b[0] & 0xa7c0)
		oracle_fault(o, "VAP_VF_CNTL", b[0], RESERVED);
	if (!(b[0] & 15))
		oracle_fault(o, "draw", 0, "is of no primitive, so nothing takes its indices");
	judge_data(o, c, op, b, n);
	for (lane = 0; lane < c->lanes; lane++)
		oracle_r500_draw(o, c, lane, b[0]);
}

/* INDX_BUFFER: fills a register from memory. */
static void index_buffer(struct oracle *o, struct r5_chip *c, const u32 *b, u32 lacked)
{
	if (b[0] != (0x80000000 | 0x2040 / 4))
		oracle_fault(o, "INDX_BUFFER", b[0], "fills another register than VAP_PORT_IDX0");
	/* BUFFER_SIZE has bits 22:0. */
	if ((b[2] & 0x7fffff) != lacked)
		oracle_fault(o, "INDX_BUFFER", b[2], "has another number of indices than the draw");
	oracle_touch(o, "indices", 0, b[1] & ~3u, 4ull * b[2], false);
}

static void clear_ram(struct oracle *o, const struct r5_chip *c, u32 op, const u32 *b)
{
	u32 owner = op == 0x38 ? R5_OWNS_CMASK : R5_OWNS_HYPERZ;
	/* Only RV530 has other pipes for depth. */
	u64 pipes = op != 0x38 && c->chip == R5_RV530 ? o->card.backends : o->card.pipes, room = 4096 * pipes;

	if (op == 0x37)
		room = (c->chip == R5_RV515 || c->chip == R5_R520 ? 10240 : 15360) * pipes;
	if (op == 0x38 && pipes == 1)
		room = 5120;
	if (!(c->owns & owner))
		oracle_fault(o, "clear", op, "clears the RAM of another client");
	/* The last dword of none is the largest number. */
	if ((u64)b[0] + (u32)(b[1] - 1) >= room)
		oracle_fault(o, "clear", op, "clears more than the RAM has");
}

static void packet3(struct oracle *o, struct r5_chip *c, u32 header, const u32 *b, u32 n)
{
	u32 op = header >> 8 & 0xff, lacked = c->lacks_dw;

	c->lacks_dw = 0;
	if (lacked && op != 0x33)
		oracle_fault(o, "draw", lacked, "takes the packets after it for indices");
	if (header & 0xff)
		oracle_fault(o, "header", header, RESERVED);
	switch (op) {
	case 0x10:
		if (n > 0x3fff)
			oracle_fault(o, "NOP", n, "may have no data");
		return;
	case 0x2f:
		arrays(o, c, b, n);
		return;
	case 0x33:
		if (n == 3)
			index_buffer(o, c, b, lacked);
		break;
	case 0x34:
	case 0x35:
	case 0x36:
		draw(o, c, op, b, n);
		return;
	case 0x32:
	case 0x37:
	case 0x38:
		if (n == 3)
			clear_ram(o, c, op, b);
		break;
	default:
		oracle_fault(o, "packet", op, "has no rule");
		return;
	}
	if (n != 3)
		oracle_fault(o, "packet", op, "has another length");
}

/**
 * oracle_r500_begin() - a chip in unknown state, of which all pipes listen
 * @o: the oracle
 * @card: the card
 * @owns: R5_OWNS_*
 */
void oracle_r500_begin(struct oracle *o, const struct pm4_card *card, u32 owns)
{
	struct r5_chip *c = &chip;
	u32 lane;

	memset(c, 0, sizeof(*c));
	o->card = *card;
	c->chip = card->chip;
	c->lanes = c->chip == R5_RV530 ? card->backends : card->pipes;
	c->owns = owns;
	c->us_constant = true;
	c->arrays = ~0u;
	for (lane = 0; lane < c->lanes; lane++) {
		c->reg[lane][0x42c8 / 4] = 15;
		c->reg[lane][0x4be8 / 4] = 3;
		/* No client can change it from 0. */
		c->known[lane][0x2138 / 4] = 1;
	}
}

/**
 * oracle_r500_run() - execute a stream
 * @o: the oracle, after oracle_r500_begin()
 * @ib: the stream
 * @ndw: its length
 */
void oracle_r500_run(struct oracle *o, const u32 *ib, u32 ndw)
{
	struct r5_chip *c = &chip;
	u32 at, n;

	/* The driver has emptied the caches after the stream before. */
	c->cached = 0;
	for (at = 0; at < ndw; at += n + 1) {
		o->dword = at;
		n = ib[at] >> 30 == 2 ? 0 : (ib[at] >> 16 & 0x3fff) + 1;
		if (n > ndw - at - 1) {
			oracle_fault(o, "packet", ib[at], "takes the driver's packets after the stream");
			return;
		}
		if (ib[at] >> 30 == 1)
			oracle_fault(o, "packet", ib[at], "is of type 1");
		if (ib[at] >> 30 == 3)
			packet3(o, c, ib[at], ib + at + 1, n);
		else if (c->lacks_dw)
			oracle_fault(o, "draw", c->lacks_dw, "takes the packets after it for indices");
		if (ib[at] >> 30 == 0)
			registers(o, c, ib[at], ib + at + 1, n);
	}
}

/**
 * oracle_r500_end() - judge the state after the stream
 * @o: the oracle
 *
 * The driver's fence follows.
 */
void oracle_r500_end(struct oracle *o)
{
	struct r5_chip *c = &chip;

	if (c->lacks_dw)
		oracle_fault(o, "draw", c->lacks_dw, "takes the driver's packets for indices");
	if (listening(c, 0x4e4c) != (1u << c->lanes) - 1 ||
	    listening(c, 0x4f18) != (1u << c->lanes) - 1)
		oracle_fault(o, "SU_REG_DEST", c->reg[0][0x42c8 / 4],
			     "keeps the fence from some pipes");
}
