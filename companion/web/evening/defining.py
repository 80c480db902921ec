"""Another game: found among those known, or defined in a few taps; kept on this device, begun, passed on as a file."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext
from markupsafe import Markup
from werkzeug.datastructures import FileStorage

from companion.engine.definition import (
    FIELDS,
    LONGEST_NAME,
    MOST_ROWS,
    MOST_TEAMS,
    Definition,
    Language,
    Row,
    read_definition,
    read_link,
    with_aim,
    write_file,
    write_text,
)
from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game, Setup
from companion.engine.pad import sides
from companion.engine.ready import READY, Ready, named
from companion.engine.schema.scalars import strict_json, whole_number
from companion.engine.text import Text, say
from companion.games import covers, games
from companion.lan import qr_svg
from companion.match.errors import Unknown
from companion.store import Table
from companion.table.definitions import Kept
from companion.table.library import Example, Pad, called, found_in, pads, plain_letters
from companion.table.next_match import NewMatch, said_of
from companion.table.pads_folder import Damaged, looked_at
from companion.table.worked import Round, tried, worked
from companion.web.app.answers import saved_as
from companion.web.app.device import caller, claiming_device
from companion.web.app.i18n import language, speaking, words
from companion.web.app.problems import KINDS, Problem, foreseen, problem_of
from companion.web.app.services import services
from companion.web.evening.beginning import left_open
from companion.web.evening.choosing import seated
from companion.web.evening.pad_link import link_to
from companion.web.evening.tables import hosted_table

blueprint = Blueprint("defining", __name__, url_prefix="/t/<code>/another")

USUAL: Final = Definition("-", ends="target", at=500)
"""What the form says at first, but for the name."""
ROUNDS: Final = 10
TICKS: Final = ("negative", "dealer", "hidden", "together", "exact", "at_once")
SIZES: Final = range(2, MOST_TEAMS + 1)
SPARE_ROWS: Final = 3
MOST_IN_A_CODE: Final = 1300
"""Characters of a link: a phone still reads a code of so many from another phone."""
_SPAN: Final = re.compile(r"([0-9]{1,2})\s*[-–]\s*([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in the form: the definition as far as it is one, which kept one it is, and its rows as they are typed."""

    given: Mapping[str, str]
    rows: tuple[Mapping[str, str], ...]
    id: str = ""


@dataclass(frozen=True, slots=True)
class Unfit:
    """A ready pad for other numbers of players: its name, for how many it is, at most, and the field of the form that begins it."""

    name: str
    span: str
    most: int
    field: str
    value: str


def the_game() -> Game[Any]:
    """Return the game that tables define."""
    return games()[next(slug for slug, cover in covers().items() if cover.is_made)]


@blueprint.get("")
def form(code: str) -> str:
    """Which game is it? Those played here come first, then all that are ready; the form is for one of one's own."""
    found = hosted_table(code)
    kept = services.definitions.get(caller().token_hash, request.args.get("of", ""))
    if kept is not None:
        return _page(found, _typed_of(kept.definition, kept.id))
    ready = _ready(request.args.get("from", ""), len(seated(found)))
    if ready is not None or "own" in request.args:
        typed = _typed_of(USUAL if ready is None else ready)
        # What was looked for and not found is what the new one is called.
        name = " ".join(request.args.get("find", "").split())[:LONGEST_NAME]
        return _page(found, replace(typed, given={**typed.given, "name": name}) if ready is None else typed)
    return _finder(found)


@blueprint.post("")
def define(code: str) -> ResponseReturnValue:
    """Begin what is defined in the form; or show more of it, with what was typed."""
    found = hosted_table(code)
    typed = _typed()
    if "more" in request.form:
        return _page(found, typed, more_rows=True)
    try:
        kept = services.definitions.keep(claiming_device(), _read(typed), typed.id)
        return _begin(found, kept)
    except (NotAMove, IllegalMove) as error:
        return _page(found, typed, error), foreseen(error).status


