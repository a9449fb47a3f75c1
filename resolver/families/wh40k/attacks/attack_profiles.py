"""Attacks as they stand in a battle, every ability looked up: what the kernels of `resolver/attack` take.

Source: 9E-HIT-01, -02, 9E-OVERW-04, 9E-WPN-04..07, 9E-BLAST-01..03, 9E-RAPID-01, 9E-NUMATT-01, 9E-MODC-01..09; 8E-HIT-01,
8E-OVERWATCH-04, 8E-SHEET-12, -13, 8E-RAPID-01, 8E-NUMATT-01, -02, 8E-MODCHAR-02..08.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from datasheets.systems.system import Part
from datasheets.values import Dice, Mark, Strength, Value, apply_changes, attack_strength, read
from resolver.attack.check import NO_REROLL, NOTHING, Changes, Check
from resolver.attack.profile import NONE, AttackProfile, TargetProfile, Trigger, Volley
from resolver.engine.game import Game
from resolver.families.wh40k.attacks import attack_rules, damage, target_profiles, weapons
from resolver.families.wh40k.attacks.weapons import RAPID_FIRE
from resolver.families.wh40k.edition import edition
from resolver.shared.attacks import attacks
from resolver.shared.attacks.arms import Arm
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.effect_rules import Source
from resolver.shared.effects.sources import sources
from resolver.shared.units import characteristics
from resolver.table.rerolls import Reroll


def attack_context(game: Game, shots: Shots, entry: int) -> AttackContext:
    """Return what is going on while the weapon at this place of the pool attacks."""
    found = attacks.attack_context(game, shots, entry)._replace(
        half_range=bool(shots.half_range and shots.half_range[entry]),
        resistance=target_profiles.toughness(game, shots.target, chosen=shots.resistance),
    )
    strength, bearer, changes = _strength(game, found)
    return found._replace(strength=apply_changes(apply_changes(round(strength.mean), bearer, 1), changes, 1))


def attack(game: Game, shots: Shots, entry: int, now: AttackContext | None = None, *, again: bool = True) -> AttackProfile:
    """Return the attacks of the weapon at this place of the pool, as they would be made now.

    `now` is their context, for who has it already. `again` False leaves out re-rolls of a limited number of dice: they are
    used up.
    """
    now = now or attack_context(game, shots, entry)
    strength, bearer_changes, strength_changes = _strength(game, now)
    arm = weapons.arm_of(game, shots.weapon)
    if shots.ranged:
        near = arm.near if now.half_range else None
        attacks = near or arm.number or NONE
        doubled = now.half_range and arm.type == RAPID_FIRE
        attacks = _best(game, attacks, now)
        blast = edition(game).combat.blast if weapons.BLAST in arm.tags else None
        number = attack_rules.attack_number(attacks, blast, shots.target_models, doubled=doubled)
    else:
        attacks, number = Dice(constant=shots.numbers[entry]), attack_rules.AttackNumber()
    inflicted, damage_changes = damage.of_weapon(game, now)
    return AttackProfile(
        name=shots.weapon.label,
        attacks=attacks,
        least_attacks=number.least_attacks,
        most_attacks=number.most_attacks,
        times=number.times * _hit_rolls(game, now),
        attacks_reroll=_reroll(game, "attacks", now, again),
        rolls=(("hit", _hit_check(game, now, again)), ("wound", _wound(game, now, again))),
        strength=strength,
        bearer_changes=bearer_changes,
        strength_changes=strength_changes,
        penetration=_penetration(game, now),
        damage=inflicted,
        damage_changes=damage_changes,
        damage_reroll=_reroll(game, "damage", now, again),
        least_damage=max((s.effect["value"] for s in effects_on_attacks(game, "minimum-damage", now)), default=1),
        spill=bool(effects_on_attacks(game, "spill-damage", now)),
        triggers=tuple(_triggers(game, now)),
    )


def volleys(game: Game, shots: Shots) -> list[Volley]:
    """Return all attacks of a pool for `exact` and `sample`, equal weapons together, each with the target as it strikes it.

    Re-rolls of a limited number of dice are left out.
    """
    found: dict[tuple[AttackProfile, TargetProfile], int] = {}
    known: dict[object, tuple[AttackProfile, TargetProfile]] = {}
    for entry in range(len(shots.models)):
        alike = likeness(game, shots, entry)
        if alike not in known:
            now = attack_context(game, shots, entry)
            known[alike] = attack(game, shots, entry, now, again=False), target_profiles.target(game, shots.target, now)
        found[known[alike]] = found.get(known[alike], 0) + 1
    return [Volley(profile, number, struck) for (profile, struck), number in found.items()]


def likeness(game: Game, shots: Shots, entry: int) -> tuple[object, ...]:
    """Return what tells weapons of a pool apart: those that are alike have one attack profile."""
    number = None if shots.ranged else shots.numbers[entry]
    return abilities.likeness(game, shots.models[entry]), bool(shots.half_range and shots.half_range[entry]), number


def minds_toughness(game: Game, shots: Shots) -> bool:
    """Tell whether the attacker's army has effects that depend on the target's Toughness, beside the wound roll."""
    player = game.owner(shots.unit)
    return any(
        source.effect.condition("target-toughness") is not None and game.owner(source.unit) == player
        for source in sources(game).every
    )


def limited_rerolls(game: Game, now: AttackContext) -> int:
    """Return how many dice the attacker's re-rolls of a limited number of dice allow."""
    every = sources(game).between(now.unit, now.target).get("re-roll", ())
    if not any(source.effect["most"] for source in every):
        return 0
    return sum(
        source.effect["most"]
        for source in effects_on_attacks(game, "re-roll", now)
        if source.effect["roll"] in ("hit", "wound", "damage")
    )


