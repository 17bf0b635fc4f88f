// SPDX-License-Identifier: GPL-2.0
/* The opcodes of the ALU: functions over 16 invocations, and the rows that name them. */
#include "alu.h"

#include <math.h>
#include <string.h>

#include "float.h"

#define NAN_BITS	0x7fc00000u
#define MOST		0x1.fffffep127f

static inline uint32_t bits(float f)
{
	union { float f; uint32_t u; } v = { .f = f };

	return v.u;
}

static inline float from_bits(uint32_t u)
{
	union { uint32_t u; float f; } v = { .u = u };

	return v.f;
}

/* Denormals become zero of the same sign. */
static inline float flush(float f)
{
	uint32_t u = bits(f);

	return from_bits(u & 0x7f800000 ? u : u & 0x80000000);
}

/* The result of arithmetic: no denormal, one NaN. */
static inline float fix(float f)
{
	uint32_t u = bits(f), magnitude = u & 0x7fffffff;

	u = magnitude < 0x00800000 ? u & 0x80000000 : u;
	return from_bits(magnitude > 0x7f800000 ? NAN_BITS : u);
}

/* 0 times anything is 0. */
static inline float mul(float x, float y)
{
	return x == 0.0f || y == 0.0f ? 0.0f : x * y;
}

/* Without libm or branches, so that loops become vectors.  From 2^23 floats are integers. */
static inline float whole_toward_zero(float x)
{
	uint32_t small = fabsf(x) < 8388608.0f ? 0xffffffff : 0;
	float r = (float)(int32_t)from_bits(bits(x) & small);

	return from_bits(((bits(r) | (bits(x) & 0x80000000)) & small) | (bits(x) & ~small));
}

static inline float whole_nearest(float x)
{
	float a = fabsf(x);
	float r = (a + 8388608.0f) - 8388608.0f;

	return a < 8388608.0f ? from_bits(bits(r) | (bits(x) & 0x80000000)) : x;
}

static inline float whole_below(float x)
{
	float r = whole_toward_zero(x);

	return r - (r > x ? 1.0f : 0.0f);
}

static inline float whole_above(float x)
{
	float r = whole_toward_zero(x);

	return r < x ? from_bits(bits(r + 1.0f) | (bits(x) & 0x80000000)) : r;
}

/* A function over the lanes; x, y, z are the operands as floats without denormals. */
#define FLOAT_FN(name, expr)								\
static GPU_CLONES void name(union gpu_lanes *restrict d, const union gpu_lanes *a,	\
			    const union gpu_lanes *b, const union gpu_lanes *c)		\
{											\
	(void)b;									\
	(void)c;									\
	for (int i = 0; i < GPU_LANES; i++) {						\
		float x = flush(a->f[i]), y = flush(b->f[i]), z = flush(c->f[i]);	\
											\
		(void)x;								\
		(void)y;								\
		(void)z;								\
		d->f[i] = (expr);							\
	}										\
}

/* x, y, z as unsigned, sx, sy as signed integers; or a comparison of floats fx, fy. */
#define BITS_FN(name, expr)								\
static GPU_CLONES void name(union gpu_lanes *restrict d, const union gpu_lanes *a,	\
			    const union gpu_lanes *b, const union gpu_lanes *c)		\
{											\
	for (int i = 0; i < GPU_LANES; i++) {						\
		uint32_t x = a->u[i], y = b->u[i], z = c->u[i];				\
		int32_t sx = a->i[i], sy = b->i[i];					\
		float fx = flush(a->f[i]), fy = flush(b->f[i]);				\
											\
		(void)x;								\
		(void)y;								\
		(void)z;								\
		(void)sx;								\
		(void)sy;								\
		(void)fx;								\
		(void)fy;								\
		d->u[i] = (expr);							\
	}										\
}

#define ONES(condition)	((condition) ? 0xffffffffu : 0u)

