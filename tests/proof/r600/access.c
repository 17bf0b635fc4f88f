// SPDX-License-Identifier: GPL-2.0
/*
 * Packets that access memory: any dwords, on any card.  Each byte of each access is in the buffer
 * whose address a patch adds, no dword past the packet is read, and each patch is one of a
 * relocation or of a value.
 *
 * The dwords of the packet are those that the chip gets, with the patches of the check.
 */
#define IN_PACKET(at)	in_packet(at)
static _Bool in_packet(const unsigned int *at);
#include "surface.h"

#define BODY 5
/* The header and the body. */
static u32 *packet;
static u32 body_dw;

static bool in_packet(const u32 *at)
{
	return at >= packet && at <= packet + body_dw;
}

static u32 final[BODY];
static struct { bool has; u32 kind, index; } patched[BODY];
static u32 relocs, addresses, values;

static inline void proof_patch(struct r600_checker *ck, const u32 *at, u32 kind, u32 arg)
{
	u32 i = at - packet - 1;

	PROVE(i < body_dw, "a patch changes a dword of the packet");
	if (kind == PM4_PATCH_VALUE) {
		PROVE(!patched[i].has, "an address is added after the value");
		values++;
		final[i] = arg;
		return;
	}
	PROVE(kind == PM4_PATCH_ADDR_256 || kind == PM4_PATCH_START_256 ||
	      (kind == PM4_PATCH_ADDR_NEXT && i + 1 < body_dw), "the address is in the packet");
	PROVE(!patched[i].has, "an address is added once");
	addresses++;
	patched[i].has = true;
	patched[i].kind = kind;
	patched[i].index = arg;
}

static inline int proof_next_reloc(struct r600_checker *ck, const u32 *where, u32 *index)
{
	PROVE(where > packet && where <= packet + body_dw, "a dword of the packet needs it");
	relocs++;
	*index = nondet_u32();
	ASSUME(*index < ck->nbuffers);
	return nondet_bool();
}

static inline bool proof_window_isset(const struct r600_checker *ck, const struct r600_window *w,
				      u32 i)
{
	PROVE(i < (w == &ck->context ? PM4_CONTEXT_REGS : PM4_CONFIG_REGS),
	      "a register is one of its window");
	return nondet_bool();
}

/* registers.c proves the write itself, which needs no more of a register than that it is one. */
static inline u64 proof_note_write(struct r600_checker *ck, const struct r600_window *w, u32 i,
				   const u32 *at)
{
	u64 flags = nondet_u64();

	PROVE(i < (w == &ck->context ? PM4_CONTEXT_REGS : PM4_CONFIG_REGS),
	      "a register that is written is one of its window");
	PROVE(at > packet && at <= packet + body_dw, "its dword is one of the packet");
	ck->dirty |= flags;
	return flags;
}

/* Each constant is in its space, and each slot is one of the list. */
static inline void proof_constants_set(struct r600_checker *ck, u32 slot, u32 first, u32 count)
{
	PROVE(slot == R600_SLOT_ALU ? first + count <= R600_ALU_BLOCKS * R600_ALU_BLOCK_DW :
	      slot > R600_SLOT_ALU && slot + first + count <= R600_SLOTS,
	      "each slot is one of the list");
}

#define r600_constants_set	proof_constants_set
#define r600_isset	proof_window_isset
#define r600_note_write	proof_note_write
#define r600_patch	proof_patch
#define r600_next_reloc	proof_next_reloc
#define r600_mark_written	proof_mark
#include "../../../pm4/r600/r600_packet_body.c"
#include "../../../pm4/r600/r600_packet_draw.c"
#include "../../../pm4/r600/r600_packet_event.c"
#include "../../../pm4/r600/r600_packet_memory.c"
#include "../../../pm4/r600/r600_packet_strmout.c"
#include "../../../pm4/r600/r600_check_packet.c"

static struct r600_checker *world_ck;
static struct pm4_result result;

/* A row of the flags that the register has; COPY_DW takes only the windows' registers. */
const struct pm4_reg_row *pm4_reg_find(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	static struct pm4_reg_row row;
	struct pm4_reg_row any;

	row = any;
	ASSUME(invariant_row(&row, offset, nondet_u64()));
	return nondet_bool() ? NULL : &row;
}

/* draw.c and the theorems about surfaces prove the rest. */
int r600_draw(struct r600_checker *ck, u64 dirty)
{
	return nondet_bool();
}

