# SPDX-License-Identifier: GPL-2.0
# The description of the ioctls for syzkaller, compared with the headers.

TESTS += tests/uapi/syzlang_test
