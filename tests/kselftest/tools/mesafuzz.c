// SPDX-License-Identifier: GPL-2.0
/*
 * Random GL programs through unmodified Mesa, from inside the VM.
 *
 * Each program makes textures of all kinds, formats and sizes, framebuffers of some of
 * their levels and layers, shaders that read others, and draws, clears, blits, copies, reads
 * back and feeds back with them.  All of it is valid GL, so nothing may be refused: a
 * refusal means a size rule that is too strict, or an unforeseen stream of Mesa.
 *
 * It fails when the driver's count of refusals grows, and prints the parts of the program
 * and the verdict.  Mesa reads missing vertices where it converts them itself, and may die
 * of that: this is printed, and the next program has a new process.  Prints TAP.
 *
 * On a card without GL 3.3 (R5xx) the programs are of GL 2.1.
 *
 * usage: mesafuzz [-s SEED] [-t SECONDS] [-n PROGRAMS]
 *   100 programs by default.  Program number SEED + N is always the same.
 */
#include "mesafuzz.h"
#include "kernel.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct sofar *sofar;
bool gl2;

/* Was a submission of the last program refused? */
static void look_for_refusals(uint64_t seed)
{
	static char text[1 << 16];
	uint64_t taken, refused;
	char *last;
	int n;

	if (!debugfs_submissions(&taken, &refused) && refused == sofar->refused)
		return;
	sofar->refused = refused;
	sofar->bad++;
	printf("# program %lu:%s\n", seed + sofar->done, sofar->story);
	n = read_debugfs("rcp_refused", text, sizeof(text));
	if (n <= 0)
		return;
	text[n - 1] = '\0';
	last = strrchr(text, '\n');
	printf("# %s\n", last ? last + 1 : text);
}

static bool begin(void)
{
	static const EGLint attributes[] = {
		EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE
	};
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA,
						   EGL_DEFAULT_DISPLAY, NULL);
	EGLContext context;

	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		return false;
	context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
	gl2 = context == EGL_NO_CONTEXT;
	if (gl2)
		context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL);
	return context != EGL_NO_CONTEXT &&
	       eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

/* Runs programs from the next one on, until enough are done or time is up.  Does not return. */
static void run_programs(uint64_t seed, unsigned long programs, time_t end)
{
	if (!begin()) {
		printf("# no GL on this card\n");
		exit(2);
	}
	if (!sofar->done)
		printf("# %s, %s\n", glGetString(GL_RENDERER), glGetString(GL_VERSION));
	fill_buffers();
	while (sofar->done < programs && (!end || time(NULL) < end)) {
		run_program(seed + sofar->done);
		look_for_refusals(seed);
		fflush(stdout);
		sofar->done++;
	}
	exit(0);
}

int main(int argc, char **argv)
{
	unsigned long programs = 0, died = 0;
	uint64_t seed = 1, first, taken = 0;
	time_t seconds = 0, end = 0;
	int option, status;
	pid_t pid;
	bool good;

	while ((option = getopt(argc, argv, "s:t:n:")) != -1) {
		if (option == 's') {
			seed = strtoull(optarg, NULL, 0);
		} else if (option == 't') {
			seconds = strtol(optarg, NULL, 0);
		} else if (option == 'n') {
			programs = strtoul(optarg, NULL, 0);
		} else {
			fprintf(stderr, "usage: mesafuzz [-s SEED] [-t SECONDS] [-n PROGRAMS]\n");
			return 2;
		}
	}
	if (seconds)
		end = time(NULL) + seconds;
	if (!programs)
		programs = seconds ? ~0ul : 100;
	sofar = mmap(NULL, sizeof(*sofar), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (sofar == MAP_FAILED || debugfs_submissions(&first, &sofar->refused)) {
		printf("not ok 1 mesafuzz: no memory, or no debugfs\n1..1\n");
		return 1;
	}
	do {
		fflush(stdout);
		pid = fork();
		if (!pid)
			run_programs(seed, programs, end);
		if (pid < 0 || waitpid(pid, &status, 0) != pid) {
			perror("# fork");
			return 1;
		}
		if (WIFSIGNALED(status)) {
			printf("# program %lu: Mesa died of signal %d:%s\n", seed + sofar->done,
			       WTERMSIG(status), sofar->story);
			look_for_refusals(seed);
			sofar->done++;
			died++;
		}
	} while (WIFSIGNALED(status) && sofar->done < programs && (!end || time(NULL) < end));

	printf("# %lu of %lu framebuffers were complete\n", sofar->complete, sofar->asked);
	good = (WIFSIGNALED(status) || !WEXITSTATUS(status)) && !sofar->bad && sofar->complete &&
	       !debugfs_submissions(&taken, &sofar->refused) && taken > first &&
	       died <= sofar->done / 20;
	printf("%sok 1 mesafuzz: %lu programs from %lu on, %lu submissions, %lu refused, %lu ended by Mesa\n1..1\n",
	       good ? "" : "not ", sofar->done, seed, taken - first, sofar->bad, died);
	return good ? 0 : 1;
}
