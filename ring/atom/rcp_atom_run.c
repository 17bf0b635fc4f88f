// SPDX-License-Identifier: GPL-2.0
/*
 * The interpreter of command tables.
 *
 * The interpreter decodes each instruction before it runs it; the instruction must be in its
 * table.  Calls are frames in struct rcp_atom instead of recursion in C.  Workspace and
 * parameters are parts of two arrays, and each index is checked.  A run ends with the EOT of
 * the first table, or with an error; exceeding the budget of steps or delays is an error.
 *
 * The order of register accesses is part of the format.  The interpreter reads a destination
 * before the source, even if it replaces only a part of the destination.  A MOVE to a whole
 * dword does not read the destination.  Shift counts are taken modulo 32, as on the
 * processors on which images are tested.
 *
 * Tables may access resources that the driver does not have: a port without an access
 * program, or memory outside of the scratch area.  Such an access reads 0, writes nothing,
 * and is noted.  It is not an error, because the in-tree driver also ignores it, and cards
 * come up with it.
 *
 * No locks, no allocation; a run sleeps if the caller's delay sleeps.
 */
#include "rcp_atom_op.h"

#define WS_QUOTIENT	0x40
#define WS_REMAINDER	0x41
#define WS_DATA_BLOCK	0x42
#define WS_SHIFT	0x43
#define WS_OR_MASK	0x44
#define WS_AND_MASK	0x45
#define WS_FB_WINDOW	0x46
#define WS_ATTRIBUTE	0x47
#define WS_REG_BLOCK	0x48

#define METHOD_NOP		0
#define METHOD_READ		2
#define METHOD_WRITE		3
#define METHOD_CLEAR		4
#define METHOD_SET		5
#define METHOD_MOVE_INDEX	6
#define METHOD_MOVE_ATTRIBUTE	7
#define METHOD_MOVE_DATA	8
#define METHOD_END		9
#define METHOD_WRITES		0x80
#define METHOD_START_VALUE	0xcdcdcdcd	/* the in-tree driver's */

#define COMMAND_CODE		6		/* offset of the code in a table */
#define BLOCK_THIS_TABLE	0xff
#define INIT_PARAMS		16

/* Use one step of the budget, and call go_on every RCP_ATOM_ASK steps. */
static bool step(struct rcp_atom *atom, struct rcp_atom_why *why)
{
	u32 most = atom->max_steps ? atom->max_steps : RCP_ATOM_STEPS;

	if (atom->steps >= most)
		return rcp_atom_say(why, "no end after %u steps", most);
	atom->steps++;
	if (atom->steps % RCP_ATOM_ASK == 0 && atom->ops->go_on && !atom->ops->go_on(atom->priv))
		return rcp_atom_say(why, "stopped by the driver after %u steps", atom->steps);
	return true;
}

static bool delay_for(struct rcp_atom *atom, u32 us, struct rcp_atom_why *why)
{
	u32 most = atom->max_delay_us ? atom->max_delay_us : RCP_ATOM_DELAY_US;

	atom->delay_us += us;
	if (atom->delay_us > most)
		return rcp_atom_say(why, "delays of more than %u ms", most / 1000);
	atom->ops->delay(atom->priv, us);
	return true;
}

/* ---- indirect access ---- */

/* Mask of @count bits from bit @shift on; 0 means 32 bits. */
static u32 bits(u32 count, u32 shift)
{
	return (0xffffffff >> (-count & 31)) << (shift & 31);
}

/* Replace bits of @temp by bits of @from. */
static u32 method_move(struct rcp_atom_reader *reader, u32 temp, u32 from)
{
	u32 count = rcp_atom_get(reader, 1);
	u32 source = rcp_atom_get(reader, 1);
	u32 place = rcp_atom_get(reader, 1);

	temp &= ~bits(count, place);
	return temp | (from >> (source & 31) & bits(count, 0)) << (place & 31);
}

static bool run_method(struct rcp_atom *atom, u32 method, u32 index, u32 data, u32 *result,
		       struct rcp_atom_why *why)
{
	struct rcp_atom_reader reader = rcp_atom_reader(atom->image, atom->image->method[method]);
	u32 temp = METHOD_START_VALUE, at, op, count;

