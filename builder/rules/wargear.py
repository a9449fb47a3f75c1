"""Wargear: each model has its default, changed only by what the bullets of its datasheet allow, no more often than they do.

Sources in 9th edition: 9E-DS-12, 9E-WARG-01, 9E-WARG-02, 9E-WARG-03, 9E-Q-20. What is legal is worked out by
`datasheets.evaluation.loadout`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.rules.army import Army, ArmyUnit
from builder.rules.per_unit import per_unit
from datasheets.evaluation.finding import Finding, Fix, Plain
from datasheets.evaluation.loadout import Unexplained
from datasheets.evaluation.tree import Selection
from datasheets.model import Loadout

CODES: Mapping[str, tuple[str, str]] = {
    "wargear": ("wargear.no-option", "loadout"),
    "limit": ("wargear.option-too-often", "option-limit"),
    "uneven": ("wargear.uneven", "default-wargear"),
}
"""Why wargear is not legal: the finding's code, and the rule."""


def _judge_wargear(army: Army, unit: ArmyUnit) -> Iterator[Finding]:
    groups = {group.uid: group for group in unit.groups}
    if unit.loadout and unit.verdict:
        for each in unit.verdict.unexplained:
            yield _finding(army, unit, unit.loadout, groups[each.uid], each)


wargear = per_unit(_judge_wargear)
"""Judge the wargear of every unit that has its bullets as data."""


def _finding(army: Army, unit: ArmyUnit, loadout: Loadout, group: Selection, each: Unexplained) -> Finding:
    texts = {bullet.id: bullet.text for bullet in loadout.bullets}
    values: dict[str, Plain] = {
        "model": group.title or group.name,
        "count": each.models,
        "option": texts.get(each.bullet, ""),
        "about": each.uid,
    }
    fixes = [_default(unit, loadout, group, each.models)]
    if each.reason == "entangled":
        return army.finding("warning", unit, "wargear.unclear", "loadout", values=values, fixes=fixes)
    code, rule = CODES[each.reason]
    if each.reason == "wargear" and not loadout.bullets:
        code, rule = "wargear.not-default", "default-wargear"
    wanted, found = (each.wanted, each.found) if each.reason == "limit" else (None, None)
    return army.finding("error", unit, code, rule, wanted, found, values, fixes)


def _default(unit: ArmyUnit, loadout: Loadout, group: Selection, models: int) -> Fix:
    """Give models their default wargear; all of the group where their items do not divide evenly."""
    operation = {
        "op": "set-loadout",
        "unit": unit.uid,
        "selection": group.uid,
        "models": models,
        "items": dict(loadout.defaults[group.entry]),
    }
    return Fix("fix.default-wargear", {"model": group.title or group.name, "count": models}, (operation,))
