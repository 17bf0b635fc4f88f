/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The oracle: what memory can an accepted stream touch?
 *
 * It runs a stream that the checker accepted and relocated on a register file
 * of its own and computes, from raw register and descriptor state alone, every
 * range that a packet or a draw can read or write.  A range that is not inside
 * one of the submission's buffers is a fault; so is a write to a buffer of which the
 * checker has not said that it is written; so is a use of state that the
 * stream has not set, because another client may have left anything in it, and
 * so is whatever the oracle has no rule for.
 *
 * It shares no code and no table with pm4/; of pm4/ it knows the structs of
 * pm4.h that describe a card and a buffer.  One struct oracle per thread; no
 * locks.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "pm4.h"
#include "surface.h"

/* Register space of the CP: 256 KiB. */
#define ORACLE_REGS	0x10000u
#define ORACLE_FAULTS	16u

/**
 * struct oracle_access - one range that a packet or draw can touch
 * @dword: offset of the packet's header in the stream
 * @what: what touches it, e.g. "colour buffer"
 * @index: which one of them
 * @addr: GPU address of the first byte
 * @bytes: length; ORACLE_UNBOUNDED when nothing limits it
 * @write: whether it can write
 * @fault: why this is not allowed; NULL when it is
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
 * @card: the card, as the checker sees it
 * @chip: its tiling
 * @buffers: the submission's buffers
 * @addrs: their addresses
 * @written: bit for each that the checker says is written, NULL to let all be
 * @nbuffers: their number
 * @null_addr: the driver's own buffer for harmless bases
 * @null_bytes: its size
 * @reg: registers, by dword address
 * @known: one byte per register: set since the start, unconditionally
 * @dword: header offset of the packet at work
 * @cp_has_strmout_base: the chip knows STRMOUT_BASE_UPDATE
 * @strmout_base: what STRMOUT_BASE_UPDATE said, ORACLE_UNBOUNDED when unknown
 * @drawing: draws of this stream may still run
 * @index_skip: bytes of an index if packets with the predicate bit are skipped; 0 where
 *	that cannot be known
 * @index_run: the same if they run
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
	u32 dword;
	bool cp_has_strmout_base;
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
	u64 resource_dirty[PM4_SLOT_WORDS];
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
