/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Programs as ELF files (CTM guide 4.1): ELF32, little-endian, the instructions in .text.
 *
 * The guide also has notes about a program's constants and inputs.  Their contents are not
 * public as a whole, and the library needs none of them: it finds them in the instructions.
 */
#ifndef CTM_AS_ELF_H
#define CTM_AS_ELF_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "ctm_as.h"

int ctm_as_elf_write(const struct ctm_as_program *p, FILE *f);
const char *ctm_as_elf_text(const void *data, size_t size, const uint32_t **words, uint32_t *bytes);

#endif /* CTM_AS_ELF_H */
