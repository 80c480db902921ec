"""The layers know only what lies further in, and nothing outside a game knows that game.

    engine <- games <- match <- table <- archive <- web
    within web: app <- evening <- board <- api <- library <- device
    within a game: rules <- board <- words <- paper
    store, live: know neither games nor web nor engine
    server: knows what is live, and serves any WSGI app

Read from the import statements and literals of the modules, not from running them.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMPANION = ROOT / "companion"
GAMES = {path.parent.name for path in COMPANION.glob("games/*/__init__.py")}

INWARD = {
    "engine": {"engine"},
    "games": {"engine"},
    "store": {"store"},
    "live": {"live"},
    "match": {"engine", "games", "store", "live", "match"},
    "table": {"engine", "games", "store", "live", "match", "table"},
    "archive": {"engine", "games", "store", "live", "match", "table", "archive"},
    "server": {"server", "live"},
    "lan": set[str](),
}
"""For each layer, the layers it may import. What is not named (web) may import every one."""

WITHIN_WEB = ("app", "evening", "board", "api", "library", "device")
"""The folders of the web layer: each may import those before it. What puts them together stands beside them."""

WITHIN_A_GAME = ("rules", "board", "words", "paper")
"""The folders of a game, likewise (paper is one module); its declaration stands beside them."""

KEYS_OF_ANSWERS = {"points"}
"""Names of games that the JSON interface has as names of values: alone they mention no game."""

WITHOUT_A_GAME = ("engine", "match", "table", "archive", "web", "store", "live", "server")

OWNERS = {
    "flask": {"web"}, "flask_babel": {"web", "translations"}, "htmx_flask": {"web"}, "jinja2": {"web"},
    "werkzeug": {"web", "server"}, "sqlalchemy": {"store"}, "psycopg": {"store"}, "redis": {"live"}, "click": set[str](),
    "uvicorn": {"server"}, "a2wsgi": {"server"}, "ifaddr": {"lan"}, "qrcode": {"lan"},
}  # fmt: skip
"""Libraries that only some layers may know."""

JOINS_ALL = "cli"
"""The package that puts the parts together: it may know every library. Nothing but what is started may know it."""

REACHES_OUT = frozenset(
    "asyncio concurrent ctypes datetime email fileinput ftplib gettext glob http imaplib importlib io locale logging mmap "
    "multiprocessing os pathlib pickle pkgutil platform queue random secrets select selectors shelve shutil signal smtplib "
    "socket socketserver sqlite3 ssl subprocess sys syslog tempfile threading time urllib uuid webbrowser".split()
)
"""Parts of the standard library by which code meets a clock, chance, a file, a wire or another thread."""

REACHING_CALLS = frozenset({"open", "print", "input", "exec", "eval", "__import__", "breakpoint"})

FINDS_GAMES = {"companion.games": {"importlib", "pkgutil", "os", "pathlib"}}
"""The one module that looks which games there are."""


@dataclass(frozen=True, slots=True)
class Module:
    """One source file: its dotted name, and its parsed text."""

    name: str
    nodes: tuple[ast.AST, ...]

    @property
    def layer(self) -> str:
        """The part of companion it belongs to, such as "engine"; "" for companion itself."""
        return [*self.name.split("."), ""][1]

    @property
    def game(self) -> str:
        """The package of the game it belongs to; "" for none."""
        parts = self.name.split(".")
        return parts[2] if self.layer == "games" and len(parts) > 2 else ""

    def imports(self) -> Iterator[str]:
        """Dotted name of everything it imports, `from a import b` as a.b; ruff (TID252) lets no name be relative."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    def names(self) -> Iterator[str]:
        for node in self.nodes:
            match node:
                case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)) | ast.arg(arg=name):
                    yield name
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                    yield name


def module_of(path: Path) -> Module:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    return Module(name, tuple(ast.walk(ast.parse(path.read_text("utf-8"), str(path)))))


