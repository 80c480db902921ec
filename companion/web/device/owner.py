"""The owner's page: what is kept on this device, backups of it, and who may open tables."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from companion import __version__
from companion.archive.backups import BackupOffer
from companion.engine.errors import NotAMove
from companion.engine.text import Text, say
from companion.games import cover_of, covers, games
from companion.match.access import Caller
from companion.match.errors import NotAllowed
from companion.store import Fault, StoreUnavailable, UnusableCopy
from companion.table.tables import HOME_CODE, LETTERS, LONG_CODE, PUBLIC_CODE
from companion.web.app.device import caller
from companion.web.app.problems import Problem, problem_of
from companion.web.app.services import services
from companion.web.device.uploads import received
from companion.web.evening.tables import find_table

blueprint = Blueprint("owner", __name__, url_prefix="/owner")
ON_A_PAGE: Final = 20
SQLITE: Final = "application/vnd.sqlite3"
_UNUSABLE: Final[dict[Fault, Text]] = {
    Fault.FOREIGN: say("This isn’t a readable backup. Choose a .sqlite file, unzipped."),
    Fault.NEWER: say("This is from a newer Tableside. Update yours first."),
    Fault.DAMAGED: say("This backup is damaged. Try an older one. Tableside found: {detail}"),
}
T = TypeVar("T")


@blueprint.before_request
def only_the_owner() -> None:
    """Raise `NotAllowed` for anyone but the owner, with how to become the owner."""
    if not caller().is_owner:
        raise NotAllowed(say("This page is for the admin. Open the admin link Tableside shows when it starts."))


@blueprint.get("")
def page() -> str:
    """Tables and backups, and what else the owner decides."""
    # Within what the database takes as a number: an address may say anything.
    skip = max(0, min(request.args.get("skip", 0, type=int), 1_000_000))
    kept = services.backups.automatic(caller())
    return render_template(
        "owner/page.html",
        # One more than is shown tells whether there are older ones.
        tables=services.keeping.tables(caller(), ON_A_PAGE + 1, skip),
        skip=skip,
        on_a_page=ON_A_PAGE,
        contents=services.backups.contents(caller()),
        games=games(),
        opening=services.keeping.who_opens(),
        others=services.seating.other_owners(caller()),
        restored=next((copy for copy in kept if copy.name == request.args.get("kept")), None),
        gone=_gone(request.args.get("gone", "")),
        version=__version__,
        folder=services.backups.folder,
    )


@blueprint.get("/tables/<code>")
def table(code: str) -> str:
    """Everything that goes when this table is deleted."""
    return render_template(
        "owner/table.html", kept=services.keeping.table(caller(), find_table(code)), games=covers(), cover_of=cover_of
    )


@blueprint.post("/tables/<code>/delete")
def delete(code: str) -> ResponseReturnValue:
    """The table gone."""
    found = find_table(code)
    services.keeping.delete_table(caller(), found)
    return redirect(url_for("owner.page", gone=found.code), 303)


@blueprint.post("/opening")
def choose_opening() -> ResponseReturnValue:
    """Who may open tables from now on."""
    services.keeping.choose_who_opens(caller(), request.form.get("opening", ""))
    return redirect(url_for("owner.page"), 303)


@blueprint.post("/others")
def withdraw_others() -> ResponseReturnValue:
    """Every other browser no longer the owner's."""
    services.seating.withdraw_other_owners(caller())
    return redirect(url_for("owner.page"), 303)


@blueprint.get("/backup.sqlite")
def backup() -> ResponseReturnValue:
    """All records as one file, as they are at this moment."""
    path = services.backups.take(caller())
    try:
        last = services.backups.contents(caller()).last_at
        response = _file(path, f"tableside-{last.astimezone():%Y-%m-%d}.sqlite" if last else "tableside.sqlite")
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    response.direct_passthrough = False  # passed through directly, it would not notice the end
    response.call_on_close(lambda: path.unlink(missing_ok=True))
    return response


@blueprint.get("/copies/<name>")
def automatic_backup(name: str) -> ResponseReturnValue:
    """A copy that was kept automatically, as a file."""
    copy = services.backups.find(caller(), name)
    return _file(copy.path, copy.name)


@blueprint.get("/restore")
def restoring() -> str:
    """Which backup?"""
    return _restoring(None)


@blueprint.post("/restore")
def upload() -> ResponseReturnValue:
    """On to the content of the file; or what is wrong with it."""
    with received() as path:
        if path is None:
            return _restoring(problem_of(NotAMove("backup", say("Choose a file first.")))), 400
        return _offered(services.restoring.offer, path)


@blueprint.post("/copies/<name>")
def offer_kept(name: str) -> ResponseReturnValue:
    """On to the content of a copy that was kept automatically; or what is wrong with it."""
    return _offered(services.restoring.offer_copy, services.backups.find(caller(), name).path)


@blueprint.get("/restore/<offer>")
def offer(offer: str) -> str:
    """What is in the backup, and what it would replace."""
    return render_template("owner/offer.html", offer=services.restoring.find(caller(), offer), games=covers())


@blueprint.post("/restore/<offer>")
def accept(offer: str) -> ResponseReturnValue:
    """The backup put in place of everything; the former records are kept."""
    kept = services.restoring.accept(caller(), offer)
    return redirect(url_for("owner.page", kept=kept.name), 303)


@blueprint.post("/withdraw")
def withdraw() -> ResponseReturnValue:
    """Everything stays as it is."""
    services.restoring.withdraw(caller())
    return redirect(url_for("owner.page"), 303)


def unusable(error: UnusableCopy) -> Text:
    """Return why this is no backup to go back to, and what to do."""
    text = _UNUSABLE[error.fault]
    return text._replace(args=(("detail", error.detail),)) if error.fault is Fault.DAMAGED else text


def _offered(offer: Callable[[Caller, T], BackupOffer], copy: T) -> ResponseReturnValue:
    try:
        made = offer(caller(), copy)
    except UnusableCopy as error:
        problem = Problem(
            "unusable-backup", 422, say("That didn’t work"), (unusable(error), say("Nothing was changed."))
        )
        return _restoring(problem), 422
    except StoreUnavailable as error:
        return _restoring(problem_of(error)), 503
    return redirect(url_for("owner.offer", offer=made.id), 303)


def _restoring(problem: Problem | None) -> str:
    more: dict[str, Any] = {"most_megabytes": services.settings.backup_bytes // 1024**2}
    return render_template("owner/restore.html", kept=services.backups.automatic(caller()), problem=problem, **more)


def _file(path: Path, name: str) -> Response:
    """Records to be saved under this name, of which no browser keeps another copy."""
    response = send_file(path, SQLITE, as_attachment=True, download_name=name, etag=False)
    # All names and hidden cards of the device are in it.
    response.headers["Cache-Control"] = "no-store"
    return response


def _gone(code: str) -> str:
    """Return the code of a table that was just deleted; empty for anything else in the address."""
    is_code = len(code) in (HOME_CODE, PUBLIC_CODE, LONG_CODE) and set(code) <= set(LETTERS)
    # Only a code that leads nowhere is shown as deleted: the page must not say whatever a link puts into its address.
    return code if is_code and services.store.tables.by_code(code) is None else ""
