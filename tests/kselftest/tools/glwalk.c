// SPDX-License-Identifier: GPL-2.0
/*
 * A walk through the state of GL with unmodified Mesa, from inside the VM.
 *
 * Each step makes one setting (a filter, a wrap mode, a format, a function of blending ...), draws
 * with it, submits, and undoes it.  All of it is valid GL, so nothing may be refused: a refusal
 * means that the tables lack a bit or value that Mesa sets.  mesafuzz finds sizes that are too
 * strict; this finds settings that no program of the recorded streams makes.
 *
 * Prints the setting and the verdict of each refusal, and TAP.
 *
 * usage: glwalk [NAME]   only settings whose name contains NAME
 */
#include "glwalk.h"
#include "kernel.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <string.h>

#define SIZE	64

GLuint texture, framebuffer;
bool old_gl;

static GLuint color, depth;

static const float corners[][2] = { { -0.9f, -0.9f }, { 0.9f, -0.8f }, { 0.1f, 0.9f },
				    { -0.5f, 0.5f }, { 0.7f, 0.2f }, { 0.3f, -0.4f } };

/* Vertices with all attributes, through the fixed functions. */
void draw_shape(int shape)
{
	static const GLenum modes[] = { GL_TRIANGLES, GL_POINTS, GL_LINES };
	unsigned int i;

	if (shape == NOTHING)
		return;
	glBegin(modes[shape]);
	for (i = 0; i < ARRAY_SIZE(corners); i++) {
		glColor4f(i / 6.0f, 0.5f, 1 - i / 6.0f, 0.75f);
		glSecondaryColor3f(0.1f, i / 6.0f, 0.2f);
		glNormal3f(0, 0, 1);
		glTexCoord4f(corners[i][0] * 3, corners[i][1] * 3, 0.4f, 1);
		glFogCoordf(i / 6.0f);
		glVertex3f(corners[i][0], corners[i][1], i / 10.0f);
	}
	glEnd();
}

/* A texture of 32 texels in each direction, with all levels, bound to @target. */
void make_texture(GLenum target, GLint internal, GLenum format, GLenum type)
{
	static const unsigned char zeros[32 * 32 * 32 * 16];
	int level, side, face, faces = target == GL_TEXTURE_CUBE_MAP ? 6 : 1;

	glDeleteTextures(1, &texture);
	glGenTextures(1, &texture);
	glBindTexture(target, texture);
	for (level = 0, side = 32; side; level++, side /= 2) {
		for (face = 0; face < faces; face++) {
			GLenum image = faces == 6 ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : target;

			if (target == GL_TEXTURE_1D)
				glTexImage1D(image, level, internal, side, 0, format, type, zeros);
			else if (target == GL_TEXTURE_3D)
				glTexImage3D(image, level, internal, side, side, side, 0, format, type, zeros);
			else
				glTexImage2D(image, level, internal, side, side, 0, format, type, zeros);
		}
		if (target == GL_TEXTURE_RECTANGLE)
			break;
	}
	glEnable(target);
}

static void storage(GLenum internal, int samples)
{
	if (samples)
		glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, internal, SIZE, SIZE);
	else
		glRenderbufferStorage(GL_RENDERBUFFER, internal, SIZE, SIZE);
}

/* Draws go to a colour buffer and a depth buffer of these formats; 0: none. */
bool use_target(GLenum internal, GLenum depth_format, int samples)
{
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glDeleteRenderbuffers(1, &color);
	glDeleteRenderbuffers(1, &depth);
	glDeleteFramebuffers(1, &framebuffer);
	glGenFramebuffers(1, &framebuffer);
	glGenRenderbuffers(1, &color);
	glGenRenderbuffers(1, &depth);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	if (internal) {
		glBindRenderbuffer(GL_RENDERBUFFER, color);
		storage(internal, samples);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
	} else {
		glDrawBuffer(GL_NONE);
		glReadBuffer(GL_NONE);
	}
	if (depth_format) {
		glBindRenderbuffer(GL_RENDERBUFFER, depth);
		storage(depth_format, samples);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
		if (depth_format == GL_DEPTH24_STENCIL8 || depth_format == GL_DEPTH32F_STENCIL8)
			glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT,
						  GL_RENDERBUFFER, depth);
	}
	glViewport(0, 0, SIZE, SIZE);
	while (glGetError() != GL_NO_ERROR)
		;
	return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

/* The last line of the driver's list of refusals. */
static void print_verdict(void)
{
	static char text[1 << 16];
	int n = read_debugfs("rcp_refused", text, sizeof(text));
	char *last;

	if (n <= 0)
		return;
	text[n - 1] = '\0';
	last = strrchr(text, '\n');
	printf("# %s\n", last ? last + 1 : text);
}

static unsigned long steps, refusals, submissions;

static void step(const struct walk *w, unsigned int n)
{
	uint64_t before, after, refused_before, refused_after;

	if (debugfs_submissions(&before, &refused_before) || !w->set(n))
		return;
	draw_shape(w->shape);
	glFinish();
	while (glGetError() != GL_NO_ERROR)
		;
	if (w->reset)
		w->reset();
	else
		w->set(0);
	if (debugfs_submissions(&after, &refused_after))
		return;
	steps++;
	submissions += after - before;
	if (refused_after == refused_before)
		return;
	refusals++;
	printf("# refused: %s, number %u\n", w->name, n);
	print_verdict();
	fflush(stdout);
}

static void walk_all(const struct walk *w, unsigned int count, const char *only)
{
	unsigned int n;

	for (; count--; w++)
		if (!only || strstr(w->name, only))
			for (n = 0; n < w->count; n++)
				step(w, n);
}

static bool begin(void)
{
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA,
						   EGL_DEFAULT_DISPLAY, NULL);
	EGLContext context;

	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		return false;
	context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL);
	return context != EGL_NO_CONTEXT &&
	       eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

int main(int argc, char **argv)
{
	const char *only = argc > 1 ? argv[1] : NULL;
	bool good;

	if (!begin()) {
		printf("not ok 1 glwalk: no GL on this card\n1..1\n");
		return 1;
	}
	printf("# %s, %s\n", glGetString(GL_RENDERER), glGetString(GL_VERSION));
	old_gl = *glGetString(GL_VERSION) < '3';
	use_target(GL_RGBA8, GL_DEPTH24_STENCIL8, 0);
	make_texture(GL_TEXTURE_2D, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE);
	walk_all(raster_walks, n_raster_walks, only);
	walk_all(texture_walks, n_texture_walks, only);
	good = !refusals && steps && submissions >= steps / 2;
	printf("%sok 1 glwalk: %lu settings, %lu submissions, %lu refused\n1..1\n", good ? "" : "not ",
	       steps, submissions, refusals);
	return good ? 0 : 1;
}
