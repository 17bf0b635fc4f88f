// SPDX-License-Identifier: GPL-2.0
/*
 * Random GL programs through unmodified Mesa, from inside the VM.
 *
 * Each makes textures of all kinds, formats and sizes, framebuffers of some of their
 * levels and layers, shaders that read others, and draws, clears, blits, copies, reads
 * back and feeds back with them.  To GL all of it is right, so nothing may be refused: a
 * refusal is a size rule that is too strict, or something of Mesa's that nobody thought of.
 *
 * It has found something when the driver's count of refusals grows: then it says what the
 * program consisted of and what the verdict was.  Mesa reads vertices that are not there
 * where it converts them itself, and may die of that: this is said, and the next program
 * has a process of its own.  Prints TAP.
 *
 * usage: mesafuzz [-s SEED] [-t SECONDS] [-n PROGRAMS]
 *   100 programs, if it says neither how many nor how long.  Program number SEED + N is
 *   the same however it was reached.
 */
#define GL_GLEXT_PROTOTYPES
#include "client.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define MAX_TEXTURES	6
#define MAX_TARGETS	4
/* Texels of the largest image: there is no time for more. */
#define MAX_TEXELS	(1 << 20)
#define VERTEX_WORDS	(1 << 16)
#define INDEX_WORDS	10000
/* No index has this value but to restart a primitive. */
#define RESTART		199

/* --- chance, and what it made */

static uint64_t state;

/**
 * struct sofar - what outlives a process that Mesa takes with it
 * @story: what the present program consists of
 * @done: programs that have ended, and the one that died
 * @asked: framebuffers
 * @complete: those of them that GL took
 * @bad: programs that had something refused
 * @refused: what the driver has refused
 */
static struct sofar {
	char story[4096];
	unsigned long done, asked, complete, bad;
	uint64_t refused;
} *sofar;

static unsigned int below(unsigned int n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % n;
}

static bool one_in(unsigned int n)
{
	return !below(n);
}

static void __attribute__((format(printf, 1, 2))) tell(const char *format, ...)
{
	size_t n = strlen(sofar->story);
	va_list args;

	va_start(args, format);
	vsnprintf(sofar->story + n, sizeof(sofar->story) - n, format, args);
	va_end(args);
}

/* Sizes where rounding matters: small ones, powers of two, and right behind them. */
static int any_size(void)
{
	switch (below(8)) {
	case 0:
		return 1 + below(8);
	case 1:
		return 1 << below(9);
	case 2:
		return (1 << below(9)) + 1;
	case 3:
		return 1 + below(1000);
	case 4:
		return 1 + below(one_in(20) ? 4096 : 64);
	default:
		return 1 + below(128);
	}
}

static void toggle(GLenum what)
{
	if (one_in(2))
		glEnable(what);
	else
		glDisable(what);
}

/* --- textures */

enum { COLOR = 1, DEPTH = 2, STENCIL = 4, INT = 8, UINT = 16, BLOCKS = 32, NO_VOLUME = 64 };

#define F(name, kind) { GL_##name, #name, kind }
static const struct format {
	GLenum gl;
	const char *name;
	unsigned int kind;
} formats[] = {
	F(R8, COLOR), F(R8_SNORM, COLOR), F(R16, COLOR), F(R16F, COLOR), F(R32F, COLOR),
	F(R8I, COLOR | INT), F(R16UI, COLOR | UINT), F(R32I, COLOR | INT),
	F(RG8, COLOR), F(RG16, COLOR), F(RG16F, COLOR), F(RG32F, COLOR),
	F(RG8I, COLOR | INT), F(RG16UI, COLOR | UINT), F(RG32UI, COLOR | UINT),
	F(RGB8, COLOR), F(SRGB8, COLOR), F(RGB16F, COLOR), F(RGB32F, COLOR), F(RGB16I, INT),
	F(RGB32UI, UINT), F(RGB9_E5, 0), F(R11F_G11F_B10F, COLOR), F(RGB565, COLOR),
	F(RGB5_A1, COLOR), F(RGBA4, COLOR), F(R3_G3_B2, COLOR),
	F(RGBA8, COLOR), F(RGBA8, COLOR), F(RGBA8, COLOR), F(RGBA8_SNORM, COLOR),
	F(SRGB8_ALPHA8, COLOR), F(RGBA16, COLOR), F(RGBA16F, COLOR), F(RGBA32F, COLOR),
	F(RGB10_A2, COLOR), F(RGB10_A2UI, COLOR | UINT), F(RGBA8I, COLOR | INT),
	F(RGBA16I, COLOR | INT), F(RGBA32UI, COLOR | UINT), F(RGBA32I, COLOR | INT),
	F(DEPTH_COMPONENT16, DEPTH | NO_VOLUME), F(DEPTH_COMPONENT24, DEPTH | NO_VOLUME),
	F(DEPTH_COMPONENT32F, DEPTH | NO_VOLUME),
	F(DEPTH24_STENCIL8, DEPTH | STENCIL | NO_VOLUME),
	F(DEPTH32F_STENCIL8, DEPTH | STENCIL | NO_VOLUME),
	F(COMPRESSED_RED_RGTC1, BLOCKS | NO_VOLUME), F(COMPRESSED_RG_RGTC2, BLOCKS | NO_VOLUME),
	F(COMPRESSED_RGB_S3TC_DXT1_EXT, BLOCKS | NO_VOLUME),
	F(COMPRESSED_RGBA_S3TC_DXT5_EXT, BLOCKS | NO_VOLUME),
};

