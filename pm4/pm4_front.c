// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Entry of the checker: tests the arguments, and calls the front.
 *
 * Called by the driver for each submission, by the tool and by the tests; takes no lock.
 */
#include "pm4_table.h"

/**
 * pm4_checker_size() - size of a checker
 * @front: the front
 *
 * Context: Any context.
 * Return: bytes of a checker, for the caller's allocation.
 */
size_t pm4_checker_size(const struct pm4_front *front)
{
	return front->checker_size;
}

/**
 * pm4_checker_init() - initialize a checker for a card
 * @ck: pm4_checker_size() bytes
 * @card: the card; copied
 *
 * Context: Any context.  Expands the tables: too long for a fast path.
 */
void pm4_checker_init(struct pm4_checker *ck, const struct pm4_card *card)
{
	memset(ck, 0, card->front->checker_size);
	ck->front = card->front;
	card->front->init(ck, card);
}

/* A refusal of the stream as a whole. */
static int refuse(struct pm4_verdict *verdict, enum pm4_code code, const struct pm4_input *in,
		  u64 expected, u64 actual)
{
	verdict->code = code;
	verdict->ring = in->ring;
	verdict->expected = expected;
	verdict->actual = actual;
	return 1;
}

/**
 * pm4_check() - check a stream and list the patches that it needs
 * @ck: a checker of the card; no other check may use it at the same time
 * @in: the stream
 * @patches: receives the patches
 * @capacity: length of @patches; at least pm4_patches_max()
 * @written: PM4_BITMAP_WORDS() words; the check sets the bit of each relocation through
 *	which the stream can write, and clears all others
 * @result: receives the description of the stream; only valid if the stream is accepted
 * @verdict: receives the reason of a refusal
 *
 * Bits of @written are relocations and not buffers: two relocations may name one buffer.
 *
 * Context: Any context.
 * Return: 0 if the stream is accepted, 1 if it is refused.  After a refusal @patches and
 * @written are undefined, and the stream must not run.
 */
int pm4_check(struct pm4_checker *ck, const struct pm4_input *in,
	      struct pm4_patch *patches, u32 capacity, u64 *written,
	      struct pm4_result *result, struct pm4_verdict *verdict)
{
	memset(result, 0, sizeof(*result));
	memset(verdict, 0, sizeof(*verdict));
	verdict->dword = PM4_NO_DWORD;
	verdict->header = PM4_NO_DWORD;
	verdict->buffer = PM4_NO_BUFFER;
	verdict->draw = PM4_NO_DWORD;
	if (!in->ib_dw)
		return refuse(verdict, PM4_CODE_EMPTY, in, 0, 0);
	if (in->ib_dw > PM4_MAX_DW)
		return refuse(verdict, PM4_CODE_TOO_LONG, in, PM4_MAX_DW, in->ib_dw);
	if (capacity < pm4_patches_max(ck->front, in->ib_dw))
		return refuse(verdict, PM4_CODE_OUTPUT_TOO_SMALL, in,
			      pm4_patches_max(ck->front, in->ib_dw), capacity);
	if (!(ck->front->rings & 1u << in->ring))
		return refuse(verdict, PM4_CODE_CHIP_RING, in, 0, 0);
	return ck->front->check(ck, in, patches, written, result, verdict);
}

/**
 * pm4_check_notes() - what an accepted stream may do that is right or wrong
 * @ck: the checker, after a check that accepted the stream
 * @count: receives the number of notes
 *
 * A note is a verdict that does not refuse: no check of the stream can tell whether the client
 * is right.  There is at most one for each kind of packet.
 *
 * Context: Any context.
 * Return: the notes, for pm4_verdict_text(); valid until the next check.
 */
const struct pm4_verdict *pm4_check_notes(const struct pm4_checker *ck, u32 *count)
{
	*count = 0;
	return ck->front->notes ? ck->front->notes(ck, count) : NULL;
}

/**
 * pm4_neutral_emit() - write the neutral preamble
 * @card: the card
 * @reset: the slots and groups to reset
 * @null_addr: GPU address of a buffer of the driver: 64 KiB, 64 KiB aligned, below 4 GiB
 * @out: receives the preamble
 * @capacity_dw: length of @out in dwords; &pm4_front.preamble_max_dw is always enough
 *
 * Context: Any context.
 * Return: dwords written, or 0 if @capacity_dw is too small or the front has no neutral state.
 */
u32 pm4_neutral_emit(const struct pm4_card *card, const struct pm4_live *reset,
		     u64 null_addr, u32 *out, u32 capacity_dw)
{
	if (!card->front->neutral)
		return 0;
	return card->front->neutral(card, reset, null_addr, out, capacity_dw);
}

/**
 * pm4_chip_name() - name of a chip
 * @front: the front
 * @chip: the chip, by its number in the front
 *
 * Context: Any context.
 * Return: AMD's name, or "?".
 */
const char *pm4_chip_name(const struct pm4_front *front, u32 chip)
{
	return chip < front->tables->nchips ? front->tables->chips[chip].name : "?";
}

/**
 * pm4_chip_find() - look up a chip
 * @front: the front
 * @name: AMD's name, in capital letters
 *
 * Context: Any context.
 * Return: the number of the chip in the front, or -1.
 */
int pm4_chip_find(const struct pm4_front *front, const char *name)
{
	u32 chip;

	for (chip = 0; chip < front->tables->nchips; chip++)
		if (!strcmp(front->tables->chips[chip].name, name))
			return (int)chip;
	return -1;
}

/**
 * pm4_program_next() - find the next place of a stream that names a shader program
 * @front: the front
 * @ib: the stream of the graphics ring
 * @ib_dw: its length in dwords
 * @start: zero before the first call, then as the last call left it; receives the place
 *
 * The work of all calls for a stream is linear in its length, whatever its dwords are.
 *
 * Context: Any context.
 * Return: true, or false if there is none.
 */
bool pm4_program_next(const struct pm4_front *front, const u32 *ib, u32 ib_dw,
		      struct pm4_program_start *start)
{
	return front->program_next && front->program_next(ib, ib_dw, start);
}
