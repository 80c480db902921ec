"""Pages: the WSGI app, asked whole in one thread job; only a large answer comes back for its next pieces."""

import asyncio
import contextvars
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, TYPE_CHECKING, Any, Final, cast

from a2wsgi.wsgi import build_environ

from companion.live import held_back
from companion.server.connection import Message, Scope, TimedSend

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

AT_ONCE: Final = 64 * 1024
"""So many bytes a thread takes of an answer before they are sent: it waits for no client, and no more waits for one."""


class Pages:
    """The WSGI app in threads of its own. The news a request brings is rendered in its thread, and published with its answer."""

    def __init__(
        self, app: "WSGIApplication", workers: int, render_for: Callable[[Mapping[str, int]], Callable[[], None]]
    ) -> None:
        self._app = app
        self._render_for = render_for
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="page")

    async def answer(self, scope: Scope, body: IO[bytes], send: TimedSend) -> None:
        """Send what the app answers, as far as the client takes it. Raise what it raises, after what it said before."""
        # What a request leaves in its context never reaches the next.
        run, loop = contextvars.copy_context().run, asyncio.get_running_loop()
        answer = self._messages(scope, body)
        while True:
            said, publish = await loop.run_in_executor(self._threads, run, self._next, answer)
            publish()
            if isinstance(said, Exception):
                raise said
            for message in said:
                await send(message)
            if not said[-1]["more_body"]:
                return
            if send.gave_up:
                # In a thread and in the same context, as the app may close there what it opened for this request.
                await loop.run_in_executor(self._threads, lambda: run(answer.close))
                return

    def _next(
        self, answer: Generator[list[Message], None, None]
    ) -> tuple[list[Message] | Exception, Callable[[], None]]:
        """Return what comes next of an answer, or what it met, and what is then to be done with the news it brought."""
        said: list[Message] | Exception
        with held_back() as news:
            try:
                said = next(answer)
            except Exception as error:  # noqa: BLE001 - raised again where it is answered
                said = error
        return said, self._render_for(news)

    def close(self) -> None:
        """Return when all threads have ended their work."""
        self._threads.shutdown(wait=True)

    def _messages(self, scope: Scope, body: IO[bytes]) -> Generator[list[Message], None, None]:
        """ASGI's messages of the answer, as many at a time as are at hand: mostly all of them."""
        said: list[Message] = []

        def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
            encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            said[:] = [{"type": "http.response.start", "status": int(status.split(" ", 1)[0]), "headers": encoded}]

        pieces = self._app(cast(Any, build_environ(cast(Any, scope), cast(Any, body))), start)
        try:
            size = 0
            for piece in pieces:
                for at in range(0, len(piece), AT_ONCE):
                    part = piece[at : at + AT_ONCE]
                    said.append({"type": "http.response.body", "body": part, "more_body": True})
                    size += len(part)
                    if size >= AT_ONCE:
                        yield said
                        said, size = [], 0
        finally:
            getattr(pieces, "close", lambda: None)()
        # An answer without a body has a last piece too, which says that no more comes.
        if not said or said[-1]["type"] == "http.response.start":
            said.append({"type": "http.response.body", "body": b""})
        yield [*said[:-1], {**said[-1], "more_body": False}]
