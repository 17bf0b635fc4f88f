// SPDX-License-Identifier: GPL-2.0
/*
 * The image of a video BIOS: headers, lists of tables, and data that a driver needs.
 *
 * Offsets in an image are 16 bits wide and come from the image itself.  This file checks the
 * lists, the headers of tables and the indirect access programs against the size of the image,
 * so that each table that it returns is inside of the image.
 *
 * All values are little-endian.  Pure functions: no locks, no allocation.
 */
#include "rcp_atom_read.h"

#define ROM_SIGNATURE		0xaa55
#define ROM_UNIT		512
#define ROM_PCIR		0x18		/* holds the offset of the PCI data structure */
#define PCIR_VENDOR		4
#define PCIR_DEVICE		6
#define PCIR_CODE		0x14
#define ATOM_MARK		0x30
#define ATOM_POINTER		0x48
#define ATOM_HEADER_BYTES	36
#define ATOM_HEADER_MAGIC	4
#define ATOM_HEADER_MESSAGE	0x10
#define ATOM_HEADER_COMMANDS	0x1e
#define ATOM_HEADER_DATA	0x20
#define TABLE_HEADER_BYTES	4
#define COMMAND_HEADER_BYTES	6
#define IMAGE_MAX		(1u << 20)

#define FIRMWARE_BYTES		84		/* the bytes that are read here */
#define FIRMWARE_SCLK		8
#define FIRMWARE_MCLK		12
#define FIRMWARE_MAX_SCLK	36
#define FIRMWARE_MAX_MCLK	40
#define FIRMWARE_VDDC		46
#define FIRMWARE_CAPABILITY	80
#define FIRMWARE_REFERENCE	82
#define FIRMWARE_CLOCK_MAX	1000000		/* 10 GHz, in 10 kHz */

#define USAGE_START		4
#define USAGE_KB		8
#define USAGE_BYTES		12

/* Lengths of the operations of indirect access programs, including the opcode. */
static const u8 method_bytes[] = { 1, 2, 3, 3, 3, 3, 4, 4, 4, 3 };

#define METHOD_START	1
#define METHOD_END	9

/**
 * rcp_atom_say() - store the sentence of an error
 * @why: takes the sentence; may be NULL
 * @fmt: format of the sentence, without a full stop
 *
 * Keeps an earlier sentence, because it is nearer to the cause.
 *
 * Context: any.
 * Return: false, for the caller to return.
 */
bool rcp_atom_say(struct rcp_atom_why *why, const char *fmt, ...)
{
	va_list ap;

	if (!why || why->text[0])
		return false;
	va_start(ap, fmt);
	vsnprintf(why->text, sizeof(why->text), fmt, ap);
	va_end(ap);
	return false;
}

/* Limit the size: offsets have 16 bits, so no image uses more than IMAGE_MAX. */
static u32 image_size(size_t size)
{
	if (size > IMAGE_MAX)
		return IMAGE_MAX;
	return size;
}

static bool has_text(const struct rcp_atom_image *image, u32 pos, const char *text)
{
	size_t n = strlen(text);

	return pos <= image->size && n <= image->size - pos &&
	       !memcmp(image->bytes + pos, text, n);
}

/**
 * rcp_atom_rom() - read the PCI option ROM header of an image
 * @bytes: the image
 * @size: size of @bytes
 * @rom: filled in
 * @why: returns the error
 *
 * Context: any.
 * Return: true if the image is an option ROM that fits into @size.
 */
bool rcp_atom_rom(const u8 *bytes, size_t size, struct rcp_atom_rom *rom,
		  struct rcp_atom_why *why)
{
	struct rcp_atom_image image = { .bytes = bytes, .size = image_size(size) };
	u32 pcir, i;
	u8 sum = 0;

