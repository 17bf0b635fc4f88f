// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * What all steps of a translation use: the sentence of a failure, memory behind GPU addresses,
 * and the packets so far.
 */
#include <stdarg.h>
#include <stdio.h>
#include "ctm_job.h"

/**
 * ctm_fail() - fill in the sentence of a failure
 * @j: the job
 * @format: the sentence
 *
 * Return: false.
 */
bool ctm_fail(struct ctm_job *j, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(j->error, sizeof(j->error), format, ap);
	va_end(ap);
	return false;
}

/**
 * ctm_find() - arena of an address
 * @j: the job
 * @address: the GPU address
 * @arena: receives the number of the arena
 * @offset: receives the bytes from its start
 *
 * Return: true if the address is in an arena.
 */
bool ctm_find(const struct ctm_job *j, uint32_t address, unsigned int *arena, uint32_t *offset)
{
	unsigned int i;

	for (i = 0; i < CTM_ARENAS; i++)
		if (address - j->arenas[i].base < j->arenas[i].size) {
			*arena = i;
			*offset = address - j->arenas[i].base;
			return true;
		}
	return false;
}

/**
 * ctm_memory() - memory at a GPU address
 * @j: the job
 * @address: the GPU address
 * @bytes: bytes that are needed
 *
 * Return: where the CPU reaches it; NULL if not all of it is in one arena.
 */
const void *ctm_memory(const struct ctm_job *j, uint32_t address, uint32_t bytes)
{
	unsigned int arena;
	uint32_t offset;

	if (!ctm_find(j, address, &arena, &offset) || j->arenas[arena].size - offset < bytes)
		return NULL;
	return j->arenas[arena].cpu + offset;
}

/**
 * ctm_format_bytes() - size of an element
 * @format: enum ctm_format
 *
 * Return: bytes; 0 for a reserved format.
 */
uint32_t ctm_format_bytes(uint32_t format)
{
	static const uint8_t bytes[8] = { 2, 4, 4, 8, 16 };

	return bytes[format & 7];
}

/**
 * ctm_write() - append a dword
 * @j: the job
 * @value: the dword
 *
 * Return: true; false if there is no room.
 */
bool ctm_write(struct ctm_job *j, uint32_t value)
{
	if (j->used == j->room)
		return ctm_fail(j, "The commands need more than the %u dwords of a submission.",
				j->room);
	j->ib[j->used++] = value;
	return true;
}

/**
 * ctm_reg() - append the write of a register
 * @j: the job
 * @reg: its byte offset
 * @value: its value
 *
 * Return: true; false if there is no room.
 */
bool ctm_reg(struct ctm_job *j, uint32_t reg, uint32_t value)
{
	return ctm_write(j, reg / 4) && ctm_write(j, value);
}
