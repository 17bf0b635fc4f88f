// SPDX-License-Identifier: GPL-2.0
/*
 * build/card: runs a QEMU with the model attached as a PCI device.
 *
 *	card [options] -- qemu-system-x86_64 [arguments]
 *	card --second [options] -- card [options] -- qemu-system-x86_64 [arguments]
 *
 * The second form gives the machine two cards, each a process of its own.  The inner one sets
 * up the machine; the outer one passes its device through it to QEMU.
 *
 * Exits with QEMU's code, or 3 if the guest broke a rule of the hardware.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "machine.h"

#define EXIT_USAGE	2
#define EXIT_VIOLATION	3
/* By the guest's clock: how long the card waits before it looks again, with and without something to do */
#define CLOCK_NS	20000
#define IDLE_NS		2000000
#define TERM_GRACE_MS	3000

struct card {
	struct model_config config;
	struct transport_setup setup;
	const struct transport_ops *ops;
	struct transport *transport;
	struct model *model;
	const char *rom;	/* a file */
	FILE *report;
	struct clock *clock;	/* of the guest; NULL: the host's */
	pid_t child;
	char **command;		/* the program to run, with its arguments */
	char **qemu;		/* where QEMU and its arguments begin in it */
	int signals;
	int status;
	int ended_by;		/* the signal that stopped us */
	u64 kill_ns;
};

static const char usage[] =
"usage: card [options] -- qemu-system-x86_64 [arguments]\n"
"       card --second [options] -- card [options] -- qemu-system-x86_64 [arguments]\n"
"  --chip NAME        R600 RV610 RV630 RV670 RV620 RV635 RS780 RS880 RV770 RV730 RV710 RV740 (RV710)\n"
"                     RV515 R520 RV530 R580 RV560 RV570\n"
"  --vram MiB         size of VRAM (1984)\n"
"  --bar MiB          size of the window in BAR 0 (256, or VRAM if that is smaller)\n"
"  --ram SIZE         guest memory (that of -m, or 1G)\n"
"  --delay USEC       time that the first stream or copy takes when the engine was idle (0)\n"
"  --irq USEC         an interrupt message comes so long after its event (0)\n"
"  --clock FILE       time is the guest's: an instruction takes a nanosecond (build/bench/clock.so)\n"
"  --drop-irq N       lose every n-th interrupt message\n"
"  --habit NAME       irq-overtakes (a message arrives before its write pointer), rearm-blind (none for\n"
"                     entries from before re-arming), slow (TLB, memory controller, reset, read pointer),\n"
"                     mc-busy (the memory controller, for good); may be repeated\n"
"  --hang-at N        hang at the n-th packet\n"
"  --hang-ib N        hang at the first packet of the n-th indirect buffer\n"
"  --hang-op OP[:N]   hang at the n-th packet with this opcode (1)\n"
"  --stuck REG=VAL[:N] pin reads of a register after n normal ones; may be repeated\n"
"  --not-posted       the firmware has not initialised the card\n"
"  --rom FILE         the expansion ROM, up to 128 KiB of it (one that can post the card)\n"
"  --no-msi           no MSI capability\n"
"  --no-microcode     the CP never leaves its halt\n"
"  --dead-cp          the CP runs but fetches nothing\n"
"  --console          the firmware left a console on the screen\n"
"  --board NAME       fb-zero fb-c0 fb-across vga-text second-crtc live harvested long-burst odd-memory no-straps\n"
"                     no-vram-bar no-registers few-registers no-gen2 deemphasis gpio-thermal keeps-size agp states weak-pll\n"
"                     switched dead-switch bar64 fb-bar; may be repeated\n"
"  --port SPEED       behind a PCIe root port of 2.5, 5 or 8 GT/s instead of on the root bus\n"
"  --audio            with a function 1, HDMI audio\n"
"  --second           in slot 6, beside the card of the command, which is in slot 4 (vfio-user only)\n"
"  --seed N           seed of the power-on values of registers and VRAM (1); 0: zeros\n"
"  --alone            a draw may not use addresses that another indirect buffer left in the chip\n"
"  --caches SEED      draws have caches (gpu_caches())\n"
"  --blank            draws compute no pixel and take no time\n"
"  --slow-vram        see every access to VRAM (microseconds each)\n"
"  --report FILE      violations and counters\n"
"  --trace FILE       every register access: microseconds, r or w, register, value\n"
"  --permissive       violations do not change the exit code\n";

