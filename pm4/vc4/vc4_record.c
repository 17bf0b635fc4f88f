// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Shader records: the handles of the programs and of the attributes, the record, and the uniforms
 * of its three programs.
 *
 * A record is checked when its draws are known: the next record begins, or the list ends.
 */
#include "vc4_check.h"

/* Bytes of vertex memory come in these units. */
#define VPM_UNIT		64u
#define ROUND_TO_UNIT(bytes)	(((bytes) + VPM_UNIT - 1) & ~(VPM_UNIT - 1))

/* Words of a vertex before its varyings, and of a coordinate (guide figures 10 and 11). */
#define VERTEX_WORDS	3u
#define COORDINATE_WORDS 7u
#define VPM_ROWS	64u

#define FLAGS_KNOWN	(FLAG_SINGLE_THREADED | FLAG_POINT_SIZE | FLAG_CLIPPING)

/* Modes of draws, as bits of &vc4_checker.modes. */
#define POINTS		(1u << PM4_V_ARRAY_PRIMITIVE_MODE_points)
#define LINES		(1u << PM4_V_ARRAY_PRIMITIVE_MODE_lines | \
			 1u << PM4_V_ARRAY_PRIMITIVE_MODE_line_loop | \
			 1u << PM4_V_ARRAY_PRIMITIVE_MODE_line_strip)

/**
 * vc4_begin_record() - go on to the next record
 * @ck: the check
 * @attributes: number of attributes that the list says
 * @p: the record of the list that names it
 *
 * Return: 0, or 1 after a refusal.
 */
int vc4_begin_record(struct vc4_checker *ck, u32 attributes, const u8 *p)
{
	u32 need = HANDLES_BYTES(attributes) + RECORD_BYTES(attributes);

	ck->record++;
	ck->attributes = attributes;
	ck->max_index = 0;
	ck->modes = 0;
	ck->small_point = VC4_NONE;
	if (ck->record >= ck->in->nrecords)
		return VC4_REFUSE(ck, .rule = VC4_RECORD_COUNT, .part = VC4_LIST,
				  .at = p - ck->in->list, .code = PM4_RECORD_GL_SHADER_STATE,
				  .buffer = VC4_NONE,
				  .expected = ck->in->nrecords, .actual = ck->record + 1);
	if (need > ck->in->records_bytes - ck->records)
		return VC4_REFUSE(ck, .rule = VC4_RECORD_CUT, .part = VC4_RECORD,
				  .at = ck->records, .buffer = VC4_NONE, .detail = attributes,
				  .expected = need, .actual = ck->in->records_bytes - ck->records);
	return 0;
}

static int refuse(struct vc4_checker *ck, u32 rule, u32 at, u64 expected, u64 actual)
{
	return VC4_REFUSE(ck, .rule = rule, .part = VC4_RECORD, .at = ck->records + at,
			  .buffer = VC4_NONE, .expected = expected, .actual = actual);
}

/* The varyings of lines and points follow the record's varyings. */
static int check_varyings(struct vc4_checker *ck, const u8 *record, const struct vc4_program *p)
{
	u32 set_up = record[RECORD_VARYINGS], at = record - ck->in->records - ck->records;

	if (ck->modes & POINTS && p->varyings != set_up + 2)
		return refuse(ck, VC4_RECORD_VARYINGS, at + RECORD_VARYINGS, set_up + 2,
			      p->varyings);
	if (ck->modes & LINES && p->varyings != set_up + 1)
		return refuse(ck, VC4_RECORD_VARYINGS, at + RECORD_VARYINGS, set_up + 1,
			      p->varyings);
	if (ck->modes & ~(POINTS | LINES) && p->varyings != set_up)
		return refuse(ck, VC4_RECORD_VARYINGS, at + RECORD_VARYINGS, set_up, p->varyings);
	return 0;
}

/* What a program may not use in a stage. */
static u32 forbidden(u32 stage)
{
	return stage == VC4_FRAGMENT ? VC4_USES_VPM : VC4_USES_TILE | VC4_USES_THREADS;
}

