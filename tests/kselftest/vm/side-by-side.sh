# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests that run radeon.ko and rcp.ko on the same card, one after the other, and compare
# each access.  The host's half starts a VM with a trace of all accesses; the guest's half
# puts a card into the slot and loads a driver.  Sourced at the top of the tree; names of
# tests begin with $tap_prefix, KERNEL chooses the guest's kernel (6.1).

. tests/tap.sh
: "${kernel:=${KERNEL:-6.1}}"

# --- on the host

# traced_vm NAME CHIP OPTIONS-OF-THE-CARD COMMAND...: its trace is $out/trace
traced_vm() {
	local name=$1 chip=$2 card=$3 allow='drivers/gpu/drm/(radeon|ttm)/|refcount|fs/sysfs/group' debug='' limit=1200 status=0

	shift 3
	# radeon.ko leaks its microcode.
	[ "$kernel" != debug ] || { limit=1800 debug=--no-leaks; allow+='|KASAN: .* \[radeon\]'; }
	out=build/vm/$name.runs
	rm -rf "$out" && mkdir -p "$out"
	scripts/vm --kernel "$kernel" --chip "$chip" --card "$card --trace $out/trace" --quiet --timeout $limit \
		--append "iomem=relaxed" --allow "$allow" $debug --name "$name" -- "$@" \
		> "$out/log" 2>&1 < /dev/null || status=$?
	[ $status = 0 ] || tail -n 20 "$out/log" | sed 's/^/# /'
	return $status
}

# same NAME A B LEAST: two lists of accesses are equal, and have at least that many lines
same() {
	local status=0

	[ -s "$2" ] && [ "$(wc -l < "$2")" -ge "$4" ] || status=1
	diff "$2" "$3" > "$out/diff" 2>&1 || status=1
	[ $status = 0 ] || head -n 10 "$out/diff" | sed 's/^/# /'
	result $status "$1"
}

# --- in the guest

slot() { cd /sys/bus/pci/devices && grep -lx 0x1002 -- */vendor | head -n 1 | cut -d/ -f1; }

# under DRIVER "CHIP KIND..." COMMAND...: the driver comes up on such a card
under() {
	local driver=$1

	build/kselftest/swap_card $2 || return
	shift 2
	"$@" && compgen -G "/sys/bus/pci/drivers/$driver/0000:*" > /dev/null
}
