/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The inside of the card model, for its blocks only.
 *
 * Each block owns its struct in struct model and answers the registers that
 * regs.c hands to it; registers that no block claims are plain storage.
 */
#ifndef MODEL_INT_H
#define MODEL_INT_H

#include "model.h"
#include "model_regs.h"

#define REG_SPACE	0x40000u	/* bytes of register space that packets can name */
#define REG_BAR_SIZE	0x10000u
#define IO_BAR_SIZE	0x100u
#define GPU_PAGE	4096u
#define TLB_ENTRIES	(1u << 18)	/* 1 GiB of GART, direct mapped */

/* Clients of the memory controller. */
enum mc_client {
	MC_CP,
	MC_IH,
	MC_DMA,
	MC_GFX,
	MC_FETCH,	/* the CP reads its ring and indirect buffers */
	MC_WB,		/* it writes memory that the CPU polls */
};

struct tlb_entry {
	u64 page;	/* MC page number + 1; 0 = empty */
	u64 pte;
	u32 generation;
};

/* A line of VRAM that the HDP has buffered for reads of the CPU, until a flush. */
struct hdp_line {
	u64 line;		/* its number + 1, 0: none */
	u32 round;		/* of the flush before that read */
	bool stale;		/* the GPU has written it since */
};

#define HDP_LINES	64u
#define HDP_LINE	64u

struct model_mc {
	struct tlb_entry *tlb;
	u32 generation;		/* bumped by every invalidation */
	u32 response;		/* of the last invalidation ... */
	u32 busy_polls;		/* reads of SRBM_STATUS until the access has ended */
	u32 response_polls;	/* ... which comes after so many more reads */
	u64 response_due_ns;	/* ... and at the latest then */
	u32 hdp_flushes;	/* not yet used up by an invalidation, 2 at most */
	bool hdp_armed;		/* R7xx: HDP_DEBUG1 written, read-back outstanding */
};

#define CRTCS		2u

/* The displays of firmware: see scanout.c. */
struct model_scanout {
	u64 base[CRTCS];	/* MC address of the surface that each CRTC shows */
	u64 size[CRTCS];	/* 0: it shows none */
	u32 stopped[CRTCS];	/* the frame in which its reads were switched off */
	u32 rendered;		/* the last frame of VGA text */
};

struct model_hdp {
	u32 round;		/* bumped by every HDP flush */
	u8 *queued;		/* a bit for each dword of BAR 0: the CPU wrote it since the last flush (see_vram) */
	u32 *dirty;		/* pages with such dwords */
	u32 ndirty;
	struct hdp_line line[HDP_LINES];	/* lines that the CPU has read through the HDP (see_vram) */
};

struct ucode_store {
	u32 words;		/* number that arrived in order */
	u32 addr;
	bool complete;
	bool wrong;
};

struct pm4_stream {
	u64 addr;		/* next dword's GPU address, IBs only */
	u32 left_dw;
};

enum cp_state {
	CP_IDLE,
	CP_WAITING,		/* a packet's condition does not hold yet */
	CP_HUNG,
};

/* An indirect buffer as the doorbell published it; see frozen.c. */
struct frozen {
	u64 addr;
	u64 hash;
	u32 ndw;
	u32 end;		/* ring position behind the packet */
};

#define MAX_FROZEN	4096u

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

struct model_ahead {
	u64 copies;		/* so far */
	u64 idle;		/* ... those that WAIT_UNTIL has waited for */
	u64 fenced;		/* ... that an end-of-pipe event followed */
	u64 me;			/* ... that are done for the micro engine */
	u64 pfp;		/* ... that are done for the prefetch parser */
	struct ahead_copy copy[AHEAD_COPIES];
	struct ahead_word word[AHEAD_WORDS];
	u32 words;
};

#define PM4_MAX_DW	0x4002u
#define CP_MAX_DEPTH	2

