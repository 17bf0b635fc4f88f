// SPDX-License-Identifier: GPL-2.0
/*
 * The oracle's CP: executes packets of types 0, 2 and 3 on the register file, and judges
 * the reads and writes of the packets themselves.
 *
 * Registers that a predicated packet writes become unknown, because the CP may skip the
 * packet.  The size of an index is tracked for both outcomes.  A packet without a rule is a
 * fault.  No locks.
 */
#include "oracle.h"

enum opcode {
	OP_NOP = 0x10,
	OP_INDIRECT_BUFFER_END = 0x17,
	OP_SET_PREDICATION = 0x20,
	OP_REG_RMW = 0x21,
	OP_COND_EXEC = 0x22,
	OP_PRED_EXEC = 0x23,
	OP_START_3D_CMDBUF = 0x24,
	OP_DRAW_INDEX_2 = 0x27,
	OP_CONTEXT_CONTROL = 0x28,
	OP_DRAW_INDEX_IMMD_BE = 0x29,
	OP_INDEX_TYPE = 0x2a,
	OP_DRAW_INDEX = 0x2b,
	OP_DRAW_INDEX_AUTO = 0x2d,
	OP_DRAW_INDEX_IMMD = 0x2e,
	OP_NUM_INSTANCES = 0x2f,
	OP_STRMOUT_BUFFER_UPDATE = 0x34,
	OP_MEM_SEMAPHORE = 0x39,
	OP_MPEG_INDEX = 0x3a,
	OP_COPY_DW = 0x3b,
	OP_WAIT_REG_MEM = 0x3c,
	OP_MEM_WRITE = 0x3d,
	OP_CP_DMA = 0x41,
	OP_PFP_SYNC_ME = 0x42,
	OP_SURFACE_SYNC = 0x43,
	OP_COND_WRITE = 0x45,
	OP_EVENT_WRITE = 0x46,
	OP_EVENT_WRITE_EOP = 0x47,
	OP_ONE_REG_WRITE = 0x57,
	OP_SET_CONFIG_REG = 0x68,
	OP_SET_CONTEXT_REG = 0x69,
	OP_SET_ALU_CONST = 0x6a,
	OP_SET_BOOL_CONST = 0x6b,
	OP_SET_LOOP_CONST = 0x6c,
	OP_SET_RESOURCE = 0x6d,
	OP_SET_SAMPLER = 0x6e,
	OP_SET_CTL_CONST = 0x6f,
	OP_STRMOUT_BASE_UPDATE = 0x72,
	OP_SURFACE_BASE_UPDATE = 0x73,
};

enum event {
	EVENT_CACHE_FLUSH_TS = 0x04,
	EVENT_CACHE_FLUSH_AND_INV_TS = 0x14,
	EVENT_ZPASS_DONE = 0x15,
	EVENT_SAMPLE_PIPELINESTAT = 0x1e,
	EVENT_SAMPLE_STREAMOUTSTATS = 0x20,
	EVENT_BOTTOM_OF_PIPE_TS = 0x28,
};

/* Dwords of a NOP that later CPs take for a header alone. */
#define NOP_OR_NONE 0x4000u

/* Index source of a draw initiator. */
enum { SOURCE_DMA, SOURCE_IMMEDIATE, SOURCE_AUTO };

enum {
	VGT_DRAW_INITIATOR = 0x287f0,
	VGT_INDEX_TYPE = 0x895c,
	VGT_DMA_INDEX_TYPE = 0x28a7c,
	VGT_EVENT_INITIATOR = 0x28a90,
	RESOURCE_FIRST = 0x38000,
	RESOURCE_END = 0x3c000,
};

/**
 * struct packet - the packet at work
 * @body: its dwords after the header
 * @n: their number
 * @maybe: it may be skipped
 */
struct packet {
	const u32 *body;
	u32 n;
	bool maybe;
};

static u64 addr40(u32 lo, u32 hi)
{
	return (u64)(hi & 0xff) << 32 | lo;
}

/*
 * Registers that a client's stream has no business with: writing them redirects
 * or reconfigures hardware that belongs to the driver.  This is the oracle's
 * own view, by hardware block.
 */
