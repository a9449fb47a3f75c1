"""An imported unit written as a datasheet of one's own, with a report of what could not be carried over.

What is copied is the unit as it comes into a roster, with what the data choose by default: its rows, weapons, wargear,
texts, keywords and costs. What data of other programs do not say (bases), or say in ways of their own (choices of wargear,
costs that change), is told, so that it can be written by hand. The result may still have problems; drafts may.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from datasheets.native.naming import slug
from datasheets.native.schema import DATASHEET
from datasheets.systems import System
from datasheets.systems.system import Characteristic
from datasheets.words import Message
from exports.document.model import Power, Profile, Psyker, Unit, Weapon
from exports.document.shape import plain

NAME, LINE, PROSE = 100, 200, 4000
MOST = {"profiles": 20, "weapons": 60, "wargear": 60, "abilities": 50, "damage_table": 100}
BASE: Mapping[str, Any] = {"shape": "round", "mm": [32]}
HEIGHT = 1.5
NONE = "-"


@dataclass(slots=True)
class _Report:
    """What could not be carried over, in the order in which it was met."""

    lines: dict[str, Message] = field(default_factory=dict)

    def say(self, code: str, **values: object) -> None:
        said = Message(f"rewriting.{code}", values)
        self.lines.setdefault(str(said), said)

    def cut(self, text: str, most: int, name: str) -> str:
        if len(text) > most:
            self.say("cut", name=name[:NAME], most=most)
        return text[:most].rstrip()


def rewrite_unit(
    unit: Unit, system: System, catalogue: str, choices: Iterable[str] = (), names: Mapping[str, str] | None = None
) -> tuple[dict[str, Any], list[Message]]:
    """Return a datasheet made of an imported unit, for a catalogue of one's own, and what of the unit it has not.

    Args:
        unit: the unit as a roster document has it, with its default choices.
        system: its game system.
        catalogue: the id of the catalogue that the datasheet is to be of.
        choices: the names of what may be chosen for the unit.
        names: what ids of the army are called ("cost.<id>"), as a roster document has it.
    """
    report = _Report()
    rows = _rows(unit, system, report)
    weapons = [_weapon(each, system, report) for each in unit.weapons]
    gear = [_gear(each.name, each.text, each.effects, report) for each in unit.wargear]
    document = {
        "schema": DATASHEET,
        "id": "",
        "system": system.id,
        "catalogue": catalogue,
        "name": report.cut(unit.name, NAME, unit.name),
        "role": unit.role if unit.role in [role.id for role in system.roles] else None,
        "costs": {cost.id: {"base": unit.costs.get(cost.id, 0)} for cost in system.costs if _costs(cost, unit)},
        "profiles": rows,
        "composition": {"text": "", "wargear": _wargear_rows(unit, report)},
        "abilities": [_ability(each, report) for each in unit.abilities],
        "weapons": weapons,
        "wargear": gear,
        "options": [],
        "keywords": {"faction": list(unit.keywords.faction), "other": list(unit.keywords.other)},
        "damage_table": _damage(unit, rows, report),
        "transport": plain(unit.transport) if unit.transport else None,
        "psyker": _psyker(unit.psyker, system, report) if unit.psyker else None,
        "source": {"title": "", "provenance": "homebrew"},
    }
    for name, most in MOST.items():
        _few(document, name, most, report)
    others = [id for id, value in unit.costs.items() if value and id not in [cost.id for cost in system.costs]]
    if others:
        report.say("other-costs", names=[(names or {}).get(f"cost.{id}", id) for id in others])
    _report_omissions(unit, choices, report)
    return document, list(report.lines.values())


def _costs(cost: Any, unit: Unit) -> bool:
    return cost.id in unit.costs or not cost.optional


def _few(document: dict[str, Any], name: str, most: int, report: _Report) -> None:
    if len(document[name]) > most:
        report.say("many", count=len(document[name]) - most, what=name)
        document[name] = document[name][:most]


def _rows(unit: Unit, system: System, report: _Report) -> list[dict[str, Any]]:
    """Return the rows; those that models have, in their order, with how many the unit has by default of each."""
    counts: dict[str, int] = {}
    for group in unit.models:
        counts[group.profile] = counts.get(group.profile, 0) + group.number
    used = [row for row in unit.profiles if row.id in counts] or list(unit.profiles)
    spare = max((unit.size.max or unit.model_count) - unit.model_count, 0)
    most = max(used, key=lambda row: counts.get(row.id, 0), default=None)
    fewest = max(unit.model_count - unit.size.min, 0)
    rows = []
    for row in used:
        number = counts.get(row.id, 1)
        least = max(number - fewest, 0) if row is most else number
        numbers = {"min": least, "max": max(number + (spare if row is most else 0), 1)}
        rows.append(_row(row, numbers, system, report))
    left = [row.name for row in unit.profiles if row not in used]
    if left:
        report.say("rows", names=left)
    if any(row.base is None or row.height is None for row in used):
        report.say("bases")
    if len(used) > 1 and spare:
        report.say("numbers", least=unit.size.min, most=unit.size.max)
    if len({row["name"] for row in rows}) < len(rows):
        report.say("same-rows")
    return rows


def _row(row: Profile, number: Mapping[str, int], system: System, report: _Report) -> dict[str, Any]:
    shown = _columns(row.name, row.characteristics, system.characteristics, report)
    for line in row.damage_table:
        shown |= {key: "*" for key in line.characteristics if key in shown}
    return {
        "name": report.cut(row.name, NAME, row.name),
        "number": dict(number),
        "characteristics": shown,
        "base": plain(row.base) if row.base else dict(BASE),
        "height": row.height if row.height is not None else HEIGHT,
        "keywords": [],
    }


def _columns(name: str, given: Mapping[str, str], columns: Sequence[Characteristic], report: _Report) -> dict[str, str]:
    """Return the system's columns; what is not among them is told."""
    known = {each.key for each in columns}
    others = [key for key, value in given.items() if key not in known and value.strip(f"{NONE} ")]
    missing = [each.key for each in columns if not given.get(each.key, "").strip()]
    if others:
        report.say("columns", name=name, columns=others)
    if missing:
        report.say("missing", name=name, columns=missing)
    return {each.key: report.cut(given.get(each.key, "").strip() or NONE, 60, name) for each in columns}


