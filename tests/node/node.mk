# SPDX-License-Identifier: GPL-2.0
# The native node: build/node/node.so, a render node for unmodified Mesa (see node.h).

NODE_WARN := -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -Wno-missing-field-initializers
NODE_CFLAGS := $(NODE_WARN) -O2 -g -fPIC -fvisibility=hidden
NODE_INC := -Itests/node -Itests/replay -Ipm4 -Ibuild/gen -Ibuild/node -Iuapi
NODE_OBJECTS := paths ioctl answers grant submit record memory frame card

build/node/%.o: tests/node/%.c tests/node/node.h tests/replay/replay.h tests/gpu/gpu.h $(PM4_HDRS) $(PM4_TABLES:=.h)
	@mkdir -p $(@D)
	$(CC) $(NODE_CFLAGS) $(NODE_INC) -c $< -o $@

build/node/answers.o: build/node/answers.h

# CHIP REQUEST ANSWER, as C.  Grants have code of their own (grant.c).
build/node/answers.h: tests/node/answers.txt
	@mkdir -p $(@D)
	awk '$$2 !~ /^WANT_/ { name = $$2 ~ /^GEM_INFO/ ? $$2 : "RADEON_INFO_" $$2; sub(/[.]/, "_", name); \
		printf "{ \"%s\", %s, %s },\n", $$1, name, $$3 ~ /^0x/ ? "0, " $$3 : $$3 ", 0" }' $< > $@

# /dev/dri and sysfs for each chip of answers.txt.
build/node/tree/.made: tests/node/tree tests/node/answers.txt
	@mkdir -p $(@D)
	sed -n 's/^\([A-Z0-9]*\) DEVICE_ID 0x\(.*\)/\1 \2/p' tests/node/answers.txt | \
		while read -r chip id; do tests/node/tree $$chip $$id build/node/tree || exit; done
	touch $@

# Only the interposed calls of libc leave the library.
build/node/node.so: $(NODE_OBJECTS:%=build/node/%.o) build/replay/card.o $(PM4_LIB:%=build/pm4-pic/%.o) \
		build/node/tree/.made tests/node/exports
	$(CC) -shared -Wl,-Bsymbolic,--version-script=tests/node/exports $(filter %.o,$^) -lm -lpthread -ldl -o $@.new
	mv $@.new $@

# Clients of GL.
build/node/%: tests/node/client/%.c
	@mkdir -p $(@D)
	$(CC) $(NODE_WARN) -O2 -g $< -o $@ -lEGL -lGL -lm

build/node/calls: tests/node/client/calls.c tests/pm4/tap.h
	@mkdir -p $(@D)
	$(CC) $(NODE_WARN) -O2 -g -I/usr/include/libdrm $< tests/pm4/tap.c -o $@ -ldrm

build/node/replay: tests/node/client/replay.c $(addprefix tests/kselftest/lib/,recording.c client.c recording.h client.h) uapi/rcp_capture.h
	@mkdir -p $(@D)
	$(CC) $(NODE_WARN) -D_GNU_SOURCE -O2 -g -I/usr/include/libdrm -Iuapi -Itests/kselftest/lib $(filter %.c,$^) -o $@

build/node/scenes: $(wildcard tests/node/client/scene*.[ch])
	@mkdir -p $(@D)
	$(CC) $(NODE_WARN) -O2 -g $(filter %.c,$^) -o $@ -lEGL -lGL -lm

build/node/drawbench: tests/node/client/drawbench.c
	@mkdir -p $(@D)
	$(CC) $(NODE_WARN) -O2 -g $< -o $@ -lEGL -lGL

# Preloaded for programs with windows; they find libEGL through it.
build/node/offscreen.so: tests/node/client/offscreen.c
	@mkdir -p $(@D)
	$(CC) $(NODE_WARN) -O2 -g -fPIC -shared $< -Wl,--no-as-needed -lEGL -ldl -o $@

build/node/compare: tests/node/tool/compare.c
	@mkdir -p $(@D)
	$(CC) $(NODE_WARN) -O2 -g $< -o $@

build/node/blocks: tests/node/tool/blocks.c
	@mkdir -p $(@D)
	$(CC) $(NODE_WARN) -O2 -g $< -o $@

# Frames with contents, and what llvmpipe draws, for the demo.
build/drawn/%: tests/corpus/drawn/%.xz
	@mkdir -p $(@D)
	xz -dc $< > $@.new && mv $@.new $@

build/node/png: tests/node/tool/png.c
	@mkdir -p $(@D)
	$(CC) $(NODE_WARN) -O2 -g $< -o $@ -lpng

NODE_CLIENTS := build/node/calls build/node/replay build/node/glinfo build/node/gears build/node/scenes build/node/compare build/node/png
TESTS += tests/node/node-test
tests/node/node-test: build/node/node.so $(NODE_CLIENTS) $(addprefix build/kselftest/,answers hyperz_test) build/pm4 $(addprefix build/drawn/,$(addsuffix .rcpc,gears-r600 gears-rv670 gears-rv710 scenes-rv670 scenes-rv710 scenes-rv770))
