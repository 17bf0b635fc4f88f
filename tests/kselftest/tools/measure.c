// SPDX-License-Identifier: GPL-2.0
/*
 * Measures what a job costs on the card.  See measure.h.
 *
 * Times are differences of timestamps that the card writes at the bottom of its pipe, in ticks of
 * its reference clock; each is the least of several, because disturbances only add.  R5xx have no
 * timestamps, so there are only the clocks.
 */
#include "kernel.h"
#include "measure.h"
#include "stream.h"
#include "sync.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define VRAM		RADEON_GEM_DOMAIN_VRAM
#define MIB		(1u << 20)
#define TIMES		8
#define COPY_BYTES	(4 * MIB)
#define CLEAR_BYTES	(32ull * MIB)
#define WAIT_UNTIL	((0x8040 - 0x8000) >> 2)
#define WAIT_CP_DMA	(1u << 8)
#define WAIT_3D		(1u << 15 | 1u << 17)
#define NONE		UINT64_MAX

static const struct client *card;
static struct stream s;
static uint32_t stamps;			/* a buffer of timestamps */
static volatile uint64_t *stamp;
static uint64_t hz;

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t ticks_to_ns(uint64_t ticks)
{
	return ticks * 1000000000 / hz;
}

static void put_stamp(uint32_t i)
{
	stream_eop(&s, stamps, GTT, i * 8, EOP_DATA_CLOCK, 0);
}

static void put_wait(uint32_t what)
{
	stream_packet3(&s, 0x68, 2);
	stream_dw(&s, WAIT_UNTIL);
	stream_dw(&s, what);
}

static int submit(void)
{
	stream_pad(&s, 16);
	return stream_submit(&s, card->fd, NULL);
}

static void say(const char *what, uint64_t value, const char *unit, const char *expected)
{
	if (value == NONE)
		printf("# measured: %s: not measured, expected %s\n", what, expected);
	else
		printf("# measured: %s: %" PRIu64 " %s, expected %s\n", what, value, unit, expected);
}

/* From the last stamp of a stream to the first one of the next, which waits in the ring. */
static uint64_t between_streams(void)
{
	uint64_t ns = NONE;
	int i;

	for (i = 0; i < TIMES; i++) {
		stream_init(&s);
		put_stamp(0);
		if (submit())
			return NONE;
		stream_init(&s);
		put_stamp(1);
		if (submit() || gem_wait(card->fd, stamps))
			return NONE;
		ns = least(ns, ticks_to_ns(stamp[1] - stamp[0]));
	}
	return ns;
}

/* Two stamps of one stream, with a wait for the 3D engine in between or without */
static uint64_t between_stamps(bool wait)
{
	uint64_t ns = NONE;
	int i;

	for (i = 0; i < TIMES; i++) {
		stream_init(&s);
		put_stamp(0);
		if (wait)
			put_wait(WAIT_3D);
		put_stamp(1);
		if (submit() || gem_wait(card->fd, stamps))
			return NONE;
		ns = least(ns, ticks_to_ns(stamp[1] - stamp[0]));
	}
	return ns;
}

/* From the stamp of a job's end to its client, which sleeps; by both clocks, read together */
static uint64_t stamp_to_client(void)
{
	struct drm_rcp_query_clocks now;
	uint64_t ns = NONE;
	int i;

	for (i = 0; i < TIMES; i++) {
		uint32_t size = sizeof(now);

		stream_init(&s);
		put_stamp(0);
		if (submit() || gem_wait(card->fd, stamps) ||
		    client_query(card->fd, RCP_QUERY_CLOCKS, &now, &size))
			return NONE;
		ns = least(ns, ticks_to_ns(now.gpu_ticks - stamp[0]));
	}
	return ns;
}

