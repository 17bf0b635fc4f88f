// SPDX-License-Identifier: GPL-2.0
/*
 * Applies the relocations of a recorded stream without any check, as for a trusted client.
 * So the oracle's size rules can be compared with real streams without the checker.  Only
 * vertices and indices are clamped to their buffers, as GL requires, and textures lose
 * levels that their size cannot have.  No state, no locks.
 */
#include "r6cs.h"
#include "surface.h"

/**
 * struct cursor - the relocations that follow a packet
 * @cs: the stream
 * @next: offset of the next relocation's header
 * @bytes: size of the buffer of the last relocation
 * @tiled: array mode of that buffer, for clients that do not keep their own tiling
 * @maybe: the CP may skip the packet
 * @index_bytes: bytes of an index; the larger size if the stream has not set it
 * @index_bytes_maybe: the same for a draw that the CP may skip
 * @color: relocation of each colour buffer's base
 * @color_bytes: size of the buffer of each of these relocations
 */
struct cursor {
	const struct r6cs *cs;
	u32 next;
	u64 bytes;
	u32 tiled;
	bool maybe;
	u32 index_bytes;
	u32 index_bytes_maybe;
	u64 color[8];
	u64 color_bytes[8];
};

/* A NOP of one dword, skipped or not; a longer one is filler. */
static bool reloc_follows(const struct cursor *c)
{
	return c->next + 1 < c->cs->ib_dw && c->cs->ib[c->next] >> 1 == 0xc0001000 >> 1;
}

static u64 take(struct cursor *c)
{
	const struct pm4_buffer *buffer;
	u32 index;

	c->bytes = 0;
	c->tiled = 0;
	if (!reloc_follows(c))
		return 0;
	index = c->cs->ib[c->next + 1] / 4;
	c->next += 2;
	if (index >= c->cs->nbuffers)
		return 0;
	buffer = &c->cs->buffers[index];
	c->bytes = buffer->size;
	if (!(c->cs->flags & PM4_KEEP_TILING))
		c->tiled = buffer->tiling & 1 ? SURFACE_2D_THIN : buffer->tiling & 2;
	return c->cs->addrs[index];
}

static void add40(u32 *lo, u32 *hi, u64 addr)
{
	u64 sum = ((u64)(*hi & 0xff) << 32 | *lo) + addr;

	*lo = (u32)sum;
	*hi = (*hi & ~0xffu) | (u32)(sum >> 32 & 0xff);
}

static bool register_has_base(u32 reg)
{
	switch (reg) {
	case 0x85f8:
	case 0x9010:
	case 0x2800c:
	case 0x28014:
	case 0x28040 ... 0x2805c:
	case 0x280c0 ... 0x280fc:
	case 0x28840:
	case 0x28858:
	case 0x2886c:
	case 0x28880:
	case 0x28894:
	case 0x28940 ... 0x289fc:
	case 0x28ad8:
	case 0x28ae8:
	case 0x28af8:
	case 0x28b08:
		return true;
	case 0x8c40 ... 0x8c7c:
		return !(reg & 4);
	default:
		return false;
	}
}

/* Without PM4_KEEP_TILING these take a relocation for the buffer's tiling. */
static bool register_has_tiling(u32 reg)
{
	return reg == 0x28010 || (reg >= 0x280a0 && reg <= 0x280bc);
}

/*
 * A base in a buffer of @bytes.  Only a unit that is off may have an offset past the end; the
 * chip gets the start of the buffer instead.
 */
static u32 based(u32 offset, u64 addr, u64 bytes)
{
	return ((u64)offset << 8 < bytes ? offset : 0) + (u32)(addr >> 8);
}

static void registers(struct cursor *c, u32 base, u32 *b, u32 n)
{
	u32 i, slot, reg = base + 4 * (b[0] & 0xffff);
	u64 addr;

	for (i = 1; i < n; i++, reg += 4) {
		slot = (reg & 0x1f) / 4;
		if (register_has_base(reg) && reloc_follows(c)) {
			addr = take(c);
			b[i] = reg == 0x85f8 ? b[i] + (u32)(addr >> 8) : based(b[i], addr, c->bytes);
			if (reg >= 0x28040 && reg < 0x28060) {
				c->color[slot] = addr;
				c->color_bytes[slot] = c->bytes;
			}
		} else if (reg >= 0x280c0 && reg < 0x28100) {
			/* Without a relocation they are in the colour buffer. */
			b[i] = based(b[i], c->color[slot], c->color_bytes[slot]);
		}
		if (register_has_tiling(reg) &&
		    !(c->cs->flags & PM4_KEEP_TILING))
			take(c);
	}
}

/*
 * Clamp a vertex buffer that ends past the end of its buffer: 64 bytes from each of its
 * bytes on are inside.  If there is no such byte, only the first byte of the buffer remains.
 */
static void vertices(struct cursor *c, u32 *w)
{
	u64 first = (u64)(w[2] & 0xff) << 32 | w[0], last = first + w[1];
	u64 addr = take(c);

	if (c->bytes && last >= c->bytes) {
		last = c->bytes - 64;
		if (c->bytes < 64 || first > last)
			first = last = 0;
		w[1] = last - first > w[1] ? w[1] : (u32)(last - first);
		w[0] = (u32)first;
		w[2] = (w[2] & ~0xffu) | (u32)(first >> 32);
	}
	add40(&w[0], &w[2], addr);
}

/*
 * Clamp the levels of a texture that has more than its size allows.  The remaining levels
 * end within @bytes from the mip address.  With several samples the field is their number.
 */
