// SPDX-License-Identifier: GPL-2.0
/*
 * A recording on the card of tests/replay: each stream is checked, patched and executed packet by packet,
 * behind the neutral state that the driver would put before it.
 *
 * Buffers are in one piece of address space, with a gap behind each.  An access may reach the
 * buffers of its stream alone, to the byte.
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "frame.h"
#include "pm4_packet.h"
#include "pm4_table.h"
#include "replay.h"

#define ARENA		0x40000000ull
#define ARENA_BYTES	0xb0000000ull
#define NULL_BYTES	4096u
#define GAP		4096u
/* Macro tiles of every format and chip, for the buffers that are as large. */
#define BIG		(1u << 18)
#define BIG_ALIGN	(1u << 20)
#define SMALL_ALIGN	4096u
#define MAX_FAULTS	20u

struct buffer {
	u64 id, addr, size;
};

struct frame_card {
	const struct frame_file *file;
	struct pm4_card pm4;
	struct pm4_checker *checker;
	struct pm4_live live;
	struct replay *replay;
	u32 *preamble;
	u8 *memory;
	u64 next;
	struct buffer *buffers;
	u32 nbuffers;
	u32 *sub;		/* buffer of each relocation of the current submission */
	u32 nsub;
	u32 faults;
	const struct frame_event *now;	/* the packet that runs */
	bool quiet;
	struct frame_access *accesses;	/* of the last packet */
	u32 naccesses;
	bool sees;		/* they are wanted */
	bool running;
	bool set[FRAME_REGS];
	u32 value[FRAME_REGS];
};

static void fault(void *ctx, const char *what)
{
	struct frame_card *card = ctx;

	if (!card->quiet && card->faults++ < MAX_FAULTS)
		fprintf(stderr, "pm4-draw: %s\n", what);
}

/* The buffer of the current submission that has the address; otherwise the limits of the gap. */
static const struct buffer *buffer_at(const struct frame_card *card, u64 addr, u64 *first, u64 *end)
{
	*first = 0;
	*end = UINT64_MAX;
	for (u32 i = 0; i < card->nsub; i++) {
		const struct buffer *b = &card->buffers[card->sub[i]];

		if (addr >= b->addr && addr < b->addr + b->size)
			return b;
		if (b->addr > addr && b->addr < *end)
			*end = b->addr;
		if (b->addr + b->size <= addr && b->addr + b->size > *first)
			*first = b->addr + b->size;
	}
	return NULL;
}

static void span(void *ctx, u64 addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	struct frame_card *card = ctx;
	const struct buffer *b;

	*s = (struct gpu_span){ 0 };
	if (addr >= ARENA && addr < ARENA + NULL_BYTES) {
		*s = (struct gpu_span){ ARENA, ARENA + NULL_BYTES, card->memory };
		return;
	}
	b = buffer_at(card, addr, &s->first, &s->end);
	if (b)
		*s = (struct gpu_span){ b->addr, b->addr + b->size, card->memory + (b->addr - ARENA) };
	else if (addr >= ARENA + NULL_BYTES && s->first < ARENA + NULL_BYTES)
		s->first = ARENA + NULL_BYTES;
	else if (addr < ARENA && s->end > ARENA)
		s->end = ARENA;
}

static void add_access(struct frame_card *card, const struct frame_access *more)
{
	struct frame_access *list;

	for (u32 i = 0; i < card->naccesses; i++) {
		struct frame_access *a = &card->accesses[i];

		if (a->id != more->id || a->client != more->client || a->write != more->write)
			continue;
		a->offset = more->offset < a->offset ? more->offset : a->offset;
		a->end = more->end > a->end ? more->end : a->end;
		a->count += more->count;
		return;
	}
	list = realloc(card->accesses, (card->naccesses + 1) * sizeof(*list));
	if (!list)
		return;
	card->accesses = list;
	list[card->naccesses++] = *more;
}

static void seen(void *ctx, enum gpu_client client, bool write, uint64_t first, uint64_t end, uint64_t count)
{
	struct frame_card *card = ctx;
	u64 low, high;
	const struct buffer *b = card->running ? buffer_at(card, first, &low, &high) : NULL;

	if (b)
		add_access(card, &(struct frame_access){
			.client = gpu_client_name(client), .write = write, .id = b->id, .offset = first - b->addr,
			.end = end - b->addr, .count = count,
		});
}

