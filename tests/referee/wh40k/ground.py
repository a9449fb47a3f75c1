"""Where models may stand: the board, terrain, other models, Engagement Range, unit coherency."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.referee.case import Case, Fault, Numbers
from tests.referee.geometry import SLACK, Body, holds, inside, near, overlap, polygon_gap, reaches_into, surely_near
from tests.referee.table import Model, Table

Placed = Sequence[tuple[Model, Body]]


def on_board(table: Table, body: Body) -> bool:
    """Whether a base is wholly on the battlefield."""
    width, depth = table.size
    return holds(((0, 0), (width, 0), (width, depth), (0, depth)), body)


def floor(table: Table, body: Body, free: float) -> float | None:
    """The height on which a base stands where it is; None where it would hang half-way up terrain."""
    height = climbing = 0.0
    for piece in table.terrain:
        if not piece.blocks_movement:
            continue
        over = inside((body.x, body.y), piece.corners)
        if piece.height <= free:
            height = max(height, piece.height if over else 0.0)
            continue
        touched = reaches_into(body, piece.corners)
        climbing = max(climbing, piece.height if touched else 0.0)
        height = max(height, piece.height if over and touched and piece.top else 0.0)
    return height if climbing <= height + SLACK else None


def stands(case: Case, model: Model, body: Body) -> Iterator[Fault]:
    """Whether a model may be at all where it is said to be."""
    if not on_board(case.table, body):
        yield "edge", f"Model {model.number} of {model.unit} is off the battlefield at ({body.x:.2f}, {body.y:.2f})."
    height = floor(case.table, body, case.numbers.free_height)
    if height is None:
        yield "mid-climb", f"Model {model.number} of {model.unit} hangs half-way up a terrain feature."
    elif abs(height - body.z) > SLACK and not _on_an_edge(case.table, body):
        yield "mid-climb", f"Model {model.number} of {model.unit} is at height {body.z}, the ground there is at {height}."


def _on_an_edge(table: Table, body: Body) -> bool:
    """Whether rounding decides on which side of a terrain feature's edge a model stands."""
    spot = Body(body.x, body.y, 0, 0, 0, 0, 0, 0)
    return any(
        abs(polygon_gap(spot, piece.corners)) < SLACK or abs(polygon_gap(body, piece.corners)) < 2 * SLACK
        for piece in table.terrain
    )


def apart(case: Case, placed: Placed) -> Iterator[Fault]:
    """No two models stand in each other: those placed now, and all others."""
    moved = {model.number for model, _ in placed}
    others = [(model, model.body) for model in case.table.all_standing() if model.number not in moved]
    for at, (model, body) in enumerate(placed):
        for other, there in [*placed[at + 1 :], *others]:
            if overlap(body, there):
                yield "on-model", f"Models {model.number} of {model.unit} and {other.number} of {other.unit} overlap."


def coherent(numbers: Numbers, models: Sequence[Body]) -> bool:
    """Whether models are one group, each near enough to as many others as a unit of that size asks."""
    if len(models) < 2:
        return True
    needed = max((least for size, least in numbers.neighbours if len(models) >= size), default=0)
    near_to = [
        [other for other in range(len(models)) if other != one and near(models[one], models[other], *numbers.coherency)]
        for one in range(len(models))
    ]
    if any(len(row) < needed for row in near_to):
        return False
    group = [0]
    for one in group:
        group += [other for other in near_to[one] if other not in group]
    return len(group) == len(models)


def in_coherency(case: Case, unit: str, models: Sequence[Body], code: str = "coherency") -> Iterator[Fault]:
    """Whether a unit that stands so is in coherency."""
    if not coherent(case.numbers, models):
        yield code, f"{unit} ends out of unit coherency."


def clear_of_enemies(case: Case, player: int, placed: Placed, code: str, but: Sequence[str] = ()) -> Iterator[Fault]:
    """Nobody stands within Engagement Range of an enemy, those of some units left out."""
    foes = [foe for foe in case.table.enemies(player) if foe.unit not in but]
    for model, body in placed:
        for foe in foes:
            if surely_near(body, foe.body, *case.numbers.engagement):
                yield code, f"Model {model.number} of {model.unit} is within Engagement Range of model {foe.number}."
