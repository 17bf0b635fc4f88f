/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of ioctls and their arguments, for `ioctls`.
 *
 * A call has one good argument, made by @prepare, and fields.  Each value of each field is
 * a case, in which all other fields stay good.
 */
#ifndef IOCTLS_H
#define IOCTLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client.h"

#define RIG_ARG_BYTES		64
#define RIG_BUFFER		65536	/* bytes of each of the client's buffers */
#define RIG_GTT			1	/* handles of the client's buffers */
#define RIG_VRAM		2
#define RIG_FOREIGN		4	/* of the other client, which has one more */
#define RIG_IB_DW		16

/* Values that are known only when the program runs. */
#define VALUE_EDGE4		0x7ed9e00000000004ull	/* 4 bytes before the end of memory */
#define VALUE_EDGE8		0x7ed9e00000000008ull
#define VALUE_EXPORTED		0x7ed9e00000000010ull	/* dma-buf of the client's own buffer */
#define VALUE_EXPORTED_OTHER	0x7ed9e00000000011ull	/* of the other client's */
#define VALUE_NULL_FD		0x7ed9e00000000012ull	/* /dev/null */
#define VALUE_FLINKED		0x7ed9e00000000013ull	/* name of the client's own buffer */
#define VALUE_MEMORY		0x7ed9e00000000014ull	/* of the process */

/**
 * struct rig - the objects of one case
 * @arg: the ioctl's argument
 * @value: the output of INFO
 * @fd: the client
 * @chunk_ptr: with the members after it: the chunks of a submission and their data
 * @ib: the stream, which continues after the rig with fillers
 */
struct rig {
	uint8_t arg[RIG_ARG_BYTES] __attribute__((aligned(8)));
	uint8_t value[128] __attribute__((aligned(8)));
	uint64_t chunk_ptr[20];
	struct drm_radeon_cs_chunk chunk[4];
	struct drm_radeon_cs_reloc reloc[2];
	uint32_t flags[4];
	int fd;
	uint32_t ib[RIG_IB_DW];
};

enum field_kind {
	FIELD_PLAIN,
	FIELD_ADDRESS,		/* what comes back differs from run to run */
};

/**
 * struct field - a member of the argument, or of a struct that the argument points to
 * @name: as the cases are called
 * @at: offset in struct rig
 * @size: bytes
 * @kind: how it is printed when the call has changed it
 * @values: the values of the cases
 * @n: number of values
 * @fatal: number of values at the end that other drivers do not survive
 */
struct field {
	const char *name;
	size_t at;
	size_t size;
	enum field_kind kind;
	const uint64_t *values;
	size_t n;
	size_t fatal;
};

/**
 * struct call - an ioctl
 * @name: as the cases are called
 * @request: its number
 * @primary: also called on the primary node
 * @prepare: makes a good argument of zeros; may be NULL
 * @after: prints more results; may be NULL
 * @fields: the members; ends with one without a name
 */
struct call {
	const char *name;
	unsigned long request;
	bool primary;
	void (*prepare)(struct rig *rig);
	void (*after)(struct rig *rig, int err);
	const struct field *fields;
};

extern const struct call calls[];
extern const size_t ncalls;

#endif /* IOCTLS_H */
