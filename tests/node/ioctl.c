// SPDX-License-Identifier: GPL-2.0
/*
 * The ioctls of the node: ioctls of radeon's ABI that rcp.ko has and Mesa, libdrm or piglit call.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libdrm/drm.h>
#include <libdrm/radeon_drm.h>

#include "node.h"

#define DOMAINS		(RADEON_GEM_DOMAIN_VRAM | RADEON_GEM_DOMAIN_GTT)
#define FLAGS		(RADEON_GEM_GTT_UC | RADEON_GEM_GTT_WC | RADEON_GEM_CPU_ACCESS | RADEON_GEM_NO_CPU_ACCESS)
#define MAX_ALIGNMENT	(1u << 20)

#define MAX_FILES	64u

/**
 * struct node_file - the node, opened once
 * @dev: device and inode of the file in memory that represents it
 * @ino:
 * @bo: buffers by handle; handle 0 is not used
 * @handles: length of @bo
 */
struct node_file {
	dev_t dev;
	ino_t ino;
	struct node_bo **bo;
	uint32_t handles;
};

/* An exported buffer, and the file in memory whose descriptor the client got. */
struct export {
	dev_t dev;
	ino_t ino;
	struct node_bo *bo;
	struct export *next;
};

pthread_mutex_t node_lock = PTHREAD_MUTEX_INITIALIZER;
static struct node_file files[MAX_FILES];
static unsigned int nfiles;
static struct export *exports;

void node_say(const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	fprintf(stderr, "node: %s\n", text);
}

/* A file in memory of some bytes; 0, or a negative errno. */
static int new_file(const char *name, uint64_t size, int cloexec, struct stat *st, int *fd)
{
	*fd = memfd_create(name, cloexec ? MFD_CLOEXEC : 0);
	if (*fd < 0)
		return -errno;
	if (!ftruncate(*fd, size) && !libc_fstat(*fd, st))
		return 0;
	close(*fd);
	return -ENOMEM;
}

/* No other thread is inside of the node while the client forks. */
static void before_fork(void)
{
	pthread_mutex_lock(&node_lock);
	node_record_flush();
}

static void after_fork(void)
{
	pthread_mutex_unlock(&node_lock);
}

static void in_child(void)
{
	node_record_stop();
	node_frames_stop();
	pthread_mutex_unlock(&node_lock);
}

static void watch_forks(void)
{
	pthread_atfork(before_fork, after_fork, in_child);
}

int node_open(int flags)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct stat st;
	int ret, fd = -1;

	pthread_once(&once, watch_forks);
	pthread_mutex_lock(&node_lock);
	ret = nfiles == MAX_FILES ? -EMFILE : node_memory_init();
	if (!ret && !node_card_init())
		ret = -ENODEV;
	if (!ret)
		ret = new_file("rcp-node", 0, flags & O_CLOEXEC, &st, &fd);
	if (!ret) {
		files[nfiles].dev = st.st_dev;
		files[nfiles].ino = st.st_ino;
		__atomic_store_n(&nfiles, nfiles + 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&node_lock);
	if (!ret) {
		node_frames_begin();
		return fd;
	}
	errno = -ret;
	return -1;
}

struct node_file *node_file_of(int fd)
{
	unsigned int n = __atomic_load_n(&nfiles, __ATOMIC_ACQUIRE);
	struct stat st;

	if (!n || libc_fstat(fd, &st))
		return NULL;
	while (n--)
		if (files[n].ino == st.st_ino && files[n].dev == st.st_dev)
			return &files[n];
	return NULL;
}

bool node_file_is_open(const struct node_file *file)
{
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *entry;
	bool open = !dir;

	while (!open && (entry = readdir(dir)))
		open = node_file_of(atoi(entry->d_name)) == file;
	if (dir)
		closedir(dir);
	return open;
}

struct node_bo *node_lookup(struct node_file *file, uint32_t handle)
{
	return handle < file->handles ? file->bo[handle] : NULL;
}

/* Takes over a reference of the buffer. */
static int new_handle(struct node_file *file, struct node_bo *bo, uint32_t *handle)
{
	uint32_t i, more = file->handles ? file->handles * 2 : 64;
	struct node_bo **list;

	for (i = 1; i < file->handles && file->bo[i]; i++)
		;
	if (i >= file->handles) {
		list = realloc(file->bo, more * sizeof(*list));
		if (!list)
			return -ENOMEM;
		memset(list + file->handles, 0, (more - file->handles) * sizeof(*list));
		i = file->handles ? file->handles : 1;
		file->bo = list;
		file->handles = more;
	}
	file->bo[i] = bo;
	*handle = i;
	return 0;
}

