// SPDX-License-Identifier: GPL-2.0
/*
 *	replay FILE [PICTURE]
 *	replay -o PICTURE WIDTHxHEIGHT FILE
 *
 * Executes a recording with contents (scripts/draw --record) on the render node, through the calls of
 * any client, on a card of the generation that it was made on.  With a picture of the node (PAM): succeeds only if a buffer of the last submission holds its
 * rows, from bottom to top and without gaps, as a read-back of GL leaves them there.  With -o it writes
 * such a picture from the buffer in system memory that the last submission writes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <radeon_drm.h>
#include <xf86drm.h>

#include "../../../uapi/rcp_capture.h"

struct buffer {
	uint64_t id, size;
	uint32_t handle;
	uint8_t *bytes;
};

/* The sections of a submission. */
struct submission {
	const struct rcp_capture_submit *submit;
	const uint8_t *stream, *relocs, *bos, *ids;
	uint32_t stream_size, nrelocs;
};

static int fd;
static bool r7xx;	/* the card */
static struct buffer *buffers;
static uint32_t nbuffers;

static void die(const char *why)
{
	fprintf(stderr, "replay: %s\n", why);
	exit(2);
}

static uint8_t *read_file(const char *path, size_t *size)
{
	FILE *f = fopen(path, "r");
	uint8_t *bytes = NULL;
	long end;

	if (f && !fseek(f, 0, SEEK_END)) {
		end = ftell(f);
		rewind(f);
		bytes = end > 0 ? malloc(end) : NULL;
		if (bytes && fread(bytes, 1, end, f) != (size_t)end)
			die("a file cannot be read");
		*size = end;
	}
	if (!bytes)
		die("a file cannot be read, or is empty");
	fclose(f);
	return bytes;
}

/* The buffer of a relocation, which is made when it is first named. */
static struct buffer *buffer_of(const struct submission *s, uint32_t reloc)
{
	const struct rcp_capture_bo *bo = (const void *)(s->bos + reloc * sizeof(*bo));
	struct drm_radeon_gem_create create = {
		.size = bo->size, .alignment = bo->alignment, .initial_domain = bo->domains,
	};
	struct drm_radeon_gem_mmap map = { .size = bo->size };
	struct buffer *b;
	uint64_t id;

	memcpy(&id, s->ids + reloc * sizeof(id), sizeof(id));
	for (uint32_t i = 0; i < nbuffers; i++)
		if (buffers[i].id == id)
			return &buffers[i];
	buffers = realloc(buffers, (nbuffers + 1) * sizeof(*buffers));
	if (!buffers || drmIoctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &create))
		die("no buffer of that size");
	map.handle = create.handle;
	if (drmIoctl(fd, DRM_IOCTL_RADEON_GEM_MMAP, &map))
		die("a buffer has no offset to map");
	b = &buffers[nbuffers++];
	*b = (struct buffer){ .id = id, .size = bo->size, .handle = create.handle };
	b->bytes = mmap(NULL, b->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, map.addr_ptr);
	if (b->bytes == MAP_FAILED)
		die("a buffer cannot be mapped");
	return b;
}

static void write_contents(const struct submission *s, const uint8_t *payload, uint32_t length)
{
	struct rcp_capture_contents head;
	struct buffer *b;

	if (length < sizeof(head) || !s->ids)
		die("CONTENTS without IDENTITY, or cut");
	memcpy(&head, payload, sizeof(head));
	if (head.reloc >= s->nrelocs)
		die("CONTENTS of a relocation that does not exist");
	b = buffer_of(s, head.reloc);
	length -= sizeof(head);
	if (head.offset > b->size || length > b->size - head.offset)
		die("CONTENTS past the end of its buffer");
	memcpy(b->bytes + head.offset, payload + sizeof(head), length);
}

/* Test whether the card has the recording's instructions: R6xx's, or R7xx's. */
static bool same_generation(const char *chip)
{
	static const char *const r6xx[] = { "R60", "RV6", "RS7", "RS8" };
	bool other = false;

	for (unsigned int i = 0; i < 4; i++)
		other |= !strncmp(chip, r6xx[i], 3);
	return r7xx ? !strncmp(chip, "RV7", 3) : other;
}

static void submit(const struct submission *s)
{
	uint32_t flags[2] = { s->submit->cs_flags, s->submit->ring };
	struct drm_radeon_cs_reloc *relocs = calloc(s->nrelocs + 1, sizeof(*relocs));
	struct drm_radeon_cs_chunk chunks[] = {
		{ RADEON_CHUNK_ID_IB, s->stream_size / 4, (uintptr_t)s->stream },
		{ RADEON_CHUNK_ID_RELOCS, s->nrelocs * sizeof(*relocs) / 4, (uintptr_t)relocs },
		{ RADEON_CHUNK_ID_FLAGS, 2, (uintptr_t)flags },
	};
	uint64_t list[] = { (uintptr_t)&chunks[0], (uintptr_t)&chunks[1], (uintptr_t)&chunks[2] };
	struct drm_radeon_cs cs = { .num_chunks = 3, .chunks = (uintptr_t)list };

	if (!relocs || !s->submit || !s->stream || !s->relocs)
		die("a submission that is cut");
	if (!s->ids)
		die("a submission without contents: record it with scripts/draw --record");
	if (!same_generation(s->submit->chip))
		die("a recording of another generation: replay it on a card of its own");
	memcpy(relocs, s->relocs, s->nrelocs * sizeof(*relocs));
	for (uint32_t i = 0; i < s->nrelocs; i++)
		relocs[i].handle = buffer_of(s, i)->handle;
	if (drmIoctl(fd, DRM_IOCTL_RADEON_CS, &cs))
		fprintf(stderr, "replay: submission %llu is refused: %s\n",
			(unsigned long long)s->submit->number, strerror(errno));
	for (uint32_t i = 0; i < s->nrelocs; i++) {
		struct drm_radeon_gem_wait_idle wait = { .handle = relocs[i].handle };

		drmIoctl(fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &wait);
	}
	free(relocs);
}