#undef F

/**
 * struct kind - a kind of texture
 * @fetch: how a shader reads a texel of it, at vec4 c
 * @storage: dimensions that glTexStorage*() takes, 0 for one that it does not make
 */
static const struct kind {
	GLenum gl;
	const char *name;
	const char *sampler;
	const char *fetch;
	int storage;
} kinds[] = {
	{ GL_TEXTURE_2D, "2D", "sampler2D", "texture(%s, c.xy)", 2 },
	{ GL_TEXTURE_3D, "3D", "sampler3D", "texture(%s, c.xyz)", 3 },
	{ GL_TEXTURE_CUBE_MAP, "cube", "samplerCube", "texture(%s, c.xyz)", 2 },
	{ GL_TEXTURE_2D_ARRAY, "2D array", "sampler2DArray", "texture(%s, c.xyz)", 3 },
	{ GL_TEXTURE_1D, "1D", "sampler1D", "texture(%s, c.x)", 1 },
	{ GL_TEXTURE_1D_ARRAY, "1D array", "sampler1DArray", "texture(%s, c.xy)", 2 },
	{ GL_TEXTURE_RECTANGLE, "rectangle", "sampler2DRect", "texture(%s, c.xy)", 0 },
	{ GL_TEXTURE_BUFFER, "buffer", "samplerBuffer", "texelFetch(%s, int(c.x))", 0 },
	{ GL_TEXTURE_2D_MULTISAMPLE, "multisample", "sampler2DMS",
	  "texelFetch(%s, ivec2(c.xy), 0)", 0 },
	{ GL_TEXTURE_2D_MULTISAMPLE_ARRAY, "multisample array", "sampler2DMSArray",
	  "texelFetch(%s, ivec3(c.xyz), 0)", 0 },
};

static struct texture {
	const struct kind *kind;
	const struct format *format;
	GLuint name, buffer;
	int width, height, depth, levels, samples;
} textures[MAX_TEXTURES];
static int ntextures;

static struct texture *any_texture(void)
{
	return &textures[below(ntextures)];
}

static bool can_be(GLenum gl, unsigned int kind)
{
	switch (gl) {
	case GL_TEXTURE_3D:
		return !(kind & NO_VOLUME);
	case GL_TEXTURE_BUFFER:
		return !(kind & (BLOCKS | DEPTH));
	case GL_TEXTURE_1D:
	case GL_TEXTURE_1D_ARRAY:
	case GL_TEXTURE_RECTANGLE:
		return !(kind & BLOCKS);
	case GL_TEXTURE_2D_MULTISAMPLE:
	case GL_TEXTURE_2D_MULTISAMPLE_ARRAY:
		return kind & (COLOR | DEPTH);
	}
	return true;
}

/* How pixels of a format are handed over. */
static GLenum pixels_of(const struct format *format, GLenum *type)
{
	*type = GL_FLOAT;
	if (format->kind & STENCIL) {
		*type = format->gl == GL_DEPTH24_STENCIL8 ? GL_UNSIGNED_INT_24_8 :
							    GL_FLOAT_32_UNSIGNED_INT_24_8_REV;
		return GL_DEPTH_STENCIL;
	}
	if (format->kind & DEPTH)
		return GL_DEPTH_COMPONENT;
	if (format->kind & (INT | UINT)) {
		*type = format->kind & INT ? GL_INT : GL_UNSIGNED_INT;
		return GL_RGBA_INTEGER;
	}
	*type = GL_UNSIGNED_BYTE;
	return GL_RGBA;
}

