// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Reader of recorded submissions (.v4cs).  It does not trust the file: it checks each length
 * against the size of the file before it reads.  The submission points into the file.
 *
 *	char magic[4] = "V4CS"; u32 version = 1; char chip[16];
 *	120 bytes of struct drm_vc4_submit_cl, from bin_cl_size to flags
 *	nbuffers x { u32 size, kind (0 data, 1 shader), tiling, code_bytes; }
 *	binner list, shader records, uniforms, each padded to 4 bytes
 *	the code of the shader buffers, in their order
 */
#include "vc4_check.h"

struct file_head {
	char magic[4];
	u32 version;
	char chip[16];
	u32 list_bytes;
	u32 records_bytes;
	u32 nrecords;
	u32 uniforms_bytes;
	u32 nbuffers;
	u16 width;
	u16 height;
	u8 min_x;
	u8 min_y;
	u8 max_x;
	u8 max_y;
	struct vc4_surface surfaces[VC4_SURFACES];
	u32 clear_color[2];
	u32 clear_z;
	u32 clear_s;
	u32 flags;
};

struct file_buffer {
	u32 size;
	u32 kind;
	u32 tiling;
	u32 code_bytes;
};

enum { KIND_DATA, KIND_SHADER, KINDS };

static __cold __attribute__((format(printf, 2, 3)))
int fail(char *error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(error, VC4_ERROR, fmt, ap);
	va_end(ap);
	return -1;
}

static u64 padded(u32 bytes)
{
	return ((u64)bytes + 3) & ~3ull;
}

/**
 * vc4_file_buffers() - buffers that a file says it has
 * @data: the bytes of the file
 * @size: number of bytes
 *
 * Return: their number, for the caller's allocation; 0 also if vc4_file_parse() refuses it.
 */
u32 vc4_file_buffers(const u8 *data, size_t size)
{
	struct file_head h;

	if (size < sizeof(h))
		return 0;
	memcpy(&h, data, sizeof(h));
	return h.nbuffers <= VC4_MAX_BUFFERS ? h.nbuffers : 0;
}

static int check_head(const struct file_head *h, char *error)
{
	if (h->version != 1)
		return fail(error, "version %u is not known (1 is)", h->version);
	if (!memchr(h->chip, 0, sizeof(h->chip)))
		return fail(error, "the chip's name has no end");
	if (pm4_chip_find(&vc4_front, h->chip) < 0)
		return fail(error, "chip '%s' is not known (%s is)", h->chip,
			    pm4_chip_name(&vc4_front, 0));
	if (h->nbuffers > VC4_MAX_BUFFERS)
		return fail(error, "%u buffers, and there can be %u", h->nbuffers,
			    VC4_MAX_BUFFERS);
	return 0;
}

/* Read the buffers; their code begins at @code of the file and is @left bytes long. */
static int read_buffers(const u8 *from, u32 count, const u8 *code, u64 left,
			struct vc4_buffer *buffers, char *error)
{
	struct file_buffer b;
	u32 i;

	for (i = 0; i < count; i++) {
		memcpy(&b, from + i * sizeof(b), sizeof(b));
		if (b.kind >= KINDS)
			return fail(error, "buffer %u: kind %u is not known", i, b.kind);
		if (b.kind == KIND_DATA && b.code_bytes)
			return fail(error, "buffer %u: a data buffer with %u bytes of code", i,
				    b.code_bytes);
		if (b.kind == KIND_SHADER && (!b.code_bytes || b.code_bytes % 8))
			return fail(error,
				    "buffer %u: a shader of %u bytes is no number of instructions",
				    i, b.code_bytes);
		if (b.code_bytes > b.size)
			return fail(error, "buffer %u: %u bytes of code, the buffer has %u", i,
				    b.code_bytes, b.size);
		if (b.code_bytes > left)
			return fail(error,
				    "truncated: buffer %u has %u bytes of code, the file has %llu more",
				    i, b.code_bytes, (unsigned long long)left);
		buffers[i] = (struct vc4_buffer){ .size = b.size, .code_bytes = b.code_bytes,
						  .code = b.kind ? code : NULL };
		code += b.code_bytes;
		left -= b.code_bytes;
	}
	if (left)
		return fail(error, "%llu bytes too many after the submission",
			    (unsigned long long)left);
	return 0;
}

/**
 * vc4_file_parse() - parse a recorded submission
 * @data: the bytes of the file; the submission points to them
 * @size: number of bytes
 * @buffers: vc4_file_buffers() elements
 * @in: receives the submission
 * @error: VC4_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int vc4_file_parse(const u8 *data, size_t size, struct vc4_buffer *buffers, struct vc4_input *in,
		   char *error)
{
	struct file_head h;
	u64 need, at;

	if (size >= 4 && memcmp(data, "V4CS", 4))
		return fail(error, "not a recorded submission: it does not begin with V4CS");
	if (size < sizeof(h))
		return fail(error, "truncated: the head has %zu bytes, the file %zu", sizeof(h),
			    size);
	memcpy(&h, data, sizeof(h));
	if (check_head(&h, error))
		return -1;
	at = sizeof(h) + (u64)h.nbuffers * sizeof(struct file_buffer);
	need = at + padded(h.list_bytes) + padded(h.records_bytes) + padded(h.uniforms_bytes);
	if (size < need)
		return fail(error,
			    "truncated: head, buffers, list, records and uniforms have %llu bytes, the file %zu",
			    (unsigned long long)need, size);
	*in = (struct vc4_input){
		.list = data + at, .list_bytes = h.list_bytes,
		.records = data + at + padded(h.list_bytes), .records_bytes = h.records_bytes,
		.nrecords = h.nrecords,
		.uniforms = data + at + padded(h.list_bytes) + padded(h.records_bytes),
		.uniforms_bytes = h.uniforms_bytes, .buffers = buffers, .nbuffers = h.nbuffers,
		.render = {
			.width = h.width, .height = h.height, .min_x = h.min_x, .min_y = h.min_y,
			.max_x = h.max_x, .max_y = h.max_y,
			.clear_color = { h.clear_color[0], h.clear_color[1] },
			.clear_z = h.clear_z, .clear_s = h.clear_s, .flags = h.flags,
		},
	};
	memcpy(in->render.surfaces, h.surfaces, sizeof(h.surfaces));
	return read_buffers(data + sizeof(h), h.nbuffers, data + need, size - need, buffers, error);
}
