"""The set-up sheet: what to deal, what to put back, what to count (LU-1 to LU-7)."""

from __future__ import annotations

from companion.engine.game import Setup, SetupSheet
from companion.engine.rulings import Reason
from companion.engine.text import Text, say
from companion.games.land_unter.rules.components import HAND, TRICKS, WATER_CARDS, WEATHER_CARDS


def lay_out(setup: Setup) -> SetupSheet:
    """The numbers for that many players, and the steps in order."""
    left = WEATHER_CARDS - HAND * setup.seats
    facts = {
        "weather_cards_each": HAND,
        "weather_cards_left": left,
        "rounds": setup.seats,
        "tricks": TRICKS,
        "water_cards": WATER_CARDS,
    }
    steps = [
        Reason(
            say("Shuffle the {all} weather cards and deal {each} to each player.", all=WEATHER_CARDS, each=HAND),
            ("LU-4",),
        ),
        Reason(_rest(left), ("LU-4",)),
        Reason(say("Add up the rings printed on your hand. Drop a half ring left over."), ("LU-5",)),
        Reason(
            say("Say your total aloud. Put that many ring cards face up in front of you and the rest back in the box."),
            ("LU-5",),
        ),
        Reason(say("Shuffle the {all} water cards and put them face down in the middle.", all=WATER_CARDS), ("LU-7",)),
        Reason(_rounds(setup.seats), ("LU-30", "LU-32")),
    ]
    if setup.options["open_play"]:
        steps.append(Reason(say("Open play: the player with the most rings leads the first trick."), ("LU-40",)))
    return SetupSheet(facts, tuple(steps))


def _rest(left: int) -> Text:
    if not left:
        return say("All weather cards are dealt. None are left over.")
    return say("Put the other {left} weather cards back in the box. Don’t look at them.", left=left)


def _rounds(players: int) -> Text:
    return say(
        "You play {rounds} rounds of {tricks} tricks. After each round, hands and rings go left.",
        rounds=players,
        tricks=TRICKS,
    )
