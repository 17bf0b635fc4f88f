// SPDX-License-Identifier: GPL-2.0
/*
 * Calls of libc that reach the node: /dev/dri, its directory in sysfs, and descriptors of the node.
 *
 * Both directories are real ones in the build folder, one for each chip (tree), so that a path only
 * needs another beginning.  The node itself is a file in memory for each time that it is opened:
 * its inode tells which descriptors are of the node, also after dup() and fcntl().
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "node.h"

#define EXPORT		__attribute__((visibility("default")))
#define DRI		"/dev/dri"
#define NODE		DRI "/renderD128"
#define SYS		"/sys/dev/char/226:128"
#define DRM_MAJOR	226
#define NODE_MINOR	128

/* The next definition of a function, which is libc's. */
#define NEXT(name)	({ static typeof(&name) next_; if (!next_) next_ = (typeof(&name))dlsym(RTLD_NEXT, #name); next_; })

int libc_fstat(int fd, struct stat *st)
{
	return NEXT(fstat)(fd, st);
}

void *libc_mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
	return NEXT(mmap)(addr, length, prot, flags, fd, offset);
}

/* The folder with the trees is beside the library. */
static const char *tree(void)
{
	static char path[PATH_MAX];
	Dl_info info;
	char *slash;

	if (path[0])
		return path;
	if (!dladdr((void *)tree, &info) || !realpath(info.dli_fname, path))
		return "/nonexistent";
	slash = strrchr(path, '/');
	snprintf(slash, sizeof(path) - (slash - path), "/tree/%s", node_chip());
	return path;
}

static bool below(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	return !strncmp(path, dir, n) && (!path[n] || path[n] == '/');
}

/* Where a path leads; @out has room for PATH_MAX bytes. */
static const char *redirect(const char *path, char *out)
{
	if (!path || path[0] != '/')
		return path;
	if (below(path, DRI))
		snprintf(out, PATH_MAX, "%s/dri%s", tree(), path + strlen(DRI));
	else if (below(path, SYS))
		snprintf(out, PATH_MAX, "%s/sys%s", tree(), path + strlen(SYS));
	else
		return path;
	return out;
}

static bool is_node(const char *path)
{
	return path && !strcmp(path, NODE);
}

static int pretend(struct stat *st)
{
	st->st_mode = S_IFCHR | 0666;
	st->st_rdev = makedev(DRM_MAJOR, NODE_MINOR);
	return 0;
}

static int node_openat(int dir, const char *path, int flags, mode_t mode)
{
	char buf[PATH_MAX];

	if (is_node(path))
		return node_open(flags);
	return NEXT(openat)(dir, redirect(path, buf), flags, mode);
}

/* The mode that a call has only if it may make a file. */
#define MODE(flags)						\
({								\
	mode_t mode_ = 0;					\
	va_list ap_;						\
								\
	va_start(ap_, flags);					\
	if ((flags) & (O_CREAT | __O_TMPFILE))			\
		mode_ = va_arg(ap_, mode_t);			\
	va_end(ap_);						\
	mode_;							\
})

EXPORT int open(const char *path, int flags, ...)
{
	return node_openat(AT_FDCWD, path, flags, MODE(flags));
}

EXPORT int open64(const char *path, int flags, ...)
{
	return node_openat(AT_FDCWD, path, flags, MODE(flags));
}

EXPORT int openat(int dir, const char *path, int flags, ...)
{
	return node_openat(dir, path, flags, MODE(flags));
}

EXPORT int openat64(int dir, const char *path, int flags, ...)
{
	return node_openat(dir, path, flags, MODE(flags));
}