struct model_cp {
	struct ucode_store ucode[MODEL_UCODES];
	bool initialised;	/* ME_INITIALIZE seen since the last CP reset */
	enum cp_state state;
	u32 rptr;
	u32 wptr;
	bool fresh;		/* was idle, and has executed no stream or copy since */
	u64 due_ns;		/* end of the engine delay */
	u64 rptr_due_ns;	/* the read pointer in memory is stale until then; 0: current */
	u64 reset_due_ns;	/* GUI_ACTIVE until then */
	struct pm4_stream ib[CP_MAX_DEPTH];
	unsigned int depth;	/* 0: in the ring */
	u32 ib_number;		/* of the one that the ring called */
	u32 packet[PM4_MAX_DW];
	u32 packet_dw;		/* of a packet that waits */
	u32 index_type;
	u32 strmout_filled[4];
	u32 skip_dw;		/* COND_EXEC */
	bool predicated;	/* predicate says: skip */
	bool pred_active;
	u32 ibs_until_hang;
	u64 packets_until_hang;
	u32 hang_op;
	u32 ops_until_hang;
	struct frozen frozen[MAX_FROZEN];
	u32 nfrozen;
	bool drawing;		/* draws without a wait behind them */
	bool copying;		/* the same for CP_DMA */
	struct model_ahead ahead;
	bool flush_begun;	/* an event has flushed the caches that draws wrote */
	bool unflushed;		/* ... and no SURFACE_SYNC has waited for it, on chips that need it */
	bool caches_empty;	/* read caches were invalidated behind the last fence */
	bool pipe_stuck;	/* hung in a draw: the CP alone cannot be revived */
	bool complained;	/* one "before ME_INITIALIZE" per start is enough */
};

struct model_dma {
	enum cp_state state;
	u32 rptr;		/* bytes */
	u32 wptr;
	u64 due_ns;
	u32 ib_pos_dw;		/* where an indirect buffer waits */
};

struct model_ih {
	u32 rptr;		/* bytes */
	u32 wptr;
	bool overflow;
	bool armed;
	bool line;		/* INTx level */
	u32 to_drop;
	bool late;		/* the write pointer in memory is stale */
	u64 due_ns;		/* ... until then */
	bool overrun;		/* requested by a test */
	u32 seen;
};

#define CONFIG_SPACE	256u

struct model_pci {
	u8 config[CONFIG_SPACE];
};

#define ANSWERS		5u
#define LINK_PORT_REGS	256u

struct model_link {
	u32 port[LINK_PORT_REGS];	/* by PCIE_PORT_INDEX */
	bool index_unread;	/* PCIE_PORT_INDEX was written and not read since */
	bool reads_back;	/* PCIE_PORT_INDEX was read since power-on */
	bool failures_cleared;	/* LC_CLR_FAILED_SPD_CHANGE_CNT was set and cleared */
};

struct model {
	struct model_config config;
	const struct model_chip *chip;
	const struct model_host *host;
	void *ctx;
	u8 *vram;
	FILE *report;
	u32 reg[REG_SPACE / 4];
	u32 owner[REG_SPACE / 4];	/* indirect buffer that set the register */
	u32 division[6];		/* of the shader core, as the driver set it by MMIO */
	struct model_pci pci;
	struct model_link link;
	struct model_mc mc;
	struct model_scanout scanout;
	struct model_hdp hdp;
	struct model_cp cp;
	struct model_dma dma;
	struct model_ih ih;
	struct model_stuck stuck[MODEL_MAX_STUCK];
	unsigned int nstuck;
	u32 stuck_value;
	u32 stuck_after;
	int temperature;	/* half degrees */
	u64 start_ns;
	u32 mc_busy_reads;	/* of SRBM_STATUS, until the memory controller is idle */
	bool woken;		/* the power-on is one after a sleep */
	bool unposted;		/* no video BIOS has set the engine clock since power-on */
	u32 answer_reads[ANSWERS];	/* of a polled status, until its bit is set */
	u64 clock_latch;
	u64 count[MODEL_COUNTERS];
	u32 counter_index;
	u32 next_board;		/* for the next card in the slot */
	bool reset_unread;	/* GRBM_SOFT_RESET was set and not read since */
	bool srbm_unread;	/* the same for SRBM_SOFT_RESET */
	u32 tiling_config;	/* derived from the straps; 0: unknown */
	bool tiling_told;
	char last_violation[512];
};

/* report.c */
__attribute__((format(printf, 3, 4)))
void violation(struct model *m, const char *rule, const char *fmt, ...);
static inline void count(struct model *m, enum model_counter c)
{
	m->count[c]++;
}

/* regs.c */
static inline u32 reg_get(const struct model *m, u32 reg)
{
	return m->reg[reg / 4];
}

static inline void reg_set(struct model *m, u32 reg, u32 value)
{
	m->reg[reg / 4] = value;
}

/* A register access that a packet makes. */
u32 reg_read_cp(struct model *m, u32 reg);
void reg_write_cp(struct model *m, u32 reg, u32 value);
u64 gpu_clock(const struct model *m);
void scratch_write(struct model *m, u32 reg, u32 value);

/* power.c */
void model_power_on(struct model *m);
void model_lose_vram(struct model *m);
void power_forget_cp(struct model *m);
void power_forget_vm(struct model *m);
u32 power_noise(u32 seed, u32 at);

/* board.c */
void board_straps(struct model *m);
void board_power_on(struct model *m);
u32 board_fb_start(const struct model *m);

