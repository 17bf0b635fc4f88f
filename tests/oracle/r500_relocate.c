// SPDX-License-Identifier: GPL-2.0
/*
 * Applies the relocations of a stream for R5xx without any check, as for a trusted client.
 * No state, no locks.
 */
#include "r6cs.h"
#include "r500.h"

struct cursor {
	const struct r6cs *cs;
	u32 next;		/* the next relocation's header */
	u32 tiling;		/* of the last buffer: macro, micro, square in bits 0 to 2 */
};

static u32 take(struct cursor *c)
{
	const struct r6cs *cs = c->cs;
	u32 i;

	c->tiling = 0;
	if (c->next + 1 >= cs->ib_dw || cs->ib[c->next] != 0xc0001000)
		return 0;
	i = cs->ib[c->next + 1] / 4;
	c->next += 2;
	if (i >= cs->nbuffers)
		return 0;
	if (!(cs->flags & 1))
		c->tiling = (cs->buffers[i].tiling & 1) |
			    (cs->buffers[i].tiling & 2 ? 2 : cs->buffers[i].tiling & 0x20 ? 4 : 0);
	return (u32)cs->addrs[i];
}

static void registers(struct cursor *c, u32 reg, u32 *b, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++, reg += 4) {
		switch (reg) {
		case 0x4e28 ... 0x4e34:
		case 0x4e80:
		case 0x4f20:
		case 0x4f5c:
			b[i] += take(c);
			break;
		case 0x4540 ... 0x457c:
			b[i] += take(c);
			b[i] |= c->tiling << 2;
			break;
		case 0x4e38 ... 0x4e44:
		case 0x4f24:
			if (c->cs->flags & 1)
				break;
			take(c);
			b[i] = (b[i] & ~(7u << 16)) | c->tiling << 16;
			break;
		}
	}
}

/**
 * r6cs_r500_relocate() - the stream with its addresses
 * @cs: the stream
 * @out: a copy of the stream
 */
void r6cs_r500_relocate(const struct r6cs *cs, u32 *out)
{
	struct cursor c = { .cs = cs };
	u32 at, n, i;

	for (at = 0; at < cs->ib_dw; at += n + 1) {
		u32 h = cs->ib[at];

		n = h >> 30 == 2 ? 0 : (h >> 16 & 0x3fff) + 1;
		if (n > cs->ib_dw - at - 1)
			return;
		c.next = at + n + 1;
		if (h >> 30 == 0 && !(h & 0x8000))
			registers(&c, (h & 0x1fff) * 4, out + at + 1, n);
		if (h >> 30 != 3)
			continue;
		if ((h >> 8 & 0xff) == 0x33 && n > 1)
			out[at + 2] += take(&c);
		for (i = 0; (h >> 8 & 0xff) == 0x2f && i < (out[at + 1] & 31); i++)
			if (2 + i / 2 * 3 + i % 2 < n)
				out[at + 3 + i / 2 * 3 + i % 2] += take(&c);
	}
}
