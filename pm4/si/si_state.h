/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Internals of the checker of Southern Islands: its state, and what its files share.  Only the
 * files of this folder include it.
 *
 * One check at a time uses a checker; no locks.
 */
#ifndef SI_STATE_H
#define SI_STATE_H

#include "../pm4_packet.h"
#include "../pm4_text.h"
#include "pm4_si.h"
#include "si_tables.h"

struct pm4_walk;

/* Type 3, compute: dispatches set it.  Bits 7:2 of a header are reserved. */
#define SI_HEADER_LOW	0x3u

#define SI_CONST_RAM_GFX	0xc000u	/* bytes of constant RAM of the graphics ring */
#define SI_CONST_RAM_COMPUTE	0x2000u	/* of each of the two compute rings */

/* Value of GRBM_GFX_INDEX that selects all units. */
#define SI_GFX_INDEX_ALL	0xe0000000u

/* The largest window. */
#define SI_WINDOW_REGS	PM4_CONFIG_REGS

/**
 * struct si_rule - the rule of an opcode on one engine
 * @exact: the only header of a packet that needs no handler, without predicate and compute bits;
 *	if there is none, a header of another opcode
 * @first_zero: bits of the first operand that must be 0
 * @last_mask: bits of the last operand that must be as in @last
 * @last: see @last_mask
 * @min_dw: least number of dwords after the header
 * @span_dw: largest number of them, minus the least
 * @handler: enum pm4_packet_handler; PM4_PH_NONE: the length is the only rule
 * @draw: 1 for a draw or a dispatch
 */
struct si_rule {
	u32 exact;
	u32 first_zero;
	u32 last_mask;
	u32 last;
	u16 min_dw;
	u16 span_dw;
	u8 handler;
	u8 draw;
};

/* Sets of rules: the graphics ring's, with and without a map, and the other engines' sets. */
enum { SI_RULES_GFX, SI_RULES_MAP, SI_RULES_COMPUTE, SI_RULES_CONST, SI_RULES };

#define SI_DENIED	0xffu	/* in &si_window.kind: no stream may write the register */

/**
 * struct si_window - the registers of a window
 * @first: dword number of the first register
 * @count: number of registers
 * @kind: for each register SI_DENIED or enum pm4_reg_handler
 * @slot: for each register whose value is kept its place in &si_checker.values
 * @kept: bit for each such register
 * @stops: for each register the number of registers before it that the walk may not pass over:
 *	denied and tracked ones; [1] if there is a map, which more registers are tracked for
 */
struct si_window {
	u32 first;
	u32 count;
	u8 kind[SI_WINDOW_REGS];
	u8 slot[SI_WINDOW_REGS];
	u64 kept[SI_WINDOW_REGS / 64 + 1];
	u16 stops[2][SI_WINDOW_REGS + 1];
};

/* Places of the tracked registers. */
enum si_slot {
	SI_COLOR_BASE,
	SI_COLOR_INFO = SI_COLOR_BASE + 8,
	SI_COLOR_CMASK = SI_COLOR_INFO + 8,
	SI_COLOR_FMASK = SI_COLOR_CMASK + 8,
	SI_TARGET_MASK = SI_COLOR_FMASK + 8,
	SI_SHADER_MASK,
	SI_Z_INFO,
	SI_STENCIL_INFO,
	SI_Z_READ,
	SI_STENCIL_READ,
	SI_Z_WRITE,
	SI_STENCIL_WRITE,
	SI_HTILE,
	SI_STAGES,
	SI_PGM_LO,			/* in the order of enum si_stage */
	SI_PGM_HI = SI_PGM_LO + 7,
	SI_SLOTS = SI_PGM_HI + 7
};

enum si_stage { SI_PS, SI_VS, SI_GS, SI_ES, SI_HS, SI_LS, SI_CS };

/*
 * &si_checker.dirty: what changed since the last draw.  Bit n: colour buffer n.  The bits from
 * SI_HAS_PROGRAM on stay: the stream has set the program of enum si_stage.
 */
