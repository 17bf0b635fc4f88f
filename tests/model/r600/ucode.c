// SPDX-License-Identifier: GPL-2.0
/*
 * Sizes and files of the microcode of R6xx/R7xx.
 */
#include <string.h>

#include "r600/r600.h"

#define R6_PFP_WORDS	576u
#define R6_ME_WORDS	(1792u * 3)
#define R6_RLC_WORDS	768u
#define R7_PFP_WORDS	848u
#define R7_ME_WORDS	1360u
#define R7_RLC_WORDS	1024u

u32 r600_ucode_words(const struct model_chip *chip, enum model_ucode kind)
{
	static const u32 words[2][MODEL_UCODES] = {
		{ R6_PFP_WORDS, R6_ME_WORDS, R6_RLC_WORDS },
		{ R7_PFP_WORDS, R7_ME_WORDS, R7_RLC_WORDS },
	};

	return words[r600_chip(chip)->r7xx][kind];
}

/* RS880 loads the files of RS780, RV740 the files of RV730; each RLC's file serves many chips. */
void r600_ucode_file(const struct model_chip *chip, enum model_ucode kind, char name[MODEL_UCODE_NAME])
{
	const struct r600_chip *own = r600_chip(chip);

	if (kind == MODEL_UCODE_RLC)
		strcpy(name, own->r7xx ? "R700_rlc.bin" : "R600_rlc.bin");
	else
		snprintf(name, MODEL_UCODE_NAME, "%s_%s.bin", own->firmware,
			 kind == MODEL_UCODE_PFP ? "pfp" : "me");
}

const char *r600_ucode_locked(const struct model *m, enum model_ucode kind)
{
	if (kind == MODEL_UCODE_RLC)
		return reg_get(m, RLC_CNTL) & RLC_ENABLE ?
		       "while RLC_CNTL.RLC_ENABLE is set; the RLC must be stopped first" : NULL;
	return reg_get(m, CP_ME_CNTL) & CP_ME_HALT ?
	       NULL : "while CP_ME_CNTL.ME_HALT is clear; the CP must be halted first";
}
