// SPDX-License-Identifier: GPL-2.0
/*
 * Verdicts in words: one sentence for each code, made of the tables' names.  The
 * same sentence goes to the ioctl, the tool and the trace.
 *
 * Pure functions of a verdict; they allocate nothing and take no lock.
 */
#include "pm4_check.h"

/* A text that grows at its end and is cut at its size. */
struct text {
	char *buf;
	size_t size;
	size_t len;
};

#define say(t, ...) \
	((t)->len += scnprintf((t)->buf + (t)->len, (t)->size - (t)->len, __VA_ARGS__))

/* printf() knows no u64. */
static unsigned long long big(u64 value)
{
	return value;
}

static const char * const modes[] = {
	[PM4_LINEAR_GENERAL] = "linear",
	[PM4_LINEAR_ALIGNED] = "linear-aligned",
	[PM4_TILED_1D] = "1D-tiled",
	[3] = "?",
	[PM4_TILED_2D] = "2D-tiled",
};

static const struct pm4_packet_row *verdict_packet(const struct pm4_verdict *v,
						   enum pm4_chip chip)
{
	if (v->header == PM4_NO_DWORD)
		return NULL;
	if (v->ring == PM4_RING_DMA)
		return pm4_packet_find(PM4_RING_DMA, chip, v->packet >> 28);
	if (v->packet >> 30 != 3)
		return NULL;
	return pm4_packet_find(PM4_RING_GFX, chip, v->packet >> 8 & 0xff);
}

