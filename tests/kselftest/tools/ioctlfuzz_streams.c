// SPDX-License-Identifier: GPL-2.0
/*
 * Submissions: streams of packets that are right but for some dwords, and recorded frames
 * that are cut or changed.
 */
#include "ioctlfuzz.h"
#include "r6cs.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FRAMES	48

static struct r6cs_frame frames[MAX_FRAMES];
static int nframes;

int load_frames(const char *dir, const char *chip)
{
	char **paths;
	int n = r6cs_list(dir, chip, &paths), i;

	for (i = 0; i < n && nframes < MAX_FRAMES; i++)
		if (!r6cs_load(paths[i], &frames[nframes], NULL))
			nframes++;
	if (n > 0)
		r6cs_list_free(paths, n);
	return nframes;
}

/* Adds a packet that is accepted, if there are buffers. */
static void good_packet(struct runner *r, uint32_t *s)
{
	struct stream *st = &r->stream;
	uint32_t h = r->handle[below(s, MAX_HANDLES)], h2 = r->handle[below(s, MAX_HANDLES)];
	uint32_t domain = one_in(s, 2) ? VRAM : GTT;
	uint64_t offset = below(s, 500) * 8;

	if (!h || !h2)
		return;
	switch (below(s, 5)) {
	case 0:
		stream_eop(st, h, domain, offset, 1 + below(s, 3), rnd(s));
		break;
	case 1:
		stream_copy_dw(st, h, offset, h2, below(s, 1000) * 4, domain);
		break;
	case 2:
		stream_cp_dma(st, h, domain, offset & ~0xffull, h2, domain, 0, 4 + below(s, 60) * 4);
		break;
	case 3:
		/* the write ends the wait, so that nothing hangs */
		stream_mem_write(st, h, domain, 0, 1);
		stream_wait_mem(st, h, domain, 0, 1);
		break;
	default:
		stream_mem_write(st, h, domain, offset, rnd(s));
		break;
	}
}

static void a_packet(struct runner *r, uint32_t *s)
{
	struct stream *st = &r->stream;
	uint32_t h = a_handle(r, s), h2 = a_handle(r, s);
	uint32_t domain = one_in(s, 2) ? VRAM : GTT;
	uint64_t offset = one_in(s, 6) ? odd_number(s) : below(s, 500) * 8;
	uint32_t i, n;

	switch (below(s, 9)) {
	case 0:
		stream_mem_write(st, h, domain, offset, rnd(s));
		break;
	case 1:
		stream_eop(st, h, domain, offset, below(s, 5), rnd(s));
		break;
	case 2:
		stream_copy_dw(st, h, offset, h2, below(s, 1000) * 4, domain);
		break;
	case 3:
		stream_cp_dma(st, h, domain, offset, h2, domain, below(s, 100) * 8,
			      one_in(s, 4) ? odd_number(s) : below(s, 4096));
		break;
	case 4:
		stream_packet3(st, PKT_SET_CONTEXT_REG, 1 + (n = 1 + below(s, 4)));
		stream_dw(st, below(s, 0x410));
		for (i = 0; i < n; i++)
			stream_dw(st, odd_number(s));
		if (one_in(s, 2))
			stream_reloc(st, h, domain, 0);
		break;
	case 5:
		stream_packet3(st, PKT_DRAW_INDEX_AUTO, 2);
		stream_dw(st, below(s, 100));
		stream_dw(st, 2);
		break;
	case 6:
		stream_packet3(st, PKT_EVENT_WRITE, 1);
		stream_dw(st, below(s, 64));
		break;
	case 7:
		stream_packet3(st, below(s, 256), n = 1 + below(s, 6));
		for (i = 0; i < n; i++)
			stream_dw(st, odd_number(s));
		break;
	default:
		good_packet(r, s);
		break;
	}
}

static void some_syncs(struct runner *r, uint32_t *s, struct drm_rcp_sync *syncs, uint32_t n)
{
	while (n--) {
		syncs[n].handle = a_syncobj(r, s);
		syncs[n].flags = one_in(s, 16) ? rnd(s) : below(s, 4);
		syncs[n].point = syncs[n].flags & RCP_SYNC_TIMELINE ? 1 + below(s, 8) : 0;
		if (one_in(s, 24))
			syncs[n].point = odd_number(s);
	}
}

