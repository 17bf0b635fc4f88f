/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An image of any bytes and any size, up to the largest that the source takes.
 */
#ifndef IMAGE_H
#define IMAGE_H

#include "../proof.h"
#include "../../../ring/atom/rcp_atom_read.h"

#define MOST_BYTES	(1u << 20)

/* What image.c proves of an image after rcp_atom_parse(). */
static inline bool lists_are_inside(const struct rcp_atom_image *image)
{
	return image->header <= 0xffff &&
	       (!image->ncommands || image->commands + 4 + 2 * image->ncommands <= image->size) &&
	       (!image->ndata || image->data + 4 + 2 * image->ndata <= image->size) &&
	       image->commands <= 0xffff && image->data <= 0xffff && image->ncommands <= 0x7fff &&
	       image->ndata <= 0x7fff;
}

/* An image of any bytes and any size. */
static inline void any_image(struct rcp_atom_image *image)
{
	u8 *bytes;

	ASSUME(image->size <= MOST_BYTES);
	ANY_LIST(bytes, u8, image->size);
	image->bytes = bytes;
}

/* What image.c proves of a table that it has found. */
static inline bool table_is_inside(const struct rcp_atom_image *image,
				   const struct rcp_atom_table *table)
{
	return table->start && table->size >= 4 && table->size <= image->size &&
	       table->start <= image->size - table->size;
}

#endif /* IMAGE_H */
