/* SPDX-License-Identifier: GPL-2.0 */
/* Opcodes of the ALU by number and by value, for the test that compares the machine with them. */
#ifndef GPU_UNIT_ALU_H
#define GPU_UNIT_ALU_H

#include <stdint.h>

#define UNIT_ALU_OP2	0x80
#define UNIT_ALU_OP3	0x20
#define UNIT_ALU_UNUSED	0xdeadbeefu	/* an operand that is not read */

/* Names by number; NULL where no opcode is. */
extern const char *const unit_alu_op2[UNIT_ALU_OP2];
extern const char *const unit_alu_op3[UNIT_ALU_OP3];

enum {
	UNIT_ALU_NEAR = 1,	/* one ulp more or less is right */
	UNIT_ALU_R6XX = 2,	/* of R6xx alone */
	UNIT_ALU_R7XX = 4,
	UNIT_ALU_TRUE = 8,	/* the predicate is 1, or the pixel dies */
};

struct unit_alu_value {
	const char *name;
	uint32_t sources[3];
	uint32_t result;
	uint8_t flags;
};

extern const struct unit_alu_value unit_alu_values[];
extern const unsigned int unit_alu_values_count;

/* Four slots together, x to w. */
struct unit_alu_slots {
	const char *name;
	uint32_t a[4], b[4], result[4];
};

extern const struct unit_alu_slots unit_alu_slots[];
extern const unsigned int unit_alu_slots_count;

/* Comparisons are masks: E is 1, GT 2, GE 4, NE 8. */
enum unit_alu_type { UNIT_ALU_FLOAT, UNIT_ALU_INT, UNIT_ALU_UINT };

/* The comparisons that hold between @a and @b, whichever opcode makes them. */
struct unit_alu_pair {
	uint32_t a, b;
	uint8_t type, truth;
};

extern const struct unit_alu_pair unit_alu_pairs[];
extern const unsigned int unit_alu_pairs_count;

/* Opcodes that differ in their comparison alone; its name is between @before and @behind. */
struct unit_alu_family {
	const char *before, *behind;
	uint8_t type, comparisons;
	uint32_t yes, no;
};

extern const struct unit_alu_family unit_alu_families[];
extern const unsigned int unit_alu_families_count;

#endif
