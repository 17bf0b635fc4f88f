# SPDX-License-Identifier: GPL-2.0
# The card that executes checked streams, build/replay/card.o, for what links pm4/ beside it.

REPLAY_CFLAGS := -std=gnu11 -Wall -Wextra -Wno-unused-parameter -O2 -g -fPIC -fvisibility=hidden
REPLAY_KEEP := $(foreach n,'replay_*' 'gpu_*',--keep-global-symbol=$(n))
REPLAY_OWN := build/replay/replay.o build/replay/replay_r500.o

$(REPLAY_OWN): build/replay/%.o: tests/replay/%.c tests/replay/replay.h tests/replay/replay_r500.h $(MODEL_HDRS) $(GPU_HDRS)
	@mkdir -p $(@D)
	$(CC) $(REPLAY_CFLAGS) -Itests/model -c $< -o $@

# Model and pm4/ have functions of the same name: the model's functions stay in here.
build/replay/card.o: $(REPLAY_OWN) $(MODEL_CORE:%=build/model/%.o) build/model/asm.o $(GPU_CORE:%=build/gpu/%.o)
	ld -r $^ -o $@.new
	objcopy --wildcard $(REPLAY_KEEP) $@.new $@
	rm $@.new
