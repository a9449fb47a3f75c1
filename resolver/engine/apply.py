"""An event is applied to `State`: what its kind does (`changes`), what ends with it, and what it says to remember."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from resolver.engine.events import REMEMBERED
from resolver.engine.ruleset import Ruleset
from resolver.table.names import Names
from resolver.table.state import State

Fields = Mapping[str, Any]


def apply(state: State, ruleset: Ruleset, kind: str, fields: Fields) -> None:
    """Do to the state what an event of this kind does; units are indices here."""
    change = ruleset.events[kind].change
    if change:
        change(state, fields)
    if kind in ruleset.order.lives:
        _wipe(state, ruleset.order.lives[kind])
    _remember(state, fields)


def _wipe(state: State, life: str) -> None:
    for column, where, value, by in _writes_at_end(state.names, life):
        state.write(column, where, value, by)


@lru_cache(maxsize=64)
def _writes_at_end(names: Names, life: str) -> tuple[tuple[str, Any, Any, np.ufunc | None], ...]:
    """Return the arguments of `State.write` for each column in which something ends with this life."""
    marks = {"unit_marks": names.unit_marks, "marks": names.model_marks, "pairs": names.pairs}
    counters = {
        "unit_counters": names.unit_counters,
        "counters": names.model_counters,
        "player_counters": names.player_counters,
        "battle_counters": names.battle_counters,
    }
    ending = [
        (column, ..., each.mask_without(life), np.bitwise_and) for column, each in marks.items() if each.places_until(life)
    ]
    counted = [
        (column, np.s_[..., each.places_until(life)], 0, None)
        for column, each in counters.items()
        if each.places_until(life)
    ]
    return *ending, *counted


def _remember(state: State, fields: Fields) -> None:
    if REMEMBERED.isdisjoint(fields):  # most events
        return
    names = state.names
    unit, player = fields.get("unit"), fields.get("player")
    for mark in fields.get("marks", ()):
        state.write("unit_marks", fields.get("units", unit), names.unit_marks[mark], np.bitwise_or)
    for name, number in fields.get("counts", {}).items():
        state.write("unit_counters", (unit, names.unit_counters[name]), number, np.add)
    for name, number in fields.get("player_counts", {}).items():
        state.write("player_counters", (player, names.player_counters[name]), number, np.add)
    for mark in fields.get("model_marks", ()):
        state.write("marks", _models(fields), names.model_marks[mark], np.bitwise_or)
    for name, bits in fields.get("cleared", {}).items():
        state.write("unit_counters", np.s_[:, names.unit_counters[name]], ~bits, np.bitwise_and)
    for name, bits in fields.get("bits", {}).items():
        state.write("unit_counters", (unit, names.unit_counters[name]), bits, np.bitwise_or)
    for name, bits in fields.get("player_bits", {}).items():
        state.write("player_counters", (player, names.player_counters[name]), bits, np.bitwise_or)
    for name, number in fields.get("model_counts", {}).items():
        model = fields["counted"] if "counted" in fields else fields["model"]
        state.write("counters", (model, names.model_counters[name]), number)
    if "go" in fields:
        state.go = fields["go"]
    if "pair" in fields:
        state.write("pairs", (unit, fields["targets"]), names.pairs[fields["pair"]], np.bitwise_or)


def _models(fields: Fields) -> Any:
    """Return the models that an event is about: those that it names, else those that it moves."""
    if "poses" in fields:
        return [row[0] for row in fields["poses"]]
    return fields["models"] if "models" in fields else fields["model"]