def wrong_arrows(module: Module) -> Iterator[str]:
    for imported in module.imports():
        first, _, rest = imported.partition(".")
        if first == "app" or (rest.split(".")[0] == JOINS_ALL and module.layer not in (JOINS_ALL, "__main__")):
            yield f"{module.name} imports {imported}, where everything is put together"
        elif first == "companion":
            yield from _wrong_layer(module, imported, rest.split(".")[0])
        elif first in OWNERS and module.layer not in OWNERS[first] | {JOINS_ALL}:
            yield f"{module.name} imports {first}, which only {sorted(OWNERS[first])} may"
        elif module.layer in ("engine", "games"):
            yield from _not_pure(module, first)


def _wrong_layer(module: Module, imported: str, layer: str) -> Iterator[str]:
    allowed = INWARD.get(module.layer)
    other = re.match(r"companion\.games\.(\w+)", imported)
    is_a_game = other is not None and other.group(1) in GAMES
    if module.game and layer == "games":
        if other is None or other.group(1) != module.game:
            yield f"{module.name} imports {imported}: a game knows itself and the engine"
    elif is_a_game:
        yield f"{module.name} imports the game {imported}"
    elif allowed is not None and layer not in allowed and not (module.layer == layer == "games"):
        yield f"{module.name} imports {imported}: {module.layer} may know {sorted(allowed) or 'nothing of ours'}"


def folder_arrows(module: Module) -> Iterator[str]:
    """Imports within the web layer, and within a game, that lead to a folder further out."""
    whole, folders = (
        (f"companion.games.{module.game}.", WITHIN_A_GAME) if module.game else ("companion.web.", WITHIN_WEB)
    )
    own = module.name.removeprefix(whole).split(".")[0]
    for imported in module.imports() if own in folders else ():
        other = imported.removeprefix(whole).split(".")[0]
        if imported.startswith(whole) and other not in folders[: folders.index(own) + 1]:
            yield f"{module.name} imports {imported}, which lies further out"


def _not_pure(module: Module, imported: str) -> Iterator[str]:
    if imported in FINDS_GAMES.get(module.name, set()):
        return
    if imported not in sys.stdlib_module_names:
        yield f"{module.name} imports {imported}, which is not in the standard library"
    elif imported in REACHES_OUT:
        yield f"{module.name} imports {imported}: rules see no clock, chance, file or wire"


def sessions(module: Module) -> Iterator[str]:
    """Where a session of a match is met outside of its package: everybody else is given a snapshot, which never changes."""
    if module.layer != "match" and any(imported.startswith("companion.match.session") for imported in module.imports()):
        yield f"{module.name} imports companion.match.session, which never leaves companion.match"
    if module.layer != "match" and "_sessions" in set(module.names()):
        yield f"{module.name} reaches for the sessions of companion.match"


def wrong_calls(module: Module) -> Iterator[str]:
    """Calls by which engine or games would reach out of themselves."""
    if module.layer in ("engine", "games"):
        called = [ast.unparse(node.func) for node in module.nodes if isinstance(node, ast.Call)]
        yield from (f"{module.name} calls {call}()" for call in called if call in REACHING_CALLS)


def mentions(module: Module) -> Iterator[str]:
    """Where a module that must serve any game names one.

    A name of one word is an English word as well: it counts in strings only, alone or as a step of a path.
    """
    if module.layer not in WITHOUT_A_GAME:
        return
    texts = {node.value for node in module.nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    names = set(module.names())
    for game in sorted(GAMES):
        slug = game.replace("_", "-")
        step = re.compile(rf"(?:^|[/.]){slug}(?:$|[/.])(?!\s)")
        found = {text for text in texts if step.search(text)} - KEYS_OF_ANSWERS
        if "_" in game:
            found |= {word for word in texts | names if game in word or slug in word}
        yield from (f"{module.name} mentions {game}: {word[:60]!r}" for word in sorted(found))


def test_no_arrow_points_outward_and_nothing_outside_a_game_knows_it() -> None:
    modules = [module_of(path) for path in sorted(COMPANION.rglob("*.py"))]
    assert {"companion.engine"} <= {module.name for module in modules}, "no module of the engine was read"
    rules = (wrong_arrows, folder_arrows, sessions, wrong_calls, mentions)
    complaints = [complaint for module in modules for rule in rules for complaint in rule(module)]
    assert not complaints, "\n" + "\n".join(complaints)
