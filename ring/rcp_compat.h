/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The one place for differences between kernels.
 *
 * Included ahead of every file of the module by Kbuild.  A difference is decided
 * by a probe that compiles (scripts/kcompat.d/NAME.c gives RCP_HAVE_NAME), never
 * by a version number: stable kernels change interfaces within one series.  What
 * the probes lead to is written here, so that the driver reads like code of the
 * newest kernel it knows.
 */
#ifndef RCP_COMPAT_H
#define RCP_COMPAT_H

#include "rcp_kcompat.h"

#ifndef RCP_HAVE_PCI_IRQ_INTX
#define PCI_IRQ_INTX PCI_IRQ_LEGACY
#endif

#endif /* RCP_COMPAT_H */
