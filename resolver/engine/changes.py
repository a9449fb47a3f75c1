"""What happens to `State` when events happen: one small function each.

In the course of a battle only `apply` and these write it; odds and plans write copies of their own.

An event's kind names the function (`EventKind.change`); units are indices here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from resolver.table.board import Area, Board, Terrain
from resolver.table.state import State

Fields = Mapping[str, Any]


def begin_step(state: State, fields: Fields) -> None:
    """The battle is in this step from now on."""
    state.phase = fields["step"]
    state.round = fields.get("battle_round", state.round)
    state.turn = fields.get("player", state.turn)
    state.first = fields.get("first", state.first)


def create_battlefield(state: State, fields: Fields) -> None:
    """The battlefield has this size and nothing on it."""
    state.board = Board(fields["width"], fields["depth"])


def place_terrain(state: State, fields: Fields) -> None:
    """There is one more terrain feature."""
    corners = tuple((float(x), float(y)) for x, y in fields["corners"])
    given = {name: fields[name] for name in ("name", "height", "blocks_sight", "blocks_movement", "top")}
    board, tags = state.board, tuple(fields.get("tags", ()))
    state.board = Board(board.width, board.depth, (*board.terrain, Terrain(footprint=Area(corners), tags=tags, **given)))


def place_marker(state: State, fields: Fields) -> None:
    """A marker lies here."""
    state.write("markers", fields["marker"], fields["at"])


def remove_marker(state: State, fields: Fields) -> None:
    """A marker is gone."""
    state.write("markers", fields["marker"], np.nan)


def choose_first(state: State, fields: Fields) -> None:
    """This player has the first turn."""
    state.first = fields["first"]


def split_unit(state: State, fields: Fields) -> None:
    """Some models are a unit of their own."""
    unit, into, models = fields["unit"], fields["into"], fields["models"]
    state.write("unit", models, into)
    state.write("owner", into, state.owner[unit])
    for part in (unit, into):
        state.write("starting_strength", part, len(state.models_of(part)))


def merge_units(state: State, fields: Fields) -> None:
    """All models of a unit belong to another one."""
    unit, into = fields["unit"], fields["into"]
    state.write("unit", state.unit == unit, into)
    state.write("starting_strength", into, state.starting_strength[unit], np.add)
    state.write("starting_strength", unit, 0)


def pose(state: State, fields: Fields) -> None:
    """Models stand here, on the table."""
    for model, *where in fields["poses"]:
        state.write("poses", np.s_[:4, model], where)
        state.write("on_table", model, True)


def set_up(state: State, fields: Fields) -> None:
    """Models stand here, and their unit is in no transport."""
    pose(state, fields)
    state.write("embarked_in", fields["unit"], -1)


def return_models(state: State, fields: Fields) -> None:
    """Destroyed models live and stand here."""
    for model, wounds, *_ in fields["poses"]:
        state.write("alive", model, True)
        state.write("wounds", model, wounds)
    pose(state, {"poses": [(model, *pose) for model, _, *pose in fields["poses"]]})


def embark(state: State, fields: Fields) -> None:
    """A unit is aboard, off the table."""
    state.write("on_table", state.models_of(fields["unit"]), False)
    state.write("embarked_in", fields["unit"], fields["transport"])


def set_wounds(state: State, fields: Fields) -> None:
    """A model has so many wounds left."""
    state.write("wounds", fields["model"], fields["left"])


def destroy(state: State, fields: Fields) -> None:
    """A model is dead and gone."""
    for name in ("wounds", "alive", "on_table"):
        state.write(name, fields["model"], 0)


def fire(state: State, fields: Fields) -> None:
    """Models have used these weapons: the counter "fired" of each has a bit for each slot."""
    for model, slot in fields["fired"]:
        state.write("counters", (model, state.names.model_counters["fired"]), 1 << slot, np.bitwise_or)


def score(state: State, fields: Fields) -> None:
    """A player has more victory points."""
    state.write(
        "player_counters", (fields["player"], state.names.player_counters["victory-points"]), fields["points"], np.add
    )


def end(state: State, fields: Fields) -> None:
    """The battle is over."""
    state.over, state.winner = 1, -1 if fields["winner"] is None else fields["winner"]
