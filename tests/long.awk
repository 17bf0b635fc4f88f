# SPDX-License-Identifier: GPL-2.0
#
# The judge of scripts/check long: functions of more than 60 lines whose comment does not say why.

FNR == 1 { why = start = 0 }
/Long, because/ { why = 1 }

/^[a-z].*\(/ && !/;$/ {
	name = $0
	sub(/\(.*/, "", name)
	sub(/.*[ *]/, "", name)
}

/^\{/ { start = FNR }

/^\}/ {
	if (start && FNR - start > 61 && !why)
		print FILENAME ":" start ": " name "() has " FNR - start - 1 " lines"
	why = start = 0
}
