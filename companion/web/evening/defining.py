"""Another game: found among those known, or defined in a few taps; kept on this device, and begun."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Final, get_args

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

from companion.engine.definition import (
    LONGEST_NAME,
    MOST_PLAYERS,
    MOST_ROWS,
    MOST_TEAMS,
    Definition,
    Language,
    with_aim,
)
from companion.engine.definition_texts import write_link, write_text
from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game, Setup
from companion.engine.options import recorded_setup
from companion.engine.ready import READY, Ready, named
from companion.engine.schema.scalars import whole_number
from companion.games import covers, games
from companion.match.errors import Unknown
from companion.store import Table
from companion.table.definitions import Kept
from companion.table.library import Pad, called, found_in, pads, plain_letters
from companion.table.next_match import NewMatch, said_of
from companion.table.pads_folder import Damaged
from companion.table.worked import worked
from companion.web.app.device import caller, claiming_device
from companion.web.app.i18n import language, speaking, words
from companion.web.app.problems import KINDS, Problem, foreseen, problem_of
from companion.web.app.services import services
from companion.web.evening.choosing import seated
from companion.web.evening.pad_form import USUAL, Typed, fault_of, read, tried_out, typed_here, typed_of
from companion.web.evening.tables import AN_EVENING, bases, hosted_table, left_open

blueprint = Blueprint("defining", __name__, url_prefix="/t/<code>/another")

ROUNDS: Final = 10
SIZES: Final = range(2, MOST_TEAMS + 1)
SPARE_ROWS: Final = 3
WAYS: Final = ("points", "fewest", "winner")
"""How a game that is not found is scored by one tap."""
_LIES: Final = {
    "dice": r"\b(dice|die|throws?)\b",
    "tiles": r"\b(tiles?|domino(es)?|stones?)\b",
    "cards": r"\b(cards?|tricks?|hand)\b",
}
"""How the scoring of a game that is played with them speaks of them."""
FAMILIAR: Final = (
    "6-nimmt",
    "carcassonne",
    "phase-10",
    "qwixx",
    "rummikub",
    "scrabble",
    "skyjo",
    "uno",
    "wizard",
    "yahtzee",
)
"""Ready games that are in most cupboards."""
A_HANDFUL: Final = 6
MOST_IN_A_CODE: Final = 1300
"""Characters of a link: a phone still reads a code of so many from another phone."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """A ready pad for other numbers of players: its name, for how many it is, at most, whether it asks
    anyhow who plays, and the field of the form that begins it.
    """

    pad: str
    name: str
    span: str
    most: int
    asks: bool
    field: str
    value: str


def the_game() -> Game[Any]:
    """Return the game that tables define."""
    return games()[next(slug for slug, cover in covers().items() if cover.is_made)]


@blueprint.get("")
def form(code: str) -> str:
    """Which game is it? Those played here come first, then all that are ready; the form is for one of one's own."""
    found = hosted_table(code)
    kept = _kept(found, request.args.get("of", ""))
    if kept is not None:
        return page(found, typed_of(kept.definition, kept.id))
    ready = _ready(request.args.get("from", ""), len(seated(found)))
    if ready is not None or "own" in request.args:
        typed = typed_of(USUAL if ready is None else ready)
        # What was looked for and not found is what the new one is called.
        name = _looked_for("find")
        return page(found, replace(typed, given={**typed.given, "name": name}) if ready is None else typed)
    return finder(found)


@blueprint.post("")
def define(code: str) -> ResponseReturnValue:
    """Begin what is defined in the form; or show more of it, with what was typed."""
    found = hosted_table(code)
    typed = typed_here()
    if "more" in request.form:
        return page(found, typed, more_rows=True)
    try:
        is_from_others = "others" in typed.given
        made = read(typed)
        if "unkept" in request.form:
            return _begin(found, Kept("", made))
        kept = services.definitions.keep(claiming_device(), made, typed.id, is_from_others=is_from_others)
        return _begin(found, kept)
    except (NotAMove, IllegalMove) as error:
        return page(found, typed, error), foreseen(error).status


@blueprint.post("/example")
def try_out(code: str) -> str:
    """What the rows in the form come to with numbers made up for them, or what is wrong with a formula; else nothing as long
    as it can't be read.
    """
    hosted_table(code)
    typed = typed_here()
    fault = fault_of(typed)
    found, example = ((), None) if fault else tried_out(typed)
    numbers = sorted({int(one["at"]) for one in typed.rows if "at" in one})
    return render_template(
        "pages/another_tried.html", fault=fault, numbers=numbers, example=example, rounds_of_example=found
    )