	while (!reader.over) {
		if (!step(atom, why))
			return false;
		at = reader.pos;
		op = rcp_atom_get(&reader, 1);
		switch (op) {
		case METHOD_NOP:
			break;
		case METHOD_READ:
			temp = atom->ops->read(atom->priv, RCP_ATOM_IO, rcp_atom_get(&reader, 2));
			break;
		case METHOD_WRITE:
			atom->ops->write(atom->priv, RCP_ATOM_IO, rcp_atom_get(&reader, 2), temp);
			break;
		case METHOD_CLEAR:
			count = rcp_atom_get(&reader, 1);
			temp &= ~bits(count, rcp_atom_get(&reader, 1));
			break;
		case METHOD_SET:
			count = rcp_atom_get(&reader, 1);
			temp |= bits(count, rcp_atom_get(&reader, 1));
			break;
		case METHOD_MOVE_INDEX:
			temp = method_move(&reader, temp, index);
			break;
		case METHOD_MOVE_ATTRIBUTE:
			temp = method_move(&reader, temp, atom->attribute);
			break;
		case METHOD_MOVE_DATA:
			temp = method_move(&reader, temp, data);
			break;
		case METHOD_END:
			*result = temp;
			return true;
		default:
			return rcp_atom_say(why,
					    "access program 0x%02x has operation 0x%02x at 0x%04x",
					    method, op, at);
		}
	}
	return rcp_atom_say(why, "access program 0x%02x leaves the image", method);
}

/* ---- operands ---- */

static struct rcp_atom_frame *frame(struct rcp_atom *atom)
{
	return &atom->frames[atom->nframes - 1];
}

/* Note an access to a missing program or to missing memory. */
static void note(struct rcp_atom *atom, const char *what, u32 value)
{
	const struct rcp_atom_frame *at = frame(atom);

	atom->notes++;
	rcp_atom_say(&atom->note, "%s (command table %u), before 0x%04x: %s 0x%x is not there",
		     rcp_atom_command_name(at->number), at->number, at->pos, what, value);
}

/* Access a register through the current port: write *@dword, or read into *@dword. */
static bool reg_access(struct rcp_atom *atom, u32 index, bool write, u32 *dword,
		       struct rcp_atom_why *why)
{
	u32 method, ignored;

	index += atom->reg_block;
	if (!atom->port) {
		/* Register 0 is MM_INDEX.  Tables number registers in dwords, the card in bytes. */
		if (write)
			atom->ops->write(atom->priv, RCP_ATOM_MM, index,
					 index ? *dword : *dword << 2);
		else
			*dword = atom->ops->read(atom->priv, RCP_ATOM_MM, index);
		return true;
	}
	method = (atom->port & 0x7f) | (write ? METHOD_WRITES : 0);
	if (!atom->image->method[method]) {
		note(atom, "access program", method);
		if (!write)
			*dword = 0;
		return true;
	}
	return run_method(atom, method, index, write ? *dword : 0, write ? &ignored : dword, why);
}

static u32 *param(struct rcp_atom *atom, u32 index, struct rcp_atom_why *why)
{
	u32 at = frame(atom)->ps + index;

	if (at < RCP_ATOM_PS_DW)
		return &atom->ps[at];
	rcp_atom_say(why, "parameter 0x%02x: the parameters of all calls are %u dwords", index,
		     RCP_ATOM_PS_DW);
	return NULL;
}

static u32 *ws_slot(struct rcp_atom *atom, u32 index, struct rcp_atom_why *why)
{
	const struct rcp_atom_frame *at = frame(atom);

	if (index < at->table.ws)
		return &atom->ws[at->ws + index];
	rcp_atom_say(why, "workspace 0x%02x: the table's header asks for %u", index, at->table.ws);
	return NULL;
}

static bool load_workspace(struct rcp_atom *atom, u32 index, u32 *dword, struct rcp_atom_why *why)
{
	const u32 *ws;

	switch (index) {
	case WS_QUOTIENT:
		*dword = atom->quotient;
		return true;
	case WS_REMAINDER:
		*dword = atom->remainder;
		return true;
	case WS_DATA_BLOCK:
		*dword = atom->data_block;
		return true;
	case WS_SHIFT:
		*dword = atom->shift;
		return true;
	case WS_OR_MASK:
		*dword = 1u << (atom->shift & 31);
		return true;
	case WS_AND_MASK:
		*dword = ~(1u << (atom->shift & 31));
		return true;
	case WS_FB_WINDOW:
		*dword = atom->fb_base;
		return true;
	case WS_ATTRIBUTE:
		*dword = atom->attribute;
		return true;
	case WS_REG_BLOCK:
		*dword = atom->reg_block;
		return true;
	}
	ws = ws_slot(atom, index, why);
	if (!ws)
		return false;
	*dword = *ws;
	return true;
}

