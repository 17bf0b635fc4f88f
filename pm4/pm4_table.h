/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Types of the tables that pm4_gen generates from the text files of a front (FRONT/tables/):
 * registers, packets, events and bit fields as const data.  The checker expands the tables into
 * arrays for each card, the decoder and the verdicts use the names, the tool prints the tables.
 *
 * The generated FRONT_tables.h has constants for the names in the tables.  Only the files of the
 * front and its tests include it; all others reach the rows through &pm4_front.tables.
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

/**
 * struct pm4_chip - a chip, and its usual card
 * @name: AMD's name
 * @pipes: &pm4_card.pipes of the usual card; this and the others are 0 if the front does not need
 *	them.  Only streams that were recorded without their card are checked for the usual one
 * @banks: &pm4_card.banks
 * @backends: &pm4_card.backends
 * @group_bytes: &pm4_card.group_bytes
 */
struct pm4_chip {
	const char *name;
	u8 pipes;
	u8 banks;
	u8 backends;
	u16 group_bytes;
};

/**
 * struct pm4_chip_set - chips that the tables name together
 * @name: name of the set in the text files
 * @chips: bit mask of chips
 */
struct pm4_chip_set {
	const char *name;
	u32 chips;
};

/**
 * struct pm4_window - a range of register space in which streams may set registers
 * @name: the name
 * @base: byte offset of the first register
 * @end: byte offset of the end
 * @rows: for each register 1 + number of its first row; 0: no row, denied
 */
struct pm4_window {
	const char *name;
	u32 base;
	u32 end;
	const u16 *rows;
};

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
 * @values: index of the first named value in &pm4_tables.values
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
 * @chips: bit mask of chips
 * @cls: enum pm4_class
 * @handler: enum pm4_reg_handler of the front, 0 if none
 * @poll: bits that a stream can wait for by WAIT_REG_MEM; 0 if it may not wait for the register
 * @state: 1 + group of the first element, enum pm4_state_group of the front; 0 if none
 * @state_step: 1 if each element has a group of its own, 0 if all share one
 * @kind: enum pm4_neutral
 * @nfields: number of fields, in the order of their bits
 * @fields: index of the first field in &pm4_tables.fields; verdicts use this index
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
	u32 chips;
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
 * @chips: bit mask of chips
 * @kind: enum pm4_neutral
 */
struct pm4_state_reg {
	u32 reg;
	u32 value;
	u32 chips;
	u8 kind;
};

/**
 * struct pm4_layout - the fields of a dword that is no register, such as a descriptor's
 * @name: AMD's name, for instance SQ_TEX_RESOURCE_WORD0
 * @source: source of the facts
 * @nfields: number of fields
 * @fields: index of the first field in &pm4_tables.fields
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

/* Access to memory: reads, writes, or both. */
enum pm4_access {
	PM4_READS = 1,
	PM4_WRITES,
	PM4_MODIFIES,
};

/**
 * struct pm4_packet_dw - one dword of a packet's body
 * @name: AMD's name
 * @role: enum pm4_role
 * @nfields: number of fields
 * @fields: index of the first field in &pm4_tables.fields
 * @access: enum pm4_access of the memory at the address, for PM4_ROLE_ADDR_LO; 0: not in the row
 * @bytes: bytes that the packet accesses there; 0: it depends on other dwords
 */
struct pm4_packet_dw {
	const char *name;
	u8 role;
	u8 nfields;
	u16 fields;
	u8 access;
	u16 bytes;
};

/**
 * struct pm4_packet_row - a packet of an engine
 * @name: AMD's name
 * @reason: reason of the denial, NULL for other classes
 * @source: source of the facts
 * @min_dw: least number of dwords after the header
 * @max_dw: largest number of dwords after the header
 * @unit_dw: dwords after the first come in multiples of this (0: in any number)
 * @chips: bit mask of chips
 * @opcode: the opcode
 * @cls: PM4_DENIED, PM4_ALLOWED (the length is the only rule) or PM4_TRACKED (handler)
 * @handler: enum pm4_packet_handler of the front, 0 if none
 * @space: 1 + index in &pm4_tables.spaces of the space that a SET packet writes, 0 if none
 * @ndw: number of dwords with a row in &pm4_tables.packet_dws
 * @dws: index of the first of these rows
 * @next: 1 + number of the next row for the same opcode (other chips), 0 at the end
 * @engines: bit mask of enum pm4_ring: the engines that take the packet
 */
