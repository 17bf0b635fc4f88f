// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Verdicts as sentences: the place, then the rule with the names of the tables.
 *
 * The comments of the say_*() functions document the members of struct vc4_verdict that depend on
 * the rule.  Pure functions of a verdict: no allocation, no locks.
 */
#include "../pm4_text.h"
#include "vc4_names.h"

static const char * const rule_names[] = {
#define RULE_NAME(name) #name,
	VC4_RULES(RULE_NAME)
#undef RULE_NAME
};

/**
 * vc4_rule_name() - name of a rule
 * @rule: enum vc4_rule
 *
 * Return: the name, or "?".
 */
const char *vc4_rule_name(u32 rule)
{
	return rule < ARRAY_SIZE(rule_names) ? rule_names[rule] : "?";
}

static const char *field_name(const struct vc4_verdict *v)
{
	return v->field ? vc4_tables.fields[v->field - 1].name : "value";
}

static const char *record_name(u32 code)
{
	const struct pm4_record_row *row = vc4_record_row(code);

	return row ? row->name : "?";
}

static void say_buffer_size(struct pm4_text *t, const struct vc4_verdict *v)
{
	say(t, "buffer %u, which has %llu bytes", v->buffer, big(v->expected));
}

/* ---- the list ---- */

/* .expected: BINNER_BYTES; .actual: bytes of tile state */
static void say_grid(struct pm4_text *t, const struct vc4_verdict *v)
{
	say(t, "%llu bytes of tile state leave no room for tile lists in %llu", big(v->actual),
	    big(v->expected));
}

/* .field; .expected: pixels of all tiles; .actual: end of the window */
static void say_window(struct pm4_text *t, const struct vc4_verdict *v)
{
	bool down = v->field == PM4_F_CLIP_WINDOW_HEIGHT + 1;

	say(t, "the window ends at %s %llu, the tiles at %llu", down ? "line" : "column",
	    big(v->actual), big(v->expected));
}

/* .detail: bytes of an index; .actual: indices; .offset; .expected: bytes of the buffer */
static void say_indices(struct pm4_text *t, const struct vc4_verdict *v)
{
	if (v->rule == VC4_INDEX_ALIGN) {
		say(t, "offset %llu of the indices is not a multiple of %u", big(v->offset),
		    v->detail);
		return;
	}
	say(t, "%llu indices of %u byte%s at %llu of ", big(v->actual), v->detail,
	    v->detail > 1 ? "s" : "", big(v->offset));
	say_buffer_size(t, v);
}

/* .actual: the size as a float, 0: none is set */
static void say_point_size(struct pm4_text *t, const struct vc4_verdict *v)
{
	if (v->actual)
		say(t, "points of size 0x%08llx, which is not 0.125 or more", big(v->actual));
	else
		say(t, "the list has set no POINT_SIZE of 0.125 or more before this");
}

/* State stays in the hardware; the others belong to the list. */
static bool is_state(u32 code)
{
	return code != PM4_RECORD_GEM_HANDLES && code != PM4_RECORD_GL_SHADER_STATE &&
	       code != PM4_RECORD_START_TILE_BINNING;
}

/*
 * .expected: the code that must come first, or the bit or value that is allowed.  Long, because it
 * is one switch over the rules.
 */
