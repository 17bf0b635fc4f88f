// SPDX-License-Identifier: GPL-2.0
/*
 * The DRM client behind the tests: one ioctl per function, errno returned.
 * See client.h.
 */
#include "client.h"
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

bool client_once;

int client_ioctl(int fd, unsigned long request, void *arg)
{
	int ret;

	do {
		ret = ioctl(fd, request, arg);
	} while (ret == -1 && errno == EINTR && !client_once);
	return ret == -1 ? -errno : 0;
}

/* The chips by the PCI ids that the emulated cards have. */
static const struct {
	uint32_t pci_device;
	const char *name;
} chips[] = {
	{ 0x9400, "R600" }, { 0x94c1, "RV610" }, { 0x9581, "RV630" },
	{ 0x9501, "RV670" }, { 0x95c5, "RV620" }, { 0x9598, "RV635" },
	{ 0x9610, "RS780" }, { 0x9710, "RS880" }, { 0x9440, "RV770" },
	{ 0x9490, "RV730" }, { 0x9540, "RV710" }, { 0x94b3, "RV740" },
	{ 0x7146, "RV515" }, { 0x7109, "R520" }, { 0x71c2, "RV530" },
	{ 0x7249, "R580" }, { 0x7291, "RV560" }, { 0x7280, "RV570" },
};

const char *client_chip_of_id(uint32_t pci_device)
{
	size_t i;

	for (i = 0; i < sizeof(chips) / sizeof(chips[0]); i++)
		if (chips[i].pci_device == pci_device)
			return chips[i].name;
	return "";
}

static bool is_radeon(int fd)
{
	char name[16] = "";
	struct drm_version v = { .name = name, .name_len = sizeof(name) - 1 };

	return !client_ioctl(fd, DRM_IOCTL_VERSION, &v) && !strcmp(name, "radeon");
}

uint32_t client_generation = RCP_GENERATION_R600;
char client_chip[16];
bool client_is_rcp;

/* Queries driver and card of an open node. */
static int client_meet(struct client *c)
{
	uint32_t id = 0, size;

	size = sizeof(c->driver);
	c->rcp = !client_query(c->fd, RCP_QUERY_DRIVER, &c->driver, &size);
	size = sizeof(c->card);
	if (c->rcp)
		client_query(c->fd, RCP_QUERY_CARD, &c->card, &size);
	if (c->card.generation)
		client_generation = c->card.generation;
	if (!client_info_u32(c->fd, RADEON_INFO_DEVICE_ID, &id))
		snprintf(c->chip, sizeof(c->chip), "%s",
			 c->card.chip_name[0] ? c->card.chip_name : client_chip_of_id(id));
	memcpy(client_chip, c->chip, sizeof(client_chip));
	client_is_rcp = c->rcp;
	/* radeon.ko does not say it. */
	if (!c->rcp)
		client_generation = c->chip[strspn(c->chip, "RV")] == '5' ? RCP_GENERATION_R500 :
									   RCP_GENERATION_R600;
	return 0;
}

int client_open_node(struct client *c, const char *node)
{
	memset(c, 0, sizeof(*c));
	snprintf(c->node, sizeof(c->node), "%s", node);
	c->fd = open(node, O_RDWR | O_CLOEXEC);
	if (c->fd < 0)
		return -errno;
	return client_meet(c);
}

int client_open(struct client *c)
{
	int minor, error = ENODEV;

	memset(c, 0, sizeof(*c));
	c->fd = -1;
	for (minor = 128; minor < 192 && c->fd < 0; minor++) {
		snprintf(c->node, sizeof(c->node), "/dev/dri/renderD%d", minor);
		c->fd = open(c->node, O_RDWR | O_CLOEXEC);
		/* The first error: the node of another driver may be closed to this user. */
		if (c->fd < 0 && errno != ENOENT && error == ENODEV)
			error = errno;
		if (c->fd >= 0 && !is_radeon(c->fd)) {
			close(c->fd);
			c->fd = -1;
		}
	}
	if (c->fd < 0)
		return -error;
	return client_meet(c);
}

/* Without a device, a test program skips all tests, as kselftests do. */
static void __attribute__((constructor)) need_device(void)
{
	struct client c;

	if (!strstr(program_invocation_short_name, "_test"))
		return;
	if (!client_open(&c)) {
		close(c.fd);
		return;
	}
	printf("TAP version 13\n1..0 # SKIP no render node with the radeon ABI\n");
	fflush(stdout);
	_exit(4);
}

bool client_takes_uncached(const struct client *c)
{
	static const char * const never[] = {
		"RV610", "RV620", "RV630", "RV635", "RV670", "RS780", "RS880",
	};
	size_t i;

	for (i = 0; i < sizeof(never) / sizeof(never[0]); i++)
		if (!strcmp(c->chip, never[i]))
			return false;
	return true;
}

