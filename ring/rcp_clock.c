// SPDX-License-Identifier: GPL-2.0
/*
 * Engine and memory clock, set once by the tables of the video BIOS.
 *
 * Off by default: a card runs with the clocks that firmware has set.  The parameters
 * engine_clock and memory_clock request other clocks, from the lowest of PowerPlayInfo's
 * states to those at boot.  Voltage and fan do not change, so no clock may be higher than that for
 * which firmware has set the voltage.
 *
 * The tables run while the card is idle: in the bring-up of probe, resume and a PCI reset.
 * The reset after a hang does not set clocks.  Unload sets the default clocks again, because
 * the next driver expects them.
 *
 * Called at init, bring-up and fini, one call at a time; takes no locks.
 */
#include <linux/moduleparam.h>

#include "atom/rcp_atom.h"
#include "rcp_priv.h"

static unsigned int engine_clock;
module_param(engine_clock, uint, 0444);
MODULE_PARM_DESC(engine_clock, "Engine clock in MHz, 0 leaves it alone (default); read at probe");

static unsigned int memory_clock;
module_param(memory_clock, uint, 0444);
MODULE_PARM_DESC(memory_clock, "Memory clock in MHz, 0 leaves it alone (default); read at probe");

/* One part in so many, 2 %, is no other clock. */
#define RCP_CLOCK_TOLERANCE	50

/* Check a parameter.  Returns the requested clock in kHz, or 0 to leave the clock alone. */
static u32 rcp_clock_wanted(struct rcp_card *card, const char *name, unsigned int mhz,
			    u32 table, u32 min_khz, u32 max_khz)
{
	if (!mhz)
		return 0;
	if (!rcp_bios_has(card, table)) {
		dev_notice(card->dev, "%s=%u: the video BIOS has no table that sets it\n", name,
			   mhz);
		return 0;
	}
	if (mhz < DIV_ROUND_UP(min_khz, 1000) || mhz > max_khz / 1000) {
		dev_notice(card->dev, "%s=%u: the clock of this card is %u to %u MHz\n", name, mhz,
			   DIV_ROUND_UP(min_khz, 1000), max_khz / 1000);
		return 0;
	}
	return mhz * 1000;
}

/**
 * rcp_clock_init() - read and check the parameters
 * @card: the card, after rcp_bios_init() and rcp_layout_init()
 *
 * A clock that cannot be set is left alone, and one line says why.
 *
 * Context: probe.
 */
void rcp_clock_init(struct rcp_card *card)
{
	struct rcp_config *config = &card->config;

	config->cur_sclk_khz = config->sclk_khz;
	config->cur_mclk_khz = config->mclk_khz;
	card->want_sclk_khz = rcp_clock_wanted(card, "engine_clock", engine_clock,
					       RCP_ATOM_SET_ENGINE_CLOCK, config->min_sclk_khz,
					       config->max_sclk_khz);
	card->want_mclk_khz = rcp_clock_wanted(card, "memory_clock", memory_clock,
					       RCP_ATOM_SET_MEMORY_CLOCK, config->min_mclk_khz,
					       config->max_mclk_khz);
	/*
	 * An integrated chip uses system memory.  A display would lose its data while the
	 * memory clock changes.
	 */
	if (card->want_mclk_khz && (card->chip->igp || rcp_scanout_active(card))) {
		dev_notice(card->dev, "memory_clock=%u: %s\n", memory_clock, card->chip->igp ?
			   "the card has no memory of its own" : "a console is on the screen");
		card->want_mclk_khz = 0;
	}
}

static void rcp_clock_set(struct rcp_card *card, const char *name, u32 table, u32 khz, u32 *now)
{
	struct rcp_atom_why why;

	if (!khz)
		return;
	if (rcp_bios_set_clock(card, table, khz, &why)) {
		*now = khz;
		return;
	}
	*now = 0;
	dev_notice(card->dev, "%s clock of %u MHz: %s\n", name, khz / 1000, why.text);
}

/* Read a clock.  If it is another one than was expected, that one counts, and one line says so. */
static u32 rcp_clock_read_one(struct rcp_card *card, const char *name, u32 table, u32 *now)
{
	u32 khz = rcp_bios_get_clock(card, table), off = khz > *now ? khz - *now : *now - khz;

	/* A PLL does not meet each clock exactly. */
	if (!khz || off <= *now / RCP_CLOCK_TOLERANCE)
		return khz;
	dev_printk(card->waking ? KERN_DEBUG : KERN_NOTICE, card->dev,
		   "the %s clock is %u MHz; %u MHz were expected\n", name, khz / 1000, *now / 1000);
	*now = khz;
	return khz;
}

/**
 * rcp_clock_read() - read the clocks that the card really has
 * @card: the card; no job runs
 *
 * By GetEngineClock and GetMemoryClock of the video BIOS, which only read.
 *
 * Context: process.
 */
void rcp_clock_read(struct rcp_card *card)
{
	struct rcp_config *config = &card->config;

	WRITE_ONCE(config->real_sclk_khz,
		   rcp_clock_read_one(card, "engine", RCP_ATOM_GET_ENGINE_CLOCK,
				      &config->cur_sclk_khz));
	if (!card->chip->igp)
		WRITE_ONCE(config->real_mclk_khz,
			   rcp_clock_read_one(card, "memory", RCP_ATOM_GET_MEMORY_CLOCK,
					      &config->cur_mclk_khz));
}

/**
 * rcp_clock_start() - set the clocks that the parameters request
 * @card: the card; no job runs
 *
 * If a table fails, its clock is unknown; bring-up goes on with the clock that the card has.
 *
 * Context: process; sleeps.
 * Return: true if the parameters request a clock.
 */
bool rcp_clock_start(struct rcp_card *card)
{
	struct rcp_config *config = &card->config;

	rcp_clock_set(card, "engine", RCP_ATOM_SET_ENGINE_CLOCK, card->want_sclk_khz,
		      &config->cur_sclk_khz);
	rcp_clock_set(card, "memory", RCP_ATOM_SET_MEMORY_CLOCK, card->want_mclk_khz,
		      &config->cur_mclk_khz);
	return card->want_sclk_khz || card->want_mclk_khz;
}

/**
 * rcp_clock_stop() - restore the default clocks, if others were requested
 * @card: the card; no job runs, or the card is gone
 *
 * Context: process; sleeps.
 */
void rcp_clock_stop(struct rcp_card *card)
{
	struct rcp_config *config = &card->config;

	if (rcp_card_gone(card))
		return;
	if (card->want_sclk_khz)
		rcp_clock_set(card, "engine", RCP_ATOM_SET_ENGINE_CLOCK, config->sclk_khz,
			      &config->cur_sclk_khz);
	if (card->want_mclk_khz)
		rcp_clock_set(card, "memory", RCP_ATOM_SET_MEMORY_CLOCK, config->mclk_khz,
			      &config->cur_mclk_khz);
}
