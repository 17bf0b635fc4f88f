// SPDX-License-Identifier: GPL-2.0
/*
 * Reads .r6cs files and places their buffers.  Every length in the file is
 * checked against the file's size before it is believed.  The top bit of a
 * buffer's reserved dword, which recordings leave clear, makes it read-only; bits
 * 3:0 make its alignment smaller: 1 is 256 bytes, 12 is 512 KiB.
 * The header's reserved dword, 0 in recordings, can give the card other straps:
 * R6xx/R7xx: bit 31, then log2 of the pipes in 1:0, 8 banks in 2, groups of 512 bytes in 3,
 * the render backends less one in 5:4.  On R5xx it has the units that the client owns: 1
 * HyperZ, 2 CMASK.  No state, no locks.
 */
#include <stdlib.h>

#include "r6cs.h"

/* Straps of the twelve chips, as in the recordings. */
static const struct {
	const char *name;
	struct pm4_card card;
} cards[R600_CHIPS] = {
	{ "R600",  { NULL, PM4_R600,  8, 8, 256, 4 } },
	{ "RV610", { NULL, PM4_RV610, 1, 4, 256, 1 } },
	{ "RV630", { NULL, PM4_RV630, 2, 8, 256, 1 } },
	{ "RV670", { NULL, PM4_RV670, 4, 8, 256, 4 } },
	{ "RV620", { NULL, PM4_RV620, 1, 8, 256, 1 } },
	{ "RV635", { NULL, PM4_RV635, 2, 8, 256, 1 } },
	{ "RS780", { NULL, PM4_RS780, 1, 4, 256, 1 } },
	{ "RS880", { NULL, PM4_RS880, 1, 4, 256, 1 } },
	{ "RV770", { NULL, PM4_RV770, 8, 8, 256, 4 } },
	{ "RV730", { NULL, PM4_RV730, 4, 8, 256, 2 } },
	{ "RV710", { NULL, PM4_RV710, 2, 4, 256, 1 } },
	{ "RV740", { NULL, PM4_RV740, 4, 8, 256, 4 } },
};

/** r6cs_card() - the card of a chip's name; false for an unknown chip */
bool r6cs_card(const char *name, struct pm4_card *card)
{
	u32 i;

	for (i = 0; i < R600_CHIPS; i++) {
		if (strcmp(name, cards[i].name))
			continue;
		*card = cards[i].card;
		return true;
	}
	return false;
}

/* R5xx: pipes, and Z pipes as backends. */
static const struct {
	const char *name;
	struct pm4_card card;
} r5xx_cards[R6CS_R5XX_CHIPS] = {
	{ "RV515", { .chip = 0, .pipes = 1, .backends = 1 } },
	{ "R520",  { .chip = 1, .pipes = 4, .backends = 1 } },
	{ "RV530", { .chip = 2, .pipes = 1, .backends = 2 } },
	{ "R580",  { .chip = 3, .pipes = 4, .backends = 1 } },
	{ "RV560", { .chip = 4, .pipes = 2, .backends = 1 } },
	{ "RV570", { .chip = 5, .pipes = 3, .backends = 1 } },
};

/** r6cs_r5xx_card() - the card of a chip of R5xx; false for others */
bool r6cs_r5xx_card(const char *name, struct pm4_card *card)
{
	u32 i;

	for (i = 0; i < R6CS_R5XX_CHIPS; i++) {
		if (strcmp(name, r5xx_cards[i].name))
			continue;
		*card = r5xx_cards[i].card;
		return true;
	}
	return false;
}

/** r6cs_card_name() - the name of a chip */
const char *r6cs_card_name(u32 chip)
{
	return chip < R600_CHIPS ? cards[chip].name : "?";
}

struct reader {
	const u8 *p;
	size_t left;
};

static bool take(struct reader *r, void *to, size_t n)
{
	if (r->left < n)
		return false;
	memcpy(to, r->p, n);
	r->p += n;
	r->left -= n;
	return true;
}

struct bo {
	u64 size;
	u32 domain, tiling, pitch, reserved;
};

struct reloc {
	u32 bo, read, write, flags;
};

