// SPDX-License-Identifier: GPL-2.0
/*
 * mesafuzz: textures of all kinds, formats and sizes, and framebuffers of some of their
 * levels and layers.
 */
#include "mesafuzz.h"

#include <string.h>

/* --- textures */

#define F(name, kind) { GL_##name, #name, kind }
static const struct format formats[] = {
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

static const struct kind kinds[] = {
	{ GL_TEXTURE_2D, "2D", "sampler2D", "texture(%s, c.xy)", "texture2D(%s, c.xy)", 2 },
	{ GL_TEXTURE_3D, "3D", "sampler3D", "texture(%s, c.xyz)", "texture3D(%s, c.xyz)", 3 },
	{ GL_TEXTURE_CUBE_MAP, "cube", "samplerCube", "texture(%s, c.xyz)",
	  "textureCube(%s, c.xyz)", 2 },
	{ GL_TEXTURE_2D_ARRAY, "2D array", "sampler2DArray", "texture(%s, c.xyz)", NULL, 3 },
	{ GL_TEXTURE_1D, "1D", "sampler1D", "texture(%s, c.x)", "texture1D(%s, c.x)", 1 },
	{ GL_TEXTURE_1D_ARRAY, "1D array", "sampler1DArray", "texture(%s, c.xy)", NULL, 2 },
	{ GL_TEXTURE_RECTANGLE, "rectangle", "sampler2DRect", "texture(%s, c.xy)",
	  "texture2DRect(%s, c.xy)", 0 },
	{ GL_TEXTURE_BUFFER, "buffer", "samplerBuffer", "texelFetch(%s, int(c.x))", NULL, 0 },
	{ GL_TEXTURE_2D_MULTISAMPLE, "multisample", "sampler2DMS",
	  "texelFetch(%s, ivec2(c.xy), 0)", NULL, 0 },
	{ GL_TEXTURE_2D_MULTISAMPLE_ARRAY, "multisample array", "sampler2DMSArray",
	  "texelFetch(%s, ivec3(c.xyz), 0)", NULL, 0 },
};

struct texture textures[MAX_TEXTURES];
int ntextures;

struct texture *any_texture(void)
{
	return &textures[below(ntextures)];
}

static bool can_be(GLenum gl, unsigned int kind)
{
	if (gl2 && kind & (INT | UINT))
		return false;
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

GLenum pixels_of(const struct format *format, GLenum *type)
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
	int base;

	if (!t->kind->storage)
		return;
	if (one_in(2))
		glTexParameteri(gl, GL_TEXTURE_MIN_FILTER,
				exact ? GL_NEAREST_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR);
	else
		glTexParameteri(gl, GL_TEXTURE_MIN_FILTER, exact ? GL_NEAREST : GL_LINEAR);
	glTexParameteri(gl, GL_TEXTURE_MAG_FILTER, exact ? GL_NEAREST : GL_LINEAR);
	if (one_in(2)) {
		base = below(t->levels);
		/*
		 * For a level with a pitch, Mesa's r300 writes the pitch over the top bit of the
		 * format, and the card would read RGTC1 as 3_3_2, which is twice as large.
		 */
		if (gl2 && t->format->gl == GL_COMPRESSED_RED_RGTC1)
			base = 0;
		glTexParameteri(gl, GL_TEXTURE_BASE_LEVEL, base);
	}
	/* It may well be before the first. */
	glTexParameteri(gl, GL_TEXTURE_MAX_LEVEL,
			one_in(2) ? t->levels - 1 : (int)below(t->levels + 2));
	if (t->format->kind & DEPTH && one_in(2))
		glTexParameteri(gl, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
	if (!(t->format->kind & (BLOCKS | DEPTH | INT | UINT)) && one_in(3))
		glGenerateMipmap(gl);
}

/*
 * When Mesa's r300 copies a texture of a compressed format, it reads each block as a row of texels
 * of four bytes.  So the faces of a cube are oblong; the guide asks for square ones and does not
 * define how the card reads others.  Mesa also copies a texture that is allocated level by level.
 */
bool oblong_faces(const struct texture *t)
{
	return gl2 && t->kind->gl == GL_TEXTURE_CUBE_MAP && t->format->kind & BLOCKS;
}

void make_texture(struct texture *t)
{
	int level;

	memset(t, 0, sizeof(*t));
	do
		t->kind = &kinds[below(one_in(3) ? ARRAY_SIZE(kinds) : 4)];
	while (gl2 && !t->kind->fetch2);
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
	} else if (t->kind->storage && (one_in(2) || oblong_faces(t))) {
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

GLuint make_framebuffer(GLenum target)
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
		while (!(f->kind & COLOR) || !can_be(GL_TEXTURE_2D, f->kind));
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