static void submit(struct runner *r, uint32_t *s, struct client_cs *cs)
{
	struct drm_rcp_cs_context context = { .ctx_id = a_context(r, s) };
	struct drm_rcp_verdict verdict;
	struct drm_rcp_sync syncs[6];
	uint32_t reloc_flags[64], i;
	int ret;

	if (one_in(s, 2))
		cs->context = &context;
	if (one_in(s, 4))
		context.flags = one_in(s, 4) ? rnd(s) : RCP_CS_NO_IMPLICIT_SYNC;
	if (one_in(s, 3)) {
		cs->nsyncs = 1 + below(s, 6);
		some_syncs(r, s, syncs, cs->nsyncs);
		cs->syncs = syncs;
	}
	if (one_in(s, 4) && cs->nrelocs <= 64) {
		for (i = 0; i < 64; i++)
			reloc_flags[i] = one_in(s, 64) ? rnd(s) : below(s, 4);
		cs->reloc_flags = reloc_flags;
	}
	if (one_in(s, 32))
		cs->context = odd_pointer(r, s);
	if (one_in(s, 32))
		cs->syncs = odd_pointer(r, s);
	if (one_in(s, 32))
		cs->nsyncs = odd_number(s);
	if (one_in(s, 32))
		cs->reloc_flags = odd_pointer(r, s);

	if (one_in(s, 2))
		cs->verdict = &verdict;
	if (one_in(s, 8))
		cs->verdict_flags = one_in(s, 4) ? rnd(s) : RCP_VERDICT_VALIDATE_ONLY;
	if (one_in(s, 16))
		cs->flags = rnd(s);
	if (one_in(s, 16))
		cs->ring = below(s, 6);
	if (one_in(s, 32))
		cs->ib_dw = odd_number(s);
	if (one_in(s, 32))
		cs->nrelocs = odd_number(s);
	if (one_in(s, 32))
		cs->ib = odd_pointer(r, s);
	if (one_in(s, 32))
		cs->relocs = odd_pointer(r, s);
	if (one_in(s, 32))
		cs->verdict = odd_pointer(r, s);
	ret = client_submit(r->fd, cs);
	expect(r, "CS", ret);
	__atomic_add_fetch(ret ? &counts->refused : &counts->submitted, 1, __ATOMIC_RELAXED);
}

void do_submit(struct runner *r, uint32_t *s)
{
	struct client_cs cs = { .flags = RADEON_CS_KEEP_TILING_FLAGS };
	uint32_t n = 1 + below(s, 8);
	bool good = one_in(s, 2);

	stream_init(&r->stream);
	while (n--) {
		if (good)
			good_packet(r, s);
		else
			a_packet(r, s);
	}
	stream_pad(&r->stream, 8);
	while (!good && one_in(s, 3) && r->stream.n)
		r->stream.dw[below(s, r->stream.n)] = odd_number(s);
	cs.ib = r->stream.dw;
	cs.ib_dw = r->stream.n;
	cs.relocs = r->stream.reloc;
	cs.nrelocs = r->stream.nreloc;
	submit(r, s, &cs);
}

/* Does a stream wait for something?  A mutated wait could hang the card for seconds. */
static bool may_hang(const uint32_t *ib, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if ((ib[i] & 0xc000ff00) == (0xc0000000 | PKT_WAIT_REG_MEM << 8))
			return true;
	return false;
}

void do_submit_frame(struct runner *r, uint32_t *s)
{
	struct drm_radeon_cs_reloc *relocs;
	struct client_cs cs = { 0 };
	const struct r6cs_frame *f;
	uint32_t *ib, i;

	if (!nframes)
		return;
	f = &frames[below(s, nframes)];
	ib = malloc(f->ib_dw * 4);
	relocs = calloc(f->nreloc + 1, sizeof(*relocs));
	if (ib && relocs && !may_hang(f->ib, f->ib_dw)) {
		memcpy(ib, f->ib, f->ib_dw * 4);
		for (i = 0; i < f->nreloc; i++) {
			relocs[i].handle = r->handle[f->reloc[i].bo % MAX_HANDLES];
			relocs[i].read_domains = f->reloc[i].read_domains;
			relocs[i].write_domain = f->reloc[i].write_domain;
			relocs[i].flags = f->reloc[i].flags;
		}
		do {
			ib[below(s, f->ib_dw)] ^= one_in(s, 2) ? 1u << below(s, 32) : rnd(s);
		} while (!one_in(s, 3));
		cs.ib = ib;
		cs.ib_dw = one_in(s, 4) ? 1 + below(s, f->ib_dw) : f->ib_dw;
		cs.relocs = relocs;
		cs.nrelocs = f->nreloc;
		cs.flags = f->cs_flags;
		if (!may_hang(ib, f->ib_dw))
			submit(r, s, &cs);
	}
	free(ib);
	free(relocs);
}
