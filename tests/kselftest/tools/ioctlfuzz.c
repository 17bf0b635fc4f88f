// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the driver's ioctls from inside the VM.
 *
 * Programs of calls over both headers are made up from a seed, kept when they
 * reach code that no other did (where the kernel has KCOV), and mutated:
 * buffers are created, mapped, shared, tiled, closed; streams are built from
 * packets that are right but for some dwords, cut, repeated, or taken from
 * recorded frames; contexts and syncobjs come and go, and submissions wait for each
 * other; pointers are bad now and then.  Several threads share one
 * file, several processes share buffers, some are killed in the middle.
 *
 * It fails when a call returns an errno that the driver does not document, when the
 * kernel logs a warning, or when the device does not work afterwards.  scripts/vm looks
 * for reports of the kernel.
 *
 * usage: ioctlfuzz [-s SEED] [-t SECONDS] [-n PROGRAMS] [-j PROCESSES] [CORPUS]
 *   The same seed and -j 1 -n N make the same calls.
 */
#include "ioctlfuzz.h"
#include "kernel.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define POOL		256

/* KCOV, as its documentation has it */
#define KCOV_INIT_TRACE	_IOR('c', 1, unsigned long)
#define KCOV_ENABLE	_IO('c', 100)
#define KCOV_DISABLE	_IO('c', 101)
#define KCOV_TRACE_PC	0
#define COVER_WORDS	(64 << 10)
#define SEEN_BITS	(1 << 20)

struct shared {
	struct counts counts;
	uint8_t seen[SEEN_BITS / 8];
};

static struct shared *shared;
static int kcov = -1;
static unsigned long *cover;

/* --- coverage: true if the last program reached new code */

static void cover_open(void)
{
	kcov = open("/sys/kernel/debug/kcov", O_RDWR | O_CLOEXEC);
	if (kcov < 0)
		return;
	if (ioctl(kcov, KCOV_INIT_TRACE, COVER_WORDS))
		goto none;
	cover = mmap(NULL, COVER_WORDS * sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, kcov, 0);
	if (cover != MAP_FAILED && !ioctl(kcov, KCOV_ENABLE, KCOV_TRACE_PC))
		return;
none:
	close(kcov);
	kcov = -1;
}

static bool cover_new(void)
{
	unsigned long n, i;
	bool new = false;

	if (kcov < 0)
		return false;
	n = __atomic_load_n(&cover[0], __ATOMIC_RELAXED);
	for (i = 1; i <= n && i < COVER_WORDS; i++) {
		uint32_t bit = (cover[i] * 0x9e3779b97f4a7c15ul) >> 44;
		uint8_t mask = 1 << (bit % 8);

		if (!(__atomic_fetch_or(&shared->seen[bit / 8], mask, __ATOMIC_RELAXED) & mask)) {
			__atomic_add_fetch(&counts->covered, 1, __ATOMIC_RELAXED);
			new = true;
		}
	}
	return new;
}

/* --- programs */

static void make_up(struct program *p, uint32_t *s)
{
	uint32_t i;

	p->ncalls = 4 + below(s, MAX_CALLS - 4);
	for (i = 0; i < p->ncalls; i++) {
		/* buffers first, for the other calls */
		p->call[i].kind = i < 3 ? CALL_CREATE : below(s, CALL_KINDS);
		p->call[i].seed = rnd(s);
	}
}

static void mutate(struct program *p, const struct program *from, uint32_t *s)
{
	uint32_t i, n;

	*p = *from;
	for (n = 1 + below(s, 4); n; n--) {
		i = below(s, p->ncalls);
		switch (below(s, 4)) {
		case 0:
			p->call[i].seed = rnd(s);
			break;
		case 1:
			p->call[i].seed ^= 1u << below(s, 32);
			break;
		case 2:
			p->call[i].kind = below(s, CALL_KINDS);
			break;
		default:
			if (p->ncalls < MAX_CALLS)
				p->call[p->ncalls++] = p->call[i];
		}
	}
}

static void *other_thread(void *arg)
{
	struct runner *first = arg;
	struct runner *r = malloc(sizeof(*r));
	struct program p;
	uint32_t i, s;

	if (!r)
		return NULL;
	/* the same file and handles, but other calls */
	memcpy(r, first, sizeof(*r));
	s = r->next ^ 0x5bd1e995;
	make_up(&p, &s);
	for (i = 0; i < p.ncalls; i++)
		if (p.call[i].kind != CALL_REOPEN)
			run_call(r, &p.call[i]);
	if (r->wrong) {
		first->wrong = r->wrong;
		first->wrong_errno = r->wrong_errno;
	}
	free(r);
	return NULL;
}

