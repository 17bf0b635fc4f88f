// SPDX-License-Identifier: GPL-2.0
/*
 *	gears [FRAMES [SIZE]]
 *
 * Three gears, lit, with depth test, on the surfaceless platform: each frame goes into a framebuffer
 * object and ends with glFinish().
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#define PI		3.14159265f
#define DEFAULT_SIZE	300
#define MAX_VERTICES	4096

struct vertex {
	float position[3], normal[3];
};

struct gear {
	float inner, outer, width, depth;	/* of a tooth: depth */
	int teeth;
	float color[3], x, y, speed, phase;
	GLuint buffer;
	int vertices;
};

static struct gear gears[] = {
	{ 1.0f, 4.0f, 1.0f, 0.7f, 20, { 0.8f, 0.1f, 0.0f }, -3.0f, -2.0f, 1.0f, 0.0f, 0, 0 },
	{ 0.5f, 2.0f, 2.0f, 0.7f, 10, { 0.0f, 0.8f, 0.2f }, 3.1f, -2.0f, -2.0f, -9.0f, 0, 0 },
	{ 1.3f, 2.0f, 0.5f, 0.7f, 10, { 0.2f, 0.2f, 1.0f }, -3.1f, 4.2f, -2.0f, -25.0f, 0, 0 },
};

static struct vertex vertices[MAX_VERTICES];
static int nvertices;

static void triangle(const float p[3][3])
{
	float u[3], v[3], n[3], length;

	for (int i = 0; i < 3; i++) {
		u[i] = p[1][i] - p[0][i];
		v[i] = p[2][i] - p[0][i];
	}
	n[0] = u[1] * v[2] - u[2] * v[1];
	n[1] = u[2] * v[0] - u[0] * v[2];
	n[2] = u[0] * v[1] - u[1] * v[0];
	length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
	for (int i = 0; i < 3 && nvertices < MAX_VERTICES; i++, nvertices++)
		for (int c = 0; c < 3; c++) {
			vertices[nvertices].position[c] = p[i][c];
			vertices[nvertices].normal[c] = n[c] / length;
		}
}

static void quad(const float a[3], const float b[3], const float c[3], const float d[3])
{
	float p[3][3];

	memcpy(p[0], a, sizeof(p[0]));
	memcpy(p[1], b, sizeof(p[1]));
	memcpy(p[2], c, sizeof(p[2]));
	triangle(p);
	memcpy(p[1], c, sizeof(p[1]));
	memcpy(p[2], d, sizeof(p[2]));
	triangle(p);
}

static void at(float *p, float radius, float angle, float z)
{
	p[0] = radius * cosf(angle);
	p[1] = radius * sinf(angle);
	p[2] = z;
}

/* A ring sector between two angles, with radii at both: faces, outer side, inner side. */
static void sector(const struct gear *g, float a0, float r0, float a1, float r1)
{
	float z = g->width / 2, p[8][3];

	for (int side = 0; side < 2; side++) {
		at(p[side * 4 + 0], g->inner, a0, side ? -z : z);
		at(p[side * 4 + 1], r0, a0, side ? -z : z);
		at(p[side * 4 + 2], r1, a1, side ? -z : z);
		at(p[side * 4 + 3], g->inner, a1, side ? -z : z);
	}
	quad(p[0], p[1], p[2], p[3]);
	quad(p[7], p[6], p[5], p[4]);
	quad(p[1], p[5], p[6], p[2]);
	quad(p[3], p[7], p[4], p[0]);
}

static void build(struct gear *g)
{
	float low = g->outer - g->depth / 2, high = g->outer + g->depth / 2, step = 2 * PI / g->teeth / 4;

	nvertices = 0;
	for (int i = 0; i < g->teeth; i++) {
		float a = i * 2 * PI / g->teeth;

		sector(g, a, low, a + step, high);
		sector(g, a + step, high, a + 2 * step, high);
		sector(g, a + 2 * step, high, a + 3 * step, low);
		sector(g, a + 3 * step, low, a + 4 * step, low);
	}
	glGenBuffers(1, &g->buffer);
	glBindBuffer(GL_ARRAY_BUFFER, g->buffer);
	glBufferData(GL_ARRAY_BUFFER, nvertices * sizeof(vertices[0]), vertices, GL_STATIC_DRAW);
	g->vertices = nvertices;
}