/* Makes any state, and the packet of @dw dwords after its header. */
static const u32 *packet_world(struct r600_checker *ck, u32 dw)
{
	static const u32 regs[] = {
		PM4_R_VGT_STRMOUT_BUFFER_SIZE, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16,
		PM4_R_VGT_STRMOUT_BUFFER_SIZE + 32, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 48,
		PM4_R_VGT_STRMOUT_BUFFER_BASE, PM4_R_VGT_STRMOUT_BUFFER_BASE + 16,
		PM4_R_VGT_STRMOUT_BUFFER_BASE + 32, PM4_R_VGT_STRMOUT_BUFFER_BASE + 48,
	};
	u32 i;

	surface_world(ck, regs, ARRAY_SIZE(regs));
	world_ck = ck;
	ck->result = &result;
	body_dw = dw;
	packet = malloc((dw + 1) * sizeof(u32));
	ASSUME(packet);
	for (i = 0; i < BODY && i < dw; i++)
		final[i] = packet[1 + i];
	ck->header = packet;
	ck->context.base = PM4_CONTEXT_BASE;
	ck->config.base = PM4_CONFIG_BASE;
	ASSUME(!ck->index_bytes || ck->index_bytes == 2 || ck->index_bytes == 4);
	ASSUME(!ck->index_bytes_predicated || ck->index_bytes_predicated == 2 ||
	       ck->index_bytes_predicated == 4);
	return packet + 1;
}

/*
 * Each of @bytes from the address in dwords @lo and @lo + 1 on.  The low bits in @ignored are none
 * of the address.
 */
static void prove_access(const struct r600_checker *ck, u32 lo, u32 ignored, u64 bytes, bool write)
{
	const struct pm4_buffer *buffer = &ck->buffers[patched[lo].index];
	u64 first = (final[lo] & ~ignored) + ((u64)(final[lo + 1] & 0xff) << 32);
	u64 byte = nondet_u64();

	PROVE(patched[lo].has && patched[lo].kind == PM4_PATCH_ADDR_NEXT,
	      "the access gets the address of a buffer");
	PROVE(patched[lo].index < ck->nbuffers, "the buffer is one of the list");
	ASSUME(byte < bytes);
	PROVE(first + byte < buffer->size, "each byte of the access is in the buffer");
	if (!write)
		return;
	PROVE(buffer->writable, "only a buffer that may be written is written");
	if (patched[lo].index == world_any_buffer)
		PROVE(world_marked, "a written buffer is reported");
}

/* A relocation has two dwords, and pm4_patches_max() room for four patches in seven. */
static void prove_patches(const struct r600_checker *ck)
{
	u32 known = ck->index_bytes_predicated;

	PROVE(!ck->index_bytes || ck->index_bytes == 2 || ck->index_bytes == 4,
	      "the size of an index is known or not");
	PROVE(!known || known == 2 || known == 4, "the same with the predicate");
	PROVE(addresses == relocs, "each relocation is one address");
	PROVE(invariant_room(addresses + values, 1 + body_dw + 2 * relocs),
	      "pm4_patches_max() has room for the patches");
}

