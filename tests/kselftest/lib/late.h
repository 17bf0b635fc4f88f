/* SPDX-License-Identifier: GPL-2.0 */
/*
 * vgem, and fences of another driver that signal late.
 *
 * struct late is a fence that stays unsignalled until the test signals it.  A
 * submission that waits for it is pending without work on the card, so it cannot
 * count as hung.  It is one of sw_sync, of modules/late.ko on a kernel without that, or else of
 * vgem, whose fences signal by themselves after ten seconds.
 */
#ifndef LATE_H
#define LATE_H

#include "client.h"

/* A node of vgem, another driver, or -1 */
int client_open_vgem(void);
/* A dma-buf of a new buffer of vgem, or -1 */
int vgem_dumb(uint64_t size);
/* Does it map an import for a device?  On newer kernels it sees the pages. */
bool vgem_maps_imports(void);
/* Is it refused the buffers of rcp, because the bus would give it copies of the pages? */
bool vgem_is_refused(void);
/* Adds a fence of vgem to a buffer, as if vgem wrote to it */
int vgem_fence_attach(int vgem, int dmabuf, uint32_t *fence);
int vgem_fence_signal(int vgem, uint32_t fence);
/* Adds @n fences, as if vgem read the buffer; they signal when @vgem is closed. */
int vgem_readers_attach(int vgem, int dmabuf, unsigned int n);

struct late {
	int driver;		/* the driver's file */
	bool vgem, module;
	uint32_t fence;		/* vgem's name of it */
	int sync_file;
};

/* May load a driver, which logs a message */
bool late_available(void);
/* -ENODEV on a kernel that has none of the drivers; @fd is any rcp file */
int late_begin(struct late *late, int fd);
int late_signal(struct late *late);
/* Also signals the fence */
void late_end(struct late *late);
/* The same fence in a new syncobj of @fd */
int late_syncobj(const struct late *late, int fd, uint32_t *handle);

#endif /* LATE_H */
