"""What a unit that shoots sees and reaches: every enemy unit, how near it is, and how far each weapon carries now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from resolver.engine.battle_armies import WeaponProfile
from resolver.engine.game import Game
from resolver.families.wh40k.attacks import weapons
from resolver.shared.attacks.arms import Arm, carried_weapons
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.units import characteristics, engagement
from resolver.table.bases import Floats
from resolver.table.columns import PLACES
from resolver.table.geometry import EPSILON, Flags, Indices, distances
from resolver.table.sight import visible
from resolver.table.units import near_units


@dataclass(frozen=True, slots=True)
class Shot:
    """One weapon of one model, with one of its profiles, at one target unit."""

    model: int
    slot: int
    profile: int
    target: int


class Sightings:
    """A unit that shoots, and what it sees now. `overwatch` is the charging unit, the only target then."""

    def __init__(self, game: Game, unit: int, overwatch: int | None = None) -> None:
        self.game, self.unit, self.overwatch = game, unit, overwatch
        self.player = game.owner(unit)
        self.models: Indices = game.state.standing(unit)
        self.row = {int(model): row for row, model in enumerate(self.models)}

    @cached_property
    def enemies(self) -> list[int]:
        """The enemy units on the table."""
        return self.game.units_on_table(1 - self.player)

    @cached_property
    def engaged_with(self) -> list[int]:
        """The enemy units within Engagement Range of this unit."""
        return engagement.enemies_in_engagement(self.game, self.unit)

    @cached_property
    def locked(self) -> dict[int, bool]:
        """For each enemy unit: is it within Engagement Range of another unit of this player?"""
        game = self.game
        others = [unit for unit in game.units_on_table(self.player) if unit != self.unit]
        near = {enemy for unit in others for enemy in engagement.enemies_in_engagement(game, unit)}
        return {enemy: enemy in near for enemy in self.enemies}

    def gaps(self, target: int) -> Floats:
        """Return the distances from each model of the unit (rows) to each model of the target (columns)."""
        state = self.game.state

        def measure() -> Floats:
            return distances(state.bodies(self.models), state.bodies(state.standing(target)))

        return self.game.cache(PLACES, ("gaps", self.unit, target), measure)

    def visible(self, target: int) -> Flags:
        """Return which models of the unit (rows) see which models of the target (columns)."""

        def see() -> Flags:
            return visible(self.game.state, self.models, self.game.state.standing(target))

        return self.game.cache(PLACES, ("visible", self.unit, target), see)

    def nearest(self, model: int) -> dict[int, float]:
        """Return the distance of one model to each enemy unit."""

        def measure() -> list[dict[int, float]]:
            every = near_units(self.game.state, self.models, self.enemies).tolist()
            return [dict(zip(self.enemies, gaps, strict=True)) for gaps in every]

        return self.game.cache(PLACES, ("nearest", self.unit), measure)[self.row[model]]

    def past_engaged(self, shot: Shot) -> bool:
        """Tell whether the weapon may be shot past the enemies within Engagement Range, and is."""
        return shot.target not in self.engaged_with and self._may(shot, "target-past-engaged")

    def _may(self, shot: Shot, action: str, *, allowed: bool = False) -> bool:
        return abilities.may(self.game, action, self.unit, allowed, shot.model, self._scene(shot))

    def _scene(self, shot: Shot) -> AttackContext:
        profile = profile_of(self.game, shot)
        return AttackContext(attacker=shot.model, unit=self.unit, target=shot.target, weapon=profile, ranged=True)

    def reach(self, shot: Shot, arm: Arm) -> tuple[float, float]:
        """Return the least and the greatest range of the weapon now."""
        if not self._ranges_change:
            return arm.inches
        key = characteristics.of_weapon(self.game, "reach").key
        every = abilities.changes(self.game, key, shot.model, self._scene(shot), of="weapons")
        return arm.inches[0], characteristics.modified_length(arm.reach, every)

    @cached_property
    def _ranges_change(self) -> bool:
        """Whether anything may change a range of the unit's weapons at all."""
        return characteristics.may_change(self.game, self.unit, "reach", "weapons")

    def half_range(self, shot: Shot) -> bool:
        """Tell whether the target is within half the weapon's range; the boundary counts (9E-Q-42, 8E-Q-58)."""
        profile = profile_of(self.game, shot)
        _, most = self.reach(shot, weapons.arm_of(self.game, profile))
        return bool(self.gaps(shot.target)[self.row[shot.model]].min() <= most / 2 + EPSILON)


def profile_of(game: Game, shot: Shot) -> WeaponProfile:
    """Return the weapon profile of a shot."""
    return carried_weapons(game, shot.model)[shot.slot].profiles[shot.profile]
