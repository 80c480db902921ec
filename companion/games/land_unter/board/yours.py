"""What a trick brought, as its losers read it on their own phones: "You and Ben lose a ring each."."""

from functools import reduce
from typing import NamedTuple

from companion.engine.text import Text, names, say, say_many, together
from companion.games.land_unter.rules import sentences as says
from companion.games.land_unter.rules.state import TrickRecord


class LoserSentence(NamedTuple):
    """What is said to one loser alone, in place of what the others read."""

    seat: int
    text: Text


def loser_sentences(record: TrickRecord) -> tuple[LoserSentence, ...]:
    return tuple([LoserSentence(seat, reduce(together, _sentences(record, seat))) for seat in record.losers])


def _sentences(record: TrickRecord, seat: int) -> list[Text]:
    """Return what happened to this loser and to all who share that, then to every other."""
    lost = {one: 0 if one in record.gone else _rings_lost(record, one) for one in record.losers}
    others = [one for one in record.losers if one != seat]
    # `_own` has no sentence for two who lose several rings each.
    alike = [one for one in others if lost[one] == lost[seat] < 2]
    rest = [one for one in others if one not in alike]
    return [
        _own(lost[seat], alike),
        *[
            _others(amount, [one for one in rest if lost[one] == amount])
            for amount in sorted({lost[one] for one in rest})
        ],
    ]


def _rings_lost(record: TrickRecord, seat: int) -> int:
    return (record.before[seat].rings or 0) - (record.after[seat].rings or 0)


def _own(lost: int, alike: list[int]) -> Text:
    """`lost`: how many rings; none where the seat goes out."""
    if alike and not lost:
        return say("You and {names} are out.", names=names(alike))
    if alike:
        return say("You and {names} lose a ring each.", names=names(alike))
    return say_many("You lose a ring.", "You lose {count} rings.", lost) if lost else say("You’re out.")


def _others(lost: int, seats: list[int]) -> Text:
    if not lost:
        return says.ARE_OUT.filled(names=names(seats))
    if lost == 1:
        return says.LOSE_ONE.filled(names=names(seats))
    return says.LOSE_SEVERAL.filled(names=names(seats), amount=lost)
