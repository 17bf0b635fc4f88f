// SPDX-License-Identifier: GPL-2.0
/*
 * Captured submissions, from the ioctl to debugfs, as the client passed them: for build/pm4 and
 * other tools.
 *
 *   rcp_capture          every submission from open to close, accepted or refused
 *   rcp_refused_stream   the last refused submission that had a stream
 *
 * The format is in uapi/rcp_capture.h.  Both files are for root alone: they show the
 * commands of all clients.
 *
 * Each reader has a ring of fixed size.  A submission that finds no room there is dropped as a
 * whole and counted, so a slow reader costs clients nothing but the copies.  They are made after
 * the verdict, when the ioctl holds no lock and no buffer is reserved, and cannot fail the ioctl.
 * The last refused submission is kept without a reader.
 *
 * Reads of rcp_capture return what is there at the first of them, and then 0, so that programs
 * that read all of debugfs come to an end even while clients submit.  The read after a 0
 * begins anew.  A reader that wants to wait uses poll(), opens the file with O_NONBLOCK for
 * -EAGAIN, or opens it for reading and writing: then read() blocks until there is a submission.
 *
 * Called by the CS ioctl and by the VFS.
 *
 * Locks: &rcp_capture.lock orders submissions in the rings.  No user memory is accessed under it,
 * because a client can make a page fault block indefinitely (userfaultfd).  Each ring has one
 * producer (under that lock) and one consumer (under &rcp_capture_reader.lock), without a common
 * lock.  The order is reader's lock -> capture's.
 */
#include <linux/debugfs.h>
#include <linux/kfifo.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>

#include <rcp_capture.h>

#include "../rcp_submit.h"

/* Size of a reader's ring */
#define RCP_CAPTURE_RING	(4u << 20)

#define RCP_CAPTURE_LOST_SIZE	(sizeof(struct rcp_capture_section) +		\
				 sizeof(struct rcp_capture_lost))

/**
 * struct rcp_capture_reader - an open rcp_capture file
 * @node: entry of &rcp_capture.readers
 * @rdev: the device; a reference
 * @mem: memory of @ring
 * @ring: captured submissions: one producer, under &rcp_capture.lock, and one consumer
 * @left: bytes before the reads of a program that does not wait return 0; the consumer's
 * @ends: @left is set; the consumer's
 * @polled: the program waits by poll()
 * @lost: submissions dropped since the last LOST section.  Protected by &rcp_capture.lock.
 * @lock: keeps the consumers of one file apart
 * @wait: woken when there is something to read
 */
struct rcp_capture_reader {
	struct list_head node;
	struct rcp_device *rdev;
	void *mem;
	struct kfifo ring;
	u32 left;
	bool ends;
	bool polled;
	u64 lost;
	struct mutex lock;
	wait_queue_head_t wait;
};

/**
 * struct rcp_capture_blob - one captured submission
 * @kref: references of the device and of each open file
 * @size: bytes
 * @data: the sections
 */
struct rcp_capture_blob {
	struct kref kref;
	u32 size;
	u8 data[];
};

/* ---- a submission as sections ---- */

/* Write @size bytes at *@to, which moves on. */
static void rcp_capture_put(u8 **to, const void *data, u32 size)
{
	memcpy(*to, data, size);
	*to += size;
}

static void rcp_capture_head(u8 **to, enum rcp_capture_type type, u32 length)
{
	struct rcp_capture_section section = {
		.magic = cpu_to_le32(RCP_CAPTURE_MAGIC),
		.version = cpu_to_le32(RCP_CAPTURE_VERSION),
		.length = cpu_to_le32(length),
		.type = cpu_to_le32(type),
	};

	rcp_capture_put(to, &section, sizeof(section));
}

static void rcp_capture_put_dwords(u8 **to, const u32 *dw, u32 count)
{
	u32 *copy = (u32 *)*to;

	rcp_capture_put(to, dw, count * sizeof(*dw));
	cpu_to_le32_array(copy, count);
}

