/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The inside of the card model, for its blocks only: what all generations share.
 *
 * Each block owns its struct in struct model.  A generation has more blocks and their
 * state in a folder of its own, and answers the registers that bar.c hands to it.
 */
#ifndef MODEL_INT_H
#define MODEL_INT_H

#include "avivo.h"
#include "gen.h"

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
};

#define CRTCS		2u

/* The displays of firmware: see scanout.c. */
struct model_scanout {
	u64 base[CRTCS];	/* MC address of the surface that each CRTC shows */
	u64 size[CRTCS];	/* 0: it shows none */
	u32 stopped[CRTCS];	/* the frame in which its reads were switched off */
	bool unwatched[CRTCS];	/* the driver has not looked at the raster since */
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
	u32 placed;		/* words of the placeholder file */
	u32 strange;		/* others */
	u32 last;		/* the last word */
	u32 first;		/* the first word */
	bool varied;		/* not all words are equal */
};

struct pm4_stream {
	u64 addr;		/* next dword's GPU address, IBs only */
	u32 left_dw;
};

enum cp_state {
	CP_IDLE,
	CP_WAITING,		/* a packet's condition does not hold yet */
	CP_DRAWING,		/* a draw is not done */
	CP_HUNG,
};

/* An indirect buffer as the doorbell published it; see frozen.c. */
struct frozen {
	u64 addr;
	u64 hash;
	u32 ndw;
	u32 end;		/* ring position after the packet */
};

#define MAX_FROZEN	4096u

#define PM4_MAX_DW	0x4002u
#define CP_MAX_DEPTH	2

struct model_cp {
	struct ucode_store ucode[MODEL_UCODES];
	enum cp_state state;
	bool started;		/* packets have run since the last reset or start */
	u32 rptr;
	u32 wptr;
	bool fresh;		/* was idle, and has executed no stream or copy since */
	bool timed;		/* the time of the next stream or copy has passed */
	u64 due_ns;		/* end of that time, or of the engine delay; 0: nothing to wait for */
	u64 rptr_due_ns;	/* the read pointer in memory is stale until then; 0: current */
	struct pm4_stream ib[CP_MAX_DEPTH];
	unsigned int depth;	/* 0: in the ring */
	u32 ib_number;		/* of the one that the ring called */
	u32 packet[PM4_MAX_DW];
	u32 packet_dw;		/* of a packet that waits */
	u32 ibs_until_hang;
	u64 packets_until_hang;
	u32 hang_op;
	u32 ops_until_hang;
	u32 hangs_left;		/* the same hang again, after a reset */
	struct frozen frozen[MAX_FROZEN];
	u32 nfrozen;
	bool pipe_stuck;	/* hung in a draw: the CP alone cannot be revived */
	u8 row[256];		/* by opcode: 1 + the packet's row, once it was executed */
};

/* The way of interrupts to the host: see irq.c. */
struct model_irq {
	bool line;		/* INTx level */
	bool late;		/* a message is on its way */
	u64 due_ns;		/* ... until then */
	bool untold;		/* an event that no message has told */
	u64 event_ns;		/* its time, or the time of the first one */
	u32 to_drop;
	u32 seen;
};

#define CONFIG_SPACE	256u
#define LINK_CNTL2	0x88
#define   TARGET_LINK_SPEED_MASK	0xfu
#define   SELECTABLE_DEEMPHASIS		(1u << 6)

struct model_pci {
	u8 config[CONFIG_SPACE];
	bool off;		/* MODEL_CFG_POWER */
};

struct model {
	struct model_config config;
	const struct model_chip *chip;
	const struct model_host *host;
	void *ctx;
	u8 *vram;
	FILE *report;
	u32 reg[REG_SPACE / 4];
	struct model_pci pci;
	struct model_mc mc;
	struct model_scanout scanout;
	struct model_hdp hdp;
	struct model_cp cp;
	struct model_irq irq;
	void *gen_state;	/* of the generation */
	struct model_stuck stuck[MODEL_MAX_STUCK];
	unsigned int nstuck;
	u32 stuck_value;
	u32 stuck_after;
	int temperature;	/* half degrees */
	u64 start_ns;
	u32 reference;		/* clock of the board in 10 kHz; another card in the slot keeps it, like the ROM */
	bool touched;		/* a driver has written registers since power-on */
	bool woken;		/* the power-on is one after a sleep */
	u64 count[MODEL_COUNTERS];
	u32 counter_index;
	u32 worn_page;		/* MODEL_REG_WORN; another card in the slot keeps it */
	u32 next_board;		/* for the next card in the slot */
	char last_violation[512];
};

/* chips.c: enough for the state of any generation, so that any card fits into the slot */
size_t model_state_size(void);

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

/* CP_RB_CNTL, equal in all generations */
#define RB_NO_UPDATE			(1u << 27)
#define RB_RPTR_WR_ENA			(1u << 31)

