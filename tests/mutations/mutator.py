# SPDX-License-Identifier: GPL-2.0
"""Makes the mutants of sources that tests in userspace cover, and runs these tests on them.

All mutants of a run are built at once: a program has each of them beside the expression that it
replaces, and RCP_MUTANT chooses one.  A run without one shows which mutants each program reaches;
a mutant is run by these alone, the quickest first, until a test fails, a sanitizer reports or the
time is up.  A mutant of a table or a macro is built on its own.  scripts/mutate calls this, and
README.md describes it.
"""

import argparse
import fnmatch
import glob
import hashlib
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from bisect import bisect_left
from collections import defaultdict

sys.dont_write_bytecode = True
import plant				# noqa: E402
from expressions import tokens_of	# noqa: E402
from mutants import mutants_of		# noqa: E402
from plant import text_of as read	# noqa: E402

HERE = 'tests/mutations'
# Folder, programs, sources of their tests.  The first folder that fits counts.
FOLDERS = (
	('pm4/r600', 'pm4-table-test pm4-check-test r600-invariant-test',
	 'tests/pm4/*.[ch] tests/proof/r600/inv*'),
	('pm4/r500', 'pm4-r500-test ctm-as-test pm4-table-test', 'tests/pm4/*.[ch] tests/ctm/*.[ch]'),
	('pm4/si', 'pm4-si-test pm4-table-test', 'tests/pm4/*.[ch] tests/pm4/si/*.[ch]'),
	('pm4/vc4', 'vc4-test', 'tests/vc4/*.[ch]'),
	('pm4/tool', 'pm4-table-test tests/pm4/text-tool-test tests/pm4/tool-test tests/pm4/si-tool-test '
	 'tests/pm4/contents-tool-test tests/vc4/vc4-tool-test', 'tests/pm4/* tests/vc4/vc4-tool-test'),
	('pm4', 'pm4-table-test pm4-check-test pm4-r500-test pm4-si-test vc4-test',
	 'tests/pm4/*.[ch] tests/vc4/*.[ch]'),
	('tests/oracle', 'oracle-test pm4-r500-test', 'tests/oracle/*_test.c tests/pm4/r500*'),
	('tests/gpu/r500', 'gpu-r500-front-test gpu-r500-back-test', 'tests/gpu/unit_*'),
	('tests/gpu', 'gpu-surface-test gpu-test gpu-r500-front-test gpu-r500-back-test', 'tests/gpu/unit_*'),
	('tests/model', 'model-test', 'tests/model/*_test.c tests/model/*/*_test.c'),
	('fence/order', 'order-sim', 'tests/order/*.[ch]'),
	('tests/order', 'order-sim', 'tests/order/*.[ch]'),
)
# Tests themselves, what no program of the folder has, and the generator, whose output is the tables.
NOT_MUTATED = (
	'pm4/gen/*', 'pm4/tool/tool_bench.c', 'tests/gpu/unit_*', 'tests/model/*_test.c',
	'tests/model/*/up.[ch]', 'tests/model/rig.[ch]', 'tests/model/card.c', 'tests/model/card_rom.c',
	'tests/model/firmware.c', 'tests/model/tsc.c', 'tests/model/version.c', 'tests/oracle/*_test.c',
	'tests/oracle/test_main.c', 'tests/oracle/tests.h', 'tests/oracle/corpus.c',
	'tests/oracle/run.[ch]', 'tests/oracle/probe.c', 'tests/order/histories.c', 'tests/order/main.c')

# Every program is linked with this.
SWITCH = r'''
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
int rcp_mutant;
static unsigned char unseen[1 << 16];
unsigned char *rcp_reached = unseen;
__attribute__((constructor)) static void choose(void)
{
	const char *mutant = getenv("RCP_MUTANT"), *path = getenv("RCP_REACHED");
	int fd = path ? open(path, O_RDWR) : -1;
	void *seen;

	if (mutant)
		rcp_mutant = atoi(mutant);
	if (fd < 0)
		return;
	seen = mmap(0, sizeof(unseen), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (seen != MAP_FAILED)
		rcp_reached = seen;
}
'''
# What a compiler may forgive is no mutant.
NO_MUTANT = ('-Werror=implicit-function-declaration -Werror=int-conversion '
	     '-Werror=incompatible-pointer-types')
DECLARE = 'extern int rcp_mutant; extern unsigned char *rcp_reached; '


def say(text):
	print(f'mutate: {text}', file=sys.stderr, flush=True)


