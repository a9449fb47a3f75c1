"""The one model that leads the army: the Warlord, the general, the commander. Which it is, is data (`System.leader`).

Sources: 9E-WARLORD-01, 8E-WARLORD-01, AOS-GENERAL-01, GRW-SCEN-08.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.rules import traits
from builder.rules.army import Army, ArmyUnit
from builder.rules.commanders import commanders
from builder.rules.fixes import agree, declare, remove, remove_all, withdraw
from builder.rules.new_leaders import allowed_leaders, new_leaders
from builder.rules.own_list import has_own_list, leaders, leaders_asked_for
from datasheets.evaluation.finding import Finding, Fix, Operation
from datasheets.evaluation.tree import Declaration, Selection
from datasheets.systems.system import DeclarationKind

PROPOSALS = 4


def one_leader(army: Army) -> Iterator[Finding]:
    """Judge that one model leads the army; a system may allow that none does, unless it was agreed otherwise."""
    kind = army.system.leader
    if kind is None:
        return
    stated = list({(each.subject, each.index): each for each in leaders(army)}.values())
    if not stated and army.by_group and kind.least and has_own_list(army):
        yield army.finding("error", None, f"{kind.kind}.missing", kind.rule, 1, 0, fixes=_candidates(army, kind))
    if not stated and army.by_group and kind.needed_with:
        yield from _judge_leaderless(army, kind)
    if len(stated) > 1:
        fixes = _only_one(army, kind, stated)
        yield army.finding("error", None, f"{kind.kind}.several", kind.rule, 1, len(stated), fixes=fixes)


def _only_one(army: Army, kind: DeclarationKind, stated: Sequence[Declaration]) -> Iterator[Fix]:
    """Propose one of several leaders to be the only one, of those that may if there are any.

    Where the data ask for all of them, propose to remove the units of the others.
    """
    able = {group.uid for _, group in commanders(army)} if kind.by == "leadership" else army.by_group.keys()
    fitting = [each for each in stated if each.subject in able] or stated
    yield from (appoint(army, *army.by_group[each.subject], each.index) for each in fitting[:PROPOSALS])
    asked_for = [army.by_group[each.subject][0] for each in leaders_asked_for(army)]
    for each in fitting[:PROPOSALS] if asked_for else ():
        others = [unit for unit in dict.fromkeys(asked_for) if unit is not army.by_group[each.subject][0]]
        if others:
            yield remove_all(others)


def _judge_leaderless(army: Army, kind: DeclarationKind) -> Iterator[Finding]:
    """Judge that an army without a leader need not have one by what both players agreed on."""
    card = next(card for card in army.system.cards if card.id == kind.needed_with)
    for each in army.system.agreements:
        if army.agreed.get(each.key) == card.id:
            fixes = [*_candidates(army, kind), agree("fix.withdraw", each.key, None, {"what": each.name})]
            yield army.finding("error", None, f"{kind.kind}.needed", kind.rule, 1, 0, {"what": card.name}, fixes)


def right_leader(army: Army) -> Iterator[Finding]:
    """Judge that the model which leads the army is one that may, where its Leadership decides (2E-R-ARMY-03)."""
    kind = army.system.leader
    stated = leaders(army)
    if kind is None or not stated:
        return
    fitting = commanders(army)
    for each in stated:
        unit, group = army.by_group[each.subject]
        if group.uid not in {other.uid for _, other in fitting}:
            best, of = fitting[0]
            values = {"model": _model_in_words(unit, group), "other": _model_in_words(best, of), "of": best.name}
            able = allowed_leaders(army, kind, fitting) if army.proposing else []
            fixes = [appoint(army, *place, 0) for place in able[:PROPOSALS]]
            yield army.finding(
                "error", unit, f"{kind.kind}.other", kind.rule, None, None, {**values, "about": each.subject}, fixes
            )


def _model_in_words(unit: ArmyUnit, group: Selection) -> str:
    """Return what a model is called, with its unit where that is called otherwise."""
    name = group.title or unit.model_name(group)
    return name if name == unit.name else f"{name} ({unit.name})"


def appoint(army: Army, unit: ArmyUnit, group: Selection, index: int) -> Fix:
    """Make one model the only leader, with the trait that it must have; former leaders lose theirs."""
    kind = army.system.leader
    if kind is None:
        raise ValueError(f"no model leads an army of {army.system.name}")
    others = [each for each in leaders(army) if (each.subject, each.index) != (group.uid, index)]
    operations: list[Operation] = [withdraw(each) for each in (*others, *traits.of_others(army, others, group, index))]
    if not any((each.subject, each.index) == (group.uid, index) for each in leaders(army)):
        operations.append(declare(kind.kind, group.uid, index=index))
    operations += traits.of_new_leader(army, unit, group, index, operations)
    values = {"model": group.title or unit.model_name(group), "unit": unit.name}
    return Fix(f"fix.appoint-{kind.kind}", values, tuple(operations))


def remove_unit(army: Army, unit: ArmyUnit) -> Fix:
    """Remove a unit; if the leader is in it, another model leads the army afterwards."""
    removed, kind = remove(unit.selection), army.system.leader
    leading = [army.by_group[each.subject][0] for each in leaders(army)]
    heir = next(_candidates(army, kind, without=unit), None) if kind and leading == [unit] else None
    if kind is None or heir is None:
        return removed
    values = {"name": unit.name, "model": heir.values["model"], "unit": heir.values["unit"]}
    return Fix(f"fix.remove-{kind.kind}", values, (*heir.operations, *removed.operations))


def other_leader(army: Army, unit: ArmyUnit) -> Iterator[Fix]:
    """Propose models of other units to lead the army."""
    yield from _candidates(army, army.system.leader, without=unit)


def _candidates(army: Army, kind: DeclarationKind | None, without: ArmyUnit | None = None) -> Iterator[Fix]:
    """Propose the first models that can lead the army, those with the usual keyword before others.

    Where the data let none of them, propose units to add of which one can.
    """
    usual = kind.usual if kind else ""
    able = commanders(army, without) if kind and kind.by == "leadership" else army.by_group.values()
    others = [place for place in able if place[0] is not without]
    places = [place for place in others if not place[0].is_reserve] or others
    places.sort(key=lambda place: usual not in place[0].keywords_of(place[1]))
    if kind and kind.by == "leadership":
        places = allowed_leaders(army, kind, places)
        if not places and without is None:
            yield from new_leaders(army, kind)
    yield from (appoint(army, unit, group, 0) for unit, group in places[:PROPOSALS])
