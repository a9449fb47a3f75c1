"""Fixes of one finding that would be called alike, told apart: by the place of a unit, by what models carry, by number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from builder.rules.army import Army, ArmyUnit
from datasheets.evaluation.finding import Finding, Fix, Operation, Plain
from datasheets.markup import strip_marks

TOUCHED = ("selection", "subject", "unit", "parent")
"""Where an operation names what it is about, the most exact first."""
OF_UNIT, OF_MODELS = ("unit", "name"), ("model", "name")


def tell_apart(army: Army, finding: Finding) -> Finding:
    """Return a finding whose fixes have different labels."""
    if not _alike(finding.fixes):
        return finding
    for specify in (_by_unit, _by_wargear):
        alike = _alike(finding.fixes)
        fixes = tuple(specify(army, fix) if _label(fix) in alike else fix for fix in finding.fixes)
        finding = replace(finding, fixes=fixes)
    return replace(finding, fixes=_add_numbers(finding.fixes))


def _label(fix: Fix) -> tuple[str, tuple[tuple[str, Plain], ...]]:
    return fix.code, tuple(sorted(fix.values.items(), key=lambda each: each[0]))


def _alike(fixes: Sequence[Fix]) -> set[object]:
    """Return the labels that several fixes have."""
    labels = [_label(fix) for fix in fixes]
    return {label for label in labels if labels.count(label) > 1}


def _by_unit(army: Army, fix: Fix) -> Fix:
    """Say which of the units of the same name is meant, by its number in the order of the roster."""
    unit = _unit(army, fix)
    namesakes = [each for each in army.units if unit and each.name == unit.name]
    return _specify(fix, OF_UNIT, str(1 + namesakes.index(unit))) if unit and len(namesakes) > 1 else fix


def _by_wargear(army: Army, fix: Fix) -> Fix:
    """Say what the models carry that are meant, where others of the unit are called alike."""
    uid = next((uid for each in fix.operations if (uid := _subject(each)) in army.by_group), "")
    if not uid:
        return fix
    carried = ", ".join(strip_marks(item.name) for item in army.by_group[uid][1].selections)
    return _specify(fix, OF_MODELS, carried) if carried else fix


def _add_numbers(fixes: Sequence[Fix]) -> tuple[Fix, ...]:
    """Return fixes with numbers after those that are still called alike."""
    alike, seen, found = _alike(fixes), list[object](), list[Fix]()
    for fix in fixes:
        label = _label(fix)
        seen.append(label)
        found.append(_specify(fix, (*OF_MODELS, *fix.values), str(seen.count(label))) if label in alike else fix)
    return tuple(found)


def _specify(fix: Fix, keys: Sequence[str], what: str) -> Fix:
    """Return a fix with something in brackets after the first of these values that it names."""
    key = next((key for key in keys if isinstance(fix.values.get(key), str)), "")
    values: Mapping[str, Plain] = {**fix.values, key: f"{fix.values[key]} ({what})"} if key else fix.values
    return replace(fix, values=values)


def _unit(army: Army, fix: Fix) -> ArmyUnit | None:
    """Return the unit that a fix changes: of several operations the last one about a unit that is there."""
    uids = [_subject(each) for each in fix.operations]
    inside = {node.uid: unit for unit in army.units for node in unit.selection.walk()}
    return next((inside[uid] for uid in reversed(uids) if uid in inside), None)


def _subject(operation: Operation) -> str:
    return next((str(operation[key]) for key in TOUCHED if operation.get(key)), "")
