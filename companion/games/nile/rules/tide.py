"""Where the tide marker goes and who plays what next (NI-21, NI-22, NI-40)."""

from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Flag, Reason, flag_if
from companion.engine.schema.marks import Between, Named, Prompt
from companion.engine.text import Text, say, say_many
from companion.games.nile.rules.components import DESERT_CARDS, WORDS, named

ROUND: Final[tuple[Literal["flood", "ebb1", "ebb2"], ...]] = ("flood", "ebb1", "ebb2")
Marker: TypeAlias = Annotated[Literal["flood", "ebb1", "ebb2"], named(ROUND)]
Cards: TypeAlias = Annotated[int, Between(0, 2, "NI-21", "number of water cards")]
Arrows: TypeAlias = Annotated[int, Between(0, DESERT_CARDS, "NI-40", "number of arrows")]
ArrowOn: TypeAlias = Annotated[
    Literal[1, 2],
    Named((say("the first card"), say("the second card"))),
    Prompt(say("Which card had the arrow?"), say("only asked if the first card can end the phase")),
]
ALL_CARDS: Final = 2
ENDS_EBB: Final = Reason(say("An arrow that leads to Flood ends the ebb. The second card stays."), ("NI-22", "NI-40"))
ENDS_FLOOD: Final = Reason(say("An arrow on the first card ends the flood. The second card stays."), ("NI-21", "NI-40"))


@dataclass(frozen=True, slots=True)
class TideFacts:
    """Where the marker stood, how many water cards were laid or taken, and the arrows on the events met."""

    marker: Annotated[Marker, Prompt(say("The marker was on"))]
    done: Annotated[Cards, Prompt(say("Water cards placed or taken"))]
    arrows: Annotated[Arrows, Prompt(say("Arrows on the events"))]
    arrow_on: ArrowOn | None = None


@dataclass(frozen=True, slots=True)
class TideAnswer:
    """Where the marker goes, and what the start player must play at once (NI-21, NI-22, NI-40)."""

    marker: Marker
    plays_now: Literal["flood", "ebb"] | None


def judge_tide(facts: TideFacts, options: Options) -> Judged[TideAnswer]:
    """Where the marker goes; a flag for arrows that the cards cannot bear, and for a card that should have stayed."""
    return replace(tide(facts, options), flags=doubts_about_arrows(facts, options))


def is_flood(marker: str) -> bool:
    return marker == "flood"


def tide(facts: TideFacts, options: Options) -> Judged[TideAnswer]:
    """Where the marker goes after the cards and arrows: the arrows first, then being short of cards."""
    marker, done, arrows = facts.marker, facts.done, facts.arrows
    because = [_what_was_done(marker, done)]
    counted = _counted(facts, options)
    after = ROUND[(ROUND.index(marker) + counted) % len(ROUND)]
    because.extend(_arrows(arrows, counted, after))
    is_short = done < ALL_CARDS and not (done and _ended(facts, options))
    if is_short:
        after = "ebb1" if is_flood(marker) else "flood"
    because.append(_what_next(marker, after, done, is_short=is_short))
    plays_now: Literal["flood", "ebb"] | None = None
    if not done:
        plays_now = "ebb" if is_flood(marker) else "flood"
    return judged("tide", _headline(marker, after, plays_now), TideAnswer(after, plays_now), because, facts=facts)


def ends_after(marker: str, options: Options) -> int | None:
    """How many arrows end the phase by bringing the other one; None if none does (NI-22, NI-40)."""
    if is_flood(marker):
        return 1 if options["flood_arrow"] else None
    return len(ROUND) - ROUND.index(marker)


def _counted(facts: TideFacts, options: Options) -> int:
    """The arrows that count: none after the one that ended the phase."""
    last = ends_after(facts.marker, options)
    if last is None or (not is_flood(facts.marker) and options["ebb_arrow"] == "all"):
        return facts.arrows
    return min(facts.arrows, last)


