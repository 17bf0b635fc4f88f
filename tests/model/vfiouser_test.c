// SPDX-License-Identifier: GPL-2.0
/*
 * The vfio-user transport with this test in place of QEMU: it connects to the socket
 * in QEMU's arguments and makes QEMU's requests.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <linux/vfio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "r600/up.h"
#include "transport.h"

#define RAM_GPA		0x100000ull
#define RAM_SIZE	0x10000ull

enum { VERSION = 1, MAP, UNMAP, INFO, REGION, IO_FDS, IRQ, SET, READ, WRITE, DMA_READ, DMA_WRITE, RESET };

#define REPLY		1
#define NO_REPLY	0x10
#define ERROR		0x20

struct wire_header {
	u16 id, cmd;
	u32 size, flags, error;
};

struct answer {
	struct wire_header h;
	u8 data[512];
};

struct bench {
	const struct transport_ops *ops;
	struct transport *t;
	struct model *m;
	int fd;			/* QEMU's end */
	int audio;		/* QEMU's end for function 1 */
	char path[64];
	int passed;		/* the descriptor of the last answer */
	struct answer a;
};

/* Connect to the n-th socket in QEMU's arguments. */
static int connect_to(struct bench *b, const struct arglist *args, unsigned int n)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	unsigned int seen = 0;
	int fd;

	for (int i = 0; i < args->count; i++) {
		const char *p = strstr(args->arg[i], "\"path\":\"");

		if (p && seen++ == n)
			sscanf(p + 8, "%63[^\"]", b->path);
	}
	CHECK(seen > n);
	strcpy(at.sun_path, b->path);
	fd = socket(AF_UNIX, SOCK_STREAM, 0);
	CHECK(!connect(fd, (struct sockaddr *)&at, sizeof(at)));
	CHECK(b->ops->handle(b->t, 2 * n));
	CHECK(access(b->path, F_OK));
	return fd;
}

static void bench_open_as(struct bench *b, bool slow_vram, bool audio)
{
	static struct transport_setup setup;
	struct model_config c = { .chip = model_chip_by_name("RV710") };
	struct arglist a = { 0 };

	memset(b, 0, sizeof(*b));
	setup = (struct transport_setup){ .vram_size = RIG_VRAM, .bar_size = RIG_VRAM, .ram = "1G",
					  .slow_vram = slow_vram };
	setup.audio = audio ? c.chip : NULL;
	c.audio = audio;
	c.vram_size = c.bar_size = RIG_VRAM;
	b->ops = &vfiouser_transport;
	b->t = b->ops->open(&setup);
	b->m = model_new(&c, b->ops->host, b->t, b->t->vram, NULL);
	b->t->model = b->m;
	b->ops->qemu_args(b->t, &a);
	b->fd = connect_to(b, &a, 0);
	b->audio = audio ? connect_to(b, &a, 1) : -1;
	arg_free(&a);
}

static void bench_open(struct bench *b, bool slow_vram)
{
	bench_open_as(b, slow_vram, false);
}

static void bench_close(struct bench *b)
{
	close(b->fd);
	if (b->audio >= 0)
		close(b->audio);
	model_free(b->m);
	b->ops->close(b->t);
}

/* Send a message and receive the reply; returns its error, 0 for success. */
static u32 ask_with(struct bench *b, int cmd, const void *data, size_t size, int pass)
{
	struct {
		struct wire_header h;
		u8 data[512];
	} m = { .h = { .id = 7, .cmd = cmd, .size = sizeof(m.h) + size } };
	int fds[WIRE_FDS];
	unsigned int nfds = 0;

	memcpy(m.data, data, size);
	CHECK(wire_send(b->fd, &m, m.h.size, pass));
	CHECK(b->ops->handle(b->t, b->fd == b->audio ? 3 : 1));
	memset(&b->a, 0, sizeof(b->a));
	CHECK(wire_receive_fds(b->fd, &b->a.h, sizeof(b->a.h), fds, &nfds));
	b->passed = nfds ? fds[0] : -1;
	EQ(b->a.h.id, 7);
	EQ(b->a.h.cmd, cmd);
	CHECK(b->a.h.size >= sizeof(b->a.h) && b->a.h.size <= sizeof(b->a));
	CHECK(wire_receive(b->fd, b->a.data, b->a.h.size - sizeof(b->a.h)));
	EQ(b->a.h.flags, REPLY | (b->a.h.error ? ERROR : 0));
	return b->a.h.error;
}

