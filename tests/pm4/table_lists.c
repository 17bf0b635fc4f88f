// SPDX-License-Identifier: GPL-2.0
/*
 * Registers, packets and events against lists written by hand: what must never
 * be writable, what clients need, and every opcode of every chip.
 */
#include "pm4_table.h"
#include "pm4_r600.h"
#include "r600_tables.h"
#include "table_test.h"
#include "tap.h"

#define R600_ONLY	(1u << PM4_R600)
#define RS		(1u << PM4_RS780 | 1u << PM4_RS880)

static bool has_packet(unsigned int mask, int chip)
{
	return mask & (1u << chip);
}

/* Opcodes that some chips accept, with those chips. */
static const struct { u8 op; unsigned int chips; } accepted[] = {
	{ 0x10, 0xfff }, { 0x20, 0xfff }, { 0x24, 0x0ff }, { 0x28, 0xfff }, { 0x29, 0xfff },
	{ 0x2a, 0xfff }, { 0x2b, 0xfff }, { 0x2d, 0xfff }, { 0x2e, 0xfff }, { 0x2f, 0xfff },
	{ 0x34, 0xfff }, { 0x3b, 0xfff }, { 0x3c, 0xfff }, { 0x3d, 0xfff }, { 0x41, 0xfff },
	{ 0x42, 0xf00 }, { 0x43, 0xfff }, { 0x46, 0xfff }, { 0x47, 0xfff }, { 0x68, 0xfff },
	{ 0x69, 0xfff }, { 0x6a, 0xfff }, { 0x6b, 0xfff }, { 0x6c, 0xfff }, { 0x6d, 0xfff },
	{ 0x6e, 0xfff }, { 0x6f, 0xfff }, { 0x72, 0xf00 | RS }, { 0x73, 0x0ff & ~R600_ONLY },
};

/* Opcodes of the hardware that are refused with a reason on all chips. */
static const u8 refused[] = {
	0x17, 0x21, 0x22, 0x23, 0x27, 0x32, 0x38, 0x39, 0x3a, 0x40, 0x44, 0x45, 0x57,
};

static void test_packets(void)
{
	int chip, op, bad = 0, reasons = 0;
	unsigned int i;

	for (chip = 0; chip < R600_CHIPS; chip++) {
		for (op = 0; op < 256; op++) {
			const struct pm4_packet_row *row = pm4_packet_find(&r600_tables, PM4_RING_GFX, chip, op);
			bool want = false, got = row && row->cls != PM4_DENIED;

			for (i = 0; i < ARRAY_SIZE(accepted); i++)
				want |= accepted[i].op == op && has_packet(accepted[i].chips, chip);
			if (want != got) {
				tap_note("opcode 0x%02x, chip %d", op, chip);
				bad++;
			}
			reasons += row && (row->cls == PM4_DENIED) != (row->reason && *row->reason);
		}
		bad += pm4_packet_find(&r600_tables, PM4_RING_GFX, chip, 256) != NULL;
	}
	tap_ok(!bad, "every opcode of every chip is accepted or not, as the list says");
	tap_ok(!reasons, "a packet has a reason exactly when it is denied");
	for (bad = 0, i = 0; i < ARRAY_SIZE(refused); i++)
		for (chip = 0; chip < R600_CHIPS; chip++) {
			const struct pm4_packet_row *row =
				pm4_packet_find(&r600_tables, PM4_RING_GFX, chip, refused[i]);

			bad += !row || row->cls != PM4_DENIED;
		}
	tap_ok(!bad, "packets that hardware knows and no client may send are denied by name");
}

static void test_dma_packets(void)
{
	static const unsigned int dma[16] = { [2] = 0xf00, [3] = 0xf00, [13] = 0xf00, [15] = 0xf00 };
	const struct pm4_packet_row *row;
	int chip, op, bad = 0;

	for (chip = 0; chip < R600_CHIPS; chip++)
		for (op = 0; op < 20; op++) {
			row = pm4_packet_find(&r600_tables, PM4_RING_DMA, chip, op);
			bad += (row && row->cls != PM4_DENIED) !=
			       (op < 16 && has_packet(dma[op], chip));
		}
	tap_ok(!bad, "every DMA opcode of every chip is accepted or not, as the list says");
	row = pm4_packet_find(&r600_tables, PM4_RING_DMA, PM4_R600, 3);
	bad = !row || row->min_dw != 3;
	row = pm4_packet_find(&r600_tables, PM4_RING_DMA, PM4_RV710, 3);
	bad |= !row || row->min_dw != 4;
	tap_ok(!bad, "a linear DMA copy is a dword longer on R7xx");
}

