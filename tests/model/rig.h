/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A test bench for the model's core: guest memory, VRAM, a clock that the
 * test advances, recorded interrupts, and a ring.  Each generation has a driver's
 * bring-up in an up.h of its own.
 */
#ifndef MODEL_RIG_H
#define MODEL_RIG_H

#include "model_int.h"

#define RIG_RAM		MIB(16)
#define RIG_VRAM	MIB(32)
#define RIG_FB		0x40000000ull		/* GPU address of VRAM */
#define RIG_GART	0x80000000ull		/* GPU address of the GART aperture */
#define RIG_GART_PAGES	4096u			/* identity: page n is guest page n */
#define RIG_TABLE	MIB(1)			/* the page table's offset in VRAM */
#define RIG_MSI_ADDR	0xfee01000ull
#define RIG_MSI_DATA	0x4026u

/* Guest memory (and GART) offsets of the driver's structures. */
#define RIG_RING	0x10000u
#define RIG_RING_DW	4096u
#define RIG_WB		0x30000u
#define RIG_WB_RPTR	(RIG_WB + 0x400)
#define RIG_IB		0x50000u
#define RIG_DATA	0x100000u
#define DATA		(RIG_GART + RIG_DATA)	/* its GPU address */

struct rig {
	struct model *m;
	u8 *ram;
	u8 *vram;
	u64 now;
	u32 wptr;
	u32 doorbell;	/* the register that takes it */
	u32 dma_wptr;
	u32 msis;
	u64 msi_addr;
	u32 msi_data;
	bool line;
	u32 lines;
	/* the machine */
	u32 draws;
	u32 goes_on;		/* calls that went on with a draw */
	u32 slices;		/* of the next draw, before it is done */
	bool hangs;		/* draws do not end */
	struct gpu_draw_call call;	/* of the last draw */
	struct gpu *gpu;	/* executes draws; NULL: they are counted */
	struct gpu_counters counters;
	struct {		/* the last write of a packet */
		unsigned int count;
		u64 addr, n;
		u64 old;	/* reads from here get bytes of 0x11 */
	} packet;
	struct {		/* the last flush of caches */
		unsigned int count;
		u32 caches;
		u64 first, end;
		bool keep;
	} flush;
	struct {		/* the last one of caches that are dropped without a flush */
		unsigned int count;
		u32 caches;
	} discard;
	struct {		/* the driver's fences; flushes before the last one */
		unsigned int count, flushes;
	} fence;
};

struct rig *rig_new(const char *chip, const struct model_config *override);
void rig_free(struct rig *r);

void w(struct rig *r, u32 reg, u32 value);
u32 rd(struct rig *r, u32 reg);
u32 ram32(struct rig *r, u32 offset);
u64 ram64(struct rig *r, u32 offset);
void ram_set32(struct rig *r, u32 offset, u32 value);
void vram_set64(struct rig *r, u64 offset, u64 value);

/* BARs, bus mastering and messages. */
void rig_pci(struct rig *r);

static inline u32 log2u(u32 v)
{
	return 31 - __builtin_clz(v);
}

void emit(struct rig *r, u32 dw);
void commit(struct rig *r);
void run(struct rig *r);
/* Ring the doorbell and run the card. */
void go(struct rig *r);

static inline u32 pkt3(u32 op, u32 ndw)
{
	return 3u << 30 | (ndw - 1) << 16 | op << 8;
}

#define PACKET(r, op, ...)							\
	do {									\
		u32 d_[] = { __VA_ARGS__ };					\
		emit(r, pkt3(op, sizeof(d_) / 4));				\
		for (size_t i_ = 0; i_ < sizeof(d_) / 4; i_++)			\
			emit(r, d_[i_]);					\
	} while (0)

static inline u64 violations(struct rig *r)
{
	return model_count(r->m, MODEL_VIOLATION);
}

/* The test program. */
struct test {
	const char *name;
	void (*run)(void);
	struct test *next;
};

void test_register(struct test *t);
void test_fail(const char *file, int line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
bool broke(struct rig *r, const char *rule);

#define TEST(fn)								\
	static void fn(void);							\
	static struct test test_##fn = { .name = #fn, .run = fn };		\
	__attribute__((constructor)) static void reg_##fn(void)			\
	{									\
		test_register(&test_##fn);					\
	}									\
	static void fn(void)

#define CHECK(cond)								\
	do {									\
		if (!(cond))							\
			test_fail(__FILE__, __LINE__, "%s", #cond);		\
	} while (0)

#define EQ(a, b)								\
	do {									\
		unsigned long long a_ = (a), b_ = (b);				\
		if (a_ != b_)							\
			test_fail(__FILE__, __LINE__, "%s is 0x%llx, not 0x%llx", #a, a_, b_); \
	} while (0)

/* Expect exactly one violation, of this rule. */
#define BROKE(r, rule)	CHECK(broke(r, rule))
#define CLEAN(r)								\
	do {									\
		if (violations(r))						\
			test_fail(__FILE__, __LINE__, "violation: %s",		\
				  model_last_violation((r)->m));		\
	} while (0)

#endif
