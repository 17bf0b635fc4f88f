// SPDX-License-Identifier: GPL-2.0
/*
 * r600_surface_layout(): any array mode, on any card.
 *
 * Pitches and heights are whole tiles of 8 x 8, or whole macro tiles, which are as many tiles wide
 * as there are banks and as many high as there are pipes; a base begins a tile or a macro tile
 * (3D engine guide, tiling).
 */
#include "surface.h"
#undef r600_refuse_scissor
#include "../../../pm4/r600/r600_check_surface.c"

void alignments(void)
{
	u32 mode = any_below(16), bytes = 1u << any_below(5), samples = 1u << any_below(4), row;
	struct r600_tiling layout;
	struct pm4_card card;

	ASSUME(invariant_card(&card));
	if (r600_surface_layout(&card, mode, bytes, samples, &layout) || !mode)
		return;
	row = layout.pitch_align * bytes * samples;
	REACHED_IF(mode == 1, "lines");
	REACHED_IF(mode == 2 && bytes == 16, "tiles");
	REACHED_IF(mode == 4 && samples == 8 && card.pipes == 4, "macro tiles");
	PROVE(!(layout.base_align % card.group_bytes), "a base begins a group of bytes");
	if (mode == 1)
		PROVE(!(layout.pitch_align % 64) && !(row % card.group_bytes), "a line is whole groups");
	else
		PROVE(!(8 * row % card.group_bytes), "a row of tiles is whole groups");
	if (mode == 2)
		PROVE(!(layout.pitch_align % 8) && layout.height_align == 8, "whole tiles");
	if (mode != 4)
		return;
	PROVE(!(layout.pitch_align % (8 * card.banks)) && layout.height_align == 8 * card.pipes,
	      "whole macro tiles");
	PROVE(!(layout.base_align % (64 * card.banks * card.pipes * bytes * samples)),
	      "a base begins a macro tile");
}
