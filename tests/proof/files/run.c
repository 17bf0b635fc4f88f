// SPDX-License-Identifier: GPL-2.0
/*
 * The interpreter's own arrays: parameters, workspace and nested calls, for any image, in any state
 * that keeps the invariant (is_nested()).  The loops over instructions and over the cases of a
 * SWITCH are proven by induction: each begins at any turn, and the proof ends at the next.  There
 * are 16, 15, 1 or no calls then, by RUNS: two differ from 15 only in the number of the last.
 *
 * The arrays are objects of their own here, because the model checker compares an access with the
 * end of its object.
 */
#define rcp_atom		rcp_atom_of_source
#define rcp_atom_run		run_of_source
#define rcp_atom_asic_init	asic_init_of_source
#include "../../../ring/atom/rcp_atom.h"
#undef rcp_atom
#undef rcp_atom_run
#undef rcp_atom_asic_init

struct rcp_atom {
	const struct rcp_atom_image *image;
	const struct rcp_atom_ops *ops;
	void *priv;
	u32 *scratch;
	u32 scratch_dw;
	u32 max_steps;
	u32 max_delay_us;
	u32 steps;
	u64 delay_us;
	u32 notes;
	struct rcp_atom_why note;
	struct rcp_atom_why why;
	u32 quotient;
	u32 remainder;
	u32 fb_base;
	u16 data_block;
	u16 reg_block;
	u16 attribute;
	u16 port;
	u8 shift;
	bool equal;
	bool above;
	u32 nframes;
	u32 *ps;
	u32 *ws;
	struct rcp_atom_frame *frames;
};

#include "image.h"
#include "../../../ring/atom/rcp_atom_op.h"

#ifndef RUNS
#define RUNS 0
#endif
#define CALLS		(RUNS < 2 ? RCP_ATOM_DEPTH - RUNS : 3u - RUNS)
#define MOST_SCRATCH	(1u << 20)

static struct rcp_atom_image image;
static struct rcp_atom atom;

/* Bytes of the image or 0: atom-read proves it.  A read ends at the end of its reader, or fails. */
static u32 any_bytes(u32 count)
{
	return count ? nondet_u32() >> (32 - 8 * count) : 0;
}

static u32 any_get(struct rcp_atom_reader *reader, u32 count)
{
	PROVE(count <= 4, "a value has up to four bytes");
	if (reader->over || reader->pos > reader->end || count > reader->end - reader->pos) {
		reader->over = true;
		return 0;
	}
	reader->pos += count;
	return any_bytes(count);
}

#define rcp_atom_get(reader, count)		any_get(reader, count)
#define rcp_atom_at(image, pos, count)		any_bytes(count)

bool rcp_atom_say(struct rcp_atom_why *why, const char *fmt, ...)
{
	return false;
}

const char *rcp_atom_command_name(u32 number)
{
	return "";
}

/* Memory is set to zero in the two arrays only, and their contents are any. */
static void clear(const u32 *to, u64 bytes)
{
	if (to == atom.ps)
		return;
	PROVE(to >= atom.ws && to <= atom.ws + RCP_ATOM_WS_DW &&
	      bytes / 4 <= RCP_ATOM_WS_DW - (u64)(to - atom.ws),
	      "what is cleared is in the workspace");
}

/* The source of the decoder, of which insn() proves what rcp_atom_decode() has as its contract. */
#define rcp_atom_decode	decode_of_source
#define rcp_atom_case	case_of_source
#include "../../../ring/atom/rcp_atom_op.c"
#undef rcp_atom_decode
#undef rcp_atom_case

static bool is_part(struct rcp_atom_part part)
{
	return (part.bits == 8 || part.bits == 16 || part.bits == 32) &&
	       part.shift + part.bits <= 32;
}

/* An opcode with a row and a known form, operands that are parts of a dword, and its end. */
static bool is_insn(const struct rcp_atom_insn *insn, const struct rcp_atom_table *table)
{
	u32 form = insn->op->form;

	return insn->size && insn->pos < table->start + table->size &&
	       insn->size <= table->start + table->size - insn->pos &&
	       insn->op->op != RCP_ATOM_OP_NONE && form < RCP_ATOM_FORM_UNKNOWN &&
	       insn->extra <= (form == RCP_ATOM_FORM_BYTE ? 0xffu :
			       form <= RCP_ATOM_FORM_BLOCK ? 0xffffu : 0xffffffffu) &&
	       (form < RCP_ATOM_FORM_DST || is_part(insn->extra_part)) &&
	       (form < RCP_ATOM_FORM_DST || form > RCP_ATOM_FORM_DST_MASK_SRC ||
		is_part(insn->dst.part)) &&
	       (form < RCP_ATOM_FORM_DST_SRC || form > RCP_ATOM_FORM_SWITCH ||
		is_part(insn->src.part));
}

