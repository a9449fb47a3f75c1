"""A battle as a film: the table after each event, in few bytes, and each event in words with its dice and rules.

The table comes from the engine, which is told the events again (`Retelling`). The page shows one frame; `play.js`
fetches frames by the hundred: a whole table (`key`), then for each event what is not as it was. Rows are plain values:

- `m`: models on the table, `[model, x, y, turn, hurt, unit]`: inches from the top left, degrees clockwise; `[model]`: gone.
- `u`: units, `[unit, models, strength, wounds, whole, signs, x, y]`: as `UnitSummary`, with the middle of those that stand.
- `o`: markers, `[marker, holder]`, -1 for nobody; `v`, `k`: score and command points (where there are any) of both players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import degrees
from typing import Any

import numpy as np

from builder.web.battles.dice import throws
from builder.web.battles.log import is_told, side_of
from builder.web.battles.volleys import Volley, runs_of, volley_of
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.events import Event
from resolver.engine.prose import LogWriter
from resolver.engine.registry import descriptor
from resolver.engine.retelling import Retelling
from resolver.engine.ruleset import Ruleset
from resolver.engine.summary import summarize_units, whole_wounds
from resolver.engine.view import View
from resolver.table.state import State

Row = list[Any]
Table = dict[str, Any]
NOWHERE: tuple[None, None] = (None, None)
PLACES = 2


@dataclass(frozen=True, slots=True)
class Frame:
    """An event as it is shown: its number, words, rules, whose doing, dice, and the units it is about, the doer first."""

    number: int
    text: str
    rules: tuple[str, ...]
    side: str
    dice: tuple[Row, ...]
    about: tuple[int, ...]
    paths: tuple[Row, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it in short names; what is empty is left out."""
        named = {"t": self.text, "r": self.rules, "s": self.side, "d": self.dice, "f": self.about, "w": self.paths}
        return {"n": self.number, **{name: value for name, value in named.items() if value}}


def table_of(view: View | Retelling) -> Table:
    """Return the table as it stands."""
    game = view.game
    state = game.state
    standing = np.flatnonzero(state.alive & state.on_table)
    summary = descriptor(game.ruleset.id).summary
    units = summarize_units(game, summary)
    whole = whole_wounds(game)
    return {
        "m": [
            [
                *pose_row(state, int(model), state.x[model], state.y[model], state.facing[model]),
                int(state.wounds[model] < whole[model]),
                int(state.unit[model]),
            ]
            for model in standing
        ],
        "u": [
            [row.unit, row.models, row.strength, row.wounds, row.whole, " ".join(row.signs), *_middle(game.state, row.unit)]
            for row in units
        ],
        "o": [[marker, -1 if player is None else player] for marker, player in summary.holders(game)],
        "v": game.score if game.ruleset.points else [],
        **({"k": game.player_counts("command-points")} if "command-points" in game.ruleset.points else {}),
    }


