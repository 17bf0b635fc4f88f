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

#include "r6cs_replay.h"

/**
 * shaders_write() - write programs into the buffers that the frame names for shaders
 * @r: a prepared frame
 * @left: set to whether a draw has a shader without a program here (a geometry shader)
 *
 * Return: 0 or a negative errno of the mapping of a buffer.
 */
int shaders_write(const struct replay *r, bool *left);

#endif /* R6CS_SHADERS_H */
