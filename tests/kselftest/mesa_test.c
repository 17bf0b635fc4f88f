// SPDX-License-Identifier: GPL-2.0
/*
 * Unmodified Mesa, as installed: its driver of the card, r600 or r300, finds it by EGL's
 * surfaceless platform and draws: Mesa accepts the driver and submits, no submission is refused, and no
 * memory is left in use.  tests/kselftest/vm/drawn-guest looks at pixels.  r300 has OpenGL ES 2.0; what it lacks is left out there.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

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
	bool es3;
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
	self->es3 = strncmp((const char *)glGetString(GL_VERSION), "OpenGL ES 2", 11);
	/* The drivers are fixed to the generations. */
	EXPECT_EQ(client_generation == RCP_GENERATION_R600, self->es3);
}

FIXTURE_TEARDOWN(mesa)
{
	eglMakeCurrent(self->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	eglDestroyContext(self->display, self->context);
	eglTerminate(self->display);
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

TEST_F(mesa, finds_its_card)
{
	const char *renderer = (const char *)glGetString(GL_RENDERER);

	ASSERT_NE(NULL, renderer);
	TH_LOG("%s, %s", renderer, glGetString(GL_VERSION));
	/* "AMD RV710 (DRM 2.50.0 / ...)"; r300 has the chip alone: "ATI R580" */
	EXPECT_NE(NULL, strstr(renderer, self->c.chip));
	EXPECT_EQ(self->es3, !!strstr(renderer, "DRM 2.50"));
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

/* A program that draws a square, and its vertices */
static GLuint square(void)
{
	GLuint buffers[2], prog = program();

	glUseProgram(prog);
	glGenBuffers(2, buffers);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(quad), quad, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 16, NULL);
	glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 16, (void *)8);
	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(1);
	return prog;
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

TEST_F(mesa, draws)
{
	static uint32_t pixels[SIZE * SIZE];
	uint64_t submitted, refused, submitted2, refused2;
	GLuint prog, image;
	int i;

	ASSERT_EQ(0, debugfs_submissions(&submitted, &refused));
	for (i = 0; i < SIZE * SIZE; i++)
		pixels[i] = i * 2654435761u;
	prog = square();
	ASSERT_NE(0, prog);
	framebuffer(texture(GL_CLAMP_TO_EDGE, NULL));
	image = texture(GL_REPEAT, pixels);
	glBindTexture(GL_TEXTURE_2D, image);
	ASSERT_EQ(GL_FRAMEBUFFER_COMPLETE, glCheckFramebufferStatus(GL_FRAMEBUFFER));

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

	ASSERT_EQ(0, debugfs_submissions(&submitted2, &refused2));
	EXPECT_LE(submitted + FRAMES, submitted2);
	EXPECT_EQ(refused, refused2);
	TH_LOG("%lu submissions", submitted2 - submitted);
}

/* Sizes around the sizes of tiles, macro tiles and powers of two */
static const struct {
	int width, height;
} sizes[] = {
	{ 1, 1 }, { 7, 9 }, { 33, 17 }, { 64, 64 }, { 100, 130 }, { 129, 65 }, { 257, 255 },
	{ 514, 514 }, { 600, 600 },
};

/*
 * Draws with the texture bound to @target, each of its levels in turn as the first; ES 2.0 always
 * begins with the largest.
 */
static void draw_levels(bool es3, GLenum target, int width, int height)
{
	int level, larger = width > height ? width : height;

	glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
	for (level = 0; larger >> level; level++) {
		if (es3)
			glTexParameteri(target, GL_TEXTURE_BASE_LEVEL, level);
		glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
	}
	glFlush();
}

/* Formats, and what ES 2.0 calls the most similar one */
static const struct {
	GLenum sized, format, type;
} formats[] = {
	{ GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE },
	{ GL_R8, GL_ALPHA, GL_UNSIGNED_BYTE },
	{ GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5 },
	{ GL_RG16F, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE },
	{ GL_RGBA32F, GL_RGBA, GL_FLOAT },
};

/* Storage of all levels of a flat texture or a cube. */
static void storage_2d(bool es3, GLenum target, int levels, size_t format, int width, int height)
{
	int level, face, faces = target == GL_TEXTURE_CUBE_MAP ? 6 : 1;
	GLenum first = faces == 6 ? GL_TEXTURE_CUBE_MAP_POSITIVE_X : target;

	if (es3) {
		glTexStorage2D(target, levels, formats[format].sized, width, height);
		return;
	}
	for (level = 0; level < levels; level++)
		for (face = 0; face < faces; face++)
			glTexImage2D(first + face, level, formats[format].format,
				     width >> level ? : 1, height >> level ? : 1, 0,
				     formats[format].format, formats[format].type, NULL);
}

/* Flat textures of all formats, each level in turn as the base level of a draw. */
TEST_F_TIMEOUT(mesa, textures_of_all_sizes, 300)
{
	static const uint8_t blocks[151 * 151 * 16];
	uint64_t submitted, refused, submitted2, refused2;
	GLuint name, f;
	unsigned int i;

	ASSERT_EQ(0, debugfs_submissions(&submitted, &refused));
	ASSERT_NE(0, square());
	framebuffer(texture(GL_CLAMP_TO_EDGE, NULL));
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		int w = sizes[i].width, h = sizes[i].height, larger = w > h ? w : h, levels = 1;

		while (larger >> levels)
			levels++;
		for (f = 0; f < ARRAY_SIZE(formats); f++) {
			glGenTextures(1, &name);
			glBindTexture(GL_TEXTURE_2D, name);
			storage_2d(self->es3, GL_TEXTURE_2D, levels, f, w, h);
			draw_levels(self->es3, GL_TEXTURE_2D, w, h);
			glDeleteTextures(1, &name);
		}
		glGenTextures(1, &name);
		glBindTexture(GL_TEXTURE_2D, name);
		if (self->es3)
			glTexStorage2D(GL_TEXTURE_2D, levels, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, w, h);
		else
			glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, w,
					       h, 0, (w + 3) / 4 * ((h + 3) / 4) * 16, blocks);
		draw_levels(self->es3, GL_TEXTURE_2D, w, h);
		glDeleteTextures(1, &name);
		ASSERT_EQ(GL_NO_ERROR, glGetError());
	}
	glFinish();
	ASSERT_EQ(0, debugfs_submissions(&submitted2, &refused2));
	EXPECT_EQ(refused, refused2);
	EXPECT_LE(submitted + 48, submitted2);
	TH_LOG("%lu submissions", submitted2 - submitted);
}

