"""The table as a picture: terrain, objective markers, and every model where the events up to some point have put it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import cos, sin
from typing import Any

from resolver.engine.enlist import Enlisted
from resolver.engine.events import Event

GONE = frozenset({"model.destroyed", "model.fled"})
LIFTED = frozenset({"unit.embarked"})


@dataclass(frozen=True, slots=True)
class Spot:
    """A model on the table: the two ends of the line that its base lies around, in inches from the top left."""

    x1: float
    y1: float
    x2: float
    y2: float
    radius: float
    side: str
    number: int
    name: str


@dataclass(slots=True)
class Field:
    """A battlefield, lengths in inches from the top left. `units` are (number, side, name, models on the table)."""

    width: float = 0
    depth: float = 0
    terrain: list[tuple[str, str]] = field(default_factory=list)
    zones: list[tuple[str, str]] = field(default_factory=list)
    markers: list[tuple[float, float]] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    units: list[tuple[int, str, str, int]] = field(default_factory=list)


def field_of(events: Iterable[Event], armies: Enlisted) -> Field:
    """Return the table after some events."""
    found, poses = Field(), dict[int, Sequence[float]]()
    owners = {model: armies.models[model].unit for model in range(len(armies.models))}
    for event in events:
        _apply(event, found, poses, owners, armies)
    _place(found, poses, owners, armies)
    return found


def _apply(event: Event, found: Field, poses: dict[int, Sequence[float]], owners: dict[int, int], armies: Enlisted) -> None:
    kind = event["kind"]
    if kind == "battlefield.created":
        found.width, found.depth = event["width"], event["depth"]
    elif kind == "terrain.placed":
        found.terrain.append((event["name"], _points(event["corners"], found.depth)))
    elif kind == "zone.chosen":
        found.zones.append(("ab"[event["player"]], _points(event["corners"], found.depth)))
    elif kind == "marker.placed":
        found.markers.append((round(event["at"][0], 2), round(found.depth - event["at"][1], 2)))
    elif kind == "unit.split":
        owners.update(dict.fromkeys(event["models"], armies.by_key[event["into"]]))
    elif kind == "unit.merged":
        unit, into = armies.by_key[event["unit"]], armies.by_key[event["into"]]
        owners.update({model: into for model, owner in owners.items() if owner == unit})
    elif kind in GONE:
        poses.pop(event["model"], None)
    elif kind in LIFTED:
        for model in [model for model in poses if owners[model] == armies.by_key[event["unit"]]]:
            del poses[model]
    for pose in event.get("poses", ()):
        poses[pose[0]] = pose[1:]


def _place(found: Field, poses: dict[int, Sequence[float]], owners: dict[int, int], armies: Enlisted) -> None:
    counts: dict[int, int] = {}
    for model, pose in sorted(poses.items()):
        unit = armies.units[owners[model]]
        counts[owners[model]] = counts.get(owners[model], 0) + 1
        found.spots.append(_spot(model, pose, owners[model] + 1, unit.key[0], unit.name, found.depth, armies))
    found.units = [
        (index + 1, armies.units[index].key[0], armies.units[index].name, counts[index]) for index in sorted(counts)
    ]


def _spot(model: int, pose: Sequence[float], number: int, side: str, name: str, depth: float, armies: Enlisted) -> Spot:
    base = armies.profiles[armies.loadouts[armies.models[model].loadout].profile].base
    x, y, facing = pose[0], depth - pose[1], pose[3]
    dx, dy = base.half * cos(facing), -base.half * sin(facing)
    x1, y1, x2, y2 = (round(each, 2) for each in (x - dx, y - dy, x + dx, y + dy))
    return Spot(x1, y1, x2, y2, round(base.radius, 2), side, number, name)


def _points(corners: Iterable[Any], depth: float) -> str:
    return " ".join(f"{round(x, 2)},{round(depth - y, 2)}" for x, y in corners)
