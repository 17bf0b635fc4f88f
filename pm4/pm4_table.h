/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Types of the tables that pm4_gen generates from the text files *.tbl: registers, packets,
 * events and bit fields as const data.  The checker expands the tables into arrays for each
 * card, the decoder and the verdicts use the names, the tool prints the tables.
 *
 * The text files, and so the generated pm4_tables.h, are those of r600/.  This is the only
 * way in which the files of pm4/ depend on that folder.
 *
 * Const data: no locks, any context.
 */
#ifndef PM4_TABLE_H
#define PM4_TABLE_H

#include "pm4.h"

/* Rule of a register or a packet. */
enum pm4_class {
	PM4_DENIED,	/* refused for the row's reason; the default without a row */
	PM4_ALLOWED,	/* any value */
	PM4_FIELDS,	/* only bits in .mask may be set */
	PM4_FORCED,	/* (value & .mask) must be .value */
	PM4_RELOC,	/* holds an address: consumes a relocation, .handler */
	PM4_TRACKED,	/* the checker tracks the value: .handler; .mask as in PM4_FIELDS */
};

/* The two windows that SET_CONFIG_REG and SET_CONTEXT_REG write, in bytes. */
#define PM4_CONFIG_BASE		0x8000u
#define PM4_CONFIG_END		0xac00u
#define PM4_CONTEXT_BASE	0x28000u
#define PM4_CONTEXT_END		0x29000u
#define PM4_CONFIG_REGS		((PM4_CONFIG_END - PM4_CONFIG_BASE) / 4)
#define PM4_CONTEXT_REGS	((PM4_CONTEXT_END - PM4_CONTEXT_BASE) / 4)

/* The space that SET_RESOURCE writes. */
#define PM4_RESOURCE_BASE	0x38000u
#define PM4_RESOURCE_DW		7u

#define PM4_ALL_CHIPS		0x0fffu
#define PM4_R6XX_CHIPS		0x00ffu
#define PM4_R7XX_CHIPS		0x0f00u

/**
 * struct pm4_value - a named value of a field
 * @value: the value, shifted down
 * @name: its name
 */
struct pm4_value {
	u32 value;
	const char *name;
};

/**
 * struct pm4_field - bits of a register or of a packet's dword
 * @name: AMD's name without the register's name
 * @shift: lowest bit
 * @width: number of bits
 * @nvalues: number of named values
 * @values: index of the first named value in pm4_values[]
 */
struct pm4_field {
	const char *name;
	u8 shift;
	u8 width;
	u8 nvalues;
	u16 values;
};

/* What the neutral preamble writes to a register. */
enum pm4_neutral {
	PM4_NEUTRAL_VALUE,	/* the value of the row */
	PM4_NEUTRAL_NULL,	/* the address of the driver's null buffer */
	PM4_NEUTRAL_BRINGUP,	/* the value of bring-up, &pm4_card.bringup */
};

/**
 * struct pm4_reg_row - a register or an array of registers
 * @name: AMD's name; a '#' stands for the element's number
 * @reason: reason of the denial, NULL for other classes
 * @source: source of the facts in this row
 * @stays: why the value of an earlier stream may stay; NULL if the row has a group
 * @offset: byte offset of the first element in register space
 * @mask: bits that may be set (class FIELDS and TRACKED), or bits that are compared (FORCED)
 * @value: value of the compared bits (FORCED)
 * @neutral: value in the neutral state, if @kind is PM4_NEUTRAL_VALUE
 * @count: number of elements
 * @stride: bytes from one element to the next
 * @chips: bit mask of enum pm4_chip
 * @cls: enum pm4_class
 * @handler: enum pm4_reg_handler, 0 if none
 * @poll: bits that a stream can wait for by WAIT_REG_MEM; 0 if it may not wait for the register
 * @state: 1 + group of the first element, enum pm4_state_group; 0 if none
 * @state_step: 1 if each element has a group of its own, 0 if all share one
 * @kind: enum pm4_neutral
 * @nfields: number of fields, in the order of their bits
 * @fields: index of the first field in pm4_fields[]; verdicts use this index
 * @next: 1 + number of the next row for the same offset (other chips), 0 at the end
 */