static void say_list(struct pm4_text *t, const struct vc4_verdict *v)
{
	const struct pm4_record_row *row = vc4_record_row(v->code);

	switch (v->rule) {
	case VC4_LIST_CODE:
		say(t, "no record has this code");
		break;
	case VC4_LIST_DENIED:
		say(t, "%s", row && row->reason ? row->reason : "denied");
		break;
	case VC4_LIST_CUT:
		say(t, "has %llu bytes, and %llu are left", big(v->expected), big(v->actual));
		break;
	case VC4_LIST_ORDER:
		say(t, "%s must be first", record_name((u32)v->expected));
		break;
	case VC4_LIST_TWICE:
		say(t, "the list has one already");
		break;
	case VC4_LIST_END:
		say(t, "belongs at byte %llu, at the end of the list", big(v->expected));
		break;
	case VC4_LIST_MISSING:
		say(t, "the list ends without %s", record_name((u32)v->expected));
		break;
	case VC4_LIST_UNSET:
		say(t, "the list has no %s before this%s", record_name((u32)v->expected),
		    is_state((u32)v->expected) ? ", so another job's would count" : "");
		break;
	case VC4_LIST_FIELD:
		say(t, "%s %llu is not allowed, %s %llu", field_name(v), big(v->actual),
		    !v->expected ? "only" : v->actual < v->expected ? "at least" : "at most",
		    big(v->expected));
		break;
	case VC4_LIST_BITS:
		say(t, "0x%06llx sets bits 0x%06llx that must be 0", big(v->actual),
		    big(v->actual & v->expected));
		break;
	case VC4_LIST_GRID:
		say_grid(t, v);
		break;
	case VC4_LIST_SAMPLES:
		say(t, "MULTISAMPLE is %llu, and %llu in the render arguments", big(v->actual),
		    big(v->expected));
		break;
	case VC4_LIST_WINDOW:
		say_window(t, v);
		break;
	case VC4_LIST_POINT:
		say_point_size(t, v);
		break;
	case VC4_LIST_DRAWS:
		say(t, "draw %llu, and a list can have %llu before counters of state wrap",
		    big(v->actual), big(v->expected));
		break;
	case VC4_INDEX_ALIGN:
	case VC4_INDEX_BOUNDS:
		say_indices(t, v);
		break;
	case VC4_DRAW_WRAPS:
		say(t, "%llu vertices from %llu exceed 32 bits", big(v->actual), big(v->expected));
		break;
	case VC4_RECORD_COUNT:
		say(t, "this is record %llu, and the client declares %llu", big(v->actual),
		    big(v->expected));
		break;
	}
}

/* ---- records ---- */

/* .expected: bytes of the buffer; .actual: end of the access; .detail: the vertex */
static void say_attribute(struct pm4_text *t, const struct vc4_verdict *v)
{
	if (v->rule == VC4_VERTEX_BOUNDS)
		say(t, "vertex %u ends at %llu of ", v->detail, big(v->actual));
	else
		say(t, "the first vertex ends at %llu of ", big(v->actual));
	say_buffer_size(t, v);
}

/* .detail: VC4_USES_* that the stage may not; .actual: varyings */
static void say_stage_rule(struct pm4_text *t, const struct vc4_verdict *v)
{
	say(t, "%s shader (buffer %u) ", vc4_stage_name(v->stage), v->buffer);
	if (v->detail & VC4_USES_VPM)
		say(t, "uses the vertex memory");
	else if (v->detail & VC4_USES_TILE)
		say(t, "uses the tile buffer or values of a fragment");
	else if (v->detail & VC4_USES_THREADS)
		say(t, "switches threads");
	else
		say(t, "reads %llu varyings", big(v->actual));
	say(t, ", which only %s do", v->detail & VC4_USES_VPM ? "the others" : "fragment shaders");
}

/* Long, because it is one switch over the rules. */
static void say_record(struct pm4_text *t, const struct vc4_verdict *v)
{
	switch (v->rule) {
	case VC4_RECORD_COUNT:
		say(t, "the list has %llu records, and the client declares %llu", big(v->actual),
		    big(v->expected));
		break;
	case VC4_RECORD_CUT:
		say(t, "%u attributes need %llu bytes, and %llu are left", v->detail,
		    big(v->expected), big(v->actual));
		break;
	case VC4_RECORD_LEFT:
		say(t, "the records end at byte %llu of %llu", big(v->expected), big(v->actual));
		break;
	case VC4_RECORD_FLAGS:
		say(t, "flags 0x%llx set bits that must be 0", big(v->actual));
		break;
	case VC4_RECORD_THREADS:
		say(t, "FS single threaded is %llu, and the code says %llu", big(v->actual & 1),
		    big(v->expected));
		break;
	case VC4_RECORD_OFFSET:
		say(t, "%s shader begins at byte %llu of buffer %u, not at 0",
		    vc4_stage_name(v->stage), big(v->actual), v->buffer);
		break;
	case VC4_RECORD_STAGE:
		say_stage_rule(t, v);
		break;
	case VC4_RECORD_VARYINGS:
		say(t, "the draws set up %llu varyings, and the code reads %llu",
		    big(v->expected), big(v->actual));
		break;
	case VC4_RECORD_MASK:
		say(t, "%s shader's mask 0x%02llx names more than the %llu attributes",
		    vc4_stage_name(v->stage), big(v->actual), big(v->expected));
		break;
	case VC4_RECORD_ROWS:
		say(t, "%s shader (buffer %u) reads %llu bytes of each vertex, which has %llu",
		    vc4_stage_name(v->stage), v->buffer, big(v->actual), big(v->expected));
		break;
	case VC4_RECORD_LIMIT:
		say(t, "%llu varyings, and a vertex has room for %llu", big(v->actual),
		    big(v->expected));
		break;
	case VC4_RECORD_OUTPUT:
		say(t, "%s shader (buffer %u) may leave out row %llu of the %llu of a vertex",
		    vc4_stage_name(v->stage), v->buffer, big(v->actual), big(v->expected));
		break;
	case VC4_RECORD_POINT:
		say(t, "coordinate shader (buffer %u) does not clamp the size of points to 0.125",
		    v->buffer);
		break;
	case VC4_RECORD_SAMPLES:
		say(t, "fragment shader (buffer %u) accesses more samples than the %llu of a pixel",
		    v->buffer, big(v->expected));
		break;
	case VC4_ATTRIBUTE_VPM:
		say(t, "%llu bytes at %llu of the vertex, which has %llu in the %s shader",
		    big(v->actual), big(v->offset), big(v->expected), vc4_stage_name(v->stage));
		break;
	case VC4_ATTRIBUTE_BOUNDS:
	case VC4_VERTEX_BOUNDS:
		say_attribute(t, v);
		break;
	}
}

