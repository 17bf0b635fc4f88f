// SPDX-License-Identifier: GPL-2.0
/*
 * Time, the kernel's files and its log.  See kernel.h.
 */
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

void let_work_run(unsigned int ms)
{
	unsigned int i;

	for (i = 0; i < ms; i += 5)
		usleep(5000);
}

int read_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t got = 0;
	ssize_t n = 0;

	text[0] = 0;
	if (fd < 0)
		return -errno;
	while (got + 1 < size && (n = read(fd, text + got, size - 1 - got)) > 0)
		got += n;
	close(fd);
	text[got] = 0;
	return n < 0 ? -errno : (int)got;
}

int read_debugfs(const char *name, char *text, size_t size)
{
	char pattern[64];
	glob_t found;
	int ret;

	snprintf(pattern, sizeof(pattern), "/sys/kernel/debug/dri/*/%s", name);
	if (glob(pattern, 0, NULL, &found))
		return -ENOENT;
	ret = read_text(found.gl_pathv[0], text, size);
	globfree(&found);
	return ret;
}

long long debugfs_value(const char *name, const char *key)
{
	char text[4096], *line, *save;
	size_t n = strlen(key);

	if (read_debugfs(name, text, sizeof(text)) <= 0)
		return -1;
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		if (!strncmp(line, key, n) && line[n] == ' ')
			return strtoll(line + n, NULL, 0);
	return -1;
}

bool debugfs_reaches(const char *name, const char *key, long long value)
{
	return COMES_TRUE(debugfs_value(name, key) >= value);
}

/* Word @n of a line, NULL if it has fewer. */
static const char *word_of(const char *line, unsigned int n)
{
	for (;; n--) {
		line += strspn(line, " ");
		if (!*line || *line == '\n')
			return NULL;
		if (!n)
			return line;
		line += strcspn(line, "\n ");
	}
}

bool table_cell(const char *table, unsigned int row, const char *column, char cell[64])
{
	const char *line = table, *word;
	unsigned int n;

	for (n = 0; (word = word_of(table, n)); n++)
		if (!strncmp(word, column, strlen(column)) && strchr("\n ", word[strlen(column)]))
			break;
	for (; line && row; row--) {
		line = strchr(line, '\n');
		line += !!line;
	}
	word = word && line ? word_of(line, n) : NULL;
	if (!word)
		return false;
	snprintf(cell, 64, "%.*s", (int)strcspn(word, "\n "), word);
	return true;
}

long long debugfs_cell(const char *name, const char *first, const char *column)
{
	char text[4096], head[64] = "", cell[64];
	unsigned int row;

	if (read_debugfs(name, text, sizeof(text)) <= 0)
		return -1;
	sscanf(text, "%63s", head);
	for (row = 1; table_cell(text, row, head, cell); row++)
		if (!strcmp(cell, first))
			return table_cell(text, row, column, cell) ? strtoll(cell, NULL, 0) : -1;
	return -1;
}

uint64_t client_number(int fd)
{
	char path[64], text[4096];
	unsigned long long id = 0;
	const char *line;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	if (read_text(path, text, sizeof(text)) <= 0)
		return 0;
	line = strstr(text, "drm-client-id:");
	return line && sscanf(line, "drm-client-id: %llu", &id) == 1 ? id : 0;
}

int take_dump(char *text, size_t size)
{
	glob_t found;
	int ret, i;

	text[0] = 0;
	if (glob("/sys/class/devcoredump/devcd*/data", 0, NULL, &found))
		return 0;
	ret = read_text(found.gl_pathv[0], text, size);
	if (ret > 0 && write_file(found.gl_pathv[0], "1"))
		ret = -EIO;
	/* A work of the kernel removes the dump: until then it would be found again. */
	for (i = 0; ret > 0 && !access(found.gl_pathv[0], F_OK); i++) {
		if (i == 6000)
			ret = -EBUSY;
		usleep(10000);
	}
	globfree(&found);
	return ret;
}

bool jobs_are_freed(void)
{
	return COMES_TRUE(debugfs_value("rcp_state", "jobs_live") <= 0);
}

bool memory_is_settled(void)
{
	bool freed = jobs_are_freed();

	/* TTM frees a buffer that was busy from a work of its own. */
	let_work_run(200);
	return freed;
}

