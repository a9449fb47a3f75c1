"""What the models of an imported unit carry: weapon rows as the document's weapons, everything else as wargear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.snapshot import carrying
from builder.snapshot.cleaning import line, prose
from builder.snapshot.sorting import Part, Read
from datasheets.imported import tables
from datasheets.imported.mending import mended
from datasheets.imported.weapons import Row, Weapon, is_text, weapons_of
from datasheets.model import Profile
from datasheets.systems.system import Characteristic

USER = "User"  # authors write it in every case


@dataclass(slots=True)
class Items:
    """Weapons and wargear by id, equal ones once, and who carries them."""

    weapons: dict[str, dict[str, Any]] = field(default_factory=dict)
    wargear: dict[str, dict[str, Any]] = field(default_factory=dict)
    carried: list[carrying.Item] = field(default_factory=list)

    def add_weapons(self, part: Part, read: Read) -> None:
        """Add the weapons that a selection shows."""
        rows = [_row(read, profile) for profile in part.profiles.get("weapon", ())]
        for weapon in weapons_of(part.shown.name, rows) if rows else ():
            key = self._weapon(weapon)
            self.carried.append(carrying.Item(key, part.node, part.owner, weapon.times, True))

    def add_wargear(self, part: Part, text: str) -> None:
        """Add a selection as wargear with a text."""
        key = self._wargear(part.shown.name, text)
        self.carried.append(carrying.Item(key, part.node, part.owner, 1, False))

    def _weapon(self, weapon: Weapon) -> str:
        """Put a weapon where it belongs and return what it is; rows without a value are texts, and it if it has no other."""
        rows = [each for each in weapon.rows if not is_text(each[1])]
        others = [_told(name, row) for name, row in weapon.rows if is_text(row)]
        if not rows:
            return self._wargear(weapon.name, "\n".join([*others, weapon.note]))
        profiles = [
            {"name": line(name), "characteristics": dict(row.characteristics), "abilities": row.abilities, "effects": []}
            for name, row in rows
        ]
        data = {"name": line(weapon.name), "note": prose("\n".join([weapon.note, *others])), "profiles": profiles}
        return _kept(self.weapons, "w", data)

    def _wargear(self, name: str, text: str) -> str:
        return _kept(self.wargear, "g", {"name": line(name), "text": prose(text), "effects": []})


def counts(run: carrying.Run, letter: str) -> Iterator[tuple[str, int]]:
    """Yield how many weapons ("w") or pieces of wargear ("g") of each id a model has."""
    for key, number in run.items.items():
        if key.startswith(f"{letter} "):
            yield key.split(" ")[1], number


def printed(values: Mapping[str, str], columns: Iterable[Characteristic]) -> dict[str, str]:
    """Return the values of a row with slips of the pen mended."""
    kinds = {column.key: column.kind for column in columns}
    made = {heading: mended(kinds.get(heading, "text"), value) for heading, value in values.items()}
    return {heading: USER if value.casefold() == USER.casefold() else line(value) for heading, value in made.items()}


def _row(read: Read, profile: Profile) -> Row:
    columns = [each.key for each in read.system.weapon_characteristics]
    values = dict(tables.headed(read.closure, profile, read.system))
    kept = {heading: value for heading, value in values.items() if heading in columns or not columns}
    texts = [value for heading, value in values.items() if columns and heading not in columns and value not in ("", "-")]
    return Row(profile.name, printed(kept, read.system.weapon_characteristics), prose("\n".join(texts)))


def _told(name: str, row: Row) -> str:
    values = ", ".join(f"{heading} {value}" for heading, value in row.characteristics.items() if value)
    told = f"{name}: {values}" if name else values
    return f"{told}. {row.abilities}" if row.abilities else told


def _kept(known: dict[str, dict[str, Any]], letter: str, data: dict[str, Any]) -> str:
    """Return the key of equal data that are there already, or put them there under a new id."""
    for id, each in known.items():
        if {**each, "id": ""} == {**data, "id": ""}:
            return f"{letter} {id}"
    id = f"{letter}{len(known) + 1}"
    known[id] = {"id": id, **data}
    return f"{letter} {id}"
