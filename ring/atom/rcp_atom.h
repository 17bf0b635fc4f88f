/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ATOM BIOS: the image, its tables, and the interpreter of its command tables.
 *
 * A card's video BIOS holds data tables (clocks, voltages, connectors) and command
 * tables: byte code that sets registers, by which a driver posts the card and
 * programs its clocks.  The image is untrusted input: each offset is checked against
 * the image and the table, a run has a budget of steps and of delays, and calls are
 * as deep as RCP_ATOM_DEPTH.  What is wrong comes back as one sentence.
 *
 * The code is plain C and builds in userspace too; it takes no locks and allocates
 * nothing.  One struct rcp_atom belongs to one thread at a time.
 *
 * Sources of the facts: AMD's command decoder as published with the radeonhd driver,
 * and the layouts in the in-tree driver's atombios.h.  Where AMD's decoder and the
 * in-tree interpreter differ, the in-tree one is followed, because images are tried
 * with it; the exceptions stand where they are made.
 */
#ifndef RCP_ATOM_H
#define RCP_ATOM_H

#include "pm4_types.h"

/**
 * struct rcp_atom_why - one sentence that says what is wrong and where
 * @text: empty as long as nothing is
 */
struct rcp_atom_why {
	char text[200];
};

#define RCP_ATOM_COMMANDS	81	/* command tables with a name */
#define RCP_ATOM_DATA		34	/* data tables with a name */
#define RCP_ATOM_METHODS	256	/* ports of indirect access: read, and write from 0x80 on */

/* Tables by their number. */
#define RCP_ATOM_ASIC_INIT		0
#define RCP_ATOM_SET_ENGINE_CLOCK	10
#define RCP_ATOM_SET_MEMORY_CLOCK	11
#define RCP_ATOM_FIRMWARE_INFO		4
#define RCP_ATOM_VRAM_USAGE		11
#define RCP_ATOM_INDIRECT_IO		23

/**
 * struct rcp_atom_table - where a table lies and what it needs
 * @start: offset of its header in the image
 * @size: bytes, header included; all of them lie in the image
 * @format: format revision, of a data table the major one
 * @content: content revision, of a data table the minor one
 * @ws: dwords of workspace, command tables only
 * @ps: dwords of parameters of its own, command tables only
 */
struct rcp_atom_table {
	u32 start;
	u32 size;
	u8 format;
	u8 content;
	u8 ws;
	u8 ps;
};

/**
 * struct rcp_atom_image - an image whose header has been checked
 * @bytes: the image
 * @size: its bytes
 * @header: offset of the ATOM header
 * @commands: offset of the list of command tables
 * @ncommands: entries of that list
 * @data: offset of the list of data tables
 * @ndata: entries of that list
 * @method: offset of each indirect access program behind its header, 0 for none
 */
struct rcp_atom_image {
	const u8 *bytes;
	u32 size;
	u32 header;
	u32 commands;
	u32 ncommands;
	u32 data;
	u32 ndata;
	u32 method[RCP_ATOM_METHODS];
};

/**
 * struct rcp_atom_firmware - what FirmwareInfo says; clocks in kHz, 0 is unknown
 * @format: format revision
 * @content: content revision
 * @sclk_khz: default engine clock
 * @mclk_khz: default memory clock
 * @max_sclk_khz: highest engine clock
 * @max_mclk_khz: highest memory clock
 * @reference_khz: reference clock
 * @vddc_mv: core voltage at power-on, in mV
 * @capability: flags
 */
struct rcp_atom_firmware {
	u8 format;
	u8 content;
	u32 sclk_khz;
	u32 mclk_khz;
	u32 max_sclk_khz;
	u32 max_mclk_khz;
	u32 reference_khz;
	u32 vddc_mv;
	u32 capability;
};

/**
 * struct rcp_atom_rom - what an image says about itself as a PCI option ROM
 * @size: bytes
 * @vendor: PCI vendor
 * @device: PCI device
 * @sum_is_zero: the checksum is right
 */
struct rcp_atom_rom {
	u32 size;
	u16 vendor;
	u16 device;
	bool sum_is_zero;
};

/**
 * struct rcp_atom_vfct_id - a card, as the ACPI table VFCT names it
 * @bus: PCI bus
 * @device: PCI slot
 * @function: PCI function
 * @vendor: PCI vendor
 * @device_id: PCI device
 */
struct rcp_atom_vfct_id {
	u32 bus;
	u32 device;
	u32 function;
	u16 vendor;
	u16 device_id;
};

bool rcp_atom_parse(struct rcp_atom_image *image, const u8 *bytes, size_t size,
		    struct rcp_atom_why *why);
bool rcp_atom_present(const struct rcp_atom_image *image, bool command, u32 number);
bool rcp_atom_command(const struct rcp_atom_image *image, u32 number,
		      struct rcp_atom_table *table, struct rcp_atom_why *why);
