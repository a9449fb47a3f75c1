"""One unit against another outside any battle, for odds: both stand on an empty table, and every model attacks."""

from __future__ import annotations

from resolver.attack.profile import Volley
from resolver.engine.duel import Duel, Terms, place_apart
from resolver.engine.game import Game
from resolver.shared.attacks.arms import carried_weapons
from resolver.shared.plain import reader, strikes
from resolver.shared.rules import shared_rules


def _stage(game: Game, attacker: int, target: int, terms: Terms) -> None:
    place_apart(game, attacker, target, terms.range_inches or 0.0)


def attacks(game: Game, attacker: int, target: int, terms: Terms) -> list[Volley]:
    """Return all attacks of a unit on another, with every weapon that reaches so far."""
    gap = terms.range_inches or 0.0
    gaps = dict.fromkeys(map(int, game.state.models_of(attacker)), gap)
    return list(reader.volleys(game, strikes.pools_at(game, attacker, target, gaps, terms.weapon.split(" (")[0])))


def _names(game: Game, unit: int, fighting: bool) -> list[str]:
    every = (weapon.name for model in game.state.models_of(unit) for weapon in carried_weapons(game, int(model)))
    return list(dict.fromkeys(every))


DUEL = Duel(
    stage=_stage,
    attacks=attacks,
    target=reader.target,
    weapons=_names,
    rules=lambda game: shared_rules(game).attacks,
)
