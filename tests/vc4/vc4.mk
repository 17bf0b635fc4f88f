# SPDX-License-Identifier: GPL-2.0
#
# VideoCore IV: the rules of its checker, the recorded submissions, the oracle and the fuzzer.
#
#	build/vc4-test		each rule with its holes and their neighbours
#	build/vc4-fuzz		mutates recorded submissions by field, oracle inside

VC4_TESTS	:= $(wildcard tests/vc4/cases_*.c) tests/vc4/sub.c tests/vc4/vc4_test.c
VC4_HEADERS	:= $(wildcard tests/vc4/*.h) tests/pm4/tap.h
VC4_CFLAGS	:= $(PM4_SAN) -Itests/pm4

TESTS += build/vc4-test
build/vc4-test: $(VC4_TESTS) tests/pm4/tap.c build/libpm4-san.a $(VC4_HEADERS) $(PM4_HDRS)
	$(CC) $(VC4_CFLAGS) $(filter %.c,$^) build/libpm4-san.a -o $@

build/vc4-fuzz: tests/vc4/fuzz.c tests/vc4/oracle.c tests/vc4/oracle_code.c build/libpm4-san.a $(VC4_HEADERS) $(PM4_HDRS)
	$(CC) $(VC4_CFLAGS) -O2 $(filter %.c,$^) build/libpm4-san.a -o $@

TESTS += tests/vc4/vc4-tool-test
tests/vc4/vc4-tool-test: build/pm4 build/vc4-test build/vc4-fuzz build/corpus/vc4/.unpacked

build/corpus/vc4/.unpacked: tests/corpus/corpus-vc4.tar.xz
	@mkdir -p build/corpus/vc4
	tar -xJf $< -C build/corpus/vc4
	@touch $@
