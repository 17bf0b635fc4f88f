// SPDX-License-Identifier: GPL-2.0
/*
 * Time that a client waits for a hung submission until the driver signals its fence:
 *
 *	hang
 *
 * Prints "hang NAME MS", by the guest's clock.  The drivers are loaded with a timeout of a
 * second.  A client of rcp only waits, because the driver resets the card by itself.
 */
#include "client.h"
#include "kernel.h"
#include "stream.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
	static struct stream s;
	struct client c;
	uint32_t handle, before = 0, after = 0;
	uint64_t start;
	int waited, ret = client_open(&c);

	if (!ret)
		ret = gem_create(c.fd, 4096, 4096, RADEON_GEM_DOMAIN_GTT, 0, &handle);
	if (ret) {
		fprintf(stderr, "hang: %s\n", strerror(-ret));
		return 1;
	}
	client_info_u32(c.fd, RADEON_INFO_GPU_RESET_COUNTER, &before);
	stream_init(&s);
	stream_wait_mem(&s, handle, RADEON_GEM_DOMAIN_GTT, 0, 0x12345678);
	start = now_ns();
	ret = stream_submit(&s, c.fd, NULL);
	waited = ret ? ret : gem_wait(c.fd, handle);
	printf("hang %s %.1f\n", c.rcp ? "rcp" : "radeon", (now_ns() - start) / 1e6);
	client_info_u32(c.fd, RADEON_INFO_GPU_RESET_COUNTER, &after);
	printf("# submission %d, wait %d, resets %u\n", ret, waited, after - before);
	client_close(&c);
	return ret || after == before;
}
