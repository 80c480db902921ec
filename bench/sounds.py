"""Makes the sounds of the table, so that all of them are our own: run it, and the files lie under static/sounds again.

A tock is a knuckle on wood, a splash is noise that sinks in pitch, the end is three wooden bars struck one after another.
"""

from __future__ import annotations

import math
import random
import struct
import wave
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

RATE: Final = 16_000
LOUDEST: Final = 0.6 * 32_767
FOLDER: Final = Path(__file__).parent.parent / "static" / "sounds"


def bar(pitch: float, at: float, *, falls: float = 9.0) -> Callable[[float], float]:
    """A wooden bar struck at a moment: its tone, and one nearly four times as high that dies at once."""

    def sounds(moment: float) -> float:
        since = moment - at
        if since < 0:
            return 0.0
        tone = math.sin(math.tau * pitch * since) * math.exp(-falls * since)
        return tone + 0.35 * math.sin(math.tau * 3.93 * pitch * since) * math.exp(-5 * falls * since)

    return sounds


def tock() -> list[float]:
    """One short stroke."""
    stroke = bar(420.0, 0.0, falls=55.0)
    return [stroke(at / RATE) for at in range(RATE // 12)]


def splash() -> list[float]:
    """Noise through a filter that closes, which is what water says when something falls into it."""
    chance, level, found = random.Random(1), 0.0, []
    length = RATE * 2 // 5
    for at in range(length):
        open_by = 0.5 * math.exp(-4.0 * at / length) + 0.02
        level += open_by * (chance.uniform(-1.0, 1.0) - level)
        found.append(level * min(1.0, at / 200) * math.exp(-4.5 * at / length))
    return found


def end() -> list[float]:
    """Three bars, rising, the last of them longest."""
    bars = (bar(392.0, 0.0), bar(493.9, 0.16), bar(587.3, 0.32, falls=4.5))
    return [sum(one(at / RATE) for one in bars) for at in range(RATE * 6 // 5)]


def samples(sound: Sequence[float]) -> bytes:
    """The sound as 16-bit samples, its loudest moment the same for each, silent at its end."""
    most, last = max(map(abs, sound)), len(sound) - 1
    fading = [one * min(1.0, (last - at) / 160) for at, one in enumerate(sound)]
    return b"".join(struct.pack("<h", round(one / most * LOUDEST)) for one in fading)


SOUNDS: Final = {"tock": tock, "splash": splash, "end": end}


def main() -> None:
    """Write every sound into its folder."""
    for name, make in SOUNDS.items():
        with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(make()))


if __name__ == "__main__":
    main()
