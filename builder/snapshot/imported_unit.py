"""An imported unit as a roster document has it: profiles of all kinds sorted into the document's parts.

`carrying` says which model has what. Every text of the data is somewhere: as ability of the unit, wargear of a model,
ability of a weapon, note or option.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.rules.army import ArmyUnit
from builder.snapshot import carrying
from builder.snapshot.bodies import bodies_of
from builder.snapshot.cleaning import line, prose
from builder.snapshot.imported_guns import add_guns
from builder.snapshot.imported_support import support_weapon_of
from builder.snapshot.imported_vehicles import add_vehicles, field_for, mastery_of
from builder.snapshot.items import Items, counts
from builder.snapshot.parts import substituted_all
from builder.snapshot.psykers import psyker_of, spells_of_others
from builder.snapshot.sorting import Part, Read
from builder.snapshot.unit_texts import heading_and_name, plain, texts_of
from datasheets.evaluation.selecting import number_required
from datasheets.imported import tables
from datasheets.imported.armour import field_in, field_in_text
from datasheets.imported.warlords import TRAIT, trait_name
from datasheets.systems import System

MOST_EACH, MOST_COMMANDS = 1000, 40
LEADER = "leader"
WORD = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class _Texts:
    """The abilities of a unit, equal ones once, and its options."""

    abilities: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)

    def add(self, name: str, text: str) -> None:
        aura = "(aura)" in name.casefold()
        made = {"name": name, "text": text, "aura": aura, "external": False, "effects": []}
        self.abilities.setdefault((plain(name), plain(text)), made)

    def choose(self, part: Part) -> None:
        """Add a selection as an option."""
        name = line(part.shown.name)
        option = name if part.node.number == 1 else f"{part.node.number}x {name}"
        if name and option not in self.options:
            self.options.append(option)


def imported_parts(unit: ArmyUnit, system: System) -> dict[str, Any]:
    """Return abilities, profiles, weapons, wargear, models, options, psyker and commands of an imported unit."""
    read, items, texts = _sort_parts(unit, system)
    bodies = bodies_of(read, items.weapons)
    for save in bodies.saves:
        texts.add("Invulnerable save", prose(save))
    of_group = dict(bodies.of_group)
    vehicles = add_vehicles(read, bodies.rows, of_group)
    shown = [(part.profiles, _is_chosen(part, unit)) for part in read.parts]
    for name, text in spells_of_others(shown, read.closure, system, unit.keywords):
        texts.add(name, text)
    made = {
        "abilities": list(texts.abilities.values()),
        "profiles": bodies.rows,
        **_wargear(unit, items, of_group),
        "options": texts.options,
        "psyker": psyker_of(shown, read.closure, system, unit.keywords),
        "commands": list(_commands(read)),
    }
    if (mastery := mastery_of(read)) > 0:
        made["psyker"] = {**(made["psyker"] or {"casts": 0, "denies": 0, "powers": []}), "mastery": mastery}
    add_guns(vehicles, made["weapons"], made["models"], system)
    weapon = support_weapon_of(read, made["weapons"], bodies.rows)
    more = {"vehicles": vehicles, "support_weapon": weapon, "strategy_rating": unit.details.get("strategy_rating")}
    return _with_choices({**made, **{key: value for key, value in more.items() if value}}, unit)


def _is_chosen(part: Part, unit: ArmyUnit) -> bool:
    """Whether a part is an upgrade that the data do not ask for, so that a player chose it."""
    return part.node not in (part.owner, unit.selection) and not (part.shown.entry and number_required(part.shown.entry))


def _commands(read: Read) -> Iterator[dict[str, Any]]:
    """Yield the command abilities of a unit, each once."""
    found = (profile for part in read.parts for profile in part.profiles.get("command", ()))
    texts = {line(each.name): prose(tables.text_of(read.closure, each, read.system)) for each in found}
    for at, (name, text) in enumerate(list(texts.items())[:MOST_COMMANDS], 1):
        yield {"id": f"c{at}", "name": name, "range_in": None, "target": "", "duration": "", "text": text, "effects": []}


def imported_models(unit: ArmyUnit, system: System) -> dict[str, Any]:
    """Return weapons, wargear and models of an imported unit: who carries what, without what else a card has."""
    _, items, _ = _sort_parts(unit, system)
    return _with_choices(_wargear(unit, items, {}), unit)


def _with_choices(made: dict[str, Any], unit: ArmyUnit) -> dict[str, Any]:
    """Return parts of a unit with what was chosen for angle-bracket keywords in their texts."""
    return {key: substituted_all(part, unit.chosen) for key, part in made.items()} if unit.chosen else made


def _sort_parts(unit: ArmyUnit, system: System) -> tuple[Read, Items, _Texts]:
    """Return what the selections of a unit show, as what models carry and as texts."""
    if unit.closure is None:
        raise ValueError("the catalogue of this unit is gone")
    read, items, texts = Read(unit, unit.closure, system), Items(), _Texts()
    for part in read.parts:
        _collect(part, read, items, texts)
    return read, items, texts


def _wargear(unit: ArmyUnit, items: Items, of_group: Mapping[str, str]) -> dict[str, Any]:
    runs = carrying.share_out(unit, items.carried)
    return {
        "weapons": list(items.weapons.values()),
        "wargear": list(items.wargear.values()),
        "models": [_model(unit, run, at, of_group) for run, at in _number_runs(runs)],
    }


def _collect(part: Part, read: Read, items: Items, kept: _Texts) -> None:
    items.add_weapons(part, read)
    if items.add_noted(part, read):
        return
    rows, texts = part.profiles.get("weapon", ()), list(texts_of(part, read))
    declared = _declaration_kind(part, read)
    if _is_honour(part, read) and declared != TRAIT:
        kept.choose(part)
    if declared == LEADER and not (rows or texts):
        return
    if part.shown.name.strip() in read.system.imports.settings and not (rows or texts):
        return  # it only says what the data offer
    is_gear = part.shown.type == "upgrade" and part.node is not part.owner and part.node is not read.unit.selection
    if is_gear and part.owner is not None and not rows and "power" not in part.profiles:
        if texts or not (part.node.selections or part.profiles):
            items.add_wargear(part, texts, field_for(read, part))
        return
    saves = _saves(part, read)
    for name, text in texts:
        if name in saves:
            items.add_save(part, *saves[name], text, read)
        else:
            kept.add(name, text)
    if is_gear and not rows and not saves and not part.node.selections and (texts or not part.profiles):
        kept.choose(part)


def _saves(part: Part, read: Read) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return names and saves of what a selection shows that nothing modifies, by what its text is called.

    What a unit or a model shows that is called as it has the heading of its type as its name ("Armour").
    """
    itself = part.node in (part.owner, read.unit.selection)
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for each in (*part.profiles.get("armour", ()), *part.profiles.get(None, ())):
        if field := field_in(read.closure, [each], read.system):
            is_alike = itself and line(each.name) == line(part.shown.name)
            found[heading_and_name(each, read)] = (
                line(tables.heading_of(read.closure, each) if is_alike else each.name),
                field,
            )
    for rule in part.shown.rules:
        if field := field_in_text(rule.description, read.system):
            found[line(rule.name)] = line(rule.name), field
    return found


