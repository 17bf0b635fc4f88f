// SPDX-License-Identifier: GPL-2.0
/*
 *	randomgl DIR SEED COUNT
 *
 * Draws COUNT pictures of random programs and state and writes DIR/SEED.pam, DIR/SEED+1.pam and so on; a picture
 * depends on its number alone.  OpenGL defines all that is drawn: textures are written whole and have one level,
 * no divisor can be 0, values stay small, and a value jumps only along lines.  With RANDOMGL_SHADERS set
 * it prints the shaders; RANDOMGL_DRAWS are the draws of a picture, at most 4.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#define SIZE		128
#define DRAWS		4
#define TRIANGLES	5
#define DEPTH		4
#define UNIFORMS	6

static uint64_t state;

static uint32_t below(uint32_t n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33) % n;
}

static float between(float low, float high)
{
	return low + (high - low) * (float)below(1 << 20) / (1 << 20);
}

/* ---- programs ---- */

/* The source of a program, which grows at its end. */
struct text {
	char s[16384];
	size_t n;
};

__attribute__((format(printf, 2, 3)))
static void add(struct text *t, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	t->n += vsnprintf(t->s + t->n, sizeof(t->s) - t->n, format, ap);
	va_end(ap);
	if (t->n >= sizeof(t->s))
		exit(2);
}

static void expression(struct text *t, bool fragment, int depth);

static void leaf(struct text *t, bool fragment)
{
	switch (below(fragment ? 7 : 4)) {
	case 0:
		add(t, "u[%u]", below(UNIFORMS));
		return;
	case 1:
		add(t, "vec4(%.3f, %.3f, %.3f, %.3f)", between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1));
		return;
	case 2:
		add(t, "vec4((number * %u + %u) %% %u, (number >> %u) & 3, number ^ %u, number / %u) * 0.1", 1 + below(9),
		    below(99), 2 + below(9), below(5), below(8), 1 + below(5));
		return;
	case 3:
		add(t, "color");
		return;
	case 4:
		add(t, "texture(flat_image, place.%s * %.2f)", below(2) ? "xy" : "zy", between(0.3f, 1.5f));
		return;
	case 5:
		add(t, "texture(deep_image, place.xyz * %.2f)", between(0.3f, 1.5f));
		return;
	default:
		add(t, "place");
	}
}

/* Each is between -4 and 4 or so, if its parts are. */
static const char *const one[] = {
	"abs(%)", "-(%)", "clamp(%, -1.0, 1.0)", "sin((%) * 2.0)", "cos(%)", "(%).yzwx", "(%).wwxy", "sqrt(abs(%) + 0.1)",
	"exp2(-abs(%))", "smoothstep(-1.0, 1.0, %)", "inversesqrt(vec4(1.0) + abs(%))", "log2(abs(%) + 1.0)",
	"1.0 / (abs(%) + 0.5)", "vec4(length(%) * 0.5)", "normalize(vec4(2.5) + clamp(%, -1.0, 1.0))",
};
static const char *const two[] = {
	"(%) * 0.5 + (%)", "(%) - (%) * 0.5", "clamp(%, -2.0, 2.0) * clamp(%, -2.0, 2.0)", "min(%, %)", "max(%, %)",
	"mix(%, %, 0.3)", "vec4(dot(clamp(%, -1.0, 1.0), clamp(%, -1.0, 1.0))) * 0.5", "((number & 1) == 0 ? (%) : (%))",
	"mix(%, %, u[0].x)",
};

/* A pattern whose every % is an expression of its own. */
static void fill_in(struct text *t, const char *pattern, bool fragment, int depth)
{
	for (; *pattern; pattern++) {
		if (*pattern == '%')
			expression(t, fragment, depth - 1);
		else
			add(t, "%c", *pattern);
	}
}

static void expression(struct text *t, bool fragment, int depth)
{
	if (depth <= 0 || !below(6))
		leaf(t, fragment);
	else if (below(2))
		fill_in(t, one[below(sizeof(one) / sizeof(one[0]))], fragment, depth);
	else
		fill_in(t, two[below(sizeof(two) / sizeof(two[0]))], fragment, depth);
}

/* Branches that pixels take on both sides of a line, and loops. */
static void statements(struct text *t)
{
	if (below(2)) {
		add(t, "	if (place.%s > %.5f)\n		sum = ", below(2) ? "x" : "y", between(-0.9f, 0.9f));
		expression(t, true, 2);
		add(t, ";\n	else\n		sum = sum * 0.5 + ");
		expression(t, true, 2);
		add(t, ";\n");
	}
	if (below(2)) {
		add(t, "	for (int i = 0; i < count + %u; i++)\n", below(3));
		add(t, "		sum = sum * 0.5 + float(i) * 0.1 * clamp(");
		expression(t, true, 2);
		add(t, ", -1.0, 1.0);\n");
	}
}

