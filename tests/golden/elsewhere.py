"""The pages that belong to no match: the start, a table, the evenings before, and what is the owner's."""

from __future__ import annotations

import io
import re
from typing import Final

from companion.engine.definition import Definition
from companion.store import token_hash
from companion.web.app.services import Services
from tests.conformance.playing import PACKAGES
from tests.golden.asking import Pages
from tests.golden.files import File
from tests.golden.house import House, Person, Table, open_table
from tests.web.test_paper import sheet, typed

TOP: Final = "elsewhere"
NAMES: Final = ("Ana", "Ben", "Cleo", "Dora", "Emil")


def files_of(house: House) -> list[File]:
    """All of them."""
    stranger, owner = house.somebody(), house.owner()
    table = open_table(house, 4, "open")
    pages = Pages(TOP, {"stranger": stranger})
    _of_nobody(pages)
    _of_a_table(pages, table, stranger)
    _of_another_game(pages, house, table)
    _of_the_box(pages, table)
    writer = _typed_in(house)
    _of_the_past(pages, writer, owner)
    _of_the_owner(pages, house, owner, table)
    return pages.files


def _of_nobody(pages: Pages) -> None:
    """What anybody finds."""
    for name, path in (
        ("home", "/"),
        *((name, f"/{name}") for name in ("join", "settings", "rules", "judge", "print", "teach", "paper", "nowhere")),
        ("new-table", "/tables/new?game=land-unter"),
        ("wrong-code", "/join?code=ZZZZ"),
        ("no-match", "/m/nowhere"),
        ("no-name", "/tables"),
    ):
        pages.page(f"anybody/{name}", path, {"name": "", "game": "nile"} if name == "no-name" else None)
    pages.page("anybody/styleguide", "/styleguide", spoken=False)
    pages.page("anybody/api", "/api", spoken=False)
    pages.page("anybody/health", "/healthz", spoken=False)
    pages.page("anybody/games.json", "/api/v1/games", spoken=False)
    pages.page("anybody/openapi.json", "/api/v1/openapi.json", spoken=False)


def _of_a_table(pages: Pages, table: Table, stranger: Person) -> None:
    """A table at which nothing is played yet."""
    pages.people = {"host": table.host, "seat 1": table.seats[1], "stranger": stranger}
    for name in (
        "",
        "join",
        "join/1",
        "cards",
        "seats/1",
        "seats/1/face",
        "people",
        "host",
        "seats/new",
        "new",
        "first",
        "evening",
        "paper",
    ):
        pages.page(f"table/{name.replace('/', '-') or 'table'}", f"/t/{table.code}/{name}".rstrip("/"))
    pages.page("table/television", f"/tv/{table.code}")
    pages.page("table/television-alone", f"/tv/{table.code}/board", spoken=False)
    pages.page("table/link", f"/join/seat/{table.seats[2].token}")
    for name in ("evening.json", "evening.csv", "evening.bgsplay"):
        pages.page(f"table/{name}", f"/t/{table.code}/{name}", spoken=False)
        exported = f"/api/v1/tables/{table.code}/export.{name.partition('.')[2]}"
        pages.page(f"table/told-{name}", exported, like=f"table/{name}", spoken=False)
    pages.page("table/evening-interface.json", f"/api/v1/tables/{table.code}/evening", spoken=False)


def _of_another_game(pages: Pages, house: House, table: Table) -> None:
    """Where a table says how a game of its own is scored: empty, and with one that the host's device keeps."""
    pages.page("another/new", f"/t/{table.code}/another")
    services: Services = house.app.extensions["tableside"]
    kept = services.definitions.keep(token_hash(table.host.token), Definition("Whist", ends="target", at=100))
    house.names.add(kept.id, "DEFINITION")
    pages.page("another/kept", f"/t/{table.code}/another?of={kept.id}", like="another/new")
    pages.page("another/file.json", f"/t/{table.code}/another/{kept.id}.json", spoken=False)


def _of_the_box(pages: Pages, table: Table) -> None:
    """What a table noted of a box."""
    pages.people = {"host": table.host}
    for game in PACKAGES.values():
        if game.box is not None:
            pages.page(f"box/{game.slug}", f"/box/{game.slug}")
            pages.page(f"box/{game.slug}.json", f"/box/{game.slug}/export.json", spoken=False)
        if game.cover.reads_photos:
            pages.page(f"box/{game.slug}-colours", f"/box/{game.slug}/colours")


def _typed_in(house: House) -> Person:
    """Whoever typed in one sheet of each game, of days that stay the same: at a table opened by the first of them."""
    writer = house.somebody("the-writers-key")
    code = ""
    for number, package in enumerate(PACKAGES):
        cells, rules, _, players = sheet(package)
        form = {
            **typed(cells, *NAMES[:players], **rules),
            "day": f"{2025 + (number + 8) // 12}-{(number + 8) % 12 + 1:02}-26",
        }
        led_to = writer.open(f"/paper/{PACKAGES[package].slug}", form).headers["Location"]
        match = led_to.split("/")[2]
        house.names.add(match, f"MATCH-paper-{package}")
        found = re.search(r'href="/t/([A-Z0-9]{4})', writer.open(f"/m/{match}").get_data(as_text=True))
        assert found
        code = found[1]
        house.names.add(code, f"CODE-paper-{package}")
    return writer


def _of_the_past(pages: Pages, writer: Person, owner: Person) -> None:
    """Evenings that were: who won how often, and taking a name away."""
    pages.people = {"writer": writer, "owner": owner}
    pages.page("past/home", "/")
    pages.page("past/history", "/history")
    person = re.findall(r'value="([0-9a-f]{16})"', writer.open("/history").get_data(as_text=True))[-1]
    pages.page("past/history-of-one", f"/history?person={person}&game=nile", like="past/history")
    pages.page("past/scores.csv", "/history/scores.csv", spoken=False)
    pages.page("past/forget", "/forget")
    pages.page("past/forget-one", f"/forget/{person}")


def _of_the_owner(pages: Pages, house: House, owner: Person, table: Table) -> None:
    """What only the owner may: tables, backups, files."""
    pages.people = {"owner": owner, "host": table.host}
    pages.page("owner/link", house.owner_link(), spoken=False)
    pages.page("owner/owner", "/owner")
    pages.page("owner/table", f"/owner/tables/{table.code}")
    pages.page("owner/import", "/import")
    pages.page("owner/restore", "/owner/restore")
    backup = owner.open("/owner/backup.sqlite").get_data()
    led_to = owner.open("/owner/restore", {"backup": (io.BytesIO(backup), "backup.sqlite")}).headers["Location"]
    house.names.add(led_to.rpartition("/")[2], "OFFER")
    pages.page("owner/offer", led_to)
