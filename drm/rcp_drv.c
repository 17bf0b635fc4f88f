// SPDX-License-Identifier: GPL-2.0
/*
 * Probe, remove and the ioctl table: a PCI device becomes a DRM device, and back.
 *
 * The DRM driver reports the name "radeon" and version 2.50, because it implements that ABI
 * and userspace looks for that name; the module and the PCI driver are called rcp.  The
 * driver has no display: the render node and the primary node offer the same.
 *
 * The teardown has two halves.  When the card leaves (unbind, unplug), rcp_reset_close()
 * stops it, and no thread may touch it any more, although clients still hold files, buffers
 * and mappings.  When the last reference of a client is dropped, rcp_drv_release() frees
 * the memory.  Everything that a client can reach is ready before drm_dev_register(), and a
 * registration that fails is undone like a remove, because a client may have come.
 *
 * Called by the PCI core and by the DRM core, without locks of this driver.
 */
#include <linux/module.h>
#include <linux/pci.h>

#include <drm/drm_drv.h>
#include <drm/drm_gem.h>
#include <drm/drm_ioctl.h>
#include <drm/drm_prime.h>

#include "mem/rcp_bo.h"
#include "debug/rcp_trace.h"

static unsigned int job_timeout_ms = 10000;
module_param(job_timeout_ms, uint, 0644);
MODULE_PARM_DESC(job_timeout_ms, "Job timeout in ms, 100..60000 (default 10000); read at probe");

static unsigned int shared_timeout_ms = 2000;
module_param(shared_timeout_ms, uint, 0644);
MODULE_PARM_DESC(shared_timeout_ms,
		 "For how long each job may keep other processes waiting, in ms, 100..60000 and at most job_timeout_ms (default 2000); read at probe");

static bool override_only;
module_param(override_only, bool, 0444);
MODULE_PARM_DESC(override_only,
		 "Take only cards whose driver_override is rcp, as rcp-claim sets it (default: every card)");

/* ---- calls from below ---- */

static void rcp_drv_eop(struct rcp_card *card)
{
	rcp_timeline_process(&rcp_from_card(card)->sched.timeline);
}

static const struct rcp_card_ops rcp_drv_card_ops = {
	.eop = rcp_drv_eop,
};

static void rcp_drv_run(struct rcp_job *job)
{
	rcp_bind_drop(job);
	trace_rcp_run(job, div_u64(job->run_ns - job->pushed_ns, NSEC_PER_USEC));
}

static void rcp_drv_done(struct rcp_job *job)
{
	u64 ns;

	rcp_grants_unuse(rcp_from_sched(job->sched), job->owns);
	if (!trace_rcp_done_enabled())
		return;
	ns = job->run_ns ? ktime_get_ns() - job->run_ns : 0;
	trace_rcp_done(job, div_u64(ns, NSEC_PER_USEC));
}

static void rcp_drv_hung(struct rcp_sched *sched, struct rcp_job *job)
{
	rcp_fdinfo_hung(job);
	if (job->slow && !rcp_emit_blocker(sched, job))
		rcp_dump_slow(sched, job);
	else
		rcp_dump_hang(sched, job);
	schedule_work(&rcp_from_sched(sched)->dump.work);
}

static const struct rcp_sched_ops rcp_drv_sched_ops = {
	.prepare = rcp_bind_prepare,
	.drop = rcp_bind_drop,
	.run = rcp_drv_run,
	.done = rcp_drv_done,
	.hung = rcp_drv_hung,
	.idle = rcp_sleep_idle,
};

/* ---- ioctls ---- */

#define RCP_IOCTL(name, function) \
	DRM_IOCTL_DEF_DRV(name, function, DRM_AUTH | DRM_RENDER_ALLOW)

