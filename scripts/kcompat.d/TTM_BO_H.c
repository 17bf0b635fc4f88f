// SPDX-License-Identifier: GPL-2.0
/* TTM declares its buffer objects in one header. */
#include <drm/ttm/ttm_bo.h>
#include <drm/ttm/ttm_placement.h>

int rcp_probe(struct ttm_buffer_object *bo, struct ttm_operation_ctx *ctx);
int rcp_probe(struct ttm_buffer_object *bo, struct ttm_operation_ctx *ctx)
{
	return ttm_bo_wait_ctx(bo, ctx);
}
