# SPDX-License-Identifier: GPL-2.0
#
# The tables of scripts/bench, both drivers side by side.
#
#	awk -v title=TEXT -v numbers=FILE [-v only=CHIP|clients] -f tests/bench/report.awk CHECK SERIES MARKS
#
# only: the series are only whole submissions on a late card, or submissions of several clients.
# CHECK: "NAME DRIVER VALUE" by line; SERIES: output of build/bench/client and
# build/bench/hang; MARKS: output of build/bench/count.so, with the numbers of tests/bench/mark.h.
# FILE gets a line for each series: driver, once or late, group, name, dwords, relocations, batch;
# instructions up to MARK_FIRST, of all, of the own thread, of others, of interrupts;
# register reads, register writes, interrupts, flushes of the ring, bytes over the bus.

function sort(list, n,   i, j, v) {
	for (i = 2; i <= n; i++) {
		v = list[i]
		for (j = i - 1; j > 0 && list[j] > v; j--)
			list[j + 1] = list[j]
		list[j + 1] = v
	}
}
# Sort list[1..n] and return the median.
function median(list, n) {
	sort(list, n)
	return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}
# The lower quartile, because disturbances only add, and every second or fourth repetition
# contains the timer's tick.
function quartile(list, n) {
	sort(list, n)
	return list[int((n + 3) / 4)]
}

# ---- reading: value[WHAT, series], for one of its batch

# The parts come from one repetition, so that they add up to the whole.
function series_ends(   w, i) {
	raw[1, at] = counted_quartile(1)
	raw[2, at] = counted_quartile(2)
	for (i = n; i >= 1; i--)
		if (counted[2, i] == raw[2, at])
			for (w = 3; w <= 5; w++)
				raw[w, at] = counted[w, i]
	n = 0
}
function counted_quartile(w,   i, list) {
	for (i = 1; i <= n; i++)
		list[i] = counted[w, i]
	return n ? quartile(list, n) : 0
}
# A series that settles contains a sleep: subtract the sleep of the series "nothing".
function finish(   k, w, idle) {
	for (k = 1; k <= series; k++) {
		if (group[k] == "nothing")
			idle = k
		for (w = 1; w <= 5; w++)
			value[what[w], k] = (raw[w, k] - (settles[k] && w > 1 ? raw[w, idle] : 0)) / batch[k]
		place[driver[k], lateness[k], group[k], label[k]] = k
		print driver[k], lateness[k], group[k], label[k], dw[k], relocs[k], batch[k], value["first", k],
			value["whole", k], value["own", k], value["other", k], value["interrupt", k],
			value["reads", k], value["writes", k], value["interrupts", k], value["flushes", k], value["bus", k] > numbers
	}
}
FILENAME == ARGV[1] { fact[$1, $2] = $3; next }
FILENAME == ARGV[2] {
	if ($1 == "driver") {
		name = $2
		late = $3
	}
	if ($1 == "hang")
		fact["hang", $2] = $3
	if ($1 == "series") {
		k = ++series
		driver[k] = name; lateness[k] = late
		group[k] = $2; label[k] = $3; dw[k] = $4; relocs[k] = $5; batch[k] = $6; settles[k] = $7
		value["reads", k] = $8 / $6; value["writes", k] = $9 / $6; value["interrupts", k] = $10 / $6
		value["flushes", k] = $11 / $6; value["bus", k] = $12 / $6
	}
	next
}
$1 == 1 { series_ends(); at++ }
$1 == 2 { for (i = 2; i <= 5; i++) begin[i] = $i }
$1 == 3 { counted[1, ++n] = $2 - begin[2] }
$1 == 4 { for (i = 2; i <= 5; i++) counted[i, n] = $i - begin[i] }

# ---- tables

