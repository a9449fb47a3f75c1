"""Where models stand: on the battlefield, apart, in one group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tests.referee.aos_1e.checks import Fault
from tests.referee.aos_1e.table import Table
from tests.referee.geometry import Body, gap, holds, overlap

COHERENT = 1.0
ROUNDING = 2e-3
"""The log has places to a few ten thousandths, and the rules a tolerance of a thousandth (AOS-Q-57)."""


def coherent(bodies: Sequence[Body]) -> bool:
    """Whether models are one group, each within an inch of another."""
    if len(bodies) < 2:
        return True
    group = [0]
    for one in group:
        near = (o for o in range(len(bodies)) if o not in group and gap(bodies[one], bodies[o]) <= COHERENT + ROUNDING)
        group += list(near)
    return len(group) == len(bodies)


def apart(table: Table, bodies: Mapping[int, Body]) -> Iterator[Fault]:
    """Whether models stand on the battlefield and in nobody."""
    width, depth = table.size
    field = ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))
    others = [(m.number, m.body) for m in table.models if m.alive and m.on and m.number not in bodies]
    placed = list(bodies.items())
    for at, (number, body) in enumerate(placed):
        if not holds(field, body.at(body.x, body.y, body.z, body.facing)):
            yield "AOS-Q-51", f"Model {number} is off the battlefield."
        for other, there in [*placed[at + 1 :], *others]:
            if abs(body.x - there.x) + abs(body.y - there.y) < 14 and overlap(body, there) and deep(body, there):
                yield "AOS-MOVE-03", f"Models {number} and {other} stand in each other."


def deep(one: Body, other: Body) -> bool:
    """Whether two models that overlap do so by more than rounding."""
    return gap(one, other) <= 0 and overlap(
        one, Body(other.x, other.y, other.z, other.facing, other.half, other.radius - ROUNDING, other.height, other.extent)
    )
