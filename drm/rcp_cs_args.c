// SPDX-License-Identifier: GPL-2.0
/*
 * The arguments of DRM_RADEON_CS: copy them once, check them, look up what they name.
 *
 * All arguments are copied from user memory before any lock is taken, and user memory is
 * not read again.  Counts have caps, flags have masks; everything unknown is refused, with
 * a sentence that names chunk, entry and field.
 *
 * Called by rcp_cs.c without locks.  The lookup takes &drm_file.table_lock.
 */
#include <linux/mm.h>
#include <linux/uaccess.h>

#include "rcp_cs_words.h"
#include "rcp_submit.h"

#define RCP_CS_FLAGS	(RADEON_CS_KEEP_TILING_FLAGS | RADEON_CS_END_OF_FRAME)
#define RCP_CS_DOMAINS	(RADEON_GEM_DOMAIN_VRAM | RADEON_GEM_DOMAIN_GTT)

/* Longest chunk that holds a struct: later headers may extend the struct. */
#define RCP_MAX_STRUCT	4096u

/* Copy a chunk that holds a struct; it may be longer if the rest is zero. */
static int rcp_args_struct(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk,
			   const char *name, void *to, size_t size)
{
	size_t length = (size_t)chunk->length_dw * 4;
	int ret;

	if (length < size || length > RCP_MAX_STRUCT)
		return rcp_verdict_refuse(sub, -EINVAL, "%s chunk has %u dwords, not %zu to %u",
					  name, chunk->length_dw, size / 4, RCP_MAX_STRUCT / 4);
	ret = copy_struct_from_user(to, size, u64_to_user_ptr(chunk->chunk_data), length);
	if (ret == -E2BIG)
		return rcp_verdict_refuse(sub, -EINVAL, "%s chunk: its tail is not zero", name);
	return ret ? rcp_verdict_refuse(sub, ret, "cannot copy the %s chunk", name) : 0;
}

/*
 * Charge the copy to the client: it lives until the job has finished.  The list of buffers
 * for the dump of a hang follows the stream.
 */
static int rcp_args_ib(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	if (!chunk->length_dw)
		return rcp_verdict_refuse(sub, -EINVAL, "the IB chunk is empty");
	if (chunk->length_dw > RCP_IB_MAX_DW)
		return rcp_verdict_refuse(sub, -EINVAL, "IB chunk has %u dwords, the maximum is %u",
					  chunk->length_dw, RCP_IB_MAX_DW);

	/* Charged: jobs that wait hold the memory for as long as the client likes. */
	sub->job_memory = rcp_account_take(&sub->account->spare_job, RCP_JOB_SIZE);
	if (!sub->job_memory)
		return rcp_verdict_refuse(sub, -ENOMEM, "no memory for a job");
	sub->ib_size = rcp_submit_bos_at(chunk->length_dw) +
		       sub->room_relocs * sizeof(struct rcp_job_bo);
	sub->ib = rcp_job_stream_alloc(sub->account, sub->job_memory, sub->ib_size);
	if (!sub->ib)
		return rcp_verdict_refuse(sub, -ENOMEM, "no memory for the IB chunk");
	if (rcp_args_words(sub->ib, u64_to_user_ptr(chunk->chunk_data), chunk->length_dw * 4ul))
		return rcp_verdict_refuse(sub, -EFAULT, "cannot copy the IB chunk");
	sub->ib_dw = chunk->length_dw;
	return 0;
}

static int rcp_args_relocs(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	const u32 entry_dw = sizeof(*sub->relocs) / 4;

	if (chunk->length_dw % entry_dw)
		return rcp_verdict_refuse(sub, -EINVAL,
					  "RELOCS chunk has %u dwords, not whole entries of %u",
					  chunk->length_dw, entry_dw);
	if (chunk->length_dw / entry_dw > RCP_MAX_RELOCS)
		return rcp_verdict_refuse(sub, -EINVAL, "%u relocations, the maximum is %u",
					  chunk->length_dw / entry_dw, RCP_MAX_RELOCS);
	sub->user_relocs = u64_to_user_ptr(chunk->chunk_data);
	sub->user_nrelocs = chunk->length_dw / entry_dw;
	return 0;
}