/* ---- uniforms ---- */

/* .offset: base; .actual: bytes that are needed from there, or below it */
static void say_texture(struct pm4_text *t, const struct vc4_verdict *v)
{
	switch (v->rule) {
	case VC4_READ_BOUNDS:
		say(t, "reads of 4 bytes up to %llu + %llu of ", big(v->offset), big(v->actual));
		say_buffer_size(t, v);
		break;
	case VC4_TEXTURE_TYPE:
		say(t, "texture type %llu (", big(v->actual));
		vc4_say_item(t, PM4_SET_TEXTURE, (u32)v->actual);
		say(t, ") is not supported");
		break;
	case VC4_TEXTURE_CHILD:
		say(t, "child image parameters are not supported");
		break;
	case VC4_TEXTURE_CUBE:
		if (v->actual > 1)
			say(t, "the cube has more than one stride");
		else
			say(t, "the cube has no stride");
		break;
	case VC4_TEXTURE_BOUNDS:
		say(t, "the texture needs %llu bytes at %llu of ", big(v->actual), big(v->offset));
		say_buffer_size(t, v);
		break;
	case VC4_TEXTURE_LEVELS:
		say(t, "the levels need %llu bytes before level 0, which is at %llu of buffer %u",
		    big(v->actual), big(v->offset), v->buffer);
		break;
	case VC4_TEXTURE_FILTER:
		say(t, "MIN_FILTER %llu is reserved", big(v->actual));
		break;
	case VC4_TEXTURE_COUNT:
		say(t, "%llu levels, and an image of this size has %llu", big(v->actual),
		    big(v->expected));
		break;
	case VC4_TEXTURE_WRAP:
		say(t, "a border of a cube, which has none");
		break;
	case VC4_TEXTURE_FACES:
		say(t, "a face with its levels has %llu bytes, and the next one begins after %llu",
		    big(v->expected), big(v->actual));
		break;
	}
}

static void say_uniforms(struct pm4_text *t, const struct vc4_verdict *v)
{
	if (v->rule == VC4_UNIFORMS_CUT)
		say(t, "%u handles and the words have %llu bytes, and %llu are left", v->detail,
		    big(v->expected), big(v->actual));
	else if (v->rule == VC4_UNIFORMS_LEFT)
		say(t, "the uniforms end at byte %llu of %llu", big(v->expected), big(v->actual));
	else if (v->rule == VC4_RECORD_POINT)
		say(t, "points of size 0x%08llx, which is not 0.125 or more", big(v->actual));
	else
		say_texture(t, v);
}

/* ---- programs ---- */

/* .detail: 0 to 5, the field that breaks the rule; .actual: its value */
static void say_branch_form(struct pm4_text *t, const struct vc4_verdict *v)
{
	static const char * const why[] = {
		NULL, "branch to an absolute address", "branch to the value of a register",
		"branch writes its address to a register",
	};

	if (v->detail == 0)
		say(t, "branch condition %llu is reserved", big(v->actual));
	else if (v->detail == 4)
		say(t, "branch sets reserved bits 0x%llx", big(v->actual));
	else if (v->detail == 5)
		say(t, "branch of %d bytes does not lead to an instruction", (s32)(u32)v->actual);
	else
		say(t, "%s", why[v->detail & 3]);
}

