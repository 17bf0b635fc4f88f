// SPDX-License-Identifier: GPL-2.0
/*
 * The oracle's processor: it executes a program on intervals, on all ways at once, with the words
 * of its stream.  A value is a range of integers, an address in a buffer, an address in the
 * stream, or anything.  Registers of the files get their values an instruction late, branches take
 * three instructions, a thread switch loses the accumulators.  Floats above 0 are ordered as their
 * bits.
 */
#include <stdlib.h>
#include "oracle.h"

#define REGS	68u	/* file A, file B, r0 to r3 */
#define PLACES	16u	/* positions of the stream that may be possible at one instruction */

enum kind { ANY, RANGE, ADDRESS, STREAM };

struct value {
	enum kind kind;
	u32 handle;
	long long low, high;
};

static const struct value any = { ANY, 0, 0, 0 };

struct state {
	bool seen;
	u32 visits;
	struct value reg[REGS];
	u32 late_reg[2];	/* 1 + register whose value is late */
	struct value late[2];
	u32 place[PLACES], nplaces;
	u32 quiet;		/* instructions until the stream can be read */
	u32 lost;		/* instructions until the accumulators are lost */
	u32 open[2][4], nopen[2];
	u32 waiting[2];
	u32 rows;		/* rows of vertex memory that wait */
	u32 varyings;
	u32 before[2];		/* requests of waiting[] from before the last thread switch */
	u32 sfu, test;		/* instructions until r4 and the mask are there */
	u32 wrote;		/* accumulators that the instruction before wrote, as bits */
	bool locked;		/* the scoreboard */
	u32 row, stride;	/* of vertex memory; row 64: unknown */
	unsigned long long written;
	struct value point;	/* in row 7 */
	u32 loads, stores;	/* samples */
};

/* Words that the driver fills in. */
enum fill { PLAIN, BASE, P0, SELF };

struct word { enum fill what; u32 lookup; };
struct lookup { u32 first[4], n; bool direct; };

struct run {
	struct oracle *o;
	struct stream *s;
	const u8 *code;
	u32 count, end;
	struct word *words;
	struct lookup *lookups;
	u32 *lookup_at;		/* by instruction: 1 + lookup that its S begins */
	u32 nlookups, nwords;
	struct state *states;
	u32 *todo, ntodo;
	u32 stage, varyings;
	bool ended, threads;
};

static unsigned long long inst(const struct run *r, u32 ip)
{
	return get32(r->code + 8 * ip) | (unsigned long long)get32(r->code + 8 * ip + 4) << 32;
}

static bool reads_uniform(unsigned long long i)
{
	u32 sig = bits(i, 63, 60);

	return sig < 14 && (bits(i, 23, 18) == 32 || (bits(i, 17, 12) == 32 && sig != 13));
}

static u32 waddr(unsigned long long i, u32 unit)
{
	return unit ? bits(i, 37, 32) : bits(i, 43, 38);
}

/* ---- the order of the code: which word belongs to what ---- */

static void number_words(struct run *r)
{
	u32 ip, unit, tmu, n, open[2][4], nopen[2] = { 0, 0 };
	bool loops = false;

	for (ip = 0; ip < r->end + 3; ip++) {
		unsigned long long i = inst(r, ip);
		u32 sig = bits(i, 63, 60), read = r->nwords;

		if (sig == 15) {
			loops |= (i >> 31 & 1);
			continue;
		}
		if (reads_uniform(i)) {
			if (waddr(i, 0) == 40 && !bits(i, 44, 44)) {
				r->words[read].what = SELF;
				loops = false;
			}
			r->nwords++;
		}
		for (unit = 0; unit < 2; unit++) {
			u32 w = waddr(i, unit);
			struct lookup *l = &r->lookups[r->nlookups];

			if (w < 56)
				continue;
			tmu = w >= 60;
			if (w % 4 || nopen[tmu]) {
				if (nopen[tmu] < 4)
					open[tmu][nopen[tmu]++] = r->nwords;
				r->nwords++;
			}
			if (w % 4)
				continue;
			l->direct = !nopen[tmu];
			l->n = nopen[tmu];
			for (n = 0; n < nopen[tmu]; n++)
				l->first[n] = open[tmu][n];
			n = l->direct ? read : l->first[0];
			r->words[n].what = l->direct ? BASE : P0;
			r->words[n].lookup = r->nlookups;
			r->lookup_at[ip] = ++r->nlookups;
			nopen[tmu] = 0;
		}
	}
	if (loops)
		r->words[r->nwords++].what = SELF;
}