static bool store_workspace(struct rcp_atom *atom, u32 index, u32 dword, struct rcp_atom_why *why)
{
	u32 *ws;

	switch (index) {
	case WS_QUOTIENT:
		atom->quotient = dword;
		return true;
	case WS_REMAINDER:
		atom->remainder = dword;
		return true;
	case WS_DATA_BLOCK:
		atom->data_block = dword;
		return true;
	case WS_SHIFT:
		atom->shift = dword;
		return true;
	case WS_OR_MASK:
	case WS_AND_MASK:
		return true;
	case WS_FB_WINDOW:
		atom->fb_base = dword;
		return true;
	case WS_ATTRIBUTE:
		atom->attribute = dword;
		return true;
	case WS_REG_BLOCK:
		atom->reg_block = dword;
		return true;
	}
	ws = ws_slot(atom, index, why);
	if (!ws)
		return false;
	*ws = dword;
	return true;
}

static u32 *scratch(struct rcp_atom *atom, u32 index)
{
	u64 at = (u64)(atom->fb_base / 4) + index;

	if (atom->scratch && at < atom->scratch_dw)
		return &atom->scratch[at];
	note(atom, "firmware memory", atom->fb_base + index * 4);
	return NULL;
}

/* Load a dword of the data block; only the operand's part of it must be in the image. */
static bool load_image(struct rcp_atom *atom, const struct rcp_atom_operand *operand, u32 *dword,
		       struct rcp_atom_why *why)
{
	u32 at = atom->data_block + operand->value, n = 4;

	while (n && at + n > atom->image->size)
		n--;
	*dword = rcp_atom_at(atom->image, at, n);
	if ((operand->part.shift + operand->part.bits) / 8 <= n)
		return true;
	return rcp_atom_say(why, "data at 0x%04x lies outside the image of 0x%x bytes", at,
			    atom->image->size);
}

/* Load the whole dword of an operand, even if the operand is a part of it. */
static bool load(struct rcp_atom *atom, const struct rcp_atom_operand *operand, u32 *dword,
		 struct rcp_atom_why *why)
{
	u32 *place;

	switch (operand->where) {
	case RCP_ATOM_REG:
		return reg_access(atom, operand->value, false, dword, why);
	case RCP_ATOM_PS:
		place = param(atom, operand->value, why);
		if (!place)
			return false;
		*dword = *place;
		return true;
	case RCP_ATOM_WS:
		return load_workspace(atom, operand->value, dword, why);
	case RCP_ATOM_FB:
		place = scratch(atom, operand->value);
		*dword = place ? *place : 0;
		return true;
	case RCP_ATOM_ID:
		return load_image(atom, operand, dword, why);
	case RCP_ATOM_PLL_REG:
		*dword = atom->ops->read(atom->priv, RCP_ATOM_PLL, operand->value);
		return true;
	case RCP_ATOM_MC_REG:
		*dword = atom->ops->read(atom->priv, RCP_ATOM_MC, operand->value);
		return true;
	default:
		*dword = operand->value;
		return true;
	}
}

static u32 part_of(const struct rcp_atom_operand *operand, u32 dword)
{
	return operand->where == RCP_ATOM_IMM ? dword : rcp_atom_part_get(dword, operand->part);
}

/* Store a whole dword.  No opcode has a destination in the image or an immediate. */
static bool store(struct rcp_atom *atom, const struct rcp_atom_operand *operand, u32 dword,
		  struct rcp_atom_why *why)
{
	u32 *place;

