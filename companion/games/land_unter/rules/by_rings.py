"""Tricks of which a table enters only who loses a ring, and in the end who shows the lowest water (LU-14 to LU-17, LU-22)."""

from __future__ import annotations

from companion.engine.errors import refuse
from companion.engine.rulings import Flag
from companion.engine.text import SeatName, names, say
from companion.games.land_unter.rules.loss import Loss
from companion.games.land_unter.rules.moves import Loses, Lowest
from companion.games.land_unter.rules.state import State, TrickRecord


def check(state: State, move: Loses | Lowest) -> None:
    """Nothing; raises `IllegalMove` if it is not what is to be entered now, or names a seat that is out, or one twice."""
    if not state.is_by_rings:
        raise refuse(say("This game records the water and the cards of each trick."), "LU-10", "LU-11")
    if isinstance(move, Loses) and state.asks_lowest:
        raise refuse(say("The tricks of this round are over. Enter who shows the lowest water."), "LU-20", "LU-22")
    if isinstance(move, Lowest) and not state.asks_lowest:
        raise refuse(say("The lowest water counts at the end of the round. Enter who loses a ring."), "LU-22")
    for at, seat in enumerate(move.seats):
        if state.players[seat].out:
            raise refuse(say("{name} is out of this round.", name=SeatName(seat)), "LU-16", "LU-23", path=f"seats.{at}")
        if seat in move.seats[:at]:
            raise refuse(say("{name} is named twice.", name=SeatName(seat)), "LU-14", path=f"seats.{at}")


def record(state: State, loss: Loss) -> TrickRecord:
    """The trick of which no more is known than who lost."""
    return TrickRecord(
        round=state.round,
        trick=state.trick,
        levels=(),
        takes={},
        cards={},
        before=state.players,
        after=loss.players,
        losers=loss.lost.seats,
        rulings=(loss.ruling,),
    )


def doubts(state: State, loss: Loss) -> tuple[Flag, ...]:
    """A player went out and nobody else pays, though the chain asks for one (LU-17)."""
    left = sum(not player.out for player in loss.players)
    if loss.lost.paid or not state.options["chain"] or left <= 2:
        return ()
    text = say("{names} goes out, so the highest water left pays too. Name both.", names=names(loss.lost.out))
    return (Flag(text, ("LU-17",)),)