static void open_run(struct run *r, struct oracle *o, u32 buffer)
{
	const struct vc4_buffer *b = &o->in->buffers[buffer];

	*r = (struct run){ .o = o, .code = b->code, .count = b->code_bytes / 8 };
	for (; r->end < r->count && bits(inst(r, r->end), 63, 60) != 3; r->end++)
		r->threads |= bits(inst(r, r->end), 63, 60) == 2 ||
			      bits(inst(r, r->end), 63, 60) == 6;
	if (r->end + 3 > r->count)
		finding(o, "buffer %u: runs into unknown code", buffer);
	r->words = calloc(3 * (r->count + 1), sizeof(*r->words));
	r->lookups = calloc(2 * r->count + 1, sizeof(*r->lookups));
	r->lookup_at = calloc(r->count + 1, sizeof(*r->lookup_at));
	number_words(r);
}

static void close_run(struct run *r)
{
	free(r->words);
	free(r->lookups);
	free(r->lookup_at);
	free(r->states);
	free(r->todo);
}

void count_stream(struct oracle *o, u32 buffer, u32 *nhandles, u32 *nwords)
{
	struct run r;

	open_run(&r, o, buffer);
	*nhandles = r.nlookups;
	*nwords = r.nwords;
	close_run(&r);
}

/* ---- values ---- */

static struct value range(long long low, long long high)
{
	if (low < -0x80000000ll || high > 0x7fffffff)
		return any;
	return (struct value){ RANGE, 0, low, high };
}

static struct value join(struct value a, struct value b)
{
	if (a.kind != b.kind || a.kind == ANY || a.handle != b.handle)
		return any;
	a.low = a.low < b.low ? a.low : b.low;
	a.high = a.high > b.high ? a.high : b.high;
	return a;
}

static bool same(struct value a, struct value b)
{
	return a.kind == b.kind && (a.kind == ANY || (a.handle == b.handle && a.low == b.low &&
						      a.high == b.high));
}

static struct value as_range(struct value v)
{
	return v.kind == RANGE ? v : (struct value){ RANGE, 0, -0x80000000ll, 0x7fffffff };
}

static struct value sum(struct value a, struct value b)
{
	if (a.kind == RANGE && b.kind == RANGE)
		return range(a.low + b.low, a.high + b.high);
	if (b.kind == RANGE)
		return sum(b, a);
	if (a.kind != RANGE || b.kind == ANY)
		return any;
	b.low += a.low;
	b.high += a.high;
	return b;
}

static struct value minmax(struct value a, struct value b, bool most)
{
	if (a.kind > RANGE || b.kind > RANGE)
		return any;
	a = as_range(a);
	b = as_range(b);
	if (most)
		return range(a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
	return range(a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high);
}

/* The larger or the smaller of two floats; floats above 0 have the order of their bits. */
static struct value fminmax(struct value a, struct value b, bool most)
{
	bool pa = a.kind == RANGE && a.low > 0, pb = b.kind == RANGE && b.low > 0;
	long long low;

