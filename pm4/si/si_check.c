// SPDX-License-Identifier: GPL-2.0 OR MIT
/**
 * DOC: The checker of Southern Islands and its threat model
 *
 * These chips have page tables for each client, so no address in a stream reaches another
 * client's memory.  The checker keeps a stream away from what page tables do not cover:
 *
 * - registers: each register that a packet writes, by SET or by an operand, has a row in the
 *   tables that allows it.  Outside of the three windows is the command processor itself;
 * - unchecked packets: each packet has the length of its row and ends inside the
 *   stream, and what COND_EXEC and PRED_EXEC skip are whole packets.  Streams call no streams;
 * - what all clients share: GDS, the partitions of constant RAM, the selection of units;
 * - time: a wait can end (si_wait.c), and no engine waits for the other forever
 *   (si_engines.c).
 *
 * With a map of the client's address space, the checker also compares each address that is
 * in a packet or in a tracked register with it.  Descriptors, and what they point to, are in
 * memory: no check of a stream sees them.  README.md has the list.
 *
 * Files, from bottom to top: si_refuse.c, si_map.c, si_scan.c (the stream's effects so far),
 * si_order.c (the packets before a packet), si_reg.c, si_draw.c, si_wait.c, si_engines.c,
 * si_memory.c, si_event.c and si_ram.c (packets by their subject), si_packet.c (all others) and
 * this file (the walk).
 *
 * The work is linear in the length of the streams.  The walk looks at each packet once;
 * si_scan.c, si_order.c and si_engines.c look at it once more if the stream needs it.
 *
 * Context: no function takes a lock or sleeps.  One check at a time uses a checker.
 */
#include "si_state.h"

/* The least header of a SET packet with a register. */
#define SET_HEADER(op)	(PM4_TYPE3 | 1u << 16 | PM4_OP_##op << 8)

/* EVENT_WRITE without an address. */
#define EVENT_HEADER	(PM4_TYPE3 | PM4_OP_EVENT_WRITE << 8)

/* Header bits that are the same for all lengths. */
#define SAME_BITS	(0xc0000000u | 0xffffu)

/**
 * struct walk - the walk over a stream
 * @rules: rules of the engine
 * @p: next packet
 * @draws: draws so far
 */
struct walk {
	const struct si_rule *rules;
	const u32 *p;
	u32 draws;
};

/* Returns the rules of the current engine. */
static const struct si_rule *engine_rules(const struct si_checker *ck)
{
	if (ck->ring == PM4_RING_CONST)
		return ck->rules[SI_RULES_CONST];
	if (ck->ring == PM4_RING_COMPUTE)
		return ck->rules[SI_RULES_COMPUTE];
	return ck->rules[ck->map ? SI_RULES_MAP : SI_RULES_GFX];
}

/*
 * A SET packet of @more + 1 registers from @p[1] on, which ends inside of the stream.  Returns true
 * if no register of it is denied, and the checker needs the values of none or keeps them.
 */
static __always_inline bool set_plain(struct si_checker *ck, u32 window, u32 regs, const u32 *p,
				      u32 more, bool map)
{
	const struct si_window *w = &ck->windows[window];
	size_t first = p[1], last = first + more;

	if (unlikely(last >= regs))
		return false;
	if (likely(w->stops[map][last + 1] == w->stops[map][first]))
		return true;
	if (!map || w->stops[0][last + 1] != w->stops[0][first] || ck->conditions)
		return false;
	si_keep(ck, w, p, (u32)first, more + 1);
	return true;
}

