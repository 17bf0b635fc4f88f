// SPDX-License-Identifier: GPL-2.0
/*
 * debugfs: the state of the card and of the driver, as text; drm/README.md lists the files.
 *
 * rcp_bringup, rcp_jobs, rcp_memory, rcp_reserved, rcp_power and rcp_refused are tables: a line
 * with the names of the columns, then a line for each entry.  A cell is one word ("-" if there
 * is no value), except for the text of a refusal, which is the last column.  The other
 * files have a line for each value: its name and the value, each one word.  So awk can
 * parse all of them.
 *
 * The files are read-only.  rcp_ring and rcp_gart are empty once the card is gone, because
 * they read the card.
 *
 * Called by reads of the files.  &rcp_timeline.lock protects the jobs,
 * &rcp_device.refusal_lock the refusals; other values are read without a lock and may be stale.
 */
#include <linux/ktime.h>
#include <linux/seq_file.h>

#include <drm/drm_debugfs.h>
#include <drm/drm_drv.h>

#include "ring/atom/rcp_atom.h"
#include "../mem/rcp_bo.h"

static struct rcp_device *rcp_debugfs_device(struct seq_file *m)
{
	const struct drm_info_node *node = m->private;

	return to_rcp(node->minor->dev);
}

static void rcp_show_text(struct seq_file *m, const char *name, const char *text)
{
	seq_printf(m, "%-16s %s\n", name, text);
}

static void rcp_show_u64(struct seq_file *m, const char *name, u64 value)
{
	seq_printf(m, "%-16s %llu\n", name, value);
}

/* A card that sleeps is not gone, and is not woken. */
static bool rcp_show_gone(struct rcp_device *rdev)
{
	bool gone = READ_ONCE(rdev->card.lost);
	int idx;

	if (!gone && rcp_gate_enter_awake(rdev, &idx)) {
		gone = rcp_card_gone(&rdev->card);
		rcp_gate_exit(rdev, idx);
	}
	return gone;
}

static int rcp_show_state(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	const struct rcp_card *card = &rdev->card;
	u32 i, nsteps = smp_load_acquire(&card->nsteps); /* pairs with rcp_step_done() */
	bool gone = rcp_show_gone(rdev);
	u64 all = 0;

	for (i = 0; i < nsteps; i++)
		all += READ_ONCE(card->steps[i].ns);
	rcp_show_text(m, "chip", card->chip->name);
	rcp_show_text(m, "card", gone ? "gone" : READ_ONCE(card->running) ? "running" : "stopped");
	rcp_show_u64(m, "bringups", READ_ONCE(card->starts));
	rcp_show_u64(m, "bringup_us", div_u64(all, NSEC_PER_USEC));
	rcp_show_u64(m, "card_resets", READ_ONCE(card->resets));
	rcp_show_u64(m, "hangs", atomic_read(&rdev->sched.resets));
	rcp_show_u64(m, "vain_pauses", READ_ONCE(rdev->sched.vain_pauses));
	rcp_show_text(m, "scheduler", gone || READ_ONCE(rdev->sched.dead) ? "dead" : "alive");
	rcp_show_u64(m, "jobs_limit", rdev->sched.turns.limit);
	rcp_show_u64(m, "jobs_live", atomic_read(&rdev->sched.live));
	rcp_show_u64(m, "submitted", atomic64_read(&rdev->count.submitted));
	rcp_show_u64(m, "refused", atomic64_read(&rdev->count.refused));
	rcp_show_u64(m, "moved_bytes", atomic64_read(&rdev->count.bytes_moved));
	rcp_show_u64(m, "cleared_bytes", atomic64_read(&rdev->count.bytes_cleared));
	return 0;
}

