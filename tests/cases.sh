# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Tests of a command as a table.  Sourced behind tests/tap.sh, with $work and $tap_log set.  A line
# without a tab is the name of a case.  Below it, with a tab:
#   $ COMMAND         what is run, in shell words; goes on in the next line after a backslash
#   STATUS PATTERN    runs it: its exit status, and the regular expressions of its lines (tests/tap.sh), or nothing
#   ? CONDITION       the rest of the case counts only if this shell command succeeds
#   | LINE            a line of $work/text, which the first of them makes anew
#   FUNCTION WORD...  a function of the script, which makes a file or has a check of its own for $name
# ${VARIABLE} is replaced in names and patterns.  # begins a comment, == a part of the table.

# expanded TEXT: $expanded is the text with its variables
expanded() {
	expanded=$1
	while [[ $expanded =~ \$\{([a-z0-9_]+)\} ]]; do
		expanded=${expanded//"${BASH_REMATCH[0]}"/"${!BASH_REMATCH[1]}"}
	done
}

# tested NAME: fails if the case has no test since $before
tested() { [ -z "$1" ] || [ "$n" -gt "$before" ] || result 1 "$1: a case without a test"; }

# part NAME: runs the cases of $table below "== NAME"
part() { cases "$table" "$1"; }

# cases FILE [PART]: runs each case of the table, or of a part of it
cases() {
	local name='' line='' last='' command='' expanded before=$n skip=0

	grep -q "^${2:+== $2\$}" "$1" || { result 1 "$1: no table ${2:-}"; return; }
	while IFS= read -r -u 7 line; do
		[[ $skip = 0 || $line != $'\t'* ]] || continue
		case $line in
		'' | '#'*) ;;
		$'\t? '*) eval "${line#$'\t? '}" || skip=1 name='' ;;
		$'\t| '*)
			[[ $last == $'\t| '* ]] || : > "$work/text"
			printf '%s\n' "${line#$'\t| '}" >> "$work/text" ;;
		$'\t$ '*)
			command=${line#$'\t$ '}
			while [[ $command == *\\ ]] && IFS= read -r -u 7 line; do command+=$'\n'$line; done ;;
		$'\t'[0-9]*)
			line=${line#$'\t'}
			[[ $line == *' '* ]] || line+=' '
			expanded "${line#* }"
			expect "${line%% *}" "$expanded" "$name" eval "$command" ;;
		$'\t'*) eval "${line#$'\t'}" || [ $? != 127 ] || result 127 "$name" ;;
		*)
			tested "$name"
			before=$n skip=0
			expanded "$line"
			name=$expanded ;;
		esac
		last=$line
	done 7< <(sed -n "${2:+/^== $2\$/,/^== /}{/^== /!p}" "$1")
	tested "$name"
}
