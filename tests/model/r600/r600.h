/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The inside of R6xx/R7xx cards.
 *
 * Each block owns its struct in struct r600 and answers the registers that regs.c hands to
 * it: *_reg_write() gets a value before it is stored and returns true if it has consumed
 * the value; *_reg_read() returns true if it has an answer.  Registers that no block claims
 * are storage.
 */
#ifndef R600_H
#define R600_H

#include "model_int.h"
#include "r600/regs.h"

/**
 * struct r600_chip - properties that differ between the twelve chips
 * @chip: what all chips have; its @id is the enum in the order R600 RV610 RV630 RV670 RV620
 *	RV635 RS780 RS880 RV770 RV730 RV710 RV740
 * @firmware: prefix of the PFP and ME microcode files
 * @r7xx: R7xx register layout and microcode
 * @hw_contexts: contexts that ME_INITIALIZE must announce, less one
 * @backends: render backends: each writes one ZPASS_DONE result
 * @ramcfg: the memory configuration strap (rows, banks, burst length)
 * @shader_pipe_config: CC_GC_SHADER_PIPE_CONFIG
 * @rb_disable: CC_RB_BACKEND_DISABLE
 * @tiling_config: GB_TILING_CONFIG that follows from the straps
 */
struct r600_chip {
	struct model_chip chip;
	const char *firmware;
	bool r7xx;
	unsigned int hw_contexts;
	unsigned int backends;
	u32 ramcfg;
	u32 shader_pipe_config;
	u32 rb_disable;
	u32 tiling_config;
};

struct r600_mc {
	u32 response;		/* of the last invalidation ... */
	u32 response_polls;	/* ... which comes after so many more reads */
	u64 response_due_ns;	/* ... and at the latest then */
	u32 busy_polls;		/* reads of SRBM_STATUS until the access has ended */
	u32 busy_reads;		/* ... until the memory controller of a card that is not posted is idle */
	u32 hdp_flushes;	/* not yet used up by an invalidation */
	u32 hdp_armed;		/* R7xx: writes of HDP_DEBUG1 whose read-back is outstanding */
};

/* Copies that may still be running for the CP; see ahead.c. */
#define AHEAD_COPIES	64u
#define AHEAD_WORDS	8u

struct ahead_copy {
	u64 dst;
	u64 len;
	bool by_ring;		/* the driver's, not a stream's */
};

struct ahead_word {		/* in memory: a reader that sees it knows that these copies are done */
	u64 addr;
	u64 known;
};

struct r600_ahead {
	u64 copies;		/* so far */
	u64 idle;		/* ... those that WAIT_UNTIL has waited for */
	u64 fenced;		/* ... that an end-of-pipe event followed */
	u64 me;			/* ... that are done for the micro engine */
	u64 pfp;		/* ... that are done for the prefetch parser */
	struct ahead_copy copy[AHEAD_COPIES];
	struct ahead_word word[AHEAD_WORDS];
	u32 words;
};

struct r600_cp {
	u64 reset_due_ns;	/* GUI_ACTIVE until then */
	u32 index_type;		/* INDEX_TYPE: VGT_DMA_INDEX_TYPE, and VGT_DMA_SWAP_MODE above it */
	u32 instances;		/* NUM_INSTANCES */
	struct gpu_counters zero;	/* without a host that draws */
	bool stats_off;		/* PIPELINESTAT_STOP was the last of both events */
	u64 stats_stopped[8];	/* statistics at that event */
	u64 stats_missed[8];	/* what was counted while they were off */
	bool predicated;	/* predicate says: skip */
	bool pred_visible;	/* the queries of the predicate, before its sense */
	bool pred_active;
	bool drawing;		/* draws without a wait after them */
	bool copying;		/* the same for CP_DMA */
	bool drawn;		/* a draw since the reset */
	bool dirty;		/* ... since the last flush */
	bool flush_begun;	/* an event flushes the caches that draws write */
	bool flush_ended;	/* ... and a SURFACE_SYNC has waited for it, for the next timestamp event */
	bool caches_empty;	/* read caches were invalidated after the last fence */
	bool complained;	/* one "before ME_INITIALIZE" per start is enough */
	bool tiling_told;
	bool reset_unread;	/* GRBM_SOFT_RESET was set and not read since */
	bool srbm_unread;	/* the same for SRBM_SOFT_RESET */
};

