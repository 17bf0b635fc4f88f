// SPDX-License-Identifier: GPL-2.0
/*
 * The parser: values that it reads from an image, and its errors for broken images.
 */
#include <stdio.h>
#include <string.h>

#include "rig.h"

static struct rig rig;

/* A valid image with one changed byte or word. */
static void broken16(u32 pos, u32 value, const char *want, const char *what)
{
	struct rcp_atom_firmware firmware;

	rig_open(&rig);
	asm_close(&rig.a);
	asm_put16(&rig.a, pos, value);
	rig.why.text[0] = 0;
	if (rcp_atom_parse(&rig.image, rig.a.bytes, rig.a.size, &rig.why) &&
	    rcp_atom_firmware(&rig.image, &firmware, &rig.why))
		strcpy(rig.why.text, "nothing");
	same_text(rig.why.text, want, what);
}

static void headers(void)
{
	broken16(0, 0x1234, "no video BIOS: it begins with 0x1234, not with 0xaa55", "signature");
	broken16(0x30, 0, "no video BIOS of AMD's: no mark of theirs at 0x30", "mark");
	broken16(0x48, 0, "no ATOM header at 0x0000 in an image of 0x2000 bytes", "no header");
	broken16(0x48, 0x1ffc, "no ATOM header at 0x1ffc in an image of 0x2000 bytes",
		 "a header at the end");
	broken16(0x48, 0xffff, "no ATOM header at 0xffff in an image of 0x2000 bytes",
		 "a header outside");
	broken16(0x80 + 0x1e, 0xfffe, "list of command tables: 0 bytes at 0xfffe, the image has 0x2000",
		 "a list outside");
	broken16(0x80 + 0x20, 0x1fff, "list of data tables: 0 bytes at 0x1fff, the image has 0x2000",
		 "a list that begins with the last byte");
	broken16(0x100, 0x1f01, "list of command tables: 7937 bytes at 0x0100, the image has 0x2000",
		 "a list that is one byte too long");
	broken16(0x100, 0x1f00, "nothing", "a list up to the end");
	broken16(0x1b0, 3, "list of data tables: 3 bytes at 0x01b0, the image has 0x2000",
		 "a list without a header");
	broken16(0x1b0, 4, "data table 4 (FirmwareInfo) is not there", "an empty list");
	broken16(0x80 + 0x20, 0, "data table 4 (FirmwareInfo) is not there", "no list");
	broken16(0x1b4 + 8, 0, "data table 4 (FirmwareInfo) is not there", "no FirmwareInfo");
	broken16(0x1b4 + 8, 0xfffe,
		 "FirmwareInfo (data table 4): 0 bytes at 0xfffe, the image has 0x2000",
		 "FirmwareInfo outside");
	broken16(0x200, 0x1e01,
		 "FirmwareInfo (data table 4): 7681 bytes at 0x0200, the image has 0x2000",
		 "FirmwareInfo that is one byte too long");
	broken16(0x200, 83, "FirmwareInfo at 0x0200 has 83 bytes, 84 are needed", "FirmwareInfo cut");
	broken16(0x202, 0x0403, "FirmwareInfo at 0x0200: revision 3.4 is not known", "revision");
}

/*
 * PowerPlayInfo with two states of three bytes, and three clock infos of @clock bytes, of which
 * the last one is half outside.
 */
static bool powerplay(u8 format, u8 clock, u8 thermal, bool igp, struct rcp_atom_powerplay *p)
{
	rig_open(&rig);
	asm_data(&rig.a, RCP_ATOM_POWERPLAY_INFO, format, 1);
	asm_8(&rig.a, 1);
	asm_8(&rig.a, 2);
	asm_8(&rig.a, 3);
	asm_8(&rig.a, clock);
	asm_8(&rig.a, 12);
	asm_16(&rig.a, 40);
	asm_16(&rig.a, 46);
	for (u32 i = 13; i < 25; i++)
		asm_8(&rig.a, 0);
	asm_8(&rig.a, thermal);
	for (u32 i = 26; i < 40; i++)
		asm_8(&rig.a, 0xff);
	/* Number, and its clock infos: 7 is far outside, 2 in part. */
	asm_8(&rig.a, 0);
	asm_8(&rig.a, 0);
	asm_8(&rig.a, 7);
	asm_8(&rig.a, 1);
	asm_8(&rig.a, 1);
	asm_8(&rig.a, 2);
	for (u32 i = 0; i < 2; i++) {
		asm_16(&rig.a, i ? 0x5400 : 0x7000);	/* 215.04 and 286.72 MHz */
		asm_8(&rig.a, 0);
		asm_16(&rig.a, i ? 0 : 0x3498);		/* none, and 790 MHz */
		asm_8(&rig.a, i ? 0 : 0x01);
		for (u32 j = 6; j < clock; j++)
			asm_8(&rig.a, 0);
	}
	asm_16(&rig.a, 1);				/* 10 kHz */
	asm_16(&rig.a, 0);
	asm_end(&rig.a);
	rig.why.text[0] = 0;
	return rig_ready(&rig) && rcp_atom_powerplay(&rig.image, igp, p, &rig.why);
}