	if (most ? !pa && !pb : !pa || !pb)
		return any;
	if (most)
		low = !pb || (pa && a.low > b.low) ? a.low : b.low;
	else
		low = a.low < b.low ? a.low : b.low;
	return range(low, 0x7f7fffff);
}

/* ---- one instruction ---- */

/* What the instruction uses besides registers, and what that is too early for. */
static void use_units(struct run *r, struct state *st, u32 ip, unsigned long long i)
{
	u32 sig = bits(i, 63, 60), unit, used = 0, ms = 0, wrote = 0, mux, ops[2];
	bool alu = sig < 14, r4 = false, tile = sig == 4 || sig == 8;
	bool sfu = false, z = false, mask = alu && bits(i, 23, 18) == 42;

	ops[0] = alu ? bits(i, 28, 24) : 0;
	ops[1] = alu ? bits(i, 31, 29) : 0;
	for (mux = 0; mux < 4; mux++)
		r4 |= ops[mux / 2] && bits(i, (mux < 2 ? 11 : 5) - 3 * (mux % 2),
					   (mux < 2 ? 9 : 3) - 3 * (mux % 2)) == 4;
	for (unit = 0; unit < 2; unit++) {
		u32 w = waddr(i, unit);

		sfu |= w >= 52 && w < 56;
		z |= w == 44;
		tile |= w >= 44 && w < 47;
		used += (w >= 44 && w < 47) || w >= 52;
		ms += w == 45;
		wrote |= w >= 32 && w < 36 ? 1u << (w - 32) : w == 37 ? 32 : 0;
		if (ip >= r->end && (w == 44 || w == 42))
			finding(r->o, "ip %u: the mask of the next thread", ip);
	}
	if (waddr(i, 0) == waddr(i, 1) && wrote)
		finding(r->o, "ip %u: two values for an accumulator", ip);
	if (alu && (bits(i, 23, 18) == 35 || (bits(i, 17, 12) == 35 && sig != 13)))
		wrote |= 32;
	if (used > 1 || ((sig == 8 || sig == 10 || sig == 11) && used && (sig != 8 || !ms)))
		finding(r->o, "ip %u: two coupled units", ip);
	if (st->sfu && (r4 || sfu || sig == 8 || sig == 10 || sig == 11))
		finding(r->o, "ip %u: r4 before the SFU is done", ip);
	if (st->test && mask)
		finding(r->o, "ip %u: the mask before the test of Z", ip);
	if (sig == 13 && bits(i, 17, 12) >= 48 && ops[1] &&
	    (bits(i, 5, 3) > 3 || bits(i, 2, 0) > 3 ||
	     (st->wrote & (1u << bits(i, 5, 3) | 1u << bits(i, 2, 0))) ||
	     (bits(i, 17, 12) == 48 && st->wrote & 32)))
		finding(r->o, "ip %u: a rotation reads too early", ip);
	if (tile && ip < 2)
		finding(r->o, "ip %u: pixels of the tile before", ip);
	st->locked |= tile;
	if (sig == 5)
		st->locked = false;
	st->loads += sig == 8 && st->loads < 5;
	st->stores += ms && st->stores < 5;
	st->sfu = sfu ? 2 : st->sfu ? st->sfu - 1 : 0;
	st->test = z ? 2 : st->test ? st->test - 1 : 0;
	st->wrote = wrote;
}

/* The word at a position of the stream, as the hardware sees it. */
static struct value word(struct run *r, u32 place)
{
	long long v;

	if (place >= r->s->nwords)
		finding(r->o, "uniform %u of %u", place, r->s->nwords);
	v = (int)get32(r->s->words + 4 * place);
	switch (r->words[place].what) {
	case SELF:
		return (struct value){ STREAM, 0, 0, 0 };
	case BASE:
	case P0:
		return (struct value){ ADDRESS, get32(r->s->handles + 4 * r->words[place].lookup),
				       (u32)v, (u32)v };
	default:
		return range(v, v);
	}
}

static struct value next_uniform(struct run *r, struct state *st, u32 ip)
{
	struct value v;
	u32 i;

