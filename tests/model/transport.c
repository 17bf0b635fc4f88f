// SPDX-License-Identifier: GPL-2.0
/*
 * Common code of the transports: memory that card and QEMU share, and a clock.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "transport.h"

#define GPU_SLOT	4	/* on the root bus */
#define SECOND_SLOT	6

/* A file of zeros without a name; negative if there is no memory for it. */
static int memory_file(const char *name, u64 size)
{
	int fd = memfd_create(name, MFD_CLOEXEC);

	if (fd >= 0 && ftruncate(fd, size)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* The caller calls transport_fini() also if this returns false. */
bool transport_init(struct transport *t, const struct transport_setup *setup)
{
	void *vram;

	t->setup = setup;
	if (setup->audio)
		model_audio_power_on(&t->audio, setup->audio);
	t->vram_fd = memory_file("vram", setup->vram_size);
	t->rom_fd = memory_file("rom", MODEL_ROM_SIZE);
	if (t->vram_fd < 0 || t->rom_fd < 0 ||
	    write(t->rom_fd, setup->rom, MODEL_ROM_SIZE) != (ssize_t)MODEL_ROM_SIZE)
		return false;
	vram = mmap(NULL, setup->vram_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
		    t->vram_fd, 0);
	if (vram == MAP_FAILED)
		return false;
	t->vram = vram;
	return true;
}

void transport_fini(struct transport *t)
{
	ram_remove(&t->ram, 0, ~0ull);
	if (t->vram)
		munmap(t->vram, t->setup->vram_size);
	if (t->vram_fd >= 0)
		close(t->vram_fd);
	if (t->rom_fd >= 0)
		close(t->rom_fd);
}

void *transport_ram(void *ctx, u64 gpa, u64 len)
{
	const struct transport *t = ctx;

	return ram_at(&t->ram, gpa, len);
}

/*
 * During a bus reset the memory is not refreshed, so its contents are lost.  QEMU has the
 * same file mapped and also sees the zeros.
 */
void transport_lose_vram(void *ctx)
{
	const struct transport *t = ctx;

	if (fallocate(t->vram_fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
		      t->setup->vram_size))
		fprintf(stderr, "card: cannot clear VRAM: %s\n", strerror(errno));
}

u64 transport_now_ns(void *ctx)
{
	const struct transport *t = ctx;

	return t->clock ? clock_ns(t->clock) : host_ns();
}

const char *transport_id(const struct transport *t)
{
	return t->setup->second ? "card2" : "card";
}

/* Arguments for a machine with memory that the card can map; two cards share it. */
void transport_machine_args(const struct transport *t, struct arglist *a)
{
	if (t->setup->second)
		return;
	arg_add(a, "-machine");
	arg_add(a, "q35,memory-backend=card-ram");
	arg_add(a, "-m");
	arg_add(a, "%s", t->setup->ram);
	arg_add(a, "-object");
	arg_add(a, "memory-backend-memfd,id=card-ram,size=%s,share=on", t->setup->ram);
}

void transport_place(const struct transport *t, struct arglist *a, const char **bus, unsigned int *slot)
{
	static const char * const speeds[] = {
		[MODEL_PORT_2_5] = "2_5", [MODEL_PORT_5] = "5", [MODEL_PORT_8] = "8",
	};
	unsigned int place = t->setup->second ? SECOND_SLOT : GPU_SLOT;

	*bus = "pcie.0";
	*slot = place;
	if (!t->setup->port)
		return;
	*bus = t->setup->second ? "card2-port" : "card-port";
	*slot = 0;
	arg_add(a, "-device");
	arg_add(a, "pcie-root-port,id=%s,bus=pcie.0,addr=%02x.0,chassis=%u,hotplug=off,x-width=16,x-speed=%s",
		*bus, place, place, speeds[t->setup->port]);
}

/* In the child before exec: QEMU inherits @fd. */
void transport_keep(int fd)
{
	fcntl(fd, F_SETFD, fcntl(fd, F_GETFD) & ~FD_CLOEXEC);
}
