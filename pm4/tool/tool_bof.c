// SPDX-License-Identifier: GPL-2.0
/*
 * Streams from .bof files, which libdrm_radeon and the first r600 drivers of Mesa wrote when they
 * were built to dump what they submit.
 *
 * A file is one object.  Each value begins with three dwords: type, size with these dwords, number
 * of values in it.  An object has names and values by turns: "device_id", "pm4" (the stream),
 * "reloc" (relocations as the kernel takes them) and "bo" (an array of objects with "handle" and
 * "size"; their contents are skipped).
 */
#include <ctype.h>
#include <stdlib.h>
#include "tool_bof.h"

enum bof_type { BOF_STRING, BOF_NULL, BOF_BLOB, BOF_OBJECT, BOF_ARRAY, BOF_INT32 };

#define BOF_HEAD	12
#define BOF_RELOC	16

/**
 * struct value - a value of a file
 * @type: enum bof_type
 * @entries: of an object or array, how many values are in it
 * @data: what follows its head
 * @size: bytes of @data
 */
struct value {
	u32 type, entries;
	const u8 *data;
	size_t size;
};

static u32 dword_at(const u8 *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (u32)p[3] << 24;
}

/* Take the value at @p, of which @left bytes are there.  Returns its size, 0: it is broken. */
static size_t take(const u8 *p, size_t left, struct value *v)
{
	u32 size;

	if (left < BOF_HEAD)
		return 0;
	size = dword_at(p + 4);
	if (size < BOF_HEAD || size > left)
		return 0;
	v->type = dword_at(p);
	v->entries = dword_at(p + 8);
	v->data = p + BOF_HEAD;
	v->size = size - BOF_HEAD;
	return size;
}

/* Find the value of that name and type in an object. */
static bool find(const struct value *object, const char *name, u32 type, struct value *v)
{
	const u8 *p = object->data, *end = p + object->size;
	struct value key;
	size_t n;

	while ((n = take(p, end - p, &key)) != 0) {
		p += n;
		n = take(p, end - p, v);
		if (!n)
			return false;
		p += n;
		if (key.type == BOF_STRING && key.size == strlen(name) + 1 &&
		    !memcmp(key.data, name, key.size))
			return v->type == type && (type != BOF_INT32 || v->size == 4);
	}
	return false;
}

/* The names are short words. */
#define NAME_MAX	32

/**
 * is_bof() - is it such a file?
 * @data: the bytes
 * @size: their number
 *
 * Return: whether they begin with an object, and that with a name; the end may be cut.
 */
bool is_bof(const u8 *data, size_t size)
{
	const u8 *name = data + 2 * BOF_HEAD;
	u32 n, i;

	if (size < 2 * BOF_HEAD || dword_at(data) != BOF_OBJECT ||
	    dword_at(data + BOF_HEAD) != BOF_STRING)
		return false;
	n = dword_at(data + BOF_HEAD + 4) - BOF_HEAD;
	if (n < 2 || n > NAME_MAX || size - 2 * BOF_HEAD < n || name[n - 1])
		return false;
	for (i = 0; i < n - 1; i++)
		if (!isalpha(name[i]) && name[i] != '_')
			return false;
	return true;
}

/**
 * bof_device() - the PCI device whose stream it is
 * @data: bytes for which is_bof() is true
 * @size: their number
 *
 * Return: the id, 0 if the file has none or is cut.
 */
u32 bof_device(const u8 *data, size_t size)
{
	struct value root, v;

	if (!take(data, size, &root) || !find(&root, "device_id", BOF_INT32, &v))
		return 0;
	return dword_at(v.data);
}

/* The buffers, with their handles. */
static int add_buffers(struct bytes *to, const struct value *bos, u32 *handles, char *error)
{
	const u8 *p = bos->data, *end = p + bos->size;
	struct value bo, handle, size;
	u32 i;

	for (i = 0; i < bos->entries; i++) {
		size_t n = take(p, end - p, &bo);

		if (!n || bo.type != BOF_OBJECT ||
		    !find(&bo, "handle", BOF_INT32, &handle) ||
		    !find(&bo, "size", BOF_INT32, &size))
			return r6cs_err(error, "buffer %u of the .bof file is broken", i);
		p += n;
		handles[i] = dword_at(handle.data);
		if (r6cs_add_bo(to, dword_at(size.data), 2, 0, 0))
			return r6cs_err(error, "out of memory");
	}
	return 0;
}

static int add_relocs(struct bytes *to, const struct value *relocs, const u32 *handles,
		      u32 nbo, char *error)
{
	const u8 *p = relocs->data, *end = p + relocs->size;
	u32 bo;

	for (; p < end; p += BOF_RELOC) {
		for (bo = 0; bo < nbo && handles[bo] != dword_at(p); bo++)
			;
		if (bo == nbo)
			return r6cs_err(error, "no buffer of the .bof file has handle %u",
					dword_at(p));
		if (r6cs_add_reloc(to, bo, dword_at(p + 4), dword_at(p + 8), dword_at(p + 12)))
			return r6cs_err(error, "out of memory");
	}
	return 0;
}

/**
 * bof_stream() - append the stream of a .bof file as a recorded stream
 * @to: the output
 * @data: bytes for which is_bof() is true
 * @size: their number
 * @head: chip, ring and flags of the stream; receives the rest
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int bof_stream(struct bytes *to, const u8 *data, size_t size, struct r6cs_head *head, char *error)
{
	struct value root, pm4, relocs, bos;
	u32 *handles;
	int ret;

	if (take(data, size, &root) != size)
		return r6cs_err(error, "a .bof file that is cut");
	if (!find(&root, "pm4", BOF_BLOB, &pm4) || pm4.size % 4 ||
	    !find(&root, "reloc", BOF_BLOB, &relocs) || relocs.size % BOF_RELOC ||
	    !find(&root, "bo", BOF_ARRAY, &bos) || bos.entries > bos.size / BOF_HEAD)
		return r6cs_err(error,
				"a .bof file without a whole stream, relocations and buffers");
	head->ib_dw = pm4.size / 4;
	head->nreloc = relocs.size / BOF_RELOC;
	head->nbo = bos.entries;
	handles = calloc(head->nbo + 1, sizeof(*handles));
	if (!handles || r6cs_begin(to, head))
		ret = r6cs_err(error, "out of memory");
	else
		ret = add_buffers(to, &bos, handles, error);
	if (!ret)
		ret = add_relocs(to, &relocs, handles, head->nbo, error);
	if (!ret && r6cs_add_ib(to, pm4.data, head->ib_dw))
		ret = r6cs_err(error, "out of memory");
	free(handles);
	return ret;
}
