/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The card as the layers above see it.  The folder of a generation does for ring/ what only its
 * chips need (rcp_gen.h).
 *
 * ring/ owns the registers, the memory controller, the GART, the microcode, the ring, the
 * memory of indirect buffers and the interrupt.  It knows neither fences nor DRM objects,
 * and calls up only through struct rcp_card_ops.
 *
 * Context of the functions:
 *  - rcp_card_init/fini/start/stop/reset/clear_lost: process context, one call at a time; the
 *    caller keeps all writers away from the ring.
 *  - rcp_ring_*, rcp_ib_write: one writer at a time (rcp_job_write() or the reset, under the
 *    ring_lock of fence/; or bring-up).  They do not sleep, allocate or wait.
 *  - rcp_gart_*, rcp_vram_clear, _read: process context, may sleep.
 *  - all others, and rcp_ring_room_dw: any context.
 */
#ifndef RCP_CARD_H
#define RCP_CARD_H

#include <linux/io.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "../pm4/pm4.h"
#include "atom/rcp_atom.h"
#include "rcp_chip.h"

struct device;
struct firmware;
struct pci_dev;
struct rcp_card;
struct rcp_gen;
struct scatterlist;

/* Page size of the GPU, in which the GART maps system memory. */
#define RCP_GPU_PAGE_SHIFT	12
#define RCP_GPU_PAGE_SIZE	0x1000u

/**
 * struct rcp_card_ops - calls from the card to the layers above
 * @eop: an end-of-pipe event arrived, and rcp_card_seqno() may have advanced.  Called with
 *	interrupts off from the interrupt handler, and from rcp_irq_poll(); also without
 *	progress.  May be NULL.
 */
struct rcp_card_ops {
	void (*eop)(struct rcp_card *card);
};

/**
 * struct rcp_dma - system memory that card and CPU share
 * @cpu: CPU address
 * @addr: GPU address, inside the GART aperture
 * @size: bytes, a multiple of the page size
 * @bus: bus address that dma_alloc_coherent() returned
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
 * @what: its use, for debugfs, e.g. "firmware console"
 */
struct rcp_range {
	u64 offset;
	u64 size;
	const char *what;
};

#define RCP_RESERVED_MAX 8

/**
 * struct rcp_vram - memory of the card
 * @addr: GPU address of the first byte
 * @size: size in bytes
 * @visible: CPU-visible bytes: those at the start, which the BAR covers
 * @io_base: bus address of the BAR
 * @map: CPU mapping of the visible part
 * @width_bits: width of the memory bus
 * @cpu_maps: first CPU mappings of buffers so far
 * @reserved: ranges that are not allocated to buffers; ascending, without overlaps
 * @nreserved: number of these ranges
 */
struct rcp_vram {
	u64 addr;
	u64 size;
	u64 visible;
	resource_size_t io_base;
	void __iomem *map;
	u32 width_bits;
	atomic64_t cpu_maps;
	struct rcp_range reserved[RCP_RESERVED_MAX];
	u32 nreserved;
};

/**
 * struct rcp_gart - the aperture through which the GPU reaches system memory
 * @addr: GPU address of the first byte
 * @size: size in bytes
 * @pages: size in GPU pages
 * @client_first_page: the pages below belong to ring/
 * @table: page table in VRAM
 * @table_offset: offset of the table in VRAM, in bytes
 * @table_size: size of the table in bytes
 * @shadow: copy of the table in system memory, with the generation's entries, from which the
 *	table is rewritten after VRAM was lost.  Protected by @lock.
 * @live: the card translates through the table.  Written with @lock and @flush_lock held.
 * @dummy: page to which unmapped pages of the aperture point
 * @dummy_bus: bus address of @dummy
 * @next_page: first page that rcp_dma_alloc() has not allocated; init only
 * @lock: serialises writes to table and shadow
 * @changes: number of writes to the table
 * @flush_lock: serialises TLB flushes; outside of @lock
 * @flushed: @changes at the time of the last flush.  Protected by @flush_lock.
 */
struct rcp_gart {
	u64 addr;
	u64 size;
	u32 pages;
	u32 client_first_page;
	void __iomem *table;
	u64 table_offset;
	u64 table_size;
	void *shadow;
	bool live;
	void *dummy;
	dma_addr_t dummy_bus;
	u32 next_page;
	struct mutex lock;	/* table and shadow */
	atomic64_t changes;
	struct mutex flush_lock;	/* TLB flushes and flushed */
	u64 flushed;
};

/**
 * struct rcp_ring - the CP's ring buffer
 * @mem: memory of the ring
 * @size_dw: size, a power of two
 * @wptr: position of the next dword; changed by the writer only
 * @published: the last write pointer that the card got
 * @left_dw: rest of the current reservation
 */
