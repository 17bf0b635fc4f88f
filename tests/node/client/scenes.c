// SPDX-License-Identifier: GPL-2.0
/*
 *	scenes DIR [NAME...]
 *
 * Draws each scene, or those that are named, on the surfaceless platform, and writes DIR/NAME.pam.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "scene.h"

static GLuint shader(GLenum kind, const char *source)
{
	const char *const parts[] = { "#version 330\n", source };
	GLuint id = glCreateShader(kind);

	glShaderSource(id, 2, parts, NULL);
	glCompileShader(id);
	return id;
}

GLuint scene_program(const char *vertex, const char *geometry, const char *fragment)
{
	GLuint id = glCreateProgram();
	char log[1024] = "";
	GLint ok;

	glAttachShader(id, shader(GL_VERTEX_SHADER, vertex));
	if (geometry)
		glAttachShader(id, shader(GL_GEOMETRY_SHADER, geometry));
	glAttachShader(id, shader(GL_FRAGMENT_SHADER, fragment));
	glLinkProgram(id);
	glGetProgramiv(id, GL_LINK_STATUS, &ok);
	if (!ok) {
		glGetProgramInfoLog(id, sizeof(log), NULL, log);
		fprintf(stderr, "scenes: a program does not link: %s\n", log);
		exit(1);
	}
	glUseProgram(id);
	return id;
}

static void attribute(GLuint index, const float *data, int count, int n)
{
	GLuint buffer;

	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, count * n * sizeof(*data), data, GL_STATIC_DRAW);
	glVertexAttribPointer(index, n, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(index);
}

void scene_vertices(const float *data, int count, int n)
{
	attribute(0, data, count, n);
}

void scene_colors(const float *data, int count, int n)
{
	attribute(1, data, count, n);
}

void scene_fill(void)
{
	static const float p[] = { -1, -1, 1, -1, -1, 1, 1, 1 };

	scene_vertices(p, 4, 2);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void image(GLenum target, GLint level, GLint format, int size, const void *texels)
{
	bool integer = format == GL_RGBA8UI;
	GLenum layout = integer ? GL_RGBA_INTEGER : GL_RGBA;

	if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
		glTexImage3D(target, level, format, size, size, 16, 0, layout, GL_UNSIGNED_BYTE, texels);
	else
		glTexImage2D(target, level, format, size, size, 0, layout, GL_UNSIGNED_BYTE, texels);
}

GLuint scene_texture(GLenum target, GLint format, int size, bool mipmaps)
{
	static uint32_t texels[64 * 64 * 16];
	uint32_t x = 12345;
	GLuint id;

	glGenTextures(1, &id);
	glBindTexture(target, id);
	glTexParameteri(target, GL_TEXTURE_MIN_FILTER, mipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST);
	for (int level = 0; size >> level && (!level || mipmaps); level++)
		for (int face = 0; face < (target == GL_TEXTURE_CUBE_MAP ? 6 : 1); face++) {
			for (size_t i = 0; i < sizeof(texels) / 4; i++) {
				x = x * 1664525u + 1013904223u;
				texels[i] = x ^ x >> 15;
			}
			image(target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : target,
			      level, format, size >> level, texels);
		}
	return id;
}

static void target(void)
{
	GLuint framebuffer, buffers[2], array;

	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(2, buffers);
	glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
	glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, SCENE_SIZE, SCENE_SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
	glViewport(0, 0, SCENE_SIZE, SCENE_SIZE);
	glClearColor(0, 0, 0, 1);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

static int write_picture(const char *dir, const char *name)
{
	static unsigned char pixels[SCENE_SIZE * SCENE_SIZE * 4];
	char path[4096];
	FILE *f;

	glReadPixels(0, 0, SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	snprintf(path, sizeof(path), "%s/%s.pam", dir, name);
	f = fopen(path, "w");
	if (!f) {
		perror(path);
		return 1;
	}
	fprintf(f, "P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", SCENE_SIZE, SCENE_SIZE);
	for (int y = SCENE_SIZE - 1; y >= 0; y--)
		fwrite(pixels + y * SCENE_SIZE * 4, 4, SCENE_SIZE, f);
	return fclose(f) ? 1 : 0;
}

static bool is_named(const char *name, char **names)
{
	if (!*names)
		return true;
	for (; *names; names++)
		if (!strcmp(name, *names))
			return true;
	return false;
}

/* Each scene has a context of its own, so that none depends on the state of another. */
static int draw(EGLDisplay display, const struct scene *s, const char *dir)
{
	EGLint core[] = { EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE };
	EGLint compat[] = { EGL_CONTEXT_MAJOR_VERSION, 1, EGL_NONE };
	EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, s->compat ? compat : core);
	int ret;

	if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
		fprintf(stderr, "scenes: %s: no context\n", s->name);
		return 1;
	}
	target();
	s->draw();
	ret = write_picture(dir, s->name);
	if (glGetError() != GL_NO_ERROR) {
		fprintf(stderr, "scenes: %s: an error of GL\n", s->name);
		ret = 1;
	}
	eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	eglDestroyContext(display, context);
	return ret;
}

int main(int argc, char **argv)
{
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	int ret = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: scenes DIR [NAME...]\n");
		return 2;
	}
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)) {
		fprintf(stderr, "scenes: EGL does not start: 0x%x\n", eglGetError());
		return 1;
	}
	for (const struct scene *s = core_scenes; s->name; s++)
		if (is_named(s->name, argv + 2))
			ret |= draw(display, s, argv[1]);
	for (const struct scene *s = compat_scenes; s->name; s++)
		if (is_named(s->name, argv + 2))
			ret |= draw(display, s, argv[1]);
	return ret;
}
