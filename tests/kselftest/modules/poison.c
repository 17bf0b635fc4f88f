// SPDX-License-Identifier: GPL-2.0
/*
 * Looks whether the kernel hands out pages with poison in them (page_poison=1 init_on_alloc=0):
 * tests that look for pages that are not zeroed see nothing on other kernels.
 *
 *	insmod poison.ko
 *
 * Loading fails: with ECANCELED if a new page is poison from end to end, else with EPROTO.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/poison.h>
#include <linux/string.h>

static int __init poison_init(void)
{
	struct page *page = alloc_page(GFP_KERNEL);
	bool poison;

	if (!page)
		return -ENOMEM;
	poison = !memchr_inv(page_address(page), PAGE_POISON, PAGE_SIZE);
	__free_page(page);
	return poison ? -ECANCELED : -EPROTO;
}
module_init(poison_init);

MODULE_DESCRIPTION("A look for page poison");
MODULE_LICENSE("GPL");
