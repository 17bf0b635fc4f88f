// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The decoder: list, records, uniforms with their consumers, programs and render arguments as
 * text, with the reach of each.  It accepts any submission and continues after a refusal.
 *
 * The programs are walked first.  If the walk refuses one, the length of its uniforms is unknown:
 * the uniforms from there on are shown as words.
 *
 * No locks, no allocation.
 */
#include "../pm4_decode.h"
#include "../pm4_text.h"
#include "vc4_names.h"

/**
 * struct show - a decoding
 * @d: the submission and the receiver of the lines
 * @ck: programs, as in a check; words of refused programs are VC4_NONE
 * @line: the line
 * @t: its text
 * @list: byte of the list up to which the draws belong to earlier records
 * @lost: the uniforms from here on have no known owner
 */
struct show {
	const struct vc4_decoder *d;
	struct vc4_checker ck;
	char line[PM4_DECODE_LINE];
	struct pm4_text t;
	u32 list;
	bool lost;
};

static struct pm4_text *begin(struct show *s)
{
	s->t = (struct pm4_text){ .buf = s->line, .size = sizeof(s->line), .front = &vc4_front };
	s->line[0] = 0;
	return &s->t;
}

static void end(struct show *s)
{
	s->d->line(s->d->ctx, s->line);
}

#define LINE(s, ...) (begin(s), say(&(s)->t, __VA_ARGS__), end(s))

static bool marked(const struct show *s, u32 part)
{
	return s->d->verdict && s->d->verdict->rule && s->d->verdict->part == part;
}

static void mark(struct show *s)
{
	char text[VC4_TEXT];

	vc4_verdict_text(s->d->verdict, text, sizeof(text));
	LINE(s, "^^^^^  REFUSED   %s", text);
}

/* ---- fields ---- */

static u32 field_value(const struct pm4_field *f, const u8 *bits, u32 nbits)
{
	u64 value = 0;
	u32 i;

	for (i = 0; i < f->width && f->shift + i < nbits; i++)
		value |= (u64)(bits[(f->shift + i) / 8] >> (f->shift + i) % 8 & 1) << i;
	return (u32)value;
}

static void say_fields(struct pm4_text *t, u32 first, u32 n, const u8 *bits, u32 nbits)
{
	const struct pm4_field *f = vc4_tables.fields + first;
	const char *name;
	u32 i, value;

	for (i = 0; i < n; i++, f++) {
		value = field_value(f, bits, nbits);
		if (f->name[0] == '-') {
			if (value)
				say(t, " unused=0x%x", value);
			continue;
		}
		name = pm4_value_name(&vc4_tables, f, value);
		say(t, f->width > 16 ? " %s=0x%x" : " %s=%u", f->name, value);
		if (name)
			say(t, "(%s)", name);
	}
}

static void say_layout(struct pm4_text *t, u32 number, u32 value)
{
	const struct pm4_layout *l = &vc4_tables.layouts[number];

	say_fields(t, l->fields, l->nfields, (const u8 *)&value, 32);
}

/* ---- the list ---- */

static u32 record_length(const struct pm4_record_row *row, u32 left)
{
	u32 bytes = row ? row->bytes : 1;

	return min(bytes, left);
}

static void say_record(struct pm4_text *t, const u8 *p, u32 left)
{
	const struct pm4_record_row *row = vc4_record_row(*p);

	if (!row) {
		say(t, "code %u (reserved)", *p);
		return;
	}
	say(t, "%s", row->name);
	say_fields(t, row->fields, row->nfields, p + 1, 8 * (record_length(row, left) - 1));
	if (row->bytes > left)
		say(t, " (%u bytes are missing)", row->bytes - left);
}

/**
 * vc4_decode_record() - write a record of a list as text
 * @p: the record
 * @left: bytes of the list from there on, at least 1
 * @text: receives the text
 * @size: size of @text in bytes
 *
 * Return: bytes of the record, at most @left.
 */
u32 vc4_decode_record(const u8 *p, u32 left, char *text, size_t size)
{
	struct pm4_text t = { .buf = text, .size = size, .front = &vc4_front };

	say_record(&t, p, left);
	return record_length(vc4_record_row(*p), left);
}

