# SPDX-License-Identifier: GPL-2.0
#
# Instructions per dword of a driver's checker in the kernel.  See symbols.awk;
# checks=LIST, names with a blank around each, or a regular expression in checks_match,
# selects the functions of the checker.

function begun(label, dw) { dwords += dw }
function spent(f, count, label, dw) {
	if (checks_match ? f ~ checks_match : index(checks, " " f " "))
		sum += count
}
END { printf "kernel_check %s %.2f\n", wanted, dwords ? sum / dwords : 0 }
