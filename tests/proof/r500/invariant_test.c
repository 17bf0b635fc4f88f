// SPDX-License-Identifier: GPL-2.0
/*
 * What the proofs of R5xx assume of the tables and of r500_init(), for every chip, flag, opcode and
 * register: all cases are tried, so this is a proof too.
 */
#include "invariant.h"
#include "walk.h"
#include "../../pm4/tap.h"

static struct r500_checker ck;

static bool rules(void)
{
	u32 i;

	for (i = 0; i < 256; i++)
		if (!invariant_rule(&ck.packets[i]))
			return false;
	return true;
}

/* The rules have the packets whose headers the walk knows. */
static bool headers(void)
{
	const struct r500_packet_rule *draw = r500_rule(&ck, PM4_OP_3D_DRAW_VBUF_2);
	const struct r500_packet_rule *arrays = r500_rule(&ck, PM4_OP_3D_LOAD_VBPNTR);

	return ck.list_header == (PM4_TYPE3 | PM4_OP_3D_DRAW_VBUF_2 << 8) &&
	       draw->handler == PM4_PH_DRAW_VBUF && draw->min_dw == 1 &&
	       ck.arrays_header == (PM4_TYPE3 | PM4_OP_3D_LOAD_VBPNTR << 8) &&
	       arrays->handler == PM4_PH_ARRAYS && arrays->min_dw == 1;
}

/* A run has at most 255 registers; a header can name registers that are none. */
static bool registers(void)
{
	u32 i, k;

	for (i = 0; i < R500_TYPE0_REGS; i++) {
		bool good = i >= PM4_MMREG_REGS ? !ck.simple[i] && !ck.masked[i] && !ck.plain[i] :
			    invariant_register(&ck, i) && invariant_handler(&ck, i) &&
			    invariant_usual(&ck, i);

		for (k = 0; good && i < PM4_MMREG_REGS && k < 256; k++)
			good = invariant_run(&ck, i, k);
		if (!good) {
			printf("# register 0x%04x\n", 4 * i);
			return false;
		}
	}
	return true;
}

/* Bits that the theorems of draws assume to be 0. */
static bool fields(void)
{
	return !(~R500_FORBID(ck.regs[R500_INDEX(RB3D_AARESOLVE_PITCH)]) & ~0x3ffeu) &&
	       !(~R500_FORBID(ck.regs[R500_INDEX(VAP_VTX_SIZE)]) & ~0x7fu) &&
	       !(~R500_FORBID(ck.regs[R500_INDEX(VAP_ALT_NUM_VERTICES)]) & ~0xffffffu);
}

/* The walk takes all places of flow control at once: no bit must be 0, no rule is in code, and only VSHADER is marked. */
static bool places(void)
{
	u32 i = R500_INDEX(VAP_PVS_FLOW_CNTL_ADDRS_LW), end = i + R500_FLOW_REGS;

	if (ck.masked[i] >= R500_FLOW_REGS)
		return false;
	for (; i < end; i++)
		if (ck.regs[i] != R500_RULE(R500_GROUP(VSHADER), 0))
			return false;
	return true;
}

/* The bits of HyperZ and CMASK RAM, which their owner alone may set (Mesa r300_reg.h). */
static bool grants(u32 flags)
{
	static const struct {
		u32 reg;
		u32 bits;
		u32 owner;
	} owned[] = {
		{ PM4_R_ZB_BW_CNTL, 0x1d, PM4_OWNS_HYPERZ },
		{ PM4_R_SC_HYPERZ_EN, 1, PM4_OWNS_HYPERZ },
		{ PM4_R_GB_Z_PEQ_CONFIG, ~0u, PM4_OWNS_HYPERZ },
		{ PM4_R_ZB_ZMASK_OFFSET, ~0u, PM4_OWNS_HYPERZ },
		{ PM4_R_ZB_ZMASK_PITCH, ~0u, PM4_OWNS_HYPERZ },
		{ PM4_R_ZB_HIZ_OFFSET, ~0u, PM4_OWNS_HYPERZ },
		{ PM4_R_ZB_HIZ_PITCH, ~0u, PM4_OWNS_HYPERZ },
		{ PM4_R_RB3D_CCTL, 0x600, PM4_OWNS_CMASK },
		{ PM4_R_RB3D_CMASK_OFFSET0, ~0u, PM4_OWNS_CMASK },
		{ PM4_R_RB3D_CMASK_PITCH0, ~0u, PM4_OWNS_CMASK },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(owned); i++)
		if (!(flags & owned[i].owner) &&
		    (R500_FORBID(ck.regs[owned[i].reg / 4]) & owned[i].bits) != owned[i].bits)
			return false;
	return true;
}

/* The room for the patches of a stream of every length. */
static bool room(void)
{
	u32 dw, most;

	for (dw = 1; dw <= PM4_MAX_DW; dw++) {
		most = pm4_patches_max(&r500_front, dw);
		if (!invariant_room(most, dw) || invariant_room(most + 1, dw))
			return false;
	}
	return true;
}

/* The longest preamble: all groups and slots.  A gap in a run costs 3 dwords, and saves 4. */
static bool preamble(const struct pm4_card *card)
{
	static u32 out[R500_PREAMBLE_MAX_DW];
	struct pm4_live reset = { .groups = PM4_STATE_ALL };

	memset(reset.slots, 0xff, R500_SLOTS / 64 * sizeof(u64));
	reset.slots[R500_SLOTS / 64] = (1ull << R500_SLOTS % 64) - 1;
	return r500_neutral(card, &reset, 0, out, R500_PREAMBLE_MAX_DW);
}

int main(void)
{
	struct pm4_card card = { .front = &r500_front, .backends = 1 };
	u32 chip, flags;

	tap_ok(r500_front.patches == INVARIANT_PATCHES && r500_front.patch_dw == INVARIANT_PATCH_DW,
	       "the room for patches is the front's");
	tap_ok(room(), "pm4_patches_max() of every length");
	for (chip = 0; chip < R500_CHIPS; chip++) {
		const char *name = r500_tables.chips[chip].name;
		bool all = true, granted = true;

		card.chip = chip;
		card.pipes = r500_tables.chips[chip].pipes;
		tap_ok(invariant_card(&card), "%s: the card", name);
		pm4_checker_init(&ck.head, &card);
		tap_ok(rules() && headers(), "%s: the rules of packets", name);
		tap_ok(fields(), "%s: the bits of registers that draws multiply", name);
		tap_ok(places(), "%s: the places of flow control", name);
		for (flags = 0; flags < 8; flags++) {
			r500_regs_flags(&ck, flags);
			all = all && registers();
			granted = granted && grants(flags);
		}
		tap_ok(all, "%s: the rules of registers, with all flags", name);
		tap_ok(granted, "%s: only the owner of a RAM sets its bits", name);
		tap_ok(preamble(&card), "%s: the longest preamble", name);
	}
	return tap_end();
}
