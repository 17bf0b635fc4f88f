// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Verdicts of Southern Islands as text: the rules that pm4_verdict.c does not have, or for which
 * the words differ.  The comments document the members of struct pm4_verdict that depend on the
 * rule.
 *
 * Pure functions of a verdict: no allocation, no locks, any context.
 */
#include "si_state.h"

/* Name of the dword of a packet, by its number in the body. */
static const char *operand_name(const struct pm4_verdict *v, u32 number)
{
	u32 n = si_tables.packets[PM4_RING_GFX][PM4_OPCODE(v->packet)];
	const struct pm4_packet_row *row = n ? &si_tables.packet_rows[n - 1] : NULL;

	if (!row || number >= row->ndw)
		return "an operand";
	return si_tables.packet_dws[row->dws + number].name;
}

/* .expected: bit mask of the engines that take the packet */
static void say_engine(struct pm4_text *t, const struct pm4_verdict *v)
{
	static const char * const names[PM4_RINGS] = {
		"the graphics ring", "the DMA engine", "a compute ring", "the constant engine",
	};
	u32 i, n = 0;

	say(t, "%s does not take this packet", names[v->ring % PM4_RINGS]);
	for (i = 0; i < PM4_RINGS; i++)
		if (v->expected >> i & 1)
			say(t, "%s%s", n++ ? " or " : ": it is for ", names[i]);
}

/* .offset: offset of the first register; .actual: number of them; .detail: window */
static void say_window(struct pm4_text *t, const struct pm4_verdict *v)
{
	const struct pm4_window *w = &si_tables.windows[v->detail % 3];

	if (v->offset > 0xffff)
		say(t, "offset 0x%llx has more than 16 bits; ", big(v->offset));
	else
		say(t, "%llu register%s at offset 0x%llx leave the window; ", big(v->actual),
		    v->actual == 1 ? "" : "s", big(v->offset));
	say(t, "%s has %llu registers, from 0x%05x to 0x%05x", w->name, big(v->expected),
	    w->base, w->end - 4);
}

/* .detail: PM4_SHARED_* */
static void say_shared(struct pm4_text *t, const struct pm4_verdict *v)
{
	static const char * const what[] = {
		[PM4_SHARED_GDS] = "selects the GDS, which all clients share",
		[PM4_SHARED_GDS_PARTITIONS] = "sets the partitions of the GDS of all rings",
		[PM4_SHARED_CE_PARTITIONS] = "sets the partitions of constant RAM",
		[PM4_SHARED_INTERRUPT] = "asks for an interrupt, which belongs to the kernel",
		[PM4_SHARED_PERFCOUNTER] = "reads the performance counter, which all clients share",
	};

	say(t, "%s 0x%llx %s", operand_name(v, v->dword - v->header - 1), big(v->actual),
	    v->detail < ARRAY_SIZE(what) ? what[v->detail] : "is shared");
}

/* Name of the packet with this header, which has a row. */
static const char *packet_name(u64 header)
{
	u32 n = si_tables.packets[PM4_RING_GFX][PM4_OPCODE((u32)header)];

	return n ? si_tables.packet_rows[n - 1].name : "packet";
}

/*
 * .detail: dword of the packet that the skip cuts; .offset: its header; .expected: end of the
 * skip.  Without .detail, .actual: dwords to skip; .expected: dwords that follow
 */
static void say_skip_end(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->detail == PM4_NO_DWORD)
		say(t, "EXEC_COUNT skips %llu dwords, and the stream has %llu more",
		    big(v->actual), big(v->expected));
	else
		say(t, "EXEC_COUNT ends the skip at dword %llu, inside of %s at dword %u, %s",
		    big(v->expected), packet_name(v->offset), v->detail,
		    "of which the rest would run as packets");
}

/* A register: .actual of .expected; memory: .actual: reference; .expected: mask */
static void say_never(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (!v->reg)
		say(t, "no value passes: REFERENCE 0x%llx, MASK 0x%llx", big(v->actual),
		    big(v->expected));
	else if (v->dword == v->header + 1)
		say(t, "the register becomes 1, and 1 does not pass this FUNCTION");
	else
		say(t, "%s must be 1, not 0x%llx", operand_name(v, v->dword - v->header - 1),
		    big(v->actual));
}

