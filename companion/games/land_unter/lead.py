"""Who leads in open play (LU-40 to LU-42)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.engine.errors import refuse
from companion.engine.game import Options
from companion.engine.marks import Asked, Length, Seat
from companion.engine.rulings import Reason, Ruling
from companion.engine.text import Either, Text, names, say, say_many
from companion.games.land_unter.components import PLAYERS, Rings
from companion.games.land_unter.state import Player


@dataclass(frozen=True, slots=True)
class LeadSeat:
    """One seat after the trick: rings left, eliminated or not."""

    rings: Annotated[Rings, Asked(say("Rings"))]
    out: Annotated[bool, Asked(say("Already out"))] = False


@dataclass(frozen=True, slots=True)
class LeadFacts:
    """Every seat after paying, and who paid or went out in the trick; nobody at the start of a round."""

    seats: Annotated[tuple[LeadSeat, ...], Length(PLAYERS[0], PLAYERS[-1]), Asked(say("The players"))]
    losers: Annotated[tuple[Seat, ...], Asked(say("Who lost a ring or went out in this trick"), widget="seats")]


def judge_lead(facts: LeadFacts, options: Options) -> Ruling:
    """Who may lead the next trick. Raises `IllegalMove` for a loser who has no seat."""
    for seat in facts.losers:
        if seat >= len(facts.seats):
            text = say(
                "There is no seat {value} here: seats run from 0 to {last}.", value=seat, last=len(facts.seats) - 1
            )
            raise refuse(text, "LU-1", path="losers")
    return leader(tuple(Player(seat.rings, None, seat.out) for seat in facts.seats), facts.losers)[1]


def leader(players: tuple[Player, ...], losers: tuple[int, ...]) -> tuple[tuple[int, ...], Ruling]:
    """Who may lead, and the ruling on it; several candidates if the rules leave it to the table (LU-42)."""
    because, candidates = _after(players, losers) if losers else _at_the_start(players)
    if len(candidates) > 1:
        text = say("The rings are equal: the table picks {names}.", names=Either(names(candidates)))
        because.append(Reason(text, ("LU-42",)))
    ruling = Ruling(
        "leader",
        _headline(candidates),
        {"candidates": [*candidates]},
        tuple(because),
        facts={"seats": [{"rings": p.rings, "out": p.out} for p in players], "losers": [*losers]},
    )
    return tuple(candidates), ruling


def _at_the_start(players: tuple[Player, ...]) -> tuple[list[Reason], list[int]]:
    rings = {seat: player.rings or 0 for seat, player in enumerate(players) if not player.out}
    most = [seat for seat, count in rings.items() if count == max(rings.values())]
    if not most:
        return [_nobody()], []
    text = say("Most rings lead the first trick: {names}, with {rings}.", names=names(most), rings=rings[most[0]])
    return [Reason(text, ("LU-40",))], most


def _after(players: tuple[Player, ...], losers: tuple[int, ...]) -> tuple[list[Reason], list[int]]:
    worth = {seat: -1 if players[seat].out else players[seat].rings or 0 for seat in losers}
    fewest = [seat for seat in sorted(worth) if worth[seat] == min(worth.values())]
    because = [_whose_left(fewest, of_several=len(worth) > 1)]
    found = {next_in(players, seat) for seat in fewest}
    candidates = sorted(seat for seat in found if seat is not None)
    if not candidates:
        return [*because, _nobody()], []
    if any(players[(seat + 1) % len(players)].out for seat in fewest):
        because.append(Reason(say("Players who are out are passed over, clockwise."), ("LU-42",)))
    return because, candidates


def next_in(players: tuple[Player, ...], seat: int) -> int | None:
    """The next seat clockwise that is still in, the seat itself last; None if everybody is out."""
    around = [(seat + step) % len(players) for step in range(1, len(players) + 1)]
    return next((one for one in around if not players[one].out), None)


def _whose_left(fewest: list[int], *, of_several: bool) -> Reason:
    if of_several:
        text = say_many(
            "Of those who lost, {names} has fewest rings: the left neighbour leads.",
            "Of those who lost, {names} have fewest rings: a left neighbour of theirs leads.",
            len(fewest),
            names=names(fewest),
        )
        return Reason(text, ("LU-41", "LU-42"))
    return Reason(say("{names} lost: the left neighbour leads.", names=names(fewest)), ("LU-41",))


def _nobody() -> Reason:
    return Reason(say("Nobody is left to lead."), ("LU-42",))


def _headline(candidates: list[int]) -> Text:
    if not candidates:
        return say("Nobody leads.")
    if len(candidates) == 1:
        return say("{names} leads.", names=names(candidates))
    return say("The table picks who leads: {names}.", names=Either(names(candidates)))
