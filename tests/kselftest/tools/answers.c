// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the driver's answer to each DRM_RADEON_INFO request, and to GEM_INFO: one line each, by
 * name.  Then whether each grant is given, and whether another file gets it at the same time.
 * Works on rcp and on radeon.ko.
 */
#include "client.h"
#include "emulated.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define ASK(name)	{ RADEON_INFO_##name, #name }

static const struct {
	uint32_t request;
	const char *name;
} questions[] = {
	ASK(DEVICE_ID), ASK(NUM_GB_PIPES), ASK(NUM_Z_PIPES), ASK(ACCEL_WORKING), ASK(CRTC_FROM_ID),
	ASK(ACCEL_WORKING2), ASK(TILING_CONFIG), ASK(CLOCK_CRYSTAL_FREQ), ASK(NUM_BACKENDS), ASK(NUM_TILE_PIPES), ASK(FUSION_GART_WORKING),
	ASK(BACKEND_MAP), ASK(VA_START), ASK(IB_VM_MAX_SIZE), ASK(MAX_PIPES), ASK(TIMESTAMP),
	ASK(MAX_SE), ASK(MAX_SH_PER_SE), ASK(FASTFB_WORKING), ASK(RING_WORKING),
	ASK(SI_TILE_MODE_ARRAY), ASK(SI_CP_DMA_COMPUTE), ASK(CIK_MACROTILE_MODE_ARRAY),
	ASK(SI_BACKEND_ENABLED_MASK), ASK(MAX_SCLK), ASK(VCE_FW_VERSION), ASK(VCE_FB_VERSION),
	ASK(NUM_BYTES_MOVED), ASK(VRAM_USAGE), ASK(GTT_USAGE), ASK(ACTIVE_CU_COUNT),
	ASK(CURRENT_GPU_TEMP), ASK(CURRENT_GPU_SCLK), ASK(CURRENT_GPU_MCLK), ASK(READ_REG),
	ASK(VA_UNMAP_WORKING), ASK(GPU_RESET_COUNTER),
};

static int print_sizes(const struct client *c)
{
	struct drm_radeon_gem_info info = { 0 };

	if (ioctl(c->fd, DRM_IOCTL_RADEON_GEM_INFO, &info)) {
		perror("answers: GEM_INFO");
		return 1;
	}
	printf("GEM_INFO.gart_size 0x%llx\n", info.gart_size);
	printf("GEM_INFO.vram_size 0x%llx\n", info.vram_size);
	printf("GEM_INFO.vram_visible 0x%llx\n", info.vram_visible);
	return 0;
}

static void print_want(const struct client *c, uint32_t request, uint32_t value, const char *name)
{
	int err = client_info_u32(c->fd, request, &value);

	if (err)
		printf("%s %s\n", name, strerrorname_np(-err));
	else
		printf("%s 0x%x\n", name, value);
}

/* Grants are given before they are asked for again: the other file has what the first one has given up. */
static int print_grants(const struct client *c)
{
	static const struct {
		uint32_t request;
		const char *first, *other, *next, *bad;
	} grants[] = {
		{ RADEON_INFO_WANT_HYPERZ, "WANT_HYPERZ", "WANT_HYPERZ.other", "WANT_HYPERZ.next", "WANT_HYPERZ.2" },
		{ RADEON_INFO_WANT_CMASK, "WANT_CMASK", "WANT_CMASK.other", "WANT_CMASK.next", "WANT_CMASK.2" },
	};
	struct client other;
	size_t i;
	int err = client_open(&other);

	for (i = 0; i < ARRAY_SIZE(grants) && !err; i++) {
		uint32_t none = 0;

		print_want(c, grants[i].request, 1, grants[i].first);
		print_want(&other, grants[i].request, 1, grants[i].other);
		print_want(c, grants[i].request, 2, grants[i].bad);
		err = client_info_u32(c->fd, grants[i].request, &none);
		print_want(&other, grants[i].request, 1, grants[i].next);
	}
	/* The end of a file ends its grants. */
	client_close(&other);
	for (i = 0; i < ARRAY_SIZE(grants) && !err; i++)
		print_want(c, grants[i].request, 1, grants[i].first);
	return err;
}

int main(void)
{
	struct client c;
	size_t i;
	int err;

	err = client_open(&c);
	if (err) {
		fprintf(stderr, "answers: no card to ask: %s\n", strerror(-err));
		return 1;
	}
	for (i = 0; i < ARRAY_SIZE(questions); i++) {
		/* Some answers are long, and some requests read the value. */
		uint64_t value[32] = { 0 };

		if (questions[i].request == RADEON_INFO_READ_REG)
			value[0] = REG_STATUS;
		err = client_info(c.fd, questions[i].request, value);
		if (err)
			printf("%s %s\n", questions[i].name, strerrorname_np(-err));
		else
			printf("%s 0x%lx\n", questions[i].name, value[0]);
	}
	err = print_sizes(&c);
	err = err ? err : print_grants(&c);
	client_close(&c);
	return err;
}
