// SPDX-License-Identifier: GPL-2.0
/*
 * Engine clock, memory clock and core voltage, set by the tables of the video BIOS.
 *
 * Off by default: a card keeps the clocks that firmware has set.  The parameter power_state
 * requests the clocks and the voltage of a power state; engine_clock and memory_clock request other
 * clocks, at most those for which the voltage is meant.  So no clock is above that at boot without
 * the voltage that its state names.
 *
 * The tables run while the card is idle: in the bring-up of probe, resume and a PCI reset; after a
 * hang, to restore the clocks at boot; and with devfreq=1 for the engine clock, while the ring is
 * empty (rcp_devfreq.c).  The memory clock changes only in the bring-up, because the CPU cannot
 * reach VRAM until the table is done, and only without a display.  The clocks and the voltage at
 * boot are restored before the card sleeps, is reset by the bus or belongs to another driver; and
 * for good after a table has failed, or after a hang with clocks or a voltage that may have caused
 * it.
 *
 * Called at init, bring-up, suspend, fini and by load, one call at a time: with
 * &rcp_sched.reset_lock where jobs may come.  Takes no locks.
 */
#include <linux/delay.h>
#include <linux/moduleparam.h>

#include "rcp_priv.h"

static char *power_state = "boot";
module_param(power_state, charp, 0444);
MODULE_PARM_DESC(power_state,
		 "Clocks and voltage of a power state: boot (default), battery, performance; read at probe");

static unsigned int engine_clock;
module_param(engine_clock, uint, 0444);
MODULE_PARM_DESC(engine_clock, "Engine clock in MHz, 0 leaves it alone (default); read at probe");

static unsigned int memory_clock;
module_param(memory_clock, uint, 0444);
MODULE_PARM_DESC(memory_clock, "Memory clock in MHz, 0 leaves it alone (default); read at probe");

/* One part in so many, 2 %, is no other clock: a PLL does not meet each clock exactly. */
#define RCP_CLOCK_TOLERANCE	50

static bool rcp_clock_differs(u32 khz, u32 expected_khz)
{
	u32 off = khz > expected_khz ? khz - expected_khz : expected_khz - khz;

	return off > expected_khz / RCP_CLOCK_TOLERANCE;
}

static bool rcp_clock_is_at(const struct rcp_atom_point *a, const struct rcp_atom_point *b)
{
	return a->sclk_khz == b->sclk_khz && a->mclk_khz == b->mclk_khz &&
	       a->voltage == b->voltage;
}

/* An integrated chip uses system memory.  A display would lose its data during a change. */
static bool rcp_clock_memory_is_fixed(struct rcp_card *card)
{
	return card->chip->igp || rcp_scanout_active(card);
}

/* ---- parameters ---- */

/* Check a parameter, and set @khz.  Returns whether the card has the clock. */
static bool rcp_clock_wanted(struct rcp_card *card, const char *name, unsigned int mhz,
			     u32 table, u32 min_khz, u32 max_khz, u32 *khz)
{
	if (!mhz)
		return false;
	if (!rcp_bios_has(card, table)) {
		dev_notice(card->dev, "%s=%u: the video BIOS has no table that sets it\n", name,
			   mhz);
		return false;
	}
	if (mhz < DIV_ROUND_UP(min_khz, 1000) || mhz > max_khz / 1000) {
		dev_notice(card->dev, "%s=%u: the clock of this card is %u to %u MHz\n", name, mhz,
			   DIV_ROUND_UP(min_khz, 1000), max_khz / 1000);
		return false;
	}
	*khz = mhz * 1000;
	return true;
}

/* The tables of a point must be there before the first of them runs. */
static bool rcp_clock_has_tables(struct rcp_card *card, const struct rcp_atom_point *point)
{
	const struct rcp_atom_point *boot = &rcp_bios_power(card)->boot;

	return (point->sclk_khz == boot->sclk_khz ||
		rcp_bios_has(card, RCP_ATOM_SET_ENGINE_CLOCK)) &&
	       (point->mclk_khz == boot->mclk_khz ||
		rcp_bios_has(card, RCP_ATOM_SET_MEMORY_CLOCK));
}

