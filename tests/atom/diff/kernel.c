// SPDX-License-Identifier: GPL-2.0
/*
 * The unmodified interpreter of the in-tree driver, in a sandbox: its accesses beyond the
 * image, parameters, workspace and scratch memory read zeros or fault; and limits on basic
 * blocks, stack and accesses end a run.
 *
 * atom.c is unpacked from the kernel's source when this is built.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "atom.c"
#include "diff.h"

#define BLOCKS_MAX	1000000u
#define STACK_MAX	(4u << 20)
#define IMAGE_ROOM	(1u << 20)
#define HEAP_ROOM	(32u << 20)
#define PS_ROOM		(1u << 20)
#define SCRATCH_PAGE	4096u
#define SCRATCH_ROOM	((5ull << 30))	/* how far the window reaches */

uint32_t kernel_opcode[256];

static struct {
	uint8_t *image, *heap;
	uint32_t *ps, *scratch;
	size_t heap_used;
	uint32_t blocks;
	char *stack;
	volatile bool inside, reading;
	sigjmp_buf out;
	struct kernel_run *run;
} cage;

static void (*original[ATOM_OP_CNT])(atom_exec_context *, int *, int);

/* Not instrumented, because the counter calls it. */
__attribute__((no_sanitize_coverage)) static void leave(enum kernel_end end)
{
	cage.inside = false;
	siglongjmp(cage.out, (cage.reading ? KERNEL_UNREAD : end) + 1);
}

/* Each basic block of this file calls this. */
__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void);
__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void)
{
	char here;

	if (!cage.inside)
		return;
	if (++cage.blocks > BLOCKS_MAX || (size_t)labs(cage.stack - &here) > STACK_MAX)
		leave(KERNEL_ENDLESS);
}

void *kernel_alloc(size_t size)
{
	void *p = cage.heap + cage.heap_used;

	/* An index of workspace is a byte, so this is its range. */
	size = (size + 1024 + 15) & ~(size_t)15;
	if (cage.heap_used + size > HEAP_ROOM)
		leave(KERNEL_ENDLESS);
	cage.heap_used += size;
	memset(p, 0, size);
	return p;
}

static void full(void)
{
	if (cage.run->tape->n >= cage.run->most)
		leave(KERNEL_FULL);
}

void kernel_delay(unsigned int us)
{
	full();
	tape_delay(cage.run->tape, us);
}

#define ACCESS(name, space)							\
static u32 name##_read(struct card_info *card, u32 index)			\
{										\
	full();									\
	return tape_read(cage.run->tape, space, index);				\
}										\
static void name##_write(struct card_info *card, u32 index, u32 value)		\
{										\
	full();									\
	tape_write(cage.run->tape, space, index, value);			\
}

ACCESS(reg, 0)
ACCESS(io, 1)
ACCESS(pll, 2)
ACCESS(mc, 3)

/* These differ on purpose: rcp_atom_op.c has the reasons. */
static bool differs(unsigned int op)
{
	return op == 56 || op == 57 || op == 83 || op == 100 || op == 101 || op == 121 || op == 122;
}

static void counted(atom_exec_context *ctx, int *ptr, int arg)
{
	uint8_t op = U8(*ptr - 1);

	if (differs(op))
		leave(KERNEL_OTHER);
	kernel_opcode[op]++;
	original[op](ctx, ptr, arg);
}

static void fault(int signal)
{
	if (cage.inside)
		leave(KERNEL_FAULT);
	abort();
}

static void *room(size_t size, size_t usable)
{
	uint8_t *p = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED || mprotect(p, usable, PROT_READ | PROT_WRITE)) {
		perror("memory for the in-tree interpreter");
		exit(1);
	}
	return p;
}

static void prepare(void)
{
	static char other_stack[65536];
	stack_t stack = { .ss_sp = other_stack, .ss_size = sizeof(other_stack) };
	struct sigaction action = { .sa_handler = fault, .sa_flags = SA_ONSTACK | SA_NODEFER };

	cage.image = room(IMAGE_ROOM + 4096, IMAGE_ROOM);
	cage.heap = room(HEAP_ROOM + 4096, HEAP_ROOM);
	cage.ps = room(PS_ROOM + 4096, PS_ROOM);
	cage.scratch = room(SCRATCH_ROOM, SCRATCH_PAGE);
	sigaltstack(&stack, NULL);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	for (unsigned int i = 1; i < ATOM_OP_CNT; i++) {
		original[i] = opcode_table[i].func;
		opcode_table[i].func = counted;
	}
}

static int run_table(unsigned int table)
{
	static struct radeon_device device = { .family = CHIP_R600 };
	static struct drm_device drm = { .dev_private = &device };
	struct card_info card = {
		.dev = &drm,
		.reg_read = reg_read, .reg_write = reg_write,
		.ioreg_read = io_read, .ioreg_write = io_write,
		.pll_read = pll_read, .pll_write = pll_write,
		.mc_read = mc_read, .mc_write = mc_write,
	};
	struct atom_context *ctx;

	cage.reading = true;
	ctx = atom_parse(&card, cage.image);
	cage.reading = false;
	if (!ctx)
		return -EINVAL;
	ctx->scratch = cage.scratch;
	ctx->scratch_size_bytes = DIFF_SCRATCH_DW * 4;
	return atom_execute_table(ctx, table, cage.ps);
}

enum kernel_end kernel_run(struct kernel_run *run, const uint8_t *image, uint32_t size,
			   unsigned int table)
{
	static uint32_t dirty;
	volatile int how;
	char here;

	if (!cage.image)
		prepare();
	memset(cage.image, 0, dirty);
	memcpy(cage.image, image, size);
	dirty = size;
	memset(cage.ps, 0, PS_ROOM);
	memcpy(cage.ps, run->ps, sizeof(run->ps));
	memset(cage.scratch, 0, SCRATCH_PAGE);
	memcpy(cage.scratch, run->scratch, sizeof(run->scratch));
	cage.heap_used = 0;
	cage.blocks = 0;
	cage.stack = &here;
	cage.run = run;
	how = sigsetjmp(cage.out, 1);
	if (!how) {
		cage.inside = true;
		how = run_table(table) ? KERNEL_FAILED : KERNEL_DONE;
		cage.inside = false;
	} else {
		how--;
	}
	memcpy(run->ps, cage.ps, sizeof(run->ps));
	memcpy(run->scratch, cage.scratch, sizeof(run->scratch));
	return how;
}
