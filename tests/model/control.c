// SPDX-License-Identifier: GPL-2.0
/*
 * The model's own registers: through them a test in the guest arms faults, takes marks and
 * reads counters.  See MODEL_REG_* in model.h.
 */
#include <string.h>

#include "model_int.h"

#define CONTROL_FIRST	MODEL_REG_WORN
#define CONTROL_LAST	0xfffc

bool control_read(struct model *m, u32 reg, u32 *value)
{
	if (reg < CONTROL_FIRST || reg > CONTROL_LAST)
		return false;
	switch (reg) {
	case MODEL_REG_MAGIC:
		*value = MODEL_MAGIC;
		break;
	case MODEL_REG_HANG_IB:
		*value = m->cp.ibs_until_hang;
		break;
	case MODEL_REG_DROP_IRQ:
		*value = m->irq.to_drop;
		break;
	case MODEL_REG_TEMPERATURE:
		*value = (u32)m->temperature;
		break;
	case MODEL_REG_DELAY_US:
		*value = (u32)(m->config.delay_ns / 1000);
		break;
	case MODEL_REG_COUNTER:
		*value = m->counter_index;
		break;
	case MODEL_REG_VALUE:
		*value = m->counter_index < MODEL_COUNTERS ? (u32)m->count[m->counter_index] : 0;
		break;
	default:
		*value = 0;
	}
	return true;
}

static void set_stuck(struct model *m, u32 reg)
{
	if (!reg) {
		m->nstuck = 0;
		return;
	}
	if (m->nstuck < MODEL_MAX_STUCK)
		m->stuck[m->nstuck++] = (struct model_stuck){
			.reg = reg, .value = m->stuck_value, .after = m->stuck_after,
		};
	m->stuck_after = 0;
}

static void mark(struct model *m, u32 n)
{
	char word[32];

	snprintf(word, sizeof(word), "mark %u", n);
	model_report_counters(m, word);
}

static void set_habits(struct model_config *c, u32 habits)
{
	c->irq_overtakes = habits & MODEL_HABIT_IRQ_OVERTAKES;
	c->rearm_is_blind = habits & MODEL_HABIT_REARM_IS_BLIND;
	c->slow = habits & MODEL_HABIT_SLOW;
	c->mc_busy = habits & MODEL_HABIT_MC_BUSY;
}

static void put_card(struct model *m, u32 value)
{
	struct model_config *c = &m->config;

	if (!model_chip_by_index(value & 0xff)) {
		violation(m, "control", "MODEL_REG_CARD was set to 0x%x; there is no chip %u", value, value & 0xff);
		return;
	}
	c->chip = m->chip = model_chip_by_index(value & 0xff);
	c->drop_irq = value >> 8 & 0xff;
	c->no_msi = value & MODEL_CARD_NO_MSI;
	c->not_posted = value & MODEL_CARD_NOT_POSTED;
	c->dead_cp = value & MODEL_CARD_DEAD_CP;
	c->console = value & MODEL_CARD_CONSOLE;
	c->seed = value >> 24 ?: c->seed;
	c->board = m->next_board;
	m->next_board = 0;
	model_bus_reset(m);
}

bool control_write(struct model *m, u32 reg, u32 value)
{
	u64 violations = m->count[MODEL_VIOLATION];

	if (reg < CONTROL_FIRST || reg > CONTROL_LAST)
		return false;
	switch (reg) {
	case MODEL_REG_HABITS:
		set_habits(&m->config, value);
		break;
	case MODEL_REG_HANG_IB:
		m->cp.ibs_until_hang = value;
		break;
	case MODEL_REG_DROP_IRQ:
		m->irq.to_drop = value;
		break;
	case MODEL_REG_DELAY_US:
		m->config.delay_ns = (u64)value * 1000;
		break;
	case MODEL_REG_WORN:
		m->worn_page = value;
		break;
	case MODEL_REG_JOB_US:
		m->config.job_ns = (u64)value * 1000;
		break;
	case MODEL_REG_MARK:
		mark(m, value);
		break;
	case MODEL_REG_CLEAR:
		memset(m->count, 0, sizeof(m->count));
		m->count[MODEL_VIOLATION] = violations;
		break;
	case MODEL_REG_COUNTER:
		m->counter_index = value;
		break;
	case MODEL_REG_HANG_OP:
		m->cp.hang_op = value & 0xff;
		m->cp.ops_until_hang = 1;
		m->cp.hangs_left = value >> 8;
		break;
	case MODEL_REG_TEMPERATURE:
		m->temperature = (int)value;
		break;
	case MODEL_REG_STUCK_VALUE:
		m->stuck_value = value;
		break;
	case MODEL_REG_STUCK_AFTER:
		m->stuck_after = value;
		break;
	case MODEL_REG_STUCK:
		set_stuck(m, value);
		break;
	case MODEL_REG_GO:
		m->cp.due_ns = 0;
		break;
	case MODEL_REG_BOARD:
		m->next_board = value;
		break;
	case MODEL_REG_CARD:
		put_card(m, value);
		break;
	}
	m->chip->gen->control(m, reg, value);
	return true;
}
