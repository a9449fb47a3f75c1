"""From a roster to its frozen copy and back: `snapshot` makes a roster document, `roster_from_document` a roster.

The document carries the selection trees as `origin`, so that document → roster → document is the same army. Facts come from
the judgement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from builder import __version__
from builder.operations.battle_sizes import agreements_of
from builder.operations.roster_json import check_uids, declaration_to_json, next_uid
from builder.rules.army import ArmyUnit
from builder.rules.judgement import Judgement, system_of
from builder.rules.read_army import closure_or_none
from builder.snapshot import placing
from builder.snapshot.cleaning import clean_line, line
from builder.snapshot.parts import amount
from builder.snapshot.sizes import Sizes, with_bases
from builder.snapshot.unit import bare_unit, unit_data
from datasheets.closure import Catalogues, Closure
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.tree import Declaration, Force, Roster, Selection
from datasheets.systems import System
from datasheets.words import name_code
from exports.document import SCHEMA, Node, RosterDocument, document_from

NONE: Sizes = {}


def snapshot(roster: Roster, catalogues: Catalogues, judgement: Judgement, sizes: Sizes = NONE) -> RosterDocument:
    """Return the roster as a document, complete in itself. A declaration about what is not there is left out.

    `sizes` are bases and heights that a player gave to models of imported units.

    Raises:
        NotADocument: the roster is too large for a document, or carries text that none may.
    """
    return document_from(snapshot_data(roster, catalogues, judgement, sizes))


def snapshot_data(roster: Roster, catalogues: Catalogues, judgement: Judgement, sizes: Sizes = NONE) -> dict[str, Any]:
    """Return what `snapshot` makes a document of, as plain data that nobody checked."""
    system = system_of(roster, catalogues)
    forces = list(_forces(roster.forces, None))
    closures = {force.uid: closure_or_none(catalogues, force) for force, _ in forces}
    found = [(force, each, "") for force, _ in forces for each in force.selections]
    found = [one for each in found for one in (each, *_inside(*each, judgement.units))]
    units = [with_bases(_unit(force, each, judgement.units, system, root), each.entry, sizes) for force, each, root in found]
    subjects = {"", *(unit["id"] for unit in units), *(group["id"] for unit in units for group in unit["models"])}
    stated = placing.to_document((*roster.declarations, *judgement.implied), units)
    agreed = agreements_of(roster, catalogues)
    army = {
        "name": roster.name,
        "system": roster.system,
        "note": roster.note,
        "agreed": dict(agreed),
        "limits": {cost: amount(value) for cost, value in roster.limits.items()},
        "declarations": [declaration_to_json(each) for each in stated if each.subject in subjects],
        "columns": _columns(closures.values(), units, system),
        "names": {
            **dict(_names(replace(roster, agreed=agreed), system, judgement.costs, units, closures.values())),
            **dict(_catalogues(forces, closures)),
        },
        "costs": {cost: amount(value) for cost, value in judgement.costs.items()},
        "power_level": None if judgement.power_level is None else amount(judgement.power_level),
        "model_count": judgement.models,
        "forces": [_force(force, closures[force.uid], within) for force, within in forces],
        "units": units,
    }
    judged = {
        "muster": __version__,
        "legal": judgement.legal,
        "findings": [_finding_data(each) for each in judgement.findings],
    }
    return {"schema": SCHEMA, "army": army, "judgement": judged}


def _finding_data(finding: Finding) -> dict[str, Any]:
    """Return a finding for the file: names of the game's data as codes, so that a sheet can be in any language."""
    return {**finding.to_data(), "values": {name: name_code(value) for name, value in finding.values.items()}}


def roster_from_document(document: RosterDocument) -> Roster:
    """Return the roster that a document was made from.

    Raises:
        DocumentError: its `origin` uses a uid twice; Muster makes no such documents.
    """
    army = document.army
    roots: dict[str, list[Selection]] = {force.id: [] for force in army.forces}
    for unit in army.units:
        if unit.within is None:
            roots[unit.force].append(_selection(unit.origin))
    made: dict[str, Force] = {}
    for force in reversed(army.forces):
        inner = tuple(made[each.id] for each in army.forces if each.within == force.id)
        made[force.id] = Force(force.id, force.catalogue, force.entry, force.name, force.pin, tuple(roots[force.id]), inner)
    roster = Roster(
        system=army.system,
        name=army.name,
        forces=tuple(made[force.id] for force in army.forces if force.within is None),
        declarations=placing.from_document(
            (Declaration(d.kind, d.subject, d.key, _scalar(d.value), d.index) for d in army.declarations), army.units
        ),
        agreed={key: _scalar(value) for key, value in army.agreed.items()},
        limits={cost: Decimal(str(value)) for cost, value in army.limits.items()},
        note=army.note,
    )
    uids = [*made, *(selection.uid for selection in roster.walk())]
    return check_uids(replace(roster, next_uid=next_uid(uids)))


