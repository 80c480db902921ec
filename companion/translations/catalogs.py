"""Keep the catalogues whole: `python -m companion.translations.catalogs` collects every text and compiles every language.

python -m companion.translations.catalogs            collect, merge, compile, and say what is missing
python -m companion.translations.catalogs missing fr  print what has no French yet, as JSON to be filled in
python -m companion.translations.catalogs fill fr F   put the filled-in JSON file F into the French catalogue
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
LANGUAGES: Final = ("de", "es", "fr")
KEYWORDS: Final[dict[str, Any]] = {
    "_": None,
    "gettext": None,
    "lazy_gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "say": None,
    "say_many": (1, 2),
    "say_as": ((1, "c"), 2),
}
Id: TypeAlias = "str | tuple[str, str]"


def collect() -> Catalog:
    """Every text of the code and of the templates."""
    catalog = Catalog(project="Tableside", charset="utf-8")
    for folder, methods in (("companion", [("**.py", "python")]), ("templates", [("**", "jinja2")])):
        found = extract_from_dir(
            str(ROOT / folder), methods, {"**": {"encoding": "utf-8"}}, KEYWORDS, ("Translators:",)
        )
        for filename, _, message, comments, context in found:
            catalog.add(message, None, [(f"{folder}/{filename}", 0)], auto_comments=comments, context=context)
    return catalog


def path_of(language: str) -> Path:
    """The catalogue of a language."""
    return HERE / language / "LC_MESSAGES" / "messages.po"


def load(language: str) -> Catalog:
    """The catalogue of a language as it lies there."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def save(language: str, catalog: Catalog) -> None:
    """Write a catalogue, and its compiled form beside it."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog.fuzzy = False  # its head is as good as the rest
    with path.open("wb") as file:
        write_po(file, catalog, width=120, sort_output=True, no_location=True, omit_header=False, ignore_obsolete=True)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)


def update(language: str) -> list[Message]:
    """Bring a catalogue up to date with the texts; what is still untranslated comes back."""
    catalog = load(language) if path_of(language).exists() else Catalog(locale=language, charset="utf-8")
    stamp = catalog.creation_date
    catalog.update(collect(), no_fuzzy_matching=True)
    catalog.creation_date = catalog.revision_date = stamp
    save(language, catalog)
    return list(untranslated(catalog))


def untranslated(catalog: Catalog) -> Iterator[Message]:
    """The messages without a translation, or with a doubtful one."""
    for message in catalog:
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and (message.fuzzy or not all(strings)):
            yield message


def fill(language: str, filled: list[dict[str, Any]]) -> int:
    """Put translations into a catalogue: `[{"id": ..., "context": ..., "string": ...}]`; how many were put in."""
    catalog = load(language)
    count = 0
    for one in filled:
        key: Id = tuple(one["id"]) if isinstance(one["id"], list) else one["id"]
        message = catalog.get(key, one.get("context"))
        if message is None:
            raise SystemExit(f"no such text: {one['id']!r}")
        string = one["string"]
        message.string = tuple(string) if isinstance(string, list) else string
        # A text that has become a plural is called doubtful when it is collected; what is filled in is not.
        message.flags.discard("fuzzy")
        count += 1
    save(language, catalog)
    return count


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 where something is untranslated."""
    if arguments[:1] == ["missing"]:
        rest = [{"id": m.id, "context": m.context, "string": ""} for m in untranslated(load(arguments[1]))]
        print(json.dumps(rest, ensure_ascii=False, indent=1))
        return 0
    if arguments[:1] == ["fill"]:
        print(fill(arguments[1], json.loads(Path(arguments[2]).read_text(encoding="utf-8"))), "filled in")
        return 0
    missing = {language: update(language) for language in LANGUAGES}
    for language, messages in missing.items():
        print(f"{language}: {len(messages)} without a translation")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
