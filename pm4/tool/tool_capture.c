// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of captures (uapi/rcp_capture.h): each submission becomes a recorded stream.
 *
 * The reader does not trust the file.  It checks the length of a section against a bound
 * before it reads the section, allocates memory only for bytes that exist, and demands
 * arrays of equal length in a submission.  Contents must be in the buffers that they name.
 */
#include <errno.h>
#include <stdlib.h>

#include "rcp_capture.h"
#include "tool.h"

/* Limit for a section: above the limits of the driver, but small enough for memory. */
#define SECTION_MAX	(16u << 20)

#define DOMAIN_VRAM_GTT	6u

/* RCP_STAGE_ARGUMENTS of rcp_drm.h, which needs the headers of libdrm */
#define STAGE_ARGUMENTS	1u

/* The sections of one submission. */
struct submission {
	struct rcp_capture_submit submit;
	struct rcp_capture_done done;
	struct bytes stream, relocs, bos;
	u32 next;		/* type of the next section */
};

static u32 get32(__le32 value)
{
	u8 b[4];

	memcpy(b, &value, sizeof(b));
	return (u32)b[3] << 24 | (u32)b[2] << 16 | (u32)b[1] << 8 | b[0];
}

static u64 get64(__le64 value)
{
	__le32 half[2];

	memcpy(half, &value, sizeof(half));
	return (u64)get32(half[1]) << 32 | get32(half[0]);
}

static const struct rcp_capture_reloc *reloc(const struct submission *s, u32 i)
{
	return (const struct rcp_capture_reloc *)s->relocs.data + i;
}

static const struct rcp_capture_bo *bo(const struct submission *s, u32 i)
{
	return (const struct rcp_capture_bo *)s->bos.data + i;
}

/**
 * is_capture() - recognize a capture by its magic number
 * @bytes: the first four bytes of a file
 *
 * Return: true if a capture starts with these bytes.
 */
bool is_capture(const u8 *bytes)
{
	__le32 magic;

	memcpy(&magic, bytes, sizeof(magic));
	return get32(magic) == RCP_CAPTURE_MAGIC;
}

/* ---- sections ---- */

static int read_bytes(struct input *in, struct bytes *b, u32 size, char *error)
{
	while (size) {
		u32 n = 65536;
		u8 *p;

		if (n > size)
			n = size;
		p = bytes_add(b, n);
		if (!p)
			return r6cs_err(error, "out of memory");
		if (fread(p, 1, n, in->file) != n)
			return r6cs_err(error, "truncated in a section of submission %u",
					in->submission + 1);
		size -= n;
	}
	return 0;
}

/* Read a struct; newer versions are longer than the @known bytes. */
static int read_struct(struct input *in, void *to, size_t known, u32 length, char *error)
{
	struct bytes b = { 0 };
	int ret;

	if (length < known)
		return r6cs_err(error, "a section of submission %u has %u bytes, not %zu",
				in->submission + 1, length, known);
	ret = read_bytes(in, &b, length, error);
	if (!ret)
		memcpy(to, b.data, known);
	free(b.data);
	return ret;
}

static int read_array(struct input *in, struct bytes *to, u32 entry, u32 length, char *error)
{
	if (length % entry)
		return r6cs_err(error, "an array of submission %u has %u bytes, entries have %u",
				in->submission + 1, length, entry);
	return read_bytes(in, to, length, error);
}

static int read_lost(struct input *in, u32 length, char *error)
{
	struct rcp_capture_lost lost = { 0 };

	if (read_struct(in, &lost, sizeof(lost), length, error))
		return -1;
	fflush(stdout);
	fprintf(stderr, "note %s: %llu submissions lost after submission %u\n",
		in->files[in->at - 1], (unsigned long long)get64(lost.submissions),
		in->submission);
	return 0;
}

/* One number for each relocation; the sections of relocations and buffers come before. */
static int read_identity(struct input *in, const struct submission *s, u32 length, char *error)
{
	size_t n = s->bos.size / sizeof(struct rcp_capture_bo), i;
	struct bytes ids = { 0 };
	__le64 id;
	int ret;

	if (s->next != RCP_CAPTURE_DONE || in->contents.ids)
		return r6cs_err(error, "IDENTITY of submission %u is not once behind its buffers",
				in->submission + 1);
	if (length != n * sizeof(id))
		return r6cs_err(error, "IDENTITY of submission %u: %u bytes for %zu buffers",
				in->submission + 1, length, n);
	in->contents.ids = calloc(n + 1, sizeof(*in->contents.ids));
	if (!in->contents.ids)
		return r6cs_err(error, "out of memory");
	ret = read_bytes(in, &ids, length, error);
	for (i = 0; !ret && i < n; i++) {
		memcpy(&id, ids.data + i * sizeof(id), sizeof(id));
		in->contents.ids[i] = get64(id);
	}
	free(ids.data);
	return ret;
}

