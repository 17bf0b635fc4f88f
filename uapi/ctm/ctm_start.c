// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * START_PROGRAM: state, program, constants, and one quad that covers the domain.
 *
 * A stream inherits nothing, so the first start of a submission writes the state that all starts
 * share.  Vertices bypass the vertex shader: a position in pixels, and eight vectors that the
 * rasterizer interpolates into the registers r0 to r7 of each processor.
 */
#include <string.h>
#include "ctm_job.h"
#include "ctm_regs.h"

#define VECTORS		8u		/* of parameters */
#define VERTEX_DW	(4 + 4 * VECTORS)
#define TEXTURE_LOC	6		/* of the first texture coordinate in the vertex */

/* Values that no command changes. */
static const struct {
	uint16_t reg;
	uint32_t value;
} fixed[] = {
	{ VAP_VTE_CNTL, VTX_XY_FMT | VTX_Z_FMT },
	{ VAP_VTX_SIZE, VERTEX_DW },
	{ VAP_INDEX_OFFSET, 0 },
	{ VAP_VF_MAX_VTX_INDX, 3 },
	{ VAP_CNTL_STATUS, PVS_BYPASS },
	{ VAP_VTX_STATE_CNTL, 0x5555 },
	{ VAP_VSM_VTX_ASSM, 1 | 0xff << 10 },
	{ VAP_OUT_VTX_FMT_0, VTX_POS_PRESENT },
	{ VAP_OUT_VTX_FMT_1, 044444444 },	/* four components each */
	{ VAP_CLIP_CNTL, CLIP_DISABLE },
	{ GB_ENABLE, 0 },
	{ GB_MSPOS0, 0x66666666 },
	{ GB_MSPOS1, 0x06666666 },
	{ GB_SELECT, 0 },
	{ GB_AA_CONFIG, 0 },
	{ GB_Z_PEQ_CONFIG, 0 },
	{ SU_TEX_WRAP_PS3, 0 },
	{ GA_POLY_MODE, 0 },
	{ GA_ROUND_MODE, 1 },
	{ GA_OFFSET, 0 },
	{ SU_TEX_WRAP, 0 },
	{ SU_POLY_OFFSET_ENABLE, 0 },
	{ SU_CULL_MODE, 0 },
	{ SU_DEPTH_SCALE, 0x4b7fffff },		/* 2^24 - 1 */
	{ SU_DEPTH_OFFSET, 0 },
	{ RS_COUNT, 4 * VECTORS | HIRES_EN },
	{ RS_INST_COUNT, VECTORS - 1 },
	{ SC_HYPERZ_EN, 0 },
	{ SC_EDGERULE, 0x2da49525 },
	{ SC_CLIP_0_A, 0 },
	{ SC_CLIP_0_B, 0xffffffff },
	{ SC_CLIP_RULE, 0xffff },
	{ SC_SCREENDOOR, 0xffffff },
	{ US_CONFIG, 0 },
	{ US_CODE_OFFSET, 0 },
	{ FG_FOG_BLEND, 0 },
	{ FG_ALPHA_FUNC, 0 },
	{ RB3D_CCTL, INDEPENDENT_MASKS | INDEPENDENT_FORMATS },
	{ RB3D_BLENDCNTL, 0 },
	{ RB3D_ABLENDCNTL, 0 },
	{ RB3D_ROPCNTL, 0 },
	{ RB3D_DITHER_CTL, 0 },
	{ RB3D_AARESOLVE_CTL, 0 },
	{ RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD, 0x01010101 },
	{ RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD, 0xfefefefe },
	{ ZB_STENCILREFMASK, 0 },
	{ ZB_BW_CNTL, 0 },
};