static void shape(struct texture *t)
{
	GLenum gl = t->kind->gl;
	int longest;

	t->width = any_size();
	t->height = gl == GL_TEXTURE_1D ? 1 : gl == GL_TEXTURE_1D_ARRAY ? 1 + (int)below(20) :
								       any_size();
	t->depth = t->kind->storage == 3 || gl == GL_TEXTURE_2D_MULTISAMPLE_ARRAY ?
		   1 + below(one_in(4) ? 40 : 7) : 1;
	if ((long)t->width * t->height > MAX_TEXELS)
		t->height = 1 + t->height % 256;
	if ((long)t->width * t->height * t->depth > MAX_TEXELS)
		t->depth = 1;
	if (gl == GL_TEXTURE_CUBE_MAP) {
		t->width = t->width > 400 ? 400 : t->width;
		t->height = t->width;
	}
	longest = t->width;
	if (gl != GL_TEXTURE_1D_ARRAY && t->height > longest)
		longest = t->height;
	if (gl == GL_TEXTURE_3D && t->depth > longest)
		longest = t->depth;
	for (t->levels = 1; longest >> t->levels; )
		t->levels++;
	if (one_in(3))
		t->levels = 1 + below(t->levels);
	if (!t->kind->storage)
		t->levels = 1;
}

/* All at once. */
static void store(const struct texture *t)
{
	GLenum gl = t->kind->gl, format = t->format->gl;

	if (t->kind->storage == 1)
		glTexStorage1D(gl, t->levels, format, t->width);
	else if (t->kind->storage == 2)
		glTexStorage2D(gl, t->levels, format, t->width, t->height);
	else
		glTexStorage3D(gl, t->levels, format, t->width, t->height, t->depth);
}

static int smaller(int size, int level)
{
	return size >> level ? size >> level : 1;
}

/* One level after another. */
static void store_level(const struct texture *t, int level)
{
	GLenum gl = t->kind->gl, type, pixels = pixels_of(t->format, &type);
	int w = smaller(t->width, level), h = smaller(t->height, level), face;

	if (gl == GL_TEXTURE_1D)
		glTexImage1D(gl, level, t->format->gl, w, 0, pixels, type, NULL);
	else if (gl == GL_TEXTURE_1D_ARRAY)
		glTexImage2D(gl, level, t->format->gl, w, t->height, 0, pixels, type, NULL);
	else if (gl == GL_TEXTURE_CUBE_MAP)
		for (face = 0; face < 6; face++)
			glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, level, t->format->gl,
				     w, h, 0, pixels, type, NULL);
	else if (t->kind->storage == 3)
		glTexImage3D(gl, level, t->format->gl, w, h,
			     gl == GL_TEXTURE_3D ? smaller(t->depth, level) : t->depth,
			     0, pixels, type, NULL);
	else
		glTexImage2D(gl, level, t->format->gl, w, h, 0, pixels, type, NULL);
}