/* A packet that is not a plain SET packet.  Returns 1 after a refusal. */
static __always_inline int walk_packet(struct si_checker *ck, struct walk *w, bool map)
{
	const u32 *p = w->p;
	u32 header = *p, count = PM4_COUNT(header);
	const struct si_rule *rule = &w->rules[PM4_OPCODE(header)];
	const u32 *next = p + count + 2;

	ck->header = p;
	if (unlikely((header & (0xc00000ff & ~SI_HEADER_LOW)) != PM4_TYPE3 || next > ck->end ||
		     count + 1 - rule->min_dw > rule->span_dw)) {
		if (PM4_TYPE(header) != 2)
			return si_refuse_header(ck, p);
		w->p++;
		return 0;
	}
	w->p = next;
	w->draws += rule->draw;
	switch (rule->handler) {
	case PM4_PH_NONE:
		return 0;
	case PM4_PH_DRAW:
		if (unlikely((next[-1] & rule->last_mask) != rule->last))
			break;
		return map && unlikely(ck->dirty & SI_DIRTY_DRAW) ? si_draw(ck) : 0;
	case PM4_PH_SET_CONFIG_REG:
		if (likely(set_plain(ck, PM4_WINDOW_CONFIG, PM4_CONFIG_REGS, p, count - 1, map)))
			return 0;
		break;
	case PM4_PH_EVENT_WRITE:
		if (likely(header == EVENT_HEADER && !(p[1] & ~SI_EVENT_BITS) &&
			   ck->plain_events[p[1] & 0x3f] >> (p[1] >> 8) & 1))
			return 0;
		break;
	}
	return si_packet(ck, p, rule->handler, count);
}

/*
 * Check the packets up to @ck->end.  Nearly all packets set registers that have no rule for their
 * value: these pass here.
 */
static __always_inline int walk_to_end(struct si_checker *ck, struct walk *w, bool map, bool draws)
{
	const u32 *p = w->p, *end = ck->end;
	u32 ndraws = 0;
	const struct si_rule *rule;
	int ret = 0;

	while (p < end) {
		u32 more = *p - SET_HEADER(SET_CONTEXT_REG);
		const u32 *next;

		if (draws && !(more & SAME_BITS)) {
			more >>= 16;
			next = p + more + 3;
			if (likely(next <= end && set_plain(ck, PM4_WINDOW_CONTEXT,
							    PM4_CONTEXT_REGS, p, more, map))) {
				p = next;
				continue;
			}
		}
		more = *p - SET_HEADER(SET_SH_REG);
		if (draws && !(more & SAME_BITS)) {
			more >>= 16;
			next = p + more + 3;
			if (likely(next <= end && set_plain(ck, PM4_WINDOW_SH, PM4_SH_REGS, p, more,
							    map))) {
				p = next;
				continue;
			}
		}
		rule = &w->rules[PM4_OPCODE(*p)];
		if (*p == rule->exact) {
			next = p + PM4_COUNT(rule->exact) + 2;
			if (likely(next <= end && !(p[1] & rule->first_zero) &&
				   (next[-1] & rule->last_mask) == rule->last)) {
				ndraws += rule->draw;
				p = next;
				continue;
			}
		}
		w->p = p;
		ret = walk_packet(ck, w, map);
		if (unlikely(ret))
			break;
		p = w->p;
		end = ck->end;
	}
	w->p = p;
	w->draws += ndraws;
	return ret;
}

static noinline int walk_map(struct si_checker *ck, struct walk *w)
{
	return walk_to_end(ck, w, true, true);
}

static noinline int walk_plain(struct si_checker *ck, struct walk *w)
{
	return walk_to_end(ck, w, false, true);
}

static noinline int walk_const(struct si_checker *ck, struct walk *w)
{
	return walk_to_end(ck, w, false, false);
}

/* Check the packets of the current stream. */
static int walk_stream(struct si_checker *ck)
{
	struct walk w = { .rules = engine_rules(ck), .p = ck->ib };

	for (;;) {
		if (ck->ring == PM4_RING_CONST ? walk_const(ck, &w) :
		    ck->map ? walk_map(ck, &w) : walk_plain(ck, &w))
			return 1;
		if (ck->end == ck->ib_end)
			break;
		/* The end of a skip, which is a packet's end. */
		ck->skip = NULL;
		ck->flushed &= SI_FLUSHED;
		ck->end = ck->ib_end;
	}
	ck->result->draws += w.draws;
	return 0;
}