EXPORT FILE *fopen(const char *path, const char *mode)
{
	char buf[PATH_MAX];

	return NEXT(fopen)(redirect(path, buf), mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode)
{
	return fopen(path, mode);
}

EXPORT int stat(const char *path, struct stat *st)
{
	char buf[PATH_MAX];
	int ret = NEXT(stat)(redirect(path, buf), st);

	return !ret && is_node(path) ? pretend(st) : ret;
}

EXPORT int lstat(const char *path, struct stat *st)
{
	char buf[PATH_MAX];
	int ret = NEXT(lstat)(redirect(path, buf), st);

	return !ret && is_node(path) ? pretend(st) : ret;
}

EXPORT int fstat(int fd, struct stat *st)
{
	int ret = libc_fstat(fd, st);

	return !ret && node_file_of(fd) ? pretend(st) : ret;
}

EXPORT int fstatat(int dir, const char *path, struct stat *st, int flags)
{
	char buf[PATH_MAX];
	int ret = NEXT(fstatat)(dir, redirect(path, buf), st, flags);

	return !ret && is_node(path) ? pretend(st) : ret;
}

_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "64-bit hosts have one struct stat");

EXPORT int stat64(const char *path, struct stat64 *st)
{
	return stat(path, (struct stat *)st);
}

EXPORT int lstat64(const char *path, struct stat64 *st)
{
	return lstat(path, (struct stat *)st);
}

EXPORT int fstat64(int fd, struct stat64 *st)
{
	return fstat(fd, (struct stat *)st);
}

EXPORT int fstatat64(int dir, const char *path, struct stat64 *st, int flags)
{
	return fstatat(dir, path, (struct stat *)st, flags);
}

EXPORT int access(const char *path, int mode)
{
	char buf[PATH_MAX];

	return NEXT(access)(redirect(path, buf), mode);
}

EXPORT ssize_t readlink(const char *path, char *to, size_t size)
{
	char buf[PATH_MAX];

	return NEXT(readlink)(redirect(path, buf), to, size);
}

EXPORT char *realpath(const char *path, char *to)
{
	char buf[PATH_MAX];

	return NEXT(realpath)(redirect(path, buf), to);
}

char *__realpath_chk(const char *path, char *to, size_t room);

EXPORT char *__realpath_chk(const char *path, char *to, size_t room)
{
	return realpath(path, to);
}

EXPORT DIR *opendir(const char *path)
{
	char buf[PATH_MAX];

	return NEXT(opendir)(redirect(path, buf));
}

EXPORT int scandir(const char *path, struct dirent ***list, int (*filter)(const struct dirent *),
		   int (*compare)(const struct dirent **, const struct dirent **))
{
	char buf[PATH_MAX];

	return NEXT(scandir)(redirect(path, buf), list, filter, compare);
}

EXPORT int scandir64(const char *path, struct dirent64 ***list, int (*filter)(const struct dirent64 *),
		     int (*compare)(const struct dirent64 **, const struct dirent64 **))
{
	char buf[PATH_MAX];

	return NEXT(scandir64)(redirect(path, buf), list, filter, compare);
}

/* Buffers are mapped by the node's descriptor, at the offset that GEM_MMAP returned. */
EXPORT void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
	if (fd >= 0 && !(flags & MAP_ANONYMOUS) && node_file_of(fd))
		fd = node_memory_fd();
	return libc_mmap(addr, length, prot, flags, fd, offset);
}

EXPORT void *mmap64(void *addr, size_t length, int prot, int flags, int fd, off64_t offset)
{
	return mmap(addr, length, prot, flags, fd, offset);
}

EXPORT int ioctl(int fd, unsigned long request, ...)
{
	struct node_file *file;
	va_list ap;
	void *arg;
	int ret;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	file = _IOC_TYPE(request) == 'd' ? node_file_of(fd) : NULL;
	if (!file)
		return NEXT(ioctl)(fd, request, arg);
	pthread_mutex_lock(&node_lock);
	ret = node_ioctl(file, request, arg);
	pthread_mutex_unlock(&node_lock);
	if (ret >= 0)
		return ret;
	errno = -ret;
	return -1;
}
