/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Time, the kernel's files (debugfs, /proc, device core dumps) and its log, for tests.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

uint64_t now_ns(void);		/* CLOCK_MONOTONIC */

/* Waits up to a minute until @condition is true, and says whether it is. */
#define COMES_TRUE(condition) ({						\
	uint64_t end_ = now_ns() + 60000000000ull;				\
	bool true_;								\
										\
	while (!(true_ = (condition)) && now_ns() < end_)			\
		usleep(2000);							\
	true_;									\
})

/*
 * Sleeps, so that deferred work of the kernel runs.  In short pieces: a host that holds the machine
 * up takes one of them from that work, and not the whole time.
 */
void let_work_run(unsigned int ms);
/* Interrupts taken so far by the card's driver, from /proc/interrupts */
long irq_count(void);
/* Reads a whole small file into @text; returns its length or -errno */
int read_text(const char *path, char *text, size_t size);
/* The same for a file of the driver in debugfs */
int read_debugfs(const char *name, char *text, size_t size);
/* The number after @key in a debugfs file with one value per line, or -1 */
long long debugfs_value(const char *name, const char *key);
/* Waits up to a minute until that number is at least @value. */
bool debugfs_reaches(const char *name, const char *key, long long value);
/* The word of column @column in line @row (0 is the head) of a table; false if there is none */
bool table_cell(const char *table, unsigned int row, const char *column, char cell[64]);
/* The number in column @column of a debugfs table, in the line that begins with @first; or -1 */
long long debugfs_cell(const char *name, const char *first, const char *column);
/* The number of an open file as a client, from its fdinfo; 0 if there is none */
uint64_t client_number(int fd);
/* Like read_text() for a device core dump, which is removed then; 0 if there is none */
int take_dump(char *text, size_t size);
/* Waits up to a minute until all jobs of all clients are freed, also jobs of earlier tests. */
bool jobs_are_freed(void);
/* The same for their buffers, so that a test can compare how much memory is in use */
bool memory_is_settled(void);
/* Submissions that the driver has accepted and refused so far; 0 or -errno */
int debugfs_submissions(uint64_t *submitted, uint64_t *refused);
/* Does the kernel put a bounce buffer between each device and memory (swiotlb=force)? */
bool bus_bounces(void);
/* Writes to a file of the kernel; 0 or -errno */
int write_file(const char *path, const char *text);

/*
 * The kernel's log from now on.  kmsg_open() opens it at its end; kmsg_loud() reads
 * on and counts the messages that a client must not be able to cause: all at warning
 * level or worse, and all of the driver above debug level.  The first of them is
 * copied to @text.
 */
int kmsg_open(void);
int kmsg_loud(int kmsg, char *text, size_t size);
/* For programs with the harness */
#define EXPECT_QUIET(kmsg) do {							\
	char said_[512];							\
	EXPECT_EQ(0, kmsg_loud(kmsg, said_, sizeof(said_)))			\
		TH_LOG("said: %s", said_);					\
} while (0)
/* The same, counting only warnings and worse */
int kmsg_alarms(int kmsg, char *text, size_t size);
/* The same, counting errors of drivers, but not messages of the core about a failed probe */
int kmsg_errors(int kmsg, char *text, size_t size);
/* The same, counting notices of rcp */
int kmsg_notices(int kmsg, char *text, size_t size);

/* Reads on to the next message with these words, and waits up to a minute for it; @text: it */
bool kmsg_find(int kmsg, const char *words, char *text, size_t size);

#endif /* KERNEL_H */
