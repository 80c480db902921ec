"""Which ready pad a match is played by, or a blank sheet is for: what its file says beside the definition."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.definition import Definition
from companion.engine.definition_texts import read_text, write_text
from companion.engine.game import Choice, Game, Options
from companion.engine.ready import READY, english
from companion.engine.text import Text
from companion.table.library import Pad, found_in, pads
from companion.web.app.i18n import language
from companion.web.app.services import services
from companion.web.evening.defining import pad_of


def definition_in(game: Game[Any], options: Options) -> Definition | None:
    """Return the definition by which a match is played; None of a game that its options do not make."""
    given = str(options[game.options[0].name]) if game.made is not None else ""
    return english(READY[given]) if given in READY else read_text(given) if given else None


def pad_in(game: Game[Any], options: Options) -> Pad | None:
    """Return the ready pad that it is, unchanged; None for any other game."""
    definition = definition_in(game, options)
    return None if definition is None else pad_of(definition)


def ready_found(letters: str, link_to: Callable[[str], str]) -> list[tuple[Definition, int, int, str]]:
    """Return the ready games with these letters, with the fewest and the most players and a link to each, by its text."""
    known = [*services.own_pads.pads().values(), *pads().values()]
    found = found_in(known, letters, Pad.every_name) if letters else []
    return [(made, *one.players, link_to(write_text(made))) for one in found for made in [one.named(language())]]


def edition_in(game: Game[Any], options: Options, seats: int) -> Text | None:
    """Return by whose rules it is played; None of a ready pad, whose rules are not the table's."""
    return game.edition_by(options, seats) if pad_in(game, options) is None else None


def for_so_many(game: Game[Any], options: Mapping[str, Choice], players: int) -> dict[str, Choice]:
    """Return the same options; of a pad whose cards say how many rounds there are, with those of so many players."""
    pad = pad_in(game, options)
    if pad is None or not pad.deck or players < 1:
        return {**options}
    return {**options, game.options[0].name: write_text(pad.played_by(players, language()))}
