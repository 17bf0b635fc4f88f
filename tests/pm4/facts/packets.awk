# SPDX-License-Identifier: GPL-2.0
#
# Compares the packet rows of one front with the packets of a guide.
#
#	awk -v front=si -f packets.awk PACKETS OPERANDS FIELDS EXCEPTIONS FACTS
#
# PACKETS, OPERANDS and FIELDS are the tables of "pm4 tables packets" and so on; README.md describes
# the others.  Prints a line for each difference without an exception, each exception without a
# difference, and the counts.

function matches(name, glob) {
	gsub(/[.+^$()\[\]{}|\\]/, "\\\\&", glob)
	gsub(/\*/, ".*", glob)
	return name ~ ("^(" glob ")$")
}

function excused(kind, packet, field,   i) {
	for (i = 1; i <= exceptions; i++) {
		if (excuse_kind[i] != kind || !matches(packet, excuse_packet[i]) ||
		    !matches(field, excuse_field[i]))
			continue
		used[i] = 1
		return 1
	}
	return 0
}

function fault(kind, packet, field, text) {
	if (kind != "" && excused(kind, packet, field))
		return
	print "# " text
	faults++
}

# The bits that a whole operand holds, by the column "holds".
function holds(what, bits) {
	if (what == "address 31:0")
		return bits ~ /^31:/
	if (what == "address 47:32")
		return bits == "15:0" || bits == "31:0"
	if (what == "first register")
		return bits == "15:0"
	return bits == "31:0"
}

# A field of an operand: in its row, in the layout of its other meaning, or the operand itself.
function compare_field(packet, n, field, bits,   name, found) {
	name = operand[packet, n]
	if ((packet " " name, field) in field_bits)
		found = field_bits[packet " " name, field]
	else if ((packet "_" name, field) in field_bits)
		found = field_bits[packet "_" name, field]
	else if (name == field && !((packet " " name) in has_fields) && holds(role[packet, n], bits))
		found = bits
	named[packet " " name, field] = 1
	named[packet "_" name, field] = 1
	fields++
	if (found != bits)
		fault("packet-field", packet, field, packet " operand " n ", " field ": " \
		      (found == "" ? (name == "" ? "no such operand" : "not in " name " (" role[packet, n] ")") : found) \
		      " here, " bits " in the guide")
}

FNR == 1 { file++ }
/^#/ && !/^## / { next }
file <= 3 && /^## / { ours = $2 == front ":"; next }
file <= 3 && !ours { next }
file <= 3 { n = split($0, c, / *[|] */) }

file == 1 && c[3] ~ /^0x/ { row[c[2]] = c[7]; next }
file == 2 && c[3] ~ /^[0-9]+$/ {
	operand[c[2], c[3]] = c[4]
	role[c[2], c[3]] = c[5]
	operands[c[2]] = c[3]
	next
}
file == 3 && c[4] ~ /^[0-9]/ {
	field_bits[c[2], c[3]] = c[4]
	has_fields[c[2]] = 1
	next
}
file <= 3 { next }

# Exceptions: FRONT KIND PACKET FIELD REASON
file == 4 {
	if ($1 != front || $2 !~ /^packet-/)
		next
	if (NF < 5)
		fault("", "", "", "an exception without a reason: " $0)
	exceptions++
	excuse_kind[exceptions] = $2; excuse_packet[exceptions] = $3
	excuse_field[exceptions] = $4; excuse_text[exceptions] = $0
	next
}

$1 == "front" || $1 == "source" || $1 == "release" { next }
{
	packet = $1
	packets++
	known[packet] = 1
	if (!(packet in row)) {
		fault("packet-absent", packet, "-", packet " (" $2 ") has no row")
		next
	}
	section = substr($2, 2)
	if ((" " row[packet] ";") !~ (" guide " section "[;,]"))
		fault("packet-section", packet, "-", packet " names " row[packet] ", and stands in " section)
	last = 0
	for (i = 3; i <= NF; i++) {
		split($i, part, ":")
		last = part[1]
		text = substr($i, length(part[1]) + 2)
		if (split(text, part, "=") == 2)
			compare_field(packet, last, part[1], part[2])
		else if (operand[packet, last] != text)
			fault("packet-operand", packet, text, packet " operand " last " is " \
			      operand[packet, last] " here, " text " in the guide")
	}
	if (last && operands[packet] != last)
		fault("packet-length", packet, "-", packet " has " operands[packet] " operands here, " \
		      last " in the guide")
	described[packet] = last > 0
}

END {
	for (packet in row)
		if (row[packet] ~ /^guide / && !(packet in known))
			fault("packet-unknown", packet, "-", packet " names the guide, which does not have it")
	for (key in field_bits) {
		split(key, part, SUBSEP)
		packet = part[1]
		sub(/ .*/, "", packet)
		if (index(part[1], " ") && described[packet] && !(key in named))
			fault("packet-unknown", packet, part[2], part[1] "." part[2] " is not in the guide")
	}
	for (i = 1; i <= exceptions; i++)
		if (!used[i])
			fault("", "", "", "no difference needs this exception: " excuse_text[i])
	printf "# guide: %d packets, %d fields\n", packets, fields
	if (!packets || !fields)
		fault("", "", "", "the guide has no facts")
	exit faults > 0
}