static bool number(const char *text, u64 max, u64 *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 0);
	return !errno && end != text && !*end && *out <= max;
}

static bool parse_u32(const char *text, u32 *out)
{
	u64 v;

	if (!number(text, UINT32_MAX, &v))
		return false;
	*out = (u32)v;
	return true;
}

static bool parse_us(const char *text, u64 *ns)
{
	u64 v;

	if (!number(text, 60000000, &v))
		return false;
	*ns = v * 1000;
	return true;
}

/* REG=VAL[:N], see usage */
static bool parse_stuck(struct model_config *c, const char *text)
{
	struct model_stuck *s = &c->stuck[c->nstuck];
	unsigned int reg, val = 0, after = 0;
	int n = sscanf(text, "%i=%i:%i", (int *)&reg, (int *)&val, (int *)&after);

	if (n < 2 || c->nstuck == MODEL_MAX_STUCK)
		return false;
	*s = (struct model_stuck){ .reg = reg, .value = val, .after = after };
	c->nstuck++;
	return true;
}

static bool parse_habit(struct model_config *c, const char *text)
{
	if (!strcmp(text, "irq-overtakes"))
		c->irq_overtakes = true;
	else if (!strcmp(text, "rearm-blind"))
		c->rearm_is_blind = true;
	else if (!strcmp(text, "slow"))
		c->slow = true;
	else if (!strcmp(text, "mc-busy"))
		c->mc_busy = true;
	else
		return false;
	return true;
}

static bool parse_op(struct model_config *c, const char *text)
{
	unsigned int op, n = 1;

	if (sscanf(text, "%i:%i", (int *)&op, (int *)&n) < 1)
		return false;
	c->hang_op = op;
	c->hang_op_count = n;
	return true;
}

enum card_option {
	O_CHIP = 1, O_VRAM, O_BAR, O_RAM, O_DELAY, O_IRQ, O_CLOCK, O_DROP, O_HABIT, O_HANG, O_HANG_IB, O_HANG_OP, O_STUCK,
	O_NOT_POSTED, O_ROM, O_NO_MSI, O_NO_UCODE, O_DEAD, O_CONSOLE, O_BOARD, O_PORT, O_AUDIO, O_SECOND, O_SEED, O_ALONE, O_CACHES, O_BLANK, O_SLOW, O_REPORT, O_TRACE, O_PERMISSIVE, O_HELP,
};

static const struct option options[] = {
	{ "chip", 1, NULL, O_CHIP },
	{ "vram", 1, NULL, O_VRAM },
	{ "bar", 1, NULL, O_BAR },
	{ "ram", 1, NULL, O_RAM },
	{ "delay", 1, NULL, O_DELAY },
	{ "irq", 1, NULL, O_IRQ },
	{ "clock", 1, NULL, O_CLOCK },
	{ "drop-irq", 1, NULL, O_DROP },
	{ "habit", 1, NULL, O_HABIT },
	{ "hang-at", 1, NULL, O_HANG },
	{ "hang-ib", 1, NULL, O_HANG_IB },
	{ "hang-op", 1, NULL, O_HANG_OP },
	{ "stuck", 1, NULL, O_STUCK },
	{ "not-posted", 0, NULL, O_NOT_POSTED },
	{ "rom", 1, NULL, O_ROM },
	{ "no-msi", 0, NULL, O_NO_MSI },
	{ "no-microcode", 0, NULL, O_NO_UCODE },
	{ "dead-cp", 0, NULL, O_DEAD },
	{ "console", 0, NULL, O_CONSOLE },
	{ "board", 1, NULL, O_BOARD },
	{ "port", 1, NULL, O_PORT },
	{ "audio", 0, NULL, O_AUDIO },
	{ "second", 0, NULL, O_SECOND },
	{ "seed", 1, NULL, O_SEED },
	{ "alone", 0, NULL, O_ALONE },
	{ "caches", 1, NULL, O_CACHES },
	{ "blank", 0, NULL, O_BLANK },
	{ "slow-vram", 0, NULL, O_SLOW },
	{ "report", 1, NULL, O_REPORT },
	{ "trace", 1, NULL, O_TRACE },
	{ "permissive", 0, NULL, O_PERMISSIVE },
	{ "help", 0, NULL, O_HELP },
	{ NULL, 0, NULL, 0 },
};

