"""Which rule of the ledger asks for what imported data limit, where the system has one.

Data know no ledger: they say of each limit only that it is one. What a unit may choose is a part of its datasheet, so the
rule about that asks for it; how often a unit may be taken has a rule of its own in some systems.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from builder.rules.army import Army
from datasheets.evaluation.finding import Finding, Plain

UNCITED = frozenset({"entry.constraint", "entry.hidden"})
"""The rules of findings of which only the data speak."""


def cite_rule(army: Army, raw: Finding) -> Finding:
    """Return a finding of the data with the ledger's rule behind it, or as it is where there is none."""
    if raw.rule not in UNCITED:
        return raw
    rule = army.system.rule(_rule_behind(army, raw))
    return replace(raw, rule=rule) if rule else raw


def _rule_behind(army: Army, raw: Finding) -> str:
    """Return the name of the rule: how often units are taken, how many models one has, or what else it may choose."""
    unit = army.unit_at(raw.path)
    is_the_unit = unit is not None and raw.path[-1] == unit.uid and raw.code != "entry.too-few"
    if unit is None or is_the_unit:
        return "data-unit-limit"
    is_of_models = unit.models is not None and raw.origin.split("/")[-1] in unit.models.limits
    return "data-unit-size" if is_of_models else "data-choice"


def without_echoes(found: Iterable[Finding]) -> list[Finding]:
    """Return findings of the data but for those that say of a selection what is said of the one right around it."""
    said = [*found]
    known = {(each.code, each.path, _values(each)) for each in said}
    return [each for each in said if not each.path or (each.code, each.path[:-1], _values(each)) not in known]


def _values(finding: Finding) -> tuple[tuple[str, Plain], ...]:
    return tuple(finding.values.items())
