// SPDX-License-Identifier: GPL-2.0
/*
 * r6cs_split(): a file of any bytes and any size.  The loop over relocations is proven by
 * induction: after its first turn it is at any, and the proof ends at the next.
 */
#include "../proof.h"
#include "../../../pm4/tool/r6cs_file.h"

/* Any relocation: it is checked in the turn in which the loop reaches it. */
static u32 any_reloc;
static u32 at, turns;

static void next_reloc(const struct r6cs_file *f, u32 *i)
{
	PROVE(any_reloc != *i - 1 || r6cs_reloc_at(f, any_reloc).bo < f->head.nbo,
	      "a turn passes a relocation only if it names a buffer");
	if (turns++) {
		REACHED("a relocation is passed");
		PROVE(*i == at + 1, "a turn passes one relocation");
		ASSUME(0);
	}
	at = nondet_u32();
	ASSUME(at >= *i);
	*i = at;
}

static int any_text(char *text, size_t size)
{
	text[0] = nondet_u8();
	text[size - 1] = 0;
	return 0;
}

/* Any end of a text, or none. */
static const void *any_end(const char *text, size_t size)
{
	u32 i = nondet_u32();

	return i < size && !text[i] ? text + i : NULL;
}

#define memchr(text, byte, size)		any_end(text, size)
#define vsnprintf(text, size, fmt, args)	any_text(text, size)
/* The source has one loop. */
#define for(clauses)	for (clauses, next_reloc(f, &i))
#include "../../../pm4/tool/r6cs_file.c"
#undef for
#undef memchr

void r6cs(void)
{
	u32 newest = nondet_bool() ? 1 : 2, i = nondet_u32();
	u64 size = nondet_u64();
	char error[R6CS_ERROR];
	struct r6cs_file f;
	const u8 *end;
	u8 *data;

	ASSUME(size <= 1ull << 40);
	ANY_LIST(data, u8, size);
	any_reloc = nondet_u32();
	if (r6cs_split(&f, data, size, newest, error)) {
		PROVE(!error[R6CS_ERROR - 1], "an error has a text with an end");
		return;
	}
	REACHED_IF(f.head.version == 1, "a file of version 1 is accepted");
	REACHED_IF(f.head.version == 2, "a file of version 2 is accepted");
	end = data + size;
	PROVE(f.head.version && f.head.version <= newest, "its version is one that the caller takes");
	PROVE(f.ib >= data && f.ib <= end && (u64)(end - f.ib) == 4ull * f.head.ib_dw,
	      "the stream is the end of the file");
	PROVE(f.const_ib >= data && f.const_ib <= f.ib &&
	      (u64)(f.ib - f.const_ib) == 4ull * f.more.const_dw,
	      "the stream of the constant engine ends where it begins");
	if (i < f.head.nbo)
		r6cs_bo_at(&f, i);
	if (i < f.head.nreloc)
		r6cs_reloc_at(&f, i);
	if (i < f.more.nva)
		r6cs_va_at(&f, i);
}