struct pm4_packet_row {
	const char *name;
	const char *reason;
	const char *source;
	u16 min_dw;
	u16 max_dw;
	u16 unit_dw;
	u32 chips;
	u8 opcode;
	u8 cls;
	u8 handler;
	u8 space;
	u8 ndw;
	u16 dws;
	u16 next;
	u8 engines;
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
	PM4_EVENT_EOS,		/* by EVENT_WRITE_EOS only */
};

/**
 * struct pm4_event - a VGT event
 * @name: AMD's name
 * @reason: reason of the denial, NULL for other forms
 * @source: source of the facts
 * @type: EVENT_TYPE
 * @form: enum pm4_event_form
 * @chips: bit mask of chips
 */
struct pm4_event {
	const char *name;
	const char *reason;
	const char *source;
	u8 type;
	u8 form;
	u32 chips;
};

/**
 * struct pm4_record_row - a record of a list that is coded in bytes
 * @name: name in the guide
 * @reason: reason of the denial, NULL for other classes
 * @source: source of the facts
 * @code: the first byte
 * @bytes: length with the code; of records without a fixed length the least
 * @max_bytes: the same, or 0 if the length is not fixed
 * @cls: PM4_DENIED, PM4_ALLOWED or PM4_TRACKED
 * @nfields: number of fields; &pm4_field.shift counts from the first bit after the code.
 *	Fields with the name - have no meaning
 * @fields: index of the first field in &pm4_tables.fields
 */
struct pm4_record_row {
	const char *name;
	const char *reason;
	const char *source;
	u8 code;
	u8 bytes;
	u8 max_bytes;
	u8 cls;
	u8 nfields;
	u16 fields;
};

#define PM4_SET_SIZE	64u

/**
 * struct pm4_item_row - a number of a set, or a range of numbers
 * @name: name in the guide; a '#' stands for the number in a range
 * @reason: reason of the denial, NULL if there is none
 * @kind: what it has in common with other items, NULL if it has no kind
 * @source: source of the facts
 * @first: the number, or the first one
 * @last: the same, or the last one
 */
struct pm4_item_row {
	const char *name;
	const char *reason;
	const char *kind;
	const char *source;
	u8 first;
	u8 last;
};

/**
 * struct pm4_set - numbers with a meaning each
 * @name: name of the set
 * @what: meaning of the numbers
 * @size: the numbers are less than this
 * @items: for each number 1 + index in &pm4_tables.item_rows; 0: no row, denied
 */
struct pm4_set {
	const char *name;
	const char *what;
	u8 size;
	u16 items[PM4_SET_SIZE];
};

#define PM4_GROUPS	64u	/* of state */

/**
 * struct pm4_tables - the tables of a front
 * @chips: the chips, in the order of their bits in a mask
 * @nchips: number of chips
 * @chip_sets: sets of chips, up to one without a name
 * @windows: the windows; registers outside of them have no index
 * @nwindows: number of windows
 * @reg_rows: rows of registers, by offset
 * @nreg_rows: number of rows
 * @state_regs: registers of the groups of state, by group and offset
 * @state_first: group g has the registers from state_first[g] to state_first[g + 1]
 * @state_names: what each group is
 * @packet_rows: rows of packets
 * @npacket_rows: number of rows
 * @packet_dws: dwords of packets
 * @fields: bit fields
 * @nfields: number of fields
 * @values: named values of fields
 * @spaces: spaces of SET packets
 * @nspaces: number of spaces
 * @layouts: dwords that are no registers
 * @nlayouts: number of layouts
 * @reg_handlers: names of the handlers of registers, without one for 0
 * @packet_handlers: the same for packets
 * @events: VGT events, by type; without a name: no such event
 * @nevents: number of types up to the last one that has a row
 * @packets: for each engine and opcode 1 + number of the first row; 0: no row, denied
 * @npackets: number of opcodes of each engine
 * @record_rows: rows of records
 * @nrecord_rows: number of rows
 * @records: for each code 1 + number of the row; 0: no row, denied.  NULL without records
 * @item_rows: rows of items
 * @sets: sets of numbers
 * @nsets: number of sets
 */
