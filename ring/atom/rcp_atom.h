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
#define RCP_ATOM_GET_MEMORY_CLOCK	47
#define RCP_ATOM_GET_ENGINE_CLOCK	48
#define RCP_ATOM_SPEED_FAN_CONTROL	57
#define RCP_ATOM_SET_VOLTAGE		67
#define RCP_ATOM_FIRMWARE_INFO		4
#define RCP_ATOM_VRAM_USAGE		11
#define RCP_ATOM_POWERPLAY_INFO		15
#define RCP_ATOM_INDIRECT_IO		23
#define RCP_ATOM_VOLTAGE_INFO		32

/**
 * struct rcp_atom_table - position and requirements of a table
 * @start: offset of the header in the image
 * @size: bytes including the header; the whole table is in the image
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

/* Classes of a power state; the first three are one number. */
#define RCP_ATOM_CLASS_UI		0x0007u
#define RCP_ATOM_CLASS_BATTERY		0x0001u
#define RCP_ATOM_CLASS_BALANCED		0x0003u
#define RCP_ATOM_CLASS_PERFORMANCE	0x0005u
#define RCP_ATOM_CLASS_BOOT		0x0008u
#define RCP_ATOM_CLASS_THERMAL		0x0010u
#define RCP_ATOM_CLASS_3D		0x0100u
#define RCP_ATOM_CLASS_UVD		0x0400u

#define RCP_ATOM_STATES			8	/* that are read; further ones do not count */
#define RCP_ATOM_LEVELS			8	/* of a state */

/**
 * enum rcp_atom_voltage_by - kind of a level's voltage
 * @RCP_ATOM_VOLTAGE_NONE: the state does not name one
 * @RCP_ATOM_VOLTAGE_MV: mV, a parameter of SetVoltage; 0 leaves it alone
 * @RCP_ATOM_VOLTAGE_INDEX: a number, a parameter of SetVoltage
 * @RCP_ATOM_VOLTAGE_GPIO: the number of a pin in GPIO_Pin_LUT
 */
enum rcp_atom_voltage_by {
	RCP_ATOM_VOLTAGE_NONE,
	RCP_ATOM_VOLTAGE_MV,
	RCP_ATOM_VOLTAGE_INDEX,
	RCP_ATOM_VOLTAGE_GPIO,
};

/**
 * struct rcp_atom_level - clocks that a state may run at
 * @sclk_khz: engine clock in kHz
 * @mclk_khz: memory clock in kHz; 0 for integrated chips
 * @voltage: as the state's @by says
 */
struct rcp_atom_level {
	u32 sclk_khz;
	u32 mclk_khz;
	u32 voltage;
};

/**
 * struct rcp_atom_state - a power state
 * @class: RCP_ATOM_CLASS_*
 * @flags: flags of revisions 1 to 3
 * @by: kind of the voltages
 * @nlevels: number of levels, at least one
 * @levels: the levels, low to high
 */
struct rcp_atom_state {
	u32 class;
	u32 flags;
	enum rcp_atom_voltage_by by;
	u32 nlevels;
	struct rcp_atom_level levels[RCP_ATOM_LEVELS];
};

/**
 * struct rcp_atom_powerplay - contents of PowerPlayInfo; clocks in kHz, 0 is unknown
 * @format: format revision
 * @content: content revision
 * @thermal: type of the thermal controller; 0 for none
 * @internal: it is the chip's own sensor, or has that sensor beside it
 * @min_sclk_khz: lowest engine clock of all states
 * @min_mclk_khz: lowest memory clock of all states; 0 for integrated chips
 * @voltage_us: how long the board takes to change its voltage
 * @nstates: number of states that count
 * @states: the states
 */
struct rcp_atom_powerplay {
	u8 format;
	u8 content;
	u8 thermal;
	bool internal;
	u32 min_sclk_khz;
	u32 min_mclk_khz;
	u32 voltage_us;
	u32 nstates;
	struct rcp_atom_state states[RCP_ATOM_STATES];
};

/**
 * struct rcp_atom_voltage - levels of the core's voltage
 * @base_mv: the lowest, in mV
 * @step_mv: from one to the next
 * @levels: number of levels; 0: they are not known
 */
struct rcp_atom_voltage {
	u32 base_mv;
	u32 step_mv;
	u32 levels;
};

/**
 * struct rcp_atom_point - clocks and the voltage at which a card runs
 * @sclk_khz: engine clock in kHz
 * @mclk_khz: memory clock in kHz
 * @voltage: parameter of SetVoltage; 0: it is not changed, or not known
 */
struct rcp_atom_point {
	u32 sclk_khz;
	u32 mclk_khz;
	u32 voltage;
};

/**
 * struct rcp_atom_power - what is needed to set a power state
 * @powerplay: the states
 * @voltage: the levels of the core's voltage
 * @boot: what firmware has set
 * @by: kind of the parameter of SetVoltage; RCP_ATOM_VOLTAGE_NONE: the voltage is not changed
 */
struct rcp_atom_power {
	struct rcp_atom_powerplay powerplay;
	struct rcp_atom_voltage voltage;
	struct rcp_atom_point boot;
	enum rcp_atom_voltage_by by;
};

/**
 * enum rcp_atom_step_kind - the command table of a step
 * @RCP_ATOM_STEP_VOLTAGE: SetVoltage
 * @RCP_ATOM_STEP_ENGINE: SetEngineClock
 * @RCP_ATOM_STEP_MEMORY: SetMemoryClock
 */
enum rcp_atom_step_kind {
	RCP_ATOM_STEP_VOLTAGE,
	RCP_ATOM_STEP_ENGINE,
	RCP_ATOM_STEP_MEMORY,
};

/**
 * struct rcp_atom_step - a step from one point to another
 * @kind: the table
 * @value: clock in kHz, or voltage
 */
struct rcp_atom_step {
	enum rcp_atom_step_kind kind;
	u32 value;
};

#define RCP_ATOM_PLAN_STEPS	3

/**
 * struct rcp_atom_plan - steps in their order
 * @nsteps: their number
 * @steps: the steps
 */
struct rcp_atom_plan {
	u32 nsteps;
	struct rcp_atom_step steps[RCP_ATOM_PLAN_STEPS];
};

/* "3D performance" counts: some RV770 have two states instead of two levels. */
static inline bool rcp_atom_is_performance(u32 class)
{
	return (class & RCP_ATOM_CLASS_UI) == RCP_ATOM_CLASS_PERFORMANCE ||
	       class & RCP_ATOM_CLASS_3D;
}

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
const char *rcp_atom_class_name(u32 class);
bool rcp_atom_voltage(const struct rcp_atom_image *image, struct rcp_atom_voltage *voltage,
		      struct rcp_atom_why *why);
bool rcp_atom_voltage_has(const struct rcp_atom_voltage *voltage, u32 mv);
bool rcp_atom_power(const struct rcp_atom_image *image, bool igp, struct rcp_atom_power *power,
		    struct rcp_atom_why *why);
bool rcp_atom_choose(const struct rcp_atom_power *power, bool battery, bool memory,
		     struct rcp_atom_point *point, struct rcp_atom_why *why);
void rcp_atom_hold_memory(const struct rcp_atom_power *power, const struct rcp_atom_point *from,
			  struct rcp_atom_point *to);
void rcp_atom_plan(const struct rcp_atom_power *power, const struct rcp_atom_point *from,
		   const struct rcp_atom_point *to, struct rcp_atom_plan *plan);
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
 * @scratch: memory in place of the firmware's part of VRAM; may be NULL
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
