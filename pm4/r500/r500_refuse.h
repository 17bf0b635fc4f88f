/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Refusals.  The rule fills in struct pm4_why, r500_refuse() adds the packet.  r500_refuse()
 * always returns 1, so that a rule ends with "return R500_REFUSE(...)".  Takes no lock.
 */
#ifndef R500_REFUSE_H
#define R500_REFUSE_H

#include "r500_state.h"

int __cold r500_refuse(struct r500_checker *ck);

/* The explicit 1 is for static analyzers, which do not look into another file. */
#define R500_REFUSE(ck, ...) \
	((ck)->why = (struct pm4_why){ __VA_ARGS__ }, r500_refuse(ck), 1)

/* Refusals that many rules share. */
int __cold r500_refuse_reloc(struct r500_checker *ck, u32 reg, const u32 *where);
int __cold r500_refuse_read_only(struct r500_checker *ck, u32 index, u32 reg, const u32 *where);
int __cold r500_refuse_moved(struct r500_checker *ck, u32 i, u32 caches);
int __cold r500_refuse_unset(struct r500_checker *ck, u32 reg);
int __cold r500_refuse_packet(struct r500_checker *ck);

#endif /* R500_REFUSE_H */
