"""Shoot and Suppressive Fire: one target for the whole unit, one weapon for each model, all weapons of a vehicle.

Source: GRW-ACTSHOOT-01, -02, GRW-RANGED-01..11, GRW-SUPPRESS-01..05, GRW-TERRAIN-03, GRW-SPECIAL-06, -07, -12, GRW-Q-35,
-50, -66, -68, -92.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import allowed, hits, morale, profiles, shelter, states, traits, volley
from resolver.rulesets.grundregelwerk.checks import hit_check
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.rulesets.grundregelwerk.toll import ActionToll
from resolver.rulesets.grundregelwerk.weapons import Arms, arms_of, guns, is_broken
from resolver.table.geometry import distances

POOL = 1 << 12
"""The dice of a group of equal weapons are numbered from its place times this."""


def shoot(game: Game, unit: int, toll: ActionToll, *, suppressing: bool = False) -> Script[None]:
    """Let the player of a unit choose target and weapons, and resolve all of it."""
    rule = "GRW-SUPPRESS-01" if suppressing else "GRW-RANGED-01"
    data = yield from game.ask("fire", game.owner(unit), rule, unit, suppressing=suppressing)
    rows = data["shots"]
    if not rows:
        return
    target = game.unit(rows[0]["target"])
    unsaved, gaps = 0, gaps_to(game, [row["model"] for row in rows], target)  # measured once, in step 2
    for place, group in enumerate(groups(game, rows)):
        unsaved += yield from _fire(game, unit, target, group, gaps, place, toll, suppressing=suppressing)
    if not suppressing:
        yield from morale.test_losses(game, toll)
    elif unsaved and game.on_table(target):
        yield from morale.test_under_fire(game, target, "suppression", toll, ("GRW-SUPPRESS-04", "GRW-MORALE-03"))


Group = tuple[Arms, int, list[int]]


def groups(game: Game, rows: Sequence[Data]) -> list[Group]:
    """Return the declared weapons in groups that are rolled together: equal weapons and skills (GRW-Q-66)."""
    found: dict[tuple[Arms, int], list[int]] = {}
    for row in rows:
        arms = weapon_of(game, row)
        same = Arms(arms.name, arms.ranged, arms.reach, arms.rate, arms.fp)
        found.setdefault((same, profiles.skill(game, row["model"], ranged=True) or profiles.NONE), []).append(row["model"])
    return [(arms, skill, models) for (arms, skill), models in found.items()]


def weapon_of(game: Game, row: Mapping[str, int]) -> Arms:
    """Return the weapon that a row of a declaration means."""
    loadout = game.armies.loadouts[int(game.state.loadout[row["model"]])]
    return arms_of(loadout.slots[row["slot"]].profiles[row["profile"]], row["slot"], row["profile"])


def gaps_to(game: Game, models: Sequence[int], target: int) -> dict[int, float]:
    """Return how far each model is from the nearest model of a target (GRW-Q-68)."""
    state = game.state
    others = state.bodies(state.standing(target))
    if not models or not len(others):
        return dict.fromkeys(models, float("inf"))
    gaps = distances(state.bodies(np.array(models, dtype=np.intp)), others).min(1)
    return {model: float(gap) for model, gap in zip(models, gaps, strict=True)}


def _fire(
    game: Game,
    unit: int,
    target: int,
    group: Group,
    gaps: Mapping[int, float],
    place: int,
    toll: ActionToll,
    *,
    suppressing: bool,
) -> Script[int]:
    """Roll the hit dice of one group of equal weapons, and resolve its hits; return how many were not saved.

    Whom an explosion has taken away since the shots were declared shoots no more.
    """
    arms, skill, models = group[0], group[1], [model for model in group[2] if game.state.alive[model]]
    if not models or not game.on_table(target):
        return 0
    near = [model for model in models if gaps[model] <= arms.reach + TOUCH]
    hard = 0 if suppressing else shelter.cover(game, target).get("hit", 0)
    check = hit_check(skill, harder=hard, suppressing=suppressing, again=traits.has(game, unit, "preacher"))
    first = place * POOL
    rolled = volley.roll(game, check, unit, target, arms.rate * len(near), first)
    rules = ["GRW-RANGED-03", "GRW-RANGED-04", "GRW-SUPPRESS-02" if suppressing else "GRW-RANGED-05"]
    rules += ["GRW-TERRAIN-03"] if hard else []
    rules += ["GRW-SPECIAL-12"] if rolled.first else []
    yield from game.happen(
        "hits.rolled",
        unit=unit,
        target=target,
        weapon=arms.name,
        cause="suppression" if suppressing else "shooting",
        models=models,
        near=near,
        gaps=[round(gaps[model], 4) for model in models],
        reach=arms.reach,
        rate=arms.rate,
        extra=0,
        skill=skill,
        harder=hard,
        needed=min(check.need, 7),
        dice=list(rolled.faces),
        before=list(rolled.first),
        hits=rolled.passed,
        fp=arms.fp,
        rules=tuple(rules),
    )
    struck = hits.HitGroup(
        by=unit,
        target=target,
        number=rolled.passed,
        fp=arms.fp,
        weapon=arms.name,
        cause="suppression" if suppressing else "shooting",
        cover=shelter.cover(game, target).get("save", 0),
        sniper=traits.has(game, unit, "sniper") and not suppressing,
        first=first,
        rules=("GRW-SUPPRESS-03",) if suppressing else (),
    )
    return (yield from hits.resolve(game, struck, toll))


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose for each target what does most; weapons that reach nobody are left at home."""
    unit, suppressing = game.unit(decision.subject), decision.data["suppressing"]
    offers = []
    for target in allowed.targets(game, unit):
        shots = best_shots(game, unit, target, suppressing=suppressing)
        if shots:
            offers.append({"shots": shots})
    yield from offers
    if not offers:
        yield {"shots": []}


