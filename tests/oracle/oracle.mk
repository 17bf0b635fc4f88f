# SPDX-License-Identifier: GPL-2.0
#
# The oracle (tests/oracle) and the fuzzers (tests/fuzz).
#
#	build/oracle-test	unit tests of the oracle itself
#	build/oracle-corpus	recorded streams: checker, then oracle
#	build/oracle-raw	the same without the checker
#	build/pm4-fuzz		libFuzzer: structured mutations, oracle inside
#	build/r6cs-fuzz		libFuzzer: the readers of recorded streams
#	build/pm4-replay	replays kept cases without libFuzzer

ORACLE_DIR	:= tests/oracle
FUZZ_DIR	:= tests/fuzz
ORACLE_CC	?= $(CC)
FUZZ_CC		?= clang
ORACLE_SAN	:= -fsanitize=address,undefined -fno-sanitize-recover=all
ORACLE_CFLAGS	:= -std=gnu11 -O1 -g -Wall -Wextra -Wshadow -Wno-sign-compare \
		   -Wno-unknown-warning-option -Wno-override-init -Wno-initializer-overrides \
		   -Wno-missing-field-initializers -Wno-unused-parameter \
		   -Ipm4 -I$(ORACLE_DIR) -Ibuild/gen

# The tests of pm4/ have the printer of TAP.
TAP		:= tests/pm4/tap.c

