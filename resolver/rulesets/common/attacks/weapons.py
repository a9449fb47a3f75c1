"""Weapons, read: type, range, and what their profile's abilities make of them.

Source: 9E-WPN-01..07, 9E-RTYPE-01, 9E-MWPN-02; 8E-WTYPE-01, 8E-SHEET-11, 8E-MELEE-03, 8E-Q-76.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from datasheets.systems import system
from datasheets.values import Range, Strength, WeaponType, read
from resolver.engine.abilities import Ability
from resolver.engine.enlisted import Enlisted, Weapon, WeaponProfile
from resolver.engine.game import Game
from resolver.rulesets.common.units import characteristics

ASSAULT, HEAVY, RAPID_FIRE, GRENADE, PISTOL = "Assault", "Heavy", "Rapid Fire", "Grenade", "Pistol"


@dataclass(frozen=True, slots=True)
class Arms:
    """A weapon profile, read. `blast`: its abilities name Blast (9E-BLAST-01); `least`, `most`: its range in inches."""

    type: WeaponType
    range: Range
    blast: bool
    least: float
    most: float

    @property
    def melee(self) -> bool:
        """Whether it can only be used in melee (9E-WPN-01)."""
        return self.range.melee


def read_profile(profile: WeaponProfile) -> Arms:
    """Read a weapon profile."""
    kind = read("weapon-type", profile.characteristics["Type"])
    reach = read("range", profile.characteristics["Range"])
    if not isinstance(kind, WeaponType) or not isinstance(reach, Range):
        raise ValueError(f"{profile.label} has no type or range")
    blast = any(effect.kind == "blast" for effect in profile.ability.effects)
    return Arms(kind, reach, blast, float(reach.minimum), float(reach.maximum))


@lru_cache(maxsize=16)
def _arms(armies: Enlisted) -> tuple[Arms, ...]:
    return tuple(read_profile(profile) for profile in armies.weapons)


def arms(game: Game, profile: WeaponProfile) -> Arms:
    """Return a weapon profile of one of the armies, read."""
    return read_profile(profile) if profile.index < 0 else _arms(game.armies)[profile.index]


@lru_cache(maxsize=8)
def close_combat_weapon(of: str) -> Weapon:
    """Return the melee weapon of every model that has no other in the system of this id."""
    rules = system(of)
    row = next(weapon for weapon in rules.weapons if weapon.id == rules.default_weapon)
    profile = WeaponProfile(-1, row.name, "", row.profiles[0].characteristics, Ability(row.name, ""))
    return Weapon(row.name, (profile,), Ability(row.name, "", understood=True))


def has_strength(game: Game, model: int, profile: WeaponProfile) -> bool:
    """Tell whether attacks of a model with a weapon have a Strength: not if that is to be the model's, which has none."""
    return not _is_bearers(profile.characteristics["S"]) or characteristics.has(game, model, "S")


@lru_cache(maxsize=1024)
def _is_bearers(printed: str) -> bool:
    """Tell whether a printed Strength is made of the bearer's."""
    found = read("strength", printed)
    return isinstance(found, Strength) and found.value is None


def slots(game: Game, model: int) -> tuple[Weapon, ...]:
    """Return the weapons that a model carries, by slot."""
    return game.armies.loadouts[int(game.state.loadout[model])].slots


def is_ranged(game: Game, weapon: Weapon) -> bool:
    """Tell whether a weapon can be shot."""
    return not arms(game, weapon.profiles[0]).melee


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon of a loadout that can be shot: its slot, the profiles that are no melee profiles, the longest range."""

    slot: int
    profiles: tuple[tuple[int, Arms], ...]
    most: float


def guns(game: Game, model: int) -> tuple[Gun, ...]:
    """Return the weapons of a model that can be shot."""
    return _guns(game.armies, int(game.state.loadout[model]))


@lru_cache(maxsize=4096)
def _guns(armies: Enlisted, loadout: int) -> tuple[Gun, ...]:
    found = []
    for slot, weapon in enumerate(armies.loadouts[loadout].slots):
        every = [(place, _arms(armies)[profile.index]) for place, profile in enumerate(weapon.profiles)]
        profiles = tuple((place, arms) for place, arms in every if not arms.melee)
        if not every[0][1].melee:
            found.append(Gun(slot, profiles, max(arms.most for _, arms in profiles)))
    return tuple(found)


def has_ranged(game: Game, unit: int, kind: str = "") -> bool:
    """Tell whether any model of a unit on the table carries a ranged weapon, of a type if given."""
    return any(
        is_ranged(game, weapon) and (not kind or any(arms(game, p).type.name == kind for p in weapon.profiles))
        for loadout in {int(game.state.loadout[model]) for model in game.state.standing(unit)}
        for weapon in game.armies.loadouts[loadout].slots
    )
