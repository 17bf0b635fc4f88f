// SPDX-License-Identifier: GPL-2.0
/*
 * Contents of registers and VRAM at power-on, and after resets that lose state.
 *
 * Firmware sets few registers.  The others, and VRAM, hold noise from a seed.  This reveals a
 * driver that modifies bits of a register that it must set as a whole, or reads memory that
 * it has not written.  Engines come up halted.
 */
#include <string.h>

#include "model_int.h"

u32 power_noise(u32 seed, u32 at)
{
	u32 x = seed * 0x9e3779b9u ^ at * 0x85ebca6bu;

	x = (x ^ x >> 15) * 0x2c1b3c6du;
	x = (x ^ x >> 12) * 0x297a2d39u;
	return x ^ x >> 15;
}

/* Set the registers of a range to noise, and those that a reset sets to their values. */
void power_forget(struct model *m, u32 first, u32 last)
{
	const struct reg_value *known;

	for (u32 reg = first; reg <= last; reg += 4)
		reg_set(m, reg, m->config.seed ? power_noise(m->config.seed, reg) : 0);
	for (known = m->chip->gen->known; known->reg != ~0u; known++)
		if (known->reg >= first && known->reg <= last)
			reg_set(m, known->reg, known->value);
}

/* The state after power-on and POST. */
void model_power_on(struct model *m)
{
	const struct reg_range *noisy;

	memset(m->reg, 0, sizeof(m->reg));
	m->touched = false;
	for (noisy = m->chip->gen->noisy; noisy->last; noisy++)
		power_forget(m, noisy->first, noisy->last);
	cp_power_on(m);
	irq_power_on(m);
	mc_power_on(m);
	m->chip->gen->power_on(m);
	scanout_power_on(m);
}

/* Noise only at page tables and the first buffers, because all of VRAM would cost memory and time. */
void model_lose_vram(struct model *m)
{
	u64 size = MIB(4), end = m->config.bar_size;

	if (m->host->lose_vram)
		m->host->lose_vram(m->ctx);
	if (!m->config.seed || end < 2 * size)
		return;
	for (u32 i = 0; i < size; i += 4) {
		u32 x = power_noise(m->config.seed, 1u << 20 | i);

		memcpy(m->vram + i, &x, sizeof(x));
		memcpy(m->vram + end - size + i, &x, sizeof(x));
	}
}

/* A reset by the bus. */
void model_bus_reset(struct model *m)
{
	model_lose_vram(m);
	pci_power_on(m);
	model_power_on(m);
}
