// SPDX-License-Identifier: GPL-2.0
/*
 * Settings of glwalk that concern textures: filters, wrap modes, levels, borders, formats, the texture
 * environment, and what is copied from and to them.
 */
#include "glwalk.h"

static const GLenum kinds[] = { GL_TEXTURE_2D, GL_TEXTURE_1D, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP,
				GL_TEXTURE_RECTANGLE };
static const GLenum min_filters[] = { GL_NEAREST, GL_LINEAR, GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_NEAREST,
				      GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR_MIPMAP_LINEAR };
static const GLenum wraps[] = { GL_REPEAT, GL_CLAMP_TO_EDGE, GL_CLAMP, GL_CLAMP_TO_BORDER, GL_MIRRORED_REPEAT,
				GL_MIRROR_CLAMP_EXT, GL_MIRROR_CLAMP_TO_EDGE_EXT, GL_MIRROR_CLAMP_TO_BORDER_EXT };

/* The draws read a texture of this kind alone, with small levels. */
static void read_kind(GLenum kind)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		glDisable(kinds[i]);
	make_texture(kind, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE);
}

static void first_texture(void)
{
	read_kind(GL_TEXTURE_2D);
}

static bool filter(unsigned int n)
{
	GLenum kind = kinds[n / 12];

	read_kind(kind);
	glTexParameteri(kind, GL_TEXTURE_MIN_FILTER, min_filters[kind == GL_TEXTURE_RECTANGLE ? n % 2 : n % 6]);
	glTexParameteri(kind, GL_TEXTURE_MAG_FILTER, n / 6 % 2 ? GL_NEAREST : GL_LINEAR);
	return true;
}

static bool wrap(unsigned int n)
{
	GLenum kind = kinds[n / 64];

	read_kind(kind);
	if (kind == GL_TEXTURE_RECTANGLE)
		return false;
	glTexParameteri(kind, GL_TEXTURE_WRAP_S, wraps[n % 8]);
	glTexParameteri(kind, GL_TEXTURE_WRAP_T, wraps[n / 8 % 8]);
	glTexParameteri(kind, GL_TEXTURE_WRAP_R, wraps[(n / 8 + n) % 8]);
	return true;
}

static bool anisotropy(unsigned int n)
{
	GLenum kind = kinds[n / 17 % 2 * 3];

	read_kind(kind);
	glTexParameterf(kind, GL_TEXTURE_MAX_ANISOTROPY_EXT, n % 17 ? n % 17 : 1.5f);
	glTexParameteri(kind, GL_TEXTURE_MIN_FILTER, min_filters[n / 34]);
	return true;
}

static bool lod_bias(unsigned int n)
{
	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, n - 18.0f);
	glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 18.0f - n / 2.0f);
	return true;
}

static void no_lod_bias(void)
{
	glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 0);
	first_texture();
}

/* Mesa's r300 writes a least level of 128 and above over other bits of the register. */
static bool min_lod(unsigned int n)
{
	static const float lods[] = { -1000, -1, 0, 0.5f, 1, 2, 3, 4, 5, 6, 7, 10, 12, 13, 14, 15, 16, 31, 100, 127 };
	static const int most[] = { 1000, 0, 3, 12 };

	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, lods[n % 20]);
	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, most[n / 20]);
	return true;
}

static bool levels(unsigned int n)
{
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, n % 6);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, n % 6 + n / 6);
	return true;
}

static bool border(unsigned int n)
{
	static const float colors[][4] = { { 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 0, 0, 0, 1 }, { 0.1f, 0.2f, 0.3f, 0.4f },
					   { -3, 5, 1e6f, -1e6f } };

	glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, colors[n % 5]);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wraps[3 + n / 5 * 4]);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wraps[2]);
	return true;
}