FLOAT_FN(op_add, fix(x + y))
FLOAT_FN(op_mul, fix(mul(x, y)))
FLOAT_FN(op_mul_ieee, fix(x * y))
/* Beside a NaN the second operand, also of the DX10 forms: README.md */
FLOAT_FN(op_max, x >= y ? x : y)
FLOAT_FN(op_min, x < y ? x : y)
FLOAT_FN(op_fract, fix(x - whole_below(x)))
FLOAT_FN(op_trunc, fix(whole_toward_zero(x)))
FLOAT_FN(op_ceil, fix(whole_above(x)))
FLOAT_FN(op_rndne, fix(whole_nearest(x)))
FLOAT_FN(op_floor, fix(whole_below(x)))
BITS_FN(op_mov, x)

/* Not fused: the product is rounded first. */
FLOAT_FN(op_muladd, fix(fix(mul(x, y)) + z))
FLOAT_FN(op_muladd_m2, fix((fix(mul(x, y)) + z) * 2.0f))
FLOAT_FN(op_muladd_m4, fix((fix(mul(x, y)) + z) * 4.0f))
FLOAT_FN(op_muladd_d2, fix((fix(mul(x, y)) + z) * 0.5f))
FLOAT_FN(op_muladd_ieee, fix(fix(x * y) + z))
FLOAT_FN(op_muladd_ieee_m2, fix((fix(x * y) + z) * 2.0f))
FLOAT_FN(op_muladd_ieee_m4, fix((fix(x * y) + z) * 4.0f))
FLOAT_FN(op_muladd_ieee_d2, fix((fix(x * y) + z) * 0.5f))

static inline float mul_lit(float x, float y, float z)
{
	return y > -MOST && z > 0.0f ? mul(x, y) : -MOST;
}

FLOAT_FN(op_mul_lit, fix(mul_lit(x, y, z)))
FLOAT_FN(op_mul_lit_m2, fix(mul_lit(x, y, z) * 2.0f))
FLOAT_FN(op_mul_lit_m4, fix(mul_lit(x, y, z) * 4.0f))
FLOAT_FN(op_mul_lit_d2, fix(mul_lit(x, y, z) * 0.5f))

BITS_FN(op_cnde, fx == 0.0f ? y : z)
BITS_FN(op_cndgt, fx > 0.0f ? y : z)
BITS_FN(op_cndge, fx >= 0.0f ? y : z)
BITS_FN(op_cnde_int, x == 0 ? y : z)
BITS_FN(op_cndgt_int, sx > 0 ? y : z)
BITS_FN(op_cndge_int, sx >= 0 ? y : z)

BITS_FN(cmp_e, ONES(fx == fy))
BITS_FN(cmp_gt, ONES(fx > fy))
BITS_FN(cmp_ge, ONES(fx >= fy))
BITS_FN(cmp_ne, ONES(!(fx == fy)))
BITS_FN(cmp_e_int, ONES(x == y))
BITS_FN(cmp_gt_int, ONES(sx > sy))
BITS_FN(cmp_ge_int, ONES(sx >= sy))
BITS_FN(cmp_ne_int, ONES(x != y))
BITS_FN(cmp_gt_uint, ONES(x > y))
BITS_FN(cmp_ge_uint, ONES(x >= y))

