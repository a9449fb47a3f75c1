"""A pool of attacks: all attacks of one unit with one weapon profile on one target, as they were declared."""

from __future__ import annotations

from dataclasses import dataclass

from resolver.engine.battle_armies import WeaponProfile
from resolver.engine.game import Game
from resolver.shared.effects.conditions import AttackContext
from resolver.shared.units import engagement


@dataclass(frozen=True, slots=True)
class Shots:
    """One declared group; a model stands in `models` once for each weapon of this profile that it uses.

    `numbers` are the attacks of each in melee; a ranged weapon's are worked out when its attacks are resolved, and then
    `numbers` is empty. `half_range` and `target_models` are as they were when the target was selected.
    `reacting`: they are made in reaction to something. `resistance` is what the target's player has chosen for an attack,
    where there was a choice.
    """

    unit: int
    target: int
    models: tuple[int, ...]
    weapon: WeaponProfile
    ranged: bool
    numbers: tuple[int, ...] = ()
    half_range: tuple[bool, ...] = ()
    target_models: int = 0
    reacting: bool = False
    resistance: int | None = None


def attack_context(game: Game, shots: Shots, entry: int) -> AttackContext:
    """Return what is going on while the weapon at this place of a pool attacks."""
    return AttackContext(
        attacker=shots.models[entry],
        unit=shots.unit,
        target=shots.target,
        weapon=shots.weapon,
        ranged=shots.ranged,
        reacting=shots.reacting,
        distance=engagement.distance(game, shots.unit, shots.target),
    )
