"""What the models of an imported unit carry: weapon rows as the document's weapons, everything else as wargear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builder.snapshot import carrying, counting, sharing
from builder.snapshot.cleaning import line, phrases, prose, value
from builder.snapshot.sorting import Part, Read
from datasheets.imported import tables
from datasheets.imported.mending import mend_column
from datasheets.imported.noted import weapons_in
from datasheets.imported.weapons import ImportedWeapon, ImportedWeaponRow, is_text, weapons_of
from datasheets.markup import strip_marks
from datasheets.model import Profile
from datasheets.systems.system import Characteristic
from exports.document.model import FROM_FILE, MOST_RULES

USER, NOTHING = "User", "-"  # authors write the first in every case
MAY_BE_NONE = ("move", "penetration")
"""The parts of which an author who leaves a cell empty means none."""


@dataclass(slots=True)
class Items:
    """Weapons and wargear by id, equal ones once, and who carries them."""

    weapons: dict[str, dict[str, Any]] = field(default_factory=dict)
    wargear: dict[str, dict[str, Any]] = field(default_factory=dict)
    carried: list[carrying.Item] = field(default_factory=list)

    def add_weapons(self, part: Part, read: Read) -> None:
        """Add the weapons that a selection shows."""
        others = counting.shown_with_options(part, read)
        rows = [_row(read, profile) for profile in part.profiles.get("weapon", ()) if profile.id not in others]
        apart = read.system.imports.rows_apart or read.is_armour(part.node)
        sharers, instead = sharing.sharers_of(part, read), sharing.replaced_by(part, read)
        if instead is not None and not rows:
            self.carried.append(carrying.nothing(part.node, part.owner, instead))
        for weapon in _weapons(part.shown.name, rows, apart=apart):
            key, name = self._weapon(weapon), weapon.name
            is_supply = any(word in name for word in read.system.imports.supplies)
            for bearer in found if (found := counting.bearers(name, part, read)) is not None else (part,):
                node, owner = bearer.node, bearer.owner
                number = node.number if sharers is not None else counting.number_of(bearer, read)
                rank = counting.rank_of(bearer, read)
                self.carried.append(
                    carrying.Item(key, name, node, owner, number, weapon.times, True, sharers, instead, is_supply, rank)
                )

    def add_noted(self, part: Part, read: Read) -> bool:
        """Add the weapons that only the list's file has of a selection; tell whether there are any."""
        columns, before = read.system.weapon_characteristics, len(self.carried)
        for noted in weapons_in(part.node.note) if part.shown.missing else ():
            values = {read.system.imports.columns.get(heading, heading): each for heading, each in noted.values}
            known = printed_values({each.key: values[each.key] for each in columns if each.key in values}, columns)
            others = [each for heading, each in values.items() if heading not in known and each != "-"]
            if known:
                row = {"name": "", "characteristics": known, "abilities": prose("\n".join(others)), "effects": []}
                data = {"name": line(noted.name), "note": "", "profiles": [row]}
                key = _keep(self.weapons, "w", data, FROM_FILE)
                self.carried.append(carrying.Item(key, noted.name, part.node, part.owner, part.node.number, 1, True))
        return len(self.carried) > before

    def add_wargear(self, part: Part, texts: Sequence[tuple[str, str]], field: Mapping[str, Any] | None = None) -> None:
        """Add a selection as wargear with its texts and their names, and with the unmodified save that it gives.

        The name of an only text is that of the selection, unless it stands in a list of its author's own (of orders).
        """
        rules = _named_texts(texts) if len(texts) > 1 or None in part.profiles else []
        key = self._wargear(part.shown.name, "\n\n".join(text for _, text in texts if text), field, rules)
        self.carried.append(carrying.Item(key, part.shown.name, part.node, part.owner, part.node.number, 1, False))

    def add_save(self, part: Part, name: str, field: Mapping[str, Any], text: str, read: Read) -> None:
        """Add an unmodified save that a selection shows: every model at or below it has that, else it is one thing."""
        key, below = self._wargear(name, text, field), {each.uid for each in part.node.walk()}
        bearers = [group for group in read.unit.groups if group.uid in below]
        item = carrying.Item(key, name, part.node, part.owner, part.node.number, 1, False)
        things = [] if _may_hold_models(part, read) else [item]
        self.carried += [replace(item, owner=each, is_everybodys=True) for each in bearers] or things

    def _weapon(self, weapon: ImportedWeapon) -> str:
        """Put a weapon where it belongs and return what it is; rows without a value are texts, and it if it has no other."""
        rows = [each for each in weapon.rows if not is_text(each[1])]
        others = [_sentence(name, row) for name, row in weapon.rows if is_text(row)]
        if not rows:
            return self._wargear(weapon.name, "\n".join([*others, weapon.note]))
        profiles = [
            {"name": line(name), "characteristics": dict(row.characteristics), "abilities": row.abilities, "effects": []}
            for name, row in rows
        ]
        data = {"name": line(weapon.name), "note": prose("\n".join([weapon.note, *others])), "profiles": profiles}
        return _keep(self.weapons, "w", data)

    def _wargear(
        self,
        name: str,
        text: str,
        field: Mapping[str, Any] | None = None,
        rules: Sequence[Mapping[str, str]] = (),
    ) -> str:
        data: dict[str, Any] = {"name": line(name), "text": prose(text), "effects": []}
        data |= {"field_save": dict(field)} if field else {}
        data |= {"rules": list(rules)} if rules else {}
        return _keep(self.wargear, "g", data)


