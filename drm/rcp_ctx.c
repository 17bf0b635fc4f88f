// SPDX-License-Identifier: GPL-2.0
/*
 * Open files and their contexts: each context id names a queue.
 *
 * Context 0 exists from open() on.  After close() the struct rcp_file lives until its last
 * queue has gone, and holds a reference to the device.  No function here waits for the card.
 *
 * Called from open(), from close() and from ioctls.  The xarray &rcp_file.contexts has its
 * own spinlock.
 */
#include <linux/slab.h>

#include <drm/drm_drv.h>
#include <drm/drm_print.h>

#include "mem/rcp_bo.h"

static void rcp_file_release(struct rcp_client *client)
{
	struct rcp_file *file = container_of(client, struct rcp_file, base);
	struct drm_device *drm = &file->rdev->drm;

	kfree(file);
	drm_dev_put(drm);
}

/*
 * &drm_driver.open.  Context: may sleep.  Return: 0, -ENOMEM, or -ENOSPC if the process or its user
 * has too many files and contexts.
 */
int rcp_file_open(struct drm_device *drm, struct drm_file *drm_file)
{
	struct rcp_device *rdev = to_rcp(drm);
	struct rcp_file *file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);
	struct rcp_account *account;

	if (!file)
		return -ENOMEM;
	file->rdev = rdev;
	drm_dev_get(drm);
	xa_init_flags(&file->contexts, XA_FLAGS_ALLOC1);
	rcp_client_init(&file->base, &rdev->sched.accounts, rcp_file_release);
	file->base.id = rcp_fdinfo_client_id(drm_file);
	account = rcp_client_account(&file->base);
	file->queue = account ? rcp_queue_create(&rdev->sched, &file->base, account, false) :
				ERR_PTR(-ENOMEM);
	rcp_account_put(account);
	if (IS_ERR(file->queue)) {
		int ret = PTR_ERR(file->queue);

		rcp_client_put(&file->base);
		return ret;
	}
	drm_file->driver_priv = file;
	return 0;
}

/*
 * &drm_driver.postclose.  The client's jobs have a moment to reach the card before they are
 * cancelled; this function does not wait for them.  Context: may sleep.
 */
void rcp_file_close(struct drm_device *drm, struct drm_file *drm_file)
{
	struct rcp_file *file = drm_file->driver_priv;
	struct rcp_queue *queue;
	unsigned long id;

	rcp_grants_close(file);
	rcp_client_close(&file->base);
	xa_for_each(&file->contexts, id, queue)
		rcp_queue_put(queue);
	xa_destroy(&file->contexts);
	rcp_queue_put(file->queue);
	rcp_client_put(&file->base);
}

/**
 * rcp_file_queue() - look up the queue of a context
 * @file: the file
 * @id: the id
 *
 * Context: any.
 * Return: the queue, with a reference, or NULL.
 */
struct rcp_queue *rcp_file_queue(struct rcp_file *file, u32 id)
{
	struct rcp_queue *queue = file->queue;

	if (!id) {
		kref_get(&queue->kref);
		return queue;
	}
	xa_lock(&file->contexts);
	queue = xa_load(&file->contexts, id);
	if (queue)
		kref_get(&queue->kref);
	xa_unlock(&file->contexts);
	return queue;
}

static int rcp_ctx_create(struct rcp_file *file, struct rcp_account *account, u32 flags, u32 *id)
{
	struct rcp_sched *sched = &file->rdev->sched;
	struct rcp_queue *queue;
	int ret;

	queue = rcp_queue_create(sched, &file->base, account, true);
	if (IS_ERR(queue))
		return PTR_ERR(queue);
	queue->ban_on_hang = flags & RCP_CTX_CREATE_BAN_ON_HANG;
	/* Hold the lock so that rcp_file_queue() does not find the queue before it has its id. */
	xa_lock(&file->contexts);
	ret = __xa_alloc_cyclic(&file->contexts, id, queue, xa_limit_31b, &file->next_id,
				GFP_KERNEL_ACCOUNT);
	queue->id = *id;
	xa_unlock(&file->contexts);
	if (ret < 0) {
		rcp_queue_put(queue);
		return ret;
	}
	return 0;
}

/*
 * DRM_RCP_CTX_CREATE.  Context: may sleep.  Return: 0, -EINVAL, -ENOSPC, -ENOMEM, -ECANCELED,
 * -EIO, -ENODEV.
 */
int rcp_ctx_create_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file)
{
	struct rcp_file *file = drm_file->driver_priv;
	struct drm_rcp_ctx_create *args = data;
	int error = rcp_sched_error(&file->rdev->sched);
	struct rcp_account *account;

	if ((args->flags & ~RCP_CTX_CREATE_BAN_ON_HANG) || args->pad ||
	    args->priority != RCP_CTX_PRIORITY_NORMAL) {
		drm_dbg_driver(drm, "CTX_CREATE: flags 0x%x priority %u pad 0x%x\n", args->flags,
			       args->priority, args->pad);
		return -EINVAL;
	}
	if (error)
		return error;
	account = rcp_client_account(&file->base);
	if (!account)
		return -ENOMEM;
	if (rcp_account_is_banned(account))
		error = -ECANCELED;
	else
		error = rcp_ctx_create(file, account, args->flags, &args->ctx_id);
	rcp_account_put(account);
	return error;
}

/*
 * DRM_RCP_CTX_DESTROY.  Context: may sleep, but does not wait for jobs.  Return: 0, -EINVAL,
 * -ENOENT.
 */
int rcp_ctx_destroy_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file)
{
	struct rcp_file *file = drm_file->driver_priv;
	struct drm_rcp_ctx_destroy *args = data;
	struct rcp_queue *queue;

	if (!args->ctx_id || args->pad) {
		drm_dbg_driver(drm, "CTX_DESTROY: context %u pad 0x%x\n", args->ctx_id, args->pad);
		return -EINVAL;
	}
	queue = xa_erase(&file->contexts, args->ctx_id);
	if (!queue)
		return -ENOENT;
	rcp_queue_put(queue);
	return 0;
}

/* DRM_RCP_CTX_STATE.  Context: may sleep.  Return: 0, -ENOENT, -ENOMEM. */
int rcp_ctx_state_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file)
{
	struct rcp_file *file = drm_file->driver_priv;
	struct drm_rcp_ctx_state *args = data;
	struct rcp_queue *queue = rcp_file_queue(file, args->ctx_id);
	struct rcp_account *account;

	if (!queue)
		return -ENOENT;
	account = rcp_client_account(&file->base);
	if (account)
		rcp_queue_state(queue, account, args);
	rcp_account_put(account);
	rcp_queue_put(queue);
	return account ? 0 : -ENOMEM;
}