static int rcp_args_flags(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	u32 rings = sub->rdev->card.traits->rings;
	u32 words[3] __aligned(8) = {};

	if (!chunk->length_dw || chunk->length_dw > ARRAY_SIZE(words))
		return rcp_verdict_refuse(sub, -EINVAL, "FLAGS chunk has %u dwords, not 1 to 3",
					  chunk->length_dw);
	if (rcp_args_words(words, u64_to_user_ptr(chunk->chunk_data), chunk->length_dw * 4ul))
		return rcp_verdict_refuse(sub, -EFAULT, "cannot copy the FLAGS chunk");

	/* The third word, a priority, is a hint for rings that this driver does not have. */
	sub->cs_flags = words[0];
	sub->ring = words[1];
	if (sub->cs_flags & ~RCP_CS_FLAGS)
		return rcp_verdict_refuse(sub, -EINVAL,
					  "FLAGS chunk: flags 0x%x are not among 0x%x",
					  sub->cs_flags, RCP_CS_FLAGS);
	if (sub->ring >= BITS_PER_TYPE(rings) || !(rings & BIT(sub->ring)))
		return rcp_verdict_refuse(sub, -EINVAL,
					  "FLAGS chunk: ring %u is not offered, only 0 (gfx)%s",
					  sub->ring, rings & BIT(RADEON_CS_RING_COMPUTE) ?
					  " and 1 (compute)" : "");
	return 0;
}

static int rcp_args_verdict(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	struct drm_rcp_cs_verdict wanted;
	int ret = rcp_args_struct(sub, chunk, "VERDICT", &wanted, sizeof(wanted));

	if (ret)
		return ret;
	if (wanted.flags & ~RCP_VERDICT_VALIDATE_ONLY)
		return rcp_verdict_refuse(sub, -EINVAL,
					  "VERDICT chunk: flags 0x%x are not among 0x%x",
					  wanted.flags, RCP_VERDICT_VALIDATE_ONLY);
	sub->user_verdict = wanted;
	sub->has_verdict = true;
	return 0;
}

static int rcp_args_context(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	u64 seqno = chunk->chunk_data + offsetof(struct drm_rcp_cs_context, seqno);
	int ret;

	ret = rcp_args_struct(sub, chunk, "CONTEXT", &sub->context, sizeof(sub->context));
	if (ret)
		return ret;
	if (sub->context.flags & ~RCP_CS_NO_IMPLICIT_SYNC)
		return rcp_verdict_refuse(sub, -EINVAL,
					  "CONTEXT chunk: flags 0x%x are not among 0x%x",
					  sub->context.flags, RCP_CS_NO_IMPLICIT_SYNC);
	sub->user_seqno = u64_to_user_ptr(seqno);
	return 0;
}

static int rcp_args_syncs(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	struct drm_rcp_cs_syncs syncs;

	return rcp_args_struct(sub, chunk, "SYNCS", &syncs, sizeof(syncs)) ?:
	       rcp_syncs_copy(sub, &syncs);
}

static int rcp_args_reloc_flags(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	const u32 known = RCP_RELOC_NO_IMPLICIT_SYNC | RCP_RELOC_DUMP;
	u32 i;

	sub->has_reloc_flags = true;
	sub->reloc_flags_dw = chunk->length_dw;
	if (chunk->length_dw > RCP_MAX_RELOCS)
		return rcp_verdict_refuse(sub, -EINVAL,
					  "RELOC_FLAGS chunk has %u dwords, the maximum is %u",
					  chunk->length_dw, RCP_MAX_RELOCS);
	if (!chunk->length_dw)
		return 0;

	/* Charged: the copy of another chunk may take as long as the client likes. */
	sub->reloc_flags = kvmalloc(chunk->length_dw * 4ul, GFP_KERNEL_ACCOUNT);
	if (!sub->reloc_flags)
		return rcp_verdict_refuse(sub, -ENOMEM, "no memory for the RELOC_FLAGS chunk");
	if (rcp_args_words(sub->reloc_flags, u64_to_user_ptr(chunk->chunk_data),
			   chunk->length_dw * 4ul))
		return rcp_verdict_refuse(sub, -EFAULT, "cannot copy the RELOC_FLAGS chunk");
	for (i = 0; i < chunk->length_dw; i++)
		if (sub->reloc_flags[i] & ~known)
			return rcp_verdict_refuse(sub, -EINVAL,
						  "RELOC_FLAGS chunk, entry %u: 0x%x is not among 0x%x",
						  i, sub->reloc_flags[i], known);
	return 0;
}

enum rcp_args_kind {
	RCP_ARGS_IB,
	RCP_ARGS_RELOCS,
	RCP_ARGS_FLAGS,
	RCP_ARGS_VERDICT,
	RCP_ARGS_CONTEXT,
	RCP_ARGS_SYNCS,
	RCP_ARGS_RELOC_FLAGS,
};

