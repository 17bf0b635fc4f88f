// SPDX-License-Identifier: GPL-2.0
/*
 * What scripts/bench runs in the guest: submits recorded streams, each several times,
 * with marks around them for the plugin that counts the kernel's instructions.
 *
 *	submit CHIP DIR
 *
 * Prints one line for each stream, "stream NAME DWORDS RELOCATIONS", in the order of the
 * marks.  Works on rcp and on radeon.ko.  Run as root: no other thread may run between
 * the marks of the ioctl.
 */
#include "mark.h"
#include "r6cs_replay.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define WARM	3
#define TIMES	11
/* So long after a submission has ended its job is freed, too: threads have run out of work. */
#define SETTLE_US	1000
#define SMALLEST_DW	16

static bool fits(int fd, const struct r6cs_frame *frame)
{
	struct drm_radeon_gem_info gem = { 0 };

	client_ioctl(fd, DRM_IOCTL_RADEON_GEM_INFO, &gem);
	return frame->ring == 0 && frame->bo_bytes <= gem.vram_size / 2 &&
	       frame->bo_bytes <= gem.gart_size / 2;
}

static int once(int fd, const struct client_cs *cs, uint32_t fence)
{
	int ret;

	MARK(MARK_BEGIN);
	ret = client_submit(fd, cs);
	MARK(MARK_IOCTL);
	if (!ret)
		ret = gem_wait(fd, fence);
	usleep(SETTLE_US);
	MARK(MARK_END);
	return ret;
}

/* @fence: a buffer that the submission writes */
static int measure(int fd, const char *name, const struct client_cs *cs, uint32_t fence)
{
	int i, ret = 0;

	for (i = 0; i < WARM && !ret; i++) {
		ret = client_submit(fd, cs);
		ret = ret ? ret : gem_wait(fd, fence);
	}
	if (ret) {
		printf("# %s: %s\n", name, strerror(-ret));
		return ret;
	}
	usleep(SETTLE_US);
	printf("stream %s %u %u\n", name, cs->ib_dw, cs->nrelocs);
	MARK(MARK_STREAM);
	for (i = 0; i < TIMES && !ret; i++)
		ret = once(fd, cs, fence);
	return ret;
}

static int measure_smallest(int fd)
{
	static struct stream s;
	struct client_cs cs = { .ib = s.dw, .relocs = s.reloc, .flags = RADEON_CS_KEEP_TILING_FLAGS };
	uint32_t handle;
	int ret = gem_create(fd, 4096, 4096, RADEON_GEM_DOMAIN_GTT, 0, &handle);

	if (ret)
		return ret;
	stream_init(&s);
	stream_mem_write(&s, handle, RADEON_GEM_DOMAIN_GTT, 0, 1);
	stream_pad(&s, SMALLEST_DW);
	cs.ib_dw = s.n;
	cs.nrelocs = s.nreloc;
	ret = measure(fd, "smallest", &cs, handle);
	gem_close(fd, handle);
	return ret;
}

static void measure_frame(int fd, const char *path)
{
	struct r6cs_frame frame;
	struct client_cs cs;
	struct replay r;

	if (r6cs_load(path, &frame, NULL))
		return;
	if (fits(fd, &frame) && !replay_prepare(&r, fd, &frame)) {
		cs = (struct client_cs){
			.ib = frame.ib,
			.ib_dw = frame.ib_dw,
			.relocs = r.relocs,
			.nrelocs = frame.nreloc + 1,
			.flags = frame.cs_flags,
		};
		measure(fd, frame.name, &cs, r.marker);
		replay_release(&r);
	}
	r6cs_free(&frame);
}

/*
 * A process that always wants to run and never may when another one does: the kernel's
 * idle loop, whose cost depends on how long the card takes, does not run.
 */
static pid_t start_spinner(void)
{
	struct sched_param last = { 0 };
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (sched_setscheduler(0, SCHED_IDLE, &last))
		_exit(1);
	for (;;)
		;
}

static void measure_idle(void)
{
	int i;

	for (i = 0; i < 2 * TIMES; i++) {
		MARK(MARK_IDLE_BEGIN);
		usleep(SETTLE_US);
		MARK(MARK_IDLE_END);
	}
}

int main(int argc, char **argv)
{
	struct sched_param first = { .sched_priority = 50 };
	struct client c;
	char **paths;
	pid_t spinner;
	int n, i, ret;

	if (argc != 3) {
		fprintf(stderr, "usage: submit CHIP DIR\n");
		return 2;
	}
	ret = client_open(&c);
	n = ret ? 0 : r6cs_list(argv[2], argv[1], &paths);
	if (ret || n <= 0 || sched_setscheduler(0, SCHED_FIFO, &first)) {
		fprintf(stderr, "submit: %s\n", ret ? strerror(-ret) : n <= 0 ? "no streams" : strerror(errno));
		return 1;
	}
	spinner = start_spinner();
	printf("driver %s\n", c.rcp ? "rcp" : "radeon");
	measure_idle();
	ret = measure_smallest(c.fd);
	for (i = 0; i < n; i++)
		measure_frame(c.fd, paths[i]);
	kill(spinner, SIGKILL);
	waitpid(spinner, NULL, 0);
	r6cs_list_free(paths, n);
	client_close(&c);
	return ret ? 1 : 0;
}
