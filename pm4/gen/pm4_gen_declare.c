// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen's declarations, which rows refer to by name: chips and sets of them, windows of
 * register space, handlers.
 */
#include <string.h>
#include "pm4_gen_rows.h"

/* Names and largest values, by the numbers of the properties. */
static const char * const chip_properties[] = { "pipes", "banks", "backends", "group", NULL };
static const unsigned int property_max[] = { 255, 255, 255, 65535 };

struct chip chips[MAX_CHIPS];
struct chip_set chip_sets[MAX_CHIPS];
struct window windows[MAX_WINDOWS];
struct handler handlers[MAX_HANDLERS];
int nchips, nchip_sets, nwindows, nhandlers;

/**
 * parse_chip() - chip NAME [SET...] [PROPERTY VALUE...]
 */
void parse_chip(void)
{
	int i, j, property, n = next_slot(&nchips, MAX_CHIPS, "chips");

	if (ntok < 2) {
		complain(here, "expected: chip NAME [SET...] [PROPERTY VALUE...]");
		nchips--;
		return;
	}
	for (i = 0; i < n; i++)
		if (!strcmp(chips[i].name, tok[1]))
			complain(here, "chip '%s' again", tok[1]);
	chips[n].name = keep(tok[1]);
	for (i = 2; i < ntok; i++) {
		property = find_word(chip_properties, tok[i]);
		if (property >= 0) {
			chips[n].property[property] = need_number(++i, chip_properties[property]);
			if (chips[n].property[property] > property_max[property])
				complain(here, "%s: more than %u", chip_properties[property],
					 property_max[property]);
			continue;
		}
		for (j = 0; j < nchip_sets && strcmp(chip_sets[j].name, tok[i]); j++)
			;
		if (j == nchip_sets)
			chip_sets[next_slot(&nchip_sets, MAX_CHIPS, "sets of chips")].name =
				keep(tok[i]);
		chip_sets[j].mask |= 1u << n;
	}
}

/**
 * parse_window() - window NAME BASE END
 */
void parse_window(void)
{
	struct window *w = &windows[next_slot(&nwindows, MAX_WINDOWS, "windows")];
	int i;

	*w = (struct window){ .name = keep(ntok > 1 ? tok[1] : "?"), .at = here };
	if (ntok != 4) {
		complain(here, "expected: window NAME BASE END");
		return;
	}
	w->base = need_number(2, "base");
	w->end = need_number(3, "end");
	if (w->base >= w->end || w->end > SPACE_END || (w->base | w->end) & 3)
		complain(here, "window %s is empty or outside the register space", w->name);
	for (i = 0; i < nwindows - 1; i++)
		if (!strcmp(windows[i].name, w->name) ||
		    (windows[i].base < w->end && w->base < windows[i].end))
			complain(here, "window %s meets %s", w->name, windows[i].name);
}

/**
 * window_of() - find the window of a register
 * @offset: byte offset
 *
 * Return: the window, NULL if the register is in none.
 */
const struct window *window_of(unsigned int offset)
{
	int i;

	for (i = 0; i < nwindows; i++)
		if (offset >= windows[i].base && offset < windows[i].end)
			return &windows[i];
	return NULL;
}

static unsigned int chip_set(const char *s)
{
	int i;

	if (!strcmp(s, "all"))
		return nchips == MAX_CHIPS ? ~0u : (1u << nchips) - 1;
	for (i = 0; i < nchip_sets; i++)
		if (!strcmp(s, chip_sets[i].name))
			return chip_sets[i].mask;
	for (i = 0; i < nchips; i++)
		if (!strcmp(s, chips[i].name))
			return 1u << i;
	complain(here, "unknown chip '%s'", s);
	return 0;
}

/**
 * chip_mask() - the bits of chips
 * @s: all, a set of chips or a chip, joined by + and -
 *
 * Return: the mask, 0 after an error.
 */
unsigned int chip_mask(const char *s)
{
	unsigned int mask = 0;
	char sign = '+', word[32];

	while (*s) {
		size_t n = strcspn(s, "+-");

		if (n >= sizeof(word)) {
			complain(here, "unknown chip '%s'", s);
			return 0;
		}
		memcpy(word, s, n);
		word[n] = 0;
		if (sign == '+')
			mask |= chip_set(word);
		else
			mask &= ~chip_set(word);
		s += n;
		if (*s)
			sign = *s++;
	}
	if (!mask)
		complain(here, "no chip left");
	return mask;
}

/**
 * handler_number() - find a handler, which is used then
 * @name: its name, may be NULL
 * @packet: a handler of packets, otherwise of registers
 *
 * Return: its index, -1 after an error.
 */
int handler_number(const char *name, bool packet)
{
	int i;

	for (i = 0; name && i < nhandlers; i++) {
		if (!strcmp(handlers[i].name, name) && handlers[i].packet == packet) {
			handlers[i].used = true;
			return i;
		}
	}
	complain(here, "unknown handler '%s'", name ? name : "(none)");
	return -1;
}

/**
 * parse_handler() - reg_handler|packet_handler NAME "what it does"
 */
void parse_handler(void)
{
	bool packet = !strcmp(tok[0], "packet_handler");
	int i;

	if (ntok != 3 || !quoted[2]) {
		complain(here, "expected: %s NAME \"what it does\"", tok[0]);
		return;
	}
	for (i = 0; i < nhandlers; i++)
		if (!strcmp(handlers[i].name, tok[1]) && handlers[i].packet == packet)
			complain(here, "handler '%s' again, first at %s:%d", tok[1],
				 handlers[i].at.file, handlers[i].at.line);
	i = next_slot(&nhandlers, MAX_HANDLERS, "handlers");
	handlers[i] = (struct handler){ keep(tok[1]), keep(tok[2]), packet, false, here };
}
