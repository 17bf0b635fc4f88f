// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The decoder.  It walks packets like the command processor and writes one line for each
 * dword, with names from the tables; on request another line for each field.  It accepts
 * any input: of a packet that exceeds the stream it shows the dwords that exist.
 *
 * The pm4 tool and device core dumps use it.  No locks, no allocation.
 */
#include "pm4_decode.h"
#include "pm4_table.h"

/* Header bit of a DMA packet: one side is tiled, and the packet is longer. */
#define DMA_TILED	(1u << 23)

/* The current line. */
struct text {
	char *buf;
	size_t size;
	size_t used;
};

#define put(t, ...) \
	((t)->used += scnprintf((t)->buf + (t)->used, (t)->size - (t)->used, __VA_ARGS__))

/*
 * Walk over the packets.  .at is the dword of the next line, .end the end of the packet,
 * .fields the fields that get lines of their own below the line.
 */
struct walk {
	const struct pm4_decoder *d;
	u32 at;
	u32 end;
	const struct pm4_field *fields;
	u32 nfields;
	char line[PM4_DECODE_LINE];
	struct text t;
};

static u32 dw_number(const struct walk *w)
{
	u32 number = w->d->first_dw + w->at;

	return w->d->wrap_dw ? number % w->d->wrap_dw : number;
}

static void line_start(struct walk *w, bool header)
{
	w->t.buf = w->line;
	w->t.size = sizeof(w->line);
	w->t.used = 0;
	put(&w->t, "%5u  %08x  %s", dw_number(w), w->d->ib[w->at], header ? "" : "    ");
}

/* Append the notes of dword @w->at.  Returns true if there is one. */
static bool put_notes(struct walk *w)
{
	const struct pm4_decoder *d = w->d;
	bool any = false;
	u32 i;

	for (i = 0; i < d->nnotes; i++) {
		if (d->notes[i].at_dw != w->at)
			continue;
		put(&w->t, "  <-- %s", d->notes[i].text);
		any = true;
	}
	return any;
}

static u32 field_bits(const struct pm4_field *f)
{
	return f->width == 32 ? 0xffffffff : (1u << f->width) - 1;
}

static void field_line(struct walk *w, const struct pm4_field *f, u32 value)
{
	u32 v = (value >> f->shift) & field_bits(f);
	const char *name = pm4_value_name(f, v);

	w->t.used = 0;
	put(&w->t, "%25s%s[", "", f->name);
	if (f->width > 1)
		put(&w->t, "%u:", f->shift + f->width - 1);
	put(&w->t, "%u] = 0x%x%s%s", f->shift, v, name ? " " : "", name ? name : "");
	w->d->line(w->d->ctx, w->line);
}

static void field_lines(struct walk *w)
{
	u32 i, known = 0, value = w->d->ib[w->at];

	for (i = 0; i < w->nfields; i++) {
		known |= field_bits(&w->fields[i]) << w->fields[i].shift;
		field_line(w, &w->fields[i], value);
	}
	if (w->nfields && (value & ~known)) {
		w->t.used = 0;
		put(&w->t, "%25sother = 0x%x", "", value & ~known);
		w->d->line(w->d->ctx, w->line);
	}
	w->nfields = 0;
}

static void line_end(struct walk *w)
{
	const struct pm4_decoder *d = w->d;

	put_notes(w);
	d->line(d->ctx, w->line);
	if (w->at == d->mark_dw) {
		w->t.used = 0;
		put(&w->t, "^^^^^  REFUSED   %s", d->mark ? d->mark : "");
		d->line(d->ctx, w->line);
	}
	field_lines(w);
	w->at++;
}

static void put_fields(struct text *t, const struct pm4_field *f, u32 n, u32 value)
{
	u32 i, known = 0;

	for (i = 0; i < n; i++) {
		u32 v = (value >> f[i].shift) & field_bits(&f[i]);
		const char *name = pm4_value_name(&f[i], v);

		known |= field_bits(&f[i]) << f[i].shift;
		if (name)
			put(t, " %s=%s", f[i].name, name);
		else if (v > 9)
			put(t, " %s=0x%x", f[i].name, v);
		else if (v)
			put(t, " %s=%u", f[i].name, v);
	}
	if (n && (value & ~known))
		put(t, " other=0x%x", value & ~known);
}

