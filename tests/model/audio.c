// SPDX-License-Identifier: GPL-2.0
/*
 * Function 1 of a card with HDMI: the HD audio controller.
 *
 * It has a configuration space and a BAR, so that the kernel sees a card of two functions on
 * one bus; its registers read 0, and no codec answers.
 */
#include <string.h>

#include "model_int.h"

#define CFG_COMMAND	0x04
#define CFG_BAR0	0x10
#define CFG_LINE	0x3c
#define CFG_PM		0x50
#define CFG_PMCSR	(CFG_PM + 4)
#define CFG_PCIE	0x58

#define COMMAND_MASK	0x0506
#define PM_STATE	0x3
#define BAR_SIZE	0x4000u

u64 model_audio_bar_size(unsigned int bar)
{
	return bar == 0 ? BAR_SIZE : 0;
}

u32 model_audio_config_read(const struct model_audio *audio, u32 offset, unsigned int size)
{
	u32 v = 0;

	if (size > 4 || offset + size > sizeof(audio->config))
		return ~0u;
	memcpy(&v, audio->config + offset, size);
	return v;
}

static u32 writable(u32 off)
{
	switch (off) {
	case CFG_COMMAND:
		return COMMAND_MASK;
	case CFG_BAR0:
		return ~(BAR_SIZE - 1);
	case CFG_LINE:
		return 0xff;
	case CFG_PMCSR:
		return PM_STATE;
	}
	return 0;
}

void model_audio_config_write(struct model_audio *audio, u32 offset, u32 value, unsigned int size)
{
	u32 mask, v;

	if (size > 4 || offset + size > sizeof(audio->config))
		return;
	for (u32 i = 0; i < size; i++) {
		u32 at = offset + i, shift = (at & 3) * 8;

		mask = writable(at & ~3u) >> shift & 0xff;
		v = value >> i * 8 & 0xff;
		audio->config[at] = (audio->config[at] & ~mask) | (v & mask);
	}
}

static void set16(struct model_audio *audio, u32 off, u16 v)
{
	memcpy(audio->config + off, &v, 2);
}

void model_audio_power_on(struct model_audio *audio, const struct model_chip *chip)
{
	u8 *c = audio->config;

	memset(audio, 0, sizeof(*audio));
	set16(audio, 0x00, 0x1002);
	set16(audio, 0x02, chip->audio_id);
	c[0x06] = 0x10;			/* capability list */
	c[0x0a] = 0x03;			/* HD audio controller */
	c[0x0b] = 0x04;
	c[0x0e] = 0x80;			/* one of several functions */
	set16(audio, 0x2c, 0x1002);
	set16(audio, 0x2e, chip->audio_id);
	c[0x34] = CFG_PM;
	c[0x3d] = 2;			/* INTB# */
	c[CFG_PM] = 0x01;		/* power management 1.2: D0 and D3 */
	set16(audio, CFG_PM + 2, 0x0003);
	if (chip->igp)
		return;
	c[CFG_PM + 1] = CFG_PCIE;
	c[CFG_PCIE] = 0x10;		/* PCI Express, version 1, legacy endpoint */
	set16(audio, CFG_PCIE + 2, 0x0011);
	set16(audio, CFG_PCIE + 4, 0x8fa0);
	set16(audio, CFG_PCIE + 12, 0x0101);	/* x16, 2.5 GT/s */
	set16(audio, CFG_PCIE + 18, 0x0101);
}
