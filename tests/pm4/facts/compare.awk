# SPDX-License-Identifier: GPL-2.0
#
# Compares the register rows of one front with the facts of its sources.
#
#	awk -v front=r500 -f compare.awk ROWS FIELDS EXCEPTIONS FACTS...
#
# ROWS and FIELDS are the tables of "pm4 tables registers" and "pm4 tables fields".  The others are
# described in README.md.  Prints a line for each difference without an exception, each exception
# without a difference, and the counts of each source.

function hex(s,   i, v) {
	v = 0
	for (i = 1; i <= length(s); i++)
		v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
	return v
}

function has(mask, bit) { return int(mask / 2 ^ bit) % 2 }

# The bits of "HIGH:LOW" or "BIT" that are not in @mask, as a text.
function missing(mask, bits,   part, n, b, text) {
	n = split(bits, part, ":")
	for (b = part[n]; b <= part[1] + 0; b++)
		if (!has(mask, b))
			text = text " " b
	return text
}

# A glob of an exception: * is any text; or a range of offsets, both included.
function matches(name, glob, at,   part) {
	if (glob ~ /^[0-9a-f]+-[0-9a-f]+$/ && length(glob) == 11) {
		split(glob, part, "-")
		return at >= hex(part[1]) && at <= hex(part[2])
	}
	gsub(/[.+^$()\[\]{}|\\]/, "\\\\&", glob)
	gsub(/\*/, ".*", glob)
	return name ~ ("^(" glob ")$")
}

function excused(kind, register, field, at,   i) {
	for (i = 1; i <= exceptions; i++) {
		if (excuse_kind[i] != kind || !matches(register, excuse_register[i], at) ||
		    !matches(field, excuse_field[i], 0))
			continue
		used[i] = 1
		return 1
	}
	return 0
}

function fault(text) { print "# " text; faults++ }

# The mask of "may be": what a stream can set.
function mask_of(may) {
	if (may ~ /^(denied|one value)/)
		return 0
	return match(may, / 0x[0-9a-f]+/) ? hex(substr(may, RSTART + 3, RLENGTH - 3)) : 4294967295
}

function add_bits(old, mask,   b, v) {
	v = 0
	for (b = 0; b < 32; b++)
		if (has(old, b) || has(mask, b))
			v += 2 ^ b
	return v
}

FNR == 1 { file++ }
/^#/ && !/^## / { next }

# Rows
file == 1 {
	if (/^## /) { ours = $2 == front ":"; next }
	if (!ours || split($0, c, / *[|] */) < 7 || c[3] !~ /^0x/)
		next
	n = split(c[4], count, " x ")
	start = hex(substr(c[3], 3)); step = n == 2 ? count[2] : 4
	for (i = 0; i < count[1]; i++) {
		at = start + i * step
		element = c[2]
		if (!sub(/#/, i, element) && count[1] > 1)
			element = element i
		names[at] = names[at] " " element " "
		row[at] = c[2]
		mask[at] = add_bits(mask[at], mask_of(c[6]))
		if (c[6] !~ /^denied/)
			open[at] = 1
	}
	row_source[c[2]] = c[8]
	row_count[c[2]] = count[1]
	row_mask[c[2]] = add_bits(row_mask[c[2]], mask_of(c[6]))
	if (c[6] !~ /^denied/ && c[6] ~ / 0x[0-9a-f]+/)
		masked[c[2]] = 1
	next
}

file == 2 {
	if (/^## /) { ours = $2 == front ":"; next }
	if (ours && split($0, c, / *[|] */) >= 5 && c[4] ~ /^[0-9]/) {
		field_bits[c[2], c[3]] = c[4]
		fields_of[c[2]] = fields_of[c[2]] " " c[3]
	}
	next
}

# Exceptions: FRONT KIND REGISTER FIELD REASON
file == 3 {
	if ($1 != front)
		next
	if (NF < 5)
		fault("an exception without a reason: " $0)
	exceptions++
	excuse_kind[exceptions] = $2; excuse_register[exceptions] = $3
	excuse_field[exceptions] = $4; excuse_text[exceptions] = $0
	next
}

# Facts
$1 == "front" { skip = $2 != front; next }
skip { next }
$1 == "source" { source = substr($0, 8); order[++sources] = source; next }
$1 == "release" { next }
{
	at = hex($1)
	seen[source]++
	if (!(at in row)) {
		if (!excused("absent", $2, "-", at))
			fault(source ": 0x" $1 " " $2 " has no row")
		next
	}
	if (source ~ /reg_srcs/ && !(at in open) && !excused("denied", $2, "-", at))
		fault(source ": 0x" $1 " " $2 " is let through there, and denied here")
	known[source, at] = known[source, at] " " $2 " "
	for (i = 3; i <= NF; i++) {
		if ($i ~ /^@/)
			continue
		split($i, fact, "=")
		checked[source]++
		covered[row[at]] = covered[row[at]] " " fact[2]
		if ((row[at], fact[1]) in field_bits && field_bits[row[at], fact[1]] != fact[2] &&
		    !excused("bits", row[at], fact[1]))
			fault(source ": " row[at] "." fact[1] " is " field_bits[row[at], fact[1]] \
			      " here, " fact[2] " there")
		if (at in open && (bits = missing(mask[at], fact[2])) &&
		    !excused("refused", row[at], fact[1]))
			fault(source ": " row[at] "." fact[1] " (" fact[2] "): bits" bits " are refused")
		if (source == "guide" && at in open && !((row[at], fact[1]) in field_bits) &&
		    fields_of[row[at]] && !excused("field", row[at], fact[1]))
			fault(source ": " row[at] "." fact[1] " (" fact[2] ") is no field here")
	}
}

# A name that the source has for the offset; its elements may be numbered from 0 or not at all.
function named(source, at, name,   bare) {
	bare = name
	sub(/_?0$/, "", bare)
	return index(known[source, at], " " name " ") || index(known[source, at], " " bare " ")
}

END {
	for (n = 1; n <= sources; n++) {
		source = order[n]
		good = 0
		for (at in row) {
			if (!((source, at) in known) || !index(row_source[row[at]], source))
				continue
			ok = 0
			m = split(names[at], c, " ")
			for (i = 1; i <= m; i++)
				ok = ok || named(source, at, c[i]) || named(source, at, row[at])
			if (ok || excused("name", row[at], "-"))
				good++
			else
				fault(source ": " row[at] " is" known[source, at] "there")
		}
		printf "# %s: %d registers, %d fields; %d rows as the source names them\n", source,
			seen[source], checked[source], good
		if (!seen[source])
			fault(source " has no facts")
	}
	# A row that lets through bits which no source has.
	for (name in masked) {
		all = 0
		n = split(covered[name], c, " ")
		for (i = 1; i <= n; i++) {
			m = split(c[i], part, ":")
			for (b = part[m]; b <= part[1] + 0; b++)
				if (!has(all, b))
					all += 2 ^ b
		}
		if (!n)
			continue
		text = ""
		for (b = 0; b < 32; b++)
			if (has(row_mask[name], b) && !has(all, b))
				text = text " " b
		if (text && !excused("unknown", name, "-"))
			fault(name ": bits" text " are let through, and no source has them")
	}
	for (i = 1; i <= exceptions; i++)
		if (!used[i])
			fault("no difference needs this exception: " excuse_text[i])
	exit faults > 0
}
