/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A small DRM client for the radeon ABI and the ioctls that rcp adds to it.
 *
 * Thin on purpose: each function makes one ioctl and returns 0 or a negative
 * errno, so that a test says what it expects of the kernel and nothing else.
 * Works on rcp and, where the ABI is shared, on radeon.ko.  A struct client
 * belongs to one thread or is only read.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <drm.h>
#include <radeon_drm.h>
#include "rcp_drm.h"

struct client {
	int fd;
	bool rcp;		/* the driver is rcp, not radeon.ko */
	char node[32];		/* /dev/dri/renderD128 */
	char chip[16];		/* "RV710"; empty when the driver cannot be asked */
	struct drm_rcp_query_driver driver;	/* zeros on radeon.ko */
	struct drm_rcp_query_card card;
};

/* Opens the first render node of a driver named radeon.  Returns 0, -ENODEV, or the error of open(). */
int client_open(struct client *c);
/* enum drm_rcp_generation of the card that was opened last; R6xx/R7xx before that */
extern uint32_t client_generation;
/* Its chip, "R580" */
extern char client_chip[16];
/* Is its driver rcp? */
extern bool client_is_rcp;
/* Opens @node. */
int client_open_node(struct client *c, const char *node);
void client_close(struct client *c);
/* An open file of the driver's primary node, which supports flink and dumb buffers, or -1 */
int client_open_primary(const char *driver);
/* Whether this card may have write-combined and uncached system memory. */
bool client_takes_uncached(const struct client *c);
const char *client_chip_of_id(uint32_t pci_device);

/* ioctl(), repeated on EINTR unless client_once: 0 or a negative errno */
int client_ioctl(int fd, unsigned long request, void *arg);
/* client_ioctl() returns -EINTR */
extern bool client_once;

int client_query(int fd, uint32_t type, void *data, uint32_t *size);
int client_info(int fd, uint32_t request, void *value);
int client_info_u32(int fd, uint32_t request, uint32_t *value);
/* Asks for a grant, RADEON_INFO_WANT_*, or gives it back with 0: the answer, or a negative errno */
int client_want(int fd, uint32_t request, uint32_t value);
/* Until it is granted, up to half a minute: a job of the last owner is freed some time after its fence */
int client_want_soon(int fd, uint32_t request);
int client_info_u64(int fd, uint32_t request, uint64_t *value);
/* How often the card was reset; 0 if the call fails */
uint32_t client_resets(int fd);
/* How many of them cost this client something: what Mesa looks at */
uint32_t client_losses(int fd);

/* GEM */
int gem_create(int fd, uint64_t size, uint64_t align, uint32_t domain,
	       uint32_t flags, uint32_t *handle);
int gem_close(int fd, uint32_t handle);
int gem_map_offset(int fd, uint32_t handle, uint64_t size, uint64_t *offset);
/* NULL and errno when it fails */
void *gem_map(int fd, uint32_t handle, uint64_t size);
int gem_wait(int fd, uint32_t handle);
int gem_busy(int fd, uint32_t handle, uint32_t *domain);
int gem_set_tiling(int fd, uint32_t handle, uint32_t flags, uint32_t pitch);
int gem_get_tiling(int fd, uint32_t handle, uint32_t *flags, uint32_t *pitch);
int gem_initial_domain(int fd, uint32_t handle, uint32_t *domain);
int gem_export(int fd, uint32_t handle, int *dmabuf);
int gem_import(int fd, int dmabuf, uint32_t *handle);
/* Exports a new buffer in the GTT to @other, which alone keeps it, as handle @theirs */
int gem_export_to(int fd, int other, uint64_t size, uint32_t *theirs);
/* Bytes that are in use of RADEON_GEM_DOMAIN_VRAM or _GTT */
uint64_t gem_usage(int fd, uint32_t domain);

/* A pattern that @seed chooses; the offset of the first wrong word, or @bytes */
void gem_fill(uint32_t *p, uint64_t bytes, uint32_t seed);
uint64_t gem_first_wrong(const uint32_t *p, uint64_t bytes, uint32_t seed);
uint64_t gem_first_nonzero(const uint32_t *p, uint64_t bytes);

/* The chunks of a submission; NULL leaves a chunk out. */
struct client_cs {
	const uint32_t *ib;
	uint32_t ib_dw;
	const struct drm_radeon_cs_reloc *relocs;
	uint32_t nrelocs;
	uint32_t flags;			/* RADEON_CS_* */
	uint32_t ring;			/* RADEON_CS_RING_* */
	struct drm_rcp_verdict *verdict;
	uint32_t verdict_flags;
	struct drm_rcp_cs_context *context;	/* its seqno is the kernel's answer */
	const struct drm_rcp_sync *syncs;
	uint32_t nsyncs;
	const uint32_t *reloc_flags;		/* as many as relocations */
};

int client_submit(int fd, const struct client_cs *cs);

/*
 * The exit code that the harness of Linux 6.1 takes for a skip, for SKIP() in a
 * fixture's setup, after which the test would still run.
 */
#define HARNESS_SKIP	255

#endif /* CLIENT_H */
