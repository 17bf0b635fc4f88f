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

# with_packets FILE DWORD...: $rv710 with these dwords behind draw 3
with_packets() {
	perl -0777 -ne 'BEGIN { @new = map { hex } splice @ARGV, 1; } my $n = 0;
		while (/\G(.{8})(.{8})/gcs) {
			my ($head, $size, $type) = ($1, unpack "V2", $2);
			my $body = substr $_, pos, $size;
			pos() += $size;
			substr($body, 4 * 748, 0) = pack "V*", @new if $type == 2 && ++$n == 2;
			print $head, pack("V2", length $body, $type), $body;
		}' "$rv710" "${@:2}" > "$1"
}

# with_copy FILE: with a CP_DMA of 4096 bytes of the depth buffer to the beginning of the colour target, while the
# registers (PA_SC_WINDOW_SCISSOR_BR) have the scissor of another draw, 16x16; relocations 1 and 0, four dwords each
with_copy() {
	with_packets "$1" c0016900 82 100010 c0044100 0 80000000 0 0 1000 c0001000 4 c0001000 0 c0016900 82 1000100
}
