// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Entry of the checker of VideoCore IV submissions: programs first, then the list with its
 * records and uniforms, then the render arguments.
 *
 * Linear in the bytes of the submission: each program is walked once, however many records use
 * it.  Called by the tool and the tests; the module has nothing of this folder.
 */
#include "vc4_check.h"
#include "vc4_names.h"

/* Instructions of all programs, and of the longest. */
static void count_code(const struct vc4_input *in, size_t *all, size_t *longest)
{
	u32 i;

	for (i = 0; i < in->nbuffers; i++) {
		size_t count = in->buffers[i].code ? in->buffers[i].code_bytes / 8 : 0;

		*all += count;
		*longest = max(*longest, count);
	}
}

/**
 * vc4_memory_size() - memory that a check needs
 * @in: the submission
 *
 * Return: bytes, for the caller's allocation; linear in the buffers and the code.
 */
size_t vc4_memory_size(const struct vc4_input *in)
{
	size_t all = 0, longest = 0;

	count_code(in, &all, &longest);
	return in->nbuffers * sizeof(struct vc4_program) + all * sizeof(struct vc4_lookup) +
	       VC4_FLOW_BYTES(longest);
}

/**
 * vc4_take_memory() - share out the memory of a check: the programs, then their lookups
 * @ck: the check
 * @memory: vc4_memory_size() bytes
 *
 * The memory for branches follows the lookups: vc4_take_flow().
 */
void vc4_take_memory(struct vc4_checker *ck, void *memory)
{
	ck->programs = memory;
	ck->lookups = (void *)(ck->programs + ck->in->nbuffers);
	memset(memory, 0, ck->in->nbuffers * sizeof(struct vc4_program));
}

/* Nothing of the records and uniforms is left over. */
static int check_rest(struct vc4_checker *ck)
{
	const struct vc4_input *in = ck->in;

	if (ck->record + 1 != in->nrecords)
		return VC4_REFUSE(ck, .rule = VC4_RECORD_COUNT, .part = VC4_RECORD,
				  .at = ck->records, .buffer = VC4_NONE, .expected = in->nrecords,
				  .actual = ck->record + 1);
	if (ck->records != in->records_bytes)
		return VC4_REFUSE(ck, .rule = VC4_RECORD_LEFT, .part = VC4_RECORD,
				  .at = ck->records, .buffer = VC4_NONE, .expected = ck->records,
				  .actual = in->records_bytes);
	if (ck->uniforms != in->uniforms_bytes)
		return VC4_REFUSE(ck, .rule = VC4_UNIFORMS_LEFT, .part = VC4_UNIFORMS,
				  .at = ck->uniforms, .buffer = VC4_NONE, .index = VC4_NONE,
				  .expected = ck->uniforms, .actual = in->uniforms_bytes);
	return 0;
}

static int check_code(struct vc4_checker *ck, void *memory)
{
	u32 i;

	memset(ck->verdict, 0, sizeof(*ck->verdict));
	vc4_take_memory(ck, memory);
	for (i = 0; i < ck->in->nbuffers; i++)
		if (ck->in->buffers[i].code && vc4_check_program(ck, i))
			return 1;
	return 0;
}

/**
 * vc4_check_code() - check only the programs of a submission
 * @in: the submission
 * @memory: vc4_memory_size() bytes, aligned to 8
 * @verdict: receives the reason of a refusal
 *
 * Context: Any context.
 * Return: 0 if all programs are accepted, 1 if one is refused.
 */
int vc4_check_code(const struct vc4_input *in, void *memory, struct vc4_verdict *verdict)
{
	struct vc4_checker ck = { .in = in, .verdict = verdict, .record = VC4_NONE };

	return check_code(&ck, memory);
}

/**
 * vc4_check() - check a submission
 * @in: the submission; must not change during the check
 * @memory: vc4_memory_size() bytes, aligned to 8
 * @verdict: receives the reason of a refusal
 *
 * Context: Any context.
 * Return: 0 if the submission is accepted, 1 if it is refused.
 */
int vc4_check(const struct vc4_input *in, void *memory, struct vc4_verdict *verdict)
{
	struct vc4_checker ck = { .in = in, .verdict = verdict, .record = VC4_NONE };

	return check_code(&ck, memory) || vc4_check_list(&ck) || check_rest(&ck) ||
	       vc4_check_render(&ck);
}

static void no_init(struct pm4_checker *ck, const struct pm4_card *card)
{
}

static int no_opcode(enum pm4_ring ring, u32 header)
{
	return -1;
}

static bool no_register(struct pm4_text *t, u32 reg)
{
	return false;
}

static bool no_rule(struct pm4_text *t, const struct pm4_verdict *verdict)
{
	return false;
}

/* A front without rings: no stream of dwords is in its language, and pm4_check() says so. */
const struct pm4_front vc4_front = {
	.name = "vc4",
	.tables = &vc4_tables,
	.patch_dw = 1,
	.checker_size = sizeof(struct pm4_checker),
	.init = no_init,
	.opcode = no_opcode,
	.say_register = no_register,
	.say_rule = no_rule,
	.show_program = vc4_show_program,
};
