// SPDX-License-Identifier: GPL-2.0
/*
 * The judge: compares every range with the buffers of the submission and records the
 * faults.  Called by packets.c, draw.c, target.c and dma.c; no locks.
 */
#include "oracle.h"

/**
 * oracle_init() - initialize a chip in unknown state
 * @o: oracle
 * @card: card to imitate
 */
void oracle_init(struct oracle *o, const struct pm4_card *card)
{
	memset(o, 0, sizeof(*o));
	o->card = *card;
	o->chip.pipes = card->pipes;
	o->chip.banks = card->banks;
	o->chip.group = card->group_bytes;
	o->chip.r7xx = card->chip >= PM4_RV770;
	o->cp_has_strmout_base = o->chip.r7xx || card->chip == PM4_RS780 ||
				 card->chip == PM4_RS880;
	memset(o->resource_dirty, 0xff, sizeof(o->resource_dirty));
	memset(o->strmout_base, 0xff, sizeof(o->strmout_base));
}

/**
 * oracle_buffers() - name the buffers of the submission that runs next
 * @o: oracle
 * @buffers: buffers; must outlive the run, like the other arguments
 * @addrs: their addresses
 * @written: the checker's bitmap of written buffers, NULL to allow all
 * @n: their number
 */
void oracle_buffers(struct oracle *o, const struct pm4_buffer *buffers, const u64 *addrs,
		    const u64 *written, u32 n)
{
	o->buffers = buffers;
	o->addrs = addrs;
	o->written = written;
	o->nbuffers = n;
	/* The driver waits between submissions if needed. */
	o->drawing = false;
	memset(o->resource_dirty, 0xff, sizeof(o->resource_dirty));
}

static bool inside(u64 addr, u64 bytes, u64 start, u64 size)
{
	return bytes <= size && addr >= start && addr - start <= size - bytes;
}

static const char *judge(const struct oracle *o, const struct oracle_access *a)
{
	const char *why = "outside every buffer";
	u32 i;

	if (inside(a->addr, a->bytes, o->null_addr, o->null_bytes))
		return NULL;
	for (i = 0; i < o->nbuffers; i++) {
		if (!inside(a->addr, a->bytes, o->addrs[i], o->buffers[i].size))
			continue;
		if (!a->write)
			return NULL;
		if (!o->buffers[i].writable)
			why = "writes a read-only buffer";
		else if (o->written && !(o->written[i / 64] >> i % 64 & 1))
			why = "writes a buffer that is not marked as written";
		else
			return NULL;
	}
	return why;
}

static void record(struct oracle *o, const struct oracle_access *a)
{
	o->accesses++;
	if (o->trace)
		o->trace(o->trace_ctx, a);
	if (!a->fault)
		return;
	if (o->nfaults < ORACLE_FAULTS)
		o->faults[o->nfaults] = *a;
	o->nfaults++;
}

/**
 * oracle_touch() - judge a range
 * @o: oracle
 * @what: the accessing unit
 * @index: number of the unit
 * @addr: first byte
 * @bytes: length; a length of 0 is no access
 * @write: true for a write
 */
void oracle_touch(struct oracle *o, const char *what, u32 index, u64 addr,
		  u64 bytes, bool write)
{
	struct oracle_access a = {
		.dword = o->dword, .what = what, .index = index,
		.addr = addr, .bytes = bytes, .write = write,
	};

	if (!bytes)
		return;
	a.fault = judge(o, &a);
	record(o, &a);
}

/**
 * oracle_fault() - record a fault without a range
 * @o: oracle
 * @what: the unit at fault
 * @index: number of the unit
 * @why: the reason
 */
void oracle_fault(struct oracle *o, const char *what, u32 index,
		  const char *why)
{
	struct oracle_access a = {
		.dword = o->dword, .what = what, .index = index,
		.bytes = ORACLE_UNBOUNDED, .write = true, .fault = why,
	};

	record(o, &a);
}

/**
 * oracle_base() - judge the base of a surface
 * @o: oracle
 * @what: the unit that uses the surface
 * @index: number of the unit
 * @base: address of the surface
 * @mode: array mode
 * @bytes: bytes of an element
 * @samples: samples of an element
 *
 * The first macro tile of a 2D tiled surface covers a whole round of pipes and banks.  With
 * an unaligned base the chip may access memory before the base.
 */
void oracle_base(struct oracle *o, const char *what, u32 index, u64 base, u32 mode, u32 bytes,
		 u32 samples)
{
	if (mode == SURFACE_2D_THIN && base % surface_unit(&o->chip, mode, bytes, samples))
		oracle_fault(o, what, index, "begins in the middle of a macro tile");
}

/** oracle_text() - one line about a range or fault */
size_t oracle_text(const struct oracle_access *a, char *text, size_t size)
{
	int n;

	if (a->bytes == ORACLE_UNBOUNDED)
		n = snprintf(text, size, "dword %u: %s %u: %s", a->dword,
			     a->what, a->index, a->fault);
	else
		n = snprintf(text, size,
			     "dword %u: %s %u: %s %llu bytes at 0x%llx%s%s",
			     a->dword, a->what, a->index,
			     a->write ? "write" : "read",
			     (unsigned long long)a->bytes,
			     (unsigned long long)a->addr,
			     a->fault ? ": " : "", a->fault ? a->fault : "");
	return n < 0 ? 0 : (size_t)n;
}
