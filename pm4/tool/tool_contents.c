// SPDX-License-Identifier: GPL-2.0
/*
 * Contents of the buffers of a capture: what its CONTENTS sections wrote so far.
 *
 * A buffer has the same identity in all submissions of a file.  Its bytes are kept in pages, so
 * that memory is taken for bytes of the file only, whatever sizes and offsets it has.
 */
#include <stdlib.h>
#include "pm4_util.h"
#include "tool.h"

#define PAGE_BYTES	4096u
#define PAGES_MAX	(CONTENTS_MAX / PAGE_BYTES)
#define HASH_SHIFT	48	/* 65536 lists: one for each page */
#define HASH_FACTOR	0x9e3779b97f4a7c15ull

/**
 * struct page - a page of a buffer; bytes that no section wrote are zero
 * @next: next page of the list
 * @id: identity of the buffer
 * @number: number of the page in the buffer
 * @data: the bytes
 */
struct page {
	struct page *next;
	u64 id;
	u64 number;
	u8 data[PAGE_BYTES];
};

static struct page **list_of(const struct contents *c, u64 id, u64 number)
{
	return &c->pages[(id * HASH_FACTOR + number) * HASH_FACTOR >> HASH_SHIFT];
}

static struct page *find_page(const struct contents *c, u64 id, u64 number)
{
	struct page *p = c->pages ? *list_of(c, id, number) : NULL;

	while (p && (p->id != id || p->number != number))
		p = p->next;
	return p;
}

static struct page *add_page(struct contents *c, u64 id, u64 number, char *error)
{
	struct page **list, *p;

	if (c->npages == PAGES_MAX) {
		r6cs_err(error, "the contents have more than %u MiB", CONTENTS_MAX >> 20);
		return NULL;
	}
	if (!c->pages)
		c->pages = calloc(1ul << (64 - HASH_SHIFT), sizeof(*c->pages));
	p = c->pages ? calloc(1, sizeof(*p)) : NULL;
	if (!p) {
		r6cs_err(error, "out of memory");
		return NULL;
	}
	list = list_of(c, id, number);
	p->id = id;
	p->number = number;
	p->next = *list;
	*list = p;
	c->npages++;
	return p;
}

/**
 * contents_write() - keep bytes of a buffer
 * @c: the contents
 * @id: identity of the buffer
 * @offset: of the first byte in the buffer; the caller has compared it with the buffer's size
 * @data: the bytes
 * @size: their number
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error if they are too many.
 */
int contents_write(struct contents *c, u64 id, u64 offset, const u8 *data, size_t size,
		   char *error)
{
	size_t n, at;

	for (; size; offset += n, data += n, size -= n) {
		struct page *p = find_page(c, id, offset / PAGE_BYTES);

		if (!p)
			p = add_page(c, id, offset / PAGE_BYTES, error);
		if (!p)
			return -1;
		at = offset % PAGE_BYTES;
		n = min(PAGE_BYTES - at, size);
		memcpy(p->data + at, data, n);
	}
	return 0;
}

/**
 * contents_read() - dwords of a buffer, up to the first page that is not known
 * @c: the contents
 * @id: identity of the buffer
 * @offset: of the first dword in the buffer, a multiple of 4
 * @dw: receives the dwords
 * @count: most dwords to read; they are in the buffer
 *
 * Return: number of dwords read.
 */
u32 contents_read(const struct contents *c, u64 id, u64 offset, u32 *dw, u32 count)
{
	u32 done, n, at;

	for (done = 0; done < count; done += n, offset += 4 * n) {
		const struct page *p = find_page(c, id, offset / PAGE_BYTES);

		if (!p)
			break;
		at = offset % PAGE_BYTES;
		n = (PAGE_BYTES - at) / 4;
		if (n > count - done)
			n = count - done;
		memcpy(dw + done, p->data + at, 4 * n);
	}
	return done;
}

/**
 * contents_free() - forget all contents
 * @c: the contents, zero afterwards
 */
void contents_free(struct contents *c)
{
	struct page *p, *next;
	u32 i;

	for (i = 0; c->pages && i < 1u << (64 - HASH_SHIFT); i++) {
		for (p = c->pages[i]; p; p = next) {
			next = p->next;
			free(p);
		}
	}
	free(c->pages);
	free(c->ids);
	memset(c, 0, sizeof(*c));
}
