# SPDX-License-Identifier: GPL-2.0
#
# Which functions of the kernel a submission runs, and for how many instructions, in the
# mean of the streams of each length.  See symbols.awk.

function column(label, dw) {
	return label == "smallest" ? 0 : dw < 512 ? 1 : dw < 1024 ? 2 : dw < 4096 ? 3 : 4
}
function begun(label, dw) { many[column(label, dw)]++ }
function spent(f, count, label, dw,   c) {
	c = column(label, dw)
	functions[f]
	sum[f, c] += count
	total[c] += count
}
END {
	printf "%-40s %9s %9s %9s %9s %9s\n", "instructions in", "smallest", "-511", "-1023", "-4095", "4096-"
	printf "%-40s", "total"
	for (c = 0; c <= 4; c++)
		printf " %9.0f", many[c] ? total[c] / many[c] : 0
	printf "\n"
	fflush()
	for (f in functions) {
		line = sprintf("%-40s", f)
		for (c = 0; c <= 4; c++)
			line = line sprintf(" %9.0f", many[c] ? sum[f, c] / many[c] : 0)
		print line | "LC_ALL=C sort -k4,4nr | head -n 100"
	}
}