static u32 rcp_capture_flags(const struct rcp_submit *sub)
{
	u32 flags = 0;

	if (sub->user_verdict.flags & RCP_VERDICT_VALIDATE_ONLY)
		flags |= RCP_CAPTURE_VALIDATE_ONLY;
	if (sub->checked_owns & PM4_OWNS_HYPERZ)
		flags |= RCP_CAPTURE_OWNS_HYPERZ;
	if (sub->checked_owns & PM4_OWNS_CMASK)
		flags |= RCP_CAPTURE_OWNS_CMASK;
	return flags;
}

static void rcp_capture_put_submit(u8 **to, const struct rcp_submit *sub, u64 end_ns)
{
	const struct rcp_card *card = &sub->rdev->card;
	struct rcp_capture_submit out = {
		.pipes = cpu_to_le32(card->pm4.pipes),
		.banks = cpu_to_le32(card->pm4.banks),
		.group_bytes = cpu_to_le32(card->pm4.group_bytes),
		.backends = cpu_to_le32(card->pm4.backends),
		.pid = cpu_to_le32(task_tgid_nr(current)),
		.ctx_id = cpu_to_le32(sub->context.ctx_id),
		.client_id = cpu_to_le64(sub->file->base.id),
		.number = cpu_to_le64(sub->number),
		.begin_ns = cpu_to_le64(sub->begin_ns),
		.end_ns = cpu_to_le64(end_ns),
		.ring = cpu_to_le32(sub->ring),
		.cs_flags = cpu_to_le32(sub->cs_flags),
		.flags = cpu_to_le32(rcp_capture_flags(sub)),
	};

	strscpy_pad(out.chip, card->chip->name, sizeof(out.chip));
	BUILD_BUG_ON(sizeof(out.comm) != TASK_COMM_LEN);
	get_task_comm(out.comm, current);
	rcp_capture_head(to, RCP_CAPTURE_SUBMIT, sizeof(out));
	rcp_capture_put(to, &out, sizeof(out));
}

/* After a check, report the tiling that it used: the client may have set another one since. */
static void rcp_capture_put_bo(u8 **to, const struct rcp_submit *sub, u32 i)
{
	const struct pm4_buffer *seen = sub->buffers ? &sub->buffers[i] : NULL;
	const struct rcp_bo *bo = sub->bos ? sub->bos[i].bo : NULL;
	struct rcp_capture_bo out = {};

	if (bo) {
		bool checked = seen && seen->size;

		out.size = cpu_to_le64(rcp_bo_size(bo));
		out.domains = cpu_to_le32(READ_ONCE(bo->domains));
		out.placed = cpu_to_le32(rcp_bo_domain(bo));
		out.tiling = cpu_to_le32(checked ? seen->tiling : READ_ONCE(bo->tiling));
		out.pitch = cpu_to_le32(checked ? seen->pitch : READ_ONCE(bo->pitch));
		out.alignment = cpu_to_le32(bo->tbo.page_alignment << PAGE_SHIFT);
	}
	rcp_capture_put(to, &out, sizeof(out));
}

static void rcp_capture_put_done(u8 **to, const struct drm_rcp_verdict *verdict)
{
	struct rcp_capture_done out = {
		.error = cpu_to_le32(verdict->error),
		.stage = cpu_to_le32(verdict->stage),
		.code = cpu_to_le32(verdict->code),
		.dword = cpu_to_le32(verdict->dword),
		.header = cpu_to_le32(verdict->header),
		.packet = cpu_to_le32(verdict->packet),
		.reg = cpu_to_le32(verdict->reg),
		.buffer = cpu_to_le32(verdict->buffer),
		.expected = cpu_to_le64(verdict->expected),
		.actual = cpu_to_le64(verdict->actual),
	};

	BUILD_BUG_ON(sizeof(out.text) != sizeof(verdict->text));
	memcpy(out.text, verdict->text, sizeof(out.text));
	rcp_capture_head(to, RCP_CAPTURE_DONE, sizeof(out));
	rcp_capture_put(to, &out, sizeof(out));
}

#define RCP_CAPTURE_FRAME	(5 * sizeof(struct rcp_capture_section) +	\
				 sizeof(struct rcp_capture_submit) +		\
				 sizeof(struct rcp_capture_done))
