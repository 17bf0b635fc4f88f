// SPDX-License-Identifier: GPL-2.0
/*
 * State that one client's stream leaves in the chip becomes neutral before a stream of
 * another client runs that would inherit it, and only then.  While a stream in front
 * keeps the card waiting, rcp_jobs in debugfs says how many dwords of neutral state
 * precede each job.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "r6cs_replay.h"
#include "shader.h"
#include "stream.h"
#include "sync.h"

#include <sys/wait.h>

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define DESCRIPTORS	585u	/* the last ones are for fetch shaders */

FIXTURE(alone) {
	struct client a, b, blocker;
	struct r6cs_frame most, least;
	struct replay by_a, by_b;
	struct stream s;
	uint32_t gate;
	volatile uint32_t *gate_map;
	uint32_t gates;
};

/*
 * Of the frames that draw, the one with the most relocations leaves the most state in
 * the chip, and the one with the fewest sets the least.
 */
static int load_frames(const char *chip, struct r6cs_frame *most, struct r6cs_frame *least)
{
	const char *dir = getenv("RCP_CORPUS");
	char **paths;
	int n = r6cs_list(dir ? dir : "build/corpus", chip, &paths), i;

	memset(most, 0, sizeof(*most));
	memset(least, 0, sizeof(*least));
	for (i = 0; i < n; i++) {
		struct r6cs_counts counts;
		struct r6cs_frame frame, *to;

		if (r6cs_load(paths[i], &frame, NULL))
			continue;
		r6cs_count(&frame, &counts);
		to = frame.nreloc > most->nreloc ? most : least;
		if (counts.draws && frame.bo_bytes < 8 << 20 &&
		    (to == most || !least->nreloc || frame.nreloc < least->nreloc)) {
			r6cs_free(to);
			*to = frame;
		} else {
			r6cs_free(&frame);
		}
	}
	if (n > 0)
		r6cs_list_free(paths, n);
	return most->nreloc && least->nreloc ? 0 : -1;
}

/* Frames of R5xx set all state that their draws use, so there the streams are made here. */
static bool is_r5xx(void)
{
	return client_generation == RCP_GENERATION_R500;
}

#define NOT_R5XX	"R5xx: the registers are those of R6xx and R7xx"

FIXTURE_SETUP(alone)
{
	self->gates = 0;
	ASSERT_EQ(0, client_open(&self->a));
	if (!self->a.rcp)
		SKIP(_exit(HARNESS_SKIP), "radeon.ko leaves everything in the chip");
	ASSERT_EQ(0, client_open(&self->b));
	ASSERT_EQ(0, client_open(&self->blocker));
	if (!is_r5xx()) {
		ASSERT_EQ(0, load_frames(self->a.chip, &self->most, &self->least));
		ASSERT_EQ(0, replay_prepare(&self->by_a, self->a.fd, &self->most));
		ASSERT_EQ(0, replay_prepare(&self->by_b, self->b.fd, &self->least));
	}
	ASSERT_EQ(0, gem_create(self->blocker.fd, 4096, 4096, GTT, 0, &self->gate));
	self->gate_map = gem_map(self->blocker.fd, self->gate, 4096);
	ASSERT_NE(NULL, self->gate_map);
}

FIXTURE_TEARDOWN(alone)
{
	*self->gate_map = self->gates;
	if (!is_r5xx()) {
		replay_wait(&self->by_a);
		replay_wait(&self->by_b);
		replay_release(&self->by_a);
		replay_release(&self->by_b);
		r6cs_free(&self->most);
		r6cs_free(&self->least);
	}
	client_close(&self->a);
	client_close(&self->b);
	client_close(&self->blocker);
}

/* Waits until no job of a file is in the ring, also none that is over and not signalled yet. */
static int settle(int fd)
{
	uint64_t submitted;
	int ret = fence_progress(fd, 0, &submitted, NULL);

	return ret ? ret : fence_wait(fd, 0, submitted, INT64_MAX, NULL);
}

