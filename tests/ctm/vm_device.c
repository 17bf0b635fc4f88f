// SPDX-License-Identifier: GPL-2.0
/*
 * The programs that compute, with the library and a driver.
 */
#include <unistd.h>
#include "compute.h"

void device_wait(AMmanagedDevice dev)
{
	usleep(1000);
}