static const char *read_buffers(struct r6cs *cs, struct reader *r, u32 nbo)
{
	struct bo *bos = calloc(nbo + 1, sizeof(*bos));
	u64 next = R6CS_FIRST_ADDR;
	const char *why = NULL;
	struct reloc reloc;
	u32 i, shift;

	if (!bos)
		why = "no memory";
	for (i = 0; !why && i < nbo; i++) {
		if (!take(r, &bos[i], sizeof(bos[i]))) {
			why = "file ends in its buffers";
			break;
		}
		if (bos[i].size > 1ull << 36)
			why = "absurd buffer size";
	}
	for (i = 0; !why && i < cs->nbuffers; i++) {
		if (!take(r, &reloc, sizeof(reloc))) {
			why = "file ends in its relocations";
			break;
		}
		if (reloc.bo >= nbo) {
			why = "relocation of no buffer";
			break;
		}
		cs->buffers[i] = (struct pm4_buffer){
			.size = bos[reloc.bo].size,
			.align = R6CS_PLACE,
			.tiling = bos[reloc.bo].tiling,
			.pitch = bos[reloc.bo].pitch,
			.writable = !(bos[reloc.bo].reserved >> 31),
		};
		shift = bos[reloc.bo].reserved & 15;
		if (shift && shift <= 12)
			cs->buffers[i].align = 128u << shift;
		/* Not a multiple of more than the alignment. */
		cs->addrs[i] = next + (cs->buffers[i].align & (R6CS_PLACE - 1));
		next += (bos[reloc.bo].size + 2 * R6CS_PLACE - 1) / R6CS_PLACE * R6CS_PLACE;
		if (next > (cs->r5xx ? R6CS_R5XX_END_ADDR : R6CS_END_ADDR))
			why = "absurd sizes: there are not so many addresses";
	}
	free(bos);
	return why;
}

/**
 * r6cs_parse() - read a file's contents
 * @cs: the result; needs r6cs_free() in any case
 * @data: the file
 * @size: its length
 *
 * Return: NULL, or the reason why the file is invalid.
 */
const char *r6cs_parse(struct r6cs *cs, const u8 *data, size_t size)
{
	struct reader r = { data, size };
	u32 version, head[6];
	char magic[4], chip[17] = "";
	const char *why;

	memset(cs, 0, sizeof(*cs));
	if (!take(&r, magic, 4) || memcmp(magic, "R6CS", 4) ||
	    !take(&r, &version, 4) || version != 1)
		return "not an R6CS file of version 1";
	if (!take(&r, chip, 16) || !take(&r, head, sizeof(head)))
		return "file ends in its header";
	cs->r5xx = r6cs_r5xx_card(chip, &cs->card);
	if (!cs->r5xx && !r6cs_card(chip, &cs->card))
		return "not a chip of R5xx to R7xx";
	if (cs->r5xx) {
		cs->owns = head[5] & 3;
	} else if (head[5] >> 31) {
		cs->card.pipes = 1u << (head[5] & 3);
		cs->card.banks = head[5] & 4 ? 8 : 4;
		cs->card.group_bytes = head[5] & 8 ? 512 : 256;
		cs->card.backends = 1 + (head[5] >> 4 & 3);
		cs->straps = 1 + (head[5] & 63);
	}
	cs->ring = head[0];
	cs->flags = head[1];
	cs->ib_dw = head[2];
	cs->nbuffers = head[3];
	if (cs->ib_dw > R6CS_MAX_DW || cs->nbuffers > R6CS_MAX_RELOCS ||
	    head[4] > R6CS_MAX_RELOCS)
		return "absurd header";
	cs->buffers = calloc(cs->nbuffers + 1, sizeof(*cs->buffers));
	cs->addrs = calloc(cs->nbuffers + 1, sizeof(*cs->addrs));
	cs->ib = calloc(cs->ib_dw + 1, 4);
	if (!cs->buffers || !cs->addrs || !cs->ib)
		return "no memory";
	why = read_buffers(cs, &r, head[4]);
	if (why)
		return why;
	if (!take(&r, cs->ib, 4ull * cs->ib_dw))
		return "file ends in its IB";
	return NULL;
}

/** r6cs_load() - read a file; see r6cs_parse() */
const char *r6cs_load(struct r6cs *cs, const char *path)
{
	FILE *f = fopen(path, "rb");
	const char *why = "cannot be read";
	u8 *data = NULL;
	long size;

	memset(cs, 0, sizeof(*cs));
	if (!f)
		return why;
	size = fseek(f, 0, SEEK_END) ? -1 : ftell(f);
	if (size >= 0 && size < 64 << 20 && !fseek(f, 0, SEEK_SET)) {
		data = malloc((size_t)size + 1);
		if (data && fread(data, 1, (size_t)size, f) == (size_t)size)
			why = r6cs_parse(cs, data, (size_t)size);
	}
	free(data);
	fclose(f);
	return why;
}

/** r6cs_free() - free a file's contents */
void r6cs_free(struct r6cs *cs)
{
	free(cs->ib);
	free(cs->buffers);
	free(cs->addrs);
	cs->ib = NULL;
	cs->buffers = NULL;
	cs->addrs = NULL;
}
