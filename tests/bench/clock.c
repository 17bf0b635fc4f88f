// SPDX-License-Identifier: GPL-2.0
/*
 * Gives the emulated card the guest's clock (tests/model/guest_clock.h): a plugin for QEMU's TCG.
 *
 *	-icount shift=0 -plugin clock.so,clock=FILE	with build/card --clock FILE
 *
 * It counts all instructions, and stops the guest where the card has something to do.  One CPU
 * only.  Debian has no package with the plugins' header, so this file declares what it uses of
 * version 1 of that interface.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "../model/guest_clock.h"

#define FACE __attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };

typedef uint64_t plugin_id;

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
					   void (*cb)(plugin_id id, struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  void (*cb)(unsigned int cpu, void *data),
					  enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
						enum qemu_plugin_op op, void *ptr, uint64_t imm);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    void (*cb)(unsigned int cpu, void *data),
					    enum qemu_plugin_cb_flags flags, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);

FACE int qemu_plugin_version = 1;

static struct guest_clock *shared;

static uint64_t host_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

static bool must_wait(void)
{
	return shared->insns >= __atomic_load_n(&shared->stop, __ATOMIC_ACQUIRE);
}

static void block_begins(unsigned int cpu, void *data)
{
	const struct timespec nap = { .tv_nsec = 5000 };
	uint64_t end;

	(void)cpu;
	(void)data;
	if (!must_wait())
		return;
	end = host_ns() + GUEST_CLOCK_PATIENCE_NS;
	while (must_wait()) {
		if (host_ns() > end) {
			shared->impatient++;
			return;
		}
		nanosleep(&nap, NULL);
	}
}

static void halts(unsigned int cpu, void *data)
{
	(void)cpu;
	(void)data;
	__atomic_store_n(&shared->halted, shared->insns, __ATOMIC_RELEASE);
}

static void translated(plugin_id id, struct qemu_plugin_tb *tb)
{
	size_t i, n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	qemu_plugin_register_vcpu_tb_exec_cb(tb, block_begins, QEMU_PLUGIN_CB_NO_REGS, NULL);
	/* By instruction, because an access to a device register may leave a block early. */
	for (i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

		qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &shared->insns, 1);
		if (qemu_plugin_insn_size(insn) == 1 && !memcmp(qemu_plugin_insn_data(insn), "\xf4", 1))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, halts, QEMU_PLUGIN_CB_NO_REGS, NULL);
	}
}

FACE int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
	int fd = argc == 1 && !strncmp(argv[0], "clock=", 6) ? open(argv[0] + 6, O_RDWR) : -1;
	void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	(void)info;
	if (fd >= 0)
		close(fd);
	if (map == MAP_FAILED) {
		fprintf(stderr, "clock: usage: -plugin clock.so,clock=FILE, a file of build/card --clock\n");
		return -1;
	}
	shared = map;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
