# SPDX-License-Identifier: GPL-2.0
"""Rules of planted bugs, which README.md describes: reads them, and plants one in its file."""

import re
from types import SimpleNamespace


def text_of(path):
	with open(path, encoding='utf-8', errors='surrogateescape') as f:
		return f.read()


def read_rules(paths):
	"""Each with name, file, item, suite, its lines old and new, and other lines, which are bad."""
	rules = []
	for line in ''.join(map(text_of, sorted(paths))).split('\n'):
		key, _, value = line.partition(' ')
		if key == 'mutation':
			rules.append(SimpleNamespace(name=value.strip(), file='', item='', suite='', old=[], new=[], bad=[]))
		elif key in ('-', '+'):
			(rules[-1].old if key == '-' else rules[-1].new).append(value)
		elif key in ('file', 'in', 'suite'):
			setattr(rules[-1], 'item' if key == 'in' else key, value.strip())
		elif key not in ('', '#', 'why') and rules:
			rules[-1].bad.append(line)
	return rules


def find_item(lines, name):
	"""The lines of the function, table or macro of that name, or of the file.  A declaration is none."""
	if name == '-':
		return 0, len(lines) - 1
	for first, line in enumerate(lines):
		last = first
		if name not in line or not re.match('[A-Za-z_#]', line) or not re.search(rf'\b{name}\b', line):
			continue
		if line[0] == '#':
			if re.match(rf'#[ \t]*define[ \t]+{name}\b', line):
				while lines[last].endswith('\\'):
					last += 1
				return first, last + 1
		# Its body begins before the first semicolon.
		elif re.match('[^;{]*{', '\n'.join(lines[first:first + 12])):
			while last < len(lines) - 1 and not lines[last].startswith('}') and \
			      not (last == first and re.search('};?$', line)):
				last += 1
			return first, last + 1
	return 0, 0


def planted(rule, tree='.'):
	"""The text of the rule's file with its bug; a stale rule is a ValueError that says why."""
	try:
		lines = text_of(f'{tree}/{rule.file}').split('\n')
	except OSError:
		raise ValueError(f'no file {rule.file}') from None
	if rule.bad or not rule.old:
		raise ValueError(f'a line that is no part of a rule: {rule.bad[0]}' if rule.bad else 'it replaces nothing')
	old, new = '\n'.join(rule.old), '\n'.join(rule.new)
	first, last = find_item(lines, rule.item or '-')
	if first == last:
		raise ValueError(f'no {rule.item} in the file')
	text = '\n'.join(lines[first:last] + [''])
	if rule.item:
		# All white space is the same.
		piece, what = r'[ \t\n]+'.join(map(re.escape, old.split())), 'text'
	else:
		# Whole lines, each with its end
		piece, what, new = '^' + re.escape(old + '\n'), 'lines', new and new + '\n'
	found = [m.span(1) for m in re.finditer(f'(?=({piece}))', text, re.M)]
	if len(found) != 1:
		raise ValueError(f'its {what} found {len(found)} times in {rule.item or "-"}')
	start, end = found[0]
	return '\n'.join(lines[:first] + [text[:start] + new + text[end:]]) + '\n'.join(lines[last:])


def stale(rules, tree='.'):
	"""A line for each that does not fit its file."""
	for rule in rules:
		try:
			planted(rule, tree)
		except ValueError as why:
			yield f'stale: {rule.name}: {why}'
