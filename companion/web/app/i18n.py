"""Each reader's language: which one it is, and untranslated texts rendered in it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time
from babel.lists import format_list
from flask import Flask, current_app, g, has_app_context, has_request_context, request
from flask_babel import Babel, force_locale, get_domain, get_locale, gettext
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion import translations
from companion.archive.history import evening_day
from companion.engine.rulings import Json
from companion.engine.text import Arg, Either, SeatName, Spelled, Text
from companion.table.initials import seat_letter

LANGUAGES: Final = ("en", "fr", "es", "de")
_LIKE_I: Final = r"h?[ií](?![aeo])"
ALIKE: Final = (("y", re.compile(_LIKE_I, re.I), "e"), ("o", re.compile(r"h?[oó]", re.I), "u"))
"""What Spanish says instead of "y" and "o" before a word that begins with the same sound; not before "hielo"."""
JOINED: Final = {
    "fr": (re.compile(r"\b(d|qu)e[ \u00a0](?=(?:<[^>]*>|\u2068)*(?:[aeiouàâéèêíîóôúœ]|(?-i:H)))", re.I), r"\1’"),
    "es": (re.compile(rf"\by (?=(?:<[^>]*>|\u2068)*{_LIKE_I})", re.I), "e "),
}
"""What a word becomes before a name that begins with a vowel: "d’Ana", "e Inés"."""
LANGUAGE_COOKIE: Final = "language"
LONGEST_WISH: Final = 400
"""No browser says more about languages; anything beyond this is not read."""
_GAP_FIRST: Final = re.compile(r"\{(\w+)")
_STOPS: Final = (".", "?", "!")
_TURNS: Final = re.compile(
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters that are written from right to left, and what turns others round."""
_BEGIN_APART: Final = "\N{FIRST STRONG ISOLATE}"
_END_APART: Final = "\N{POP DIRECTIONAL ISOLATE}"
Names: TypeAlias = Sequence[str | None]


def init_app(app: Flask) -> None:
    """Let the app choose a language for every request, and templates say `text|words(names)`."""
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", translations.__path__[0])
    Babel(app, locale_selector=chosen_language)
    # By language, which must be the present one when it is called: Babel's own look-up asks for it.
    app.extensions["catalogs"] = lru_cache(lambda language: get_domain().get_translations())
    app.before_request(_look_up_reader)
    app.teardown_request(_forget_reader)
    app.jinja_env.filters.update(words=words, sentence=sentence, clock=clock, day=day, plain=plain, figure=figure)
    app.jinja_env.filters["evening"] = evening_day
    app.jinja_env.globals.update(_=said, gettext=said, ngettext=said_many, pgettext=said_in, language=language)
    app.jinja_env.globals.update(name_of=name_of, listed=listed, isolated=isolated)


def _look_up_reader() -> None:
    g.is_looked_up = True
    _reader.set(_reader_of(chosen_language()))


def _forget_reader(error: BaseException | None) -> None:
    # Only what this request has looked up: a page drawn within another context leaves that one's reader alone.
    if g.pop("is_looked_up", False):
        _reader.set(None)


def said(message: str, /, **values: Any) -> Markup:
    """Return what `_()` gives in a template: the message in the reader's language, its placeholders filled and escaped.

    A message that a game says as well has its placeholders in braces.
    """
    return _said_once(_catalog(), language(), None, message, **values)


def said_in(context: str, message: str, /, **values: Any) -> Markup:
    """What `pgettext()` gives in a template: the message as it is said in this context."""
    return _said_once(_catalog(), language(), context, message, **values)


@lru_cache(maxsize=4096, typed=True)  # what is HTML and what is not may be equal
def _said_once(known: Any, language: str, context: str | None, message: str, /, **values: Any) -> Markup:
    wording: str = known.ugettext(message) if context is None else known.upgettext(context, message)
    return Markup(wording) if not values and "%" not in wording else _filled(wording, language, values)


def said_many(one: str, many: str, number: int, /, **values: Any) -> Markup:
    """Return what `ngettext()` gives in a template: the form for `number`, which fills %(num)s or, where a game says it
    too, {count}.
    """
    return _said_of_many(_catalog(), language(), one, many, number, **values)


@lru_cache(maxsize=4096, typed=True)
def _said_of_many(known: Any, language: str, one: str, many: str, number: int, /, **values: Any) -> Markup:
    return _filled(known.ungettext(one, many, number), language, {"num": number, "count": number, **values})


def _filled(wording: str, language: str, values: Mapping[str, Any]) -> Markup:
    apart = {name: _escaped(value) for name, value in values.items()}
    return Markup(joined(wording.format(**apart) if "{" in wording else wording % apart, language))


