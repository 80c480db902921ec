"""Logs as JSON: one object a line, without anything that says who plays."""

import json
import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Final

OURS: Final = "companion"
EXTRA: Final = ("page", "status", "ms", "tables")


class JsonLines(logging.Formatter):
    """Time, level, logger, and what happened, in our own words and with their values.

    Of an error, and of what other packages log, the kind and place alone: their messages may quote people, links or tokens.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
            "event": record.getMessage()
            if record.name.partition(".")[0] == OURS
            else f"{record.filename}:{record.lineno} {record.funcName}",
        }
        line |= {name: getattr(record, name) for name in EXTRA if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = [
                f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(line, ensure_ascii=False)


def log_as_json() -> None:
    """Send everything this process logs from now on to the standard output in this form."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
