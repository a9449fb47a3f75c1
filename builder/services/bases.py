"""Bases of imported units: the data have none, so a battle assumes usual ones, and a player may give the right ones.

What is given belongs to the unit's entry in the data, so it holds in every catalogue that offers the unit, and stays when
the data are imported again. `snapshot` puts it into roster documents, from which battles are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.services.datasheets import DatasheetAnswer
from builder.services.errors import Conflict, Invalid
from builder.snapshot.sizes import entry_of
from builder.store import Store
from builder.store import bases as rows
from datasheets.problems import Problem
from datasheets.words import Message
from exports.document.model import Profile, Unit

SHAPES = ("round", "oval", "hull")
MOST_MM, LEAST_HEIGHT, MOST_HEIGHT = 1000.0, 0.1, 50.0


@dataclass(frozen=True, slots=True)
class BaseOf:
    """The base of a row of characteristics: its shape, one length or two in millimetres, the height in inches.

    `given`: a player said so; else it is what a battle assumes.
    """

    profile: str
    shape: str
    mm: tuple[float, ...]
    height: float
    given: bool


class Bases:
    """The bases of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def every(self) -> rows.Sizes:
        """Return all that were given, for documents."""
        with self._store.reading() as db:
            return rows.every(db)

    def of(self, found: DatasheetAnswer) -> list[BaseOf]:
        """Return the bases of an imported unit with its default choices; none of any other datasheet."""
        known = self.every()
        units = found.default.army.units if found.default else ()
        entry = entry_of(found.row.entry)
        return [_base(unit, row, found.row.system, (entry, row.name) in known) for unit in units for row in unit.profiles]

    def save(self, found: DatasheetAnswer, wanted: Iterable[Mapping[str, Any]]) -> None:
        """Give bases to rows of an imported unit: `profile`, `shape`, `mm`, `height`; without a shape the usual one again.

        Raises:
            Conflict: the datasheet is none of imported data, and has its bases in itself.
            Invalid: a row is not there, or a size is out of bounds.
        """
        if found.default is None:
            raise Conflict(Message("error.base-native"))
        names = {row.profile for row in self.of(found)}
        made = [(row["profile"], *_read(at, row, names)) for at, row in enumerate(wanted)]
        with self._store.writing() as db:
            for profile, base, height in made:
                rows.put(db, entry_of(found.row.entry), profile, base, height)


def _base(unit: Unit, row: Profile, system: str, given: bool) -> BaseOf:
    if row.base is not None and row.height is not None:
        return BaseOf(row.name, row.base.shape, tuple(row.base.mm), row.height, given)
    from resolver.engine.compile_armies import usual_base  # with it come NumPy and Numba: half a second

    usual = usual_base(row, unit.model_count, system)
    return BaseOf(row.name, usual.shape, usual.mm, usual.height, given)


def _read(at: int, row: Mapping[str, Any], names: Iterable[str]) -> tuple[dict[str, Any] | None, float]:
    """Return base and height of a wanted row, None for the usual one; raises `Invalid`."""
    if row["profile"] not in names:
        raise Invalid((Problem(f"/items/{at}/profile", Message("error.base-profile", {"name": row["profile"]})),))
    if not row.get("shape"):
        return None, 0.0
    mm, height = list(row.get("mm") or ()), row.get("height") or 0.0
    sizes = {"shape": row["shape"] in SHAPES, "mm": len(mm) == (1 if row["shape"] == "round" else 2)}
    sizes |= {"mm ": all(0 < length <= MOST_MM for length in mm), "height": LEAST_HEIGHT <= height <= MOST_HEIGHT}
    wrong = [name.strip() for name, right in sizes.items() if not right]
    if wrong:
        values = {"name": row["profile"], "most": MOST_MM, "least_height": LEAST_HEIGHT, "most_height": MOST_HEIGHT}
        raise Invalid((Problem(f"/items/{at}/{wrong[0]}", Message("error.base-size", values)),))
    return {"shape": row["shape"], "mm": mm}, float(height)
