// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Verdicts as text: one sentence for each code, with the names of the tables.  The ioctl,
 * the tool and the trace use the same sentence.
 *
 * The comments of the say_*() functions document the members of struct pm4_verdict that
 * depend on the code.
 *
 * Pure functions of a verdict: no allocation, no locks, any context.
 */
#include "pm4_table.h"
#include "pm4_util.h"

/* A text; say() appends to it and truncates it at its size. */
struct text {
	char *buf;
	size_t size;
	size_t len;
};

#define say(t, ...) \
	((t)->len += scnprintf((t)->buf + (t)->len, (t)->size - (t)->len, __VA_ARGS__))

/* printf() has no format for u64. */
static unsigned long long big(u64 value)
{
	return value;
}

static void say_dwords(struct text *t, u64 count)
{
	say(t, "%llu dword%s", big(count), count == 1 ? "" : "s");
}

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

/* The row of a packet for this chip, otherwise for any chip. */
static const struct pm4_packet_row *any_packet(enum pm4_ring ring, enum pm4_chip chip, u32 opcode)
{
	const struct pm4_packet_row *row = pm4_packet_find(ring, chip, opcode);
	u32 other;

	for (other = 0; !row && other < PM4_CHIPS; other++)
		row = pm4_packet_find(ring, other, opcode);
	return row;
}

/* The row of a register for this chip, otherwise for any chip. */
static const struct pm4_reg_row *any_register(enum pm4_chip chip, u32 reg)
{
	const struct pm4_reg_row *row = pm4_reg_find(chip, reg);
	u32 other;

	for (other = 0; !row && other < PM4_CHIPS; other++)
		row = pm4_reg_find(other, reg);
	return row;
}

static const struct pm4_packet_row *verdict_packet(const struct pm4_verdict *v,
						   enum pm4_chip chip)
{
	if (v->header == PM4_NO_DWORD)
		return NULL;
	if (v->ring == PM4_RING_DMA)
		return any_packet(PM4_RING_DMA, chip, v->packet >> 28);
	if (v->packet >> 30 != 3)
		return NULL;
	return any_packet(PM4_RING_GFX, chip, v->packet >> 8 & 0xff);
}

/* Resources are outside of the register windows and have no row: name slot and word. */
static void say_register(struct text *t, u32 reg, enum pm4_chip chip)
{
	char name[48];
	u32 i;

	if (reg >= PM4_RESOURCE_BASE && reg < PM4_RESOURCE_BASE + PM4_RESOURCES * 28) {
		i = (reg - PM4_RESOURCE_BASE) / 4;
		say(t, "resource %u WORD%u", i / 7, i % 7);
		return;
	}
	pm4_reg_name(any_register(chip, reg), reg, name, sizeof(name));
	say(t, "%s", name);
}

static void say_where(struct text *t, const struct pm4_verdict *v, enum pm4_chip chip)
{
	const struct pm4_packet_row *row = verdict_packet(v, chip);

	if (v->dword != PM4_NO_DWORD)
		say(t, "dword %u: ", v->dword);
	if (v->header != PM4_NO_DWORD) {
		if (row)
			say(t, "%s%s", v->ring == PM4_RING_DMA ? "DMA " : "", row->name);
		else if (v->ring == PM4_RING_GFX && v->packet >> 30 == 3)
			say(t, "packet 0x%02x", v->packet >> 8 & 0xff);
		else
			say(t, "header 0x%08x", v->packet);
	}
	if (v->reg) {
		say(t, " ");
		say_register(t, v->reg, chip);
	}
	say(t, ": ");
}

static void say_range(struct text *t, const struct pm4_verdict *v)
{
	say(t, "needs %llu bytes at offset %llu, buffer %u has %llu",
	    big(v->actual), big(v->offset), v->buffer, big(v->expected));
}

/* .detail: array mode; .shape: width, height, slices, bytes | samples << 8 */
static void say_surface(struct text *t, const struct pm4_verdict *v)
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
	say_range(t, v);
}

/* .actual: value; .expected: bits that may be set */
static void say_bits(struct text *t, const struct pm4_verdict *v)
{
	say(t, "0x%08llx sets bits 0x%08x that must be 0", big(v->actual),
	    (u32)v->actual & ~(u32)v->expected);
	if (v->field && v->field <= pm4_nfields)
		say(t, " (%s)", pm4_fields[v->field - 1].name);
}