/*
 * Later jobs wait in the ring until the gate is opened.  The gate's job is on the card
 * when this returns, so no job overtakes it.  Another process submits it, so that it takes no
 * place of this one's in the ring.
 */
static int shut(FIXTURE_DATA(alone) *self, uint32_t value)
{
	int status;
	pid_t child;

	if (settle(self->a.fd) || settle(self->b.fd) || settle(self->blocker.fd))
		return -EIO;
	self->gate_map[2] = 0;
	stream_init(&self->s);
	stream_mem_write(&self->s, self->gate, GTT, 8, 1);
	stream_wait_mem(&self->s, self->gate, GTT, 0, value);
	child = fork();
	if (!child)
		_exit(!!stream_submit(&self->s, self->blocker.fd, NULL));
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		return -ECHILD;
	return COMES_TRUE(self->gate_map[2]) ? 0 : -ETIME;
}

/* Dwords of neutral state before the stream after the gate; opens the gate. */
static int preamble(FIXTURE_DATA(alone) *self)
{
	int tries, n, row, preamble = -1, last = -1, same = 0;
	char text[8192], kind[64], cell[64];

	/* Read some times: a job is in the list a moment before it has its preamble. */
	for (tries = 0; tries < 2000 && same < 4; tries++) {
		same = preamble >= 0 && preamble == last ? same + 1 : 0;
		last = preamble;
		preamble = -1;
		usleep(5000);
		if (read_debugfs("rcp_jobs", text, sizeof(text)) <= 0)
			continue;
		/* The driver's copy jobs are also in the list. */
		for (n = 0, row = 1; table_cell(text, row, "kind", kind); row++)
			if (!strcmp(kind, "ib") && ++n == 2 &&
			    table_cell(text, row, "preamble_dw", cell))
				preamble = atoi(cell);
	}
	*self->gate_map = self->gates;
	return preamble;
}

TEST_F(alone, state_of_another_client_becomes_neutral)
{
	int of_other, again;

	if (is_r5xx())
		SKIP(return, NOT_R5XX);
	/* A runs, then B, whose draws could fetch through the state that A set */
	ASSERT_EQ(0, replay_submit(&self->by_a, NULL, 0));
	ASSERT_EQ(0, replay_wait(&self->by_a));
	ASSERT_EQ(0, shut(self, ++self->gates));
	ASSERT_EQ(0, replay_submit(&self->by_b, NULL, 0));
	of_other = preamble(self);
	ASSERT_EQ(0, replay_wait(&self->by_b));
	/* the gate's own stream neither sets nor inherits state */
	ASSERT_EQ(0, shut(self, ++self->gates));
	ASSERT_EQ(0, replay_submit(&self->by_b, NULL, 0));
	again = preamble(self);
	ASSERT_EQ(0, replay_wait(&self->by_b));
	TH_LOG("%d dwords, then %d", of_other, again);
	EXPECT_LT(0, of_other);
	/* no state was left since, so none must become neutral again */
	EXPECT_EQ(0, again);
}

static void set_address(struct stream *s, uint32_t op, uint32_t reg, uint32_t bo, uint32_t offset)
{
	stream_packet3(s, op, 2);
	stream_dw(s, reg);
	stream_dw(s, offset >> 8);
	stream_reloc(s, bo, GTT, op == PKT_SET_CONFIG_REG ? GTT : 0);
}

#define PIXEL_PROGRAM	0x400

/* A vertex program with a position and a parameter, and a pixel program with a colour */
static int write_programs(int fd, uint32_t bo)
{
	bool r7xx = !strncmp(client_chip, "RV7", 3);
	uint8_t *map = (uint8_t *)gem_map(fd, bo, 4096);
	struct shader vs, ps;

	if (!map)
		return -errno;
	shader_begin(&vs, r7xx, 2);
	shader_export(&vs, SHADER_POSITION, SHADER_POSITION_0, true);
	shader_export(&vs, SHADER_PARAMETER, 0, true);
	shader_end(&vs);
	memcpy(map, vs.dw, 4 * vs.n);
	shader_begin(&ps, r7xx, 1);
	shader_export(&ps, SHADER_PIXEL, 0, true);
	shader_end(&ps);
	memcpy(map + PIXEL_PROGRAM, ps.dw, 4 * ps.n);
	munmap(map, 4096);
	return 0;
}