	if (rcp_atom_at(&image, 0, 2) != ROM_SIGNATURE)
		return rcp_atom_say(why, "no option ROM: it begins with 0x%04x, not with 0x%04x",
				    rcp_atom_at(&image, 0, 2), ROM_SIGNATURE);
	rom->size = rcp_atom_at(&image, 2, 1) * ROM_UNIT;
	if (!rom->size || rom->size > image.size)
		return rcp_atom_say(why, "the option ROM's header says %u bytes, there are %u",
				    rom->size, image.size);
	pcir = rcp_atom_at(&image, ROM_PCIR, 2);
	if (!has_text(&image, pcir, "PCIR") || rcp_atom_at(&image, pcir + PCIR_CODE, 1) != 0)
		return rcp_atom_say(why, "no PCI data structure for a PC at 0x%04x", pcir);
	rom->vendor = rcp_atom_at(&image, pcir + PCIR_VENDOR, 2);
	rom->device = rcp_atom_at(&image, pcir + PCIR_DEVICE, 2);
	for (i = 0; i < rom->size; i++)
		sum += bytes[i];
	rom->sum_is_zero = !sum;
	return true;
}

/* Check a list of tables: a header and an array of offsets.  No list counts as an empty one. */
static bool parse_list(struct rcp_atom_image *image, const char *what, u32 start, u32 *count,
		       struct rcp_atom_why *why)
{
	u32 size = rcp_atom_at(image, start, 2);

	*count = 0;
	if (!start)
		return true;
	if (start > image->size || size < TABLE_HEADER_BYTES || size > image->size - start)
		return rcp_atom_say(why,
				    "list of %s tables: %u bytes at 0x%04x, the image has 0x%x",
				    what, size, start, image->size);
	*count = (size - TABLE_HEADER_BYTES) / 2;
	return true;
}

/* Index the indirect access programs, which are START, number, operations, END, two bytes. */
static bool parse_methods(struct rcp_atom_image *image, struct rcp_atom_why *why)
{
	struct rcp_atom_reader reader = rcp_atom_reader(image, 0);
	struct rcp_atom_table table;
	u32 number, op, at;

	if (!rcp_atom_present(image, false, RCP_ATOM_INDIRECT_IO))
		return true;
	if (!rcp_atom_data(image, RCP_ATOM_INDIRECT_IO, &table, why))
		return false;
	reader.pos = table.start + TABLE_HEADER_BYTES;
	reader.end = table.start + table.size;
	while (reader.pos < reader.end && rcp_atom_at(image, reader.pos, 1) == METHOD_START) {
		rcp_atom_get(&reader, 1);
		number = rcp_atom_get(&reader, 1);
		image->method[number] = reader.pos;
		do {
			at = reader.pos;
			op = rcp_atom_get(&reader, 1);
			if (op >= ARRAY_SIZE(method_bytes))
				return rcp_atom_say(why,
						    "IndirectIOAccess: program 0x%02x has the unknown operation 0x%02x at 0x%04x",
						    number, op, at);
			rcp_atom_get(&reader, method_bytes[op] - 1);
		} while (op != METHOD_END && !reader.over);
		if (reader.over)
			return rcp_atom_say(why,
					    "IndirectIOAccess: program 0x%02x leaves its table, which ends at 0x%04x",
					    number, reader.end);
	}
	return true;
}

/**
 * rcp_atom_parse() - check the headers of an image
 * @image: filled in; refers to @bytes
 * @bytes: the image, which must outlive @image
 * @size: size of @bytes
 * @why: returns the error
 *
 * Context: any.
 * Return: true if the image is a usable ATOM BIOS.
 */
