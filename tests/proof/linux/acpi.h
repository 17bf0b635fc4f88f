/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel for a proof about ring/rcp_acpi.c: firmware returns an object of any type, with a
 * buffer of any length, at each call.
 */
#ifndef PROOF_ACPI_H
#define PROOF_ACPI_H

#include "proof.h"
#include "pm4_util.h"

#define CONFIG_ACPI

typedef u32 *acpi_handle;
typedef u32 acpi_status;

union acpi_object {
	u32 type;
	struct {
		u32 type;
		u64 value;
	} integer;
	struct {
		u32 type;
		u32 length;
		u8 *pointer;
	} buffer;
};

struct acpi_object_list {
	u32 count;
	union acpi_object *pointer;
};

struct acpi_buffer {
	u64 length;
	union acpi_object *pointer;
};

enum { ACPI_TYPE_ANY, ACPI_TYPE_INTEGER, ACPI_TYPE_STRING, ACPI_TYPE_BUFFER };

#define ACPI_ALLOCATE_BUFFER	(~0ull)
#define ACPI_SUCCESS(status)	(!(status))
#define ACPI_FAILURE(status)	(status)
#define ACPI_HANDLE(dev)	(nondet_bool() ? &a_handle : NULL)

static u32 a_handle;

static inline acpi_status acpi_get_handle(acpi_handle parent, char *name, acpi_handle *handle)
{
	*handle = &a_handle;
	return nondet_u32();
}

/* The object that firmware returned last, until it is freed; @bytes of @buffer are in it. */
static union acpi_object *object_of;
static u32 object_bytes;
static u8 object_buffer;

static inline acpi_status acpi_evaluate_object(acpi_handle handle, char *path,
					       struct acpi_object_list *list,
					       struct acpi_buffer *result)
{
	union acpi_object *object;

	PROVE(handle && list->count == 2, "a method is called with two arguments");
	PROVE(!object_of, "the object of the call before is free");
	if (nondet_bool())
		return 1;
	if (nondet_bool()) {
		object = malloc(sizeof(*object));
		ASSUME(object);
		object->buffer.type = nondet_u32();
		object->buffer.length = object_bytes = nondet_u32();
		object->buffer.pointer = &object_buffer;
		result->pointer = object_of = object;
	}
	return 0;
}

static inline void kfree(void *object)
{
	PROVE(object == object_of, "the object is freed once");
	object_of = NULL;
}

struct device {
	u32 id;
};

struct pci_dev {
	struct device dev;
	u32 current_state;
};

static struct pci_dev a_device;

enum { PCI_CLASS_DISPLAY_VGA = 0x300, PCI_CLASS_DISPLAY_OTHER = 0x380 };
enum { PCI_D0, PCI_D3cold };

static inline struct pci_dev *pci_get_class(u32 class, struct pci_dev *from)
{
	return from ? NULL : nondet_bool() ? &a_device : NULL;
}

static inline void pci_dev_put(struct pci_dev *pdev)
{
}

static inline bool pci_device_is_present(struct pci_dev *pdev)
{
	return nondet_bool();
}

static inline int pci_set_power_state(struct pci_dev *pdev, u32 state)
{
	return 0;
}

#define read_poll_timeout(function, value, condition, sleep_us, timeout_us, first, argument) \
	((value) = function(argument))

#define SZ_4K		4096u
#define USEC_PER_MSEC	1000u
#define USEC_PER_SEC	1000000u
#define GFP_KERNEL	0
#define ENOENT		2
#define EIO		5
#define ENODEV		19

#define dev_notice(dev, text)
#define dev_err(dev, text)

/* The only allocation, of any size: kvmalloc() fails, or returns so many bytes. */
static u8 *memory;
static u64 memory_bytes;

static inline void *kvmalloc(u64 bytes, u32 flags)
{
	if (nondet_bool())
		return NULL;
	memory_bytes = bytes;
	memory = malloc(bytes);
	ASSUME(memory);
	return memory;
}

#endif /* PROOF_ACPI_H */
