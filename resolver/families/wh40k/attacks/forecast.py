"""What comes of attacks that a player may declare: exact, target by target, before choosing.

Attacks are resolved from the battle as the player sees it; nothing is thrown. Attacks on one target are resolved one pool
after the other, as in the battle: wounds that one pool leaves the next are taken into account. What the target does in
between (Overwatch, fleeing) is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from resolver.attack import exact
from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Forecast
from resolver.engine.game import Game
from resolver.families.wh40k.attacks import attack_profiles, melee, shooting, target_profiles
from resolver.families.wh40k.attacks.targets import TargetOptions
from resolver.families.wh40k.edition import edition
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.context import AttackContext


def forecast_shots(game: Game, decision: Decision, data: Data) -> list[Forecast]:
    """Return what declared shots do to each of their targets."""
    against = decision.data["overwatch"]
    sights = TargetOptions(game, game.unit(decision.subject), None if against is None else game.unit(against))
    return _forecasts(game, shooting.group_shots(sights, shooting.read(game, data)))


def forecast_blows(game: Game, decision: Decision, data: Data) -> list[Forecast]:
    """Return what declared blows do to each of their targets."""
    return _forecasts(game, melee.group_attacks(game, game.unit(decision.subject), melee.read(game, data)))


def _forecasts(game: Game, pools: Sequence[Shots]) -> list[Forecast]:
    ordered = sorted(pools, key=lambda pool: pool.target)
    return [_forecast(game, target, list(group)) for target, group in groupby(ordered, key=lambda pool: pool.target)]


def _forecast(game: Game, target: int, pools: Sequence[Shots]) -> Forecast:
    volleys = [volley for pool in pools for volley in attack_profiles.volleys(game, pool)]
    struck = target_profiles.target(game, target, AttackContext(target=target, ranged=pools[0].ranged))
    kills, damage = (find(edition(game).attacks, volleys, struck) for find in (exact.kills, exact.damage))
    return Forecast(
        target=game.key(target),
        models=len(struck.models),
        wounds=exact.mean(damage),
        kills=exact.mean(kills),
        some=1.0 - float(kills[0]),
        whole=float(kills[len(struck.models)]) if len(kills) > len(struck.models) else 0.0,
    )