	switch (operand->where) {
	case RCP_ATOM_REG:
		return reg_access(atom, operand->value, true, &dword, why);
	case RCP_ATOM_PS:
		place = param(atom, operand->value, why);
		if (!place)
			return false;
		*place = dword;
		return true;
	case RCP_ATOM_WS:
		return store_workspace(atom, operand->value, dword, why);
	case RCP_ATOM_FB:
		place = scratch(atom, operand->value);
		if (place)
			*place = dword;
		return true;
	case RCP_ATOM_PLL_REG:
		atom->ops->write(atom->priv, RCP_ATOM_PLL, operand->value, dword);
		return true;
	default:
		atom->ops->write(atom->priv, RCP_ATOM_MC, operand->value, dword);
		return true;
	}
}

/* ---- instructions ---- */

static bool enter(struct rcp_atom *atom, u32 number, struct rcp_atom_why *why)
{
	struct rcp_atom_frame next = { .number = number };

	if (atom->nframes == RCP_ATOM_DEPTH)
		return rcp_atom_say(why, "calls are nested deeper than %u", RCP_ATOM_DEPTH);
	if (!rcp_atom_command(atom->image, number, &next.table, why))
		return false;
	if (atom->nframes) {
		next.ps = frame(atom)->ps + frame(atom)->table.ps;
		next.ws = frame(atom)->ws + frame(atom)->table.ws;
	}
	if (next.ws + next.table.ws > RCP_ATOM_WS_DW)
		return rcp_atom_say(why, "the workspaces of nested calls need more than %u dwords",
				    RCP_ATOM_WS_DW);
	memset(&atom->ws[next.ws], 0, next.table.ws * sizeof(atom->ws[0]));
	next.pos = next.table.start + COMMAND_CODE;
	atom->frames[atom->nframes++] = next;
	return true;
}

/* Call a table.  A call of a table without an offset does nothing. */
static bool call(struct rcp_atom *atom, u32 number, struct rcp_atom_why *why)
{
	if (number >= atom->image->ncommands)
		return rcp_atom_say(why, "CALL_TABLE %u: the list has %u tables", number,
				    atom->image->ncommands);
	return !rcp_atom_present(atom->image, true, number) || enter(atom, number, why);
}

static bool jump_to(struct rcp_atom *atom, u32 target, struct rcp_atom_why *why)
{
	struct rcp_atom_frame *at = frame(atom);

	if (target < COMMAND_CODE || target >= at->table.size)
		return rcp_atom_say(why, "jump to 0x%04x of a table of 0x%04x bytes", target,
				    at->table.size);
	at->pos = at->table.start + target;
	return true;
}

static bool jump_taken(const struct rcp_atom *atom, u32 op)
{
	switch (op) {
	case RCP_ATOM_OP_JUMP_EQUAL:
		return atom->equal;
	case RCP_ATOM_OP_JUMP_BELOW:
		return !atom->above && !atom->equal;
	case RCP_ATOM_OP_JUMP_ABOVE:
		return atom->above;
	case RCP_ATOM_OP_JUMP_BELOW_OR_EQUAL:
		return !atom->above;
	case RCP_ATOM_OP_JUMP_ABOVE_OR_EQUAL:
		return atom->above || atom->equal;
	case RCP_ATOM_OP_JUMP_NOT_EQUAL:
		return !atom->equal;
	default:
		return true;
	}
}

static bool run_switch(struct rcp_atom *atom, const struct rcp_atom_insn *insn,
		       struct rcp_atom_why *why)
{
	struct rcp_atom_frame *at = frame(atom);
	u32 source = 0, value, target;

	if (!load(atom, &insn->src, &source, why))
		return false;
	source = part_of(&insn->src, source);
	for (;;) {
		if (!step(atom, why))
			return false;
		switch (rcp_atom_case(atom->image, &at->table, insn, &at->pos, &value, &target,
				      why)) {
		case RCP_ATOM_CASE:
			if (value == source)
				return jump_to(atom, target, why);
			break;
		case RCP_ATOM_CASE_END:
			return true;
		default:
			return false;
		}
	}
}

static bool set_data_block(struct rcp_atom *atom, u32 number, struct rcp_atom_why *why)
{
	if (number == BLOCK_THIS_TABLE) {
		atom->data_block = frame(atom)->table.start;
		return true;
	}
	if (number >= atom->image->ndata)
		return rcp_atom_say(why, "SET_DATA_BLOCK %u: the list has %u tables", number,
				    atom->image->ndata);
	/* Block 0 is the image itself. */
	atom->data_block = 0;
	if (number)
		atom->data_block = rcp_atom_at(atom->image, atom->image->data + 4 + 2 * number, 2);
	return true;
}

