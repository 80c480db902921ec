"""What a game cannot have come to: points of so many rounds, rings and water after so many tricks (LU-3, LU-10 to LU-22)."""

from collections.abc import Sequence

from companion.engine.rulings import Flag, doubts, first_of
from companion.engine.text import names
from companion.games.land_unter.rules import sentences as says
from companion.games.land_unter.rules.audit import doubts_about_water
from companion.games.land_unter.rules.components import CARDS_TURNED_UP, MOST_POINTS, TWO_HANDS
from companion.games.land_unter.rules.state import Player

TIED: int = 2
"""At most two share a level: so many lose together, and get the point for low water where two are left (LU-2)."""


def doubts_about_points(points: Sequence[int], rounds: int) -> tuple[Flag, ...]:
    """Points that so many rounds cannot bring: one off at most in each, or all rings of a hand and 1 more."""
    wrong = [seat for seat, one in enumerate(points) if not -rounds <= one <= MOST_POINTS * rounds]
    # Most are left where few were put out at once: two hands of rings and low water, one off for each who is out. Twelve
    # tricks leave fewer.
    most = rounds * (TWO_HANDS + TIED - (len(points) - TIED))
    high = MOST_POINTS * rounds
    return doubts(
        *first_of(
            wrong and not rounds and says.NO_POINTS_YET(names=names(wrong)),
            wrong and says.POINTS_OF_EACH(count=rounds, low=-rounds, high=high, names=names(wrong)),
            sum(points) > most and says.POINTS_OF_ALL(count=sum(points), most=most),
        )
    )


def doubts_about_rings_lost(players: Sequence[Player], dealt: Sequence[int | None], tricks: int) -> tuple[Flag, ...]:
    """Fewer rings lost and players out than so many tricks bring, or more; nothing where a hand is not known."""
    if None in dealt:
        return ()
    out = sum(player.out for player in players)
    kept = sum(player.rings or 0 for player in players if not player.out)
    losses = sum(one or 0 for one in dealt) - kept + out
    # Two lose in a trick at most, and two more after each who goes out in it.
    is_many = losses > TIED * (tricks + out) if tricks else losses > 0
    return doubts(losses < tricks and says.TOO_FEW_LOST(), is_many and says.TOO_MANY_LOST())


def doubts_about_water_shown(players: Sequence[Player], dealt: Sequence[int | None], tricks: int) -> tuple[Flag, ...]:
    """Water that so many tricks do not bring, two cards each; and rings lost by who shows none."""
    wet = sum(player.out or player.level is not None for player in players)
    most = CARDS_TURNED_UP * tricks
    dry = [
        seat
        for seat, player in enumerate(players)
        if not player.out and player.level is None and (player.rings or 0) < (dealt[seat] or 0)
    ]
    beyond = doubts(
        wet > most and says.TOO_MANY_WET(count=wet, most=most),
        dry and says.LOST_WITHOUT_WATER(names=names(dry)),
    )
    return (*(doubts_about_water(players) if tricks else ()), *beyond)
