// SPDX-License-Identifier: GPL-2.0
/*
 * Counts the instructions that the guest's kernel executes: a plugin for QEMU's TCG.
 *
 * A program of the guest marks places by an instruction without other effects, MARK(n) of
 * mark.h; each time it runs, the plugin appends a line "n COUNT OWN OTHER INTERRUPT" to the
 * file of its argument out=FILE: all instructions of the kernel so far, and among them those
 * of the program's own thread, of other threads and of interrupts.
 * Instructions of user mode are not counted.  An instruction that faults is counted again
 * when it is repeated; one with a REP prefix counts once for any number of repetitions, as
 * on a CPU.
 *
 * The plugin recognises threads and interrupts by the few instructions of x86-64 that begin
 * and end them, so it needs no symbols: the load of the next task's stack pointer in
 * __switch_to_asm, the stubs of device interrupts (a push of the vector and a jump), and
 * IRET.  An interrupt that wakes a thread counts up to the switch.  The timer's interrupt
 * counts as part of the interrupted thread.
 *
 * The blocks that ran between MARK_BEGIN and MARK_END of each series are appended to
 * profile=FILE: "series" or "ADDRESS COUNT" by line, summed over all repetitions.
 *
 * Debian's QEMU has plugins but no package with their header, so this file declares the
 * functions that it uses of version 1 of that interface.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mark.h"

#define FACE __attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };

typedef uint64_t plugin_id;

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
					   void (*cb)(plugin_id id, struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
						enum qemu_plugin_op op, void *ptr, uint64_t imm);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    void (*cb)(unsigned int cpu, void *data),
					    enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      void (*cb)(unsigned int cpu, uint32_t info, uint64_t address,
						 void *data),
				      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw,
				      void *data);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  void (*cb)(unsigned int cpu, void *data),
					  enum qemu_plugin_cb_flags flags, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);

FACE int qemu_plugin_version = 1;

static const uint8_t mark[] = { MARK_BYTES };
static uint64_t count;
static FILE *out, *profile;
static bool profiling;

enum owner { OWN, OTHER, INTERRUPT, OWNERS };

static uint64_t spent[OWNERS];	/* of the first @accounted instructions */
static uint64_t accounted;
static uint64_t thread;		/* the running one, by the address of its task */
static uint64_t own;		/* ... and the one of the last mark */
static bool in_interrupt;

/* Called before a change of the owner: charge the instructions since the last change to it. */
static void account(void)
{
	spent[in_interrupt ? INTERRUPT : thread == own ? OWN : OTHER] += count - accounted;
	accounted = count;
}

/* A block of the kernel; a block that is translated again gets a new struct. */
struct block {
	struct block *next;
	uint64_t address;
	uint64_t insns;
	uint64_t runs;
};

static struct block *blocks;

static void profile_series(void)
{
	struct block *b;

	for (b = blocks; b; b = b->next) {
		if (b->runs)
			fprintf(profile, "%lx %lu\n", (unsigned long)b->address,
				(unsigned long)(b->runs * b->insns));
		b->runs = 0;
	}
	fprintf(profile, "series\n");
	fflush(profile);
}

static void marked(unsigned int cpu, void *data)
{
	unsigned long mark = (uintptr_t)data;

	(void)cpu;
	account();
	own = thread;
	fprintf(out, "%lu %lu %lu %lu %lu\n", mark, (unsigned long)count, (unsigned long)spent[OWN],
		(unsigned long)spent[OTHER], (unsigned long)spent[INTERRUPT]);
	fflush(out);
	profiling = mark == MARK_BEGIN || (profiling && mark == MARK_FIRST);
	if (mark == MARK_SERIES)
		profile_series();
}

static void switched(unsigned int cpu, uint32_t info, uint64_t address, void *data)
{
	(void)cpu;
	(void)info;
	(void)data;
	account();
	in_interrupt = false;
	thread = address;
}

static void interrupted(unsigned int cpu, void *data)
{
	(void)cpu;
	(void)data;
	account();
	in_interrupt = true;
}

static void returned(unsigned int cpu, void *data)
{
	(void)cpu;
	(void)data;
	account();
	in_interrupt = false;
}

static void ran(unsigned int cpu, void *data)
{
	struct block *b = data;

	(void)cpu;
	if (profiling)
		b->runs++;
}

