"""Who is engaged, distances between units, and keywords of units: what nearly every rule asks."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from datasheets.keywords import Keywords
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.game import Game
from resolver.shared.rules import shared_rules
from resolver.table.bases import Bodies
from resolver.table.columns import FORCES, PLACES
from resolver.table.geometry import EPSILON, Flags, Indices, in_reach, least_gap


def in_engagement(game: Game, a: Bodies, b: Bodies) -> Flags:
    """Tell which pairs of enemy models are engaged with each other."""
    said = shared_rules(game)
    return in_reach(a, b, said.across, said.up)


def enemies(game: Game, player: int) -> Indices:
    """Return the enemy models of a player that stand on the table."""
    return game.state.standing_of(1 - player)


def enemies_in_engagement(game: Game, unit: int) -> list[int]:
    """Return the enemy units that are engaged with a unit."""
    return list(game.cache(PLACES, ("engaged", unit), lambda: _enemies_in_engagement(game, unit)))


def _enemies_in_engagement(game: Game, unit: int) -> list[int]:
    state = game.state
    own, others = state.standing(unit), enemies(game, game.owner(unit))
    if not len(own) or not len(others):
        return []
    near = in_engagement(game, state.bodies(own), state.bodies(others)).any(0)
    return sorted({int(other) for other in state.unit[others[near]]})


def is_engaged(game: Game, unit: int) -> bool:
    """Tell whether a unit is engaged with any enemy unit."""
    return bool(enemies_in_engagement(game, unit))


def distance(game: Game, unit: int, other: int) -> float:
    """Return the distance between the closest models of two units; infinite if one is not on the table."""

    def measure() -> float:
        return gap(game, game.state.standing(unit), game.state.standing(other))

    return game.cache(PLACES, ("distance", unit, other), measure)


def gap(game: Game, models: Indices, others: Indices) -> float:
    """Return the distance between the closest of two sets of models; infinite if one is empty."""
    if not len(models) or not len(others):
        return float("inf")
    return least_gap(game.state.poses, models, others)


def within(game: Game, unit: int, other: int, inches: float) -> bool:
    """Tell whether two units are within a distance of each other."""
    return distance(game, unit, other) <= inches + EPSILON


def has_keyword(game: Game, unit: int, keyword: str) -> bool:
    """Tell whether a unit has a keyword: one of its living models has it."""
    return keyword in unit_keywords(game, unit)


def unit_keywords(game: Game, unit: int) -> Keywords:
    """Return the keywords of all living models of a unit together, with those that marks of models are."""
    return game.cache(FORCES, ("keywords", unit), lambda: _keywords(game, unit))


def _keywords(game: Game, unit: int) -> Keywords:
    models = game.state.models_of(unit)
    marks = game.state.marks[models]
    given = tuple(
        keyword
        for mark, keyword in shared_rules(game).keyword_marks.items()
        if (marks & game.ruleset.names.model_marks[mark]).any()
    )
    return _unite_keywords(game.armies, game.state.profile[models].tobytes(), given)


def model_has(game: Game, model: int, keyword: str) -> bool:
    """Tell whether a model itself has a keyword."""
    for mark, given in shared_rules(game).keyword_marks.items():
        if keyword == given:
            return game.model_marked(model, mark)
    return keyword in game.armies.profiles[game.state.profile[model]].keywords


@lru_cache(maxsize=4096)
def _unite_keywords(armies: BattleArmies, profiles: bytes, given: tuple[str, ...]) -> Keywords:
    words = [
        word for profile in sorted(set(np.frombuffer(profiles, np.int64))) for word in armies.profiles[profile].keywords
    ]
    return Keywords([*words, *given])


def model_engaged(game: Game, model: int) -> bool:
    """Tell whether one model is engaged with any enemy model."""
    others = enemies(game, game.owner(int(game.state.unit[model])))
    return bool(in_engagement(game, game.state.bodies([model]), game.state.bodies(others)).any())
