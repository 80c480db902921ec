"""The golden matches of a game, move by move, as each viewer is shown them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tests.conformance.playing import PACKAGES, golden, twins
from tests.games.playthrough import Moves
from tests.golden.files import File
from tests.golden.house import House, Json, Table, open_table
from tests.golden.normal import LANGUAGES, Lines, readable

OTHERS: Final = LANGUAGES[1:]
MOST_OF_A_SORT: Final = 5
"""How often what comes of the same kind of move is looked at in one match; its end is looked at anyway."""


@dataclass(frozen=True)
class Course:
    """A golden match, or as much of one as it takes to meet a secret."""

    name: str
    players: int
    options: Json
    moves: Moves


def courses(package: str) -> Iterator[Course]:
    """The whole games of known end, then the beginnings with a secret."""
    for number, one in enumerate(golden(package)):
        yield Course(f"golden-{number}", one["players"], dict(one["options"]), one["moves"])
    for number, two in enumerate(twins(package)):
        yield Course(f"secret-{number}", two["players"], dict(two["options"]), two["one"])


def files_of(house: House, package: str) -> list[File]:
    """The files of all matches of a game."""
    spoken: set[str] = set()
    files = []
    for course in courses(package):
        match = Match(house, package, course, spoken)
        match.play()
        files += match.files
    return files


class Match:
    """A match under way, and the files of what is shown and told of it. `spoken`: what was shown in every language before."""

    def __init__(self, house: House, package: str, course: Course, spoken: set[str]) -> None:
        self.course, self.house = course, house
        self.table: Table = open_table(house, course.players, course.name)
        self.id = self.table.begin(PACKAGES[package].slug, course.options, course.name)
        self.version = 0
        path = f"{package}/{course.name}"
        self._host, self._tv = Series(File(f"{path}/host")), Series(File(f"{path}/tv"))
        self._others = {name: File(f"{path}/{name}") for name in ("seat-1", "onlooker")}
        self._states = Series(File(f"{path}/state"))
        self._answers = Series(File(f"{path}/answers"))
        self._journal = File(f"{path}/journal")
        self._spoken = {language: File(f"{path}/host.{language}") for language in OTHERS}
        self._spoken_before, self._seen = spoken, Counter[str]()

    @property
    def files(self) -> list[File]:
        """What was shown and told so far."""
        series = (self._host, self._tv, self._states, self._answers)
        return [
            *(one.file for one in series),
            self._journal,
            *self._others.values(),
            *(one for one in self._spoken.values() if one.parts),
        ]

    def play(self) -> None:
        """All moves of the course, each looked at by everybody."""
        self._look("0 at first", "", is_last=False)
        for number, move in enumerate(self.course.moves):
            title = f"{number + 1} {json.dumps(move, separators=(',', ':'))}"
            by = self.table.seats[move["seat"]] if "seat" in move else self.table.host
            answer = by.told(f"/matches/{self.id}/moves", {"move": move, "anyway": True})
            answer.pop("state")  # Which is looked at below.
            self.version = answer["version"]
            self._answers.add(title, self._plain(answer), move["kind"])
            self._look(title, move["kind"], is_last=self.version == len(self.course.moves))
        self._tell_the_journal()

    def _look(self, title: str, kind: str, *, is_last: bool) -> None:
        """What everybody is shown and told now, unless they saw much the same often enough."""
        state = self.table.onlooker.told(f"/matches/{self.id}")
        sort = f"{kind} {state['state']['phase']}"
        self._seen[sort] += 1
        if self._seen[sort] > MOST_OF_A_SORT and not is_last:
            return
        self._tell(title, state)
        stream = f"/m/{self.id}/stream"
        host = self._host.add(title, self.table.host.shown(stream), sort)
        self._others["seat-1"].add(title, self.table.seats[1].shown(stream), host, "The host")
        self._others["onlooker"].add(title, self.table.onlooker.shown(stream), host, "The host")
        self._tv.add(title, self.table.onlooker.shown(f"/tv/{self.table.code}/stream"), sort)
        if sort not in self._spoken_before:
            self._spoken_before.add(sort)
            for language, file in self._spoken.items():
                file.add(title, self.table.host.speaking(language).shown(stream), host, "in English")

    def _tell(self, title: str, state: Json) -> None:
        """The state as programs are told it."""
        onlooker = self._states.add(f"{title}, an onlooker", self._plain(state))
        for name, person in (("host", self.table.host), ("seat 1", self.table.seats[1])):
            own = person.told(f"/matches/{self.id}")
            if own != state:
                self._states.file.add(f"{title}, {name}", self._plain(own), onlooker, "the onlooker")

    def _tell_the_journal(self) -> None:
        """What programs are told of the whole match: every entry, and that there is news."""
        journal, path = self._journal, f"/matches/{self.id}/journal"
        host = self.table.host.lines(path)
        journal.add("The host", host)
        journal.add("seat 1", self.table.seats[1].lines(path), host, "The host")
        journal.add("an onlooker", self.table.onlooker.lines(path), host, "The host")
        event = self.table.onlooker.event(f"/api/v1/matches/{self.id}/stream")
        journal.add("an onlooker's stream of versions", tuple(event.splitlines()))

    def _plain(self, answer: Json) -> Lines:
        return readable(json.dumps(answer), "application/json", self.house.names)


@dataclass
class Series:
    """What one viewer is shown: each as what differs from the last of its sort, else from the one before."""

    file: File
    _last: Lines | None = None
    _of_sort: dict[str, tuple[str, Lines]] = field(default_factory=dict)

    def add(self, title: str, lines: Lines, sort: str = "") -> Lines:
        """The next, which is given back."""
        what, like = self._of_sort.get(sort, ("before", self._last))
        self.file.add(title, lines, like, what)
        self._last = lines
        self._of_sort[sort] = title.partition(" ")[0], lines
        return lines
