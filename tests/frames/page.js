// SPDX-License-Identifier: GPL-2.0
// A frame, draw by draw.  All text of the frame goes into the page as text nodes, never as HTML.
"use strict";

const frame = JSON.parse(document.getElementById("frame").textContent);
frame.events.forEach((e, i) => { e.index = i; });
const draws = frame.events.filter((e) => e.kind === "draw");
// Events with targets: draws, and copies that wrote to one.  The others show what the last of these has left.
const writing = frame.events.filter((e) => e.targets && e.targets.length);
let last = null;

for (const e of frame.events) {
	last = e.targets && e.targets.length ? e : last;
	e.shown = last;
}
const byNumber = new Map(draws.map((e) => [e.draw, e]));
let tiles = new Uint8Array(0);
let chosen = null;
let choice = { targetName: "", zoom: 1, pixel: null, flip: false, contrast: false, mask: false, stencil: false };

function element(name, text, className) {
	const e = document.createElement(name);

	if (text !== undefined)
		e.textContent = text;
	if (className)
		e.className = className;
	return e;
}

// ---- surfaces: the elements of their tiles after an event ----

const surfaces = frame.surfaces.map((s) => {
	const wide = Math.ceil(s.width / 8), high = Math.ceil(s.height / 8);

	return { ...s, wide, data: new Uint8Array(wide * high * 64 * s.bytes), after: -1 };
});

// Calls fn(tile, offset) for each tile of a target that its event changed.
function eachTile(t, fn) {
	const bytes = 64 * surfaces[t.surface].bytes;

	if (t.at === undefined)
		return;
	for (let i = 0, at = t.at; i < t.changed_tiles; i++, at += 4 + bytes)
		fn(new DataView(tiles.buffer, tiles.byteOffset + at, 4).getUint32(0, true), at + 4);
}

function applyEvent(e, s, index) {
	for (const t of e.targets)
		if (t.surface === index)
			eachTile(t, (tile, at) => s.data.set(tiles.subarray(at, at + 64 * s.bytes), tile * 64 * s.bytes));
}

// The surface as it is after an event; forward from what it was last, or from the beginning.
function surfaceAfter(index, event) {
	const s = surfaces[index];

	if (event.index < s.after) {
		s.data.fill(0);
		s.after = -1;
	}
	for (const e of writing)
		if (e.index > s.after && e.index <= event.index)
			applyEvent(e, s, index);
	s.after = event.index;
	return s;
}

function offsetOf(s, x, y) {
	return (((y >> 3) * s.wide + (x >> 3)) * 64 + (y & 7) * 8 + (x & 7)) * s.bytes;
}

// ---- elements: bits to channels ----

function bitsOf(data, at, first, bits) {
	let value = 0;

	for (let i = 0; i < bits;) {
		const bit = first + i, take = Math.min(bits - i, 8 - bit % 8);

		value += ((data[at + (bit >> 3)] >> bit % 8) & ((1 << take) - 1)) * 2 ** i;
		i += take;
	}
	return value;
}

const scratch = new DataView(new ArrayBuffer(4));

function floatOf(bits, value) {
	if (bits === 32) {
		scratch.setUint32(0, value);
		return scratch.getFloat32(0);
	}
	// A sign for 16 bits alone; five bits of exponent.
	const mantissa = bits === 16 ? 10 : bits - 5;
	const sign = bits === 16 && value >> 15 ? -1 : 1;
	const exponent = (value >> mantissa) & 31, fraction = (value & ((1 << mantissa) - 1)) / 2 ** mantissa;

	if (exponent === 31)
		return fraction ? NaN : sign * Infinity;
	return sign * (exponent ? (1 + fraction) * 2 ** (exponent - 15) : fraction * 2 ** -14);
}

function channelOf(number, bits, value) {
	const most = 2 ** bits - 1, half = 2 ** (bits - 1);
	const signed = value >= half ? value - 2 * half : value;

	switch (number) {
	case "FLOAT": return floatOf(bits, value);
	case "SNORM": return Math.max(signed / (half - 1), -1);
	case "SINT": case "SSCALED": return signed;
	case "UINT": case "USCALED": return value;
	default: return value / most;
	}
}

// Red, green, blue, alpha as the target keeps them; missing ones are 0, alpha 1.
function colorOf(s, at) {
	const color = [0, 0, 0, 1];

	for (const [first, bits, channel] of s.fields)
		color[channel] = channelOf(s.number, bits, bitsOf(s.data, at, first, bits));
	return color;
}

