// SPDX-License-Identifier: GPL-2.0
/*
 * Jumps, SWITCH, calls, blocks and special workspace, each in a program with a result that
 * was computed by hand.
 */
#include <stdio.h>
#include <string.h>

#include "rig.h"

static struct rig rig;

static bool run(u32 *params, u32 nparams)
{
	if (!rig_ready(&rig)) {
		tap_note("%s", rig.why.text);
		return false;
	}
	if (rig_run(&rig, 1, params, nparams))
		return true;
	tap_note("%s", rig.atom.why.text);
	return false;
}

/* End the table, run it without parameters and compare its accesses. */
static void accesses(const char *want, const char *what)
{
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	if (!run(NULL, 0))
		tap_ok(false, "%s", what);
	else
		same_text(rig_events(&rig), want, what);
}

static void begin(u8 ws, u8 ps_bytes)
{
	rig_open(&rig);
	asm_command(&rig.a, 1, ws, ps_bytes);
}

static void jumps(void)
{
	/* A loop that polls a register until bit 3 is set, as tables wait for a PLL. */
	begin(1, 0);
	asm_move(&rig.a, WS(0), IMM(3));
	asm_label(&rig.a, 0);
	asm_op8(&rig.a, ASM_DELAY_US, 20);
	asm_two(&rig.a, ASM_SUB, WS(0), 0, IMM(1), ASM_BYTE0);
	asm_two(&rig.a, ASM_COMPARE, WS(0), 0, IMM(0), ASM_BYTE0);
	asm_jump(&rig.a, ASM_JUMP_NOT_EQUAL, 0);
	asm_op8(&rig.a, ASM_DELAY_MS, 2);
	accesses("d 20, d 20, d 20, d 2000", "a loop runs three times; milliseconds are 1000 us");

	begin(0, 0);
	rig_set(&rig, RCP_ATOM_MM, 0x10, 5);
	asm_two(&rig.a, ASM_COMPARE, REG(0x10), 0, IMM(6), ASM_DWORD);
	asm_two(&rig.a, ASM_TEST, REG(0x10), 0, IMM(4), ASM_DWORD);
	asm_jump(&rig.a, ASM_JUMP_BELOW, 1);
	asm_move(&rig.a, REG(0x11), IMM(1));
	asm_label(&rig.a, 1);
	accesses("r mm 10 -> 5, r mm 10 -> 5", "TEST leaves what COMPARE said of above alone");

	begin(0, 0);
	asm_jump(&rig.a, ASM_JUMP, 2);
	for (u32 i = 0; i < 40; i++)
		asm_8(&rig.a, 0);
	asm_label(&rig.a, 2);
	asm_op(&rig.a, ASM_NOP);
	asm_op(&rig.a, ASM_BEEP);
	asm_op8(&rig.a, ASM_POST_CARD, 0x5b);
	asm_op8(&rig.a, ASM_DEBUG, 0x5b);
	asm_op16(&rig.a, ASM_DATA, 3);
	asm_8(&rig.a, 0);
	asm_16(&rig.a, 0xffff);
	asm_move(&rig.a, REG(0x11), IMM(0x12345678));
	accesses("w mm 11 <- 12345678", "what does nothing is as long as it is; code may have holes");
}

static void switches(void)
{
	static const struct {
		u32 value;
		const char *want;
	} cases[] = {
		{ 0x11, "r mm 20 -> 1100, w mm 1 <- a" },
		{ 0x63, "r mm 20 -> 6300, w mm 1 <- b" },
		{ 0x5a, "r mm 20 -> 5a00, w mm 1 <- c" },
		{ 0x12, "r mm 20 -> 1200, w mm 1 <- d" },
	};

	for (u32 i = 0; i < ARRAY_SIZE(cases); i++) {
		begin(0, 0);
		rig_set(&rig, RCP_ATOM_MM, 0x20, cases[i].value << 8);
		asm_source(&rig.a, ASM_SWITCH, REG(0x20), ASM_BYTE8);
		asm_case(&rig.a, ASM_BYTE8, 0x11, 1);
		asm_case(&rig.a, ASM_BYTE8, 0x63, 2);
		asm_case(&rig.a, ASM_BYTE8, 0x5a, 3);
		asm_case_end(&rig.a);
		asm_move(&rig.a, REG(1), IMM(0xd));
		asm_op(&rig.a, ASM_EOT);
		asm_label(&rig.a, 1);
		asm_move(&rig.a, REG(1), IMM(0xa));
		asm_op(&rig.a, ASM_EOT);
		asm_label(&rig.a, 2);
		asm_move(&rig.a, REG(1), IMM(0xb));
		asm_op(&rig.a, ASM_EOT);
		asm_label(&rig.a, 3);
		asm_move(&rig.a, REG(1), IMM(0xc));
		accesses(cases[i].want, "SWITCH of a byte: each case, and none of them");
	}
	begin(0, 0);
	asm_source(&rig.a, ASM_SWITCH, IMM(0x5a5a1234), ASM_DWORD);
	asm_case(&rig.a, ASM_DWORD, 0x5a5a1234, 1);
	asm_case_end(&rig.a);
	asm_move(&rig.a, REG(1), IMM(1));
	asm_label(&rig.a, 1);
	asm_source(&rig.a, ASM_SWITCH, IMM(0x7777), ASM_WORD8);
	asm_case(&rig.a, ASM_WORD8, 0x7777, 2);
	asm_case_end(&rig.a);
	asm_move(&rig.a, REG(1), IMM(2));
	asm_label(&rig.a, 2);
	accesses("", "SWITCH of immediates: cases of a dword and of a word");
}

