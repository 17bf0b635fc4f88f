// SPDX-License-Identifier: GPL-2.0
/*
 * Running a table without a card.  A register holds the last value written to it, and before
 * the first write a value derived from a seed.
 *
 * Tables poll bits that hardware changes, such as the lock of a PLL, and many do not count.
 * A run that has changed nothing for a while is such a poll: the register that it reads then
 * gets other values, which the output marks.
 */
#include "atom_tool.h"

#define REGS	4096

/* Accesses that change no register, until one gets another value; odd, for polls of two. */
#define POLL_ACCESSES	257

struct card {
	u32 seed;
	u32 unchanged;		/* accesses since a register has changed */
	u32 answers;		/* polls that got another value */
	u32 last_space, last_index;	/* the last register of them */
	u32 nregs;
	struct {
		u32 space;
		u32 index;
		u32 value;
	} reg[REGS];
};

static const char * const spaces[] = { "mm", "io", "pll", "mc" };

static u32 made_up(u32 seed, u32 space, u32 index)
{
	u32 x = seed ^ (index * 0x9e3779b9u) ^ (space << 29);

	if (!seed)
		return 0;
	x ^= x >> 16;
	x *= 0x7feb352d;
	x ^= x >> 15;
	x *= 0x846ca68b;
	return x ^ x >> 16;
}

static u32 *find(struct card *card, u32 space, u32 index)
{
	u32 i;

	for (i = 0; i < card->nregs; i++)
		if (card->reg[i].space == space && card->reg[i].index == index)
			return &card->reg[i].value;
	return NULL;
}

static void say_access(const char *verb, u32 space, u32 index, u32 value)
{
	printf("%s %-3s 0x%04x", verb, spaces[space], index);
	/* AMD's guides count registers in bytes. */
	if (space == RCP_ATOM_MM || space == RCP_ATOM_IO)
		printf(" (0x%05x)", index * 4);
	printf(" 0x%08x\n", value);
}

static void set_reg(struct card *card, u32 space, u32 index, u32 value)
{
	u32 *reg = find(card, space, index);

	if (!reg && card->nregs < REGS) {
		card->reg[card->nregs].space = space;
		card->reg[card->nregs].index = index;
		reg = &card->reg[card->nregs++].value;
	}
	if (reg)
		*reg = value;
}

static u32 get_reg(const struct card *card, u32 space, u32 index)
{
	const u32 *reg = find((struct card *)card, space, index);

	return reg ? *reg : made_up(card->seed, space, index);
}

/* The answer of hardware to a poll: the other state of each bit, then patterns. */
static u32 answer(const struct card *card, u32 value)
{
	return card->answers % 2 ? made_up(card->answers, 0, value) : ~value;
}

static u32 card_read(void *priv, enum rcp_atom_space space, u32 index)
{
	struct card *card = priv;
	u32 value = get_reg(card, space, index);

	if (++card->unchanged >= POLL_ACCESSES) {
		value = answer(card, value);
		set_reg(card, space, index, value);
		printf("a poll gets another value\n");
		card->answers++;
		card->last_space = space;
		card->last_index = index;
		card->unchanged = 0;
	}
	say_access("read ", space, index, value);
	return value;
}

static void card_write(void *priv, enum rcp_atom_space space, u32 index, u32 value)
{
	struct card *card = priv;

	say_access("write", space, index, value);
	if (get_reg(card, space, index) == value) {
		card->unchanged++;
		return;
	}
	card->unchanged = 0;
	set_reg(card, space, index, value);
}

static void card_delay(void *priv, u32 us)
{
	printf("delay %u us\n", us);
}

static const struct rcp_atom_ops ops = {
	.read = card_read, .write = card_write, .delay = card_delay,
};

int atom_trace(const struct rcp_atom_image *image, u32 number, u32 seed, u32 *params, u32 nparams)
{
	static u32 scratch[16384];
	static struct rcp_atom atom;
	static struct card card;
	bool good;
	u32 i;

	card.seed = seed;
	atom.image = image;
	atom.ops = &ops;
	atom.priv = &card;
	atom.scratch = scratch;
	atom.scratch_dw = rcp_atom_scratch_bytes(image, NULL) / 4;
	if (atom.scratch_dw > ARRAY_SIZE(scratch))
		atom.scratch_dw = ARRAY_SIZE(scratch);
	/* Fewer steps than in the driver, because the output is for reading. */
	atom.max_steps = 1u << 20;
	if (number == RCP_ATOM_ASIC_INIT && !nparams)
		good = rcp_atom_asic_init(&atom);
	else
		good = rcp_atom_run(&atom, number, params, nparams);
	printf("%u steps, %llu us of delays\n", atom.steps,
	       (unsigned long long)atom.delay_us);
	for (i = 0; good && i < nparams; i++)
		printf("parameter %u: 0x%08x\n", i, params[i]);
	if (atom.notes)
		printf("%u accesses to missing programs or memory; the first: %s\n", atom.notes,
		       atom.note.text);
	if (good)
		return ATOM_GOOD;
	if (atom.steps >= atom.max_steps && card.answers) {
		printf("UNANSWERED %s; it polls %s register 0x%04x, which no tried value ends\n",
		       atom.why.text, spaces[card.last_space], card.last_index);
		return ATOM_UNANSWERED;
	}
	printf("BROKEN %s\n", atom.why.text);
	return ATOM_BROKEN;
}
