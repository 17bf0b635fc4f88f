# SPDX-License-Identifier: GPL-2.0
# pm4/ in userspace: the tables, the library and the pm4 tool.  The same
# sources as in the module; no kernel headers.

# The fronts: a folder with tables each.
PM4_FRONTS := $(patsubst pm4/%/tables/,%,$(wildcard pm4/*/tables/))
PM4_TABLES := $(PM4_FRONTS:%=build/gen/%_tables)
PM4_SOURCES := $(sort $(wildcard pm4/*.c $(PM4_FRONTS:%=pm4/%/*.c)))
PM4_HDRS := $(wildcard pm4/*.h $(PM4_FRONTS:%=pm4/%/*.h) pm4/tool/*.h) uapi/rcp_capture.h pm4/pm4.mk
PM4_LIB := $(PM4_SOURCES:pm4/%.c=%) $(notdir $(PM4_TABLES)) tool_libc
PM4_TOOL := $(basename $(notdir $(wildcard pm4/tool/*.c)))
# The reader of recorded streams.
PM4_READER := r6cs_file tool_r6cs tool_r6cs_map
PM4_WARN := -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -Wno-missing-field-initializers
PM4_CFLAGS := $(PM4_WARN) -O2 -g -Ipm4 -Ibuild/gen
PM4_SAN := $(PM4_WARN) -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -Ipm4 -Ibuild/gen

build/pm4_gen: $(wildcard pm4/gen/*.[ch])
	@mkdir -p build
	$(CC) $(PM4_WARN) -O1 -g $(filter %.c,$^) -o $@

# The tables of one front, $(1).
define pm4_front_tables
build/gen/$(1)_tables.c: build/pm4_gen $(sort $(wildcard pm4/$(1)/tables/*.tbl))
	@mkdir -p build/gen
	build/pm4_gen -p $(1) -c $$@ -h build/gen/$(1)_tables.h $$(filter %.tbl,$$^)

build/gen/$(1)_tables.h: build/gen/$(1)_tables.c ;
endef
$(foreach front,$(PM4_FRONTS),$(eval $(call pm4_front_tables,$(front))))

# Objects of one kind, $(1), of the sources in folder $(2), with the flags $(3).
define pm4_objects
build/pm4-$(1)/%.o: $(2)/%.c $(PM4_HDRS) $(wildcard $(2)/*.h) $(PM4_TABLES:=.h)
	@mkdir -p $$(@D)
	$$(CC) $(3) -c $$< -o $$@
endef

# obj: the tool, which reads captures in the driver's format; pic: the shared library;
# san: with ASan and UBSan, and the basic blocks of pm4/ counted (tests/pm4/work.c);
# tests: the tests' own files, separate so that a change there does not rebuild the library.
$(foreach folder,pm4 pm4/tool build/gen,$(eval $(call pm4_objects,obj,$(folder),$(PM4_CFLAGS) -Iuapi)))
$(foreach folder,pm4 pm4/tool build/gen,$(eval $(call pm4_objects,pic,$(folder),$(PM4_CFLAGS) -fPIC)))
$(foreach folder,pm4/tool build/gen,$(eval $(call pm4_objects,san,$(folder),$(PM4_SAN))))
$(eval $(call pm4_objects,san,pm4,$(PM4_SAN) -fsanitize-coverage=trace-pc))
$(eval $(call pm4_objects,tests,tests/pm4,$(PM4_SAN) -Ipm4/r600 -Itests/pm4))

# The library, for the tool and the tests; the second with ASan and UBSan.
# Files of two fronts may have the same name: q adds members, and replaces none.
build/libpm4.a: $(PM4_LIB:%=build/pm4-obj/%.o)
	rm -f $@
	ar qcs $@ $^

build/libpm4-san.a: $(PM4_LIB:%=build/pm4-san/%.o) $(PM4_READER:%=build/pm4-san/%.o) build/pm4-tests/work.o
	rm -f $@
	ar qcs $@ $^

# The library as it is installed: shared, and with one header that leaks no names.
build/libpm4.so: $(PM4_LIB:%=build/pm4-pic/%.o)
	$(CC) -shared -Wl,-soname,libpm4.so.0 $^ -o $@

build/include/pm4.h: scripts/pm4-header $(wildcard pm4/*.h $(PM4_FRONTS:%=pm4/%/*.h)) Kbuild
	@mkdir -p build/include
	scripts/pm4-header > $@.new
	mv $@.new $@

build/pm4: $(PM4_TOOL:%=build/pm4-obj/%.o) build/libpm4.a
	$(CC) $(PM4_CFLAGS) $^ -o $@.new
	mv $@.new $@

pm4_test_objects = $(patsubst tests/pm4/%.c,build/pm4-tests/%.o,$(wildcard tests/pm4/$(1)_*.c) tests/pm4/tap.c)

# Tables, decoder, reader and generator, with ASan and UBSan.
TESTS += build/pm4-table-test
build/pm4-table-test: $(call pm4_test_objects,table) build/libpm4-san.a
	$(CC) $(PM4_SAN) $^ -o $@

# The tool as a program, and the rows against the sources that they name.
TESTS += tests/pm4/tool-test tests/pm4/contents-tool-test tests/pm4/text-tool-test tests/pm4/sources
tests/pm4/tool-test: build/pm4 build/corpus/.unpacked
tests/pm4/contents-tool-test: build/pm4 build/drawn/gears-rv710.rcpc
tests/pm4/text-tool-test tests/pm4/sources: build/pm4

# The checker's rules and properties, with ASan and UBSan.  The linker redirects calls of the
# walk to tests/pm4/check_walk.c, which can run the full rules instead.
TESTS += build/pm4-check-test
build/pm4-check-test: $(call pm4_test_objects,check) build/libpm4-san.a build/corpus/.unpacked
	$(CC) $(PM4_SAN) $(filter-out %.unpacked,$^) -Wl,--wrap=r600_check_gfx -o $@

# What the proofs assume of the tables and of r600_init(), for every chip; see tests/proof.
TESTS += build/r600-invariant-test
build/r600-invariant-test: tests/proof/r600/invariant_test.c tests/proof/r600/invariant.h build/pm4-tests/tap.o build/libpm4-san.a
	$(CC) $(PM4_SAN) -Ipm4/r600 $(filter %.c %.o %.a,$^) -o $@

# The same for R5xx.
TESTS += build/r500-invariant-test
build/r500-invariant-test: tests/proof/r500/invariant_test.c tests/proof/r500/invariant.h tests/proof/r500/walk.h build/pm4-tests/tap.o build/libpm4-san.a
	$(CC) $(PM4_SAN) -Ipm4/r500 $(filter %.c %.o %.a,$^) -o $@

# The front of Southern Islands: rules, map, the two engines, recorded streams and mutations.
TESTS += build/pm4-si-test
$(eval $(call pm4_objects,tests-si,tests/pm4/si,$(PM4_SAN) -Ipm4/si -Itests/pm4 -Itests/oracle))
build/pm4-tests-si/si_streams.o: tests/pm4/random.h tests/pm4/streams.h
build/pm4-si-test: $(patsubst tests/pm4/si/%.c,build/pm4-tests-si/%.o,$(wildcard tests/pm4/si/*.c)) build/pm4-tests/tap.o \
		tests/oracle/si.c tests/oracle/si.h build/libpm4-san.a build/corpus-si/.unpacked
	$(CC) $(PM4_SAN) -Itests/oracle $(filter-out %.unpacked %.h,$^) -o $@

# The tool for these streams, and the module, which has nothing of this front.
TESTS += tests/pm4/si-tool-test
tests/pm4/si-tool-test: build/pm4 build/corpus-si/.unpacked

# libFuzzer on streams of Southern Islands; part of tests/fuzz/suite.
SI_FUZZ := tests/fuzz/si.c tests/oracle/si.c tests/pm4/si/si_radeon.c $(PM4_READER:%=pm4/tool/%.c)
build/si-fuzz: $(SI_FUZZ) $(PM4_HDRS) tests/pm4/si/si_scene.h tests/oracle/si.h build/libpm4-fuzz.a
	$(or $(FUZZ_CC),clang) $(PM4_SAN) -O2 -fsanitize=fuzzer -Ipm4/si -Itests/pm4/si -Itests/oracle $(SI_FUZZ) build/libpm4-fuzz.a -o $@

# The checker of R5xx, with the oracle beside it.
R500_TESTS := $(wildcard tests/pm4/r500_*.c) tests/pm4/tap.c $(addprefix tests/oracle/,oracle.c surface.c r500.c r500_draw.c)
TESTS += build/pm4-r500-test
build/pm4-r500-test: $(R500_TESTS) $(wildcard tests/pm4/*.h) $(wildcard tests/oracle/*.h) build/libpm4-san.a build/corpus/.unpacked
	$(CC) $(PM4_SAN) -Ipm4/r500 -Itests/pm4 -Itests/oracle $(R500_TESTS) build/libpm4-san.a -Wl,--wrap=r500_walk -o $@
