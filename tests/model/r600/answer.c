// SPDX-License-Identifier: GPL-2.0
/*
 * Bits that tables of a video BIOS poll, without a delay and without a limit: locks of PLLs,
 * the end of a read of the ROM, the end of an I2C transaction.
 *
 * A write to one of the block's registers starts the work, and the bit is clear for a few
 * reads.  Sources: the tables of two boards (RV730, RV770), which all four dumps of R7xx
 * boards share.
 */
#include "r600/r600.h"

static const struct {
	u32 status, bits;
	u32 first, last;	/* writes to these start the work */
} polls[ANSWERS] = {
	{ CG_SPLL_STATUS, SPLL_CHG_STATUS, CG_SPLL_FUNC_CNTL, CG_SPLL_STATUS - 4 },
	{ MPLL_STATUS, MPLL_CHG_STATUS, MPLL_FUNC_CNTL, MPLL_STATUS - 4 },
	{ MPLL_CNTL_MODE, MPLL_LOCKED, MPLL_CNTL_MODE, MPLL_STATUS },
	{ ROM_STATUS, ROM_DONE, ROM_INDEX, ROM_STATUS - 4 },
	{ I2C_STATUS, I2C_DONE, I2C_CONTROL, I2C_STATUS - 4 },
};

/* Reads until a bit is set: none without a seed. */
static u32 lateness(const struct model *m, u32 poll)
{
	return m->config.seed ? 1 + power_noise(m->config.seed, 1u << 25 | poll) % 7 : 0;
}

bool answer_read(struct model *m, u32 reg, u32 *value)
{
	for (u32 i = 0; i < ANSWERS; i++) {
		if (polls[i].status != reg)
			continue;
		*value = reg_get(m, reg) & ~polls[i].bits;
		if (clocks_never_lock(m, reg))
			return true;
		if (r600(m)->answer_reads[i]) {
			r600(m)->answer_reads[i]--;
			return true;
		}
		*value |= polls[i].bits;
		clocks_locked(m, reg);
		return true;
	}
	return false;
}

void answer_write(struct model *m, u32 reg)
{
	if (reg == CG_SPLL_FUNC_CNTL)
		r600(m)->unposted = false;
	for (u32 i = 0; i < ANSWERS; i++)
		if (reg >= polls[i].first && reg <= polls[i].last)
			r600(m)->answer_reads[i] = lateness(m, i);
}
