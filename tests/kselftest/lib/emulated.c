// SPDX-License-Identifier: GPL-2.0
/*
 * The emulated card, by its place in sysfs.  See emulated.h.
 */
#include "emulated.h"
#include "kernel.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define DEVICES		"/sys/bus/pci/devices"
#define TIMEOUT		"/sys/module/rcp/parameters/job_timeout_ms"
#define SHARED		"/sys/module/rcp/parameters/shared_timeout_ms"
#define DRIVER		"/sys/bus/pci/drivers/rcp"

#define MODEL_MAGIC		0x4d4f444cu
#define MODEL_REG_MAGIC		0xffc0
#define MODEL_REG_STUCK		0xffe4
#define MODEL_REG_STUCK_VALUE	0xffe8

/* The first display controller of AMD's, if the environment does not name a slot. */
const char *card_slot(void)
{
	static char slot[32];
	const char *wanted = getenv("RCP_SLOT");
	struct dirent *e;
	DIR *d = slot[0] ? NULL : opendir(DEVICES);

	while (d && !slot[0] && (e = readdir(d))) {
		char path[PATH_MAX], vendor[16] = "", class[16] = "";

		snprintf(path, sizeof(path), DEVICES "/%s/vendor", e->d_name);
		read_text(path, vendor, sizeof(vendor));
		snprintf(path, sizeof(path), DEVICES "/%s/class", e->d_name);
		read_text(path, class, sizeof(class));
		if (!strncmp(vendor, "0x1002", 6) && !strncmp(class, "0x03", 4) &&
		    (!wanted || !strcmp(wanted, e->d_name)))
			snprintf(slot, sizeof(slot), "%.12s", e->d_name);
	}
	if (d)
		closedir(d);
	return slot[0] ? slot : NULL;
}

bool card_is_r5xx(void)
{
	char path[PATH_MAX], id[16] = "";

	snprintf(path, sizeof(path), DEVICES "/%s/device", card_slot() ? card_slot() : "");
	read_text(path, id, sizeof(id));
	return !strncmp(id, "0x71", 4) || !strncmp(id, "0x72", 4);
}

bool card_is_bound(void)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), DRIVER "/%s", card_slot());
	return !access(path, F_OK);
}

int card_bind(void)
{
	return write_file(DRIVER "/bind", card_slot());
}

int card_unbind(void)
{
	return write_file(DRIVER "/unbind", card_slot());
}

int card_pci_reset(void)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), DEVICES "/%s/reset", card_slot());
	return write_file(path, "1");
}

int card_bind_with_timeout(const char *ms)
{
	int ret = card_unbind();

	ret = ret ? ret : write_file(TIMEOUT, ms);
	return ret ? ret : card_bind();
}

bool card_has_limits(void)
{
	return !access(SHARED, W_OK) && card_slot();
}

int card_read_limits(struct card_limits *limits)
{
	int ret = read_text(TIMEOUT, limits->alone, sizeof(limits->alone));

	if (ret > 0)
		ret = read_text(SHARED, limits->shared, sizeof(limits->shared));
	return ret > 0 ? 0 : ret ?: -EIO;
}

int card_write_limits(const char *alone, const char *shared)
{
	int ret = write_file(TIMEOUT, alone);

	return ret ? ret : write_file(SHARED, shared);
}

int card_bind_with_limits(const char *alone, const char *shared)
{
	int ret = card_unbind();

	ret = ret ? ret : card_write_limits(alone, shared);
	return ret ? ret : card_bind();
}

uint32_t card_timeout_ms(void)
{
	char text[16] = "";

	read_text(TIMEOUT, text, sizeof(text));
	return atoi(text);
}

bool card_timeout_is_near(uint64_t start)
{
	return now_ns() - start > card_timeout_ms() * 750000ull;
}

int card_is_master(void)
{
	uint16_t command = 0;
	char path[PATH_MAX];
	int fd, err = 0;

	if (!card_slot())
		return -ENODEV;
	snprintf(path, sizeof(path), DEVICES "/%s/config", card_slot());
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (pread(fd, &command, sizeof(command), 4) != sizeof(command))
		err = -EIO;
	close(fd);
	return err ? err : command >> 2 & 1;
}

int card_map(volatile uint32_t **regs)
{
	char path[PATH_MAX];
	void *map;
	int fd;

	if (!card_slot())
		return -ENODEV;
	snprintf(path, sizeof(path), DEVICES "/%s/resource2", card_slot());
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	map = mmap(NULL, CARD_REGISTERS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (map == MAP_FAILED)
		return -errno;
	*regs = map;
	if ((*regs)[MODEL_REG_MAGIC / 4] == MODEL_MAGIC)
		return 0;
	munmap(map, CARD_REGISTERS);
	return -ENXIO;
}

int model_write(uint32_t reg, uint32_t value)
{
	volatile uint32_t *regs;
	int err = card_map(&regs);

	if (err)
		return err;
	regs[reg / 4] = value;
	munmap((void *)regs, CARD_REGISTERS);
	return 0;
}

int stick(uint32_t reg, uint32_t value)
{
	int err = model_write(MODEL_REG_STUCK_VALUE, value);

	return err ? err : model_write(MODEL_REG_STUCK, reg);
}

int card_clock_steps(uint32_t us)
{
	int err = model_write(MODEL_REG_STEP_US, us);

	return err == -ENXIO ? 0 : err;
}
