/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ATOM BIOS: the image, its tables, and the interpreter of its command tables.
 *
 * The video BIOS of a card has data tables (clocks, voltages, connectors) and command tables.
 * A command table is byte code that writes registers; a driver runs command tables to post
 * the card and to program its clocks.  The image is untrusted input: each offset is checked
 * against the image and the table, a run has a budget of steps and of delays, and calls nest
 * at most RCP_ATOM_DEPTH deep.  An error is returned as one sentence.
 *
 * The code is plain C and also builds in userspace.  It takes no locks and does not allocate.
 * One thread at a time uses a struct rcp_atom.
 *
 * Sources of the facts: AMD's command decoder as published with the radeonhd driver, and the
 * layouts in atombios.h of the in-tree driver.  Where AMD's decoder and the in-tree
 * interpreter differ, the code follows the in-tree one, because images are known to run with
 * it.  Comments mark the exceptions.
 */
#ifndef RCP_ATOM_H
#define RCP_ATOM_H

#include "pm4_types.h"

/**
 * struct rcp_atom_why - one sentence that describes an error and its position
 * @text: the sentence; empty without an error
 */
struct rcp_atom_why {
	char text[200];
};

#define RCP_ATOM_COMMANDS	81	/* command tables with a name */
#define RCP_ATOM_DATA		34	/* data tables with a name */
#define RCP_ATOM_METHODS	256	/* ports of indirect access: read, and write from 0x80 on */

/* Numbers of tables. */
#define RCP_ATOM_ASIC_INIT		0
#define RCP_ATOM_SET_ENGINE_CLOCK	10
#define RCP_ATOM_SET_MEMORY_CLOCK	11
#define RCP_ATOM_SPEED_FAN_CONTROL	57
#define RCP_ATOM_FIRMWARE_INFO		4
#define RCP_ATOM_VRAM_USAGE		11
#define RCP_ATOM_POWERPLAY_INFO		15
#define RCP_ATOM_INDIRECT_IO		23

/**
 * struct rcp_atom_table - position and requirements of a table
 * @start: offset of the header in the image
 * @size: bytes including the header; the whole table lies in the image
 * @format: format revision; the major revision of a data table
 * @content: content revision; the minor revision of a data table
 * @ws: dwords of workspace, command tables only
 * @ps: dwords of its own parameters, command tables only
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
 * @size: size of the image in bytes
 * @header: offset of the ATOM header
 * @commands: offset of the list of command tables
 * @ncommands: entries of that list
 * @data: offset of the list of data tables
 * @ndata: entries of that list
 * @method: offset of each indirect access program after its header, 0 for none
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
 * struct rcp_atom_firmware - contents of FirmwareInfo; clocks in kHz, 0 is unknown
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
 * struct rcp_atom_powerplay - contents of PowerPlayInfo; clocks in kHz, 0 is unknown
 * @format: format revision
 * @content: content revision
 * @thermal: type of the thermal controller; 0 for none
 * @internal: it is the chip's own sensor, or has that sensor beside it
 * @min_sclk_khz: lowest engine clock of all states
 * @min_mclk_khz: lowest memory clock of all states; 0 for integrated chips
 */
struct rcp_atom_powerplay {
	u8 format;
	u8 content;
	u8 thermal;
	bool internal;
	u32 min_sclk_khz;
	u32 min_mclk_khz;
};

/**
 * struct rcp_atom_rom - PCI option ROM header of an image
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
bool rcp_atom_powerplay(const struct rcp_atom_image *image, bool igp,
			struct rcp_atom_powerplay *powerplay, struct rcp_atom_why *why);
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
 * enum rcp_atom_space - register space of an access
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
 * struct rcp_atom_ops - access to the card for the interpreter
 * @read: read a register
 * @write: write a register
 * @delay: wait @us microseconds, at most 255000
 * @go_on: called every RCP_ATOM_ASK steps; false ends the run.  May be NULL.
 */
struct rcp_atom_ops {
	u32 (*read)(void *priv, enum rcp_atom_space space, u32 index);
	void (*write)(void *priv, enum rcp_atom_space space, u32 index, u32 value);
	void (*delay)(void *priv, u32 us);
	bool (*go_on)(void *priv);
};

#define RCP_ATOM_DEPTH		16		/* depth of nested calls */
#define RCP_ATOM_PS_DW		256		/* parameters of all calls together */
#define RCP_ATOM_WS_DW		1024		/* workspace of all calls together */
#define RCP_ATOM_ASK		1024		/* steps between two calls of go_on */
#define RCP_ATOM_STEPS		(16u << 20)	/* instructions of a run, by default */
#define RCP_ATOM_DELAY_US	10000000u	/* sum of the delays of a run, by default */

/**
 * struct rcp_atom_frame - one table that is being run
 * @table: the table
 * @number: number of the table
 * @pos: offset of the next instruction in the image
 * @ps: first dword of its parameters in rcp_atom.ps
 * @ws: first dword of its workspace in rcp_atom.ws
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
 * @priv: argument of @ops
 * @scratch: memory that stands in for the firmware's part of VRAM; may be NULL
 * @scratch_dw: size of @scratch in dwords
 * @max_steps: limit of the steps of a run, 0 for RCP_ATOM_STEPS
 * @max_delay_us: limit of the sum of a run's delays, 0 for RCP_ATOM_DELAY_US
 * @steps: steps of the last run
 * @delay_us: sum of the delays of the last run
 * @notes: accesses of the last run to missing programs or memory; they read 0 and write
 *	nothing
 * @note: describes the first of these accesses
 * @why: error of the last run
 *
 * The caller zeroes the struct and sets the members up to @max_delay_us.  Shift count, compare
 * flags and the attribute of indirect access keep their values between runs, as they do in the
 * in-tree driver.
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
