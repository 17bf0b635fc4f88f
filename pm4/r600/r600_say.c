// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Verdicts in the words of R6xx and R7xx: surfaces, resources, draws, events, and the DMA engine.
 * pm4_verdict.c has the rules that all fronts share.
 *
 * The comments of the say_*() functions document the members of struct pm4_verdict that
 * depend on the code.
 *
 * Pure functions of a verdict: no allocation, no locks, any context.
 */
#include "../pm4_text.h"
#include "r600_check.h"

static const char * const modes[] = {
	[PM4_LINEAR_GENERAL] = "linear",
	[PM4_LINEAR_ALIGNED] = "linear-aligned",
	[PM4_TILED_1D] = "1D-tiled",
	[PM4_TILED_2D] = "2D-tiled",
};

static const char *mode_name(u64 mode)
{
	return mode < ARRAY_SIZE(modes) && modes[mode] ? modes[mode] : "?";
}

/* .detail: array mode; .shape: width, height, slices, bytes | samples << 8 */
static void say_surface(struct pm4_text *t, const struct pm4_verdict *v)
{
	u32 bytes = v->shape[3] & 0xff, samples = v->shape[3] >> 8;

	/* WORD3 is the mip address: all levels but the first. */
	if (v->reg >= PM4_RESOURCE_BASE && (v->reg - PM4_RESOURCE_BASE) / 4 % PM4_RESOURCE_DW == 3)
		say(t, "mip chain of ");
	say(t, "%s %llux%llu", mode_name(v->detail), big(v->shape[0]), big(v->shape[1]));
	say(t, "x%uB", bytes);
	if (v->shape[2] > 1)
		say(t, " %llu slices", big(v->shape[2]));
	if (samples > 1)
		say(t, " %u samples", samples);
	say(t, " ");
	pm4_say_range(t, v);
}

/* .detail: PM4_MASK_*, origin of the required size; .shape[0]: lines */
static void say_mask(struct pm4_text *t, const struct pm4_verdict *v, const char *name)
{
	say(t, "%s ", name);
	if (v->detail == PM4_MASK_REGISTER)
		say(t, "of the size in CB_COLOR%u_MASK ", v->reg / 4 % 8);
	else if (v->detail == PM4_MASK_SCISSOR)
		say(t, "for the %llu lines that the scissors let through ", big(v->shape[0]));
	else
		say(t, "for %llu lines ", big(v->shape[0]));
	pm4_say_range(t, v);
}

/* .actual: array mode; .shape[3]: bytes | samples << 8 */
static void say_mode(struct pm4_text *t, const struct pm4_verdict *v)
{
	u32 bytes = v->shape[3] & 0xff, samples = v->shape[3] >> 8;
	bool known = mode_name(v->actual)[0] != '?';

	if (bytes > 16)
		say(t, "elements of %u bytes are not supported, the largest have 16", bytes);
	else if (samples > 1 && known)
		say(t, "%u samples need array mode %u (%s), not %llu (%s)", samples,
		    PM4_TILED_2D, modes[PM4_TILED_2D], big(v->actual), mode_name(v->actual));
	else if (bytes == 12 && known)
		say(t, "texels of 12 bytes cannot be tiled, array mode is %llu (%s)",
		    big(v->actual), mode_name(v->actual));
	else if (known)
		say(t, "array mode %llu (%s) is not supported here", big(v->actual),
		    mode_name(v->actual));
	else
		say(t, "array mode %llu is not supported", big(v->actual));
}

/* .actual: format; format 0 is refused if .reg enables CMASK or HTILE */
static void say_format(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (!v->actual && v->reg == PM4_R_DB_DEPTH_INFO)
		say(t, "HTILE is on without a format");
	else if (!v->actual && v->reg < PM4_RESOURCE_BASE)
		say(t, "CMASK is on without a format");
	else
		say(t, "format %llu is not supported here", big(v->actual));
}

/* .detail: PM4_PITCH_*; .actual: pitch or x; .expected: unit, width or pitch */
static void say_pitch(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->detail == PM4_PITCH_WIDTH)
		say(t, "pitch %llu is less than the width, %llu", big(v->actual), big(v->expected));
	else if (v->detail == PM4_PITCH_X)
		say(t, "x %llu is past the end of a line of %llu", big(v->actual),
		    big(v->expected));
	else
		say(t, "pitch %llu is not a multiple of %llu", big(v->actual), big(v->expected));
}