/* A draw that reaches no pixel. */
static int draw_nothing(struct stream *s, int fd, uint32_t bo)
{
	int ret = write_programs(fd, bo);

	if (ret)
		return ret;
	stream_init(s);
	stream_packet3(s, PKT_SET_CONTEXT_REG, 2);
	stream_dw(s, (0x28350 - 0x28000) / 4);		/* SX_MISC: MULTIPASS */
	stream_dw(s, 1);
	set_address(s, PKT_SET_CONTEXT_REG, (0x28840 - 0x28000) / 4, bo, PIXEL_PROGRAM);	/* SQ_PGM_START_PS */
	set_address(s, PKT_SET_CONTEXT_REG, (0x28858 - 0x28000) / 4, bo, 0);	/* SQ_PGM_START_VS */
	stream_packet3(s, PKT_DRAW_INDEX_AUTO, 2);
	stream_dw(s, 3);
	stream_dw(s, 2);
	return stream_submit(s, fd, NULL);
}

/*
 * The rings exist once in the chip: a stream that sets one, and neutral state for one,
 * run when the shaders of earlier streams have ended (the card is asked).
 */
TEST_F(alone, rings_change_when_no_shader_runs)
{
	uint32_t a, b, size;

	if (is_r5xx())
		SKIP(return, NOT_R5XX);
	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &a));
	ASSERT_EQ(0, gem_create(self->b.fd, 4096, 4096, GTT, 0, &b));
	for (size = 1; size <= 4; size++) {
		ASSERT_EQ(0, draw_nothing(&self->s, self->a.fd, a));
		stream_init(&self->s);
		set_address(&self->s, PKT_SET_CONFIG_REG, (0x8c68 - 0x8000) / 4, b, 0);
		stream_packet3(&self->s, PKT_SET_CONFIG_REG, 2);
		stream_dw(&self->s, (0x8c6c - 0x8000) / 4);	/* SQ_PSTMP_RING_SIZE */
		stream_dw(&self->s, size);
		ASSERT_EQ(0, stream_submit(&self->s, self->b.fd, NULL));
	}
	ASSERT_EQ(0, draw_nothing(&self->s, self->a.fd, a));
	EXPECT_EQ(0, gem_wait(self->a.fd, a));
	EXPECT_EQ(0, gem_wait(self->b.fd, b));
}

/* Shaders that still run would fill the read caches again, so wait for them (the card is asked). */
TEST_F(alone, caches_are_emptied_when_no_shader_runs)
{
	uint32_t a, b, i;

	if (is_r5xx())
		SKIP(return, NOT_R5XX);
	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &a));
	ASSERT_EQ(0, gem_create(self->b.fd, 4096, 4096, GTT, 0, &b));
	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, draw_nothing(&self->s, self->a.fd, a));
		ASSERT_EQ(0, draw_nothing(&self->s, self->b.fd, b));
	}
	EXPECT_EQ(0, gem_wait(self->a.fd, a));
	EXPECT_EQ(0, gem_wait(self->b.fd, b));
}

/*
 * State that no unit is known to use, and state without an address that can hang a draw:
 * masks of surfaces that have none, and the division of the shader core (the card is asked).
 */
