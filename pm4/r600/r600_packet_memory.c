// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Packets by which the CP itself reads, writes, copies or awaits memory and registers:
 * WAIT_REG_MEM, MEM_WRITE, SURFACE_SYNC, COPY_DW, CP_DMA.  Takes no lock.
 */
#include "r600_packet_body.h"

#define WAIT_MEMORY	0x10u
#define WAIT_PFP	0x100u
#define WAIT_GEQUAL	5u

/* Byte offset of a register from its dword number, 0 if no register can have the number. */
static u32 register_offset(u32 number)
{
	return number <= 0xffff ? number << 2 : 0;
}

/* Registers that reach the awaited value by themselves when earlier work completes. */
static bool wait_register(const struct r600_checker *ck, u32 reg)
{
	const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, ck->card.chip, reg);

	return row && row->poll;
}

static noinline int check_wait_register(struct r600_checker *ck, const u32 *b)
{
	if (b[0] & WAIT_PFP || b[1] > 0xffff || !wait_register(ck, b[1] << 2))
		return PM4_REFUSE(ck, .code = PM4_CODE_WAIT_REGISTER, .at = r600_body_at(ck, 1),
				  .detail = b[0] & WAIT_PFP, .reg = register_offset(b[1]),
				  .actual = b[1]);
	return r600_field_bits(ck, 2, b[2], 0);
}

int r600_check_wait_reg_mem(struct r600_checker *ck, const u32 *b)
{
	static const struct r600_access poll = { .lo = 1, .keep = 3, .align = 16, .bytes = 4 };
	u32 function = pm4_bits(b[0], 0, 3);

	if (r600_field_bits(ck, 0, b[0], WAIT_PFP | WAIT_MEMORY | 7))
		return 1;
	if (unlikely(function == 7))
		return r600_refuse_value(ck, 0, PM4_F_WAIT_REG_MEM_FUNCTION, PM4_VALUE_MOST,
					 6, function);
	if (unlikely(!(b[0] & WAIT_MEMORY)))
		return check_wait_register(ck, b);
	/* The prefetch parser (PFP) has only one comparison. */
	if (unlikely(b[0] & WAIT_PFP && function != WAIT_GEQUAL))
		return r600_refuse_value(ck, 0, PM4_F_WAIT_REG_MEM_FUNCTION, PM4_VALUE_EXACT,
					 WAIT_GEQUAL, function);
	return r600_field_bits(ck, 2, b[2], ADDR_HI) || r600_check_access(ck, b, &poll);
}

#define MEM_WRITE_DATA32 0x40000u

int r600_check_mem_write(struct r600_checker *ck, const u32 *b)
{
	bool data32 = b[1] & MEM_WRITE_DATA32;
	u32 bytes = data32 ? 4 : 8;
	struct r600_access dst = { .lo = 0, .keep = 3, .align = bytes, .bytes = bytes,
				   .write = true };

	return r600_field_bits(ck, 1, b[1], 0x70000 | ADDR_HI) || r600_check_access(ck, b, &dst);
}

int r600_check_surface_sync(struct r600_checker *ck, const u32 *b)
{
	u32 index;

	/* The packet syncs all memory: it has no surface and no relocation. */
	if (b[1] == 0xffffffff && !b[2])
		return 0;
	if (r600_next_reloc(ck, r600_body_at(ck, 2), &index))
		return 1;
	r600_patch(ck, b + 2, PM4_PATCH_ADDR_256, index);
	return 0;
}

/*
 * COPY_DW may access only registers that hold no address and have no rule for the value.  It
 * reads only what this stream has set: another client may have left any other value.
 */
static int copy_register(struct r600_checker *ck, u32 i, const u32 *b, bool write)
{
	u32 reg = register_offset(b[i]);
	const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, ck->card.chip, reg);
	struct r600_window *w = reg < PM4_CONFIG_END ? &ck->config : &ck->context;

	if (b[i] > 0xffff || !row || row->cls != PM4_ALLOWED)
		return PM4_REFUSE(ck, .code = PM4_CODE_COPY_REGISTER,
				  .at = r600_body_at(ck, i), .reg = reg,
				  .actual = b[i]);
	if (write) {
		r600_note_write(ck, w, (reg - w->base) / 4, b + i);
	} else if (!r600_isset(ck, w, (reg - w->base) / 4)) {
		return PM4_REFUSE(ck, .code = PM4_CODE_NOT_SET, .at = r600_body_at(ck, i),
				  .reg = reg);
	}
	return r600_field_bits(ck, i + 1, b[i + 1], 0);
}

int r600_check_copy_dw(struct r600_checker *ck, const u32 *b)
{
	static const struct r600_access src = { .lo = 1, .align = 4, .bytes = 4 };
	static const struct r600_access dst = { .lo = 3, .align = 4, .bytes = 4, .write = true };

	if (r600_field_bits(ck, 0, b[0], 3))
		return 1;
	if (b[0] & 1) {
		if (r600_field_bits(ck, 2, b[2], ADDR_HI) || r600_check_access(ck, b, &src))
			return 1;
	} else if (copy_register(ck, 1, b, false)) {
		return 1;
	}
	if (b[0] & 2)
		return r600_field_bits(ck, 4, b[4], ADDR_HI) || r600_check_access(ck, b, &dst);
	return copy_register(ck, 3, b, true);
}

/* Only copies from memory to memory, without byte swapping. */
int r600_check_cp_dma(struct r600_checker *ck, const u32 *b)
{
	u64 bytes = b[4] & 0x1fffff;
	struct r600_access src = { .lo = 0, .align = 1, .bytes = bytes };
	struct r600_access dst = { .lo = 2, .align = 1, .bytes = bytes, .write = true };

	/* No document says that a count of 0 copies nothing. */
	if (!bytes)
		return r600_refuse_value(ck, 4, PM4_F_CP_DMA_BYTE_COUNT, PM4_VALUE_NOT_0, 1, 0);
	return r600_field_bits(ck, 4, b[4], 0x1fffff) ||
	       r600_field_bits(ck, 1, b[1], 0x800000ff) ||
	       r600_field_bits(ck, 3, b[3], ADDR_HI) ||
	       r600_check_access(ck, b, &src) ||
	       r600_check_access(ck, b, &dst);
}
