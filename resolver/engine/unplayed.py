"""What a battle does not resolve, for readers: an ability that many units have is one line with their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Unplayed:
    """An ability by its name: the units that have it, the texts it has there, and the kinds of effects not played."""

    name: str
    units: tuple[str, ...]
    texts: tuple[str, ...]
    effects: tuple[str, ...]


def by_name(rows: Iterable[Mapping[str, Any]], units: Mapping[str, str]) -> list[Unplayed]:
    """Return the rows of `Ruleset.unresolved` by the ability's name, in the order of the rows.

    `units` are the units' names by key (`Teller.units`). Texts and effects that are the same are named once.
    """
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["name"], []).append(row)
    return [
        Unplayed(
            name,
            _once(units.get(row["unit"], row["unit"]) for row in group),
            _once(row["text"] for row in group),
            _once(row.get("effect", "") for row in group),
        )
        for name, group in found.items()
    ]


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in words if word))