	if (st->quiet)
		finding(r->o, "ip %u: uniform too early", ip);
	if (ip >= r->end)
		finding(r->o, "ip %u: uniform of the next thread", ip);
	v = word(r, st->place[0]);
	for (i = 1; i < st->nplaces; i++)
		v = join(v, word(r, st->place[i]));
	for (i = 0; i < st->nplaces; i++)
		st->place[i]++;
	return v;
}

static struct value input(const struct state *st, unsigned long long i, u32 mux,
			  const struct value *a, const struct value *b)
{
	if (mux < 4)
		return st->reg[64 + mux];
	if (mux == 6)
		return bits(i, 59, 57) && !bits(i, 56, 56) ? any : *a;
	return mux == 7 ? *b : any;
}

static void start_lookup(struct run *r, struct state *st, u32 ip, u32 tmu, struct value v)
{
	const struct lookup *l = &r->lookups[r->lookup_at[ip] - 1];
	u32 handle = get32(r->s->handles + 4 * (r->lookup_at[ip] - 1)), p[4], n;

	if (!st->nopen[tmu]) {
		if (v.kind != ADDRESS)
			finding(r->o, "ip %u: direct read of any address", ip);
		access_bytes(r->o, "direct read", v.handle, v.low & ~3ll, (v.high & ~3ll) + 4);
	} else {
		if (l->direct || l->n != st->nopen[tmu])
			finding(r->o, "ip %u: a lookup that the driver does not know", ip);
		for (n = 0; n < l->n; n++) {
			if (st->open[tmu][n] != l->first[n])
				finding(r->o, "ip %u: word %u is P%u", ip, st->open[tmu][n], n);
			p[n] = get32(r->s->words + 4 * l->first[n]);
		}
		texture(r->o, handle, p, l->n);
	}
	st->waiting[tmu]++;
	st->nopen[tmu] = 0;
}

static void write_special(struct run *r, struct state *st, u32 ip, unsigned long long i, u32 unit,
			  struct value v)
{
	u32 w = waddr(i, unit), cond = unit ? bits(i, 48, 46) : bits(i, 51, 49), tmu, n;
	bool b = bits(i, 44, 44) != unit;

