// SPDX-License-Identifier: GPL-2.0
/*
 * Settings of glwalk from vertices to pixels: points, lines, polygons, blending, depth, stencil,
 * targets, queries and feedback.
 */
#include "glwalk.h"

#include <stddef.h>

static const GLenum factors[] = {
	GL_ONE, GL_ZERO, GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_DST_COLOR, GL_ONE_MINUS_DST_COLOR,
	GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA,
	GL_CONSTANT_COLOR, GL_ONE_MINUS_CONSTANT_COLOR, GL_CONSTANT_ALPHA,
	GL_ONE_MINUS_CONSTANT_ALPHA, GL_SRC_ALPHA_SATURATE,
};
#define FACTORS	((unsigned int)ARRAY_SIZE(factors))
static const GLenum equations[] = { GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN, GL_MAX };
static const GLenum compares[] = { GL_NEVER, GL_LESS, GL_EQUAL, GL_LEQUAL, GL_GREATER, GL_NOTEQUAL,
				   GL_GEQUAL, GL_ALWAYS };
static const GLenum stencil_ops[] = { GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT,
				      GL_INCR_WRAP, GL_DECR_WRAP };
static const GLenum faces[] = { GL_FRONT, GL_BACK, GL_FRONT_AND_BACK };
static const GLenum fills[] = { GL_FILL, GL_LINE, GL_POINT };

/* Blending */
static bool blend_factors(unsigned int n)
{
	glEnable(GL_BLEND);
	glBlendColor(0.2f, 0.4f, 0.6f, 0.8f);
	glBlendFunc(factors[n % FACTORS], factors[n / FACTORS % FACTORS]);
	return true;
}

static bool blend_apart(unsigned int n)
{
	glEnable(GL_BLEND);
	glBlendEquationSeparate(equations[n % 5], equations[n / 5 % 5]);
	glBlendFuncSeparate(factors[n % FACTORS], factors[(n + 3) % FACTORS],
			    factors[(n + 7) % FACTORS], factors[(n + 11) % FACTORS]);
	return true;
}

static void no_blend(void)
{
	glDisable(GL_BLEND);
	glBlendFunc(GL_ONE, GL_ZERO);
	glBlendEquation(GL_FUNC_ADD);
}

static bool logic_op(unsigned int n)
{
	glEnable(GL_COLOR_LOGIC_OP);
	glLogicOp(GL_CLEAR + n);
	return true;
}

static void no_logic_op(void) { glDisable(GL_COLOR_LOGIC_OP); }

static bool color_mask(unsigned int n)
{
	glColorMask(!(n & 1), !(n & 2), !(n & 4), !(n & 8));
	return true;
}

static bool alpha_test(unsigned int n)
{
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(compares[n % 8], n / 8 / 4.0f);
	return true;
}

static void no_alpha_test(void) { glDisable(GL_ALPHA_TEST); }

/* One switch after the other, and back. */
static const GLenum switches[] = {
	GL_DITHER, GL_POINT_SMOOTH, GL_LINE_SMOOTH, GL_POLYGON_SMOOTH, GL_NORMALIZE, GL_RESCALE_NORMAL,
	GL_COLOR_SUM, GL_MULTISAMPLE, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_ALPHA_TO_ONE,
	GL_FRAMEBUFFER_SRGB, GL_DEPTH_CLAMP, GL_PROGRAM_POINT_SIZE, GL_VERTEX_PROGRAM_TWO_SIDE,
	GL_TEXTURE_CUBE_MAP_SEAMLESS, GL_RASTERIZER_DISCARD, GL_PRIMITIVE_RESTART, GL_LIGHTING,
	GL_CLIP_PLANE0, GL_CLIP_PLANE1, GL_CLIP_PLANE5, GL_AUTO_NORMAL, GL_COLOR_MATERIAL,
	GL_SAMPLE_SHADING, GL_POINT_SPRITE,
};

static bool one_switch(unsigned int n)
{
	(glIsEnabled(switches[n]) ? glDisable : glEnable)(switches[n]);
	return glGetError() == GL_NO_ERROR;
}

static void switches_back(void)
{
	unsigned int n;

	for (n = 0; n < ARRAY_SIZE(switches); n++)
		glDisable(switches[n]);
	glEnable(GL_DITHER);
	glEnable(GL_MULTISAMPLE);
}