def folder_of(path):
	for row in FOLDERS:
		if path.startswith(row[0] + '/'):
			return row
	return None


def sources():
	found = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], capture_output=True,
			       text=True, check=True).stdout.split('\n')
	return [f for f in found if re.search(r'\.[ch]$', f) and folder_of(f) and os.path.exists(f) and
		not any(fnmatch.fnmatch(f, pattern) for pattern in NOT_MUTATED)]


# --- mutants that need no test

def reasons():
	"""The rows of the list: (file, item, edit) and why no test can see it."""
	rows, row = {}, []
	for line in read(f'{HERE}/reasons').split('\n'):
		key, _, rest = line.partition(' ')
		rest = rest.strip()
		if key == 'mutant':
			row = rest.split()
		elif key == 'edit':
			row.append(rest)
		elif key == 'why':
			rows[tuple(row)] = rest
	return rows


def edit_of(m):
	return (m.file, m.item, m.says())


# --- results of earlier runs, by the hash of function, edit and tests

class Results:
	def __init__(self, path):
		self.path, self.known, self.sums = path, {}, {}
		if os.path.exists(path):
			for line in read(path).split('\n'):
				key, _, verdict = line.partition(' ')
				self.known[key] = verdict

	def key(self, m):
		_, programs, tests = folder_of(m.file)
		if tests not in self.sums:
			paths = sorted(p for pattern in tests.split() for p in glob.glob(pattern)
				       if os.path.isfile(p))
			self.sums[tests] = hashlib.sha256(''.join(map(read, paths)).encode()).hexdigest()
		return hashlib.sha256((m.name() + programs + self.sums[tests]).encode()).hexdigest()[:32]

	def get(self, m):
		return self.known.get(self.key(m))

	def put(self, m, verdict):
		key = self.key(m)
		if self.known.get(key) != verdict:
			with open(self.path, 'a', encoding='utf-8') as f:
				f.write(f'{key} {verdict}\n')
		self.known[key] = verdict


# --- what changed

def changed_lines():
	"""Of each file since the commit that BASE names."""
	base = re.search(r'^[0-9a-f]{40}$', read(f'{HERE}/BASE'), re.M).group()
	diff = subprocess.run(['git', 'diff', '-U0', '--no-color', base, '--', '*.c', '*.h'],
			      capture_output=True, text=True)
	lines, path = defaultdict(set), ''
	if diff.returncode:
		say(f'this clone lacks {base}, which {HERE}/BASE names: every line counts as old')
	for line in diff.stdout.split('\n'):
		if line.startswith('+++ '):
			path = line[6:]
		hunk = re.match(r'@@ -\S+ \+(\d+)(?:,(\d+))? @@', line)
		if hunk:
			first, n = int(hunk.group(1)), int(hunk.group(2) or 1)
			lines[path] |= set(range(first, first + n))
	return lines


def is_fresh(m, changed):
	return any(n in changed[m.file] for n in range(m.line, m.line + m.old.count('\n') + 1))


# --- the program with all mutants

def with_mutants(text, numbered, alone=None):
	"""The source with the mutants (number, mutant); sets the lines of each, and of its place."""
	places = defaultdict(list)
	for number, m in numbered:
		places[m.place.start, m.place.end, m.place.kind].append((number, m))
	pieces = [(start, end, kind, found) for (start, end, kind), found in places.items()]
	if alone:
		pieces.append((alone.start, alone.end, 'alone', []))
	out, at = (DECLARE if numbered else ''), 0
	for start, end, kind, found in sorted(pieces, key=lambda piece: piece[:2]):
		out += text[at:start]
		at = end
		if kind == 'alone':
			out += alone.new
			continue
		void = '(void)' if kind == 'void' else ''
		out += '' if kind == 'jump' else '('
		begin = out.count('\n') + 1
		for number, m in found:
			first = out.count('\n') + 2
			edited = text[start:m.start] + m.new + text[m.end:end]
			chosen = f'(rcp_reached[{number}] = 1, rcp_mutant == {number})'
			if kind == 'jump':
				out += f'\nif {chosen}\n{edited} else '
			else:
				out += f'\n{chosen} ? {void}({edited.strip() or 0})\n: '
			m.lines = range(first, out.count('\n') + 1)
		out += text[start:end] if kind == 'jump' else f'{void}({text[start:end]}))'
		for _, m in found:
			m.around = range(begin, out.count('\n') + 2)
	return out + text[at:]


