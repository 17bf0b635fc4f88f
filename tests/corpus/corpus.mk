# SPDX-License-Identifier: GPL-2.0
# Unpacks the recorded streams into build/corpus/.  Other targets depend on CORPUS_STAMP.

CORPUS_STAMP := build/corpus/.unpacked

# Chips before R5xx and chipsets, which no front checks.
CORPUS_OLDER := r300 r420 rs480 rs600 rs690 rs740 rv350 rv410

$(CORPUS_STAMP): $(addprefix tests/corpus/,corpus.tar.xz corpus-mesa25.tar.xz corpus-r5xx.tar.xz)
	@mkdir -p build/corpus/mesa25 build/corpus/r5xx/older
	tar -xJf $< -C build/corpus
	tar -xJf tests/corpus/corpus-mesa25.tar.xz -C build/corpus/mesa25
	tar -xJf tests/corpus/corpus-r5xx.tar.xz -C build/corpus/r5xx
	mv $(CORPUS_OLDER:%=build/corpus/r5xx/%-*.r6cs) build/corpus/r5xx/older
	@touch $@

# Southern Islands; no card and no VM reads these.
build/corpus-si/.unpacked: tests/corpus/corpus-si.tar.xz
	@mkdir -p $(@D)
	tar -xJf $< -C $(@D)
	@touch $@

.PHONY: corpus
corpus: $(CORPUS_STAMP)
