// SPDX-License-Identifier: GPL-2.0
/*
 * The guilty streams of device core dumps, as the driver writes them (drm/debug/rcp_dump.c) or with the lines of a report
 * around them (scripts/report).  A dump has no contents but its programs'.
 */
#include <errno.h>
#include <stdlib.h>

#include "frame.h"

#define FIRST_LINE	"rcp devcoredump 1\n"
#define BUFFERS_MAX	16384u
#define DW_MAX		(1u << 20)

/* The dump that is read. */
struct dumped {
	char chip[17];
	bool inside;
	struct pm4_buffer buffers[BUFFERS_MAX];
	u32 nbuffers;
	u32 *dw;
	u32 ndw;
};

static void read_dwords(FILE *f, struct dumped *d)
{
	unsigned int value;

	for (d->ndw = 0; d->ndw < DW_MAX && fscanf(f, " 0x%8x", &value) == 1;)
		d->dw[d->ndw++] = value;
}

static int add_program(struct frame_file *file, const struct dumped *d, const char *stage, u32 buffer, u64 offset,
		       char *error)
{
	struct frame_dumped *more = realloc(file->dumped, (file->ndumped + 1) * sizeof(*more));
	u32 *dw = malloc(4ull * d->ndw + 4);

	if (more)
		file->dumped = more;
	if (!more || !dw) {
		free(dw);
		return r6cs_err(error, "out of memory");
	}
	memcpy(dw, d->dw, 4ull * d->ndw);
	more[file->ndumped] = (struct frame_dumped){ .sub = file->nsubs, .buffer = buffer, .offset = offset, .dw = dw, .ndw = d->ndw };
	snprintf(more[file->ndumped].stage, sizeof(more->stage), "%s", stage);
	file->ndumped++;
	return 0;
}

static int add_stream(struct frame_file *file, const struct dumped *d, char *error)
{
	struct frame_submission *subs = realloc(file->subs, (file->nsubs + 1) * sizeof(*subs)), *s;

	if (!subs)
		return r6cs_err(error, "out of memory");
	file->subs = subs;
	s = &subs[file->nsubs++];
	*s = (struct frame_submission){ 0 };
	snprintf(s->name, sizeof(s->name), "the stream of hang %u", file->nsubs);
	snprintf(s->cs.chip, sizeof(s->cs.chip), "%s", d->chip);
	s->cs.known = r6cs_card(d->chip, &s->cs.card);
	s->cs.ib = malloc(4ull * d->ndw + 4);
	s->cs.buffers = calloc(d->nbuffers + 1, sizeof(*s->cs.buffers));
	if (!s->cs.ib || !s->cs.buffers)
		return r6cs_err(error, "out of memory");
	memcpy(s->cs.ib, d->dw, 4ull * d->ndw);
	memcpy(s->cs.buffers, d->buffers, d->nbuffers * sizeof(*d->buffers));
	s->cs.in = (struct pm4_input){
		.ib = s->cs.ib, .ib_dw = d->ndw, .buffers = s->cs.buffers, .nbuffers = d->nbuffers, .ring = PM4_RING_GFX,
	};
	return d->ndw ? 0 : r6cs_err(error, "the stream of hang %u is empty", file->nsubs);
}

static int take_line(struct frame_file *file, struct dumped *d, FILE *f, const char *line, char *error)
{
	unsigned long long size, offset;
	unsigned int buffer, ndw;
	char stage[4];
	int ret = 0;

	if (!d->inside && strcmp(line, FIRST_LINE))
		return 0;
	if (!strcmp(line, FIRST_LINE)) {
		d->inside = true;
		d->chip[0] = 0;
		d->nbuffers = 0;
	} else if (sscanf(line, "buffer %u: 0x%*x size %llu", &buffer, &size) == 2 && buffer == d->nbuffers &&
		   buffer < BUFFERS_MAX) {
		d->buffers[d->nbuffers++] = (struct pm4_buffer){ .size = size, .align = 4096, .writable = true };
	} else if (sscanf(line, "program %3[A-Z]: buffer %u + 0x%llx, %u dwords", stage, &buffer, &offset, &ndw) == 4) {
		read_dwords(f, d);
		ret = add_program(file, d, stage, buffer, offset, error);
	} else if (!strcmp(line, "stream:\n")) {
		read_dwords(f, d);
		d->inside = false;
		ret = add_stream(file, d, error);
	} else {
		sscanf(line, "chip: %16s", d->chip);
	}
	return ret;
}

static int read_lines(struct frame_file *file, struct dumped *d, FILE *f, char *error)
{
	char line[512];
	int ret = 0;

	while (!ret && fgets(line, sizeof(line), f))
		ret = take_line(file, d, f, line, error);
	if (!ret && (d->inside || !file->nsubs))
		ret = r6cs_err(error, d->inside ? "truncated: a dump without its stream" : "there is no dump in it");
	return ret;
}

bool frame_is_text(const char *path)
{
	static const char *const heads[] = { FIRST_LINE, "rcp report of " };
	char head[sizeof(FIRST_LINE)] = "";
	FILE *f = fopen(path, "r");
	bool is = false;

	if (!f)
		return false;
	if (fgets(head, sizeof(head), f))
		for (u32 i = 0; i < ARRAY_SIZE(heads); i++)
			is |= !strncmp(head, heads[i], strlen(heads[i]));
	fclose(f);
	return is;
}

int frame_dump_read(struct frame_file *file, const char *path, char *error)
{
	struct dumped *d = calloc(1, sizeof(*d));
	FILE *f = fopen(path, "r");
	int ret = -1;

	*file = (struct frame_file){ .path = path };
	if (d)
		d->dw = malloc(4ull * DW_MAX);
	if (!f)
		r6cs_err(error, "cannot be opened: %s", strerror(errno));
	else if (!d || !d->dw)
		r6cs_err(error, "out of memory");
	else
		ret = read_lines(file, d, f, error);
	if (f)
		fclose(f);
	if (d)
		free(d->dw);
	free(d);
	return ret;
}
