// SPDX-License-Identifier: GPL-2.0
/*
 * Puts another emulated card into the slot: unbinds the driver, removes the device from
 * the bus and scans the bus; a loaded driver then comes up on the new card.
 *
 *	swap_card CHIP [no-msi | not-posted | dead-cp | console | lossy | seed-N | BOARD]...
 *
 * BOARD is one of the names of --board of build/card.
 *
 * Run as root in the guest.  Succeeds when the new card is on the bus, whether or not a
 * driver came up.
 */
#include "emulated.h"
#include "kernel.h"

#include <errno.h>
#include <kselftest.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LOSSY	(3u << 8)	/* every third interrupt message is lost */

/* In the order of the model */
static const char *const chips[] = {
	"R600", "RV610", "RV630", "RV670", "RV620", "RV635", "RS780", "RS880", "RV770", "RV730", "RV710", "RV740",
	"RV515", "R520", "RV530", "R580", "RV560", "RV570",
};

static const struct {
	const char *name;
	uint32_t bits;
} kinds[] = {
	{ "no-msi", MODEL_CARD_NO_MSI },
	{ "not-posted", MODEL_CARD_NOT_POSTED },
	{ "dead-cp", MODEL_CARD_DEAD_CP },
	{ "console", MODEL_CARD_CONSOLE },
	{ "lossy", LOSSY },
	{ "seed-1", MODEL_CARD_SEED(1) },
	{ "seed-2", MODEL_CARD_SEED(2) },
	{ "seed-3", MODEL_CARD_SEED(3) },
	{ "seed-4", MODEL_CARD_SEED(4) },
};

static const struct {
	const char *name;
	uint32_t bits;
} boards[] = {
	{ "fb-zero", MODEL_BOARD_FB_ZERO },
	{ "fb-c0", MODEL_BOARD_FB_C0 },
	{ "fb-across", MODEL_BOARD_FB_ACROSS },
	{ "vga-text", MODEL_BOARD_VGA_TEXT },
	{ "second-crtc", MODEL_BOARD_SECOND_CRTC },
	{ "live", MODEL_BOARD_LIVE },
	{ "harvested", MODEL_BOARD_HARVESTED },
	{ "long-burst", MODEL_BOARD_LONG_BURST },
	{ "odd-memory", MODEL_BOARD_ODD_MEMORY },
	{ "no-straps", MODEL_BOARD_NO_STRAPS },
	{ "no-gen2", MODEL_BOARD_NO_GEN2 },
	{ "deemphasis", MODEL_BOARD_DEEMPHASIS },
	{ "keeps-size", MODEL_BOARD_KEEPS_SIZE },
	{ "agp", MODEL_BOARD_AGP },
	{ "states", MODEL_BOARD_STATES },
	{ "weak-pll", MODEL_BOARD_WEAK_PLL },
};

static bool parse_kind(const char *name, uint32_t *card, uint32_t *board)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!strcmp(name, kinds[i].name)) {
			*card |= kinds[i].bits;
			return true;
		}
	}
	for (i = 0; i < ARRAY_SIZE(boards); i++) {
		if (!strcmp(name, boards[i].name)) {
			*board |= boards[i].bits;
			return true;
		}
	}
	return false;
}

static int parse(char **argv, uint32_t *card, uint32_t *board)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(chips) && strcmp(*argv, chips[i]); i++)
		;
	if (i == ARRAY_SIZE(chips))
		return -EINVAL;
	*card = (uint32_t)i;
	*board = 0;
	while (*++argv)
		if (!parse_kind(*argv, card, board))
			return -EINVAL;
	return 0;
}

static int device_write(const char *file, const char *text)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/%s", card_slot(), file);
	return write_file(path, text);
}

static int swap(uint32_t card, uint32_t board)
{
	char path[PATH_MAX];
	int err = card_is_bound() ? card_unbind() : 0;

	/* No driver may have enabled its registers yet. */
	if (!err)
		err = device_write("enable", "1");
	if (!err)
		err = model_write(MODEL_REG_BOARD, board);
	if (!err)
		err = model_write(MODEL_REG_CARD, card);
	if (!err)
		err = device_write("remove", "1");
	if (!err)
		err = write_file("/sys/bus/pci/rescan", "1");
	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s", card_slot());
	if (!err && access(path, F_OK))
		err = -ENODEV;
	return err;
}

int main(int argc, char **argv)
{
	uint32_t card, board;
	int err;

	if (argc < 2 || parse(argv + 1, &card, &board)) {
		fprintf(stderr, "usage: swap_card CHIP [no-msi | not-posted | dead-cp | console | lossy | seed-N | BOARD]...\n");
		return 2;
	}
	if (!card_slot()) {
		fprintf(stderr, "swap_card: there is no AMD display controller here\n");
		return 1;
	}
	err = swap(card, board);
	if (err)
		fprintf(stderr, "swap_card: %s: %s\n", card_slot(), strerror(-err));
	return err ? 1 : 0;
}
