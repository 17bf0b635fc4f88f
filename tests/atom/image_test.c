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

#define BOOT_SCLK	60000	/* of rig_open() */
#define BOOT_MCLK	50000

struct level {
	u32 sclk, mclk, mv;
};

/*
 * PowerPlayInfo of R6xx and R7xx: states of three bytes with these classes, and clock infos of
 * @clock bytes, of which the last one is cut by the end of the table.
 */
struct pplib {
	u8 format, clock, thermal;
	u8 states[9][3];
	u16 classes[9];
	struct level levels[4];
};

static void put_pplib(const struct pplib *p, u32 nstates)
{
	enum { HEAD = 40, OTHER = 4 };
	u32 other = HEAD + nstates * 3, clocks = other + nstates * OTHER;

	asm_data(&rig.a, RCP_ATOM_POWERPLAY_INFO, p->format, 1);
	asm_8(&rig.a, 1);
	asm_8(&rig.a, nstates);
	asm_8(&rig.a, 3);
	asm_8(&rig.a, p->clock);
	asm_8(&rig.a, OTHER);
	asm_16(&rig.a, HEAD);
	asm_16(&rig.a, clocks);
	asm_16(&rig.a, other);
	asm_16(&rig.a, 0);
	asm_16(&rig.a, 1000);
	for (u32 i = 19; i < 25; i++)
		asm_8(&rig.a, 0);
	asm_8(&rig.a, p->thermal);
	for (u32 i = 26; i < HEAD; i++)
		asm_8(&rig.a, 0xff);
	for (u32 i = 0; i < nstates; i++)
		for (u32 j = 0; j < 3; j++)
			asm_8(&rig.a, p->states[i][j]);
	for (u32 i = 0; i < nstates; i++) {
		asm_16(&rig.a, p->classes[i]);
		asm_16(&rig.a, 0xffff);
	}
	for (u32 i = 0; i < 4; i++) {
		u32 pos = rig.a.pos;

		asm_16(&rig.a, p->levels[i].sclk);
		asm_8(&rig.a, p->levels[i].sclk >> 16);
		asm_16(&rig.a, p->levels[i].mclk);
		asm_8(&rig.a, p->levels[i].mclk >> 16);
		asm_16(&rig.a, p->levels[i].mv);
		while (rig.a.pos < pos + p->clock - (i == 3))
			asm_8(&rig.a, 0);
		rig.a.pos = pos + p->clock - (i == 3);
	}
	asm_end(&rig.a);
}

static bool pplib(const struct pplib *p, u32 nstates, bool igp, struct rcp_atom_powerplay *got)
{
	rig_open(&rig);
	put_pplib(p, nstates);
	rig.why.text[0] = 0;
	return rig_ready(&rig) && rcp_atom_powerplay(&rig.image, igp, got, &rig.why);
}

static const struct pplib usual = {
	.format = 5, .clock = 16, .thermal = 8,
	.states = { { 0, 2, 2 }, { 1, 0, 1 }, { 2, 1, 7 }, { 99, 0, 3 } },
	.classes = { 0x0008, 0x0005, 0x0101, 0x0010 },
	.levels = { { 21504, 39500, 1000 }, { 70000, 79000, 1200 }, { 30000, 50000, 0xff01 }, { 1, 1, 900 } },
};

static bool is_level(const struct rcp_atom_state *s, u32 i, u32 sclk, u32 mclk, u32 voltage)
{
	return i < s->nlevels && s->levels[i].sclk_khz == sclk && s->levels[i].mclk_khz == mclk &&
	       s->levels[i].voltage == voltage;
}