static int rcp_show_bringup(struct seq_file *m, void *unused)
{
	const struct rcp_card *card = &rcp_debugfs_device(m)->card;
	u32 i, nsteps = smp_load_acquire(&card->nsteps); /* pairs with rcp_step_done() */
	struct rcp_word word;

	seq_printf(m, "%-16s %8s\n", "step", "us");
	for (i = 0; i < nsteps; i++)
		seq_printf(m, "%-16s %8llu\n", rcp_word(&word, READ_ONCE(card->steps[i].name)),
			   div_u64(READ_ONCE(card->steps[i].ns), NSEC_PER_USEC));
	return 0;
}

static int rcp_show_ring(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	const struct rcp_card *card = &rdev->card;
	const struct rcp_timeline *tl = &rdev->sched.timeline;
	struct rcp_progress now;
	unsigned int moves;
	bool awake;
	int idx;

	/* Without the registers of a card that sleeps, or that is being reset. */
	awake = rcp_gate_enter_awake(rdev, &idx);
	if (awake && rcp_card_gone(&rdev->card)) {
		rcp_gate_exit(rdev, idx);
		return 0;
	}
	if (awake)
		rcp_card_progress(&rdev->card, &now);
	else if (rcp_show_gone(rdev))
		return 0;
	rcp_show_u64(m, "size_dw", card->ring.size_dw);
	rcp_show_u64(m, "wptr_dw", READ_ONCE(card->ring.published));
	if (awake)
		rcp_show_u64(m, "rptr_dw", now.rptr);
	rcp_show_u64(m, "seqno_emitted", READ_ONCE(tl->emitted));
	rcp_show_u64(m, "seqno_signalled", READ_ONCE(tl->signalled));
	if (awake)
		rcp_show_u64(m, "seqno_completed", now.seqno);
	rcp_show_u64(m, "waiting_jobs", rcp_turns_waiting(&rdev->sched.turns, &moves));
	rcp_show_u64(m, "waiting_moves", moves);
	if (awake) {
		seq_printf(m, "%-16s 0x%08x\n", card->traits->status_name, now.status);
		rcp_show_text(m, "engine", now.busy ? "busy" : "idle");
	}
	rcp_show_u64(m, "irq", card->irq.irq);
	rcp_show_text(m, "irq_type", card->irq.msi ? "msi" : "intx");
	rcp_show_u64(m, "irq_handled", READ_ONCE(card->irq.interrupts));
	rcp_show_u64(m, "irq_events", READ_ONCE(card->irq.events));
	rcp_show_u64(m, "irq_overflows", READ_ONCE(card->irq.overflows));
	rcp_show_u64(m, "irq_rescued", READ_ONCE(tl->rescued));
	rcp_show_u64(m, "late_callbacks", atomic64_read(&tl->late.count));
	if (awake)
		rcp_gate_exit(rdev, idx);
	return 0;
}

static int rcp_show_jobs(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	struct rcp_timeline *tl = &rdev->sched.timeline;
	const struct rcp_job *job;
	struct rcp_word word;
	u64 now;

	seq_printf(m, "%10s %-4s %6s %4s %10s %7s %11s %10s %7s %s\n", "seqno", "kind", "client",
		   "ctx", "number", "ib_dw", "preamble_dw", "run_us", "pid", "comm");
	spin_lock_irq(&tl->lock);
	/* A job is listed after it gets its time. */
	now = ktime_get_ns();
	list_for_each_entry(job, &tl->pending, pending) {
		seq_printf(m, "%10llu %-4s %6llu %4u %10llu %7u %11u %10llu %7d %s\n",
			   job->seqno, rcp_job_kind_name(job->kind),
			   job->queue->client ? job->queue->client->id : 0, job->queue->id,
			   job->number, job->stream_dw, job->preamble_dw,
			   div_u64(now - job->run_ns, NSEC_PER_USEC), job->pid,
			   rcp_word(&word, job->comm));
	}
	spin_unlock_irq(&tl->lock);
	return 0;
}

