"""Writes `docs/routes-and-roles.md` from the tables that the tests of roles hold the app to.

python -m tests.web.roles_page
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.web.roles import INTERFACE, PAGES, ROLES, TOKENS

FILE: Final = Path(__file__).parents[2] / "docs/routes-and-roles.md"
REFUSED: Final = (401, 403)
HEADS: Final = {
    "owner": "admin",
    "host": "host",
    "seat": "seat",
    "elsewhere": "other table",
    "stranger": "nobody",
    "wrong": "wrong token",
    "none": "no token",
}
INTRODUCTION: Final = """# Routes and roles

`python -m tests.web.roles_page` writes this page from the tables in `tests/web/roles.py`. One test holds every route of the app to
those tables, another this page. Each address is an example, from a match of Land Unter; **-** means refused (401 or 403).

- *admin*: used the one-time link printed on the console. *host*: opened the table. *seat*: took a seat at it. *other table*: hosts
  another one. *nobody*: has just come by.
- [security.md](security.md) says which entries a seat may make for others, and what it sees of a match.
"""


def page() -> str:
    pages = [(route, path, expected) for route, (path, _, expected) in PAGES.items()]
    interface = [(route, f"/api/v1{path}", expected) for route, (path, _, expected) in INTERFACE.items()]
    return "\n".join(
        [INTRODUCTION, "## Pages\n", *table(pages, ROLES), "", "## The interface\n", *table(interface, TOKENS), ""]
    )


def table(routes: Sequence[tuple[str, str, Mapping[str, int]]], columns: Sequence[str]) -> list[str]:
    """The lines of one table, by address."""
    head = ["address", *(HEADS[column] for column in columns)]
    lines = [row(head), row(["---"] * len(head))]
    for route, path, expected in sorted(routes, key=lambda one: (one[1], one[0])):
        asked = f"`{route.split()[0]} {path}`"
        lines.append(row([asked, *("-" if expected[column] in REFUSED else "yes" for column in columns)]))
    return lines


def row(cells: Sequence[str]) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    FILE.write_text(page(), "utf-8")
