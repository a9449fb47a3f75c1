"""Looking for a legal move into combat by trying: any model leads, anywhere in contact, and the others go with it, or stay.

The referee's own: it shares nothing with the resolver's proposals. It finds no best move, only whether there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random

from tests.referee.case import Numbers
from tests.referee.geometry import Body, flat, gap, near, overlap, point_to_segment, polygon_gap
from tests.referee.table import Model, Table
from tests.referee.wh40k.ground import coherent, floor, on_board

CLEAR = 0.01
"""Of inches: so much clearer than it must be is every place and way that is looked at."""
FINE, GRAZE = 0.3, 0.03
"""How far apart steps of a way are; between two of them a model gets no further into a piece that it does not touch."""
RING, AROUND = 24, 10
Path = list[tuple[float, float, float]]
Moves = list[tuple[int, Path]]
Point = tuple[float, float]


@dataclass
class Seeker:
    """A unit that looks for a move of at most `most` inches; `targets` are those whom it may come near to, None: all."""

    table: Table
    numbers: Numbers
    unit: str
    most: float
    targets: Sequence[str] | None
    random: Random

    def __post_init__(self) -> None:
        table, numbers = self.table, self.numbers
        self.models = {model.number: model.body for model in table.standing(self.unit)}
        player = table.units[self.unit].player
        charges = self.targets is not None
        self.flies = table.has(self.unit, "FLY") and (charges or numbers.flies_always)
        self.over = self.flies and numbers.flies_always
        others = [model for model in table.all_standing() if model.unit != self.unit]
        self.others = [model.body for model in others]
        self.solid = [model.body for model in others if not self._aerial(model)]
        foes = [model for model in others if table.player_of(model) != player]
        self.foes = {unit: [m.body for m in foes if m.unit == unit] for unit in {m.unit for m in foes}}
        barred = [m for m in foes if self.targets is not None and m.unit not in self.targets]
        self.barred = [m.body for m in barred]
        self.avoided = [] if self.over else [m.body for m in barred if not self._aerial(m)]
        self.high = [(p, *_circle(p.corners)) for p in table.terrain if p.blocks_movement and p.height > numbers.free_height]
        self.spread: dict[object, dict[Point, tuple[float, Path]]] = {}

    def _aerial(self, model: Model) -> bool:
        return self.numbers.aircraft and self.table.has(model.unit, "AIRCRAFT")

    def standing(self, body: Body, x: float, y: float, facing: float | None = None) -> Body | None:
        """The model at a place, None where it cannot end its move; its own unit is not looked at."""
        there = body.at(round(x, 4), round(y, 4), 0.0, body.facing if facing is None else facing)
        if not on_board(self.table, there):
            return None
        height = floor(self.table, there, self.numbers.free_height)
        if height is None:
            return None
        there = replace(there, z=height)
        if any(_close(there, o, CLEAR) and overlap(_wide(there), o) for o in self.others):
            return None
        across, up = self.numbers.engagement
        if any(_close(there, o, across + 1) and near(there, o, across + CLEAR, up and up + CLEAR) for o in self.barred):
            return None
        return there

    def cost(self, body: Body, path: Sequence[tuple[float, float, float]], mates: Sequence[Body]) -> float | None:
        """How many inches of its move a way costs, None where it is barred."""
        total, steps = 0.0, [body]
        here: tuple[float, float, float] = (body.x, body.y, body.facing)
        for there in path:
            far = hypot(there[0] - here[0], there[1] - here[1])
            spun = abs(there[2] - here[2]) * body.reach if body.half else 0.0
            total += far + spun
            if total > self.most - CLEAR:
                return None
            number = max(int(far / FINE) + 1, int(spun / FINE) + 1)
            for step in range(1, number + 1):
                x, y, f = (a + (b - a) * step / number for a, b in zip(here, there, strict=True))
                steps.append(self._set_on_ground(body.at(x, y, 0.0, f), GRAZE))
            here = there
        steps[0], steps[-1] = self._set_on_ground(steps[0]), self._set_on_ground(replace(steps[-1], z=0.0))
        if not self.over:
            total += sum(abs(b.z - a.z) for a, b in pairwise(steps))
        if total > self.most - CLEAR or not self._passes(body, path, steps, mates):
            return None
        return total

    def _set_on_ground(self, body: Body, clear: float = 0.001) -> Body:
        height = 0.0
        for piece, x, y, far in self.high:
            if abs(body.x - x) < far + body.reach and abs(body.y - y) < far + body.reach and piece.height > height:
                height = piece.height if polygon_gap(body, piece.corners) < clear else height
        return replace(body, z=height) if height else body

    def _passes(self, body: Body, path: Sequence[tuple[float, ...]], steps: Sequence[Body], mates: Sequence[Body]) -> bool:
        line = [(body.x, body.y), *((p[0], p[1]) for p in path)]
        width, depth = self.table.size
        for step in steps:
            if min(step.x, step.y, width - step.x, depth - step.y) < body.reach and not on_board(self.table, step):
                return False
        for other in [] if self.flies else [*self.solid, *mates]:
            if _aside(line, body, other, CLEAR):
                continue
            for a, b in pairwise(steps):
                if not self._level(a, b, other):
                    continue
                if _swept(a, b, other) < min(CLEAR / 2, flat(body, other)) - 1e-6:
                    return False
        across, up = self.numbers.engagement
        for foe in self.avoided:
            close = not _aside(line, body, foe, across + CLEAR)
            if close and any(near(step, foe, across + CLEAR, up and up + CLEAR) for step in steps):
                return False
        return True

    def _level(self, a: Body, b: Body, other: Body) -> bool:
        low, high = max(a.z, b.z), min(a.z, b.z)
        return high < other.z + other.height and other.z < low + a.height

    def ways(self, body: Body, goals: Sequence[Body], mates: Sequence[Body]) -> Iterator[tuple[Body, Path]]:
        """Ways to goals in a random order: straight, else over points around what is in the way."""
        missed = []
        for goal in goals:
            path = [(goal.x, goal.y, goal.facing)]
            if self.cost(body, path, mates) is not None:
                yield goal, path
            else:
                missed.append(goal)
        if not missed or self.over:
            return
        came = self._spread(body, mates)
        for goal in missed:
            ways = sorted((cost + hypot(x - goal.x, y - goal.y), path) for (x, y), (cost, path) in came.items())
            for far, path in ways[:6]:
                if far < self.most and self.cost(body, whole := [*path, (goal.x, goal.y, body.facing)], mates) is not None:
                    if goal.facing != body.facing:
                        whole = [*whole, (goal.x, goal.y, goal.facing)]
                        if self.cost(body, whole, mates) is None:
                            continue
                    yield goal, whole
                    break

    def _nodes(self, body: Body, mates: Sequence[Body]) -> list[Point]:
        found: list[Point] = []
        across = self.numbers.engagement[0]
        rims = [] if self.flies else [(o, 0.03) for o in (*self.solid, *mates)]
        for other, more in [*rims, *((foe, across + 0.04) for foe in self.avoided)]:
            if hypot(other.x - body.x, other.y - body.y) - other.reach - body.reach > self.most:
                continue
            for turn in range(AROUND):
                found.append(_beside(body, other, 2 * pi * (turn + 0.5) / AROUND, more + 0.05 * body.reach))
        for piece, left, low, far in self.high:
            for x, y in piece.corners:
                for out in (1.0, 0.75):
                    more = 1 + out * (body.reach + 0.05) * 1.42 / far
                    found.append((left + (x - left) * more, low + (y - low) * more))
        return [p for p in found if hypot(p[0] - body.x, p[1] - body.y) < self.most]

    def _spread(self, body: Body, mates: Sequence[Body]) -> dict[Point, tuple[float, Path]]:
        """The cheapest way to each point that is reached."""
        key = body, tuple(mates)
        if key in self.spread:
            return self.spread[key]
        self.spread[key] = done = dict[Point, tuple[float, Path]]()
        nodes = self._nodes(body, mates)
        heap: list[tuple[float, Point, Path]] = [(0.0, (body.x, body.y), [])]
        while heap and len(done) < 40:
            cost, point, path = heappop(heap)
            if point in done:
                continue
            done[point] = cost, path
            here = self._set_on_ground(body.at(*point, 0.0, body.facing))
            for node in nodes:
                far = hypot(node[0] - point[0], node[1] - point[1])
                if node not in done and cost + far < self.most and len(path) < 5:
                    step = [(*node, body.facing)]
                    if (more := self.cost(here, step, mates)) is not None and cost + more < self.most:
                        heappush(heap, (cost + more, node, [*path, *step]))
        return done

    def contacts(self, body: Body, foes: Sequence[Body]) -> list[Body]:
        """Places in Engagement Range of these models, at random round them."""
        across, up = self.numbers.engagement
        found, facings = [], [body.facing]
        if body.half:
            facings += [self.random.uniform(0, pi), self.random.uniform(0, pi)]
        for foe in foes:
            if hypot(foe.x - body.x, foe.y - body.y) - foe.reach - body.reach > self.most:
                continue
            turns = [2 * pi * (n + self.random.random()) / RING for n in range(RING)]
            for turn in turns:
                for away in (0.02, self.random.uniform(0.1, 0.7), across - CLEAR):
                    for facing in facings:
                        x, y = _beside(replace(body, facing=facing), foe, turn, away)
                        if hypot(x - body.x, y - body.y) < self.most:
                            there = self.standing(body, x, y, facing)
                            if there and near(there, foe, across - CLEAR / 2, up):
                                found.append(there)
        return found


def _circle(corners: Sequence[Point]) -> tuple[float, float, float]:
    """A circle round a piece: its middle and radius."""
    x, y = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    return x, y, max(hypot(a - x, b - y) for a, b in corners)


def _wide(body: Body) -> Body:
    return replace(body, radius=body.radius + CLEAR)


def _close(a: Body, b: Body, more: float) -> bool:
    far = a.reach + b.reach + more
    return abs(a.x - b.x) < far and abs(a.y - b.y) < far


def _aside(line: Sequence[Point], body: Body, other: Body, more: float) -> bool:
    far = body.reach + other.reach + more
    return all(point_to_segment((other.x, other.y), a, b) > far for a, b in pairwise(line))


def _swept(a: Body, b: Body, other: Body) -> float:
    """The gap to a model between two near poses."""
    if not a.half and not other.half:
        return point_to_segment((other.x, other.y), (a.x, a.y), (b.x, b.y)) - a.radius - other.radius
    middle = a.at((a.x + b.x) / 2, (a.y + b.y) / 2, 0.0, (a.facing + b.facing) / 2)
    return min(flat(a, other), flat(middle, other), flat(b, other))


def _beside(body: Body, other: Body, turn: float, away: float) -> Point:
    """Where a model is so far away from another one, in a direction from it."""
    x, y = cos(turn), sin(turn)
    if not body.half and not other.half:
        far = body.radius + other.radius + away
        return other.x + x * far, other.y + y * far
    low, high = 0.0, body.reach + other.reach + away
    for _ in range(18):
        far = (low + high) / 2
        if flat(body.at(other.x + x * far, other.y + y * far, 0.0, body.facing), other) < away:
            low = far
        else:
            high = far
    return other.x + x * high, other.y + y * high


def charge(seeker: Seeker, tries: int = 40) -> Moves | None:
    """A charge move that reaches every target, or one of them where that is enough; None if none was found."""
    targets = list(seeker.targets or ())
    for _ in range(tries):
        aims = targets if seeker.numbers.charge_all else [seeker.random.choice(targets)]
        if found := _try_moves(seeker, aims):
            return found
    return None


def _try_moves(seeker: Seeker, aims: Sequence[str]) -> Moves | None:
    random, now, moves = seeker.random, dict(seeker.models), Moves()
    gone: list[int] = []
    for aim in random.sample(list(aims), len(aims)):
        foes = seeker.foes.get(aim, [])
        if any(near(now[n], foe, *seeker.numbers.engagement) for n in gone for foe in foes):
            continue
        order = sorted((n for n in now if n not in gone), key=lambda n: min(gap(now[n], foe) for foe in foes))
        order = order[: random.choice((1, 2, 3, 6))]
        if not order or not _move_to_contact(seeker, now, moves, random.choice(order), foes):
            return None
        gone.append(moves[-1][0])
    return _move_others(seeker, now, moves, gone)


def _move_to_contact(seeker: Seeker, now: dict[int, Body], moves: Moves, number: int, foes: Sequence[Body]) -> bool:
    body, mates = now[number], [other for n, other in now.items() if n != number]
    goals = [
        goal
        for goal in seeker.contacts(body, foes)
        if not any(_close(goal, mate, CLEAR) and overlap(_wide(goal), mate) for mate in mates)
    ]
    seeker.random.shuffle(goals)
    goals.sort(key=lambda goal: hypot(goal.x - body.x, goal.y - body.y) + seeker.random.uniform(0, 2))
    for goal, path in seeker.ways(body, goals[:12], mates):
        now[number] = goal
        moves.append((number, path))
        return True
    return False


def _move_others(seeker: Seeker, now: dict[int, Body], moves: Moves, gone: list[int]) -> Moves | None:
    """Leave the others where that is coherent, else move them with those that went, or up to them."""
    random, start = seeker.random, seeker.models
    if coherent(seeker.numbers, list(now.values())):
        return moves
    rest = [n for n in now if n not in gone]
    lead = now[gone[0]]
    rest.sort(key=lambda n: hypot(now[n].x - lead.x, now[n].y - lead.y) + random.uniform(0, random.choice((0, 3))))
    if random.random() < 0.3:
        rest.reverse()
    needed = max((least for size, least in seeker.numbers.neighbours if len(now) >= size), default=0)
    alike = random.random() < 0.6
    for number in rest:
        body = start[number]
        mates = [other for n, other in now.items() if n != number]
        with_ = min(gone, key=lambda n: gap(start[n], body)) if random.random() < 0.7 else random.choice(gone)
        step = now[with_].x - start[with_].x, now[with_].y - start[with_].y
        spots: list[Point] = [(body.x + step[0] * s, body.y + step[1] * s) for s in (1.0, 0.8, 0.6, 0.3)] if alike else []
        for other in random.sample(gone, min(len(gone), 4)):
            for away in (0.03, 0.8, 1.7):
                spots += [_beside(body, now[other], random.uniform(0, 2 * pi), away) for _ in range(6)]
        goals = [
            goal for x, y in spots if hypot(x - body.x, y - body.y) < seeker.most and (goal := seeker.standing(body, x, y))
        ]
        goals = [goal for goal in goals if not any(_close(goal, m, CLEAR) and overlap(_wide(goal), m) for m in mates)]
        placed = [now[n] for n in gone]
        fit = [
            goal
            for goal in goals
            if sum(near(goal, other, *seeker.numbers.coherency) for other in placed) >= min(needed, len(placed))
        ]
        for goal, path in seeker.ways(body, fit[:10], mates):
            now[number] = goal
            moves.append((number, path))
            break
        gone.append(number)
        if coherent(seeker.numbers, list(now.values())):
            return moves
    return None


def close_in(seeker: Seeker) -> Moves | None:
    """A move of one model that brings it closer to its closest enemy, or of several; None if none was found."""
    foes = [foe for bodies in seeker.foes.values() for foe in bodies]
    for number, body in sorted(seeker.models.items(), key=lambda row: min(gap(row[1], foe) for foe in foes)):
        least = min(gap(body, foe) for foe in foes)
        mates = [other for n, other in seeker.models.items() if n != number]
        closest = [foe for foe in foes if gap(body, foe) <= least + 1e-6]
        if least < 2 * CLEAR:
            continue
        spots = [
            (body.x + cos(turn) * far, body.y + sin(turn) * far)
            for turn in (2 * pi * n / RING for n in range(RING))
            for far in (2.9, 2.0, 1.0, 0.5, 0.2, 0.1)
        ]
        spots += [
            _beside(body, foe, 2 * pi * n / RING, away) for foe in closest for n in range(RING) for away in (0.02, 0.5)
        ]
        goals = [goal for x, y in spots if hypot(x - body.x, y - body.y) < 3 and (goal := seeker.standing(body, x, y))]
        goals = [
            goal
            for goal in goals
            if min(gap(goal, foe) for foe in closest) < least - CLEAR
            and not any(_close(goal, m, CLEAR) and overlap(_wide(goal), m) for m in mates)
            and coherent(seeker.numbers, [goal, *mates])
        ]
        for _, path in seeker.ways(body, goals[:60], mates):
            return [(number, path)]
    return None