/* A submission has at most one chunk of each kind. */
static int rcp_args_once(struct rcp_submit *sub, enum rcp_args_kind kind, const char *name)
{
	if (sub->kinds & BIT(kind))
		return rcp_verdict_refuse(sub, -EINVAL, "more than one %s chunk", name);
	sub->kinds |= BIT(kind);
	return 0;
}

/* Copy a chunk, but not VERDICT.  Without a table: a call by pointer costs a retpoline. */
static int rcp_args_chunk(struct rcp_submit *sub, const struct drm_radeon_cs_chunk *chunk)
{
	switch (chunk->chunk_id) {
	case RADEON_CHUNK_ID_IB:
		return rcp_args_once(sub, RCP_ARGS_IB, "IB") ?: rcp_args_ib(sub, chunk);
	case RADEON_CHUNK_ID_RELOCS:
		return rcp_args_once(sub, RCP_ARGS_RELOCS, "RELOCS") ?: rcp_args_relocs(sub, chunk);
	case RADEON_CHUNK_ID_FLAGS:
		return rcp_args_once(sub, RCP_ARGS_FLAGS, "FLAGS") ?: rcp_args_flags(sub, chunk);
	case RCP_CHUNK_ID_VERDICT:
		return 0;
	case RCP_CHUNK_ID_CONTEXT:
		return rcp_args_once(sub, RCP_ARGS_CONTEXT, "CONTEXT") ?:
		       rcp_args_context(sub, chunk);
	case RCP_CHUNK_ID_SYNCS:
		return rcp_args_once(sub, RCP_ARGS_SYNCS, "SYNCS") ?: rcp_args_syncs(sub, chunk);
	case RCP_CHUNK_ID_RELOC_FLAGS:
		return rcp_args_once(sub, RCP_ARGS_RELOC_FLAGS, "RELOC_FLAGS") ?:
		       rcp_args_reloc_flags(sub, chunk);
	}
	return rcp_verdict_refuse(sub, -EINVAL, "unknown chunk id 0x%x", chunk->chunk_id);
}

/* Where the client keeps spare memory for lists of a size, or NULL; @room returns its bytes. */
static void **rcp_args_spare_lists(struct rcp_submit *sub, size_t *room)
{
	struct rcp_account *account = sub->account;

	*room = sub->lists_size <= RCP_LISTS_SIZE ? RCP_LISTS_SIZE : RCP_LONG_LISTS_SIZE;
	if (sub->lists_size > *room)
		return NULL;
	return *room == RCP_LISTS_SIZE ? &account->spare_lists : &account->spare_long_lists;
}

/* Allocate all lists whose length depends on the chunks at once. */
static int rcp_args_lists(struct rcp_submit *sub)
{
	u32 max_patches = pm4_patches_max(sub->rdev->card.pm4.front, sub->ib_dw);
	u32 n = sub->user_nrelocs;
	size_t room, size = sizeof(*sub->binding) +
		      n * (sizeof(*sub->relocs) + sizeof(*sub->bos) +
			   sizeof(*sub->buffers) + sizeof(*sub->addrs)) +
		      PM4_BITMAP_WORDS(n) * sizeof(*sub->written) +
		      max_patches * sizeof(*sub->patches);
	struct rcp_binding *binding;
	void **spare;

	/* Charged, because it may wait with the job. */
	sub->lists_size = size;
	spare = rcp_args_spare_lists(sub, &room);
	binding = spare ? rcp_account_take(spare, room) : kvmalloc(size, GFP_KERNEL_ACCOUNT);
	sub->binding = binding;
	if (!binding)
		return rcp_verdict_refuse(sub, -ENOMEM, "no memory for %u relocations", n);
	sub->relocs = (void *)(binding + 1);
	if (rcp_args_words(sub->relocs, sub->user_relocs, n * sizeof(*sub->relocs)))
		return rcp_verdict_refuse(sub, -EFAULT, "cannot copy the RELOCS chunk");
	sub->nrelocs = n;
	sub->bos = (void *)(sub->relocs + n);
	sub->bos_end = sub->bos + n;
	sub->buffers = (void *)sub->bos_end;
	sub->addrs = (void *)(sub->buffers + n);
	sub->written = sub->addrs + n;
	sub->patches = (void *)(sub->written + PM4_BITMAP_WORDS(n));
	sub->max_patches = max_patches;
	binding->rdev = sub->rdev;
	binding->bos = sub->bos;
	binding->bos_end = sub->bos_end;
	binding->addrs = sub->addrs;
	binding->align = 0;
	/* A capture may read both before they are filled in. */
	memset(sub->bos, 0, n * (sizeof(*sub->bos) + sizeof(*sub->buffers)));
	return 0;
}

