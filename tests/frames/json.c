// SPDX-License-Identifier: GPL-2.0
/*
 * JSON, written as it comes: values, and strings in which nothing ends a string, a line or an element of
 * HTML, whatever bytes they have.
 */
#include "frame.h"

/* A comma, unless the value is the first one of its array or object. */
static void comma(struct frame_json *j)
{
	if (j->more)
		fputc(',', j->out);
	j->more = true;
}

void frame_json_text(struct frame_json *j, const char *text)
{
	comma(j);
	fputc('"', j->out);
	for (; *text; text++) {
		unsigned char c = *text;

		/* Letters alone: no quote, no "<" of a tag, no separator of lines, no broken UTF-8. */
		if (c < ' ' || c > '~' || strchr("\"\\<>&'", c))
			fprintf(j->out, "\\u%04x", c);
		else
			fputc(c, j->out);
	}
	fputc('"', j->out);
}

void frame_json_number(struct frame_json *j, u64 value)
{
	comma(j);
	fprintf(j->out, "%llu", (unsigned long long)value);
}

void frame_json_hex(struct frame_json *j, const u32 *dw, u32 count)
{
	comma(j);
	fputc('"', j->out);
	for (u32 i = 0; i < count; i++)
		fprintf(j->out, "%s%08x", i ? " " : "", dw[i]);
	fputc('"', j->out);
}

void frame_json_begin(struct frame_json *j, char bracket)
{
	comma(j);
	fputc(bracket, j->out);
	j->more = false;
}

void frame_json_end(struct frame_json *j, char bracket)
{
	fputc(bracket, j->out);
	j->more = true;
}

void frame_json_key(struct frame_json *j, const char *name)
{
	frame_json_text(j, name);
	fputc(':', j->out);
	j->more = false;
}
