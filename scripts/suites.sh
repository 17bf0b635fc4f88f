# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The rows of tests/suites, and results of earlier runs, for scripts/test.  Sourced.

# --- the table

names=()
declare -A tier_of minutes_of place_of files_of command_of group key_of

row() { # NAME TIER MINUTES PLACE FILES COMMAND
	[ -n "$6" ] && [ -z "${tier_of[$1]:-}" ] || die "$table: a row of $1 has no command, or is not the only one"
	names+=("$1") tier_of[$1]=$2 minutes_of[$1]=$3 place_of[$1]=$4 files_of[$1]=$5 command_of[$1]=$6
}

read_table() {
	local name tier minutes place files command program

	while read -r name tier minutes place files command; do
		case $name in
		'' | '#'*) ;;
		files) group[$tier]="$minutes $place $files $command" ;;
		'unit-*')
			for program in $(make -s --no-print-directory print-unit-tests); do
				row "unit-${program##*/}" "$tier" "$minutes" "$place" "$files" "$program"
			done
			;;
		*) row "$name" "$tier" "$minutes" "$place" "$files" "$command" ;;
		esac
	done < $table
}

list() { awk '/^[^#]/ && $1 != "files" { printf "%-26s %-8s %5s  %-7s %s\n", $1, $2, $3, $4, $5 }' $table; }

# page: puts the list between its marks
page() {
	{ echo '```'; list; echo '```'; } > "$out/list"
	sed -i -e '/^<!-- scripts.test --page -->$/,/^<!-- end -->$/ { /^<!--/!d }' \
		-e "/^<!-- scripts.test --page -->\$/r $out/list" scripts/CONTRIBUTING.md
}

# minutes: of CPU, because suites run beside each other
minutes() {
	grep -H . "$out"/*.result | sed -E 's|.*/(.*)\.result:|\1 |' | awk -f tests/minutes.awk - $table > "$out/table"
	cat "$out/table" > $table
}

# in_tier NAME: a lower tier's suites also run in a higher one, unless the row ends its tier with !,
# as it does if a higher tier has the same tests on another kernel
in_tier() {
	case $tier-${tier_of[$1]} in
	commit-commit | commit-commit! | push-commit | push-push | push-push! | night-commit | night-push | night-night) ;;
	*) return 1 ;;
	esac
}

# choose: sets $chosen to the suites of the tier, or those that are named, long ones first, so that
# none of them is left alone at the end; beyond=1 if one of the latter needs what a commit's tier does not
choose() {
	local name w found

	chosen=() beyond=0
	for name in "${names[@]}"; do
		[ ${#wanted[@]} != 0 ] || ! in_tier "$name" || chosen+=("$name")
	done
	for w in "${wanted[@]}"; do
		found=0
		for name in "${names[@]}"; do
			# shellcheck disable=SC2053 # a glob is meant
			[[ $name == $w ]] || continue
			chosen+=("$name") found=1
			[[ ${tier_of[$name]} == commit* ]] || beyond=1
		done
		[ $found = 1 ] || die "no suite is called $w; scripts/test --list names them"
	done
	mapfile -t chosen < <(for name in "${chosen[@]}"; do echo "${minutes_of[$name]} $name"; done | sort -s -k 1,1rn | cut -d ' ' -f 2)
}

# kernel_of NAME: prints the kernel that it needs, if any
kernel_of() {
	case ${place_of[$1]} in
	host | aside | alone) ;;
	*) echo "${place_of[$1]#aside+}" ;;
	esac
}

# --- results of earlier runs

# sum_up: the sums of all files, and what else any result depends on
sum_up() {
	git ls-files -co --exclude-standard | while read -r f; do [ ! -f "$f" ] || echo "$f"; done |
		xargs -d '\n' sha256sum > "$out/sums"
	{ gcc --version; uname -m; dpkg-query -W; } > "$out/tools" 2> /dev/null || true
}

# key NAME: prints the hash of all that the suite's result depends on
key() {
	local f kernel paths="scripts/test|scripts/suites.sh|scripts/lib.sh|tests/count.awk|tests/failures.awk"

	paths+="|tests/suites.sh|tests/tap.sh|tests/cases.sh"
	for f in ${files_of[$1]//,/ }; do
		f=${group[$f]:-$f}
		paths+="|${f// /|}"
	done
	kernel=$(kernel_of "$1")
	{
		echo "${command_of[$1]}"
		# Pages change no result, unless they are named.
		if [[ $paths == *'|.' ]]; then
			cat "$out/sums"
		else
			grep -E "  (${paths//./\\.})(/|$)" "$out/sums" | { [[ $paths == *.md* ]] && cat || grep -v '\.md$'; }
		fi
		case $kernel in
		'') ;;
		# It is built later; its configuration is among the files of the VM.
		debug) kernel_release 6.1 && cat "$(kernel_dir 6.1)/source.version" ;;
		*) kernel_release "$kernel" && readlink -f "$(kernel_dir "$kernel")" ;;
		esac
		cat "$out/tools"
	} | sha256sum | cut -d ' ' -f 1
}

# leave_out_passed: takes those out of $chosen that have passed with the same key
leave_out_passed() {
	local name left=()

	sum_up
	mkdir -p "$results"
	find "$results" -type f -mtime +30 -delete
	for name in "${chosen[@]}"; do
		key_of[$name]=$(key "$name")
		[ $again$tier${#wanted[@]} = 0commit0 ] && [ -e "$results/${key_of[$name]}" ] || left+=("$name")
	done
	[ ${#left[@]} = ${#chosen[@]} ] || say "unchanged since it passed: $((${#chosen[@]} - ${#left[@]})) suites (--again runs them)"
	chosen=("${left[@]}")
}

# remember NAME: it has passed; not if a file has changed since its start
remember() {
	sum_up
	[ "$(key "$1")" != "${key_of[$1]}" ] || touch "$results/${key_of[$1]}"
}

# --- what a log says

# count LOG STATUS: "passed failed skipped" of one suite
count() { awk -v status="$2" -f tests/count.awk "$1"; }

# failures LOG: prints the failed tests, each after the places in the source that it names, and the
# rules of the card that were broken
failures() { awk -f tests/failures.awk "$1"; }

# recap: what failed, each with up to five lines of its log, in at most 30 lines: the end of a long
# run may be all that is kept of it
recap() {
	local name log each=$((29 / ${#broken[@]} - 1))

	[ $each -le 5 ] || each=5
	say "--- failed: ${broken[*]}"
	printf '%s\n' "${broken[@]}" | head -n 29 | while read -r name; do
		log=$out/$name.log
		say "NOT OK  $name: ${log#"$top"/}"
		[ $each -le 0 ] || { failures "$log" || grep -E "$warnings|\*\*\*" "$log" || tail -n 5 "$log"; } |
			awk '/^#/ { place[++n] = $0; next } { print } END { for (i = 1; i <= n; i++) print place[i] }' |
			head -n $each | cut -c 1-160 | sed 's/^/        /' >&2 || true
	done
}