static bool register_is_drivers(u32 reg)
{
	if (reg >= 0x28000 && reg < 0x29000)
		return false;
	if (reg >= 0x30000 && reg < 0x40000)
		return false;
	if (reg < 0x8000 || reg >= 0xac00)
		return true;
	switch (reg) {
	case 0x8040:			/* WAIT_UNTIL */
	case 0x8490:			/* CP_STRMOUT_CNTL */
	case 0x85f0 ... 0x85fc:		/* CP_COHER_* */
		return false;
	case 0x8000 ... 0x803f:		/* GRBM */
	case 0x8044 ... 0x848f:
	case 0x8494 ... 0x85ef:		/* CP, its scratch registers */
	case 0x8600 ... 0x87ff:
	case 0x8950 ... 0x8957:		/* shader pipe configuration */
	case 0x8e00 ... 0x8eff:
	case 0x98f0 ... 0x98ff:		/* tiling, backends */
		return true;
	default:
		return false;
	}
}

/* Registers that hold an address, in units of 256 bytes. */
static bool register_is_base(u32 reg)
{
	switch (reg) {
	case 0x8c40 ... 0x8c7f:		/* rings; each base is followed by its size */
		return !(reg & 4);
	case 0x9010:			/* memory export */
	case 0x2800c:			/* depth */
	case 0x28014:			/* HTILE */
	case 0x28040 ... 0x2805f:	/* colour */
	case 0x280c0 ... 0x280ff:	/* CMASK, FMASK */
	case 0x28840:			/* programs: PS, VS, GS, ES, FS */
	case 0x28858:
	case 0x2886c:
	case 0x28880:
	case 0x28894:
	case 0x28940 ... 0x289ff:	/* constant buffers */
	case 0x28ad8:			/* stream-out */
	case 0x28ae8:
	case 0x28af8:
	case 0x28b08:
		return true;
	}
	return false;
}

static void event(struct oracle *o, u32 initiator, bool has_addr, u64 addr);

static void reg_write(struct oracle *o, u32 reg, u32 value, bool certain)
{
	u32 slot;

	if (reg >= 4 * ORACLE_REGS || register_is_drivers(reg)) {
		oracle_fault(o, "register", reg, "belongs to the driver");
		return;
	}
	/* Rings and memory export: one copy in the chip, which running shaders use. */
	if (o->drawing && ((reg >= 0x8c40 && reg < 0x8c80) || reg == 0x9010 || reg == 0x9014))
		oracle_fault(o, "register", reg, "changes under shaders that may run");
	if (reg == 0x8040 && certain && value & 0x28000)	/* 3D idle, idle and clean */
		o->drawing = false;
	o->reg[reg / 4] = value;
	o->known[reg / 4] = certain;
	if (reg >= RESOURCE_FIRST && reg < RESOURCE_END) {
		slot = (reg - RESOURCE_FIRST) / 28;
		if (slot < R600_RESOURCES)
			o->resource_dirty[slot / 64] |= 1ull << slot % 64;
	}
	/* Used or not: a later stream may use it. */
	if (certain && register_is_base(reg))
		oracle_touch(o, "base register", reg, (u64)value << 8, 1, false);
	if (reg == VGT_DRAW_INITIATOR)
		oracle_fault(o, "register", reg, "starts a draw");
	if (reg == VGT_DMA_INDEX_TYPE || reg == VGT_INDEX_TYPE)
		o->index_skip = o->index_run = 0;
	if (reg == VGT_EVENT_INITIATOR)
		event(o, value, false, 0);
}

static void set_registers(struct oracle *o, const struct packet *p, u32 base)
{
	u32 i, reg = base + 4 * (p->body[0] & 0xffff);

	for (i = 1; i < p->n; i++, reg += 4)
		reg_write(o, reg & 0x3ffff, p->body[i], !p->maybe);
}

/*
 * Results of the depth blocks: every backend writes a 64-bit counter, 16 bytes
 * from the next backend's.
 */
static u64 zpass_bytes(const struct oracle *o)
{
	u32 n = o->card.backends ? o->card.backends : 1;

	return 16ull * (n - 1) + 8;
}

static void event(struct oracle *o, u32 initiator, bool has_addr, u64 addr)
{
	u32 type = initiator & 0x3f;
	u64 bytes;

	switch (type) {
	case EVENT_ZPASS_DONE:
		bytes = zpass_bytes(o);
		break;
	case EVENT_SAMPLE_PIPELINESTAT:
		bytes = 8 * 8;
		break;
	case EVENT_SAMPLE_STREAMOUTSTATS:
		bytes = 2 * 8;
		break;
	case EVENT_CACHE_FLUSH_TS:
	case EVENT_CACHE_FLUSH_AND_INV_TS:
	case EVENT_BOTTOM_OF_PIPE_TS:
		oracle_fault(o, "event", type, "timestamp event in EVENT_WRITE");
		return;
	default:
		/*
		 * Nothing else writes to memory.  If it did, it could write a
		 * qword to the address that the packet carries.
		 */
		if (has_addr)
			oracle_touch(o, "event", type, addr, 8, true);
		return;
	}
	if (has_addr)
		oracle_touch(o, "event", type, addr, bytes, true);
	else
		oracle_fault(o, "event", type, "result without an address");
}