static void calls(void)
{
	u32 params[4] = { 0x100, 0x200, 0x300, 0x400 };
	bool good;

	/* The caller's own parameters are two dwords; the called table's begin after them. */
	begin(2, 8);
	asm_move(&rig.a, WS(1), IMM(0x77));
	asm_move(&rig.a, PS(0), PS(2));
	asm_op8(&rig.a, ASM_CALL_TABLE, 2);
	asm_move(&rig.a, PS(1), WS(1));
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	asm_command(&rig.a, 2, 2, 4);
	asm_two(&rig.a, ASM_ADD, PS(0), 0, WS(1), ASM_DWORD);
	asm_two(&rig.a, ASM_ADD, PS(0), 0, IMM(5), ASM_DWORD);
	asm_move(&rig.a, WS(1), IMM(0x99));
	asm_op8(&rig.a, ASM_CALL_TABLE, 3);
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	asm_command(&rig.a, 3, 0, 0);
	asm_move(&rig.a, PS(0), IMM(0x55));
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	good = run(params, 4);
	tap_ok(good && params[0] == 0x300 && params[1] == 0x77 && params[2] == 0x305 &&
	       params[3] == 0x55,
	       "calls shift parameters, and each has workspace of its own that begins as zeros (%x %x %x %x)",
	       params[0], params[1], params[2], params[3]);

	begin(0, 0x88);
	asm_op8(&rig.a, ASM_CALL_TABLE, 2);
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	asm_command(&rig.a, 2, 0, 0);
	asm_move(&rig.a, REG(1), PS(0));
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	params[2] = 0xabc;
	run(params, 4);
	same_text(rig_events(&rig), "w mm 1 <- abc",
		  "the top bit of the parameters' size does not count");

	begin(0, 0);
	asm_op8(&rig.a, ASM_CALL_TABLE, 80);
	asm_move(&rig.a, REG(1), IMM(1));
	accesses("w mm 1 <- 1", "a call of a table that is not there is none");

	begin(0, 0);
	asm_op16(&rig.a, ASM_SET_REG_BLOCK, 0x1000);
	asm_op8(&rig.a, ASM_CALL_TABLE, 2);
	asm_move(&rig.a, REG(2), IMM(2));
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	asm_command(&rig.a, 2, 0, 0);
	asm_move(&rig.a, REG(1), IMM(1));
	asm_op16(&rig.a, ASM_SET_REG_BLOCK, 0x2000);
	accesses("w mm 1001 <- 1, w mm 2002 <- 2", "a called table leaves its register block behind");
}

static void blocks(void)
{
	u32 start;

	begin(0, 0);
	asm_op8(&rig.a, ASM_SET_DATA_BLOCK, 4);
	asm_move(&rig.a, REG(1), ID(8));
	asm_two(&rig.a, ASM_MOVE, REG(2), 0, ID(82), ASM_WORD0);
	asm_move(&rig.a, REG(3), WS(0x42));
	asm_op8(&rig.a, ASM_SET_DATA_BLOCK, 255);
	asm_two(&rig.a, ASM_MOVE, REG(4), 0, ID(0), ASM_BYTE16);
	asm_op8(&rig.a, ASM_SET_DATA_BLOCK, 0);
	asm_two(&rig.a, ASM_MOVE, REG(5), 0, ID(0), ASM_WORD0);
	accesses("w mm 1 <- ea60, r mm 2 -> 0, w mm 2 <- a8c, w mm 3 <- 200, r mm 4 -> 0, w mm 4 <- 1, r mm 5 -> 0, w mm 5 <- aa55",
		 "SET_DATA_BLOCK: FirmwareInfo, this table, the image");

	begin(0, 0);
	start = rig.a.table;
	asm_move(&rig.a, WS(0x42), IMM(start));
	asm_two(&rig.a, ASM_ADD, WS(0x42), 0, IMM(4), ASM_BYTE0);
	asm_two(&rig.a, ASM_MOVE, PS(0), 0, ID(0), ASM_WORD0);
	asm_move(&rig.a, REG(1), PS(0));
	accesses("w mm 1 <- 0", "the data block can be computed");

	begin(0, 0);
	asm_source(&rig.a, ASM_SET_FB_BASE, IMM(0x20), ASM_DWORD);
	asm_move(&rig.a, FB(1), IMM(0xdead));
	asm_move(&rig.a, REG(1), WS(0x46));
	asm_move(&rig.a, WS(0x46), IMM(0x24));
	asm_move(&rig.a, REG(2), FB(0));
	accesses("w mm 1 <- 20, w mm 2 <- dead", "the firmware's memory is reached through a window");
	tap_ok(rig.scratch[9] == 0xdead && !rig.atom.notes, "the window counts in bytes");

	begin(0, 0);
	asm_move(&rig.a, REG(0), IMM(0x41));
	asm_op16(&rig.a, ASM_SET_REG_BLOCK, 0xff00);
	asm_move(&rig.a, REG(0x0ff0), IMM(0x41));
	asm_move(&rig.a, REG(0), REG(0x0100));
	asm_move(&rig.a, REG(1), WS(0x48));
	asm_move(&rig.a, WS(0x48), IMM(0x30000));
	asm_move(&rig.a, REG(0), IMM(0x41));
	accesses("w mm 0 <- 104, w mm 10ef0 <- 41, r mm 10000 -> 0, w mm ff00 <- 0, w mm ff01 <- ff00, w mm 0 <- 104",
		 "register blocks have 16 bits and add; the index register is given bytes");
}

