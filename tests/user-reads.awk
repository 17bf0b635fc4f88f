# SPDX-License-Identifier: GPL-2.0
#
# The judge of scripts/check copies, which tests/user-reads describes.
#
#   awk -f user-reads.awk LIST SOURCE...
#
# Prints the reads of a client's memory that the list does not name as often as they are there, and
# the lines of the list that name none.

FILENAME == ARGV[1] {
	if ($0 ~ /^[^#]/)
		listed[$0]++
	next
}

/^[a-z].*\(/ && !/;$/ {
	name = $0
	sub(/\(.*/, "", name)
	sub(/.*[ *]/, "", name)
}

/^[ \t]+[^ \t*]/ && match($0, /(^|[^a-z_])(__)?(copy_from_user[a-z_]*|copy_struct_from_user|copy_from_iter[a-z_]*|get_user|unsafe_get_user|unsafe_copy_from_user|(v?mem|str|strn)dup_user[a-z_]*|strncpy_from_user|import_iovec|u64_to_user_ptr|rcp_args_words)\(/) {
	text = $0
	gsub(/^[ \t]+|[ \t]+$/, "", text)
	line = FILENAME " " name ": " text
	if (listed[line]-- > 0)
		next
	print FILENAME ":" FNR ": tests/user-reads does not list this read of a client's memory: " name ": " text
}

END {
	for (line in listed)
		if (listed[line] > 0)
			print "tests/user-reads: no such read: " line
}