/* .detail: PM4_MASK_*, origin of the required size; .shape[0]: lines */
static void say_mask(struct text *t, const struct pm4_verdict *v, const char *name)
{
	say(t, "%s ", name);
	if (v->detail == PM4_MASK_REGISTER)
		say(t, "of the size in CB_COLOR%u_MASK ", v->reg / 4 % 8);
	else if (v->detail == PM4_MASK_SCISSOR)
		say(t, "for the %llu lines that the scissors let through ", big(v->shape[0]));
	else
		say(t, "for %llu lines ", big(v->shape[0]));
	say_range(t, v);
}

/* .actual: array mode; .shape[3]: bytes | samples << 8 */
static void say_mode(struct text *t, const struct pm4_verdict *v)
{
	u32 bytes = v->shape[3] & 0xff, samples = v->shape[3] >> 8;
	bool known = mode_name(v->actual)[0] != '?';

	if (bytes > 16)
		say(t, "elements of %u bytes are not supported, the largest have 16", bytes);
	else if (samples > 1 && known)
		say(t, "%u samples need array mode %u (%s), not %llu (%s)", samples,
		    PM4_TILED_2D, modes[PM4_TILED_2D], big(v->actual), mode_name(v->actual));
	else if (bytes == 12 && known)
		say(t, "texels of 12 bytes can not be tiled, array mode is %llu (%s)",
		    big(v->actual), mode_name(v->actual));
	else if (known)
		say(t, "array mode %llu (%s) is not supported here", big(v->actual),
		    mode_name(v->actual));
	else
		say(t, "array mode %llu is not supported", big(v->actual));
}

/* .actual: format; format 0 is refused if .reg enables CMASK or HTILE */
static void say_format(struct text *t, const struct pm4_verdict *v)
{
	if (!v->actual && v->reg == PM4_R_DB_DEPTH_INFO)
		say(t, "HTILE is on without a format");
	else if (!v->actual && v->reg < PM4_RESOURCE_BASE)
		say(t, "CMASK is on without a format");
	else
		say(t, "format %llu is not supported here", big(v->actual));
}

/* .detail: PM4_PITCH_*; .actual: pitch or x; .expected: unit, width or pitch */
static void say_pitch(struct text *t, const struct pm4_verdict *v)
{
	if (v->detail == PM4_PITCH_WIDTH)
		say(t, "pitch %llu is less than the width, %llu", big(v->actual), big(v->expected));
	else if (v->detail == PM4_PITCH_X)
		say(t, "x %llu lies behind the end of a line of %llu", big(v->actual),
		    big(v->expected));
	else
		say(t, "pitch %llu is not a multiple of %llu", big(v->actual), big(v->expected));
}

/* .shape[0]: pitch; .shape[1]: tiles of a slice; .actual: whole lines; .expected: their unit */
static void say_height(struct text *t, const struct pm4_verdict *v)
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
static void say_scissor(struct text *t, const struct pm4_verdict *v, enum pm4_chip chip)
{
	bool down = v->detail & PM4_SCISSOR_DOWN;
	u32 which = v->detail & ~PM4_SCISSOR_DOWN;

	if (which == PM4_SCISSOR_UNSET)
		say(t, "no scissor is set, ");
	else if (which == PM4_SCISSOR_MOVED)
		say(t, "does not count without WINDOW_OFFSET_DISABLE or an offset of 0: ");
	else
		say(t, "the tightest scissor lets ");
	say(t, "%llu %s ", big(v->actual), down ? "lines" : "columns");
	say(t, "%s, ", which == PM4_SCISSOR_TIGHTEST ? "through" : "can be drawn");
	if (down)
		say(t, "buffer %u has room for %llu at ", v->buffer, big(v->expected));
	else
		say(t, "the pitch is %llu in ", big(v->expected));
	say_register(t, (u32)v->shape[0], chip);
}

static const char *packet_dw_name(const struct pm4_verdict *v, enum pm4_chip chip)
{
	const struct pm4_packet_row *row = verdict_packet(v, chip);

	if (!row || v->detail >= row->ndw)
		return "dword";
	return pm4_packet_dws[row->dws + v->detail].name;
}

static const char *event_name(u32 type)
{
	return pm4_events[type & 0x3f].name ? pm4_events[type & 0x3f].name : "unknown";
}

static const char *reason(const char *text)
{
	return text ? text : "denied";
}

