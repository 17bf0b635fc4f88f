// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Packets of the types 1 to 3.  A packet is checked completely here, or by the draw check.
 *
 * Called by the walk.  Takes no lock.
 */
#include "r500_check.h"

/*
 * On-chip RAM of HyperZ and CMASK.  Its contents belong to one client, which the driver names in
 * the flags of a stream; a clear must stay inside, because no document says what is past it.  The
 * sizes are those that Mesa's r300 counts on: for each pipe, and CMASK of a single pipe has more.
 */
#define HIZ_DW		15360u
#define HIZ_SMALL_DW	10240u		/* RV515, R520 */
#define MASK_DW		4096u
#define CMASK_SINGLE_DW	5120u

static noinline int clear_ram(struct r500_checker *ck, u32 owner, u32 ram_dw)
{
	const u32 *body = ck->header + 1;

	if (!(ck->flags & owner))
		return R500_REFUSE(ck, .code = PM4_CODE_NOT_OWNER, .detail = owner);
	/* COUNT may mean the largest number if it is 0, like the number of vertices. */
	if (!body[1])
		return R500_REFUSE(ck, .code = PM4_CODE_FIELD_VALUE, .at = body + 1, .detail = 1,
				   .shape = { PM4_VALUE_NOT_0 });
	if (body[1] > ram_dw || body[0] > ram_dw - body[1])
		return R500_REFUSE(ck, .code = PM4_CODE_RAM_BOUNDS, .at = body + 1,
				   .offset = body[0], .actual = body[1], .expected = ram_dw);
	return 0;
}

/* Pipes with HiZ and ZMASK: RV530 may have two depth pipes for its pixel pipe. */
static u32 depth_pipes(const struct r500_checker *ck)
{
	return ck->card.backends > ck->card.pipes ? ck->card.backends : ck->card.pipes;
}

static u32 hiz_dw(const struct r500_checker *ck)
{
	bool small = ck->card.chip == PM4_RV515 || ck->card.chip == PM4_R520;

	return (small ? HIZ_SMALL_DW : HIZ_DW) * depth_pipes(ck);
}

static u32 cmask_dw(const struct r500_checker *ck)
{
	return ck->card.pipes == 1 ? CMASK_SINGLE_DW : MASK_DW * ck->card.pipes;
}

/* Returns true if a rule allows the number of dwords; fewer than the least wrap. */
static __always_inline bool packet_fits(const struct r500_packet_rule *rule, u32 body_dw)
{
	return body_dw - rule->min_dw <= rule->more_dw;
}

/* INDX_BUFFER: r500_draw_indx() takes the one that belongs to a draw. */
static noinline int __cold refuse_alone(struct r500_checker *ck)
{
	return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .detail = R500_SOURCE_ALONE);
}

static __always_inline int run_handler(struct r500_checker *ck, const u32 *body, u32 handler,
				       u32 body_dw)
{
	switch ((enum pm4_packet_handler)handler) {
	case PM4_PH_NOP:
		return 0;
	case PM4_PH_DRAW_VBUF:
		return r500_draw_vbuf(ck, body[0]);
	case PM4_PH_DRAW_IMMD:
		return r500_draw_immd(ck, body[0], body_dw);
	case PM4_PH_DRAW_INDX:
		return r500_draw_indx(ck, body[0], body_dw);
	case PM4_PH_CLEAR_HIZ:
		return clear_ram(ck, PM4_OWNS_HYPERZ, hiz_dw(ck));
	case PM4_PH_CLEAR_ZMASK:
		return clear_ram(ck, PM4_OWNS_HYPERZ, MASK_DW * depth_pipes(ck));
	case PM4_PH_CLEAR_CMASK:
		return clear_ram(ck, PM4_OWNS_CMASK, cmask_dw(ck));
	default:
		return refuse_alone(ck);
	}
}

/* Everything but a packet that fits its rule while all pipes listen. */
static noinline int odd_packet(struct r500_checker *ck)
{
	u32 header = *ck->header, body_dw = PM4_COUNT(header) + 1;
	const struct r500_packet_rule *rule = r500_rule(ck, PM4_OPCODE(header));

	ck->cursor = ck->header + 1;
	if (PM4_TYPE(header) == 2)
		return 0;		/* a filler of one dword */
	if (PM4_TYPE(header) == 1)
		return R500_REFUSE(ck, .code = PM4_CODE_PACKET_TYPE, .actual = 1);
	if (ck->end - ck->cursor < body_dw)
		return R500_REFUSE(ck, .code = PM4_CODE_TRUNCATED, .expected = body_dw,
				   .actual = ck->end - ck->cursor);
	if (header & 0xff)
		return R500_REFUSE(ck, .code = PM4_CODE_HEADER_BITS, .actual = header & 0xff);
	if (!packet_fits(rule, body_dw))
		return r500_refuse_packet(ck);
	if (rule->handler != PM4_PH_NOP)
		return R500_REFUSE(ck, .code = PM4_CODE_PIPES,
				   .detail = r500_dword(ck, ck->partial), .actual = *ck->partial,
				   .expected = ck->all_pipes);
	ck->cursor += body_dw;
	return 0;
}

/**
 * r500_packet() - check a packet of type 1, 2 or 3
 * @ck: the check; ck->header is the packet
 *
 * Sets ck->cursor past the packet and its relocations.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_packet(struct r500_checker *ck)
{
	const u32 *body = ck->header + 1;
	u32 header = body[-1], body_dw = PM4_COUNT(header) + 1;

	if (header < PM4_TYPE3 || ck->end - body < body_dw || ck->partial)
		return odd_packet(ck);
	return r500_packet_inside(ck, body, header, body_dw);
}

/**
 * r500_packet_inside() - check a packet of type 3 that is inside of the stream
 * @ck: the check; ck->header is the packet, and all pipes listen
 * @body: the packet after its header
 * @header: its header
 * @body_dw: its dwords after the header
 *
 * Sets ck->cursor past the packet and its relocations.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_packet_inside(struct r500_checker *ck, const u32 *body, u32 header, size_t body_dw)
{
	const struct r500_packet_rule *rule = r500_rule(ck, PM4_OPCODE(header));

	if (unlikely(header & 0xff || !packet_fits(rule, (u32)body_dw)))
		return odd_packet(ck);
	if (rule->handler == PM4_PH_ARRAYS)
		return r500_arrays(ck, body, (u32)body_dw);
	ck->cursor = body + body_dw;
	return run_handler(ck, body, rule->handler, (u32)body_dw);
}
