"""An imported unit as a roster document has it: profiles of all kinds sorted into the document's parts.

`carrying` says which model has what. Every text of the data is somewhere: as ability of the unit, wargear of a model,
ability of a weapon, note or option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.rules.army import Unit
from builder.snapshot import carrying
from builder.snapshot.bodies import bodies_of
from builder.snapshot.cleaning import line, prose
from builder.snapshot.items import Items, counts
from builder.snapshot.psykers import psyker_of
from builder.snapshot.sorting import Part, Read
from datasheets.imported import tables
from datasheets.systems import System

MOST_EACH = 1000


@dataclass(slots=True)
class _Texts:
    """The abilities of a unit, equal ones once, and its options."""

    abilities: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)

    def add(self, name: str, text: str) -> None:
        aura = "(aura)" in name.casefold()
        made = {"name": name, "text": text, "aura": aura, "external": False, "effects": []}
        self.abilities.setdefault((name, text), made)


def imported_parts(unit: Unit, system: System) -> dict[str, Any]:
    """Return abilities, profiles, weapons, wargear, models, options and psyker of an imported unit."""
    read, items, texts = _sorted(unit, system)
    bodies = bodies_of(read)
    for save in bodies.saves:
        texts.add("Invulnerable save", prose(save))
    return {
        "abilities": list(texts.abilities.values()),
        "profiles": bodies.rows,
        **_carried(unit, items, bodies.of_group),
        "options": texts.options,
        "psyker": psyker_of([(part.profiles, part.shown) for part in read.parts], read.closure, system),
    }


def imported_models(unit: Unit, system: System) -> dict[str, Any]:
    """Return weapons, wargear and models of an imported unit: who carries what, without what else a card has."""
    _, items, _ = _sorted(unit, system)
    return _carried(unit, items, {})


def _sorted(unit: Unit, system: System) -> tuple[Read, Items, _Texts]:
    """Return what the selections of a unit show, as what models carry and as texts."""
    if unit.closure is None:
        raise ValueError("the catalogue of this unit is gone")
    read, items, texts = Read(unit, unit.closure, system), Items(), _Texts()
    for part in read.parts:
        _collect(part, read, items, texts)
    return read, items, texts


def _carried(unit: Unit, items: Items, of_group: Mapping[str, str]) -> dict[str, Any]:
    runs = carrying.shared_out(unit, items.carried)
    return {
        "weapons": list(items.weapons.values()),
        "wargear": list(items.wargear.values()),
        "models": [_model(unit, run, at, of_group) for run, at in _numbered(runs)],
    }


def _collect(part: Part, read: Read, items: Items, kept: _Texts) -> None:
    items.add_weapons(part, read)
    rows, texts = part.profiles.get("weapon", ()), list(_texts(part, read))
    is_gear = part.shown.type == "upgrade" and part.node is not part.owner and part.node is not read.unit.selection
    if is_gear and part.owner is not None and not rows and "power" not in part.profiles:
        if texts or not (part.node.selections or part.profiles):
            items.add_wargear(part, "\n\n".join(text for _, text in texts if text))
        return
    for name, text in texts:
        kept.add(name, text)
    if is_gear and not rows and not texts and not part.profiles and not part.node.selections:
        kept.options.append(prose(part.shown.name if part.node.number == 1 else f"{part.node.number}x {part.shown.name}"))


def _texts(part: Part, read: Read) -> Iterator[tuple[str, str]]:
    """Yield names and texts of everything that is no table: abilities, rules, explosions, lists of their author's own."""
    for kind, profiles in part.profiles.items():
        if kind in ("ability", "explosion", "transport", "psyker", None):
            for profile in profiles:
                heading = "" if kind == "ability" else tables.heading_of(read.closure, profile)
                text = tables.text_of(read.closure, profile, read.system)
                yield line(_named(profile.name, heading)), prose(text)
    wounds = part.profiles.get("wounds", [])
    table = tables.damage_table(read.closure, wounds, read.system, read.varying) if wounds else None
    if wounds and (table is None or not table.whole):
        for profile in wounds:
            yield line(profile.name), prose(tables.text_of(read.closure, profile, read.system))
    for rule in part.shown.rules:
        yield line(rule.name), prose(rule.description)


def _named(name: str, heading: str) -> str:
    return name if not heading or heading.casefold() in name.casefold() else f"{heading}: {name}"


def _numbered(runs: Sequence[carrying.Run]) -> Iterator[tuple[carrying.Run, int]]:
    """Yield runs with how many of the same selection come before them."""
    seen: dict[str, int] = {}
    for run in runs:
        yield run, seen.get(run.group.uid, 0)
        seen[run.group.uid] = seen.get(run.group.uid, 0) + 1


def _model(unit: Unit, run: carrying.Run, at: int, of_group: Mapping[str, str]) -> dict[str, Any]:
    uid = f"{run.group.uid}/model" if run.group is unit.selection else run.group.uid
    return {
        "id": f"{uid}/{at + 1}" if at else uid,
        "name": line(unit.parts[run.group.uid].name),
        "profile": of_group.get(run.group.uid, ""),
        "number": run.number,
        "weapons": {id: min(number, MOST_EACH) for id, number in counts(run, "w")},
        "wargear": {id: min(number, MOST_EACH) for id, number in counts(run, "g")},
    }