/* Each gets the device, the struct that the header of the interface has for it, and the file. */
static const struct drm_ioctl_desc rcp_ioctls[] = {
	RCP_IOCTL(RADEON_GEM_INFO, rcp_gem_info_ioctl),
	RCP_IOCTL(RADEON_GEM_CREATE, rcp_gem_create_ioctl),
	RCP_IOCTL(RADEON_GEM_MMAP, rcp_gem_mmap_ioctl),
	RCP_IOCTL(RADEON_GEM_SET_DOMAIN, rcp_gem_set_domain_ioctl),
	RCP_IOCTL(RADEON_GEM_WAIT_IDLE, rcp_gem_wait_idle_ioctl),
	RCP_IOCTL(RADEON_CS, rcp_cs_ioctl),
	RCP_IOCTL(RADEON_INFO, rcp_info_ioctl),
	RCP_IOCTL(RADEON_GEM_SET_TILING, rcp_gem_set_tiling_ioctl),
	RCP_IOCTL(RADEON_GEM_GET_TILING, rcp_gem_get_tiling_ioctl),
	RCP_IOCTL(RADEON_GEM_BUSY, rcp_gem_busy_ioctl),
	RCP_IOCTL(RADEON_GEM_VA, rcp_gem_va_ioctl),
	RCP_IOCTL(RADEON_GEM_OP, rcp_gem_op_ioctl),
	RCP_IOCTL(RADEON_GEM_USERPTR, rcp_gem_userptr_ioctl),
	RCP_IOCTL(RCP_QUERY, rcp_query_ioctl),
	RCP_IOCTL(RCP_CTX_CREATE, rcp_ctx_create_ioctl),
	RCP_IOCTL(RCP_CTX_DESTROY, rcp_ctx_destroy_ioctl),
	RCP_IOCTL(RCP_CTX_STATE, rcp_ctx_state_ioctl),
	RCP_IOCTL(RCP_FENCE_QUERY, rcp_fence_ioctl_query),
	RCP_IOCTL(RCP_FENCE_WAIT, rcp_fence_ioctl_wait),
	RCP_IOCTL(RCP_FENCE_EXPORT, rcp_fence_ioctl_export),
	RCP_IOCTL(RCP_BO_WAIT, rcp_bo_wait_ioctl),
};

/* ---- files ---- */

static const struct file_operations rcp_fops = {
	.owner = THIS_MODULE,
	.open = drm_open,
	.release = drm_release,
	.unlocked_ioctl = drm_ioctl,
	.compat_ioctl = drm_compat_ioctl,
	.poll = drm_poll,
	.read = drm_read,
	.llseek = noop_llseek,
	.mmap = drm_gem_mmap,
#ifdef RCP_HAVE_DRM_FDINFO
	.show_fdinfo = drm_show_fdinfo,
#else
	.show_fdinfo = rcp_fdinfo_show_all,
#endif
#ifdef FOP_UNSIGNED_OFFSET
	.fop_flags = FOP_UNSIGNED_OFFSET,
#endif
};

/* ---- the device ---- */

static void rcp_drv_release(struct drm_device *drm)
{
	struct rcp_device *rdev = to_rcp(drm);

	if (rdev->sched.card)
		rcp_sched_fini(&rdev->sched);
	rcp_ttm_fini(rdev);
	rcp_checkers_fini(rdev);
	rcp_capture_fini(&rdev->capture);
}

static const struct drm_driver rcp_driver = {
	.driver_features = DRIVER_GEM | DRIVER_RENDER | DRIVER_SYNCOBJ | DRIVER_SYNCOBJ_TIMELINE,
	.open = rcp_file_open,
	.postclose = rcp_file_close,
	.release = rcp_drv_release,
	.prime_handle_to_fd = drm_gem_prime_handle_to_fd,
	.prime_fd_to_handle = drm_gem_prime_fd_to_handle,
	.gem_prime_import = rcp_prime_import,
	.gem_prime_import_sg_table = rcp_prime_import_sg,
#ifdef RCP_HAVE_GEM_PRIME_MMAP
	.gem_prime_mmap = drm_gem_prime_mmap,
#endif
	.debugfs_init = rcp_debugfs_init,
#ifdef RCP_HAVE_DRM_FDINFO
	.show_fdinfo = rcp_fdinfo_show,
#endif
	.ioctls = rcp_ioctls,
	.num_ioctls = ARRAY_SIZE(rcp_ioctls),
	.fops = &rcp_fops,
	.name = "radeon",
	.desc = "rcp: Radeon command processor",
#ifdef RCP_HAVE_DRM_DRIVER_DATE
	.date = "20261121",
#endif
	.major = 2,
	.minor = 50,
	.patchlevel = 0,
};

/* Set the timeouts of jobs from the module parameters. */
static void rcp_drv_set_timeouts(struct rcp_device *rdev)
{
	struct rcp_card *card = &rdev->card;
	unsigned int job_ms = rcp_parameter(card, "job_timeout_ms", job_timeout_ms, 100, 60000);
	unsigned int shared_ms = rcp_parameter(card, "shared_timeout_ms", shared_timeout_ms,
					       100, 60000);

	rcp_reset_init(&rdev->sched, job_ms, min(shared_ms, job_ms));
}

