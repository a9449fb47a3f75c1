"""What the page of a battle shows at one event: the table, the units, when it is, and where one can go from there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from builder.api.languages import language
from builder.web.battles.frames import BattleFrames, Frame, Table, table_of
from builder.web.battles.labels import Circle, Label, circles_of, pixel_size, place_labels
from builder.web.battles.log import heading, is_told
from builder.web.battles.map import Field, Shape, around, field_of, shapes_of
from builder.web.battles.volleys import Volley
from builder.web.rendering import phase_name, t
from datasheets.systems import system
from datasheets.words import has_words, name_code
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.events import Event
from resolver.engine.game import Game
from resolver.engine.points import VICTORY_POINTS, points_name, say_points
from resolver.engine.registry import descriptor
from resolver.engine.ruleset import Ruleset

NO_PHASES = ("set-up", "end")
"""What the ruleset's steps are in beside the phases of a turn."""
BEFORE, AFTER = 6, 2
"""How many lines the log beside the table shows before and after the one that is shown; `play.js` fetches more."""

JUST_NOW = 4
"""How many events are told until attacks were not just now; `film.js` knows it too."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A place to jump to: the first event of a phase, what it is called, its round and its phase."""

    number: int
    label: str
    round: int
    step: str


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit in the list beside the table. `tag` stands on the table ("A3"); `ranges` are its weapons' and its Move."""

    key: str
    number: int
    tag: str
    side: str
    name: str
    models: int
    strength: int
    wounds: int
    whole: int
    signs: tuple[str, ...]
    ranges: tuple[tuple[str, float], ...]
    wounds_text: str

    @property
    def count(self) -> str:
        """What its label says of its size: how many models, or the wounds of a single one."""
        return str(self.models) if self.models > 1 else self.wounds_text


