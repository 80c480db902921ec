"""The sounds are of our own making: each file is what the script makes, short and small."""

import wave

import pytest

from bench.sounds import FOLDER, RATE, SOUNDS, samples

LONGEST_SECONDS = 1.5
MOST_BYTES = 40_000


@pytest.mark.parametrize("name", SOUNDS)
def test_a_file_is_what_the_script_makes(name: str) -> None:
    path = FOLDER / f"{name}.wav"
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        assert file.getnframes() / RATE < LONGEST_SECONDS
        assert file.readframes(file.getnframes()) == samples(SOUNDS[name]())
    assert path.stat().st_size < MOST_BYTES