static void parameters(const struct texture *t)
{
	bool exact = t->format->kind & (INT | UINT);
	GLenum gl = t->kind->gl;

	if (!t->kind->storage)
		return;
	if (one_in(2))
		glTexParameteri(gl, GL_TEXTURE_MIN_FILTER,
				exact ? GL_NEAREST_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR);
	else
		glTexParameteri(gl, GL_TEXTURE_MIN_FILTER, exact ? GL_NEAREST : GL_LINEAR);
	glTexParameteri(gl, GL_TEXTURE_MAG_FILTER, exact ? GL_NEAREST : GL_LINEAR);
	if (one_in(2))
		glTexParameteri(gl, GL_TEXTURE_BASE_LEVEL, below(t->levels));
	/* It may well lie before the first. */
	glTexParameteri(gl, GL_TEXTURE_MAX_LEVEL,
			one_in(2) ? t->levels - 1 : (int)below(t->levels + 2));
	if (t->format->kind & DEPTH && one_in(2))
		glTexParameteri(gl, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
	if (!(t->format->kind & (BLOCKS | DEPTH | INT | UINT)) && one_in(3))
		glGenerateMipmap(gl);
}

static void make_texture(struct texture *t)
{
	int level;

	memset(t, 0, sizeof(*t));
	t->kind = &kinds[below(one_in(3) ? ARRAY_SIZE(kinds) : 4)];
	do
		t->format = &formats[below(ARRAY_SIZE(formats))];
	while (!can_be(t->kind->gl, t->format->kind));
	shape(t);
	glGenTextures(1, &t->name);
	glBindTexture(t->kind->gl, t->name);
	if (t->kind->gl == GL_TEXTURE_BUFFER) {
		glGenBuffers(1, &t->buffer);
		glBindBuffer(GL_TEXTURE_BUFFER, t->buffer);
		glBufferData(GL_TEXTURE_BUFFER, 16 * t->width + below(100), NULL, GL_STATIC_DRAW);
		glTexBuffer(t->kind->gl, t->format->gl, t->buffer);
	} else if (t->kind->gl == GL_TEXTURE_2D_MULTISAMPLE) {
		t->samples = 1 << below(4);
		glTexImage2DMultisample(t->kind->gl, t->samples, t->format->gl, t->width,
					t->height, below(2));
	} else if (t->kind->gl == GL_TEXTURE_2D_MULTISAMPLE_ARRAY) {
		t->samples = 1 << below(4);
		t->depth = 1 + t->depth % 5;
		glTexImage3DMultisample(t->kind->gl, t->samples, t->format->gl, t->width,
					t->height, t->depth, below(2));
	} else if (t->kind->storage && one_in(2)) {
		store(t);
	} else {
		for (level = 0; level < t->levels; level++)
			store_level(t, level);
	}
	parameters(t);
	tell(" %s %s %d x %d x %d, %d levels, %d samples;", t->kind->name, t->format->name,
	     t->width, t->height, t->depth, t->levels, t->samples);
}

/* --- framebuffers */

static void attach(GLenum target, GLenum point, const struct texture *t)
{
	int level = one_in(3) ? (int)below(t->levels) : 0, layer;
	GLenum gl = t->kind->gl;

	if (gl == GL_TEXTURE_BUFFER)
		return;
	if (gl != GL_TEXTURE_1D && one_in(3)) {
		glFramebufferTexture(target, point, t->name, level);
		layer = -1;
	} else if (gl == GL_TEXTURE_1D) {
		glFramebufferTexture1D(target, point, gl, t->name, level);
		layer = 0;
	} else if (gl == GL_TEXTURE_CUBE_MAP) {
		layer = below(6);
		glFramebufferTexture2D(target, point, GL_TEXTURE_CUBE_MAP_POSITIVE_X + layer,
				       t->name, level);
	} else if (gl == GL_TEXTURE_1D_ARRAY || t->kind->storage == 3 ||
		   gl == GL_TEXTURE_2D_MULTISAMPLE_ARRAY) {
		layer = below(gl == GL_TEXTURE_1D_ARRAY ? t->height :
			      gl == GL_TEXTURE_3D ? smaller(t->depth, level) : t->depth);
		glFramebufferTextureLayer(target, point, t->name, level, layer);
	} else {
		glFramebufferTexture2D(target, point, gl, t->name, level);
		layer = 0;
	}
	tell(" %#x: texture %td level %d layer %d", point, t - textures, level, layer);
}

static void attach_new(GLenum target, GLenum point, GLenum format)
{
	int width = any_size(), height = any_size(), samples = one_in(2) ? 1 << below(4) : 0;
	GLuint name;

	glGenRenderbuffers(1, &name);
	glBindRenderbuffer(GL_RENDERBUFFER, name);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
	glFramebufferRenderbuffer(target, point, GL_RENDERBUFFER, name);
	/* It lives on as long as the framebuffer. */
	glBindRenderbuffer(GL_RENDERBUFFER, 0);
	tell(" %#x: format %#x %d x %d, %d samples", point, format, width, height, samples);
}

static GLuint make_framebuffer(GLenum target)
{
	static const GLenum depths[] = {
		GL_DEPTH24_STENCIL8, GL_DEPTH32F_STENCIL8, GL_DEPTH_COMPONENT16,
	};
	GLenum points[MAX_TARGETS], depth;
	int n = 1 + below(one_in(3) ? MAX_TARGETS : 1), i;
	const struct texture *t;
	const struct format *f;
	GLuint name;

	glGenFramebuffers(1, &name);
	glBindFramebuffer(target, name);
	for (i = 0; i < n; i++) {
		points[i] = GL_COLOR_ATTACHMENT0 + i;
		t = any_texture();
		if (t->format->kind & COLOR && !one_in(5)) {
			attach(target, points[i], t);
			continue;
		}
		do
			f = &formats[below(ARRAY_SIZE(formats))];
		while (!(f->kind & COLOR));
		attach_new(target, points[i], f->gl);
	}
	t = any_texture();
	depth = depths[below(ARRAY_SIZE(depths))];
	if (one_in(2) && t->format->kind & DEPTH)
		attach(target, t->format->kind & STENCIL ? GL_DEPTH_STENCIL_ATTACHMENT :
							   GL_DEPTH_ATTACHMENT, t);
	else if (one_in(2))
		attach_new(target, depth == GL_DEPTH_COMPONENT16 ? GL_DEPTH_ATTACHMENT :
								   GL_DEPTH_STENCIL_ATTACHMENT,
			   depth);
	if (target == GL_READ_FRAMEBUFFER)
		glReadBuffer(GL_COLOR_ATTACHMENT0);
	else
		glDrawBuffers(n, points);
	sofar->asked++;
	if (glCheckFramebufferStatus(target) == GL_FRAMEBUFFER_COMPLETE) {
		sofar->complete++;
		tell(" (complete);");
	}
	return name;
}

/* --- shaders */

static const char geometry[] =
	"#version 330\n"
	"layout(triangles) in;\n"
	"layout(triangle_strip, max_vertices = 6) out;\n"
	"in vec4 to_geometry[];\n"
	"out vec4 c;\n"
	"void main() {\n"
	"	for (int i = 0; i < 3; i++) {\n"
	"		gl_Position = gl_in[i].gl_Position;\n"
	"		gl_Layer = i;\n"
	"		c = to_geometry[i];\n"
	"		EmitVertex();\n"
	"	}\n"
	"	EndPrimitive();\n"
	"}\n";

static void add_shader(GLuint program, GLenum stage, const char *source)
{
	GLuint name = glCreateShader(stage);

	glShaderSource(name, 1, &source, NULL);
	glCompileShader(name);
	glAttachShader(program, name);
	glDeleteShader(name);
}

static void vertex_shader(GLuint program, bool layers, bool uniforms)
{
	const char *out = layers ? "to_geometry" : "c";
	char source[1024];
	FILE *f = fmemopen(source, sizeof(source), "w");

	fputs("#version 330\n", f);
	fputs("layout(location = 0) in vec4 place;\n", f);
	fputs("layout(location = 1) in vec4 more;\n", f);
	fputs("layout(location = 2) in ivec4 number;\n", f);
	fprintf(f, "out vec4 %s;\n", out);
	if (uniforms)
		fputs("layout(std140) uniform Block { vec4 block[200]; };\n", f);
	fputs("void main() {\n", f);
	fputs("	gl_Position = place;\n", f);
	if (!layers)
		fputs("	gl_PointSize = more.x;\n", f);
	fprintf(f, "	%s = more * vec4(number)%s;\n", out,
		uniforms ? " + block[gl_VertexID % 200]" : "");
	fputs("}\n", f);
	fclose(f);
	add_shader(program, GL_VERTEX_SHADER, source);
}

static void fragment_shader(GLuint program, int nsamplers, int outputs)
{
	char source[4096], name[8], fetch[64];
	FILE *f = fmemopen(source, sizeof(source), "w");
	int i;

	fputs("#version 330\n", f);
	fputs("in vec4 c;\n", f);
	for (i = 0; i < outputs; i++)
		fprintf(f, "layout(location = %d) out vec4 out%d;\n", i, i);
	for (i = 0; i < nsamplers; i++)
		fprintf(f, "uniform %s%s t%d;\n", textures[i].format->kind & INT ? "i" :
			textures[i].format->kind & UINT ? "u" : "", textures[i].kind->sampler, i);
	fputs("void main() {\n", f);
	fputs("	vec4 sum = c;\n", f);
	for (i = 0; i < nsamplers; i++) {
		snprintf(name, sizeof(name), "t%d", i);
		snprintf(fetch, sizeof(fetch), textures[i].kind->fetch, name);
		fprintf(f, "	sum += vec4(%s);\n", fetch);
	}
	if (one_in(4))
		fputs("	if (sum.x > 0.5) discard;\n", f);
	for (i = 0; i < outputs; i++)
		fprintf(f, "	out%d = sum * %d.0;\n", i, i + 1);
	fputs("}\n", f);
	fclose(f);
	add_shader(program, GL_FRAGMENT_SHADER, source);
}

/* A block of constants, or a part of a buffer as one. */
static GLuint make_block(GLuint program)
{
	int bytes = 16 * 200 + below(64), from = 256 * below(12);
	GLuint name;

	glGenBuffers(1, &name);
	glBindBuffer(GL_UNIFORM_BUFFER, name);
	glBufferData(GL_UNIFORM_BUFFER, bytes, NULL, GL_STATIC_DRAW);
	if (one_in(2))
		glBindBufferBase(GL_UNIFORM_BUFFER, 0, name);
	else
		glBindBufferRange(GL_UNIFORM_BUFFER, 0, name, from,
				  16 * (1 + below((bytes - from) / 16)));
	glUniformBlockBinding(program, 0, 0);
	return name;
}

/**
 * struct program - shaders, and what they need
 * @by_triangles: they take nothing but triangles
 */
struct program {
	GLuint name, block;
	bool by_triangles;
};

static void make_program(struct program *p, bool feedback)
{
	bool uniforms = one_in(3), layers = one_in(4);
	int nsamplers = one_in(5) ? 0 : 1 + below(ntextures), outputs = 1 + below(MAX_TARGETS), i;
	static const char * const fed_back[] = { "c", "gl_Position" };
	GLint linked = 0;
	char name[8];

	p->name = glCreateProgram();
	p->by_triangles = layers || feedback;
	vertex_shader(p->name, layers, uniforms);
	if (layers)
		add_shader(p->name, GL_GEOMETRY_SHADER, geometry);
	fragment_shader(p->name, nsamplers, outputs);
	if (feedback)
		glTransformFeedbackVaryings(p->name, 2, fed_back, one_in(2) ?
					    GL_INTERLEAVED_ATTRIBS : GL_SEPARATE_ATTRIBS);
	glLinkProgram(p->name);
	glGetProgramiv(p->name, GL_LINK_STATUS, &linked);
	if (!linked) {
		fprintf(stderr, "mesafuzz: shaders do not link\n");
		exit(1);
	}
	glUseProgram(p->name);
	for (i = 0; i < nsamplers; i++) {
		snprintf(name, sizeof(name), "t%d", i);
		glUniform1i(glGetUniformLocation(p->name, name), i);
		glActiveTexture(GL_TEXTURE0 + i);
		glBindTexture(textures[i].kind->gl, textures[i].name);
	}
	p->block = uniforms ? make_block(p->name) : 0;
	tell(" shaders read %d, write %d%s%s%s;", nsamplers, outputs, uniforms ? ", uniforms" : "",
	     layers ? ", layers" : "", feedback ? ", feedback" : "");
}

/* --- vertices and draws */

static uint32_t vertices[VERTEX_WORDS], indices[INDEX_WORDS];

/* Small numbers, as indices of each size: none of them reaches out of the vertices. */
static void fill_buffers(void)
{
	int i;

	for (i = 0; i < VERTEX_WORDS; i++)
		vertices[i] = i;
	for (i = 0; i < INDEX_WORDS; i++)
		indices[i] = i * 7 % (RESTART + 1);
}

static void make_arrays(GLuint *array, GLuint *buffers)
{
	static const GLenum types[] = { GL_FLOAT, GL_FLOAT, GL_SHORT, GL_HALF_FLOAT };

	glGenVertexArrays(1, array);
	glBindVertexArray(*array);
	glGenBuffers(2, buffers);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices,
		     one_in(2) ? GL_STATIC_DRAW : GL_STREAM_DRAW);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 1 + below(4), types[below(ARRAY_SIZE(types))], below(2), below(64),
			      (void *)(uintptr_t)(4 * below(4)));
	glEnableVertexAttribArray(0);
	if (one_in(2)) {
		glVertexAttribPointer(1, 1 + below(4), one_in(2) ? GL_UNSIGNED_BYTE : GL_FLOAT,
				      below(2), below(64), (void *)(uintptr_t)below(500));
		glVertexAttribDivisor(1, below(4));
		glEnableVertexAttribArray(1);
	}
	if (one_in(2)) {
		glVertexAttribIPointer(2, 1 + below(4), GL_INT, below(64),
				       (void *)(uintptr_t)below(500));
		glEnableVertexAttribArray(2);
	}
}