/* Rules of surfaces, CMASK, FMASK and HTILE.  Returns false for other rules. */
static bool say_surface_rule(struct text *t, const struct pm4_verdict *v, enum pm4_chip chip)
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
		say_scissor(t, v, chip);
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
		say(t, "HTILE has to have tiles of 8x8 (bits 0x%llx), not 0x%llx",
		    big(v->expected), big(v->actual));
		return true;
	case PM4_CODE_HTILE_BOUNDS:
		say_mask(t, v, "HTILE");
		return true;
	}
	return false;
}

/* Name of the verdict's field, otherwise @name. */
static const char *field_name(const struct pm4_verdict *v, const char *name)
{
	return v->field && v->field <= pm4_nfields ? pm4_fields[v->field - 1].name : name;
}

/* .actual: value of the field; .expected: last level or slice that exists */
static void say_last(struct text *t, const struct pm4_verdict *v, const char *what)
{
	if (v->expected) {
		say(t, "%s %llu is more than the last %s, %llu", field_name(v, what),
		    big(v->actual), what, big(v->expected));
		return;
	}
	say(t, "%s has to be 0", field_name(v, what));
	if (v->field == PM4_F_SQ_TEX_RESOURCE_WORD5_LAST_LEVEL + 1)
		say(t, " with array mode 0 (%s) or texels of 12 bytes", modes[PM4_LINEAR_GENERAL]);
	say(t, ", not %llu", big(v->actual));
}

/*
 * Base of a stream-out buffer in the packet and in the register, in units of 256 bytes.
 * .actual and .buffer: base and buffer of the refused one; .expected and .detail: base and
 * buffer of the other one
 */
static void say_mismatch(struct text *t, const struct pm4_verdict *v)
{
	bool packet = v->packet >> 30 == 3 &&
		      (v->packet >> 8 & 0xff) == PM4_OP_STRMOUT_BASE_UPDATE;

	say(t, "is 0x%llx in buffer %u here, 0x%llx in buffer %u in %s", big(v->actual << 8),
	    v->buffer, big(v->expected << 8), v->detail,
	    packet ? "the register" : "STRMOUT_BASE_UPDATE");
}

/* Rules of resources and draws.  Returns false for other rules. */
static bool say_draw_rule(struct text *t, const struct pm4_verdict *v, enum pm4_chip chip)
{
	const struct pm4_packet_row *packet;

	switch (v->code) {
	case PM4_CODE_NOT_SET:
		say(t, "is needed, and the stream has not set it");
		return true;
	case PM4_CODE_RING_EMPTY:
		say(t, "0 is not enough for geometry shaders");
		return true;
	case PM4_CODE_PACKET_MISSING:
		/* .detail: opcode of the missing packet; .actual: stream-out buffer */
		packet = any_packet(PM4_RING_GFX, chip, v->detail);
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
	case PM4_CODE_VERTEX_BOUNDS:
		say(t, "vertex buffer ");
		say_range(t, v);
		return true;
	case PM4_CODE_INDEX_BOUNDS:
		say(t, "draw of %u indices ", v->detail);
		say_range(t, v);
		return true;
	case PM4_CODE_INDEX_COUNT:
		say(t, "indices take %llu dwords, the packet has %llu", big(v->expected),
		    big(v->actual));
		return true;
	case PM4_CODE_DRAW_SOURCE:
		/* .detail: a bit that may be set in addition to .expected */
		say(t, "DRAW_INITIATOR 0x%llx has to be 0x%llx", big(v->actual), big(v->expected));
		if (v->detail & ~(u32)v->expected)
			say(t, " or 0x%llx", big(v->expected | v->detail));
		say(t, " in this packet");
		return true;
	case PM4_CODE_STRMOUT_BOUNDS:
		if (v->buffer == PM4_NO_BUFFER)
			say(t, "stream-out begins at byte %llu, VGT_STRMOUT_BUFFER_SIZE gives %llu",
			    big(v->actual), big(v->expected));
		else
			say_range(t, v);
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
	case PM4_CODE_CONST_BOUNDS:
	case PM4_CODE_PROGRAM_BOUNDS:
	case PM4_CODE_RING_BOUNDS:
	case PM4_CODE_EXPORT_BOUNDS:
		say_range(t, v);
		return true;
	}
	return false;
}

