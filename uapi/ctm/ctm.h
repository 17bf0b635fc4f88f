/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * CTM on rcp: data-parallel programs on R5xx, by the calls of AMD's CTM guide 1.01.
 *
 * A client opens a connection, fills memory of its arenas with commands, programs, constants and
 * inputs, submits the commands by their GPU address, and polls until they are consumed.  The
 * library translates the commands for the kernel, which bounds each access of the card.
 *
 * Codes of commands are this library's: only two of AMD's are public.  README.md has one row for
 * each thing of the guide.
 *
 * Calls on one connection are not to run at the same time.
 */
#ifndef CTM_H
#define CTM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef uint32_t AMuint32;
typedef struct AMmanagedDeviceRec *AMmanagedDevice;

/**
 * struct AMmanagedDeviceInfo - the arenas of a connection
 * @baseAddressGPU: GPU address of the first arena of GPU memory
 * @arenaSizeGPU: its size in bytes
 * @baseAddressGPUb: GPU address of the second arena of GPU memory
 * @arenaSizeGPUb: its size in bytes, 0 if there is none
 * @baseAddressSYS: GPU address of system memory that the CPU does not cache
 * @arenaSizeSYS: its size in bytes, 0 if there is none
 * @baseAddressSYSc: GPU address of system memory that the CPU caches
 * @arenaSizeSYSc: its size in bytes
 * @baseAddressCPU: where the CPU reaches @baseAddressSYS
 * @baseAddressCPUc: where the CPU reaches @baseAddressSYSc
 * @baseAddressCPUg: where the CPU reaches @baseAddressGPU; reads are slow
 * @baseAddressCPUgb: where the CPU reaches @baseAddressGPUb
 *
 * GPU addresses mean something to this library alone.
 */
typedef struct AMmanagedDeviceInfo {
	AMuint32 baseAddressGPU;
	AMuint32 arenaSizeGPU;
	AMuint32 baseAddressGPUb;
	AMuint32 arenaSizeGPUb;
	AMuint32 baseAddressSYS;
	AMuint32 arenaSizeSYS;
	AMuint32 baseAddressSYSc;
	AMuint32 arenaSizeSYSc;
	void *baseAddressCPU;
	void *baseAddressCPUc;
	void *baseAddressCPUg;
	void *baseAddressCPUgb;
} AMmanagedDeviceInfo;

AMmanagedDevice amOpenManagedConnection(const char *name, AMmanagedDeviceInfo *info);
void amCloseManagedConnection(AMmanagedDevice dev);
AMuint32 amSubmitCommandBuffer(AMmanagedDevice dev, AMuint32 address, AMuint32 bytes);
AMuint32 amCommandBufferConsumed(AMmanagedDevice dev, AMuint32 id);
const char *ctmError(AMmanagedDevice dev);

/* Base addresses of inputs, outputs, programs, constants and parameters are multiples of this. */
#define CTM_ALIGN		2048u
/* Sizes of inputs, outputs and the domain. */
#define CTM_EXTENT_MAX		4096u
/* A line of an input or output is a multiple of this. */
#define CTM_LINE_ALIGN		32u
#define CTM_INPUTS		16u
#define CTM_OUTPUTS		4u
#define CTM_CONSTANTS		256u	/* of four floats */
#define CTM_INTEGERS		32u
#define CTM_PARAMS		96u	/* floats: 32 at each of three vertices */

/**
 * enum ctm_format - formats of the elements of inputs and outputs
 * @CTM_UINT16_1: 16 bits, read and written as 0.0 to 1.0
 * @CTM_UINT8_4: four times 8 bits, read and written as 0.0 to 1.0
 * @CTM_FLOAT32_1: a float
 * @CTM_FLOAT32_2: two floats
 * @CTM_FLOAT32_4: four floats
 */
enum ctm_format {
	CTM_UINT16_1 = 0,
	CTM_UINT8_4 = 1,
	CTM_FLOAT32_1 = 2,
	CTM_FLOAT32_2 = 3,
	CTM_FLOAT32_4 = 4,
};

/* The format word: pitch, tiling, format.  Only linear tiling is public. */
#define CTM_FORMAT_PITCH	0x1ffcu
#define CTM_FORMAT_TILING(t)	((uint32_t)(t) << 16)
#define CTM_FORMAT(f)		((uint32_t)(f) << 24)
#define CTM_TILING_LINEAR	0u

/*
 * Codes of the commands.
 *
 * A command is the dword CTM_COMMAND(code, parameters), then that many parameters.
 */
