// SPDX-License-Identifier: GPL-2.0
/*
 * The guest's accesses to BARs: width rules, MM_INDEX/MM_DATA, and dispatch to the
 * generation.
 */
#include <string.h>

#include "model_int.h"

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
