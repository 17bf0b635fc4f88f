# SPDX-License-Identifier: GPL-2.0
#
# Compares packets, records, words and sets of numbers of one front with the words of its guide.
#
#	awk -v front=r600 -f compare-words.awk ROWS EXCEPTIONS WORDS
#
# ROWS is all that "pm4 tables" prints of packets, their operands and fields, and of records, their
# fields and sets.  The others are described in README.md.  Prints a line for each difference without an exception,
# each exception without a difference, and the counts.

function excused(kind, owner, name,   i) {
	for (i = 1; i <= exceptions; i++)
		if (excuse_kind[i] == kind && glob(owner, excuse_owner[i]) &&
		    glob(name, excuse_name[i]))
			return used[i] = 1
	return 0
}

# A glob of an exception: * is any text.
function glob(name, pattern) {
	gsub(/[.+^$()\[\]{}|\\]/, "\\\\&", pattern)
	gsub(/\*/, ".*", pattern)
	return name ~ ("^(" pattern ")$")
}

function fault(text) { print "# " text; faults++ }

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

# The dword of a word: of a packet its operand, by number, by name, or both.
function dword_of(packet, text,   part, n) {
	if (text !~ /^[0-9]/)
		return text
	n = split(text, part, ":")
	last[packet] = part[1]
	if (n == 2 && operand[packet, part[1]] != part[2] && !excused("operand", packet, part[2]))
		fault(packet " operand " part[1] " is " operand[packet, part[1]] " here, " part[2] " there")
	return operand[packet, part[1]]
}

# The owner of a field of a dword: the dword, or the layout of its other meaning.
function owner_of(packet, dword, field) {
	if (!((packet " " dword, field) in bits) && ((packet "_" dword " -", field) in bits))
		return packet "_" dword " -"
	return packet " " dword
}

function compare_field(packet, dword, field, range,   owner) {
	owner = owner_of(packet, dword, field)
	fields++
	there[owner, field] = 1
	if ((owner, field) in bits) {
		if (!index(bits[owner, field] " ", " " range " ") &&
		    !excused("bits", packet "." dword, field))
			fault(owner ": " field " is" bits[owner, field] " here, " range " there")
		return
	}
	# A field with the name of its dword is shown as the whole of it.
	if (field == dword && !(owner in words) && (packet, dword) in role) {
		if (!holds(role[packet, dword], range) && !excused("bits", packet "." dword, field))
			fault(owner ": " field " is a whole dword here, " range " there")
		return
	}
	if (!excused("field", packet "." dword, field))
		fault(owner ": " field " (" range ") is no field here")
}

function length_of(text) {
	sub(/ and more$/, "..", text)
	sub(/ to /, "..", text)
	return text
}

# The code of 0x2a or 42.
function number(text,   i, v) {
	if (text !~ /^0x/)
		return text + 0
	for (i = 3; i <= length(text); i++)
		v = v * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
	return v
}

FNR == 1 { file++ }
/^#/ && !/^## / { next }