#define SI_DIRTY_COLORS		0xffu
#define SI_DIRTY_DEPTH		(1u << 8)
#define SI_DIRTY_PROGRAMS	(1u << 9)
#define SI_DIRTY_DRAW		(SI_DIRTY_COLORS | SI_DIRTY_DEPTH | SI_DIRTY_PROGRAMS)
#define SI_DIRTY_COMPUTE	(1u << 10)
#define SI_HAS_PROGRAM(stage)	(1u << (16 + (stage)))

/* DRAW_INITIATOR of DRAW_INDEX_AUTO: the number of vertices comes from stream-out. */
#define SI_USE_OPAQUE	0x40u

/* Bits of CP_COHER_CNTL that no document names, and the reserved ones of a polling interval. */
#define SI_COHER_RESERVED	0x4112003cu
#define SI_INTERVAL_RESERVED	0xffff0000u

/* A flush of stream-out has set CP_STRMOUT_CNTL: in any case, or if the current skip runs. */
#define SI_FLUSHED		1u
#define SI_FLUSHED_HERE		2u

/* Types of events that a packet can name; bits of EVENT_CNTL, without INV_L2. */
#define SI_EVENTS		64u
#define SI_EVENT_BITS		0xf3fu

/* Dwords of memory that the stream writes; a power of two. */
#define SI_WRITTEN		512u

/**
 * struct si_written - a dword that the stream has written to memory
 * @addr: its address
 * @value: its value
 * @round: &si_checker.round of the check
 * @me_sync: &si_checker.scan_sync at the last write of the ME, 0: none
 * @wait_sync: the same at the last wait of the ME for the value
 * @wait_dw: dword of that wait
 * @known: the order of all writes is known, so that this value is the last one
 * @pipe: the end of the pipe has written it, perhaps later than a packet that follows
 */
struct si_written {
	u64 addr;
	u32 value;
	u32 round;
	u32 me_sync;
	u32 wait_sync;
	u32 wait_dw;
	bool known;
	bool pipe;
};

/**
 * struct si_when - the condition under which a packet runs
 * @skip: 1 + dword of the COND_EXEC or PRED_EXEC that may skip it, 0: none
 * @predicate: number of the SET_PREDICATION that may skip it, 0: none
 */
struct si_when {
	u32 skip;
	u32 predicate;
};

/**
 * struct si_tracked - a value that a packet sets for later ones
 * @value: the value
 * @is_set: the stream has set it
 * @when: under which condition
 */
struct si_tracked {
	u64 value;
	bool is_set;
	struct si_when when;
};

/* Places in &si_checker.notes. */
enum { SI_NOTE_WAIT, SI_NOTE_QUERY, SI_NOTES };

