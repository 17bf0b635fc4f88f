// SPDX-License-Identifier: GPL-2.0
/*
 * r600_set_context() and r600_set_config(): any run of registers with any values, from any state
 * that keeps the invariant.
 *
 * The loop over the registers is proven by induction: at its start the state becomes that before
 * any of its registers, and the proof ends after that register.
 */
#include "../proof.h"
#include "pm4_packet.h"
#include "pm4_table.h"
#include "pm4_r600.h"
#include "r600_tables.h"

/* Windows of a few registers of any rules that begin with any register: a turn reads one of them. */
static u32 context_base, config_base;
enum { LAST_REGISTER = PM4_CONTEXT_END, CONFIG_FIRST = PM4_CONFIG_BASE, CONFIG_LAST = PM4_CONFIG_END };

#undef PM4_CONTEXT_BASE
#undef PM4_CONTEXT_REGS
#undef PM4_CONTEXT_END
#undef PM4_CONFIG_BASE
#undef PM4_CONFIG_REGS
#undef PM4_CONFIG_END
#define PM4_CONTEXT_BASE	context_base
#define PM4_CONTEXT_REGS	6u
#define PM4_CONTEXT_END		(PM4_CONTEXT_BASE + 4 * PM4_CONTEXT_REGS)
#define PM4_CONFIG_BASE		config_base
#define PM4_CONFIG_REGS		6u
#define PM4_CONFIG_END		(PM4_CONFIG_BASE + 4 * PM4_CONFIG_REGS)
#include "world.h"

/* The base of a colour buffer may be outside of such a window: it keeps its invariant. */
static inline bool any_isset(const struct r600_checker *ck, u32 reg)
{
	PROVE(invariant_is_address(reg), "only address registers have a relocation");
	return nondet_bool();
}

static inline u32 any_buffer(const struct r600_checker *ck)
{
	u32 index = nondet_u32();

	ASSUME(index < ck->nbuffers);
	return index;
}

static inline u32 proof_const_slot(u32 i)
{
	return R600_RESOURCES + (context_base + 4 * i - PM4_R_SQ_ALU_CONST_CACHE_PS) / 4;
}

#undef r600_context_isset
#undef r600_context_buffer
#define r600_context_isset(ck, reg)	any_isset(ck, reg)
#define r600_context_buffer(ck, reg)	any_buffer(ck)
#define r600_const_slot			proof_const_slot

/* The kinds of registers of r600_set_context(): each has a theorem, and no register has none. */
#define PLAIN(flags)	(!((flags) & (PM4_WRITE_RELOC | PM4_WRITE_TILING)))
#define ADDRESS(flags)	((flags) & PM4_WRITE_RELOC)
#define TILING(flags)	(!((flags) & PM4_WRITE_RELOC) && (flags) & PM4_WRITE_TILING)

static void any_register(struct r600_checker *ck, u32 *first, u32 *count, const u32 **in);
static void after_register(const struct r600_checker *ck);

#define while(condition) \
	any_register(ck, &first, &count, &in); \
	for (; (condition); after_register(ck))
#include "../../../pm4/r600/r600_check_reg.c"
#undef while

static const u32 *body_end;
static u32 registers;

/* The row's class and handler belong to the flags of the register, see invariant_test.c. */
const struct pm4_reg_row *pm4_reg_find(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	static struct pm4_reg_row row;
	struct pm4_reg_row any;

	row = any;
	if (nondet_bool())
		return NULL;
	ASSUME(invariant_row(&row, offset, world_flags(offset)));
	return &row;
}

const struct pm4_reg_row *pm4_reg_find_any(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	return pm4_reg_find(tables, chip, offset);
}

u32 r600_tiling_mode(const struct pm4_buffer *buffer, u32 mode)
{
	u32 any = nondet_u32();

	ASSUME(any == PM4_LINEAR_GENERAL || any == PM4_TILED_1D || any == PM4_TILED_2D);
	return mode | any;
}

/* The registers before this one have consumed relocations, and each relocation has one patch. */
static void any_register(struct r600_checker *ck, u32 *first, u32 *count, const u32 **in)
{
	u32 done = nondet_u32(), relocs = nondet_u32(), patches = nondet_u32();

	PROVE(*in == ck->header + 2 && ck->header + 2 + *count == ck->cursor,
	      "the loop begins with the first register");
	body_end = ck->cursor;
	ASSUME(done <= *count && relocs <= done && patches <= relocs + (*count == 1 && done));
	ASSUME(2 * (u64)relocs <= ck->end - ck->cursor);
	*first += done;
	*count -= done;
	*in += done;
	ck->cursor += 2 * relocs;
	ck->patch += patches;
	if (*count)
		ASSUME(invariant_flags(&ck->context, *first) || *first >= PM4_CONTEXT_REGS);
	if (*count)
		ASSUME(invariant_flags(&ck->config, *first) || *first >= PM4_CONFIG_REGS);
#ifdef KIND
	if (*count && *first < PM4_CONTEXT_REGS)
		ASSUME(KIND(ck->context.flags[*first]));
#endif
	PROVE(!*count || (u64)*first + *count <= PM4_CONFIG_REGS, "the registers are in a window");
	registers = done;
	world_used += patches;
}

static void after_register(const struct r600_checker *ck)
{
	u64 relocs = (ck->cursor - body_end) / 2, patches = ck->patch - world_patches - world_used;

	PROVE(ck->cursor <= ck->end, "the relocations are in the stream");
	PROVE(relocs <= registers + 1, "a register consumes at most one relocation");
	PROVE(patches <= 1, "a register has at most one patch");
	prove_state(ck);
	prove_new_patches(ck);
	REACHED("a register is accepted");
	ASSUME(0);
}

#define WINDOW(name, set, regs) \
	void name(void) \
	{ \
		struct r600_checker any, *ck = &any; \
		const u32 *p; \
		u32 count; \
\
		context_base = 4 * (nondet_u32() & 0xffff); \
		config_base = 4 * (nondet_u32() & 0xffff); \
		ASSUME(context_base <= LAST_REGISTER); \
		/* Flags of constant buffers are context registers' flags. */ \
		ASSUME(config_base >= CONFIG_FIRST && config_base <= CONFIG_LAST); \
		p = world(ck); \
		count = PM4_COUNT(*p); \
		ASSUME(count && count + 2 <= ck->end - p); \
		ck->cursor = p + 2 + count; \
		if (set(ck, p[1], count)) \
			return; \
		prove_step(ck, ck->cursor); \
		REACHED("a packet of registers is accepted"); \
	}

WINDOW(context, r600_set_context, PM4_CONTEXT_REGS)
WINDOW(config, r600_set_config, PM4_CONFIG_REGS)
