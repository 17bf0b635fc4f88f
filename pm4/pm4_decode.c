// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The decoder.  It walks packets like the command processor and writes one line for each
 * dword, with names from the tables; on request another line for each field.  It accepts
 * any input: of a packet that exceeds the stream it shows the dwords that exist.
 *
 * The front knows the length of a packet, and shows those packets for which a row with the
 * roles of the dwords is not enough (pm4_show.c).
 *
 * The pm4 tool uses it; the module has no decoder.  No locks, no allocation.
 */
#include "pm4_packet.h"
#include "pm4_show.h"

static u32 dw_number(const struct pm4_walk *w)
{
	u32 number = w->d->first_dw + w->at;

	return w->d->wrap_dw ? number % w->d->wrap_dw : number;
}

/**
 * pm4_line_start() - begin the line of the next dword
 * @w: the walk
 * @header: the dword is a header; others are indented
 */
void pm4_line_start(struct pm4_walk *w, bool header)
{
	w->t = (struct pm4_text){ .buf = w->line, .size = sizeof(w->line), .front = w->d->front,
				  .chip = w->d->chip };
	say(&w->t, "%5u  %08x  %s", dw_number(w), w->d->ib[w->at], header ? "" : "    ");
}

/* Append the notes of dword @w->at.  Returns true if there is one. */
static bool say_notes(struct pm4_walk *w)
{
	const struct pm4_decoder *d = w->d;
	bool any = false;
	u32 i;

	for (i = 0; i < d->nnotes; i++) {
		if (d->notes[i].at_dw != w->at)
			continue;
		say(&w->t, "  <-- %s", d->notes[i].text);
		any = true;
	}
	return any;
}

static u32 field_bits(const struct pm4_field *f)
{
	return f->width == 32 ? 0xffffffff : (1u << f->width) - 1;
}

static void field_line(struct pm4_walk *w, const struct pm4_field *f, u32 value)
{
	u32 v = (value >> f->shift) & field_bits(f);
	const char *name = pm4_value_name(w->d->front->tables, f, v);

	w->t.len = 0;
	say(&w->t, "%25s%s[", "", f->name);
	if (f->width > 1)
		say(&w->t, "%u:", f->shift + f->width - 1);
	say(&w->t, "%u] = 0x%x%s%s", f->shift, v, name ? " " : "", name ? name : "");
	w->d->line(w->d->ctx, w->line);
}

static void field_lines(struct pm4_walk *w)
{
	const struct pm4_field *f = w->d->front->tables->fields + w->first_field;
	u32 i, known = 0, value = w->d->ib[w->at];

	for (i = 0; i < w->nfields; i++, f++) {
		known |= field_bits(f) << f->shift;
		field_line(w, f, value);
	}
	if (w->nfields && (value & ~known)) {
		w->t.len = 0;
		say(&w->t, "%25sother = 0x%x", "", value & ~known);
		w->d->line(w->d->ctx, w->line);
	}
	w->nfields = 0;
}

/**
 * pm4_line_end() - write the line of a dword, with its notes, mark and fields
 * @w: the walk; goes on to the next dword
 */
void pm4_line_end(struct pm4_walk *w)
{
	const struct pm4_decoder *d = w->d;

	say_notes(w);
	d->line(d->ctx, w->line);
	if (w->at == d->mark_dw) {
		w->t.len = 0;
		say(&w->t, "^^^^^  REFUSED   %s", d->mark ? d->mark : "");
		d->line(d->ctx, w->line);
	}
	field_lines(w);
	w->at++;
}

/**
 * pm4_show_fields() - show the fields of a dword, at the end of its line or in lines below it
 * @w: the walk
 * @first: first field
 * @n: number of fields
 */
void pm4_show_fields(struct pm4_walk *w, u32 first, u32 n)
{
	if (w->d->fields) {
		w->first_field = first;
		w->nfields = n;
	} else {
		pm4_say_fields(&w->t, first, n, w->d->ib[w->at]);
	}
}

static void say_reg_value(struct pm4_text *t, const struct pm4_reg_row *row, u32 offset, u32 value)
{
	t->len += pm4_reg_name(row, offset, t->buf + t->len, t->size - t->len);
	say(t, " = 0x%x", value);
}

