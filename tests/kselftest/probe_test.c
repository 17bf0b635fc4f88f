// SPDX-License-Identifier: GPL-2.0
/*
 * The version and INFO answers that libdrm and Mesa read first, with the values that Mesa
 * expects for the chip.  Also runs on radeon.ko.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"

#include <glob.h>
#include <stddef.h>
#include <sys/ioctl.h>

/* The INFO answers of each chip, with the straps of the emulated cards */
static const struct chip_answers {
	const char *chip;
	uint32_t backends, tile_pipes, tiling_config, banks, backend_map, max_pipes, simds;
} answers[] = {
	{ "R600",  4, 8, 0xfa504916, 8, 0xfa50, 4, 4 },
	{ "RV610", 1, 1, 0x4900, 4, 0, 1, 2 },
	{ "RV630", 1, 2, 0x4912, 8, 0, 2, 3 },
	{ "RV670", 4, 4, 0xe44914, 8, 0xe4, 4, 4 },
	{ "RV620", 1, 1, 0x4910, 8, 0, 1, 2 },
	{ "RV635", 1, 2, 0x4912, 8, 0, 2, 3 },
	{ "RS780", 1, 1, 0x4900, 4, 0, 1, 2 },
	{ "RS880", 1, 1, 0x4900, 4, 0, 1, 2 },
	{ "RV770", 4, 8, 0xfa504916, 8, 0xfa50, 4, 10 },
	{ "RV730", 2, 4, 0x504914, 8, 0x50, 2, 8 },
	{ "RV710", 1, 2, 0x4902, 4, 0, 2, 2 },
	{ "RV740", 4, 4, 0xe44914, 8, 0xe4, 4, 8 },
};

/* The chips of R5xx, which has none of the above */
static const struct chip_pipes {
	const char *chip;
	uint32_t gb, z;
} pipes[] = {
	{ "RV515", 1, 1 }, { "R520",  4, 1 }, { "RV530", 1, 2 },
	{ "R580",  4, 1 }, { "RV560", 2, 1 }, { "RV570", 3, 1 },
};

FIXTURE(probe) {
	struct client c;
	const struct chip_answers *want;
	const struct chip_pipes *r5xx;	/* or NULL */
	int kmsg;
};

FIXTURE_SETUP(probe)
{
	size_t i;

	self->want = NULL;
	self->r5xx = NULL;
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	for (i = 0; i < ARRAY_SIZE(answers); i++)
		if (!strcmp(answers[i].chip, self->c.chip))
			self->want = &answers[i];
	for (i = 0; i < ARRAY_SIZE(pipes); i++)
		if (!strcmp(pipes[i].chip, self->c.chip))
			self->r5xx = &pipes[i];
	ASSERT_TRUE(self->want || self->r5xx)
		TH_LOG("unknown chip '%s'", self->c.chip);
}

FIXTURE_TEARDOWN(probe)
{
	client_close(&self->c);
	if (self->c.rcp)
		EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

TEST_F(probe, version_is_radeon_2_50)
{
	char name[16] = "", date[32], desc[128];
	struct drm_version v = {
		.name = name, .name_len = sizeof(name) - 1,
		.date = date, .date_len = sizeof(date),
		.desc = desc, .desc_len = sizeof(desc),
	};

	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_VERSION, &v));
	EXPECT_EQ(2, v.version_major);
	/* radeon.ko of newer kernels has a later version than rcp implements. */
	EXPECT_LE(50, v.version_minor);
	if (self->c.rcp)
		EXPECT_EQ(50, v.version_minor);
	EXPECT_STREQ("radeon", name);
}

TEST_F(probe, prime_both_ways)
{
	struct drm_get_cap cap = { .capability = DRM_CAP_PRIME };

	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_GET_CAP, &cap));
	EXPECT_EQ(DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT, cap.value);
}

#define EXPECT_NO_INFO(request) do {					\
	uint32_t value_ = 0;						\
	EXPECT_EQ(-EINVAL, client_info_u32(self->c.fd, request, &value_)) \
		TH_LOG("%s", #request);					\
} while (0)

