/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows of tiles on threads.
 *
 * A batch's vertices are executed once.  Then each part of the draw takes all its primitives through PA
 * and setup, and draws the rows of tiles that are its own, in the order of the primitives.  Every
 * pixel sees the same operations in the same order for any number of parts, so results are the same.
 */
#ifndef GPU_ROWS_H
#define GPU_ROWS_H

#include "machine.h"

/* Whether parts of the draw can run beside each other: no pixel reads or writes what others do. */
bool gpu_rows_can_split(struct gpu *gpu);
/* All parts begin the draw whose state @gpu has. */
void gpu_rows_begin(struct gpu *gpu);
/*
 * All parts draw the batch, each within what is left of the budget.
 * @begins: the batch is new
 * Return: false if a part has more to do.
 */
bool gpu_rows_batch(struct gpu *gpu, bool begins);
void gpu_rows_destroy(struct gpu *gpu);

/* draw.c: a piece of a part's work on the batch.  Return: false if all is done. */
bool gpu_part_step(struct gpu *gpu);
/* @part: its number; 0: the machine itself */
struct gpu *gpu_part_create(const struct gpu_host *host, void *ctx, enum gpu_chip chip, uint32_t part);
void gpu_part_destroy(struct gpu *gpu);

#endif