def _named_texts(texts: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    """Return texts with their names; none where there are too many, or some have no name."""
    said = [(name, text) for name, text in texts if text]
    if len(said) > MOST_RULES or not all(name for name, _ in said):
        return []
    return [{"name": name, "text": text} for name, text in said]


def _may_hold_models(part: Part, read: Read) -> bool:
    """Whether models of the unit may stand right below a selection."""
    offers = read.closure.offers(part.shown.entry) if part.shown.entry else ()
    return read.unit.models is not None and any(each.id in read.unit.models.entries for each in offers)


def _weapons(item: str, rows: Sequence[ImportedWeaponRow], *, apart: bool) -> Sequence[ImportedWeapon]:
    """Return the weapons that rows are: each one where they are `apart` (those that come with armour), or as names tell."""
    if apart:
        return [ImportedWeapon(row.name, "", (("", row),)) for row in rows]
    return weapons_of(item, rows) if rows else ()


def counts(run: carrying.Run, letter: str) -> Iterator[tuple[str, int]]:
    """Yield how many weapons ("w") or pieces of wargear ("g") of each id a model has."""
    for key, number in run.items.items():
        if key.startswith(f"{letter} "):
            yield key.split(" ")[1], number


def printed_values(values: Mapping[str, str], columns: Iterable[Characteristic]) -> dict[str, str]:
    """Return the values of a row with slips of the pen mended, and a "-" where a cell of what may be none is empty."""
    known = {column.key: column for column in columns}
    values = {heading: each if each.strip() else _blank(known.get(heading), each) for heading, each in values.items()}
    made = {heading: mend_column(known[heading], each) if heading in known else each for heading, each in values.items()}
    return {heading: USER if each.casefold() == USER.casefold() else value(each) for heading, each in made.items()}


def _blank(column: Characteristic | None, written: str) -> str:
    return NOTHING if column and column.part in MAY_BE_NONE else written


def _row(read: Read, profile: Profile) -> ImportedWeaponRow:
    columns = [each.key for each in read.system.weapon_characteristics]
    mends = read.system.imports.values
    values = {key: mends.get(each, each) for key, each in tables.with_headings(read.closure, profile, read.system)}
    kept = {heading: value for heading, value in values.items() if heading in columns or not columns}
    own = strip_marks(profile.name).casefold()  # some authors write in "Special" what the weapon is called, as is its rule
    unread = [each for heading, each in values.items() if columns and heading not in columns]
    texts = [each for each in unread if each not in ("", "-") and each.strip().casefold() != own]
    printed = printed_values(kept, read.system.weapon_characteristics)
    return ImportedWeaponRow(profile.name, printed, phrases("\n".join(texts)))


def _sentence(name: str, row: ImportedWeaponRow) -> str:
    values = ", ".join(f"{heading} {value}" for heading, value in row.characteristics.items() if value)
    sentence = f"{name}: {values}" if name else values
    return f"{sentence}. {row.abilities}" if row.abilities else sentence


def _keep(known: dict[str, dict[str, Any]], letter: str, data: dict[str, Any], start: str = "") -> str:
    """Return the key of equal data that are there already, or put them there under a new id."""
    for id, each in known.items():
        if _contents(each) == _contents(data):
            return f"{letter} {id}"
    id = f"{start or letter}{len(known) + 1}"
    known[id] = {"id": id, **data}
    return f"{letter} {id}"


def _contents(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a thing is: not its id, nor the order of its rows, which authors write in any."""
    return {**data, "id": "", "profiles": sorted(data.get("profiles", ()), key=repr)}
