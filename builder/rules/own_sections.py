"""Sections of the army's own list that the data count allies in: what the data say of them without the allies.

Source: 2E-R-ARMY-01. A unit that comes as an ally keeps the category of its own section ("Squads") in some data. Their
limits count it in the whole roster, so that allies would fill the section that the army itself must fill.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from decimal import ROUND_CEILING, Decimal
from weakref import WeakKeyDictionary

from builder.operations import nodes
from builder.rules.agreed_limits import limit_key, limit_of
from builder.rules.army import Army
from builder.rules.data_limits import limiting_parts
from builder.rules.own_list import foreign_forces
from builder.rules.read_army import closure_or_none
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.tree import Force

CODES = ("cost.too-little", "cost.too-much")
_faults: WeakKeyDictionary[Army, tuple[Finding, ...]] = WeakKeyDictionary()


def faults_of_data(army: Army) -> tuple[Finding, ...]:
    """Return what the data find too dear or too cheap in the army, no ally counted in a section of its own list."""
    if army not in _faults:
        _faults[army] = _read_faults(army)
    return _faults[army]


def _read_faults(army: Army) -> tuple[Finding, ...]:
    foreign = frozenset(force.uid for force in foreign_forces(army))
    sections = _sections_with_allies(army, foreign) if foreign else frozenset[str]()
    faults = _of_the_army(army.evaluation.findings)
    if not sections:
        return faults
    whole = tuple(raw for raw in faults if raw.part not in sections)
    return (*whole, *(raw for raw in _of_the_army(_alone(army, foreign)) if raw.part in sections))


def _of_the_army(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(raw for raw in findings if raw.code in CODES and not raw.path)


def _sections_with_allies(army: Army, foreign: Collection[str]) -> frozenset[str]:
    """Return the ids of what limits a category in the army's own list that units of other forces are in."""
    present = {id for unit in army.units if unit.force.uid in foreign for id in unit.effective.categories}
    own = [force for force in nodes.forces(army.roster) if present and force.uid not in foreign]
    closures = ((closure_or_none(army.catalogues, force), force) for force in own)
    parts = (pair for closure, force in closures if closure for pair in limiting_parts(closure, force))
    return frozenset(part for part, category in parts if category in present)


def _alone(army: Army, foreign: Collection[str]) -> tuple[Finding, ...]:
    """Return what the data find in the army without the other forces, under the limit or the size of the whole."""
    limit = limit_of(army) or Decimal(str(army.size))
    agreed = {**army.roster.agreed, limit_key(army): int(limit.to_integral_value(ROUND_CEILING))}
    forces = tuple(_without(force, foreign) for force in army.roster.forces if force.uid not in foreign)
    roster = replace(army.roster, forces=forces, agreed=agreed)
    return evaluate(roster, army.catalogues, army.evaluation).findings


def _without(force: Force, foreign: Collection[str]) -> Force:
    inner = tuple(_without(each, foreign) for each in force.forces if each.uid not in foreign)
    return force if inner == force.forces else replace(force, forces=inner)