struct rcp_ring {
	struct rcp_dma mem;
	u32 size_dw;
	u32 wptr;
	u32 published;
	u32 left_dw;
};

/**
 * struct rcp_irq - the interrupt
 * @lock: serialises interrupt handler, rcp_irq_poll() and rcp_irq_disable(); interrupts off
 * @irq: Linux interrupt number, valid if @installed
 * @msi: the interrupt is a message, not a pin
 * @installed: the handler is installed
 * @enabled: the card may interrupt.  Protected by @lock.
 * @interrupts: runs of the handler that found an event
 * @events: events of the card
 * @overflows: how often the card had no room for an event
 */
struct rcp_irq {
	spinlock_t lock;	/* enabled, counters, and how the generation reads events */
	int irq;
	bool msi;
	bool installed;
	bool enabled;
	u64 interrupts;
	u64 events;
	u64 overflows;
};

/* Longest stream of one job, and number of streams that may be in the ring at once. */
#define RCP_IB_MAX_DW		(64u * 1024 / 4)
#define RCP_IB_SLOTS		32u
/* Number of allocations for the slots. */
#define RCP_IB_CHUNKS		8u

/**
 * struct rcp_step - one step of bring-up
 * @name: the step
 * @ns: duration
 */
struct rcp_step {
	const char *name;
	u64 ns;
};

#define RCP_STEPS_MAX 16

/**
 * struct rcp_config - configuration that the video BIOS gives
 * @sclk_khz: default engine clock of the video BIOS; 0: unknown
 * @mclk_khz: the same for memory
 * @min_sclk_khz: lowest engine clock
 * @min_mclk_khz: the same for memory
 * @max_sclk_khz: highest engine clock; 0: unknown
 * @max_mclk_khz: the same for memory
 * @cur_sclk_khz: current engine clock; 0: unknown
 * @cur_mclk_khz: the same for memory
 * @real_sclk_khz: engine clock that the card's PLL had at the last bring-up; 0: unknown
 * @real_mclk_khz: the same for memory
 * @crystal_khz: reference clock
 * @internal_sensor: the chip's own sensor is the thermal controller of the board
 */
struct rcp_config {
	u32 sclk_khz;
	u32 mclk_khz;
	u32 min_sclk_khz;
	u32 min_mclk_khz;
	u32 max_sclk_khz;
	u32 max_mclk_khz;
	u32 cur_sclk_khz;
	u32 cur_mclk_khz;
	u32 real_sclk_khz;
	u32 real_mclk_khz;
	u32 crystal_khz;
	bool internal_sensor;
};

/**
 * struct rcp_clocks - the clocks and the voltage that the parameters request
 * @asked: they request any, or the load decides on the engine clock
 * @failed: a table has failed, or the card hung: only the clocks at boot from then on
 * @want: clocks and voltage for bring-up
 * @now: current clocks and voltage; a member that is 0 is not known
 *
 * One call at a time, as for bring-up.
 */
struct rcp_clocks {
	bool asked;
	bool failed;
	struct rcp_atom_point want;
	struct rcp_atom_point now;
};

/**
 * struct rcp_traits - what fence/ and drm/ need to know about a generation
 * @dma_bits: bits of a bus address
 * @generation: enum drm_rcp_generation
 * @rings: rings that streams may name: a mask of RADEON_CS_RING_*
 * @frame_dw: ring space of a job without its preamble and its copy
 * @work_max_dw: the most ring space of a preamble or a copy
 * @pad_dw: dwords that the CP fetches at once, a power of two; a job is padded to whole fetches
 * @status_name: name of &rcp_progress.status in debugfs
 */
struct rcp_traits {
	u32 dma_bits;
	u32 generation;
	u32 rings;
	u32 frame_dw;
	u32 work_max_dw;
	u32 pad_dw;
	const char *status_name;
};

/* Size of the buffer to which neutral address state points. */
#define RCP_NULL_SIZE		(64u * 1024)
/* Size of the zeros from which VRAM is cleared. */
#define RCP_ZEROS_SIZE		(64u * 1024)

/* Timestamp slots; a job uses two, for its start and its end. */
#define RCP_STAMPS		1024u

/**
 * struct rcp_zeros - the source of clears: RCP_ZEROS_SIZE bytes
 * @addr: GPU address
 * @vram_offset: where they are in VRAM
 * @system: the others, in system memory
 */
struct rcp_zeros {
	u64 addr;
	u64 vram_offset;
	struct rcp_dma system;
};

