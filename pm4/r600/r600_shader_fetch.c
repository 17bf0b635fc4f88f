// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Fetch instructions as text: vertices, textures, and on R7xx memory.  Fields that are 0 and say
 * nothing are left out.
 *
 * Pure functions: no allocation, no locks.
 */
#include "../pm4_util.h"
#include "r600_shader.h"

#define VTX_INST_MEM	2u
#define TEX_INST_FIRST	3u

static void say_dest(struct pm4_text *t, u32 word)
{
	u32 i;

	say(t, " ");
	r600_say_gpr(t, pm4_bits(word, 0, 7), 1, word >> 7 & 1);
	say(t, ".");
	for (i = 0; i < 4; i++)
		say(t, "%c", "xyzw01?_"[pm4_bits(word, 9 + 3 * i, 3)]);
}

/* A number as a table names it, for instance FMT_8. */
static void say_named(struct pm4_text *t, const char *field, u32 f, u32 value)
{
	const char *name = pm4_value_name(&r600_tables, &r600_tables.fields[f], value);

	if (name)
		say(t, " %s=%s", field, name);
	else if (value)
		say(t, " %s=%u", field, value);
}

/* The format of a vertex fetch or of a read of memory. */
static void say_format(struct pm4_text *t, u32 word)
{
	say_named(t, "DATA_FORMAT", PM4_F_SQ_VTX_CONSTANT_WORD2_DATA_FORMAT,
		  pm4_bits(word, 22, 6));
	say_named(t, "NUM_FORMAT_ALL", PM4_F_SQ_VTX_CONSTANT_WORD2_NUM_FORMAT_ALL,
		  pm4_bits(word, 28, 2));
	say(t, "%s%s", word >> 30 & 1 ? " FORMAT_COMP_ALL=SIGNED" : "",
	    word >> 31 ? " SRF_MODE_ALL" : "");
}

static void say_endian(struct pm4_text *t, u32 word)
{
	if (pm4_bits(word, 16, 2))
		say_named(t, "ENDIAN_SWAP", PM4_F_SQ_VTX_CONSTANT_WORD2_ENDIAN_SWAP,
			  pm4_bits(word, 16, 2));
}

static void say_vertex(struct pm4_text *t, const u32 *dw)
{
	static const char * const types[] = { "VERTEX_DATA", "INSTANCE_DATA", "NO_INDEX_OFFSET",
					      "FETCH_TYPE=3" };
	bool semantic = dw[0] & 1, r7xx = r600_chip_is_r7xx(t->chip);

	if (semantic) {
		u32 i;

		say(t, " SEMANTIC_ID=%u.", pm4_bits(dw[1], 0, 8));
		for (i = 0; i < 4; i++)
			say(t, "%c", "xyzw01?_"[pm4_bits(dw[1], 9 + 3 * i, 3)]);
	} else {
		say_dest(t, dw[1]);
	}
	say(t, ", ");
	r600_say_gpr(t, pm4_bits(dw[0], 16, 7), 1, dw[0] >> 23 & 1);
	say(t, ".%c, b%u %s", "xyzw"[pm4_bits(dw[0], 24, 2)], pm4_bits(dw[0], 8, 8),
	    types[pm4_bits(dw[0], 5, 2)]);
	say(t, " OFFSET=%u", pm4_bits(dw[2], 0, 16));
	if (dw[1] >> 21 & 1)
		say(t, " USE_CONST_FIELDS");
	if (!(dw[1] >> 21 & 1) || pm4_bits(dw[1], 22, 10))
		say_format(t, dw[1]);
	say_endian(t, dw[2]);
	if (dw[0] >> 26)
		say(t, " MEGA_FETCH_COUNT=%u", dw[0] >> 26);
	say(t, "%s%s%s%s", dw[2] >> 19 & 1 ? " MEGA_FETCH" : "",
	    dw[0] >> 7 & 1 ? " FETCH_WHOLE_QUAD" : "",
	    dw[2] >> 18 & 1 ? " CONST_BUF_NO_STRIDE" : "",
	    r7xx && dw[2] >> 20 & 1 ? " ALT_CONST" : "");
	r600_say_other(t, 1, dw[1], 0xfffffeff);
	r600_say_other(t, 2, dw[2], r7xx ? 0x001fffff : 0x000fffff);
}

