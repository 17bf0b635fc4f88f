# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Packages of any Debian release, unpacked in the cache and never installed.
# Sourced after scripts/lib.sh by scripts/kernel, scripts/qemu and scripts/prover.
#
# apt is used with a configuration of its own (sources, lists, cache and an
# empty status file), so the machine's own package sources and state stay as
# they are.  It reads only the keyring and the machine's proxy settings.

mirror=${RCP_MIRROR:-http://deb.debian.org/debian}

# codename ALIAS: of stable or testing; mirrors do not always keep aliases up to date
codename() {
	local f

	f=$(mktemp)
	/usr/lib/apt/apt-helper download-file "$mirror/dists/$1/InRelease" "$f" > /dev/null 2>&1 || true
	sed -n 's/^Codename: //p' "$f"
	rm -f "$f"
}

# archive NAME SUITE...: selects the suites that the commands below read
archive() {
	local apt=$cache/apt/$1 suite from

	shift
	command -v apt-get > /dev/null || die "apt-get is missing; kernels and emulator come from Debian's archive"
	[ -s /usr/share/keyrings/debian-archive-keyring.gpg ] || die "debian-archive-keyring is missing"
	mkdir -p "$apt"/{lists,archives}/partial
	: > "$apt/status"
	for suite; do
		case $suite in
		*-security) from=$mirror-security ;;
		*) from=$mirror ;;
		esac
		echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $from $suite main"
	done > "$apt/sources.list"
	cat > "$apt/apt.conf" <<-CONF
	Dir::Etc::sourcelist "$apt/sources.list";
	Dir::Etc::sourceparts "/dev/null";
	Dir::Etc::preferences "/dev/null";
	Dir::Etc::preferencesparts "/dev/null";
	Dir::State "$apt";
	Dir::State::lists "$apt/lists";
	Dir::State::status "$apt/status";
	Dir::Cache "$apt";
	Dir::Cache::archives "$apt/archives";
	APT::Architecture "amd64";
	APT::Architectures { "amd64"; };
	APT::Sandbox::User "";
	APT::Update::Post-Invoke { };
	Acquire::AllowReleaseInfoChange "true";
	Acquire::Languages "none";
	CONF
	export APT_CONFIG=$apt/apt.conf
	apt-get update -qq >&2
}

# needed_by PACKAGE...: prints all packages that these need on an empty system
needed_by() {
	apt-get install -qq --print-uris --no-install-recommends "$@" |
		sed -n "s/^'[^']*' \([^_ ]*\)_.*/\1/p"
}

# unpack_packages ROOT PACKAGE...: unpacks them below ROOT, which may have other packages already
unpack_packages() {
	local root=$1 deb d

	shift
	rm -rf "$root.deb"
	mkdir -p "$root" "$root.deb"
	(cd "$root.deb" && apt-get download -qq "$@" >&2) || die "download failed: $*"
	for deb in "$root.deb"/*.deb; do
		dpkg-deb -x "$deb" "$root"
	done
	rm -rf "$root.deb"
	# Older releases still have folders beside usr/.
	for d in bin sbin lib lib64; do
		if [ -d "$root/$d" ] && [ ! -L "$root/$d" ]; then
			mkdir -p "$root/usr/$d"
			cp -al "$root/$d/." "$root/usr/$d/"
			rm -rf "${root:?}/$d"
			ln -s "usr/$d" "$root/$d"
		fi
	done
}

# wrap ROOT: programs of another release need that release's C library, so replace
# each program by a script that starts it with the loader and libraries of ROOT.
wrap() {
	local root=$1 f

	(cd "$root" && find usr \( -path usr/lib/modules -o -path usr/share -o -path usr/src \) -prune -o \
		-type f -perm -u+x ! -name '*.elf' ! -name '*.so*' -print) | while read -r f; do
		grep -q ld-linux-x86-64.so.2 "$root/$f" || continue
		[ "$(head -c4 "$root/$f" | od -An -tx1 | tr -d ' ')" = 7f454c46 ] || continue
		mv "$root/$f" "$root/$f.elf"
		cat > "$root/$f" <<-WRAPPER
		#!/bin/sh
		exec $root/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 --argv0 "$root/$f" \\
			--library-path $root/usr/lib/x86_64-linux-gnu "$root/$f.elf" "\$@"
		WRAPPER
		chmod +x "$root/$f"
	done
}
