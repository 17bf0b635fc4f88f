// SPDX-License-Identifier: GPL-2.0
/*
 * The guest's accesses to BARs: width rules, MM_INDEX/MM_DATA, and dispatch to the
 * generation; the life of a model.
 */
#include <stdlib.h>
#include <string.h>

#include "model_int.h"

#define TEMPERATURE		91		/* half degrees Celsius: 45.5 */

u32 model_reg(const struct model *m, u32 reg)
{
	return reg < REG_SPACE ? reg_get(m, reg) : 0;
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

/* Find the register of an access; false if the access breaks a rule. */
static bool decode(struct model *m, u64 offset, unsigned int size, bool write, u32 *reg)
{
	u32 index = reg_get(m, MM_INDEX);

	if (pci_asleep(m)) {
		violation(m, "asleep", "%s of register 0x%llx while the card is in D3hot", write ? "write" : "read",
			  (unsigned long long)offset);
		return false;
	}
	if ((size != 4 || (offset & 3)) && !m->chip->gen->narrow(offset, size)) {
		if (write || size > 4) {
			violation(m, "mmio-width", "%u-byte %s at register 0x%llx; registers are dwords", size,
				  write ? "write" : "read", (unsigned long long)offset);
			return false;
		}
	}
	offset &= ~3ull;
	if (offset != MM_DATA) {
		*reg = (u32)offset;
		return true;
	}
	if (index & MM_INDEX_APER) {
		violation(m, "mm-index", "MM_INDEX selects VRAM (0x%08x), which the model does not follow", index);
		return false;
	}
	if (index >= REG_SPACE || (index & 3)) {
		violation(m, "mm-index", "MM_DATA with MM_INDEX 0x%08x, which is no register", index);
		return false;
	}
	*reg = index;
	return true;
}

static void trace(struct model *m, char verb, u32 reg, u32 value)
{
	if (m->config.trace)
		fprintf(m->config.trace, "%llu %c 0x%05x 0x%08x\n",
			(unsigned long long)((m->host->now_ns(m->ctx) - m->start_ns) / 1000), verb, reg, value);
}

u64 model_mmio_read(struct model *m, u64 offset, unsigned int size)
{
	u32 reg, value;

	if (pci_off(m))
		return ~0ull;
	if (size == 4 && control_read(m, (u32)offset, &value))
		return value;
	count(m, MODEL_MMIO_READ);
	if (!decode(m, offset, size, false, &reg))
		return ~0ull;
	value = reg_read(m, reg);
	trace(m, 'r', reg, value);
	if (size < 4)
		return value >> (8 * (offset & 3)) & ((1u << (8 * size)) - 1);
	return value;
}

void model_mmio_write(struct model *m, u64 offset, u64 value, unsigned int size)
{
	u32 reg;

	if (pci_off(m))
		return;
	if (size == 4 && control_write(m, (u32)offset, (u32)value))
		return;
	count(m, MODEL_MMIO_WRITE);
	if (!decode(m, offset, size, true, &reg))
		return;
	m->touched = true;
	trace(m, 'w', reg, (u32)value);
	m->chip->gen->mmio_write(m, offset, size, reg, (u32)value);
}

/* The I/O BAR shows the first 256 bytes of the same registers. */
u32 model_io_read(struct model *m, u64 offset, unsigned int size)
{
	return (u32)model_mmio_read(m, offset & (IO_BAR_SIZE - 1), size);
}

void model_io_write(struct model *m, u64 offset, u32 value, unsigned int size)
{
	model_mmio_write(m, offset & (IO_BAR_SIZE - 1), value, size);
}

u64 model_vram_read(struct model *m, u64 offset, unsigned int size)
{
	u64 value = 0;

	count(m, MODEL_VRAM_READ);
	mc_cpu_read(m, offset);
	if (size <= 8 && offset + size <= m->config.vram_size)
		memcpy(&value, m->vram + offset, size);
	return value;
}

void model_vram_write(struct model *m, u64 offset, u64 value, unsigned int size)
{
	count(m, MODEL_VRAM_WRITE);
	mc_cpu_write(m, offset, size);
	if (size <= 8 && offset + size <= m->config.vram_size)
		memcpy(m->vram + offset, &value, size);
}

void model_bus_reset(struct model *m)
{
	model_lose_vram(m);
	pci_power_on(m);
	model_power_on(m);
}

u64 model_run(struct model *m)
{
	u64 next[] = { cp_run(m), m->chip->gen->run(m), cp_rptr_run(m) };

	scanout_run(m);
	if (next[1] < next[0])
		next[0] = next[1];
	return next[2] < next[0] ? next[2] : next[0];
}

struct model *model_new(const struct model_config *config, const struct model_host *host,
			void *ctx, void *vram, FILE *report)
{
	struct model *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->mc.tlb = calloc(TLB_ENTRIES, sizeof(*m->mc.tlb));
	m->gen_state = calloc(1, model_state_size());
	m->config = *config;
	if (!m->mc.tlb || !m->gen_state || !hdp_new(m)) {
		model_free(m);
		return NULL;
	}
	m->mc.generation = 1;
	m->hdp.round = 1;
	m->chip = config->chip;
	m->reference = model_reference(config->chip);
	m->host = host;
	m->ctx = ctx;
	m->vram = vram;
	m->report = report;
	m->nstuck = config->nstuck;
	memcpy(m->stuck, config->stuck, sizeof(m->stuck));
	m->start_ns = host->now_ns(ctx);
	m->temperature = TEMPERATURE;
	m->cp.ibs_until_hang = config->hang_ib;
	m->cp.packets_until_hang = config->hang_packet;
	m->cp.hang_op = config->hang_op;
	m->cp.ops_until_hang = config->hang_op_count;
	model_bus_reset(m);
	return m;
}

void model_free(struct model *m)
{
	if (!m)
		return;
	hdp_free(m);
	free(m->gen_state);
	free(m->mc.tlb);
	free(m);
}
