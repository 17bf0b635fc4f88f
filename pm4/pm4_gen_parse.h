/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Internals of pm4_gen: the tables in memory.  pm4_gen_parse.c fills them, pm4_gen.c checks
 * and indexes them, pm4_gen_emit.c writes them.  pm4_gen has one thread and handles one set
 * of tables, so these are plain globals.
 */
#ifndef PM4_GEN_PARSE_H
#define PM4_GEN_PARSE_H

#include <stdbool.h>
#include <stdio.h>

#define MAX_ROWS	2048
#define MAX_FIELDS	4096
#define MAX_VALUES	4096
#define MAX_HANDLERS	64
#define MAX_ENUMS	128
#define MAX_GROUPS	64

#define ALL_CHIPS	0xfffu
#define CONFIG_BASE	0x8000u
#define CONFIG_END	0xac00u
#define CONTEXT_BASE	0x28000u
#define CONTEXT_END	0x29000u
#define SPACE_END	0x40000u

/* When a draw inherits a group of state, and what its registers get then. */
enum mode { MODE_KEYS, MODE_RULE, MODE_ALWAYS, MODE_PACKET };
enum neutral { NEUTRAL_VALUE, NEUTRAL_NULL, NEUTRAL_BRINGUP };

enum cls { DENIED, ALLOWED, FIELDS, FORCED, RELOC, TRACKED };

struct where { const char *file; int line; };

struct value { unsigned int value; char *name; };
struct enums { char *name; int first, n; bool used; struct where at; };
struct field {
	char *owner, *name, *enum_name;
	int shift, width, values, nvalues;
	struct where at;
};

struct handler { char *name, *what; bool packet, used; struct where at; };

struct group { char *name, *what; int first, last, mode; bool used, keyed; struct where at; };
struct stays { char *name, *why; bool used; struct where at; };

struct row {		/* reg and layout */
	char *name, *reason, *source, *group_name, *stays_name;
	unsigned int offset, count, stride, chips, mask, value, poll, neutral;
	int cls, handler, fields, nfields, next, group, kind, stays;
	bool layout, own_mask, key;
	struct where at;
};

/* A register of a group; registers of one group stand together, by offset. */
struct state_reg { unsigned int reg, value, chips; int group, kind; bool key; };

struct dw { char *name; int role, fields, nfields; struct where at; };

struct packet {
	char *name, *reason, *source, *space_name;
	unsigned int opcode, min, max, unit, chips;
	int cls, handler, space, dws, ndw, next;
	bool dma;
	struct where at;
};

struct space { char *name, *packet, *source; unsigned int base, end, unit; struct where at; };

struct event {
	char *name, *reason, *source;
	unsigned int type, chips;
	int form;
	struct where at;
};

extern struct value values[MAX_VALUES];
extern struct enums enums[MAX_ENUMS];
extern struct field fields[MAX_FIELDS];
extern struct handler handlers[MAX_HANDLERS];
extern struct row rows[MAX_ROWS];
extern struct dw dws[MAX_ROWS];
extern struct packet packets[MAX_ROWS];
extern struct space spaces[MAX_HANDLERS];
extern struct event events[64];
extern struct group groups[MAX_GROUPS];
extern struct stays stays[MAX_GROUPS];
extern struct state_reg state_regs[MAX_ROWS];
extern int ngroups, nstays, nstate_regs, nbringup;
extern int nvalues, nenums, nfields, nhandlers, nrows, ndws, npackets, nspaces, nevents;

/* Index arrays: 1 + row of each dword or opcode; rows of other chips are chained. */
extern unsigned short config_rows[(CONFIG_END - CONFIG_BASE) / 4];
extern unsigned short context_rows[(CONTEXT_END - CONTEXT_BASE) / 4];
extern unsigned short gfx_packets[256], dma_packets[16];

extern int errors;

void complain(struct where at, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void parse_file(const char *name);
void emit_header(FILE *f);
void emit_source(FILE *f);

#endif /* PM4_GEN_PARSE_H */
