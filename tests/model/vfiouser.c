// SPDX-License-Identifier: GPL-2.0
/*
 * The vfio-user transport: QEMU's vfio-user-pci connects to our socket and makes
 * the requests of the kernel's VFIO, with the same structs.
 *
 * Guest memory arrives as descriptors.  BAR 0 is a descriptor that QEMU maps, so
 * that VRAM accesses need no messages.  Interrupts are eventfds.  An INTx interrupt
 * masks itself until QEMU unmasks it after the next access to a BAR.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/vfio.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "machine.h"

#define CONFIG_SIZE	256
#define MAX_DATA	4096

enum command {
	CMD_VERSION = 1,
	CMD_DMA_MAP,
	CMD_DMA_UNMAP,
	CMD_GET_INFO,
	CMD_GET_REGION_INFO,
	CMD_GET_REGION_IO_FDS,
	CMD_GET_IRQ_INFO,
	CMD_SET_IRQS,
	CMD_REGION_READ,
	CMD_REGION_WRITE,
	CMD_DMA_READ,
	CMD_DMA_WRITE,
	CMD_RESET,
};

#define FLAG_REPLY	0x01
#define FLAG_NO_REPLY	0x10
#define FLAG_ERROR	0x20

struct header {
	u16 id;
	u16 cmd;
	u32 size;
	u32 flags;
	u32 error;
};

struct version {
	u16 major;
	u16 minor;
	char capabilities[64];
};

/* The kernel's struct has a process address here; vfio-user has the file offset. */
struct dma_map {
	u32 argsz;
	u32 flags;
	u64 offset;
	u64 iova;
	u64 size;
};

struct dma_unmap {
	u32 argsz;
	u32 flags;
	u64 iova;
	u64 size;
};

struct device_info {
	u32 argsz;
	u32 flags;
	u32 regions;
	u32 irqs;
};

struct region_access {
	u64 offset;
	u32 region;
	u32 count;
	u8 data[MAX_DATA];
};

struct irq_set {
	u32 argsz;
	u32 flags;
	u32 index;
	u32 start;
	u32 count;
};

union payload {
	struct version version;
	struct dma_map map;
	struct dma_unmap unmap;
	struct device_info info;
	struct vfio_region_info region;
	struct vfio_irq_info irq;
	struct irq_set set;
	struct region_access access;
};

struct message {
	struct header h;
	union payload p;
};

struct vfiouser {
	struct transport base;	/* first: the callbacks get its address */
	char dir[32];
	struct endpoint {
		char path[48];
		int listener;
		int sock;
	} end[2];		/* of the card, of function 1 */
	int event[2];		/* by pin, by message; -1 while it is off */
	bool line;		/* the level of the pin */
	bool masked;		/* it has interrupted and is still masked */
};

static struct vfiouser *to_vfiouser(struct transport *base)
{
	return (struct vfiouser *)base;
}

static void trigger(struct vfiouser *t, unsigned int index)
{
	if (t->event[index] >= 0 && eventfd_write(t->event[index], 1))
		fprintf(stderr, "card: an interrupt was lost: %s\n", strerror(errno));
}

/* QEMU has read address and data from the capability. */
static void vu_msi(void *ctx, u64 addr, u32 data)
{
	trigger(ctx, VFIO_PCI_MSI_IRQ_INDEX);
}

static void vu_intx(void *ctx, bool level)
{
	struct vfiouser *t = ctx;
	eventfd_t pending;

	t->line = level;
	if (t->event[VFIO_PCI_INTX_IRQ_INDEX] < 0)
		return;
	if (level && !t->masked) {
		t->masked = true;
		trigger(t, VFIO_PCI_INTX_IRQ_INDEX);
	} else if (!level && !eventfd_read(t->event[VFIO_PCI_INTX_IRQ_INDEX], &pending)) {
		/* QEMU has not seen it and will not unmask it. */
		t->masked = false;
	}
}

static const struct model_host host = {
	.ram = transport_ram,
	.msi = vu_msi,
	.intx = vu_intx,
	.now_ns = transport_now_ns,
	.lose_vram = transport_lose_vram,
	.draw = machine_draw,
	.counters = machine_counters,
	.packet = machine_packet,
	.flush = machine_flush,
	.discard = machine_discard,
	.fence = machine_fence,
};

static void forget_path(struct vfiouser *t, struct endpoint *e)
{
	if (e->path[0])
		unlink(e->path);
	e->path[0] = 0;
	/* The folder goes with the last of them. */
	if (t->dir[0] && !rmdir(t->dir))
		t->dir[0] = 0;
}