/* Set the point of the parameter power_state. */
static void rcp_clock_init_state(struct rcp_card *card)
{
	bool battery = sysfs_streq(power_state, "battery");
	struct rcp_clocks *clocks = &card->clocks;
	struct rcp_atom_why why = { };
	struct rcp_atom_point point;

	if (!battery && !sysfs_streq(power_state, "performance")) {
		dev_notice(card->dev, "power_state=%.20s: boot, battery and performance are known: using boot\n",
			   power_state);
		return;
	}
	if (!rcp_atom_choose(rcp_bios_power(card), battery, !rcp_clock_memory_is_fixed(card),
			     &point, &why)) {
		dev_notice(card->dev, "power_state=%.20s: %s\n", power_state, why.text);
		return;
	}
	if (!rcp_clock_has_tables(card, &point)) {
		dev_notice(card->dev, "power_state=%.20s: the video BIOS has no table that sets it\n",
			   power_state);
		return;
	}
	clocks->want = point;
	clocks->asked = true;
}

/* Say so if the board has a state with a higher clock than firmware has set. */
static void rcp_clock_tell_better(struct rcp_card *card)
{
	const struct rcp_atom_power *power = rcp_bios_power(card);
	struct rcp_atom_point best;

	if (!rcp_atom_choose(power, false, !rcp_clock_memory_is_fixed(card), &best, NULL) ||
	    !rcp_clock_has_tables(card, &best))
		return;
	if (best.sclk_khz > power->boot.sclk_khz &&
	    rcp_clock_differs(best.sclk_khz, power->boot.sclk_khz))
		dev_info(card->dev, "firmware has set %u MHz (memory %u MHz), the best state has %u MHz (memory %u MHz): power_state=performance sets it\n",
			 power->boot.sclk_khz / 1000, power->boot.mclk_khz / 1000,
			 best.sclk_khz / 1000, best.mclk_khz / 1000);
}

/**
 * rcp_clock_init() - read and check the parameters
 * @card: the card, after rcp_bios_init() and rcp_layout_init()
 *
 * A clock or state that cannot be set is left alone, and one line says why.
 *
 * Context: probe.
 */
void rcp_clock_init(struct rcp_card *card)
{
	const struct rcp_atom_point *boot = &rcp_bios_power(card)->boot;
	struct rcp_clocks *clocks = &card->clocks;
	struct rcp_config *config = &card->config;
	u32 max_sclk_khz, max_mclk_khz;

	config->cur_sclk_khz = config->sclk_khz;
	config->cur_mclk_khz = config->mclk_khz;
	clocks->want = *boot;
	clocks->now = *boot;
	if (sysfs_streq(power_state, "boot"))
		rcp_clock_tell_better(card);
	else
		rcp_clock_init_state(card);
	/* A state with a voltage of its own is meant for its clocks. */
	max_sclk_khz = clocks->want.sclk_khz;
	max_mclk_khz = clocks->want.mclk_khz;
	if (clocks->want.voltage == boot->voltage) {
		max_sclk_khz = max(max_sclk_khz, config->max_sclk_khz);
		max_mclk_khz = max(max_mclk_khz, config->max_mclk_khz);
	}
	clocks->asked |= rcp_clock_wanted(card, "engine_clock", engine_clock,
					  RCP_ATOM_SET_ENGINE_CLOCK, config->min_sclk_khz,
					  max_sclk_khz, &clocks->want.sclk_khz);
	if (memory_clock && rcp_clock_memory_is_fixed(card))
		dev_notice(card->dev, "memory_clock=%u: %s\n", memory_clock, card->chip->igp ?
			   "the card has no memory of its own" : "a console is on the screen");
	else
		clocks->asked |= rcp_clock_wanted(card, "memory_clock", memory_clock,
						  RCP_ATOM_SET_MEMORY_CLOCK, config->min_mclk_khz,
						  max_mclk_khz, &clocks->want.mclk_khz);
}

/* ---- reading ---- */

