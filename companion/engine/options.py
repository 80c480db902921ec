"""House options: the value of each, from what a table said."""

import json
from collections.abc import Mapping
from typing import Any

from companion.engine.errors import IllegalMove, NotAMove, within
from companion.engine.game import Choice, Game, Option, Options, Setup
from companion.engine.rulings import Reason
from companion.engine.text import say


def read_options(game: Game[Any], given: object) -> dict[str, Choice]:
    """Return every option of the game with its value, defaults filled in.

    Raise `NotAMove` for an unknown name or value.
    """
    if not isinstance(given, dict):
        raise NotAMove("options", say("This isn’t in the right format."))
    known = {option.name: option for option in game.options}
    # Refused and not passed over: a misspelt house rule would silently be played the usual way.
    for name in given:
        if name not in known:
            raise NotAMove(f"options.{name}", say("This game has no house rule with this name."))
    return {option.name: _value(option, given) for option in game.options}


def usual(options: tuple[Option, ...]) -> Options:
    """Return every one of these options with its default."""
    return {option.name: option.default for option in options}


def check_seats(game: Game[Any], seats: int, path: str = "players") -> None:
    """Raise `IllegalMove` if the game is not for that many. `path` is where their number was given."""
    if seats in game.players:
        return
    text = say(
        "This game is for {low} to {high} players, not {count}.",
        low=game.players[0],
        high=game.players[-1],
        count=seats,
    )
    raise IllegalMove(Reason(text, (game.box_clause,)), path=path)


def make_setup(game: Game[Any], seats: int, given: object, path: str = "players") -> Setup:
    """Return what a match starts from. Raise `NotAMove` or `IllegalMove`."""
    # The options first, because they may make the game, and with it how many can play.
    options: Options = read_options(game, given)
    check_seats(game.by(options), seats, path)
    return Setup(seats, options)


def begin_setup(game: Game[Any], seats: int, given: object, path: str = "players") -> Setup:
    """Return what a new match starts from. Raise as `make_setup`, and where the game speaks against it."""
    setup = make_setup(game, seats, given, path)
    unfit = None if game.unfit is None else game.unfit(setup)
    if unfit is not None:
        raise IllegalMove(unfit, path=path)
    return setup


def recorded_options(game: Game[Any], stored: Mapping[str, Choice]) -> dict[str, Choice]:
    """Return the options of a recorded match: one that is younger than the match has the value by which it was played."""
    # What a match was played by must not change with a new default, or its replay could stop.
    younger = {option.name: option.before for option in game.options if option.before is not None}
    return {**younger, **stored}


def recorded_setup(game: Game[Any], seats: int, recorded: str) -> Setup:
    """Return what a recorded match started from: an option that is younger than it has the value by which it was
    played.

    Raise `NotAMove` or `IllegalMove` for what no match of this game started from.
    """
    try:
        stored = json.loads(recorded)
    # A damaged or made-up record, nested a thousand deep, is refused like any other and does not end the process.
    except (ValueError, RecursionError) as error:
        raise NotAMove("options", say("This isn’t in the right format.")) from error
    options = recorded_options(game, stored) if isinstance(stored, dict) else stored
    setup = make_setup(game, seats, options)
    # Read and found the same: a value that would be read as another was not written by us, and the match cannot be trusted to
    # replay.
    if setup.options != options:
        raise NotAMove("options", say("This isn’t in the right format."))
    return setup


def _value(option: Option, given: dict[str, Any]) -> Choice:
    value = given.get(option.name, option.default)
    if option.read is not None:
        with within(f"options.{option.name}"):
            return option.read(value)
    for choice in option.choices:
        # Python takes True for 1.
        if type(choice.value) is type(value) and choice.value == value:
            return choice.value
    words = tuple(str(choice.value).lower() for choice in option.choices)
    raise NotAMove(f"options.{option.name}", say("This must be one of: {choices}.", choices=words))
