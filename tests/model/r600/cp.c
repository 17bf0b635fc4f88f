// SPDX-License-Identifier: GPL-2.0
/*
 * The registers of the command processor of R6xx/R7xx: halt, ring, microcode, soft reset.
 */
#include "r600/r600.h"

#define LATE_RESET_NS	3000000ull

bool r600_cp_halted(const struct model *m)
{
	u32 cntl = reg_get(m, CP_ME_CNTL);

	return (cntl & CP_ME_HALT) || (is_r7xx(m) && (cntl & CP_PFP_HALT)) ||
	       (reg_get(m, GRBM_SOFT_RESET) & SOFT_RESET_CP);
}

u32 r600_rb_cntl(const struct model *m)
{
	return reg_get(m, CP_RB_CNTL);
}

u64 r600_ring_base(const struct model *m)
{
	return (u64)reg_get(m, CP_RB_BASE) << 8;
}

u64 r600_rptr_addr(const struct model *m)
{
	return (u64)(reg_get(m, CP_RB_RPTR_ADDR_HI) & 0xff) << 32 |
	       (reg_get(m, CP_RB_RPTR_ADDR) & ~3u);
}

/* Reset pointers and engine state; keep microcode and halt bits. */
void cp_soft_reset(struct model *m)
{
	struct r600_cp *cp = &r600(m)->cp;

	cp_reset(m);
	cp->complained = false;
	cp->pred_active = false;
	cp->drawing = false;
	cp->copying = false;
	cp->drawn = false;
	cp->dirty = false;
	cp->flush_begun = false;
	cp->flush_ended = false;
	cp->reset_due_ns = m->config.slow ? m->host->now_ns(m->ctx) + LATE_RESET_NS : 0;
	ahead_reset(m);
	if (m->host->flush)
		m->host->flush(m->ctx, (1u << GPU_CACHES) - 1, 0, UINT64_MAX, false);
	reg_set(m, CP_STRMOUT_CNTL, 0);
}

static bool startable(struct model *m)
{
	bool ok = true;

	for (int k = MODEL_UCODE_PFP; k <= MODEL_UCODE_ME; k++)
		if (!ucode_ready(m, k)) {
			violation(m, "cp-before-ucode",
				  "CP_ME_CNTL released the CP, but its %s microcode holds %u of %u words",
				  ucode_name[k], m->cp.ucode[k].words,
				  model_ucode_words(m->chip, k));
			ok = false;
		}
	if (!(reg_get(m, RLC_CNTL) & RLC_ENABLE))
		violation(m, "cp-before-rlc", "CP_ME_CNTL released the CP while the RLC is not running");
	if (!reg_get(m, CP_RB_BASE))
		violation(m, "cp-before-ring", "CP_ME_CNTL released the CP without a ring: CP_RB_BASE is 0");
	if (reg_get(m, CP_RB_CNTL) & RB_RPTR_WR_ENA)
		violation(m, "cp-before-ring", "CP_ME_CNTL released the CP while CP_RB_CNTL.RB_RPTR_WR_ENA is set");
	if (r600(m)->unposted)
		violation(m, "cp-before-post",
			  "CP_ME_CNTL released the CP while no video BIOS has set the engine clock since power-on");
	if (m->cp.wptr == m->cp.rptr)
		violation(m, "cp-before-init", "CP_ME_CNTL released the CP before ME_INITIALIZE was in the ring");
	return ok;
}

static void me_cntl(struct model *m, u32 value)
{
	bool was = cp_halted(m);

	if (m->config.no_microcode && !(value & CP_ME_HALT))
		value |= CP_ME_HALT | CP_PFP_HALT;
	reg_set(m, CP_ME_CNTL, value);
	if (!was || cp_halted(m))
		return;
	if (!startable(m)) {
		reg_set(m, CP_ME_CNTL, value | CP_ME_HALT | CP_PFP_HALT);
		return;
	}
	m->cp.fresh = true;
}

static void ring_setup(struct model *m, u32 reg, u32 value)
{
	if (!cp_halted(m) && value != reg_get(m, reg))
		violation(m, "ring-live", "register 0x%04x of the ring was changed while the CP runs", reg);
	reg_set(m, reg, value);
}

bool cp_reg_write(struct model *m, u32 reg, u32 value)
{
	switch (reg) {
	case CP_ME_CNTL:
		me_cntl(m, value);
		return true;
	case CP_RB_WPTR:
		cp_doorbell(m, value);
		reg_set(m, CP_RB_WPTR, m->cp.wptr);
		return true;
	case CP_RB_RPTR_WR:
		cp_set_rptr(m, value);
		return true;
	case CP_RB_RPTR:
		return true;
	case CP_RB_BASE:
	case CP_RB_CNTL:
	case CP_RB_RPTR_ADDR:
	case CP_RB_RPTR_ADDR_HI:
		ring_setup(m, reg, value);
		return true;
	case CP_PFP_UCODE_ADDR:
		ucode_start(m, MODEL_UCODE_PFP, value);
		return true;
	case CP_PFP_UCODE_DATA:
		ucode_write(m, MODEL_UCODE_PFP, value);
		return true;
	case CP_ME_RAM_WADDR:
		ucode_start(m, MODEL_UCODE_ME, value);
		return true;
	case CP_ME_RAM_DATA:
		ucode_write(m, MODEL_UCODE_ME, value);
		return true;
	}
	return false;
}

bool cp_reg_read(struct model *m, u32 reg, u32 *value)
{
	switch (reg) {
	case CP_RB_RPTR:
		*value = m->cp.rptr;
		return true;
	case CP_RB_WPTR:
		*value = m->cp.wptr;
		return true;
	}
	return false;
}
