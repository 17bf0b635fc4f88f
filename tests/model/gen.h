/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The seam between the parts that all cards share and a generation of chips.
 *
 * A generation is a folder with one struct model_gen.  The shared parts know a generation
 * only by it; what they offer to a generation is in model_int.h.
 */
#ifndef MODEL_GEN_H
#define MODEL_GEN_H

#include "model.h"

struct asm_image;

/**
 * struct gart - the page table of the memory controller
 * @on: accesses are translated
 * @first: first GPU address that is translated
 * @last: last one
 * @table: GPU address of the entry of @first
 * @entry: bytes of an entry: 4 or 8
 * @flushes: invalidations until a cached entry is gone
 */
struct gart {
	bool on;
	u64 first;
	u64 last;
	u64 table;
	unsigned int entry;
	unsigned int flushes;
};

/* Registers that hold noise after power-on, up to @last. */
struct reg_range {
	u32 first, last;
};

/* Registers in these ranges that a reset sets to a known value. */
struct reg_value {
	u32 reg, value;
};

/* PM4_WAIT: a condition does not hold yet; PM4_MORE: a draw is not done, and goes on at once. */
enum pm4_outcome {
	PM4_DONE,
	PM4_WAIT,
	PM4_MORE,
	PM4_HANG,
};

#define MODEL_NO_OP	~0u

typedef enum pm4_outcome (*packet_handler)(struct model *m, u32 op, const u32 *d, u32 ndw);

/**
 * struct packet_row - a packet of type 3
 * @op: its opcode
 * @min_dw: payload dwords, at least
 * @max_dw: and at most; PACKET_ANY_LENGTH: as many as there can be
 * @run: executes it; gets the payload, whose length is right
 * @name: AMD's name
 * @chips: those that have it, by bits of the generation's own; 0: all
 */
struct packet_row {
	u8 op;
	u16 min_dw;
	u16 max_dw;
	packet_handler run;
	const char *name;
	u8 chips;
};

#define PACKET_ANY_LENGTH	0x4001u

const struct packet_row *packet_row(struct model *m, const struct packet_row *rows, size_t n, u8 chips,
				    const u32 *pkt, u32 ndw);
enum pm4_outcome packet_execute(struct model *m, const u32 *pkt, u32 ndw,
				enum pm4_outcome (*type0)(struct model *m, const u32 *pkt, u32 ndw),
				enum pm4_outcome (*type3)(struct model *m, const u32 *pkt, u32 ndw));

/**
 * struct model_gen - a generation of chips
 * @state_size: bytes of the generation's own state, m->gen_state
 * @noisy: what holds noise at power-on; ends with a range whose @last is 0
 * @known: exceptions from that; ends with a register of ~0
 * @power_on: set registers and state to those after power-on and POST
 * @running: the engines that still run, as the end of a sentence; NULL if all are stopped
 * @run: run the engines that the generations do not share; returns the time of the next call
 * @control: a test wrote a register of the model that concerns such an engine
 *
 * @read: a read of a register, by the CPU or a packet
 * @narrow: test for a register that takes accesses of this size, below a dword
 * @mmio_write: a write by the CPU; @offset and @size are the access, @reg is the register
 * @update_line: something that decides on the level of INTA# has changed
 *
 * @fb_start: GPU address of VRAM
 * @fb_end: last GPU address of VRAM
 * @gart: describe the page table
 * @pte_fault: the reason why an entry does not permit an access; NULL if it does
 * @pte_bus: bus address of the page of an entry
 * @pte_snooped: test whether accesses through an entry snoop the CPU's caches
 * @vram_setup: check the setup for an access to VRAM; @who is for the report
 * @gart_setup: the same for an access through the page table
 * @cpu_access: the CPU accesses VRAM through BAR 0
 * @cp_access: the CP accesses memory for a packet
 * @blacked_out: test whether nothing but the CP's registers gets through to memory
 * @surface: GPU address that a CRTC scans out
 * @set_surface: set it, as firmware does
 *
 * @cp_halted: test whether the CP is stopped
 * @rb_cntl: CP_RB_CNTL
 * @ring_base: GPU address of the ring
 * @rptr_addr: GPU address of the read pointer in memory; 0: none
 * @packet_dw: dwords of a packet
 * @op: opcode of a packet of type 3, or the one that means a copy; MODEL_NO_OP for others
 * @draws: tests/gpu executes its draws; its chips have the numbers of enum gpu_chip
 * @is_draw: test for a packet that draws
 * @takes_time: test for the packet that calls a stream, or that copies
 * @ib_call: the indirect buffer that a packet calls; false if it calls none
 * @fetched: the CP has fetched a packet; NULL: no register shows it
 * @execute: execute a packet
 *
 * @ucode_words: size of a microcode; 0: the chips have no such one
 * @ucode_file: its file
 * @ucode_locked: the reason why it must not be written now; NULL if it may
 *
 * @rom: the tables of the video BIOS
 */
struct model_gen {
	size_t state_size;
	const struct reg_range *noisy;
	const struct reg_value *known;
	void (*power_on)(struct model *m);
	const char *(*running)(struct model *m);
	u64 (*run)(struct model *m);
	void (*control)(struct model *m, u32 reg, u32 value);

	u32 (*read)(struct model *m, u32 reg);
	bool (*narrow)(u64 offset, unsigned int size);
	void (*mmio_write)(struct model *m, u64 offset, unsigned int size, u32 reg, u32 value);
	void (*update_line)(struct model *m);

	u64 (*fb_start)(const struct model *m);
	u64 (*fb_end)(const struct model *m);
	void (*gart)(const struct model *m, struct gart *g);
	const char *(*pte_fault)(const struct model *m, u64 pte, bool write);
	u64 (*pte_bus)(u64 pte);
	bool (*pte_snooped)(u64 pte);
	bool (*vram_setup)(struct model *m, const char *who, u64 addr);
	bool (*gart_setup)(struct model *m, const char *who, u64 addr);
	void (*cpu_access)(struct model *m, u64 offset, bool write);
	void (*cp_access)(struct model *m, u64 addr, u64 len);
	bool (*blacked_out)(const struct model *m);
	u64 (*surface)(const struct model *m, u32 crtc);
	void (*set_surface)(struct model *m, u32 crtc, u64 addr);

	bool (*cp_halted)(const struct model *m);
	u32 (*rb_cntl)(const struct model *m);
	u64 (*ring_base)(const struct model *m);
	u64 (*rptr_addr)(const struct model *m);
	u32 (*packet_dw)(u32 header);
	u32 (*op)(u32 header);
	bool draws;
	bool (*is_draw)(u32 header);
	bool (*takes_time)(u32 header);
	bool (*ib_call)(const u32 *packet, u32 ndw, u64 *addr, u32 *size_dw);
	void (*fetched)(struct model *m, const u32 *packet, u32 ndw);
	enum pm4_outcome (*execute)(struct model *m, const u32 *packet, u32 ndw);

	u32 (*ucode_words)(const struct model_chip *chip, enum model_ucode kind);
	void (*ucode_file)(const struct model_chip *chip, enum model_ucode kind, char name[MODEL_UCODE_NAME]);
	const char *(*ucode_locked)(const struct model *m, enum model_ucode kind);

	void (*rom)(struct asm_image *a, const struct model_chip *chip, u64 vram_size, u32 board);
};

/* The i-th chip of each generation; NULL after the last one. */
const struct model_chip *r600_chip_by_index(unsigned int i);
const struct model_chip *r500_chip_by_index(unsigned int i);

#endif