class Build:
	"""The copy of the tree with its programs."""

	def __init__(self, tree):
		self.tree, self.times, self.written = tree, {}, set()
		self.object = os.path.abspath(f'{tree}.switch.o')
		subprocess.run(['gcc', '-O2', '-fPIC', '-xc', '-', '-c', '-o', self.object], input=SWITCH,
			       text=True, check=True)
		self.reached = os.path.abspath(f'{tree}.reached')
		self.log = f'{tree}.log'

	def write(self, path, text):
		"""Newer than all that was built from it, because time stamps may be some ms coarse."""
		time.sleep(0.02)
		with open(f'{self.tree}/{path}', 'w', encoding='utf-8') as f:
			f.write(text)
		self.written.add(path)

	def restore(self):
		for path in self.written:
			self.write(path, read(path))
		self.written = set()

	def make(self, programs):
		"""Prints what the compiler says against it, or nothing."""
		targets = [p if '/' in p else f'build/{p}' for p in programs]
		made = subprocess.run(
			['make', '-s', '-k', '-C', self.tree, f'CC=gcc {NO_MUTANT} -Wl,{self.object}'] + targets,
			capture_output=True, text=True, errors='replace', stdin=subprocess.DEVNULL)
		return made.stdout + made.stderr if made.returncode else ''

	def run(self, program, number=0):
		"""True if the program passes."""
		def limits():
			cpu = int(4 * self.times.get(program, 300)) + 5
			resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
			resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
			resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

		env = dict(os.environ, RCP_MUTANT=str(number), RCP_STOP_EARLY='1',
			   ASAN_OPTIONS='hard_rss_limit_mb=3000')
		if not number:
			env['RCP_REACHED'] = self.reached
		with open(self.log, 'w', encoding='utf-8') as log:
			command = f'./{program}' if '/' in program else f'build/{program}'
			child = subprocess.Popen([command], cwd=self.tree, env=env, stdout=log,
						 stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT,
						 preexec_fn=limits, start_new_session=True)
			try:
				return child.wait(20 * self.times.get(program, 300) + 60) == 0
			except subprocess.TimeoutExpired:
				return False
			finally:
				try:
					os.killpg(child.pid, signal.SIGKILL)
				except ProcessLookupError:
					pass
				child.wait()

	def healthy(self, program):
		"""Runs it without a mutant: the numbers of the mutants that it reaches."""
		with open(self.reached, 'wb') as f:
			f.truncate(1 << 16)
		before = resource.getrusage(resource.RUSAGE_CHILDREN)
		if not self.run(program):
			sys.exit(f'mutate: {program} fails without a mutant: {self.log}')
		after = resource.getrusage(resource.RUSAGE_CHILDREN)
		self.times[program] = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
		with open(self.reached, 'rb') as f:
			return {number for number, seen in enumerate(f.read()) if seen}


def places_of(errors):
	"""The places (file, line) of each error: where it is, and the macros around it."""
	found, is_error = [], False
	for path, line, kind in re.findall(
			r'^(?:\.\./)*([\w./]+):(\d+):\d+: (error|warning|note: in expansion)', errors, re.M):
		if not kind.startswith('note'):
			is_error = kind == 'error'
			found += [[]] if is_error else []
		if is_error:
			found[-1].append((path, int(line)))
	return found