static void an_image(void)
{
	struct rcp_atom_image any;

	image = any;
	ASSUME(image.size <= MOST_BYTES);
}

void insn(void)
{
	struct rcp_atom_table table;
	struct rcp_atom_insn insn;
	struct rcp_atom_why why;

	an_image();
	ASSUME(table_is_inside(&image, &table));
	if (!decode_of_source(&image, &table, nondet_u32(), &insn, &why))
		return;
	REACHED_IF(insn.op->form == RCP_ATOM_FORM_DST_MASK_SRC, "an instruction is decoded");
	PROVE(insn.op > ops && insn.op < ops + ARRAY_SIZE(ops), "its opcode has a row");
	PROVE(is_insn(&insn, &table), "its form is known, and its operands are in a dword");
}

/* With BEGIN no instruction runs. */
static bool is_begin;

bool rcp_atom_decode(const struct rcp_atom_image *from, const struct rcp_atom_table *table,
		     u32 pos, struct rcp_atom_insn *insn, struct rcp_atom_why *why)
{
	u32 number = nondet_u32();
	struct rcp_atom_insn any;

	if (is_begin || nondet_bool())
		return false;
	ASSUME(number && number < ARRAY_SIZE(ops));
	any.op = &ops[number];
	any.pos = pos;
	ASSUME(is_insn(&any, table));
	*insn = any;
	return true;
}

/* A SWITCH: its turns. */
static u32 cases, steps_before_case;

enum rcp_atom_case rcp_atom_case(const struct rcp_atom_image *from,
				 const struct rcp_atom_table *table,
				 const struct rcp_atom_insn *insn, u32 *pos, u32 *value,
				 u32 *target, struct rcp_atom_why *why)
{
	u32 kind = nondet_u32();

	PROVE(table >= &atom.frames[0].table, "the table is that of a call");
	if (cases++) {
#ifndef BEGIN
		REACHED("a case is passed");
#endif
		PROVE(atom.steps == steps_before_case + 1, "a case is a step");
		ASSUME(0);
	}
	steps_before_case = nondet_u32();
	ASSUME(steps_before_case >= atom.steps);
	atom.steps = steps_before_case;
	/* atom-cases proves it. */
	*value = nondet_u32();
	*target = nondet_u16();
	*pos = nondet_u32();
	ASSUME(kind <= RCP_ATOM_CASE_BAD && *pos <= table->start + table->size);
	return kind;
}

/* image.c proves it. */
bool rcp_atom_command(const struct rcp_atom_image *from, u32 number, struct rcp_atom_table *table,
		      struct rcp_atom_why *why)
{
	struct rcp_atom_table any;

	if (nondet_bool())
		return false;
	ASSUME(table_is_inside(from, &any) && any.size >= 6 && any.ps <= 31);
	*table = any;
	return true;
}

bool rcp_atom_present(const struct rcp_atom_image *from, bool command, u32 number)
{
	PROVE(number < from->ncommands, "a table is asked for that the list has");
	return nondet_bool();
}

bool rcp_atom_firmware(const struct rcp_atom_image *from, struct rcp_atom_firmware *firmware,
		       struct rcp_atom_why *why)
{
	struct rcp_atom_firmware any;

	*firmware = any;
	return nondet_bool();
}

static u32 card_read(void *priv, enum rcp_atom_space space, u32 index)
{
	return nondet_u32();
}

static void card_write(void *priv, enum rcp_atom_space space, u32 index, u32 value)
{
}

static void card_delay(void *priv, u32 us)
{
	PROVE(us <= 255000, "a delay is at most 255 ms");
}

static bool card_go_on(void *priv)
{
	return nondet_bool();
}

static const struct rcp_atom_ops card = {
	.read = card_read, .write = card_write, .delay = card_delay, .go_on = card_go_on,
};

/* Test whether a call has its workspace in the array, and its place in its table. */
static bool is_frame(const struct rcp_atom_frame *at, u32 number)
{
	return table_is_inside(&image, &at->table) && at->table.size >= 6 &&
	       at->pos <= at->table.start + at->table.size &&
	       at->ws <= RCP_ATOM_WS_DW && at->table.ws <= RCP_ATOM_WS_DW - at->ws &&
	       at->table.ps <= 31 && at->ps <= 31 * number;
}