TEST_F(alone, unused_state_becomes_neutral)
{
	uint32_t a, b, i;

	if (is_r5xx())
		SKIP(return, NOT_R5XX);
	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &a));
	ASSERT_EQ(0, gem_create(self->b.fd, 4096, 4096, GTT, 0, &b));
	stream_init(&self->s);
	set_address(&self->s, PKT_SET_CONTEXT_REG, (0x280cc - 0x28000) / 4, a, 0);	/* CB_COLOR3_TILE */
	set_address(&self->s, PKT_SET_CONTEXT_REG, (0x280fc - 0x28000) / 4, a, 0);	/* CB_COLOR7_FRAG */
	set_address(&self->s, PKT_SET_CONTEXT_REG, (0x28014 - 0x28000) / 4, a, 0);	/* DB_HTILE_DATA_BASE */
	stream_packet3(&self->s, PKT_SET_CONFIG_REG, 6);
	stream_dw(&self->s, (0x8c04 - 0x8000) / 4);	/* SQ_GPR_RESOURCE_MGMT_1 and on */
	for (i = 0; i < 5; i++)
		stream_dw(&self->s, 0);
	ASSERT_EQ(0, stream_submit(&self->s, self->a.fd, NULL));
	ASSERT_EQ(0, draw_nothing(&self->s, self->b.fd, b));
	EXPECT_EQ(0, gem_wait(self->b.fd, b));
}

static int set_values(struct stream *s, int fd, uint32_t op, uint32_t first, uint32_t count)
{
	stream_init(s);
	stream_packet3(s, op, 1 + count);
	stream_dw(s, first);
	while (count--)
		stream_dw(s, 0);
	/* Longer than the part that the walk over a stream leaves to the full rules. */
	stream_pad(s, 16);
	return stream_submit(s, fd, NULL);
}

/*
 * Registers that exist once in the chip and can hang a draw, and constants that the shaders of
 * the next client could read.  The dwords of a group are its registers' values, with a header
 * and an offset for each run.
 */
TEST_F(alone, shared_registers_and_constants_become_neutral)
{
	static const struct {
		uint32_t op, first, count;
		int dw;
		const char *what;
	} left[] = {
		{ PKT_SET_CONFIG_REG, (0x9838 - 0x8000) / 4, 1, 12, "DB_WATERMARKS" },
		{ PKT_SET_CONFIG_REG, (0x9508 - 0x8000) / 4, 1, 12, "TA_CNTL_AUX" },
		{ PKT_SET_CONFIG_REG, (0x88cc - 0x8000) / 4, 1, 19, "VGT_ES_PER_GS" },
		{ PKT_SET_CONFIG_REG, (0x9400 - 0x8000) / 4, 2, 58, "TD_FILTER4" },
		{ PKT_SET_CONFIG_REG, (0xa400 - 0x8000) / 4, 4, 74, "border colours" },
		{ PKT_SET_ALU_CONST, 64, 4, 34, "ALU constants" },
		{ PKT_SET_LOOP_CONST, 5, 1, 3, "a loop constant" },
	};
	int before, after;
	uint32_t b, i;

	if (is_r5xx())
		SKIP(return, NOT_R5XX);
	ASSERT_EQ(0, gem_create(self->b.fd, 4096, 4096, GTT, 0, &b));
	for (i = 0; i < ARRAY_SIZE(left); i++) {
		/* B's own state, and all that it inherits */
		ASSERT_EQ(0, draw_nothing(&self->s, self->b.fd, b));
		ASSERT_EQ(0, draw_nothing(&self->s, self->b.fd, b));
		ASSERT_EQ(0, gem_wait(self->b.fd, b));
		ASSERT_EQ(0, shut(self, ++self->gates));
		ASSERT_EQ(0, draw_nothing(&self->s, self->b.fd, b));
		before = preamble(self);
		ASSERT_EQ(0, set_values(&self->s, self->a.fd, left[i].op, left[i].first,
					left[i].count));
		ASSERT_EQ(0, shut(self, ++self->gates));
		ASSERT_EQ(0, draw_nothing(&self->s, self->b.fd, b));
		after = preamble(self);
		EXPECT_LE(0, before);
		EXPECT_EQ(left[i].dw, after - before)
			TH_LOG("%s", left[i].what);
		ASSERT_EQ(0, gem_wait(self->b.fd, b));
	}
}

