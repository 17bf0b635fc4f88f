// SPDX-License-Identifier: GPL-2.0
/*
 * The multi-process transport: QEMU's x-pci-proxy-dev forwards configuration
 * and BAR accesses over a socket and passes descriptors of guest memory.
 *
 * The proxy device's interrupts need KVM, so the model interrupts through qtest
 * instead.  A message for each VRAM access would cost microseconds, so an
 * ivshmem-plain device that shares the VRAM file moves on top of BAR 0 when the
 * driver first touches a register.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "machine.h"

#define MAX_FDS		WIRE_FDS
#define WINDOW_SLOT	5
#define ECAM		0xb0000000u
#define WINDOW_CONFIG	(ECAM + (WINDOW_SLOT << 15))
#define IVSHMEM_ID	0x11101af4u
#define INTX_GSI	20

enum command {
	CMD_SYNC_SYSMEM,
	CMD_RET,
	CMD_PCI_CFGWRITE,
	CMD_PCI_CFGREAD,
	CMD_BAR_WRITE,
	CMD_BAR_READ,
	CMD_SET_IRQFD,
	CMD_DEVICE_RESET,
};

struct header {
	int32_t cmd;
	u32 pad;
	u64 size;
};

struct config_access {
	u32 addr;
	u32 val;
	u32 len;
};

struct bar_access {
	u64 addr;
	u64 val;
	u32 size;
	u8 memory;
};

struct memory_map {
	u64 gpa[MAX_FDS];
	u64 size[MAX_FDS];
	u64 offset[MAX_FDS];
};

union payload {
	u64 ret;
	struct config_access config;
	struct bar_access bar;
	struct memory_map map;
};

struct mpqemu {
	struct transport base;	/* first: the callbacks get its address */
	struct qtest qtest;
	int sock[2];		/* ours, QEMU's */
	int asock[2];		/* the sockets of function 1 */
	int qsock[2];
	bool window;		/* the fast VRAM window overlays BAR 0 */
	bool window_failed;
	bool resetting;
};

static struct mpqemu *to_mpqemu(struct transport *base)
{
	return (struct mpqemu *)base;
}

static void mp_msi(void *ctx, u64 addr, u32 data)
{
	struct mpqemu *t = ctx;

	qtest_send(&t->qtest, "writel 0x%llx 0x%x\n", (unsigned long long)addr, data);
}

/* A line must be down before the access that clears its cause is answered. */
static void mp_intx(void *ctx, bool level)
{
	struct mpqemu *t = ctx;

	qtest_send(&t->qtest, "set_irq_in /machine/q35/ioapic unnamed-gpio-in %d %d\n", INTX_GSI, level);
	if (!level && !t->resetting)
		qtest_wait(&t->qtest);
}

static const struct model_host host = {
	.ram = transport_ram,
	.msi = mp_msi,
	.intx = mp_intx,
	.now_ns = transport_now_ns,
	.lose_vram = transport_lose_vram,
	.draw = machine_draw,
	.counters = machine_counters,
	.packet = machine_packet,
	.flush = machine_flush,
	.discard = machine_discard,
	.fence = machine_fence,
};

static void mp_close(struct transport *base)
{
	struct mpqemu *t = to_mpqemu(base);
	int fds[] = { t->sock[0], t->sock[1], t->qsock[0], t->qsock[1], t->asock[0], t->asock[1] };

	transport_fini(base);
	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	free(t);
}

static struct transport *mp_open(const struct transport_setup *setup)
{
	struct mpqemu *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->sock[0] = t->sock[1] = t->qsock[0] = t->qsock[1] = t->asock[0] = t->asock[1] = -1;
	if (!transport_init(&t->base, setup) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, t->sock) ||
	    (setup->audio && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, t->asock)) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, t->qsock)) {
		fprintf(stderr, "card: cannot make sockets and shared memory: %s\n", strerror(errno));
		mp_close(&t->base);
		return NULL;
	}
	qtest_init(&t->qtest, t->qsock[0]);
	return &t->base;
}