static bool flag(struct card *card, int o)
{
	struct model_config *c = &card->config;

	switch (o) {
	case O_NOT_POSTED:
		c->not_posted = true;
		return true;
	case O_NO_MSI:
		c->no_msi = true;
		return true;
	case O_NO_UCODE:
		c->no_microcode = true;
		return true;
	case O_DEAD:
		c->dead_cp = true;
		return true;
	case O_CONSOLE:
		c->console = true;
		return true;
	case O_ALONE:
		c->alone = true;
		return true;
	case O_BLANK:
		c->blank = true;
		return true;
	case O_SLOW:
		c->see_vram = true;
		card->setup.slow_vram = true;
		return true;
	case O_PERMISSIVE:
		c->permissive = true;
		return true;
	case O_AUDIO:
		c->audio = true;
		return true;
	case O_SECOND:
		card->setup.second = true;
		return true;
	}
	return false;
}

static unsigned int port_by_speed(const char *speed)
{
	if (!strcmp(speed, "2.5"))
		return MODEL_PORT_2_5;
	if (!strcmp(speed, "5"))
		return MODEL_PORT_5;
	return strcmp(speed, "8") ? 0 : MODEL_PORT_8;
}

static bool open_output(FILE **f, const char *path)
{
	if (*f)
		fclose(*f);
	*f = fopen(path, "we");
	if (!*f)
		fprintf(stderr, "card: %s: %s\n", path, strerror(errno));
	return *f;
}

static bool option(struct card *card, int o, const char *arg)
{
	struct model_config *c = &card->config;
	u64 v;

	switch (o) {
	case O_CHIP:
		c->chip = model_chip_by_name(arg);
		return c->chip;
	case O_VRAM:
		if (!number(arg, 4095, &v) || v < 16)
			return false;
		c->vram_size = MIB(v);
		return true;
	case O_BAR:
		if (!number(arg, 512, &v) || v < 1 || (v & (v - 1)))
			return false;
		c->bar_size = MIB(v);
		return true;
	case O_RAM:
		card->setup.ram = arg;
		return true;
	case O_DELAY:
		return parse_us(arg, &c->delay_ns);
	case O_IRQ:
		return parse_us(arg, &c->irq_ns);
	case O_CLOCK:
		clock_close(card->clock);
		card->clock = clock_open(arg);
		return card->clock;
	case O_DROP:
		return parse_u32(arg, &c->drop_irq);
	case O_HABIT:
		return parse_habit(c, arg);
	case O_HANG:
		return parse_u32(arg, &c->hang_packet);
	case O_HANG_IB:
		return parse_u32(arg, &c->hang_ib);
	case O_HANG_OP:
		return parse_op(c, arg);
	case O_STUCK:
		return parse_stuck(c, arg);
	case O_BOARD:
		c->board |= model_board_by_name(arg);
		return model_board_by_name(arg);
	case O_PORT:
		c->port = card->setup.port = port_by_speed(arg);
		return c->port;
	case O_SEED:
		return parse_u32(arg, &c->seed);
	case O_CACHES:
		c->caches = true;
		return parse_u32(arg, &c->cache_seed);
	case O_ROM:
		card->rom = arg;
		return true;
	case O_REPORT:
		return open_output(&card->report, arg);
	case O_TRACE:
		return open_output(&c->trace, arg);
	}
	return flag(card, o);
}

/* The ROM past the end of a shorter file is unprogrammed. */
static bool read_rom(const char *path, u8 rom[MODEL_ROM_SIZE])
{
	FILE *f = fopen(path, "re");
	bool good = f;

	if (good) {
		memset(rom, 0xff, MODEL_ROM_SIZE);
		good = fread(rom, 1, MODEL_ROM_SIZE, f) && !ferror(f);
	}
	if (!good)
		fprintf(stderr, "card: %s: %s\n", path, errno ? strerror(errno) : "it is empty");
	if (f)
		fclose(f);
	return good;
}

static u64 round_down_pow2(u64 v)
{
	while (v & (v - 1))
		v &= v - 1;
	return v;
}

