/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The inside of R5xx cards.
 *
 * Each block owns its struct in struct r500 and answers the registers that regs.c hands to
 * it: *_reg_write() gets a value before it is stored and returns true if it has consumed
 * the value; *_reg_read() returns true if it has an answer.  Registers that no block claims
 * are storage.
 */
#ifndef R500_H
#define R500_H

#include "../../gpu/r500/ram.h"
#include "../../gpu/r500/upload.h"
#include "model_int.h"
#include "r500/regs.h"

/**
 * struct r500_chip - properties that differ between the six chips
 * @chip: what all chips have
 * @pipes: pixel pipes
 * @z_pipes: depth pipes
 * @rv515: the memory controller has RV515's registers
 * @loses_msi: every second message is lost
 */
struct r500_chip {
	struct model_chip chip;
	unsigned int pipes;
	unsigned int z_pipes;
	bool rv515;
	bool loses_msi;
};

#define PLL_REGS	64u
#define PCIE_REGS	0x800u
#define MC_REGS		0x200u

/* Registers behind an index; see index.c. */
struct r500_index {
	u32 pll[PLL_REGS];
	u32 pcie[PCIE_REGS];
	u32 mc[MC_REGS];
	bool told;		/* a forgotten index once */
};

/* The memory controller; see mc.c. */
struct r500_mc {
	u32 rounds;		/* flushes of the TLB that were begun and not ended ... */
	u32 unread;		/* ... since whose begin the register was not read */
	u32 busy_polls;		/* reads of the status until the memory controller is idle */
	bool seen_idle;		/* ... since the last client was stopped */
};

#define US_INSTRUCTIONS	512u
#define US_WORDS	6u

#define RAM_HIZ		1u
#define RAM_ZMASK	2u
#define RAM_CMASK	4u

/* Work of the 3D and 2D engines that nothing has waited for; see engine.c. */
struct r500_engine {
	bool drawing;
	bool blitting;
	bool copying;
	u32 colour;		/* pipes whose lines of the colour cache are not in memory */
	u32 depth;		/* the same for depth */
	bool textures;		/* lines of texture that may be from before the last fence */
	u32 last_dst;		/* of the last CP DMA */
	u32 cleared[3];		/* of ZMASK, HiZ and CMASK, what clears one after the other have reached */
	u32 known_ram;		/* RAM on the chip that was cleared since the reset: RAM_* */
	bool waiting;		/* the program of the current draw polls memory */
};

/**
 * struct r500_draw - what packets and registers leave for draws of the machine
 * @upload: programs and constants; @ram: ZMASK and CMASK
 * @arrays: of the last LOAD_VBPNTR; @array: they
 * @waits: a draw with @control, its VAP_VF_CNTL, waits for its indices
 * @samples: what ZB_ZPASS_DATA counts from, for each pipe
 */
struct r500_draw {
	struct r500_upload upload;
	struct r500_ram ram;
	u32 arrays;
	struct gpu_array array[GPU_ARRAYS];
	bool waits;
	u32 control;
	u64 samples[4];
	u32 zpass[4];
};

#define CSQ_WORDS	1024u

struct r500_cp {
	u32 rptr_wr;		/* becomes the read pointer with the next CP_RB_WPTR */
	u64 reset_due_ns;	/* GUI_ACTIVE until then */
	bool reset_unread;	/* RBBM_SOFT_RESET was set and not read since */
	u32 csq[CSQ_WORDS];	/* what was fetched: of the ring in its lower half, of streams in the other */
	u32 csq_next[2];	/* place of the next word in each half */
};

struct r500_irq {
	bool armed;
	bool msi;		/* messages were enabled when we last looked */
};

/* The state of an R5xx card beside what all cards have. */
struct r500 {
	struct r500_index index;
	struct r500_mc mc;
	struct r500_engine engine;
	struct r500_cp cp;
	struct r500_irq irq;
	struct r500_draw draw;
	u32 owner[0x8000 / 4];	/* indirect buffer that set the register */
};

static inline struct r500 *r500(const struct model *m)
{
	return m->gen_state;
}

static inline const struct r500_chip *r500_chip(const struct model *m)
{
	return (const struct r500_chip *)m->chip;
}

/* Pipes as bits. */
static inline u32 r500_pipes(const struct model *m)
{
	return (1u << ((reg_get(m, GB_PIPE_SELECT) >> 12 & 3) + 1)) - 1;
}

/* gen.c */
extern const struct model_gen r500_gen;

