"""What a form of a board sends: an entry, or a correction under way; and two entries at once beside one another."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Final, NamedTuple

from flask import request, url_for

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Draft, Move, Viewer
from companion.engine.journal import Amended, Play, newest_first
from companion.engine.schema.codec import written
from companion.engine.schema.declared import Declared, fields
from companion.engine.schema.scalars import NO_WHOLE_NUMBER, whole_number
from companion.engine.sheet import PaperRow
from companion.engine.text import Arg, SeatName, Text, say, say_many, signs
from companion.match import correct as corrections
from companion.match.errors import MovedOn, NeedsHost, NotAllowed, NothingToUndo, NoToken
from companion.match.journal_codec import read_move, write_move
from companion.match.precondition import Precondition
from companion.match.redact import redact_entry, redact_move_in_force, redact_newest, sees_all
from companion.match.snapshot import Snapshot
from companion.web.app.device import caller
from companion.web.app.problems import Problem, WayOut, foreseen
from companion.web.app.services import services

SINCE: Final = "_since"
"""A script says with it at which version a figure was typed, as `cells.1.0 4`, if the match has gone on since."""
NOT_THE_ENTRY: Final = frozenset({"version", "anyway", "confirm", "index", "pending", "unseen"})


def sent_number(name: str) -> int | None:
    """Return the whole number that a form sends under a name; None where it sends nothing.

    Raise `NotAMove` for anything else.
    """
    text = request.form.get(name, "").strip()
    found = whole_number(text)
    if text and found is None:
        raise NotAMove(name, NO_WHOLE_NUMBER)
    return found


def entered_values() -> Draft:
    """Return what was tapped into the form, without what the form says about itself.

    Names that begin with an underscore say how someone likes to enter: they are not part of the move. The app's own keys, and
    some keyboards, write a real minus sign, which `int` does not read.
    """
    given = request.form.lists()
    return {name: tuple(one.replace("−", "-") for one in all) for name, all in given if name not in NOT_THE_ENTRY}


@dataclass(frozen=True, slots=True)
class Pending:
    """A correction under way: the new move of each entry, and whether it stands although the box doubts it."""

    moves: Mapping[int, Draft] = field(default_factory=dict)
    anyway: bool = False

    def with_move(self, index: int, entered: Draft, *, anyway: bool) -> Pending:
        """Return the same with one more entry corrected, oldest entry first."""
        return Pending(dict(sorted({**self.moves, index: entered}.items())), self.anyway or anyway)

    @property
    def as_sent(self) -> str:
        """What a form sends along; empty if no entry is corrected yet."""
        return json.dumps({"moves": self.moves, "anyway": self.anyway}) if self.moves else ""


def read_pending() -> Pending:
    """Return the correction that the form sent along, or an empty one.

    Raise `NotAMove` for what no form of ours sends.
    """
    sent = request.form.get("pending", "")
    anyway = request.form.get("anyway") == "true"
    if not sent:
        return Pending(anyway=anyway)
    try:
        body = json.loads(sent)
        # The page kept it, so anything may come back (ADR 18): each level is made what it has to be, or refused.
        moves = {int(at): {str(n): tuple(map(str, v)) for n, v in move.items()} for at, move in body["moves"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise NotAMove("pending", say("This isn’t in the right format.")) from None
    return Pending(dict(sorted(moves.items())), anyway or body.get("anyway") is True)


NOT_FOR_THEM: Final = (NotAllowed, NoToken, NothingToUndo)
REFUSED: Final = (NotAMove, IllegalMove, DoubtfulMove)
MOST_FIELDS: Final = 2
"""In as many two entries are told apart: more have no room in the bar."""


def clash_of(seen: Snapshot, entered: Draft, version: int | None, *, is_sent: bool) -> Problem | None:
    """Return what to say of an entry made at `version` for a moment that is over; None if no entry of others is why. Of one
    that is not sent to be saved, something was tapped.
    """
    entered = entered if version is None else _as_tapped_last(seen, entered, version)
    own = _read(seen, entered)
    # Who only looked at something, or took back what they had tapped, entered nothing: no one was quicker.
    is_entry = (own is not None and is_sent) or any(any(values) for name, values in entered.items() if _is_tapped(name))
    plays = [] if version is None or not is_entry else _recorded(seen, version)
    if version is None or not plays:
        return None
    # Set beside the entry of the same kind and seat, if there is one: of two counts of one hand the difference is worth
    # saying, of two hands it is not. Of several, beside the one with a figure in the same place.
    alike = [play for play in plays if _is_alike(seen, play, entered)]
    # At the end the page itself says what was saved, and what was only begun is lost to no one.
    if seen.is_over and own is None and not figures(entered):
        return None
    # The one that ended the moment may be about another player than one saved in it before.
    typed = figures(entered).keys()
    before = [play for play in _recorded(seen, version, 0) if _is_alike(seen, play, entered)] if alike and typed else []
    of_same = (play for play in before if not typed.isdisjoint(corrections.entered_in(seen, play)))
    return _said_of(seen, next(of_same, alike[0] if alike else plays[0]), entered, is_alike=bool(alike))


def forestalled(seen: Snapshot, entered: Draft, version: int | None, *, is_sent: bool) -> Problem | None:
    """Return what to say of an entry for a seat that was waited for at `version`, and is not since another phone entered
    the like for it; None if it may still be made.
    """
    seat = whole_number(entered.get("seat", ("",))[0])
    if version is None or seat is None or not 0 <= version < seen.version or seen.moment_at(version) != seen.moment:
        return None
    awaited, before = (
        seen.game.screen(state).awaited for state in (seen.replay.state, seen.timeline.at(version).state)
    )
    # One whose turn it is may enter the like again, so nothing is said of that.
    if seat in awaited or seat not in before:
        return None
    is_alike = any(_is_alike(seen, play, entered) for play in _recorded(seen, version))
    return clash_of(seen, entered, version, is_sent=is_sent) if is_alike else None


def made_already(seen: Snapshot, entered: Draft, version: int | None) -> Problem | None:
    """Return what to say of an entry that is refused since another phone made the very same; None if none did."""
    own = _read(seen, entered)
    same = (play for play in _recorded(seen, version) if play.move == own) if version is not None else iter(())
    play = next(same, None)
    return None if play is None else _said_of(seen, play, entered, is_alike=True)


def edited_since(seen: Snapshot, version: int | None) -> Problem | None:
    """Return what to say of an entry that is refused since another phone edited one before it; None if none did."""
    newest = redact_newest(seen, seen.viewer)
    is_since = newest is not None and version is not None and newest.index >= version
    edits = newest.edits if newest is not None and is_since and newest.move["kind"] == "amend" else ()
    if newest is None or not edits:
        return None
    # As it stands now: what was read before is in the game log.
    words = seen.game.narrate(edits[0][1])
    title = _saved(seen, newest.index, edits[0][1].get("seat"), words)
    return replace(foreseen(MovedOn(seen.version)), title=title, beside=WayOut(_board(seen)), details=())


def overwritten(seen: Snapshot, entered: Draft, version: int | None) -> Problem | None:
    """Return what to say of the figures that another phone has written, since they were typed here, in the same places;
    None if none has, or if their moment is over.
    """
    if version is None or not 0 <= version <= seen.version or seen.moment_at(version) != seen.moment:
        return None
    typed = figures(entered)
    pairs = (one.rpartition(" ") for one in entered.get(SINCE, ()))
    since = {name: at for name, _, text in pairs if (at := whole_number(text)) is not None}
    for play in _recorded(seen, min([version, *since.values()])) if typed else ():
        news = _news_in(seen, play, entered) if _is_of_several(seen, play, entered) else ()
        clashing = [name for name in news if play.index >= since.get(name, version)]
        if clashing and not _is_ours(seen, play.index):
            return _said_of_some(seen, play, entered, clashing)
    return None


def lies_beside(seen: Snapshot, entered: Draft, version: int | None) -> bool:
    """Return whether all that was recorded since `version`, in the same moment, is of the same kind and in other places."""
    if version is None or not 0 <= version < seen.version or seen.moment_at(version) != seen.moment:
        return False
    plays = _recorded(seen, version)
    # Something taken back or corrected may have changed what the entry means.
    if len(plays) != seen.version - version or not figures(entered):
        return False
    own = _read(seen, entered)
    for play in plays:
        if getattr(play.move, "one_of_several", False) and type(play.move) is type(own) and play.move != own:
            continue
        # Of what is hidden no one can say that it is elsewhere.
        if not (_is_of_several(seen, play, entered) and sees_all(seen, play, seen.viewer)):
            return False
        if _news_in(seen, play, entered):
            return False
    return True


def _is_of_several(seen: Snapshot, play: Play, entered: Draft) -> bool:
    """Return whether a play has figures of several seats, and is like what was entered."""
    return hasattr(play.move, "entered_for") and _is_alike(seen, play, entered)


def _news_in(seen: Snapshot, play: Play, entered: Draft) -> list[str]:
    """Return the places of what was typed in which a play says something else, or the same to be counted twice."""
    said, typed = corrections.entered_in(seen, play), figures(entered)
    both = [name for name in sorted(typed) if name in said]
    return both if both and _counts_again(seen, play) else [name for name in both if said[name] != typed[name]]


def _counts_again(seen: Snapshot, play: Play) -> bool:
    """Return whether the same entry, made once more now, changes anything: where points are written as they fall, it does."""
    try:
        return bool(seen.game.play(seen.replay.state, play.move).state != seen.replay.state)
    except IllegalMove:
        return False


def _said_of_some(seen: Snapshot, play: Play, entered: Draft, clashing: Sequence[str]) -> Problem | None:
    """Return what to say of these figures alone: the others stay in their form."""
    others = figures(entered).keys() - set(clashing)
    some = {name: values for name, values in entered.items() if name not in others}
    problem = _said_of(seen, play, some, is_alike=True)
    if problem is None or problem.beside is None:
        return problem
    return replace(problem, beside=replace(problem.beside, clashing=tuple(clashing)))


def _said_of(seen: Snapshot, play: Play, entered: Draft, *, is_alike: bool) -> Problem | None:
    """Return what to say of an entry beside the play that was quicker; None if that is our own, and the same."""
    typed = figures(entered)
    if is_alike and sees_all(seen, play, seen.viewer):
        entered = _with_others(seen, play, entered)
    own = _read(seen, entered)
    # A half-made entry is the same as far as it goes; a whole one has to be the same move.
    agrees = _is_part(seen, play, entered) if own is None else own == play.move
    # Not to be said of what the asker may not see: it would tell that the secret was guessed.
    is_same = agrees and sees_all(seen, play, seen.viewer)
    if own is None and (word := _word_of(seen, play, entered, is_same=is_same)):
        return word
    # What was only begun here and stands by now is lost to no one, and was not saved here too.
    if is_same and own is None:
        return None
    if own is None and is_alike and sees_all(seen, play, seen.viewer):
        entered, own = _finished(seen, play, entered)
    # The answer to our own entry was lost on its way: nothing is wrong, and no one was quicker.
    if is_same and _is_ours(seen, play.index):
        return None
    who, words = _who(seen, play.index), seen.game.narrate(redact_move_in_force(seen, play.index, seen.viewer))
    problem = replace(
        foreseen(MovedOn(seen.version)),
        # Who saved it, in the same sentence: alone it reads as if one's own entry was saved.
        title=_saved(seen, play.index, getattr(play.move, "seat", None), words, is_begun=own is None),
        beside=WayOut(_board(seen)),
        details=(),
    )
    if is_same:
        same = WayOut(_board(seen), is_same=True)
        return replace(problem, title=say("{name} saved the same", name=who), beside=same)
    public = None if own is None or not is_alike else _in_public(seen, play, own)
    # Otherwise only that someone was quicker: the difference would tell a card that is still face down.
    if public is None and not (is_alike and sees_all(seen, play, seen.viewer)):
        return problem
    instead = _instead(seen, play, entered, own)
    # What could not be saved in its place is no second answer to it.
    if instead is None:
        return problem
    instead = replace(instead, by=who if isinstance(who, SeatName) else None, index=play.index)
    apart = _begun(seen, play, entered) if own is None else public or _difference(seen, play, entered, own, typed)
    if apart is None:
        return replace(problem, beside=instead)
    both = ((signs("{name}", name=who), apart.theirs), (say("You"), apart.yours))
    sides = tuple((one, signs("{value}", value=value)) for one, value in both if value is not None)
    return replace(problem, title=apart.where, beside=replace(instead, sides=sides))


def _word_of(seen: Snapshot, play: Play, entered: Draft, *, is_same: bool) -> Problem | None:
    """Return that another phone has saved this step, without a question, of what says the same as far as it goes, and of a single
    tap, which is less than anyone means; None of figures, and of a step that is called alike each time.
    """
    when = seen.moment_at(play.index).name
    if figures(entered) or not when.args or not (is_same or _is_a_tap(entered)):
        return None
    title = say("{name} saved: {words}", name=_who(seen, play.index), words=when)
    return replace(foreseen(MovedOn(seen.version)), title=title, beside=WayOut(_board(seen), is_same=True), details=())


class Apart(NamedTuple):
    """Where two entries differ, and in what; by itself a sentence that says it all."""

    where: Text
    theirs: Arg | None = None
    yours: Arg | None = None


def _in_public(seen: Snapshot, play: Play, own: Move) -> Apart | None:
    """Return both entries as all may see them, "3 rings for Ben" and "4"; None if neither hides anything, or all see the
    same.
    """
    game, both = seen.game, (play.move, own)
    theirs, yours = (dict(game.redact(one, seen.setup.options, Viewer(), False)) for one in both)
    if [theirs, yours] == [write_move(game, one) for one in both]:
        return None
    said, typed = (game.narrate(one) for one in (theirs, yours))
    if said == typed:
        return None
    apart = [yours[name] for name in theirs if yours.get(name) != theirs[name]]
    short = str(apart[0]) if len(apart) == 1 and isinstance(apart[0], int) else typed
    # A sentence says of what it is: over the tabs of the start there is room for no more.
    return Apart(signs(""), said, short)


def figures(entered: Draft) -> Draft:
    """Return what was typed in a place of its own among several, as `points.1`."""
    return {name: values for name, values in entered.items() if "." in name and name[:1] != "_" and any(values)}


def _with_others(seen: Snapshot, play: Play, entered: Draft) -> Draft:
    """Return an entry with the figures that a play has in other places: saved instead, it takes none of them away."""
    said = figures(corrections.entered_in(seen, play))
    # Where only who has won is written down, an entry says of all others that they have not.
    says_of_all = not seen.game.cover.has_points and {*said.values()} == {("1",)}
    if not hasattr(play.move, "entered_for") or says_of_all:
        return entered
    return {**entered, **said, **figures(entered)}


def _finished(seen: Snapshot, play: Play, entered: Draft) -> tuple[Draft, Move | None]:
    """Return an entry that was only begun with what a play says of the rest, and what it is then: None if nothing."""
    begun = {name: values for name, values in entered.items() if any(values)}
    whole = {**corrections.entered_in(seen, play), **begun}
    own = None if figures(entered) else _read(seen, whole)
    return (entered, None) if own is None or _is_doubted(seen, play, own) else (whole, own)


def _as_tapped_last(seen: Snapshot, entered: Draft, version: int) -> Draft:
    """Return an entry with what was tapped on the way to it: `_jokers`, for the same moment, is what `jokers` is to be."""
    shape = seen.game.moves.get(entered.get("kind", ("",))[0])
    if shape is None or not 0 <= version <= seen.version:
        return entered
    begins = f"{seen.moment_at(version).key}|"
    tapped = {name: entered.get(f"_{name}", ("",))[-1] for name in fields(shape)}
    return {**entered, **{name: (value[len(begins) :],) for name, value in tapped.items() if value.startswith(begins)}}


def _is_tapped(name: str) -> bool:
    """Return whether what a form sends under a name says what was tapped, and not what it asks for, or of whom."""
    # A form also sends unasked whose the entry is, of which kind and colour a part of it, and how far a route is counted.
    unasked = ("kind", "own", "seat", "walk", "catching_up")
    return name[:1] != "_" and name.rpartition(".")[2] not in unasked and not name.endswith(".colour")


def _is_a_tap(entered: Draft) -> bool:
    """Return whether no more than one thing was tapped."""
    return sum(len([*filter(None, values)]) for name, values in entered.items() if _is_tapped(name)) < 2


def _recorded(seen: Snapshot, version: int, since: int | None = None) -> list[Play]:
    """Return the plays that stand for the moment of the game at `version` and were made since, or since another version,
    newest first.
    """
    if not 0 <= version <= seen.version:
        return []
    first = version if since is None else since
    # Newest first, so the walk ends at the first play that the page had seen.
    walk = itertools.takewhile(lambda node: node.play.index >= first, newest_first(seen.timeline.revision.last))
    # What was recorded for later moments took nothing away from this entry.
    moment = seen.moment_at(version)
    return [node.play for node in walk if seen.game.moment(seen.timeline.before(node).state) == moment]


def _is_alike(seen: Snapshot, play: Play, entered: Draft) -> bool:
    """Return whether a play is of the kind that was entered, and for the same seat."""
    said = {"kind": seen.game.kind_of(play.move), "seat": str(getattr(play.move, "seat", ""))}
    return all(entered.get(name, (value,))[0] == value for name, value in said.items())


def _is_part(seen: Snapshot, play: Play, entered: Draft) -> bool:
    """Return whether a play says all that was tapped so far."""
    said = corrections.entered_in(seen, play)
    # A blank answer contradicts nothing.
    return all({*values} <= {"", *said.get(name, ())} for name, values in entered.items() if name[:1] != "_")


def _read(seen: Snapshot, entered: Draft) -> Move | None:
    """Return the move that was entered; None if something was missing still."""
    try:
        return read_move(seen.game, corrections.given(entered), seen.players, as_text=True)
    except (NotAMove, IllegalMove):
        return None


def _is_ours(seen: Snapshot, index: int) -> bool:
    """Return whether this browser recorded the entry itself, and has not heard of it."""
    by = redact_entry(seen, index, seen.viewer).by
    return by in seen.seats_of(caller()) or (by is None and caller().is_host(seen.table.id))


def _saved(seen: Snapshot, index: int, seat: object, words: Text, *, is_begun: bool = False) -> Text:
    """Return what another phone saved; who of it is named once, where the entry is their own and says so. Beside one that is
    only begun, which nothing else tells apart, also when.
    """
    by, when = redact_entry(seen, index, seen.viewer).by, seen.moment_at(index).name
    is_own = by is not None and by == seat
    words = (
        say("Quicker than you: {words}", words=words)
        if is_own
        else say("{name} saved: {words}", name=_who(seen, index), words=words)
    )
    # A step that is called alike each time says nothing of when.
    return signs("{when} · {what}", when=when, what=words) if is_begun and when.args else words


def _who(seen: Snapshot, index: int) -> Text | SeatName:
    by = redact_entry(seen, index, seen.viewer).by
    return say("The host") if by is None else SeatName(by)


def _begun(seen: Snapshot, play: Play, entered: Draft) -> Apart | None:
    """Return what stands and what is tapped so far, in the fields that have names where they differ: "2 and 9" and "3"; else
    all of either; None if no field of its own is tapped.
    """
    kind = seen.game.kind_of(play.move)
    shape, labels = fields(seen.game.moves[kind]), seen.game.labels
    said = corrections.entered_in(seen, play)
    tapped = [name for name in shape if _is_tapped(name) and any(entered.get(name, ()))]
    apart = [name for name in tapped if name in said and not {*entered[name]} <= {"", *said[name]}]
    known = [(name, label) for name in apart if (label := labels.get(f"{kind}.{name}", labels.get(name))) is not None]
    if known:
        return _field_by_field(seen, play, (said, entered), known[:MOST_FIELDS], len(apart) - len(known[:MOST_FIELDS]))
    mine = [_values(seen, name, entered[name], is_seat=shape[name].is_seat) for name in tapped]
    words = seen.game.narrate(redact_move_in_force(seen, play.index, seen.viewer))
    return Apart(seen.moment_at(play.index).name, words, _in_a_row(mine)) if mine else None


def _difference(seen: Snapshot, play: Play, entered: Draft, own: Move, typed: Draft) -> Apart | None:
    """Return in what the two entries differ: "Trick 2, second highest", Ana and Dora; or both in sentences, "2 water cards
    moved" and "1 water card moved"; None if none is in both.
    """
    if _cells_of(seen, play):
        return _in_cells(seen, play, entered)
    kind = seen.game.kind_of(play.move)
    shape, labels = fields(seen.game.moves[kind]), seen.game.labels
    said = {**corrections.entered_in(seen, play), **_in_all(shape, play.move)}
    entered = {**entered, **_in_all(shape, own)}
    # In the order of the shape, so first stands what people read first; what was not tapped yet differs in
    # nothing.
    names = [name for name in shape if name in said and sorted(entered.get(name, ())) not in ([], sorted(said[name]))]
    known = [(name, label) for name in names if (label := labels.get(f"{kind}.{name}", labels.get(name))) is not None]
    if known and known[0][0] == names[0]:
        places = {name: values for name, values in typed.items() if name.partition(".")[0] not in said}
        others = sum(said.get(name, values) != values for name, values in places.items())
        more = len(names) - len(known[:MOST_FIELDS]) + others
        # Whether a player is guilty is asked, however little differs.
        is_asked = len(names) + others > 1 or getattr(own, "judges", False)
        outcomes = _outcomes(seen, play, own) if is_asked else None
        return outcomes or _field_by_field(seen, play, (said, entered), known[:MOST_FIELDS], more)
    return _both_in_words(seen, play, *_apart(seen, play, own, typed))


def _outcomes(seen: Snapshot, play: Play, own: Move) -> Apart | None:
    """Return what the game rules of either entry, "Ana loses a ring" and "Ben loses a ring", and the question that settles; None
    of an entry that is not made for that, and where it rules the same of both.
    """
    name, state = getattr(own, "settles", ""), corrections.past(seen, play.index, None).replay.state
    try:
        rulings = [one for move in (play.move, own) for one in seen.game.play(state, move).rulings]
    except IllegalMove:
        return None
    both = [one.headline for one in rulings if one.name == name]
    if getattr(own, "judges", False):
        # Its first sentence, without when: what was counted is no question of its own.
        both = [first if isinstance(first := dict(one.args).get("first"), Text) else one for one in both]
    if len({*both}) < 2:
        return None
    when, what = seen.moment_at(play.index).name, seen.game.ruling(name).question
    where = what if getattr(own, "judges", False) else signs("{when} · {what}", when=when, what=what)
    return Apart(where, *(_players_alone(*both) or both))


def _players_alone(theirs: Text, yours: Text) -> list[Arg] | None:
    """Return of whom either sentence speaks, where that alone is in it, and the question says the rest; else None."""
    found = [{name: arg for name, arg in one.args if name != "count"} for one in (theirs, yours)]
    people = [one.popitem()[1] for one in found if len(one) == 1]
    is_of_people = all(
        isinstance(seat, SeatName) for one in people for seat in (one if isinstance(one, tuple) else (one,))
    )
    return people if len(people) == 2 and theirs.message == yours.message and is_of_people else None


def _in_all(shape: Mapping[str, Declared], move: Move) -> Draft:
    """Return in one number what an entry may say in one or by player, as the hidden cards of a colour."""
    both = (name for name, one in shape.items() if one.kind == "union" and any(way.kind == "map" for way in one.inner))
    found = {name: getattr(move, name) for name in both}
    return {name: (str(one if isinstance(one, int) else sum(one.values())),) for name, one in found.items()}


def _field_by_field(
    seen: Snapshot, play: Play, both: tuple[Draft, Draft], fields_apart: Sequence[tuple[str, Text]], more: int
) -> Apart:
    """Return what both entries say in these fields, each with its label, and in how many more they differ."""
    shape = fields(seen.game.moves[seen.game.kind_of(play.move)])
    theirs, yours = (
        [_values(seen, name, values[name], is_seat=shape[name].is_seat) for name, _ in fields_apart] for values in both
    )
    where = seen.moment_at(play.index).name
    if len(fields_apart) == 1:
        # A step that is called alike each time says nothing of when.
        (_, what), is_dated = fields_apart[0], bool(where.args)
        where = signs("{when}, {what}", when=where, what=what) if is_dated else what
    else:
        # A colour or a number that stands first speaks for itself, and so do a second person and one alone of whom people read
        # first; which of two comes first does not, nor does a second number.
        persons = [name for name, _ in fields_apart if shape[name].is_seat]
        is_usual = persons == [name for name in shape if shape[name].is_seat][:1]
        plain = {fields_apart[0][0], *persons} - {*persons[: not is_usual]}
        theirs = [
            value if name in plain else signs("{value} ({what})", value=value, what=label)
            for value, (name, label) in zip(theirs, fields_apart, strict=True)
        ]
    if more:
        yours = [*yours, say_many("{count} more", "{count} more", more)]
    return Apart(where, _in_a_row(theirs), _in_a_row(yours))


def _cells_of(seen: Snapshot, play: Play) -> list[tuple[str, PaperRow, Arg]]:
    """Return the numbers of a result that was typed: each by its field, its row and whose it is; none of another entry."""
    paper = seen.game.paper
    return [
        (cell.field, row, signs("{name}, {what}", name=SeatName(seat), what=cell.word) if cell.word else SeatName(seat))
        for row in (paper.rows(seen.setup) if type(play.move) is paper.shape else ())
        if row.how == "number" and not row.is_common
        for seat, cells in enumerate(row.cells)
        for cell in cells
    ]


def _in_cells(seen: Snapshot, play: Play, entered: Draft) -> Apart | None:
    """Return whose numbers differ in the first row in which any do: "Ana 11 and Ben 14", "Ana 12 and Ben 7"."""
    said, cells = corrections.entered_in(seen, play), _cells_of(seen, play)
    differing = [one for one in cells if entered.get(one[0]) != said.get(one[0])]
    if not differing:
        return None
    first = differing[0][1]
    theirs, yours = (
        tuple(
            signs("{whose} {figure}", whose=whose, figure=typed[field][0])
            for field, row, whose in differing
            if row == first
        )
        for typed in (said, entered)
    )
    return Apart(first.label, theirs, yours)


def _apart(seen: Snapshot, play: Play, own: Move, typed: Draft) -> tuple[Move, Move]:
    """Return both entries with those figures alone that differ, where they differ in a place that both have."""
    said = figures(corrections.entered_in(seen, play))
    differing = {name: values for name, values in typed.items() if said.get(name) != values}
    both = {name: said[name] for name in differing if name in said}
    kind = {"kind": (seen.game.kind_of(own),)}
    # What of theirs is kept beside it was not typed here.
    theirs, yours = (_read(seen, {**kind, **one}) if one else None for one in (both, differing))
    return theirs or play.move, yours or own


def _both_in_words(seen: Snapshot, play: Play, move: Move, own: Move) -> Apart | None:
    """Return both entries as the journal says them, and whose turn it was where they do not; None if they read the same."""
    kind = seen.game.kind_of(own)
    theirs, yours = (seen.game.narrate({"kind": kind, **written(one)}) for one in (move, own))
    if theirs == yours:
        return None
    where, seat = seen.moment_at(play.index).name, seen.turn_of(play.index, kind)
    name = None if seat is None else signs("{name}", name=SeatName(seat))
    count = _count_apart(theirs, yours)
    if name is None and hasattr(move, "seat") and count is not None:
        return Apart(where, theirs, count)
    if name is not None and name != where:
        where = signs("{name}, {when}", name=name, when=where)
    if name is None and hasattr(move, "seat") and where == signs("{name}", name=SeatName(move.seat)):
        # Whose entry it is the sentence says already.
        return Apart(say("Quicker than you: {words}", words=theirs))
    return Apart(where, theirs, yours)


def _count_apart(theirs: Text, yours: Text) -> int | None:
    """Return what the second of two sentences counts, if they say the same of one player but for that."""
    one, other = (dict(text.args) for text in (theirs, yours))
    is_named = theirs.plural is not None and any(isinstance(arg, SeatName) for arg in one.values())
    is_alike = (theirs.message, {**one, "count": 0}) == (yours.message, {**other, "count": 0})
    return yours.number if is_named and is_alike else None


def _values(seen: Snapshot, name: str, values: tuple[str, ...], *, is_seat: bool) -> Text:
    def read(value: str) -> Arg:
        if value.isdigit():
            return SeatName(int(value)) if is_seat else value
        return seen.game.value_name(name, value) or value

    return signs("{values}", values=tuple(read(value) for value in values))


def _in_a_row(values: Sequence[Text]) -> Text:
    return reduce(lambda first, then: signs("{first} · {then}", first=first, then=then), values)


def _board(seen: Snapshot) -> str:
    return url_for("play.board", match_id=seen.match.id)


def _is_overruled() -> bool:
    """Return whether the table has overruled the doubts about what it sent."""
    return request.form.get("anyway") == "true"


def _is_doubted(seen: Snapshot, play: Play, own: Move) -> bool:
    """Return whether an entry is refused or doubted in the place of a play, as when it was made: an edit is doubted less."""
    try:
        outcome = seen.game.play(corrections.past(seen, play.index, None).replay.state, own)
    except IllegalMove:
        return True
    return bool(outcome.flags) and not _is_overruled()


def is_for_the_host(seen: Snapshot, play: Play) -> bool:
    """Return whether a play stands before a reveal, so that only the host may change it, and the asker is not the host."""
    as_it_was = Amended(((play.index, play.move),), anyway=True)
    return not caller().is_host(seen.table.id) and seen.timeline.passes_reveal(as_it_was)


def _instead(seen: Snapshot, play: Play, entered: Draft, own: Move | None) -> WayOut | None:
    """Return how to save what came too late in place of what is recorded: at once, where nothing falls by it; or how to
    object to that, where only the host may change it.

    None where it cannot stand: a number of a typed result is missing, or it is refused or doubted as it is.
    """
    match_id, board, index = seen.match.id, _board(seen), play.index
    if is_for_the_host(seen, play):
        return WayOut(board, url_for("contest.form", match_id=match_id, index=index), is_objection=True)
    is_missing = any(not any(entered.get(field, ())) for field, _, _ in _cells_of(seen, play))
    if is_missing or (own is not None and _is_doubted(seen, play, own)):
        return None
    own_values = {name: values for name, values in entered.items() if name[:1] != "_"}
    if own is None:
        sent = tuple((name, value) for name, values in own_values.items() for value in values)
        return WayOut(board, url_for("correct.try_out", match_id=match_id, index=index), sent, is_finished=False)
    pending = ("pending", Pending({index: own_values}).as_sent)
    shown_first = WayOut(board, url_for("correct.preview", match_id=match_id), (pending,))
    # Tried now, so that one tap is enough where nothing else changes; otherwise the preview of the correction comes first.
    given = [(index, corrections.given(entered))]
    try:
        done = corrections.preview(services.matches, match_id, caller(), given, Precondition(), from_form=True)
    # Who may not correct this entry is led back to the board alone.
    except NOT_FOR_THEM:
        return WayOut(board)
    except REFUSED:
        return shown_first if _is_overruled() else None
    except (MovedOn, NeedsHost):
        return shown_first
    # Over a verdict no tap decides unseen: whose it is may hold the phone.
    if done.stopped or done.passes_reveal or getattr(play.move, "judges", False):
        return shown_first
    # For this very version, and not shown yet: if more is recorded before the tap, it is shown first after all.
    sent = (pending, ("version", str(seen.version)), ("unseen", "true"))
    return WayOut(board, url_for("correct.confirm", match_id=match_id), sent)