static void thermal_controllers(void)
{
	static const struct { u8 type; bool internal; } thermal[] = {
		{ 0x00, false }, { 0x01, false }, { 0x07, true }, { 0x08, true }, { 0x0b, false },
		{ 0x0d, true }, { 0x89, true },
	};
	struct rcp_atom_powerplay p;
	bool right = true;

	for (u32 i = 0; i < sizeof(thermal) / sizeof(thermal[0]); i++) {
		struct pplib some = usual;

		some.format = 4;
		some.thermal = thermal[i].type;
		right = right && pplib(&some, 2, false, &p) && p.thermal == thermal[i].type &&
			p.internal == thermal[i].internal;
	}
	tap_ok(right, "PowerPlayInfo: which thermal controllers are the chip's own sensor");
}

static void states_of_r6xx(void)
{
	struct pplib some = usual;
	struct rcp_atom_powerplay p;

	tap_ok(pplib(&some, 4, false, &p) && p.format == 5 && p.nstates == 4 && p.voltage_us == 1000 &&
	       p.states[0].class == 0x0008 && p.states[0].nlevels == 2 &&
	       is_level(&p.states[0], 0, BOOT_SCLK * 10, BOOT_MCLK * 10, 1100) &&
	       is_level(&p.states[0], 1, BOOT_SCLK * 10, BOOT_MCLK * 10, 1100),
	       "PowerPlayInfo: the state at boot is that of FirmwareInfo");
	tap_ok(p.states[1].class == 0x0005 && p.states[1].by == RCP_ATOM_VOLTAGE_MV &&
	       p.states[1].nlevels == 2 && is_level(&p.states[1], 0, 215040, 395000, 1000) &&
	       is_level(&p.states[1], 1, 700000, 790000, 1200),
	       "PowerPlayInfo: levels of a state");
	tap_ok(p.states[2].nlevels == 1 && is_level(&p.states[2], 0, 700000, 790000, 1200) &&
	       p.states[2].class == 0x0101, "PowerPlayInfo: a number outside of the table is skipped");
	tap_ok(p.states[3].nlevels == 1 && !p.states[3].class,
	       "PowerPlayInfo: a clock info that is cut is skipped, a state without a class is other");
	tap_ok(p.min_sclk_khz == 215040 && p.min_mclk_khz == 395000, "PowerPlayInfo: lowest clocks");
	some.states[0][0] = 1;
	tap_ok(pplib(&some, 4, false, &p) && is_level(&p.states[0], 0, 300000, 500000, 0),
	       "PowerPlayInfo: a voltage that stays");
	tap_ok(pplib(&some, 4, true, &p) && is_level(&p.states[1], 1, 700000, 0, 0) && !p.min_mclk_khz,
	       "PowerPlayInfo: an integrated chip has no memory clock and no voltage");
	some.levels[1].mclk = 0;
	tap_ok(pplib(&some, 3, false, &p) && p.nstates == 2 && p.states[1].nlevels == 1,
	       "PowerPlayInfo: a level without a memory clock, and a state without a level");
	some.levels[1] = (struct level){ 2 * BOOT_SCLK, 2 * BOOT_MCLK, 1200 };
	tap_ok(pplib(&some, 3, false, &p) && p.nstates == 3, "PowerPlayInfo: twice the clocks at boot");
	some.levels[1].sclk++;
	tap_ok(pplib(&some, 3, false, &p) && p.nstates == 2, "PowerPlayInfo: an engine clock beyond");
	tap_ok(pplib(&some, 3, true, &p) && p.nstates == 3,
	       "PowerPlayInfo: firmware of an integrated chip may have set a low clock");
	some.levels[1] = (struct level){ BOOT_SCLK, 2 * BOOT_MCLK + 1, 1200 };
	tap_ok(pplib(&some, 3, false, &p) && p.nstates == 2, "PowerPlayInfo: a memory clock beyond");
	some.clock = 7;
	tap_ok(pplib(&some, 3, false, &p) && !p.nstates && !p.min_sclk_khz,
	       "PowerPlayInfo: no levels in clock infos that are too short");
	for (u32 i = 0; i < 9; i++)
		some.states[i][1] = 0;
	some.clock = 16;
	tap_ok(pplib(&some, 9, false, &p) && p.nstates == RCP_ATOM_STATES, "PowerPlayInfo: nine states");
	some.format = 6;
	pplib(&some, 3, false, &p);
	tap_ok(strstr(rig.why.text, "revision 6.1 is not known"), "PowerPlayInfo: another revision");
	rig_open(&rig);
	asm_data(&rig.a, RCP_ATOM_POWERPLAY_INFO, 4, 1);
	asm_32(&rig.a, ~0u);
	asm_end(&rig.a);
	tap_ok(rig_ready(&rig) && !rcp_atom_powerplay(&rig.image, false, &p, &rig.why) &&
	       strstr(rig.why.text, "has 8 bytes, 33 are needed"), "PowerPlayInfo: cut");
}