struct pm4_reg_row {
	const char *name;
	const char *reason;
	const char *source;
	const char *stays;
	u32 offset;
	u32 mask;
	u32 value;
	u32 poll;
	u32 neutral;
	u16 count;
	u16 stride;
	u16 chips;
	u8 cls;
	u8 handler;
	u8 state;
	u8 state_step;
	u8 kind;
	u8 nfields;
	u16 fields;
	u16 next;
};

/**
 * struct pm4_state_reg - a register of a group of state
 * @reg: byte offset
 * @value: its neutral value, or for PM4_NEUTRAL_BRINGUP the index in &pm4_card.bringup
 * @chips: bit mask of enum pm4_chip
 * @kind: enum pm4_neutral
 */
struct pm4_state_reg {
	u32 reg;
	u32 value;
	u16 chips;
	u8 kind;
};

/**
 * struct pm4_layout - the fields of a dword that is no register, such as a descriptor's
 * @name: AMD's name, for instance SQ_TEX_RESOURCE_WORD0
 * @source: source of the facts
 * @nfields: number of fields
 * @fields: index of the first field in pm4_fields[]
 */
struct pm4_layout {
	const char *name;
	const char *source;
	u8 nfields;
	u16 fields;
};

/* Meaning of a dword of a packet. */
enum pm4_role {
	PM4_ROLE_VALUE,		/* a number */
	PM4_ROLE_BITS,		/* bit fields */
	PM4_ROLE_ADDR_LO,	/* low 32 bits of a GPU address, maybe with fields below */
	PM4_ROLE_ADDR_HI,	/* high 8 bits of the address, maybe with fields above */
	PM4_ROLE_ADDR_256,	/* a GPU address in units of 256 bytes */
	PM4_ROLE_SIZE_256,	/* a size in units of 256 bytes */
	PM4_ROLE_REG,		/* dword number of a register */
	PM4_ROLE_START,		/* offset in the packet's space; values follow */
	PM4_ROLE_EVENT,		/* VGT_EVENT_INITIATOR */
	PM4_ROLE_INDICES,	/* this dword and all after it: indices */
	PM4_ROLE_DATA,		/* this dword and all after it: data */
	PM4_ROLE_RELOC,		/* number of a relocation, times 4 */
	PM4_ROLES
};

/**
 * struct pm4_packet_dw - one dword of a packet's body
 * @name: AMD's name
 * @role: enum pm4_role
 * @nfields: number of fields
 * @fields: index of the first field in pm4_fields[]
 */
struct pm4_packet_dw {
	const char *name;
	u8 role;
	u8 nfields;
	u16 fields;
};

/**
 * struct pm4_packet_row - a type-3 packet, or a packet of the async DMA engine
 * @name: AMD's name
 * @reason: reason of the denial, NULL for other classes
 * @source: source of the facts
 * @min_dw: least number of dwords after the header
 * @max_dw: largest number of dwords after the header
 * @unit_dw: dwords after the first come in multiples of this (0: in any number)
 * @chips: bit mask of enum pm4_chip
 * @opcode: the opcode
 * @cls: PM4_DENIED, PM4_ALLOWED (the length is the only rule) or PM4_TRACKED (handler)
 * @handler: enum pm4_packet_handler, 0 if none
 * @space: 1 + index in pm4_spaces[] of the space that a SET packet writes, 0 if none
 * @ndw: number of dwords with a row in pm4_packet_dws[]
 * @dws: index of the first of these rows
 * @next: 1 + number of the next row for the same opcode (other chips), 0 at the end
 */
struct pm4_packet_row {
	const char *name;
	const char *reason;
	const char *source;
	u16 min_dw;
	u16 max_dw;
	u16 unit_dw;
	u16 chips;
	u8 opcode;
	u8 cls;
	u8 handler;
	u8 space;
	u8 ndw;
	u16 dws;
	u16 next;
};

