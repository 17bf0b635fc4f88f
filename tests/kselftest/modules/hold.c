// SPDX-License-Identifier: GPL-2.0
/*
 * Widens races: holds the first call of a function until another function is called, or for
 * a time.
 *
 *	insmod hold.ko at=FUNCTION[,FUNCTION] [until=FUNCTION[,FUNCTION]] [ms=N] [error=N] [spin=1]
 *		       [skip=1] [always=1] [who=NAME]
 *
 * The call sleeps before the function runs; where interrupts are off, or with spin=1, the CPU
 * spins.  With error=N the function runs first, or not at all with skip=1; then the call is
 * held, and returns -N.  With always=1 each call is held, not only the first one.  With who=NAME
 * only threads of that name are held.  An empty FUNCTION or "-" is none.
 *
 * In /sys/module/hold/parameters, for each of the two: held, 1 once the call is held and 2 when
 * it goes on; met, whether the other function was called in between; go, to which a test writes 1
 * to let sleeping calls go on before their time.  A function has at most
 * six arguments, each in a register, and has one role: Linux 6.1 warns when the second probe of
 * a function goes.  rmmod waits for a held call.
 */
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/nmi.h>
#include <linux/sched.h>

#define HOLDS	2

static char *at[HOLDS];
static int nat;
module_param_array(at, charp, &nat, 0);
static char *until[HOLDS];
module_param_array(until, charp, NULL, 0);
static unsigned int ms[HOLDS] = { 1000, 1000 };
module_param_array(ms, uint, NULL, 0);
static int error[HOLDS];
module_param_array(error, int, NULL, 0);
static bool spin[HOLDS];
module_param_array(spin, bool, NULL, 0);
static bool skip[HOLDS];
module_param_array(skip, bool, NULL, 0);
static bool always[HOLDS];
module_param_array(always, bool, NULL, 0);
static char *who;
module_param(who, charp, 0);
static unsigned int held[HOLDS];
module_param_array(held, uint, NULL, 0444);
static bool go;
module_param(go, bool, 0644);
static bool met[HOLDS];
module_param_array(met, bool, NULL, 0444);

typedef long call_fn(long a, long b, long c, long d, long e, long f);

static struct kprobe at_probe[HOLDS], until_probe[HOLDS];
static atomic_t taken[HOLDS], inside;

static bool is_over(unsigned int i, unsigned long end)
{
	return READ_ONCE(met[i]) || READ_ONCE(go) || time_after(jiffies, end);
}

static void hold_begin(unsigned int i)
{
	WRITE_ONCE(held[i], 1);
}

static void hold_end(unsigned int i)
{
	WRITE_ONCE(held[i], 2);
}

/* Jiffies may not advance while this CPU has its interrupts off. */
static void hold_spinning(unsigned int i)
{
	unsigned int us = ms[i] * 1000;

	hold_begin(i);
	for (; us >= 100 && !READ_ONCE(met[i]); us -= 100) {
		udelay(100);
		touch_nmi_watchdog();
	}
	/* The other function is entered: let it work. */
	if (READ_ONCE(met[i]))
		mdelay(50);
	hold_end(i);
}

static void hold_sleeping(unsigned int i)
{
	unsigned long end = jiffies + msecs_to_jiffies(ms[i]);

	hold_begin(i);
	while (!is_over(i, end))
		schedule_timeout_uninterruptible(1);
	if (READ_ONCE(met[i]))
		msleep(50);
	hold_end(i);
}

static long held_call(unsigned int i, long a, long b, long c, long d, long e, long f)
{
	call_fn *fn = (call_fn *)at_probe[i].addr;
	long ret = -error[i];

	if (error[i] && !skip[i])
		fn(a, b, c, d, e, f);
	hold_sleeping(i);
	if (!error[i])
		ret = fn(a, b, c, d, e, f);
	atomic_dec(&inside);
	return ret;
}

static long held_call_0(long a, long b, long c, long d, long e, long f)
{
	return held_call(0, a, b, c, d, e, f);
}

static long held_call_1(long a, long b, long c, long d, long e, long f)
{
	return held_call(1, a, b, c, d, e, f);
}

/* Returns 1 if the registers were changed: the call continues elsewhere. */
static int at_called(struct kprobe *probe, struct pt_regs *regs)
{
	static call_fn *const calls[HOLDS] = { held_call_0, held_call_1 };
	unsigned int i = probe - at_probe;

	if (who && strcmp(who, current->comm))
		return 0;
	if (atomic_xchg(&taken[i], 1) && !always[i])
		return 0;
	if (spin[i] || !(regs->flags & X86_EFLAGS_IF)) {
		hold_spinning(i);
		return 0;
	}
	atomic_inc(&inside);
	instruction_pointer_set(regs, (unsigned long)calls[i]);
	return 1;
}

/* Its presence keeps the probe from becoming a jump, which could not change the registers. */
static void at_passed(struct kprobe *probe, struct pt_regs *regs, unsigned long flags)
{
}

static int until_called(struct kprobe *probe, struct pt_regs *regs)
{
	unsigned int i = probe - until_probe;

	if (READ_ONCE(held[i]) == 1)
		WRITE_ONCE(met[i], true);
	return 0;
}

static bool is_named(const char *function)
{
	return function && *function && strcmp(function, "-");
}

static void hold_unregister(void)
{
	unsigned int i;

	for (i = 0; i < HOLDS; i++) {
		if (at_probe[i].addr)
			unregister_kprobe(&at_probe[i]);
		if (until_probe[i].addr)
			unregister_kprobe(&until_probe[i]);
	}
	while (atomic_read(&inside))
		msleep(20);
	/* The last call may still be on its way out of held_call(). */
	msleep(20);
}

static int hold_register(struct kprobe *probe)
{
	int ret = register_kprobe(probe);

	if (ret)
		probe->addr = NULL;
	return ret;
}

static int __init hold_init(void)
{
	int i, ret = nat ? 0 : -EINVAL;

	for (i = 0; i < nat && !ret; i++) {
		if (is_named(until[i])) {
			until_probe[i].symbol_name = until[i];
			until_probe[i].pre_handler = until_called;
			ret = hold_register(&until_probe[i]);
		}
		if (ret || !is_named(at[i]))
			continue;
		at_probe[i].symbol_name = at[i];
		at_probe[i].pre_handler = at_called;
		at_probe[i].post_handler = at_passed;
		ret = hold_register(&at_probe[i]);
	}
	if (ret)
		hold_unregister();
	return ret;
}
module_init(hold_init);

static void __exit hold_exit(void)
{
	hold_unregister();
}
module_exit(hold_exit);

MODULE_DESCRIPTION("Delays of functions under test");
MODULE_LICENSE("GPL");