/* Check what depends on several chunks, once all have been copied. */
static int rcp_args_together(struct rcp_submit *sub)
{
	int ret;

	if (!sub->ib)
		return rcp_verdict_refuse(sub, -EINVAL, "no IB chunk");
	ret = rcp_args_lists(sub);
	if (ret)
		return ret;
	if (sub->has_reloc_flags && sub->reloc_flags_dw != sub->nrelocs)
		return rcp_verdict_refuse(sub, -EINVAL,
					  "RELOC_FLAGS chunk has %u dwords, there are %u relocations",
					  sub->reloc_flags_dw, sub->nrelocs);
	if (sub->user_seqno && put_user(0, sub->user_seqno))
		return rcp_verdict_refuse(sub, -EFAULT, "CONTEXT chunk: cannot store the seqno");
	return 0;
}

/* Copy the head of each chunk. */
static int rcp_args_heads(struct rcp_submit *sub, const struct drm_radeon_cs *args,
			  struct drm_radeon_cs_chunk *chunks)
{
	const u64 __user *where = u64_to_user_ptr(args->chunks);
	u64 address;
	u32 i;

	for (i = 0; i < args->num_chunks; i++) {
		if (get_user(address, &where[i]))
			return rcp_verdict_refuse(sub, -EFAULT, "cannot copy the list of chunks");
		if (rcp_args_words(&chunks[i], u64_to_user_ptr(address), sizeof(*chunks)))
			return rcp_verdict_refuse(sub, -EFAULT, "cannot copy chunk %u", i);
	}
	return 0;
}

/**
 * rcp_cs_args_copy() - copy a submission's chunks
 * @sub: the submission, zeroed except for its device and file
 * @args: the ioctl's argument
 *
 * The VERDICT chunk is copied first, so that the client gets a verdict if another chunk is
 * refused.
 *
 * Context: may sleep; no lock is held.
 * Return: 0, -EINVAL, -EFAULT or -ENOMEM.
 */
int rcp_cs_args_copy(struct rcp_submit *sub, const struct drm_radeon_cs *args)
{
	struct drm_radeon_cs_chunk chunks[RCP_MAX_CHUNKS];
	int ret = 0;
	u32 i;

	sub->account = rcp_client_account(&sub->file->base);
	if (!sub->account)
		return rcp_verdict_refuse(sub, -ENOMEM, "no memory for an account");
	if (!args->num_chunks || args->num_chunks > RCP_MAX_CHUNKS)
		return rcp_verdict_refuse(sub, -EINVAL, "%u chunks, not 1 to %u",
					  args->num_chunks, RCP_MAX_CHUNKS);
	ret = rcp_args_heads(sub, args, chunks);
	if (ret)
		return ret;

	for (i = 0; i < args->num_chunks; i++) {
		if (chunks[i].chunk_id == RADEON_CHUNK_ID_RELOCS)
			sub->room_relocs = min_t(u32, RCP_JOB_BOS,
						 chunks[i].length_dw / (sizeof(*sub->relocs) / 4));
		if (chunks[i].chunk_id == RCP_CHUNK_ID_VERDICT)
			ret = ret ?: rcp_args_once(sub, RCP_ARGS_VERDICT, "VERDICT") ?:
			      rcp_args_verdict(sub, &chunks[i]);
	}
	for (i = 0; i < args->num_chunks && !ret; i++)
		ret = rcp_args_chunk(sub, &chunks[i]);
	return ret ?: rcp_args_together(sub);
}

/* In radeon's ABI a buffer goes to the write domain, else to the read domains. */
static bool rcp_lookup_domains(struct rcp_submit_bo *entry, const struct drm_radeon_cs_reloc *reloc)
{
	u32 write = reloc->write_domain, read = reloc->read_domains;

	entry->domains = write ?: read;
	entry->write = !!write;
	read |= write;
	return read && !(read & ~RCP_CS_DOMAINS);
}

static bool rcp_lookup_explicit(const struct rcp_submit *sub, u32 i)
{
	return (sub->context.flags & RCP_CS_NO_IMPLICIT_SYNC) ||
	       (sub->reloc_flags && (sub->reloc_flags[i] & RCP_RELOC_NO_IMPLICIT_SYNC));
}

/* Describe a buffer to the checker. */
static void rcp_lookup_describe(struct pm4_buffer *buffer, const struct rcp_bo *bo)
{
	buffer->size = rcp_bo_size(bo);
	buffer->align = rcp_bo_align(bo) << PAGE_SHIFT;
	buffer->tiling = READ_ONCE(bo->tiling);
	buffer->pitch = READ_ONCE(bo->pitch);
	buffer->writable = true;
}

