/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The emulated card's registers for tests: faults of the card, from inside the
 * guest, with or without a driver on it.  See MODEL_REG_* in tests/model/model.h.
 *
 * Needs root and a kernel that lets a driver's registers be mapped (iomem=relaxed).
 */
#ifndef EMULATED_H
#define EMULATED_H

#include <stdbool.h>
#include <stdint.h>

#define MODEL_REG_JOB_US	0xffb0
#define MODEL_REG_STEP_US	0xffb4
#define MODEL_REG_BOARD		0xffb8
#define MODEL_REG_HABITS	0xffbc
#define MODEL_REG_DROP_IRQ	0xffc8
#define MODEL_REG_DELAY_US	0xffcc
#define MODEL_REG_COUNTER	0xffd8
#define MODEL_REG_VALUE		0xffdc
#define MODEL_REG_HANG_OP	0xffe0
#define MODEL_REG_STUCK_AFTER	0xffec
#define MODEL_REG_IH_OVERRUN	0xfff0
#define MODEL_REG_HANG_IB	0xffc4
#define MODEL_REG_CARD		0xfff4
#define MODEL_REG_GO		0xfff8
#define MODEL_REG_TEMPERATURE	0xfffc

/* MODEL_REG_CARD: the chip's index in the low byte, every n-th interrupt lost in the next */
#define MODEL_CARD_NO_MSI	(1u << 16)
#define MODEL_CARD_NOT_POSTED	(1u << 17)
#define MODEL_CARD_DEAD_CP	(1u << 18)
#define MODEL_CARD_CONSOLE	(1u << 19)
#define MODEL_CARD_SEED(n)		((uint32_t)(n) << 24)

/* MODEL_REG_BOARD */
#define MODEL_BOARD_FB_ZERO	(1u << 0)
#define MODEL_BOARD_FB_C0	(1u << 1)
#define MODEL_BOARD_FB_ACROSS	(1u << 2)
#define MODEL_BOARD_VGA_TEXT	(1u << 3)
#define MODEL_BOARD_SECOND_CRTC	(1u << 4)
#define MODEL_BOARD_LIVE	(1u << 5)
#define MODEL_BOARD_HARVESTED	(1u << 6)
#define MODEL_BOARD_LONG_BURST	(1u << 7)
#define MODEL_BOARD_ODD_MEMORY	(1u << 8)
#define MODEL_BOARD_NO_STRAPS	(1u << 9)
#define MODEL_BOARD_NO_GEN2	(1u << 13)
#define MODEL_BOARD_DEEMPHASIS	(1u << 14)
#define MODEL_BOARD_KEEPS_SIZE	(1u << 16)
#define MODEL_BOARD_AGP		(1u << 17)
#define MODEL_BOARD_STATES	(1u << 22)
#define MODEL_BOARD_WEAK_PLL	(1u << 23)
/* MODEL_REG_HABITS: a message before its entry; no message for entries from before re-arming */
#define MODEL_HABIT_IRQ_OVERTAKES	(1u << 0)
#define MODEL_HABIT_REARM_IS_BLIND	(1u << 1)
#define MODEL_HABIT_SLOW		(1u << 2)
#define MODEL_HABIT_MC_BUSY		(1u << 3)

/* MODEL_REG_COUNTER: the model's count of these since it started */
#define MODEL_MMIO_READ		0
#define MODEL_MMIO_WRITE	1
#define MODEL_IRQ_SENT		6
#define MODEL_RAM_CLEAR		19
#define MODEL_FLUSH		20
#define MODEL_BUS_BYTES		21

/* Registers of the chips that tests pin: R5xx has others. */
#define REG_MEMSIZE		(card_is_r5xx() ? 0x00f8u : 0x5428u)
#define REG_STATUS		(card_is_r5xx() ? 0x0e40u : 0x8010u)	/* whether the engines are busy */
#define REG_RING_TEST		(card_is_r5xx() ? 0x15e4u : 0x8500u)	/* a scratch register */
#define REG_SRBM_STATUS		0x0e50
#define REG_TLB_RESPONSE	(card_is_r5xx() ? 0x0034u : 0x1470u)	/* or that with the bit of the flush */
#define REG_IH_RB_WPTR		0x3e0c
#define REG_RB_DISABLE		0x98f4
#define REG_R7_THERMAL		0x0740
#define REG_R6_THERMAL		0x07f4

/* The card's PCI address, "0000:00:04.0", or NULL; of two cards RCP_SLOT selects one */
const char *card_slot(void);
/* Is it one of R5xx?  By its PCI id, with or without a driver */
bool card_is_r5xx(void);
/* Is rcp bound to it? */
bool card_is_bound(void);
int card_bind(void);
int card_unbind(void);
/* Resets it as a PCI device, through sysfs: evicts all of VRAM, then brings the card up again. */
int card_pci_reset(void);
/* Unbinds the card and binds it with that job timeout; no client is open. */
int card_bind_with_timeout(const char *ms);
/*
 * The timeouts of jobs in ms: of any job, and of one without credit that others wait for.  A test
 * binds the card with longer ones, so that no job that it holds back counts as hung.
 */
struct card_limits {
	char alone[16], shared[16];
};
/* Is there a card of rcp, and may the limits be changed? */
bool card_has_limits(void);
/* The limits with which it is bound next: 0 or -errno */
int card_read_limits(struct card_limits *limits);
int card_write_limits(const char *alone, const char *shared);
/* Unbinds the card and binds it with these limits; no client is open. */
int card_bind_with_limits(const char *alone, const char *shared);
/* The job timeout with which it is bound next */
uint32_t card_timeout_ms(void);
/* A hang that was submitted after @start may be over: three quarters of the timeout have passed. */
bool card_timeout_is_near(uint64_t start);
/* Is the card a bus master?  1, 0 or -errno; any PCI card */
int card_is_master(void);

/* Maps CARD_REGISTERS bytes of registers: 0 or -errno, -ENXIO for a real card */
#define CARD_REGISTERS	0x10000
int card_map(volatile uint32_t **regs);
int model_write(uint32_t reg, uint32_t value);
/* Pins @reg to @value, up to eight registers; stick(0, 0) releases all. */
int stick(uint32_t reg, uint32_t value);
/*
 * Stops the card's clock: each timestamp is so many us after the last one, so a job takes the same
 * card time on any host.  0 lets it run again.  Returns 0 on a real card, whose jobs are short.
 */
int card_clock_steps(uint32_t us);

#endif /* EMULATED_H */