/* Keep the bytes behind the head of a CONTENTS section. */
static int take_contents(struct input *in, const struct submission *s, const struct bytes *b,
			 char *error)
{
	size_t n = s->bos.size / sizeof(struct rcp_capture_bo), size;
	struct rcp_capture_contents head;
	u64 offset, room;
	u32 i;

	memcpy(&head, b->data, sizeof(head));
	size = b->size - sizeof(head);
	offset = get64(head.offset);
	i = get32(head.reloc);
	if (i >= n)
		return r6cs_err(error, "CONTENTS of submission %u: relocation %u of %zu",
				in->submission + 1, i, n);
	room = get64(bo(s, i)->size);
	if (offset > room || size > room - offset)
		return r6cs_err(error,
				"CONTENTS of submission %u: %zu bytes at 0x%llx leave buffer %u",
				in->submission + 1, size, (unsigned long long)offset, i);
	if (in->wrote)
		return in->wrote(in->wrote_ctx, in->contents.ids[i], offset,
				 b->data + sizeof(head), size, error);
	return contents_write(&in->contents, in->contents.ids[i], offset,
			      b->data + sizeof(head), size, error);
}

static int read_contents(struct input *in, const struct submission *s, u32 length, char *error)
{
	struct bytes b = { 0 };
	int ret;

	if (!in->contents.ids)
		return r6cs_err(error, "CONTENTS of submission %u without IDENTITY",
				in->submission + 1);
	if (length < sizeof(struct rcp_capture_contents) ||
	    length - sizeof(struct rcp_capture_contents) > RCP_CAPTURE_CONTENTS_MAX)
		return r6cs_err(error, "CONTENTS of submission %u: a section of %u bytes",
				in->submission + 1, length);
	ret = read_bytes(in, &b, length, error);
	if (!ret)
		ret = take_contents(in, s, &b, error);
	free(b.data);
	return ret;
}

static int read_payload(struct input *in, struct submission *s, u32 type, u32 length, char *error)
{
	struct bytes unknown = { 0 };
	int ret;

	if (in->wants_contents && type == RCP_CAPTURE_IDENTITY)
		return read_identity(in, s, length, error);
	if (in->wants_contents && type == RCP_CAPTURE_CONTENTS)
		return read_contents(in, s, length, error);
	switch (type) {
	case RCP_CAPTURE_SUBMIT:
		return read_struct(in, &s->submit, sizeof(s->submit), length, error);
	case RCP_CAPTURE_STREAM:
		return read_array(in, &s->stream, 4, length, error);
	case RCP_CAPTURE_RELOCS:
		return read_array(in, &s->relocs, sizeof(struct rcp_capture_reloc), length, error);
	case RCP_CAPTURE_BO:
		return read_array(in, &s->bos, sizeof(struct rcp_capture_bo), length, error);
	case RCP_CAPTURE_DONE:
		return read_struct(in, &s->done, sizeof(s->done), length, error);
	case RCP_CAPTURE_LOST:
		return read_lost(in, length, error);
	default:
		ret = read_bytes(in, &unknown, length, error);
		free(unknown.data);
		return ret;
	}
}

/* Returns 1 when the file ends here. */
static int read_head(struct input *in, bool has_magic, struct rcp_capture_section *head,
		     char *error)
{
	size_t had = has_magic ? sizeof(head->magic) : 0;
	size_t n;

	if (had)
		memcpy(head, in->image.data, had);
	n = bytes_follow((u8 *)head + had, sizeof(*head) - had, in->file);
	if (ferror(in->file))
		return r6cs_err(error, "cannot be read: %s", strerror(errno));
	if (!n && !had)
		return 1;
	if (n != sizeof(*head) - had)
		return r6cs_err(error, "truncated in the head of a section after submission %u",
				in->submission);
	if (get32(head->magic) != RCP_CAPTURE_MAGIC)
		return r6cs_err(error, "no section follows submission %u",
				in->submission);
	if (get32(head->version) != RCP_CAPTURE_VERSION)
		return r6cs_err(error, "version %u of a capture is not known (%u is)",
				get32(head->version), RCP_CAPTURE_VERSION);
	if (get32(head->length) > SECTION_MAX)
		return r6cs_err(error, "a section of %u bytes is too long", get32(head->length));
	return 0;
}

/* Known sections have a fixed order, and each occurs once; unknown ones may be anywhere. */
static int check_order(struct input *in, struct submission *s, u32 type, char *error)
{
	if (type == RCP_CAPTURE_LOST ? s->next == RCP_CAPTURE_SUBMIT :
	    type > RCP_CAPTURE_LOST || !type)
		return 0;
	if (type != s->next)
		return r6cs_err(error, "in submission %u section type %u stands where %u belongs",
				in->submission + 1, type, s->next);
	s->next++;
	return 0;
}

