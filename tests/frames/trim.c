// SPDX-License-Identifier: GPL-2.0
/*
 * The least of a recording that still gives a draw its pixels: packets and pieces of contents are left out in ever
 * smaller runs, and what changes a target of the draw goes back in.
 */
#include <errno.h>
#include <stdlib.h>

#include "frame.h"
#include "pm4_packet.h"
#include "rcp_capture.h"

/* Replays, at most: what is left then stays. */
#define TRIES_MAX	2000u

/* A packet with the relocations behind it, or a piece of contents. */
struct unit {
	u32 sub;
	bool write;
	u32 first, count;	/* dwords of the stream, or @first the number of the write */
	bool out;
};

struct trimming {
	const struct frame_file *file;
	struct unit *units;
	u32 nunits;
	u64 wanted[FRAME_DEPTH + 1];
	u32 tries;
};

/* ---- what can be left out ---- */

static bool add_unit(struct trimming *t, u32 sub, bool write, u32 first, u32 count)
{
	struct unit *units = realloc(t->units, (t->nunits + 1) * sizeof(*units));

	if (!units)
		return false;
	t->units = units;
	units[t->nunits++] = (struct unit){ sub, write, first, count, false };
	return true;
}

static bool add_packets(struct trimming *t, u32 sub, u32 end)
{
	const struct r6cs *cs = &t->file->subs[sub].cs;
	u32 at = 0, next;

	for (; at < end; at = next) {
		next = at + pm4_packet_dw(cs->card.front, cs->in.ring, cs->card.chip, cs->in.ib[at]);
		while (next + 1 < end && (cs->in.ib[next] & ~PM4_PREDICATE) == PM4_NOP_RELOC)
			next += 2;
		if (next > end)
			next = end;
		if (!add_unit(t, sub, false, at, next - at))
			return false;
	}
	return true;
}

/* All up to the draw: contents first, because they are the most bytes. */
static bool add_units(struct trimming *t, const struct frame_event *draw, u32 end)
{
	bool good = true;

	for (u32 s = 0; s <= draw->sub; s++)
		for (u32 i = 0; good && i < t->file->subs[s].nwrites; i++)
			good = add_unit(t, s, true, i, 1);
	for (u32 s = 0; good && s <= draw->sub; s++)
		good = add_packets(t, s, s < draw->sub ? t->file->subs[s].cs.in.ib_dw : end);
	return good;
}

/* ---- the file without them ---- */

static void free_rest(struct frame_file *rest)
{
	for (u32 s = 0; s < rest->nsubs; s++) {
		free(rest->subs[s].cs.ib);
		free(rest->subs[s].writes);
	}
	free(rest->subs);
}

/* Shares buffers, identities and bytes of contents with the file. */
static bool make_rest(const struct trimming *t, u32 nsubs, struct frame_file *rest)
{
	*rest = (struct frame_file){ .path = t->file->path, .subs = calloc(nsubs, sizeof(*rest->subs)) };
	if (!rest->subs)
		return false;
	for (; rest->nsubs < nsubs; rest->nsubs++) {
		const struct frame_submission *from = &t->file->subs[rest->nsubs];
		struct frame_submission *s = &rest->subs[rest->nsubs];

		*s = *from;
		s->cs.ib = malloc(4ull * from->cs.in.ib_dw + 4);
		s->writes = malloc((from->nwrites + 1) * sizeof(*s->writes));
		s->nwrites = 0;
		s->cs.in.ib = s->cs.ib;
		s->cs.in.ib_dw = 0;
		if (!s->cs.ib || !s->writes) {
			rest->nsubs++;
			return false;
		}
	}
	for (u32 i = 0; i < t->nunits; i++) {
		const struct unit *u = &t->units[i];
		struct frame_submission *s = &rest->subs[u->sub];

		if (u->out)
			continue;
		if (u->write) {
			s->writes[s->nwrites++] = t->file->subs[u->sub].writes[u->first];
			continue;
		}
		memcpy(s->cs.ib + s->cs.in.ib_dw, t->file->subs[u->sub].cs.in.ib + u->first, 4 * u->count);
		s->cs.in.ib_dw += u->count;
	}
	return true;
}

/* ---- the pixels ---- */

struct last {
	u32 draw;
	u64 target[FRAME_DEPTH + 1];
	struct frame_event e;
	bool found;
};

static bool after(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	struct last *last = ctx;

	if (e->kind != FRAME_DRAW || e->draw != last->draw)
		return true;
	frame_hash_targets(card, last->target);
	last->e = *e;
	last->found = true;
	return false;
}

/* The targets after a draw, 0: the last one. */
static bool find_pixels(const struct frame_file *file, u32 draw, struct last *last, bool quiet)
{
	const struct frame_sink sink = { .after = after, .ctx = last };
	char error[FRAME_ERROR];
	struct frame_card *card = frame_card_new(file, false, error);

	*last = (struct last){ .draw = draw };
	if (!card)
		return false;
	frame_quiet(card, quiet);
	if (!draw)
		last->draw = frame_draws(card);
	frame_replay(card, &sink);
	frame_card_free(card);
	return last->found;
}

static bool still_drawn(struct trimming *t, u32 nsubs)
{
	struct frame_file rest;
	struct last last;
	bool same = false;

	t->tries++;
	if (make_rest(t, nsubs, &rest))
		same = find_pixels(&rest, 0, &last, true) && !memcmp(last.target, t->wanted, sizeof(t->wanted));
	free_rest(&rest);
	return same;
}