class BattleFrames:
    """The events of a battle that somebody may see, in order, to be shown."""

    def __init__(self, armies: BattleArmies, ruleset: Ruleset, mission: str, events: Sequence[Event], language: str) -> None:
        self.events = events
        self.teller = LogWriter(armies, ruleset, language)
        self._begun = armies, ruleset, mission
        self._language = language

    def upto(self, number: int) -> Retelling:
        """Return the battle as it stood after the event of that number."""
        retelling = Retelling(*self._begun)
        retelling.upto(event for event in self.events if event["n"] <= number)
        return retelling

    def at(self, number: int) -> tuple[Retelling, Frame | None]:
        """Return the battle as it stood after the event of that number, and that event as it is shown, if it is told."""
        retelling = self.upto(number - 1)
        event = next((event for event in self.events if event["n"] == number), None)
        if event is None:
            return retelling, None
        shown = self.frame(event, retelling.state) if is_told(event, self.teller.events) else None
        retelling.tell(event)
        return retelling, shown

    def frame(self, event: Event, before: State | None = None) -> Frame:
        """Return an event as it is shown; `before` is the table before it, where the ways of models are wanted."""
        armies, kind = self.teller.armies, self.teller.events[event["kind"]]
        keys = [event.get("unit"), event.get("target"), *(event.get("targets") or ())]
        about = [armies.by_key[key] for key in keys if isinstance(key, str) and key in armies.by_key]
        return Frame(
            number=event["n"],
            text=self.teller.sentence(event),
            rules=tuple(event["rules"]),
            side=side_of(event),
            dice=tuple(throw.to_json() for throw in throws(event, self._language)),
            about=tuple(dict.fromkeys(about)),
            paths=tuple(_paths(event, before)) if before is not None and "move" in kind.roles else (),
        )

    @cached_property
    def runs(self) -> list[tuple[Event, ...]]:
        """The events of each volley."""
        return runs_of(self.events, self.teller)

    def volley(self, run: Sequence[Event]) -> Volley:
        """Return a volley as it is shown."""
        return volley_of(run, self.teller, self._language)

    def volleys(self, start: int, end: int) -> list[dict[str, Any]]:
        """Return the volleys that have an event from `start` to before `end`, as plain values."""
        return [self.volley(run).to_json() for run in self.runs if run[-1]["n"] >= start and run[0]["n"] < end]

    def reel(self, start: int, end: int) -> tuple[Table, list[dict[str, Any]]]:
        """Return the table before event `start`, and for each event that is told from there to before `end` its frame.

        A frame has beside its words what has changed since the frame before it.
        """
        retelling = self.upto(start - 1)
        key = last = table_of(retelling)
        shown, stood = [], _looks(retelling.state)
        for event in self.events:
            if not start <= event["n"] < end:
                continue
            frame = self.frame(event, retelling.state) if is_told(event, self.teller.events) else None
            retelling.tell(event)
            if frame is None:
                continue
            now = last
            if (looks := _looks(retelling.state)) != stood:
                now, stood = table_of(retelling), looks
            shown.append(frame.to_json() | _changes(last, now))
            last = now
        return key, shown


def _changes(before: Table, now: Table) -> Table:
    """Return what is not as it was: rows by their first value, and models that are gone."""
    found: Table = {}
    for name in ("m", "u", "o"):
        old = {row[0]: row for row in before[name]}
        rows = [row for row in now[name] if old.pop(row[0], None) != row]
        rows += [[key] for key in old if name != "u" and key not in {row[0] for row in now[name]}]
        if rows:
            found[name] = rows
    return found | {name: now[name] for name in ("v", "k") if name in now and now[name] != before[name]}


def _looks(state: State) -> tuple[bytes, ...]:
    """Return everything of a state that its table is made from."""
    columns = ("poses", "wounds", "alive", "on_table", "unit", "unit_marks", "embarked_in", "markers")
    points = ("player_counters", "starting_strength")
    return tuple(getattr(state, name).tobytes() for name in (*columns, *points))


def _paths(event: Event, before: State) -> Iterator[Row]:
    """Yield the way of each model that moved."""
    for row in event["paths"]:
        yield path_row(before, row["model"], row["path"])


def path_row(before: State, model: int, path: Sequence[Sequence[float]]) -> Row:
    """Return the way of a model: its number, then the points of it, from where it stood."""
    points = [(before.x[model], before.y[model]), *((point[0], point[1]) for point in path)]
    return [model, *([_inch(x), _inch(before.board.depth - y)] for x, y in points)]


def pose_row(state: State, model: int, x: float, y: float, facing: float) -> Row:
    """Return where a model stands, or would."""
    return [int(model), _inch(x), _inch(state.board.depth - y), _turn(facing) if state.half[model] else 0]


def _middle(state: State, unit: int) -> tuple[float | None, float | None]:
    models = state.standing(unit)
    if not len(models):
        return NOWHERE
    return _inch(state.x[models].mean()), _inch(state.board.depth - state.y[models].mean())


def _inch(value: float) -> float:
    return round(float(value), PLACES)


def _turn(facing: float) -> int:
    return round(-degrees(float(facing))) % 360