/* .detail: PM4_COUNTER_* */
static void say_counter_order(struct pm4_text *t, const struct pm4_verdict *v)
{
	bool ce = v->ring == PM4_RING_CONST;

	switch (v->detail) {
	case PM4_COUNTER_ALONE:
		say(t, "there is no const IB, so no engine answers");
		return;
	case PM4_COUNTER_ALTERNATE:
		say(t, "WAIT_ON_CE_COUNTER and INCREMENT_DE_COUNTER alternate, the wait first");
		return;
	case PM4_COUNTER_LATE:
		say(t, "must stand in front of all counts and waits");
		return;
	case PM4_COUNTER_TWICE:
		say(t, "may stand in the stream once");
		return;
	}
	if (v->detail == PM4_COUNTER_WRAPS)
		say(t, "the count of the draw engine would wrap around at 2^64");
	else
		say(t, "needs %s in the %s", ce ? "WAIT_ON_AVAIL_BUFFER" : "SET_CE_DE_COUNTERS",
		    ce ? "IB" : "const IB");
}

/*
 * CE: .expected: the count that it waits for; .actual: the largest that comes; .detail: dword at
 * which DE waits as well; .shape[0]: first value.  DE: .expected: counts of DE before the wait;
 * .actual: all counts of CE that come
 */
static void say_counter_wait(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->ring == PM4_RING_CONST) {
		say(t, "waits forever: it needs count %llu of the draw engine, which reaches %llu",
		    big(v->expected), big(v->actual));
		if (v->detail != PM4_NO_DWORD)
			say(t, " and waits for the constant engine at dword %u", v->detail);
	} else {
		say(t, "waits forever: the constant engine counts %llu, and needs more than %llu",
		    big(v->actual), big(v->expected));
		say(t, ": INCREMENT_CE_COUNTER is missing");
	}
}

/* .offset: offset in bytes; .actual: bytes; .expected: bytes of the partition */
static void say_ram(struct pm4_text *t, const struct pm4_verdict *v)
{
	say(t, "%llu bytes at offset 0x%llx leave the partition of constant RAM, which has %llu",
	    big(v->actual), big(v->offset), big(v->expected));
}

/*
 * .expected: enum pm4_access; .actual: address; .offset: bytes; .detail: PM4_ADDRESS_*;
 * .shape: address and size of the mapping; .buffer: its relocation
 */
static void say_address(struct pm4_text *t, const struct pm4_verdict *v)
{
	static const char * const verbs[] = { "accesses", "reads", "writes", "reads and writes" };

	if (v->dword > v->header && v->draw == PM4_NO_DWORD && !v->reg)
		say(t, "%s ", operand_name(v, v->dword - v->header - 1));
	say(t, "%s %llu byte%s at 0x%llx: ", verbs[v->expected & 3], big(v->offset),
	    v->offset == 1 ? "" : "s", big(v->actual));
	switch (v->detail) {
	case PM4_ADDRESS_UNMAPPED:
		say(t, "nothing is mapped there");
		return;
	case PM4_ADDRESS_END:
		say(t, "the mapping at 0x%llx has %llu bytes", big(v->shape[0]), big(v->shape[1]));
		return;
	case PM4_ADDRESS_UNLISTED:
		say(t, "the buffer at 0x%llx is not in the relocations", big(v->shape[0]));
		return;
	case PM4_ADDRESS_UNREADABLE:
		say(t, "the mapping at 0x%llx cannot be read", big(v->shape[0]));
		return;
	}
	say(t, "the mapping at 0x%llx cannot be written", big(v->shape[0]));
}

/* .detail: PM4_UNKNOWN_INDEX_BASE ...; .actual: PM4_UNKNOWN_UNSET ... */
static void say_unknown(struct pm4_text *t, const struct pm4_verdict *v)
{
	static const char * const names[] = {
		[PM4_UNKNOWN_INDEX_BASE] = "INDEX_BASE",
		[PM4_UNKNOWN_INDEX_SIZE] = "INDEX_BUFFER_SIZE",
		[PM4_UNKNOWN_SET_BASE] = "SET_BASE",
	};
	static const char * const why[] = {
		[PM4_UNKNOWN_UNSET] = "the stream has not set",
		[PM4_UNKNOWN_MAYBE] = "the stream sets under a condition only",
		[PM4_UNKNOWN_BOTH] = "the const IB sets to another address at any time",
	};

	say(t, "the %s %s, which %s",
	    v->detail == PM4_UNKNOWN_INDEX_SIZE ? "end of the indices depends on" :
	    "address is relative to", v->detail < ARRAY_SIZE(names) ? names[v->detail] : "a base",
	    v->actual < ARRAY_SIZE(why) ? why[v->actual] : "is not known");
}

