"""Angle-bracket keywords: a choice for each, in capitals, allowed by the catalogue.

Sources in 9th edition: 9E-KEY-05, 9E-KEY-06, 9E-KEY-07, 9E-Q-21.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import declare, take_back
from builder.rules.per_unit import per_unit
from datasheets.evaluation.finding import Finding, Fix
from datasheets.keywords import choice_problem, normal

KEYWORD = "keyword"
PROPOSALS = 5

CODES: Mapping[str, tuple[str, str]] = {
    "empty": ("keyword.unresolved", "keyword-choice"),
    "too-long": ("keyword.too-long", "keyword-choice"),
    "bracketed": ("keyword.bracketed", "keyword-choice"),
    "not-capitals": ("keyword.not-capitals", "keyword-choice"),
    "reserved": ("keyword.reserved", "keyword-restricted"),
    "not-allowed": ("keyword.not-allowed", "keyword-restricted"),
}
"""What `choice_problem` says: the finding's code, and the rule."""


def _judge_choices(army: Army, unit: ArmyUnit) -> Iterator[Finding]:
    choices = _choices(unit)
    for key, allowed in choices.items():
        value = _choice_for(unit, key)
        problem = choice_problem(value, allowed, _reserved_keywords(unit))
        if problem:
            code, rule = CODES[problem]
            values = {"key": key, "value": value, "about": key, "allowed": ", ".join(allowed[:PROPOSALS])}
            fixes = _proposals(army, unit, key, value, allowed)
            yield army.finding("error", unit, code, rule, values["allowed"] or None, value or None, values, fixes)


keyword_choices = per_unit(_judge_choices)
"""Judge the choice for every angle-bracket keyword of every unit."""


def stray_choices(army: Army) -> Iterator[Finding]:
    """Report choices for keywords that a unit's datasheet does not have."""
    for each in army.declarations_of(KEYWORD):
        unit = army.by_uid[each.subject]
        if "choices" in unit.details and normal(each.key) not in map(normal, _choices(unit)):
            values = {"key": each.key, "value": str(each.value), "about": each.key}
            yield army.finding(
                "warning", unit, "keyword.stray", "keyword-choice", values=values, fixes=[take_back(army, each)]
            )


def _choices(unit: ArmyUnit) -> Mapping[str, tuple[str, ...]]:
    """What may be chosen for each angle-bracket keyword; an empty tuple is anything."""
    found = unit.details.get("choices")
    return {key: tuple(allowed) for key, allowed in found.items()} if isinstance(found, Mapping) else {}


def _reserved_keywords(unit: ArmyUnit) -> tuple[str, ...]:
    found = unit.details.get("reserved")
    return tuple(found) if isinstance(found, Iterable) else ()


def _choice_for(unit: ArmyUnit, key: str) -> str:
    return next((value for other, value in unit.chosen.items() if normal(other) == normal(key)), "")


def _proposals(army: Army, unit: ArmyUnit, key: str, value: str, allowed: tuple[str, ...]) -> Iterator[Fix]:
    """Yield what would do: the same in capitals, what other units of the army chose, what the catalogue allows."""
    elsewhere = [_choice_for(other, key) for other in army.units if other is not unit]
    usual = sorted(set(elsewhere), key=lambda each: (-elsewhere.count(each), each))
    candidates = dict.fromkeys((value.upper(), *usual, *allowed))
    for each in [each for each in candidates if not choice_problem(each, allowed, _reserved_keywords(unit))][:PROPOSALS]:
        values = {"unit": unit.name, "key": key, "value": each}
        yield Fix("fix.choose-keyword", values, (declare(KEYWORD, unit.uid, each, key=key),))
