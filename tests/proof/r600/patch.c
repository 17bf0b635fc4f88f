// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_patch_apply(): any valid patch on any stream.  The loop applies each patch apart from the
 * others, so one patch is all of it.
 */
#include "../proof.h"
#include "invariant.h"
#include "../../../pm4/pm4_patch.c"

void patch(void)
{
	u32 ib_dw = nondet_u32(), nbuffers = nondet_u32(), at = nondet_u32(), other = nondet_u32();
	u32 *ib, lo, mid, hi, before, kind, dword;
	struct pm4_patch any;
	u64 *addrs, offset, sum;

	ASSUME(ib_dw && ib_dw <= PM4_MAX_DW && nbuffers <= 1u << 30 && other < ib_dw);
	ANY_LIST(ib, u32, ib_dw);
	ANY_LIST(addrs, u64, nbuffers);
	ASSUME(invariant_patch(&any, ib_dw, nbuffers));
	dword = any.dword & (PM4_MAX_DW - 1);
	kind = any.dword >> PM4_PATCH_KIND;
	lo = ib[dword];
	mid = dword + 1 < ib_dw ? ib[dword + 1] : 0;
	hi = dword + 2 < ib_dw ? ib[dword + 2] : 0;
	before = ib[other];
	pm4_patch_apply(ib, &any, 1, addrs);
	REACHED("a patch is applied");
	if (other < dword || other > dword + 2)
		PROVE(ib[other] == before, "a patch changes no other dword");
	if (kind == PM4_PATCH_VALUE)
		PROVE(ib[dword] == any.arg, "a value");
	if (kind == PM4_PATCH_VALUE || kind == PM4_PATCH_ADDR_256 || kind == PM4_PATCH_START_256) {
		if (other != dword)
			PROVE(ib[other] == before, "a patch of one dword changes no other");
		return;
	}
	/* Address and offset have 40 bits, and so has their sum: it ends inside a buffer. */
	ASSUME(addrs[any.arg] < 1ull << 40);
	if (kind == PM4_PATCH_ADDR_NEXT) {
		offset = lo + ((u64)(mid & 0xff) << 32);
		sum = ib[dword] + ((u64)(ib[dword + 1] & 0xff) << 32);
		ASSUME(offset + addrs[any.arg] < 1ull << 40);
		PROVE(sum == offset + addrs[any.arg], "the sum of 40 bits");
		PROVE(ib[dword + 1] >> 8 == mid >> 8, "the other bits stay");
	}
	if (kind == PM4_PATCH_ADDR_VERTEX) {
		offset = lo + ((u64)(hi & 0xff) << 32);
		sum = ib[dword] + ((u64)(ib[dword + 2] & 0xff) << 32);
		ASSUME(offset + addrs[any.arg] < 1ull << 40);
		PROVE(sum == offset + addrs[any.arg], "the sum of 40 bits of a vertex buffer");
		PROVE(ib[dword + 2] >> 8 == hi >> 8, "the other bits stay");
		PROVE(ib[dword + 1] == mid, "the size of a vertex buffer stays");
	}
	if (kind == PM4_PATCH_ADDR_FILL) {
		offset = lo + ((u64)(hi >> 16 & 0xff) << 32);
		sum = ib[dword] + ((u64)(ib[dword + 2] >> 16 & 0xff) << 32);
		ASSUME(offset + addrs[any.arg] < 1ull << 40);
		PROVE(sum == offset + addrs[any.arg], "the sum of 40 bits of a fill");
		PROVE((ib[dword + 2] & 0xff00ffff) == (hi & 0xff00ffff), "the other bits stay");
	}
}
