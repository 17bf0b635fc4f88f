# SPDX-License-Identifier: GPL-2.0
#
# rcp: the module for one kernel, and its tools and tests.  `make help` lists the
# targets.  All output goes below build/.
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
# has prepared (6.1, 6.12, newest, debug).  Default: the running kernel.
KVER ?= $(shell uname -r)
KPREPARED := $(CACHE)/kernel-$(KVER)
KRELEASE := $(if $(wildcard $(KPREPARED)/release),$(shell cat $(KPREPARED)/release),$(KVER))
KDIR ?= $(firstword $(wildcard $(KPREPARED)/build /lib/modules/$(KRELEASE)/build) \
	$(foreach k,$(wildcard $(CACHE)/kernel-*),$(if \
	$(filter $(KRELEASE),$(shell cat $(k)/release 2>/dev/null)),$(k)/build)))
KMOD := build/kmod-$(KRELEASE)

KST_KSRC ?= $(firstword $(wildcard $(CACHE)/kernel-6.1/source) /usr/src/linux-source-6.1)

# Folders with their own makefiles.  A program that needs no VM, prints TAP and takes
# no arguments is a unit test: add it to TESTS, and scripts/test runs it.
TESTS := tests/package/kheaders-test
-include pm4/pm4.mk
-include ring/atom/atom.mk
-include tests/atom/atom.mk
-include tests/gpu/gpu.mk
-include tests/model/model.mk
-include tests/replay/replay.mk
-include tests/node/node.mk
-include tests/frames/frames.mk
-include tests/vc4/vc4.mk
-include tests/order/order.mk
-include tests/oracle/oracle.mk
-include tests/kselftest/kselftest.mk
-include tests/uapi/uapi.mk
-include tests/bench/bench.mk
-include uapi/ctm/ctm.mk

# Sources of the module, without the host's tools and the fronts of the library alone.
KMOD_FRONTS := $(shell sed -n 's/^rcp-fronts := //p' Kbuild)
KMOD_SOURCES := Kbuild $(shell find drm fence ring pm4 uapi scripts/kcompat scripts/kcompat.d scripts/kheaders \
	-name tool -prune -o -name ctm -prune -o $(patsubst %,-path pm4/% -prune -o,$(filter-out $(KMOD_FRONTS),$(PM4_FRONTS))) -type f \( -name '*.[ch]' -o -name '*.tbl' -o -path 'scripts/*' \) -print)
KMOD_COPIES := $(addprefix $(KMOD)/,$(KMOD_SOURCES))

$(KMOD_COPIES): $(KMOD)/%: %
	@mkdir -p $(@D)
	@cp -p $< $@.new && touch $@.new && mv $@.new $@

# Remove sources from the copy that are gone here.
.PHONY: kmod-sources
kmod-sources: $(KMOD_COPIES)
	@cd $(KMOD) && find Kbuild drm fence ring pm4 uapi scripts -type f \( -name '*.h' -o -name '*.c' \
		-o -name '*.tbl' \) ! -name '*.mod.c' ! -name '*_tables.[ch]' | sort > .present
	@printf '%s\n' $(KMOD_SOURCES) | sort | comm -13 - $(KMOD)/.present | \
		(cd $(KMOD) && xargs -r rm -f)

# The message for a kernel without headers, with the ways to get them.
define NO_HEADERS
make: the headers of kernel $(KVER) are not installed: there is no /lib/modules/$(KVER)/build
      Debian:   apt install linux-headers-$(KVER)
      Fedora:   dnf install kernel-devel-$(KVER)
      Arch:     pacman -S linux-headers
      others:   KVER=RELEASE for an installed kernel, KDIR=DIR for a kernel's build folder,
                KVER=6.1, 6.12 or newest after scripts/setup
endef
export NO_HEADERS

.PHONY: have-headers
have-headers:
	@[ -n "$(KDIR)" ] || { printf '%s\n' "$$NO_HEADERS" >&2; exit 1; }

.PHONY: module
module: have-headers kmod-sources
	+how=$$(scripts/kheaders $(KDIR)) && flock $(KMOD)/.lock $(MAKE) -C $(KDIR) M=$(CURDIR)/$(KMOD) $$how modules

# Modules for tests, beside the tested one.
.PHONY: test-module
test-module: module
	@mkdir -p $(KMOD)-test && cp -u tests/kselftest/modules/* $(KMOD)-test/
	+$(MAKE) -C $(KDIR) M=$(CURDIR)/$(KMOD)-test $$(scripts/kheaders $(KDIR)) RCP_KCOMPAT=$(CURDIR)/$(KMOD)/rcp_kcompat.h modules

# Into the running system, as root: the module for one kernel, and the tools.
PREFIX ?= /usr/local

.PHONY: install uninstall
install: module tools
	+$(MAKE) -C $(KDIR) M=$(CURDIR)/$(KMOD) $$(scripts/kheaders $(KDIR)) INSTALL_MOD_DIR=updates modules_install
	@# Headers have no System.map, without which modules_install leaves this out.
	depmod $(KRELEASE)
	scripts/install --prefix $(PREFIX)

# The module of every kernel.
uninstall:
	for m in /lib/modules/*/updates/rcp.ko*; do \
		[ ! -e "$$m" ] || { rm "$$m" && depmod "$$(basename "$${m%/updates/*}")"; }; \
	done
	scripts/install --prefix $(PREFIX) --uninstall

# The sources of the commit, as an archive.
.PHONY: dist
dist:
	@version=$$(sed -n 's/^RCP_VERSION := //p' Kbuild) && mkdir -p build && \
		git archive --prefix=rcp-$$version/ HEAD | xz > build/rcp-$$version.tar.xz && echo build/rcp-$$version.tar.xz

# Files that are installed beside the module.
.PHONY: tools deb deb-draw print-module-sources
tools: build/pm4 build/libpm4.a build/libpm4.so build/include/pm4.h build/atom build/trial build/ctm-as build/libctm.a build/libctm.so

deb: tools
	scripts/deb

# Frames without a card: pm4-draw and the native node.
deb-draw: build/pm4-draw build/node/node.so build/node/png
	scripts/deb --draw

print-module-sources:
	@echo $(KMOD_SOURCES)

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
	@echo '  make uninstall    what it installed, of all kernels; the card is radeon'"'"'s again'
	@echo '  make dist         the sources of the commit, build/rcp-VERSION.tar.xz'
	@echo '  make deb          a Debian package with DKMS, build/rcp_VERSION_amd64.deb'
	@echo '  make deb-draw     one with pm4-draw and the native node, build/rcp-draw_VERSION_amd64.deb'
	@echo '  make check        every static check that is installed (scripts/check)'
	@echo '  make test         everything (scripts/test); make demo plays recorded frames'
	@echo '  make clean        remove build/; the kernels in $(CACHE) stay'
	@echo '  make build/pm4    the command-line tool that decodes and checks streams'
	@echo '  make build/card firmware kselftest'
	@echo '                    the emulated card, its microcode, the clients'
	@echo
	@echo '  KVER=RELEASE      another kernel; also 6.1, 6.12, newest or debug once scripts/setup and'
	@echo '                    scripts/debug-kernel have prepared them'
	@echo '  KDIR=DIR          its build directory, when it is elsewhere'
	@echo "  W=1 C=1 V=1       as the kernel's own make has them"