/* Formats, by GL name, with format and type of the texels. */
static const struct {
	GLint internal;
	GLenum format, type;
} formats[] = {
	{ GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE }, { GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE },
	{ GL_RGB5, GL_RGB, GL_UNSIGNED_SHORT_5_6_5 }, { GL_RGBA4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4 },
	{ GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1 }, { GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_10_10_10_2 },
	{ GL_R3_G3_B2, GL_RGB, GL_UNSIGNED_BYTE_3_3_2 }, { GL_RGBA2, GL_RGBA, GL_UNSIGNED_BYTE },
	{ GL_RGBA12, GL_RGBA, GL_UNSIGNED_SHORT }, { GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT },
	{ GL_ALPHA8, GL_ALPHA, GL_UNSIGNED_BYTE }, { GL_ALPHA16, GL_ALPHA, GL_UNSIGNED_SHORT },
	{ GL_LUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE }, { GL_LUMINANCE16, GL_LUMINANCE, GL_UNSIGNED_SHORT },
	{ GL_LUMINANCE4_ALPHA4, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE },
	{ GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE },
	{ GL_LUMINANCE16_ALPHA16, GL_LUMINANCE_ALPHA, GL_UNSIGNED_SHORT },
	{ GL_INTENSITY8, GL_LUMINANCE, GL_UNSIGNED_BYTE }, { GL_INTENSITY16, GL_LUMINANCE, GL_UNSIGNED_SHORT },
	{ GL_SRGB8, GL_RGB, GL_UNSIGNED_BYTE }, { GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE },
	{ GL_SLUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE }, { GL_R8, GL_RED, GL_UNSIGNED_BYTE },
	{ GL_RG8, GL_RG, GL_UNSIGNED_BYTE }, { GL_R16, GL_RED, GL_UNSIGNED_SHORT }, { GL_RG16, GL_RG, GL_UNSIGNED_SHORT },
	{ GL_R8_SNORM, GL_RED, GL_BYTE }, { GL_RG8_SNORM, GL_RG, GL_BYTE }, { GL_RGBA8_SNORM, GL_RGBA, GL_BYTE },
	{ GL_R16_SNORM, GL_RED, GL_SHORT }, { GL_RGBA16_SNORM, GL_RGBA, GL_SHORT },
	{ GL_R16F, GL_RED, GL_FLOAT }, { GL_RG16F, GL_RG, GL_FLOAT }, { GL_RGB16F, GL_RGB, GL_FLOAT },
	{ GL_RGBA16F, GL_RGBA, GL_FLOAT }, { GL_R32F, GL_RED, GL_FLOAT }, { GL_RG32F, GL_RG, GL_FLOAT },
	{ GL_RGB32F, GL_RGB, GL_FLOAT }, { GL_RGBA32F, GL_RGBA, GL_FLOAT }, { GL_ALPHA16F_ARB, GL_ALPHA, GL_FLOAT },
	{ GL_LUMINANCE32F_ARB, GL_LUMINANCE, GL_FLOAT }, { GL_INTENSITY16F_ARB, GL_LUMINANCE, GL_FLOAT },
	{ GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT }, { GL_RGB9_E5, GL_RGB, GL_FLOAT },
	{ GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT },
	{ GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT },
	{ GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT },
	{ GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8 },
	{ GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_RGB, GL_UNSIGNED_BYTE },
	{ GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, GL_RGBA, GL_UNSIGNED_BYTE },
	{ GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, GL_RGBA, GL_UNSIGNED_BYTE },
	{ GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, GL_RGBA, GL_UNSIGNED_BYTE },
	{ GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, GL_RGBA, GL_UNSIGNED_BYTE },
	{ GL_COMPRESSED_RED_RGTC1, GL_RED, GL_UNSIGNED_BYTE }, { GL_COMPRESSED_SIGNED_RED_RGTC1, GL_RED, GL_BYTE },
	{ GL_COMPRESSED_RG_RGTC2, GL_RG, GL_UNSIGNED_BYTE }, { GL_COMPRESSED_SIGNED_RG_RGTC2, GL_RG, GL_BYTE },
	{ GL_YCBCR_MESA, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA },
};

static bool format(unsigned int n)
{
	GLenum kind = kinds[n % 4];
	unsigned int f = n / 4;

	first_texture();
	glDisable(GL_TEXTURE_2D);
	make_texture(kind, formats[f].internal, formats[f].format, formats[f].type);
	if (glGetError() != GL_NO_ERROR)
		return false;
	glTexParameteri(kind, GL_TEXTURE_MIN_FILTER, min_filters[f % 6]);
	return true;
}

static bool compare(unsigned int n)
{
	make_texture(GL_TEXTURE_2D, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, n & 1 ? GL_COMPARE_R_TO_TEXTURE : GL_NONE);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_NEVER + n / 2 % 8);
	glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE,
			n / 16 == 0 ? GL_LUMINANCE : n / 16 == 1 ? GL_INTENSITY : GL_ALPHA);
	return true;
}

