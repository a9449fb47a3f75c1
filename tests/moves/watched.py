"""A ruleset of one more rule than 9th edition: who sees an enemy move may shoot once in the middle of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from datasheets.fields import Flag
from resolver.engine.decision import Data
from resolver.engine.decision_kinds import decisions_by_name, finite, shape, yes_no
from resolver.engine.game import Game
from resolver.engine.ruleset import Ruleset, Script
from resolver.engine.windows import Opening, Window
from resolver.rulesets.wh40k_9e import descriptor
from resolver.shared.moves.leg_rules import LegRules, Onward, Route
from resolver.shared.moves.legs import coming_into_sight
from resolver.shared.units.removal import remove_model
from resolver.table.sight import visible

WATCH = "react"
NEEDED = 4
"""What a shot must roll to slay the foremost model."""


def watchers(game: Game, unit: int) -> list[int]:
    """Units of the other player that stand and have not reacted in this turn."""
    return [foe for foe in game.units_on_table(1 - game.owner(unit)) if not game.has_mark(foe, "intervened")]


def cuts(game: Game, way: Route) -> Iterable[float]:
    """Where one of them begins to see the mover."""
    state = game.state
    models = [int(m) for foe in watchers(game, way.unit) for m in state.standing(foe)]
    return coming_into_sight(way, models)


def who(game: Game, fields: Data) -> Iterator[Opening]:
    for foe in watchers(game, fields["unit"]) if fields.get("more") else ():
        state = game.state
        if game.on_table(fields["unit"]) and visible(state, state.standing(foe), state.standing(fields["unit"])).any():
            yield Opening(game.owner(foe), foe, {"unit": game.key(fields["unit"])})


def then(game: Game, fields: Data, opening: Opening, answer: Data) -> Script[Onward | None]:
    """Roll a die: 4+ slays a model; a 6 pins the others down to an inch."""
    if not answer["shoot"]:
        return None
    unit, foe = fields["unit"], opening.unit
    assert foe is not None
    yield from game.happen("unit.selected", unit=foe, to="shoot", marks=["intervened"])
    face = game.roll("hit", foe, unit)
    if face >= NEEDED:
        yield from remove_model(game, int(game.state.standing(unit)[0]), "model.destroyed", "attack", opening.player)
    return Onward(1.0) if face == 6 else None


def add_window(rules: Ruleset, window: Window | None = None, **legs: Any) -> Ruleset:
    """Return a ruleset with one more window, and moves that are cut."""
    window = window or Window(on="unit.moved", who=who, decision=WATCH, rule="", then=then)
    kinds = finite(WATCH, shape(shoot=Flag(required=True)), yes_no("shoot")), finite("go-on", shape(), lambda *_: [{}])
    return replace(
        rules,
        decisions={**rules.decisions, **decisions_by_name(kinds)},
        windows={**rules.windows, window.on: (window,)},
        edition=replace(rules.edition, legs=LegRules(**{"cuts": cuts, **legs})),  # type: ignore[type-var]
    )


def use(monkeypatch: pytest.MonkeyPatch, rules: Ruleset) -> None:
    """Have battles of 9th edition fought by this ruleset."""
    monkeypatch.setattr(descriptor, "DESCRIPTOR", replace(descriptor.DESCRIPTOR, ruleset=rules))
