/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An oracle of VideoCore IV submissions with code of its own: it executes the list, the records,
 * the uniform streams and the programs symbolically, and says which access leaves the buffers of
 * the submission.  It knows no rule of the checker: only the guide, and which words the driver
 * fills with addresses.  Of pm4/vc4 it uses the types of the input alone.
 */
#ifndef VC4_ORACLE_H
#define VC4_ORACLE_H

#include <setjmp.h>
#include "vc4/pm4_vc4.h"

/**
 * struct oracle - a run
 * @in: the submission
 * @finding: the first access outside, or another fault
 * @out: taken with the first finding
 */
struct oracle {
	const struct vc4_input *in;
	char finding[160];
	jmp_buf out;
};

void finding(struct oracle *o, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/* Bytes [first, end) of buffer @handle are accessed. */
void access_bytes(struct oracle *o, const char *what, u32 handle, long long first, long long end);

/**
 * struct stream - the uniforms of one program
 * @handles: buffers of its lookups
 * @words: its words
 * @nwords: their number
 * @rows: rows of vertex memory that the record loads
 * @written: set to the rows of vertex memory that are written on each way
 * @point: set to the least value of row 7 there, as the bits of a float; below 0: any
 * @samples: set to the most samples that are read or written one by one on a way
 */
struct stream {
	const u8 *handles;
	const u8 *words;
	u32 nwords;
	u32 rows;
	unsigned long long written;
	long long point;
	u32 samples;
};

/* The lengths of the stream that a program asks for, in the order of its code. */
void count_stream(struct oracle *o, u32 buffer, u32 *nhandles, u32 *nwords);
/* Execute a program; returns the number of varyings that it reads. */
u32 run_program(struct oracle *o, u32 buffer, u32 stage, struct stream *s);

void texture(struct oracle *o, u32 handle, const u32 *p, u32 n);

/* Returns true if every access is inside; otherwise o->finding has the words. */
bool oracle(struct oracle *o, const struct vc4_input *in);

static inline u32 get32(const u8 *p)
{
	return p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
}

static inline u32 bits(unsigned long long value, u32 high, u32 low)
{
	return (u32)(value >> low) & (u32)((1ull << (high - low + 1)) - 1);
}

#endif /* VC4_ORACLE_H */