static void set_predication(struct oracle *o, const struct packet *p)
{
	u64 addr = addr40(p->body[0] & ~15u, p->body[1]);

	/* Each outcome of this predicate may follow each outcome of the last one. */
	if (o->index_skip != o->index_run)
		o->index_skip = o->index_run = 0;
	switch (p->body[1] >> 16 & 7) {
	case 0:
		break;
	case 1:		/* begin and end count of every backend */
		oracle_touch(o, "predicate", 1, addr, zpass_bytes(o) + 8, false);
		break;
	case 2:		/* primitives written and needed, begin and end */
		oracle_touch(o, "predicate", 2, addr, 32, false);
		break;
	default:
		oracle_fault(o, "predicate", p->body[1] >> 16 & 7,
			     "operation without a rule");
	}
}

static void draw(struct oracle *o, u32 initiator)
{
	if ((initiator & 3) == SOURCE_DMA)
		oracle_fault(o, "index buffer", 0,
			     "fetch through an address of no packet");
	oracle_draw(o);
}

/* The larger index of the outcomes in which a draw runs. */
static void draw_index(struct oracle *o, u32 lo, u32 hi, u32 count, bool maybe)
{
	u64 bytes = o->index_run == 2 && (maybe || o->index_skip == 2) ? 2 : 4;

	oracle_touch(o, "index buffer", 0, addr40(lo & ~1u, hi), bytes * count,
		     false);
	oracle_draw(o);
}

static void strmout_buffer_update(struct oracle *o, const struct packet *p)
{
	u32 source = p->body[0] >> 1 & 3, n = p->body[0] >> 8 & 3;

	/* Stores the count of the chip, or goes on with it. */
	if ((p->body[0] & 1 || source == 1) && !(o->strmout_filled >> n & 1))
		oracle_fault(o, "stream-out filled size", n, "is that of another client");
	if (source == 0 || source == 2)
		o->strmout_filled = p->maybe ? o->strmout_filled & ~(1u << n) :
					       o->strmout_filled | 1u << n;
	if (p->body[0] & 1)
		oracle_touch(o, "stream-out filled size", p->body[0] >> 8 & 3,
			     addr40(p->body[1] & ~3u, p->body[2]), 4, true);
	if ((p->body[0] >> 1 & 3) == 2)
		oracle_touch(o, "stream-out offset", p->body[0] >> 8 & 3,
			     addr40(p->body[3] & ~3u, p->body[4]), 4, false);
}

/* The value is the client's, but unknown here. */
static void copied_to(struct oracle *o, u32 reg)
{
	reg_write(o, reg, 0, false);
	if (reg / 4 < ORACLE_REGS)
		o->copied[reg / 4] = 1;
}

static void copy_dw(struct oracle *o, const struct packet *p)
{
	if (p->body[0] & 1)
		oracle_touch(o, "COPY_DW source", 0,
			     addr40(p->body[1] & ~3u, p->body[2]), 4, false);
	else if (register_is_drivers(4 * (p->body[1] & 0xffff)))
		oracle_fault(o, "register", 4 * (p->body[1] & 0xffff),
			     "read although it is the driver's");
	else if (!oracle_known(o, 4 * (p->body[1] & 0xffff)) &&
		 !o->copied[p->body[1] & 0xffff])
		oracle_fault(o, "register", 4 * (p->body[1] & 0xffff),
			     "read although another client has set it");
	if (p->body[0] & 2)
		oracle_touch(o, "COPY_DW destination", 0,
			     addr40(p->body[3] & ~3u, p->body[4]), 4, true);
	else
		copied_to(o, 4 * (p->body[3] & 0xffff));
}

static void wait_reg_mem(struct oracle *o, const struct packet *p)
{
	if (p->body[0] & 0x10)
		oracle_touch(o, "WAIT_REG_MEM", 0,
			     addr40(p->body[1] & ~3u, p->body[2]), 4, false);
	else if (p->body[0] & 0x100)
		oracle_fault(o, "WAIT_REG_MEM", 0, "register wait on the PFP");
}

static void cond_write(struct oracle *o, const struct packet *p)
{
	if (p->body[0] & 0x10)
		oracle_touch(o, "COND_WRITE poll", 0,
			     addr40(p->body[1] & ~3u, p->body[2]), 4, false);
	if (p->body[0] & 0x100)
		oracle_touch(o, "COND_WRITE", 0,
			     addr40(p->body[5] & ~3u, p->body[6]), 4, true);
	else
		reg_write(o, 4 * (p->body[5] & 0xffff), 0, false);
}

