"""A formula of a pad: whole numbers, names of rows, and a few signs. It is read here, never run: nothing in it can repeat."""

import ast
import operator
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from companion.engine.errors import NotAMove
from companion.engine.text import Text, say

# Enough for any pad we know of. A tree of such a text is small, whatever it says.
LONGEST: Final = 200
DEEPEST: Final = 8
HIGHEST: Final = 999_999
"""What one figure may come to, above and below 0."""
AROUND: Final = 16
"""So many signs are shown on either side of what is wrong."""
# No `**`, no `<<` and no `/`: the first two make a number that fills the memory out of ten signs, the last one makes no whole
# number.
_SIGNS: Final[Mapping[type, Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_BEFORE: Final[Mapping[type, Callable[[int], int]]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}
_QUOTES: Final = str.maketrans(dict.fromkeys("“”„«»", '"'))
_CALLS: Final[Mapping[str, Callable[..., int]]] = {"min": min, "max": max, "abs": abs}


@lru_cache(maxsize=256)
def read_formula(text: str) -> ast.expr:
    """Return the tree of a formula, of which every node is known.

    Raise `NotAMove` that names the sign at which it goes wrong.
    """
    if len(text) > LONGEST:
        place = marked(text, LONGEST)
        raise NotAMove("", say("“{place}” is too long: at most {most} characters.", place=place, most=LONGEST))
    line = _line(text)
    named = _named(line)
    # Python would take the rest for a comment, and the formula would mean less than it says.
    if "#" in line:
        raise _misread(line, line.index("#"))
    try:
        # Python's parser, and nothing more of Python: the tree is never compiled, and `_check` knows every kind of node it
        # lets pass.
        tree = ast.parse(named, mode="eval").body
    except SyntaxError as error:
        raise _misread(line, min(error.offset or len(line), len(line)) - 1) from error
    # What the parser itself raises for NUL and for hundreds of brackets.
    except (ValueError, RecursionError, MemoryError) as error:
        raise _misread(line, 0) from error
    _check(tree, line, DEEPEST)
    return tree


def _line(text: str) -> str:
    """Return the text as one line, of which every sign is counted."""
    return re.sub(r"\s", " ", text).strip().translate(_QUOTES)


def _named(line: str) -> str:
    """Return a line with a name that Python takes, as long as it is, for each in quotes."""
    return re.sub(r'"([^"]*)"', lambda one: f"_{key_of(one[1])}".ljust(len(one[0])), line)


def key_of(name: str) -> str:
    """Return what a formula calls a row of this name: in small letters, with "_" for spaces and signs."""
    # NFKC, because Python's parser does the same to every name in a formula: the two must meet.
    return re.sub(r"\W+", "_", unicodedata.normalize("NFKC", name).casefold()).strip("_")


def names_in(text: str) -> Mapping[str, int]:
    """Return the names that a formula uses, each with the sign at which it stands, counted from 0."""
    called = {id(one.func) for one in ast.walk(read_formula(text)) if isinstance(one, ast.Call)}
    names = [one for one in ast.walk(read_formula(text)) if isinstance(one, ast.Name) and id(one) not in called]
    return {one.id: _sign(_line(text), one) for one in sorted(names, key=lambda one: -one.col_offset)}


class Unworkable(ArithmeticError):
    """What divides by 0 or grows too large: the formula, marked where it does."""


def worked_out(text: str, known: Mapping[str, int]) -> int:
    """Return what a formula comes to. Raise Unworkable where it divides by 0 or grows too large."""
    try:
        return _value(read_formula(text), known)
    except _Stuck as stuck:
        raise Unworkable(marked(text, _sign(_line(text), stuck.node))) from stuck


def check_numbers(text: str) -> None:
    """Raise `NotAMove` with the place at which a formula divides by 0 or grows too large, whatever is written in its rows."""
    for each in ast.walk(read_formula(text)):
        node = each
        if isinstance(each, ast.BinOp) and isinstance(each.op, ast.FloorDiv):
            # By 0 no number is divided, whatever its rows come to.
            node = ast.BinOp(ast.Constant(1), each.op, each.right)
        rows = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} - {*_CALLS}
        if rows or not isinstance(node, ast.expr) or isinstance(node, ast.Name):
            continue
        try:
            _value(node, {})
        except _Stuck as stuck:
            place = marked(text, _sign(_line(text), stuck.node))
            raise NotAMove("", _divides(place) if stuck.is_division else _too_large(place)) from stuck


def _too_large(place: str) -> Text:
    return say("“{place}”: numbers go up to {most}.", place=place, most=HIGHEST)


def _divides(place: str) -> Text:
    return say("“{place}” divides by 0.", place=place)


def _check(node: ast.expr, text: str, levels: int) -> None:
    """Raise `NotAMove` at the first node that is not one of those known, is too large, or lies too deep."""
    at = _sign(text, node)
    # Before it goes deeper: working out recurs as far as the tree is deep.
    if levels < 1:
        raise NotAMove("", say("“{place}” is too deeply nested. Use another row.", place=marked(text, at)))
    match node:
        case ast.Constant(value=int() as number) if number > HIGHEST:
            raise NotAMove("", _too_large(marked(text, at)))
        case ast.BinOp(op=ast.FloorDiv(), right=ast.Constant(value=0) as nothing):
            raise NotAMove("", _divides(marked(text, _sign(text, nothing))))
    is_plain = not isinstance(node, ast.Constant) or re.match(r"[0-9]+(?!\w)", text[at:])  # nor 0x10, nor 1_000
    if not _is_known(node) or not is_plain:
        raise _misread(text, _sign_between(text, node) or at)
    for one in node.args if isinstance(node, ast.Call) else ast.iter_child_nodes(node):
        if isinstance(one, ast.expr):
            _check(one, text, levels - 1)


def _is_known(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=number):
            return type(number) is int
        case ast.Call(func=ast.Name(id=name), args=several, keywords=[]) if several:
            # Python's `min` and `max` of one number want a list, and its `abs` takes no second.
            return name in _CALLS and (len(several) == 1) == (name == "abs")
        case ast.Name() | ast.UnaryOp() | ast.BinOp() | ast.BoolOp() | ast.Compare() | ast.IfExp():
            signs = [
                one for one in ast.iter_child_nodes(node) if isinstance(one, (ast.operator, ast.unaryop, ast.cmpop))
            ]
            return all(type(sign) in _SIGNS or type(sign) in _BEFORE for sign in signs)
    return False


class _Stuck(ArithmeticError):
    """The innermost node that can't be worked out; of a division the number that is 0."""

    def __init__(self, node: ast.expr, *, is_division: bool) -> None:
        super().__init__()
        self.is_division = is_division
        self.node = node.right if is_division and isinstance(node, ast.BinOp) else node


def _value(node: ast.expr, known: Mapping[str, int]) -> int:
    """Return what a node comes to. Raise `_Stuck`."""
    try:
        # After each step and not only at the end: products of products grow past any size before a last division makes
        # them small.
        return bounded(_comes_to(node, known))
    except _Stuck:
        raise
    except ArithmeticError as error:
        raise _Stuck(node, is_division=isinstance(error, ZeroDivisionError)) from error


def _comes_to(node: ast.expr, known: Mapping[str, int]) -> int:
    match node:
        case ast.Constant(value=int() as number):
            found = number
        case ast.Name(id=name):
            found = known[name]
        case ast.UnaryOp(op=sign, operand=one):
            found = _BEFORE[type(sign)](_value(one, known))
        case ast.BinOp(left=one, op=sign, right=other):
            found = _SIGNS[type(sign)](_value(one, known), _value(other, known))
        case ast.BoolOp(op=sign, values=several):
            found = (all if isinstance(sign, ast.And) else any)(_value(one, known) for one in several)
        case ast.Compare(left=one, ops=signs, comparators=several):
            figures = [_value(each, known) for each in (one, *several)]
            compared = zip(signs, figures, figures[1:], strict=False)
            found = all(_SIGNS[type(sign)](left, right) for sign, left, right in compared)
        case ast.IfExp(test=test, body=one, orelse=other):
            found = _value(one if _value(test, known) else other, known)
        case ast.Call(func=ast.Name(id=name), args=several):
            found = _CALLS[name](*(_value(one, known) for one in several))
        case _:
            raise TypeError(node)
    return int(found)


def bounded(number: int) -> int:
    """Return the number. Raise ArithmeticError for one that no pad holds."""
    if abs(number) > HIGHEST:
        raise OverflowError(number)
    return number


def _sign(text: str, node: ast.expr) -> int:
    """Return the place of a node, in characters: Python counts bytes."""
    # `ast` counts in bytes of UTF-8, people in characters: names of rows have accents.
    return len(text.encode()[: node.col_offset].decode(errors="ignore"))


def _sign_between(text: str, node: ast.expr) -> int:
    """Return the place of the first sign between two figures that no formula has, as in "a ** 9"; 0 where there is none."""
    match node:
        case ast.BinOp(left=left, op=sign):
            before: list[tuple[ast.expr, ast.AST]] = [(left, sign)]
        case ast.Compare(left=left, ops=signs, comparators=several):
            before = [*zip((left, *several), signs, strict=False)]
        case _:
            before = []
    for one, its_sign in before:
        if type(its_sign) not in _SIGNS:
            end = len(text.encode()[: one.end_col_offset].decode(errors="ignore"))
            # The tree keeps no brackets, so those closed before the sign are passed over.
            return end + len(text[end:]) - len(text[end:].lstrip(") "))
    return 0


def marked(text: str, at: int) -> str:
    """Return a formula with a mark before the sign at which it goes wrong; of a long one what stands around it."""
    line = _line(text)
    first, last = max(0, at - AROUND), at + AROUND
    before, after = "…" if first else "", "…" if last < len(line) else ""
    return f"{before}{line[first:at]}^{line[at:last]}{after}"


def _misread(text: str, at: int) -> NotAMove:
    place = marked(text, max(at, 0))
    return NotAMove("", say("“{place}”: use rows, numbers, + - * //, min, max, abs, if-else.", place=place))