static void vu_close(struct transport *base)
{
	struct vfiouser *t = to_vfiouser(base);
	int fds[] = { t->end[0].listener, t->end[0].sock, t->end[1].listener, t->end[1].sock, t->event[0],
		      t->event[1] };

	forget_path(t, &t->end[0]);
	forget_path(t, &t->end[1]);
	transport_fini(base);
	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	free(t);
}

/* QEMU accepts only the path of a socket; unlink it as soon as QEMU has connected. */
static bool listen_at_path(struct vfiouser *t, struct endpoint *e, const char *name)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };

	snprintf(e->path, sizeof(e->path), "%s/%s", t->dir, name);
	strcpy(at.sun_path, e->path);
	e->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	return e->listener >= 0 && !bind(e->listener, (struct sockaddr *)&at, sizeof(at)) &&
	       !listen(e->listener, 1);
}

static bool listen_for_all(struct vfiouser *t)
{
	strcpy(t->dir, "/tmp/rcp-card-XXXXXX");
	if (!mkdtemp(t->dir)) {
		t->dir[0] = 0;
		return false;
	}
	return listen_at_path(t, &t->end[0], "card") &&
	       (!t->base.setup->audio || listen_at_path(t, &t->end[1], "audio"));
}

static struct transport *vu_open(const struct transport_setup *setup)
{
	struct vfiouser *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->event[0] = t->event[1] = -1;
	for (unsigned int i = 0; i < 2; i++)
		t->end[i].listener = t->end[i].sock = -1;
	if (!transport_init(&t->base, setup) || !listen_for_all(t)) {
		fprintf(stderr, "card: cannot make a socket and shared memory: %s\n", strerror(errno));
		vu_close(&t->base);
		return NULL;
	}
	return &t->base;
}

#define DEVICE "{\"driver\":\"vfio-user-pci\",\"id\":\"%s\",\"bus\":\"%s\",\"addr\":\"%02x.0\"%s%s," \
	"\"socket\":{\"type\":\"unix\",\"path\":\"%s\"},\"romfile\":\"/proc/self/fd/%d\"}"
#define AUDIO "{\"driver\":\"vfio-user-pci\",\"id\":\"%s-audio\",\"bus\":\"%s\",\"addr\":\"%02x.1\"," \
	"\"socket\":{\"type\":\"unix\",\"path\":\"%s\"}}"

static void vu_qemu_args(struct transport *base, struct arglist *a)
{
	struct vfiouser *t = to_vfiouser(base);
	unsigned int slot;
	const char *bus;

	transport_machine_args(base, a);
	transport_place(base, a, &bus, &slot);
	arg_add(a, "-device");
	/* Accesses are messages, so each write is finished when the guest continues. */
	arg_add(a, DEVICE, transport_id(base), bus, slot, t->base.setup->can_post ? ",\"x-no-posted-writes\":true" : "",
		base->setup->audio ? ",\"multifunction\":true" : "", t->end[0].path, t->base.rom_fd);
	if (!base->setup->audio)
		return;
	arg_add(a, "-device");
	arg_add(a, AUDIO, transport_id(base), bus, slot, t->end[1].path);
}

static void vu_child(struct transport *base)
{
	transport_keep(base->rom_fd);
}

/* QEMU connects by path, so there are no descriptors of its own to close. */
static void vu_started(struct transport *base)
{
}

static void vu_fds(struct transport *base, int fds[TRANSPORT_FDS])
{
	struct vfiouser *t = to_vfiouser(base);

	for (unsigned int i = 0; i < 2; i++) {
		fds[2 * i] = t->end[i].listener;
		fds[2 * i + 1] = t->end[i].sock;
	}
}

static bool take_connection(struct vfiouser *t, struct endpoint *e)
{
	e->sock = accept4(e->listener, NULL, NULL, SOCK_CLOEXEC);
	close(e->listener);
	e->listener = -1;
	forget_path(t, e);
	return e->sock >= 0;
}

/* --- requests: each returns 0 or a negative errno, and changes the message to the reply --- */

static int get_version(struct message *m)
{
	if (m->p.version.major)
		return -EINVAL;
	m->p.version = (struct version){
		.capabilities = "{\"capabilities\":{\"max_msg_fds\":8,\"max_data_xfer_size\":4096}}",
	};
	m->h.size = sizeof(m->h) + 4 + strlen(m->p.version.capabilities) + 1;
	return 0;
}

/* Memory without a descriptor is not RAM that a card could access. */
static int map_ram(struct vfiouser *t, const struct dma_map *map, const int *fds, unsigned int nfds)
{
	if (nfds && !ram_add(&t->base.ram, map->iova, map->size, fds[0], map->offset))
		return -ENOMEM;
	return 0;
}

