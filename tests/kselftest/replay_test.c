// SPDX-License-Identifier: GPL-2.0
/*
 * Recorded Mesa frames, played through DRM_RADEON_CS: each alone, and a thousand by
 * two clients at once.  The frames come from RCP_CORPUS (build/corpus).  Runs on rcp
 * and on radeon.ko.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "r6cs_replay.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define SUBMISSIONS	500	/* of each of the two clients */
#define FRAMES_AT_ONCE	12

FIXTURE(replay) {
	struct client c;
	struct drm_radeon_gem_info info;
	char **paths;
	int npaths;
	int kmsg;
};

static bool is_r5xx(void)
{
	return client_generation == RCP_GENERATION_R500;
}

/* The folder of the frames, which is known once the card was opened. */
static const char *corpus(void)
{
	const char *dir = getenv("RCP_CORPUS");
	static char path[256];

	snprintf(path, sizeof(path), "%s%s", dir ? dir : "build/corpus", is_r5xx() ? "/r5xx" : "");
	return path;
}

FIXTURE_SETUP(replay)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &self->info));
	self->npaths = r6cs_list(corpus(), self->c.chip, &self->paths);
	ASSERT_LT(0, self->npaths)
		TH_LOG("no frames of %s in %s", self->c.chip, corpus());
}