static void show_list_record(struct show *s, u32 at, u32 left)
{
	const u8 *p = s->d->in->list + at;
	const struct pm4_record_row *row = vc4_record_row(*p);
	struct pm4_text *t = begin(s);

	say(t, "%6u  ", at);
	say_record(t, p, left);
	if (row && row->cls == PM4_DENIED)
		say(t, " (denied: %s)", row->reason);
	end(s);
}

static void show_list(struct show *s)
{
	const struct vc4_input *in = s->d->in;
	u32 at, bytes;

	LINE(s, "bin list, %u bytes:", in->list_bytes);
	for (at = 0; at < in->list_bytes; at += bytes) {
		bytes = record_length(vc4_record_row(in->list[at]), in->list_bytes - at);
		show_list_record(s, at, in->list_bytes - at);
		if (marked(s, VC4_LIST) && s->d->verdict->at == at)
			mark(s);
	}
	if (marked(s, VC4_LIST) && s->d->verdict->at >= in->list_bytes)
		mark(s);
}

/* ---- records ---- */

/*
 * Go on in the list to the next shader state.  Returns its number of attributes, 0 if there is
 * none; @max gets the largest vertex of its draws.
 */
static u32 next_state(struct show *s, u32 *max)
{
	const struct vc4_input *in = s->d->in;
	const struct pm4_record_row *row;
	u32 attributes = 0, count, last;

	*max = 0;
	for (; s->list < in->list_bytes; s->list += row ? row->bytes : 1) {
		const u8 *p = in->list + s->list;

		row = vc4_record_row(*p);
		if (row && row->bytes > in->list_bytes - s->list)
			break;
		if (*p == PM4_RECORD_GL_SHADER_STATE) {
			if (attributes)
				break;
			attributes = VC4_GET(p, GL_SHADER_STATE_ATTRIBUTES);
			attributes = attributes ? attributes : 8;
		}
		if (*p == PM4_RECORD_INDEXED_PRIMITIVE) {
			last = VC4_GET(p, INDEXED_PRIMITIVE_MAX_INDEX);
			*max = max(*max, last);
		} else if (*p == PM4_RECORD_ARRAY_PRIMITIVE) {
			count = VC4_GET(p, ARRAY_PRIMITIVE_COUNT);
			last = VC4_GET(p, ARRAY_PRIMITIVE_FIRST) + (count ? count - 1 : 0);
			*max = max(*max, last);
		}
	}
	return attributes;
}

static void show_attribute(struct show *s, const u8 *record, u32 i, u32 handle, u32 max)
{
	const u8 *a = record + RECORD_ATTRIBUTE(i);
	u32 bytes = a[ATTRIBUTE_BYTES_1] + 1, stride = a[ATTRIBUTE_STRIDE];

	begin(s);
	say(&s->t, "        attribute %u: buffer %u at %u, %u bytes, stride %u, ", i, handle,
	    vc4_u32(a), bytes, stride);
	say(&s->t, "at %u of a vertex, at %u of its coordinates, ", a[ATTRIBUTE_VPM],
	    a[ATTRIBUTE_VPM + 1]);
	say(&s->t, "vertex %u ends at %llu", max,
	    big(vc4_u32(a) + (u64)bytes + (u64)stride * max));
	end(s);
	if (marked(s, VC4_RECORD) && s->d->verdict->record == s->ck.record &&
	    s->d->verdict->at == (u32)(a - s->d->in->records))
		mark(s);
}

static void show_stage(struct show *s, const u8 *record, u32 stage, u32 handle)
{
	const u8 *p = record + RECORD_STAGE(stage);
	struct pm4_text *t = begin(s);

	say(t, "        %s shader: buffer %u", vc4_stage_name(stage), handle);
	if (vc4_u32(p + STAGE_CODE))
		say(t, " at %u", vc4_u32(p + STAGE_CODE));
	if (stage == VC4_FRAGMENT)
		say(t, ", %u varyings", record[RECORD_VARYINGS]);
	else
		say(t, ", attributes 0x%02x, %u bytes of a vertex", p[STAGE_MASK], p[STAGE_TOTAL]);
	end(s);
}