def effects_on_attacks(game: Game, kind: str, now: AttackContext, roll: str = "") -> list[Source]:
    """Return the effects on the attacks that a model makes: its own, and what the target does to attacks made against it.

    `roll` asks only for those about this roll.
    """
    about = f"{kind}/{roll}" if roll else kind
    if about not in sources(game).between(now.unit, now.target):
        return []
    theirs = [s for s in abilities.effects(game, kind, now.target, None, now, roll) if s.effect.condition("targeted")]
    return [*abilities.effects(game, kind, now.unit, now.attacker, now, roll), *theirs]


def _roll_changes(game: Game, roll: str, now: AttackContext) -> Changes:
    every = [source.change for source in effects_on_attacks(game, "modify-roll", now, roll)]
    if roll == "hit":
        every += _penalties(game, now)
    if effects_on_attacks(game, "ignore-modifiers", now, roll):
        every = [change for change in every if change.operation not in ("subtract", "divide")]
    return tuple(every)


def _best(game: Game, attacks: Dice, now: AttackContext) -> Dice:
    """Return a random number of attacks, rolled as often as abilities let it be."""
    rolls = [source.effect for source in effects_on_attacks(game, "best-roll", now)]
    times = max((effect["times"] for effect in rolls if effect["of"] == "attacks"), default=1)
    return attacks if attacks.fixed else replace(attacks, times=times)


def _penalties(game: Game, now: AttackContext) -> Changes:
    """What rules about weapon types subtract from the hit roll."""
    if not now.ranged or abilities.may(game, "shoot-without-penalty", now.unit, False):
        return ()
    return edition(game).combat.hit_penalties(game, now)


def _reroll(game: Game, roll: str, now: AttackContext, again: bool) -> Reroll:
    effects = [source.effect for source in effects_on_attacks(game, "re-roll", now, roll)]
    return Reroll.join(e["results"] for e in effects if again or not e["most"]) if effects else NO_REROLL


def _hit_rolls(game: Game, now: AttackContext) -> int:
    return max((source.effect["number"] for source in effects_on_attacks(game, "hit-rolls", now)), default=1)


def _roll(game: Game, roll: str, now: AttackContext, again: bool, need: int = NOTHING, **own: Any) -> Check:
    """Return a hit or wound roll; `need` or what is enough by an ability, if that is less, is enough, whatever else holds.

    `own` is what only one of the two has, as fields of `Check`.
    """
    plain = edition(game).combat.rolls[roll]
    effects = [source.effect for source in effects_on_attacks(game, "always-passes", now, roll)]
    fails = [source.effect["at_most"] for source in effects_on_attacks(game, "always-fails", now, roll)]
    own["automatic"] = own.get("automatic", False) or bool(effects_on_attacks(game, "auto-pass", now, roll))
    return Check(
        min([need, plain.need, *(int(e["needs"][0]) for e in effects if not e["unmodified"])]),
        _roll_changes(game, roll, now),
        _reroll(game, roll, now, again),
        plain.limit,
        min([plain.always, *(int(e["needs"][0]) for e in effects if e["unmodified"])]),
        max([plain.never, *fails]),
        **own,
    )


def _wound(game: Game, now: AttackContext, again: bool) -> Check:
    fixed = [int(source.effect["needs"][0]) for source in effects_on_attacks(game, "wounds-on", now)]
    return _roll(game, "wound", now, again, min(fixed, default=NOTHING), contested=not fixed)


def _hit_check(game: Game, now: AttackContext, again: bool) -> Check:
    only = None
    if now.reacting:
        granted = [int(source.effect["needs"][0]) for source in abilities.effects(game, "overwatch", now.unit)]
        only = min(granted, default=attack_rules.OVERWATCH)
        better = [s.effect for s in effects_on_attacks(game, "always-passes", now) if s.effect.condition("overwatch")]
        only = min((int(effect["needs"][0]) for effect in better if effect["roll"] == "hit"), default=only)
    skill = characteristics.value(game, now.attacker, "ranged-hit" if now.ranged else "melee-hit", now)
    roll = _roll(game, "hit", now, again, only=only, automatic=bool(effects_on_attacks(game, "auto-hit", now)))
    return attack_rules.hit_check(roll, skill)