/* Points and lines */
static bool point_size(unsigned int n)
{
	if (n % 2)
		glEnable(GL_POINT_SMOOTH);
	glPointSize(n / 2 * n / 2 / 4.0f + 0.5f);
	return true;
}

static void no_point_size(void)
{
	glPointSize(1);
	glDisable(GL_POINT_SMOOTH);
}

static bool point_parameters(unsigned int n)
{
	float attenuation[] = { n & 1, n & 2, n & 4 };

	glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation);
	glPointParameterf(GL_POINT_SIZE_MIN, n);
	glPointParameterf(GL_POINT_SIZE_MAX, 4 * n + 1);
	glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, n / 2.0f);
	return true;
}

static void no_point_parameters(void)
{
	static const float attenuation[] = { 1, 0, 0 };

	glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation);
	glPointParameterf(GL_POINT_SIZE_MIN, 0);
	glPointParameterf(GL_POINT_SIZE_MAX, 2048);
	glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 1);
}

static bool point_sprite(unsigned int n)
{
	glEnable(GL_POINT_SPRITE);
	glPointSize(9);
	glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, n & 1);
	glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, n & 2 ? GL_LOWER_LEFT : GL_UPPER_LEFT);
	return true;
}

static void no_point_sprite(void)
{
	glDisable(GL_POINT_SPRITE);
	glPointSize(1);
}

static bool line_width(unsigned int n)
{
	if (n % 2)
		glEnable(GL_LINE_SMOOTH);
	glLineWidth(n / 2 * 1.3f + 0.25f);
	return true;
}

static void no_line_width(void)
{
	glLineWidth(1);
	glDisable(GL_LINE_SMOOTH);
}

static bool line_stipple(unsigned int n)
{
	static const GLushort patterns[] = { 0x5555, 0xff00, 0x0001, 0x8000, 0xffff, 0 };

	glEnable(GL_LINE_STIPPLE);
	glLineStipple(1 << n / 6, patterns[n % 6]);
	return true;
}

static void no_line_stipple(void) { glDisable(GL_LINE_STIPPLE); }

/* Polygons */
static bool polygon_mode(unsigned int n)
{
	glPolygonMode(GL_FRONT, fills[n % 3]);
	glPolygonMode(GL_BACK, fills[n / 3 % 3]);
	glFrontFace(n / 9 ? GL_CW : GL_CCW);
	return true;
}

static bool polygon_offset(unsigned int n)
{
	static const GLenum kinds[] = { GL_POLYGON_OFFSET_FILL, GL_POLYGON_OFFSET_LINE, GL_POLYGON_OFFSET_POINT };

	glEnable(kinds[n % 3]);
	glPolygonMode(GL_FRONT_AND_BACK, fills[n % 3]);
	glPolygonOffset(n / 3 - 2.0f, 3.0f - n / 3);
	return true;
}

