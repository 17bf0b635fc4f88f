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

const struct scene compat_scenes[] = {
	{ "quads", true, quads }, { "alpha-test", true, alpha_test }, { "lit", true, lit },
	{ "depth-squares", true, depth_squares }, { "checkers", true, checkers }, { "blended", true, blended },
	{ "cut", true, cut }, { NULL, false, NULL },
};
