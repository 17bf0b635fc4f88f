/* SPDX-License-Identifier: GPL-2.0 */
/* What a replay knows of R5xx cards: registers of both generations have the same names. */
#ifndef REPLAY_R500_H
#define REPLAY_R500_H

#include "model.h"
#include "replay.h"

bool replay_is_r500(const struct model *m);
/* What the driver sets from the straps. */
void replay_r500_bring_up(struct model *m);
struct replay_straps replay_r500_straps(const struct model *m);
const struct r500_upload *replay_r500_upload(const struct model *m);
/* Random programs, constants, arrays and counts by a seed; writes reach all pipes, as after each stream. */
void replay_r500_leave(struct model *m, uint64_t seed);
void replay_r500_clear_ram(struct model *m, bool hyperz, bool cmask);
uint32_t replay_r500_arrays(const struct model *m, const struct gpu_array **arrays);

#endif
