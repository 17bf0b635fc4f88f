/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The seam between what all Radeons share and a generation of chips.
 *
 * ring/ has the life of the card, the ring, the GART's table, memory and interrupts.  The folder
 * of a generation knows the registers, the packets and the chips, and gives ring/ one
 * struct rcp_gen.  Calls cross the seam down from a generation by name, and up to it only
 * through this table.  Each operation costs an indirect call, so an operation is one for each
 * job, run of pages or event, never one for each dword.
 *
 * Context: unless an operation says otherwise, process context, may sleep, one call at a time.
 */
#ifndef RCP_GEN_H
#define RCP_GEN_H

#include "rcp_card.h"
#include "rcp_mmio.h"
#include "atom/rcp_atom.h"

/**
 * struct rcp_reg_name - a register with its name
 * @name: AMD's name
 * @offset: byte offset
 */
struct rcp_reg_name {
	const char *name;
	u32 offset;
};

#define RCP_REG_NAME(reg) { #reg, reg }

/**
 * struct rcp_vram_range - GPU addresses of VRAM
 * @start: address of the first byte
 * @end: address after the last byte
 */
struct rcp_vram_range {
	u64 start;
	u64 end;
};

/**
 * struct rcp_rom_change - a register that changes while a disabled ROM is read
 * @reg: byte offset
 * @clear: bits to clear
 * @set: bits to set
 * @wait: poll after each write, or NULL; a timeout is logged and does not matter otherwise
 */
struct rcp_rom_change {
	u32 reg;
	u32 clear;
	u32 set;
	const struct rcp_poll *wait;
};

/* The most changes of one chip. */
#define RCP_ROM_CHANGES_MAX	12

/**
 * struct rcp_gen - a generation of chips
 * @traits: data that fence/ and drm/ also read
 * @front: the checker's front of the generation
 * @priv_bytes: size of card->priv, which is zeroed
 * @addr_bits: bits of a GPU address
 * @pte_bytes: size of an entry of the GART's table, at most 8
 * @post_table: command table of the video BIOS that runs after ASIC_Init if there is one; 0: none
 * @nop: dword with which the ring and streams are padded
 * @memsize_reg: CONFIG_MEMSIZE: the size of VRAM in bytes, 0 before the card is posted; never reads
 *	all ones on a card that answers
 * @rptr_reg: CP_RB_RPTR, the read pointer of the ring in dwords
 * @wptr_reg: CP_RB_WPTR, the write pointer
 * @vga_reg: CONFIG_CNTL
 * @vga_ram_en: its bit that decodes the legacy memory range
 * @vga_io_dis: its bit that does not decode the legacy ports
 * @busy_reg: register that tells whether CP or 3D engine are busy
 * @busy: its bits that say so
 * @status: registers that clients may read; ends with a NULL name
 * @snapshot: registers of a snapshot, at most RCP_SNAPSHOT_REGS with the registers of
 *	@snapshot_indexed; ends with a NULL name
 *
 * @init: initialise card->priv, and allocate memory after the memory of ring/
 * @fini: undo @init, or a part of it
 * @posted: test whether the card is posted.  Any context.
 * @post_begin: prepare the card for ASIC_Init of the video BIOS; it may run.  NULL: nothing to do.
 * @post_end: finish after ASIC_Init.  NULL: nothing to do.
 * @link_start: raise the PCIe link if that is possible, set card->link_raised if it rose, and
 *	return whether it tried.  NULL: nothing to do.
 * @mc_start: write the layout of memory to the memory controller.  Returns 0 or an error that is
 *	logged, as do @start and @ring_test.
 * @start: start the engines, which are stopped; memory and GART work.  Records its steps with
 *	rcp_step_done().
 * @ring_test: test whether the CP executes packets from the ring
 * @ib_test: test streams, fences and interrupts.  Returns 0, -ENOLINK if all works but interrupts
 *	do not arrive, or an error that is logged.
 * @stop: stop all engines, in the reverse order of @start; also after a part of it.  The card
 *	may be gone.
 * @soft_reset: reset the 3D engine and the CP; the engines are stopped
 * @indexed_read: read a register of a space of the video BIOS that needs an index register
 * @indexed_write: write one
 * @rom_changes: return the changes that enable a disabled ROM, and their number, at most
 *	RCP_ROM_CHANGES_MAX
 * @vram: return the GPU addresses of VRAM
 * @vram_width: return the width of its bus in bits, which users are shown
 * @gart_fill: compute entries of the GART's table for pages from a bus address on, each of them
 *	a step after the last.  Any context.
 * @gart_flush: make changes of the GART's table take effect; gart.flush_lock is held
 * @gart_enable: translate through the GART's table, which is written; @gart_flush follows
 * @gart_disable: undo @gart_enable
 * @seqno: return the seqno of the last fence that has passed, as 64 bits.  Any context.
 * @set_seqno: set what @seqno returns; the ring is empty.  Any context.
 * @hdp_flush: flush the CPU's path to VRAM, after a write barrier.  Any context.
 * @irq_poll: handle events of the card, and return their number; set *eop if a job may have
 *	finished.  With rearm also re-arm a lost message.  irq.lock is held, interrupts are off.
 * @emit_begin: emit what comes before the work of a job: waits, the timestamp, and for a stream
 *	the flush of caches and the preamble.  The slot of the timestamp is 0 until the card has
 *	begun with the job, after all waits.  As the other emit operations, between
 *	rcp_ring_begin() and rcp_ring_commit().
 * @emit_copy: emit a copy, whose source begins again after @span bytes unless that is 0
 * @emit_end: emit the call of a stream, and what comes after the work: the timestamp and the
 *	fence, or of an empty job the fence alone
 * @copy_dw: return the ring space of a copy.  Any context.
 * @info: answer an INFO request with a u32, or return -EINVAL.  Any context.
 * @snapshot_indexed: add to a snapshot the registers behind index registers.  Any context.  NULL:
 *	nothing does.
 * @stamp: return the timestamp in a slot.  Any context.  NULL: there are no timestamps;
 *	with it, @clock is their clock.
 * @clock: read the counter of the reference clock, or return -ENODEV if the card is gone.  Any
 *	context.  NULL: there is none.
 * @temperature: read the temperature in millidegrees Celsius, or return -ENODEV if the card is
 *	gone.  Any context.  NULL: there is no sensor.
 */