static void change_state(void)
{
	static const GLenum switches[] = {
		GL_DEPTH_TEST, GL_STENCIL_TEST, GL_BLEND, GL_CULL_FACE, GL_DEPTH_CLAMP,
		GL_PRIMITIVE_RESTART, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_MULTISAMPLE,
		GL_POLYGON_OFFSET_FILL, GL_FRAMEBUFFER_SRGB, GL_PROGRAM_POINT_SIZE,
		GL_CLIP_DISTANCE0, GL_COLOR_LOGIC_OP, GL_SCISSOR_TEST,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(switches); i++)
		toggle(switches[i]);
	if (one_in(3))
		glViewport((int)below(100) - 50, (int)below(100) - 50, any_size(), any_size());
	else
		glViewport(0, 0, 8192, 8192);
	glScissor((int)below(300) - 50, (int)below(300) - 50, one_in(3) ? 0 : any_size(),
		  any_size());
	glDepthMask(below(2));
	glColorMask(below(2), below(2), below(2), below(2));
	glPolygonMode(GL_FRONT_AND_BACK, GL_POINT + below(3));
	glLogicOp(GL_CLEAR + below(16));
	glPrimitiveRestartIndex(RESTART);
	if (one_in(3))
		glClear(GL_COLOR_BUFFER_BIT |
			(one_in(2) ? GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT : 0));
}

