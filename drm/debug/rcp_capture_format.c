// SPDX-License-Identifier: GPL-2.0
/*
 * A submission as sections of a capture; the format is in uapi/rcp_capture.h.
 *
 * Called by rcp_capture.c, which owns the memory that is written.
 */
#include <linux/sched.h>

#include "rcp_capture_ring.h"

/* Write @size bytes at *@to, which moves on. */
static void rcp_capture_put(u8 **to, const void *data, u32 size)
{
	memcpy(*to, data, size);
	*to += size;
}

static void rcp_capture_head(u8 **to, enum rcp_capture_type type, u32 length)
{
	struct rcp_capture_section section = {
		.magic = cpu_to_le32(RCP_CAPTURE_MAGIC),
		.version = cpu_to_le32(RCP_CAPTURE_VERSION),
		.length = cpu_to_le32(length),
		.type = cpu_to_le32(type),
	};

	rcp_capture_put(to, &section, sizeof(section));
}

static void rcp_capture_put_dwords(u8 **to, const u32 *dw, u32 count)
{
	u32 *copy = (u32 *)*to;

	rcp_capture_put(to, dw, count * sizeof(*dw));
	cpu_to_le32_array(copy, count);
}

static u32 rcp_capture_flags(const struct rcp_submit *sub)
{
	u32 flags = 0;

	if (sub->user_verdict.flags & RCP_VERDICT_VALIDATE_ONLY)
		flags |= RCP_CAPTURE_VALIDATE_ONLY;
	if (sub->checked_owns & PM4_OWNS_HYPERZ)
		flags |= RCP_CAPTURE_OWNS_HYPERZ;
	if (sub->checked_owns & PM4_OWNS_CMASK)
		flags |= RCP_CAPTURE_OWNS_CMASK;
	return flags;
}

static void rcp_capture_put_submit(u8 **to, const struct rcp_submit *sub,
				   u64 end_ns)
{
	const struct rcp_card *card = &sub->rdev->card;
	struct rcp_capture_submit out = {
		.pipes = cpu_to_le32(card->pm4.pipes),
		.banks = cpu_to_le32(card->pm4.banks),
		.group_bytes = cpu_to_le32(card->pm4.group_bytes),
		.backends = cpu_to_le32(card->pm4.backends),
		.pid = cpu_to_le32(task_tgid_nr(current)),
		.ctx_id = cpu_to_le32(sub->context.ctx_id),
		.client_id = cpu_to_le64(sub->file->base.id),
		.number = cpu_to_le64(sub->number),
		.begin_ns = cpu_to_le64(sub->begin_ns),
		.end_ns = cpu_to_le64(end_ns),
		.ring = cpu_to_le32(sub->ring),
		.cs_flags = cpu_to_le32(sub->cs_flags),
		.flags = cpu_to_le32(rcp_capture_flags(sub)),
	};

	strscpy_pad(out.chip, card->chip->name, sizeof(out.chip));
	BUILD_BUG_ON(sizeof(out.comm) != TASK_COMM_LEN);
	get_task_comm(out.comm, current);
	rcp_capture_head(to, RCP_CAPTURE_SUBMIT, sizeof(out));
	rcp_capture_put(to, &out, sizeof(out));
}

/* After a check, report the tiling that it used: the client may have set another one since. */
static void rcp_capture_put_bo(u8 **to, const struct rcp_submit *sub, u32 i)
{
	const struct pm4_buffer *seen = sub->buffers ? &sub->buffers[i] : NULL;
	const struct rcp_bo *bo = sub->bos ? sub->bos[i].bo : NULL;
	struct rcp_capture_bo out = {};

	if (bo) {
		bool checked = seen && seen->size;

		out.size = cpu_to_le64(rcp_bo_size(bo));
		out.domains = cpu_to_le32(READ_ONCE(bo->domains));
		out.placed = cpu_to_le32(rcp_bo_domain(bo));
		out.tiling = cpu_to_le32(checked ? seen->tiling : READ_ONCE(bo->tiling));
		out.pitch = cpu_to_le32(checked ? seen->pitch : READ_ONCE(bo->pitch));
		out.alignment = cpu_to_le32(bo->tbo.page_alignment << PAGE_SHIFT);
	}
	rcp_capture_put(to, &out, sizeof(out));
}

