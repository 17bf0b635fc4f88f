// SPDX-License-Identifier: GPL-2.0
/*
 * R6xx/R7xx as a generation: see gen.h.
 */
#include "r600/r600.h"

static const char *running(struct model *m)
{
	if (!cp_halted(m))
		return "the CP runs";
	if (dma_running(m))
		return "the DMA engine runs";
	return ih_enabled(m) ? "the interrupt ring is enabled" : NULL;
}

static u64 run(struct model *m)
{
	u64 dma = dma_run(m), ih = ih_run(m);

	return dma < ih ? dma : ih;
}

static void control(struct model *m, u32 reg, u32 value)
{
	if (reg == MODEL_REG_IH_OVERRUN)
		r600(m)->ih.overrun = true;
	else if (reg == MODEL_REG_GO)
		r600(m)->dma.due_ns = 0;
	else if (reg == MODEL_REG_STEP_US)
		gpu_clock_step(m, value * 1000ull);
}

static void cp_access(struct model *m, u64 addr, u64 len)
{
	ahead_access(m, addr, len, false);
}

const struct model_gen r600_gen = {
	.state_size = sizeof(struct r600),
	.noisy = r600_noisy,
	.known = r600_known,
	.power_on = r600_power_on,
	.running = running,
	.run = run,
	.control = control,

	.read = r600_read,
	.narrow = r600_is_narrow,
	.mmio_write = r600_mmio_write,
	.update_line = ih_update_line,

	.fb_start = r600_fb_start,
	.fb_end = r600_fb_end,
	.gart = r600_gart,
	.pte_fault = r600_pte_fault,
	.pte_bus = r600_pte_bus,
	.pte_snooped = r600_pte_snooped,
	.vram_setup = mc_setup_vram,
	.gart_setup = mc_setup_gart,
	.cpu_access = r600_cpu_access,
	.cp_access = cp_access,
	.blacked_out = r600_blacked_out,
	.surface = r600_surface,
	.set_surface = r600_set_surface,

	.cp_halted = r600_cp_halted,
	.rb_cntl = r600_rb_cntl,
	.ring_base = r600_ring_base,
	.rptr_addr = r600_rptr_addr,
	.packet_dw = r600_packet_dw,
	.op = r600_op,
	.draws = true,
	.is_draw = r600_is_draw,
	.takes_time = r600_takes_time,
	.ib_call = r600_ib_call,
	.execute = pm4_execute,

	.ucode_words = r600_ucode_words,
	.ucode_file = r600_ucode_file,
	.ucode_locked = r600_ucode_locked,

	.rom = r600_rom,
};
