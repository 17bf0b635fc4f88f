# SPDX-License-Identifier: GPL-2.0
#
# The table of fairness, both drivers side by side, from the output of build/kselftest/greedy, with
# lines "load NAME LOAD" of the host.  With -v drivers=rcp only rcp's table, with -v markdown=1 for
# the page.

$1 == "load" {
	load[$2] = $3
}
$1 == "fair" {
	if (!($3 in text)) {
		name[++n] = $3
		text[$3] = ""
		for (i = 6; i <= NF; i++)
			text[$3] = text[$3] (i > 6 ? " " : "") $i
	}
	rate[$2, $3] = $4
	worst[$2, $3] = $5
}
function cell(table, driver, row) {
	return (driver, row) in table ? table[driver, row] : ""
}
function page(i, k) {
	print "A small client beside a greedy one: jobs a second, and the longest wait for a job."
	print ""
	print "| the greedy client | rcp, jobs/s | longest, ms | radeon, jobs/s | longest, ms | load |"
	print "|---|---|---|---|---|---|"
	for (i = 1; i <= n; i++) {
		k = name[i]
		printf "| %s: %s | %s | %s | %s | %s | %s |\n", k, text[k], cell(rate, "rcp", k), cell(worst, "rcp", k),
			cell(rate, "radeon", k), cell(worst, "radeon", k), load[k]
	}
}
END {
	if (!n)
		exit 1
	if (markdown) {
		page()
		exit
	}
	both = drivers != "rcp"
	print ""
	print "A small client beside a greedy one: jobs a second, and the longest wait for a job in ms."
	printf "%-8s %10s %10s", "", "rcp", ""
	if (both)
		printf " %10s %10s %5s", "radeon", "", ""
	printf "\n"
	printf "%-8s %10s %10s", "", "jobs/s", "worst ms"
	if (both)
		printf " %10s %10s %5s", "jobs/s", "worst ms", "load"
	printf "  the greedy client\n"
	for (i = 1; i <= n; i++) {
		k = name[i]
		printf "%-8s %10s %10s", k, cell(rate, "rcp", k), cell(worst, "rcp", k)
		if (both)
			printf " %10s %10s %5s", cell(rate, "radeon", k), cell(worst, "radeon", k), load[k]
		printf "  %s\n", text[k]
	}
}
