# SPDX-License-Identifier: GPL-2.0
# build/pm4-draw: recorded frames, draw by draw.

FRAMES_CFLAGS := -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -Wno-missing-field-initializers -O2 -g \
	-Itests/frames -Ibuild/frames -Itests/replay -Itests/gpu -Ipm4 -Ipm4/tool -Iuapi -Ibuild/gen
FRAMES_OBJECTS := $(patsubst tests/frames/%.c,build/frames/%.o,$(wildcard tests/frames/*.c))

build/frames/%.o: tests/frames/%.c $(wildcard tests/frames/*.h) tests/replay/replay.h $(GPU_HDRS) $(PM4_HDRS) $(PM4_TABLES:=.h)
	@mkdir -p $(@D)
	$(CC) $(FRAMES_CFLAGS) -c $< -o $@

# The parts of the page as C, and their names in the page's policy.
build/frames/page_parts.h: tests/frames/page.js tests/frames/page.css tests/frames/page.html tests/frames/frames.mk
	@mkdir -p $(@D)
	perl -MDigest::SHA=sha256_base64 -0777 -e 'for (["script", "js"], ["style", "css"], ["body", "html"]) { \
		open F, "<", "tests/frames/page.$$_->[1]" or die; my $$t = <F>; \
		printf "#define PAGE_%s_HASH \"sha256-%s=\"\n", uc $$_->[0], sha256_base64($$t); \
		printf "static const char page_%s[] = { %s };\n", $$_->[0], join ", ", unpack "c*", $$t; }' > $@.new
	mv $@.new $@

build/frames/page.o: build/frames/page_parts.h

build/pm4-draw: $(FRAMES_OBJECTS) build/replay/card.o $(patsubst %,build/pm4-obj/%.o,$(filter-out tool_main,$(PM4_TOOL))) build/libpm4.a
	$(CC) $(FRAMES_CFLAGS) $^ -lz -lpng -lm -lpthread -o $@.new
	mv $@.new $@

TESTS += tests/frames/draw-test
tests/frames/draw-test: build/pm4-draw build/node/node.so build/node/city build/node/gears build/node/compare build/node/replay build/drawn/gears-rv710.rcpc build/drawn/gears-rv670.rcpc build/drawn/gears.pam

# The page in a browser: tests/frames/page-test, a suite of its own because it needs Chromium.
.PHONY: page-test
page-test: build/pm4-draw build/node/node.so build/node/city build/node/gears build/drawn/gears-rv710.rcpc
	tests/frames/page-test

# The picture of README.md: draw 37 of the frame with the black block.
.PHONY: page-picture
page-picture: build/pm4-draw build/node/node.so build/node/city
	RCP_NODE_RECORD=build/frames/bad.rcpc RCP_NODE_FRAME=build/frames/bad.pam LD_PRELOAD=$(CURDIR)/build/node/node.so build/node/city 60 640 360 25
	cd build/frames && ../pm4-draw bad.rcpc --page bad.html
	tests/frames/browser 'file://$(CURDIR)/build/frames/bad.html#draw=37&target=colour%200&pixel=186,218' \
		window 1060,400 key n key p picture 0,0,1060,400 tests/frames/page.png
