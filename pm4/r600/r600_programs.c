// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The shader programs that a stream names: values of SQ_PGM_START_*.
 *
 * Called by the driver for the dump of a hang, and by the tool.  No locks, no allocation.
 */
#include "r600_check.h"

static const struct {
	u32 reg;
	const char *stage;
} stages[] = {
	{ PM4_R_SQ_PGM_START_PS, "PS" },
	{ PM4_R_SQ_PGM_START_VS, "VS" },
	{ PM4_R_SQ_PGM_START_GS, "GS" },
	{ PM4_R_SQ_PGM_START_ES, "ES" },
	{ PM4_R_SQ_PGM_START_FS, "FS" },
};

static const char *stage_of(u32 reg)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(stages); i++)
		if (stages[i].reg == reg)
			return stages[i].stage;
	return NULL;
}

static u32 length_of(u32 header)
{
	return PM4_TYPE(header) == 2 || PM4_TYPE(header) == 1 ? 1 : PM4_COUNT(header) + 2;
}

/**
 * r600_program_next() - find the next place of a stream that names a shader program
 * @ib: the stream
 * @ib_dw: its length in dwords
 * @start: see pm4_program_next()
 *
 * Return: true, or false if there is none.
 */
bool r600_program_next(const u32 *ib, u32 ib_dw, struct pm4_program_start *start)
{
	u32 header, length, reg, n;

	while (start->packet < ib_dw) {
		header = ib[start->packet];
		length = min(length_of(header), ib_dw - start->packet);
		if (PM4_TYPE(header) != 3 || PM4_OPCODE(header) != PM4_OP_SET_CONTEXT_REG)
			start->next = length;
		while (start->next + 2 < length) {
			n = start->next++;
			reg = PM4_CONTEXT_BASE + 4 * (ib[start->packet + 1] & 0xffff) + 4 * n;
			start->stage = stage_of(reg);
			if (!start->stage)
				continue;
			start->dword = start->packet + 2 + n;
			start->addr = (u64)ib[start->dword] << 8;
			return true;
		}
		start->packet += length;
		start->next = 0;
	}
	return false;
}
