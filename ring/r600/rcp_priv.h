/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interfaces between the files of r600/: DMA memory and the parts of bring-up.  No other file
 * includes this.
 */
#ifndef RCP_PRIV_H
#define RCP_PRIV_H

#include "../rcp_mmio.h"
#include "rcp_regs.h"

/* One of two registers or values, by family. */
static inline u32 rcp_by_family(const struct rcp_card *card, u32 r6xx, u32 r7xx)
{
	return card->chip->r7xx ? r7xx : r6xx;
}

/* ---- layout of the write-back page ---- */

#define RCP_WB_SCRATCH		0u	/* SCRATCH_REG0..7, 256-byte aligned */
#define RCP_WB_RPTR		1024u	/* CP_RB_RPTR */
#define RCP_WB_IH_WPTR		2048u	/* IH_RB_WPTR */
#define RCP_WB_SEQNO		3072u	/* 64 bits: fences */
#define RCP_WB_TEST		3200u	/* 64 bits: fence of the IB test */
#define RCP_WB_TEST_IB		3584u	/* stream of the IB test */

static inline __le32 *rcp_wb32(const struct rcp_card *card, u32 offset)
{
	return card->wb.cpu + offset;
}

static inline __le64 *rcp_wb64(const struct rcp_card *card, u32 offset)
{
	return card->wb.cpu + offset;
}

/* ---- displays ---- */

#define RCP_CRTCS		2u

/**
 * struct rcp_scanout - state of the displays while they are stopped
 * @vga_render: VGA_RENDER_CONTROL
 * @vga_hdp: VGA_HDP_CONTROL
 * @control: D1CRTC_CONTROL and D2CRTC_CONTROL
 */
struct rcp_scanout {
	u32 vga_render;
	u32 vga_hdp;
	u32 control[RCP_CRTCS];
};

bool rcp_scanout_active(struct rcp_card *card);
bool rcp_scanout_vga_shown(struct rcp_card *card);
void rcp_scanout_vga_off(struct rcp_card *card);
void rcp_scanout_stop(struct rcp_card *card, struct rcp_scanout *saved);
void rcp_scanout_restart(struct rcp_card *card, const struct rcp_scanout *saved);
u64 rcp_scanout_surface(struct rcp_card *card, u32 crtc);
void rcp_scanout_move(struct rcp_card *card, u64 from, u64 to);

/* ---- legacy VGA ranges ---- */

void rcp_vga_init(struct rcp_card *card);
void rcp_vga_start(struct rcp_card *card);
void rcp_vga_fini(struct rcp_card *card);

/* ---- memory controller ---- */

/**
 * struct rcp_vram_range - GPU addresses of VRAM, from MC_VM_FB_LOCATION
 * @start: address of the first byte
 * @end: address behind the last byte
 */
struct rcp_vram_range {
	u64 start;
	u64 end;
};

/* card->vga_offset if no memory of the VGA renderer is reserved */
#define RCP_NO_VGA		(~0ull)

int rcp_layout_init(struct rcp_card *card);
struct rcp_vram_range rcp_mc_fb_location(struct rcp_card *card);
int rcp_mc_start(struct rcp_card *card);
void rcp_mc_blackout(struct rcp_card *card);
void rcp_mc_unblackout(struct rcp_card *card);

/* ---- GART and DMA memory ---- */

int rcp_vram_map(struct rcp_card *card);
void rcp_vram_unmap(struct rcp_card *card);
int rcp_gart_init(struct rcp_card *card);
void rcp_gart_fini(struct rcp_card *card);
int rcp_gart_start(struct rcp_card *card);
void rcp_gart_suspend(struct rcp_card *card);
void rcp_gart_stop(struct rcp_card *card);
int rcp_dma_alloc(struct rcp_card *card, struct rcp_dma *mem, u64 size);
int rcp_dma_repeat(struct rcp_card *card, const struct rcp_dma *mem, u64 span);
void rcp_dma_free(struct rcp_card *card, struct rcp_dma *mem);

/* ---- microcode ---- */

int rcp_fw_init(struct rcp_card *card);
void rcp_fw_fini(struct rcp_card *card);
void rcp_rlc_start(struct rcp_card *card);
void rcp_rlc_stop(struct rcp_card *card);
void rcp_cp_load(struct rcp_card *card);

/* ---- video BIOS ---- */

/**
 * struct rcp_rom - a copy of a video BIOS image
 * @bytes: the image, from kvmalloc()
 * @size: size in bytes
 * @source: where the image was found, for messages
 * @first: the first bytes of a source without an image
 */
struct rcp_rom {
	u8 *bytes;
	u32 size;
	const char *source;
	u8 first[4];
};

struct rcp_atom_why;

/**
 * enum rcp_rom_grade - what a check says about an image
 * @RCP_ROM_BAD: no image, or one that cannot be used
 * @RCP_ROM_DOUBTFUL: usable if no other source has a better one
 * @RCP_ROM_GOOD: use it
 */
enum rcp_rom_grade {
	RCP_ROM_BAD,
	RCP_ROM_DOUBTFUL,
	RCP_ROM_GOOD,
};

/* Grades an image, or with rom->bytes NULL a source that has none. */
typedef enum rcp_rom_grade (*rcp_rom_check)(struct rcp_card *card, const struct rcp_rom *rom,
					    void *data);

enum rcp_rom_grade rcp_rom_find(struct rcp_card *card, struct rcp_rom *rom,
				rcp_rom_check check, void *data);
int rcp_bios_init(struct rcp_card *card);
void rcp_bios_fini(struct rcp_card *card);
int rcp_bios_post(struct rcp_card *card);
bool rcp_bios_can_post(const struct rcp_card *card);
bool rcp_bios_has(const struct rcp_card *card, u32 table);
bool rcp_bios_set_clock(struct rcp_card *card, u32 table, u32 khz, struct rcp_atom_why *why);

/* ---- clocks ---- */

void rcp_clock_init(struct rcp_card *card);
bool rcp_clock_start(struct rcp_card *card);
void rcp_clock_stop(struct rcp_card *card);

/* ---- PCIe link ---- */

void rcp_link_init(struct rcp_card *card);
bool rcp_link_start(struct rcp_card *card);

/* ---- 3D engine ---- */

int rcp_gfx_straps(struct rcp_card *card);
void rcp_golden_start(struct rcp_card *card);
void rcp_gfx_start(struct rcp_card *card);

/* ---- interrupts ---- */

int rcp_ih_check_free(struct rcp_card *card);
int rcp_ih_init(struct rcp_card *card);
int rcp_ih_use_pin(struct rcp_card *card);
void rcp_ih_fini(struct rcp_card *card);
void rcp_ih_start(struct rcp_card *card);
void rcp_ih_enable_eop(struct rcp_card *card);
void rcp_ih_stop(struct rcp_card *card);

/* ---- command processor ---- */

int rcp_ring_init(struct rcp_card *card);
void rcp_ring_fini(struct rcp_card *card);
void rcp_cp_halt(struct rcp_card *card);
int rcp_cp_start(struct rcp_card *card);
int rcp_ring_test(struct rcp_card *card);
int rcp_ib_test(struct rcp_card *card);

/* ---- streams ---- */

int rcp_ibs_init(struct rcp_card *card);
void rcp_ibs_fini(struct rcp_card *card);

#endif /* RCP_PRIV_H */