/* .actual: target, or the instruction; .expected: end, branch or switch */
static void say_branch(struct pm4_text *t, const struct vc4_verdict *v)
{
	s64 target = (s64)v->actual;

	switch (v->rule) {
	case VC4_BRANCH_FORM:
		say_branch_form(t, v);
		break;
	case VC4_BRANCH_TARGET:
		say(t, "branch to ip %lld %s", (long long)target,
		    target < 0 ? "before the program" : "past the program end");
		break;
	case VC4_BRANCH_SLOT:
		if (v->detail == 0)
			say(t, "the slots of this branch reach the end at ip %llu",
			    big(v->expected));
		else if (v->detail == 1)
			say(t, "a branch or a switch in the slots of the branch at ip %llu",
			    big(v->expected));
		else
			say(t, "the thread switch at ip %llu has not taken effect",
			    big(v->expected));
		break;
	case VC4_BRANCH_ENDLESS:
		say(t, "no way leads from here to the end");
		break;
	}
}

static void say_threads(struct pm4_text *t, const struct vc4_verdict *v)
{
	if (v->rule == VC4_THREAD_FILE)
		say(t, "registers 16 to 31 belong to the other thread");
	else if (v->rule == VC4_THREAD_SWITCH)
		say(t, "%s before ip %llu, where the last thread switch takes effect",
		    v->detail ? "the end" : "a thread switch", big(v->expected));
	else if (v->rule == VC4_THREAD_TILE)
		say(t, "the scoreboard is locked before ip %llu, up to which threads switch",
		    big(v->expected));
	else if (v->rule == VC4_THREAD_RESULT && v->actual)
		say(t, "%llu requests of TMU%u wait since the thread switch before the last one",
		    big(v->actual), v->detail);
	else if (v->rule == VC4_THREAD_RESULT)
		say(t, "the oldest request of TMU%u may be the other thread's: no switch since",
		    v->detail);
	else if (v->detail == 2)
		say(t, "the last thread switch is missing");
	else if (v->detail == 1)
		say(t, "branch over the last thread switch at ip %llu", big(v->expected));
	else
		say(t, "a thread switch after the last one at ip %llu", big(v->expected));
}

/* .detail: the part of the pattern that is missing; .expected, .actual: the constant */
static void say_reset(struct pm4_text *t, const struct vc4_verdict *v)
{
	static const char * const why[] = {
		"not an add of the add unit", "conditional, or packed on its way",
		"the second operand is no uniform", "the first operand is no known constant",
	};

	say(t, "reset of the uniform stream: ");
	if (v->detail < ARRAY_SIZE(why))
		say(t, "%s", why[v->detail]);
	else
		say(t, "the constant is %llu, and the next word is at %llu", big(v->actual),
		    big(v->expected));
}

/* .detail: the part of the pattern that is missing */
static void say_clamp(struct pm4_text *t, const struct vc4_verdict *v)
{
	static const char * const why[] = {
		"not an add of the add unit", "an operand or the sum is packed on its way",
		"the second operand is no uniform",
		"the first operand is not min(max(x, 0), uniform)",
	};

	say(t, "direct read of any address: %s", why[v->detail & 3]);
}

static void say_lookup(struct pm4_text *t, const struct vc4_verdict *v)
{
	switch (v->rule) {
	case VC4_LOOKUP_UNITS:
		say(t, "both units write texture coordinates");
		break;
	case VC4_LOOKUP_CONDITION:
		say(t, "a texture coordinate that is not always written");
		break;
	case VC4_LOOKUP_UNIFORM:
		say(t, "a texture coordinate takes a uniform, and the instruction reads one");
		break;
	case VC4_LOOKUP_TWICE:
		say(t, "the lookup has this coordinate already");
		break;
	case VC4_LOOKUP_FULL:
		say(t, "%llu words wait in TMU%u, which holds %llu", big(v->actual), v->detail,
		    big(v->expected));
		break;
	case VC4_LOOKUP_OPEN:
		say(t, "a lookup of TMU%u has %llu coordinates and no S at %s", v->detail,
		    big(v->actual), v->expected ? "the end" : "a branch target");
		break;
	case VC4_READ_CLAMP:
		say_clamp(t, v);
		break;
	case VC4_RESULT_NONE:
		say(t, "TMU%u has no request whose result could come", v->detail);
		break;
	case VC4_RESULT_LEFT:
		say(t, "%llu results of TMU%u are not taken at %s", big(v->actual), v->detail,
		    v->expected ? "the end" : "a branch target");
		break;
	}
}

