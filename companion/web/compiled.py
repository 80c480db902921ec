"""Templates kept as they were compiled: from the second start on nothing is compiled, which takes time and a tenth of all memory.

They are Python's own code, and the code in the folder is run: it must belong to this user alone.
"""

from __future__ import annotations

import hashlib
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import jinja2
from flask import Flask
from jinja2.bccache import Bucket, FileSystemBytecodeCache

logger = logging.getLogger(__name__)

WRITTEN_IN: Final = Path(__file__).resolve().parent
"""The code that compiles templates, and what it may work out beforehand."""
NOT_FOR_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def keep_compiled(app: Flask, folder: Path) -> None:
    """Keep compiled templates in this folder; keep nothing without one that belongs to this user alone."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        logger.info("compiled templates are not kept: %s", error.strerror)
        return
    if stat.S_ISDIR(found.st_mode) and _is_ours_alone(found):
        app.jinja_env.bytecode_cache = CompiledTemplates(folder, made_of(Path(app.root_path, str(app.template_folder))))
    else:
        logger.warning("compiled templates are not kept: others may write into the folder")


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder, valid as long as everything they are made of stays the same."""

    def __init__(self, folder: Path, made_of: str) -> None:
        super().__init__(str(folder))
        self._made_of = made_of

    def get_source_checksum(self, source: str) -> str:
        """What all templates are made of: a template is compiled together with those it includes."""
        return self._made_of

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template; if the disk is full, it is compiled again at the next start."""
        try:
            super().dump_bytecode(bucket)
        except OSError as error:
            logger.info("a compiled template is not kept: %s", error.strerror)


def made_of(templates: Path) -> str:
    """A checksum of all templates, of what compiles them, and of the engine's version."""
    content = hashlib.sha256(jinja2.__version__.encode())
    for path in (*_files(templates, "*"), *_files(WRITTEN_IN, "*.py")):
        content.update(f"\0{path.name}\0{path.stat().st_size}\0".encode())
        content.update(path.read_bytes())
    return content.hexdigest()


def _files(folder: Path, pattern: str) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob(pattern)) if path.is_file())


def _is_ours_alone(found: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True  # Windows: the folder of a user's own data
    return found.st_uid == os.getuid() and not found.st_mode & NOT_FOR_OTHERS
