// SPDX-License-Identifier: GPL-2.0
/*
 * The DRM client behind the tests: one ioctl per function, errno returned.
 * See client.h.
 */
#include "client.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
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

/* Asks the driver of an open node who it is and what it drives. */
static int client_meet(struct client *c)
{
	uint32_t id = 0, size;

	size = sizeof(c->driver);
	c->rcp = !client_query(c->fd, RCP_QUERY_DRIVER, &c->driver, &size);
	size = sizeof(c->card);
	if (c->rcp)
		client_query(c->fd, RCP_QUERY_CARD, &c->card, &size);
	if (!client_info_u32(c->fd, RADEON_INFO_DEVICE_ID, &id))
		snprintf(c->chip, sizeof(c->chip), "%s",
			 c->card.chip_name[0] ? c->card.chip_name : client_chip_of_id(id));
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
	int minor;

	memset(c, 0, sizeof(*c));
	c->fd = -1;
	for (minor = 128; minor < 192 && c->fd < 0; minor++) {
		snprintf(c->node, sizeof(c->node), "/dev/dri/renderD%d", minor);
		c->fd = open(c->node, O_RDWR | O_CLOEXEC);
		if (c->fd >= 0 && !is_radeon(c->fd)) {
			close(c->fd);
			c->fd = -1;
		}
	}
	if (c->fd < 0)
		return -ENODEV;
	return client_meet(c);
}

/* A test without any device to try is skipped as a whole, as kselftests are. */
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

/* vgem_drm.h is not everywhere where the tests are built. */
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
	/* room for an answer of eight bytes, which would be a bug */
	uint32_t answer[2] = { *value, 0 };
	int ret = client_info(fd, request, answer);

	*value = answer[0];
	return ret;
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

int gem_lend(int fd, int other, uint64_t size, uint32_t *theirs)
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

uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

int read_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t got = 0;
	ssize_t n = 0;

	text[0] = 0;
	if (fd < 0)
		return -errno;
	while (got + 1 < size && (n = read(fd, text + got, size - 1 - got)) > 0)
		got += n;
	close(fd);
	text[got] = 0;
	return n < 0 ? -errno : (int)got;
}

int read_debugfs(const char *name, char *text, size_t size)
{
	char pattern[64];
	glob_t found;
	int ret;

	snprintf(pattern, sizeof(pattern), "/sys/kernel/debug/dri/*/%s", name);
	if (glob(pattern, 0, NULL, &found))
		return -ENOENT;
	ret = read_text(found.gl_pathv[0], text, size);
	globfree(&found);
	return ret;
}

long long debugfs_value(const char *name, const char *key)
{
	char text[4096], *line, *save;
	size_t n = strlen(key);

	if (read_debugfs(name, text, sizeof(text)) <= 0)
		return -1;
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		if (!strncmp(line, key, n) && line[n] == ' ')
			return strtoll(line + n, NULL, 0);
	return -1;
}

/* Word @n of a line, NULL if it has fewer. */
static const char *word_of(const char *line, unsigned int n)
{
	for (;; n--) {
		line += strspn(line, " ");
		if (!*line || *line == '\n')
			return NULL;
		if (!n)
			return line;
		line += strcspn(line, "\n ");
	}
}

bool table_cell(const char *table, unsigned int row, const char *column, char cell[64])
{
	const char *line = table, *word;
	unsigned int n;

	for (n = 0; (word = word_of(table, n)); n++)
		if (!strncmp(word, column, strlen(column)) && strchr("\n ", word[strlen(column)]))
			break;
	for (; line && row; row--) {
		line = strchr(line, '\n');
		line += !!line;
	}
	word = word && line ? word_of(line, n) : NULL;
	if (!word)
		return false;
	snprintf(cell, 64, "%.*s", (int)strcspn(word, "\n "), word);
	return true;
}