/* The counter of nested conditions that these keep is 0 for lanes that run. */
FLOAT_FN(op_pred_inv, x == 1.0f ? 0.0f : x == 0.0f ? 1.0f : x)
FLOAT_FN(op_pred_pop, x <= 0.0f ? 0.0f : fix(x - 1.0f))
FLOAT_FN(op_pred_clr, MOST)
FLOAT_FN(op_pred_restore, x == 0.0f ? 0.0f : x)
FLOAT_FN(op_pred_e_push, y == 0.0f && x == 0.0f ? 0.0f : fix(x + 1.0f))
FLOAT_FN(op_pred_gt_push, y > 0.0f && x == 0.0f ? 0.0f : fix(x + 1.0f))
FLOAT_FN(op_pred_ge_push, y >= 0.0f && x == 0.0f ? 0.0f : fix(x + 1.0f))
FLOAT_FN(op_pred_ne_push, y != 0.0f && x == 0.0f ? 0.0f : fix(x + 1.0f))
BITS_FN(op_pred_e_push_int, sy == 0 && fx == 0.0f ? 0 : bits(fix(fx + 1.0f)))
BITS_FN(op_pred_gt_push_int, sy > 0 && fx == 0.0f ? 0 : bits(fix(fx + 1.0f)))
BITS_FN(op_pred_ge_push_int, sy >= 0 && fx == 0.0f ? 0 : bits(fix(fx + 1.0f)))
BITS_FN(op_pred_ne_push_int, sy != 0 && fx == 0.0f ? 0 : bits(fix(fx + 1.0f)))
BITS_FN(op_pred_lt_push_int, sy < 0 && fx == 0.0f ? 0 : bits(fix(fx + 1.0f)))
BITS_FN(op_pred_le_push_int, sy <= 0 && fx == 0.0f ? 0 : bits(fix(fx + 1.0f)))

BITS_FN(op_and, x & y)
BITS_FN(op_or, x | y)
BITS_FN(op_xor, x ^ y)
BITS_FN(op_not, ~x)
BITS_FN(op_add_int, x + y)
BITS_FN(op_sub_int, x - y)
BITS_FN(op_max_int, sx > sy ? x : y)
BITS_FN(op_min_int, sx < sy ? x : y)
BITS_FN(op_max_uint, x > y ? x : y)
BITS_FN(op_min_uint, x < y ? x : y)
/* Only five bits of a distance count. */
BITS_FN(op_ashr, (uint32_t)(sx >> (y & 31)))
BITS_FN(op_lshr, x >> (y & 31))
BITS_FN(op_lshl, x << (y & 31))
BITS_FN(op_mullo, x * y)
BITS_FN(op_mulhi_int, (uint32_t)(((int64_t)sx * sy) >> 32))
BITS_FN(op_mulhi_uint, (uint32_t)(((uint64_t)x * y) >> 32))

static inline uint32_t recip_uint(uint32_t x)
{
	return x ? x == 1 ? 0xffffffff : (uint32_t)((1ull << 32) / x) : 0xffffffff;
}

static inline uint32_t recip_int(int32_t x)
{
	uint32_t r = recip_uint(x < 0 ? 0u - (uint32_t)x : (uint32_t)x);

	return x < 0 ? 0u - r : r;
}

BITS_FN(op_recip_uint, recip_uint(x))
BITS_FN(op_recip_int, recip_int(sx))

/* Towards zero, to the nearest number that there is; NaN is 0. */
static inline int32_t to_int(float x)
{
	if (!(x > -2147483648.0f))
		return x != x ? 0 : INT32_MIN;
	return x >= 2147483648.0f ? INT32_MAX : (int32_t)x;
}

static inline uint32_t to_uint(float x)
{
	if (!(x > 0.0f))
		return 0;
	return x >= 4294967296.0f ? UINT32_MAX : (uint32_t)x;
}

BITS_FN(op_flt_to_int, (uint32_t)to_int(fx))
BITS_FN(op_flt_to_uint, to_uint(fx))
BITS_FN(op_int_to_flt, bits((float)sx))
BITS_FN(op_uint_to_flt, bits((float)x))

static inline uint32_t address(float x)
{
	return (uint32_t)(x >= 255.0f ? 255 : x > -256.0f ? (int32_t)x : x != x ? 0 : -256);
}

BITS_FN(op_mova, address(whole_nearest(fx)))
BITS_FN(op_mova_floor, address(whole_below(fx)))
BITS_FN(op_mova_int, (uint32_t)(sx > 255 ? 255 : sx < -256 ? -256 : sx))

static inline float limited(float x)
{
	return fabsf(x) > MOST ? copysignf(MOST, x) : x;
}

static inline float no_infinity(float x)
{
	return fabsf(x) > MOST ? copysignf(0.0f, x) : x;
}

