"""What templates may say besides what Jinja and Flask know: icons, clauses, and parts that are made once (a cache)."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any, Final

from flask import Flask, current_app, request, url_for
from jinja2 import FileSystemBytecodeCache, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from companion.engine.kept import Same
from companion.web.assets import asset
from companion.web.i18n import language

OPTIONS: Final = {"trim_blocks": True, "lstrip_blocks": True, "undefined": StrictUndefined}
"""How templates are read: a line of tags alone is no line of the page, and what a template was not given is an error."""
MOST_PARTS: Final = 4096

logger = logging.getLogger(__name__)


class CompiledTemplates(FileSystemBytecodeCache):
    """Templates as they were compiled, in this user's own folder for temporary files, which Jinja makes and checks."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template; if the disk is full, it is compiled again next time."""
        try:
            super().dump_bytecode(bucket)
        except OSError as error:
            logger.info("a compiled template is not kept: %s", error.strerror)


def init_app(app: Flask) -> None:
    """Let templates say `icon_of("ring")`, `clause_of("LU-12", slug)` and `once("reasons.html:reasons", steps, slug)`."""
    app.extensions["parts"] = lru_cache(maxsize=MOST_PARTS)(_made)
    try:
        app.jinja_env.bytecode_cache = CompiledTemplates()
    except RuntimeError as unsafe:  # somebody else made a folder of that name
        logger.warning("compiled templates are not kept: %s", unsafe)
    app.jinja_env.globals.update(icon_of=icon_of, clause_of=clause_of, once=once)


def icon_of(name: str, kind: str = "i") -> Markup:
    """A drawing of the sprite; `kind` is its class in the style."""
    drawn = Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>')
    return drawn.format(kind, asset("icons.svg"), name)


def clause_of(id: str, slug: str) -> Markup:
    """A clause's number, which leads to its words."""
    return Markup('<a class="clause" href="{}#{}">{}</a>').format(url_for("rules.page", slug=slug), id, id)


def once(part: str, *given: Any) -> Markup:
    """What a part of a page renders to, made once for the same arguments: for all seats shown the same, tap after tap.

    `part` is a macro's file and name, as `reasons.html:reasons`. It knows nothing but its arguments, and the
    reader's language and addresses, by which parts are told apart too. So nobody is ever shown what another's
    page was made of. What cannot be hashed, such as a map, is told apart by identity.
    """
    made: Markup = current_app.extensions["parts"](
        part, language(), request.script_root, tuple(map(_told_apart, given))
    )
    return made


def _made(part: str, language: str, root: str, given: tuple[Any, ...]) -> Markup:
    path, _, name = part.partition(":")
    macro = getattr(current_app.jinja_env.get_template(path).module, name)
    return Markup(macro(*(value.source if isinstance(value, Same) else value for value in given)))


def _told_apart(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        return Same(value)
    return value
