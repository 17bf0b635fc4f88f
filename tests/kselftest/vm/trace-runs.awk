# SPDX-License-Identifier: GPL-2.0
#
#   awk -v folder=FOLDER -v registers=REGEX [-v changed=REGEX] -f trace-runs.awk TRACE
#
# Writes a file for each uninterrupted run of accesses to these registers: FOLDER/1 and so on.  If
# some of them are `changed`, a read of one that no write follows is a readback, and left out as a
# run without a write to one is; and what the guest writes to scratch register 9 is part of the
# names from there on.

function keep(line) {
	text = text line "\n"
	if (!changed || ($2 == "w" && $3 ~ changed))
		changes = 1
}

function over() {
	if (changes) {
		at = sprintf("%s/%s%d", folder, part, ++runs)
		printf "%s", text > at
		close(at)
	}
	text = ""
	changes = 0
	held = ""
}

changed && $2 == "w" && $3 == "0x01748" {
	over()
	part = $4 == "0x00000000" ? "" : $4 "."
	runs = 0
	next
}

{
	on = $3 ~ registers
	if (held != "" && on && $2 == "w" && $3 == held_register)
		keep(held)
	held = ""
}

on && changed && $2 == "r" && $3 ~ changed {
	held = $2 " " $3 " " $4
	held_register = $3
	next
}

on { keep($2 " " $3 " " $4); next }
{ over() }
END { over() }
