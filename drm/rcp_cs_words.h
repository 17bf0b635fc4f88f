/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The copy of a chunk from the client's memory: each dword is read once, because the client can
 * change it at any time.  Apart from its callers, so that a proof can include it
 * (tests/proof/README.md).  Takes no lock.
 */
#ifndef RCP_CS_WORDS_H
#define RCP_CS_WORDS_H

#include <linux/uaccess.h>

/* Bytes up to which rcp_args_words() copies by words */
#define RCP_SHORT_COPY	256u

/*
 * Copy the contents of a chunk.  copy_from_user() looks up the object that it writes to, which
 * takes longer than a short copy by words.
 *
 * @size is a multiple of 4, and @to is aligned to 8 bytes.
 */
static inline int rcp_args_words(void *to, const void __user *from, size_t size)
{
	const u64 __user *in = from;
	u64 *out = to;

	/* Without contents the address may be any. */
	if (!size)
		return 0;
	if (size > RCP_SHORT_COPY)
		return copy_from_user(to, from, size) ? -EFAULT : 0;
	if (!user_read_access_begin(from, size))
		return -EFAULT;
	/* Four at a time, because the loop costs twice as much as what it copies. */
	for (; size >= 4 * sizeof(*out); size -= 4 * sizeof(*out), in += 4, out += 4) {
		unsafe_get_user(out[0], &in[0], fault);
		unsafe_get_user(out[1], &in[1], fault);
		unsafe_get_user(out[2], &in[2], fault);
		unsafe_get_user(out[3], &in[3], fault);
	}
	for (; size >= sizeof(*out); size -= sizeof(*out))
		unsafe_get_user(*out++, in++, fault);
	if (size)
		unsafe_get_user(*(u32 *)out, (const u32 __user *)in, fault);
	user_read_access_end();
	return 0;

fault:
	user_read_access_end();
	return -EFAULT;
}

#endif /* RCP_CS_WORDS_H */