class Scene:
    """A battle at the event of a number; at the last one if there is none of that number."""

    def __init__(
        self, armies: BattleArmies, ruleset: Ruleset, mission: str, events: Sequence[Event], number: int | None
    ) -> None:
        self.film = BattleFrames(armies, ruleset, mission, events, language())
        self.events = events
        self.last = events[-1]["n"] if events else 0
        self.number = self.last if number is None else min(max(number, 0), self.last)
        self._told, self.frame = self.film.at(self.number)
        self.game: Game = self._told.game
        self._at = next((event for event in events if event["n"] == self.number), None)

    @cached_property
    def table(self) -> Table:
        """What stands on the table."""
        return table_of(self._told)

    @cached_property
    def field(self) -> Field:
        """What lies on it, now or later."""
        return field_of(self.events, self.game, language())

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The kinds of terrain that lie on the battlefield, and what they are called."""
        return list({piece.kind: piece.name for piece in self.field.terrain}.items())

    @cached_property
    def shapes(self) -> tuple[list[Shape], list[str]]:
        """The different bases, and that of each model."""
        return shapes_of(self.game.state)

    @property
    def models(self) -> dict[str, list[tuple[int, str, list[Any] | None]]]:
        """All models by their army: number, base, and their row of the table, None where they do not stand on it."""
        rows = {row[0]: row for row in self.table["m"]}
        found: dict[str, list[tuple[int, str, list[Any] | None]]] = {"a": [], "b": []}
        armies, (_, shapes) = self.game.armies, self.shapes
        for number, model in enumerate(armies.models):
            found[armies.units[model.unit].key[0]].append((number, shapes[number], rows.get(number)))
        return found

    @property
    def tags(self) -> list[tuple[int, str, str, UnitRow | None]]:
        """What stands on the table for each unit: its number, letter and number to be seen, side, and how it stands."""
        rows = {row.number: row for row in self.units}
        tags = tags_of(self.game.armies)
        return [(n, tags[n], unit.key[0], rows.get(n)) for n, unit in enumerate(self.game.armies.units)]

    @cached_property
    def labels(self) -> dict[int, Label]:
        """Where the labels of the units that stand on the table are."""
        bases: dict[int, list[Circle]] = {}
        shapes, names = self.shapes
        sizes = {shape.id: (shape.half, shape.radius) for shape in shapes}
        for model, x, y, turn, _, unit in self.table["m"]:
            bases.setdefault(unit, []).extend(circles_of((x, y, turn), *sizes[names[model]]))
        rows = {row.number: row for row in self.units}
        widths = {unit: len(rows[unit].tag + rows[unit].count) * 8 + 16 for unit in bases}
        field = self.field
        markers = [(each.x, each.y, field.radius) for each in field.markers if each.lies_at(self.number)]
        return place_labels(bases, widths, markers, (field.width, field.depth))

    @property
    def pixel(self) -> float:
        """How many inches a pixel of a label is."""
        return pixel_size(self.field.width)

    @property
    def owners(self) -> list[int]:
        """The unit of each model."""
        return [int(unit) for unit in self.game.state.unit]

    @property
    def players(self) -> list[str]:
        """The names of both armies."""
        return self.film.teller.players

    @cached_property
    def units(self) -> list[UnitRow]:
        """Both armies: those of the first, then those of the second."""
        armies, names = self.game.armies, self.film.teller.units
        tags = tags_of(armies)
        return [
            UnitRow(
                key=armies.units[unit].key,
                number=unit,
                tag=tags[unit],
                side=armies.units[unit].key[0],
                name=names[armies.units[unit].key],
                models=models,
                strength=strength,
                wounds=wounds,
                whole=whole,
                signs=tuple(signs.split()),
                ranges=tuple(descriptor(self.game.ruleset.id).summary.ranges(self.game, unit)),
                wounds_text=self.wounds_text(wounds),
            )
            for unit, models, strength, wounds, whole, signs, *_ in self.table["u"]
        ]

    def wounds_text(self, wounds: object) -> str:
        """Return a number of wounds as a unit's row has it; where the game calls them otherwise, as its datasheets do."""
        columns = system(self.game.ruleset.id).characteristics
        column = next((each for each in columns if each.part == "wounds"), None)
        if column is None or name_code(column.name) == "game.wounds":
            return t("battle.wounds", wounds=wounds)
        return t("battle.wounds.other", wounds=wounds, column=column.key)

    @property
    def points_name(self) -> str:
        """What the score is called beside its number."""
        of = self.game.ruleset
        return t("battle.vp") if of.points[0] == VICTORY_POINTS else points_name(of, language())

    def say_points(self, code: str, **values: object) -> str:
        """Return the words of a page about the score."""
        return say_points(self.game.ruleset, f"page.{code}", values, language())

    def unit(self, key: str) -> UnitRow | None:
        """Return the unit with a key, None where there is none."""
        return next((row for row in self.units if row.key == key), None)

    def reach(self, unit: UnitRow, inches: float) -> list[dict[str, Any]]:
        """Return the outline of what lies within a distance of a unit."""
        models = [int(model) for model in self.game.state.standing(unit.number)]
        return around(self.table, models, self.game.state, inches)

    @cached_property
    def shown_events(self) -> list[int]:
        """The numbers of the events that can be shown."""
        return [event["n"] for event in self.events if is_told(event, self.game.ruleset.events)]

    @cached_property
    def stops(self) -> list[Stop]:
        """The phases, each by its first event that is told; the one that has only just begun by its last."""
        told = [event for event in self.events if is_told(event, self.game.ruleset.events)]
        listed = [*told, *self.events[-1:]]
        return [self._stop(next(group)) for _, group in groupby(listed, key=lambda event: (event["round"], *heading(event)))]

    def _stop(self, event: Event) -> Stop:
        return Stop(event["n"], self.when(event), event["round"], event["phase"])

    def when(self, event: Event) -> str:
        """Return when an event is: round, phase, and whose turn it is."""
        player, phase = heading(event)
        if not event["round"]:
            return t("battle.set-up")
        if player is None:
            return phase_name(phase)
        return t("battle.when", round=event["round"], phase=phase_name(phase), player=self.players[player])

    @property
    def now(self) -> str:
        """Return when it is."""
        return self.when(self._at) if self._at else t("battle.set-up")

    @property
    def step(self) -> str:
        """The phase that is shown."""
        return next((stop.step for stop in reversed(self.stops) if stop.number <= self.number), "")

    @property
    def steps(self) -> list[tuple[str, str]]:
        """The phases of a turn, each with a short word."""
        phases = dict.fromkeys(step.phase for step in self.game.ruleset.steps)
        return [(phase, _short_name(phase)) for phase in phases if phase not in NO_PHASES]

    @property
    def ways(self) -> dict[str, int | None]:
        """Where the buttons lead: the event and the phase before and after; None where there is none."""
        stops, shown, here = [stop.number for stop in self.stops], self.shown_events, self.number
        return {
            "stop-back": _before(stops, here),
            "back": _before(shown, here),
            "on": _after(shown, here),
            "stop-on": _after(stops, here),
        }

    @property
    def stop(self) -> int:
        """Return the first event of the phase that is shown."""
        numbers = [stop.number for stop in self.stops]
        at = bisect_right(numbers, self.number)
        return numbers[at - 1] if at else 0

    @property
    def here(self) -> int:
        """The number of the last event that is told and not after the one that is shown."""
        at = bisect_right(self.shown_events, self.number)
        return self.shown_events[at - 1] if at else -1

    @cached_property
    def log(self) -> list[Frame | Volley]:
        """The events around the one that is shown, attacks as volleys."""
        begun = {run[0]["n"]: run for run in self.film.runs}
        inside = {event["n"]: run[0]["n"] for run in self.film.runs for event in run}
        lines = list(dict.fromkeys(inside.get(number, number) for number in self.shown_events))
        at = bisect_right(lines, self.number)
        wanted = set(lines[max(0, at - BEFORE) : at + AFTER])
        return [
            self.film.volley(begun[event["n"]]) if event["n"] in begun else self.film.frame(event)
            for event in self.events
            if event["n"] in wanted
        ]

    @property
    def volley(self) -> Volley | None:
        """The attacks that the event which is shown belongs to, or that were made right before it."""
        at = bisect_right(self.shown_events, self.number)
        since = self.shown_events[max(0, at - JUST_NOW)] if at else 0
        runs = [run for run in self.film.runs if run[0]["n"] <= self.number and run[-1]["n"] >= since]
        return self.film.volley(runs[-1]) if runs else None


def tags_of(armies: BattleArmies) -> list[str]:
    """Return what stands on the table for each unit: the letter of its army, and its number in it.

    A unit that was split off another one has the number of that one, and an "x".
    """
    counts, tags = {"a": 0, "b": 0}, list[str]()
    for unit in armies.units:
        side = unit.key[0]
        counts[side] += unit.spare_of is None
        tags.append(f"{side.upper()}{counts[side]}" if unit.spare_of is None else f"{tags[unit.spare_of]}x")
    return tags


def _before(numbers: Sequence[int], here: int) -> int | None:
    at = bisect_left(numbers, here)
    return numbers[at - 1] if at else None


def _after(numbers: Sequence[int], here: int) -> int | None:
    at = bisect_right(numbers, here)
    return numbers[at] if at < len(numbers) else None


def _short_name(phase: str) -> str:
    """Return the short word for a phase; the whole name where a game has no short one."""
    code = f"battle.step.{phase}"
    return t(code) if has_words(f"page.{code}") else phase_name(phase)