#define RCP_CAPTURE_PER_RELOC	(sizeof(struct rcp_capture_reloc) +		\
				 sizeof(struct rcp_capture_bo))

/* The number of bytes that rcp_capture_write() writes. */
static u32 rcp_capture_size(const struct rcp_submit *sub)
{
	/* The largest submission fits into an empty ring. */
	BUILD_BUG_ON(RCP_CAPTURE_FRAME + RCP_IB_MAX_DW * sizeof(u32) +
		     RCP_MAX_RELOCS * RCP_CAPTURE_PER_RELOC + RCP_CAPTURE_LOST_SIZE >
		     RCP_CAPTURE_RING);
	return RCP_CAPTURE_FRAME + sub->ib_dw * sizeof(u32) + sub->nrelocs * RCP_CAPTURE_PER_RELOC;
}

/* Write the sections of a submission; @end_ns is CLOCK_MONOTONIC when its ioctl was done. */
static void rcp_capture_write(u8 *to, const struct rcp_submit *sub,
			      const struct drm_rcp_verdict *verdict, u64 end_ns)
{
	u32 i;

	BUILD_BUG_ON(sizeof(struct rcp_capture_reloc) != sizeof(*sub->relocs));
	rcp_capture_put_submit(&to, sub, end_ns);
	rcp_capture_head(&to, RCP_CAPTURE_STREAM, sub->ib_dw * sizeof(u32));
	rcp_capture_put_dwords(&to, sub->captured ?: sub->ib, sub->ib_dw);
	rcp_capture_head(&to, RCP_CAPTURE_RELOCS,
			 sub->nrelocs * sizeof(struct rcp_capture_reloc));
	rcp_capture_put_dwords(&to, (const u32 *)sub->relocs,
			       sub->nrelocs * sizeof(*sub->relocs) / sizeof(u32));
	rcp_capture_head(&to, RCP_CAPTURE_BO, sub->nrelocs * sizeof(struct rcp_capture_bo));
	for (i = 0; i < sub->nrelocs; i++)
		rcp_capture_put_bo(&to, sub, i);
	rcp_capture_put_done(&to, verdict);
}

/* ---- from the ioctl ---- */

static void rcp_capture_free_blob(struct kref *kref)
{
	kvfree(container_of(kref, struct rcp_capture_blob, kref));
}

/* Drop a reference; @blob may be NULL. */
static void rcp_capture_put_blob(struct rcp_capture_blob *blob)
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

/* Write a LOST section, for which there is room. */
static void rcp_capture_put_lost(struct rcp_capture_reader *reader)
{
	struct rcp_capture_lost lost = { .submissions = cpu_to_le64(reader->lost) };
	u8 section[RCP_CAPTURE_LOST_SIZE], *to = section;

	rcp_capture_head(&to, RCP_CAPTURE_LOST, sizeof(lost));
	rcp_capture_put(&to, &lost, sizeof(lost));
	WRITE_ONCE(reader->lost, 0);
	kfifo_in(&reader->ring, section, sizeof(section));
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

/* Test whether there is something to read, or the device is going away.  May be stale. */
static bool rcp_capture_readable(struct rcp_capture_reader *reader)
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

/*
 * Copy up to @size bytes out of a reader's ring, whose lock is held.  If @ends is set, return 0
 * after the bytes that were there at the first of several calls.  Returns the number of bytes, 0 at
 * the end or if the ring is empty, or -EFAULT.
 */
static ssize_t rcp_capture_take(struct rcp_capture_reader *reader, char __user *buf, size_t size,
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

/* Begin to capture for a new reader, which takes a reference to the device; NULL: no memory. */
static struct rcp_capture_reader *rcp_capture_reader_create(struct rcp_device *rdev)
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

static void rcp_capture_reader_free(struct rcp_capture_reader *reader)
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

/* The last refused submission that had a stream, a reference, or NULL. */
static int rcp_refused_stream_open(struct inode *inode, struct file *filp)
{
	struct rcp_capture *capture = &to_rcp(inode->i_private)->capture;

	mutex_lock(&capture->lock);
	if (capture->refused)
		kref_get(&capture->refused->kref);
	filp->private_data = capture->refused;
	mutex_unlock(&capture->lock);
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