static bool parse(struct card *card, int argc, char **argv)
{
	int o, index = 0;

	card->config.chip = model_chip_by_name("RV710");
	card->config.vram_size = MIB(1984);
	card->config.seed = 1;
	while ((o = getopt_long(argc, argv, "+", options, &index)) != -1) {
		if (o == O_HELP) {
			fputs(usage, stdout);
			exit(0);
		}
		if (o == '?')
			return false;
		if (!option(card, o, optarg)) {
			fprintf(stderr, "card: --%s does not take '%s'\n", options[index].name, optarg);
			return false;
		}
	}
	card->command = card->qemu = argv + optind;
	while (card->setup.second && *card->qemu && strcmp(*card->qemu++, "--"))
		;
	if (!*card->qemu) {
		fputs(usage, stderr);
		return false;
	}
	if (card->config.audio && !card->config.chip->audio_id) {
		fprintf(stderr, "card: %s has no HDMI audio\n", card->config.chip->name);
		return false;
	}
	if (!card->config.bar_size)
		card->config.bar_size = MIB(256);
	if (card->config.bar_size > card->config.vram_size)
		card->config.bar_size = round_down_pow2(card->config.vram_size);
	return true;
}

/* Get the size of guest memory from the caller's -m. */
static const char *memory_of(char **qemu)
{
	for (; *qemu; qemu++)
		if (!strcmp(*qemu, "-m") && qemu[1])
			return strncmp(qemu[1], "size=", 5) ? qemu[1] : qemu[1] + 5;
	return "1G";
}

static bool chooses_accel(char **qemu)
{
	for (; *qemu; qemu++)
		if (!strcmp(*qemu, "-accel") || !strcmp(*qemu, "-enable-kvm") || strstr(*qemu, "accel="))
			return true;
	return false;
}

/*
 * Our arguments first, so that QEMU assigns the caller's slots around ours; a second -m is equal.
 * The first card adds the arguments that may occur only once.
 */
static void qemu_args(struct card *card, struct arglist *a)
{
	char **word = card->command;

	while (word <= card->qemu)
		arg_add(a, "%s", *word++);
	card->ops->qemu_args(card->transport, a);
	if (!card->setup.second && !chooses_accel(card->qemu)) {
		arg_add(a, "-accel");
		arg_add(a, "tcg,thread=single");
	}
	if (!card->setup.second) {
		arg_add(a, "-vga");
		arg_add(a, "none");
	}
	while (*word)
		arg_add(a, "%s", *word++);
}

static bool start_child(struct card *card)
{
	struct arglist a = { 0 };
	pid_t self = getpid();
	sigset_t none;

	qemu_args(card, &a);
	card->child = fork();
	if (card->child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != self)
			_exit(127);
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		card->ops->child(card->transport);
		execvp(a.arg[0], a.arg);
		fprintf(stderr, "card: %s: %s\n", a.arg[0], strerror(errno));
		_exit(127);
	}
	arg_free(&a);
	if (card->child < 0) {
		fprintf(stderr, "card: fork: %s\n", strerror(errno));
		return false;
	}
	card->ops->started(card->transport);
	return true;
}

static bool catch_signals(struct card *card)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	card->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return card->signals >= 0;
}

/* Returns true if the child has ended. */
static bool take_signals(struct card *card)
{
	struct signalfd_siginfo si;

	while (read(card->signals, &si, sizeof(si)) == (ssize_t)sizeof(si)) {
		if (si.ssi_signo == SIGCHLD)
			continue;
		if (!card->ended_by) {
			card->ended_by = si.ssi_signo;
			card->kill_ns = host_ns() + TERM_GRACE_MS * 1000000ull;
			kill(card->child, SIGTERM);
		}
	}
	return waitpid(card->child, &card->status, WNOHANG) == card->child;
}

static const struct timespec *timeout(u64 now, u64 next, struct timespec *ts)
{
	u64 ns;

	if (next == MODEL_NEVER)
		return NULL;
	ns = next <= now ? 0 : next - now;
	ts->tv_sec = ns / 1000000000;
	ts->tv_nsec = ns % 1000000000;
	return ts;
}

/*
 * Wait for the guest, or until @next.  By the guest's clock the guest stops there, and goes on when
 * model_run() has run and its interrupt has arrived.
 */
