# SPDX-License-Identifier: GPL-2.0
# The order of clients with a simulated card: build/order-sim [--seconds N [SEED]].
# build/order-search is the same without sanitizers, for long searches.

ORDER_SOURCES := $(wildcard fence/order/*.c tests/order/*.c) tests/pm4/tap.c
ORDER_HDRS := $(wildcard fence/order/*.h tests/order/*.h) tests/pm4/tap.h tests/pm4/random.h pm4/pm4_types.h pm4/pm4_util.h
ORDER_CFLAGS := -std=gnu11 -Wall -Wextra -Wshadow -Wno-sign-compare -Wno-missing-field-initializers \
	-Ifence/order -Ipm4 -Itests/order -Itests/pm4 -g

TESTS += build/order-sim
build/order-sim: $(ORDER_SOURCES) $(ORDER_HDRS) tests/order/order.mk
	@mkdir -p build
	$(CC) $(ORDER_CFLAGS) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all $(ORDER_SOURCES) -o $@

build/order-search: $(ORDER_SOURCES) $(ORDER_HDRS) tests/order/order.mk
	@mkdir -p build
	$(CC) $(ORDER_CFLAGS) -O2 $(ORDER_SOURCES) -o $@
