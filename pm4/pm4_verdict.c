// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Verdicts as text: one sentence for each code, with the names of the tables.  The ioctl,
 * the tool and the trace use the same sentence.
 *
 * Here are the rules that all fronts share: of streams, packets, registers, relocations and
 * ranges.  The front says the others, and these where its words differ (FRONT_say.c).
 *
 * The comments of the say_*() functions document the members of struct pm4_verdict that
 * depend on the code.
 *
 * Pure functions of a verdict: no allocation, no locks, any context.
 */
#include "pm4_packet.h"
#include "pm4_text.h"

/**
 * pm4_say_dwords() - append a number of dwords
 * @t: the text
 * @count: the number
 */
void pm4_say_dwords(struct pm4_text *t, u64 count)
{
	say(t, "%llu dword%s", big(count), count == 1 ? "" : "s");
}

static const struct pm4_packet_row *verdict_packet(const struct pm4_text *t,
						   const struct pm4_verdict *v)
{
	int opcode = -1;

	if (v->header != PM4_NO_DWORD)
		opcode = t->front->opcode(v->ring, v->packet);
	if (opcode < 0)
		return NULL;
	return pm4_packet_find_any(t->front->tables, v->ring, t->chip, (u32)opcode);
}

/**
 * pm4_say_register() - append the name of a register
 * @t: the text
 * @reg: byte offset
 */
void pm4_say_register(struct pm4_text *t, u32 reg)
{
	char name[48];

	if (t->front->say_register(t, reg))
		return;
	pm4_reg_name(pm4_reg_find_any(t->front->tables, t->chip, reg), reg, name, sizeof(name));
	say(t, "%s", name);
}

static void say_where(struct pm4_text *t, const struct pm4_verdict *v)
{
	const struct pm4_packet_row *row = verdict_packet(t, v);
	int opcode = t->front->opcode(v->ring, v->packet);

	if (v->dword != PM4_NO_DWORD)
		say(t, "%sdword %u: ", v->ring == PM4_RING_CONST ? "const IB, " : "", v->dword);
	if (v->header != PM4_NO_DWORD) {
		if (row)
			say(t, "%s%s", v->ring == PM4_RING_DMA ? "DMA " : "", row->name);
		else if (v->ring != PM4_RING_DMA && opcode >= 0)
			say(t, "packet 0x%02x", opcode);
		else
			say(t, "header 0x%08x", v->packet);
	}
	if (v->reg) {
		say(t, " ");
		pm4_say_register(t, v->reg);
	}
	say(t, ": ");
}

/**
 * pm4_say_range() - append a range that exceeds its buffer
 * @t: the text
 * @v: the verdict: @v->actual bytes from @v->offset on, the buffer has @v->expected
 */
void pm4_say_range(struct pm4_text *t, const struct pm4_verdict *v)
{
	say(t, "needs %llu bytes at offset %llu, buffer %u has %llu",
	    big(v->actual), big(v->offset), v->buffer, big(v->expected));
}

/**
 * pm4_field_name() - name of the field that broke the rule
 * @t: the text
 * @v: the verdict
 * @name: the name if the verdict names no field
 *
 * Return: the name.
 */
const char *pm4_field_name(const struct pm4_text *t, const struct pm4_verdict *v,
			   const char *name)
{
	const struct pm4_tables *tables = t->front->tables;

	return v->field && v->field <= tables->nfields ? tables->fields[v->field - 1].name : name;
}

/**
 * pm4_reason() - reason of a denial
 * @text: the reason in the tables, may be NULL
 *
 * Return: the words.
 */
const char *pm4_reason(const char *text)
{
	return text ? text : "denied";
}

/* .actual: value; .expected: bits that may be set */
static void say_bits(struct pm4_text *t, const struct pm4_verdict *v)
{
	say(t, "0x%08llx sets bits 0x%08x that must be 0", big(v->actual),
	    (u32)v->actual & ~(u32)v->expected);
	if (v->field && v->field <= t->front->tables->nfields)
		say(t, " (%s)", pm4_field_name(t, v, NULL));
}

static const char *packet_dw_name(const struct pm4_text *t, const struct pm4_verdict *v)
{
	const struct pm4_packet_row *row = verdict_packet(t, v);

	if (!row || v->detail >= row->ndw)
		return "dword";
	return t->front->tables->packet_dws[row->dws + v->detail].name;
}

