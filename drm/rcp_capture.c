// SPDX-License-Identifier: GPL-2.0
/*
 * Captured submissions, from the ioctl to the readers.
 *
 * Each reader has a ring of fixed size.  A submission that finds no room there is dropped as a
 * whole and counted, so a slow reader costs clients nothing but the copy.  The copy is made after
 * the verdict, when the ioctl holds no lock and no buffer is reserved, and cannot fail the ioctl.
 * The last refused submission is kept without a reader.
 *
 * Called by the CS ioctl and by rcp_capture_debugfs.c.
 *
 * Locks: &rcp_capture.lock orders submissions in the rings.  No user memory is accessed under it,
 * because a client can make a page fault block indefinitely (userfaultfd).  Each ring has one
 * producer (under that lock) and one consumer (under &rcp_capture_reader.lock), which exchange
 * head and tail without a common lock.  The order is reader's lock -> capture's.
 */
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <drm/drm_drv.h>

#include "rcp_capture_ring.h"

/* ---- from the ioctl ---- */

static u64 rcp_capture_room(const struct rcp_capture_reader *reader)
{
	/* Pairs with the release in rcp_capture_take(): those bytes have been copied. */
	return reader->sink.size - (reader->head - smp_load_acquire(&reader->tail));
}

static void rcp_capture_publish(struct rcp_capture_reader *reader, u32 size)
{
	/* Pairs with the acquire in rcp_capture_take(): publish the bytes before the head. */
	smp_store_release(&reader->head, reader->head + size);
	wake_up_interruptible(&reader->wait);
}

static void rcp_capture_put_lost(struct rcp_capture_reader *reader)
{
	rcp_capture_write_lost(&reader->sink, reader->lost);
	WRITE_ONCE(reader->lost, 0);
	rcp_capture_publish(reader, RCP_CAPTURE_LOST_SIZE);
}

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

/* If this allocation fails, rcp_refused_stream keeps the previous submission. */
static struct rcp_capture_blob *rcp_capture_make_blob(const struct rcp_submit *sub,
						      const struct drm_rcp_verdict *verdict,
						      u64 end_ns)
{
	struct rcp_capture_blob *blob;
	struct rcp_capture_sink sink = { .size = rcp_capture_size(sub) };

	blob = kvmalloc(struct_size(blob, data, sink.size),
			GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN);
	if (!blob)
		return NULL;
	kref_init(&blob->kref);
	blob->size = sink.size;
	sink.mem = blob->data;
	rcp_capture_write(&sink, sub, verdict, end_ns);
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

/* &rcp_capture.lock is held.  @size is 0 if there is no copy of the stream. */
static void rcp_capture_to_reader(struct rcp_capture_reader *reader, const struct rcp_submit *sub,
				  const struct drm_rcp_verdict *verdict, u32 size, u64 end_ns)
{
	if (!size || rcp_capture_room(reader) < size + RCP_CAPTURE_LOST_SIZE) {
		WRITE_ONCE(reader->lost, reader->lost + 1);
		wake_up_interruptible(&reader->wait);
		return;
	}
	if (reader->lost)
		rcp_capture_put_lost(reader);
	rcp_capture_write(&reader->sink, sub, verdict, end_ns);
	rcp_capture_publish(reader, size);
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
	struct rcp_capture_blob *blob = NULL;
	struct rcp_capture_reader *reader;
	u64 end_ns = ktime_get_ns();

	if (sub->ib && (verdict->error == EINVAL || verdict->error == ENOENT))
		blob = rcp_capture_make_blob(sub, verdict, end_ns);

	mutex_lock(&capture->lock);
	if (blob)
		swap(blob, capture->refused);
	/* A file that was opened after the job took the stream does not count it as lost. */
	if (has_stream || sub->begin_ns)
		list_for_each_entry(reader, &capture->readers, node)
			rcp_capture_to_reader(reader, sub, verdict,
					      has_stream ? rcp_capture_size(sub) : 0, end_ns);
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
	return READ_ONCE(reader->head) != READ_ONCE(reader->tail) || READ_ONCE(reader->lost) ||
	       READ_ONCE(reader->rdev->capture.closed);
}

/* Write the LOST section if no later submission has written it. */
static void rcp_capture_tell_lost(struct rcp_capture_reader *reader)
{
	struct rcp_capture *capture = &reader->rdev->capture;

	mutex_lock(&capture->lock);
	if (reader->lost && rcp_capture_room(reader) >= RCP_CAPTURE_LOST_SIZE)
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
	u32 at = reader->tail % RCP_CAPTURE_RING;
	bool begins = !ends || !reader->ends;
	size_t n;

	BUILD_BUG_ON_NOT_POWER_OF_2(RCP_CAPTURE_RING);
	if (begins && READ_ONCE(reader->head) == reader->tail && READ_ONCE(reader->lost))
		rcp_capture_tell_lost(reader);
	if (begins) {
		/* Pairs with the release in rcp_capture_publish(). */
		reader->end = smp_load_acquire(&reader->head);
	}
	n = reader->end - reader->tail;
	reader->ends = n;
	n = min3(n, size, (size_t)(RCP_CAPTURE_RING - at));
	if (!n)
		return 0;
	if (copy_to_user(buf, reader->sink.mem + at, n))
		return -EFAULT;
	/* Pairs with rcp_capture_room(): the bytes have been copied. */
	smp_store_release(&reader->tail, reader->tail + n);
	return n;
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
	reader->sink.size = RCP_CAPTURE_RING;
	reader->sink.mem = kvmalloc(RCP_CAPTURE_RING, GFP_KERNEL);
	if (!reader->sink.mem) {
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
	kvfree(reader->sink.mem);
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
