"""What the data find too dear or too cheap in the army, judged by its own list and not as its allies would have it.

Source: 2E-R-ARMY-01. A unit that comes as an ally keeps the category of its own section ("Squads") in some data. Their
limits count it in the whole roster, so that allies would fill the section that the army itself must fill. Likewise some
data allow allies beside units of their own kind, and so wherever there are any. Where data state a percentage and work out
another one, what they state counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from decimal import ROUND_CEILING, Decimal
from itertools import chain
from weakref import WeakKeyDictionary

from builder.operations import nodes
from builder.rules.agreed_limits import limit_key, limit_of
from builder.rules.army import Army
from builder.rules.data_limits import limiting_parts
from builder.rules.own_list import foreign_forces, is_of_allies
from builder.rules.read_army import closure_or_none
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.shares import limits_beside_others_broken, stated_limits_broken
from datasheets.evaluation.tree import Force

CODES = ("cost.too-little", "cost.too-much")
_faults: WeakKeyDictionary[Army, tuple[Finding, ...]] = WeakKeyDictionary()


def faults_of_data(army: Army) -> tuple[Finding, ...]:
    """Return what the data find too dear or too cheap in the army, no ally counted in a section of its own list."""
    if army not in _faults:
        _faults[army] = tuple(_each_once(_read_faults(army)))
    return _faults[army]


def _each_once(faults: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the faults, of several of one limit, in percent and worked out, the stricter one."""
    found: dict[tuple[str, str], Finding] = {}
    for each in faults:
        known = found.get((each.part, each.code))
        if known is None or _distance(each) > _distance(known):
            found[each.part, each.code] = each
    yield from found.values()


def _distance(fault: Finding) -> Decimal:
    return abs(Decimal(str(fault.wanted)) - Decimal(str(fault.found)))


def _read_faults(army: Army) -> Iterator[Finding]:
    foreign = frozenset(force.uid for force in foreign_forces(army))
    sections = _sections_with_allies(army, foreign) if foreign else frozenset[str]()
    allies = {force.uid for force in foreign_forces(army) if is_of_allies(army, force)}
    alone = _alone(army, foreign) if sections or allies else None
    whole = chain(_of_the_army(army.evaluation.findings), stated_limits_broken(army.evaluation))
    yield from (raw for raw in whole if raw.part not in sections)
    if alone:
        own = chain(_of_the_army(alone.findings), stated_limits_broken(alone))
        yield from (raw for raw in own if raw.part in sections)
        yield from limits_beside_others_broken(army.evaluation, alone, allies)


def _of_the_army(findings: Iterable[Finding]) -> Iterator[Finding]:
    return (raw for raw in findings if raw.code in CODES and not raw.path)


def _sections_with_allies(army: Army, foreign: Collection[str]) -> frozenset[str]:
    """Return the ids of what limits a category in the army's own list that units of other forces are in."""
    present = {id for unit in army.units if unit.force.uid in foreign for id in unit.effective.categories}
    own = [force for force in nodes.forces(army.roster) if present and force.uid not in foreign]
    closures = ((closure_or_none(army.catalogues, force), force) for force in own)
    parts = (pair for closure, force in closures if closure for pair in limiting_parts(closure, force))
    return frozenset(part for part, category in parts if category in present)


def _alone(army: Army, foreign: Collection[str]) -> Evaluation:
    """Return the evaluation of the army without the units of other forces, under the limit or the size of the whole.

    The forces stay, so that units of which nothing changes need not be evaluated again.
    """
    limit = limit_of(army) or Decimal(str(army.size))
    agreed = {**army.roster.agreed, limit_key(army): int(limit.to_integral_value(ROUND_CEILING))}
    roster = replace(army.roster, forces=tuple(_without(force, foreign) for force in army.roster.forces), agreed=agreed)
    return evaluate(roster, army.catalogues, army.evaluation)


def _without(force: Force, foreign: Collection[str]) -> Force:
    inner = tuple(_without(each, foreign) for each in force.forces)
    selections = () if force.uid in foreign else force.selections
    if selections is force.selections and all(one is other for one, other in zip(inner, force.forces, strict=True)):
        return force
    return replace(force, forces=inner, selections=selections)
