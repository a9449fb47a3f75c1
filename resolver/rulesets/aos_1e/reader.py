"""What attacks and targets are made of: to hit, to wound, rend, damage; the save of a unit.

No unmodified result passes or fails by itself (AOS-Q-22), and all modifiers add up (AOS-Q-23). A unit saves as a whole,
before anybody takes a wound: with the save that most of its models have, of equally many the better one. Source:
AOS-MAKE-02..07, AOS-MORTAL-01, AOS-COVER-01, -02, AOS-SCENTAB-04, -10, AOS-TRITAB-03, AOS-TOOLS-08..10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from datasheets.systems.system import Part
from datasheets.values import Dice, apply_changes
from resolver.attack.check import NO_REROLL, Changes, Check
from resolver.attack.profile import AttackProfile, TargetModel, TargetProfile, Trigger, Volley
from resolver.attack.roll import Rolled
from resolver.engine.game import Game
from resolver.engine.modifiers import modifier_fields, modifier_rows
from resolver.rulesets.aos_1e import lasting, scenery, weapons
from resolver.shared.attacks.attacks import attack_context
from resolver.shared.attacks.pools import Shots
from resolver.shared.attacks.reader import AttackReader
from resolver.shared.effects import abilities
from resolver.shared.effects.context import NO_ATTACK, AttackContext
from resolver.shared.effects.effect_rules import Source
from resolver.shared.effects.sources import sources
from resolver.shared.units import characteristics
from resolver.shared.units.strength import wounded_first
from resolver.table.rerolls import Reroll

FAILED = Reroll.of("failed")


def attack(game: Game, shots: Shots, entry: int, now: AttackContext | None = None, *, again: bool = True) -> AttackProfile:
    """Return the attacks of the weapon at this place of a pool, as they would be made now.

    How many there are was counted when targets were picked (`numbers`); where it was not, the weapon says it.
    """
    now = now or attack_context(game, shots, entry)
    arm = weapons.arm_of(game, shots.weapon, now.attacker)
    number = weapons.number(game, now.attacker, shots.weapon, arm, now)
    return AttackProfile(
        name=shots.weapon.label,
        attacks=Dice(constant=shots.numbers[entry]) if shots.numbers else number,
        rolls=tuple((part, _roll(game, part, arm.checks[part], now, again=again)) for part in ("hit", "wound")),
        penetration=rend(game, now),
        damage=_damage(game, now),
        damage_changes=_damage_changes(game, now),
        damage_reroll=_reroll(game, "damage", now, again=again),
        triggers=tuple(_triggers(game, now)),
    )


def effects(game: Game, kind: str, now: AttackContext, roll: str = "") -> list[Source]:
    """Return the effects on an attack: the attacker's, and what the target does to attacks made against it."""
    about = f"{kind}/{roll}" if roll else kind
    if about not in sources(game).between(now.unit, now.target):
        return []
    theirs = [s for s in abilities.effects(game, kind, now.target, None, now, roll) if s.effect.condition("targeted")]
    own = [s for s in abilities.effects(game, kind, now.unit, now.attacker, now, roll) if not s.effect.condition("targeted")]
    return [*own, *theirs]


def _roll(game: Game, part: Part, need: int, now: AttackContext, *, again: bool) -> Check:
    key = characteristics.of_weapon(game, part).key
    own = abilities.changes(game, key, now.attacker, now, of="weapons")
    always = [int(s.effect["needs"][0]) for s in effects(game, "always-passes", now, part) if s.effect["unmodified"]]
    never = [int(s.effect["at_most"]) for s in effects(game, "always-fails", now, part)]
    fixed = [int(s.effect["needs"][0]) for s in effects(game, "wounds-on", now)] if part == "wound" else []
    automatic = bool(effects(game, "auto-pass", now, part)) or (part == "hit" and bool(effects(game, "auto-hit", now)))
    return Check(
        need=min([apply_changes(need, own) if own else need, *fixed]),
        changes=_changes(game, part, now),
        reroll=_reroll(game, part, now, again=again),
        always=min(always, default=7),
        never=max(never, default=0),
        automatic=automatic,
    )


def _changes(game: Game, part: str, now: AttackContext) -> Changes:
    found = [source.change for source in effects(game, "modify-roll", now, part)]
    return (*found, *(scenery.to_hit(game, now.unit) if part == "hit" else ()))


