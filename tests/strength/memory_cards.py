"""Files as memory cards that fail give them back."""

import random

PAGE = 4096


def damaged(sound: bytes, dice: random.Random) -> bytes:
    """The file with one of the things wrong that happen to memory cards."""
    content = bytearray(sound)
    page = PAGE * dice.randrange(len(content) // PAGE)
    kind = dice.randrange(5)
    if kind == 0:
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    elif kind == 1:
        start = dice.randrange(len(content) - 16)
        content[start : start + 16] = dice.randbytes(16)
    elif kind == 2:
        start = page + 512 * dice.randrange(8)
        content[start : start + 512] = bytes(512)
    elif kind == 3:
        other = PAGE * dice.randrange(len(content) // PAGE)
        content[page : page + PAGE] = content[other : other + PAGE]
    else:
        del content[dice.randrange(len(content)) :]
    return bytes(content)
