"""One unit against another outside any battle, exactly: rate of fire, FK, FP against RW, armour; and close combat.

Every model has its say: a trooper with the weapon that does most, a vehicle with all of its weapons. The target stands in
the open where the terms name no cover, its models are hit in the order of the roster. A vehicle rolls on the damage table
for each Life point. Source: GRW-RANGED-04..08, GRW-TERRAIN-02, -03, GRW-COVERACT-01, GRW-MELEE-03..09, GRW-VEHICLE-01..14,
GRW-Q-50, -51, -65.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from datasheets.systems import system
from datasheets.systems.ground import TerrainClass
from datasheets.values import Dice as Expression
from resolver.attack import exact
from resolver.attack.check import Check
from resolver.attack.profile import AttackProfile, AttackRules, Plight, TargetModel, TargetProfile, Volley
from resolver.engine.duel import Duel, Terms, place_apart
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import profiles, traits, weapons
from resolver.rulesets.grundregelwerk.checks import fp_after, hit_check, save_check, takes_whole_model
from resolver.rulesets.grundregelwerk.combat import FURY
from resolver.rulesets.grundregelwerk.hits import SHELTERED
from resolver.rulesets.grundregelwerk.mishaps import TABLE
from resolver.rulesets.grundregelwerk.names import SYSTEM
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.rulesets.grundregelwerk.weapons import Arms
from resolver.shared.units.strength import wounded_first

ATTACKS = AttackRules(("hit", "allocate", "save", "damage"), save_never=1, table=TABLE)


TAKEN = "take-cover"
"""The action that protects whoever took it, wherever it stands."""


def _kinds() -> dict[str, TerrainClass]:
    """The classes of terrain that protect who stands in them."""
    return {row.id: row for row in system(SYSTEM).terrain if row.save_bonus or row.hit_penalty}


def _shelter(terms: Terms, *, ranged: bool) -> tuple[int, int]:
    """What cover adds to saves and to what hits need: the best terrain, against shooting only, and Take Cover (GRW-Q-65)."""
    kinds = [row for name, row in _kinds().items() if name in terms.cover and ranged]
    taken = SHELTERED if TAKEN in terms.cover else 0
    return max((row.save_bonus for row in kinds), default=0) + taken, max((row.hit_penalty for row in kinds), default=0)


def _volley(game: Game, model: int, arms: Arms, target: int, terms: Terms) -> Volley:
    """The attacks of one model with one weapon; in close combat its Attacks are among them."""
    unit = int(game.state.unit[model])
    bonus, harder = _shelter(terms, ranged=arms.ranged)
    fury = FURY if not arms.ranged and not terms.reacting and traits.has(game, unit, "furious-charge") else 0
    number = arms.rate if arms.ranged else weapons.melee_dice(game, model, arms, fury)
    skill, again = profiles.skill(game, model, ranged=arms.ranged), traits.has(game, unit, "preacher")
    check = hit_check(skill, harder=harder, again=again)
    profile = AttackProfile(name=arms.name, attacks=Expression(constant=number), rolls=(("hit", check),))
    return Volley(profile, 1, target_profile(game, target, arms.fp + fury, bonus))


def target_profile(game: Game, unit: int, fp: int, bonus: int = 0) -> TargetProfile:
    """Return a unit as hits of this FP strike it: nothing happens to it where its armour ignores them.

    `bonus`: what cover adds to its saves.
    """
    left = fp_after(fp, traits.armour(game, unit))
    first = wounded_first(game, unit)
    models = [*first, *(int(model) for model in game.state.models_of(unit) if int(model) not in first)]
    return TargetProfile(tuple(_model(game, unit, model, left, bonus) for model in models))


def _model(game: Game, unit: int, model: int, fp: int | None, bonus: int = 0) -> TargetModel:
    rw, wounds = profiles.save(game, model), int(game.state.wounds[model])
    arms = {each.slot for each in weapons.slots(game, model)}
    plight = Plight(weapons=len(arms)) if traits.is_vehicle(game, unit) else None
    if fp is None:
        return TargetModel(wounds, None, ignore=Check(1, automatic=True), plight=plight)
    whole = takes_whole_model(fp, rw, eternal=traits.has(game, unit, "eternal-warrior"))
    return TargetModel(wounds, save_check(rw, fp, bonus).need, plight=plight, whole=whole)


def volleys(game: Game, attacker: int, target: int, terms: Terms) -> list[Volley]:
    """Return all attacks of a unit on another on these terms."""
    found: Counter[Volley] = Counter()
    for model in map(int, game.state.models_of(attacker)):
        for arms in _weapons_in_use(game, attacker, model, target, terms):
            one = _volley(game, model, arms, target, terms)
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
    return [max(able, key=lambda arms: _expect_loss(_volley(game, model, arms, target, terms))) for able in slots.values()]


def _plain(arms: Arms) -> str:
    """The name of a weapon without that of its profile."""
    return arms.name.split(" (")[0]


def _expect_loss(one: Volley) -> float:
    assert one.target is not None
    return exact.mean(exact.damage(ATTACKS, [one], one.target))


def _stage(game: Game, attacker: int, target: int, terms: Terms) -> None:
    place_apart(game, attacker, target, terms.range_inches or 0.0)


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
    covers=(*sorted(_kinds()), TAKEN),
)
