// SPDX-License-Identifier: GPL-2.0
/*
 * The load sets the engine clock: a devfreq device with the clocks of PowerPlayInfo.
 *
 * Off by default.  The kernel's governors choose among the engine clocks of all power states, up to
 * the one that bring-up sets; min_freq and max_freq in sysfs bound it.  Memory clock and voltage
 * stay, so that a lower clock never lacks its voltage, and displays and CPU mappings see nothing.
 *
 * A change needs an idle engine: the ring runs empty first, and a change is left out if that takes
 * longer than some milliseconds.  The governor polls every 100 ms, so changes cost little, and no
 * client can cause more of them.  Jobs that take longer would make each poll hold new jobs back in
 * vain, so after such a poll the next ones are left out: for twice as long each time.
 *
 * Called by devfreq with its own lock; remove and suspend stop its polling first.
 */
#include <linux/devfreq.h>
#include <linux/ktime.h>
#include <linux/moduleparam.h>
#include <linux/pm_opp.h>

#include "rcp_device.h"

static bool devfreq;
module_param(devfreq, bool, 0444);
MODULE_PARM_DESC(devfreq, "Set the engine clock by load (default: no); read at probe");

#define RCP_DEVFREQ_POLL_MS	100u
/* Jobs waited in vain for a change of the clock: the next try is so long after that at most. */
#define RCP_DEVFREQ_BACK_OFF_MS	2000u

/**
 * struct rcp_load - the devfreq device
 * @devfreq: the device
 * @profile: its callbacks
 * @at_ns: when the last period ended
 * @busy_ns: card time up to then
 * @back_off_ms: after the last try that was in vain none was made for so long; 0: it was not
 * @retry_ns: when that time is over
 *
 * Protected by the lock of @devfreq.
 */
struct rcp_load {
	struct devfreq *devfreq;
	struct devfreq_dev_profile profile;
	u64 at_ns;
	u64 busy_ns;
	u32 back_off_ms;
	u64 retry_ns;
};

#if IS_ENABLED(CONFIG_DEVFREQ_GOV_SIMPLE_ONDEMAND)
/* In percent: busier than 90 sets the highest clock, and up to 10 less busy keeps the clock. */
static struct devfreq_simple_ondemand_data rcp_devfreq_ondemand = {
	.upthreshold = 90,
	.downdifferential = 10,
};

/* Return the clock of the table that is nearest below the engine clock: devfreq knows no others. */
static unsigned long rcp_devfreq_now(struct rcp_device *rdev)
{
	unsigned long hz = (unsigned long)READ_ONCE(rdev->card.config.cur_sclk_khz) * 1000;
	struct device *dev = rdev->card.dev;
	struct dev_pm_opp *opp = dev_pm_opp_find_freq_floor(dev, &hz);

	if (IS_ERR(opp))
		opp = dev_pm_opp_find_freq_ceil(dev, &hz);
	if (!IS_ERR(opp))
		dev_pm_opp_put(opp);
	return hz;
}

/* Set the clock, unless the ring did not run empty for that a short while ago. */
static void rcp_devfreq_try(struct rcp_device *rdev, u32 khz)
{
	struct rcp_load *load = rdev->load;

	if (ktime_get_ns() < load->retry_ns)
		return;
	if (rcp_reset_set_engine(&rdev->sched, khz)) {
		load->back_off_ms = 0;
		return;
	}
	load->back_off_ms = clamp(2 * load->back_off_ms, 2 * RCP_DEVFREQ_POLL_MS,
				  RCP_DEVFREQ_BACK_OFF_MS);
	load->retry_ns = ktime_get_ns() + (u64)load->back_off_ms * NSEC_PER_MSEC;
}

/* No error: devfreq would log it as one, and the next poll asks again. */
static int rcp_devfreq_target(struct device *dev, unsigned long *hz, u32 flags)
{
	struct rcp_device *rdev = dev_get_drvdata(dev);
	struct dev_pm_opp *opp = devfreq_recommended_opp(dev, hz, flags);

	if (IS_ERR(opp))
		return PTR_ERR(opp);
	dev_pm_opp_put(opp);
	if (*hz != rcp_devfreq_now(rdev))
		rcp_devfreq_try(rdev, *hz / 1000);
	*hz = rcp_devfreq_now(rdev);
	return 0;
}

static int rcp_devfreq_status(struct device *dev, struct devfreq_dev_status *status)
{
	struct rcp_device *rdev = dev_get_drvdata(dev);
	struct rcp_load *load = rdev->load;
	u64 now_ns = ktime_get_ns(), busy_ns;

	status->current_frequency = rcp_devfreq_now(rdev);
	status->total_time = now_ns - load->at_ns;
	status->busy_time = 0;
	if (rcp_reset_busy(&rdev->sched, &busy_ns)) {
		if (busy_ns > load->busy_ns)
			status->busy_time = min(busy_ns - load->busy_ns, now_ns - load->at_ns);
		load->busy_ns = busy_ns;
	}
	load->at_ns = now_ns;
	return 0;
}

