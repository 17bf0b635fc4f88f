/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The card model's public face.
 *
 * A model is one Radeon card: PCI configuration space, registers, memory
 * controller, GART, command processor, interrupts.  It is independent of QEMU: the program that embeds it (a transport, a unit test)
 * provides guest memory, a clock and two ways to interrupt through struct
 * model_host, and passes on the guest's accesses.
 *
 * Single-threaded: all calls on one model come from one thread.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../gpu/gpu.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

#define MIB(x)		((u64)(x) << 20)
#define MODEL_NEVER	UINT64_MAX

struct model;

struct model_gen;

/**
 * struct model_chip - properties that all chips have; a generation adds its own
 * @name: AMD's name, as --chip takes it
 * @gen: the generation
 * @id: number that MODEL_REG_CARD takes
 * @device_id: PCI device id
 * @audio_id: PCI device id of function 1, the HDMI audio of cards that have it; 0: there are none
 * @igp: integrated: VRAM is a part of system memory
 * @gen2: its link can change to 5 GT/s
 * @reference: the reference clock of the boards, in 10 kHz; 0: 27 MHz
 */
struct model_chip {
	const char *name;
	const struct model_gen *gen;
	unsigned int id;
	u16 device_id;
	u16 audio_id;
	bool igp;
	bool gen2;
	u16 reference;
};

#define MODEL_REFERENCE		2700u

/* In 10 kHz. */
static inline u32 model_reference(const struct model_chip *chip)
{
	return chip->reference ? chip->reference : MODEL_REFERENCE;
}

const struct model_chip *model_chip_by_name(const char *name);
const struct model_chip *model_chip_by_index(unsigned int i);

/* The speed of a PCIe port. */
#define MODEL_PORT_2_5	1u
#define MODEL_PORT_5	2u
#define MODEL_PORT_8	3u

/* A register whose reads are pinned to a value, so that a poll never ends. */
struct model_stuck {
	u32 reg;
	u32 value;
	u32 after;	/* normal reads before that */
};

#define MODEL_MAX_STUCK	8

/**
 * struct model_config - properties and faults of a card
 * @chip: the chip
 * @vram_size: bytes of VRAM
 * @bar_size: bytes of VRAM that BAR 0 shows; a power of two
 * @delay_ns: time that the first stream or copy takes when the engine was idle
 * @job_ns: time that each stream or copy of the ring takes, one after the other
 * @irq_ns: an interrupt message arrives so long after its event
 * @drop_irq: drop every n-th interrupt message; 0 drops none, except on integrated chips
 * @irq_overtakes: an interrupt message arrives before the write pointer that it tells of
 * @rearm_is_blind: re-arming sends no message for what is there already; R5xx: a fence always is
 * @slow: TLB, memory controller, reset and the written-back read pointer respond late
 * @mc_busy: the memory controller always reads as busy, on a card that works
 * @hang_packet: hang at the n-th packet that the CP executes; 0 never
 * @hang_ib: hang at the first packet of the n-th indirect buffer; 0 never
 * @hang_op: hang at this opcode, when @hang_op_count is not 0
 * @hang_op_count: ... at its n-th occurrence
 * @stuck: registers that read back a fixed value
 * @nstuck: their number
 * @not_posted: the firmware has not brought up the memory
 * @no_msi: no MSI capability
 * @no_microcode: the CP takes the upload but never starts
 * @dead_cp: the CP starts but fetches nothing
 * @console: the firmware left a console on CRTC 1
 * @seed: for the power-on values of VRAM and of registers that firmware does not set; the
 *	memory controller of a card that is not posted is busy for a few reads; 0: zeros, idle
 * @board: MODEL_BOARD_*: state that firmware or a former driver has left, fused-off parts
 * @permissive: count and report violations, but do not fail
 * @see_vram: every CPU access to VRAM reaches model_vram_read/write, so
 *	rules on HDP and blackout can be checked to the byte
 * @alone: a draw may use no address that another indirect buffer left behind
 * @caches: draws have caches: gpu_caches(); @cache_seed: their seed
 * @blank: draws compute no pixel
 * @endpoint: a PCI Express endpoint; real cards are legacy endpoints
 * @port: the PCIe port above: MODEL_PORT_*; 0: none
 * @audio: the card has a function 1
 * @trace: one line per register access goes here, if not NULL
 */
