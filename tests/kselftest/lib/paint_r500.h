/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Streams of R5xx that paint rectangles of one colour.  All registers that keep what earlier clients, or the power-on, have
 * left are set.
 */
#ifndef PAINT_R500_H
#define PAINT_R500_H

#include "client.h"
#include "stream.h"

#define PAINT_SIDE	64u
#define PAINT_BYTES	(PAINT_SIDE * PAINT_SIDE * 4 * 4)	/* four samples of four bytes */

/* ZFUNC */
#define LESS		1u
#define GREATER		5u
#define ALWAYS		7u
/* ZB_BW_CNTL */
#define HIZ		1u
#define HIZ_MIN		2u
#define FAST_FILL	4u
#define RD_COMP		8u

#define RED		0xffff0000u
#define GREEN		0xff00ff00u
#define BLUE		0xff0000ffu

/* A client, and its targets: @color is cleared to 0, and so is @depth */
struct painter {
	struct client c;
	uint32_t color, depth, out;
	uint32_t *pixels, *deep, *resolved;
};

int paint_open(struct painter *p);
void paint_close(struct painter *p);

/* A program that writes constant 0, vertices in pixels, and a target of @samples */
void paint_begin(struct stream *s, const struct painter *p, uint32_t samples);
/* Colour and depth go to memory, and their caches are empty. */
void paint_flush(struct stream *s);
/* The depth buffer, with the features of ZB_BW_CNTL and the depth of a cleared block; after a draw, a flush comes first */
void paint_depth(struct stream *s, const struct painter *p, uint32_t func, uint32_t bw, float cleared);
/* Columns from @x0 to before @x1 at a depth */
void paint_rectangle(struct stream *s, uint32_t x0, uint32_t x1, float z, uint32_t color);
/* Ends the stream, without a flush, and waits for it: 0 or -errno */
int paint_end(struct stream *s, const struct painter *p);
/* How many pixels of some columns differ from a colour */
uint32_t paint_wrong(const uint32_t *pixels, uint32_t x0, uint32_t x1, uint32_t color);

#endif
