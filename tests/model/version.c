// SPDX-License-Identifier: GPL-2.0
/*
 * Choice of the transport that a QEMU supports.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "transport.h"

/* The first bytes that QEMU prints with these arguments. */
static void output_of(const char *qemu, char *const args[], char *text, size_t size)
{
	size_t len = 0;
	int fd[2];
	ssize_t n;
	pid_t pid;

	text[0] = 0;
	if (pipe(fd))
		return;
	pid = fork();
	if (pid == 0) {
		dup2(fd[1], STDOUT_FILENO);
		close(fd[0]);
		close(fd[1]);
		execvp(qemu, args);
		_exit(127);
	}
	close(fd[1]);
	while (pid > 0 && len < size - 1 && (n = read(fd[0], text + len, size - 1 - len)) > 0)
		len += n;
	close(fd[0]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	text[len] = 0;
}

/* Reads the two numbers after "version"; 7.2 is 702, 0 if there are none. */
static int version_of(const char *qemu)
{
	char *const args[] = { (char *)qemu, "--version", NULL };
	int major, minor;
	char text[512];
	char *p;

	output_of(qemu, args, text, sizeof(text));
	p = strstr(text, "version ");
	return p && sscanf(p, "version %d.%d", &major, &minor) == 2 ? major * 100 + minor : 0;
}

/* The distribution may have built QEMU without the device. */
static bool has_vfio_user(const char *qemu, bool *can_post)
{
	char *const args[] = { (char *)qemu, "-machine", "none", "-device", "vfio-user-pci,help", NULL };
	char text[8192];

	output_of(qemu, args, text, sizeof(text));
	*can_post = strstr(text, "x-no-posted-writes");
	return strstr(text, "socket=");
}

const struct transport_ops *transport_for(const char *qemu, struct transport_setup *setup)
{
	int v = version_of(qemu);

	if (!v) {
		fprintf(stderr, "card: '%s --version' does not tell a QEMU version\n", qemu);
		return NULL;
	}
	if (v >= 700 && v <= 801)
		return &mpqemu_transport;
	if (v >= 1001 && has_vfio_user(qemu, &setup->can_post))
		return &vfiouser_transport;
	fprintf(stderr, "card: QEMU %d.%d %s; 7.0 to 8.1 and 10.1 or later are supported\n", v / 100, v % 100,
		v < 700 ? "has no qtest object" :
		v <= 1000 ? "has a proxy device that crashes without KVM" : "has no vfio-user-pci device");
	return NULL;
}
