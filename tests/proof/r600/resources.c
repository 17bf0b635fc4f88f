// SPDX-License-Identifier: GPL-2.0
/*
 * r600_set_resources(): any descriptor with any words, from any state that keeps the invariant.
 *
 * The loop over the descriptors of a packet is proven by induction: the call has one
 * descriptor, which lies anywhere in its packet.  Each one before it has consumed relocations, and
 * kept the room for patches.
 */
#include "world.h"
#include "../../../pm4/r600/pm4_check_surface.c"
#include "../../../pm4/r600/pm4_check_resource.c"

#define DW	PM4_RESOURCE_DW

static u32 world_slot;

/* Makes @ck the state before descriptor @world_slot of a packet, and returns its words. */
static const u32 *descriptor_world(struct r600_checker *ck)
{
	const u32 *p = world(ck), *words;
	u32 count = PM4_COUNT(*p), before = nondet_u32(), relocs = nondet_u32();
	u32 patches = nondet_u32();

	world_slot = nondet_u32();
	ASSUME(world_slot < R600_RESOURCES);
	ASSUME(count >= DW && count + 2 <= ck->end - p && before <= count / DW - 1);
	words = p + 2 + before * DW;
	ASSUME(2 * (u64)relocs <= ck->end - p - 2 - count);
	ck->cursor = p + 2 + count + 2 * relocs;
	/* The dwords of this packet that were consumed before this descriptor. */
	world_consumed = (words - ck->ib) + 2 * relocs;
	ASSUME(invariant_room(world_used + patches, world_consumed));
	world_used += patches;
	ck->patch += patches;
	world_cursor = ck->cursor;
	return words;
}

static void prove_descriptor(const struct r600_checker *ck)
{
	PROVE(ck->cursor <= ck->end, "the relocations lie in the stream");
	PROVE(invariant_room(ck->patch - world_patches,
			     world_consumed + DW + (ck->cursor - world_cursor)),
	      "pm4_patches_max() has room for the patches");
	prove_new_patches(ck);
	prove_state(ck);
}

/* A vertex buffer: with its patches, each byte of each fetch lies in the buffer. */
void vertex_buffer(void)
{
	struct r600_checker any, *ck = &any;
	const u32 *words = descriptor_world(ck);
	u32 v[3] = { words[0], words[1], words[2] }, used, n, i;
	const struct pm4_buffer *buffer;
	const struct pm4_patch *last;
	u64 byte = nondet_u64(), first;

	ASSUME(words[6] >> 30 == 3);
	if (r600_set_resources(ck, world_slot * DW, DW, words))
		return;
	prove_descriptor(ck);
	REACHED("a vertex buffer is accepted");
	used = ck->patch - world_patches - world_used;
	PROVE(used >= 1 && used <= 4, "one to four patches");
	for (n = 0; n + 1 < used && n < 3; n++) {
		const struct pm4_patch *patch = &world_patches[world_used + n];

		i = (patch->dword & (PM4_MAX_DW - 1)) - (words - ck->ib);
		PROVE(patch->dword >> PM4_PATCH_KIND == PM4_PATCH_VALUE && i < 3,
		      "the first patches replace offset and size");
		v[i] = patch->arg;
	}
	last = ck->patch - 1;
	PROVE(last->dword == ((u32)(words - ck->ib) | PM4_PATCH_ADDR_VERTEX << PM4_PATCH_KIND) &&
	      last->arg < ck->nbuffers, "the last patch adds the address of a buffer");
	buffer = &ck->buffers[last->arg];
	first = v[0] + ((u64)(v[2] & 0xff) << 32);
	ASSUME(byte <= v[1]);
	PROVE(first + byte < buffer->size, "each byte of the vertex buffer lies in its buffer");
}

/* A texture: no access outside of the stream and the state. */
void texture(void)
{
	struct r600_checker any, *ck = &any;
	const u32 *words = descriptor_world(ck);

	ASSUME(words[6] >> 30 != 3);
	if (r600_set_resources(ck, world_slot * DW, DW, words))
		return;
	prove_descriptor(ck);
	REACHED("a texture is accepted");
}

/* Any range: what is refused at once, and what the loop gets. */
void resource_range(void)
{
	struct r600_checker any, *ck = &any;
	const u32 *p = world(ck);
	u32 count = PM4_COUNT(*p), first = p[1];

	ASSUME(count + 2 <= ck->end - p && (first % DW || count % DW ||
					    first / DW + (u64)count / DW > R600_RESOURCES));
	ck->cursor = p + 2 + count;
	PROVE(r600_set_resources(ck, first, count, p + 2),
	      "descriptors outside of their space are refused");
	REACHED("a range is refused");
}
