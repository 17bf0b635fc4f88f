/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The drawing machine of tests/gpu as a part of the emulated card: its accesses go through the
 * card's memory controller, and a draw that takes long is executed in slices, so that the card
 * serves registers in between.
 */
#ifndef MODEL_MACHINE_H
#define MODEL_MACHINE_H

#include "transport.h"

struct machine;

/* NULL without memory */
struct machine *machine_new(struct model *m, FILE *report);
void machine_free(struct machine *machine);

/* Members of struct model_host; the context is the transport. */
enum gpu_result machine_draw(void *ctx, struct model *m, const struct gpu_draw_call *call);
struct gpu_counters *machine_counters(void *ctx);
void machine_packet(void *ctx, bool write, u64 addr, u64 n, u8 *host, u8 *copy);
void machine_flush(void *ctx, u32 caches, u64 first, u64 end, bool keep);
void machine_discard(void *ctx, u32 caches);
void machine_fence(void *ctx);

#endif
