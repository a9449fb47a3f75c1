"""Attacks as they stand in a battle, every ability looked up: what the kernels of `resolver/attack` take.

Source: 9E-HIT-01, -02, 9E-OVERW-04, 9E-WPN-04..07, 9E-BLAST-01..03, 9E-RAPID-01, 9E-NUMATT-01, 9E-MODC-01..09; 8E-HIT-01,
8E-OVERWATCH-04, 8E-SHEET-12, -13, 8E-RAPID-01, 8E-NUMATT-01, -02, 8E-MODCHAR-02..08.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from datasheets.values import Change, Dice, Mark, Strength, Value, attack_strength, modified, read
from datasheets.values.printed import Kind
from resolver.attack.check import NO_REROLL, Changes, Check
from resolver.attack.profile import NONE, AttackProfile, TargetProfile, Trigger, Volley
from resolver.engine.game import Game
from resolver.rulesets.common.attacks import attack_rules, damage, target_profiles, weapons
from resolver.rulesets.common.attacks.pools import Shots
from resolver.rulesets.common.attacks.weapons import RAPID_FIRE
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.effects import abilities
from resolver.rulesets.common.effects.conditions import Scene
from resolver.rulesets.common.effects.sources import Source, sources
from resolver.rulesets.common.units import characteristics, engagement
from resolver.table.rerolls import Reroll

PENALTY = Change("subtract", 1)
"""To the hit rolls of Heavy weapons on the move, Assault weapons after an Advance, big guns in a melee."""
KINDS: dict[str, Kind] = {"S": "strength", "AP": "penetration"}


@lru_cache(maxsize=4096)
def printed(key: str, text: str) -> Value:
    """Return a characteristic of a weapon as a value."""
    return read(KINDS[key], text)


def scene(game: Game, shots: Shots, entry: int) -> Scene:
    """Return what is going on while the weapon at this place of the pool attacks."""
    model = shots.models[entry]
    found = Scene(
        attacker=model,
        unit=shots.unit,
        target=shots.target,
        weapon=shots.weapon,
        ranged=shots.ranged,
        overwatch=shots.overwatch,
        half_range=bool(shots.half_range and shots.half_range[entry]),
        distance=engagement.distance(game, shots.unit, shots.target),
        toughness=target_profiles.toughness(game, shots.target, chosen=shots.toughness),
    )
    strength, bearer, changes = _strength(game, found)
    return found._replace(strength=modified(modified(round(strength.mean), bearer, 1), changes, 1))


def attack(game: Game, shots: Shots, entry: int, now: Scene | None = None, *, again: bool = True) -> AttackProfile:
    """Return the attacks of the weapon at this place of the pool, as they would be made now.

    `now` is their `scene`, for who has it already. `again` False leaves out re-rolls of a limited number of dice: they are
    used up.
    """
    now = now or scene(game, shots, entry)
    strength, bearer_changes, strength_changes = _strength(game, now)
    arms = weapons.arms(game, shots.weapon)
    if shots.ranged:
        near = arms.type.near if now.half_range else None
        attacks = near or arms.type.attacks or NONE
        doubled = now.half_range and arms.type.name == RAPID_FIRE
        attacks = _best(game, attacks, now)
        blast = edition(game).combat.blast if arms.blast else None
        number = attack_rules.attack_number(attacks, blast, shots.target_models, doubled=doubled)
    else:
        attacks, number = Dice(constant=shots.numbers[entry]), attack_rules.Number()
    inflicted, damage_changes = damage.of_weapon(game, now)
    enough, always = _passing(game, "wound", now)
    return AttackProfile(
        name=shots.weapon.label,
        attacks=attacks,
        least_attacks=number.least_attacks,
        most_attacks=number.most_attacks,
        times=number.times * _hit_rolls(game, now),
        attacks_reroll=_reroll(game, "attacks", now, again),
        hit=_hit(game, now, again),
        strength=strength,
        bearer_changes=bearer_changes,
        strength_changes=strength_changes,
        ap=_penetration(game, now),
        damage=inflicted,
        damage_changes=damage_changes,
        damage_reroll=_reroll(game, "damage", now, again),
        least_damage=max((s.effect["value"] for s in _made(game, "minimum-damage", now)), default=1),
        to_wound=min((int(s.effect["needs"][0]) for s in _made(game, "wounds-on", now)), default=None),
        wound_changes=_roll_changes(game, "wound", now),
        wound_reroll=_reroll(game, "wound", now, again),
        auto_wound=bool(_made(game, "auto-pass", now, "wound")),
        enough_to_wound=enough,
        always_wounds=always,
        never_wounds=_failing(game, "wound", now),
        spill=bool(_made(game, "spill-damage", now)),
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
            now = scene(game, shots, entry)
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
        for source in sources(game.armies).every
    )


def limited(game: Game, now: Scene) -> int:
    """Return how many dice the attacker's re-rolls of a limited number of dice allow."""
    every = sources(game.armies).between(now.unit, now.target).get("re-roll", ())
    if not any(source.effect["most"] for source in every):
        return 0
    return sum(
        source.effect["most"]
        for source in _made(game, "re-roll", now)
        if source.effect["roll"] in ("hit", "wound", "damage")
    )


