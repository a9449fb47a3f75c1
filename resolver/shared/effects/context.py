"""What is going on while a rule asks about an attack or an effect."""

from __future__ import annotations

from typing import NamedTuple

from resolver.engine.battle_armies import WeaponProfile


class AttackContext(NamedTuple):
    """What is going on while the question is asked. `attacker` is a model, `unit` its unit, `target` a unit.

    `ranged` is None outside attacks. `strength`, `resistance`, `distance` and `half_range` are of the attack; `reacting`:
    it is made in reaction to something; `struck` is the model to which it is allocated, `struck_save` its save. `test` is
    the result of the test by which a power took effect, `by_power`: what happens comes from a power.
    """

    attacker: int = -1
    unit: int = -1
    target: int = -1
    weapon: WeaponProfile | None = None
    ranged: bool | None = None
    reacting: bool = False
    half_range: bool = False
    distance: float | None = None
    strength: int | None = None
    resistance: int | None = None
    struck: int = -1
    struck_save: int | None = None
    test: int | None = None
    mortal: bool = False
    by_power: bool = False


NO_ATTACK = AttackContext()
