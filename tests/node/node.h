/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The native node: a preloaded library that is the render node of an R5xx, R6xx or R7xx card to one
 * process.  It has the ioctls of rcp.ko, the checker, the CP of the emulated card and the drawing
 * machine behind them, so unmodified Mesa draws without a VM.
 *
 *	paths.c		calls of libc that reach the node or its files in sysfs
 *	ioctl.c		ioctls: arguments, files, handles
 *	answers.c	INFO, as rcp.ko answers on the emulated card (answers.txt)
 *	grant.c		owners of HyperZ and of CMASK
 *	submit.c	DRM_RADEON_CS: copy, check, patch, execute
 *	card.c		the card of tests/replay
 *	record.c	submissions with the contents of their buffers, for scripts/draw --record
 *	frame.c		frames as pictures
 *	memory.c	buffers, in one arena that is the card's memory
 *
 * One lock, node_lock, covers everything below paths.c.  A submission is executed before its ioctl
 * returns, so a buffer is never busy.
 */
#ifndef NODE_H
#define NODE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "replay.h"

extern pthread_mutex_t node_lock;

/* One line on stderr, with the program's name for the node. */
__attribute__((format(printf, 1, 2)))
void node_say(const char *fmt, ...);

/* ---- memory.c ---- */

/* GPU addresses of the card's memory.  Registers hold all of them in 32 bits. */
#define NODE_MEMORY	0x40000000ull
#define NODE_MEMORY_SIZE 0xb0000000ull
/* The first page: neutral state points to it, as to the driver's null buffer. */
#define NODE_NULL	NODE_MEMORY
#define NODE_PAGE	4096u

/**
 * struct node_bo - a buffer
 * @addr: GPU address; fixed, because nothing is ever evicted
 * @size: bytes, a multiple of the page
 * @align: alignment of @addr
 * @domains: RADEON_GEM_DOMAIN_* that it was created with
 * @tiling: RADEON_TILING_*, with @pitch
 * @refs: handles, and exports
 * @owner: process that made it
 * @id: number in the order of creation, from 1 on
 * @copy: its bytes after the last submission that was recorded, or NULL
 * @next: the buffer with the next higher address
 */
struct node_bo {
	uint64_t addr, size;
	uint32_t align;
	uint32_t domains;
	uint32_t tiling, pitch;
	uint32_t refs;
	pid_t owner;
	uint32_t id;
	uint8_t *copy;
	struct node_bo *next;
};

/* 0, or a negative errno. */
int node_memory_init(void);
struct node_bo *node_bo_create(uint64_t size, uint32_t align, uint32_t domains);
void node_bo_put(struct node_bo *bo);
/* Bytes of buffers of a domain. */
uint64_t node_memory_used(uint32_t domain);
/* The memory as this process sees it, and the file that others map. */
uint8_t *node_memory(void);
int node_memory_fd(void);

static inline uint8_t *node_bo_bytes(const struct node_bo *bo)
{
	return node_memory() + (bo->addr - NODE_MEMORY);
}

/* ---- card.c ---- */

/* The chip of this process, from the environment; "RV770" without. */
const char *node_chip(void);
bool node_card_init(void);
struct replay_straps node_card_straps(void);
/* Ticks of the reference clock. */
uint64_t node_card_clock(void);

/**
 * node_card_run() - execute a checked stream with its addresses filled in
 * @ib: the dwords
 * @ndw: their number
 * @bos: buffers that draws may access; sorted here
 * @nbos: length of @bos
 */
void node_card_run(const uint32_t *ib, uint32_t ndw, struct node_bo **bos, uint32_t nbos);

/* RAM on the chip is cleared, as the driver clears it for a new owner; @flags: PM4_OWNS_*. */
void node_card_clear(uint32_t flags);

/* ---- grant.c ---- */

struct node_file;

/* The file asks for a grant, PM4_OWNS_*, or gives it up.  Return: it owns it now. */
bool node_grant_want(struct node_file *file, uint32_t flag, bool want);
/* PM4_OWNS_* of the file. */
uint32_t node_grants(const struct node_file *file);
/* A stream of the file runs.  Return: PM4_OWNS_* of RAM that has another file's contents. */
uint32_t node_grants_use(struct node_file *file);

/* ---- answers.c ---- */

/* The value of RADEON_INFO_*, which has the client's argument on entry; or a negative errno. */
int node_info(struct node_file *file, uint32_t request, uint64_t *value, bool *wide);

struct drm_radeon_gem_info;

void node_gem_info(struct drm_radeon_gem_info *info);

/* ---- ioctl.c ---- */

/* Opens the node: a descriptor of its own kind, or -1 with errno. */
int node_open(int flags);
/* The open file of a descriptor; NULL if it is not of the node. */
struct node_file *node_file_of(int fd);
/* Whether a descriptor of the process is of the file. */
bool node_file_is_open(const struct node_file *file);
struct node_bo *node_lookup(struct node_file *file, uint32_t handle);
int node_ioctl(struct node_file *file, unsigned long request, void *arg);

/* ---- submit.c ---- */

struct drm_radeon_cs;

int node_submit(struct node_file *file, const struct drm_radeon_cs *args);

/* ---- record.c ---- */

struct drm_radeon_cs_reloc;

/**
 * struct node_record - a submission for the recorder
 * @ib: the stream as the client passed it
 * @ib_dw: its length
 * @ring: RADEON_CS_RING_*
 * @cs_flags: RADEON_CS_*
 * @owns: PM4_OWNS_*
 * @relocs: the relocation list
 * @bos: their buffers
 * @nrelocs: length of both
 */
struct node_record {
	const uint32_t *ib;
	uint32_t ib_dw;
	uint32_t ring, cs_flags, owns;
	const struct drm_radeon_cs_reloc *relocs;
	struct node_bo **bos;
	uint32_t nrelocs;
};

bool node_recording(void);
/* Before the stream runs, or is refused ... */
void node_record_begin(const struct node_record *r);
/* ... and after it: a positive errno with the reason, or 0. */
void node_record_end(const struct node_record *r, int error, const char *text);
/* Before a fork: nothing stays in a buffer of stdio; and in the child, which records nothing. */
void node_record_flush(void);
void node_record_stop(void);
/* The buffer goes. */
void node_record_forget(struct node_bo *bo);

/* ---- frame.c ---- */

void node_frames_begin(void);
/* In a child: frames are the parent's. */
void node_frames_stop(void);

/* ---- paths.c: the calls of libc under the interposed names ---- */

struct stat;

int libc_fstat(int fd, struct stat *st);
void *libc_mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset);

#endif
