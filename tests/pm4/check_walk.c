// SPDX-License-Identifier: GPL-2.0
/*
 * The walk accepts packets by short forms of the full rules.  So each stream is checked
 * twice, by the walk and packet by packet by the full rules: verdict, footprint,
 * patches and written buffers must be identical.
 *
 * The linker redirects calls of r600_check_gfx() to this file (--wrap).
 */
#include <stdlib.h>
#include "check_scene.h"
#include "check_walk.h"
#include "r600_check.h"

static bool all_rules;

int __real_r600_check_gfx(struct r600_checker *ck);
int __wrap_r600_check_gfx(struct r600_checker *ck);

int __wrap_r600_check_gfx(struct r600_checker *ck)
{
	return all_rules ? r600_check_packets(ck, ck->ib) : __real_r600_check_gfx(ck);
}

/**
 * struct said - the result of a check
 */
struct said {
	struct pm4_verdict verdict;
	struct pm4_result result;
	struct pm4_patch *patches;
	u64 *written;
};

static void ask(struct said *s, struct pm4_checker *ck, const struct pm4_input *in, bool all)
{
	u32 room = pm4_patches_max(ck->front, in->ib_dw);

	s->patches = malloc((room + 1) * sizeof(*s->patches));
	s->written = malloc((PM4_BITMAP_WORDS(in->nbuffers) + 1) * sizeof(*s->written));
	all_rules = all;
	pm4_check(ck, in, s->patches, room, s->written, &s->result, &s->verdict);
	all_rules = false;
}

static bool same(const struct said *a, const struct said *b, u32 nbuffers)
{
	if (memcmp(&a->verdict, &b->verdict, sizeof(a->verdict)))
		return false;
	if (a->verdict.code)
		return true;
	return !memcmp(&a->result, &b->result, sizeof(a->result)) &&
	       !memcmp(a->patches, b->patches, a->result.npatches * sizeof(*a->patches)) &&
	       !memcmp(a->written, b->written,
		       PM4_BITMAP_WORDS(nbuffers) * sizeof(*a->written));
}

bool walk_agrees(struct pm4_checker *ck, const struct pm4_input *in)
{
	struct said walk, all;
	bool ret;

	ask(&walk, ck, in, false);
	ask(&all, ck, in, true);
	ret = same(&walk, &all, in->nbuffers);
	free(walk.patches);
	free(walk.written);
	free(all.patches);
	free(all.written);
	return ret;
}