/* .expected: number of dwords that follow; .actual: the first of them */
static void say_reloc_missing(struct text *t, const struct pm4_verdict *v, enum pm4_chip chip)
{
	u32 next = (u32)v->actual, opcode = next >> 8 & 0xff;
	const struct pm4_packet_row *row = any_packet(PM4_RING_GFX, chip, opcode);

	say(t, "needs a relocation, and ");
	if (!v->expected)
		say(t, "the stream ends");
	else if (next >> 30 == 2)
		say(t, "a type-2 packet follows");
	else if (next >> 30 != 3)
		say(t, "0x%08x follows", next);
	else if (!row)
		say(t, "packet 0x%02x follows", opcode);
	else if (opcode != PM4_OP_NOP)
		say(t, "%s follows", row->name);
	else if (PM4_COUNT(next))
		say(t, "the NOP that follows has %u dwords behind its header, and needs 1",
		    PM4_COUNT(next) + 1);
	else if (next & 0xff)
		say(t, "the NOP that follows has header bits 0x%x", next & 0xff);
	else
		say(t, "the stream ends in the NOP that follows");
}

/* .detail: type; .expected: EVENT_INDEX with an address; .actual: VGT_EVENT_INITIATOR */
static void say_event_form(struct text *t, const struct pm4_verdict *v)
{
	const struct pm4_event *event = &pm4_events[v->detail & 0x3f];

	say(t, "event %s needs ", event_name(v->detail));
	if (event->form == PM4_EVENT_ADDR)
		say(t, "EVENT_WRITE with EVENT_INDEX %llu and an address", big(v->expected));
	else if (event->form == PM4_EVENT_EOP)
		say(t, "EVENT_WRITE_EOP with EVENT_INDEX 5");
	else
		say(t, "EVENT_WRITE with EVENT_INDEX 0, 4 or 7 and no address");
	say(t, "; the packet has EVENT_INDEX %llu and ", big(v->actual >> 8 & 0xf));
	say_dwords(t, PM4_COUNT(v->packet) + 1);
}

/* .shape[0]: PM4_VALUE_*; .expected: bound; .detail: dword of the packet */
static void say_value(struct text *t, const struct pm4_verdict *v, enum pm4_chip chip)
{
	const char *name = field_name(v, packet_dw_name(v, chip));

	if (v->shape[0] == PM4_VALUE_NOT_0)
		say(t, "%s 0 is not allowed", name);
	else if (v->shape[0] == PM4_VALUE_MOST)
		say(t, "%s %llu is not allowed, the maximum is %llu", name, big(v->actual),
		    big(v->expected));
	else
		say(t, "%s has to be %llu, not %llu", name, big(v->expected), big(v->actual));
}

/*
 * .actual: dwords after the header; .expected and .detail: least and largest number.  With
 * .shape[0], the dwords of one constant, .actual: dwords of constants.  A packet of the DMA
 * engine has a count of 0.
 */
static void say_length(struct text *t, const struct pm4_verdict *v)
{
	if (v->ring == PM4_RING_DMA) {
		say(t, "a count of 0 dwords is not allowed");
		return;
	}
	say(t, "has ");
	say_dwords(t, v->actual);
	if (v->shape[0])
		say(t, " of constants, which is not a multiple of %llu", big(v->shape[0]));
	else if (v->detail == v->expected)
		say(t, " behind its header, and needs %llu", big(v->expected));
	else if (v->detail > 0x3fff)
		say(t, " behind its header, and needs at least %llu", big(v->expected));
	else
		say(t, " behind its header, and needs %llu to %u", big(v->expected), v->detail);
}

/* .actual: number of a relocation, times 4 except for DMA; .expected: length of the list */
static void say_reloc_index(struct text *t, const struct pm4_verdict *v)
{
	if (v->ring == PM4_RING_DMA)
		say(t, "needs entry %llu of the list of buffers, which has %llu", big(v->actual),
		    big(v->expected));
	else if (v->actual & 3)
		say(t, "relocation %llu is not a multiple of 4", big(v->actual));
	else
		say(t, "relocation %llu stands for buffer %llu, the list has %llu",
		    big(v->actual), big(v->actual / 4), big(v->expected));
}

/* .detail: the packet selects the prefetch parser; .actual: dword number of the register */
static void say_wait_register(struct text *t, const struct pm4_verdict *v)
{
	if (v->actual > 0xffff)
		say(t, "there is no register with the dword number 0x%llx", big(v->actual));
	else if (v->detail)
		say(t, "the PFP can not wait for a register");
	else
		say(t, "a stream may not wait for this register");
}

