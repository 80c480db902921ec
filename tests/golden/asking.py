"""Asking for pages one after the other, and keeping them as files."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from tests.golden.files import File
from tests.golden.house import Person
from tests.golden.normal import LANGUAGES, Lines, anonymous


@dataclass
class Pages:
    """The files of a game's pages. `people`: who asks; the first of them in each language, the others in English."""

    top: str
    people: dict[str, Person]
    files: list[File] = field(default_factory=list)
    _asked: dict[str, Lines] = field(default_factory=dict)

    def page(self, name: str, path: str, form: object = None, *, like: str = "", spoken: bool = True) -> None:
        """Keep what is answered at an address: what is not as on the page `like`, if one is named."""
        file = File(f"{self.top}/{name}")
        (title, first), *others = self.people.items()
        full = self._asked[name] = first.ask(path, form)
        asked = anonymous(path, first.house.names) + ("" if form is None else f" {json.dumps(form)}")
        file.add(f"{title}: {asked}", full, self._asked.get(like), like)
        for other, person in others:
            file.add(other, person.ask(path, form), full, title)
        for language in LANGUAGES[1:] if spoken else ():
            file.add(f"{title}, {language}", first.speaking(language).ask(path, form), full, title)
        self.files.append(file)
