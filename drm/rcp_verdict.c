// SPDX-License-Identifier: GPL-2.0
/*
 * Verdicts: report the result of a submission to the client in its VERDICT chunk, to
 * debugfs in the list of the last refusals and in captures, to the trace and to drm.debug.
 *
 * All of them get the same sentence.  The log gets debug messages only, because a client can
 * cause any number of refusals.
 *
 * Called by the CS ioctl.  &rcp_device.refusal_lock protects the list of refusals.
 */
#include <linux/ktime.h>
#include <linux/uaccess.h>

#include "rcp_submit.h"
#include "debug/rcp_trace.h"

/**
 * rcp_verdict_refuse() - record why the ioctl refuses a submission
 * @sub: the submission
 * @error: the errno, negative
 * @fmt: one sentence
 *
 * Context: any.
 * Return: @error, for the caller to return.
 */
int rcp_verdict_refuse(struct rcp_submit *sub, int error, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vscnprintf(sub->why, sizeof(sub->why), fmt, args);
	va_end(args);
	return error;
}

static void rcp_verdict_fill(struct rcp_submit *sub, int error, struct drm_rcp_verdict *out)
{
	const struct pm4_verdict *v = &sub->verdict;

	memset(out, 0, sizeof(*out));
	out->dword = RCP_VERDICT_NONE;
	out->header = RCP_VERDICT_NONE;
	out->buffer = RCP_VERDICT_NONE;
	out->error = -error;
	if (sub->refused) {
		out->stage = RCP_STAGE_STREAM;
		out->code = v->code;
		out->dword = v->dword;
		out->header = v->header;
		out->packet = v->packet;
		out->reg = v->reg;
		out->buffer = v->buffer;
		out->expected = v->expected;
		out->actual = v->actual;
		pm4_verdict_text(v, sub->rdev->card.pm4.front, sub->rdev->card.pm4.chip, out->text,
				 sizeof(out->text));
	} else if (error) {
		out->stage = sub->why_stage;
		out->buffer = sub->why_buffer;
		out->actual = sub->why_actual;
		strscpy(out->text, sub->why, sizeof(out->text));
	} else {
		out->ib_dw = sub->ib_dw;
		out->packets = sub->counts.packets;
		out->draws = sub->result.draws;
		out->registers = sub->counts.registers;
	}
}

static void rcp_verdict_remember(struct rcp_device *rdev, const struct drm_rcp_verdict *verdict)
{
	struct rcp_refusal *refusal;

	spin_lock(&rdev->refusal_lock);
	refusal = &rdev->refusals[rdev->nrefusals++ % RCP_REFUSALS];
	refusal->ns = ktime_get_ns();
	refusal->pid = task_tgid_nr(current);
	get_task_comm(refusal->comm, current);
	refusal->verdict = *verdict;
	spin_unlock(&rdev->refusal_lock);
}

/**
 * rcp_verdict_report() - report the result of a submission
 * @sub: the submission
 * @error: the result, 0 or negative
 *
 * A submission that was interrupted gets no verdict, because the client repeats it.
 *
 * Context: may sleep; no lock is held.
 * Return: @error, or -EFAULT if the client asked for a verdict only and the verdict cannot
 * be written.
 */
int rcp_verdict_report(struct rcp_submit *sub, int error)
{
	struct rcp_device *rdev = sub->rdev;
	bool capture = error || rcp_capture_on(&rdev->capture);
	struct drm_rcp_verdict verdict;
	struct rcp_word word;

	/* Ignore a fault: the job is pushed already. */
	if (sub->number && sub->user_seqno)
		put_user(sub->number, sub->user_seqno);
	if (error == -ERESTARTSYS || (!capture && !sub->has_verdict))
		return error;

	rcp_verdict_fill(sub, error, &verdict);
	if (capture)
		rcp_capture_submission(sub, &verdict);
	if (error) {
		atomic64_inc(&rdev->count.refused);
		rcp_verdict_remember(rdev, &verdict);
		trace_rcp_refuse(&verdict);
		drm_dbg_driver(&rdev->drm, "%s[%d]: CS refused (%d): %s\n",
			       rcp_word(&word, current->comm), task_tgid_nr(current), error,
			       verdict.text);
	}
	/* A fault is an error only with VALIDATE_ONLY: other accepted streams run anyway. */
	if (sub->has_verdict &&
	    copy_to_user(u64_to_user_ptr(sub->user_verdict.verdict), &verdict,
			 min_t(size_t, sub->user_verdict.size, sizeof(verdict))) &&
	    (sub->user_verdict.flags & RCP_VERDICT_VALIDATE_ONLY) && !error)
		return -EFAULT;
	return error;
}