ORACLE_CORE	:= $(addprefix $(ORACLE_DIR)/,surface.c texture.c oracle.c target.c draw.c packets.c dma.c r500.c r500_draw.c r500_relocate.c r6cs.c)
ORACLE_HEADERS	:= $(wildcard $(ORACLE_DIR)/*.h) \
		   $(addprefix pm4/,pm4.h pm4_types.h pm4_fronts.h r600/pm4_r600.h)
ORACLE_TESTS	:= $(addprefix $(ORACLE_DIR)/,relocate.c test_main.c surface_test.c oracle_test.c r6cs_test.c) $(TAP)

# The checker, from source: fuzzers and the judge need it instrumented.
ORACLE_PM4	= $(PM4_SOURCES) pm4/tool/tool_libc.c $(PM4_TABLES:=.c)
ORACLE_PM4_DEPS	= $(PM4_TABLES:=.h) $(PM4_SOURCES) $(PM4_HDRS)

TESTS += build/oracle-test
build/oracle-test: $(ORACLE_CORE) $(ORACLE_TESTS) $(ORACLE_HEADERS) tests/pm4/tap.h $(ORACLE_DIR)/oracle.mk
	@mkdir -p $(@D)
	$(ORACLE_CC) $(ORACLE_CFLAGS) $(ORACLE_SAN) $(ORACLE_CORE) $(ORACLE_TESTS) -o $@

build/oracle-raw: $(ORACLE_CORE) $(ORACLE_DIR)/relocate.c $(ORACLE_DIR)/run.c $(ORACLE_DIR)/corpus.c $(ORACLE_HEADERS)
	@mkdir -p $(@D)
	$(ORACLE_CC) $(ORACLE_CFLAGS) -DORACLE_RAW_ONLY $(filter %.c,$^) -o $@

ORACLE_CORPUS	:= $(ORACLE_CORE) $(addprefix $(ORACLE_DIR)/,relocate.c run.c probe.c corpus.c)
build/oracle-corpus: $(ORACLE_CORPUS) $(ORACLE_HEADERS) build/libpm4-san.a
	$(ORACLE_CC) $(ORACLE_CFLAGS) $(ORACLE_SAN) $(ORACLE_CORPUS) build/libpm4-san.a -o $@

FUZZ_JUDGE	:= $(ORACLE_CORE) $(ORACLE_DIR)/relocate.c $(ORACLE_DIR)/probe.c $(FUZZ_DIR)/judge.c
FUZZ_DEPS	= $(FUZZ_JUDGE) $(wildcard $(FUZZ_DIR)/*.[ch]) $(ORACLE_HEADERS)
FUZZ_CFLAGS	:= $(ORACLE_CFLAGS) -O2 -I$(FUZZ_DIR)

build/pm4-replay: $(FUZZ_DEPS) $(TAP) build/libpm4-san.a
	$(ORACLE_CC) $(FUZZ_CFLAGS) $(ORACLE_SAN) $(FUZZ_JUDGE) $(FUZZ_DIR)/replay.c $(TAP) build/libpm4-san.a -o $@

# The checker as fuzzers explore it: once for all of them.
build/fuzz-obj/pm4/%.o: %.c $(ORACLE_PM4_DEPS)
	@mkdir -p $(@D)
	$(FUZZ_CC) $(FUZZ_CFLAGS) $(ORACLE_SAN) -fsanitize=fuzzer-no-link -c $< -o $@

build/libpm4-fuzz.a: $(patsubst %.c,build/fuzz-obj/pm4/%.o,$(ORACLE_PM4))
	rm -f $@
	ar qcs $@ $^

# Only pm4/ is instrumented for coverage, because only it is to be explored.
build/pm4-fuzz: $(FUZZ_DEPS) pm4/tool/r6cs_file.c build/libpm4-fuzz.a
	@mkdir -p $(@D)/fuzz-obj
	cd $(@D)/fuzz-obj && $(FUZZ_CC) $(patsubst -I%,-I../../%,$(FUZZ_CFLAGS)) $(ORACLE_SAN) -c \
		-I../../pm4/tool $(addprefix ../../,$(FUZZ_JUDGE) $(addprefix $(FUZZ_DIR)/,fuzz.c mutate.c mutate_r500.c stream.c) pm4/tool/r6cs_file.c)
	$(FUZZ_CC) $(FUZZ_CFLAGS) $(ORACLE_SAN) -fsanitize=fuzzer $(addprefix $(@D)/fuzz-obj/,$(notdir $(FUZZ_JUDGE:.c=.o)) \
		fuzz.o mutate.o mutate_r500.o stream.o r6cs_file.o) build/libpm4-fuzz.a -o $@

# The same judge with source coverage, for the lines of pm4/ that a corpus reaches.
build/pm4-cover: $(FUZZ_DEPS) $(TAP) $(ORACLE_PM4_DEPS)
	@mkdir -p $(@D)
	$(FUZZ_CC) $(FUZZ_CFLAGS) -fprofile-instr-generate -fcoverage-mapping $(FUZZ_JUDGE) \
		$(FUZZ_DIR)/replay.c $(TAP) $(ORACLE_PM4) -o $@

# Both readers have the same names, so the tool's are renamed.
READER_NAMES	:= $(foreach n,r6cs_read r6cs_parse r6cs_free r6cs_card,-D$(n)=tool_$(n))

READERS_ORACLE	:= $(addprefix $(ORACLE_DIR)/,r6cs.c relocate.c r500_relocate.c texture.c surface.c)
READERS_TOOL	:= $(addprefix pm4/tool/,tool_bytes.c r6cs_file.c tool_r6cs.c tool_r6cs_map.c tool_r6cs_write.c tool_contents.c tool_capture.c \
		   tool_text.c tool_text_dump.c tool_text_reader.c tool_bof.c tool_input.c tool_relatives.c tool_relatives_data.c) \
		   $(FUZZ_DIR)/readers_tool.c
build/r6cs-fuzz: $(READERS_ORACLE) $(READERS_TOOL) $(FUZZ_DIR)/readers.c build/libpm4-fuzz.a \
		$(ORACLE_HEADERS) $(PM4_HDRS)
	@mkdir -p $(@D)/fuzz-readers-obj
	cd $(@D)/fuzz-readers-obj && $(FUZZ_CC) $(patsubst -I%,-I../../%,$(FUZZ_CFLAGS)) -I../../pm4/tool -I../../uapi \
		$(READER_NAMES) $(ORACLE_SAN) -fsanitize=fuzzer-no-link -c $(addprefix ../../,$(READERS_TOOL))
	$(FUZZ_CC) $(FUZZ_CFLAGS) $(ORACLE_SAN) -fsanitize=fuzzer $(READERS_ORACLE) $(FUZZ_DIR)/readers.c \
		$(addprefix $(@D)/fuzz-readers-obj/,$(notdir $(READERS_TOOL:.c=.o))) build/libpm4-fuzz.a -o $@

# The judge by execution: the checker, the card and the machine are instrumented, because they are to be
# explored.
JUDGE_COVER	:= -O2 -fsanitize-coverage=inline-8bit-counters
JUDGE_CARD	:= $(REPLAY_OWN:build/replay/%=build/judge/%) $(MODEL_CORE:%=build/judge/model/%.o) build/judge/asm.o $(GPU_CORE:%=build/judge/gpu/%.o)
JUDGE_SOURCES	:= $(addprefix $(FUZZ_DIR)/,draw_memory.c draw_case.c draw_capture.c draw_run.c draw_r500.c draw_r600.c draw_mutate.c \
		   draw_mutate_r500.c draw_mutate_r600.c draw_main.c mutate.c mutate_r500.c stream.c) pm4/tool/r6cs_file.c $(ORACLE_CORE) $(ORACLE_DIR)/relocate.c $(ORACLE_DIR)/probe.c $(TAP)
JUDGE_PM4	= $(patsubst %.c,build/judge/pm4/%.o,$(ORACLE_PM4))

$(REPLAY_OWN:build/replay/%=build/judge/%): build/judge/%.o: tests/replay/%.c tests/replay/replay.h tests/replay/replay_r500.h $(MODEL_HDRS) $(GPU_HDRS)
	@mkdir -p $(@D)
	$(FUZZ_CC) $(REPLAY_CFLAGS) $(JUDGE_COVER) -Wno-unknown-warning-option -Itests/model -c $< -o $@

build/judge/model/%.o: tests/model/%.c $(MODEL_HDRS)
	@mkdir -p $(@D)
	$(FUZZ_CC) $(REPLAY_CFLAGS) $(JUDGE_COVER) -Wno-unknown-warning-option -Itests/model -c $< -o $@

build/judge/model/rom.o build/judge/model/r600/rom.o: tests/atom/asm.h

build/judge/gpu/%.o: tests/gpu/%.c $(GPU_HDRS)
	@mkdir -p $(@D)
	$(FUZZ_CC) $(filter-out -fvect-cost-model=%,$(GPU_CFLAGS)) $(JUDGE_COVER) -Wno-missing-field-initializers -Wno-gnu-alignof-expression -c $< -o $@

build/judge/asm.o: tests/atom/asm.c tests/atom/asm.h
	@mkdir -p $(@D)
	$(FUZZ_CC) $(REPLAY_CFLAGS) -c $< -o $@

build/judge/pm4/%.o: %.c $(ORACLE_PM4_DEPS)
	@mkdir -p $(@D)
	$(FUZZ_CC) $(ORACLE_CFLAGS) $(JUDGE_COVER) -c $< -o $@

build/judge/card.o: $(JUDGE_CARD)
	ld -r $^ -o $@.new
	objcopy --wildcard $(REPLAY_KEEP) $@.new $@
	rm $@.new

build/pm4-judge: $(JUDGE_SOURCES) $(wildcard $(FUZZ_DIR)/*.h) $(ORACLE_HEADERS) $(JUDGE_PM4) build/judge/card.o uapi/rcp_capture.h
	$(FUZZ_CC) $(FUZZ_CFLAGS) -Ipm4/tool -Iuapi -Itests/replay $(JUDGE_SOURCES) $(JUDGE_PM4) build/judge/card.o -lm -lpthread -o $@

# Files that decide what a run of the judge does, for its record: tests/fuzz/judge-record.
.PHONY: judge-inputs
judge-inputs: $(ORACLE_PM4_DEPS)
	@mkdir -p build/judge
	@{ $(FUZZ_CC) $(FUZZ_CFLAGS) -Ipm4/tool -Iuapi -Itests/replay -w -MM $(JUDGE_SOURCES) $(ORACLE_PM4) && \
	   $(FUZZ_CC) $(REPLAY_CFLAGS) -Itests/model -w -MM $(REPLAY_OWN:build/replay/%.o=tests/replay/%.c) \
		$(MODEL_CORE:%=tests/model/%.c) tests/atom/asm.c && \
	   $(FUZZ_CC) $(filter-out -fvect-cost-model=%,$(GPU_CFLAGS)) -w -MM $(GPU_CORE:%=tests/gpu/%.c); } > build/judge/inputs.d
	@tr -s ' \\' '\n' < build/judge/inputs.d | sed -n '/[.][ch]$$/p' | sort -u