/**
 * struct si_checker - the checker
 * @head: the core's part
 * @card: the card
 * @rules: by SI_RULES_* and opcode
 * @windows: the registers, by PM4_WINDOW_*
 * @events: enum pm4_event_form by type
 * @plain_events: for each type, bit n: EVENT_WRITE with EVENT_INDEX n and without an address has no
 *	other rule
 * @slot_dirty: for each place in @values what a write to it makes dirty
 * @map_cache: for some bits of an address, the mapping that had the last such address
 * @written: what &si_scan.at has passed, hashed by address
 * @round: number of the check, so that @written needs no clearing
 *
 * The rest is the state of one check:
 *
 * @in: the stream
 * @ring: the engine of the current stream: PM4_RING_CONST, or the ring of @in
 * @ib: start of the current stream
 * @ib_end: its end
 * @end: end of the packets that the current skip skips, otherwise @ib_end
 * @skip: header of the current COND_EXEC or PRED_EXEC, NULL outside
 * @header: header of the current packet
 * @result: description of the stream
 * @verdict: the refusal
 * @map: the map, NULL without one
 * @nmap: its length
 * @values: tracked registers; 0 if the stream has not set them
 * @dirty: what to check at the next draw
 * @maybe: bit for each of @values that the stream has set under a condition only
 * @maybe_when: for each of these the condition
 * @maybe_dirty: what these make dirty
 * @conditions: the stream has a skip, a value in @maybe, or has selected some units only
 * @base: addresses of SET_BASE
 * @const_base: the same of the constant engine
 * @const_set: bit n: the constant engine sets @const_base[n]
 * @const_differs: bit n: it sets it to several values
 * @index_base: address of INDEX_BASE
 * @index_count: INDEX_BUFFER_SIZE
 * @index_bytes: bytes of an index
 * @predication: number of SET_PREDICATION packets so far, and 1
 * @predicate: PRED_OP of the last one
 * @atomic: dwords of the result of ATOMIC that the stream has set in any case
 * @flushed: SI_FLUSHED*
 * @gfx_index_dw: dword that left GRBM_GFX_INDEX with @gfx_index, PM4_NO_DWORD: none did
 * @gfx_index: that value
 * @gfx_index_header: offset of the packet
 * @counters: any packet of the counters
 * @ce_set: SET_CE_DE_COUNTERS at this dword of the constant IB, or PM4_NO_DWORD
 * @ce_counts: the constant IB has counts or waits
 * @de_avail: WAIT_ON_AVAIL_BUFFER at this dword, or PM4_NO_DWORD
 * @de_counts: the stream has counts or waits
 * @de_waited: the last of them is a wait
 * @scan_at: the first packet that the scan does not know: @written to @const_high
 * @scan_skip_end: end of the last skip before it
 * @scan_sync: number of PFP_SYNC_ME packets, and 1
 * @scanning: the members of the scan are in use
 * @waits: a wait relies on a value in @written
 * @selected: GRBM_GFX_INDEX, if @selected_known
 * @selected_known: the stream shows it
 * @const_low: the constant engine writes no memory before this address ...
 * @const_high: ... and none from this one on
 * @before_at: the first packet that @before to @synced_before do not know
 * @before: the packet before it, NULL: none
 * @before_skip: COND_EXEC or PRED_EXEC that may skip @before, NULL: none
 * @before_end: end of that skip
 * @synced: the ME has run all packets that the PFP has passed
 * @synced_before: the same at the start of the skip
 * @notes: verdicts that do not refuse; code 0: none
 * @note_list: the same without gaps, for the caller
 * @nnotes: length of @note_list
 * @ram: bit for each dword of constant RAM that the stream has written
 * @regs_set: bit for each register that the stream has set in any case, by window
 * @regs_here: the same for the units that are selected, since they are
 * @regs_some: the same for any units
 */
struct si_checker {
	struct pm4_checker head;
	struct pm4_card card;
	struct si_rule rules[SI_RULES][256];
	struct si_window windows[3];
	u8 events[SI_EVENTS];
	u32 plain_events[SI_EVENTS];
	u32 slot_dirty[SI_SLOTS];
	u32 map_cache[64];
	struct si_written written[SI_WRITTEN];
	u32 round;

	const struct pm4_input *in;
	enum pm4_ring ring;
	const u32 *ib;
	const u32 *ib_end;
	const u32 *end;
	const u32 *skip;
	const u32 *header;
	struct pm4_result *result;
	struct pm4_verdict *verdict;
	const struct pm4_mapping *map;
	u32 nmap;
	u32 values[SI_SLOTS];
	u32 dirty;
	u64 maybe;
	struct si_when maybe_when[SI_SLOTS];
	u32 maybe_dirty;
	struct si_tracked base[2];
	u64 const_base[2];
	u8 const_set;
	u8 const_differs;
	struct si_tracked index_base;
	struct si_tracked index_count;
	struct si_tracked index_bytes;
	struct si_tracked predicate;
	u32 predication;
	u8 atomic;
	u8 flushed;
	bool counters;
	bool ce_counts;
	bool de_counts;
	bool de_waited;
	bool conditions;
	bool scanning;
	bool waits;
	bool selected_known;
	bool synced;
	bool synced_before;
	u32 gfx_index_dw;
	u32 gfx_index;
	u32 gfx_index_header;
	u32 ce_set;
	u32 de_avail;
	const u32 *scan_at;
	const u32 *scan_skip_end;
	u32 scan_sync;
	u32 selected;
	u64 const_low;
	u64 const_high;
	const u32 *before_at;
	const u32 *before;
	const u32 *before_skip;
	const u32 *before_end;
	struct pm4_verdict notes[SI_NOTES];
	struct pm4_verdict note_list[SI_NOTES];
	u32 nnotes;
	u64 ram[SI_CONST_RAM_GFX / 4 / 64];
	u64 regs_set[3][SI_WINDOW_REGS / 64];
	u64 regs_here[3][SI_WINDOW_REGS / 64];
	u64 regs_some[3][SI_WINDOW_REGS / 64];
};

