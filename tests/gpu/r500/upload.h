/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs and constants of R5xx, which are in the chip: registers are ports to them.
 *
 * The host of a draw gives each register write to r500_upload_write(), and the draw reads the result.  No locks: one thread uses an upload at a time.
 */
#ifndef GPU_R500_UPLOAD_H
#define GPU_R500_UPLOAD_H

#include <stdbool.h>
#include <stdint.h>

#define R500_PVS_SLOTS		1024u	/* instructions of vertex programs */
#define R500_PVS_CONSTANTS	256u
#define R500_PVS_CLIP		8u
#define R500_US_SLOTS		512u	/* instructions of fragment programs */
#define R500_US_CONSTANTS	256u

/* Vectors of r500_upload.clip. */
enum { R500_CLIP_UCP, R500_CLIP_POINT_SCALE = 6, R500_CLIP_POINT_TEX };

/**
 * struct r500_upload - data written to the ports
 * @pvs: instructions of vertex programs, four dwords each
 * @pvs_constant: constants of vertex programs, as bits
 * @clip: six user clip planes, the scale of points in clip coordinates, corners of generated textures
 * @us: instructions of fragment programs, six dwords each
 * @us_constant: constants of fragment programs, as bits
 * @vector, @vector_dw: where VAP_PVS_VECTOR_DATA_REG writes next
 * @us_index: GA_US_VECTOR_INDEX; @us_at, @us_dw: where GA_US_VECTOR_DATA writes next
 */
struct r500_upload {
	uint32_t pvs[R500_PVS_SLOTS][4];
	uint32_t pvs_constant[R500_PVS_CONSTANTS][4];
	uint32_t clip[R500_PVS_CLIP][4];
	uint32_t us[R500_US_SLOTS][6];
	uint32_t us_constant[R500_US_CONSTANTS][4];
	uint32_t vector, vector_dw;
	uint32_t us_index, us_at, us_dw;
};

/**
 * r500_upload_write() - a register write, if it is one to a port
 * @u: the upload
 * @reg: byte address of the register
 * @value: what is written
 *
 * Return: whether @reg is one of the ports; others change nothing.
 */
bool r500_upload_write(struct r500_upload *u, uint32_t reg, uint32_t value);

#endif
