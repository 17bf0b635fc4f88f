// SPDX-License-Identifier: GPL-2.0
/*
 * Captured submissions, from the ioctl to the readers.
 *
 * Each reader has a ring of fixed size.  A submission that finds no room there is dropped as a
 * whole and counted, so a slow reader costs clients nothing but the copies.  They are made after
 * the verdict, when the ioctl holds no lock and no buffer is reserved, and cannot fail the ioctl.
 * The last refused submission is kept without a reader.
 *
 * Called by the CS ioctl and by rcp_capture_debugfs.c.
 *
 * Locks: &rcp_capture.lock orders submissions in the rings.  No user memory is accessed under it,
 * because a client can make a page fault block indefinitely (userfaultfd).  Each ring has one
 * producer (under that lock) and one consumer (under &rcp_capture_reader.lock), without a common
 * lock.  The order is reader's lock -> capture's.
 */
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <drm/drm_drv.h>

#include "rcp_capture_ring.h"

/* ---- from the ioctl ---- */

static void rcp_capture_free_blob(struct kref *kref)
{
	kvfree(container_of(kref, struct rcp_capture_blob, kref));
}

/**
 * rcp_capture_put_blob() - drop a reference
 * @blob: the submission; may be NULL
 *
 * Context: may sleep.
 */
void rcp_capture_put_blob(struct rcp_capture_blob *blob)
{
	if (blob)
		kref_put(&blob->kref, rcp_capture_free_blob);
}

/*
 * If this allocation fails, rcp_refused_stream keeps the previous submission, and readers lose this
 * one.
 */
static struct rcp_capture_blob *rcp_capture_make_blob(const struct rcp_submit *sub,
						      const struct drm_rcp_verdict *verdict,
						      u64 end_ns)
{
	u32 size = rcp_capture_size(sub);
	struct rcp_capture_blob *blob;

	blob = kvmalloc(struct_size(blob, data, size), GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN);
	if (!blob)
		return NULL;
	kref_init(&blob->kref);
	blob->size = size;
	rcp_capture_write(blob->data, sub, verdict, end_ns);
	return blob;
}

/**
 * rcp_capture_stream() - copy a stream before the job takes it over
 * @sub: the submission, checked; nothing is reserved yet
 *
 * The stream of a job is patched, and may be freed before the ioctl returns.  If there is
 * no memory for the copy, the submission counts as lost.
 *
 * Context: may sleep.
 */
void rcp_capture_stream(struct rcp_submit *sub)
{
	size_t size = sub->ib_dw * sizeof(u32);

	if (!sub->begin_ns)
		return;
	sub->captured = kvmalloc(size, GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN);
	if (sub->captured)
		memcpy(sub->captured, sub->ib, size);
}

static void rcp_capture_put_lost(struct rcp_capture_reader *reader)
{
	u8 lost[RCP_CAPTURE_LOST_SIZE];

	rcp_capture_write_lost(lost, reader->lost);
	WRITE_ONCE(reader->lost, 0);
	kfifo_in(&reader->ring, lost, sizeof(lost));
}

/* &rcp_capture.lock is held.  @blob is NULL if there was no memory for it. */
static void rcp_capture_to_reader(struct rcp_capture_reader *reader,
				  const struct rcp_capture_blob *blob)
{
	if (!blob || kfifo_avail(&reader->ring) < blob->size + RCP_CAPTURE_LOST_SIZE) {
		WRITE_ONCE(reader->lost, reader->lost + 1);
	} else {
		if (reader->lost)
			rcp_capture_put_lost(reader);
		kfifo_in(&reader->ring, blob->data, blob->size);
	}
	wake_up_interruptible(&reader->wait);
}

/**
 * rcp_capture_submission() - put a submission into the debugfs files
 * @sub: the submission, as far as it got
 * @verdict: its verdict
 *
 * Call it for every refused submission, and for accepted ones if rcp_capture_on().
 *
 * Context: may sleep; no reservation is held.
 */
void rcp_capture_submission(struct rcp_submit *sub, const struct drm_rcp_verdict *verdict)
{
	struct rcp_capture *capture = &sub->rdev->capture;
	bool has_stream = sub->captured || sub->ib || !sub->ib_dw;
	bool refused = sub->ib && (verdict->error == EINVAL || verdict->error == ENOENT);
	struct rcp_capture_blob *blob = NULL;
	struct rcp_capture_reader *reader;

	if (refused || (has_stream && rcp_capture_on(capture)))
		blob = rcp_capture_make_blob(sub, verdict, ktime_get_ns());

	mutex_lock(&capture->lock);
	/* A file that was opened since the ioctl began does not count it as lost. */
	if (blob || sub->begin_ns)
		list_for_each_entry(reader, &capture->readers, node)
			rcp_capture_to_reader(reader, blob);
	if (refused && blob)
		swap(blob, capture->refused);
	mutex_unlock(&capture->lock);
	rcp_capture_put_blob(blob);
}

/* ---- to the readers ---- */

/**
 * rcp_capture_readable() - test whether a reader has something to read
 * @reader: the reader
 *
 * Context: any; the answer may be stale.
 * Return: true if it does, or if the device is going away.
 */