static void mp_qemu_args(struct transport *base, struct arglist *a)
{
	struct mpqemu *t = to_mpqemu(base);
	unsigned int slot;
	const char *bus;

	transport_machine_args(base, a);
	transport_place(base, a, &bus, &slot);
	arg_add(a, "-chardev");
	arg_add(a, "socket,id=card-qt,fd=%d", t->qsock[1]);
	arg_add(a, "-object");
	arg_add(a, "qtest,id=card-qtest,chardev=card-qt,log=/dev/null");
	arg_add(a, "-device");
	arg_add(a, "x-pci-proxy-dev,id=card,bus=%s,addr=%02x.0,fd=%d,romfile=/proc/self/fd/%d%s", bus, slot,
		t->sock[1], t->base.rom_fd, base->setup->audio ? ",multifunction=on" : "");
	if (base->setup->audio) {
		arg_add(a, "-device");
		arg_add(a, "x-pci-proxy-dev,id=card-audio,bus=%s,addr=%02x.1,fd=%d", bus, slot, t->asock[1]);
	}
	if (t->base.setup->slow_vram)
		return;
	arg_add(a, "-object");
	arg_add(a, "memory-backend-file,id=card-vram,size=%llu,share=on,mem-path=/proc/self/fd/%d",
		(unsigned long long)t->base.setup->bar_size, t->base.vram_fd);
	arg_add(a, "-device");
	arg_add(a, "ivshmem-plain,memdev=card-vram,addr=%02x.0", WINDOW_SLOT);
}

static void mp_child(struct transport *base)
{
	struct mpqemu *t = to_mpqemu(base);

	transport_keep(t->sock[1]);
	transport_keep(t->qsock[1]);
	if (t->asock[1] >= 0)
		transport_keep(t->asock[1]);
	transport_keep(t->base.vram_fd);
	transport_keep(t->base.rom_fd);
}

static void mp_started(struct transport *base)
{
	struct mpqemu *t = to_mpqemu(base);

	close(t->sock[1]);
	close(t->qsock[1]);
	if (t->asock[1] >= 0)
		close(t->asock[1]);
	t->sock[1] = t->qsock[1] = t->asock[1] = -1;
}

static void mp_fds(struct transport *base, int fds[TRANSPORT_FDS])
{
	struct mpqemu *t = to_mpqemu(base);

	fds[0] = t->sock[0];
	fds[1] = t->qsock[0];
	fds[2] = t->asock[0];
	fds[3] = -1;
}

static bool reply_at(int sock, u64 value)
{
	struct {
		struct header h;
		u64 value;
	} r = { .h = { .cmd = CMD_RET, .size = sizeof(u64) }, .value = value };

	return send(sock, &r, sizeof(r), MSG_NOSIGNAL) == (ssize_t)sizeof(r);
}

static bool reply(struct mpqemu *t, u64 value)
{
	return reply_at(t->sock[0], value);
}

static void map_ram(struct mpqemu *t, const struct memory_map *map, const int *fds, unsigned int nfds)
{
	ram_remove(&t->base.ram, 0, ~0ull);
	for (unsigned int i = 0; i < nfds; i++)
		ram_add(&t->base.ram, map->gpa[i], map->size[i], fds[i], map->offset[i]);
}

/*
 * Moves the window's BAR 2 onto BAR 0; of two BARs at one address QEMU prefers
 * the one that was mapped last.
 */
static void place_window(struct mpqemu *t)
{
	u64 bar0 = model_bar(t->base.model, 0);

	if (t->base.setup->slow_vram || t->window || t->window_failed || !bar0)
		return;
	qtest_send(&t->qtest, "readl 0x%x\n", WINDOW_CONFIG);
	if (!qtest_wait(&t->qtest) || strtoul(t->qtest.last + 3, NULL, 16) != IVSHMEM_ID) {
		fprintf(stderr, "card: no VRAM window at 00:%02x.0 (%s); VRAM accesses will be slow\n", WINDOW_SLOT,
			t->qtest.last);
		t->window_failed = true;
		return;
	}
	qtest_send(&t->qtest, "writew 0x%x 0x0\n", WINDOW_CONFIG + 4);
	qtest_send(&t->qtest, "writel 0x%x 0x%llx\n", WINDOW_CONFIG + 0x18, (unsigned long long)bar0);
	qtest_send(&t->qtest, "writel 0x%x 0x0\n", WINDOW_CONFIG + 0x1c);
	qtest_send(&t->qtest, "writew 0x%x 0x2\n", WINDOW_CONFIG + 4);
	t->window = qtest_wait(&t->qtest);
	if (t->window)
		model_vram_hidden(t->base.model);
}

static int find_bar(struct mpqemu *t, u64 addr, bool memory, u64 *offset)
{
	for (unsigned int bar = 0; bar < 6; bar++) {
		u64 base = model_bar(t->base.model, bar);

		if (memory == (bar == model_io_bar(t->base.model)) || !base || addr < base || addr - base >= model_bar_size(t->base.model, bar))
			continue;
		*offset = addr - base;
		return bar;
	}
	return -1;
}

