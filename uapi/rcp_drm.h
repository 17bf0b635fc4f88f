/* SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR MIT) */
/*
 * rcp's own part of its userspace ABI; the rest is the radeon ABI of
 * radeon_drm.h for R6xx/R7xx, which this header includes.
 *
 * A client recognises rcp by DRM_IOCTL_RCP_QUERY: on any other driver named
 * "radeon" the ioctl fails with -EINVAL.
 *
 * How this ABI may grow:
 *  - ioctl numbers, chunk ids, query types and flag bits are never reused and
 *    never change their meaning;
 *  - a struct grows at its end only; a query copies as many bytes as both
 *    sides know and reports how many there are;
 *  - members named pad are zero on the way in, or the call fails with -EINVAL;
 *    so does every flag bit this header does not name;
 *  - members are of fixed width and naturally aligned, so that 32-bit and
 *    64-bit clients see one layout;
 *  - a new feature gets a bit in &drm_rcp_query_driver.features.
 */
#ifndef RCP_DRM_H
#define RCP_DRM_H

#ifdef __KERNEL__
#include <drm/radeon_drm.h>
#else
#include <radeon_drm.h>	/* libdrm's, where pkg-config --cflags libdrm says */
#endif

#if defined(__cplusplus)
extern "C" {
#endif

#define DRM_RCP_QUERY		0x40

#define DRM_IOCTL_RCP_QUERY \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_RCP_QUERY, struct drm_rcp_query)

/**
 * enum drm_rcp_query_type - what &struct drm_rcp_query may ask
 */
enum drm_rcp_query_type {
	/** @RCP_QUERY_DRIVER: &struct drm_rcp_query_driver */
	RCP_QUERY_DRIVER = 1,
	/** @RCP_QUERY_CARD: &struct drm_rcp_query_card */
	RCP_QUERY_CARD = 2,
};

/* The most that &drm_rcp_query.size may say; no answer will be longer. */
#define RCP_QUERY_MAX_SIZE	4096

/**
 * struct drm_rcp_query - ask the driver what it is and what it can do
 *
 * With @data 0 the call only stores in @size how many bytes the answer has.
 * Otherwise min(@size, size of the answer) bytes are copied to @data, what
 * @data has beyond the answer is filled with zeros, and @size becomes the
 * size of the answer.
 *
 * Errors: -EINVAL for an unknown @type or, with @data, a @size above
 * %RCP_QUERY_MAX_SIZE; -EFAULT for a bad @data.
 */
struct drm_rcp_query {
	/** @type: enum drm_rcp_query_type */
	__u32 type;
	/** @size: in: bytes at @data; out: bytes of the whole answer */
	__u32 size;
	/** @data: user pointer, or 0 */
	__u64 data;
};

/* &drm_rcp_query_driver.features */
#define RCP_FEATURE_VERDICT		(1ull << 0)
#define RCP_FEATURE_VALIDATE_ONLY	(1ull << 1)

/**
 * struct drm_rcp_query_driver - RCP_QUERY_DRIVER
 */
struct drm_rcp_query_driver {
	/** @major: changes when something here stops working; 0 until it is settled */
	__u32 major;
	/** @minor: grows with every addition */
	__u32 minor;
	/** @features: RCP_FEATURE_* bits */
	__u64 features;
	/** @max_ib_dw: longest IB chunk of a CS, in dwords */
	__u32 max_ib_dw;
	/** @max_relocs: most entries of a RELOCS chunk */
	__u32 max_relocs;
	/** @max_chunks: most chunks of a CS */
	__u32 max_chunks;
	/** @verdict_size: bytes of the driver's &struct drm_rcp_verdict */
	__u32 verdict_size;
};

/**
 * struct drm_rcp_query_card - RCP_QUERY_CARD
 */
struct drm_rcp_query_card {
	/** @chip_name: "RV710" and the like, ends with a NUL */
	char chip_name[16];
	/** @pci_device: PCI device id */
	__u32 pci_device;
	/** @pipes: tile pipes */
	__u32 pipes;
	/** @banks: memory banks */
	__u32 banks;
	/** @group_bytes: pipe interleave in bytes */
	__u32 group_bytes;
	/** @backends: render backends */
	__u32 backends;
	/** @pad: zero */
	__u32 pad;
	/** @vram_size: bytes of VRAM that buffers can live in */
	__u64 vram_size;
	/** @vram_visible: bytes of it that the CPU can reach */
	__u64 vram_visible;
	/** @gtt_size: bytes of GART space that buffers can live in */
	__u64 gtt_size;
	/** @resets: how often the card was reset since the driver was bound */
	__u64 resets;
};

/*
 * Chunks of DRM_RADEON_CS that radeon does not have.  They may stand anywhere
 * in the list, each at most once.
 */

/* struct drm_rcp_cs_verdict; its length is 4 dwords. */
#define RCP_CHUNK_ID_VERDICT		0x40

/* &drm_rcp_cs_verdict.flags: check the stream, but do not run it. */
#define RCP_VERDICT_VALIDATE_ONLY	(1u << 0)

/**
 * struct drm_rcp_cs_verdict - payload of an RCP_CHUNK_ID_VERDICT chunk
 *
 * The verdict is written for accepted and for refused submissions alike, as
 * far as the call got to reading this chunk.  min(@size, size of the verdict)
 * bytes are written.  If they cannot be written an accepted submission that
 * was not RCP_VERDICT_VALIDATE_ONLY still runs and the call returns 0.
 */
struct drm_rcp_cs_verdict {
	/** @verdict: user pointer to a &struct drm_rcp_verdict */
	__u64 verdict;
	/** @size: bytes there */
	__u32 size;
	/** @flags: RCP_VERDICT_* bits */
	__u32 flags;
};

/**
 * enum drm_rcp_verdict_stage - who decided
 */
enum drm_rcp_verdict_stage {
	/** @RCP_STAGE_ACCEPTED: nobody refused */
	RCP_STAGE_ACCEPTED = 0,
	/** @RCP_STAGE_ARGUMENTS: the chunks, handles or counts were wrong */
	RCP_STAGE_ARGUMENTS = 1,
	/** @RCP_STAGE_STREAM: the checker refused the command stream */
	RCP_STAGE_STREAM = 2,
};

/* Bytes of &drm_rcp_verdict.text with its NUL. */
#define RCP_VERDICT_TEXT	256

/* "It is about none", for &drm_rcp_verdict.dword, .header and .buffer. */
#define RCP_VERDICT_NONE	0xffffffffu

/**
 * struct drm_rcp_verdict - what became of a submission, and why
 */
struct drm_rcp_verdict {
	/** @stage: enum drm_rcp_verdict_stage */
	__u32 stage;
	/** @code: stable number of the rule that was broken; 0 outside RCP_STAGE_STREAM */
	__u32 code;
	/** @dword: offset into the IB chunk of the dword that broke it */
	__u32 dword;
	/** @header: offset of the header of the packet it belongs to */
	__u32 header;
	/** @packet: that header's dword, 0 if there is none */
	__u32 packet;
	/** @reg: byte offset of the register, 0 if it is about none */
	__u32 reg;
	/** @buffer: index into the RELOCS chunk */
	__u32 buffer;
	/** @error: the errno the call returns, as a positive number; 0 when accepted */
	__u32 error;
	/** @expected: the bound or value that the rule asks for */
	__u64 expected;
	/** @actual: what the stream holds */
	__u64 actual;
	/** @ib_dw: dwords of the checked stream; this and what follows are 0 unless accepted */
	__u32 ib_dw;
	/** @packets: packets in the stream */
	__u32 packets;
	/** @draws: draw packets among them */
	__u32 draws;
	/** @registers: register writes in the stream */
	__u32 registers;
	/** @text: one sentence for people; empty when accepted */
	char text[RCP_VERDICT_TEXT];
};

#if defined(__cplusplus)
}
#endif

#endif /* RCP_DRM_H */
