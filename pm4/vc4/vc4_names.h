/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Names, for verdicts and the decoder: from the rows of the tables.
 *
 * Pure functions: no allocation, no locks.
 */
#ifndef VC4_NAMES_H
#define VC4_NAMES_H

#include "vc4_check.h"

struct pm4_text;

const char *vc4_surface_name(u32 use);
const char *vc4_stage_name(u32 stage);
const struct pm4_record_row *vc4_record_row(u32 code);
const struct pm4_item_row *vc4_item_row(u32 set, u32 number);
void vc4_say_item(struct pm4_text *t, u32 set, u32 number);

/* vc4_show_qpu.c */
void vc4_say_written(struct pm4_text *t, u64 inst, u32 unit);
void vc4_show_program(const struct pm4_program *p);
void vc4_say_instruction(struct pm4_text *t, u32 ip, u64 inst);

#endif /* VC4_NAMES_H */