static void show_record(struct show *s, u32 attributes, u32 max)
{
	const u8 *handles = s->d->in->records + s->ck.records;
	const u8 *record = handles + HANDLES_BYTES(attributes);
	u32 i, flags = vc4_u16(record + RECORD_FLAGS);

	LINE(s, "record %u at %u: %u attributes, flags 0x%x%s%s%s", s->ck.record, s->ck.records,
	     attributes, flags, flags & FLAG_SINGLE_THREADED ? " single threaded" : "",
	     flags & FLAG_POINT_SIZE ? " point size" : "",
	     flags & FLAG_CLIPPING ? " clipping" : "");
	for (i = 0; i < VC4_STAGES; i++)
		show_stage(s, record, i, vc4_u32(handles + 4 * i));
	for (i = 0; i < attributes; i++)
		show_attribute(s, record, i, vc4_u32(handles + 4 * (VC4_STAGES + i)), max);
	if (marked(s, VC4_RECORD) && s->d->verdict->record == s->ck.record &&
	    (s->d->verdict->at < s->ck.records + (u32)(record - handles) + RECORD_ATTRIBUTE(0)))
		mark(s);
}

/* ---- uniforms ---- */

static const struct vc4_program *program_of(const struct show *s, u32 handle)
{
	const struct vc4_input *in = s->d->in;

	if (handle >= in->nbuffers || !in->buffers[handle].code ||
	    s->ck.programs[handle].words == VC4_NONE)
		return NULL;
	return &s->ck.programs[handle];
}

static void say_parameter(struct pm4_text *t, u32 n, const u32 *words)
{
	u64 first, last;
	u32 type;

	if (n == 0) {
		say(t, " P0");
		say_layout(t, PM4_L_TEXTURE_P0, words[0]);
	} else if (n == 1) {
		type = pm4_get(TEXTURE_P0_TYPE, words[0]) |
		       pm4_get(TEXTURE_P1_TYPE_4, words[1]) << 4;
		say(t, " P1");
		say_layout(t, PM4_L_TEXTURE_P1, words[1]);
		say(t, " ");
		vc4_say_item(t, PM4_SET_TEXTURE, type);
		if (vc4_texture_range(words[0], words[1], &first, &last))
			say(t, ", bytes %lld to %llu", (long long)first, big(last));
	} else {
		say(t, " P%u", n);
		say_layout(t, PM4_L_TEXTURE_P2, words[n & 3]);
	}
}

/**
 * struct consumer - the walk over the instructions that consume uniform words
 * @s: the decoding
 * @words: the uniform words
 * @nwords: their number
 * @word: the next one
 * @open: words of the lookup of each texture unit that is open
 * @nopen: number of these
 */
struct consumer {
	struct show *s;
	const u8 *words;
	u32 nwords;
	u32 word;
	u32 open[2][4];
	u32 nopen[2];
};

static void show_word(struct consumer *c, u32 ip, u64 inst, u32 tmu, bool parameter)
{
	struct pm4_text *t = begin(c->s);
	u32 value = c->word < c->nwords ? vc4_u32(c->words + 4 * c->word) : 0;
	u32 n;

	say(t, "        %4u  %08x  ip %u: ", c->word, value, ip);
	vc4_say_instruction(t, ip, inst);
	if (parameter) {
		n = c->nopen[tmu] & 3;
		c->open[tmu][n] = value;
		c->nopen[tmu]++;
		say(t, ",");
		say_parameter(t, n, c->open[tmu]);
	}
	end(c->s);
	c->word++;
}

/* The words of one instruction: a read, and each coordinate but S alone. */
static void consume(struct consumer *c, u32 ip, u64 inst)
{
	u32 unit, addr, tmu, signal = VC4_SIGNAL(inst);
	bool alu = signal != PM4_I_SIGNAL_LOAD_IMMEDIATE && signal != PM4_I_SIGNAL_BRANCH;

	if (alu && (VC4_RADDR_A(inst) == PM4_I_READ_A_uniform ||
		    (VC4_RADDR_B(inst) == PM4_I_READ_B_uniform &&
		     signal != PM4_I_SIGNAL_SMALL_IMMEDIATE)))
		show_word(c, ip, inst, 0, false);
	if (signal == PM4_I_SIGNAL_BRANCH)
		return;
	for (unit = 0; unit < 2; unit++) {
		addr = unit ? VC4_WADDR_MUL(inst) : VC4_WADDR_ADD(inst);
		if (!(PM4_K_WRITE_A_LOOKUP >> addr & 1))
			continue;
		tmu = addr >= PM4_I_WRITE_A_tmu1_s;
		if (c->nopen[tmu] || addr & 3)
			show_word(c, ip, inst, tmu, true);
		if (!(addr & 3))
			c->nopen[tmu] = 0;
	}
}

