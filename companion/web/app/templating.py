"""What templates may say besides what Jinja and Flask know: icons, clauses, parts."""

import logging
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from hashlib import blake2s
from pathlib import Path
from typing import Any, Final

from flask import Flask, url_for
from jinja2 import Environment, FileSystemBytecodeCache, StrictUndefined, pass_context
from jinja2.bccache import Bucket
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.engine.game import Game
from companion.engine.identity_cache import IdentityKey
from companion.engine.present import Cover
from companion.web.app.assets import STATIC, asset
from companion.web.app.device import chosen_titles
from companion.web.app.i18n import Reader, language, reader, root, words
from companion.web.app.parts import SENT_ALONG

OPTIONS: Final = {"trim_blocks": True, "lstrip_blocks": True, "undefined": StrictUndefined}
"""How templates are read: a line of tags alone is no line of the page, and what a template was not given is an error."""

MOST_UNFOLDED: Final = 8
"""No name of so few letters is shortened."""
SHORTENED: Final = 5
"""So many letters stand for a long word."""
TOO_SHORT: Final = 3
"""A first word of so few letters, as in "Oma Gerda", says too little by itself."""
LONGEST_UNBROKEN: Final = 14
"""So many letters of a name have room in one line of the television's headline."""
SYLLABLE: Final = re.compile(r"(?<=\w{5})(?<![cpst](?=h))(?=[bcdfghj-np-tv-xzß][aeiouyà-öø-ÿ]\w{3})", re.IGNORECASE)
"""Where one begins within a word."""

logger = logging.getLogger(__name__)

KEPT_AS: Final = f"tableside_{blake2s(Path(__file__).read_bytes(), digest_size=6).hexdigest()}_%s.cache"
"""Files of compiled templates: how they call the filters made here is compiled in, so a newer version of them starts anew."""


class CompiledTemplates(FileSystemBytecodeCache):
    """Templates as they were compiled, in this user's own folder for temporary files, which Jinja makes and checks."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template; if the disk is full, it is compiled again next time."""
        try:
            super().dump_bytecode(bucket)
        except OSError as error:
            logger.info("a compiled template is not kept: %s", error.strerror)


class Unindented(Extension):
    """Templates whose lines begin with one space at most: more says nothing, and makes a page larger on its way."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the template with less space; one stays, for a tag that goes on after a condition."""
        return re.sub(r"\n[ \t]+", "\n ", source)


def init_app(app: Flask) -> None:
    """Let templates say `icon_of("ring")` and `clause_of("LU-12", slug)`."""
    try:
        # Compiling all templates takes 3 s, reading them back 0.1 s (ADR 17).
        app.jinja_env.bytecode_cache = CompiledTemplates(pattern=KEPT_AS)
    except RuntimeError as unsafe:  # another person made a folder of that name
        logger.warning("compiled templates are not kept: %s", unsafe)
    app.jinja_env.globals.update(icon_of=icon_of, clause_of=clause_of, sent_along=SENT_ALONG, title_of=title_of)
    app.jinja_env.add_extension(Unindented)
    macros = _macros(app.jinja_env)
    app.jinja_env.globals.update(macros=macros, url_for=address_of)
    app.jinja_env.filters.update(
        drawn=_drawing(macros),
        sign=_sign,
        folding=folding,
        shortened=shortened,
        folded=folded,
        folded_length=folded_length,
        unbroken=unbroken,
        suits=suits,
        itself=IdentityKey,
    )
    app.jinja_env.filters.update(there=lambda names: there(app.jinja_env, names))