static bool is_nested(void)
{
	u32 i;

	for (i = 0; i < RCP_ATOM_DEPTH; i++)
		if (i < atom.nframes && !is_frame(&atom.frames[i], i))
			return false;
	return atom.nframes <= RCP_ATOM_DEPTH;
}

static void any_atom(void)
{
	struct rcp_atom any;

	an_image();
	atom = any;
	atom.image = &image;
	atom.ops = &card;
	ASSUME(atom.scratch_dw <= MOST_SCRATCH);
	ANY_LIST(atom.scratch, u32, atom.scratch_dw);
	if (nondet_bool())
		atom.scratch = NULL;
	ANY_LIST(atom.ps, u32, RCP_ATOM_PS_DW);
	ANY_LIST(atom.ws, u32, RCP_ATOM_WS_DW);
	ANY_LIST(atom.frames, struct rcp_atom_frame, RCP_ATOM_DEPTH);
	atom.nframes = CALLS;
	ASSUME(is_nested());
}

/* Locals of run_method(), where run() has none of that name. */
static struct rcp_atom_reader reader;
static u32 temp;

static u32 steps_before;

/* An access program ends after an operation, or fails: program.c has its loop. */
static void any_operation(struct rcp_atom_reader *at, u32 *value)
{
	at->pos = nondet_u32();
	*value = nondet_u32();
}

static void any_turn(void)
{
	PROVE(is_nested(), "the calls are nested, and their workspaces are in the array");
	any_atom();
	steps_before = atom.steps;
	/* A run has fewer: atom-steps. */
	ASSUME(steps_before < 1u << 31);
}

static void turn_ends(void)
{
#ifndef BEGIN
	REACHED_IF(atom.nframes == RCP_ATOM_DEPTH && CALLS < RCP_ATOM_DEPTH, "the last call is nested");
#endif
	PROVE(is_nested(), "the calls are nested, and their workspaces are in the array");
	PROVE(atom.steps > steps_before, "an instruction is a step");
}

/* The third loop is load_image()'s, which has four turns. */
#define BEFORE(condition) \
	((condition)[0] == '!' ? any_operation(&reader, &temp) : \
	 (condition)[0] == 'a' ? any_turn() : (void)0)
#define AFTER(condition) \
	((condition)[0] == 'a' ? turn_ends() : (void)0, ASSUME((condition)[0] == 'n'))
#define while(condition) \
	for (BEFORE(#condition); (condition); AFTER(#condition))

#undef memset
#define memset(to, value, bytes)	clear(to, bytes)
#include "../../../ring/atom/rcp_atom_run.c"
#undef memset
#undef while

/* A turn of the interpreter, for any instruction. */
void turn(void)
{
	struct rcp_atom_why why;
	u32 pos;

	if (run(&atom, &pos, &why)) {
		REACHED("the first table ends");
		PROVE(!atom.nframes, "a run ends with its first table");
		return;
	}
	PROVE(atom.nframes && atom.nframes <= RCP_ATOM_DEPTH, "an error is in a table");
}

/* Places of operands. */
void places(void)
{
	struct rcp_atom_why why;
	u32 index = nondet_u32(), *place;

	any_atom();
	if (!atom.nframes)
		return;
	place = param(&atom, index, &why);
	REACHED_IF(place == atom.ps + RCP_ATOM_PS_DW - 1, "the last parameter is found");
	PROVE(!place || (place >= atom.ps && place < atom.ps + RCP_ATOM_PS_DW),
	      "a parameter is in its array");
	place = ws_slot(&atom, index, &why);
	REACHED_IF(place == atom.ws + RCP_ATOM_WS_DW - 1, "the last of the workspace is found");
	PROVE(!place || (place >= atom.ws && place < atom.ws + RCP_ATOM_WS_DW &&
			 index < frame(&atom)->table.ws),
	      "a dword of the workspace is in its array, and in that of its table");
	place = scratch(&atom, index);
	REACHED_IF(place, "firmware's memory is found");
	PROVE(!place || (place >= atom.scratch && place < atom.scratch + atom.scratch_dw),
	      "firmware's memory is in its array");
}

/* The begin of a run, its first call, and its end. */
void begin(void)
{
	u32 nparams = nondet_u32(), *params;

	is_begin = true;
	any_atom();
	ASSUME(nparams <= 1 << 20);
	ANY_LIST(params, u32, nparams);
	if (rcp_atom_run(&atom, nondet_u32(), params, nparams))
		REACHED_IF(nparams > RCP_ATOM_PS_DW, "a run ends");
}

void init(void)
{
	is_begin = true;
	any_atom();
	if (rcp_atom_asic_init(&atom))
		REACHED("a card is posted");
}
