// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The decoder's part of R6xx and R7xx: descriptors and registers in SET packets, packets of type
 * 0, and packets of the async DMA engine.
 *
 * Called by pm4_decode(), so not in the module.  No locks, no allocation.
 */
#include "../pm4_show.h"
#include "r600_check.h"

/* Header bit of a DMA packet: one side is tiled, and the packet is longer. */
#define DMA_TILED	(1u << 23)

static const struct pm4_layout *resource_layout(u32 type, u32 word)
{
	static const u16 tex[] = {
		PM4_L_SQ_TEX_RESOURCE_WORD0, PM4_L_SQ_TEX_RESOURCE_WORD1,
		PM4_L_SQ_TEX_RESOURCE_WORD2, PM4_L_SQ_TEX_RESOURCE_WORD3,
		PM4_L_SQ_TEX_RESOURCE_WORD4, PM4_L_SQ_TEX_RESOURCE_WORD5,
		PM4_L_SQ_TEX_RESOURCE_WORD6,
	};
	static const u16 vtx[] = {
		PM4_L_SQ_VTX_CONSTANT_WORD0, PM4_L_SQ_VTX_CONSTANT_WORD1,
		PM4_L_SQ_VTX_CONSTANT_WORD2, PM4_L_SQ_VTX_CONSTANT_WORD3,
	};

	if (type == PM4_V_SQ_TEX_RESOURCE_WORD6_TYPE_VALID_BUFFER && word < ARRAY_SIZE(vtx))
		return &r600_tables.layouts[vtx[word]];
	if (type == PM4_V_SQ_TEX_RESOURCE_WORD6_TYPE_VALID_TEXTURE || word == 6)
		return &r600_tables.layouts[tex[word]];
	return NULL;
}

static const struct pm4_layout *sampler_layout(u32 word)
{
	static const u16 words[] = {
		PM4_L_SQ_TEX_SAMPLER_WORD0, PM4_L_SQ_TEX_SAMPLER_WORD1,
		PM4_L_SQ_TEX_SAMPLER_WORD2,
	};

	return &r600_tables.layouts[words[word]];
}

static const char *constant_name(const struct pm4_space *space, u32 slot)
{
	static const char * const controls[] = { "SQ_VTX_BASE_VTX_LOC", "SQ_VTX_START_INST_LOC" };

	if (space->packet == PM4_OP_SET_CTL_CONST && slot < ARRAY_SIZE(controls))
		return controls[slot];
	return NULL;
}

/* Show the next dword, of a constant; @dw is its offset in the space. */
static void show_constant(struct pm4_walk *w, const struct pm4_space *space, u32 dw)
{
	const struct pm4_layout *layout = NULL;
	const u32 *ib = w->d->ib;
	u32 word = dw % space->unit_dw, slot = dw / space->unit_dw;

	if (space->packet == PM4_OP_SET_RESOURCE) {
		u32 last = w->at + 6 - word;

		layout = resource_layout(last < w->end ?
			pm4_get(SQ_TEX_RESOURCE_WORD6_TYPE, ib[last]) : 0, word);
	} else if (space->packet == PM4_OP_SET_SAMPLER) {
		layout = sampler_layout(word);
	}
	if (layout) {
		say(&w->t, "[%u] %s = 0x%x", slot, layout->name, ib[w->at]);
		pm4_show_fields(w, layout->fields, layout->nfields);
	} else if (space->unit_dw > 1) {
		say(&w->t, "%s[%u].%u = 0x%x", space->name, slot, word, ib[w->at]);
	} else if (constant_name(space, slot)) {
		say(&w->t, "[%u] %s = 0x%x", slot, constant_name(space, slot), ib[w->at]);
	} else {
		say(&w->t, "%s[%u] = 0x%x", space->name, slot, ib[w->at]);
	}
}

