/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A small DRM client for the radeon ABI and what rcp adds to it.
 *
 * Thin on purpose: each function makes one ioctl and returns 0 or a negative
 * errno, so that a test says what it expects of the kernel and nothing else.
 * Used by the kselftests, the demo's player and the fuzzer.  Works on rcp and,
 * where the ABI is shared, on radeon.ko.  A struct client belongs to one
 * thread or is only read.
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

/* Opens the first render node of a driver named radeon. */
int client_open(struct client *c);
/* Opens this one; 0 or -errno. */
int client_open_node(struct client *c, const char *node);
void client_close(struct client *c);
/* Whether this card may have write-combined and uncached system memory. */
bool client_takes_uncached(const struct client *c);
/* A node of vgem, another driver, or -1 */
int client_open_vgem(void);
/*
 * Puts a fence of vgem's on a buffer, as if vgem wrote to it: until it is signalled,
 * or for ten seconds.
 */
int vgem_fence_attach(int vgem, int dmabuf, uint32_t *fence);
int vgem_fence_signal(int vgem, uint32_t fence);
/* The same with @n of them, as if vgem read it; they end when @vgem is closed. */
int vgem_readers_attach(int vgem, int dmabuf, unsigned int n);
const char *client_chip_of_id(uint32_t pci_device);

/* drmIoctl() without the retries hidden: returns 0 or a negative errno. */
int client_ioctl(int fd, unsigned long request, void *arg);
/* A call that a signal interrupts is not made again */
extern bool client_once;

int client_query(int fd, uint32_t type, void *data, uint32_t *size);
int client_info(int fd, uint32_t request, void *value);
int client_info_u32(int fd, uint32_t request, uint32_t *value);
int client_info_u64(int fd, uint32_t request, uint64_t *value);

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
/* A new buffer in the GTT that only @other has, by the handle @theirs, and keeps there */
int gem_lend(int fd, int other, uint64_t size, uint32_t *theirs);

/* One submission: what goes into the chunks.  A NULL leaves its chunk out. */
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

/* A stream under construction; too many dwords are a bug of the test. */
#define STREAM_MAX_DW	16384

struct stream {
	uint32_t dw[STREAM_MAX_DW];
	uint32_t n;
	struct drm_radeon_cs_reloc reloc[64];
	uint32_t nreloc;
};

void stream_init(struct stream *s);
void stream_dw(struct stream *s, uint32_t dw);
/* A type-3 header with @payload_dw dwords to follow */
void stream_packet3(struct stream *s, uint32_t op, uint32_t payload_dw);
/* Adds the buffer to the list and the NOP that names it to the stream */
void stream_reloc(struct stream *s, uint32_t handle, uint32_t read, uint32_t write);
/* Type-2 filler up to a multiple of @dw dwords */
void stream_pad(struct stream *s, uint32_t dw);
int stream_submit(struct stream *s, int fd, struct drm_rcp_verdict *verdict);
/* The same with the chunks that @cs has; its stream and relocations are set from @s. */
int stream_submit_cs(struct stream *s, int fd, struct client_cs *cs);

/* The packets the tests use, each with its relocation(s) */
void stream_mem_write(struct stream *s, uint32_t handle, uint32_t domain,
		      uint64_t offset, uint64_t value);
void stream_eop(struct stream *s, uint32_t handle, uint32_t domain,
		uint64_t offset, uint32_t data_sel, uint64_t value);
void stream_copy_dw(struct stream *s, uint32_t src, uint64_t src_offset,
		    uint32_t dst, uint64_t dst_offset, uint32_t domain);
void stream_cp_dma(struct stream *s, uint32_t src, uint32_t src_domain,
		   uint64_t src_offset, uint32_t dst, uint32_t dst_domain,
		   uint64_t dst_offset, uint32_t bytes);
/* Polls memory until it equals @value: never, if nobody writes it */
void stream_wait_mem(struct stream *s, uint32_t handle, uint32_t domain,
		     uint64_t offset, uint32_t value);

/* Does the device do what a client that opens it now asks for?  0 or -errno */
int client_works(void);

#define PACKET3(op, payload_dw)	\
	(3u << 30 | ((payload_dw) - 1) << 16 | (uint32_t)(op) << 8)
#define PACKET2			(2u << 30)

#define PKT_NOP			0x10
#define PKT_DRAW_INDEX_AUTO	0x2d
#define PKT_COPY_DW		0x3b
#define PKT_WAIT_REG_MEM	0x3c
#define PKT_MEM_WRITE		0x3d
#define PKT_CP_DMA		0x41
#define PKT_SURFACE_SYNC	0x43
#define PKT_EVENT_WRITE		0x46
#define PKT_EVENT_WRITE_EOP	0x47
#define PKT_SET_CONFIG_REG	0x68
#define PKT_SET_CONTEXT_REG	0x69

#define EOP_DATA_NONE		0
#define EOP_DATA_32		1
#define EOP_DATA_64		2
#define EOP_DATA_CLOCK		3

/*
 * For SKIP() in a fixture's setup, after which the test would run all the
 * same: the exit code that the harness of Linux 6.1 takes for a skip.
 */
#define HARNESS_SKIP	255

/* Time and the machine */
uint64_t now_ns(void);		/* CLOCK_MONOTONIC */
/* Interrupts taken so far by the card's driver, from /proc/interrupts */
long irq_count(void);
/* Reads a whole small file into @text; returns its length or -errno */
int read_text(const char *path, char *text, size_t size);
/* The same of a file that the driver has in debugfs */
int read_debugfs(const char *name, char *text, size_t size);
/* A number of a debugfs file that has a line for each value; -1 if it has none of this name */
long long debugfs_value(const char *name, const char *key);
/* The word of column @column in line @row (0 is the head) of a table; false if there is none */
bool table_cell(const char *table, unsigned int row, const char *column, char cell[64]);
/* The number in column @column of a debugfs table, in the line that begins with @first; or -1 */
long long debugfs_cell(const char *name, const char *first, const char *column);
/* Like read_text(), of a hang's device core dump, which is gone then; 0 if there is none */
int take_dump(char *text, size_t size);
/* What the driver has taken and refused so far; 0 or -errno */
int debugfs_submissions(uint64_t *submitted, uint64_t *refused);
/* Writes to a file of the kernel's: 0 or -errno */
int write_file(const char *path, const char *text);

/*
 * The kernel's log from now on.  kmsg_open() remembers the place;
 * kmsg_loud() reads on and returns how many messages there were that a client
 * must not be able to cause: any at warning level or worse, and any of the
 * driver above debug level.  The first of them is copied to @text.
 */
int kmsg_open(void);
int kmsg_loud(int kmsg, char *text, size_t size);
/* The same, counting only warnings and worse */
int kmsg_alarms(int kmsg, char *text, size_t size);
/* The same, counting errors of drivers: not what the kernel itself says of a probe */
int kmsg_errors(int kmsg, char *text, size_t size);
/* The same, counting notices of rcp */
int kmsg_notices(int kmsg, char *text, size_t size);

#endif /* CLIENT_H */
