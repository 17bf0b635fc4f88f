/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Races of the kernel, widened: the first call of a function is held until another function is
 * called, or for a time (modules/hold.c).  And the module under test: unloaded, loaded again.
 */
#ifndef HOLD_H
#define HOLD_H

#include <stdbool.h>

/* Loads a module of modules/ with parameters: 0, -ENOENT if there is none, or -errno */
int test_module(const char *name, const char *params);
/* Unloads it as soon as it is not used: 0, or -errno after a minute */
int test_module_end(const char *name);
/* A number that it shows as a parameter, or -ENOENT */
int test_module_value(const char *name, const char *param);

/*
 * hold_begin() takes the parameters of hold.ko.  Without kprobes, or on a kernel without such a
 * function, it returns -ENOENT or -EOPNOTSUPP.
 */
int hold_begin(const char *params);
/* Is a call of the first function, or of the second, held now, within a minute? */
bool hold_wait(unsigned int i);
/* Was the other function called in between? */
bool hold_met(unsigned int i);
/* Lets the held calls go on before their time */
int hold_release(void);
/* Waits for the held calls */
int hold_end(void);

/* Unloads rcp once no client holds it: 0, or -errno after a minute */
int driver_unload(void);
/* Loads it with the timeout of jobs that it had, and these parameters */
int driver_load(const char *params);

#endif /* HOLD_H */
