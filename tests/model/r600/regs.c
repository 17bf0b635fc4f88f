// SPDX-License-Identifier: GPL-2.0
/*
 * Register accesses of R6xx/R7xx: status, resets, straps, and dispatch to the blocks.
 */
#include <string.h>

#include "r600/r600.h"

static u64 clock_ns(const struct model *m)
{
	const struct r600_clock *clock = &r600(m)->clock;

	if (clock->step_ns)
		return clock->ns;
	return m->host->now_ns(m->ctx) - m->start_ns - clock->behind_ns;
}

/* The reference clock is the clock in the ROM's FirmwareInfo, in 10 kHz. */
u64 gpu_clock(const struct model *m)
{
	u64 ns = clock_ns(m);

	return ns / 100000 * m->reference + ns % 100000 * m->reference / 100000;
}

u64 gpu_stamp(struct model *m)
{
	r600(m)->clock.ns += r600(m)->clock.step_ns;
	return gpu_clock(m);
}

/* The clock goes on from where it is, so that no job takes the time for which it has stood. */
void gpu_clock_step(struct model *m, u64 ns)
{
	struct r600_clock *clock = &r600(m)->clock;

	clock->ns = clock_ns(m);
	clock->behind_ns = m->host->now_ns(m->ctx) - m->start_ns - clock->ns;
	clock->step_ns = ns;
}

static u32 grbm_status(const struct model *m)
{
	u32 busy = cp_busy(m) ? GRBM_GUI_ACTIVE | GRBM_CP_BUSY : 0;

	if (m->host->now_ns(m->ctx) < r600(m)->cp.reset_due_ns)
		busy |= GRBM_GUI_ACTIVE;
	return GRBM_IDLE | busy | (m->cp.pipe_stuck ? GRBM_GUI_ACTIVE | GRBM_PIPE_BUSY : 0);
}

/* The sensor of the R7xx counts in half degrees, and has a bit for values above its range. */
static u32 r7_thermal(const struct model *m)
{
	return (m->temperature > 255 ? 0x200u : (u32)m->temperature & 0x1ff) << 16;
}

/* The sensor of the R6xx counts in degrees. */
static u32 r6_thermal(const struct model *m)
{
	return (u32)(m->temperature / 2) & 0x1ff;
}

/* MC registers of the integrated chips behind MC_INDEX/MC_DATA: the model needs none. */
static u32 igp_mc_read(const struct model *m)
{
	return 0;
}

static bool status_read(struct model *m, u32 reg, u32 *value)
{
	switch (reg) {
	case GRBM_STATUS:
		*value = grbm_status(m);
		return true;
	case GRBM_STATUS2:
		*value = 3;
		return true;
	case SRBM_STATUS:
		*value = SRBM_IDLE;
		if (r600(m)->mc.busy_reads && !reg_get(m, CONFIG_MEMSIZE)) {
			r600(m)->mc.busy_reads--;
			*value |= SRBM_MC_BUSY;
		}
		if (mc_is_busy(m))
			*value |= SRBM_MC_BUSY;
		return true;
	case CP_STALLED_STAT1:
		*value = 0;
		return true;
	case CP_STALLED_STAT2:
		*value = m->cp.state == CP_HUNG ? CP_STALLED_HUNG : 0;
		return true;
	case CP_BUSY_STAT:
	case CP_STAT:
		*value = cp_busy(m) ? 0x80000000u : 0;
		return true;
	case CP_COHER_STATUS:
		*value = 0;
		return true;
	case RLC_GPU_CLOCK_COUNT_LSB:
		*value = (u32)r600(m)->clock.latch;
		return true;
	case RLC_GPU_CLOCK_COUNT_MSB:
		*value = (u32)(r600(m)->clock.latch >> 32);
		return true;
	case CG_MULT_THERMAL_STATUS:
		*value = r7_thermal(m);
		return is_r7xx(m);
	case CG_THERMAL_STATUS:
		*value = r6_thermal(m);
		return !is_r7xx(m);
	case MC_DATA:
		*value = igp_mc_read(m);
		return true;
	}
	return false;
}

