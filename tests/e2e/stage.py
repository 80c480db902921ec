"""What a browser test plays with: the app in a process of its own, phones that notice faults, a look at access."""

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, WebError

from companion.cli.options import DATABASE
from tests.servers import free_port, tool, wait_until
from tests.there import there

ROOT = Path(__file__).parent.parent.parent
HOST = "table.test"
"""Not localhost: browsers give localhost powers that a phone on plain http does not have."""

BROWSER_ARGUMENTS = (
    "--host-resolver-rules=MAP *.test 127.0.0.1", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip
STARTING_SECONDS = 240.0
"""How long the first page may take: all tests of a process wait for it, and asking anew keeps a busy machine busy."""
STOPPING_SECONDS = 30.0
PATIENCE_MS = 30_000
"""How long a tap or a page may take: on a machine that does much else, one page took ten seconds. Nothing is promised by it."""


def chromium() -> str:
    """Path of this machine's Chromium; the one that knows no windows, where it is there: it does the same at half the work."""
    return tool("chromium-headless-shell chromium chromium-browser", "chromium")


AnyServer = TypeVar("AnyServer", bound="Server")
KNOWN = {**os.environ, "TABLESIDE_ALLOWED_HOSTS": HOST, "PYTHONUNBUFFERED": "1"}
"""The environment of servers whom whatever asks by that name may ask."""


Launch: TypeAlias = Callable[[Sequence[str], Path], Any]
"""Runs a server with these arguments, which adds to this log; what can be done with it is what a `subprocess.Popen` can do."""


class Server:
    """`app.py` as a process of its own; `stop` and `start` keep its port and its data. `launch` runs it from its arguments.

    What it prints is added to `log`, errors among it.
    """

    def __init__(
        self,
        data: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        host: str = "127.0.0.1",
        launch: Launch | None = None,
        log: Path | None = None,
    ) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.process: Any = None
        self._arguments = ["--host", host, "--port", str(self.port), "--data", str(data), "--no-browser", *arguments]
        self._env = {**KNOWN, **(env or {})}
        self._launch = launch or self._run
        self._log = log or data.with_name(data.name + ".log")

    def start(self, *, awaited: bool = True) -> None:
        self.process = self._launch(self._arguments, self._log)
        if awaited:
            wait_until(self._answers, f"{self.url} answers", STARTING_SECONDS)

    def stop(self, how: signal.Signals | None = signal.SIGTERM) -> int:
        """Ask it to end, or wait that it does; its status once it has. A power cut is `stop(signal.SIGKILL)`."""
        process, self.process = self.process, None
        if process is None:
            return 0
        if how is not None:
            process.send_signal(how)
        try:
            return process.wait(STOPPING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise

    def find(self, pattern: str) -> str:
        """What `pattern` (its first group, if it has one) matches in what was printed, waiting for it."""
        wait_until(lambda: self._search(pattern) is not None, f"the server prints {pattern}\n{self.printed}")
        match = there(self._search(pattern))
        return match.group(match.lastindex or 0)

    @property
    def target(self) -> str:
        """Where its records lie: the path of a file, or the address of a database."""
        return self._env.get("TABLESIDE_DATABASE_URL") or str(self.data / DATABASE)

    @property
    def printed(self) -> str:
        return self._log.read_text("utf-8", errors="replace") if self._log.exists() else ""

    def _run(self, arguments: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
        with log.open("ab") as out:
            return subprocess.Popen(
                [sys.executable, "app.py", *arguments],
                cwd=ROOT, env=self._env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
            )  # fmt: skip

    def _search(self, pattern: str) -> re.Match[str] | None:
        return re.search(pattern, self.printed)

    def _answers(self) -> bool:
        process = there(self.process)
        assert process.poll() is None, f"the server ended:\n{self.printed}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=STARTING_SECONDS / 4)
        try:
            connection.request("GET", "/", headers={"Host": f"{HOST}:{self.port}"})
            return connection.getresponse().status < 500
        except OSError:
            return False
        finally:
            connection.close()


@contextmanager
def at_work(server: AnyServer) -> Iterator[AnyServer]:
    """The server, started; stopped at the end, when nothing may have gone wrong unseen."""
    try:
        server.start()
        yield server
    finally:
        server.stop()
    assert "Traceback" not in server.printed, server.printed


NewServer: TypeAlias = Callable[..., Server]
"""The fixture `new_server`: each call makes another server with records of its own."""
OpenPhone: TypeAlias = Callable[..., Page]
"""The fixture `phone`: each call is another person's phone, with nothing stored on it yet but the size of its text."""

REPORT = """
document.addEventListener("securitypolicyviolation", (event) => {
  window.tellOfPolicy(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});
"""
"""Some refusals of the policy the console does not show: those it has shown before, and those of images."""


class Watch:
    """What goes wrong in one browser context: errors in the console, all that the policy refuses, 5xx answers, calls
    elsewhere.

    What matches one of `expects` (regular expressions) is part of the test, such as "status of 409".
    """

    def __init__(self, context: BrowserContext, expects: tuple[str, ...]) -> None:
        self._expects = expects
        self._seen: list[str] = []
        self._context = context
        context.expose_binding("tellOfPolicy", lambda _, told: self._seen.append(f"policy: {told}"))
        context.add_init_script(REPORT)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("response", self._response)
        context.on("request", self._request)

    def problems(self) -> list[str]:
        """What was not expected, once every open page has said what it had to say."""
        for page in self._context.pages:
            page.title()
        return [seen for seen in self._seen if not any(re.search(expected, seen) for expected in self._expects)]

    def close(self) -> None:
        self._context.close()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._seen.append(f"console: {message.text} ({message.location['url']})")

    def _error(self, error: WebError) -> None:
        self._seen.append(f"page error: {error.error}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self._seen.append(f"{response.status} from {response.request.method} {response.url}")

    def _request(self, request: Request) -> None:
        if not re.match(rf"(http://({re.escape(HOST)}|127\.0\.0\.1)(:\d+)?/|data:|blob:)", request.url):
            self._seen.append(f"request to elsewhere: {request.url}")


def phone_context(browser: Browser, **options: Any) -> BrowserContext:
    """A browser context like a phone: touch, no hover, nothing moves that need not."""
    context = browser.new_context(is_mobile=True, has_touch=True, reduced_motion="reduce", **options)
    context.set_default_timeout(PATIENCE_MS)
    return context


def first_early(first: object, *others: object) -> list[Any]:
    """The values of a parameter: the first of them in `make test`, the others in `make test-all` alone."""
    return [pytest.param(*first if isinstance(first, tuple) else (first,), marks=pytest.mark.ring("test")), *others]


SMALL_FIRST = [(360, 640), pytest.param((390, 844), marks=pytest.mark.ring("all"))]
"""Sizes of a phone: the small one in `make test`, the usual one in `make test-all` alone."""


@contextmanager
def drawn(page: Page, path: str = "preview") -> Iterator[None]:
    """What is done meanwhile asks the server; go on when its answer is on the page. The head of an answer comes before that."""
    with page.expect_response(re.compile(f"/({path})$")) as answer:
        yield
    answer.value.finished()


OVER = "Math.max(...[...document.querySelectorAll(':root, main.fit')].map(one => one.scrollWidth - one.clientWidth))"
"""By how much a page, or a board that scrolls by itself, is wider than the phone. Not than the window: a phone that zooms out has a
wider one."""

TOO_SMALL = """smallest => [...document.querySelectorAll(
    'a[href], button, summary, select, input, textarea, label.btn, label:not(.btn):has(input) .face')]
  .filter(one => one.offsetParent !== null && one.checkVisibility()
    && getComputedStyle(one.closest('li') || one).clipPath !== 'inset(50%)'
    && !(one.matches('summary') && getComputedStyle(one).pointerEvents === 'none')
    && !one.matches('.hide, .hide *, .at-once button, code a, .who, .trace a, .plot.whole *'))
  .filter(one => !one.closest('label') || one.matches('.face, label.btn') || getComputedStyle(one).position !== 'absolute')
  .filter(one => !one.matches('[type=radio], [type=checkbox], [type=file]') || !(one.closest('label, .field') || one.labels.length))
  .filter(one => {
    const around = one.matches('a') && one.closest('p, li, td, dd, th, legend');
    if (!around || getComputedStyle(one).display.includes('flex')) return true;
    const links = [...around.querySelectorAll('a')].map(link => link.textContent).join('');
    return around.textContent.replace(/\\s/g, '').length <= links.replace(/\\s/g, '').length;
  })
  .map(one => {
    const over = getComputedStyle(one, '::after');
    const isStretched = over.content !== 'none' && over.position === 'absolute' && over.inset === '0px';
    return [one, (isStretched && getComputedStyle(one).position === 'static' ? one.offsetParent : one).getBoundingClientRect()];
  })
  .filter(([, box]) => box.width && box.height && (box.height < smallest - 0.5 || box.width < smallest - 0.5))
  .map(([one, box]) => `${one.outerHTML.slice(0, 120)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
"""What a thumb is to hit and is smaller; of links within a sentence, of the head of what always lies open and a button that a
script taps nobody asks it, nor of a drawing that is shown whole and can be enlarged, nor of a trick's notch, twelve in a row, to
which the log leads too. A link that is stretched over all that it stands in is as large as that."""
SMALLEST_TARGET = 44

TORN = """all => all.filter(one => one.getClientRects().length).flatMap(one => {
  const text = one.firstChild, words = [...text.data.matchAll(/[^ \u00ad-]+/g)];
  const lineOf = at => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return [...range.getClientRects()].at(-1)?.top;
  };
  return words.filter(({index, 0: word}) => lineOf(index) !== lineOf(index + word.length - 1)).map(word => word[0]);
})"""
"""Words of names that stand in two lines without a hyphen."""

AXE = (ROOT / "tests/vendor/axe.min.js").read_text("utf-8")


def accessibility_faults(page: Page) -> list[str]:
    """What keeps people from using the page as it stands: a line for each rule broken, with the first place."""
    page.wait_for_load_state()
    page.evaluate(AXE + "; undefined")
    report = page.evaluate("async () => await axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {fault['help']} at {fault['nodes'][0]['target']} ({len(fault['nodes'])} in all)"
        for fault in report["violations"]
    ]