/* Sets the first @n resource descriptors to the same vertex buffer. */
static int set_descriptors(struct stream *s, int fd, uint32_t bo, uint32_t n)
{
	uint32_t i;

	stream_init(s);
	stream_packet3(s, PKT_SET_RESOURCE, 1 + 7 * n);
	stream_dw(s, 0);
	for (i = 0; i < n; i++) {
		stream_dw(s, 0);
		stream_dw(s, 4095);		/* size - 1 */
		stream_dw(s, 16 << 8);		/* stride */
		stream_dw(s, 0);
		stream_dw(s, 0);
		stream_dw(s, 0);
		stream_dw(s, 3u << 30);		/* a buffer */
	}
	stream_reloc(s, bo, GTT, 0);
	for (i = 1; i < n; i++) {
		stream_packet3(s, PKT_NOP, 1);
		stream_dw(s, 0);		/* the same relocation */
	}
	return stream_submit(s, fd, NULL);
}

/* Moves the write pointer: a draw after descriptors has a preamble of 7 dwords for each of them. */
static int move_wptr(FIXTURE_DATA(alone) *self, uint32_t bo, uint32_t descriptors)
{
	int ret = set_descriptors(&self->s, self->a.fd, bo, descriptors);

	ret = ret ? ret : draw_nothing(&self->s, self->a.fd, bo);
	return ret ? ret : gem_wait(self->a.fd, bo);
}

static int small_job(FIXTURE_DATA(alone) *self, uint32_t bo, uint32_t value)
{
	int ret = stream_write(&self->s, self->a.fd, bo, GTT, 0, value);

	return ret ? ret : gem_wait(self->a.fd, bo);
}

/* Dwords from the write pointer to the end of the ring */
static uint32_t to_the_end(void)
{
	return debugfs_value("rcp_ring", "size_dw") - debugfs_value("rcp_ring", "wptr_dw");
}

/*
 * A job goes to the ring in pieces, and the end of the ring may be in any of them.  So let a job
 * begin at each distance from the end at which it wraps; jobs begin at multiples of 16.
 */
TEST_F(alone, a_job_wraps_at_each_distance)
{
	uint32_t bo, length, want, left, tries, resets = 0, now = 0;
	volatile uint32_t *map;
	int ret;

	if (is_r5xx())
		SKIP(return, NOT_R5XX);
	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &bo));
	map = gem_map(self->a.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	resets = client_resets(self->a.fd);
	ASSERT_EQ(0, small_job(self, bo, 1));
	while (to_the_end() <= 1024)
		ASSERT_EQ(0, small_job(self, bo, 2));
	left = to_the_end();
	ASSERT_EQ(0, small_job(self, bo, 2));
	length = left - to_the_end();
	ASSERT_LT(16, length);
	ASSERT_GE(1024, length);
	for (want = 16; want < length; want += 16) {
		for (tries = 0; (left = to_the_end()) != want; tries++) {
			ASSERT_GT(2000, tries);
			/* Few descriptors change the remainder, because their jobs are of other lengths. */
			if (left > want && left < 8192 && (left - want) % length == 0)
				ret = small_job(self, bo, 3);
			else
				ret = move_wptr(self, bo, left < 8192 ? 1 + tries % 8 : DESCRIPTORS);
			ASSERT_EQ(0, ret);
		}
		ASSERT_EQ(0, small_job(self, bo, 100 + want));
		EXPECT_EQ(100 + want, *map);
		/* It has wrapped, and the ring goes on after it. */
		EXPECT_EQ(length - want, debugfs_value("rcp_ring", "wptr_dw"));
		EXPECT_EQ(0, small_job(self, bo, 4));
	}
	now = client_resets(self->a.fd);
	EXPECT_EQ(resets, now);
	munmap((void *)map, 4096);
}