u32 reg_read(struct model *m, u32 reg);
/* Test whether a test has pinned the reads of a register. */
bool reg_is_stuck(const struct model *m, u32 reg);

/* power.c */
void model_power_on(struct model *m);
void model_lose_vram(struct model *m);
void power_forget(struct model *m, u32 first, u32 last);
u32 power_noise(u32 seed, u32 at);

/* board.c */
u32 board_fb_start(const struct model *m);
void board_bar_moved(struct model *m);

/* memory.c */
bool mc_read(struct model *m, enum mc_client client, u64 addr, void *data, u64 len);
bool mc_write(struct model *m, enum mc_client client, u64 addr, const void *data, u64 len);
bool mc_touch(struct model *m, enum mc_client client, u64 addr, u64 len, const char *what);
/* mc_read() without side effects: no TLB, no counters, no violations. */
bool mc_peek(struct model *m, u64 addr, void *data, u64 len);
u32 mc_read32(struct model *m, enum mc_client client, u64 addr);
void mc_write32(struct model *m, enum mc_client client, u64 addr, u32 value);
void mc_write64(struct model *m, enum mc_client client, u64 addr, u64 value);
void mc_power_on(struct model *m);
void mc_invalidate(struct model *m);
void mc_cpu_read(struct model *m, u64 offset);
void mc_cpu_write(struct model *m, u64 offset, u64 len);

static inline u64 mc_fb_start(const struct model *m)
{
	return m->chip->gen->fb_start(m);
}

static inline u64 mc_fb_end(const struct model *m)
{
	return m->chip->gen->fb_end(m);
}

static inline bool mc_blacked_out(const struct model *m)
{
	return m->chip->gen->blacked_out(m);
}

/* hdp.c */
bool hdp_new(struct model *m);
void hdp_free(struct model *m);
void hdp_push(struct model *m);
void hdp_drop_lines(struct model *m);
void hdp_drain(struct model *m);
bool hdp_holds(struct model *m, u64 offset, u64 len);
void hdp_wrote(struct model *m, u64 offset, u64 len);
void hdp_read(struct model *m, u64 offset);
void hdp_age(struct model *m, u64 offset, u64 len);

/* scanout.c */
void scanout_power_on(struct model *m);
void scanout_run(struct model *m);
bool scanout_reg_read(struct model *m, u32 reg, u32 *value);
void scanout_reg_write(struct model *m, u32 reg, u32 value);
void scanout_must_rest(struct model *m, const char *what);
void scanout_check_surfaces(struct model *m);
void scanout_check_write(struct model *m, const char *client, u64 addr, u64 len);

/* ucode.c */
void ucode_seek(struct model *m, enum model_ucode kind, u32 addr);
void ucode_start(struct model *m, enum model_ucode kind, u32 addr);
void ucode_write(struct model *m, enum model_ucode kind, u32 value);
bool ucode_ready(struct model *m, enum model_ucode kind);
extern const char * const ucode_name[MODEL_UCODES];

/* cp.c */
u32 cp_ring_dw(const struct model *m);
void cp_doorbell(struct model *m, u32 value);
void cp_set_rptr(struct model *m, u32 value);
void cp_reset(struct model *m);
void cp_power_on(struct model *m);
bool cp_busy(const struct model *m);
u64 cp_run(struct model *m);
u64 cp_rptr_run(struct model *m);
void cp_hang(struct model *m, const char *why);
/* A packet calls an indirect buffer. */
enum pm4_outcome cp_call(struct model *m, u64 addr, u32 size_dw);

static inline bool cp_halted(const struct model *m)
{
	return m->chip->gen->cp_halted(m);
}

/* irq.c */
void irq_line(struct model *m, bool level);
bool irq_message(struct model *m, u32 every);
void irq_event(struct model *m);
void irq_all_seen(struct model *m);
u64 irq_run(struct model *m);
void irq_raise(struct model *m);
void irq_power_on(struct model *m);

/* pci.c */
void pci_power_on(struct model *m);
bool pci_is_bar64(const struct model *m, unsigned int bar);
u64 pci_bar_address(const struct model *m, unsigned int bar);
bool pci_bus_master(const struct model *m);
bool pci_asleep(const struct model *m);
bool pci_off(const struct model *m);
void pci_leave_master(struct model *m);
bool pci_msi_enabled(const struct model *m);
u64 pci_msi_address(const struct model *m);
u32 pci_msi_data(const struct model *m);
void pci_set_link_speed(struct model *m, u32 speed);
u32 pci_link_cntl2(const struct model *m);

/* frozen.c */
void frozen_publish(struct model *m, u32 from, u32 to, u32 size);
void frozen_execute(struct model *m, u64 addr, u32 ndw);

/* control.c */
bool control_read(struct model *m, u32 reg, u32 *value);
bool control_write(struct model *m, u32 reg, u32 value);

#endif