static void say_memory(struct pm4_text *t, const u32 *dw)
{
	u32 op = pm4_bits(dw[0], 8, 3), burst = pm4_bits(dw[0], 26, 4) + 1;

	say(t, " ");
	r600_say_op(t, op < R600_MEM_OPS && r600_mem_ops[op].name ? &r600_mem_ops[op] : NULL,
		    "MEM_OP", op);
	say_dest(t, dw[1]);
	say(t, ", ");
	r600_say_gpr(t, pm4_bits(dw[0], 16, 7), 1, dw[0] >> 23 & 1);
	say(t, ".%c%c", "xyzw"[pm4_bits(dw[0], 24, 2)], "xyzw"[pm4_bits(dw[0], 13, 2)]);
	say(t, " ARRAY_BASE=%u ARRAY_SIZE=%u ELEM_SIZE=%u", pm4_bits(dw[2], 0, 13),
	    pm4_bits(dw[2], 20, 12), pm4_bits(dw[0], 5, 2));
	say_format(t, dw[1]);
	say_endian(t, dw[2]);
	if (burst > 1)
		say(t, " BURST_COUNT=%u", burst);
	say(t, "%s%s%s%s%s", dw[0] >> 7 & 1 ? " FETCH_WHOLE_QUAD" : "",
	    dw[0] >> 11 & 1 ? " UNCACHED" : "", dw[0] >> 12 & 1 ? " INDEXED" : "",
	    dw[0] >> 30 & 1 ? " LDS_REQ" : "", dw[0] >> 31 ? " COALESCED_READ" : "");
	r600_say_other(t, 0, dw[0], 0xffff7fff);
	r600_say_other(t, 1, dw[1], 0xffdffeff);
	r600_say_other(t, 2, dw[2], 0xfff31fff);
}

/* A signed number of halves of a texel. */
static void say_offset(struct pm4_text *t, u32 bits)
{
	s32 halves = (s32)((bits ^ 16) & 31) - 16;

	say(t, "%s%d%s", halves < 0 ? "-" : "", (halves < 0 ? -halves : halves) / 2,
	    halves & 1 ? ".5" : "");
}

static void say_offsets(struct pm4_text *t, u32 word)
{
	u32 i;

	if (!pm4_bits(word, 0, 15))
		return;
	say(t, " OFFSET=");
	for (i = 0; i < 3; i++) {
		say(t, i ? "," : "");
		say_offset(t, word >> 5 * i & 31);
	}
}

static void say_texture(struct pm4_text *t, const u32 *dw)
{
	s32 bias = (s32)(pm4_bits(dw[1], 21, 7) ^ 64) - 64;
	bool r7xx = r600_chip_is_r7xx(t->chip);
	u32 i;

	say_dest(t, dw[1]);
	say(t, ", ");
	r600_say_gpr(t, pm4_bits(dw[0], 16, 7), 1, dw[0] >> 23 & 1);
	say(t, ".");
	for (i = 0; i < 4; i++)
		say(t, "%c", "xyzw01?_"[pm4_bits(dw[2], 20 + 3 * i, 3)]);
	say(t, ", t%u, s%u COORD_TYPE=", pm4_bits(dw[0], 8, 8), pm4_bits(dw[2], 15, 5));
	for (i = 0; i < 4; i++)
		say(t, "%c", dw[1] >> (28 + i) & 1 ? 'N' : 'U');
	if (bias)
		say(t, " LOD_BIAS=%d", bias);
	say_offsets(t, dw[2]);
	say(t, "%s%s%s", dw[0] >> 5 & 1 ? " BC_FRAC_MODE" : "",
	    dw[0] >> 7 & 1 ? " FETCH_WHOLE_QUAD" : "",
	    r7xx && dw[0] >> 24 & 1 ? " ALT_CONST" : "");
	r600_say_other(t, 0, dw[0], r7xx ? 0x01ffffbf : 0x00ffffbf);
	r600_say_other(t, 1, dw[1], 0xfffffeff);
}

/**
 * r600_say_fetch() - append a fetch
 * @t: the text
 * @dw: its four dwords
 */
void r600_say_fetch(struct pm4_text *t, const u32 *dw)
{
	u32 op = pm4_bits(dw[0], 0, 5);

	r600_say_op(t, &r600_tex_ops[op], "TEX_INST", op);
	if (op >= TEX_INST_FIRST)
		say_texture(t, dw);
	else if (op == VTX_INST_MEM)
		say_memory(t, dw);
	else
		say_vertex(t, dw);
	r600_say_other(t, 3, dw[3], 0);
}