#define EXPECT_INFO(request, expected) do {				\
	uint32_t value_ = 0;						\
	EXPECT_EQ(0, client_info_u32(self->c.fd, request, &value_));	\
	EXPECT_EQ(expected, value_) TH_LOG("%s", #request);		\
} while (0)

TEST_F(probe, info_answers_of_the_chip)
{
	uint32_t id = 0;

	ASSERT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_DEVICE_ID, &id));
	EXPECT_STREQ(self->c.chip, client_chip_of_id(id));
	if (self->r5xx) {
		EXPECT_INFO(RADEON_INFO_NUM_GB_PIPES, self->r5xx->gb);
		EXPECT_INFO(RADEON_INFO_NUM_Z_PIPES, self->r5xx->z);
		EXPECT_INFO(RADEON_INFO_ACTIVE_CU_COUNT, 1);
		EXPECT_NO_INFO(RADEON_INFO_NUM_BACKENDS);
		EXPECT_NO_INFO(RADEON_INFO_NUM_TILE_PIPES);
		EXPECT_NO_INFO(RADEON_INFO_TILING_CONFIG);
		EXPECT_NO_INFO(RADEON_INFO_BACKEND_MAP);
		EXPECT_NO_INFO(RADEON_INFO_MAX_PIPES);
		EXPECT_NO_INFO(RADEON_INFO_TIMESTAMP);
	} else {
		EXPECT_INFO(RADEON_INFO_NUM_BACKENDS, self->want->backends);
		EXPECT_INFO(RADEON_INFO_NUM_TILE_PIPES, self->want->tile_pipes);
		EXPECT_INFO(RADEON_INFO_TILING_CONFIG, self->want->tiling_config);
		EXPECT_INFO(RADEON_INFO_BACKEND_MAP, self->want->backend_map);
		EXPECT_INFO(RADEON_INFO_MAX_PIPES, self->want->max_pipes);
		EXPECT_INFO(RADEON_INFO_ACTIVE_CU_COUNT, self->want->simds);
	}
	EXPECT_INFO(RADEON_INFO_ACCEL_WORKING2, 1);
	EXPECT_INFO(RADEON_INFO_MAX_SE, 1);
	if (self->c.rcp) {
		EXPECT_INFO(RADEON_INFO_FUSION_GART_WORKING, 1);
	}
}

TEST_F(probe, info_clocks_and_counters)
{
	uint32_t value = 0;
	uint64_t a = 0, b = 0, moved = ~0ull;

	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &value));
	EXPECT_NE(0, value);
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_MAX_SCLK, &value));
	EXPECT_NE(0, value);
	if (self->c.rcp) {
		EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CURRENT_GPU_SCLK, &value));
		EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CURRENT_GPU_MCLK, &value));
	}
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &value));
	if (self->c.rcp)
		EXPECT_EQ(self->c.card.resets, value);
	if (!self->r5xx) {
		EXPECT_EQ(0, client_info_u64(self->c.fd, RADEON_INFO_TIMESTAMP, &a));
		EXPECT_EQ(0, client_info_u64(self->c.fd, RADEON_INFO_TIMESTAMP, &b));
	}
	EXPECT_GE(b, a);
	EXPECT_EQ(0, client_info_u64(self->c.fd, RADEON_INFO_NUM_BYTES_MOVED, &moved));
	EXPECT_NE(~0ull, moved);
}

/* Millidegrees by hwmon, or -errno, because no temperature of the test is negative */
static int hwmon_temperature(void)
{
	char pattern[128], text[32] = "";
	glob_t found;
	int ret = -ENOENT;

	snprintf(pattern, sizeof(pattern), "/sys/bus/pci/devices/%s/hwmon/hwmon*/temp1_input", card_slot());
	if (!glob(pattern, 0, NULL, &found)) {
		ret = read_text(found.gl_pathv[0], text, sizeof(text));
		ret = ret < 0 ? ret : atoi(text);
	}
	globfree(&found);
	return ret;
}

/*
 * INFO and hwmon report the temperature of the sensor, in steps of the chip.  The image of an
 * integrated chip names no thermal controller, so hwmon need not have that sensor.
 */
