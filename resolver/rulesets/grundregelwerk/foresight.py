"""What a program that looks ahead sees in a place: who will come, what a marker still decides, what may explode beside it.

Estimates in hundredths of an army, like all of `worth`. They throw no dice.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import ground, profiles, scenarios, settings, states, traits, worth
from resolver.rulesets.grundregelwerk.checks import save_check
from resolver.rulesets.grundregelwerk.damage import BLAST
from resolver.rulesets.grundregelwerk.position import Outlook, Weights
from resolver.shared.field import objectives
from resolver.table.areas import inches_inside
from resolver.table.bases import Bodies, Floats
from resolver.table.columns import ALL
from resolver.table.geometry import distances

AHEAD = Weights(later=0.45, fear=0.3, acted=0.5, near=0.7, shared=0.2)
"""How places are weighed by who looks ahead."""
STAKES = (50.0, 26.0, 16.0, 11.0, 8.0)
"""What a marker that is scored at the end is worth in the last round, in the one before, and so on."""
HILL = (70.0, 50.0, 40.0, 32.0, 26.0, 22.0)
"""What the hill is worth at the end of the last round, of the one before, and so on: a point more is often the victory."""
EAGER = 0.3
"""How much more it is worth to strike an enemy that has yet to act in this round."""
WATCH, MAYBE = 0.85, 0.4
"""What a reaction is worth of the shot that it would be: at who is seen now, and at who may come into sight."""
COME = 6.0
"""So far beyond the reach of its weapons an enemy may be that will come into it, in inches."""
LOCK = 0.35
"""What keeping an enemy from shooting, by being in contact with it, is worth of what it would shoot away."""
GENERAL = 120.0
"""What a general is worth whose death decides."""
BLOW, FIRST = 0.7, 0.6
"""What the attack of an enemy in contact weighs, and how much of it is spared by fighting first."""
EXPLODES = 1 / 6
"""How many of the Life points that a vehicle loses make it explode."""
STRUCK = 0.35
"""How likely a vehicle in sight of an enemy loses a Life point in a round."""
FP_OF_BLAST = 1


class Foresight(Outlook):
    """Places as a unit sees them that looks ahead."""

    def __init__(self, game: Game, unit: int) -> None:
        super().__init__(game, unit, AHEAD)

    def both(self, there: Bodies) -> tuple[float, float]:
        """Return what can be done from there now, and what standing there is worth when nothing is done now."""
        acts, later = super().both(there)
        back = self._struck_back(there)
        return acts + FIRST * back, later - back - self._blast(there) + self._locks(there) - self._general(there)

    @cached_property
    def markers(self) -> tuple[Floats, list[float]]:
        """The markers, and what each is worth to this unit now: the more, the sooner it is scored."""
        points = objectives.placed_markers(self.game)
        weight = stakes(self.game)
        return points, [weight * self._share(marker) for marker in range(len(points))]

    @cached_property
    def _hulls(self) -> list[tuple[Bodies, float]]:
        """The vehicles on the table beside this unit, and how likely each explodes soon."""
        game, found = self.game, []
        for unit in game.living_units():
            if unit != self.unit and game.on_table(unit) and traits.is_vehicle(game, unit):
                found.append((game.state.bodies(game.state.standing(unit)), STRUCK * EXPLODES))
        return found

    def _blast(self, there: Bodies) -> float:
        """What explosions of vehicles are expected to take from the unit there; or it from those beside it."""
        near = sum(float((distances(there, hull) <= BLAST).sum()) * chance for hull, chance in self._hulls)
        total = near * blast_loss(self.game, self.unit)
        if traits.is_vehicle(self.game, self.unit):
            total += STRUCK * EXPLODES * blast_toll(self.game, self.unit, there, self.player)
        return total

    def _general(self, there: Bodies) -> float:
        """What is feared for the general there, where its death decides."""
        stake = general_stake(self.game, self.unit)
        if not stake:
            return 0.0
        danger = sum(
            self._danger(foe, float(distances(there, shape).min()), there, shape)
            for foe, shape in zip(self.foes, self.shapes, strict=True)
        )
        return stake * min(danger / max(worth.unit_worth(self.game, self.unit), 1.0), 1.0)

    def _struck_back(self, there: Bodies) -> float:
        """What enemies in contact take when they attack next, where this unit does not fight them first."""
        total = 0.0
        for foe, shape in zip(self.foes, self.shapes, strict=True):
            if float(distances(there, shape).min()) <= states.TOUCH and not states.is_pinned(self.game, foe):
                soon = 1.0 if has_yet_to_act(self.game, foe) else 0.5
                total += BLOW * soon * max(worth.fight_value(self.game, foe, self.unit), 0.0)
        return total

    def _locks(self, there: Bodies) -> float:
        """Who is in contact shoots no more: the enemy, and the unit itself."""
        total = 0.0
        for foe, shape in zip(self.foes, self.shapes, strict=True):
            if float(distances(there, shape).min()) <= states.TOUCH:
                total += LOCK * (firepower(self.game, foe) - firepower(self.game, self.unit))
        return total


def is_hill(game: Game) -> bool:
    """Tell whether markers are scored at the end of each round."""
    return any(row.when == "round-end" for row in scenarios.scenario(game).scoring)


def counts_units(game: Game) -> bool:
    """Tell whether destroyed units are scored."""
    return any(row.per == scenarios.PER_UNIT for row in scenarios.scenario(game).scoring)


def stakes(game: Game) -> float:
    """Return what a marker is worth now."""
    rows, left = HILL if is_hill(game) else STAKES, max(settings.rounds(game) - max(game.state.round, 1), 0)
    return rows[min(left, len(rows) - 1)]


def last_stakes(game: Game) -> float:
    """Return what a marker will be worth in the last round."""
    return (HILL if is_hill(game) else STAKES)[0]


def blast_loss(game: Game, unit: int) -> float:
    """Return what one hit of an explosion is worth that strikes a unit."""
    return worth.volley_loss(game, unit, FP_OF_BLAST, 0) * worth.per_life(game, unit)


def blast_toll(game: Game, unit: int, there: Bodies, player: int) -> float:
    """Return what an explosion of a vehicle there would take from a player, less what it would take from the enemy."""
    total = 0.0
    for other in game.living_units():
        if other != unit and game.on_table(other):
            number = int((distances(there, game.state.bodies(game.state.standing(other))).min(0) <= BLAST).sum())
            total += number * blast_loss(game, other) * (1.0 if game.owner(other) == player else -1.0)
    return total


def firepower(game: Game, unit: int) -> float:
    """Return what the best shot of a unit would take now, were it free to shoot at any enemy in reach."""
    return float(game.cache(ALL, ("firepower", unit), lambda: _firepower(game, unit)))


def _firepower(game: Game, unit: int) -> float:
    best = 0.0
    for foe in game.units_on_table(1 - game.owner(unit)):
        gaps = np.maximum(worth.gaps_between(game, unit, foe) - COME, 0.0)
        best = max(best, worth.damage_value(game, foe, worth.fire(game, unit, foe, gaps)))
    return best


def strike_value(game: Game, foe: int, loss: float) -> float:
    """Return what an expected loss of Life points of an enemy is worth, with all that follows from it."""
    left = max(worth.lives(game, foe), 1)
    share = min(loss / left, 1.0)
    value = worth.damage_value(game, foe, loss) * (1.0 + (EAGER if has_yet_to_act(game, foe) else 0.0))
    if counts_units(game):
        units = len(game.units_of(game.owner(foe)))
        value += share**3 * 0.6 * worth.ARMY / max(units, 1)
    value += share**2 * (held_stake(game, foe) + general_stake(game, foe))
    if traits.is_vehicle(game, foe):
        bodies = game.state.bodies(game.state.standing(foe))
        value += min(loss, 1.5) * EXPLODES * blast_toll(game, foe, bodies, game.owner(foe))
    return value


def general_stake(game: Game, unit: int) -> float:
    """Return what the life of a unit's general is worth beside the unit, where its death decides."""
    if not settings.general_decides(game):
        return 0.0
    return GENERAL * any(game.model_marked(int(model), "general") for model in game.state.standing(unit))


