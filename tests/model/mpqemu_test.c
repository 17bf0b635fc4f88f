// SPDX-License-Identifier: GPL-2.0
/*
 * The multi-process transport with this test in place of QEMU: it takes the socket
 * from QEMU's arguments and implements the proxy device's side.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "r600/up.h"
#include "transport.h"

#define RAM_GPA		0x100000ull
#define RAM_SIZE	0x10000ull

enum { SYNC, RET, CFGWRITE, CFGREAD, BARWRITE, BARREAD, IRQFD, RESET };

struct wire_header {
	int32_t cmd;
	u32 pad;
	u64 size;
};

struct bench {
	const struct transport_ops *ops;
	struct transport *t;
	struct model *m;
	int fd;			/* QEMU's end */
	int qt;
	int audio;		/* QEMU's end for function 1; -1: there is none */
};

/* The descriptor that follows @key in QEMU's arguments. */
static int fd_after(const struct arglist *a, const char *key)
{
	for (int i = 0; i < a->count; i++) {
		const char *p = strstr(a->arg[i], key);

		p = p ? strstr(p, "fd=") : NULL;
		if (p)
			return atoi(p + 3);
	}
	return -1;
}

static void bench_open_as(struct bench *b, bool audio)
{
	static struct transport_setup setup;
	struct model_config c = { .chip = model_chip_by_name("RV710") };
	struct arglist a = { 0 };

	setup = (struct transport_setup){ .vram_size = RIG_VRAM, .bar_size = RIG_VRAM, .ram = "1G",
					  .slow_vram = true };
	setup.audio = audio ? c.chip : NULL;
	c.audio = audio;
	c.vram_size = c.bar_size = RIG_VRAM;
	b->ops = &mpqemu_transport;
	b->t = b->ops->open(&setup);
	b->m = model_new(&c, b->ops->host, b->t, b->t->vram, NULL);
	b->t->model = b->m;
	b->ops->qemu_args(b->t, &a);
	b->fd = fd_after(&a, "x-pci-proxy-dev,id=card,");
	b->qt = fd_after(&a, "socket,id=card-qt");
	b->audio = fd_after(&a, "x-pci-proxy-dev,id=card-audio");
	arg_free(&a);
}

static void bench_open(struct bench *b)
{
	bench_open_as(b, false);
}

static void bench_close(struct bench *b)
{
	model_free(b->m);
	b->ops->close(b->t);
}

static void tell(struct bench *b, int cmd, const void *data, size_t size)
{
	struct wire_header h = { .cmd = cmd, .size = size };

	CHECK(write(b->fd, &h, sizeof(h)) == (ssize_t)sizeof(h));
	CHECK(!size || write(b->fd, data, size) == (ssize_t)size);
	CHECK(b->ops->handle(b->t, b->fd == b->audio ? 2 : 0));
}

static u64 answer(struct bench *b)
{
	struct {
		struct wire_header h;
		u64 value;
	} r = { 0 };

	CHECK(recv(b->fd, &r, sizeof(r), MSG_DONTWAIT) == (ssize_t)sizeof(r));
	EQ(r.h.cmd, RET);
	EQ(r.h.size, 8);
	return r.value;
}

static u64 config(struct bench *b, int cmd, u32 addr, u32 val, u32 len)
{
	u32 d[3] = { addr, val, len };

	tell(b, cmd, d, sizeof(d));
	return answer(b);
}

static u64 bar(struct bench *b, int cmd, u64 addr, u64 val, u32 size, bool memory)
{
	struct {
		u64 addr, val;
		u32 size;
		u8 memory;
	} d = { addr, val, size, memory };

	tell(b, cmd, &d, sizeof(d));
	return answer(b);
}

static void enable(struct bench *b)
{
	config(b, CFGWRITE, 0x10, 0xd0000000, 4);
	config(b, CFGWRITE, 0x18, 0xe0000000, 4);
	config(b, CFGWRITE, 0x20, 0xc000, 4);
	config(b, CFGWRITE, 0x04, 7, 2);
}

TEST(messages_reach_configuration_space_and_bars)
{
	struct bench b;

	bench_open(&b);
	EQ(config(&b, CFGREAD, 0, 0, 4), 0x95401002);
	enable(&b);
	EQ(bar(&b, BARREAD, 0xe0000000 + CONFIG_MEMSIZE, 0, 4, true), RIG_VRAM);
	bar(&b, BARWRITE, 0xe0000000 + SCRATCH_REG0, 0x1234, 4, true);
	EQ(bar(&b, BARREAD, 0xe0000000 + SCRATCH_REG0, 0, 4, true), 0x1234);
	bar(&b, BARWRITE, 0xd0000010, 0x1122334455667788, 8, true);
	EQ(bar(&b, BARREAD, 0xd0000014, 0, 4, true), 0x11223344);
	bar(&b, BARWRITE, 0xc000, SCRATCH_REG0, 4, false);
	EQ(bar(&b, BARREAD, 0xc004, 0, 4, false), 0x1234);
	EQ(bar(&b, BARREAD, 0x90000000, 0, 4, true), ~0ull);
	EQ(model_count(b.m, MODEL_VIOLATION), 0);
	bench_close(&b);
}