/**
 * struct rcp_card - the card
 * @pdev: the PCI device
 * @dev: device of @pdev, for messages
 * @chip: the chip
 * @gen: the generation of the chip
 * @traits: data of the generation
 * @ops: calls to the layers above
 * @pm4: properties for the checker; its front is valid after rcp_card_init(), the others after
 *	the first rcp_card_start()
 * @config: configuration; valid after rcp_card_init()
 * @vram: VRAM; valid after rcp_card_init()
 * @gart: the GART; valid after rcp_card_init()
 * @null: buffer to which neutral address state points; zeros
 * @zeros: zeros from which VRAM is cleared; to which no job writes
 * @ring: the ring
 * @irq: the interrupt
 * @ibs: memory for the streams that are in the ring
 * @steps: steps of the last bring-up
 * @nsteps: number of steps that it completed
 * @starts: number of bring-ups
 * @resets: number of soft resets
 * @running: the last bring-up succeeded, and the card has not been stopped since
 * @link_raised: the driver has raised the PCIe link
 * @lost: the card does not answer any more (pulled out, or dead)
 * @slept: bring-up after a sleep or a reset of the bus: nothing is known about the card
 * @waking: runtime resume: bring-up logs only problems
 */
struct rcp_card {
	struct pci_dev *pdev;
	struct device *dev;
	const struct rcp_chip *chip;
	const struct rcp_gen *gen;
	const struct rcp_traits *traits;
	const struct rcp_card_ops *ops;

	struct pm4_card pm4;
	struct rcp_config config;
	struct rcp_vram vram;
	struct rcp_gart gart;
	struct rcp_dma null;
	struct rcp_zeros zeros;

	struct rcp_ring ring;
	struct rcp_irq irq;
	struct rcp_dma ibs[RCP_IB_CHUNKS];

	struct rcp_step steps[RCP_STEPS_MAX];
	u32 nsteps;
	u32 starts;
	u32 resets;
	bool running;
	bool link_raised;
	bool lost;
	bool slept;
	bool waking;

	/* private: */
	void __iomem *mmio;
	resource_size_t mmio_size;
	spinlock_t index_lock;	/* index registers with their data registers */
	void *priv;		/* of the generation */
	struct rcp_dma wb;
	const struct firmware *fw[RCP_FW_MAX];
	struct rcp_bios *bios;
	struct rcp_clocks clocks;
	u64 vram_page_offset;
	u64 vga_offset;		/* VGA text in VRAM, or RCP_NO_VGA */
	u32 vga_config;		/* vga_reg of the firmware */
	bool vga_decodes;	/* the card keeps decoding the legacy ranges */
	wait_queue_head_t test_wait;
	u64 step_start_ns;
	bool quiet;		/* a reset: clients may cause all failures */
};

/* ---- life ---- */

int rcp_card_init(struct rcp_card *card, struct pci_dev *pdev, const struct rcp_chip *chip,
		  const struct rcp_card_ops *ops);
void rcp_card_fini(struct rcp_card *card);
int rcp_card_start(struct rcp_card *card);
int rcp_card_resume(struct rcp_card *card);
void rcp_card_stop(struct rcp_card *card);
int rcp_card_reset(struct rcp_card *card);
bool rcp_card_gone(struct rcp_card *card);
void rcp_card_clear_lost(struct rcp_card *card);

/* ---- parameters of the module ---- */

s64 rcp_parameter(const struct rcp_card *card, const char *name, s64 value, s64 min, s64 max);

/* ---- seqno and interrupts ---- */

u64 rcp_card_seqno(const struct rcp_card *card);
void rcp_card_set_seqno(struct rcp_card *card, u64 seqno);
void rcp_irq_poll(struct rcp_card *card);

/* ---- ring ---- */

/**
 * struct rcp_work - a job, as the ring sees it
 * @seqno: seqno of its fence
 * @stamp: the first of its two timestamp slots
 * @empty: the job was cancelled, so only its fence is written
 * @stream: it runs a stream, else it copies
 * @clear: PM4_OWNS_*: RAM on the chip that must be cleared before the stream
 * @preamble: packets before the stream
 * @preamble_dw: number of their dwords
 * @ib_addr: GPU address of the stream
 * @ib_dw: dwords for the CP to fetch, 0 for a job without a stream
 */
struct rcp_work {
	u64 seqno;
	u32 stamp;
	bool empty;
	bool stream;
	u32 clear;
	const u32 *preamble;
	u32 preamble_dw;
	u64 ib_addr;
	u32 ib_dw;
};