function depthOf(s, at) {
	const word = bitsOf(s.data, at, 0, Math.min(32, 8 * s.bytes));

	switch (s.depth_format) {
	case 1: return [word / 65535, null];
	case 2: return [(word % 0x1000000) / 0xffffff, null];
	case 3: return [(word % 0x1000000) / 0xffffff, Math.floor(word / 0x1000000)];
	case 8: return [Math.floor(word / 0x100) / 0xffffff, word % 0x100];
	case 7: return [floatOf(32, word), s.data[at + 4]];
	default: return [floatOf(32, word), null];
	}
}

function rgbOf(s, at) {
	if (s.kind === "depth" && choice.stencil) {
		const stencil = depthOf(s, at)[1] || 0;

		return [stencil, stencil, stencil];
	}
	if (s.kind === "depth") {
		const z = Math.max(0, Math.min(1, depthOf(s, at)[0]));
		// Most of a scene is near 1: a power makes it visible.
		const grey = Math.round(255 * z ** (choice.contrast ? 64 : 1));

		return [grey, grey, grey];
	}
	const integer = s.number === "UINT" || s.number === "SINT";

	return colorOf(s, at).slice(0, 3).map((c) => integer ? c & 255 : Math.max(0, Math.min(255, Math.round(c * 255))));
}

function paint(canvas, s, width, height) {
	const image = new ImageData(width, height);

	canvas.width = width;
	canvas.height = height;
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			const at = offsetOf(s, Math.floor(x * s.width / width), Math.floor(y * s.height / height));

			image.data.set(rgbOf(s, at), 4 * (y * width + x));
			image.data[4 * (y * width + x) + 3] = 255;
		}
	canvas.getContext("2d").putImageData(image, 0, 0);
}

// ---- HTILE and CMASK ----

// Bits of a tile, and whether its pixels are all in memory; null: the target has no mask.
function maskOf(t, x, y) {
	const mask = t.mask, tile = (y >> 3) * (mask ? mask.wide : 0) + (x >> 3);

	if (!mask || mask.at === undefined || x >> 3 >= mask.wide || y >> 3 >= mask.high)
		return null;
	const bits = new DataView(tiles.buffer, tiles.byteOffset + mask.at + 4 * tile, 4).getUint32(0, true);

	return { bits, expanded: (bits & 15) === 15 };
}

function paintMask(canvas, t, s) {
	const context = canvas.getContext("2d");

	context.fillStyle = "rgba(0, 160, 60, 0.5)";
	for (let y = 0; y < s.height; y += 8)
		for (let x = 0; x < s.width; x += 8) {
			const m = maskOf(t, x, y);

			if (m && !m.expanded)
				context.fillRect(x, y, 8, 8);
		}
}

// ---- the column of events ----

const list = document.getElementById("list");

function addEvent(e, i) {
	const a = element("a", undefined, e.kind === "draw" ? "" : "other");

	a.href = e.kind === "draw" ? "#draw=" + e.draw : "#event=" + i;
	e.link = a;
	e.thumb = element("canvas");
	a.append(e.thumb, element("span", (e.kind === "draw" ? e.draw + " " : "") + e.packet));
	list.append(a);
}

function repeat(canvas, from) {
	canvas.width = from.width;
	canvas.height = from.height;
	canvas.getContext("2d").drawImage(from, 0, 0);
}

// Thumbnails go forward through the frame, some of them at a time, so that the page answers.
function thumbnails(from) {
	for (let i = from; i < frame.events.length; i++) {
		const e = frame.events[i];

		if (e.shown === e)
			paint(e.thumb, surfaceAfter(e.targets[0].surface, e), 80, 45);
		else if (e.shown)
			repeat(e.thumb, e.shown.thumb);
		if (i % 16 === 15) {
			setTimeout(thumbnails, 0, i + 1);
			return;
		}
	}
	document.body.dataset.thumbnails = "done";
	show();
}

// ---- the chosen event ----

const canvas = document.getElementById("picture"), side = document.getElementById("side");
const valueLine = document.getElementById("value"), targetList = document.getElementById("target");

function section(title, ...content) {
	side.append(element("h2", title), ...content);
}

