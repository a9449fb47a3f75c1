"""One unit against another outside any battle, exactly: rate of fire, FK, FP against RW, armour; and close combat.

Every model has its say: a trooper with the weapon that does most, a vehicle with all of its weapons. The target stands in
the open, its models are hit in the order of the roster. A vehicle rolls on the damage table for each Life point.
Source: GRW-RANGED-04..08, GRW-MELEE-03..09, GRW-VEHICLE-01..14.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from datasheets.values import Dice as Expression
from resolver.attack import exact
from resolver.attack.check import Check
from resolver.attack.profile import AttackProfile, AttackRules, Plight, TargetModel, TargetProfile, Volley
from resolver.engine.battle_armies import WeaponProfile
from resolver.engine.duel import Duel, Terms
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import profiles, traits, weapons
from resolver.rulesets.grundregelwerk.checks import fp_after, hit_check, save_check, takes_whole_model
from resolver.rulesets.grundregelwerk.mishaps import TABLE
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.rulesets.grundregelwerk.weapons import Arms
from resolver.shared.attacks.arms import Arm
from resolver.shared.attacks.pools import Shots
from resolver.shared.attacks.reader import AttackReader
from resolver.shared.effects.conditions import AttackContext
from resolver.shared.units.strength import wounded_first

ATTACKS = AttackRules(("hit", "allocate", "save", "damage"), save_never=1, table=TABLE)
ONE = Expression(constant=1)
FURY = 1


def _profile(game: Game, model: int, arms: Arms, *, attacking: bool = True) -> AttackProfile:
    """The attacks of one model with one weapon; in close combat its Attacks are among them."""
    unit = int(game.state.unit[model])
    fury = FURY if not arms.ranged and attacking and traits.has(game, unit, "furious-charge") else 0
    number = arms.rate if arms.ranged else profiles.attacks(game, model) + arms.rate + fury
    check = hit_check(profiles.skill(game, model, ranged=arms.ranged), again=traits.has(game, unit, "preacher"))
    return AttackProfile(
        name=arms.name,
        attacks=Expression(constant=number),
        rolls=(("hit", check),),
        penetration=-(arms.fp + fury),
        damage=ONE,
    )


def target_profile(game: Game, unit: int, fp: int) -> TargetProfile:
    """Return a unit as hits of this FP strike it: nothing happens to it where its armour ignores them."""
    left = fp_after(fp, traits.armour(game, unit))
    first = wounded_first(game, unit)
    models = [*first, *(int(model) for model in game.state.models_of(unit) if int(model) not in first)]
    return TargetProfile(tuple(_model(game, unit, model, left) for model in models))


def _model(game: Game, unit: int, model: int, fp: int | None) -> TargetModel:
    rw, wounds = profiles.save(game, model), int(game.state.wounds[model])
    arms = {each.slot for each in weapons.slots(game, model)}
    plight = Plight(weapons=len(arms)) if traits.is_vehicle(game, unit) else None
    if fp is None:
        return TargetModel(wounds, None, ignore=Check(1, automatic=True), plight=plight)
    whole = takes_whole_model(fp, rw, eternal=traits.has(game, unit, "eternal-warrior"))
    return TargetModel(wounds, save_check(rw, fp, 0).need, plight=plight, whole=whole)


def volleys(game: Game, attacker: int, target: int, terms: Terms) -> list[Volley]:
    """Return all attacks of a unit on another on these terms."""
    found: dict[tuple[AttackProfile, TargetProfile], int] = {}
    for model in map(int, game.state.models_of(attacker)):
        for arms in _weapons_in_use(game, attacker, model, target, terms):
            profile = _profile(game, model, arms, attacking=not terms.reacting)
            against = target_profile(game, target, -profile.penetration)
            if profile.attacks.constant:
                bare = AttackProfile(name=profile.name, attacks=profile.attacks, rolls=profile.rolls, damage=ONE)
                found[bare, against] = found.get((bare, against), 0) + 1
    return [Volley(profile, number, against) for (profile, against), number in found.items()]


def _weapons_in_use(game: Game, unit: int, model: int, target: int, terms: Terms) -> list[Arms]:
    """The weapons that a model uses: the one that is named or does most, all of a vehicle."""
    gap = terms.range_inches
    carried = weapons.blades(game, model) if terms.fighting else weapons.guns(game, model)
    able = [
        arms
        for arms in carried
        if (terms.weapon.split(" (")[0] in ("", arms.name.split(" (")[0])) and (gap is None or gap <= arms.reach + TOUCH)
    ]
    if (traits.is_vehicle(game, unit) and not terms.fighting) or len(able) < 2:
        return able
    return [max(able, key=lambda arms: _expect_loss(game, model, arms, target))]


def _expect_loss(game: Game, model: int, arms: Arms, target: int) -> float:
    profile = _profile(game, model, arms)
    against = target_profile(game, target, -profile.penetration)
    bare = AttackProfile(name=profile.name, attacks=profile.attacks, rolls=profile.rolls, damage=ONE)
    return exact.mean(exact.damage(ATTACKS, [Volley(bare, 1, against)], against))


def _stage(game: Game, attacker: int, target: int, terms: Terms) -> None:
    state, gap = game.state, terms.range_inches or 0.0
    for unit, side in ((attacker, -1.0), (target, 1.0)):
        models = state.models_of(unit)
        state.write("x", models, side * (gap / 2 + state.half[models] + state.radius[models]))
        state.write("on_table", models, True)


def _names(game: Game, unit: int, fighting: bool) -> list[str]:
    return list(dict.fromkeys(_all_names(game, unit, fighting)))


def _all_names(game: Game, unit: int, fighting: bool) -> Iterator[str]:
    for model in map(int, game.state.models_of(unit)):
        for arms in weapons.blades(game, model) if fighting else weapons.guns(game, model):
            if arms.name or profiles.attacks(game, model):
                yield arms.name.split(" (")[0] or "-"


DUEL = Duel(
    stage=_stage,
    attacks=volleys,
    target=lambda game, unit: TargetProfile(tuple(_model(game, unit, int(m), 0) for m in game.state.models_of(unit))),
    weapons=_names,
    rules=lambda game: ATTACKS,
)


def _arm(game: Game, row: WeaponProfile, model: int) -> Arm:
    arms = weapons.arms_of(row)
    return Arm(
        ranged=arms.ranged,
        reach=Fraction(arms.reach),
        number=Expression(constant=arms.rate),
        penetration=-arms.fp,
        damage=ONE,
    )


def _attack(game: Game, shots: Shots, entry: int, now: AttackContext | None = None, *, again: bool = True) -> AttackProfile:
    return _profile(game, shots.models[entry], weapons.arms_of(shots.weapon))


def _scene(game: Game, shots: Shots, entry: int) -> AttackContext:
    return AttackContext(
        attacker=shots.models[entry], unit=shots.unit, target=shots.target, weapon=shots.weapon, ranged=shots.ranged
    )


READER = AttackReader(
    arm=_arm,
    scene=_scene,
    attack=_attack,
    likeness=lambda game, shots, entry: (int(game.state.loadout[shots.models[entry]]),),
    struck_first=wounded_first,
    target_model=lambda game, model, now: _model(game, int(game.state.unit[model]), model, 0),
    resistance=lambda game, unit, throw=None, chosen=None: 1,
)
