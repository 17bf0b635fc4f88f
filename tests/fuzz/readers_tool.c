// SPDX-License-Identifier: GPL-2.0
/*
 * The pm4 tool's readers for r6cs-fuzz, in a file of its own because it has the
 * oracle's names; the build renames the tool's.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tool_bof.h"
#include "tool_text.h"

int reader_of_tool(const uint8_t *data, size_t size);
void captures_of_tool(const uint8_t *data, size_t size);
void texts_of_tool(const uint8_t *data, size_t size);

/* For --chip, which no fuzzed file has. */
const struct pm4_front *format_front(const char *chip)
{
	(void)chip;
	return NULL;
}

/* 1 if the tool accepts the file for R6xx or R7xx; reads every dword of the result. */
int reader_of_tool(const uint8_t *data, size_t size)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	u32 i, sum = 0;

	memset(error, 0x7f, sizeof(error));
	memset(&cs, 0, sizeof(cs));
	if (r6cs_parse(data, size, &cs, error)) {
		if (!memchr(error, 0, sizeof(error)) || !error[0])
			abort();
		r6cs_free(&cs);
		return 0;
	}
	for (i = 0; i < cs.in.ib_dw; i++)
		sum += cs.in.ib[i];
	for (i = 0; cs.known && i < cs.in.nbuffers; i++)
		sum += (u32)cs.in.buffers[i].size;
	__asm__ volatile("" : : "r"(sum));
	i = cs.known && cs.ring < 2 && cs.card.front == &r600_front;
	r6cs_free(&cs);
	return (int)i;
}

/* Read every submission of a capture. */
void captures_of_tool(const uint8_t *data, size_t size)
{
	char error[R6CS_ERROR], name[] = "fuzz";
	char *files[1] = { name };
	struct input in = { .files = files, .nfiles = 1, .at = 1, .wants_contents = true };
	struct r6cs cs;
	int ret;

	if (size < 4 || !is_capture(data))
		return;
	in.file = fmemopen((void *)data, size, "rb");
	if (!in.file)
		abort();
	in.capture = true;
	do {
		memset(error, 0x7f, sizeof(error));
		memset(&cs, 0, sizeof(cs));
		in.image.size = 0;
		ret = capture_next(&in, false, &cs, error);
		if (ret < 0 && (!memchr(error, 0, sizeof(error)) || !error[0]))
			abort();
		if (!ret && reader_of_tool(in.image.data, in.image.size) < 0)
			abort();
		r6cs_free(&cs);
	} while (!ret);
	input_close(&in);
}

/* Read a text, and the stream of a .bof file. */
void texts_of_tool(const uint8_t *data, size_t size)
{
	struct r6cs_head head = { .chip = "RV710" };
	char error[R6CS_ERROR] = "";
	struct bytes image = { 0 };
	struct text t = { 0 };
	u8 *copy;

	if (is_bof(data, size) && !bof_stream(&image, data, size, &head, error) &&
	    reader_of_tool(image.data, image.size) < 0)
		abort();
	free(image.data);
	copy = malloc(size + !size);
	if (!copy)
		abort();
	memcpy(copy, data, size);
	if (text_dwords(copy, size, &t, error) ? !error[0] :
	    !t.dwords.size || t.dwords.size % 4 || t.missing_dw >= t.dwords.size / 4)
		abort();
	free(t.dwords.data);
	free(copy);
}
