// SPDX-License-Identifier: GPL-2.0
/*
 * Sockets whose messages carry descriptors, and guest memory by its address.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "transport.h"

/* Read exactly @len bytes; false at the end of the connection. */
bool wire_receive(int fd, void *buf, size_t len)
{
	u8 *p = buf;

	while (len) {
		ssize_t n = recv(fd, p, len, MSG_WAITALL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		len -= n;
	}
	return true;
}

/* Read the head of a message, and the descriptors that come with its first byte. */
bool wire_receive_fds(int fd, void *buf, size_t len, int fds[WIRE_FDS], unsigned int *nfds)
{
	union {
		char buf[CMSG_SPACE(WIRE_FDS * sizeof(int))];
		struct cmsghdr align;
	} control;
	struct iovec iov = { .iov_base = buf, .iov_len = len };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = control.buf, .msg_controllen = sizeof(control.buf),
	};
	ssize_t n;

	do {
		n = recvmsg(fd, &msg, MSG_CMSG_CLOEXEC);
	} while (n < 0 && errno == EINTR);
	*nfds = 0;
	if (n <= 0)
		return false;
	for (struct cmsghdr *c = CMSG_FIRSTHDR(&msg); c; c = CMSG_NXTHDR(&msg, c)) {
		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		*nfds = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		memcpy(fds, CMSG_DATA(c), *nfds * sizeof(int));
	}
	return (size_t)n == len || wire_receive(fd, (u8 *)buf + n, len - n);
}

/* Send a message, with a descriptor unless @pass is negative. */
bool wire_send(int fd, const void *buf, size_t len, int pass)
{
	union {
		char buf[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = { 0 };
	struct iovec iov = { .iov_base = (void *)buf, .iov_len = len };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	struct cmsghdr *c;

	if (pass >= 0) {
		msg.msg_control = control.buf;
		msg.msg_controllen = sizeof(control.buf);
		c = CMSG_FIRSTHDR(&msg);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(c), &pass, sizeof(int));
	}
	return sendmsg(fd, &msg, MSG_NOSIGNAL) == (ssize_t)len;
}

/* Map guest memory at @gpa; false if the table is full. */
bool ram_add(struct guest_ram *g, u64 gpa, u64 size, int fd, u64 offset)
{
	void *host;

	if (g->count == GUEST_RAMS)
		return false;
	host = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, offset);
	if (host == MAP_FAILED)
		return false;
	g->ram[g->count++] = (struct ram){ .gpa = gpa, .size = size, .host = host };
	return true;
}

/* Unmap guest memory that is completely in this range. */
void ram_remove(struct guest_ram *g, u64 gpa, u64 size)
{
	unsigned int kept = 0;

	for (unsigned int i = 0; i < g->count; i++) {
		struct ram *r = &g->ram[i];

		if (r->gpa >= gpa && r->gpa - gpa < size && r->size <= size - (r->gpa - gpa))
			munmap(r->host, r->size);
		else
			g->ram[kept++] = *r;
	}
	g->count = kept;
}

void *ram_at(const struct guest_ram *g, u64 gpa, u64 len)
{
	for (unsigned int i = 0; i < g->count; i++) {
		const struct ram *r = &g->ram[i];

		if (gpa >= r->gpa && gpa - r->gpa < r->size && len <= r->size - (gpa - r->gpa))
			return r->host + (gpa - r->gpa);
	}
	return NULL;
}