def _declaration_kind(part: Part, read: Read) -> str:
    """Return what a selection declares, and a document says elsewhere: the Warlord or its trait; "" for any other."""
    if part.shown.entry is None:
        return ""
    if part.shown.entry.name.strip() == read.system.imports.leader:
        return LEADER
    traits = [each.value for each in read.unit.implied if each.kind == TRAIT]
    return TRAIT if trait_name(part.shown.entry) in traits else ""


def _is_honour(part: Part, read: Read) -> bool:
    """Whether a selection is a relic, a litany or the like, by the names of the groups that it is chosen from."""
    groups = part.shown.entry.groups if part.shown.entry and part.shown.type == "upgrade" else ()
    words = (word for group in groups for word in WORD.findall(group.name))
    return any(word.startswith(read.system.imports.honours) for word in words)


def _number_runs(runs: Sequence[carrying.Run]) -> Iterator[tuple[carrying.Run, int]]:
    """Yield runs with how many of the same selection come before them."""
    seen: dict[str, int] = {}
    for run in runs:
        yield run, seen.get(run.group.uid, 0)
        seen[run.group.uid] = seen.get(run.group.uid, 0) + 1


def _model(unit: ArmyUnit, run: carrying.Run, at: int, of_group: Mapping[str, str]) -> dict[str, Any]:
    uid = f"{run.group.uid}/model" if run.group is unit.selection else run.group.uid
    return {
        "id": f"{uid}/{at + 1}" if at else uid,
        "name": line(unit.model_name(run.group)),
        "profile": of_group.get(run.group.uid, ""),
        "number": run.number,
        "weapons": {id: min(number, MOST_EACH) for id, number in counts(run, "w")},
        "wargear": {id: min(number, MOST_EACH) for id, number in counts(run, "g")},
    }