struct r600_dma {
	enum cp_state state;
	u32 rptr;		/* bytes */
	u32 wptr;
	u64 due_ns;
	u32 ib_pos_dw;		/* where an indirect buffer waits */
};

struct r600_ih {
	u32 rptr;		/* bytes */
	u32 wptr;
	bool overflow;
	bool armed;
	bool late;		/* the write pointer in memory is stale */
	u64 due_ns;		/* ... until then */
	bool overrun;		/* requested by a test */
};

#define ANSWERS		5u
#define LINK_PORT_REGS	256u

struct r600_link {
	u32 port[LINK_PORT_REGS];	/* by PCIE_PORT_INDEX */
	bool index_unread;	/* PCIE_PORT_INDEX was written and not read since */
	bool reads_back;	/* PCIE_PORT_INDEX was read since power-on */
	bool failures_cleared;	/* LC_CLR_FAILED_SPD_CHANGE_CNT was set and cleared */
};

/* The GPU clock runs with the host's, or stops and goes on by a step with each timestamp. */
struct r600_clock {
	u64 step_ns;		/* 0: it runs */
	u64 ns;			/* while it is stopped */
	u64 behind_ns;		/* the host's clock, because it has stood */
	u64 latch;		/* RLC_CAPTURE_GPU_CLOCK_COUNT */
};

/* The state of an R6xx/R7xx card beside what all cards have. */
struct r600 {
	struct r600_mc mc;
	struct r600_cp cp;
	struct r600_ahead ahead;
	struct r600_dma dma;
	struct r600_ih ih;
	struct r600_link link;
	u32 owner[REG_SPACE / 4];	/* indirect buffer that set the register */
	u32 division[6];		/* of the shader core, as the driver set it by MMIO */
	bool unposted;			/* no video BIOS has set the engine clock since power-on */
	u32 answer_reads[ANSWERS];	/* of a polled status, until its bit is set */
	struct r600_clock clock;
	u32 tiling_config;		/* derived from the straps; 0: unknown */
};

static inline struct r600 *r600(const struct model *m)
{
	return m->gen_state;
}

static inline const struct r600_chip *r600_chip(const struct model_chip *chip)
{
	return (const struct r600_chip *)chip;
}

static inline bool is_r7xx(const struct model *m)
{
	return r600_chip(m->chip)->r7xx;
}

/* gen.c */
extern const struct model_gen r600_gen;

/* regs.c */
u32 r600_read(struct model *m, u32 reg);
void r600_write(struct model *m, u32 reg, u32 value);
void r600_mmio_write(struct model *m, u64 offset, unsigned int size, u32 reg, u32 value);
/* A register access that a packet makes. */
u32 reg_read_cp(struct model *m, u32 reg);
void reg_write_cp(struct model *m, u32 reg, u32 value);
void regs_write_state(struct model *m, u32 reg, const u32 *values, u32 n);
u64 gpu_clock(const struct model *m);
/* The clock for a timestamp */
u64 gpu_stamp(struct model *m);
void gpu_clock_step(struct model *m, u64 ns);
void scratch_write(struct model *m, u32 reg, u32 value);

/* power.c */
extern const struct reg_range r600_noisy[];
extern const struct reg_value r600_known[];
void r600_power_on(struct model *m);
void power_forget_cp(struct model *m);
void power_forget_vm(struct model *m);

/* board.c */
void board_straps(struct model *m);
void board_power_on(struct model *m);

/* mc.c */
u64 r600_fb_start(const struct model *m);
u64 r600_fb_end(const struct model *m);
void r600_gart(const struct model *m, struct gart *g);
const char *r600_pte_fault(const struct model *m, u64 pte, bool write);
u64 r600_pte_bus(u64 pte);
bool r600_pte_snooped(u64 pte);
void r600_cpu_access(struct model *m, u64 offset, bool write);
bool r600_blacked_out(const struct model *m);
u64 r600_surface(const struct model *m, u32 crtc);
void r600_set_surface(struct model *m, u32 crtc, u64 addr);
bool mc_reg_read(struct model *m, u32 reg, u32 *value);
bool mc_reg_write(struct model *m, u32 reg, u32 value);
bool mc_is_busy(struct model *m);
void r600_mc_power_on(struct model *m);

