// SPDX-License-Identifier: GPL-2.0
/*
 * The clocks and the core's voltage: when they may change, and which voltage a clock needs.
 *
 * A PLL has a clock when its status says so.  What a clock needs, the power states of the ROM
 * tell, so only boards with MODEL_BOARD_STATES have that rule.
 */
#include "r600/r600.h"
#include "rom.h"

#define SPLL_MULTIPLE	0xfe0u
#define MPLL_MULTIPLE	0xffu

static u32 pll_clock(const struct model *m, u32 reg, u32 multiple, u32 shift)
{
	u32 pll = reg_get(m, reg);

	return ((pll & multiple) >> shift) * m->reference + (pll >> 16);
}

static void check_voltage(struct model *m, u32 pins)
{
	u32 sclk = pll_clock(m, CG_SPLL_FUNC_CNTL, SPLL_MULTIPLE, 5);
	u32 mclk = pll_clock(m, MPLL_FUNC_CNTL, MPLL_MULTIPLE, 0);
	u32 mv = LEVEL_MV + (pins & VOLTAGE_PINS_ALL) * LEVEL_STEP_MV, need = ~0u;

	if (!(m->config.board & MODEL_BOARD_STATES) || r600(m)->unposted)
		return;
	for (u32 i = 0; i < ROM_STATES; i++)
		if (rom_states[i].sclk >= sclk && rom_states[i].mclk >= mclk && rom_states[i].mv < need)
			need = rom_states[i].mv;
	if (mv < need)
		violation(m, "voltage", "engine and memory have %u and %u MHz at %u mV; no power state has these clocks at so low a voltage",
			  sclk / 100, mclk / 100, mv);
}

void clocks_power_on(struct model *m)
{
	reg_set(m, VOLTAGE_PINS, (BOOT_MV - LEVEL_MV) / LEVEL_STEP_MV);
	reg_set(m, VOLTAGE_PINS_MASK, 0);
}

/* Before a register is set. */
void clocks_write(struct model *m, u32 reg, u32 value)
{
	if (reg != CG_SPLL_FUNC_CNTL && reg != MPLL_FUNC_CNTL && reg != VOLTAGE_PINS)
		return;
	if (value == reg_get(m, reg))
		return;
	if (cp_busy(m) || dma_busy(m))
		violation(m, "clock-live", "register 0x%04x, of a clock or the voltage, was changed while an engine is busy", reg);
	if (reg == MPLL_FUNC_CNTL && reg_get(m, reg))
		scanout_must_rest(m, "the memory clock was changed");
	if (reg == VOLTAGE_PINS)
		check_voltage(m, value);
}

bool clocks_never_lock(const struct model *m, u32 status)
{
	return status == CG_SPLL_STATUS && (m->config.board & MODEL_BOARD_WEAK_PLL) &&
	       pll_clock(m, CG_SPLL_FUNC_CNTL, SPLL_MULTIPLE, 5) > SCLK_10KHZ;
}

/* The status of a block says that its work is done. */
void clocks_locked(struct model *m, u32 status)
{
	if (status == CG_SPLL_STATUS || status == MPLL_STATUS)
		check_voltage(m, reg_get(m, VOLTAGE_PINS));
}