bool rcp_atom_data(const struct rcp_atom_image *image, u32 number,
		   struct rcp_atom_table *table, struct rcp_atom_why *why);
bool rcp_atom_firmware(const struct rcp_atom_image *image, struct rcp_atom_firmware *firmware,
		       struct rcp_atom_why *why);
u32 rcp_atom_scratch_bytes(const struct rcp_atom_image *image, u32 *start_kb);
bool rcp_atom_rom(const u8 *bytes, size_t size, struct rcp_atom_rom *rom,
		  struct rcp_atom_why *why);
bool rcp_atom_vfct(const u8 *bytes, size_t size, const struct rcp_atom_vfct_id *id, u32 *start,
		   u32 *length, struct rcp_atom_why *why);
const char *rcp_atom_message(const struct rcp_atom_image *image, char *buf, size_t size);
const char *rcp_atom_command_name(u32 number);
const char *rcp_atom_data_name(u32 number);

/* ---- the interpreter ---- */

/**
 * enum rcp_atom_space - what a table reads and writes
 * @RCP_ATOM_MM: registers, numbered in dwords
 * @RCP_ATOM_IO: registers through the I/O BAR, numbered in dwords; access programs only
 * @RCP_ATOM_PLL: clock registers
 * @RCP_ATOM_MC: memory controller registers
 */
enum rcp_atom_space {
	RCP_ATOM_MM,
	RCP_ATOM_IO,
	RCP_ATOM_PLL,
	RCP_ATOM_MC,
};

/**
 * struct rcp_atom_ops - the card, as the interpreter sees it
 * @read: a register's value
 * @write: set it
 * @delay: wait so many microseconds, at most 255000
 * @go_on: asked every RCP_ATOM_ASK steps; false ends the run.  May be NULL.
 */
struct rcp_atom_ops {
	u32 (*read)(void *priv, enum rcp_atom_space space, u32 index);
	void (*write)(void *priv, enum rcp_atom_space space, u32 index, u32 value);
	void (*delay)(void *priv, u32 us);
	bool (*go_on)(void *priv);
};

#define RCP_ATOM_DEPTH		16		/* calls inside each other */
#define RCP_ATOM_PS_DW		256		/* parameters of all calls together */
#define RCP_ATOM_WS_DW		1024		/* workspace of all calls together */
#define RCP_ATOM_ASK		1024		/* steps between two questions */
#define RCP_ATOM_STEPS		(16u << 20)	/* instructions of a run, by default */
#define RCP_ATOM_DELAY_US	10000000u	/* its delays, by default */

/**
 * struct rcp_atom_frame - one table that is being run
 * @table: the table
 * @number: its number
 * @pos: offset of the next instruction in the image
 * @ps: where its parameters begin in rcp_atom.ps
 * @ws: where its workspace begins in rcp_atom.ws
 */
struct rcp_atom_frame {
	struct rcp_atom_table table;
	u32 number;
	u32 pos;
	u32 ps;
	u32 ws;
};

/**
 * struct rcp_atom - an interpreter
 * @image: the image
 * @ops: the card
 * @priv: for @ops
 * @scratch: memory that tables take for the firmware's part of VRAM; may be NULL
 * @scratch_dw: its dwords
 * @max_steps: instructions of a run, 0 for RCP_ATOM_STEPS
 * @max_delay_us: sum of a run's delays, 0 for RCP_ATOM_DELAY_US
 * @steps: instructions of the last run
 * @delay_us: delays of the last run
 * @notes: accesses of the last run to what is not there; they read 0 and write nothing
 * @note: the first of them
 * @why: why the last run failed
 *
 * Zero it, set the members up to @max_delay_us, and it is ready.  Shift count, compare flags
 * and the attribute of indirect access outlive a run, as they do in the in-tree driver.
 */
struct rcp_atom {
	const struct rcp_atom_image *image;
	const struct rcp_atom_ops *ops;
	void *priv;
	u32 *scratch;
	u32 scratch_dw;
	u32 max_steps;
	u32 max_delay_us;

	u32 steps;
	u64 delay_us;
	u32 notes;
	struct rcp_atom_why note;
	struct rcp_atom_why why;

	/* private: */
	u32 quotient;
	u32 remainder;
	u32 fb_base;
	u16 data_block;
	u16 reg_block;
	u16 attribute;
	u16 port;
	u8 shift;
	bool equal;
	bool above;
	u32 nframes;
	u32 ps[RCP_ATOM_PS_DW];
	u32 ws[RCP_ATOM_WS_DW];
	struct rcp_atom_frame frames[RCP_ATOM_DEPTH];
};

bool rcp_atom_run(struct rcp_atom *atom, u32 number, u32 *params, u32 nparams);
bool rcp_atom_asic_init(struct rcp_atom *atom);

#endif /* RCP_ATOM_H */