struct model_config {
	const struct model_chip *chip;
	u64 vram_size;
	u64 bar_size;
	u64 delay_ns;
	u64 job_ns;
	u64 irq_ns;
	u32 drop_irq;
	bool irq_overtakes;
	bool rearm_is_blind;
	bool slow;
	bool mc_busy;
	u32 hang_packet;
	u32 hang_ib;
	u32 hang_op;
	u32 hang_op_count;
	struct model_stuck stuck[MODEL_MAX_STUCK];
	unsigned int nstuck;
	bool not_posted;
	bool no_msi;
	bool no_microcode;
	bool dead_cp;
	bool console;
	u32 seed;
	u32 board;
	bool permissive;
	bool see_vram;
	bool alone;
	bool caches;
	u32 cache_seed;
	bool blank;
	bool endpoint;
	unsigned int port;
	bool audio;
	FILE *trace;
};

/**
 * struct model_host - services of the machine that embeds the model
 * @ram: host address of @len bytes of guest memory at @gpa, NULL if there is none
 * @msi: deliver a message-signalled interrupt
 * @intx: set the level of the INTA# line
 * @now_ns: a monotonic clock
 * @lose_vram: a bus reset: VRAM loses its contents; may be NULL
 * @draw: begin a draw, or with a NULL call go on with one that is not done; may be NULL
 * @counters: what draws have counted since power-on; NULL: nothing is drawn, all counters are 0
 * @memory: an access of a packet: copies to @rd, from @wr, or with neither does nothing; false: it is
 *	outside.  NULL: the memory controller
 * @packet: an access of a packet through the memory controller, as gpu_packet_access() has it: after a read, before
 *	a write; may be NULL
 * @flush: a packet, or a reset, writes caches back and invalidates them, as gpu_flush() has it; may be NULL
 * @discard: a register of R5xx invalidates caches without writing them back, as gpu_discard() has it; may be NULL
 * @fence: the driver's fence is about to pass, as gpu_fence() has it; may be NULL
 */
struct model_host {
	void *(*ram)(void *ctx, u64 gpa, u64 len);
	void (*msi)(void *ctx, u64 addr, u32 data);
	void (*intx)(void *ctx, bool level);
	u64 (*now_ns)(void *ctx);
	void (*lose_vram)(void *ctx);
	enum gpu_result (*draw)(void *ctx, struct model *m, const struct gpu_draw_call *call);
	struct gpu_counters *(*counters)(void *ctx);
	bool (*memory)(void *ctx, u64 addr, void *rd, const void *wr, u64 len);
	void (*packet)(void *ctx, bool write, u64 addr, u64 n, u8 *host, u8 *copy);
	void (*flush)(void *ctx, u32 caches, u64 first, u64 end, bool keep);
	void (*discard)(void *ctx, u32 caches);
	void (*fence)(void *ctx);
};

struct model *model_new(const struct model_config *config, const struct model_host *host,
			void *ctx, void *vram, FILE *report);
void model_free(struct model *m);

/* The guest's accesses.  Offsets are relative to the BAR; size is in bytes. */
u64 model_mmio_read(struct model *m, u64 offset, unsigned int size);
void model_mmio_write(struct model *m, u64 offset, u64 value, unsigned int size);
u64 model_vram_read(struct model *m, u64 offset, unsigned int size);
void model_vram_write(struct model *m, u64 offset, u64 value, unsigned int size);
/* From here on the model does not see accesses to VRAM: forget pending writes of the CPU. */
void model_vram_hidden(struct model *m);
u32 model_io_read(struct model *m, u64 offset, unsigned int size);
void model_io_write(struct model *m, u64 offset, u32 value, unsigned int size);
u32 model_config_read(struct model *m, u32 offset, unsigned int size);
void model_config_write(struct model *m, u32 offset, u32 value, unsigned int size);

/* A PCI bus reset. */
void model_bus_reset(struct model *m);

/* Run the engines; returns the time of the next call, MODEL_NEVER if only an access can wake them. */
u64 model_run(struct model *m);

/* BAR addresses that the guest programmed; 0 while decoding is off. */
u64 model_bar(const struct model *m, unsigned int bar);
u64 model_bar_size(const struct model *m, unsigned int bar);
/* The BAR of the ports. */
unsigned int model_io_bar(const struct model *m);

/* The raw value of a register, without side effects (byte offset below 256 KiB). */
u32 model_reg(const struct model *m, u32 reg);
const struct model_chip *model_chip(const struct model *m);
/* The memory around @addr that the graphics pipe may read, or write if @write: a page at most. */
void model_span(struct model *m, u64 addr, bool write, struct gpu_span *s);
/* The register file of draws: GPU_REG_END / 4 dwords. */
const u32 *model_regs(const struct model *m);

