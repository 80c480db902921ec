"""A whole evening, played by somebody who knows no game: through real pages, as people with phones would, and the interface.

Each evening follows from its seed. Whoever plays reads what a page offers and taps it: entries half made, refused, taken back,
corrected, two at once; pages looked at and left, phones that sleep, reload or lose their network. Whatever happens, `looks`
must hold, phones must show the same, and what the interface says.
"""

import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from typing import Any, Final

from playwright.sync_api import Browser, FilePayload, Page, Response
from playwright.sync_api import Error as BrowserError

from companion.engine.definition_texts import write_text
from companion.table.library import pads
from tests.conformance.playing import playthroughs
from tests.e2e.stage import Server, Watch, phone_context
from tests.games.playthrough import Moves
from tests.rings import SHARE
from tests.stranger import looks
from tests.stranger.looks import faults_of, faults_of_screen
from tests.stranger.names import draw_names
from tests.stranger.program import Json, Program

USUAL: Final = ((360, 640), (375, 667), (390, 844), (412, 915), (430, 932), (820, 1180), (1366, 768))
SIZES: Final = (*USUAL * 4, (320, 568), (320, 640), (640, 360), (844, 390)) if SHARE else USUAL
"""Of narrow phones and of phones on their side each is met in one of some ten evenings, and in `make strength` alone."""
LOCALES: Final = ("en-GB", "en-US", "de-DE", "fr-FR", "es-ES")
LARGE: Final = "addEventListener('DOMContentLoaded', () => { document.documentElement.dataset.size = 'larger'; });"
"""As with the larger of the sizes that a device may choose in its settings."""
EXPECTED: Final = (r"status of 4(00|09|22) ", "ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "ERR_ABORTED")
"""What a console says of an entry that was refused, and of a network that was taken away; nothing that is missing is expected."""
MOVED_ON: Final = ("navigation", "context was destroyed", "ERR_ABORTED", "Target closed")
SHOTS: Final = os.environ.get("TABLESIDE_STRANGER_SHOTS", "")
"""A folder for a picture of each finding."""
PATIENCE_SECONDS: Final = 2.0
PATIENCE_MS: Final = 5000
"""How long a field may take to be typed in, once it is there."""
MOST_OVER: Final = 2
"""So much may lie over what is tapped, one after the other: a bar, then what ended the match meanwhile. Each goes by a tap."""
FIGURES: Final = ("0", "1", "2", "3", "5", "7", "11", "12", "30", "999")
MOST_PEOPLE: Final = 12
CHOICES: Final = (
    "input:is([type=radio], [type=checkbox]), :is(form:not(.undo, .just) button, button[form]):not(.main, .bad)"
)
"""What an entry is made of. Undo stands beside it, and is tapped as anything else is."""
ENTRY: Final = "#shown"
MAIN: Final = "#shown button.main"
"""Whatever saves what has been tapped: it stands at the foot of a board, outside of the form it belongs to."""
ANYWHERE: Final = "#shown a[href], #shown button:not(.bad), #shown summary"
ON_A_PAGE: Final = f":is(main, .foot) :is(a[href], button:not(.bad), summary, {CHOICES})"
TYPED: Final = "input[type=number], input[inputmode=numeric], input[type=text], select"
PAGES: Final = ("result", "journal", "sheet", "judge", "setup", "teach", "sheet?rulings=yes&size=large")
QUESTIONS: Final = (
    ("journal", "a[href*='/correct/']"),
    ("journal", "a[href*='/contest/']"),
    ("judge", "a[href*='/judge/']"),
)
"""Where a page leads to a form about the match, and by which links."""


@contextmanager
def taken_along() -> Iterator[None]:
    """Whatever the table, moving on, breaks off; anything else that a browser says is a finding, such as that time is up."""
    try:
        yield
    except BrowserError as error:
        if not any(one in str(error) for one in MOVED_ON):
            raise


@dataclass
class Phone:
    page: Page
    watch: Watch
    what: str
    name: str
    is_on: bool = False
    """Whether the keyboard's focus is on something of the board, and nothing has been tapped since."""

    def is_at(self, match_id: str) -> bool:
        return self.page.url.partition("?")[0].endswith(f"/m/{match_id}")


@dataclass
class Evening:
    """An evening under way; `findings` are what did not hold, each with how to see it again."""

    seed: int
    browser: Browser
    server: Server
    findings: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    phones: list[Phone] = field(default_factory=list)
    """People's, the host's first; and the television's as the last."""
    slow: list[str] = field(default_factory=list)
    """What was tapped and took longer than patience lasts: once, a busy machine may do that."""
    saved: int = 0
    """By how many entries the matches came on by taps, at least."""

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.program = Program(self.server)

    def play(self, entries: int, home: Program) -> None:
        """Sit down, play one or two games with so many taps each, look at everything, and take the evening home."""
        try:
            self._sit_down()
            for earlier in range(self.rng.choice((1, 1, 2))):
                match_id = self._begin()
                if match_id is None:
                    assert earlier, "nobody can have gone home before the first game"
                    break
                before = self.program.state(match_id)["version"]
                for _ in range(entries):
                    self._act(match_id)
                self.saved += abs(self.program.state(match_id)["version"] - before)
                self._look_around(match_id)
                self._stop(match_id)
            self._take_home(home)
        except (BrowserError, AssertionError) as error:
            self.findings.append(f"seed {self.seed}: {error!r} (after {'; '.join(self.steps[-4:])})")
        finally:
            for phone in self.phones:
                self.findings += [self._told(phone, problem) for problem in phone.watch.problems()]
                phone.watch.close()

    @property
    def _people(self) -> list[Phone]:
        return self.phones[:-1]

    def _sit_down(self) -> None:
        number = self.rng.randint(1, MOST_PEOPLE)
        names = draw_names(self.rng, number)
        is_late = number > 1 and self.rng.random() < 0.3
        self.table: Json = self.program.ask("POST", "/tables", {"players": names[: number - is_late]})[1]
        seats = self.rng.sample(self.table["seats"], min(number - is_late, self.rng.randint(2, 3) - is_late))
        host = self._phone("host", self.rng.choice(SIZES))
        host.page.context.add_cookies([{"name": "device", "value": self.table["host_token"], "url": self.server.url}])
        for one in seats:
            phone = self._phone(one["name"], self.rng.choice(SIZES))
            self._open(phone, f"/join/seat/{one['token']}")
            self._tap(phone, ".btn.main", 0)
            self._settle(phone)
        if is_late:
            self._come(self._phone(names[-1], self.rng.choice(SIZES)))
        screen = self._phone("tv", self.rng.choice(((1280, 720), (1920, 1080))))
        self._open(screen, f"/tv/{self.table['table']}")

    def _come(self, phone: Phone) -> None:
        """From the start page by taps: the table's code, a name that nobody has written down, a colour."""
        self._open(phone, "/")
        self._tap(phone, "a[href$='/join']", 0)
        for into, typed in (("#code", self.table["table"].lower()), ("#name", phone.name)):
            phone.page.locator(into).fill(typed)
            self._look(phone)
            self._tap(phone, ".tokens label:has(input)", self.rng.random())
            self._tap(phone, ".foot .main", 0)
        phone.page.wait_for_url(re.compile(f"/t/{self.table['table']}$"))
        [token] = [one["value"] for one in phone.page.context.cookies() if one["name"] == "device"]
        self.table["seats"].append({"seat": len(self.table["seats"]), "name": phone.name, "token": token})

    def _begin(self) -> str | None:
        number = len(self.table["seats"])
        game = self.rng.choice([one for one in self.program.games if one["players"][0] <= number])
        options = {
            name: self.rng.choice(one["choices"]) if self.rng.random() < 0.5 and one["choices"] else one["default"]
            for name, one in game["options"].items()
        }
        if "sheet" in options:
            options["sheet"] = write_text(self.rng.choice([*pads().values()]).definition)
        moves: Moves = []
        size = min(number, game["players"][-1])
        if self.rng.random() < 0.4:
            size, options, moves = self._drawn(game["game"].replace("-", "_"), number) or (size, options, moves)
        match_id = self.program.begin(self.table, game, options, size, self.rng)
        if match_id is None:
            return None
        done = self.program.further(match_id, moves[: self.rng.randint(0, len(moves))], self.table["host_token"])
        self.steps.append(f"{number} people, {game['game']} {options}, after {done} entries")
        for phone in self._people:
            self._open(phone, f"/m/{match_id}")
        return match_id

    def _drawn(self, package: str, number: int) -> tuple[int, Json, Moves] | None:
        """A whole game as its own tests draw one, for so many people at most: its middle and its end are looked at too."""
        drawn = (playthroughs(package).random_game(self.rng) for _ in range(8))
        return next((one for one in drawn if one[0] <= number), None)

    def _phone(self, name: str, size: tuple[int, int], server: Server | None = None) -> Phone:
        width, height = size
        locale, theme = self.rng.choice(LOCALES), self.rng.choice(("light", "dark"))
        is_large = name != "tv" and self.rng.random() < 0.15 and width >= 360
        context = phone_context(
            self.browser,
            base_url=(server or self.server).url,
            viewport={"width": width, "height": height},
            locale=locale,
            color_scheme=theme,
        )
        context.add_init_script(looks.ASKS + LARGE * is_large)
        what = f"{width}x{height} {locale} {theme}{' large' * is_large}"
        phone = Phone(context.new_page(), Watch(context, EXPECTED), what, name)
        self.phones.append(phone)
        return phone

    def _act(self, match_id: str) -> None:
        phone = self.rng.choice(self._people)
        ways: dict[str, tuple[Callable[[Phone, str], None], int]] = {
            "fill": (self._fill, 45), "press": (self._press, 22), "two_at_once": (self._two_at_once, 4),
            "lose_network": (self._lose_network, 3), "sleep": (self._sleep, 3), "wander": (self._wander, 5),
            "ask": (self._ask, 6), "reload": (self._reload, 3), "by_key": (self._by_key, 4),
            "anything": (partial(self._press, where=ANYWHERE), 14),
        }  # fmt: skip
        [name] = self.rng.choices([*ways], [often for _, often in ways.values()])
        self.steps.append(f"{phone.name}: {name}")
        if not phone.is_at(match_id):
            self._open(phone, f"/m/{match_id}")
        try:
            with taken_along():
                ways[name][0](phone, match_id)
                for one in self._people:
                    if one is not phone and one.is_at(match_id):
                        self._settle(one)
                        self._focus(one)
                if self.rng.random() < 0.2 or name in ("lose_network", "sleep"):
                    self._compare(match_id)
        except BrowserError as error:
            self.findings.append(self._told(phone, f"the browser says: {error}"))

    def _fill(self, phone: Phone, match_id: str) -> None:
        """Tap some of what the entry offers, and type where it wants to be typed; save it or not."""
        if self.rng.random() < 0.5:
            self._fill_in(phone, ENTRY)
        else:
            self._answer(phone)
        if self.rng.random() < 0.6:
            self._press(phone, match_id)

    def _fill_in(self, phone: Phone, where: str) -> None:
        for _ in range(self.rng.randint(1, 6)):
            self._tap_one_of(phone, f"{where} :is({CHOICES})")
        with taken_along():
            self._type(phone, where, 0.6)

    def _answer(self, phone: Phone) -> None:
        """One choice of each question that the entry asks, in turn, and a figure in each field."""
        with taken_along():
            for name in phone.page.evaluate(looks.ASKED, ENTRY)[:12]:
                self._tap_one_of(phone, f"{ENTRY} input[type=radio][name='{name}']")
            self._type(phone, ENTRY, 1)

    def _type(self, phone: Phone, where: str, share: float) -> None:
        typed = f"{where} :is({TYPED})"
        fields: list[tuple[int, list[str]]] = phone.page.evaluate(looks.FIELDS, typed)
        for at, options in fields[:20]:
            field = phone.page.locator(typed).nth(at)
            if self.rng.random() > share:
                continue
            try:
                if options:
                    field.select_option(self.rng.choice(options), timeout=PATIENCE_MS)
                else:
                    field.fill(self.rng.choice(FIGURES), timeout=PATIENCE_MS)
            except BrowserError:
                # What was typed before may have taken it away.
                if [at, options] in phone.page.evaluate(looks.FIELDS, typed):
                    raise

    def _press(self, phone: Phone, match_id: str, where: str = MAIN) -> None:
        """Tap what saves, or anything on the board: undo, a menu, somebody's line, a way out."""
        self._tap_one_of(phone, where)
        self._look(phone)

    def _by_key(self, phone: Phone, match_id: str) -> None:
        """Press what has the focus: unless that leads to another page, something of the board has it then too."""
        phone.is_on = phone.page.evaluate(looks.FOCUSED, self.rng.random())
        phone.page.keyboard.press("Space")
        self._settle(phone)
        phone.is_on = phone.is_on and phone.page.evaluate("() => Boolean(window.had)")
        self._focus(phone)

    def _two_at_once(self, phone: Phone, match_id: str) -> None:
        for one in self._people:
            if one.is_at(match_id):
                one.page.evaluate(f"() => document.querySelector({MAIN!r})?.focus()")
                one.page.keyboard.press("Shift")  # by keyboard from here on: a finger keeps no focus
                one.page.evaluate(f"() => document.querySelector({MAIN!r})?.click()")
        for one in self._people:
            self._settle(one)

    def _lose_network(self, phone: Phone, match_id: str) -> None:
        """Tap without a network for a while, and find the others again."""
        phone.page.context.set_offline(True)
        self._tap_one_of(phone, f"{ENTRY} :is({CHOICES})")
        self._press(self.rng.choice(self._people), match_id)
        phone.page.context.set_offline(False)
        self._settle(phone)

    def _sleep(self, phone: Phone, match_id: str) -> None:
        """The phone lies in a pocket, while somebody else saves."""
        pocket = phone.page.context.new_cdp_session(phone.page)
        pocket.send("Page.setWebLifecycleState", {"state": "frozen"})
        self._press(self.rng.choice([one for one in self._people if one is not phone]), match_id)
        pocket.send("Page.setWebLifecycleState", {"state": "active"})
        pocket.detach()

    def _wander(self, phone: Phone, match_id: str) -> None:
        """Look at another page of the match or of the table, tap what is there, and go back."""
        table = f"/t/{self.table['table']}"
        self._open(phone, self.rng.choice((table, f"{table}/evening", *(f"/m/{match_id}/{one}" for one in PAGES))))
        for _ in range(self.rng.randint(0, 4)):
            self._tap_one_of(phone, ON_A_PAGE)
            self._look(phone)

    def _ask(self, phone: Phone, match_id: str) -> None:
        """Correct or contest an entry, or ask the judge, by what the page of it offers."""
        page, links = self.rng.choice(QUESTIONS)
        self._open(phone, f"/m/{match_id}/{page}")
        self._tap_one_of(phone, links)
        for _ in range(2):
            self._look(phone)
            self._fill_in(phone, "main")
            self._tap_one_of(phone, "button.main")
        self._look(phone)

    def _reload(self, phone: Phone, match_id: str) -> None:
        phone.is_on = False
        phone.page.reload(wait_until="load")
        self._look(phone)

    def _tap_one_of(self, phone: Phone, where: str) -> None:
        began = time.monotonic()
        with taken_along():
            self._tap(phone, where, self.rng.random())
        self._settle(phone)
        waited = time.monotonic() - began
        if waited > PATIENCE_SECONDS and waited > PATIENCE_SECONDS * phone.page.evaluate(looks.BUSY):
            self.slow.append(where)
            if self.slow.count(where) > 1:
                self.findings.append(self._told(phone, f"waited for a tap on {where}, twice"))

    def _tap(self, phone: Phone, where: str, which: float) -> None:
        place: dict[str, Any] | None = phone.page.evaluate(looks.PLACE, [where, which])
        for _ in range(MOST_OVER):
            if not (place and place["covered"]):
                break
            if place["goesByTap"]:
                phone.page.touchscreen.tap(place["x"], place["y"])
            else:
                phone.page.wait_for_timeout(1000)  # what comes may move across it
            self._settle(phone)
            place = phone.page.evaluate(looks.PLACE, [where, which])
        if place is None:
            return
        phone.is_on = False
        self.steps.append(f"{phone.name} taps {place['kind']} {place['name']} {place['says']!r}")
        if place["covered"]:
            self.findings.append(self._told(phone, f"covered: {place['says']!r} by {place['covered']}"))
        if not place["href"].startswith(("http", "mailto")):
            phone.page.touchscreen.tap(place["x"], place["y"])

    def _asked(self, phone: Phone, path: str, tries: int = 3) -> Response | None:
        try:
            return phone.page.goto(path, wait_until="load")
        except BrowserError as error:
            if tries == 1 or not any(one in str(error) for one in MOVED_ON):
                raise
            phone.page.wait_for_load_state("load")
            return self._asked(phone, path, tries - 1)

    def _open(self, phone: Phone, path: str) -> None:
        phone.is_on = False
        answer = self._asked(phone, path)
        if answer is not None and answer.status >= 400:
            self.findings.append(self._told(phone, f"{answer.status} at {path}"))
        if phone.page.evaluate(looks.WAITED) > 1000 * PATIENCE_SECONDS:
            phone.page.reload(wait_until="load")
            waited = phone.page.evaluate(looks.WAITED)
            if waited > 1000 * PATIENCE_SECONDS * phone.page.evaluate(looks.BUSY):
                self.findings.append(self._told(phone, f"waited {waited:.0f} ms for {path}, twice"))
        self._look(phone)

    def _look(self, phone: Phone) -> None:
        with taken_along():  # the page a link leads to is looked at later
            self._settle(phone)
            self.findings += [self._told(phone, one) for one in faults_of(phone.page)]

    def _settle(self, phone: Phone) -> None:
        """Until the page has no request under way that somebody waits for."""
        with taken_along():
            phone.page.wait_for_load_state("load")
            phone.page.evaluate(looks.QUIET)

    def _compare(self, match_id: str) -> None:
        """All come to what the interface says, the television to its totals; phones show the same, and keep their focus."""
        known: dict[str, str] = {}
        for phone in self.phones:
            version, state = itemgetter("version", "state")(self.program.state(match_id))
            # A function, not an expression: that would be read anew at each look, which the policy of the page refuses.
            arrived = f"() => Number(document.querySelector('#shown')?.dataset.version) >= {version}"
            is_screen = phone is self.phones[-1]
            self._settle(phone)
            if not (is_screen or phone.is_at(match_id)):
                continue
            try:
                phone.page.wait_for_function(arrived, timeout=20_000)
            except BrowserError:
                if is_screen or phone.is_at(match_id):
                    self.findings.append(self._told(phone, f"does not come to version {version}"))
                continue
            shown = {"words": [], "left": []} if is_screen else phone.page.evaluate(looks.SHOWN)
            # What is tapped and not saved counts here already.
            if is_screen or shown["words"]:
                self._add_up(phone, state)
            if is_screen:
                self.findings += [self._told(phone, one) for one in faults_of_screen(phone.page)]
            else:
                self._focus(phone)
                self._look(phone)
            self.findings += [self._told(phone, one) for one in shown["left"]]
            for part, words in shown["words"]:
                if known.setdefault(part, words) != words:
                    self.findings.append(self._told(phone, f"{part}: {words!r}, elsewhere {known[part]!r}"))

    def _add_up(self, phone: Phone, state: Json) -> None:
        """The totals that stand there are those of the interface, which counts nothing of a round that is not whole."""
        # Where an exact score ends the game, a phone says what is still to go.
        if any(one.get("entered") or one.get("cells") for one in state["seats"]) or re.search(
            r"exact\W+true", str(state.get("sheet")), re.IGNORECASE
        ):
            return
        shown = phone.page.evaluate(looks.TOTALS)
        totals = {"".join(one["name"].split()): str(one["score"]) for one in state["seats"]}
        is_wrong = any(totals.get(name) != total for name, total in shown.items())
        # Before anybody leads, after those who win or lose together, and in the scene of an accusation nobody has a total.
        # A phone may be asked something instead; a television always says how it stands.
        is_told = phone.page.locator(".screen").count() and not phone.page.locator(looks.SCENE).count()
        if is_wrong or (not shown and is_told and len({*totals.values()}) > 1):
            self.findings.append(self._told(phone, f"has {shown}, not {totals}"))

    def _focus(self, phone: Phone) -> None:
        """Whatever the others did meanwhile, the keyboard's focus is where it was put; put it somewhere."""
        if phone.is_on and (lost := phone.page.evaluate(looks.LOST)):
            self.findings.append(self._told(phone, f"focus lost: {lost}"))
        phone.is_on = phone.page.evaluate(looks.FOCUSED, self.rng.random())

    def _look_around(self, match_id: str) -> None:
        """Every page of the match and the table, on some phone; the totals of result, sheet and file are the interface's."""
        names, state = self.table["seats"], self.program.state(match_id)["state"]
        filed = dict(self.program.scores(match_id, self.table["host_token"]))
        for path in ("result", "sheet"):
            phone = self.rng.choice(self._people)
            self._open(phone, f"/m/{match_id}/{path}")
            shown: dict[str, str] = phone.page.evaluate(looks.TOTALS)
            for seat in state["seats"]:
                total = shown.get("".join(seat["name"].split()), "0" if path == "sheet" else "none")
                # All who win or lose together have no figures, and are alike in the interface.
                is_under_way = path == "result" and (
                    any(one.get("entered") or one.get("cells") for one in state["seats"])
                    or (not shown and len({one["score"] for one in state["seats"]}) == 1)
                )
                if seat["score"] is not None and not is_under_way and total != str(seat["score"]):
                    problem = f"{path} has {total} for {seat['name']}, not {seat['score']}"
                    self.findings.append(self._told(phone, problem))
                if str(seat["score"]) != filed.get(seat["name"]) and seat["score"] is not None:
                    self.findings.append(self._told(phone, f"{seat} of {names}, the file says {filed}"))
        for path in (f"/t/{self.table['table']}", f"/t/{self.table['table']}/evening", f"/m/{match_id}/journal"):
            self._open(self.rng.choice(self._people), path)
        screen = self.phones[-1]
        self._settle(screen)
        self.findings += [self._told(screen, one) for one in faults_of_screen(screen.page)]

    def _stop(self, match_id: str) -> None:
        """By the host's taps, who may change their mind once."""
        host = self.phones[0]
        for way in self.rng.choice((("/end",), ("/end", "/on", "/end"))):
            self._open(host, f"/t/{self.table['table']}/host")
            for where in (
                "main details.rest > summary",
                f"main a[href$='{match_id}{way}']",
                f":is(form[action$='{match_id}{way}'] button, button.bad[form])",
            ):
                self._tap_one_of(host, where)
                self._look(host)
        ended = self.program.ended(self.table)[match_id]
        if ended not in ("over", "broken_off"):
            self.findings.append(self._told(host, f"{ended} after it was stopped"))

    def _take_home(self, home: Program) -> None:
        """To another device, as a file: by the interface, or by the form there. It has the same matches, and shows their totals."""
        if not (evening := self.program.filed(self.table))["matches"]:
            return
        there = self._phone("there", self.rng.choice(SIZES), home.server)
        there.page.context.add_cookies([{"name": "device", "value": home.token, "url": home.server.url}])
        if self.rng.random() < 0.3:
            self._open(there, "/import")
            sent = FilePayload(name="evening.json", mimeType="application/json", buffer=json.dumps(evening).encode())
            there.page.locator("#file").set_input_files(sent)
            self._tap(there, ".foot .main", 0)
            there.page.locator(".foot a.main").wait_for()
            self._look(there)
            table = str(there.page.locator(".foot a.main").get_attribute("href"))
        else:
            code, taken = home.ask("POST", "/import", evening)
            assert code == 201, taken
            table = f"/t/{taken['table']}"
        self._open(there, f"{table}/evening")
        scores = home.ask("GET", f"/tables{table[2:]}/evening")[1]["scores"]
        if (shown := there.page.evaluate(looks.BROUGHT)) != {one["name"]: one["points"] for one in scores}:
            self.findings.append(self._told(there, f"has {shown}, not {scores}"))
        for one in evening["matches"]:
            state = home.state(one["match"])["state"]
            if self.program.state(one["match"])["state"] != state:
                self.findings.append(self._told(there, f"{one['game']} {one['match']} is another at another device"))
            self._open(there, f"/m/{one['match']}/result")
            self._add_up(there, state)

    def _told(self, phone: Phone, problem: str) -> str:
        if SHOTS:
            phone.page.screenshot(path=f"{SHOTS}/{self.seed}-{len(self.findings)}.png")
        last = "; ".join(self.steps[-4:])
        return f"seed {self.seed}, {phone.what}, {phone.name}, {phone.page.url}: {problem} (after {last})"


def play_until(
    deadline: float, seed: int, browser: Browser, server: Server, home: Program, entries: int = 40
) -> tuple[int, int, list[str]]:
    """Play as many evenings as fit before this moment of `time.monotonic`, at least one.

    Return their number, by how many entries matches came on by taps, and what did not hold, each problem once.
    """
    findings: dict[str, str] = {}
    number = saved = 0
    while not number or time.monotonic() < deadline:
        evening = Evening(seed + number, browser, server)
        evening.play(entries, home)
        for one in evening.findings:
            findings.setdefault(re.sub(r"^seed.*?(: |/m/[\w-]+)|\(after .*|\d+", "", one, flags=re.S), one)
        number, saved = number + 1, saved + evening.saved
    return number, saved, list(findings.values())
