// SPDX-License-Identifier: GPL-2.0
/*
 * GL programs may address vertices and indices outside of their buffers.  Such streams
 * pass, and the checker clamps them to the buffer.  Mip levels that no texture of the
 * size has are removed, and with them the levels past the end of the buffer.
 */
#include "check_scene.h"
#include "tap.h"

/**
 * struct vertex_case - a vertex buffer of @bytes at @offset in a buffer of @size
 * @first: expected offset in the patched stream
 * @left: expected bytes there; 0 for a refused stream
 */
struct vertex_case {
	const char *name;
	u64 offset, bytes, size;
	u64 first, left;
};

static const struct vertex_case vertices[] = {
	{ "the whole buffer", 0, 4096, 4096, 0, 4096 },
	{ "one byte more", 0, 4097, 4096, 0, 4033 },
	{ "one byte more, of the last whole fetch", 4032, 65, 4096, 4032, 1 },
	{ "... of one that is not whole", 4033, 65, 4096, 0, 1 },
	{ "its last byte", 4095, 1, 4096, 4095, 1 },
	{ "its last byte and one more", 4095, 2, 4096, 0, 1 },
	{ "what Mesa makes of an attribute past the data", 68, 0xfffffffc, 4096, 68, 3965 },
	{ "as much as there can be", 256, 1ull << 32, 4096, 256, 3777 },
	{ "nothing that is there", 4096, 16, 4096, 0, 1 },
	{ "nothing that is near", 0xfffffffff0ull, 1ull << 32, 4096, 0, 1 },
	{ "an end above 4 GiB", 0x1ffffffb0ull, 81, 0x200000000ull, 0x1ffffffb0ull, 17 },
	{ "more than 4 GiB of more", 16, 1ull << 32, 0x200000000ull, 16, 1ull << 32 },
	{ "of a buffer of one byte", 0, 16, 1, 0, 1 },
	{ "of a buffer of nothing", 0, 16, 0, 0, 0 },
};

static void test_vertices(struct scene *s)
{
	u32 i, at;

	for (i = 0; i < ARRAY_SIZE(vertices); i++) {
		const struct vertex_case *v = &vertices[i];
		u64 address = 0x2fff00000ull + v->first;
		const u32 words[7] = {
			(u32)v->offset, (u32)(v->bytes - 1),
			(u32)(v->offset >> 32) | 16 << 8, 0x12345678, 0, 0, 3u << 30
		};

		scene_default(s);
		s->use_vertex = true;
		memcpy(s->vertex, words, sizeof(words));
		s->buffers[BUF_VERTEX].size = v->size;
		s->addrs[BUF_VERTEX] = 0x2fff00000ull;
		if (!v->left) {
			tap_ok(scene_run(s) == PM4_CODE_VERTEX_BOUNDS, "vertices: %s", v->name);
			continue;
		}
		tap_ok(!scene_run(s), "vertices: %s", v->name);
		for (at = 0; s->dw[at] != (0xc0000000u | 7 << 16 | PM4_OP_SET_RESOURCE << 8); )
			at++;
		at += 2;
		tap_ok(s->out[at] == (u32)address && s->out[at + 1] == (u32)(v->left - 1) &&
		       s->out[at + 2] == ((u32)(address >> 32) | 16 << 8) &&
		       !memcmp(&s->out[at + 3], &words[3], 16),
		       "... %#llx bytes at %#llx", (unsigned long long)v->left,
		       (unsigned long long)v->first);
	}
}

/**
 * struct index_case - a draw of @count indices at @offset in a buffer of @size
 * @first: expected offset in the patched stream
 * @left: expected number of indices there, NO_INDEX for a refused stream
 */
struct index_case {
	const char *name;
	u32 type, offset, count, size, first, left;
};

#define NO_INDEX 0xffffffffu

static const struct index_case indices[] = {
	{ "16 bits", 0, 0, 100, 200, 0, 100 },
	{ "16 bits, one byte less", 0, 0, 100, 199, 0, 99 },
	{ "32 bits", 1, 0, 100, 400, 0, 100 },
	{ "32 bits, one byte less", 1, 0, 100, 399, 0, 99 },
	{ "as many as there can be", 1, 0, 0xffffffff, 400, 0, 100 },
	{ "whose bytes wrap", 1, 0, 0x40000001, 400, 0, 100 },
	{ "from the middle on", 0, 100, 100, 200, 100, 50 },
	{ "the last", 0, 198, 2, 200, 198, 1 },
	{ "past the last", 0, 200, 9, 200, 198, 1 },
	{ "past the last, of an odd size", 0, 200, 9, 199, 196, 1 },
	{ "half of one", 1, 398, 9, 400, 396, 1 },
	{ "far away", 1, 0xfffffffe, 9, 400, 396, 1 },
	{ "none", 0, 198, 0, 200, 198, 0 },
	{ "none past the last", 0, 200, 0, 200, 198, 0 },
	{ "in a buffer for half of one", 1, 0, 9, 3, 0, NO_INDEX },
	{ "in a buffer for one", 1, 4, 9, 4, 0, 1 },
};

