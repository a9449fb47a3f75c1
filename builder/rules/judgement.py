"""Judging a roster: what the data say and what the rules of its system say, as one list of findings in a fixed order.

`judge` is pure. A system with army rules has a table of steps (`registry`); one without gets what the data
say, and a note that says so. Fixes are tried out before they are offered (`verify_fixes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from builder.rules.army import ArmyUnit
from builder.rules.joint_fix import JointFix
from builder.rules.own_list import implied_declarations
from builder.rules.read_army import closure_or_none, read_army
from builder.rules.registry import army_rules
from builder.rules.telling_apart import tell_apart
from builder.rules.verify_fixes import Budget, VerifiedFindings, verify_fixes
from datasheets.closure import Catalogues, RememberedClosures
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Declaration, Roster
from datasheets.systems import System, UnknownSystem, system
from datasheets.systems.system import Size

POWER = "power"
"""The cost whose total is a Power Level."""


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What is wrong with a roster, and what it amounts to.

    `legal` is False where there is an error, and None where there is none but nobody judged all of the army: Muster does
    not have all army rules of the system, or the players agreed on or stated what it does not know. `power_level` is the
    total of the Power Ratings, None in a system that does not measure armies by Power; `costs` go by our names of them.
    `units` are the facts that the findings rest on, by uid, in the order of the roster. `unverified` are the findings whose
    fixes were not tried out, because the budget was used up; `joint_fix` has fixes that can be made at once, looked for
    where there was a budget. `implied` is what choices in imported data declare: the Warlord and its trait.
    """

    findings: tuple[Finding, ...]
    legal: bool | None
    power_level: Decimal | None
    costs: Mapping[str, Decimal]
    models: int
    units: Mapping[str, ArmyUnit]
    unverified: tuple[Finding, ...] = ()
    joint_fix: JointFix | None = None
    implied: tuple[Declaration, ...] = ()


def judge(
    roster: Roster,
    evaluation: Evaluation,
    catalogues: Catalogues,
    system: System,
    *,
    fixes: bool = True,
    budget: Budget | None = None,
    known: Mapping[str, ArmyUnit] | None = None,
) -> Judgement:
    """Return everything that is wrong with a roster, and what it amounts to. Never raises for an illegal roster.

    Args:
        roster: the roster.
        evaluation: what `evaluate` says of it.
        catalogues: where its datasheets come from.
        system: its game system (`system_of`).
        fixes: whether to try out and offer fixes; without, it is faster and no finding has any.
        budget: how much is tried; without it, everything.
        known: units of an earlier judgement; those of which nothing has changed are kept.
    """
    remembered, rules = RememberedClosures(catalogues), army_rules(system.id)
    army = read_army(roster, evaluation, remembered, system, fixes, known)
    found = rules.find(army)
    plain = VerifiedFindings(tuple(replace(each, fixes=()) for each in found))
    made = verify_fixes(army, found, rules.find_all, budget) if fixes else plain
    return Judgement(
        findings=tuple(tell_apart(army, each) for each in made.findings),
        legal=rules.legality(made.findings),
        power_level=army.costs.get(POWER, Decimal(0)) if system.size.cost == POWER else None,
        costs=army.costs,
        models=sum(unit.count for unit in army.units),
        units=army.by_uid,
        unverified=made.unverified,
        joint_fix=made.joint_fix,
        implied=implied_declarations(army),
    )


def system_of(roster: Roster, catalogues: Catalogues | None = None) -> System:
    """Return the game system of a roster; for an imported one that Muster does not know, one that says nothing.

    That one is called as its data in the `catalogues` say, or by its id.
    """
    try:
        return system(roster.system)
    except UnknownSystem:
        return System(
            id=roster.system,
            name=_game_name(roster, catalogues) or roster.system,
            language="",
            source="",
            edition="",
            characteristics=(),
            weapon_characteristics=(),
            size=Size("models", "Models"),
            rules={},
        )


def _game_name(roster: Roster, catalogues: Catalogues | None) -> str:
    """Return what the data of a roster's forces call their game, "" where none of them is here."""
    closures = (closure_or_none(catalogues, force) for force in roster.forces) if catalogues else ()
    return next((closure.system.name for closure in closures if closure), "")