/* No stream may ever write these registers. */
static const struct { u32 first, last; const char *what; } never[] = {
	{ 0x8000, 0x803c, "GRBM" },
	{ 0x8044, 0x848c, "between WAIT_UNTIL and CP_STRMOUT_CNTL" },
	{ 0x8500, 0x85ec, "scratch registers, semaphores" },
	{ 0x85fc, 0x87fc, "command processor" },
	{ 0x8950, 0x8954, "pipe configuration" },
	{ 0x8960, 0x896c, "stream-out counters" },
	{ 0x8c70, 0x8c7c, "rings that no client uses" },
	{ 0x98e0, 0x9bfc, "tiling and backend configuration" },
	{ 0x28248, 0x2824c, "COHER_DEST_BASE" },
	{ 0x287e4, 0x287fc, "index fetch and draw initiator" },
	{ 0x28a74, 0x28a7c, "index fetch" },
	{ 0x28a88, 0x28a90, "instances, event initiator" },
	{ 0x28b10, 0x28b1c, "stream-out offsets" },
	{ 0x28b44, 0x28b50, "stream-out offsets" },
	{ 0, 0x7ffc, "below the windows" },
	{ 0xac00, 0x27ffc, "between the windows" },
	{ 0x29000, 0x3fffc, "past the windows" },
};

/* Registers that hold an address, an offset or a size of memory: never plainly allowed. */
static const struct { u32 offset, count, stride; } memory[] = {
	{ 0x85f8, 1, 4 }, { 0x8c40, 12, 4 }, { 0x9010, 2, 4 },
	{ 0x28000, 2, 4 }, { 0x2800c, 3, 4 }, { 0x28040, 56, 4 }, { 0x28140, 48, 4 },
	{ 0x28238, 1, 4 }, { 0x28808, 1, 4 },
	{ 0x28840, 1, 4 }, { 0x28858, 1, 4 }, { 0x2886c, 1, 4 }, { 0x28880, 1, 4 }, { 0x28894, 1, 4 },
	{ 0x288cc, 5, 4 }, { 0x28940, 48, 4 },
	{ 0x28ab0, 1, 4 }, { 0x28ad0, 4, 16 }, { 0x28ad8, 4, 16 }, { 0x28adc, 4, 16 }, { 0x28b20, 1, 4 },
	{ 0x28c04, 1, 4 }, { 0x28d24, 1, 4 },
};

/* A few of every block, by the names of AMD's guides. */
static const struct { u32 offset; const char *name; } named[] = {
	{ 0x8040, "WAIT_UNTIL" }, { 0x8490, "CP_STRMOUT_CNTL" }, { 0x85f8, "CP_COHER_BASE" },
	{ 0x8958, "VGT_PRIMITIVE_TYPE" }, { 0x8b4c, "PA_SC_AA_SAMPLE_LOCS_8S_WD1" },
	{ 0x8c00, "SQ_CONFIG" }, { 0x8c0c, "SQ_THREAD_RESOURCE_MGMT" }, { 0x8c6c, "SQ_PSTMP_RING_SIZE" },
	{ 0x9508, "TA_CNTL_AUX" }, { 0x9830, "DB_DEBUG" }, { 0xa40c, "TD_PS_SAMPLER0_BORDER_ALPHA" },
	{ 0xa518, "TD_PS_SAMPLER17_BORDER_BLUE" }, { 0xa800, "TD_GS_SAMPLER0_BORDER_RED" },
	{ 0x28010, "DB_DEPTH_INFO" }, { 0x2805c, "CB_COLOR7_BASE" }, { 0x280ac, "CB_COLOR3_INFO" },
	{ 0x2811c, "CB_COLOR7_MASK" }, { 0x281bc, "SQ_ALU_CONST_BUFFER_SIZE_VS_15" },
	{ 0x2822c, "PA_SC_CLIPRECT_3_BR" }, { 0x28230, "PA_SC_EDGERULE" },
	{ 0x282cc, "PA_SC_VPORT_SCISSOR_15_BR" },
	{ 0x2834c, "PA_SC_VPORT_ZMAX_15" }, { 0x283fc, "SQ_VTX_SEMANTIC_31" },
	{ 0x285b8, "PA_CL_VPORT_ZOFFSET_15" }, { 0x28638, "SPI_VS_OUT_ID_9" },
	{ 0x286c0, "SPI_PS_INPUT_CNTL_31" }, { 0x2879c, "CB_BLEND7_CONTROL" },
	{ 0x28894, "SQ_PGM_START_FS" }, { 0x289fc, "SQ_ALU_CONST_CACHE_GS_15" },
	{ 0x28a40, "VGT_GS_MODE" }, { 0x28b08, "VGT_STRMOUT_BUFFER_BASE_3" },
	{ 0x28d0c, "DB_RENDER_CONTROL" }, { 0x28e7c, "PA_CL_UCP_5_W" },
};