/* Show the fields of dword @w->at, at the end of its line or in lines below it. */
static void show_fields(struct walk *w, u32 first, u32 n)
{
	if (w->d->fields) {
		w->fields = &pm4_fields[first];
		w->nfields = n;
	} else {
		put_fields(&w->t, &pm4_fields[first], n, w->d->ib[w->at]);
	}
}

static void put_reg_value(struct text *t, const struct pm4_reg_row *row, u32 offset, u32 value)
{
	t->used += pm4_reg_name(row, offset, t->buf + t->used, t->size - t->used);
	put(t, " = 0x%x", value);
}

static void put_denied(struct text *t, const struct pm4_reg_row *row)
{
	if (row && row->cls == PM4_DENIED)
		put(t, " (denied: %s)", row->reason);
}

static void show_reg(struct walk *w, u32 offset)
{
	const struct pm4_reg_row *row = pm4_reg_find(w->d->chip, offset);

	put_reg_value(&w->t, row, offset, w->d->ib[w->at]);
	if (row)
		show_fields(w, row->fields, row->nfields);
	if (!w->d->privileged)
		put_denied(&w->t, row);
}

/**
 * pm4_decode_reg() - write the value of a register as text
 * @chip: the chip
 * @offset: byte offset in register space
 * @value: value of the register
 * @text: receives the text
 * @size: size of @text in bytes
 *
 * Omits fields that are 0, unless the value 0 has a name.
 *
 * Context: Any context.
 * Return: characters written without the NUL.
 */
size_t pm4_decode_reg(enum pm4_chip chip, u32 offset, u32 value, char *text,
		      size_t size)
{
	const struct pm4_reg_row *row = pm4_reg_find(chip, offset);
	struct text t = { text, size, 0 };

	if (!size)
		return 0;
	put_reg_value(&t, row, offset, value);
	if (row)
		put_fields(&t, &pm4_fields[row->fields], row->nfields, value);
	put_denied(&t, row);
	return t.used;
}

/**
 * pm4_decode_fields() - write the fields of a register as text
 * @chip: the chip
 * @offset: byte offset in register space
 * @value: value of the register
 * @text: receives the text: a blank, NAME and =VALUE for each field, or nothing
 * @size: size of @text in bytes
 *
 * Omits fields that are 0, unless the value 0 has a name.
 *
 * Context: Any context.
 * Return: characters written without the NUL.
 */
size_t pm4_decode_fields(enum pm4_chip chip, u32 offset, u32 value, char *text,
			 size_t size)
{
	const struct pm4_reg_row *row = pm4_reg_find(chip, offset);
	struct text t = { text, size, 0 };

	if (!size)
		return 0;
	text[0] = '\0';
	if (row)
		put_fields(&t, &pm4_fields[row->fields], row->nfields, value);
	return t.used;
}

static const struct pm4_layout *resource_layout(u32 type, u32 word)
{
	static const u16 tex[] = {
		PM4_L_SQ_TEX_RESOURCE_WORD0, PM4_L_SQ_TEX_RESOURCE_WORD1,
		PM4_L_SQ_TEX_RESOURCE_WORD2, PM4_L_SQ_TEX_RESOURCE_WORD3,
		PM4_L_SQ_TEX_RESOURCE_WORD4, PM4_L_SQ_TEX_RESOURCE_WORD5,
		PM4_L_SQ_TEX_RESOURCE_WORD6,
	};
	static const u16 vtx[] = {
		PM4_L_SQ_VTX_CONSTANT_WORD0, PM4_L_SQ_VTX_CONSTANT_WORD1,
		PM4_L_SQ_VTX_CONSTANT_WORD2, PM4_L_SQ_VTX_CONSTANT_WORD3,
	};

	if (type == PM4_V_SQ_TEX_RESOURCE_WORD6_TYPE_VALID_BUFFER && word < ARRAY_SIZE(vtx))
		return &pm4_layouts[vtx[word]];
	if (type == PM4_V_SQ_TEX_RESOURCE_WORD6_TYPE_VALID_TEXTURE || word == 6)
		return &pm4_layouts[tex[word]];
	return NULL;
}

static const struct pm4_layout *sampler_layout(u32 word)
{
	static const u16 words[] = {
		PM4_L_SQ_TEX_SAMPLER_WORD0, PM4_L_SQ_TEX_SAMPLER_WORD1,
		PM4_L_SQ_TEX_SAMPLER_WORD2,
	};

	return &pm4_layouts[words[word]];
}

