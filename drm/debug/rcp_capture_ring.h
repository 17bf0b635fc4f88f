/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Captured submissions, between the files that write, keep and show them.
 */
#ifndef RCP_CAPTURE_RING_H
#define RCP_CAPTURE_RING_H

#include <linux/kfifo.h>
#include <linux/mutex.h>
#include <linux/wait.h>

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

/* rcp_capture_format.c */
u32 rcp_capture_size(const struct rcp_submit *sub);
void rcp_capture_write(u8 *to, const struct rcp_submit *sub,
		       const struct drm_rcp_verdict *verdict, u64 end_ns);
void rcp_capture_write_lost(u8 *to, u64 submissions);

/* rcp_capture.c */
struct rcp_capture_reader *rcp_capture_reader_create(struct rcp_device *rdev);
void rcp_capture_reader_free(struct rcp_capture_reader *reader);
bool rcp_capture_readable(struct rcp_capture_reader *reader);
ssize_t rcp_capture_take(struct rcp_capture_reader *reader, char __user *buf, size_t size,
			 bool ends);
struct rcp_capture_blob *rcp_capture_get_refused(struct rcp_capture *capture);
void rcp_capture_put_blob(struct rcp_capture_blob *blob);

#endif /* RCP_CAPTURE_RING_H */
