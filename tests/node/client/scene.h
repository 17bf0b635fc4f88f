/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scenes for comparisons of pictures: each draws into a framebuffer object of SCENE_SIZE pixels a side
 * with RGBA8 and depth and stencil, in an OpenGL 3.3 core context, or one of the compatibility
 * profile.  Only what OpenGL defines is drawn: no unwritten texels, no varying rules of rasterization
 * beyond edges.
 */
#ifndef SCENE_H
#define SCENE_H

#include <stdbool.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#define SCENE_SIZE	128

struct scene {
	const char *name;
	bool compat;
	void (*draw)(void);
};

extern const struct scene core_scenes[], compat_scenes[];	/* both end with a name of NULL */

/* A program; the shaders get "#version 330".  Ends the process with a line if it does not link. */
GLuint scene_program(const char *vertex, const char *geometry, const char *fragment);
/* A vertex buffer of floats for attribute 0, @n components each. */
void scene_vertices(const float *data, int count, int n);
/* Attribute 1. */
void scene_colors(const float *data, int count, int n);
/* A rectangle over the whole target, as a strip; attribute 0 goes from -1 to 1. */
void scene_fill(void);
/* A texture of noise without smooth parts. */
GLuint scene_texture(GLenum target, GLint format, int size, bool mipmaps);

#define UNIFORM(program, name)	glGetUniformLocation(program, name)

#endif