static void put_text(char *to, __kernel_size_t *len, const char *text)
{
	size_t n = strlen(text);

	if (to && *len)
		memcpy(to, text, n < *len ? n : *len);
	*len = n;
}

static int version(struct drm_version *v)
{
	v->version_major = 2;
	v->version_minor = 50;
	v->version_patchlevel = 0;
	put_text(v->name, &v->name_len, "radeon");
	put_text(v->date, &v->date_len, "20260101");
	put_text(v->desc, &v->desc_len, "Radeon command processor without a card");
	return 0;
}

static int get_cap(struct drm_get_cap *cap)
{
	switch (cap->capability) {
	case DRM_CAP_PRIME:
		cap->value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
		return 0;
	case DRM_CAP_TIMESTAMP_MONOTONIC:
		cap->value = 1;
		return 0;
	case DRM_CAP_SYNCOBJ:
	case DRM_CAP_SYNCOBJ_TIMELINE:
		cap->value = 0;
		return 0;
	}
	return -EOPNOTSUPP;
}

static int gem_close(struct node_file *file, const struct drm_gem_close *args)
{
	struct node_bo *bo = node_lookup(file, args->handle);

	if (!bo)
		return -EINVAL;
	file->bo[args->handle] = NULL;
	node_bo_put(bo);
	return 0;
}

/* An export keeps its buffer: the node does not see when the client closes the descriptor. */
static int handle_to_fd(struct node_file *file, struct drm_prime_handle *args)
{
	struct node_bo *bo = node_lookup(file, args->handle);
	struct export *e;
	struct stat st;
	int ret;

	if (!bo)
		return -ENOENT;
	e = calloc(1, sizeof(*e));
	if (!e)
		return -ENOMEM;
	ret = new_file("rcp-node-buffer", bo->size, args->flags & DRM_CLOEXEC, &st, &args->fd);
	if (ret) {
		free(e);
		return ret;
	}
	*e = (struct export){ .dev = st.st_dev, .ino = st.st_ino, .bo = bo, .next = exports };
	bo->refs++;
	exports = e;
	return 0;
}

static int fd_to_handle(struct node_file *file, struct drm_prime_handle *args)
{
	struct export *e = exports;
	struct stat st;
	int ret;

	if (libc_fstat(args->fd, &st))
		return -EBADF;
	while (e && (e->ino != st.st_ino || e->dev != st.st_dev))
		e = e->next;
	if (!e)
		return -EINVAL;
	for (uint32_t i = 1; i < file->handles; i++)
		if (file->bo[i] == e->bo) {
			args->handle = i;
			return 0;
		}
	ret = new_handle(file, e->bo, &args->handle);
	e->bo->refs += !ret;
	return ret;
}

static int gem_create(struct node_file *file, struct drm_radeon_gem_create *args)
{
	uint32_t align = args->alignment < NODE_PAGE ? NODE_PAGE : args->alignment;
	struct node_bo *bo;
	int ret;

	if (!args->size || !args->initial_domain || (args->initial_domain & ~DOMAINS) ||
	    (args->flags & ~FLAGS) || args->alignment > MAX_ALIGNMENT ||
	    (args->alignment & (args->alignment - 1)))
		return -EINVAL;
	if (args->size > NODE_MEMORY_SIZE)
		return -ENOMEM;
	args->size = (args->size + NODE_PAGE - 1) & ~(uint64_t)(NODE_PAGE - 1);
	bo = node_bo_create(args->size, align, args->initial_domain);
	if (!bo)
		return -ENOMEM;
	ret = new_handle(file, bo, &args->handle);
	if (ret)
		node_bo_put(bo);
	return ret;
}

static int gem_mmap(struct node_file *file, struct drm_radeon_gem_mmap *args)
{
	struct node_bo *bo = node_lookup(file, args->handle);

	if (!bo)
		return -ENOENT;
	args->addr_ptr = bo->addr - NODE_MEMORY;
	return 0;
}

