// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * WAIT_REG_MEM: a wait that cannot end stops the command processor until a reset.
 *
 * - A register: only CP_STRMOUT_CNTL, which a flush of stream-out sets to 1.
 * - Memory: the comparison must be able to pass.  If the stream itself has written a value that
 *   passes, in any case and before the wait, the wait ends.  Otherwise it may be right: clients
 *   wait for fences of earlier submissions.  So it is noted, and not refused.
 *
 * Called by si_packet.c; takes no lock.
 */
#include "si_state.h"

enum { ALWAYS, LESS, LEQUAL, EQUAL, NOTEQUAL, GEQUAL, GREATER, RESERVED };

/* Returns true if @value passes the comparison with @ref. */
static bool passes(u32 function, u32 value, u32 ref)
{
	switch (function) {
	case LESS:
		return value < ref;
	case LEQUAL:
		return value <= ref;
	case EQUAL:
		return value == ref;
	case NOTEQUAL:
		return value != ref;
	case GEQUAL:
		return value >= ref;
	case GREATER:
		return value > ref;
	default:
		return function == ALWAYS;
	}
}

/* Returns true if no value under @mask passes; @ref is in @mask. */
static bool never(u32 function, u32 ref, u32 mask)
{
	switch (function) {
	case LESS:
		return !ref;
	case NOTEQUAL:
		return !mask;
	case GREATER:
		return ref == mask;
	default:
		return false;
	}
}

/* Returns true if every value under @mask passes; @ref is in @mask. */
static bool always(u32 function, u32 ref, u32 mask)
{
	switch (function) {
	case ALWAYS:
		return true;
	case LEQUAL:
		return ref == mask;
	case EQUAL:
		return !mask;
	case GEQUAL:
		return !ref;
	default:
		return false;
	}
}

static int wait_register(struct si_checker *ck, const u32 *p, u32 function)
{
	if (p[2] != PM4_R_CP_STRMOUT_CNTL / 4) {
		if (p[2] > 0xffff)
			return si_refuse(ck, PM4_CODE_REGISTER_NUMBER, p + 2, 0xffff, p[2]);
		return si_refuse_reg(ck, PM4_CODE_WAIT_REGISTER, p + 2, 4 * p[2]);
	}
	ck->verdict->reg = PM4_R_CP_STRMOUT_CNTL;
	if (p[4] != 1 || p[5] != 1)
		return si_refuse(ck, PM4_CODE_WAIT_NEVER, p + (p[4] != 1 ? 4 : 5), 1,
				 p[4] != 1 ? p[4] : p[5]);
	if (!passes(function, 1, 1))
		return si_refuse(ck, PM4_CODE_WAIT_NEVER, p + 1, 1, 0);
	if (!ck->flushed)
		return si_refuse(ck, PM4_CODE_WAIT_ORDER, p, 0, 0);
	ck->verdict->reg = 0;
	return 0;
}

static int wait_memory(struct si_checker *ck, const u32 *p, u32 function)
{
	u64 addr = si_addr48(p + 2);
	u32 value;

	if (p[3] >> 16)
		return si_refuse_bits(ck, p + 3, 0xffff);
	if (si_access(ck, p + 2, addr & ~3ull, 4, PM4_READS))
		return 1;
	if (always(function, p[4], p[5]))
		return 0;
	/* After the first note another one changes nothing.  Swapped bytes have no known value. */
	if (ck->notes[SI_NOTE_WAIT].code)
		return 0;
	if (addr & 3 || !si_scan_wait(ck, addr, &value) ||
	    !passes(function, value & p[5], p[4]))
		si_note(ck, SI_NOTE_WAIT, PM4_CODE_WAIT_MEMORY, p);
	return 0;
}

/**
 * si_wait() - check WAIT_REG_MEM
 * @ck: the checker
 * @p: the packet
 *
 * Return: 0, or 1 after a refusal.
 */
int si_wait(struct si_checker *ck, const u32 *p)
{
	u32 function = pm4_get(WAIT_REG_MEM_FUNCTION, p[1]);
	bool memory = pm4_get(WAIT_REG_MEM_MEM_SPACE, p[1]);

	if (p[1] & ~0x117u)
		return si_refuse_bits(ck, p + 1, 0x117);
	if (p[6] & SI_INTERVAL_RESERVED)
		return si_refuse_bits(ck, p + 6, ~SI_INTERVAL_RESERVED);
	if (function == RESERVED) {
		ck->verdict->field = PM4_F_WAIT_REG_MEM_FUNCTION + 1;
		ck->verdict->shape[0] = PM4_VALUE_MOST;
		return si_refuse(ck, PM4_CODE_FIELD_VALUE, p + 1, GREATER, function);
	}
	if (pm4_get(WAIT_REG_MEM_ENGINE, p[1])) {
		/* The PFP polls memory only, and knows one comparison. */
		if (!memory) {
			ck->verdict->detail = 1;
			return si_refuse(ck, PM4_CODE_WAIT_REGISTER, p + 1, 0, p[2]);
		}
		if (function != GEQUAL) {
			ck->verdict->field = PM4_F_WAIT_REG_MEM_FUNCTION + 1;
			return si_refuse(ck, PM4_CODE_FIELD_VALUE, p + 1, GEQUAL, function);
		}
	}
	if (!memory)
		return wait_register(ck, p, function);
	if (p[4] & ~p[5] || never(function, p[4], p[5]))
		return si_refuse(ck, PM4_CODE_WAIT_NEVER, p + 4, p[5], p[4]);
	return wait_memory(ck, p, function);
}
