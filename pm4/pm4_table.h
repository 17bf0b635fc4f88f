/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The shape of the tables that pm4_gen makes of the text files *.tbl: registers,
 * packets, events and bit fields as const data.  The checker expands them into
 * per-card arrays, the decoder and the verdicts take their names, the tool
 * prints them.
 *
 * Const data only: nothing here takes a lock, and everything may be called from
 * any context.
 */
#ifndef PM4_TABLE_H
#define PM4_TABLE_H

#include "pm4.h"

/* What may be done to a register, or with a packet.  The list is closed. */
enum pm4_class {
	PM4_DENIED,	/* refused, with the row's reason; so is whatever has no row */
	PM4_ALLOWED,	/* any value */
	PM4_FIELDS,	/* only bits in .mask may be set */
	PM4_FORCED,	/* (value & .mask) must be .value */
	PM4_RELOC,	/* holds an address: consumes a relocation, .handler */
	PM4_TRACKED,	/* the checker follows its value: .handler; .mask as in PM4_FIELDS */
};

/* The two windows that SET_CONFIG_REG and SET_CONTEXT_REG write, in bytes. */
#define PM4_CONFIG_BASE		0x8000u
#define PM4_CONFIG_END		0xac00u
#define PM4_CONTEXT_BASE	0x28000u
#define PM4_CONTEXT_END		0x29000u
#define PM4_CONFIG_REGS		((PM4_CONFIG_END - PM4_CONFIG_BASE) / 4)
#define PM4_CONTEXT_REGS	((PM4_CONTEXT_END - PM4_CONTEXT_BASE) / 4)

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
 * @name: AMD's name without that of the register
 * @shift: lowest bit
 * @width: number of bits
 * @nvalues: named values
 * @values: first of them in pm4_values[]
 */
struct pm4_field {
	const char *name;
	u8 shift;
	u8 width;
	u8 nvalues;
	u16 values;
};

/**
 * struct pm4_reg_row - a register or an array of registers
 * @name: AMD's name; a '#' stands for the element's number
 * @reason: why it is denied, otherwise NULL
 * @source: where the facts of this row come from
 * @offset: byte offset of the first element in register space
 * @mask: bits that may be set (class FIELDS and TRACKED), or bits that are compared (FORCED)
 * @value: what they must be (FORCED)
 * @count: elements
 * @stride: bytes from one element to the next
 * @chips: bit mask of enum pm4_chip
 * @cls: enum pm4_class
 * @handler: enum pm4_reg_handler, 0 if none
 * @poll: bits that WAIT_REG_MEM may poll; 0: it must not be polled
 * @nfields: fields, in the order of their bits
 * @fields: first of them in pm4_fields[]; also the number that verdicts use
 * @next: 1 + number of the next row for the same offset (other chips), 0 at the end
 */
struct pm4_reg_row {
	const char *name;
	const char *reason;
	const char *source;
	u32 offset;
	u32 mask;
	u32 value;
	u32 poll;
	u16 count;
	u16 stride;
	u16 chips;
	u8 cls;
	u8 handler;
	u8 nfields;
	u16 fields;
	u16 next;
};

/**
 * struct pm4_layout - a dword that is no register of its own
 * @name: AMD's name, for instance SQ_TEX_RESOURCE_WORD0
 * @source: where the facts come from
 * @nfields: fields
 * @fields: first of them in pm4_fields[]
 */
struct pm4_layout {
	const char *name;
	const char *source;
	u8 nfields;
	u16 fields;
};

/* What a dword of a packet is. */
enum pm4_role {
	PM4_ROLE_VALUE,		/* a number */
	PM4_ROLE_BITS,		/* bit fields */
	PM4_ROLE_ADDR_LO,	/* low 32 bits of a GPU address, maybe with fields below */
	PM4_ROLE_ADDR_HI,	/* high 8 bits of it, maybe with fields above */
	PM4_ROLE_ADDR_256,	/* a GPU address in units of 256 bytes */
	PM4_ROLE_SIZE_256,	/* a size in units of 256 bytes */
	PM4_ROLE_REG,		/* dword number of a register */
	PM4_ROLE_START,		/* first dword in the packet's space; what follows are its values */
	PM4_ROLE_EVENT,		/* VGT_EVENT_INITIATOR */
	PM4_ROLE_INDICES,	/* this dword and all that follow: indices */
	PM4_ROLE_DATA,		/* this dword and all that follow: data */
	PM4_ROLE_RELOC,		/* number of a relocation, times 4 */
	PM4_ROLES
};

