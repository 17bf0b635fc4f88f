// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Verdicts in the words of R5xx: pipes, owners, programs, surfaces, draws.  pm4_verdict.c has the
 * rules that all fronts share.
 *
 * The comments of the say_*() functions document the members of struct pm4_verdict that
 * depend on the code.
 *
 * Pure functions of a verdict: no allocation, no locks, any context.
 */
#include "../pm4_text.h"
#include "r500_check.h"

static const char * const micro_names[] = {
	[R500_LINEAR] = "linear",
	[R500_TILED] = "tiled",
	[R500_SQUARE] = "square-tiled",
};

static bool is_texture(const struct pm4_verdict *v)
{
	return v->reg >= PM4_R_TX_FORMAT0 && v->reg < PM4_R_TX_OFFSET + 64;
}

/* .detail: dword of the last write of SU_REG_DEST or FG_ZBREG_DEST, PM4_NO_DWORD at the end */
static void say_pipes(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->detail == PM4_NO_DWORD)
		say(t, "0x%llx leaves some pipes out at the end of the stream", big(v->actual));
	else
		say(t, "some pipes would not take this: dword %u has selected 0x%llx", v->detail,
		    big(v->actual));
	if (v->reg != PM4_R_FG_ZBREG_DEST)
		say(t, ", all pipes are 0x%llx", big(v->expected));
}

/* .detail: PM4_OWNS_* */
static void say_owner(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->reg)
		say(t, "0x%llx%s%s: ", big(v->actual), v->field ? " sets " : "",
		    pm4_field_name(t, v, ""));
	say(t, "%s is not owned by this client",
	    v->detail == PM4_OWNS_CMASK ? "CMASK RAM" : "HyperZ");
}

/*
 * .detail: R500_UPLOAD_*; .actual: dwords; .expected: their unit.  R500_UPLOAD_END: .actual
 * constants from .offset on, .expected: the number that there are
 */
static void say_upload(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->detail == R500_UPLOAD_UNIT)
		say(t, "%llu dwords are not a multiple of the %llu of %s", big(v->actual),
		    big(v->expected), v->expected == 6 ? "an instruction" : "a vector");
	else if (v->detail == R500_UPLOAD_END)
		say(t, "no room for %llu %s at %llu, there are %llu", big(v->actual),
		    v->reg == PM4_R_GA_US_VECTOR_DATA ? "constants" : "vectors", big(v->offset),
		    big(v->expected));
	else if (v->detail == R500_UPLOAD_INDEX)
		say(t, "the packet before does not end with the index of the upload");
	else if (v->reg == PM4_R_GA_US_VECTOR_DATA || v->reg == PM4_R_VAP_PVS_VECTOR_DATA_REG_128)
		say(t, "only a packet with ONE_REG_WR may write this port");
	else
		say(t, "ONE_REG_WR is only for the ports of programs");
}

/* .actual: a dword of the instruction; .detail: R500_INST_*; .expected: the bits that it may set */
static void say_instruction(struct pm4_text *t, const struct pm4_verdict *v)
{
	switch (v->detail) {
	case R500_INST_TEX_OP:
		say(t, "texture operation %u is not documented", (u32)v->actual >> 22 & 7);
		return;
	case R500_INST_ALU_OP:
		say(t, "the instruction has the reserved ALU operation %u", (u32)v->actual & 15);
		return;
	case R500_INST_ALU_PAIR:
		say(t,
		    "the instruction has operations %u of RGB and %llu of alpha, which do not go together",
		    (u32)v->actual & 15, big(v->expected));
		return;
	case R500_INST_OMOD:
		say(t, "the instruction has OMOD 7, DISABLED, which is for MIN, MAX, CND and CMP");
		return;
	case R500_INST_PREDICATE:
		say(t, "the instruction has a reserved RGB_PRED_SEL or ALPHA_PRED_SEL");
		return;
	case R500_INST_STACK:
		say(t, "the instruction has a reserved A_OP, B_OP0 or B_OP1");
		return;
	case R500_INST_ACQUIRE:
		say(t,
		    "the instruction acquires the semaphore, which an earlier one %s, without TEX_SEM_WAIT",
		    v->expected == 1 ? "holds" : "may hold");
		return;
	case R500_INST_HELD:
		say(t,
		    "the last instruction ends the program with the semaphore, without TEX_SEM_WAIT");
		return;
	}
	say(t, "instruction dword 0x%08llx sets bits 0x%08x that must be 0", big(v->actual),
	    (u32)v->actual & ~(u32)v->expected);
}

