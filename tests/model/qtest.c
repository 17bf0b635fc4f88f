// SPDX-License-Identifier: GPL-2.0
/*
 * A client of QEMU's qtest protocol: one command a line, one answer a line.
 *
 * QEMU's main loop serves it even while a vCPU waits for this process, so waiting for an
 * answer inside an access of the guest cannot deadlock.
 */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "transport.h"

#define ANSWER_TIMEOUT_MS	5000

void qtest_init(struct qtest *q, int fd)
{
	memset(q, 0, sizeof(*q));
	q->fd = fd;
}

void qtest_send(struct qtest *q, const char *fmt, ...)
{
	char buf[128];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	if (n > 0 && send(q->fd, buf, n, MSG_NOSIGNAL) == n)
		q->outstanding++;
}

static void answer(struct qtest *q)
{
	q->line[q->len] = 0;
	if (!strncmp(q->line, "OK", 2) || !strncmp(q->line, "FAIL", 4) || !strncmp(q->line, "ERR", 3)) {
		memcpy(q->last, q->line, q->len + 1);
		if (q->outstanding)
			q->outstanding--;
	}
	q->len = 0;
}

/* Read the pending input; false if the other end has closed. */
bool qtest_drain(struct qtest *q)
{
	char buf[256];
	ssize_t n = recv(q->fd, buf, sizeof(buf), MSG_DONTWAIT);

	if (n == 0)
		return false;
	if (n < 0)
		return errno == EAGAIN || errno == EINTR;
	for (ssize_t i = 0; i < n; i++) {
		if (buf[i] == '\n')
			answer(q);
		else if (q->len < sizeof(q->line) - 1)
			q->line[q->len++] = buf[i];
	}
	return true;
}

bool qtest_wait(struct qtest *q)
{
	while (q->outstanding) {
		struct pollfd p = { .fd = q->fd, .events = POLLIN };
		int r = poll(&p, 1, ANSWER_TIMEOUT_MS);

		if (r < 0 && errno == EINTR)
			continue;
		if (r <= 0 || !qtest_drain(q))
			return false;
	}
	return true;
}
