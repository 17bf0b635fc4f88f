# SPDX-License-Identifier: GPL-2.0
#
# For scripts/test --minutes: tests/suites with the minutes of CPU of the last results, which are
# lines "NAME STATUS BEGIN END CPU" on stdin.  unit-* is the sum of its programs.

FNR == NR {
	ms[$1] = $5
	if ($1 ~ /^unit-/)
		ms["unit-*"] += $5
	next
}

/^[^#]/ && $1 in ms && match($0, /^[^ \t]+[ \t]+[^ \t]+[ \t]+/) {
	rest = substr($0, RLENGTH + 1)
	sub(/^[0-9.]+/, sprintf("%.1f", ms[$1] / 60000), rest)
	$0 = substr($0, 1, RLENGTH) rest
}

{ print }