/* Show dword @w->at of a constant; @dw is its offset in the space. */
static void put_constant(struct walk *w, const struct pm4_space *space, u32 dw)
{
	const struct pm4_layout *layout = NULL;
	const u32 *ib = w->d->ib;
	u32 word = dw % space->unit_dw, slot = dw / space->unit_dw;

	if (space->packet == PM4_OP_SET_RESOURCE) {
		u32 last = w->at + 6 - word;

		layout = resource_layout(last < w->end ?
			pm4_get(SQ_TEX_RESOURCE_WORD6_TYPE, ib[last]) : 0, word);
	} else if (space->packet == PM4_OP_SET_SAMPLER) {
		layout = sampler_layout(word);
	}
	if (layout) {
		put(&w->t, "[%u] %s = 0x%x", slot, layout->name, ib[w->at]);
		show_fields(w, layout->fields, layout->nfields);
	} else if (space->unit_dw > 1) {
		put(&w->t, "%s[%u].%u = 0x%x", space->name, slot, word, ib[w->at]);
	} else {
		put(&w->t, "%s[%u] = 0x%x", space->name, slot, ib[w->at]);
	}
}

static void show_set(struct walk *w, const struct pm4_packet_row *row)
{
	const struct pm4_space *space = &pm4_spaces[row->space - 1];
	u32 dw, start;

	if (w->at >= w->end)
		return;
	start = w->d->ib[w->at] & 0xffff;
	line_start(w, false);
	put(&w->t, "%s = 0x%x (0x%05x)", pm4_packet_dws[row->dws].name, w->d->ib[w->at],
	    space->base + start * 4);
	line_end(w);
	for (dw = start; w->at < w->end; dw++) {
		line_start(w, false);
		if (space->base + dw * 4 >= space->end)
			put(&w->t, "outside %s", space->name);
		else if (row->opcode == PM4_OP_SET_CONFIG_REG ||
			 row->opcode == PM4_OP_SET_CONTEXT_REG)
			show_reg(w, space->base + dw * 4);
		else
			put_constant(w, space, dw);
		line_end(w);
	}
}

static void put_role(struct walk *w, const struct pm4_packet_dw *dw)
{
	u32 value = w->d->ib[w->at];
	const struct pm4_event *event = &pm4_events[value & 63];

	switch (dw->role) {
	case PM4_ROLE_ADDR_256:
	case PM4_ROLE_SIZE_256:
		put(&w->t, "%s = 0x%llx", dw->name, (unsigned long long)value << 8);
		break;
	case PM4_ROLE_EVENT:
		put(&w->t, "%s = 0x%x %s", dw->name, value, event->name ? event->name : "");
		show_fields(w, dw->fields, dw->nfields);
		break;
	case PM4_ROLE_INDICES:
	case PM4_ROLE_DATA:
		put(&w->t, "0x%x", value);
		break;
	case PM4_ROLE_REG:
		put(&w->t, "%s = 0x%05x", dw->name, value * 4);
		break;
	default:
		put(&w->t, "%s = 0x%x", dw->name, value);
		show_fields(w, dw->fields, dw->nfields);
	}
}

/* A NOP with one dword is a relocation. */
static void show_relocation(struct walk *w)
{
	u32 payload = w->d->ib[w->at], index = payload / 4;

	line_start(w, false);
	put(&w->t, "relocation %u", index);
	if (payload & 3 || index >= w->d->nbuffers)
		put(&w->t, ", there is none (0x%x)", payload);
	else
		put(&w->t, ": buffer of %llu bytes",
		    (unsigned long long)w->d->buffers[index].size);
	line_end(w);
}

static void show_body(struct walk *w, const struct pm4_packet_row *row)
{
	u32 i;

	if (row && w->d->ring == PM4_RING_GFX && row->opcode == PM4_OP_NOP && w->d->buffers &&
	    w->end - w->at == 1) {
		show_relocation(w);
		return;
	}
	if (row && row->space) {
		show_set(w, row);
		return;
	}
	for (i = 0; w->at < w->end; i++) {
		line_start(w, false);
		if (row && row->ndw) {
			const struct pm4_packet_dw *dws = &pm4_packet_dws[row->dws];
			u8 last = dws[row->ndw - 1].role;

			if (i < row->ndw)
				put_role(w, &dws[i]);
			else if (last == PM4_ROLE_DATA || last == PM4_ROLE_INDICES)
				put_role(w, &dws[row->ndw - 1]);
		}
		line_end(w);
	}
}

