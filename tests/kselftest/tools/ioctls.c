// SPDX-License-Identifier: GPL-2.0
/*
 * Calls every ioctl with good and with bad arguments, and prints a line for each case:
 * its name, the errno, and the changes that the call made.  Works on rcp and on
 * radeon.ko, so that the two can be compared; see vm/same-ioctls.
 *
 *	ioctls [PREFIX]		only cases whose names begin with PREFIX
 *
 * Each case has a new client with the same two buffers, so that handles are the same on
 * each driver and no case depends on another.  Of addresses and times, only their presence
 * is printed.  Run as root in the guest.
 */
#include "ioctls.h"
#include "client.h"
#include "kernel.h"
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define NOTHING_THERE	0x1000ul		/* below mmap_min_addr */
#define KERNEL		0xffff888000001000ul
#define NON_CANONICAL	0x8000000000000000ul
#define NULL_ARG	(~0ul)

static const char *node[2];	/* the render node, the primary one */
static bool is_rcp;
static const char *prefix = "";
static uint8_t *page;		/* the next one is not there */
static int exported = -1, exported_other = -1, null_fd = -1;

/* --- what a case has */

static int open_client(const char *path)
{
	uint32_t gtt, vram;
	int fd = open(path, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (gem_create(fd, RIG_BUFFER, 4096, RADEON_GEM_DOMAIN_GTT, 0, &gtt) ||
	    gem_create(fd, RIG_BUFFER, 4096, RADEON_GEM_DOMAIN_VRAM, 0, &vram) ||
	    gtt != RIG_GTT || vram != RIG_VRAM) {
		close(fd);
		return -EPROTO;
	}
	return fd;
}

static uint64_t real_value(struct rig *rig, uint64_t value)
{
	struct drm_gem_flink flink = { .handle = RIG_GTT };

	switch (value) {
	case VALUE_EDGE4:
		return (uintptr_t)page + 4096 - 4;
	case VALUE_EDGE8:
		return (uintptr_t)page + 4096 - 8;
	case VALUE_MEMORY:
		return (uintptr_t)page;
	case VALUE_EXPORTED:
		if (exported >= 0)
			close(exported);
		gem_export(rig->fd, RIG_GTT, &exported);
		return exported;
	case VALUE_EXPORTED_OTHER:
		return exported_other;
	case VALUE_NULL_FD:
		return null_fd;
	case VALUE_FLINKED:
		client_ioctl(rig->fd, DRM_IOCTL_GEM_FLINK, &flink);
		return flink.name;
	default:
		return value;
	}
}

static const char *value_name(uint64_t value)
{
	static char text[32];

	switch (value) {
	case VALUE_EDGE4:
		return "edge4";
	case VALUE_EDGE8:
		return "edge8";
	case VALUE_MEMORY:
		return "memory";
	case VALUE_EXPORTED:
		return "exported";
	case VALUE_EXPORTED_OTHER:
		return "exported-other";
	case VALUE_NULL_FD:
		return "dev-null";
	case VALUE_FLINKED:
		return "flinked";
	}
	snprintf(text, sizeof(text), "0x%lx", value);
	return text;
}

static uint64_t get_field(const struct rig *rig, const struct field *field)
{
	uint64_t value = 0;

	memcpy(&value, (const uint8_t *)rig + field->at, field->size);
	return value;
}

static void set_field(struct rig *rig, const struct field *field, uint64_t value)
{
	memcpy((uint8_t *)rig + field->at, &value, field->size);
}

/* --- one case */

static const char *error_name(int err)
{
	return err ? strerrorname_np(-err) : "0";
}

/* Prints the changes of the argument by the names of its fields. */
static void print_changes(const struct call *call, const struct rig *before, const struct rig *rig)
{
	bool known[RIG_ARG_BYTES] = { false };
	const struct field *field;
	size_t i;

	for (field = call->fields; field && field->name; field++) {
		uint64_t value = get_field(rig, field);

		if (field->at + field->size > RIG_ARG_BYTES)
			continue;
		memset(known + field->at, true, field->size);
		if (value == get_field(before, field))
			continue;
		if (field->kind == FIELD_ADDRESS)
			printf(" %s=changed", field->name);
		else
			printf(" %s=0x%lx", field->name, value);
	}
	for (i = 0; i < RIG_ARG_BYTES; i++)
		if (!known[i] && before->arg[i] != rig->arg[i])
			printf(" byte%zu=0x%x", i, rig->arg[i]);
}

/*
 * @set: change @field to @value, or NULL.  @at: where the argument is instead of in the
 * rig, or 0.  @request: the number, which may be a wrong one.
 */
static void run(const struct call *call, const char *path, unsigned long request, const char *suffix,
		const struct field *set, uint64_t value, uint64_t at, bool fatal)
{
	static struct {
		struct rig rig;
		uint32_t behind[0x41000];
	} all;
	struct rig *rig = &all.rig, before;
	char name[128];
	size_t i;
	int err;

	snprintf(name, sizeof(name), "%s%s%s%s", path == node[0] ? "" : "primary/", call->name, suffix,
		 set ? value_name(value) : "");
	if (strncmp(name, prefix, strlen(prefix)))
		return;
	printf("%s", name);
	if (fatal && !is_rcp) {
		printf(" unasked\n");
		return;
	}
	fflush(stdout);
	memset(rig, 0, sizeof(*rig));
	for (i = 0; i < sizeof(all.behind) / sizeof(all.behind[0]); i++)
		all.behind[i] = PACKET2;
	rig->fd = open_client(path);
	if (rig->fd < 0) {
		printf(" has no client: %s\n", error_name(rig->fd));
		return;
	}
	if (call->prepare)
		call->prepare(rig);
	if (set)
		set_field(rig, set, real_value(rig, value));
	before = *rig;
	err = client_ioctl(rig->fd, request, at == NULL_ARG ? NULL : at ? (void *)at : rig->arg);
	printf(" %s", error_name(err));
	print_changes(call, &before, rig);
	if (call->after)
		call->after(rig, err);
	printf("\n");
	close(rig->fd);
}

/*
 * The argument is unmapped, or has another size than the kernel knows.  Calls of one
 * ioctl with another good argument have a "-" in their names.
 */
static void run_shapes(const struct call *call, const char *path)
{
	unsigned long nr = _IOC_NR(call->request), size = _IOC_SIZE(call->request);

	if (size) {
		run(call, path, call->request, ".arg=0x0", NULL, 0, NULL_ARG, false);
		run(call, path, call->request, ".arg=low", NULL, 0, NOTHING_THERE, false);
		run(call, path, call->request, ".arg=kernel", NULL, 0, KERNEL, false);
		run(call, path, call->request, ".arg=non-canonical", NULL, 0, NON_CANONICAL, false);
		run(call, path, call->request, ".arg=edge4", NULL, 0, (uintptr_t)page + 4096 - 4, false);
	}
	run(call, path, _IOC(_IOC_NONE, 'd', nr, 0), ".ioc-size=0", NULL, 0, 0, false);
	run(call, path, _IOC(_IOC_READ | _IOC_WRITE, 'd', nr, 4), ".ioc-size=4", NULL, 0, 0, false);
	run(call, path, _IOC(_IOC_READ | _IOC_WRITE, 'd', nr, RIG_ARG_BYTES), ".ioc-size=most", NULL, 0, 0, false);
	run(call, path, _IOC(_IOC_READ, 'd', nr, size), ".ioc-only-read", NULL, 0, 0, false);
	run(call, path, _IOC(_IOC_WRITE, 'd', nr, size), ".ioc-only-write", NULL, 0, 0, false);
}

static void run_call(const struct call *call, const char *path)
{
	const struct field *field;
	char suffix[64];
	size_t i;

	run(call, path, call->request, "", NULL, 0, 0, false);
	if (!strchr(call->name, '-'))
		run_shapes(call, path);
	for (field = call->fields; field && field->name; field++) {
		snprintf(suffix, sizeof(suffix), ".%s=", field->name);
		for (i = 0; i < field->n; i++)
			run(call, path, call->request, suffix, field, field->values[i], 0,
			    i >= field->n - field->fatal);
	}
}

/* Every ioctl number of drivers, with an argument of zeros. */
static void run_numbers(const char *path)
{
	struct call call = { .name = "number" };
	char suffix[16];
	unsigned int nr;

	for (nr = DRM_COMMAND_BASE; nr < DRM_COMMAND_END; nr++) {
		snprintf(suffix, sizeof(suffix), ".0x%02x", nr - DRM_COMMAND_BASE);
		run(&call, path, _IOC(_IOC_READ | _IOC_WRITE, 'd', nr, RIG_ARG_BYTES), suffix,
		    NULL, 0, 0, false);
	}
}

/* --- the surroundings */

/* The nodes of the card, and a second client, whose buffers no case may access. */
static int set_up(void)
{
	static char render[32], primary[32];
	uint32_t handle;
	struct client c;
	int i, other, err = client_open(&c);

	if (err)
		return err;
	is_rcp = c.rcp;
	snprintf(render, sizeof(render), "%s", c.node);
	client_close(&c);
	node[0] = render;
	node[1] = NULL;
	for (i = 0; i < 8 && !node[1]; i++) {
		char name[16] = "";
		struct drm_version v = { .name = name, .name_len = sizeof(name) - 1 };
		int fd;

		snprintf(primary, sizeof(primary), "/dev/dri/card%d", i);
		fd = open(primary, O_RDWR | O_CLOEXEC);
		if (fd < 0)
			continue;
		if (!client_ioctl(fd, DRM_IOCTL_VERSION, &v) && !strcmp(name, "radeon"))
			node[1] = primary;
		close(fd);
	}
	if (!node[1])
		return -ENODEV;

	other = open_client(node[0]);
	if (other < 0)
		return other;
	for (i = RIG_VRAM; i < RIG_FOREIGN; i++)
		if (gem_create(other, RIG_BUFFER, 4096, RADEON_GEM_DOMAIN_GTT, 0, &handle))
			return -ENOMEM;
	if (handle != RIG_FOREIGN || gem_export(other, handle, &exported_other))
		return -EPROTO;
	null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (null_fd < 0 || page == MAP_FAILED || munmap(page + 4096, 4096))
		return -errno;
	return 0;
}

int main(int argc, char **argv)
{
	int kmsg = kmsg_open(), err = set_up();
	char text[512];
	size_t i;

	if (err) {
		fprintf(stderr, "ioctls: %s\n", strerror(-err));
		return 1;
	}
	if (argc > 1)
		prefix = argv[1];
	for (i = 0; i < ncalls; i++) {
		run_call(&calls[i], node[0]);
		if (calls[i].primary)
			run_call(&calls[i], node[1]);
	}
	run_numbers(node[0]);
	run_numbers(node[1]);
	/* radeon.ko logs errors for many cases */
	if (is_rcp && kmsg_loud(kmsg, text, sizeof(text))) {
		fprintf(stderr, "ioctls: the kernel said: %s\n", text);
		return 1;
	}
	return 0;
}
