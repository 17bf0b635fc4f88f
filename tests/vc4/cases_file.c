// SPDX-License-Identifier: GPL-2.0
/*
 * Files that are no submissions: lengths, counts, kinds.
 */
#include <stdlib.h>
#include "cases.h"

#define BASE_IMAGE	(1u << 16)

/* The first @size bytes of @data are refused with @words. */
static void refuse(const char *name, const u8 *data, size_t size, const char *words)
{
	u8 *copy = malloc(size ? size : 1);
	struct vc4_buffer *buffers;
	char error[VC4_ERROR] = "";
	struct vc4_input in;
	int ret;

	memcpy(copy, data, size);
	buffers = calloc(vc4_file_buffers(copy, size) + 1ull, sizeof(*buffers));
	ret = vc4_file_parse(copy, size, buffers, &in, error);
	if (!tap_ok(ret == -1 && !strcmp(error, words), "file: %s", name))
		tap_note("said: %s", error);
	free(buffers);
	free(copy);
}

static u8 data[BASE_IMAGE];
static size_t size;

static void fresh(u32 at, u32 value)
{
	struct sub s;

	base(&s);
	size = image(&s, data);
	memcpy(data + at, &value, 4);
}

#define BAD(name, at, value, words) \
	do { fresh(at, value); refuse(name, data, size, words); } while (0)

static void test_heads(void)
{
	BAD("another magic", 0, 0x53433652,
	    "not a recorded submission: it does not begin with V4CS");
	BAD("another version", 4, 2,
	    "version 2 is not known (1 is)");
	fresh(0, 0x53433456);
	memset(data + 8, 'B', 16);
	refuse("a name without an end", data, size, "the chip's name has no end");
	BAD("another chip", 8, 0x20202020,
	    "chip '    835' is not known (BCM2835 is)");
	BAD("too many buffers", 40, 65537,
	    "65537 buffers, and there can be 65536");
	BAD("a count that wraps", 40, ~0u,
	    "4294967295 buffers, and there can be 65536");
	BAD("a list past the file", 24, ~0u,
	    "truncated: head, buffers, list, records and uniforms have 4294967704 bytes, the file 916");
	BAD("records past the file", 28, 1 << 20,
	    "truncated: head, buffers, list, records and uniforms have 1049028 bytes, the file 916");
	BAD("uniforms past the file", 36, ~3u,
	    "truncated: head, buffers, list, records and uniforms have 4294967784 bytes, the file 916");
	BAD("kind 2", 144 + 4, 2,
	    "buffer 0: kind 2 is not known");
	BAD("code of a data buffer", 144 + 16 * B_VERTICES + 12, 8,
	    "buffer 3: a data buffer with 8 bytes of code");
	BAD("a shader without code", 144 + 12, 0,
	    "buffer 0: a shader of 0 bytes is no number of instructions");
	BAD("code of half an instruction", 144 + 12, 100,
	    "buffer 0: a shader of 100 bytes is no number of instructions");
	BAD("code larger than its buffer", 144 + 12, 8192,
	    "buffer 0: 8192 bytes of code, the buffer has 4096");
	BAD("one instruction past the file", 144 + 16 * B_CS + 12, 8 * 18,
	    "truncated: buffer 2 has 144 bytes of code, the file has 136 more");
	BAD("code past the file", 144 + 12, 4096,
	    "truncated: buffer 0 has 4096 bytes of code, the file has 392 more");
	fresh(0, 0x53433456);
	refuse("empty", data, 0,
	    "truncated: the head has 144 bytes, the file 0");
	refuse("only the magic", data, 4,
	    "truncated: the head has 144 bytes, the file 4");
	refuse("the head cut", data, 143,
	    "truncated: the head has 144 bytes, the file 143");
	data[size] = 0;
	refuse("a byte more", data, size + 1, "1 bytes too many after the submission");
	memset(data, 0, sizeof(data));
	refuse("all zero", data, 4096,
	    "not a recorded submission: it does not begin with V4CS");
	memset(data, 255, sizeof(data));
	refuse("all ones", data, 4096,
	    "not a recorded submission: it does not begin with V4CS");
}

/* No prefix of a submission is one. */
static void test_prefixes(void)
{
	struct vc4_buffer buffers[MAX_BUFFERS];
	char error[VC4_ERROR];
	struct vc4_input in;
	u32 good = 0;
	size_t n;

	fresh(0, 0x53433456);
	for (n = 0; n < size; n++) {
		u8 *copy = malloc(n ? n : 1);

		memcpy(copy, data, n);
		good += !vc4_file_parse(copy, n, buffers, &in, error);
		free(copy);
	}
	tap_ok(!good, "file: no prefix of a submission is one");
}

void test_files(void)
{
	test_heads();
	test_prefixes();
}