static int read_submission(struct input *in, bool first, struct submission *s, char *error)
{
	struct rcp_capture_section head;
	int ret;

	s->next = RCP_CAPTURE_SUBMIT;
	do {
		ret = read_head(in, first, &head, error);
		first = false;
		if (ret > 0 && s->next != RCP_CAPTURE_SUBMIT)
			return r6cs_err(error, "truncated: submission %u has no end",
					in->submission + 1);
		if (!ret)
			ret = check_order(in, s, get32(head.type), error);
		if (!ret)
			ret = read_payload(in, s, get32(head.type), get32(head.length), error);
	} while (!ret && s->next <= RCP_CAPTURE_DONE);
	return ret;
}

/* ---- conversion to a recorded stream ---- */

/* Relocations with a buffer: the driver stops the lookup at the first handle it refuses. */
static u32 known_relocs(const struct submission *s)
{
	u32 i, n = s->relocs.size / sizeof(struct rcp_capture_reloc);

	for (i = 0; i < n; i++)
		if (!get64(bo(s, i)->size))
			return i;
	return n;
}

static int by_handle(const void *a, const void *b)
{
	const u32 *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The sorted handles of the buffers, without duplicates: equal handles are one buffer. */
static u32 *unique_handles(const struct submission *s, u32 nrelocs, u32 *count)
{
	u32 *handles = malloc((size_t)nrelocs * 4 + 4);
	u32 i, n = 0;

	if (!handles)
		return NULL;
	for (i = 0; i < nrelocs; i++)
		handles[i] = get32(reloc(s, i)->handle);
	qsort(handles, nrelocs, sizeof(*handles), by_handle);
	for (i = 0; i < nrelocs; i++)
		if (!n || handles[n - 1] != handles[i])
			handles[n++] = handles[i];
	*count = n;
	return handles;
}

static u32 handle_index(const u32 *handles, u32 n, u32 handle)
{
	return (const u32 *)bsearch(&handle, handles, n, sizeof(*handles), by_handle) - handles;
}

static int add_bos(struct bytes *image, const struct submission *s, const u32 *handles, u32 n,
		   u32 nrelocs)
{
	u32 *first = calloc((size_t)n + 1, sizeof(*first));
	int ret = first ? 0 : -1;
	u32 i;

	/* Backwards, so that the first relocation of a buffer wins. */
	for (i = nrelocs; !ret && i > 0; i--)
		first[handle_index(handles, n, get32(reloc(s, i - 1)->handle))] = i - 1;
	for (i = 0; !ret && i < n; i++) {
		const struct rcp_capture_bo *b = bo(s, first[i]);

		ret = r6cs_add_bo(image, get64(b->size), get32(b->domains) & DOMAIN_VRAM_GTT,
				  get32(b->tiling), get32(b->pitch));
	}
	free(first);
	return ret;
}

/* Ring number of a recorded stream from RADEON_CS_RING_*; the gfx ring runs compute work. */
static u32 ring_number(u32 ring)
{
	switch (ring) {
	case 0:
	case 1:
		return 0;
	case 2:
		return 1;
	default:
		return ring;
	}
}

/* The reserved word of a recorded stream from &rcp_capture_submit.flags, 0 in older captures. */
static u32 owns(u32 flags)
{
	return (flags & RCP_CAPTURE_OWNS_HYPERZ ? R6CS_OWNS_HYPERZ : 0) |
	       (flags & RCP_CAPTURE_OWNS_CMASK ? R6CS_OWNS_CMASK : 0);
}

static int make_image(struct bytes *image, const struct submission *s)
{
	struct r6cs_head head = {
		.chip = s->submit.chip,
		.ring = ring_number(get32(s->submit.ring)),
		.cs_flags = get32(s->submit.cs_flags),
		.ib_dw = s->stream.size / 4,
		.nreloc = known_relocs(s),
		.owns = owns(get32(s->submit.flags)),
	};
	u32 *handles = unique_handles(s, head.nreloc, &head.nbo);
	int ret;
	u32 i;

	if (!handles)
		return -1;
	image->size = 0;
	ret = r6cs_begin(image, &head);
	if (!ret)
		ret = add_bos(image, s, handles, head.nbo, head.nreloc);
	for (i = 0; !ret && i < head.nreloc; i++) {
		const struct rcp_capture_reloc *r = reloc(s, i);

		ret = r6cs_add_reloc(image, handle_index(handles, head.nbo, get32(r->handle)),
				     get32(r->read_domains), get32(r->write_domain),
				     get32(r->flags));
	}
	if (!ret)
		ret = r6cs_add_ib(image, s->stream.data, head.ib_dw);
	free(handles);
	return ret;
}

/* Test whether there are cards of the stream's generation with these properties. */
static bool card_exists(const struct r6cs *cs, u32 pipes, u32 banks, u32 group, u32 backends)
{
	/* Generations without banks: R5xx. */
	if (!cs->card.banks)
		return pipes >= 1 && pipes <= 4 && !banks && !group &&
		       (backends == 1 || backends == 2);
	return (pipes == 1 || pipes == 2 || pipes == 4 || pipes == 8) &&
	       (banks == 4 || banks == 8) && (group == 256 || group == 512) &&
	       backends >= 1 && backends <= 8;
}

/* Replace the defaults of recorded streams by the properties of the captured card. */
static int set_card(struct r6cs *cs, const struct rcp_capture_submit *submit, char *error)
{
	u32 pipes = get32(submit->pipes), banks = get32(submit->banks);
	u32 group = get32(submit->group_bytes), backends = get32(submit->backends);

	if (!cs->known)
		return 0;
	if (!card_exists(cs, pipes, banks, group, backends))
		return r6cs_err(error, "no card has %u pipes, %u banks, groups of %u, %u backends",
				pipes, banks, group, backends);
	cs->card.pipes = pipes;
	cs->card.banks = banks;
	cs->card.group_bytes = group;
	cs->card.backends = backends;
	return 0;
}

static void set_name(struct input *in, const struct submission *s)
{
	char comm[sizeof(s->submit.comm) + 1] = "";
	size_t i;

	for (i = 0; i < sizeof(s->submit.comm) && s->submit.comm[i]; i++)
		comm[i] = s->submit.comm[i] > ' ' && s->submit.comm[i] < 0x7f ?
			  s->submit.comm[i] : '_';
	in->pid = get32(s->submit.pid);
	strcpy(in->comm, comm);
	snprintf(in->name, sizeof(in->name), "%s:%u %u %s", in->files[in->at - 1], in->submission,
		 in->pid, comm);
}

static void set_verdict(struct r6cs *cs, const struct submission *s)
{
	size_t i;

	cs->captured = true;
	cs->driver_error = get32(s->done.error);
	cs->ctx_id = get32(s->submit.ctx_id);
	cs->number = get64(s->submit.number);
	cs->driver_args = cs->driver_error && get32(s->done.stage) == STAGE_ARGUMENTS;
	memcpy(cs->driver_text, s->done.text, sizeof(cs->driver_text) - 1);
	for (i = 0; cs->driver_text[i]; i++)
		if (cs->driver_text[i] < ' ' || cs->driver_text[i] == 0x7f)
			cs->driver_text[i] = '?';
}

static int check_submission(struct input *in, const struct submission *s, char *error)
{
	size_t relocs = s->relocs.size / sizeof(struct rcp_capture_reloc);
	size_t bos = s->bos.size / sizeof(struct rcp_capture_bo);

	if (relocs != bos)
		return r6cs_err(error, "submission %u has %zu relocations and %zu buffers",
				in->submission + 1, relocs, bos);
	if (!memchr(s->submit.chip, 0, sizeof(s->submit.chip)))
		return r6cs_err(error, "the chip's name of submission %u has no end",
				in->submission + 1);
	return 0;
}

/**
 * capture_next() - read the next submission of a capture
 * @in: the input; its current file is a capture
 * @first: the magic number of the first section is already in @in->image
 * @cs: receives the stream
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0; 1 at the end of the file; -1 with @error if the rest of the file is unreadable.
 */
int capture_next(struct input *in, bool first, struct r6cs *cs, char *error)
{
	struct submission *s = calloc(1, sizeof(*s));
	int ret;

	if (!s)
		return r6cs_err(error, "out of memory");
	/* Identities belong to one submission, contents to all up to it. */
	free(in->contents.ids);
	in->contents.ids = NULL;
	/* Used in messages until the submission's own name is known. */
	snprintf(in->name, sizeof(in->name), "%s", in->files[in->at - 1]);
	ret = read_submission(in, first, s, error);
	if (!ret)
		ret = check_submission(in, s, error);
	if (!ret) {
		in->submission++;
		set_name(in, s);
		if (make_image(&in->image, s))
			ret = r6cs_err(error, "out of memory");
	}
	if (!ret)
		ret = r6cs_parse(in->image.data, in->image.size, cs, error);
	if (!ret)
		ret = set_card(cs, &s->submit, error);
	if (!ret)
		set_verdict(cs, s);
	free(s->stream.data);
	free(s->relocs.data);
	free(s->bos.data);
	free(s);
	return ret;
}