/* .expected: SOURCE_SELECT of the packet; .actual: DRAW_INITIATOR */
static void say_source(struct pm4_text *t, const struct pm4_verdict *v)
{
	static const char * const names[] = { "DMA", "IMMEDIATE", "AUTO_INDEX" };

	say(t, "DRAW_INITIATOR 0x%llx must be 0x%llx in this packet: SOURCE_SELECT %s",
	    big(v->actual), big(v->expected), names[v->expected % ARRAY_SIZE(names)]);
	if (PM4_OPCODE(v->packet) == PM4_OP_DRAW_INDEX_AUTO)
		say(t, ", with or without USE_OPAQUE (0x%x)", SI_USE_OPAQUE);
}

/* .detail: PM4_SOURCE_* */
static void say_register_source(struct pm4_text *t, const struct pm4_verdict *v)
{
	switch (v->detail) {
	case PM4_SOURCE_ATOMIC:
		say(t, "no ATOMIC of this stream has returned a value");
		return;
	case PM4_SOURCE_ATOMIC_HIGH:
		say(t, "no ATOMIC of 64 bits has returned the upper half: it may be %s",
		    "another client's");
		return;
	}
	if (!v->reg)
		say(t, "register number 0: ");
	if (v->detail == PM4_SOURCE_OTHERS)
		say(t, "the stream has set it for other units than GRBM_GFX_INDEX selects here, %s",
		    "so it may be another client's");
	else
		say(t, "the stream has not set it, so it may be another client's");
}

/* Rules of the submission and of packets.  Returns false for other rules. */
static bool say_packet_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	switch (v->code) {
	case PM4_CODE_NO_VM:
		say(t, "the submission does not use virtual memory (USE_VM), which it must");
		return true;
	case PM4_CODE_NO_ADDRESS:
		say(t, "relocation %u: the buffer has no virtual address", v->buffer);
		return true;
	case PM4_CODE_TOO_LONG:
		if (v->ring != PM4_RING_CONST)
			return false;
		say(t, "the const IB has %llu dwords, the maximum is %llu", big(v->actual),
		    big(v->expected));
		return true;
	case PM4_CODE_TYPE0:
		say(t, "type-0 packets are denied: SET_CONFIG_REG and the like set registers");
		return true;
	case PM4_CODE_CHIP_RING:
		say(t, "%s has no such ring", pm4_chip_name(t->front, t->chip));
		return true;
	case PM4_CODE_PACKET_ENGINE:
		say_engine(t, v);
		return true;
	case PM4_CODE_SHARED:
		say_shared(t, v);
		return true;
	case PM4_CODE_SKIP_END:
		say_skip_end(t, v);
		return true;
	case PM4_CODE_SKIP_NESTED:
		/* .detail: dword of the outer packet; .offset: its header */
		say(t, "lies inside of the skip of %s at dword %u", packet_name(v->offset),
		    v->detail);
		return true;
	case PM4_CODE_ADDRESS:
		say_address(t, v);
		return true;
	case PM4_CODE_ADDRESS_UNKNOWN:
		say_unknown(t, v);
		return true;
	case PM4_CODE_ADDRESS_CONDITIONAL:
		say(t, "the stream sets it under a condition only, and the draw may use another %s",
		    "address");
		return true;
	case PM4_CODE_DRAW_SOURCE:
		say_source(t, v);
		return true;
	case PM4_CODE_ATOMIC_OPERATION:
		say(t, "OP 0x%02llx returns no value, and the command processor waits for one",
		    big(v->actual));
		return true;
	case PM4_CODE_PREDICATE_CONTINUES:
		say(t, "CONTINUE goes on with a predicate that this stream has not set: %s",
		    "it may be another client's");
		return true;
	}
	return false;
}

static bool is_indirect(u32 header)
{
	return PM4_OPCODE(header) == PM4_OP_DRAW_INDIRECT ||
	       PM4_OPCODE(header) == PM4_OP_DRAW_INDEX_INDIRECT;
}

/* .detail: type; .actual: EVENT_CNTL */
static void say_event_form(struct pm4_text *t, const struct pm4_verdict *v,
			   const struct pm4_event *event)
{
	u32 form = event ? event->form : PM4_EVENT_DENIED;

	say(t, "event %s needs ", event ? event->name : "unknown");
	if (form == PM4_EVENT_PLAIN || form == PM4_EVENT_ADDR)
		say(t, "EVENT_WRITE with EVENT_INDEX %u and %s address", si_event_index(v->detail),
		    form == PM4_EVENT_PLAIN ? "no" : "an");
	else
		say(t, "%s", form == PM4_EVENT_EOP ? "EVENT_WRITE_EOP with EVENT_INDEX 5" :
		    form == PM4_EVENT_EOS ? "EVENT_WRITE_EOS with EVENT_INDEX 6" :
		    "another packet");
	say(t, "; EVENT_INDEX is %llu, with ", big(v->actual >> 8 & 0xf));
	pm4_say_dwords(t, PM4_COUNT(v->packet) + 1);
}

