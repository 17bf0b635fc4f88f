# SPDX-License-Identifier: GPL-2.0
# Unpacks the recorded streams into build/corpus/.  Other targets depend on CORPUS_STAMP.

CORPUS_STAMP := build/corpus/.unpacked

$(CORPUS_STAMP): tests/corpus/corpus.tar.xz
	@mkdir -p build/corpus
	tar -xJf $< -C build/corpus
	@touch $@

.PHONY: corpus
corpus: $(CORPUS_STAMP)