/* .detail: the part of the rule; .expected, .actual: rows */
static void say_vpm(struct pm4_text *t, const struct vc4_verdict *v)
{
	static const char * const why[] = {
		"the setup of vertex memory is no constant", "the setup is one of DMA",
		"the setup is not of whole rows of 32-bit words",
		"vertex memory is written without a setup",
		"more setups than can wait",
	};

	if (v->rule == VC4_VPM_SETUP && v->detail == 5)
		say(t, "the setup sets bits 0x%llx that must be 0", big(v->actual));
	else if (v->rule == VC4_VPM_SETUP)
		say(t, "%s", why[v->detail]);
	else if (v->rule == VC4_VPM_ROWS)
		say(t, "the rows end at %llu, and vertex memory has %llu", big(v->actual),
		    big(v->expected));
	else if (v->rule == VC4_VPM_READ)
		say(t, "vertex memory is read without a setup");
	else
		say(t, "%llu rows of a setup are not read at %s", big(v->actual),
		    v->detail ? "the end" : "a branch target");
}

/* .detail: 0 signal, 1 read, 2 write, 3 file, 4 Z */
static void say_last(struct pm4_text *t, const struct vc4_verdict *v)
{
	static const char * const why[] = {
		"the last three instructions may not have this signal",
		"the last three instructions may not read uniforms, varyings, vertex memory or register 14",
		"the last three instructions may not write this",
		"the end may not write a register of a file",
		"the last three instructions may not write the depth or the multisample mask",
	};

	say(t, "%s", why[v->detail]);
}

/* .detail: file B; .actual: the address */
static void say_register(struct pm4_text *t, const struct vc4_verdict *v)
{
	bool write = v->rule == VC4_CODE_WRITE;
	u32 set = write ? PM4_SET_WRITE_A + v->detail : PM4_SET_READ_A + v->detail;
	const struct pm4_item_row *row = vc4_item_row(set, (u32)v->actual);

	if (row && row->reason) {
		/* The place of a write has its name already. */
		if (!write)
			vc4_say_item(t, set, (u32)v->actual);
		say(t, "%s%s", write ? "" : ": ", row->reason);
	} else {
		say(t, "register %llu of file %c cannot be %s", big(v->actual),
		    v->detail ? 'B' : 'A', write ? "written" : "read");
	}
}

/* .detail: the form; .expected: the first instruction that may; .actual: signal, accumulator */
static void say_restriction(struct pm4_text *t, const struct vc4_verdict *v)
{
	static const char * const rotation[] = {
		"the rotation is by r5, which the instruction before writes", NULL,
		"only r0 to r3 are rotated", "a rotation is no input",
		"what runs before a rotation at a branch target may write its input",
	};
	static const char * const result[] = {
		"r4 is read", "r4 is written", "an SFU result is on its way to a branch target",
	};

	if (v->rule == VC4_CODE_COUPLED) {
		if (v->detail)
			vc4_say_item(t, PM4_SET_SIGNAL, (u32)v->actual);
		say(t, "%s access coupled units, and an instruction accesses one",
		    v->detail ? " and a write" : "both units");
	} else if (v->rule == VC4_CODE_RESULT) {
		say(t, "%s before ip %llu, when the SFU is done", result[v->detail],
		    big(v->expected));
	} else if (v->rule == VC4_CODE_MASK) {
		say(t, "%s before ip %llu, when the test of Z is done", v->detail ?
		    "a branch target" : "the multisample mask is read", big(v->expected));
	} else if (v->detail == 1) {
		say(t, "r%llu is rotated, which the instruction before writes", big(v->actual));
	} else {
		say(t, "%s", rotation[v->detail]);
	}
}