bool rcp_atom_parse(struct rcp_atom_image *image, const u8 *bytes, size_t size,
		    struct rcp_atom_why *why)
{
	memset(image, 0, sizeof(*image));
	image->bytes = bytes;
	image->size = image_size(size);
	if (rcp_atom_at(image, 0, 2) != ROM_SIGNATURE)
		return rcp_atom_say(why, "no video BIOS: it begins with 0x%04x, not with 0x%04x",
				    rcp_atom_at(image, 0, 2), ROM_SIGNATURE);
	if (!has_text(image, ATOM_MARK, " 761295520"))
		return rcp_atom_say(why, "no video BIOS of AMD's: no mark of theirs at 0x%02x",
				    ATOM_MARK);
	image->header = rcp_atom_at(image, ATOM_POINTER, 2);
	if (!has_text(image, image->header + ATOM_HEADER_MAGIC, "ATOM") ||
	    image->header + ATOM_HEADER_BYTES > image->size)
		return rcp_atom_say(why, "no ATOM header at 0x%04x in an image of 0x%x bytes",
				    image->header, image->size);
	image->commands = rcp_atom_at(image, image->header + ATOM_HEADER_COMMANDS, 2);
	image->data = rcp_atom_at(image, image->header + ATOM_HEADER_DATA, 2);
	return parse_list(image, "command", image->commands, &image->ncommands, why) &&
	       parse_list(image, "data", image->data, &image->ndata, why) &&
	       parse_methods(image, why);
}

static u32 table_start(const struct rcp_atom_image *image, bool command, u32 number)
{
	u32 list = command ? image->commands : image->data;

	if (number >= (command ? image->ncommands : image->ndata))
		return 0;
	return rcp_atom_at(image, list + TABLE_HEADER_BYTES + 2 * number, 2);
}

/**
 * rcp_atom_present() - test whether an image has a table
 * @image: the image
 * @command: true for a command table, false for a data table
 * @number: number of the table
 *
 * Context: any.
 * Return: true if the list has an offset for the table.
 */
bool rcp_atom_present(const struct rcp_atom_image *image, bool command, u32 number)
{
	return table_start(image, command, number) != 0;
}

static bool find_table(const struct rcp_atom_image *image, bool command, u32 number,
		       struct rcp_atom_table *table, struct rcp_atom_why *why)
{
	const char *name = command ? rcp_atom_command_name(number) : rcp_atom_data_name(number);
	u32 least = command ? COMMAND_HEADER_BYTES : TABLE_HEADER_BYTES;

	memset(table, 0, sizeof(*table));
	table->start = table_start(image, command, number);
	if (!table->start)
		return rcp_atom_say(why, "%s table %u (%s) is not there",
				    command ? "command" : "data", number, name);
	table->size = rcp_atom_at(image, table->start, 2);
	if (table->start > image->size || table->size < least ||
	    table->size > image->size - table->start)
		return rcp_atom_say(why, "%s (%s table %u): %u bytes at 0x%04x, the image has 0x%x",
				    name, command ? "command" : "data", number, table->size,
				    table->start, image->size);
	table->format = rcp_atom_at(image, table->start + 2, 1);
	table->content = rcp_atom_at(image, table->start + 3, 1);
	return true;
}

/**
 * rcp_atom_command() - find a command table
 * @image: the image
 * @number: number of the table
 * @table: filled in
 * @why: returns the error, also for a missing table
 *
 * The header gives the size of the workspace in bytes.  The in-tree driver allocates that many
 * dwords, and so does the interpreter.
 *
 * Context: any.
 * Return: true if the table exists and is in the image.
 */
bool rcp_atom_command(const struct rcp_atom_image *image, u32 number,
		      struct rcp_atom_table *table, struct rcp_atom_why *why)
{
	if (!find_table(image, true, number, table, why))
		return false;
	table->ws = rcp_atom_at(image, table->start + 4, 1);
	table->ps = (rcp_atom_at(image, table->start + 5, 1) & 0x7f) / 4;
	return true;
}

/**
 * rcp_atom_data() - find a data table
 * @image: the image
 * @number: number of the table
 * @table: filled in
 * @why: returns the error, also for a missing table
 *
 * Context: any.
 * Return: true if the table exists and is in the image.
 */
bool rcp_atom_data(const struct rcp_atom_image *image, u32 number,
		   struct rcp_atom_table *table, struct rcp_atom_why *why)
{
	return find_table(image, false, number, table, why);
}