/* Read a clock.  If it is another one than was expected, that one counts, and one line says so. */
static u32 rcp_clock_read_one(struct rcp_card *card, const char *name, u32 table, u32 *now)
{
	u32 khz = rcp_bios_get_clock(card, table);

	if (!khz || !rcp_clock_differs(khz, *now))
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

/* ---- setting ---- */

/* Take a step, and note the card's clock or voltage then: 0 if it is not known. */
static bool rcp_clock_step(struct rcp_card *card, const struct rcp_atom_step *step)
{
	static const char *const names[] = { "core voltage", "engine clock", "memory clock" };
	static const u32 get[] = { 0, RCP_ATOM_GET_ENGINE_CLOCK, RCP_ATOM_GET_MEMORY_CLOCK };
	struct rcp_atom_point *point = &card->clocks.now;
	u32 *const now[] = { &point->voltage, &point->sclk_khz, &point->mclk_khz };
	bool is_clock = step->kind != RCP_ATOM_STEP_VOLTAGE;
	struct rcp_atom_why why;
	u32 khz = 0;

	*now[step->kind] = 0;
	if (rcp_bios_set(card, step, &why)) {
		if (is_clock)
			khz = rcp_bios_get_clock(card, get[step->kind]);
		else
			fsleep(rcp_bios_power(card)->powerplay.voltage_us);
		if (!khz || !rcp_clock_differs(khz, step->value)) {
			*now[step->kind] = step->value;
			return true;
		}
		snprintf(why.text, sizeof(why.text), "it reads %u MHz", khz / 1000);
	}
	dev_notice(card->dev, "%s of %u%s: %s\n", names[step->kind],
		   is_clock ? step->value / 1000 : step->value, is_clock ? " MHz" : "", why.text);
	return false;
}

/* Set the clocks and the voltage of @to.  Returns false if a table failed. */
static bool rcp_clock_go(struct rcp_card *card, struct rcp_atom_point to, bool hold_memory)
{
	const struct rcp_atom_power *power = rcp_bios_power(card);
	struct rcp_config *config = &card->config;
	struct rcp_atom_point *now = &card->clocks.now;
	struct rcp_atom_plan plan;
	bool good = true;
	u32 i;

	if (hold_memory)
		rcp_atom_hold_memory(power, now, &to);
	rcp_atom_plan(power, now, &to, &plan);
	for (i = 0; good && i < plan.nsteps; i++)
		good = rcp_clock_step(card, &plan.steps[i]);
	WRITE_ONCE(config->cur_sclk_khz, now->sclk_khz);
	WRITE_ONCE(config->cur_mclk_khz, now->mclk_khz);
	return good;
}

/*
 * Restore the clocks and the voltage at boot, for good: a table failed, or the card hung.  If that
 * fails as well, the engine may have no clock.
 */
static int rcp_clock_fall_back(struct rcp_card *card, bool hold_memory)
{
	card->clocks.want = rcp_bios_power(card)->boot;
	card->clocks.failed = true;
	if (rcp_clock_go(card, card->clocks.want, hold_memory))
		return 0;
	rcp_err(card, "the clocks at boot cannot be restored: the card is dead\n");
	return -EIO;
}

/* Another driver may have left other clocks than those at boot. */
static void rcp_clock_look(struct rcp_card *card, u32 table, u32 *now)
{
	u32 khz = rcp_bios_get_clock(card, table);

	if (khz && rcp_clock_differs(khz, *now))
		*now = khz;
}

/**
 * rcp_clock_start() - set the clocks and the voltage that the parameters request
 * @card: the card; no job runs
 *
 * If a table fails, the clocks and the voltage at boot are restored.
 *
 * Context: process; sleeps.
 * Return: 1 if the parameters request any, 0 if not; or -EIO, which is logged, if the clocks at
 * boot cannot be restored.
 */
int rcp_clock_start(struct rcp_card *card)
{
	const struct rcp_atom_point *boot = &rcp_bios_power(card)->boot;
	struct rcp_clocks *clocks = &card->clocks;
	bool hold_memory = rcp_clock_memory_is_fixed(card);

	if (!clocks->asked)
		return 0;
	/* ASIC_Init has set the clocks.  A card that was cut off may have kept its voltage. */
	if (card->slept && !rcp_clock_is_at(&clocks->now, boot)) {
		clocks->now = *boot;
		clocks->now.voltage = 0;
	}
	rcp_clock_look(card, RCP_ATOM_GET_ENGINE_CLOCK, &clocks->now.sclk_khz);
	if (!hold_memory)
		rcp_clock_look(card, RCP_ATOM_GET_MEMORY_CLOCK, &clocks->now.mclk_khz);
	if (!rcp_clock_go(card, clocks->want, hold_memory) &&
	    rcp_clock_fall_back(card, hold_memory))
		return -EIO;
	return 1;
}

/**
 * rcp_clock_reset() - restore the clocks and the voltage at boot if others may have hung the card
 * @card: the card; no job runs
 *
 * Clients may have mapped VRAM, so the memory clock stays until the next bring-up.
 *
 * Context: process; sleeps.
 * Return: 0, or -EIO as for rcp_clock_start().
 */
int rcp_clock_reset(struct rcp_card *card)
{
	const struct rcp_atom_point *boot = &rcp_bios_power(card)->boot;
	const struct rcp_atom_point *now = &card->clocks.now;

	if (rcp_clock_is_at(&card->clocks.want, boot) ||
	    (now->voltage == boot->voltage && now->sclk_khz <= boot->sclk_khz &&
	     now->mclk_khz <= boot->mclk_khz))
		return 0;
	dev_notice(card->dev, "hang at %u MHz (memory %u MHz): back to the clocks at boot; power_state=boot sets no others\n",
		   now->sclk_khz / 1000, now->mclk_khz / 1000);
	return rcp_clock_fall_back(card, true);
}

/**
 * rcp_clock_stop() - restore the clocks and the voltage at boot
 * @card: the card; no job runs and the CPU has VRAM not mapped, or the card is gone
 *
 * Before the card sleeps, is reset by the bus, or belongs to another driver.
 *
 * Context: process; sleeps.
 */
void rcp_clock_stop(struct rcp_card *card)
{
	if (!card->clocks.asked || rcp_card_gone(card))
		return;
	rcp_clock_go(card, rcp_bios_power(card)->boot, rcp_clock_memory_is_fixed(card));
}

/* ---- by load ---- */

/**
 * rcp_clock_follow_load() - allow calls of rcp_clock_set_engine()
 * @card: the card, after rcp_card_start()
 *
 * Context: probe.
 * Return: false if the engine has one clock.
 */
bool rcp_clock_follow_load(struct rcp_card *card)
{
	u32 min_khz = rcp_bios_power(card)->powerplay.min_sclk_khz;
	struct rcp_clocks *clocks = &card->clocks;

	if (!min_khz || min_khz >= clocks->want.sclk_khz ||
	    !rcp_bios_has(card, RCP_ATOM_SET_ENGINE_CLOCK))
		return false;
	clocks->asked = true;
	return true;
}

/**
 * rcp_clock_set_engine() - set the engine clock alone
 * @card: the card, which runs; no job is in the ring, and none comes
 * @khz: the clock; at most the one that bring-up sets counts
 *
 * Neither the voltage nor the memory clock changes, so that CPU mappings and displays stay.
 *
 * Context: process; sleeps, for a millisecond, or for 50 if the table fails.
 * Return: 0, also if the clock at boot was restored; or -EIO as for rcp_clock_start().
 */
int rcp_clock_set_engine(struct rcp_card *card, u32 khz)
{
	struct rcp_clocks *clocks = &card->clocks;
	struct rcp_atom_point to = clocks->now;

	if (clocks->failed)
		return 0;
	to.sclk_khz = min(khz, clocks->want.sclk_khz);
	if (rcp_clock_go(card, to, true)) {
		WRITE_ONCE(card->config.real_sclk_khz, to.sclk_khz);
		return 0;
	}
	return rcp_clock_fall_back(card, true);
}
