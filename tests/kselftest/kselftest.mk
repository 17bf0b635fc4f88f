# SPDX-License-Identifier: GPL-2.0
# The clients that run inside the VM: kselftests, the demo's player, the
# ioctl fuzzer.  Everything is built into build/kselftest/.

include tests/corpus/corpus.mk

KST		:= build/kselftest
KST_TESTS	:= alone_test probe_test gem_test prime_test cs_test fence_test interrupt_test \
		   replay_test gate_test reset_test unbind_test waits_test faults_test bringup_test \
		   dead_test debugfs_test mesa_test libdrm_test
KST_TOOLS	:= play ioctls ioctlfuzz mesafuzz registers answers sleeper swap_card
KST_LIB		:= r6cs r6cs_replay client stream faults emulated other
KST_BINS	:= $(addprefix $(KST)/,$(KST_TESTS) $(KST_TOOLS))

# The harness comes with the kernel's source, which is not ours to commit.
KST_KSRC	?= $(firstword $(patsubst %/tools,%,$(wildcard $(CACHE)/kernel-6.1/source/tools \
		   /usr/src/linux-source-6.1/tools)) /usr/src/linux-source-6.1)
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
		   -Itests/kselftest -Iuapi -isystem $(KST)/include \
		   $(shell pkg-config --cflags libdrm 2>/dev/null || echo -I/usr/include/libdrm)

$(KST)/%.o: tests/kselftest/%.c $(KST_HARNESS) uapi/rcp_drm.h tests/kselftest/kselftest.mk
	@mkdir -p $(KST)
	$(CC) $(KST_CFLAGS) -MMD -MP -c -o $@ $<

$(KST_BINS): $(KST)/%: $(KST)/%.o $(addprefix $(KST)/,$(addsuffix .o,$(KST_LIB)))
	$(CC) -pthread -o $@ $^ $(KST_LIBS)

# Mesa, as a program uses it
$(KST)/mesa_test: KST_LIBS := -lEGL -lGLESv2
$(KST)/mesafuzz: KST_LIBS := -lEGL -lOpenGL
# libdrm_radeon, as the X driver uses it
$(KST)/libdrm_test: KST_LIBS := -ldrm_radeon
$(KST)/mesafuzz: $(KST)/mesafuzz_program.o $(KST)/mesafuzz_textures.o
$(KST)/ioctls: $(KST)/ioctl_cases.o

-include $(wildcard $(KST)/*.d)

.PHONY: kselftest
kselftest: $(KST_BINS) $(CORPUS_STAMP)