static u32 ask(struct bench *b, int cmd, const void *data, size_t size)
{
	return ask_with(b, cmd, data, size, -1);
}

struct access {
	u64 offset;
	u32 region, count;
	u64 value;
};

static u64 vu_get(struct bench *b, u32 region, u64 offset, u32 count)
{
	struct access a = { .offset = offset, .region = region, .count = count };
	u64 v = 0;

	EQ(ask(b, READ, &a, 16), 0);
	EQ(b->a.h.size, sizeof(b->a.h) + 16 + count);
	memcpy(&v, b->a.data + 16, count);
	return v;
}

static void vu_put(struct bench *b, u32 region, u64 offset, u64 value, u32 count)
{
	struct access a = { .offset = offset, .region = region, .count = count, .value = value };

	EQ(ask(b, WRITE, &a, 16 + count), 0);
}

static void enable(struct bench *b)
{
	vu_put(b, VFIO_PCI_CONFIG_REGION_INDEX, 0x10, 0xd0000000, 4);
	vu_put(b, VFIO_PCI_CONFIG_REGION_INDEX, 0x18, 0xe0000000, 4);
	vu_put(b, VFIO_PCI_CONFIG_REGION_INDEX, 0x20, 0xc000, 4);
	vu_put(b, VFIO_PCI_CONFIG_REGION_INDEX, 0x04, 7, 2);
}

TEST(vfio_messages_reach_configuration_space_and_bars)
{
	struct access all = { .region = VFIO_PCI_CONFIG_REGION_INDEX, .count = 256 };
	struct bench b;

	bench_open(&b, true);
	EQ(vu_get(&b, VFIO_PCI_CONFIG_REGION_INDEX, 0, 4), 0x95401002);
	EQ(ask(&b, READ, &all, 16), 0);
	EQ(b.a.data[16 + 1], 0x10);
	enable(&b);
	EQ(vu_get(&b, 2, CONFIG_MEMSIZE, 4), RIG_VRAM);
	vu_put(&b, 2, SCRATCH_REG0, 0x1234, 4);
	EQ(vu_get(&b, 2, SCRATCH_REG0, 4), 0x1234);
	vu_put(&b, 0, 0x10, 0x1122334455667788, 8);
	EQ(vu_get(&b, 0, 0x14, 4), 0x11223344);
	vu_put(&b, 4, 0, SCRATCH_REG0, 4);
	EQ(vu_get(&b, 4, 4, 4), 0x1234);
	EQ(vu_get(&b, 5, 0, 4), 0xffffffff);
	EQ(model_count(b.m, MODEL_VIOLATION), 0);
	bench_close(&b);
}

TEST(vfio_card_with_audio_has_a_second_function)
{
	struct { u32 argsz, flags; u64 offset, iova, size; } map = { 32, 3, 4096, RAM_GPA, RAM_SIZE };
	struct vfio_region_info region = { .argsz = sizeof(region) };
	const u32 config = VFIO_PCI_CONFIG_REGION_INDEX;
	char dir[64];
	struct bench b;
	int card;

	bench_open_as(&b, true, true);
	/* the folder of the sockets is also gone */
	strcpy(dir, b.path);
	*strrchr(dir, '/') = 0;
	CHECK(access(dir, F_OK));
	card = b.fd;
	EQ(vu_get(&b, config, 0x0e, 1), 0x80);
	enable(&b);
	b.fd = b.audio;
	EQ(vu_get(&b, config, 0, 4), 0xaa381002);
	vu_put(&b, config, 0x10, 0xd8000000, 4);
	EQ(vu_get(&b, config, 0x10, 4), 0xd8000000);
	EQ(ask(&b, REGION, &region, sizeof(region)), 0);
	memcpy(&region, b.a.data, sizeof(region));
	EQ(region.size, 0x4000);
	CHECK(!(region.flags & VFIO_REGION_INFO_FLAG_MMAP));
	EQ(vu_get(&b, 0, 0, 4), 0);
	EQ(ask(&b, MAP, &map, sizeof(map)), 0);
	EQ(ask(&b, RESET, "", 0), 0);
	EQ(vu_get(&b, config, 0x10, 4), 0);
	b.fd = card;
	EQ(model_bar(b.m, 2), 0xe0000000);
	bench_close(&b);
}

