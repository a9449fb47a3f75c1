"""How large the army is: not empty, within what the players agreed, and what battle it is fit for.

Sources in 9th edition: 9E-MUSTER-01, 9E-MUSTER-03, 9E-MUSTER-05, 9E-ARMY-05, 9E-ARMY-06, 9E-Q-18, 9E-Q-30. One list does not
know the other army: its Power Level counts as both armies' only as far as no other could change the answer, or together with
what the player noted as the opponent's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from math import ceil

from builder.rules.army import Army
from builder.rules.first_units import first_units
from builder.rules.fixes import agree
from builder.rules.removals import removals
from datasheets.evaluation.finding import Finding, Fix, Plain
from datasheets.evaluation.judging import value
from datasheets.systems.mission import BattleSize

AGREED_LIMIT = "army.over-agreed-limit"
OVER_LIMIT, NO_LIMIT = "cost.over-limit", "cost.no-limit"
UNLIMITED = -1
"""How files of other programs write that there is no limit."""


def not_empty(army: Army) -> Iterator[Finding]:
    """Judge that there is an army at all."""
    if not army.units:
        yield army.finding("error", None, "army.empty", "not-empty", 1, 0, fixes=first_units(army) if army.proposing else ())


def agreed_limit(army: Army) -> Iterator[Finding]:
    """Judge that the army is no larger than agreed."""
    key = f"{army.system.size.cost}_limit"
    limit, size = army.agreed.get(key), army.size
    if not isinstance(limit, int) or isinstance(limit, bool) or size <= limit:
        return
    fixes = [
        _higher_limit(army, key, ceil(size)),
        *_removals(army, size - limit, army.system.size.cost),
    ]
    values: dict[str, Plain] = {"measure": army.system.size.name, "over": size - limit}
    yield army.finding("error", None, AGREED_LIMIT, "agreed-limit", limit, size, values, fixes)


def cost_limits(army: Army) -> Iterator[Finding]:
    """Give the raw findings about limits of costs the ways out that there are."""
    raws = {raw.origin: raw for raw in army.evaluation.findings if raw.code == OVER_LIMIT}
    for cost, limit in sorted(army.roster.limits.items()):
        if limit < 0 and limit != UNLIMITED:
            yield _no_limit(army, cost, limit)
        found = army.costs.get(cost, army.evaluation.costs.get(cost, Decimal(0)))
        if not 0 <= limit < found or _is_said_as_agreed(army, cost, limit, found):
            continue
        raw = raws.get(f"costLimits/{cost}") or _over_limit(army, cost, limit, found)
        if cost == army.system.size.cost:
            raw = replace(raw, rule=army.system.rule("agreed-limit") or raw.rule)
        if army.system.rules and army.system.size.by != "cost":
            raw = replace(raw, severity="warning")  # a limit of the player's own, in a game without one
        higher = Fix(
            "fix.raise-limit", {"number": raw.found}, ({"op": "limit", "cost": cost, "value": _plain(float(found))},)
        )
        fixes = (higher, *_removals(army, float(found - limit), cost)) if army.proposing else ()
        yield replace(raw, fixes=fixes)


def _no_limit(army: Army, cost: str, limit: Decimal) -> Finding:
    """Report a limit below 0, which no player can mean."""
    names = {each.id: each.name for each in army.system.costs}
    values: dict[str, Plain] = {"cost": names.get(cost, cost), "about": cost}
    fix = Fix("fix.no-limit", {"cost": names.get(cost, cost)}, ({"op": "limit", "cost": cost, "value": None},))
    return army.finding("error", None, NO_LIMIT, "agreed-limit", 0, value(limit), values, [fix])


def battle_size(army: Army) -> Iterator[Finding]:
    """Say whether the army fits the battle size that the players chose; a guideline, never an error."""
    chosen = army.agreed.get("battle_size")
    if chosen is None:
        return
    row, sizes = army.system.battle_size(str(chosen)), army.system.battle_sizes
    if row is None:
        fixes = [_choose(each) for each in sizes]
        unknown = {"name": str(chosen)}
        yield army.finding("warning", None, "army.unknown-battle-size", "battle-size", None, str(chosen), unknown, fixes)
        return
    combined = _combined_size(army)
    codes = ("battle.fits", "battle.too-large") if army.opponent is None else ("battle.both-fit", "battle.both-too-large")
    values: dict[str, Plain] = {"name": row.name, "hours": row.hours}
    if row.holds(combined):
        yield army.finding("note", None, codes[0], "battle-size", row.combined_power, combined, values)
    else:
        fixes = [_choose(each) for each in sizes if each.holds(combined)][:1]
        yield army.finding("warning", None, codes[1], "battle-size", row.combined_power, combined, values, fixes)


def size_advice(army: Army) -> Iterator[Finding]:
    """Advise another game for very small and very large battles; that one is small is known only of both armies."""
    combined = _combined_size(army)
    for advice in army.system.size_advice:
        if advice.applies(combined) and (advice.below is None or army.opponent is not None):
            code = "battle.advice-above" if advice.below is None else "battle.advice-below"
            wanted = advice.above if advice.below is None else advice.below
            yield army.finding("warning", None, code, advice.rule, wanted, combined, {"game": advice.game})


def mission(army: Army) -> Iterator[Finding]:
    """Note that an agreed mission is not known, so that its own rules for armies were not judged."""
    agreed = army.agreed.get("mission")
    if agreed is None or army.system.mission(str(agreed)):
        return
    names = {each.id: each.name for each in army.system.missions}
    fixes = [agree("fix.agree-mission", "mission", id, {"name": name}) for id, name in names.items()]
    values = {"name": str(agreed)}
    yield army.finding("note", None, "army.unknown-mission", "mission", None, str(agreed), values, fixes)


def _combined_size(army: Army) -> float:
    """Return the size of both armies as far as it is known."""
    return army.size + (army.opponent or 0)


def _higher_limit(army: Army, key: str, number: int) -> Fix:
    """Agree on more; where the roster limits the same cost to less, its limit follows."""
    fix, cost = agree("fix.agree-limit", key, number, {"number": number}), army.system.size.cost
    if not 0 <= army.roster.limits.get(cost, -1) < number:
        return fix
    return replace(fix, operations=(*fix.operations, {"op": "limit", "cost": cost, "value": number}))


def _is_said_as_agreed(army: Army, cost: str, limit: Decimal, found: Decimal) -> bool:
    """Whether the same limit, or a lower one, was agreed, which is said already."""
    agreed = army.agreed.get(f"{cost}_limit")
    is_number = isinstance(agreed, int) and not isinstance(agreed, bool)
    return is_number and cost == army.system.size.cost and Decimal(str(agreed)) <= limit and Decimal(str(agreed)) < found


def _removals(army: Army, over: float, cost: str) -> list[Fix]:
    """Return removals of units that bring a cost of the army down by enough."""
    return removals(
        army, army.units, over, lambda unit: float(unit.costs.get(cost, unit.effective.total_costs.get(cost, Decimal(0))))
    )


def _over_limit(army: Army, cost: str, limit: Decimal, found: Decimal) -> Finding:
    """Say of a cost that imported data name otherwise what the data alone say of their own."""
    names = {each.id: each.name for each in army.system.costs}
    said: dict[str, Plain] = {"cost": names.get(cost, cost), "wanted": value(limit), "found": value(found)}
    said["over"] = value(found - limit)
    rule, origin = "entry.cost-limit", f"costLimits/{cost}"
    return Finding(rule, OVER_LIMIT, "error", (), said["wanted"], said["found"], said, (), origin, "roster")


def _choose(row: BattleSize) -> Fix:
    return agree("fix.agree-battle-size", "battle_size", row.id, {"name": row.name})


def _plain(amount: float) -> float:
    return int(amount) if amount.is_integer() else amount
