"""Bases and heights that a player gave to models of imported units, put into the units of a roster document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Sizes = Mapping[tuple[str, str], Mapping[str, Any]]
"""`{"base": {"shape", "mm"}, "height"}` by a unit's entry and the name of a row of characteristics."""


def entry_of(id: str) -> str:
    """Return the entry itself of an id that says through which links it is reached: the same in all catalogues."""
    return id.rpartition("::")[2]


def with_bases(unit: dict[str, Any], entry: str, sizes: Sizes) -> dict[str, Any]:
    """Return a unit of a document whose rows without a base have the one that was given."""
    for row in unit["profiles"] if sizes else ():
        given = sizes.get((entry_of(entry), row["name"]))
        if given and row["base"] is None:
            row |= given
    return unit
