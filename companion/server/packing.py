"""Streams in gzip, each event packed by itself: nothing in one shares a window with what another holds.

How well a text that someone chose packs together with a secret says something about the secret to an observer of sizes. So an event
that holds one is not packed at all. Pieces that were packed apart, each from an empty window and up to a whole byte, are
one stream when they follow each other: so what is the same for many is packed once, and a stream keeps no window.
"""

import re
import struct
import zlib
from functools import lru_cache
from typing import Final

BEGIN: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The head of gzip, which names no file and no time."""
_LAST_BLOCK: Final = b"\x03\x00"
_QUICK: Final = 5
# `gzip;q=0` says that it is not wanted.
_TAKES: Final = re.compile(r"(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)", re.IGNORECASE)


def takes_gzip(headers: list[tuple[str, str]]) -> bool:
    """Return whether a client says that it takes gzip."""
    return any(_TAKES.search(value) for name, value in headers if name == "accept-encoding")


@lru_cache(maxsize=128)
def packed(data: bytes) -> bytes:
    """Return the piece of a stream that says this, small."""
    return _deflated(data, _QUICK)


def _deflated(data: bytes, level: int) -> bytes:
    made = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    # A sync flush ends on a whole byte and leaves no last block, so that pieces can stand one after the other.
    return made.compress(data) + made.flush(zlib.Z_SYNC_FLUSH)


class Gzip:
    """What a stream in gzip must remember of what it said: its checksum and its length."""

    def __init__(self) -> None:
        self._sum = self._size = 0

    def piece(self, data: bytes, small: bytes | None = None) -> bytes:
        """Return the next piece: `small`, where it was packed, else the data as it is."""
        self._sum, self._size = zlib.crc32(data, self._sum), self._size + len(data)
        # Level 0 stores it as it is: its size then says nothing but its length.
        return _deflated(data, 0) if small is None else small

    def end(self) -> bytes:
        """Return the end of the stream."""
        # The format keeps the length in four bytes, and of a longer stream what is left over.
        return _LAST_BLOCK + struct.pack("<LL", self._sum, self._size & 0xFFFFFFFF)
