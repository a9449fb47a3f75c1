"""How a battle is expected to go on: units as points that move, shoot, charge and fight by average dice for a few turns.

Both sides do what looks best to each unit alone. What is left of both armies then says what a move or a charge was good
for: who strikes first, whom the answer falls on, what comes piecemeal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import hypot

from resolver.engine.game import Game
from resolver.rulesets.aos_1e.valuation import forces, standing
from resolver.rulesets.aos_1e.valuation.weights import PLANNED
from resolver.shared.units import engagement
from resolver.table.columns import ALL

Point = tuple[float, float]
AFAR = 0.5
"""A unit that shoots stays so far within its reach."""
PATIENCE = 0.7
"""An enemy that is reached a turn later attracts so much less."""
WHOLE = 0.15
"""So much of a unit's worth goes with its last wound."""
DEAD = 0.05


@dataclass(frozen=True, slots=True)
class Start:
    """Units as they are now: sides, middles, wounds, worth, strides; what each does to each and how far it reaches."""

    units: tuple[tuple[int, ...], tuple[int, ...]]
    side: Mapping[int, int]
    places: Mapping[int, Point]
    wounds: Mapping[int, float]
    worth: Mapping[int, float]
    stride: Mapping[int, float]
    fights: Mapping[int, Mapping[int, float]]
    shots: Mapping[int, Mapping[int, float]]
    reach: Mapping[int, Mapping[int, float]]
    sizes: Mapping[int, Mapping[int, float]]


@dataclass(slots=True)
class Rest:
    """What is left of a turn: its phase, who has acted in it, who may not shoot and charge, who has just charged whom."""

    phase: str = "movement"
    done: frozenset[int] = frozenset()
    idle: frozenset[int] = frozenset()
    charged: Mapping[int, int] = field(default_factory=dict)


def foresee(game: Game, player: int, rest: Rest, places: Mapping[int, Point] | None = None) -> float:
    """Return what the player is expected to have left more than the enemy, two turns after this one."""
    start = _start(game)
    active = game.active
    total = 0.0
    for order in _orders(game, active):
        course = _Course(start, places or {})
        course.turn(active, rest)
        for side in order:
            course.turn(side, Rest())
        total += course.worth_left(player) - course.worth_left(1 - player)
    return total / 2