/* Counters; the order is the index that the guest uses to read them. */
enum model_counter {
	MODEL_MMIO_READ,
	MODEL_MMIO_WRITE,
	MODEL_VRAM_READ,
	MODEL_VRAM_WRITE,
	MODEL_DMA_READ,
	MODEL_DMA_WRITE,
	MODEL_IRQ_SENT,
	MODEL_IRQ_DROPPED,
	MODEL_IH_ENTRY,
	MODEL_DOORBELL,
	MODEL_PACKET,
	MODEL_IB,
	MODEL_DRAW,
	MODEL_EOP,
	MODEL_TLB_FLUSH,
	MODEL_HANG,
	MODEL_RESET,
	MODEL_VIOLATION,
	MODEL_DMA_PACKET,
	MODEL_RAM_CLEAR,	/* packets of the ring that clear all of a RAM on the chip */
	MODEL_FLUSH,		/* events of the ring that flush what draws write */
	MODEL_BUS_BYTES,	/* of system memory that the card has read and written through its page table */
	MODEL_COUNTERS
};

u64 model_count(const struct model *m, enum model_counter counter);
const char *model_counter_name(enum model_counter counter);
const char *model_last_violation(const struct model *m);
void model_report_counters(struct model *m, const char *word);

/*
 * Registers of the model alone, at the end of the register BAR, for tests in
 * the guest.  No driver touches them; accesses to them are not counted.
 */
#define MODEL_REG_WORN		0xffac	/* write n + 1: a dword of page n of VRAM holds no zero for the card; 0: all do */
#define MODEL_REG_JOB_US	0xffb0	/* time of each stream or copy of the ring in microseconds */
#define MODEL_REG_STEP_US	0xffb4	/* write n: the GPU clock stops, and each timestamp sets it n us on; 0: it runs again */
#define MODEL_REG_BOARD		0xffb8	/* write MODEL_BOARD_*, for the next write to CARD */
#define MODEL_REG_HABITS	0xffbc	/* write MODEL_HABIT_*: the habits of the card from now on */
#define MODEL_REG_MAGIC		0xffc0	/* reads 0x4d4f444c, "MODL" */
#define MODEL_REG_HANG_IB	0xffc4	/* write n: hang at the n-th IB from now; 0 cancels it */
#define MODEL_REG_DROP_IRQ	0xffc8	/* write n: drop the next n interrupt messages */
#define MODEL_REG_DELAY_US	0xffcc	/* engine delay in microseconds */
#define MODEL_REG_MARK		0xffd0	/* write n: report all counters as mark n */
#define MODEL_REG_CLEAR		0xffd4	/* write: set all counters but violations to 0 */
#define MODEL_REG_COUNTER	0xffd8	/* write an enum model_counter ... */
#define MODEL_REG_VALUE		0xffdc	/* ... and read its low 32 bits */
#define MODEL_REG_HANG_OP	0xffe0	/* write op, n << 8: hang at the next packet of this opcode, and n times more */
#define MODEL_REG_STUCK		0xffe4	/* write reg: its reads are pinned to ... */
#define MODEL_REG_STUCK_VALUE	0xffe8	/* ... this value, which is written first; STUCK = 0 frees all */
#define MODEL_REG_STUCK_AFTER	0xffec	/* write n, before STUCK: after n normal reads; for the next STUCK only */
#define MODEL_REG_IH_OVERRUN	0xfff0	/* write: the next entry overruns the interrupt ring */
#define MODEL_REG_CARD		0xfff4	/* write MODEL_CARD_*: replace the card in the slot by another one after power-on */
#define MODEL_REG_GO		0xfff8	/* write: end the current engine delay */
#define MODEL_REG_TEMPERATURE	0xfffc	/* value of the sensor, in half degrees Celsius, signed */
#define MODEL_MAGIC		0x4d4f444cu

/* MODEL_REG_CARD; memory, BAR sizes and ROM stay as on the first card. */
#define MODEL_CARD_CHIP(i)	((i) & 0xff)		/* id of struct model_chip */
#define MODEL_CARD_LOSES(n)	(((n) & 0xff) << 8)	/* every n-th interrupt message */
#define MODEL_CARD_NO_MSI	(1u << 16)
#define MODEL_CARD_NOT_POSTED	(1u << 17)
#define MODEL_CARD_DEAD_CP	(1u << 18)
#define MODEL_CARD_CONSOLE	(1u << 19)
#define MODEL_CARD_SEED(n)	((n) << 24)		/* of power-on values; 0: as before */

/*
 * Boards that differ from the usual one.  Firmware puts VRAM at 1 GiB, unless it is at 0, at
 * 3 GiB, or reaches over 4 GiB.
 */