static void stale(void *ctx, uint64_t first, const char *what)
{
	struct frame_card *card = ctx;
	u64 low, high;
	const struct buffer *b = buffer_at(card, first, &low, &high);

	if (card->quiet || !card->now || card->faults++ >= MAX_FAULTS)
		return;
	fprintf(stderr, "pm4-draw: dword %u of submission %u, draw %u: %s", card->now->at, card->now->sub + 1, card->now->draw, what);
	if (b)
		fprintf(stderr, "; from buffer %llu + 0x%llx on", (unsigned long long)b->id, (unsigned long long)(first - b->addr));
	fputc('\n', stderr);
}

static const struct replay_host host = { .span = span, .fault = fault, .stale = stale, .still = true };
static const struct replay_host seeing_host = {
	.span = span, .fault = fault, .seen = seen, .stale = stale, .still = true,
};

/* Bits of GB_TILING_CONFIG that say the same as the recording's card. */
static u32 tiling_of(const struct pm4_card *card, u32 usual)
{
	u32 pipes = 0;

	while (1u << pipes < card->pipes)
		pipes++;
	return (usual & ~0xfeu) | pipes << 1 | (u32)(card->banks == 8) << 4 | (u32)(card->group_bytes == 512) << 6;
}

struct frame_card *frame_card_new(const struct frame_file *file, bool sees, char *error)
{
	struct frame_card *card = calloc(1, sizeof(*card));
	const struct r6cs *cs = &file->subs[0].cs;

	if (!card) {
		r6cs_err(error, "out of memory");
		return NULL;
	}
	card->file = file;
	card->next = ARENA + 2 * NULL_BYTES;
	card->pm4 = cs->card;
	card->sees = sees;
	card->replay = replay_new(cs->chip, sees ? &seeing_host : &host, card);
	card->memory = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	card->checker = calloc(1, pm4_checker_size(cs->card.front));
	card->preamble = calloc(cs->card.front->preamble_max_dw, sizeof(u32));
	if (card->memory == MAP_FAILED)
		card->memory = NULL;
	if (!card->replay || !card->memory || !card->checker || !card->preamble) {
		r6cs_err(error, card->replay ? "out of memory" : "no machine draws for %s", cs->chip);
		frame_card_free(card);
		return NULL;
	}
	if (file->caches && !replay_caches(card->replay, file->seed)) {
		r6cs_err(error, "--caches: out of memory for the caches of %s", cs->chip);
		frame_card_free(card);
		return NULL;
	}
	if (!replay_straps(card->replay).r500)
		replay_set_tiling(card->replay, tiling_of(&cs->card, replay_straps(card->replay).tiling_config));
	pm4_checker_init(card->checker, &card->pm4);
	return card;
}

void frame_card_free(struct frame_card *card)
{
	if (card->replay)
		replay_free(card->replay);
	if (card->memory)
		munmap(card->memory, ARENA_BYTES);
	free(card->checker);
	free(card->preamble);
	free(card->buffers);
	free(card->sub);
	free(card->accesses);
	free(card);
}

/* ---- buffers ---- */

/* The buffer with an identity, which is placed when it is first named; -1: there is no room. */
static s64 find_buffer(struct frame_card *card, u64 id, u64 size)
{
	u64 align = size >= BIG ? BIG_ALIGN : SMALL_ALIGN;
	u64 addr = (card->next + align - 1) & ~(align - 1);
	struct buffer *more;

	for (u32 i = 0; i < card->nbuffers; i++)
		if (card->buffers[i].id == id)
			return card->buffers[i].size == size ? i : -1;
	more = realloc(card->buffers, (card->nbuffers + 1) * sizeof(*more));
	if (!more)
		return -1;
	card->buffers = more;
	if (size > ARENA_BYTES || addr + size + GAP > ARENA + ARENA_BYTES)
		return -1;
	more[card->nbuffers] = (struct buffer){ id, addr, size };
	card->next = addr + size + GAP;
	return card->nbuffers++;
}

