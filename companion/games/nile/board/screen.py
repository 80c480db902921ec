"""What the table screen says of a match: tide and actions, who is awaited, the last scoring. No bid before all are in."""

from dataclasses import dataclass

from companion.engine.present import Screen
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.nile.board.banks import Banks, banks
from companion.games.nile.board.takings import takings, who_won
from companion.games.nile.board.track import Track, screen_track
from companion.games.nile.rules.state import State
from companion.games.nile.rules.tide import MARKER_WORDS, is_flood
from companion.games.nile.rules.views import whose_turn


@dataclass(frozen=True, slots=True)
class Beside:
    """What else lies on the table: the tide marker among all its places, the track, the banks where they are tracked."""

    tide: tuple[tuple[Text, bool], ...]
    track: Track
    banks: Banks | None


def screen(state: State) -> Screen:
    last = takings(state, len(state.scorings) - 1) if state.last_scoring else None
    is_begun = state.phase in ("tide", "actions")
    return Screen(
        place=_place(state),
        within=say("Start player: {name}", name=SeatName(state.starter))
        if is_begun and state.starter is not None
        else None,
        call=_call(state),
        turn=whose_turn(state) if is_begun and not state.bids else None,
        awaited=_awaited(state),
        verdict=(who_won(state),) if state.phase == "over" else last.headlines if last else (),
        counted=say("Points") if state.phase != "boat" else None,
        gains=state.last_scoring.gains if state.last_scoring and state.phase == "tide" else (),
        more=Beside(
            tuple((word, is_begun and marker == state.marker) for marker, word in MARKER_WORDS.items()),
            screen_track(state),
            banks(state.seats, state.options["two_player_cover"], state.board) if state.tracks_board else None,
        ),
    )


def _place(state: State) -> Text:
    if state.phase == "over":
        return say("The game is over")
    return say("The start") if state.phase == "boat" else say("Turn {turn}", turn=state.round + 1)


def _awaited(state: State) -> tuple[int, ...]:
    """Who has to put plants into the boat, or to bid once somebody has bid (NI-8, NI-50, NI-51)."""
    are_bidding = state.bids or (state.phase == "boat" and state.options["start_bid"])
    if not (are_bidding or state.phase == "boat" or state.first_step is not None):
        return ()
    done = state.bids if are_bidding else state.laid_out
    return tuple(seat for seat in range(state.seats) if seat not in done)


def _call(state: State) -> Text | None:
    if state.phase == "over":
        return None
    if state.phase == "boat":
        return (
            say("Bid plants in your closed hand")
            if state.options["start_bid"]
            else say("Put two plants each in the boat")
        )
    if state.bids:
        return say("The hippo: bid plants in your closed hand")
    if state.first_step == "water":
        return say("On the board: everyone’s first water card")
    if state.first_step == "plants":
        return say("On the board: everyone’s ripe plant and seed")
    if state.turn is not None:
        name = SeatName(state.turn.seat)
        return say_many("{name} has {count} action point", "{name} has {count} action points", state.turn.ap, name=name)
    name = SeatName(state.starter or 0)
    if is_flood(state.marker):
        return say("{name} places two water cards", name=name)
    return say("{name} takes two water cards", name=name)
