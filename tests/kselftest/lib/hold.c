// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that are held, and loading of modules.  See hold.h.
 */
#include "hold.h"
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define A_MINUTE	60000000000ull	/* ns */

static int load_module(const char *path, const char *params)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	ret = syscall(SYS_finit_module, fd, params, 0) ? -errno : 0;
	close(fd);
	return ret;
}

int test_module(const char *name, const char *params)
{
	const char *rcp = getenv("RCP_KO");
	char path[256];

	if (!rcp || !strrchr(rcp, '/'))
		return -ENOENT;
	snprintf(path, sizeof(path), "%.*s-test/%s.ko", (int)(strrchr(rcp, '/') - rcp), rcp, name);
	return load_module(path, params);
}

int test_module_end(const char *name)
{
	uint64_t end = now_ns() + A_MINUTE;

	while (syscall(SYS_delete_module, name, O_NONBLOCK)) {
		if ((errno != EWOULDBLOCK && errno != EBUSY) || now_ns() > end)
			return -errno;
		usleep(5000);
	}
	return 0;
}

int test_module_value(const char *name, const char *param)
{
	char path[128], text[32] = "";

	snprintf(path, sizeof(path), "/sys/module/%s/parameters/%s", name, param);
	return read_text(path, text, sizeof(text)) > 0 ? atoi(text) : -ENOENT;
}

int hold_begin(const char *params)
{
	return test_module("hold", params);
}

/* Entry @i of a parameter, "1,0" */
static char hold_value(const char *name, unsigned int i)
{
	char path[64], text[32] = "";

	snprintf(path, sizeof(path), "/sys/module/hold/parameters/%s", name);
	return read_text(path, text, sizeof(text)) > (int)(2 * i) ? text[2 * i] : 0;
}

bool hold_wait(unsigned int i)
{
	uint64_t end = now_ns() + A_MINUTE;

	while (hold_value("held", i) == '0' && now_ns() < end)
		usleep(2000);
	return hold_value("held", i) != '0';
}

bool hold_met(unsigned int i)
{
	return hold_value("met", i) == 'Y';
}

int hold_release(void)
{
	return write_file("/sys/module/hold/parameters/go", "1");
}

int hold_end(void)
{
	return test_module_end("hold");
}

int driver_unload(void)
{
	uint64_t end = now_ns() + A_MINUTE;

	while (syscall(SYS_delete_module, "rcp", O_NONBLOCK)) {
		if ((errno != EWOULDBLOCK && errno != EBUSY) || now_ns() > end)
			return -errno;
		usleep(5000);
	}
	return 0;
}

/* Without a program, which starts slowly on the debug kernel.  The dependencies are loaded. */
int driver_load(const char *params)
{
	const char *kernel = getenv("RCP_KERNEL"), *rcp = getenv("RCP_KO");
	char text[256];

	snprintf(text, sizeof(text), "job_timeout_ms=%d %s",
		 kernel && !strcmp(kernel, "debug") ? 2000 : 1000, params);
	return rcp ? load_module(rcp, text) : -ENOENT;
}
