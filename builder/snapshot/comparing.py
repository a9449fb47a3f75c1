"""Whether a roster document says what its own choices come to.

Its `origin` says what was chosen, the rest what that amounts to; who writes a document by hand can let them contradict
each other. The army is remade from `origin` and compared. Where the datasheets that the document pins are here, a
difference is an error; where others were used instead, it may come from them and is a warning. A value that no profile of
the system may have is an error by its own rule (GRW-PROFILE-02, GRW-PROFILE-03).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from datasheets.evaluation.finding import Finding, Fix, Plain, Severity
from datasheets.systems import UnknownSystem, system
from datasheets.systems.rows import out_of_bounds
from datasheets.systems.system import Characteristic
from exports.document import RosterDocument, unit_from
from exports.document.model import Unit

RULE = "roster.document"
COMPARED = tuple(field.name for field in fields(Unit) if field.name != "origin")
TOTALS = ("costs", "power_level", "model_count")


def remake(document: RosterDocument, data: Mapping[str, Any]) -> RosterDocument:
    """Return a document with the totals, pins and units of plain data made from its choices.

    Units that are as the document has them, which is the rule, are not read again.
    """
    army, given = data["army"], {unit.id: (unit, plain) for unit, plain in _units(document)}
    pins = {force["id"]: force["pin"] for force in army["forces"]}
    forces = tuple(replace(force, pin=pins[force.id]) for force in document.army.forces if force.id in pins)
    units = tuple(_unit(data, given.get(data["id"])) for data in army["units"])
    totals = {name: army[name] for name in TOTALS}
    return replace(document, army=replace(document.army, forces=forces, units=units, **totals))


def _units(document: RosterDocument) -> Iterator[tuple[Unit, object]]:
    army = document.data["army"]
    plain = army["units"] if isinstance(army, dict) else []
    return zip(document.army.units, plain, strict=True)


def _unit(data: Mapping[str, Any], known: tuple[Unit, object] | None) -> Unit:
    return known[0] if known and known[1] == data else unit_from(data)


def contradictions(document: RosterDocument, remade: RosterDocument) -> Iterator[Finding]:
    """Yield what a document says of its army and its units that its choices do not come to.

    Args:
        document: the document that somebody handed in.
        remade: the document of the roster that was read from it.
    """
    pinned = {force.id: force.pin for force in document.army.forces}
    used = {force.id: force.pin for force in remade.army.forces}
    if [parts for parts in TOTALS if getattr(document.army, parts) != getattr(remade.army, parts)]:
        yield Finding(RULE, "document.other-totals", _severity(pinned == used))
    units = {unit.id: unit for unit in remade.army.units}
    columns = _columns(document.army.system)
    for unit in document.army.units:
        own = units.get(unit.origin.uid)
        parts = [name for name in COMPARED if own is None or getattr(unit, name) != getattr(own, name)]
        if parts:
            severity = _severity(pinned[unit.force] == used[unit.force])
            values = {"unit": unit.title or unit.name, "parts": ", ".join(parts)}
            yield Finding(RULE, "document.other-figures", severity, (unit.force, unit.origin.uid), values=values)
        yield from _impossible(unit, columns)


def _impossible(unit: Unit, columns: Sequence[Characteristic]) -> Iterator[Finding]:
    """Yield the values of profiles that the rules do not know."""
    name = unit.title or unit.name
    fixes = (Fix("fix.remove", {"name": name}, ({"op": "remove", "selection": unit.origin.uid},)),)
    for profile in unit.profiles:
        for column in out_of_bounds(profile.characteristics, columns):
            values: dict[str, Plain] = {
                "unit": name,
                "model": profile.name,
                "key": column.key,
                "about": f"{profile.name} {column.key}",
            }
            found, wanted = profile.characteristics[column.key], f"{column.least}+ – {column.most}+"
            values |= {"least": column.least, "most": column.most, "found": found}
            path = (unit.force, unit.origin.uid)
            yield Finding(column.rule, "document.out-of-bounds", "error", path, wanted, found, values, fixes)


def _columns(id: str) -> Sequence[Characteristic]:
    try:
        return system(id).characteristics
    except UnknownSystem:
        return ()


def _severity(same_data: bool) -> Severity:
    return "error" if same_data else "warning"
