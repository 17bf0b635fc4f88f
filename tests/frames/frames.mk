# SPDX-License-Identifier: GPL-2.0
# build/pm4-draw: recorded frames, draw by draw.

FRAMES_CFLAGS := -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -Wno-missing-field-initializers -O2 -g \
	-Itests/frames -Itests/replay -Itests/gpu -Ipm4 -Ipm4/tool -Ibuild/gen
FRAMES_OBJECTS := $(patsubst tests/frames/%.c,build/frames/%.o,$(wildcard tests/frames/*.c))

build/frames/%.o: tests/frames/%.c $(wildcard tests/frames/*.h) tests/replay/replay.h $(GPU_HDRS) $(PM4_HDRS) $(PM4_TABLES:=.h)
	@mkdir -p $(@D)
	$(CC) $(FRAMES_CFLAGS) -c $< -o $@

build/pm4-draw: $(FRAMES_OBJECTS) build/replay/card.o $(patsubst %,build/pm4-obj/%.o,$(filter-out tool_main,$(PM4_TOOL))) build/libpm4.a
	$(CC) $(FRAMES_CFLAGS) $^ -lz -lm -lpthread -o $@.new
	mv $@.new $@

TESTS += tests/frames/draw-test
tests/frames/draw-test: build/pm4-draw build/node/node.so build/node/city build/node/compare build/drawn/gears-rv710.rcpc build/drawn/gears-rv670.rcpc build/drawn/gears.pam
