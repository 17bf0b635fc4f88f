// SPDX-License-Identifier: GPL-2.0
/*
 * mesafuzz: random numbers, and the story of a program.
 */
#include "mesafuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static uint64_t state;

void seed_random(uint64_t seed)
{
	int i;

	state = seed * 0x9e3779b97f4a7c15ull + 88172645463325252ull;
	for (i = 0; i < 8; i++)
		below(2);
}

unsigned int below(unsigned int n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % n;
}

bool one_in(unsigned int n)
{
	return !below(n);
}

void tell(const char *format, ...)
{
	size_t n = strlen(sofar->story);
	va_list args;

	va_start(args, format);
	vsnprintf(sofar->story + n, sizeof(sofar->story) - n, format, args);
	va_end(args);
}

/* Sizes where rounding matters: small ones, powers of two, and one more. */
int any_size(void)
{
	switch (below(8)) {
	case 0:
		return 1 + below(8);
	case 1:
		return 1 << below(9);
	case 2:
		return (1 << below(9)) + 1;
	case 3:
		return 1 + below(1000);
	case 4:
		return 1 + below(one_in(20) ? 4096 : 64);
	default:
		return 1 + below(128);
	}
}
