"""Random tables for moves into combat: who stands where, on what bases, what is in the way. Plain numbers, from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import cos, pi, sin
from random import Random
from types import SimpleNamespace
from typing import Any

from tests.referee.case import Numbers
from tests.referee.geometry import Body, flat, gap_of, near, overlap
from tests.referee.table import Terrain
from tests.referee.wh40k.ground import coherent, floor, on_board

SIZE = (44.0, 30.0)
SMALL = (("round", (25,)), ("round", (32,)), ("round", (40,)))
BIG = (("round", (60,)), ("oval", (75, 42)), ("oval", (105, 70)), ("oval", (120, 92)), ("hull", (115, 75)))
PIECES = (("ruin", 6.0, 4.0, 5.0), ("bunker", 4.0, 4.0, 3.0), ("rocks", 3.5, 3.0, 2.0), ("crates", 3.0, 2.0, 1.5))
LOW = ("barricade", 5.0, 0.5, 1.0)
GAPS = (0.02, 0.1, 0.5, 1.0, 1.8)
TRIES, STARTS = 60, 40

Base = tuple[str, tuple[int, ...]]


@dataclass
class Group:
    """A unit: whose it is, its keywords, and each model's base and place."""

    key: str
    player: int
    words: tuple[str, ...]
    bases: list[Base]
    bodies: list[Body] = field(default_factory=list)


@dataclass
class Scene:
    """A table. The first unit moves; `targets` are the keys of those it charges, `most` how far."""

    terrain: list[Terrain]
    groups: list[Group]
    targets: list[str]
    most: int
    size: tuple[float, float] = SIZE

    def others(self, but: Group | None = None) -> list[Body]:
        """All models, but those of one unit."""
        return [body for group in self.groups if group is not but for body in group.bodies]


def body_of(base: Base) -> Body:
    """A model on a base, somewhere."""
    shape, mm = base
    length, width = max(mm), min(mm)
    return Body(0, 0, 0, 0, (length - width) / 2 / 25.4, width / 2 / 25.4, 2.0, 2.0 if shape == "hull" else 0.0)


def charge_scene(seed: str, numbers: Numbers) -> Scene:
    """A unit that has declared a charge and rolled enough for the straight way; whatever stands around."""
    random = Random(seed)
    while True:
        found = _random_scene(random, numbers)
        if found is not None:
            return found


def close_scene(seed: str, numbers: Numbers) -> Scene:
    """A unit that moves 3 inches towards the enemy, nearly in combat or in it."""
    random = Random(seed)
    while True:
        found = _random_scene(random, numbers, away=(0.0, 3.5))
        if found is not None:
            return replace(found, most=3)


def hero_scene(seed: str, numbers: Numbers) -> Scene:
    """The same for a unit of Characters, who may intervene."""
    found = close_scene(seed, numbers)
    found.groups[0].words += ("CHARACTER",)
    return found


def _random_scene(random: Random, numbers: Numbers, away: tuple[float, float] | None = None) -> Scene | None:
    start = random.uniform(4, SIZE[0] - 4), random.uniform(4, SIZE[1] - 4)
    angle, far = random.uniform(0, 2 * pi), random.uniform(*(away or (1.3, 11.0)))
    scene = Scene(_terrain(random, start, angle, far), [], [], 0)
    words = ("INFANTRY", "FLY") if random.random() < 0.12 else ("INFANTRY",)
    charger = Group("a.x", 0, words, _bases(random))
    if not _stand(random, scene, charger, start, numbers):
        return None
    reach = max(body.reach for body in charger.bodies)
    for number in range(1 + (random.random() < 0.3) + (random.random() < 0.1)):
        turn = angle + (random.uniform(-0.9, 0.9) if number else 0.0)
        group = Group(f"b.t{number}", 1, ("INFANTRY",), _bases(random))
        spot = _ahead(start, turn, far + reach + body_of(group.bases[0]).reach)
        if _stand(random, scene, group, spot, numbers, away=away is None):
            scene.targets.append(group.key)
    if not scene.targets:
        return None
    for number in range(random.choice((0, 1, 1, 2, 3))):
        player = random.choice((0, 0, 1))
        share, aside = random.uniform(0.2, 1.3), random.uniform(-3, 3)
        spot = _ahead(_ahead(start, angle, share * (far + 2 * reach)), angle + pi / 2, aside)
        group = Group(f"{'ab'[player]}.n{number}", player, ("INFANTRY",), _bases(random))
        _stand(random, scene, group, spot, numbers, away=away is None)
    gaps = [gap_of(charger.bodies, g.bodies) for g in scene.groups if g.key in scene.targets]
    if away is None and max(gaps) > 12:
        return None
    needed = max(gaps) - numbers.engagement[0]
    rolls = [roll for _ in range(20) if (roll := random.randint(1, 6) + random.randint(1, 6)) >= needed]
    return replace(scene, most=rolls[0]) if rolls else None