static void test_indices(struct scene *s)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(indices); i++) {
		const struct index_case *d = &indices[i];

		scene_default(s);
		s->draw_index = true;
		s->index_type = d->type;
		s->index_offset = d->offset;
		s->index_count = d->count;
		s->buffers[BUF_INDEX].size = d->size;
		if (d->left == NO_INDEX)
			tap_ok(scene_run(s) == PM4_CODE_INDEX_BOUNDS, "indices: %s", d->name);
		else
			tap_ok(!scene_run(s) && s->out[s->ndw - 4] == d->left &&
			       s->out[s->ndw - 6] == (u32)s->addrs[BUF_INDEX] + d->first,
			       "indices: %s: %u of them from %u on", d->name, d->left, d->first);
	}
}

/**
 * struct room_case - a texture with levels from @first to @last, and @room for them
 * @offset: of the mip address in its buffer
 * @left: expected last level in the patched stream
 * @refused: or the code of the refusal
 */
struct room_case {
	const char *name;
	u32 dim, mode, size, depth, first, last;
	u64 offset, room;
	u32 left, refused;
};

/* 64 x 64, 1D tiled: 4096, 1024 and four times 256 bytes. */
static const struct room_case rooms[] = {
	{ "for all", 1, 2, 64, 1, 0, 15, 0, 6144, 6 },
	{ "for all but a byte", 1, 2, 64, 1, 0, 15, 0, 6143, 5 },
	{ "for all but one", 1, 2, 64, 1, 0, 7, 0, 5888, 5 },
	{ "for two", 1, 2, 64, 1, 0, 15, 0, 5120, 2 },
	{ "for two but a byte", 1, 2, 64, 1, 0, 15, 0, 5119, 1 },
	{ "for one", 1, 2, 64, 1, 0, 13, 0, 4096, 1 },
	{ "for one but a byte", 1, 2, 64, 1, 0, 13, 0, 4095, 0 },
	{ "for none", 1, 2, 64, 1, 0, 13, 0, 0, 0 },
	{ "for none, past the buffer", 1, 2, 64, 1, 0, 13, 0xffffff00, 4096, 0 },
	{ "for two after others", 1, 2, 64, 1, 0, 15, 65536, 65536 + 5120, 2 },
	{ "for two after others but a byte", 1, 2, 64, 1, 0, 15, 65536, 65536 + 5119, 1 },
	{ "for the first", 1, 2, 64, 1, 2, 15, 0, 5120, 2 },
	{ "for none from the first on", 1, 2, 64, 1, 2, 15, 0, 5119, 0, PM4_CODE_RESOURCE_LEVELS },
	{ "for none, and a first", 1, 2, 64, 1, 1, 15, 0, 0, 0, PM4_CODE_RESOURCE_LEVELS },
	{ "for as many as were said", 1, 2, 64, 1, 0, 6, 0, 6144, 6 },
	{ "for less than were said", 1, 2, 64, 1, 0, 6, 0, 6143, 0, PM4_CODE_SURFACE_BOUNDS },
	{ "for none of those said", 1, 2, 64, 1, 0, 1, 0, 0, 0, PM4_CODE_SURFACE_BOUNDS },
	{ "for six of eight faces", 3, 1, 64, 1, 0, 15, 0, 6 * 8192, 1 },
	{ "for six of eight faces but a byte", 3, 1, 64, 1, 0, 15, 0, 6 * 8192 - 1, 0 },
	{ "for six faces after eight", 3, 1, 64, 1, 0, 15, 0, 8 * 8192 + 6 * 4096, 2 },
	{ "for six faces after seven", 3, 1, 64, 1, 0, 15, 0, 7 * 8192 + 6 * 4096, 1 },
	{ "for the levels of a volume", 2, 2, 16, 16, 0, 15, 0, 3840, 4 },
	{ "for three levels of a volume", 2, 2, 16, 16, 0, 15, 0, 3839, 3 },
	{ "for five layers after eight", 5, 1, 64, 5, 0, 15, 0, 8 * 8192 + 5 * 4096, 2 },
	{ "for five layers after eight but a byte", 5, 1, 64, 5, 0, 15, 0, 8 * 8192 + 5 * 4096 - 1, 1 },
	{ "for two 2D tiled levels", 1, 4, 128, 1, 0, 15, 0, 64 * 64 * 4 + 32 * 32 * 4, 2 },
};

