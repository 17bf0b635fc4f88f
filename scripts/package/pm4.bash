# SPDX-License-Identifier: GPL-2.0
# bash completion of pm4

_pm4() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	local options="--raw --text --chip --buffers --help"
	local chips="R600 RV610 RV630 RV670 RV620 RV635 RS780 RS880 RV770 RV730 RV710 RV740
		RV515 R520 RV530 R580 RV560 RV570"

	if [ "$COMP_CWORD" = 1 ]; then
		mapfile -t COMPREPLY < <(compgen -W "check decode r6cs dump stats bench tables --help" -- "$cur")
		return
	fi
	case $prev in
	--chip) mapfile -t COMPREPLY < <(compgen -W "$chips" -- "$cur"); return ;;
	--buffers) return ;;
	-o) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
	esac
	case ${COMP_WORDS[1]} in
	tables) mapfile -t COMPREPLY < <(compgen -W "registers packets events fields --help" -- "$cur"); return ;;
	esac
	case ${COMP_WORDS[1]} in
	dump) options="--help --fields" ;;
	check) options+=" --dump" ;;
	decode) options+=" --fields" ;;
	r6cs) options+=" -o" ;;
	esac
	case $cur in
	-*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur") ;;
	*) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	esac
}
complete -o filenames -F _pm4 pm4
