# SPDX-License-Identifier: GPL-2.0
# CTM: the library, the assembler, and their tests.

CTM_WARN := -std=gnu11 -Wall -Wextra -Wno-sign-compare -Wno-missing-field-initializers
CTM_CFLAGS := $(CTM_WARN) -O2 -g -Iuapi/ctm -Iuapi/ctm/as -Iuapi -Ipm4 -Ibuild/gen
CTM_SAN := $(CTM_CFLAGS) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
CTM_AS := $(addprefix uapi/ctm/as/,ctm_as.c ctm_as_check.c ctm_as_elf.c)
CTM_AS_HDRS := $(wildcard uapi/ctm/as/*.h) pm4/r500/r500_us.h

build/ctm-as: uapi/ctm/as/ctm_as_main.c $(CTM_AS) $(CTM_AS_HDRS) build/libpm4.a
	$(CC) $(CTM_CFLAGS) $(filter %.c %.a,$^) -o $@

TESTS += build/ctm-as-test
build/ctm-as-test: tests/ctm/as_test.c tests/pm4/tap.c $(CTM_AS) $(CTM_AS_HDRS) build/libpm4-san.a build/corpus/.unpacked
	$(CC) $(CTM_SAN) -Itests/pm4 $(filter %.c %.a,$^) -o $@
