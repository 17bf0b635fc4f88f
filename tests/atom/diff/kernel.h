/* SPDX-License-Identifier: GPL-2.0 */
/*
 * As much of the kernel as the in-tree driver's interpreter of command tables needs to be
 * compiled in userspace.  Each of the kernel's headers that it includes is this file.
 */
#ifndef ATOM_DIFF_KERNEL_H
#define ATOM_DIFF_KERNEL_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;

struct mutex {
	int unused;
};

struct drm_device {
	void *dev_private;
};

struct radeon_device {
	int family;
};

enum { CHIP_RV515 = 1, CHIP_R600 = 2 };

#define GFP_KERNEL	0
#define KERN_DEBUG	""

void *kernel_alloc(size_t size);
void kernel_delay(unsigned int us);

#define kzalloc(size, flags)		kernel_alloc(size)
#define kcalloc(n, size, flags)		kernel_alloc((size_t)(n) * (size))
#define kfree(p)			((void)(p))
#define mutex_lock(m)			((void)(m))
#define mutex_unlock(m)			((void)(m))

#define kernel_say(...)			((void)0)
#define printk				kernel_say
#define pr_info(...)			((void)0)
#define DRM_ERROR(...)			((void)0)
#define DRM_DEBUG(...)			((void)0)

/* No time passes: a count of blocks ends a loop, which is the same in each run. */
#define jiffies				0ul
#define time_after(a, b)		((long)((b) - (a)) < 0)
#define jiffies_to_msecs(j)		((unsigned int)(j))
#define drm_can_sleep()			true
#define msleep(ms)			kernel_delay((ms) * 1000)
#define mdelay(ms)			kernel_delay((ms) * 1000)
#define udelay(us)			kernel_delay(us)

#define str_yes_no(v)			((v) ? "yes" : "no")
#define cpu_to_le32(v)			(v)
#define le32_to_cpu(v)			(v)
#define le16_to_cpu(v)			(v)

static inline u32 get_unaligned_le32(const void *p)
{
	u32 value;

	memcpy(&value, p, sizeof(value));
	return value;
}

#endif /* ATOM_DIFF_KERNEL_H */