static GLuint shader(GLenum kind, const struct text *t)
{
	const char *source = t->s;
	GLuint id = glCreateShader(kind);

	if (getenv("RANDOMGL_SHADERS"))
		printf("%s\n", source);
	glShaderSource(id, 1, &source, NULL);
	glCompileShader(id);
	return id;
}

static GLuint program(bool linear)
{
	static struct text vertex, fragment;
	GLuint id = glCreateProgram();
	char log[1024] = "";
	GLint ok;

	vertex.n = 0;
	fragment.n = 0;
	add(&vertex, "#version 330\nlayout(location = 0) in vec4 at;\nuniform vec4 u[%u];\nuniform int count;\n"
	    "flat out int number;\n%sout vec4 color;\nout vec4 place;\nvoid main()\n{\n"
	    "	number = gl_VertexID / 3 + count;\n	gl_Position = at;\n	place = vec4(at.xyz / at.w, 0.5);\n"
	    "	color = at * 0.3;\n	color = ", UNIFORMS, linear ? "noperspective " : "");
	expression(&vertex, false, DEPTH);
	add(&vertex, ";\n}\n");
	add(&fragment, "#version 330\nuniform vec4 u[%u];\nuniform int count;\nuniform sampler2D flat_image;\n"
	    "uniform sampler3D deep_image;\nflat in int number;\n%sin vec4 color;\n"
	    "in vec4 place;\n"
	    "out vec4 result;\nvoid main()\n{\n	vec4 sum = ", UNIFORMS, linear ? "noperspective " : "");
	expression(&fragment, true, DEPTH);
	add(&fragment, ";\n");
	statements(&fragment);
	/* A picture of which something is to be seen. */
	add(&fragment, "	result = clamp(abs(sum) * 0.5 + 0.05, 0.0, 1.0);\n}\n");
	glAttachShader(id, shader(GL_VERTEX_SHADER, &vertex));
	glAttachShader(id, shader(GL_FRAGMENT_SHADER, &fragment));
	glLinkProgram(id);
	glGetProgramiv(id, GL_LINK_STATUS, &ok);
	if (!ok) {
		glGetProgramInfoLog(id, sizeof(log), NULL, log);
		fprintf(stderr, "randomgl: a program does not link: %s\n%s\n%s\n", log, vertex.s, fragment.s);
		exit(1);
	}
	glUseProgram(id);
	return id;
}

/* ---- state ---- */

