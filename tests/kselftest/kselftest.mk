# SPDX-License-Identifier: GPL-2.0
# The clients that run inside the VM: kselftests, the demo's player, the
# ioctl fuzzer.  Everything is built into build/kselftest/; programs of 32 bits
# have _32 after their names.

include tests/corpus/corpus.mk

KST		:= build/kselftest
KST_TESTS	:= alone_test bounce_test caches_test caches_r500_test draw_test pixels_test charge_test probe_test gem_test mmap_test placement_test eviction_test aperture_test \
		   memory_test dmabuf_test prime_test cs_test fence_test interrupt_test \
		   replay_test gate_test gate_r500_test reset_test unbind_test race_test race_calls_test waits_test faults_test faults_memory_test faults_device_test bringup_test \
		   dead_test pci_reset_test runtime_test debugfs_test capture_test fdinfo_test mesa_test libdrm_test \
		   console_test ctx_test seqno_test sync_test implicit_test chunk_test hang_state_test query_test fair_test credit_test order_test \
		   grant_test hyperz_test wedged_test
KST_TOOLS	:= soak greedy play ioctls ioctlfuzz mesafuzz glwalk registers answers sleeper swap_card holder
KST_LIB		:= kernel client stream copy_texel sync late greedy r6cs r6cs_file r6cs_replay r6cs_shaders recording dirty shader drawing paint_r500 faults emulated other hold
KST_BINS	:= $(addprefix $(KST)/,$(KST_TESTS) $(KST_TOOLS))
# The same as programs of 32 bits: those that try the ioctls of the uapi headers.
KST_TESTS_32	:= probe_test cs_test ctx_test seqno_test sync_test implicit_test chunk_test query_test
KST_BINS_32	:= $(addprefix $(KST)/,$(addsuffix _32,$(KST_TESTS_32)))

# Frames that pixels_test plays
DRAWN_SCENES	:= build/drawn/scenes-rv670.rcpc build/drawn/scenes-rv710.rcpc

# The harness comes with the kernel's source, which is not ours to commit; lib/ has a header that
# includes it, with a longer limit of a test.
KST_HARNESS	:= $(KST)/include/kselftest_harness.h

$(KST_HARNESS):
	@mkdir -p $(KST)/include
	@if [ -f $(KST_KSRC)/tools/testing/selftests/kselftest_harness.h ]; then \
		cp $(KST_KSRC)/tools/testing/selftests/kselftest.h \
		   $(KST_KSRC)/tools/testing/selftests/kselftest_harness.h $(KST)/include/; \
	elif [ -f $(KST_KSRC).tar.xz ]; then \
		echo "taking the test harness out of $(KST_KSRC).tar.xz"; \
		tar -xJf $(KST_KSRC).tar.xz -C $(KST)/include --strip-components=4 --occurrence=1 \
			--wildcards '*/tools/testing/selftests/kselftest.h' \
			'*/tools/testing/selftests/kselftest_harness.h'; \
	else \
		echo "kselftest_harness.h: install linux-source-6.1 (scripts/setup does)" >&2; \
		exit 1; \
	fi
	@touch $@

KST_CFLAGS	:= -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -pthread \
		   -Itests/kselftest/lib -Ipm4/tool -Iuapi -isystem $(KST)/include \
		   $(shell pkg-config --cflags libdrm 2>/dev/null || echo -I/usr/include/libdrm)

$(KST)/%.o: tests/kselftest/%.c $(KST_HARNESS) uapi/rcp_drm.h tests/kselftest/kselftest.mk
	@mkdir -p $(@D)
	$(CC) $(KST_CFLAGS) -MMD -MP -c -o $@ $<

# Without the harness
$(KST)/tools/%.o: tests/kselftest/tools/%.c uapi/rcp_drm.h tests/kselftest/kselftest.mk
	@mkdir -p $(@D)
	$(CC) $(KST_CFLAGS) -MMD -MP -c -o $@ $<

# But for its TAP
$(KST)/tools/swap_card.o: $(KST_HARNESS)

$(KST)/lib/%.o: tests/kselftest/lib/%.c uapi/rcp_drm.h tests/kselftest/kselftest.mk
	@mkdir -p $(@D)
	$(CC) $(KST_CFLAGS) -MMD -MP -c -o $@ $<

# The reader of recorded streams is the pm4 tool's reader.
$(KST)/lib/r6cs_file.o: pm4/tool/r6cs_file.c pm4/tool/r6cs_file.h tests/kselftest/kselftest.mk
	@mkdir -p $(@D)
	$(CC) $(KST_CFLAGS) -c -o $@ $<