static void show_stage_uniforms(struct show *s, u32 stage, u32 handle)
{
	const struct vc4_input *in = s->d->in;
	const struct vc4_program *p = program_of(s, handle);
	struct consumer c = { .s = s };
	u32 i;

	if (!p || 4ull * p->nlookups + 4ull * p->words > in->uniforms_bytes - s->ck.uniforms) {
		LINE(s, "    %s uniforms at %u: %s", vc4_stage_name(stage), s->ck.uniforms,
		     p ? "too few" : "unknown, because its code is refused");
		s->lost = true;
		return;
	}
	LINE(s, "    %s uniforms at %u: %u lookups, %u words", vc4_stage_name(stage),
	     s->ck.uniforms, p->nlookups, p->words);
	for (i = 0; i < p->nlookups; i++)
		LINE(s, "        lookup %u: buffer %u%s", i,
		     vc4_u32(in->uniforms + s->ck.uniforms + 4 * i),
		     p->lookups[i].direct ? ", direct" : "");
	c.words = in->uniforms + s->ck.uniforms + 4 * p->nlookups;
	c.nwords = p->words;
	for (i = 0; i < in->buffers[handle].code_bytes / 8 && c.word < p->words; i++)
		consume(&c, i, vc4_u64(in->buffers[handle].code + 8ull * i));
	if (c.word < p->words)
		LINE(s, "        %4u  %08x  the address of the stream, for a loop", c.word,
		     vc4_u32(c.words + 4 * c.word));
	if (marked(s, VC4_UNIFORMS) && s->d->verdict->at >= s->ck.uniforms &&
	    s->d->verdict->at - s->ck.uniforms < 4 * p->nlookups + 4 * p->words)
		mark(s);
	s->ck.uniforms += 4 * p->nlookups + 4 * p->words;
}

static void show_rest(struct show *s, const char *what, const u8 *p, u32 at, u32 bytes)
{
	if (at < bytes)
		LINE(s, "%s from %u: %u bytes that belong to no record", what, at, bytes - at);
	for (; at + 4 <= bytes; at += 4)
		LINE(s, "%6u  %08x", at, vc4_u32(p + at));
}

static void show_records(struct show *s)
{
	const struct vc4_input *in = s->d->in;
	u32 attributes, max, i;

	LINE(s, "%u records, %u bytes; uniforms, %u bytes:", in->nrecords, in->records_bytes,
	     in->uniforms_bytes);
	for (s->ck.record = 0; ; s->ck.record++) {
		attributes = next_state(s, &max);
		if (!attributes || HANDLES_BYTES(attributes) + RECORD_BYTES(attributes) >
		    in->records_bytes - s->ck.records)
			break;
		show_record(s, attributes, max);
		for (i = 0; i < VC4_STAGES && !s->lost; i++)
			show_stage_uniforms(s, i, vc4_u32(in->records + s->ck.records + 4 * i));
		s->ck.records += HANDLES_BYTES(attributes) + RECORD_BYTES(attributes);
	}
	if (marked(s, VC4_RECORD) && s->d->verdict->at >= s->ck.records)
		mark(s);
	show_rest(s, "records", in->records, s->ck.records, in->records_bytes);
	show_rest(s, "uniforms", in->uniforms, s->ck.uniforms, in->uniforms_bytes);
	if (marked(s, VC4_UNIFORMS) && (s->lost || s->d->verdict->at >= s->ck.uniforms))
		mark(s);
}

/* ---- programs ---- */

/* Bitmap of the instructions with a label. */
static void find_labels(struct show *s, const u8 *code, u32 count)
{
	u64 inst;
	s64 target;
	u32 ip;

	vc4_take_flow(&s->ck, 0, count);
	memset(s->ck.flow.targets, 0, (count / 64 + 1) * 8);
	for (ip = 0; ip < count; ip++) {
		inst = vc4_u64(code + 8ull * ip);
		target = vc4_branch_target(ip, inst);
		if (VC4_SIGNAL(inst) == PM4_I_SIGNAL_BRANCH && target >= 0 && target < count)
			vc4_set(s->ck.flow.targets, (u32)target);
	}
}