static void textures(void)
{
	static const GLint wraps[] = { GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT };
	static unsigned char texels[16 * 16 * 16][4];
	static GLuint id[2];

	glDeleteTextures(2, id);
	glGenTextures(2, id);
	for (int i = 0; i < 2; i++) {
		GLenum target = i ? GL_TEXTURE_3D : GL_TEXTURE_2D;
		int n = 8 << below(2);

		for (size_t k = 0; k < sizeof(texels) / 4; k++)
			for (int c = 0; c < 4; c++)
				texels[k][c] = (unsigned char)below(256);
		glActiveTexture(GL_TEXTURE0 + i);
		glBindTexture(target, id[i]);
		glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
		glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
		glTexParameteri(target, GL_TEXTURE_WRAP_S, wraps[below(3)]);
		glTexParameteri(target, GL_TEXTURE_WRAP_T, wraps[below(3)]);
		glTexParameteri(target, GL_TEXTURE_WRAP_R, wraps[below(3)]);
		if (i)
			glTexImage3D(target, 0, GL_RGBA8, n, n, n, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
		else
			glTexImage2D(target, 0, GL_RGBA8, n, n, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	}
}

static void uniforms(GLuint id)
{
	float u[UNIFORMS][4];

	for (int i = 0; i < UNIFORMS; i++)
		for (int c = 0; c < 4; c++)
			u[i][c] = between(0, 1);
	glUniform4fv(glGetUniformLocation(id, "u"), UNIFORMS, u[0]);
	glUniform1i(glGetUniformLocation(id, "count"), (GLint)below(5));
	glUniform1i(glGetUniformLocation(id, "flat_image"), 0);
	glUniform1i(glGetUniformLocation(id, "deep_image"), 1);
}

static void enable(GLenum cap, bool on)
{
	(on ? glEnable : glDisable)(cap);
}

/* Everything off for the first draw, which covers the target. */
static void tests(bool whole, bool blends)
{
	static const GLenum funcs[] = { GL_LESS, GL_LEQUAL, GL_GREATER, GL_GEQUAL, GL_NOTEQUAL, GL_ALWAYS };
	static const GLenum ops[] = { GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP };
	static const GLenum equations[] = { GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN, GL_MAX };
	static const GLenum factors[] = {
		GL_ZERO, GL_ONE, GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_COLOR,
		GL_ONE_MINUS_DST_COLOR, GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA, GL_CONSTANT_COLOR, GL_ONE_MINUS_CONSTANT_ALPHA,
	};

	enable(GL_DEPTH_TEST, !whole && below(3));
	glDepthFunc(funcs[below(6)]);
	glDepthMask(below(4) != 0);
	enable(GL_STENCIL_TEST, !whole && below(2));
	glStencilFunc(funcs[below(6)], (GLint)below(4), 1 + below(7));
	glStencilOp(ops[below(8)], ops[below(8)], ops[below(8)]);
	enable(GL_SCISSOR_TEST, !whole && !below(4));
	glScissor((GLint)below(60), (GLint)below(60), 20 + (GLint)below(100), 20 + (GLint)below(100));
	enable(GL_CULL_FACE, !whole && !below(4));
	glFrontFace(below(2) ? GL_CW : GL_CCW);
	enable(GL_BLEND, blends);
	glBlendEquationSeparate(equations[below(5)], equations[below(5)]);
	glBlendFuncSeparate(factors[below(12)], factors[below(12)], factors[below(12)], factors[below(12)]);
	glBlendColor(between(0, 1), between(0, 1), between(0, 1), between(0, 1));
	if (whole || below(4))
		glColorMask(1, 1, 1, 1);
	else
		glColorMask(below(2), below(2), 1, below(2));
}

/* @reach: 1 is the edge of the target. */
static void vertices(bool whole, float reach)
{
	static const float corner[6][2] = { { -1, -1 }, { 1, -1 }, { -1, 1 }, { -1, 1 }, { 1, -1 }, { 1, 1 } };
	float at[3 * TRIANGLES][4];
	int n = whole ? 6 : 3 * TRIANGLES;

	for (int i = 0; i < n; i++) {
		float w = whole ? 1 : between(0.5f, 2);

		at[i][0] = (whole ? corner[i][0] : between(-reach, reach)) * w;
		at[i][1] = (whole ? corner[i][1] : between(-reach, reach)) * w;
		at[i][2] = (whole ? 0.1f : between(-0.9f, 0.9f)) * w;
		at[i][3] = w;
	}
	glBufferData(GL_ARRAY_BUFFER, n * sizeof(at[0]), at, GL_STREAM_DRAW);
	glDrawArrays(GL_TRIANGLES, 0, n);
}

static void picture(uint32_t seed)
{
	const char *draws = getenv("RANDOMGL_DRAWS");
	int blended;

	state = seed * 0x9e3779b97f4a7c15u + 12345;
	/* Roundings of more than one blended draw may add up. */
	blended = 1 + (int)below(2 * DRAWS);
	glDisable(GL_SCISSOR_TEST);
	glColorMask(1, 1, 1, 1);
	glDepthMask(1);
	glStencilMask(~0u);
	glClearColor(0, 0, 0, 1);
	glClearDepth(0.5);
	glClearStencil((GLint)below(4));
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	textures();
	for (int n = 0; n < (draws ? atoi(draws) : DRAWS); n++) {
		/* llvmpipe has NaN where a triangle without perspective is clipped. */
		bool linear = below(2);
		GLuint id = program(linear);

		uniforms(id);
		tests(!n, n == blended);
		vertices(!n, linear ? 1 : 1.2f);
		glUseProgram(0);
		glDeleteProgram(id);
	}
}

/* ---- the target ---- */

static void target(void)
{
	GLuint framebuffer, buffers[2], array, buffer;

	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
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

static void write_picture(const char *dir, uint32_t number)
{
	static unsigned char pixels[SIZE * SIZE * 4];
	char path[4096];
	FILE *f;

	glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	snprintf(path, sizeof(path), "%s/%u.pam", dir, number);
	f = fopen(path, "w");
	if (!f || fprintf(f, "P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", SIZE, SIZE) < 0 ||
	    fwrite(pixels, sizeof(pixels), 1, f) != 1 || fclose(f)) {
		perror(path);
		exit(1);
	}
}

static bool begin(void)
{
	static const EGLint attributes[] = {
		EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE,
	};
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLContext context;

	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		return false;
	context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
	return context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

int main(int argc, char **argv)
{
	if (argc != 4 || !begin()) {
		fprintf(stderr, "usage: randomgl DIR SEED COUNT, on the surfaceless platform\n");
		return 2;
	}
	target();
	for (int n = 0; n < atoi(argv[3]); n++) {
		picture((uint32_t)atoi(argv[2]) + n);
		write_picture(argv[1], (uint32_t)atoi(argv[2]) + n);
	}
	return glGetError() != GL_NO_ERROR;
}
