/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Draws of R6xx/R7xx to a small linear target, with all state that they use and no flush: programs in
 * a page of a buffer, a rectangle from the square between 0 and 1.
 */
#ifndef DRAWING_H
#define DRAWING_H

#include "shader.h"
#include "stream.h"

#define DRAWING_EDGE		64u	/* pixels of the target, 8_8_8_8 */
#define DRAWING_BYTES		(DRAWING_EDGE * DRAWING_EDGE * 4)

/* Where programs are: the vertex program first */
#define DRAWING_PS		0x400
#define DRAWING_FS		0x800

#define DRAWING_POINTS		1u
#define DRAWING_TRIANGLES	4u
#define DRAWING_RECTANGLES	17u

void drawing_set(struct stream *s, uint32_t reg, uint32_t value);
void drawing_set_float(struct stream *s, uint32_t reg, float value);
void drawing_set_address(struct stream *s, uint32_t reg, uint32_t bo, uint32_t offset, uint32_t domain, uint32_t write);
/* State of a draw of @type to @edge x @edge pixels of a target in @domain; programs are in the GTT */
void drawing_state(struct stream *s, uint32_t type, uint32_t edge, uint32_t target, uint32_t programs,
		   uint32_t domain);
/* Texture 0 is like the target; beside it there is a border of the register's colour. */
void drawing_texture(struct stream *s, uint32_t bo, uint32_t domain);
void drawing_draw(struct stream *s, uint32_t count, uint32_t instances);

/* Begins a program for this card's chip. */
void drawing_program(struct shader *s, uint32_t cfs);
/* Writes a program to a buffer's first page: 0 or -errno */
int drawing_store(int fd, uint32_t bo, uint32_t offset, const struct shader *s);
/* Programs of corners of the square, and of pixels of one colour: 0 or -errno */
int drawing_programs(int fd, uint32_t bo, const uint32_t color[4]);

/* Pixels of @color, if all others are 0; otherwise -1 */
int drawing_count(const uint32_t *pixels, uint32_t color);

#endif /* DRAWING_H */