static void test_registers(void)
{
	unsigned int i, j, chip, offset;
	char name[64];
	int bad = 0;

	for (i = 0; i < ARRAY_SIZE(never); i++)
		for (offset = never[i].first; offset <= never[i].last; offset += 4)
			for (chip = 0; chip < R600_CHIPS; chip++) {
				const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, chip, offset);

				if (row && row->cls != PM4_DENIED) {
					tap_note("0x%05x (%s) may be written", offset, never[i].what);
					bad++;
				}
			}
	tap_ok(!bad, "nothing that belongs to the driver may be written");
	for (bad = 0, i = 0; i < ARRAY_SIZE(memory); i++)
		for (j = 0; j < memory[i].count; j++)
			for (chip = 0; chip < R600_CHIPS; chip++) {
				const struct pm4_reg_row *row =
					pm4_reg_find(&r600_tables, chip, memory[i].offset + j * memory[i].stride);

				if (!row || row->cls == PM4_ALLOWED || row->cls == PM4_FIELDS) {
					tap_note("no handler follows %s", row ? row->name : "?");
					bad++;
				}
			}
	tap_ok(!bad, "registers that decide where memory is touched are followed, forced or denied");
	for (bad = 0, i = 0; i < ARRAY_SIZE(named); i++)
		for (chip = 0; chip < R600_CHIPS; chip++) {
			const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, chip, named[i].offset);

			pm4_reg_name(row, named[i].offset, name, sizeof(name));
			if (!row || strcmp(name, named[i].name) || row->cls == PM4_DENIED) {
				tap_note("0x%05x is %s, not %s", named[i].offset, name, named[i].name);
				bad++;
			}
		}
	tap_ok(!bad, "registers have their names and may be written");
	tap_ok(pm4_reg_find(&r600_tables, PM4_R600, 0x2180) && !pm4_reg_find(&r600_tables, PM4_RV740, 0x2180),
	       "a register is where R6xx has it on R6xx only");
	tap_ok(pm4_reg_find(&r600_tables, PM4_RV740, 0x2024) && !pm4_reg_find(&r600_tables, PM4_R600, 0x2024),
	       "... and where R7xx has it on R7xx only");
}