static int wait_for_guest(struct card *card, struct pollfd *p, u64 next)
{
	struct clock *clock = card->clock;
	struct timespec ts;
	int n;

	if (!clock)
		return ppoll(p, TRANSPORT_FDS + 1, timeout(host_ns(), next, &ts), NULL);
	if (card->ops->busy && card->ops->busy(card->transport)) {
		next = MODEL_NEVER;
	} else {
		clock_go(clock, next);
		if (next <= clock_ns(clock))
			return 0;
	}
	ts = (struct timespec){ .tv_nsec = next == MODEL_NEVER ? IDLE_NS : CLOCK_NS };
	n = ppoll(p, TRANSPORT_FDS + 1, &ts, NULL);
	if (n || next <= clock_ns(clock))
		clock_stop(clock);
	return n;
}

/* Serve the guest until QEMU ends. */
static void loop(struct card *card)
{
	int fd[TRANSPORT_FDS];
	bool gone = false;

	for (;;) {
		struct pollfd p[TRANSPORT_FDS + 1] = { { .fd = card->signals, .events = POLLIN } };
		u64 next = gone ? MODEL_NEVER : model_run(card->model);

		if (card->ended_by) {
			if (host_ns() >= card->kill_ns)
				kill(card->child, SIGKILL);
			if (card->kill_ns < next && !card->clock)
				next = card->kill_ns;
		}
		card->ops->fds(card->transport, fd);
		for (unsigned int i = 0; i < TRANSPORT_FDS; i++)
			p[i + 1] = (struct pollfd){ .fd = gone ? -1 : fd[i], .events = POLLIN };
		if (wait_for_guest(card, p, next) < 0 && errno != EINTR)
			break;
		if (p[0].revents && take_signals(card))
			return;
		for (unsigned int i = 0; i < TRANSPORT_FDS && !gone; i++)
			if (p[i + 1].revents && !card->ops->handle(card->transport, i))
				gone = true;
	}
	kill(card->child, SIGKILL);
	waitpid(card->child, &card->status, 0);
}

static int result(struct card *card)
{
	model_report_counters(card->model, "count");
	if (model_count(card->model, MODEL_VIOLATION)) {
		fprintf(stderr, "card: %llu violation(s) of the hardware's rules\n",
			(unsigned long long)model_count(card->model, MODEL_VIOLATION));
		if (!card->config.permissive)
			return EXIT_VIOLATION;
	}
	if (card->ended_by)
		return 128 + card->ended_by;
	if (WIFSIGNALED(card->status))
		return 128 + WTERMSIG(card->status);
	return WEXITSTATUS(card->status);
}

int main(int argc, char **argv)
{
	struct card card = { .signals = -1 };
	int rc = EXIT_USAGE;

	if (!parse(&card, argc, argv))
		return EXIT_USAGE;
	card.ops = transport_for(*card.qemu, &card.setup);
	if (!card.ops)
		return EXIT_USAGE;
	if (card.setup.second && !card.ops->takes_second) {
		fprintf(stderr, "card: no second card by %s; QEMU 10.1 and later can have two\n", card.ops->name);
		return EXIT_USAGE;
	}
	card.config.endpoint = card.ops->hides_legacy;
	if (!card.setup.ram)
		card.setup.ram = memory_of(card.qemu);
	card.setup.vram_size = card.config.vram_size;
	card.setup.bar_size = card.config.bar_size;
	card.setup.audio = card.config.audio ? card.config.chip : NULL;
	model_rom_build(card.config.chip, card.config.vram_size, card.config.board, card.setup.rom);
	if (card.rom && !read_rom(card.rom, card.setup.rom))
		return EXIT_USAGE;
	card.transport = card.ops->open(&card.setup);
	if (!card.transport)
		return EXIT_USAGE;
	card.transport->clock = card.clock;
	card.model = model_new(&card.config, card.ops->host, card.transport, card.transport->vram,
			       card.report);
	card.transport->model = card.model;
	if (card.model)
		card.transport->machine = machine_new(card.model, card.report);
	if (card.transport->machine && catch_signals(&card) && start_child(&card)) {
		loop(&card);
		rc = result(&card);
	}
	machine_free(card.transport->machine);
	model_free(card.model);
	card.ops->close(card.transport);
	clock_close(card.clock);
	if (card.report)
		fclose(card.report);
	if (card.config.trace)
		fclose(card.config.trace);
	return rc;
}