/* Cubes, volumes and arrays; ES 2.0 has no arrays, and volumes by an extension. */
static const char sampler_shader[] =
	"#version 300 es\n"
	"precision mediump float;\n"
	"uniform mediump samplerCube cube;\n"
	"uniform mediump sampler3D volume;\n"
	"uniform mediump sampler2DArray array;\n"
	"out vec4 color;\n"
	"void main() { color = texture(cube, vec3(1.0, gl_FragCoord.xy)) +\n"
	"	texture(volume, gl_FragCoord.xyz) + texture(array, gl_FragCoord.xyz); }\n";

static const char sampler_shader_es2[] =
	"#extension GL_OES_texture_3D : require\n"
	"precision mediump float;\n"
	"uniform samplerCube cube;\n"
	"uniform mediump sampler3D volume;\n"
	"void main() { gl_FragColor = textureCube(cube, vec3(1.0, gl_FragCoord.xy)) +\n"
	"	texture3D(volume, gl_FragCoord.xyz); }\n";

static const char corner_shader_es2[] =
	"attribute vec2 position;\n"
	"void main() { gl_Position = vec4(position, 0.5, 1.0); }\n";

static const char corner_shader[] =
	"#version 300 es\n"
	"in vec2 position;\n"
	"void main() { gl_Position = vec4(position, 0.5, 1.0); }\n";