/* Check the stream of one engine. */
static int check_stream(struct si_checker *ck, enum pm4_ring ring, const u32 *ib, u32 dw)
{
	ck->ring = ring;
	ck->ib = ib;
	ck->ib_end = ib + dw;
	ck->end = ck->ib_end;
	ck->skip = NULL;
	ck->header = NULL;
	ck->before_at = ib;
	ck->before = NULL;
	ck->before_skip = NULL;
	ck->synced = false;
	if (dw > SI_IB_MAX_DW)
		return si_refuse(ck, PM4_CODE_TOO_LONG, NULL, SI_IB_MAX_DW, dw);
	if (walk_stream(ck))
		return 1;
	si_scan_end(ck);
	return 0;
}

static void start(struct si_checker *ck, const struct pm4_input *in, struct pm4_result *result,
		  struct pm4_verdict *verdict)
{
	ck->in = in;
	ck->ring = in->ring;
	ck->ib = in->ib;
	ck->header = NULL;
	ck->result = result;
	ck->verdict = verdict;
	ck->map = in->map;
	ck->nmap = in->nmap;
	memset(ck->values, 0, sizeof(ck->values));
	ck->dirty = 0;
	ck->maybe = 0;
	ck->maybe_dirty = 0;
	memset(ck->base, 0, sizeof(ck->base));
	ck->const_set = 0;
	ck->const_differs = 0;
	ck->index_base.is_set = false;
	ck->index_count.is_set = false;
	ck->index_bytes.is_set = false;
	ck->predicate.is_set = false;
	ck->predication = 1;
	ck->atomic = 0;
	ck->flushed = 0;
	ck->counters = false;
	ck->ce_counts = false;
	ck->de_counts = false;
	ck->de_waited = false;
	ck->conditions = false;
	ck->scanning = false;
	ck->waits = false;
	ck->gfx_index_dw = PM4_NO_DWORD;
	ck->ce_set = PM4_NO_DWORD;
	ck->de_avail = PM4_NO_DWORD;
	ck->notes[SI_NOTE_WAIT].code = 0;
	ck->notes[SI_NOTE_QUERY].code = 0;
	ck->nnotes = 0;
	if (!++ck->round) {
		memset(ck->written, 0, sizeof(ck->written));
		ck->round = 1;
	}
	if (in->const_dw)
		memset(ck->ram, 0, sizeof(ck->ram));
}

/* Rules of the submission as a whole. */
static int check_submission(struct si_checker *ck)
{
	if (!(ck->in->flags & PM4_USE_VM))
		return si_refuse(ck, PM4_CODE_NO_VM, NULL, 0, 0);
	if (!ck->in->no_address)
		return 0;
	ck->verdict->buffer = ck->in->no_address - 1;
	return si_refuse(ck, PM4_CODE_NO_ADDRESS, NULL, 0, 0);
}

/* What the stream may not leave in the chip. */
static int check_left(struct si_checker *ck)
{
	if (ck->gfx_index_dw == PM4_NO_DWORD)
		return 0;
	ck->header = ck->ib + ck->gfx_index_header;
	ck->verdict->reg = PM4_R_GRBM_GFX_INDEX;
	return si_refuse(ck, PM4_CODE_REGISTER_LEFT, ck->ib + ck->gfx_index_dw, SI_GFX_INDEX_ALL,
			 ck->gfx_index);
}

/**
 * si_check() - check a stream, and the constant engine's stream beside it
 * @head: the checker
 * @in: the stream, not empty
 * @patches: not used: the stream runs as it is
 * @written: cleared; no relocation is named by the stream
 * @result: zero; receives the description of the stream
 * @verdict: says accepted; receives the reason of a refusal
 *
 * Return: 0 if the stream is accepted, 1 if it is refused.
 */
int si_check(struct pm4_checker *head, const struct pm4_input *in, struct pm4_patch *patches,
	     u64 *written, struct pm4_result *result, struct pm4_verdict *verdict)
{
	struct si_checker *ck = si_checker(head);

	start(ck, in, result, verdict);
	memset(written, 0, PM4_BITMAP_WORDS((size_t)in->nbuffers) * sizeof(*written));
	if (check_submission(ck))
		return 1;
	if (in->const_dw && check_stream(ck, PM4_RING_CONST, in->const_ib, in->const_dw))
		return 1;
	if (check_stream(ck, in->ring, in->ib, in->ib_dw) || check_left(ck))
		return 1;
	return ck->counters ? si_engines_check(ck) : 0;
}

