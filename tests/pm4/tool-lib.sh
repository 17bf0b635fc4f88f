# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Helpers of the tests of the pm4 tool as a program, for sourcing.

pm4=${PM4:-build/pm4}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
n=0 failed=0

# expect STATUS PATTERN WHAT COMMAND...: checks its exit code, and for a line of output
expect() {
	local status=$1 pattern=$2 what=$3 got=0

	shift 3
	"$@" > "$work/out" 2>&1 || got=$?
	n=$((n + 1))
	if [ "$got" = "$status" ] && grep -qE -e "$pattern" "$work/out"; then
		echo "ok $n - $what"
	else
		echo "not ok $n - $what"
		echo "# ended with $got, not $status, or no line like: $pattern"
		head -5 "$work/out" | sed 's/^/# /'
		failed=1
	fi
}

# le32 VALUE...: prints them as bytes
le32() {
	local v

	for v; do
		printf '%b' "$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $((v & 255)) \
			$((v >> 8 & 255)) $((v >> 16 & 255)) $((v >> 24 & 255)))"
	done
}

# zeros N: prints N zero bytes
zeros() { head -c "$1" /dev/zero; }
