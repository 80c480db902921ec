"""Writes `docs/routes-and-roles.md` from the tables that the tests of roles hold the app to.

python -m tests.web.roles_page
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.web.roles import INTERFACE, PAGES, ROLES, TOKENS

FILE: Final = Path(__file__).parents[2] / "docs/routes-and-roles.md"
REFUSED: Final = (401, 403)
SHOWN: Final = {"/no-such-offer": "/{offer}", "/no-such-copy": "/{copy}", "/another/none": "/another/{pad}"}
"""What the tests ask for in vain, as the page calls it."""
HEADS: Final = {
    "owner": "admin", "host": "host", "seat": "seat", "elsewhere": "other table", "stranger": "nobody",
    "wrong": "wrong token", "none": "no token",
}  # fmt: skip
INTRODUCTION: Final = """# Routes and roles

- **yes**: not refused for the role alone. The page can still show less, ask for a code or a one-time link, or find
  nothing to change.
- **-**: refused (401 or 403).

| role | who |
| --- | --- |
| admin | used the one-time link printed on the console |
| host | opened the table |
| seat | took a seat at it |
| other table | hosts another one |
| nobody | has just come by |

[security.md](security.md) says which entries a seat may make for others, and what it sees of a match. Addresses are
examples, the match is one of Land Unter.

`python -m tests.web.roles_page` writes this page from `tests/web/roles.py`. Tests compare both with the app.

Two rows are refused to every role here: `POST /t/{code}/host/back` is only for a host who lost the table to a successor, and
`POST /api/v1/import` only for an admin's token.
"""


def page() -> str:
    pages = [(route, path, expected) for route, (path, _, expected) in PAGES.items()]
    interface = [(route, f"/api/v1{path}", expected) for route, (path, _, expected) in INTERFACE.items()]
    return "\n".join(
        [INTRODUCTION, "## Pages\n", *table(pages, ROLES), "", "## The interface\n", *table(interface, TOKENS), ""]
    )


def table(routes: Sequence[tuple[str, str, Mapping[str, int]]], columns: Sequence[str]) -> list[str]:
    head = ["address", *(HEADS[column] for column in columns)]
    lines = [row(head), row(["---"] * len(head))]
    for route, path, expected in sorted(routes, key=lambda one: (one[1], one[0])):
        for asked_in_vain, shown in SHOWN.items():
            path = path.replace(asked_in_vain, shown)
        asked = f"`{route.split()[0]} {path}`"
        lines.append(row([asked, *("-" if expected[column] in REFUSED else "yes" for column in columns)]))
    return lines


def row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    FILE.write_text(page(), "utf-8")
