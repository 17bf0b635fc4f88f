// SPDX-License-Identifier: GPL-2.0
/*
 * Suspend and resume under systematic faults: the first, second, ... nth
 * allocation of the driver fails, until a round meets no fault.  Each time the
 * system either stays awake and the device works, or it sleeps, and the device
 * works afterwards; VRAM keeps its contents.
 *
 * Run as root by tests/kselftest/resume-guest, after devices are set to be
 * suspended one by one (pm_async 0) and only as far as pm_test says.  Prints a
 * line of what it found; exit code 0 if all was well, 4 without faults to inject.
 */
#include "client.h"
#include "faults.h"

#include <stdio.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define BUFFERS	3
#define BYTES	(256 * 1024)
#define MAX_NTH	1000

static struct stream stream;

static bool device_works(int fd, uint32_t bo, volatile uint32_t *map, uint32_t value)
{
	stream_init(&stream);
	stream_mem_write(&stream, bo, VRAM, 0, value);
	return !stream_submit(&stream, fd, NULL) && !gem_wait(fd, bo) && map[0] == value;
}

int main(void)
{
	uint32_t bo[BUFFERS], *map[BUFFERS];
	unsigned int slept = 0, refused = 0;
	struct faults f = { .nth = 1 };
	struct client c;
	uint32_t i, j;
	int ret = -1;

	if (!faults_available() || faults_choose(true) || faults_open(&f))
		return 4;
	if (client_open(&c))
		return 1;
	for (i = 0; i < BUFFERS; i++) {
		if (gem_create(c.fd, BYTES, 4096, VRAM, 0, &bo[i]))
			return 1;
		map[i] = gem_map(c.fd, bo[i], BYTES);
		if (!map[i])
			return 1;
		for (j = 0; j < BYTES / 4; j++)
			map[i][j] = i << 24 | j;
	}
	for (; f.nth < MAX_NTH; f.nth++) {
		/* in VRAM again, if the last round has brought it out */
		if (!device_works(c.fd, bo[0], map[0], 0))
			break;
		faults_arm(&f);
		ret = write_file("/sys/power/state", "freeze");
		faults_disarm(&f);
		slept += !ret;
		refused += !!ret;
		if (!device_works(c.fd, bo[0], map[0], f.nth))
			break;
		/* all but the eight bytes that the stream wrote */
		for (i = 0; i < BUFFERS; i++)
			for (j = 2; j < BYTES / 4; j++)
				if (map[i][j] != (i << 24 | j))
					goto lost;
		if (!f.injected)
			break;
	}
	printf("%u faults in suspend and resume: slept %u times, stayed awake %u times\n",
	       f.nth - 1, slept, refused);
	return f.injected || ret || f.nth < 2;

lost:
	printf("fault %u: buffer %u has lost dword %u\n", f.nth, i, j);
	return 1;
}
