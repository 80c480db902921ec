"""What a game cannot have come to: points of so many rounds, rings and water after so many tricks (LU-3, LU-10 to LU-22)."""

from collections.abc import Sequence

from companion.engine.rulings import Flag, flag_if
from companion.engine.text import names, say, say_many, too_many
from companion.games.land_unter.rules.audit import doubts_about_water
from companion.games.land_unter.rules.components import CARDS_TURNED_UP, MOST_POINTS, TWO_HANDS
from companion.games.land_unter.rules.state import Player

TIED: int = 2
"""At most two share a level: so many lose together, and get the point for low water where two are left (LU-2)."""


def doubts_about_points(points: Sequence[int], rounds: int) -> tuple[Flag, ...]:
    """Points that so many rounds cannot bring: one off at most in each, or all rings of a hand and 1 more."""
    wrong = [seat for seat, one in enumerate(points) if not -rounds <= one <= MOST_POINTS * rounds]
    each = say_many(
        "{count} round makes {low} to {high} points each. Check {names}.",
        "{count} rounds make {low} to {high} points each. Check {names}.",
        rounds,
        low=-rounds,
        high=MOST_POINTS * rounds,
        names=names(wrong),
    )
    # Most are left where few were put out at once: two hands of rings and low water, one off for each who is out. Twelve
    # tricks leave fewer.
    most = rounds * (TWO_HANDS + TIED - (len(points) - TIED))
    together = too_many(say("Points"), sum(points), most)
    clauses = ("LU-21", "LU-22", "LU-30")
    return flag_if(wrong, each, *clauses) or flag_if(sum(points) > most, together, *clauses)


def doubts_about_lost(players: Sequence[Player], dealt: Sequence[int | None], tricks: int) -> tuple[Flag, ...]:
    """Fewer rings lost and players out than so many tricks bring, or more; nothing where a hand is not known."""
    if None in dealt:
        return ()
    out = sum(player.out for player in players)
    kept = sum(player.rings or 0 for player in players if not player.out)
    losses = sum(one or 0 for one in dealt) - kept + out
    few = say("Too few rings lost or players out: each trick costs one.")
    many = say("Too many rings lost or players out for so few tricks.")
    # Two lose in a trick at most, and two more after each who goes out in it.
    is_many = losses > TIED * (tricks + out) if tricks else losses > 0
    return (*flag_if(losses < tricks, few, "LU-14", "LU-16"), *flag_if(is_many, many, "LU-14", "LU-15", "LU-17"))


def doubts_about_shown(players: Sequence[Player], dealt: Sequence[int | None], tricks: int) -> tuple[Flag, ...]:
    """Water that so many tricks do not bring, two cards each; and rings lost by who shows none."""
    wet = sum(player.out or player.level is not None for player in players)
    most = CARDS_TURNED_UP * tricks
    dry = [
        seat
        for seat, player in enumerate(players)
        if not player.out and player.level is None and (player.rings or 0) < (dealt[seat] or 0)
    ]
    text = say_many("{names} lost rings, but shows no water.", "{names} lost rings, but show no water.", dry)
    return (
        *(doubts_about_water(players) if tricks else ()),
        *flag_if(wet > most, too_many(say("Players with water"), wet, most), "LU-10", "LU-13"),
        *flag_if(dry, text, "LU-14"),
    )