/* Rules of registers and events.  Returns false for other rules. */
static bool say_register_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	const struct pm4_event *event = pm4_event_find(&si_tables, v->detail);
	const char *name = event ? event->name : "unknown";

	switch (v->code) {
	case PM4_CODE_RANGE:
		say_window(t, v);
		return true;
	case PM4_CODE_REGISTER_NUMBER:
		say(t, "there is no register with the dword number 0x%llx: the card takes 16 bits",
		    big(v->actual));
		return true;
	case PM4_CODE_REGISTER_SOURCE:
		say_register_source(t, v);
		return true;
	case PM4_CODE_REGISTER_UNKNOWN:
		if (v->reg)
			return false;
		say(t, "register number 0: no client may write it");
		return true;
	case PM4_CODE_REGISTER_ENGINE:
		say(t, "%s", v->detail == PM4_ENGINE_UNKNOWN ?
		    "no document says when the dispatch engine writes a register" :
		    "the PFP runs ahead of the ME: it writes only straight after PFP_SYNC_ME");
		return true;
	case PM4_CODE_REGISTER_TARGET:
		say(t, "%s", is_indirect(v->packet) ?
		    "only user data of VS, GS, ES and LS may get the values from memory" :
		    "the check needs its value, which would come from memory");
		return true;
	case PM4_CODE_REGISTER_LEFT:
		say(t, "must be 0x%llx at the end, not 0x%llx: all clients share it",
		    big(v->expected), big(v->actual));
		return true;
	case PM4_CODE_EVENT_UNKNOWN:
		say(t, "event 0x%02x is none that a client may send", v->detail);
		return true;
	case PM4_CODE_EVENT_DENIED:
		say(t, "event %s: %s", name, pm4_reason(event ? event->reason : NULL));
		return true;
	case PM4_CODE_EVENT_FORM:
		say_event_form(t, v, event);
		return true;
	case PM4_CODE_EVENT_PLACE:
		say(t, "event %s needs a draw%s straight before it, which runs if it does", name,
		    v->detail == PM4_EVENT_CS_DONE ? " or a dispatch" : "");
		return true;
	}
	return false;
}

/* Rules of waits, counters and constant RAM.  Returns false for other rules. */
static bool say_wait_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	switch (v->code) {
	case PM4_CODE_WAIT_REGISTER:
		say(t, "%s", v->detail ? "the PFP cannot wait for a register" :
		       "a stream may wait for no register but CP_STRMOUT_CNTL");
		return true;
	case PM4_CODE_WAIT_NEVER:
		say_never(t, v);
		return true;
	case PM4_CODE_WAIT_ORDER:
		say(t, "no EVENT_WRITE of SO_VGTSTREAMOUT_FLUSH after its last write sets it");
		return true;
	case PM4_CODE_WAIT_MEMORY:
		say(t, "waits for memory that this stream does not write");
		return true;
	case PM4_CODE_WAIT_QUERY:
		say(t, "waits until all counters in memory are valid");
		return true;
	case PM4_CODE_COUNTER_ORDER:
		say_counter_order(t, v);
		return true;
	case PM4_CODE_COUNTER_SKIPPED:
		/* .detail: dword of the packet that skips; .offset: its header */
		if (v->actual || v->detail == PM4_NO_DWORD)
			say(t, "the predicate");
		else
			say(t, "%s at dword %u", packet_name(v->offset), v->detail);
		say(t, " may skip it, and the other engine counts on it");
		return true;
	case PM4_CODE_COUNTER_WAIT:
		say_counter_wait(t, v);
		return true;
	case PM4_CODE_COUNTER_LEFT:
		say(t, "the constant engine counts %llu, the draw engine %llu: %s",
		    big(v->expected), big(v->actual), "the next client would not wait");
		return true;
	case PM4_CODE_CONST_RAM:
		say_ram(t, v);
		return true;
	case PM4_CODE_CONST_RAM_UNSET:
		say(t, "the stream has not written offset 0x%llx of constant RAM", big(v->actual));
		return true;
	}
	return false;
}

/**
 * si_say_register() - name a register that has no row
 * @t: the text
 * @reg: byte offset
 *
 * Return: false: the core names it by its offset.
 */
bool si_say_register(struct pm4_text *t, u32 reg)
{
	return false;
}

/**
 * si_say_rule() - say a rule in the words of Southern Islands
 * @t: the text
 * @v: the verdict
 *
 * Return: false if pm4_verdict.c says the rule.
 */
bool si_say_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	return say_packet_rule(t, v) || say_register_rule(t, v) || say_wait_rule(t, v);
}