/* The first of the rules of a stage that is broken. */
static int __cold refuse_stage(struct vc4_checker *ck, const u8 *record, u32 stage,
			       const struct vc4_program *p)
{
	const u8 *s = record + RECORD_STAGE(stage);
	u32 at = s - ck->in->records;
	struct vc4_verdict why = {
		.part = VC4_RECORD, .stage = stage, .index = VC4_NONE, .at = at + STAGE_CODE,
		.buffer = vc4_u32(ck->in->records + ck->records + 4 * stage),
	};

	if (p->uses & forbidden(stage) || (stage && p->varyings)) {
		why.rule = VC4_RECORD_STAGE;
		why.at = ck->records + 4 * stage;
		why.detail = p->uses & forbidden(stage);
		why.actual = p->varyings;
	} else if (vc4_u32(s + STAGE_CODE)) {
		why.rule = VC4_RECORD_OFFSET;
		why.actual = vc4_u32(s + STAGE_CODE);
	} else if (s[STAGE_MASK] >> ck->attributes) {
		why.rule = VC4_RECORD_MASK;
		why.at = at + STAGE_MASK;
		why.actual = s[STAGE_MASK];
		why.expected = ck->attributes;
	} else {
		why.rule = VC4_RECORD_ROWS;
		why.at = at + STAGE_TOTAL;
		why.actual = 4u * p->rows;
		why.expected = s[STAGE_TOTAL];
	}
	return vc4_refuse(ck, &why);
}

/* Vertex memory and the tile buffer belong to some stages only; attributes to the vertex ones. */
static __always_inline int check_stage(struct vc4_checker *ck, const u8 *record, u32 stage,
				       const struct vc4_program *p)
{
	const u8 *s = record + RECORD_STAGE(stage);

	if (unlikely(p->uses & forbidden(stage) || vc4_u32(s + STAGE_CODE)))
		return refuse_stage(ck, record, stage, p);
	if (stage != VC4_FRAGMENT && unlikely(p->varyings || s[STAGE_MASK] >> ck->attributes ||
					      4u * p->rows > s[STAGE_TOTAL]))
		return refuse_stage(ck, record, stage, p);
	return 0;
}

static int __cold refuse_uniforms(struct vc4_checker *ck, u32 stage, const struct vc4_program *p,
				  u64 bytes)
{
	return VC4_REFUSE(ck, .rule = VC4_UNIFORMS_CUT, .part = VC4_UNIFORMS, .at = ck->uniforms,
			  .stage = stage, .index = VC4_NONE, .buffer = VC4_NONE,
			  .expected = bytes, .detail = p->nlookups,
			  .actual = ck->in->uniforms_bytes - ck->uniforms);
}

/* Handles of the lookups, then the words. */
static __always_inline int check_uniforms(struct vc4_checker *ck, u32 stage,
					  const struct vc4_program *p)
{
	u64 bytes = 4ull * p->nlookups + 4ull * p->words;
	u32 i, words = ck->uniforms + 4 * p->nlookups;

	if (unlikely(bytes > ck->in->uniforms_bytes - ck->uniforms))
		return refuse_uniforms(ck, stage, p, bytes);
	for (i = 0; i < p->nlookups; i++)
		if (vc4_check_lookup(ck, p, i, words, stage))
			return 1;
	ck->uniforms += bytes;
	return 0;
}

static int __cold refuse_program(struct vc4_checker *ck, u32 stage, u32 index)
{
	return VC4_REFUSE(ck,
		.rule = index < ck->in->nbuffers ? VC4_BUFFER_DATA : VC4_BUFFER_INDEX,
		.part = VC4_RECORD, .at = ck->records + 4 * stage, .stage = stage,
		.index = VC4_NONE, .buffer = index, .expected = ck->in->nbuffers);
}

static __always_inline int check_program(struct vc4_checker *ck, const u8 *record, u32 stage,
					 const struct vc4_program **p)
{
	u32 index = vc4_u32(ck->in->records + ck->records + 4 * stage);

	*p = &ck->programs[index];
	if (unlikely(index >= ck->in->nbuffers || !(*p)->lookups))
		return refuse_program(ck, stage, index);
	return check_stage(ck, record, stage, *p) || check_uniforms(ck, stage, *p);
}

/* Each row that the hardware takes of a vertex is written: another vertex was there before. */
static int check_output(struct vc4_checker *ck, u32 stage, const struct vc4_program *p, u32 rows)
{
	u64 need = rows < VPM_ROWS ? (1ull << rows) - 1 : ~0ull;

	if (likely(!(need & ~p->written)))
		return 0;
	return VC4_REFUSE(ck, .rule = VC4_RECORD_OUTPUT, .part = VC4_RECORD,
			  .at = ck->records + 4 * stage, .stage = stage, .index = VC4_NONE,
			  .buffer = vc4_u32(ck->in->records + ck->records + 4 * stage),
			  .expected = rows, .actual = __builtin_ctzll(need & ~p->written));
}

