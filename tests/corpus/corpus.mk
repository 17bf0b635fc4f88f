# SPDX-License-Identifier: GPL-2.0
# Unpacks the recorded streams into build/corpus/.  Other targets depend on CORPUS_STAMP.

CORPUS_STAMP := build/corpus/.unpacked

$(CORPUS_STAMP): tests/corpus/corpus.tar.xz tests/corpus/corpus-mesa25.tar.xz
	@mkdir -p build/corpus/mesa25
	tar -xJf $< -C build/corpus
	tar -xJf tests/corpus/corpus-mesa25.tar.xz -C build/corpus/mesa25
	@touch $@

# Southern Islands; no card and no VM reads these.
build/corpus-si/.unpacked: tests/corpus/corpus-si.tar.xz
	@mkdir -p $(@D)
	tar -xJf $< -C $(@D)
	@touch $@

.PHONY: corpus
corpus: $(CORPUS_STAMP)
