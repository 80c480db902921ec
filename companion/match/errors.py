"""The reasons, apart from the rules, why the service refuses what was asked."""

from companion.engine.text import Text
from companion.store import Missing

Unknown = Missing
"""There is no such table, seat, match, game, ruling, entry or link: `what` is that noun. The store says so with the same."""


class CannotOpen(Exception):
    """The record of a match is damaged, or of a form that this Tableside does not know; all others are as they were."""


class NoToken(Exception):
    """The token belongs to no one, or none was given."""


class _InWords(Exception):
    """What is refused for a reason that `text` says."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class NotAllowed(_InWords):
    """Someone of this role may not do that; `text` says who may."""


class Refused(_InWords):
    """A file is refused, and nothing was written."""


class _AtVersion(Exception):
    """What is refused as the match stands now, at `version`."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the match is at version {version}")
        self.version = version


class MovedOn(_AtVersion):
    """The match is not at the version that the caller saw."""


class NeedsHost(_AtVersion):
    """The step would pass a reveal: only the host may take it, and has to confirm it."""


class BrokenOff(_AtVersion):
    """The match was broken off: nothing is entered before the host takes it up again."""


class NothingToUndo(Exception):
    """There is nothing to take back, to bring back, or to correct at this entry."""