static void mem_write(struct oracle *o, const struct packet *p)
{
	bool data32 = p->body[1] & 1u << 18;

	oracle_touch(o, "MEM_WRITE", 0,
		     addr40(p->body[0] & (data32 ? ~3u : ~7u), p->body[1]),
		     data32 ? 4 : 8, true);
}

static void cp_dma(struct oracle *o, const struct packet *p)
{
	u32 command = p->body[4];
	u64 bytes = command & 0x1fffff;

	if (command & (1u << 26 | 1u << 27)) {
		oracle_fault(o, "CP_DMA", 0, "register address space");
		return;
	}
	if (!bytes) {
		oracle_fault(o, "CP_DMA", 0, "a count of 0 may mean all");
		return;
	}
	oracle_touch(o, "CP_DMA source", 0, addr40(p->body[0], p->body[1]),
		     bytes, false);
	oracle_touch(o, "CP_DMA destination", 0,
		     addr40(p->body[2], p->body[3]), bytes, true);
}

static void event_write_eop(struct oracle *o, const struct packet *p)
{
	u64 addr = addr40(p->body[1] & ~3u, p->body[2]);

	switch (p->body[2] >> 29) {
	case 0:
		break;
	case 1:
		oracle_touch(o, "EVENT_WRITE_EOP", 1, addr, 4, true);
		break;
	case 2:
	case 3:
		oracle_touch(o, "EVENT_WRITE_EOP", p->body[2] >> 29, addr & ~7ull,
			     8, true);
		break;
	default:
		oracle_fault(o, "EVENT_WRITE_EOP", p->body[2] >> 29,
			     "data selection without a rule");
	}
	if (p->body[2] >> 24 & 3)
		oracle_fault(o, "EVENT_WRITE_EOP", p->body[2] >> 24 & 3,
			     "raises an interrupt");
}

/* Fewest body dwords that the rules below look at. */
static u32 body_needed(u32 op)
{
	switch (op) {
	case OP_NOP:
		return 0;
	case OP_SET_PREDICATION:
	case OP_CONTEXT_CONTROL:
	case OP_DRAW_INDEX_AUTO:
	case OP_DRAW_INDEX_IMMD:
	case OP_DRAW_INDEX_IMMD_BE:
	case OP_MPEG_INDEX:
	case OP_STRMOUT_BASE_UPDATE:
	case OP_MEM_SEMAPHORE:
	case OP_ONE_REG_WRITE:
		return 2;
	case OP_REG_RMW:
		return 3;
	case OP_DRAW_INDEX:
	case OP_MEM_WRITE:
	case OP_SURFACE_SYNC:
		return 4;
	case OP_STRMOUT_BUFFER_UPDATE:
	case OP_COPY_DW:
	case OP_CP_DMA:
	case OP_EVENT_WRITE_EOP:
	case OP_DRAW_INDEX_2:
		return 5;
	case OP_WAIT_REG_MEM:
		return 6;
	case OP_COND_WRITE:
		return 8;
	default:
		return 1;
	}
}

static void draws(struct oracle *o, u32 op, const struct packet *p)
{
	const u32 *b = p->body;

	switch (op) {
	case OP_DRAW_INDEX:
		draw_index(o, b[0], b[1], b[2], p->maybe);
		break;
	case OP_DRAW_INDEX_2:
		draw_index(o, b[1], b[2], b[3], p->maybe);
		break;
	default:
		draw(o, b[1]);
	}
}

static void synchronisation(struct oracle *o, u32 op, const struct packet *p)
{
	const u32 *b = p->body;

	switch (op) {
	case OP_WAIT_REG_MEM:
		wait_reg_mem(o, p);
		break;
	case OP_COND_WRITE:
		cond_write(o, p);
		break;
	case OP_MEM_WRITE:
		mem_write(o, p);
		break;
	case OP_MEM_SEMAPHORE:
		oracle_touch(o, "MEM_SEMAPHORE", 0, addr40(b[0] & ~7u, b[1]), 8,
			     true);
		break;
	case OP_EVENT_WRITE:
		event(o, b[0], p->n >= 3,
		      p->n >= 3 ? addr40(b[1] & ~7u, b[2]) : 0);
		break;
	case OP_EVENT_WRITE_EOP:
		event_write_eop(o, p);
		break;
	case OP_CP_DMA:
		cp_dma(o, p);
		break;
	case OP_COPY_DW:
		copy_dw(o, p);
		break;
	case OP_STRMOUT_BUFFER_UPDATE:
		strmout_buffer_update(o, p);
		break;
	case OP_STRMOUT_BASE_UPDATE:
		if (b[0] > 3)
			oracle_fault(o, "stream-out buffer", b[0], "none such");
		else
			o->strmout_base[b[0]] = p->maybe ? ORACLE_UNBOUNDED :
							   (u64)b[1] << 8;
		break;
	case OP_SET_PREDICATION:
		set_predication(o, p);
		break;
	default:
		oracle_fault(o, "packet", op, "without a rule");
	}
}

