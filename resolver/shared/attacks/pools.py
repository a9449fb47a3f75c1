"""A pool of attacks: all attacks of one unit with one weapon profile on one target, as they were declared."""

from __future__ import annotations

from dataclasses import dataclass

from resolver.engine.battle_armies import WeaponProfile


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