static void show_program(struct show *s, u32 buffer)
{
	const struct vc4_buffer *b = &s->d->in->buffers[buffer];
	const struct vc4_program *p = &s->ck.programs[buffer];
	u32 ip, count = b->code_bytes / 8;
	struct pm4_text *t = begin(s);
	u64 inst;

	say(t, "shader in buffer %u, %u instructions", buffer, count);
	if (p->words != VC4_NONE)
		say(t, ": %u uniforms, %u lookups, %u varyings, %u rows%s%s%s", p->words,
		    p->nlookups, p->varyings, p->rows,
		    p->uses & VC4_USES_TILE ? ", tile buffer" : "",
		    p->uses & VC4_USES_VPM ? ", vertex memory" : "",
		    p->uses & VC4_USES_THREADS ? ", threads" : "");
	end(s);
	find_labels(s, b->code, count);
	for (ip = 0; ip < count; ip++) {
		inst = vc4_u64(b->code + 8ull * ip);
		t = begin(s);
		if (vc4_test(s->ck.flow.targets, ip))
			say(t, "L%u:\t", ip);
		else
			say(t, "\t");
		say(t, "%4u  %016llx  ", ip, big(inst));
		vc4_say_instruction(t, ip, inst);
		end(s);
		if (marked(s, VC4_CODE) && s->d->verdict->buffer == buffer &&
		    s->d->verdict->ip == ip)
			mark(s);
	}
	if (marked(s, VC4_CODE) && s->d->verdict->buffer == buffer && s->d->verdict->ip >= count)
		mark(s);
}

static void walk_programs(struct show *s)
{
	const struct vc4_input *in = s->d->in;
	struct vc4_verdict verdict;
	u32 i;

	s->ck.verdict = &verdict;
	for (i = 0; i < in->nbuffers; i++)
		if (in->buffers[i].code && vc4_check_program(&s->ck, i))
			s->ck.programs[i].words = VC4_NONE;
	s->ck.verdict = NULL;
}

/* ---- render arguments ---- */

static void show_render(struct show *s)
{
	const struct vc4_render *r = &s->d->in->render;
	struct pm4_text *t;
	u32 i;

	begin(s);
	say(&s->t, "render: %ux%u, tiles %u,%u to %u,%u, flags 0x%x, ", r->width, r->height,
	    r->min_x, r->min_y, r->max_x, r->max_y, r->flags);
	say(&s->t, "clear color %08x %08x, z %06x, stencil %02x", r->clear_color[0],
	    r->clear_color[1], r->clear_z, r->clear_s & 0xff);
	end(s);
	for (i = 0; i < VC4_SURFACES; i++) {
		const struct vc4_surface *f = &r->surfaces[i];

		t = begin(s);
		say(t, "    %s: ", vc4_surface_name(i));
		if (f->hindex == VC4_NONE)
			say(t, "none");
		else
			say(t, "buffer %u at %u", f->hindex, f->offset);
		if (i == VC4_COLOR_WRITE)
			say_layout(t, PM4_L_RENDER_BITS, f->bits);
		else if (f->hindex != VC4_NONE)
			say_layout(t, PM4_L_TILE_BITS, f->bits);
		if (f->flags)
			say(t, " flags=0x%x", f->flags);
		end(s);
		if (marked(s, VC4_RENDER) && s->d->verdict->index == i)
			mark(s);
	}
	if (marked(s, VC4_RENDER) && s->d->verdict->index == VC4_NONE)
		mark(s);
}

/**
 * vc4_decode() - write a submission as text
 * @d: the submission and the receiver of the lines
 * @memory: vc4_memory_size() bytes, aligned to 8
 *
 * The work is linear in the bytes of the submission.
 */
void vc4_decode(const struct vc4_decoder *d, void *memory)
{
	struct show s = { .d = d, .ck = { .in = d->in, .record = VC4_NONE } };
	u32 i;

	vc4_take_memory(&s.ck, memory);
	walk_programs(&s);
	for (i = 0; i < d->in->nbuffers; i++)
		LINE(&s, "buffer %u: %llu bytes%s", i, big(d->in->buffers[i].size),
		     d->in->buffers[i].code ? ", shader" : "");
	show_list(&s);
	show_records(&s);
	for (i = 0; i < d->in->nbuffers; i++)
		if (d->in->buffers[i].code)
			show_program(&s, i);
	show_render(&s);
}
