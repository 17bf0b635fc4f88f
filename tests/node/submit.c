// SPDX-License-Identifier: GPL-2.0
/*
 * DRM_RADEON_CS: the chunks are copied, the stream is checked with the real sizes of its buffers,
 * and executed with their addresses filled in.
 *
 * Each stream runs as if another client's had run before it: all state that it inherits from
 * earlier streams is neutral, but RAM on the chip that its file owns.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libdrm/drm.h>
#include <libdrm/radeon_drm.h>

#include "node.h"
#include "pm4.h"
#include "r500/pm4_r500.h"
#include "r600/pm4_r600.h"

#define PREAMBLE_MAX_DW	(R600_PREAMBLE_MAX_DW + R500_PREAMBLE_MAX_DW)	/* enough for either */
#define MAX_CHUNKS	8u
#define MAX_IB_DW	16384u
#define MAX_RELOCS	16384u
#define DOMAINS		(RADEON_GEM_DOMAIN_VRAM | RADEON_GEM_DOMAIN_GTT)

/**
 * struct submission - a stream on its way
 * @ib: copy of the stream
 * @ib_dw: its length
 * @relocs: copy of the relocation list
 * @nrelocs: its length
 * @flags: RADEON_CS_*
 * @ring: RADEON_CS_RING_*
 * @file: who submits it; @owns: its grants
 * @bo: buffer of each relocation
 * @buffers: the same for the checker
 * @addrs: their addresses
 */
struct submission {
	uint32_t *ib;
	uint32_t ib_dw;
	struct drm_radeon_cs_reloc *relocs;
	uint32_t nrelocs;
	uint32_t flags, ring;
	struct node_file *file;
	uint32_t owns;
	struct node_bo **bo;
	struct pm4_buffer *buffers;
	uint64_t *addrs;
};

static struct pm4_card card;
static struct pm4_checker *checker;
static struct pm4_live live;

static int refuse(int err, const char *why)
{
	node_say("a submission is refused: %s", why);
	return err;
}

static void *copy(const struct drm_radeon_cs_chunk *chunk)
{
	void *to = malloc(chunk->length_dw * 4ull + 4);

	if (to)
		memcpy(to, (const void *)(uintptr_t)chunk->chunk_data, chunk->length_dw * 4ull);
	return to;
}

static int copy_chunk(struct submission *sub, const struct drm_radeon_cs_chunk *chunk)
{
	const uint32_t *words = (const uint32_t *)(uintptr_t)chunk->chunk_data;

	switch (chunk->chunk_id) {
	case RADEON_CHUNK_ID_IB:
		if (sub->ib || !chunk->length_dw || chunk->length_dw > MAX_IB_DW)
			return refuse(-EINVAL, "the IB chunk is empty, too long, or not the only one");
		sub->ib = copy(chunk);
		sub->ib_dw = chunk->length_dw;
		return sub->ib ? 0 : -ENOMEM;
	case RADEON_CHUNK_ID_RELOCS:
		sub->nrelocs = chunk->length_dw / (sizeof(*sub->relocs) / 4);
		if (sub->relocs || sub->nrelocs > MAX_RELOCS || chunk->length_dw % (sizeof(*sub->relocs) / 4))
			return refuse(-EINVAL, "the RELOCS chunk has a wrong length, or is not the only one");
		sub->relocs = copy(chunk);
		return sub->relocs ? 0 : -ENOMEM;
	case RADEON_CHUNK_ID_FLAGS:
		if (!chunk->length_dw || chunk->length_dw > 3)
			return refuse(-EINVAL, "the FLAGS chunk has a wrong length");
		sub->flags = words[0];
		sub->ring = chunk->length_dw > 1 ? words[1] : RADEON_CS_RING_GFX;
		return 0;
	}
	return refuse(-EINVAL, "a chunk has an unknown id");
}

static int copy_chunks(struct submission *sub, const struct drm_radeon_cs *args)
{
	const uint64_t *where = (const uint64_t *)(uintptr_t)args->chunks;
	int ret = 0;

	if (!args->num_chunks || args->num_chunks > MAX_CHUNKS)
		return refuse(-EINVAL, "no chunks, or too many");
	for (uint32_t i = 0; i < args->num_chunks && !ret; i++)
		ret = copy_chunk(sub, (const void *)(uintptr_t)where[i]);
	if (ret)
		return ret;
	if (!sub->ib)
		return refuse(-EINVAL, "no IB chunk");
	if (sub->ring != RADEON_CS_RING_GFX && sub->ring != RADEON_CS_RING_COMPUTE)
		return refuse(-EINVAL, "the ring is not offered");
	return 0;
}