def _ahead(start: tuple[float, float], angle: float, far: float) -> tuple[float, float]:
    return start[0] + far * cos(angle), start[1] + far * sin(angle)


def _bases(random: Random) -> list[Base]:
    if random.random() < 0.25:
        return [random.choice(BIG)] * random.choice((1, 1, 1, 2, 3))
    found = [random.choice(SMALL)] * random.choice((1, 3, 5, 5, 6, 8, 10))
    return [SMALL[2], *found[1:]] if random.random() < 0.15 else found


def _terrain(random: Random, start: tuple[float, float], angle: float, far: float) -> list[Terrain]:
    found: list[Terrain] = []
    for _ in range(random.choice((0, 1, 2, 3))):
        name, long, wide, height = random.choice((*PIECES, LOW))
        x, y = _ahead(_ahead(start, angle, random.uniform(-0.2, 1.3) * far), angle + pi / 2, random.uniform(-5, 5))
        turn = random.choice((0, 30, 45, 60, 90)) * pi / 180
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        corners = tuple(
            (
                round(x + a * long / 2 * cos(turn) - b * wide / 2 * sin(turn), 3),
                round(y + a * long / 2 * sin(turn) + b * wide / 2 * cos(turn), 3),
            )
            for a, b in signs
        )
        if not found:
            found.append(Terrain(name, corners, height, True, True, random.random() < 0.8))
        elif all(_clear(corners, piece.corners) for piece in found):
            found.append(Terrain(name, corners, height, True, True, True))
    return found


def _clear(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    middles = [(sum(x for x, _ in c) / 4, sum(y for _, y in c) / 4) for c in (one, other)]
    return ((middles[0][0] - middles[1][0]) ** 2 + (middles[0][1] - middles[1][1]) ** 2) ** 0.5 > 6.5


def _stand(
    random: Random, scene: Scene, group: Group, spot: tuple[float, float], numbers: Numbers, away: bool = True
) -> bool:
    """Set a unit up around a point, in coherency; out of Engagement Range of enemies if it must keep away."""
    foes = [body for other in scene.groups if other.player != group.player for body in other.bodies]
    others, facing = scene.others(), random.choice((0.0, 0.0, random.uniform(0, pi)))
    table: Any = SimpleNamespace(terrain=scene.terrain, size=scene.size)

    def standing(body: Body, x: float, y: float) -> Body | None:
        body = body.at(round(x, 4), round(y, 4), 0.0, facing)
        height = floor(table, body, numbers.free_height)
        if height is None or not on_board(table, body):
            return None
        body = body.at(body.x, body.y, height, facing)
        if any(overlap(body, other) or abs(flat(body, other)) < 0.01 for other in (*others, *group.bodies)):
            return None
        return None if away and any(near(body, foe, *numbers.engagement) for foe in foes) else body

    for _ in range(STARTS):
        group.bodies = []
        for base in group.bases:
            for _ in range(TRIES):
                shape = body_of(base)
                x, y = spot[0] + random.uniform(-1, 1), spot[1] + random.uniform(-1, 1)
                if group.bodies:
                    mate = random.choice(group.bodies)
                    x, y = _ahead(
                        (mate.x, mate.y), random.uniform(0, 2 * pi), mate.reach + shape.reach + random.choice(GAPS)
                    )
                if found := standing(shape, x, y):
                    group.bodies.append(found)
                    break
            else:
                break
        if len(group.bodies) == len(group.bases) and coherent(numbers, group.bodies):
            scene.groups.append(group)
            return True
    return False