def _forces(forces: Iterable[Force], within: str | None) -> Iterator[tuple[Force, str | None]]:
    """Yield every force with the uid of the one around it, outer ones first."""
    for force in forces:
        yield force, within
        yield from _forces(force.forces, force.uid)


def _force(force: Force, closure: Closure | None, within: str | None) -> dict[str, Any]:
    return {
        "id": force.uid,
        "catalogue": force.catalogue,
        "entry": force.entry,
        "name": clean_line(force.name),
        "pin": closure.digest if closure else force.pin,
        "revision": closure.catalogue.revision if closure else 0,
        "in": within,
    }


def _inside(force: Force, root: Selection, _: str, units: Mapping[str, ArmyUnit]) -> Iterator[tuple[Force, Selection, str]]:
    """Yield the units in a formation, with its uid."""
    if root.uid not in units:
        yield from ((force, node, root.uid) for node in root.walk() if node.uid in units)


def _unit(force: Force, selection: Selection, units: Mapping[str, ArmyUnit], system: System, root: str) -> dict[str, Any]:
    unit = units.get(selection.uid)
    made = unit_data(unit, system) if unit else bare_unit(force, selection, units)
    return {**made, "in": root} if root else made


def _columns(closures: Iterable[Closure | None], units: Iterable[Mapping[str, Any]], system: System) -> dict[str, list[str]]:
    """Return the printed order of characteristics for every type of profile in the army, columns of imported data last."""
    used = {profile["type"] for unit in units for profile in unit["profiles"]}
    used |= {"weapon" for unit in units if unit["weapons"]}
    found: dict[str, list[str]] = {}
    for closure in closures:
        for type in closure.profile_types.values() if closure else ():
            if type.id in used:
                found.setdefault(type.id, [each.name for each in type.characteristics])
    shown = {"unit": system.characteristics, "weapon": system.weapon_characteristics}
    for id in used & shown.keys():
        found.setdefault(id, [each.key for each in shown[id]])
    for type, row in ((row["type"], row) for unit in units for row in unit["profiles"]):
        found[type] += [heading for heading in row["characteristics"] if heading not in found[type]]
    for row in (row for unit in units for weapon in unit["weapons"] for row in weapon["profiles"]):
        found["weapon"] += [heading for heading in row["characteristics"] if heading not in found["weapon"]]
    return found


def _names(
    roster: Roster,
    system: System,
    costs: Mapping[str, Decimal],
    units: Iterable[Mapping[str, Any]],
    closures: Iterable[Closure | None],
) -> Iterator[tuple[str, str]]:
    """Yield what every id that occurs in the army is called on paper."""
    yield f"system.{system.id}", line(system.name) or system.id
    for type in (type for closure in closures if closure for type in closure.cost_types.values()):
        if type.id in costs and type.id not in [cost.id for cost in system.costs]:
            yield f"cost.{type.id}", line(type.name) or type.id
    for cost in system.costs:
        if cost.id in costs:
            yield f"cost.{cost.id}", cost.name
            yield f"total.{cost.id}", cost.total
    tables = {"missions": "mission", "battle_sizes": "battle-size"}
    for agreement in system.agreements:
        for item in getattr(system, agreement.value.table, ()) if agreement.value.table in tables else ():
            if roster.agreed.get(agreement.key) == item.id:
                yield f"{tables[agreement.value.table]}.{item.id}", item.name
    roles = {unit["role"] for unit in units}
    yield from ((f"role.{role.id}", role.name) for role in system.roles if role.id in roles)
    declared = {each.value for each in roster.declarations_of("warlord-trait")}
    yield from ((f"warlord-trait.{trait.id}", trait.name) for trait in system.traits if trait.id in declared)


def _catalogues(
    forces: Iterable[tuple[Force, str | None]], closures: Mapping[str, Closure | None]
) -> Iterator[tuple[str, str]]:
    """Yield the names of the catalogues of forces that are called otherwise."""
    for force, _ in forces:
        closure = closures[force.uid]
        name = line(closure.catalogue.name) if closure else ""
        if name and name != clean_line(force.name):
            yield f"catalogue.{force.catalogue}", name


def _selection(node: Node) -> Selection:
    children = tuple(_selection(child) for child in node.selections)
    return Selection(node.uid, node.entry, node.name, node.group, node.number, node.title, node.note, children)


def _scalar(value: str | int | float | bool | None) -> str | int | bool | None:
    """Return a value as a roster has it: no number there has a fraction."""
    return f"{value:g}" if isinstance(value, float) else value
