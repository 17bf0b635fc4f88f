// SPDX-License-Identifier: GPL-2.0
/*
 *	city [DRAWS [WIDTH HEIGHT [BUG]]]
 *
 * One frame of many draws: textured, lit blocks on a ground, with depth test, and glass that is blended.  For
 * tools that show frames draw by draw.  With BUG, block BUG is drawn without its texture, so that it is
 * black.
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

#define TEXTURE	64

static const char *const vertex_text =
	"#version 330\n"
	"layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal;\n"
	"uniform mat4 view; uniform vec3 place, size; out vec3 light; out vec2 at;\n"
	"void main() {\n"
	"	vec3 p = place + size * position;\n"
	"	light = vec3(0.3) + 0.7 * vec3(max(dot(normal, normalize(vec3(0.4, 0.9, 0.3))), 0.0));\n"
	"	at = normal.y > 0.5 ? p.xz : vec2(p.x + p.z, p.y);\n"
	"	gl_Position = view * vec4(p, 1.0);\n"
	"}\n";
static const char *const fragment_text =
	"#version 330\n"
	"in vec3 light; in vec2 at; uniform vec4 color; uniform sampler2D walls; out vec4 result;\n"
	"void main() { result = vec4(color.rgb * light * texture(walls, at).rgb, color.a); }\n";

static GLuint program, texture;

static void die(const char *what)
{
	fprintf(stderr, "city: %s\n", what);
	exit(2);
}

static void begin_gl(void)
{
	static const EGLint core[] = { EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE };
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLContext context;

	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		die("no EGL");
	context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, core);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		die("no context of OpenGL 3.3");
}

static GLuint shader(GLenum type, const char *text)
{
	GLuint s = glCreateShader(type);

	glShaderSource(s, 1, &text, NULL);
	glCompileShader(s);
	return s;
}

static void make_program(void)
{
	GLint linked;

	program = glCreateProgram();
	glAttachShader(program, shader(GL_VERTEX_SHADER, vertex_text));
	glAttachShader(program, shader(GL_FRAGMENT_SHADER, fragment_text));
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	if (!linked)
		die("the program does not link");
	glUseProgram(program);
}

static void make_target(int width, int height)
{
	GLuint object, buffer[2];

	glGenFramebuffers(1, &object);
	glBindFramebuffer(GL_FRAMEBUFFER, object);
	glGenRenderbuffers(2, buffer);
	glBindRenderbuffer(GL_RENDERBUFFER, buffer[0]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer[0]);
	glBindRenderbuffer(GL_RENDERBUFFER, buffer[1]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, width, height);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffer[1]);
	glViewport(0, 0, width, height);
}

/* Windows in a wall. */
static void make_texture(void)
{
	static unsigned char texels[TEXTURE][TEXTURE][4];

	for (int y = 0; y < TEXTURE; y++)
		for (int x = 0; x < TEXTURE; x++) {
			int window = x % 16 > 4 && y % 16 > 6;
			int value = (window ? 120 : 220) + (x * 7 + y * 13) % 24;

			memset(texels[y][x], value, 4);
			texels[y][x][2] = window ? 240 : value;
		}
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, TEXTURE, TEXTURE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glGenerateMipmap(GL_TEXTURE_2D);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
}

/* A cube from 0 to 1: six faces of two triangles, positions and normals. */
static void make_cube(void)
{
	static float data[36][6];
	static const int corner[6][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 0 }, { 1, 1 }, { 0, 1 } };
	GLuint array, buffer;

	for (int face = 0; face < 6; face++) {
		int axis = face / 2, side = face % 2;

		for (int i = 0; i < 6; i++) {
			float *v = data[6 * face + i];
			int turn = side ? i : 5 - i;

			v[axis] = side;
			v[(axis + 1) % 3] = corner[turn][0];
			v[(axis + 2) % 3] = corner[turn][1];
			v[3 + axis] = side ? 1.0f : -1.0f;
		}
	}
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof(data), data, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, (void *)0);
	glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 24, (void *)12);
	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(1);
}

/* From a height, turned to the ground, with perspective. */
static void set_view(float aspect)
{
	const float s = sinf(0.6f), c = cosf(0.6f), near = 1.0f, far = 60.0f;
	const float a = (far + near) / (near - far), b = 2.0f * far * near / (near - far);
	const float height = 9.0f, back = 17.0f;
	const float view[16] = {
		1.5f / aspect, 0, 0, 0,
		0, 1.5f * c, a * s, -s,
		0, -1.5f * s, a * c, -c,
		0, 1.5f * (-height * c + back * s), a * (-height * s - back * c) + b, height * s + back * c,
	};

	glUniformMatrix4fv(glGetUniformLocation(program, "view"), 1, GL_FALSE, view);
}

static void block(const float place[3], const float size[3], const float color[4])
{
	glUniform3fv(glGetUniformLocation(program, "place"), 1, place);
	glUniform3fv(glGetUniformLocation(program, "size"), 1, size);
	glUniform4fv(glGetUniformLocation(program, "color"), 1, color);
	glDrawArrays(GL_TRIANGLES, 0, 36);
}

static float chance(unsigned int *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 8) / 16777216.0f;
}

static void blocks(int count, int bug)
{
	int side = (int)ceilf(sqrtf((float)count));
	unsigned int state = 7;

	for (int i = 0; i < count; i++) {
		float step = 20.0f / side, height = 0.3f + 2.5f * chance(&state) * chance(&state);
		float place[3] = { -10.0f + step * (i % side), 0.0f, -10.0f + step * (i / side) };
		float size[3] = { 0.7f * step, height, 0.7f * step };
		float color[4] = { 0.4f + 0.6f * chance(&state), 0.4f + 0.6f * chance(&state), 0.5f, 0.6f };
		int glass = i % 7 == 6;

		if (glass)
			glEnable(GL_BLEND);
		glBindTexture(GL_TEXTURE_2D, i + 1 == bug ? 0 : texture);
		block(place, size, color);
		if (glass)
			glDisable(GL_BLEND);
	}
}

int main(int argc, char **argv)
{
	int draws = argc > 1 ? atoi(argv[1]) : 300, bug = argc > 4 ? atoi(argv[4]) : 0;
	int width = argc > 3 ? atoi(argv[2]) : 1280, height = argc > 3 ? atoi(argv[3]) : 720;
	const float ground[3] = { -12.0f, -0.2f, -12.0f }, ground_size[3] = { 24.0f, 0.2f, 24.0f };
	const float green[4] = { 0.3f, 0.6f, 0.2f, 1.0f };

	if (draws < 1 || draws > 10000 || width < 1 || width > 4096 || height < 1 || height > 4096)
		die("usage: city [DRAWS [WIDTH HEIGHT [BUG]]]");
	begin_gl();
	make_program();
	make_target(width, height);
	make_texture();
	make_cube();
	set_view((float)width / height);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_CULL_FACE);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	glClearColor(0.5f, 0.7f, 0.9f, 1.0f);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	block(ground, ground_size, green);
	blocks(draws, bug);
	glFinish();
	return 0;
}
