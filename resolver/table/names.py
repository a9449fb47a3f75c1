"""What a ruleset's own columns of `State` are called: marks (bits), pairs and counters, and how long each lasts.

A state is laid out from these names: there is room for each, and nothing for what no ruleset named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np

BATTLE = "battle"
"""The life of what is never wiped. Which others there are, the order of play says."""


class UnknownName(KeyError):
    """A ruleset named no such mark or counter."""

    def __str__(self) -> str:
        name, known = self.args
        return f"the ruleset has no mark or counter {name!r}; it has {', '.join(known) or 'none'}"


class _ByName(dict[str, Any]):
    """What belongs to each name; one that is not there is told with those that are."""

    def __missing__(self, name: str) -> Any:
        raise UnknownName(name, tuple(self))


class _Names:
    """Names in order, each with its life. They may come in several parts: a family's, an edition's.

    Raises:
        ValueError: a name is said twice.
    """

    def __init__(self, *parts: Mapping[str, str]) -> None:
        self.lives: dict[str, str] = {}
        for part in parts:
            if twice := self.lives.keys() & part:
                raise ValueError(f"said twice: {', '.join(sorted(twice))}")
            self.lives |= part

    def __len__(self) -> int:
        return len(self.lives)

    def __contains__(self, name: str) -> bool:
        return name in self.lives

    def places_until(self, life: str) -> list[int]:
        """Return the places of those that end with `life`."""
        return [place for place, each in enumerate(self.lives.values()) if each == life]


class Bits(_Names):
    """Marks by name, in the smallest whole numbers that have a bit for each; `bits[name]` is the mask of one.

    Raises:
        ValueError: a name is said twice, or there are more than 64.
    """

    def __init__(self, *parts: Mapping[str, str]) -> None:
        super().__init__(*parts)
        if len(self) > 64:
            raise ValueError(f"there are {len(self)} marks where 64 fit: {', '.join(self.lives)}")
        self.kind = next(np.dtype(kind) for kind, bits in _KINDS.items() if len(self) <= bits)
        self.masks = _ByName({name: self._mask(1 << bit) for bit, name in enumerate(self.lives)})

    def __getitem__(self, name: str) -> np.unsignedinteger[Any]:
        mask: np.unsignedinteger[Any] = self.masks[name]
        return mask

    def mask_without(self, life: str) -> np.unsignedinteger[Any]:
        """Return the mask of all bits but those that end with `life`."""
        every, ending = (1 << 8 * self.kind.itemsize) - 1, sum(1 << bit for bit in self.places_until(life))
        return self._mask(every & ~ending)

    def _mask(self, bits: int) -> np.unsignedinteger[Any]:
        mask: np.unsignedinteger[Any] = self.kind.type(bits)
        return mask


class Counters(_Names):
    """Counters by name; `counters[name]` is the column of one."""

    @cached_property
    def columns(self) -> dict[str, int]:
        """The column of each."""
        return _ByName({name: column for column, name in enumerate(self.lives)})

    def __getitem__(self, name: str) -> int:
        return self.columns[name]


_KINDS = {"u1": 8, "u2": 16, "u4": 32, "u8": 64}


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """All names of a ruleset: of units, models, what one unit has about another, players and the battle."""

    unit_marks: Bits = field(default_factory=Bits)
    model_marks: Bits = field(default_factory=Bits)
    pairs: Bits = field(default_factory=Bits)
    unit_counters: Counters = field(default_factory=Counters)
    model_counters: Counters = field(default_factory=Counters)
    player_counters: Counters = field(default_factory=Counters)
    battle_counters: Counters = field(default_factory=Counters)

    def lives(self) -> dict[str, str]:
        """Return the life of each, by what it is of and its name ("unit_marks moved")."""
        return {
            f"{each.name} {name}": life for each in fields(self) for name, life in getattr(self, each.name).lives.items()
        }


NO_NAMES = Names()
"""Of a state without a ruleset."""