static void say_denied(struct pm4_text *t, u8 cls, const char *reason)
{
	if (cls == PM4_DENIED)
		say(t, " (denied: %s)", reason);
}

/**
 * pm4_show_denied() - show why clients may not send a packet
 * @w: the walk
 * @row: row of the packet; NULL if it has none
 */
void pm4_show_denied(struct pm4_walk *w, const struct pm4_packet_row *row)
{
	if (row && !w->d->privileged)
		say_denied(&w->t, row->cls, row->reason);
}

/**
 * pm4_show_reg() - show a dword that is the value of a register
 * @w: the walk
 * @offset: byte offset of the register
 */
void pm4_show_reg(struct pm4_walk *w, u32 offset)
{
	const struct pm4_reg_row *row = pm4_reg_find(w->d->front->tables, w->d->chip, offset);

	say_reg_value(&w->t, row, offset, w->d->ib[w->at]);
	if (!row)
		return;
	pm4_show_fields(w, row->fields, row->nfields);
	if (!w->d->privileged)
		say_denied(&w->t, row->cls, row->reason);
}

/**
 * pm4_decode_reg() - write the value of a register as text
 * @front: the front of the chip
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
size_t pm4_decode_reg(const struct pm4_front *front, u32 chip, u32 offset, u32 value,
		      char *text, size_t size)
{
	const struct pm4_reg_row *row = pm4_reg_find(front->tables, chip, offset);
	struct pm4_text t = { .buf = text, .size = size, .front = front, .chip = chip };

	if (!size)
		return 0;
	say_reg_value(&t, row, offset, value);
	if (row) {
		pm4_say_fields(&t, row->fields, row->nfields, value);
		say_denied(&t, row->cls, row->reason);
	}
	return t.len;
}

/**
 * pm4_show_mapped() - show where an address is, if there is a map
 * @w: the walk
 * @addr: the address
 */
void pm4_show_mapped(struct pm4_walk *w, u64 addr)
{
	const struct pm4_mapping *m = NULL;
	u32 low = 0, high = w->d->map ? w->d->nmap : 0, mid;

	/* The last mapping that does not begin past the address. */
	while (low < high) {
		mid = low + (high - low) / 2;
		if (w->d->map[mid].va <= addr) {
			m = &w->d->map[mid];
			low = mid + 1;
		} else {
			high = mid;
		}
	}
	if (!m || addr - m->va >= m->size)
		return;
	if (m->buffer == PM4_NO_BUFFER)
		say(&w->t, " (unlisted buffer at 0x%llx", big(m->va));
	else
		say(&w->t, " (buffer %u", m->buffer);
	say(&w->t, " + 0x%llx)", big(addr - m->va));
}

/* The address of which this dword has the low bits, and the next one the high bits. */
static void show_address(struct pm4_walk *w, const struct pm4_packet_dw *dw)
{
	static const char * const verbs[] = { NULL, "reads", "writes", "reads and writes" };
	const struct pm4_field *high = w->d->front->tables->fields + dw[1].fields;
	u32 bits = 16;

	if (dw->access)
		say(&w->t, ", %s", verbs[dw->access & 3]);
	if (dw->bytes)
		say(&w->t, " %u bytes", dw->bytes);
	if (!w->d->map || w->at + 1 >= w->end)
		return;
	if (dw[1].nfields && !high->shift && high->width < bits)
		bits = high->width;
	pm4_show_mapped(w, (w->d->ib[w->at] & ~3u) |
			   (u64)pm4_bits(w->d->ib[w->at + 1], 0, bits) << 32);
}

static void show_role(struct pm4_walk *w, const struct pm4_packet_dw *dw)
{
	u32 value = w->d->ib[w->at];
	const struct pm4_event *event;

	switch (dw->role) {
	case PM4_ROLE_ADDR_256:
	case PM4_ROLE_SIZE_256:
		say(&w->t, "%s = 0x%llx", dw->name, (unsigned long long)value << 8);
		break;
	case PM4_ROLE_EVENT:
		event = pm4_event_find(w->d->front->tables, value & 0x3f);
		say(&w->t, "%s = 0x%x %s", dw->name, value, event ? event->name : "");
		pm4_show_fields(w, dw->fields, dw->nfields);
		break;
	case PM4_ROLE_INDICES:
	case PM4_ROLE_DATA:
		say(&w->t, "0x%x", value);
		break;
	case PM4_ROLE_REG:
		say(&w->t, "%s = 0x%05x", dw->name, value * 4);
		break;
	case PM4_ROLE_ADDR_LO:
		say(&w->t, "%s = 0x%x", dw->name, value);
		/* The fields of an address are in its two lowest bits. */
		if (w->d->fields)
			pm4_show_fields(w, dw->fields, dw->nfields);
		else
			pm4_say_fields(&w->t, dw->fields, dw->nfields, value & 3);
		show_address(w, dw);
		break;
	default:
		say(&w->t, "%s = 0x%x", dw->name, value);
		pm4_show_fields(w, dw->fields, dw->nfields);
	}
}

