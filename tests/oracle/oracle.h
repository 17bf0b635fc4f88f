/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The oracle: computes the memory accesses that an accepted stream can cause.
 *
 * The oracle executes a checked and patched stream on a register file of its own.  From raw
 * register and descriptor state it computes every range that a packet or a draw can read or
 * write.  These are faults: a range that is not inside one of the submission's
 * buffers; a write to a buffer that the checker has not marked as written; a use of state
 * that the stream has not set, because another client may have left any value in it; and
 * everything for which the oracle has no rule.
 *
 * The oracle shares no code and no table with pm4/; it uses only the structs of pm4.h that
 * describe a card and a buffer.  One struct oracle per thread; no locks.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "r600/pm4_r600.h"
#include "surface.h"

/* Register space of the CP: 256 KiB. */
#define ORACLE_REGS	0x10000u
#define ORACLE_FAULTS	16u

/* Words of a bitmap with one bit for each descriptor. */
#define ORACLE_DIRTY_WORDS	((R600_RESOURCES + 63) / 64)

/**
 * struct oracle_access - one range that a packet or draw can access
 * @dword: offset of the packet's header in the stream
 * @what: the accessing unit, e.g. "colour buffer"
 * @index: number of the unit
 * @addr: GPU address of the first byte
 * @bytes: length; ORACLE_UNBOUNDED if nothing limits the range
 * @write: true if the access can write
 * @fault: reason of the fault; NULL if the access is allowed
 */
struct oracle_access {
	u32 dword;
	const char *what;
	u32 index;
	u64 addr;
	u64 bytes;
	bool write;
	const char *fault;
};

#define ORACLE_UNBOUNDED (~0ull)

/**
 * struct oracle - a register file and a judge
 * @card: the card, in the checker's format
 * @chip: the card's tiling
 * @buffers: buffers of the submission
 * @addrs: addresses of @buffers
 * @written: the checker's bitmap of written buffers, NULL to allow all writes
 * @nbuffers: length of @buffers
 * @null_addr: address of the driver's buffer for neutral bases
 * @null_bytes: size of that buffer
 * @reg: registers, by dword address
 * @known: one byte per register: set since the start, unconditionally
 * @dword: header offset of the current packet
 * @cp_has_strmout_base: the chip has STRMOUT_BASE_UPDATE
 * @copied: registers that COPY_DW has set: the value is the stream's own, but unknown
 * @strmout_filled: bit n: the stream has set the offset of stream-out buffer n; else the chip
 *	has the offset of another client
 * @strmout_base: bases that STRMOUT_BASE_UPDATE sent, ORACLE_UNBOUNDED if unknown
 * @drawing: draws of this stream may still run
 * @index_skip: bytes of an index if the CP skips packets with the predicate bit; 0 if
 *	unknown
 * @index_run: the same if the CP runs them
 * @accesses: ranges judged
 * @draws: draws judged
 * @nfaults: faults found (only the first ORACLE_FAULTS are kept)
 * @faults: the faults
 * @trace: called for every range, may be NULL
 * @trace_ctx: for @trace
 * @resource_dirty: descriptors that changed since they were last judged
 */
struct oracle {
	struct pm4_card card;
	struct surface_chip chip;
	const struct pm4_buffer *buffers;
	const u64 *addrs;
	const u64 *written;
	u32 nbuffers;
	u64 null_addr;
	u64 null_bytes;
	u32 reg[ORACLE_REGS];
	u8 known[ORACLE_REGS];
	u8 copied[ORACLE_REGS];
	u32 dword;
	bool cp_has_strmout_base;
	u32 strmout_filled;
	u64 strmout_base[4];
	bool drawing;
	u32 index_skip;
	u32 index_run;
	u64 accesses;
	u32 draws;
	u32 nfaults;
	struct oracle_access faults[ORACLE_FAULTS];
	void (*trace)(void *ctx, const struct oracle_access *a);
	void *trace_ctx;
	u64 resource_dirty[ORACLE_DIRTY_WORDS];
};

void oracle_init(struct oracle *o, const struct pm4_card *card);
void oracle_buffers(struct oracle *o, const struct pm4_buffer *buffers, const u64 *addrs,
		    const u64 *written, u32 n);
u32 oracle_run(struct oracle *o, const u32 *ib, u32 ndw);
u32 oracle_run_dma(struct oracle *o, const u32 *ib, u32 ndw);
size_t oracle_text(const struct oracle_access *a, char *text, size_t size);

/* For the oracle's own files. */
void oracle_touch(struct oracle *o, const char *what, u32 index, u64 addr,
		  u64 bytes, bool write);
void oracle_fault(struct oracle *o, const char *what, u32 index,
		  const char *why);
void oracle_base(struct oracle *o, const char *what, u32 index, u64 base, u32 mode, u32 bytes,
		 u32 samples);
void oracle_draw(struct oracle *o);

static inline u32 oracle_reg(const struct oracle *o, u32 byte_offset)
{
	return o->reg[byte_offset / 4];
}

static inline bool oracle_known(const struct oracle *o, u32 byte_offset)
{
	return o->known[byte_offset / 4];
}

#endif /* ORACLE_H */
