# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the commands of tests/suites use.  Sourced at the top of the tree by scripts/test, with the
# suite's name in $SUITE and the short name of its kernel in $KERNEL.

# Late: so that waits sleep
late="--delay 2000 --habit slow --alone"
# Seconds after which a VM hangs: several times what any takes, because the host may be busy
export TIMEOUT=2400

# vm "OPTIONS OF THE CARD" [OPTION OF scripts/vm...] -- COMMAND...
vm() { scripts/vm --kernel "$KERNEL" --timeout $TIMEOUT --name "test-$SUITE" --card "$@"; }

# radeon CHIP "OPTIONS OF THE CARD" COMMAND...: it lets a draw use what another client left in the
# chip, and warns when it is unloaded or powered off after a reset
radeon() { vm "--delay 2000 $2" --chip "$1" --allow "drm/(radeon|ttm)/|refcount" -- "${@:3}"; }

# gate "CHIP..." [OPTIONS OF THE CARD]: one after the other, with a console; or one with these options
gate() {
	if [ $# = 1 ]; then
		radeon "${1%% *}" "--habit slow" tests/kselftest/vm/each ${1// /+console }+console -- tests/kselftest/vm/radeon-gate
	else
		radeon "$1" "--habit slow $2" tests/kselftest/vm/radeon-gate
	fi
}

# Groups of kselftests.  Elsewhere: for the card of the gate or for two CPUs
elsewhere="gate gate_r500 race race_calls"
# of the driver's own rules; of the check, contexts, numbers and the card: they call little of the kernel
own="credit fair order charge alone bounce"
own_calls="chunk console ctx dead grant hyperz interrupt libdrm mesa query replay seqno"
# Groups for a VM each on the debug kernel, the first and the last one together
faults="faults faults_memory faults_device aperture runtime"
hangs="dead draw hang_state pci_reset pixels reset unbind wedged bringup"
clients="alone bounce capture charge chunk console cs ctx debugfs dmabuf fdinfo"
# What depends on the generation; on the debug kernel RV710 has what is the same on any chip
generation="alone bringup console cs dead fence gem grant hyperz hang_state interrupt pci_reset placement probe replay reset"
generation_more="capture debugfs eviction fdinfo memory mmap query runtime seqno"
on_any="aperture charge chunk ctx dmabuf fair implicit libdrm mesa prime sync waits"

# What does not depend on the chip, and what depends on it a little and is long
any_chip="ctx sync implicit chunk hang_state query capture credit fair order charge bounce"
memory="gem mmap placement eviction aperture memory dmabuf waits prime unbind faults faults_memory faults_device dead mesa libdrm fdinfo"

# programs NAME...: prints the kselftests of these names, without _test; all stands for each of 64 bits,
# all_32 for each of 32 bits, and -NAME leaves one out
programs() {
	local name without

	without=$(printf '%s\n' $elsewhere; printf '%s\n' "$@" | sed -n 's/^-//p')
	for name; do
		case $name in
		-*) ;;
		all) (cd build/kselftest && ls -- *_test) ;;
		all_32) (cd build/kselftest && ls -- *_test_32) ;;
		*_32) echo "${name%_32}_test_32" ;;
		*) echo "${name}_test" ;;
		esac
	done | grep -vxF -f <(sed 's/$/_test/' <<< "$without") | tr '\n' ' '
}

# minus NAME...: each as -NAME
minus() { printf -- '-%s ' "$@"; }

# kselftests CHIP "NAME..." [OPTION OF scripts/vm...]: these programs on a late card, with the variables
# that the row sets for scripts/guest-kselftest
kselftests() {
	vm "$late" --chip "$1" "${@:3}" -- env $(env | grep -E '^RCP_(FAULT_STRIDE|JOB_TIMEOUT)=') \
		scripts/guest-kselftest $(programs $2)
}

# A kernel that hands out pages full of poison
poison="init_on_alloc=0 page_poison=1"

# race CHIP: what runs beside the removal of the driver
race() { vm "--delay 2000 --alone" --chip "$1" --smp 2 -- scripts/guest-kselftest race_test race_calls_test; }

# strict CHIP: the card sees every access to VRAM, holds the rules on HDP and blackout to the
# byte, and shows a console that must survive
strict() {
	vm "--delay 300 --slow-vram --console --alone --habit slow" --chip "$1" -- \
		scripts/guest-kselftest cs_test fence_test seqno_test
}

# resume CHIP "OPTIONS OF THE CARD"
resume() { CHIP=$1 CARD="--delay 1000 $2" tests/kselftest/vm/asleep resume tests/kselftest/vm/resume-guest; }

# ioctlfuzz SECONDS SEED: the card is the second VGA card of the machine
ioctlfuzz() {
	vm "--delay 2000 --alone" --qemu "-device VGA,addr=02.0" -- \
		tests/kselftest/vm/program-guest job_timeout_ms=2000 -- ioctlfuzz -s "$2" -t "$1"
}

ctm() {
	make -s build/ctm-sum build/ctm-sum.ctm build/ctm-compute && vm "$late" --chip "$1" -- tests/ctm/guest
}

# drawn CHIP: scenes of Mesa through the driver on a card with caches, the same to the bit as on the
# native node, which has none
drawn() {
	make -s build/node/node.so build/node/scenes build/node/compare &&
		vm "--delay 500 --alone --caches 0" --chip "$1" -- tests/kselftest/vm/drawn-guest &&
		tests/node/beside-vm "$1" "build/vm/test-$SUITE/scenes"
}

# claim CHIP CASE...: an owner's card, with both drivers
claim() { radeon "$1" "--habit slow" tests/package/claim-guest "${@:2}"; }

# vfio_user CHIP: both drivers with the card attached by vfio-user, as with QEMU 10.1 and later
vfio_user() {
	RCP_QEMU=$(scripts/qemu --newest) || return
	export RCP_QEMU
	[ "$(scripts/qemu --way)" = vfio-user ] && gate "$1" --console &&
		vm "--delay 2000 --alone" --chip "$1" -- \
			scripts/guest-kselftest cs_test fence_test interrupt_test probe_test reset_test waits_test
}

# compositor SECONDS: its renderer on rcp, its screen on another device, whose driver takes buffers of
# rcp since Linux 6.14
compositor() {
	make -s build/node/compare &&
		vm "--delay 500 --alone" --chip RV710 --qemu "-device bochs-display" -- tests/kselftest/vm/compositor-guest "$1"
}

# mesa RELEASE CHIP: Mesa of Debian's stable or testing, and its tools; what is refused is shown
mesa() {
	local root

	root=$(scripts/mesa "$1") &&
		vm "--delay 2000 --alone" --chip "$2" --mem 2048 -- tests/kselftest/vm/mesa-guest "$root"
}
