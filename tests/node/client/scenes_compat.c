// SPDX-License-Identifier: GPL-2.0
/*
 * Scenes of the compatibility profile.
 */
#include <stddef.h>

#include "scene.h"

static void quads(void)
{
	glBegin(GL_QUADS);
	for (int i = 0; i < 16; i++) {
		float x = -0.95f + 0.5f * (i % 4), y = -0.95f + 0.5f * (i / 4);

		glColor3f((i & 1) * 0.8f + 0.2f, (i >> 1 & 1) * 0.8f, (i >> 2) * 0.3f);
		glVertex2f(x, y);
		glVertex2f(x + 0.4f, y);
		glColor3f(1, 1, 1);
		glVertex2f(x + 0.4f, y + 0.4f);
		glVertex2f(x, y + 0.4f);
	}
	glEnd();
}

/* Colours that change along x alone: how a quad becomes triangles is not defined. */
static void alpha_test(void)
{
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(GL_GREATER, 0.4f);
	glBegin(GL_QUADS);
	glColor4f(1, 0, 0.5f, 0);
	glVertex2f(-1, -1);
	glColor4f(0, 1, 0.5f, 1);
	glVertex2f(1, -1);
	glVertex2f(1, 1);
	glColor4f(1, 0, 0.5f, 0);
	glVertex2f(-1, 1);
	glEnd();
}

static void lit(void)
{
	static const float position[] = { 0.5f, 0.7f, 1.0f, 0.0f }, color[] = { 0.9f, 0.5f, 0.3f, 1.0f };

	glEnable(GL_LIGHTING);
	glEnable(GL_LIGHT0);
	glLightfv(GL_LIGHT0, GL_POSITION, position);
	glMaterialfv(GL_FRONT_AND_BACK, GL_DIFFUSE, color);
	glBegin(GL_TRIANGLE_STRIP);
	for (int i = 0; i < 10; i++) {
		glNormal3f(-0.9f + 0.2f * i, 0.1f, 0.5f);
		glVertex2f(-0.9f + 0.2f * i, -0.9f);
		glVertex2f(-0.9f + 0.2f * i, 0.9f);
	}
	glEnd();
}

static void square(float x0, float y0, float x1, float y1, float z)
{
	glBegin(GL_QUADS);
	glTexCoord2f(0, 0);
	glVertex3f(x0, y0, z);
	glTexCoord2f(2, 0);
	glVertex3f(x1, y0, z);
	glTexCoord2f(2, 2);
	glVertex3f(x1, y1, z);
	glTexCoord2f(0, 2);
	glVertex3f(x0, y1, z);
	glEnd();
}

/* Squares above and below each other, and a polygon that goes through one. */
static void depth_squares(void)
{
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_LEQUAL);
	glColor3f(1, 0, 0);
	square(-0.8f, -0.8f, 0.2f, 0.2f, 0.2f);
	glColor3f(0, 1, 0);
	square(-0.2f, -0.2f, 0.8f, 0.8f, -0.2f);
	glColor3f(0, 0, 1);
	square(-0.6f, -0.6f, 0.6f, 0.6f, 0.2f);
	glColor3f(1, 1, 0);
	glBegin(GL_TRIANGLES);
	glVertex3f(-0.9f, 0.9f, -1);
	glVertex3f(-0.9f, -0.9f, 1);
	glVertex3f(0.9f, 0.1f, 0);
	glEnd();
}

/* A texture of 8x8 texels, repeated, with the nearest texel. */
static void checkers(void)
{
	static unsigned char texel[8][8][4];
	GLuint name;

	for (int y = 0; y < 8; y++)
		for (int x = 0; x < 8; x++) {
			texel[y][x][0] = (unsigned char)(x * 36);
			texel[y][x][1] = (unsigned char)(y * 36);
			texel[y][x][2] = (x ^ y) & 1 ? 255 : 0;
			texel[y][x][3] = 255;
		}
	glGenTextures(1, &name);
	glBindTexture(GL_TEXTURE_2D, name);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
	glEnable(GL_TEXTURE_2D);
	glColor3f(1, 1, 1);
	square(-1, -1, 1, 1, 0);
	glDisable(GL_TEXTURE_2D);
	glDeleteTextures(1, &name);
}

