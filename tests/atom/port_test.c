// SPDX-License-Identifier: GPL-2.0
/*
 * Ports and the indirect access programs behind them.
 */
#include <stdio.h>
#include <string.h>

#include "rig.h"

static struct rig rig;

/* Port 3 as in real images: an index register, a data register. */
static void pcie_port(void)
{
	asm_data(&rig.a, 23, 1, 1);
	asm_method(&rig.a, 3);
	asm_method_bits(&rig.a, false, 32, 0);
	asm_method_move(&rig.a, ASM_FROM_INDEX, 8, 0, 0);
	asm_method_reg(&rig.a, true, 0xc);
	asm_method_reg(&rig.a, false, 0xd);
	asm_method_end(&rig.a);
	asm_method(&rig.a, 0x83);
	asm_method_bits(&rig.a, false, 32, 0);
	asm_method_move(&rig.a, ASM_FROM_INDEX, 8, 0, 0);
	asm_method_bits(&rig.a, true, 1, 31);
	asm_method_reg(&rig.a, true, 0xc);
	asm_method_move(&rig.a, ASM_FROM_DATA, 32, 0, 0);
	asm_method_reg(&rig.a, true, 0xd);
	asm_method_end(&rig.a);
	asm_8(&rig.a, 0);
	asm_end(&rig.a);
}

static void accesses(const char *want, const char *what)
{
	asm_op(&rig.a, ASM_EOT);
	asm_end(&rig.a);
	if (!rig_ready(&rig) || !rig_run(&rig, 1, NULL, 0)) {
		tap_note("%s%s", rig.why.text, rig.atom.why.text);
		tap_ok(false, "%s", what);
		return;
	}
	same_text(rig_events(&rig), want, what);
}

static void ports(void)
{
	rig_open(&rig);
	pcie_port();
	rig_set(&rig, RCP_ATOM_IO, 0xd, 0x12345678);
	asm_command(&rig.a, 1, 0, 0);
	asm_op16(&rig.a, ASM_SET_ATI_PORT, 3);
	asm_op16(&rig.a, ASM_SET_REG_BLOCK, 0x20);
	asm_two(&rig.a, ASM_MOVE, REG(1), 1, IMM(0xab), ASM_BYTE0);
	asm_op16(&rig.a, ASM_SET_ATI_PORT, 0);
	asm_move(&rig.a, REG(1), IMM(1));
	accesses("w io c <- 21, r io d -> 12345678, w io c <- 80000021, w io d <- 1234ab78, w mm 21 <- 1", "a port reads and writes through its programs; port 0 is the registers");

	rig_open(&rig);
	pcie_port();
	asm_command(&rig.a, 1, 0, 0);
	asm_op16(&rig.a, ASM_SET_ATI_PORT, 3);
	asm_move(&rig.a, REG(0), IMM(0x44));
	accesses("w io c <- 80000000, w io d <- 44", "register 0 of a port is no index register");

	rig_open(&rig);
	asm_command(&rig.a, 1, 0, 0);
	asm_op16(&rig.a, ASM_SET_ATI_PORT, 4);
	asm_move(&rig.a, PS(0), REG(7));
	asm_move(&rig.a, REG(7), IMM(0x44));
	asm_op16(&rig.a, ASM_SET_ATI_PORT, 0);
	asm_move(&rig.a, REG(1), PS(0));
	accesses("w mm 1 <- 0", "a port without programs reads 0 and writes nothing");
	same_text(rig.atom.note.text,
		  "GetDisplaySurfaceSize (command table 1), before 0x026e: access program 0x4 is not there",
		  "and that is noted");
	tap_ok(rig.atom.notes == 2, "each time");

	rig_open(&rig);
	asm_command(&rig.a, 1, 0, 0);
	asm_move(&rig.a, FB(64), IMM(1));
	asm_move(&rig.a, FB(63), IMM(2));
	asm_source(&rig.a, ASM_SET_FB_BASE, IMM(0xfffffffc), ASM_DWORD);
	asm_move(&rig.a, FB(1), IMM(3));
	asm_move(&rig.a, REG(1), FB(255));
	accesses("w mm 1 <- 0", "firmware memory outside of its area reads 0");
	tap_ok(rig.scratch[63] == 2 && !rig.scratch[0] && rig.atom.notes == 3,
	       "and is not written, also where its address wraps");
	same_text(rig.atom.note.text,
		  "GetDisplaySurfaceSize (command table 1), before 0x026d: firmware memory 0x100 is not there",
		  "and that is also noted");
	rig.atom.scratch = NULL;
	tap_ok(rig_run(&rig, 1, NULL, 0) && rig.atom.notes == 4, "all of it, without an area");
}

