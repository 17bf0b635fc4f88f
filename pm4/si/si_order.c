// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Order: which packet is before another, and which engine runs first.
 *
 * The PFP parses the stream ahead of the ME, and runs some packets itself.  A register write of
 * the PFP may so come before packets of the ME that are before it, even before packets of the
 * client whose stream ran last.  PFP_SYNC_ME lets the PFP wait until the ME has run all packets
 * before it.  So the PFP may write registers only straight after PFP_SYNC_ME, with no packet of
 * the ME between them: then the order of all writes is the order of the stream.
 *
 * The pass runs from the first packet, or from the place that the last one reached, to the current
 * packet, so all of them together look at each packet once.
 *
 * Called by si_memory.c and si_event.c; takes no lock.
 */
#include "si_state.h"

/* Packet @p changes whether the PFP and the ME are at the same place. */
static bool is_synced(const struct si_checker *ck, const u32 *p)
{
	switch (PM4_OPCODE(*p)) {
	case PM4_OP_PFP_SYNC_ME:
		return ck->synced || !(*p & PM4_PREDICATE);
	case PM4_OP_NOP:
	case PM4_OP_COND_EXEC:
	case PM4_OP_PRED_EXEC:
		return ck->synced;
	case PM4_OP_WRITE_DATA:
		return ck->synced &&
		       pm4_get(WRITE_DATA_ENGINE_SEL, p[1]) == PM4_V_WRITE_DATA_ENGINE_SEL_PFP;
	}
	return false;
}

/* Go on to the current packet.  The walk has checked all packets before it. */
static void look_back(struct si_checker *ck)
{
	const u32 *p;

	for (p = ck->before_at; p < ck->header; p = si_next(p)) {
		if (ck->before_skip && p >= ck->before_end) {
			/* What the skip did may not have happened. */
			ck->synced = ck->synced && ck->synced_before;
			ck->before_skip = NULL;
		}
		ck->before = p;
		if (PM4_TYPE(*p) == 2)
			continue;
		ck->synced = is_synced(ck, p);
		if (PM4_OPCODE(*p) != PM4_OP_COND_EXEC && PM4_OPCODE(*p) != PM4_OP_PRED_EXEC)
			continue;
		ck->synced_before = ck->synced;
		ck->before_skip = p;
		ck->before_end = si_next(p) + si_skip_dw(p);
	}
	ck->before_at = p;
}

/**
 * si_ahead() - check that the PFP may write a register
 * @ck: the checker, at WRITE_DATA
 * @at: the operand with the register
 *
 * Return: 0, or 1 after a refusal.
 */
int si_ahead(struct si_checker *ck, const u32 *at)
{
	look_back(ck);
	if (ck->synced && (!ck->before_skip || ck->header < ck->before_end || ck->synced_before))
		return 0;
	ck->verdict->detail = PM4_ENGINE_AHEAD;
	return si_refuse_reg(ck, PM4_CODE_REGISTER_ENGINE, at, 4 * *at);
}

/**
 * si_after_draw() - find out whether a draw or a dispatch is straight before a packet
 * @ck: the checker, at the packet
 * @dispatch: a dispatch is good as well
 *
 * A draw that may be skipped where the packet is not does not count.
 *
 * Return: true if so.
 */
bool si_after_draw(struct si_checker *ck, bool dispatch)
{
	const u32 *skip;
	u32 op;

	look_back(ck);
	if (!ck->before || PM4_TYPE(*ck->before) != 3)
		return false;
	op = PM4_OPCODE(*ck->before);
	skip = ck->before_skip == ck->before ? NULL : ck->before_skip;
	if (!ck->rules[SI_RULES_MAP][op].draw || skip != ck->skip)
		return false;
	if (*ck->before & PM4_PREDICATE && !(*ck->header & PM4_PREDICATE))
		return false;
	return dispatch || (op != PM4_OP_DISPATCH_DIRECT && op != PM4_OP_DISPATCH_INDIRECT);
}