static int unmap_ram(struct vfiouser *t, const struct dma_unmap *unmap)
{
	if (unmap->flags & VFIO_DMA_UNMAP_FLAG_ALL)
		ram_remove(&t->base.ram, 0, ~0ull);
	else
		ram_remove(&t->base.ram, unmap->iova, unmap->size);
	return 0;
}

static int get_info(struct message *m)
{
	m->p.info = (struct device_info){
		.argsz = sizeof(m->p.info),
		.flags = VFIO_DEVICE_FLAGS_PCI | VFIO_DEVICE_FLAGS_RESET,
		.regions = VFIO_PCI_NUM_REGIONS,
		.irqs = VFIO_PCI_NUM_IRQS,
	};
	m->h.size = sizeof(m->h) + sizeof(m->p.info);
	return 0;
}

static int get_region_info(struct vfiouser *t, struct message *m, bool audio, int *pass)
{
	u32 index = m->p.region.index;
	struct vfio_region_info *r = &m->p.region;

	if (index >= VFIO_PCI_NUM_REGIONS)
		return -EINVAL;
	*r = (struct vfio_region_info){ .argsz = sizeof(*r), .index = index };
	if (index < 6)
		r->size = audio ? model_audio_bar_size(index) : model_bar_size(t->base.model, index);
	else if (index == VFIO_PCI_CONFIG_REGION_INDEX)
		r->size = CONFIG_SIZE;
	if (r->size)
		r->flags = VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE;
	if (index == 0 && !audio && !t->base.setup->slow_vram) {
		r->flags |= VFIO_REGION_INFO_FLAG_MMAP;
		*pass = t->base.vram_fd;
		model_vram_hidden(t->base.model);
	}
	m->h.size = sizeof(m->h) + sizeof(*r);
	return 0;
}

static int get_irq_info(struct vfiouser *t, struct message *m)
{
	u32 index = m->p.irq.index;
	struct vfio_irq_info *irq = &m->p.irq;

	*irq = (struct vfio_irq_info){ .argsz = sizeof(*irq), .index = index };
	if (index == VFIO_PCI_INTX_IRQ_INDEX) {
		irq->count = 1;
		irq->flags = VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_MASKABLE | VFIO_IRQ_INFO_AUTOMASKED;
	} else if (index == VFIO_PCI_MSI_IRQ_INDEX) {
		irq->count = 1;
		irq->flags = VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_NORESIZE;
	}
	m->h.size = sizeof(m->h) + sizeof(*irq);
	return 0;
}

static void unmask_pin(struct vfiouser *t)
{
	t->masked = false;
	if (t->line)
		vu_intx(t, true);
}

static int set_irqs(struct vfiouser *t, const struct irq_set *set, int *fds, unsigned int nfds)
{
	int *event;

	if (set->index > VFIO_PCI_MSI_IRQ_INDEX)
		return set->count ? -EINVAL : 0;
	event = &t->event[set->index];
	switch (set->flags & VFIO_IRQ_SET_ACTION_TYPE_MASK) {
	case VFIO_IRQ_SET_ACTION_MASK:
		t->masked = true;
		return 0;
	case VFIO_IRQ_SET_ACTION_UNMASK:
		/* An eventfd for unmasking would need polling. */
		if (set->flags & VFIO_IRQ_SET_DATA_EVENTFD)
			return -EINVAL;
		unmask_pin(t);
		return 0;
	}
	if (set->count && !(set->flags & VFIO_IRQ_SET_DATA_EVENTFD))
		return -EINVAL;
	if (*event >= 0)
		close(*event);
	*event = -1;
	if (!nfds)
		return 0;
	*event = fds[0];
	fds[0] = -1;
	if (set->index == VFIO_PCI_INTX_IRQ_INDEX)
		unmask_pin(t);
	return 0;
}

static u64 region_read(struct vfiouser *t, u32 region, u64 offset, u32 size)
{
	switch (region) {
	case 0:
		return model_vram_read(t->base.model, offset, size);
	case 2:
		return model_mmio_read(t->base.model, offset, size);
	case 1:
	case 4:
		return model_io_read(t->base.model, offset, size);
	case VFIO_PCI_CONFIG_REGION_INDEX:
		return model_config_read(t->base.model, offset, size);
	}
	return ~0ull;
}

static void region_write(struct vfiouser *t, u32 region, u64 offset, u64 value, u32 size)
{
	switch (region) {
	case 0:
		model_vram_write(t->base.model, offset, value, size);
		break;
	case 2:
		model_mmio_write(t->base.model, offset, value, size);
		break;
	case 1:
	case 4:
		model_io_write(t->base.model, offset, value, size);
		break;
	case VFIO_PCI_CONFIG_REGION_INDEX:
		model_config_write(t->base.model, offset, value, size);
		break;
	}
}