def has_yet_to_act(game: Game, unit: int) -> bool:
    """Tell whether a unit has actions left in this round."""
    return not game.has_mark(unit, "activated")


def held_stake(game: Game, foe: int) -> float:
    """Return what it is worth to take an enemy off the markers where it alone stands for its side."""
    owner, total = game.owner(foe), 0.0
    for near in scenarios.presence(game):
        mine = {int(game.state.unit[model]) for model in near[owner]}
        if mine == {foe}:
            total += stakes(game)
    return total


def shot_value(game: Game, unit: int, foe: int, *, suppressing: bool = False) -> float:
    """Return what shooting at an enemy now is worth."""
    loss = worth.fire(game, unit, foe, worth.gaps_between(game, unit, foe), suppressing=suppressing)
    if not suppressing:
        return strike_value(game, foe, loss)
    pins = (1.0 - float(np.exp(-loss))) * (profiles.morale(game, foe) - 1) / 6
    idle = 0.75 if has_yet_to_act(game, foe) else 0.25
    value = idle * worth.unit_worth(game, foe) + 0.8 * held_stake(game, foe)
    return pins * value * (0.2 if states.is_pinned(game, foe) else 1.0)


def watch_value(game: Game, outlook: Foresight, there: Bodies) -> float:
    """Return what a reaction marker is worth there: the best shot at, or blow against, who has yet to act."""
    unit, best = outlook.unit, 0.0
    reach = worth.reach_of(game, unit)
    for foe, shape in zip(outlook.foes, outlook.shapes, strict=True):
        if not has_yet_to_act(game, foe) or states.in_combat(game, foe):
            continue
        gaps: Floats = distances(there, shape).min(1)
        gap = float(gaps.min())
        if gap <= reach + COME:
            seen = gap <= reach and outlook.sees(there, shape)
            near = gaps if seen else np.minimum(gaps, max(reach - 0.5, 0.0))
            value = strike_value(game, foe, worth.fire(game, unit, foe, near))
            best = max(best, (WATCH if seen else MAYBE) * value)
        if gap <= profiles.stride(game, int(game.state.standing(foe)[0])):
            best = max(best, MAYBE * worth.fight_value(game, unit, foe))
    return best


def terrain_toll(game: Game, unit: int, moves: list[dict[str, object]]) -> float:
    """Return what terrain tests on the way are expected to take from a unit."""
    if not moves or not ground.must_test(game, unit):
        return 0.0
    state, number = game.state, 0.0
    for step in moves:
        model, path = int(step["model"]), step["path"]  # type: ignore[call-overload]
        start = [float(state.x[model]), float(state.y[model])]
        points = np.array([start, *(pose[:2] for pose in path)])  # type: ignore[attr-defined]
        body = state.bodies([model])
        for piece in ground.near_pieces(game, points):
            if not piece.tags or piece.footprint.holds(body)[0]:
                continue
            if inches_inside(points, piece.footprint) > 0.0:
                number += 1.0
                break
    if not number:
        return 0.0
    rw = profiles.save(game, int(state.standing(unit)[0]))
    vehicle = 1.5 if traits.is_vehicle(game, unit) else 1.0
    return number * (1.0 - save_check(rw, 0, 0).chance) * worth.per_life(game, unit) * vehicle
