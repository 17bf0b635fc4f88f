// SPDX-License-Identifier: GPL-2.0
/*
 * DRM_RADEON_INFO and GEM_INFO.  answers.txt has what rcp.ko answered on the emulated card of each
 * chip (tests/kselftest/vm/node-answers); counters and requests with an argument are answered here and
 * in grant.c.
 */
#include <errno.h>
#include <string.h>

#include <libdrm/drm.h>
#include <libdrm/radeon_drm.h>

#include "node.h"
#include "pm4.h"

/* Requests of GEM_INFO in the table. */
#define GEM_INFO_gart_size	0x1000u
#define GEM_INFO_vram_size	0x1001u
#define GEM_INFO_vram_visible	0x1002u

static const struct answer {
	const char *chip;
	uint32_t request;
	int error;
	uint64_t value;
} answers[] = {
#include "answers.h"
};

static const struct answer *find(uint32_t request)
{
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
		if (answers[i].request == request && !strcmp(answers[i].chip, node_chip()))
			return &answers[i];
	return NULL;
}

/* UVD and VCE are refused: Mesa takes any answer for a yes. */
static int ring_working(uint64_t *value)
{
	uint32_t ring = *value;

	if (ring > RADEON_CS_RING_DMA)
		return -EINVAL;
	*value = ring != RADEON_CS_RING_DMA;
	return 0;
}

static int want(struct node_file *file, uint32_t flag, uint64_t *value)
{
	uint32_t asked = *value;

	if (asked > 1)
		return -EINVAL;
	*value = node_grant_want(file, flag, asked);
	return 0;
}

static bool counter(uint32_t request, uint64_t *value)
{
	switch (request) {
	case RADEON_INFO_TIMESTAMP:
		*value = node_card_clock();
		return true;
	case RADEON_INFO_NUM_BYTES_MOVED:
		*value = 0;
		return true;
	case RADEON_INFO_VRAM_USAGE:
		*value = node_memory_used(RADEON_GEM_DOMAIN_VRAM);
		return true;
	case RADEON_INFO_GTT_USAGE:
		*value = node_memory_used(RADEON_GEM_DOMAIN_GTT);
		return true;
	}
	return false;
}

int node_info(struct node_file *file, uint32_t request, uint64_t *value, bool *wide)
{
	const struct answer *answer;

	*wide = counter(request, value);
	if (*wide)
		return 0;
	if (request == RADEON_INFO_RING_WORKING)
		return ring_working(value);
	if (request == RADEON_INFO_WANT_HYPERZ)
		return want(file, PM4_OWNS_HYPERZ, value);
	if (request == RADEON_INFO_WANT_CMASK)
		return want(file, PM4_OWNS_CMASK, value);
	answer = find(request);
	if (!answer)
		return -EINVAL;
	*value = answer->value;
	return -answer->error;
}

void node_gem_info(struct drm_radeon_gem_info *info)
{
	info->gart_size = find(GEM_INFO_gart_size)->value;
	info->vram_size = find(GEM_INFO_vram_size)->value;
	info->vram_visible = find(GEM_INFO_vram_visible)->value;
}
