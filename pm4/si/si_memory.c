// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Packets that copy between memory and registers, or write to them.
 *
 * Called by si_packet.c; the functions return 0, or 1 after a refusal.  No locks.
 */
#include "si_operand.h"

/* MEM_WRITE: bits 47:32 of the address, and three flags. */
#define MEM_WRITE_HIGH	0x7ffffu

/* Operations of ATOMIC: bit 6: without a result, bit 5: on 64 bits. */
#define ATOMIC_NO_RESULT	0x40u
#define ATOMIC_64		0x20u

/* The operations in bits 4:0, and those among them that compare. */
#define ATOMIC_OPERATIONS	0x03ff8f8eu
#define ATOMIC_COMPARES		0x00000302u

/* What the operation does not use is 0. */
static int atomic_unused(struct si_checker *ck, const u32 *p)
{
	bool compares = ATOMIC_COMPARES >> (p[1] & 0x1f) & 1;

	return si_bits(ck, p + 6, compares ? ~0u : 0) ||
	       si_bits(ck, p + 7, compares && p[1] & ATOMIC_64 ? ~0u : 0) ||
	       si_bits(ck, p + 8, 0);
}

/*
 * ATOMIC.  The command processor waits for the result, so an operation without one would stop it.
 */
int si_atomic(struct si_checker *ck, const u32 *p)
{
	u32 bytes = p[1] & ATOMIC_64 ? 8 : 4;

	if (si_bits(ck, p + 1, 0xf7f) ||
	    si_exact(ck, p + 1, PM4_F_ATOMIC_COMMAND + 1, pm4_get(ATOMIC_COMMAND, p[1]), 0))
		return 1;
	if (p[1] & ATOMIC_NO_RESULT || !(ATOMIC_OPERATIONS >> (p[1] & 0x1f) & 1))
		return si_refuse(ck, PM4_CODE_ATOMIC_OPERATION, p + 1, 0,
				 pm4_get(ATOMIC_OP, p[1]));
	if (si_address64(ck, p + 2, bytes, bytes, PM4_MODIFIES) || atomic_unused(ck, p))
		return 1;
	if (!si_conditional(ck))
		ck->atomic = max(ck->atomic, (u8)(bytes / 4));
	return 0;
}

/* STRMOUT_BUFFER_UPDATE */
int si_strmout_update(struct si_checker *ck, const u32 *p)
{
	if (si_bits(ck, p + 1, 0x387))
		return 1;
	if (pm4_get(STRMOUT_BUFFER_UPDATE_UPDATE_MEMORY, p[1]) &&
	    si_address_swap(ck, p + 2, 4, PM4_WRITES))
		return 1;
	return pm4_get(STRMOUT_BUFFER_UPDATE_SOURCE_SELECT, p[1]) ==
	       PM4_V_STRMOUT_BUFFER_UPDATE_SOURCE_SELECT_FROM_MEM &&
	       si_address_swap(ck, p + 4, 4, PM4_READS);
}

enum { REGISTER, MEMORY, TC_L2, GDS, RESERVED, MEMORY_ASYNC };

/* The destination of WRITE_DATA and COPY_DATA, in bits 11:8; @field: 1 + its number. */
static int destination(struct si_checker *ck, const u32 *at, u32 field, u32 *which)
{
	*which = *at >> 8 & 0xf;
	if (*which == GDS)
		return si_shared(ck, at, PM4_SHARED_GDS);
	return si_most(ck, at, field, *which, *which == RESERVED ? MEMORY_ASYNC - 2 : MEMORY_ASYNC);
}

/* WRITE_DATA */
int si_write_data(struct si_checker *ck, const u32 *p, u32 count)
{
	bool one = pm4_get(WRITE_DATA_WR_ONE_ADDR, p[1]);
	u32 n = one ? 1 : count - 2, engine = pm4_get(WRITE_DATA_ENGINE_SEL, p[1]), which;
	/* The last dword is what a register keeps. */
	const u32 *values = one ? p + count + 1 : p + 4;

	if (si_bits(ck, p + 1, 0xc0110f00))
		return 1;
	if (engine == PM4_V_WRITE_DATA_ENGINE_SEL_CE)
		return si_exact(ck, p + 1, PM4_F_WRITE_DATA_ENGINE_SEL + 1, 2, 0);
	if (destination(ck, p + 1, PM4_F_WRITE_DATA_DST_SEL + 1, &which))
		return 1;
	/* The PFP reaches registers and memory (sync) only. */
	if (engine == PM4_V_WRITE_DATA_ENGINE_SEL_PFP &&
	    si_most(ck, p + 1, PM4_F_WRITE_DATA_DST_SEL + 1, which, MEMORY))
		return 1;
	if (which != REGISTER)
		return si_address64(ck, p + 2, 4, 4ull * n, PM4_WRITES);
	if (si_target(ck, p + 2, p[2], n, values, si_conditional(ck)))
		return 1;
	if (engine == PM4_V_WRITE_DATA_ENGINE_SEL_PFP)
		return si_ahead(ck, p + 2);
	if (engine == PM4_V_WRITE_DATA_ENGINE_SEL_ME)
		return 0;
	ck->verdict->detail = PM4_ENGINE_UNKNOWN;
	return si_refuse_reg(ck, PM4_CODE_REGISTER_ENGINE, p + 2, 4 * p[2]);
}

