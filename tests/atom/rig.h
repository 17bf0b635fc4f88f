/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A test card: registers by space and number, and a record of the accesses and delays in
 * their order.
 */
#ifndef ATOM_RIG_H
#define ATOM_RIG_H

#include "asm.h"
#include "rcp_atom.h"
#include "../pm4/tap.h"

#define RIG_EVENTS	1024
#define RIG_REGS	128
#define RIG_SCRATCH_DW	64

struct rig_event {
	char kind;			/* r, w, d */
	u8 space;
	u32 index;			/* register */
	u32 value;			/* of the register; microseconds */
};

struct rig {
	struct asm_image a;
	struct rcp_atom_image image;
	struct rcp_atom_why why;
	struct rcp_atom atom;
	struct rig_event event[RIG_EVENTS];
	u32 nevents;			/* all, including those that did not fit */
	struct {
		u8 space;
		u32 index;
		u32 value;
	} reg[RIG_REGS];
	u32 nregs;
	u32 scratch[RIG_SCRATCH_DW];
	u32 go_on;			/* number of calls that return true; 0: no limit */
	u32 asked;
};

/* An image with FirmwareInfo, and a card without registers. */
void rig_open(struct rig *rig);
/* Set a register; others read as 0. */
void rig_set(struct rig *rig, enum rcp_atom_space space, u32 index, u32 value);
u32 rig_reg(const struct rig *rig, enum rcp_atom_space space, u32 index);
/* Close and parse the image; false with the reason in rig->why. */
bool rig_ready(struct rig *rig);
/* Run a table and drop earlier events. */
bool rig_run(struct rig *rig, u32 number, u32 *params, u32 nparams);
/* The events as text: "r mm 1234 -> 0, w io 5 <- 6, d 20"; registers and values in hex. */
const char *rig_events(const struct rig *rig);

/* Compare @got with @want: one line of TAP, and both texts if they differ. */
bool same_text(const char *got, const char *want, const char *what);

void forms_tests(void);
void flow_tests(void);
void port_tests(void);
void image_tests(void);
void power_tests(void);
void broken_tests(void);
void cut_tests(void);
void vfct_tests(void);

#endif /* ATOM_RIG_H */