/* Buffers of a submission, and the bytes that the CPU wrote to them. */
static bool place_buffers(struct frame_card *card, const struct frame_submission *s)
{
	u32 *sub = realloc(card->sub, (s->cs.in.nbuffers + 1) * sizeof(*sub));

	card->nsub = 0;
	if (!sub)
		return false;
	card->sub = sub;
	for (u32 i = 0; i < s->cs.in.nbuffers; i++) {
		s64 n = find_buffer(card, s->ids[i], s->cs.in.buffers[i].size);

		if (n < 0)
			return false;
		sub[card->nsub++] = n;
	}
	for (u32 i = 0; i < s->nwrites; i++) {
		const struct frame_write *w = &s->writes[i];

		for (u32 n = 0; n < card->nsub; n++) {
			const struct buffer *b = &card->buffers[sub[n]];

			if (b->id != w->id)
				continue;
			memcpy(card->memory + (b->addr - ARENA) + w->offset, w->data, w->size);
			break;
		}
	}
	return true;
}

bool frame_find(const struct frame_card *card, u64 addr, struct frame_place *place)
{
	u64 first, end;
	const struct buffer *b = buffer_at(card, addr, &first, &end);

	if (!b)
		return false;
	*place = (struct frame_place){
		.id = b->id, .offset = addr - b->addr, .room = b->addr + b->size - addr,
		.bytes = card->memory + (addr - ARENA),
	};
	while (&card->buffers[card->sub[place->reloc]] != b)
		place->reloc++;
	return true;
}

/* ---- streams ---- */

bool frame_is_port(const struct frame_card *card, u32 reg)
{
	static const u32 ports[] = { 0x2200, 0x2204, 0x2208, 0x4250, 0x4254 };

	for (u32 i = 0; frame_upload(card) && i < ARRAY_SIZE(ports); i++)
		if (reg == ports[i])
			return true;
	return false;
}

static void note_reg(struct frame_card *card, u32 reg, u32 value)
{
	if (reg >= FRAME_REGS || frame_is_port(card, 4 * reg))
		return;
	card->set[reg] = true;
	card->value[reg] = value;
}

static void note_set(struct frame_card *card, const u32 *packet, u32 ndw)
{
	const struct pm4_front *front = card->pm4.front;
	u32 header = packet[0];

	if (PM4_TYPE(header) == 0) {
		for (u32 i = 1; i < ndw; i++)
			note_reg(card, front->type0_reg ? front->type0_reg(header, i - 1) : (header & 0xffff) + i - 1,
				 packet[i]);
	} else if (PM4_TYPE(header) == 1 && ndw == 3) {
		note_reg(card, header & 0x7ff, packet[1]);
		note_reg(card, header >> 11 & 0x7ff, packet[2]);
	} else if (PM4_TYPE(header) == 3 && ndw > 1) {
		const struct pm4_packet_row *row = pm4_packet_find(front->tables, PM4_RING_GFX, card->pm4.chip,
								   PM4_OPCODE(header));
		u32 first = row && row->space ? front->tables->spaces[row->space - 1].base / 4 + (packet[1] & 0xffff) :
						FRAME_REGS;

		for (u32 i = 2; i < ndw && first < FRAME_REGS; i++)
			note_reg(card, first + i - 2, packet[i]);
	}
}

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (!strncmp(name, *names, strlen(*names)))
			return true;
	return false;
}

/* Registers of R5xx that flush a cache. */
static bool flush_event(const struct frame_card *card, const u32 *packet, struct frame_event *e)
{
	const struct pm4_front *front = card->pm4.front;
	const struct pm4_reg_row *row = NULL;

	if (front->type0_reg)
		row = pm4_reg_find(front->tables, card->pm4.chip, 4 * front->type0_reg(packet[0], 0));
	if (!row || !strstr(row->name, "CACHE_CTLSTAT"))
		return false;
	e->name = row->name;
	e->kind = FRAME_FLUSH;
	return true;
}