bool rcp_capture_readable(struct rcp_capture_reader *reader)
{
	return !kfifo_is_empty(&reader->ring) || READ_ONCE(reader->lost) ||
	       READ_ONCE(reader->rdev->capture.closed);
}

/* Write the LOST section if no later submission has written it. */
static void rcp_capture_tell_lost(struct rcp_capture_reader *reader)
{
	struct rcp_capture *capture = &reader->rdev->capture;

	mutex_lock(&capture->lock);
	if (reader->lost && kfifo_avail(&reader->ring) >= RCP_CAPTURE_LOST_SIZE)
		rcp_capture_put_lost(reader);
	mutex_unlock(&capture->lock);
}

/**
 * rcp_capture_take() - copy bytes out of a reader's ring
 * @reader: the reader
 * @buf: where to
 * @size: how many bytes at most
 * @ends: return 0 after the bytes that were there at the first of several calls
 *
 * Context: &rcp_capture_reader.lock is held.
 * Return: the number of bytes, 0 at the end or if the ring is empty, or -EFAULT.
 */
ssize_t rcp_capture_take(struct rcp_capture_reader *reader, char __user *buf, size_t size,
			 bool ends)
{
	bool begins = !ends || !reader->ends;
	unsigned int copied = 0;
	int ret;

	if (begins && kfifo_is_empty(&reader->ring) && READ_ONCE(reader->lost))
		rcp_capture_tell_lost(reader);
	if (begins)
		reader->left = kfifo_len(&reader->ring);
	reader->ends = reader->left;
	ret = kfifo_to_user(&reader->ring, buf, min_t(size_t, reader->left, size), &copied);
	reader->left -= copied;
	return copied ? copied : (ssize_t)ret;
}

/**
 * rcp_capture_reader_create() - begin to capture for a new reader
 * @rdev: the device; the reader takes a reference
 *
 * Context: may sleep.
 * Return: the reader, or NULL when out of memory.
 */
struct rcp_capture_reader *rcp_capture_reader_create(struct rcp_device *rdev)
{
	struct rcp_capture *capture = &rdev->capture;
	struct rcp_capture_reader *reader = kzalloc(sizeof(*reader), GFP_KERNEL);

	if (!reader)
		return NULL;
	reader->mem = kvmalloc(RCP_CAPTURE_RING, GFP_KERNEL);
	if (!reader->mem || kfifo_init(&reader->ring, reader->mem, RCP_CAPTURE_RING)) {
		kvfree(reader->mem);
		kfree(reader);
		return NULL;
	}
	mutex_init(&reader->lock);
	init_waitqueue_head(&reader->wait);
	drm_dev_get(&rdev->drm);
	reader->rdev = rdev;

	mutex_lock(&capture->lock);
	list_add_tail(&reader->node, &capture->readers);
	WRITE_ONCE(capture->nreaders, capture->nreaders + 1);
	mutex_unlock(&capture->lock);
	return reader;
}

/**
 * rcp_capture_reader_free() - undo rcp_capture_reader_create()
 * @reader: the reader
 *
 * Context: may sleep.
 */
void rcp_capture_reader_free(struct rcp_capture_reader *reader)
{
	struct rcp_capture *capture = &reader->rdev->capture;

	mutex_lock(&capture->lock);
	list_del(&reader->node);
	WRITE_ONCE(capture->nreaders, capture->nreaders - 1);
	mutex_unlock(&capture->lock);
	drm_dev_put(&reader->rdev->drm);
	mutex_destroy(&reader->lock);
	kvfree(reader->mem);
	kfree(reader);
}

/**
 * rcp_capture_get_refused() - get the last refused submission that had a stream
 * @capture: the captures
 *
 * Context: may sleep.
 * Return: the submission, a reference, or NULL.
 */
struct rcp_capture_blob *rcp_capture_get_refused(struct rcp_capture *capture)
{
	struct rcp_capture_blob *blob;

	mutex_lock(&capture->lock);
	blob = capture->refused;
	if (blob)
		kref_get(&blob->kref);
	mutex_unlock(&capture->lock);
	return blob;
}

/* ---- life ---- */

/**
 * rcp_capture_init() - prepare captures, before the first submission
 * @capture: the captures of a device, zeroed
 *
 * Context: probe.
 */
void rcp_capture_init(struct rcp_capture *capture)
{
	mutex_init(&capture->lock);
	INIT_LIST_HEAD(&capture->readers);
}

/**
 * rcp_capture_close() - wake all readers: they get the rest, then the end of the file
 * @capture: the captures of a device that is going away
 *
 * Context: may sleep.
 */
void rcp_capture_close(struct rcp_capture *capture)
{
	struct rcp_capture_reader *reader;

	mutex_lock(&capture->lock);
	/* Pairs with rcp_capture_read(): the end comes after all captured submissions. */
	smp_store_release(&capture->closed, true);
	list_for_each_entry(reader, &capture->readers, node)
		wake_up_interruptible(&reader->wait);
	mutex_unlock(&capture->lock);
}

/**
 * rcp_capture_fini() - free the captures, after the last file was closed
 * @capture: the captures
 *
 * Context: may sleep.
 */
void rcp_capture_fini(struct rcp_capture *capture)
{
	rcp_capture_put_blob(capture->refused);
	mutex_destroy(&capture->lock);
}
