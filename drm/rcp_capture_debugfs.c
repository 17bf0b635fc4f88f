// SPDX-License-Identifier: GPL-2.0
/*
 * debugfs: submissions as the client passed them, for build/pm4 and other tools.
 *
 *   rcp_capture          every submission from open to close, accepted or refused
 *   rcp_refused_stream   the last refused submission that had a stream
 *
 * Reads of rcp_capture return what is there at the first of them, and then 0, so that programs
 * that read all of debugfs come to an end even while clients submit.  The read behind a 0
 * begins anew.  A reader that wants to wait uses poll(), opens the file with O_NONBLOCK for
 * -EAGAIN, or opens it for reading and writing: then read() blocks until there is a submission.
 *
 * The format is in uapi/rcp_capture.h.  Both files are for root alone: they show the
 * commands of all clients.
 *
 * Each open rcp_capture file has a ring of fixed size.  A submission that finds no
 * room there is dropped as a whole and counted, so a slow reader costs clients
 * nothing but the copy.  The copy is made after the verdict, when the ioctl holds
 * no lock and no buffer is reserved, and cannot fail the ioctl.
 *
 * Locks: &rcp_capture.lock orders submissions in the rings.  No user memory is
 * accessed under it, because a client can make an access take for ever.  Each ring has one
 * producer (under that lock) and one consumer (under &rcp_capture_reader.lock), which
 * exchange head and tail without a common lock.  The order is reader's lock -> capture's.
 */
#include <linux/debugfs.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <drm/drm_drv.h>

#include <rcp_capture.h>

#include "rcp_submit.h"

#define RCP_CAPTURE_RING	(4u << 20)

/**
 * struct rcp_capture_sink - memory that sections are written to
 * @mem: the memory
 * @size: bytes of it
 * @at: offset of the next byte; wraps at @size
 */
struct rcp_capture_sink {
	u8 *mem;
	u32 size;
	u32 at;
};

/**
 * struct rcp_capture_reader - an open rcp_capture file
 * @node: entry of &rcp_capture.readers
 * @rdev: the device; a reference
 * @sink: the ring.  Protected by &rcp_capture.lock.
 * @head: bytes written so far; the producer's, published when the bytes are there
 * @tail: bytes read so far; the consumer's, published when they may be overwritten
 * @end: where the reads of a program that does not wait return 0; the consumer's
 * @ends: @end is set; the consumer's
 * @polled: the program waits by poll()
 * @lost: submissions dropped since the last LOST section.  Protected by &rcp_capture.lock.
 * @lock: keeps the consumers of one file apart
 * @wait: woken when there is something to read
 */
struct rcp_capture_reader {
	struct list_head node;
	struct rcp_device *rdev;
	struct rcp_capture_sink sink;
	u64 head;
	u64 tail;
	u64 end;
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

/* ---- sections ---- */

static void rcp_capture_put(struct rcp_capture_sink *sink, const void *data, u32 size)
{
	u32 first = min(size, sink->size - sink->at);

	memcpy(sink->mem + sink->at, data, first);
	memcpy(sink->mem, data + first, size - first);
	sink->at += size;
	if (sink->at >= sink->size)
		sink->at -= sink->size;
}

static void rcp_capture_head(struct rcp_capture_sink *sink, enum rcp_capture_type type, u32 length)
{
	struct rcp_capture_section section = {
		.magic = cpu_to_le32(RCP_CAPTURE_MAGIC),
		.version = cpu_to_le32(RCP_CAPTURE_VERSION),
		.length = cpu_to_le32(length),
		.type = cpu_to_le32(type),
	};

	rcp_capture_put(sink, &section, sizeof(section));
}

static void rcp_capture_put_dwords(struct rcp_capture_sink *sink, const u32 *dw, u32 count)
{
	u32 i;

	if (IS_ENABLED(CONFIG_CPU_LITTLE_ENDIAN) || IS_ENABLED(CONFIG_X86)) {
		rcp_capture_put(sink, dw, count * sizeof(*dw));
		return;
	}
	for (i = 0; i < count; i++) {
		__le32 value = cpu_to_le32(dw[i]);

		rcp_capture_put(sink, &value, sizeof(value));
	}
}

static void rcp_capture_put_submit(struct rcp_capture_sink *sink, const struct rcp_submit *sub,
				   u64 end_ns)
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
	};

	if (sub->user_verdict.flags & RCP_VERDICT_VALIDATE_ONLY)
		out.flags = cpu_to_le32(RCP_CAPTURE_VALIDATE_ONLY);
	strscpy_pad(out.chip, card->chip->name, sizeof(out.chip));
	BUILD_BUG_ON(sizeof(out.comm) != TASK_COMM_LEN);
	get_task_comm(out.comm, current);
	rcp_capture_head(sink, RCP_CAPTURE_SUBMIT, sizeof(out));
	rcp_capture_put(sink, &out, sizeof(out));
}