static int rcp_devfreq_cur_freq(struct device *dev, unsigned long *hz)
{
	*hz = rcp_devfreq_now(dev_get_drvdata(dev));
	return 0;
}

/* Add a clock, unless the table has it. */
static int rcp_devfreq_add(struct rcp_device *rdev, u32 khz)
{
	unsigned long hz = (unsigned long)khz * 1000;
	struct device *dev = rdev->card.dev;
	struct dev_pm_opp *opp = dev_pm_opp_find_freq_exact(dev, hz, true);

	if (IS_ERR(opp))
		return dev_pm_opp_add(dev, hz, 0);
	dev_pm_opp_put(opp);
	return 0;
}

static int rcp_devfreq_add_all(struct rcp_device *rdev)
{
	const struct rcp_atom_powerplay *powerplay = &rcp_bios_power(&rdev->card)->powerplay;
	u32 max_khz = rdev->card.clocks.want.sclk_khz, i, j;
	/* Makes the table; a search without one would be logged as an error. */
	int ret = dev_pm_opp_add(rdev->card.dev, (unsigned long)max_khz * 1000, 0);
	u32 khz;

	for (i = 0; i < powerplay->nstates; i++) {
		for (j = 0; !ret && j < powerplay->states[i].nlevels; j++) {
			khz = powerplay->states[i].levels[j].sclk_khz;
			if (khz < max_khz)
				ret = rcp_devfreq_add(rdev, khz);
		}
	}
	return ret;
}

/**
 * rcp_devfreq_init() - let the load set the engine clock, if the parameter says so
 * @rdev: the device, which is registered
 *
 * Without devfreq the card works as well; then one line says why.
 *
 * Context: probe.
 */
void rcp_devfreq_init(struct rcp_device *rdev)
{
	struct device *dev = rdev->card.dev;
	struct rcp_load *load;
	int ret;

	if (!devfreq)
		return;
	if (!rcp_clock_follow_load(&rdev->card)) {
		dev_notice(dev, "devfreq=1: the video BIOS has no lower engine clock that it can set\n");
		return;
	}
	load = devm_kzalloc(dev, sizeof(*load), GFP_KERNEL);
	ret = load ? rcp_devfreq_add_all(rdev) : -ENOMEM;
	if (ret)
		goto fail;
	load->profile.polling_ms = RCP_DEVFREQ_POLL_MS;
	load->profile.initial_freq = rcp_devfreq_now(rdev);
	load->profile.target = rcp_devfreq_target;
	load->profile.get_dev_status = rcp_devfreq_status;
	load->profile.get_cur_freq = rcp_devfreq_cur_freq;
	load->at_ns = ktime_get_ns();
	rdev->load = load;
	load->devfreq = devfreq_add_device(dev, &load->profile, DEVFREQ_GOV_SIMPLE_ONDEMAND,
					   &rcp_devfreq_ondemand);
	if (!IS_ERR(load->devfreq))
		return;
	rdev->load = NULL;
	ret = PTR_ERR(load->devfreq);
fail:
	dev_pm_opp_remove_all_dynamic(dev);
	dev_notice(dev, "devfreq=1: there is no devfreq device (%d)\n", ret);
}
#else
void rcp_devfreq_init(struct rcp_device *rdev)
{
	if (devfreq)
		dev_notice(rdev->card.dev, "devfreq=1: the kernel has no CONFIG_DEVFREQ_GOV_SIMPLE_ONDEMAND\n");
}
#endif

/**
 * rcp_devfreq_fini() - undo rcp_devfreq_init()
 * @rdev: the device
 *
 * Context: remove.
 */
void rcp_devfreq_fini(struct rcp_device *rdev)
{
	if (!rdev->load)
		return;
	devfreq_remove_device(rdev->load->devfreq);
	rdev->load = NULL;
	dev_pm_opp_remove_all_dynamic(rdev->card.dev);
}

/**
 * rcp_devfreq_suspend() - stop polling, so that a sleeping card is left alone
 * @rdev: the device
 *
 * Context: may sleep.
 */
void rcp_devfreq_suspend(struct rcp_device *rdev)
{
	if (rdev->load)
		devfreq_suspend_device(rdev->load->devfreq);
}

/**
 * rcp_devfreq_resume() - undo rcp_devfreq_suspend()
 * @rdev: the device
 *
 * Context: may sleep.
 */
void rcp_devfreq_resume(struct rcp_device *rdev)
{
	if (rdev->load)
		devfreq_resume_device(rdev->load->devfreq);
}