def best_shots(game: Game, unit: int, target: int, *, suppressing: bool) -> list[dict[str, object]]:
    """Return the weapons of a unit that do most to a target from where it stands: one of a model, all of a vehicle."""
    models = [int(model) for model in states.able_to_shoot(game, unit)]
    gaps, key = gaps_to(game, models, target), game.key(target)
    every = traits.is_vehicle(game, unit)
    rows: list[dict[str, object]] = []
    for model in models:
        near = [arms for arms in guns(game, model) if gaps[model] <= arms.reach + TOUCH]
        damage = partial(volley.expected_damage, game, model, target=target, suppressing=suppressing and not every)
        if every:  # the best profile of each weapon stays, as it comes last
            taken = list({arms.slot: arms for arms in sorted(near, key=damage)}.values())
        else:
            taken = [max(near, key=damage)] if near else []
        rows += [{"model": model, "slot": arms.slot, "profile": arms.profile, "target": key} for arms in taken]
    return rows


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a declaration that breaks a rule: of several targets, of one that is not seen, of two weapons of a model."""
    unit = game.unit(decision.subject)
    able, used = set(states.able_to_shoot(game, unit).tolist()), set[tuple[int, int]]()
    targets = {row["target"] for row in data["shots"]}
    if len(targets) > 1:
        return Refusal("GRW-Q-68", "fire.several-targets", {})
    if not data["shots"]:
        return None
    key = targets.pop()
    if key not in game.armies.by_key or game.owner(game.unit(key)) == game.owner(unit) or not game.on_table(game.unit(key)):
        return Refusal("GRW-RANGED-02", "fire.no-target", {})
    target = game.unit(key)
    if states.in_combat(game, target):
        return Refusal("GRW-Q-35", "fire.target-in-combat", {"target": key})
    if target not in allowed.targets(game, unit):
        return Refusal("GRW-RANGED-02", "fire.not-seen", {"target": key})
    every = traits.is_vehicle(game, unit)
    for row in data["shots"]:
        model = row["model"]
        if model not in able:
            return Refusal("GRW-ACTSHOOT-01", "model.unknown", {"model": model})
        if not _has(game, row):
            rule = "GRW-VEHICLE-10" if is_broken(game, model, row["slot"]) else "GRW-RANGED-01"
            return Refusal(rule, "fire.no-weapon", {"model": model})
        if any(other == model and (not every or slot == row["slot"]) for other, slot in used):
            return Refusal("GRW-ACTSHOOT-01", "fire.one-weapon", {"model": model})
        used.add((model, row["slot"]))
    return None


def _has(game: Game, row: Mapping[str, int]) -> bool:
    return any((arms.slot, arms.profile) == (row["slot"], row["profile"]) for arms in guns(game, row["model"]))
