/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the parts of mesafuzz: random numbers, the state so far, and textures.
 */
#ifndef MESAFUZZ_H
#define MESAFUZZ_H

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdbool.h>
#include <stdint.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define MAX_TEXTURES	6
#define MAX_TARGETS	4
/* Texels of the largest image; more would take too long */
#define MAX_TEXELS	(1 << 20)

/**
 * struct sofar - state that survives a crash of Mesa
 * @story: the parts of the present program
 * @done: programs that have ended, and the one that died
 * @asked: framebuffers
 * @complete: framebuffers that GL accepted
 * @bad: programs with a refused submission
 * @refused: submissions that the driver refused
 */
extern struct sofar {
	char story[4096];
	unsigned long done, asked, complete, bad;
	uint64_t refused;
} *sofar;

/* The context is one of GL 2.1, with GLSL 1.20. */
extern bool gl2;

/* mesafuzz_program.c: a program depends on the seed alone. */
void run_program(uint64_t seed);
/* To be called once in a process, before its first program */
void fill_buffers(void);

/* mesafuzz_random.c */
void seed_random(uint64_t seed);
/* A number less than @n; true once in @n times */
unsigned int below(unsigned int n);
bool one_in(unsigned int n);
/* A size where rounding matters */
int any_size(void);
/* Adds to the story. */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* mesafuzz_textures.c */
enum { COLOR = 1, DEPTH = 2, STENCIL = 4, INT = 8, UINT = 16, BLOCKS = 32, NO_VOLUME = 64 };

/**
 * struct format - what GL calls internal format
 * @gl: its number
 * @name: and its name
 * @kind: COLOR if it can be drawn to, and so on
 */
struct format {
	GLenum gl;
	const char *name;
	unsigned int kind;
};

/**
 * struct kind - a kind of texture
 * @fetch: how a shader reads a texel of it, at vec4 c
 * @fetch2: the same in GLSL 1.20, or NULL
 * @storage: dimensions that glTexStorage*() takes, 0 for one that it does not make
 */
struct kind {
	GLenum gl;
	const char *name;
	const char *sampler;
	const char *fetch;
	const char *fetch2;
	int storage;
};

extern struct texture {
	const struct kind *kind;
	const struct format *format;
	GLuint name, buffer;
	int width, height, depth, levels, samples;
} textures[MAX_TEXTURES];
extern int ntextures;

struct texture *any_texture(void);
bool oblong_faces(const struct texture *t);
void make_texture(struct texture *t);
/* How pixels of a format are handed over */
GLenum pixels_of(const struct format *format, GLenum *type);
/* Framebuffers of levels and layers of textures, or of new textures */
GLuint make_framebuffer(GLenum target);

#endif /* MESAFUZZ_H */
