// SPDX-License-Identifier: GPL-2.0
/*
 * The steps of bring-up and their durations, for the kernel log and debugfs.
 *
 * rcp_card_start() begins, and the generation records each step that is complete.  debugfs reads
 * the steps at any time; nsteps publishes them.  Takes no locks.
 */
#include <linux/ktime.h>
#include <linux/math64.h>

#include "rcp_priv.h"

/**
 * rcp_step_begin() - forget the steps of the last bring-up
 * @card: the card
 *
 * Context: bring-up.
 */
void rcp_step_begin(struct rcp_card *card)
{
	WRITE_ONCE(card->nsteps, 0);
	card->step_start_ns = ktime_get_ns();
}

/**
 * rcp_step_done() - record a completed step
 * @card: the card
 * @name: the step
 *
 * Context: bring-up.
 */
void rcp_step_done(struct rcp_card *card, const char *name)
{
	struct rcp_step *step = &card->steps[card->nsteps];
	u64 now = ktime_get_ns();

	if (WARN_ON(card->nsteps == RCP_STEPS_MAX))
		return;
	WRITE_ONCE(step->name, name);
	WRITE_ONCE(step->ns, now - card->step_start_ns);
	/* Pairs with the readers in debugfs. */
	smp_store_release(&card->nsteps, card->nsteps + 1);
	card->step_start_ns = now;
}

/**
 * rcp_steps_report() - log all steps in one line
 * @card: the card
 *
 * At debug level after runtime resume, which happens often.
 *
 * Context: bring-up.
 */
void rcp_steps_report(struct rcp_card *card)
{
	char text[256];
	u64 total = 0;
	size_t n = 0;
	u32 i;

	for (i = 0; i < card->nsteps; i++) {
		total += card->steps[i].ns;
		n += scnprintf(text + n, sizeof(text) - n, "%s%s %llu", i ? ", " : "",
			       card->steps[i].name, div_u64(card->steps[i].ns, 1000));
	}
	dev_printk(card->waking ? KERN_DEBUG : KERN_INFO, card->dev,
		   "%s up: %llu MiB VRAM (%llu visible), %llu MiB GART, %s; %llu us: %s\n",
		   card->chip->name, card->vram.size >> 20, card->vram.visible >> 20,
		   card->gart.size >> 20, card->irq.msi ? "MSI" : "INTx", div_u64(total, 1000),
		   text);
}
