// SPDX-License-Identifier: GPL-2.0
/*
 * Splits recorded streams (.r6cs) into their parts.  The file is not trusted: every length is
 * checked against its size, the parts fill it, and each relocation names a buffer.  Plain C
 * without anything of pm4/, because the kselftests build it too.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "r6cs_file.h"

/**
 * r6cs_err() - report an error of a file
 * @error: R6CS_ERROR bytes, receive the message
 * @fmt: format of the message
 *
 * Return: -1, always.
 */
int r6cs_err(char *error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(error, R6CS_ERROR, fmt, ap);
	va_end(ap);
	return -1;
}

/**
 * r6cs_read_head() - read the head of a file
 * @f: receives it
 * @data: the bytes of the file
 * @size: number of bytes
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error if the file does not begin as a recorded stream.
 */
int r6cs_read_head(struct r6cs_file *f, const void *data, size_t size, char *error)
{
	memset(f, 0, sizeof(*f));
	if (size < sizeof(f->head))
		return r6cs_err(error, "truncated: the head has %zu bytes, the file %zu",
				sizeof(f->head), size);
	memcpy(&f->head, data, sizeof(f->head));
	if (memcmp(f->head.magic, "R6CS", 4))
		return r6cs_err(error, "not a recorded stream: it does not begin with R6CS");
	if (!memchr(f->head.chip, 0, sizeof(f->head.chip)))
		return r6cs_err(error, "the chip's name has no end");
	return 0;
}

/* The second head, if the version has one; @at is where the buffers begin. */
static int take_version(struct r6cs_file *f, const uint8_t *data, size_t size, uint32_t newest,
			size_t *at, char *error)
{
	*at = sizeof(f->head);
	if (f->head.version == 2 && newest == 1)
		return r6cs_err(error, "version 2 is not for chip '%s' (1 is)", f->head.chip);
	if (!f->head.version || f->head.version > newest)
		return r6cs_err(error, "version %u is not known (%s)", f->head.version,
				newest == 1 ? "1 is" : "1 and 2 are");
	if (f->head.version == 1)
		return 0;
	*at += sizeof(f->more);
	if (size < *at)
		return r6cs_err(error, "truncated: the heads have %zu bytes, the file %zu", *at,
				size);
	memcpy(&f->more, data + sizeof(f->head), sizeof(f->more));
	return 0;
}

static int check_size(const struct r6cs_file *f, size_t at, size_t size, char *error)
{
	uint64_t need = at + (uint64_t)f->head.nbo * sizeof(struct r6cs_file_bo) +
			(uint64_t)f->head.nreloc * sizeof(struct r6cs_file_reloc) +
			(uint64_t)f->more.nva * sizeof(struct r6cs_file_va) +
			(uint64_t)f->more.const_dw * 4 + (uint64_t)f->head.ib_dw * 4;

	if (size < need && f->head.version == 1)
		return r6cs_err(error,
				"truncated: %u buffers, %u relocations and %u dwords need %llu bytes, the file has %zu",
				f->head.nbo, f->head.nreloc, f->head.ib_dw,
				(unsigned long long)need, size);
	if (size < need)
		return r6cs_err(error,
				"truncated: %u buffers, %u relocations, %u mappings, %u and %u dwords need %llu bytes, the file has %zu",
				f->head.nbo, f->head.nreloc, f->more.nva, f->more.const_dw,
				f->head.ib_dw, (unsigned long long)need, size);
	if (size > need)
		return r6cs_err(error, "%llu bytes too many after the stream",
				(unsigned long long)(size - need));
	return 0;
}

/**
 * r6cs_split() - find the parts of a file
 * @f: receives them; they point into @data
 * @data: the bytes of the file
 * @size: number of bytes
 * @newest: the newest version that the caller takes, 1 or 2
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int r6cs_split(struct r6cs_file *f, const void *data, size_t size, uint32_t newest,
	       char *error)
{
	size_t at;
	uint32_t i;

	if (r6cs_read_head(f, data, size, error) ||
	    take_version(f, data, size, newest, &at, error) || check_size(f, at, size, error))
		return -1;
	f->bos = (const uint8_t *)data + at;
	f->relocs = f->bos + (size_t)f->head.nbo * sizeof(struct r6cs_file_bo);
	f->maps = f->relocs + (size_t)f->head.nreloc * sizeof(struct r6cs_file_reloc);
	f->const_ib = f->maps + (size_t)f->more.nva * sizeof(struct r6cs_file_va);
	f->ib = f->const_ib + (size_t)f->more.const_dw * 4;
	for (i = 0; i < f->head.nreloc; i++)
		if (r6cs_reloc_at(f, i).bo >= f->head.nbo)
			return r6cs_err(error, "relocation %u names buffer %u of %u", i,
					r6cs_reloc_at(f, i).bo, f->head.nbo);
	return 0;
}

/**
 * r6cs_bo_at() - a buffer of a file
 * @f: the file
 * @i: its index, below &r6cs_file_head.nbo
 *
 * Return: the buffer.
 */
struct r6cs_file_bo r6cs_bo_at(const struct r6cs_file *f, uint32_t i)
{
	struct r6cs_file_bo bo;

	memcpy(&bo, f->bos + (size_t)i * sizeof(bo), sizeof(bo));
	return bo;
}

/**
 * r6cs_reloc_at() - a relocation of a file
 * @f: the file
 * @i: its index, below &r6cs_file_head.nreloc
 *
 * Return: the relocation.
 */
struct r6cs_file_reloc r6cs_reloc_at(const struct r6cs_file *f, uint32_t i)
{
	struct r6cs_file_reloc reloc;

	memcpy(&reloc, f->relocs + (size_t)i * sizeof(reloc), sizeof(reloc));
	return reloc;
}

/**
 * r6cs_va_at() - a mapping of a file
 * @f: the file
 * @i: its index, below &r6cs_file_head2.nva
 *
 * Return: the mapping.
 */
struct r6cs_file_va r6cs_va_at(const struct r6cs_file *f, uint32_t i)
{
	struct r6cs_file_va va;

	memcpy(&va, f->maps + (size_t)i * sizeof(va), sizeof(va));
	return va;
}
