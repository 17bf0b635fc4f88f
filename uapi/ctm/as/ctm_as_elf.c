// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Writing and reading of programs as ELF files.  No state.
 */
#include <elf.h>
#include <string.h>
#include "ctm_as_elf.h"

static const char names[] = "\0.text\0.shstrtab";
#define NAME_TEXT	1
#define NAME_NAMES	7

/**
 * ctm_as_elf_write() - write a program as an ELF file
 * @p: the program
 * @f: the file
 *
 * Return: 0, or -1 if the file has not taken all of it.
 */
int ctm_as_elf_write(const struct ctm_as_program *p, FILE *f)
{
	uint32_t text = sizeof(Elf32_Ehdr) + sizeof(Elf32_Phdr), bytes = 4 * CTM_AS_DW * p->count;
	Elf32_Ehdr head = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB,
			     EV_CURRENT },
		.e_type = ET_EXEC,
		.e_machine = EM_NONE,
		.e_version = EV_CURRENT,
		.e_phoff = sizeof(head),
		.e_shoff = text + bytes + (sizeof(names) + 3) / 4 * 4,
		.e_ehsize = sizeof(head),
		.e_phentsize = sizeof(Elf32_Phdr),
		.e_phnum = 1,
		.e_shentsize = sizeof(Elf32_Shdr),
		.e_shnum = 3,
		.e_shstrndx = 2,
	};
	Elf32_Phdr segment = { .p_type = PT_LOAD, .p_offset = text, .p_filesz = bytes,
			       .p_memsz = bytes, .p_flags = PF_R | PF_X, .p_align = 4 };
	Elf32_Shdr sections[3] = {
		{ 0 },
		{ .sh_name = NAME_TEXT,
		  .sh_type = SHT_PROGBITS,
		  .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
		  .sh_offset = text,
		  .sh_size = bytes,
		  .sh_addralign = 4 },
		{ .sh_name = NAME_NAMES,
		  .sh_type = SHT_STRTAB,
		  .sh_offset = text + bytes,
		  .sh_size = sizeof(names),
		  .sh_addralign = 1 },
	};
	char padded[(sizeof(names) + 3) / 4 * 4] = { 0 };

	memcpy(padded, names, sizeof(names));
	if (fwrite(&head, sizeof(head), 1, f) != 1 ||
	    fwrite(&segment, sizeof(segment), 1, f) != 1 ||
	    fwrite(p->words, 1, bytes, f) != bytes || fwrite(padded, sizeof(padded), 1, f) != 1 ||
	    fwrite(sections, sizeof(sections), 1, f) != 1)
		return -1;
	return 0;
}

/**
 * ctm_as_elf_text() - find the instructions in a file
 * @data: the file: ELF, or instructions alone
 * @size: its bytes
 * @words: receives the instructions, which need not be aligned
 * @bytes: receives their size
 *
 * Return: NULL, or a sentence that says why there are none.
 */
const char *ctm_as_elf_text(const void *data, size_t size, const uint32_t **words, uint32_t *bytes)
{
	const unsigned char *file = data;
	Elf32_Ehdr head;
	Elf32_Phdr segment;
	unsigned int i;

	*words = data;
	*bytes = (uint32_t)size;
	if (size < sizeof(head) || memcmp(file, ELFMAG, SELFMAG))
		return size % (4 * CTM_AS_DW) || size > 4 * CTM_AS_DW * CTM_AS_MAX ?
		       "The file is no ELF file, and no multiple of 24 bytes up to 512 of them." : NULL;
	memcpy(&head, file, sizeof(head));
	if (head.e_ident[EI_CLASS] != ELFCLASS32 || head.e_ident[EI_DATA] != ELFDATA2LSB ||
	    head.e_phentsize != sizeof(segment))
		return "The ELF file is not of 32 bits and little-endian.";
	for (i = 0; i < head.e_phnum; i++) {
		uint64_t at = (uint64_t)head.e_phoff + i * sizeof(segment);

		if (at + sizeof(segment) > size)
			break;
		memcpy(&segment, file + at, sizeof(segment));
		if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X))
			continue;
		if ((uint64_t)segment.p_offset + segment.p_filesz > size ||
		    segment.p_filesz % (4 * CTM_AS_DW) ||
		    segment.p_filesz > 4 * CTM_AS_DW * CTM_AS_MAX)
			return "The instructions of the ELF file are not a multiple of 24 bytes inside of it.";
		*words = (const uint32_t *)(file + segment.p_offset);
		*bytes = segment.p_filesz;
		return NULL;
	}
	return "The ELF file has no segment with instructions.";
}