/* Leaves out runs of @size units; the last unit is the draw. */
static void leave_out(struct trimming *t, u32 nsubs, u32 size)
{
	for (u32 first = 0; first + 1 < t->nunits && t->tries < TRIES_MAX; first += size) {
		u32 end = first + size < t->nunits - 1 ? first + size : t->nunits - 1, changed = 0;
		bool *was = calloc(size + 1, sizeof(*was));

		if (!was)
			return;
		for (u32 i = first; i < end; i++) {
			was[i - first] = t->units[i].out;
			changed += !t->units[i].out;
			t->units[i].out = true;
		}
		if (changed && !still_drawn(t, nsubs))
			for (u32 i = first; i < end; i++)
				t->units[i].out = was[i - first];
		free(was);
	}
}

/* ---- the new file ---- */

static void section(FILE *f, u32 type, const void *head, size_t head_size, const void *data, size_t size)
{
	const struct rcp_capture_section s = { RCP_CAPTURE_MAGIC, RCP_CAPTURE_VERSION, head_size + size, type };

	fwrite(&s, sizeof(s), 1, f);
	if (head_size)
		fwrite(head, head_size, 1, f);
	if (size)
		fwrite(data, size, 1, f);
}

static void write_buffers(FILE *f, const struct frame_submission *s)
{
	u32 n = s->cs.in.nbuffers;
	struct rcp_capture_reloc *relocs = calloc(n + 1, sizeof(*relocs));
	struct rcp_capture_bo *bos = calloc(n + 1, sizeof(*bos));

	for (u32 i = 0; relocs && bos && i < n; i++) {
		const struct pm4_buffer *b = &s->cs.in.buffers[i];

		/* In VRAM: a replay has one kind of memory. */
		relocs[i] = (struct rcp_capture_reloc){ .handle = s->ids[i], .read_domains = 4, .write_domain = 4 };
		bos[i] = (struct rcp_capture_bo){
			.size = b->size, .domains = 4, .placed = 4, .tiling = b->tiling, .pitch = b->pitch, .alignment = b->align,
		};
	}
	section(f, RCP_CAPTURE_RELOCS, NULL, 0, relocs, n * sizeof(*relocs));
	section(f, RCP_CAPTURE_BO, NULL, 0, bos, n * sizeof(*bos));
	section(f, RCP_CAPTURE_IDENTITY, NULL, 0, s->ids, n * sizeof(*s->ids));
	free(relocs);
	free(bos);
}

static void write_submission(FILE *f, const struct frame_submission *s, u64 number)
{
	struct rcp_capture_submit submit = {
		.pipes = s->cs.card.pipes, .banks = s->cs.card.banks, .group_bytes = s->cs.card.group_bytes,
		.backends = s->cs.card.backends, .number = number, .comm = "trimmed",
		.cs_flags = s->cs.in.flags & PM4_KEEP_TILING ? 1 : 0,
	};
	struct rcp_capture_done done = { .dword = ~0u, .header = ~0u, .buffer = ~0u };

	snprintf(submit.chip, sizeof(submit.chip), "%s", s->cs.chip);
	section(f, RCP_CAPTURE_SUBMIT, NULL, 0, &submit, sizeof(submit));
	section(f, RCP_CAPTURE_STREAM, NULL, 0, s->cs.in.ib, 4ull * s->cs.in.ib_dw);
	write_buffers(f, s);
	for (u32 i = 0; i < s->nwrites; i++) {
		const struct frame_write *w = &s->writes[i];
		struct rcp_capture_contents head = { .offset = w->offset };

		while (s->ids[head.reloc] != w->id)
			head.reloc++;
		section(f, RCP_CAPTURE_CONTENTS, &head, sizeof(head), w->data, w->size);
	}
	section(f, RCP_CAPTURE_DONE, NULL, 0, &done, sizeof(done));
}

static int write_file(const struct frame_file *rest, const char *path, char *error)
{
	FILE *f = fopen(path, "wb");
	u64 number = 0, bytes = 0;
	u32 dwords = 0;
	bool good = f;

	for (u32 i = 0; f && i < rest->nsubs; i++) {
		const struct frame_submission *s = &rest->subs[i];

		dwords += s->cs.in.ib_dw;
		for (u32 n = 0; n < s->nwrites; n++)
			bytes += s->writes[n].size;
		if (s->cs.in.ib_dw || s->nwrites)
			write_submission(f, s, ++number);
	}
	if (f)
		good = !ferror(f);
	if (f && fclose(f))
		good = false;
	if (!good)
		return r6cs_err(error, "%s cannot be written: %s", path, strerror(errno));
	printf("%s: %llu submissions, %u dwords, %llu bytes of contents\n", path, (unsigned long long)number, dwords,
	       (unsigned long long)bytes);
	return 0;
}

int frame_trim(const struct frame_file *file, const struct frame_options *o, char *error)
{
	struct trimming t = { .file = file };
	struct frame_file rest = { 0 };
	struct last last;
	int ret = 0;

	if (!find_pixels(file, o->draw, &last, false))
		return r6cs_err(error, "draw %u is in a stream that does not run", o->draw);
	memcpy(t.wanted, last.target, sizeof(t.wanted));
	if (!add_units(&t, &last.e, last.e.at + last.e.ndw) || !t.nunits)
		ret = r6cs_err(error, "out of memory");
	for (u32 size = t.nunits; !ret && size; size /= 2)
		leave_out(&t, last.e.sub + 1, size);
	if (!ret)
		ret = make_rest(&t, last.e.sub + 1, &rest) ? write_file(&rest, o->output, error) :
							     r6cs_err(error, "out of memory");
	free_rest(&rest);
	free(t.units);
	return ret;
}
