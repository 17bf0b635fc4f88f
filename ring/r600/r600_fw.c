// SPDX-License-Identifier: GPL-2.0
/*
 * Microcode: prefetch parser (PFP) and micro engine (ME) of the command
 * processor, and the run list controller (RLC).
 *
 * The files come from linux-firmware.  They hold big-endian words and have no header, so only
 * their size can be checked.  Init requests them once, so that resume and reset need no file
 * system.
 *
 * Called at init, bring-up and fini, one call at a time; takes no locks.
 */
#include <linux/delay.h>
#include <linux/firmware.h>
#include <linux/module.h>

#include "../rcp_priv.h"

static int rcp_fw_get(struct rcp_card *card, enum rcp_fw which, const char *stem,
		      const char *part, u32 size_dw)
{
	const struct firmware *fw;
	char name[32];
	int ret;

	snprintf(name, sizeof(name), "radeon/%s_%s.bin", stem, part);
	ret = firmware_request_nowarn(&fw, name, card->dev);
	if (ret) {
		dev_err(card->dev, "no microcode: %s (%d); it is in Debian's package firmware-amd-graphics, elsewhere in linux-firmware\n",
			name, ret);
		return ret;
	}
	if (fw->size != (size_t)size_dw * 4) {
		dev_err(card->dev, "wrong microcode: %s has %zu bytes, %s needs %u\n",
			name, fw->size, card->chip->name, size_dw * 4);
		release_firmware(fw);
		return -EINVAL;
	}
	card->fw[which] = fw;
	return 0;
}

/**
 * rcp_fw_init() - request the three microcode files
 * @card: the card
 *
 * Logs one line that names the file on failure.
 *
 * Context: process; sleeps.
 * Return: 0, the error of firmware_request_nowarn(), or -EINVAL for a file of the wrong size.
 */
int rcp_fw_init(struct rcp_card *card)
{
	const struct rcp_chip *chip = card->chip;
	int ret;

	ret = rcp_fw_get(card, RCP_FW_PFP, chip->microcode, "pfp", chip->pfp_dw);
	if (!ret)
		ret = rcp_fw_get(card, RCP_FW_ME, chip->microcode, "me", chip->me_dw);
	if (!ret)
		ret = rcp_fw_get(card, RCP_FW_RLC, chip->rlc, "rlc", chip->rlc_dw);
	if (ret)
		rcp_fw_fini(card);
	return ret;
}

/**
 * rcp_fw_fini() - release the microcode files
 * @card: the card; may hold none
 *
 * Context: process.
 */
void rcp_fw_fini(struct rcp_card *card)
{
	int i;

	for (i = 0; i < RCP_FW_COUNT; i++) {
		release_firmware(card->fw[i]);
		card->fw[i] = NULL;
	}
}

static u32 rcp_fw_word(const struct firmware *fw, u32 i)
{
	return be32_to_cpup((const __be32 *)fw->data + i);
}

/* The RLC of R7xx must be soft-reset before it halts (found by the in-tree driver). */
static void rcp_rlc_reset(struct rcp_card *card)
{
	if (card->chip->r7xx) {
		rcp_wr(card, SRBM_SOFT_RESET, SOFT_RESET_RLC);
		rcp_rd(card, SRBM_SOFT_RESET);
		usleep_range(15000, 15500);
		rcp_wr(card, SRBM_SOFT_RESET, 0);
		rcp_rd(card, SRBM_SOFT_RESET);
	}
	rcp_wr(card, RLC_CNTL, 0);
}

/**
 * rcp_rlc_stop() - stop the run list controller, if it runs
 * @card: the card
 *
 * Context: process; sleeps 15 ms on R7xx.
 */
void rcp_rlc_stop(struct rcp_card *card)
{
	if (rcp_rd(card, RLC_CNTL) & RLC_ENABLE)
		rcp_rlc_reset(card);
}

/**
 * rcp_rlc_start() - load and start the run list controller
 * @card: the card; its interrupt ring is off
 *
 * Context: process; sleeps.
 */
void rcp_rlc_start(struct rcp_card *card)
{
	const struct firmware *fw = card->fw[RCP_FW_RLC];
	u32 i;

	rcp_rlc_reset(card);
	rcp_wr(card, RLC_HB_CNTL, 0);
	rcp_wr(card, RLC_HB_BASE, 0);
	rcp_wr(card, RLC_HB_RPTR, 0);
	rcp_wr(card, RLC_HB_WPTR, 0);
	rcp_wr(card, RLC_HB_WPTR_LSB_ADDR, 0);
	rcp_wr(card, RLC_HB_WPTR_MSB_ADDR, 0);
	rcp_wr(card, RLC_MC_CNTL, 0);
	rcp_wr(card, RLC_UCODE_CNTL, 0);
	for (i = 0; i < card->chip->rlc_dw; i++) {
		rcp_wr(card, RLC_UCODE_ADDR, i);
		rcp_wr(card, RLC_UCODE_DATA, rcp_fw_word(fw, i));
	}
	rcp_wr(card, RLC_UCODE_ADDR, 0);
	rcp_wr(card, RLC_CNTL, RLC_ENABLE);
}

/**
 * rcp_cp_load() - load the microcode of the command processor
 * @card: the card; the CP is halted
 *
 * The address registers auto-increment; they are set back to 0 at the end.
 *
 * Context: any; one call at a time.
 */
void rcp_cp_load(struct rcp_card *card)
{
	u32 i;

	rcp_wr(card, CP_PFP_UCODE_ADDR, 0);
	for (i = 0; i < card->chip->pfp_dw; i++)
		rcp_wr(card, CP_PFP_UCODE_DATA, rcp_fw_word(card->fw[RCP_FW_PFP], i));
	rcp_wr(card, CP_ME_RAM_WADDR, 0);
	for (i = 0; i < card->chip->me_dw; i++)
		rcp_wr(card, CP_ME_RAM_DATA, rcp_fw_word(card->fw[RCP_FW_ME], i));
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