/* The size of points, from the list or from the coordinate shader, whose words are at @words. */
static int __cold check_points(struct vc4_checker *ck, const struct vc4_program *p, bool own,
			       u32 words)
{
	u32 i, value;

	if (!own && ck->small_point == VC4_NONE)
		return 0;
	if (!own)
		return VC4_REFUSE(ck, .rule = VC4_LIST_POINT, .part = VC4_LIST,
				  .at = ck->small_point, .code = ck->in->list[ck->small_point],
				  .buffer = VC4_NONE, .actual = ck->point);
	if (!p->bounded)
		return VC4_REFUSE(ck, .rule = VC4_RECORD_POINT, .part = VC4_RECORD,
				  .at = ck->records + 4 * VC4_COORDINATE, .index = VC4_NONE,
				  .stage = VC4_COORDINATE, .detail = VC4_NONE,
				  .buffer = vc4_u32(ck->in->records + ck->records +
						    4 * VC4_COORDINATE));
	for (i = 0; i < p->npoints; i++) {
		value = vc4_u32(ck->in->uniforms + words + 4 * p->points[i]);
		if (!vc4_is_point(value))
			return VC4_REFUSE(ck, .rule = VC4_RECORD_POINT, .part = VC4_UNIFORMS,
					  .at = words + 4 * p->points[i], .index = 0,
					  .stage = VC4_COORDINATE, .buffer = VC4_NONE,
					  .detail = p->points[i], .actual = value);
	}
	return 0;
}

/* The samples of a pixel that the tile buffer has. */
static int check_samples(struct vc4_checker *ck, const struct vc4_program *p)
{
	const struct vc4_surface *frame = &ck->in->render.surfaces[VC4_COLOR_WRITE];
	u32 samples = pm4_get(RENDER_BITS_MULTISAMPLE, frame->bits) ? 4 : 1;

	if (likely(p->samples <= samples))
		return 0;
	return VC4_REFUSE(ck, .rule = VC4_RECORD_SAMPLES, .part = VC4_RECORD, .at = ck->records,
			  .stage = VC4_FRAGMENT, .index = VC4_NONE, .expected = samples,
			  .buffer = vc4_u32(ck->in->records + ck->records), .actual = p->samples);
}

static int check_programs(struct vc4_checker *ck, const u8 *record)
{
	u32 threads, varyings = record[RECORD_VARYINGS], words;
	bool point = record[RECORD_FLAGS] & FLAG_POINT_SIZE;
	const struct vc4_program *p;

	if (check_program(ck, record, VC4_FRAGMENT, &p))
		return 1;
	threads = p->uses & VC4_USES_THREADS;
	if (unlikely(!(record[RECORD_FLAGS] & FLAG_SINGLE_THREADED) != !!threads))
		return refuse(ck, VC4_RECORD_THREADS, record - ck->in->records - ck->records,
			      !threads, record[RECORD_FLAGS]);
	if (unlikely(VERTEX_WORDS + point + varyings > VPM_ROWS))
		return refuse(ck, VC4_RECORD_LIMIT, HANDLES_BYTES(ck->attributes) + RECORD_VARYINGS,
			      VPM_ROWS - VERTEX_WORDS - point, varyings);
	if (check_varyings(ck, record, p) || check_samples(ck, p) ||
	    check_program(ck, record, VC4_VERTEX, &p) ||
	    check_output(ck, VC4_VERTEX, p, VERTEX_WORDS + point + varyings) ||
	    check_program(ck, record, VC4_COORDINATE, &p) ||
	    check_output(ck, VC4_COORDINATE, p, COORDINATE_WORDS + point))
		return 1;
	if (likely(!(ck->modes & POINTS)))
		return 0;
	words = ck->uniforms - 4 * p->words;
	return check_points(ck, p, point, words);
}

