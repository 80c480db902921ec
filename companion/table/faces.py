"""Faces: the colour and the sign of everyone at a table, of which no two are alike."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.live import Live, notify
from companion.match.access import Caller, must_host
from companion.match.errors import NotAllowed, NoToken, Unknown
from companion.store import Seat, Store, Table, by_seat
from companion.table.tables import folded

Kind = TypeVar("Kind")
KINDS: Final = 8
"""So many colours there are, and so many signs; the style and the symbols name them."""


@dataclass(frozen=True, slots=True)
class Face:
    """A colour and a sign, each by its number."""

    colour: int
    sign: int

    def written(self) -> str:
        """Return the face as it is stored."""
        return f"{self.colour} {self.sign}"


def read_face(stored: str | None) -> Face | None:
    """Return the face as it was stored; None where none was chosen, or what is stored is no face."""
    try:
        colour, sign = map(int, (stored or "").split(" "))
    except ValueError:
        return None
    # A record from elsewhere may hold any number; it still has to be one that the style knows.
    return Face(colour % KINDS, sign % KINDS)


class Around(tuple[Kind, ...]):
    """Something for each seat of a table, and for those beyond the last from the first on again: no one goes without."""

    def __getitem__(self, seat: Any) -> Any:
        return super().__getitem__(seat % len(self) if isinstance(seat, int) else seat)


def worn(stored: Sequence[str | None]) -> Around[Face]:
    """Each face by seat: as chosen, else that of the seat, else one that is free; of two alike the later has another sign."""
    chosen = [read_face(one) for one in stored]
    colours = _dealt([None if one is None else one.colour for one in chosen])
    signs = _dealt([None if one is None else one.sign for one in chosen])
    found: list[Face] = []
    for colour, sign in zip(colours, signs, strict=True):
        after = [Face(colour, (sign + step) % KINDS) for step in range(KINDS)]
        found.append(next((one for one in after if one not in found), after[0]))
    return Around(found)


def shared_out(wanted: Sequence[int], kinds: int) -> tuple[int, ...]:
    """Return a colour of the box for each: what they wear, if the box has it and no one before them, else one that is
    free.
    """
    # Of two who wear the same, the one who sits first keeps it.
    own = [one if one < kinds and one not in wanted[:at] else None for at, one in enumerate(wanted)]
    free = [one for one in range(kinds) if one not in own]
    return tuple(free.pop(0) if one is None else one for one in own)


def _dealt(chosen: Sequence[int | None]) -> tuple[int, ...]:
    """Return one of the kinds for each: what was chosen, else one's own, else a free one.

    At a larger table they repeat.
    """
    found = list(chosen)
    for seat, one in enumerate(chosen):
        # The seat's own, if no one has chosen it: a table where no one chooses has them in order.
        if one is None and (seat >= KINDS or seat not in chosen):
            found[seat] = seat % KINDS
    free = [one for one in range(KINDS) if one not in found[:KINDS] and one not in chosen]
    return tuple((free.pop(0) if free else seat % KINDS) if one is None else one for seat, one in enumerate(found))


class Faces:
    """Choosing a face, and giving people at a new table the one that they chose before."""

    def __init__(self, store: Store, live: Live) -> None:
        self._store = store
        self._live = live

    def at(self, table: Table) -> Around[Face]:
        """Each face at this table, by seat."""
        return worn(by_seat(self._store.seats.at(table.id), lambda one: one.face))

    def free(self, table: Table, but: int | None = None) -> list[Face]:
        """Return a colour and its sign for the next player: those of which no one who is there, but this seat, wears
        either.
        """
        faces, there = self.at(table), [one for one in self._store.seats.at(table.id) if not one.has_left]
        worn_now = [faces[one.seat] for one in there if one.seat != but]
        taken = {one.colour for one in worn_now} | {one.sign for one in worn_now}
        return [Face(one, one) for one in range(KINDS) if one not in taken]

    def begin(self, table: Table, seat: int, wanted: Face) -> bool:
        """Let the player who has just sat down wear what they tapped, unless another person came first; whether they do."""
        return wanted in self.free(table, but=seat) and self._give(table, seat, wanted) == wanted

    def choose(self, table: Table, caller: Caller, seat: int, wanted: Face) -> Face:
        """Return the face that is worn from now on: of what another person has chosen, the next that is free.

        Who wore it without having chosen it takes what this player wore. A player's phone chooses for that player, the
        host for everyone. Raise `NotAllowed`, `NoToken`, `Unknown`.
        """
        must_be(caller, table, seat)
        before = self.at(table)
        given = self._give(table, seat, wanted)
        self._swap(table, seat, before, given)
        return given

    def _swap(self, table: Table, seat: int, before: Around[Face], given: Face) -> None:
        """Let everyone else who wore the colour or the sign that this seat was given have that seat's own."""
        own = before[seat]
        for one in self._store.seats.at(table.id):
            face = before[one.seat]
            colour = own.colour if face.colour == given.colour else face.colour
            sign = own.sign if face.sign == given.sign else face.sign
            if one.seat != seat and one.face is None and Face(colour, sign) != face:
                self._wear(table, one.seat, Face(colour, sign))
                notify(self._live, table.id)

    def put_on(self, table: Table, caller: Caller, seats: Collection[int]) -> bool:
        """Let these people wear what they chose before, at another table of this browser; whether all of it was free.

        People are the same if they have the same name. A player who has chosen at this table keeps that.
        """
        new = [one for one in self._store.seats.at(table.id) if one.seat in seats and one.face is None and one.name]
        known = self.known(caller) if new else {}
        # By name, as the same people meet at another table: a seat there is another row.
        wishes = [(one.seat, known[folded(one.name or "")]) for one in new if folded(one.name or "") in known]
        given = [self._give(table, seat, wanted) for seat, wanted in wishes]
        return given == [wanted for _, wanted in wishes]

    def pass_on(self, table: Table, caller: Caller, seat: int, among: Sequence[int], kinds: int) -> None:
        """Give this player the next colour of the box; of those who play, the player who wore it takes theirs.

        Raise `NotAllowed`, `NoToken` for anyone but the host, `Unknown` for someone who is not among them.
        """
        must_host(caller, table)
        if seat not in among or len(among) > kinds:
            raise Unknown("seat")
        now = self.dealt(table, among, kinds)
        # The two change colours, so that no one is ever without one.
        # The next one round the box: a tap each, until it is right.
        wanted = (now[seat] + 1) % kinds
        others = {one: now[seat] for one, colour in now.items() if colour == wanted}
        self.settle(table, {**now, **others, seat: wanted})
        notify(self._live, table.id)

    def dealt(self, table: Table, playing: Collection[int], kinds: int) -> dict[int, int]:
        """Return the colour of the box for each of these seats, whoever of them starts."""
        at_table, among = self.at(table), sorted(playing)
        return dict(zip(among, shared_out([at_table[one].colour for one in among], kinds), strict=True))

    def once_settled(self, table: Table, colours: Mapping[int, int]) -> tuple[str | None, ...]:
        """Return each face as it will be stored, by seat, once these seats wear these colours."""
        there = self._store.seats.at(table.id)
        changed = {seat: face.written() for seat, face in _settled(there, colours)}
        return tuple(by_seat(there, lambda one: changed.get(one.seat, one.face)))

    def settle(self, table: Table, colours: Mapping[int, int]) -> None:
        """Let these seats wear these colours from now on; any other player who has chosen one of them gets what is free."""
        for seat, face in _settled(self._store.seats.at(table.id), colours):
            self._wear(table, seat, face)

    def _wear(self, table: Table, seat: int, face: Face) -> None:
        self._store.seats.set_face(table.id, seat, lambda _: face.written())

    def known(self, caller: Caller) -> dict[str, Face]:
        """Return the faces that people chose last, by their folded names; the owner knows everyone's."""
        tables = None if caller.is_owner else {one.table_id for one in caller.grants if one.table_id is not None}
        chosen = self._store.people.faces(tables)
        return {folded(name): face for name, stored in chosen if (face := read_face(stored)) is not None}

    def _give(self, table: Table, seat: int, wanted: Face) -> Face:
        def free(others: Sequence[Seat]) -> str:
            taken = [face for one in others if (face := read_face(one.face)) is not None]
            colour = _next_free(wanted.colour, [one.colour for one in taken])
            return Face(colour, _next_free(wanted.sign, [one.sign for one in taken])).written()

        # The store works it out within its own transaction: two who tap the same at once get two different ones.
        given = read_face(self._store.seats.set_face(table.id, seat, free))
        notify(self._live, table.id)
        assert given is not None
        return given


