// SPDX-License-Identifier: GPL-2.0
/*
 * Values of registers: the generation's values, or the value that a test has pinned.
 */
#include "model_int.h"

u32 model_reg(const struct model *m, u32 reg)
{
	return reg < REG_SPACE ? reg_get(m, reg) : 0;
}

const struct model_chip *model_chip(const struct model *m)
{
	return m->chip;
}

const u32 *model_regs(const struct model *m)
{
	_Static_assert(REG_SPACE == GPU_REG_END, "a draw sees all registers");
	return m->reg;
}

static bool stuck_read(struct model *m, u32 reg, u32 *value)
{
	for (unsigned int i = 0; i < m->nstuck; i++) {
		struct model_stuck *s = &m->stuck[i];

		if (s->reg != reg)
			continue;
		if (s->after) {
			s->after--;
			return false;
		}
		*value = s->value;
		return true;
	}
	return false;
}

u32 reg_read(struct model *m, u32 reg)
{
	u32 value = m->chip->gen->read(m, reg);

	stuck_read(m, reg, &value);
	return value;
}

bool reg_is_stuck(const struct model *m, u32 reg)
{
	for (unsigned int i = 0; i < m->nstuck; i++)
		if (m->stuck[i].reg == reg)
			return true;
	return false;
}
