// SPDX-License-Identifier: GPL-2.0
/* A recording in memory: streams, identities of buffers, and the writes of the CPU between them. */
#include <stdlib.h>

#include "frame.h"
#include "r500/pm4_r500.h"
#include "r600/pm4_r600.h"

/* Contents of a file, at most. */
#define BYTES_MAX	(1u << 30)

struct reading {
	struct frame_file *file;
	struct frame_write *writes;	/* of the submission that is read */
	u32 nwrites;
};

static int take_write(void *ctx, u64 id, u64 offset, const u8 *data, size_t size, char *error)
{
	struct reading *r = ctx;
	struct frame_write *w = realloc(r->writes, (r->nwrites + 1) * sizeof(*w));
	u8 *copy = malloc(size + 1);

	if (w)
		r->writes = w;
	if (!w || !copy || size > BYTES_MAX - r->file->bytes) {
		free(copy);
		return r6cs_err(error, w && copy ? "the contents have more than 1 GiB" : "out of memory");
	}
	memcpy(copy, data, size);
	r->writes[r->nwrites++] = (struct frame_write){ id, offset, size, copy };
	r->file->bytes += size;
	return 0;
}

static int add_submission(struct reading *r, struct input *in, struct r6cs *cs, char *error)
{
	struct frame_file *file = r->file;
	struct frame_submission *subs = realloc(file->subs, (file->nsubs + 1) * sizeof(*subs)), *s;

	if (!subs)
		return r6cs_err(error, "out of memory");
	file->subs = subs;
	s = &subs[file->nsubs++];
	*s = (struct frame_submission){
		.cs = *cs, .ids = in->contents.ids, .writes = r->writes, .nwrites = r->nwrites,
	};
	s->cs.name = NULL;
	snprintf(s->name, sizeof(s->name), "submission %u, %u %s", file->nsubs, in->pid, in->comm);
	in->contents.ids = NULL;
	r->writes = NULL;
	r->nwrites = 0;
	return 0;
}

int frame_file_read(struct frame_file *file, const char *path, char *error)
{
	struct reading r = { .file = file };
	struct input in = { .wants_contents = true, .wrote = take_write, .wrote_ctx = &r };
	char *files = (char *)path;
	struct r6cs cs;
	int ret = 0;

	if (frame_is_text(path))
		return frame_dump_read(file, path, error);
	*file = (struct frame_file){ .path = path };
	in.files = &files;
	in.nfiles = 1;
	while (input_next(&in, &cs, error, &ret)) {
		if (!ret)
			ret = add_submission(&r, &in, &cs, error);
		if (!ret)
			continue;
		r6cs_free(&cs);
		break;
	}
	/* 1 is the end of the file. */
	ret = ret < 0 ? -1 : 0;
	for (u32 i = 0; i < r.nwrites; i++)
		free(r.writes[i].data);
	free(r.writes);
	input_close(&in);
	if (!ret && !file->nsubs)
		ret = r6cs_err(error, "there is no submission in it");
	return ret;
}

void frame_file_free(struct frame_file *file)
{
	for (u32 i = 0; i < file->nsubs; i++) {
		struct frame_submission *s = &file->subs[i];

		for (u32 n = 0; n < s->nwrites; n++)
			free(s->writes[n].data);
		free(s->writes);
		free(s->ids);
		r6cs_free(&s->cs);
	}
	for (u32 i = 0; i < file->ndumped; i++)
		free(file->dumped[i].dw);
	free(file->dumped);
	free(file->subs);
}

int frame_file_check(struct frame_file *file, char *error)
{
	for (u32 i = 0; i < file->nsubs; i++) {
		const struct frame_submission *s = &file->subs[i];

		if (!s->cs.known || (s->cs.card.front != &r600_front && s->cs.card.front != &r500_front) ||
		    s->cs.in.ring != PM4_RING_GFX)
			return r6cs_err(error, "%s: streams of %s, ring %u, are not shown", s->name, s->cs.chip, s->cs.ring);
		file->bare |= !s->ids && (s->cs.in.nbuffers || !s->cs.captured);
		if (strcmp(s->cs.chip, file->subs[0].cs.chip))
			return r6cs_err(error, "%s is of %s, the first one of %s", s->name, s->cs.chip,
					file->subs[0].cs.chip);
	}
	return 0;
}
