// SPDX-License-Identifier: GPL-2.0
/*
 * rcp_atom_image.c without its last function (line.c): an image of any bytes, and any size.  Each
 * loop of the programs is proven by induction: it begins at any turn, and the proof ends at the
 * next.
 */
#include "image.h"

/* The sentence of an error: any text. */
static int any_text(char *text, size_t size, const char *fmt, va_list args)
{
	text[0] = nondet_u8();
	text[size - 1] = 0;
	return 0;
}

/* Locals of parse_methods(), where rcp_atom_message() has none of that name. */
static struct rcp_atom_reader reader;

/* Programs: from where on a turn of the outer and of the inner loop reads. */
static u32 program, operation;
static u32 turns[128];

static void programs(struct rcp_atom_reader *at)
{
	if (turns['r']++) {
		REACHED("a program is indexed");
		PROVE(!at->over && at->pos > program && at->pos <= at->end,
		      "a program ends further on, inside of its table");
		ASSUME(0);
	}
	at->pos = program = nondet_u32();
}

static bool is_further(const struct rcp_atom_reader *at)
{
	return at->over || (at->pos > program && at->pos <= at->end);
}

static void operations(struct rcp_atom_reader *at)
{
	PROVE(is_further(at), "the operations follow");
	at->pos = operation = nondet_u32();
	at->over = nondet_bool();
	ASSUME(is_further(at));
}

static void operation_ends(const struct rcp_atom_reader *at)
{
	if (!turns['o']++)
		return;
	REACHED("an operation is passed");
	PROVE(is_further(at) && !at->over && at->pos > operation,
	      "an operation ends further on, inside of its table");
	ASSUME(0);
}

static void turn(const char *condition, struct rcp_atom_reader *at)
{
	if (condition[0] == 'r')
		programs(at);
	else if (condition[0] == 'o')
		operation_ends(at);
}

#define vsnprintf any_text
#define TURN(condition)	turn(#condition, &reader)
#define do if (operations(&reader), true)
#define while(condition) for (TURN(condition); (condition); TURN(condition))
#include "../../../ring/atom/rcp_atom_image.c"
#undef while
#undef do
#include "../../../ring/atom/rcp_atom_names.c"

/* Any image after rcp_atom_parse(). */
static void parsed(struct rcp_atom_image *image)
{
	any_image(image);
	ASSUME(lists_are_inside(image));
}

void parse(void)
{
	struct rcp_atom_image image, given;
	struct rcp_atom_why why;

	any_image(&given);
	if (!rcp_atom_parse(&image, given.bytes, given.size, &why))
		return;
	REACHED("an image is accepted");
	PROVE(image.bytes == given.bytes && image.size == given.size, "the image is the given one");
	PROVE(lists_are_inside(&image), "the lists of tables are in the image");
	PROVE(image.header + ATOM_HEADER_BYTES <= image.size, "the header is in the image");
}

void tables(void)
{
	bool command = nondet_bool(), present;
	struct rcp_atom_image image;
	struct rcp_atom_table table;
	struct rcp_atom_why why;
	u32 number = nondet_u32();

	parsed(&image);
	present = rcp_atom_present(&image, command, number);
	if (!(command ? rcp_atom_command : rcp_atom_data)(&image, number, &table, &why))
		return;
	REACHED_IF(command, "a command table is found");
	REACHED_IF(!command, "a data table is found");
	PROVE(present, "the table has an offset");
	PROVE(table_is_inside(&image, &table), "the table is in the image");
	PROVE(!command || (table.size >= COMMAND_HEADER_BYTES && table.ps <= 31),
	      "the header of a command table is in it");
}

void contents(void)
{
	struct rcp_atom_firmware firmware;
	struct rcp_atom_image image;
	struct rcp_atom_why why;
	u32 start;

	parsed(&image);
	PROVE(rcp_atom_scratch_bytes(&image, nondet_bool() ? &start : NULL) <= 0xffffu << 10,
	      "the size of the scratch area has 16 bits");
	if (!rcp_atom_firmware(&image, &firmware, &why))
		return;
	REACHED("clocks are read");
	PROVE(firmware.sclk_khz <= 10000000 && firmware.mclk_khz <= 10000000 &&
	      firmware.max_sclk_khz <= 10000000 && firmware.max_mclk_khz <= 10000000,
	      "no clock is above 10 GHz");
}
