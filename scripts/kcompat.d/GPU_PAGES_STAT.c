// SPDX-License-Identifier: GPL-2.0
/* /proc/meminfo has a line for the pages of GPU buffers. */
#include <linux/mm.h>

void rcp_probe(struct pglist_data *node, long pages);
void rcp_probe(struct pglist_data *node, long pages)
{
	mod_node_page_state(node, NR_GPU_ACTIVE, pages);
}
