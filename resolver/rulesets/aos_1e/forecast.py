"""What declared attacks are expected to do, exact, target by target, before they are chosen; damage carries over."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from resolver.attack import exact
from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Forecast
from resolver.engine.game import Game
from resolver.rulesets.aos_1e import declaring, reader
from resolver.shared.attacks.pools import Shots
from resolver.shared.rules import shared_rules


def forecast(game: Game, decision: Decision, data: Data) -> list[Forecast]:
    """Return what a declaration does to each of its targets."""
    pools = sorted(declaring.pools_of(game, decision, data), key=lambda pool: pool.target)
    return [_forecast(game, target, list(group)) for target, group in groupby(pools, key=lambda pool: pool.target)]


def _forecast(game: Game, target: int, pools: Sequence[Shots]) -> Forecast:
    attacks, struck = reader.volleys(game, pools), reader.target(game, target)
    rules = shared_rules(game).attacks
    kills, damage = (find(rules, attacks, struck) for find in (exact.kills, exact.damage))
    return Forecast(
        target=game.key(target),
        models=len(struck.models),
        wounds=exact.mean(damage),
        kills=exact.mean(kills),
        some=1.0 - float(kills[0]),
        whole=float(kills[len(struck.models)]),
    )
