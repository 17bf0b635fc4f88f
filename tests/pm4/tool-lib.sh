# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Helpers of the tests of the pm4 tool as a program, for sourcing.

pm4=${PM4:-build/pm4}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
tap_prefix='- ' tap_log=$work/out
. tests/tap.sh

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

# section TYPE LENGTH: its head; the payload follows
section() { le32 $((0x43504352)) 1 "$2" "$1"; }

# submit COMM: a client on the chip $chip, with the properties $card and the flags $flags
chip=RV710 card='2 4 256 1' flags=0
submit() {
	section 1 104
	printf '%s' "$chip"
	zeros $((16 - ${#chip}))
	le32 $card 123 7
	printf '%s' "$1"
	zeros $((16 - ${#1}))
	le32 5 0 9 0 0 0 0 0 0 1 "$flags" 0
}

# relocs HANDLE...: each a buffer of 4096 bytes, read and written in VRAM
relocs() {
	local handle

	section 3 $((16 * $#))
	for handle; do le32 "$handle" 4 4 0; done
	section 4 $((32 * $#))
	for handle; do le32 4096 0 4 4 0 0 4096 0; done
}

# verdict ERROR SENTENCE [STAGE]
verdict() {
	section 5 304
	le32 "$1" "${3:-2}" 0 0 0 0 0 0 0 0 0 0
	printf '%s' "$2"
	zeros $((256 - ${#2}))
}
