// SPDX-License-Identifier: GPL-2.0
/*
 * debugfs: submissions as the client passed them, for build/pm4 and other tools.
 *
 *   rcp_capture          every submission from open to close, accepted or refused
 *   rcp_refused_stream   the last refused submission that had a stream
 *
 * Reads of rcp_capture return what is there at the first of them, and then 0, so that programs
 * that read all of debugfs come to an end even while clients submit.  The read after a 0
 * begins anew.  A reader that wants to wait uses poll(), opens the file with O_NONBLOCK for
 * -EAGAIN, or opens it for reading and writing: then read() blocks until there is a submission.
 *
 * The format is in uapi/rcp_capture.h.  Both files are for root alone: they show the
 * commands of all clients.
 *
 * Called by the VFS.  A read holds &rcp_capture_reader.lock while it copies.
 */
#include <linux/debugfs.h>
#include <linux/poll.h>

#include <drm/drm_file.h>

#include "rcp_capture_ring.h"

/* ---- rcp_capture ---- */

static int rcp_capture_open(struct inode *inode, struct file *filp)
{
	filp->private_data = rcp_capture_reader_create(to_rcp(inode->i_private));
	return filp->private_data ? stream_open(inode, filp) : -ENOMEM;
}

static int rcp_capture_release(struct inode *inode, struct file *filp)
{
	rcp_capture_reader_free(filp->private_data);
	return 0;
}

static ssize_t rcp_capture_read(struct file *filp, char __user *buf, size_t size, loff_t *pos)
{
	struct rcp_capture_reader *reader = filp->private_data;
	bool waits = filp->f_flags & O_NONBLOCK || filp->f_mode & FMODE_WRITE;
	bool closed;
	ssize_t ret;

	do {
		/* Pairs with rcp_capture_close(): read the flag first, the last bytes after it. */
		closed = smp_load_acquire(&reader->rdev->capture.closed);
		ret = mutex_lock_interruptible(&reader->lock);
		if (ret)
			return ret;
		ret = rcp_capture_take(reader, buf, size,
				       !waits && !READ_ONCE(reader->polled));
		mutex_unlock(&reader->lock);
		if (ret || closed || !size)
			return ret;
		if (filp->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (!(filp->f_mode & FMODE_WRITE))
			return 0;
		ret = wait_event_interruptible(reader->wait, rcp_capture_readable(reader));
	} while (!ret);
	return ret;
}

static __poll_t rcp_capture_poll(struct file *filp, poll_table *wait)
{
	struct rcp_capture_reader *reader = filp->private_data;
	__poll_t mask = 0;

	WRITE_ONCE(reader->polled, true);
	poll_wait(filp, &reader->wait, wait);
	if (rcp_capture_readable(reader))
		mask |= EPOLLIN | EPOLLRDNORM;
	if (READ_ONCE(reader->rdev->capture.closed))
		mask |= EPOLLHUP;
	return mask;
}

static const struct file_operations rcp_capture_fops = {
	.owner = THIS_MODULE,
	.open = rcp_capture_open,
	.release = rcp_capture_release,
	.read = rcp_capture_read,
	.poll = rcp_capture_poll,
};

/* ---- rcp_refused_stream ---- */

static int rcp_refused_stream_open(struct inode *inode, struct file *filp)
{
	filp->private_data = rcp_capture_get_refused(&to_rcp(inode->i_private)->capture);
	return 0;
}

static int rcp_refused_stream_release(struct inode *inode, struct file *filp)
{
	rcp_capture_put_blob(filp->private_data);
	return 0;
}

static ssize_t rcp_refused_stream_read(struct file *filp, char __user *buf, size_t size,
				       loff_t *pos)
{
	const struct rcp_capture_blob *blob = filp->private_data;

	if (!blob)
		return 0;
	return simple_read_from_buffer(buf, size, pos, blob->data, blob->size);
}

static const struct file_operations rcp_refused_stream_fops = {
	.owner = THIS_MODULE,
	.open = rcp_refused_stream_open,
	.release = rcp_refused_stream_release,
	.read = rcp_refused_stream_read,
	.llseek = default_llseek,
};

/* ---- life ---- */

/**
 * rcp_capture_debugfs() - create the files
 * @minor: the minor; the files go into its directory
 *
 * A read of rcp_capture may sleep indefinitely.  debugfs would wait for it when it removes the
 * file, so the file is created without that protection and each open file holds a reference
 * to the device.
 *
 * Context: probe.
 */
void rcp_capture_debugfs(struct drm_minor *minor)
{
	debugfs_create_file_unsafe("rcp_capture", 0400, minor->debugfs_root, minor->dev,
				   &rcp_capture_fops);
	debugfs_create_file("rcp_refused_stream", 0400, minor->debugfs_root, minor->dev,
			    &rcp_refused_stream_fops);
}