static void profile_block(struct qemu_plugin_tb *tb)
{
	struct block *b = calloc(1, sizeof(*b));

	if (!b)
		abort();
	b->address = qemu_plugin_tb_vaddr(tb);
	b->insns = qemu_plugin_tb_n_insns(tb);
	b->next = blocks;
	blocks = b;
	qemu_plugin_register_vcpu_tb_exec_cb(tb, ran, QEMU_PLUGIN_CB_NO_REGS, b);
}

static bool is_rep_string(const struct qemu_plugin_insn *insn)
{
	const uint8_t *bytes = qemu_plugin_insn_data(insn);
	size_t i, n = qemu_plugin_insn_size(insn);
	bool rep = false;

	for (i = 0; i + 1 < n; i++)
		rep |= bytes[i] == 0xf2 || bytes[i] == 0xf3;
	return rep && n <= 4 && ((bytes[n - 1] & 0xfc) == 0x6c || (bytes[n - 1] & 0xfc) == 0xa4 ||
				 (bytes[n - 1] >= 0xaa && bytes[n - 1] <= 0xaf));
}

static bool begins_with(const struct qemu_plugin_insn *insn, const void *bytes, size_t n, size_t size)
{
	return qemu_plugin_insn_size(insn) == size && !memcmp(qemu_plugin_insn_data(insn), bytes, n);
}

/* push VECTOR; jmp asm_common_interrupt; after ENDBR64 if the kernel has IBT */
static bool is_interrupt(const struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);

	if (n == 3 && !begins_with(qemu_plugin_tb_get_insn(tb, 0), "\xf3\x0f\x1e\xfa", 4, 4))
		return false;
	return (n == 2 || n == 3) && begins_with(qemu_plugin_tb_get_insn(tb, n - 2), "\x6a", 1, 2) &&
	       begins_with(qemu_plugin_tb_get_insn(tb, n - 1), "\xe9", 1, 5);
}

static void watch_owner(struct qemu_plugin_insn *insn)
{
	/* mov OFFSET(%rsi), %rsp; QEMU 7.2 never calls back for reads alone */
	if (begins_with(insn, "\x48\x8b\xa6", 3, 7))
		qemu_plugin_register_vcpu_mem_cb(insn, switched, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
	if (begins_with(insn, "\x48\xcf", 2, 2))
		qemu_plugin_register_vcpu_insn_exec_cb(insn, returned, QEMU_PLUGIN_CB_NO_REGS, NULL);
}

/*
 * For each repetition of a REP, TCG executes a block of that instruction alone; the block in
 * front of it has already counted the instruction.
 */
static void count_insn(struct qemu_plugin_insn *insn, bool alone)
{
	if (!alone || !is_rep_string(insn))
		qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &count, 1);
	watch_owner(insn);
}

static void mark_insn(struct qemu_plugin_insn *insn)
{
	if (begins_with(insn, mark, sizeof(mark), sizeof(mark) + 1)) {
		const uint8_t *bytes = qemu_plugin_insn_data(insn);

		qemu_plugin_register_vcpu_insn_exec_cb(insn, marked, QEMU_PLUGIN_CB_NO_REGS,
						       (void *)(uintptr_t)bytes[sizeof(mark)]);
	}
}

/*
 * Kernel addresses have their highest bit set.  Count by instruction, because an access to a
 * device register may leave a block early.
 */
static void translated(plugin_id id, struct qemu_plugin_tb *tb)
{
	bool kernel = qemu_plugin_tb_vaddr(tb) >> 63;
	size_t i, n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	if (kernel && (n > 1 || !is_rep_string(qemu_plugin_tb_get_insn(tb, 0))))
		profile_block(tb);
	if (kernel && is_interrupt(tb))
		qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(tb, 0), interrupted,
						       QEMU_PLUGIN_CB_NO_REGS, NULL);
	for (i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

		if (kernel)
			count_insn(insn, n == 1);
		else
			mark_insn(insn);
	}
}

static FILE *file_of(const char *argument, const char *key)
{
	size_t n = strlen(key);
	FILE *f;

	if (strncmp(argument, key, n))
		return NULL;
	f = fopen(argument + n, "w");
	if (!f)
		perror(argument + n);
	return f;
}

FACE int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
	(void)info;
	if (argc == 2) {
		out = file_of(argv[0], "out=");
		profile = file_of(argv[1], "profile=");
	}
	if (!out || !profile) {
		fprintf(stderr, "count: usage: -plugin count.so,out=FILE,profile=FILE\n");
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