def strength_parts(game: Game, now: AttackContext) -> tuple[Strength, Changes, Changes]:
    """Return the Strength of the weapon, what changes that of its bearer where it counts, and what changes the attack's."""
    other = [source.effect["strength"] for source in effects_on_attacks(game, "weapon-strength", now)]
    weapon = _read_strength(other[-1]) if other else _arm(game, now).strength or Strength()
    bearers = characteristics.column(game, "strength").key
    of_bearer = tuple(abilities.changes(game, bearers, now.attacker, now)) if weapon.value is None else ()
    return weapon, of_bearer, weapon_changes(game, "strength", now)


@lru_cache(maxsize=256)
def _read_strength(text: str) -> Strength:
    found = read("strength", text)
    assert isinstance(found, Strength)
    return found


def _strength(game: Game, now: AttackContext) -> tuple[Dice, Changes, Changes]:
    """The Strength of an attack, rolled or not, what changes that of the bearer, and what then changes the attack's.

    9E-WPN-04, -05, 8E-SHEET-12, -13, 8E-MODCHAR-06.
    """
    weapon, every, own = strength_parts(game, now)
    if weapon.value is not None:
        return weapon.value, (), own
    found, more = characteristics.printed_value(game, now.attacker, "strength"), (weapon.change,) if weapon.change else ()
    if isinstance(found, Dice) and (not found.fixed or edition(game).characteristics.stacked_strength):
        first, then = (every, more + own) if edition(game).characteristics.stacked_strength else ((), more + every + own)
        if not found.fixed:
            return found, first, then
        return Dice(constant=apply_changes(apply_changes(found.constant, first, 1), then, 1)), (), ()
    parts: tuple[Part, ...] = ("strength", "resistance")
    bearer: dict[str, int | Mark] = {part: _whole(characteristics.printed_value(game, now.attacker, part)) for part in parts}
    return Dice(constant=attack_strength(weapon, bearer, every + own)), (), ()


def _penetration(game: Game, now: AttackContext) -> int:
    return min(apply_changes(printed_penetration(game, now), weapon_changes(game, "penetration", now)), 0)


def printed_penetration(game: Game, now: AttackContext) -> int:
    """Return the AP of the weapon as printed, 0 for "-"."""
    return _arm(game, now).penetration


def weapon_changes(game: Game, part: Part, now: AttackContext) -> Changes:
    """Return what changes a characteristic of the weapon of an attack."""
    key = characteristics.of_weapon(game, part).key
    return tuple(abilities.changes(game, key, now.attacker, now, of="weapons"))


def _arm(game: Game, now: AttackContext) -> Arm:
    """The arm of an attack.

    Raises:
        ValueError: nothing attacks.
    """
    if now.weapon is None:
        raise ValueError("an attack needs a weapon")
    return weapons.arm_of(game, now.weapon)


def _whole(value: Value) -> int | Mark:
    if isinstance(value, Dice):
        return value.constant if value.fixed else round(value.mean)
    return value if isinstance(value, int | Mark) else Mark.NONE


def _triggers(game: Game, now: AttackContext) -> Iterable[Trigger]:
    for source in effects_on_attacks(game, "extra-hits", now):
        yield Trigger("hit", *_fires(source), extra_hits=Dice.parse(source.effect["number"]))
    for source in effects_on_attacks(game, "auto-wound", now):
        yield Trigger("hit", *_fires(source), passes="wound")
    for source in effects_on_attacks(game, "attack-mortal-wounds", now):
        effect, number = source.effect, Dice.parse(source.effect["number"])
        yield Trigger(effect["roll"], *_fires(source), mortal_wounds=number, instead=effect["instead"])
    for source in effects_on_attacks(game, "pierce", now):
        yield Trigger(source.effect["roll"], *_fires(source), pierces=True)
    for source in effects_on_attacks(game, "modify-attack", now):
        yield _modifier_trigger(game, source)


def _fires(source: Source) -> tuple[int, bool]:
    needs = source.effect["needs"]
    return 0 if needs == "success" else int(needs[0]), source.effect["unmodified"]


def _modifier_trigger(game: Game, source: Source) -> Trigger:
    effect, change = source.effect, (source.change,)
    plain, key = Trigger(effect["roll"], *_fires(source)), effect["characteristic"]
    if key == characteristics.of_weapon(game, "strength").key:
        return replace(plain, strength=change)
    pierces = key == characteristics.of_weapon(game, "penetration").key
    return replace(plain, penetration=change) if pierces else replace(plain, damage=change)