@blueprint.post("/play")
def play(code: str) -> ResponseReturnValue:
    """Begin one that is kept, or a ready one, as it is; where too many sit here, ask first who plays if that is wanted."""
    found = hosted_table(code)
    there = [one.seat for one in seated(found)]
    kept = _kept(found, request.form.get("of", ""))
    unfit = _unfit(kept, len(there))
    among = there[: unfit.most] if unfit is not None and "who" in request.args else []
    ready = _ready(request.form.get("from", ""), len(among or there))
    if ready is not None and request.args.get("name"):
        ready = replace(ready, name=_looked_for("name"))
    if ready is None:
        if kept is None:
            raise Unknown("page")
        ready = with_aim(_for_so_many(kept.definition, len(among or there)))
    # Once it has been asked, it is begun all the same: a table may have its own way.
    if unfit is not None and request.form.get("unfit") != unfit.value:
        return finder(found, unfit=unfit), 409
    try:
        return _begin(found, _to_play(ready, "" if kept is None else kept.id), among)
    except (NotAMove, IllegalMove) as error:
        return finder(found, error), foreseen(error).status


def _to_play(definition: Definition, id: str) -> Kept:
    """Return what is to be played as it is kept now; where no more are kept, it is played all the same."""
    try:
        return services.definitions.keep(claiming_device(), definition, id)
    except NotAMove:
        return Kept("", definition)


def _known(table: Table) -> tuple[Kept, ...]:
    """Return what is kept on this device, and what its table has played as another phone kept it."""
    return services.definitions.beside(caller().token_hash, _played_at(table))


