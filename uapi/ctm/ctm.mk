# SPDX-License-Identifier: GPL-2.0
# CTM: the library, the assembler, and their tests.

CTM_WARN := -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -Wno-missing-field-initializers
CTM_CFLAGS := $(CTM_WARN) -O2 -g -Iuapi/ctm -Iuapi/ctm/as -Iuapi -Ipm4 -Ibuild/gen
CTM_SAN := $(CTM_CFLAGS) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
CTM_AS := $(addprefix uapi/ctm/as/,ctm_as.c ctm_as_check.c ctm_as_elf.c)
CTM_AS_HDRS := $(wildcard uapi/ctm/as/*.h) pm4/r500/r500_us.h

build/ctm-as: uapi/ctm/as/ctm_as_main.c $(CTM_AS) $(CTM_AS_HDRS) build/libpm4.a
	$(CC) $(CTM_CFLAGS) $(filter %.c %.a,$^) -o $@

TESTS += build/ctm-as-test
build/ctm-as-test: tests/ctm/as_test.c tests/pm4/tap.c $(CTM_AS) $(CTM_AS_HDRS) build/libpm4-san.a build/corpus/.unpacked
	$(CC) $(CTM_SAN) -Itests/pm4 $(filter %.c %.a,$^) -o $@

# The translation, without a device.
CTM_PURE := $(addprefix uapi/ctm/,ctm_pack.c ctm_translate.c ctm_program.c ctm_start.c)
CTM_HDRS := $(wildcard uapi/ctm/*.h)

TESTS += build/ctm-translate-test
build/ctm-translate-test: tests/ctm/translate_test.c tests/pm4/tap.c $(CTM_PURE) $(CTM_HDRS) $(CTM_AS) $(CTM_AS_HDRS) build/libpm4-san.a
	$(CC) $(CTM_SAN) -Itests/pm4 $(filter %.c %.a,$^) -o $@
