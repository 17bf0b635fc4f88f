// SPDX-License-Identifier: GPL-2.0
/* Drivers populate a buffer and not its pages. */
#include <drm/ttm/ttm_bo.h>

int rcp_probe(struct ttm_buffer_object *bo, struct ttm_operation_ctx *ctx);
int rcp_probe(struct ttm_buffer_object *bo, struct ttm_operation_ctx *ctx)
{
	return ttm_bo_populate(bo, ctx);
}
