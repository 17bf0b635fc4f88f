// SPDX-License-Identifier: GPL-2.0
/*
 * Broken command tables, and tables that never end: each run fails with its error message.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rig.h"

#define TABLE	0x260u		/* offset of the first table after FirmwareInfo */
#define WHERE	"GetDisplaySurfaceSize (command table 1 at 0x0260), at "

static struct rig rig;

static void begin(u8 ws)
{
	rig_open(&rig);
	asm_command(&rig.a, 1, ws, 0);
}

/* End the table and expect its run to fail with this message. */
static void fails(const char *want, const char *what)
{
	asm_end(&rig.a);
	if (!rig_ready(&rig)) {
		same_text(rig.why.text, want, what);
		return;
	}
	same_text(rig_run(&rig, 1, NULL, 0) ? "nothing" : rig.atom.why.text, want, what);
}

static void tables(void)
{
	begin(0);
	fails(WHERE "0x0266: the table ends at 0x0266 without EOT", "a table without code");
	begin(0);
	asm_op(&rig.a, ASM_NOP);
	fails(WHERE "0x0267: the table ends at 0x0267 without EOT", "a table without an end");
	begin(0);
	asm_8(&rig.a, 0);
	fails(WHERE "0x0266: 0x00 is no opcode", "opcode 0");
	begin(0);
	asm_8(&rig.a, 123);
	fails(WHERE "0x0266: 0x7b is no opcode", "opcode 123");
	begin(0);
	asm_8(&rig.a, 255);
	fails(WHERE "0x0266: 0xff is no opcode", "opcode 255");
	for (u32 i = 0; i < 5; i++) {
		static const struct {
			enum asm_op op;
			const char *name;
		} unknown[] = {
			{ ASM_SET_PCI_PORT, "SET_PCI_PORT" }, { ASM_SET_SYS_IO_PORT, "SET_SYS_IO_PORT" },
			{ ASM_REPEAT, "REPEAT" }, { ASM_SAVE_REG, "SAVE_REG" },
			{ ASM_RESTORE_REG, "RESTORE_REG" },
		};
		char want[200];

		begin(0);
		asm_op8(&rig.a, unknown[i].op, 0);
		sprintf(want, WHERE "0x0266: %s is not supported", unknown[i].name);
		fails(want, "an opcode that no driver has");
	}
	begin(0);
	asm_8(&rig.a, ASM_MOVE);
	fails(WHERE "0x0266: MOVE reaches beyond the table's end at 0x0267", "no attribute");
	begin(0);
	asm_8(&rig.a, ASM_MOVE);
	asm_8(&rig.a, ASM_IMM);
	asm_16(&rig.a, 1);
	asm_16(&rig.a, 1);
	asm_8(&rig.a, 1);
	fails(WHERE "0x0266: MOVE reaches beyond the table's end at 0x026d", "a byte is missing");
	begin(0);
	asm_op16(&rig.a, ASM_DATA, 1);
	fails(WHERE "0x0266: DATA reaches beyond the table's end at 0x0269", "a block that is too long");
	begin(0);
	asm_op16(&rig.a, ASM_DATA, 0xffff);
	asm_op(&rig.a, ASM_EOT);
	fails(WHERE "0x0266: DATA reaches beyond the table's end at 0x026a", "one that is far too long");

	rig_open(&rig);
	fails("command table 1 (GetDisplaySurfaceSize) is not there", "no table");
	begin(0);
	asm_end(&rig.a);
	asm_put16(&rig.a, TABLE, 5);
	rig_ready(&rig);
	rig_run(&rig, 1, NULL, 0);
	same_text(rig.atom.why.text,
		  "GetDisplaySurfaceSize (command table 1): 5 bytes at 0x0260, the image has 0x2000",
		  "a table without a header");
	asm_put16(&rig.a, TABLE, 0x1da1);
	rig_run(&rig, 1, NULL, 0);
	same_text(rig.atom.why.text,
		  "GetDisplaySurfaceSize (command table 1): 7585 bytes at 0x0260, the image has 0x2000",
		  "a table that leaves the image");
	tap_ok(!rig_run(&rig, 81, NULL, 0) && !rig_run(&rig, 0xffffffff, NULL, 0) &&
	       !strcmp(rig.atom.why.text, "command table 4294967295 (unnamed) is not there"),
	       "numbers that no list has");
}