static void power_states(void)
{
	static const struct { u8 type; bool internal; } thermal[] = {
		{ 0x00, false }, { 0x01, false }, { 0x07, true }, { 0x08, true }, { 0x0b, false },
		{ 0x0d, true }, { 0x89, true },
	};
	struct rcp_atom_powerplay p;
	bool right = true;

	for (u32 i = 0; i < sizeof(thermal) / sizeof(thermal[0]); i++)
		right = right && powerplay(4, 16, thermal[i].type, false, &p) &&
			p.thermal == thermal[i].type && p.internal == thermal[i].internal;
	tap_ok(right, "PowerPlayInfo: which thermal controllers are the chip's own sensor");
	tap_ok(powerplay(5, 16, 8, false, &p) && p.min_sclk_khz == 215040 && p.min_mclk_khz == 790000,
	       "PowerPlayInfo: lowest clocks of all states, and none of clock infos outside");
	tap_ok(powerplay(4, 16, 8, true, &p) && p.min_sclk_khz == 215040 && !p.min_mclk_khz,
	       "PowerPlayInfo: an integrated chip has no memory clock");
	tap_ok(powerplay(4, 5, 8, false, &p) && !p.min_sclk_khz && !p.min_mclk_khz,
	       "PowerPlayInfo: no clocks in clock infos that are too short");
	powerplay(3, 16, 8, false, &p);
	tap_ok(strstr(rig.why.text, "revision 3.1 is not known"), "PowerPlayInfo: another revision");
	rig_open(&rig);
	asm_data(&rig.a, RCP_ATOM_POWERPLAY_INFO, 4, 1);
	asm_32(&rig.a, ~0u);
	asm_end(&rig.a);
	tap_ok(rig_ready(&rig) && !rcp_atom_powerplay(&rig.image, false, &p, &rig.why) &&
	       strstr(rig.why.text, "has 8 bytes, 33 are needed"), "PowerPlayInfo: cut");
}

static void firmware(void)
{
	struct rcp_atom_firmware f;
	struct rcp_atom_why why = { };
	char text[16];
	u32 start;

	rig_open(&rig);
	asm_data(&rig.a, 11, 1, 1);
	asm_32(&rig.a, 0x0007ff00);
	asm_16(&rig.a, 24);
	asm_16(&rig.a, 0);
	asm_end(&rig.a);
	tap_ok(rig_ready(&rig) && rcp_atom_firmware(&rig.image, &f, &why) && f.format == 1 &&
	       f.content == 4 && f.sclk_khz == 600000 && f.mclk_khz == 500000 &&
	       f.max_sclk_khz == 650000 && f.max_mclk_khz == 550000 &&
	       f.reference_khz == 27000 && f.vddc_mv == 1100 && !f.capability,
	       "FirmwareInfo: clocks in kHz");
	tap_ok(rcp_atom_scratch_bytes(&rig.image, &start) == 24 * 1024 && start == 0x7ff00,
	       "VRAM_UsageByFirmware");
	same_text(rcp_atom_message(&rig.image, text, sizeof(text)), "TEST IMAGE", "the BIOS' message");
	same_text(rcp_atom_message(&rig.image, text, 5), "TEST", "cut to the buffer");

	rig_open(&rig);
	asm_put16(&rig.a, 0x200 + 8, 0x4241);
	asm_put16(&rig.a, 0x200 + 10, 0x000f);
	asm_put16(&rig.a, 0x200 + 12, 0xffff);
	asm_put16(&rig.a, 0x200 + 14, 0xffff);
	tap_ok(rig_ready(&rig) && rcp_atom_firmware(&rig.image, &f, &why) && !f.sclk_khz && !f.mclk_khz,
	       "clocks beyond 10 GHz are unknown");
	tap_ok(rcp_atom_scratch_bytes(&rig.image, NULL) == 20 * 1024, "without VRAM_UsageByFirmware");
	asm_put16(&rig.a, 0x80 + 0x10, 0xffff);
	same_text(rcp_atom_message(&rig.image, text, sizeof(text)), "", "a message outside");

	for (u32 i = 0; i < RCP_ATOM_COMMANDS; i++)
		start += !rcp_atom_command_name(i) || !strcmp(rcp_atom_command_name(i), "unnamed");
	for (u32 i = 0; i < RCP_ATOM_DATA; i++)
		start += !rcp_atom_data_name(i) || !strcmp(rcp_atom_data_name(i), "unnamed");
	tap_ok(start == 0x7ff00 && !strcmp(rcp_atom_command_name(RCP_ATOM_ASIC_INIT), "ASIC_Init") &&
	       !strcmp(rcp_atom_command_name(RCP_ATOM_SET_ENGINE_CLOCK), "SetEngineClock") &&
	       !strcmp(rcp_atom_command_name(80), "GetVoltageInfo") &&
	       !strcmp(rcp_atom_command_name(71), "ClockSource") &&
	       !strcmp(rcp_atom_data_name(RCP_ATOM_FIRMWARE_INFO), "FirmwareInfo") &&
	       !strcmp(rcp_atom_data_name(RCP_ATOM_VRAM_USAGE), "VRAM_UsageByFirmware") &&
	       !strcmp(rcp_atom_data_name(RCP_ATOM_INDIRECT_IO), "IndirectIOAccess") &&
	       !strcmp(rcp_atom_data_name(33), "PowerSourceInfo") &&
	       !strcmp(rcp_atom_data_name(34), "unnamed") &&
	       !strcmp(rcp_atom_command_name(81), "unnamed"), "each table has its name");
}

