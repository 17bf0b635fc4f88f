// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * DOC: the checker of R5xx
 *
 * Why: R5xx has one space of 32-bit addresses for all clients, and no page tables of a client.
 * Whatever address a stream names, the chip reads or writes.  The command processor has no
 * protection either: a packet can write any register below 0x8000, and one of those registers
 * starts indirect buffers.  So the check of the streams is the only wall between two clients.
 *
 * What: an accepted stream accesses memory only inside the buffers that it names with
 * relocations, with the writes that pm4_check() reports; it writes no register of the driver; it
 * depends on no state of another client; and it leaves all pipes listening.
 *
 * How: packets and registers are rows of text (tables/), and everything without a row is refused.
 * The check reads the stream once.  It keeps no register values: it remembers where the stream has
 * set a register last, and reads the value there when a draw needs it.
 *
 * - Address registers take a relocation, a NOP packet after theirs.  The check adds a patch that
 *   adds the address of the buffer.
 * - A draw is checked for all that it can reach: colour targets and depth buffer by pitch, lines
 *   of the scissor and samples, with whole tiles and blocks; depth that passes its pitch by the
 *   tile of the last pixel; textures as a whole; vertex arrays by the largest index.  Only state
 *   that has changed since the last draw is checked again.
 * - State that the stream does not set is neutral: the footprint names it, and the driver resets
 *   it before the stream if an earlier stream has left it.
 *
 * Rules without a bound in the stream itself:
 *
 * - Pipes.  SU_REG_DEST and FG_ZBREG_DEST select the pipes that take a register write.  While any
 *   pipe is left out, only the counter of a query may be written, because that pipe would keep
 *   registers of another client, with its addresses.  The same holds at the end of the stream,
 *   because the driver's flush would reach some pipes only.
 * - INDX_BUFFER fills any register from memory.  It is allowed after a draw that lacks its
 *   indices, with the register that takes them, and exactly as many.
 * - Textures.  Programs name a texture by TX_FILTER0.ID, and no document says whether TX_ENABLE
 *   goes by that number.  So each texture keeps its own number, also one that no draw uses: another
 *   client's address may be in its registers.
 * - VAP_VF_CNTL is a draw when it is written, so only draw packets write it.
 * - The guide asks clients for textures whose repeated sizes are powers of two, square faces, and a
 *   first level and a pitch inside of the texture.  It does not say how the chip behaves otherwise,
 *   so the check takes the larger size.
 * - Caches.  The chip writes dirty lines of the caches of colour and depth when it likes, to where
 *   the registers say at that time.  So a stream must flush and free a cache that may hold lines of
 *   a draw before it writes a register that places them: offset, pitch, format or samples of a
 *   surface, the number of targets, or the resolve.  The guide asks for it at the registers of
 *   colour (10.1); of depth it says that an eviction computes an address by the pitch (8.3).  These
 *   registers and the flushes wait until all quads before them are done (9.3.2).  So all lines of a
 *   draw go to where its check has bounded them.  The last flush is the driver's, after the
 *   stream.  A draw that does not use a surface leaves no lines of it: when a query starts, Mesa
 *   moves the depth buffer between draws that do not use it.
 * - The chip evicts lines of depth as blocks of 4x4 or 8x8 pixels if ZB_BW_CNTL and GB_Z_PEQ_CONFIG
 *   say so then, so neither may make the blocks of cached lines larger.
 * - A clear of colour by the depth block (ZB_CB_CLEAR) writes whole tiles, and what a draw leaves
 *   of one gets the cache's contents.  So the scissor ends with tiles, no clip rectangle and no
 *   mask of samples leaves a pixel out, lines do not clear, and a point is as large as the scissor.
 *   Where the point is, what polygons cover, and which pixels the alpha test or the program
 *   kills, only the programs know: that a clear covers its scissor is assumed.
 * - A scissor that ends before it begins bounds nothing for certain, so the draw becomes a NOP.
 * - HiZ, ZMASK and CMASK RAM belong to one client at a time; the flags of the stream say whether
 *   this is the one.
 * - Bits that no document defines are refused, as far as recorded streams do without them, also in
 *   fragment programs, with operations that the guide calls invalid; bits of vertex programs,
 *   which reach no memory and of which the guide has no bits, are not looked at.  The chip can
 *   write memory beyond its targets (CTM's uncached writes), and no document says which bit enables
 *   that.
 *
 * Assumptions about the hardware, none of them tried on a card:
 *
 * - The vertex fetcher clamps an index last: after VAP_INDEX_OFFSET is added.  Recorded streams
 *   need this order.  VAP_VF_MIN_VTX_INDX may only be 0, because it could be applied later.
 * - A texture that is not in TX_ENABLE, a target without any enabled channel and without reads, and
 *   a depth buffer without any of the first three bits of ZB_CNTL, access no memory.
 * - The memory of instructions keeps the words of the last client, and clearing it would take 7,168
 *   dwords.  So a draw is refused if its programs may execute an instruction that the stream has
 *   not uploaded: between their first and their last one, or anywhere if flow control leaves these.
 *   The neutral state has programs of one instruction for streams that upload none.
 * - Constants are slots of the footprint: a vector that an earlier stream has uploaded becomes zero
 *   before a stream that may read it and does not upload it before its draws.  A fragment program
 *   may read each; a vertex program those from PVS_CONST_BASE_OFFSET to PVS_MAX_CONST_ADDR, past
 *   which it gets zeros (guide 10.10).
 * - Flow control of vertex programs is neutral for streams that use it (VAP_PVS_FLOW_CNTL_OPC).
 * - Registers of the picture that nearly every recorded stream sets before its first draw keep
 *   their values: blending, the viewport, lines and points.  A stream that draws without setting
 *   them can see the last client's, and nothing else of it.  Those that real clients set rarely or
 *   never are neutral.
 * - A fragment program that never ends holds the card until the driver resets it.
 *
 * Context: no function sleeps, allocates or takes a lock.
 */
#include "r500_check.h"

/*
 * Positions of a new checker start this far below 2^32, so that the overflow happens within
 * its first streams and is not a rare case.
 */
#define POSITIONS_EARLY	0x40000u

/* Positions overflow: mark all registers unset and restart with a stream of @bytes. */
static void __cold positions_restart(struct r500_checker *ck, u32 bytes)
{
	memset(ck->last, 0, sizeof(ck->last));
	ck->next_position = sizeof(u32) + bytes;
}

static void start(struct r500_checker *ck, const struct pm4_input *in,
		  struct pm4_patch *patches, u64 *written,
		  struct pm4_result *result, struct pm4_verdict *verdict)
{
	u32 bytes = in->ib_dw * sizeof(u32);

	ck->in = in;
	ck->nbuffers = min(in->nbuffers, 1u << 30);
	ck->cursor = in->ib;
	ck->end = in->ib + in->ib_dw;
	ck->header = in->ib;
	ck->patch = patches;
	ck->written = written;
	ck->dirty = R500_FIRST_DRAW;
	ck->touched = 0;
	ck->uses = 0;
	ck->cached = 0;
	ck->depth_block = 0;
	ck->last_draw = in->ib;
	ck->partial = NULL;
	ck->scissor = 0;
	ck->scissor_left = 0;
	ck->empty = false;
	ck->scissor_at = 0;
	ck->cut = NULL;
	ck->max_index = 0;
	ck->max_index_at = 0;
	ck->max_index_cut = NULL;
	ck->rop_cut = 0;
	ck->rop_used = 0;
	ck->samples = 1;
	ck->textures_ok = 0;
	ck->textures_set = 0;
	ck->arrays = NULL;
	ck->arrays_slack = -1;
	ck->constants_first = 0;
	ck->constants_end = 0;
	ck->promised_dw = 0;
	ck->next_slot = ~0u;
	ck->pixel_own.end = 0;
	ck->pixel_own.gaps = false;
	ck->vertex_own.end = 0;
	ck->vertex_own.gaps = false;
	ck->flow_at = 0;
	ck->flow = false;
	ck->result = result;
	ck->verdict = verdict;
	r500_regs_flags(ck, in->flags & (PM4_KEEP_TILING | PM4_OWNS_HYPERZ | PM4_OWNS_CMASK));
	memset(written, 0, PM4_BITMAP_WORDS(ck->nbuffers) * sizeof(*written));
	if (unlikely(check_add_overflow(ck->next_position, bytes, &ck->next_position)))
		positions_restart(ck, bytes);
	ck->start_position = ck->next_position - bytes;
	ck->origin = (const char *)((uintptr_t)in->ib - ck->start_position);
	ck->values = ck->origin + sizeof(u32);
}

/*
 * The groups that the stream leaves: each of which it has written any register.  The walk does not
 * look at writes of FLOW: Mesa writes all of it with each vertex program, and hardly any uses it.
 */
static void footprint_live_out(struct r500_checker *ck)
{
	u64 groups = ((ck->touched | ck->dirty) & PM4_STATE_ALL) | 1ull << PM4_STATE_FLOW;

	/* Every draw counts samples. */
	if (ck->result->draws)
		groups |= 1ull << PM4_STATE_QUERY;
	ck->result->footprint.live_out.groups = groups;
}

/**
 * r500_check() - check a stream
 * @head: the checker
 * @in: the stream, neither empty nor longer than PM4_MAX_DW
 * @patches: receives the patches; pm4_patches_max()
 * @written: receives the relocations through which the stream can write
 * @result: zero; receives the description of the stream
 * @verdict: says accepted; receives the reason of a refusal
 *
 * Return: 0 if the stream is accepted, 1 if it is refused.
 */
int r500_check(struct pm4_checker *head, const struct pm4_input *in, struct pm4_patch *patches,
	       u64 *written, struct pm4_result *result, struct pm4_verdict *verdict)
{
	struct r500_checker *ck = r500_checker(head);

	start(ck, in, patches, written, result, verdict);
	if (r500_walk(ck))
		return 1;
	/* The driver flushes the caches after the stream. */
	if (unlikely(r500_may_move(ck, ck->dirty)) && r500_moved(ck))
		return 1;
	footprint_live_out(ck);
	result->npatches = (u32)(ck->patch - patches);
	return 0;
}

/* The rule for the opcode whose first row is row @n - 1 of the tables. */
static struct r500_packet_rule packet_rule(const struct r500_checker *ck, u32 n)
{
	const struct pm4_packet_row *row;

	while (n && !(r500_tables.packet_rows[n - 1].chips & 1u << ck->card.chip))
		n = r500_tables.packet_rows[n - 1].next;
	row = &r500_tables.packet_rows[n - 1];
	if (!n || row->cls == PM4_DENIED)
		return (struct r500_packet_rule){ .row = n, .min_dw = 0xffff };
	return (struct r500_packet_rule){
		.min_dw = row->min_dw, .more_dw = row->max_dw - row->min_dw,
		.handler = row->handler, .row = n,
	};
}

/* The header with one dword of a packet that the rules allow, or 0. */
static u32 usual_header(const struct r500_checker *ck, u32 opcode, u32 handler)
{
	const struct r500_packet_rule *rule = r500_rule(ck, opcode);

	return rule->handler == handler && rule->min_dw == 1 ? PM4_TYPE3 | opcode << 8 : 0;
}

/**
 * r500_init() - expand the tables for a card
 * @head: the checker
 * @card: the card
 */
void r500_init(struct pm4_checker *head, const struct pm4_card *card)
{
	struct r500_checker *ck = r500_checker(head);
	u32 i;

	ck->card = *card;
	ck->all_pipes = (1u << card->pipes) - 1;
	ck->next_position = -POSITIONS_EARLY;
	for (i = 0; i < 256; i++)
		ck->packets[i] = packet_rule(ck, r500_tables.packets[PM4_RING_GFX][i]);
	ck->list_header = usual_header(ck, PM4_OP_3D_DRAW_VBUF_2, PM4_PH_DRAW_VBUF);
	ck->immd_header = usual_header(ck, PM4_OP_3D_DRAW_IMMD_2, PM4_PH_DRAW_IMMD);
	ck->arrays_header = usual_header(ck, PM4_OP_3D_LOAD_VBPNTR, PM4_PH_ARRAYS);
	r500_regs_init(ck);
}