static inline float recip_sqrt(float x)
{
	return x == 0.0f ? copysignf(INFINITY, x) : (float)(1.0 / sqrt((double)x));
}

FLOAT_FN(op_exp, fix(gpu_exp2(x)))
FLOAT_FN(op_log, fix(gpu_log2(x)))
FLOAT_FN(op_log_clamped, fix(limited(gpu_log2(x))))
FLOAT_FN(op_recip, fix(1.0f / x))
FLOAT_FN(op_recip_clamped, fix(limited(1.0f / x)))
FLOAT_FN(op_recip_ff, fix(no_infinity(1.0f / x)))
FLOAT_FN(op_rsqrt, fix(recip_sqrt(x)))
FLOAT_FN(op_rsqrt_clamped, fix(limited(recip_sqrt(x))))
FLOAT_FN(op_rsqrt_ff, fix(no_infinity(recip_sqrt(x))))
FLOAT_FN(op_sqrt, fix(sqrtf(x)))
FLOAT_FN(op_sin, fix(gpu_sin_turns(x)))
FLOAT_FN(op_cos, fix(gpu_cos_turns(x)))
FLOAT_FN(op_sin_r6xx, fix(gpu_sin_radians(x)))
FLOAT_FN(op_cos_r6xx, fix(gpu_cos_radians(x)))

static GPU_CLONES void reduce_dot4(union gpu_lanes d[4], const union gpu_lanes *const a[4],
				   const union gpu_lanes *const b[4])
{
	for (int i = 0; i < GPU_LANES; i++) {
		float sum = fix(mul(flush(a[0]->f[i]), flush(b[0]->f[i])));

		for (int s = 1; s < 4; s++)
			sum = fix(sum + fix(mul(flush(a[s]->f[i]), flush(b[s]->f[i]))));
		d[0].f[i] = sum;
	}
	for (int s = 1; s < 4; s++)
		d[s] = d[0];
}

static GPU_CLONES void reduce_dot4_ieee(union gpu_lanes d[4], const union gpu_lanes *const a[4],
					const union gpu_lanes *const b[4])
{
	for (int i = 0; i < GPU_LANES; i++) {
		float sum = fix(flush(a[0]->f[i]) * flush(b[0]->f[i]));

		for (int s = 1; s < 4; s++)
			sum = fix(sum + fix(flush(a[s]->f[i]) * flush(b[s]->f[i])));
		d[0].f[i] = sum;
	}
	for (int s = 1; s < 4; s++)
		d[s] = d[0];
}

static void reduce_max4(union gpu_lanes d[4], const union gpu_lanes *const a[4],
			const union gpu_lanes *const b[4])
{
	(void)b;
	for (int i = 0; i < GPU_LANES; i++) {
		float most = flush(a[0]->f[i]);

		for (int s = 1; s < 4; s++) {
			float x = flush(a[s]->f[i]);

			most = most >= x ? most : x;
		}
		d[0].f[i] = most;
	}
	for (int s = 1; s < 4; s++)
		d[s] = d[0];
}

/* Sources (z, y) (z, x) (x, z) (y, z); results t, s, twice the major axis, face. */
static void reduce_cube(union gpu_lanes d[4], const union gpu_lanes *const a[4],
			const union gpu_lanes *const b[4])
{
	for (int i = 0; i < GPU_LANES; i++) {
		float x = flush(a[2]->f[i]), y = flush(b[0]->f[i]), z = flush(a[0]->f[i]);
		float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
		float s, t, major, face;

		if (az >= ax && az >= ay) {
			s = z < 0.0f ? -x : x;
			t = -y;
			major = z;
			face = z < 0.0f ? 5.0f : 4.0f;
		} else if (ay >= ax) {
			s = x;
			t = y < 0.0f ? -z : z;
			major = y;
			face = y < 0.0f ? 3.0f : 2.0f;
		} else {
			s = x < 0.0f ? z : -z;
			t = -y;
			major = x;
			face = x < 0.0f ? 1.0f : 0.0f;
		}
		d[0].f[i] = fix(t);
		d[1].f[i] = fix(s);
		d[2].f[i] = fix(2.0f * major);
		d[3].f[i] = face;
	}
}

