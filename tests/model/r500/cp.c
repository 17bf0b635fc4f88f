// SPDX-License-Identifier: GPL-2.0
/*
 * The registers of the command processor of R5xx: ring, start by CP_CSQ_CNTL, microcode by
 * pairs of dwords, scratch registers, soft reset.
 */
#include <string.h>

#include "r500/r500.h"

#define UCODE_WORDS	512u	/* 256 pairs */
#define LATE_RESET_NS	3000000ull

bool r500_cp_halted(const struct model *m)
{
	return !(reg_get(m, CP_CSQ_CNTL) & CSQ_MODE_MASK) || (reg_get(m, RBBM_SOFT_RESET) & SOFT_RESET_CP);
}

u32 r500_rb_cntl(const struct model *m)
{
	return reg_get(m, CP_RB_CNTL);
}

u64 r500_ring_base(const struct model *m)
{
	return reg_get(m, CP_RB_BASE);
}

u64 r500_rptr_addr(const struct model *m)
{
	return reg_get(m, CP_RB_RPTR_ADDR) & ~3u;
}

u32 r500_ucode_words(const struct model_chip *chip, enum model_ucode kind)
{
	return kind == MODEL_UCODE_ME ? UCODE_WORDS : 0;
}

void r500_ucode_file(const struct model_chip *chip, enum model_ucode kind, char name[MODEL_UCODE_NAME])
{
	strcpy(name, "R520_cp.bin");
}

const char *r500_ucode_locked(const struct model *m, enum model_ucode kind)
{
	return cp_halted(m) ? NULL : "while CP_CSQ_CNTL lets the CP run; the CP must be stopped first";
}

/* The store has 64 bits: the upper half of a pair comes first. */
static void ucode_half(struct model *m, u32 value, bool low)
{
	if ((m->cp.ucode[MODEL_UCODE_ME].addr & 1) != low)
		violation(m, "ucode-order", "CP_ME_RAM_DATA%c was written when the other half of a pair was due",
			  low ? 'L' : 'H');
	ucode_write(m, MODEL_UCODE_ME, value);
}

void r500_cp_scratch_write(struct model *m, u32 reg, u32 value)
{
	u32 n = (reg - SCRATCH_REG0) / 4, addr = reg_get(m, SCRATCH_ADDR);

	reg_set(m, reg, value);
	if (!(reg_get(m, SCRATCH_UMSK) & (1u << n)))
		return;
	if (addr % SCRATCH_ALIGN)
		violation(m, "scratch-align", "SCRATCH_ADDR is 0x%08x; it must be %u-byte aligned", addr, SCRATCH_ALIGN);
	mc_write32(m, MC_WB, (addr & ~(SCRATCH_ALIGN - 1)) + n * 4, value);
}

/* Clocks of blocks that the CP needs, which gating would stop. */
static void check_clocks(struct model *m)
{
	static const u32 regs[] = { PLL_CP_DYN_CNTL, PLL_E2_DYN_CNTL, PLL_IDCT_DYN_CNTL };

	for (u32 i = 0; i < 3; i++)
		if (!(r500(m)->index.pll[regs[i]] & PLL_FORCEON)) {
			violation(m, "clock-gated", "CP_CSQ_CNTL started the CP while PLL register 0x%02x lacks FORCEON",
				  regs[i]);
			return;
		}
}

/* The clocks of the pipes follow from the strap and the pipe of the 2D engine. */
static void check_pipes(struct model *m)
{
	u32 want = 1u << (reg_get(m, DST_PIPE_CONFIG) >> 2 & 3) | (reg_get(m, GB_PIPE_SELECT) >> 8 & 0xf) << 4;

	if (r500(m)->index.pll[PLL_PIPE_CNTL] != want)
		violation(m, "pipes", "CP_CSQ_CNTL started the CP while PLL register 0x0d is 0x%08x; the straps give 0x%02x",
			  r500(m)->index.pll[PLL_PIPE_CNTL], want);
}

static bool startable(struct model *m)
{
	bool loaded = ucode_ready(m, MODEL_UCODE_ME);

	if (!loaded)
		violation(m, "cp-before-ucode", "CP_CSQ_CNTL started the CP, but its microcode holds %u of %u words",
			  m->cp.ucode[MODEL_UCODE_ME].words, UCODE_WORDS);
	if (!reg_get(m, CP_RB_BASE))
		violation(m, "cp-before-ring", "CP_CSQ_CNTL started the CP without a ring: CP_RB_BASE is 0");
	if (reg_get(m, CP_RB_CNTL) & RB_RPTR_WR_ENA)
		violation(m, "cp-before-ring", "CP_CSQ_CNTL started the CP while CP_RB_CNTL.RB_RPTR_WR_ENA is set");
	if (m->cp.wptr != m->cp.rptr)
		violation(m, "csq-late", "CP_CSQ_CNTL started the CP after CP_RB_WPTR had published packets");
	check_clocks(m);
	check_pipes(m);
	return loaded;
}

