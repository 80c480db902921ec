"""What a win adds to the history: the most points so far, wins in a row, wins of the season. Arithmetic, no store."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from companion.archive.history import CountedMatch
from companion.engine.text import SeatName, Text, say, say_many

MOST: Final = 2
"""So many sentences stand below the name of whoever has won."""
KNOWN_PLAYER: Final = 2
"""So many earlier games of the same kind make a record worth telling."""
# Translators: a month, as in "3 wins for Ana since March."
MARCH = say("March")
# Translators: a month, as in "3 wins for Ana since June."
JUNE = say("June")
# Translators: a month, as in "3 wins for Ana since September."
SEPTEMBER = say("September")
# Translators: a month, as in "3 wins for Ana since December."
DECEMBER = say("December")
SEASONS: Final = {3: MARCH, 6: JUNE, 9: SEPTEMBER, 12: DECEMBER}
"""The months in which seasons begin, in both hemispheres."""


def season_of(day: date) -> date:
    """The first day of the season that a day belongs to."""
    month = day.month // 3 * 3
    return date(day.year, month, 1) if month else date(day.year - 1, 12, 1)


def milestones(played: Sequence[CountedMatch], match: str) -> tuple[Text, ...]:
    """What the history says of those who won a match, best first; nothing where it does not stand out."""
    one = next((found for found in played if found.match == match), None)
    if one is None:
        return ()
    before = sorted((found for found in played if found.at < one.at), key=lambda found: found.at, reverse=True)
    return tuple(told for seat in one.winners for told in _of(one, seat, before))[:MOST]


def _of(one: CountedMatch, seat: int, before: Sequence[CountedMatch]) -> Iterator[Text]:
    person, name = one.people[seat], SeatName(seat)
    if person is None:
        return
    mine = [(found, at) for found in before if (at := found.seat_of(person)) is not None]
    if not one.lowest_wins:
        yield from _record(one, seat, [found for found in before if found.game == one.game], mine)
    row = 1 + next((count for count, (found, at) in enumerate(mine) if at not in found.winners), len(mine))
    if row > 1:
        yield say_many("{count} win in a row for {name}.", "{count} wins in a row for {name}.", row, name=name)
    since = season_of(one.at.astimezone().date())
    won = 1 + sum(at in found.winners and found.at.astimezone().date() >= since for found, at in mine)
    if won > row:
        month = SEASONS[since.month]
        yield say_many(
            "{count} win for {name} since {month}.",
            "{count} wins for {name} since {month}.",
            won,
            name=name,
            month=month,
        )


def _record(
    one: CountedMatch, seat: int, of_game: Sequence[CountedMatch], mine: Sequence[tuple[CountedMatch, int]]
) -> Iterator[Text]:
    """The most points that anyone had, or that this person had, if that is known of a few games."""
    score = one.scores[seat]
    own = [found.scores[at] for found, at in mine if found.game == one.game]
    if len(own) >= KNOWN_PLAYER and score > max(max(found.scores) for found in of_game):
        yield say_many("{count} point: a new record.", "{count} points: a new record.", score)
    elif len(own) >= KNOWN_PLAYER and score > max(own):
        yield say_many(
            "{count} point: the most {name} has ever had.",
            "{count} points: the most {name} has ever had.",
            score,
            name=SeatName(seat),
        )
