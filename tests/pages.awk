# SPDX-License-Identifier: GPL-2.0
#
# The check of the pages (scripts/check pages): prints what a page names and the tree lacks.
#
#	awk -f tests/pages.awk NAMES PAGE... PAGE...
#
# NAMES has a line for each name of the tree, with tabs between the words:
#	file PATH		a file or a folder
#	function NAME PATH	a function or a const table, and the file that defines it
#	test NAME PROGRAM	PROGRAM.TEST of a kselftest, or the function of a unit test
#	bug NAME PATH SUITE	a planted bug, its file, and the suite of its rule
#	theorem NAME PATH	a theorem of scripts/prove, and its harness
# The pages come twice, because a link may lead to a heading of a later page.
#
# Links lead to a page and a heading that exist.  A path between backquotes that begins with a
# folder at the top exists, and so does each file and function of the driver that has its prefix,
# in drawings as well.  The table of promises is the one with the head
#	| promise | function | test | planted bug | theorem | by execution |
# Each row names at least one of each; a theorem may be missing, then its cell is empty.  The last cell has, of the
# bugs of the row, those that the judge by execution was seen to find, and the reason why it does
# not find others.  A bug is in a file that defines a function of its row, or in a table (.tbl), and
# the suite of its rule runs a test of its row.

# slug TEXT: the anchor of a heading
function slug(text) {
	text = tolower(text)
	gsub(/[^a-z0-9 _-]/, "", text)
	gsub(/ /, "-", text)
	return text
}

# target LINK: the file that a relative link on this page names
function target(link, file) {
	if (link == "")
		return FILENAME
	file = FILENAME
	sub(/[^\/]*$/, "", file)
	file = file link
	while (sub(/[^\/.]+\/\.\.\//, "", file));
	return file
}

function finding(text) { print FILENAME ":" FNR ": " text }

function check_link(link, file, anchor) {
	if (link ~ /^https?:/)
		return
	anchor = link
	if (!sub(/^[^#]*#/, "", anchor))
		anchor = ""
	sub(/#.*/, "", link)
	links++
	file = target(link)
	# A picture is no page.
	if (file ~ /\.png$/ && (getline line < file) >= 0)
		close(file)
	else if (!(file in page))
		finding("the link to " file " leads to no page")
	else if (anchor != "" && !((file, anchor) in heading))
		finding(file " has no heading #" anchor)
}

function check_path(word) {
	sub(/ .*/, "", word)
	if (word ~ /(^|\/)[A-Z]+(\/|$)/)	# a name to fill in
		return
	if (word !~ /^(drm|fence|pm4|ring|scripts|tests|uapi)\/[A-Za-z0-9_.\/-]*$/)
		return
	paths++
	sub(/\/$/, "", word)
	if (!(("file", word) in known))
		finding("there is no " word)
}

# check_sources LINE: file names and function() of the driver, in text and drawings
function check_sources(line, word) {
	while (match(line, /(rcp|r600|pm4)_[a-z0-9_]+(\.[ch]|\(\))/)) {
		word = substr(line, RSTART, RLENGTH)
		line = substr(line, RSTART + RLENGTH)
		# Generated, and a file of Mesa
		if (word ~ /_tables\.[ch]$/ || word == "r600_reg_auto_r6xx.h")
			continue
		if (word ~ /\)$/ ? !(("function", substr(word, 1, length(word) - 2)) in known) : !(word in source))
			finding("there is no " word)
	}
}

# names CELL KIND: stores the names of a cell in name[1..n]
function names(cell, kind, part, parts, i) {
	n = 0
	parts = split(cell, part, "`")
	for (i = 2; i <= parts; i += 2) {
		name[++n] = part[i]
		if (!((kind, part[i]) in known))
			finding("there is no " kind " `" part[i] "`")
	}
	if (!n)
		finding("a promise without a " kind)
}

# runs SUITE TEST: a rule's suite runs the program of a test
function runs(suite, test, program, programs, i) {
	programs = split(program_of[test], program, " ")
	for (i = 1; i <= programs; i++)
		if (index(" " suite " ", " " program[i] " "))
			return 1
	return 0
}

function check_promise(cell, i, j, tests, test, functions, defined, caught) {
	promises++
	names(cell[3], "function")
	functions = " "
	for (i = 1; i <= n; i++)
		functions = functions files_of[name[i]] " "
	names(cell[4], "test")
	tests = n
	for (i = 1; i <= n; i++)
		test[i] = name[i]
	names(cell[5], "bug")
	for (i = 1; i <= n; i++) {
		if (!(("bug", name[i]) in known))
			continue
		if (bug_file[name[i]] !~ /\.tbl$/ && !index(functions, " " bug_file[name[i]] " "))
			finding("`" name[i] "` is in " bug_file[name[i]] ", which defines no function of the row")
		caught = 0
		for (j = 1; j <= tests; j++)
			caught += runs(bug_suite[name[i]], test[j])
		if (!caught)
			finding("the suite of `" name[i] "`, " bug_suite[name[i]] ", runs no test of the row")
	}
}

# check_theorems CELL: a name that scripts/prove does not know is a finding
function check_theorems(cell, part, parts, i) {
	parts = split(cell, part, "`")
	for (i = 2; i <= parts; i += 2) {
		theorems++
		if (!(("theorem", part[i]) in known))
			finding("there is no theorem `" part[i] "`")
	}
	if (parts < 2 && cell !~ /^ *$/)
		finding("a theorem without backquotes")
}

# check_executed BUGS CELL: names are bugs of the row
function check_executed(bugs, cell, part, parts, i) {
	parts = split(cell, part, "`")
	for (i = 2; i <= parts; i += 2)
		if (!index(bugs, "`" part[i] "`"))
			finding("`" part[i] "`, found by execution, is no bug of the row")
}

FNR == 1 { file_number++; first = FILENAME != ARGV[1] && !(FILENAME in page); page[FILENAME]; code = table = 0 }
FILENAME == ARGV[1] {
	split($0, word, "\t")
	known[word[1], word[2]]
	if (word[1] == "file") {
		sub(/.*\//, "", word[2])
		source[word[2]]
	}
	if (word[1] == "function")
		files_of[word[2]] = files_of[word[2]] " " word[3]
	if (word[1] == "test")
		program_of[word[2]] = program_of[word[2]] " " word[3]
	if (word[1] == "bug") {
		bug_file[word[2]] = word[3]
		bug_suite[word[2]] = word[4]
	}
	next
}

# An indented line after an empty one or a heading is code, and so are the lines after it.
/^$/ { empty = 1; table = 0; next }
/^(    |\t)/ { code = code || empty }
!/^(    |\t)/ { code = 0 }
{ empty = /^#/ }
!first { check_sources($0) }
code { next }

first {
	if (/^#+ /) {
		line = $0
		sub(/^#+ /, "", line)
		heading[FILENAME, slug(line)]
	}
	next
}

{
	line = $0
	while (match(line, /\]\([^)]*\)/)) {
		check_link(substr(line, RSTART + 2, RLENGTH - 3))
		line = substr(line, RSTART + RLENGTH)
	}
	parts = split($0, part, "`")
	for (k = 2; k <= parts; k += 2)
		check_path(part[k])
}
/^\| promise \| function \| test \| planted bug \| theorem \| by execution \|$/ { table = 1; next }
table && !/^\|[-|]*\|$/ {
	split($0, cell, "|")
	check_promise(cell)
	check_theorems(cell[6])
	check_executed(cell[5], cell[7])
}

END {
	if (!links || !paths || !promises || !theorems)
		print "pages: no link, no path, no promise or no theorem was found"
}
