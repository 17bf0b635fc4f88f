// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Events and queries: EVENT_WRITE, EVENT_WRITE_EOP, and SET_PREDICATION, which reads the
 * result of a query.  A result is inside its buffer.  Takes no lock.
 */
#include "r600_packet_body.h"

/* Sizes of query results.  ZPASS_DONE: a slot with begin and end for each backend. */
#define ZPASS_SLOT	16u
#define PRIMCOUNT_BYTES	32u
#define PIPELINESTAT_BYTES (11 * 8u)
#define STREAMOUTSTATS_BYTES 16u

/* EVENT_INDEX of an event that EVENT_WRITE sends with an address. */
static u32 address_index(u32 type)
{
	switch (type) {
	case PM4_EVENT_ZPASS_DONE:
		return 1;
	case PM4_EVENT_SAMPLE_PIPELINESTAT:
		return 2;
	case PM4_EVENT_SAMPLE_STREAMOUTSTATS:
		return 3;
	}
	return 0;
}

static noinline int __cold refuse_event(struct r600_checker *ck, u32 code, u32 event)
{
	return PM4_REFUSE(ck, .code = code, .at = r600_body_at(ck, 0),
			  .detail = event & 0x3f, .actual = event,
			  .expected = address_index(event & 0x3f));
}

static const struct pm4_event *event_find(struct r600_checker *ck, u32 event)
{
	const struct pm4_event *e = pm4_event_find(&r600_tables, event & 0x3f);

	if (e && e->chips & ck->chip_bit && e->form != PM4_EVENT_DENIED)
		return e;
	refuse_event(ck, e ? PM4_CODE_EVENT_DENIED : PM4_CODE_EVENT_UNKNOWN, event);
	return NULL;
}

/**
 * r600_events_init() - expand the events that need no address
 * @ck: the checker; @ck->card is valid
 */
void r600_events_init(struct r600_checker *ck)
{
	static const u8 indices[] = { 0, 4, 7 };
	u32 type, i;

	for (type = 0; type < 64; type++) {
		const struct pm4_event *e = pm4_event_find(&r600_tables, type);

		for (i = 0; i < ARRAY_SIZE(indices); i++)
			ck->plain_event[type | indices[i] << 8] =
				e && e->chips & ck->chip_bit &&
				e->form == PM4_EVENT_PLAIN;
	}
}

/*
 * EVENT_INDEX selects the CP's handling of an event, so it must match the event.  Mesa 7.x
 * sends 0 with ZPASS_DONE.
 */
static bool address_index_fits(u32 type, u32 index)
{
	return index == address_index(type) || (type == PM4_EVENT_ZPASS_DONE && !index);
}

int r600_check_event_write(struct r600_checker *ck, const u32 *b, u32 ndw)
{
	struct r600_access result = { .lo = 1, .align = 8, .write = true };
	const struct pm4_event *event;

	if (ndw == 1 && r600_plain_event(ck, b[0]))
		return 0;
	if (r600_field_bits(ck, 0, b[0], 0xf3f))
		return 1;
	event = event_find(ck, b[0]);
	if (!event)
		return 1;
	if (event->form != PM4_EVENT_ADDR || ndw != 3 ||
	    !address_index_fits(event->type, pm4_bits(b[0], 8, 4)))
		return refuse_event(ck, PM4_CODE_EVENT_FORM, b[0]);
	switch (event->type) {
	case PM4_EVENT_ZPASS_DONE:
		result.bytes = (u64)(ck->card.backends - 1) * ZPASS_SLOT + 8;
		break;
	case PM4_EVENT_SAMPLE_PIPELINESTAT:
		result.bytes = PIPELINESTAT_BYTES;
		break;
	case PM4_EVENT_SAMPLE_STREAMOUTSTATS:
		result.bytes = STREAMOUTSTATS_BYTES;
		break;
	default:
		return refuse_event(ck, PM4_CODE_EVENT_FORM, b[0]);
	}
	return r600_field_bits(ck, 2, b[2], ADDR_HI) || r600_check_access(ck, b, &result);
}

int r600_check_event_write_eop(struct r600_checker *ck, const u32 *b)
{
	u32 data = pm4_bits(b[2], 29, 3);
	struct r600_access result = { .lo = 1, .align = data == 1 ? 4 : 8, .write = true,
				      .bytes = data == 0 ? 0 : data == 1 ? 4 : 8 };
	const struct pm4_event *event;

	/* INT_SEL must be 0: interrupts belong to the driver. */
	if (r600_field_bits(ck, 0, b[0], 0xf3f) || r600_field_bits(ck, 2, b[2], 0xe00000ff))
		return 1;
	event = event_find(ck, b[0]);
	if (!event)
		return 1;
	if (event->form != PM4_EVENT_EOP || pm4_bits(b[0], 8, 4) != 5)
		return refuse_event(ck, PM4_CODE_EVENT_FORM, b[0]);
	if (data > 3)
		return r600_refuse_value(ck, 2, PM4_F_EVENT_WRITE_EOP_DATA_SEL, PM4_VALUE_MOST,
					 3, data);
	return r600_check_access(ck, b, &result);
}

int r600_check_predication(struct r600_checker *ck, const u32 *b)
{
	u32 op = pm4_bits(b[1], 16, 3);
	struct r600_access result = { .lo = 0, .align = 16 };

	if (r600_field_bits(ck, 1, b[1], 0x800711ff))
		return 1;
	ck->predicated = true;
	/* Packets after this one depend on another predicate than packets before. */
	ck->index_bytes_predicated = ck->index_bytes;
	switch (op) {
	case 0:
		return 0;
	case 1:
		result.bytes = (u64)ck->card.backends * ZPASS_SLOT;
		break;
	case 2:
		result.bytes = PRIMCOUNT_BYTES;
		break;
	default:
		return r600_refuse_value(ck, 1, PM4_F_SET_PREDICATION_PRED_OP, PM4_VALUE_MOST,
					 2, op);
	}
	return r600_check_access(ck, b, &result);
}
