"""What a formula is worth: its parts evaluated with NumPy, its letters taken from a mark and the card's own code."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from zhixing.blocks.formula_arrays import (
    CONSTANTS,
    FENCES,
    FUNCTIONS,
    HOLDS,
    Identity,
    Index,
    Turned,
    Value,
    added,
    bare,
    kind,
    mean_of,
    members,
    place,
    signed,
    softmax,
    transposed,
    untensored,
)
from zhixing.blocks.formula_help import Blocks
from zhixing.syntax.formula.dots import STEP, chain, difference, replaced
from zhixing.syntax.formula.plan import Definition, Plan, Statement, index_items, resolve
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

_MOST = 20_000  # combinations of index values, and outcomes of what is random


class Evaluator:
    """Evaluates nodes with the values of one draw; vectors are rows, or columns."""

    def __init__(
        self, plan: Plan, values: dict[str, Value], draws: dict[str, tuple[np.ndarray, np.ndarray]], rows: bool
    ):
        self.plan = plan
        self.values = {**CONSTANTS, **FUNCTIONS, **values}
        self.names = self.values.keys() | plan.definitions.keys()
        self.draws = draws
        self.rows = rows
        self.is_decided = False  # whether a vector stood beside a matrix, which tells rows from columns
        self.scope: dict[str, Value] = {}
        self.domains: dict[str, list[Index]] = {}
        self.ranges: dict[str, list[Index]] = {}  # of the indices that the mark declares

    # statements

    def combinations(self, statement: Statement) -> Iterator[dict[str, Index]]:
        """Every choice of values for the free indices of a statement."""
        domains = [self.domain(name, statement.relation) for name in statement.free]
        if math.prod(map(len, domains)) > _MOST:
            raise FormulaError(f"more than {_MOST:,} combinations of {', '.join(statement.free)}")
        self.domains.update(zip(statement.free, domains, strict=True))
        for chosen in itertools.product(*domains):
            yield dict(zip(statement.free, chosen, strict=True))

    def domain(self, name: str, node: Node) -> list[Index]:
        """The values of an index: declared by the mark or the formula, or the places of the arrays that it counts."""
        if name in self.ranges:
            return self.ranges[name]
        if name in self.plan.ranges:
            low, high = (round(float(self.value(end))) for end in self.plan.ranges[name])
            return [Index(one, min(low, 1)) for one in range(low, high + 1)]
        if name in self.plan.domains:
            return members(self.value(self.plan.domains[name]))
        sizes = set(self._sizes(name, node))
        if not sizes:
            raise FormulaError(f"how far does {name} run? say it in the mark: `{name} in 1..n` or `{name} in range(n)`")
        return [Index(one) for one in range(min(sizes))]

    def _sizes(self, name: str, node: Node) -> Iterator[int]:
        """Sizes of the axes on which the index stands alone."""
        for part in node.walk():
            if not isinstance(part, Scripted):
                continue
            if not isinstance(part.base, Symbol):
                yield from self._sizes_at(name, part.base, part.scripts)
                continue
            found = resolve(part.base.name, part.scripts, self.names)
            if found is None:
                continue
            if (made := self.plan.definitions.get(found[0])) and found[0] not in self.values:
                items = [item for script in found[1] if script.kind in "_(" for item in index_items(script)]
                for letter, item in zip(made.indices, items, strict=False):
                    if item == Symbol(name):
                        yield from self._sizes(letter, made.body)
            else:
                yield from self._sizes_at(name, Symbol(found[0]), found[1])

    def _sizes_at(self, name: str, base: Node, scripts: tuple[Script, ...]) -> Iterator[int]:
        items = [item for script in scripts if script.kind in "_(" for item in index_items(script)]
        if Symbol(name) not in items:
            return
        known = self.values.get(base.name) if isinstance(base, Symbol) else None
        if isinstance(known, Blocks):
            yield len(known.parts)
            return
        try:
            shape = (len(value),) if isinstance(value := self.value(base), (list, tuple)) else np.shape(bare(value))
        except (FormulaError, KeyError):
            return
        yield from (size for item, size in zip(items, shape, strict=False) if item == Symbol(name))

    # expressions

    def value(self, node: Node) -> Value:
        """What an expression is worth."""
        return getattr(self, f"_{type(node).__name__.lower()}")(node)

    def _number(self, node: Number) -> Value:
        return int(node.value) if node.value == int(node.value) else node.value

    def _symbol(self, node: Symbol) -> Value:
        return self._named(node.name, ())

    def _named(self, name: str, scripts: tuple[Script, ...]) -> Value:
        if name in self.scope:
            return self._scripts(self.scope[name], scripts, name)
        found = resolve(name, scripts, self.names)
        if found is None and name.startswith(("overline_", "bar_")):
            found = resolve(name.partition("_")[2], scripts, self.names)
            if found is not None:
                return mean_of(self._named(name.partition("_")[2], scripts))
        if found is None:
            raise FormulaError(f"`{name}` is bound by nothing")
        key, rest = found
        if key in self.scope:
            return self._scripts(self.scope[key], rest, key)
        if key in self.values:
            return self._scripts(self.values[key], rest, key)
        made = self.plan.definitions[key]
        return self._defined(made, rest)

    def _defined(self, made: Definition, scripts: tuple[Script, ...]) -> Value:
        if made.arguments and not made.indices:
            return self._scripts(
                lambda *given: self._inside(made.body, dict(zip(made.arguments, given, strict=True))), scripts, ""
            )
        rest = list(scripts)
        given: list[Value] = []
        while rest and len(given) < len(made.indices):
            script = rest[0]
            if script.kind not in "_(":
                break
            given += [self.value(item) for item in index_items(script)]
            rest.pop(0)
        if len(given) < len(made.indices):
            domains = [self.domain(name, made.body) for name in made.indices[len(given) :]]
            values = [
                bare(self._inside(made.body, dict(zip(made.indices, (*given, *more), strict=True))))
                for more in itertools.product(*domains)
            ]
            shape = (*map(len, domains), *np.shape(values[0]))
            return self._scripts(np.reshape(np.array(values), shape), tuple(rest), made.name)
        return self._scripts(
            self._inside(made.body, dict(zip(made.indices, given, strict=True))), tuple(rest), made.name
        )

    def _inside(self, body: Node, more: dict[str, Value]) -> Value:
        before = self.scope
        self.scope = {**{k: v for k, v in before.items() if k in self.ranges or k in self.draws}, **more}
        try:
            return self.value(body)
        finally:
            self.scope = before

    def _scripted(self, node: Scripted) -> Value:
        if isinstance(node.base, Symbol):
            return self._named(node.base.name, node.scripts)
        if isinstance(node.base, Fence) and node.base.kind == "norm":
            return self._norm(node.base, node.scripts)
        if isinstance(node.base, Call) and len(node.base.arguments) == 1:
            function = node.base.function
            if not (isinstance(function, Scripted) and function.base == Symbol("softmax")):
                value = self.value(function)
                if not callable(value):  # a product: the scripts belong to what stands in parentheses
                    return self._product_of(
                        "", value, self._scripts(self.value(node.base.arguments[0]), node.scripts, "")
                    )
        return self._scripts(self.value(node.base), node.scripts, "")

    def _scripts(self, value: Value, scripts: tuple[Script, ...], name: str) -> Value:
        items: list[Node] = []
        after: list[Script] = []
        if isinstance(value, Blocks):
            value = value.parts if any(script.kind in "_(" for script in scripts) else value.whole
        for script in scripts:
            is_index = script.kind in "_(" or (script.kind == "^" and isinstance(value, (list, tuple)))
            if is_index:
                items += index_items(script)
            else:
                after.append(script)
        for item in items if isinstance(value, (list, tuple)) else ():
            value = value[place(self.value(item), len(value), name)]
            items = items[1:]
            if not isinstance(value, (list, tuple)):
                break
        if items and callable(value):  # a family: `R_{i-j}` is R of i - j
            value = value(*(int(one) if isinstance(one, Index) else one for one in map(self.value, items)))
        elif items:
            value = self._at_items(value, items, name)
        for script in after:
            value = self._raised(value, script)
        return value

    def _at_items(self, value: Value, items: Sequence[Node], name: str) -> Value:
        array = bare(value)
        shape = np.shape(array)
        if len(items) > len(shape):
            shown = f"`{name}`" if name else "a value"
            raise FormulaError(f"{shown} of shape {shape} has no place for {len(items)} indices")
        places: list[Any] = []
        for item, size in zip(items, shape, strict=False):
            places.append(slice(None) if item == Symbol(":") else place(self.value(item), size, name))
        return np.asarray(array)[tuple(places)]

    def _raised(self, value: Value, script: Script) -> Value:
        if script.kind == "T":
            if np.ndim(bare(value)) == 0 and isinstance(self.values.get("T"), int):
                return np.power(np.asarray(value, dtype=kind(value)), self.values["T"])  # T is a number here
            return transposed(value)
        if script.item is None:
            raise FormulaError(f"the superscript `{script.text}` is neither a power nor part of a name")
        power = self.value(script.item)
        array = bare(value)
        if np.ndim(array) == 2 and isinstance(power, int) and np.shape(array)[0] == np.shape(array)[1]:
            return np.linalg.matrix_power(array, int(power))
        if np.ndim(array) > 0 and np.ndim(power) == 0 and power == -1:
            raise FormulaError("the inverse of something that is no square matrix")
        return np.power(np.asarray(array, dtype=kind(array)), bare(power))

    def _at(self, node: At) -> Value:
        base = self.value(node.base)
        if callable(base):
            return self._called(base, node.items)
        return self._at_items(base, node.items, getattr(node.base, "name", ""))

    def _call(self, node: Call) -> Value:
        function = node.function
        if isinstance(function, Scripted) and function.base == Symbol("softmax"):
            return self._softmax_over(function.scripts, node.arguments)
        value = self.value(function)
        if callable(value):
            return self._called(value, node.arguments)
        inner = self.value(node.arguments[0]) if len(node.arguments) == 1 else self._row(Row(node.arguments))
        return self._product_of("", value, inner)

    def _called(self, function: Callable[..., Value], arguments: Sequence[Node]) -> Value:
        given = [bare(one) for one in self._items(arguments)]
        made = function(*given)
        made = made[0] if isinstance(made, tuple) else made  # many functions give their weights, or a state, besides
        return made if callable(made) or isinstance(made, (list, Turned, Identity)) else untensored(made)

    def _softmax_over(self, scripts: tuple[Script, ...], arguments: tuple[Node, ...]) -> Value:
        item = scripts[0].item
        if len(scripts) != 1 or not isinstance(item, Symbol) or item.name not in self.domains:
            raise FormulaError("the index of softmax runs over nothing")
        name, here = item.name, self.scope.get(item.name)
        domain = self.domains[name]
        values = np.array([bare(self._with(arguments[0], name, one)) for one in domain])
        weights = softmax(values)
        return weights if here is None else weights[domain.index(here)]

    def _with(self, body: Node, name: str, value: Value) -> Value:
        before = self.scope
        self.scope = {**before, name: value}
        try:
            return self.value(body)
        finally:
            self.scope = before

    def _product(self, node: Product) -> Value:
        if not node.sign and any(isinstance(one, Dots) for one in chain(node)):
            factors = self._expanded(chain(node))
            value = factors[0]
            for one in factors[1:]:
                value = self._product_of("", value, one)
            return value
        return self._product_of(node.sign, self.value(node.left), self.value(node.right))

    def _product_of(self, sign: str, left: Value, right: Value) -> Value:
        if isinstance(left, Identity) and not sign:
            return right
        if isinstance(right, Identity) and not sign:
            return left
        if isinstance(left, (list, tuple)) and left and all(map(callable, left)):
            parts = np.split(bare(right), len(left))
            return np.concatenate([function(part) for function, part in zip(left, parts, strict=True)])
        a, b = bare(left), bare(right)
        if sign == "/":
            made = np.asarray(a, dtype=kind(a)) / b
            return Turned(made) if isinstance(left, Turned) and np.ndim(b) == 0 else made
        if np.ndim(a) == 0 or np.ndim(b) == 0:
            turned = isinstance(left, Turned) or isinstance(right, Turned)
            made = a * b
            return Turned(made) if turned else made
        if sign == "⊙":
            return np.asarray(a) * np.asarray(b)
        if sign == "·" and np.ndim(a) == 1 and np.ndim(b) == 1:
            return np.dot(a, b)
        return self._matrices(left, right)

    def _matrices(self, left: Value, right: Value) -> Value:
        """The product of two things of which none is a number; vectors count as rows, or as columns."""
        a, b = self._matrix(left), self._matrix(right)
        made = np.matmul(a, b)
        one, other = np.ndim(bare(left)) == 1, np.ndim(bare(right)) == 1
        if one and other:
            return made[0, 0] if made.shape == (1, 1) else made
        self.is_decided |= one or other
        if one:
            vector = made[0]
            return vector if self.rows else Turned(vector)
        if other:
            vector = made[:, 0]
            return Turned(vector) if self.rows else vector
        return made

    def _matrix(self, value: Value) -> np.ndarray:
        array: np.ndarray = np.asarray(bare(value))
        if array.ndim != 1:
            return array
        lies = isinstance(value, Turned) != self.rows
        matrix: np.ndarray = array[None, :] if lies else array[:, None]
        return matrix

    def _sum(self, node: Sum) -> Value:
        if any(isinstance(term, Dots) for _, term in node.terms):
            if any(sign != "+" for sign, _ in node.terms):
                raise FormulaError("dots between terms of different signs")
            if isinstance(node.terms[-1][1], Dots):
                raise FormulaError("a series that goes on: give it the class `asymptotic`")
            values = self._expanded([term for _, term in node.terms])
            total = values[0]
            for one in values[1:]:
                total = added(total, one, 1)
            return total
        total = None
        for sign, term in node.terms:
            value = self.value(term)
            factor = 1 if sign == "+" else -1
            total = added(total, value, factor) if total is not None else signed(value, factor)
        return total

    def _big(self, node: Big) -> Value:
        domain = self._big_domain(node)
        before, self.domains = self.domains, {**self.domains, node.index: domain}
        try:
            values = [self._with(node.body, node.index, one) for one in domain]
        finally:
            self.domains = before
        if not values:
            if node.operator in ("max", "min"):
                raise FormulaError(f"the {node.operator} over {node.index} is that of nothing")
            return 0.0 if node.operator == "sum" else 1.0
        total = values[0]
        for one in values[1:]:
            if node.operator == "sum":
                total = added(total, one, 1)
            elif node.operator == "product":
                total = np.multiply(bare(total), bare(one)) if np.ndim(bare(one)) < 2 else self._matrices(total, one)
            else:
                total = (np.maximum if node.operator == "max" else np.minimum)(bare(total), bare(one))
        return total

    def _big_domain(self, node: Big) -> list[Index]:
        if node.low is not None and node.high is not None:
            low, high = (int(self.value(end)) for end in (node.low, node.high))
            base = 1 if low == 1 else 0
            return [Index(one, base) for one in range(low, high + 1)]
        if node.inside is not None:
            return members(self.value(node.inside))
        if node.given is None:
            return self.domain(node.index, node.body)
        others = [v for part in node.given.walk() if isinstance(part, Symbol) for v in [self.scope.get(part.name)]]
        base = next((one.base for one in others if isinstance(one, Index)), 0)
        domain = [Index(one + base, base) for one in self.domain(node.index, node.body)]
        return [one for one in domain if bool(np.all(bare(self._with(node.given, node.index, one))))]

    def _row(self, node: Row) -> Value:
        values = [bare(one) for one in self._items(node.items)]
        if any(np.ndim(one) > 0 for one in values):
            if node.stacked:
                return np.concatenate([np.atleast_2d(one) for one in values], 0)
            return np.concatenate(values, -1)
        return np.array(values)

    def _items(self, items: Sequence[Node]) -> list[Value]:
        return self._expanded(list(items)) if any(isinstance(one, Dots) for one in items) else [*map(self.value, items)]

    def _expanded(self, items: Sequence[Node]) -> list[Value]:
        """`f(1), …, f(n)`: what stands on either side of the dots differs in one number, which runs."""
        at = next(number for number, item in enumerate(items) if isinstance(item, Dots))
        if not 0 < at < len(items) - 1:
            raise FormulaError("dots need something on both sides")
        first, last = items[at - 1], items[at + 1]
        pair = difference(first, last)
        if pair is None:
            raise FormulaError("what stands on the two sides of the dots differs in more than one number")
        low, high = (int(self.value(one)) for one in pair)
        step = 1 if high >= low else -1
        runs = [found and found[1] == pair[1] for found in (difference(item, last) for item in items[:at])]
        start = difference(items[runs.index(True)], last) or pair
        base = 1 if step == 1 and int(self.value(start[0])) == 1 else 0
        made: list[Value] = []
        for item, is_step in zip(items[: at - 1], runs, strict=False):
            found = difference(item, last) if is_step else None
            made.append(self._at_step(last, found, base) if found else self.value(item))
        made += [self._with(replaced(last, pair[1]), STEP, Index(one, base)) for one in range(low, high + step, step)]
        return [*made, *(self.value(item) for item in items[at + 2 :])]

    def _at_step(self, last: Node, pair: tuple[Node, Node], base: int) -> Value:
        return self._with(replaced(last, pair[1]), STEP, Index(int(self.value(pair[0])), base))

    def _fence(self, node: Fence) -> Value:
        if node.kind == "norm":
            return self._norm(node, ())
        value = self.value(node.inner)
        if node.kind == "abs" and isinstance(value, (list, tuple, set, range)):
            return len(value)
        array = bare(value)
        return FENCES[node.kind](array)

    def _norm(self, node: Fence, scripts: tuple[Script, ...]) -> Value:
        array = np.asarray(bare(self.value(node.inner)))
        below = next((script for script in scripts if script.kind == "_"), None)
        if below is not None and below.text == "F":
            made = np.sqrt(np.sum(np.abs(array) ** 2))
        elif below is not None and below.item is not None:
            power = bare(self.value(below.item))
            made = np.sum(np.abs(array) ** power) ** (1 / power)
        else:
            made = np.linalg.norm(array, 2)
        for script in scripts:
            made = self._raised(made, script) if script.kind == "^" else made
        return made

    def _function(self, node: Function) -> Value:
        if node.name in ("E", "Var"):
            return self._expected(node)
        values = self._items(node.arguments)
        if node.name in ("max", "min"):
            reduce = np.maximum if node.name == "max" else np.minimum
            plain = [bare(one) for one in values]
            if len(plain) == 1:
                return np.max(plain[0]) if node.name == "max" else np.min(plain[0])
            made = plain[0]
            for one in plain[1:]:
                made = reduce(made, one)
            return made
        if node.name == "binom":
            return math.comb(*(int(bare(one)) for one in values))
        if node.name == "mean":
            return mean_of(values[0])
        if node.name == "sqrt":
            return np.sqrt(np.asarray(bare(values[0]), dtype=kind(bare(values[0]))))
        if node.name in self.values:
            return self.values[node.name](*map(bare, values))
        raise FormulaError(f"the function {node.name} has no value")

    def _expected(self, node: Function) -> Value:
        """The mean, or the variance, over all outcomes of what the mark calls random."""
        names = sorted(self.draws)
        if not names:
            raise FormulaError("nothing is random: say `x ~ outcomes, weights` in the mark")
        mean: Value = 0.0
        square: Value = 0.0
        choices = itertools.product(*(range(len(self.draws[name][0])) for name in names))
        for chosen in choices:
            weight = 1.0
            before = self.scope
            self.scope = dict(before)
            for name, number in zip(names, chosen, strict=True):
                outcomes, weights = self.draws[name]
                self.scope[name] = outcomes[number]
                weight *= weights[number]
            value = np.asarray(bare(self.value(node.arguments[0])))
            self.scope = before
            mean, square = mean + weight * value, square + weight * value**2
        return mean if node.name == "E" else square - mean**2

    def _table(self, node: Table) -> Value:
        if node.kind == "cases":
            for row in node.rows:
                if len(row) < 2 or row[1] == OTHERWISE or bool(np.all(bare(self.value(row[1])))):
                    return self.value(row[0])
            raise FormulaError("none of the cases holds")
        rows = [[self.value(cell) for cell in row] for row in node.rows]
        if all(len(row) == 1 and callable(row[0]) for row in rows):
            return [row[0] for row in rows]
        if all(len(row) == 1 for row in rows):
            cells = [np.atleast_1d(bare(row[0])) for row in rows]
            return np.concatenate(cells)
        return np.block([[bare(cell) for cell in row] for row in rows])

    def _relation(self, node: Relation) -> Value:
        values = [bare(self.value(side)) for side in node.sides]
        return np.all([HOLDS[sign](a, b) for sign, a, b in zip(node.signs, values, values[1:], strict=False)], 0)

    def _logic(self, node: Logic) -> Value:
        both = [np.asarray(bare(self.value(side))).astype(bool) for side in (node.left, node.right)]
        return (np.logical_and if node.sign == "and" else np.logical_or)(*both) * 1.0

    def _space(self, node: Space) -> Value:
        return tuple(int(bare(self.value(size))) for size in node.sizes)

    def _dots(self, node: Dots) -> Value:
        raise FormulaError("dots that stand for nothing known")
