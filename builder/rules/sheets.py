"""Datasheets: every unit has one, everything in it stands on it, and the data are those that the roster was built on.

Sources in 9th edition: 9E-ARMY-07, 9E-UNIT-01. These findings take the place of raw ones about entries that are gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.operations import nodes
from builder.operations.forces import is_of_game
from builder.rules.army import Army, ArmyUnit
from builder.rules.candidates import other_datasheets, other_parts
from builder.rules.fixes import fit_rows, remove
from builder.rules.leader import remove_unit
from builder.rules.read_army import closure_or_none
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Selection

GONE = ("entry.missing", "entry.misplaced")


def datasheets(army: Army) -> Iterator[Finding]:
    """Judge that every unit has a known datasheet."""
    for force in nodes.forces(army.roster):
        if closure_or_none(army.catalogues, force) is None:
            name = force.name or force.catalogue
            fix = Fix("fix.remove", {"name": name}, ({"op": "remove-force", "force": force.uid},))
            found = army.finding("error", None, "force.no-catalogue", "datasheet", values={"name": name}, fixes=[fix])
            yield replace(found, path=(force.uid,))
    for raw in army.evaluation.findings:
        unit = army.unit_at(raw.path)
        if raw.code in GONE and unit and raw.path[-1] == unit.uid:
            yield army.finding("error", unit, "unit.no-datasheet", "datasheet", fixes=_ways_out(army, unit))


def game_of_forces(army: Army) -> Iterator[Finding]:
    """Judge that every force is of the roster's own game: units of another are judged by rules that are not theirs."""
    for force in nodes.forces(army.roster):
        closure = closure_or_none(army.catalogues, force)
        if closure is not None and not is_of_game(closure, army.roster.system):
            values = {"name": force.name or force.catalogue, "theirs": closure.system.name, "ours": army.system.name}
            fix = Fix("fix.remove", {"name": values["name"]}, ({"op": "remove-force", "force": force.uid},))
            found = army.finding("error", None, "force.other-game", "datasheet", values=values, fixes=[fix])
            yield replace(found, path=(force.uid,))


def number_of_units(army: Army) -> Iterator[Finding]:
    """Judge that every unit of native data is one: whoever has two has two selections."""
    for unit in army.units:
        number = unit.selection.number
        if unit.rows and number != 1:
            yield army.finding("error", unit, "unit.number", "one-datasheet", 1, number, fixes=[remove_unit(army, unit)])


def what_is_gone(army: Army) -> Iterator[Finding]:
    """Give the raw findings about units and parts that the data do not have what may have been meant."""
    selections = {selection.uid: selection for selection in army.roster.walk()}
    for raw in army.evaluation.findings:
        unit = army.unit_at(raw.path)
        if raw.code in GONE and unit:
            part = selections[raw.path[-1]]
            meant = other_datasheets(army, unit) if part.uid == unit.uid else other_parts(army, unit, part)
            yield replace(raw, fixes=(*meant, *raw.fixes) if army.proposing else ())


def one_datasheet(army: Army) -> Iterator[Finding]:
    """Judge that everything in a unit stands on its datasheet."""
    foreign = {raw.path[-1] for raw in army.evaluation.findings if raw.code in GONE}
    selections = {selection.uid: selection for selection in army.roster.walk()} if foreign else {}
    for raw in army.evaluation.findings:
        unit = army.unit_at(raw.path)
        if raw.code in GONE and unit and not foreign.intersection(raw.path[:-1]) and raw.path[-1] != unit.uid:
            part = selections[raw.path[-1]]
            values, fixes = {"name": part.name, "about": part.uid}, _ways_out_of_part(army, unit, part)
            yield army.finding("error", unit, "unit.foreign-part", "one-datasheet", values=values, fixes=fixes)


def _ways_out(army: Army, unit: ArmyUnit) -> Iterator[Fix]:
    yield from other_datasheets(army, unit)
    yield remove_unit(army, unit)


def _ways_out_of_part(army: Army, unit: ArmyUnit, part: Selection) -> Iterator[Fix]:
    yield from other_parts(army, unit, part)
    yield remove(part)
    yield fit_rows(unit, "fix.replace-part", *remove(part).operations)
    yield remove_unit(army, unit)


def data_version(army: Army) -> Iterator[Finding]:
    """Note where a force is judged by another version of its catalogue than it was built on."""
    for force in nodes.forces(army.roster):
        closure = closure_or_none(army.catalogues, force)
        if closure and force.pin and force.pin != closure.digest:
            operation = {"op": "move-pin", "force": force.uid, "digest": closure.digest}
            fix = Fix("fix.move-pin", {"name": force.name}, (operation,))
            note = army.finding("note", None, "force.other-version", "pin", values={"name": force.name}, fixes=[fix])
            yield replace(note, path=(force.uid,))
