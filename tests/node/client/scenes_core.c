// SPDX-License-Identifier: GPL-2.0
/*
 * Scenes of the core profile.
 */
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "scene.h"

static const char plain[] =
	"layout(location = 0) in vec4 p; out vec2 t;\n"
	"void main() { t = p.xy * 0.5 + 0.5; gl_Position = p; }\n";
static const char colored[] =
	"layout(location = 0) in vec4 p; layout(location = 1) in vec4 c; out vec4 color;\n"
	"void main() { color = c; gl_Position = p; }\n";
static const char show_color[] = "in vec4 color; out vec4 o; void main() { o = color; }\n";
static const char uniform_color[] = "uniform vec4 c; out vec4 o; void main() { o = c; }\n";

static const float corners[] = { -0.95f, -0.98f, 0, 1, 2.3f, -0.8f, 0, 1, -0.6f, 1.9f, 0, 1 };
static const float rgb[] = { 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1 };

static void clear(void)
{
	glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
	glClear(GL_COLOR_BUFFER_BIT);
}

static void triangle(void)
{
	scene_program(colored, NULL, show_color);
	scene_vertices(corners, 3, 4);
	scene_colors(rgb, 3, 4);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* Colours that are linear in space, not on the screen. */
static void perspective(void)
{
	static const float p[] = { -0.9f, -0.9f, 0, 1, 3.6f, -3.6f, 0, 4, -0.9f, 0.9f, 0, 1, 3.6f, 3.6f, 0, 4 };
	static const float c[] = { 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1 };

	scene_program(colored, NULL, show_color);
	scene_vertices(p, 4, 4);
	scene_colors(c, 4, 4);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void flat_colors(void)
{
	scene_program("layout(location = 0) in vec4 p; layout(location = 1) in vec4 c; flat out vec4 color;\n"
		      "void main() { color = c; gl_Position = p; }\n", NULL,
		      "flat in vec4 color; out vec4 o; void main() { o = color; }\n");
	scene_vertices(corners, 3, 4);
	scene_colors(rgb, 3, 4);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* An integer with the bits of -0. */
static void flat_integer(void)
{
	scene_program("layout(location = 0) in vec4 p; flat out uint n;\n"
		      "void main() { n = 0x80000000u + uint(p.w - 1.0); gl_Position = p; }\n", NULL,
		      "flat in uint n; out vec4 o; void main() { o = n == 0x80000000u ? vec4(0, 1, 1, 1) : vec4(1, 0, 0, 1); }\n");
	scene_fill();
}

static void fan(void)
{
	float p[11 * 2] = { 0, 0 }, c[11 * 4] = { 1, 1, 1, 1 };

	for (int i = 1; i < 11; i++) {
		p[i * 2] = 0.9f * cosf(i * 0.69813170f);
		p[i * 2 + 1] = 0.9f * sinf(i * 0.69813170f);
		c[i * 4] = i % 3 == 0;
		c[i * 4 + 1] = i % 3 == 1;
		c[i * 4 + 2] = i % 2;
		c[i * 4 + 3] = 1;
	}
	scene_program(colored, NULL, show_color);
	scene_vertices(p, 11, 2);
	scene_colors(c, 11, 4);
	glDrawArrays(GL_TRIANGLE_FAN, 0, 11);
}

static void indexed_restart(void)
{
	static const float p[] = { -0.9f, -0.9f, -0.9f, 0.9f, -0.1f, -0.9f, -0.1f, 0.9f,
				   0.1f, -0.9f, 0.1f, 0.9f, 0.9f, -0.9f, 0.9f, 0.9f };
	static const uint16_t indices[] = { 0, 1, 2, 3, 0xffff, 4, 5, 6, 7 };
	GLuint buffer;
	GLuint id = scene_program(plain, NULL, uniform_color);

	glUniform4f(UNIFORM(id, "c"), 0.3f, 0.9f, 0.1f, 1);
	scene_vertices(p, 8, 2);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
	glEnable(GL_PRIMITIVE_RESTART);
	glPrimitiveRestartIndex(0xffff);
	glDrawElements(GL_TRIANGLE_STRIP, 9, GL_UNSIGNED_SHORT, NULL);
	glDisable(GL_PRIMITIVE_RESTART);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

static void instances(void)
{
	static const float p[] = { -0.2f, -0.2f, 0.2f, -0.2f, -0.2f, 0.2f, 0.2f, 0.2f };

	scene_program("layout(location = 0) in vec4 p; out vec4 color;\n"
		      "void main() { int i = gl_InstanceID;\n"
		      "	color = vec4(float(i & 1), float(i / 4) * 0.25, float(i % 4) * 0.25, 1.0);\n"
		      "	gl_Position = p + vec4(-0.75 + 0.5 * float(i % 4), -0.75 + 0.5 * float(i / 4), 0.0, 0.0); }\n",
		      NULL, show_color);
	scene_vertices(p, 4, 2);
	glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 16);
}

static void textured(const char *sampler, const char *fetch)
{
	char source[512] = "in vec2 t; out vec4 o; uniform ";
	size_t n = 0;

	while (source[n])
		n++;
	for (const char *s = sampler; *s; s++)
		source[n++] = *s;
	for (const char *s = " s; void main() { o = "; *s; s++)
		source[n++] = *s;
	for (const char *s = fetch; *s; s++)
		source[n++] = *s;
	for (const char *s = "; }\n"; *s; s++)
		source[n++] = *s;
	source[n] = 0;
	scene_program(plain, NULL, source);
	scene_fill();
}

static void nearest(void)
{
	scene_texture(GL_TEXTURE_2D, GL_RGBA8, 16, false);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	textured("sampler2D", "texture(s, t * 1.7 - 0.3)");
}

static void linear(void)
{
	scene_texture(GL_TEXTURE_2D, GL_RGBA8, 16, false);
	textured("sampler2D", "texture(s, t)");
}

static void mirrored(void)
{
	scene_texture(GL_TEXTURE_2D, GL_RGB565, 16, false);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
	textured("sampler2D", "texture(s, t * 3.0 - 1.0)");
}

static void levels(void)
{
	scene_texture(GL_TEXTURE_2D, GL_RGBA8, 64, true);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	textured("sampler2D", "textureLod(s, t, floor(t.x * 6.0))");
}

static void volume(void)
{
	scene_texture(GL_TEXTURE_3D, GL_RGBA8, 16, false);
	glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	textured("sampler3D", "texture(s, vec3(t, t.x))");
}

static void layers(void)
{
	scene_texture(GL_TEXTURE_2D_ARRAY, GL_RGBA8, 16, false);
	glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	textured("sampler2DArray", "texture(s, vec3(t, floor(t.x * 15.9)))");
}

static void cube(void)
{
	scene_texture(GL_TEXTURE_CUBE_MAP, GL_RGBA8, 16, false);
	glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	textured("samplerCube", "texture(s, vec3(t * 4.0 - 2.0, (t.x > 0.5 ? 1.0 : -1.0)))");
}

static void integers(void)
{
	scene_texture(GL_TEXTURE_2D, GL_RGBA8UI, 16, false);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	textured("usampler2D", "vec4(texelFetch(s, ivec2(t * 16.0), 0)) / 255.0");
}

static void depth(void)
{
	static const float first[] = { -0.9f, -0.9f, -0.8f, 0.9f, -0.9f, 0.8f, -0.9f, 0.9f, -0.8f, 0.9f, 0.9f, 0.8f };
	static const float second[] = { -0.9f, -0.9f, 0.8f, 0.9f, -0.9f, -0.8f, -0.9f, 0.9f, 0.8f, 0.9f, 0.9f, -0.8f };
	GLuint id = scene_program(plain, NULL, uniform_color);

	glEnable(GL_DEPTH_TEST);
	glUniform4f(UNIFORM(id, "c"), 1, 0.5f, 0, 1);
	scene_vertices(first, 4, 3);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glUniform4f(UNIFORM(id, "c"), 0, 0.5f, 1, 1);
	scene_vertices(second, 4, 3);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glDisable(GL_DEPTH_TEST);
}

static void stencil(void)
{
	GLuint id = scene_program(plain, NULL, uniform_color);

	glEnable(GL_STENCIL_TEST);
	glColorMask(0, 0, 0, 0);
	glStencilFunc(GL_ALWAYS, 3, 0xff);
	glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
	scene_vertices(corners, 3, 4);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glColorMask(1, 1, 1, 1);
	glStencilFunc(GL_EQUAL, 3, 0xff);
	glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
	glUniform4f(UNIFORM(id, "c"), 0.9f, 0.8f, 0.1f, 1);
	scene_fill();
	glStencilFunc(GL_NOTEQUAL, 3, 0xff);
	glUniform4f(UNIFORM(id, "c"), 0.1f, 0.2f, 0.7f, 1);
	scene_fill();
	glDisable(GL_STENCIL_TEST);
}

static void blend(void)
{
	GLuint id = scene_program(plain, NULL, uniform_color);

	glClearColor(0.5f, 0.25f, 0.75f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glEnable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	glUniform4f(UNIFORM(id, "c"), 1, 1, 0, 0.3f);
	scene_vertices(corners, 3, 4);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glBlendFunc(GL_ONE, GL_ONE);
	glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
	glUniform4f(UNIFORM(id, "c"), 0.2f, 0.1f, 0.1f, 0);
	scene_fill();
	glBlendEquation(GL_FUNC_ADD);
	glDisable(GL_BLEND);
}

static void discards(void)
{
	scene_program(plain, NULL,
		      "in vec2 t; out vec4 o;\n"
		      "void main() { ivec2 i = ivec2(t * 16.0); if (((i.x ^ i.y) & 1) == 0) discard;\n"
		      "	o = vec4(t, 0.5, 1.0); }\n");
	scene_fill();
}

static void loops(void)
{
	scene_program(plain, NULL,
		      "in vec2 t; out vec4 o;\n"
		      "void main() { vec2 c = t * 3.0 - vec2(2.2, 1.5), z = vec2(0.0); int n = 0;\n"
		      "	for (; n < 24; n++) { z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;\n"
		      "		if (dot(z, z) > 4.0) break; }\n"
		      "	o = vec4(float(n & 3) / 3.0, float(n >> 2 & 3) / 3.0, n == 24 ? 1.0 : 0.2, 1.0); }\n");
	scene_fill();
}

static void arithmetic(void)
{
	scene_program(plain, NULL,
		      "in vec2 t; out vec4 o;\n"
		      "void main() { float x = t.x * 4.0 + 0.1, y = t.y * 4.0 + 0.1;\n"
		      "	o = vec4(fract(sin(x) * cos(y)), fract(log2(x) + exp2(y)), sqrt(x * y) * 0.25,\n"
		      "		 inversesqrt(x) * pow(y, 0.3)); }\n");
	scene_fill();
}

static void derivatives(void)
{
	scene_program(plain, NULL,
		      "in vec2 t; out vec4 o;\n"
		      "void main() { vec2 s = t * t * 64.0; o = vec4(dFdx(s.x) * 0.5, dFdy(s.y) * 0.5,\n"
		      "	fwidth(t.x) * 64.0, 1.0); }\n");
	scene_fill();
}

static void scissor(void)
{
	glEnable(GL_SCISSOR_TEST);
	glScissor(20, 30, 90, 77);
	glClearColor(0.9f, 0.1f, 0.4f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glScissor(30, 10, 50, 110);
	triangle();
	glDisable(GL_SCISSOR_TEST);
}

static void culled(void)
{
	static const float p[] = { -0.9f, -0.9f, 0.0f, 0.9f, 0.9f, -0.9f, 0.9f, 0.9f, -0.9f, 0.9f, 0.0f, -0.9f };
	GLuint id = scene_program(plain, NULL,
				  "out vec4 o; void main() { o = gl_FrontFacing ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }\n");

	(void)id;
	scene_vertices(p, 6, 2);
	glDrawArrays(GL_TRIANGLES, 0, 6);
}

/* The primitives of the geometry shader: a copy of each triangle beside it. */
static void geometry(void)
{
	scene_program("layout(location = 0) in vec4 p; void main() { gl_Position = p; }\n",
		      "layout(triangles) in; layout(triangle_strip, max_vertices = 6) out; out vec4 color;\n"
		      "void main() { for (int k = 0; k < 2; k++) { for (int i = 0; i < 3; i++) {\n"
		      "	color = vec4(float(k), float(i) * 0.5, 1.0 - float(k), 1.0);\n"
		      "	gl_Position = gl_in[i].gl_Position * vec4(0.5, 0.9, 1.0, 1.0) + vec4(float(k) - 0.5, 0.0, 0.0, 0.0);\n"
		      "	EmitVertex(); } EndPrimitive(); } }\n", show_color);
	scene_vertices(corners, 3, 4);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void points(void)
{
	static const float p[] = { -0.5f, -0.5f, 0.5f, -0.5f, -0.5f, 0.5f, 0.5f, 0.5f };

	scene_program("layout(location = 0) in vec4 p;\n"
		      "void main() { gl_PointSize = 60.0; gl_Position = p; }\n", NULL,
		      "out vec4 o; void main() { o = vec4(gl_PointCoord, 0.5, 1.0); }\n");
	scene_vertices(p, 4, 2);
	glEnable(GL_PROGRAM_POINT_SIZE);
	glDrawArrays(GL_POINTS, 0, 4);
	glDisable(GL_PROGRAM_POINT_SIZE);
}

/* Vertices that a first draw has captured. */
static void feedback(void)
{
	static const char * const captured[] = { "position" };
	static const float p[] = { -0.47f, -0.49f, 1.15f, -0.4f, -0.3f, 0.95f };
	GLuint buffer, id = scene_program("layout(location = 0) in vec4 p; out vec4 position;\n"
					  "void main() { position = p * vec4(2.0, 2.0, 1.0, 1.0); gl_Position = p; }\n",
					  NULL, uniform_color);

	glTransformFeedbackVaryings(id, 1, captured, GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(id);
	glUseProgram(id);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
	glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 3 * 16, NULL, GL_STATIC_COPY);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
	scene_vertices(p, 3, 2);
	glEnable(GL_RASTERIZER_DISCARD);
	glBeginTransformFeedback(GL_TRIANGLES);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glEndTransformFeedback();
	glDisable(GL_RASTERIZER_DISCARD);
	id = scene_program(plain, NULL, uniform_color);
	glUniform4f(UNIFORM(id, "c"), 0.2f, 0.9f, 0.8f, 1);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void multisample(void)
{
	GLuint framebuffer, color;
	GLint target;

	glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &color);
	glBindRenderbuffer(GL_RENDERBUFFER, color);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
	glClearColor(0.1f, 0.1f, 0.1f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	triangle();
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
	glBlitFramebuffer(0, 0, SCENE_SIZE, SCENE_SIZE, 0, 0, SCENE_SIZE, SCENE_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_FRAMEBUFFER, target);
}

/* Two viewports side by side, which a geometry program picks. */
static void viewports(void)
{
	scene_program("layout(location = 0) in vec4 p; void main() { gl_Position = p; }\n",
		      "#extension GL_ARB_viewport_array : require\n"
		      "layout(triangles) in; layout(triangle_strip, max_vertices = 6) out; out vec4 color;\n"
		      "void main() { for (int k = 0; k < 2; k++) { for (int i = 0; i < 3; i++) {\n"
		      "	gl_ViewportIndex = k; color = vec4(float(k), float(i) * 0.5, 0.5, 1.0);\n"
		      "	gl_Position = gl_in[i].gl_Position; EmitVertex(); } EndPrimitive(); } }\n", show_color);
	glViewportIndexedf(0, 0, 0, 60, SCENE_SIZE);
	glViewportIndexedf(1, 60, 20, SCENE_SIZE - 60, SCENE_SIZE - 30);
	scene_vertices(corners, 3, 4);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* A clip distance cuts the triangle; its colours are linear on the screen. */
static void clipped(void)
{
	static const float p[] = { -0.9f, -0.9f, 0, 1, 6.0f, -3.8f, 0, 4, -0.6f, 3.8f, 0, 2 };

	scene_program("layout(location = 0) in vec4 p; layout(location = 1) in vec4 c; noperspective out vec4 color;\n"
		      "out float gl_ClipDistance[1];\n"
		      "void main() { color = c; gl_Position = p; gl_ClipDistance[0] = p.x + 0.9 * p.w - 0.1; }\n", NULL,
		      "noperspective in vec4 color; out vec4 o; void main() { o = color; }\n");
	glEnable(GL_CLIP_DISTANCE0);
	scene_vertices(p, 3, 4);
	scene_colors(rgb, 3, 4);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glDisable(GL_CLIP_DISTANCE0);
}

/* A constant of 2 is one on a target of 8 bits. */
static void blend_constant(void)
{
	GLuint id = scene_program(plain, NULL, uniform_color);

	glEnable(GL_BLEND);
	glBlendColor(2.0f, 0.5f, -1.0f, 1.0f);
	glBlendFunc(GL_CONSTANT_COLOR, GL_ZERO);
	glUniform4f(UNIFORM(id, "c"), 0.4f, 0.8f, 0.6f, 1);
	scene_fill();
	glDisable(GL_BLEND);
}

/* Beside a clip distance that cuts nothing, one of two triangles is culled. */
static void cull_distance(void)
{
	static const float p[] = { -0.95f, -0.95f, 0.95f, -0.95f, -0.95f, 0.95f, 0.95f, 0.95f };
	GLuint id = scene_program("#extension GL_ARB_cull_distance : require\n"
				  "layout(location = 0) in vec4 p; out float gl_ClipDistance[1]; out float gl_CullDistance[1];\n"
				  "void main() { gl_Position = p; gl_ClipDistance[0] = 1.0;\n"
				  "	gl_CullDistance[0] = float(gl_VertexID) > 0.5 ? -1.0 : 1.0; }\n", NULL, uniform_color);

	glClearColor(0.2f, 0.2f, 0.3f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glUniform4f(UNIFORM(id, "c"), 0.9f, 0.3f, 0.6f, 1);
	glEnable(GL_CLIP_DISTANCE0);
	scene_vertices(p, 4, 2);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glDisable(GL_CLIP_DISTANCE0);
}

/* A square that is drawn if samples of the query before it were seen: the left one is, the right one is not. */
static void query(void)
{
	static const float behind[] = { -0.9f, -0.8f, 0.5f, -0.1f, -0.8f, 0.5f, -0.5f, 0.7f, 0.5f,
					0.1f, -0.8f, 0.5f, 0.9f, -0.8f, 0.5f, 0.5f, 0.7f, 0.5f };
	static const float before[] = { -0.7f, -0.6f, 0, -0.3f, -0.6f, 0, -0.5f, 0.2f, 0,
					0.3f, -0.6f, 0, 0.7f, -0.6f, 0, 0.5f, 0.2f, 0 };
	GLuint ids[2], seen = scene_program(plain, NULL, uniform_color);

	glClearColor(0.1f, 0.3f, 0.1f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glGenQueries(2, ids);
	glEnable(GL_DEPTH_TEST);
	for (int i = 0; i < 2; i++) {
		glUniform4f(UNIFORM(seen, "c"), 0.3f, 0.2f, 0.7f, 1);
		scene_vertices(behind, 6, 3);
		glDepthFunc(i ? GL_GREATER : GL_LESS);
		glBeginQuery(GL_SAMPLES_PASSED, ids[i]);
		glDrawArrays(GL_TRIANGLES, 3 * i, 3);
		glEndQuery(GL_SAMPLES_PASSED);
		glUniform4f(UNIFORM(seen, "c"), 0.9f, 0.8f, 0.1f, 1);
		scene_vertices(before, 6, 3);
		glDepthFunc(GL_LESS);
		glBeginConditionalRender(ids[i], GL_QUERY_WAIT);
		glDrawArrays(GL_TRIANGLES, 3 * i, 3);
		glEndConditionalRender();
	}
	glDisable(GL_DEPTH_TEST);
}

const struct scene core_scenes[] = {
	{ "clear", false, clear }, { "triangle", false, triangle }, { "perspective", false, perspective },
	{ "flat", false, flat_colors }, { "flat-integer", false, flat_integer }, { "fan", false, fan }, { "restart", false, indexed_restart },
	{ "instances", false, instances }, { "nearest", false, nearest }, { "linear", false, linear },
	{ "mirrored", false, mirrored }, { "levels", false, levels }, { "volume", false, volume },
	{ "layers", false, layers }, { "cube", false, cube }, { "integers", false, integers },
	{ "depth", false, depth }, { "stencil", false, stencil }, { "blend", false, blend },
	{ "discard", false, discards }, { "loops", false, loops }, { "arithmetic", false, arithmetic },
	{ "derivatives", false, derivatives }, { "scissor", false, scissor }, { "culled", false, culled },
	{ "geometry", false, geometry }, { "points", false, points }, { "feedback", false, feedback },
	{ "multisample", false, multisample }, { "viewports", false, viewports }, { "clipped", false, clipped },
	{ "blend-constant", false, blend_constant }, { "cull-distance", false, cull_distance },
	{ "query", false, query },
	{ NULL, false, NULL },
};