static const char vertex_source[] =
	"#version 120\n"
	"attribute vec3 position, normal;\n"
	"uniform vec2 offset; uniform float angle, aspect;\n"
	"varying vec3 n;\n"
	"vec3 turn(vec3 v, float ax, float ay) {\n"
	"	v = vec3(v.x * cos(ay) + v.z * sin(ay), v.y, v.z * cos(ay) - v.x * sin(ay));\n"
	"	return vec3(v.x, v.y * cos(ax) - v.z * sin(ax), v.y * sin(ax) + v.z * cos(ax));\n"
	"}\n"
	"void main() {\n"
	"	float c = cos(angle), s = sin(angle);\n"
	"	vec3 p = vec3(position.x * c - position.y * s + offset.x, position.x * s + position.y * c + offset.y, position.z);\n"
	"	vec3 m = vec3(normal.x * c - normal.y * s, normal.x * s + normal.y * c, normal.z);\n"
	"	p = turn(p, 0.35, 0.52);\n"
	"	n = turn(m, 0.35, 0.52);\n"
	"	p.z -= 40.0;\n"
	"	gl_Position = vec4(p.x * 5.0, p.y * 5.0 * aspect, -1.1818 * p.z - 10.909, -p.z);\n"
	"}\n";

static const char fragment_source[] =
	"#version 120\n"
	"uniform vec3 color;\n"
	"varying vec3 n;\n"
	"void main() {\n"
	"	float light = max(dot(normalize(n), normalize(vec3(5.0, 5.0, 10.0))), 0.0);\n"
	"	gl_FragColor = vec4(color * (0.2 + light), 1.0);\n"
	"}\n";

static GLuint shader(GLenum kind, const char *source)
{
	GLuint id = glCreateShader(kind);
	GLint ok;

	glShaderSource(id, 1, &source, NULL);
	glCompileShader(id);
	glGetShaderiv(id, GL_COMPILE_STATUS, &ok);
	if (!ok) {
		fprintf(stderr, "gears: a shader does not compile\n");
		exit(1);
	}
	return id;
}

static GLuint program(void)
{
	GLuint id = glCreateProgram();

	glAttachShader(id, shader(GL_VERTEX_SHADER, vertex_source));
	glAttachShader(id, shader(GL_FRAGMENT_SHADER, fragment_source));
	glBindAttribLocation(id, 0, "position");
	glBindAttribLocation(id, 1, "normal");
	glLinkProgram(id);
	glUseProgram(id);
	return id;
}

static void target(int size)
{
	GLuint framebuffer, buffers[2];

	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(2, buffers);
	glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size, size);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
	glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, size, size);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
	glViewport(0, 0, size, size);
}

static void frame(GLuint id, float time)
{
	glClearColor(0.05f, 0.05f, 0.1f, 1.0f);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	for (size_t i = 0; i < sizeof(gears) / sizeof(gears[0]); i++) {
		const struct gear *g = &gears[i];

		glUniform2f(glGetUniformLocation(id, "offset"), g->x, g->y);
		glUniform1f(glGetUniformLocation(id, "angle"), time * g->speed + g->phase * PI / 180);
		glUniform1f(glGetUniformLocation(id, "aspect"), 1.0f);
		glUniform3fv(glGetUniformLocation(id, "color"), 1, g->color);
		glBindBuffer(GL_ARRAY_BUFFER, g->buffer);
		glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(struct vertex), (void *)0);
		glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(struct vertex), (void *)(3 * sizeof(float)));
		glDrawArrays(GL_TRIANGLES, 0, g->vertices);
	}
	glFinish();
}

int main(int argc, char **argv)
{
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	int frames = argc > 1 ? atoi(argv[1]) : 1, size = argc > 2 ? atoi(argv[2]) : DEFAULT_SIZE;
	EGLContext context;
	GLuint id;

	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)) {
		fprintf(stderr, "gears: EGL does not start: 0x%x\n", eglGetError());
		return 1;
	}
	context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL);
	eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
	target(size);
	id = program();
	for (size_t i = 0; i < sizeof(gears) / sizeof(gears[0]); i++)
		build(&gears[i]);
	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(1);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_CULL_FACE);
	for (int i = 0; i < frames; i++)
		frame(id, i * 0.05f);
	return glGetError() != GL_NO_ERROR;
}
