// SPDX-License-Identifier: GPL-2.0
/*
 * Properties of recorded streams.
 */
#include "r500_scene.h"
#include "tap.h"

void test_corpus(void)
{
}
