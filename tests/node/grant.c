// SPDX-License-Identifier: GPL-2.0
/*
 * Grants, as drm/rcp_grant.c has them: one file at a time owns HiZ and ZMASK RAM, or CMASK RAM, and the next
 * one that uses it finds it cleared.
 *
 * No job is ever under way, so a grant that is given up is free at once.  The node does not see close(): a file
 * is closed when none of the process's descriptors is of it, and another one asks.
 */
#include "node.h"
#include "pm4.h"

static const uint32_t flags[] = { PM4_OWNS_HYPERZ, PM4_OWNS_CMASK };

#define GRANTS	(sizeof(flags) / sizeof(flags[0]))

/* @user: the file whose stream was the last one with the grant; its contents are in the RAM */
static struct grant {
	struct node_file *owner, *user;
} grants[GRANTS];

bool node_grant_want(struct node_file *file, uint32_t flag, bool want)
{
	struct grant *g = &grants[flag == PM4_OWNS_CMASK];

	if (!node_card_straps().r500)
		return false;
	if (g->owner && g->owner != file && want && !node_file_is_open(g->owner))
		g->owner = NULL;
	if (!want && g->owner == file)
		g->owner = NULL;
	else if (want && !g->owner)
		g->owner = file;
	return g->owner == file;
}

uint32_t node_grants(const struct node_file *file)
{
	uint32_t owns = 0;

	for (unsigned int i = 0; i < GRANTS; i++)
		owns |= grants[i].owner == file ? flags[i] : 0;
	return owns;
}

uint32_t node_grants_use(struct node_file *file)
{
	uint32_t foreign = 0;

	for (unsigned int i = 0; i < GRANTS; i++) {
		if (grants[i].owner != file || grants[i].user == file)
			continue;
		grants[i].user = file;
		foreign |= flags[i];
	}
	return foreign;
}
