# SPDX-License-Identifier: GPL-2.0
#
# For scripts/guest-kselftest: a program's TAP with its name before each test, and numbers after
# N; writes the numbers of planned, run and failed tests to /run/counted.  A single process,
# because processes start slowly on the debug kernel.
#
#   awk -v name=NAME -v n=N -f renumber.awk FILE

/^(not )?ok / {
	word = /^not / ? "not ok" : "ok"
	sub(/^(not )?ok [0-9]+ ?-? ?/, "")
	n++
	seen++
	failed += word != "ok"
	print word, n, name "." $0
	next
}
/^1\.\.[0-9]+/ { planned += substr($0, 4); next }
{ print "# " $0 }

END { print planned + 0, seen + 0, failed + 0 > "/run/counted" }