static void draw(GLenum primitive)
{
	static const GLenum types[] = { GL_UNSIGNED_SHORT, GL_UNSIGNED_INT, GL_UNSIGNED_BYTE };
	const GLsizei counts[] = { below(100), below(5000), below(10) };
	const void *offsets[] = {
		(void *)(uintptr_t)(4 * below(1000)), (void *)(uintptr_t)(4 * below(4000)), NULL,
	};

	switch (below(5)) {
	case 0:
		glDrawArrays(primitive, below(100), below(1000));
		break;
	case 1:
		glDrawArraysInstanced(primitive, 0, below(100), below(10));
		break;
	case 2:
		glDrawElements(primitive, below(3000), types[below(ARRAY_SIZE(types))],
			       offsets[1]);
		break;
	case 3:
		glDrawElementsBaseVertex(primitive, below(300), GL_UNSIGNED_SHORT, offsets[0],
					 below(1000));
		break;
	case 4:
		glMultiDrawElements(primitive, counts, GL_UNSIGNED_INT, offsets, 3);
		break;
	}
}

/* Into buffers that may be too small for it. */
static void begin_feedback(GLuint *buffers)
{
	int i;

	glGenBuffers(2, buffers);
	for (i = 0; i < 2; i++) {
		int bytes = 512 + below(3000);

		glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffers[i]);
		glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, NULL, GL_DYNAMIC_COPY);
		if (one_in(2))
			glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i]);
		else
			glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i],
					  4 * below(100), 4 * (1 + below(25)));
	}
	glBeginTransformFeedback(GL_TRIANGLES);
	toggle(GL_RASTERIZER_DISCARD);
}

