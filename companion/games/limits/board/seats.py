"""The players as the board shows them, and what the one who acts on this device may do (LI-10, LI-14, LI-15)."""

from typing import NamedTuple

from companion.engine.game import Draft, Viewer
from companion.engine.taps import choice, number, taps_of
from companion.engine.text import SeatName, Text, names, say, say_many
from companion.games.limits.board.card import Swatch, swatch
from companion.games.limits.rules.components import COLOURS, Colour, laid_out
from companion.games.limits.rules.state import State
from companion.games.limits.rules.views import cards_in_hand


class PlayerRow(NamedTuple):
    """One player: points, limit cards, score; if the pile is logged, also the hand and what is entered."""

    seat: int
    score: int
    points: int
    limit_cards: int
    hand: int | None
    has_hidden: bool
    can_have_forgotten: bool

    is_starter: bool
    has_turn: bool


class HideEntry(NamedTuple):
    """What one player hides: a colour for each card, None if it is still to be tapped."""

    seat: int
    chosen: tuple[Swatch | None, ...]
    main: Text
    small: Text
    is_complete: bool


def rows(state: State) -> tuple[PlayerRow, ...]:
    return tuple(
        PlayerRow(
            seat=seat,
            score=player.score,
            points=player.points,
            limit_cards=player.limit_cards,
            hand=cards_in_hand(state, seat) if state.is_logged else None,
            has_hidden=player.hidden is not None,
            can_have_forgotten=player.has_drawn,
            is_starter=state.starter == seat and not state.is_over,
            has_turn=state.turn == seat,
        )
        for seat, player in enumerate(state.players)
    )


def own(state: State, viewer: Viewer) -> tuple[Swatch, ...]:
    """What only the seat that acts here sees: the cards it has hidden in this round, as far as they are entered."""
    entered = (state.players[seat].hidden for seat in viewer.seats)
    return next((tuple(swatch(one) for one in hidden) for hidden in entered if hidden is not None), ())


def hide_entry(state: State, viewer: Viewer, draft: Draft) -> HideEntry | None:
    """The form for the seat that acts here; None if nobody does, or it has hidden already.

    What another seat has tapped on the same device is ignored.
    """
    seat = next((one for one in viewer.seats if state.players[one].hidden is None), None)
    if seat is None:
        return None
    taps = taps_of(draft, "hide")
    is_own = number(taps, "seat", 0, state.seats - 1) == seat
    count = laid_out(state.seats).hidden
    tapped = _tapped(taps, count) if is_own else (None,) * count
    chosen = tuple(None if one is None else swatch(one) for one in tapped)
    missing = chosen.count(None)
    if missing:
        main = say_many("Hide {count} card", "Hide {count} cards", count)
        small = say_many("Tap {count} more colour", "Tap {count} more colours", missing)
        return HideEntry(seat, chosen, main, small, False)
    main = say("Hide {colours}", colours=tuple(one.word for one in chosen if one is not None))
    rest = [one for one in state.not_hidden if one != seat]
    begins = say("then {name} begins", name=SeatName(state.starter or 0))
    return HideEntry(seat, chosen, main, say("then {names}", names=names(rest)) if rest else begins, True)


def _tapped(taps: Draft, count: int) -> tuple[Colour | None, ...]:
    """The colours tapped one by one, or those of an entry that is being corrected, as a list."""
    listed = [choice({"one": (one,)}, "one", COLOURS) for one in taps.get("colours", ())]
    return tuple(
        choice(taps, f"colours.{at}", COLOURS) or (listed[at] if at < len(listed) else None) for at in range(count)
    )