static void volume_es2(int width, int height, int depth)
{
	PFNGLTEXIMAGE3DOESPROC image = (void *)eglGetProcAddress("glTexImage3DOES");
	int level, larger = width > height ? width : height;

	if (depth > larger)
		larger = depth;
	for (level = 0; larger >> level; level++)
		image(GL_TEXTURE_3D, level, GL_RGBA, width >> level ? : 1, height >> level ? : 1,
		      depth >> level ? : 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
}

TEST_F_TIMEOUT(mesa, textures_of_all_shapes, 300)
{
	static const GLenum targets[] = {
		GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY,
	};
	const unsigned int shapes = self->es3 ? 3 : 2;
	uint64_t submitted, refused, submitted2, refused2;
	GLuint names[3], prog, t;
	unsigned int i;

	ASSERT_EQ(0, debugfs_submissions(&submitted, &refused));
	ASSERT_NE(0, square());
	prog = glCreateProgram();
	glAttachShader(prog, shader(GL_VERTEX_SHADER,
				    self->es3 ? corner_shader : corner_shader_es2));
	glAttachShader(prog, shader(GL_FRAGMENT_SHADER,
				    self->es3 ? sampler_shader : sampler_shader_es2));
	glBindAttribLocation(prog, 0, "position");
	glLinkProgram(prog);
	glUseProgram(prog);
	glUniform1i(glGetUniformLocation(prog, "volume"), 1);
	if (self->es3)
		glUniform1i(glGetUniformLocation(prog, "array"), 2);
	framebuffer(texture(GL_CLAMP_TO_EDGE, NULL));
	ASSERT_EQ(GL_NO_ERROR, glGetError());
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		int w = sizes[i].width, h = sizes[i].height, larger = w > h ? w : h, levels = 1;

		while (w >> levels)
			levels++;
		glGenTextures(3, names);
		for (t = 0; t < shapes; t++) {
			glActiveTexture(GL_TEXTURE0 + t);
			glBindTexture(targets[t], names[t]);
			glTexParameteri(targets[t], GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
			if (t == 0)
				storage_2d(self->es3, targets[t], levels, 0, w, w);
			else if (self->es3)
				glTexStorage3D(targets[t], levels, GL_RGBA8, w, h, 5);
			else
				volume_es2(w, h, 5);
		}
		for (levels--; levels >= 0; levels--) {
			for (t = 0; t < shapes && self->es3; t++) {
				glActiveTexture(GL_TEXTURE0 + t);
				glTexParameteri(targets[t], GL_TEXTURE_BASE_LEVEL, levels);
			}
			glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
		}
		glFlush();
		glDeleteTextures(3, names);
		ASSERT_EQ(GL_NO_ERROR, glGetError())
			TH_LOG("%d x %d, %d", w, h, larger);
	}
	glFinish();
	ASSERT_EQ(0, debugfs_submissions(&submitted2, &refused2));
	EXPECT_EQ(refused, refused2);
	EXPECT_LE(submitted + ARRAY_SIZE(sizes), submitted2);
	TH_LOG("%lu submissions", submitted2 - submitted);
}

/* Multisampling, and its resolve */
TEST_F_TIMEOUT(mesa, several_samples, 300)
{
	static const GLenum formats[] = { GL_RGBA8, GL_R8, GL_RGBA16F };
	uint64_t submitted, refused, submitted2, refused2;
	GLuint buffers[4], frames[2], f;
	GLint samples, most = 0;
	unsigned int i, drawn = 0;

	if (!self->es3)
		SKIP(return, "OpenGL ES 2.0 has one sample; mesafuzz has several");
	ASSERT_EQ(0, debugfs_submissions(&submitted, &refused));
	ASSERT_NE(0, square());
	texture(GL_CLAMP_TO_EDGE, NULL);
	glGetIntegerv(GL_MAX_SAMPLES, &most);
	EXPECT_LE(4, most);
	glGenFramebuffers(2, frames);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		int w = sizes[i].width, h = sizes[i].height;

		for (f = 0; f < ARRAY_SIZE(formats); f++) {
			for (samples = 2; samples <= most; samples *= 2) {
				glGenRenderbuffers(3, buffers);
				glBindFramebuffer(GL_FRAMEBUFFER, frames[0]);
				glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
				glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples,
								 formats[f], w, h);
				glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
							  GL_RENDERBUFFER, buffers[0]);
				glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
				glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples,
								 GL_DEPTH24_STENCIL8, w, h);
				glFramebufferRenderbuffer(GL_FRAMEBUFFER,
							  GL_DEPTH_STENCIL_ATTACHMENT,
							  GL_RENDERBUFFER, buffers[1]);
				if (glCheckFramebufferStatus(GL_FRAMEBUFFER) !=
				    GL_FRAMEBUFFER_COMPLETE)
					goto next;
				glViewport(0, 0, w, h);
				glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
				glEnable(GL_DEPTH_TEST);
				glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
				glBindFramebuffer(GL_DRAW_FRAMEBUFFER, frames[1]);
				glBindRenderbuffer(GL_RENDERBUFFER, buffers[2]);
				glRenderbufferStorage(GL_RENDERBUFFER, formats[f], w, h);
				glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER,
							  GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
							  buffers[2]);
				glBlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT,
						  GL_NEAREST);
				glFlush();
				drawn++;
