/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Internals of pm4_gen: the tables in memory.  pm4_gen_parse.c reads the lines, and the file of
 * each kind of row fills its table; pm4_gen.c checks and indexes them, pm4_gen_emit.c writes
 * them.  pm4_gen has one thread and handles the tables of one front, so the rows are plain globals.
 */
#ifndef PM4_GEN_ROWS_H
#define PM4_GEN_ROWS_H

#include <stdbool.h>
#include <stdio.h>

#define MAX_ROWS	2048
#define MAX_FIELDS	4096
#define MAX_VALUES	4096
#define MAX_HANDLERS	96
#define MAX_ENUMS	128
#define MAX_GROUPS	64
#define MAX_CHIPS	32
#define MAX_WINDOWS	4
#define MAX_ITEMS	512
#define MAX_SET		64	/* numbers of a set */

#define SPACE_END	0x40000u

/* When a draw inherits a group of state, and what its registers get then. */
enum mode { MODE_KEYS, MODE_RULE, MODE_ALWAYS, MODE_PACKET };
enum neutral { NEUTRAL_VALUE, NEUTRAL_NULL, NEUTRAL_BRINGUP };

enum cls { DENIED, ALLOWED, FIELDS, FORCED, RELOC, TRACKED };

struct where { const char *file; int line; };

/* Properties of the usual card of a chip. */
enum { CHIP_PIPES, CHIP_BANKS, CHIP_BACKENDS, CHIP_GROUP, CHIP_PROPERTIES };

/* Chips in the order of their bits in a mask, and sets of them by name. */
struct chip { char *name; unsigned int property[CHIP_PROPERTIES]; };
struct chip_set { char *name; unsigned int mask; };

/* A range of register space that has rows, by name; windows do not overlap. */
struct window { char *name; unsigned int base, end; struct where at; };

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

/* Engines that take a packet, by their bits: see enum pm4_ring. */
enum { ON_GFX = 1, ON_COMPUTE = 4, ON_CONST = 8 };

struct row {		/* reg and layout */
	char *name, *reason, *source, *group_name, *stays_name;
	unsigned int offset, count, stride, chips, mask, value, poll, neutral;
	int cls, handler, fields, nfields, next, group, kind, stays;
	bool layout, own_mask, key;
	struct where at;
};

/* A register of a group; registers of one group are together, by offset. */
struct state_reg { unsigned int reg, value, chips; int group, kind; bool key; };

/* A record of a list that is coded in bytes; its fields count the bits after the code. */
struct record {
	char *name, *reason, *source;
	unsigned int code, min, max;
	int cls, fields, nfields;
	struct where at;
};

/* Numbers with a meaning each, such as the registers of a processor; kinds sort the items. */
struct set { char *name, *what; unsigned int size; bool used; struct where at; };
struct kind { char *name, *what; bool used; struct where at; };
struct item {
	char *name, *reason, *source;
	unsigned int first, last;
	int set, kind;
	struct where at;
};

struct dw {
	char *name;
	int role, access, fields, nfields;
	unsigned int bytes;
	struct where at;
};

struct packet {
	char *name, *reason, *source, *space_name;
	unsigned int opcode, min, max, unit, chips, engines;
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

/*
 * What pm4_gen.c makes of the rows.  @front begins the names of the front, in small letters.
 * @owner and the packets are 1 + row of each dword of register space or of each opcode; rows of
 * other chips are chained.
 */
struct index {
	const char *front;
	struct state_reg state_regs[MAX_ROWS];
	int nstate_regs, nbringup;
	unsigned short owner[SPACE_END / 4];
	unsigned short gfx_packets[256], dma_packets[16];
};

extern struct chip chips[MAX_CHIPS];
extern struct chip_set chip_sets[MAX_CHIPS];
extern struct window windows[MAX_WINDOWS];
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
extern struct record records[MAX_HANDLERS];
extern struct set sets[MAX_HANDLERS];
extern struct kind kinds[MAX_HANDLERS];
extern struct item items[MAX_ITEMS];
extern int nrecords, nsets, nkinds, nitems;
extern int nchips, nchip_sets, nwindows;
extern int ngroups, nstays;
extern int nvalues, nenums, nfields, nhandlers, nrows, ndws, npackets, nspaces, nevents;

extern int errors;

/* The current line, its words and its [source]. */
#define MAX_TOKENS	64
extern struct where here;
extern char *tok[MAX_TOKENS];
extern bool quoted[MAX_TOKENS];
extern int ntok;
extern char *source_word;

/* pm4_gen_line.c */
void complain(struct where at, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int next_slot(int *n, int max, const char *what);
void tokenize(char *s);
char *keep(const char *s);
bool number(const char *s, unsigned int *out);
unsigned int need_number(int i, const char *what);
int find_word(const char * const *list, const char *s);

/* pm4_gen_declare.c */
void parse_chip(void);
void parse_window(void);
void parse_handler(void);
const struct window *window_of(unsigned int offset);
unsigned int chip_mask(const char *s);
int handler_number(const char *name, bool packet);

/* pm4_gen_field.c */
void parse_enum(void);
void parse_enum_values(void);
void parse_field(const char *owner, unsigned int bits, int *first, int *n, bool blanks);

/* pm4_gen_reg.c */
int class_of(const char *word);
void parse_state(void);
void parse_stays(void);
void parse_reg(void);
void parse_layout(void);
void parse_row_field(void);

/* pm4_gen_packet.c */
void parse_packet(void);
void parse_packet_dword(void);
void parse_space(void);
void parse_event(void);

/* pm4_gen_bytes.c */
void parse_record(void);
void parse_record_field(void);
void parse_set(void);
void parse_kind(void);
void parse_item(void);
void arrange_bytes(void);
void emit_bytes_header(FILE *f);
void emit_bytes(FILE *f);
void emit_bytes_tables(FILE *f);

/* pm4_gen_parse.c */
void parse_file(const char *name, bool declarations);

/* pm4_gen_text.c */
const char *ident(const char *s);
const char *upper(const char *s);
void emit_string(FILE *f, const char *s);
const char *class_name(int cls);

/* pm4_gen_emit.c */
void emit_header(FILE *f, const struct index *ix);
void emit_source(FILE *f, const struct index *ix);

#endif /* PM4_GEN_ROWS_H */