/**
 * struct pm4_packet_dw - one dword of a packet's body
 * @name: AMD's name
 * @role: enum pm4_role
 * @nfields: fields
 * @fields: first of them in pm4_fields[]
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
 * @reason: why it is denied, otherwise NULL
 * @source: where the facts come from
 * @min_dw: least dwords behind the header
 * @max_dw: most of them
 * @unit_dw: dwords behind the first come in multiples of this (0: in any number)
 * @chips: bit mask of enum pm4_chip
 * @opcode: the opcode
 * @cls: PM4_DENIED, PM4_ALLOWED (min_dw/max_dw is its only rule) or PM4_TRACKED (handler)
 * @handler: enum pm4_packet_handler, 0 if none
 * @space: number in pm4_spaces[] + 1 of what a SET packet writes, 0 if none
 * @ndw: dwords that have a row in pm4_packet_dws[]
 * @dws: first of them
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
 * @name: its name
 * @packet: the opcode that writes it
 * @base: first byte
 * @end: first byte behind it
 * @unit_dw: dwords of one constant
 * @source: where the facts come from
 */
struct pm4_space {
	const char *name;
	const char *source;
	u32 base;
	u32 end;
	u8 packet;
	u8 unit_dw;
};

/* How EVENT_WRITE may send an event. */
enum pm4_event_form {
	PM4_EVENT_DENIED,	/* not at all */
	PM4_EVENT_PLAIN,	/* one dword */
	PM4_EVENT_ADDR,		/* with an address: the card writes there */
	PM4_EVENT_EOP,		/* by EVENT_WRITE_EOP only */
};

/**
 * struct pm4_event - a VGT event
 * @name: AMD's name
 * @reason: why it is denied, otherwise NULL
 * @source: where the facts come from
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

/* Generated: the tables, and the names of everything in them as constants. */
#include "pm4_tables.h"

extern const struct pm4_reg_row pm4_reg_rows[];
extern const u16 pm4_nreg_rows;
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

/* 1 + number of the first row for an offset or opcode; 0: no row, denied. */
extern const u16 pm4_config_rows[PM4_CONFIG_REGS];
extern const u16 pm4_context_rows[PM4_CONTEXT_REGS];
extern const u16 pm4_gfx_packets[256];
extern const u16 pm4_dma_packets[16];

/*
 * The field NAME of a value: pm4_get(CB_COLOR_INFO_FORMAT, v).  The generated
 * header has PM4_S_NAME (shift), PM4_M_NAME (mask, shifted down) and the number
 * PM4_F_NAME for every field.
 */
#define pm4_get(name, v)	(((v) >> PM4_S_##name) & PM4_M_##name)

/**
 * pm4_reg_find() - the row of a register
 * @chip: which chip
 * @offset: byte offset in register space, anywhere
 *
 * Return: the row for this chip, or NULL when there is none (denied).
 */
const struct pm4_reg_row *pm4_reg_find(enum pm4_chip chip, u32 offset);

/**
 * pm4_reg_name() - a register's name with its element's number
 * @row: its row, NULL writes the bare offset
 * @offset: byte offset in register space
 * @text: where to write
 * @size: bytes there
 *
 * Return: characters written without the NUL.
 */
size_t pm4_reg_name(const struct pm4_reg_row *row, u32 offset, char *text,
		    size_t size);

/**
 * pm4_packet_find() - the row of a packet
 * @ring: which engine
 * @chip: which chip
 * @opcode: its opcode
 *
 * Return: the row for this chip, or NULL when there is none (denied).
 */
const struct pm4_packet_row *pm4_packet_find(enum pm4_ring ring,
					     enum pm4_chip chip, u32 opcode);

/**
 * pm4_value_name() - the name of a field's value
 * @field: the field
 * @value: its value, shifted down
 *
 * Return: the name or NULL.
 */
const char *pm4_value_name(const struct pm4_field *field, u32 value);

#endif /* PM4_TABLE_H */