static int __cold refuse_attribute(struct vc4_checker *ck, const u8 *attribute, u32 i,
				   const struct vc4_buffer *buffer)
{
	u64 offset = vc4_u32(attribute), bytes = attribute[ATTRIBUTE_BYTES_1] + 1;
	struct vc4_verdict why = {
		.part = VC4_RECORD, .at = attribute - ck->in->records, .index = i,
		.buffer = vc4_u32(ck->in->records + ck->records + 4 * (VC4_STAGES + i)),
		.offset = offset, .actual = offset + bytes,
	};

	if (!buffer)
		return vc4_refuse_buffer(ck, &why);
	why.expected = buffer->size;
	why.rule = VC4_ATTRIBUTE_BOUNDS;
	if (why.actual <= buffer->size) {
		why.rule = VC4_VERTEX_BOUNDS;
		why.actual += (u64)ck->max_index * attribute[ATTRIBUTE_STRIDE];
		why.detail = ck->max_index;
	}
	return vc4_refuse(ck, &why);
}

/* The attribute's place in the vertex of a stage; the rest of a unit of the VPM is its own. */
static int __cold refuse_place(struct vc4_checker *ck, const u8 *record, u32 i)
{
	const u8 *attribute = record + RECORD_ATTRIBUTE(i);
	u32 bytes = attribute[ATTRIBUTE_BYTES_1] + 1, stage = VC4_VERTEX, total, at;

	for (;; stage++) {
		total = record[RECORD_STAGE(stage) + STAGE_TOTAL];
		at = attribute[ATTRIBUTE_VPM + stage - VC4_VERTEX];
		if (stage == VC4_COORDINATE || (record[RECORD_STAGE(stage) + STAGE_MASK] >> i & 1 &&
						at + bytes > ROUND_TO_UNIT(total)))
			break;
	}
	return VC4_REFUSE(ck, .rule = VC4_ATTRIBUTE_VPM, .part = VC4_RECORD,
			  .at = attribute - ck->in->records, .index = i, .stage = stage,
			  .buffer = VC4_NONE, .offset = at, .actual = bytes, .expected = total);
}

static int check_attributes(struct vc4_checker *ck, const u8 *record)
{
	const u8 *vs = record + RECORD_STAGE(VC4_VERTEX);
	const u8 *cs = record + RECORD_STAGE(VC4_COORDINATE);
	u32 vs_mask = vs[STAGE_MASK], cs_mask = cs[STAGE_MASK];
	u32 vs_end = ROUND_TO_UNIT(vs[STAGE_TOTAL]), cs_end = ROUND_TO_UNIT(cs[STAGE_TOTAL]);
	const u8 *handles = ck->in->records + ck->records + 4 * VC4_STAGES;
	const u8 *attribute = record + RECORD_ATTRIBUTE(0);
	u32 i;

	for (i = 0; i < ck->attributes; i++, attribute += 8, handles += 4) {
		const struct vc4_buffer *buffer = vc4_data_buffer(ck, vc4_u32(handles));
		u32 bytes = attribute[ATTRIBUTE_BYTES_1] + 1;
		u64 end = vc4_u32(attribute) + (u64)bytes;

		end += (u64)ck->max_index * attribute[ATTRIBUTE_STRIDE];
		if (unlikely(!buffer || end > buffer->size))
			return refuse_attribute(ck, attribute, i, buffer);
		if (unlikely((vs_mask >> i & 1 && attribute[ATTRIBUTE_VPM] + bytes > vs_end) ||
			     (cs_mask >> i & 1 && attribute[ATTRIBUTE_VPM + 1] + bytes > cs_end)))
			return refuse_place(ck, record, i);
	}
	return 0;
}

/**
 * vc4_end_record() - check the current record, whose draws are known
 * @ck: the check
 *
 * Return: 0, or 1 after a refusal.
 */
int vc4_end_record(struct vc4_checker *ck)
{
	const u8 *record = ck->in->records + ck->records + HANDLES_BYTES(ck->attributes);

	if (ck->record == VC4_NONE)
		return 0;
	if (unlikely(vc4_u16(record + RECORD_FLAGS) & ~FLAGS_KNOWN))
		return refuse(ck, VC4_RECORD_FLAGS, HANDLES_BYTES(ck->attributes), FLAGS_KNOWN,
			      vc4_u16(record + RECORD_FLAGS));
	if (check_programs(ck, record) || check_attributes(ck, record))
		return 1;
	ck->records += HANDLES_BYTES(ck->attributes) + RECORD_BYTES(ck->attributes);
	return 0;
}