static_assert(SI_SLOTS <= 64, "a bit of &si_checker.maybe for each tracked register");

static inline struct si_checker *si_checker(struct pm4_checker *head)
{
	return (struct si_checker *)(void *)head;
}

/* The window of the register with this dword number, or NULL. */
static inline struct si_window *si_window_of(struct si_checker *ck, u32 number)
{
	struct si_window *w;

	for (w = ck->windows; w < ck->windows + ARRAY_SIZE(ck->windows); w++)
		if (number - w->first < w->count)
			return w;
	return NULL;
}

/* The current packet may be skipped, by the predicate or by COND_EXEC or PRED_EXEC. */
static inline bool si_conditional(const struct si_checker *ck)
{
	return *ck->header & PM4_PREDICATE || ck->skip;
}

/* GRBM_GFX_INDEX may select some units only. */
static inline bool si_narrow(const struct si_checker *ck)
{
	return ck->gfx_index_dw != PM4_NO_DWORD;
}

/* The condition under which the current packet runs. */
static inline struct si_when si_when(const struct si_checker *ck)
{
	return (struct si_when){
		.skip = ck->skip ? (u32)(ck->skip - ck->ib) + 1 : 0,
		.predicate = *ck->header & PM4_PREDICATE ? ck->predication : 0,
	};
}

/* If the current packet runs, a packet under the condition @when has run as well. */
static inline bool si_has_run(const struct si_checker *ck, struct si_when when)
{
	struct si_when now = si_when(ck);

	return (!when.skip || when.skip == now.skip) &&
	       (!when.predicate || when.predicate == now.predicate);
}

/* The value that the current packet finds is the value of @t. */
static inline bool si_is_certain(const struct si_checker *ck, const struct si_tracked *t)
{
	return t->is_set && si_has_run(ck, t->when);
}

/* The current packet sets a value for later ones. */
static inline void si_track(const struct si_checker *ck, struct si_tracked *t, u64 value)
{
	if (si_is_certain(ck, t) && t->value == value)
		return;
	*t = (struct si_tracked){ value, true, si_when(ck) };
}

/* The packet after @p. */
static inline const u32 *si_next(const u32 *p)
{
	return p + (PM4_TYPE(*p) == 3 ? PM4_COUNT(*p) + 2 : 1);
}

/* EXEC_COUNT of COND_EXEC or PRED_EXEC. */
static inline const u32 *si_skip_count(const u32 *p)
{
	return p + (PM4_OPCODE(*p) == PM4_OP_COND_EXEC ? 3 : 1);
}

/* Dwords that the packet may skip. */
static inline u32 si_skip_dw(const u32 *p)
{
	return *si_skip_count(p) & 0x3fff;
}

/* Address in two dwords, of which the second has bits 47:32. */
static inline u64 si_addr48(const u32 *at)
{
	return at[0] | (u64)(at[1] & 0xffff) << 32;
}

static inline u64 si_addr64(const u32 *at)
{
	return at[0] | (u64)at[1] << 32;
}

/* si_refuse.c: refusals.  All return 1. */
int __cold si_refuse(struct si_checker *ck, enum pm4_code code, const u32 *at, u64 expected,
		     u64 actual);
int __cold si_refuse_reg(struct si_checker *ck, enum pm4_code code, const u32 *at, u32 reg);
int __cold si_refuse_bits(struct si_checker *ck, const u32 *at, u32 allowed);
int __cold si_refuse_header(struct si_checker *ck, const u32 *p);
void __cold si_note(struct si_checker *ck, u32 place, enum pm4_code code, const u32 *at);