/* COPY_DW */
int si_copy_dw(struct si_checker *ck, const u32 *p)
{
	if (si_bits(ck, p + 1, 3))
		return 1;
	if (pm4_get(COPY_DW_SRC_SEL, p[1]) ? si_address(ck, p + 2, 4, 4, PM4_READS) :
	    si_source(ck, p + 2, p[2], 1))
		return 1;
	return pm4_get(COPY_DW_DST_SEL, p[1]) ? si_address(ck, p + 4, 4, 4, PM4_WRITES) :
	       si_target(ck, p + 4, p[4], 1, NULL, si_conditional(ck));
}

static int copy_source(struct si_checker *ck, const u32 *p, u32 n)
{
	switch (pm4_get(COPY_DATA_SRC_SEL, p[1])) {
	case REGISTER:
		return si_source(ck, p + 2, p[2], n);
	case MEMORY:
	case TC_L2:
		return si_address64(ck, p + 2, 4 * n, 4 * n, PM4_READS);
	case GDS:
	case PM4_V_COPY_DATA_SRC_SEL_GDS_ATOMIC_RETURN0:
	case PM4_V_COPY_DATA_SRC_SEL_GDS_ATOMIC_RETURN1:
		return si_shared(ck, p + 1, PM4_SHARED_GDS);
	case PM4_V_COPY_DATA_SRC_SEL_IMMEDIATE:
		/* The upper half of a value of 32 bits is 0. */
		return n == 1 ? si_bits(ck, p + 3, 0) : 0;
	case PM4_V_COPY_DATA_SRC_SEL_ATOMIC_RETURN:
		if (ck->atomic >= n)
			return 0;
		ck->verdict->detail = ck->atomic ? PM4_SOURCE_ATOMIC_HIGH : PM4_SOURCE_ATOMIC;
		return si_refuse(ck, PM4_CODE_REGISTER_SOURCE, p + 1, 0, 0);
	}
	return si_most(ck, p + 1, PM4_F_COPY_DATA_SRC_SEL + 1, pm4_get(COPY_DATA_SRC_SEL, p[1]),
		    GDS);
}

/* COPY_DATA */
int si_copy_data(struct si_checker *ck, const u32 *p)
{
	bool immediate = pm4_get(COPY_DATA_SRC_SEL, p[1]) == PM4_V_COPY_DATA_SRC_SEL_IMMEDIATE;
	u32 n = pm4_get(COPY_DATA_COUNT_SEL, p[1]) ? 2 : 1, which;

	if (si_bits(ck, p + 1, 0xc0110f0f) ||
	    si_exact(ck, p + 1, PM4_F_COPY_DATA_ENGINE_SEL + 1,
		     pm4_get(COPY_DATA_ENGINE_SEL, p[1]), 0) ||
	    copy_source(ck, p, n) ||
	    destination(ck, p + 1, PM4_F_COPY_DATA_DST_SEL + 1, &which))
		return 1;
	if (which == REGISTER)
		return si_target(ck, p + 4, p[4], n, immediate ? p + 2 : NULL,
				 si_conditional(ck));
	return si_address64(ck, p + 4, 4 * n, 4 * n, PM4_WRITES);
}

/* MEM_WRITE */
int si_mem_write(struct si_checker *ck, const u32 *p)
{
	u32 bytes = pm4_get(MEM_WRITE_DATA32, p[2]) ? 4 : 8;
	u64 addr = si_addr48(p + 1) & ~(u64)SI_SWAP;

	if (si_bits(ck, p + 2, MEM_WRITE_HIGH))
		return 1;
	if (addr & (bytes - 1)) {
		ck->verdict->detail = 0;
		return si_refuse(ck, PM4_CODE_ALIGNMENT, p + 1, bytes, addr);
	}
	return si_access(ck, p + 1, addr, bytes, PM4_WRITES);
}

