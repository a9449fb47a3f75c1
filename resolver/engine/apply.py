"""An event is applied to `State`: what its kind does (`changes`), what ends with it, and what it says to remember."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from resolver.engine.ruleset import Ruleset
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
    names = state.names
    state.write("unit_marks", ..., names.unit_marks.mask_without(life), np.bitwise_and)
    state.write("marks", ..., names.model_marks.mask_without(life), np.bitwise_and)
    state.write("pairs", ..., names.pairs.mask_without(life), np.bitwise_and)
    state.write("unit_counters", np.s_[:, names.unit_counters.places_until(life)], 0)
    state.write("counters", np.s_[:, names.model_counters.places_until(life)], 0)
    state.write("player_counters", np.s_[:, names.player_counters.places_until(life)], 0)
    state.write("battle_counters", names.battle_counters.places_until(life), 0)


def _remember(state: State, fields: Fields) -> None:
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
