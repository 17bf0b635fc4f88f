// SPDX-License-Identifier: GPL-2.0
/*
 * The microcode files of a chip.
 *
 * The files come from linux-firmware.  They have no header, so only their size can be checked.
 * Init requests them once, so that resume and reset need no file system.
 *
 * Called at init and fini, one call at a time; takes no locks.
 */
#include <linux/firmware.h>

#include "rcp_priv.h"

static int rcp_fw_get(struct rcp_card *card, const struct rcp_fw_file *file,
		      const struct firmware **to)
{
	const struct firmware *fw;
	int ret;

	ret = firmware_request_nowarn(&fw, file->name, card->dev);
	if (ret) {
		dev_err(card->dev, "no microcode: %s (%d); it is in Debian's package firmware-amd-graphics, elsewhere in linux-firmware\n",
			file->name, ret);
		return ret;
	}
	if (fw->size != (size_t)file->size_dw * 4) {
		dev_err(card->dev, "wrong microcode: %s has %zu bytes, %s needs %u\n",
			file->name, fw->size, card->chip->name, file->size_dw * 4);
		release_firmware(fw);
		return -EINVAL;
	}
	*to = fw;
	return 0;
}

/**
 * rcp_fw_init() - request the microcode files of the chip
 * @card: the card
 *
 * Logs one line that names the file on failure.
 *
 * Context: process; sleeps.
 * Return: 0, the error of firmware_request_nowarn(), or -EINVAL for a file of the wrong size.
 */
int rcp_fw_init(struct rcp_card *card)
{
	int i, ret = 0;

	for (i = 0; !ret && i < RCP_FW_MAX && card->chip->fw[i].name; i++)
		ret = rcp_fw_get(card, &card->chip->fw[i], &card->fw[i]);
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

	for (i = 0; i < RCP_FW_MAX; i++) {
		release_firmware(card->fw[i]);
		card->fw[i] = NULL;
	}
}
