// SPDX-License-Identifier: GPL-2.0
/*
 * Records submissions with the contents of their buffers, in the format of uapi/rcp_capture.h.
 *
 * Between two submissions only the CPU writes buffers.  So the recorder keeps a copy of each buffer as
 * it was after the last submission that named it, and before the next one writes the pages that
 * differ.  A replay that begins with zeroed buffers, writes these pages, and executes the streams has
 * the client's bytes at each draw.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <libdrm/drm.h>
#include <libdrm/radeon_drm.h>

#include "node.h"
#include "pm4.h"
#include "rcp_capture.h"

static FILE *file;
static uint64_t number;

bool node_recording(void)
{
	const char *path = getenv("RCP_NODE_RECORD");
	static bool tried;

	if (!tried && path) {
		file = fopen(path, "w");
		if (!file)
			node_say("cannot record to %s", path);
	}
	tried = true;
	return file;
}

void node_record_flush(void)
{
	if (file)
		fflush(file);
}

void node_record_stop(void)
{
	if (file)
		fclose(file);
	file = NULL;
}

static void section(enum rcp_capture_type type, const void *head, size_t head_size, const void *data, size_t size)
{
	struct rcp_capture_section s = { RCP_CAPTURE_MAGIC, RCP_CAPTURE_VERSION, head_size + size, type };

	fwrite(&s, sizeof(s), 1, file);
	if (head_size)
		fwrite(head, head_size, 1, file);
	if (size)
		fwrite(data, size, 1, file);
}

static void record_submit(const struct node_record *r)
{
	struct replay_straps straps = node_card_straps();
	struct rcp_capture_submit submit = {
		.pipes = straps.r500 ? straps.pipes : 1u << (straps.tiling_config >> 1 & 7),
		.banks = straps.r500 ? 0 : straps.tiling_config >> 4 & 3 ? 8 : 4,
		.group_bytes = straps.r500 ? 0 : straps.tiling_config >> 6 & 3 ? 512 : 256,
		.backends = straps.backends,
		.pid = getpid(),
		.number = ++number,
		.ring = r->ring,
		.cs_flags = r->cs_flags,
		.flags = (r->owns & PM4_OWNS_HYPERZ ? RCP_CAPTURE_OWNS_HYPERZ : 0) |
			 (r->owns & PM4_OWNS_CMASK ? RCP_CAPTURE_OWNS_CMASK : 0),
	};

	snprintf(submit.chip, sizeof(submit.chip), "%s", node_chip());
	snprintf(submit.comm, sizeof(submit.comm), "%s", program_invocation_short_name);
	section(RCP_CAPTURE_SUBMIT, NULL, 0, &submit, sizeof(submit));
	section(RCP_CAPTURE_STREAM, NULL, 0, r->ib, r->ib_dw * 4ul);
	section(RCP_CAPTURE_RELOCS, NULL, 0, r->relocs, r->nrelocs * sizeof(*r->relocs));
}

static void record_buffers(const struct node_record *r)
{
	struct rcp_capture_bo *list = calloc(r->nrelocs + 1, sizeof(*list));
	uint64_t *ids = calloc(r->nrelocs + 1, sizeof(*ids));

	for (uint32_t i = 0; list && ids && i < r->nrelocs; i++) {
		const struct node_bo *bo = r->bos[i];

		ids[i] = bo->id;
		list[i] = (struct rcp_capture_bo){
			.size = bo->size, .domains = bo->domains, .tiling = bo->tiling, .pitch = bo->pitch,
			.alignment = bo->align,
			.placed = bo->domains & RADEON_GEM_DOMAIN_VRAM ? RADEON_GEM_DOMAIN_VRAM :
									 RADEON_GEM_DOMAIN_GTT,
		};
	}
	if (list && ids) {
		section(RCP_CAPTURE_BO, NULL, 0, list, r->nrelocs * sizeof(*list));
		section(RCP_CAPTURE_IDENTITY, NULL, 0, ids, r->nrelocs * sizeof(*ids));
	}
	free(list);
	free(ids);
}

static bool page_differs(const struct node_bo *bo, uint64_t at)
{
	return memcmp(node_bo_bytes(bo) + at, bo->copy + at, NODE_PAGE);
}

/* The copy is a private mapping of its own, so that pages that were never written cost nothing. */
static bool have_copy(struct node_bo *bo)
{
	if (bo->copy)
		return true;
	bo->copy = libc_mmap(NULL, bo->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (bo->copy != MAP_FAILED)
		return true;
	bo->copy = NULL;
	return false;
}

void node_record_forget(struct node_bo *bo)
{
	if (bo->copy)
		munmap(bo->copy, bo->size);
}

/* Runs of pages that the CPU has written. */
static void record_contents(struct node_bo *bo, uint32_t reloc)
{
	uint64_t at = 0, end;

	if (!have_copy(bo))
		return;
	for (; at < bo->size; at = end) {
		struct rcp_capture_contents head = { .reloc = reloc, .offset = at };

		end = at + NODE_PAGE;
		if (!page_differs(bo, at))
			continue;
		while (end < bo->size && end - at < RCP_CAPTURE_CONTENTS_MAX && page_differs(bo, end))
			end += NODE_PAGE;
		section(RCP_CAPTURE_CONTENTS, &head, sizeof(head), node_bo_bytes(bo) + at, end - at);
		memcpy(bo->copy + at, node_bo_bytes(bo) + at, end - at);
	}
}

/* What the CPU sees from now on, the results of the stream among it. */
static void keep(struct node_bo *bo)
{
	for (uint64_t at = 0; bo->copy && at < bo->size; at += NODE_PAGE)
		if (page_differs(bo, at))
			memcpy(bo->copy + at, node_bo_bytes(bo) + at, NODE_PAGE);
}

void node_record_begin(const struct node_record *r)
{
	record_submit(r);
	record_buffers(r);
	for (uint32_t i = 0; i < r->nrelocs; i++)
		record_contents(r->bos[i], i);
}

void node_record_end(const struct node_record *r, int error, const char *text)
{
	struct rcp_capture_done done = {
		.error = error, .dword = ~0u, .header = ~0u, .buffer = ~0u,
	};

	snprintf(done.text, sizeof(done.text), "%s", text);
	section(RCP_CAPTURE_DONE, NULL, 0, &done, sizeof(done));
	for (uint32_t i = 0; i < r->nrelocs; i++)
		keep(r->bos[i]);
	fflush(file);
}