$(KST)/32/lib/r6cs_file.o: pm4/tool/r6cs_file.c pm4/tool/r6cs_file.h tests/kselftest/kselftest.mk
	@mkdir -p $(@D)
	$(CC) -m32 $(KST_CFLAGS) -c -o $@ $<

$(KST)/32/%.o: tests/kselftest/%.c $(KST_HARNESS) uapi/rcp_drm.h tests/kselftest/kselftest.mk
	@mkdir -p $(@D)
	$(CC) -m32 -D_FILE_OFFSET_BITS=64 $(KST_CFLAGS) -MMD -MP -c -o $@ $<

$(addprefix $(KST)/,$(KST_TESTS)): $(KST)/%: $(KST)/%.o
$(addprefix $(KST)/,$(KST_TOOLS)): $(KST)/%: $(KST)/tools/%.o
$(KST_BINS): $(KST_LIB:%=$(KST)/lib/%.o)
	$(CC) -pthread -o $@ $^ $(KST_LIBS)

$(KST_BINS_32): $(KST)/%_32: $(KST)/32/%.o $(KST_LIB:%=$(KST)/32/lib/%.o)
	$(CC) -m32 -pthread -o $@ $^

# The sample is built as it says, with nothing from here but the header.
$(KST)/sample_test: tests/kselftest/sample.c uapi/rcp_drm.h tests/kselftest/kselftest.mk
	@mkdir -p $(KST)
	$(CC) -O2 -g -Wall -Wextra -Iuapi -o $@ $< $(shell pkg-config --cflags --libs libdrm 2>/dev/null)

# Authors of 32-bit clients copy it: it compiles without a flag, and refuses an off_t of 32 bits.
$(KST)/32/sample.o: tests/kselftest/sample.c uapi/rcp_drm.h tests/kselftest/kselftest.mk
	@mkdir -p $(@D)
	$(CC) -m32 -O2 -Wall -Wextra -Werror -Iuapi -c -o $@ $< $(shell pkg-config --cflags libdrm 2>/dev/null)

# What scripts/first-light runs.  It is installed, so it needs neither the harness nor libdrm.
TRIAL_SOURCES	:= $(addprefix tests/kselftest/,tools/trial.c tools/measure.c $(addprefix lib/,kernel.c client.c stream.c copy_texel.c sync.c r6cs.c \
		   r6cs_replay.c r6cs_shaders.c shader.c)) pm4/tool/r6cs_file.c

build/trial: $(TRIAL_SOURCES) tests/kselftest/tools/measure.h $(wildcard tests/kselftest/lib/*.h) pm4/tool/r6cs_file.h uapi/rcp_drm.h tests/kselftest/kselftest.mk
	$(CC) -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Itests/kselftest/lib -Ipm4/tool -Iuapi \
		$(shell pkg-config --cflags libdrm 2>/dev/null || echo -I/usr/include/drm) -o $@ $(TRIAL_SOURCES)

# Mesa, as a program uses it
$(KST)/mesa_test: KST_LIBS := -lEGL -lGLESv2
$(KST)/mesafuzz $(KST)/glwalk: KST_LIBS := -lEGL -lOpenGL
# libdrm_radeon, as the X driver uses it
$(KST)/libdrm_test: KST_LIBS := -ldrm_radeon
# Tools of more than one file
$(KST)/mesafuzz: $(addprefix $(KST)/tools/,mesafuzz_program.o mesafuzz_random.o mesafuzz_textures.o)
$(KST)/glwalk: $(addprefix $(KST)/tools/,glwalk_raster.o glwalk_texture.o)
$(KST)/ioctls: $(KST)/tools/ioctl_cases.o
$(KST)/ioctlfuzz: $(addprefix $(KST)/tools/,ioctlfuzz_calls.o ioctlfuzz_streams.o ioctlfuzz_values.o)

-include $(foreach dir,. lib tools 32 32/lib,$(wildcard $(KST)/$(dir)/*.d))

# Clients of 32 bits need the compiler's and the C library's parts for them (gcc-multilib).
ifneq ($(filter kselftest,$(MAKECMDGOALS)),)
ifeq ($(shell echo 'int main(void) { return 0; }' | \
	$(CC) -m32 -include asm/types.h -include stdlib.h -x c - -o /dev/null 2>&1),)
KST_32 := $(KST_BINS_32) $(KST)/32/sample.o
else
$(info note: $(CC) builds nothing for 32 bits here (gcc-multilib), so those clients are left out)
endif
endif

.PHONY: kselftest
kselftest: $(KST_BINS) $(KST_32) $(KST)/sample_test build/trial build/atom $(CORPUS_STAMP) $(DRAWN_SCENES)