/*
 * What runs without an ioctl: what it uses of the card or of the device, and what keeps that
 * alive.  "Card" is what rcp_card_fini() frees, "device" what rcp_drv_release() frees.  A new
 * work, timer, callback or file needs a line here and a scene in tests/kselftest/race_test.c.
 *
 * Until remove; rcp_drv_teardown() ends them:
 *   interrupt handler    card: rcp_card_stop() disables it and waits, rcp_card_fini() frees it
 *   watchdog timer       card: rcp_timeline_close() sets closed and waits for it
 *   hang_work            card: returns if stopped, which rcp_reset_close() sets under reset_lock;
 *                        device: rcp_sched_fini() destroys its workqueue
 *   work of turns        card: fails jobs if stopped, which is set with ring_lock held
 *   dump work            device: rcp_dump_fini() waits for it; the dump is devcoredump's then;
 *                        drm_dev_enter() for the uevent
 *   debugfs files        card: drm_dev_unplug() removes them, which waits for calls; not for reads
 *                        of rcp_capture, whose open files hold a reference to the device
 *   hwmon                card: drm_dev_enter(); the PCI core unregisters it after remove, before
 *                        it drops the driver's reference to the device
 *   devfreq's polls      card: rcp_devfreq_fini() ends them
 *   runtime suspend      card: rcp_sleep_fini() wakes the card and holds a reference
 *   system sleep, PCI    card: the cores hold the lock of the PCI device, as for remove
 *   reset and errors,
 *   shutdown
 *   faults, pin, vmap    card: drm_dev_enter(); pages that importers have pinned outlive it
 *   frees of buffers by  card: drm_dev_enter() around the updates of the GART
 *   close, munmap, TTM
 *
 * Until the last client, and after remove; rcp_drv_release() waits for them:
 *   reap of jobs, fdinfo timestamps: read under the lock of the timeline unless it is closed;
 *                        device: live counts the jobs, an open file holds a reference
 *   reap_work            device: rcp_sched_fini() waits for it
 *   timer and work of    device: rcp_sched_fini() cancels the timer and destroys the workqueue,
 *   turns                after the last job
 *   late callbacks       device: rcp_sched_fini() destroys their workqueue, after the last job
 *   callbacks of fences  device: grace periods in rcp_sched_fence_settle()
 *   of other drivers,
 *   names of our fences
 *   queues' dead_work    device: rcp_sched_fini() waits for the last queue
 *   clients' close_work  device: it holds a reference to the client, which holds one to the device
 *   sweep of accounts    device: rcp_sched_fini() cancels it, after the last job and queue
 *   bindings' work         device: rcp_ttm_fini() waits for it, after the last job
 *   work of the windows  device: rcp_windows_fini() cancels it, after the last job
 *   TTM's deferred frees device: rcp_ttm_fini() flushes them; DMA mappings end at remove
 *   TTM's swap-outs for  device: ttm_device_fini() leaves TTM's list of devices
 *   other devices
 *   faults after remove  device: the mapping's file holds a reference
 *   dma-buf callbacks    device: an exported dma-buf holds a reference; the DMA mappings of
 *                        imports end at remove
 *
 * Until the module goes:
 *   dead_work,           rcp_sched_cleanup() waits for the last queue, then for the
 *   close_work           workqueue
 *   names of fences      they are never freed
 *   open files of        their operations name the module as owner; rcp_refused_stream holds a
 *   debugfs              reference to its stream
 */
static void rcp_drv_unplug(struct rcp_device *rdev)
{
	rcp_capture_close(&rdev->capture);
	/* From here on no client gets past drm_dev_enter(). */
	if (rdev->registered)
		drm_dev_unplug(&rdev->drm);
	else
		/* No client has come, and the core warns about a device that it does not know. */
		rdev->drm.unplugged = true;
	rcp_reset_close(&rdev->sched);
}

/* Free what belongs to the card; rcp_drv_release() frees the rest after the last client. */
static void rcp_drv_teardown(struct rcp_device *rdev)
{
	/* Before the card is stopped: after a probe that failed late, it may be asleep. */
	rcp_sleep_fini(rdev);
	rcp_devfreq_fini(rdev);
	rcp_pci_reset_fini(rdev);
	rcp_drv_unplug(rdev);
	rcp_ttm_unplug(rdev);
	rcp_card_fini(&rdev->card);
	rcp_dump_fini(rdev);
}

