"""What declared attacks are expected to do before they are chosen: exact, target by target; nothing is thrown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from resolver.attack import exact
from resolver.attack.profile import TargetProfile, Volley
from resolver.engine.decision_kinds import Forecast
from resolver.engine.game import Game
from resolver.shared.attacks.pools import Shots
from resolver.shared.rules import shared_rules

Read = Callable[[Game, int, Sequence[Shots]], tuple[Sequence[Volley], TargetProfile]]
"""Reads all attacks on one target, and the target as they strike it: (game, target, its pools)."""


def forecast(game: Game, pools: Iterable[Shots], read: Read) -> list[Forecast]:
    """Return what these attacks do to each of their targets, one pool after the other, as in the battle."""
    ordered = sorted(pools, key=lambda pool: pool.target)
    every = ((target, list(group)) for target, group in groupby(ordered, key=lambda pool: pool.target))
    return [_forecast(game, target, *read(game, target, group)) for target, group in every]


def _forecast(game: Game, target: int, volleys: Sequence[Volley], struck: TargetProfile) -> Forecast:
    kills, damage = (find(shared_rules(game).attacks, volleys, struck) for find in (exact.kills, exact.damage))
    return Forecast(
        target=game.key(target),
        models=len(struck.models),
        wounds=exact.mean(damage),
        kills=exact.mean(kills),
        some=1.0 - float(kills[0]),
        whole=float(kills[len(struck.models)]) if len(kills) > len(struck.models) else 0.0,
    )
