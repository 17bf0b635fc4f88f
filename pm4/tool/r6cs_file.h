/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Layout of recorded streams (.r6cs): the head, in version 2 a second head, then buffers,
 * relocations, in version 2 the mappings and the stream of the constant engine, and the stream.
 * All of it is little-endian.
 */
#ifndef R6CS_FILE_H
#define R6CS_FILE_H

#include "tool.h"

struct r6cs_file_head {
	char magic[4];
	u32 version;
	char chip[16];
	u32 ring;
	u32 cs_flags;
	u32 ib_dw;
	u32 nreloc;
	u32 nbo;
	u32 reserved;
};

struct r6cs_file_bo {
	u64 size;
	u32 initial_domain;
	u32 tiling;
	u32 pitch;
	u32 reserved;
};

struct r6cs_file_reloc {
	u32 bo;
	u32 read_domains;
	u32 write_domain;
	u32 flags;
};

/* Version 2: after the head. */
struct r6cs_file_head2 {
	u32 const_dw;
	u32 nva;
	u32 priority;
	u32 reserved;
};

/* Version 2: a part of the client's address space; @bo: R6CS_UNLISTED if no relocation has it. */
struct r6cs_file_va {
	u64 va;
	u64 size;
	u32 bo;
	u32 flags;
};

#define R6CS_UNLISTED	0xffffffffu

bool r6cs_has_map(const struct r6cs_file_head *h, struct pm4_card *card);
int r6cs_parse_map(const void *data, size_t size, struct r6cs *cs, char *error);

#endif /* R6CS_FILE_H */
