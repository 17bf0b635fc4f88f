# SPDX-License-Identifier: GPL-2.0
#
# Prints "PASSED FAILED SKIPPED" of a suite's TAP.  An error without a failed test, no test at
# all, or other tests than it planned are one that failed.
#
#   awk -v status=STATUS -f count.awk LOG

/^ok / { if (tolower($0) ~ /# skip/) skip++; else ok++ }
/^not ok / { if (tolower($0) ~ /# todo/) skip++; else bad++ }
/^1\.\.[0-9]+/ { sub(/^1\.\./, ""); planned += $1 + 0 }

END {
	ran = ok + bad + skip
	if (ran == 0 || (status != 0 && !bad) || (planned && ran != planned))
		bad++
	print ok + 0, bad + 0, skip + 0
}