/* Rows that allow some bits only, with those bits. */
static void test_masks(void)
{
	static const struct { u32 offset, chips, mask; } masks[] = {
		{ 0x8490, 0xfff, 0x00000001 },	/* OFFSET_UPDATE_DONE */
		{ 0x85f0, 0xfff, 0xffffffff },	/* CP_COHER_CNTL: all, but not by COPY_DW */
		{ 0x85f4, 0xfff, 0xffffffff },	/* CP_COHER_SIZE: the same */
		{ 0x9830, 0xfff, 0x82000000 },	/* DB_DEBUG */
		{ 0x28354, 0xfff, 0x000001ff },	/* SX_SURFACE_SYNC */
		{ 0x28a50, 0xfff, 0x00000007 },	/* VGT_ENHANCE: nothing without a name */
		{ 0x28030, 0xfff, 0xbfffbfff },	/* PA_SC_SCREEN_SCISSOR_TL: no sign */
		{ 0x28a4c, 0xfff, 0xffffedf7 },	/* PA_SC_MODE_CNTL: one chip, all scissors */
	};
	unsigned int i, chip, found = 0, bad = 0;

	for (i = 0; i < ARRAY_SIZE(masks); i++)
		for (chip = 0; chip < R600_CHIPS; chip++) {
			const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, chip, masks[i].offset);

			if (has_packet(masks[i].chips, chip))
				bad += !row || row->cls != PM4_FIELDS || row->mask != masks[i].mask;
		}
	for (i = 0; i < r600_tables.nreg_rows; i++)
		found += r600_tables.reg_rows[i].cls == PM4_FIELDS;
	/* idle of CP DMA, 2D, 3D; idle and clean; HTILE without a preload, tiled */
	bad += pm4_reg_find(&r600_tables, PM4_R600, 0x8040)->mask != 0x0003c100;
	bad += pm4_reg_find(&r600_tables, PM4_R600, 0x28d24)->mask != 0xb;
	/* thread counts of R600, which are multiples of four */
	bad += pm4_reg_find(&r600_tables, PM4_R600, 0x8c0c)->mask != 0xfcfcfcfc;
	/* DB_DEBUG and VGT_ENHANCE have a row for each family */
	tap_ok(!bad && found == ARRAY_SIZE(masks) + 2, "the rows that allow some bits, and their bits");
}

static void test_polls(void)
{
	unsigned int i, n = 0, bad = 0;

	for (i = 0; i < r600_tables.nreg_rows; i++) {
		u32 o = r600_tables.reg_rows[i].offset;

		if (!r600_tables.reg_rows[i].poll)
			continue;
		n++;
		bad += o != 0x8490 && o != 0x85fc;
	}
	tap_ok(n == 2 && !bad, "two registers may be polled: status of COHER and of stream-out");
}

static void test_events(void)
{
	/* denied, plain, with an address, end of pipe; '-' has no row */
	static const char letter[] = "dpae";
	int i, bad = 0;

	for (i = 0; i < 64; i++) {
		const struct pm4_event *e = pm4_event_find(&r600_tables, i);
		char got = e ? letter[e->form] : '-';
		char want = '-';

		switch (i) {
		case 4: case 20: case 40:
			want = 'e';
			break;
		case 21: case 30: case 32:
			want = 'a';
			break;
		case 5: case 7: case 8: case 9: case 10: case 11: case 12: case 34: case 35: case 37:
		case 41: case 43: case 45:
			want = 'd';
			break;
		case 6: case 13: case 14: case 15: case 16: case 22: case 23: case 24: case 25:
		case 26: case 27: case 28: case 29: case 31: case 33: case 36: case 38: case 39:
		case 42: case 44: case 46:
			want = 'p';
			break;
		}
		if (got != want) {
			tap_note("event %d: '%c', not '%c'", i, got, want);
			bad++;
		}
		bad += e && (e->form == PM4_EVENT_DENIED) != (e->reason != NULL);
		bad += e && (!e->source || !*e->source);
	}
	tap_ok(!bad, "every event is sent, with an address or not, as the list says");
}

static void test_fields(void)
{
	u32 i, j, k, bad = 0;

	for (i = 0; i < r600_tables.nreg_rows; i++) {
		const struct pm4_reg_row *row = &r600_tables.reg_rows[i];
		u32 seen = 0;

		for (j = row->fields; j < (u32)row->fields + row->nfields; j++) {
			const struct pm4_field *f = &r600_tables.fields[j];
			u32 mask = (f->width == 32 ? ~0u : (1u << f->width) - 1) << f->shift;

			bad += (seen & mask) != 0 || f->shift + f->width > 32;
			seen |= mask;
			for (k = 0; k < f->nvalues; k++)
				bad += r600_tables.values[f->values + k].value > mask >> f->shift;
		}
	}
	tap_ok(!bad, "fields do not overlap and hold their values");
	tap_ok(pm4_get(CB_COLOR_INFO_FORMAT, 0x68u) == PM4_V_CB_COLOR_INFO_FORMAT_COLOR_8_8_8_8 &&
	       pm4_get(DB_DEPTH_SIZE_SLICE_TILE_MAX, 0xfffffc00u) == 0xfffff,
	       "the generated names take fields apart");
}

void test_lists(void)
{
	test_packets();
	test_dma_packets();
	test_registers();
	test_masks();
	test_polls();
	test_events();
	test_fields();
}