def _settled(there: Sequence[Seat], colours: Mapping[int, int]) -> Iterator[tuple[int, Face]]:
    """Yield the seats whose face is to be written down so that these wear these colours, each with that face."""
    now = worn(by_seat(there, lambda one: one.face))
    for one in there:
        face = now[one.seat]
        colour = colours.get(one.seat, face.colour)
        if one.seat not in colours and one.face is not None and colour in colours.values():
            colour = _next_free(colour, [*colours.values(), *(now[other.seat].colour for other in there)])
        # Written down too where it is what the seat had by itself: it is chosen from now on, and others make way for it.
        if (one.seat in colours and one.face is None) or colour != face.colour:
            yield one.seat, Face(colour, face.sign)


def must_be(caller: Caller, table: Table, seat: int) -> None:
    """Raise `NoToken` without a token, `NotAllowed` for anyone but this player and the host."""
    if not caller.grants:
        raise NoToken
    if not (caller.is_host(table.id) or seat in caller.seats(table.id)):
        raise NotAllowed(say("Only this player and the host can do that."))


def read_choice(colour: str, sign: str) -> Face:
    """Return the face that a form names. Raise `NotAMove`."""
    known = [str(one) for one in range(KINDS)]
    if colour not in known or sign not in known:
        raise NotAMove("colour" if colour not in known else "sign", say("This is missing."))
    return Face(int(colour), int(sign))


def _next_free(wanted: int, taken: Collection[int]) -> int:
    after = [(wanted + step) % KINDS for step in range(KINDS)]
    return next((one for one in after if one not in taken), wanted)
