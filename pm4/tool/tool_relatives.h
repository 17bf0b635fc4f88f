/* SPDX-License-Identifier: GPL-2.0 */
/* Close relatives of the chips that the tool knows: named, and decoded as far as they are alike. */
#ifndef PM4_TOOL_RELATIVES_H
#define PM4_TOOL_RELATIVES_H

#include "tool.h"

/**
 * struct relative_range - registers that follow each other
 * @first: byte offset of the first one
 * @last: of the last one
 */
struct relative_range {
	u32 first, last;
};

/**
 * struct relative - a generation that no front checks
 * @what: what its chips are, after "is"
 * @near: a chip that is decoded, and most alike; NULL if none is
 * @chips: names, NULL at the end
 * @registers: those with the same name on @near, by offset; { 0 } at the end
 * @fields: registers whose fields are those on @near, in the same way
 * @packets: opcodes of packets with the same name on @near, 0 at the end
 */
struct relative {
	const char *what;
	const char *near;
	const char * const *chips;
	const struct relative_range *registers, *fields;
	const u8 *packets;
};

/* All of them; one without chips at the end. */
extern const struct relative relatives[];

const struct relative *relative_find(const char *chip);
int relative_decode(const struct relative *r, const struct r6cs *cs);

#endif
