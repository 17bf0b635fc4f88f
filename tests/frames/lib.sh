# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Helpers of the tests of pm4-draw, for sourcing behind tests/pm4/tool-lib.sh.

draw=build/pm4-draw rv710=build/drawn/gears-rv710.rcpc

# pam PNG: the picture as the node writes it
pam() {
	perl -MCompress::Zlib -0777 -ne '
		/IHDR(.{4})(.{4})\x08\x02\0\0\0/s or die "no true colour\n";
		my ($w, $h) = (unpack("N", $1), unpack("N", $2));
		my ($at, $data) = (8, "");
		while ($at < length) {
			my ($n, $type) = unpack("NA4", substr($_, $at, 8));
			my $chunk = substr($_, $at + 4, $n + 4);
			crc32($chunk) == unpack("N", substr($_, $at + 8 + $n, 4)) or die "checksum of $type\n";
			$data .= substr($chunk, 4) if $type eq "IDAT";
			$at += 12 + $n;
		}
		my $rows = uncompress($data);
		length $rows == $h * (3 * $w + 1) or die "length of the rows\n";
		print "P7\nWIDTH $w\nHEIGHT $h\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n";
		for my $y (0 .. $h - 1) {
			print "$_\xff" for substr($rows, $y * (3 * $w + 1) + 1, 3 * $w) =~ /.../gs;
		}' "$1"
}

# record NAME ARGS...: a frame of build/node/city to $work/NAME
record() { RCP_NODE_RECORD=$work/$1 LD_PRELOAD=$PWD/build/node/node.so build/node/city "${@:2}" 2> "$work/stderr"; }

# with_copy FILE: $rv710 with a CP_DMA after draw 3: 4096 bytes of the depth buffer to the beginning of the colour target,
# while the registers have the scissor of another draw, 16x16
with_copy() {
	perl -0777 -ne 'my $n = 0;
		while (/\G(.{8})(.{8})/gcs) {
			my ($head, $size, $type) = ($1, unpack "V2", $2);
			my $body = substr $_, pos, $size;
			pos() += $size;
			# 748: after the draw.  PA_SC_WINDOW_SCISSOR_BR; relocations 1 and 0, four dwords each.
			substr($body, 4 * 748, 0) = pack "V*", 0xc0016900, 0x82, 0x100010,
				0xc0044100, 0, 1 << 31, 0, 0, 4096, 0xc0001000, 4, 0xc0001000, 0, 0xc0016900, 0x82, 0x1000100
				if $type == 2 && ++$n == 2;
			print $head, pack("V2", length $body, $type), $body;
		}' "$rv710" > "$1"
}
