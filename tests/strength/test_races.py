"""Double taps, resends and 32 phones at once, on both kinds of store: one effect each, one winner, and all see the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.live import InProcessLive
from companion.match import enter
from companion.match.access import Caller
from companion.store import Store
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.store.evening import all_at_once
from tests.strength import faults
from tests.strength.scale import times
from tests.web.api.asking import Answer, Match, Program, count_rings, open_table

DOUBLE_TAPS = times(20, 1000)
RACES = times(4, 300)
PHONES = 32
SEATS = 5
WORKERS = 3
Play = Callable[[], "Phones"]


class Phones:
    """A match that 32 phones play, through the workers there are by turns."""

    def __init__(self, apps: list[Any]) -> None:
        self._store = apps[0].extensions["tableside"].store
        table = open_table(apps[0], SEATS, is_checked=False)
        self.match: Match = table.begin("land-unter")
        self.match.play(*count_rings(5, 5, 5, 4, 4))
        tokens = [seat.token for seat in table.seats]
        self.phones = [Program(apps[n % len(apps)], tokens[n % len(tokens)], is_checked=False) for n in range(PHONES)]
        self.told: set[tuple[int, int]] = set()
        """Each version that a phone was told its entry made, with the seat that it holds."""

    def contest(self, phone: int, **more: object) -> Answer:
        """An entry by this phone, which changes no play."""
        entry = {"index": 0, "reason": "entry", "remark": f"seat {phone % SEATS}"}
        answer = self.phones[phone].post(f"{self.match.path}/contest", {**entry, **more})
        if answer.status == 200:
            self.told.add((answer.json["version"], phone % SEATS))
        return answer

    @property
    def version(self) -> int:
        """How far the match has come."""
        return self.match.version

    def converged(self) -> bool:
        """Whether all phones are shown one and the same journal, with no entry twice, none missing, each by who was told
        so and with their words.
        """
        journals = [phone.get(f"{self.match.path}/journal").json for phone in self.phones]
        numbers = [entry["index"] for entry in journals[0]]
        stands = {(entry.seq + 1, entry.by_seat) for entry in self._store.journal.entries(self.match.id)[SEATS:]}
        is_one = all(one == journals[0] for one in journals) and numbers == list(range(self.version))
        is_said_by_its_own = all(entry["remark"] == f"seat {entry['by']}" for entry in journals[0][SEATS:])
        return is_one and stands == self.told and is_said_by_its_own


@pytest.fixture(params=["sqlite", "postgresql"])
def play(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Play]:
    """Makes phones at one worker over a file, or at several over PostgreSQL."""
    several = request.param == "postgresql"
    target = request.getfixturevalue("postgres_url") if several else str(tmp_path / "t.sqlite")
    with ExitStack() as open_stores:
        stores = [open_stores.enter_context(Store.open(target)) for _ in range(WORKERS if several else 1)]
        yield lambda: Phones([create_app(store, InProcessLive(), Settings(("localhost",))) for store in stores])


def double_taps(phones: Phones, count: int) -> set[str]:
    """What went wrong when so many taps were each sent by three phones of one seat at once, and once more later."""
    found: set[str] = set()
    for tap in range(count):
        before = phones.version
        same_seat = [number for number in range(PHONES) if number % SEATS == tap % SEATS][:3]
        answers = all_at_once(3, lambda n, at=same_seat, tap=tap: phones.contest(at[n], key=f"tap {tap}"))  # type: ignore[misc]
        answers.append(phones.contest(same_seat[tap % 3], key=f"tap {tap}"))
        told = {answer.json.get("version") for answer in answers if isinstance(answer, Answer)}
        if phones.version != before + 1:
            found.add("more than one effect")
        if told != {before + 1} or len(answers) != 4:
            found.add("told otherwise")
    return found if phones.converged() else found | {"apart"}


def races(phones: Phones, count: int) -> set[str]:
    """What went wrong when all phones made an entry for the same version, again and again."""
    found: set[str] = set()
    for _ in range(count):
        before = phones.version
        answers = all_at_once(PHONES, lambda n, at=before: phones.contest(n, version=at))  # type: ignore[misc]
        statuses = Counter(answer.status if isinstance(answer, Answer) else repr(answer) for answer in answers)
        if statuses != {200: 1, 409: PHONES - 1}:
            found.add("not one winner")
        if phones.version != before + 1:
            found.add("a gap, or more than one")
    return found if phones.converged() else found | {"apart"}


def test_a_tap_sent_four_times_has_one_effect(play: Play) -> None:
    assert double_taps(play(), DOUBLE_TAPS) == set()


def test_of_32_phones_that_enter_for_one_version_one_wins(play: Play) -> None:
    assert races(play(), RACES) == set()


def test_an_app_that_knows_no_key_is_found_out(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Caller, "scoped", Caller.scoped)  # put back afterwards
    faults.knows_no_key()
    assert "more than one effect" in double_taps(play(), 2)


def test_an_app_that_does_not_look_at_versions_is_found_out(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enter, "check_version", lambda *_: None)
    assert "not one winner" in races(play(), 2)


def test_an_entry_that_was_told_to_somebody_else_is_found_out(play: Play) -> None:
    phones = play()
    assert races(phones, 1) == set()
    phones.told = {(version, (seat + 1) % SEATS) for version, seat in phones.told}
    assert not phones.converged()