TEST_F(probe, temperature)
{
	static const struct {
		int half_degrees, r6xx, r7xx;
	} rows[] = {
		{ 91, 45000, 45500 },
		{ 0, 0, 0 },
		{ 200, 100000, 100000 },
		{ 300, 150000, 127500 },
		{ 90, 45000, 45000 },
		{ 91, 45000, 45500 },
	};
	bool r7xx, igp;
	uint32_t value;
	int hwmon;
	size_t i;

	if (!self->c.rcp)
		SKIP(return, "the in-tree driver has it in hwmon only where it knows the sensor");
	if (self->r5xx) {
		EXPECT_NO_INFO(RADEON_INFO_CURRENT_GPU_TEMP);
		EXPECT_EQ(-ENOENT, hwmon_temperature());
		return;
	}
	r7xx = strstr("RV770 RV730 RV710 RV740", self->want->chip) != NULL;
	igp = !strncmp(self->want->chip, "RS", 2);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int want = r7xx ? rows[i].r7xx : rows[i].r6xx;

		if (model_write(MODEL_REG_TEMPERATURE, rows[i].half_degrees))
			SKIP(return, "no way to the sensor of this card");
		EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CURRENT_GPU_TEMP, &value));
		EXPECT_EQ(want, (int)value);
		hwmon = hwmon_temperature();
		if (!igp || hwmon != -ENOENT)
			EXPECT_EQ(want, hwmon);
	}
	ASSERT_EQ(0, model_write(MODEL_REG_TEMPERATURE, (uint32_t)-7));
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CURRENT_GPU_TEMP, &value));
	EXPECT_EQ(r7xx ? -3500 : -3000, (int)value);
	ASSERT_EQ(0, model_write(MODEL_REG_TEMPERATURE, 91));
}

TEST_F(probe, info_says_no)
{
	static const uint32_t unsupported[] = {
		RADEON_INFO_VA_START, RADEON_INFO_IB_VM_MAX_SIZE, 0xff, 0xffffffff,
	};
	uint32_t ring;
	uint32_t value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(unsupported); i++) {
		value = 0;
		EXPECT_EQ(-EINVAL, client_info_u32(self->c.fd, unsupported[i], &value))
			TH_LOG("request %#x", unsupported[i]);
	}
	if (!self->c.rcp)
		return;
	/* the DMA ring is not offered */
	for (ring = RADEON_CS_RING_GFX; ring <= RADEON_CS_RING_DMA; ring++) {
		value = ring;
		EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_RING_WORKING, &value));
		/* R5xx has no compute work. */
		EXPECT_EQ(ring == RADEON_CS_RING_GFX ||
			  (ring == RADEON_CS_RING_COMPUTE && !self->r5xx), value);
	}
	/* on success, Mesa would assume a video decoder, whatever the value */
	for (ring = RADEON_CS_RING_UVD; ring <= RADEON_CS_RING_VCE + 1; ring++) {
		value = ring;
		EXPECT_EQ(-EINVAL, client_info_u32(self->c.fd, RADEON_INFO_RING_WORKING, &value));
	}
}

/* A grant that is given up (grant_test has it), and requests for other generations */
TEST_F(probe, info_of_other_chips)
{
	static const uint32_t zero[] = {
		RADEON_INFO_FASTFB_WORKING, RADEON_INFO_VCE_FW_VERSION, RADEON_INFO_VCE_FB_VERSION,
		RADEON_INFO_WANT_HYPERZ, RADEON_INFO_WANT_CMASK,
	};
	uint32_t value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(zero); i++) {
		value = 0;
		EXPECT_EQ(0, client_info_u32(self->c.fd, zero[i], &value));
		EXPECT_EQ(0, value)
			TH_LOG("request %#x", zero[i]);
	}
	if (!self->r5xx) {
		EXPECT_INFO(RADEON_INFO_NUM_GB_PIPES, 0);
		EXPECT_INFO(RADEON_INFO_NUM_Z_PIPES, 0);
	}
	value = 2;
	EXPECT_EQ(-EINVAL, client_info_u32(self->c.fd, RADEON_INFO_WANT_HYPERZ, &value));
	value = 0;
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_SI_CP_DMA_COMPUTE, &value));
	EXPECT_EQ(1, value);
}