/* REGISTER_VALUE: what the draw lacks, by the verdict's detail. */
static const char * const without[] = { "", " without a depth buffer", " without HTILE" };

/* Rules of the stream, packets, registers and relocations. */
static void say_stream_rule(struct text *t, const struct pm4_verdict *v, enum pm4_chip chip)
{
	const struct pm4_packet_row *packet = verdict_packet(v, chip);
	const struct pm4_reg_row *reg = v->reg ? pm4_reg_find(chip, v->reg) : NULL;

	switch (v->code) {
	case PM4_CODE_EMPTY:
		say(t, "the stream is empty");
		break;
	case PM4_CODE_OUTPUT_TOO_SMALL:
		say(t, "the stream needs room for %llu patches, there is room for %llu",
		    big(v->expected), big(v->actual));
		break;
	case PM4_CODE_PACKET_TYPE:
		say(t, "there is no packet of type %llu", big(v->actual));
		break;
	case PM4_CODE_TYPE0:
		say(t, "type-0 packets are denied: SET_CONFIG_REG and the like set registers");
		break;
	case PM4_CODE_TRUNCATED:
		say(t, "has ");
		say_dwords(t, v->expected);
		say(t, " behind its header, the stream only %llu", big(v->actual));
		break;
	case PM4_CODE_HEADER_BITS:
		say(t, "header bits 0x%llx are not allowed in this packet", big(v->actual));
		break;
	case PM4_CODE_PACKET_UNKNOWN:
		say(t, "there is no such packet");
		break;
	case PM4_CODE_PACKET_DENIED:
		say(t, "%s", reason(packet ? packet->reason : NULL));
		break;
	case PM4_CODE_PACKET_CHIP:
		say(t, "%s does not have this packet", pm4_chip_name(chip));
		break;
	case PM4_CODE_PACKET_LENGTH:
		say_length(t, v);
		break;
	case PM4_CODE_CONST_OFFSET:
		say(t, "offset %llu is not a multiple of the %llu dwords of a constant",
		    big(v->actual), big(v->expected));
		break;
	case PM4_CODE_RANGE:
		say(t, "no room for ");
		say_dwords(t, v->actual);
		say(t, " at offset %llu among the %llu of %s",
		    big(v->offset), big(v->expected),
		    packet && packet->space ? pm4_spaces[packet->space - 1].name : "the space");
		break;
	case PM4_CODE_REGISTER_UNKNOWN:
		say(t, "no client may write this register");
		break;
	case PM4_CODE_REGISTER_DENIED:
		say(t, "%s", reason(reg ? reg->reason : NULL));
		break;
	case PM4_CODE_REGISTER_CHIP:
		say(t, "%s does not have this register", pm4_chip_name(chip));
		break;
	case PM4_CODE_REGISTER_BITS:
		say_bits(t, v);
		break;
	case PM4_CODE_REGISTER_VALUE:
		say(t, "must be 0x%llx, not 0x%llx%s", big(v->expected), big(v->actual),
		    without[min(v->detail, 2u)]);
		break;
	case PM4_CODE_RELOC_MISSING:
		say_reloc_missing(t, v, chip);
		break;
	case PM4_CODE_RELOC_INDEX:
		say_reloc_index(t, v);
		break;
	case PM4_CODE_READ_ONLY:
		say(t, "writes buffer %u, which may only be read", v->buffer);
		break;
	case PM4_CODE_FIELD_BITS:
		say(t, "%s ", packet_dw_name(v, chip));
		say_bits(t, v);
		break;
	case PM4_CODE_FIELD_VALUE:
		say_value(t, v, chip);
		break;
	case PM4_CODE_ALIGNMENT:
		say(t, "%s 0x%llx is not a multiple of %llu", packet_dw_name(v, chip),
		    big(v->actual), big(v->expected));
		break;
	case PM4_CODE_BOUNDS:
		say(t, "%s ", packet_dw_name(v, chip));
		say_range(t, v);
		break;
	case PM4_CODE_EVENT_UNKNOWN:
		say(t, "there is no event %u", v->detail);
		break;
	case PM4_CODE_EVENT_DENIED:
		say(t, "event %s: %s", event_name(v->detail),
		    reason(pm4_events[v->detail & 0x3f].reason));
		break;
	case PM4_CODE_EVENT_FORM:
		say_event_form(t, v);
		break;
	case PM4_CODE_WAIT_REGISTER:
		say_wait_register(t, v);
		break;
	case PM4_CODE_COPY_REGISTER:
		if (v->actual > 0xffff)
			say(t, "there is no register with the dword number 0x%llx", big(v->actual));
		else
			say(t, "this register can not be copied from or to");
		break;
	case PM4_CODE_NOT_IDLE:
		say(t, "earlier draws may still use it: no WAIT_UNTIL WAIT_3D_IDLE between");
		break;
	case PM4_CODE_BASE_BOUNDS:
		say(t, "offset 0x%llx lies behind the end of buffer %u, which has %llu bytes",
		    big(v->offset), v->buffer, big(v->expected));
		break;
	case PM4_CODE_TOO_LONG:
		say(t, "the stream has %llu dwords, the maximum is %llu", big(v->actual),
		    big(v->expected));
		break;
	case PM4_CODE_CHIP_RING:
		say(t, "streams of the DMA engine run on R7xx only, not on %s",
		    pm4_chip_name(chip));
		break;
	default:
		say(t, "refused by rule %u", v->code);
	}
}