#define MODEL_BOARD_FB_ZERO	(1u << 0)
#define MODEL_BOARD_FB_C0	(1u << 1)
#define MODEL_BOARD_FB_ACROSS	(1u << 2)
#define MODEL_BOARD_VGA_TEXT	(1u << 3)	/* CRTC 1 shows VGA text, which is rendered each frame */
#define MODEL_BOARD_SECOND_CRTC	(1u << 4)	/* CRTC 2 has a picture of its own */
#define MODEL_BOARD_LIVE	(1u << 5)	/* a driver left CP, DMA, RLC and IH running, and the bus to them */
#define MODEL_BOARD_HARVESTED	(1u << 6)	/* one backend, one pipe and two SIMDs less, if the chip has more */
#define MODEL_BOARD_LONG_BURST	(1u << 7)	/* memory of long bursts: groups of 512 bytes */
#define MODEL_BOARD_ODD_MEMORY	(1u << 8)	/* CONFIG_MEMSIZE is no multiple of a page */
#define MODEL_BOARD_NO_STRAPS	(1u << 9)	/* straps read all ones */
#define MODEL_BOARD_NO_VRAM_BAR	(1u << 10)	/* no BAR 0 */
#define MODEL_BOARD_NO_REGISTERS (1u << 11)	/* no BAR 2 */
#define MODEL_BOARD_FEW_REGISTERS (1u << 12)	/* a BAR 2 of 32 KiB */
#define MODEL_BOARD_NO_GEN2	(1u << 13)	/* the port above has never sent 5 GT/s, even if it supports it */
#define MODEL_BOARD_DEEMPHASIS	(1u << 14)	/* firmware has set SELECTABLE_DEEMPHASIS */
#define MODEL_BOARD_GPIO_THERMAL (1u << 15)	/* the video BIOS names an external thermal controller */
#define MODEL_BOARD_KEEPS_SIZE	(1u << 16)	/* CONFIG_MEMSIZE is not 0 on a card that was not posted after a sleep */
#define MODEL_BOARD_AGP		(1u << 17)	/* behind a bridge for AGP: capability of AGP instead of PCIe and MSI, VRAM at c0000000 */
#define MODEL_BOARD_SWITCHED	(1u << 18)	/* the laptop's firmware can switch its power: MODEL_CFG_POWER */
#define MODEL_BOARD_DEAD_SWITCH	(1u << 19)	/* MODEL_BOARD_SWITCHED, but a card that is off stays off */
#define MODEL_BOARD_BAR64	(1u << 20)	/* BAR 0 and 2 of 64 bits, as real cards have them; not integrated chips */
#define MODEL_BOARD_FB_BAR	(1u << 21)	/* firmware puts VRAM at the bus address of BAR 0 */
#define MODEL_BOARD_STATES	(1u << 22)	/* R6xx/R7xx: a battery state and one above that at boot, each with its voltage */
#define MODEL_BOARD_WEAK_PLL	(1u << 23)	/* R6xx/R7xx: the engine's PLL never locks above its clock at boot */
#define MODEL_BOARD_ALL		0xffffffu

/*
 * A dword of configuration space that replaces the controller of a laptop which switches the
 * card's power: 1 on, 0 off.  A card that is off answers no other access.
 */
#define MODEL_CFG_POWER		0xf0u

/* Function 1, HDMI audio: a configuration space, and a BAR of registers that read 0. */
struct model_audio {
	u8 config[256];
};

void model_audio_power_on(struct model_audio *audio, const struct model_chip *chip);
u64 model_audio_bar_size(unsigned int bar);
u32 model_audio_config_read(const struct model_audio *audio, u32 offset, unsigned int size);
void model_audio_config_write(struct model_audio *audio, u32 offset, u32 value, unsigned int size);

u32 model_board_by_name(const char *name);

/* MODEL_REG_HABITS: behaviour of some cards */
#define MODEL_HABIT_IRQ_OVERTAKES	(1u << 0)	/* like the members of struct model_config */
#define MODEL_HABIT_REARM_IS_BLIND	(1u << 1)
#define MODEL_HABIT_SLOW		(1u << 2)
#define MODEL_HABIT_MC_BUSY		(1u << 3)

/* The expansion ROM: valid for PCI, with an ATOM BIOS that posts a card of this memory. */
#define MODEL_ROM_SIZE		0x20000u
void model_rom_build(const struct model_chip *chip, u64 vram_size, u32 board, u8 rom[MODEL_ROM_SIZE]);

/* Placeholder microcode. */
enum model_ucode {
	MODEL_UCODE_PFP,
	MODEL_UCODE_ME,
	MODEL_UCODE_RLC,
	MODEL_UCODES
};

#define MODEL_UCODE_NAME	32

/* Words of a microcode; 0: the chip has no such one. */
u32 model_ucode_words(const struct model_chip *chip, enum model_ucode kind);
u32 model_ucode_word(const struct model_chip *chip, enum model_ucode kind, u32 index);
void model_ucode_file(const struct model_chip *chip, enum model_ucode kind, char name[MODEL_UCODE_NAME]);

#endif
