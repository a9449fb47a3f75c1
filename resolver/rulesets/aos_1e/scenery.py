"""Scenery rules of terrain features, and cover: what a feature does to units and models near or within it.

A feature's rule is one of its tags. Source: AOS-SCENTAB-02..12, AOS-COVER-01, -02, AOS-Q-08, -09, -24, -42, -47, -49.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

import numpy as np

from datasheets.values import Change, Dice
from resolver.engine.decision import Data
from resolver.engine.game import Game
from resolver.engine.modifiers import Origin
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import lasting
from resolver.rulesets.aos_1e.features import FEATURE
from resolver.shared.attacks import attacks
from resolver.shared.moves.moving import Mover
from resolver.shared.rolling import D6, amount
from resolver.shared.rules import shared_rules
from resolver.shared.units import engagement
from resolver.table.areas import entry
from resolver.table.board import Terrain
from resolver.table.columns import PLACES
from resolver.table.geometry import EPSILON, Indices
from resolver.table.state import State

NEAR = 3.0
D3 = Dice.parse("D3")
BEFUDDLES = SLAYS = 1
MOST_FEATURES = 200


def give_rule(state: State, fields: Mapping[str, Any]) -> None:
    """A terrain feature has a scenery rule."""
    board, number = state.board, fields["feature"]
    old = board.terrain[number]
    new = Terrain(
        old.name,
        old.footprint,
        old.height,
        old.blocks_sight,
        old.blocks_movement,
        old.top,
        (*old.tags, fields["scenery"]),
    )
    pieces = (*board.terrain[:number], new, *board.terrain[number + 1 :])
    state.board = type(board)(board.width, board.depth, pieces)


def find(game: Game, rule: str) -> list[int]:
    """Return the numbers of the features with a scenery rule."""
    return [number for number, piece in enumerate(game.state.board.terrain) if rule in piece.tags]


def gap(game: Game, feature: int, models: Indices) -> float:
    """Return the distance from a feature to the closest of some models; infinite where there is none."""
    if not len(models):
        return inf
    gaps = game.state.board.terrain[feature].footprint.gaps(game.state.bodies(models))
    return float(gaps.min())


def units_near(game: Game, feature: int, player: int) -> list[int]:
    """Return the units of a player within 3 inches of a feature."""
    return [unit for unit in game.units_on_table(player) if gap(game, feature, game.state.standing(unit)) <= NEAR + EPSILON]


def begin_hero_phase(game: Game) -> Script[None]:
    """At the start of a hero phase: Mystical rolls, then units near Sinister features begin to cause fear (AOS-Q-49)."""
    player = game.active
    for feature in find(game, "mystical"):
        for unit in units_near(game, feature, player):
            yield from _bewilder(game, unit, feature)
    for feature in find(game, "sinister"):
        for unit in units_near(game, feature, player):
            if not lasting.has(game, unit, "fearsome"):
                fields = {"unit": unit, "feature": feature, **lasting.begin(game, player, "fearsome")}
                yield from game.happen("fear.caused", rules=("AOS-SCENTAB-11",), **fields)


def _bewilder(game: Game, unit: int, feature: int) -> Script[None]:
    """Roll for a unit near a Mystical feature: on a 1 it is befuddled, else ensorcelled (AOS-SCENTAB-08..10)."""
    face, faces = yield from amount(game, "mystical", D6, unit, number=feature, needed=BEFUDDLES + 1, best=6)
    befuddled = face <= BEFUDDLES
    lasts = lasting.begin(game, game.owner(unit), "befuddled" if befuddled else "ensorcelled")
    yield from game.happen(
        "mystery.rolled",
        unit=unit,
        feature=feature,
        dice=faces,
        befuddled=befuddled,
        rules=("AOS-SCENTAB-08", "AOS-SCENTAB-09" if befuddled else "AOS-SCENTAB-10"),
        **lasts,
    )


def sacrifices(game: Game, player: int) -> Iterator[tuple[int, int]]:
    """Yield the features and units of which a sacrifice may be made now, one at each feature (AOS-SCENTAB-02)."""
    made = game.player_count(player, "sacrificed")
    for feature in find(game, "damned"):
        if not made >> feature & 1:
            yield from ((feature, unit) for unit in units_near(game, feature, player))


def sacrifice(game: Game, unit: int, feature: int) -> Script[None]:
    """A unit suffers D3 mortal wounds, and adds 1 to its hit rolls until its next hero phase (AOS-SCENTAB-03, -04)."""
    player = game.owner(unit)
    number, faces = yield from amount(game, "sacrifice", D3, unit, number=feature, best=1)
    yield from game.happen(
        "sacrifice.made",
        unit=unit,
        player=player,
        feature=feature,
        dice=faces,
        player_bits={"sacrificed": 1 << feature},
        rules=("AOS-SCENTAB-02", "AOS-SCENTAB-03", "AOS-SCENTAB-04"),
        **lasting.begin(game, player, "sacrificed"),
    )
    yield from attacks.mortal_wounds(game, unit, number, "sacrifice", None, faces)


def to_hit(game: Game, unit: int) -> tuple[Change, ...]:
    """Return what a sacrifice adds to the hit rolls of a unit (AOS-SCENTAB-04)."""
    made = lasting.has(game, unit, "sacrificed")
    return (Change("add", 1, Origin(rule="AOS-SCENTAB-04")),) if made else ()


def to_cast(game: Game, model: int) -> list[Change]:
    """Return what Arcane features add to a casting or unbinding roll: 1 for each that is near (AOS-SCENTAB-05)."""
    near = [f for f in find(game, "arcane") if gap(game, f, np.array([model])) <= NEAR + EPSILON]
    return [Change("add", 1, Origin(rule="AOS-SCENTAB-05")) for _ in near]


def to_bravery(game: Game, unit: int) -> list[Change]:
    """Return what scenery does to the Bravery of a unit (AOS-SCENTAB-06, -12, AOS-Q-18)."""
    found = []
    models = game.state.standing(unit)
    for feature in find(game, "inspiring"):
        if gap(game, feature, models) <= NEAR + EPSILON:
            found.append(Change("add", 1, Origin(rule="AOS-SCENTAB-06")))
    enemies = game.units_on_table(1 - game.owner(unit))
    if any(lasting.has(game, e, "fearsome") and engagement.within(game, unit, e, NEAR) for e in enemies):
        found.append(Change("subtract", 1, Origin(rule="AOS-SCENTAB-12")))
    return found


def in_cover(game: Game, unit: int) -> bool:
    """Tell whether all models of a unit are within or on one feature (AOS-COVER-01, AOS-Q-24)."""

    def look() -> bool:
        bodies = game.state.bodies(game.state.standing(unit))
        if not len(bodies):
            return False
        pieces = [piece for piece in game.state.board.terrain if FEATURE in piece.tags]
        return any(bool(piece.footprint.overlaps(bodies).all()) for piece in pieces)

    return game.cache(PLACES, ("cover", unit, len(game.state.board.terrain)), look)


def cover(game: Game, unit: int) -> tuple[Change, ...]:
    """Return what cover adds to the save rolls of a unit; nothing in the combat phase to one that charged (AOS-COVER-02)."""
    charged = game.step.phase == "combat" and game.has_mark(unit, "charged")
    return (Change("add", 1, Origin(rule="AOS-COVER-01")),) if not charged and in_cover(game, unit) else ()


def test_deadly(game: Game, mover: Mover, moves: list[Data], move: str) -> Script[None]:
    """Roll for each model that ran or charged across a Deadly feature, or ended on it: on a 1 it is slain (AOS-SCENTAB-07).

    It is rolled when the whole unit has moved, once for each model and feature; who flies is tested where it lands
    (AOS-Q-08, -47). `mover` is the unit as it stood before.
    """
    for feature in find(game, "deadly"):
        piece = game.state.board.terrain[feature]
        for step in moves:
            model = step["model"]
            if game.state.alive[model] and _enters(game, mover, step, piece):
                yield from _test(game, mover.unit, model, feature, move)


def _enters(game: Game, mover: Mover, step: Data, piece: Terrain) -> bool:
    row = mover.row[step["model"]]
    if not step["path"]:
        return False
    if mover.flies:
        return bool(piece.footprint.overlaps(game.state.bodies([step["model"]])).any())
    return entry(mover.start[[row]], mover.path(row, step["path"]), piece) < inf


def _test(game: Game, unit: int, model: int, feature: int, move: str) -> Script[None]:
    number = model * MOST_FEATURES + feature
    face, faces = yield from amount(game, "deadly", D6, unit, number=number, needed=SLAYS + 1, best=6)
    slain = face <= SLAYS
    fields: dict[str, Any] = {"unit": unit, "model": model, "feature": feature, "dice": faces, "slain": slain, "move": move}
    yield from game.happen("deadly.rolled", rules=("AOS-SCENTAB-07",), **fields)
    if slain:
        yield from shared_rules(game).destroy(game, model, "deadly", None)