static bool write_fixed(struct ctm_job *j)
{
	uint32_t i, stream[VECTORS / 2 + 1] = { 0 };
	bool good = true;

	for (i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
		good &= ctm_reg(j, fixed[i].reg, fixed[i].value);
	for (i = 0; i <= VECTORS; i++)
		stream[i / 2] |= (DATA_TYPE_FLOAT_4 | DST_VEC_LOC(i ? TEXTURE_LOC + i - 1 : 0) |
				  (i == VECTORS ? LAST_VEC : 0)) << 16 * (i & 1);
	for (i = 0; i <= VECTORS / 2; i++) {
		good &= ctm_reg(j, VAP_PROG_STREAM_CNTL_0 + 4 * i, stream[i]);
		good &= ctm_reg(j, VAP_PROG_STREAM_CNTL_EXT_0 + 4 * i,
				SWIZZLE_XYZW | SWIZZLE_XYZW << 16);
	}
	for (i = 0; i < VECTORS; i++) {
		good &= ctm_reg(j, RS_IP_0 + 4 * i, 4 * i | (4 * i + 1) << 6 | (4 * i + 2) << 12 |
						    (4 * i + 3) << 18);
		good &= ctm_reg(j, RS_INST_0 + 4 * i, i | RS_TEX_WRITE | i << 5);
	}
	return good;
}

/* A register that takes the address of an arena. */
static bool address(struct ctm_job *j, uint32_t reg, const struct ctm_surface *s)
{
	return ctm_reg(j, reg, s->offset) && ctm_write(j, PACKET3(OP_NOP, 1)) &&
	       ctm_write(j, 4 * s->arena);
}

/* R520 halves sizes above 2048 and has codes for them (R5xx guide 10.9, US_FORMAT0); minus 1. */
static uint32_t us_format0(uint32_t w, uint32_t h)
{
	uint32_t depth = (w >> 11 ? 0xd : 0) | (h >> 11 ? 0xe : 0);

	w = w >> 11 ? (0x7ff + (w & 0x7ff)) >> 1 : w;
	h = h >> 11 ? (0x7ff + (h & 0x7ff)) >> 1 : h;
	return w | h << 11 | depth << 22;
}

static bool write_input(struct ctm_job *j, unsigned int n, const struct ctm_surface *s)
{
	static const uint8_t formats[] = { 1, 12, 27, 28, 29 };
	/* Which component red, green, blue and alpha are: 4 is 0.0, 5 is 1.0. */
	static const uint8_t channels[][4] = {
		{ 0, 4, 4, 5 }, { 0, 1, 2, 3 }, { 0, 4, 4, 5 }, { 0, 1, 4, 5 }, { 0, 1, 2, 3 },
	};
	const uint8_t *c = channels[s->format];
	uint32_t w = s->width - 1, h = s->height - 1;

	return ctm_reg(j, TX_FILTER0_0 + 4 * n, CLAMP_TO_LAST | FILTER_POINT | n << 28) &&
	       ctm_reg(j, TX_FILTER1_0 + 4 * n, 0) &&
	       ctm_reg(j, TX_FORMAT0_0 + 4 * n, (w & 0x7ff) | (h & 0x7ff) << 11 | TXPITCH_EN) &&
	       ctm_reg(j, TX_FORMAT1_0 + 4 * n,
		       formats[s->format] | c[3] << 9 | c[0] << 12 | c[1] << 15 | c[2] << 18) &&
	       ctm_reg(j, TX_FORMAT2_0 + 4 * n,
		       w | (w >> 11 ? TXWIDTH_11 : 0) | (h >> 11 ? TXHEIGHT_11 : 0)) &&
	       (!j->r520 || ctm_reg(j, US_FORMAT0_0 + 4 * n, us_format0(w, h))) &&
	       address(j, TX_OFFSET_0 + 4 * n, s);
}

static bool write_inputs(struct ctm_job *j)
{
	uint32_t n, used = j->program.inputs;

	for (n = 0; n < CTM_INPUTS; n++) {
		if (!(used >> n & 1))
			continue;
		if (!j->state.input[n].set)
			return ctm_fail(j,
				"start_program: the program looks up input %u, which no set_inp_fmt has set.",
				n);
		if (!write_input(j, n, &j->state.input[n]))
			return false;
	}
	return ctm_reg(j, TX_ENABLE, used);
}

static bool fits_domain(struct ctm_job *j, const struct ctm_surface *s, const char *what,
			uint32_t n)
{
	const uint32_t *d = j->state.domain;

	if (d[2] < s->width && d[3] < s->height)
		return true;
	return ctm_fail(j,
		"start_program: the domain ends at (%u, %u), outside of %s %u with %u x %u elements.",
		d[2], d[3], what, n, s->width, s->height);
}

static bool write_target(struct ctm_job *j, unsigned int n, const struct ctm_surface *s,
			 bool written)
{
	static const uint8_t colors[] = { 13, 6, 6, 10, 7 };
	static const uint32_t outputs[] = {
		OUT_RGBA | 3, OUT_RGBA, OUT_RGBA | 19, OUT_RGGA | 20, OUT_RGBA | 21,
	};

	return address(j, RB3D_COLOROFFSET0 + 4 * n, s) &&
	       ctm_reg(j, RB3D_COLORPITCH0 + 4 * n, s->width | colors[s->format] << 21) &&
	       ctm_reg(j, US_OUT_FMT_0 + 4 * n,
		       written ? outputs[s->format] : OUT_UNUSED);
}

/* The card always has a first target: without one, it is another with no channel written. */
static bool write_outputs(struct ctm_job *j)
{
	uint32_t n, used = j->program.outputs, mask = 0;
	const struct ctm_surface *first = NULL;

	for (n = 0; n < CTM_OUTPUTS; n++) {
		const struct ctm_surface *s = &j->state.output[n];

		if (!(used >> n & 1))
			continue;
		if (!s->set)
			return ctm_fail(j,
				"start_program: the program writes output %u, which no set_out_fmt has set.",
				n);
		if (!fits_domain(j, s, "output", n))
			return false;
		if (!first)
			first = s;
		mask |= 15u << 4 * n;
	}
	for (n = 0; n < CTM_OUTPUTS; n++) {
		if (used >> n & 1 ? !write_target(j, n, &j->state.output[n], true) :
		    !n && first ? !write_target(j, 0, first, false) :
				  !ctm_reg(j, US_OUT_FMT_0 + 4 * n, OUT_UNUSED))
			return false;
	}
	return ctm_reg(j, RB3D_COLOR_CHANNEL_MASK, mask);
}

/* The conditional output is a depth buffer, into which v goes where the test passes. */
static bool write_cond(struct ctm_job *j)
{
	const struct ctm_surface *s = &j->state.cond;
	bool after = j->state.loc == CTM_COND_AFTER;

	if (!s->set)
		return ctm_reg(j, ZB_CNTL, 0) && ctm_reg(j, ZB_ZSTENCILCNTL, 0) &&
		       ctm_reg(j, ZB_ZTOP, 0) && ctm_reg(j, FG_DEPTH_SRC, 0) &&
		       ctm_reg(j, US_W_FMT, 0);
	if (after && !j->program.writes_w)
		return ctm_fail(j,
			"start_program: the condition stands after the program, which writes no W.");
	return fits_domain(j, s, "the conditional output", 0) && address(j, ZB_DEPTHOFFSET, s) &&
	       ctm_reg(j, ZB_DEPTHPITCH, s->width) &&
	       ctm_reg(j, ZB_FORMAT, s->format == CTM_UINT16_1 ? DEPTH_16 : DEPTH_24_8) &&
	       ctm_reg(j, ZB_CNTL, Z_ENABLE | ZWRITEENABLE) &&
	       ctm_reg(j, ZB_ZSTENCILCNTL, j->state.test) && ctm_reg(j, ZB_ZTOP, !after) &&
	       ctm_reg(j, FG_DEPTH_SRC, after ? DEPTH_SRC_SHADER : 0) &&
	       ctm_reg(j, US_W_FMT, after ? W24 : 0);
}

static bool upload(struct ctm_job *j, uint32_t index, const uint32_t *words, uint32_t count)
{
	bool good = ctm_reg(j, GA_US_VECTOR_INDEX, index) &&
		    ctm_write(j, PACKET0_ONE_REG(GA_US_VECTOR_DATA, count));

	while (good && count--)
		good = ctm_write(j, *words++);
	return good;
}

static bool write_program(struct ctm_job *j)
{
	const struct ctm_program *g = &j->program;

	if (!j->uploaded && !upload(j, 0, g->words, CTM_INST_DW * g->count))
		return false;
	j->uploaded = true;
	return ctm_reg(j, US_PIXSIZE, g->temps) &&
	       ctm_reg(j, US_FC_CTRL, g->full ? FULL_FC_EN : 0) &&
	       ctm_reg(j, US_CODE_RANGE, (g->count - 1) << 16) &&
	       ctm_reg(j, US_CODE_ADDR, (g->count - 1) << 16);
}

/* Memory of constants that the program reads. */
static const void *constants(struct ctm_job *j, const struct ctm_memory *m, uint32_t bytes,
			     const char *command)
{
	const void *data = m->set ? ctm_memory(j, m->address, bytes) : NULL;

	if (!m->set)
		ctm_fail(j, "start_program: the program reads constants that no %s has named.",
			 command);
	else if (!data)
		ctm_fail(j,
			 "start_program: %u bytes of constants at 0x%x end outside of the arena.",
			 bytes, m->address);
	return data;
}

static bool write_constants(struct ctm_job *j)
{
	const struct ctm_program *g = &j->program;
	uint32_t words[4 * CTM_CONSTANTS], i;
	const void *data;

	if (g->constants) {
		data = constants(j, &j->state.constf, 16 * g->constants, "set_constf_fmt");
		if (!data)
			return false;
		memcpy(words, data, 16 * g->constants);
		if (!upload(j, US_VECTOR_CONST, words, 4 * g->constants))
			return false;
	}
	if (g->integers) {
		data = constants(j, &j->state.consti, 4 * CTM_INTEGERS, "set_consti_fmt");
		if (!data)
			return false;
		memcpy(words, data, 4 * CTM_INTEGERS);
		for (i = 0; i < CTM_INTEGERS; i++)
			if (!ctm_reg(j, US_FC_INT_CONST_0 + 4 * i, words[i] & 0xffffff))
				return false;
	}
	if (!g->booleans)
		return true;
	data = constants(j, &j->state.constb, 4, "set_constb_fmt");
	if (!data)
		return false;
	memcpy(words, data, 4);
	return ctm_reg(j, US_FC_BOOL_CONST, words[0]);
}

static bool write_float(struct ctm_job *j, double value)
{
	float f = (float)value;
	uint32_t bits;

	memcpy(&bits, &f, 4);
	return ctm_write(j, bits);
}

/*
 * The quad of the domain.  Parameters are given at (x0, y0), (x0 + 3w, y0) and (x0, y0 + 3h), so
 * parameters of a corner of the quad are at a third of the way.
 */
static bool write_quad(struct ctm_job *j)
{
	static const uint8_t corners[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
	const uint32_t *d = j->state.domain;
	float p[3][4 * VECTORS] = { { 0 } };
	uint32_t corner, i;
	bool good;

	if (j->state.params.set)
		memcpy(p, ctm_memory(j, j->state.params.address, sizeof(p)), sizeof(p));
	good = ctm_write(j, PACKET3(OP_DRAW_IMMD_2, 1 + 4 * VERTEX_DW)) && ctm_write(j, QUAD);
	for (corner = 0; good && corner < 4; corner++) {
		uint32_t right = corners[corner][0], below = corners[corner][1];

		good = write_float(j, right ? d[2] + 1 : d[0]) &&
		       write_float(j, below ? d[3] + 1 : d[1]) &&
		       write_float(j, j->state.cond.set ? j->state.value : 0) && write_float(j, 1);
		for (i = 0; good && i < 4 * VECTORS; i++)
			good = write_float(j,
					   p[0][i] + (right ? ((double)p[1][i] - p[0][i]) / 3 : 0) +
						   (below ? ((double)p[2][i] - p[0][i]) / 3 : 0));
	}
	return good;
}

/**
 * ctm_start() - write the packets of START_PROGRAM
 * @j: the job
 *
 * Return: true; false with the sentence in the job.
 */
bool ctm_start(struct ctm_job *j)
{
	const uint32_t *d = j->state.domain;

	if (!j->state.domain_set)
		return ctm_fail(j, "start_program: no set_domain has set the domain.");
	if (!j->uploaded && !ctm_program_take(j))
		return false;
	if (!j->program.outputs && !j->state.cond.set)
		return ctm_fail(j,
			"start_program: the program writes no output, and there is no conditional output.");
	/* The kernel wants empty caches before the surfaces change. */
	if (!(j->starts++ ? ctm_reg(j, RB3D_DSTCACHE_CTLSTAT, DC_FLUSH_FREE) &&
			    ctm_reg(j, ZB_ZCACHE_CTLSTAT, ZC_FLUSH_FREE) : write_fixed(j)))
		return false;
	return ctm_reg(j, SC_SCISSOR0, d[0] | d[1] << 13) &&
	       ctm_reg(j, SC_SCISSOR1, d[2] | d[3] << 13) && write_program(j) &&
	       write_constants(j) && write_inputs(j) && write_outputs(j) && write_cond(j) &&
	       write_quad(j);
}
