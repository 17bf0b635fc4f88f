// SPDX-License-Identifier: GPL-2.0 OR MIT
/**
 * DOC: The checker of Southern Islands and its threat model
 *
 * These chips have page tables for each client, so no address in a stream reaches another
 * client's memory.  The checker keeps a stream away from what page tables do not cover:
 *
 * - registers: each register that a packet writes, by SET or by an operand, has a row in the
 *   tables that allows it.  Outside of the three windows lies the command processor itself;
 * - packets that nobody has checked: each packet has the length of its row and ends inside the
 *   stream, and what COND_EXEC and PRED_EXEC skip are whole packets.  Streams call no streams;
 * - what all clients share: GDS, the partitions of constant RAM, the selection of units;
 * - time: a wait can end (si_wait.c), and no engine waits for the other for ever
 *   (si_engines.c).
 *
 * With a map of the client's address space, the checker also compares each address that stands
 * in a packet or in a tracked register with it.  Descriptors, and what they point to, lie in
 * memory: no check of a stream sees them.  README.md has the list.
 *
 * Files, from bottom to top: si_refuse.c, si_map.c, si_scan.c (what the stream has done so far),
 * si_reg.c, si_draw.c, si_wait.c, si_engines.c, si_packet.c (operands) and this file (the walk).
 *
 * The work is linear in the length of the streams.  The walk looks at each packet once;
 * si_scan.c and si_engines.c look at it once more if the stream needs it.
 *
 * Context: no function takes a lock or sleeps.  One check at a time uses a checker.
 */
#include "si_check.h"

#define HEADER(op)	(PM4_TYPE3 | PM4_OP_##op << 8)

/* Header bits that are the same for all lengths. */
#define SAME_BITS	(0xc0000000u | 0xffffu)

/*
 * Returns true if the packet sets @count registers from @first on and the walk has nothing to
 * do for any of them.
 */
static __always_inline bool set_plain(const u16 *stops, u32 regs, u32 first, u32 count)
{
	return (size_t)first + count <= regs && stops[first + count] == stops[first] && count;
}

/* Returns the rules of the current engine. */
static const struct si_rule *engine_rules(const struct si_checker *ck)
{
	if (ck->ring == PM4_RING_CONST)
		return ck->rules[2];
	return ck->rules[ck->ring == PM4_RING_COMPUTE];
}

/*
 * Check the packets of the current stream.  Nearly all packets set registers that have no rule
 * for their value, or have no rule but their length: these pass here.
 */
static int walk(struct si_checker *ck)
{
	const u16 *context = ck->windows[PM4_WINDOW_CONTEXT].stops[!!ck->map];
	const u16 *sh = ck->windows[PM4_WINDOW_SH].stops[!!ck->map];
	const struct si_rule *rules = engine_rules(ck), *rule;
	bool draws = ck->ring != PM4_RING_CONST;
	const u32 *p = ck->ib, *end = ck->end;
	u32 packets = 0, registers = 0, ndraws = 0;

	for (;;) {
		const u32 *next;
		u32 header, count;

		if (unlikely(p >= end)) {
			if (end == ck->ib_end)
				break;
			/* The end of a skip, which is a packet's end. */
			ck->skip = NULL;
			ck->flushed &= SI_FLUSHED;
			ck->end = ck->ib_end;
			end = ck->end;
			continue;
		}
		header = *p;
		count = PM4_COUNT(header);
		next = p + count + 2;
		packets++;
		if (likely(next <= end)) {
			if (draws && (header & SAME_BITS) == HEADER(SET_CONTEXT_REG) &&
			    likely(set_plain(context, PM4_CONTEXT_REGS, p[1], count))) {
				registers += count;
				p = next;
				continue;
			}
			if (draws && (header & SAME_BITS) == HEADER(SET_SH_REG) &&
			    likely(set_plain(sh, PM4_SH_REGS, p[1], count))) {
				registers += count;
				p = next;
				continue;
			}
			rule = &rules[PM4_OPCODE(header)];
			if (likely((header & (0xc00000ff & ~SI_HEADER_LOW)) == PM4_TYPE3 &&
				   count + 1 - rule->min_dw <= rule->span_dw)) {
				ndraws += rule->draw;
				if (rule->handler != PM4_PH_NONE) {
					ck->header = p;
					if (si_packet(ck, p, rule->handler, count))
						return 1;
					end = ck->end;
					if (rule->handler >= PM4_PH_SET_CONFIG_REG &&
					    rule->handler <= PM4_PH_SET_SH_REG)
						registers += count;
				}
				p = next;
				continue;
			}
		}
		if (PM4_TYPE(header) != 2) {
			ck->header = p;
			return si_refuse_header(ck, p);
		}
		p++;
	}
	ck->result->packets += packets;
	ck->result->registers += registers;
	ck->result->draws += ndraws;
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
	if (dw > SI_IB_MAX_DW)
		return si_refuse(ck, PM4_CODE_TOO_LONG, NULL, SI_IB_MAX_DW, dw);
	return walk(ck);
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
	ck->set = 0;
	ck->dirty = 0;
	ck->base_set = 0;
	ck->index_base_set = false;
	ck->index_count = 0;
	ck->index_bytes = 0;
	ck->atomic = false;
	ck->flushed = 0;
	ck->counters = false;
	ck->ce_counts = false;
	ck->de_counts = false;
	ck->de_waited = false;
	ck->scanning = false;
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
	const struct pm4_input *in = ck->in;
	u32 i;

	if (!(in->flags & PM4_USE_VM))
		return si_refuse(ck, PM4_CODE_NO_VM, NULL, 0, 0);
	for (i = 0; i < in->nbuffers; i++) {
		if (!in->buffers[i].no_address)
			continue;
		ck->verdict->buffer = i;
		return si_refuse(ck, PM4_CODE_NO_ADDRESS, NULL, 0, 0);
	}
	return 0;
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
 * si_check() - check a stream, and that of the constant engine beside it
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

/* The rule of row @n - 1 on engine @ring. */
static struct si_rule packet_rule(const struct si_checker *ck, u32 n, enum pm4_ring ring)
{
	const struct pm4_packet_row *row;
	struct si_rule rule = { .row = (u16)n, .min_dw = 0xffff };

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

/**
 * si_init() - expand the tables for a card
 * @head: the checker
 * @card: the card
 */
void si_init(struct pm4_checker *head, const struct pm4_card *card)
{
	static const enum pm4_ring rings[] = { PM4_RING_GFX, PM4_RING_COMPUTE, PM4_RING_CONST };
	struct si_checker *ck = si_checker(head);
	u32 i, n;

	ck->card = *card;
	for (n = 0; n < ARRAY_SIZE(rings); n++)
		for (i = 0; i < 256; i++)
			ck->rules[n][i] = packet_rule(ck, si_tables.packets[PM4_RING_GFX][i],
						      rings[n]);
	for (i = 0; i < min(si_tables.nevents, SI_EVENTS); i++)
		ck->events[i] = si_tables.events[i].form;
	si_windows_init(ck);
}
