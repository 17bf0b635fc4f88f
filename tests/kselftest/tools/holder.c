// SPDX-License-Identifier: GPL-2.0
/*
 * Holds a card until it is killed.  Works on rcp and on
 * radeon.ko.
 *
 *	holder open|map|export [NODE]
 *
 * open: the node is open, and a job has run.  map: a buffer is mapped.  export: a DMA-buf is
 * open.  Prints a line when it holds only that.
 */
#include "client.h"
#include "stream.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SIZE	4096

static int submit(const struct client *c, uint32_t handle)
{
	static struct stream s;
	int ret;

	stream_init(&s);
	ret = stream_write(&s, c->fd, handle, RADEON_GEM_DOMAIN_GTT, 0, 1);
	return ret ? ret : gem_wait(c->fd, handle);
}

int main(int argc, char **argv)
{
	struct client c;
	uint32_t handle;
	int dmabuf;
	bool held;

	if (argc < 2 || argc > 3 || (argc == 3 ? client_open_node(&c, argv[2]) : client_open(&c)) ||
	    gem_create(c.fd, SIZE, 0, RADEON_GEM_DOMAIN_GTT, 0, &handle))
		return 1;
	if (!strcmp(argv[1], "open"))
		held = !submit(&c, handle);
	else if (!strcmp(argv[1], "map"))
		held = gem_map(c.fd, handle, SIZE);
	else
		held = !gem_export(c.fd, handle, &dmabuf);
	if (!held)
		return 1;
	if (strcmp(argv[1], "open"))
		client_close(&c);
	puts("held");
	fflush(stdout);
	pause();
	return 0;
}