def _orders(game: Game, active: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return who has the next two turns, both ways in which the roll for the first turn may go."""
    if game.state.first == active:
        return (1 - active, active), (1 - active, 1 - active)
    return (active, 1 - active), (1 - active, active)


def middle(game: Game, unit: int) -> Point:
    """Return the middle of a unit."""
    models = game.state.standing(unit)
    return float(game.state.x[models].mean()), float(game.state.y[models].mean())


def _start(game: Game) -> Start:
    def look() -> Start:
        units = tuple(game.units_on_table(0)), tuple(game.units_on_table(1))
        every = (*units[0], *units[1])
        side = {unit: int(unit in units[1]) for unit in every}
        places = {unit: middle(game, unit) for unit in every}
        foes = {unit: units[1 - side[unit]] for unit in every}
        share = standing.IN_REACH
        return Start(
            units,
            side,
            places,
            {unit: float(forces.wounds_left(game, unit)) for unit in every},
            {unit: forces.worth_left(game, unit, PLANNED) for unit in every},
            {unit: forces.stride(game, unit) for unit in every},
            {u: {f: share * forces.expected_wounds(game, u, f, ranged=False) for f in foes[u]} for u in every},
            {u: {f: forces.expected_wounds(game, u, f, ranged=True) for f in foes[u]} for u in every},
            {u: {f: forces.longest(game, u, f) for f in foes[u]} for u in every},
            {u: {f: _far(places[u], places[f]) - engagement.distance(game, u, f) for f in foes[u]} for u in every},
        )

    return game.cache(ALL, ("outlook",), look)


def _far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


class _Course:
    """A battle that goes on from a start."""

    def __init__(self, start: Start, places: Mapping[int, Point]) -> None:
        self.start = start
        self.at = {**start.places, **places}
        self.wounds = dict(start.wounds)

    def worth_left(self, side: int) -> float:
        """Return what is left of the worth of a side."""
        total = 0.0
        for unit in self.start.units[side]:
            share = self.wounds[unit] / self.start.wounds[unit]
            if share > DEAD:
                total += self.start.worth[unit] * (share * (1.0 - WHOLE) + WHOLE)
        return total

    def turn(self, side: int, rest: Rest) -> None:
        """Play a turn, or what is left of it."""
        if rest.phase == "movement":
            for unit in self._living_units(side):
                if unit not in rest.done:
                    self._move(unit)
            for unit in self._living_units(side):
                if unit not in rest.idle:
                    self._shoot(unit)
        chances: dict[tuple[int, int], float] = {}
        for unit, foe in rest.charged.items():
            chances[unit, foe] = 1.0
            self._step(unit, foe, self._gaps(unit)[foe])
        for unit in self._living_units(side):
            if unit not in rest.idle and not (rest.phase == "charge" and unit in rest.done):
                self._charge(unit, chances)
        self._fight(side, chances)

    def _living_units(self, side: int) -> list[int]:
        return [unit for unit in self.start.units[side] if self.wounds[unit] > DEAD]

    def _gaps(self, unit: int) -> dict[int, float]:
        x, y = self.at[unit]
        sizes, wounds, at = self.start.sizes[unit], self.wounds, self.at
        return {foe: hypot(x - at[foe][0], y - at[foe][1]) - size for foe, size in sizes.items() if wounds[foe] > DEAD}

    def _share(self, unit: int) -> float:
        return self.wounds[unit] / self.start.wounds[unit]

    def _loss(self, foe: int, wounds: float) -> float:
        left = self.wounds[foe]
        return self.start.worth[foe] * min(wounds, left) / self.start.wounds[foe]

    def _move(self, unit: int) -> None:
        start, gaps = self.start, self._gaps(unit)
        stride = start.stride[unit]
        if not gaps or not stride or min(gaps.values()) <= standing.NEAR:
            return
        shots, fights, reach, share = start.shots[unit], start.fights[unit], start.reach[unit], self._share(unit)
        best, goal, near = 0.0, -1, 0.0
        for foe, gap in gaps.items():
            shoots = shots[foe] >= fights[foe]
            stop = max(reach[foe] - AFAR, standing.NEAR + 0.1) if shoots else standing.NEAR + 0.1
            turns = max(gap - stop - (0.0 if shoots else 4.0), 0.0) / stride
            value = self._loss(foe, share * max(shots[foe], fights[foe])) * PATIENCE**turns
            if value > best:
                best, goal, near = value, foe, stop
        if goal >= 0 and gaps[goal] > near:
            self._step(unit, goal, min(stride, gaps[goal] - near))

    def _step(self, unit: int, foe: int, far: float) -> None:
        (x, y), (to_x, to_y) = self.at[unit], self.at[foe]
        whole = max(hypot(to_x - x, to_y - y), 0.1)
        self.at[unit] = x + (to_x - x) * far / whole, y + (to_y - y) * far / whole

    def _shoot(self, unit: int) -> None:
        shots, reach, share = self.start.shots[unit], self.start.reach[unit], self._share(unit)
        if not any(shots.values()):
            return
        aims = [foe for foe, gap in self._gaps(unit).items() if gap <= reach[foe] and shots[foe]]
        if aims:
            foe = max(aims, key=lambda foe: self._loss(foe, shots[foe] * share))
            self.wounds[foe] -= min(shots[foe] * share, self.wounds[foe])

    def _charge(self, unit: int, chances: dict[tuple[int, int], float]) -> None:
        gaps, start, share = self._gaps(unit), self.start, self._share(unit)
        if not gaps or not start.stride[unit] or not standing.NEAR < min(gaps.values()) <= standing.CHARGED:
            return
        best, goal, chance = 0.0, -1, 0.0
        for foe, gap in gaps.items():
            if gap <= standing.CHARGED:
                given = start.fights[unit][foe] * share
                back = start.fights[foe][unit] * self._share(foe) * max(1.0 - given / self.wounds[foe], 0.0)
                odds = standing.charge_chance(gap)
                value = odds * (self._loss(foe, given) - PLANNED.answer / 2 * self._loss(unit, back))
                if value > best:
                    best, goal, chance = value, foe, odds
        if goal >= 0:
            chances[unit, goal] = chance
            if chance >= 0.5:
                self._step(unit, goal, gaps[goal])

    def _fight(self, side: int, chances: Mapping[tuple[int, int], float]) -> None:
        pairs: dict[int, dict[int, float]] = {}
        for unit in self._living_units(side):
            for foe, gap in self._gaps(unit).items():
                chance = chances.get((unit, foe), 1.0) if gap <= standing.NEAR else chances.get((unit, foe), 0.0)
                if chance:
                    pairs.setdefault(unit, {})[foe] = chance
                    pairs.setdefault(foe, {})[unit] = chance
        if not pairs:
            return
        rows = [self._by_strength(pairs, self.start.units[side]), self._by_strength(pairs, self.start.units[1 - side])]
        for place in range(max(map(len, rows))):
            for row in rows:
                if place < len(row) and self.wounds[row[place]] > DEAD:
                    self._strike(row[place], pairs[row[place]])

    def _by_strength(self, pairs: Mapping[int, Mapping[int, float]], units: Iterable[int]) -> list[int]:
        fights = self.start.fights
        strength = {u: max(self._loss(f, fights[u][f] * c) for f, c in pairs[u].items()) for u in units if u in pairs}
        return sorted(strength, key=lambda unit: -strength[unit])

    def _strike(self, unit: int, foes: Mapping[int, float]) -> None:
        fights, share = self.start.fights[unit], self._share(unit)
        foe = max(foes, key=lambda foe: self._loss(foe, fights[foe] * share * foes[foe]))
        self.wounds[foe] -= min(fights[foe] * share * foes[foe], self.wounds[foe])
