# SPDX-License-Identifier: GPL-2.0
#
#   awk -v used=FILE -f same-ioctls.awk same-ioctls.list RADEON RCP
#
# The answers of both drivers to each case of `ioctls`: prints differences that are not listed, and
# writes the lines of the list that fit a case to FILE.

function matcher(glob) {
	gsub(/[][\\.^$+(){}]/, "\\\\&", glob)
	gsub(/[*]/, ".*", glob)
	return "^(" glob ")$"
}

function trim(text) {
	gsub(/^[ \t]+|[ \t]+$/, "", text)
	return text
}

FNR == 1 { file++ }
file == 1 {
	if (/^#/ || !NF)
		next
	n = split($0, part, /[|]/)
	if (n != 4) {
		printf "# same-ioctls.list:%d: not four parts\n", FNR
		bad++
		next
	}
	entry[++entries] = FNR
	for (i = 1; i <= 3; i++)
		glob[entries, i] = matcher(trim(part[i]))
	next
}

{
	name = $1
	answer = trim(substr($0, length(name) + 1))
}
file == 2 { radeon[name] = answer; cases++; next }
{
	rcp++
	if (!(name in radeon)) {
		printf "# %s: not asked of radeon.ko\n", name
		bad++
		next
	}
	if (radeon[name] == answer)
		next
	differ++
	for (i = 1; i <= entries; i++)
		if (name ~ glob[i, 1] && radeon[name] ~ glob[i, 2] && answer ~ glob[i, 3])
			break
	if (i <= entries) {
		print entry[i] > used
		next
	}
	bad++
	printf "# %s | %s | %s |\n", name, radeon[name], answer
}

END {
	printf "# %d cases, %d of them answered differently\n", cases, differ
	exit bad || !cases || cases != rcp
}