/* Compute the new value of the destination's part. */
static u32 compute(const struct rcp_atom_insn *insn, u32 dst, u32 src)
{
	switch (insn->op->op) {
	case RCP_ATOM_OP_AND:
		return dst & src;
	case RCP_ATOM_OP_OR:
		return dst | src;
	case RCP_ATOM_OP_XOR:
		return dst ^ src;
	case RCP_ATOM_OP_ADD:
		return dst + src;
	case RCP_ATOM_OP_SUB:
		return dst - src;
	case RCP_ATOM_OP_MASK:
		return (dst & insn->extra) | src;
	case RCP_ATOM_OP_SHIFT_LEFT:
		return dst << (insn->extra & 31);
	case RCP_ATOM_OP_SHIFT_RIGHT:
		return dst >> (insn->extra & 31);
	case RCP_ATOM_OP_CLEAR:
		return 0;
	default:
		return src;
	}
}

/* Read destination and source, in this order, and store the result or set flags. */
static bool run_operands(struct rcp_atom *atom, const struct rcp_atom_insn *insn,
			 struct rcp_atom_why *why)
{
	bool has_src = insn->op->form == RCP_ATOM_FORM_DST_SRC ||
		       insn->op->form == RCP_ATOM_FORM_DST_MASK_SRC;
	u32 whole = 0, dst, src = 0;

	/* A move to a whole dword does not read it. */
	if ((insn->op->op != RCP_ATOM_OP_MOVE || insn->extra_part.bits != 32) &&
	    !load(atom, &insn->dst, &whole, why))
		return false;
	dst = rcp_atom_part_get(whole, insn->dst.part);
	if (has_src) {
		if (!load(atom, &insn->src, &src, why))
			return false;
		src = part_of(&insn->src, src);
	}
	switch (insn->op->op) {
	case RCP_ATOM_OP_MUL:
		atom->quotient = dst * src;
		return true;
	case RCP_ATOM_OP_DIV:
		atom->quotient = src ? dst / src : 0;
		atom->remainder = src ? dst % src : 0;
		return true;
	case RCP_ATOM_OP_COMPARE:
		atom->equal = dst == src;
		atom->above = dst > src;
		return true;
	case RCP_ATOM_OP_TEST:
		atom->equal = !(dst & src);
		return true;
	case RCP_ATOM_OP_SHL:
	case RCP_ATOM_OP_SHR:
		/* Shift the whole dword, and then extract the part. */
		src = (u8)src & 31;
		dst = insn->op->op == RCP_ATOM_OP_SHL ? whole << src : whole >> src;
		dst = rcp_atom_part_get(dst, insn->dst.part);
		break;
	default:
		dst = compute(insn, dst, src);
		break;
	}
	return store(atom, &insn->dst, rcp_atom_part_set(whole, insn->dst.part, dst), why);
}

static bool run_insn(struct rcp_atom *atom, const struct rcp_atom_insn *insn,
		     struct rcp_atom_why *why)
{
	u32 dword = 0;

	switch (insn->op->op) {
	case RCP_ATOM_OP_NOP:
	case RCP_ATOM_OP_BEEP:
	case RCP_ATOM_OP_POST_CARD:
	case RCP_ATOM_OP_DEBUG:
	case RCP_ATOM_OP_DATA:
		return true;
	case RCP_ATOM_OP_EOT:
		atom->nframes--;
		return true;
	case RCP_ATOM_OP_SET_ATI_PORT:
		atom->port = insn->extra;
		return true;
	case RCP_ATOM_OP_SET_REG_BLOCK:
		atom->reg_block = insn->extra;
		return true;
	case RCP_ATOM_OP_SET_FB_BASE:
		if (!load(atom, &insn->src, &dword, why))
			return false;
		atom->fb_base = part_of(&insn->src, dword);
		return true;
	case RCP_ATOM_OP_SET_DATA_BLOCK:
		return set_data_block(atom, insn->extra, why);
	case RCP_ATOM_OP_SWITCH:
		return run_switch(atom, insn, why);
	case RCP_ATOM_OP_JUMP:
	case RCP_ATOM_OP_JUMP_EQUAL:
	case RCP_ATOM_OP_JUMP_BELOW:
	case RCP_ATOM_OP_JUMP_ABOVE:
	case RCP_ATOM_OP_JUMP_BELOW_OR_EQUAL:
	case RCP_ATOM_OP_JUMP_ABOVE_OR_EQUAL:
	case RCP_ATOM_OP_JUMP_NOT_EQUAL:
		return !jump_taken(atom, insn->op->op) || jump_to(atom, insn->extra, why);
	case RCP_ATOM_OP_DELAY_MS:
		return delay_for(atom, insn->extra * 1000, why);
	case RCP_ATOM_OP_DELAY_US:
		return delay_for(atom, insn->extra, why);
	case RCP_ATOM_OP_CALL_TABLE:
		return call(atom, insn->extra, why);
	default:
		return run_operands(atom, insn, why);
	}
}

