# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For the guest's half of tests that suspend the system, which vm/asleep runs.  After the
# first suspend the root file system and the run's directory are inaccessible: results and
# gcov data leave by the console.
#
#	asleep_enter PROGRAM... <<'SCRIPT'
#
# copies the programs into memory, where busybox runs SCRIPT.  SCRIPT can use
#	result STATUS NAME	one result
#	run PROGRAM [ARGUMENT...]	its output is in $room/out
#	try PROGRAM NAME [TEST]		one result of a program, or of one of its tests

asleep_enter() {
	local room=/mnt/room program

	mkdir -p $room
	mount -t tmpfs room $room
	for program; do
		cp "build/kselftest/$program" $room/
	done
	# What pixels_test plays
	cp build/drawn/scenes-*.rcpc tests/corpus/drawn/pictures $room/
	# The driver loads its firmware when the device is bound again.
	mkdir $room/firmware
	cp -r /lib/firmware/radeon $room/firmware/
	printf %s $room/firmware > /sys/module/firmware_class/parameters/path
	# Late fences; later no test can load a module, nor look whether it is there.
	insmod "${RCP_KO%/*}-test/late.ko" 2> /dev/null || :
	unset RCP_KO
	cp /bin/busybox $room/
	cp -L /lib64/ld-linux-x86-64.so.2 $room/ld.so
	cp -L /lib/x86_64-linux-gnu/libc.so.6 $room/
	{ asleep_before; cat; asleep_after; } > $room/go
	exec $room/busybox sh $room/go
}

asleep_before() {
	cat <<-'BEFORE'
	room=/mnt/room
	box=$room/busybox
	exec > /dev/console 2>&1

	export RCP_DRAWN=$room
	result() { echo "ASLEEP $1 $2"; }
	run() {
		program=$1
		shift
		$room/ld.so --library-path $room $room/$program "$@" > $room/out 2>&1
	}
	try() {
		run $1 ${3:-}
		status=$?
		[ $status = 0 ] || $box grep '^not ok\|:Expected' $room/out
		result $status $2
	}

	# Every program looks for this file.  The kernel does not drop an open file, so it is
	# not looked up in the root file system again.
	: > /etc/ld.so.preload
	exec 9< /etc/ld.so.preload
	BEFORE
}

asleep_after() {
	cat <<-'AFTER'
	echo 1 > /proc/sys/kernel/printk
	if [ -d /sys/kernel/debug/gcov ]; then
		$box mkdir $room/gcov
		# A process for each file would take ten seconds.
		$box find /sys/kernel/debug/gcov -path "*/pm4/*" -prune -o -path "*/ring/atom/*" -prune -o \
			-name "*.gcda" -exec $box cp -t $room/gcov {} +
		# Not tar, which would read /etc.
		(cd $room/gcov && $box find . -type f | $box cpio -o -H newc) | $box gzip | $box base64 | $box sed "s/^/GCOV /"
	fi
	if [ -w /sys/kernel/debug/kmemleak ]; then
		echo scan > /sys/kernel/debug/kmemleak
		$box sleep 6
		echo scan > /sys/kernel/debug/kmemleak
		$box cat /sys/kernel/debug/kmemleak
	fi
	echo 7 > /proc/sys/kernel/printk
	echo ASLEEP-END
	# Powering off would wait for the root file system, so a reset ends the run.
	$box printf '\006' | $box dd of=/dev/port bs=1 seek=3321 conv=notrunc
	$box poweroff -n -f
	AFTER
}
