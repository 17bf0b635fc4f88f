// SPDX-License-Identifier: GPL-2.0
/*
 * Bring-up when the card does not do its part.
 *
 * Each poll of bring-up is made to fail by pinning its register in the emulated
 * card; microcode is taken away or cut short; interrupts are lost.  Every time the
 * driver must refuse the card with the right error and one line that names what
 * failed, give everything back, and bring the same card up as soon as the fault
 * is gone.  Uses the driver's bind file, so nobody may hold the device.
 */
#include "client.h"
#include "kselftest_harness.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define DEVICES		"/sys/bus/pci/devices"
#define DRIVER		"/sys/bus/pci/drivers/rcp"
#define FIRMWARE	"/lib/firmware/radeon"

/* Registers of the emulated card for tests, tests/model/model.h */
#define MODEL_MAGIC		0x4d4f444cu
#define MODEL_REG_MAGIC		0xffc0
#define MODEL_REG_DROP_IRQ	0xffc8
#define MODEL_REG_STUCK		0xffe4
#define MODEL_REG_STUCK_VALUE	0xffe8
#define REGISTERS		0x10000

static char device[32];		/* "0000:00:04.0" */

static int write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n;
	int err;

	if (fd < 0)
		return -errno;
	n = write(fd, text, strlen(text));
	err = n < 0 ? -errno : 0;
	close(fd);
	return err;
}

/* The first display controller of AMD's. */
static int find_device(void)
{
	struct dirent *e;
	DIR *d = opendir(DEVICES);

	if (!d)
		return -errno;
	while (!device[0] && (e = readdir(d))) {
		char path[PATH_MAX], vendor[16] = "", class[16] = "";

		snprintf(path, sizeof(path), DEVICES "/%s/vendor", e->d_name);
		read_text(path, vendor, sizeof(vendor));
		snprintf(path, sizeof(path), DEVICES "/%s/class", e->d_name);
		read_text(path, class, sizeof(class));
		if (!strncmp(vendor, "0x1002", 6) && !strncmp(class, "0x03", 4))
			snprintf(device, sizeof(device), "%.12s", e->d_name);
	}
	closedir(d);
	return device[0] ? 0 : -ENODEV;
}

static bool is_bound(void)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), DRIVER "/%s", device);
	return !access(path, F_OK);
}