/*
 * Look up all handles while the lock of the handle table is held: drm_gem_object_lookup()
 * would take it for each.  Stops at the first entry that is refused, and returns its index.
 */
static u32 rcp_lookup_handles(struct rcp_submit *sub)
{
	bool implicit = !(sub->context.flags & RCP_CS_NO_IMPLICIT_SYNC) && !sub->reloc_flags;
	struct rcp_submit_bo *entry, *end = sub->bos_end;
	const struct drm_radeon_cs_reloc *reloc = sub->relocs;
	struct pm4_buffer *buffer = sub->buffers;
	struct drm_file *file = sub->drm_file;
	u32 batch = RCP_CS_BATCH;
	u64 span = 0;

	spin_lock(&file->table_lock);
	for (entry = sub->bos; entry != end; entry++, reloc++, buffer++) {
		struct drm_gem_object *gem;

		if (!rcp_lookup_domains(entry, reloc))
			break;
		gem = idr_find(&file->object_idr, reloc->handle);
		if (!gem)
			break;
		drm_gem_object_get(gem);
		entry->bo = gem_to_rcp_bo(gem);
		entry->explicit = !implicit && rcp_lookup_explicit(sub, entry - sub->bos);
		rcp_lookup_describe(buffer, entry->bo);
		span += buffer->size + buffer->align;
		if (!--batch) {
			cond_resched_lock(&file->table_lock);
			batch = RCP_CS_BATCH;
		}
	}
	spin_unlock(&file->table_lock);
	sub->span = span;
	return entry - sub->bos;
}

static int rcp_lookup_buffers(struct rcp_submit *sub)
{
	u32 found = rcp_lookup_handles(sub);
	const struct drm_radeon_cs_reloc *reloc = &sub->relocs[found];
	bool known;

	if (found == sub->nrelocs)
		return 0;
	known = rcp_lookup_domains(&sub->bos[found], reloc);
	sub->why_buffer = found;
	return rcp_verdict_refuse(sub, known ? -ENOENT : -EINVAL,
				  "relocation %u: %s: handle %u, read 0x%x, write 0x%x", found,
				  known ? "unknown handle" : "domains must be VRAM or GTT",
				  reloc->handle, reloc->read_domains, reloc->write_domain);
}

/**
 * rcp_cs_args_find() - look up buffers, the context's queue, fences and syncobjs
 * @sub: the submission, with its chunks
 *
 * Context: may sleep; no lock is held.
 * Return: 0, -EINVAL, -ENOENT for an unknown handle or context, -ENOMEM.
 */
int rcp_cs_args_find(struct rcp_submit *sub)
{
	int ret = rcp_lookup_buffers(sub);

	if (ret)
		return ret;
	sub->queue = rcp_file_queue(sub->file, sub->context.ctx_id);
	if (!sub->queue)
		return rcp_verdict_refuse(sub, -ENOENT, "CONTEXT chunk: unknown context %u",
					  sub->context.ctx_id);
	return sub->nsyncs ? rcp_syncs_find(sub) : 0;
}

static void rcp_args_free_memory(struct rcp_submit *sub)
{
	void **spare;
	size_t room;

	spare = rcp_args_spare_lists(sub, &room);
	if (sub->binding_given)
		rcp_bind_put(sub->binding);
	else if (spare && sub->binding)
		rcp_account_keep(spare, sub->binding);
	else
		kvfree(sub->binding);
	/* Most submissions have neither. */
	if (sub->reloc_flags || sub->captured) {
		kvfree(sub->reloc_flags);
		kvfree(sub->captured);
	}
	/* The job has taken over both, or none. */
	if (!sub->job_memory)
		return;
	if (sub->ib)
		rcp_job_stream_free(sub->account, sub->ib, sub->ib_size);
	rcp_account_keep(&sub->account->spare_job, sub->job_memory);
}

/**
 * rcp_cs_args_free() - drop all references and memory of a submission
 * @sub: the submission; it holds no reservation and no job
 *
 * Context: may sleep.
 */
void rcp_cs_args_free(struct rcp_submit *sub)
{
	struct rcp_submit_bo *entry;

	for (entry = sub->bos; entry != sub->bos_end && !sub->binding_given; entry++) {
		if (!entry->bo)
			break;
		drm_gem_object_put(&entry->bo->tbo.base);
	}
	if (sub->syncs)
		rcp_syncs_free(sub);
	rcp_grants_unuse(sub->rdev, sub->owns);
	if (sub->has_room)
		rcp_queue_put_room(sub->queue, sub->account);
	if (sub->queue)
		rcp_queue_put(sub->queue);
	rcp_args_free_memory(sub);
	rcp_account_put(sub->account);
}