function head(text) {
	printf "\n%-48s %12s %12s %8s\n", text, "rcp.ko", "radeon.ko", "ratio"
}
function cell(v, digits) { return v == "" ? "-" : sprintf("%.*f", digits, v) }
function line(text, a, b, digits) {
	printf "  %-46s %12s %12s %8s\n", text, cell(a, digits), cell(b, digits),
		a == "" || b == "" || b == 0 ? "-" : sprintf("%.2f", a / b)
}
function other(name) { return name == "rcp" ? "radeon" : "rcp" }
function get(w, name, late, g, l) {
	return (name, late, g, l) in place ? value[w, place[name, late, g, l]] : ""
}
function pair(text, w, late, g, l, digits) {
	line(text, get(w, "rcp", late, g, l), get(w, "radeon", late, g, l), digits)
}
# Recorded streams that both drivers accept
function counts(k, name, late) {
	return driver[k] == name && lateness[k] == late && group[k] == "stream" && label[k] != "smallest" &&
		(other(name), late, "stream", label[k]) in place
}
# The median over the streams in a range of dwords; stores their number in among.
function typical(w, name, late, least, most,   k, list) {
	among = 0
	for (k = 1; k <= series; k++)
		if (counts(k, name, late) && dw[k] >= least && dw[k] <= most)
			list[++among] = value[w, k]
	return among ? median(list, among) : ""
}
function typical_pair(text, w, late, digits) {
	line(text, typical(w, "rcp", late, 0, 1e9), typical(w, "radeon", late, 0, 1e9), digits)
}
# The a, b, c of a + b * dwords + c * relocations with the least relative error, in fit[1..3]
function solve(w, name, late,   i, j, k, x, m, f) {
	for (k = 1; k <= series; k++) {
		if (!counts(k, name, late))
			continue
		x[1] = 1; x[2] = dw[k]; x[3] = relocs[k]; x[4] = value[w, k]
		for (i = 1; i <= 3; i++)
			for (j = 1; j <= 4; j++)
				m[i, j] += x[i] * x[j] / (x[4] * x[4])
	}
	for (i = 1; i <= 3; i++)
		for (j = 1; j <= 3; j++) {
			if (i == j)
				continue
			f = m[j, i] / m[i, i]
			for (k = i; k <= 4; k++)
				m[j, k] -= f * m[i, k]
		}
	for (i = 1; i <= 3; i++)
		fit[i] = m[i, 4] / m[i, i]
}
function by_length(text, w, late,   i, ours, bound) {
	split("1 512 1024 4096 1000000", bound, " ")
	head(text)
	pair("smallest: 16 dwords, 1 relocation", w, late, "stream", "smallest", 0)
	for (i = 1; i < 5; i++) {
		ours = typical(w, "rcp", late, bound[i], bound[i + 1] - 1)
		if (among)
			line(sprintf("%d streams of %d to %d dwords", among, bound[i], bound[i + 1] - 1), ours,
			     typical(w, "radeon", late, bound[i], bound[i + 1] - 1), 0)
	}
	ours = typical(w, "rcp", late, 0, 1e9)
	line("median of all " among, ours, typical(w, "radeon", late, 0, 1e9), 0)
}
function fits(w, late,   i, ours) {
	solve(w, "rcp", late)
	for (i = 1; i <= 3; i++)
		ours[i] = fit[i]
	solve(w, "radeon", late)
	line("fit: each submission", ours[1], fit[1], 0)
	line("fit: each dword", ours[2], fit[2], 1)
	line("fit: each relocation", ours[3], fit[3], 0)
}
function per_second(v) { return v == "" ? "" : 1e9 / v }
function rate(text, late, l) {
	pair(text ": instructions for each", "whole", late, "rate", l, 0)
	line("  each second at 10^9/s (more is better)",
	     per_second(get("whole", "rcp", late, "rate", l)),
	     per_second(get("whole", "radeon", late, "rate", l)), 0)
}
function registers(text, late, g, l) {
	pair(text ": reads", "reads", late, g, l, 1)
	pair("  writes", "writes", late, g, l, 1)
	pair("  interrupts", "interrupts", late, g, l, 2)
}
function submissions(text, late,   typical_dw) {
	typical_dw = dw[place["rcp", late, "rate", "typical-and-wait"]] " dwords"
	printf "\n==== %s\n", text
	by_length("whole: ioctl to freed job, instructions", "whole", late)
	fits("whole", late)
	by_length("ioctl alone, instructions", "first", late)
	fits("first", late)
	head("parts of the whole: medians of all streams")
	typical_pair("the client's thread", "own", late, 0)
	typical_pair("other threads", "other", late, 0)
	typical_pair("interrupts of the card", "interrupt", late, 0)
	head("one client")
	rate("smallest, 8 in flight", late, "smallest-in-flight")
	rate("smallest, submit and wait", late, "smallest-and-wait")
	rate(typical_dw ", 8 in flight", late, "typical-in-flight")
	rate(typical_dw ", submit and wait", late, "typical-and-wait")
	head("a wait alone, instructions")
	if (late == "late") {
		pair("sleeps until the job is done", "whole", late, "wait", "sleeps", 0)
	} else {
		pair("job done, seen for the first time", "whole", late, "wait", "done", 0)
		pair("buffer idle", "whole", late, "wait", "idle", 0)
		pair("GEM_BUSY, job done", "whole", late, "wait", "busy-ioctl", 0)
	}
	head("register accesses, and interrupts of the card")
	typical_pair("submit, wait (median of streams): reads", "reads", late, 1)
	typical_pair("  writes", "writes", late, 1)
	typical_pair("  interrupts", "interrupts", late, 2)
	typical_pair("  flushes of colour and depth in the ring", "flushes", late, 2)
	registers("smallest, 8 in flight, each", late, "rate", "smallest-in-flight")
	registers(typical_dw ", 8 in flight, each", late, "rate", "typical-in-flight")
	if (late == "late")
		registers("a wait that sleeps, alone", late, "wait", "sleeps")
	else
		registers("a wait, job done, alone", late, "wait", "done")
}
# The stream with the largest share of its submission, and what both drivers take for it
function worst(w, late,   k, share, most) {
	for (k = 1; k <= series; k++) {
		if (driver[k] != "rcp" || lateness[k] != late || !(("radeon", late, group[k], label[k]) in place))
			continue
		share = value[w, k] / get(w, "radeon", late, group[k], label[k])
		if (share > most) {
			most = share
			worst_at = k
		}
	}
	return worst_at
}
function worst_pair(w, late,   k) {
	k = worst(w, late)
	line(sprintf("largest ratio: dwords %d, relocations %d", dw[k], relocs[k]), value[w, k],
	     get(w, "radeon", late, group[k], label[k]), 0)
}
function second_generation(chip) {
	printf "\n==== Submissions on %s, the card is late: it begins when its client sleeps\n", chip
	by_length("whole: ioctl to freed job, instructions", "whole", "late")
	fits("whole", "late")
	worst_pair("whole", "late")
	by_length("ioctl alone, instructions", "first", "late")
	fits("first", "late")
	worst_pair("first", "late")
}
function clients() {
	head("smallest stream: instructions for each")
	pair("one client, waits for each", "whole", "once", "clients", "1-in-flight-1", 0)
	pair("8 clients on 8 CPUs, wait for each", "whole", "once", "clients", "8-in-flight-1", 0)
	pair("one client, 8 in flight", "whole", "once", "clients", "1-in-flight-8", 0)
	pair("8 clients on 8 CPUs, 8 in flight each", "whole", "once", "clients", "8-in-flight-8", 0)
	head("what the card sees of each, one client")
	registers("submission, waits for each", "once", "clients", "1-in-flight-1")
	pair("  flushes of colour and depth in the ring", "flushes", "once", "clients", "1-in-flight-1", 2)
	pair("create, map, touch 1 MiB of VRAM: bus bytes", "bus", "once", "memory", "create-map-touch-1024K-VRAM", 0)
}
# The mean of all recorded streams
function average(w, name, late,   k, n, sum) {
	for (k = 1; k <= series; k++)
		if (counts(k, name, late)) {
			n++
			sum += value[w, k]
		}
	return n ? sum / n : ""
}
# The parts of tests/bench/parts.awk, and the rest of the whole
function parts(text, which, ours, theirs,   i, n, names, words) {
	head(text)
	n = split("allocation fences ring check driver", names, " ")
	split("allocation|fences, queues and turns|ring and interrupt|check|rest of the driver, DRM, TTM, usercopy", words, "|")
	for (i = 1; i <= n; i++) {
		line(words[i], fact[names[i] "_" which, "rcp"], fact[names[i] "_" which, "radeon"], 0)
		ours -= fact[names[i] "_" which, "rcp"]
		theirs -= fact[names[i] "_" which, "radeon"]
	}
	line("kernel: the rest", ours, theirs, 0)
}
function memory(   i, j, where, size) {
	split("GTT VRAM", where, " ")
	split("4K 1024K", size, " ")
	printf "\n==== Buffers (the card is done at once)\n"
	head("instructions for each, clear and freeing included")
	for (i = 1; i <= 2; i++)
		for (j = 1; j <= 2; j++)
			buffers(size[j] "-" where[i], (j == 1 ? "4 KiB" : "1 MiB") " in " where[i])
	pair("map, fault: each page of 1 MiB in GTT", "whole", "once", "memory", "map-touch-page-1024K-GTT", 0)
	pair("map, fault: each page of 1 MiB in VRAM", "whole", "once", "memory", "map-touch-page-1024K-VRAM", 0)
	pair("submission that moves 4 KiB, and wait", "whole", "once", "memory", "move-4K-VRAM", 0)
	pair("submission that moves 1 MiB, and wait", "whole", "once", "memory", "move-1024K-VRAM", 0)
	pair("create: 1 MiB in full VRAM, another leaves", "whole", "once", "memory", "evict-1024K", 0)
	pair("submission with 8 of 1 MiB, VRAM too small", "whole", "once", "memory", "crowd-8-1024K", 0)
	head("register reads and writes for each")
	for (i = 1; i <= 2; i++)
		accesses("create, close: 4 KiB in " where[i], "create-close-4K-" where[i])
	accesses("create, map, touch: 1 MiB in VRAM", "create-map-touch-1024K-VRAM")
	accesses("submission that moves 1 MiB, and wait", "move-1024K-VRAM")
	accesses("create: 1 MiB in full VRAM, another leaves", "evict-1024K")
	head("bytes of system memory that the card reads and writes for each")
	pair("create, map, touch: 1 MiB in VRAM", "bus", "once", "memory", "create-map-touch-1024K-VRAM", 0)
	pair("submission that moves 1 MiB, and wait", "bus", "once", "memory", "move-1024K-VRAM", 0)
}
function buffers(which, text) {
	pair("create, close: " text, "whole", "once", "memory", "create-close-" which, 0)
	pair("create: " text, "whole", "once", "memory", "create-" which, 0)
	pair("create, map, touch: " text, "whole", "once", "memory", "create-map-touch-" which, 0)
}
function all(name, l,   r) {
	r = get("reads", name, "once", "memory", l)
	return r == "" ? "" : r + get("writes", name, "once", "memory", l)
}
function accesses(text, l) { line(text, all("rcp", l), all("radeon", l), 1) }
function first_generation() {
	printf "\n==== The check\n"
	head("for each dword")
	line("in the kernel: instructions", fact["kernel_check", "rcp"], fact["kernel_check", "radeon"], 1)
	line("in userspace: instructions", fact["check", "rcp"], "", 1)
	line("in userspace: ns", fact["check_ns", "rcp"], "", 2)
	line("R5xx: instructions", fact["check", "r500"], "", 1)
	line("R5xx: ns", fact["check_ns", "r500"], "", 2)
	line("Southern Islands, with a map: instructions", fact["check", "si"], "", 1)
	line("Southern Islands, with a map: ns", fact["check_ns", "si"], "", 2)
	line("Southern Islands, without: instructions", fact["check", "si--no-map"], "", 1)
	line("Southern Islands, without: ns", fact["check_ns", "si--no-map"], "", 2)
	line("VideoCore IV, byte of lists: instructions", fact["check", "vc4-lists"], "", 1)
	line("VideoCore IV, byte of lists: ns", fact["check_ns", "vc4-lists"], "", 2)
	line("VideoCore IV, byte of code: instructions", fact["check", "vc4-code"], "", 1)
	line("VideoCore IV, byte of code: ns", fact["check_ns", "vc4-code"], "", 2)
	line("VideoCore IV, byte of either: instructions", fact["check", "vc4"], "", 1)
	line("VideoCore IV, byte of either: ns", fact["check_ns", "vc4"], "", 2)
	line("in userspace: ns, with copy and patches", fact["prepare_ns", "rcp"], "", 2)
	submissions("Submissions, the card is done at once", "once")
	parts("the smallest by part", "smallest", get("whole", "rcp", "once", "stream", "smallest"),
	      get("whole", "radeon", "once", "stream", "smallest"))
	parts("the mean of all streams by part", "streams", average("whole", "rcp", "once"),
	      average("whole", "radeon", "once"))
	submissions("Submissions, the card is late: it begins when its client sleeps", "late")
	memory()
	printf "\n==== A hang, limit 1000 ms\n"
	head("from the ioctl to the end of the wait")
	line("ms", fact["hang", "rcp"], fact["hang", "radeon"], 0)
}

END {
	series_ends()
	split("first whole own other interrupt", what, " ")
	if (!series || at != series) {
		print "bench: " at + 0 " series were counted, " series + 0 " were run" > "/dev/stderr"
		exit 1
	}
	finish()
	print title
	if (only == "clients")
		clients()
	else if (only)
		second_generation(only)
	else
		first_generation()
}