static void rcp_capture_put_done(u8 **to,
				 const struct drm_rcp_verdict *verdict)
{
	struct rcp_capture_done out = {
		.error = cpu_to_le32(verdict->error),
		.stage = cpu_to_le32(verdict->stage),
		.code = cpu_to_le32(verdict->code),
		.dword = cpu_to_le32(verdict->dword),
		.header = cpu_to_le32(verdict->header),
		.packet = cpu_to_le32(verdict->packet),
		.reg = cpu_to_le32(verdict->reg),
		.buffer = cpu_to_le32(verdict->buffer),
		.expected = cpu_to_le64(verdict->expected),
		.actual = cpu_to_le64(verdict->actual),
	};

	BUILD_BUG_ON(sizeof(out.text) != sizeof(verdict->text));
	memcpy(out.text, verdict->text, sizeof(out.text));
	rcp_capture_head(to, RCP_CAPTURE_DONE, sizeof(out));
	rcp_capture_put(to, &out, sizeof(out));
}

#define RCP_CAPTURE_FRAME	(5 * sizeof(struct rcp_capture_section) +	\
				 sizeof(struct rcp_capture_submit) +		\
				 sizeof(struct rcp_capture_done))
#define RCP_CAPTURE_PER_RELOC	(sizeof(struct rcp_capture_reloc) +		\
				 sizeof(struct rcp_capture_bo))

/**
 * rcp_capture_size() - compute how many bytes rcp_capture_write() writes
 * @sub: the submission
 *
 * Context: any.
 * Return: the number of bytes.
 */
u32 rcp_capture_size(const struct rcp_submit *sub)
{
	/* The largest submission fits into an empty ring. */
	BUILD_BUG_ON(RCP_CAPTURE_FRAME + RCP_IB_MAX_DW * sizeof(u32) +
		     RCP_MAX_RELOCS * RCP_CAPTURE_PER_RELOC + RCP_CAPTURE_LOST_SIZE >
		     RCP_CAPTURE_RING);
	return RCP_CAPTURE_FRAME + sub->ib_dw * sizeof(u32) + sub->nrelocs * RCP_CAPTURE_PER_RELOC;
}

/**
 * rcp_capture_write() - write the sections of a submission
 * @to: the memory, with room for rcp_capture_size() bytes
 * @sub: the submission
 * @verdict: its verdict
 * @end_ns: CLOCK_MONOTONIC when its ioctl was done
 *
 * Context: process, of the client.
 */
void rcp_capture_write(u8 *to, const struct rcp_submit *sub,
		       const struct drm_rcp_verdict *verdict, u64 end_ns)
{
	u32 i;

	BUILD_BUG_ON(sizeof(struct rcp_capture_reloc) != sizeof(*sub->relocs));
	rcp_capture_put_submit(&to, sub, end_ns);
	rcp_capture_head(&to, RCP_CAPTURE_STREAM, sub->ib_dw * sizeof(u32));
	rcp_capture_put_dwords(&to, sub->captured ?: sub->ib, sub->ib_dw);
	rcp_capture_head(&to, RCP_CAPTURE_RELOCS,
			 sub->nrelocs * sizeof(struct rcp_capture_reloc));
	rcp_capture_put_dwords(&to, (const u32 *)sub->relocs,
			       sub->nrelocs * sizeof(*sub->relocs) / sizeof(u32));
	rcp_capture_head(&to, RCP_CAPTURE_BO, sub->nrelocs * sizeof(struct rcp_capture_bo));
	for (i = 0; i < sub->nrelocs; i++)
		rcp_capture_put_bo(&to, sub, i);
	rcp_capture_put_done(&to, verdict);
}

/**
 * rcp_capture_write_lost() - write a LOST section
 * @to: the memory, with room for RCP_CAPTURE_LOST_SIZE bytes
 * @submissions: how many submissions were dropped
 *
 * Context: any.
 */
void rcp_capture_write_lost(u8 *to, u64 submissions)
{
	struct rcp_capture_lost lost = { .submissions = cpu_to_le64(submissions) };

	rcp_capture_head(&to, RCP_CAPTURE_LOST, sizeof(lost));
	rcp_capture_put(&to, &lost, sizeof(lost));
}
