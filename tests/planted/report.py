"""The table of all faults, in words."""

from collections.abc import Sequence

from tests.planted.hunt import Outcome
from tests.planted.mended import REASONS

ENOUGH = 0.95
"""Of all that was planted, `make test` has to notice so much: 38 of 40."""
COMMANDS = {"check": "make check", "test": "make test", "all": "make test-all"}


def noticed_by_make_test(outcomes: Sequence[Outcome]) -> int:
    """How many faults `make test` notices."""
    return sum(one.ring in ("check", "test") for one in outcomes)


def is_enough(outcomes: Sequence[Outcome]) -> bool:
    """Whether `make test` notices nearly all of them."""
    return bool(outcomes) and noticed_by_make_test(outcomes) >= ENOUGH * len(outcomes)


def written(command: str, revision: str, outcomes: Sequence[Outcome], gone: Sequence[Outcome]) -> str:
    """The document."""
    rows = [_row(one) for one in outcomes]
    let_through = [one for one in outcomes if one.ring not in ("check", "test")]
    parts = [
        "# Planted faults: does the net hold?\n",
        "Made by this command, on what was committed as "
        f"{revision}. It plants one fault at a time in a copy and runs the tests ring by ring until one fails:\n",
        f"    {command}\n",
        "Some faults are bugs that were mended, made again; the others are small changes of the code, drawn by a seed. A "
        "failing test counts if it fails a second time with the fault, and passes without it. Tests that compare whole answers "
        "with bytes kept from before notice every change, wanted or not, and are left out. Paths are those of that "
        "revision, within `companion` and `tests`.\n",
        f"`make test` noticed {noticed_by_make_test(outcomes)} of {len(outcomes)}; it has to notice "
        f"{ENOUGH:.0%} of them.\n",
        "| Fault | Layer | Planted in | Noticed by | Test |\n| --- | --- | --- | --- | --- |",
        "\n".join(rows),
    ]
    if let_through:
        parts.append("\n## What `make test` lets through\n")
        parts += [f"- {_cell(one.name)}: {REASONS.get(one.name, 'not explained yet')}" for one in let_through]
    if gone:
        parts.append("\n## What could not be planted\n")
        parts += [f"- {_cell(one.name)}: {_cell(one.problem or '')}" for one in gone]
    return "\n".join(parts) + "\n"


def _row(one: Outcome) -> str:
    ring = COMMANDS[one.ring] if one.ring else f"nothing up to `{COMMANDS[one.up_to]}`"
    noticed = f"`{ring}`" if one.ring else ring
    test = _code(one.test) if one.test else "–"
    return f"| {_cell(one.name)} | {one.layer} | {_code(one.where)} | {noticed} | {test} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _code(text: str) -> str:
    """A path or a test as code: without its first folder, or documents would have to change when code moves."""
    text = text.removeprefix("companion/").removeprefix("tests/")
    return f"`{_cell(text.replace('`', ''))}`"
