"""Small changes of the code, each a fault that somebody could have made: drawn by a seed from the tree as it is."""

import ast
import hashlib
import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from tests.planted.faults import LAYERS, Function, Layer, Planted, Sources, begun_with, functions

LAYER_OF: Final[tuple[tuple[str, Layer], ...]] = (
    (r"/(score_)?sheets?(_plan|_reminders)?\.py$", "sheet"),
    (r"/i18n\.py$", "translation"),
    (r"/(access|seating|attempts|join|keeping|device)\.py$", "rights"),
    (r"/(views|redact|narration|eyes|rulings|timeline)\.py$", "secrecy"),
    (r"/(templating|security|inlining)\.py$", "escaping"),
    (r"/(matches|enter|correct|precondition|steps|session|loaded)\.py$", "idempotency"),
    (r"/(server|live)/|/(stream|channel)\.py$", "stream"),
    (r"/store/|/(match_files|exports|backups|restoring|journal_codec|recorded)\.py$", "durability"),
    (r"/(games|engine)/", "rules"),
)
"""The layer of a module, by its path: the first that fits. What fits none is not drawn from."""
LEFT_OUT: Final = re.compile(r"/(clauses|components|lesson|migrations|translations)\b")
"""Lists, what has been done to old records for good, and a tool for translators."""
OTHER_EDGE: Final[dict[type[ast.cmpop], str]] = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
OTHER_SIGN: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
}
AT_AN_EDGE: Final[frozenset[Layer]] = frozenset({"rules", "sheet"})
"""Where things are counted, one more or less is a fault. Elsewhere it is mostly a moment that nobody can hit."""
OF_EDGES: Final = frozenset({"off by one", "edge moved"})
EITHER_WAY: Final = frozenset({"min", "max", "isinstance", "issubclass", "getattr", "setattr"})
"""Functions that say the same with their arguments swapped, or fail at once."""
LARGEST_COUNT: Final = 12
"""A larger number is a time or a size, of which one more is no fault."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A fault in one function: what was done there, the words it was done to, and how often they come before."""

    kind: str
    layer: Layer
    path: str
    function: str
    line: int
    old: str
    new: str
    text: str
    place: int

    @property
    def name(self) -> str:
        """What is wrong, in one line."""
        again = f" (the {self.place + 1}. of its kind)" if self.place else ""
        if self.kind.endswith("dropped"):
            return f"{self.function}, {self.kind}: `{_in_short(self.old)}`{again}"
        return f"{self.function}, {self.kind}: `{_in_short(self.old)}` becomes `{_in_short(self.new)}`{again}"

    def planted(self, sources: Sources) -> Planted:
        """The fault as it is to be planted."""
        return Planted(self.path, self.line, self.function, self.text)

    def lot(self, seed: int) -> str:
        """By which mutations are drawn. What else is in the tree does not matter, so most stay when code changes."""
        drawn = f"{seed}:{self.kind}:{self.function}:{self.old}:{self.place}"
        return hashlib.sha256(drawn.encode()).hexdigest()


def drawn(sources: Sources, seed: int) -> Iterator[Mutation]:
    """All mutations in the order of their lots: each layer in turn, and in each layer every kind in turn."""
    by_layer: dict[Layer, list[Mutation]] = defaultdict(list)
    for one in all_mutations(sources):
        by_layer[one.layer].append(one)
    rows = [_kinds_in_turn(by_layer[layer], seed) for layer in LAYERS]
    return (one for row in itertools.zip_longest(*rows) for one in row if one is not None)


def all_mutations(sources: Sources) -> Iterator[Mutation]:
    """Every change that can be made."""
    for path, text in sources.items():
        layer = layer_of(path)
        if layer is not None:
            yield from _of_module(layer, path, text)


def layer_of(path: str) -> Layer | None:
    """The layer that a module belongs to; None if faults are not drawn from it."""
    if not path.endswith(".py") or LEFT_OUT.search(path):
        return None
    return next((layer for pattern, layer in LAYER_OF if re.search(pattern, path)), None)


def _kinds_in_turn(found: Iterable[Mutation], seed: int) -> list[Mutation]:
    counted: dict[str, int] = defaultdict(int)
    ordered = []
    for one in sorted(found, key=lambda one: one.lot(seed)):
        counted[one.kind] += 1
        ordered.append((counted[one.kind], one))
    return [one for _, one in sorted(ordered, key=lambda pair: pair[0])]


def _of_module(layer: Layer, path: str, text: str) -> Iterator[Mutation]:
    seen: dict[tuple[str, str, str], int] = defaultdict(int)
    cut = _Cut(text)
    for name, function in functions(ast.parse(text)):
        if name.rpartition(".")[2].startswith("__"):
            continue
        for kind, node, new in _changes(function, cut):
            if kind in OF_EDGES and layer not in AT_AN_EDGE:
                continue
            old = cut.out(node)
            place = seen[kind, name, old]
            seen[kind, name, old] += 1
            yield Mutation(kind, layer, path, name, node.lineno, old, new, cut.with_new(node, new), place)
        yield from _without_effect(layer, path, name, function, text)


