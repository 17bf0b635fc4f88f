// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Writing of commands.  A command without room is counted and not written, so that a client finds
 * used > size after all of them.
 */
#include <string.h>
#include "ctm.h"

/**
 * ctmAppend() - append a command
 * @p: the commands
 * @code: its code
 * @parameters: its parameters
 * @n: their number
 */
void ctmAppend(struct ctm_pack *p, enum ctm_command code, const uint32_t *parameters,
	       unsigned int n)
{
	if (p->used <= p->size && p->size - p->used >= n + 1) {
		p->words[p->used] = CTM_COMMAND(code, n);
		memcpy(p->words + p->used + 1, parameters, 4 * n);
	}
	p->used += n + 1;
}

static void one(struct ctm_pack *p, enum ctm_command code, uint32_t parameter)
{
	ctmAppend(p, code, &parameter, 1);
}

static void constants(struct ctm_pack *p, enum ctm_command code, AMuint32 base)
{
	ctmAppend(p, code, (uint32_t[]){ base, 0 }, 2);
}

void ctmAppendSetInstFmt(struct ctm_pack *p, AMuint32 base)
{
	constants(p, CTM_SET_INST_FMT, base);
}

void ctmAppendSetConstfFmt(struct ctm_pack *p, AMuint32 base)
{
	constants(p, CTM_SET_CONSTF_FMT, base);
}

void ctmAppendSetConstiFmt(struct ctm_pack *p, AMuint32 base)
{
	constants(p, CTM_SET_CONSTI_FMT, base);
}

void ctmAppendSetConstbFmt(struct ctm_pack *p, AMuint32 base)
{
	constants(p, CTM_SET_CONSTB_FMT, base);
}

/* A width that is no pitch leaves bits that the translation refuses. */
static uint32_t format_word(enum ctm_format format, unsigned int tiling, unsigned int width)
{
	return CTM_FORMAT(format) | CTM_FORMAT_TILING(tiling) | width;
}

void ctmAppendSetInpFmt(struct ctm_pack *p, unsigned int number, AMuint32 base,
			enum ctm_format format, unsigned int tiling, unsigned int width,
			unsigned int height)
{
	ctmAppend(p, CTM_SET_INP_FMT,
		  (uint32_t[]){ number, base, format_word(format, tiling, width), height }, 4);
}

void ctmAppendSetOutFmt(struct ctm_pack *p, unsigned int number, AMuint32 base,
			enum ctm_format format, unsigned int tiling, unsigned int width,
			unsigned int height)
{
	ctmAppend(p, CTM_SET_OUT_FMT,
		  (uint32_t[]){ number, base, format_word(format, tiling, width), height }, 4);
}

void ctmAppendSetDomain(struct ctm_pack *p, unsigned int x0, unsigned int y0, unsigned int x1,
			unsigned int y1)
{
	ctmAppend(p, CTM_SET_DOMAIN, (uint32_t[]){ x0, y0, x1, y1 }, 4);
}

void ctmAppendSetParams(struct ctm_pack *p, AMuint32 base)
{
	one(p, CTM_SET_PARAMS, base);
}

void ctmAppendSetCondOutFmt(struct ctm_pack *p, AMuint32 base, enum ctm_format format,
			    unsigned int tiling, unsigned int width, unsigned int height)
{
	ctmAppend(p, CTM_SET_COND_OUT_FMT,
		  (uint32_t[]){ base, format_word(format, tiling, width), height }, 3);
}

void ctmAppendSetCondTest(struct ctm_pack *p, enum ctm_cond_test test)
{
	one(p, CTM_SET_COND_TEST, test);
}

void ctmAppendSetCondLoc(struct ctm_pack *p, enum ctm_cond_loc loc)
{
	one(p, CTM_SET_COND_LOC, loc);
}

void ctmAppendSetCondVal(struct ctm_pack *p, float value)
{
	uint32_t bits;

	memcpy(&bits, &value, 4);
	one(p, CTM_SET_COND_VAL, bits);
}

void ctmAppendSimple(struct ctm_pack *p, enum ctm_command code)
{
	one(p, code, 0);
}
