"""Engagement Range, distances between units, and keywords of units: what nearly every rule asks.

Source: 9E-ER-01..03, 9E-MEAS-01, 9E-WITHIN-01..06, 9E-KEY-03, -09, -10; 8E-TOOLS-01, -02, 8E-Q-02, 8E-KEYWORD-03, -04.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from datasheets.keywords import Keywords
from resolver.engine.enlisted import Enlisted
from resolver.engine.game import Game
from resolver.rulesets.common.edition import edition
from resolver.table.bases import Bodies
from resolver.table.columns import FIELD, FORCES
from resolver.table.geometry import EPSILON, Flags, Indices, in_reach, least_gap


def in_engagement(game: Game, a: Bodies, b: Bodies) -> Flags:
    """Tell which pairs of enemy models are within Engagement Range of each other (9E-ER-01)."""
    said = edition(game)
    return in_reach(a, b, said.across, said.up)


def enemies(game: Game, player: int) -> Indices:
    """Return the enemy models of a player that stand on the table."""
    return game.state.standing_of(1 - player)


def engaged_with(game: Game, unit: int) -> list[int]:
    """Return the enemy units that are within Engagement Range of a unit (9E-ER-02)."""
    return list(game.known(FIELD, ("engaged", unit), lambda: _engaged_with(game, unit)))


def _engaged_with(game: Game, unit: int) -> list[int]:
    state = game.state
    own, others = state.standing(unit), enemies(game, game.owner(unit))
    if not len(own) or not len(others):
        return []
    near = in_engagement(game, state.bodies(own), state.bodies(others)).any(0)
    return sorted({int(other) for other in state.unit[others[near]]})


def engaged(game: Game, unit: int) -> bool:
    """Tell whether a unit is within Engagement Range of any enemy unit."""
    return bool(engaged_with(game, unit))


def distance(game: Game, unit: int, other: int) -> float:
    """Return the distance between the closest models of two units (9E-WITHIN-04); infinite if one is not on the table."""

    def measured() -> float:
        return gap(game, game.state.standing(unit), game.state.standing(other))

    return game.known(FIELD, ("distance", unit, other), measured)


def gap(game: Game, models: Indices, others: Indices) -> float:
    """Return the distance between the closest of two sets of models; infinite if one is empty."""
    if not len(models) or not len(others):
        return float("inf")
    return least_gap(game.state.poses, models, others)


def within(game: Game, unit: int, other: int, inches: float) -> bool:
    """Tell whether two units are within a distance of each other (9E-WITHIN-01)."""
    return distance(game, unit, other) <= inches + EPSILON


def has_keyword(game: Game, unit: int, keyword: str) -> bool:
    """Tell whether a unit has a keyword: one of its living models has it (9E-KEY-09)."""
    return keyword in unit_keywords(game, unit)


def is_aircraft(game: Game, unit: int) -> bool:
    """Tell whether a unit is AIRCRAFT, in an edition that has rules about them."""
    return unit in aircraft(game)


def aircraft(game: Game) -> frozenset[int]:
    """Return the units that are AIRCRAFT, in an edition that has rules about them."""
    if not edition(game).manoeuvres.aircraft:
        return frozenset()
    return game.known(FORCES, ("aircraft",), lambda: frozenset(u for u in game.living() if has_keyword(game, u, "AIRCRAFT")))


def unit_keywords(game: Game, unit: int) -> Keywords:
    """Return the keywords of all living models of a unit together, WARLORD included (9E-KEY-09, 9E-WARLORD-02)."""
    return game.known(FORCES, ("keywords", unit), lambda: _keywords(game, unit))


def _keywords(game: Game, unit: int) -> Keywords:
    models = game.state.models_of(unit)
    warlord = bool((game.state.marks[models] & game.ruleset.model_marks["warlord"]).any())
    return _united(game.armies, game.state.profile[models].tobytes(), warlord)


def model_has(game: Game, model: int, keyword: str) -> bool:
    """Tell whether a model itself has a keyword (9E-KEY-10)."""
    if keyword == "WARLORD":
        return game.model_marked(model, "warlord")
    return keyword in game.armies.profiles[game.state.profile[model]].keywords


@lru_cache(maxsize=4096)
def _united(armies: Enlisted, profiles: bytes, warlord: bool) -> Keywords:
    words = [
        word for profile in sorted(set(np.frombuffer(profiles, np.int64))) for word in armies.profiles[profile].keywords
    ]
    return Keywords([*words, "WARLORD"] if warlord else words)


def model_engaged(game: Game, model: int) -> bool:
    """Tell whether one model is within Engagement Range of any enemy model."""
    others = enemies(game, game.owner(int(game.state.unit[model])))
    return bool(in_engagement(game, game.state.bodies([model]), game.state.bodies(others)).any())