/* Only the registers that show how busy the card is can be read. */
TEST_F(probe, status_registers)
{
	const uint32_t others[] = { REG_RING_TEST, REG_MEMSIZE, 0x8011, 0xc100, 0xffffffff };
	uint32_t value = REG_STATUS;
	size_t i;

	if (self->r5xx) {
		value = REG_STATUS;
		EXPECT_EQ(-EINVAL, client_info_u32(self->c.fd, RADEON_INFO_READ_REG, &value));
	} else {
		EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_READ_REG, &value));
		EXPECT_NE(0, value & 0x1f);	/* CMDFIFO_AVAIL: it is idle */
		EXPECT_EQ(0, value >> 31);	/* GUI_ACTIVE */
		value = REG_SRBM_STATUS;
		EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_READ_REG, &value));
	}
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		value = others[i];
		EXPECT_EQ(-EINVAL, client_info_u32(self->c.fd, RADEON_INFO_READ_REG, &value))
			TH_LOG("register %#x", others[i]);
	}
}

TEST_F(probe, info_faults)
{
	uint32_t request;

	for (request = 0; request <= RADEON_INFO_GPU_RESET_COUNTER; request++) {
		int ret = client_info(self->c.fd, request, (void *)8);

		EXPECT_TRUE(ret == -EFAULT || ret == -EINVAL)
			TH_LOG("request %#x: %d", request, ret);
	}
}

TEST_F(probe, gem_info_is_plausible)
{
	struct drm_radeon_gem_info info = { 0 };

	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info));
	EXPECT_GE(info.vram_size, 16ull << 20);
	EXPECT_LE(info.vram_visible, info.vram_size);
	EXPECT_GE(info.vram_visible, 8ull << 20);
	EXPECT_GE(info.gart_size, 64ull << 20);
	EXPECT_LE(info.gart_size, 4ull << 30);
}

TEST_F(probe, query_driver)
{
	struct drm_rcp_query_driver d = { 0 };
	uint32_t size = sizeof(d);

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_DRIVER, &d, &size));
	EXPECT_EQ(sizeof(d), size);
	EXPECT_TRUE(d.features & RCP_FEATURE_VERDICT);
	EXPECT_TRUE(d.features & RCP_FEATURE_VALIDATE_ONLY);
	EXPECT_EQ(sizeof(struct drm_rcp_verdict), d.verdict_size);
	/* the largest streams seen have 16,344 dwords and 709 relocations */
	EXPECT_GE(d.max_ib_dw, 16384);
	EXPECT_GE(d.max_relocs, 1024);
	EXPECT_GE(d.max_chunks, 4);
}

TEST_F(probe, query_card)
{
	struct drm_rcp_query_card card = { 0 };
	struct drm_radeon_gem_info info = { 0 };
	uint32_t size = sizeof(card);

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_CARD, &card, &size));
	EXPECT_EQ(sizeof(card), size);
	EXPECT_STREQ(self->c.chip, card.chip_name);
	EXPECT_STREQ(self->c.chip, client_chip_of_id(card.pci_device));
	EXPECT_EQ(self->r5xx ? self->r5xx->gb : self->want->tile_pipes, card.pipes);
	EXPECT_EQ(self->r5xx ? 0 : self->want->banks, card.banks);
	EXPECT_EQ(self->r5xx ? 0 : 256, card.group_bytes);
	EXPECT_EQ(self->r5xx ? self->r5xx->z : self->want->backends, card.backends);
	EXPECT_EQ(0, card.pad);
	EXPECT_EQ(self->r5xx ? RCP_GENERATION_R500 : RCP_GENERATION_R600, card.generation);
	EXPECT_EQ(600000, card.engine_khz);
	/* Chips in a northbridge have no memory of their own. */
	EXPECT_EQ(self->r5xx || !strncmp(card.chip_name, "RS", 2) ? 0 : 500000, card.memory_khz);
	EXPECT_EQ(0, card.pad2);
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info));
	EXPECT_EQ(info.vram_size, card.vram_size);
	EXPECT_EQ(info.vram_visible, card.vram_visible);
	EXPECT_EQ(info.gart_size, card.gtt_size);
}