def _made(game: Game, kind: str, now: Scene, roll: str = "") -> list[Source]:
    """The effects on the attacks that a model makes: its own, and what the target does to attacks made against it.

    `roll` asks only for those about this roll.
    """
    about = f"{kind}/{roll}" if roll else kind
    if about not in sources(game.armies).between(now.unit, now.target):
        return []
    theirs = [s for s in abilities.effects(game, kind, now.target, None, now, roll) if s.effect.condition("targeted")]
    return [*abilities.effects(game, kind, now.unit, now.attacker, now, roll), *theirs]


def _roll_changes(game: Game, roll: str, now: Scene) -> Changes:
    every = [_change(source) for source in _made(game, "modify-roll", now, roll)]
    if roll == "hit":
        every += [PENALTY] * _penalties(game, now)
    if _made(game, "ignore-modifiers", now, roll):
        every = [change for change in every if change.operation not in ("subtract", "divide")]
    return tuple(every)


def _best(game: Game, attacks: Dice, now: Scene) -> Dice:
    """Return a random number of attacks, rolled as often as abilities let it be."""
    rolls = [source.effect for source in _made(game, "best-roll", now)]
    times = max((effect["times"] for effect in rolls if effect["of"] == "attacks"), default=1)
    return attacks if attacks.fixed else replace(attacks, times=times)


def _penalties(game: Game, now: Scene) -> int:
    """How many rules about weapon types subtract 1 from the hit roll."""
    if not now.ranged or abilities.may(game, "shoot-without-penalty", now.unit, False):
        return 0
    return edition(game).combat.hit_penalties(game, now)


def _reroll(game: Game, roll: str, now: Scene, again: bool) -> Reroll:
    effects = [source.effect for source in _made(game, "re-roll", now, roll)]
    return Reroll.joined(e["results"] for e in effects if again or not e["most"]) if effects else NO_REROLL


def _hit_rolls(game: Game, now: Scene) -> int:
    return max((source.effect["number"] for source in _made(game, "hit-rolls", now)), default=1)


def _passing(game: Game, roll: str, now: Scene) -> tuple[int | None, int]:
    """The modified result that is enough for a roll, None for what it needs, and the unmodified one that always passes."""
    effects = [source.effect for source in _made(game, "always-passes", now, roll)]
    enough = min((int(e["needs"][0]) for e in effects if not e["unmodified"]), default=None)
    return enough, min((int(e["needs"][0]) for e in effects if e["unmodified"]), default=_unmodified(game, roll)[0])


def _unmodified(game: Game, roll: str) -> tuple[int, int]:
    """The unmodified results of a hit or wound roll that always pass, and that always fail."""
    rules = edition(game).attacks
    if roll == "hit":
        return rules.hit_always, rules.hit_never
    return rules.wound_always, rules.wound_never


def _failing(game: Game, roll: str, now: Scene) -> int:
    effects = [source.effect for source in _made(game, "always-fails", now, roll)]
    return max((effect["at_most"] for effect in effects), default=_unmodified(game, roll)[1])


