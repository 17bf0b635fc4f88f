/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Instructions of fragment programs (US), with the names of AMD's guide (R5xx guide 7 and 10.9):
 * the disassembler of the library, and the names that the assembler of uapi/ctm shares with it.
 *
 * An instruction is six dwords.  Its text is one line:
 *
 *	ALU FIELD... rgb0=r1 a0=c2; RGB MAD r3.rgb, src0.rgb, src0.111, -src1.000; ALPHA ...
 *	TEX FIELD... LOOKUP r3.rgba, t0.rgba, r1.rgba
 *	FC FIELD... JUMP
 *
 * r500_say_inst() has a text for any six dwords, and the assembler makes the same dwords of it.
 *
 * Const data and pure functions: no locks, any context.  Not in the module.
 */
#ifndef R500_US_H
#define R500_US_H

#include "../pm4_text.h"

#define R500_US_DW		6u
#define R500_US_SLOTS		512u

enum { R500_US_ALU, R500_US_OUT, R500_US_FC, R500_US_TEX };

/**
 * struct r500_us_field - a field of an instruction
 * @name: as the guide spells it
 * @word: the dword, 0 to 5
 * @shift: lowest bit
 * @width: number of bits
 * @types: bit mask of the instruction types whose text has the field by its name
 * @values: names of the values from 0 on, ending with NULL; NULL: a number, or a flag of one bit
 */
struct r500_us_field {
	const char *name;
	u8 word;
	u8 shift;
	u8 width;
	u8 types;
	const char * const *values;
};

/* All fields whose name is in a text; ends with a field without a name. */
extern const struct r500_us_field r500_us_fields[];

/* Names by number: NULL after the last, empty if the guide reserves the number. */
extern const char * const r500_us_types[];
extern const char * const r500_us_rgb_ops[];
extern const char * const r500_us_alpha_ops[];
extern const char * const r500_us_tex_ops[];
extern const char * const r500_us_fc_ops[];
extern const char * const r500_us_omods[];
extern const char * const r500_us_presubtracts[];
extern const char * const r500_us_targets[];
extern const char * const r500_us_compares[];

/* Letters of a swizzle of three bits: the channels, 0, 0.5, 1, unused. */
#define R500_US_SWIZZLE		"rgba0h1_"
/* The letters of modifiers of inputs: none, -x, |x|, -|x|. */

u32 r500_us_operands(bool alpha, u32 op);
const char *r500_us_name(const char * const *names, u32 value);
u32 r500_us_inline_1024(u32 bits);
void r500_say_inst(struct pm4_text *t, const u32 *inst);

#endif /* R500_US_H */
