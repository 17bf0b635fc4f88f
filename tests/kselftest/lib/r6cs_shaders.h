/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs for the shaders of a recorded frame, whose contents were not recorded.
 *
 * A real card would execute zeros and never end.  The programs here make the exports that
 * the state announces, all from register 0, so that each primitive is degenerate and no
 * pixel is drawn.  The emulated card does not execute them.
 */
#ifndef R6CS_SHADERS_H
#define R6CS_SHADERS_H

#include "r6cs.h"

/**
 * shaders_write() - write programs into the buffers that the frame names for shaders
 * @fd: the device
 * @f: the frame
 * @handles: its buffers on the device
 * @left: set to whether a draw has a shader without a program here (a geometry shader)
 *
 * Return: 0 or a negative errno of the mapping of a buffer.
 */
int shaders_write(int fd, const struct r6cs_frame *f, const uint32_t *handles, bool *left);

#endif /* R6CS_SHADERS_H */
