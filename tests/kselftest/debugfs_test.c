// SPDX-License-Identifier: GPL-2.0
/*
 * The driver's files in debugfs and its trace events: format and values.  Run as root.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#define GTT	RADEON_GEM_DOMAIN_GTT

#define TRACING	"/sys/kernel/debug/tracing"

static char text[65536];

FIXTURE(debugfs) {
	struct client c;
	struct stream s;
	uint32_t bo;
};

FIXTURE_SETUP(debugfs)
{
	ASSERT_EQ(0, client_open(&self->c));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	ASSERT_EQ(0, gem_create(self->c.fd, 1 << 20, 4096, GTT, 0, &self->bo));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, GTT, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
}

FIXTURE_TEARDOWN(debugfs)
{
	client_close(&self->c);
}

/* Counts the words of a line. */
static unsigned int words(const char *line)
{
	unsigned int n = 0;

	for (line += strspn(line, " "); *line && *line != '\n'; n++) {
		line += strcspn(line, "\n ");
		line += strspn(line, " ");
	}
	return n;
}

/* A head line, then lines of as many words; only the text of a refusal has more. */
TEST_F(debugfs, tables)
{
	static const struct {
		const char *name, *first, *last;
		unsigned int rows;	/* at least */
	} tables[] = {
		{ "rcp_bringup", "step", "us", 5 },
		{ "rcp_jobs", "seqno", "comm", 1 },
		{ "rcp_memory", "heap", "used", 3 },
		{ "rcp_reserved", "offset", "what", 1 },
		{ "rcp_power", "state", "voltage", 2 },
		{ "rcp_refused", "us", "text", 1 },
	};
	volatile uint32_t *map = gem_map(self->c.fd, self->bo, 4096);
	const char *line;
	long long emitted;
	char cell[64];
	size_t i;

	ASSERT_NE(NULL, map);
	stream_init(&self->s);
	stream_denied(&self->s);
	EXPECT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, prctl(PR_SET_NAME, "two words"));
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->bo, GTT, 0, 0x12345678);
	emitted = debugfs_value("rcp_ring", "seqno_emitted");
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_TRUE(debugfs_reaches("rcp_ring", "seqno_emitted", emitted + 1));
	for (i = 0; i < ARRAY_SIZE(tables); i++) {
		unsigned int n, rows = 0;

		EXPECT_LT(0, read_debugfs(tables[i].name, text, sizeof(text)));
		n = words(text);
		EXPECT_TRUE(table_cell(text, 0, tables[i].first, cell));
		EXPECT_EQ(0, strncmp(text + strspn(text, " "), tables[i].first,
				     strlen(tables[i].first)))
			TH_LOG("%s: %s", tables[i].name, text);
		EXPECT_TRUE(table_cell(text, 0, tables[i].last, cell));
		for (line = strchr(text, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
			rows++;
			if (strcmp(tables[i].last, "text") ? words(line + 1) == n :
			    words(line + 1) >= n)
				continue;
			EXPECT_EQ(n, words(line + 1))
				TH_LOG("%s: %.200s", tables[i].name, line + 1);
		}
		EXPECT_LE(tables[i].rows, rows)
			TH_LOG("%s", tables[i].name);
	}
	map[0] = 0x12345678;
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
}

/* Each line has a name and a value, and no name occurs twice. */
TEST_F(debugfs, values)
{
	static const char * const files[] = { "rcp_state", "rcp_ring", "rcp_gart", "rcp_zeros" };
	char names[64][32];
	size_t i, j, n;
	char *line;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		ASSERT_LT(0, read_debugfs(files[i], text, sizeof(text)));
		n = 0;
		for (line = strtok(text, "\n"); line && n < 64; line = strtok(NULL, "\n"), n++) {
			EXPECT_EQ(2, words(line))
				TH_LOG("%s: %s", files[i], line);
			ASSERT_EQ(1, sscanf(line, "%31s", names[n]));
			for (j = 0; j < n; j++) {
				EXPECT_NE(0, strcmp(names[j], names[n]))
					TH_LOG("%s: %s", files[i], line);
			}
		}
		EXPECT_LT(2, n);
	}
}

