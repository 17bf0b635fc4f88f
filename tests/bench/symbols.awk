# SPDX-License-Identifier: GPL-2.0
#
# Common code of profile.awk and check.awk: reads "SYMBOLS SERIES PROFILE", and calls spent()
# for each block of each series of recorded streams on the card that is done at once, or of
# the series only=NAME.
#
# SYMBOLS: "address name" by line, sorted; SERIES: output of build/bench/client; PROFILE:
# output of build/bench/count.so: the blocks of a series follow the line "series".
# The caller sets wanted=rcp|radeon and defines begun(LABEL, DWORDS), called for each of these
# series, and spent(FUNCTION, COUNT, LABEL, DWORDS) with the count for one of its batch.

# The addresses are compared as text: all have sixteen digits.
function symbol(address,   low, high, middle) {
	if (address in known)
		return known[address]
	low = 1
	high = symbols
	while (low < high) {
		middle = int((low + high + 1) / 2)
		if (start[middle] <= address)
			low = middle
		else
			high = middle - 1
	}
	return known[address] = name[low]
}
FILENAME != file { file = FILENAME; files++ }
files == 1 { start[++symbols] = "x" $1; name[symbols] = $2; next }
files == 2 {
	if ($1 == "driver") {
		ours = $2 == wanted && $3 == "once"
		times = $4
	}
	if ($1 == "series" && ours && (only ? $3 == only : $2 == "stream")) {
		labels[++series] = $3
		lengths[series] = $4
		parts[series] = times * $6
		begun($3, $4)
	} else if ($1 == "series") {
		series++
	}
	next
}
# The section before the first series does not count.
$1 == "series" { at++; next }
at in labels { spent(symbol("x" $1), $2 / parts[at], labels[at], lengths[at]) }