class Run:
	def __init__(self, build, mutants):
		self.build, self.mutants, self.texts = build, mutants, {}
		self.verdict = {}
		self.numbered = defaultdict(list)
		for number, m in enumerate(mutants, 1):
			m.number, m.lines = number, range(0)
			self.texts.setdefault(m.file, read(m.file))
			if m.place:
				self.numbered[m.file].append((number, m))

	def programs(self, m):
		return folder_of(m.file)[1].split()

	def compile(self):
		"""Builds all of them, without those that do not compile."""
		programs = sorted({p for m in self.mutants for p in self.programs(m)})
		changed = set(self.numbered)
		for _ in range(8):
			for path in changed:
				self.build.write(path, with_mutants(self.texts[path], self.numbered[path]))
			errors = self.build.make(programs)
			if not errors:
				return programs
			changed = self.drop(errors)
			if not changed:
				break
		sys.exit(f'mutate: the build failed:\n{errors[-4000:]}')

	def drop(self, errors):
		"""Takes out those on whose lines the errors are; the files that changed."""
		changed = set()
		for places in places_of(errors):
			numbered = [(path, pair) for path in {path for path, _ in places} for pair in self.numbered[path]]
			bad = [(path, pair) for path, pair in numbered
			       if any(path == p and line in pair[1].lines for p, line in places)]
			for _, (number, _) in bad:
				self.verdict[number] = 'none'
			if not bad:
				# The place is no expression: each of its mutants is built alone.
				bad = [(path, pair) for path, pair in numbered
				       if any(path == p and line in pair[1].around for p, line in places)]
				for _, (_, m) in bad:
					m.place = None
			for path, pair in bad:
				changed.add(path)
				self.numbered[path].remove(pair)
		return changed

	def reach(self, programs):
		self.reaches = {p: self.build.healthy(p) for p in programs}

	def try_place(self, m):
		tests = [p for p in self.programs(m) if m.number in self.reaches[p]]
		for program in sorted(tests, key=self.build.times.get):
			if not self.build.run(program, m.number):
				return f'caught {program}'
		return 'survived' if tests else 'survived unreached'

	def try_alone(self, m):
		programs = sorted(self.programs(m), key=self.build.times.get)
		self.build.write(m.file, with_mutants(self.texts[m.file], self.numbered[m.file], m))
		try:
			for program in programs:
				errors = self.build.make([program])
				if re.search(r'error:|warning:.*(int-conversion|incompatible)', errors):
					return 'none'
				if errors or not self.build.run(program):
					return f'caught {program}'
		finally:
			self.build.write(m.file, with_mutants(self.texts[m.file], self.numbered[m.file]))
		return 'survived'

	def results(self):
		"""(mutant, verdict, seconds) of each; the verdict of an edit that does not compile is none."""
		self.reach(self.compile())
		for m in self.mutants:
			start = time.time()
			verdict = self.verdict.get(m.number) or \
				(self.try_place if m.place else self.try_alone)(m)
			yield m, verdict, time.time() - start


# --- the hand-written rows that the mutants contain

def texts_of(text):
	return [{'true': '1', 'false': '0'}.get(t.text, t.text) for t in tokens_of(text, directives=True)]


def difference(old, new, at=0):
	"""What two lists differ in: the same for two edits with the same result."""
	first = 0
	while first < min(len(old), len(new)) and old[first] == new[first]:
		first += 1
	last = 0
	while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
		last += 1
	return at + first, tuple(old[first:len(old) - last]), tuple(new[first:len(new) - last])


def differences(path, text):
	"""The mutant of each difference."""
	tokens, texts, found, near = tokens_of(text, directives=True), texts_of(text), {}, 100
	starts = [t.start for t in tokens]
	for m in mutants_of(path, text):
		for start, end, new in [(m.start, m.end, m.new)] + m.same:
			first, last = bisect_left(starts, start), bisect_left(starts, end)
			before, after = texts[max(0, first - near):first], texts[last:last + near]
			edited = before + texts_of(new) + after
			change = difference(before + texts[first:last] + after, edited, first - len(before))
			found.setdefault(change, m)
	return found


# Suites of rules that have another name than their program.
SUITES = {'model': 'model-test', 'oracle': 'oracle-test', 'tool': 'tests/pm4/tool-test',
	  'contents-tool': 'tests/pm4/contents-tool-test'}


def rows():
	"""(name, file, source with the bug) of the rules that these programs test, without promises."""
	mutated, promises = set(sources()), set(re.findall('`([a-z0-9-]+)`', read('pm4/README.md')))
	for rule in plant.read_rules(glob.glob(f'{HERE}/*.rules')):
		suite = SUITES.get(rule.suite, rule.suite)
		if rule.file in mutated and rule.name not in promises and suite in folder_of(rule.file)[1].split():
			try:
				yield rule.name, rule.file, plant.planted(rule)
			except ValueError:
				pass


def covered():
	"""(name, mutant or None) of each of these rules."""
	known, found = {}, []
	for name, path, bug in rows():
		if path not in known:
			text = read(path)
			known[path] = texts_of(text), differences(path, text)
		old, made = known[path]
		found.append((name, made.get(difference(old, texts_of(bug)))))
	return found


# --- main

def wanted(names, path, item=None):
	"""FILE, a folder, or FILE:FUNCTION is one of the names; globs are allowed."""
	def fits(name):
		place, _, function = name.partition(':')
		return any(fnmatch.fnmatch(p, place) for p in (path, os.path.dirname(path), folder_of(path)[0])) and \
			(not item or not function or fnmatch.fnmatch(item, function))

	return not names or any(map(fits, names))