int client_open_primary(const char *driver)
{
	char path[32];
	int i;

	for (i = 0; i < 8; i++) {
		char name[8] = "";
		struct drm_version v = { .name = name, .name_len = sizeof(name) - 1 };
		int fd;

		snprintf(path, sizeof(path), "/dev/dri/card%d", i);
		fd = open(path, O_RDWR | O_CLOEXEC);
		if (fd < 0)
			continue;
		if (!client_ioctl(fd, DRM_IOCTL_VERSION, &v) && !strcmp(name, driver))
			return fd;
		close(fd);
	}
	return -1;
}

void client_close(struct client *c)
{
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
}

int client_query(int fd, uint32_t type, void *data, uint32_t *size)
{
	struct drm_rcp_query q = {
		.type = type,
		.size = *size,
		.data = (uintptr_t)data,
	};
	int ret = client_ioctl(fd, DRM_IOCTL_RCP_QUERY, &q);

	*size = q.size;
	return ret;
}

int client_info(int fd, uint32_t request, void *value)
{
	struct drm_radeon_info info = {
		.request = request,
		.value = (uintptr_t)value,
	};

	return client_ioctl(fd, DRM_IOCTL_RADEON_INFO, &info);
}

int client_info_u32(int fd, uint32_t request, uint32_t *value)
{
	/* room for eight bytes, which a driver with a bug would write */
	uint32_t answer[2] = { *value, 0 };
	int ret = client_info(fd, request, answer);

	*value = answer[0];
	return ret;
}

int client_want(int fd, uint32_t request, uint32_t value)
{
	int ret = client_info_u32(fd, request, &value);

	return ret ? ret : (int)value;
}

int client_want_soon(int fd, uint32_t request)
{
	int i, ret = 0;

	for (i = 0; i < 3000 && !ret; i++) {
		ret = client_want(fd, request, 1);
		if (!ret)
			usleep(10000);
	}
	return ret;
}

uint32_t client_resets(int fd)
{
	struct drm_rcp_query_card card = {};
	struct drm_rcp_query query = {
		.type = RCP_QUERY_CARD, .size = sizeof(card), .data = (uintptr_t)&card,
	};

	/* radeon has one counter for all clients. */
	return client_ioctl(fd, DRM_IOCTL_RCP_QUERY, &query) ? client_losses(fd) : card.resets;
}

uint32_t client_losses(int fd)
{
	uint32_t n = 0;

	client_info_u32(fd, RADEON_INFO_GPU_RESET_COUNTER, &n);
	return n;
}

int client_info_u64(int fd, uint32_t request, uint64_t *value)
{
	return client_info(fd, request, value);
}

int gem_create(int fd, uint64_t size, uint64_t align, uint32_t domain,
	       uint32_t flags, uint32_t *handle)
{
	struct drm_radeon_gem_create create = {
		.size = size,
		.alignment = align,
		.initial_domain = domain,
		.flags = flags,
	};
	int ret = client_ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &create);

	*handle = ret ? 0 : create.handle;
	return ret;
}

int gem_close(int fd, uint32_t handle)
{
	struct drm_gem_close close_arg = { .handle = handle };

	return client_ioctl(fd, DRM_IOCTL_GEM_CLOSE, &close_arg);
}

int gem_map_offset(int fd, uint32_t handle, uint64_t size, uint64_t *offset)
{
	struct drm_radeon_gem_mmap map = { .handle = handle, .size = size };
	int ret = client_ioctl(fd, DRM_IOCTL_RADEON_GEM_MMAP, &map);

	*offset = ret ? 0 : map.addr_ptr;
	return ret;
}

void *gem_map(int fd, uint32_t handle, uint64_t size)
{
	uint64_t offset;
	void *p;
	int ret = gem_map_offset(fd, handle, size, &offset);

	if (ret) {
		errno = -ret;
		return NULL;
	}
	p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
	return p == MAP_FAILED ? NULL : p;
}

int gem_wait(int fd, uint32_t handle)
{
	struct drm_radeon_gem_wait_idle wait = { .handle = handle };
	int ret;

	do {
		ret = client_ioctl(fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &wait);
	} while (ret == -EBUSY);
	return ret;
}

int gem_busy(int fd, uint32_t handle, uint32_t *domain)
{
	struct drm_radeon_gem_busy busy = { .handle = handle };
	int ret = client_ioctl(fd, DRM_IOCTL_RADEON_GEM_BUSY, &busy);

	if (domain)
		*domain = busy.domain;
	return ret;
}

int gem_set_tiling(int fd, uint32_t handle, uint32_t flags, uint32_t pitch)
{
	struct drm_radeon_gem_set_tiling tiling = {
		.handle = handle,
		.tiling_flags = flags,
		.pitch = pitch,
	};

	return client_ioctl(fd, DRM_IOCTL_RADEON_GEM_SET_TILING, &tiling);
}

int gem_get_tiling(int fd, uint32_t handle, uint32_t *flags, uint32_t *pitch)
{
	struct drm_radeon_gem_get_tiling tiling = { .handle = handle };
	int ret = client_ioctl(fd, DRM_IOCTL_RADEON_GEM_GET_TILING, &tiling);

	*flags = tiling.tiling_flags;
	*pitch = tiling.pitch;
	return ret;
}