enum ctm_command {
	CTM_SET_INST_FMT = 0x0d,	/* base, format word: the program */
	CTM_SET_CONSTF_FMT = 0x0e,	/* base, format word: 256 times four floats */
	CTM_SET_CONSTI_FMT = 0x0f,	/* base, format word: 32 dwords; AMD's code */
	CTM_SET_CONSTB_FMT = 0x11,	/* base, format word: a dword with 32 booleans */
	CTM_SET_INP_FMT = 0x12,		/* number, base, format word, height */
	CTM_SET_OUT_FMT = 0x13,		/* number, base, format word, height */
	CTM_SET_DOMAIN = 0x14,		/* first column and line, last column and line */
	CTM_SET_PARAMS = 0x15,		/* base: CTM_PARAMS floats */
	CTM_START_PROGRAM = 0x16,	/* 0 */
	CTM_WAIT_IDLE = 0x17,		/* 0 */
	CTM_SET_COND_OUT_FMT = 0x18,	/* base, format word, height; height 0: no condition */
	CTM_SET_COND_LOC = 0x19,	/* enum ctm_cond_loc */
	CTM_SET_COND_VAL = 0x1a,	/* a float */
	CTM_SET_COND_TEST = 0x1b,	/* enum ctm_cond_test; AMD's code */
	CTM_INV_INP_CACHE = 0x1c,	/* 0, as all that follow */
	CTM_FLUSH_OUT_CACHE = 0x1d,
	CTM_INV_COND_OUT_CACHE = 0x1e,
	CTM_FLUSH_COND_OUT_CACHE = 0x1f,
	CTM_INV_INST_CACHE = 0x20,
	CTM_INV_CONSTF_CACHE = 0x21,
	CTM_INV_CONSTI_CACHE = 0x22,
	CTM_INV_CONSTB_CACHE = 0x23,
	CTM_INIT_PERF_COUNTERS = 0x24,
	CTM_START_PERF_COUNTERS = 0x25,
	CTM_STOP_PERF_COUNTERS = 0x26,
	CTM_READ_PERF_COUNTERS = 0x27,
};

#define CTM_COMMAND(code, parameters) \
	(0xc0000000u | ((uint32_t)(parameters) - 1) << 16 | (uint32_t)(code) << 8)

/* The conditional value v passes the test against the value b in memory if v is: */
enum ctm_cond_test {
	CTM_COND_NEVER = 0,
	CTM_COND_LESS = 1,
	CTM_COND_LEQUAL = 2,
	CTM_COND_EQUAL = 3,
	CTM_COND_GEQUAL = 4,
	CTM_COND_GREATER = 5,
	CTM_COND_NOTEQUAL = 6,
	CTM_COND_ALWAYS = 7,
};

/* Place of the test: before the program v is SET_COND_VAL's value, after it its W output. */
enum ctm_cond_loc {
	CTM_COND_BEFORE = 0,
	CTM_COND_AFTER = 1,
};

/**
 * struct ctm_pack - commands that are being written
 * @words: the memory
 * @size: dwords that it holds
 * @used: dwords in it; more than @size if a command found no room
 */
struct ctm_pack {
	uint32_t *words;
	size_t size;
	size_t used;
};

void ctmAppend(struct ctm_pack *p, enum ctm_command code, const uint32_t *parameters,
	       unsigned int n);
void ctmAppendSetInstFmt(struct ctm_pack *p, AMuint32 base);
void ctmAppendSetConstfFmt(struct ctm_pack *p, AMuint32 base);
void ctmAppendSetConstiFmt(struct ctm_pack *p, AMuint32 base);
void ctmAppendSetConstbFmt(struct ctm_pack *p, AMuint32 base);
void ctmAppendSetInpFmt(struct ctm_pack *p, unsigned int number, AMuint32 base,
			enum ctm_format format, unsigned int tiling, unsigned int width,
			unsigned int height);
void ctmAppendSetOutFmt(struct ctm_pack *p, unsigned int number, AMuint32 base,
			enum ctm_format format, unsigned int tiling, unsigned int width,
			unsigned int height);
void ctmAppendSetDomain(struct ctm_pack *p, unsigned int x0, unsigned int y0, unsigned int x1,
			unsigned int y1);
void ctmAppendSetParams(struct ctm_pack *p, AMuint32 base);
void ctmAppendSetCondOutFmt(struct ctm_pack *p, AMuint32 base, enum ctm_format format,
			    unsigned int tiling, unsigned int width, unsigned int height);
void ctmAppendSetCondTest(struct ctm_pack *p, enum ctm_cond_test test);
void ctmAppendSetCondLoc(struct ctm_pack *p, enum ctm_cond_loc loc);
void ctmAppendSetCondVal(struct ctm_pack *p, float value);
/* START_PROGRAM, WAIT_IDLE, and the commands of the caches. */
void ctmAppendSimple(struct ctm_pack *p, enum ctm_command code);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif /* CTM_H */
