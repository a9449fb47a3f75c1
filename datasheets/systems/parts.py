"""Characteristics by the part that they play in a battle: "move", "wounds", "save" ..., whatever a system calls them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from datasheets.systems import system
from datasheets.systems.system import Characteristic, Part


@lru_cache(maxsize=64)
def model_parts(id: str) -> Mapping[Part, Characteristic]:
    """Return the characteristics of models in the system of this id by their parts.

    Raises:
        UnknownSystem: there is no such system.
    """
    return _by_part(system(id).characteristics)


@lru_cache(maxsize=64)
def weapon_parts(id: str) -> Mapping[Part, Characteristic]:
    """Return the characteristics of weapons in the system of this id by their parts.

    Raises:
        UnknownSystem: there is no such system.
    """
    return _by_part(system(id).weapon_characteristics)


def key_of(columns: Iterable[Characteristic], part: Part) -> str:
    """Return the key of the column that plays a part, or "" where none does."""
    return next((column.key for column in columns if column.part == part), "")


def _by_part(columns: tuple[Characteristic, ...]) -> Mapping[Part, Characteristic]:
    return {column.part: column for column in columns if column.part}