static u64 audio_read(struct vfiouser *t, u32 region, u64 offset, u32 size)
{
	return region == VFIO_PCI_CONFIG_REGION_INDEX ?
	       model_audio_config_read(&t->base.audio, offset, size) : 0;
}

static void audio_write(struct vfiouser *t, u32 region, u64 offset, u64 value, u32 size)
{
	if (region == VFIO_PCI_CONFIG_REGION_INDEX)
		model_audio_config_write(&t->base.audio, offset, value, size);
}

/* A guest access has at most 8 bytes; QEMU itself reads configuration space in larger pieces. */
static int access_region(struct vfiouser *t, struct message *m, bool audio, size_t given)
{
	struct region_access *a = &m->p.access;
	u32 head = offsetof(struct region_access, data), step = a->count;
	bool writes = m->h.cmd == CMD_REGION_WRITE;
	u64 v;

	if (a->count > MAX_DATA || (writes && given < head + a->count))
		return -EINVAL;
	if (a->region == VFIO_PCI_CONFIG_REGION_INDEX && step > 4)
		step = 1;
	else if (step > 8)
		return -EINVAL;
	for (u32 i = 0; i < a->count; i += step) {
		v = 0;
		if (writes) {
			memcpy(&v, a->data + i, step);
			(audio ? audio_write : region_write)(t, a->region, a->offset + i, v, step);
		} else {
			v = (audio ? audio_read : region_read)(t, a->region, a->offset + i, step);
			memcpy(a->data + i, &v, step);
		}
	}
	m->h.size = sizeof(m->h) + head + (writes ? 0 : a->count);
	return 0;
}

static int dispatch(struct vfiouser *t, struct message *m, bool audio, size_t given, int *fds, unsigned int nfds,
		    int *pass)
{
	/* Function 1 accesses no memory and does not interrupt. */
	if (audio && (m->h.cmd == CMD_DMA_MAP || m->h.cmd == CMD_SET_IRQS))
		return 0;
	switch (m->h.cmd) {
	case CMD_VERSION:
		return get_version(m);
	case CMD_DMA_MAP:
		return map_ram(t, &m->p.map, fds, nfds);
	case CMD_DMA_UNMAP:
		m->h.size = sizeof(m->h) + sizeof(m->p.unmap);
		return audio ? 0 : unmap_ram(t, &m->p.unmap);
	case CMD_GET_INFO:
		return get_info(m);
	case CMD_GET_REGION_INFO:
		return get_region_info(t, m, audio, pass);
	case CMD_GET_IRQ_INFO:
		return get_irq_info(t, m);
	case CMD_SET_IRQS:
		return set_irqs(t, &m->p.set, fds, nfds);
	case CMD_REGION_READ:
	case CMD_REGION_WRITE:
		return access_region(t, m, audio, given);
	case CMD_RESET:
		if (audio)
			model_audio_power_on(&t->base.audio, t->base.setup->audio);
		else
			model_bus_reset(t->base.model);
		return 0;
	}
	return -ENOTSUP;
}

static bool serve(struct vfiouser *t, bool audio)
{
	static struct message m;
	int sock = t->end[audio].sock, fds[WIRE_FDS], pass = -1, error;
	unsigned int nfds;
	bool ok, wanted;
	size_t given;

	if (!wire_receive_fds(sock, &m.h, sizeof(m.h), fds, &nfds))
		return false;
	given = m.h.size - sizeof(m.h);
	memset(&m.p, 0, sizeof(m.p) - MAX_DATA);
	ok = m.h.size >= sizeof(m.h) && given <= sizeof(m.p) && wire_receive(sock, &m.p, given);
	if (ok) {
		wanted = !(m.h.flags & FLAG_NO_REPLY);
		m.h.size = sizeof(m.h);
		error = dispatch(t, &m, audio, given, fds, nfds, &pass);
		if (error)
			m.h.size = sizeof(m.h);
		m.h.flags = FLAG_REPLY | (error ? FLAG_ERROR : 0);
		m.h.error = -error;
		ok = !wanted || wire_send(sock, &m, m.h.size, pass);
	}
	for (unsigned int i = 0; i < nfds; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	return ok;
}

static bool vu_handle(struct transport *base, unsigned int i)
{
	struct vfiouser *t = to_vfiouser(base);

	return i % 2 ? serve(t, i / 2) : take_connection(t, &t->end[i / 2]);
}

const struct transport_ops vfiouser_transport = {
	.name = "vfio-user-pci",
	.takes_second = true,
	.hides_legacy = true,
	.host = &host,
	.open = vu_open,
	.qemu_args = vu_qemu_args,
	.child = vu_child,
	.started = vu_started,
	.fds = vu_fds,
	.handle = vu_handle,
	.close = vu_close,
};