/* The card's registers, while no driver has them. */
static int model_write(uint32_t reg, uint32_t value)
{
	volatile uint32_t *regs;
	char path[PATH_MAX];
	int fd, err = 0;

	snprintf(path, sizeof(path), DEVICES "/%s/resource2", device);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	regs = mmap(NULL, REGISTERS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (regs == MAP_FAILED)
		return -errno;
	if (regs[MODEL_REG_MAGIC / 4] == MODEL_MAGIC)
		regs[reg / 4] = value;
	else
		err = -ENXIO;
	munmap((void *)regs, REGISTERS);
	return err;
}

static int stick(uint32_t reg, uint32_t value)
{
	int err = model_write(MODEL_REG_STUCK_VALUE, value);

	return err ? err : model_write(MODEL_REG_STUCK, reg);
}

/*
 * Debian's kernel has its own words on missing microcode, whoever asks for it,
 * and newer kernels say of every probe that failed that it did.
 */
static bool is_of_the_kernel(const char *record)
{
	return strstr(record, "firmware: ") || strstr(record, "wiki.debian.org/Firmware") ||
	       strstr(record, "probe with driver");
}

/*
 * Lines of the driver about the card at error level since the last call; the
 * first is copied to @text.
 */
static int driver_errors(int kmsg, char *text, size_t size)
{
	char record[1024];
	int lines = 0;

	text[0] = 0;
	for (;;) {
		ssize_t n = read(kmsg, record, sizeof(record) - 1);

		if (n < 0 && errno == EPIPE)
			continue;
		if (n <= 0)
			return lines;
		record[n] = 0;
		if ((atoi(record) & 7) > 3 || is_of_the_kernel(record))
			continue;
		if (!lines++)
			snprintf(text, size, "%s", record);
	}
}

static void firmware_path(char *path, size_t size, const char *part)
{
	const char *chip = getenv("RCP_CHIP");

	if (!chip)
		chip = "RV710";
	if (!strcmp(chip, "RV740"))
		chip = "RV730";
	if (!strcmp(chip, "RS880"))
		chip = "RS780";
	if (!strcmp(part, "rlc"))
		chip = !strncmp(chip, "RV7", 3) ? "R700" : "R600";
	snprintf(path, size, FIRMWARE "/%s_%s.bin", chip, part);
}

FIXTURE(bringup) {
	int kmsg;
	char text[1024];
};

FIXTURE_SETUP(bringup)
{
	ASSERT_EQ(0, find_device());
	if (is_bound())
		ASSERT_EQ(0, write_text(DRIVER "/unbind", device));
	ASSERT_FALSE(is_bound());
	ASSERT_EQ(0, model_write(MODEL_REG_STUCK, 0));
	self->kmsg = kmsg_open();
	ASSERT_LE(0, self->kmsg);
}

/* Whatever was wrong: without it the card comes up. */
FIXTURE_TEARDOWN(bringup)
{
	if (is_bound())
		EXPECT_EQ(0, write_text(DRIVER "/unbind", device));
	EXPECT_EQ(0, model_write(MODEL_REG_STUCK, 0));
	EXPECT_EQ(0, model_write(MODEL_REG_DROP_IRQ, 0));
	driver_errors(self->kmsg, self->text, sizeof(self->text));
	EXPECT_EQ(0, write_text(DRIVER "/bind", device));
	EXPECT_EQ(0, driver_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
	close(self->kmsg);
}

static void refuses(struct __test_metadata *_metadata, FIXTURE_DATA(bringup) *self,
		    int err, const char *word)
{
	EXPECT_EQ(-err, write_text(DRIVER "/bind", device));
	EXPECT_FALSE(is_bound());
	EXPECT_EQ(1, driver_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
	EXPECT_NE(NULL, strstr(self->text, word))
		TH_LOG("said: %s", self->text);
}

TEST_F(bringup, not_posted)
{
	ASSERT_EQ(0, stick(0x5428, 0));
	refuses(_metadata, self, ENODEV, "not posted");
}

TEST_F(bringup, all_ones)
{
	ASSERT_EQ(0, stick(0x5428, ~0u));
	refuses(_metadata, self, ENODEV, "CONFIG_MEMSIZE (0x5428) reads all ones");
}

TEST_F(bringup, memory_controller_stays_busy)
{
	ASSERT_EQ(0, stick(0x0e50, 0x3f00));
	refuses(_metadata, self, ETIMEDOUT, "SRBM_STATUS (0x0e50)");
}

TEST_F(bringup, tlb_flush_is_never_answered)
{
	ASSERT_EQ(0, stick(0x1470, 0));
	refuses(_metadata, self, ETIMEDOUT, "VM_CONTEXT0_REQUEST_RESPONSE (0x1470)");
}

TEST_F(bringup, tlb_flush_is_refused)
{
	ASSERT_EQ(0, stick(0x1470, 0x20));
	refuses(_metadata, self, EIO, "refused a TLB flush");
}

TEST_F(bringup, ring_test_fails)
{
	ASSERT_EQ(0, stick(0x8500, 0xcafedead));
	refuses(_metadata, self, ETIMEDOUT, "SCRATCH_REG0 (0x8500)");
}

TEST_F(bringup, one_message_is_lost)
{
	ASSERT_EQ(0, model_write(MODEL_REG_DROP_IRQ, 1));
	EXPECT_EQ(0, write_text(DRIVER "/bind", device));
	EXPECT_EQ(0, driver_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
}

TEST_F(bringup, messages_do_not_arrive)
{
	/* Both tries of the IB test; the pin then works. */
	ASSERT_EQ(0, model_write(MODEL_REG_DROP_IRQ, 2));
	EXPECT_EQ(0, write_text(DRIVER "/bind", device));
	EXPECT_EQ(0, driver_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
}

TEST_F(bringup, no_interrupt_at_all)
{
	ASSERT_EQ(0, model_write(MODEL_REG_DROP_IRQ, 1000));
	refuses(_metadata, self, ENOLINK, "no interrupt comes");
}

static void without_file(struct __test_metadata *_metadata, FIXTURE_DATA(bringup) *self,
			 const char *part)
{
	char path[PATH_MAX], aside[PATH_MAX + 8];

	firmware_path(path, sizeof(path), part);
	snprintf(aside, sizeof(aside), "%s.aside", path);
	ASSERT_EQ(0, rename(path, aside));
	refuses(_metadata, self, ENOENT, strrchr(path, '/') + 1);
	EXPECT_NE(NULL, strstr(self->text, "firmware-amd-graphics"));
	ASSERT_EQ(0, rename(aside, path));
}

TEST_F(bringup, no_pfp_microcode)
{
	without_file(_metadata, self, "pfp");
}

TEST_F(bringup, no_me_microcode)
{
	without_file(_metadata, self, "me");
}

TEST_F(bringup, no_rlc_microcode)
{
	without_file(_metadata, self, "rlc");
}

static void cut_file(struct __test_metadata *_metadata, FIXTURE_DATA(bringup) *self,
		     const char *part)
{
	char path[PATH_MAX], command[3 * PATH_MAX];
	struct stat st;

	firmware_path(path, sizeof(path), part);
	ASSERT_EQ(0, stat(path, &st));
	snprintf(command, sizeof(command), "cp %s %s.aside", path, path);
	ASSERT_EQ(0, system(command));
	ASSERT_EQ(0, truncate(path, st.st_size - 4));
	refuses(_metadata, self, EINVAL, "wrong microcode");
	EXPECT_NE(NULL, strstr(self->text, strrchr(path, '/') + 1));
	snprintf(command, sizeof(command), "mv %s.aside %s", path, path);
	ASSERT_EQ(0, system(command));
}

TEST_F(bringup, short_pfp_microcode)
{
	cut_file(_metadata, self, "pfp");
}

TEST_F(bringup, short_me_microcode)
{
	cut_file(_metadata, self, "me");
}

TEST_F(bringup, short_rlc_microcode)
{
	cut_file(_metadata, self, "rlc");
}

TEST_HARNESS_MAIN