static void draw_all(const struct program *p, bool feedback)
{
	static const GLenum queries[] = {
		GL_SAMPLES_PASSED, GL_PRIMITIVES_GENERATED, GL_TIME_ELAPSED,
	};
	GLuint query, buffers[2] = { 0 };
	int i, n = 1 + below(4);

	for (i = 0; i < n; i++) {
		GLenum primitive = p->by_triangles ? GL_TRIANGLES : below(7);
		GLenum what = queries[below(ARRAY_SIZE(queries))];
		bool asks = one_in(3);

		change_state();
		glGenQueries(1, &query);
		if (feedback)
			begin_feedback(buffers);
		if (asks)
			glBeginQuery(what, query);
		draw(primitive);
		if (asks)
			glEndQuery(what);
		if (asks && what == GL_SAMPLES_PASSED) {
			glBeginConditionalRender(query, GL_QUERY_NO_WAIT);
			glDrawArrays(primitive, 0, 3);
			glEndConditionalRender();
		}
		if (feedback) {
			glEndTransformFeedback();
			glDisable(GL_RASTERIZER_DISCARD);
			glDeleteBuffers(2, buffers);
		}
		glDeleteQueries(1, &query);
	}
}

/* --- transfers */

static uint32_t pixels[4 * MAX_TEXELS];

static void blit(void)
{
	static const GLenum masks[] = {
		GL_COLOR_BUFFER_BIT, GL_COLOR_BUFFER_BIT, GL_DEPTH_BUFFER_BIT, GL_STENCIL_BUFFER_BIT,
	};
	int width = any_size(), height = any_size();
	GLuint from = make_framebuffer(GL_READ_FRAMEBUFFER);

	tell(" blit;");
	glDisable(GL_SCISSOR_TEST);
	glBlitFramebuffer(below(20), below(20), any_size(), any_size(), below(20), below(20),
			  any_size(), any_size(), masks[below(ARRAY_SIZE(masks))], GL_NEAREST);
	glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
			  GL_NEAREST);
	glDeleteFramebuffers(1, &from);
}

static void copy(void)
{
	const struct texture *from = any_texture(), *to = any_texture();

	if (from->buffer || to->buffer)
		return;
	tell(" copy texture %td to %td;", from - textures, to - textures);
	glCopyImageSubData(from->name, from->kind->gl, below(from->levels), below(8), below(8),
			   below(3), to->name, to->kind->gl, below(to->levels), below(8), below(8),
			   below(3), 1 + below(30), 1 + below(30), 1 + below(2));
}

static void read_back(void)
{
	const struct texture *t = any_texture();
	GLenum type, format = pixels_of(t->format, &type);

	if (t->buffer || t->samples || t->kind->gl == GL_TEXTURE_CUBE_MAP)
		return;
	tell(" read texture %td;", t - textures);
	glBindTexture(t->kind->gl, t->name);
	glGetTexImage(t->kind->gl, below(t->levels), format, type, pixels);
}

/* --- programs */

