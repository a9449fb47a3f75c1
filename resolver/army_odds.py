"""Odds of whole armies: what every unit does to every other, whom it does most to, and what all of them together come to.

Every attack is one of `resolver.odds`: both units are whole and alone, all models attack. Attacks of several units on one
follow one another in the order of their army, each made as it would be against the whole unit. What they come to is exact,
or counted over so many drawn attacks, with its error, where that would take too long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from datasheets.systems import system as system_of
from exports.document import Unit
from resolver.attack import exact, sample
from resolver.odds import PLACES, NoAttack, UnitAttack, attack
from resolver.table.bases import Floats

MOST_WORK = 500_000_000
"""With more multiplications than these, a second or so, attacks are drawn instead."""
DRAWN, SEED = 1 << 14, 1
TWO_SIDED = 1.959963984540054
"""So many standard errors each way hold the true value 19 times in 20."""


@dataclass(frozen=True, slots=True)
class Toll:
    """What attacks take from a unit on average.

    `models` are destroyed and `wounds` lost of `all_wounds`. `destroyed` is the probability that no model is left; `error`
    how far off that may be each way (19 times in 20), 0 where it is exact. `attackers` are those who attack, by their
    places.
    """

    attackers: tuple[int, ...]
    models: float
    wounds: float
    all_wounds: int
    destroyed: float
    error: float = 0.0

    @property
    def share(self) -> float:
        """The share of all wounds of the unit that is lost."""
        return self.wounds / self.all_wounds


Tolls = tuple[tuple[Toll | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Assault:
    """One army attacking another once.

    Args:
        range_inches: how far everybody was from everybody, None where every weapon reached.
        each: what a unit (rows) takes from an enemy (columns), None where it cannot attack it.
        best: the enemy that each unit takes most from, by its place; None where it can attack nobody.
        losses: what each enemy loses where every unit attacks its best target; None where nobody does.
        together: what each enemy loses where all who can attack it do; None where nobody can.
        unresolved: abilities that are not counted in.
        reason: why nothing can attack, where that is so.
    """

    range_inches: float | None
    each: Tolls
    best: tuple[int | None, ...]
    losses: tuple[Toll | None, ...]
    together: tuple[Toll | None, ...]
    unresolved: tuple[dict[str, Any], ...]
    reason: str = ""


def assault(
    units: Sequence[Unit],
    enemies: Sequence[Unit],
    weapon: str = "",
    range_inches: float | None = None,
    *,
    fighting: bool | None = None,
    system: str,
    **terms: Any,
) -> Assault:
    """Return what units of one army do to units of another.

    Args:
        units: who attacks.
        enemies: who is attacked.
        weapon: the name of the only weapon that is used.
        range_inches: how far everybody is from everybody; None: every weapon reaches.
        fighting: melee or not; None: who has something to shoot with shoots, at a range that is given nobody fights.
        system: the id of the ruleset.
        terms: what the attackers did this turn (`moved`, `advanced`, `charged`), and the `cover` of those attacked.

    Raises:
        UnknownRuleset: nothing can be resolved by this system's rules.
        NotPlayable: a unit has no characteristics to resolve anything with.
    """
    attacks, reason = _attack_each(units, enemies, weapon, range_inches, fighting=fighting, system=system, **terms)
    each = _tolls(attacks)
    worth = worths(enemies, system)
    best = [_best(row, worth) for row in each]
    every, chosen = [_who(attacks, column) for column in range(len(enemies))], list[Toll | None]()
    for column in range(len(enemies)):
        who = [place for place in every[column] if best[place] == column]
        chosen.append(_of_all(attacks, column, who))
    return Assault(
        range_inches=range_inches,
        each=each,
        best=tuple(best),
        losses=tuple(chosen),
        together=tuple(_of_all(attacks, column, who) for column, who in enumerate(every)),
        unresolved=tuple(_different(row for line in attacks for found in line if found for row in found.unresolved)),
        reason="" if any(every) else reason,
    )


def one_by_one(units: Sequence[Unit], enemies: Sequence[Unit], *, fighting: bool, system: str) -> tuple[Tolls, str]:
    """Return what `assault` says of each pair, and why nothing can attack, where that is so."""
    attacks, reason = _attack_each(units, enemies, fighting=fighting, system=system)
    return _tolls(attacks), "" if any(any(row) for row in attacks) else reason


def _attack_each(
    units: Sequence[Unit],
    enemies: Sequence[Unit],
    weapon: str = "",
    range_inches: float | None = None,
    *,
    fighting: bool | None,
    system: str,
    **terms: Any,
) -> tuple[list[list[UnitAttack | None]], str]:
    """Return the attacks of each unit (rows) on each enemy (columns), and why some unit cannot attack some enemy."""
    if fighting is None and range_inches is not None:
        fighting = False
    reason, attacks = "", list[list[UnitAttack | None]]()
    for unit in units:
        attacks.append([])
        for enemy in enemies:
            try:
                found = attack(unit, enemy, weapon, range_inches, fighting=fighting, system=system, **terms)
            except NoAttack as error:
                found, reason = None, reason or error.args[0]
            attacks[-1].append(found)
    return attacks, reason


def _tolls(attacks: Sequence[Sequence[UnitAttack | None]]) -> Tolls:
    return tuple(tuple(toll((place,), [found]) if found else None for found in row) for place, row in enumerate(attacks))


def toll(attackers: Sequence[int], attacks: Sequence[UnitAttack], most_work: int = MOST_WORK) -> Toll:
    """Return what attacks on one unit take from it, one after another; drawn where they are more work than that.

    `attackers` are what the answer calls those who attack.
    """
    rules, target = attacks[0].rules, attacks[0].target
    volleys = [volley for each in attacks for volley in each.volleys]
    if exact.work(volleys, target) <= most_work:
        damage, drawn = exact.damage(rules, volleys, target), 0
    else:
        damage, drawn = sample.wounds(rules, volleys, target, DRAWN, SEED) / DRAWN, DRAWN
    return _toll(attackers, damage, exact.kills_of(rules, target, damage), drawn)


def _toll(attackers: Sequence[int], damage: Floats, kills: Floats, drawn: int) -> Toll:
    destroyed = min(1.0, float(kills[-1]))
    error = TWO_SIDED * sqrt(max(destroyed * (1 - destroyed), 1 / drawn) / drawn) if drawn else 0.0
    return Toll(tuple(attackers), exact.mean(kills), exact.mean(damage), len(damage) - 1, destroyed, error)


def worths(units: Sequence[Unit], system: str) -> list[float]:
    """Return what units are worth beside one another: what they cost, 0 for all where one of them costs nothing."""
    costs = [cost_of(unit, system) for unit in units]
    return costs if all(costs) else [0.0] * len(costs)


def cost_of(unit: Unit, system: str) -> float:
    """Return what a unit costs, in that by which armies of the system are measured; 0 where nothing is said."""
    size = system_of(system).size
    return float(unit.costs.get(size.cost) or next(iter(unit.costs.values()), 0) or 0)


def losses(taken: Sequence[Toll | None], units: Sequence[Unit], system: str) -> dict[str, float | None]:
    """Return what units lose in all: "models", "wounds", whole "units", and "cost", None where they cost nothing."""
    pairs = [(each, cost_of(unit, system)) for each, unit in zip(taken, units, strict=True) if each]
    return {
        "models": sum(each.models for each, _ in pairs),
        "wounds": sum(each.wounds for each, _ in pairs),
        "units": sum(each.destroyed for each, _ in pairs),
        "cost": sum(each.share * cost for each, cost in pairs) if any(cost_of(unit, system) for unit in units) else None,
    }


def _best(row: Sequence[Toll | None], worth: Sequence[float]) -> int | None:
    """Return the enemy from whom most is taken; of equal ones the first."""
    values = [(each.share * worth[place] if worth[place] else each.wounds, -place) for place, each in enumerate(row) if each]
    return -max(values)[1] if values else None


def _who(attacks: Sequence[Sequence[UnitAttack | None]], column: int) -> list[int]:
    return [place for place, row in enumerate(attacks) if row[column]]


def _of_all(attacks: Sequence[Sequence[UnitAttack | None]], column: int, who: Sequence[int]) -> Toll | None:
    found = [each for place in who if (each := attacks[place][column])]
    return toll(who, found) if found else None


def _different(rows: Any) -> list[dict[str, Any]]:
    return list({str(row): row for row in rows}.values())


def to_json(found: Assault, units: Sequence[Unit], enemies: Sequence[Unit], system: str) -> dict[str, Any]:
    """Return an assault as plain data, units by id and name.

    `units` have what each takes from each, and the `best` target; `targets` what they lose to those whose best target they
    are (`loses`) and to all who can attack them (`together`); `losses` is the sum of the former.
    """
    ours, theirs = [_name(unit) for unit in units], [_name(unit) for unit in enemies]
    return {
        "range_inches": found.range_inches,
        "losses": {name: _round(value) for name, value in losses(found.losses, enemies, system).items()},
        "units": [
            {**name, "best": None if best is None else theirs[best], "takes": [_toll_json(each, ours) for each in row]}
            for name, best, row in zip(ours, found.best, found.each, strict=True)
        ],
        "targets": [
            {**name, "models": unit.model_count, "loses": _toll_json(chosen, ours), "together": _toll_json(every, ours)}
            for name, unit, chosen, every in zip(theirs, enemies, found.losses, found.together, strict=True)
        ],
        "unresolved": list(found.unresolved),
        "reason": found.reason,
    }


def _toll_json(found: Toll | None, attackers: Sequence[dict[str, str]]) -> dict[str, Any] | None:
    if found is None:
        return None
    numbers = ("models", "wounds", "all_wounds", "share", "destroyed", "error")
    by = [attackers[place]["name"] for place in found.attackers]
    return {"attackers": by, **{name: _round(getattr(found, name)) for name in numbers}}


def _name(unit: Unit) -> dict[str, str]:
    return {"id": unit.id, "name": unit.title or unit.name}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, PLACES)