/* Read a clock in units of 10 kHz.  Returns kHz, or 0 (unknown) for an impossible value. */
static u32 clock_khz(const struct rcp_atom_image *image, u32 pos, u32 count)
{
	u32 clock = rcp_atom_at(image, pos, count);

	return clock <= FIRMWARE_CLOCK_MAX ? clock * 10 : 0;
}

/**
 * rcp_atom_firmware() - read FirmwareInfo
 * @image: the image
 * @firmware: filled in
 * @why: returns the error
 *
 * Context: any.
 * Return: true if the table exists, is long enough and has a known revision.
 */
bool rcp_atom_firmware(const struct rcp_atom_image *image, struct rcp_atom_firmware *firmware,
		       struct rcp_atom_why *why)
{
	struct rcp_atom_table table;

	memset(firmware, 0, sizeof(*firmware));
	if (!rcp_atom_data(image, RCP_ATOM_FIRMWARE_INFO, &table, why))
		return false;
	if (table.size < FIRMWARE_BYTES)
		return rcp_atom_say(why, "FirmwareInfo at 0x%04x has %u bytes, %u are needed",
				    table.start, table.size, FIRMWARE_BYTES);
	if (table.format != 1 && table.format != 2)
		return rcp_atom_say(why, "FirmwareInfo at 0x%04x: revision %u.%u is not known",
				    table.start, table.format, table.content);
	firmware->format = table.format;
	firmware->content = table.content;
	firmware->sclk_khz = clock_khz(image, table.start + FIRMWARE_SCLK, 4);
	firmware->mclk_khz = clock_khz(image, table.start + FIRMWARE_MCLK, 4);
	firmware->max_sclk_khz = clock_khz(image, table.start + FIRMWARE_MAX_SCLK, 4);
	firmware->max_mclk_khz = clock_khz(image, table.start + FIRMWARE_MAX_MCLK, 4);
	firmware->reference_khz = clock_khz(image, table.start + FIRMWARE_REFERENCE, 2);
	firmware->vddc_mv = rcp_atom_at(image, table.start + FIRMWARE_VDDC, 2);
	firmware->capability = rcp_atom_at(image, table.start + FIRMWARE_CAPABILITY, 2);
	return true;
}

/**
 * rcp_atom_scratch_bytes() - read how much of the firmware's part of VRAM the tables use
 * @image: the image
 * @start_kb: returns the start of that part in KiB of VRAM, 0 if the image does not give it.
 *	May be NULL.
 *
 * Context: any.
 * Return: bytes; if the image gives no size, 20 KiB as in the in-tree driver.
 */
u32 rcp_atom_scratch_bytes(const struct rcp_atom_image *image, u32 *start_kb)
{
	struct rcp_atom_table table;
	u32 kb = 0;

	if (start_kb)
		*start_kb = 0;
	if (rcp_atom_data(image, RCP_ATOM_VRAM_USAGE, &table, NULL) && table.size >= USAGE_BYTES) {
		kb = rcp_atom_at(image, table.start + USAGE_KB, 2);
		if (start_kb)
			*start_kb = rcp_atom_at(image, table.start + USAGE_START, 4);
	}
	return (kb ? kb : 20) * 1024;
}

/**
 * rcp_atom_message() - read the line that the BIOS shows at boot
 * @image: the image
 * @buf: takes the line, truncated to @size
 * @size: size of @buf, at least 1
 *
 * Context: any.
 * Return: @buf, with printable characters only; empty if the image has no such line.
 */
const char *rcp_atom_message(const struct rcp_atom_image *image, char *buf, size_t size)
{
	u32 pos = rcp_atom_at(image, image->header + ATOM_HEADER_MESSAGE, 2);
	size_t n = 0;
	u32 c;

	while (pos && (rcp_atom_at(image, pos, 1) == '\r' || rcp_atom_at(image, pos, 1) == '\n'))
		pos++;
	while (pos && n + 1 < size) {
		c = rcp_atom_at(image, pos++, 1);
		if (c < ' ' || c > '~')
			break;
		buf[n++] = c;
	}
	buf[n] = 0;
	return buf;
}
