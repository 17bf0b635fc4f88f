// SPDX-License-Identifier: GPL-2.0
/* hrtimer_setup() takes the function of the timer. */
#include <linux/hrtimer.h>

void rcp_probe(struct hrtimer *timer, enum hrtimer_restart (*called)(struct hrtimer *timer));
void rcp_probe(struct hrtimer *timer, enum hrtimer_restart (*called)(struct hrtimer *timer))
{
	hrtimer_setup(timer, called, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
}