function floats(hex) {
	return hex === "" ? [] : hex.split(" ").map((word) => {
		scratch.setUint32(0, parseInt(word, 16));
		return scratch.getFloat32(0);
	});
}

function short(f) {
	return Number.isFinite(f) ? String(Number(f.toPrecision(6))) : String(f);
}

function vectors(hex, width, first) {
	const table = element("table"), words = hex === "" ? [] : hex.split(" "), values = floats(hex);

	for (let i = 0; i < words.length; i += width) {
		const row = element("tr");

		row.append(element("th", String(first + i / width)));
		for (let c = i; c < i + width && c < words.length; c++) {
			const cell = element("td", short(values[c]));

			cell.title = "0x" + words[c];
			row.append(cell);
		}
		table.append(row);
	}
	return table;
}

function showState(e) {
	const table = element("table");

	for (const [address, , text] of e.state) {
		const row = element("tr", undefined, "changed");

		row.append(element("td", "0x" + address.toString(16)), element("td", text));
		table.append(row);
	}
	section("State that changed since the draw before (" + e.state.length + ")", table);
}

// R5xx has programs and constants in the chip.
function placeOf(x) {
	return x.buffer === undefined ? "in the chip, from " + x.first + " on" : "buffer " + x.buffer + " + 0x" + x.offset.toString(16);
}

function showPrograms(e) {
	for (const n of e.programs) {
		const p = frame.programs[n];

		section("Program " + p.stage + ", " + placeOf(p), element("pre", p.lines.join("\n")));
	}
	for (const c of e.constants)
		section("Constants " + c.stage + " " + c.number + ", " + placeOf(c), vectors(c.values, 4, 0));
	for (const v of e.vertices)
		section("Vertices of resource " + v.resource + ", " + placeOf(v) + ", " + v.stride + " bytes each", vectors(v.values, Math.max(1, v.stride / 4), 0));
}

// ---- textures ----

function showTexel(t, p, canvas, event) {
	const box = canvas.getBoundingClientRect();
	const x = Math.floor((event.clientX - box.left) * p.width / box.width), y = Math.floor((event.clientY - box.top) * p.height / box.height);
	const at = p.at + 4 * (y * p.width + x);

	valueLine.textContent = "t" + t.number + " texel " + x * p.step + "," + y * p.step + ": " +
		Array.from(tiles.subarray(at, at + 4)).join(" ") + " of 255";
}

function pictureOf(t) {
	const p = frame.pictures[t.picture], canvas = element("canvas", undefined, "texture");

	if (p.at === undefined)
		return element("p", "not kept: the frame is too large");
	const image = new ImageData(new Uint8ClampedArray(tiles.subarray(p.at, p.at + 4 * p.width * p.height)), p.width, p.height);

	// Without alpha, which would hide colours; the value under the pointer has it.
	for (let i = 3; i < image.data.length; i += 4)
		image.data[i] = 255;
	canvas.width = p.width;
	canvas.height = p.height;
	canvas.style.width = p.width * Math.max(1, Math.floor(128 / p.width)) + "px";
	canvas.getContext("2d").putImageData(image, 0, 0);
	canvas.addEventListener("mousemove", (event) => showTexel(t, p, canvas, event));
	return canvas;
}

function showTextures(e) {
	for (const t of e.textures)
		section("Texture " + t.stage + " t" + t.number + ", " + placeOf(t), element("pre", t.width + " x " + t.height +
			" texels, " + t.slices + " slices, " + t.levels + " levels, " + t.samples + " samples" +
			(frame.pictures[t.picture].step > 1 ? "; shown is each " + frame.pictures[t.picture].step + "th texel" : "")),
			pictureOf(t));
}

// ---- targets and buffers ----

function row(...cells) {
	const r = element("tr");

	r.append(...cells.map((c) => c instanceof Node ? c : element("td", c)));
	return r;
}

function showTargets(e) {
	section("Targets", ...e.targets.map((t) => {
		const s = surfaces[t.surface], mask = t.mask;

		return element("p", t.target + ": " + placeOf(s) + ", " + s.width + " x " + s.height + ", " + s.samples + " samples" +
			(s.checked_bytes === undefined ? "" : ", the checker demands " + s.checked_bytes + " bytes") +
			(mask ? ", " + mask.kind + ": " + mask.expanded + " of " + mask.wide * mask.high + " tiles expanded" : ""));
	}));
}