u32 r600_read(struct model *m, u32 reg)
{
	u32 value;

	if (reg == GRBM_SOFT_RESET)
		r600(m)->cp.reset_unread = false;
	if (reg == SRBM_SOFT_RESET)
		r600(m)->cp.srbm_unread = false;
	if (status_read(m, reg, &value) ||
	    scanout_reg_read(m, reg, &value) || mc_reg_read(m, reg, &value) ||
	    cp_reg_read(m, reg, &value) || dma_reg_read(m, reg, &value) ||
	    ih_reg_read(m, reg, &value) || link_reg_read(m, reg, &value) || answer_read(m, reg, &value))
		return value;
	return reg_get(m, reg);
}

/* SCRATCH_REGn is mirrored to memory when its SCRATCH_UMSK bit is set. */
void scratch_write(struct model *m, u32 reg, u32 value)
{
	u32 n = (reg - SCRATCH_REG0) / 4;
	u64 addr = (u64)reg_get(m, SCRATCH_ADDR) << 8;

	reg_set(m, reg, value);
	if (reg_get(m, SCRATCH_UMSK) & (1u << n))
		mc_write32(m, MC_WB, addr + n * 4, value);
}

static void grbm_soft_reset(struct model *m, u32 value)
{
	if (!(value & SOFT_RESET_CP) && r600(m)->cp.reset_unread)
		violation(m, "reset-posted",
			  "GRBM_SOFT_RESET was released without having been read back; the reset may never have reached the chip");
	r600(m)->cp.reset_unread = value & SOFT_RESET_CP;
	if ((value & PIPE_RESET) == PIPE_RESET)
		m->cp.pipe_stuck = false;
	if ((value & SOFT_RESET_CP) && !(reg_get(m, GRBM_SOFT_RESET) & SOFT_RESET_CP)) {
		if (!(reg_get(m, CP_ME_CNTL) & CP_ME_HALT))
			violation(m, "reset-unhalted",
				  "GRBM_SOFT_RESET.SOFT_RESET_CP was set while CP_ME_CNTL.ME_HALT is clear");
		cp_soft_reset(m);
		power_forget_cp(m);
		count(m, MODEL_RESET);
	}
}

static void srbm_soft_reset(struct model *m, u32 value)
{
	u32 edge = value & ~reg_get(m, SRBM_SOFT_RESET);

	if (!value && r600(m)->cp.srbm_unread)
		violation(m, "reset-posted",
			  "SRBM_SOFT_RESET was released without having been read back; the reset may never have reached the chip");
	r600(m)->cp.srbm_unread = value;
	if (edge & SRBM_RESET_RLC)
		reg_set(m, RLC_CNTL, 0);
	if (edge & SRBM_RESET_IH)
		ih_soft_reset(m);
	if (edge & SRBM_RESET_VMC) {
		scanout_must_rest(m, "the memory controller's VMC was reset");
		power_forget_vm(m);
		mc_invalidate(m);
	}
	if (edge & (is_r7xx(m) ? R7_SRBM_RESET_DMA : R6_SRBM_RESET_DMA))
		dma_soft_reset(m);
}

static bool rlc_write(struct model *m, u32 reg, u32 value)
{
	switch (reg) {
	case RLC_UCODE_ADDR:
		ucode_seek(m, MODEL_UCODE_RLC, value);
		return false;
	case RLC_UCODE_DATA:
		ucode_write(m, MODEL_UCODE_RLC, value);
		return true;
	case RLC_CNTL:
		if ((value & RLC_ENABLE) && !ucode_ready(m, MODEL_UCODE_RLC))
			violation(m, "rlc-before-ucode",
				  "RLC_CNTL.RLC_ENABLE was set before its microcode was loaded completely");
		return false;
	case RLC_CAPTURE_GPU_CLOCK_COUNT:
		r600(m)->clock.latch = gpu_clock(m);
		return true;
	}
	return false;
}

/* Straps, fuses and status, which no write changes.  A video BIOS sets CONFIG_MEMSIZE once. */
static bool read_only(struct model *m, u32 reg)
{
	switch (reg) {
	case CONFIG_MEMSIZE:
		return reg_get(m, reg) != 0;
	case CONFIG_APER_SIZE:
	case CC_GC_SHADER_PIPE_CONFIG:
	case CC_RB_BACKEND_DISABLE:
	case CHMAP:
	case CG_MULT_THERMAL_STATUS:
	case CG_THERMAL_STATUS:
	case GRBM_STATUS:
	case GRBM_STATUS2:
	case SRBM_STATUS:
		return true;
	}
	return reg == (is_r7xx(m) ? R7_RAMCFG : R6_RAMCFG);
}