def _escaped(value: Any) -> Any:
    """Return what stands for it in HTML; numbers as they are, for a wording may say how to write them."""
    return value if type(value) is int else escape(isolated(value) if type(value) is str else value)


def chosen_language() -> str:
    """Return the language of this request: from its address, else as chosen on this device, else its browser's best.

    English is the last resort. The interface ignores cookies and its address; there the header alone decides.
    """
    if not has_request_context():
        return LANGUAGES[0]
    # In the address: a sheet is printed for others too.
    # Most addresses have no query, and this is asked at the beginning of every request.
    asked = request.args.get("language", "") if request.query_string else ""
    chosen = asked if asked in LANGUAGES else request.cookies.get(LANGUAGE_COOKIE, "")
    # A program that sends a browser's cookies by accident still gets the language it asked for.
    if chosen in LANGUAGES and not request.path.startswith("/api/"):
        return chosen
    return _best_language(request.headers.get("Accept-Language", "")[:LONGEST_WISH])


@lru_cache(maxsize=256)
def _best_language(accepted: str) -> str:
    # One by one: a best match over all would prefer the English of "de-AT, en".
    wishes = parse_accept_header(accepted, LanguageAccept)
    wanted = (tag.partition("-")[0].lower() for tag, quality in wishes if quality > 0)
    return next((tag for tag in wanted if tag in LANGUAGES), LANGUAGES[0])


class Reader(NamedTuple):
    """The reader of a page: the language, its catalogue, and the path below which addresses lie. Looked up once a page."""

    language: str
    catalog: Any
    root: str


_reader: Final[ContextVar[Reader | None]] = ContextVar("reader", default=None)


def _reader_of(language: str) -> Reader:
    return Reader(language, current_app.extensions["catalogs"](language), request.script_root)


def reader() -> Reader:
    """The reader of what is written now."""
    return _reader.get() or _reader_of(language())


def language() -> str:
    """Return the present language as two letters, for the page's `lang`."""
    reader = _reader.get()
    return _locale().language if reader is None else reader.language


def root() -> str:
    """Return the path below which this app lies, as the reader's browser sees it."""
    reader = _reader.get()
    return request.script_root if reader is None else reader.root


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything meanwhile in this language, the caller: the screen has its own, and so has each stream."""
    # Both: Flask-Babel for days and plural forms, and our own reader for what is looked up at each word.
    with force_locale(_locale_of(language)):
        before = _reader.set(_reader_of(language))
        try:
            yield
        finally:
            _reader.reset(before)


def words(text: Text, names: Names = ()) -> str:
    """Return the text in the reader's language, with the names of those at the table."""
    return _worded(text, tuple(names), _catalog())


@lru_cache(maxsize=4096)
def _worded(text: Text, names: tuple[str | None, ...], known: Any) -> str:
    """Return the same, worked out once for those who read one catalogue; a whole sentence begins with a capital."""
    wording = _wording(text, known)
    # After it is filled in: whether "d’" or "de" depends on the name.
    said = joined(wording.format(**{name: _said(arg, names) for name, arg in text.args}), language())
    # What fills a first gap is written as within a sentence, "half a ring"; only a whole sentence gives it a capital.
    is_sentence = wording.startswith("{") and wording.endswith(_STOPS)
    return said if not is_sentence or _begins_as_typed(text, known) else said[:1].upper() + said[1:]


def _wording(text: Text, known: Any) -> str:
    """Return the text in the language of a catalogue, its gaps not yet filled."""
    if text.plural is not None:
        return str(known.ungettext(text.message, text.plural, text.number))
    return str(
        known.upgettext(text.context, text.message) if text.context is not None else known.ugettext(text.message)
    )


def _begins_as_typed(arg: Arg, known: Any) -> bool:
    """Return whether a name or a figure stands first, which stays as it is."""
    if isinstance(arg, Text):
        gap = _GAP_FIRST.match(_wording(arg, known))
        return gap is not None and _begins_as_typed(dict(arg.args)[gap[1]], known)
    if isinstance(arg, Either):
        return _begins_as_typed(arg.items, known)
    return isinstance(arg, SeatName) or not isinstance(arg, tuple) or not arg or _begins_as_typed(arg[0], known)


def joined(said: str, language: str) -> str:
    """Return the text with its small words as they are before what has been filled in."""
    if language not in JOINED:
        return said
    pattern, instead = JOINED[language]
    return pattern.sub(instead, said)


def _catalog() -> Any:
    """Return the catalogue of the reader's language. The domain itself asks three times who is reading."""
    reader = _reader.get()
    if reader is not None:
        return reader.catalog
    if not has_app_context():
        return get_domain().get_translations()
    return current_app.extensions["catalogs"](language())


