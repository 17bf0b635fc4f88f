/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs for the shaders of a recorded frame, whose contents were not recorded.
 *
 * Zeros are no program: a card that executes them never ends.  The programs here draw: a vertex is a
 * corner of a small box by its index, a geometry shader makes a triangle of each primitive, and a
 * pixel is (0.5, 1, 0.5, 1).  They use register 0 alone, which every shader of a frame has.
 */
#ifndef R6CS_SHADERS_H
#define R6CS_SHADERS_H

#include "r6cs.h"

/**
 * struct r6cs_drawn - result of the draws of a frame
 * @left: one has a shader without a program here
 * @target: the buffer that the first draw with a colour target draws to; -1: none
 */
struct r6cs_drawn {
	bool left;
	int target;
};

/**
 * shaders_write() - write programs into the buffers that the frame names for shaders
 * @fd: the device
 * @f: the frame
 * @handles: its buffers on the device
 * @drawn: filled
 *
 * Return: 0 or a negative errno of the mapping of a buffer.
 */
int shaders_write(int fd, const struct r6cs_frame *f, const uint32_t *handles, struct r6cs_drawn *drawn);

#endif /* R6CS_SHADERS_H */