static int gem_busy(struct node_file *file, struct drm_radeon_gem_busy *args)
{
	struct node_bo *bo = node_lookup(file, args->handle);

	if (!bo)
		return -ENOENT;
	args->domain = bo->domains & RADEON_GEM_DOMAIN_VRAM ? RADEON_GEM_DOMAIN_VRAM : RADEON_GEM_DOMAIN_GTT;
	return 0;
}

static int set_tiling(struct node_file *file, const struct drm_radeon_gem_set_tiling *args)
{
	struct node_bo *bo = node_lookup(file, args->handle);

	if (!bo)
		return -ENOENT;
	bo->tiling = args->tiling_flags;
	bo->pitch = args->pitch;
	return 0;
}

static int get_tiling(struct node_file *file, struct drm_radeon_gem_get_tiling *args)
{
	struct node_bo *bo = node_lookup(file, args->handle);

	if (!bo)
		return -ENOENT;
	args->tiling_flags = bo->tiling;
	args->pitch = bo->pitch;
	return 0;
}

static int gem_op(struct node_file *file, struct drm_radeon_gem_op *args)
{
	struct node_bo *bo = node_lookup(file, args->handle);

	if (!bo)
		return -ENOENT;
	switch (args->op) {
	case RADEON_GEM_OP_GET_INITIAL_DOMAIN:
		args->value = bo->domains;
		return 0;
	case RADEON_GEM_OP_SET_INITIAL_DOMAIN:
		if (!args->value || (args->value & ~DOMAINS))
			return -EINVAL;
		bo->domains = args->value;
		return 0;
	}
	return -EINVAL;
}

static int info(struct node_file *file, struct drm_radeon_info *args)
{
	void *to = (void *)(uintptr_t)args->value;
	uint64_t value = *(uint32_t *)to;
	bool wide = false;
	int ret = node_info(file, args->request, &value, &wide);

	if (!ret)
		memcpy(to, &value, wide ? 8 : 4);
	return ret;
}

static int known(struct node_file *file, uint32_t handle)
{
	return node_lookup(file, handle) ? 0 : -ENOENT;
}

static int radeon_ioctl(struct node_file *file, unsigned int nr, void *arg)
{
	switch (nr) {
	case DRM_RADEON_GEM_INFO:
		node_gem_info(arg);
		return 0;
	case DRM_RADEON_GEM_CREATE:
		return gem_create(file, arg);
	case DRM_RADEON_GEM_MMAP:
		return gem_mmap(file, arg);
	case DRM_RADEON_GEM_WAIT_IDLE:
		return known(file, ((struct drm_radeon_gem_wait_idle *)arg)->handle);
	case DRM_RADEON_GEM_SET_DOMAIN:
		return known(file, ((struct drm_radeon_gem_set_domain *)arg)->handle);
	case DRM_RADEON_GEM_BUSY:
		return gem_busy(file, arg);
	case DRM_RADEON_GEM_SET_TILING:
		return set_tiling(file, arg);
	case DRM_RADEON_GEM_GET_TILING:
		return get_tiling(file, arg);
	case DRM_RADEON_GEM_OP:
		return gem_op(file, arg);
	case DRM_RADEON_GEM_USERPTR:
		return -ENODEV;
	case DRM_RADEON_INFO:
		return info(file, arg);
	case DRM_RADEON_CS:
		return node_submit(file, arg);
	}
	return -EINVAL;
}

int node_ioctl(struct node_file *file, unsigned long request, void *arg)
{
	unsigned int nr = request & 0xff;

	if (nr >= DRM_COMMAND_BASE && nr < DRM_COMMAND_END)
		return radeon_ioctl(file, nr - DRM_COMMAND_BASE, arg);
	switch (nr) {
	case DRM_IOCTL_VERSION & 0xff:
		return version(arg);
	case DRM_IOCTL_GET_CAP & 0xff:
		return get_cap(arg);
	case DRM_IOCTL_GEM_CLOSE & 0xff:
		return gem_close(file, arg);
	case DRM_IOCTL_PRIME_HANDLE_TO_FD & 0xff:
		return handle_to_fd(file, arg);
	case DRM_IOCTL_PRIME_FD_TO_HANDLE & 0xff:
		return fd_to_handle(file, arg);
	}
	/* What render nodes do not permit, GEM_FLINK and GEM_OPEN among it. */
	return -EACCES;
}
