"""Sudden Death: who may choose an objective, the four objectives, and when they are achieved.

Source: AOS-SUDDEN-01..04, AOS-SUDTAB-01..05, AOS-Q-26, -27, -33, -55.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from datasheets.systems import system
from datasheets.systems.numbers import is_outnumbered
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import scenery, territories
from resolver.rulesets.aos_1e.names import OBJECTIVE_RULES, OBJECTIVES
from resolver.shared.units import engagement
from resolver.table.bases import Floats
from resolver.table.board import Area, Terrain
from resolver.table.geometry import EPSILON

ASSASSINATED = ("HERO", "WIZARD", "PRIEST", "MONSTER")
BLUNTED = 5
ENDURED, SEIZED = 6, 4
"""At the end of these battle rounds Endure and Seize Ground are decided."""


def find_outnumbered(game: Game) -> int | None:
    """Return the player who is outnumbered by a third or more, on the models that both began with (AOS-SUDDEN-01)."""
    counts = game.player_counts("models")
    few = int(counts[1] < counts[0])
    return few if is_outnumbered(counts[few], counts[1 - few], system(game.ruleset.id)) else None


def choose(game: Game) -> Script[bool]:
    """The outnumbered player chooses an objective, or none (AOS-SUDDEN-02, -03)."""
    player = find_outnumbered(game)
    if player is None:
        return True
    data = yield from game.ask("sudden-death", player, "AOS-SUDDEN-02", features=features(game, player))
    objective = data["objective"]
    if objective is None:
        return True
    target = None
    if objective in ("assassinate", "blunt"):
        units = candidates(game, 1 - player, objective)
        keys = [game.key(unit) for unit in units]
        picked = yield from game.ask("sought-unit", 1 - player, OBJECTIVE_RULES[objective], objective=objective, units=keys)
        target = game.unit(picked["unit"])
    place = OBJECTIVES.index(objective)
    marks: dict[str, Any] = {} if target is None else {"marks": ["sought"]}
    counts = {"objective": place + 1} | ({} if data["feature"] is None else {"feature": data["feature"] + 1})
    yield from game.happen(
        "objective.chosen",
        player=player,
        objective=objective,
        unit=target,
        feature=data["feature"],
        player_counts=counts,
        **marks,
        rules=("AOS-SUDDEN-02", OBJECTIVE_RULES[objective]),
    )
    return True


def candidates(game: Game, player: int, objective: str) -> list[int]:
    """Return the units of the larger army that may be picked for an objective (AOS-SUDTAB-02, -03)."""
    units = game.units_on_table(player)
    if objective == "blunt":
        return [unit for unit in units if len(game.state.standing(unit)) >= BLUNTED]
    return [unit for unit in units if engagement.unit_keywords(game, unit).has_any(ASSASSINATED)]


def features(game: Game, player: int) -> list[int]:
    """Return the terrain features in enemy territory: with more than half of their area (AOS-SUDTAB-05, AOS-Q-26)."""
    enemy = territories.territory(game, 1 - player)
    every = enumerate(game.state.board.terrain)
    return [number for number, piece in every if 2 * _area(_common(piece, enemy)) > _area(piece.footprint.points) + EPSILON]


def _common(piece: Terrain, territory: Area) -> Floats:
    """The corners of the part of a piece that lies in a territory."""
    part: Floats = piece.footprint.points
    for normal, offset in zip(*territory.sides, strict=True):
        deep = part @ normal - offset
        kept: list[Floats] = []
        for here, there, depth, after in zip(part, np.roll(part, -1, 0), deep, np.roll(deep, -1), strict=True):
            if depth >= 0:
                kept.append(here)
            if (depth > 0 > after) or (depth < 0 < after):
                kept.append(here + depth / (depth - after) * (there - here))
        part = np.array(kept).reshape(-1, 2)
    return part


def _area(points: Floats) -> float:
    if len(points) < 3:
        return 0.0
    following = np.roll(points, -1, 0)
    return abs(float((points[:, 0] * following[:, 1] - points[:, 1] * following[:, 0]).sum())) / 2


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every objective that can be chosen, Seize Ground with each feature, and none."""
    player = decision.player
    for objective in OBJECTIVES[:2]:
        if candidates(game, 1 - player, objective):
            yield {"objective": objective, "feature": None}
    yield {"objective": "endure", "feature": None}
    yield from ({"objective": "seize-ground", "feature": feature} for feature in decision.data["features"])
    yield {"objective": None, "feature": None}


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse an objective for which the enemy has no unit or no terrain feature (AOS-Q-26)."""
    if any(data == offer for offer in options(game, decision)):
        return None
    objective = data["objective"]
    return Refusal(OBJECTIVE_RULES.get(objective, decision.rule), "sudden-death.none", {})


def check_unit(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a unit that does not qualify."""
    if data["unit"] in decision.data["units"]:
        return None
    return Refusal(decision.rule, "sudden-death.unit", {"unit": data["unit"]})


def objective_of(game: Game, player: int) -> str:
    """Return the Sudden Death objective of a player, "" for none."""
    place = game.player_count(player, "objective")
    return OBJECTIVES[place - 1] if place else ""


def winner(game: Game) -> int | None:
    """Return who has achieved a Sudden Death objective (AOS-SUDDEN-04)."""
    for player in (0, 1):
        if game.player_count(player, "achieved"):
            return player
        if objective_of(game, player) in ("assassinate", "blunt") and not sought_units(game, player):
            return player
    return None


def sought_units(game: Game, player: int) -> list[int]:
    """Return the unit that a player has to slay while any model of it is in play, whatever removes the last (AOS-Q-27)."""
    return [unit for unit in game.units_on_table(1 - player) if game.has_mark(unit, "sought")]


def end_round(game: Game) -> Script[None]:
    """At the end of a battle round Endure and Seize Ground may be achieved (AOS-SUDTAB-04, -05, AOS-Q-55)."""
    for player in (0, 1):
        objective, number = objective_of(game, player), game.state.round
        rules: tuple[str, ...] = ()
        if objective == "endure" and number == ENDURED and endures(game, player):
            rules = ("AOS-SUDTAB-04", "AOS-SUDDEN-04")
        if objective == "seize-ground" and number == SEIZED and seizes(game, player):
            rules = ("AOS-SUDTAB-05", "AOS-SUDDEN-04")
        if rules:
            said: dict[str, Any] = {"player": player, "objective": objective, "player_counts": {"achieved": 1}}
            yield from game.happen("objective.achieved", rules=rules, **said)


def endures(game: Game, player: int) -> bool:
    """Tell whether a model is in play that began the battle on the battlefield and never left it (AOS-Q-55)."""
    return any(
        game.model_marked(int(model), "started") and not game.model_marked(int(model), "returned")
        for model in game.state.standing_of(player)
    )


def seizes(game: Game, player: int) -> bool:
    """Tell whether a model of a player is within 3 inches of the feature that it has to seize (AOS-SUDTAB-05)."""
    feature = game.player_count(player, "feature") - 1
    return feature >= 0 and scenery.gap(game, feature, game.state.standing_of(player)) <= scenery.NEAR + EPSILON
