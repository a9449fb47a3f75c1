"""The table as a picture: what lies on it, the shapes of bases, ranges around models. Lengths are inches from the top left.

What stands on the table is a `Table` of `frames`; the template and `play.js` draw it in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builder.web.battles.frames import Table
from datasheets.systems import system
from datasheets.systems.mission import Card
from datasheets.words import say, translate
from resolver.engine.events import Event
from resolver.engine.game import Game
from resolver.engine.registry import descriptor
from resolver.engine.squares import grid
from resolver.table.state import State

PLACES = 2


@dataclass(frozen=True, slots=True)
class Piece:
    """Terrain: its kind and what that is called, its outline, height in inches, and since which event it lies there.

    `rule` is the scenery rule that it was given with the event `ruled`, and `middle` where that is written.
    """

    kind: str
    name: str
    points: str
    height: float
    since: int
    middle: tuple[float, float] = (0.0, 0.0)
    rule: Card | None = None
    ruled: int = 0


@dataclass(frozen=True, slots=True)
class Marker:
    """An objective marker: its number from 1, where it lies, from which event on and until which."""

    number: int
    x: float
    y: float
    since: int
    until: int | None

    def lies_at(self, number: int) -> bool:
        """Whether it lies on the table after the event of a number."""
        return self.since <= number and (self.until is None or number < self.until)


@dataclass(slots=True)
class Field:
    """What lies on a battlefield; `made` is the event with its size. `radius` and `control` are of markers."""

    language: str
    width: float = 0
    depth: float = 0
    made: Event | None = None
    terrain: list[Piece] = field(default_factory=list)
    zones: list[tuple[str, str, int]] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)
    radius: float = 0
    control: float = 0
    cards: Mapping[str, Card] = field(default_factory=dict)

    @property
    def squares(self) -> tuple[int, int]:
        """How many columns and rows of squares it has."""
        return grid(self.width, self.depth)


@dataclass(frozen=True, slots=True)
class Shape:
    """A base: half the length of its middle line, and the radius around that; with its name in the picture."""

    id: str
    half: float
    radius: float


def field_of(events: Iterable[Event], game: Game, language: str) -> Field:
    """Return what lies on the battlefield in the course of some events."""
    summary = descriptor(game.ruleset.id).summary
    radius, control = summary.marker_radius(game), summary.control_range(game)
    cards = {card.id: _translate_card(card, language) for card in system(game.ruleset.id).cards}
    found = Field(language=language, radius=round(radius, PLACES), control=control, cards=cards)
    for event in events:
        for role in game.ruleset.events[event["kind"]].roles & _READ.keys():
            _READ[role](found, event)
    return found


def _translate_card(card: Card, language: str) -> Card:
    return replace(card, name=translate(card.name, language), text=translate(card.text, language))


def _make_field(found: Field, event: Event) -> None:
    found.width, found.depth, found.made = event["width"], event["depth"], event


def _terrain(found: Field, event: Event) -> None:
    corners = outline(event["corners"], found.depth)
    name = say(f"battle.terrain.{event['name']}", {}, found.language)
    x, y = (sum(places) / len(places) for places in zip(*event["corners"], strict=True))
    middle = (round(x, PLACES), round(found.depth - y, PLACES))
    found.terrain.append(Piece(event["name"], name, corners, event["height"], event["n"], middle))


def _rule(found: Field, event: Event) -> None:
    number = event["feature"]
    found.terrain[number] = replace(found.terrain[number], rule=found.cards[event["scenery"]], ruled=event["n"])


def _zone(found: Field, event: Event) -> None:
    found.zones.append(("ab"[event["player"]], outline(event["corners"], found.depth), event["n"]))


def _marker(found: Field, event: Event) -> None:
    x, y = event["at"]
    found.markers.append(Marker(event["marker"] + 1, round(x, PLACES), round(found.depth - y, PLACES), event["n"], None))


def _unmark(found: Field, event: Event) -> None:
    found.markers = [
        Marker(each.number, each.x, each.y, each.since, event["n"]) if each.number == event["marker"] + 1 else each
        for each in found.markers
    ]


_READ = {
    "field": _make_field,
    "terrain": _terrain,
    "scenery": _rule,
    "zone": _zone,
    "marker": _marker,
    "unmarked": _unmark,
}


def shapes_of(state: State) -> tuple[list[Shape], list[str]]:
    """Return the different bases of a battle, and for each model the id of its own."""
    sizes = [(round(float(half), PLACES), round(float(r), PLACES)) for half, r in zip(state.half, state.radius, strict=True)]
    ids = {size: f"b{number}" for number, size in enumerate(dict.fromkeys(sizes))}
    return [Shape(id, *size) for size, id in ids.items()], [ids[size] for size in sizes]


def around(table: Table, models: Sequence[int], state: State, inches: float) -> list[dict[str, Any]]:
    """Return the outline of everything within a distance of some models: a rounded bar for each, to be drawn as one."""
    wanted = set(models)
    return [
        {
            "x": x,
            "y": y,
            "turn": turn,
            "half": round(float(state.half[model]), PLACES),
            "reach": round(float(state.radius[model]) + inches, PLACES),
        }
        for model, x, y, turn, *_ in table["m"]
        if model in wanted
    ]


def outline(corners: Iterable[Any], depth: float) -> str:
    """Return corners, whose y is counted from the near edge, as the points of a polygon."""
    return " ".join(f"{round(x, PLACES)},{round(depth - y, PLACES)}" for x, y in corners)