def _without_effect(layer: Layer, path: str, name: str, function: Function, text: str) -> Iterator[Mutation]:
    """The function as one that does nothing, or says the same whatever it is asked."""
    said = ast.unparse(function.returns) if function.returns else ""
    for answer in {"None": ("return",), "bool": ("return True", "return False")}.get(said, ()):
        changed = begun_with(text, function, answer)
        yield Mutation("returns early", layer, path, name, function.lineno, name, answer, changed, 0)


@dataclass(slots=True)
class _Expression:
    """A place in the text that is no node of its own, such as the sign of a comparison or a whole condition of a loop."""

    lineno: int
    col_offset: int
    end_lineno: int | None
    end_col_offset: int | None


_Spot = ast.expr | ast.stmt | _Expression


class _Cut:
    """Takes nodes out of a text, and puts something else in their place. Offsets of nodes are counted in bytes."""

    def __init__(self, text: str) -> None:
        self._bytes = text.encode()
        self._starts = [0, *itertools.accumulate(len(line) for line in self._bytes.splitlines(keepends=True))]

    def out(self, spot: _Spot) -> str:
        """The words at a place."""
        begin, end = self._ends(spot)
        return self._bytes[begin:end].decode()

    def with_new(self, spot: _Spot, new: str) -> str:
        """The text with other words there."""
        begin, end = self._ends(spot)
        return (self._bytes[:begin] + new.encode() + self._bytes[end:]).decode()

    def _ends(self, spot: _Spot) -> tuple[int, int]:
        assert spot.end_lineno is not None
        assert spot.end_col_offset is not None
        begin = self._starts[spot.lineno - 1] + spot.col_offset
        return begin, self._starts[spot.end_lineno - 1] + spot.end_col_offset


def _changes(function: Function, cut: _Cut) -> Iterator[tuple[str, _Spot, str]]:
    for decorator in function.decorator_list:
        if ast.unparse(decorator) in ("blueprint.before_request", "blueprint.after_request"):
            yield "decorator dropped", decorator, "staticmethod"
    for node in _own_nodes(function):
        yield from _of_conditions(node, cut)
        yield from _of_statements(node)
        yield from _of_values(node, cut)


def _own_nodes(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function's body: not those of functions within it, of annotations, nor of what never goes wrong."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assert, ast.JoinedStr)):
            continue
        yield node
        inner = [one for one in ast.iter_child_nodes(node) if one is not getattr(node, "annotation", None)]
        waiting += reversed(inner)


def _of_conditions(node: ast.AST, cut: _Cut) -> Iterator[tuple[str, _Spot, str]]:
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        yield "condition negated", node.test, f"not ({cut.out(node.test)})"
    if isinstance(node, ast.BoolOp):
        word = " or " if isinstance(node.op, ast.And) else " and "
        parts = word.join(f"({cut.out(value)})" for value in node.values)
        yield "and for or", node, f"({parts})"
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for kind, signs in (("comparison swapped", OTHER_SIGN), ("edge moved", OTHER_EDGE)):
            sign = signs.get(type(node.ops[0]))
            if sign is not None:
                yield kind, node, f"{cut.out(node.left)} {sign} {cut.out(node.comparators[0])}"
    if isinstance(node, ast.comprehension):
        for condition in node.ifs:
            yield "filter dropped", condition, "True"


def _of_statements(node: ast.AST) -> Iterator[tuple[str, _Spot, str]]:
    if (
        isinstance(node, ast.If)
        and not node.orelse
        and isinstance(node.body[-1], (ast.Raise, ast.Return, ast.Continue))
    ):
        yield "guard dropped", node, "pass"
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    if is_call and not ast.unparse(node).startswith("logger."):
        assert isinstance(node, ast.Expr)
        yield "call dropped", node, "pass"


def _of_values(node: ast.AST, cut: _Cut) -> Iterator[tuple[str, _Spot, str]]:
    if isinstance(node, ast.Call) and len(node.args) >= 2 and ast.unparse(node.func) not in EITHER_WAY:
        one, other = node.args[:2]
        if all(isinstance(value, (ast.Name, ast.Attribute)) for value in (one, other)) and cut.out(one) != cut.out(
            other
        ):
            both = _Expression(one.lineno, one.col_offset, other.end_lineno, other.end_col_offset)
            yield "arguments swapped", both, f"{cut.out(other)}, {cut.out(one)}"
    if isinstance(node, ast.Constant) and type(node.value) is int and 0 <= node.value <= LARGEST_COUNT:
        yield "off by one", node, str(node.value + 1)


def _in_short(words: str) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= 90 else f"{plain[:89]}…"