TEST_F(alone, after_a_reset_all_state_becomes_neutral)
{
	uint32_t before = 0, after = 0;
	int all;

	if (is_r5xx())
		SKIP(return, NOT_R5XX);
	/* The first run moves the buffers, whose copies would fill the ring. */
	ASSERT_EQ(0, replay_submit(&self->by_a, NULL, 0));
	ASSERT_EQ(0, replay_wait(&self->by_a));
	before = client_resets(self->a.fd);
	/* a gate that is never opened */
	ASSERT_EQ(0, shut(self, 0x7fffffff));
	gem_wait(self->blocker.fd, self->gate);
	after = client_resets(self->a.fd);
	ASSERT_EQ(before + 1, after);
	ASSERT_EQ(0, shut(self, ++self->gates));
	ASSERT_EQ(0, replay_submit(&self->by_a, NULL, 0));
	all = preamble(self);
	ASSERT_EQ(0, replay_wait(&self->by_a));
	TH_LOG("%d dwords after the reset", all);
	/* 585 descriptors of 7 dwords, except those that the frame sets */
	EXPECT_LT(3000, all);
}

/* R5xx: leaves a texture, and a colour buffer that is on. */
static int leave_r5xx(struct stream *s, int fd, uint32_t bo)
{
	stream_init(s);
	stream_register(s, 0x4104, 1);	/* TX_ENABLE */
	stream_register(s, R500_TX_OFFSET0, 0);
	stream_reloc(s, bo, GTT, 0);
	stream_register(s, 0x4e0c, 0xf);	/* RB3D_COLOR_CHANNEL_MASK */
	stream_register(s, 0x4e28, 0);	/* RB3D_COLOROFFSET0 */
	stream_reloc(s, bo, GTT, GTT);
	return stream_submit(s, fd, NULL);
}

/* R5xx: a draw of a triangle that sets nothing that reaches memory. */
static int draw_r5xx(struct stream *s, int fd, uint32_t bo)
{
	uint32_t i;

	stream_init(s);
	stream_mem_write(s, bo, GTT, 0, 1);
	stream_register(s, 0x2140, 0);	/* VAP_CNTL_STATUS */
	stream_register(s, 0x20b4, 4);	/* VAP_VTX_SIZE */
	stream_packet3(s, PKT_3D_DRAW_IMMD_2, 1 + 12);
	stream_dw(s, 4 | 3 << 4 | 3 << 16);
	for (i = 0; i < 12; i++)
		stream_dw(s, 0);
	return stream_submit(s, fd, NULL);
}

/* The card is asked as well: it knows which stream has set the address that a draw uses. */
TEST_F(alone, state_of_r5xx_becomes_neutral)
{
	int of_other, again, left;
	uint32_t a, b;

	if (!is_r5xx())
		SKIP(return, "the registers are those of R5xx");
	ASSERT_EQ(0, gem_create(self->a.fd, 65536, 4096, GTT, 0, &a));
	ASSERT_EQ(0, gem_create(self->b.fd, 4096, 4096, GTT, 0, &b));
	ASSERT_EQ(0, leave_r5xx(&self->s, self->a.fd, a));
	ASSERT_EQ(0, gem_wait(self->a.fd, a));
	ASSERT_EQ(0, shut(self, ++self->gates));
	ASSERT_EQ(0, draw_r5xx(&self->s, self->b.fd, b));
	of_other = preamble(self);
	ASSERT_EQ(0, gem_wait(self->b.fd, b));
	ASSERT_EQ(0, draw_r5xx(&self->s, self->b.fd, b));
	ASSERT_EQ(0, gem_wait(self->b.fd, b));
	/* The gate's stream sets the state of its own draw. */
	ASSERT_EQ(0, shut(self, ++self->gates));
	ASSERT_EQ(0, draw_r5xx(&self->s, self->b.fd, b));
	again = preamble(self);
	ASSERT_EQ(0, gem_wait(self->b.fd, b));
	ASSERT_EQ(0, shut(self, ++self->gates));
	ASSERT_EQ(0, leave_r5xx(&self->s, self->a.fd, a));
	left = preamble(self);
	ASSERT_EQ(0, gem_wait(self->a.fd, a));
	TH_LOG("%d dwords, %d after the gate, %d without a draw", of_other, again, left);
	EXPECT_LT(0, again);
	EXPECT_LE(again, of_other);
	EXPECT_EQ(0, left);
}

TEST_HARNESS_MAIN
