# SPDX-License-Identifier: GPL-2.0
"""Tokens and expressions of C, without types and macros: what looks like a call is one."""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r'''
	(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
	|(?P<directive>^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)
	|(?P<word>[A-Za-z_]\w*)
	|(?P<number>\.?[0-9](?:[eEpP][+-](?=[0-9])|[\w.])*)
	|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
	|(?P<mark><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|.)
''', re.X | re.S | re.M)

LEVELS = (('||',), ('&&',), ('|',), ('^',), ('&',), ('==', '!='), ('<', '<=', '>', '>='),
	  ('<<', '>>'), ('+', '-'), ('*', '/', '%'))
BINARY = {op: level for level, ops in enumerate(LEVELS, 3) for op in ops}
ASSIGN = ('=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=')
TYPE = re.compile(r'(const|volatile|static|unsigned|signed|int|char|short|long|void|bool|float'
		  r'|double|size_t|ptrdiff_t|[usi](8|16|32|64)|\w+_t|__u(8|16|32|64))$')
NOT_RUN = ('_Static_assert', 'static_assert', 'BUILD_BUG_ON', 'va_arg', 'offsetof', 'typeof',
	   '__typeof__', 'va_start', 'assert', 'container_of')


@dataclass
class Token:
	kind: str
	text: str
	start: int
	end: int


@dataclass
class Node:
	kind: str
	first: int		# its tokens
	last: int		# the one after them
	parts: list = field(default_factory=list)
	op: int = 0		# the token of its operator


class Unknown(Exception):
	"""No expression that this reader knows."""


def tokens_of(text, start=0, end=None, directives=False):
	"""With directives: also the tokens in these, for a comparison."""
	found = []
	for m in TOKEN.finditer(text, start, len(text) if end is None else end):
		if m.lastgroup == 'directive' and directives:
			found.append(Token('mark', '#', m.start(), m.start() + 1))
			found += tokens_of(text, m.start() + 1, m.end())
		elif m.lastgroup != 'skip':
			found.append(Token(m.lastgroup, m.group(), m.start(), m.end()))
	return found


class Expressions:
	"""Reads expressions from a place in a file on: from token i, up to token end."""

	def __init__(self, text):
		self.text, self.tokens = text, tokens_of(text)
		self.i = self.end = 0
		self.match()

	def match(self):
		self.close, stack = {}, []
		for i, t in enumerate(self.tokens):
			if t.kind == 'mark' and t.text in '([{':
				stack.append(i)
			elif t.kind == 'mark' and t.text in ')]}' and stack:
				self.close[stack.pop()] = i

	# --- tokens

	def at(self, i=None):
		i = self.i if i is None else i
		return self.tokens[i].text if 0 <= i < self.end else ''

	def take(self, text):
		if self.at() != text:
			raise Unknown
		self.i += 1

	def closing(self, i):
		if i not in self.close or self.close[i] >= self.end:
			raise Unknown
		return self.close[i]

	def source(self, node):
		return self.text[self.tokens[node.first].start:self.tokens[node.last - 1].end]

	def is_type(self, first, last):
		"""The tokens are a type, as in a cast."""
		texts = [t.text for t in self.tokens[first:last]]
		while texts and texts[-1] in ('*', 'const'):
			texts.pop()
		if texts[:1] == ['const']:
			texts = texts[1:]
		if texts[:1] in (['struct'], ['enum'], ['union']):
			return len(texts) == 2
		return bool(texts) and all(TYPE.match(t) for t in texts)

	# --- expressions

	def node(self, kind, first, parts, op):
		return Node(kind, first, self.i, parts, op)

	def expression(self, level=0):
		first = self.i
		left = self.unary()
		while self.i < self.end:
			op, at = self.at(), self.i
			if op in BINARY and BINARY[op] >= level:
				self.i += 1
				right = self.expression(BINARY[op] + 1)
				left = Node('binary', first, self.i, [left, right], at)
			elif op == '?' and level <= 2:
				self.i += 1
				yes = self.expression() if self.at() != ':' else None
				self.take(':')
				no = self.expression(2)
				left = Node('choice', first, self.i, [left, yes, no], at) if yes \
					else Node('atom', first, self.i)
			elif op in ASSIGN and level <= 1:
				self.i += 1
				left = self.node('assign', first, [left, self.expression(1)], at)
			elif op == ',' and level == 0:
				self.i += 1
				left = self.node('comma', first, [left, self.expression(1)], at)
			else:
				break
		return left

	def unary(self):
		first, text = self.i, self.at()
		if text in ('!', '~', '-', '+', '*', '&', '++', '--'):
			self.i += 1
			return self.node('unary', first, [self.unary()], first)
		if text == 'sizeof':
			self.i += 1
			if self.at() == '(':
				self.i = self.closing(self.i) + 1
			else:
				self.unary()
			return Node('atom', first, self.i)
		if text == '(' and self.is_type(first + 1, self.closing(first)):
			self.i = self.closing(first) + 1
			if self.at() == '{':
				return self.postfix(first, self.braces())
			return self.node('cast', first, [self.unary()], first)
		return self.postfix(first, self.primary())

	def primary(self):
		first, text = self.i, self.at()
		if text == '(':
			if self.at(first + 1) == '{':
				self.i = self.closing(first) + 1
				return Node('atom', first, self.i)
			self.i += 1
			inside = self.expression()
			self.take(')')
			return Node('paren', first, self.i, [inside])
		if text == '{':
			return self.braces()
		if not text or self.tokens[first].kind not in ('word', 'number', 'string'):
			raise Unknown
		self.i += 1
		# Strings that follow each other, with macros between them.
		if self.tokens[first].kind == 'string':
			while self.at() and self.tokens[self.i].kind in ('string', 'word'):
				self.i += 1
			return Node('atom', first, self.i)
		return Node(self.tokens[first].kind, first, self.i)

	def postfix(self, first, node):
		while True:
			text = self.at()
			if text == '(':
				op, parts = self.i, self.items()
				node = self.node('call', first, parts, op)
				if self.at(first) in NOT_RUN:
					node = Node('atom', first, self.i)
			elif text == '[':
				self.i += 1
				parts = [node, self.expression()]
				self.take(']')
				node = Node('index', first, self.i, parts)
			elif text in ('.', '->'):
				self.i += 2
				node = Node('member', first, self.i, [node])
			elif text in ('++', '--'):
				self.i += 1
				node = Node('step', first, self.i, [node])
			else:
				return node

	def items(self):
		"""What is in the parentheses of a call, or in braces."""
		parts, close = [], self.closing(self.i)
		self.i += 1
		while self.i < close:
			parts.append(self.element(close))
			if self.i < close:
				self.take(',')
		self.i = close + 1
		return parts

	def element(self, close):
		"""An argument or an item of braces; one that is no expression is an atom."""
		first = self.i
		try:
			while self.at() in ('.', '[') and self.i < close:
				self.i = self.i + 2 if self.at() == '.' else self.closing(self.i) + 1
			named = self.i != first
			if named:
				self.take('=')
			value = self.expression(1)
			if self.i != close and self.at() != ',':
				raise Unknown
			return Node('named', first, self.i, [value]) if named else value
		except Unknown:
			self.i = first
			while self.i < close and self.at() != ',':
				self.i = self.close.get(self.i, self.i) + 1
			return Node('atom', first, self.i)

	def braces(self):
		first, parts = self.i, self.items()
		return Node('braces', first, self.i, parts)
