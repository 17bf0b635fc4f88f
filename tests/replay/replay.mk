# SPDX-License-Identifier: GPL-2.0
# The card that executes checked streams, build/replay/card.o, for what links pm4/ beside it.

REPLAY_CFLAGS := -std=gnu11 -Wall -Wextra -Wno-unused-parameter -O2 -g -fPIC -fvisibility=hidden
REPLAY_KEEP := $(foreach n,'replay_*' 'gpu_*',--keep-global-symbol=$(n))
REPLAY_OWN := build/replay/replay.o build/replay/replay_r500.o
REPLAY_MODEL := $(MODEL_CORE:%=build/replay/model/%.o) build/replay/asm.o
REPLAY_GPU := $(GPU_CORE:%=build/replay/gpu/%.o)

$(REPLAY_OWN): build/replay/%.o: tests/replay/%.c tests/replay/replay.h tests/replay/replay_r500.h $(MODEL_HDRS) $(GPU_HDRS)
	@mkdir -p $(@D)
	$(CC) $(REPLAY_CFLAGS) -Itests/model -c $< -o $@

build/replay/model/%.o: tests/model/%.c $(MODEL_HDRS)
	@mkdir -p $(@D)
	$(CC) $(REPLAY_CFLAGS) -Itests/model -c $< -o $@

build/replay/gpu/%.o: tests/gpu/%.c $(GPU_HDRS)
	@mkdir -p $(@D)
	$(CC) $(GPU_CFLAGS) -fPIC -fvisibility=hidden -c $< -o $@

build/replay/asm.o: tests/atom/asm.c tests/atom/asm.h
	@mkdir -p $(@D)
	$(CC) $(REPLAY_CFLAGS) -c $< -o $@

build/replay/model/rom.o build/replay/model/r600/rom.o: tests/atom/asm.h

# Model and pm4/ have functions of the same name: the model's functions stay in here.
build/replay/card.o: $(REPLAY_OWN) $(REPLAY_MODEL) $(REPLAY_GPU)
	ld -r $^ -o $@.new
	objcopy --wildcard $(REPLAY_KEEP) $@.new $@
	rm $@.new