next:
				glDeleteRenderbuffers(3, buffers);
				ASSERT_EQ(GL_NO_ERROR, glGetError());
			}
		}
	}
	glFinish();
	ASSERT_EQ(0, debugfs_submissions(&submitted2, &refused2));
	EXPECT_LE(ARRAY_SIZE(sizes) * 2, drawn);
	EXPECT_EQ(refused, refused2);
	EXPECT_LE(submitted + drawn, submitted2);
	TH_LOG("%u frames, %lu submissions", drawn, submitted2 - submitted);
}

/*
 * Attributes and indices that are beyond their buffers, in part or as a whole.  This is no
 * error in GL, so Mesa submits them, and other draws of the frame must not be refused.
 */
TEST_F(mesa, reads_outside_buffers)
{
	static const uintptr_t places[] = { 60, 68, 4088, 4096, 1 << 20, 0x7ffffff0 };
	static const int counts[] = { 6, 2049, 100000 };
	uint64_t submitted, refused, submitted2, refused2;
	unsigned int i;

	/* It also sends larger draws as they are, which both drivers refuse. */
	if (client_generation == RCP_GENERATION_R500)
		SKIP(return, "Mesa's r300 reads vertices on the CPU, and dies where they are missing");
	ASSERT_EQ(0, debugfs_submissions(&submitted, &refused));
	ASSERT_NE(0, square());
	framebuffer(texture(GL_CLAMP_TO_EDGE, NULL));
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 16, (void *)places[i]);
		glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
		glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 16, (void *)8);
		glDrawArrays(GL_TRIANGLE_FAN, places[i], 4);
		glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, (void *)places[i]);
		glFlush();
	}
	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		glDrawElements(GL_TRIANGLES, counts[i], GL_UNSIGNED_SHORT, NULL);
		glFlush();
	}
	glFinish();
	EXPECT_EQ(GL_NO_ERROR, glGetError());
	ASSERT_EQ(0, debugfs_submissions(&submitted2, &refused2));
	EXPECT_EQ(refused, refused2);
	EXPECT_LE(submitted + ARRAY_SIZE(places) + ARRAY_SIZE(counts), submitted2);
}

TEST_HARNESS_MAIN
