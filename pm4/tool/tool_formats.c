// SPDX-License-Identifier: GPL-2.0
/*
 * Formats of files without streams of dwords: the only file of the tool that names them.
 */
#include "tool.h"

const struct format * const formats[] = { &v4cs_format, NULL };
