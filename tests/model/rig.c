// SPDX-License-Identifier: GPL-2.0
/*
 * The test bench: see rig.h.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../pm4/tap.h"
#include "rig.h"

static void *rig_ram(void *ctx, u64 gpa, u64 len)
{
	struct rig *r = ctx;

	return gpa < RIG_RAM && len <= RIG_RAM - gpa ? r->ram + gpa : NULL;
}

static void rig_msi(void *ctx, u64 addr, u32 data)
{
	struct rig *r = ctx;

	r->msis++;
	r->msi_addr = addr;
	r->msi_data = data;
}

static void rig_intx(void *ctx, bool level)
{
	struct rig *r = ctx;

	r->line = level;
	r->lines += level;
}

static u64 rig_now(void *ctx)
{
	return ((struct rig *)ctx)->now;
}

static enum gpu_result rig_draw(void *ctx, struct model *m, const struct gpu_draw_call *call)
{
	struct rig *r = ctx;

	if (call) {
		r->draws++;
		r->call = *call;
	} else {
		r->goes_on++;
	}
	if (r->gpu)
		return call ? gpu_draw(r->gpu, model_regs(m), call, UINT64_MAX) : gpu_continue(r->gpu, UINT64_MAX);
	if (r->slices) {
		r->slices--;
		return GPU_MORE;
	}
	return r->hangs ? GPU_HUNG : GPU_DONE;
}

static struct gpu_counters *rig_counters(void *ctx)
{
	return &((struct rig *)ctx)->counters;
}

static void rig_packet(void *ctx, bool write, u64 addr, u64 n, u8 *bytes, u8 *copy)
{
	struct rig *r = ctx;

	if (write) {
		r->packet.count++;
		r->packet.addr = addr;
		r->packet.n = n;
	} else if (addr == r->packet.old) {
		memset(copy, 0x11, n);
	}
}

static void rig_flush(void *ctx, u32 caches, u64 first, u64 end, bool keep)
{
	struct rig *r = ctx;

	r->flush.count++;
	r->flush.caches = caches;
	r->flush.first = first;
	r->flush.end = end;
	r->flush.keep = keep;
}

static void rig_discard(void *ctx, u32 caches)
{
	struct rig *r = ctx;

	r->discard.count++;
	r->discard.caches = caches;
}

static void rig_fence(void *ctx)
{
	struct rig *r = ctx;

	r->fence.count++;
	r->fence.flushes = r->flush.count;
}

static const struct model_host host = {
	.ram = rig_ram,
	.msi = rig_msi,
	.intx = rig_intx,
	.now_ns = rig_now,
	.draw = rig_draw,
	.counters = rig_counters,
	.packet = rig_packet,
	.flush = rig_flush,
	.discard = rig_discard,
	.fence = rig_fence,
};

/*
 * Zeroed memory with a page after it that faults.  Not from calloc(): the address sanitizer
 * writes an eighth of the size for each allocation and each free, and a test run makes
 * hundreds of rigs that touch a few pages.
 */
static u8 *memory_new(size_t bytes)
{
	u8 *memory = mmap(NULL, bytes + getpagesize(), PROT_NONE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED || mprotect(memory, bytes, PROT_READ | PROT_WRITE))
		abort();
	return memory;
}

static void memory_free(u8 *memory, size_t bytes)
{
	munmap(memory, bytes + getpagesize());
}

struct rig *rig_new(const char *chip, const struct model_config *override)
{
	struct model_config c = { 0 };
	struct rig *r = calloc(1, sizeof(*r));

	if (override)
		c = *override;
	c.chip = model_chip_by_name(chip);
	c.vram_size = RIG_VRAM;
	c.bar_size = RIG_VRAM;
	c.see_vram = true;
	r->ram = memory_new(RIG_RAM);
	r->vram = memory_new(RIG_VRAM);
	r->m = model_new(&c, &host, r, r->vram, NULL);
	return r;
}

void rig_free(struct rig *r)
{
	model_free(r->m);
	memory_free(r->ram, RIG_RAM);
	memory_free(r->vram, RIG_VRAM);
	free(r);
}

void w(struct rig *r, u32 reg, u32 value)
{
	model_mmio_write(r->m, reg, value, 4);
}

u32 rd(struct rig *r, u32 reg)
{
	return (u32)model_mmio_read(r->m, reg, 4);
}

u32 ram32(struct rig *r, u32 offset)
{
	u32 v;

	memcpy(&v, r->ram + offset, 4);
	return v;
}

u64 ram64(struct rig *r, u32 offset)
{
	u64 v;

	memcpy(&v, r->ram + offset, 8);
	return v;
}

void ram_set32(struct rig *r, u32 offset, u32 value)
{
	memcpy(r->ram + offset, &value, 4);
}

void vram_set64(struct rig *r, u64 offset, u64 value)
{
	model_vram_write(r->m, offset, value, 8);
}

void rig_pci(struct rig *r)
{
	model_config_write(r->m, 0x10, 0xd0000000, 4);
	model_config_write(r->m, 0x18, 0xe0000000, 4);
	model_config_write(r->m, 0x04, 0x7, 2);
	model_config_write(r->m, 0xa4, (u32)RIG_MSI_ADDR, 4);
	model_config_write(r->m, 0xa8, 0, 4);
	model_config_write(r->m, 0xac, RIG_MSI_DATA, 2);
	model_config_write(r->m, 0xa2, 1, 2);
}

void emit(struct rig *r, u32 dw)
{
	ram_set32(r, RIG_RING + r->wptr * 4, dw);
	r->wptr = (r->wptr + 1) % RIG_RING_DW;
}

void commit(struct rig *r)
{
	while (r->wptr % 16)
		emit(r, 0x80000000);
	w(r, r->doorbell, r->wptr);
}

void run(struct rig *r)
{
	for (int i = 0; i < 100; i++) {
		u64 next = model_run(r->m);

		if (next == MODEL_NEVER)
			return;
		if (next > r->now)
			r->now = next;
	}
}

void go(struct rig *r)
{
	commit(r);
	run(r);
}

/* The test program. */

static struct test *tests;
static struct test **tail = &tests;
static bool failed;

void test_register(struct test *t)
{
	*tail = t;
	tail = &t->next;
}

void test_fail(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	failed = true;
	printf("# %s:%d: ", file, line);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf("\n");
}

bool broke(struct rig *r, const char *rule)
{
	const char *last = model_last_violation(r->m);
	size_t n = strlen(rule);

	if (violations(r) == 1 && !strncmp(last, rule, n) && last[n] == ':')
		return true;
	printf("# %llu violations, the last: %s\n", (unsigned long long)violations(r), last);
	return false;
}

int main(int argc, char **argv)
{
	if (!freopen("/dev/null", "w", stderr))
		return 2;
	for (struct test *t = tests; t; t = t->next) {
		if (argc > 1 && strcmp(argv[1], t->name))
			continue;
		failed = false;
		t->run();
		tap_ok(!failed, "%s", t->name);
	}
	return tap_end();
}
