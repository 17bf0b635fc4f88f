// SPDX-License-Identifier: GPL-2.0
/* Sets all that a client may set: see dirty.h. */
#include "dirty.h"

#include <errno.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define DESCRIPTORS	585u	/* the last ones are for fetch shaders */
#define SAMPLERS	54u
#define BORDERS		((0xa400u - 0x8000u) / 4)
#define ZPASS		(1u << 16 | 1u << 8)	/* predicate: draw if samples were seen */
#define PKT_SET_PREDICATION	0x20
#define PKT_INDEX_TYPE		0x2a
#define PKT_NUM_INSTANCES	0x2f
#define PKT_SET_BOOL_CONST	0x6b
#define PKT_SET_CTL_CONST	0x6f

static bool is_accepted(int fd, struct stream *s)
{
	struct drm_rcp_verdict v;
	struct client_cs cs = { .verdict = &v, .verdict_flags = RCP_VERDICT_VALIDATE_ONLY };

	return !stream_submit_cs(s, fd, &cs);
}

/* One value of a register, and of a buffer's address its relocation */
static void set(struct dirty *d, struct stream *s, uint32_t op, uint32_t index, uint32_t value, bool address)
{
	stream_packet3(s, op, 2);
	stream_dw(s, index);
	stream_dw(s, value);
	if (address)
		stream_reloc(s, d->bo, GTT, GTT);
}

static bool may_set(struct dirty *d, uint32_t op, uint32_t index, uint32_t value, bool address)
{
	stream_init(&d->s[1]);
	set(d, &d->s[1], op, index, value, address);
	return is_accepted(d->fd, &d->s[1]);
}

/* The first of these values that the register may have; 0 if it takes only that */
static void try_register(struct dirty *d, uint32_t op, uint32_t index)
{
	static const uint32_t values[] = { ~0u, 0x3f800000, 0x11111111, 0x01010101, 7, 1, 0 };
	uint32_t i;

	if (may_set(d, op, index, 0, false)) {
		/* Border colours are floats. */
		for (i = op == PKT_SET_CONFIG_REG && index >= BORDERS; !may_set(d, op, index, values[i], false); i++)
			;
		set(d, &d->s[0], op, index, values[i], false);
	} else if (may_set(d, op, index, 0, true)) {
		set(d, &d->s[0], op, index, 0, true);
	} else {
		return;
	}
	d->registers++;
}

static void constants(struct stream *s, uint32_t op, uint32_t n, uint32_t value)
{
	stream_packet3(s, op, 1 + n);
	stream_dw(s, 0);
	while (n--)
		stream_dw(s, value);
}

/* Each descriptor a vertex buffer of a page */
static void resources(struct dirty *d, struct stream *s)
{
	uint32_t i;

	stream_packet3(s, PKT_SET_RESOURCE, 1 + 7 * DESCRIPTORS);
	stream_dw(s, 0);
	for (i = 0; i < DESCRIPTORS; i++) {
		stream_dw(s, 0);
		stream_dw(s, 4095);		/* size - 1 */
		stream_dw(s, 16 << 8);		/* stride */
		stream_dw(s, 0);
		stream_dw(s, 0);
		stream_dw(s, 0);
		stream_dw(s, 3u << 30);		/* a buffer */
	}
	for (i = 0; i < DESCRIPTORS; i++)
		stream_reloc(s, d->bo, GTT, GTT);
}

static void rest(struct dirty *d, struct stream *s)
{
	stream_init(s);
	constants(s, PKT_SET_ALU_CONST, 4 * 512, 0x3f800000);
	constants(s, PKT_SET_BOOL_CONST, 3, ~0u);
	constants(s, PKT_SET_LOOP_CONST, 96, 0x01000003);
	constants(s, PKT_SET_SAMPLER, 3 * SAMPLERS, 0x00012345);
	constants(s, PKT_SET_CTL_CONST, 2, 3);
	resources(d, s);
	stream_packet3(s, PKT_NUM_INSTANCES, 1);
	stream_dw(s, 5);
	stream_packet3(s, PKT_INDEX_TYPE, 1);
	stream_dw(s, 1);
	/* The page is zero: no sample was seen. */
	stream_packet3(s, PKT_SET_PREDICATION, 2);
	stream_dw(s, 0);
	stream_dw(s, ZPASS);
	stream_reloc(s, d->bo, GTT, GTT);
}

int dirty_make(struct dirty *d, int fd)
{
	uint32_t i;
	int ret = gem_create(fd, 4096, 4096, GTT, 0, &d->bo);

	d->fd = fd;
	d->registers = 0;
	stream_init(&d->s[0]);
	for (i = 0; i < 0x2c00 / 4 && !ret; i++)
		try_register(d, PKT_SET_CONFIG_REG, i);
	for (i = 0; i < 0x1000 / 4 && !ret; i++)
		try_register(d, PKT_SET_CONTEXT_REG, i);
	rest(d, &d->s[1]);
	return ret;
}

int dirty_submit(struct dirty *d)
{
	int ret = stream_submit(&d->s[0], d->fd, NULL);

	return ret ? ret : stream_submit(&d->s[1], d->fd, NULL);
}
