// SPDX-License-Identifier: GPL-2.0
/*
 * Fences that signal when a test says so, on kernels without sw_sync: a fence of vgem would signal
 * by itself after ten seconds, which a slow host takes for a few calls.
 *
 *	insmod late.ko
 *
 * Each open file of /dev/late_fence has one fence.  A read returns the number of a new sync_file of
 * it, a write signals it, and so does the last close.  The module cannot be unloaded, because its
 * fences outlive their files.
 */
#include <linux/dma-fence.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/sync_file.h>
#include <linux/uaccess.h>

struct late_fence {
	struct dma_fence base;
	spinlock_t lock;	/* of @base */
};

static const char *late_name(struct dma_fence *fence)
{
	return "late";
}

static const struct dma_fence_ops late_ops = {
	.get_driver_name = late_name,
	.get_timeline_name = late_name,
};

static int late_open(struct inode *inode, struct file *file)
{
	struct late_fence *late = kzalloc(sizeof(*late), GFP_KERNEL);

	if (!late)
		return -ENOMEM;
	spin_lock_init(&late->lock);
	dma_fence_init(&late->base, &late_ops, &late->lock, dma_fence_context_alloc(1), 1);
	file->private_data = late;
	return 0;
}

static ssize_t late_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	struct late_fence *late = file->private_data;
	struct sync_file *sync_file;
	int fd;

	if (size != sizeof(fd))
		return -EINVAL;
	fd = get_unused_fd_flags(O_CLOEXEC);
	if (fd < 0)
		return fd;
	if (copy_to_user(to, &fd, sizeof(fd))) {
		put_unused_fd(fd);
		return -EFAULT;
	}
	sync_file = sync_file_create(&late->base);
	if (!sync_file) {
		put_unused_fd(fd);
		return -ENOMEM;
	}
	fd_install(fd, sync_file->file);
	return sizeof(fd);
}

static ssize_t late_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	struct late_fence *late = file->private_data;

	dma_fence_signal(&late->base);
	return size;
}

static int late_release(struct inode *inode, struct file *file)
{
	struct late_fence *late = file->private_data;

	dma_fence_signal(&late->base);
	dma_fence_put(&late->base);
	return 0;
}

static const struct file_operations late_file_ops = {
	.owner = THIS_MODULE,
	.open = late_open,
	.read = late_read,
	.write = late_write,
	.release = late_release,
};

static struct miscdevice late_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "late_fence",
	.fops = &late_file_ops,
};

static int __init late_init(void)
{
	return misc_register(&late_device);
}
module_init(late_init);

MODULE_DESCRIPTION("Fences that a test signals");
MODULE_LICENSE("GPL");
