"""The games that a device has defined: kept with their version, offered again, the one played last first."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import starmap
from typing import Final

from companion.engine.definition import Definition, changed
from companion.engine.definition_texts import read_text, write_text
from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.store import Store, StoredDefinition

MOST_KEPT: Final = 100
EVER: Final = datetime.min.replace(tzinfo=UTC)
_FROM_OTHERS: Final = "others"


@dataclass(frozen=True, slots=True)
class Kept:
    """A definition that is kept, by its id on this device; whether it came here in a file or a link."""

    id: str
    definition: Definition
    is_from_others: bool = False


class Definitions:
    """What devices have defined. `whose` is the hash of a device's token; None has none."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, whose: str | None) -> tuple[Kept, ...]:
        """Return everything that a device has defined and not removed, the one used last first; what an older Tableside cannot
        read is left out.
        """
        return _decode_lossy(one for one in self._stored(whose) if one.removed_at is None)

    def _stored(self, whose: str | None) -> tuple[StoredDefinition, ...]:
        return self._store.definitions.of(whose) if whose else ()

    def removed(self, whose: str | None, since: datetime = EVER) -> tuple[Kept, ...]:
        """Return what the device has removed since then, and can have back."""
        return _decode_lossy(
            one for one in self._stored(whose) if one.removed_at is not None and one.removed_at > since
        )

    def get(self, whose: str | None, id: str) -> Kept | None:
        """Return the definition of this id; None if the device has none."""
        return next((one for one in self.of(whose) if one.id == id), None)

    def beside(self, whose: str | None, played: Iterable[tuple[str, str]]) -> tuple[Kept, ...]:
        """Return what a device has defined, and behind it what was `played` that goes by another name than that and all it
        removed.
        """
        kept = self.of(whose)
        names = {one.definition.name for one in (*kept, *self.removed(whose))}
        others = _decode_lossy(starmap(StoredDefinition, played))
        return (*kept, *{one.definition.name: one for one in others if one.definition.name not in names}.values())

    def keep(self, whose: str, definition: Definition, id: str = "", *, is_from_others: bool = False) -> Kept:
        """Return the definition as it is kept now: the next version of the one with this id if it differs, else a new
        one.

        The very same one is kept once. Raise `NotAMove` where there are too many.
        """
        # Filled within the transaction, in which alone it is known which version this will be.
        kept: list[Kept] = []

        def choose(there: Sequence[StoredDefinition]) -> StoredDefinition:
            known = _decode_lossy(there)
            # A ready pad that was played twice is one entry of the list, not two.
            before = next((one for one in known if one.id == id), None) or _same(known, definition)
            offered = [one.id for one in there if one.removed_at is None]
            if len(offered) >= MOST_KEPT and (before is None or before.id not in offered):
                raise NotAMove("kept", say("This device can hold {most} games. Remove one first.", most=MOST_KEPT))
            now = definition if before is None else changed(before.definition, definition)
            new = Kept(secrets.token_urlsafe(9), now, is_from_others)
            kept.append(new if before is None else replace(before, definition=now))
            return StoredDefinition(kept[-1].id, write_text(now), _FROM_OTHERS if is_from_others else None)

        self._store.definitions.put(whose, choose, datetime.now(UTC))
        return kept[-1]

    def remove(self, whose: str, id: str) -> None:
        """Offer it no longer, until it is restored; matches keep theirs."""
        self._store.definitions.remove(whose, id, datetime.now(UTC), MOST_KEPT)

    def restore(self, whose: str, id: str) -> None:
        """Offer one again that was removed."""
        self._store.definitions.restore(whose, id)


def _decode_lossy(stored: Iterable[StoredDefinition]) -> tuple[Kept, ...]:
    found = []
    for one in stored:
        try:
            found.append(Kept(one.id, read_text(one.body), one.origin == _FROM_OTHERS))
        except NotAMove:  # a newer Tableside wrote it; it stays where it is
            continue
    return tuple(found)


def _same(known: tuple[Kept, ...], definition: Definition) -> Kept | None:
    """Return the one kept already that says the same, whatever its version."""
    return next((one for one in known if replace(one.definition, version=1) == replace(definition, version=1)), None)