static void csq_cntl(struct model *m, u32 value)
{
	bool was = cp_halted(m);

	if (m->config.no_microcode)
		value &= ~CSQ_MODE_MASK;
	reg_set(m, CP_CSQ_CNTL, value);
	if (!was && cp_halted(m) && m->cp.state != CP_HUNG && !r500(m)->engine.waiting && cp_busy(m))
		violation(m, "csq-live", "CP_CSQ_CNTL stopped the CP in the middle of its work");
	m->cp.started = !cp_halted(m);
	if (!was || !m->cp.started)
		return;
	if ((value & CSQ_MODE_MASK) != CSQ_PRIBM_INDBM) {
		violation(m, "csq-mode", "CP_CSQ_CNTL 0x%08x starts the CP without a ring and streams in memory", value);
		reg_set(m, CP_CSQ_CNTL, 0);
	} else if (!startable(m)) {
		reg_set(m, CP_CSQ_CNTL, 0);
	} else {
		m->cp.fresh = true;
	}
}

static void ring_setup(struct model *m, u32 reg, u32 value)
{
	if (!cp_halted(m) && value != reg_get(m, reg))
		violation(m, "ring-live", "register 0x%04x of the ring was changed while the CP runs", reg);
	reg_set(m, reg, value);
}

/* With RB_RPTR_WR_ENA the write pointer takes CP_RB_RPTR_WR along. */
static void wptr(struct model *m, u32 value)
{
	if (reg_get(m, CP_RB_CNTL) & RB_RPTR_WR_ENA)
		cp_set_rptr(m, r500(m)->cp.rptr_wr);
	cp_doorbell(m, value);
}

bool r500_cp_reg_write(struct model *m, u32 reg, u32 value)
{
	switch (reg) {
	case CP_RB_WPTR:
		wptr(m, value);
		return true;
	case CP_RB_RPTR_WR:
		if (!(reg_get(m, CP_RB_CNTL) & RB_RPTR_WR_ENA))
			violation(m, "rptr-locked", "CP_RB_RPTR_WR was written without CP_RB_CNTL.RB_RPTR_WR_ENA");
		r500(m)->cp.rptr_wr = value;
		return true;
	case CP_RB_RPTR:
		return true;
	case CP_RB_BASE:
	case CP_RB_CNTL:
	case CP_RB_RPTR_ADDR:
		ring_setup(m, reg, value);
		return true;
	case CP_CSQ_CNTL:
		csq_cntl(m, value);
		return true;
	case CP_ME_RAM_ADDR:
		ucode_start(m, MODEL_UCODE_ME, value * 2);
		return true;
	case CP_ME_RAM_DATAH:
	case CP_ME_RAM_DATAL:
		ucode_half(m, value, reg == CP_ME_RAM_DATAL);
		return true;
	}
	if (reg < SCRATCH_REG0 || reg > SCRATCH_REG6)
		return false;
	r500_cp_scratch_write(m, reg, value);
	return true;
}

/* How silicon divides the queue is not public. */
void r500_cp_fetched(struct model *m, const u32 *packet, u32 ndw)
{
	struct r500_cp *cp = &r500(m)->cp;
	u32 half = m->cp.depth > 0, size = CSQ_WORDS / 2;

	for (u32 i = 0; i < ndw; i++)
		cp->csq[half * size + cp->csq_next[half]++ % size] = packet[i];
}

static u32 csq_data(struct model *m)
{
	u32 addr = reg_get(m, CP_CSQ_ADDR);

	if (addr & 3 || addr >= CSQ_WORDS * 4) {
		violation(m, "csq-address", "CP_CSQ_DATA was read at 0x%x, which is no dword of the queue", addr);
		return ~0u;
	}
	return r500(m)->cp.csq[addr / 4];
}

bool r500_cp_reg_read(struct model *m, u32 reg, u32 *value)
{
	switch (reg) {
	case CP_RB_RPTR:
		*value = m->cp.rptr;
		return true;
	case CP_RB_WPTR:
		*value = m->cp.wptr;
		return true;
	case CP_CSQ_DATA:
		*value = csq_data(m);
		return true;
	}
	return false;
}

/* Whether it keeps the microcode is not known, so a driver must load it again. */
void r500_cp_soft_reset(struct model *m)
{
	if (r500(m)->engine.waiting)
		m->cp.pipe_stuck = true;
	cp_reset(m);
	memset(m->cp.ucode, 0, sizeof(m->cp.ucode));
	r500(m)->cp.rptr_wr = 0;
	memset(r500(m)->cp.csq, 0, sizeof(r500(m)->cp.csq));
	r500(m)->cp.reset_due_ns = m->config.slow ? m->host->now_ns(m->ctx) + LATE_RESET_NS : 0;
}
