/* SPDX-License-Identifier: GPL-2.0 */
/* For a proof: acpi.h has what ring/rcp_acpi.c reads of the kernel. */
#include "acpi.h"