/* The unit is off; no document says that it does not access its memory then. */
static void say_off(struct text *t, const struct pm4_verdict *v, enum pm4_chip chip)
{
	char name[48];

	pm4_reg_name(pm4_reg_find(chip, v->off_reg), v->off_reg, name, sizeof(name));
	if (v->off_dw == PM4_NO_DWORD)
		say(t, "; checked although it is off: %s is not set", name);
	else
		say(t, "; checked although it is off: %s at dword %u", name, v->off_dw);
}

/**
 * pm4_verdict_text() - write a verdict as one sentence
 * @verdict: verdict of pm4_check()
 * @chip: chip of the check
 * @text: receives the sentence; ends with a NUL unless @size is 0
 * @size: size of @text in bytes; PM4_VERDICT_TEXT is enough for every sentence
 *
 * Context: Any context.
 * Return: characters written, without the NUL; 0 for an accepted stream.
 */
size_t pm4_verdict_text(const struct pm4_verdict *verdict, enum pm4_chip chip,
			char *text, size_t size)
{
	struct text t = { .buf = text, .size = size };

	if (!size)
		return 0;
	text[0] = 0;
	if (verdict->code == PM4_CODE_ACCEPTED)
		return 0;
	if (verdict->dword != PM4_NO_DWORD || verdict->reg)
		say_where(&t, verdict, chip);
	if (!say_surface_rule(&t, verdict, chip) && !say_draw_rule(&t, verdict, chip))
		say_stream_rule(&t, verdict, chip);
	if (verdict->off_reg)
		say_off(&t, verdict, chip);
	if (verdict->draw != PM4_NO_DWORD && verdict->draw != 0)
		say(&t, " (draw at dword %u)", verdict->draw);
	return t.len;
}

/**
 * pm4_code_name() - name of a rule
 * @code: enum pm4_code
 *
 * Context: Any context.
 * Return: the name without its prefix, or "?".
 */
const char *pm4_code_name(u32 code)
{
	static const struct {
		u32 number;
		const char *name;
	} codes[] = {
#define PM4_CODE_NAME(number, name) { number, #name },
		PM4_CODES(PM4_CODE_NAME)
#undef PM4_CODE_NAME
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(codes); i++)
		if (codes[i].number == code)
			return codes[i].name;
	return "?";
}

/**
 * pm4_chip_name() - name of a chip
 * @chip: the chip
 *
 * Context: Any context.
 * Return: AMD's name, or "?".
 */
const char *pm4_chip_name(enum pm4_chip chip)
{
	static const char * const names[PM4_CHIPS] = {
		[PM4_R600] = "R600", [PM4_RV610] = "RV610", [PM4_RV630] = "RV630",
		[PM4_RV670] = "RV670", [PM4_RV620] = "RV620", [PM4_RV635] = "RV635",
		[PM4_RS780] = "RS780", [PM4_RS880] = "RS880", [PM4_RV770] = "RV770",
		[PM4_RV730] = "RV730", [PM4_RV710] = "RV710", [PM4_RV740] = "RV740",
	};

	return (u32)chip < PM4_CHIPS && names[chip] ? names[chip] : "?";
}
