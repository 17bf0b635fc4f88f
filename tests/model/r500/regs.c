// SPDX-License-Identifier: GPL-2.0
/*
 * Register accesses of R5xx: status, soft reset, straps, and dispatch to the blocks.
 */
#include "r500/r500.h"

#define REG_END	0x8000u		/* of those that a packet can name */

static u32 rbbm_status(const struct model *m)
{
	u32 busy = cp_busy(m) ? RBBM_GUI_ACTIVE | RBBM_CP_BUSY : 0;

	if (m->host->now_ns(m->ctx) < r500(m)->cp.reset_due_ns)
		busy |= RBBM_GUI_ACTIVE;
	if (m->cp.pipe_stuck || r500(m)->engine.waiting)
		busy |= RBBM_GUI_ACTIVE | RBBM_VAP_BUSY | RBBM_GA_BUSY;
	return busy | (busy ? 0 : RBBM_FIFO_FREE);
}

u32 r500_read(struct model *m, u32 reg)
{
	u32 value;

	index_check_mc(m, reg);
	if (reg == RBBM_SOFT_RESET)
		r500(m)->cp.reset_unread = false;
	if (reg == RBBM_STATUS)
		return rbbm_status(m);
	if (scanout_reg_read(m, reg, &value) || index_reg_read(m, reg, &value) || r500_cp_reg_read(m, reg, &value))
		return value;
	return reg_get(m, reg);
}

/*
 * Blocks are reset while no access of theirs is on the bus.  A reset of VAP and GA frees the
 * register interface of a 3D engine that hangs; GA_SOFT_RESET resets the engine itself, which
 * the in-tree driver leaves out.
 */
static void soft_reset(struct model *m, u32 value)
{
	u32 edge = value & ~reg_get(m, RBBM_SOFT_RESET);
	u32 pipe = SOFT_RESET_VAP | SOFT_RESET_GA;

	if (!value && r500(m)->cp.reset_unread)
		violation(m, "reset-posted",
			  "RBBM_SOFT_RESET was released without having been read back; the reset may never have reached the chip");
	r500(m)->cp.reset_unread = value;
	if (!edge)
		return;
	if (pci_bus_master(m))
		violation(m, "reset-master", "RBBM_SOFT_RESET 0x%x was set while bus mastering is on", value);
	if ((edge & SOFT_RESET_CP) && !cp_halted(m))
		violation(m, "reset-unhalted", "RBBM_SOFT_RESET.SOFT_RESET_CP was set while CP_CSQ_CNTL lets the CP run");
	if ((value & pipe) == pipe) {
		if (!m->config.alone)
			m->cp.pipe_stuck = false;
		engine_reset(m);
		r500_forget_3d(m);
	}
	if (edge & SOFT_RESET_CP) {
		r500_cp_soft_reset(m);
		r500_forget_cp(m);
		count(m, MODEL_RESET);
	}
	if (edge & SOFT_RESET_MC) {
		scanout_must_rest(m, "the memory controller was reset");
		mc_invalidate(m);
	}
}

/* Straps, fuses and status, which no write changes. */
static bool read_only(u32 reg)
{
	return reg == CONFIG_APER_SIZE || reg == GB_PIPE_SELECT || reg == GB_PIPE_SELECT2 || reg == RBBM_STATUS;
}

/*
 * A client of the memory controller stops or starts.  A display that reads memory again must
 * show what it showed.
 */
static void check_displays(struct model *m, u32 reg, u32 old)
{
	u32 value = reg_get(m, reg);

	if (value == old)
		return;
	mc_disturb(m);
	if (reg != VGA_RENDER_CONTROL && (value & CRTC_EN) && !(value & CRTC_DISP_READ_REQUEST_DISABLE))
		scanout_check_surfaces(m);
}

static void r500_write(struct model *m, u32 reg, u32 value)
{
	u32 old = reg_get(m, reg);

	index_check_mc(m, reg);
	if (read_only(reg))
		return;
	scanout_reg_write(m, reg, value);
	if (reg == RBBM_SOFT_RESET)
		soft_reset(m, value);
	if (index_reg_write(m, reg, value) || r500_cp_reg_write(m, reg, value) || gen_int_reg_write(m, reg, value) ||
	    engine_reg_write(m, reg, value))
		return;
	reg_set(m, reg, value);
	if (reg == VGA_RENDER_CONTROL || reg == D1CRTC_CONTROL || reg == D1CRTC_CONTROL + D2_OFFSET)
		check_displays(m, reg, old);
}

/* Registers that a packet must not touch: the driver's own. */
static bool is_drivers(u32 reg)
{
	return reg < HOST_PATH_CNTL ? reg != GEN_INT_STATUS : (reg >= CP_RB_BASE && reg <= CP_RB_RPTR_WR) ||
	       (reg >= CP_CSQ_CNTL && reg <= CP_ME_RAM_DATAL);
}

void r500_write_cp(struct model *m, u32 reg, u32 value)
{
	if (reg >= REG_END) {
		violation(m, "register-range", "a packet writes register 0x%x, beyond the register space", reg);
		return;
	}
	if (is_drivers(reg)) {
		violation(m, "register-from-stream", "a packet writes register 0x%04x, which is the driver's", reg);
		return;
	}
	r500(m)->owner[reg / 4] = m->cp.depth ? m->cp.ib_number : 0;
	if (reg == WAIT_UNTIL)
		engine_wait_until(m, value);
	if (reg >= SCRATCH_REG0 && reg <= SCRATCH_REG6)
		engine_fence(m, "a scratch register");
	if (reg == GEN_INT_STATUS && (value & SW_INT_FIRE))
		engine_fence(m, "an interrupt");
	r500_write(m, reg, value);
}

/* Only CLOCK_CNTL_INDEX takes a byte. */
bool r500_narrow(u64 offset, unsigned int size)
{
	return offset == CLOCK_CNTL_INDEX && size == 1;
}

/* Registers that only the CP may write, in the order of its packets. */
static void check_queued(struct model *m, u32 reg, u32 value)
{
	if (reg == WAIT_UNTIL || reg == ISYNC_CNTL || reg == RBBM_GUICNTL || reg == CP_IB_BUFSZ || reg == CP_GUI_COMMAND)
		violation(m, "mmio-queued", "register 0x%04x was written by the CPU; only packets may write it", reg);
	if (reg == HOST_PATH_CNTL && (value & HDP_READ_BUFFER_INVALIDATE))
		violation(m, "mmio-queued", "HOST_PATH_CNTL.HDP_READ_BUFFER_INVALIDATE was written by the CPU, which can lock up the card");
}

void r500_mmio_write(struct model *m, u64 offset, unsigned int size, u32 reg, u32 value)
{
	if (r500_narrow(offset, size)) {
		index_pll_select(m, (u8)value);
		return;
	}
	check_queued(m, reg, value);
	r500_write(m, reg, value);
}
