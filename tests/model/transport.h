/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface between the model and the ways to attach it to a QEMU.
 *
 * A transport turns QEMU's messages into calls of model.h, and the model's
 * calls of struct model_host into DMA and interrupts.  card.c owns the model,
 * the child and the loop, and uses transports only through these ops.
 */
#ifndef MODEL_TRANSPORT_H
#define MODEL_TRANSPORT_H

#include "model.h"

struct arglist {
	char **arg;
	int count;
};

__attribute__((format(printf, 2, 3)))
void arg_add(struct arglist *a, const char *fmt, ...);
void arg_free(struct arglist *a);

/**
 * struct transport_setup - parameters of a transport
 * @vram_size: bytes of VRAM
 * @bar_size: bytes that BAR 0 shows
 * @ram: guest memory in the syntax of QEMU's -m
 * @port: MODEL_PORT_*: the card is behind a root port of this speed; 0: on the root bus
 * @audio: the chip of a card with a function 1; NULL: it has one function
 * @second: another card process, which QEMU is a child of, sets up the machine
 * @slow_vram: every VRAM access is a message
 * @can_post: QEMU does not wait for the end of a write by default, and has an option for it
 * @rom: the expansion ROM
 */
struct transport_setup {
	u64 vram_size;
	u64 bar_size;
	const char *ram;
	unsigned int port;
	const struct model_chip *audio;
	bool second;
	bool slow_vram;
	bool can_post;
	u8 rom[MODEL_ROM_SIZE];
};

#define WIRE_FDS	8
#define GUEST_RAMS	64

struct ram {
	u64 gpa;
	u64 size;
	u8 *host;
};

struct guest_ram {
	struct ram ram[GUEST_RAMS];
	unsigned int count;
};

/**
 * struct transport - common part of the transports, the context of their struct model_host
 * @setup: outlives it
 * @model: NULL until it is created
 * @vram: all VRAM
 * @vram_fd: its file
 * @rom_fd: the file of the expansion ROM
 * @audio: function 1, if there is one
 * @ram: guest memory that QEMU has shared
 * @clock: the clock of the guest; NULL: time is the host's
 * @machine: executes the draws; NULL: nothing is drawn
 */
struct transport {
	const struct transport_setup *setup;
	struct model *model;
	u8 *vram;
	int vram_fd;
	int rom_fd;
	struct model_audio audio;
	struct guest_ram ram;
	struct clock *clock;
	struct machine *machine;
};

#define TRANSPORT_FDS	4

/**
 * struct transport_ops - one way to attach
 * @name: for messages
 * @takes_second: QEMU can have two such cards
 * @hides_legacy: the guest does not see a legacy endpoint on the root bus as PCI Express
 * @host: argument of model_new(), with the transport as context
 * @open: create sockets and shared memory; NULL after a message
 * @qemu_args: append the arguments that make QEMU attach
 * @child: runs in the child before exec: keep descriptors that QEMU inherits
 * @started: QEMU runs; drop its ends
 * @fds: descriptors to wait for; negative ones are not open
 * @busy: an interrupt has not reached the guest yet; NULL: not known
 * @handle: serve descriptor @i; false if QEMU has ended
 * @close: release everything
 */
struct transport_ops {
	const char *name;
	bool takes_second;
	bool hides_legacy;
	const struct model_host *host;
	struct transport *(*open)(const struct transport_setup *setup);
	void (*qemu_args)(struct transport *t, struct arglist *a);
	void (*child)(struct transport *t);
	void (*started)(struct transport *t);
	void (*fds)(struct transport *t, int fds[TRANSPORT_FDS]);
	bool (*busy)(struct transport *t);
	bool (*handle)(struct transport *t, unsigned int i);
	void (*close)(struct transport *t);
};

extern const struct transport_ops mpqemu_transport;
extern const struct transport_ops vfiouser_transport;

/*
 * Pick the transport for a QEMU; NULL after a message that names its version and the
 * reason.  Sets the members of @setup that depend on the QEMU.
 */
const struct transport_ops *transport_for(const char *qemu, struct transport_setup *setup);

/* transport.c: common code of the transports. */
bool transport_init(struct transport *t, const struct transport_setup *setup);
void transport_fini(struct transport *t);
void *transport_ram(void *ctx, u64 gpa, u64 len);
void transport_lose_vram(void *ctx);
u64 transport_now_ns(void *ctx);
void transport_machine_args(const struct transport *t, struct arglist *a);
/* The id of the card, and the begin of its parts' ids. */
const char *transport_id(const struct transport *t);
/* Add the root port, if there is one, and return bus and slot of the card. */
void transport_place(const struct transport *t, struct arglist *a, const char **bus, unsigned int *slot);
void transport_keep(int fd);

/* clock.c: time by the guest's instructions, see guest_clock.h. */
u64 host_ns(void);
struct clock *clock_open(const char *path);
void clock_close(struct clock *c);
u64 clock_ns(struct clock *c);
/* The guest stops at once. */
void clock_stop(struct clock *c);
/* The guest goes on until @ns; MODEL_NEVER: for any time. */
void clock_go(struct clock *c, u64 ns);

/* wire.c: messages with descriptors, and guest memory by its address. */
bool wire_receive(int fd, void *buf, size_t len);
bool wire_receive_fds(int fd, void *buf, size_t len, int fds[WIRE_FDS], unsigned int *nfds);
bool wire_send(int fd, const void *buf, size_t len, int pass);
bool ram_add(struct guest_ram *g, u64 gpa, u64 size, int fd, u64 offset);
void ram_remove(struct guest_ram *g, u64 gpa, u64 size);
void *ram_at(const struct guest_ram *g, u64 gpa, u64 len);

/* qtest.c: QEMU's test protocol, for interrupts and for moving the VRAM window. */
struct qtest {
	int fd;
	int outstanding;
	char line[128];
	size_t len;
	char last[128];
};

void qtest_init(struct qtest *q, int fd);
__attribute__((format(printf, 2, 3)))
void qtest_send(struct qtest *q, const char *fmt, ...);
bool qtest_drain(struct qtest *q);
/* Wait until all commands are answered; the last answer is in q->last. */
bool qtest_wait(struct qtest *q);

#endif
