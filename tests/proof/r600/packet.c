// SPDX-License-Identifier: GPL-2.0
/*
 * r600_check_packet(): any packet with any dwords, from any state that keeps the invariant.
 * Draws, registers, resources and accesses to memory are theorems of their own.
 */
#include "world.h"
#include "../../../pm4/r600/pm4_packet_body.c"
#include "../../../pm4/r600/pm4_packet_draw.c"
#include "../../../pm4/r600/pm4_packet_event.c"
#include "../../../pm4/r600/pm4_packet_memory.c"
#include "../../../pm4/r600/pm4_packet_strmout.c"
#include "../../../pm4/r600/pm4_check_packet.c"

const struct pm4_reg_row *pm4_reg_find(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	static struct pm4_reg_row row;
	struct pm4_reg_row any;

	row = any;
	if (nondet_bool())
		return NULL;
	ASSUME(invariant_row(&row, offset, world_flags(offset)));
	return &row;
}

static void at_a_packet(const struct r600_checker *ck)
{
	PROVE(ck->header == world_packet && ck->cursor > world_packet && ck->cursor <= ck->end,
	      "the packet lies in the stream");
}

/* draw.c proves that a draw changes nothing else. */
int r600_draw(struct r600_checker *ck, u64 dirty, bool predicated)
{
	at_a_packet(ck);
	ck->touched = nondet_u64();
	ck->dirty = 0;
	ck->drawing = true;
	ck->color_ok = nondet_u32();
	ck->depth_ok = nondet_bool();
	ck->gs_mode = nondet_u8() & 3;
	ck->scissor.x = nondet_u32();
	ck->scissor.y = nondet_u32();
	ASSUME(ck->scissor.x <= PM4_SCREEN_MAX && ck->scissor.y <= PM4_SCREEN_MAX);
	return nondet_bool();
}

static int any_registers(const struct r600_checker *ck, u32 count)
{
	at_a_packet(ck);
	PROVE(ck->cursor - ck->header == count + 2, "the values of registers lie in the packet");
	/* If they are accepted, registers.c and resources.c prove the rest of the step. */
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

/* The buffer of patch @n of this step, which adds its address to the 40 bits at @at. */
static const struct pm4_buffer *patched(const struct r600_checker *ck, u32 n, const u32 *at)
{
	const struct pm4_patch *patch = &world_patches[world_used + n];

	PROVE(ck->patch > patch, "the packet has a patch for the address");
	PROVE(patch->dword == ((u32)(at - ck->ib) | PM4_PATCH_ADDR_NEXT << PM4_PATCH_KIND),
	      "the patch adds the address of the buffer to the offset");
	PROVE(patch->arg < ck->nbuffers, "the patch has a buffer of the list");
	return &ck->buffers[patch->arg];
}

/* All bytes from the offset of 40 bits at @at on lie in the buffer of patch @n. */
static void prove_range(const struct r600_checker *ck, u32 n, const u32 *at, u32 ignored,
			u64 bytes, bool write)
{
	const struct pm4_buffer *buffer = patched(ck, n, at);
	u32 index = world_patches[world_used + n].arg;
	u64 first = (at[0] & ~ignored) + ((u64)(at[1] & 0xff) << 32), byte = nondet_u64();

	ASSUME(byte < bytes);
	PROVE(first + byte < buffer->size, "each byte of the access lies in the buffer");
	if (write) {
		PROVE(buffer->writable, "only a buffer that may be written is written");
		PROVE(ck->written[index / 64] >> index % 64 & 1, "a written buffer is reported");
	}
}

#define HANDLER(name, number, call, bounds) \
	void name(void) \
	{ \
		struct r600_checker any, *ck = &any; \
		const u32 *b = handler_world(ck, number); \
		u32 ndw = PM4_COUNT(b[-1]) + 1; \
\
		if (call) \
			return; \
		prove_step(ck, ck->cursor); \
		REACHED(#name " accepts"); \
		bounds; \
	}

#define NO_BOUNDS	(void)ndw

static void mem_write_bounds(const struct r600_checker *ck, const u32 *b)
{
	prove_range(ck, 0, b, 3, b[1] >> 18 & 1 ? 4 : 8, true);
}

static void event_write_eop_bounds(const struct r600_checker *ck, const u32 *b)
{
	static const u8 bytes[8] = { 0, 4, 8, 8 };

	prove_range(ck, 0, b + 1, 0, bytes[b[2] >> 29], true);
}

HANDLER(event_write_eop, PM4_PH_EVENT_WRITE_EOP, r600_check_event_write_eop(ck, b),
	event_write_eop_bounds(ck, b))
HANDLER(mem_write, PM4_PH_MEM_WRITE, r600_check_mem_write(ck, b), mem_write_bounds(ck, b))
HANDLER(surface_sync, PM4_PH_SURFACE_SYNC, r600_check_surface_sync(ck, b), NO_BOUNDS)
HANDLER(strmout_base, PM4_PH_STRMOUT_BASE, r600_check_strmout_base(ck, b), NO_BOUNDS)
HANDLER(small_packets, PM4_PH_CONTEXT_CONTROL,
	(nondet_bool() ? check_context_control(ck, b) :
	 nondet_bool() ? r600_check_index_type(ck, b) : r600_check_num_instances(ck)), NO_BOUNDS)
HANDLER(draw_auto, PM4_PH_DRAW, r600_check_draw_auto(ck, b), NO_BOUNDS)
HANDLER(draw_immediate, PM4_PH_DRAW_IMMEDIATE, r600_check_draw_immediate(ck, b, ndw), NO_BOUNDS)

void constants(void)
{
	struct r600_checker any, *ck = &any;
	const u32 *b = handler_world(ck, PM4_PH_SET_CONST);
	struct r600_packet_rule rule = ck->packets[b[-1] >> 8 & 0xff];

	ASSUME(invariant_rule(&rule) && invariant_is_constants(rule.handler));
	if (check_constants(ck, rule, b, PM4_COUNT(b[-1]) + 1))
		return;
	prove_step(ck, ck->cursor);
	REACHED("constants are accepted");
}

/* The whole packet, from its header on. */
void packet(void)
{
	struct r600_checker any, *ck = &any;
	const u32 *p = world(ck);

	ASSUME(invariant_rule(&ck->packets[*p >> 8 & 0xff]));
	if (r600_check_packet(ck, p, nondet_u64()))
		return;
	prove_step(ck, ck->cursor);
	REACHED("a packet is accepted");
}