static void methods_broken(const char *bytes, u32 n, const char *want, const char *what)
{
	rig_open(&rig);
	asm_data(&rig.a, 23, 1, 1);
	for (u32 i = 0; i < n; i++)
		asm_8(&rig.a, (u8)bytes[i]);
	asm_end(&rig.a);
	same_text(rig_ready(&rig) ? "nothing" : rig.why.text, want, what);
}

static void methods(void)
{
	methods_broken("", 0, "nothing", "no access program");
	methods_broken("\x01\x03\x09\x00\x00", 5, "nothing", "one that ends with its table");
	methods_broken("\x01\x03\x02\x34\x12\x09", 6,
		       "IndirectIOAccess: program 0x03 leaves its table, which ends at 0x026a",
		       "one whose last byte is missing");
	methods_broken("\x01\x03\x08\x20", 4,
		       "IndirectIOAccess: program 0x03 leaves its table, which ends at 0x0268",
		       "one cut inside of an operation");
	methods_broken("\x01", 1, "IndirectIOAccess: program 0x00 leaves its table, which ends at 0x0265",
		       "one without a number");
	methods_broken("\x01\x83\x00\x0a\x09\x00\x00", 7,
		       "IndirectIOAccess: program 0x83 has the unknown operation 0x0a at 0x0267",
		       "an operation that there is not");
	methods_broken("\x01\x83\x09\x00\x00\x01\x84\x00\x00\x09\x00\x00\x02", 13, "nothing",
		       "two, and something else");
	tap_ok(rig.image.method[0x83] == 0x266 && rig.image.method[0x84] == 0x26b &&
	       !rig.image.method[0x03], "programs are found by their numbers");
}

static void rom(u32 pos, u32 value, const char *want, const char *what)
{
	struct rcp_atom_rom r;
	struct rcp_atom_why why = { };
	bool good;

	rig_open(&rig);
	asm_close(&rig.a);
	if (pos)
		rig.a.bytes[pos] = (u8)value;
	good = rcp_atom_rom(rig.a.bytes, rig.a.size, &r, &why);
	if (good)
		sprintf(why.text, "%04x:%04x size %x sum %u", r.vendor, r.device, r.size,
			r.sum_is_zero);
	same_text(why.text, want, what);
}

static void roms(void)
{
	rom(0, 0, "1002:9540 size 2000 sum 1", "an option ROM");
	rom(0x1fe, 1, "1002:9540 size 2000 sum 0", "its checksum");
	rom(1, 0, "no option ROM: it begins with 0x0055, not with 0xaa55", "its signature");
	rom(2, 0, "the option ROM's header says 0 bytes, there are 8192", "its size is 0");
	rom(2, 17, "the option ROM's header says 8704 bytes, there are 8192", "its size is too large");
	rom(0x19, 0xff, "no PCI data structure for a PC at 0xff60", "its PCI data lie outside");
	rom(0x60 + 0x14, 3, "no PCI data structure for a PC at 0x0060", "it is one for EFI");
}

void image_tests(void)
{
	headers();
	firmware();
	power_states();
	methods();
	roms();
}
