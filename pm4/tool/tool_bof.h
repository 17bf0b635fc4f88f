/* SPDX-License-Identifier: GPL-2.0 */
/* Streams from .bof files. */
#ifndef PM4_TOOL_BOF_H
#define PM4_TOOL_BOF_H

#include "tool.h"

bool is_bof(const u8 *data, size_t size);
u32 bof_device(const u8 *data, size_t size);
int bof_stream(struct bytes *to, const u8 *data, size_t size, struct r6cs_head *head, char *error);

#endif
