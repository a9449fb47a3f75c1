"""The Warlord and the Warlord Trait: one model, any model; a trait if and only if it is a CHARACTER.

Sources in 9th edition: 9E-WARLORD-01..04, 9E-Q-31; in 8th: 8E-WARLORD-01..03, 8E-Q-27, 8E-Q-34. Whether a trait that the
system does not list may stand in another publication, and so is no error, is up to the system.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.rules.army import Army, Unit
from builder.rules.fixes import declare, remove, take_back, withdraw
from datasheets.evaluation.finding import Finding, Fix, Operation, Severity
from datasheets.evaluation.tree import Selection

WARLORD, TRAIT = "warlord", "warlord-trait"
PROPOSALS = 4


def warlord(army: Army) -> Iterator[Finding]:
    """Judge that exactly one model is the Warlord."""
    named = army.declared(WARLORD)
    if not named and army.by_group:
        yield army.finding("error", None, "warlord.missing", "warlord", 1, 0, fixes=_candidates(army))
    if len(named) > 1:
        fixes = [appoint(army, *army.by_group[each.subject], each.index) for each in named[:PROPOSALS]]
        yield army.finding("error", None, "warlord.several", "warlord", 1, len(named), fixes=fixes)


def trait(army: Army, unknown: Severity = "warning") -> Iterator[Finding]:
    """Judge that a Warlord has a trait if it is a CHARACTER, and that nobody else has one; `unknown` traits are so grave.

    What imported data let others choose comes from a publication of theirs (a Stratagem): the data judge that.
    """
    warlords = {(each.subject, each.index) for each in army.declared(WARLORD)}
    traits = {(each.subject, each.index): each for each in army.declared(TRAIT)}
    for model in sorted(warlords):
        unit, group = army.by_group[model[0]]
        if unit.resolved is None:
            continue
        values = {"model": group.title or group.name}
        if _is_character(unit, group) and model not in traits:
            fixes = [_give_trait(army, group, model[1], id) for id in _known_traits(army)]
            yield army.finding("error", unit, "trait.missing", "warlord-trait", 1, 0, values, fixes)
        if not _is_character(unit, group) and model in traits:
            fixes = [take_back(army, traits[model])]
            yield army.finding("error", unit, "trait.not-a-character", "warlord-trait", 0, 1, values, fixes)
    for model, each in traits.items():
        unit, group = army.by_group[model[0]]
        values = {"model": group.title or group.name, "trait": str(each.value), "about": str(each.value)}
        if model not in warlords and each not in unit.implied:
            yield army.finding(
                "error", unit, "trait.not-the-warlord", "warlord-trait", 0, 1, values, [take_back(army, each)]
            )
        elif each not in unit.implied and each.value not in _known_traits(army):
            fixes = [_give_trait(army, group, each.index, id) for id in _known_traits(army)]
            yield army.finding(unknown, unit, "trait.unknown", "trait-choice", None, str(each.value), values, fixes)


def remove_unit(army: Army, unit: Unit) -> Fix:
    """Remove a unit; if the Warlord is in it, another model is the Warlord afterwards."""
    removed = remove(unit.selection)
    warlords = [army.by_group[each.subject][0] for each in army.declared(WARLORD)]
    heir = next(_candidates(army, without=unit), None) if warlords == [unit] else None
    if heir is None:
        return removed
    values = {"name": unit.name, "model": heir.values["model"], "unit": heir.values["unit"]}
    return Fix("fix.remove-warlord", values, (*heir.operations, *removed.operations))


def _candidates(army: Army, without: Unit | None = None) -> Iterator[Fix]:
    """Propose the first models for Warlord, a CHARACTER before others."""
    places = [place for place in army.by_group.values() if place[0] is not without]
    places.sort(key=lambda place: not _is_character(*place))
    yield from (appoint(army, unit, group, 0) for unit, group in places[:PROPOSALS])


def _is_character(unit: Unit, group: Selection) -> bool:
    return "CHARACTER" in unit.keywords_of(group)


def _known_traits(army: Army) -> list[str]:
    """What may be declared: the traits that the system lists, and that it is rolled for where that is done (8E-Q-34)."""
    kind = army.system.declaration(TRAIT)
    return list(army.system.choices(kind.value)) if kind else []


def appoint(army: Army, unit: Unit, group: Selection, index: int) -> Fix:
    """Make one model the only Warlord, with the trait that it must have."""
    about = (*army.declared(WARLORD), *army.declared(TRAIT))
    operations: list[Operation] = [withdraw(each) for each in about]
    operations.append(declare(WARLORD, group.uid, index=index))
    if _is_character(unit, group):
        had = [each.value for each in army.declared(TRAIT) if (each.subject, each.index) == (group.uid, index)]
        for value in (*had, *_known_traits(army))[:1]:
            operations.append(declare(TRAIT, group.uid, value, index=index))
    values = {"model": group.title or group.name, "unit": unit.name}
    return Fix("fix.appoint-warlord", values, tuple(operations))


def _give_trait(army: Army, group: Selection, index: int, id: str) -> Fix:
    names = {each.id: each.name for each in army.system.traits}
    values = {"trait": names.get(id, ""), "model": group.title or group.name}
    return Fix(
        "fix.choose-trait" if id in names else "fix.roll-trait", values, (declare(TRAIT, group.uid, id, index=index),)
    )
