// SPDX-License-Identifier: GPL-2.0
/*
 * r600_value(): reads the dword of the last write of a register, or nothing.  The other proofs
 * have this as a contract.
 */
#include "../proof.h"
#include "invariant.h"

void value(void)
{
	u32 ib_dw = nondet_u32(), i = nondet_u32(), position = nondet_u32();
	struct r600_checker any, *ck = &any;
	const u32 *ib;
	u32 got;

	ASSUME(ib_dw && ib_dw <= PM4_MAX_DW && i < PM4_CONTEXT_REGS);
	ANY_LIST(ib, u32, ib_dw);
	ck->ib = ib;
	ck->context.last_write[i] = position;
	ASSUME(invariant_write(position, ck->start_position, ib_dw, 0, 0, 0));
	got = r600_value(ck, &ck->context, i);
	if (position <= ck->start_position) {
		PROVE(!got, "a register that the stream has not set is 0");
		return;
	}
	REACHED("a value of the stream is read");
	PROVE(got == ib[(position - ck->start_position) / 4], "the dword of the last write");
}
