"""Where units stand or would stand, in words: near which markers and enemies, and by how many enemy units they are seen.

It measures as the table does and knows no edition: what these distances are good for, rules say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from datasheets.words import say
from resolver.engine.game import Game
from resolver.engine.squares import square
from resolver.engine.telling import Teller
from resolver.table.bases import Bodies, Floats
from resolver.table.geometry import horizontal
from resolver.table.ground import ground_heights
from resolver.table.sight import visible
from resolver.table.state import State

STEP_UP = 1.0
"""How high a model stands on is looked up as models do that step over what is no higher."""
HEADING = 0.8
"""How straight a way must lead to something to be called a way towards it: the cosine of the angle between them."""
TOUCHING = 0.05
FAR_FROM_ENEMY = 48.0

Ends = Mapping[int, tuple[float, float]]
"""Where models would stand: x and y by model."""


class Whereabouts:
    """Places on one table, for the player who looks at it. `game` is not changed.

    `exact`: where units would stand is said in inches, too, not by the square alone.
    """

    def __init__(self, game: Game, teller: Teller) -> None:
        self._game, self._teller = game, teller
        self.exact = False

    def unit(self, unit: int) -> str:
        """Return where a unit stands now, "" if it is not on the table."""
        return self._place(self._game.state, unit) if self._game.on_table(unit) else ""

    def describe_place(self, unit: int, ends: Ends) -> str:
        """Return where a unit would stand, with the middle of it."""
        state = self._imagine(ends)
        middle = _middle(state.bodies(sorted(ends)))
        place = self._place(state, unit)
        there = self.describe_point(*middle) if self.exact else square(state.board, *middle)
        return self._say("at", at=there, place=place) if place else there

    def describe_point(self, x: float, y: float) -> str:
        """Return a place by its square and by its inches from two edges."""
        return self._say("point", square=square(self._game.state.board, x, y), x=round(x, 1), y=round(y, 1))

    def describe_move(self, unit: int, ends: Ends) -> str:
        """Return how far and towards what a unit would move, and where it would stand then."""
        before, state = self._game.state, self._imagine(ends)
        models = before.standing(unit)
        old, new = before.bodies(models), state.bodies(models)
        way = _middle(new) - _middle(old)
        inches = round(float(np.hypot(new.x - old.x, new.y - old.y).max()), 1)
        towards = self._towards(_middle(old), way, unit)
        code = "moved.towards" if towards else "moved"
        return self._say(code, inches=inches, towards=towards, place=self._place(state, unit))

    def _imagine(self, ends: Ends) -> State:
        """Return the table with models set up where they would stand."""
        state = self._game.state.copy()
        models = sorted(ends)
        state.write("poses", np.s_[:2, models], np.array([ends[model] for model in models]).T)
        state.write("on_table", models, True)
        heights = ground_heights(state.bodies(models), state.board, STEP_UP)
        state.write("z", models, np.nan_to_num(heights))
        return state

    def _place(self, state: State, unit: int) -> str:
        return ", ".join(part for part in self._parts(state, unit) if part)

    def _parts(self, state: State, unit: int) -> Iterator[str]:
        bodies = state.bodies(state.standing(unit))
        markers = [(gap, number) for number, gap in enumerate(self.marker_gaps(bodies))]
        if markers:
            gap, number = min(markers)
            yield self._near("marker", gap, self._say("marker", number=number + 1))
        foes = sorted((self.gap(state, bodies, foe), foe) for foe in self._foes(unit))
        if foes:
            yield self._near("enemy", foes[0][0], self._teller.units[self._game.key(foes[0][1])])
            seen = sum(bool(visible(state, state.standing(foe), state.standing(unit)).any()) for _, foe in foes)
            yield self._say("seen", seen=seen, units=len(foes)) if seen else self._say("hidden", units=len(foes))

    def marker_gaps(self, bodies: Bodies) -> list[float]:
        """Return how far the closest of some models is from the middle of each objective marker that was placed."""
        markers = self._game.state.markers
        placed = markers[~np.isnan(markers[:, 0])]
        if not len(bodies):
            return []
        gaps = np.hypot(bodies.x[:, None] - placed[:, 0], bodies.y[:, None] - placed[:, 1])
        reach = np.maximum(gaps - (bodies.radius + bodies.half)[:, None], 0.0)
        return [float(gap) for gap in reach.min(0)]

    def gap(self, state: State, bodies: Bodies, other: int) -> float:
        """Return how far models are from another unit, from base to base."""
        return float(horizontal(bodies, state.bodies(state.standing(other))).min())

    def _foes(self, unit: int) -> Sequence[int]:
        return self._game.units_on_table(1 - self._game.owner(unit))

    def _near(self, what: str, gap: float, name: str) -> str:
        if gap <= TOUCHING:
            return self._say(f"{what}.touching", name=name)
        return self._say("near", distance=round(gap, 1), name=name) if gap <= FAR_FROM_ENEMY else ""

    def _towards(self, here: Floats, way: Floats, unit: int) -> str:
        """Return the name of what a way leads to most straight; away from the closest enemy if it leads nowhere."""
        length = float(np.hypot(*way))
        if length <= TOUCHING:
            return ""
        state = self._game.state
        goals = [(at, self._say("marker", number=n + 1)) for n, at in enumerate(state.markers) if not np.isnan(at[0])]
        foes = [(_middle(state.bodies(state.standing(foe))), self._game.key(foe)) for foe in self._foes(unit)]
        goals += [(at, self._teller.units[key]) for at, key in foes]
        headings = [
            (float(way @ (at - here)) / (length * max(float(np.hypot(*(at - here))), TOUCHING)), name) for at, name in goals
        ]
        best = max(headings, default=(0.0, ""))
        if best[0] >= HEADING:
            return self._say("towards", name=best[1])
        near = min(((float(np.hypot(*(at - here))), key, at) for at, key in foes), default=None, key=lambda row: row[:2])
        if near and float(way @ (near[2] - here)) < 0:
            return self._say("away", name=self._teller.units[near[1]])
        return ""

    def _say(self, code: str, **values: object) -> str:
        return say(f"whereabouts.{code}", values, self._teller.language)


def _middle(bodies: Bodies) -> Floats:
    return np.array([bodies.x.mean(), bodies.y.mean()])
