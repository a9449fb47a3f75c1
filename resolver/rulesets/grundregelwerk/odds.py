"""One unit against another outside any battle, exactly: rate of fire, FK, FP against RW, armour; and close combat.

Every model has its say: a trooper with the weapon that does most, a vehicle with all of its weapons. The target stands in
the open, its models are hit in the order of the roster. A vehicle rolls on the damage table for each Life point.
Source: GRW-RANGED-04..08, GRW-MELEE-03..09, GRW-VEHICLE-01..14.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from datasheets.values import Dice as Expression
from resolver.attack import exact
from resolver.attack.check import Check
from resolver.attack.profile import AttackProfile, AttackRules, Plight, TargetModel, TargetProfile, Volley
from resolver.engine.duel import Duel, Terms
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import profiles, traits, weapons
from resolver.rulesets.grundregelwerk.checks import fp_after, hit_check, save_check, takes_whole_model
from resolver.rulesets.grundregelwerk.combat import FURY
from resolver.rulesets.grundregelwerk.mishaps import TABLE
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.rulesets.grundregelwerk.weapons import Arms
from resolver.shared.units.strength import wounded_first

ATTACKS = AttackRules(("hit", "allocate", "save", "damage"), save_never=1, table=TABLE)


def _volley(game: Game, model: int, arms: Arms, target: int, *, attacking: bool = True) -> Volley:
    """The attacks of one model with one weapon; in close combat its Attacks are among them."""
    unit = int(game.state.unit[model])
    fury = FURY if not arms.ranged and attacking and traits.has(game, unit, "furious-charge") else 0
    number = arms.rate if arms.ranged else profiles.attacks(game, model) + arms.rate + fury
    check = hit_check(profiles.skill(game, model, ranged=arms.ranged), again=traits.has(game, unit, "preacher"))
    profile = AttackProfile(name=arms.name, attacks=Expression(constant=number), rolls=(("hit", check),))
    return Volley(profile, 1, target_profile(game, target, arms.fp + fury))


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
    found: Counter[Volley] = Counter()
    for model in map(int, game.state.models_of(attacker)):
        for arms in _weapons_in_use(game, attacker, model, target, terms):
            one = _volley(game, model, arms, target, attacking=not terms.reacting)
            found[one] += bool(one.profile.attacks.constant)
    return [replace(one, weapons=number) for one, number in found.items() if number]


def _weapons_in_use(game: Game, unit: int, model: int, target: int, terms: Terms) -> list[Arms]:
    """The weapons that a model uses: the one that is named or does most; of a vehicle all, each as it does most."""
    gap, named = terms.range_inches, terms.weapon.casefold()
    slots: dict[int, list[Arms]] = {}
    every = traits.is_vehicle(game, unit) and not terms.fighting
    for arms in weapons.blades(game, model) if terms.fighting else weapons.guns(game, model):
        reaches = gap is None or gap <= arms.reach + TOUCH
        if reaches and named in ("", arms.name.casefold(), _plain(arms).casefold()):
            slots.setdefault(arms.slot if every else 0, []).append(arms)
    return [max(able, key=lambda arms: _expect_loss(_volley(game, model, arms, target))) for able in slots.values()]


def _plain(arms: Arms) -> str:
    """The name of a weapon without that of its profile."""
    return arms.name.split(" (")[0]


def _expect_loss(one: Volley) -> float:
    assert one.target is not None
    return exact.mean(exact.damage(ATTACKS, [one], one.target))


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
                yield _plain(arms) or "-"


DUEL = Duel(
    stage=_stage,
    attacks=volleys,
    target=lambda game, unit: TargetProfile(tuple(_model(game, unit, int(m), 0) for m in game.state.models_of(unit))),
    weapons=_names,
    rules=lambda game: ATTACKS,
)