def _played_at(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the definition of each match of the table that has one, by the match's id."""
    game = the_game()
    for match in services.tables.matches(table):
        # One that can't be read any more is not offered.
        with suppress(NotAMove, IllegalMove):
            if match.game == game.slug:
                setup = recorded_setup(game, len(match.seats), match.options)
                yield match.id, str(setup.options[game.options[0].name])


def _kept(table: Table, id: str) -> Kept | None:
    """Return the one of this id, or called so, among what is known here; None if there is none."""
    return next((one for one in _known(table) if id and id in (one.id, *_names_of(one))), None)


def _ready(slug: str, seats: int) -> Definition | None:
    """Return the ready definition or pad of this name, in the reader's language, as so many play it."""
    pad = _pad(slug)
    if pad is not None:
        return pad.played_by(seats, language())
    return _in_every_language(READY[slug]) if slug in READY else None


def _unfit(kept: Kept | None, seats: int) -> Unfit | None:
    """Return the ready pad that is to be begun, new or as it was kept, if so many can't play it."""
    slug = request.form.get("from", "")
    pad = _pad(slug) if kept is None else next((one for one in pads().values() if _is_of(one, kept.definition)), None)
    if pad is None or pad.may_be_played_by(seats):
        return None
    field, value = ("from", slug) if kept is None else ("of", kept.id)
    most = pad.players[1]
    asks = seats > most and pad.definition.teams
    return Unfit(pad.slug, pad.named(language()).name, _span_of(*pad.players), most, asks, field, value)


def _for_so_many(kept: Definition, players: int) -> Definition:
    """Return what is kept; a pad whose cards say how many rounds there are, as so many play it."""
    same = (pad for pad in pads().values() if _is_of(pad, kept))
    return next((pad.played_by(players, language()) for pad in same if pad.deck), kept)


def _is_of(pad: Pad, kept: Definition) -> bool:
    """Return whether what is kept is this pad, unchanged, for any number of players and in any language."""
    # By its name first: each keystroke compares every pad with every game that was played.
    if kept.name not in (pad.definition.name, *pad.names.values()):
        return False
    # For 0 as on a blank sheet, before it is said how many play.
    many = (0, *range(pad.players[0], pad.players[1] + 1)) if pad.deck else (pad.players[0],)
    # A table that chose it before it said so much has it all the same.
    kept = replace(kept, version=1, rests=pad.definition.rests, lost=pad.definition.lost)
    return kept in [pad.played_by(one, spoken) for one in many for spoken in get_args(Language)]


def pad_of(definition: Definition) -> Pad | None:
    """Return the ready pad that a definition is, unchanged; None for a game of the table's own."""
    every = (*services.own_pads.pads().values(), *pads().values())
    return next((one for one in every if _is_of(one, definition)), None)


def drawing_of(definition: Definition, pad: Pad | None = None) -> str:
    """Return what is drawn of it: what lies on the table by the words of its scoring, or by who deals; else the pad."""
    told = " ".join(pad.told("en")).casefold() if pad is not None else ""
    return next(
        (kind for kind, words in _LIES.items() if re.search(words, told)), "cards" if definition.dealer else "name"
    )


def _is_ready(kept: Kept) -> bool:
    """Return whether what is kept is a ready pad that was played as it is."""
    return any(_is_of(pad, kept.definition) for pad in pads().values())


def _pad(slug: str) -> Pad | None:
    """Return the ready pad of this name, bundled or in the device's folder."""
    return services.own_pads.pads().get(slug) or pads().get(slug)


def _looked_for(field: str) -> str:
    """Return what was looked for, as a game that is not found is called."""
    return " ".join(request.args.get(field, "").split())[:LONGEST_NAME]


def _found(letters: str, seats: int, played: Sequence[Kept], *, only: bool) -> list[tuple[str, Definition, str, bool]]:
    """Return what is ready, by letters of its name: pads by their names, bundled and of the device's folder, then ways
    to score.

    Those first that so many can play, or `only` those, and whose name begins so; the last item says whether they can.
    """
    # A way to score that is called as a pad is gives way to it.
    ways = [(one.slug, in_words(one), words(one.about), True) for one in READY.values() if one.slug not in pads()]
    found = [one for one in ways if plain_letters(letters) in plain_letters(f"{one[1].name} {one[2]}")]
    known = [*services.own_pads.pads().values(), *pads().values()]
    # One that was played as it is stands among those played already.
    found_here = [
        one
        for one in found_in(known, letters, Pad.every_name)
        if not any(_is_of(one, kept.definition) for kept in played)
    ]
    fitting = [one for one in found_here if not only or one.may_be_played_by(seats)]
    about = [(one.slug, one.named(language()), _span_of(*one.players), one.may_be_played_by(seats)) for one in fitting]
    begun = plain_letters(letters)

    def first(one: tuple[str, Definition, str, bool]) -> tuple[bool, bool, str]:
        name = plain_letters(one[1].name)
        return not one[3], not name.startswith(begun), name

    return [*sorted(about, key=first), *found]


def _is_called(letters: str, kept: Sequence[Kept]) -> bool:
    """Return whether a game has these letters in one of its names, and is not only found by a slip in it."""
    ready = [*services.own_pads.pads().values(), *pads().values()]
    ways = [(in_words(one).name, words(one.about)) for one in READY.values()]
    every = chain(map(_names_of, kept), map(Pad.every_name, ready), ways)
    return any(plain_letters(letters) in plain_letters(name) for names in every for name in names)


def _names_of(kept: Kept) -> tuple[str, ...]:
    return (kept.definition.name, *kept.definition.said.values())


def _span_of(fewest: int, most: int) -> str:
    """Return how many can play."""
    if fewest == most:
        return str(ngettext("%(num)s player", "%(num)s players", most))
    return str(gettext("%(low)s to %(high)s players", low=fewest, high=most))


def in_words(ready: Ready) -> Definition:
    """Return a ready definition with its names in the reader's language."""
    return named(ready, words(ready.name), [words(row) for row in ready.rows])


def _in_every_language(ready: Ready) -> Definition:
    """Return the same, with what its rows are called in the other languages."""
    names: dict[Language, list[str]] = {}
    for one in get_args(Language):
        with speaking(one):
            names[one] = [words(row) for row in ready.rows]
    made = in_words(ready)
    rows = (called(row, language(), {one: all[at] for one, all in names.items()}) for at, row in enumerate(made.rows))
    return replace(made, rows=tuple(rows))


def chosen_by(definition: Definition) -> dict[str, Any]:
    """Return the options by which a match is played by this definition."""
    return {the_game().options[0].name: write_text(definition)}


def link_to(definition: Definition) -> str:
    """Return the address that carries a definition."""
    return f"{bases()[0]}{url_for('pad_link.page')}#{write_link(definition)}"


def _begin(table: Table, kept: Kept, among: Sequence[int] = ()) -> ResponseReturnValue:
    """On to the board of a new match; where not everyone can play it, or one plays alone, to the question who does.

    `among`: who is ticked there at first, where that is asked.
    """
    game, chosen = the_game(), chosen_by(kept.definition)
    if among:
        asked = url_for("beginning.choose", code=table.code, slug=game.slug, who="asked", seat=[*among], **chosen)
        return redirect(asked, 303)
    starting = said_of(game, Setup(len(seated(table)), chosen))
    # In teams people say first who plays with whom, which follows from who sits where, or who sits out.
    is_of_teams = kept.definition.teams and len(seated(table)) > 2
    if len(seated(table)) not in game.by(chosen).players or (starting is not None and starting.asks) or is_of_teams:
        return redirect(url_for("beginning.choose", code=table.code, slug=game.slug, **chosen), 303)
    before = services.tables.matches(table)
    wish = NewMatch(game.slug, chosen)
    match = services.match_starter.begin(table, caller(), wish, before[-1].id if before else "")
    return redirect(url_for("play.board", match_id=match.id), 303)


def finder(
    found: Table,
    error: NotAMove | IllegalMove | None = None,
    unfit: Unfit | None = None,
    refused: Sequence[Damaged] = (),
    taken: Sequence[Kept] = (),
) -> str:
    """Return the page on which a game is found; with what is wrong with one that was to be begun, or with those `refused` of
    the files, beside those `taken` in, or the question whether one that is for other numbers is.
    """
    seats = len(seated(found))
    looked, wanted = request.values.get("find", "").strip(), whole_number(request.values.get("for", "")) or 0
    whose = caller().token_hash
    kept = services.definitions.of(whose)
    known = _known(found)
    ready = _found(looked, wanted or seats, known, only=wanted > 0)
    played = found_in(known, looked, _names_of)
    again = [one for one in played if _is_ready(one)]
    new = [one for one in played if one not in again]
    of_the_folder = [one for one in ready if one[0] in services.own_pads.pads()]
    ready = [one for one in ready if one not in of_the_folder]
    familiar = [] if looked or wanted else [one for one in ready if one[0] in FAMILIAR and one[3]]
    removed = services.definitions.removed(whose, datetime.now(UTC) - AN_EVENING)
    return render_template(
        "pages/find_game.html",
        table=found,
        kept=kept,
        mine=[one for one in kept if not _is_ready(one)],
        played=[one for one in new if not one.is_from_others],
        others=[one for one in new if one.is_from_others],
        of_the_folder=of_the_folder,
        again=again,
        ready=ready,
        familiar=familiar[: max(0, A_HANDFUL - len(again))],
        a_handful=A_HANDFUL if familiar else 0,
        ways=[(slug, in_words(READY[slug])) for slug in WAYS],
        looked=looked,
        is_called=_is_called(looked, [*known, *removed]),
        wanted=wanted,
        most=max(MOST_PLAYERS, seats),
        seats=seats,
        damaged=services.own_pads.damaged(),
        removed=[one for one in removed if one.id == request.args.get("removed")],
        all_removed=removed,
        gone=found_in(removed, looked, _names_of) if looked else [],
        refused=refused,
        taken=taken or [one for one in kept if one.id in request.args.getlist("taken")],
        game=the_game(),
        going=left_open(found, the_game()),
        drawing_of=lambda made, slug="": drawing_of(made, _pad(slug) if slug else pad_of(made)),
        about_of=lambda one: the_game().by(chosen_by(one)).options[0].choices[0].who,
        link_to=link_to,
        most_in_a_code=MOST_IN_A_CODE,
        printed=lambda one: url_for("sheets.choose", slug=the_game().slug, **chosen_by(one)),
        problem=_problem_of(error),
        unfit=unfit,
    )


def page(found: Table, typed: Typed, error: NotAMove | IllegalMove | None = None, *, more_rows: bool = False) -> str:
    """Return the form in which a game is defined, filled in with what was typed."""
    pad = _pad(request.values.get("from", ""))
    rounds, example = tried_out(typed)
    if pad is not None and pad.example is not None and not error:
        rounds, example = worked(pad.named(language()), pad.example), pad.example
    # A few blank lines, so that most games are typed in without asking for more.
    spare = min(SPARE_ROWS + (5 if more_rows else 0), max(0, MOST_ROWS - len(typed.rows)))
    return render_template(
        "pages/another.html",
        table=found,
        typed=typed,
        example=example,
        rounds_of_example=rounds,
        rows=[*typed.rows, *({} for _ in range(spare))],
        rounds=ROUNDS,
        sizes=SIZES,
        game=the_game(),
        problem=_problem_of(error),
    )


def _problem_of(error: NotAMove | IllegalMove | None) -> Problem | None:
    """Return what is wrong; something that was written is not missing, though it can't be read or kept."""
    problem = problem_of(error)
    is_there = isinstance(error, NotAMove) and error.path.startswith(("rows.", "kept"))
    return replace(problem, title=KINDS["file"].title) if problem and is_there else problem