#define ROW(n, o, s, r, f, function)	{ .name = n, .op = o, .sources = s, .result = GPU_RES_##r, .flags = f, .fn = function }
#define REDUCE(n, o, s, function)	{ .name = n, .op = o, .sources = s, .result = GPU_RES_REDUCE, .reduce = function }
#define T	GPU_ALU_TRANS

static const struct gpu_alu_row op2_rows[] = {
	ROW("ADD", 0x00, 2, FLOAT, 0, op_add),
	ROW("MUL", 0x01, 2, FLOAT, 0, op_mul),
	ROW("MUL_IEEE", 0x02, 2, FLOAT, 0, op_mul_ieee),
	ROW("MAX", 0x03, 2, FLOAT, 0, op_max),
	ROW("MIN", 0x04, 2, FLOAT, 0, op_min),
	ROW("MAX_DX10", 0x05, 2, FLOAT, 0, op_max),
	ROW("MIN_DX10", 0x06, 2, FLOAT, 0, op_min),
	ROW("SETE", 0x08, 2, SET, 0, cmp_e),
	ROW("SETGT", 0x09, 2, SET, 0, cmp_gt),
	ROW("SETGE", 0x0a, 2, SET, 0, cmp_ge),
	ROW("SETNE", 0x0b, 2, SET, 0, cmp_ne),
	ROW("SETE_DX10", 0x0c, 2, BITS, 0, cmp_e),
	ROW("SETGT_DX10", 0x0d, 2, BITS, 0, cmp_gt),
	ROW("SETGE_DX10", 0x0e, 2, BITS, 0, cmp_ge),
	ROW("SETNE_DX10", 0x0f, 2, BITS, 0, cmp_ne),
	ROW("FRACT", 0x10, 1, FLOAT, 0, op_fract),
	ROW("TRUNC", 0x11, 1, FLOAT, 0, op_trunc),
	ROW("CEIL", 0x12, 1, FLOAT, 0, op_ceil),
	ROW("RNDNE", 0x13, 1, FLOAT, 0, op_rndne),
	ROW("FLOOR", 0x14, 1, FLOAT, 0, op_floor),
	ROW("MOVA", 0x15, 1, AR, 0, op_mova),
	ROW("MOVA_FLOOR", 0x16, 1, AR, 0, op_mova_floor),
	ROW("MOVA_INT", 0x18, 1, AR, 0, op_mova_int),
	ROW("MOV", 0x19, 1, FLOAT, GPU_ALU_INPUT_BITS, op_mov),
	ROW("NOP", 0x1a, 0, NONE, 0, op_mov),
	ROW("PRED_SETGT_UINT", 0x1e, 2, PRED, 0, cmp_gt_uint),
	ROW("PRED_SETGE_UINT", 0x1f, 2, PRED, 0, cmp_ge_uint),
	ROW("PRED_SETE", 0x20, 2, PRED, 0, cmp_e),
	ROW("PRED_SETGT", 0x21, 2, PRED, 0, cmp_gt),
	ROW("PRED_SETGE", 0x22, 2, PRED, 0, cmp_ge),
	ROW("PRED_SETNE", 0x23, 2, PRED, 0, cmp_ne),
	ROW("PRED_SET_INV", 0x24, 1, STACK, 0, op_pred_inv),
	ROW("PRED_SET_POP", 0x25, 1, STACK, 0, op_pred_pop),
	ROW("PRED_SET_CLR", 0x26, 0, STACK, 0, op_pred_clr),
	ROW("PRED_SET_RESTORE", 0x27, 1, STACK, 0, op_pred_restore),
	ROW("PRED_SETE_PUSH", 0x28, 2, STACK, 0, op_pred_e_push),
	ROW("PRED_SETGT_PUSH", 0x29, 2, STACK, 0, op_pred_gt_push),
	ROW("PRED_SETGE_PUSH", 0x2a, 2, STACK, 0, op_pred_ge_push),
	ROW("PRED_SETNE_PUSH", 0x2b, 2, STACK, 0, op_pred_ne_push),
	ROW("KILLE", 0x2c, 2, KILL, 0, cmp_e),
	ROW("KILLGT", 0x2d, 2, KILL, 0, cmp_gt),
	ROW("KILLGE", 0x2e, 2, KILL, 0, cmp_ge),
	ROW("KILLNE", 0x2f, 2, KILL, 0, cmp_ne),
	ROW("AND_INT", 0x30, 2, BITS, 0, op_and),
	ROW("OR_INT", 0x31, 2, BITS, 0, op_or),
	ROW("XOR_INT", 0x32, 2, BITS, 0, op_xor),
	ROW("NOT_INT", 0x33, 1, BITS, 0, op_not),
	ROW("ADD_INT", 0x34, 2, BITS, 0, op_add_int),
	ROW("SUB_INT", 0x35, 2, BITS, 0, op_sub_int),
	ROW("MAX_INT", 0x36, 2, BITS, 0, op_max_int),
	ROW("MIN_INT", 0x37, 2, BITS, 0, op_min_int),
	ROW("MAX_UINT", 0x38, 2, BITS, 0, op_max_uint),
	ROW("MIN_UINT", 0x39, 2, BITS, 0, op_min_uint),
	ROW("SETE_INT", 0x3a, 2, BITS, 0, cmp_e_int),
	ROW("SETGT_INT", 0x3b, 2, BITS, 0, cmp_gt_int),
	ROW("SETGE_INT", 0x3c, 2, BITS, 0, cmp_ge_int),
	ROW("SETNE_INT", 0x3d, 2, BITS, 0, cmp_ne_int),
	ROW("SETGT_UINT", 0x3e, 2, BITS, 0, cmp_gt_uint),
	ROW("SETGE_UINT", 0x3f, 2, BITS, 0, cmp_ge_uint),
	ROW("KILLGT_UINT", 0x40, 2, KILL, 0, cmp_gt_uint),
	ROW("KILLGE_UINT", 0x41, 2, KILL, 0, cmp_ge_uint),
	ROW("PRED_SETE_INT", 0x42, 2, PRED, 0, cmp_e_int),
	ROW("PRED_SETGT_INT", 0x43, 2, PRED, 0, cmp_gt_int),
	ROW("PRED_SETGE_INT", 0x44, 2, PRED, 0, cmp_ge_int),
	ROW("PRED_SETNE_INT", 0x45, 2, PRED, 0, cmp_ne_int),
	ROW("KILLE_INT", 0x46, 2, KILL, 0, cmp_e_int),
	ROW("KILLGT_INT", 0x47, 2, KILL, 0, cmp_gt_int),
	ROW("KILLGE_INT", 0x48, 2, KILL, 0, cmp_ge_int),
	ROW("KILLNE_INT", 0x49, 2, KILL, 0, cmp_ne_int),
	ROW("PRED_SETE_PUSH_INT", 0x4a, 2, STACK, 0, op_pred_e_push_int),
	ROW("PRED_SETGT_PUSH_INT", 0x4b, 2, STACK, 0, op_pred_gt_push_int),
	ROW("PRED_SETGE_PUSH_INT", 0x4c, 2, STACK, 0, op_pred_ge_push_int),
	ROW("PRED_SETNE_PUSH_INT", 0x4d, 2, STACK, 0, op_pred_ne_push_int),
	ROW("PRED_SETLT_PUSH_INT", 0x4e, 2, STACK, 0, op_pred_lt_push_int),
	ROW("PRED_SETLE_PUSH_INT", 0x4f, 2, STACK, 0, op_pred_le_push_int),
	REDUCE("DOT4", 0x50, 2, reduce_dot4),
	REDUCE("DOT4_IEEE", 0x51, 2, reduce_dot4_ieee),
	REDUCE("CUBE", 0x52, 2, reduce_cube),
	REDUCE("MAX4", 0x53, 1, reduce_max4),
	ROW("MOVA_GPR_INT", 0x60, 1, AR, 0, op_mov),
	ROW("EXP_IEEE", 0x61, 1, FLOAT, T, op_exp),
	ROW("LOG_CLAMPED", 0x62, 1, FLOAT, T, op_log_clamped),
	ROW("LOG_IEEE", 0x63, 1, FLOAT, T, op_log),
	ROW("RECIP_CLAMPED", 0x64, 1, FLOAT, T, op_recip_clamped),
	ROW("RECIP_FF", 0x65, 1, FLOAT, T, op_recip_ff),
	ROW("RECIP_IEEE", 0x66, 1, FLOAT, T, op_recip),
	ROW("RECIPSQRT_CLAMPED", 0x67, 1, FLOAT, T, op_rsqrt_clamped),
	ROW("RECIPSQRT_FF", 0x68, 1, FLOAT, T, op_rsqrt_ff),
	ROW("RECIPSQRT_IEEE", 0x69, 1, FLOAT, T, op_rsqrt),
	ROW("SQRT_IEEE", 0x6a, 1, FLOAT, T, op_sqrt),
	ROW("FLT_TO_INT", 0x6b, 1, BITS, T, op_flt_to_int),
	ROW("INT_TO_FLT", 0x6c, 1, FLOAT, T, op_int_to_flt),
	ROW("UINT_TO_FLT", 0x6d, 1, FLOAT, T, op_uint_to_flt),
	ROW("SIN", 0x6e, 1, FLOAT, T, op_sin),
	ROW("COS", 0x6f, 1, FLOAT, T, op_cos),
	ROW("ASHR_INT", 0x70, 2, BITS, GPU_ALU_TRANS_R6XX, op_ashr),
	ROW("LSHR_INT", 0x71, 2, BITS, GPU_ALU_TRANS_R6XX, op_lshr),
	ROW("LSHL_INT", 0x72, 2, BITS, GPU_ALU_TRANS_R6XX, op_lshl),
	ROW("MULLO_INT", 0x73, 2, BITS, T, op_mullo),
	ROW("MULHI_INT", 0x74, 2, BITS, T, op_mulhi_int),
	ROW("MULLO_UINT", 0x75, 2, BITS, T, op_mullo),
	ROW("MULHI_UINT", 0x76, 2, BITS, T, op_mulhi_uint),
	ROW("RECIP_INT", 0x77, 1, BITS, T, op_recip_int),
	ROW("RECIP_UINT", 0x78, 1, BITS, T, op_recip_uint),
	ROW("FLT_TO_UINT", 0x79, 1, BITS, T, op_flt_to_uint),
};