#define HANDLER(name, dw, call, bounds) \
	void name(void) \
	{ \
		struct r600_checker any, *ck = &any; \
		const u32 *b = packet_world(ck, dw); \
\
		if (call) \
			return; \
		prove_patches(ck); \
		REACHED(#name " is accepted"); \
		bounds; \
	}

static void cp_dma_bounds(const struct r600_checker *ck)
{
	prove_access(ck, 0, 0, final[4] & 0x1fffff, false);
	prove_access(ck, 2, 0, final[4] & 0x1fffff, true);
}

static void event_write_bounds(const struct r600_checker *ck)
{
	u32 type = final[0] & 0x3f;

	if (body_dw == 1)
		return;
	REACHED_IF(type == 0x15 && ck->card.backends == 4, "a query of four backends is accepted");
	/* The slots of the backends are 16 bytes apart, and the chip writes half of each. */
	prove_access(ck, 1, 0, type == 0x15 ? 16ull * (ck->card.backends - 1) + 8 :
		     type == 0x1e ? 88 : 16, true);
}

static void predication_bounds(const struct r600_checker *ck)
{
	u32 op = final[1] >> 16 & 7;

	if (op)
		prove_access(ck, 0, 0, op == 1 ? 16ull * ck->card.backends : 32, false);
}

static void wait_bounds(const struct r600_checker *ck)
{
	if (final[0] & 0x10)
		prove_access(ck, 1, 3, 4, false);
}

/*
 * COPY_DW that writes memory, by the source.  The write of a register is a store into an array of
 * 2500 elements at an unknown index, which the model checker cannot follow.
 */
static void set_bits(u32 bits)
{
	packet[1] = final[0] = bits;
}

static void copy_dw_bounds(const struct r600_checker *ck)
{
	if (final[0] & 1)
		prove_access(ck, 1, 0, 4, false);
	if (final[0] & 2)
		prove_access(ck, 3, 0, 4, true);
}

static void strmout_update_bounds(const struct r600_checker *ck)
{
	u32 source = final[0] >> 1 & 3, n = final[0] >> 8 & 3;

	if (final[0] & 1)
		prove_access(ck, 1, 0, 4, true);
	if (source == 2)
		prove_access(ck, 3, 0, 4, false);
	if (source == 0)
		PROVE(final[3] <= world_regs[n].value, "the offset is in the buffer's size");
}

/* The draw fetches each index of its count, of 4 bytes if the size is unknown. */
static void draw_index_bounds(const struct r600_checker *ck)
{
	u32 size = packet[0] & 1 ? ck->index_bytes_predicated : ck->index_bytes;
	u64 first = final[0] + ((u64)(final[1] & 0xff) << 32), n = any_below(~0u);

	PROVE(patched[0].has && patched[0].kind == PM4_PATCH_ADDR_NEXT &&
	      patched[0].index < ck->nbuffers,
	      "the draw gets the address of a buffer");
	REACHED_IF(final[2] < packet[3] && final[2] > 1, "a draw is cut");
	PROVE(final[2] <= packet[3], "a draw never grows");
	PROVE(size || result.footprint.live_in.groups >> PM4_STATE_DRAWS & 1,
	      "the size is the stream's, or inherited");
	ASSUME(n < final[2]);
	if (size != 2)
		size = 4;
	PROVE(first + n * size + size <= ck->buffers[patched[0].index].size,
	      "each index is in the buffer");
}

static void event_write_eop_bounds(const struct r600_checker *ck)
{
	static const u8 bytes[8] = { 0, 4, 8, 8 };

	prove_access(ck, 1, 0, bytes[final[2] >> 29], true);
}

/* The base that the CP gets is the register's base, in the same buffer. */
static void strmout_base_bounds(const struct r600_checker *ck)
{
	const struct world_reg r = world_regs[4 + (final[0] & 3)];
	bool far = final[1] * 256ull >= ck->buffers[r.buffer].size;

	PROVE(patched[1].has && patched[1].index == r.buffer && final[1] == r.value,
	      "the base is the register's");
	PROVE(patched[1].kind == (far ? PM4_PATCH_START_256 : PM4_PATCH_ADDR_256),
	      "a base past the end becomes the start of the buffer");
}

int r600_refuse_unit(struct r600_checker *ck, u32 unit, u32 first, u32 count)
{
	return 1;
}

/* Events and syncs access no memory; draws are units.c and the surfaces. */
#define NO_BOUNDS	(void)b

HANDLER(mem_write, 4, r600_check_mem_write(ck, b),
	prove_access(ck, 0, 3, final[1] >> 18 & 1 ? 4 : 8, true))
HANDLER(event_write_eop, 5, r600_check_event_write_eop(ck, b), event_write_eop_bounds(ck))
HANDLER(surface_sync, 4, r600_check_surface_sync(ck, b), NO_BOUNDS)
HANDLER(strmout_base, 2, r600_check_strmout_base(ck, b), strmout_base_bounds(ck))
HANDLER(small_packets, 2,
	(nondet_bool() ? check_context_control(ck, b) :
	 nondet_bool() ? r600_check_index_type(ck, b) : r600_check_num_instances(ck)), NO_BOUNDS)
HANDLER(draw_auto, 2, r600_check_draw_auto(ck, b), NO_BOUNDS)
HANDLER(draw_immediate, 3, r600_check_draw_immediate(ck, b, nondet_u32()), NO_BOUNDS)
HANDLER(cp_dma, 5, r600_check_cp_dma(ck, b), cp_dma_bounds(ck))
HANDLER(event_write, nondet_bool() ? 1 : 3, r600_check_event_write(ck, b, body_dw),
	event_write_bounds(ck))
HANDLER(predication, 2, r600_check_predication(ck, b), predication_bounds(ck))
HANDLER(wait_reg_mem, 6, r600_check_wait_reg_mem(ck, b), wait_bounds(ck))
HANDLER(copy_dw_from_register, 5, (set_bits(2), r600_check_copy_dw(ck, b)), copy_dw_bounds(ck))
HANDLER(copy_dw_to_register, 5, (set_bits(nondet_bool()), r600_check_copy_dw(ck, b)),
	copy_dw_bounds(ck))
HANDLER(copy_dw_from_memory, 5, (set_bits(3), r600_check_copy_dw(ck, b)), copy_dw_bounds(ck))
HANDLER(strmout_update, 5, r600_check_strmout_update(ck, b), strmout_update_bounds(ck))
HANDLER(draw_index, 4, r600_check_draw_index(ck, b), draw_index_bounds(ck))

/* Constants of any space: the first one, and their number, which is the packet's number. */
void constants(void)
{
	struct r600_checker any, *ck = &any;
	const u32 *b = packet_world(ck, 2);
	struct r600_packet_rule rule;
	u32 ndw = nondet_u32();

	ASSUME(ndw >= 2 && ndw <= 0x4000);
	ASSUME(invariant_rule(&rule) && invariant_is_constants(rule.handler));
	/* The length fits: a denied packet has no row. */
	ASSUME(ndw >= rule.min_dw);
	if (check_constants(ck, rule, b, ndw))
		return;
	REACHED("constants are accepted");
	PROVE((u64)b[0] + ndw - 1 <= invariant_space_dw(rule.row), "constants are in their space");
}
