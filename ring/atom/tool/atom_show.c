// SPDX-License-Identifier: GPL-2.0
/*
 * The overview of an image: the data that a driver reads, and the list of tables.
 */
#include "atom_tool.h"

static void say_khz(const char *what, u32 khz)
{
	if (khz)
		printf("  %-22s %u.%03u MHz\n", what, khz / 1000, khz % 1000);
	else
		printf("  %-22s not known\n", what);
}

/* CRC-32 (IEEE 802.3) of a table, so that the overviews of two images can be compared. */
static u32 table_crc(const struct rcp_atom_image *image, const struct rcp_atom_table *table)
{
	u32 crc = ~0u, i, bit;

	for (i = 0; i < table->size; i++) {
		crc ^= image->bytes[table->start + i];
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

static int show_rom(const struct rcp_atom_image *image)
{
	struct rcp_atom_why why = { };
	struct rcp_atom_rom rom;
	char message[80];

	printf("Message   %s\n", rcp_atom_message(image, message, sizeof(message)));
	if (!rcp_atom_rom(image->bytes, image->size, &rom, &why)) {
		printf("ROM       broken: %s\n", why.text);
		return ATOM_BROKEN;
	}
	printf("ROM       %u bytes for %04x:%04x, checksum %s\n", rom.size, rom.vendor, rom.device,
	       rom.sum_is_zero ? "right" : "wrong");
	return ATOM_GOOD;
}

static int show_firmware(const struct rcp_atom_image *image)
{
	struct rcp_atom_firmware firmware;
	struct rcp_atom_why why = { };
	const char *generation;
	u32 start_kb, bytes;
	bool same;

	if (!rcp_atom_firmware(image, &firmware, &why)) {
		printf("Firmware  broken: %s\n", why.text);
		return ATOM_BROKEN;
	}
	generation = atom_generation(image, &same);
	printf("Firmware  FirmwareInfo %u.%u, of %s\n", firmware.format, firmware.content,
	       generation ? generation : "no known generation");
	say_khz("default engine clock", firmware.sclk_khz);
	say_khz("default memory clock", firmware.mclk_khz);
	/* Evergreen's have other data there. */
	say_khz("highest engine clock", same ? firmware.max_sclk_khz : 0);
	say_khz("highest memory clock", same ? firmware.max_mclk_khz : 0);
	say_khz("reference clock", firmware.reference_khz);
	printf("  %-22s %u mV\n", "core voltage", firmware.vddc_mv);
	printf("  %-22s 0x%04x%s\n", "flags", firmware.capability,
	       firmware.capability & 1 ? ", the firmware has posted the card" : "");
	bytes = rcp_atom_scratch_bytes(image, &start_kb);
	printf("  %-22s %u KiB", "memory of the tables", bytes / 1024);
	if (start_kb)
		printf(" at %u KiB of VRAM", start_kb);
	printf("\n");
	return ATOM_GOOD;
}

static void show_level(enum rcp_atom_voltage_by by, const struct rcp_atom_level *level)
{
	static const char *const units[] = { "", " mV", " (number of SetVoltage)", " (pin)" };

	printf("    engine %u.%02u MHz", level->sclk_khz / 1000, level->sclk_khz / 10 % 100);
	if (level->mclk_khz)
		printf(", memory %u.%02u MHz", level->mclk_khz / 1000, level->mclk_khz / 10 % 100);
	if (by > RCP_ATOM_VOLTAGE_MV || (by == RCP_ATOM_VOLTAGE_MV && level->voltage))
		printf(", voltage %u%s", level->voltage, units[by]);
	printf("\n");
}

/* What the parameter power_state of the module would set. */
static void show_choice(const struct rcp_atom_power *power, bool battery, bool igp)
{
	struct rcp_atom_why why = { };
	struct rcp_atom_point point;

	printf("  power_state=%s\n", battery ? "battery" : "performance");
	if (rcp_atom_choose(power, battery, !igp, &point, &why))
		show_level(power->by, &(struct rcp_atom_level){
			point.sclk_khz, igp ? 0 : point.mclk_khz, point.voltage });
	else
		printf("    none: %s\n", why.text);
}

/* Whether the chip is an integrated one the image does not tell: those have no SetMemoryClock. */
static int show_powerplay(const struct rcp_atom_image *image)
{
	bool igp = !rcp_atom_present(image, true, RCP_ATOM_SET_MEMORY_CLOCK);
	const struct rcp_atom_powerplay *powerplay;
	const struct rcp_atom_voltage *voltage;
	struct rcp_atom_power power;
	struct rcp_atom_why why = { };
	u32 i, j;

	if (!rcp_atom_present(image, false, RCP_ATOM_POWERPLAY_INFO)) {
		printf("Power     no PowerPlayInfo\n");
		return ATOM_GOOD;
	}
	if (!rcp_atom_power(image, igp, &power, &why)) {
		printf("Power     broken: %s\n", why.text);
		return ATOM_BROKEN;
	}
	powerplay = &power.powerplay;
	voltage = &power.voltage;
	printf("Power     PowerPlayInfo %u.%u\n", powerplay->format, powerplay->content);
	for (i = 0; i < powerplay->nstates; i++) {
		const struct rcp_atom_state *state = &powerplay->states[i];

		printf("  state %u  %s, class 0x%04x\n", i, rcp_atom_class_name(state->class),
		       state->class);
		for (j = 0; j < state->nlevels; j++)
			show_level(state->by, &state->levels[j]);
	}
	if (voltage->levels)
		printf("  %-22s %u to %u mV by %u\n", "levels of the voltage", voltage->base_mv,
		       voltage->base_mv + (voltage->levels - 1) * voltage->step_mv,
		       voltage->step_mv);
	show_choice(&power, false, igp);
	show_choice(&power, true, igp);
	return ATOM_GOOD;
}

static void show_methods(const struct rcp_atom_image *image)
{
	const char *between = "";
	u32 i;

	printf("Ports     ");
	for (i = 0; i < RCP_ATOM_METHODS; i++) {
		if (!image->method[i])
			continue;
		printf("%s%u %s", between, i & 0x7f, i & 0x80 ? "write" : "read");
		between = ", ";
	}
	printf("%s\n", *between ? "" : "none but the registers");
}

static int show_commands(const struct rcp_atom_image *image)
{
	struct rcp_atom_table table;
	int status = ATOM_GOOD;
	u32 i;

	printf("\nCommand tables\n");
	for (i = 0; i < image->ncommands; i++) {
		struct rcp_atom_why why = { };

		if (!rcp_atom_present(image, true, i))
			continue;
		if (!rcp_atom_command(image, i, &table, &why) ||
		    !atom_code_is_good(image, i, &why)) {
			printf("  %3u  %-32s BROKEN: %s\n", i, rcp_atom_command_name(i), why.text);
			status = ATOM_BROKEN;
			continue;
		}
		printf("  %3u  %-32s 0x%04x  %5u bytes  crc %08x  revision %u.%u", i,
		       rcp_atom_command_name(i), table.start, table.size,
		       table_crc(image, &table), table.format, table.content);
		if (table.ps)
			printf("  %u parameters", table.ps);
		if (table.ws)
			printf("  workspace %u", table.ws);
		printf("\n");
	}
	return status;
}

static int show_data(const struct rcp_atom_image *image)
{
	struct rcp_atom_table table;
	int status = ATOM_GOOD;
	u32 i;

	printf("\nData tables\n");
	for (i = 0; i < image->ndata; i++) {
		struct rcp_atom_why why = { };

		if (!rcp_atom_present(image, false, i))
			continue;
		if (!rcp_atom_data(image, i, &table, &why)) {
			printf("  %3u  %-32s BROKEN: %s\n", i, rcp_atom_data_name(i), why.text);
			status = ATOM_BROKEN;
			continue;
		}
		printf("  %3u  %-32s 0x%04x  %5u bytes  crc %08x  revision %u.%u\n", i,
		       rcp_atom_data_name(i), table.start, table.size, table_crc(image, &table),
		       table.format, table.content);
	}
	return status;
}

int atom_overview(const struct rcp_atom_image *image)
{
	int status = show_rom(image);

	status |= show_firmware(image);
	status |= show_powerplay(image);
	show_methods(image);
	if (!rcp_atom_present(image, true, RCP_ATOM_ASIC_INIT)) {
		printf("Posting   no ASIC_Init: a driver cannot post the card\n");
		status = ATOM_BROKEN;
	}
	status |= show_commands(image);
	status |= show_data(image);
	return status;
}