/* .expected: number of dwords that follow; .actual: the first of them */
static void say_reloc_missing(struct pm4_text *t, const struct pm4_verdict *v)
{
	u32 next = (u32)v->actual, opcode = PM4_OPCODE(next);
	const struct pm4_packet_row *row = pm4_packet_find_any(t->front->tables, PM4_RING_GFX,
							       t->chip, opcode);

	say(t, "needs a relocation, and ");
	if (!v->expected)
		say(t, "the stream ends");
	else if (PM4_TYPE(next) == 2)
		say(t, "a type-2 packet follows");
	else if (PM4_TYPE(next) != 3)
		say(t, "0x%08x follows", next);
	else if (!row)
		say(t, "packet 0x%02x follows", opcode);
	else if (opcode != PM4_NOP)
		say(t, "%s follows", row->name);
	else if (PM4_COUNT(next))
		say(t, "the NOP that follows has %u dwords after its header, and needs 1",
		    PM4_COUNT(next) + 1);
	else if (next & 0xff)
		say(t, "the NOP that follows has header bits 0x%x", next & 0xff);
	else
		say(t, "the stream ends in the NOP that follows");
}

/* .shape[0]: PM4_VALUE_*; .expected: bound; .detail: dword of the packet */
static void say_value(struct pm4_text *t, const struct pm4_verdict *v)
{
	const char *name = pm4_field_name(t, v, packet_dw_name(t, v));

	if (v->shape[0] == PM4_VALUE_NOT_0)
		say(t, "%s 0 is not allowed", name);
	else if (v->shape[0] == PM4_VALUE_MOST)
		say(t, "%s %llu is not allowed, the maximum is %llu", name, big(v->actual),
		    big(v->expected));
	else
		say(t, "%s must be %llu, not %llu", name, big(v->expected), big(v->actual));
}

/*
 * .actual: dwords after the header; .expected and .detail: least and largest number.  With
 * .shape[0], the dwords of one constant, .actual: dwords of constants
 */
static void say_length(struct pm4_text *t, const struct pm4_verdict *v)
{
	say(t, "has ");
	pm4_say_dwords(t, v->actual);
	if (v->shape[0])
		say(t, " of constants, which is not a multiple of %llu", big(v->shape[0]));
	else if (v->detail == v->expected)
		say(t, " after its header, and needs %llu", big(v->expected));
	else if (v->detail > 0x3fff)
		say(t, " after its header, and needs at least %llu", big(v->expected));
	else
		say(t, " after its header, and needs %llu to %u", big(v->expected), v->detail);
}

/* .actual: number of a relocation, times 4; .expected: length of the list */
static void say_reloc_index(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->actual & 3)
		say(t, "relocation %llu is not a multiple of 4", big(v->actual));
	else
		say(t, "relocation %llu stands for buffer %llu, the list has %llu",
		    big(v->actual), big(v->actual / 4), big(v->expected));
}

/*
 * Rules of the stream and of packets.  Returns false for other rules.  Long, because it is one
 * switch over the rules.
 */
static bool say_packet_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	const struct pm4_packet_row *packet = verdict_packet(t, v);

	switch (v->code) {
	case PM4_CODE_EMPTY:
		say(t, "the stream is empty");
		return true;
	case PM4_CODE_OUTPUT_TOO_SMALL:
		say(t, "the stream needs room for %llu patches, there is room for %llu",
		    big(v->expected), big(v->actual));
		return true;
	case PM4_CODE_TOO_LONG:
		say(t, "the stream has %llu dwords, the maximum is %llu", big(v->actual),
		    big(v->expected));
		return true;
	case PM4_CODE_PACKET_TYPE:
		say(t, "there is no packet of type %llu", big(v->actual));
		return true;
	case PM4_CODE_TRUNCATED:
		say(t, "has ");
		pm4_say_dwords(t, v->expected);
		say(t, " after its header, the stream only %llu", big(v->actual));
		return true;
	case PM4_CODE_HEADER_BITS:
		say(t, "header bits 0x%llx are not allowed in this packet", big(v->actual));
		return true;
	case PM4_CODE_PACKET_UNKNOWN:
		say(t, "there is no such packet");
		return true;
	case PM4_CODE_PACKET_DENIED:
		say(t, "%s", pm4_reason(packet ? packet->reason : NULL));
		return true;
	case PM4_CODE_PACKET_CHIP:
		say(t, "%s does not have this packet", pm4_chip_name(t->front, t->chip));
		return true;
	case PM4_CODE_PACKET_LENGTH:
		say_length(t, v);
		return true;
	case PM4_CODE_CONST_OFFSET:
		say(t, "offset %llu is not a multiple of the %llu dwords of a constant",
		    big(v->actual), big(v->expected));
		return true;
	case PM4_CODE_RANGE:
		say(t, "no room for ");
		pm4_say_dwords(t, v->actual);
		say(t, " at offset %llu among the %llu of %s", big(v->offset), big(v->expected),
		    packet && packet->space ? t->front->tables->spaces[packet->space - 1].name :
					      "the space");
		return true;
	case PM4_CODE_FIELD_BITS:
		say(t, "%s ", packet_dw_name(t, v));
		say_bits(t, v);
		return true;
	case PM4_CODE_FIELD_VALUE:
		say_value(t, v);
		return true;
	case PM4_CODE_ALIGNMENT:
		say(t, "%s 0x%llx is not a multiple of %llu", packet_dw_name(t, v),
		    big(v->actual), big(v->expected));
		return true;
	case PM4_CODE_BOUNDS:
		say(t, "%s ", packet_dw_name(t, v));
		pm4_say_range(t, v);
		return true;
	}
	return false;
}