static void execute(struct oracle *o, u32 op, const struct packet *p)
{
	static const u32 set_base[] = {
		[OP_SET_CONFIG_REG - OP_SET_CONFIG_REG] = 0x8000,
		[OP_SET_CONTEXT_REG - OP_SET_CONFIG_REG] = 0x28000,
		[OP_SET_ALU_CONST - OP_SET_CONFIG_REG] = 0x30000,
		[OP_SET_BOOL_CONST - OP_SET_CONFIG_REG] = 0x3e380,
		[OP_SET_LOOP_CONST - OP_SET_CONFIG_REG] = 0x3e200,
		[OP_SET_RESOURCE - OP_SET_CONFIG_REG] = 0x38000,
		[OP_SET_SAMPLER - OP_SET_CONFIG_REG] = 0x3c000,
		[OP_SET_CTL_CONST - OP_SET_CONFIG_REG] = 0x3cff0,
	};

	if (p->n < body_needed(op)) {
		oracle_fault(o, "packet", op, "too short");
		return;
	}
	switch (op) {
	case OP_NOP:
	case OP_START_3D_CMDBUF:
	case OP_NUM_INSTANCES:
	case OP_SURFACE_SYNC:
	case OP_SURFACE_BASE_UPDATE:
	case OP_PFP_SYNC_ME:
		break;
	case OP_CONTEXT_CONTROL:
		/* Anything but the enables would load from or shadow to memory. */
		if (p->body[0] & 0x7fffffff || p->body[1] & 0x7fffffff)
			oracle_fault(o, "CONTEXT_CONTROL", 0,
				     "loads or shadows state");
		break;
	case OP_INDEX_TYPE:
		o->index_run = p->body[0] & 1 ? 4 : 2;
		if (!p->maybe)
			o->index_skip = o->index_run;
		break;
	case OP_SET_CONFIG_REG ... OP_SET_CTL_CONST:
		set_registers(o, p, set_base[op - OP_SET_CONFIG_REG]);
		break;
	case OP_ONE_REG_WRITE:
		reg_write(o, 4 * (p->body[0] & 0xffff), p->body[1], !p->maybe);
		break;
	case OP_REG_RMW:
		reg_write(o, 4 * (p->body[0] & 0xffff), 0, false);
		break;
	case OP_DRAW_INDEX:
	case OP_DRAW_INDEX_2:
	case OP_DRAW_INDEX_AUTO:
	case OP_DRAW_INDEX_IMMD:
	case OP_DRAW_INDEX_IMMD_BE:
	case OP_MPEG_INDEX:
		draws(o, op, p);
		break;
	default:
		synchronisation(o, op, p);
	}
}

/**
 * oracle_run() - execute a relocated stream of the gfx ring
 * @o: oracle; its registers carry over from an earlier run
 * @ib: dwords
 * @ndw: their number
 *
 * Return: faults found so far (see @o->faults).
 */
u32 oracle_run(struct oracle *o, const u32 *ib, u32 ndw)
{
	struct packet p;
	u32 i, k, header, n;

	for (i = 0; i < ndw; i += 1 + n) {
		header = ib[i];
		o->dword = i;
		n = 0;
		if (header >> 30 == 2)
			continue;
		n = (header >> 16 & 0x3fff) + 1;
		if (header >> 30 == 1) {
			oracle_fault(o, "packet", 1, "type 1");
			break;
		}
		if (n == NOP_OR_NONE && header >> 30 == 3 &&
		    (header >> 8 & 0xff) == OP_NOP) {
			oracle_fault(o, "packet", OP_NOP,
				     "a body that may be taken for packets");
			break;
		}
		if (n >= ndw - i) {
			oracle_fault(o, "packet", header >> 8 & 0xff,
				     "runs past the end");
			break;
		}
		p.body = ib + i + 1;
		p.n = n;
		p.maybe = header >> 30 == 3 && header & 1;
		if (header >> 30 == 3) {
			execute(o, header >> 8 & 0xff, &p);
			continue;
		}
		for (k = 0; k < n; k++)
			reg_write(o, 4 * (header & 0xffff) + 4 * k, p.body[k],
				  true);
	}
	return o->nfaults;
}
