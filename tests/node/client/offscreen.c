// SPDX-License-Identifier: GPL-2.0
/*
 * Preloaded before the node: an EGL program that wants windows of an X server (Xvfb will do) draws into pbuffers of
 * the surfaceless platform, which the node offers.  With RCP_OFFSCREEN_STEP time passes by so many
 * milliseconds for each frame, so that frame N of an animation has one picture, whatever draws it.
 *
 * eglSwapBuffers() of the node writes the frame.  A program that opens libEGL by dlopen() gets this library,
 * which depends on it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <X11/Xlib.h>

/* The time of the first frame, in seconds. */
#define EPOCH		1000000000
#define MAX_ATTRIBS	64

#define NEXT(name)	({ static typeof(&name) next_; if (!next_) next_ = (typeof(&name))dlsym(RTLD_NEXT, #name); next_; })
/* Xlib is the program's: this library does not link it. */
#define X(name)		((typeof(&name))dlsym(RTLD_DEFAULT, #name))

#define any_fn	__eglMustCastToProperFunctionPointerType

static unsigned long frames;
static Display *windows;

EGLDisplay eglGetPlatformDisplay(EGLenum platform, void *native, const EGLAttrib *attribs)
{
	if (platform == EGL_PLATFORM_X11_KHR)
		windows = native;
	return NEXT(eglGetPlatformDisplay)(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
}

EGLDisplay eglGetPlatformDisplayEXT(EGLenum platform, void *native, const EGLint *attribs)
{
	return eglGetPlatformDisplay(platform, native, NULL);
}

EGLDisplay eglGetDisplay(EGLNativeDisplayType native)
{
	return eglGetPlatformDisplay(EGL_PLATFORM_X11_KHR, native, NULL);
}

/* Configs for pbuffers, instead of ones for windows. */
EGLBoolean eglChooseConfig(EGLDisplay display, const EGLint *attribs, EGLConfig *configs, EGLint size, EGLint *count)
{
	EGLint copy[MAX_ATTRIBS + 3], n = 0;

	for (; attribs && attribs[0] != EGL_NONE && n < MAX_ATTRIBS; attribs += 2) {
		if (attribs[0] == EGL_SURFACE_TYPE)
			continue;
		copy[n++] = attribs[0];
		copy[n++] = attribs[1];
	}
	copy[n] = EGL_SURFACE_TYPE;
	copy[n + 1] = EGL_PBUFFER_BIT;
	copy[n + 2] = EGL_NONE;
	return NEXT(eglChooseConfig)(display, copy, configs, size, count);
}

EGLBoolean eglGetConfigAttrib(EGLDisplay display, EGLConfig config, EGLint name, EGLint *value)
{
	EGLBoolean ret = NEXT(eglGetConfigAttrib)(display, config, name, value);

	if (ret && windows && name == EGL_NATIVE_VISUAL_ID)
		*value = X(XVisualIDFromVisual)(DefaultVisual(windows, DefaultScreen(windows)));
	if (ret && name == EGL_SURFACE_TYPE && (*value & EGL_PBUFFER_BIT))
		*value |= EGL_WINDOW_BIT;
	return ret;
}

EGLSurface eglCreateWindowSurface(EGLDisplay display, EGLConfig config, EGLNativeWindowType window, const EGLint *attribs)
{
	unsigned int width = 0, height = 0, border, depth;
	Window root;
	int x, y;

	X(XGetGeometry)(windows, window, &root, &x, &y, &width, &height, &border, &depth);
	return eglCreatePbufferSurface(display, config, (EGLint[]) {
		EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE
	});
}

EGLBoolean eglSwapBuffers(EGLDisplay display, EGLSurface surface)
{
	frames++;
	return NEXT(eglSwapBuffers)(display, surface);
}

static EGLBoolean swap_with_damage(EGLDisplay display, EGLSurface surface, const EGLint *rects, EGLint count)
{
	return eglSwapBuffers(display, surface);
}

any_fn eglGetProcAddress(const char *name)
{
	static const struct {
		const char *name;
		any_fn fn;
	} own[] = {
		{ "eglGetPlatformDisplay", (any_fn)eglGetPlatformDisplay },
		{ "eglGetPlatformDisplayEXT", (any_fn)eglGetPlatformDisplayEXT },
		{ "eglGetDisplay", (any_fn)eglGetDisplay },
		{ "eglChooseConfig", (any_fn)eglChooseConfig },
		{ "eglGetConfigAttrib", (any_fn)eglGetConfigAttrib },
		{ "eglCreateWindowSurface", (any_fn)eglCreateWindowSurface },
		{ "eglSwapBuffers", (any_fn)eglSwapBuffers },
		{ "eglSwapBuffersWithDamageEXT", (any_fn)swap_with_damage },
		{ "eglSwapBuffersWithDamageKHR", (any_fn)swap_with_damage },
	};

	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (!strcmp(name, own[i].name))
			return own[i].fn;
	return NEXT(eglGetProcAddress)(name);
}

void *dlopen(const char *path, int flags)
{
	const char *name = path ? strrchr(path, '/') : NULL;
	Dl_info info;

	name = name ? name + 1 : path;
	if (name && !strncmp(name, "libEGL.so", 9) && dladdr((void *)dlopen, &info))
		path = info.dli_fname;
	return NEXT(dlopen)(path, flags);
}

/* Where the program asks for time in this way, and a step is given. */
int clock_gettime(clockid_t clock, struct timespec *ts)
{
	const char *step = getenv("RCP_OFFSCREEN_STEP");
	unsigned long ms = step ? frames * strtoul(step, NULL, 10) : 0;

	if (!step || (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME))
		return NEXT(clock_gettime)(clock, ts);
	ts->tv_sec = EPOCH + ms / 1000;
	ts->tv_nsec = ms % 1000 * 1000000;
	return 0;
}

int gettimeofday(struct timeval *tv, void *zone)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	tv->tv_sec = ts.tv_sec;
	tv->tv_usec = ts.tv_nsec / 1000;
	return 0;
}
