// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Refusals of the rules that packets of several kinds share: fields and memory accesses of a
 * packet's body.  Cold code; takes no lock.
 */
#include "r600_packet_body.h"

/* Refuse the value of a field; @how is PM4_VALUE_*. */
int __cold r600_refuse_value(struct r600_checker *ck, u32 i, u32 field, u32 how,
			     u32 expected, u32 actual)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_FIELD_VALUE,
			  .at = r600_body_at(ck, i), .detail = i, .field = field + 1,
			  .expected = expected, .actual = actual, .shape = { how });
}

/* Refuse an access to @buffer.  @p is passed by value, so that the caller needs no memory. */
int __cold r600_refuse_access(struct r600_checker *ck, const u32 *at, struct r600_access p,
			      const struct pm4_buffer *buffer)
{
	u64 offset = r600_access_offset(at, p);

	if (offset & (p.align - 1))
		return PM4_REFUSE(ck, .code = PM4_CODE_ALIGNMENT,
				  .at = at, .detail = p.lo, .buffer = buffer,
				  .expected = p.align, .actual = offset);
	if (!pm4_inside(buffer, offset, p.bytes))
		return PM4_REFUSE(ck, .code = PM4_CODE_BOUNDS,
				  .at = at, .detail = p.lo, .buffer = buffer,
				  .offset = offset, .expected = buffer->size,
				  .actual = p.bytes);
	return PM4_REFUSE(ck, .code = PM4_CODE_READ_ONLY, .at = at, .buffer = buffer);
}
