/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Instructions of vertex programs (PVS), with the names of AMD's guide (R5xx guide 6.5): the
 * disassembler of the library.
 *
 * An instruction is four dwords: opcode and destination, and three operands.  Its text is one line:
 *
 *	VE_MULTIPLY_ADD r1.xyzw, in0.xyzw, c2.xxxx, -r3.xyzw
 *	ME_RECIP_DX.ME_SAT o2.x, r0.wwww
 *	VE_ADD r1.xyz, in0.xyzw, c[4+a0.x].xyzw; ME_RECIP_SQRT_DX a1.x, r0.ww
 *
 * Selections of a channel: x, y, z, w, 0, 1; ? and _ are the reserved ones.
 *
 * r500_say_vertex() has a text for any four dwords, and no two have the same.
 *
 * Const data and pure functions: no locks, any context.  Not in the module.
 */
#ifndef R500_PVS_H
#define R500_PVS_H

#include "../pm4_text.h"

#define R500_PVS_DW		4u
#define R500_PVS_SLOTS		1024u

void r500_say_vertex(struct pm4_text *t, const u32 *inst);

#endif /* R500_PVS_H */
