# SPDX-License-Identifier: GPL-2.0
"""The mutants of a C file: small edits of its functions and tables, each a plausible bug.

Knows neither types nor macros: an edit that does not compile is no mutant.  An edit of a function
is one of an expression as a whole (its place), where a program can switch between the expression
and its mutants.  Tables and macros have no such place.
"""

import hashlib
import re
from dataclasses import dataclass, field

from expressions import BINARY, NOT_RUN, TYPE, Expressions, Unknown, tokens_of

# What an operator is mistaken for.
OTHER = {'<': ('<=', '>'), '<=': ('<', '>'), '>': ('>=', '<'), '>=': ('>', '<'),
	 '==': ('!=', '<=', '>='), '!=': ('==', '<', '>'), '&&': ('||',), '||': ('&&',),
	 '+': ('-',), '-': ('+',), '<<': ('>>',), '>>': ('<<',), '|=': ('=',), '&=': ('=', '|='),
	 '+=': ('=', '-='), '-=': ('+=',), '^=': ('=',)}
CHOICE = re.compile(r'(min|max|clamp|\w*align\w*|\w*times|round_up|\w*larger|\w*smaller)$')


@dataclass
class Place:
	"""An expression as a whole, of which a program can choose the mutant."""
	start: int
	end: int
	kind: str = 'value'	# void: a statement; jump: break or continue