static void levels(const struct cursor *c, u32 *w, u32 tiled, u64 bytes)
{
	const struct pm4_card *card = &c->cs->card;
	const struct surface_chip chip = {
		card->pipes, card->banks, card->group_bytes, card->chip >= PM4_RV770
	};
	struct surface_texture t;
	struct surface_extent e;
	u32 most = 0;

	surface_texture_read(w, &t);
	if (t.dim >= 6)
		return;
	while (t.width >= 2u << most || t.height >= 2u << most ||
	       (t.dim == 2 && t.depth >= 2u << most))
		most++;
	if (t.last_level <= most)
		return;
	t.mode |= tiled;
	t.base_level = 0;
	for (t.last_level = most; t.last_level; t.last_level--)
		if (surface_texture_extent(&chip, &t, &e) || e.mip <= bytes)
			break;
	w[5] = (w[5] & ~0xfu) | t.last_level;
}

static void texture(struct cursor *c, u32 *w)
{
	u64 offset = (u64)w[3] << 8;
	u32 tiled;

	u64 base = take(c), mip;

	tiled = c->tiled;
	mip = take(c);
	levels(c, w, tiled, c->bytes > offset ? c->bytes - offset : 0);
	/* The mip address of a texture without levels is unused, and must point into the buffer. */
	if (offset >= c->bytes && ((w[0] & 7) >= 6 || !(w[5] & 0xf))) {
		w[3] = w[2];
		mip = base;
	}
	w[2] += (u32)(base >> 8);
	w[3] += (u32)(mip >> 8);
}

static void indices(struct cursor *c, u32 *b)
{
	u64 at = (u64)(b[1] & 0xff) << 32 | b[0], last, addr = take(c);
	u32 size = c->maybe ? c->index_bytes_maybe : c->index_bytes;

	if (c->bytes >= size) {
		last = (c->bytes - size) / 2 * 2;
		if (at > last) {
			at = last;
			b[0] = (u32)at;
			b[1] = (b[1] & ~0xffu) | (u32)(at >> 32);
		}
		if ((c->bytes - at) / size < b[2])
			b[2] = (u32)((c->bytes - at) / size);
	}
	add40(&b[0], &b[1], addr);
}

static void descriptors(struct cursor *c, u32 *b, u32 n)
{
	u32 i;

	for (i = 1; i + 6 < n; i += 7) {
		switch (b[i + 6] >> 30) {
		case 2:
			texture(c, &b[i]);
			break;
		case 3:
			vertices(c, &b[i]);
			break;
		}
	}
}

static void packet(struct cursor *c, u32 op, u32 *b, u32 n)
{
	u64 addr;

	switch (op) {
	case 0x20:
		c->index_bytes_maybe = c->index_bytes;
		if (n > 1 && b[1] >> 16 & 7)
			add40(&b[0], &b[1], take(c));
		break;
	case 0x2a:
		c->index_bytes_maybe = b[0] & 1 ? 4 : 2;
		if (!c->maybe || c->index_bytes < c->index_bytes_maybe)
			c->index_bytes = c->index_bytes_maybe;
		break;
	case 0x2b:
		if (n > 2)
			indices(c, b);
		break;
	case 0x34:
		if (n > 4 && b[0] & 1)
			add40(&b[1], &b[2], take(c));
		if (n > 4 && (b[0] >> 1 & 3) == 2)
			add40(&b[3], &b[4], take(c));
		break;
	case 0x3b:
		if (n > 4 && b[0] & 1)
			add40(&b[1], &b[2], take(c));
		if (n > 4 && b[0] & 2)
			add40(&b[3], &b[4], take(c));
		break;
	case 0x3c:
		if (n > 2 && b[0] & 0x10)
			add40(&b[1], &b[2], take(c));
		break;
	case 0x3d:
		if (n > 1)
			add40(&b[0], &b[1], take(c));
		break;
	case 0x41:
		if (n > 4) {
			add40(&b[0], &b[1], take(c));
			add40(&b[2], &b[3], take(c));
		}
		break;
	case 0x43:
		if (n > 3 && reloc_follows(c))
			b[2] += (u32)(take(c) >> 8);
		break;
	case 0x46:
	case 0x47:
		if (n > 2)
			add40(&b[1], &b[2], take(c));
		break;
	case 0x68:
		registers(c, 0x8000, b, n);
		break;
	case 0x69:
		registers(c, 0x28000, b, n);
		break;
	case 0x6d:
		descriptors(c, b, n);
		break;
	case 0x72:
		if (n > 1) {
			addr = take(c);
			b[1] = based(b[1], addr, c->bytes);
		}
		break;
	}
}

/**
 * r6cs_relocate() - write the stream as the chip would get it
 * @cs: the stream
 * @out: @cs->ib_dw dwords
 */
void r6cs_relocate(const struct r6cs *cs, u32 *out)
{
	struct cursor c = { .cs = cs, .index_bytes = 4, .index_bytes_maybe = 4 };
	u32 i, n, header;

	memcpy(out, cs->ib, 4ull * cs->ib_dw);
	if (cs->r5xx) {
		r6cs_r500_relocate(cs, out);
		return;
	}
	for (i = 0; i < cs->ib_dw; i += 1 + n) {
		header = cs->ib[i];
		n = 0;
		if (header >> 30 == 2)
			continue;
		n = (header >> 16 & 0x3fff) + 1;
		if (n >= cs->ib_dw - i)
			break;
		c.next = i + 1 + n;
		c.maybe = header & 1;
		if (header >> 30 == 3)
			packet(&c, header >> 8 & 0xff, out + i + 1, n);
	}
}
