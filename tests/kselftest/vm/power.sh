# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For the guest's halves of tests/kselftest/vm/power: an emulated board with the states
# boot 600/500 MHz at 1100 mV, battery 300/250 at 900 and performance 750/600 at 1200.  Sourced at the
# top of the tree.

tap_prefix=power.
tap_log=/run/power.log stdin=/dev/null table=tests/kselftest/vm/power.cases
. tests/kselftest/vm/side-by-side.sh
. tests/cases.sh

card="RV630 states"
# The PLLs' registers and the number of the voltage's level
boot="025802c0 05780112 00000004"
battery="012c0160 02bc0009 00000000"
performance="08340360 02580116 00000006"

# has SPLL MPLL PINS
has() {
	local now

	# Registers that are 0 are not printed.
	now=$(build/kselftest/registers 600-600 624-624 678-678 |
		awk 'NR < 3 { print $2 } NR == 3 { pins = $2 } END { print pins ? pins : "00000000" }' | xargs)
	[ "$now" = "$*" ] || { echo "# the card has $now, not $*"; return 1; }
}

# noted WORDS: one line of the log contains these
noted() {
	[ "$(dmesg | grep -cF -- "$1")" = 1 ] || { dmesg | grep 'rcp .*:' | tail -n 5 | sed 's/^/# /'; echo "# not one '$1'"; return 1; }
}

no_errors() { ! dmesg -l emerg,alert,crit,err | grep -vE 'firmware: failed to load|probe with driver' | sed 's/^/# /' | grep .; }

# load PARAMETER...: the card stays awake
load() {
	dmesg -C
	scripts/guest-load job_timeout_ms=1000 "$@" || return
	echo on > "/sys/bus/pci/devices/$(slot)/power/control"
}

works() { RCP_SHORT=1 build/kselftest/fence_test > /run/test.log 2>&1 || { grep '^not ok' /run/test.log | sed 's/^/# /'; return 1; }; }

pci_reset() { echo 1 > "/sys/bus/pci/devices/$(slot)/reset"; }

node() { compgen -G '/sys/bus/pci/drivers/rcp/0000:*/drm/renderD*' > /dev/null; }

hang() {
	build/kselftest/registers ffc4=1 && build/kselftest/play -n 1 build/corpus > /run/play 2>&1
	grep -q '^card_resets *1$' /sys/kernel/debug/dri/*/rcp_state
}

# sleeps_and_wakes [COMMAND...]: runtime suspend to D3hot, with the command while the card sleeps
sleeps_and_wakes() {
	local power i

	power=/sys/bus/pci/devices/$(slot)/power
	echo 20 > "$power/autosuspend_delay_ms"
	echo auto > "$power/control"
	for ((i = 0; i < 200; i++)); do
		[ "$(cat "$power/runtime_status")" != suspended ] || break
		sleep 0.1
	done
	[ "$(cat "$power/runtime_status")" = suspended ] || { echo "# it does not sleep"; return 1; }
	"$@"
	echo on > "$power/control"
	[ "$(cat "$power/runtime_status")" = active ]
}