static void no_polygon_offset(void)
{
	glDisable(GL_POLYGON_OFFSET_FILL);
	glDisable(GL_POLYGON_OFFSET_LINE);
	glDisable(GL_POLYGON_OFFSET_POINT);
	glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

static bool polygon_stipple(unsigned int n)
{
	GLubyte pattern[128];
	unsigned int i;

	for (i = 0; i < 128; i++)
		pattern[i] = i * (n + 1) * 37;
	glEnable(GL_POLYGON_STIPPLE);
	glPolygonStipple(pattern);
	return true;
}

static void no_polygon_stipple(void) { glDisable(GL_POLYGON_STIPPLE); }

static bool cull(unsigned int n)
{
	glEnable(GL_CULL_FACE);
	glCullFace(faces[n % 3]);
	glFrontFace(n / 3 ? GL_CW : GL_CCW);
	return true;
}

static void no_cull(void)
{
	glDisable(GL_CULL_FACE);
	glFrontFace(GL_CCW);
}

static bool shade(unsigned int n)
{
	glShadeModel(n & 1 ? GL_FLAT : GL_SMOOTH);
	if (!old_gl)
		glProvokingVertex(n & 2 ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION);
	return true;
}

static bool fog(unsigned int n)
{
	static const GLenum modes[] = { GL_LINEAR, GL_EXP, GL_EXP2 };

	glEnable(GL_FOG);
	glFogi(GL_FOG_MODE, modes[n % 3]);
	glFogi(GL_FOG_COORD_SRC, n / 3 % 2 ? GL_FOG_COORD : GL_FRAGMENT_DEPTH);
	glFogf(GL_FOG_DENSITY, n / 6 + 0.5f);
	return true;
}

static void no_fog(void) { glDisable(GL_FOG); }

/* Scissor, viewport, range of depth: also outside of the target, and empty. */
static const int boxes[][4] = { { 0, 0, 64, 64 }, { 5, 7, 20, 30 }, { 0, 0, 0, 0 }, { -10, -10, 20, 20 },
				{ 60, 60, 100, 100 }, { 200, 200, 10, 10 }, { 63, 63, 1, 1 }, { 0, 0, 4096, 4096 } };

static bool scissor(unsigned int n)
{
	glEnable(GL_SCISSOR_TEST);
	glScissor(boxes[n][0], boxes[n][1], boxes[n][2], boxes[n][3]);
	glClear(n & 1 ? GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT);
	return true;
}

static void no_scissor(void) { glDisable(GL_SCISSOR_TEST); }

static bool viewport(unsigned int n)
{
	glViewport(boxes[n][0], boxes[n][1], boxes[n][2], boxes[n][3]);
	glDepthRange(n / 8.0, n & 1 ? 1 : 0.25);
	return true;
}

static void no_viewport(void)
{
	glViewport(0, 0, 64, 64);
	glDepthRange(0, 1);
}

/* Depth and stencil */
static bool depth(unsigned int n)
{
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(compares[n % 8]);
	glDepthMask(n / 8 % 2);
	glClearDepth(n / 16 / 3.0);
	glClear(GL_DEPTH_BUFFER_BIT);
	return true;
}

static void no_depth(void)
{
	glDisable(GL_DEPTH_TEST);
	glDepthMask(1);
}

static bool stencil(unsigned int n)
{
	unsigned int s = n % 8, z = n / 8 % 8, p = n / 64 % 8;

	glEnable(GL_STENCIL_TEST);
	glEnable(GL_DEPTH_TEST);
	glStencilFunc(compares[(s + z + p) % 8], n, 0xff >> s);
	glStencilOp(stencil_ops[s], stencil_ops[z], stencil_ops[p]);
	glStencilMask(n);
	glClear(n & 1 ? GL_STENCIL_BUFFER_BIT : GL_STENCIL_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	return true;
}

static bool stencil_sides(unsigned int n)
{
	glEnable(GL_STENCIL_TEST);
	glStencilFuncSeparate(faces[n % 2], compares[n % 8], n, 0xf0);
	glStencilOpSeparate(faces[n % 2], stencil_ops[n % 8], stencil_ops[n / 8 % 8], GL_INVERT);
	glStencilMaskSeparate(GL_BACK, 0xf << n % 5);
	return true;
}

static void no_stencil(void)
{
	glDisable(GL_STENCIL_TEST);
	glDisable(GL_DEPTH_TEST);
	glStencilMask(~0u);
}

/* Targets: each format alone, with each depth buffer, and with samples. */
static const GLenum targets[] = {
	GL_RGBA8, GL_RGB8, GL_RGB5, GL_RGBA4, GL_RGB5_A1, GL_RGB10_A2, GL_RGB10, GL_RGBA12, GL_RGBA16, GL_RGBA2,
	GL_R3_G3_B2, GL_ALPHA8, GL_LUMINANCE8, GL_LUMINANCE8_ALPHA8, GL_INTENSITY8, GL_R8, GL_RG8, GL_R16, GL_RG16,
	GL_R16F, GL_RG16F, GL_RGBA16F, GL_R32F, GL_RG32F, GL_RGBA32F, GL_RGB16F, GL_R11F_G11F_B10F, GL_SRGB8_ALPHA8,
	GL_RGB9_E5, GL_R8_SNORM, GL_RGBA8_SNORM, GL_RGBA16_SNORM, GL_ALPHA16F_ARB, GL_LUMINANCE16F_ARB,
	GL_INTENSITY16F_ARB, GL_RGB565,
};
static const GLenum depths[] = { 0, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT32,
				 GL_DEPTH24_STENCIL8, GL_DEPTH_COMPONENT32F, GL_DEPTH32F_STENCIL8 };

static bool target(unsigned int n)
{
	static const int samples[] = { 0, 2, 4, 6, 8 };

	if (!use_target(targets[n / 5], GL_DEPTH24_STENCIL8, samples[n % 5]))
		return false;
	glClearColor(0.3f, 0.6f, 0.9f, 0.5f);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glEnable(GL_DEPTH_TEST);
	return true;
}

static bool depth_target(unsigned int n)
{
	if (!use_target(n % 2 ? GL_RGBA8 : 0, depths[n / 2 % 7], n / 14 ? 4 : 0))
		return false;
	glEnable(GL_DEPTH_TEST);
	glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
	return true;
}

static void first_target(void)
{
	glDisable(GL_DEPTH_TEST);
	use_target(GL_RGBA8, GL_DEPTH24_STENCIL8, 0);
}

/* Queries */
static bool query(unsigned int n)
{
	static const GLenum kinds[] = { GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_PRIMITIVES_GENERATED,
					GL_TIME_ELAPSED, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN };
	GLuint q, result;

	glGenQueries(1, &q);
	glBeginQuery(kinds[n % 5], q);
	if (glGetError() != GL_NO_ERROR) {
		glDeleteQueries(1, &q);
		return false;
	}
	draw_shape(n / 5 % 3);
	glEndQuery(kinds[n % 5]);
	if (n / 15 && !old_gl && n % 5 < 2) {
		glBeginConditionalRender(q, GL_QUERY_WAIT + n / 15 - 1);
		draw_shape(TRIANGLES);
		glEndConditionalRender();
	}
	glGetQueryObjectuiv(q, GL_QUERY_RESULT, &result);
	glDeleteQueries(1, &q);
	return true;
}

/* Feedback and selection, and transform feedback of the fixed functions' position. */
static bool feedback(unsigned int n)
{
	static const GLenum kinds[] = { GL_2D, GL_3D, GL_3D_COLOR, GL_3D_COLOR_TEXTURE, GL_4D_COLOR_TEXTURE };
	static float values[4096];
	static GLuint names[64];

	glFeedbackBuffer(4096, kinds[n % 5], values);
	glSelectBuffer(64, names);
	glRenderMode(n / 5 ? GL_SELECT : GL_FEEDBACK);
	draw_shape(n % 3);
	glRenderMode(GL_RENDER);
	return true;
}

static const char feedback_text[] =
	"#version 120\nvarying vec4 a, b;\nvoid main() { a = gl_Vertex; b = gl_Color; gl_Position = gl_Vertex; }";

static bool transform_feedback(unsigned int n)
{
	static const GLenum modes[] = { GL_TRIANGLES, GL_POINTS, GL_LINES };
	static const char * const names[] = { "a", "b" }, *text = feedback_text;
	GLuint program, shader, buffers[2];
	unsigned int i;

	if (old_gl)
		return false;
	program = glCreateProgram();
	shader = glCreateShader(GL_VERTEX_SHADER);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glTransformFeedbackVaryings(program, 1 + n / 3 % 2, names,
				    n / 6 ? GL_SEPARATE_ATTRIBS : GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(program);
	glUseProgram(program);
	glGenBuffers(2, buffers);
	for (i = 0; i < 2; i++) {
		glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i]);
		glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 100 * (n + 1), NULL, GL_STATIC_DRAW);
	}
	glBeginTransformFeedback(modes[n % 3]);
	draw_shape(n % 3);
	glEndTransformFeedback();
	glUseProgram(0);
	glDeleteBuffers(2, buffers);
	glDeleteShader(shader);
	glDeleteProgram(program);
	return true;
}

