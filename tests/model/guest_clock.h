/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A clock that the emulator's plugin (tests/bench/clock.c) and the card share in a file.  An instruction
 * of the guest takes a nanosecond, as with -icount shift=0.  While the guest is halted the clock
 * is the host's.  So the load of the host does not count while the guest runs.
 */
#ifndef GUEST_CLOCK_H
#define GUEST_CLOCK_H

#include <stdint.h>

/**
 * struct guest_clock - the contents of the file; zeros at first
 * @insns: instructions that the guest has executed; the plugin counts
 * @halted: @insns when it executed its last HLT; nothing is executed until an interrupt comes
 * @stop: at so many instructions the guest waits until this changes; the card writes it
 * @impatient: times that the guest has gone on because the card did not let it, after
 *	GUEST_CLOCK_PATIENCE_NS
 */
struct guest_clock {
	uint64_t insns;
	uint64_t halted;
	uint64_t stop;
	uint64_t impatient;
};

/* An answer of the emulator's main loop takes less; a card that has ended does not stop the guest for good. */
#define GUEST_CLOCK_PATIENCE_NS	20000000

#endif /* GUEST_CLOCK_H */