def _reroll(game: Game, roll: str, now: AttackContext, *, again: bool) -> Reroll:
    given = [s.effect["results"] for s in effects(game, "re-roll", now, roll) if again or not s.effect["most"]]
    if roll == "hit" and game.has_mark(now.unit, "inspired") and game.step.phase == "combat":
        given.append("failed")
    if roll == "wound" and lasting.has(game, now.unit, "ensorcelled"):
        given.append("failed")
    return Reroll.join(given) if given else NO_REROLL


def rend(game: Game, now: AttackContext) -> int:
    """Return what an attack takes from the save, zero or negative; nothing where the target ignores it (AOS-MAKE-04)."""
    if now.weapon is None:
        return 0
    ignoring = abilities.effects(game, "ignore-modifiers", now.target, None, now, "save") if now.target >= 0 else []
    if ignoring:
        return 0
    key = characteristics.of_weapon(game, "penetration").key
    changes = abilities.changes(game, key, now.attacker, now, of="weapons")
    printed = weapons.arm_of(game, now.weapon, now.attacker).penetration
    return min(apply_changes(printed, changes), 0) if changes else printed


def _damage(game: Game, now: AttackContext) -> Dice:
    if now.weapon is None:
        return Dice()
    key = characteristics.of_weapon(game, "damage").key
    found = weapons.arm_of(game, now.weapon, now.attacker).damage
    for source in abilities.changing_effects(game, key, now.attacker, now, "weapons"):
        if source.effect["operation"] == "set":
            found = Dice.parse(source.effect["value"])
    return found


def _damage_changes(game: Game, now: AttackContext) -> Changes:
    key = characteristics.of_weapon(game, "damage").key
    every = abilities.changing_effects(game, key, now.attacker, now, "weapons")
    return tuple(source.change for source in every if source.effect["operation"] != "set")


def _triggers(game: Game, now: AttackContext) -> Iterable[Trigger]:
    for source in effects(game, "extra-hits", now):
        yield Trigger("hit", *_fires(source), extra_hits=Dice.parse(source.effect["number"]))
    for source in effects(game, "auto-wound", now):
        yield Trigger("hit", *_fires(source), passes="wound")
    for source in effects(game, "attack-mortal-wounds", now):
        effect = source.effect
        mortal = Dice.parse(effect["number"])
        yield Trigger(effect["roll"], *_fires(source), mortal_wounds=mortal, instead=effect["instead"])
    for source in effects(game, "modify-attack", now):
        yield from _modifier_triggers(game, source)


def _fires(source: Source) -> tuple[int, bool]:
    needs = source.effect["needs"]
    return 0 if needs == "success" else int(needs[0]), source.effect["unmodified"]


def _modifier_triggers(game: Game, source: Source) -> Iterable[Trigger]:
    plain, key = Trigger(source.effect["roll"], *_fires(source)), source.effect["characteristic"]
    if key == characteristics.of_weapon(game, "penetration").key:
        yield replace(plain, penetration=(source.change,))
    elif key == characteristics.of_weapon(game, "damage").key:
        yield replace(plain, damage=(source.change,))


def target_model(game: Game, model: int, now: AttackContext) -> TargetModel:
    """Return a model as an attack strikes it: the wounds it has left, the save of its unit, what it ignores wounds on."""
    unit = int(game.state.unit[model])
    found = _unit_save(game, unit, now)
    return found._replace(
        wounds=int(game.state.wounds[model]),
        ignore=_ignore(game, model, now, mortal=False),
        ignore_mortal=_ignore(game, model, now, mortal=True),
    )


def _unit_save(game: Game, unit: int, now: AttackContext) -> TargetModel:
    """Return the save that a unit makes: what most of its models have, of equally many the better (AOS-MAKE-05)."""
    models = [int(model) for model in game.state.standing(unit)]
    known: dict[tuple[int, ...], TargetModel] = {}
    counts: Counter[TargetModel] = Counter()
    for model in models:
        alike = abilities.likeness(game, model)
        if alike not in known:
            known[alike] = _save_of(game, unit, model, now)
        counts[known[alike]] += 1
    return max(counts, key=lambda found: (counts[found], _chance(found)), default=TargetModel(1, None))


def _chance(found: TargetModel) -> float:
    return 0.0 if found.save is None else Check(found.save, found.armour_changes, found.armour_reroll).chance