// A bar as long as the buffer, with the ranges that the packet has read and written.
function barOf(list, bytes) {
	const cell = element("td"), canvas = element("canvas", undefined, "bar"), context = canvas.getContext("2d");

	canvas.width = 160;
	canvas.height = 12;
	context.fillStyle = "#ddd";
	context.fillRect(0, 0, 160, 12);
	for (const [, how, , offset, end] of list) {
		context.fillStyle = how === "writes" ? "#c33" : "#36c";
		context.fillRect(Math.floor(160 * offset / bytes), how === "writes" ? 6 : 0,
			Math.max(1, Math.ceil(160 * (end - offset) / bytes)), 6);
	}
	cell.append(canvas);
	return cell;
}

function showBuffers(e) {
	const table = element("table"), seen = new Set();

	for (const [id, bytes] of frame.submissions[e.submission - 1].buffers) {
		const list = e.accesses.filter((a) => a[2] === id);

		if (seen.has(id))
			continue;
		seen.add(id);
		table.append(row("buffer " + id, bytes + " bytes", barOf(list, bytes), list.map(([client, how, , offset, end, count]) =>
			client + " " + how + " 0x" + offset.toString(16) + " to 0x" + end.toString(16) + ", " + count + " accesses").join("; ")));
	}
	section("Buffers of the stream: read (above) and written", table);
}

function showSide(e) {
	side.replaceChildren();
	section(frame.submissions[e.submission - 1].name + ", dword " + e.dword, element("pre", e.text.join("\n")));
	if (e.kind === "flush")
		section("Caches", element("p", "The machine has no caches: a flush changes nothing here, and a missing one is not seen."));
	if (e.kind === "draw")
		showState(e);
	if (e.targets)
		showTargets(e);
	if (e.kind === "draw") {
		showTextures(e);
		showPrograms(e);
	}
	showBuffers(e);
	if (frame.history)
		section("Fragments of a pixel (--pixel)", element("pre", frame.history));
}

function targetOf(e) {
	return e.shown && (e.shown.targets.find((t) => t.target === choice.targetName) || e.shown.targets[0]);
}

function show() {
	const t = chosen && targetOf(chosen);

	if (!chosen)
		return;
	targetList.replaceChildren(...(chosen.shown ? chosen.shown.targets : []).map((x) => {
		const option = element("option", x.target + ", " + x.changed_tiles + " tiles changed");

		option.value = x.target;
		option.selected = x === t;
		return option;
	}));
	canvas.hidden = !t;
	if (!t)
		return;
	const s = surfaceAfter(t.surface, chosen);

	paint(canvas, s, s.width, s.height);
	if (choice.mask)
		paintMask(canvas, t, s);
	canvas.style.width = s.width * choice.zoom + "px";
	canvas.style.height = s.height * choice.zoom + "px";
	canvas.classList.toggle("flipped", choice.flip);
	showValue();
}

function valueText(s, x, y) {
	const at = offsetOf(s, x, y), bytes = Array.from(s.data.subarray(at, at + s.bytes));
	const hex = bytes.reverse().map((b) => b.toString(16).padStart(2, "0")).join("");

	if (s.kind === "depth") {
		const [z, stencil] = depthOf(s, at);

		return "depth " + Number(z.toPrecision(9)) + (stencil === null ? "" : ", stencil " + stencil) + ", 0x" + hex;
	}
	return "(" + colorOf(s, at).map(short).join(" ") + "), 0x" + hex;
}

function showValue() {
	const t = chosen && targetOf(chosen);

	if (!t || !choice.pixel)
		return;
	const s = surfaceAfter(t.surface, chosen), [x, y] = choice.pixel;

	if (x >= s.width || y >= s.height)
		return;
	const mask = maskOf(t, x, y);

	valueLine.textContent = "pixel " + x + "," + y + ": " + valueText(s, x, y) +
		(mask ? ", " + t.mask.kind + " 0x" + mask.bits.toString(16) + (mask.expanded ? " expanded" : " not expanded") : "");
	valueLine.dataset.pixel = x + "," + y;
}

