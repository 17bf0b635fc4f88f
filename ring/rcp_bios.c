// SPDX-License-Identifier: GPL-2.0
/*
 * The video BIOS: reading its data tables, and posting the card with its ASIC_Init.
 *
 * A card that firmware has not posted, such as a second card, or a card that lost its power
 * during system sleep, has no memory until the command table ASIC_Init has run.  The image
 * and all buffers of a run are allocated at init, so that resume neither searches for the
 * ROM nor allocates.
 *
 * Called at init and from rcp_card_start(), one call at a time, while no job runs.  Takes no
 * locks.
 */
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/sched.h>

#include "atom/rcp_atom_read.h"
#include "rcp_priv.h"

/* Dwords of parameters of a table that sets a clock or the voltage. */
#define RCP_BIOS_CLOCK_PARAMS	4

/* Parameter of SetVoltage: the core's voltage, and from where a number is taken. */
#define RCP_BIOS_VDDC		1u
#define RCP_BIOS_ALL_SOURCES	0x100u
#define RCP_BIOS_VOLTAGE_SHIFT	16

/* Dwords of parameters of a table that runs after ASIC_Init. */
#define RCP_BIOS_INIT_PARAMS	16

/* Lowest clock without PowerPlayInfo: no chip of these families is specified below 100 MHz. */
#define RCP_BIOS_CLOCK_MIN_KHZ	100000u
/* A higher clock is not one. */
#define RCP_BIOS_CLOCK_MAX_KHZ	10000000u

/*
 * Longest run of a table, without its delays.  Posting takes less than 40 ms and 15,000 steps,
 * so a run of fewer steps was held up and does not poll.
 */
#define RCP_BIOS_RUN_MS		5000
#define RCP_BIOS_RUN_STEPS	100000
/* The same for a clock or the voltage: less than a millisecond, and 2,000 steps. */
#define RCP_BIOS_SET_MS		50
#define RCP_BIOS_SET_STEPS	5000

/**
 * struct rcp_bios - the image and its interpreter
 * @rom: the image
 * @image: the tables of the image
 * @atom: the interpreter
 * @scratch: scratch memory of the tables
 * @scratch_bytes: size of @scratch
 * @start: when the run began
 * @last_reg: the register that the run has read last, with its value
 * @last_value: its value
 * @limit_ms: longest run, without its delays ...
 * @limit_steps: ... if it has more steps
 * @late: the run took longer
 * @power: the power states; none if the image does not tell
 * @why: why the first rejected source was rejected
 * @doubt: what is wrong with the image that was checked last, if it is usable
 */
struct rcp_bios {
	struct rcp_rom rom;
	struct rcp_atom_image image;
	struct rcp_atom atom;
	u32 *scratch;
	u32 scratch_bytes;
	ktime_t start;
	u32 last_reg;
	u32 last_value;
	u32 limit_ms;
	u32 limit_steps;
	bool late;
	struct rcp_atom_power power;
	struct rcp_atom_why why;
	struct rcp_atom_why doubt;
};

/* ---- register access of the tables ---- */

/*
 * The I/O BAR maps the same registers as the MMIO BAR, so I/O accesses use MMIO.  Which other
 * spaces a chip has, and by which index registers, its generation knows.
 */
static u32 rcp_bios_read(void *priv, enum rcp_atom_space space, u32 index)
{
	struct rcp_card *card = priv;

	switch (space) {
	case RCP_ATOM_MM:
	case RCP_ATOM_IO:
		card->bios->last_reg = index * 4;
		card->bios->last_value = rcp_rd(card, index * 4);
		return card->bios->last_value;
	default:
		return card->gen->indexed_read(card, space, index);
	}
}

static void rcp_bios_write(void *priv, enum rcp_atom_space space, u32 index, u32 value)
{
	struct rcp_card *card = priv;

	switch (space) {
	case RCP_ATOM_MM:
	case RCP_ATOM_IO:
		rcp_wr(card, index * 4, value);
		break;
	default:
		card->gen->indexed_write(card, space, index, value);
		break;
	}
}

static void rcp_bios_delay(void *priv, u32 us)
{
	fsleep(us);
}

/*
 * Stop a run on a card that is gone, and a run that polls a register of a block that does not
 * work: the budget of steps would take minutes.
 */
static bool rcp_bios_go_on(void *priv)
{
	struct rcp_card *card = priv;
	struct rcp_bios *bios = card->bios;
	u64 delay_ms = div_u64(bios->atom.delay_us, USEC_PER_MSEC);

	cond_resched();
	bios->late = bios->atom.steps > bios->limit_steps &&
		     ktime_ms_delta(ktime_get(), bios->start) > bios->limit_ms + 2 * delay_ms;
	return !bios->late && !rcp_card_gone(card);
}