/* regs.c */
u32 r500_read(struct model *m, u32 reg);
bool r500_narrow(u64 offset, unsigned int size);
void r500_mmio_write(struct model *m, u64 offset, unsigned int size, u32 reg, u32 value);
/* A register write that a packet makes. */
void r500_write_cp(struct model *m, u32 reg, u32 value);

/* index.c */
bool index_reg_read(struct model *m, u32 reg, u32 *value);
bool index_reg_write(struct model *m, u32 reg, u32 value);
void index_pll_select(struct model *m, u8 value);
void index_check_mc(struct model *m, u32 reg);

/* power.c */
extern const struct reg_range r500_noisy[];
extern const struct reg_value r500_known[];
void r500_power_on(struct model *m);
void r500_forget_3d(struct model *m);
void r500_forget_cp(struct model *m);

/* mc.c */
u64 r500_fb_start(const struct model *m);
u64 r500_fb_end(const struct model *m);
void r500_gart(const struct model *m, struct gart *g);
const char *r500_pte_fault(const struct model *m, u64 pte, bool write);
u64 r500_pte_bus(u64 pte);
bool r500_pte_snooped(u64 pte);
bool r500_vram_setup(struct model *m, const char *who, u64 addr);
bool r500_gart_setup(struct model *m, const char *who, u64 addr);
void r500_cpu_access(struct model *m, u64 offset, bool write);
u32 mc_ind_read(struct model *m, u32 index);
void mc_ind_write(struct model *m, u32 index, u32 value);
u32 pcie_read(struct model *m, u32 index);
void pcie_write(struct model *m, u32 index, u32 value);
/* A client of the memory controller was stopped. */
void mc_disturb(struct model *m);
void r500_mc_power_on(struct model *m);

/* cp.c */
bool r500_cp_halted(const struct model *m);
u32 r500_rb_cntl(const struct model *m);
u64 r500_ring_base(const struct model *m);
u64 r500_rptr_addr(const struct model *m);
bool r500_cp_reg_write(struct model *m, u32 reg, u32 value);
bool r500_cp_reg_read(struct model *m, u32 reg, u32 *value);
void r500_cp_fetched(struct model *m, const u32 *packet, u32 ndw);
void r500_cp_soft_reset(struct model *m);
void r500_cp_scratch_write(struct model *m, u32 reg, u32 value);
u32 r500_ucode_words(const struct model_chip *chip, enum model_ucode kind);
void r500_ucode_file(const struct model_chip *chip, enum model_ucode kind, char name[MODEL_UCODE_NAME]);
const char *r500_ucode_locked(const struct model *m, enum model_ucode kind);

/* pm4.c */
u32 r500_packet_dw(u32 header);
u32 r500_op(u32 header);
bool r500_is_draw(u32 header);
bool r500_takes_time(u32 header);
bool r500_ib_call(const u32 *packet, u32 ndw, u64 *addr, u32 *size_dw);
enum pm4_outcome r500_execute(struct model *m, const u32 *packet, u32 ndw);

/* engine.c */
/* Also called to go on with a draw. */
enum pm4_outcome engine_draw(struct model *m, u32 op, const u32 *d, u32 ndw);
void engine_wait_until(struct model *m, u32 value);
/* 3D_CLEAR_ZMASK, _HIZ or _CMASK of @ndw dwords from @first on to @value */
void engine_clear_ram(struct model *m, u32 op, u32 first, u32 ndw, u32 value);
bool engine_reg_write(struct model *m, u32 reg, u32 value);
void engine_fence(struct model *m, const char *by);
void engine_reset(struct model *m);

/* draw.c: draws of the machine */
void draw_arrays(struct model *m, const u32 *d, u32 ndw);
/* The indices of the draw that waits for them, if one does. */
enum pm4_outcome draw_indices(struct model *m, u32 addr, u32 ndw);
enum pm4_outcome draw_run(struct model *m, u32 op, const u32 *d, u32 ndw);
/* What a pipe has counted since ZB_ZPASS_DATA was set. */
void draw_count_from(struct model *m, u32 pipes, u32 value);
u32 draw_counted(struct model *m, u32 pipe);

/* texel.c */
/* Executes a draw whose program copies a texel; false if it is another. */
bool texel_draw(struct model *m);

/* copy.c */
void copy_gui(struct model *m, u32 command);
void copy_blit(struct model *m, const u32 *d);

/* gen_int.c */
bool gen_int_reg_write(struct model *m, u32 reg, u32 value);
void gen_int_update(struct model *m);
void gen_int_power_on(struct model *m);

/* rom.c */
void r500_rom(struct asm_image *a, const struct model_chip *chip, u64 vram_size, u32 board);

#endif
