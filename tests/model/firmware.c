// SPDX-License-Identifier: GPL-2.0
/*
 * build/card-firmware: writes the placeholder microcode of all chips.
 *
 *	card-firmware [--short | --other] DIR
 *
 * fills DIR/radeon/ with the files that the drivers request, in the byte
 * order (big-endian) and the size of the real ones.  With --short each lacks
 * its last word, which a driver must refuse.  With --other each has numbers without order,
 * as real microcode has them.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "model.h"

static u32 word(const struct model_chip *chip, enum model_ucode kind, u32 index, bool other)
{
	u32 w = model_ucode_word(chip, kind, index);

	return other ? (w << 16 | w >> 16) * 0x9e3779b9u : w;
}

static int write_file(const char *dir, const struct model_chip *chip, enum model_ucode kind, u32 lack, bool other)
{
	u32 words = model_ucode_words(chip, kind) - lack;
	char name[MODEL_UCODE_NAME];
	char path[4096];
	FILE *f;

	if (!model_ucode_words(chip, kind))
		return 0;
	model_ucode_file(chip, kind, name);
	snprintf(path, sizeof(path), "%s/radeon/%s", dir, name);
	f = fopen(path, "wb");
	if (!f)
		goto fail;
	for (u32 i = 0; i < words; i++) {
		u32 w = __builtin_bswap32(word(chip, kind, i, other));

		fwrite(&w, sizeof(w), 1, f);
	}
	if (!fclose(f))
		return 0;
fail:
	fprintf(stderr, "card-firmware: %s: %s\n", path, strerror(errno));
	return 1;
}

int main(int argc, char **argv)
{
	u32 lack = argc > 1 && !strcmp(argv[1], "--short");
	bool other = argc > 1 && !strcmp(argv[1], "--other");
	const struct model_chip *chip;
	char path[4096];

	if (argc != 2 + (int)(lack | other)) {
		fputs("usage: card-firmware [--short | --other] DIR\n", stderr);
		return 2;
	}
	snprintf(path, sizeof(path), "%s/radeon", argv[argc - 1]);
	if ((mkdir(argv[argc - 1], 0777) && errno != EEXIST) || (mkdir(path, 0777) && errno != EEXIST)) {
		fprintf(stderr, "card-firmware: %s: %s\n", path, strerror(errno));
		return 1;
	}
	for (unsigned int i = 0; (chip = model_chip_by_index(i)); i++)
		for (int k = 0; k < MODEL_UCODES; k++)
			if (write_file(argv[argc - 1], chip, k, lack, other))
				return 1;
	return 0;
}