static bool swizzle(unsigned int n)
{
	static const GLint channels[] = { GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA, GL_ZERO, GL_ONE };
	GLint all[] = { channels[n % 6], channels[(n + 1 + n / 6) % 6], channels[(n + 2) % 6], channels[(n + 3) % 6] };

	glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, all);
	return glGetError() == GL_NO_ERROR;
}

/* The texture environment and generated coordinates. */
static bool environment(unsigned int n)
{
	static const GLint modes[] = { GL_MODULATE, GL_DECAL, GL_BLEND, GL_REPLACE, GL_ADD, GL_COMBINE };
	static const GLint combines[] = { GL_REPLACE, GL_MODULATE, GL_ADD, GL_ADD_SIGNED, GL_INTERPOLATE, GL_SUBTRACT,
					  GL_DOT3_RGB, GL_DOT3_RGBA };

	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, n < 5 ? modes[n] : GL_COMBINE);
	if (n >= 5)
		glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, combines[(n - 5) % 8]);
	glTexEnvf(GL_TEXTURE_ENV, GL_RGB_SCALE, 1 << n % 3);
	return true;
}

static void no_environment(void)
{
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MODULATE);
	glTexEnvf(GL_TEXTURE_ENV, GL_RGB_SCALE, 1);
}

static bool generated(unsigned int n)
{
	static const GLint modes[] = { GL_OBJECT_LINEAR, GL_EYE_LINEAR, GL_SPHERE_MAP, GL_NORMAL_MAP, GL_REFLECTION_MAP };

	glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, modes[n]);
	glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, modes[n]);
	glEnable(GL_TEXTURE_GEN_S);
	glEnable(GL_TEXTURE_GEN_T);
	return true;
}

static void no_generated(void)
{
	glDisable(GL_TEXTURE_GEN_S);
	glDisable(GL_TEXTURE_GEN_T);
}

/* Pixels: read, drawn, copied, into and out of textures. */
static bool pixels(unsigned int n)
{
	static unsigned char data[64 * 64 * 16];
	static const GLenum layouts[] = { GL_RGBA, GL_BGRA, GL_RGB, GL_RED, GL_ALPHA, GL_LUMINANCE };
	static const GLenum types[] = { GL_UNSIGNED_BYTE, GL_FLOAT, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT };
	GLenum layout = layouts[n % 6], type = types[n / 6 % 4];

	glPixelZoom(n % 5 - 2.0f, n % 3 + 0.5f);
	glRasterPos2f(-0.5f, -0.5f);
	switch (n / 24) {
	case 0:
		glReadPixels(1, 1, 60, 60, layout, type, data);
		break;
	case 1:
		glDrawPixels(31, 17, layout, type, data);
		break;
	case 2:
		glBitmap(30, 30, 0, 0, 0, 0, data);
		glCopyPixels(3, 3, 20, 20, n & 1 ? GL_COLOR : GL_DEPTH);
		break;
	case 3:
		glCopyTexSubImage2D(GL_TEXTURE_2D, n % 3, 0, 0, 2, 2, 8 >> n % 3, 8);
		break;
	default:
		glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, 9, 9, layout, type, data);
	}
	return true;
}

static bool generate_levels(unsigned int n)
{
	make_texture(kinds[n % 4], GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE);
	glGenerateMipmap(kinds[n % 4]);
	return true;
}

const struct walk texture_walks[] = {
	{ "texture filter", 60, filter, first_texture, TRIANGLES },
	{ "texture wrap", 256, wrap, first_texture, TRIANGLES },
	{ "anisotropy", 17 * 12, anisotropy, first_texture, TRIANGLES },
	{ "LOD bias", 37, lod_bias, no_lod_bias, TRIANGLES },
	{ "least LOD", 80, min_lod, first_texture, TRIANGLES },
	{ "levels", 36, levels, first_texture, TRIANGLES },
	{ "border colour", 10, border, first_texture, TRIANGLES },
	{ "texture format", 4 * ARRAY_SIZE(formats), format, first_texture, TRIANGLES },
	{ "depth compare", 48, compare, first_texture, TRIANGLES },
	{ "swizzle", 36, swizzle, first_texture, TRIANGLES },
	{ "texture environment", 13, environment, no_environment, TRIANGLES },
	{ "generated coordinates", 5, generated, no_generated, TRIANGLES },
	{ "pixels", 120, pixels, first_texture, TRIANGLES },
	{ "generated levels", 4, generate_levels, first_texture, TRIANGLES },
};
const unsigned int n_texture_walks = ARRAY_SIZE(texture_walks);