@blueprint.post("/example")
def try_out(code: str) -> str:
    """What the rows in the form come to with numbers made up for them, or what is wrong with a formula; else nothing as long
    as it can't be read.
    """
    hosted_table(code)
    typed = _typed()
    fault = _fault_of(typed)
    found, example = ((), None) if fault else _tried(typed)
    if fault is None and example is None:
        return ""
    return render_template("pages/another_example.html", fault=fault, example=example, rounds_of_example=found)


@blueprint.post("/play")
def play(code: str) -> ResponseReturnValue:
    """Begin one that is kept, or a ready one, as it is; where too many sit here, ask first who plays if that is wanted."""
    found = hosted_table(code)
    there = [one.seat for one in seated(found)]
    kept = services.definitions.get(caller().token_hash, request.form.get("of", ""))
    unfit = _unfit(kept, len(there))
    among = there[: unfit.most] if unfit is not None and "who" in request.args else []
    ready = _ready(request.form.get("from", ""), len(among or there))
    if ready is None and kept is None:
        raise Unknown("page")
    # Once it has been asked, it is begun all the same: a table may have its own way.
    if unfit is not None and request.form.get("unfit") != unfit.value:
        return _finder(found, unfit=unfit), 409
    try:
        chosen = (
            ready
            if ready is not None
            else with_aim(_for_so_many(kept.definition, len(among or there)))
            if kept is not None
            else USUAL
        )
        return _begin(
            found, services.definitions.keep(claiming_device(), chosen, "" if kept is None else kept.id), among
        )
    except (NotAMove, IllegalMove) as error:
        return _finder(found, error), foreseen(error).status


@blueprint.post("/remove")
def remove(code: str) -> ResponseReturnValue:
    """Offer one no longer; matches keep theirs."""
    hosted_table(code)
    services.definitions.remove(claiming_device(), request.form.get("of", ""))
    return redirect(url_for("defining.form", code=code), 303)


@blueprint.get("/<id>.json")
def export(code: str, id: str) -> ResponseReturnValue:
    """One that is kept, as a small file for another device."""
    hosted_table(code)
    kept = services.definitions.get(caller().token_hash, id)
    if kept is None:
        raise Unknown("page")
    return saved_as(Response(write_file(kept.definition), mimetype="application/json"), "tableside-game.json")


@blueprint.get("/<id>/code")
def scan(code: str, id: str) -> str:
    """One that is kept, as a code that a phone scans: its link, where that is short enough."""
    found = hosted_table(code)
    kept = services.definitions.get(caller().token_hash, id)
    link = "" if kept is None else link_to(kept.definition)
    if not 0 < len(link) <= MOST_IN_A_CODE:
        raise Unknown("page")
    drawn = Markup(qr_svg(link, gettext("Code to scan with a phone: %(link)s", link=link)))
    return render_template("pages/pad_code.html", table=found, game=the_game(), kept=kept, drawn=drawn)


@blueprint.post("/file")
def take_in(code: str) -> ResponseReturnValue:
    """Those that come as files: kept here, and where it is one alone, shown; each that is damaged is named with its fault."""
    found = hosted_table(code)
    sent = [one for one in request.files.getlist("file") if one.filename]
    if not sent:
        return _finder(found, NotAMove("file", say("Choose a file first."))), 400
    taken = [_kept_of(one) for one in sent]
    refused = [one for one in taken if isinstance(one, Damaged)]
    if refused:
        return _finder(found, refused=refused), 400
    shown = [one.id for one in taken if isinstance(one, Kept)]
    return redirect(url_for("defining.form", code=code, of=shown[0] if len(shown) == 1 else None), 303)


@blueprint.post("/link")
def open_link(code: str) -> ResponseReturnValue:
    """One that comes in a link: shown in the form, and kept only once it is begun."""
    found = hosted_table(code)
    try:
        return _page(found, _typed_of(read_link(request.form.get("link", ""))))
    except NotAMove as error:
        # It has no form yet in which the place is seen, so it is named.
        return _finder(found, refused=[Damaged("", "" if error.path == "link" else error.path, error.text)]), 400


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
    return Unfit(pad.named(language()).name, _span_of(*pad.players), pad.players[1], field, value)


