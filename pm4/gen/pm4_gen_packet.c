// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen's packets with their dwords, the spaces that packets write, and events.
 */
#include <string.h>
#include "pm4_gen_rows.h"

static const char * const roles[] = {
	"value", "bits", "addr_lo", "addr_hi", "addr_256", "size_256",
	"reg", "start", "event", "indices", "data", "reloc", NULL
};

static const char * const forms[] = { "denied", "plain", "addr", "eop", "eos", NULL };

static const char * const accesses[] = { "rd", "wr", "rdwr", NULL };

static const struct { const char *name; unsigned int bit; } engines[] = {
	{ "gfx", ON_GFX }, { "compute", ON_COMPUTE }, { "const", ON_CONST }, { NULL, 0 },
};

struct packet packets[MAX_ROWS];
struct dw dws[MAX_ROWS];
struct space spaces[MAX_HANDLERS];
struct event events[64];
int npackets, ndws, nspaces, nevents;

static void parse_length(struct packet *p, char *s)
{
	char *dots = strstr(s, "..");

	if (dots)
		*dots = 0;
	if (!number(s, &p->min))
		complain(here, "%s: length '%s'", p->name, s);
	p->max = p->min;
	if (dots && dots[2]) {
		if (!number(dots + 2, &p->max) || p->max < p->min)
			complain(here, "%s: length '%s'", p->name, dots + 2);
	} else if (dots) {
		p->max = 0x4000;
	}
}

/* on ENGINE+ENGINE...: the engines that take packet @p */
static void parse_engines(struct packet *p, const char *s)
{
	size_t i, n;

	p->engines = 0;
	for (; *s; s += n + (s[n] == '+')) {
		n = strcspn(s, "+");
		for (i = 0; engines[i].name; i++)
			if (strlen(engines[i].name) == n && !strncmp(engines[i].name, s, n))
				break;
		if (!engines[i].name) {
			complain(here, "%s: unknown engine '%s'", p->name, s);
			return;
		}
		p->engines |= engines[i].bit;
	}
}

/**
 * parse_packet() - packet|dma NAME OPCODE LENGTH CHIPS CLASS... [on ENGINES] [SOURCE]
 */
void parse_packet(void)
{
	struct packet *p = &packets[next_slot(&npackets, MAX_ROWS, "packets")];
	bool dma = !strcmp(tok[0], "dma");
	int i = 6;

	*p = (struct packet){ .at = here, .handler = -1, .next = -1, .dma = dma, .name = "?",
			      .engines = ON_GFX };
	if (ntok < 6) {
		complain(here, "expected: %s NAME OPCODE LENGTH CHIPS CLASS [SOURCE]", tok[0]);
		return;
	}
	p->name = keep(tok[1]);
	p->opcode = need_number(2, "opcode");
	if (p->opcode > (dma ? 15 : 255))
		complain(here, "%s: opcode 0x%x does not exist", p->name, p->opcode);
	parse_length(p, tok[3]);
	p->chips = chip_mask(tok[4]);
	if (!source_word || !*source_word)
		complain(here, "%s: no [source]", p->name);
	p->source = keep(source_word);
	p->cls = class_of(tok[5]);
	if (p->cls == DENIED) {
		if (ntok < 7 || !quoted[6] || !*tok[6])
			complain(here, "denied needs a \"reason\"");
		else
			p->reason = keep(tok[i++]);
	} else if (p->cls == TRACKED) {
		p->handler = handler_number(ntok > 6 ? tok[6] : NULL, true);
		i++;
	} else if (p->cls != ALLOWED) {
		complain(here, "a packet is denied, allowed or tracked, not '%s'", tok[5]);
	}
	if (i + 1 < ntok && !strcmp(tok[i], "space")) {
		p->space_name = keep(tok[i + 1]);
		i += 2;
	}
	if (i + 1 < ntok && !strcmp(tok[i], "on")) {
		parse_engines(p, tok[i + 1]);
		i += 2;
	}
	if (i < ntok)
		complain(here, "unexpected '%s'", tok[i]);
}

/* NAME ROLE [rd|wr|rdwr BYTES] */
static bool parse_dw(struct packet *p)
{
	int role = ntok > 1 ? find_word(roles, tok[1]) : -1;
	struct dw *d;

	if (role < 0)
		return false;
	if (!p->ndw)
		p->dws = ndws;
	d = &dws[next_slot(&ndws, MAX_ROWS, "packet dwords")];
	*d = (struct dw){ .name = keep(tok[0]), .role = role, .at = here };
	p->ndw++;
	if (ntok == 4 && role == find_word(roles, "addr_lo") && find_word(accesses, tok[2]) >= 0) {
		d->access = 1 + find_word(accesses, tok[2]);
		d->bytes = need_number(3, "bytes");
	} else if (ntok > 2) {
		complain(here, "unexpected '%s'", tok[2]);
	}
	if (p->ndw > (int)p->max)
		complain(here, "%s: more dwords than its length", p->name);
	return true;
}

/**
 * parse_packet_dword() - a dword of the packet above, or a field of its last dword
 */
void parse_packet_dword(void)
{
	struct packet *p = &packets[npackets - 1];

	if (parse_dw(p))
		return;
	if (!p->ndw)
		complain(here, "'%s' is no role", ntok > 1 ? tok[1] : "(none)");
	else
		parse_field(p->name, 32, &dws[ndws - 1].fields, &dws[ndws - 1].nfields, false);
}

/**
 * parse_space() - space NAME BASE END UNIT [SOURCE]
 */
void parse_space(void)
{
	struct space *s = &spaces[next_slot(&nspaces, MAX_HANDLERS, "spaces")];

	*s = (struct space){ .at = here, .source = keep(source_word) };
	if (ntok != 5 || !source_word) {
		complain(here, "expected: space NAME BASE END UNIT [SOURCE]");
		s->name = "?";
		return;
	}
	s->name = keep(tok[1]);
	s->base = need_number(2, "base");
	s->end = need_number(3, "end");
	s->unit = need_number(4, "unit");
	if (s->base >= s->end || s->end > SPACE_END || !s->unit)
		complain(here, "space %s is empty or outside the register space", s->name);
}

/**
 * parse_event() - event NAME TYPE CHIPS FORM ["reason"] [SOURCE]
 */
void parse_event(void)
{
	struct event *e = &events[next_slot(&nevents, 64, "events")];
	int i;

	*e = (struct event){ .at = here, .source = keep(source_word), .name = "?" };
	if (ntok < 5 || !source_word) {
		complain(here, "expected: event NAME TYPE CHIPS FORM [SOURCE]");
		return;
	}
	e->name = keep(tok[1]);
	e->type = need_number(2, "event type");
	e->chips = chip_mask(tok[3]);
	e->form = find_word(forms, tok[4]);
	if (e->form < 0)
		complain(here, "unknown form '%s'", tok[4]);
	if (e->form == 0 && ntok > 5 && quoted[5])
		e->reason = keep(tok[5]);
	else if (e->form == 0 || ntok > 5)
		complain(here, "a denied event, and only that, has a \"reason\"");
	if (e->type > 63)
		complain(here, "event type %u does not exist", e->type);
	for (i = 0; i < nevents - 1; i++)
		if (events[i].type == e->type)
			complain(here, "event type %u again", e->type);
}
