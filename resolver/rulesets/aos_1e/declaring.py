"""Whom the models of a unit attack, and with what: all targets are picked before the first attack is made.

Every weapon is used; what a declaration leaves out attacks the closest unit that it can. Source: AOS-ATTACK-01..05,
AOS-TARGET-01..05, AOS-SHOOT-03, AOS-COMBAT-08, AOS-MAKE-08, AOS-Q-13, -20, -30, -50.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from resolver.engine.compile_armies import MOST_SLOTS
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import damage, weapons
from resolver.rulesets.aos_1e.sight import visible
from resolver.rulesets.aos_1e.weapons import Carried
from resolver.shared.attacks import attacks, volleys
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.context import AttackContext
from resolver.shared.rolling import amount
from resolver.table.columns import ALL
from resolver.table.geometry import EPSILON, distances

Weapon = tuple[int, int]
"""A weapon that a model carries: (model, slot)."""


@dataclass(frozen=True, slots=True)
class Strike:
    """So many attacks of one model with one row of a weapon at one target; None: all that it makes."""

    model: int
    slot: int
    profile: int
    target: int
    number: int | None = None


class AttackOptions:
    """A unit that attacks: which of its weapons can attack which enemy units, from where both stand."""

    def __init__(self, game: Game, unit: int, *, ranged: bool) -> None:
        self.game, self.unit, self.ranged = game, unit, ranged
        self.models = [int(model) for model in game.state.standing(unit)]
        self.held = {model: list(weapons.find_carried(game, model, ranged=ranged)) for model in self.models}
        self.enemies = game.units_on_table(1 - game.owner(unit))

    @cached_property
    def gaps(self) -> Mapping[int, Mapping[int, tuple[float, float]]]:
        """For each model and enemy unit the distance to the closest model, and to the closest one that it sees."""
        key = ("reach", self.unit, self.ranged)
        return self.game.cache(ALL, key, self._measure)

    def _measure(self) -> Mapping[int, Mapping[int, tuple[float, float]]]:
        state, found = self.game.state, {model: dict[int, tuple[float, float]]() for model in self.models}
        armed = np.array([model for model in self.models if self.held[model]], dtype=np.intp)
        longest = max((self._most(model) for model in armed.tolist()), default=0.0)
        for enemy in self.enemies:
            others = state.standing(enemy)
            if not len(armed):
                continue
            gaps = distances(state.bodies(armed), state.bodies(others))
            near = gaps <= longest + EPSILON
            if not near.any():
                continue
            rows, columns = np.flatnonzero(near.any(1)), np.flatnonzero(near.any(0))
            seen = np.zeros(gaps.shape, dtype=np.bool_)
            seen[np.ix_(rows, columns)] = visible(state, armed[rows], others[columns])
            clear = np.where(seen, gaps, np.inf)
            for row, model in enumerate(armed.tolist()):
                found[model][enemy] = float(gaps[row].min()), float(clear[row].min())
        return found

    def _most(self, model: int) -> float:
        return max((self.span(model, held)[1] for held in self.held[model]), default=0.0)

    def span(self, model: int, held: Carried) -> tuple[float, float]:
        """Return beyond how many inches, and up to how many, a weapon can be used."""
        return weapons.reach(self.game, model, held, self.unit)

    def find(self, model: int, slot: int, profile: int) -> Carried | None:
        """Return a row of a weapon that a model carries and can use now, None if it has none there."""
        return next((held for held in self.held.get(model, ()) if (held.slot, held.profile) == (slot, profile)), None)

    def refusal(self, strike: Strike) -> Refusal | None:
        """Return why a model cannot attack a unit with a weapon (AOS-TARGET-01, -02)."""
        game = self.game
        held = self.find(strike.model, strike.slot, strike.profile)
        if held is None:
            rule = "AOS-ATTACK-03" if self.ranged else "AOS-ATTACK-04"
            return Refusal(rule, "weapon.unknown", {"model": strike.model, "weapon": strike.slot})
        if strike.target not in self.enemies:
            return Refusal("AOS-TARGET-01", "target.not-enemy", {})
        least, most = self.span(strike.model, held)
        closest, seen = self.gaps[strike.model].get(strike.target, (None, float("inf")))
        if closest is None:
            models = game.state.standing(strike.target)
            closest = float(distances(game.state.bodies([strike.model]), game.state.bodies(models)).min())
        if closest > most + EPSILON:
            return Refusal("AOS-TARGET-01", "target.out-of-range", {"distance": closest, "range": most})
        if seen > most + EPSILON:
            return Refusal("AOS-TARGET-02", "target.not-visible", {"target": game.key(strike.target)})
        if least and seen <= least + EPSILON:
            return Refusal("AOS-TARGET-01", "target.too-near", {"range": least})
        return None

    def targets(self, model: int, held: Carried) -> list[int]:
        """Return the units that a model can attack with a weapon, the closest first."""
        able = [e for e in self.enemies if self.refusal(Strike(model, held.slot, held.profile, e)) is None]
        return sorted(able, key=lambda enemy: (self.gaps[model][enemy][0], enemy))

    @cached_property
    def able(self) -> Mapping[tuple[int, int, int], list[int]]:
        """For each model, slot and row the units that can be attacked, where there is any."""
        every = {(m, held.slot, held.profile): self.targets(m, held) for m in self.models for held in self.held[m]}
        return {key: targets for key, targets in every.items() if targets}


def has_target(game: Game, unit: int, *, ranged: bool) -> bool:
    """Tell whether any weapon of a unit has a target now."""
    return bool(AttackOptions(game, unit, ranged=ranged).able)


def attack(game: Game, unit: int, *, ranged: bool) -> Script[None]:
    """Pick all targets, make all attacks, then inflict all damage (AOS-ATTACK-01)."""
    reach = AttackOptions(game, unit, ranged=ranged)
    if not reach.able:
        return
    counted = yield from _count(game, reach)
    rule = "AOS-SHOOT-03" if ranged else "AOS-COMBAT-08"
    rows = [{"model": m, "slot": s, "profile": p, "attacks": number} for (m, s, p), number in counted.items()]
    data = _only_way(reach)
    if data is None:
        data = yield from game.ask("strikes", game.owner(unit), rule, unit, ranged=ranged, counted=rows)
    pools = group(game, reach, complete(reach, read(game, data)), counted)
    chosen = volleys.chosen_weapons((model, shots.weapon.label) for shots in pools for model in shots.models)
    yield from game.happen("weapons.chosen", unit=unit, weapons=chosen, rules=(rule, "AOS-ATTACK-05"))
    declared = [
        {**row, "attacks": [_count_attacks(shots, model) for model in row["models"]]}
        for row, shots in zip(volleys.declaration_rows(game, pools), pools, strict=True)
    ]
    rules = ("AOS-ATTACK-01", "AOS-TARGET-01", "AOS-TARGET-02", "AOS-TARGET-04", "AOS-TARGET-05")
    yield from game.happen("attacks.declared", unit=unit, attacks=declared, ranged=ranged, rules=rules)
    done = damage.PendingDamage()
    for shots in pools:
        yield from attacks.resolve(game, shots, partial(damage.GatheringResolution, done))
    yield from damage.inflict(game, unit, done)


def _count_attacks(shots: Shots, model: int) -> int:
    """Return the attacks of a model in a pool, in which it may use several weapons of one profile."""
    return sum(number for each, number in zip(shots.models, shots.numbers, strict=True) if each == model)


def _count(game: Game, reach: AttackOptions) -> Script[dict[tuple[int, int, int], int]]:
    """Roll random numbers of attacks, model by model and weapon by weapon, now that targets are picked (AOS-Q-30)."""
    found: dict[tuple[int, int, int], int] = {}
    told = []
    for model, slot, profile in reach.able:
        held = reach.find(model, slot, profile)
        assert held is not None
        now = AttackContext(attacker=model, unit=reach.unit, weapon=held.row, ranged=reach.ranged)
        dice = weapons.number(game, model, held.row, held.arm, now)
        if dice.fixed:
            continue
        place = (model * MOST_SLOTS + slot) * MOST_SLOTS + profile
        number, faces = yield from amount(game, "attacks", dice, reach.unit, number=place, best=dice.maximum)
        found[model, slot, profile] = max(number, 0)
        told.append({"model": model, "weapon": held.row.label, "attacks": max(number, 0), "dice": faces})
    if told:
        yield from game.happen("attacks.counted", unit=reach.unit, models=told, rules=("AOS-ATTACK-05", "AOS-Q-30"))
    return found


def attacks_of(reach: AttackOptions, counted: Mapping[tuple[int, int, int], int], strike: Strike) -> int:
    """Return how many attacks a model makes with a row of a weapon."""
    key = (strike.model, strike.slot, strike.profile)
    if key in counted:
        return counted[key]
    held = reach.find(*key)
    if held is None:
        return 0
    now = AttackContext(attacker=strike.model, unit=reach.unit, weapon=held.row, ranged=reach.ranged)
    return weapons.number(reach.game, strike.model, held.row, held.arm, now).constant


def _only_way(reach: AttackOptions) -> Data | None:
    """Return the declaration where no weapon has a choice of target or row; nobody needs to be asked then."""
    targets = {target for able in reach.able.values() for target in able}
    slots = [(model, slot) for model, slot, _ in reach.able]
    return {"strikes": []} if len(targets) == 1 and len(set(slots)) == len(slots) else None


def read(game: Game, data: Data) -> list[Strike]:
    """Return a declaration that was checked."""
    return [
        Strike(row["model"], row["slot"], row["profile"], game.unit(row["target"]), row.get("number"))
        for row in data["strikes"]
    ]


def complete(reach: AttackOptions, declared: Sequence[Strike]) -> list[Strike]:
    """Add what a declaration leaves out: the weapon attacks the closest unit that it can (AOS-SHOOT-03, AOS-COMBAT-08)."""
    said = {(strike.model, strike.slot) for strike in declared}
    found = list(declared)
    for (model, slot, profile), targets in reach.able.items():
        if (model, slot) not in said:
            said.add((model, slot))
            found.append(Strike(model, slot, profile, targets[0]))
    return found


def group(
    game: Game, reach: AttackOptions, strikes: Iterable[Strike], counted: Mapping[tuple[int, int, int], int]
) -> list[Shots]:
    """Group attacks by target and weapon: all on one target before the next one (AOS-TARGET-05, AOS-MAKE-08)."""
    groups: dict[int, dict[int, list[tuple[Strike, int]]]] = {}
    for strike in strikes:
        held = reach.find(strike.model, strike.slot, strike.profile)
        number = attacks_of(reach, counted, strike) if strike.number is None else strike.number
        if held is not None and number > 0:
            groups.setdefault(strike.target, {}).setdefault(held.row.index, []).append((strike, number))
    return [
        Shots(
            unit=reach.unit,
            target=target,
            models=tuple(strike.model for strike, _ in rows),
            weapon=game.armies.weapons[index],
            ranged=reach.ranged,
            numbers=tuple(number for _, number in rows),
            target_models=len(game.state.standing(target)),
        )
        for target, by_weapon in groups.items()
        for index, rows in sorted(by_weapon.items())
    ]


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose declarations: all at one unit where that can be attacked, for each unit and row; else at the closest."""
    reach = _reach(game, decision)
    targets = sorted({target for able in reach.able.values() for target in able})
    most = 1 + max(profile for _, _, profile in reach.able)
    seen: list[Data] = []
    for target in (*targets, None):
        for profile in range(most):
            offer = {"strikes": list(_proposal(game, reach, target, profile))}
            if offer not in seen:
                seen.append(offer)
                yield offer