static void show_set(struct pm4_walk *w, const struct pm4_packet_row *row)
{
	const struct pm4_space *space = &r600_tables.spaces[row->space - 1];
	u32 dw, start;

	if (w->at >= w->end)
		return;
	start = w->d->ib[w->at] & 0xffff;
	pm4_line_start(w, false);
	say(&w->t, "%s = 0x%x (0x%05x)", r600_tables.packet_dws[row->dws].name, w->d->ib[w->at],
	    space->base + start * 4);
	pm4_line_end(w);
	for (dw = start; w->at < w->end; dw++) {
		pm4_line_start(w, false);
		if (space->base + dw * 4 >= space->end)
			say(&w->t, "outside %s", space->name);
		else if (row->opcode == PM4_OP_SET_CONFIG_REG ||
			 row->opcode == PM4_OP_SET_CONTEXT_REG)
			pm4_show_reg(w, space->base + dw * 4);
		else
			show_constant(w, space, dw);
		pm4_line_end(w);
	}
}

static void show_registers(struct pm4_walk *w, u32 header)
{
	u32 offset = (header & 0xffff) * 4;

	for (; w->at < w->end; offset += 4) {
		pm4_line_start(w, false);
		pm4_show_reg(w, offset & 0x3ffff);
		pm4_line_end(w);
	}
}

static u32 dma_dw(u32 chip, u32 header)
{
	u32 count = header & 0xffff, tiled = header & DMA_TILED;
	const struct pm4_packet_row *row;

	switch (header >> 28) {
	case PM4_DMA_WRITE:
		return count + (tiled ? 5 : 3);
	case PM4_DMA_COPY:
		if (tiled)
			return 7;
		return PM4_CHIPS_R7XX & (1u << chip) ? 5 : 4;
	default:
		row = pm4_packet_find(&r600_tables, PM4_RING_DMA, chip, header >> 28);
		return row ? row->min_dw + 1 : 1;
	}
}

/**
 * r600_packet_dw() - length of a packet
 * @ring: the engine
 * @chip: the chip
 * @header: header of the packet
 *
 * Return: dwords including the header; at least one.
 */
u32 r600_packet_dw(enum pm4_ring ring, u32 chip, u32 header)
{
	if (ring == PM4_RING_DMA)
		return dma_dw(chip, header);
	if (PM4_TYPE(header) == 2 || PM4_TYPE(header) == 1)
		return 1;
	return PM4_COUNT(header) + 2;
}

static void show_header(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row)
{
	pm4_line_start(w, true);
	if (w->d->ring == PM4_RING_DMA) {
		say(&w->t, "DMA %s%s", row ? row->name : "(unknown)",
		    header & DMA_TILED ? " tiled" : "");
	} else if (PM4_TYPE(header) == 0) {
		say(&w->t, "type 0: %u registers from 0x%05x", PM4_COUNT(header) + 1,
		    (header & 0xffff) * 4);
	} else if (PM4_TYPE(header) == 1) {
		say(&w->t, "type 1: reserved");
	} else if (PM4_TYPE(header) == 2) {
		say(&w->t, "filler");
	} else {
		if (row)
			say(&w->t, "%s", row->name);
		else
			say(&w->t, "opcode 0x%02x (unknown)", PM4_OPCODE(header));
		if (header & PM4_PREDICATE)
			say(&w->t, " predicated");
	}
	pm4_show_denied(w, row);
	pm4_line_end(w);
}

/**
 * r600_show() - decode a packet
 * @w: the walk, at the packet's header
 * @header: the header
 * @row: row of the packet; NULL if it has none
 */
void r600_show(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row)
{
	show_header(w, header, row);
	if (w->d->ring == PM4_RING_GFX && PM4_TYPE(header) == 0)
		show_registers(w, header);
	else if (w->d->ring == PM4_RING_DMA && header & DMA_TILED)
		pm4_show_body(w, NULL);	/* the rows are for linear packets */
	else if (row && row->space)
		show_set(w, row);
	else
		pm4_show_body(w, row);
}