/* .shape[0]: pitch; .shape[1]: tiles of a slice; .actual: whole lines; .expected: their unit */
static void say_height(struct pm4_text *t, const struct pm4_verdict *v)
{
	u64 pixels = v->shape[1] * 64;

	if (v->shape[0] && (u32)pixels % (u32)v->shape[0])
		say(t, "slice of %llu pixels is not a multiple of the pitch, %llu", big(pixels),
		    big(v->shape[0]));
	else
		say(t, "slice of %llu lines is not a multiple of %llu", big(v->actual),
		    big(v->expected));
}

/*
 * .detail: PM4_SCISSOR_*, kind of the scissor .reg; .actual: columns or lines that a draw can
 * reach; .expected: columns or lines that fit; .shape[0]: register of the surface
 */
static void say_scissor(struct pm4_text *t, const struct pm4_verdict *v)
{
	bool down = v->detail & PM4_SCISSOR_DOWN;
	u32 which = v->detail & ~PM4_SCISSOR_DOWN;
	bool tightest = which == PM4_SCISSOR_TIGHTEST;

	if (which == PM4_SCISSOR_UNSET)
		say(t, "no scissor is set: ");
	else if (which == PM4_SCISSOR_MOVED)
		say(t, "is ignored unless %s or the window offset is 0: ",
		    "WINDOW_OFFSET_DISABLE is set");
	say(t, "%s ", tightest ? "the tightest scissor lets" : "a draw can reach");
	say(t, "%llu %s", big(v->actual), down ? "lines" : "columns");
	say(t, "%s, ", tightest ? " through" : "");
	if (down)
		say(t, "buffer %u at ", v->buffer);
	else
		say(t, "the pitch in ");
	pm4_say_register(t, (u32)v->shape[0]);
	say(t, " %s %llu", down ? "holds" : "is", big(v->expected));
}

/* Rules of surfaces, CMASK, FMASK and HTILE.  Returns false for other rules. */
static bool say_surface_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	switch (v->code) {
	case PM4_CODE_SURFACE_FORMAT:
		say_format(t, v);
		return true;
	case PM4_CODE_SURFACE_MODE:
		say_mode(t, v);
		return true;
	case PM4_CODE_SURFACE_PITCH:
		say_pitch(t, v);
		return true;
	case PM4_CODE_SURFACE_HEIGHT:
		say_height(t, v);
		return true;
	case PM4_CODE_SURFACE_BASE:
		if (v->offset & (v->expected - 1))
			say(t, "offset 0x%llx in buffer %u is not a multiple of %llu bytes",
			    big(v->offset), v->buffer, big(v->expected));
		else
			say(t, "buffer %u is aligned to %llu bytes, and needs %llu",
			    v->buffer, big(v->actual), big(v->expected));
		return true;
	case PM4_CODE_SURFACE_BOUNDS:
		say_surface(t, v);
		return true;
	case PM4_CODE_SURFACE_SCISSOR:
		say_scissor(t, v);
		return true;
	case PM4_CODE_SURFACE_SAMPLES:
		say(t, "LAST_LEVEL %llu stands for %llu samples, the maximum is %llu",
		    big(v->actual), 1ull << (v->actual & 15), 1ull << (v->expected & 15));
		return true;
	case PM4_CODE_FMASK_BOUNDS:
		say_mask(t, v, "FMASK");
		return true;
	case PM4_CODE_CMASK_BOUNDS:
		say_mask(t, v, "CMASK");
		return true;
	case PM4_CODE_HTILE_TILES:
		say(t, "HTILE must have tiles of 8x8 (bits 0x%llx), not 0x%llx",
		    big(v->expected), big(v->actual));
		return true;
	case PM4_CODE_HTILE_BOUNDS:
		say_mask(t, v, "HTILE");
		return true;
	}
	return false;
}