/*
 * The driver must derive this value from the straps.  For a harvested card, or one with
 * pinned straps, the model does not know it.
 */
static void check_tiling(struct model *m, u32 reg, u32 value)
{
	bool whole = reg == GB_TILING_CONFIG;
	u32 want = whole ? r600(m)->tiling_config : r600(m)->tiling_config & 0xffff;

	if (!r600(m)->tiling_config)
		return;
	if (!whole && reg != DCP_TILING_CONFIG && reg != HDP_TILING_CONFIG &&
	    reg != (is_r7xx(m) ? R7_DMA_TILING_CONFIG : R6_DMA_TILING_CONFIG))
		return;
	if (value != want && !reg_is_stuck(m, CC_RB_BACKEND_DISABLE))
		violation(m, "tiling-config", "register 0x%04x was set to 0x%08x; the straps of %s give 0x%08x", reg, value,
			  m->chip->name, want);
}

void r600_write(struct model *m, u32 reg, u32 value)
{
	if (read_only(m, reg))
		return;
	check_tiling(m, reg, value);
	answer_write(m, reg);
	clocks_write(m, reg, value);
	scanout_reg_write(m, reg, value);
	if (reg >= SCRATCH_REG0 && reg <= SCRATCH_REG7 && !(reg & 3)) {
		scratch_write(m, reg, value);
		return;
	}
	if (reg == GRBM_SOFT_RESET)
		grbm_soft_reset(m, value);
	else if (reg == SRBM_SOFT_RESET)
		srbm_soft_reset(m, value);
	if (cp_reg_write(m, reg, value) || dma_reg_write(m, reg, value) ||
	    ih_reg_write(m, reg, value) || mc_reg_write(m, reg, value) ||
	    rlc_write(m, reg, value) || link_reg_write(m, reg, value))
		return;
	reg_set(m, reg, value);
}

u32 reg_read_cp(struct model *m, u32 reg)
{
	return reg < REG_SPACE ? reg_read(m, reg) : 0;
}

/* State of draws, and constants: none of them is more than its value. */
void regs_write_state(struct model *m, u32 reg, const u32 *values, u32 n)
{
	alone_wrote_state(m, reg, n);
	memcpy(&m->reg[reg / 4], values, 4ull * n);
}

/* A register write by a packet: like the CPU's, except for the CP's own controls. */
void reg_write_cp(struct model *m, u32 reg, u32 value)
{
	if (reg >= REG_SPACE) {
		violation(m, "register-range", "a packet writes register 0x%x, beyond the register space", reg);
		return;
	}
	if (reg == GRBM_SOFT_RESET || reg == SRBM_SOFT_RESET || reg == CP_ME_CNTL ||
	    (reg >= CP_RB_BASE && reg <= CP_RB_WPTR) ||
	    (reg >= VM_L2_CNTL && reg < 0x1600) || (reg >= DMA_RB_CNTL && reg < 0xd100)) {
		violation(m, "register-from-stream", "a packet writes register 0x%05x, which is the driver's", reg);
		return;
	}
	if (reg >= CONTEXT_REGS) {
		regs_write_state(m, reg, &value, 1);
		return;
	}
	if (r600(m)->cp.drawing && value != reg_get(m, reg) &&
	    ((reg >= SQ_RING_FIRST && reg <= SQ_RING_LAST) || reg == SX_EXPORT_BASE || reg == SX_EXPORT_SIZE))
		violation(m, "ring-live", "a packet changes register 0x%05x while shaders that use it may still run",
			  reg);
	if (reg == WAIT_UNTIL) {
		if (value & (WAIT_3D_IDLE | WAIT_3D_IDLECLEAN))
			r600(m)->cp.drawing = false;
		if (value & WAIT_CP_DMA_IDLE) {
			r600(m)->cp.copying = false;
			ahead_wait_until_idle(m);
		}
	}
	alone_wrote(m, reg, value);
	r600_write(m, reg, value);
}

/* The in-tree driver selects an entry of a display's colour table by a byte. */
bool r600_is_narrow(u64 offset, unsigned int size)
{
	return link_is_narrow(offset, size) || (offset == DC_LUT_RW_INDEX && size == 1);
}

void r600_mmio_write(struct model *m, u64 offset, unsigned int size, u32 reg, u32 value)
{
	if (link_mirror_write(m, offset, value, size))
		return;
	alone_wrote_mmio(m, reg, value);
	r600_write(m, reg, value);
}
