# SPDX-License-Identifier: GPL-2.0
#
# The names that the pages may use, for tests/pages.awk, which describes the lines.
#
#	awk -f tests/names.awk LIST FILE...
#
# LIST has the names of all files.  The others are sources of the driver, kselftests, unit tests, planted
# bugs, and the record of proofs before the theorems.

FNR == 1 {
	program = FILENAME
	sub(/.*\//, "", program)
	sub(/\.c$/, "", program)
	name = ""
}

FILENAME == ARGV[1] {
	for (p = $0; p != ""; sub("/?[^/]*$", "", p))
		if (!seen[p]++)
			print "file\t" p
	next
}

FILENAME ~ /^tests\/mutations\// {
	if ($1 == "mutation")
		name = $2
	if ($1 == "file")
		file = $2
	if ($1 == "suite") {
		sub(/^suite +/, "")
		print "bug\t" name "\t" file "\t" $0
	}
	next
}

# Only those that have held: a row alone proves nothing.
FILENAME ~ /HELD$/ { held[$1]; next }
FILENAME ~ /theorems$/ {
	if ($1 == "theorem")
		name = $2
	if ($1 == "harness" && name in held)
		print "theorem\t" name "\t" $2
	next
}

FILENAME ~ /^tests\/pm4\// && match($0, /^(static )?void test_[a-z_0-9]+/) {
	name = substr($0, RSTART, RLENGTH)
	sub(/.* /, "", name)
	part = program
	sub(/_.*/, "", part)
	print "test\t" name "\tpm4-" part "-test"
}
match($0, /^TEST(_F|_SIGNAL)?(_TIMEOUT)?\([a-z_0-9, ]+\)/) {
	name = substr($0, RSTART, RLENGTH - 1)
	sub(/^TEST\(/, "", name)
	sub(/^[A-Z_]+\([a-z_0-9]+, /, "", name)
	sub(/,.*/, "", name)
	print "test\t" program "." name "\t" program
}
FILENAME ~ /^tests\// { next }

# A definition begins with its name and has its body after a line of its own.  A const table also
# counts as a function: its data keep promises.
/^[a-z].*[ *][a-z_0-9]+\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
/;$/ || /^\t/ { if (/;/) name = "" }
/^\{/ && name != "" { print "function\t" name "\t" FILENAME; name = "" }
/^(static )?const struct .* = \{$/ {
	sub(/(\[.*)? = \{$/, "")
	sub(/.* /, "")
	print "function\t" $0 "\t" FILENAME
}
