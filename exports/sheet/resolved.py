"""What a weapon does in the hands of who bears it: to-hit and Strength worked out, and what it is worth on average."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from datasheets.values.dice import Dice
from exports.document import Army, Profile, WeaponProfile, system_of
from exports.sheet.hit_rolls import at_most, hit_modifier, modify_hit

TOUGHNESS, SAVE, MOST_DAMAGE = 5, 4, 3.0
"""The middling target that weapons are ranked against."""
CHANGES = "*"
AUTO = re.compile(
    r"(?:^|[.:]\s*)(?:each time an attack is made with this weapon, )?"
    r"(?:(?:this|the) weapon|attacks (?:made )?with (?:this|the) weapon|it|attacks?|that attack) automatically hits?\b",
    re.IGNORECASE,
)
"""What says, as a sentence of its own and so on no condition, that nothing is rolled to hit."""
_TARGET = re.compile(r"([2-6])\+")
_CHANGED_STRENGTH = re.compile(r"(?:([x×])|\+)\s*(\d+)", re.IGNORECASE)


class Keys(NamedTuple):
    """The characteristics that a game's attacks are made of: of weapons, then of models."""

    reach: str
    type: str
    strength: str
    penetration: str
    damage: str
    ballistic: str
    weapon: str
    own_strength: str
    attacks: str


def keys_of(army: Army) -> Keys | None:
    """Return them for a game whose weapons are used with the skill and Strength of who bears them, else None."""
    game = system_of(army)
    if game is None or not any(each.kind == "weapon-type" for each in game.weapon_characteristics):
        return None
    parts = {each.part: each.key for each in game.weapon_characteristics}
    own = {each.name: each.key for each in game.characteristics}
    wanted = [parts.get(part) for part in ("reach", "type", "strength", "penetration", "damage")]
    wanted += [own.get(name) for name in ("Ballistic Skill", "Weapon Skill", "Strength", "Attacks")]
    return Keys(*(key for key in wanted if key)) if all(wanted) else None


@dataclass(frozen=True, slots=True)
class Bearer:
    """The values of a model, those of the unhurt where a damage table changes them (`changed`).

    `ranged` and `melee` are what its own abilities add to each of its hit rolls.
    """

    values: Mapping[str, str]
    changed: frozenset[str] = frozenset()
    ranged: int = 0
    melee: int = 0

    def figure(self, key: str) -> str:
        """Return a value with a mark where a damage table changes it."""
        value = self.values.get(key, "")
        return f"{value}{CHANGES}" if value and key in self.changed else value


def bearer_of(profile: Profile) -> Bearer:
    """Return who bears the weapons of a profile."""
    if not profile.damage_table:
        return Bearer(profile.characteristics)
    unhurt = max(profile.damage_table, key=lambda row: row.wounds[1])
    changed = {key: value for key, value in unhurt.characteristics.items() if key in profile.characteristics}
    return Bearer({**profile.characteristics, **changed}, frozenset(changed))


class Shot(NamedTuple):
    """A profile of a weapon in someone's hands, as it is printed."""

    hit: str
    strength: str
    attacks: str
    """Of melee weapons only."""
    unmodified: str = ""
    """What hits without the modifiers of weapon and bearer that `hit` has counted in, "" where there is none."""

    @property
    def figures(self) -> tuple[str, str, str]:
        """What tells it apart."""
        return self.hit, self.strength, self.attacks


def work_out_shot(system: str, keys: Keys, profile: WeaponProfile, bearer: Bearer, *, melee: bool) -> Shot:
    """Work out the figures; what cannot be worked out stands as it is printed."""
    weapon, needs_no_roll = profile.characteristics, not melee and _always_hits(profile)
    own = "auto" if needs_no_roll else bearer.figure(keys.weapon if melee else keys.ballistic)
    added = bearer.melee if melee else bearer.ranged
    hit = modify_hit(own, at_most(system, hit_modifier(system, profile, melee=melee) + added))
    strength = _strength(keys, weapon.get(keys.strength, ""), bearer)
    return Shot(hit, strength, bearer.figure(keys.attacks) if melee else "", "" if hit == own else own.rstrip(CHANGES))


def _always_hits(profile: WeaponProfile) -> bool:
    """Whether nothing is rolled to hit, by an effect that is on no condition, or by a text that battles do not read."""
    always = any(each["kind"] == "auto-hit" and not each.get("when") for each in profile.effects)
    return always or bool(AUTO.search(profile.abilities))


def _strength(keys: Keys, printed: str, bearer: Bearer) -> str:
    own = bearer.values.get(keys.own_strength, "")
    if printed.strip().casefold() == "user":
        return bearer.figure(keys.own_strength) or printed
    found = _CHANGED_STRENGTH.fullmatch(printed.strip())
    if not (found and own.isascii() and own.isdigit()):
        return printed
    made = int(own) * int(found[2]) if found[1] else int(own) + int(found[2])
    return f"{made}{CHANGES}" if keys.own_strength in bearer.changed else str(made)


def worth(keys: Keys, weapon: Mapping[str, str], of: Shot) -> float:
    """Return the wounds that one model with it takes from a middling target on average; 0 where that cannot be said."""
    attacks = of.attacks or weapon.get(keys.type, "").rpartition(" ")[2]
    strength, damage = average(of.strength), min(average(weapon.get(keys.damage, "")), MOST_DAMAGE)
    penetration = weapon.get(keys.penetration, "").strip().lstrip("-")
    save = SAVE + (int(penetration) if penetration.isascii() and penetration.isdigit() else 0)
    return average(attacks) * _chance(of.hit) * _to_wound(strength) * min(1.0, (save - 1) / 6) * damage


def average(text: str) -> float:
    """Return the mean of a number or dice as printed, 0 for anything else."""
    try:
        dice = Dice.parse(text.rstrip(CHANGES))
    except ValueError:
        return 0.0
    return sum(number * (sides + 1) / 2 for number, sides in dice.terms) + dice.constant


def _chance(hit: str) -> float:
    found = _TARGET.match(hit)
    return (7 - int(found[1])) / 6 if found else float(hit == "auto")


def _to_wound(strength: float) -> float:
    if strength <= 0:
        return 0.0
    steps = (strength >= 2 * TOUGHNESS, strength > TOUGHNESS, strength >= TOUGHNESS, 2 * strength > TOUGHNESS)
    return next((share for share, holds in zip((5, 4, 3, 2), steps, strict=True) if holds), 1) / 6