/* mc_setup.c */
bool mc_setup_vram(struct model *m, const char *who, u64 addr);
bool mc_setup_gart(struct model *m, const char *who, u64 addr);
void mc_setup_hdp(struct model *m, u64 fb);

/* cp.c */
bool r600_cp_halted(const struct model *m);
u32 r600_rb_cntl(const struct model *m);
u64 r600_ring_base(const struct model *m);
u64 r600_rptr_addr(const struct model *m);
bool cp_reg_write(struct model *m, u32 reg, u32 value);
bool cp_reg_read(struct model *m, u32 reg, u32 *value);
void cp_soft_reset(struct model *m);

/* ucode.c */
u32 r600_ucode_words(const struct model_chip *chip, enum model_ucode kind);
void r600_ucode_file(const struct model_chip *chip, enum model_ucode kind, char name[MODEL_UCODE_NAME]);
const char *r600_ucode_locked(const struct model *m, enum model_ucode kind);

/* pm4.c */
u32 r600_packet_dw(u32 header);
u32 r600_op(u32 header);
bool r600_is_draw(u32 header);
bool r600_takes_time(u32 header);
bool r600_ib_call(const u32 *packet, u32 ndw, u64 *addr, u32 *size_dw);
enum pm4_outcome pm4_execute(struct model *m, const u32 *pkt, u32 ndw);

/* dma.c */
bool dma_reg_write(struct model *m, u32 reg, u32 value);
bool dma_reg_read(struct model *m, u32 reg, u32 *value);
void dma_soft_reset(struct model *m);
bool dma_running(const struct model *m);
bool dma_busy(const struct model *m);
u64 dma_run(struct model *m);

/* ih.c */
bool ih_reg_write(struct model *m, u32 reg, u32 value);
bool ih_reg_read(struct model *m, u32 reg, u32 *value);
bool ih_enabled(const struct model *m);
void ih_post(struct model *m, u32 source, u32 data);
void ih_soft_reset(struct model *m);
void ih_power_on(struct model *m);
void ih_update_line(struct model *m);
u64 ih_run(struct model *m);

/* link.c */
void link_power_on(struct model *m);
bool link_is_narrow(u64 offset, unsigned int size);
bool r600_is_narrow(u64 offset, unsigned int size);
bool link_reg_read(struct model *m, u32 reg, u32 *value);
bool link_reg_write(struct model *m, u32 reg, u32 value);
bool link_mirror_write(struct model *m, u64 offset, u32 value, unsigned int size);

/* ahead.c */
void ahead_copy(struct model *m, u64 src, u64 dst, u64 len, bool cp_sync);
void ahead_wait_until_idle(struct model *m);
void ahead_event(struct model *m, u64 addr);
void ahead_mem_write(struct model *m, u64 addr);
void ahead_waited(struct model *m, u32 control, u64 addr);
void ahead_access(struct model *m, u64 addr, u64 len, bool by_pfp);
void ahead_reset(struct model *m);

/* alone.c */
void alone_wrote(struct model *m, u32 reg, u32 value);
void alone_wrote_state(struct model *m, u32 reg, u32 n);
void alone_wrote_mmio(struct model *m, u32 reg, u32 value);
void alone_begins(struct model *m);
void alone_draw(struct model *m);

/* clocks.c */
void clocks_power_on(struct model *m);
void clocks_write(struct model *m, u32 reg, u32 value);
void clocks_locked(struct model *m, u32 status);
bool clocks_never_lock(const struct model *m, u32 status);

/* answer.c */
bool answer_read(struct model *m, u32 reg, u32 *value);
void answer_write(struct model *m, u32 reg);

/* rom.c */
void r600_rom(struct asm_image *a, const struct model_chip *chip, u64 vram_size, u32 board);

#endif