static void test_rooms(struct scene *s)
{
	u32 i, at;

	for (i = 0; i < ARRAY_SIZE(rooms); i++) {
		const struct room_case *r = &rooms[i];
		u32 layers = r->dim == 3 ? 6 : r->dim == 5 ? r->depth : 1;
		const u32 words[7] = {
			r->dim | r->mode << 3 | (r->size / 8 - 1) << 8 | (r->size - 1) << 19,
			(r->size - 1) | (r->depth - 1) << 13 | 0x1a << 26, 0,
			(u32)(r->offset >> 8), r->first << 28, r->last | (layers - 1) << 17, 2u << 30
		};

		scene_default(s);
		s->use_texture = true;
		s->flags = PM4_KEEP_TILING;
		memcpy(s->texture, words, sizeof(words));
		s->buffers[BUF_TEXTURE].size = 1 << 30;
		s->buffers[BUF_MIP].size = r->room;
		if (r->refused) {
			tap_ok(scene_run(s) == r->refused, "room %s: refused", r->name);
			continue;
		}
		tap_ok(!scene_run(s), "room %s", r->name);
		for (at = 0; s->dw[at] != (0xc0000000u | 7 << 16 | PM4_OP_SET_RESOURCE << 8); )
			at++;
		tap_ok(s->out[at + 7] == (words[5] & ~0xfu) + r->left && s->out[at + 6] == words[4],
		       "... of level %u: to %u", r->last, r->left);
	}
}

/**
 * struct level_case - a texture with the last level @last
 * @left: expected last level in the patched stream
 */
struct level_case {
	u32 dim, mode, width, height, depth, last, left;
};

static const struct level_case levels[] = {
	{ 1, 1, 1, 1, 1, 10, 0 },
	{ 1, 1, 2, 1, 1, 9, 1 },
	{ 1, 1, 16, 16, 1, 4, 4 },
	{ 1, 1, 16, 16, 1, 5, 4 },
	{ 1, 2, 7, 8, 1, 15, 3 },
	{ 0, 1, 8192, 1, 1, 13, 13 },
	{ 0, 1, 8192, 1, 1, 14, 13 },
	{ 2, 2, 4, 4, 16, 15, 4 },
	{ 3, 2, 8, 8, 1, 15, 3 },
	{ 5, 2, 23, 2, 64, 15, 4 },
	/* With these dimensions it is the number of samples. */
	{ 6, 4, 1, 1, 1, 3, 3 },
	{ 7, 4, 1, 1, 4, 2, 2 },
};

static void test_levels(struct scene *s)
{
	u32 i, at;

	for (i = 0; i < ARRAY_SIZE(levels); i++) {
		const struct level_case *l = &levels[i];
		const u32 words[7] = {
			l->dim | l->mode << 3 | 1023 << 8 | (l->width - 1) << 19,
			(l->height - 1) | (l->depth - 1) << 13 | 0x1a << 26, 0, 0, 0,
			l->last | (l->dim > 4 ? l->depth - 1 : 0) << 17, 2u << 30
		};

		scene_default(s);
		s->use_texture = true;
		s->flags = PM4_KEEP_TILING;
		memcpy(s->texture, words, sizeof(words));
		s->buffers[BUF_TEXTURE].size = 1 << 30;
		s->buffers[BUF_MIP].size = 1 << 30;
		tap_ok(!scene_run(s), "levels of %u x %u x %u", l->width, l->height, l->depth);
		for (at = 0; s->dw[at] != (0xc0000000u | 7 << 16 | PM4_OP_SET_RESOURCE << 8); )
			at++;
		tap_ok(s->out[at + 7] == (words[5] & ~0xfu) + l->left && s->out[at + 8] == words[6],
		       "... to %u: to %u", l->last, l->left);
	}
}

/* A texture without levels, and an address for them: inside or the texture's own. */
static void test_mip_address(struct scene *s)
{
	static const struct {
		const char *name;
		u32 dim, samples;
	} kinds[] = {
		{ "no level", 1, 0 }, { "four samples", 6, 2 },
	};
	u32 i, away, at;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		for (away = 0; away < 2; away++) {
			const u32 words[7] = {
				kinds[i].dim | 4 << 3 | 31 << 8 | 127u << 19, 127 | 0x1au << 26,
				32, away ? 1 << 10 : (1 << 10) - 1, 0, kinds[i].samples, 2u << 30
			};

			scene_default(s);
			s->use_texture = true;
			memcpy(s->texture, words, sizeof(words));
			s->buffers[BUF_TEXTURE].size = 1 << 20;
			tap_ok(!scene_run(s), "a texture of %s, and an address %s", kinds[i].name,
			       away ? "past the buffer" : "in it");
			for (at = 0; s->dw[at] != (0xc0000000u | 7 << 16 | PM4_OP_SET_RESOURCE << 8); )
				at++;
			tap_ok(s->out[at + 5] == (away ? s->out[at + 4] :
						  (u32)(s->addrs[BUF_MIP] >> 8) + words[3]),
			       "... which %s", away ? "becomes the texture's own" : "stays");
		}
	}
}

void test_cut(void)
{
	static struct scene s;

	test_vertices(&s);
	test_indices(&s);
	test_levels(&s);
	test_rooms(&s);
	test_mip_address(&s);
}
