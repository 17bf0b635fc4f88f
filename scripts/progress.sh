# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Progress of a long command on stderr.  Sourced after scripts/lib.sh.

# progress TEXT LOG PATTERN TOTAL COMMAND...: runs the command with its output appended to LOG,
# and returns its exit code.  Shows TEXT and the duration; on a terminal also, while it runs,
# the number of lines that match PATTERN ('' for none), of TOTAL if that is known (0 if not).
progress() {
	local text=$1 log=$2 pattern=$3 total=$4 start pid status=0 skip=0 n=0 count='' ticks=0 dots=0

	shift 4
	start=$(now_ms)
	printf '%-44s ' "$text" >&2
	[ ! -e "$log" ] || skip=$(wc -c < "$log")
	"$@" >> "$log" 2>&1 < /dev/null &
	pid=$!
	while kill -0 $pid 2> /dev/null; do
		sleep 0.5
		ticks=$((ticks + 1))
		if [ ! -t 2 ]; then
			# One every five seconds, as far as the line goes
			if [ $((ticks % 10)) = 0 ] && [ $dots -lt 40 ]; then
				printf '.' >&2
				dots=$((dots + 1))
			fi
			continue
		fi
		if [ "$pattern" ]; then
			n=$(tail -c +$((skip + 1)) "$log" | grep -cE "$pattern" || true)
			[ "$n" -le "$total" ] || [ "$total" = 0 ] || n=$total
			count="$n$([ "$total" = 0 ] || echo " of $total"), "
		fi
		printf '\r\033[K%-44s %s%s' "$text" "$count" "$(seconds "$start" "$(now_ms)")" >&2
	done
	wait $pid || status=$?
	[ ! -t 2 ] || printf '\r\033[K%-44s' "$text" >&2
	printf ' %s%s\n' "$([ $status = 0 ] || echo "failed after ")" "$(seconds "$start" "$(now_ms)")" >&2
	return $status
}
