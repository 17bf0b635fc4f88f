# SPDX-License-Identifier: GPL-2.0
# Tests of ring/atom/: build/atom-test, build/atom-diff.

ATOM_TEST_HDRS := $(wildcard tests/atom/*.h tests/pm4/tap.h) $(ATOM_HDRS) tests/atom/atom.mk
ATOM_TEST := main rig asm $(basename $(notdir $(wildcard tests/atom/*_test.c)))

build/atom-san/%.o: tests/atom/%.c $(ATOM_TEST_HDRS)
	@mkdir -p build/atom-san
	$(CC) $(ATOM_SAN) -Itests/atom -c $< -o $@

build/atom-san/%.o: tests/pm4/%.c $(ATOM_TEST_HDRS)
	@mkdir -p build/atom-san
	$(CC) $(ATOM_SAN) -c $< -o $@

build/atom-san/%.o: pm4/tool/%.c $(ATOM_HDRS)
	@mkdir -p build/atom-san
	$(CC) $(ATOM_SAN) -c $< -o $@

# The parser and the interpreter, with ASan and UBSan.
TESTS += build/atom-test
build/atom-test: $(ATOM_TEST:%=build/atom-san/%.o) $(ATOM_LIB:%=build/atom-san/%.o) build/atom-san/tap.o \
		build/atom-san/diff-image.o build/atom-san/atom_dis.o build/atom-san/tool_libc.o
	$(CC) $(ATOM_SAN) $^ -o $@

# The tool as a program.
build/atom-sanitized: $(ATOM_LIB:%=build/atom-san/%.o) $(ATOM_TOOL:%=build/atom-san/%.o) build/atom-san/tool_libc.o
	$(CC) $(ATOM_SAN) $^ -o $@

TESTS += tests/atom/atom-tool-test
tests/atom/atom-tool-test: build/atom-sanitized build/card-rom

# The in-tree driver's interpreter, from the kernel's source: unpacked here, compiled with
# tests/atom/diff/kernel.h for all of the kernel's headers.
ATOM_KERNEL := build/atom-kernel
ATOM_KERNEL_FILES := atom.c atom.h atom-names.h atom-bits.h atom-types.h atombios.h pptable.h ObjectID.h
ATOM_KERNEL_HEADERS := linux/module.h linux/sched.h linux/slab.h linux/string_helpers.h \
	linux/mutex.h linux/types.h asm/unaligned.h drm/drm_device.h drm/drm_util.h radeon.h

$(ATOM_KERNEL)/.unpacked: tests/atom/atom.mk
	@rm -rf $(ATOM_KERNEL) && mkdir -p $(ATOM_KERNEL)
	@tarball=$(firstword $(wildcard /usr/src/linux-source-6.1.tar.xz $(CACHE)/kernel-6.1/source.tar.xz)); \
	[ -n "$$tarball" ] || { echo "no linux-source-6.1: run scripts/setup" >&2; exit 1; }; \
	tar -xJf $$tarball -C $(ATOM_KERNEL) --strip-components=5 --occurrence=1 \
		$(ATOM_KERNEL_FILES:%=linux-source-6.1/drivers/gpu/drm/radeon/%)
	@for h in $(ATOM_KERNEL_HEADERS); do mkdir -p $(ATOM_KERNEL)/$$(dirname $$h); \
		echo '#include "kernel.h"' > $(ATOM_KERNEL)/$$h; done
	@touch $@

# Without the sanitizers, because it relies on undefined shifts.
build/atom-diff-kernel.o: tests/atom/diff/kernel.c $(wildcard tests/atom/diff/*.h) $(ATOM_KERNEL)/.unpacked
	$(CC) -std=gnu11 -w -O1 -g -fno-strict-aliasing -fsanitize-coverage=trace-pc \
		-I$(ATOM_KERNEL) -Itests/atom/diff -c $< -o $@

build/atom-san/diff-%.o: tests/atom/diff/%.c tests/atom/diff/diff.h $(ATOM_TEST_HDRS)
	@mkdir -p build/atom-san
	$(CC) $(ATOM_SAN) -Itests/atom -Itests/model -c $< -o $@

TESTS += build/atom-diff
build/atom-diff: build/atom-san/diff-diff.o build/atom-san/diff-image.o build/atom-san/asm.o \
		build/atom-diff-kernel.o $(ATOM_LIB:%=build/atom-san/%.o) build/atom-san/tap.o \
		build/model/san/libmodel.a build/gpu/san/libgpu.a
	$(CC) $(ATOM_SAN) $^ -lm -o $@

# libFuzzer on images; part of tests/fuzz/suite.
build/atom-fuzz: tests/atom/fuzz.c ring/atom/tool/atom_dis.c pm4/tool/tool_libc.c $(wildcard ring/atom/*.c) $(ATOM_TEST_HDRS)
	@mkdir -p $(@D)
	$(or $(FUZZ_CC),clang) $(ATOM_SAN) -O2 -fsanitize=fuzzer $(filter %.c,$^) -o $@