/* After a check, report the tiling that it used: the client may have set another one since. */
static void rcp_capture_put_bo(struct rcp_capture_sink *sink, const struct rcp_submit *sub, u32 i)
{
	const struct pm4_buffer *seen = sub->buffers ? &sub->buffers[i] : NULL;
	const struct rcp_bo *bo = sub->bos ? sub->bos[i].bo : NULL;
	struct rcp_capture_bo out = {};

	if (bo) {
		bool checked = seen && seen->size;

		out.size = cpu_to_le64(rcp_bo_size(bo));
		out.domains = cpu_to_le32(bo->domains);
		out.placed = cpu_to_le32(rcp_bo_domain(bo));
		out.tiling = cpu_to_le32(checked ? seen->tiling : READ_ONCE(bo->tiling));
		out.pitch = cpu_to_le32(checked ? seen->pitch : READ_ONCE(bo->pitch));
		out.alignment = cpu_to_le32(bo->tbo.page_alignment << PAGE_SHIFT);
	}
	rcp_capture_put(sink, &out, sizeof(out));
}

static void rcp_capture_put_done(struct rcp_capture_sink *sink,
				 const struct drm_rcp_verdict *verdict)
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
	rcp_capture_head(sink, RCP_CAPTURE_DONE, sizeof(out));
	rcp_capture_put(sink, &out, sizeof(out));
}

#define RCP_CAPTURE_FRAME	(5 * sizeof(struct rcp_capture_section) +	\
				 sizeof(struct rcp_capture_submit) +		\
				 sizeof(struct rcp_capture_done))
#define RCP_CAPTURE_PER_RELOC	(sizeof(struct rcp_capture_reloc) +		\
				 sizeof(struct rcp_capture_bo))
#define RCP_CAPTURE_LOST_SIZE	(sizeof(struct rcp_capture_section) +		\
				 sizeof(struct rcp_capture_lost))

/* Bytes that rcp_capture_write() writes. */
static u32 rcp_capture_size(const struct rcp_submit *sub)
{
	/* The largest submission fits into an empty ring. */
	BUILD_BUG_ON(RCP_CAPTURE_FRAME + RCP_IB_MAX_DW * sizeof(u32) +
		     RCP_MAX_RELOCS * RCP_CAPTURE_PER_RELOC + RCP_CAPTURE_LOST_SIZE >
		     RCP_CAPTURE_RING);
	return RCP_CAPTURE_FRAME + sub->ib_dw * sizeof(u32) + sub->nrelocs * RCP_CAPTURE_PER_RELOC;
}

static void rcp_capture_write(struct rcp_capture_sink *sink, const struct rcp_submit *sub,
			      const struct drm_rcp_verdict *verdict, u64 end_ns)
{
	u32 i;

	BUILD_BUG_ON(sizeof(struct rcp_capture_reloc) != sizeof(*sub->relocs));
	rcp_capture_put_submit(sink, sub, end_ns);
	rcp_capture_head(sink, RCP_CAPTURE_STREAM, sub->ib_dw * sizeof(u32));
	rcp_capture_put_dwords(sink, sub->captured ?: sub->ib, sub->ib_dw);
	rcp_capture_head(sink, RCP_CAPTURE_RELOCS,
			 sub->nrelocs * sizeof(struct rcp_capture_reloc));
	rcp_capture_put_dwords(sink, (const u32 *)sub->relocs,
			       sub->nrelocs * sizeof(*sub->relocs) / sizeof(u32));
	rcp_capture_head(sink, RCP_CAPTURE_BO, sub->nrelocs * sizeof(struct rcp_capture_bo));
	for (i = 0; i < sub->nrelocs; i++)
		rcp_capture_put_bo(sink, sub, i);
	rcp_capture_put_done(sink, verdict);
}

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
	struct rcp_capture_lost lost = { .submissions = cpu_to_le64(reader->lost) };

	rcp_capture_head(&reader->sink, RCP_CAPTURE_LOST, sizeof(lost));
	rcp_capture_put(&reader->sink, &lost, sizeof(lost));
	WRITE_ONCE(reader->lost, 0);
	rcp_capture_publish(reader, RCP_CAPTURE_LOST_SIZE);
}