def _ended(facts: TideFacts, options: Options) -> bool:
    """Whether an arrow ended the phase, so that a card stays although it could go (NI-22)."""
    last = ends_after(facts.marker, options)
    if is_flood(facts.marker) or options["ebb_arrow"] == "first":
        return last is not None and facts.arrows >= last
    return bool(facts.arrows) and (ROUND.index(facts.marker) + facts.arrows) % len(ROUND) == 0


def asks_which(facts: TideFacts, options: Options) -> bool:
    """Whether it matters which of two cards bore the arrow: the first would have ended the phase (NI-22)."""
    return facts.arrows == 1 and _may_end(facts, options)


def _may_end(facts: TideFacts, options: Options) -> bool:
    """Whether an arrow on the first of two cards ends the phase (NI-22)."""
    is_at_once = is_flood(facts.marker) or options["ebb_arrow"] == "first"
    return is_at_once and facts.done == ALL_CARDS and ends_after(facts.marker, options) == 1


def doubts_about_arrows(facts: TideFacts, options: Options) -> tuple[Flag, ...]:
    """More arrows than cards, or two cards although the first one's arrow ended the phase (NI-22, NI-40)."""
    arrows, done = facts.arrows, facts.done
    many = say("Arrows: {arrows}. Cards: {done}. A card has at most one arrow.", arrows=arrows, done=done)
    clauses = ("NI-21", "NI-40") if is_flood(facts.marker) else ("NI-22", "NI-40")
    is_unsaid = asks_which(facts, options) and facts.arrow_on is None
    is_more = arrows > 1 or (arrows == 1 and facts.arrow_on == 1)
    which = say("If the first card had the arrow, the second one stays.")
    stays = say("The first card’s arrow ends the phase, so the second card stays.")
    return (
        *flag_if(arrows > done, many, "NI-40"),
        *flag_if(is_unsaid, which, *clauses),
        *flag_if(is_more and _may_end(facts, options), stays, *clauses),
    )


def _what_was_done(marker: str, done: int) -> Reason:
    if is_flood(marker):
        text = say_many("Flood: {count} water card placed.", "Flood: {count} water cards placed.", done)
        return Reason(text, ("NI-21",))
    return Reason(say_many("Ebb: {count} water card taken.", "Ebb: {count} water cards taken.", done), ("NI-22",))


def _arrows(arrows: int, counted: int, after: str) -> tuple[Reason, ...]:
    if not arrows:
        return ()
    text = say_many(
        "The arrow moves the marker one step, to {marker}.",
        "{count} arrows move the marker {count} steps, to {marker}.",
        counted,
        marker=WORDS[after],
    )
    if counted == arrows:
        return (Reason(text, ("NI-40",)),)
    ended = say("That ends the phase. Later arrows don’t count.")
    return (Reason(text, ("NI-40",)), Reason(ended, ("NI-22", "NI-40")))


def _what_next(marker: str, after: str, done: int, *, is_short: bool) -> Reason:
    clause = "NI-21" if is_flood(marker) else "NI-22"
    if not is_short:
        return Reason(_goes_to(marker, after), (clause,))
    if is_flood(marker):
        text = (
            say("No second card placed: the next start player plays ebb.")
            if done
            else say("No card placed: the start player plays ebb at once.")
        )
        return Reason(text, (clause,))
    text = (
        say("No second card to take: the next start player plays flood.")
        if done
        else say("No card to take: the start player plays flood at once.")
    )
    return Reason(text, (clause,))


def _goes_to(marker: str, after: str) -> Text:
    if after == marker:
        return say("The marker stays on {marker}.", marker=WORDS[after])
    return say("The marker goes to {marker}.", marker=WORDS[after])


def _headline(marker: str, after: str, plays_now: str | None) -> Text:
    if plays_now == "ebb":
        return say("The marker goes to Ebb 1, and ebb follows at once.")
    if plays_now == "flood":
        return say("The marker goes to Flood, and flood follows at once.")
    return _goes_to(marker, after)