/* A NOP with one dword is a relocation. */
static void show_relocation(struct pm4_walk *w)
{
	u32 payload = w->d->ib[w->at], index = payload / 4;

	pm4_line_start(w, false);
	say(&w->t, "relocation %u", index);
	if (payload & 3 || index >= w->d->nbuffers)
		say(&w->t, ", there is none (0x%x)", payload);
	else
		say(&w->t, ": buffer of %llu bytes",
		    (unsigned long long)w->d->buffers[index].size);
	pm4_line_end(w);
}

/**
 * pm4_show_body() - show the remaining dwords of a packet, by the roles in its row
 * @w: the walk
 * @row: row of the packet; NULL: without names
 */
void pm4_show_body(struct pm4_walk *w, const struct pm4_packet_row *row)
{
	u32 i;

	if (row && w->d->ring == PM4_RING_GFX && row->opcode == PM4_NOP && w->d->buffers &&
	    w->end - w->at == 1) {
		show_relocation(w);
		return;
	}
	for (i = 0; w->at < w->end; i++) {
		pm4_line_start(w, false);
		if (row && row->ndw) {
			const struct pm4_packet_dw *dws =
				&w->d->front->tables->packet_dws[row->dws];
			u8 last = dws[row->ndw - 1].role;

			if (i < row->ndw)
				show_role(w, &dws[i]);
			else if (last == PM4_ROLE_DATA || last == PM4_ROLE_INDICES)
				show_role(w, &dws[row->ndw - 1]);
		}
		pm4_line_end(w);
	}
}

/**
 * pm4_packet_dw() - length of a packet
 * @front: the front of the chip
 * @ring: the engine
 * @chip: the chip
 * @header: header of the packet
 *
 * Context: Any context.
 * Return: dwords including the header; at least one.
 */
u32 pm4_packet_dw(const struct pm4_front *front, enum pm4_ring ring, u32 chip, u32 header)
{
	return front->packet_dw(ring, chip, header);
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
	const struct pm4_front *front = d->front;
	struct pm4_walk w = { .d = d };
	u32 length;

	while (w.at < d->ib_dw) {
		u32 header = d->ib[w.at];
		int opcode = front->opcode(d->ring, header);
		const struct pm4_packet_row *row = NULL;

		if (opcode >= 0)
			row = pm4_packet_find(front->tables, d->ring, d->chip, (u32)opcode);
		length = front->packet_dw(d->ring, d->chip, header);
		w.end = length < d->ib_dw - w.at ? w.at + length : d->ib_dw;
		length -= w.end - w.at;
		front->show(&w, header, row);
		if (length) {
			w.t.len = 0;
			say(&w.t, "       (%u dwords are missing)", length);
			d->line(d->ctx, w.line);
		}
	}
	w.t = (struct pm4_text){ .buf = w.line, .size = sizeof(w.line) };
	say(&w.t, "%5u          ", dw_number(&w));
	if (say_notes(&w))
		d->line(d->ctx, w.line);
}

/**
 * pm4_decode_program() - write a shader program as text
 * @p: the program and the receiver of the lines
 *
 * The program ends where its control flow ends; the text says so if the dwords end before.  Each
 * instruction has a line, under the word of control flow that runs its clause first.  The work and
 * the number of lines are linear in the number of dwords, which need not be a program at all.
 *
 * Context: Any context in which @p->line may run.
 * Return: true; false without a line if the front knows no programs in memory.
 */
bool pm4_decode_program(const struct pm4_program *p)
{
	if (!p->front->show_program)
		return false;
	p->front->show_program(p);
	return true;
}
