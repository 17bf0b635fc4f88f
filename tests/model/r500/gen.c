// SPDX-License-Identifier: GPL-2.0
/*
 * R5xx as a generation: see gen.h.
 */
#include "r500/r500.h"

static const char *running(struct model *m)
{
	return cp_halted(m) ? NULL : "the CP runs";
}

static u64 run(struct model *m)
{
	return MODEL_NEVER;
}

static void control(struct model *m, u32 reg, u32 value)
{
}

static void cp_access(struct model *m, u64 addr, u64 len)
{
}

static bool blacked_out(const struct model *m)
{
	return false;
}

static u64 surface(const struct model *m, u32 crtc)
{
	return reg_get(m, D1GRPH_PRIMARY_SURFACE_ADDRESS + crtc * D2_OFFSET);
}

static void set_surface(struct model *m, u32 crtc, u64 addr)
{
	reg_set(m, D1GRPH_PRIMARY_SURFACE_ADDRESS + crtc * D2_OFFSET, (u32)addr);
	reg_set(m, D1GRPH_SECONDARY_SURFACE_ADDRESS + crtc * D2_OFFSET, (u32)addr);
}

const struct model_gen r500_gen = {
	.state_size = sizeof(struct r500),
	.noisy = r500_noisy,
	.known = r500_known,
	.power_on = r500_power_on,
	.running = running,
	.run = run,
	.control = control,

	.read = r500_read,
	.narrow = r500_narrow,
	.mmio_write = r500_mmio_write,
	.update_line = gen_int_update,

	.fb_start = r500_fb_start,
	.fb_end = r500_fb_end,
	.gart = r500_gart,
	.pte_fault = r500_pte_fault,
	.pte_bus = r500_pte_bus,
	.pte_snooped = r500_pte_snooped,
	.vram_setup = r500_vram_setup,
	.gart_setup = r500_gart_setup,
	.cpu_access = r500_cpu_access,
	.cp_access = cp_access,
	.blacked_out = blacked_out,
	.surface = surface,
	.set_surface = set_surface,

	.cp_halted = r500_cp_halted,
	.rb_cntl = r500_rb_cntl,
	.ring_base = r500_ring_base,
	.rptr_addr = r500_rptr_addr,
	.packet_dw = r500_packet_dw,
	.op = r500_op,
	.is_draw = r500_is_draw,
	.takes_time = r500_takes_time,
	.draws = true,
	.ib_call = r500_ib_call,
	.fetched = r500_cp_fetched,
	.execute = r500_execute,

	.ucode_words = r500_ucode_words,
	.ucode_file = r500_ucode_file,
	.ucode_locked = r500_ucode_locked,

	.rom = r500_rom,
};
