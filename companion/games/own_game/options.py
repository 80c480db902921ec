"""The clauses by which any defined game is scored, and the one option: the definition, kept whole with every match."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.engine.definition import Definition
from companion.engine.definition_texts import read_definition, read_text, write_text
from companion.engine.game import Option, OptionChoice, Options, Setup
from companion.engine.ready import READY, english
from companion.engine.rulings import Clause, Reason
from companion.engine.text import Text, say, say_many, signs

SHEET: Final = "sheet"
_CLAUSES: Final = (
    say("1 to 12 players, or 20 sharing a pad. You name the game and its scoring."),
    say("Everyone enters points each round, from any phone. The round ends once everyone has."),
    say("If only wins count, each winner of a round gets 1."),
    say("If ranks count, the first gets 1, the second 2, and so on. The lowest total wins."),
    say("Numbers go from −999,999 to 999,999. Only some games allow scores below 0."),
    say("Each round, the next player clockwise deals or starts."),
    say("On a pad, you fill in rows, in any order. The app works out sums, bonuses and multiples."),
    say("It ends after the rounds or points you agreed on, when the pad is full, or when you stop."),
    say("The player with the most points wins, or the fewest, as you agreed. In a tie, you share the rank."),
    say(
        "Team members sit evenly spaced round the table and score together. Or one player plays alone against all "
        "the others."
    ),
    say("For suspense, you can hide who leads until the end."),
    say(
        "A player who leaves is ranked last unless you let the points count. The others play on. A player who"
        " joins later starts with points you choose."
    ),
)
CLAUSES: Final = tuple(Clause(f"OW-{number}", text, "derived") for number, text in enumerate(_CLAUSES, 1))


def read(given: object) -> str:
    """The canonical text of a definition: sent as an object or its text, or as the name of a ready one. Raises `NotAMove`."""
    # The whole of a ready one too: a match keeps it, whatever a newer version makes of it (`engine.ready`).
    return write_text(definition_of({SHEET: given}) if isinstance(given, str) else read_definition(given))


def definition_of(options: Options) -> Definition:
    """The definition by which a match is played."""
    given = str(options[SHEET])
    return english(READY[given]) if given in READY else read_text(given)


def option_of(*choices: OptionChoice) -> Option:
    """The option with these choices, beside which any definition may be sent."""
    return Option(SHEET, say("Scoring"), choices, ("OW-1",), read=read, shape=Definition)


OPTIONS: Final = (option_of(*(OptionChoice(one.slug, one.name, one.about) for one in READY.values())),)


def chosen(definition: Definition) -> OptionChoice:
    """The choice of a match that is played by this definition: its name, and how it is scored in two sentences."""
    return OptionChoice(write_text(definition), definition.called, how_it_goes(definition))


def how_it_goes(definition: Definition) -> Text:
    """Return who wins and when it ends; of an exact end that alone, which says both, and of a single result what it is."""
    wins, ends = who_wins(definition), when_it_ends(definition)
    if definition.is_one_result:
        return say("Who won?") if definition.writes == "winner" and not definition.together else wins
    is_both = definition.ends_exactly and definition.wins == "most"
    return ends if is_both else signs("{wins} {ends}", wins=wins, ends=ends)


def went_beyond(definition: Definition, what: Text) -> Text:
    """Return what became of points, or of someone, beyond the score to be reached exactly."""
    if definition.back_to is None:
        return say("{what}, over {points}: counts 0", what=what, points=definition.at)
    return say("{what}, over {points}: back to {number}", what=what, points=definition.at, number=definition.back_to)


def unfit(setup: Setup) -> Reason | None:
    """What speaks against so many players in teams of a size: they can't be shared out, and each would play alone."""
    definition = definition_of(setup.options)
    # Pairs are where everyone has always played alone if there are too few or too many.
    size = definition.team_size if definition.teams and not definition.team_count else 2
    if size == 2 or (setup.seats % size == 0 and setup.seats > size):
        return None
    return Reason(say("“{choice}” isn’t for {count} players.", choice=definition.called, count=setup.seats), ("OW-10",))


def as_played(definition: Definition, sides: Sequence[Sequence[int]]) -> Definition:
    """Return the definition without teams where they can't be made, and everyone plays alone."""
    return replace(definition, teams=definition.teams and any(side[1:] for side in sides))


def who_wins(definition: Definition) -> Text:
    """Which total wins; where there is none, what is said in its place."""
    sides, fewest = definition.teams or definition.alone, definition.fewest_win
    sentences = (
        (definition.together, say("You win or lose together.")),
        (definition.writes == "places" and definition.is_one_round, say("Finishing order")),
        (definition.writes == "places", say("The lowest sum of ranks wins.")),
        (definition.writes == "winner" and sides, say("The side with the most wins takes the game.")),
        (definition.writes == "winner", say("The player with the most wins takes the game.")),
        (definition.wins == "last", say("The last one left wins.")),
        (definition.wins == "nearest", say("Nearest to {number} wins.", number=definition.to)),
        (sides and fewest, say("The side with the fewest points wins.")),
        (sides, say("The side with the most points wins.")),
        (fewest, say("The player with the fewest points wins.")),
        (True, say("The player with the most points wins.")),
    )
    return next(sentence for is_so, sentence in sentences if is_so)


def when_it_ends(definition: Definition) -> Text:
    """When the game is over, and before that for who is out by misses."""
    if definition.misses:
        out = say("After {number} rounds of 0 in a row, you’re out.", number=definition.misses)
        return signs("{ends} {out}", ends=when_it_ends(replace(definition, misses=0)), out=out)
    at, ends, back_to = definition.at, definition.ends, definition.back_to
    sentences = (
        (definition.is_pad, say("It ends when the pad is full.")),
        (ends == "rounds", say_many("It ends after {count} round.", "It ends after {count} rounds.", at)),
        (
            ends == "target" and definition.writes == "winner",
            say_many("It ends at {count} win.", "It ends at {count} wins.", at),
        ),
        (definition.wins == "last", say_many("You’re out at {count} point.", "You’re out at {count} points.", at)),
        (
            back_to is not None,
            say(
                "It ends at exactly {points} points. Beyond that, you fall back to {number}.",
                points=at,
                number=back_to or 0,
            ),
        ),
        (definition.exact, say("It ends at exactly {points} points. A round that goes beyond counts 0.", points=at)),
        (definition.at_once, say("It ends at once at {points} points.", points=at)),
        (ends == "target", say("It ends at {points} points.", points=at)),
        (True, say("It ends when you say so.")),
    )
    return next(sentence for is_so, sentence in sentences if is_so)