/* PowerPlayInfo of R5xx: three entries, and one more that the table cuts. */
static bool modes(u32 format, u32 bytes, const u32 flags[3], struct rcp_atom_powerplay *p)
{
	static const struct level levels[4] = {
		{ 21000, 30000, 3 }, { 0, 30000, 0 }, { 65000, 77500, 7 }, { 1, 1, 0 },
	};

	rig_open(&rig);
	asm_data(&rig.a, RCP_ATOM_POWERPLAY_INFO, format, format == 2 ? 2 : 1);
	asm_8(&rig.a, 8);		/* on R5xx no sensor of the chip */
	asm_8(&rig.a, 0);
	asm_8(&rig.a, 0);
	asm_8(&rig.a, 0);
	asm_8(&rig.a, bytes);
	asm_8(&rig.a, 4);
	for (u32 i = 0; i < 4; i++) {
		u32 pos = rig.a.pos;

		asm_32(&rig.a, i < 3 ? flags[i] : 0);
		asm_32(&rig.a, 0);
		if (format == 1) {
			asm_32(&rig.a, 0);
			asm_16(&rig.a, levels[i].sclk);
			asm_16(&rig.a, levels[i].mclk);
		} else {
			asm_32(&rig.a, levels[i].sclk);
			asm_32(&rig.a, levels[i].mclk);
		}
		asm_8(&rig.a, levels[i].mv);
		while (rig.a.pos < pos + bytes - (i == 3))
			asm_8(&rig.a, 0);
		rig.a.pos = pos + bytes - (i == 3);
	}
	asm_end(&rig.a);
	rig.why.text[0] = 0;
	return rig_ready(&rig) && rcp_atom_powerplay(&rig.image, false, p, &rig.why);
}

static void states_of_r5xx(void)
{
	static const u32 first[3] = { 0x40004, 0, 0x08000080 }, second[3] = { 0x8000, 0, 0 };
	struct rcp_atom_powerplay p;
	bool right = true;

	/* Revision 1 has 16 bits for a clock, so 775 MHz are cut. */
	for (u32 format = 1; format <= 3; format++)
		right = right && modes(format, 20 + format, first, &p) && p.format == format &&
			p.nstates == 2 && !p.internal && p.thermal == 8 &&
			is_level(&p.states[0], 0, 210000, 300000, 3) &&
			p.states[0].by == RCP_ATOM_VOLTAGE_GPIO && p.states[0].class == 1 &&
			is_level(&p.states[1], 0, 650000, format == 1 ? 119640 : 775000, 7) &&
			p.states[1].by == RCP_ATOM_VOLTAGE_INDEX &&
			p.states[1].class == (RCP_ATOM_CLASS_3D | RCP_ATOM_CLASS_BOOT);
	tap_ok(right, "PowerPlayInfo 1 to 3: states, the last one is the default");
	tap_ok(modes(2, 21, second, &p) && p.states[0].class == RCP_ATOM_CLASS_BOOT &&
	       p.states[0].by == RCP_ATOM_VOLTAGE_NONE && !p.states[1].class,
	       "PowerPlayInfo 2: the default by its flag");
	tap_ok(p.min_sclk_khz == 210000 && p.min_mclk_khz == 300000, "PowerPlayInfo 2: lowest clocks");
	tap_ok(!modes(3, 16, second, &p) && !p.nstates &&
	       strstr(rig.why.text, "entries of 16"), "PowerPlayInfo 3: entries that are too short");
}