/* .actual: value of the field; .expected: last level or slice that exists */
static void say_last(struct pm4_text *t, const struct pm4_verdict *v, const char *what)
{
	if (v->expected) {
		say(t, "%s %llu is more than the last %s, %llu", pm4_field_name(t, v, what),
		    big(v->actual), what, big(v->expected));
		return;
	}
	say(t, "%s must be 0", pm4_field_name(t, v, what));
	if (v->field == PM4_F_SQ_TEX_RESOURCE_WORD5_LAST_LEVEL + 1)
		say(t, " with array mode 0 (%s) or texels of 12 bytes", modes[PM4_LINEAR_GENERAL]);
	say(t, ", not %llu", big(v->actual));
}

/*
 * Base of a stream-out buffer in the packet and in the register, in units of 256 bytes.
 * .actual and .buffer: base and buffer of the refused one; .expected and .detail: base and
 * buffer of the other one
 */
static void say_mismatch(struct pm4_text *t, const struct pm4_verdict *v)
{
	bool packet = PM4_TYPE(v->packet) == 3 &&
		      PM4_OPCODE(v->packet) == PM4_OP_STRMOUT_BASE_UPDATE;

	say(t, "is 0x%llx in buffer %u here, 0x%llx in buffer %u in %s", big(v->actual << 8),
	    v->buffer, big(v->expected << 8), v->detail,
	    packet ? "the register" : "STRMOUT_BASE_UPDATE");
}

/* Rules of resources and draws.  Returns false for other rules. */
static bool say_draw_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	const struct pm4_packet_row *packet;

	switch (v->code) {
	case PM4_CODE_RING_EMPTY:
		say(t, "0 is not enough for geometry shaders");
		return true;
	case PM4_CODE_PACKET_MISSING:
		/* .detail: opcode of the missing packet; .actual: stream-out buffer */
		packet = pm4_packet_find_any(&r600_tables, PM4_RING_GFX, t->chip, v->detail);
		say(t, "needs %s ", packet ? packet->name : "a packet");
		if (v->detail == PM4_OP_STRMOUT_BASE_UPDATE ||
		    v->detail == PM4_OP_STRMOUT_BUFFER_UPDATE)
			say(t, "of stream-out buffer %llu ", big(v->actual));
		say(t, "before it, and the stream has none");
		return true;
	case PM4_CODE_RESOURCE_TYPE:
		say(t, "type %llu is neither 2 (texture) nor 3 (buffer)", big(v->actual));
		return true;
	case PM4_CODE_RESOURCE_LEVELS:
		say_last(t, v, "level");
		return true;
	case PM4_CODE_RESOURCE_ARRAY:
		say_last(t, v, "slice");
		return true;
	case PM4_CODE_DRAW_SOURCE:
		/* .detail: a bit that may be set in addition to .expected */
		say(t, "DRAW_INITIATOR 0x%llx must be 0x%llx", big(v->actual), big(v->expected));
		if (v->detail & ~(u32)v->expected)
			say(t, " or 0x%llx", big(v->expected | v->detail));
		say(t, " in this packet");
		return true;
	case PM4_CODE_STRMOUT_BOUNDS:
		if (v->buffer == PM4_NO_BUFFER)
			say(t, "stream-out begins at byte %llu, VGT_STRMOUT_BUFFER_SIZE gives %llu",
			    big(v->actual), big(v->expected));
		else
			pm4_say_range(t, v);
		return true;
	case PM4_CODE_STRMOUT_MISMATCH:
		say_mismatch(t, v);
		return true;
	case PM4_CODE_RING_ITEMS:
		if (!v->actual) {
			say(t, "a ring of %llu bytes needs an item size", big(v->expected));
			return true;
		}
		say(t, "%llu bytes hold fewer than %u items of %llu dwords", big(v->expected),
		    v->detail, big(v->actual));
		return true;
	}
	return false;
}

static const struct pm4_event *event_row(u32 type)
{
	static const struct pm4_event unknown = { .name = "unknown" };
	const struct pm4_event *event = pm4_event_find(&r600_tables, type);

	return event ? event : &unknown;
}

