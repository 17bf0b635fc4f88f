// SPDX-License-Identifier: GPL-2.0
/*
 * Fault injection through the kernel's FAULT_INJECTION: its scope, and the countdown to
 * the nth fault.  See faults.h.
 */
#include "faults.h"
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* Enables faults in every kind of allocation, without a stack trace for each. */
bool faults_available(void)
{
	static const char * const settings[][2] = {
		{ "failslab/ignore-gfp-wait", "N" },
		{ "failslab/verbose", "0" },
		{ "fail_page_alloc/ignore-gfp-wait", "N" },
		{ "fail_page_alloc/ignore-gfp-highmem", "N" },
		{ "fail_page_alloc/min-order", "0" },
		{ "fail_page_alloc/verbose", "0" },
		{ "fail_usercopy/verbose", "0" },
	};
	char path[128];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(settings); i++) {
		snprintf(path, sizeof(path), "/sys/kernel/debug/%s", settings[i][0]);
		if (write_file(path, settings[i][1]))
			return false;
	}
	return !access("/proc/thread-self/fail-nth", W_OK);
}

/* Addresses of the driver, from its line in /proc/modules: NAME SIZE ... ADDRESS [TAINT] */
static int module_range(unsigned long *start, unsigned long *end)
{
	FILE *f = fopen("/proc/modules", "r");
	unsigned long size;
	char line[512];
	int ret = -ENOENT;

	while (f && ret && fgets(line, sizeof(line), f)) {
		const char *address = strstr(line, " 0x");

		if (sscanf(line, "rcp %lu", &size) == 1 && address &&
		    sscanf(address, " 0x%lx", start) == 1) {
			*end = *start + size;
			ret = 0;
		}
	}
	if (f)
		fclose(f);
	return ret;
}

/* The address of @name; with NULL, of the first symbol after @behind. */
static unsigned long kernel_symbol(const char *name, unsigned long behind)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	unsigned long address = 0, a;
	char line[512], symbol[128];

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx %*c %127s", &a, symbol) != 2)
			continue;
		if (name ? !address && !strcmp(symbol, name) :
		    a > behind && (!address || a < address))
			address = a;
	}
	if (f)
		fclose(f);
	return address;
}

/* Writes a setting of every kind of fault. */
static int faults_set(const char *setting, unsigned long value)
{
	static const char * const kinds[] = { "failslab", "fail_page_alloc", "fail_usercopy" };
	char text[32], path[128];
	size_t i;
	int ret = 0;

	for (i = 0; i < ARRAY_SIZE(kinds) && !ret; i++) {
		snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", kinds[i], setting);
		snprintf(text, sizeof(text), "%lu", value);
		ret = write_file(path, text);
	}
	return ret;
}

/*
 * With @only_driver only allocations close below a function of the driver fail, not those
 * of other parts of the kernel that the driver waits for: ACPI, the interrupt core and file
 * systems of 6.1 do not survive all faults.
 */
int faults_choose(bool only_driver)
{
	unsigned long start = 0, end = ULONG_MAX;
	int ret;

	if (only_driver && module_range(&start, &end))
		return -ENOENT;
	ret = faults_set("require-start", start);
	ret = ret ? ret : faults_set("require-end", end);
	ret = ret ? ret : faults_set("reject-start", 0);
	ret = ret ? ret : faults_set("reject-end", 0);
	return ret ? ret : faults_set("stacktrace-depth", only_driver ? 12 : 0);
}

/*
 * No faults below the kernel's functions from @first up to @end, or in @first alone,
 * because this kernel does not survive them.  Call it after faults_choose().
 */
int faults_spare(const char *first, const char *end)
{
	unsigned long a = kernel_symbol(first, 0), b = kernel_symbol(end, a);
	int ret;

	if (!a || b <= a)
		return -ENOENT;
	ret = faults_set("reject-start", a);
	return ret ? ret : faults_set("reject-end", b);
}

/*
 * Faults only below the driver's functions from @first up to @end; NULL means the
 * beginning or the end of the module.  Call it after faults_choose(true).
 */
int faults_within(const char *first, const char *end)
{
	unsigned long a = 0, b = 0;
	int ret;

	if (module_range(&a, &b))
		return -ENOENT;
	if (first)
		a = kernel_symbol(first, 0);
	if (end)
		b = kernel_symbol(end, 0);
	if (!a || b <= a)
		return -ENOENT;
	ret = faults_set("require-start", a);
	return ret ? ret : faults_set("require-end", b);
}

/* How many frames above an allocation a function of the driver is searched */
int faults_depth(unsigned int frames)
{
	return faults_set("stacktrace-depth", frames);
}

/*
 * No faults in page allocations of the slab allocator, which happen now and then: the same
 * allocation would have another number each time.  Call it after all of the above.
 */
int faults_steady(void)
{
	static const char * const edges[] = { "start", "end" };
	unsigned long at[2];
	char path[64], text[32];
	int i, ret = 0;

	/* the compiler inlines one of them into the other */
	at[0] = kernel_symbol("allocate_slab", 0);
	at[0] = at[0] ? at[0] : kernel_symbol("new_slab", 0);
	at[1] = kernel_symbol(NULL, at[0]);
	for (i = 0; i < 2 && !ret; i++) {
		snprintf(path, sizeof(path), "/sys/kernel/debug/fail_page_alloc/reject-%s", edges[i]);
		snprintf(text, sizeof(text), "%lu", at[i]);
		ret = at[0] ? write_file(path, text) : -ENOENT;
	}
	return ret;
}

/*
 * From now on every allocation below one function of the kernel fails, in any task; with
 * an @order, only allocations of 2^@order pages and more.  NULL ends it.
 */
int faults_always(const char *function, unsigned int order)
{
	unsigned long start = function ? kernel_symbol(function, 0) : 0;
	char text[16];
	int ret;

	ret = faults_set("probability", 0);
	ret = ret ? ret : faults_choose(false);
	snprintf(text, sizeof(text), "%u", order);
	ret = ret ? ret : write_file("/sys/kernel/debug/fail_page_alloc/min-order", text);
	if (ret || !function)
		return ret;
	if (!start)
		return -ENOENT;
	ret = faults_set("require-start", start);
	ret = ret ? ret : faults_set("require-end", kernel_symbol(NULL, start));
	ret = ret ? ret : faults_set("stacktrace-depth", 20);
	ret = ret ? ret : faults_set("times", 1000000);
	ret = ret || order ? ret : write_file("/sys/kernel/debug/failslab/probability", "100");
	return ret ? ret : write_file("/sys/kernel/debug/fail_page_alloc/probability", "100");
}

int faults_open(struct faults *f)
{
	f->fd = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	return f->fd < 0 ? -errno : 0;
}

void faults_arm(struct faults *f)
{
	char text[16];
	int n = snprintf(text, sizeof(text), "%u", f->nth);

	if (pwrite(f->fd, text, n, 0) != n)
		abort();
}

/* The rest of the countdown shows whether a fault was injected. */
void faults_disarm(struct faults *f)
{
	char text[16] = "";
	ssize_t n = pread(f->fd, text, sizeof(text) - 1, 0);

	/* the read copies to user memory: if that failed, no earlier call had the fault */
	f->injected = n > 0 && atoi(text) == 0;
	while (pwrite(f->fd, "0", 1, 0) != 1)
		;
}
