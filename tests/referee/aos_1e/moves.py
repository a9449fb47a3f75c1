"""Checks of moves: who may move how, how far, past whom, and where a unit ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from tests.referee.aos_1e.checks import Fault, on
from tests.referee.aos_1e.standing import ROUNDING, apart, coherent
from tests.referee.aos_1e.table import NEAR, Event, Model, Piece, Table, dice_of, number
from tests.referee.aos_1e.values import add_up
from tests.referee.geometry import SLACK, Body, flat, gap, gap_of, inside, polygon_gap, poses_along, reaches_into, way

MARCHES = ("normal", "run", "retreat", "run-retreat")
PHASES = {**dict.fromkeys(MARCHES, "movement"), "charge": "charge", "pile-in": "combat"}
NEARLY = 0.06
"""Of inches: by so much the ways of long bases may be measured differently where they turn."""
Here = dict[int, Body]


@on("unit.selected")
def check_selection(table: Table, event: Event) -> Iterator[Fault]:
    unit, to = table.units[event["unit"]], event["to"]
    if to in ("move", "shoot", "charge") and unit.player != table.active:
        yield "AOS-MOVEPH-01", "Players use their own units in their turn."
    if to in ("move", "shoot", "charge", "fight") and unit.has("befuddled"):
        yield "AOS-SCENTAB-09", "A befuddled unit does nothing of the kind."
    once = {"move": "AOS-MOVEPH-03", "shoot": "AOS-SHOOT-04", "charge": "AOS-CHARGE-07", "fight": "AOS-COMBAT-05"}
    if to in once and to in unit.did:
        yield once[to], f"It is picked to {to} a second time."
    if to in ("shoot", "charge"):
        yield from _after_moving(table, unit.key, to)
    if to == "charge":
        nearest = table.nearest(unit.key)
        if nearest > 12 + ROUNDING:
            yield "AOS-CHARGE-01", "No enemy is within 12 inches."
        if nearest < NEAR - SLACK:
            yield "AOS-CHARGE-03", "An enemy is within 3 inches."


def _after_moving(table: Table, key: str, to: str) -> Iterator[Fault]:
    turn = table.units[key].turn
    for what, after, rule in (("run", "advance", "AOS-RUN-03"), ("retreat", "fall-back", "AOS-ENEMY-05")):
        done = what in turn or (what == "run" and "ran" in turn)
        if done and not any(kind == "permit" and f"{to}-after-{after}" in about for kind, about in table.kinds):
            yield rule, f"It cannot {to} after a {what}."


@on("run.rolled")
def check_run(table: Table, event: Event) -> Iterator[Fault]:
    total, _ = add_up(event.get("modifiers", ()))
    if len(event["dice"]) != 1 or (total is not None and event["distance"] != event["dice"][0] + total):
        yield "AOS-RUN-02", "One die is rolled for the whole unit."
    if "move" not in table.units[event["unit"]].did:
        yield "AOS-RUN-01", "It was not picked to move."


@on("charge.rolled")
def check_charge_roll(table: Table, event: Event) -> Iterator[Fault]:
    if len(event["dice"]) != 2 or event["distance"] != max(sum(event["dice"]) + event["modifier"], 0):
        yield "AOS-CHARGE-04", "Two dice are rolled."
    if event["rerolled"] and not table.may(("re-roll", "charge")):
        yield "AOS-TOOLS-08", "Nothing allows the re-roll."


@on("unit.moved")
def check_move(table: Table, event: Event) -> Iterator[Fault]:
    unit, move = table.units[event["unit"]], event["move"]
    if table.phase != PHASES.get(move, table.phase):
        yield "AOS-ROUND-05", f"The move {move} is made in another phase."
    engaged = table.nearest(unit.key) < NEAR - SLACK
    free = table.nearest(unit.key) > NEAR + ROUNDING
    if move in ("normal", "run") and engaged:
        yield "AOS-ENEMY-03", "Within 3 inches of the enemy it may stay or retreat."
    if "retreat" in move and free:
        yield "AOS-ENEMY-03", "It retreats from nobody."
    if move in ("charge",) and table.charge is None:
        yield "AOS-CHARGE-04", "It has not rolled."
    here = {model.number: model.body for model in table.of(unit.key)}
    ends = {row[0]: table.models[row[0]].body.at(*row[1:]) for row in event["poses"]}
    if set(ends) - set(here):
        yield "AOS-UNIT-06", "Models move with their own unit."
        return
    yield from _ways(table, event, here, ends)
    after = here | ends
    if not coherent(list(after.values())) and coherent(list(here.values())):
        yield "AOS-UNIT-06", "It does not end as one group."
    if ends:
        yield from apart(table, after)
        yield from _ending(table, event, here, after)


def _ways(table: Table, event: Event, here: Here, ends: Here) -> Iterator[Fault]:
    """How far each model goes, and past whom; one after the other, each past those that have moved before it."""
    flies, now = table.flies(event["unit"]), dict(here)
    seen: set[int] = set()
    for step in event["paths"]:
        number_, path = step["model"], step["path"]
        if not path or number_ not in here:
            continue
        if number_ in seen and "leg" not in event:
            yield "AOS-MOVEPH-03", "A model moves twice."
        seen.add(number_)
        model, body = table.models[number_], now[number_]
        poses = [body.at(x, y, body.z, facing) for x, y, facing in poses_along(body, path)]
        solid = [piece for piece in table.pieces if piece.solid and _comes_near(poses, piece)]
        steps = [_on_ground(solid, pose) for pose in poses]
        length = way(body, path)
        if not flies:
            length += sum(abs(b.z - a.z) for a, b in pairwise(steps))
        elif number_ in ends:
            length = hypot(length, ends[number_].z - body.z)
        most = _most(table, event, model)
        if most is not None and length > most + NEARLY:
            rule = {"pile-in": "AOS-COMBAT-07", "charge": "AOS-CHARGE-04"}.get(event["move"], "AOS-MOVE-01")
            yield rule, f"Model {number_} goes {length:.2f} of {most:g} inches."
        if not flies and "leg" not in event:
            yield from _past(table, event, model, steps, {n: b for n, b in now.items() if n != number_})
        now[number_] = ends.get(number_, body)


def _comes_near(poses: list[Body], piece: Piece) -> bool:
    """Whether a way can come to a feature at all."""
    xs, ys = zip(*piece.corners, strict=True)
    reach = poses[0].reach
    return any(
        min(xs) - reach <= pose.x <= max(xs) + reach and min(ys) - reach <= pose.y <= max(ys) + reach for pose in poses
    )


def _on_ground(solid: list[Piece], body: Body) -> Body:
    under = (piece.height for piece in solid if reaches_into(body, piece.corners))
    return body.at(body.x, body.y, max(under, default=0.0), body.facing)


def _most(table: Table, event: Event, model: Model) -> float | None:
    """How far a model may go; None where an effect may change that."""
    if event["move"] == "pile-in":
        return 3.0
    if event["move"] == "charge":
        return float(table.charge["distance"]) if table.charge else 0.0
    if table.may(("modify-characteristic", "Move"), ("modify-move", "")):
        return float(event["most"])
    printed = model.value("Move")
    plain = number(printed)
    if plain is None:
        plain = table.stride if dice_of(printed) else 0
    return None if plain is None else plain + (table.ran if "run" in event["move"] else 0)


def _past(table: Table, event: Event, model: Model, steps: list[Body], mates: Here) -> Iterator[Fault]:
    foes = _along(steps, [foe.body for foe in table.foes(table.units[model.unit].player)])
    friends = _along(steps, [m.body for m in table.models if m.alive and m.on and m.unit != model.unit])
    for other in [*friends, *_along(steps, list(mates.values()))]:
        if any(_into(step, other) for step in steps[1:]) and not _into(steps[0], other):
            yield "AOS-MOVE-03", f"Model {model.number} moves across another."
            break
    if event["move"] in ("normal", "run") and any(gap(step, foe) < NEAR - SLACK for step in steps[1:] for foe in foes):
        yield "AOS-ENEMY-01", f"Model {model.number} comes within 3 inches of the enemy on its way."


def _along(steps: list[Body], others: list[Body]) -> list[Body]:
    """Those of some models that a way may come within 3 inches of."""
    xs, ys = [step.x for step in steps], [step.y for step in steps]
    left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
    reach = NEAR + steps[0].reach
    return [
        other
        for other in others
        if left - reach - other.reach <= other.x <= right + reach + other.reach
        and bottom - reach - other.reach <= other.y <= top + reach + other.reach
    ]


def _into(body: Body, other: Body) -> bool:
    if abs(body.x - other.x) + abs(body.y - other.y) > 14 or flat(body, other) > -ROUNDING:
        return False
    return abs(body.z - other.z) < SLACK or (
        body.z < other.z + other.height - SLACK and other.z < body.z + body.height - SLACK
    )


def _ending(table: Table, event: Event, here: Here, after: Here) -> Iterator[Fault]:
    move, player = event["move"], table.units[event["unit"]].player
    foes = [foe.body for foe in table.foes(player)]
    moving = [after[number_] for number_ in {row[0] for row in event["poses"]}]
    if move in ("normal", "run") and gap_of(moving, foes) < NEAR - SLACK:
        yield "AOS-FLY-02" if table.flies(event["unit"]) else "AOS-ENEMY-01", "It ends within 3 inches of the enemy."
    if "retreat" in move and gap_of(after.values(), foes) < NEAR - SLACK:
        yield "AOS-ENEMY-04", "A retreat ends more than 3 inches from every enemy."
    if move == "charge":
        first = after[event["paths"][0]["model"]]
        if gap_of([first], foes) > 0.5 + ROUNDING:
            yield "AOS-CHARGE-05", "The first model ends within half an inch of an enemy."
    if move == "pile-in":
        for row in event["poses"]:
            old, new = here[row[0]], after[row[0]]
            gaps = [gap(old, foe) for foe in foes]
            closest = [foe for foe, apart_ in zip(foes, gaps, strict=True) if apart_ <= min(gaps) + ROUNDING]
            stays = abs(old.x - new.x) + abs(old.y - new.y) < SLACK
            if not stays and not any(gap(new, foe) < gap(old, foe) + SLACK for foe in closest):
                yield "AOS-COMBAT-07", f"Model {row[0]} does not end nearer to the closest enemy."


@on("unit.moved")
def note_crossing(table: Table, event: Event) -> Iterator[Fault]:
    """Note who has to roll for Deadly terrain now."""
    yield from ()
    table.deadly = set()
    if "run" not in event["move"] and event["move"] != "charge":
        return
    flies = table.flies(event["unit"])
    ends = {row[0]: table.models[row[0]].body.at(*row[1:]) for row in event["poses"]}
    for step in event["paths"]:
        body = table.models[step["model"]].body
        for place, piece in enumerate(table.pieces):
            if (
                piece.rule == "deadly"
                and step["path"]
                and _crosses(body, step["path"], ends.get(step["model"]), piece, flies)
            ):
                table.deadly.add((step["model"], place))


def _crosses(body: Body, path: list[list[float]], end: Body | None, piece: Piece, flies: bool) -> bool:
    """Whether a model surely crosses a feature or ends on it, coming from outside of it or not."""
    steps = [body.at(x, y, 0.0, facing) for x, y, facing in poses_along(body, path)]
    if flies:
        return end is not None and polygon_gap(end, piece.corners) < -0.05
    return any(inside((step.x, step.y), piece.corners) for step in steps[1:])


@on("deadly.rolled")
def check_deadly_terrain(table: Table, event: Event) -> Iterator[Fault]:
    if event["slain"] != (event["dice"] == [1]):
        yield "AOS-SCENTAB-07", "A model is slain on a 1."
    if table.pieces[event["feature"]].rule != "deadly":
        yield "AOS-SCENTAB-07", "The feature is not Deadly."
    if "run" not in event["move"] and event["move"] != "charge":
        yield "AOS-Q-08", "Only runs and charge moves are dangerous there."


@on("unit.selected", "phase.ended")
def check_left_out(table: Table, event: Event) -> Iterator[Fault]:
    left = [number_ for number_, _ in table.deadly if table.models[number_].alive]
    table.deadly = set()
    if left:
        yield "AOS-SCENTAB-07", f"Models {left} crossed Deadly terrain and did not roll."
