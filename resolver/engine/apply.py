"""What each kind of event does to `State`: one small function per kind, and the only code that writes it.

Kinds that are not in the table change nothing but what the event says to remember (`marks`, `counts`, `pair` ...).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from resolver.table.board import Area, Board, Terrain
from resolver.table.state import State

if TYPE_CHECKING:
    from resolver.engine.ruleset import Ruleset

Fields = Mapping[str, Any]
FIRED = 0
"""The counter of a model that holds which of its weapons have been used, a bit for each slot; wiped with the phase."""
GO = 0
"""The counter of the header that holds which player acts next where players alternate."""


def apply(state: State, ruleset: Ruleset, kind: str, fields: Fields) -> None:
    """Do to the state what an event of this kind does; units are indices here."""
    change = _CHANGES.get(kind)
    if change:
        change(state, fields)
    if kind in _WIPED_BY:
        _wipe(state, ruleset, _WIPED_BY[kind])
    _remember(state, ruleset, fields)


def _step(state: State, fields: Fields) -> None:
    state.phase = fields["step"]
    state.round = fields.get("battle_round", state.round)
    state.turn = fields.get("player", state.turn)


def _field(state: State, fields: Fields) -> None:
    state.board = Board(fields["width"], fields["depth"])


def _terrain(state: State, fields: Fields) -> None:
    corners = tuple((float(x), float(y)) for x, y in fields["corners"])
    given = {name: fields[name] for name in ("name", "height", "blocks_sight", "blocks_movement", "top")}
    board = state.board
    state.board = Board(board.width, board.depth, (*board.terrain, Terrain(footprint=Area(corners), **given)))


def _marker(state: State, fields: Fields) -> None:
    state.markers[fields["marker"]] = fields["at"]


def _unmark(state: State, fields: Fields) -> None:
    state.markers[fields["marker"]] = np.nan


def _first(state: State, fields: Fields) -> None:
    state.first = fields["first"]


def _split(state: State, fields: Fields) -> None:
    unit, into, models = fields["unit"], fields["into"], fields["models"]
    state.unit[models] = into
    state.owner[into] = state.owner[unit]
    for part in (unit, into):
        state.starting_strength[part] = len(state.models_of(part))


def _merge(state: State, fields: Fields) -> None:
    unit, into = fields["unit"], fields["into"]
    state.unit[state.unit == unit] = into
    state.starting_strength[into] += state.starting_strength[unit]
    state.starting_strength[unit] = 0


def _pose(state: State, fields: Fields) -> None:
    for model, x, y, z, facing in fields["poses"]:
        state.x[model], state.y[model], state.z[model], state.facing[model] = x, y, z, facing
        state.on_table[model] = True


def _set_up(state: State, fields: Fields) -> None:
    _pose(state, fields)
    state.embarked_in[fields["unit"]] = -1


def _return(state: State, fields: Fields) -> None:
    for model, wounds, *_ in fields["poses"]:
        state.alive[model], state.wounds[model] = True, wounds
    _pose(state, {"poses": [(model, *pose) for model, _, *pose in fields["poses"]]})


def _embark(state: State, fields: Fields) -> None:
    state.on_table[state.models_of(fields["unit"])] = False
    state.embarked_in[fields["unit"]] = fields["transport"]


def _wounds(state: State, fields: Fields) -> None:
    state.wounds[fields["model"]] = fields["left"]


def _destroy(state: State, fields: Fields) -> None:
    model = fields["model"]
    state.wounds[model], state.alive[model], state.on_table[model] = 0, False, False


def _fired(state: State, fields: Fields) -> None:
    for model, slot in fields["fired"]:
        state.counters[model, FIRED] |= 1 << slot


def _command_points(state: State, fields: Fields) -> None:
    state.command_points[fields["player"]] += fields["points"]


def _victory_points(state: State, fields: Fields) -> None:
    state.victory_points[fields["player"]] += fields["points"]


def _end(state: State, fields: Fields) -> None:
    state.over, state.winner = 1, -1 if fields["winner"] is None else fields["winner"]


_CHANGES: Mapping[str, Callable[[State, Fields], None]] = {
    "step.began": _step,
    "battlefield.created": _field,
    "terrain.placed": _terrain,
    "marker.placed": _marker,
    "marker.removed": _unmark,
    "turn.chosen": _first,
    "unit.split": _split,
    "unit.merged": _merge,
    "unit.placed-aboard": _embark,
    "unit.set-up": _set_up,
    "unit.moved": _pose,
    "models.returned": _return,
    "unit.embarked": _embark,
    "targets.declared": _fired,
    "wounds.lost": _wounds,
    "wounds.regained": _wounds,
    "model.destroyed": _destroy,
    "model.fled": _destroy,
    "model.removed": _destroy,
    "command-points.gained": _command_points,
    "victory-points.scored": _victory_points,
    "battle.ended": _end,
}
_WIPED_BY = {"phase.ended": "phase", "turn.ended": "turn", "round.ended": "round"}


def _wipe(state: State, ruleset: Ruleset, life: str) -> None:
    state.unit_marks[:] &= ruleset.unit_marks.kept(life)
    state.marks[:] &= ruleset.model_marks.kept(life)
    state.pairs[:] &= np.uint8(int(ruleset.pairs.kept(life)) & 0xFF)
    state.unit_counters[:, ruleset.unit_counters.wiped(life)] = 0
    state.counters[:, ruleset.model_counters.wiped(life)] = 0
    state.player_counters[:, ruleset.player_counters.wiped(life)] = 0


def _remember(state: State, ruleset: Ruleset, fields: Fields) -> None:
    for mark in fields.get("marks", ()):
        state.unit_marks[fields["units"] if "units" in fields else fields["unit"]] |= ruleset.unit_marks[mark]
    for name, number in fields.get("counts", {}).items():
        state.unit_counters[fields["unit"], ruleset.unit_counters[name]] += number
    for name, number in fields.get("player_counts", {}).items():
        state.player_counters[fields["player"], ruleset.player_counters[name]] += number
    for mark in fields.get("model_marks", ()):
        state.marks[_models(fields)] |= ruleset.model_marks[mark]
    for name, bits in fields.get("cleared", {}).items():
        state.unit_counters[:, ruleset.unit_counters[name]] &= ~bits
    for name, bits in fields.get("bits", {}).items():
        state.unit_counters[fields["unit"], ruleset.unit_counters[name]] |= bits
    for name, bits in fields.get("player_bits", {}).items():
        state.player_counters[fields["player"], ruleset.player_counters[name]] |= bits
    for name, number in fields.get("model_counts", {}).items():
        state.counters[fields["counted"] if "counted" in fields else fields["model"], ruleset.model_counters[name]] = number
    if "go" in fields:
        state.header_counters[GO] = fields["go"]
    if "pair" in fields:
        state.pairs[fields["unit"], fields["targets"]] |= np.uint8(ruleset.pairs[fields["pair"]])


def _models(fields: Fields) -> Any:
    """Return the models that an event is about: those that it names, else those that it moves."""
    if "poses" in fields:
        return [row[0] for row in fields["poses"]]
    return fields["models"] if "models" in fields else fields["model"]