/* Primitives and indices */
static bool primitive(unsigned int n)
{
	static const unsigned char bytes[] = { 0, 1, 2, 3, 2, 1, 0, 3 };
	static const unsigned short shorts[] = { 0, 1, 2, 3, 2, 1, 0, 3 };
	static const unsigned int words[] = { 0, 1, 2, 3, 2, 1, 0, 3 };
	static const float places[4][2] = { { -1, -1 }, { 1, -1 }, { 0, 1 }, { 0.5f, 0.5f } };
	GLenum mode = n % 10;

	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, places);
	switch (n / 10) {
	case 0:
		glDrawArrays(mode, 0, 4);
		break;
	case 1:
		glDrawElements(mode, 8, GL_UNSIGNED_BYTE, bytes);
		break;
	case 2:
		glDrawElements(mode, 7, GL_UNSIGNED_SHORT, shorts + 1);
		break;
	default:
		glDrawElements(mode, 5, GL_UNSIGNED_INT, words + 1);
	}
	return true;
}

static void no_primitive(void) { glDisableClientState(GL_VERTEX_ARRAY); }

/* Types of the attributes of vertices. */
static bool attribute(unsigned int n)
{
	static const GLenum types[] = { GL_FLOAT, GL_SHORT, GL_INT, GL_DOUBLE, GL_HALF_FLOAT, GL_UNSIGNED_BYTE,
					GL_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT };
	static const unsigned char data[256];

	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableClientState(GL_COLOR_ARRAY);
	glVertexPointer(2 + n / 9 % 3, types[n % 5], 0, data);
	glColorPointer(3 + n / 27, types[n % 9], 0, data);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	return true;
}