/* Run ASIC_Init, or another table with parameters.  On failure atom.why says why. */
static bool rcp_bios_run(struct rcp_bios *bios, u32 table, u32 *params, u32 nparams)
{
	struct rcp_atom *atom = &bios->atom;
	size_t said;
	bool done;
	bool sets = table == RCP_ATOM_SET_ENGINE_CLOCK || table == RCP_ATOM_SET_MEMORY_CLOCK ||
		    table == RCP_ATOM_SET_VOLTAGE;

	memset(bios->scratch, 0, bios->scratch_bytes);
	bios->limit_ms = sets ? RCP_BIOS_SET_MS : RCP_BIOS_RUN_MS;
	bios->limit_steps = sets ? RCP_BIOS_SET_STEPS : RCP_BIOS_RUN_STEPS;
	bios->late = false;
	bios->start = ktime_get();
	if (table == RCP_ATOM_ASIC_INIT)
		done = rcp_atom_asic_init(atom);
	else
		done = rcp_atom_run(atom, table, params, nparams);
	said = strlen(atom->why.text);
	if (!done && bios->late)
		snprintf(atom->why.text + said, sizeof(atom->why.text) - said,
			 " (%u ms); register 0x%04x reads 0x%08x", bios->limit_ms,
			 bios->last_reg, bios->last_value);
	return done;
}

static const struct rcp_atom_ops rcp_bios_ops = {
	.read = rcp_bios_read,
	.write = rcp_bios_write,
	.delay = rcp_bios_delay,
	.go_on = rcp_bios_go_on,
};

/* ---- finding it ---- */

/*
 * Grade an image.  One for another device may program other clocks and another memory.  A ROM with
 * a wrong checksum may have been misread, and one whose length fields disagree may be cut; so
 * another source is better.  But boards with such a ROM exist, and the in-tree driver does not
 * look.  Each access to a table is checked against the image, so it can be used.  Do not check
 * the sum of copies that firmware keeps: the BIOS changes its copy and does not update the
 * checksum.
 */
static enum rcp_rom_grade rcp_bios_check(struct rcp_card *card, const struct rcp_rom *rom,
					 void *data)
{
	struct rcp_bios *bios = data;
	struct rcp_atom_why why = { }, doubt = { };
	enum rcp_rom_grade usable = RCP_ROM_DOUBTFUL;
	struct rcp_atom_rom header = { };
	bool good = rom->bytes;

	if (!good)
		snprintf(why.text, sizeof(why.text), "it begins with %4phN, not with 55aa",
			 rom->first);
	else if (!rcp_atom_rom(rom->bytes, rom->size, &header, &doubt))
		good = true;
	else if (header.vendor != PCI_VENDOR_ID_ATI)
		good = rcp_atom_say(&why, "it is for a card of vendor 0x%04x", header.vendor);
	else if (header.device != card->pdev->device)
		usable = RCP_ROM_OTHER;
	else if (!header.sum_is_zero && !strncmp(rom->source, "ROM", 3) &&
		 !(card->pdev->resource[PCI_ROM_RESOURCE].flags & IORESOURCE_ROM_SHADOW))
		rcp_atom_say(&doubt, "its checksum is wrong");
	if (good)
		good = rcp_atom_parse(&bios->image, rom->bytes, rom->size, &why);
	if (!good) {
		rcp_atom_say(&bios->why, "%s: %.150s", rom->source, why.text);
		return RCP_ROM_BAD;
	}
	if (usable == RCP_ROM_OTHER)
		rcp_atom_say(&doubt, "it is for device 0x%04x, the card is 0x%04x", header.device,
			     card->pdev->device);
	bios->doubt = doubt;
	return doubt.text[0] ? usable : RCP_ROM_GOOD;
}

/* Read the clocks of FirmwareInfo into card->config. */
static void rcp_bios_clocks(struct rcp_card *card, const struct rcp_atom_image *image)
{
	struct rcp_config *config = &card->config;
	struct rcp_atom_firmware firmware;
	struct rcp_atom_why why = { };

	if (!rcp_atom_firmware(image, &firmware, &why)) {
		dev_dbg(card->dev, "%s\n", why.text);
		return;
	}
	config->sclk_khz = firmware.sclk_khz;
	config->mclk_khz = firmware.mclk_khz;
	/* The limits of FirmwareInfo may need a higher voltage than the card has at boot. */
	config->max_sclk_khz = firmware.sclk_khz;
	config->max_mclk_khz = firmware.mclk_khz;
	/* Ignore values outside of the usual range of a crystal. */
	if (firmware.reference_khz >= 10000 && firmware.reference_khz <= 100000)
		config->crystal_khz = firmware.reference_khz;
}

