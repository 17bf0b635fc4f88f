/* SPDX-License-Identifier: GPL-2.0 */
/* The unit tests of R5xx's back (build/gpu-r500-back-test): see each file. */
#ifndef GPU_UNIT_R500_BACK_H
#define GPU_UNIT_R500_BACK_H

#include "r500/back_regs.h"
#include "r500/front_regs.h"
#include "r500/r500.h"
#include "r500/tile.h"
#include "regs.h"
#include "tap.h"
#include "watch.h"

#define MEMORY		0x100000u	/* GPU address of the rig's memory */
#define MEMORY_SIZE	0x100000u
#define TARGET		MEMORY
#define DEPTH		(MEMORY + 0x40000u)
#define TEXTURE		(MEMORY + 0x80000u)

/* A machine with memory, and a draw of a rectangle whose vertices are in the packet. */
struct r500_rig {
	struct gpu *gpu;
	uint32_t regs[GPU_REG_END / 4];
	struct r500_upload upload;
	struct r500_ram ram;
	uint8_t memory[MEMORY_SIZE];
	unsigned int faults, stale;
	char line[256], stale_line[256];
};

struct r500_rig *r500_rig_new(enum gpu_chip chip);
void r500_rig_free(struct r500_rig *rig);
void r500_rig_reg(struct r500_rig *rig, uint32_t reg, uint32_t value);
/* The program's instruction @n. */
void r500_rig_inst(struct r500_rig *rig, uint32_t n, const uint32_t inst[6]);
/* Covers the pixels from (x0, y0) to before (x1, y1) with depth @z; @texture: T, S, R, Q of all corners. */
enum gpu_result r500_rig_rectangle(struct r500_rig *rig, float x0, float y0, float x1, float y1, float z,
				   const float texture[4]);
uint32_t r500_rig_word(const struct r500_rig *rig, uint32_t addr);
void r500_rig_set_word(struct r500_rig *rig, uint32_t addr, uint32_t value);

void test_r500_us(void);
void test_r500_tiles(void);
void test_r500_textures(void);
void test_r500_targets(void);
void test_r500_ram(void);
void test_r500_hiz(void);
void test_r500_caches(void);

#endif