int debugfs_submissions(uint64_t *submitted, uint64_t *refused)
{
	long long s = debugfs_value("rcp_state", "submitted");
	long long r = debugfs_value("rcp_state", "refused");

	if (s < 0 || r < 0)
		return -EINVAL;
	*submitted = s;
	*refused = r;
	return 0;
}

int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return -errno;
	ret = write(fd, text, strlen(text)) < 0 ? -errno : 0;
	close(fd);
	return ret;
}

long irq_count(void)
{
	FILE *f = fopen("/proc/interrupts", "r");
	char line[512];
	long total = 0;

	if (!f)
		return -1;
	while (fgets(line, sizeof(line), f)) {
		char *p = strchr(line, ':');

		if (!p || (!strstr(line, "rcp") && !strstr(line, "radeon")))
			continue;
		for (p++;;) {
			char *end;
			long n = strtol(p, &end, 10);

			if (end == p)
				break;
			total += n;
			p = end;
		}
	}
	fclose(f);
	return total;
}

bool bus_bounces(void)
{
	char text[2048];
	const char *option;

	if (read_text("/proc/cmdline", text, sizeof(text)) < 0)
		return false;
	option = strstr(text, "swiotlb=");
	return option && !strncmp(option + strcspn(option, "\n f"), "force", 5);
}

int kmsg_open(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0)
		lseek(fd, 0, SEEK_END);
	return fd;
}

/* Messages of the kernel about a machine that was delayed, for instance by its host */
static bool is_machine(const char *record)
{
	return strstr(record, ";hrtimer: interrupt took ") || strstr(record, ";clocksource: ") ||
	       strstr(record, ";sched: RT throttling activated") ||
	       strstr(record, ";sched: DL replenish lagged too much") ||
	       strstr(record, " hogged CPU for ");
}

static bool is_alarm(const char *record)
{
	return (atoi(record) & 7) <= 4 && !is_machine(record);	/* "6,1234,5678,-;text" */
}

static bool is_loud(const char *record)
{
	return is_alarm(record) || ((atoi(record) & 7) < 7 &&
		(strstr(record, "rcp") || strstr(record, "drm") || strstr(record, "radeon")));
}

/*
 * Debian's kernel logs missing microcode by itself, and newer kernels log each failed
 * probe.
 */
static bool is_error(const char *record)
{
	return (atoi(record) & 7) <= 3 && !strstr(record, "firmware: ") &&
	       !strstr(record, "wiki.debian.org/Firmware") && !strstr(record, "probe with driver");
}

static bool is_notice(const char *record)
{
	return (atoi(record) & 7) == 5 && strstr(record, ";rcp ");
}

static int kmsg_count(int kmsg, bool (*counts)(const char *), char *text, size_t size)
{
	char record[2048];
	int n = 0;

	if (text && size)
		text[0] = 0;
	for (;;) {
		ssize_t len = read(kmsg, record, sizeof(record) - 1);

		if (len < 0 && errno == EPIPE)
			continue;	/* the oldest were overwritten */
		if (len <= 0)
			return n;
		record[len] = 0;
		if (counts(record) && !n++ && text)
			snprintf(text, size, "%s", record);
	}
}

bool kmsg_find(int kmsg, const char *words, char *text, size_t size)
{
	unsigned int i;
	ssize_t len;

	for (i = 0; i < 6000; i++) {
		len = read(kmsg, text, size - 1);
		if (len < 0 && errno == EAGAIN) {
			usleep(10000);
			continue;
		}
		text[len > 0 ? len : 0] = 0;
		if (strstr(text, words))
			return true;
	}
	return false;
}

int kmsg_loud(int kmsg, char *text, size_t size)
{
	return kmsg_count(kmsg, is_loud, text, size);
}

int kmsg_alarms(int kmsg, char *text, size_t size)
{
	return kmsg_count(kmsg, is_alarm, text, size);
}

int kmsg_errors(int kmsg, char *text, size_t size)
{
	return kmsg_count(kmsg, is_error, text, size);
}

int kmsg_notices(int kmsg, char *text, size_t size)
{
	return kmsg_count(kmsg, is_notice, text, size);
}