/* Rules of registers, relocations and ranges.  Returns false for other rules. */
static bool say_register_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	const struct pm4_reg_row *reg;

	switch (v->code) {
	case PM4_CODE_REGISTER_UNKNOWN:
		say(t, "no client may write this register");
		return true;
	case PM4_CODE_REGISTER_DENIED:
		reg = pm4_reg_find(t->front->tables, t->chip, v->reg);
		say(t, "%s", pm4_reason(reg ? reg->reason : NULL));
		return true;
	case PM4_CODE_REGISTER_CHIP:
		say(t, "%s does not have this register", pm4_chip_name(t->front, t->chip));
		return true;
	case PM4_CODE_REGISTER_BITS:
		say_bits(t, v);
		return true;
	case PM4_CODE_REGISTER_VALUE:
		say(t, "must be 0x%llx, not 0x%llx", big(v->expected), big(v->actual));
		return true;
	case PM4_CODE_NOT_SET:
		say(t, "is needed, and the stream has not set it");
		return true;
	case PM4_CODE_RELOC_MISSING:
		say_reloc_missing(t, v);
		return true;
	case PM4_CODE_RELOC_INDEX:
		say_reloc_index(t, v);
		return true;
	case PM4_CODE_READ_ONLY:
		say(t, "writes buffer %u, which may only be read", v->buffer);
		return true;
	case PM4_CODE_BASE_BOUNDS:
		say(t, "offset 0x%llx is past the end of buffer %u, which has %llu bytes",
		    big(v->offset), v->buffer, big(v->expected));
		return true;
	case PM4_CODE_VERTEX_BOUNDS:
		say(t, "vertex buffer ");
		pm4_say_range(t, v);
		return true;
	case PM4_CODE_INDEX_BOUNDS:
		say(t, "draw of %u indices ", v->detail);
		pm4_say_range(t, v);
		return true;
	case PM4_CODE_INDEX_COUNT:
		say(t, "indices take %llu dwords, the packet has %llu", big(v->expected),
		    big(v->actual));
		return true;
	case PM4_CODE_CONST_BOUNDS:
	case PM4_CODE_PROGRAM_BOUNDS:
	case PM4_CODE_RING_BOUNDS:
	case PM4_CODE_EXPORT_BOUNDS:
		pm4_say_range(t, v);
		return true;
	}
	return false;
}

/* The unit is off; no document says that it does not access its memory then. */
static void say_off(struct pm4_text *t, const struct pm4_verdict *v)
{
	char name[48];

	pm4_reg_name(pm4_reg_find(t->front->tables, t->chip, v->off_reg), v->off_reg, name,
		     sizeof(name));
	if (v->off_dw == PM4_NO_DWORD)
		say(t, "; checked although it is off: %s is not set", name);
	else
		say(t, "; checked although it is off: %s at dword %u", name, v->off_dw);
}

/**
 * pm4_verdict_text() - write a verdict as one sentence
 * @verdict: verdict of pm4_check()
 * @front: front of the check
 * @chip: chip of the check
 * @text: receives the sentence; ends with a NUL unless @size is 0
 * @size: size of @text in bytes; PM4_VERDICT_TEXT is enough for every sentence
 *
 * Context: Any context.
 * Return: characters written, without the NUL; 0 for an accepted stream.
 */
size_t pm4_verdict_text(const struct pm4_verdict *verdict, const struct pm4_front *front,
			u32 chip, char *text, size_t size)
{
	struct pm4_text t = { .buf = text, .size = size, .front = front, .chip = chip };

	if (!size)
		return 0;
	text[0] = 0;
	if (verdict->code == PM4_CODE_ACCEPTED)
		return 0;
	if (verdict->dword != PM4_NO_DWORD || verdict->reg)
		say_where(&t, verdict);
	if (!front->say_rule(&t, verdict) && !say_packet_rule(&t, verdict) &&
	    !say_register_rule(&t, verdict))
		say(&t, "refused by rule %u", verdict->code);
	if (verdict->off_reg)
		say_off(&t, verdict);
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
		PM4_VM_CODES(PM4_CODE_NAME)
#undef PM4_CODE_NAME
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(codes); i++)
		if (codes[i].number == code)
			return codes[i].name;
	return "?";
}