static int rcp_show_memory(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	const struct rcp_vram *vram = &rdev->card.vram;

	seq_printf(m, "%-6s %12s %14s %14s %14s\n", "heap", "addr", "size", "visible", "used");
	seq_printf(m, "%-6s 0x%010llx %14llu %14llu %14llu\n", "vram", vram->addr, vram->size,
		   vram->visible, rcp_heap_usage(rdev, TTM_PL_VRAM));
	seq_printf(m, "%-6s 0x%010llx %14llu %14s %14llu\n", "gtt", rdev->card.gart.addr,
		   rcp_heap_size(rdev, TTM_PL_TT), "-", rcp_heap_usage(rdev, TTM_PL_TT));
	seq_printf(m, "%-6s %12s %14llu %14s %14llu\n", "system", "-",
		   (u64)rcp_tt_limit() << PAGE_SHIFT, "-",
		   (u64)atomic_long_read(&rdev->tt_pages) << PAGE_SHIFT);
	return 0;
}

static int rcp_show_reserved(struct seq_file *m, void *unused)
{
	const struct rcp_vram *vram = &rcp_debugfs_device(m)->card.vram;
	struct rcp_word word;
	u32 i;

	seq_printf(m, "%12s %12s %s\n", "offset", "size", "what");
	for (i = 0; i < vram->nreserved; i++)
		seq_printf(m, "0x%010llx %12llu %s\n", vram->reserved[i].offset,
			   vram->reserved[i].size, rcp_word(&word, vram->reserved[i].what));
	return 0;
}

static int rcp_show_zeros(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	u32 wrong;
	int idx;

	rcp_show_u64(m, "dwords", RCP_ZEROS_SIZE / sizeof(u32));
	rcp_show_text(m, "source", rcp_zeros_in_vram(&rdev->card) ? "vram" : "system");
	if (!rcp_gate_enter_awake(rdev, &idx))
		return 0;
	if (rcp_zeros_check(&rdev->card, &wrong))
		rcp_show_u64(m, "not_zero", wrong);
	rcp_gate_exit(rdev, idx);
	return 0;
}

static int rcp_show_gart(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	u32 mapped, unsnooped;
	int idx;

	if (!drm_dev_enter(&rdev->drm, &idx))
		return 0;
	if (rcp_show_gone(rdev)) {
		drm_dev_exit(idx);
		return 0;
	}
	mapped = rcp_gart_mapped(&rdev->card, &unsnooped);
	rcp_show_u64(m, "pages", rdev->card.gart.pages);
	rcp_show_u64(m, "mapped", mapped);
	rcp_show_u64(m, "unsnooped", unsnooped);
	mutex_lock(&rdev->gtt.lock);
	rcp_show_u64(m, "waiting_jobs", rdev->gtt.waiter ? 1 : 0);
	mutex_unlock(&rdev->gtt.lock);
	drm_dev_exit(idx);
	return 0;
}

static void rcp_show_level(struct seq_file *m, const char *state, const char *class, u32 sclk_khz,
			   u32 mclk_khz, const char *unit, u32 voltage)
{
	char cell[16] = "-";

	if (*unit)
		snprintf(cell, sizeof(cell), "%u%s", voltage, unit);
	seq_printf(m, "%-5s %-11s %10u %10u %s\n", state, class, sclk_khz, mclk_khz, cell);
}