/* R6xx counts angles in radians, R7xx in turns. */
static const struct gpu_alu_row r6xx_rows[] = {
	ROW("SIN", 0x6e, 1, FLOAT, T, op_sin_r6xx),
	ROW("COS", 0x6f, 1, FLOAT, T, op_cos_r6xx),
};

static const struct gpu_alu_row op3_rows[] = {
	ROW("MUL_LIT", 0x0c, 3, FLOAT, T, op_mul_lit),
	ROW("MUL_LIT_M2", 0x0d, 3, FLOAT, T, op_mul_lit_m2),
	ROW("MUL_LIT_M4", 0x0e, 3, FLOAT, T, op_mul_lit_m4),
	ROW("MUL_LIT_D2", 0x0f, 3, FLOAT, T, op_mul_lit_d2),
	ROW("MULADD", 0x10, 3, FLOAT, 0, op_muladd),
	ROW("MULADD_M2", 0x11, 3, FLOAT, 0, op_muladd_m2),
	ROW("MULADD_M4", 0x12, 3, FLOAT, 0, op_muladd_m4),
	ROW("MULADD_D2", 0x13, 3, FLOAT, 0, op_muladd_d2),
	ROW("MULADD_IEEE", 0x14, 3, FLOAT, 0, op_muladd_ieee),
	ROW("MULADD_IEEE_M2", 0x15, 3, FLOAT, 0, op_muladd_ieee_m2),
	ROW("MULADD_IEEE_M4", 0x16, 3, FLOAT, 0, op_muladd_ieee_m4),
	ROW("MULADD_IEEE_D2", 0x17, 3, FLOAT, 0, op_muladd_ieee_d2),
	ROW("CNDE", 0x18, 3, FLOAT, GPU_ALU_INPUT_BITS, op_cnde),
	ROW("CNDGT", 0x19, 3, FLOAT, GPU_ALU_INPUT_BITS, op_cndgt),
	ROW("CNDGE", 0x1a, 3, FLOAT, GPU_ALU_INPUT_BITS, op_cndge),
	ROW("CNDE_INT", 0x1c, 3, BITS, 0, op_cnde_int),
	ROW("CNDGT_INT", 0x1d, 3, BITS, 0, op_cndgt_int),
	ROW("CNDGE_INT", 0x1e, 3, BITS, 0, op_cndge_int),
};

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