def _weapon(weapon: Weapon, system: System, report: _Report) -> dict[str, Any]:
    return {
        "name": report.cut(weapon.name, NAME, weapon.name),
        "note": report.cut(weapon.note, PROSE, weapon.name),
        "profiles": [
            {
                "name": report.cut(each.name, NAME, weapon.name),
                "characteristics": _columns(weapon.name, each.characteristics, system.weapon_characteristics, report),
                "abilities": report.cut(each.abilities, PROSE, weapon.name),
                "effects": plain(each.effects),
            }
            for each in weapon.profiles
        ],
    }


def _gear(name: str, text: str, effects: object, report: _Report) -> dict[str, Any]:
    return {"name": report.cut(name, NAME, name), "text": report.cut(text, PROSE, name), "effects": plain(effects)}


def _ability(ability: Any, report: _Report) -> dict[str, Any]:
    """Return an ability. An aura that only its name tells is none to our checks: it has no effect with a range."""
    made = _gear(ability.name, ability.text, ability.effects, report)
    return made | {"aura": ability.aura and bool(ability.effects), "external": ability.external or not ability.text}


def _wargear_rows(unit: Unit, report: _Report) -> list[dict[str, Any]]:
    """Return what models of each row carry; where models of one row differ, what the first ones of it do."""
    names = {row.id: row.name[:NAME] for row in unit.profiles}
    found: dict[str, dict[str, int]] = {}
    for group in unit.models:
        items = {name[:NAME]: count for name, count in unit.wargear_of(group)}
        if group.profile not in names:
            report.say("no-row", name=group.name)
        elif found.setdefault(names[group.profile], items) != items:
            report.say("carries", name=group.name, items=[f"{count} x {name}" for name, count in items.items()])
    return [{"models": [name], "items": items} for name, items in found.items() if items]


def _damage(unit: Unit, rows: Sequence[Mapping[str, Any]], report: _Report) -> list[dict[str, Any]]:
    stars = {row["name"]: {key for key, text in row["characteristics"].items() if text == "*"} for row in rows}
    lines = []
    for row in unit.profiles:
        for line in row.damage_table:
            known = {key: value for key, value in line.characteristics.items() if key in stars.get(row.name[:NAME], ())}
            lines.append({"profile": row.name[:NAME], "wounds": list(line.wounds), "characteristics": known})
    in_lines = {line["profile"] for line in lines}
    if lacking := [name for name, keys in stars.items() if keys and name not in in_lines]:
        report.say("damage", names=lacking)
    return lines


def _psyker(psyker: Psyker, system: System, report: _Report) -> dict[str, Any]:
    known = {power.id for power in system.powers}
    own = [_power(power, report) for power in psyker.powers if power.id not in known]
    powers = [power.id for power in psyker.powers if power.id in known]
    if not psyker.powers:
        report.say("powers")
    return {
        "casts": min(psyker.casts, 20),
        "denies": min(psyker.denies, 20),
        "powers": [*powers, *(each["id"] for each in own)][:50],
        "own_powers": own[:20],
    }


def _power(power: Power, report: _Report) -> dict[str, Any]:
    return {
        "id": slug(power.name)[:80] or "power",
        "name": report.cut(power.name, NAME, power.name),
        "value": min(power.value, 100),
        "step": min(power.step, 20),
        "range_in": power.range_in,
        "target": report.cut(power.target, LINE, power.name),
        "duration": report.cut(power.duration, LINE, power.name),
        "text": report.cut(power.text, PROSE, power.name),
        "keywords": list(power.keywords),
        "rules": [],
        "effects": plain(power.effects),
    }


def _report_omissions(unit: Unit, choices: Iterable[str], report: _Report) -> None:
    """Tell what a datasheet says in its own way, and data of other programs do not say so that it could be read."""
    if names := list(dict.fromkeys(choices)):
        report.say("choices", names=names)
    if (unit.size.max or 0) > unit.size.min:
        report.say("costs")
    if unit.options:
        report.say("options", names=list(unit.options))
    if unit.transport is None and "TRANSPORT" in {word.upper() for word in unit.keywords.other}:
        report.say("transport")
