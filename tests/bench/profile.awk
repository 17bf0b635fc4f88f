# SPDX-License-Identifier: GPL-2.0
#
# Which functions of the kernel a submission runs, and for how many instructions, in the
# mean of the streams of each length.
#
#   awk -v wanted=rcp|radeon -f tests/bench/profile.awk SYMBOLS STREAMS PROFILE
#
# SYMBOLS: "address name" by line; STREAMS: what build/bench/submit printed; PROFILE: what
# build/bench/count.so left: the blocks of a stream follow the line "stream".

function column(dw) { return dw < 512 ? 1 : dw < 1024 ? 2 : dw < 4096 ? 3 : 4 }

# The addresses are sorted by their text, all of sixteen digits.
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

# As often as tests/bench/submit.c submits each stream (TIMES).
BEGIN { times = 11 }
FILENAME != file { file = FILENAME; files++ }
files == 1 { start[++symbols] = "x" $1; name[symbols] = $2; next }
files == 2 {
	if ($1 == "driver")
		ours = $2 == wanted
	if ($1 == "stream") {
		into[++streams] = !ours ? -1 : $2 == "smallest" ? 0 : column($3)
		many[into[streams]]++
	}
	next
}
# The section in front of the first stream is empty.
$1 == "stream" { at++; next }
at >= 1 && at <= streams && into[at] >= 0 {
	f = symbol("x" $1)
	seen[f]
	sum[f, into[at]] += $2 / times
	total[into[at]] += $2 / times
}
END {
	printf "%-40s %9s %9s %9s %9s %9s\n", "instructions in", "smallest", "-511", "-1023", "-4095", "4096-"
	printf "%-40s", "total"
	for (c = 0; c <= 4; c++)
		printf " %9.0f", many[c] ? total[c] / many[c] : 0
	printf "\n"
	fflush()
	for (f in seen) {
		line = sprintf("%-40s", f)
		for (c = 0; c <= 4; c++)
			line = line sprintf(" %9.0f", many[c] ? sum[f, c] / many[c] : 0)
		print line | "LC_ALL=C sort -k4,4nr | head -n 100"
	}
}
