"""The way of each model of a moving unit, and where the unit stands at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any

from tests.referee.case import Case, Checks, Fault
from tests.referee.geometry import SLACK, Body, flat, gap, near, poses_along, reaches_into, surely_near, way
from tests.referee.table import Model
from tests.referee.wh40k import ground
from tests.referee.wh40k.moving import CLOSING, NEARLY, WALKS, most_inches

CHECKS = Checks()


@dataclass(frozen=True)
class Walker:
    """One model of a moving unit, and everything around it as it sets out."""

    case: Case
    model: Model
    path: Sequence[Sequence[float]]
    others: Sequence[Model]
    mates: Sequence[Body]
    flies: bool
    flies_over_terrain: bool
    avoided: Sequence[Model]


@CHECKS.on("unit.moved")
def check_paths(case: Case) -> Iterator[Fault]:
    """Every model's path, one after the other, and where the unit stands at the end.

    In a leg of a move all models go together: a mate is in nobody's way, and only the last leg is an end.
    """
    event, table, unit = case.event, case.table, case.unit
    models = {model.number: model for model in table.standing(unit)}
    here = {number: model.body for number, model in models.items()}
    ends = {row[0]: row[1:] for row in event["poses"]}
    walks: list[dict[str, Any]] = event.get("paths") or [
        {"model": n, "path": [[x, y, f]]} for n, (x, y, _, f) in ends.items()
    ]
    always = case.numbers.flies_always
    flies = table.has(unit, "FLY") and (always or event["move"] not in CLOSING)
    others = [model for model in table.all_standing() if model.unit != unit]
    if event.get("leg", 1) == 1:
        case.memory["went"] = {}
    avoided = _enemies_to_avoid(case, flies)
    for walk in walks:
        number, path = walk["model"], walk["path"]
        if number not in models:
            yield "move.models", f"Model {number} moves with {unit}, of which it is none."
            continue
        if not path:
            continue
        mates = [body for other, body in here.items() if other != number and "leg" not in event]
        yield from _walk(Walker(case, models[number], path, others, mates, flies, always or event["move"] in WALKS, avoided))
        x, y, z, facing = ends.get(number, _spot(here[number]))
        here[number] = here[number].at(x, y, z, facing)
        if hypot(path[-1][0] - x, path[-1][1] - y) > SLACK:
            yield "move.models", f"Model {number} goes to {path[-1][:2]} and ends at ({x}, {y})."
    stayed = [n for n in ends if n not in {walk["model"] for walk in walks} and not _same(models[n].body, ends[n])]
    if stayed:
        yield "move.models", f"Models {stayed} of {unit} have other places and did not move."
    if not event.get("more"):
        yield from _ending(case, [(models[number], body) for number, body in here.items()])


def _spot(body: Body) -> tuple[float, float, float, float]:
    return body.x, body.y, body.z, body.facing


def _same(body: Body, end: Sequence[float]) -> bool:
    return all(abs(a - b) < SLACK for a, b in zip(_spot(body), end, strict=True))


def _enemies_to_avoid(case: Case, flies: bool) -> list[Model]:
    """The enemies within whose Engagement Range nobody may come on the way."""
    table, kind = case.table, case.event["move"]
    if kind in (*CLOSING, "fall-back") or (flies and (kind in WALKS or case.numbers.flies_always)):
        return []
    targets = table.units[case.unit].charged_at if kind == "charge" else []
    return [foe for foe in table.enemies(case.player) if foe.unit not in targets and not _is_aerial(case, foe.unit)]


def _is_aerial(case: Case, unit: str) -> bool:
    """Whether everybody moves over a unit and through its Engagement Range."""
    return case.numbers.aircraft and case.table.has(unit, "AIRCRAFT")


def _walk(walker: Walker) -> Iterator[Fault]:
    case, model = walker.case, walker.model
    most = most_inches(case, model)
    length = way(model.body, walker.path)
    steps = _footsteps(walker)
    if not walker.flies or not walker.flies_over_terrain:
        length += sum(abs(b.z - a.z) for a, b in pairwise(steps))
    went = case.memory["went"]
    went[model.number] = length = length + went.get(model.number, 0.0)
    if length > most + NEARLY:
        move_name = case.event["move"]
        yield f"far.{move_name}", f"Model {model.number} of {model.unit} goes {length:.2f} inches, {most:g} are the most."
    if not all(ground.on_board(case.table, body) for body in steps):
        yield "edge", f"Model {model.number} of {model.unit} crosses the edge of the battlefield."
    yield from _past_models(walker, steps)
    yield from _past_enemies(walker, steps)


def _footsteps(walker: Walker) -> list[Body]:
    """The model at many places of its way, on the height of what is under its base there."""
    case, body = walker.case, walker.model.body
    high = [p for p in case.table.terrain if p.blocks_movement and p.height > case.numbers.free_height]
    steps = []
    for x, y, facing in poses_along(body, walker.path):
        there = body.at(x, y, 0.0, facing)
        under = max((p.height for p in high if reaches_into(there, p.corners)), default=0.0)
        steps.append(there.at(x, y, under, facing))
    return steps


def _past_models(walker: Walker, steps: Sequence[Body]) -> Iterator[Fault]:
    if walker.flies:
        return
    case, model = walker.case, walker.model
    solid = [o.body for o in walker.others if not _is_aerial(case, o.unit)]
    for other in [*solid, *walker.mates]:
        if _passes(steps, other, 0.0) and any(_meets(body, other) for body in steps):
            yield (
                "across-model",
                f"Model {model.number} of {model.unit} moves across a model at ({other.x:.1f}, {other.y:.1f}).",
            )


def _meets(body: Body, other: Body) -> bool:
    if flat(body, other) > -SLACK:
        return False
    level = abs(body.z - other.z) < SLACK
    return level or (body.z < other.z + other.height - SLACK and other.z < body.z + body.height - SLACK)


def _passes(steps: Sequence[Body], other: Body, more: float) -> bool:
    """Whether a way can come near somebody at all."""
    reach = steps[0].reach + other.reach + more
    xs, ys = [s.x for s in steps], [s.y for s in steps]
    return min(xs) - reach < other.x < max(xs) + reach and min(ys) - reach < other.y < max(ys) + reach


def _past_enemies(walker: Walker, steps: Sequence[Body]) -> Iterator[Fault]:
    """Engagement Range is entered by nobody; who starts in it may leave it."""
    across, up = walker.case.numbers.engagement
    for foe in walker.avoided:
        if not _passes(steps, foe.body, across):
            continue
        out = not near(walker.model.body, foe.body, across, up)
        for body in steps:
            inside = surely_near(body, foe.body, across, up)
            if inside and out:
                text = f"Model {walker.model.number} comes within Engagement Range of model {foe.number} on its way."
                yield f"near.{walker.case.event['move']}", text
                break
            out = out or not near(body, foe.body, across, up)


def _ending(case: Case, placed: ground.Placed) -> Iterator[Fault]:
    event, table = case.event, case.table
    moved = {row[0] for row in event["poses"]}
    for model, body in placed:
        if model.number in moved:
            yield from ground.stands(case, model, body)
    if moved:
        yield from ground.apart(
            case, [(model, body) for model, body in placed if model.number in moved] + _still(placed, moved)
        )
        yield from ground.in_coherency(case, case.unit, [body for _, body in placed])
    kind = event["move"]
    if kind in CLOSING:
        yield from _closer(case, placed)
        return
    targets = table.units[case.unit].charged_at if kind == "charge" else []
    yield from ground.clear_of_enemies(case, case.player, placed, f"end.{kind}", targets)
    missed = [target for target in targets if table.standing(target) and not _reaches(case, placed, target)]
    if missed and (case.numbers.charge_all or len(missed) == sum(bool(table.standing(target)) for target in targets)):
        yield "charge.reach", f"{case.unit} ends its charge move out of Engagement Range of {missed}."


def _reaches(case: Case, placed: ground.Placed, target: str) -> bool:
    return any(case.are_engaged(body, foe.body) for _, body in placed for foe in case.table.standing(target))


def _still(placed: ground.Placed, moved: set[int]) -> list[tuple[Model, Body]]:
    return [(model, body) for model, body in placed if model.number not in moved]


def _closer(case: Case, placed: ground.Placed) -> Iterator[Fault]:
    """A model that moves ends closer to the enemy model that was closest to it."""
    table, kind = case.table, case.event["move"]
    foes = [foe for foe in table.enemies(case.player) if table.has(case.unit, "FLY") or not _is_aerial(case, foe.unit)]
    for model, body in placed:
        start = model.body
        if not foes or _same(start, _spot(body)):
            continue
        gaps = {foe.number: gap(start, foe.body) for foe in foes}
        least = min(gaps.values())
        if least <= SLACK / 2 and kind != "heroic-move" and case.numbers.aircraft:
            yield f"touching.{kind}", f"Model {model.number} of {model.unit} touches an enemy and moves."
        closest = [foe.body for foe in foes if gaps[foe.number] <= least + SLACK]
        if not any(gap(body, foe) < gap(start, foe) + SLACK for foe in closest):
            yield f"closer.{kind}", f"Model {model.number} of {model.unit} does not end closer to its closest enemy."