struct rcp_gen {
	struct rcp_traits traits;
	const struct pm4_front *front;
	size_t priv_bytes;
	u32 addr_bits;
	u32 pte_bytes;
	u32 post_table;
	u32 nop;
	u32 memsize_reg;
	u32 rptr_reg;
	u32 wptr_reg;
	u32 vga_reg;
	u32 vga_ram_en;
	u32 vga_io_dis;
	u32 busy_reg;
	u32 busy;
	const struct rcp_reg_name *status;
	const struct rcp_reg_name *snapshot;

	int (*init)(struct rcp_card *card);
	void (*fini)(struct rcp_card *card);
	bool (*posted)(struct rcp_card *card);
	void (*post_begin)(struct rcp_card *card);
	void (*post_end)(struct rcp_card *card);
	bool (*link_start)(struct rcp_card *card);
	int (*mc_start)(struct rcp_card *card);
	int (*start)(struct rcp_card *card);
	int (*ring_test)(struct rcp_card *card);
	int (*ib_test)(struct rcp_card *card);
	void (*stop)(struct rcp_card *card);
	void (*soft_reset)(struct rcp_card *card);
	u32 (*indexed_read)(struct rcp_card *card, enum rcp_atom_space space, u32 index);
	void (*indexed_write)(struct rcp_card *card, enum rcp_atom_space space, u32 index,
			      u32 value);
	const struct rcp_rom_change *(*rom_changes)(const struct rcp_card *card, u32 *count);
	struct rcp_vram_range (*vram)(struct rcp_card *card);
	u32 (*vram_width)(struct rcp_card *card);
	void (*gart_fill)(void *to, u32 count, dma_addr_t bus, u32 step, bool snooped);
	int (*gart_flush)(struct rcp_card *card);
	void (*gart_enable)(struct rcp_card *card);
	void (*gart_disable)(struct rcp_card *card);
	u64 (*seqno)(const struct rcp_card *card);
	void (*set_seqno)(struct rcp_card *card, u64 seqno);
	void (*hdp_flush)(struct rcp_card *card);
	u32 (*irq_poll)(struct rcp_card *card, bool rearm, bool *eop);
	void (*emit_begin)(struct rcp_card *card, const struct rcp_work *work);
	void (*emit_copy)(struct rcp_card *card, u64 dst_addr, u64 src_addr, u64 size, u32 span);
	void (*emit_end)(struct rcp_card *card, const struct rcp_work *work);
	u32 (*copy_dw)(u64 size, u32 span);
	int (*info)(const struct rcp_card *card, u32 request, u32 *value);
	void (*snapshot_indexed)(struct rcp_card *card, struct rcp_snapshot *snap);
	u64 (*stamp)(const struct rcp_card *card, u32 slot);
	int (*clock)(struct rcp_card *card, u64 *ticks);
	int (*temperature)(struct rcp_card *card, int *millidegrees);
};

#endif /* RCP_GEN_H */
