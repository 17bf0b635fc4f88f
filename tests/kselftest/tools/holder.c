// SPDX-License-Identifier: GPL-2.0
/*
 * Holds a card without an open file of its node, until it is killed.  Works on rcp and on
 * radeon.ko.
 *
 *	holder map|export
 *
 * map: a buffer is mapped.  export: a DMA-buf is open.  Prints a line when the node is closed.
 */
#include "client.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SIZE	4096

int main(int argc, char **argv)
{
	struct client c;
	uint32_t handle;
	int dmabuf;
	bool held;

	if (argc != 2 || client_open(&c) || gem_create(c.fd, SIZE, 0, RADEON_GEM_DOMAIN_GTT, 0, &handle))
		return 1;
	if (!strcmp(argv[1], "map"))
		held = gem_map(c.fd, handle, SIZE);
	else
		held = !gem_export(c.fd, handle, &dmabuf);
	if (!held)
		return 1;
	client_close(&c);
	puts("held");
	fflush(stdout);
	pause();
	return 0;
}
