// SPDX-License-Identifier: GPL-2.0
/*
 *	drawbench [FRAMES [KIND]]
 *
 * CPU time of draws that fill a target of 512x512, by kind, in ns a pixel: on the native node the
 * time of the machine of tests/gpu, with LIBGL_ALWAYS_SOFTWARE=1 the time of llvmpipe.  Prints a line a
 * kind; shaders and the first draw of each kind are not counted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#define SIZE		512
#define FRAMES		8
#define TEXTURE		256

static const char vertex_source[] =
	"#version 120\n"
	"attribute vec2 position;\n"
	"varying vec2 at;\n"
	"void main() { at = position * 0.5 + 0.5; gl_Position = vec4(position, 0.0, 1.0); }\n";
static const char fill_source[] =
	"#version 120\n"
	"void main() { gl_FragColor = vec4(0.2, 0.4, 0.6, 0.5); }\n";
static const char texture_source[] =
	"#version 120\n"
	"uniform sampler2D image;\n"
	"varying vec2 at;\n"
	"void main() { gl_FragColor = texture2D(image, at); }\n";

enum { BLEND = 1, DEPTH = 2, LINEAR = 4 };

static const struct kind {
	const char *name;
	const char *source;
	unsigned int flags;
} kinds[] = {
	{ "fill", fill_source, 0 },
	{ "blended", fill_source, BLEND },
	{ "depth-tested", fill_source, DEPTH },
	{ "textured, nearest", texture_source, 0 },
	{ "textured, linear", texture_source, LINEAR },
};

static double cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static GLuint shader(GLenum kind, const char *source)
{
	GLuint id = glCreateShader(kind);

	glShaderSource(id, 1, &source, NULL);
	glCompileShader(id);
	return id;
}

static void program(const char *source)
{
	GLuint id = glCreateProgram();

	glAttachShader(id, shader(GL_VERTEX_SHADER, vertex_source));
	glAttachShader(id, shader(GL_FRAGMENT_SHADER, source));
	glBindAttribLocation(id, 0, "position");
	glLinkProgram(id);
	glUseProgram(id);
}

static void target(void)
{
	GLuint framebuffer, buffers[2];

	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(2, buffers);
	glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
	glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, SIZE, SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
	glViewport(0, 0, SIZE, SIZE);
}

static void texture(void)
{
	static unsigned char texels[TEXTURE][TEXTURE][4];
	GLuint id;

	for (int y = 0; y < TEXTURE; y++)
		for (int x = 0; x < TEXTURE; x++) {
			texels[y][x][0] = x;
			texels[y][x][1] = y;
			texels[y][x][2] = x ^ y;
			texels[y][x][3] = 255;
		}
	glGenTextures(1, &id);
	glBindTexture(GL_TEXTURE_2D, id);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, TEXTURE, TEXTURE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
}

static void set(const struct kind *kind)
{
	GLint filter = kind->flags & LINEAR ? GL_LINEAR : GL_NEAREST;

	program(kind->source);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
	(kind->flags & BLEND ? glEnable : glDisable)(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	(kind->flags & DEPTH ? glEnable : glDisable)(GL_DEPTH_TEST);
	glDepthFunc(GL_LEQUAL);
}

static void draw(int frames)
{
	static const float corners[4][2] = { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };

	glEnableVertexAttribArray(0);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
	for (int i = 0; i < frames; i++) {
		glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
		glFinish();
	}
}

int main(int argc, char **argv)
{
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	int frames = argc > 1 ? atoi(argv[1]) : FRAMES;
	EGLContext context;

	if (frames < 1 || !eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)) {
		fprintf(stderr, "drawbench: EGL does not start\n");
		return 1;
	}
	context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL);
	eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
	target();
	texture();
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		double begin;

		if (argc > 2 && strcmp(argv[2], kinds[i].name))
			continue;
		set(&kinds[i]);
		draw(1);
		begin = cpu_ns();
		draw(frames);
		printf("%-20s %8.2f ns a pixel\n", kinds[i].name, (cpu_ns() - begin) / frames / SIZE / SIZE);
	}
	return glGetError() != GL_NO_ERROR;
}