static void blended(void)
{
	glEnable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	for (int i = 0; i < 5; i++) {
		glColor4f(i & 1, i >> 1 & 1, i >> 2, 0.2f + 0.15f * i);
		square(-0.9f + 0.2f * i, -0.9f + 0.2f * i, 0.1f + 0.2f * i, 0.1f + 0.2f * i, 0);
	}
}

/* A clip plane, a scissor, and points and lines of several pixels. */
static void cut(void)
{
	static const double plane[] = { 1, 1, 0, 0.9 };

	glEnable(GL_CLIP_PLANE0);
	glClipPlane(GL_CLIP_PLANE0, plane);
	glEnable(GL_SCISSOR_TEST);
	glScissor(5, 10, 120, 115);
	glColor3f(0, 0.5f, 1);
	square(-0.9f, -0.9f, 0.9f, 0.9f, 0);
	glDisable(GL_CLIP_PLANE0);
	glPointSize(9);
	glColor3f(1, 1, 0);
	glBegin(GL_POINTS);
	glVertex2f(-0.5f, -0.5f);
	glVertex2f(0.25f, -0.25f);
	glEnd();
	glDisable(GL_SCISSOR_TEST);
}

/* A star of thin triangles that go through each other, in any order of depth. */
static void star(float near, float far)
{
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 48; i++) {
		float x = (float)(i * 29 % 48) / 24 - 1, y = (float)(i * 17 % 48) / 24 - 1;

		glColor3f((i & 3) / 3.0f, (i >> 2 & 3) / 3.0f, (i >> 4) / 2.0f);
		glVertex3f(x, y, near);
		glVertex3f(-x + 0.3f, -y, far);
		glVertex3f(-x, -y + 0.3f, near + (far - near) * (float)(i * 7 % 48) / 48);
	}
	glEnd();
}

/* Depth with values in all blocks, less and greater, cleared to more than the ends, tested and kept. */
static void depth_star(void)
{
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_LESS);
	star(-0.9f, 0.9f);
	glEnable(GL_SCISSOR_TEST);
	glScissor(0, 0, 64, 128);
	glClear(GL_DEPTH_BUFFER_BIT);
	glDisable(GL_SCISSOR_TEST);
	star(0.7f, -0.6f);
	glDepthMask(GL_FALSE);
	glColor3f(1, 1, 1);
	square(-0.3f, -1, 0.3f, 1, 0.1f);
	glDepthMask(GL_TRUE);
	glClearDepth(0.3);
	glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glDepthFunc(GL_GREATER);
	star(-0.2f, 0.8f);
	glDepthFunc(GL_GEQUAL);
	glColor3f(0, 1, 1);
	square(-1, -0.2f, 1, 0.2f, 0.15f);
	glClearDepth(0.7);
	glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glDepthFunc(GL_LEQUAL);
	glColor3f(1, 0, 1);
	square(0.4f, 0.4f, 0.9f, 0.9f, 0.39f);
	square(0.4f, -0.9f, 0.9f, -0.4f, 0.41f);
}

/* Four samples, cleared in colour and depth, drawn in part, and resolved. */
static void samples(void)
{
	GLint target;
	GLuint many, buffers[2];

	glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
	glGenFramebuffers(1, &many);
	glBindFramebuffer(GL_FRAMEBUFFER, many);
	glGenRenderbuffers(2, buffers);
	glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
	glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_DEPTH24_STENCIL8, SCENE_SIZE, SCENE_SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
	glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glEnable(GL_DEPTH_TEST);
	glColor3f(1, 0.5f, 0);
	square(-0.75f, -0.75f, 0.25f, 0.25f, 0.2f);
	glColor3f(0, 1, 0);
	square(-0.25f, -0.25f, 0.5f, 0.5f, -0.2f);
	glColor3f(0, 0, 1);
	square(-0.5f, -0.5f, 0.75f, 0.125f, 0.5f);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
	glBlitFramebuffer(0, 0, SCENE_SIZE, SCENE_SIZE, 0, 0, SCENE_SIZE, SCENE_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
}

const struct scene compat_scenes[] = {
	{ "quads", true, quads }, { "alpha-test", true, alpha_test }, { "lit", true, lit },
	{ "depth-squares", true, depth_squares }, { "checkers", true, checkers }, { "blended", true, blended },
	{ "cut", true, cut }, { "depth-star", true, depth_star }, { "samples", true, samples }, { NULL, false, NULL },
};