def all_results(tree, chosen, results, again):
	"""(mutant, verdict, how long it took) of each that is one: known results first."""
	known = [m for m in chosen if results.get(m) and not again]
	for m in known:
		if results.get(m) != 'none':
			yield m, results.get(m), 'known'
	chosen = [m for m in chosen if m not in known]
	if not chosen:
		return
	build = Build(tree)
	try:
		for m, verdict, seconds in Run(build, chosen).results():
			results.put(m, verdict)
			if verdict != 'none':
				yield m, verdict, f'{seconds:.1f} s'
	finally:
		build.restore()


def report(found, least):
	"""TAP.  A survivor is skipped: a gap that is known from then on.  True if enough are caught."""
	n, share = 0, defaultdict(lambda: [0, 0])
	for m, verdict, time_ in found:
		n += 1
		is_caught = verdict.startswith('caught')
		for folder in (folder_of(m.file)[0], 'all'):
			share[folder][0] += is_caught
			share[folder][1] += 1
		line = f'{m.label}{m.file}:{m.line} {m.item}: {m.says()}'.replace('#', '')
		print(f'ok {n} - {line} # {"" if is_caught else "skip "}{verdict}, {time_}', flush=True)
	for folder, (some, every) in sorted(share.items()):
		if folder != 'all':
			print(f'# {folder}: {some} of {every} mutants were caught, {100 * some // every} %')
	some, every = share['all']
	good = 100 * some >= least * every
	print(f'{"ok" if good else "not ok"} {n + 1} - {some} of {every} mutants were caught, at least {least} %')
	print(f'1..{n + 1}')
	return good


def choose(args, results):
	"""The mutants of this run."""
	if args.rows:
		found = covered()
		for name, m in found:
			if m:
				m.label = f'{name}: '
			if args.list:
				print(name, f'{m.file}:{m.line} {m.says()}' if m else '-')
		chosen = list({id(m): m for _, m in found if m}.values())
	else:
		known, changed = reasons(), changed_lines()
		chosen = [m for path in sources() if wanted(args.names, path) for m in mutants_of(path, read(path))
			  if wanted(args.names, path, m.item) and (not args.due or is_fresh(m, changed))]
		listed = {path for path, _, _ in known}
		chosen = [m for m in chosen if m.file not in listed or edit_of(m) not in known]
		# By name, so that no mutant takes another one's place; what changed comes first.
		chosen.sort(key=lambda m: m.name())
		if not args.seed:
			chosen.sort(key=lambda m: not is_fresh(m, changed))
	if args.seed and args.sample:
		# A sample of each name; the same each time, so known results count.
		groups = [[m for m in chosen if wanted([name], m.file, m.item)]
			  for name in args.names] or [chosen]
		return [m for group in groups
			for m in random.Random(args.seed).sample(group, min(len(group), args.sample))]
	if not args.again:
		chosen = [m for m in chosen if not results.get(m)]
	return chosen[:args.sample]


def stale():
	"""Prints the reasons that are about no mutant."""
	rows = reasons()
	edits = {edit_of(m) for path in {row[0] for row in rows} if os.path.exists(path)
		 for m in mutants_of(path, read(path))}
	rows = [row for row in rows if row not in edits]
	for path, item, edit in rows:
		print(f'stale: {HERE}/reasons: no mutant of {path} {item} is {edit}')
	return bool(rows)


def main():
	parser = argparse.ArgumentParser(prog='scripts/mutate --mutants')
	for name, options in (('tree', {'required': True}), ('cache', {'required': True}),
			      ('sample', {'type': int}), ('seed', {}), ('least', {'type': int, 'default': 0}),
			      ('due', None), ('again', None), ('rows', None), ('list', None), ('stale', None)):
		parser.add_argument(f'--{name}', **({'action': 'store_true'} if options is None else options))
	parser.add_argument('names', nargs='*')
	args = parser.parse_args()
	if args.stale:
		return stale()
	results = Results(args.cache)
	chosen = choose(args, results)
	if args.list:
		for m in chosen if not args.rows else ():
			print(f'{m.file}:{m.line} {m.item}: {m.says()}')
		return False
	if not chosen:
		print('ok 1 - no mutant is due\n1..1')
		return False
	say(f'{len(chosen)} mutants')
	return not report(all_results(args.tree, chosen, results, args.again), args.least)


if __name__ == '__main__':
	sys.exit(main())