static void say_instruction(struct pm4_text *t, const struct vc4_verdict *v)
{
	const struct pm4_item_row *row;

	switch (v->rule) {
	case VC4_CODE_END:
		say(t, "the %llu instructions have no end", big(v->actual));
		break;
	case VC4_CODE_CUT:
		say(t, "two instructions run past the end, and the code has %llu",
		    big(v->actual));
		break;
	case VC4_CODE_SIGNAL:
		row = vc4_item_row(PM4_SET_SIGNAL, (u32)v->actual);
		say(t, "%s: %s", row->name, row->reason);
		break;
	case VC4_CODE_OPERATION:
		say(t, "%s %llu is reserved", v->detail ? "color packing" : "add operation",
		    big(v->actual));
		break;
	case VC4_CODE_READ:
	case VC4_CODE_WRITE:
		say_register(t, v);
		break;
	case VC4_CODE_BOTH:
		vc4_say_item(t, v->detail ? PM4_SET_WRITE_A : PM4_SET_READ_A, (u32)v->actual);
		say(t, " is %s", v->detail ? "written by both units" : "read through both files");
		break;
	case VC4_CODE_EARLY:
		say(t, "r%c%llu is read in the instruction after its write",
		    v->detail ? 'b' : 'a', big(v->actual));
		break;
	case VC4_CODE_IMMEDIATE:
		row = vc4_item_row(PM4_SET_IMMEDIATE, (u32)v->actual);
		if (row)
			say(t, "%s: %s", row->name, row->reason);
		else
			say(t, "immediate of kind %llu is reserved", big(v->actual));
		break;
	case VC4_CODE_COUPLED:
	case VC4_CODE_RESULT:
	case VC4_CODE_ROTATE:
	case VC4_CODE_MASK:
		say_restriction(t, v);
		break;
	case VC4_CODE_FIRST:
		say(t, "the first two instructions can have the tile buffer of the tile before");
		break;
	case VC4_CODE_UNLOCK:
		say(t, "the scoreboard is not unlocked after this on each way to the end");
		break;
	case VC4_CODE_LAST:
		say_last(t, v);
		break;
	}
}

static void say_code(struct pm4_text *t, const struct vc4_verdict *v)
{
	if (v->rule >= VC4_CODE_END && v->rule <= VC4_CODE_LAST)
		say_instruction(t, v);
	else if (v->rule <= VC4_BRANCH_ENDLESS)
		say_branch(t, v);
	else if (v->rule <= VC4_THREAD_FILE)
		say_threads(t, v);
	else if (v->rule == VC4_UNIFORM_RESET)
		say_reset(t, v);
	else if (v->rule == VC4_UNIFORM_EARLY)
		say(t, "a uniform before ip %llu: two instructions must pass after a reset",
		    big(v->expected));
	else if (v->rule == VC4_UNIFORM_UNKNOWN)
		say(t, "a uniform after a branch, before the stream is reset");
	else if (v->rule <= VC4_RESULT_LEFT)
		say_lookup(t, v);
	else if (v->rule <= VC4_VPM_LEFT)
		say_vpm(t, v);
	else
		say(t, "a varying is read after a branch, so not once on each way");
}

/* ---- render arguments ---- */

/* .expected: bytes or values that are allowed; .actual: the value */
static void say_surface(struct pm4_text *t, const struct vc4_verdict *v)
{
	switch (v->rule) {
	case VC4_SURFACE_SAMPLES:
		if (!v->field)
			say(t, "a store of the four samples of a pixel has no size here");
		else
			say(t, "DECIMATE is %llu, and must be %llu with MULTISAMPLE %llu",
			    big(v->actual), big(v->expected), big(v->expected));
		break;
	case VC4_SURFACE_FLAGS:
		say(t, "flags 0x%llx, only 0x%llx may be set", big(v->actual), big(v->expected));
		break;
	case VC4_SURFACE_BITS:
		say(t, "bits 0x%04llx, only 0x%04llx may be set", big(v->actual), big(v->expected));
		break;
	case VC4_SURFACE_FORMAT:
		say(t, "%s %llu is not allowed, at most %llu", field_name(v), big(v->actual),
		    big(v->expected));
		break;
	case VC4_SURFACE_BUFFER:
		say(t, "BUFFER is %llu, and must be %llu", big(v->actual), big(v->expected));
		break;
	case VC4_SURFACE_ALIGN:
		say(t, "offset %llu is not a multiple of %llu", big(v->actual), big(v->expected));
		break;
	case VC4_SURFACE_BOUNDS:
		say(t, "needs %llu bytes at %llu of ", big(v->actual), big(v->offset));
		say_buffer_size(t, v);
		break;
	}
}

