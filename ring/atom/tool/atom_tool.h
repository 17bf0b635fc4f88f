/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The atom tool: what its parts offer each other.
 */
#ifndef ATOM_TOOL_H
#define ATOM_TOOL_H

#include "rcp_atom_op.h"

/* Ends of the program. */
enum {
	ATOM_GOOD,
	ATOM_BROKEN,	/* the image, or a table of it */
	ATOM_MISUSED,	/* arguments, or a file that cannot be read */
};

/* A file, or standard input for "-"; NULL after a message.  The caller frees it. */
u8 *atom_file(const char *path, size_t *size);

/* What a driver reads from an image, and its tables. */
int atom_overview(const struct rcp_atom_image *image);
int atom_command(const struct rcp_atom_image *image, u32 number);
int atom_data(const struct rcp_atom_image *image, u32 number);
/* Runs a table on a card of made-up registers and prints its accesses. */
int atom_trace(const struct rcp_atom_image *image, u32 number, u32 seed, u32 *params,
	       u32 nparams);

/* Does the table's code decode from its start to its end? */
bool atom_code_is_good(const struct rcp_atom_image *image, u32 number, struct rcp_atom_why *why);

#endif /* ATOM_TOOL_H */
