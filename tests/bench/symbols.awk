# SPDX-License-Identifier: GPL-2.0
#
# What profile.awk and check.awk share: reads "SYMBOLS SERIES PROFILE", and calls spent()
# for each block of each series of recorded streams on the card that is done at once.
#
# SYMBOLS: "address name" by line, sorted; SERIES: what build/bench/client printed; PROFILE:
# what build/bench/count.so left: the blocks of a series follow the line "series".
# The caller sets wanted=rcp|radeon and defines spent(FUNCTION, COUNT) for one repetition of
# the series, whose label and length are in label and dw, and begun(), called for each series.

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
	if ($1 == "series" && ours && $2 == "stream") {
		labels[++series] = $3
		lengths[series] = $4
		begun($3, $4)
	} else if ($1 == "series") {
		series++
	}
	next
}
# The section in front of the first series is what ran before it: nothing that counts.
$1 == "series" { at++; next }
at in labels { spent(symbol("x" $1), $2 / times, labels[at], lengths[at]) }
