// SPDX-License-Identifier: GPL-2.0
/*
 * r600_check_packet(): any packet with any dwords, from any state that keeps the invariant.
 * Draws, registers and resources are theorems of their own.
 */
#include "world.h"
#include "../../../pm4/r600/pm4_check_packet.c"

const struct pm4_reg_row *pm4_reg_find(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	static struct pm4_reg_row row;
	struct pm4_reg_row any;

	row = any;
	if (nondet_bool())
		return NULL;
	ASSUME(invariant_row(&row, offset));
	return &row;
}

static void at_a_packet(const struct r600_checker *ck)
{
	PROVE(ck->header == world_packet && ck->cursor > world_packet && ck->cursor <= ck->end,
	      "the packet lies in the stream");
}

int r600_draw(struct r600_checker *ck, u64 dirty, bool predicated)
{
	at_a_packet(ck);
	return nondet_bool();
}

static int any_registers(const struct r600_checker *ck, u32 count)
{
	at_a_packet(ck);
	PROVE(ck->cursor - ck->header == count + 2, "the values of registers lie in the packet");
	/* accepted: see registers.c, which has the rest of the step */
	ASSUME(0);
	return 0;
}

int r600_set_context(struct r600_checker *ck, u32 first, u32 count)
{
	return any_registers(ck, count);
}

int r600_set_config(struct r600_checker *ck, u32 first, u32 count)
{
	return any_registers(ck, count);
}

int r600_set_resources(struct r600_checker *ck, u32 first, u32 count, const u32 *words)
{
	PROVE(words == ck->header + 2, "the descriptors lie in the packet");
	return any_registers(ck, count);
}

/* Makes @ck the state in which r600_check_packet() calls the handler of a packet. */
static const u32 *handler_world(struct r600_checker *ck, u32 handler)
{
	const u32 *p = world(ck);
	u32 ndw = PM4_COUNT(*p) + 1;

	ASSUME(ndw >= invariant_reads(handler) && ndw < ck->end - p);
	ck->cursor = p + 1 + ndw;
	return p + 1;
}

#define HANDLER(name, number, call) \
	void name(void) \
	{ \
		struct r600_checker any, *ck = &any; \
		const u32 *b = handler_world(ck, number); \
		u32 ndw = PM4_COUNT(b[-1]) + 1; \
\
		if (call) \
			return; \
		prove_step(ck, ck->cursor); \
		 \
	}

HANDLER(event_write_eop, PM4_PH_EVENT_WRITE_EOP, check_event_write_eop(ck, b))
HANDLER(cp_dma, PM4_PH_CP_DMA, check_cp_dma(ck, b))
