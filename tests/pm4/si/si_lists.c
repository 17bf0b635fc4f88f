// SPDX-License-Identifier: GPL-2.0
/*
 * The tables beside radeon's lists of packets and registers.
 */
#include "si_scene.h"
#include "tap.h"

static u32 length(const u8 *list)
{
	u32 n = 0;

	while (list[n])
		n++;
	return n;
}

static bool has(const u8 *list, u32 op)
{
	return op && memchr(list, (int)op, length(list));
}

/* Each packet has the engines of radeon's lists; the others are denied. */
static void test_packet_lists(void)
{
	static const struct {
		enum pm4_ring ring;
		const u8 *list;
		u32 length;
	} engines[] = {
		{ PM4_RING_GFX, radeon_gfx, 51 }, { PM4_RING_COMPUTE, radeon_compute, 35 },
		{ PM4_RING_CONST, radeon_const, 10 },
	};
	u32 i, op, more, fewer;

	for (i = 0; i < ARRAY_SIZE(engines); i++) {
		more = 0;
		fewer = 0;
		for (op = 0; op < 256; op++) {
			const struct pm4_packet_row *row =
				pm4_packet_find(&si_tables, PM4_RING_GFX, PM4_OLAND, op);
			bool takes = row && row->cls != PM4_DENIED &&
				     row->engines & 1u << engines[i].ring;

			if (takes && !has(engines[i].list, op)) {
				tap_note("packet 0x%02x is taken, and not by radeon", op);
				more++;
			}
			/* What radeon takes has a row, if only for the reason of the denial. */
			if (has(engines[i].list, op) &&
			    (!row || (!takes && row->cls != PM4_DENIED))) {
				tap_note("packet 0x%02x has no row", op);
				fewer++;
			}
		}
		tap_ok(length(engines[i].list) == engines[i].length && !more && !fewer,
		       "engine %u: the %u packets of radeon's list", engines[i].ring,
		       engines[i].length);
	}
}

/* What radeon takes and the tables do not. */
static void test_denied_packets(void)
{
	static const u8 denied[] = {
		0x1b, 0x1c, 0x1d, 0x2c, 0x36, 0x38, 0x3a, 0x77, 0x7a, 0,
	};
	const struct pm4_packet_row *row;
	u32 op, wrong = 0;

	for (op = 0; op < 256; op++) {
		row = pm4_packet_find(&si_tables, PM4_RING_GFX, PM4_TAHITI, op);
		if (has(radeon_gfx, op) && (row->cls == PM4_DENIED) != has(denied, op))
			wrong++;
		if (row && row->cls == PM4_DENIED && !row->reason)
			wrong++;
	}
	tap_ok(!wrong, "of radeon's packets only the GDS and undescribed ones are denied");
}

static void test_registers(void)
{
	const struct pm4_reg_row *row;
	u32 reg, more = 0, n = 0, i;

	for (i = 0; radeon_config[i]; i++) {
		row = pm4_reg_find(&si_tables, PM4_VERDE, radeon_config[i]);
		n += !!row;
	}
	tap_ok(i == 27 && n == 27, "each of radeon's 27 configuration registers has a row");
	for (reg = 0; reg < 0x40000; reg += 4) {
		row = pm4_reg_find(&si_tables, PM4_VERDE, reg);
		if (!row || row->cls == PM4_DENIED) {
			if (row && !row->reason)
				more++;
			continue;
		}
		for (i = 0; radeon_config[i] && radeon_config[i] != reg; i++)
			;
		if ((reg < 0x28000 || reg >= 0x29000) && (reg < 0xb000 || reg >= 0xc000) &&
		    !radeon_config[i]) {
			tap_note("register 0x%05x may be written, and not for radeon", reg);
			more++;
		}
	}
	tap_ok(!more, "no other register outside of SH and CONTEXT may be written");
}

/* Registers that act, or that select page tables. */
static void test_denied_registers(void)
{
	static const u32 denied[] = {
		0x287f0, 0x287f4, 0x28a90, 0xb800, 0xb850, 0x28364, 0x28368, 0x287cc, 0x287d0,
		0x90e0, 0x90e4, 0x90e8, 0xc100, 0xc104, 0xc1a8, 0x1540, 0x28360,
	};
	const struct pm4_reg_row *row;
	u32 i, wrong = 0;

	for (i = 0; i < ARRAY_SIZE(denied); i++) {
		row = pm4_reg_find(&si_tables, PM4_HAINAN, denied[i]);
		if (!row || row->cls != PM4_DENIED || !row->reason) {
			tap_note("register 0x%05x is not denied", denied[i]);
			wrong++;
		}
	}
	tap_ok(!wrong, "registers that act or belong to the kernel are denied, with a reason");
}

/* Each address of a packet that a stream may send has its direction, but SET_BASE's. */
static void test_addresses(void)
{
	u32 i, n, missing = 0, found = 0;

	for (i = 0; i < si_tables.npacket_rows; i++) {
		const struct pm4_packet_row *row = &si_tables.packet_rows[i];

		for (n = 0; n < row->ndw && row->cls != PM4_DENIED; n++) {
			const struct pm4_packet_dw *dw = &si_tables.packet_dws[row->dws + n];

			if (dw->role != PM4_ROLE_ADDR_LO || row->opcode == PM4_OP_SET_BASE)
				continue;
			found++;
			if (!dw->access) {
				tap_note("%s %s", row->name, dw->name);
				missing++;
			}
		}
	}
	tap_ok(found == 26 && !missing, "%u addresses of packets, each with its direction", found);
}

void test_lists(void)
{
	test_addresses();
	test_packet_lists();
	test_denied_packets();
	test_registers();
	test_denied_registers();
}
