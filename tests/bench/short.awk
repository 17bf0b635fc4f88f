# SPDX-License-Identifier: GPL-2.0
#
# The table of two clients with short jobs, both drivers side by side, from the output of build/bench/short.
# With -v markdown=1 for the page.

BEGIN {
	text["keeps"] = "has 16 jobs"
	text["waits"] = "waits for each job"
	text["rests"] = "has a job every 200 ms"
}
$1 == "short" {
	row = $3 " us | " text[$4]
	if (!(row in seen))
		rows[++n] = row
	seen[row] = 1
	for (i = 5; i <= 7; i++)
		cell[row, $2, i] = $i
}
function percent(driver, i) { return ((row, driver, i) in cell) ? cell[row, driver, i] " %" : "" }
function number(driver) { return ((row, driver, 7) in cell) ? cell[row, driver, 7] : "" }
END {
	if (!n)
		exit 1
	if (markdown) {
		print "Of the card's time, of the jobs, interrupts for 100 jobs."
		print ""
		print "| jobs | the other client | rcp: card in use | of that the other client | interrupts | radeon: card in use | of that the other client | interrupts |"
		print "|---|---|---|---|---|---|---|---|"
	} else {
		print ""
		print "Two clients with short jobs: the card in use, the other client's jobs, interrupts for 100 jobs; rcp, radeon."
	}
	for (k = 1; k <= n; k++) {
		row = rows[k]
		line = row " | " percent("rcp", 5) " | " percent("rcp", 6) " | " number("rcp") " | " \
		       percent("radeon", 5) " | " percent("radeon", 6) " | " number("radeon")
		print markdown ? "| " line " |" : line
	}
}