static void show_registers(struct walk *w, u32 header)
{
	u32 offset = (header & 0xffff) * 4;

	for (; w->at < w->end; offset += 4) {
		line_start(w, false);
		show_reg(w, offset & 0x3ffff);
		line_end(w);
	}
}

static u32 dma_dw(enum pm4_chip chip, u32 header)
{
	u32 count = header & 0xffff, tiled = header & DMA_TILED;

	switch (header >> 28) {
	case PM4_DMA_WRITE:
		return count + (tiled ? 5 : 3);
	case PM4_DMA_COPY:
		if (tiled)
			return 7;
		return PM4_R7XX_CHIPS & (1u << chip) ? 5 : 4;
	default: {
		const struct pm4_packet_row *row =
			pm4_packet_find(PM4_RING_DMA, chip, header >> 28);

		return row ? row->min_dw + 1 : 1;
	}
	}
}

/**
 * pm4_packet_dw() - length of a packet
 * @ring: the engine
 * @chip: the chip
 * @header: header of the packet
 *
 * Context: Any context.
 * Return: dwords including the header; at least one.
 */
u32 pm4_packet_dw(enum pm4_ring ring, enum pm4_chip chip, u32 header)
{
	if (ring == PM4_RING_DMA)
		return dma_dw(chip, header);
	if (header >> 30 == 2 || header >> 30 == 1)
		return 1;
	return ((header >> 16) & 0x3fff) + 2;
}

static void put_header(struct walk *w, u32 header, const struct pm4_packet_row *row)
{
	const struct pm4_decoder *d = w->d;

	if (d->ring == PM4_RING_DMA) {
		put(&w->t, "DMA %s%s", row ? row->name : "(unknown)",
		    header & DMA_TILED ? " tiled" : "");
	} else if (header >> 30 == 0) {
		put(&w->t, "type 0: %u registers from 0x%05x", ((header >> 16) & 0x3fff) + 1,
		    (header & 0xffff) * 4);
	} else if (header >> 30 == 1) {
		put(&w->t, "type 1: reserved");
	} else if (header >> 30 == 2) {
		put(&w->t, "filler");
	} else {
		if (row)
			put(&w->t, "%s", row->name);
		else
			put(&w->t, "opcode 0x%02x (unknown)", (header >> 8) & 0xff);
		if (header & 1)
			put(&w->t, " predicated");
	}
	if (row && row->cls == PM4_DENIED && !d->privileged)
		put(&w->t, " (denied: %s)", row->reason);
}

/**
 * pm4_decode() - write a stream as text
 * @d: the stream and the receiver of the lines
 *
 * The work is linear in the number of dwords.  Each dword has a line.  More lines are for
 * the mark, for missing dwords of the last packet, for notes after the last dword, and for
 * fields with @d->fields.
 *
 * Context: Any context in which @d->line may run.
 */
void pm4_decode(const struct pm4_decoder *d)
{
	struct walk w = { .d = d };
	u32 length;

	while (w.at < d->ib_dw) {
		u32 header = d->ib[w.at];
		const struct pm4_packet_row *row = NULL;

		if (d->ring == PM4_RING_DMA)
			row = pm4_packet_find(d->ring, d->chip, header >> 28);
		else if (header >> 30 == 3)
			row = pm4_packet_find(d->ring, d->chip, (header >> 8) & 0xff);
		length = pm4_packet_dw(d->ring, d->chip, header);
		w.end = length < d->ib_dw - w.at ? w.at + length : d->ib_dw;
		length -= w.end - w.at;
		line_start(&w, true);
		put_header(&w, header, row);
		line_end(&w);
		if (d->ring == PM4_RING_GFX && header >> 30 == 0)
			show_registers(&w, header);
		else if (d->ring == PM4_RING_DMA && header & DMA_TILED)
			show_body(&w, NULL);	/* the rows are for linear packets */
		else
			show_body(&w, row);
		if (length) {
			w.t.used = 0;
			put(&w.t, "       (%u dwords are missing)", length);
			d->line(d->ctx, w.line);
		}
	}
	w.t = (struct text){ w.line, sizeof(w.line), 0 };
	put(&w.t, "%5u          ", dw_number(&w));
	if (put_notes(&w))
		d->line(d->ctx, w.line);
}
