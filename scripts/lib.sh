# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Common code of the scripts: paths and messages.  Sourced, never run; it changes nothing.
#
#   $top    the repository          $build  the output of all builds
#   $cache  shared between checkouts: kernels, their headers and sources

set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$top/build
cache=${RCP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rcp}

# The kernels by their short names, as --kernel takes them.
kernels="6.1 6.12 newest"

# The newest series on which all tests have passed.  Debian may get a newer one at any time;
# failures on it are shown and do not count, because the tree has not changed.
known_series=7.3

# This machine's distribution, as "debian 12"; empty if the machine does not name it.
host=$([ ! -r /etc/os-release ] || { . /etc/os-release && echo "${ID:-} ${VERSION_ID:-}"; })

say() { printf '%s\n' "$*" >&2; }

die() {
	say "${0##*/}: $*"
	exit 1
}

# misused: says how the script is called, and ends
misused() {
	say "usage: scripts/${0##*/} $usage"
	exit 2
}

# options "NAME... NAME=... VARIABLE:NAME..." ARGUMENT...: sets the variable NAME for each option
# --NAME, to 1 or, with the =, to its value; the last form sets VARIABLE to NAME.  The array `others`
# gets all other arguments, in their order, and what follows a --; with a + among the names, all
# from the first other one on.  An option that is none of them is a misuse, of which $usage has the
# words.
options() {
	local _known=" ${1//[[:space:]]/ } " _name

	others=()
	shift
	while [ $# -gt 0 ]; do
		_name=${1#--}
		case $1 in
		--) others+=("${@:2}"); return ;;
		--*)
			if [[ $_known == *" $_name= "* ]]; then
				[ $# -gt 1 ] || misused
				printf -v "${_name//-/_}" %s "$2"
				shift
			elif [[ $_known == *" $_name "* ]]; then
				printf -v "${_name//-/_}" 1
			elif [[ $_known =~ \ ([a-z_]+):$_name\  ]]; then
				printf -v "${BASH_REMATCH[1]}" %s "$_name"
			else
				misused
			fi
			;;
		-*) misused ;;
		*)
			[[ $_known != *" + "* ]] || { others=("$@"); return; }
			others+=("$1")
			;;
		esac
		shift
	done
}

# pm4_fronts: prints the fronts of pm4/: its folders with tables
pm4_fronts() { (cd "$top/pm4" && printf '%s\n' */tables/ | sed 's|/tables/||'); }

# package_version: prints the version of the module, the library and the package
package_version() { sed -n 's/^RCP_VERSION := //p' "$top/Kbuild"; }

# set_up [OPTION...]: installs what is missing, unless a caller has (scripts/setup)
set_up() {
	[ "${RCP_SET_UP:-}" ] || "$top/scripts/setup" "$@"
	export RCP_SET_UP=1
}

now_ms() { date +%s%3N; }

# seconds A B: prints the time from A to B, both in ms, as "1.2 s"
seconds() { printf '%d.%d s' $((($2 - $1) / 1000)) $((($2 - $1) % 1000 / 100)); }

# kernel_dir NAME: prints the directory of a kernel in the cache
kernel_dir() { printf '%s\n' "$cache/kernel-$1"; }

# kernel_release NAME: prints its `uname -r`
kernel_release() {
	local f
	f=$(kernel_dir "$1")/release
	[ -s "$f" ] || die "kernel $1 is not set up: run scripts/$([ "$1" = debug ] && echo debug-kernel || echo setup)"
	cat "$f"
}
