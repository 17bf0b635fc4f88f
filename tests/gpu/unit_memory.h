/* SPDX-License-Identifier: GPL-2.0 */
/* One buffer of random bytes as the machine's memory, with nothing around it. */
#ifndef GPU_UNIT_MEMORY_H
#define GPU_UNIT_MEMORY_H

#include "mem.h"

/**
 * struct unit_memory - a host with one buffer
 * @mem: the machine's access
 * @base: GPU address of the buffer
 * @size: its bytes
 * @page: if not 0, spans are this many bytes
 * @bytes: its contents; a malloc of its own, so that ASan sees accesses around it
 * @faults: accesses outside
 * @last: the message of the last fault
 */
struct unit_memory {
	struct gpu_mem mem;
	uint64_t base, size, page;
	uint8_t *bytes;
	unsigned int faults;
	char last[160];
};

struct unit_memory *unit_memory(uint64_t base, uint64_t size);
void unit_memory_free(struct unit_memory *m);
uint32_t unit_dword(const struct unit_memory *m, uint64_t offset);

#endif