@dataclass
class Mutant:
	file: str
	item: str		# the function, table or macro
	line: int
	start: int
	end: int
	old: str
	new: str
	place: Place = None
	same: list = field(default_factory=list)	# edits (start, end, new) that mean the same
	label: str = ''
	text: str = ''		# of the item, from its start
	before: str = ''	# on its lines
	after: str = ''
	item_start: int = 0

	def says(self):
		"""Its line, with the edit in brackets."""
		def short(text, n=60):
			text = ' '.join(text.split())
			return text if len(text) <= n else text[:n // 2 - 2] + ' ... ' + text[-n // 2 + 3:]
		return f'{self.before}[{short(self.old)} -> {short(self.new) or "nothing"}]{self.after}'

	def name(self):
		"""Stays the same until the item changes."""
		edit = (self.file, self.item, self.text, self.start - self.item_start,
			self.end - self.item_start, self.new)
		return hashlib.sha256(repr(edit).encode()).hexdigest()


def value_of(number):
	m = re.match(r'(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)$', number)
	if not m:
		return None, ''
	digits = m.group(1)
	octal = len(digits) > 1 and digits[0] == '0' and digits[1] not in 'xX'
	return int(digits, 8 if octal else 0), m.group(2)


def other_numbers(number):
	value, suffix = value_of(number)
	if value is None:
		return []
	others = {value + 1, 0}
	if value:
		others |= {value - 1}
	if value > 2 and not value & (value - 1):
		others |= {value // 2, value * 2}
	elif value > 8:
		# A mask: one bit less at either end, one bit more.
		others |= {value & (value - 1), value & ~(1 << value.bit_length() - 1)}
		others |= {value | (value & -value) + value & ~value, value | 1 << value.bit_length()}
		others = {other for other in others if other < 1 << 32 or value >= 1 << 32}
	others -= {value}
	form = hex if number[:2] in ('0x', '0X') else str
	return [form(other) + suffix for other in sorted(others)]


class Reader(Expressions):
	"""Walks over the tokens of one file, and collects its mutants."""

	def __init__(self, file, text):
		super().__init__(text)
		self.file, self.mutants = file, []

	# --- statements

	def function(self, first, last):
		"""The statements between the tokens of its braces."""
		self.i, self.end = first + 1, last
		while self.i < last:
			self.statement()

	def statement(self):
		first, text = self.i, self.at()
		try:
			if text in ('{', '}', ';', 'else', 'do'):
				self.i += 1
			elif text in ('if', 'while', 'switch'):
				self.i += 1
				close = self.closing(self.i)
				self.condition(first, text, self.i + 1, close)
				self.i = close + 1
			elif text == 'for':
				self.loop()
			elif text in ('case', 'default', 'goto'):
				self.skip(':' if text != 'goto' else ';')
			elif text in ('break', 'continue'):
				self.jump(first)
			elif text == 'return':
				self.i += 1
				if self.at() != ';':
					self.returned()
				self.take(';')
			elif self.at(first + 1) == ':' or text in NOT_RUN:
				self.skip(':' if self.at(first + 1) == ':' else ';')
			elif self.is_declaration():
				self.declaration()
			else:
				self.simple()
		except Unknown:
			# Whatever it is, the next statement begins behind it.
			self.i = first
			while self.i < self.end and self.at() not in (';', '{', '}'):
				self.i = self.close.get(self.i, self.i) + 1
			self.i += self.at() in (';', '{', '}')

	def skip(self, text):
		while self.i < self.end and self.at() != text:
			self.i += 1
		self.i += 1

	def is_declaration(self):
		i = self.i
		while TYPE.match(self.at(i)) or self.at(i) in ('struct', 'enum', 'union'):
			if self.at(i) in ('struct', 'enum', 'union'):
				return True
			i += 1
		if i != self.i:
			return True
		words = [t.kind == 'word' for t in self.tokens[i:i + 3]]
		return words[:2] == [True, True] or \
			(self.at(i + 1) == '*' and words == [True, False, True] and
			 self.at(i + 3) in ('=', ';', ','))

	def declaration(self):
		static = self.at() == 'static'
		while self.at() != ';':
			if self.at() != '=':
				self.i = self.close.get(self.i, self.i) + 1
				if self.i >= self.end:
					raise Unknown
				continue
			self.i += 1
			if self.at() == '{':
				self.table(self.braces(), static)
			else:
				self.value(self.expression(1), static)
		self.i += 1

	def value(self, node, static=False):
		"""What a variable is set to."""
		place = self.whole(node, static)
		if node.kind not in ('number', 'braces', 'atom', 'assign', 'string') and \
		   self.at(node.first) not in ('NULL', '&'):
			self.edit(node.first, node.last, '0', place)

	def table(self, node, static):
		"""Each item is an expression of its own."""
		for part in node.parts:
			value = part.parts[0] if part.kind == 'named' else part
			if value.kind == 'braces':
				self.table(value, static)
				self.edit(part.first, part.last + (self.at_any(part.last) == ','), '', None)
			else:
				if value.kind == 'word':
					self.edit(value.first, value.last, '0', None)
				self.whole(value, static)
			self.drop_member(part)

	def drop_member(self, part, place=None):
		if part.kind == 'named' and self.tokens[part.first].text == '.':
			self.edit(part.first, part.last + (self.at_any(part.last) == ','), '', place)

	def at_any(self, i):
		return self.tokens[i].text if i < len(self.tokens) else ''

	def whole(self, node, static=False, void=False, place=None):
		"""The mutants of an expression as a whole."""
		if not static:
			place = Place(self.tokens[node.first].start, self.tokens[node.last - 1].end,
				      'void' if void else 'value')
			if '\n#' in self.text[place.start:place.end]:
				place = None
		self.visit(node, place)
		return place

	def condition(self, first, kind, start, close):
		self.i, end, self.end = start, self.end, close
		try:
			node = self.expression()
			if self.i != close:
				raise Unknown
		finally:
			self.end = end
		place = self.whole(node)
		if kind == 'switch':
			return
		same = []
		last = self.statement_end(close + 1)
		if kind == 'if' and last and self.at(last) != 'else':
			same = [(first, last, '')]
		if not (node.kind == 'binary' and self.at(node.op) == '||'):
			same += [(node.first, node.first, '0 &&'), (node.last, node.last, '&& 0')]
		self.edit(node.first, node.last, '0', place,
			  same + [(p.first, p.last, '0') for p in self.inside(node)])
		if kind == 'if':
			self.edit(node.first, node.last, '1', place, [(first, close + 1, '')] +
				  [(p.first, p.last, '1') for p in self.inside(node)])
			if not (node.kind == 'binary' and BINARY[self.at(node.op)] >= BINARY['==']):
				self.edit(node.first, node.last, self.negation(node), place,
					  [(p.first, p.last, self.negation(p)) for p in self.inside(node)])

	def inside(self, node):
		"""What is in unlikely() or parentheses, as the whole condition."""
		while node.kind == 'paren' or (node.kind == 'call' and len(node.parts) == 1 and
					       self.at(node.first) in ('likely', 'unlikely')):
			node = node.parts[0]
			yield node

	def statement_end(self, i):
		"""The token after a statement; None if it has statements of its own in it."""
		if self.at(i) == '{':
			return self.closing(i) + 1
		if self.at(i) in ('if', 'for', 'while', 'do', 'switch'):
			return None
		while self.at(i) and self.at(i) != ';':
			i = self.close.get(i, i) + 1
		return i + 1

	def loop(self):
		self.i += 1
		close, end = self.closing(self.i), self.end
		self.i += 1
		if self.is_declaration():
			self.declaration()
		elif self.at() != ';':
			self.whole(self.expression(), void=True)
			self.take(';')
		else:
			self.i += 1
		if self.at() != ';':
			node = self.expression()
			self.edit(node.first, node.last, '0', self.whole(node))
		self.take(';')
		self.end = close
		try:
			if self.at():
				self.whole(self.expression(), void=True)
		finally:
			self.end = end
		self.i = close + 1

	def jump(self, first):
		self.i += 1
		self.take(';')
		place = Place(self.tokens[first].start, self.tokens[first + 1].end, 'jump')
		self.edit(first, first + 2, ';', place)
		if self.at(first) == 'continue':
			self.edit(first, first + 2, 'break;', place)

	def returned(self):
		node = self.expression()
		if self.at() != ';':
			raise Unknown
		if node.kind == 'number':
			# Callers ask whether it is 0.
			place = Place(self.tokens[node.first].start, self.tokens[node.first].end)
			self.edit(node.first, node.last, '1' if self.at(node.first) == '0' else '0', place)
			return
		place = self.whole(node)
		if self.at(node.first) not in ('true', 'false', 'NULL'):
			self.edit(node.first, node.last, '0', place)
			if not self.pointer:
				self.edit(node.first, node.last, '1', place)

	def simple(self):
		first = self.i
		node = self.expression()
		# A macro that begins a loop has no semicolon.
		if self.at() != ';' and node.kind == 'call':
			return
		self.take(';')
		place = self.whole(node, void=True)
		same = [(first, self.i, '')]
		if node.kind == 'assign':
			neutral = {'+=': '0', '-=': '0', '|=': '0', '*=': '1', '^=': '0'}.get(self.at(node.op))
			same += [(node.op + 1, node.last, neutral)] if neutral else []
		self.edit(node.first, node.last, '', place, same)

	# --- edits

	def edit(self, first, last, new, place, same=()):
		start = self.tokens[first].start
		end = self.tokens[last - 1].end
		same = [self.chars(*s) for s in same]
		for m in self.mutants[-100:]:
			if (m.start, m.end, m.new) == (start, end, new):
				m.same += same
				return
		self.mutants.append(Mutant(self.file, self.item, self.text.count('\n', 0, start) + 1,
			start, end, self.text[start:end], new, place, same, '', self.item_text,
			self.text[self.text.rfind('\n', 0, start) + 1:start].lstrip(),
			self.text[end:self.text.find('\n', end)].rstrip(), self.item_start))

	def chars(self, first, last, text):
		if first != last:
			return self.tokens[first].start, self.tokens[last - 1].end, text
		# before the token, or after the one before it
		at = self.tokens[first].start if text[-1] == '&' else self.tokens[first - 1].end
		return at, at, f' {text} '

	def visit(self, node, place):
		"""Edits of an expression and of its parts."""
		getattr(self, 'visit_' + node.kind, self.visit_parts)(node, place)

	def visit_parts(self, node, place):
		for part in node.parts:
			self.visit(part, place)

	def replace(self, node, part, place, *same):
		"""By one of its parts, also without the parentheses around it."""
		same = list(same)
		if self.at_any(node.first - 1) == '(' and self.close.get(node.first - 1) == node.last:
			same.append((node.first - 1, node.last + 1, self.source(part)))
		self.edit(node.first, node.last, self.source(part), place, same)

	def zero(self, node, new, place, parts):
		"""A constant instead of it, or of a part that decides."""
		self.edit(node.first, node.last, new, place, [(p.first, p.last, new) for part in parts
			  for p in [part] + list(self.inside(part))])

	def negation(self, node):
		if node.kind == 'unary' and self.tokens[node.op].text == '!':
			return self.source(node.parts[0])
		simple = node.kind in ('word', 'member', 'index', 'call', 'paren')
		return f'!{self.source(node)}' if simple else f'!({self.source(node)})'

	def visit_binary(self, node, place):
		left, right = node.parts
		op = self.tokens[node.op].text
		for other in OTHER.get(op, ()):
			self.edit(node.op, node.op + 1, other, place)
		if op in ('==', '!=', '<', '<=', '>', '>='):
			if right.kind not in ('number', 'string'):
				self.edit(right.first, right.last, self.source(right) + ' + 1', place)
		else:
			neutral = {'||': '0', '&&': '1', '|': '0', '+': '0', '-': '0', '*': '1'}.get(op, '')
			self.replace(node, left, place, *[(p.first, p.last, neutral) for p in
				[right] + list(self.inside(right)) if neutral])
			if op in ('&&', '||', '&'):
				self.zero(node, '1' if op == '||' else '0', place, node.parts)
			if op not in ('/', '%', '<<', '>>'):
				self.replace(node, right, place, *[(p.first, p.last, neutral) for p in
					[left] + list(self.inside(left)) if neutral])
		self.visit_parts(node, place)

	def visit_choice(self, node, place):
		condition, yes, no = node.parts
		self.replace(node, yes, place, (condition.first, condition.last, '1'),
			     (no.first, no.last, self.source(yes)))
		self.replace(node, no, place, (condition.first, condition.last, '0'),
			     (yes.first, yes.last, self.source(no)))
		between = self.text[self.tokens[yes.last - 1].end:self.tokens[no.first].start]
		self.edit(yes.first, no.last, self.source(no) + between + self.source(yes), place,
			  [(condition.first, condition.last, self.negation(condition))])
		self.visit_parts(node, place)

	def visit_unary(self, node, place):
		if self.tokens[node.op].text in ('!', '~', '-'):
			self.replace(node, node.parts[0], place)
		self.visit_parts(node, place)

	def visit_cast(self, node, place):
		if self.tokens[node.op + 1].text not in ('void', 'struct', 'const', 'char'):
			self.replace(node, node.parts[0], place)
		self.visit_parts(node, place)

	def visit_assign(self, node, place):
		for other in OTHER.get(self.tokens[node.op].text, ()):
			self.edit(node.op, node.op + 1, other, place)
		self.visit_parts(node, place)
		right = node.parts[1]
		if right.kind not in ('number', 'braces', 'atom', 'assign'):
			self.edit(right.first, right.last, '0', place)

	def visit_braces(self, node, place):
		for part in node.parts:
			self.visit(part, place)
			self.drop_member(part, place)

	def visit_index(self, node, place):
		array, index = node.parts
		if index.kind != 'number':
			self.edit(index.first, index.last, '0', place)
		self.visit_parts(node, place)

	def visit_call(self, node, place):
		name, parts = self.tokens[node.first].text, node.parts
		self.visit_parts(node, place)
		if CHOICE.match(name) and len(parts) >= 2:
			for part in parts[:2]:
				self.replace(node, part, place)
			if name in ('min', 'max'):
				self.edit(node.first, node.first + 1, 'max' if name == 'min' else 'min', place)
			return
		if name in ('likely', 'unlikely'):
			return
		if len(parts) == 1 and name.islower() and node.last - node.first > 3:
			self.replace(node, parts[0], place)
		for part in parts:
			if part.kind in ('word', 'member', 'index', 'binary', 'call', 'paren'):
				self.edit(part.first, part.last, '0', place)
		for one, two in zip(parts, parts[1:]):
			if one.kind == two.kind and one.kind in ('word', 'member', 'index', 'binary') and \
			   self.source(one) != self.source(two) and self.source(one) != 'NULL':
				between = self.text[self.tokens[one.last - 1].end:self.tokens[two.first].start]
				self.edit(one.first, two.last,
					  self.source(two) + between + self.source(one), place)

	def visit_number(self, node, place):
		for other in other_numbers(self.tokens[node.first].text):
			self.edit(node.first, node.last, other, place)

	def visit_word(self, node, place):
		other = {'true': 'false', 'false': 'true'}.get(self.tokens[node.first].text)
		if other:
			self.edit(node.first, node.last, other, place)

	# --- the file

	def read(self):
		i, begin = 0, 0
		while i < len(self.tokens):
			t = self.tokens[i]
			if t.kind == 'directive' or t.text in (';', '}') or \
			   (t.text == '{' and self.tokens[begin].text == 'extern'):
				if t.kind == 'directive':
					self.macro(t)
				i += 1
				begin = i
			elif t.text == '{' and i in self.close:
				function = self.top_braces(begin, i, self.close[i])
				i = self.close[i] + 1
				begin = i if function else begin
			elif t.text in '([' and i in self.close:
				i = self.close[i] + 1
			else:
				i += 1
		return self.mutants

	def begin_item(self, name, start, end):
		self.item, self.item_start, self.item_text = name, start, self.text[start:end]

	def top_braces(self, begin, first, last):
		before = self.tokens[begin:first]
		texts = [t.text for t in before]
		start = self.tokens[begin].start if before else self.tokens[first].start
		if '=' in texts:
			# [ARRAY_SIZE] is no name.
			end = texts.index('[' if '[' in texts else '=')
			names = [t for t in texts[:end] if re.match(r'[A-Za-z_]', t)]
			self.begin_item(names[-1], start, self.tokens[last].end)
			self.i, self.end = first, last + 1
			try:
				self.table(self.braces(), True)
			except Unknown:
				pass
		elif texts and texts[-1] == ')':
			at = begin + texts.index('(')
			self.pointer = self.at_any(at - 2) == '*'
			self.begin_item(self.at_any(at - 1), start, self.tokens[last].end)
			self.function(first, last)
			return True
		return False

	def macro(self, directive):
		"""A macro is an item if its body is one expression."""
		m = re.match(r'#[ \t]*define[ \t]+(\w+)(\([^)]*\))?[ \t]+', directive.text)
		# One of a header would be built with everything that includes it.
		if not m or 'while (0)' in directive.text or self.file.endswith('.h'):
			return
		inside = Reader(self.file, self.text)
		inside.tokens = [t for t in tokens_of(self.text, directive.start + m.end(), directive.end)
				 if t.text != '\\']
		inside.match()
		inside.begin_item(m.group(1), directive.start, directive.end)
		inside.i, inside.end = 0, len(inside.tokens)
		try:
			node = inside.expression()
			if inside.i == inside.end:
				inside.whole(node, static=True)
				self.mutants += inside.mutants
		except Unknown:
			pass


def mutants_of(file, text):
	return Reader(file, text).read()