/* Return: false if the packet is no event. */
static bool make_event(const struct frame_card *card, const u32 *packet, struct frame_event *e)
{
	static const char *const draws[] = { "DRAW_INDEX", "3D_DRAW", NULL };
	static const char *const copies[] = { "CP_DMA", "COPY_DW", "MEM_WRITE", "STRMOUT_BUFFER_UPDATE", "3D_CLEAR", NULL };
	static const char *const flushes[] = { "SURFACE_SYNC", "EVENT_WRITE", NULL };
	const struct pm4_packet_row *row;

	if (PM4_TYPE(packet[0]) == 0)
		return flush_event(card, packet, e);
	if (PM4_TYPE(packet[0]) != 3)
		return false;
	row = pm4_packet_find(card->pm4.front->tables, PM4_RING_GFX, card->pm4.chip, PM4_OPCODE(packet[0]));
	if (!row)
		return false;
	e->name = row->name;
	if (is_one_of(row->name, draws))
		e->kind = FRAME_DRAW;
	else if (is_one_of(row->name, copies))
		e->kind = FRAME_COPY;
	else if (is_one_of(row->name, flushes))
		e->kind = FRAME_FLUSH;
	else
		return false;
	e->draw += e->kind == FRAME_DRAW;
	return true;
}

/* Draws of a stream. */
static u32 count_draws(const struct frame_card *card, const struct r6cs *cs)
{
	struct frame_event e = { 0 };

	for (u32 at = 0; at < cs->in.ib_dw;
	     at += pm4_packet_dw(card->pm4.front, PM4_RING_GFX, card->pm4.chip, cs->in.ib[at]))
		make_event(card, cs->in.ib + at, &e);
	return e.draw;
}

u32 frame_draws(const struct frame_card *card)
{
	u32 n = 0;

	for (u32 i = 0; i < card->file->nsubs; i++)
		n += count_draws(card, &card->file->subs[i].cs);
	return n;
}

static void run(struct frame_card *card, const u32 *ib, u32 ndw, const struct frame_event *e)
{
	u32 at;

	/* Reads of a sink since the packet before are no access of this one. */
	if (card->sees)
		gpu_invalidate(replay_gpu(card->replay));
	card->naccesses = 0;
	card->now = e;
	card->running = true;
	if (!replay_run(card->replay, ib, ndw, &at) && !card->quiet)
		fprintf(stderr, "pm4-draw: the card hangs at dword %u of submission %u, packet 0x%08x\n", e->at + at,
			e->sub + 1, ib[at]);
	if (card->sees)
		gpu_invalidate(replay_gpu(card->replay));
	card->running = false;
}

/* R5xx draws when it gets the indices, which are in the packet after the draw. */
static u32 with_indices(const struct frame_card *card, const struct r6cs *cs, const struct frame_event *e)
{
	u32 at = e->at + e->ndw;
	const struct pm4_packet_row *row = NULL;

	if (at < cs->in.ib_dw && PM4_TYPE(cs->in.ib[at]) == 3)
		row = pm4_packet_find(card->pm4.front->tables, PM4_RING_GFX, card->pm4.chip, PM4_OPCODE(cs->in.ib[at]));
	if (!row || strcmp(row->name, "INDX_BUFFER"))
		return e->ndw;
	return e->ndw + pm4_packet_dw(card->pm4.front, PM4_RING_GFX, card->pm4.chip, cs->in.ib[at]);
}

/* @ib has the addresses; NULL: nothing runs.  Return: false if the sink ends the replay. */
static bool run_packets(struct frame_card *card, const u32 *ib, const struct r6cs *cs, const struct frame_sink *sink,
			struct frame_event *e)
{
	for (e->at = 0; e->at < cs->in.ib_dw; e->at += e->ndw) {
		bool event;

		e->ndw = pm4_packet_dw(card->pm4.front, PM4_RING_GFX, card->pm4.chip, cs->in.ib[e->at]);
		if (e->ndw > cs->in.ib_dw - e->at)
			break;
		note_set(card, cs->in.ib + e->at, e->ndw);
		event = make_event(card, cs->in.ib + e->at, e);
		if (event && e->kind == FRAME_DRAW)
			e->ndw = with_indices(card, cs, e);
		if (e->ndw > cs->in.ib_dw - e->at)
			break;
		event &= sink != NULL;
		if (event && sink->before && !sink->before(sink->ctx, card, e))
			return false;
		if (ib)
			run(card, ib + e->at, e->ndw, e);
		if (event && sink->after && !sink->after(sink->ctx, card, e))
			return false;
	}
	return true;
}

