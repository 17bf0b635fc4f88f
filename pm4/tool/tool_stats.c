// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 stats: count the occurrences of each packet and each register over all files.
 */
#include "pm4_decode.h"
#include "pm4_table.h"
#include "tool.h"

#define REG_SPACE_DW	0x10000u

static u64 packets[2][256], registers[REG_SPACE_DW];
static u64 fillers, type0, type1, cut, dwords, relocations;

static void count_registers(const u32 *ib, u32 at, u32 end, u32 base)
{
	u32 reg = base / 4 + (ib[at] & 0xffff);

	for (at++; at < end; at++, reg++)
		registers[reg & (REG_SPACE_DW - 1)]++;
}

static void count_stream(const struct r6cs *cs)
{
	const u32 *ib = cs->in.ib;
	u32 at = 0, n = cs->in.ib_dw;

	while (at < n) {
		u32 header = ib[at], op = (header >> 8) & 0xff;
		u32 length = pm4_packet_dw(cs->in.ring, cs->card.chip, header);
		u32 end = length < n - at ? at + length : n;

		if (length > n - at)
			cut++;
		if (cs->in.ring == PM4_RING_DMA) {
			packets[1][header >> 28]++;
		} else if (header >> 30 == 3) {
			packets[0][op]++;
			if (at + 1 < end && op == PM4_OP_SET_CONFIG_REG)
				count_registers(ib, at + 1, end, PM4_CONFIG_BASE);
			else if (at + 1 < end && op == PM4_OP_SET_CONTEXT_REG)
				count_registers(ib, at + 1, end, PM4_CONTEXT_BASE);
		} else if (header >> 30 == 2) {
			fillers++;
		} else if (header >> 30 == 1) {
			type1++;
		} else {
			type0++;
		}
		at = end;
	}
	dwords += n;
	relocations += cs->in.nbuffers;
}

/* Name of an opcode, from the first chip that has it. */
static const char *packet_name(enum pm4_ring ring, u32 op)
{
	int chip;

	for (chip = 0; chip < PM4_CHIPS; chip++) {
		const struct pm4_packet_row *row = pm4_packet_find(ring, chip, op);

		if (row)
			return row->name;
	}
	return "(unknown)";
}

static const struct pm4_reg_row *any_reg(u32 offset)
{
	const struct pm4_reg_row *row = NULL;
	int chip;

	for (chip = 0; chip < PM4_CHIPS && !row; chip++)
		row = pm4_reg_find(chip, offset);
	return row;
}

static void print_all(int streams)
{
	char name[96];
	u32 i;

	printf("streams %d, dwords %llu, relocations %llu\n", streams,
	       (unsigned long long)dwords, (unsigned long long)relocations);
	if (fillers || type0 || type1 || cut)
		printf("fillers %llu, type 0 %llu, type 1 %llu, cut off %llu\n",
		       (unsigned long long)fillers, (unsigned long long)type0,
		       (unsigned long long)type1, (unsigned long long)cut);
	for (i = 0; i < 512; i++)
		if (packets[i / 256][i % 256])
			printf("packet %s 0x%02x %s %llu\n", i < 256 ? "gfx" : "dma", i % 256,
			       packet_name(i < 256 ? PM4_RING_GFX : PM4_RING_DMA, i % 256),
			       (unsigned long long)packets[i / 256][i % 256]);
	for (i = 0; i < REG_SPACE_DW; i++) {
		if (!registers[i])
			continue;
		pm4_reg_name(any_reg(i * 4), i * 4, name, sizeof(name));
		printf("register 0x%05x %s %llu\n", i * 4, name, (unsigned long long)registers[i]);
	}
}

int tool_stats(int nfiles, char **files)
{
	char error[R6CS_ERROR];
	int ret, bad = 0, streams = 0;
	struct input in = { 0 };
	struct r6cs cs;

	if (input_open(&in, nfiles, files))
		return 2;
	while (input_next(&in, &cs, error, &ret)) {
		if (ret) {
			fprintf(stderr, "error %s: %s\n", cs.name, error);
			bad = 2;
		} else if (!cs.known) {
			fprintf(stderr, "skip %s: chip '%s', ring %u\n", cs.name, cs.chip,
				cs.ring);
		} else {
			count_stream(&cs);
			streams++;
		}
		r6cs_free(&cs);
	}
	input_close(&in);
	print_all(streams);
	return bad;
}
