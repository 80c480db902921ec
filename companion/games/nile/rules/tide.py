"""Where the tide marker goes and who plays what next (NI-21, NI-22, NI-40)."""

from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, TypeAlias, get_args

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Doubt, Json, Reason, doubts, each_of, first_of
from companion.engine.schema.marks import Between, Named, Prompt
from companion.engine.text import Text, say
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.components import DESERT_CARDS, WORDS, named

_Place: TypeAlias = Literal["flood", "ebb1", "ebb2"]
ROUND: Final[tuple[_Place, ...]] = get_args(_Place)
Marker: TypeAlias = Annotated[_Place, named(ROUND)]
Cards: TypeAlias = Annotated[int, Between(0, 2, "NI-21", "number of water cards")]
Arrows: TypeAlias = Annotated[int, Between(0, DESERT_CARDS, "NI-40", "number of arrows")]
TWO_CARDS: Final = (say("the first card"), say("the second card"))
ArrowOn: TypeAlias = Annotated[
    Literal[1, 2],
    Named(TWO_CARDS),
    Prompt(say("Which card had the arrow?"), say("only asked if the first card can end the phase")),
]
ALL_CARDS: Final = 2


@dataclass(frozen=True, slots=True)
class TideAnswer:
    """Where the marker goes, and what the start player must play at once."""

    marker: Marker
    plays_now: Literal["flood", "ebb"] | None


def judge_tide(
    options: Options,
    marker: Annotated[Marker, Prompt(say("Where was the marker?"))],
    done: Annotated[Cards, Prompt(say("Water cards placed or taken"), asks=say("How many water cards?"))],
    arrows: Annotated[Arrows, Prompt(say("How many arrows on the events?"))],
    arrow_on: ArrowOn | None = None,
) -> Judged[TideAnswer]:
    """Where the marker goes; a flag for arrows that the cards cannot bear, and for a card that should have stayed."""
    ruling = tide(marker, done, arrows, options, arrow_on)
    return replace(ruling, flags=doubts_about_arrows(marker, done, arrows, options, arrow_on))


def is_flood(marker: str) -> bool:
    """Return whether the marker calls for a flood."""
    return marker == "flood"


def tide(marker: _Place, done: int, arrows: int, options: Options, arrow_on: int | None = None) -> Judged[TideAnswer]:
    """Where the marker goes: a step for each arrow, then to the other tide if cards were short (NI-21, NI-22, NI-40)."""
    counted = _arrows_that_count(marker, arrows, options)
    # The marker goes round and round: after Ebb 2 comes Flood again (NI-40).
    after = ROUND[(ROUND.index(marker) + counted) % len(ROUND)]
    because = [
        *first_of(is_flood(marker) and says.PLACED(count=done), says.TAKEN(count=done)),
        *each_of(
            arrows and says.ARROWS(count=counted, marker=WORDS[after]), counted < arrows and says.ENDS_THE_PHASE()
        ),
    ]
    # One card alone is short only if the second could not be placed or taken. If the first one's arrow ended the phase, it
    # stays by the rule, and the marker has moved already.
    is_short = done < ALL_CARDS and not (done and _was_ended_by_arrow(marker, arrows, options))
    if is_short:
        after = "ebb1" if is_flood(marker) else "flood"
    because += _what_next(marker, after, done, is_short=is_short)
    plays_now: Literal["flood", "ebb"] | None = None
    # Only with no card at all the other tide follows at once; with one it is the next start player's (NI-21, NI-22).
    if not done:
        plays_now = "ebb" if is_flood(marker) else "flood"
    facts: dict[str, Json] = {"marker": marker, "done": done, "arrows": arrows}
    if arrow_on is not None:
        facts["arrow_on"] = arrow_on
    return judged("tide", _headline(marker, after, plays_now), TideAnswer(after, plays_now), because, facts=facts)


def arrows_to_end(marker: str, options: Options) -> int | None:
    """How many arrows end the phase by bringing the other one; None if none does."""
    if is_flood(marker):
        # An arrow in a flood comes from a desert card that was flooded (NI-11). The rulebook does not say that it ends the
        # flood; a house rule does.
        return 1 if options["flood_arrow"] else None
    # From Ebb 1 two steps lead to Flood, from Ebb 2 one.
    return len(ROUND) - ROUND.index(marker)


def _arrows_that_count(marker: _Place, arrows: int, options: Options) -> int:
    """The arrows that count: none after the one that ended the phase."""
    last = arrows_to_end(marker, options)
    if last is None or (not is_flood(marker) and options["ebb_arrow"] == "all"):
        return arrows
    return min(arrows, last)


def _was_ended_by_arrow(marker: _Place, arrows: int, options: Options) -> bool:
    """Whether an arrow ended the phase, so that a card stays although it could go."""
    last = arrows_to_end(marker, options)
    if is_flood(marker) or options["ebb_arrow"] == "first":
        return last is not None and arrows >= last
    # Where all arrows count, the phase has ended only if the last of them left the marker on Flood.
    return bool(arrows) and (ROUND.index(marker) + arrows) % len(ROUND) == 0


def asks_which(marker: _Place, done: int, arrows: int, options: Options) -> bool:
    """Whether it matters which of two cards bore the arrow: the first would have ended the phase."""
    # With two arrows the first card bore one of them in any case.
    return arrows == 1 and _first_arrow_may_end(marker, done, options)


def _first_arrow_may_end(marker: _Place, done: int, options: Options) -> bool:
    """Whether an arrow on the first of two cards ends the phase."""
    is_at_once = is_flood(marker) or options["ebb_arrow"] == "first"
    return is_at_once and done == ALL_CARDS and arrows_to_end(marker, options) == 1


def doubts_about_arrows(
    marker: _Place, done: int, arrows: int, options: Options, arrow_on: int | None
) -> tuple[Doubt, ...]:
    """More arrows than cards, or two cards although the first one's arrow ended the phase."""
    is_unsaid = asks_which(marker, done, arrows, options) and arrow_on is None
    stays = (arrows > 1 or (arrows == 1 and arrow_on == 1)) and _first_arrow_may_end(marker, done, options)
    if_first = says.IF_FIRST_AT_FLOOD if is_flood(marker) else says.IF_FIRST_AT_EBB
    second_stays = says.STAYS_AT_FLOOD if is_flood(marker) else says.STAYS_AT_EBB
    return doubts(
        arrows > done and says.ONE_ARROW_EACH(arrows=arrows, done=done),
        is_unsaid and if_first(),
        stays and second_stays(),
    )


def _what_next(marker: str, after: str, done: int, *, is_short: bool) -> tuple[Reason, ...]:
    """Return where the marker goes, and that with fewer than two cards laid or taken the other tide follows."""
    flood, ebb, place = is_flood(marker), not is_flood(marker), WORDS[after]
    return first_of(
        is_short and flood and (says.NO_SECOND_PLACED() if done else says.NONE_PLACED()),
        is_short and ebb and (says.NO_SECOND_TAKEN() if done else says.NONE_TAKEN()),
        flood and (says.FLOOD_STAYS_ON if after == marker else says.FLOOD_GOES_TO)(marker=place),
        (says.EBB_STAYS_ON if after == marker else says.EBB_GOES_TO)(marker=place),
    )


def _headline(marker: str, after: str, plays_now: str | None) -> Text:
    if plays_now == "ebb":
        return say("The marker goes to Ebb 1: play the ebb at once.")
    if plays_now == "flood":
        return say("The marker goes to Flood: play the flood at once.")
    return (says.STAYS_ON if after == marker else says.GOES_TO).filled(marker=WORDS[after])
