// SPDX-License-Identifier: GPL-2.0
/*
 * Loading of microcode: prefetch parser (PFP) and micro engine (ME) of the command processor, and
 * the run list controller (RLC).  The files hold big-endian words.
 *
 * Called at bring-up, one call at a time; takes no locks.
 */
#include <linux/delay.h>
#include <linux/firmware.h>
#include <linux/module.h>

#include "r600.h"

static u32 r600_fw_word(const struct firmware *fw, u32 i)
{
	return be32_to_cpup((const __be32 *)fw->data + i);
}

/* The RLC of R7xx must be soft-reset before it halts (found by the in-tree driver). */
static void r600_rlc_reset(struct rcp_card *card)
{
	if (r600_row(card)->r7xx) {
		rcp_wr(card, SRBM_SOFT_RESET, SOFT_RESET_RLC);
		rcp_rd(card, SRBM_SOFT_RESET);
		usleep_range(15000, 15500);
		rcp_wr(card, SRBM_SOFT_RESET, 0);
		rcp_rd(card, SRBM_SOFT_RESET);
	}
	rcp_wr(card, RLC_CNTL, 0);
}

/**
 * r600_rlc_stop() - stop the run list controller, if it runs
 * @card: the card
 *
 * Context: process; sleeps 15 ms on R7xx.
 */
void r600_rlc_stop(struct rcp_card *card)
{
	if (rcp_rd(card, RLC_CNTL) & RLC_ENABLE)
		r600_rlc_reset(card);
}

/**
 * r600_rlc_start() - load and start the run list controller
 * @card: the card; its interrupt ring is off
 *
 * Context: process; sleeps.
 */
void r600_rlc_start(struct rcp_card *card)
{
	const struct firmware *fw = card->fw[R600_FW_RLC];
	u32 i;

	r600_rlc_reset(card);
	rcp_wr(card, RLC_HB_CNTL, 0);
	rcp_wr(card, RLC_HB_BASE, 0);
	rcp_wr(card, RLC_HB_RPTR, 0);
	rcp_wr(card, RLC_HB_WPTR, 0);
	rcp_wr(card, RLC_HB_WPTR_LSB_ADDR, 0);
	rcp_wr(card, RLC_HB_WPTR_MSB_ADDR, 0);
	rcp_wr(card, RLC_MC_CNTL, 0);
	rcp_wr(card, RLC_UCODE_CNTL, 0);
	for (i = 0; i < card->chip->fw[R600_FW_RLC].size_dw; i++) {
		rcp_wr(card, RLC_UCODE_ADDR, i);
		rcp_wr(card, RLC_UCODE_DATA, r600_fw_word(fw, i));
	}
	rcp_wr(card, RLC_UCODE_ADDR, 0);
	rcp_wr(card, RLC_CNTL, RLC_ENABLE);
}

/**
 * r600_cp_load() - load the microcode of the command processor
 * @card: the card; the CP is halted
 *
 * The address registers auto-increment; they are set back to 0 at the end.
 *
 * Context: any; one call at a time.
 */
void r600_cp_load(struct rcp_card *card)
{
	u32 i;

	rcp_wr(card, CP_PFP_UCODE_ADDR, 0);
	for (i = 0; i < card->chip->fw[R600_FW_PFP].size_dw; i++)
		rcp_wr(card, CP_PFP_UCODE_DATA, r600_fw_word(card->fw[R600_FW_PFP], i));
	rcp_wr(card, CP_ME_RAM_WADDR, 0);
	for (i = 0; i < card->chip->fw[R600_FW_ME].size_dw; i++)
		rcp_wr(card, CP_ME_RAM_DATA, r600_fw_word(card->fw[R600_FW_ME], i));
	rcp_wr(card, CP_PFP_UCODE_ADDR, 0);
	rcp_wr(card, CP_ME_RAM_WADDR, 0);
	rcp_wr(card, CP_ME_RAM_RADDR, 0);
}

MODULE_FIRMWARE("radeon/R600_pfp.bin");
MODULE_FIRMWARE("radeon/R600_me.bin");
MODULE_FIRMWARE("radeon/RV610_pfp.bin");
MODULE_FIRMWARE("radeon/RV610_me.bin");
MODULE_FIRMWARE("radeon/RV630_pfp.bin");
MODULE_FIRMWARE("radeon/RV630_me.bin");
MODULE_FIRMWARE("radeon/RV620_pfp.bin");
MODULE_FIRMWARE("radeon/RV620_me.bin");
MODULE_FIRMWARE("radeon/RV635_pfp.bin");
MODULE_FIRMWARE("radeon/RV635_me.bin");
MODULE_FIRMWARE("radeon/RV670_pfp.bin");
MODULE_FIRMWARE("radeon/RV670_me.bin");
MODULE_FIRMWARE("radeon/RS780_pfp.bin");
MODULE_FIRMWARE("radeon/RS780_me.bin");
MODULE_FIRMWARE("radeon/RV770_pfp.bin");
MODULE_FIRMWARE("radeon/RV770_me.bin");
MODULE_FIRMWARE("radeon/RV730_pfp.bin");
MODULE_FIRMWARE("radeon/RV730_me.bin");
MODULE_FIRMWARE("radeon/RV710_pfp.bin");
MODULE_FIRMWARE("radeon/RV710_me.bin");
MODULE_FIRMWARE("radeon/R600_rlc.bin");
MODULE_FIRMWARE("radeon/R700_rlc.bin");
