// SPDX-License-Identifier: GPL-2.0
/*
 * vgem, and fences of another driver that signal late.  See late.h.
 */
#include "late.h"
#include "client.h"
#include "hold.h"
#include "kernel.h"
#include "sync.h"

#include <fcntl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/dma-buf.h>

int client_open_vgem(void)
{
	char path[64], name[8];
	int i;

	if (access("/sys/module/vgem", F_OK) && system("modprobe vgem 2>/dev/null"))
		return -1;
	for (i = 128; i < 136; i++) {
		struct drm_version v = { .name = name, .name_len = sizeof(name) };
		int fd;

		snprintf(path, sizeof(path), "/dev/dri/renderD%d", i);
		fd = open(path, O_RDWR | O_CLOEXEC);
		if (fd < 0)
			continue;
		if (!client_ioctl(fd, DRM_IOCTL_VERSION, &v) && !strncmp(name, "vgem", 4))
			return fd;
		close(fd);
	}
	return -1;
}

int vgem_dumb(uint64_t size)
{
	struct drm_mode_create_dumb dumb = { .height = size / 4096, .width = 1024, .bpp = 32 };
	int vgem, dmabuf = -1;

	close(client_open_vgem());
	vgem = client_open_primary("vgem");
	if (!client_ioctl(vgem, DRM_IOCTL_MODE_CREATE_DUMB, &dumb))
		gem_export(vgem, dumb.handle, &dmabuf);
	close(vgem);
	return dmabuf;
}

/* Without a program: in the room of resume-guest the files of programs are out of reach. */
bool vgem_maps_imports(void)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	bool maps = f;
	char line[512];

	while (maps && fgets(line, sizeof(line), f))
		maps = !strstr(line, "drm_gem_shmem_prime_import_no_map");
	if (f)
		fclose(f);
	return maps;
}

bool vgem_is_refused(void)
{
	return bus_bounces() && vgem_maps_imports();
}

/* vgem_drm.h is not installed on all build machines. */
struct vgem_attach {
	uint32_t handle, flags, fence, pad;
};

struct vgem_signal {
	uint32_t fence, flags;
};

#define VGEM_ATTACH	DRM_IOWR(DRM_COMMAND_BASE + 1, struct vgem_attach)
#define VGEM_SIGNAL	DRM_IOW(DRM_COMMAND_BASE + 2, struct vgem_signal)
#define VGEM_WRITE	1

int vgem_fence_attach(int vgem, int dmabuf, uint32_t *fence)
{
	struct vgem_attach attach = { .flags = VGEM_WRITE };
	int ret = gem_import(vgem, dmabuf, &attach.handle);

	if (ret)
		return ret;
	ret = client_ioctl(vgem, VGEM_ATTACH, &attach);
	gem_close(vgem, attach.handle);
	*fence = attach.fence;
	return ret;
}

int vgem_readers_attach(int vgem, int dmabuf, unsigned int n)
{
	struct vgem_attach attach = {};
	int ret = gem_import(vgem, dmabuf, &attach.handle);

	if (ret)
		return ret;
	for (; n && !ret; n--)
		ret = client_ioctl(vgem, VGEM_ATTACH, &attach);
	gem_close(vgem, attach.handle);
	return ret;
}

int vgem_fence_signal(int vgem, uint32_t fence)
{
	struct vgem_signal signal = { .fence = fence };

	return client_ioctl(vgem, VGEM_SIGNAL, &signal);
}

/* include/uapi does not have sw_sync's calls. */
struct sw_sync_create {
	uint32_t value;
	char name[32];
	int32_t fence;
};

#define SW_SYNC			"/sys/kernel/debug/sync/sw_sync"
#define SW_SYNC_CREATE_FENCE	_IOWR('W', 0, struct sw_sync_create)
#define SW_SYNC_INC		_IOW('W', 1, uint32_t)