long long debugfs_cell(const char *name, const char *first, const char *column)
{
	char text[4096], head[64] = "", cell[64];
	unsigned int row;

	if (read_debugfs(name, text, sizeof(text)) <= 0)
		return -1;
	sscanf(text, "%63s", head);
	for (row = 1; table_cell(text, row, head, cell); row++)
		if (!strcmp(cell, first))
			return table_cell(text, row, column, cell) ? strtoll(cell, NULL, 0) : -1;
	return -1;
}

int take_dump(char *text, size_t size)
{
	glob_t found;
	int ret;

	text[0] = 0;
	if (glob("/sys/class/devcoredump/devcd*/data", 0, NULL, &found))
		return 0;
	ret = read_text(found.gl_pathv[0], text, size);
	if (ret > 0 && write_file(found.gl_pathv[0], "1"))
		ret = -EIO;
	globfree(&found);
	return ret;
}

int debugfs_submissions(uint64_t *submitted, uint64_t *refused)
{
	long long s = debugfs_value("rcp_state", "submitted");
	long long r = debugfs_value("rcp_state", "refused");

	if (s < 0 || r < 0)
		return -EINVAL;
	*submitted = s;
	*refused = r;
	return 0;
}

int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return -errno;
	ret = write(fd, text, strlen(text)) < 0 ? -errno : 0;
	close(fd);
	return ret;
}

long irq_count(void)
{
	FILE *f = fopen("/proc/interrupts", "r");
	char line[512];
	long total = 0;

	if (!f)
		return -1;
	while (fgets(line, sizeof(line), f)) {
		char *p = strchr(line, ':');

		if (!p || (!strstr(line, "rcp") && !strstr(line, "radeon")))
			continue;
		for (p++;;) {
			char *end;
			long n = strtol(p, &end, 10);

			if (end == p)
				break;
			total += n;
			p = end;
		}
	}
	fclose(f);
	return total;
}

int kmsg_open(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0)
		lseek(fd, 0, SEEK_END);
	return fd;
}

/* What the kernel says of a machine that was held up, for instance by its host. */
static bool is_machine(const char *record)
{
	return strstr(record, ";hrtimer: interrupt took ") || strstr(record, ";clocksource: ") ||
	       strstr(record, ";sched: RT throttling activated") ||
	       strstr(record, " hogged CPU for ");
}

static bool is_alarm(const char *record)
{
	return (atoi(record) & 7) <= 4 && !is_machine(record);	/* "6,1234,5678,-;text" */
}

static bool is_loud(const char *record)
{
	return is_alarm(record) || ((atoi(record) & 7) < 7 &&
		(strstr(record, "rcp") || strstr(record, "drm") || strstr(record, "radeon")));
}

/*
 * Debian's kernel has its own words on missing microcode, whoever asks for it,
 * and newer kernels say of every probe that failed that it did.
 */
static bool is_error(const char *record)
{
	return (atoi(record) & 7) <= 3 && !strstr(record, "firmware: ") &&
	       !strstr(record, "wiki.debian.org/Firmware") && !strstr(record, "probe with driver");
}

static bool is_notice(const char *record)
{
	return (atoi(record) & 7) == 5 && strstr(record, ";rcp ");
}

static int kmsg_count(int kmsg, bool (*counts)(const char *), char *text, size_t size)
{
	char record[2048];
	int n = 0;

	if (text && size)
		text[0] = 0;
	for (;;) {
		ssize_t len = read(kmsg, record, sizeof(record) - 1);

		if (len < 0 && errno == EPIPE)
			continue;	/* the oldest were overwritten */
		if (len <= 0)
			return n;
		record[len] = 0;
		if (counts(record) && !n++ && text)
			snprintf(text, size, "%s", record);
	}
}

int kmsg_loud(int kmsg, char *text, size_t size)
{
	return kmsg_count(kmsg, is_loud, text, size);
}

int kmsg_alarms(int kmsg, char *text, size_t size)
{
	return kmsg_count(kmsg, is_alarm, text, size);
}

int kmsg_errors(int kmsg, char *text, size_t size)
{
	return kmsg_count(kmsg, is_error, text, size);
}

int kmsg_notices(int kmsg, char *text, size_t size)
{
	return kmsg_count(kmsg, is_notice, text, size);
}
