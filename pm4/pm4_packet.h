/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Packets of the PM4 family: headers, and relocations in NOP packets.  What the types 0 and 1
 * hold differs between generations, and is in their fronts.
 *
 * Pure functions of a dword.
 */
#ifndef PM4_PACKET_H
#define PM4_PACKET_H

#include "pm4_util.h"

/* Dwords after a type-3 header, minus 1. */
#define PM4_COUNT(header)	((header) >> 16 & 0x3fff)
#define PM4_COUNT_BITS		(0x3fffu << 16)
#define PM4_TYPE(header)	((header) >> 30)
#define PM4_OPCODE(header)	((header) >> 8 & 0xff)	/* of a type-3 header */
#define PM4_TYPE3	0xc0000000u	/* lowest type-3 header */
#define PM4_FILLER	0x80000000u	/* type 2: a filler of one dword */
#define PM4_NOP		0x10u		/* opcode: the CP skips the packet */
#define PM4_NOP_RELOC	0xc0001000u	/* header of a NOP with one dword */
#define PM4_PREDICATE	0x1u		/* type 3: the predicate may skip the packet */

/*
 * Index of the buffer that a relocation names.  The rotation turns a payload that is no
 * multiple of 4 into an index beyond the end of every list.
 */
static inline u32 pm4_reloc_index(u32 payload)
{
	return ror32(payload, 2);
}

#endif /* PM4_PACKET_H */