	if (w >= 56) {
		tmu = w >= 60;
		if (cond != 1)
			finding(r->o, "ip %u: a lookup on some elements", ip);
		if (w % 4 || st->nopen[tmu]) {
			if (st->nplaces != 1 || st->nopen[tmu] == 4)
				finding(r->o, "ip %u: a coordinate with any word", ip);
			n = st->place[0];
			next_uniform(r, st, ip);
			st->open[tmu][st->nopen[tmu]++] = n;
		}
		if (!(w % 4))
			start_lookup(r, st, ip, tmu, v);
	} else if (w == 40) {
		if (b || cond != 1 || v.kind != STREAM || v.low != v.high || v.low % 4)
			finding(r->o, "ip %u: the stream goes anywhere", ip);
		st->place[0] = (u32)(v.low / 4);
		st->nplaces = 1;
		st->quiet = 2;
	} else if (w == 50) {
		finding(r->o, "ip %u: DMA", ip);
	} else if (w == 49) {
		if (v.kind != RANGE || v.low != v.high || (u32)v.low >> 30)
			finding(r->o, "ip %u: any setup", ip);
		if (bits(v.low, 29, 18) & (b ? 0xfffu : 0xfc3u))
			finding(r->o, "ip %u: unknown bits of a setup", ip);
		if (b) {
			st->row = bits(v.low, 5, 0);
			st->stride = bits(v.low, 17, 12) ? bits(v.low, 17, 12) : 64;
		} else {
			u32 rows = bits(v.low, 23, 20) ? bits(v.low, 23, 20) : 16;
			u32 stride = bits(v.low, 17, 12) ? bits(v.low, 17, 12) : 64;

			if (bits(v.low, 7, 0) + (rows - 1) * stride >= r->s->rows)
				finding(r->o, "ip %u: rows outside the vertex", ip);
			st->rows += rows;
		}
	} else if (w == 38 || w == 36 || w == 51 || w == 41) {
		finding(r->o, "ip %u: register %u", ip, w);
	} else if (w == 48) {
		if (cond != 1 || (bits(i, 63, 60) != 14 &&
				  !(unit ? bits(i, 31, 29) : bits(i, 28, 24))))
			st->row = 64;
		if (st->row >= 64)
			return;
		st->written |= 1ull << st->row;
		if (st->row == 7)
			st->point = v;
		st->row = st->row + st->stride > 64 ? 64 : st->row + st->stride;
	} else if (w >= 43 && w <= 47 && r->stage) {
		finding(r->o, "ip %u: tile buffer in vertex code", ip);
	}
}

/* Returns 1 + the register that a unit writes, 0: none. */
static u32 target(unsigned long long i, u32 unit)
{
	u32 w = waddr(i, unit);

	if (w < 32)
		return 1 + w + (bits(i, 44, 44) != unit ? 32 : 0);
	return w < 36 ? 1 + 64 + w - 32 : 0;
}

static void store(struct state *st, u32 reg, u32 cond, struct value v, bool both)
{
	struct value old = st->reg[reg];

	if (!cond)
		return;
	if (both)
		v = any;
	else if (cond != 1)
		v = join(old, v);
	if (reg >= 64) {
		st->reg[reg] = v;
		return;
	}
	st->late_reg[reg / 32] = 1 + reg;
	st->late[reg / 32] = v;
}

static struct value read_port(struct run *r, struct state *st, u32 ip, u32 addr, bool b,
			      struct value uniform)
{
	if (addr < 32)
		return st->reg[addr + (b ? 32 : 0)];
	if (addr == 32)
		return uniform;
	if (addr == 38)
		return range(0, 15);
	if (addr == 48) {
		if (!st->rows)
			finding(r->o, "ip %u: a row that was not asked for", ip);
		st->rows--;
	}
	if (addr == 35)
		st->varyings++;
	if (addr == 51)
		finding(r->o, "ip %u: mutex", ip);
	return any;
}

static struct value result(unsigned long long i, u32 unit, struct value x, struct value y)
{
	u32 op = unit ? bits(i, 31, 29) : bits(i, 28, 24), pack = bits(i, 55, 52);
	u32 ma = unit ? bits(i, 5, 3) : bits(i, 11, 9), mb = unit ? bits(i, 2, 0) : bits(i, 8, 6);
	struct value v = any;

	if (!unit && op == 12)
		v = sum(x, y);
	else if (!unit && (op == 18 || op == 19))
		v = minmax(x, y, op == 19);
	else if (!unit && ma != mb && (op == 3 || op == 4))
		v = fminmax(x, y, op == 4);
	else if (ma == mb && (unit ? op == 4 : op == 21 || op == 20 || op == 3 || op == 4) &&
		 (bits(i, 63, 60) != 13 || bits(i, 17, 12) < 48))
		v = x;
	/* Packing: of the mul unit, or of the writes to file A. */
	if (pack && (bits(i, 56, 56) ? unit : bits(i, 44, 44) == unit) &&
	    (bits(i, 56, 56) || waddr(i, unit) < 32 || waddr(i, unit) > 35))
		v = any;
	return v;
}

/* 1.0 to 128.0, then 1/256 to 1/2. */
static struct value small_float(u32 n)
{
	u32 exponent = n < 8 ? 127 + n : 127 - 16 + n;

