/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Suspend, PCI resets and PCI errors, see rcp_pm.c.
 */
#ifndef RCP_PM_H
#define RCP_PM_H

#include <linux/pm.h>
#include <linux/rwsem.h>
#include <linux/types.h>
#include <linux/wait.h>

struct pci_error_handlers;
struct pci_saved_state;
struct rcp_device;

/**
 * struct rcp_pm - the gate to the card
 * @gate: held for reading by ioctls inside; the writer waits until they have left
 * @closed: a PCI reset is under way
 * @opened: woken when @closed becomes false
 * @runtime: an idle card may be suspended; set at probe
 * @config: PCI configuration as of probe, to restore after a slot reset, or NULL
 */
struct rcp_pm {
	struct rw_semaphore gate;
	bool closed;
	wait_queue_head_t opened;
	bool runtime;
	struct pci_saved_state *config;
};

extern const struct dev_pm_ops rcp_pm_ops;
extern const struct pci_error_handlers rcp_pm_error_handlers;

void rcp_pm_prepare(struct rcp_device *rdev);
void rcp_pm_init(struct rcp_device *rdev);
void rcp_pm_fini(struct rcp_device *rdev);
int rcp_pm_enter(struct rcp_device *rdev, int *idx);
bool rcp_pm_enter_awake(struct rcp_device *rdev, int *idx);
void rcp_pm_exit(struct rcp_device *rdev, int idx);
void rcp_pm_idle(struct rcp_device *rdev);

#endif /* RCP_PM_H */