/* memory.c */
bool mc_read(struct model *m, enum mc_client client, u64 addr, void *data, u64 len);
bool mc_write(struct model *m, enum mc_client client, u64 addr, const void *data, u64 len);
bool mc_touch(struct model *m, enum mc_client client, u64 addr, u64 len, const char *what);
/* mc_read() without side effects: no TLB, no counters, no violations. */
bool mc_peek(struct model *m, u64 addr, void *data, u64 len);
u32 mc_read32(struct model *m, enum mc_client client, u64 addr);
void mc_write32(struct model *m, enum mc_client client, u64 addr, u32 value);
void mc_write64(struct model *m, enum mc_client client, u64 addr, u64 value);
bool mc_reg_read(struct model *m, u32 reg, u32 *value);
bool mc_reg_write(struct model *m, u32 reg, u32 value);
bool mc_is_busy(struct model *m);
void mc_power_on(struct model *m);
void mc_invalidate(struct model *m);
void mc_cpu_read(struct model *m, u64 offset);
void mc_cpu_write(struct model *m, u64 offset, u64 len);

/* hdp.c */
bool hdp_new(struct model *m);
void hdp_free(struct model *m);
void hdp_drain(struct model *m);
bool hdp_holds(struct model *m, u64 offset, u64 len);
void hdp_wrote(struct model *m, u64 offset, u64 len);
void hdp_read(struct model *m, u64 offset);
void hdp_age(struct model *m, u64 offset, u64 len);

/* mc_setup.c */
bool mc_setup_vram(struct model *m, const char *who, u64 addr);
bool mc_setup_gart(struct model *m, const char *who, u64 addr);
void mc_setup_hdp(struct model *m, u64 fb);

bool mc_blacked_out(const struct model *m);
u64 mc_fb_start(const struct model *m);
u64 mc_fb_end(const struct model *m);

/* scanout.c */
void scanout_power_on(struct model *m);
void scanout_run(struct model *m);
bool scanout_reg_read(struct model *m, u32 reg, u32 *value);
void scanout_reg_write(struct model *m, u32 reg, u32 value);
void scanout_must_rest(struct model *m, const char *what);
void scanout_check_surfaces(struct model *m);
void scanout_check_write(struct model *m, const char *client, u64 addr, u64 len);

/* ucode.c */
void ucode_write(struct model *m, enum model_ucode kind, u32 value);
void ucode_seek(struct model *m, enum model_ucode kind, u32 addr);
bool ucode_ready(struct model *m, enum model_ucode kind);

/* cp.c */
bool cp_reg_write(struct model *m, u32 reg, u32 value);
bool cp_reg_read(struct model *m, u32 reg, u32 *value);
void cp_soft_reset(struct model *m);
void cp_power_on(struct model *m);
bool cp_halted(const struct model *m);
bool cp_busy(const struct model *m);
u64 cp_run(struct model *m);
u64 cp_rptr_run(struct model *m);
void cp_hang(struct model *m, const char *why);

/* pm4.c */
enum pm4_outcome {
	PM4_DONE,
	PM4_WAIT,
	PM4_HANG,
};

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

/* pci.c */
void pci_power_on(struct model *m);
bool pci_bus_master(const struct model *m);
bool pci_asleep(const struct model *m);
void pci_leave_master(struct model *m);
bool pci_msi_enabled(const struct model *m);
u64 pci_msi_address(const struct model *m);
u32 pci_msi_data(const struct model *m);
/* The engines that still run, as the end of a sentence; NULL if all are stopped. */
const char *pci_running(struct model *m);
void pci_set_link_speed(struct model *m, u32 speed);
u32 pci_link_cntl2(const struct model *m);

/* link.c */
void link_power_on(struct model *m);
bool link_chip_does_gen2(const struct model_chip *chip);
bool link_is_narrow(u64 offset, unsigned int size);
bool link_reg_read(struct model *m, u32 reg, u32 *value);
bool link_reg_write(struct model *m, u32 reg, u32 value);
bool link_mirror_write(struct model *m, u64 offset, u32 value, unsigned int size);

/* frozen.c */
void frozen_publish(struct model *m, u32 from, u32 to, u32 size);
void frozen_execute(struct model *m, u64 addr, u32 ndw);

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
void alone_wrote_mmio(struct model *m, u32 reg, u32 value);
void alone_begins(struct model *m);
void alone_draw(struct model *m);

/* answer.c */
bool answer_read(struct model *m, u32 reg, u32 *value);
void answer_write(struct model *m, u32 reg);

/* control.c */
bool control_read(struct model *m, u32 reg, u32 *value);
bool control_write(struct model *m, u32 reg, u32 value);

#endif