/* si_map.c: addresses */
const struct pm4_mapping *si_map_find(struct si_checker *ck, u64 addr);
bool si_map_allows(struct si_checker *ck, u64 addr, u64 bytes, u32 access);
int si_access(struct si_checker *ck, const u32 *at, u64 addr, u64 bytes, u32 access);

/* si_reg.c: registers */
void si_windows_init(struct si_checker *ck);
void si_keep(struct si_checker *ck, const struct si_window *w, const u32 *p, u32 first, u32 count);
int si_set(struct si_checker *ck, u32 window, const u32 *p, u32 count);
int si_target(struct si_checker *ck, const u32 *at, u32 number, u32 count, const u32 *values,
	      bool conditional);
int si_target_indirect(struct si_checker *ck, const u32 *at, u32 number, u32 count);
int si_source(struct si_checker *ck, const u32 *at, u32 number, u32 count);

/* si_draw.c: what a draw or a dispatch uses */
int si_draw(struct si_checker *ck);
int si_dispatch(struct si_checker *ck);

/* si_scan.c: the stream's effects so far */
bool si_scan_reg(struct si_checker *ck, u32 window, u32 index, bool *others);
bool si_scan_wait(struct si_checker *ck, u64 addr, u32 *value);
void si_scan_end(struct si_checker *ck);

/* si_order.c: the packets before a packet */
int si_ahead(struct si_checker *ck, const u32 *at);
bool si_after_draw(struct si_checker *ck, bool dispatch);

/* si_wait.c */
int si_wait(struct si_checker *ck, const u32 *p);

/* si_memory.c, si_event.c, si_ram.c: packets, by their handlers */
int si_atomic(struct si_checker *ck, const u32 *p);
int si_strmout_update(struct si_checker *ck, const u32 *p);
int si_write_data(struct si_checker *ck, const u32 *p, u32 count);
int si_copy_dw(struct si_checker *ck, const u32 *p);
int si_copy_data(struct si_checker *ck, const u32 *p);
int si_mem_write(struct si_checker *ck, const u32 *p);
int si_ce_write(struct si_checker *ck, const u32 *p, u32 count);
int si_cp_dma(struct si_checker *ck, const u32 *p);
int si_surface_sync(struct si_checker *ck, const u32 *p);
int si_cond_write(struct si_checker *ck, const u32 *p);
int si_set_indirect(struct si_checker *ck, const u32 *p);
u32 si_event_index(u32 type);
u32 si_event_bytes(const struct si_checker *ck, u32 type);
int si_event_write(struct si_checker *ck, const u32 *p, u32 count);
int si_event_write_eop(struct si_checker *ck, const u32 *p);
int si_event_write_eos(struct si_checker *ck, const u32 *p);
int si_load_ram(struct si_checker *ck, const u32 *p);
int si_write_ram(struct si_checker *ck, const u32 *p, u32 count);
int si_dump_ram(struct si_checker *ck, const u32 *p);

/* si_packet.c */
int si_packet(struct si_checker *ck, const u32 *p, u32 handler, u32 count);

/* si_engines.c: the two engines */
int si_counter(struct si_checker *ck, const u32 *p);
int si_engines_check(struct si_checker *ck);

/* The operations of the front, see struct pm4_front: si_check.c ... */
void si_init(struct pm4_checker *head, const struct pm4_card *card);
int si_check(struct pm4_checker *head, const struct pm4_input *in, struct pm4_patch *patches,
	     u64 *written, struct pm4_result *result, struct pm4_verdict *verdict);
const struct pm4_verdict *si_notes(const struct pm4_checker *head, u32 *count);
/* ... si_say.c and si_show.c */
bool si_say_register(struct pm4_text *t, u32 reg);
bool si_say_rule(struct pm4_text *t, const struct pm4_verdict *v);
u32 si_packet_dw(enum pm4_ring ring, u32 chip, u32 header);
void si_show(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row);

#endif /* SI_STATE_H */
