"""Names for the bits and columns of `State`: which bit a mark is, which column a counter, and how long each lives."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

LIVES = ("phase", "turn", "round", "battle")
"""How long marks and counters last. What lasts a phase is wiped when the phase ends, and so on."""


class Bits:
    """Marks by name; `bits[name]` is the mask of one."""

    def __init__(self, lives: Mapping[str, str]) -> None:
        self.masks = {name: np.uint64(1 << bit) for bit, name in enumerate(lives)}
        self._lives = dict(lives)

    def __getitem__(self, name: str) -> np.uint64:
        return self.masks[name]

    def kept(self, life: str) -> np.uint64:
        """Return the mask of all bits but those that end with `life`."""
        ending = sum(int(mask) for name, mask in self.masks.items() if self._lives[name] == life)
        return np.uint64(~ending & ((1 << 64) - 1))


class Columns:
    """Counters by name; `columns[name]` is the index of one."""

    def __init__(self, lives: Mapping[str, str]) -> None:
        self.index = {name: column for column, name in enumerate(lives)}
        self._lives = dict(lives)

    def __getitem__(self, name: str) -> int:
        return self.index[name]

    def wiped(self, life: str) -> list[int]:
        """Return the columns that end with `life`."""
        return [column for name, column in self.index.items() if self._lives[name] == life]