static void class_names(void)
{
	same_text(rcp_atom_class_name(0x0d), "boot", "a state's class: boot first");
	same_text(rcp_atom_class_name(0x11), "thermal", "thermal");
	same_text(rcp_atom_class_name(0x405), "uvd", "UVD");
	same_text(rcp_atom_class_name(0x101), "performance", "3D performance");
	same_text(rcp_atom_class_name(5), "performance", "performance");
	same_text(rcp_atom_class_name(3), "balanced", "balanced");
	same_text(rcp_atom_class_name(1), "battery", "battery");
	same_text(rcp_atom_class_name(7), "other", "other");
}

/* Two objects: another voltage, and the core's voltage. */
static bool voltages(u32 format, u32 bytes, u32 base, u32 step, u32 entries, struct rcp_atom_voltage *v)
{
	rig_open(&rig);
	asm_data(&rig.a, RCP_ATOM_VOLTAGE_INFO, format, 1);
	for (u32 i = 0; i < 2; i++) {
		u32 pos = rig.a.pos;

		asm_8(&rig.a, i ? 1 : 2);
		asm_8(&rig.a, bytes);
		for (u32 j = 2; j < 18; j++)
			asm_8(&rig.a, 0xff);
		asm_16(&rig.a, i ? base : 1800);
		asm_16(&rig.a, step);
		asm_8(&rig.a, entries);
		asm_8(&rig.a, 0);
		while (rig.a.pos < pos + bytes)
			asm_8(&rig.a, 0);
	}
	asm_end(&rig.a);
	rig.why.text[0] = 0;
	return rig_ready(&rig) && rcp_atom_voltage(&rig.image, v, &rig.why);
}

static void voltage_levels(void)
{
	struct rcp_atom_voltage v;

	tap_ok(voltages(1, 28, 900, 50, 6, &v) && v.base_mv == 900 && v.step_mv == 50 && v.levels == 6,
	       "VoltageObjectInfo: levels of the core's voltage");
	tap_ok(!rcp_atom_voltage_has(&v, 850) && rcp_atom_voltage_has(&v, 900) &&
	       !rcp_atom_voltage_has(&v, 925) && rcp_atom_voltage_has(&v, 1150) &&
	       !rcp_atom_voltage_has(&v, 1200) && !rcp_atom_voltage_has(&v, 0),
	       "VoltageObjectInfo: which voltages are levels");
	tap_ok(voltages(1, 24, 900, 0, 1, &v) && rcp_atom_voltage_has(&v, 900) &&
	       !rcp_atom_voltage_has(&v, 901), "VoltageObjectInfo: one level without a step");
	tap_ok(!voltages(1, 24, 900, 50, 0, &v) && !v.base_mv && !rcp_atom_voltage_has(&v, 900) &&
	       strstr(rig.why.text, "has no levels of VDDC"), "VoltageObjectInfo: no levels");
	tap_ok(!voltages(1, 23, 900, 50, 6, &v), "VoltageObjectInfo: objects that are too short");
	tap_ok(!voltages(1, 0, 900, 50, 6, &v), "VoltageObjectInfo: objects without a size");
	tap_ok(!voltages(3, 28, 900, 50, 6, &v) && strstr(rig.why.text, "revision 3.1 is not known"),
	       "VoltageObjectInfo: another revision");
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
	thermal_controllers();
	states_of_r6xx();
	states_of_r5xx();
	class_names();
	voltage_levels();
	methods();
	roms();
}
