// SPDX-License-Identifier: GPL-2.0
/*
 * r6cs-fuzz: the readers of recorded streams, the tool's and the oracle's.  No
 * file may make either read behind it; both must agree on what they accept in
 * common.
 */
#include <stdlib.h>

#include "r6cs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct r6cs cs;
	u32 *out;

	if (!r6cs_parse(&cs, data, size)) {
		out = malloc(4ull * cs.ib_dw + !cs.ib_dw);
		if (!out)
			abort();
		r6cs_relocate(&cs, out);
		free(out);
	}
	r6cs_free(&cs);
	return 0;
}
