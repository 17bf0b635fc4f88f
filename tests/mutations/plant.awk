# SPDX-License-Identifier: GPL-2.0
#
# Reads rules of planted bugs (README.md describes them), and
#   -v plant=RULE -v tree=DIR   prints the file of that rule, in that tree, with its bug
#   neither                     checks that every rule fits its file
# Prints why a rule is stale, and exits with 1.

# load FILE: its lines become line[FILE, 1..lines[FILE]]
function load(file,    text) {
	if (file in lines)
		return
	lines[file] = 0
	while ((getline text < (tree file)) > 0)
		line[file, ++lines[file]] = text
	close(tree file)
}

# joined FILE FROM TO: those lines as one text
function joined(file, from, to,    i, text) {
	for (i = from; i <= to; i++)
		text = text line[file, i] "\n"
	return text
}

# find_item FILE NAME: sets first and last to the lines of the function, table or macro of that
# name, or of the file if it is "-".  A declaration is none.
function find_item(file, name,    i, j, word, text) {
	first = 1
	last = lines[file]
	if (name == "-")
		return last > 0
	word = "(^|[^A-Za-z0-9_])" name "([^A-Za-z0-9_]|$)"
	for (i = 1; i <= lines[file]; i++) {
		text = line[file, i]
		if (text !~ /^[A-Za-z_#]/ || text !~ word)
			continue
		first = i
		if (text ~ /^#/) {
			if (text !~ ("^#[ \t]*define[ \t]+" name "([^A-Za-z0-9_]|$)"))
				continue
			for (last = i; line[file, last] ~ /\\$/; last++);
			return 1
		}
		# Its body begins before the first semicolon.
		for (j = i; j < i + 12 && line[file, j] !~ /[{;]/; j++);
		if (line[file, j] !~ /^[^;]*{/)
			continue
		for (last = j; last < lines[file] && line[file, last] !~ /^}/ &&
		     !(last == i && line[file, i] ~ /};?$/); last++);
		return 1
	}
	return 0
}

# expression TEXT: a regular expression for it, in which all white space is the same
function expression(text,    i, c, e) {
	gsub(/[ \t\n]+/, " ", text)
	sub(/^ /, "", text)
	sub(/ $/, "", text)
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		e = e (c == " " ? "[ \t\n]+" : c ~ /[A-Za-z0-9_]/ ? c : c == "\\" || c == "^" ? "\\" c : "[" c "]")
	}
	return e
}

# find_piece FILE: the piece of its item; sets head, tail and found
function find_piece(file,    text, e, rest) {
	found = 0
	if (!find_item(file, item)) {
		why = "no " item " in the file"
		return
	}
	text = rest = joined(file, first, last)
	e = expression(old)
	while (match(rest, e)) {
		if (!found++) {
			head = substr(text, 1, RSTART - 1)
			tail = substr(text, RSTART + RLENGTH)
		}
		rest = substr(rest, RSTART + 1)
	}
	why = "its text " (found ? "stands more than once" : "does not stand") " in " (item == "-" ? "the file" : item)
}

# find_lines FILE: whole lines, for rules without an item
function find_lines(file,    i, j) {
	found = 0
	for (i = 1; i + n - 1 <= lines[file]; i++) {
		for (j = 1; j <= n && line[file, i + j - 1] == wanted[j]; j++);
		if (j > n && !found++) {
			first = i
			last = i + n - 1
			head = tail = ""
		}
	}
	why = "its lines " (found ? "stand more than once" : "do not stand") " in the file"
}

function judge() {
	if (rule == "" || (plant != "" && rule != plant))
		return
	known = 1
	load(file)
	found = 0
	if (!lines[file])
		why = "no file " file
	else if (!n)
		why = "it replaces nothing"
	else if (item != "")
		find_piece(file)
	else
		find_lines(file)
	if (found != 1) {
		print "stale: " rule ": " why
		bad = 1
	} else if (plant != "") {
		# A rule without an item replaces lines, each with its end.
		if (item == "" && new != "")
			new = new "\n"
		printf "%s%s%s%s%s", joined(file, 1, first - 1), head, new, tail, joined(file, last + 1, lines[file])
	}
}

BEGIN { if (tree != "") tree = tree "/" }
$1 == "mutation" && /^mutation/ { judge(); rule = $2; n = m = 0; file = item = old = new = "" }
/^file/ { file = $2 }
/^in / { item = $2 }
/^- / || $0 == "-" { wanted[++n] = substr($0, 3); old = old substr($0, 3) "\n" }
/^[+] / || $0 == "+" { new = new (m++ ? "\n" : "") substr($0, 3) }
$0 != "" && !/^(mutation|file|in|suite|why|[-+#])( |$)/ {
	print "stale: " rule ": a line that is no part of a rule: " $0
	bad = 1
}
END {
	judge()
	if (!known) {
		print "no rule " plant
		bad = 1
	}
	exit bad
}