// Draws and copies that changed the pixel, in order, as the tiles tell.
function writersOf(surface, x, y) {
	const s = surfaces[surface], tile = (y >> 3) * s.wide + (x >> 3), inside = ((y & 7) * 8 + (x & 7)) * s.bytes;
	let before = new Uint8Array(s.bytes);
	const found = [];

	for (const e of writing)
		for (const t of e.targets)
			if (t.surface === surface)
				eachTile(t, (n, at) => {
					const now = tiles.subarray(at + inside, at + inside + s.bytes);

					if (n === tile && now.some((b, i) => b !== before[i])) {
						found.push(e);
						before = now;
					}
				});
	return found;
}

// ---- addresses of draws and pixels ----

function address() {
	const parts = [chosen.kind === "draw" ? "draw=" + chosen.draw : "event=" + chosen.index];

	if (choice.targetName)
		parts.push("target=" + encodeURIComponent(choice.targetName));
	if (choice.pixel)
		parts.push("pixel=" + choice.pixel.join(","));
	return "#" + parts.join("&");
}

function choose(e) {
	if (!e)
		return;
	if (chosen)
		chosen.link.classList.remove("chosen");
	chosen = e;
	e.link.classList.add("chosen");
	e.link.scrollIntoView({ block: "nearest" });
	showSide(e);
	show();
	history.replaceState(null, "", address());
	document.body.dataset.draw = e.draw;
}

function follow() {
	const query = new URLSearchParams(location.hash.slice(1));
	const pixel = /^(\d+),(\d+)$/.exec(query.get("pixel") || "");

	if (query.get("target"))
		choice.targetName = query.get("target");
	if (pixel)
		choice.pixel = [Number(pixel[1]), Number(pixel[2])];
	choose(query.get("event") ? frame.events[Number(query.get("event"))] :
		byNumber.get(Number(query.get("draw"))) || draws[draws.length - 1]);
}

function step(by) {
	choose(frame.events[chosen.index + by]);
}

function stepDraw(by) {
	const i = draws.findIndex((e) => e.draw >= chosen.draw);

	choose(draws[i + by]);
}

function lastWriter() {
	const t = targetOf(chosen);

	if (t && choice.pixel)
		choose(writersOf(t.surface, ...choice.pixel).filter((e) => e.index < chosen.index).pop());
}

function zoom(by) {
	choice.zoom = Math.max(1 / 4, Math.min(16, choice.zoom * by));
	show();
}

const keys = {
	n: () => stepDraw(1), p: () => stepDraw(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1), w: lastWriter,
	"+": () => zoom(2), "-": () => zoom(1 / 2), c: () => { choice.contrast = !choice.contrast; show(); },
	f: () => { choice.flip = !choice.flip; show(); }, m: () => { choice.mask = !choice.mask; show(); },
	s: () => { choice.stencil = !choice.stencil; show(); },
};

document.addEventListener("keydown", (e) => {
	if (keys[e.key] && !e.ctrlKey && !e.altKey && !e.metaKey && e.target !== targetList) {
		e.preventDefault();
		keys[e.key]();
	}
});
canvas.addEventListener("mousemove", (e) => {
	const at = canvas.getBoundingClientRect(), y = Math.floor((e.clientY - at.top) / choice.zoom);

	choice.pixel = [Math.floor((e.clientX - at.left) / choice.zoom), choice.flip ? canvas.height - 1 - y : y];
	showValue();
});
canvas.addEventListener("click", () => {
	const t = targetOf(chosen), writers = t && choice.pixel ? writersOf(t.surface, ...choice.pixel) : [];

	valueLine.textContent += "; changed by draws " +
		writers.map((e) => e.kind === "draw" ? e.draw : e.packet + " after draw " + e.draw).join(", ");
	history.replaceState(null, "", address());
});
targetList.addEventListener("change", () => {
	choice.targetName = targetList.value;
	show();
	history.replaceState(null, "", address());
});
window.addEventListener("hashchange", follow);

async function inflate(base64) {
	const text = atob(base64), bytes = new Uint8Array(text.length);

	for (let i = 0; i < text.length; i++)
		bytes[i] = text.charCodeAt(i);
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));

	return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function begin() {
	const packed = document.getElementById("tiles").textContent;

	document.getElementById("title").textContent = frame.file + ": " + frame.chip + ", " + draws.length + " draws" +
		(frame.contents ? "" : "; the contents of its buffers were not saved: packets and state alone");
	tiles = packed ? await inflate(packed) : tiles;
	frame.events.forEach(addEvent);
	follow();
	thumbnails(0);
	document.body.dataset.ready = "yes";
}

begin();
