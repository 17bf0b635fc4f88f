/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Codes of refusals, one for each rule.  The numbers are part of the driver's interface to
 * userspace: never change or reuse a number, append new ones.
 */
#ifndef PM4_CODES_H
#define PM4_CODES_H

/*
 * X(number, NAME), one for each rule.  pm4_verdict.c documents .expected, .actual, .offset,
 * .detail and .shape beside the sentence of the rule.  RESOURCE_DIM is reserved and never
 * used: all eight values of the field are valid dimensions.
 */
#define PM4_CODES(X) \
	X(0, ACCEPTED) \
	X(1, EMPTY) \
	X(2, OUTPUT_TOO_SMALL) \
	X(3, PACKET_TYPE) \
	X(4, TYPE0) \
	X(5, TRUNCATED) \
	X(6, HEADER_BITS) \
	X(7, PACKET_UNKNOWN) \
	X(8, PACKET_DENIED) \
	X(9, PACKET_CHIP) \
	X(10, PACKET_LENGTH) \
	X(11, RANGE) \
	X(12, REGISTER_UNKNOWN) \
	X(13, REGISTER_DENIED) \
	X(14, REGISTER_CHIP) \
	X(15, REGISTER_BITS) \
	X(16, REGISTER_VALUE) \
	X(17, RELOC_MISSING) \
	X(18, RELOC_INDEX) \
	X(19, READ_ONLY) \
	X(20, FIELD_BITS) \
	X(21, FIELD_VALUE) \
	X(22, ALIGNMENT) \
	X(23, BOUNDS) \
	X(24, EVENT_UNKNOWN) \
	X(25, EVENT_DENIED) \
	X(26, EVENT_FORM) \
	X(27, WAIT_REGISTER) \
	X(28, COPY_REGISTER) \
	X(29, NOT_SET) \
	X(30, SURFACE_FORMAT) \
	X(31, SURFACE_MODE) \
	X(32, SURFACE_PITCH) \
	X(33, SURFACE_HEIGHT) \
	X(34, SURFACE_BASE) \
	X(35, SURFACE_BOUNDS) \
	X(36, SURFACE_SCISSOR) \
	X(37, SURFACE_SAMPLES) \
	X(38, FMASK_BOUNDS) \
	X(39, CMASK_BOUNDS) \
	X(40, HTILE_TILES) \
	X(41, HTILE_BOUNDS) \
	X(42, RESOURCE_TYPE) \
	X(43, RESOURCE_DIM) \
	X(44, RESOURCE_LEVELS) \
	X(45, RESOURCE_ARRAY) \
	X(46, VERTEX_BOUNDS) \
	X(47, INDEX_BOUNDS) \
	X(48, INDEX_COUNT) \
	X(49, DRAW_SOURCE) \
	X(50, STRMOUT_BOUNDS) \
	X(51, STRMOUT_MISMATCH) \
	X(52, CONST_BOUNDS) \
	X(53, PROGRAM_BOUNDS) \
	X(54, RING_BOUNDS) \
	X(55, EXPORT_BOUNDS) \
	X(56, CHIP_RING) \
	X(57, NOT_IDLE) \
	X(58, TOO_LONG) \
	X(59, BASE_BOUNDS) \
	X(60, RING_ITEMS) \
	X(61, RING_EMPTY) \
	X(62, PACKET_MISSING) \
	X(63, CONST_OFFSET) \
	X(64, PIPES) \
	X(65, NOT_OWNER) \
	X(66, RAM_BOUNDS) \
	X(67, UPLOAD) \
	X(68, INSTRUCTION) \
	X(69, TARGET_FORMAT) \
	X(70, TEXTURE_SIZE) \
	X(71, INDEX_MISSING) \
	X(72, NOT_FLUSHED)

/* Rules of fronts with page tables, which are in the library only: the driver reports none. */
#define PM4_VM_CODES(X) \
	X(128, NO_VM) \
	X(129, NO_ADDRESS) \
	X(130, PACKET_ENGINE) \
	X(131, REGISTER_NUMBER) \
	X(132, REGISTER_SOURCE) \
	X(133, REGISTER_TARGET) \
	X(134, REGISTER_LEFT) \
	X(135, SHARED) \
	X(136, SKIP_END) \
	X(137, SKIP_NESTED) \
	X(138, WAIT_NEVER) \
	X(139, WAIT_ORDER) \
	X(140, COUNTER_ORDER) \
	X(141, COUNTER_SKIPPED) \
	X(142, COUNTER_WAIT) \
	X(143, COUNTER_LEFT) \
	X(144, CONST_RAM) \
	X(145, CONST_RAM_UNSET) \
	X(146, ADDRESS) \
	X(147, ADDRESS_UNKNOWN) \
	X(148, WAIT_MEMORY) \
	X(149, WAIT_QUERY) \
	X(150, REGISTER_ENGINE) \
	X(151, EVENT_PLACE) \
	X(152, ATOMIC_OPERATION) \
	X(153, ADDRESS_CONDITIONAL) \
	X(154, PREDICATE_CONTINUES)

