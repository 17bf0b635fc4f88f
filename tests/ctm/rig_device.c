// SPDX-License-Identifier: GPL-2.0
/*
 * The calls of ctm.h against the model in the same process: the translation of the library, the
 * kernel's checker with its patches, and the emulated card.  There is no driver between them.
 */
#include <stdlib.h>
#include <string.h>
#include "r500/up.h"
#include "ctm_translate.h"
#include "compute.h"

/* The checker has names that the model has, too: it is called through judge.c. */
bool judge(const char *chip, uint32_t *ib, uint32_t dw, const uint32_t *sizes, const uint64_t *addrs,
	   char *why, size_t size);

#define ARENA		(1u << 20)
#define FIRST		0x400000u	/* of the arenas, in guest memory */
#define IB_DW		0x8000u

struct AMmanagedDeviceRec {
	struct rig *r;
	struct ctm_arena arenas[CTM_ARENAS];
	struct ctm_job job;
	uint32_t last;
	char error[CTM_ERROR];
};

static const char chip[] = "R580";

AMmanagedDevice amOpenManagedConnection(const char *name, AMmanagedDeviceInfo *info)
{
	static const uint32_t bases[CTM_ARENAS] = { 0x10000000, 0x20000000, 0x40000000, 0x60000000 };
	AMmanagedDevice d = calloc(1, sizeof(*d));
	unsigned int i;

	d->r = up5(chip, NULL);
	for (i = 0; i < CTM_ARENAS; i++)
		d->arenas[i] = (struct ctm_arena){ .base = bases[i], .size = ARENA,
						   .cpu = d->r->ram + FIRST + i * ARENA };
	d->job = (struct ctm_job){ .arenas = d->arenas, .room = IB_DW, .ib = malloc(4 * IB_DW) };
	*info = (AMmanagedDeviceInfo){
		.baseAddressGPU = bases[0], .arenaSizeGPU = ARENA, .baseAddressCPUg = (void *)d->arenas[0].cpu,
		.baseAddressSYSc = bases[3], .arenaSizeSYSc = ARENA, .baseAddressCPUc = (void *)d->arenas[3].cpu,
	};
	return d;
}

void amCloseManagedConnection(AMmanagedDevice d)
{
	rig_free(d->r);
	free(d->job.ib);
	free(d);
}

/* Checked, patched and called from the ring, with the end that a driver adds. */
static bool run_job(AMmanagedDevice d)
{
	uint32_t sizes[CTM_ARENAS], i;
	uint64_t addrs[CTM_ARENAS];
	struct rig *r = d->r;

	for (i = 0; i < CTM_ARENAS; i++) {
		sizes[i] = ARENA;
		addrs[i] = RIG_GART + FIRST + i * ARENA;
	}
	if (!judge(chip, d->job.ib, d->job.used, sizes, addrs, d->error, sizeof(d->error)))
		return false;
	memcpy(r->ram + RIG_IB, d->job.ib, 4 * d->job.used);
	call_ib5(r, d->job.used);
	set_reg(r, RB3D_DSTCACHE_CTLSTAT, 0xa);
	set_reg(r, ZB_ZCACHE_CTLSTAT, 3);
	set_reg(r, WAIT_UNTIL, WAIT_3D_IDLECLEAN);
	go(r);
	if (!violations(r))
		return true;
	snprintf(d->error, sizeof(d->error), "%s", model_last_violation(r->m));
	return false;
}

AMuint32 amSubmitCommandBuffer(AMmanagedDevice d, AMuint32 address, AMuint32 bytes)
{
	const void *commands = ctm_memory(&d->job, address, bytes);
	struct ctm_state before = d->job.state;

	d->error[0] = 0;
	if (address % 4 || bytes % 4) {
		strcpy(d->error, "multiples of 4");
		return 0;
	}
	if (!commands) {
		strcpy(d->error, "does not lie in an arena");
		return 0;
	}
	if (!ctm_translate(&d->job, commands, bytes / 4)) {
		strcpy(d->error, d->job.error);
		d->job.state = before;
		return 0;
	}
	return !d->job.used || run_job(d) ? ++d->last : 0;
}

AMuint32 amCommandBufferConsumed(AMmanagedDevice d, AMuint32 id)
{
	return id && id <= d->last;
}

const char *ctmError(AMmanagedDevice d)
{
	return d->error;
}

void device_wait(AMmanagedDevice d)
{
}
