# SPDX-License-Identifier: GPL-2.0
#
# The two halves of scripts/check lockless, which tests/lockless describes.
#
#   awk -v step=mark -f lockless.awk LIST FILE...       marks the listed members for sparse
#   awk -v step=judge -f lockless.awk LIST SOURCE... -  judges its findings, on stdin
#
# mark rewrites each file in place.  judge needs the sources to know the function of a line; it
# prints the findings that no line of the list explains, and the lines that explain nothing.

function listed_line(words) {
	if ($0 !~ /^[^#]/)
		return
	if ($0 ~ /^[a-z]/) {
		split($1, words, ".")
		member = $1
		where[member] = FNR
		members[words[1], words[2]] = member
		named[words[2]] = named[words[2]] " " member
	} else {
		plain[member, $1] = FNR
		stores[member, $1] = $0 ~ /no other thread/
	}
}

FILENAME == ARGV[1] { listed_line(); next }

# A member of a listed struct: TYPE NAME; or TYPE *NAME[N];
step == "mark" {
	if (FNR == 1)
		text[FILENAME] = ""
	if (/^struct [a-z0-9_]+ \{/)
		inside = $2
	else if (/^}/)
		inside = ""
	if (inside && match($0, /[a-z0-9_]+(\[[^]]*\])?;/)) {
		name = substr($0, RSTART)
		sub(/[;[].*/, "", name)
		if ((inside, name) in members) {
			$0 = substr($0, 1, RSTART - 1) "__attribute__((noderef)) " substr($0, RSTART)
			marked[members[inside, name]] = 1
		}
	}
	text[FILENAME] = text[FILENAME] $0 "\n"
}

# The function that each line of the sources belongs to: its name is in a line without blanks.
step == "judge" && FILENAME != "-" {
	if (/^[a-z].*\(/ && !/;$/) {
		name = $0
		sub(/\(.*/, "", name)
		sub(/.*[ *]/, "", name)
	}
	within[FILENAME, FNR] = name
	line[FILENAME, FNR] = $0
}

# The expression that begins in a column of a line; a tab counts as eight.
function expression(text, column, i, at) {
	for (i = 1; i <= length(text) && at < column - 1; i++)
		at += substr(text, i, 1) == "\t" ? 8 - at % 8 : 1
	text = substr(text, i)
	return match(text, /^[*&(]*[a-z0-9_]+(\([^()]*\))?((->|\.)[a-z0-9_]+|\[[^]]*\])*/) ? substr(text, 1, RLENGTH) : text
}

# FILE:LINE:COLUMN: warning: dereference of noderef expression
step == "judge" && FILENAME == "-" {
	split($0, at, ":")
	if (seen[at[1], at[2], at[3]]++)
		next
	name = within[at[1], at[2]]
	access = expression(line[at[1], at[2]], at[3])
	explained = 0
	# Only where no other thread has the struct may a store be plain.
	rest = line[at[1], at[2]]
	rest = substr(rest, index(rest, access) + length(access))
	store = rest ~ /^ *([-+|&^]?=[^=]|\+\+|--)/
	for (word in named)
		if (access ~ "[>.]" word "([^a-z0-9_]|$)")
			for (i = split(named[word], of, " "); i > 0; i--)
				if ((of[i], name) in plain && (!store || stores[of[i], name]))
					explained = used[of[i], name] = 1
	if (!explained)
		print at[1] ":" at[2] ": a plain " (store ? "store" : "access") " in " name "(): " access
}

END {
	list = ARGV[1]
	sub(/.*tests/, "tests", list)
	for (file in text) {
		printf "%s", text[file] > file
		close(file)
	}
	for (member in where)
		if (step == "mark" && !(member in marked))
			print list ":" where[member] ": no struct has the member " member
	for (key in plain) {
		split(key, of, SUBSEP)
		if (step == "judge" && !(key in used))
			print list ":" plain[key] ": " of[2] "() has no plain access to " of[1]
	}
}
