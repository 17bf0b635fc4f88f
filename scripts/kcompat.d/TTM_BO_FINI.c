// SPDX-License-Identifier: GPL-2.0
/* ttm_bo_fini() rather than ttm_bo_put() ends a buffer. */
#include <drm/ttm/ttm_bo.h>

void rcp_probe(struct ttm_buffer_object *bo);
void rcp_probe(struct ttm_buffer_object *bo)
{
	ttm_bo_fini(bo);
}
