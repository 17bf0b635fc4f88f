// SPDX-License-Identifier: GPL-2.0
/*
 * mesafuzz: one random program.  Shaders that read the textures, vertices, state, draws,
 * and copies and reads afterwards.
 */
#include "mesafuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERTEX_WORDS	(1 << 16)
#define INDEX_WORDS	10000
/* No index has this value but to restart a primitive. */
#define RESTART		199

static void toggle(GLenum what)
{
	if (one_in(2))
		glEnable(what);
	else
		glDisable(what);
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

/* GLSL 1.20 has no layouts, and no numbers among the attributes. */
static void vertex_shader2(GLuint program)
{
	static const char source[] =
		"#version 120\n"
		"attribute vec4 place;\n"
		"attribute vec4 more;\n"
		"varying vec4 c;\n"
		"void main() {\n"
		"	gl_Position = place;\n"
		"	gl_PointSize = more.x;\n"
		"	c = more;\n"
		"}\n";

	glBindAttribLocation(program, 0, "place");
	glBindAttribLocation(program, 1, "more");
	add_shader(program, GL_VERTEX_SHADER, source);
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

	if (gl2)
		fputs("#version 120\n#extension GL_ARB_texture_rectangle : enable\n", f);
	else
		fputs("#version 330\n", f);
	fputs(gl2 ? "varying vec4 c;\n" : "in vec4 c;\n", f);
	for (i = 0; i < outputs && !gl2; i++)
		fprintf(f, "layout(location = %d) out vec4 out%d;\n", i, i);
	for (i = 0; i < nsamplers; i++)
		fprintf(f, "uniform %s%s t%d;\n", textures[i].format->kind & INT ? "i" :
			textures[i].format->kind & UINT ? "u" : "", textures[i].kind->sampler, i);
	fputs("void main() {\n", f);
	fputs("	vec4 sum = c;\n", f);
	for (i = 0; i < nsamplers; i++) {
		snprintf(name, sizeof(name), "t%d", i);
		snprintf(fetch, sizeof(fetch),
			 gl2 ? textures[i].kind->fetch2 : textures[i].kind->fetch, name);
		fprintf(f, "	sum += vec4(%s);\n", fetch);
	}
	if (one_in(4))
		fputs("	if (sum.x > 0.5) discard;\n", f);
	for (i = 0; i < outputs; i++)
		fprintf(f, gl2 ? "	gl_FragData[%d] = sum * %d.0;\n" : "	out%d = sum * %d.0;\n", i,
			i + 1);
	fputs("}\n", f);
	fclose(f);
	add_shader(program, GL_FRAGMENT_SHADER, source);
}

/* A uniform block: constants, or a part of a buffer */
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
 * struct program - shaders and their requirements
 * @by_triangles: accepts only triangles
 */
struct program {
	GLuint name, block;
	bool by_triangles;
};

static void make_program(struct program *p, bool feedback)
{
	bool uniforms = one_in(3) && !gl2, layers = one_in(4) && !gl2;
	int nsamplers = one_in(5) ? 0 : 1 + below(ntextures), outputs = 1 + below(MAX_TARGETS), i;
	static const char * const fed_back[] = { "c", "gl_Position" };
	GLint linked = 0;
	char name[8];

	p->name = glCreateProgram();
	p->by_triangles = layers || feedback;
	if (gl2)
		vertex_shader2(p->name);
	else
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

/* Small indices of each size, none of which exceeds the vertices */
void fill_buffers(void)
{
	int i;

	for (i = 0; i < VERTEX_WORDS; i++)
		vertices[i] = i;
	for (i = 0; i < INDEX_WORDS; i++)
		indices[i] = i * 7 % (RESTART + 1);
}

/*
 * Without a divisor on R5xx: if a draw has one instance, Mesa's r300 uploads one element of such
 * an array, and lets the card fetch one for each vertex, past the end of the buffer.
 */
static void make_arrays(GLuint *array, GLuint *buffers)
{
	static const GLenum types[] = { GL_FLOAT, GL_FLOAT, GL_SHORT, GL_HALF_FLOAT };
	GLuint divisor;

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
		divisor = below(4);
		glVertexAttribDivisor(1, gl2 ? 0 : divisor);
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

/* Transform feedback into buffers that may be too small. */
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
	if (oblong_faces(from))
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

/* --- all of it */

void run_program(uint64_t seed)
{
	GLuint framebuffer, array, buffers[2];
	bool feedback;
	struct program p;
	int i;

	seed_random(seed);
	sofar->story[0] = '\0';
	ntextures = 1 + below(MAX_TEXTURES);
	for (i = 0; i < ntextures; i++)
		make_texture(&textures[i]);
	framebuffer = make_framebuffer(GL_FRAMEBUFFER);
	feedback = one_in(5) && !gl2;
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
	/* A combination that does not fit is an error of GL, and has no effect. */
	while (glGetError() != GL_NO_ERROR)
		;
}
