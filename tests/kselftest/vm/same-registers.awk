# SPDX-License-Identifier: GPL-2.0
#
# For same-as-radeon: the values that both drivers leave in registers, beside the list of those that
# may differ and the headers with their names.

function number(hex,   i, n) {
	for (i = n = 0; i < length(hex); n = n * 16 + index("0123456789abcdef", substr(hex, ++i, 1)) - 1)
		;
	return n
}

FILENAME ~ /[.]h$/ {
	if ($1 == "#define" && $3 ~ /^0x/)
		name[number(substr($3, 3))] = " " $2
	next
}
FILENAME ~ /radeon[.]registers$/ { radeon[$1] = $2; all[$1]; next }
FILENAME ~ /rcp[.]registers$/ { rcp[$1] = $2; all[$1]; next }
$1 == gen { split($2, ends, "-"); first[++m] = number(ends[1]); last[m] = number(ends[2]) }

END {
	for (reg in all) {
		n++
		at = number(reg)
		for (i = 1; i <= m && (at < first[i] || at > last[i]); i++)
			;
		if (radeon[reg] == rcp[reg] || i <= m)
			continue
		bad++
		printf "# register 0x%s%s: radeon.ko %s, rcp.ko %s\n", reg, name[at],
			radeon[reg] ? radeon[reg] : 0, rcp[reg] ? rcp[reg] : 0
	}
	printf "# %d registers that are not zero\n", n
	exit bad || !n
}