static void jumps(void)
{
	begin(0);
	asm_op16(&rig.a, ASM_JUMP, 5);
	fails(WHERE "0x0266: jump to 0x0005 of a table of 0x0009 bytes", "a jump into the header");
	begin(0);
	asm_op16(&rig.a, ASM_JUMP, 9);
	fails(WHERE "0x0266: jump to 0x0009 of a table of 0x0009 bytes", "a jump past the end");
	begin(0);
	asm_op16(&rig.a, ASM_JUMP_NOT_EQUAL, 0xffff);
	fails(WHERE "0x0266: jump to 0xffff of a table of 0x0009 bytes", "a jump out of the image");
	begin(0);
	asm_source(&rig.a, ASM_SWITCH, IMM(1), ASM_BYTE0);
	asm_8(&rig.a, 'c');
	asm_8(&rig.a, 1);
	asm_16(&rig.a, 0x1234);
	asm_case_end(&rig.a);
	fails(WHERE "0x0266: jump to 0x1234 of a table of 0x000f bytes", "a case outside");
	begin(0);
	asm_source(&rig.a, ASM_SWITCH, IMM(1), ASM_BYTE0);
	asm_16(&rig.a, 0x5a00);
	fails(WHERE "0x0266: SWITCH has neither a case nor its end at 0x0269", "no case");
	begin(0);
	asm_source(&rig.a, ASM_SWITCH, IMM(1), ASM_BYTE0);
	asm_8(&rig.a, 'c');
	asm_8(&rig.a, 2);
	asm_8(&rig.a, 2);
	fails(WHERE "0x0266: the cases of SWITCH reach beyond the table's end at 0x026c", "half a case");
	begin(0);
	asm_source(&rig.a, ASM_SWITCH, IMM(1), ASM_BYTE0);
	fails(WHERE "0x0266: the cases of SWITCH reach beyond the table's end at 0x0269", "no cases");
}

static void operands(void)
{
	begin(3);
	asm_move(&rig.a, WS(2), IMM(1));
	asm_move(&rig.a, WS(3), IMM(1));
	fails(WHERE "0x026d: workspace 0x03: the table's header asks for 3", "workspace written");
	begin(0);
	asm_move(&rig.a, REG(1), WS(0));
	fails(WHERE "0x0266: workspace 0x00: the table's header asks for 0", "workspace read");
	begin(0x49);
	asm_move(&rig.a, WS(0x48), WS(0x49));
	fails(WHERE "0x0266: workspace 0x49: the table's header asks for 73", "past the special ones");
	begin(0);
	asm_op8(&rig.a, ASM_SET_DATA_BLOCK, 34);
	fails(WHERE "0x0266: SET_DATA_BLOCK 34: the list has 34 tables", "a data table too far");
	begin(0);
	asm_op8(&rig.a, ASM_CALL_TABLE, 81);
	fails(WHERE "0x0266: CALL_TABLE 81: the list has 81 tables", "a command table too far");
	begin(0);
	asm_move(&rig.a, PS(0), ID(0x1ffd));
	fails(WHERE "0x0266: data at 0x1ffd lies outside the image of 0x2000 bytes", "data at the end");
	begin(0);
	asm_two(&rig.a, ASM_MOVE, PS(0), 0, ID(0x1ffd), ASM_BYTE24);
	fails(WHERE "0x0266: data at 0x1ffd lies outside the image of 0x2000 bytes", "a byte of it");
	begin(0);
	asm_move(&rig.a, WS(0x42), IMM(0xffff));
	asm_two(&rig.a, ASM_MOVE, PS(0), 0, ID(0xffff), ASM_BYTE0);
	fails(WHERE "0x026d: data at 0x1fffe lies outside the image of 0x2000 bytes", "data far outside");
	begin(0);
	asm_two(&rig.a, ASM_MOVE, PS(0), 0, ID(0x1ffd), ASM_BYTE16);
	asm_op(&rig.a, ASM_EOT);
	fails("nothing", "the last byte of the image is inside");
}

/* Nested calls. */
static void chain(u32 depth, u8 ws, u8 ps_bytes, u32 param)
{
	rig_open(&rig);
	for (u32 i = 1; i <= depth; i++) {
		asm_command(&rig.a, i, ws, ps_bytes);
		if (i < depth)
			asm_op8(&rig.a, ASM_CALL_TABLE, i + 1);
		else
			asm_move(&rig.a, PS(param), IMM(1));
		asm_op(&rig.a, ASM_EOT);
		asm_end(&rig.a);
	}
	asm_data(&rig.a, 1, 1, 1);
}

static void calls(void)
{
	begin(0);
	asm_op8(&rig.a, ASM_CALL_TABLE, 1);
	fails(WHERE "0x0266: calls are nested deeper than 16", "a table that calls itself");
	chain(RCP_ATOM_DEPTH, 0, 0, 0);
	fails("nothing", "16 calls inside each other");
	chain(RCP_ATOM_DEPTH + 1, 0, 0, 0);
	fails("MemoryPLLInit (command table 16 at 0x02e7), at 0x02ed: calls are nested deeper than 16",
	      "17 of them");
	chain(6, 200, 0, 0);
	fails("MemoryControllerInit (command table 5 at 0x0284), at 0x028a: the workspaces of nested calls need more than 1024 dwords",
	      "workspace of all calls");
	chain(9, 0, 124, 7);
	fails("nothing", "the last parameter of 9 calls");
	chain(9, 0, 124, 8);
	fails("GPIOPinControl (command table 9 at 0x02a8), at 0x02ae: parameter 0x08: the parameters of all calls are 256 dwords",
	      "parameters of all calls");
}

