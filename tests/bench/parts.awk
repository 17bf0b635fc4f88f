# SPDX-License-Identifier: GPL-2.0
#
# Instructions of a driver's submission by part: of the smallest one, and the mean of the
# recorded streams, so that a regression has a name.  See symbols.awk; checks=LIST or
# checks_match as for check.awk.
#
# The names are symbols of rcp.ko, radeon.ko and the kernel.  What the compiler inlines counts for
# its caller: rcp_account_take() and rcp_account_keep() for the functions of a job's memory, and
# rcp_emit_follow() for rcp_emit_job().
#
# All other functions, of the system call, the security modules and the scheduler of
# processes, are in no part: report.awk computes them as the rest of the whole, because a mean
# contains the timer's ticks and a sleep.

function is_check(f) {
	return checks_match ? f ~ checks_match : index(checks, " " f " ")
}
function part(f) {
	# The neutral preamble is written with the job.  Its entry is in an object of the check.
	if (f ~ /^((pm4|r600|r500)_neutral|put_reg$)/)
		return "ring"
	if (is_check(f))
		return "check"
	if (f ~ /^(__)?k(v|z|mem_cache_)?(m|z)?(alloc|free)|kmem_cache|slab|memcg_|obj_cgroup|refill_obj_stock|^rcp_job_(alloc|release|stream_alloc|stream_free)$|^kvfree|^__kmalloc|^call_rcu|kfree_rcu|kvfree_call_rcu|^rcu_segcblist/)
		return "allocation"
	if (f ~ /^dma_(fence|resv)|^drm_sched|^to_drm_sched|^rcp_(late|timeline|sched|job|queue|turn|order|heap|time|account|fence)_?|^radeon_(fence|sync|semaphore)|^ktime_get/)
		return "fences"
	if (f ~ /^(r600_(emit|ih|irq|seqno|stamp|ring|fence_ring|gpu|hdp|gfx)|rcp_(ring|emit|ib|hdp|irq|wr|rd|card)|pm4_(footprint|patch)|r700_|r100_mm|radeon_(ring|ib|irq|gart))/)
		return "ring"
	if (f ~ /^(rcp|pm4|r600|r500|radeon|ttm|drm)_|copy_(from|to)_user|copy_user|check_object_size|check_heap_object|check_stack_object|virt_addr_valid/)
		return "driver"
	return ""
}
function kind(label) { return label == "smallest" ? label : "streams" }
function begun(label, dw) { many[kind(label)]++ }
function spent(f, count, label, dw) {
	if (!(f in parts))
		parts[f] = part(f)
	sum[parts[f], kind(label)] += count
}
function mean(p, column) {
	return many[column] ? sum[p, column] / many[column] : 0
}
END {
	n = split("allocation fences ring check driver", names, " ")
	for (i = 1; i <= n; i++) {
		printf "%s_smallest %s %.0f\n", names[i], wanted, mean(names[i], "smallest")
		printf "%s_streams %s %.0f\n", names[i], wanted, mean(names[i], "streams")
	}
}
