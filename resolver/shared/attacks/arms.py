"""Weapons, read: an `Arm` is what one row of a weapon attacks with, whoever holds it and whatever its columns are called.

Which column plays which part, and how values are written, stands in `system.json`. A ruleset's reader takes the arm from
here and adds what only it knows: further tags, which types are ranged, what a bearer's damage table says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from datasheets.systems.rows import ROLLS
from datasheets.systems.system import Characteristic, Part
from datasheets.values import Dice, Range, Strength, WeaponType, read
from resolver.engine.battle_armies import BattleWeapon
from resolver.engine.game import Game

NOTHING = Dice()


def carried_weapons(game: Game, model: int) -> tuple[BattleWeapon, ...]:
    """Return the weapons that a model carries, by slot."""
    return game.armies.loadouts[int(game.state.loadout[model])].slots


@dataclass(frozen=True, slots=True)
class Arm:
    """One row of a weapon, read.

    Args:
        ranged: is it used from afar? Else only in close combat.
        type: its type by the name under which the rules know it, "" where weapons have none.
        reach: how far it reaches, in inches, before anything changes that.
        least: within so many inches it cannot be used.
        number: how many attacks it makes; None: as many as its bearer.
        near: how many it makes at up to half its reach, where that is another number.
        checks: what its attacks need for each roll by the weapon's own columns; of a roll that is not there the bearer's
            characteristics or a comparison with the target says it.
        strength: how hard it strikes; None where there is no such thing.
        penetration: what it takes from a save: zero or negative, where the game writes it so.
        damage: what an attack that comes through inflicts.
        tags: further names by which rules know it.
    """

    ranged: bool
    type: str = ""
    reach: Fraction = Fraction(0)
    least: Fraction = Fraction(0)
    number: Dice | None = None
    near: Dice | None = None
    checks: Mapping[str, int] = field(default_factory=dict)
    strength: Strength | None = None
    penetration: int = 0
    damage: Dice = NOTHING
    tags: frozenset[str] = frozenset()
    inches: tuple[float, float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "inches", (float(self.least), float(self.reach)))

    def reaches(self, distance: float, slack: float = 0.0) -> bool:
        """Tell whether a target at this distance can be attacked from afar: within reach, and not too near."""
        if not self.ranged or (self.least and distance <= self.least + slack):
            return False
        return distance <= self.reach + slack


def read_arm(columns: Mapping[Part, Characteristic], row: Mapping[str, str]) -> Arm:
    """Read one row of a weapon. `columns` are those of the system by their parts (`weapon_parts`).

    Raises:
        ValueError: a value cannot be read, or is none ("-") where one is needed.
    """
    values = {part: read(column.kind, row[column.key]) for part, column in columns.items()}
    reach, kind, number = values.get("reach", Range()), values.get("type", ""), values.get("number")
    if not isinstance(reach, Range):
        raise ValueError(f"{row} has no reach")
    if isinstance(kind, WeaponType):
        number, near, kind = kind.attacks, kind.near, kind.name
    else:
        near = None
    strength, penetration, damage = (values.get(part) for part in ("strength", "penetration", "damage"))
    return Arm(
        ranged=not reach.melee,
        type=kind if isinstance(kind, str) else "",
        reach=reach.maximum,
        least=reach.minimum,
        number=Dice(constant=number) if isinstance(number, int) else number if isinstance(number, Dice) else None,
        near=near,
        checks={part: need for part in ROLLS if isinstance(need := values.get(part), int)},
        strength=strength if isinstance(strength, Strength) else None,
        penetration=penetration if isinstance(penetration, int) else 0,
        damage=damage if isinstance(damage, Dice) else NOTHING,
    )
