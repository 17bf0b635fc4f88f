# SPDX-License-Identifier: GPL-2.0
#
# rcp: the module for one kernel, and everything around it.  `make help` says
# what there is.  Everything that is made goes below build/.
#
# The module is built in build/kmod-$(KVER), from a copy of the sources that
# this file keeps up to date, so that one tree serves several kernels.

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:

.PHONY: all
all: module

CACHE	?= $(or $(RCP_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/rcp)

# KVER: a release (uname -r) or the short name of a kernel that scripts/setup
# has prepared (6.1, 6.12, debug).  Default: the running kernel if its headers
# are there, else the newest one that has headers.
KVER_RUNNING := $(shell uname -r)
KVER ?= $(if $(wildcard /lib/modules/$(KVER_RUNNING)/build),$(KVER_RUNNING),$(notdir \
	$(patsubst %/build,%,$(lastword $(sort $(wildcard /lib/modules/*/build))))))
KPREPARED := $(CACHE)/kernel-$(KVER)
KRELEASE := $(if $(wildcard $(KPREPARED)/release),$(shell cat $(KPREPARED)/release),$(KVER))
KDIR ?= $(firstword $(wildcard $(KPREPARED)/build /lib/modules/$(KRELEASE)/build) \
	$(foreach k,$(wildcard $(CACHE)/kernel-*),$(if \
	$(filter $(KRELEASE),$(shell cat $(k)/release 2>/dev/null)),$(k)/build)))
KMOD := build/kmod-$(KRELEASE)

KST_KSRC ?= $(firstword $(wildcard $(CACHE)/kernel-6.1/source) /usr/src/linux-source-6.1)

# Folders whose owners say themselves what is built from them.  A program that
# needs no VM, prints TAP and takes no arguments is a unit test: it belongs into
# TESTS, and scripts/test runs it.
TESTS :=
-include pm4/pm4.mk
-include tests/model/model.mk
-include tests/oracle/oracle.mk
-include tests/kselftest/kselftest.mk
-include tests/uapi/uapi.mk
-include tests/bench/bench.mk

# What goes into the module: the floors, without the host's tools.
KMOD_SOURCES := Kbuild $(shell find drm fence ring pm4 uapi scripts/kcompat scripts/kcompat.d \
	-name tool -prune -o -type f \( -name '*.[ch]' -o -name '*.tbl' -o -path 'scripts/*' \) -print)
KMOD_COPIES := $(addprefix $(KMOD)/,$(KMOD_SOURCES))

$(KMOD_COPIES): $(KMOD)/%: %
	@mkdir -p $(@D)
	@cp -p $< $@.new && touch $@.new && mv $@.new $@

# A source that is gone here must not live on in the copy.
.PHONY: kmod-sources
kmod-sources: $(KMOD_COPIES)
	@cd $(KMOD) && find Kbuild drm fence ring pm4 uapi scripts -type f \( -name '*.h' -o -name '*.c' \
		-o -name '*.tbl' \) ! -name '*.mod.c' ! -name 'pm4_tables.[ch]' | sort > .present
	@printf '%s\n' $(KMOD_SOURCES) | sort | comm -13 - $(KMOD)/.present | \
		(cd $(KMOD) && xargs -r rm -f)

.PHONY: module
module: kmod-sources
	@[ -n "$(KDIR)" ] || { echo "no headers for kernel '$(KVER)': run scripts/setup" >&2; exit 1; }
	+flock $(KMOD)/.lock $(MAKE) -C $(KDIR) M=$(CURDIR)/$(KMOD) modules

.PHONY: install
install: module
	+$(MAKE) -C $(KDIR) M=$(CURDIR)/$(KMOD) INSTALL_MOD_DIR=updates modules_install

.PHONY: unit-tests print-unit-tests
unit-tests: $(TESTS)
print-unit-tests:
	@echo $(TESTS)

.PHONY: check
check:
	scripts/check

.PHONY: test
test:
	scripts/test

.PHONY: demo
demo:
	scripts/demo

# Numbered placeholder words: the emulated card checks how they are uploaded.
.PHONY: firmware
firmware: build/card-firmware
	@build/card-firmware build/firmware

.PHONY: clean
clean:
	rm -rf build

.PHONY: help
help:
	@echo 'rcp, a DRM driver for the command processors of Radeon R6xx/R7xx'
	@echo
	@echo '  make              rcp.ko for kernel $(KRELEASE), in $(KMOD)/'
	@echo '  make install      as root: into /lib/modules/$(KRELEASE)/updates, and depmod'
	@echo '  make check        every static check that is installed (scripts/check)'
	@echo '  make test         everything (scripts/test); make demo plays recorded frames'
	@echo '  make clean        remove build/; the kernels in $(CACHE) stay'
	@echo '  make build/pm4    the command-line tool that decodes and checks streams'
	@echo '  make build/card firmware kselftest'
	@echo '                    the emulated card, its microcode, the clients'
	@echo
	@echo '  KVER=RELEASE      another kernel; also 6.1, 6.12 or debug once scripts/setup and'
	@echo '                    scripts/debug-kernel have prepared them'
	@echo '  KDIR=DIR          its build directory, when it lies elsewhere'
	@echo "  W=1 C=1 V=1       as the kernel's own make has them"