/* A resource register is not in the windows: name the slot and the word. */
static void say_register(struct text *t, u32 reg, enum pm4_chip chip)
{
	char name[48];
	u32 i;

	if (reg >= PM4_RESOURCE_BASE && reg < PM4_RESOURCE_BASE + PM4_RESOURCES * 28) {
		i = (reg - PM4_RESOURCE_BASE) / 4;
		say(t, "resource %u WORD%u", i / 7, i % 7);
		return;
	}
	pm4_reg_name(pm4_reg_find(chip, reg), reg, name, sizeof(name));
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

/* .detail array mode, .shape width, height, slices, bytes | samples << 8 */
static void say_surface(struct text *t, const struct pm4_verdict *v)
{
	u32 bytes = v->shape[3] & 0xff, samples = v->shape[3] >> 8;

	say(t, "%s %llux%llu", v->detail < ARRAY_SIZE(modes) ? modes[v->detail] : "?",
	    big(v->shape[0]), big(v->shape[1]));
	if (v->shape[2] > 1)
		say(t, "x%llu slices", big(v->shape[2]));
	say(t, "x%uB", bytes);
	if (samples > 1)
		say(t, " %u samples", samples);
	say(t, " ");
	say_range(t, v);
}

/* The field of a register that has bits outside what is allowed. */
static void say_bits(struct text *t, const struct pm4_verdict *v)
{
	say(t, "0x%08llx sets bits 0x%08x that must be 0", big(v->actual),
	    (u32)v->actual & ~(u32)v->expected);
	if (v->field && v->field <= pm4_nfields)
		say(t, " (%s)", pm4_fields[v->field - 1].name);
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

/* What is said of surfaces and of what lies beside them. */
static bool say_surface_rule(struct text *t, const struct pm4_verdict *v)
{
	switch (v->code) {
	case PM4_CODE_SURFACE_FORMAT:
		say(t, "format %llu is none that can be used here", big(v->actual));
		return true;
	case PM4_CODE_SURFACE_MODE:
		say(t, "array mode %llu is none that can be used here", big(v->actual));
		return true;
	case PM4_CODE_SURFACE_PITCH:
		say(t, "pitch %llu is not a multiple of %llu, or less than the width",
		    big(v->actual), big(v->expected));
		return true;
	case PM4_CODE_SURFACE_HEIGHT:
		say(t, "slice of %llu lines is not a multiple of %llu", big(v->actual),
		    big(v->expected));
		return true;
	case PM4_CODE_SURFACE_BASE:
		if (v->offset & (v->expected - 1))
			say(t, "offset 0x%llx in buffer %u is not a multiple of %llu bytes",
			    big(v->offset), v->buffer, big(v->expected));
		else
			say(t, "buffer %u is aligned to %llu bytes, and has to be to %llu",
			    v->buffer, big(v->actual), big(v->expected));
		return true;
	case PM4_CODE_SURFACE_BOUNDS:
		say_surface(t, v);
		return true;
	case PM4_CODE_SURFACE_SCISSOR:
		say(t, "pitch %llu is less than the %llu pixels that the scissors let through",
		    big(v->expected), big(v->actual));
		return true;
	case PM4_CODE_SURFACE_SAMPLES:
		say(t, "2^%llu samples, more than 2^%llu", big(v->actual), big(v->expected));
		return true;
	case PM4_CODE_FMASK_BOUNDS:
		say(t, "FMASK ");
		say_range(t, v);
		return true;
	case PM4_CODE_CMASK_BOUNDS:
		say(t, "CMASK ");
		say_range(t, v);
		return true;
	case PM4_CODE_HTILE_TILES:
		say(t, "HTILE has to have tiles of 8x8 (bits 0x%llx), not 0x%llx",
		    big(v->expected), big(v->actual));
		return true;
	case PM4_CODE_HTILE_BOUNDS:
		say(t, "HTILE ");
		say_range(t, v);
		return true;
	}
	return false;
}

/* What is said of resources, draws and what feeds them. */
static bool say_draw_rule(struct text *t, const struct pm4_verdict *v)
{
	switch (v->code) {
	case PM4_CODE_NOT_SET:
		say(t, "is needed by a draw, and the stream has not set it");
		return true;
	case PM4_CODE_RESOURCE_TYPE:
		say(t, "type %llu is neither 2 (texture) nor 3 (buffer)", big(v->actual));
		return true;
	case PM4_CODE_RESOURCE_DIM:
		say(t, "dimension %llu is none", big(v->actual));
		return true;
	case PM4_CODE_RESOURCE_LEVELS:
		say(t, "mip levels: %llu does not fit %llu", big(v->actual), big(v->expected));
		return true;
	case PM4_CODE_RESOURCE_ARRAY:
		say(t, "slice %llu lies behind the last, %llu", big(v->actual),
		    big(v->expected));
		return true;
	case PM4_CODE_VERTEX_BOUNDS:
		say(t, "vertex buffer ");
		say_range(t, v);
		return true;
	case PM4_CODE_INDEX_BOUNDS:
		say(t, "%u indices ", v->detail);
		say_range(t, v);
		return true;
	case PM4_CODE_INDEX_COUNT:
		say(t, "indices take %llu dwords, the packet has %llu", big(v->expected),
		    big(v->actual));
		return true;
	case PM4_CODE_DRAW_SOURCE:
		say(t, "draw initiator 0x%llx; this packet's indices need source %llu",
		    big(v->actual), big(v->expected));
		return true;
	case PM4_CODE_STRMOUT_BOUNDS:
		if (v->buffer == PM4_NO_BUFFER)
			say(t, "offset %llu is behind the stream-out buffer's size, %llu",
			    big(v->actual), big(v->expected));
		else
			say_range(t, v);
		return true;
	case PM4_CODE_STRMOUT_MISMATCH:
		say(t, "STRMOUT_BASE_UPDATE and this base do not agree (0x%llx, 0x%llx)",
		    big(v->expected), big(v->actual));
		return true;
	case PM4_CODE_RING_ITEMS:
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

/* What is said of registers and packets as such. */
static void say_stream_rule(struct text *t, const struct pm4_verdict *v, enum pm4_chip chip)
{
	const struct pm4_packet_row *packet = verdict_packet(v, chip);
	const struct pm4_reg_row *reg = v->reg ? pm4_reg_find(chip, v->reg) : NULL;

	switch (v->code) {
	case PM4_CODE_EMPTY:
		say(t, "the stream is empty");
		break;
	case PM4_CODE_OUTPUT_TOO_SMALL:
		say(t, "room for %llu patches is needed, there is room for %llu",
		    big(v->expected), big(v->actual));
		break;
	case PM4_CODE_PACKET_TYPE:
		say(t, "there is no packet of type %llu", big(v->actual));
		break;
	case PM4_CODE_TYPE0:
		say(t, "type-0 packets are denied: SET_CONFIG_REG and the like set registers");
		break;
	case PM4_CODE_TRUNCATED:
		say(t, "has %llu dwords behind its header, the stream only %llu",
		    big(v->expected), big(v->actual));
		break;
	case PM4_CODE_HEADER_BITS:
		say(t, "header bits 0x%llx are not allowed here", big(v->actual));
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
		say(t, "%llu dwords are not a length that it can have (%llu)",
		    big(v->actual), big(v->expected));
		break;
	case PM4_CODE_RANGE:
		say(t, "%llu dwords from %llu on reach over the end, %llu", big(v->actual),
		    big(v->offset), big(v->expected));
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
		say(t, "must be 0x%llx, not 0x%llx", big(v->expected), big(v->actual));
		break;
	case PM4_CODE_RELOC_MISSING:
		say(t, "needs a relocation, and the next packet is none");
		break;
	case PM4_CODE_RELOC_INDEX:
		say(t, "relocation %llu is not 4 times the number of one of %llu buffers",
		    big(v->actual), big(v->expected));
		break;
	case PM4_CODE_READ_ONLY:
		say(t, "writes buffer %u, which may only be read", v->buffer);
		break;
	case PM4_CODE_FIELD_BITS:
		say(t, "%s 0x%llx sets bits that are not among 0x%llx",
		    packet_dw_name(v, chip), big(v->actual), big(v->expected));
		break;
	case PM4_CODE_FIELD_VALUE:
		say(t, "%s: %llu is not allowed, %llu is", v->reg ? "field" :
		    packet_dw_name(v, chip), big(v->actual), big(v->expected));
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
		say(t, "event %s can not be sent like this (initiator 0x%llx)",
		    event_name(v->detail), big(v->actual));
		break;
	case PM4_CODE_WAIT_REGISTER:
		say(t, "a stream may not wait for this register");
		break;
	case PM4_CODE_COPY_REGISTER:
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
		say(t, "%llu dwords are more than %llu", big(v->actual), big(v->expected));
		break;
	case PM4_CODE_CHIP_RING:
		say(t, "%s has no such engine for streams", pm4_chip_name(chip));
		break;
	default:
		say(t, "refused by rule %u", v->code);
	}
}

/**
 * pm4_verdict_text() - a verdict as one sentence
 * @verdict: what pm4_check() filled in
 * @chip: the chip that it was checked for
 * @text: where to write; always ends with a NUL unless @size is 0
 * @size: bytes there; PM4_VERDICT_TEXT is enough for most
 *
 * Return: characters written, without the NUL; 0 for a stream that was accepted.
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
	if (!say_surface_rule(&t, verdict) && !say_draw_rule(&t, verdict))
		say_stream_rule(&t, verdict, chip);
	if (verdict->draw != PM4_NO_DWORD && verdict->draw != 0)
		say(&t, " (draw at dword %u)", verdict->draw);
	return t.len;
}

/**
 * pm4_code_name() - the name of a rule
 * @code: enum pm4_code
 *
 * Return: its name without the prefix, or "?".
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
 * pm4_chip_name() - the name of a chip
 * @chip: which
 *
 * Return: its name as AMD spells it, or "?".
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
