/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interfaces between the files of ring/, which the generations call as well: DMA memory and
 * the parts of bring-up.  No file outside of ring/ includes this.
 */
#ifndef RCP_PRIV_H
#define RCP_PRIV_H

#include "rcp_gen.h"
#include "rcp_regs.h"

/* ---- layout of the write-back page ---- */

/* The first and the last bytes are free for the generation. */
#define RCP_WB_RPTR		1024u	/* CP_RB_RPTR */
#define RCP_WB_SEQNO		3072u	/* fences, as the generation writes them */
#define RCP_WB_FREE		3200u

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
void rcp_scanout_check_vga(struct rcp_card *card, u64 fb);
void rcp_scanout_stop(struct rcp_card *card, struct rcp_scanout *saved);
void rcp_scanout_restart(struct rcp_card *card, const struct rcp_scanout *saved);
u64 rcp_scanout_surface(struct rcp_card *card, u32 crtc);
void rcp_scanout_move(struct rcp_card *card, u64 from, u64 to);

/* ---- legacy VGA ranges ---- */

void rcp_vga_init(struct rcp_card *card);
void rcp_vga_start(struct rcp_card *card);
void rcp_vga_fini(struct rcp_card *card);

/* ---- layout of the address space ---- */

/* card->vga_offset if no memory of the VGA renderer is reserved */
#define RCP_NO_VGA		(~0ull)

int rcp_layout_init(struct rcp_card *card);

/* ---- GART and DMA memory ---- */

int rcp_vram_map(struct rcp_card *card);
void rcp_vram_unmap(struct rcp_card *card);
int rcp_gart_init(struct rcp_card *card);
void rcp_gart_fini(struct rcp_card *card);
int rcp_gart_start(struct rcp_card *card);
void rcp_gart_suspend(struct rcp_card *card);
void rcp_gart_stop(struct rcp_card *card);
int rcp_dma_alloc(struct rcp_card *card, struct rcp_dma *mem, u64 size);
void rcp_dma_free(struct rcp_card *card, struct rcp_dma *mem);

/*
 * The most bytes of a packet of a copy: @piece is the limit of the packet, and no packet reads
 * past the end of a source that begins again after @span bytes.
 */
static inline u32 rcp_copy_piece(u32 span, u32 piece)
{
	return span ? min(span, piece) : piece;
}

int rcp_zeros_init(struct rcp_card *card);
void rcp_zeros_fini(struct rcp_card *card);
void rcp_zeros_start(struct rcp_card *card);

/* ---- microcode ---- */

int rcp_fw_init(struct rcp_card *card);
void rcp_fw_fini(struct rcp_card *card);

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

/* Bytes that a source may give. */
#define RCP_ROM_MAX		0x40000u

/**
 * enum rcp_rom_grade - what a check says about an image
 * @RCP_ROM_BAD: no image, or one that cannot be used
 * @RCP_ROM_OTHER: an image for another device; the last resort
 * @RCP_ROM_DOUBTFUL: usable if no other source has a better one
 * @RCP_ROM_GOOD: use it
 */
enum rcp_rom_grade {
	RCP_ROM_BAD,
	RCP_ROM_OTHER,
	RCP_ROM_DOUBTFUL,
	RCP_ROM_GOOD,
};

/* Grades an image, or with rom->bytes NULL a source that has none. */
typedef enum rcp_rom_grade (*rcp_rom_check)(struct rcp_card *card, const struct rcp_rom *rom,
					    void *data);

enum rcp_rom_grade rcp_rom_find(struct rcp_card *card, struct rcp_rom *rom,
				rcp_rom_check check, void *data);
/* ---- ACPI methods of laptops with two GPUs ---- */

void rcp_acpi_atrm(struct rcp_card *card, bool own, struct rcp_rom *rom);
int rcp_acpi_power_on(struct rcp_card *card);

/* ---- video BIOS, in use ---- */

int rcp_bios_init(struct rcp_card *card);
void rcp_bios_fini(struct rcp_card *card);
int rcp_bios_post(struct rcp_card *card);
bool rcp_bios_can_post(const struct rcp_card *card);
bool rcp_bios_has(const struct rcp_card *card, u32 table);
bool rcp_bios_set(struct rcp_card *card, const struct rcp_atom_step *step,
		  struct rcp_atom_why *why);
u32 rcp_bios_get_clock(struct rcp_card *card, u32 table);

/* ---- clocks ---- */

void rcp_clock_init(struct rcp_card *card);
int rcp_clock_start(struct rcp_card *card);
int rcp_clock_reset(struct rcp_card *card);
void rcp_clock_read(struct rcp_card *card);

/* ---- interrupt ---- */

int rcp_irq_check_free(struct rcp_card *card);
int rcp_irq_init(struct rcp_card *card);
int rcp_irq_use_pin(struct rcp_card *card);
void rcp_irq_fini(struct rcp_card *card);
void rcp_irq_enable(struct rcp_card *card);
void rcp_irq_disable(struct rcp_card *card);
void rcp_irq_synchronize(struct rcp_card *card);

/* ---- steps of bring-up ---- */

void rcp_step_begin(struct rcp_card *card);
void rcp_step_done(struct rcp_card *card, const char *name);
void rcp_steps_report(struct rcp_card *card);

/* ---- ring ---- */

int rcp_ring_init(struct rcp_card *card);
void rcp_ring_fini(struct rcp_card *card);
void rcp_ring_clear(struct rcp_card *card);
void rcp_ring_emit_all(struct rcp_card *card, const u32 *dwords, u32 count_dw);
void rcp_ring_emit(struct rcp_card *card, u32 dword);

/**
 * rcp_ring_frame() - find memory for packets that are put together
 * @card: the card
 * @spare: an array of @max_dw dwords
 * @max_dw: upper bound on the length of the packets
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit(); the next call for the ring is
 * rcp_ring_frame_end().
 * Return: the place in the ring, so that the packets are not copied; or @spare if that many dwords
 * would pass the end of the ring, or are not reserved.
 */
static inline u32 *rcp_ring_frame(struct rcp_card *card, u32 *spare, u32 max_dw)
{
	struct rcp_ring *ring = &card->ring;

	if (unlikely(max_dw > ring->left_dw || max_dw > ring->size_dw - ring->wptr))
		return spare;
	return ring->mem.cpu + ring->wptr * sizeof(u32);
}

/**
 * rcp_ring_frame_end() - append the packets that the memory of rcp_ring_frame() has now
 * @card: the card
 * @spare: as for rcp_ring_frame()
 * @frame: what rcp_ring_frame() returned
 * @end: end of the packets, at most @max_dw dwords after @frame
 *
 * Context: as rcp_ring_frame().
 */
static inline void rcp_ring_frame_end(struct rcp_card *card, const u32 *spare, const u32 *frame,
				      const u32 *end)
{
	struct rcp_ring *ring = &card->ring;
	u32 count_dw = end - frame;

	if (unlikely(frame == spare)) {
		rcp_ring_emit_all(card, frame, count_dw);
		return;
	}
	ring->left_dw -= count_dw;
	ring->wptr = (ring->wptr + count_dw) & (ring->size_dw - 1);
}

/* ---- streams ---- */

int rcp_ibs_init(struct rcp_card *card);
void rcp_ibs_fini(struct rcp_card *card);

#endif /* RCP_PRIV_H */
