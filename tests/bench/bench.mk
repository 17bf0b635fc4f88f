# SPDX-License-Identifier: GPL-2.0
# scripts/bench: the plugin that counts, and the program that submits.

BENCH_CFLAGS := -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra

build/bench/count.so: tests/bench/count.c tests/bench/mark.h
	@mkdir -p build/bench
	$(CC) $(BENCH_CFLAGS) -fPIC -shared -fvisibility=hidden -o $@ $<

build/bench/submit: tests/bench/submit.c tests/bench/mark.h $(addprefix $(KST)/,r6cs.o r6cs_replay.o client.o stream.o)
	@mkdir -p build/bench
	$(CC) $(KST_CFLAGS) -o $@ $(filter %.c %.o,$^)

.PHONY: bench
bench: build/bench/count.so build/bench/submit $(CORPUS_STAMP)
