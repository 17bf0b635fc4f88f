// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The usual cards of R6xx and R7xx, for streams that were recorded without their card.
 *
 * Const data: no locks, any context.
 */
#include "pm4_check.h"

/* The cards of the corpus's recordings. */
static const struct {
	u8 pipes, banks, backends;
} cards[R600_CHIPS] = {
	[PM4_R600]  = { 8, 8, 4 },
	[PM4_RV610] = { 1, 4, 1 },
	[PM4_RV630] = { 2, 8, 1 },
	[PM4_RV670] = { 4, 8, 4 },
	[PM4_RV620] = { 1, 8, 1 },
	[PM4_RV635] = { 2, 8, 1 },
	[PM4_RS780] = { 1, 4, 1 },
	[PM4_RS880] = { 1, 4, 1 },
	[PM4_RV770] = { 8, 8, 4 },
	[PM4_RV730] = { 4, 8, 2 },
	[PM4_RV710] = { 2, 4, 1 },
	[PM4_RV740] = { 4, 8, 4 },
};

/**
 * r600_usual_card() - the usual card of a chip
 * @chip: enum r600_chip
 * @card: receives the properties
 */
void r600_usual_card(u32 chip, struct pm4_card *card)
{
	*card = (struct pm4_card){
		.front = &r600_front,
		.chip = chip,
		.pipes = cards[chip].pipes,
		.banks = cards[chip].banks,
		.group_bytes = 256,
		.backends = cards[chip].backends,
	};
}
