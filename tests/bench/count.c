// SPDX-License-Identifier: GPL-2.0
/*
 * Counts the instructions that the guest's kernel executes: a plugin for QEMU's TCG.
 *
 * A program of the guest marks places by an instruction that does nothing else, MARK(n)
 * of mark.h; each time it runs, a line "n COUNT" is appended to the file of the plugin's
 * argument out=FILE.  Instructions of user mode are not counted, those of all threads
 * and interrupts are.  An instruction that faults is counted again when it is repeated;
 * one with a REP prefix counts once, however often it repeats, as it does on a CPU.
 *
 * Debian's QEMU has plugins but no package with their header, so what is used of
 * version 1 of that interface is declared here.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "mark.h"

#define FACE __attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };

typedef uint64_t plugin_id;

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
					   void (*cb)(plugin_id id, struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
						enum qemu_plugin_op op, void *ptr, uint64_t imm);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
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
static FILE *out;

static void marked(unsigned int cpu, void *data)
{
	(void)cpu;
	fprintf(out, "%lu %lu\n", (unsigned long)(uintptr_t)data, (unsigned long)count);
	fflush(out);
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

/*
 * In the kernel addresses have their highest bit set.  For each turn of a REP, TCG comes
 * back to a block of that instruction alone; the block in front of it has counted it.
 * Counted by instruction, since a block may be left at a register of a device.
 */
static void translated(plugin_id id, struct qemu_plugin_tb *tb)
{
	bool kernel = qemu_plugin_tb_vaddr(tb) >> 63;
	size_t i, n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	for (i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		const uint8_t *bytes = qemu_plugin_insn_data(insn);

		if (kernel) {
			if (n > 1 || !is_rep_string(insn))
				qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64,
									   &count, 1);
		} else if (qemu_plugin_insn_size(insn) == sizeof(mark) + 1 &&
			   !memcmp(bytes, mark, sizeof(mark))) {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, marked, QEMU_PLUGIN_CB_NO_REGS,
							       (void *)(uintptr_t)bytes[sizeof(mark)]);
		}
	}
}

FACE int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
	(void)info;
	if (argc != 1 || strncmp(argv[0], "out=", 4)) {
		fprintf(stderr, "count: usage: -plugin count.so,out=FILE\n");
		return -1;
	}
	out = fopen(argv[0] + 4, "w");
	if (!out) {
		perror(argv[0] + 4);
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