/* MiB a second of the CP's DMA */
static uint64_t copy_rate(uint32_t from, uint32_t to)
{
	uint32_t src, dst, at;
	uint64_t ns = NONE;
	int i, ret;

	ret = gem_create(card->fd, COPY_BYTES, 4096, from, 0, &src);
	if (ret)
		return NONE;
	ret = gem_create(card->fd, COPY_BYTES, 4096, to, 0, &dst);
	for (i = 0; i < TIMES && !ret; i++) {
		stream_init(&s);
		put_stamp(0);
		for (at = 0; at < COPY_BYTES; at += MIB)
			stream_cp_dma(&s, src, from, at, dst, to, at, MIB);
		put_wait(WAIT_CP_DMA);
		put_stamp(1);
		ret = submit();
		ret = ret ? ret : gem_wait(card->fd, stamps);
		/* The first one also clears and binds. */
		if (!ret && i)
			ns = least(ns, ticks_to_ns(stamp[1] - stamp[0]));
	}
	gem_close(card->fd, src);
	gem_close(card->fd, dst);
	return ret || !ns ? NONE : COPY_BYTES / MIB * 1000000000ull / ns;
}

/* MiB a second of a clear, by the CPU's clock: its first use makes the driver clear a buffer */
static uint64_t clear_rate(void)
{
	uint64_t ns = NONE, start;
	uint32_t handle;
	int i, ret = 0;

	for (i = 0; i < TIMES / 2 && !ret; i++) {
		ret = gem_create(card->fd, CLEAR_BYTES, 4096, VRAM, 0, &handle);
		if (ret)
			break;
		start = now_ns();
		ret = stream_place(card->fd, handle, VRAM);
		ret = ret ? ret : gem_wait(card->fd, handle);
		ns = least(ns, now_ns() - start);
		gem_close(card->fd, handle);
	}
	return ret ? NONE : CLEAR_BYTES / MIB * 1000000000ull / ns;
}

/* The driver reads the counter of the card with a handful of register accesses in a row. */
static uint64_t clock_read(void)
{
	struct drm_rcp_query_clocks now;
	uint64_t ns = NONE;
	int i;

	for (i = 0; i < TIMES; i++) {
		uint32_t size = sizeof(now);

		if (client_query(card->fd, RCP_QUERY_CLOCKS, &now, &size))
			return NONE;
		ns = least(ns, now.delta_ns);
	}
	return ns;
}

static bool can_stamp(void)
{
	struct drm_rcp_query_clocks now;
	uint32_t size = sizeof(now);

	if (client_query(card->fd, RCP_QUERY_CLOCKS, &now, &size) ||
	    gem_create(card->fd, 4096, 4096, GTT, 0, &stamps))
		return false;
	hz = now.gpu_hz;
	stamp = (volatile uint64_t *)gem_map(card->fd, stamps, 4096);
	return hz && stamp;
}

static void clocks(void)
{
	struct drm_rcp_query_card answer = { 0 };
	uint32_t size = sizeof(answer);

	if (client_query(card->fd, RCP_QUERY_CARD, &answer, &size))
		return;
	say("engine clock", answer.engine_khz ? answer.engine_khz : NONE, "kHz",
	    "that of rcp_power's line bios");
	say("memory clock", answer.memory_khz ? answer.memory_khz : NONE, "kHz",
	    "that of rcp_power's line bios");
}

void measure(const struct client *c)
{
	card = c;
	clocks();
	if (client_generation == RCP_GENERATION_R500 || !can_stamp()) {
		printf("# measured: no timestamps: no times\n");
		return;
	}
	say("end of a stream to the next one's begin", between_streams(), "ns", "2000 to 8000");
	say("stamp to stamp", between_stamps(false), "ns", "below 1000");
	say("the same with a wait for the idle engine", between_stamps(true), "ns", "1000 to 2000");
	say("stamp to its client", stamp_to_client(), "ns", "10000 to 60000");
	say("copy from VRAM to VRAM", copy_rate(VRAM, VRAM), "MiB/s", "2000 to 8000");
	say("copy from system memory to VRAM", copy_rate(GTT, VRAM), "MiB/s",
	    "3000 at 2.5 GT/s x16, 6000 at 5 GT/s");
	say("copy from VRAM to system memory", copy_rate(VRAM, GTT), "MiB/s",
	    "3000 at 2.5 GT/s x16, 6000 at 5 GT/s");
	say("clear of VRAM", clear_rate(), "MiB/s", "2000 to 8000");
	say("read of the card's counter", clock_read(), "ns", "3000 to 5000");
	munmap((void *)stamp, 4096);
	gem_close(card->fd, stamps);
}