@lru_cache(maxsize=256)
def there(templates: Environment, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first of these templates that there is, or none: Jinja looks on the disk for one that is missing, each
    time.
    """
    # Templates come with the app and never change while it runs.
    known = _all_of(templates)
    return tuple(one for one in names if one in known)[:1]


@cache
def _all_of(templates: Environment) -> frozenset[str]:
    return frozenset(templates.list_templates())


def address_of(endpoint: str, **values: Any) -> str:
    """Return what Flask's `url_for` gives: the address of a page of this app, worked out once for the same values."""
    return _address(root(), endpoint, tuple(values.items()))


@lru_cache(maxsize=4096)
def _address(root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    # `root` is there as a part of the key: what `url_for` gives begins with it.
    return url_for(endpoint, **dict(values))


def _macros(templates: Environment) -> Callable[[str], Any]:
    """Return what templates call `macros("tank.html")`: the macros of a file, or of the first there is of several, as
    `import` gives them, which compares all that two templates know each time.
    """

    def found(path: str | tuple[str, ...]) -> Any:
        return templates.get_or_select_template(path).module  # type: ignore[arg-type]

    # While templates are being worked on, a changed one must be read anew.
    return found if templates.auto_reload else lru_cache(maxsize=None)(found)


def _drawing(macros: Callable[[str], Any]) -> Callable[..., Markup]:
    """Return what templates write as `"tank.html:well"|drawn(water, ghost)`: what a macro makes of a few values, kept
    for all viewers.

    It knows nothing else, so it shows each of them what all may see. A value that is large, and never changes, such as the
    record of a trick, is compared by identity: `"news.html:why"|drawn(board.verdict|itself, ...)`. It is a filter, as Jinja
    asks ten things before it calls a function, and none before a filter.
    """

    @lru_cache(maxsize=2048)
    def draw(reader: Reader, macro: str, *given: Any) -> Markup:
        path, _, name = macro.partition(":")
        made: Markup = getattr(macros(path), name)(*[one.source if type(one) is IdentityKey else one for one in given])
        return made

    # The reader is part of the key: language, and the path that addresses begin with.
    return lambda macro, *given: draw(reader(), macro, *given)


@lru_cache(maxsize=1024)
def folding(name: str) -> str:
    """Return a name that the style shows whole or, where that has no room, by its first word, or else in its short form."""
    # Made here once and chosen by the style: how much room there is, only the phone knows.
    # "Maximiliane-Charlotte" begins as "Maximiliane-C.".
    short, first = shortened(name), re.sub(r"-([^ -])\S*$", r"-\1.", name.partition(" ")[0])
    begun = Markup(' data-begun="{}"').format(first) if first not in (name, short) and len(first) > len(short) else ""
    shown = Markup('<span class="either"><i data-short="{}"{} aria-hidden="true"></i><span>{}</span></span>')
    return name if short == name else shown.format(short, begun, name)


def shortened(name: str) -> str:
    """Return the shortest form of a name, the same everywhere: "Jean-B.", "Anna", "Oma G.", "Maxim."; of a short name all of it."""
    first, _, others = name.partition(" ")
    if len(name) <= MOST_UNFOLDED:
        return name
    begun, _, second = first.partition("-")
    if second and 0 < len(begun) <= SHORTENED:
        return f"{begun}-{second[0]}."
    if others and len(first) <= TOO_SHORT:
        return f"{first} {others[0]}."
    return first if len(first) <= SHORTENED + 1 else first[:SHORTENED] + "."


def folded(said: str, names: Iterable[str | None]) -> Markup:
    """Return what is said with the names in it that fold."""
    text = escape(said)
    for name in filter(None, names):
        if name not in said or name == shortened(name):
            continue
        whole = escape(folding(name))
        # The stop of a sentence is that of a short form too: "Jean-B." does not end in two.
        stopped = whole.replace(Markup('."'), Markup('"'))
        # Escaped first, so that the name is found as it stands in the escaped text.
        first, *others = text.split(escape(name))
        text = first + Markup("").join((stopped if one.startswith(".") else whole) + one for one in others)
    return text


def folded_length(said: str, names: Iterable[str | None]) -> int:
    """Return how many characters are left of what is said, where the names in it fold."""
    for name in filter(None, names):
        said = said.replace(name, shortened(name))
    return len(said)


def unbroken(said: str, names: Iterable[str | None]) -> Markup:
    """Return what is said large, with no line that ends at the hyphen of a name."""
    text = escape(said)
    for name in names:
        if name and "-" in name and len(name) <= LONGEST_UNBROKEN:
            text = text.replace(escape(name), Markup('<span class="unbroken">{}</span>').format(name))
    return text


def suits(text: str) -> Markup:
    """Return a text whose red suits are red."""
    return Markup(re.sub("([♥♦])", r'<span class="bad">\1</span>', str(escape(text))))


def hyphenated(name: str) -> str:
    """Return a name whose words too long for a line may break where a syllable begins, with a hyphen that is seen only there."""
    return re.sub(rf"[^\s-]{{{LONGEST_UNBROKEN + 1},}}", lambda word: SYLLABLE.sub("\u00ad", word[0]), name)


def icon_of(name: str, kind: str = "i") -> Markup:
    """Return a drawing of the sprite, a writing pad for a game without one; `kind` is its class in the style."""
    return _icon(name if name in _drawings() else "ow", kind, root())


@pass_context
def _sign(context: Context, name: str, kind: str = "i") -> Markup:
    """The same as a filter. It takes the context, as Jinja works out what has none when it compiles: for the one who reads then."""
    return icon_of(name, kind)


@cache
def _drawings() -> frozenset[str]:
    return frozenset(re.findall(r'<symbol id="([^"]+)"', (STATIC / "icons.svg").read_text("utf-8")))


@lru_cache(maxsize=512)
def _icon(name: str, kind: str, root: str) -> Markup:
    drawn = Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>')
    return drawn.format(kind, asset("icons.svg"), name)


def title_of(one: Cover | Game[Any]) -> str:
    """Return what a game is called: by the reader's box, else as sold in their language, or by the table that defined
    it.
    """
    cover = one.cover if isinstance(one, Game) else one
    if cover.called is not None:
        return words(cover.called)
    sold = dict(cover.titles[::-1])  # of two titles in a language the first
    # The title on the reader's own box comes first: people look for what it says.
    return dict(chosen_titles()).get(cover.slug) or sold.get(language(), cover.title)


def clause_of(id: str, slug: str) -> Markup:
    return _clause(id, slug, root())


@lru_cache(maxsize=1024)
def _clause(id: str, slug: str, root: str) -> Markup:
    # `root` is a part of the key here too, for the address in it.
    return Markup('<a class="clause" href="{}#{}">{}</a>').format(url_for("rules.page", slug=slug), id, id)