TEST_F(debugfs, state)
{
	char chip[32] = "", card[32] = "";
	const char *p;

	ASSERT_LT(0, read_debugfs("rcp_state", text, sizeof(text)));
	ASSERT_EQ(1, sscanf(text, "chip %31s", chip));
	EXPECT_EQ(0, strcmp(self->c.chip, chip));
	p = strstr(text, "\ncard ");
	ASSERT_NE(NULL, p);
	ASSERT_EQ(1, sscanf(p, "\ncard %31s", card));
	EXPECT_EQ(0, strcmp("running", card));
	EXPECT_LT(0, debugfs_value("rcp_state", "bringups"));
	EXPECT_LT(0, debugfs_value("rcp_state", "bringup_us"));
	EXPECT_LT(0, debugfs_value("rcp_state", "submitted"));
	EXPECT_LT(0, debugfs_value("rcp_state", "jobs_limit"));
	EXPECT_LE(0, debugfs_value("rcp_state", "hangs"));
	EXPECT_LE(0, debugfs_cell("rcp_bringup", "ib_test", "us"));
}

TEST_F(debugfs, ring)
{
	long long completed = debugfs_value("rcp_ring", "seqno_completed");
	long long signalled = debugfs_value("rcp_ring", "seqno_signalled");
	long long size_dw = debugfs_value("rcp_ring", "size_dw");

	EXPECT_LE(1, completed);
	EXPECT_LE(0, signalled);
	EXPECT_LE(signalled, debugfs_value("rcp_ring", "seqno_emitted"));
	EXPECT_LT(debugfs_value("rcp_ring", "wptr_dw"), size_dw);
	EXPECT_LT(debugfs_value("rcp_ring", "rptr_dw"), size_dw);
	EXPECT_LE(0, debugfs_value("rcp_ring", "rptr_dw"));
	ASSERT_LT(0, read_debugfs("rcp_ring", text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, " 0x"));
}

TEST_F(debugfs, memory)
{
	EXPECT_LT(0, debugfs_cell("rcp_memory", "vram", "size"));
	EXPECT_LT(0, debugfs_cell("rcp_memory", "vram", "visible"));
	EXPECT_LT(0, debugfs_cell("rcp_memory", "gtt", "used"));
	EXPECT_LT(0, debugfs_cell("rcp_memory", "system", "size"));
	ASSERT_LT(0, read_debugfs("rcp_reserved", text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, " page_table\n"));
}

/* The zeros of clears: whether they are in VRAM, and still zeros */
TEST_F(debugfs, zeros)
{
	ASSERT_LT(0, read_debugfs("rcp_zeros", text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, " vram\n"));
	EXPECT_EQ(0, debugfs_value("rcp_zeros", "not_zero"));
	ASSERT_LT(0, read_debugfs("rcp_reserved", text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, " 65536 zeros\n"));
}

/* Memory that buffers cannot have does not count as used: no buffer is in VRAM now. */
TEST_F(debugfs, memory_unused)
{
	long long used = 1;
	int i;

	for (i = 0; i < 1000 && used; i++) {
		usleep(20000);
		used = debugfs_cell("rcp_memory", "vram", "used");
	}
	EXPECT_EQ(0, used);
}

static int unsnooped_pages(void)
{
	return debugfs_value("rcp_gart", "unsnooped");
}

/* Write-combined memory counts as such if the client asked for it and the card can do it. */
TEST_F(debugfs, gart)
{
	int before = unsnooped_pages(), pages = client_takes_uncached(&self->c) ? 16 : 0;
	uint32_t bo;

	ASSERT_LE(0, before);
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, RADEON_GEM_GTT_WC, &bo));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, bo, GTT, 0, 1));
	EXPECT_EQ(before + pages, unsnooped_pages());
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &bo));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, bo, GTT, 0, 1));
	EXPECT_EQ(before + pages, unsnooped_pages());
	EXPECT_EQ(0, gem_wait(self->c.fd, bo));
}

/* Is a stream of this process, of so many dwords, in the list of jobs? */
static bool lists_job(unsigned int dw)
{
	unsigned int row;
	char cell[64];

	if (read_debugfs("rcp_jobs", text, sizeof(text)) <= 0)
		return false;
	for (row = 1; table_cell(text, row, "pid", cell); row++)
		if (atoi(cell) == getpid() && table_cell(text, row, "kind", cell) &&
		    !strcmp(cell, "ib") && table_cell(text, row, "ib_dw", cell) &&
		    atoi(cell) == (int)dw)
			return true;
	return false;
}

