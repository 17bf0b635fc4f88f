# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Results of a script as TAP.  Sourced; $tap_prefix is put before each name, and what a
# failed test shows is the end of the file $tap_log, if it is set, and what $tap_failed prints.

n=0 failed=0
: "${tap_prefix:=}" "${tap_log:=}" "${tap_failed:=}"

# result STATUS NAME: a test, which passed if the status is 0; fails as the test does
result() {
	n=$((n + 1))
	[ "$1" = 0 ] && { echo "ok $n $tap_prefix$2"; return; }
	echo "not ok $n $tap_prefix$2"
	[ ! -s "$tap_log" ] || tail -n 40 "$tap_log" | sed 's/^/# /'
	failed=$((failed + 1))
	$tap_failed
	return 1
}

# like PATTERN: a line of $tap_log matches each of the patterns that " & " separates, and none matches a pattern
# behind a !; an empty one asks nothing
like() {
	local rest=$1 pattern

	while [ -n "$rest" ]; do
		pattern=${rest%% & *}
		if grep -qE -e "${pattern#!}" "$tap_log"; then [[ $pattern != !* ]]; else [[ $pattern == !* ]]; fi || return
		[[ $rest == *' & '* ]] || return 0
		rest=${rest#* & }
	done
}

# expect STATUS PATTERN NAME COMMAND...: it ends with this status, and its output, which is $tap_log, is like the pattern;
# fails as the test does
expect() {
	local got=0

	"${@:4}" > "$tap_log" 2>&1 < "${stdin:-/dev/stdin}" || got=$?
	[ "$got" = "$1" ] && like "$2"
	result $? "$3" && return
	printf '# command: %s\n# ended with %s, not %s, or no line like: %s\n' "${*:4}" "$got" "$1" "$2"
	return 1
}

# refuses PATTERN NAME COMMAND...: it ends with 2 and one line, which is like the pattern
refuses() {
	expect 2 "$@"
	[ "$(grep -c . "$tap_log")" = 1 ]
	result $? "$2: one line"
}

# finish: the plan; fails if a test did
finish() {
	echo "1..$n"
	[ "$failed" = 0 ]
}