/* A program with each operation; port 5 is read. */
static void method(void (*make)(void), const char *want, const char *what)
{
	rig_open(&rig);
	asm_data(&rig.a, 23, 1, 1);
	asm_method(&rig.a, 5);
	make();
	asm_method_end(&rig.a);
	asm_end(&rig.a);
	rig_set(&rig, RCP_ATOM_IO, 9, 0x89abcdef);
	asm_command(&rig.a, 1, 0, 0);
	asm_move(&rig.a, WS(0x47), IMM(0xfa5c));
	asm_op16(&rig.a, ASM_SET_ATI_PORT, 5);
	asm_move(&rig.a, PS(0), REG(0x1234));
	asm_op16(&rig.a, ASM_SET_ATI_PORT, 0);
	asm_move(&rig.a, REG(1), PS(0));
	accesses(want, what);
}

static void make_nothing(void)
{
	asm_8(&rig.a, 0);
}

static void make_write(void)
{
	asm_method_reg(&rig.a, true, 0xfff0);
}

static void make_clear(void)
{
	asm_method_reg(&rig.a, false, 9);
	asm_method_bits(&rig.a, false, 8, 4);
}

static void make_set(void)
{
	asm_method_reg(&rig.a, false, 9);
	asm_method_bits(&rig.a, true, 5, 27);
}

static void make_all(void)
{
	asm_method_reg(&rig.a, false, 9);
	asm_method_bits(&rig.a, true, 32, 0);
	asm_method_bits(&rig.a, false, 0, 0);
}

static void make_index(void)
{
	asm_method_reg(&rig.a, false, 9);
	asm_method_move(&rig.a, ASM_FROM_INDEX, 8, 4, 16);
}

static void make_attribute(void)
{
	asm_method_reg(&rig.a, false, 9);
	asm_method_move(&rig.a, ASM_FROM_ATTRIBUTE, 12, 4, 0);
}

static void make_data(void)
{
	asm_method_reg(&rig.a, false, 9);
	asm_method_move(&rig.a, ASM_FROM_DATA, 16, 0, 8);
}

static void methods(void)
{
	method(make_nothing, "w mm 1 <- cdcdcdcd", "a program that reads nothing");
	method(make_write, "w io fff0 <- cdcdcdcd, w mm 1 <- cdcdcdcd", "WRITE");
	method(make_clear, "r io 9 -> 89abcdef, w mm 1 <- 89abc00f", "READ and CLEAR");
	method(make_set, "r io 9 -> 89abcdef, w mm 1 <- f9abcdef", "SET");
	method(make_all, "r io 9 -> 89abcdef, w mm 1 <- 0", "SET and CLEAR of all bits; 0 stands for 32");
	method(make_index, "r io 9 -> 89abcdef, w mm 1 <- 8923cdef", "MOVE_INDEX");
	method(make_attribute, "r io 9 -> 89abcdef, w mm 1 <- 89abcfa5", "MOVE_ATTRIBUTE");
	method(make_data, "r io 9 -> 89abcdef, w mm 1 <- 890000ef", "MOVE_DATA of a read");
}

void port_tests(void)
{
	ports();
	methods();
}