int gem_initial_domain(int fd, uint32_t handle, uint32_t *domain)
{
	struct drm_radeon_gem_op op = {
		.handle = handle,
		.op = RADEON_GEM_OP_GET_INITIAL_DOMAIN,
	};
	int ret = client_ioctl(fd, DRM_IOCTL_RADEON_GEM_OP, &op);

	*domain = op.value;
	return ret;
}

int gem_export(int fd, uint32_t handle, int *dmabuf)
{
	struct drm_prime_handle prime = {
		.handle = handle,
		.flags = DRM_CLOEXEC | DRM_RDWR,
	};
	int ret = client_ioctl(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime);

	*dmabuf = ret ? -1 : prime.fd;
	return ret;
}

int gem_import(int fd, int dmabuf, uint32_t *handle)
{
	struct drm_prime_handle prime = { .fd = dmabuf };
	int ret = client_ioctl(fd, DRM_IOCTL_PRIME_FD_TO_HANDLE, &prime);

	*handle = ret ? 0 : prime.handle;
	return ret;
}

int gem_export_to(int fd, int other, uint64_t size, uint32_t *theirs)
{
	uint32_t handle;
	int dmabuf, ret = gem_create(fd, size, 4096, RADEON_GEM_DOMAIN_GTT, 0, &handle);

	if (ret)
		return ret;
	ret = gem_export(fd, handle, &dmabuf);
	if (!ret) {
		ret = gem_import(other, dmabuf, theirs);
		close(dmabuf);
	}
	gem_close(fd, handle);
	return ret;
}

uint64_t gem_usage(int fd, uint32_t domain)
{
	uint64_t bytes = 0;

	client_info_u64(fd, domain == RADEON_GEM_DOMAIN_VRAM ? RADEON_INFO_VRAM_USAGE :
			RADEON_INFO_GTT_USAGE, &bytes);
	return bytes;
}

void gem_fill(uint32_t *p, uint64_t bytes, uint32_t seed)
{
	uint64_t i;

	for (i = 0; i < bytes / 4; i++)
		p[i] = seed + i * 2654435761u;
}

uint64_t gem_first_wrong(const uint32_t *p, uint64_t bytes, uint32_t seed)
{
	uint64_t i;

	for (i = 0; i < bytes / 4; i++)
		if (p[i] != seed + (uint32_t)i * 2654435761u)
			return i * 4;
	return bytes;
}

uint64_t gem_first_nonzero(const uint32_t *p, uint64_t bytes)
{
	uint64_t i;

	for (i = 0; i < bytes / 4; i++)
		if (p[i])
			return i * 4;
	return bytes;
}

int client_submit(int fd, const struct client_cs *cs)
{
	struct drm_rcp_cs_verdict verdict = {
		.verdict = (uintptr_t)cs->verdict,
		.size = cs->verdict ? sizeof(*cs->verdict) : 0,
		.flags = cs->verdict_flags,
	};
	struct drm_rcp_cs_syncs syncs = {
		.count = cs->nsyncs,
		.stride = sizeof(*cs->syncs),
		.syncs = (uintptr_t)cs->syncs,
	};
	uint32_t flags[2] = { cs->flags, cs->ring };
	struct drm_radeon_cs_chunk chunk[7] = {
		{ RADEON_CHUNK_ID_IB, cs->ib_dw, (uintptr_t)cs->ib },
		{ RADEON_CHUNK_ID_RELOCS, cs->nrelocs * 4, (uintptr_t)cs->relocs },
		{ RADEON_CHUNK_ID_FLAGS, 2, (uintptr_t)flags },
	};
	uint64_t chunk_ptr[7];
	struct drm_radeon_cs arg = { .num_chunks = 3, .chunks = (uintptr_t)chunk_ptr };
	int i;

	if (cs->verdict)
		chunk[arg.num_chunks++] = (struct drm_radeon_cs_chunk) {
			RCP_CHUNK_ID_VERDICT, sizeof(verdict) / 4, (uintptr_t)&verdict };
	if (cs->context)
		chunk[arg.num_chunks++] = (struct drm_radeon_cs_chunk) {
			RCP_CHUNK_ID_CONTEXT, sizeof(*cs->context) / 4, (uintptr_t)cs->context };
	if (cs->syncs)
		chunk[arg.num_chunks++] = (struct drm_radeon_cs_chunk) {
			RCP_CHUNK_ID_SYNCS, sizeof(syncs) / 4, (uintptr_t)&syncs };
	if (cs->reloc_flags)
		chunk[arg.num_chunks++] = (struct drm_radeon_cs_chunk) {
			RCP_CHUNK_ID_RELOC_FLAGS, cs->nrelocs, (uintptr_t)cs->reloc_flags };
	for (i = 0; i < 7; i++)
		chunk_ptr[i] = (uintptr_t)&chunk[i];
	return client_ioctl(fd, DRM_IOCTL_RADEON_CS, &arg);
}