/* Read the power states, the thermal controller, and the levels of the voltage. */
static void rcp_bios_read_power(struct rcp_card *card, const struct rcp_atom_image *image)
{
	struct rcp_atom_powerplay *powerplay = &card->bios->power.powerplay;
	struct rcp_config *config = &card->config;
	struct rcp_atom_why why = { };

	if (!rcp_atom_power(image, card->chip->igp, &card->bios->power, &why)) {
		dev_dbg(card->dev, "%s\n", why.text);
		return;
	}
	config->internal_sensor = powerplay->internal && card->gen->temperature;
	/* A board without a lower state has its default clock only. */
	if (powerplay->min_sclk_khz)
		config->min_sclk_khz = min(powerplay->min_sclk_khz, config->max_sclk_khz);
	if (powerplay->min_mclk_khz)
		config->min_mclk_khz = min(powerplay->min_mclk_khz, config->max_mclk_khz);
}

/**
 * rcp_bios_init() - find the video BIOS, and read the clocks into card->config
 * @card: the card; registers are mapped
 *
 * Without a video BIOS the card gets the crystal frequency that is usual for its chip, and
 * cannot be posted.
 *
 * Context: process; sleeps.
 * Return: 0 or -ENOMEM.
 */
int rcp_bios_init(struct rcp_card *card)
{
	struct rcp_bios *bios = kvzalloc(sizeof(*bios), GFP_KERNEL);

	card->config.crystal_khz = card->chip->crystal_khz;
	card->config.min_sclk_khz = RCP_BIOS_CLOCK_MIN_KHZ;
	card->config.min_mclk_khz = RCP_BIOS_CLOCK_MIN_KHZ;
	if (!bios)
		return -ENOMEM;
	card->bios = bios;
	switch (rcp_rom_find(card, &bios->rom, rcp_bios_check, bios)) {
	case RCP_ROM_BAD:
		return 0;
	case RCP_ROM_OTHER:
	case RCP_ROM_DOUBTFUL:
		/* Sets the image and the doubt, which may be another source's. */
		rcp_bios_check(card, &bios->rom, bios);
		dev_notice(card->dev, "video BIOS (%s): %s: using it\n", bios->rom.source,
			   bios->doubt.text);
		break;
	case RCP_ROM_GOOD:
		break;
	}
	rcp_bios_clocks(card, &bios->image);
	rcp_bios_read_power(card, &bios->image);
	bios->scratch_bytes = rcp_atom_scratch_bytes(&bios->image, NULL);
	bios->scratch = kvzalloc(bios->scratch_bytes, GFP_KERNEL);
	if (!bios->scratch) {
		rcp_bios_fini(card);
		return -ENOMEM;
	}
	bios->atom.image = &bios->image;
	bios->atom.ops = &rcp_bios_ops;
	bios->atom.priv = card;
	bios->atom.scratch = bios->scratch;
	bios->atom.scratch_dw = bios->scratch_bytes / 4;
	return 0;
}

/**
 * rcp_bios_fini() - free the video BIOS
 * @card: the card; rcp_bios_init() may have failed
 *
 * Context: process.
 */
void rcp_bios_fini(struct rcp_card *card)
{
	struct rcp_bios *bios = card->bios;

	if (!bios)
		return;
	kvfree(bios->scratch);
	kvfree(bios->rom.bytes);
	kvfree(bios);
	card->bios = NULL;
}

/* Run ASIC_Init, and the table that some generations run after it. */
static bool rcp_bios_run_init(struct rcp_card *card)
{
	u32 params[RCP_BIOS_INIT_PARAMS] = { };
	u32 table = card->gen->post_table;

	if (!rcp_bios_run(card->bios, RCP_ATOM_ASIC_INIT, NULL, 0))
		return false;
	if (!table || !rcp_bios_has(card, table))
		return true;
	return rcp_bios_run(card->bios, table, params, ARRAY_SIZE(params));
}

/**
 * rcp_bios_post() - post a card that firmware has not posted
 * @card: the card; registers are mapped
 *
 * Logs one line on failure.  The video BIOS may have done a part of its work then.
 *
 * Context: process; sleeps, for seconds with some images.
 * Return: 0, or -ENODEV if there is no image, it fails, or the card has no memory after it.
 */