/* CE_WRITE: the address of MEM_WRITE, and as many dwords as the packet has */
int si_ce_write(struct si_checker *ck, const u32 *p, u32 count)
{
	if (si_bits(ck, p + 2, MEM_WRITE_HIGH) || si_align(ck, p + 1, 4))
		return 1;
	return si_access(ck, p + 1, si_addr48(p + 1), 4ull * (count - 1), PM4_WRITES);
}

/* CP_DMA */
int si_cp_dma(struct si_checker *ck, const u32 *p)
{
	u32 bytes = pm4_get(CP_DMA_BYTE_COUNT, p[5]);
	u32 src = pm4_get(CP_DMA_SRC_SEL, p[2]), dst = pm4_get(CP_DMA_DST_SEL, p[2]);

	if (si_bits(ck, p + 2, 0xe83000ff) || si_bits(ck, p + 4, SI_HIGH16) ||
	    si_bits(ck, p + 5, 0x7fffffff))
		return 1;
	if (src == PM4_V_CP_DMA_SRC_SEL_GDS || dst == PM4_V_CP_DMA_DST_SEL_GDS)
		return si_shared(ck, p + 2, PM4_SHARED_GDS);
	if (si_most(ck, p + 2, PM4_F_CP_DMA_SRC_SEL + 1, src, 2) ||
	    si_exact(ck, p + 2, PM4_F_CP_DMA_DST_SEL + 1, dst, 0) ||
	    si_exact(ck, p + 5, PM4_F_CP_DMA_SRC_REGISTER + 1,
		     pm4_get(CP_DMA_SRC_REGISTER, p[5]), 0) ||
	    si_exact(ck, p + 5, PM4_F_CP_DMA_DST_REGISTER + 1,
		     pm4_get(CP_DMA_DST_REGISTER, p[5]), 0))
		return 1;
	if (!bytes)
		return 0;
	if (src == PM4_V_CP_DMA_SRC_SEL_MEMORY &&
	    si_access(ck, p + 1, p[1] | (u64)(p[2] & SI_HIGH8) << 32,
		      pm4_get(CP_DMA_SRC_NO_INCREMENT, p[5]) ? min(bytes, 4u) : bytes, PM4_READS))
		return 1;
	return si_access(ck, p + 3, si_addr48(p + 3),
			 pm4_get(CP_DMA_DST_NO_INCREMENT, p[5]) ? min(bytes, 4u) : bytes,
			 PM4_WRITES);
}

/* COND_WRITE */
int si_cond_write(struct si_checker *ck, const u32 *p)
{
	if (si_bits(ck, p + 1, 0x117) ||
	    si_most(ck, p + 1, PM4_F_COND_WRITE_FUNCTION + 1, p[1] & 7, 6))
		return 1;
	if (pm4_get(COND_WRITE_POLL_SPACE, p[1]) ? si_address_swap(ck, p + 2, 4, PM4_READS) :
	    si_source(ck, p + 2, p[2], 1))
		return 1;
	return pm4_get(COND_WRITE_WRITE_SPACE, p[1]) ?
	       si_bits(ck, p + 7, SI_HIGH8) || si_address_swap(ck, p + 6, 4, PM4_WRITES) :
	       si_target(ck, p + 6, p[6], 1, p + 8, true);
}

/* SET_CONTEXT_REG_INDIRECT */
int si_set_indirect(struct si_checker *ck, const u32 *p)
{
	const struct si_window *w = &ck->windows[PM4_WINDOW_CONTEXT];

	if (p[1] >= w->count) {
		ck->verdict->reg = p[1] <= 0xffff ? 4 * (w->first + p[1]) : 0;
		ck->verdict->offset = p[1];
		ck->verdict->detail = PM4_WINDOW_CONTEXT;
		return si_refuse(ck, PM4_CODE_RANGE, p + 1, w->count, 1);
	}
	if (si_target(ck, p + 1, w->first + p[1], 1, NULL, si_conditional(ck)))
		return 1;
	return si_set_base_relative(ck, p + 2, 0, 4ull * p[2], 4);
}

/* SURFACE_SYNC: no address of it is an access. */
int si_surface_sync(struct si_checker *ck, const u32 *p)
{
	return si_bits(ck, p + 1, ~SI_COHER_RESERVED) || si_bits(ck, p + 4, ~SI_INTERVAL_RESERVED);
}
