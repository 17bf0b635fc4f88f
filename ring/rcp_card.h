/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The card as the floors above see it.
 *
 * ring/ owns the registers, the memory controller, the GART, the microcode, the
 * ring, the indirect buffers' memory and the interrupt ring.  It knows neither
 * fences nor DRM objects; it calls up only through struct rcp_card_ops.
 *
 * Who may call what, and when:
 *  - rcp_card_init/fini/start/stop/reset: one at a time, process context; the
 *    caller guarantees that nobody writes to the ring meanwhile.
 *  - rcp_ring_*, rcp_ib_write: one writer at a time (the scheduler's run_job, or bring-up).
 *    They never sleep, allocate or wait.
 *  - rcp_gart_*: process context, may sleep.
 *  - rcp_card_seqno, rcp_ih_poll, rcp_card_snapshot, rcp_card_progress: any.
 */
#ifndef RCP_CARD_H
#define RCP_CARD_H

#include <linux/io.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "../pm4/pm4.h"
#include "rcp_chip.h"

struct device;
struct firmware;
struct pci_dev;
struct rcp_card;
struct scatterlist;

/* The GPU's page; the GART maps system memory in these. */
#define RCP_GPU_PAGE_SHIFT	12
#define RCP_GPU_PAGE_SIZE	0x1000u

/**
 * struct rcp_card_ops - how the card calls up
 * @eop: an end-of-pipe event arrived, rcp_card_seqno() may have moved.  Called
 *	with interrupts off, from the interrupt handler or rcp_ih_poll(); may be
 *	called without progress.  May be NULL.
 */
struct rcp_card_ops {
	void (*eop)(struct rcp_card *card);
};

/**
 * struct rcp_dma - memory of the system that card and CPU share
 * @cpu: the CPU's address
 * @addr: the GPU's address (inside the GART aperture)
 * @size: bytes, a multiple of the page size
 * @bus: the address on the bus, as dma_alloc_coherent() gave it
 */
struct rcp_dma {
	void *cpu;
	u64 addr;
	u64 size;
	dma_addr_t bus;
};

/**
 * struct rcp_range - a part of VRAM
 * @offset: bytes from the start of VRAM, page aligned
 * @size: bytes, page aligned
 * @what: for people, e.g. "firmware console"
 */
struct rcp_range {
	u64 offset;
	u64 size;
	const char *what;
};

#define RCP_RESERVED_MAX 8

/**
 * struct rcp_vram - the card's own memory
 * @addr: GPU address of its first byte
 * @size: all of it, in bytes
 * @visible: bytes from its start that the CPU reaches through the BAR
 * @io_base: bus address of the BAR
 * @map: the visible part, for the CPU
 * @width_bits: width of the memory bus
 * @reserved: ranges that nobody may allocate, ascending, not overlapping
 * @nreserved: their number
 */
struct rcp_vram {
	u64 addr;
	u64 size;
	u64 visible;
	resource_size_t io_base;
	void __iomem *map;
	u32 width_bits;
	struct rcp_range reserved[RCP_RESERVED_MAX];
	u32 nreserved;
};

/**
 * struct rcp_gart - the aperture through which the GPU reaches system memory
 * @addr: GPU address of its first byte
 * @size: its size in bytes
 * @pages: its size in GPU pages
 * @client_first_page: the pages below belong to ring/
 * @table: page table entries, in VRAM
 * @table_offset: where the table lies in VRAM, in bytes
 * @table_size: bytes
 * @shadow: the entries in system memory, from which the table is written anew
 *	when VRAM has lost it.  Protected by @lock.
 * @live: the card translates through the table.  Protected by @lock.
 * @dummy: what unmapped pages of the aperture point to
 * @dummy_bus: its bus address
 * @next_page: first page not yet given to rcp_dma_alloc(), bring-up only
 * @lock: keeps table writes and flushes in order
 */
struct rcp_gart {
	u64 addr;
	u64 size;
	u32 pages;
	u32 client_first_page;
	void __iomem *table;
	u64 table_offset;
	u64 table_size;
	__le64 *shadow;
	bool live;
	void *dummy;
	dma_addr_t dummy_bus;
	u32 next_page;
	struct mutex lock;	/* table, shadow and TLB flushes in order */
};

/**
 * struct rcp_ring - the CP's ring buffer
 * @mem: its memory
 * @size_dw: its size, a power of two
 * @wptr: where the next dword goes; run_job's
 * @published: the last value given to the card
 * @left_dw: what is left of this reservation
 */
struct rcp_ring {
	struct rcp_dma mem;
	u32 size_dw;
	u32 wptr;
	u32 published;
	u32 left_dw;
};

/**
 * struct rcp_ih - the ring through which the card tells of its interrupts
 * @mem: its memory
 * @rptr: what has been read, in bytes.  Protected by @lock.
 * @lock: interrupt handler against rcp_ih_poll() and stop; irqs off
 * @irq: Linux interrupt number, valid if @installed
 * @msi: message signalled
 * @installed: the handler is there
 * @enabled: the card may send.  Protected by @lock.
 * @interrupts: handler runs that found something
 * @events: entries read
 * @overflows: times the card overran us
 */
struct rcp_ih {
	struct rcp_dma mem;
	u32 rptr;
	spinlock_t lock;	/* rptr, enabled, counters */
	int irq;
	bool msi;
	bool installed;
	bool enabled;
	u64 interrupts;
	u64 events;
	u64 overflows;
};

/* Longest stream of one job, and how many streams may be in the ring at once. */
#define RCP_IB_MAX_DW		(64u * 1024 / 4)
#define RCP_IB_SLOTS		32u
/* The slots' memory is allocated in so many pieces. */
#define RCP_IB_CHUNKS		8u

/**
 * struct rcp_step - one step of bring-up
 * @name: what was done
 * @ns: how long it took
 */
struct rcp_step {
	const char *name;
	u64 ns;
};

#define RCP_STEPS_MAX 16

/**
 * struct rcp_config - what the straps say, as INFO answers want it
 * @tiling_config: GB_TILING_CONFIG
 * @backend_map: which backend serves which tile pipe, two bits each
 * @tile_pipes: tile pipes
 * @pipes: shader pipes
 * @simds: SIMDs that are not fused off
 * @backends: render backends
 * @sclk_khz: the engine clock that firmware set as the default; 0 unknown
 * @mclk_khz: the same for memory
 * @max_sclk_khz: the highest engine clock; 0 unknown
 * @max_mclk_khz: the same for memory
 * @cur_sclk_khz: the engine clock that is set; 0 unknown
 * @cur_mclk_khz: the same for memory
 * @crystal_khz: the reference clock
 */
struct rcp_config {
	u32 tiling_config;
	u32 backend_map;
	u32 tile_pipes;
	u32 pipes;
	u32 simds;
	u32 backends;
	u32 sclk_khz;
	u32 mclk_khz;
	u32 max_sclk_khz;
	u32 max_mclk_khz;
	u32 cur_sclk_khz;
	u32 cur_mclk_khz;
	u32 crystal_khz;
};

enum rcp_fw {
	RCP_FW_PFP,
	RCP_FW_ME,
	RCP_FW_RLC,
	RCP_FW_COUNT
};

/* Size of the buffer to which neutral address state points. */
#define RCP_NULL_SIZE		(64u * 1024)
/* Zeros to clear VRAM from, and how much of the aperture leads to them, again and again. */
#define RCP_ZERO_SIZE		(64u * 1024)
#define RCP_ZERO_SPAN		(2048u * 1024)

/* Slots of the timestamp area: one job takes two, at its start and its end. */
#define RCP_STAMPS		1024u

/**
 * struct rcp_card - all of the hardware
 * @pdev: the PCI device
 * @dev: its device, for messages
 * @chip: which of the twelve
 * @ops: how to call up
 * @pm4: what the checker must know; valid after the first rcp_card_start()
 * @config: what INFO queries ask for; valid after the first rcp_card_start()
 * @vram: VRAM; valid after rcp_card_init()
 * @gart: the GART; valid after rcp_card_init()
 * @null: the buffer at which neutral address state points; zeros
 * @zero: zeros that no job writes to, from which VRAM is cleared; RCP_ZERO_SPAN bytes from
 *	its GPU address on lead to them
 * @ring: the ring
 * @ih: the interrupt ring
 * @ibs: memory for the streams that are in the ring
 * @steps: what the last bring-up did
 * @nsteps: how many steps it got to
 * @starts: bring-ups so far
 * @resets: soft resets so far
 * @running: the last bring-up succeeded and nobody stopped the card since
 * @lost: the card stopped answering (pulled out, or dead)
 * @waking: it slept because nothing used it: bring-up says nothing if all is well
 */
struct rcp_card {
	struct pci_dev *pdev;
	struct device *dev;
	const struct rcp_chip *chip;
	const struct rcp_card_ops *ops;

	struct pm4_card pm4;
	struct rcp_config config;
	struct rcp_vram vram;
	struct rcp_gart gart;
	struct rcp_dma null;
	struct rcp_dma zero;

	struct rcp_ring ring;
	struct rcp_ih ih;
	struct rcp_dma ibs[RCP_IB_CHUNKS];

	struct rcp_step steps[RCP_STEPS_MAX];
	u32 nsteps;
	u32 starts;
	u32 resets;
	bool running;
	bool lost;
	bool waking;

	/* private: ring/'s own */
	void __iomem *mmio;
	resource_size_t mmio_size;
	u32 alive_reg;		/* never reads all ones on a card that answers */
	spinlock_t index_lock;	/* MM_INDEX and MM_DATA belong together */
	spinlock_t port_lock;	/* PCIE_PORT_INDEX and PCIE_PORT_DATA do, too */
	spinlock_t clock_lock;	/* so do the two halves of the clock */
	struct rcp_dma wb;
	struct rcp_dma stamps;
	const struct firmware *fw[RCP_FW_COUNT];
	struct rcp_bios *bios;
	u32 want_sclk_khz;	/* what the parameters ask for, 0 for nothing */
	u32 want_mclk_khz;
	bool want_gen2;		/* the PCIe link is to be raised, and can be */
	u64 vram_page_offset;
	u64 vga_offset;		/* of VGA text in VRAM, or RCP_NO_VGA */
	u32 vga_config;		/* CONFIG_CNTL as firmware set it */
	bool vga_decodes;	/* the legacy ranges */
	u64 test_seqno;
	wait_queue_head_t test_wait;
	u64 step_start_ns;
	bool quiet;
};

/* ---- life ---- */

int rcp_card_init(struct rcp_card *card, struct pci_dev *pdev,
		  const struct rcp_card_ops *ops);
void rcp_card_fini(struct rcp_card *card);
int rcp_card_start(struct rcp_card *card);
void rcp_card_stop(struct rcp_card *card);
int rcp_card_reset(struct rcp_card *card);
bool rcp_card_gone(struct rcp_card *card);
void rcp_card_found(struct rcp_card *card);

/* ---- seqno and interrupts ---- */

u64 rcp_card_seqno(const struct rcp_card *card);
void rcp_card_set_seqno(struct rcp_card *card, u64 seqno);
void rcp_ih_poll(struct rcp_card *card);

/* ---- ring ---- */

/* What the emit helpers below take, at most; for computing a job's credits. */
#define RCP_EMIT_IB_DW		4u
#define RCP_EMIT_FLUSH_DW	8u
#define RCP_EMIT_FENCE_DW	13u
#define RCP_EMIT_STAMP_DW	6u
#define RCP_EMIT_WAIT_DW	3u
#define RCP_EMIT_PFP_WAIT_DW	7u
#define RCP_EMIT_SHADERS_END_DW	(2u + RCP_EMIT_WAIT_DW)
#define RCP_EMIT_PAD_DW		16u

int rcp_ring_begin(struct rcp_card *card, u32 count_dw);
u32 rcp_ring_room_dw(const struct rcp_card *card);
void rcp_ring_emit(struct rcp_card *card, u32 dword);
u32 rcp_ib_write(struct rcp_card *card, u64 seqno, const u32 *stream, u32 stream_dw, u64 *addr);
void rcp_ring_emit_ib(struct rcp_card *card, u64 addr, u32 size_dw);
void rcp_ring_emit_flush(struct rcp_card *card);
void rcp_ring_emit_wait(struct rcp_card *card, u32 what);
void rcp_ring_emit_pfp_wait(struct rcp_card *card, u64 seqno);
void rcp_ring_emit_shaders_end(struct rcp_card *card);
void rcp_ring_emit_dma_end(struct rcp_card *card);
void rcp_ring_emit_fence(struct rcp_card *card, u64 seqno);
void rcp_ring_emit_stamp(struct rcp_card *card, u32 slot);
u32 rcp_copy_dw(u64 size, u64 src_size);
void rcp_ring_emit_copy(struct rcp_card *card, u64 dst_addr, u64 src_addr,
			u64 size, u64 src_size);
void rcp_ring_commit(struct rcp_card *card);

/* Ticks of the reference clock that rcp_ring_emit_stamp() left in a slot. */
u64 rcp_card_stamp(const struct rcp_card *card, u32 slot);

/* ---- memory ---- */

/**
 * struct rcp_bus_pages - a place in a table of pages that are mapped for the bus
 * @sg: entry, in whole pages
 * @offset: bytes into it
 */
struct rcp_bus_pages {
	struct scatterlist *sg;
	u32 offset;
};

int rcp_gart_map(struct rcp_card *card, u32 first_page, u32 count,
		 struct rcp_bus_pages *pages, bool snooped);
void rcp_gart_unmap(struct rcp_card *card, u32 first_page, u32 count);
u32 rcp_gart_mapped(struct rcp_card *card, u32 *unsnooped);

/* Make what the CPU wrote through the BAR visible to the GPU, and the other way. */
void rcp_hdp_flush(struct rcp_card *card);
bool rcp_vram_clear(struct rcp_card *card, u64 offset, u32 size);

/* ---- looking at it ---- */

/**
 * struct rcp_reg_value - one register of a snapshot
 * @name: AMD's name
 * @offset: byte offset
 * @value: what it held
 */
struct rcp_reg_value {
	const char *name;
	u32 offset;
	u32 value;
};

#define RCP_SNAPSHOT_REGS 40

/**
 * struct rcp_snapshot - the card at one moment, for devcoredump
 * @seqno: last completed
 * @rptr: CP_RB_RPTR, the dword of the ring that the CP fetches next
 * @wptr: what was published last, the dword behind the last one that it may fetch
 * @nregs: how many of @regs are valid
 * @regs: the registers
 */
struct rcp_snapshot {
	u64 seqno;
	u32 rptr;
	u32 wptr;
	u32 nregs;
	struct rcp_reg_value regs[RCP_SNAPSHOT_REGS];
};

void rcp_card_snapshot(struct rcp_card *card, struct rcp_snapshot *snap);

/**
 * struct rcp_progress - what a hang check compares between two moments
 * @seqno: last completed
 * @rptr: the CP's read pointer in dwords
 * @busy: GRBM_STATUS says that CP or 3D engine work
 * @grbm_status: the register
 */
struct rcp_progress {
	u64 seqno;
	u32 rptr;
	u32 grbm_status;
	bool busy;
};

void rcp_card_progress(struct rcp_card *card, struct rcp_progress *progress);

/* A register by which users see how busy the card is. */
int rcp_card_status(struct rcp_card *card, u32 reg, u32 *value);
/* The free-running counter of the reference clock. */
u64 rcp_card_clock(struct rcp_card *card);
/* How warm the chip is, in millidegrees Celsius. */
int rcp_card_temperature(struct rcp_card *card);

#endif /* RCP_CARD_H */