int rcp_bios_post(struct rcp_card *card)
{
	struct rcp_bios *bios = card->bios;
	u64 start = ktime_get_ns();

	if (!bios->rom.bytes) {
		rcp_err(card, "card was not posted: no video BIOS was found%s%s%s\n",
			bios->why.text[0] ? " (" : "", bios->why.text,
			bios->why.text[0] ? ")" : "");
		return -ENODEV;
	}
	if (card->gen->post_begin)
		card->gen->post_begin(card);
	if (!rcp_bios_run_init(card)) {
		rcp_err(card, "card was not posted: its video BIOS (%s) fails: %s\n",
			bios->rom.source, bios->atom.why.text);
		return -ENODEV;
	}
	if (card->gen->post_end)
		card->gen->post_end(card);
	if (bios->atom.notes)
		dev_notice(card->dev, "video BIOS: %u accesses to missing programs or memory; the first: %s\n",
			   bios->atom.notes, bios->atom.note.text);
	if (!rcp_rd(card, card->gen->memsize_reg)) {
		rcp_err(card, "card was not posted: CONFIG_MEMSIZE (0x%04x) is 0 after ASIC_Init of its video BIOS (%s)\n",
			card->gen->memsize_reg, bios->rom.source);
		return -ENODEV;
	}
	dev_printk(card->waking ? KERN_DEBUG : KERN_INFO, card->dev,
		   "posted by its video BIOS (%s): %u steps, %llu us\n", bios->rom.source,
		   bios->atom.steps, div_u64(ktime_get_ns() - start, 1000));
	return 0;
}

/**
 * rcp_bios_can_post() - test whether there is an image that may post the card
 * @card: the card, after rcp_bios_init()
 *
 * Context: any.
 * Return: true if there is an image with ASIC_Init.
 */
bool rcp_bios_can_post(const struct rcp_card *card)
{
	return rcp_bios_has(card, RCP_ATOM_ASIC_INIT);
}

/**
 * rcp_bios_has() - test whether the video BIOS has a command table
 * @card: the card, after rcp_bios_init()
 * @table: number of the table
 *
 * Context: any.
 * Return: true if there is an image and it has the table.
 */
bool rcp_bios_has(const struct rcp_card *card, u32 table)
{
	return card->bios->rom.bytes && rcp_atom_present(&card->bios->image, true, table);
}

/**
 * rcp_bios_set() - run the command table of a step to another clock or voltage
 * @card: the card; no job runs
 * @step: the step; a clock is in steps of 10 kHz
 * @why: returns the reason of a failure
 *
 * Only the first parameter is input; the rest is parameter space for nested tables.
 *
 * Context: process; sleeps, for 50 ms at most if a table polls a register in vain.
 * Return: true if the table ran to its end.
 */
bool rcp_bios_set(struct rcp_card *card, const struct rcp_atom_step *step,
		  struct rcp_atom_why *why)
{
	static const u32 tables[] = {
		[RCP_ATOM_STEP_VOLTAGE] = RCP_ATOM_SET_VOLTAGE,
		[RCP_ATOM_STEP_ENGINE] = RCP_ATOM_SET_ENGINE_CLOCK,
		[RCP_ATOM_STEP_MEMORY] = RCP_ATOM_SET_MEMORY_CLOCK,
	};
	u32 params[RCP_BIOS_CLOCK_PARAMS] = { step->value / 10 };
	struct rcp_bios *bios = card->bios;
	bool done;

	if (step->kind == RCP_ATOM_STEP_VOLTAGE) {
		params[0] = RCP_BIOS_VDDC | step->value << RCP_BIOS_VOLTAGE_SHIFT;
		if (bios->power.by == RCP_ATOM_VOLTAGE_INDEX)
			params[0] |= RCP_BIOS_ALL_SOURCES;
	}
	done = rcp_bios_run(bios, tables[step->kind], params, ARRAY_SIZE(params));
	*why = bios->atom.why;
	return done;
}

/**
 * rcp_bios_get_clock() - run a command table that reads a clock
 * @card: the card, awake; one call at a time
 * @table: GetEngineClock or GetMemoryClock
 *
 * The tables of real boards read one or two registers and write none.
 *
 * Context: process.
 * Return: the clock in kHz, or 0 without a table, if it fails, or for a clock that no card has.
 */
u32 rcp_bios_get_clock(struct rcp_card *card, u32 table)
{
	u32 params[RCP_BIOS_CLOCK_PARAMS] = { };

	if (!rcp_bios_has(card, table) ||
	    !rcp_bios_run(card->bios, table, params, ARRAY_SIZE(params)) ||
	    params[0] > RCP_BIOS_CLOCK_MAX_KHZ / 10)
		return 0;
	return params[0] * 10;
}

/**
 * rcp_bios_power() - return the power states of the video BIOS
 * @card: the card, after rcp_bios_init()
 *
 * Context: any.
 * Return: the states; none if the image does not tell.
 */
const struct rcp_atom_power *rcp_bios_power(const struct rcp_card *card)
{
	return &card->bios->power;
}