def _save_of(game: Game, unit: int, model: int, now: AttackContext) -> TargetModel:
    unchanged = any(s.effect["better"] for s in abilities.effects(game, "ignore-modifiers", unit, model, now, "save"))
    changes = [] if unchanged else [*abilities.roll_changes(game, "save", unit, model, now), *scenery.cover(game, unit)]
    rerolls = [source.effect["results"] for source in abilities.rerolls(game, "save", unit, model, now)]
    return TargetModel(
        wounds=1,
        save=characteristics.value(game, model, "save", now),
        armour_changes=tuple(changes),
        armour_reroll=Reroll.join(rerolls) if rerolls else NO_REROLL,
    )


def _ignore(game: Game, model: int, now: AttackContext, *, mortal: bool) -> Check | None:
    unit = int(game.state.unit[model])
    if not abilities.may_concern(game, unit, "ignore-wounds"):
        return None
    now = now._replace(mortal=mortal)
    rules = [source.effect for source in abilities.effects(game, "ignore-wounds", unit, model, now)]
    needs = [int(rule["needs"][0]) for rule in rules if rule["against"] == "all" or mortal]
    if not needs:
        return None
    changes = tuple(abilities.roll_changes(game, "ignore-wounds", unit, model, now))
    again = Reroll.join(s.effect["results"] for s in abilities.rerolls(game, "ignore-wounds", unit, model, now))
    return Check(min(needs), changes, again)


def target(game: Game, unit: int, now: AttackContext = NO_ATTACK) -> TargetProfile:
    """Return a unit as a target, its models in the order in which wounds are allocated to them."""
    first = wounded_first(game, unit)
    models = [*first, *(int(model) for model in game.state.standing(unit) if int(model) not in first)]
    now = now if now.target == unit else now._replace(target=unit)
    save = _unit_save(game, unit, now)
    alike: dict[tuple[int, ...], TargetModel] = {}
    found = []
    for model in models:
        key = abilities.likeness(game, model)
        if key not in alike:
            ignore = (_ignore(game, model, now, mortal=mortal) for mortal in (False, True))
            alike[key] = save._replace(wounds=int(game.state.wounds[model]), ignore=next(ignore), ignore_mortal=next(ignore))
        found.append(alike[key])
    return TargetProfile(tuple(found))


def volleys(game: Game, pools: Iterable[Shots]) -> list[Volley]:
    """Return all attacks of pools, equal weapons together, each with the target as it strikes it."""
    found: dict[tuple[AttackProfile, TargetProfile], int] = {}
    for shots in pools:
        known: dict[object, tuple[AttackProfile, TargetProfile]] = {}
        for entry in range(len(shots.models)):
            alike = likeness(game, shots, entry)
            if alike not in known:
                now = attack_context(game, shots, entry)
                known[alike] = attack(game, shots, entry, now, again=False), target(game, shots.target, now)
            found[known[alike]] = found.get(known[alike], 0) + 1
    return [Volley(profile, count, struck) for (profile, struck), count in found.items()]


def likeness(game: Game, shots: Shots, entry: int) -> tuple[object, ...]:
    """Return what tells weapons of a pool apart."""
    number = shots.numbers[entry] if shots.numbers else None
    return abilities.likeness(game, shots.models[entry]), number


def reasons(game: Game, shots: Shots, now: AttackContext, step: Rolled, struck: int | None) -> Mapping[str, Any]:
    """Return why a roll of an attack needs what it does, and what modifies it."""
    if step.need is None:
        return modifier_fields(modifier_rows(game, "damage", step.changes))
    rows, printed = [], dict[str, int]()
    if step.step in ("hit", "wound"):
        part: Part = "hit" if step.step == "hit" else "wound"
        key = characteristics.of_weapon(game, part).key
        changes = abilities.changes(game, key, now.attacker, now, of="weapons")
        if changes:
            printed[key] = weapons.arm_of(game, shots.weapon, now.attacker).checks[part]
            rows += modifier_rows(game, key, changes)
    return modifier_fields([*rows, *modifier_rows(game, "roll", step.changes)], printed)


def _ignore_reasons(game: Game, model: int, now: AttackContext, step: Rolled) -> Mapping[str, Any]:
    return modifier_fields(modifier_rows(game, "roll", step.changes))


READER = AttackReader(
    arm=weapons.arm_of,
    context=attack_context,
    attack=attack,
    likeness=likeness,
    struck_first=wounded_first,
    target_model=target_model,
    resistance=lambda game, unit, throw=None, chosen=None: 1,
    reasons=reasons,
    ignore_reasons=_ignore_reasons,
)
