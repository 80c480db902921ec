"""Who sits down: names as people have them, from many languages."""

import random
from typing import Final

NAMES: Final = (
    "Ana, Anna, An, Anton, Anneliese, Andreas, Cara, Carla, Carlos, Cleo, Cléo, Bo, Ben, Benedikt, Íñigo, "
    "Iñaki, Ismaël, Zoë, Chloé, Éléonore, François, Jean-Baptiste, Marie-Claire, Anne Sophie, Søren, Åsa, "
    "Øyvind, Þórdís, Łukasz, Zdeněk, Živa, Gül, İpek, Ağça, Nguyễn Thị, Đặng, D’Arcy, O’Neill, "
    "van der Berg, de la Cruz, Al, J., X Æ, Mum, Oma Käthe, Großvater, Ștefan, Õnne, Ħanna, Иван, Ольга, "
    "Ελένη, Ναταλία, נועה, דוד, ليلى, محمد, さくら, 太郎, 小明, 지우, आरव, ไพลิน, Տիգրան, Maximilian Alexander, "
    "Wilhelmina Josephine, Llanfairpwllgwyngyll, Bartholomew Fitzgera, 👑 Kim, Ana 2, 42"
).split(", ")
"""Alike at the start, with accents, of two words, of twenty letters, from right to left, without letters."""


def draw_names(rng: random.Random, number: int) -> list[str]:
    """So many different names; now and then all of them begin alike."""
    start = rng.choice(("An", "Ca", "Be")) if rng.random() < 0.3 else ""
    alike = [name for name in NAMES if name.startswith(start)]
    others = [name for name in NAMES if name not in alike]
    rng.shuffle(alike)
    rng.shuffle(others)
    return [*alike, *others][:number]
