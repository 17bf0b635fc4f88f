/* SPDX-License-Identifier: GPL-2.0 */
/* Operations of vertex programs (guide, 6.5.7 to 6.5.9), by number; false: there is none.  Pure functions. */
#ifndef GPU_R500_PVS_OPS_H
#define GPU_R500_PVS_OPS_H

#include <stdbool.h>
#include <stdint.h>

/**
 * r500_vector_op() - an operation of the vector engine
 * @op: its number
 * @a, @b, @c: operands
 * @r: the result
 * @predicate: the predicate bit, which some operations write
 * @enabled: channels that are written, which some operations narrow
 */
bool r500_vector_op(uint32_t op, const float a[4], const float b[4], const float c[4], float r[4], bool *predicate,
		    uint32_t *enabled);
/* One of the math engine, which reads channel w of its operands. */
bool r500_math_op(uint32_t op, float a, float b, float c, float r[4], bool *predicate);
bool r500_macro_op(uint32_t op, const float a[4], const float b[4], const float c[4], float r[4]);

#endif