static void run_neutral(struct frame_card *card, const struct pm4_footprint *footprint, const struct frame_event *e)
{
	u32 *preamble = card->preamble;
	struct pm4_live reset;
	u32 n, at, ndw;

	if (!pm4_footprint_apply(card->pm4.front, &card->live, footprint, &reset))
		return;
	n = pm4_neutral_emit(&card->pm4, &reset, ARENA, preamble, card->pm4.front->preamble_max_dw);
	run(card, preamble, n, e);
	for (at = 0; at < n; at += ndw) {
		ndw = pm4_packet_dw(card->pm4.front, PM4_RING_GFX, card->pm4.chip, preamble[at]);
		if (ndw > n - at)
			break;
		note_set(card, preamble + at, ndw);
	}
}

/* Without contents: the packets and the state that they set. */
static bool walk_submission(struct frame_card *card, const struct frame_submission *s, const struct frame_sink *sink,
			    struct frame_event *e)
{
	card->nsub = 0;
	return run_packets(card, NULL, &s->cs, sink, e);
}

static bool run_submission(struct frame_card *card, const struct frame_submission *s, const struct frame_sink *sink,
			   struct frame_event *e)
{
	u32 n = s->cs.in.nbuffers, capacity = pm4_patches_max(card->pm4.front, s->cs.in.ib_dw);
	struct pm4_patch *patches = calloc(capacity + 1, sizeof(*patches));
	u64 *written = calloc(PM4_BITMAP_WORDS(n) + 1, sizeof(*written));
	u64 *addrs = calloc(n + 1, sizeof(*addrs));
	u32 *ib = malloc((s->cs.in.ib_dw + 1) * sizeof(*ib));
	struct pm4_verdict verdict;
	struct pm4_result result;
	bool goes_on = true;

	if (patches && written && addrs && ib && place_buffers(card, s)) {
		if (!pm4_check(card->checker, &s->cs.in, patches, capacity, written, &result, &verdict)) {
			for (u32 i = 0; i < n; i++)
				addrs[i] = card->buffers[card->sub[i]].addr;
			memcpy(ib, s->cs.in.ib, s->cs.in.ib_dw * sizeof(*ib));
			pm4_patch_apply(ib, patches, result.npatches, addrs);
			replay_flush(card->replay);
			run_neutral(card, &result.footprint, e);
			goes_on = run_packets(card, ib, &s->cs, sink, e);
		} else {
			char text[PM4_VERDICT_TEXT];

			pm4_verdict_text(&verdict, card->pm4.front, card->pm4.chip, text, sizeof(text));
			if (!card->quiet)
				fprintf(stderr, "pm4-draw: %s is refused, and does not run: %s\n", s->name, text);
			e->draw += count_draws(card, &s->cs);
		}
	} else {
		fprintf(stderr, "pm4-draw: %s does not run: its buffers do not fit into memory\n", s->name);
	}
	free(patches);
	free(written);
	free(addrs);
	free(ib);
	return goes_on;
}

void frame_replay(struct frame_card *card, const struct frame_sink *sink)
{
	struct frame_event e = { 0 };

	for (; e.sub < card->file->nsubs; e.sub++)
		if (!(card->file->bare ? walk_submission : run_submission)(card, &card->file->subs[e.sub], sink, &e))
			break;
}

void frame_quiet(struct frame_card *card, bool quiet)
{
	card->quiet = quiet;
}

struct gpu *frame_gpu(struct frame_card *card)
{
	return replay_gpu(card->replay);
}

u32 frame_accesses(const struct frame_card *card, const struct frame_access **list)
{
	*list = card->accesses;
	return card->naccesses;
}

const struct r500_upload *frame_upload(const struct frame_card *card)
{
	return replay_upload(card->replay);
}

u32 frame_arrays(const struct frame_card *card, const struct gpu_array **arrays)
{
	return replay_arrays(card->replay, arrays);
}

const u32 *frame_regs(struct frame_card *card)
{
	return replay_regs(card->replay);
}

const u32 *frame_values(const struct frame_card *card)
{
	return card->value;
}

bool frame_reg_is_set(const struct frame_card *card, u32 dword)
{
	return card->set[dword];
}

const struct pm4_card *frame_pm4_card(const struct frame_card *card)
{
	return &card->pm4;
}

const struct frame_file *frame_of(const struct frame_card *card)
{
	return card->file;
}
