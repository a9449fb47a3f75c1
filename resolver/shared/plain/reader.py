"""Attacks and targets as they are printed: what a roll needs stands in a column of the weapon, the save in one of the model.

Abilities that modify a roll are taken in; what else abilities do to attacks, a ruleset adds in a reader of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from datasheets.systems.parts import model_parts, weapon_parts
from datasheets.systems.system import Part
from resolver.attack.check import Changes, Check
from resolver.attack.profile import TARGETS, AttackProfile, TargetModel, TargetProfile, Volley
from resolver.engine.battle_armies import BattleArmies, WeaponProfile
from resolver.engine.game import Game
from resolver.shared.attacks.arms import NOTHING, Arm, read_arm
from resolver.shared.attacks.attacks import attack_context
from resolver.shared.attacks.pools import Shots
from resolver.shared.attacks.reader import AttackReader
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.rules import shared_rules
from resolver.shared.units import characteristics
from resolver.shared.units.strength import wounded_first

More = Callable[[Game, AttackContext, str], Changes]
"""What else modifies a roll of an attack, by the roll's name."""
UNREAD: tuple[Part, ...] = ("melee-hit", "ranged-hit", "strength", "resistance")
"""Parts of columns that only a reader of one's own compares."""


@lru_cache(maxsize=16)
def _arms(armies: BattleArmies, system: str) -> tuple[Arm, ...]:
    columns = weapon_parts(system)
    return tuple(read_arm(columns, row.characteristics) for row in armies.weapons)


def arm_of(game: Game, row: WeaponProfile) -> Arm:
    """Return a weapon's row, read."""
    return _arms(game.armies, game.ruleset.id)[row.index]


def target_model(game: Game, model: int, now: AttackContext) -> TargetModel:
    """Return a model as an attack strikes it: the wounds it has left, and what it saves on, if it has a save."""
    save = characteristics.value(game, model, "save", now) if "save" in model_parts(game.ruleset.id) else None
    changes = abilities.roll_changes(game, "save", int(game.state.unit[model]), model, now)
    return TargetModel(int(game.state.wounds[model]), save, armour_changes=tuple(changes))


def target(game: Game, unit: int) -> TargetProfile:
    """Return a unit as a target, its models in the order in which attacks are allocated to them."""
    first = wounded_first(game, unit)
    models = [*first, *(int(model) for model in game.state.models_of(unit) if int(model) not in first)]
    now = AttackContext(target=unit)
    return TargetProfile(tuple(target_model(game, model, now) for model in models))


def volleys(game: Game, pools: list[Shots]) -> tuple[Volley, ...]:
    """Return all attacks of pools, equal weapons together."""
    found: dict[AttackProfile, int] = {}
    read = shared_rules(game).reader.attack
    for shots in pools:
        for entry in range(len(shots.models)):
            profile = read(game, shots, entry)
            found[profile] = found.get(profile, 0) + 1
    return tuple(Volley(profile, number) for profile, number in found.items())


def wrong_columns(system: str, steps: Sequence[str]) -> list[str]:
    """Return what a system's columns lack for attacks of these steps, and what of them no plain attack reads."""
    weapons, models = weapon_parts(system).keys(), model_parts(system).keys()
    needed = {step: {step} for step in steps if step not in TARGETS} | {"number": {"number", "type"}, "damage": {"damage"}}
    return [
        *(f'no column of weapons has the part "{name}"' for name, parts in needed.items() if not weapons & parts),
        *(f'no column of models has the part "{part}"' for part in ("move", "wounds") if part not in models),
        *(f'plain attacks read no column with the part "{part}"' for part in UNREAD if part in weapons | models),
    ]


def plain_reader(check: Check, more: More = lambda game, now, roll: ()) -> AttackReader:
    """Return the reader of a ruleset whose weapons say what their attacks need.

    Args:
        check: what all rolls have in common, such as that an unmodified 1 fails.
        more: what modifies rolls beside abilities.
    """

    def attack(
        game: Game, shots: Shots, entry: int, now: AttackContext | None = None, *, again: bool = True
    ) -> AttackProfile:
        arm, now = arm_of(game, shots.weapon), now or attack_context(game, shots, entry)
        rolls = []
        for step in shared_rules(game).attacks.steps:
            if step not in TARGETS:
                changes = (*abilities.roll_changes(game, step, now.unit, now.attacker, now), *more(game, now, step))
                rolls.append((step, _with(check, arm.checks[step], changes)))
        return AttackProfile(
            name=shots.weapon.label,
            attacks=arm.number or NOTHING,
            rolls=tuple(rolls),
            penetration=arm.penetration,
            damage=arm.damage,
        )

    return AttackReader(
        arm=lambda game, row, model: arm_of(game, row),
        context=attack_context,
        attack=attack,
        likeness=lambda game, shots, entry: abilities.likeness(game, shots.models[entry]),
        struck_first=wounded_first,
        target_model=target_model,
        resistance=lambda game, unit, throw=None, chosen=None: 1,
        wrong_columns=wrong_columns,
    )


def _with(check: Check, need: int, changes: Changes) -> Check:
    return Check(need, changes, check.reroll, check.limit, check.always, check.never)