def _hit(game: Game, now: Scene, again: bool) -> Check:
    automatic = bool(_made(game, "auto-hit", now)) or bool(_made(game, "auto-pass", now, "hit"))
    only = None
    if now.overwatch:
        granted = [int(source.effect["needs"][0]) for source in abilities.effects(game, "overwatch", now.unit)]
        only = min(granted, default=attack_rules.OVERWATCH)
        better = [s.effect for s in _made(game, "always-passes", now) if s.effect.condition("overwatch")]
        only = min((int(effect["needs"][0]) for effect in better if effect["roll"] == "hit"), default=only)
    skill = characteristics.value(game, now.attacker, "BS" if now.ranged else "WS", now)
    enough, always = _passing(game, "hit", now)
    if skill is not None and enough is not None:
        skill = min(skill, enough)
    check = attack_rules.hit_check(
        edition(game).attacks,
        skill,
        _roll_changes(game, "hit", now),
        _reroll(game, "hit", now, again),
        automatic=automatic,
        only=only,
    )
    never = _failing(game, "hit", now)
    return check if skill is None else replace(check, always=min(check.always, always), never=max(check.never, never))


def _strength(game: Game, now: Scene) -> tuple[Dice, Changes, Changes]:
    """The Strength of an attack, rolled or not, what changes that of the bearer, and what then changes the attack's.

    9E-WPN-04, -05, 8E-SHEET-12, -13, 8E-MODCHAR-06.
    """
    other = [source.effect["strength"] for source in _made(game, "weapon-strength", now)]
    weapon = printed("S", other[-1] if other else _row(now)["S"])
    if not isinstance(weapon, Strength):
        raise ValueError(f"{_row(now)} has no Strength")
    own = _weapon_changes(game, "S", now)
    if weapon.value is not None:
        return weapon.value, (), own
    every = tuple(abilities.changes(game, "S", now.attacker, now))
    found, more = characteristics.printed(game, now.attacker, "S"), (weapon.change,) if weapon.change else ()
    if isinstance(found, Dice) and (not found.fixed or edition(game).figures.stacked_strength):
        first, then = (every, more + own) if edition(game).figures.stacked_strength else ((), more + every + own)
        if not found.fixed:
            return found, first, then
        return Dice(constant=modified(modified(found.constant, first, 1), then, 1)), (), ()
    bearer = {key: _whole(characteristics.printed(game, now.attacker, key)) for key in ("S", "T")}
    return Dice(constant=attack_strength(weapon, bearer, every + own)), (), ()


def _penetration(game: Game, now: Scene) -> int:
    found = printed("AP", _row(now)["AP"])
    return min(modified(found, _weapon_changes(game, "AP", now)), 0) if isinstance(found, int) else 0


def _weapon_changes(game: Game, key: str, now: Scene) -> Changes:
    return tuple(abilities.changes(game, key, now.attacker, now, of="weapons"))


def _row(now: Scene) -> dict[str, str]:
    return dict(now.weapon.characteristics) if now.weapon else {}


def _whole(value: Value) -> int | Mark:
    if isinstance(value, Dice):
        return value.constant if value.fixed else round(value.mean)
    return value if isinstance(value, int | Mark) else Mark.NONE


def _triggers(game: Game, now: Scene) -> Iterable[Trigger]:
    for source in _made(game, "extra-hits", now):
        yield Trigger("hit", *_fires(source), extra_hits=Dice.parse(source.effect["number"]))
    for source in _made(game, "auto-wound", now):
        yield Trigger("hit", *_fires(source), auto_wound=True)
    for source in _made(game, "attack-mortal-wounds", now):
        effect, number = source.effect, Dice.parse(source.effect["number"])
        yield Trigger(effect["roll"], *_fires(source), mortal_wounds=number, instead=effect["instead"])
    for source in _made(game, "pierce", now):
        yield Trigger(source.effect["roll"], *_fires(source), pierces=True)
    for source in _made(game, "modify-attack", now):
        yield _modifying(source)


def _fires(source: Source) -> tuple[int, bool]:
    needs = source.effect["needs"]
    return 0 if needs == "success" else int(needs[0]), source.effect["unmodified"]


def _modifying(source: Source) -> Trigger:
    effect, change = source.effect, (_change(source),)
    plain = Trigger(effect["roll"], *_fires(source))
    if effect["characteristic"] == "S":
        return replace(plain, strength=change)
    return replace(plain, ap=change) if effect["characteristic"] == "AP" else replace(plain, damage=change)


def _change(source: Source) -> Change:
    return Change(source.effect["operation"], Fraction(source.effect["value"]))
