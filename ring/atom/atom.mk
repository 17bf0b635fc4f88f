# SPDX-License-Identifier: GPL-2.0
# ring/atom/ in userspace: the reader of video BIOS images, the interpreter of command
# tables, and the atom tool.  Builds the sources of the module, without kernel headers.

ATOM_HDRS := $(wildcard ring/atom/*.h ring/atom/tool/*.h) pm4/pm4_types.h ring/atom/atom.mk
ATOM_LIB := $(basename $(notdir $(wildcard ring/atom/*.c)))
ATOM_TOOL := $(basename $(notdir $(wildcard ring/atom/tool/*.c)))
ATOM_CFLAGS := -std=gnu11 -Wall -Wextra -Wshadow -Wno-sign-compare -Wno-unused-parameter -Iring/atom -Ipm4 -g
ATOM_SAN := $(ATOM_CFLAGS) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all

build/atom-obj/%.o: ring/atom/%.c $(ATOM_HDRS)
	@mkdir -p build/atom-obj
	$(CC) $(ATOM_CFLAGS) -O2 -c $< -o $@

build/atom-obj/%.o: ring/atom/tool/%.c $(ATOM_HDRS)
	@mkdir -p build/atom-obj
	$(CC) $(ATOM_CFLAGS) -O2 -c $< -o $@

build/atom-san/%.o: ring/atom/tool/%.c $(ATOM_HDRS)
	@mkdir -p build/atom-san
	$(CC) $(ATOM_SAN) -c $< -o $@

build/atom-san/%.o: ring/atom/%.c $(ATOM_HDRS)
	@mkdir -p build/atom-san
	$(CC) $(ATOM_SAN) -c $< -o $@

build/atom: $(ATOM_LIB:%=build/atom-obj/%.o) $(ATOM_TOOL:%=build/atom-obj/%.o) build/pm4-obj/tool_libc.o
	$(CC) $(ATOM_CFLAGS) $^ -o $@.new
	mv $@.new $@