def sentence(text: Text, names: Names = ()) -> str:
    """Return the text as a sentence by itself: with a capital, but a name that stands first as it was typed."""
    said = words(text, names)
    return said if _begins_as_typed(text, _catalog()) else said[:1].upper() + said[1:]


def isolated(text: str) -> str:
    """Return the text, in characters that no one sees if it is written from right to left: they keep it apart from the
    rest.

    A sentence around it then stays in order.
    """
    return text if text.isascii() or not _TURNS.search(text) else f"{_BEGIN_APART}{text}{_END_APART}"


def name_of(seat: int, names: Names = ()) -> str:
    """Return the name at a seat; its letter if no one is known to sit there."""
    known = names[seat] if seat < len(names) else None
    return known or str(_catalog().ugettext("Player %(number)s")) % {"number": seat_letter(seat)}


def listed(items: Sequence[str], *, style: str = "standard") -> str:
    """Several things as one says them: "Ana, Ben and Cleo"; with style "or", "Ana, Ben or Cleo"."""
    # Each by itself: a name from right to left would else turn the commas round.
    apart = [isolated(item) for item in items]
    said: str = format_list(apart, style=style, locale=_writing_of(_locale().language, ""))  # type: ignore[arg-type]
    return _in_spanish(said, apart[-1]) if len(items) > 1 and _locale().language == "es" else said


def _in_spanish(said: str, last: str) -> str:
    """Return the list with "e" for "y" before an i, and "u" for "o" before an o: "Ana e Inés", "Ana u Olga"."""
    for word, sound, instead in ALIKE:
        # Only the word before the last: an "y" within a name is part of it.
        if sound.match(last) and said.endswith(f" {word} {last}"):
            return f"{said.removesuffix(f'{word} {last}')}{instead} {last}"
    return said


def clock(at: datetime) -> str:
    """Return the time of day as the reader writes it, in this device's time zone; in parts of boards, which countries
    share.
    """
    return str(format_time(at.astimezone(), "short", locale=_writing_of(language(), "")))


def day(at: date) -> str:
    """Return the date as the reader's country writes it; that of a moment, in this device's time zone."""
    return str(format_date(at.astimezone() if isinstance(at, datetime) else at, "long", locale=country()))


def figure(number: int) -> str:
    """Return a number as people write it: with a minus sign instead of a hyphen. Programs read `str`."""
    return str(number) if number >= 0 else f"−{-number}"


def plain(value: Json) -> str:
    """Return a value of a state as people read it: a dash if it is missing."""
    if isinstance(value, bool):
        return str(gettext("yes") if value else gettext("no"))
    if isinstance(value, list):
        return ", ".join(plain(one) for one in value) or "–"
    if isinstance(value, int):
        return figure(value)
    return "–" if value is None else str(value)


def _said(arg: Arg, names: Names) -> str:
    if isinstance(arg, SeatName):
        return isolated(name_of(arg.seat, names))
    if isinstance(arg, Text):
        return words(arg, names)
    if isinstance(arg, Either):
        return _said_either(arg.items, names)
    if isinstance(arg, Spelled):
        return isolated(dict(arg.others).get(language(), arg.usual))
    if isinstance(arg, tuple):
        return listed([_said(one, names) for one in arg])
    return isolated(arg) if isinstance(arg, str) else figure(arg)


def _said_either(items: tuple[Arg, ...], names: Names) -> str:
    first = items[0]
    if len(items) == 1 and isinstance(first, tuple) and not isinstance(first, SeatName | Text):
        items = first
    return listed([_said(one, names) for one in items], style="or")


@lru_cache(maxsize=len(LANGUAGES))
def _locale_of(language: str) -> Locale:
    return Locale.parse(language)


def country() -> Locale:
    """Return how the reader's country writes days and figures, as the browser names it beside the language it reads."""
    return _writing_of(
        language(), request.headers.get("Accept-Language", "")[:LONGEST_WISH] if has_request_context() else ""
    )


@lru_cache(maxsize=256)
def _writing_of(language: str, accepted: str) -> Locale:
    """Return where no country is named: in English as Britain does, whose spelling the texts have."""
    for tag, quality in parse_accept_header(accepted, LanguageAccept):
        if quality > 0 and tag.lower().startswith(f"{language}-"):
            # Browsers may name a country that Babel does not know, or none that is.
            with suppress(UnknownLocaleError, ValueError):
                return Locale.parse(tag, sep="-")
    return _locale_of("en_GB" if language == "en" else language)


def _locale() -> Locale:
    return get_locale() or _locale_of(LANGUAGES[0])
