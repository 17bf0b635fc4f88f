# SPDX-License-Identifier: GPL-2.0
#
# Prints the failed tests of a suite's log, each after the places in the source that it names, and
# the rules of the card that were broken; fails without any.

/^ok / { n = 0 }
/^#.*\.[ch]:[0-9]+:|^# +# .*terminated/ && n < 8 { said[++n] = $0 }

/^not ok |^# NOT OK |^vm .*FAILED|^ *[0-9]+ violation / {
	for (i = 1; i <= n; i++)
		print said[i]
	n = 0
	print
	found = 1
}

END { exit !found }
