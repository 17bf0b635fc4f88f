# SPDX-License-Identifier: GPL-2.0
#
# For tools-guest: the driver and the library refuse the streams of a decoded capture with the same
# sentences, and there are some.

/^# context .* refused by the driver with error 22: / {
	sub(/^.* error 22: /, "")
	driver[++d] = $0
}
/^# refused, / { sub(/^# refused, [A-Z0-9_]*: /, ""); own[++o] = $0 }

END {
	for (i = 1; i <= d; i++)
		if (driver[i] != own[i])
			exit 1
	exit !d || d != o
}