/**
 * struct pm4_space - a range of register space that one SET packet writes
 * @name: the name
 * @source: source of the facts
 * @base: byte offset of the start
 * @end: byte offset of the end
 * @packet: opcode of the SET packet
 * @unit_dw: dwords of one constant
 */
struct pm4_space {
	const char *name;
	const char *source;
	u32 base;
	u32 end;
	u8 packet;
	u8 unit_dw;
};

/* Form in which a client may send an event. */
enum pm4_event_form {
	PM4_EVENT_DENIED,	/* not at all */
	PM4_EVENT_PLAIN,	/* one dword, no address */
	PM4_EVENT_ADDR,		/* with an address, to which the card writes */
	PM4_EVENT_EOP,		/* by EVENT_WRITE_EOP only */
};

/**
 * struct pm4_event - a VGT event
 * @name: AMD's name
 * @reason: reason of the denial, NULL for other forms
 * @source: source of the facts
 * @type: EVENT_TYPE
 * @form: enum pm4_event_form
 * @chips: bit mask of enum pm4_chip
 */
struct pm4_event {
	const char *name;
	const char *reason;
	const char *source;
	u8 type;
	u8 form;
	u16 chips;
};

/* Generated: constants for the names in the tables. */
#include "pm4_tables.h"

extern const struct pm4_reg_row pm4_reg_rows[];
extern const u16 pm4_nreg_rows;
/* Group g has the registers from pm4_state_first[g] to pm4_state_first[g + 1], by offset. */
extern const struct pm4_state_reg pm4_state_regs[];
extern const u16 pm4_state_first[65];
extern const char * const pm4_state_names[64];
extern const struct pm4_packet_row pm4_packet_rows[];
extern const u16 pm4_npacket_rows;
extern const struct pm4_packet_dw pm4_packet_dws[];
extern const struct pm4_field pm4_fields[];
extern const u16 pm4_nfields;
extern const struct pm4_value pm4_values[];
extern const struct pm4_space pm4_spaces[];
extern const u8 pm4_nspaces;
extern const struct pm4_layout pm4_layouts[];
extern const u16 pm4_nlayouts;
extern const struct pm4_event pm4_events[64];

/* 1 + index of the first row for an offset or opcode; 0: no row, denied. */
extern const u16 pm4_config_rows[PM4_CONFIG_REGS];
extern const u16 pm4_context_rows[PM4_CONTEXT_REGS];
extern const u16 pm4_gfx_packets[256];
extern const u16 pm4_dma_packets[16];

/*
 * Extract a field: pm4_get(CB_COLOR_INFO_FORMAT, value).  For every field the generated
 * header has PM4_S_NAME (shift), PM4_M_NAME (mask, shifted down) and PM4_F_NAME (index in
 * pm4_fields[]).
 */
#define pm4_get(name, v)	(((v) >> PM4_S_##name) & PM4_M_##name)

/**
 * pm4_reg_find() - look up the row of a register
 * @chip: the chip
 * @offset: byte offset in register space; every value is allowed
 *
 * Return: the row for this chip, or NULL if there is none (denied).
 */
const struct pm4_reg_row *pm4_reg_find(enum pm4_chip chip, u32 offset);

/**
 * pm4_reg_name() - write the name of a register, with the element's number
 * @row: the register's row; NULL: write the offset instead
 * @offset: byte offset in register space
 * @text: receives the name
 * @size: size of @text in bytes
 *
 * Return: characters written without the NUL.
 */
size_t pm4_reg_name(const struct pm4_reg_row *row, u32 offset, char *text,
		    size_t size);

/**
 * pm4_packet_find() - look up the row of a packet
 * @ring: the engine
 * @chip: the chip
 * @opcode: the opcode
 *
 * Return: the row for this chip, or NULL if there is none (denied).
 */
const struct pm4_packet_row *pm4_packet_find(enum pm4_ring ring,
					     enum pm4_chip chip, u32 opcode);

/**
 * pm4_value_name() - look up the name of a field's value
 * @field: the field
 * @value: the value, shifted down
 *
 * Return: the name, or NULL if the value has none.
 */
const char *pm4_value_name(const struct pm4_field *field, u32 value);

#endif /* PM4_TABLE_H */