#define PM4_CODE_ENUM(number, name) PM4_CODE_##name = number,
enum pm4_code {
	PM4_CODES(PM4_CODE_ENUM)
	PM4_CODE_COUNT,
	PM4_VM_CODES(PM4_CODE_ENUM)
};

#undef PM4_CODE_ENUM

/* FIELD_VALUE, .shape[0]: .expected is the only value, the largest value, or unused. */
enum { PM4_VALUE_EXACT, PM4_VALUE_MOST, PM4_VALUE_NOT_0 };

/* SURFACE_PITCH, .detail: the pitch breaks its unit or the width, or x exceeds the pitch. */
enum { PM4_PITCH_UNIT, PM4_PITCH_WIDTH, PM4_PITCH_X };

/* SURFACE_SCISSOR, .detail: kind of the scissor .reg; PM4_SCISSOR_DOWN: too many lines. */
enum { PM4_SCISSOR_TIGHTEST, PM4_SCISSOR_UNSET, PM4_SCISSOR_MOVED };
#define PM4_SCISSOR_DOWN	4u

/* FMASK_BOUNDS, CMASK_BOUNDS, HTILE_BOUNDS, .detail: origin of the required size. */
enum { PM4_MASK_LINES, PM4_MASK_SCISSOR, PM4_MASK_REGISTER };

/* REGISTER_VALUE, .detail: always, or because a draw has no depth buffer or no HTILE. */
enum { PM4_VALUE_ALWAYS, PM4_WITHOUT_DEPTH, PM4_WITHOUT_HTILE };

/* ADDRESS, .detail: no mapping, its end, not in the relocations, its flags. */
enum {
	PM4_ADDRESS_UNMAPPED, PM4_ADDRESS_END, PM4_ADDRESS_UNLISTED, PM4_ADDRESS_UNREADABLE,
	PM4_ADDRESS_READ_ONLY
};

/* SHARED, .detail: what all clients share. */
enum {
	PM4_SHARED_GDS, PM4_SHARED_GDS_PARTITIONS, PM4_SHARED_CE_PARTITIONS, PM4_SHARED_INTERRUPT,
	PM4_SHARED_PERFCOUNTER
};

/* REGISTER_SOURCE, .detail */
enum {
	PM4_SOURCE_UNSET,	/* the stream has not set it */
	PM4_SOURCE_OTHERS,	/* it has set it for other units than those that are selected */
	PM4_SOURCE_ATOMIC,	/* no ATOMIC has returned a value */
	PM4_SOURCE_ATOMIC_HIGH,	/* none of 64 bits has */
};

/* REGISTER_ENGINE, .detail: the PFP is ahead of the ME, or no document says when it writes. */
enum { PM4_ENGINE_AHEAD, PM4_ENGINE_UNKNOWN };

/* ADDRESS_UNKNOWN, .detail: the reason why the address is unknown. */
enum { PM4_UNKNOWN_INDEX_BASE, PM4_UNKNOWN_INDEX_SIZE, PM4_UNKNOWN_SET_BASE };

/* ADDRESS_UNKNOWN, .actual: nothing sets it, not in any case, or both engines do. */
enum { PM4_UNKNOWN_UNSET, PM4_UNKNOWN_MAYBE, PM4_UNKNOWN_BOTH };

/* COUNTER_ORDER, .detail */
enum {
	PM4_COUNTER_ALONE,	/* no stream of the constant engine */
	PM4_COUNTER_ALTERNATE,	/* waits and counts of the draw engine do not alternate */
	PM4_COUNTER_LATE,	/* the initialization after a count or a wait */
	PM4_COUNTER_TWICE,	/* the initialization twice */
	PM4_COUNTER_HALF,	/* the initialization in one of the two streams */
	PM4_COUNTER_WRAPS,	/* the first value and the counts exceed 64 bits */
};

#endif /* PM4_CODES_H */
