// SPDX-License-Identifier: GPL-2.0
/* timer_delete_sync() is the new name of del_timer_sync(). */
#include <linux/timer.h>

int rcp_probe(struct timer_list *timer);
int rcp_probe(struct timer_list *timer)
{
	return timer_delete_sync(timer);
}