static const struct gpu_alu_row *find(const struct gpu_alu_row *rows, size_t n, unsigned int op)
{
	for (size_t i = 0; i < n; i++) {
		if (rows[i].op == op)
			return &rows[i];
	}
	return NULL;
}

const struct gpu_alu_row *gpu_alu_find(bool op3, unsigned int op, bool r7xx)
{
	const struct gpu_alu_row *row = NULL;

	if (op3)
		return find(op3_rows, COUNT(op3_rows), op);
	if (!r7xx)
		row = find(r6xx_rows, COUNT(r6xx_rows), op);
	else if (op == 0x60)
		return NULL;
	return row ? row : find(op2_rows, COUNT(op2_rows), op);
}

GPU_CLONES gpu_mask gpu_alu_finish(const struct gpu_alu_row *row, union gpu_lanes *d)
{
	gpu_mask mask = 0;
	float yes = row->result == GPU_RES_PRED ? 0.0f : 1.0f;

	if (row->result == GPU_RES_STACK) {
		for (int i = 0; i < GPU_LANES; i++)
			mask |= (gpu_mask)(d->f[i] == 0.0f) << i;
	} else if (row->result == GPU_RES_SET || row->result == GPU_RES_PRED || row->result == GPU_RES_KILL) {
		for (int i = 0; i < GPU_LANES; i++)
			mask |= (d->u[i] & 1) << i;
		for (int i = 0; i < GPU_LANES; i++)
			d->f[i] = d->u[i] ? yes : 1.0f - yes;
	}
	return mask;
}

GPU_CLONES void gpu_alu_modify(union gpu_lanes *d, unsigned int omod, bool clamp)
{
	static const float factor[] = { 1.0f, 2.0f, 4.0f, 0.5f };

	if (omod) {
		for (int i = 0; i < GPU_LANES; i++)
			d->f[i] = fix(flush(d->f[i]) * factor[omod]);
	}
	if (clamp) {
		for (int i = 0; i < GPU_LANES; i++) {
			float f = flush(d->f[i]);

			f = f > 0.0f ? f : 0.0f;
			d->f[i] = f < 1.0f ? f : 1.0f;
		}
	}
}

void gpu_alu_eval(const struct gpu_alu_row *row, union gpu_lanes *d, const union gpu_lanes *a,
		  const union gpu_lanes *b, const union gpu_lanes *c)
{
	if (row->reduce) {
		const union gpu_lanes *const as[4] = { a, a, a, a }, *const bs[4] = { b, b, b, b };
		union gpu_lanes out[4];

		row->reduce(out, as, bs);
		*d = out[0];
		return;
	}
	row->fn(d, a, b, c);
	gpu_alu_finish(row, d);
}
