/* SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR MIT) */
/*
 * Captured submissions: the format of the debugfs files rcp_capture and rcp_refused_stream,
 * which build/pm4 reads.
 *
 * A capture is a sequence of sections.  A section is a &struct rcp_capture_section and
 * @length bytes of payload.  All integers are little-endian, and no value is a pointer or an
 * offset into the file.  A submission is the sections SUBMIT, STREAM, RELOCS, BO and DONE in
 * this order, without sections of other submissions in between; STREAM, RELOCS and BO are
 * present even if they are empty.  LOST sections are between submissions.
 *
 * The native node of the tests also writes IDENTITY and CONTENTS, between BO and DONE.  With them
 * a reader can execute the streams: a buffer is zero until its first CONTENTS, and in between only
 * the streams of the file change it.
 *
 * How the format may grow: a payload grows at its end, and a reader skips the bytes that it
 * does not know; a reader skips sections of unknown types; @version changes only if that is
 * not enough.  Payloads are multiples of 4 bytes.
 *
 * If a signal interrupts a call and the client repeats it, the call is captured once, when it
 * ends.
 */
#ifndef RCP_CAPTURE_H
#define RCP_CAPTURE_H

#include <linux/types.h>

#if defined(__cplusplus)
extern "C" {
#endif

#define RCP_CAPTURE_MAGIC	0x43504352u	/* "RCPC" */
#define RCP_CAPTURE_VERSION	1u

/**
 * enum rcp_capture_type - kinds of sections
 */
enum rcp_capture_type {
	/** @RCP_CAPTURE_SUBMIT: &struct rcp_capture_submit */
	RCP_CAPTURE_SUBMIT = 1,
	/** @RCP_CAPTURE_STREAM: the dwords of the IB chunk as the client passed them */
	RCP_CAPTURE_STREAM = 2,
	/** @RCP_CAPTURE_RELOCS: an array of &struct rcp_capture_reloc, the RELOCS chunk */
	RCP_CAPTURE_RELOCS = 3,
	/** @RCP_CAPTURE_BO: an array of &struct rcp_capture_bo, one for each relocation */
	RCP_CAPTURE_BO = 4,
	/** @RCP_CAPTURE_DONE: &struct rcp_capture_done */
	RCP_CAPTURE_DONE = 5,
	/** @RCP_CAPTURE_LOST: &struct rcp_capture_lost */
	RCP_CAPTURE_LOST = 6,
	/**
	 * @RCP_CAPTURE_IDENTITY: an array of __le64, one for each relocation: a number that the
	 * buffer has in all submissions of the file, and no other buffer
	 */
	RCP_CAPTURE_IDENTITY = 7,
	/**
	 * @RCP_CAPTURE_CONTENTS: &struct rcp_capture_contents and bytes that the CPU wrote to a
	 * buffer before the submission
	 */
	RCP_CAPTURE_CONTENTS = 8,
};

/**
 * struct rcp_capture_section - head of a section
 */
struct rcp_capture_section {
	/** @magic: RCP_CAPTURE_MAGIC */
	__le32 magic;
	/** @version: RCP_CAPTURE_VERSION */
	__le32 version;
	/** @length: bytes that follow this head */
	__le32 length;
	/** @type: enum rcp_capture_type */
	__le32 type;
};

/* &rcp_capture_submit.flags */
#define RCP_CAPTURE_VALIDATE_ONLY	(1u << 0)	/* check only, do not run */
#define RCP_CAPTURE_OWNS_HYPERZ		(1u << 1)	/* the client owned HiZ and ZMASK RAM */
#define RCP_CAPTURE_OWNS_CMASK		(1u << 2)	/* the client owned CMASK RAM */

/**
 * struct rcp_capture_submit - card, client and parameters of a submission
 */
struct rcp_capture_submit {
	/** @chip: name of the chip, padded with zeros */
	char chip[16];
	/** @pipes: tile pipes of the card */
	__le32 pipes;
	/** @banks: memory banks */
	__le32 banks;
	/** @group_bytes: bytes in a tile group */
	__le32 group_bytes;
	/** @backends: render backends */
	__le32 backends;
	/** @pid: process of the client */
	__le32 pid;
	/** @ctx_id: context */
	__le32 ctx_id;
	/** @comm: name of the thread, padded with zeros */
	char comm[16];
	/** @client_id: drm-client-id of fdinfo */
	__le64 client_id;
	/** @number: number of the submission in its context; 0 if it has none */
	__le64 number;
	/** @begin_ns: CLOCK_MONOTONIC when the call began; 0 if it began before the capture */
	__le64 begin_ns;
	/** @end_ns: CLOCK_MONOTONIC when the verdict was known */
	__le64 end_ns;
	/** @ring: RADEON_CS_RING_* */
	__le32 ring;
	/** @cs_flags: RADEON_CS_* */
	__le32 cs_flags;
	/** @flags: RCP_CAPTURE_VALIDATE_ONLY, RCP_CAPTURE_OWNS_* */
	__le32 flags;
	/** @pad: zero */
	__le32 pad;
};

/**
 * struct rcp_capture_reloc - a relocation, &struct drm_radeon_cs_reloc
 */
struct rcp_capture_reloc {
	/** @handle: GEM handle in the client's file */
	__le32 handle;
	/** @read_domains: RADEON_GEM_DOMAIN_* */
	__le32 read_domains;
	/** @write_domain: RADEON_GEM_DOMAIN_* */
	__le32 write_domain;
	/** @flags: as the client passed it */
	__le32 flags;
};

/**
 * struct rcp_capture_bo - the buffer of a relocation
 */
struct rcp_capture_bo {
	/** @size: bytes; 0 if the relocation was refused before its handle was looked up */
	__le64 size;
	/** @domains: RADEON_GEM_DOMAIN_* that it was created with */
	__le32 domains;
	/** @placed: RADEON_GEM_DOMAIN_* bit of its current placement */
	__le32 placed;
	/** @tiling: RADEON_TILING_* */
	__le32 tiling;
	/** @pitch: the pitch that belongs to @tiling */
	__le32 pitch;
	/** @alignment: alignment of its address in bytes */
	__le32 alignment;
	/** @pad: zero */
	__le32 pad;
};

#define RCP_CAPTURE_TEXT	256

/**
 * struct rcp_capture_done - the verdict, &struct drm_rcp_verdict
 */
struct rcp_capture_done {
	/** @error: errno of the call as a positive number; 0 when accepted */
	__le32 error;
	/** @stage: enum drm_rcp_verdict_stage */
	__le32 stage;
	/** @code: number of the rule that was broken */
	__le32 code;
	/** @dword: offset into the stream, or 0xffffffff */
	__le32 dword;
	/** @header: offset of the packet's header, or 0xffffffff */
	__le32 header;
	/** @packet: that header */
	__le32 packet;
	/** @reg: byte offset of the register, 0 if the rule is not about a register */
	__le32 reg;
	/** @buffer: index of the relocation, or 0xffffffff */
	__le32 buffer;
	/** @expected: the bound or value that the rule requires */
	__le64 expected;
	/** @actual: the value in the stream */
	__le64 actual;
	/** @text: one sentence with its NUL; empty when accepted */
	char text[RCP_CAPTURE_TEXT];
};

/**
 * struct rcp_capture_lost - submissions that were not captured, for lack of room or memory
 */
struct rcp_capture_lost {
	/** @submissions: their number since the last LOST section */
	__le64 submissions;
};

/* Most bytes in one CONTENTS section. */
#define RCP_CAPTURE_CONTENTS_MAX	0x100000u

/**
 * struct rcp_capture_contents - head of a piece of a buffer; its bytes follow
 */
struct rcp_capture_contents {
	/** @reloc: index of the relocation that names the buffer */
	__le32 reloc;
	/** @pad: zero */
	__le32 pad;
	/** @offset: of the first byte in the buffer */
	__le64 offset;
};

#if defined(__cplusplus)
}
#endif

#endif /* RCP_CAPTURE_H */