TEST(vfio_says_what_the_device_has)
{
	struct vfio_region_info region = { .argsz = sizeof(region) };
	struct vfio_irq_info irq = { .argsz = sizeof(irq), .index = VFIO_PCI_MSI_IRQ_INDEX };
	u32 info[4] = { sizeof(info) };
	struct { u16 major, minor; char text[32]; } version = { 0, 0, "{}" };
	struct bench b;
	u8 *vram;

	bench_open(&b, false);
	EQ(ask(&b, VERSION, &version, 8), 0);
	CHECK(strstr((char *)b.a.data + 4, "max_msg_fds"));
	version.major = 1;
	CHECK(ask(&b, VERSION, &version, 8) != 0);
	EQ(ask(&b, INFO, info, sizeof(info)), 0);
	memcpy(info, b.a.data, sizeof(info));
	EQ(info[2], VFIO_PCI_NUM_REGIONS);
	EQ(ask(&b, REGION, &region, sizeof(region)), 0);
	memcpy(&region, b.a.data, sizeof(region));
	EQ(region.size, RIG_VRAM);
	CHECK(region.flags & VFIO_REGION_INFO_FLAG_MMAP);
	vram = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, b.passed, 0);
	CHECK(vram != MAP_FAILED);
	vram[64] = 6;
	EQ(vu_get(&b, 0, 64, 1), 6);
	munmap(vram, 4096);
	close(b.passed);
	region = (struct vfio_region_info){ .argsz = sizeof(region), .index = 2 };
	EQ(ask(&b, REGION, &region, sizeof(region)), 0);
	memcpy(&region, b.a.data, sizeof(region));
	CHECK(!(region.flags & VFIO_REGION_INFO_FLAG_MMAP) && b.passed < 0);
	region.index = 99;
	CHECK(ask(&b, REGION, &region, sizeof(region)) != 0);
	EQ(ask(&b, IRQ, &irq, sizeof(irq)), 0);
	memcpy(&irq, b.a.data, sizeof(irq));
	EQ(irq.count, 1);
	bench_close(&b);
}

TEST(vfio_guest_memory_comes_and_goes)
{
	struct { u32 argsz, flags; u64 offset, iova, size; } map = { 32, 3, 4096, RAM_GPA, RAM_SIZE };
	struct { u32 argsz, flags; u64 iova, size; } unmap = { 24, 0, RAM_GPA, RAM_SIZE };
	int fd = memfd_create("ram", 0);
	struct bench b;
	u32 v = 77;

	bench_open(&b, true);
	CHECK(!ftruncate(fd, RAM_SIZE + 4096));
	EQ(ask(&b, MAP, &map, sizeof(map)), 0);
	CHECK(!b.ops->host->ram(b.t, RAM_GPA, 4));
	EQ(ask_with(&b, MAP, &map, sizeof(map), fd), 0);
	memcpy(b.ops->host->ram(b.t, RAM_GPA + 16, 4), &v, 4);
	v = 0;
	CHECK(pread(fd, &v, 4, 4096 + 16) == 4);
	EQ(v, 77);
	CHECK(b.ops->host->ram(b.t, RAM_GPA + RAM_SIZE - 4, 4));
	CHECK(!b.ops->host->ram(b.t, RAM_GPA + RAM_SIZE - 4, 8));
	EQ(ask(&b, UNMAP, &unmap, sizeof(unmap)), 0);
	CHECK(!b.ops->host->ram(b.t, RAM_GPA, 4));
	EQ(ask_with(&b, MAP, &map, sizeof(map), fd), 0);
	unmap.flags = VFIO_DMA_UNMAP_FLAG_ALL;
	EQ(ask(&b, UNMAP, &unmap, sizeof(unmap)), 0);
	CHECK(!b.ops->host->ram(b.t, RAM_GPA, 4));
	close(fd);
	bench_close(&b);
}

static void set_irq(struct bench *b, u32 index, u32 flags, u32 count, int pass)
{
	u32 set[5] = { sizeof(set), flags, index, 0, count };

	EQ(ask_with(b, SET, set, sizeof(set), pass), 0);
}

static u64 events(int fd)
{
	eventfd_t n = 0;

	return eventfd_read(fd, &n) ? 0 : n;
}

#define BY_EVENT	(VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER)
#define UNMASK		(VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_UNMASK)