static void rcp_capture_free_blob(struct kref *kref)
{
	kvfree(container_of(kref, struct rcp_capture_blob, kref));
}

static void rcp_capture_put_blob(struct rcp_capture_blob *blob)
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

/* ---- rcp_capture ---- */

static int rcp_capture_open(struct inode *inode, struct file *filp)
{
	struct drm_device *drm = inode->i_private;
	struct rcp_capture *capture = &to_rcp(drm)->capture;
	struct rcp_capture_reader *reader = kzalloc(sizeof(*reader), GFP_KERNEL);

	if (!reader)
		return -ENOMEM;
	reader->sink.size = RCP_CAPTURE_RING;
	reader->sink.mem = kvmalloc(RCP_CAPTURE_RING, GFP_KERNEL);
	if (!reader->sink.mem) {
		kfree(reader);
		return -ENOMEM;
	}
	mutex_init(&reader->lock);
	init_waitqueue_head(&reader->wait);
	drm_dev_get(drm);
	reader->rdev = to_rcp(drm);
	filp->private_data = reader;

	mutex_lock(&capture->lock);
	list_add_tail(&reader->node, &capture->readers);
	WRITE_ONCE(capture->nreaders, capture->nreaders + 1);
	mutex_unlock(&capture->lock);
	return stream_open(inode, filp);
}

static int rcp_capture_release(struct inode *inode, struct file *filp)
{
	struct rcp_capture_reader *reader = filp->private_data;
	struct rcp_capture *capture = &reader->rdev->capture;

	mutex_lock(&capture->lock);
	list_del(&reader->node);
	WRITE_ONCE(capture->nreaders, capture->nreaders - 1);
	mutex_unlock(&capture->lock);
	drm_dev_put(&reader->rdev->drm);
	mutex_destroy(&reader->lock);
	kvfree(reader->sink.mem);
	kfree(reader);
	return 0;
}

static bool rcp_capture_readable(struct rcp_capture_reader *reader)
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

/* Returns 0 if the ring is empty, or with @ends behind what was there at the first read. */
static ssize_t rcp_capture_take(struct rcp_capture_reader *reader, char __user *buf, size_t size,
				bool ends)
{
	u32 at = reader->tail % RCP_CAPTURE_RING;
	bool begins = !ends || !reader->ends;
	size_t n;

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

static ssize_t rcp_capture_read(struct file *filp, char __user *buf, size_t size, loff_t *pos)
{
	struct rcp_capture_reader *reader = filp->private_data;
	bool waits = filp->f_flags & O_NONBLOCK || filp->f_mode & FMODE_WRITE;
	bool closed;
	ssize_t ret;

	BUILD_BUG_ON_NOT_POWER_OF_2(RCP_CAPTURE_RING);
	do {
		/* Pairs with rcp_capture_close(): read the flag first, the last bytes after it. */
		closed = smp_load_acquire(&reader->rdev->capture.closed);
		ret = mutex_lock_interruptible(&reader->lock);
		if (ret)
			return ret;
		ret = rcp_capture_take(reader, buf, size, !waits && !READ_ONCE(reader->polled));
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
	struct rcp_capture *capture = &to_rcp(inode->i_private)->capture;

	mutex_lock(&capture->lock);
	filp->private_data = capture->refused;
	if (capture->refused)
		kref_get(&capture->refused->kref);
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
 * rcp_capture_debugfs() - create the files
 * @minor: the minor; the files go into its directory
 *
 * A read of rcp_capture may sleep for ever.  debugfs would wait for it when it removes the
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