TEST_F(probe, query_sizes)
{
	struct { struct drm_rcp_query_driver d; uint8_t more[64]; } big;
	uint8_t most[RCP_QUERY_MAX_SIZE + 1];
	uint32_t size = 0;
	size_t i;

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_DRIVER, NULL, &size));
	ASSERT_EQ(sizeof(big.d), size);

	/* an older client gets no byte more than it asked for */
	memset(&big, 0xaa, sizeof(big));
	size = 4;
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_DRIVER, &big, &size));
	EXPECT_EQ(sizeof(big.d), size);
	for (i = 4; i < sizeof(big); i++)
		ASSERT_EQ(0xaa, ((uint8_t *)&big)[i]);

	/* a newer client gets zeros at the end */
	memset(&big, 0xaa, sizeof(big));
	size = sizeof(big);
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_DRIVER, &big, &size));
	EXPECT_EQ(sizeof(big.d), size);
	for (i = 0; i < sizeof(big.more); i++)
		ASSERT_EQ(0, big.more[i]);

	/* each number that can exist, and none beyond */
	memset(most, 0xaa, sizeof(most));
	size = RCP_QUERY_MAX_SIZE;
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_DRIVER, most, &size));
	EXPECT_EQ(sizeof(big.d), size);
	EXPECT_EQ(0, most[RCP_QUERY_MAX_SIZE - 1]);
	size = RCP_QUERY_MAX_SIZE + 1;
	EXPECT_EQ(-EINVAL, client_query(self->c.fd, RCP_QUERY_DRIVER, most, &size));
	EXPECT_EQ(0xaa, most[RCP_QUERY_MAX_SIZE]);
	size = RCP_QUERY_MAX_SIZE + 1;
	EXPECT_EQ(0, client_query(self->c.fd, RCP_QUERY_DRIVER, NULL, &size));
}

TEST_F(probe, query_says_no)
{
	struct drm_rcp_query_driver d;
	uint32_t size = sizeof(d);

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	EXPECT_EQ(-EINVAL, client_query(self->c.fd, 0, &d, &size));
	size = sizeof(d);
	EXPECT_EQ(-EINVAL, client_query(self->c.fd, 0xffffffff, &d, &size));
	size = sizeof(d);
	EXPECT_EQ(-EFAULT, client_query(self->c.fd, RCP_QUERY_DRIVER, (void *)8, &size));
}

/* A larger or smaller struct than the driver's is padded, never over-read. */
TEST_F(probe, ioctl_sizes)
{
	struct { struct drm_radeon_info info; uint8_t more[128]; } big = { 0 };
	uint32_t id = 0, want = 0;

	ASSERT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_DEVICE_ID, &want));
	big.info.request = RADEON_INFO_DEVICE_ID;
	big.info.value = (uintptr_t)&id;
	EXPECT_EQ(0, client_ioctl(self->c.fd, DRM_IOWR(DRM_COMMAND_BASE + DRM_RADEON_INFO,
						       typeof(big)), &big));
	EXPECT_EQ(want, id);
	/* without the pointer it is NULL */
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd,
		  DRM_IOWR(DRM_COMMAND_BASE + DRM_RADEON_INFO, uint32_t), &big));
}

TEST_F(probe, ioctls_that_do_not_exist)
{
	uint8_t arg[64] = { 0 };
	unsigned int nr;

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	/* the last number below DRM_COMMAND_END, and the former user mode setting ioctls */
	EXPECT_EQ(-EINVAL, client_ioctl(self->c.fd, DRM_IOWR(DRM_COMMAND_END - 1, arg), arg));
	for (nr = 0; nr < DRM_RADEON_GEM_INFO; nr++) {
		int ret = client_ioctl(self->c.fd, DRM_IOWR(DRM_COMMAND_BASE + nr, arg), arg);

		EXPECT_TRUE(ret == -EINVAL || ret == -EACCES)
			TH_LOG("ioctl %#x: %d", nr, ret);
	}
}

TEST_HARNESS_MAIN
