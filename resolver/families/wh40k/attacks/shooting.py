"""The Shooting phase: which units may shoot, the declaration of all targets, and the attacks.

Source: 9E-SHOOT-01..07, 9E-TARGET-01..11, 9E-NUMATT-01, -02, 9E-FALL-04, 9E-ADV-04, 9E-Q-08; 8E-SHOOT-01..07, 8E-TARGET-01,
8E-RWEAPON-01..04, 8E-NUMATT-01, -02, 8E-Q-49, -84, -85.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.attacks import weapons
from resolver.families.wh40k.attacks.sightings import Shot, profile_of
from resolver.families.wh40k.attacks.targets import TargetOptions, is_single_use, joint_refusal
from resolver.families.wh40k.attacks.weapons import ASSAULT, GRENADE, PISTOL
from resolver.families.wh40k.edition import edition
from resolver.shared.attacks import volleys
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.moments import moment
from resolver.shared.selecting import select
from resolver.shared.units import engagement

DECLARED = ("targets.declare", "targets.divide", "targets.say", "targets.enemy", "targets.reach")


def shoot(game: Game) -> Script[bool]:
    """Select one eligible unit and shoot with it completely; or no more."""
    unit = yield from select(
        game, game.active, "shoot", eligible(game), "shoot.select", rules=("shoot.eligible", "shoot.once")
    )
    if unit is None:
        return True
    yield from moment(game, "shoot", unit)
    yield from fire(game, unit)
    if game.on_table(unit):
        yield from moment(game, "after-shooting", unit)
    return False


def eligible(game: Game) -> list[int]:
    """Return the units that may be selected to shoot: with a weapon that has a target (9E-SHOOT-01, 9E-TARGET-08)."""
    units = [unit for unit in game.units_on_table(game.active) if not game.has_mark(unit, "acted") and may_shoot(game, unit)]
    return [unit for unit in units if has_target(TargetOptions(game, unit))]


def has_target(sights: TargetOptions) -> bool:
    """Tell whether the unit can declare any weapon at all now."""
    return any(joint_refusal(sights, [shot]) is None for shot in shots(sights))


def may_shoot(game: Game, unit: int) -> bool:
    """Tell whether what the unit did this turn lets it shoot at all."""
    if not weapons.has_ranged(game, unit):
        return False
    if game.has_mark(unit, "fell-back"):
        exempt = engagement.has_keyword(game, unit, edition(game).combat.falls_back_and_shoots)
        return abilities.may(game, "shoot-after-fall-back", unit, exempt)
    if game.has_mark(unit, "advanced"):
        return abilities.may(game, "shoot-after-advance", unit, weapons.has_ranged(game, unit, ASSAULT))
    return abilities.may(game, "shoot", unit, True)


def fire(game: Game, unit: int, overwatch: int | None = None) -> Script[None]:
    """Declare all targets, then resolve the attacks. `overwatch` is the charging unit at which they are made."""
    against = None if overwatch is None else game.key(overwatch)
    data = yield from game.ask("shots", game.owner(unit), "targets.declare", unit, overwatch=against)
    sights = TargetOptions(game, unit, overwatch)
    declared = read(game, data)
    groups = group_shots(sights, declared)
    yield from _declare(game, unit, declared, groups)
    engaged, barred = frozenset(sights.engaged_with), edition(game).combat.barred
    yield from volleys.resolve(game, unit, groups, lambda group: not barred(game, engaged, group))


def _declare(game: Game, unit: int, declared: list[Shot], groups: list[Shots]) -> Script[None]:
    profiles = [(shot.model, profile_of(game, shot).label) for shot in declared]
    chosen = volleys.chosen_weapons(profiles)
    yield from game.happen("weapons.chosen", unit=unit, weapons=chosen, rules=("shoot.weapons", "pistol.choose"))
    fired = [(shot.model, shot.slot) for shot in declared]
    yield from game.happen(
        "targets.declared", unit=unit, attacks=volleys.declaration_rows(game, groups), fired=fired, rules=DECLARED
    )
    yield from _spend(game, unit, declared)


def _spend(game: Game, unit: int, declared: list[Shot]) -> Script[None]:
    """Remember the weapons that can be shot once in the battle."""
    for shot in declared:
        profile = profile_of(game, shot)
        context = AttackContext(attacker=shot.model, unit=unit, target=shot.target, weapon=profile, ranged=True)
        if is_single_use(game, unit, shot, context):
            spent = game.model_count(shot.model, "spent") | 1 << shot.slot
            yield from game.happen(
                "ability.used",
                unit=unit,
                ability=profile.label,
                effect="single-use",
                model=shot.model,
                model_counts={"spent": spent},
                rules=("weapon.abilities",),
            )


def read(game: Game, data: Data) -> list[Shot]:
    """Return the shots of a declaration that was checked, in a fixed order."""
    shots = [Shot(row["model"], row["slot"], row["profile"], game.unit(row["target"])) for row in data["shots"]]
    return sorted(shots, key=lambda shot: (shot.target, shot.slot, shot.profile, shot.model))


def group_shots(sights: TargetOptions, declared: Iterable[Shot]) -> list[Shots]:
    """Group shots by target and weapon profile; numbers that hold from the declaration on are fixed now (9E-Q-39, -42)."""
    game = sights.game
    groups: dict[tuple[int, int], list[Shot]] = {}
    for shot in declared:
        groups.setdefault((shot.target, profile_of(game, shot).index), []).append(shot)
    return [
        Shots(
            unit=sights.unit,
            target=target,
            models=tuple(shot.model for shot in shots),
            weapon=profile_of(game, shots[0]),
            ranged=True,
            half_range=tuple(sights.half_range(shot) for shot in shots),
            target_models=len(game.state.standing(target)),
            reacting=sights.overwatch is not None,
        )
        for (target, _), shots in groups.items()
    ]


def shots(sights: TargetOptions) -> Iterator[Shot]:
    """Return every shot that the unit might declare now."""
    yield from (shot for shot in sights.shots_in_reach() if sights.refusal(shot) is None)


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose declarations: everything at one target, for each target, and each weapon at the closest it can hit.

    Each comes with the models' other weapons, with their pistols, and with one grenade, and with each profile.
    """
    sights = _sights(game, decision)
    possible = list(shots(sights))
    orders = [[target] for target in sorted({shot.target for shot in possible})]
    if len(orders) > 1:
        orders.append([order[0] for order in orders])
    seen: list[list[Shot]] = []
    for order in orders:
        for style in ("rifles", "pistols", "grenade"):
            for profile in range(1 + max(shot.profile for shot in possible)):
                declared = _declaration(sights, possible, order, style, profile)
                if declared and declared not in seen and joint_refusal(sights, declared) is None:
                    seen.append(declared)
                    yield {"shots": [_row(game, shot) for shot in declared]}
    if not seen:
        yield from ({"shots": [_row(game, shot)]} for shot in possible if joint_refusal(sights, [shot]) is None)