TEST(vfio_interrupt_messages_are_events)
{
	int fd = eventfd(0, EFD_NONBLOCK);
	struct bench b;

	bench_open(&b, true);
	b.ops->host->msi(b.t, 0xfee01004, 0x26);
	set_irq(&b, VFIO_PCI_MSI_IRQ_INDEX, BY_EVENT, 1, fd);
	EQ(events(fd), 0);
	b.ops->host->msi(b.t, 0xfee01004, 0x26);
	EQ(events(fd), 1);
	set_irq(&b, VFIO_PCI_MSI_IRQ_INDEX, VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER, 0, -1);
	b.ops->host->msi(b.t, 0xfee01004, 0x26);
	EQ(events(fd), 0);
	close(fd);
	bench_close(&b);
}

/* A pin interrupts once, and again when it is unmasked while it is still high. */
TEST(vfio_a_pin_is_masked_until_it_may_come_again)
{
	int fd = eventfd(0, EFD_NONBLOCK);
	struct bench b;

	bench_open(&b, true);
	set_irq(&b, VFIO_PCI_INTX_IRQ_INDEX, BY_EVENT, 1, fd);
	b.ops->host->intx(b.t, true);
	EQ(events(fd), 1);
	b.ops->host->intx(b.t, true);
	EQ(events(fd), 0);
	set_irq(&b, VFIO_PCI_INTX_IRQ_INDEX, UNMASK, 1, -1);
	EQ(events(fd), 1);
	b.ops->host->intx(b.t, false);
	set_irq(&b, VFIO_PCI_INTX_IRQ_INDEX, UNMASK, 1, -1);
	EQ(events(fd), 0);
	/* An interrupt that goes away before QEMU sees it is withdrawn, and the next one comes. */
	b.ops->host->intx(b.t, true);
	b.ops->host->intx(b.t, false);
	EQ(events(fd), 0);
	b.ops->host->intx(b.t, true);
	EQ(events(fd), 1);
	close(fd);
	bench_close(&b);
}

TEST(vfio_a_device_reset_clears_the_card)
{
	struct bench b;

	bench_open(&b, true);
	enable(&b);
	vu_put(&b, 2, SCRATCH_REG0, 5, 4);
	vu_put(&b, 0, 0x40, 6, 4);
	EQ(ask(&b, RESET, "", 0), 0);
	EQ(model_bar(b.m, 2), 0);
	EQ(model_reg(b.m, SCRATCH_REG0), 0);
	EQ(model_vram_read(b.m, 64, 4), 0);
	bench_close(&b);
}

TEST(vfio_posted_writes_have_no_answer)
{
	struct {
		struct wire_header h;
		struct access a;
	} m = {
		.h = { .cmd = WRITE, .size = sizeof(m.h) + 20, .flags = NO_REPLY },
		.a = { .region = 2, .offset = SCRATCH_REG0, .count = 4, .value = 9 },
	};
	struct bench b;
	char c;

	bench_open(&b, true);
	enable(&b);
	CHECK(wire_send(b.fd, &m, m.h.size, -1));
	CHECK(b.ops->handle(b.t, 1));
	CHECK(recv(b.fd, &c, 1, MSG_DONTWAIT) < 0);
	EQ(model_reg(b.m, SCRATCH_REG0), 9);
	bench_close(&b);
}

TEST(vfio_garbage_is_refused_and_its_end_is_noticed)
{
	struct access a = { .region = 2, .count = 16 };
	struct wire_header h = { .cmd = READ, .size = 1u << 30 };
	struct bench b;

	bench_open(&b, true);
	CHECK(ask(&b, 99, "", 0) != 0);
	CHECK(ask(&b, READ, &a, 16) != 0);
	a.count = 8;
	CHECK(ask(&b, WRITE, &a, 16) != 0);
	CHECK(wire_send(b.fd, &h, sizeof(h), -1));
	CHECK(!b.ops->handle(b.t, 1));
	bench_close(&b);
	bench_open(&b, true);
	h.size = 3;
	CHECK(wire_send(b.fd, &h, sizeof(h), -1));
	CHECK(!b.ops->handle(b.t, 1));
	bench_close(&b);
	bench_open(&b, true);
	shutdown(b.fd, SHUT_RDWR);
	CHECK(!b.ops->handle(b.t, 1));
	bench_close(&b);
}