static void run(uint64_t seed)
{
	GLuint framebuffer, array, buffers[2];
	bool feedback;
	struct program p;
	int i;

	state = seed * 0x9e3779b97f4a7c15ull + 88172645463325252ull;
	for (i = 0; i < 8; i++)
		below(2);
	sofar->story[0] = '\0';
	ntextures = 1 + below(MAX_TEXTURES);
	for (i = 0; i < ntextures; i++)
		make_texture(&textures[i]);
	framebuffer = make_framebuffer(GL_FRAMEBUFFER);
	feedback = one_in(5);
	make_program(&p, feedback);
	make_arrays(&array, buffers);
	draw_all(&p, feedback);
	if (one_in(3))
		blit();
	if (one_in(3))
		copy();
	if (one_in(3))
		read_back();
	if (one_in(4))
		glReadPixels(0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glFinish();

	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glDeleteFramebuffers(1, &framebuffer);
	glUseProgram(0);
	glDeleteProgram(p.name);
	glDeleteBuffers(1, &p.block);
	for (i = 0; i < ntextures; i++) {
		glDeleteTextures(1, &textures[i].name);
		glDeleteBuffers(1, &textures[i].buffer);
	}
	glDeleteVertexArrays(1, &array);
	glDeleteBuffers(2, buffers);
	/* What does not fit together is an error of GL's, and nothing came of it. */
	while (glGetError() != GL_NO_ERROR)
		;
}

/* Whether the program that was run last had something refused. */
static void look_for_refusals(uint64_t seed)
{
	static char text[1 << 16];
	uint64_t taken, refused;
	char *last;
	int n;

	if (!debugfs_submissions(&taken, &refused) && refused == sofar->refused)
		return;
	sofar->refused = refused;
	sofar->bad++;
	printf("# program %lu:%s\n", seed + sofar->done, sofar->story);
	n = read_debugfs("rcp_refused", text, sizeof(text));
	if (n <= 0)
		return;
	text[n - 1] = '\0';
	last = strrchr(text, '\n');
	printf("# %s\n", last ? last + 1 : text);
}

static bool begin(void)
{
	static const EGLint attributes[] = {
		EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE
	};
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA,
						   EGL_DEFAULT_DISPLAY, NULL);
	EGLContext context;

	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		return false;
	context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
	return context != EGL_NO_CONTEXT &&
	       eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

/* Programs from the next one on, until enough are done or it is late.  Does not return. */
static void run_programs(uint64_t seed, unsigned long programs, time_t end)
{
	if (!begin()) {
		printf("# no GL 3.3 on this card\n");
		exit(2);
	}
	if (!sofar->done)
		printf("# %s, %s\n", glGetString(GL_RENDERER), glGetString(GL_VERSION));
	fill_buffers();
	while (sofar->done < programs && (!end || time(NULL) < end)) {
		run(seed + sofar->done);
		look_for_refusals(seed);
		fflush(stdout);
		sofar->done++;
	}
	exit(0);
}

int main(int argc, char **argv)
{
	unsigned long programs = 0, died = 0;
	uint64_t seed = 1, first, taken = 0;
	time_t seconds = 0, end = 0;
	int option, status;
	pid_t pid;
	bool good;

	while ((option = getopt(argc, argv, "s:t:n:")) != -1) {
		if (option == 's') {
			seed = strtoull(optarg, NULL, 0);
		} else if (option == 't') {
			seconds = strtol(optarg, NULL, 0);
		} else if (option == 'n') {
			programs = strtoul(optarg, NULL, 0);
		} else {
			fprintf(stderr, "usage: mesafuzz [-s SEED] [-t SECONDS] [-n PROGRAMS]\n");
			return 2;
		}
	}
	if (seconds)
		end = time(NULL) + seconds;
	if (!programs)
		programs = seconds ? ~0ul : 100;
	sofar = mmap(NULL, sizeof(*sofar), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (sofar == MAP_FAILED || debugfs_submissions(&first, &sofar->refused)) {
		printf("not ok 1 mesafuzz: no memory, or no debugfs\n1..1\n");
		return 1;
	}
	do {
		fflush(stdout);
		pid = fork();
		if (!pid)
			run_programs(seed, programs, end);
		if (pid < 0 || waitpid(pid, &status, 0) != pid) {
			perror("# fork");
			return 1;
		}
		if (WIFSIGNALED(status)) {
			printf("# program %lu: Mesa died of signal %d:%s\n", seed + sofar->done,
			       WTERMSIG(status), sofar->story);
			look_for_refusals(seed);
			sofar->done++;
			died++;
		}
	} while (WIFSIGNALED(status) && sofar->done < programs && (!end || time(NULL) < end));

	printf("# %lu of %lu framebuffers were complete\n", sofar->complete, sofar->asked);
	good = (WIFSIGNALED(status) || !WEXITSTATUS(status)) && !sofar->bad && sofar->complete &&
	       !debugfs_submissions(&taken, &sofar->refused) && taken > first &&
	       died <= sofar->done / 20;
	printf("%sok 1 mesafuzz: %lu programs from %lu on, %lu submissions, %lu refused, %lu ended by Mesa\n1..1\n",
	       good ? "" : "not ", sofar->done, seed, taken - first, sofar->bad, died);
	return good ? 0 : 1;
}
