// SPDX-License-Identifier: GPL-2.0
/*
 * What a client said in DRM_RADEON_CS, copied once and checked for sense.
 *
 * Everything is copied from user memory before any lock is taken and is not
 * looked at there again.  Counts have caps, flags have masks; whatever is not
 * known is refused, with a sentence.
 */
#include <linux/mm.h>
#include <linux/uaccess.h>

#include "rcp_submit.h"

#define RCP_CS_FLAGS	(RADEON_CS_KEEP_TILING_FLAGS | RADEON_CS_END_OF_FRAME)
#define RCP_CS_DOMAINS	(RADEON_GEM_DOMAIN_VRAM | RADEON_GEM_DOMAIN_GTT)

static int rcp_args_ib(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	if (sub->ib)
		return rcp_submit_refuse(sub, -EINVAL, "more than one IB chunk");
	if (!chunk->length_dw)
		return rcp_submit_refuse(sub, -EINVAL, "the IB chunk is empty");
	if (chunk->length_dw > RCP_MAX_IB_DW)
		return rcp_submit_refuse(sub, -EINVAL, "IB chunk has %u dwords, the most is %u",
					 chunk->length_dw, RCP_MAX_IB_DW);

	sub->ib = vmemdup_user(u64_to_user_ptr(chunk->chunk_data), chunk->length_dw * 4ul);
	if (IS_ERR(sub->ib)) {
		int ret = PTR_ERR(sub->ib);

		sub->ib = NULL;
		return rcp_submit_refuse(sub, ret, "cannot copy the IB chunk");
	}
	sub->ib_dw = chunk->length_dw;
	return 0;
}

static int rcp_args_relocs(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	const u32 entry_dw = sizeof(*sub->relocs) / 4;

	if (sub->has_relocs)
		return rcp_submit_refuse(sub, -EINVAL, "more than one RELOCS chunk");
	sub->has_relocs = true;
	if (chunk->length_dw % entry_dw)
		return rcp_submit_refuse(sub, -EINVAL,
					 "RELOCS chunk has %u dwords, not whole entries of %u",
					 chunk->length_dw, entry_dw);
	if (chunk->length_dw / entry_dw > RCP_MAX_RELOCS)
		return rcp_submit_refuse(sub, -EINVAL, "%u relocations, the most is %u",
					 chunk->length_dw / entry_dw, RCP_MAX_RELOCS);
	if (!chunk->length_dw)
		return 0;

	sub->relocs = vmemdup_user(u64_to_user_ptr(chunk->chunk_data), chunk->length_dw * 4ul);
	if (IS_ERR(sub->relocs)) {
		int ret = PTR_ERR(sub->relocs);

		sub->relocs = NULL;
		return rcp_submit_refuse(sub, ret, "cannot copy the RELOCS chunk");
	}
	sub->nrelocs = chunk->length_dw / entry_dw;
	return 0;
}

static int rcp_args_flags(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	u32 words[3] = {};

	if (sub->has_flags)
		return rcp_submit_refuse(sub, -EINVAL, "more than one FLAGS chunk");
	sub->has_flags = true;
	if (!chunk->length_dw || chunk->length_dw > ARRAY_SIZE(words))
		return rcp_submit_refuse(sub, -EINVAL, "FLAGS chunk has %u dwords, not 1 to 3",
					 chunk->length_dw);
	if (copy_from_user(words, u64_to_user_ptr(chunk->chunk_data), chunk->length_dw * 4ul))
		return rcp_submit_refuse(sub, -EFAULT, "cannot copy the FLAGS chunk");

	/* The third word, a priority, is a hint for rings that we do not have. */
	sub->cs_flags = words[0];
	sub->ring = words[1];
	if (sub->cs_flags & ~RCP_CS_FLAGS)
		return rcp_submit_refuse(sub, -EINVAL, "CS flags 0x%x are not among 0x%x",
					 sub->cs_flags, RCP_CS_FLAGS);
	if (sub->ring != RADEON_CS_RING_GFX)
		return rcp_submit_refuse(sub, -EINVAL, "ring %u is not offered, only 0 (gfx)",
					 sub->ring);
	return 0;
}

static int rcp_args_verdict(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	struct drm_rcp_cs_verdict wanted;

	if (sub->has_verdict)
		return rcp_submit_refuse(sub, -EINVAL, "more than one VERDICT chunk");
	if (chunk->length_dw * 4ul != sizeof(wanted))
		return rcp_submit_refuse(sub, -EINVAL, "VERDICT chunk has %u dwords, not %zu",
					 chunk->length_dw, sizeof(wanted) / 4);
	if (copy_from_user(&wanted, u64_to_user_ptr(chunk->chunk_data), sizeof(wanted)))
		return rcp_submit_refuse(sub, -EFAULT, "cannot copy the VERDICT chunk");
	if (wanted.flags & ~RCP_VERDICT_VALIDATE_ONLY)
		return rcp_submit_refuse(sub, -EINVAL, "verdict flags 0x%x are not among 0x%x",
					 wanted.flags, RCP_VERDICT_VALIDATE_ONLY);
	sub->user_verdict = wanted;
	sub->has_verdict = true;
	return 0;
}

