# SPDX-License-Identifier: GPL-2.0
#
# The judge of scripts/check words: the banned words in lines of `git grep -n` on stdin.
#
#   awk -f words.awk tests/banned-words -

FILENAME != "-" {
	if (/^[^#]/ && !/^allow/) {
		word[++n] = instead[n] = $0
		sub(/\t.*/, "", word[n])
		sub(/[^\t]*\t+/, "", instead[n])
	}
	next
}

match($0, /^[^:]*:[0-9]+:/) {
	place = substr($0, 1, RLENGTH)
	text = substr($0, RLENGTH + 1)
	for (i = 1; i <= n; i++)
		if (match(tolower(text), "(^|[^a-z])(" word[i] ")([^a-z]|$)")) {
			found = substr(text, RSTART, RLENGTH)
			gsub(/^[^A-Za-z]|[^A-Za-z]$/, "", found)
			printf "%s \"%s\": write %s\n", place, found, instead[i]
		}
}