static void endless(void)
{
	begin(0);
	rig.atom.max_steps = 1000;
	asm_label(&rig.a, 0);
	asm_jump(&rig.a, ASM_JUMP, 0);
	fails(WHERE "0x0266: no end after 1000 steps", "a loop");
	tap_ok(rig.atom.steps == 1000, "that ran 1000 steps");

	begin(0);
	asm_label(&rig.a, 0);
	asm_jump(&rig.a, ASM_JUMP, 0);
	fails(WHERE "0x0266: no end after 16777216 steps", "with the steps that a driver gives it");
	tap_ok(rig.asked == RCP_ATOM_STEPS / RCP_ATOM_ASK, "the driver is asked now and then");

	begin(0);
	asm_label(&rig.a, 0);
	asm_jump(&rig.a, ASM_JUMP, 0);
	rig.go_on = 3;
	fails(WHERE "0x0266: stopped by the driver after 3072 steps", "and may stop it");

	begin(0);
	rig.atom.max_steps = 100;
	asm_label(&rig.a, 0);
	asm_source(&rig.a, ASM_SWITCH, IMM(1), ASM_BYTE0);
	asm_case(&rig.a, ASM_BYTE0, 1, 0);
	asm_case_end(&rig.a);
	fails(WHERE "0x0266: no end after 100 steps", "a loop made of SWITCH");

	begin(0);
	asm_label(&rig.a, 0);
	asm_op8(&rig.a, ASM_DELAY_MS, 250);
	asm_jump(&rig.a, ASM_JUMP, 0);
	fails(WHERE "0x0266: delays of more than 10000 ms", "delays");
	tap_ok(rig.nevents == 40, "40 of 250 ms were waited for");

	begin(0);
	rig.atom.max_delay_us = 1500;
	asm_op8(&rig.a, ASM_DELAY_MS, 1);
	asm_op8(&rig.a, ASM_DELAY_US, 255);
	asm_op8(&rig.a, ASM_DELAY_US, 245);
	asm_op8(&rig.a, ASM_DELAY_US, 1);
	fails(WHERE "0x026c: delays of more than 1 ms", "both kinds of delays count");

	/* A program of NOPs up to the end of the image. */
	begin(0);
	rig.atom.max_steps = 500;
	asm_op16(&rig.a, ASM_SET_ATI_PORT, 3);
	asm_move(&rig.a, PS(0), REG(1));
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	asm_data(&rig.a, 23, 1, 1);
	asm_method(&rig.a, 3);
	for (u32 i = 0; i < 1000; i++)
		asm_8(&rig.a, 0);
	asm_method_end(&rig.a);
	fails(WHERE "0x0269: no end after 500 steps", "access programs take steps");

	/* Operations that were operands when the parser looked for programs. */
	begin(0);
	asm_op16(&rig.a, ASM_SET_ATI_PORT, 3);
	asm_move(&rig.a, PS(0), REG(1));
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	asm_data(&rig.a, 23, 1, 1);
	asm_method(&rig.a, 3);
	asm_8(&rig.a, 1);
	asm_8(&rig.a, 0);
	asm_method_end(&rig.a);
	fails(WHERE "0x0269: access program 0x03 has operation 0x01 at 0x0275", "START inside of a program");
}

static void posting(void)
{
	rig_open(&rig);
	asm_command(&rig.a, 0, 0, 0);
	asm_move(&rig.a, REG(1), PS(0));
	asm_move(&rig.a, REG(2), PS(1));
	asm_move(&rig.a, REG(3), PS(15));
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	rig_ready(&rig);
	tap_ok(rcp_atom_asic_init(&rig.atom), "ASIC_Init runs");
	same_text(rig_events(&rig), "w mm 1 <- ea60, w mm 2 <- c350, w mm 3 <- 0",
		  "with the default clocks");
	asm_put16(&rig.a, 0x200 + 12, 0);
	tap_ok(!rcp_atom_asic_init(&rig.atom), "not without a clock");
	same_text(rig.atom.why.text,
		  "FirmwareInfo has no default clocks: engine 600000 kHz, memory 0 kHz", "and says so");
	asm_put16(&rig.a, 0x1b4 + 8, 0);
	tap_ok(!rcp_atom_asic_init(&rig.atom), "nor without FirmwareInfo");
	same_text(rig.atom.why.text, "data table 4 (FirmwareInfo) is not there", "and says so");
}

void broken_tests(void)
{
	tables();
	jumps();
	operands();
	calls();
	endless();
	posting();
}
