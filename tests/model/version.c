// SPDX-License-Identifier: GPL-2.0
/*
 * Which transport a QEMU can take.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "transport.h"

/* Runs "qemu --version" and reads the two numbers after "version". */
static bool version_of(const char *qemu, int *major, int *minor)
{
	char text[512] = "";
	size_t len = 0;
	int fd[2];
	ssize_t n;
	pid_t pid;
	char *p;

	if (pipe(fd))
		return false;
	pid = fork();
	if (pid == 0) {
		dup2(fd[1], STDOUT_FILENO);
		close(fd[0]);
		close(fd[1]);
		execlp(qemu, qemu, "--version", (char *)NULL);
		_exit(127);
	}
	close(fd[1]);
	while (pid > 0 && len < sizeof(text) - 1 && (n = read(fd[0], text + len, sizeof(text) - 1 - len)) > 0)
		len += n;
	close(fd[0]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	text[len] = 0;
	p = strstr(text, "version ");
	return p && sscanf(p, "version %d.%d", major, minor) == 2;
}

const struct transport_ops *transport_for(const char *qemu)
{
	int major, minor, v;

	if (!version_of(qemu, &major, &minor)) {
		fprintf(stderr, "card: '%s --version' does not tell a QEMU version\n", qemu);
		return NULL;
	}
	v = major * 100 + minor;
	if (v >= 700 && v <= 801)
		return &mpqemu_transport;
	if (v < 700)
		fprintf(stderr, "card: QEMU %d.%d has no qtest object; 7.0 to 8.1 are supported\n", major, minor);
	else if (v <= 1000)
		fprintf(stderr,
			"card: the proxy device of QEMU %d.%d crashes without KVM (8.2 to 10.0 do); 7.0 to 8.1 are supported\n",
			major, minor);
	else
		fprintf(stderr,
			"card: QEMU %d.%d wants a vfio-user device, which this program does not speak; 7.0 to 8.1 are supported\n",
			major, minor);
	return NULL;
}
