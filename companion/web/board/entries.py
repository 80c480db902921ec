"""What is said of an entry where another phone was quicker."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from flask import request, url_for

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Draft, Move
from companion.engine.journal import Amended, Play, newest_first
from companion.engine.schema.declared import fields
from companion.engine.schema.scalars import whole_number
from companion.engine.text import SeatName, Text, say, signs
from companion.match import correct as corrections
from companion.match.errors import MovedOn, NeedsHost, NotAllowed, NothingToUndo, NoToken
from companion.match.precondition import Precondition
from companion.match.redact import redact_entry, redact_move_in_force, redact_newest, sees_all
from companion.match.snapshot import Snapshot
from companion.web.app.device import caller
from companion.web.app.problems import Problem, WayOut, foreseen
from companion.web.app.services import services
from companion.web.board.apart import begun, cells_of, difference, in_public
from companion.web.board.forms import (
    SINCE,
    Pending,
    figures,
    is_tapped,
    read_entry,
)

NOT_FOR_THEM: Final = (NotAllowed, NoToken, NothingToUndo)
REFUSED: Final = (NotAMove, IllegalMove, DoubtfulMove)


def clash_of(seen: Snapshot, entered: Draft, version: int | None, *, is_sent: bool) -> Problem | None:
    """Return what to say of an entry made at `version` for a moment that is over; None if no entry of others is why. Of one
    that is not sent to be saved, something was tapped.
    """
    entered = entered if version is None else _as_tapped_last(seen, entered, version)
    own = read_entry(seen, entered)
    # Who only looked at something, or took back what they had tapped, entered nothing: no one was quicker.
    is_entry = (own is not None and is_sent) or any(any(values) for name, values in entered.items() if is_tapped(name))
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
    own = read_entry(seen, entered)
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
    own = read_entry(seen, entered)
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
    own = read_entry(seen, entered)
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
    public = None if own is None or not is_alike else in_public(seen, play, own)
    # Otherwise only that someone was quicker: the difference would tell a card that is still face down.
    if public is None and not (is_alike and sees_all(seen, play, seen.viewer)):
        return problem
    instead = _instead(seen, play, entered, own)
    # What could not be saved in its place is no second answer to it.
    if instead is None:
        return problem
    instead = replace(instead, by=who if isinstance(who, SeatName) else None, index=play.index)
    apart = begun(seen, play, entered) if own is None else public or difference(seen, play, entered, own, typed)
    if apart is None:
        return replace(problem, beside=instead)
    both = ((signs("{name}", name=who), apart.theirs), (say("You"), apart.yours))
    sides = tuple((one, signs("{value}", value=value)) for one, value in both if value is not None)
    # Never what only one of them may see.
    moves = () if own is None or public else (play.move, own)
    return replace(problem, title=apart.where, beside=replace(instead, sides=sides, moves=moves))


def _word_of(seen: Snapshot, play: Play, entered: Draft, *, is_same: bool) -> Problem | None:
    """Return that another phone has saved this step, without a question, of what says the same as far as it goes, and of a single
    tap, which is less than anyone means; None of figures, and of a step that is called alike each time.
    """
    when = seen.moment_at(play.index).name
    if figures(entered) or not when.args or not (is_same or _is_a_tap(entered)):
        return None
    title = say("{name} saved: {words}", name=_who(seen, play.index), words=when)
    return replace(foreseen(MovedOn(seen.version)), title=title, beside=WayOut(_board(seen), is_same=True), details=())


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
    own = None if figures(entered) else read_entry(seen, whole)
    return (entered, None) if own is None or _is_doubted(seen, play, own) else (whole, own)


def _as_tapped_last(seen: Snapshot, entered: Draft, version: int) -> Draft:
    """Return an entry with what was tapped on the way to it: `_jokers`, for the same moment, is what `jokers` is to be."""
    shape = seen.game.moves.get(entered.get("kind", ("",))[0])
    if shape is None or not 0 <= version <= seen.version:
        return entered
    begins = f"{seen.moment_at(version).key}|"
    tapped = {name: entered.get(f"_{name}", ("",))[-1] for name in fields(shape)}
    return {**entered, **{name: (value[len(begins) :],) for name, value in tapped.items() if value.startswith(begins)}}


def _is_a_tap(entered: Draft) -> bool:
    """Return whether no more than one thing was tapped."""
    return sum(len([*filter(None, values)]) for name, values in entered.items() if is_tapped(name)) < 2


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
    is_missing = any(not any(entered.get(field, ())) for field, _, _ in cells_of(seen, play))
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
