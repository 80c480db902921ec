"""What the store says when it cannot do what it was asked."""

from enum import StrEnum


class StoreError(Exception):
    """Anything the store refuses."""


class Reason(StrEnum):
    """Why nothing can be read or recorded at the moment."""

    FULL = "full"
    READ_ONLY = "read-only"
    LOCKED = "locked"
    DAMAGED = "damaged"
    AWAY = "away"
    CLOSED = "closed"


class StoreUnavailable(StoreError):
    """The store is away, full, locked or damaged. Nothing was half recorded; asking again later is safe."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"the store is {reason.value}" + (f": {detail}" if detail else ""))
        self.reason = reason
        self.detail = detail


class BrokenChain(StoreUnavailable):
    """An entry of a match is not what was once recorded, or is gone: `seq` is the first that does not fit."""

    def __init__(self, match_id: str, seq: int) -> None:
        super().__init__(Reason.DAMAGED, f"entry {seq} of match {match_id} is not what was recorded")
        self.match_id = match_id
        self.seq = seq


class Unstorable(StoreError, ValueError):
    """What was given cannot be kept by every database: text with NUL, a number out of range, a key too long."""


class AlreadyRunning(StoreError):
    """Another server works on the same data."""

    def __init__(self, directory: str) -> None:
        super().__init__(f"another Tableside already works on the data in {directory}; stop it or name another place")
        self.directory = directory


class NewerSchema(StoreError):
    """The data was written by a newer Tableside than this one."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"the data has schema {found}, this Tableside knows up to {known}; install a newer Tableside")
        self.found = found
        self.known = known


class Fault(StrEnum):
    """What is wrong with a file that was offered as a copy of the data."""

    FOREIGN = "foreign"
    NEWER = "newer"
    DAMAGED = "damaged"


class UnusableCopy(StoreError):
    """The file is no copy that could take the place of the data: of something else, too new, or not whole."""

    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(f"this copy is {fault.value}: {detail}")
        self.fault = fault
        self.detail = detail


class Stale(StoreError):
    """Somebody else was faster, or entries are missing before this one: `current_version` is how many there are."""

    def __init__(self, current_version: int) -> None:
        super().__init__(f"the match is at version {current_version}")
        self.current_version = current_version


class Missing(StoreError):
    """What was named is not (or no longer) there: `what` is a noun, such as "match" or "seat"."""

    def __init__(self, what: str) -> None:
        super().__init__(f"no such {what}")
        self.what = what


class CodeTaken(StoreError):
    """Another table already has this code; draw a new one."""

    def __init__(self, code: str) -> None:
        super().__init__(f"another table has the code {code}")
        self.code = code


class Differs(StoreError):
    """The match is here already, with another journal than the one that was to be taken in, or at another table."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"match {match_id} is here with another journal or at another table")
        self.match_id = match_id
