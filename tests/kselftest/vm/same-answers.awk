# SPDX-License-Identifier: GPL-2.0
#
# For same-as-radeon: the answers of both drivers to DRM_RADEON_INFO, beside the list of those that
# may differ.

FILENAME ~ /[.]h$/ { next }
FILENAME ~ /radeon[.]answers$/ { radeon[$1] = $2; n++; next }
FILENAME ~ /rcp[.]answers$/ {
	m++
	if (radeon[$1] != $2 && !($1 in allowed) && ++bad)
		printf "# answer to %s: radeon.ko %s, rcp.ko %s\n", $1, radeon[$1], $2
	next
}
$1 == "answer" || $1 == gen "-answer" { allowed[$2] }

END {
	printf "# %d answers\n", n
	exit bad || !n || m != n
}