/* .detail: micro | macro << 4; .shape: width, height, slices, bytes | samples or levels */
static void say_surface(struct pm4_text *t, const struct pm4_verdict *v)
{
	u32 micro = v->detail & 3, bytes = v->shape[3] & 0xff;

	say(t, "%s%s %llux%llu", v->detail & 0x10 ? "macro-" : "",
	    micro < ARRAY_SIZE(micro_names) ? micro_names[micro] : "?", big(v->shape[0]),
	    big(v->shape[1]));
	say(t, "x%uB", bytes);
	if (v->shape[2] > 1)
		say(t, " %llu slices", big(v->shape[2]));
	if (is_texture(v)) {
		if (v->shape[3] >> 24)
			say(t, " in blocks");
		if (v->shape[3] >> 16 & 0xff)
			say(t, " with %u levels", (u32)(v->shape[3] >> 16 & 0xff) + 1);
	} else if (v->shape[3] >> 8 > 1) {
		say(t, " %u samples", (u32)(v->shape[3] >> 8));
	}
	say(t, " ");
	pm4_say_range(t, v);
}

/*
 * .detail: R500_MODE_*.  R500_MODE_TILES: .actual: micro tiling, .expected: bytes of a pixel.
 * R500_MODE_CLEAR: .shape: a tile.  R500_MODE_CLIPS: .shape: the value.  R500_MODE_POINT: .shape:
 * the scissor.  Others: .actual: ZB_BW_CNTL
 */
static void say_mode(struct pm4_text *t, const struct pm4_verdict *v)
{
	switch (v->detail) {
	case R500_MODE_COMBINATION:
		say(t, "0x%llx is no combination of FAST_FILL, RD_COMP_ENABLE and WR_COMP_ENABLE",
		    big(v->actual));
		return;
	case R500_MODE_LINEAR:
		say(t, "depth with fast fill or compression must be micro tiled");
		return;
	case R500_MODE_16_BITS:
		say(t, "depth of 16 bits must not be compressed");
		return;
	case R500_MODE_CLEAR:
		say(t, "the scissor of a clear by ZB_CB_CLEAR cuts tiles of %llux%llu pixels",
		    big(v->shape[0]), big(v->shape[1]));
		return;
	case R500_MODE_CLIPS:
		say(t, "a clear by ZB_CB_CLEAR must not be clipped: must be 0x%llx",
		    big(v->shape[0]));
		return;
	case R500_MODE_LINES:
		say(t, "lines do not fill the tiles that ZB_CB_CLEAR clears");
		return;
	case R500_MODE_VERTEX:
		say(t,
		    "VTX_PT_SIZE_PRESENT: a point that clears by ZB_CB_CLEAR has the size of GA_POINT_SIZE");
		return;
	case R500_MODE_POINT:
		say(t,
		    "a point that clears by ZB_CB_CLEAR must be as large as the scissor, %llux%llu pixels",
		    big(v->shape[0]), big(v->shape[1]));
		return;
	}
	if (v->actual == R500_SQUARE)
		say(t, "square tiles are for 2 bytes, not for %llu", big(v->expected));
	else
		say(t, "micro tiling %llu is reserved", big(v->actual));
}

/* .detail: R500_SOURCE_* */
static void say_source(struct pm4_text *t, const struct pm4_verdict *v)
{
	switch (v->detail) {
	case R500_SOURCE_ALONE:
		say(t, "no draw without indices stands before it");
		return;
	case R500_SOURCE_WALK:
		say(t, "PRIM_WALK must be %llu in this packet, not %llu", big(v->expected),
		    big(v->actual));
		return;
	case R500_SOURCE_PRIMITIVE:
		say(t, "PRIM_TYPE %llu is not supported", big(v->actual));
		return;
	case R500_SOURCE_NOTHING:
		say(t, "the draw has no vertices");
		return;
	case R500_SOURCE_EMPTY:
		say(t, "the vertices of a packet have 0 dwords");
		return;
	case R500_SOURCE_ARRAYS:
		say(t, "the stream has not set the vertex arrays by 3D_LOAD_VBPNTR");
		return;
	case R500_SOURCE_SLOTS:
		say(t,
		    "PVS_NUM_SLOTS, PVS_NUM_CNTLRS or PVS_NUM_FPUS is 0, so that no vertex gets through");
		return;
	case R500_SOURCE_PROGRAM:
		say(t, "the draw may execute instruction %llu, which the stream has not uploaded",
		    big(v->actual));
		return;
	case R500_SOURCE_SHORT:
		say(t,
		    "with PVS_BYPASS a vertex needs the %llu dwords of VAP_OUT_VTX_FMT_0 and _1, it has %llu",
		    big(v->expected), big(v->actual));
		return;
	}
	say(t, "DESTINATION must be 0x%08llx (VAP_PORT_IDX0), not 0x%08llx", big(v->expected),
	    big(v->actual));
}

/* .detail: the caches that hold lines which the register moves */
static void say_flush(struct pm4_text *t, const struct pm4_verdict *v)
{
	bool color = v->detail & R500_CACHE_COLOR, depth = v->detail & R500_CACHE_DEPTH;

	say(t, "the cache of %s%s%s may hold lines of a draw: first write ", color ? "colour" : "",
	    color && depth ? " and that of " : "", depth ? "depth" : "");
	if (color)
		say(t, "0x%x to RB3D_DSTCACHE_CTLSTAT", R500_EMPTY_COLOR);
	if (depth)
		say(t, "%s0x%x to ZB_ZCACHE_CTLSTAT", color ? " and " : "", R500_EMPTY_DEPTH);
}