	return range((long long)exponent << 23, (long long)exponent << 23);
}

static void execute(struct run *r, struct state *st, u32 ip)
{
	unsigned long long i = inst(r, ip);
	u32 sig = bits(i, 63, 60), unit, cond, old_late[2] = { st->late_reg[0], st->late_reg[1] };
	struct value out[2], a = any, b = any, uniform = any, late[2] = { st->late[0], st->late[1] };
	bool same_target = target(i, 0) && target(i, 0) == target(i, 1);

	st->late_reg[0] = st->late_reg[1] = 0;
	if (sig == 15) {
		st->sfu -= st->sfu != 0;
		st->test -= st->test != 0;
		st->wrote = 0;
		goto commit;
	}
	use_units(r, st, ip, i);
	if (sig == 14) {
		if (bits(i, 59, 57) == 4)
			finding(r->o, "ip %u: semaphore", ip);
		out[0] = out[1] = bits(i, 59, 57) || bits(i, 55, 52) ? any :
			range((int)(u32)i, (int)(u32)i);
	} else {
		if (sig == 0 || sig == 9)
			finding(r->o, "ip %u: signal %u", ip, sig);
		if (sig == 10 || sig == 11) {
			if (!st->waiting[sig - 10])
				finding(r->o, "ip %u: a result that never comes", ip);
			if (r->threads && !st->before[sig - 10])
				finding(r->o, "ip %u: a result of the other thread", ip);
			st->before[sig - 10] -= st->before[sig - 10] != 0;
			st->waiting[sig - 10]--;
		}
		if (reads_uniform(i))
			uniform = next_uniform(r, st, ip);
		a = read_port(r, st, ip, bits(i, 23, 18), false, uniform);
		if (sig == 13)
			b = bits(i, 17, 12) < 16 ? range(bits(i, 17, 12), bits(i, 17, 12)) :
			    bits(i, 17, 12) < 32 ? range(bits(i, 17, 12) - 32ll,
							 bits(i, 17, 12) - 32ll) :
			    bits(i, 17, 12) < 48 ? small_float(bits(i, 17, 12) - 32) : any;
		else
			b = read_port(r, st, ip, bits(i, 17, 12), true, uniform);
		for (unit = 0; unit < 2; unit++)
			out[unit] = result(i, unit,
				input(st, i, unit ? bits(i, 5, 3) : bits(i, 11, 9), &a, &b),
				input(st, i, unit ? bits(i, 2, 0) : bits(i, 8, 6), &a, &b));
	}
	if (st->quiet)
		st->quiet--;
	for (unit = 0; unit < 2; unit++) {
		cond = unit ? bits(i, 48, 46) : bits(i, 51, 49);
		write_special(r, st, ip, i, unit, out[unit]);
		if (target(i, unit))
			store(st, target(i, unit) - 1, cond, out[unit], same_target);
	}
commit:
	if (sig == 15 && st->quiet)
		st->quiet--;
	for (unit = 0; unit < 2; unit++)
		if (old_late[unit])
			st->reg[old_late[unit] - 1] = late[unit];
	if (st->lost && !--st->lost) {
		if (st->locked)
			finding(r->o, "ip %u: the other thread waits for the scoreboard", ip);
		for (unit = 64; unit < REGS; unit++)
			st->reg[unit] = any;
		for (unit = 0; unit < 2; unit++) {
			if (st->before[unit])
				finding(r->o, "ip %u: the other thread takes a result", ip);
			st->before[unit] = st->waiting[unit];
		}
	}
	if (sig == 2 || sig == 6)
		st->lost = 3 - 1;
}

/* ---- all ways ---- */

static bool add_places(struct run *r, struct state *to, const struct state *from)
{
	bool more = false;
	u32 i, j;

	for (i = 0; i < from->nplaces; i++) {
		for (j = 0; j < to->nplaces && to->place[j] != from->place[i]; j++)
			;
		if (j < to->nplaces)
			continue;
		if (to->nplaces == PLACES)
			finding(r->o, "too many ways");
		to->place[to->nplaces++] = from->place[i];
		more = true;
	}
	return more;
}

static void go(struct run *r, u32 ip, const struct state *from)
{
	struct state *to;
	bool more;
	u32 i;

	if (ip >= r->end + 3 || ip >= r->count)
		finding(r->o, "ip %u: code that was not checked", ip);
	to = &r->states[ip];
	if (!to->seen) {
		*to = *from;
		to->seen = true;
		to->visits = 1;
		r->todo[r->ntodo++] = ip;
		return;
	}
	if (to->nopen[0] != from->nopen[0] || to->nopen[1] != from->nopen[1] ||
	    to->waiting[0] != from->waiting[0] || to->waiting[1] != from->waiting[1] ||
	    to->rows != from->rows || to->varyings != from->varyings)
		finding(r->o, "ip %u: requests depend on the way", ip);
	more = add_places(r, to, from);
	/* What may be so on one way may be so. */
	more |= from->sfu > to->sfu || from->test > to->test || from->wrote & ~to->wrote ||
		from->locked > to->locked || from->loads > to->loads ||
		from->stores > to->stores || to->written & ~from->written ||
		(to->row < 64 && from->row != to->row) ||
		!same(join(to->point, from->point), to->point);
	to->sfu = from->sfu > to->sfu ? from->sfu : to->sfu;
	to->test = from->test > to->test ? from->test : to->test;
	to->wrote |= from->wrote;
	to->locked |= from->locked;
	to->loads = from->loads > to->loads ? from->loads : to->loads;
	to->stores = from->stores > to->stores ? from->stores : to->stores;
	to->written &= from->written;
	to->row = from->row == to->row ? to->row : 64;
	to->point = join(to->point, from->point);
	if (from->quiet > to->quiet) {
		to->quiet = from->quiet;
		more = true;
	}
	for (i = 0; i < REGS; i++) {
		struct value v = join(to->reg[i], from->reg[i]);

		if (to->visits > 8 && !same(v, to->reg[i]))
			v = any;
		more |= !same(v, to->reg[i]);
		to->reg[i] = v;
	}
	for (i = 0; i < 2; i++) {
		/* A value that is late on one way only: both are possible. */
		if (to->late_reg[i] && to->late_reg[i] != from->late_reg[i])
			to->reg[to->late_reg[i] - 1] = any, to->late_reg[i] = 0;
		else if (to->late_reg[i])
			to->late[i] = join(to->late[i], from->late[i]);
		if (from->late_reg[i] && from->late_reg[i] != to->late_reg[i])
			to->reg[from->late_reg[i] - 1] = any;
	}
	if (more && to->visits++ < 100)
		r->todo[r->ntodo++] = ip;
}

static void finish(struct run *r, const struct state *st)
{
	if (st->waiting[0] || st->waiting[1] || st->nopen[0] || st->nopen[1])
		finding(r->o, "results are left for another program");
	if (st->rows)
		finding(r->o, "rows are left for another program");
	if (st->locked)
		finding(r->o, "the scoreboard stays locked");
	r->s->written = r->ended ? r->s->written & st->written : st->written;
	r->s->point = st->point.kind == RANGE ? st->point.low : -1;
	r->s->samples = st->loads > st->stores ? st->loads : st->stores;
	if (r->ended && r->varyings != st->varyings)
		finding(r->o, "varyings depend on the way");
	r->varyings = st->varyings;
	r->ended = true;
}

static void step(struct run *r, u32 ip)
{
	struct state st = r->states[ip];
	unsigned long long i;

	execute(r, &st, ip);
	if (ip == r->end + 2) {
		finish(r, &st);
		return;
	}
	i = ip >= 3 ? inst(r, ip - 3) : 0;
	if (bits(i, 63, 60) == 15) {
		if (!bits(i, 51, 51) || bits(i, 50, 50))
			finding(r->o, "ip %u: branch to any address", ip - 3);
		go(r, ip + 1 + (int)(u32)i / 8, &st);
		if (bits(i, 55, 52) == 15)
			return;
	}
	go(r, ip + 1, &st);
}

u32 run_program(struct oracle *o, u32 buffer, u32 stage, struct stream *s)
{
	struct state first = { .nplaces = 1, .row = 64 };
	struct run r;

	open_run(&r, o, buffer);
	r.s = s;
	r.stage = stage;
	r.states = calloc(r.count + 1, sizeof(*r.states));
	r.todo = calloc(128 * (r.count + 1), sizeof(*r.todo));
	go(&r, 0, &first);
	while (r.ntodo)
		step(&r, r.todo[--r.ntodo]);
	if (!r.ended)
		finding(o, "buffer %u: never ends", buffer);
	close_run(&r);
	return r.varyings;
}
