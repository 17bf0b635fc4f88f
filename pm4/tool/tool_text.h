/* SPDX-License-Identifier: GPL-2.0 */
/* Dwords from text, such as a dump in a mail. */
#ifndef PM4_TOOL_TEXT_H
#define PM4_TOOL_TEXT_H

#include "tool.h"

/**
 * struct text - what a text says
 * @dwords: the dwords; a gap is filled with packets of type 2
 * @first_dw: number of the first one
 * @wrap_dw: length of the ring that they come from, 0 if its numbers never went back to 0
 * @missing_dw: dwords in gaps
 * @missing_at: number of the first missing dword
 */
struct text {
	struct bytes dwords;
	u32 first_dw, wrap_dw;
	u32 missing_dw, missing_at;
};

bool is_text(const u8 *data, size_t size);
const char *text_shown(const u8 *data, size_t size);
int text_dwords(u8 *data, size_t size, struct text *t, char *error);

#endif