static u64 bar_read(struct mpqemu *t, const struct bar_access *b)
{
	u64 off;

	switch (find_bar(t, b->addr, b->memory, &off)) {
	case 0:
		t->window = false;
		return model_vram_read(t->base.model, off, b->size);
	case 2:
		place_window(t);
		return model_mmio_read(t->base.model, off, b->size);
	case 1:
	case 4:
		return model_io_read(t->base.model, off, b->size);
	}
	return ~0ull;
}

static void bar_write(struct mpqemu *t, const struct bar_access *b)
{
	u64 off;

	switch (find_bar(t, b->addr, b->memory, &off)) {
	case 0:
		t->window = false;
		model_vram_write(t->base.model, off, b->val, b->size);
		break;
	case 2:
		place_window(t);
		model_mmio_write(t->base.model, off, b->val, b->size);
		break;
	case 1:
	case 4:
		model_io_write(t->base.model, off, (u32)b->val, b->size);
		break;
	}
}

static void config_write(struct mpqemu *t, const struct config_access *c)
{
	model_config_write(t->base.model, c->addr, c->val, c->len);
	if ((c->addr & ~3u) == 0x04 || (c->addr & ~3u) == 0x10)
		t->window = false;
}

static bool dispatch(struct mpqemu *t, const struct header *h, const union payload *p, const int *fds,
		     unsigned int nfds)
{
	switch (h->cmd) {
	case CMD_SYNC_SYSMEM:
		map_ram(t, &p->map, fds, nfds);
		return true;
	case CMD_SET_IRQFD:
		return true;
	case CMD_PCI_CFGREAD:
		return reply(t, model_config_read(t->base.model, p->config.addr, p->config.len));
	case CMD_PCI_CFGWRITE:
		config_write(t, &p->config);
		return reply(t, 0);
	case CMD_BAR_READ:
		return reply(t, bar_read(t, &p->bar));
	case CMD_BAR_WRITE:
		bar_write(t, &p->bar);
		return reply(t, 0);
	case CMD_DEVICE_RESET:
		t->resetting = true;
		t->window = false;
		model_bus_reset(t->base.model);
		t->resetting = false;
		return reply(t, 0);
	}
	fprintf(stderr, "card: QEMU sent the unknown command %d\n", h->cmd);
	return false;
}

/* Function 1. */
static bool audio_dispatch(struct mpqemu *t, const struct header *h, const union payload *p)
{
	u64 value = 0;

	switch (h->cmd) {
	case CMD_SYNC_SYSMEM:
	case CMD_SET_IRQFD:
		return true;
	case CMD_PCI_CFGREAD:
		value = model_audio_config_read(&t->base.audio, p->config.addr, p->config.len);
		break;
	case CMD_PCI_CFGWRITE:
		model_audio_config_write(&t->base.audio, p->config.addr, p->config.val, p->config.len);
		break;
	case CMD_BAR_READ:
	case CMD_BAR_WRITE:
		break;
	case CMD_DEVICE_RESET:
		model_audio_power_on(&t->base.audio, t->base.setup->audio);
		break;
	default:
		fprintf(stderr, "card: QEMU sent the unknown command %d\n", h->cmd);
		return false;
	}
	return reply_at(t->asock[0], value);
}

static bool serve(struct mpqemu *t, bool audio)
{
	union payload p;
	struct header h;
	int sock = audio ? t->asock[0] : t->sock[0], fds[MAX_FDS];
	unsigned int nfds;
	bool ok;

	if (!wire_receive_fds(sock, &h, sizeof(h), fds, &nfds))
		return false;
	memset(&p, 0, sizeof(p));
	ok = h.size <= sizeof(p) && wire_receive(sock, &p, h.size) &&
	     (audio ? audio_dispatch(t, &h, &p) : dispatch(t, &h, &p, fds, nfds));
	for (unsigned int i = 0; i < nfds; i++)
		close(fds[i]);
	return ok;
}

static bool mp_busy(struct transport *base)
{
	return to_mpqemu(base)->qtest.outstanding;
}

static bool mp_handle(struct transport *base, unsigned int i)
{
	struct mpqemu *t = to_mpqemu(base);

	return i == 1 ? qtest_drain(&t->qtest) : serve(t, i == 2);
}

const struct transport_ops mpqemu_transport = {
	.name = "x-pci-proxy-dev",
	.host = &host,
	.open = mp_open,
	.qemu_args = mp_qemu_args,
	.child = mp_child,
	.started = mp_started,
	.fds = mp_fds,
	.busy = mp_busy,
	.handle = mp_handle,
	.close = mp_close,
};
