# SPDX-License-Identifier: GPL-2.0
#
# The judge of scripts/check proven.
#
#   awk -f functions.awk THEOREMS... tests/proof/functions SOURCE...
#
# Prints each function of the sources that has no row in tests/proof/functions, and each row there
# that has neither a theorem that exists nor a reason, is there twice, or names no function.

FILENAME ~ /theorems$/ { if ($1 == "theorem") theorems[$2]; next }

FILENAME ~ /functions$/ {
	if ($1 == "file") file = $2
	if ($1 != "theorem" && $1 != "reason") next
	if ($1 == "theorem" && !($2 in theorems)) print FILENAME ":" FNR ": no theorem " $2
	if ($1 == "reason" && !/: [^ ]/) print FILENAME ":" FNR ": no sentence"
	sub(/:.*/, "")
	for (i = $1 == "theorem" ? 3 : 2; i <= NF; i++) {
		if ((file, $i) in rows) print FILENAME ":" FNR ": " $i " has two rows"
		rows[file, $i] = FILENAME ":" FNR
	}
	next
}

/^[a-z].*\(/ && !/;$/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
/^{/ && name {
	if (!((FILENAME, name) in rows) && !((FILENAME, "*") in rows))
		print FILENAME ": " name "() has no row in tests/proof/functions"
	seen[FILENAME, name]; seen[FILENAME, "*"]
}
/^{/ || /;$/ { name = "" }

END {
	for (row in rows) {
		if (!(row in seen)) {
			sub(SUBSEP, ": ", row)
			print "tests/proof/functions: no such function: " row
		}
	}
}
