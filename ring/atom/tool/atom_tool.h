/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The atom tool: interfaces between its files.
 */
#ifndef ATOM_TOOL_H
#define ATOM_TOOL_H

#include "rcp_atom_op.h"

/* Exit codes. */
enum {
	ATOM_GOOD,
	ATOM_BROKEN,	/* the image or one of its tables is broken */
	ATOM_MISUSED,	/* wrong arguments, or a file that cannot be read */
	ATOM_UNANSWERED, /* a run that polls without end, for hardware that is not there */
};

/*
 * Read a file, or standard input for "-".  The caller frees the memory.  Returns NULL after it
 * has printed an error.
 */
u8 *atom_file(const char *path, size_t *size);

/* The generation whose tables have other names than those before it. */
#define ATOM_LATER	"Vega or later"

/* Name an option ROM without tables of AMD's; the generation of one with them. */
bool atom_foreign(const u8 *bytes, size_t size);
const char *atom_generation(const struct rcp_atom_image *image, bool *same);
/* Print the data that a driver reads and the list of tables; a command table; a data table. */
int atom_overview(const struct rcp_atom_image *image);
int atom_command(const struct rcp_atom_image *image, u32 number);
int atom_data(const struct rcp_atom_image *image, u32 number);
/* Run a table on simulated registers, and print its accesses. */
int atom_trace(const struct rcp_atom_image *image, u32 number, u32 seed, u32 *params,
	       u32 nparams);

/* Test whether all code that a run of a command table can reach decodes and is in it. */
bool atom_code_is_good(const struct rcp_atom_image *image, u32 number, struct rcp_atom_why *why);

#endif /* ATOM_TOOL_H */