/* RENDER_SIZE: .expected: width, .actual: height.  RENDER_TILES: .offset to .actual */
static void say_render(struct pm4_text *t, const struct vc4_verdict *v)
{
	switch (v->rule) {
	case VC4_RENDER_BITS:
		say(t, "flags 0x%llx, only 0x%llx may be set", big(v->actual), big(v->expected));
		break;
	case VC4_RENDER_SIZE:
		say(t, "a frame of %llux%llu, and 1x1 to 4096x4096 can be rendered",
		    big(v->expected), big(v->actual));
		break;
	case VC4_RENDER_TILES:
		say(t, "%s of tiles %llu to %llu, and the frame and the list have %llu",
		    v->detail ? "rows" : "columns", big(v->offset), big(v->actual),
		    big(v->expected));
		break;
	case VC4_RENDER_NOTHING:
		say(t, "no surface is written");
		break;
	case VC4_RENDER_EARLY_Z:
		say(t, "a load at full resolution, and a draw has early Z");
		break;
	default:
		say_surface(t, v);
	}
}

/* ---- the sentence ---- */

static void say_place(struct pm4_text *t, const struct vc4_verdict *v)
{
	switch (v->part) {
	case VC4_LIST:
		say(t, "bin list byte %u", v->at);
		if (vc4_record_row(v->code))
			say(t, ", %s", record_name(v->code));
		else
			say(t, ", code %u", v->code);
		break;
	case VC4_RECORD:
		say(t, "record%s ", v->record == VC4_NONE ? "s," : "");
		if (v->record != VC4_NONE)
			say(t, "%u, ", v->record);
		if (v->rule >= VC4_ATTRIBUTE_VPM && v->rule <= VC4_BUFFER_DATA &&
		    v->index != VC4_NONE)
			say(t, "attribute %u", v->index);
		else
			say(t, "byte %u", v->at);
		break;
	case VC4_UNIFORMS:
		if (v->record == VC4_NONE || v->index == VC4_NONE)
			say(t, "uniforms, byte %u", v->at);
		else
			say(t, "record %u, %s shader, uniform %u", v->record,
			    vc4_stage_name(v->stage), v->detail);
		break;
	case VC4_CODE:
		say(t, "shader (buffer %u) ip %u", v->buffer, v->ip);
		if (v->index != VC4_NONE) {
			say(t, ", ");
			vc4_say_written(t, v->inst, v->index);
		}
		break;
	default:
		say(t, "render arguments");
		if (v->index != VC4_NONE)
			say(t, ", %s", vc4_surface_name(v->index));
	}
	say(t, ": ");
}

/* .buffer: the handle; .expected: number of buffers */
static bool say_handle(struct pm4_text *t, const struct vc4_verdict *v)
{
	if (v->rule == VC4_BUFFER_INDEX)
		say(t, "buffer %u, and there are %llu", v->buffer, big(v->expected));
	else if (v->rule == VC4_BUFFER_SHADER)
		say(t, "buffer %u is a shader, and may only be run", v->buffer);
	else if (v->rule == VC4_BUFFER_DATA)
		say(t, "buffer %u is no shader", v->buffer);
	else
		return false;
	return true;
}

/**
 * vc4_verdict_text() - write a verdict as a sentence
 * @verdict: the verdict
 * @text: receives the sentence
 * @size: size of @text in bytes; VC4_TEXT is always enough
 *
 * Context: Any context.
 * Return: characters written without the NUL.
 */
size_t vc4_verdict_text(const struct vc4_verdict *verdict, char *text, size_t size)
{
	struct pm4_text t = { .buf = text, .size = size, .front = &vc4_front };

	if (!size)
		return 0;
	*text = 0;
	if (!verdict->rule)
		return say(&t, "accepted");
	say_place(&t, verdict);
	if (say_handle(&t, verdict))
		return t.len;
	switch (verdict->part) {
	case VC4_LIST:
		say_list(&t, verdict);
		break;
	case VC4_RECORD:
		say_record(&t, verdict);
		break;
	case VC4_UNIFORMS:
		say_uniforms(&t, verdict);
		break;
	case VC4_CODE:
		say_code(&t, verdict);
		break;
	default:
		say_render(&t, verdict);
	}
	return t.len;
}
