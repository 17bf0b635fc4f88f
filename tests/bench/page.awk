# SPDX-License-Identifier: GPL-2.0
#
# The figures of tests/bench/README.md, as Markdown.  scripts/bench runs it after report.awk, whose
# functions and values it uses:
#
#	awk -v page=FILE ... -f tests/bench/report.awk -f tests/bench/page.awk CHECK SERIES MARKS
#
# FILE gets the table; with only=CHIP the second generation's, with only=clients
# the table of several clients.

# thousands V DIGITS: with a comma after each three digits
function thousands(v, digits, text, left) {
	text = sprintf("%.*f", digits, v)
	left = text
	sub(/\..*/, "", left)
	text = substr(text, length(left) + 1)
	while (length(left) > 3) {
		text = "," substr(left, length(left) - 2) text
		left = substr(left, 1, length(left) - 3)
	}
	return left text
}
function figure(v, digits) { return v == "" ? "" : thousands(v, digits) }
function share(a, b) { return a == "" || b == "" || b == 0 ? "" : sprintf("%.2f", a / b) }
function cells(text, a, b, ratio) { print "| " text " | " a " | " b " | " ratio " |" > page }
function figures(text, a, b, digits) { cells(text, figure(a, digits), figure(b, digits), share(a, b)) }
# One series of both drivers, the median of the streams, one fact of the check
function one(text, w, late, g, l) { figures(text, get(w, "rcp", late, g, l), get(w, "radeon", late, g, l), 0) }
function of_card(text, w, g, l, digits) {
	figures(text, get(w, "rcp", "once", g, l), get(w, "radeon", "once", g, l), digits)
}
function middle(text, w, late) {
	figures(text, typical(w, "rcp", late, 0, 1e9), typical(w, "radeon", late, 0, 1e9), 0)
}
function checks(text, name, digits) { figures(text, fact[name, "rcp"], fact[name, "radeon"], digits) }
# Reads and writes of registers
function touched(name, late, r) {
	r = typical("reads", name, late, 0, 1e9)
	return r == "" ? "" : r + typical("writes", name, late, 0, 1e9)
}
function buffer(text, l) { one(text, "whole", "once", "memory", l) }
function fitted(text, w, late, i, ours) {
	solve(w, "rcp", late)
	for (i = 1; i <= 3; i++)
		ours[i] = fit[i]
	solve(w, "radeon", late)
	cells(text, figure(ours[1], 0) " + " figure(ours[2], 1) " + " figure(ours[3], 0),
	      figure(fit[1], 0) " + " figure(fit[2], 1) " + " figure(fit[3], 0),
	      share(ours[1], fit[1]) ", " share(ours[2], fit[2]) ", " share(ours[3], fit[3]))
}