/* Let clients come; the card runs. */
static int rcp_drv_register(struct rcp_device *rdev)
{
	int ret = rcp_checkers_init(rdev);

	if (!ret)
		ret = rcp_ttm_init(rdev);
	if (!ret)
		ret = rcp_proof_run(rdev);
	if (ret)
		return ret;
	rcp_pci_reset_init(rdev);
	rcp_sleep_init(rdev);
	/* Clients may come before this returns, and even if it fails. */
	rdev->registered = true;
	return drm_dev_register(&rdev->drm, 0);
}

static int rcp_drv_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct rcp_device *rdev;
	int ret;

	rdev = devm_drm_dev_alloc(&pdev->dev, &rcp_driver, struct rcp_device, drm);
	if (IS_ERR(rdev))
		return PTR_ERR(rdev);
	pci_set_drvdata(pdev, rdev);
	mutex_init(&rdev->fdinfo_lock);
	spin_lock_init(&rdev->refusal_lock);
	mutex_init(&rdev->capture.lock);
	INIT_LIST_HEAD(&rdev->capture.readers);
	rcp_dump_init(rdev);
	init_rwsem(&rdev->gate.lock);
	spin_lock_init(&rdev->grants.lock);

	ret = rcp_card_init(&rdev->card, pdev, rcp_chip_find(pdev), &rcp_drv_card_ops);
	if (ret)
		goto dump;
	ret = rcp_sched_init(&rdev->sched, &rdev->card, &rcp_drv_sched_ops);
	if (ret) {
		rdev->sched.card = NULL;
		goto fini;
	}
	rcp_drv_set_timeouts(rdev);
	ret = rcp_card_start(&rdev->card);
	if (ret)
		goto close;
	rcp_card_set_seqno(&rdev->card, rcp_timeline_signalled(&rdev->sched.timeline));

	ret = rcp_drv_register(rdev);
	if (ret) {
		/* -EOPNOTSUPP comes with its reason. */
		if (ret != -EOPNOTSUPP)
			dev_err(&pdev->dev, "no device for clients (%d)\n", ret);
		rcp_drv_teardown(rdev);
		return ret;
	}
	rcp_hwmon_init(rdev);
	rcp_devfreq_init(rdev);
	return 0;

close:
	rcp_reset_close(&rdev->sched);
fini:
	rcp_card_fini(&rdev->card);
dump:
	rcp_dump_fini(rdev);
	return ret;
}

static void rcp_drv_remove(struct pci_dev *pdev)
{
	rcp_drv_teardown(pci_get_drvdata(pdev));
}

/* A kernel that follows by kexec finds the clocks that firmware has set. */
static void rcp_drv_shutdown(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	rcp_drv_unplug(rdev);
	unmap_mapping_range(rdev->drm.anon_inode->i_mapping, 0, 0, 1);
	rcp_clock_stop(&rdev->card);
}

static struct pci_driver rcp_pci_driver = {
	.name = "rcp",
	.id_table = rcp_pci_ids,
	.probe = rcp_drv_probe,
	.remove = rcp_drv_remove,
	.shutdown = rcp_drv_shutdown,
	.err_handler = &rcp_pci_error_handlers,
	.driver.pm = pm_ptr(&rcp_sleep_ops),
};

/* Matches no id, so only a driver_override binds. */
static const struct pci_device_id rcp_no_ids[] = {
	{ }
};

static int __init rcp_drv_init(void)
{
	int ret = rcp_sched_setup();

	if (ret)
		return ret;
	if (override_only)
		rcp_pci_driver.id_table = rcp_no_ids;
	ret = pci_register_driver(&rcp_pci_driver);
	if (ret)
		rcp_sched_cleanup();
	return ret;
}
module_init(rcp_drv_init);

static void __exit rcp_drv_exit(void)
{
	pci_unregister_driver(&rcp_pci_driver);
	rcp_sched_cleanup();
}
module_exit(rcp_drv_exit);

MODULE_DESCRIPTION("DRM driver for the command processors of Radeon cards");
MODULE_LICENSE("GPL");
MODULE_VERSION(RCP_VERSION);
MODULE_INFO(import_ns, "DMA_BUF");	/* MODULE_IMPORT_NS() takes a name or a string */