static void no_attribute(void)
{
	glDisableClientState(GL_VERTEX_ARRAY);
	glDisableClientState(GL_COLOR_ARRAY);
}

const struct walk raster_walks[] = {
	{ "blend factors", ARRAY_SIZE(factors) * ARRAY_SIZE(factors), blend_factors, no_blend, TRIANGLES },
	{ "blend equations", 25, blend_apart, no_blend, TRIANGLES },
	{ "logic operation", 16, logic_op, no_logic_op, TRIANGLES },
	{ "colour mask", 16, color_mask, NULL, TRIANGLES },
	{ "alpha test", 40, alpha_test, no_alpha_test, TRIANGLES },
	{ "switch", ARRAY_SIZE(switches), one_switch, switches_back, TRIANGLES },
	{ "switch of points", ARRAY_SIZE(switches), one_switch, switches_back, POINTS },
	{ "switch of lines", ARRAY_SIZE(switches), one_switch, switches_back, LINES },
	{ "point size", 24, point_size, no_point_size, POINTS },
	{ "point parameters", 8, point_parameters, no_point_parameters, POINTS },
	{ "point sprite", 4, point_sprite, no_point_sprite, POINTS },
	{ "line width", 24, line_width, no_line_width, LINES },
	{ "line stipple", 54, line_stipple, no_line_stipple, LINES },
	{ "polygon mode", 18, polygon_mode, NULL, TRIANGLES },
	{ "polygon offset", 15, polygon_offset, no_polygon_offset, TRIANGLES },
	{ "polygon stipple", 3, polygon_stipple, no_polygon_stipple, TRIANGLES },
	{ "cull", 6, cull, no_cull, TRIANGLES },
	{ "shade model", 4, shade, NULL, TRIANGLES },
	{ "fog", 18, fog, no_fog, TRIANGLES },
	{ "scissor", ARRAY_SIZE(boxes), scissor, no_scissor, TRIANGLES },
	{ "viewport", ARRAY_SIZE(boxes), viewport, no_viewport, TRIANGLES },
	{ "depth", 64, depth, no_depth, TRIANGLES },
	{ "stencil", 512, stencil, no_stencil, TRIANGLES },
	{ "stencil of sides", 64, stencil_sides, no_stencil, TRIANGLES },
	{ "target", 5 * ARRAY_SIZE(targets), target, first_target, TRIANGLES },
	{ "depth target", 28, depth_target, first_target, TRIANGLES },
	{ "query", 60, query, NULL, NOTHING },
	{ "feedback", 10, feedback, NULL, NOTHING },
	{ "transform feedback", 12, transform_feedback, NULL, NOTHING },
	{ "primitive", 40, primitive, no_primitive, NOTHING },
	{ "attribute", 54, attribute, no_attribute, NOTHING },
};
const unsigned int n_raster_walks = ARRAY_SIZE(raster_walks);
