"""Weapons, read: type, range, and what their profile's abilities make of them.

Source: 9E-WPN-01..07, 9E-RTYPE-01, 9E-MWPN-02; 8E-WTYPE-01, 8E-SHEET-11, 8E-MELEE-03, 8E-Q-76.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from datasheets.systems import system
from datasheets.systems.parts import weapon_parts
from resolver.engine.abilities import Ability
from resolver.engine.battle_armies import BattleArmies, BattleWeapon, WeaponProfile
from resolver.engine.game import Game
from resolver.shared.attacks.arms import Arm, read_arm
from resolver.shared.units import characteristics

ASSAULT, HEAVY, RAPID_FIRE, GRENADE, PISTOL = "Assault", "Heavy", "Rapid Fire", "Grenade", "Pistol"
"""The types of arms by the names under which the rules know them."""
BLAST = "blast"
"""The tag of an arm whose abilities name Blast."""


def read_profile(system: str, profile: WeaponProfile) -> Arm:
    """Read a weapon profile of a system; one whose abilities name Blast is tagged so (9E-BLAST-01)."""
    arm = read_arm(weapon_parts(system), profile.characteristics)
    blast = any(effect.kind == "blast" for effect in profile.ability.effects)
    return replace(arm, tags=arm.tags | {BLAST}) if blast else arm


@lru_cache(maxsize=16)
def _arms(armies: BattleArmies, system: str) -> tuple[Arm, ...]:
    return tuple(read_profile(system, profile) for profile in armies.weapons)


@lru_cache(maxsize=8)
def _close_combat_arm(system: str) -> Arm:
    return read_profile(system, close_combat_weapon(system).profiles[0])


def arm_of(game: Game, profile: WeaponProfile) -> Arm:
    """Return a weapon profile of one of the armies, or the close combat weapon, read."""
    system = game.ruleset.id
    return _close_combat_arm(system) if profile.index < 0 else _arms(game.armies, system)[profile.index]


@lru_cache(maxsize=8)
def close_combat_weapon(of: str) -> BattleWeapon:
    """Return the melee weapon of every model that has no other in the system of this id."""
    rules = system(of)
    row = next(weapon for weapon in rules.weapons if weapon.id == rules.default_weapon)
    profile = WeaponProfile(-1, row.name, "", row.profiles[0].characteristics, Ability(row.name, ""))
    return BattleWeapon(row.name, (profile,), Ability(row.name, "", understood=True))


def has_strength(game: Game, model: int, profile: WeaponProfile) -> bool:
    """Tell whether attacks of a model with a weapon have a Strength: not if that is to be the model's, which has none."""
    strength = arm_of(game, profile).strength
    return strength is None or strength.value is not None or characteristics.has(game, model, "strength")


def is_ranged(game: Game, weapon: BattleWeapon) -> bool:
    """Tell whether a weapon can be shot."""
    return arm_of(game, weapon.profiles[0]).ranged


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon of a loadout that can be shot: its slot, the profiles that are no melee profiles, the longest range."""

    slot: int
    profiles: tuple[tuple[int, Arm], ...]
    most: float


def guns(game: Game, model: int) -> tuple[Gun, ...]:
    """Return the weapons of a model that can be shot."""
    return _guns(game.armies, game.ruleset.id, int(game.state.loadout[model]))


@lru_cache(maxsize=4096)
def _guns(armies: BattleArmies, system: str, loadout: int) -> tuple[Gun, ...]:
    found = []
    for slot, weapon in enumerate(armies.loadouts[loadout].slots):
        every = [(place, _arms(armies, system)[profile.index]) for place, profile in enumerate(weapon.profiles)]
        profiles = tuple((place, arm) for place, arm in every if arm.ranged)
        if every[0][1].ranged:
            found.append(Gun(slot, profiles, max(arm.inches[1] for _, arm in profiles)))
    return tuple(found)


def has_ranged(game: Game, unit: int, kind: str = "") -> bool:
    """Tell whether any model of a unit on the table carries a ranged weapon, of a type if given."""
    return any(
        is_ranged(game, weapon) and (not kind or any(arm_of(game, p).type == kind for p in weapon.profiles))
        for loadout in {int(game.state.loadout[model]) for model in game.state.standing(unit)}
        for weapon in game.armies.loadouts[loadout].slots
    )