def _proposal(game: Game, reach: AttackOptions, target: int | None, profile: int) -> Iterator[dict[str, Any]]:
    rows: dict[Weapon, dict[int, list[int]]] = {}
    for (model, slot, place), targets in reach.able.items():
        rows.setdefault((model, slot), {})[place] = targets
    for (model, slot), able in rows.items():
        place = profile if profile in able else next(iter(able))
        if target is not None and target not in able[place]:
            place = next((other for other, targets in able.items() if target in targets), place)
        aim = target if target in able[place] else able[place][0]
        yield {"model": model, "slot": slot, "profile": place, "target": game.key(int(aim)), "number": None}


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a declaration with the rule that the first wrong attack breaks."""
    reach = _reach(game, decision)
    counted = _attack_counts(decision)
    made: dict[Weapon, int] = {}
    rows: dict[Weapon, int] = {}
    for row in data["strikes"]:
        if row["target"] not in game.armies.by_key:
            return Refusal("AOS-TARGET-01", "unit.unknown", {"unit": row["target"]})
        strike = Strike(row["model"], row["slot"], row["profile"], game.unit(row["target"]), row.get("number"))
        found = reach.refusal(strike)
        if found:
            return found
        key, most = (strike.model, strike.slot), attacks_of(reach, counted, strike)
        made[key] = made.get(key, 0) + (most if strike.number is None else strike.number)
        if rows.setdefault(key, strike.profile) != strike.profile:
            return Refusal("AOS-ATTACK-05", "weapon.twice", {})
    for (model, slot), number in made.items():
        wanted = attacks_of(reach, counted, Strike(model, slot, rows[model, slot], -1))
        if number != wanted:
            return Refusal("AOS-ATTACK-05", "attacks.number", {"model": model, "wanted": wanted, "found": number})
    return None


def _attack_counts(decision: Decision) -> dict[tuple[int, int, int], int]:
    return {(row["model"], row["slot"], row["profile"]): row["attacks"] for row in decision.data["counted"]}


def _reach(game: Game, decision: Decision) -> AttackOptions:
    return AttackOptions(game, game.unit(decision.subject), ranged=decision.data["ranged"])


def pools_of(game: Game, decision: Decision, data: Data) -> list[Shots]:
    """Return the attacks of a declaration, in the order in which they would be made."""
    reach = _reach(game, decision)
    return group(game, reach, complete(reach, read(game, data)), _attack_counts(decision))
