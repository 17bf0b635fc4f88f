# SPDX-License-Identifier: GPL-2.0
#
# Instructions of a submission by kernel function, as the mean over the streams of each
# length; or of the series only=NAME.  See symbols.awk.

function column(label, dw) {
	return only || label == "smallest" ? 0 : dw < 512 ? 1 : dw < 1024 ? 2 : dw < 4096 ? 3 : 4
}
function begun(label, dw) { many[column(label, dw)]++ }
function spent(f, count, label, dw,   c) {
	c = column(label, dw)
	functions[f]
	sum[f, c] += count
	total[c] += count
}
END {
	last = only ? 0 : 4
	sorter = "LC_ALL=C sort -k" (only ? "2,2nr" : "4,4nr") " | head -n 100"
	if (only)
		printf "%-40s %9s\n", "instructions in", only
	else
		printf "%-40s %9s %9s %9s %9s %9s\n", "instructions in", "smallest", "-511", "-1023", "-4095", "4096-"
	printf "%-40s", "total"
	for (c = 0; c <= last; c++)
		printf " %9.0f", many[c] ? total[c] / many[c] : 0
	printf "\n"
	fflush()
	for (f in functions) {
		line = sprintf("%-40s", f)
		for (c = 0; c <= last; c++)
			line = line sprintf(" %9.0f", many[c] ? sum[f, c] / many[c] : 0)
		print line | sorter
	}
}