/* Clocks are in kHz, 0 is unknown.  Voltages are mV, or a number or a pin of the board. */
static int rcp_show_power(struct seq_file *m, void *unused)
{
	static const char *const units[] = { "", "mV", "#", "pin" };
	const struct rcp_card *card = &rcp_debugfs_device(m)->card;
	const struct rcp_atom_powerplay *powerplay = &rcp_bios_power(card)->powerplay;
	u32 i, j;

	seq_printf(m, "%-5s %-11s %10s %10s %s\n", "state", "class", "engine", "memory", "voltage");
	rcp_show_level(m, "real", "-", READ_ONCE(card->config.real_sclk_khz),
		       READ_ONCE(card->config.real_mclk_khz), "", 0);
	rcp_show_level(m, "bios", "-", card->config.sclk_khz, card->config.mclk_khz, "", 0);
	for (i = 0; i < powerplay->nstates; i++) {
		const struct rcp_atom_state *state = &powerplay->states[i];
		char number[12];

		snprintf(number, sizeof(number), "%u", i);
		for (j = 0; j < state->nlevels; j++)
			rcp_show_level(m, number, rcp_atom_class_name(state->class),
				       state->levels[j].sclk_khz, state->levels[j].mclk_khz,
				       units[state->by], state->levels[j].voltage);
	}
	return 0;
}

static const char *rcp_stage_name(u32 stage)
{
	static const char *const names[] = {
#define RCP_STAGE_NAME(number, name) #name,
		RCP_STAGES(RCP_STAGE_NAME)
#undef RCP_STAGE_NAME
	};

	static_assert(RCP_STAGE_ACCEPTED == 0 && RCP_STAGE_ARGUMENTS == 1 &&
		      RCP_STAGE_STREAM == 2 && RCP_STAGE_SYNCS == 3);
	return stage < ARRAY_SIZE(names) ? names[stage] : "?";
}

static void rcp_show_refusal(struct seq_file *m, const struct rcp_refusal *refusal)
{
	const struct drm_rcp_verdict *v = &refusal->verdict;
	struct rcp_word word;
	char dword[12] = "-";

	if (v->dword != RCP_VERDICT_NONE)
		snprintf(dword, sizeof(dword), "%u", v->dword);
	seq_printf(m, "%16llu %7d %-15s %-8pe %-9s %-16s %6s %s\n",
		   div_u64(refusal->ns, NSEC_PER_USEC), refusal->pid,
		   rcp_word(&word, refusal->comm), ERR_PTR(-(long)v->error),
		   rcp_stage_name(v->stage), v->code ? pm4_code_name(v->code) : "-", dword,
		   v->text);
}

static int rcp_show_refused(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	struct rcp_refusal *copy;
	u64 from, to, i;

	copy = kvmalloc(sizeof(*copy), GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	seq_printf(m, "%16s %7s %-15s %-8s %-9s %-16s %6s %s\n", "us", "pid", "comm", "error",
		   "stage", "code", "dword", "text");
	spin_lock(&rdev->refusal_lock);
	to = rdev->nrefusals;
	spin_unlock(&rdev->refusal_lock);
	from = to > RCP_REFUSALS ? to - RCP_REFUSALS : 0;
	for (i = from; i < to; i++) {
		spin_lock(&rdev->refusal_lock);
		*copy = rdev->refusals[i % RCP_REFUSALS];
		spin_unlock(&rdev->refusal_lock);
		rcp_show_refusal(m, copy);
	}
	kvfree(copy);
	return 0;
}

static const struct drm_info_list rcp_debugfs_files[] = {
	{ "rcp_state", rcp_show_state },
	{ "rcp_bringup", rcp_show_bringup },
	{ "rcp_ring", rcp_show_ring },
	{ "rcp_jobs", rcp_show_jobs },
	{ "rcp_memory", rcp_show_memory },
	{ "rcp_reserved", rcp_show_reserved },
	{ "rcp_zeros", rcp_show_zeros },
	{ "rcp_power", rcp_show_power },
	{ "rcp_gart", rcp_show_gart },
	{ "rcp_refused", rcp_show_refused },
};

/* &drm_driver.debugfs_init: create the files in the directory of the minor.  Context: probe. */
void rcp_debugfs_init(struct drm_minor *minor)
{
	drm_debugfs_create_files(rcp_debugfs_files, ARRAY_SIZE(rcp_debugfs_files),
				 minor->debugfs_root, minor);
	rcp_capture_debugfs(minor);
}