def _for_so_many(kept: Definition, players: int) -> Definition:
    """Return what is kept; a pad whose cards say how many rounds there are, as so many play it."""
    same = (pad for pad in pads().values() if _is_of(pad, kept))
    return next((pad.played_by(players, language()) for pad in same if pad.deck), kept)


def _is_of(pad: Pad, kept: Definition) -> bool:
    """Return whether what is kept is this pad, unchanged, for any number of players and in any language."""
    # By its name first: each keystroke compares every pad with every game that was played.
    if kept.name not in (pad.definition.name, *pad.names.values()):
        return False
    many = range(pad.players[0], pad.players[1] + 1) if pad.deck else (pad.players[0],)
    return replace(kept, version=1) in [pad.played_by(one, spoken) for one in many for spoken in get_args(Language)]


def _pad(slug: str) -> Pad | None:
    """Return the ready pad of this name, bundled or in the device's folder."""
    return services.own_pads.pads().get(slug) or pads().get(slug)


def _found(
    letters: str, seats: int, played: Sequence[Kept], *, is_for_us: bool
) -> list[tuple[str, Definition, str, bool]]:
    """Return what is ready, by letters of its name: pads by their names, bundled and of the device's folder, then ways
    to score.

    Those first that so many can play, or with `is_for_us` no others, and whose name begins so; the last item says whether they can.
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
    fitting = [one for one in found_here if not is_for_us or one.may_be_played_by(seats)]
    about = [(one.slug, one.named(language()), _span_of(*one.players), one.may_be_played_by(seats)) for one in fitting]
    begun = plain_letters(letters)

    def first(one: tuple[str, Definition, str, bool]) -> tuple[bool, bool, str]:
        name = plain_letters(one[1].name)
        return not one[3], not name.startswith(begun), name

    return [*sorted(about, key=first), *found]


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


def _begin(table: Table, kept: Kept, among: Sequence[int] = ()) -> ResponseReturnValue:
    """On to the board of a new match; where not everyone can play it, or one plays alone, to the question who does.

    `among`: who is ticked there at first, where that is asked.
    """
    game, chosen = the_game(), chosen_by(kept.definition)
    if among:
        asked = url_for("beginning.choose", code=table.code, slug=game.slug, who="asked", seat=[*among], **chosen)
        return redirect(asked, 303)
    starting = said_of(game, Setup(len(seated(table)), chosen))
    # In teams people say first who plays with whom: they follow from who sits where.
    has_teams = kept.definition.teams and any(len(side) > 1 for side in sides(kept.definition, len(seated(table))))
    if len(seated(table)) not in game.by(chosen).players or (starting is not None and starting.asks) or has_teams:
        return redirect(url_for("beginning.choose", code=table.code, slug=game.slug, **chosen), 303)
    before = services.tables.matches(table)
    wish = NewMatch(game.slug, chosen)
    match = services.match_starter.begin(table, caller(), wish, before[-1].id if before else "")
    return redirect(url_for("play.board", match_id=match.id), 303)


def _kept_of(sent: FileStorage) -> Kept | Damaged:
    """Return what a file brings as it is kept here now, or what is wrong with it."""
    name = sent.filename or ""
    read = looked_at(name, sent.stream, "file")
    if isinstance(read, Damaged):
        return read
    try:
        return services.definitions.keep(claiming_device(), read.definition)
    except NotAMove as error:  # no more are kept
        return Damaged(name, "", error.text)


def _typed() -> Typed:
    """Return what the form holds, row by row; rows without a name are left out."""
    rows: dict[int, dict[str, str]] = {}
    given = {}
    for name, value in request.form.items():
        parts = name.split(".")
        number = whole_number(parts[1]) if len(parts) == 3 and parts[0] == "rows" else None
        # More than a game may have, as rows left empty between the others are still to be taken out.
        if number is not None and 0 <= number < 2 * MOST_ROWS:
            rows.setdefault(number, {})[parts[2]] = value.strip()
        elif len(parts) == 1:
            given[name] = value.strip()
    named = (row for _, row in sorted(rows.items()) if row.get("name"))
    return Typed(given, tuple(one for row in named for one in _of_one_line(row)), given.get("of", ""))


def _of_one_line(row: Mapping[str, str]) -> list[Mapping[str, str]]:
    """Return the rows that one line says: "Bid, Tricks, Points = 10 * tricks"; what a formula makes of them counts alone."""
    left, sign, formula = row["name"].partition("=")
    if not sign:
        return [row]
    *notes, result = (one.strip() for one in left.split(","))
    made = {**row, "name": result, "kind": "formula", "formula": formula.strip()}
    return [*({"name": one, "counts": "off"} for one in notes), made]


def _read(typed: Typed) -> Definition:
    """Return the definition that a form says. Raise `NotAMove` with the name of the field."""
    given = _without_idle(typed.given)
    writes, wins, ends = given["writes"], given["wins"], given["ends"]
    plain: dict[str, Any] = {"name": " ".join(given.get("name", "").split()), "writes": writes}
    if not plain["name"]:
        raise NotAMove("name", say("A name is missing here."))
    plain |= _said_of(given, plain["name"])
    if writes in ("pad", "rows"):
        plain["rows"] = [_row(row, at) for at, row in enumerate(typed.rows)]
    if writes != "pad":
        plain |= {"ends": ends, "at": 0 if ends == "open" else _number(given, f"at_{ends}", "")}
    plain |= {"wins": wins} | ({"to": _number(given, "to", "")} if wins == "nearest" else {})
    plain |= {name: given.get(name) == "on" for name in TICKS} | _sides(given.get("sides", ""))
    plain |= {name: _number(given, name, "") for name in ("back_to", "up_to", "misses") if given.get(name)}
    plain |= {"empty": given["empty"]} if given.get("empty") else {}
    # Typed with a plus, as the keys show it; the codec reads whole numbers.
    plain["keys"] = [_number({"keys": one.removeprefix("+")}, "keys", "") for one in given.get("keys", "").split()]
    try:
        return with_aim(read_definition(plain))
    except NotAMove as error:
        # The form has a field for each way to end; the definition has one.
        raise NotAMove(f"at_{ends}" if error.path == "at" else error.path, error.text) from error


def _without_idle(given: Mapping[str, str]) -> dict[str, str]:
    """Return a form without what was chosen in it before, and is no longer asked."""
    found = {"writes": "points", "wins": "most", "ends": "open", **given}
    writes, wins = found["writes"], found["wins"]
    # The form proposes so many points: no one means as many wins or places.
    if writes in ("winner", "places") and (found["ends"], given.get("at_target")) == (USUAL.ends, str(USUAL.at)):
        found["ends"] = "open"
    if (wins == "nearest" and writes in ("winner", "places")) or (wins == "last" and writes not in ("points", "rows")):
        found["wins"] = "most"
    # Who reaches a score is out: without one no one would ever be the last.
    if found["wins"] == "last":
        found["ends"] = "target"
    # Where all win or lose together, the game is that one round, unless something else was chosen.
    if given.get("together") == "on" and writes == "winner" and found["ends"] == "open":
        found |= {"ends": "rounds", "at_rounds": "1"}
    is_to_a_score = (writes, found["ends"]) == ("points", "target")
    fits = {"up_to": writes == "points", "back_to": is_to_a_score, "exact": is_to_a_score, "at_once": is_to_a_score}
    fits |= {"misses": writes == "points" and found["wins"] != "last" and given.get("together") != "on"}
    return {name: one for name, one in found.items() if fits.get(name, True)}


def _sides(typed: str) -> dict[str, Any]:
    """Return who scores together, as the form says it: "team_size 3", "team_count 2", "alone", or nothing."""
    field, _, number = typed.partition(" ")
    return {"alone": True} if field == "alone" else {"teams": True, field: whole_number(number)} if field else {}


def _row(row: Mapping[str, str], at: int) -> dict[str, Any]:
    """Return one row as the form says it: of its fields, those that its kind has."""
    kind, path = row.get("kind", "points"), f"rows.{at}."
    plain: dict[str, Any] = {"name": " ".join(row["name"].split()), "kind": kind}
    plain |= {name: row.get(name) == "on" for name in ("optional", "shared", "by_round")} | {
        "counts": row.get("counts") != "off"
    }
    plain |= {name: row[name] for name in ("breaks",) if row.get(name)}
    plain |= _said_of(row, plain["name"])
    for name in (name for name, kinds in FIELDS.items() if kind in kinds and name != "more"):
        given = row.get(name, "")
        if name == "of":
            plain[name] = _rows_named(given, f"{path}of")
        elif name in ("several", "fewest", "neighbours"):
            plain[name] = given == "on"
        elif name == "choices":
            plain[name] = [_choice(one, f"{path}choices") for one in given.split(",") if one.strip()]
        elif name == "values":
            figures, _, more = given.partition("+")
            plain[name] = [_number({name: one}, name, path) for one in figures.replace(",", " ").split()]
            plain |= {"more": _number({name: more.strip()}, name, path)} if more.strip() else {}
        elif name in ("formula", "ties"):
            plain |= {name: given} if given else {}
        elif name == "total":
            plain |= {name: _number(row, name, path)} if given else {}
        else:
            plain[name] = _number(row, name, path)
    return plain


def _tried(typed: Typed) -> tuple[tuple[Round, ...], Example | None]:
    """Return what the rows of a form come to with numbers made up for them, if they can be read and worked out."""
    try:
        made = _read(replace(typed, given={**typed.given, "name": typed.given.get("name") or USUAL.name}))
    except NotAMove:
        return (), None
    example = tried(made)
    return ((), None) if example is None else (worked(made, example), example)


def _fault_of(typed: Typed) -> tuple[str, Text] | None:
    """Return what is wrong with the first formula that is, and the name of its row; a row without one yet is being typed."""
    try:
        _read(replace(typed, given={**typed.given, "name": typed.given.get("name") or USUAL.name}))
    except NotAMove as error:
        _, _, place = error.path.partition("rows.")
        row, _, field = place.partition(".")
        one = typed.rows[int(row)] if field == "formula" else {}
        return (one["name"], error.text) if one.get("formula") else None
    return None


def _said_of(given: Mapping[str, str], name: str) -> dict[str, Any]:
    """Return what a game or a row is called in other languages, as the form kept it; nothing where that has been tampered
    with, and where it is called something else now, as it is so for everyone.
    """
    # It came back from the page, and may have been changed there.
    with suppress(ValueError):
        return {"said": strict_json(given["said"])} if given.get("said") and given.get("was") == name else {}
    return {}


def _said(one: Definition | Row) -> dict[str, str]:
    """Return the same as fields of the form."""
    return {"said": json.dumps(dict(one.said)), "was": one.name} if one.said else {}


def _choice(text: str, path: str) -> dict[str, Any]:
    """Return a choice as it is typed: its name, and what it is worth."""
    name, _, worth = text.strip().rpartition(" ")
    # Keyboards of phones type a minus sign too, which `int` does not read.
    number = whole_number(worth.replace("−", "-"))
    if number is None or not name:
        raise NotAMove(path, say("Choices and points, such as hut 8, palace 10"))
    return {"name": " ".join(name.split()), "worth": number}


def _rows_named(text: str, path: str) -> list[int]:
    """Return the rows that a text names, counted from 1: "1-6, 8"."""
    found: list[int] = []
    for one in filter(None, (part.strip() for part in text.split(","))):
        span = _SPAN.fullmatch(one)
        first, last = (int(span[1]), int(span[2])) if span else (whole_number(one), whole_number(one))
        if first is None or last is None or not 0 < first <= last:
            raise NotAMove(path, say("Rows it adds up, such as 1-6"))
        # A row named twice is found, and refused, by the check of the whole definition.
        found += range(first - 1, last)
    return found


def _number(given: Mapping[str, str], name: str, path: str) -> int:
    number = whole_number(given.get(name, "").replace("−", "-"))
    if number is None:
        raise NotAMove(f"{path}{name}", say("This must be a whole number."))
    return number


def _typed_of(definition: Definition, id: str = "") -> Typed:
    """Return the form as a definition fills it in."""
    given = {
        # It has a name only because every definition needs one.
        "name": "" if definition is USUAL else definition.name,
        "writes": definition.writes,
        "wins": definition.wins,
        "to": str(definition.to),
    }
    given |= {"ends": definition.ends, f"at_{definition.ends}": str(definition.at)}
    given |= {name: "on" for name in TICKS if getattr(definition, name)} | {"empty": definition.empty}
    given["sides"] = "alone" if definition.alone else f"team_size {definition.team_size}" if definition.teams else ""
    if definition.team_count:
        given["sides"] = f"team_count {definition.team_count}"
    given |= _said(definition) | ({} if definition.back_to is None else {"back_to": str(definition.back_to)})
    given |= {name: str(one) for name in ("up_to", "misses") if (one := getattr(definition, name))}
    given["keys"] = " ".join(f"{key:+}" for key in definition.keys)
    rows = tuple(
        {
            "name": row.name,
            "kind": row.kind,
            "times": str(row.times),
            "of": ", ".join(str(one + 1) for one in row.of),
            "least": str(row.least),
            "worth": str(row.worth),
            "values": " ".join(map(str, row.values)) + (f" +{row.more}" if row.more else ""),
            "choices": ", ".join(f"{one.name} {one.worth}" for one in row.choices),
            "ties": row.ties,
            "formula": row.formula,
            "breaks": row.breaks,
            "counts": "on" if row.counts else "off",
            "total": str(row.total or ""),
            **_said(row),
            **{
                name: "on"
                for name in ("optional", "several", "fewest", "neighbours", "shared", "by_round")
                if getattr(row, name)
            },
        }
        for row in definition.rows
    )
    return Typed(given, rows, id)


def _finder(
    found: Table,
    error: NotAMove | IllegalMove | None = None,
    unfit: Unfit | None = None,
    refused: Sequence[Damaged] = (),
) -> str:
    """Return the page on which a game is found; with what is wrong with one that was to be begun, or with those `refused`, or
    the question whether one that is for other numbers is.
    """
    seats = len(seated(found))
    looked, is_for_us = request.values.get("find", "").strip(), "us" in request.values
    kept = services.definitions.of(caller().token_hash)
    return render_template(
        "pages/find_game.html",
        table=found,
        kept=kept,
        played=found_in(kept, looked, _names_of),
        ready=_found(looked, seats, kept, is_for_us=is_for_us),
        looked=looked,
        is_for_us=is_for_us,
        seats=seats,
        damaged=services.own_pads.damaged(),
        refused=refused,
        game=the_game(),
        going=left_open(found, the_game()),
        about_of=lambda one: the_game().by(chosen_by(one)).options[0].choices[0].who,
        link_to=link_to,
        most_in_a_code=MOST_IN_A_CODE,
        printed=lambda one: url_for("sheets.choose", slug=the_game().slug, **chosen_by(one)),
        problem=_problem_of(error),
        unfit=unfit,
    )


def _page(found: Table, typed: Typed, error: NotAMove | IllegalMove | None = None, *, more_rows: bool = False) -> str:
    """Return the form in which a game is defined, filled in with what was typed."""
    pad = _pad(request.values.get("from", ""))
    rounds, example = _tried(typed)
    if pad is not None and pad.example is not None and not error:
        rounds, example = worked(pad.named(language()), pad.example), pad.example
    # A few blank lines, so that most games are typed in without asking for more.
    spare = min(SPARE_ROWS + (5 if more_rows else 0), max(0, MOST_ROWS - len(typed.rows)))
    return render_template(
        "pages/another.html",
        table=found,
        typed=typed,
        fault=None,  # it stands beside the row
        example=example,
        rounds_of_example=rounds,
        rows=[*typed.rows, *({} for _ in range(spare))],
        rounds=ROUNDS,
        sizes=SIZES,
        game=the_game(),
        problem=_problem_of(error),
    )


def _problem_of(error: NotAMove | IllegalMove | None) -> Problem | None:
    """Return what is wrong; something that was written is not missing, though it can't be read."""
    problem = problem_of(error)
    is_read = isinstance(error, NotAMove) and error.path.startswith("rows.")
    return replace(problem, title=KINDS["file"].title) if problem and is_read else problem