/* Run until the last frame returns. */
static bool run(struct rcp_atom *atom, u32 *pos, struct rcp_atom_why *why)
{
	struct rcp_atom_insn insn;
	struct rcp_atom_frame *at;

	while (atom->nframes) {
		at = frame(atom);
		*pos = at->pos;
		if (!step(atom, why) ||
		    !rcp_atom_decode(atom->image, &at->table, at->pos, &insn, why))
			return false;
		at->pos += insn.size;
		if (!run_insn(atom, &insn, why))
			return false;
	}
	return true;
}

/**
 * rcp_atom_run() - run a command table
 * @atom: the interpreter
 * @number: number of the table
 * @params: parameters, at most RCP_ATOM_PS_DW; updated with the values that the table leaves
 * @nparams: dwords of @params
 *
 * A failed run has executed a part of the table, and nothing is rolled back.
 *
 * Context: the same as for @atom->ops.
 * Return: true if the table ran to its end; else @atom->why describes the error.
 */
bool rcp_atom_run(struct rcp_atom *atom, u32 number, u32 *params, u32 nparams)
{
	struct rcp_atom_why inner = { };
	u32 pos = 0, i;

	atom->why.text[0] = 0;
	atom->note.text[0] = 0;
	atom->notes = 0;
	atom->steps = 0;
	atom->delay_us = 0;
	atom->quotient = 0;
	atom->remainder = 0;
	atom->fb_base = 0;
	atom->data_block = 0;
	atom->reg_block = 0;
	atom->port = 0;
	atom->nframes = 0;
	memset(atom->ps, 0, sizeof(atom->ps));
	for (i = 0; i < nparams && i < RCP_ATOM_PS_DW; i++)
		atom->ps[i] = params[i];
	if (!enter(atom, number, &atom->why))
		return false;
	if (!run(atom, &pos, &inner))
		return rcp_atom_say(&atom->why, "%s (command table %u at 0x%04x), at 0x%04x: %s",
				    rcp_atom_command_name(frame(atom)->number),
				    frame(atom)->number, frame(atom)->table.start, pos,
				    inner.text);
	for (i = 0; i < nparams && i < RCP_ATOM_PS_DW; i++)
		params[i] = atom->ps[i];
	return true;
}

/**
 * rcp_atom_asic_init() - post the card
 * @atom: the interpreter
 *
 * Passes the default clocks of FirmwareInfo to ASIC_Init, in units of 10 kHz.
 *
 * Context: the same as for @atom->ops.
 * Return: true if ASIC_Init ran to its end; else @atom->why describes the error.
 */
bool rcp_atom_asic_init(struct rcp_atom *atom)
{
	u32 params[INIT_PARAMS] = { };
	struct rcp_atom_firmware firmware;

	atom->why.text[0] = 0;
	if (!rcp_atom_firmware(atom->image, &firmware, &atom->why))
		return false;
	if (!firmware.sclk_khz || !firmware.mclk_khz)
		return rcp_atom_say(&atom->why,
				    "FirmwareInfo has no default clocks: engine %u kHz, memory %u kHz",
				    firmware.sclk_khz, firmware.mclk_khz);
	params[0] = firmware.sclk_khz / 10;
	params[1] = firmware.mclk_khz / 10;
	return rcp_atom_run(atom, RCP_ATOM_ASIC_INIT, params, INIT_PARAMS);
}
