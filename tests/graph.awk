# SPDX-License-Identifier: GPL-2.0
#
# The judge of scripts/check graph.
#
#   awk -v floors=FLOORS -v table=TABLE -f graph.awk
#
# The objects whose names `nm -A` writes to stdin are a staircase: by the linker's symbols no object
# uses one of a folder above its own, or of another generation, and none uses itself through others.
# FLOORS are the folders from bottom to top; without them, what is above a generation is not looked
# at.  TABLE is the object that names all generations.  A finding is an arrow: the object, the one
# that it uses, and a name that it uses there.

function folder(object) { sub("/[^/]*$", "", object); return object }

# Generations share a step.  An object may be a step by itself.
function step(object, i) {
	for (i = 1; i <= steps && floor[i] != object; i++);
	if (i <= steps)
		return i
	object = folder(object)
	sub("/r[0-9]+$", "/r", object)
	for (i = 1; i <= steps && floor[i] != object; i++);
	return i
}

# reaches FROM TO: by arrows, over objects that were not seen before
function reaches(from, to, i) {
	if (from == to)
		return 1
	seen[from] = round
	for (i = 1; i <= uses[from]; i++)
		if (seen[use[from, i]] != round && reaches(use[from, i], to))
			return 1
	return 0
}

BEGIN { steps = split(floors, floor, " ") }

{ object = substr($1, 1, index($1, ":") - 1); type = $(NF - 1) }
type == "U" { user[++wanted] = object; name[wanted] = $NF }
type ~ /^[A-TV-Z]$/ { home[$NF] = object }

END {
	for (w = 1; w <= wanted; w++) {
		from = user[w]
		to = home[name[w]]
		if (to == "" || to == from || (from, to) in arrow)
			continue
		arrow[from, to] = name[w]
		use[from, ++uses[from]] = to
		arrows++
	}
	for (from in uses) {
		for (i = 1; i <= uses[from]; i++) {
			to = use[from, i]
			said = from " -> " to " (" arrow[from, to] "): "
			if (steps && step(from) > steps)
				print said "a folder without a step"
			if (steps && (step(to) > step(from) || (step(to) == step(from) && folder(to) != folder(from))))
				print said "up"
			if (!steps && folder(to) ~ "/r[0-9]+$" && folder(to) != folder(from) && from != table)
				print said "up"
			round++
			if (reaches(to, from))
				print said "part of a circle"
		}
	}
	if (!arrows)
		print table ": no object uses another"
}
