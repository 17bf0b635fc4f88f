/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recorded streams (.r6cs) as they are in a file: the head, in version 2 a second head, then
 * buffers, relocations, in version 2 the mappings and the stream of the constant engine, and the
 * stream.  All of it is little-endian, and so are the machines that read it.
 *
 * r6cs_split() is the only reader of this layout outside of the oracle, which has its own:
 * the tool, the fuzzers and the kselftests build on it.  What the values mean is theirs.
 */
#ifndef R6CS_FILE_H
#define R6CS_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Room for the longest error message, with its NUL. */
#define R6CS_ERROR 256

struct r6cs_file_head {
	char magic[4];
	uint32_t version;
	char chip[16];
	uint32_t ring;
	uint32_t cs_flags;
	uint32_t ib_dw;
	uint32_t nreloc;
	uint32_t nbo;
	uint32_t reserved;
};

/* A buffer as the client created it: bytes, RADEON_GEM_DOMAIN_*, RADEON_TILING_*, bytes. */
struct r6cs_file_bo {
	uint64_t size;
	uint32_t domain;
	uint32_t tiling;
	uint32_t pitch;
	uint32_t reserved;
};

/* An entry of the relocation list; @bo is the index of its buffer. */
struct r6cs_file_reloc {
	uint32_t bo;
	uint32_t read_domains;
	uint32_t write_domain;
	uint32_t flags;
};

/* Version 2: after the head. */
struct r6cs_file_head2 {
	uint32_t const_dw;
	uint32_t nva;
	uint32_t priority;
	uint32_t reserved;
};

/* Version 2: a part of the client's address space; @bo: R6CS_UNLISTED if no relocation has it. */
struct r6cs_file_va {
	uint64_t va;
	uint64_t size;
	uint32_t bo;
	uint32_t flags;
};

#define R6CS_UNLISTED	0xffffffffu

/**
 * struct r6cs_file - the parts of a file
 * @head: its head
 * @more: the second head, zero in version 1
 * @bos: buffers, struct r6cs_file_bo
 * @relocs: relocations, struct r6cs_file_reloc
 * @maps: mappings, struct r6cs_file_va
 * @const_ib: the stream of the constant engine
 * @ib: the stream
 *
 * The pointers are aligned to 4 bytes if the file is.
 */
struct r6cs_file {
	struct r6cs_file_head head;
	struct r6cs_file_head2 more;
	const uint8_t *bos;
	const uint8_t *relocs;
	const uint8_t *maps;
	const uint8_t *const_ib;
	const uint8_t *ib;
};

int r6cs_err(char *error, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int r6cs_read_head(struct r6cs_file *f, const void *data, size_t size, char *error);
int r6cs_split(struct r6cs_file *f, const void *data, size_t size, uint32_t newest,
	       char *error);
struct r6cs_file_bo r6cs_bo_at(const struct r6cs_file *f, uint32_t i);
struct r6cs_file_reloc r6cs_reloc_at(const struct r6cs_file *f, uint32_t i);
struct r6cs_file_va r6cs_va_at(const struct r6cs_file *f, uint32_t i);

#endif /* R6CS_FILE_H */
