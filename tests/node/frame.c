// SPDX-License-Identifier: GPL-2.0
/*
 * Frames as pictures, for scripts/draw.  A frame ends when the program calls eglSwapBuffers() or
 * glFinish(); a program that calls neither has one, which ends with the program.  A frame is the
 * framebuffer that is bound for reading: the whole surface, or of a framebuffer object the size of
 * the viewport.
 *
 * RCP_NODE_FRAME is the file (PAM, from bottom to top turned upright); RCP_NODE_FRAME_NUMBER ends the
 * program after that frame, counted from 1; without it the file has the last frame.  Without a file
 * the calls only pass through.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <GL/gl.h>

#include "node.h"

#define EXPORT		__attribute__((visibility("default")))
#define READ_FRAMEBUFFER_BINDING	0x8caa
#define PIXEL_PACK_BUFFER		0x88eb
#define PIXEL_PACK_BUFFER_BINDING	0x88ed

static unsigned long frames;
static bool stopped;

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

typedef void (*any_fn)(void);
typedef any_fn (*proc_fn)(const char *name);

/* A function of the client's GL; the library itself links none. */
static any_fn gl(const char *name)
{
	static proc_fn get;

	if (!get)
		get = (proc_fn)next("eglGetProcAddress");
	return get ? get(name) : NULL;
}

#define GL_CALL(ret, name, args)	((ret (*)args)gl(name))

/* Bytes of the frame, RGBA; NULL if there is none. */
static unsigned char *read_frame(int *width, int *height)
{
	EGLSurface (*surface)(EGLint) = next("eglGetCurrentSurface");
	EGLDisplay (*display)(void) = next("eglGetCurrentDisplay");
	EGLBoolean (*query)(EGLDisplay, EGLSurface, EGLint, EGLint *) = next("eglQuerySurface");
	GLint viewport[4] = { 0 }, object = 0, pack = 0, align = 4;
	unsigned char *pixels;

	GL_CALL(void, "glGetIntegerv", (GLenum, GLint *))(GL_VIEWPORT, viewport);
	GL_CALL(void, "glGetIntegerv", (GLenum, GLint *))(READ_FRAMEBUFFER_BINDING, &object);
	GL_CALL(void, "glGetIntegerv", (GLenum, GLint *))(PIXEL_PACK_BUFFER_BINDING, &pack);
	GL_CALL(void, "glGetIntegerv", (GLenum, GLint *))(GL_PACK_ALIGNMENT, &align);
	if (!object && surface(EGL_READ)) {
		viewport[0] = viewport[1] = 0;
		query(display(), surface(EGL_READ), EGL_WIDTH, &viewport[2]);
		query(display(), surface(EGL_READ), EGL_HEIGHT, &viewport[3]);
	}
	pixels = calloc(viewport[2], viewport[3] * 4ul);
	if (!pixels || !viewport[2] || !viewport[3]) {
		free(pixels);
		return NULL;
	}
	if (pack)
		GL_CALL(void, "glBindBuffer", (GLenum, GLuint))(PIXEL_PACK_BUFFER, 0);
	GL_CALL(void, "glPixelStorei", (GLenum, GLint))(GL_PACK_ALIGNMENT, 4);
	GL_CALL(void, "glReadPixels", (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *))
		(viewport[0], viewport[1], viewport[2], viewport[3], GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	GL_CALL(void, "glPixelStorei", (GLenum, GLint))(GL_PACK_ALIGNMENT, align);
	if (pack)
		GL_CALL(void, "glBindBuffer", (GLenum, GLuint))(PIXEL_PACK_BUFFER, pack);
	*width = viewport[2];
	*height = viewport[3];
	return pixels;
}

static void write_frame(const char *path)
{
	int width, height;
	unsigned char *pixels = read_frame(&width, &height);
	FILE *f = pixels ? fopen(path, "w") : NULL;

	if (f) {
		fprintf(f, "P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", width, height);
		for (int y = height - 1; y >= 0; y--)
			fwrite(pixels + y * width * 4ul, 4, width, f);
		fclose(f);
	} else if (pixels) {
		node_say("cannot write the frame to %s", path);
	}
	free(pixels);
}

static bool has_context(void)
{
	EGLContext (*context)(void) = next("eglGetCurrentContext");

	return context && context();
}

static void frame_ends(void)
{
	const char *path = getenv("RCP_NODE_FRAME"), *number = getenv("RCP_NODE_FRAME_NUMBER");
	unsigned long last = number ? strtoul(number, NULL, 10) : 0;

	if (stopped || !path || !has_context())
		return;
	frames++;
	if (last && frames < last)
		return;
	write_frame(path);
	if (last) {
		fflush(NULL);
		_exit(0);
	}
}

static void program_ends(void)
{
	if (!frames)
		frame_ends();
}

/* Registered after the handlers of Mesa, so that it runs before them. */
void node_frames_begin(void)
{
	static bool begun;

	if (!begun)
		atexit(program_ends);
	begun = true;
}

void node_frames_stop(void)
{
	stopped = true;
}

EXPORT EGLBoolean eglSwapBuffers(EGLDisplay display, EGLSurface surface)
{
	EGLBoolean (*swap)(EGLDisplay, EGLSurface) = next("eglSwapBuffers");

	frame_ends();
	return swap(display, surface);
}

EXPORT void glFinish(void)
{
	void (*finish)(void) = (void (*)(void))gl("glFinish");

	finish();
	frame_ends();
}

EXPORT __eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name)
{
	if (!strcmp(name, "eglSwapBuffers"))
		return (__eglMustCastToProperFunctionPointerType)eglSwapBuffers;
	if (!strcmp(name, "glFinish"))
		return glFinish;
	return gl(name);
}
