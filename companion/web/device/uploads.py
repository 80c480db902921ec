"""Backups on their way in: only from the owner, straight to a file, never in memory."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from flask import Flask, request
from werkzeug.formparser import FormDataParser

from companion.match.access import must_own
from companion.server import BodyLimit, StreamRequest
from companion.store import StoreUnavailable, map_os_errors
from companion.web.app.device import caller
from companion.web.app.problems import problem_of
from companion.web.app.security import check_host, check_origin
from companion.web.app.services import services

PATH: Final = "/owner/restore"
PATIENCE_SECONDS: Final = 600.0
FIELD: Final = "backup"
_OVERHEAD_BYTES: Final = 64 * 1024
"""What a form adds to the file in it."""
_HELD_BYTES: Final = 512 * 1024
"""What the parser may hold at once: several of its portions."""


class Uploads:
    """Tells the server who may send a backup, before a byte of it is read."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def matches(self, path: str) -> bool:
        """Return whether a POST to this path may have a large body."""
        return path == PATH

    def open(self, request: StreamRequest) -> BodyLimit | None:
        """Return where the owner's upload goes; None for anyone else, whom the page itself refuses."""
        with self._app.request_context(request.environ):
            try:
                # The app's own checks have not run: the server asks here before it reads the body of the request.
                check_host()
                check_origin()
                must_own(caller())
            # Refused here by None. The page then says why, in words.
            except Exception as error:
                if problem_of(error) is None:
                    raise
                return None
            with suppress(StoreUnavailable):  # then the file cannot be made there either, which is refused with 503
                services.backups.room()
            return BodyLimit(most_bytes(), PATIENCE_SECONDS, services.backups.folder)


def most_bytes() -> int:
    return services.settings.backup_bytes + _OVERHEAD_BYTES


@contextmanager
def received() -> Iterator[Path | None]:
    """The file sent with the present request; None if none was chosen. Gone at the end unless moved."""
    request.max_content_length = most_bytes()
    written: list[IO[bytes]] = []

    def new_file(*_: Any, **__: Any) -> IO[bytes]:
        # A file of our own, not the framework's, which would be in the system's folder, and that is often memory.
        with map_os_errors():
            file = tempfile.NamedTemporaryFile(  # noqa: SIM115 - closed below, whatever happens
                dir=services.backups.room(), prefix="upload-", suffix=".part", delete=False
            )
        written.append(file)
        return file

    try:
        # Werkzeug's own parser, with another place for its files: it never holds more than a portion in memory.
        parser = FormDataParser(stream_factory=new_file, max_form_memory_size=_HELD_BYTES, max_form_parts=2)
        _, _, files = parser.parse(request.stream, request.mimetype, request.content_length, request.mimetype_params)
        for file in written:
            file.close()
        sent = files.get(FIELD)
        # By the stream itself: the name in the form is the browser's, and could be any path.
        path = None if sent is None else Path(str(sent.stream.name))
        yield path if path is not None and path.stat().st_size else None
    finally:
        for file in written:
            file.close()
            Path(file.name).unlink(missing_ok=True)
