// SPDX-License-Identifier: GPL-2.0
/*
 * Unmodified Mesa, as it is installed: its r600 driver finds the card by EGL's
 * surfaceless platform and draws.  The card executes no shaders, so pixels mean
 * nothing here; what counts is that Mesa takes the driver for what it expects,
 * that it submits, that nothing of it is refused, and that nothing is left.
 */
#include "client.h"
#include "kselftest_harness.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <glob.h>

#define SIZE	256
#define FRAMES	40

static const char vertex_shader[] =
	"attribute vec2 position;\n"
	"attribute vec2 where;\n"
	"uniform vec2 shift;\n"
	"varying vec2 texel;\n"
	"void main() { gl_Position = vec4(position + shift, 0.5, 1.0); texel = where; }\n";

static const char fragment_shader[] =
	"precision mediump float;\n"
	"uniform sampler2D image;\n"
	"uniform vec4 tint;\n"
	"varying vec2 texel;\n"
	"void main() { gl_FragColor = texture2D(image, texel) * tint; }\n";

static const float corners[] = {
	-1.0f, -1.0f, 0.0f, 0.0f, 1.0f, -1.0f, 1.0f, 0.0f,
	1.0f, 1.0f, 1.0f, 1.0f, -1.0f, 1.0f, 0.0f, 1.0f,
};

static const GLushort quad[] = { 0, 1, 2, 0, 2, 3 };

FIXTURE(mesa) {
	struct client c;
	EGLDisplay display;
	EGLContext context;
	int kmsg;
};

FIXTURE_SETUP(mesa)
{
	static const EGLint attributes[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };

	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	self->display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY,
					      NULL);
	ASSERT_EQ(EGL_TRUE, eglInitialize(self->display, NULL, NULL));
	ASSERT_EQ(EGL_TRUE, eglBindAPI(EGL_OPENGL_ES_API));
	self->context = eglCreateContext(self->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT,
					 attributes);
	ASSERT_NE(EGL_NO_CONTEXT, self->context);
	ASSERT_EQ(EGL_TRUE, eglMakeCurrent(self->display, EGL_NO_SURFACE, EGL_NO_SURFACE,
					   self->context));
}

FIXTURE_TEARDOWN(mesa)
{
	char text[512];

	eglMakeCurrent(self->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	eglDestroyContext(self->display, self->context);
	eglTerminate(self->display);
	client_close(&self->c);
	EXPECT_EQ(0, kmsg_loud(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

/* What the driver has taken and refused so far, as debugfs has it. */
static int submissions(uint64_t *submitted, uint64_t *refused)
{
	char text[4096];
	const char *line = NULL;
	glob_t found;

	if (glob("/sys/kernel/debug/dri/*/rcp_memory", 0, NULL, &found))
		return -ENOENT;
	if (read_text(found.gl_pathv[0], text, sizeof(text)) > 0)
		line = strstr(text, "submitted ");
	globfree(&found);
	if (!line || sscanf(line, "submitted %lu refused %lu", submitted, refused) != 2)
		return -EINVAL;
	return 0;
}

TEST_F_TIMEOUT(mesa, finds_its_card, 120)
{
	const char *renderer = (const char *)glGetString(GL_RENDERER);

	ASSERT_NE(NULL, renderer);
	TH_LOG("%s, %s", renderer, glGetString(GL_VERSION));
	/* "AMD RV710 (DRM 2.50.0 / ...)" */
	EXPECT_NE(NULL, strstr(renderer, self->c.chip));
	EXPECT_NE(NULL, strstr(renderer, "DRM 2.50"));
}

static GLuint shader(GLenum kind, const char *source)
{
	GLuint name = glCreateShader(kind);
	GLint good = 0;

	glShaderSource(name, 1, &source, NULL);
	glCompileShader(name);
	glGetShaderiv(name, GL_COMPILE_STATUS, &good);
	return good ? name : 0;
}

static GLuint program(void)
{
	GLuint name = glCreateProgram();
	GLint good = 0;

	glAttachShader(name, shader(GL_VERTEX_SHADER, vertex_shader));
	glAttachShader(name, shader(GL_FRAGMENT_SHADER, fragment_shader));
	glBindAttribLocation(name, 0, "position");
	glBindAttribLocation(name, 1, "where");
	glLinkProgram(name);
	glGetProgramiv(name, GL_LINK_STATUS, &good);
	return good ? name : 0;
}

static GLuint texture(GLenum wrap, const void *pixels)
{
	GLuint name;

	glGenTextures(1, &name);
	glBindTexture(GL_TEXTURE_2D, name);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
			pixels ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST);
	if (pixels)
		glGenerateMipmap(GL_TEXTURE_2D);
	return name;
}

/* A framebuffer of @target and a depth buffer. */
static void framebuffer(GLuint target)
{
	GLuint name[2];

	glGenFramebuffers(1, &name[0]);
	glBindFramebuffer(GL_FRAMEBUFFER, name[0]);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
	glGenRenderbuffers(1, &name[1]);
	glBindRenderbuffer(GL_RENDERBUFFER, name[1]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, SIZE, SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, name[1]);
}

static void frame(GLuint prog, int n)
{
	glViewport(0, 0, SIZE, SIZE);
	glClearColor(0.1f * (n % 10), 0.5f, 0.5f, 1.0f);
	glDisable(GL_SCISSOR_TEST);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	if (n & 1)
		glEnable(GL_BLEND);
	else
		glDisable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	if (n & 2) {
		glEnable(GL_SCISSOR_TEST);
		glScissor(n, n, SIZE / 2, SIZE / 2);
	}
	glUniform4f(glGetUniformLocation(prog, "tint"), 1.0f, 0.5f, 0.02f * n, 0.5f);
	glUniform2f(glGetUniformLocation(prog, "shift"), 0.01f * n, -0.01f * n);
	glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
	glEnable(GL_DEPTH_TEST);
	glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, NULL);
	glDisable(GL_DEPTH_TEST);
}

TEST_F_TIMEOUT(mesa, draws, 180)
{
	static uint32_t pixels[SIZE * SIZE];
	uint64_t submitted, refused, submitted2, refused2;
	GLuint prog, image, buffers[2];
	int i;

	ASSERT_EQ(0, submissions(&submitted, &refused));
	for (i = 0; i < SIZE * SIZE; i++)
		pixels[i] = i * 2654435761u;
	prog = program();
	ASSERT_NE(0, prog);
	glUseProgram(prog);
	framebuffer(texture(GL_CLAMP_TO_EDGE, NULL));
	image = texture(GL_REPEAT, pixels);
	glBindTexture(GL_TEXTURE_2D, image);
	ASSERT_EQ(GL_FRAMEBUFFER_COMPLETE, glCheckFramebufferStatus(GL_FRAMEBUFFER));

	glGenBuffers(2, buffers);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(quad), quad, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 16, NULL);
	glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 16, (void *)8);
	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(1);

	for (i = 0; i < FRAMES; i++) {
		frame(prog, i);
		if (i % 4 == 3)
			glFinish();
		else
			glFlush();
		ASSERT_EQ(GL_NO_ERROR, glGetError());
	}
	glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	EXPECT_EQ(GL_NO_ERROR, glGetError());

	ASSERT_EQ(0, submissions(&submitted2, &refused2));
	EXPECT_LE(submitted + FRAMES, submitted2);
	EXPECT_EQ(refused, refused2);
	TH_LOG("%lu submissions", submitted2 - submitted);
}

TEST_HARNESS_MAIN