/**
 * si_notes() - the notes of the last check
 * @head: the checker
 * @count: receives their number
 *
 * Return: the notes.
 */
const struct pm4_verdict *si_notes(const struct pm4_checker *head, u32 *count)
{
	const struct si_checker *ck = (const struct si_checker *)(const void *)head;

	*count = ck->nnotes;
	return ck->note_list;
}

/* The rule of an opcode on engine @ring. */
static struct si_rule packet_rule(u32 opcode, enum pm4_ring ring)
{
	u32 n = si_tables.packets[PM4_RING_GFX][opcode];
	const struct pm4_packet_row *row;
	/* No header with this opcode. */
	struct si_rule rule = { .min_dw = 0xffff, .exact = ~opcode << 8 };

	if (!n)
		return rule;
	row = &si_tables.packet_rows[n - 1];
	if (row->cls == PM4_DENIED || !(row->engines & 1u << ring))
		return rule;
	rule.min_dw = row->min_dw;
	rule.span_dw = row->max_dw - row->min_dw;
	rule.handler = row->cls == PM4_TRACKED ? row->handler : PM4_PH_NONE;
	rule.draw = rule.handler >= PM4_PH_DRAW && rule.handler <= PM4_PH_DISPATCH_INDIRECT;
	return rule;
}

/*
 * Most packets without another rule have one length, and so one header.  Two others need no more
 * than a look at their first and last operand: SURFACE_SYNC, and without a map a draw.
 */
static void set_exact(struct si_rule *rule, u32 opcode, bool map)
{
	switch (rule->handler) {
	case PM4_PH_SURFACE_SYNC:
		rule->first_zero = SI_COHER_RESERVED;
		rule->last_mask = SI_INTERVAL_RESERVED;
		break;
	case PM4_PH_DRAW:
		rule->last_mask = ~SI_USE_OPAQUE;
		rule->last = PM4_V_DRAW_INDEX_AUTO_SOURCE_SELECT_AUTO_INDEX;
		if (map)
			return;
		break;
	case PM4_PH_NONE:
		break;
	default:
		return;
	}
	if (rule->min_dw != 0xffff && !rule->span_dw)
		rule->exact = PM4_TYPE3 | (rule->min_dw - 1u) << 16 | opcode << 8;
}

static void rules_init(struct si_checker *ck)
{
	static const enum pm4_ring rings[SI_RULES] = {
		[SI_RULES_GFX] = PM4_RING_GFX, [SI_RULES_MAP] = PM4_RING_GFX,
		[SI_RULES_COMPUTE] = PM4_RING_COMPUTE, [SI_RULES_CONST] = PM4_RING_CONST,
	};
	u32 i, n;

	for (n = 0; n < SI_RULES; n++)
		for (i = 0; i < 256; i++)
			ck->rules[n][i] = packet_rule(i, rings[n]);
	for (n = 0; n < SI_RULES; n++)
		for (i = 0; i < 256; i++)
			set_exact(&ck->rules[n][i], i, n == SI_RULES_MAP);
}

/* Each plain event has one EVENT_INDEX.  The flush of stream-out is tracked. */
static void events_init(struct si_checker *ck)
{
	u32 i;

	for (i = 0; i < min(si_tables.nevents, SI_EVENTS); i++) {
		ck->events[i] = si_tables.events[i].form;
		if (ck->events[i] == PM4_EVENT_PLAIN && i != PM4_EVENT_SO_VGTSTREAMOUT_FLUSH)
			ck->plain_events[i] = 1u << si_event_index(i);
	}
}

/**
 * si_init() - expand the tables for a card
 * @head: the checker
 * @card: the card
 */
void si_init(struct pm4_checker *head, const struct pm4_card *card)
{
	struct si_checker *ck = si_checker(head);

	ck->card = *card;
	rules_init(ck);
	events_init(ck);
	si_windows_init(ck);
}