/* A job is listed while it keeps the card busy. */
TEST_F(debugfs, jobs)
{
	volatile uint32_t *map = gem_map(self->c.fd, self->bo, 4096);
	long long emitted;

	ASSERT_NE(NULL, map);
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->bo, GTT, 0, 0x12345678);
	emitted = debugfs_value("rcp_ring", "seqno_emitted");
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_TRUE(debugfs_reaches("rcp_ring", "seqno_emitted", emitted + 1));
	EXPECT_TRUE(COMES_TRUE(lists_job(self->s.n)))
		TH_LOG("%s", text);
	map[0] = 0x12345678;
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
}

TEST_F(debugfs, refused)
{
	static const struct {
		const char *column, *expected;
	} cells[] = {
		{ "stage", "stream" }, { "code", "REGISTER_DENIED" }, { "dword", "2" },
		{ "text", "dword" },
	};
	unsigned int row = 0;
	const char *reg;
	char cell[64];
	size_t i;

	stream_init(&self->s);
	reg = stream_denied(&self->s);
	EXPECT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_LT(0, read_debugfs("rcp_refused", text, sizeof(text)));
	/* The last row. */
	while (table_cell(text, row + 1, "pid", cell))
		row++;
	ASSERT_TRUE(table_cell(text, row, "pid", cell));
	EXPECT_EQ(getpid(), atoi(cell));
	/* A kernel without CONFIG_SYMBOLIC_ERRNAME has numbers. */
	EXPECT_TRUE(table_cell(text, row, "error", cell));
	EXPECT_TRUE(!strcmp(cell, "-EINVAL") || atoi(cell) == -EINVAL)
		TH_LOG("error is %s", cell);
	for (i = 0; i < ARRAY_SIZE(cells); i++) {
		EXPECT_TRUE(table_cell(text, row, cells[i].column, cell));
		EXPECT_EQ(0, strcmp(cells[i].expected, cell))
			TH_LOG("%s is %s", cells[i].column, cell);
	}
	EXPECT_NE(NULL, strstr(text, reg));
}

/* The name and values of rcp's event in a line of the trace, or NULL */
static char *event_of(char *line)
{
	char *p = strstr(line, ": rcp_");

	return p ? p + 2 : NULL;
}

/* Each value of an event follows its name; a text ends the line. */
static bool all_named(char *event)
{
	char *word, *save;

	strtok_r(event, " ", &save);
	while ((word = strtok_r(NULL, " ", &save))) {
		if (!strncmp(word, "text=", 5))
			return true;
		if (!strchr(word, '=') || word[0] == '=')
			return false;
	}
	return true;
}

/* The first of these texts that the trace, which is read, does not have; or NULL */
static const char *missing(const char * const *parts, size_t n)
{
	size_t i;

	if (read_text(TRACING "/trace", text, sizeof(text)) <= 0)
		return "trace";
	for (i = 0; i < n; i++)
		if (!strstr(text, parts[i]))
			return parts[i];
	return NULL;
}

/* The trace names the owner of a fence, and follows a job and a refusal. */
TEST_F(debugfs, tracing)
{
	static const char * const parts[] = {
		"driver=drm_sched timeline=rcp", "rcp_submit: client=", " result=accepted\n",
		" result=refused\n", " kind=ib wait_us=", " kind=ib error=0 run_us=",
		"rcp_refuse: stage=stream code=REGISTER_DENIED dword=2 error=22 text=dword 2: ",
		"rcp_refuse: stage=arguments code=- dword=-1 error=",
	};
	char *line, *save;
	int events = 0;

	if (write_file(TRACING "/events/dma_fence/enable", "1") ||
	    write_file(TRACING "/events/rcp/enable", "1"))
		SKIP(return, "no tracing");
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	stream_init(&self->s);
	stream_denied(&self->s);
	EXPECT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_NE(0, stream_write(&self->s, self->c.fd, 0xffff, GTT, 0, 1));
	/* the end of a job is traced a moment after its fence */
	COMES_TRUE(!missing(parts, ARRAY_SIZE(parts)));
	EXPECT_EQ(0, write_file(TRACING "/events/dma_fence/enable", "0"));
	EXPECT_EQ(0, write_file(TRACING "/events/rcp/enable", "0"));
	EXPECT_EQ(NULL, missing(parts, ARRAY_SIZE(parts)))
		TH_LOG("no %s", missing(parts, ARRAY_SIZE(parts)));
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		char *event = event_of(line), copy[512];

		if (!event)
			continue;
		snprintf(copy, sizeof(copy), "%s", event);
		EXPECT_TRUE(all_named(copy))
			TH_LOG("%s", line);
		events++;
	}
	EXPECT_LE(7, events);
}

TEST_HARNESS_MAIN