# Median of the streams from LEAST dwords on, below MOST
function lengths(text, w, least, most,   ours) {
	ours = typical(w, "rcp", "late", least, most - 1)
	if (among)
		figures(text ", " among " streams", ours, typical(w, "radeon", "late", least, most - 1), 0)
}
function title_of() {
	typical("whole", "rcp", "late", 0, 1e9)
	print among " recorded streams of Mesa that both drivers accept.\n" > page
	cells("instructions of the kernel, unless it says otherwise", "rcp", "radeon", "rcp / radeon")
	print "|---|---|---|---|" > page
}
function rows_of_second(   k) {
	title_of()
	middle("submission, ioctl to freed job: median, card late", "whole", "late")
	fitted("fit of these: constant + per dword + per relocation", "whole", "late")
	one("`DRM_RADEON_CS` alone, smallest stream (16 dwords, 1 relocation)", "first", "late", "stream", "smallest")
	lengths("the same, median below 512 dwords", "first", 0, 512)
	lengths("the same, 512 to 1,023 dwords", "first", 512, 1024)
	lengths("the same, 1,024 to 4,095 dwords", "first", 1024, 4096)
	lengths("the same, 4,096 dwords and more", "first", 4096, 1e9)
	fitted("fit of these: constant + per dword + per relocation", "first", "late")
	k = worst("first", "late")
	figures("the stream with the largest ratio: dwords " dw[k] ", relocations " relocs[k],
		value["first", k], get("first", "radeon", "late", group[k], label[k]), 0)
	close(page)
}
function rows_of_first() {
	title_of()
	checks("check, per dword", "kernel_check", 1)
	checks("check in userspace, per dword", "check", 1)
	checks("check in userspace, ns per dword at best", "check_ns", 2)
	checks("check, copy and patches in userspace, ns per dword at best", "prepare_ns", 2)
	checks("a memcpy of the same dwords, ns per dword", "memcpy_ns", 2)
	middle("submission, ioctl to freed job: median, card done at once", "whole", "once")
	middle("the same, card late: the wait sleeps", "whole", "late")
	one("card late, smallest stream (16 dwords, 1 relocation)", "whole", "late", "stream", "smallest")
	fitted("fit of submissions, card late: constant + per dword + per relocation", "whole", "late")
	middle("`DRM_RADEON_CS` alone, median, card late", "first", "late")
	middle("interrupt, wake-up included, card late", "interrupt", "late")
	one(dw[place["rcp", "once", "rate", "typical-in-flight"]] \
	    " dwords, 8 in flight, card done at once, per submission", "whole", "once", "rate", "typical-in-flight")
	one("smallest stream, 8 in flight, card done at once, per submission", "whole", "once", "rate",
	    "smallest-in-flight")
	one("smallest stream, 8 in flight, card late, per submission", "whole", "late", "rate", "smallest-in-flight")
	one("`GEM_WAIT_IDLE` on an idle buffer", "whole", "once", "wait", "idle")
	one("`GEM_WAIT_IDLE` that sleeps", "whole", "late", "wait", "sleeps")
	figures("register accesses: submission and a wait that sleeps", touched("rcp", "late"), touched("radeon", "late"), 0)
	figures("register accesses: submission, card done at once", touched("rcp", "once"), touched("radeon", "once"), 0)
	middle("interrupts of the card: submission, card done at once", "interrupts", "once")
	middle("flushes of colour and depth in the ring: submission", "flushes", "once")
	buffer("create a buffer of 4 KiB in the GTT", "create-4K-GTT")
	buffer("create a buffer of 1 MiB in the GTT", "create-1024K-GTT")
	buffer("create a buffer of 4 KiB in VRAM", "create-4K-VRAM")
	buffer("create, map and touch 4 KiB in VRAM; `rcp` clears it, `radeon` does not", "create-map-touch-4K-VRAM")
	buffer("the same, 1 MiB", "create-map-touch-1024K-VRAM")
	one("bytes of system memory that the card reads and writes for that", "bus", "once", "memory",
	    "create-map-touch-1024K-VRAM")
	buffer("fault on a mapping, per page of 1 MiB in the GTT", "map-touch-page-1024K-GTT")
	buffer("fault on a mapping, per page of 1 MiB in VRAM", "map-touch-page-1024K-VRAM")
	buffer("submission that moves 4 KiB from VRAM to the GTT or back", "move-4K-VRAM")
	buffer("submission that moves 1 MiB from VRAM to the GTT or back", "move-1024K-VRAM")
	buffer("create a buffer of 1 MiB that pushes another out of VRAM", "evict-1024K")
	buffer("submission with 8 buffers of 1 MiB, buffers 5/4 of VRAM", "crowd-8-1024K")
	cells("hang, limit 1 s: ioctl to signalled fence", seconds("rcp"), seconds("radeon"),
	      share(fact["hang", "rcp"], fact["hang", "radeon"]))
	close(page)
}
function rows_of_clients() {
	print "smallest stream, card done at once.\n" > page
	cells("instructions of the kernel on all CPUs, per submission", "rcp", "radeon", "rcp / radeon")
	print "|---|---|---|---|" > page
	one("one client, which waits for each", "whole", "once", "clients", "1-in-flight-1")
	one("8 clients, each on a CPU of its own, which wait for each", "whole", "once", "clients", "8-in-flight-1")
	one("one client, 8 in flight", "whole", "once", "clients", "1-in-flight-8")
	one("8 clients, 8 in flight of each", "whole", "once", "clients", "8-in-flight-8")
	of_card("one client, which waits for each: register reads", "reads", "clients", "1-in-flight-1", 1)
	of_card("the same: register writes", "writes", "clients", "1-in-flight-1", 1)
	of_card("the same: interrupts of the card", "interrupts", "clients", "1-in-flight-1", 2)
	of_card("the same: flushes of colour and depth in the ring", "flushes", "clients", "1-in-flight-1", 2)
	of_card("create, map and touch 1 MiB in VRAM: bytes of system memory that the card reads and writes", "bus",
		"memory", "create-map-touch-1024K-VRAM", 0)
	close(page)
}
function seconds(name, v) {
	v = fact["hang", name]
	return v == "" ? "" : sprintf("%.3g s", v / 1000)
}

END {
	if (only == "clients")
		rows_of_clients()
	else if (only)
		rows_of_second()
	else
		rows_of_first()
}