TEST(a_card_with_audio_has_a_second_function)
{
	struct bench b;
	int card;

	bench_open_as(&b, true);
	card = b.fd;
	EQ(config(&b, CFGREAD, 0x0e, 0, 1), 0x80);
	b.fd = b.audio;
	EQ(config(&b, CFGREAD, 0, 0, 4), 0xaa381002);
	EQ(config(&b, CFGREAD, 0x08, 0, 4), 0x04030000);
	EQ(config(&b, CFGREAD, 0x0e, 0, 1), 0x80);
	/* size and address of its BAR */
	config(&b, CFGWRITE, 0x10, ~0u, 4);
	EQ(config(&b, CFGREAD, 0x10, 0, 4), 0xffffc000);
	config(&b, CFGWRITE, 0x10, 0xd8000000, 4);
	config(&b, CFGWRITE, 0x04, 2, 2);
	EQ(config(&b, CFGREAD, 0x10, 0, 4), 0xd8000000);
	EQ(bar(&b, BARREAD, 0xd8000000, 0, 4, true), 0);
	/* its own configuration space, and not the card's space */
	b.fd = card;
	EQ(config(&b, CFGREAD, 0x10, 0, 4), 8);
	EQ(config(&b, CFGREAD, 0x04, 0, 2), 0);
	enable(&b);
	b.fd = b.audio;
	tell(&b, RESET, NULL, 0);
	answer(&b);
	EQ(config(&b, CFGREAD, 0x10, 0, 4), 0);
	b.fd = card;
	EQ(model_bar(b.m, 2), 0xe0000000);
	bench_close(&b);
	bench_open(&b);
	EQ(b.audio, -1);
	EQ(config(&b, CFGREAD, 0x0e, 0, 1), 0);
	bench_close(&b);
}

/* Guest memory arrives as a descriptor on the message. */
static void share_ram(struct bench *b, int fd)
{
	struct {
		u64 gpa[8], size[8], offset[8];
	} map = { .gpa = { RAM_GPA }, .size = { RAM_SIZE } };
	struct wire_header h = { .cmd = SYNC, .size = sizeof(map) };
	struct iovec iov[] = { { &h, sizeof(h) }, { &map, sizeof(map) } };
	union {
		char buf[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = { 0 };
	struct msghdr msg = { .msg_iov = iov, .msg_iovlen = 2, .msg_control = control.buf,
			      .msg_controllen = sizeof(control.buf) };
	struct cmsghdr *c = CMSG_FIRSTHDR(&msg);

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof(int));
	CHECK(sendmsg(b->fd, &msg, 0) > 0);
	CHECK(b->ops->handle(b->t, 0));
}

TEST(guest_memory_is_mapped_and_remapped)
{
	int fd = memfd_create("ram", 0);
	struct bench b;
	u32 v = 77;

	bench_open(&b);
	CHECK(!ftruncate(fd, RAM_SIZE));
	CHECK(!b.ops->host->ram(b.t, RAM_GPA, 4));
	share_ram(&b, fd);
	share_ram(&b, fd);
	memcpy(b.ops->host->ram(b.t, RAM_GPA + 16, 4), &v, 4);
	v = 0;
	CHECK(pread(fd, &v, 4, 16) == 4);
	EQ(v, 77);
	CHECK(b.ops->host->ram(b.t, RAM_GPA + RAM_SIZE - 4, 4));
	CHECK(!b.ops->host->ram(b.t, RAM_GPA + RAM_SIZE - 4, 8));
	CHECK(!b.ops->host->ram(b.t, RAM_GPA - 4, 4));
	close(fd);
	bench_close(&b);
}

TEST(a_device_reset_clears_the_card_and_is_answered)
{
	struct bench b;

	bench_open(&b);
	enable(&b);
	bar(&b, BARWRITE, 0xe0000000 + SCRATCH_REG0, 5, 4, true);
	bar(&b, BARWRITE, 0xd0000040, 6, 4, true);
	tell(&b, RESET, NULL, 0);
	answer(&b);
	EQ(model_bar(b.m, 2), 0);
	EQ(model_reg(b.m, SCRATCH_REG0), 0);
	EQ(model_vram_read(b.m, 64, 4), 0);
	bench_close(&b);
}

TEST(an_interrupt_message_is_a_memory_write)
{
	char line[64] = "";
	struct bench b;

	bench_open(&b);
	b.ops->host->msi(b.t, 0xfee01004, 0x26);
	CHECK(recv(b.qt, line, sizeof(line) - 1, MSG_DONTWAIT) > 0);
	CHECK(!strcmp(line, "writel 0xfee01004 0x26\n"));
	CHECK(write(b.qt, "OK\n", 3) == 3);
	CHECK(b.ops->handle(b.t, 1));
	bench_close(&b);
}

TEST(garbage_and_the_end_of_qemu_end_the_transport)
{
	struct wire_header h = { .cmd = 99 };
	struct bench b;

	bench_open(&b);
	CHECK(write(b.fd, &h, sizeof(h)) == (ssize_t)sizeof(h));
	CHECK(!b.ops->handle(b.t, 0));
	h = (struct wire_header){ .cmd = CFGREAD, .size = 1u << 30 };
	CHECK(write(b.fd, &h, sizeof(h)) == (ssize_t)sizeof(h));
	CHECK(!b.ops->handle(b.t, 0));
	bench_close(&b);
	bench_open(&b);
	b.ops->started(b.t);
	CHECK(!b.ops->handle(b.t, 0));
	CHECK(!b.ops->handle(b.t, 1));
	bench_close(&b);
}
