// SPDX-License-Identifier: GPL-2.0
/*
 * The proof at probe: the card copies between two buffers, and the CPU compares.
 *
 * The tests of ring/ use memory of dma_alloc_coherent(), so they do not notice that the card sees
 * other pages of buffers than the CPU does.  Clients would get wrong results, without an error.
 * So the probe fails unless each dword arrives.  The buffers are larger than a page, because
 * single pages may work where larger pieces do not (rcp_bus.c).
 *
 * A second copy shows that the zeros in VRAM, from which new buffers are cleared, are zeros.
 *
 * Called once, before clients can come.
 */
#include <linux/vmalloc.h>

#include "mem/rcp_bo.h"

#define RCP_PROOF_SIZE	SZ_64K

/* A buffer in the GTT whose pages stay, mapped for the CPU. */
struct rcp_proof {
	struct rcp_bo *bo;
	u32 *cpu;
};

static void rcp_proof_fini(struct rcp_proof *proof)
{
	vunmap(proof->cpu);
	if (proof->bo)
		rcp_bo_free(proof->bo);
}

static int rcp_proof_init(struct rcp_device *rdev, struct rcp_proof *proof)
{
	struct rcp_bo_args args = {
		.size = RCP_PROOF_SIZE,
		.domains = RADEON_GEM_DOMAIN_GTT,
		.type = ttm_bo_type_kernel,
	};
	struct rcp_bo *bo = rcp_bo_create(rdev, &args);
	struct ttm_tt *tt;

	if (IS_ERR(bo))
		return PTR_ERR(bo);
	proof->bo = bo;
	/* Pinned, so without the reservation. */
	tt = bo->tbo.ttm;
	if (tt && ttm_tt_is_populated(tt))
		proof->cpu = vmap(tt->pages, tt->num_pages, VM_MAP, PAGE_KERNEL);
	return proof->cpu ? 0 : -ENOMEM;
}

/* Let the card copy from @src_addr.  The hang detection of jobs bounds the wait. */
static int rcp_proof_copy_to(struct rcp_device *rdev, u64 src_addr, struct rcp_bo *to)
{
	struct rcp_copy copy = { .src_addr = src_addr, .size = RCP_PROOF_SIZE };
	struct rcp_tt *dst = to_rcp_tt(to->tbo.ttm);
	struct dma_fence *fence;
	int ret = -ENOSPC;

	dma_resv_lock(to->tbo.base.resv, NULL);
	copy.dst_addr = rcp_gtt_copy_begin(rdev, dst, true);
	if (copy.dst_addr == RCP_NO_ADDR)
		goto end;
	fence = rcp_copy_submit(rdev, &to->tbo, &copy);
	ret = PTR_ERR_OR_ZERO(fence);
	if (!ret) {
		dma_fence_wait(fence, false);
		ret = min(dma_fence_get_status(fence), 0);
		dma_fence_put(fence);
	}
	rcp_gtt_copy_end(rdev, dst, NULL);
end:
	dma_resv_unlock(to->tbo.base.resv);
	return ret;
}

static int rcp_proof_copy(struct rcp_device *rdev, struct rcp_bo *from, struct rcp_bo *to)
{
	struct rcp_tt *src = to_rcp_tt(from->tbo.ttm);
	u64 src_addr = rcp_gtt_copy_begin(rdev, src, true);
	int ret;

	if (src_addr == RCP_NO_ADDR)
		return -ENOSPC;
	ret = rcp_proof_copy_to(rdev, src_addr, to);
	rcp_gtt_copy_end(rdev, src, NULL);
	return ret;
}

static u32 rcp_proof_value(u32 i)
{
	return (i + 1) * 0x9e3779b1u;
}

static int rcp_proof_compare(struct rcp_device *rdev, const u32 *cpu)
{
	u32 i, value;

	for (i = 0; i < RCP_PROOF_SIZE / sizeof(u32); i++) {
		value = READ_ONCE(cpu[i]);
		if (value == rcp_proof_value(i))
			continue;
		dev_err(rdev->drm.dev,
			"dword %u of a copy by the card is 0x%08x, not 0x%08x: the card does not see the memory that the CPU sees\n",
			i, value, rcp_proof_value(i));
		return -EOPNOTSUPP;
	}
	return 0;
}

/* @dst holds no zero before the copy. */
static int rcp_proof_zeros(struct rcp_device *rdev, struct rcp_proof *dst)
{
	u32 i, wrong = 0;
	int ret;

	static_assert(RCP_PROOF_SIZE == RCP_ZEROS_SIZE);
	ret = rcp_proof_copy_to(rdev, rdev->card.zeros.addr, dst->bo);
	if (ret)
		return ret;
	for (i = 0; i < RCP_PROOF_SIZE / sizeof(u32); i++)
		wrong += READ_ONCE(dst->cpu[i]) != 0;
	if (wrong) {
		dev_warn(rdev->drm.dev,
			 "%u dwords of the zeros in VRAM are not zero: clears read system memory\n",
			 wrong);
		rcp_zeros_leave_vram(&rdev->card);
	}
	return 0;
}

/**
 * rcp_proof_run() - prove that the card and the CPU see the same pages
 * @rdev: the device; its heaps are set up
 *
 * Context: probe.
 * Return: 0; -EOPNOTSUPP if they do not, and the reason has been logged; -ENOMEM, -ENOSPC, or
 * -EIO if the card hangs.
 */
int rcp_proof_run(struct rcp_device *rdev)
{
	struct rcp_proof src = { }, dst = { };
	u32 i;
	int ret;

	ret = rcp_proof_init(rdev, &src);
	if (!ret)
		ret = rcp_proof_init(rdev, &dst);
	if (!ret) {
		for (i = 0; i < RCP_PROOF_SIZE / sizeof(u32); i++) {
			WRITE_ONCE(src.cpu[i], rcp_proof_value(i));
			WRITE_ONCE(dst.cpu[i], ~rcp_proof_value(i));
		}
		ret = rcp_proof_copy(rdev, src.bo, dst.bo);
	}
	if (!ret)
		ret = rcp_proof_compare(rdev, dst.cpu);
	if (!ret)
		ret = rcp_proof_zeros(rdev, &dst);
	rcp_proof_fini(&dst);
	rcp_proof_fini(&src);
	return ret;
}