def _declaration(sights: TargetOptions, possible: list[Shot], order: list[int], style: str, profile: int) -> list[Shot]:
    """Build one proposal: for each weapon the first target of `order`, nearest first, that it can shoot."""
    game = sights.game
    best: dict[tuple[int, int], Shot] = {}
    for shot in possible:
        if shot.target not in order:
            continue
        held = best.get((shot.model, shot.slot))
        if held is None or _preference(sights, shot, profile) < _preference(sights, held, profile):
            best[shot.model, shot.slot] = shot
    kinds = {key: weapons.arm_of(game, profile_of(game, shot)).type for key, shot in best.items()}
    thrower = next((key for key in best if kinds[key] == GRENADE), None) if style == "grenade" else None
    chosen: list[Shot] = []
    for model in sights.row:
        mine = {key: shot for key, shot in best.items() if key[0] == model}
        if thrower is not None and thrower[0] == model:
            chosen.append(mine[thrower])
            continue
        pistols = [shot for key, shot in mine.items() if kinds[key] == PISTOL]
        others = [shot for key, shot in mine.items() if kinds[key] not in (PISTOL, GRENADE)]
        chosen += (pistols or others) if style == "pistols" else (others or pistols)
    return sorted(chosen, key=lambda shot: (shot.model, shot.slot))


def _preference(sights: TargetOptions, shot: Shot, profile: int) -> tuple[bool, bool, float]:
    engaged = bool(sights.engaged_with) and shot.target not in sights.engaged_with
    return engaged, shot.profile != profile, sights.nearest(shot.model)[shot.target]


def _row(game: Game, shot: Shot) -> dict[str, object]:
    return {"model": shot.model, "slot": shot.slot, "profile": shot.profile, "target": game.key(shot.target)}


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a declaration with the rule that the first wrong shot breaks."""
    sights = _sights(game, decision)
    if not data["shots"]:
        return Refusal("targets.none", "shots.none", {})
    for row in data["shots"]:
        if row["target"] not in game.armies.by_key:
            return Refusal("targets.enemy", "unit.unknown", {"unit": row["target"]})
        refusal = sights.refusal(Shot(row["model"], row["slot"], row["profile"], game.unit(row["target"])))
        if refusal:
            return refusal
    return joint_refusal(sights, read(game, data))


def _sights(game: Game, decision: Decision) -> TargetOptions:
    against = decision.data["overwatch"]
    return TargetOptions(game, game.unit(decision.subject), None if against is None else game.unit(against))