# Rows: the head of each table says what they are.
file == 1 {
	if (/^## /) { ours = $2 == front ":"; next }
	if (!ours || !/^\|/ || /^\| ---/)
		next
	split($0, c, / *[|] */)
	if (c[2] ~ /^(packet|record|set|dword|record or word)$/) {
		table = c[3] == "operand" ? c[3] : c[2]
		next
	}
	if (table == "packet" || table == "record") {
		code[c[2]] = number(c[3])
		# A denied packet has no length of its own.
		size[c[2]] = table == "packet" && c[6] ~ /^denied/ && c[4] == "1 and more" ? "-" : length_of(c[4])
		source[c[2]] = c[table == "packet" ? 7 : 6]
		if (index(source[c[2]], "guide"))
			ours_of_guide[c[2]] = 1
	} else if (table == "operand") {
		operand[c[2], c[3]] = c[4]
		role[c[2], c[4]] = c[5]
		operands[c[2]] = c[3]
	} else if (table == "set") {
		range = c[4]
		sub(/ to /, "-", range)
		item[c[2], c[3]] = range
		if (index(c[6], "guide"))
			items[++nitems] = c[2] SUBSEP c[3]
	} else {
		n = split(c[2], part, " ")
		owner = n == 1 ? c[2] " -" : c[2]
		bits[owner, c[3]] = bits[owner, c[3]] " " c[4]
		words[owner] = words[owner] " " c[3]
	}
	next
}

# Exceptions: FRONT.words KIND OWNER FIELD REASON
file == 2 {
	if ($1 != front ".words")
		next
	if (NF < 5)
		fault("an exception without a reason: " $0)
	exceptions++
	excuse_kind[exceptions] = $2; excuse_owner[exceptions] = $3
	excuse_name[exceptions] = $4; excuse_text[exceptions] = $0
	next
}

# Words of the guide
$1 == "front" { skip = $2 != front; next }
skip || $1 == "source" || $1 == "release" { next }
$1 == "packet" || $1 == "record" {
	seen[$2] = 1
	shape[$2] = $4
	section = substr($5, 2)
	codes++
	if (!($2 in code)) {
		if (!excused("absent", $2, "-"))
			fault($2 " has no row")
		next
	}
	if ($3 != "-" && code[$2] != number($3) && !excused("code", $2, "-"))
		fault($2 " has code " code[$2] " here, " $3 " there")
	if ($4 != "-" && size[$2] != "-" && size[$2] != $4 && !excused("length", $2, "-"))
		fault($2 " has " size[$2] " dwords or bytes here, " $4 " there")
	if ($1 == "packet" && (" " source[$2] ";") !~ (" guide " section "[;,]") &&
	    !excused("section", $2, "-"))
		fault($2 " names " source[$2] ", and stands in " section)
	next
}
# A packet without a row has been named already.
$1 == "word" && $3 ~ /^[0-9]/ && !($2 in code) { next }
$1 == "word" {
	dword = dword_of($2, $3)
	described[$2] = described[$2 " " dword] = 1
	for (i = 4; i <= NF; i++) {
		split($i, fact, "=")
		compare_field($2, dword, fact[1], fact[2])
	}
	next
}
$1 == "set" {
	for (i = 4; i <= NF; i++) {
		split($i, fact, "=")
		numbers++
		there[$2, fact[1]] = 1
		if (item[$2, fact[1]] != fact[2] && !excused("number", $2, fact[1]))
			fault($2 " " fact[1] " is " item[$2, fact[1]] " here, " fact[2] " there")
	}
}

END {
	for (name in ours_of_guide)
		if (!(name in seen) && !excused("packet", name, "-"))
			fault(name " names the guide, which does not have it")
	for (packet in last)
		if (last[packet] != operands[packet] && !excused("operands", packet, "-"))
			fault(packet " has " operands[packet] " operands here, " last[packet] " there")
	for (owner in words) {
		split(owner, part, " ")
		if (!(part[1] in ours_of_guide) && !(owner in described))
			continue
		# The guide names it, and says nothing of its dwords.
		if (shape[part[1]] == "-" && !(part[1] in described))
			continue
		n = split(words[owner], c, " ")
		for (i = 1; i <= n; i++)
			if (!((owner, c[i]) in there) && !excused("unknown", part[1] "." part[2], c[i]))
				fault(owner ": " c[i] " is no field of the guide")
	}
	for (i = 1; i <= nitems; i++) {
		split(items[i], part, SUBSEP)
		if (!(items[i] in there) && !excused("unknown", part[1], part[2]))
			fault(part[1] " " part[2] " is no number of the guide")
	}
	printf "# guide: %d packets or records, %d fields, %d numbers\n", codes, fields, numbers
	if (!fields)
		fault("there are no words of " front)
	for (i = 1; i <= exceptions; i++)
		if (!used[i])
			fault("no difference needs this exception: " excuse_text[i])
	exit faults > 0
}
