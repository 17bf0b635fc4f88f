# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For scripts in the guest that try what owners do: TAP, and a machine with the modules of radeon
# and rcp installed, with a stand-in for the program that makes the initramfs.  Sourced.
#
#   $slot     the card that is looked at, after machine or look_at; $card in sysfs, $alias its modalias
#   $slots    all cards
#   $keeps    1 if the kernel's radeon has no remove callback
#   $table    the script's cases

set -u
log=/run/owner.log
conf=/etc/modprobe.d/rcp.conf
tap_log=$log tap_failed=look_at_the_log stdin=/dev/null
. tests/tap.sh
. tests/cases.sh

look_at_the_log() {
	dmesg | tail -n 10 | sed 's/^/# /'
	[ -z "${RCP_STOP_EARLY:-}" ] || exit 1
}

# has PATTERN...: a test, $name, that the log has these lines in this order
has() {
	local text

	text=$(< $log)
	while [ $# -gt 0 ]; do
		[[ $'\n'$text == *$'\n'$1* ]] || break
		text=${text#*$'\n'$1}
		shift
	done
	[ $# = 0 ]
	result $? "$name"
}

# driver [SLOT]: the driver that the card has now
# shellcheck disable=SC2120 # other files pass a slot
driver() {
	local link

	link=$(readlink "/sys/bus/pci/devices/${1:-$slot}/driver")
	link=${link##*/}
	echo "${link:-none}"
}

# is DRIVER: a test, $name, of the driver that the card has now
is() { expect 0 "^$1\$" "$name" driver; }

# look_at SLOT
look_at() {
	slot=$1
	card=/sys/bus/pci/devices/$slot
	alias=$(< "$card/modalias")
}

unload() {
	local s

	[ ! -d /sys/module/rcp ] || rmmod rcp
	[ ! -d /sys/module/radeon ] || rmmod radeon
	for s in "${slots[@]}"; do
		echo > "/sys/bus/pci/devices/$s/driver_override"
	done
}

# Act like a boot: load the modules of the card's alias, without blacklisted ones.
boot() {
	unload
	modprobe -b "$alias" >> $log 2>&1
}

# tool NAME STATUS: a program that makes an initramfs, the only one
tool() {
	rm -f /run/tools/*
	: > /run/initramfs
	printf '#!/bin/sh\necho "%s $*" >> /run/initramfs\nexit %d\n' "$1" "$2" > "/run/tools/$1"
	chmod +x "/run/tools/$1"
}

# arm REGISTER=VALUE...: of the emulated card, for tests
arm() {
	[ "$(driver)" != none ] || echo 1 > "$card/enable"
	RCP_SLOT=$slot build/kselftest/registers "$@"
}

# hold HOW [NODE]: a process that holds the card
hold() {
	rm -f /run/held
	build/kselftest/holder "$@" > /run/held 2>> $log &
	holder=$!
	until [ -s /run/held ] || ! kill -0 $holder 2> /dev/null; do sleep 0.1; done
}

release() { kill $holder; wait $holder 2> /dev/null; }

# machine: makes the guest one, and looks at its first card
machine() {
	local program path

	# The modules of both drivers and no others: depmod is slow on an emulated CPU.
	modules=/run/modules/lib/modules/$KVER
	mkdir -p "$modules"
	cp "/lib/modules/$KVER"/modules.{order,builtin,builtin.modinfo} "$modules"
	modprobe -a --show-depends radeon gpu-sched | sed -n 's/^insmod //p' | sort -u | xargs cp -t "$modules"
	cp "$RCP_KO" "$modules"
	depmod -b /run/modules "$KVER"
	mount --bind "$modules" "/lib/modules/$KVER"
	# The VM's command line blocks both.
	sed 's/modprobe.blacklist=[^ ]*//' /proc/cmdline > /run/cmdline
	mount --bind /run/cmdline /proc/cmdline
	# The host's programs that make an initramfs take minutes here; only the guest is without them.
	for program in update-initramfs dracut mkinitcpio kernel-install; do
		while path=$(command -v $program); do
			rm "$path"
			hash -r
		done
	done
	mkdir -p /run/tools
	PATH=/run/tools:$PATH
	tool update-initramfs 0
	rm -f $conf

	mapfile -t slots < <(scripts/rcp-claim | sed -n 's/^\([0-9a-f:.]*\)  driver none$/\1/p')
	[ ${#slots[@]} != 0 ]
	result $? shows_the_card
	look_at "${slots[0]}"
}

# keeper_or_not: sets $keeps.  Without a remove callback radeon keeps a card that it has.
keeper_or_not() {
	local s

	for s in "${slots[@]}"; do
		echo none > "/sys/bus/pci/devices/$s/driver_override"
	done
	modprobe radeon
	# /proc/kallsyms takes seconds to read on an emulated CPU.
	grep radeon_pci_ /proc/kallsyms > /run/kallsyms
	mount --bind /run/kallsyms /proc/kallsyms
	keeps=1
	! grep -q radeon_pci_remove /run/kallsyms || keeps=0
	unload
}

# leave: the plan, and the status of all
leave() {
	umount /proc/kallsyms /proc/cmdline "/lib/modules/$KVER"
	finish
}