static void take(struct submission *s, const struct rcp_capture_section *head, const uint8_t *payload)
{
	switch (head->type) {
	case RCP_CAPTURE_SUBMIT:
		if (head->length < sizeof(*s->submit))
			die("a submission that is cut");
		*s = (struct submission){ .submit = (const void *)payload };
		break;
	case RCP_CAPTURE_STREAM:
		s->stream = payload;
		s->stream_size = head->length;
		break;
	case RCP_CAPTURE_RELOCS:
		s->relocs = payload;
		s->nrelocs = head->length / sizeof(struct rcp_capture_reloc);
		break;
	case RCP_CAPTURE_BO:
		s->bos = head->length / sizeof(struct rcp_capture_bo) == s->nrelocs ? payload : NULL;
		break;
	case RCP_CAPTURE_IDENTITY:
		s->ids = head->length / sizeof(uint64_t) == s->nrelocs && s->bos ? payload : NULL;
		break;
	case RCP_CAPTURE_CONTENTS:
		write_contents(s, payload, head->length);
		break;
	case RCP_CAPTURE_DONE:
		submit(s);
		break;
	}
}

static void replay(const uint8_t *file, size_t size, struct submission *last)
{
	struct rcp_capture_section head;

	for (size_t at = 0; at < size; at += sizeof(head) + head.length) {
		if (size - at < sizeof(head))
			die("the file is cut");
		memcpy(&head, file + at, sizeof(head));
		if (head.magic != RCP_CAPTURE_MAGIC || head.version != RCP_CAPTURE_VERSION ||
		    head.length > size - at - sizeof(head))
			die("this is no recording, or it is cut");
		take(last, &head, file + at + sizeof(head));
	}
}

/* Test whether a buffer holds the picture, whose rows are in the other order. */
static int holds(const struct buffer *b, const uint8_t *rows, size_t row, size_t height)
{
	size_t y;

	if (b->size < row * height)
		return 0;
	for (y = 0; y < height && !memcmp(b->bytes + y * row, rows + (height - 1 - y) * row, row); y++)
		;
	return y == height;
}

static int find_picture(const struct submission *s, const char *path)
{
	unsigned int width, height;
	int body = 0;
	size_t size;
	uint8_t *pam = read_file(path, &size);

	if (sscanf((char *)pam, "P7 WIDTH %u HEIGHT %u DEPTH 4 MAXVAL 255 TUPLTYPE RGB_ALPHA ENDHDR%n", &width, &height, &body) != 2 ||
	    size != body + 1 + 4ul * width * height)
		die("the picture is none of the node");
	for (uint32_t i = 0; i < s->nrelocs; i++)
		if (holds(buffer_of(s, i), pam + body + 1, 4ul * width, height))
			return 0;
	fprintf(stderr, "replay: no buffer of the last submission holds the picture\n");
	return 1;
}

/* The buffer in system memory that the submission writes. */
static const struct buffer *read_back(const struct submission *s, size_t size)
{
	for (uint32_t i = 0; i < s->nrelocs; i++) {
		const struct rcp_capture_reloc *r = (const void *)(s->relocs + i * sizeof(*r));

		if (r->write_domain == RADEON_GEM_DOMAIN_GTT && buffer_of(s, i)->size >= size)
			return buffer_of(s, i);
	}
	die("the last submission reads nothing back of that size");
	return NULL;
}

static void write_picture(const struct submission *s, const char *path, unsigned int width, unsigned int height)
{
	const struct buffer *b = read_back(s, 4ul * width * height);
	FILE *f = fopen(path, "w");
	bool ok = f;

	if (f) {
		fprintf(f, "P7\nWIDTH %u\nHEIGHT %u\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", width, height);
		for (unsigned int y = height; y--;)
			ok &= fwrite(b->bytes + 4ul * width * y, 4, width, f) == width;
		ok &= !fclose(f);
	}
	if (!ok)
		die("the picture cannot be written");
}

static bool card_is_r7xx(void)
{
	uint32_t device = 0;
	struct drm_radeon_info info = { .request = RADEON_INFO_DEVICE_ID, .value = (uintptr_t)&device };

	if (drmIoctl(fd, DRM_IOCTL_RADEON_INFO, &info))
		die("the card does not answer");
	/* RV770, RV730 and RV740, then RV710 */
	return (device >= 0x9440 && device < 0x94c0) || (device >= 0x9540 && device < 0x9560);
}

int main(int argc, char **argv)
{
	struct submission last = { 0 };
	unsigned int width, height;
	const char *out = NULL;
	uint8_t *file;
	size_t size;

	if (argc == 5 && !strcmp(argv[1], "-o") && sscanf(argv[3], "%ux%u", &width, &height) == 2 && width && height &&
	    width <= 16384 && height <= 16384) {
		out = argv[2];
		argv += 3;
		argc -= 3;
	}
	if (argc != 2 && argc != 3) {
		fprintf(stderr, "usage: replay FILE [PICTURE]\n       replay -o PICTURE WIDTHxHEIGHT FILE\n");
		return 2;
	}
	fd = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
	if (fd < 0)
		die("there is no render node");
	r7xx = card_is_r7xx();
	file = read_file(argv[1], &size);
	replay(file, size, &last);
	if (!last.submit)
		die("no submission in the file: record one with scripts/draw --record");
	if (out)
		write_picture(&last, out, width, height);
	return argc == 3 ? find_picture(&last, argv[2]) : 0;
}