FIXTURE_TEARDOWN(replay)
{
	r6cs_list_free(self->paths, self->npaths);
	client_close(&self->c);
	if (self->c.rcp)
		EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Half of VRAM, so that a frame can have the other half */
static bool fits(const struct drm_radeon_gem_info *info, const struct r6cs_frame *frame)
{
	return frame->bo_bytes <= info->vram_size / 2 &&
	       frame->bo_bytes <= info->gart_size / 2 && frame->bo_bytes <= 128u << 20;
}

/* Has the frame drawn a pixel?  Its buffers began with zeros. */
static bool has_pixels(const struct replay *r)
{
	uint64_t size = r->frame->bo[r->drawn.target].size, i = 0;
	const uint32_t *map = gem_map(r->fd, r->handles[r->drawn.target], size);

	while (map && i < size / 4 && !map[i])
		i++;
	if (map)
		munmap((void *)map, size);
	return map && i < size / 4;
}

/* Plays each frame once; none is refused, and many that have a colour target leave pixels in it. */
static void play_each(struct __test_metadata *_metadata, FIXTURE_DATA(replay) *self,
		      char **paths, int npaths)
{
	int i, played = 0, skipped = 0, targets = 0, drawn = 0;

	for (i = 0; i < npaths; i++) {
		struct drm_rcp_verdict verdict = { 0 };
		struct r6cs_frame frame;
		struct r6cs_counts counts;
		struct replay r;
		char why[R6CS_ERROR];
		int ret;

		ASSERT_EQ(0, r6cs_load(paths[i], &frame, why))
			TH_LOG("%s: %s", paths[i], why);
		if (!fits(&self->info, &frame)) {
			skipped++;
			r6cs_free(&frame);
			continue;
		}
		ASSERT_EQ(0, replay_prepare(&r, self->c.fd, &frame))
			TH_LOG("%s", frame.name);
		ret = replay_submit(&r, self->c.rcp ? &verdict : NULL, 0);
		EXPECT_EQ(0, ret)
			TH_LOG("%s: %s", frame.name, verdict.text);
		if (!ret) {
			EXPECT_EQ(0, replay_wait(&r))
				TH_LOG("%s", frame.name);
			played++;
			/* On radeon.ko no frame draws, and VRAM is not cleared. */
			if (self->c.rcp && r.drawn.target >= 0) {
				targets++;
				drawn += has_pixels(&r);
			}
		}
		if (!ret && self->c.rcp) {
			r6cs_count(&frame, &counts);
			EXPECT_EQ(counts.draws, verdict.draws);
			/* Runs to one port of R5xx are counted in another way here. */
			if (!is_r5xx())
				EXPECT_EQ(counts.registers, verdict.registers);
			/* a relocation belongs to the packet before it */
			EXPECT_GE(counts.packets, verdict.packets);
			EXPECT_LE(counts.packets - counts.nops, verdict.packets);
		}
		replay_release(&r);
		r6cs_free(&frame);
	}
	TH_LOG("%d frames played, %d too large for this card; %d of %d drew pixels", played, skipped, drawn,
	       targets);
	EXPECT_LE(targets / 3, drawn);
	EXPECT_LT((npaths - 1) / 2, played);
	/* nearly all frames of the corpus fit a card of 256 MiB */
	if (self->info.vram_size >= 256ull << 20)
		EXPECT_GE(played / 10, skipped);
}

TEST_F_TIMEOUT(replay, each_frame, 300)
{
	play_each(_metadata, self, self->paths, self->npaths);
}

/* Frames of Mesa 25 and 26, which leave stale addresses in registers of units that are off. */
TEST_F_TIMEOUT(replay, each_frame_of_later_mesa, 300)
{
	char dir[512], **paths;
	int n;

	snprintf(dir, sizeof(dir), "%s/mesa25", corpus());
	n = r6cs_list(dir, self->c.chip, &paths);
	if (n <= 0)
		SKIP(return, "no frames of %s in %s", self->c.chip, dir);
	play_each(_metadata, self, paths, n);
	r6cs_list_free(paths, n);
}

/* Plays @count submissions of up to FRAMES_AT_ONCE frames in turn. */
static int play_many(char **paths, int npaths, int first, int count)
{
	struct r6cs_frame frame[FRAMES_AT_ONCE];
	struct replay r[FRAMES_AT_ONCE];
	struct drm_radeon_gem_info info;
	struct client c;
	int n = 0, i, ret;

	ret = client_open(&c);
	if (ret)
		return ret;
	ret = client_ioctl(c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info);
	for (i = 0; i < npaths && n < FRAMES_AT_ONCE && !ret; i++) {
		ret = r6cs_load(paths[(first + i) % npaths], &frame[n], NULL);
		if (ret)
			break;
		/* RAM on the chip has one owner: the other client would not get it. */
		if (!fits(&info, &frame[n]) || frame[n].bo_bytes > 8u << 20 || frame[n].owned) {
			r6cs_free(&frame[n]);
			continue;
		}
		ret = replay_prepare(&r[n], c.fd, &frame[n]);
		n++;
	}
	for (i = 0; i < count && !ret; i++) {
		ret = replay_submit(&r[i % n], NULL, 0);
		if (!ret && i % 5 == 4)
			ret = replay_wait(&r[i % n]);
	}
	for (i = 0; i < n && !ret; i++)
		ret = replay_wait(&r[i]);
	while (n-- > 0) {
		replay_release(&r[n]);
		r6cs_free(&frame[n]);
	}
	client_close(&c);
	return ret;
}

TEST_F_TIMEOUT(replay, thousand_of_two_clients, 300)
{
	uint64_t vram = 0, gtt = 0, vram2 = 1, gtt2 = 1;
	long irqs = irq_count();
	pid_t child[2];
	int i;

	client_info_u64(self->c.fd, RADEON_INFO_VRAM_USAGE, &vram);
	client_info_u64(self->c.fd, RADEON_INFO_GTT_USAGE, &gtt);
	for (i = 0; i < 2; i++) {
		child[i] = fork();
		ASSERT_LE(0, child[i]);
		if (!child[i])
			_exit(-play_many(self->paths, self->npaths,
					 i * self->npaths / 2, SUBMISSIONS));
	}
	for (i = 0; i < 2; i++) {
		int status;

		ASSERT_EQ(child[i], waitpid(child[i], &status, 0));
		EXPECT_TRUE(WIFEXITED(status));
		EXPECT_EQ(0, WEXITSTATUS(status))
			TH_LOG("client %d: %s", i, strerror(WEXITSTATUS(status)));
	}
	if (getenv("RCP_LATE_ENGINE")) {
		EXPECT_LT(irqs + 50, irq_count());
	}
	for (i = 0; i < 1500; i++) {
		client_info_u64(self->c.fd, RADEON_INFO_VRAM_USAGE, &vram2);
		client_info_u64(self->c.fd, RADEON_INFO_GTT_USAGE, &gtt2);
		if (vram2 <= vram && gtt2 <= gtt)
			break;
		usleep(20000);
	}
	EXPECT_GE(vram, vram2);
	EXPECT_GE(gtt, gtt2);
}

/* Frames of the other family are accepted or refused, without any other effect. */
TEST_F(replay, frames_of_other_chips)
{
	static const char * const r6xx[] = { "r600", "rv610", "rs780", "rv770", "rv730" };
	static const char * const r5xx[] = { "rv515", "r520", "rv530", "rv560", "rv570" };
	const char * const *chips = is_r5xx() ? r5xx : r6xx;
	size_t k;

	if (!self->c.rcp)
		SKIP(return, "radeon.ko logs each refusal");
	for (k = 0; k < ARRAY_SIZE(r6xx); k++) {
		char **paths;
		int n = r6cs_list(corpus(), chips[k], &paths), i;

		ASSERT_LT(0, n);
		for (i = 0; i < n && i < 8; i++) {
			struct drm_rcp_verdict verdict = { 0 };
			struct r6cs_frame frame;
			struct replay r;
			int ret;

			ASSERT_EQ(0, r6cs_load(paths[i], &frame, NULL));
			if (!fits(&self->info, &frame)) {
				r6cs_free(&frame);
				continue;
			}
			ASSERT_EQ(0, replay_prepare(&r, self->c.fd, &frame));
			ret = replay_submit(&r, &verdict, 0);
			EXPECT_TRUE(ret == 0 || ret == -EINVAL);
			EXPECT_EQ(ret ? RCP_STAGE_STREAM : RCP_STAGE_ACCEPTED, verdict.stage);
			EXPECT_EQ(!ret, !verdict.text[0]);
			EXPECT_EQ(0, replay_wait(&r));
			replay_release(&r);
			r6cs_free(&frame);
		}
		r6cs_list_free(paths, n);
	}
}

TEST_HARNESS_MAIN
