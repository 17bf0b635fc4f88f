# SPDX-License-Identifier: GPL-2.0
# scripts/bench: the counting plugin, and the measured programs.

BENCH		:= build/bench
BENCH_CFLAGS	:= -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra
BENCH_CLIENT	:= main series streams rates memory pressure
BENCH_LIB	:= $(addprefix $(KST)/lib/,kernel.o client.o stream.o copy_texel.o r6cs.o r6cs_file.o r6cs_replay.o r6cs_shaders.o shader.o emulated.o)

$(BENCH)/count.so: tests/bench/count.c tests/bench/mark.h
	@mkdir -p $(BENCH)
	$(CC) $(BENCH_CFLAGS) -fPIC -shared -fvisibility=hidden -o $@ $<

$(BENCH)/clock.so: tests/bench/clock.c tests/model/guest_clock.h
	@mkdir -p $(BENCH)
	$(CC) $(BENCH_CFLAGS) -fPIC -shared -fvisibility=hidden -o $@ $<

$(BENCH)/client: $(BENCH_CLIENT:%=tests/bench/%.c) tests/bench/mark.h tests/bench/series.h $(BENCH_LIB)
	@mkdir -p $(BENCH)
	$(CC) $(KST_CFLAGS) -o $@ $(filter %.c %.o,$^)

$(BENCH)/clients: $(addprefix tests/bench/,clients.c series.c streams.c memory.c) tests/bench/mark.h tests/bench/series.h $(BENCH_LIB)
	@mkdir -p $(BENCH)
	$(CC) $(KST_CFLAGS) -o $@ $(filter %.c %.o,$^)

$(BENCH)/short: tests/bench/short.c tests/bench/streams.c tests/bench/series.c tests/bench/mark.h tests/bench/series.h $(BENCH_LIB)
	@mkdir -p $(BENCH)
	$(CC) $(KST_CFLAGS) -o $@ $(filter %.c %.o,$^)

$(BENCH)/hang: tests/bench/hang.c $(BENCH_LIB)
	@mkdir -p $(BENCH)
	$(CC) $(KST_CFLAGS) -o $@ $^

.PHONY: bench
bench: $(BENCH)/count.so $(BENCH)/clock.so $(BENCH)/client $(BENCH)/clients $(BENCH)/short $(BENCH)/hang $(CORPUS_STAMP)

# Build it with the other clients, so that build errors are noticed.
kselftest: $(BENCH)/count.so $(BENCH)/clock.so $(BENCH)/client $(BENCH)/clients $(BENCH)/short $(BENCH)/hang
