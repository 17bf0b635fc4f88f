// SPDX-License-Identifier: GPL-2.0
/*
 * Prints what GL offers on the surfaceless platform: for each kind of context its version, the version
 * of its shading language, and one extension a line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

static const struct kind {
	const char *name;
	EGLenum api;
	EGLint major, minor, profile;
} kinds[] = {
	{ "core", EGL_OPENGL_API, 3, 2, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT },
	{ "compat", EGL_OPENGL_API, 1, 0, 0 },
	{ "es1", EGL_OPENGL_ES_API, 1, 0, 0 },
	{ "es", EGL_OPENGL_ES_API, 2, 0, 0 },
};

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

static void print_extensions(const char *kind, char *list)
{
	static char *names[1024];
	int n = 0;

	for (char *name = strtok(list, " "); name && n < 1024; name = strtok(NULL, " "))
		names[n++] = name;
	qsort(names, n, sizeof(names[0]), by_name);
	for (int i = 0; i < n; i++)
		printf("%s %s\n", kind, names[i]);
}

/* A core profile has no list in one string. */
static char *extensions(void)
{
	const char *all = (const char *)glGetString(GL_EXTENSIONS);
	static char list[65536];
	GLint n = 0;

	if (all)
		return strdup(all);
	glGetError();
	glGetIntegerv(GL_NUM_EXTENSIONS, &n);
	for (GLint i = 0; i < n; i++) {
		strcat(list, (const char *)glGetStringi(GL_EXTENSIONS, i));
		strcat(list, " ");
	}
	return list;
}

/* "4.5 (Core Profile) Mesa 22.3.6" without the name and number of the library. */
static void print_version(const char *kind, const char *what, GLenum name)
{
	char text[128] = "none";
	const char *got = (const char *)glGetString(name);
	char *mesa;

	if (got)
		snprintf(text, sizeof(text), "%s", got);
	mesa = strstr(text, " Mesa");
	if (mesa)
		*mesa = 0;
	printf("%s %s %s\n", kind, what, text);
}

static int print_kind(EGLDisplay display, const struct kind *k)
{
	EGLint attribs[] = {
		EGL_CONTEXT_MAJOR_VERSION, k->major, EGL_CONTEXT_MINOR_VERSION, k->minor,
		k->profile ? EGL_CONTEXT_OPENGL_PROFILE_MASK : EGL_NONE, k->profile, EGL_NONE,
	};
	EGLContext context;

	eglBindAPI(k->api);
	context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
	if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
		printf("%s version none\n", k->name);
		return 0;
	}
	print_version(k->name, "version", GL_VERSION);
	print_version(k->name, "language", GL_SHADING_LANGUAGE_VERSION);
	print_extensions(k->name, extensions());
	return 0;
}

int main(void)
{
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);

	if (!eglInitialize(display, NULL, NULL)) {
		fprintf(stderr, "glinfo: EGL does not start: 0x%x\n", eglGetError());
		return 1;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		print_kind(display, &kinds[i]);
	return 0;
}
