/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The clocks of all video BIOSes, and numbers of tables.
 */
#ifndef MODEL_ROM_H
#define MODEL_ROM_H

#define XTAL_10KHZ	2700
#define SCLK_10KHZ	60000
#define MCLK_10KHZ	50000

/* Command tables. */
#define ASIC_INIT		0
#define ASIC_REGISTERS_INIT	2
#define MEMORY_CONTROLLER_INIT	5
#define SET_ENGINE_CLOCK	10
#define SET_MEMORY_CLOCK	11
#define CLOCK_SOURCE		71

/* Data tables. */
#define INDIRECT_IO		23
#define MC_INIT_PARAMETER	24
#define VRAM_INFO		28

/* Where a video BIOS puts VRAM, in 16 MiB. */
#define FB_START	0x40u
#define INIT_COMPLETE	0x200		/* of BIOS_7_SCRATCH */

#endif
