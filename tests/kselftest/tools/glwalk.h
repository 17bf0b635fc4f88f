/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the parts of glwalk: the list of settings, and what is drawn with them.
 */
#ifndef GLWALK_H
#define GLWALK_H

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdbool.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* What a setting is drawn with. */
enum { TRIANGLES, POINTS, LINES, NOTHING };

/**
 * struct walk - settings of one kind
 * @name: their name
 * @count: how many there are
 * @set: makes setting @n; false if this GL does not have it
 * @reset: undoes any of them, NULL: set(0) does
 * @shape: what is drawn
 */
struct walk {
	const char *name;
	unsigned int count;
	bool (*set)(unsigned int n);
	void (*reset)(void);
	int shape;
};

extern const struct walk raster_walks[], texture_walks[];
extern const unsigned int n_raster_walks, n_texture_walks;

/* The texture that draws read, and the framebuffer that they write; both by name. */
extern GLuint texture, framebuffer;
/* GL of 2.1, as on R5xx. */
extern bool old_gl;

void draw_shape(int shape);
void make_texture(GLenum target, GLint internal, GLenum format, GLenum type);
bool use_target(GLenum internal, GLenum depth, int samples);

#endif /* GLWALK_H */