static void special(void)
{
	begin(0, 0);
	asm_move(&rig.a, WS(0x43), IMM(0x105));
	asm_move(&rig.a, REG(1), WS(0x43));
	asm_move(&rig.a, REG(2), WS(0x44));
	asm_move(&rig.a, REG(3), WS(0x45));
	asm_move(&rig.a, WS(0x44), IMM(0));
	asm_move(&rig.a, WS(0x45), IMM(0));
	asm_move(&rig.a, REG(4), WS(0x44));
	asm_move(&rig.a, WS(0x40), IMM(7));
	asm_move(&rig.a, WS(0x41), IMM(8));
	asm_two(&rig.a, ASM_MUL, WS(0x40), 0, WS(0x41), ASM_DWORD);
	asm_move(&rig.a, REG(5), WS(0x40));
	asm_move(&rig.a, WS(0x47), IMM(0x12345));
	asm_move(&rig.a, REG(6), WS(0x47));
	accesses("w mm 1 <- 5, w mm 2 <- 20, w mm 3 <- ffffffdf, w mm 4 <- 20, w mm 5 <- 38, w mm 6 <- 2345", "special workspace: shift and its masks, quotient, attribute");

	begin(0x4a, 0);
	asm_move(&rig.a, WS(0x49), IMM(9));
	asm_two(&rig.a, ASM_DIV, WS(0x49), 0, IMM(0), ASM_DWORD);
	asm_move(&rig.a, REG(1), WS(0x49));
	asm_move(&rig.a, REG(2), WS(0x40));
	asm_move(&rig.a, REG(3), WS(0x41));
	accesses("w mm 1 <- 9, w mm 2 <- 0, w mm 3 <- 0",
		 "workspace goes on past the special ones; a division by 0 is 0");

	begin(0, 0);
	asm_move(&rig.a, PLL(3), IMM(0x33));
	asm_two(&rig.a, ASM_OR, MC(4), 1, PLL(3), ASM_BYTE0);
	accesses("w pll 3 <- 33, r mc 4 -> 0, r pll 3 -> 33, w mc 4 <- 3300",
		 "clocks and memory controller have registers of their own");
}

/* State that survives a run: images made for the in-tree driver may rely on it. */
static void lasting(void)
{
	begin(0, 0);
	asm_move(&rig.a, REG(1), WS(0x43));
	asm_move(&rig.a, REG(2), WS(0x47));
	asm_move(&rig.a, REG(3), WS(0x42));
	asm_move(&rig.a, REG(4), WS(0x46));
	asm_move(&rig.a, REG(5), WS(0x40));
	asm_move(&rig.a, WS(0x43), IMM(3));
	asm_move(&rig.a, WS(0x47), IMM(4));
	asm_move(&rig.a, WS(0x42), IMM(5));
	asm_move(&rig.a, WS(0x46), IMM(6));
	asm_move(&rig.a, WS(0x40), IMM(7));
	asm_op16(&rig.a, ASM_SET_REG_BLOCK, 0x100);
	asm_op16(&rig.a, ASM_SET_ATI_PORT, 3);
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	run(NULL, 0);
	rig_run(&rig, 1, NULL, 0);
	same_text(rig_events(&rig), "w mm 1 <- 3, w mm 2 <- 4, w mm 3 <- 0, w mm 4 <- 0, w mm 5 <- 0",
		  "shift and attribute outlive a run; blocks, port, window and quotient do not");
}

void flow_tests(void)
{
	jumps();
	switches();
	calls();
	blocks();
	special();
	lasting();
}