/* .detail: number of the array; .shape: last element, dword of the address */
static void say_vertex(struct pm4_text *t, const struct pm4_verdict *v)
{
	say(t, "array %u (dword %llu), up to element %llu, ", v->detail, big(v->shape[1]),
	    big(v->shape[0]));
	pm4_say_range(t, v);
}

/**
 * r500_say_register() - name a register without a row
 * @t: the text
 * @reg: byte offset
 *
 * Return: false, always: there are none.
 */
bool r500_say_register(struct pm4_text *t, u32 reg)
{
	return false;
}

/* Rules of surfaces.  Returns false for other rules. */
static bool say_surface_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	switch (v->code) {
	case PM4_CODE_SURFACE_FORMAT:
		say(t, "format %llu is not supported here", big(v->actual));
		return true;
	case PM4_CODE_SURFACE_MODE:
		say_mode(t, v);
		return true;
	case PM4_CODE_SURFACE_PITCH:
		if (v->detail)
			say(t, "the scissor begins at %llu, past the pitch %llu", big(v->expected),
			    big(v->actual));
		else if (v->actual)
			say(t, "pitch %llu is not a multiple of %llu", big(v->actual),
			    big(v->expected));
		else
			say(t, "the pitch is 0");
		return true;
	case PM4_CODE_SURFACE_BASE:
		say(t, "offset 0x%llx of buffer %u is not a multiple of %llu", big(v->offset),
		    v->buffer, big(v->expected));
		return true;
	case PM4_CODE_SURFACE_BOUNDS:
		say_surface(t, v);
		return true;
	case PM4_CODE_TARGET_FORMAT:
		say(t, "INDEPENDENT_COLORFORMAT_ENABLE must be set, because target %u is used",
		    v->detail);
		return true;
	case PM4_CODE_RESOURCE_TYPE:
		say(t, "TEX_COORD_TYPE %llu is reserved", big(v->actual));
		return true;
	case PM4_CODE_RESOURCE_LEVELS:
		say(t, "NUM_LEVELS %llu is not allowed, the maximum is %llu", big(v->actual),
		    big(v->expected));
		return true;
	case PM4_CODE_TEXTURE_SIZE:
		say(t, "must be 0x%08llx, as TX_FORMAT0 and TX_FORMAT2 say, not 0x%08llx",
		    big(v->expected), big(v->actual));
		return true;
	}
	return false;
}

/* The value of a register.  Returns false for a register of which all bits count. */
static bool say_register_value(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->reg - PM4_R_TX_FILTER0 >= 4 * R500_UNITS)
		return false;
	say(t, "ID must be %llu, the number of the texture, not %llu", big(v->expected),
	    big(v->actual));
	return true;
}

/**
 * r500_say_rule() - say the rule of a verdict
 * @t: the text
 * @v: the verdict
 *
 * Return: false for the rules that pm4_verdict.c says.
 */
bool r500_say_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	switch (v->code) {
	case PM4_CODE_PIPES:
		say_pipes(t, v);
		return true;
	case PM4_CODE_NOT_OWNER:
		say_owner(t, v);
		return true;
	case PM4_CODE_RAM_BOUNDS:
		say(t, "no room for %llu dwords at %llu, the RAM has %llu", big(v->actual),
		    big(v->offset), big(v->expected));
		return true;
	case PM4_CODE_UPLOAD:
		say_upload(t, v);
		return true;
	case PM4_CODE_INSTRUCTION:
		say_instruction(t, v);
		return true;
	case PM4_CODE_DRAW_SOURCE:
		say_source(t, v);
		return true;
	case PM4_CODE_VERTEX_BOUNDS:
		say_vertex(t, v);
		return true;
	case PM4_CODE_INDEX_MISSING:
		say(t, "lacks %llu dwords of indices, and no INDX_BUFFER follows",
		    big(v->expected));
		return true;
	case PM4_CODE_INDEX_COUNT:
		say(t, "%s take %llu dwords, the packet has %llu",
		    v->detail ? "vertices" : "indices", big(v->expected), big(v->actual));
		return true;
	case PM4_CODE_NOT_FLUSHED:
		say_flush(t, v);
		return true;
	case PM4_CODE_REGISTER_VALUE:
		return say_register_value(t, v);
	case PM4_CODE_PACKET_TYPE:
		say(t, "packets of type 1 are not checked: those of type 0 write any register");
		return true;
	case PM4_CODE_HEADER_BITS:
		if (PM4_TYPE(v->packet))
			return false;
		say(t, "bits 0x%llx of the register's number must be 0", big(v->actual));
		return true;
	}
	return say_surface_rule(t, v);
}