/* Preferred, because a fence of sw_sync never signals by itself */
static int late_of_sw_sync(struct late *late)
{
	struct sw_sync_create create = { .value = 1, .name = "late" };
	int ret;

	late->driver = open(SW_SYNC, O_RDWR | O_CLOEXEC);
	if (late->driver < 0)
		return -ENODEV;
	ret = client_ioctl(late->driver, SW_SYNC_CREATE_FENCE, &create);
	if (ret) {
		close(late->driver);
		return ret;
	}
	late->sync_file = create.fence;
	return 0;
}

#define MODULE			"/dev/late_fence"

/* A file of modules/late.ko, which is loaded if it is there; or -1 */
static int open_module(void)
{
	int fd = open(MODULE, O_RDWR | O_CLOEXEC);

	if (fd >= 0 || test_module("late", ""))
		return fd;
	return open(MODULE, O_RDWR | O_CLOEXEC);
}

static int late_of_module(struct late *late)
{
	late->module = true;
	late->driver = open_module();
	if (late->driver < 0)
		return -ENODEV;
	if (read(late->driver, &late->sync_file, sizeof(int)) == sizeof(int))
		return 0;
	close(late->driver);
	return -EIO;
}

/* A buffer for vgem: one of @fd, or where the bus allows no sharing one of its own */
static int late_buffer(struct late *late, int fd, uint32_t *handle)
{
	struct drm_mode_create_dumb dumb = { .height = 1, .width = 1024, .bpp = 32 };
	int ret;

	if (!bus_bounces())
		return gem_export_to(fd, late->driver, 4096, handle);
	ret = client_ioctl(late->driver, DRM_IOCTL_MODE_CREATE_DUMB, &dumb);
	*handle = dumb.handle;
	return ret;
}

static int late_of_vgem(struct late *late, int fd)
{
	struct vgem_attach attach = { .flags = VGEM_WRITE };
	int dmabuf, ret;

	late->module = false;
	late->vgem = true;
	late->driver = client_open_vgem();
	if (late->driver >= 0 && bus_bounces()) {
		/* Only the primary node makes buffers. */
		close(late->driver);
		late->driver = client_open_primary("vgem");
	}
	if (late->driver < 0)
		return -ENODEV;
	ret = late_buffer(late, fd, &attach.handle);
	if (!ret)
		ret = client_ioctl(late->driver, VGEM_ATTACH, &attach);
	if (!ret)
		ret = gem_export(late->driver, attach.handle, &dmabuf);
	if (ret)
		goto close_driver;
	late->fence = attach.fence;
	gem_close(late->driver, attach.handle);
	/* the fences that a reader would wait for: vgem's, and none of rcp */
	ret = dmabuf_sync_file(dmabuf, DMA_BUF_SYNC_READ, &late->sync_file);
	close(dmabuf);
	if (!ret)
		return 0;
close_driver:
	close(late->driver);
	return ret;
}

bool late_available(void)
{
	int driver;

	if (!access(SW_SYNC, F_OK))
		return true;
	driver = open_module();
	if (driver < 0)
		driver = client_open_vgem();
	if (driver >= 0)
		close(driver);
	return driver >= 0;
}

int late_begin(struct late *late, int fd)
{
	int ret;

	*late = (struct late) { .driver = -1, .sync_file = -1 };
	ret = late_of_sw_sync(late);
	if (ret == -ENODEV)
		ret = late_of_module(late);
	if (ret == -ENODEV)
		ret = late_of_vgem(late, fd);
	if (ret)
		late->driver = -1;
	return ret;
}

int late_signal(struct late *late)
{
	uint32_t by = 1;

	if (late->vgem)
		return vgem_fence_signal(late->driver, late->fence);
	if (late->module)
		return write(late->driver, "", 1) == 1 ? 0 : -errno;
	return client_ioctl(late->driver, SW_SYNC_INC, &by);
}

void late_end(struct late *late)
{
	if (late->driver < 0)
		return;
	/* The other way round, sw_sync could drop its last fence under its own lock. */
	close(late->driver);
	close(late->sync_file);
	late->driver = -1;
}

int late_syncobj(const struct late *late, int fd, uint32_t *handle)
{
	int ret = syncobj_create(fd, 0, handle);

	return ret ? ret : syncobj_import(fd, *handle, late->sync_file);
}