struct pm4_tables {
	const struct pm4_chip *chips;
	u32 nchips;
	const struct pm4_chip_set *chip_sets;
	const struct pm4_window *windows;
	u32 nwindows;
	const struct pm4_reg_row *reg_rows;
	u32 nreg_rows;
	const struct pm4_state_reg *state_regs;
	const u16 *state_first;
	const char * const *state_names;
	const struct pm4_packet_row *packet_rows;
	u32 npacket_rows;
	const struct pm4_packet_dw *packet_dws;
	const struct pm4_field *fields;
	u32 nfields;
	const struct pm4_value *values;
	const struct pm4_space *spaces;
	u32 nspaces;
	const struct pm4_layout *layouts;
	u32 nlayouts;
	const char * const *reg_handlers;
	const char * const *packet_handlers;
	const struct pm4_event *events;
	u32 nevents;
	const u16 *packets[PM4_RINGS];
	u16 npackets[PM4_RINGS];
	const struct pm4_record_row *record_rows;
	u32 nrecord_rows;
	const u8 *records;
	const struct pm4_item_row *item_rows;
	const struct pm4_set *sets;
	u32 nsets;
};

/*
 * Extract a field: pm4_get(CB_COLOR_INFO_FORMAT, value).  For every field the generated
 * header has PM4_S_NAME (shift), PM4_M_NAME (mask, shifted down) and PM4_F_NAME (index in
 * &pm4_tables.fields).
 */
#define pm4_get(name, v)	(((v) >> PM4_S_##name) & PM4_M_##name)

/**
 * pm4_reg_chain() - find the row of a chip among the rows of a register
 * @tables: the tables
 * @n: 1 + number of the register's first row, 0 if it has none
 * @chip: the chip
 *
 * Return: the row, or NULL if there is none (denied).
 */
static inline const struct pm4_reg_row *pm4_reg_chain(const struct pm4_tables *tables, u16 n,
						      u32 chip)
{
	while (n && !(tables->reg_rows[n - 1].chips & 1u << chip))
		n = tables->reg_rows[n - 1].next;
	return n ? &tables->reg_rows[n - 1] : NULL;
}

/**
 * pm4_event_find() - find the row of an event
 * @tables: the tables
 * @type: its type
 *
 * Return: the row, or NULL if there is none.
 */
static inline const struct pm4_event *pm4_event_find(const struct pm4_tables *tables, u32 type)
{
	return type < tables->nevents && tables->events[type].name ? &tables->events[type] : NULL;
}

const struct pm4_reg_row *pm4_reg_find(const struct pm4_tables *tables, u32 chip, u32 offset);
const struct pm4_reg_row *pm4_reg_find_any(const struct pm4_tables *tables, u32 chip, u32 offset);
size_t pm4_reg_name(const struct pm4_reg_row *row, u32 offset, char *text, size_t size);
const struct pm4_packet_row *pm4_packet_find(const struct pm4_tables *tables, enum pm4_ring ring,
					     u32 chip, u32 opcode);
const struct pm4_packet_row *pm4_packet_find_any(const struct pm4_tables *tables,
						 enum pm4_ring ring, u32 chip, u32 opcode);
const char *pm4_value_name(const struct pm4_tables *tables, const struct pm4_field *field,
			   u32 value);

#endif /* PM4_TABLE_H */