/* .detail: type; .expected: EVENT_INDEX with an address; .actual: VGT_EVENT_INITIATOR */
static void say_event_form(struct pm4_text *t, const struct pm4_verdict *v)
{
	const struct pm4_event *event = event_row(v->detail);

	say(t, "event %s needs ", event->name);
	if (event->form == PM4_EVENT_ADDR)
		say(t, "EVENT_WRITE with EVENT_INDEX %llu and an address", big(v->expected));
	else if (event->form == PM4_EVENT_EOP)
		say(t, "EVENT_WRITE_EOP with EVENT_INDEX 5");
	else
		say(t, "EVENT_WRITE with EVENT_INDEX 0, 4 or 7 and no address");
	say(t, "; the packet has EVENT_INDEX %llu and ", big(v->actual >> 8 & 0xf));
	pm4_say_dwords(t, PM4_COUNT(v->packet) + 1);
}

/* .detail: the packet selects the prefetch parser; .actual: dword number of the register */
static void say_wait_register(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->actual > 0xffff)
		say(t, "there is no register with the dword number 0x%llx", big(v->actual));
	else if (v->detail)
		say(t, "the PFP cannot wait for a register");
	else
		say(t, "a stream may not wait for this register");
}

/* Rules of registers and packets that have words of their own here. */
static bool say_packet_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	const struct pm4_event *event;

	switch (v->code) {
	case PM4_CODE_TYPE0:
		say(t, "type-0 packets are denied: SET_CONFIG_REG and the like set registers");
		return true;
	case PM4_CODE_REGISTER_VALUE:
		if (v->detail == PM4_VALUE_ALWAYS)
			return false;
		say(t, "must be 0x%llx, not 0x%llx without %s", big(v->expected), big(v->actual),
		    v->detail == PM4_WITHOUT_DEPTH ? "a depth buffer" : "HTILE");
		return true;
	case PM4_CODE_EVENT_UNKNOWN:
		say(t, "there is no event %u", v->detail);
		return true;
	case PM4_CODE_EVENT_DENIED:
		event = event_row(v->detail);
		say(t, "event %s: %s", event->name, pm4_reason(event->reason));
		return true;
	case PM4_CODE_EVENT_FORM:
		say_event_form(t, v);
		return true;
	case PM4_CODE_WAIT_REGISTER:
		say_wait_register(t, v);
		return true;
	case PM4_CODE_COPY_REGISTER:
		if (v->actual > 0xffff)
			say(t, "there is no register with the dword number 0x%llx", big(v->actual));
		else
			say(t, "this register cannot be copied from or to");
		return true;
	case PM4_CODE_NOT_IDLE:
		say(t, "earlier draws may still use this register: ");
		say(t, "wait with WAIT_UNTIL WAIT_3D_IDLE first");
		return true;
	case PM4_CODE_CHIP_RING:
		say(t, "streams of the DMA engine run on R7xx only, not on %s",
		    pm4_chip_name(t->front, t->chip));
		return true;
	}
	return false;
}

/*
 * Rules whose words differ for the DMA engine: a packet of it has a count of 0; a relocation is
 * an entry of the list and no dword, .actual: its number, .expected: length of the list.
 */
static bool say_dma_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->code == PM4_CODE_PACKET_LENGTH)
		say(t, "a count of 0 dwords is not allowed");
	else if (v->code == PM4_CODE_RELOC_INDEX)
		say(t, "needs entry %llu of the list of buffers, which has %llu", big(v->actual),
		    big(v->expected));
	else
		return false;
	return true;
}

/**
 * r600_say_register() - name a word of a resource
 * @t: the text
 * @reg: byte offset
 *
 * Resources are outside of the register windows and have no row: name slot and word.
 *
 * Return: true if the register is one.
 */
bool r600_say_register(struct pm4_text *t, u32 reg)
{
	u32 i = (reg - PM4_RESOURCE_BASE) / 4;

	if (reg < PM4_RESOURCE_BASE || i >= R600_RESOURCES * PM4_RESOURCE_DW)
		return false;
	say(t, "resource %u WORD%u", i / PM4_RESOURCE_DW, i % PM4_RESOURCE_DW);
	return true;
}

/**
 * r600_say_rule() - say a rule in the words of R6xx and R7xx
 * @t: the text
 * @v: the verdict
 *
 * Return: false if pm4_verdict.c says the rule.
 */
bool r600_say_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->ring == PM4_RING_DMA && say_dma_rule(t, v))
		return true;
	return say_surface_rule(t, v) || say_draw_rule(t, v) || say_packet_rule(t, v);
}
