// SPDX-License-Identifier: GPL-2.0
/*
 * The front: chips, sentences, the decoder.
 */
#include "r500_scene.h"
#include "tap.h"

void test_front(void)
{
}