int rcp_ring_begin(struct rcp_card *card, u32 count_dw);
u32 rcp_ring_room_dw(const struct rcp_card *card);
u32 rcp_ib_write(struct rcp_card *card, u64 seqno, const u32 *stream, u32 stream_dw, u64 *addr);
void rcp_ring_emit_begin(struct rcp_card *card, const struct rcp_work *work);
u32 rcp_ring_copy_dw(const struct rcp_card *card, u64 size, u32 span);
void rcp_ring_emit_copy(struct rcp_card *card, u64 dst_addr, u64 src_addr, u64 size, u32 span);
void rcp_ring_emit_end(struct rcp_card *card, const struct rcp_work *work);
void rcp_ring_commit(struct rcp_card *card);

bool rcp_card_has_stamps(const struct rcp_card *card);
u64 rcp_card_stamp(const struct rcp_card *card, u32 slot);
bool rcp_card_has_begun(const struct rcp_card *card, u32 slot);

/* ---- memory ---- */

/**
 * struct rcp_bus_pages - position in a table of DMA-mapped pages
 * @sg: entry, in whole pages
 * @offset: offset in the entry, in bytes
 */
struct rcp_bus_pages {
	struct scatterlist *sg;
	u32 offset;
};

int rcp_gart_map(struct rcp_card *card, u32 first_page, u32 count,
		 struct rcp_bus_pages *pages, bool snooped);
void rcp_gart_unmap(struct rcp_card *card, u32 first_page, u32 count);
int rcp_gart_flush(struct rcp_card *card);
u32 rcp_gart_mapped(struct rcp_card *card, u32 *unsnooped);

void rcp_hdp_flush(struct rcp_card *card);
bool rcp_vram_clear(struct rcp_card *card, u64 offset, u32 size);
bool rcp_vram_read(struct rcp_card *card, u64 offset, u32 *words, u32 count);
void rcp_vram_cpu_begins(struct rcp_card *card);
bool rcp_vram_needs_flush(const struct rcp_card *card, u64 seen);

/* A buffer of the job has a CPU mapping. */
#define RCP_CPU_MAPPED		(~0ull)

static inline u64 rcp_vram_cpu_maps(const struct rcp_card *card)
{
	return atomic64_read(&card->vram.cpu_maps);
}

bool rcp_zeros_in_vram(const struct rcp_card *card);
void rcp_zeros_leave_vram(struct rcp_card *card);
bool rcp_zeros_check(struct rcp_card *card, u32 *wrong);

/* ---- power states ---- */

const struct rcp_atom_power *rcp_bios_power(const struct rcp_card *card);
void rcp_clock_stop(struct rcp_card *card);
bool rcp_clock_follow_load(struct rcp_card *card);
int rcp_clock_set_engine(struct rcp_card *card, u32 khz);

/* ---- looking at it ---- */

/**
 * struct rcp_reg_value - one register of a snapshot
 * @name: AMD's name
 * @offset: byte offset, or the number behind an index register
 * @value: value that was read
 * @indexed: it is behind an index register
 */
struct rcp_reg_value {
	const char *name;
	u32 offset;
	u32 value;
	bool indexed;
};

#define RCP_SNAPSHOT_REGS 40
#define RCP_SNAPSHOT_QUEUE_DW 1024

/**
 * struct rcp_snapshot - state of the card at one moment, for devcoredump
 * @seqno: seqno of the last fence that has passed
 * @rptr: CP_RB_RPTR, the dword of the ring that the CP fetches next
 * @wptr: the published write pointer, the dword after the last one that the CP may fetch
 * @nregs: number of valid entries of @regs
 * @regs: the registers
 * @queue_dw: number of valid entries of @queue, 0 if the card does not show it
 * @queue: the CP's queue of fetched dwords, from its first place on
 */
struct rcp_snapshot {
	u64 seqno;
	u32 rptr;
	u32 wptr;
	u32 nregs;
	struct rcp_reg_value regs[RCP_SNAPSHOT_REGS];
	u32 queue_dw;
	u32 queue[RCP_SNAPSHOT_QUEUE_DW];
};

void rcp_card_snapshot(struct rcp_card *card, struct rcp_snapshot *snap);

/**
 * struct rcp_progress - progress of the card, compared by the hang check
 * @seqno: seqno of the last fence that has passed
 * @rptr: read pointer of the CP in dwords
 * @status: status register of the engines; &rcp_traits.status_name names it
 * @busy: CP or 3D engine are busy, according to @status
 */
struct rcp_progress {
	u64 seqno;
	u32 rptr;
	u32 status;
	bool busy;
};

void rcp_card_progress(struct rcp_card *card, struct rcp_progress *progress);

int rcp_card_status(struct rcp_card *card, u32 reg, u32 *value);
int rcp_card_info(const struct rcp_card *card, u32 request, u32 *value);
int rcp_card_clock(struct rcp_card *card, u64 *ticks);
int rcp_card_temperature(struct rcp_card *card, int *millidegrees);

#endif /* RCP_CARD_H */
