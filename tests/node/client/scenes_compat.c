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

const struct scene compat_scenes[] = {
	{ "quads", true, quads }, { "alpha-test", true, alpha_test }, { "lit", true, lit }, { NULL, false, NULL },
};
