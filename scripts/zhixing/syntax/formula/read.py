"""TeX → clauses: the subset that is read is described in the handbook, Writing a card."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

from zhixing.syntax.formula.tree import (
    OTHERWISE,
    At,
    Big,
    Call,
    Dots,
    Fence,
    FormulaError,
    Function,
    Logic,
    Node,
    Number,
    Product,
    Relation,
    Row,
    Script,
    Scripted,
    Space,
    Sum,
    Symbol,
    Table,
)

_TOKEN = re.compile(
    r"(?P<space>\s+|\\[,;:!> ]|~|\\(?:left|right|[bB]igg?[lrm]?|displaystyle|limits|nolimits)(?![a-zA-Z])|\\[lr]vert\b(?!.))"
    r"|(?P<text>\\(?:text|mathrm|operatorname|mathbf|boldsymbol|textbf|mathsf|mathit|bm)\*?\s*\{(?P<words>[^{}]*)\})"
    r"|(?P<font>\\(?:mathcal|mathscr|mathfrak)\s*\{(?P<letter>[A-Za-z])\})"
    r"|(?P<board>\\(?:mathbb)\s*\{(?P<set>[A-Za-z])\})"
    r"|(?P<number>\d+(?:\{,\}\d{3})*(?:\.\d+)?)"
    r"|(?P<command>\\(?:[A-Za-z]+|.))"
    r"|(?P<character>.)",
    re.S,
)
_RELATIONS = {"=": "=", "<": "<", ">": ">", "\\le": "≤", "\\leq": "≤", "\\ge": "≥", "\\geq": "≥", "\\lt": "<"}
_RELATIONS |= {"\\gt": ">", "\\approx": "≈", "\\in": "∈", "\\ne": "≠", "\\neq": "≠", "\\equiv": "=", "\\triangleq": "="}
_UNREAD = {"\\to": "→", "\\leftarrow": "←", "\\sim": "∼", "\\propto": "∝", "\\forall": "∀", "\\exists": "∃"}
_UNREAD |= {"\\int": "∫", "\\ll": "≪", "\\gg": "≫", "\\iff": "⇔", "\\mapsto": "↦", "\\cup": "∪", "\\cap": "∩"}
_PRODUCTS = {"\\cdot": "·", "\\times": "·", "*": "·", "\\odot": "⊙", "\\circ": "⊙", "/": "/"}
_BIG = {"\\sum": "sum", "\\prod": "product", "\\max": "max", "\\min": "min"}
_ACCENTS = ("hat", "tilde", "bar", "overline", "vec", "dot", "widehat", "widetilde", "underline")
_FUNCTIONS = ("log", "ln", "exp", "sin", "cos", "tan", "tanh", "sinh", "cosh", "det", "max", "min")
_WORD_FUNCTIONS = ("erf", "rank", "tr", "diag", "sign", "Re", "Im", "sigmoid", "softmax", "Concat")
_LETTER_NAMES = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi "
    "varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega ell infty"
)
_LETTERS = frozenset(_LETTER_NAMES.split())
_DOTS = ("\\ldots", "\\dots", "\\cdots", "\\dotsc", "\\dotsb")
_OPEN = {"(": ")", "[": "]", "\\{": "\\}", "{": "}", "\\lVert": "\\rVert", "\\|": "\\|", "\\lfloor": "\\rfloor"}
_OPEN |= {"\\lceil": "\\rceil", "\\lvert": "\\rvert", "|": "|"}
_CLOSE = frozenset(_OPEN.values()) - {"|", "\\|"}
_NESTS = frozenset(_OPEN) - {"|", "\\|"} | {"\\begin"}
_SPLITS = ("\\quad", "\\qquad", "\\Longrightarrow", "\\Rightarrow", "\\implies")
_WORDS = frozenset(["and", "or", "with", "if", "where", "for", "otherwise", "else", "so", "then", "is"])

_EXPECTATION = Symbol("mathbb_E")


_BETWEEN = ("/", "+", "-", "\\cdot", "\\times")  # a T after one of them is a letter, no transpose


class Token(NamedTuple):
    """A piece of TeX: what kind, its text, where it stands, and whether it touches the one before it."""

    kind: str  # "text", "letter", "board", "number" or "mark"
    text: str
    place: int = 0
    close: bool = False


class Clause(NamedTuple):
    """A statement of a formula, and the TeX it was read from."""

    node: Node
    tex: str


def tokens(tex: str) -> list[Token]:
    """The pieces of a formula."""
    found: list[Token] = []
    close = False
    for match in _TOKEN.finditer(tex):
        kind, place = match.lastgroup, match.start()
        if match["space"] is not None:
            close = False
            continue
        if match["text"] is not None:
            upright = match["text"].startswith("\\mathrm") and match["words"] == "i"
            kind, text = "text", "imaginary" if upright else "one" if match["words"] == "1" else match["words"]
        elif match["font"] is not None:
            kind, text = "letter", match["letter"]
        elif match["board"] is not None:
            kind, text = "board", match["set"]
        elif match["number"] is not None:
            kind, text = "number", match["number"].replace("{,}", "")
        elif match["command"] is not None:
            text = match["command"]
            kind = "letter" if text[1:] in _LETTERS else "mark"
            text = text[1:] if kind == "letter" else text
            text = "lambda_" if text == "lambda" else text  # a word of Python
        else:
            text = match["character"]
            kind = "letter" if text.isalpha() else "mark"
        found.append(Token(kind, text, place, close))
        close = kind == "letter" and len(text) == 1
    return found


def word(text: str) -> str:
    """`FLOPs per token` → `FLOPs_per_token`: the name of a text in a mark."""
    return re.sub(r"\W+", "_", text.strip(" :")).strip("_")


def clauses(tex: str, names: Collection[str], skipped: Collection[int] = ()) -> list[Clause]:
    """The statements of a formula, in order; words between them are left out. `names` are those that the mark binds.

    `skipped` are numbers of statements, from 1, that are not read.
    """
    count = 0
    found: list[Clause] = []
    piece: list[Token] = []
    label = ""
    depth = 0

    def end(place: int) -> None:
        nonlocal label, count
        while piece and piece[-1].text in (",", ".", ";", "\\;", "\\,"):
            piece.pop()
        while piece and piece[0].text in (",", ";"):
            piece.pop(0)
        says = bool(piece) and not _is_aside(piece, names)
        count += says
        if says and count not in skipped:
            found.append(_clause(piece, tex[piece[0].place : place].strip(" ,\n"), names, label))
        piece.clear()
        label = ""

    for token in tokens(tex):
        if token.kind == "mark":
            depth += (token.text in _NESTS) - (token.text in _CLOSE or token.text == "\\end")
        outside = depth == 0
        if outside and token.kind == "mark" and token.text in _SPLITS:
            end(token.place)
        elif outside and token.kind == "text" and _is_words(token.text, names):
            if piece:
                end(token.place)
            label = word(token.text) if token.text.rstrip().endswith(":") else label
        else:
            piece.append(token)
    end(len(tex))
    return found


def _is_aside(piece: list[Token], names: Collection[str]) -> bool:
    """Whether it says nothing that could be compared: a letter alone, words in parentheses."""
    if len(piece) == 1:
        return piece[0].kind == "letter"
    return piece[0].text == "(" and _wraps(piece) and any(t.kind == "text" and _is_words(t.text, names) for t in piece)


def _is_words(text: str, names: Collection[str]) -> bool:
    name = word(text)
    if name in names and not text.rstrip().endswith(":"):
        return False
    return (
        text != text.strip() or text.endswith(":") or text.startswith("(") or " " in text or name in _WORDS or not name
    )


def _clause(piece: list[Token], tex: str, names: Collection[str], label: str) -> Clause:
    for token in piece:
        if token.text in _UNREAD and token.kind == "mark":
            raise FormulaError(f"{_UNREAD[token.text]} is not evaluated")
    while piece[0].text == "(" and piece[-1].text == ")" and any(t.text in _RELATIONS for t in piece) and _wraps(piece):
        piece = piece[1:-1]
    reader = _Reader(piece, names)
    node = reader.statement()
    if reader.place < len(piece):
        raise FormulaError(f"`{piece[reader.place].text}` is not understood here: {tex}")
    if isinstance(node, Relation) and label in names:
        node = Relation((Symbol(label), *node.sides[1:]), node.signs)
    elif not isinstance(node, Relation) and (label in names or "value" in names):
        node = Relation((Symbol(label if label in names else "value"), node), ("=",))
    return Clause(node, tex)


def _unwrapped(piece: list[Token]) -> list[Token]:
    """Without parentheses around the whole."""
    while piece and piece[0].text == "(" and piece[-1].text == ")" and _wraps(piece):
        piece = piece[1:-1]
    return piece


def _wraps(piece: list[Token]) -> bool:
    """Whether the first parenthesis is closed by the last one."""
    depth = 0
    for number, token in enumerate(piece):
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0:
            return number == len(piece) - 1
    return False


class _Reader:
    def __init__(self, piece: list[Token], names: Collection[str]) -> None:
        self.piece = piece
        self.names = names
        self.place = 0
        self.bars = 0  # | and \| that are open

    def peek(self) -> Token:
        return self.piece[self.place] if self.place < len(self.piece) else Token("end", "")

    def take(self) -> Token:
        token = self.peek()
        self.place += 1
        return token

    def is_next(self, *texts: str) -> bool:
        token = self.peek()
        return token.kind == "mark" and token.text in texts

    def expect(self, text: str) -> None:
        token = self.take()
        if token.text != text:
            raise FormulaError(f"`{text}` is missing" + (f" before `{token.text}`" if token.text else " at the end"))

    # statements

    def statement(self) -> Node:
        """Sides and the relations between them; a row where commas stand between values."""
        sides, signs = [self.row()], list[str]()
        while self.peek().text in _RELATIONS and self.peek().kind == "mark":
            signs.append(_RELATIONS[self.take().text])
            if self.peek().kind == "board" and signs[-1] == "∈":
                sides.append(self.space())
            elif self.is_next("\\{") and signs[-1] == "∈":
                while self.take().text not in ("\\}", ""):
                    pass
                self.place -= 1  # where the mark of a set stands otherwise
                sides.append(self.space())
            else:
                sides.append(self.row())
        if self.is_next(":") and not signs:
            return Relation((sides[0], self.space()), ("∈",))
        return Relation(tuple(sides), tuple(signs)) if signs else sides[0]

    def row(self) -> Node:
        items = [self.logic()]
        while self.is_next(","):
            self.take()
            items.append(self.logic())
        return Row(tuple(items)) if len(items) > 1 else items[0]

    def space(self) -> Node:
        """`\\mathbb{R}^{a \\times b}`, or `: a \\times b`."""
        if self.take().text != ":":
            self.expect("^")
            return _Reader(self.group(), self.names).sizes()
        return self.sizes()

    def sizes(self) -> Node:
        sizes = [self.sum_of_factors()]
        while self.is_next("\\times"):
            self.take()
            sizes.append(self.sum_of_factors())
        return Space(tuple(sizes))

    def sum_of_factors(self) -> Node:
        node = self.factors()
        while self.is_next("+", "-"):
            node = Sum((("+", node), (self.take().text, self.factors())))
        return node

    def logic(self) -> Node:
        left = self.sum()
        while self.is_next("\\wedge", "\\vee", "\\land", "\\lor"):
            sign = "and" if self.take().text in ("\\wedge", "\\land") else "or"
            left = Logic(sign, left, self.sum())
        return left

    def sum(self) -> Node:
        terms: list[tuple[str, Node]] = []
        sign = "+"
        if self.is_next("+", "-"):
            sign = self.take().text
        terms.append((sign, self.term()))
        while self.is_next("+", "-"):
            sign = self.take().text
            terms.append((sign, self.term()))
        return terms[0][1] if len(terms) == 1 and terms[0][0] == "+" else Sum(tuple(terms))

    def term(self) -> Node:
        left = self.factors()
        while self.peek().text in _PRODUCTS and self.peek().kind == "mark":
            sign = _PRODUCTS[self.take().text]
            left = Product(sign, left, self.factors())
        return left

    def factors(self) -> Node:
        """Factors that stand side by side."""
        left = self.factor()
        while self.starts():
            left = Product("", left, self.factor())
        return left

    def starts(self) -> bool:
        token = self.peek()
        if token.kind in ("text", "letter", "number", "board"):
            return True
        if token.kind != "mark" or token.text in _CLOSE:
            return False
        if token.text == "|":
            return not self.bars
        if token.text in _OPEN or token.text in _DOTS or token.text in _BIG:
            return True
        return token.text[1:] in (
            "frac",
            "tfrac",
            "dfrac",
            "sqrt",
            "binom",
            "begin",
            "underbrace",
            "overbrace",
            "nabla",
            "top",
        ) + (_ACCENTS + _FUNCTIONS)

    # factors

    def factor(self) -> Node:
        return self.scripted(self.atom())

    def scripted(self, base: Node) -> Node:
        while True:
            scripts = self.scripts()
            if scripts:
                base = Scripted(base, scripts)
            if self.is_next("[", "(") and base in (_EXPECTATION, Symbol("Var")):
                base = Function("E" if base == _EXPECTATION else "Var", self.items(_OPEN[self.take().text]))
            elif _is_expectation(base):
                base = Function("E", (self.factors(),))
            elif self.is_next("(") and _is_name(base):
                base = Call(base, self.arguments())
            elif self.is_next("[") and _is_name(base) and self.peek().close:
                self.take()
                items = self.items("]")
                base = At(base, items)
            elif not self.is_next("_", "^", "'"):
                return base

    def arguments(self) -> tuple[Node, ...]:
        self.take()
        return self.items(")")

    def items(self, end: str) -> tuple[Node, ...]:
        """What stands between commas, semicolons or bars, up to the closing mark."""
        bars, self.bars = self.bars, 0
        items: list[Node] = []
        while not self.is_next(end):
            items.append(self.item())
            if not self.is_next(end):
                token = self.take()
                if token.text not in (",", ";", "\\mid"):
                    raise FormulaError(
                        f"`{end}` is missing" + (f" before `{token.text}`" if token.text else " at the end")
                    )
        self.take()
        self.bars = bars
        return tuple(items)

    def item(self) -> Node:
        if (
            self.is_next(*_DOTS)
            and self.piece[self.place + 1 : self.place + 2]
            and (self.piece[self.place + 1].text in (",", ";", ")", "]"))
        ):
            self.take()
            return Dots()
        left = self.logic()
        if self.peek().text in _RELATIONS and self.peek().kind == "mark":
            sides, signs = [left], list[str]()
            while self.peek().text in _RELATIONS and self.peek().kind == "mark":
                signs.append(_RELATIONS[self.take().text])
                sides.append(self.logic())
            left = Relation(tuple(sides), tuple(signs))
        return left

    def group(self) -> list[Token]:
        """The tokens of `{…}`, or of the one mark that stands for it."""
        token = self.take()
        if token.text != "{" or token.kind != "mark":
            return [token]
        depth, start = 1, self.place
        while depth:
            token = self.take()
            if token.kind == "end":
                raise FormulaError("`}` is missing at the end")
            depth += token.kind == "mark" and (token.text == "{") - (token.text == "}")
        return self.piece[start : self.place - 1]

    def inner(self, piece: list[Token], read: Callable[[_Reader], Node] | None = None) -> Node:
        reader = _Reader(piece, self.names)
        node = (read or _Reader.logic)(reader)
        if reader.place < len(piece):
            raise FormulaError(f"`{reader.peek().text}` is not understood here")
        return node

    def braced(self) -> Node:
        return self.inner(self.group())

    def scripts(self) -> tuple[Script, ...]:
        found: list[Script] = []
        while self.is_next("_", "^", "'"):
            kind = self.take().text
            if kind == "'":
                found.append(Script("^", "prime"))
                continue
            found += self.script(kind, self.group())
        return tuple(found)

    def script(self, kind: str, piece: list[Token]) -> list[Script]:
        found: list[Script] = []
        if (
            kind == "^"
            and piece
            and piece[-1].text in ("T", "\\top", "\\intercal")
            and not (len(piece) > 1 and piece[-1].text == "T" and (piece[-1].close or piece[-2].text in _BETWEEN))
        ):
            return [*(self.script(kind, piece[:-1]) if len(piece) > 1 else []), Script("T", "T")]
        if kind == "^" and len(piece) == 1 and piece[0].text in ("*", "\\ast", "\\star"):
            return [Script("^", "star")]
        if piece and piece[0].text == "(" and piece[-1].text == ")" and _wraps(piece):
            kind, piece = ("(" if kind == "^" else kind), piece[1:-1]
        for whole in _split(piece):
            part = _unwrapped(whole)
            if len(_split(part)) > 1:
                found += self.script(kind, part)
            else:
                found.append(Script(kind, _text(part), self._index(part)))
        return found

    def _index(self, part: list[Token]) -> Node | None:
        if len(part) == 1 and part[0].text == ":":
            return Symbol(":")
        if part and part[0].kind == "text" and word(part[0].text) not in self.names and len(part) == 1:
            return Symbol(word(part[0].text))
        try:
            return self.inner(part)
        except FormulaError:
            return None

    def atom(self) -> Node:
        token = self.take()
        if token.kind == "number":
            return Number(float(token.text))
        if token.kind == "letter":
            return Symbol(self.name(token))
        if token.kind == "text":
            return self.text(token)
        if token.kind == "board":
            if token.text == "E":
                return _EXPECTATION
            raise FormulaError(f"the set \\mathbb{{{token.text}}} is not evaluated")
        return self.marked(token)

    def name(self, token: Token) -> str:
        """A letter; or a longer name that the mark binds, if its letters stand close together."""
        letters = token.text
        best, place = letters, self.place
        while (
            self.place < len(self.piece) and self.peek().close and self.peek().kind == "letter" and len(token.text) == 1
        ):
            letters += self.take().text
            if letters in self.names:
                best, place = letters, self.place
        self.place = place
        return best

    def text(self, token: Token) -> Node:
        name = word(token.text)
        if name in _WORD_FUNCTIONS and name not in self.names and not self.is_next("(", "_", "["):
            return Function(name, (self.factors(),))
        return Symbol(name)

    def marked(self, token: Token) -> Node:
        text = token.text
        name = text[1:]
        if text in _DOTS:
            return Dots()
        if text in _BIG and (self.is_next("_", "^") or text in ("\\sum", "\\prod")):
            return self.big(_BIG[text])
        if text in ("(", "{"):
            items = self.items(_OPEN[text])
            return items[0] if len(items) == 1 else Row(items)
        if text == "[":
            return self.bracket()
        if text in ("|", "\\|", "\\lVert", "\\lvert", "\\lfloor", "\\lceil"):
            return self.fence(text)
        if name in ("frac", "tfrac", "dfrac"):
            return self.fraction()
        if name == "sqrt":
            return Function("sqrt", (self.braced(),))
        if name == "binom":
            return Function("binom", (self.braced(), self.braced()))
        if name in ("underbrace", "overbrace"):
            node = self.braced()
            if self.is_next("_", "^"):
                self.take()
                self.group()
            return node
        if name in _ACCENTS:
            return self.accent(name)
        if name in _FUNCTIONS:
            return self.function(name)
        if name == "begin":
            return self.table()
        if name == "nabla":
            self.expect("_")
            below = _text(self.group())
            return Symbol(f"d{_text(self.group())}_d{below}")
        raise FormulaError(f"`{text}` is not understood" if text else "something is missing at the end")

    def bracket(self) -> Node:
        start = self.place
        items = self.items("]")
        if len(items) == 1 and isinstance(items[0], (Relation, Logic)):
            return Fence("if", items[0])
        if len(items) == 1:
            return items[0]
        depth, stacked = 0, False
        for token in self.piece[start : self.place - 1]:
            depth += (token.text in _OPEN) - (token.text in _CLOSE)
            stacked |= depth == 0 and token.text == ";"
        return Row(items, stacked)

    def fence(self, text: str) -> Node:
        kind = {"|": "abs", "\\lvert": "abs", "\\lfloor": "floor", "\\lceil": "ceil"}.get(text, "norm")
        self.bars += text == "|"
        inner = self.logic()
        self.bars -= text == "|"
        self.expect(_OPEN[text])
        return Fence(kind, inner)

    def fraction(self) -> Node:
        above, below = self.group(), self.group()
        if above and above[0].text == "\\partial":
            parts = [self.inner(piece[1:], _Reader.factor) for piece in (above, below)]
            names, scripts = zip(*(_taken_apart(part) for part in parts), strict=True)
            base = Symbol(f"d{names[0]}_d{names[1]}")
            both = (*scripts[0], *scripts[1])
            return Scripted(base, both) if both else base
        return Product("/", self.inner(above), self.inner(below))

    def accent(self, name: str) -> Node:
        piece = self.group()
        if len(piece) == 1 and piece[0].kind in ("letter", "text"):
            return Symbol(f"{name}_{word(piece[0].text)}")
        if name in ("overline", "bar"):
            return Function("mean", (self.inner(piece),))
        node = self.inner(piece)
        base, scripts = _taken_apart(node)
        return Scripted(Symbol(f"{name}_{base}"), scripts)

    def function(self, name: str) -> Node:
        power: tuple[Script, ...] = self.scripts()
        if name == "log" and len(power) == 1 and power[0].kind == "_" and power[0].item is not None:
            return Product("/", self.function(name), Function(name, (power[0].item,)))
        if self.is_next("("):
            self.take()
            made: Node = Function(name, self.items(")"))
            return Scripted(made, power) if power else made
        made = Function(name, (self.factors(),))
        return Scripted(made, power) if power else made

    def big(self, operator: str) -> Node:
        below: list[Token] = []
        above: list[Token] = []
        while self.is_next("_", "^"):
            if self.take().text == "_":
                below = self.group()
            else:
                above = self.group()
        if not below or below[0].kind != "letter":
            raise FormulaError(f"the {operator} names no index below it")
        index, rest = below[0].text, below[1:]
        low = inside = given = None
        if rest and rest[0].text == "=":
            low = self.inner(rest[1:])
        elif rest and rest[0].text == "\\in":
            inside = self.inner(rest[1:])
        elif rest and rest[0].text == ":":
            given = self.inner(rest[1:], _Reader.statement)
        elif rest:
            given = self.inner(below, _Reader.statement)
        if given is not None and not isinstance(given, (Relation, Logic)):
            raise FormulaError(f"what stands below the {operator} over {index} says no range")
        if above and low is None:
            raise FormulaError(f"the {operator} over {index} has an end and no start")
        high = self.inner(above) if above else None
        if low is not None and high is None:
            raise FormulaError(f"the {operator} over {index} has a start and no end")
        if self.is_next("("):
            body: Node = self.term() if operator in ("sum", "product") else self.factors()
        else:
            body = self.term()
        return Big(operator, index, body, low, high, inside, given)

    def table(self) -> Node:
        kind = _text(self.group())
        rows: list[tuple[Node, ...]] = []
        cells: list[Node] = []
        piece: list[Token] = []
        depth = 0
        while True:
            token = self.take()
            if token.kind == "end":
                raise FormulaError(f"\\end{{{kind}}} is missing")
            if token.text == "\\end" and not depth:
                self.group()
                break
            if token.text in ("&", "\\\\") and not depth:
                cells.append(self.cell(piece))
                piece = []
                if token.text == "\\\\":
                    rows.append(tuple(cells))
                    cells = []
                continue
            depth += (token.text in ("{", "\\begin")) - (token.text in ("}", "\\end"))
            piece.append(token)
        if piece:
            cells.append(self.cell(piece))
        if cells:
            rows.append(tuple(cells))
        if kind not in ("cases", "pmatrix", "bmatrix", "matrix", "vmatrix"):
            raise FormulaError(f"\\begin{{{kind}}} is not understood")
        return Table(kind, tuple(rows))

    def cell(self, piece: list[Token]) -> Node:
        words = [token for token in piece if token.kind == "text" and _is_words(token.text, self.names)]
        rest = [token for token in piece if token not in words]
        while rest and rest[-1].text == ",":
            rest.pop()
        if not rest:
            return OTHERWISE
        if rest[0].kind == "mark" and rest[0].text[1:] in _FUNCTIONS and len(rest) == 1:
            return Symbol(rest[0].text[1:])
        return self.inner(rest, _Reader.item)


def _split(piece: list[Token]) -> list[list[Token]]:
    """A list of tokens, cut at its commas."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in piece:
        depth += (token.text in ("(", "{", "[")) - (token.text in (")", "}", "]"))
        if token.text in (",", ";") and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _text(piece: list[Token]) -> str:
    """What a script says, as a part of a name."""
    return word("".join({"'": "prime", "-": "minus_"}.get(token.text, token.text) for token in piece))


def _taken_apart(node: Node) -> tuple[str, tuple[Script, ...]]:
    """The name and the scripts of a letter."""
    if isinstance(node, Scripted) and isinstance(node.base, Symbol):
        return node.base.name, node.scripts
    if isinstance(node, Symbol):
        return node.name, ()
    raise FormulaError("a derivative or an accent stands over more than a letter")


def _is_expectation(node: Node) -> bool:
    """`\\mathbb{E}` or `\\mathbb{E}_y` without a bracket after it."""
    return node == _EXPECTATION or (isinstance(node, Scripted) and node.base == _EXPECTATION)


def _is_name(node: Node) -> bool:
    """Whether parentheses after it may be its arguments."""
    return isinstance(node, Symbol) or (isinstance(node, Scripted) and isinstance(node.base, Symbol))