static int rcp_args_chunk(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	switch (chunk->chunk_id) {
	case RADEON_CHUNK_ID_IB:
		return rcp_args_ib(sub, chunk);
	case RADEON_CHUNK_ID_RELOCS:
		return rcp_args_relocs(sub, chunk);
	case RADEON_CHUNK_ID_FLAGS:
		return rcp_args_flags(sub, chunk);
	case RCP_CHUNK_ID_VERDICT:
		/* It was looked for before all others. */
		return 0;
	default:
		return rcp_submit_refuse(sub, -EINVAL, "unknown chunk id 0x%x", chunk->chunk_id);
	}
}

/**
 * rcp_submit_args - copy a submission's chunks
 * @sub: the submission, zeroed but for whose it is
 * @args: the ioctl's argument
 *
 * The verdict chunk is read first, so that the client hears of whatever is wrong
 * with the others.
 *
 * Context: may sleep; no lock is held.
 * Return: 0, -EINVAL, -EFAULT or -ENOMEM.
 */
int rcp_submit_args(struct rcp_submit *sub, const struct drm_radeon_cs *args)
{
	struct drm_radeon_cs_chunk chunks[RCP_MAX_CHUNKS];
	u64 where[RCP_MAX_CHUNKS];
	u32 i;
	int ret;

	if (!args->num_chunks || args->num_chunks > RCP_MAX_CHUNKS)
		return rcp_submit_refuse(sub, -EINVAL, "%u chunks, not 1 to %u",
					 args->num_chunks, RCP_MAX_CHUNKS);
	if (copy_from_user(where, u64_to_user_ptr(args->chunks), args->num_chunks * sizeof(u64)))
		return rcp_submit_refuse(sub, -EFAULT, "cannot copy the list of chunks");
	for (i = 0; i < args->num_chunks; i++)
		if (copy_from_user(&chunks[i], u64_to_user_ptr(where[i]), sizeof(chunks[i])))
			return rcp_submit_refuse(sub, -EFAULT, "cannot copy chunk %u", i);

	for (i = 0; i < args->num_chunks; i++) {
		if (chunks[i].chunk_id != RCP_CHUNK_ID_VERDICT)
			continue;
		ret = rcp_args_verdict(sub, &chunks[i]);
		if (ret)
			return ret;
	}
	for (i = 0; i < args->num_chunks; i++) {
		ret = rcp_args_chunk(sub, &chunks[i]);
		if (ret)
			return ret;
	}
	if (!sub->ib)
		return rcp_submit_refuse(sub, -EINVAL, "no IB chunk");
	return 0;
}

/* Where radeon's ABI wants a buffer: the write domain, else the read domains. */
static int rcp_lookup_domains(struct rcp_submit *sub, u32 i)
{
	const struct drm_radeon_cs_reloc *reloc = &sub->relocs[i];
	u32 domains = reloc->write_domain ?: reloc->read_domains;

	if (!domains || ((reloc->write_domain | reloc->read_domains) & ~RCP_CS_DOMAINS))
		return rcp_submit_refuse_reloc(sub, -EINVAL, i, "domains must be VRAM or GTT");
	sub->bos[i].domains = domains;
	sub->bos[i].write = !!reloc->write_domain;
	return 0;
}

/**
 * rcp_submit_lookup - handles become buffers
 * @sub: the submission, with its chunks
 *
 * Context: may sleep; no lock is held.
 * Return: 0, -EINVAL, -ENOENT for an unknown handle, -ENOMEM.
 */
int rcp_submit_lookup(struct rcp_submit *sub)
{
	u32 i;
	int ret;

	if (!sub->nrelocs)
		return 0;
	sub->bos = kvcalloc(sub->nrelocs, sizeof(*sub->bos), GFP_KERNEL);
	sub->buffers = kvcalloc(sub->nrelocs, sizeof(*sub->buffers), GFP_KERNEL);
	if (!sub->bos || !sub->buffers)
		return rcp_submit_refuse(sub, -ENOMEM, "no memory for %u relocations",
					 sub->nrelocs);

	for (i = 0; i < sub->nrelocs; i++) {
		struct drm_gem_object *gem;

		ret = rcp_lookup_domains(sub, i);
		if (ret)
			return ret;
		gem = drm_gem_object_lookup(sub->file, sub->relocs[i].handle);
		if (!gem)
			return rcp_submit_refuse_reloc(sub, -ENOENT, i, "unknown handle");
		sub->bos[i].bo = gem_to_rcp_bo(gem);
	}
	return 0;
}

/**
 * rcp_submit_free - drop what a submission holds
 * @sub: the submission; nothing is reserved any more and it has no job
 */
void rcp_submit_free(struct rcp_submit *sub)
{
	u32 i;

	for (i = 0; sub->bos && i < sub->nrelocs && sub->bos[i].bo; i++)
		drm_gem_object_put(&sub->bos[i].bo->tbo.base);
	kvfree(sub->bos);
	kvfree(sub->buffers);
	kvfree(sub->relocs);
	kvfree(sub->ib);
}
