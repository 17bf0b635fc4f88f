# SPDX-License-Identifier: GPL-2.0
#
# For same-vbios: the whole of ASIC_Init is the same in the traces of radeon and rcp.  rcp also
# reads CONFIG_MEMSIZE while a table runs, to see that the card is there, and once at the end of
# ASIC_Init.

function next_of(file) {
	before = 0
	while ((getline line < file) > 0) {
		if (line !~ /^r 0x05428 /) return line
		before = 1
	}
	return ""
}

BEGIN {
	for (;;) {
		a = next_of(ARGV[1])
		b = next_of(ARGV[2])
		if (a != b || a == "") break
		n++
		memory = memory || a ~ /^w 0x05428 /
	}
	printf "# %d accesses; then radeon %s, rcp %s\n", n, a, b
	exit !(n >= 500 && memory && before)
}