static int look_up(struct submission *sub)
{
	sub->bo = calloc(sub->nrelocs + 1, sizeof(*sub->bo));
	sub->buffers = calloc(sub->nrelocs + 1, sizeof(*sub->buffers));
	sub->addrs = calloc(sub->nrelocs + 1, sizeof(*sub->addrs));
	if (!sub->bo || !sub->buffers || !sub->addrs)
		return -ENOMEM;
	for (uint32_t i = 0; i < sub->nrelocs; i++) {
		const struct drm_radeon_cs_reloc *r = &sub->relocs[i];
		struct node_bo *bo = node_lookup(sub->file, r->handle);

		if (!bo)
			return refuse(-ENOENT, "a relocation has an unknown handle");
		if (!(r->read_domains | r->write_domain) || ((r->read_domains | r->write_domain) & ~DOMAINS))
			return refuse(-EINVAL, "a relocation has domains other than VRAM and GTT");
		sub->bo[i] = bo;
		sub->addrs[i] = bo->addr;
		sub->buffers[i] = (struct pm4_buffer){
			.size = bo->size, .align = bo->align, .tiling = bo->tiling, .pitch = bo->pitch,
			.writable = true,
		};
	}
	return 0;
}

static void execute_neutral(const struct pm4_live *reset)
{
	static uint32_t preamble[PREAMBLE_MAX_DW];
	uint32_t n = pm4_neutral_emit(&card, reset, NODE_NULL, preamble, PREAMBLE_MAX_DW);

	node_card_run(preamble, n, NULL, 0);
}

/* Fills in the addresses, and executes the stream behind what it must not inherit. */
static void execute(struct submission *sub, const struct pm4_patch *patches, const struct pm4_result *result)
{
	struct node_bo **bos = malloc((sub->nrelocs + 1) * sizeof(*bos));
	struct pm4_live reset;

	if (!bos)
		return;
	memcpy(bos, sub->bo, sub->nrelocs * sizeof(*bos));
	pm4_patch_apply(sub->ib, patches, result->npatches, sub->addrs);
	node_card_clear(node_grants_use(sub->file));
	if (pm4_footprint_apply(card.front, &live, &result->footprint, &reset))
		execute_neutral(&reset);
	node_card_run(sub->ib, sub->ib_dw, bos, sub->nrelocs);
	free(bos);
}

/* Checks the stream, and executes it if it is accepted; @text has the reason if it is not. */
static int check(struct submission *sub, char text[PM4_VERDICT_TEXT])
{
	uint32_t capacity = pm4_patches_max(card.front, sub->ib_dw);
	struct pm4_patch *patches = calloc(capacity + 1, sizeof(*patches));
	uint64_t *written = calloc(PM4_BITMAP_WORDS(sub->nrelocs) + 1, sizeof(*written));
	struct pm4_input in = {
		.ib = sub->ib, .ib_dw = sub->ib_dw, .buffers = sub->buffers, .nbuffers = sub->nrelocs,
		.ring = sub->ring == RADEON_CS_RING_COMPUTE ? PM4_RING_COMPUTE : PM4_RING_GFX,
		.flags = (sub->flags & RADEON_CS_KEEP_TILING_FLAGS ? PM4_KEEP_TILING : 0) | sub->owns,
	};
	struct pm4_verdict verdict;
	struct pm4_result result;
	int ret = -ENOMEM;

	text[0] = 0;
	if (patches && written) {
		ret = pm4_check(checker, &in, patches, capacity, written, &result, &verdict) ? -EINVAL : 0;
		if (ret)
			pm4_verdict_text(&verdict, card.front, card.chip, text, PM4_VERDICT_TEXT);
		else
			execute(sub, patches, &result);
	}
	free(patches);
	free(written);
	return ret;
}

static int check_and_record(struct submission *sub)
{
	struct node_record record = {
		.ib = sub->ib, .ib_dw = sub->ib_dw, .ring = sub->ring, .cs_flags = sub->flags, .owns = sub->owns,
		.relocs = sub->relocs, .bos = sub->bo, .nrelocs = sub->nrelocs,
	};
	bool recording = node_recording();
	char text[PM4_VERDICT_TEXT];
	int ret;

	if (recording)
		node_record_begin(&record);
	ret = check(sub, text);
	if (ret)
		node_say("a stream is refused: %s", text);
	if (recording)
		node_record_end(&record, -ret, text);
	return ret;
}

static bool have_checker(void)
{
	struct replay_straps straps = node_card_straps();

	if (checker)
		return true;
	card = straps.r500 ? (struct pm4_card){
		.front = &r500_front, .chip = straps.chip, .pipes = straps.pipes, .backends = straps.backends,
	} : (struct pm4_card){
		.front = &r600_front,
		.chip = straps.chip,
		.pipes = 1u << (straps.tiling_config >> 1 & 7),
		.banks = straps.tiling_config >> 4 & 3 ? 8 : 4,
		.group_bytes = straps.tiling_config >> 6 & 3 ? 512 : 256,
		.backends = straps.backends,
	};
	checker = calloc(1, pm4_checker_size(card.front));
	if (checker)
		pm4_checker_init(checker, &card);
	return checker;
}

int node_submit(struct node_file *file, const struct drm_radeon_cs *args)
{
	struct submission sub = { .file = file, .owns = node_grants(file) };
	int ret = copy_chunks(&sub, args);

	if (!ret)
		ret = have_checker() ? look_up(&sub) : -ENOMEM;
	if (!ret)
		ret = check_and_record(&sub);
	free(sub.ib);
	free(sub.relocs);
	free(sub.bo);
	free(sub.buffers);
	free(sub.addrs);
	return ret;
}
