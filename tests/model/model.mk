# SPDX-License-Identifier: GPL-2.0
# The card model: build/card, build/card-firmware, build/model-test.

MODEL_CORE := report hdp scanout regs pci irq memory frozen cp power board config ucode audio rom \
	chips life control bar packet \
	$(patsubst tests/model/%.c,%,$(filter-out %_test.c %/up.c,$(wildcard tests/model/r600/*.c tests/model/r500/*.c)))
MODEL_CARD := card version args transport clock wire mpqemu vfiouser qtest machine
MODEL_TEST := rig r600/up r500/up $(patsubst tests/model/%.c,%,$(wildcard tests/model/*_test.c tests/model/*/*_test.c))
# build/replay/card.o, in a shared library, has the same objects
MODEL_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Wno-unused-parameter -fPIC -fvisibility=hidden -Itests/model
MODEL_SAN := -fsanitize=address,undefined -fno-sanitize-recover=all -O1
MODEL_HDRS := $(wildcard tests/model/*.h tests/model/*/*.h) tests/pm4/tap.h tests/model/model.mk

build/model/%.o: tests/model/%.c $(MODEL_HDRS)
	@mkdir -p $(@D)
	$(CC) $(MODEL_CFLAGS) -c $< -o $@

build/model/san/%.o: tests/model/%.c $(MODEL_HDRS)
	@mkdir -p $(@D)
	$(CC) $(MODEL_CFLAGS) $(MODEL_SAN) -c $< -o $@

# The assembler for the ROM.
build/model/asm.o: tests/atom/asm.c tests/atom/asm.h
	@mkdir -p $(@D)
	$(CC) $(MODEL_CFLAGS) -c $< -o $@

build/model/san/asm.o: tests/atom/asm.c tests/atom/asm.h
	@mkdir -p $(@D)
	$(CC) $(MODEL_CFLAGS) $(MODEL_SAN) -c $< -o $@

# The driver's interpreter posts the card.
build/model/san/r600/post_test.o build/model/san/r600/clocks_test.o: MODEL_CFLAGS += -Iring/atom -Ipm4

build/model/rom.o build/model/r600/rom.o build/model/san/rom.o build/model/san/r600/rom.o: tests/atom/asm.h

build/model/libmodel.a: $(MODEL_CORE:%=build/model/%.o) build/model/asm.o
	rm -f $@
	ar rcs $@ $^

build/model/san/libmodel.a: $(MODEL_CORE:%=build/model/san/%.o) build/model/san/asm.o
	rm -f $@
	ar rcs $@ $^

build/card: $(MODEL_CARD:%=build/model/%.o) build/model/libmodel.a build/libgpu.a | build/tsc
	$(CC) $(MODEL_CFLAGS) $^ -lm -o $@

build/tsc: build/model/tsc.o
	$(CC) $(MODEL_CFLAGS) $^ -o $@

build/card-firmware: build/model/firmware.o build/model/libmodel.a build/libgpu.a
	$(CC) $(MODEL_CFLAGS) $^ -lm -o $@

build/card-rom: build/model/card_rom.o build/model/libmodel.a build/libgpu.a
	$(CC) $(MODEL_CFLAGS) $^ -lm -o $@

TESTS += build/model-test tests/model/card-test
tests/model/card-test: build/card build/card-firmware
build/model-test: $(MODEL_TEST:%=build/model/san/%.o) $(ATOM_LIB:%=build/atom-san/%.o) build/atom-san/tap.o \
		$(addprefix build/model/san/,args.o transport.o clock.o wire.o mpqemu.o vfiouser.o qtest.o machine.o libmodel.a) build/gpu/san/libgpu.a
	$(CC) $(MODEL_CFLAGS) $(MODEL_SAN) $^ -lm -o $@