static int run_program(struct runner *r, const struct program *p, bool threads)
{
	pthread_t thread;
	bool beside;
	uint32_t i;

	if (cover)
		__atomic_store_n(&cover[0], 0, __ATOMIC_RELAXED);
	beside = threads && !pthread_create(&thread, NULL, other_thread, r);
	for (i = 0; i < p->ncalls; i++)
		run_call(r, &p->call[i]);
	if (beside)
		pthread_join(thread, NULL);
	__atomic_add_fetch(&counts->programs, 1, __ATOMIC_RELAXED);
	return r->wrong ? -1 : 0;
}

static int fuzz(uint32_t seed, uint64_t until_ns, uint64_t programs, bool alone)
{
	static struct program pool[POOL];
	struct runner *r = calloc(1, sizeof(*r));
	uint32_t npool = 0, s = seed;
	struct program p;
	struct client c;

	if (!r || client_open(&c))
		return 2;
	r->fd = c.fd;
	cover_open();
	while (programs-- && now_ns() < until_ns) {
		uint32_t before = s;

		if (npool && !one_in(&s, 4))
			mutate(&p, &pool[below(&s, npool)], &s);
		else
			make_up(&p, &s);
		if (run_program(r, &p, !alone && one_in(&s, 4))) {
			fprintf(stderr, "ioctlfuzz: %s answered with errno %d (%s); seed %u, state %u\n",
				r->wrong, r->wrong_errno, strerror(r->wrong_errno), seed, before);
			return 1;
		}
		if (cover_new()) {
			pool[npool < POOL ? npool++ : below(&s, POOL)] = p;
			__atomic_add_fetch(&counts->kept, 1, __ATOMIC_RELAXED);
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	uint32_t seed = time(NULL), jobs = 2, round = 0;
	uint64_t seconds = 30, programs = ~0ull, start = now_ns(), until;
	int opt, bad = 0, alarms, frames, kmsg = kmsg_open();
	char text[512];
	struct client c;

	while ((opt = getopt(argc, argv, "s:t:n:j:")) != -1) {
		if (opt == 's')
			seed = strtoul(optarg, NULL, 0);
		else if (opt == 't')
			seconds = strtoull(optarg, NULL, 0);
		else if (opt == 'n')
			programs = strtoull(optarg, NULL, 0);
		else if (opt == 'j')
			jobs = strtoul(optarg, NULL, 0);
		else
			return 2;
	}
	if (client_open(&c)) {
		fprintf(stderr, "ioctlfuzz: no device\n");
		return 2;
	}
	frames = load_frames(optind < argc ? argv[optind] : "build/corpus", c.chip);
	client_close(&c);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	counts = &shared->counts;
	until = start + seconds * 1000000000ull;
	printf("ioctlfuzz: seed %u, %u processes, %d frames\n", seed, jobs, frames);
	fflush(stdout);

	/* Rounds of a few seconds; with several processes, some are killed. */
	while (now_ns() < until && !bad) {
		uint64_t end = jobs == 1 ? until : now_ns() + 5000000000ull;
		pid_t child[16];
		uint32_t i, s = seed + round;
		int status;

		for (i = 0; i < jobs && i < 16; i++) {
			child[i] = fork();
			if (!child[i])
				_exit(fuzz(seed + 1000 * round + i + 1, end < until ? end : until,
					   programs, jobs == 1));
		}
		if (jobs > 1 && one_in(&s, 2)) {
			usleep(below(&s, 3000000));
			kill(child[0], SIGKILL);
		}
		for (i = 0; i < jobs && i < 16; i++) {
			waitpid(child[i], &status, 0);
			if (WIFEXITED(status) && WEXITSTATUS(status))
				bad = 1;
			/* SIGBUS: no memory for a mapping; SIGKILL: killed above */
			if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL &&
			    WTERMSIG(status) != SIGBUS) {
				fprintf(stderr, "ioctlfuzz: died of signal %d\n", WTERMSIG(status));
				bad = 1;
			}
		}
		if (client_works()) {
			fprintf(stderr, "ioctlfuzz: the device does not work after round %u\n", round);
			bad = 1;
		}
		round++;
		if (programs != ~0ull)
			break;
	}
	alarms = kmsg_alarms(kmsg, text, sizeof(text));
	if (alarms) {
		fprintf(stderr, "ioctlfuzz: the kernel said: %s\n", text);
		bad = 1;
	}
	printf("ioctlfuzz: %llu programs, %llu calls, %llu streams accepted, %llu refused, %llu kept, %llu places covered\n",
	       (unsigned long long)counts->programs, (unsigned long long)counts->calls,
	       (unsigned long long)counts->submitted, (unsigned long long)counts->refused,
	       (unsigned long long)counts->kept, (unsigned long long)counts->covered);
	printf("%sok 1 ioctlfuzz\n1..1\n", bad ? "not " : "");
	return bad;
}
